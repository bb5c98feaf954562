//! Playing a match from the shell.

use super::super::Failure;
use super::plan::Plan;
use super::resume::{self, Resumed};
use crate::arena::display::{self, Display};
use crate::arena::engine::{self, Engine, Rules};
use crate::arena::game::GameRecord;
use crate::arena::log::TrafficLog;
use crate::arena::openings::Opening;
use crate::arena::record::{self, GameResult, Header};
use crate::arena::schedule::{Format, Schedule};
use crate::arena::settings::EngineSettings;
use crate::arena::standings::Standings;
use crate::arena::tournament::Tournament;
use crate::rules::Variant;
use crate::words::{Language, Phrase};
use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Plays the match and prints what came of it.
pub(super) fn run(mut plan: Plan) -> Result<ExitCode, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    end_in_order(&stop)?;
    let language = plan.language;
    let open = |path| {
        TrafficLog::open(path).map_err(|error| Failure::cannot_write(path, &error, language))
    };
    let log = plan.log.as_deref().map(open).transpose()?;
    introduce(&mut plan, &stop, log.as_ref())?;
    let schedule = plan.schedule();
    warn_of_reuse(&plan, &schedule);
    let names: Vec<String> = plan.players.iter().map(|player| player.name.clone()).collect();
    let resumed = match &plan.pgn {
        Some(path) => resume::open(path, plan.resume, &schedule, &plan.players)?,
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
    let mut records = Records {
        plan: &plan,
        date: today(),
        pgn: resumed.file,
        display: Display::new(schedule.games() as u64, &standings, plan.sprt, plan.language),
        standings,
        thinking: Duration::ZERO,
        error: None,
        log: log.as_ref(),
    };
    let began = Instant::now();
    if !records.is_settled() {
        let played = &resumed.played;
        tournament.run(played, |record| records.add(&record)).map_err(Failure::bad_input)?;
    }
    records.finish(began.elapsed())
}

/// Has Ctrl-C and its like end the match, and a second one the program.
fn end_in_order(stop: &Arc<AtomicBool>) -> Result<(), Failure> {
    let stop = Arc::clone(stop);
    ctrlc::set_handler(move || {
        if stop.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .map_err(|error| Failure::Io(io::Error::other(error)))
}

/// Starts each engine once, to learn its name and whether it is fit for the match.
fn introduce(plan: &mut Plan, stop: &AtomicBool, log: Option<&TrafficLog>) -> Result<(), Failure> {
    let rules = plan.rules();
    let thai = matches!(plan.format, Format::Thai(_));
    let variants = if thai { &[Variant::Makruk, Variant::Makpong][..] } else { &[rules.variant] };
    for player in &mut plan.players {
        let engine = start(player, plan.language, rules, stop, log)?;
        if let Some(variant) = variants.iter().find(|&&variant| !engine.plays(variant)) {
            let command = &player.command;
            return Err(Failure::bad_input(format!("{command} does not play {variant}")));
        }
        for option in engine.unknown_options(&player.options) {
            eprintln!("sakdi: warning: {} offers no option {option}", player.command);
        }
        player.name = engine.name().to_owned();
    }
    tell_apart(&mut plan.players);
    for opening in &plan.openings {
        for &variant in variants {
            opening.game(Rules { variant, ..rules }).map_err(Failure::bad_input)?;
        }
    }
    Ok(())
}

fn start<'a>(
    player: &EngineSettings,
    language: Language,
    rules: Rules,
    stop: &'a AtomicBool,
    log: Option<&'a TrafficLog>,
) -> Result<Engine<'a>, Failure> {
    Engine::start(player, rules, stop, log).map_err(|failure| match failure {
        engine::Failure::Stopped => Failure::Io(io::ErrorKind::Interrupted.into()),
        engine::Failure::Fault(_, detail) => {
            let reason = detail.map_or(String::new(), |detail| detail.say(language));
            let EngineSettings { name, command, .. } = player;
            let engine = match name.as_str() {
                "" => format!("'{command}'"),
                name => format!("{name} ('{command}')"),
            };
            Failure::bad_input(language.say(Phrase::EngineNoStart, &[&engine, &reason]))
        }
    })
}

