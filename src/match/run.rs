//! Plays a match.

use super::super::Failure;
use super::super::date::today;
use super::super::progress::{INTERRUPTED, stop_on_interrupt};
use super::super::report_output::ReportOutput;
use super::display::MatchDisplay;
use super::json::{self, MatchFacts};
use super::ledger::LedgerRecord;
use super::plan::Plan;
use super::resume::{self, Resumed};
use super::summary;
use makruk::notation::pgn::ending::Cause;
use makruk::rules::{CountingRule, Variant};
use sakdi_i18n::{Language, Localized, Phrase};
use sakdi_matches::engine::{EngineProcess, GameRules, StartError};
use sakdi_matches::game::GameRecord;
use sakdi_matches::log::TrafficLog;
use sakdi_matches::match_pgn::{self, GameResult, PgnHeader};
use sakdi_matches::openings::Opening;
use sakdi_matches::schedule::{MatchFormat, MatchSchedule};
use sakdi_matches::settings::{EngineSettings, SELF, player_name};
use sakdi_matches::standings::Standings;
use sakdi_matches::tournament::{Tournament, TournamentError};
use sakdi_platform::rounded;
use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Plays the match and prints its results.
pub(super) fn run(mut plan: Plan) -> Result<ExitCode, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    stop_on_interrupt(&stop)?;
    let language = plan.language;
    let open = |path: &Path| {
        TrafficLog::open(path).map_err(|error| Failure::cannot_write(path, &error, language))
    };
    let log = plan.files.log.as_ref().map(|file| open(file.path())).transpose()?;
    match check_engines(&mut plan, &stop, log.as_ref()) {
        Err(_) if stop.load(Relaxed) => return Ok(INTERRUPTED.into()),
        checked => checked?,
    }
    let schedule = plan.schedule();
    warn_about_schedule(&plan, &schedule);
    let names: Vec<String> = plan.players.iter().map(|player| player.name.clone()).collect();
    let resumed = match &plan.files.pgn {
        Some(file) => resume::open(file.path(), &plan, &schedule)?,
        None => Resumed::default(),
    };
    let mut standings = Standings::new(names, plan.format);
    for game in &resumed.games {
        standings.add(game);
    }
    let tournament = Tournament {
        players: &plan.players,
        schedule: &schedule,
        arbiter: &plan.arbiter,
        concurrency: plan.concurrency,
        log: log.as_ref(),
        stop: &stop,
    };
    let ledger = plan.ledger.take();
    let mut running = RunningMatch {
        plan: &plan,
        games: schedule.games() as u64,
        encounters: schedule.len(),
        played_before: standings.games(),
        ledger,
        pgn: resumed.file,
        display: MatchDisplay::new(schedule.games() as u64, &standings, plan.sprt, plan.language),
        standings,
        search_time: Duration::ZERO,
        is_lateness_explained: false,
        failure: None,
    };
    let started = Instant::now();
    if !running.is_decided() {
        let played = &resumed.played;
        if let Err(error) = tournament.run(played, |record| running.add(&record)) {
            running.failure = Some(Failure::Io(io::Error::other(error)));
        }
    }
    let code = running.finish(started.elapsed())?;
    if let Some((log, file)) = log.zip(plan.files.log.as_ref()) {
        log.finish().map_err(|error| Failure::not_written(file.path(), &error, language))?;
    }
    Ok(code)
}

/// Starts each engine once to get its name and to check that it can play the match.
fn check_engines(
    plan: &mut Plan,
    stop: &AtomicBool,
    log: Option<&TrafficLog>,
) -> Result<(), Failure> {
    let rules = plan.rules();
    let is_thai = matches!(plan.format, MatchFormat::Thai(_));
    let variants =
        if is_thai { &[Variant::Makruk, Variant::Makpong][..] } else { &[rules.variant] };
    for player in &mut plan.players {
        let engine = start(player, plan.language, rules, stop, log)?;
        if let Some(variant) = variants.iter().find(|&&variant| !engine.plays(variant)) {
            let command = &player.command;
            return Err(Failure::bad_input(format!("{command} does not play {variant}")));
        }
        let mut options = player.options.clone();
        // Engines without the option count by the default.
        if rules.counting != CountingRule::default() {
            options.push(("CountingRule".to_owned(), rules.counting.to_string()));
        }
        // Engines without the option play Makruk only.
        if variants.contains(&Variant::Makpong) {
            options.push(("UCI_Variant".to_owned(), Variant::Makpong.to_string()));
        }
        if player.ponder {
            // UCI allows `go ponder` only to an engine that offers this option.
            let ponder = ("Ponder".to_owned(), "true".to_owned());
            player.ponder = engine.option_faults(std::slice::from_ref(&ponder)).is_empty();
            options.retain(|(name, _)| !name.eq_ignore_ascii_case("Ponder"));
            options.push(ponder);
        }
        let faults = engine.option_faults(&options);
        for fault in &faults {
            error_line!("sakdi: warning: {} {fault}", engine.name());
        }
        for remark in engine.remarks() {
            if faults.iter().any(|fault| fault.name() == remark.name) {
                continue;
            }
            // With a net or a book that it cannot read, the match would measure something else.
            if player.command == SELF {
                return Err(Failure::bad_input(format!("{}: {}", engine.name(), remark.text)));
            }
            error_line!("sakdi: warning: {} says: {}", engine.name(), remark.text);
        }
        player.name = engine.name().to_owned();
    }
    make_names_unique(&mut plan.players);
    for opening in &plan.openings {
        for &variant in variants {
            opening.game(GameRules { variant, ..rules }).map_err(|error| {
                Failure::bad_input(format!("an opening does not fit {variant}: {error}"))
            })?;
        }
    }
    Ok(())
}

fn start<'a>(
    player: &EngineSettings,
    language: Language,
    rules: GameRules,
    stop: &'a AtomicBool,
    log: Option<&'a TrafficLog>,
) -> Result<EngineProcess<'a>, Failure> {
    EngineProcess::start(player, rules, stop, log).map_err(|failure| match failure {
        StartError::Stopped => Failure::Io(io::ErrorKind::Interrupted.into()),
        StartError::System(reason) => {
            Failure::Io(io::Error::other(TournamentError::System(reason)))
        }
        StartError::Fault(detail) => {
            let reason = detail.say(language);
            let EngineSettings { name, command, .. } = player;
            let engine = match name.as_str() {
                "" => format!("'{command}'"),
                name => format!("{name} ('{command}')"),
            };
            Failure::bad_input(language.say(Phrase::EngineNoStart, &[&engine, &reason]))
        }
    })
}

/// Numbers players of the same name.
fn make_names_unique(players: &mut [EngineSettings]) {
    for index in 0..players.len() {
        if players[index].name.is_empty() {
            players[index].name = player_name(&players[index].command);
        }
        let name = players[index].name.clone();
        let mut number = 2;
        while players[..index].iter().any(|earlier| earlier.name == players[index].name) {
            players[index].name = format!("{name} ({number})");
            number += 1;
        }
    }
}

/// Warns if some pairs of players meet more often than others, if an engine plays itself in pairs of
/// games, which are equal then, and if players meet again with the same opening: the games may repeat.
fn warn_about_schedule(plan: &Plan, schedule: &MatchSchedule) {
    let alike = |&&(first, second): &&(usize, usize)| {
        let [first, second] = [first, second].map(|player| &plan.players[player]);
        first.plays_like(second)
    };
    let repeats = plan.games_repeat();
    if let Some(&(first, second)) = schedule.pairs().iter().find(alike)
        && plan.format == MatchFormat::Pair
    {
        let [first, second] = [first, second].map(|player| &plan.players[player].name);
        error_line!(
            "sakdi: warning: {first} and {second} are the same engine with the same limits: without a \
             clock their games depend on the opening alone, and the two games of a pair end 1-1"
        );
    }
    if schedule.is_uneven() {
        error_line!(
            "sakdi: warning: the games end within a round: some pairs of players meet more often than \
             others"
        );
    }
    if matches!(plan.format, MatchFormat::Thai(_)) && repeats {
        error_line!(
            "sakdi: warning: the games of an encounter have one opening: without a clock the third game \
             repeats the first"
        );
    }
    if !schedule.repeats_openings() {
        return;
    }
    let start = Opening::none(plan.rules());
    match plan.openings.as_slice() {
        [only] if **only == start => {
            let repeated = if repeats { ", and without a clock they repeat" } else { "" };
            error_line!(
                "sakdi: warning: every game begins from the start position{repeated} (see --openings)"
            );
        }
        [_] => error_line!("sakdi: warning: every game begins from the same opening"),
        _ => {
            let (openings, encounters) = (plan.openings.len(), schedule.len());
            error_line!(
                "sakdi: warning: {openings} openings for {encounters} encounters: some recur"
            )
        }
    }
}

/// The state of a match in progress.
struct RunningMatch<'a> {
    plan: &'a Plan,
    /// The number of games that complete it.
    games: u64,
    /// The number of encounters.
    encounters: usize,
    /// The number of games of an earlier run.
    played_before: u64,
    ledger: Option<LedgerRecord>,
    pgn: Option<File>,
    display: MatchDisplay,
    standings: Standings,
    search_time: Duration,
    /// Whether a hint has followed a loss on time.
    is_lateness_explained: bool,
    failure: Option<Failure>,
}