/// Gives every player a name of its own.
fn tell_apart(players: &mut [EngineSettings]) {
    for index in 0..players.len() {
        if players[index].name.is_empty() {
            players[index].name = players[index].command.clone();
        }
        let wanted = players[index].name.clone();
        let mut number = 2;
        while players[..index].iter().any(|earlier| earlier.name == players[index].name) {
            players[index].name = format!("{wanted} ({number})");
            number += 1;
        }
    }
}

/// Games from the same opening may be the same games.
fn warn_of_reuse(plan: &Plan, schedule: &Schedule) {
    let pairs = match plan.players.len() {
        2 => 1,
        _ => plan.players.len() - 1,
    };
    let (openings, encounters) = (plan.openings.len(), schedule.len());
    if encounters <= openings * pairs {
        return;
    }
    let start = Opening::none(plan.rules());
    match plan.openings.as_slice() {
        [only] if **only == start => {
            eprintln!("sakdi: warning: every game begins from the start position (see --openings)");
        }
        [_] => eprintln!("sakdi: warning: every game begins from the same opening"),
        _ => {
            eprintln!("sakdi: warning: {openings} openings for {encounters} encounters: some recur")
        }
    }
}

fn today() -> String {
    let date = time::OffsetDateTime::now_utc().date();
    format!("{:04}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day())
}

/// Everything that grows as games end.
struct Records<'a> {
    plan: &'a Plan,
    date: String,
    pgn: Option<File>,
    display: Display,
    standings: Standings,
    thinking: Duration,
    error: Option<io::Error>,
    log: Option<&'a TrafficLog>,
}

impl Records<'_> {
    fn add(&mut self, record: &GameRecord) -> ControlFlow<()> {
        let players = &self.plan.players;
        let [white, black] = [record.plan.white, record.plan.black].map(|side| &players[side]);
        if let Some(file) = &mut self.pgn {
            let header = Header {
                event: &self.plan.event,
                format: self.plan.format,
                date: &self.date,
                white: &white.name,
                black: &black.name,
                limits: [&white.limits, &black.limits],
                language: self.plan.language,
            };
            // At once, so that a game stands in the file whole or, at the end, in part.
            if let Err(error) = file.write_all(record::to_pgn(record, &header).as_bytes()) {
                self.error = Some(error);
                return ControlFlow::Break(());
            }
        }
        self.thinking += record.thinking();
        let result = GameResult::new(record, &white.name, &black.name);
        self.standings.add(&result);
        self.display.game(record, self.standings.names(), &self.standings);
        if self.is_settled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether the test has its verdict.
    fn is_settled(&self) -> bool {
        self.plan.sprt.as_ref().is_some_and(|sprt| self.standings.test(sprt).1.is_some())
    }

    fn finish(self, wall: Duration) -> Result<ExitCode, Failure> {
        self.display.finish();
        if let Some(log) = self.log {
            log.flush();
        }
        let available = wall.as_secs_f64() * self.plan.concurrency as f64;
        let thinking = self.thinking.as_secs_f64();
        let rest = 100.0 * (1.0 - thinking / available.max(f64::MIN_POSITIVE));
        let time = self.plan.language.say(
            Phrase::MatchTime,
            &[
                &format!("{:.1}", wall.as_secs_f64()),
                &self.plan.concurrency,
                &format!("{thinking:.1}"),
                &format!("{rest:.2}"),
            ],
        );
        let totals = display::totals(&self.standings, self.plan.sprt.as_ref(), self.plan.language);
        let mut out = io::stdout().lock();
        for line in std::iter::once(time).chain(totals) {
            writeln!(out, "{line}")?;
        }
        match self.error {
            Some(error) => Err(Failure::Io(error)),
            None => Ok(ExitCode::SUCCESS),
        }
    }
}