impl RunningMatch<'_> {
    fn add(&mut self, record: &GameRecord) -> ControlFlow<()> {
        let players = &self.plan.players;
        let [white, black] = [record.plan.white, record.plan.black].map(|side| &players[side]);
        if let Some((file, output)) = self.pgn.as_mut().zip(self.plan.files.pgn.as_ref()) {
            let options = [white, black].map(EngineSettings::options_text);
            let header = PgnHeader {
                event: &self.plan.event,
                format: self.plan.format,
                date: &today(),
                white: &white.name,
                black: &black.name,
                limits: [&white.limits, &black.limits],
                options: options.each_ref().map(String::as_str),
                adjudication: &self.plan.arbiter.adjudication_text(),
            };
            let pgn = match_pgn::to_pgn(record, &header, &|remark| remark.say(self.plan.language));
            // One write per game: only the last game of the file can be incomplete.
            if let Err(error) = file.write_all(pgn.as_bytes()) {
                self.failure =
                    Some(Failure::not_written(output.path(), &error, self.plan.language));
                return ControlFlow::Break(());
            }
        }
        self.search_time += record.search_time();
        let result = GameResult::new(record, &white.name, &black.name);
        self.standings.add(&result);
        self.display.game(record, self.standings.names(), &self.standings);
        if record.ending.cause == Cause::TimeForfeit
            && !std::mem::replace(&mut self.is_lateness_explained, true)
        {
            self.display.remark(&self.plan.language.say(Phrase::MatchLate, &[&"timemargin"]));
        }
        if self.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether the test has decided.
    fn is_decided(&self) -> bool {
        self.plan.sprt.as_ref().is_some_and(|sprt| self.standings.test(sprt).1.is_some())
    }

    /// Prints the results. `wall` is the duration of the match.
    fn finish(self, wall: Duration) -> Result<ExitCode, Failure> {
        self.display.finish();
        // The games of an encounter are played one after another.
        let at_a_time = self.plan.concurrency.min(self.encounters);
        let available = wall.as_secs_f64() * at_a_time as f64;
        let search_time = self.search_time.as_secs_f64();
        let rest = rounded(100.0 * (1.0 - search_time / available.max(f64::MIN_POSITIVE)), 2);
        let time = self.plan.language.say(
            Phrase::MatchTime,
            &[
                &format!("{:.1}", wall.as_secs_f64()),
                &at_a_time,
                &format!("{search_time:.1}"),
                &format!("{rest:.2}"),
            ],
        );
        let results =
            summary::results(&self.standings, self.plan.sprt.as_ref(), self.plan.language);
        // The files first: the output may be full.
        let is_complete = self.is_complete();
        let has_played = !self.search_time.is_zero();
        let recorded = self.record(wall, is_complete);
        let mut out = ReportOutput::lock();
        // Without a game of this run there is no time that engines thought.
        let time = has_played.then_some(time);
        for line in time.into_iter().chain(results) {
            writeln!(out, "{line}")?;
        }
        recorded.map(|()| if is_complete { ExitCode::SUCCESS } else { INTERRUPTED.into() })
    }

    /// Whether the match needs no more games.
    fn is_complete(&self) -> bool {
        // In a Thai format the number of games is the least one.
        let over = self.standings.thai_matches().filter(|played| played.is_over()).count();
        let is_played = match self.plan.format {
            MatchFormat::Thai(_) => over >= self.encounters,
            MatchFormat::Single | MatchFormat::Pair => self.standings.games() >= self.games,
        };
        self.is_decided() || is_played
    }

    /// Writes the JSON file and the entry of the ledger, if the arguments ask for them.
    fn record(self, wall: Duration, is_complete: bool) -> Result<(), Failure> {
        // A file that cannot be written must not keep the result from the other one.
        let written = self.write_json(wall);
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if let Some((ledger, players)) = self.ledger.zip(self.plan.players_record()) {
            if !is_complete {
                error_line!("sakdi: the match is not complete, and not in the ledger");
            } else if self.standings.games() == self.played_before {
                error_line!(
                    "sakdi: all games were played before: none is added to the ledger (--merge adds them)"
                );
            } else {
                ledger.append(&today(), players, &self.standings, self.plan.sprt)?;
            }
        }
        written
    }

    fn write_json(&self, wall: Duration) -> Result<(), Failure> {
        let Some(file) = &self.plan.files.json else { return Ok(()) };
        // Without a game there is nothing to continue, and a run with `--resume` would refuse the file.
        if self.standings.games() == 0 && file.path() != Path::new("-") {
            return Ok(());
        }
        let facts = MatchFacts {
            event: Some(&self.plan.event),
            planned: Some(self.games),
            time: Some(wall),
        };
        json::write(file, &self.standings, self.plan.sprt.as_ref(), facts)
    }
}
