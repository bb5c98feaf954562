//! The arguments of `sakdi match`.

use super::super::Failure;
use super::super::counting_rule::AutomaticCountingArgs;
use super::super::output_file::{IfExists, OutputFile, OutputFiles, holds_something};
use super::super::settings_words::{join, joined};
use super::json;
use super::ledger::LedgerRecord;
use super::plan::{MatchFiles, Plan};
use clap::{Arg, ArgAction, ArgMatches, ValueEnum};
use makruk::notation::terminal_text::shown;
use makruk::rules::Variant;
use sakdi_i18n::{Language, Phrase};
use sakdi_matches::adjudication::{AdjudicationRules, DrawRule, ResignRule};
use sakdi_matches::engine::GameRules;
use sakdi_matches::game::Arbiter;
use sakdi_matches::log::TrafficLog;
use sakdi_matches::openings::{Opening, OpeningsSettings};
use sakdi_matches::schedule::{MatchFormat, MatchLength, Pairing};
use sakdi_matches::settings::EngineSettings;
use sakdi_matches::sprt::Sprt;
use sakdi_matches::thai_format::ThaiFormat;
use sakdi_matches::work_part::WorkPart;
use sakdi_platform::atomic_file::{folder_of, resolve};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    engines: Engines,
    /// Settings of all engines; those of --engine override them
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    each: Vec<String>,
    /// Number of games in all parts, rounded up to pairs [default: determined by --rounds]
    #[arg(long, value_name = "N", conflicts_with = "rounds",
          value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Number of times that each pair of players meets, for two games each, or one with --no-repeat
    /// [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Play each opening twice with colours swapped (default); undoes an earlier --no-repeat
    #[arg(long, overrides_with = "no_repeat")]
    repeat: bool,
    /// Play each opening once
    #[arg(long)]
    no_repeat: bool,
    /// Openings in EPD, FEN lines or PGN: FILE [order=random|sequential] [plies=N] [start=N]
    #[arg(long, value_name = "FILE", num_args = 1..)]
    openings: Vec<String>,
    /// Seed of the random order of openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of games played at the same time [default: logical processors divided by the largest
    /// Threads, halved if an engine ponders]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// makruk or makpong
    #[arg(long, default_value_t)]
    variant: Variant,
    #[command(flatten)]
    counting: AutomaticCountingArgs,
    /// Adjudicate losses: movecount=N score=CP [twosided=true], in UCI centipawns
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    resign: Vec<String>,
    /// Adjudicate draws: movenumber=N movecount=N score=CP [pawnless=true], in UCI centipawns
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    draw: Vec<String>,
    /// Full moves after which a game is drawn; while bia are on the board, no rule ends a game without
    /// progress
    #[arg(long, value_name = "N", default_value_t = Arbiter::MAX_MOVES,
          value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: u32,
    /// How long an engine without a time limit may search for a move
    #[arg(long, value_name = "SECONDS", default_value_t = 300,
          value_parser = clap::value_parser!(u32).range(1..))]
    stall: u32,
    /// Which players play each other
    #[arg(long, value_enum, default_value_t)]
    tournament: PairingName,
    /// Play the matches of Thai tournaments, first-round or final; a tie is decided by Makpong
    #[arg(long, value_enum, conflicts_with_all = ["games", "no_repeat", "sprt", "variant"])]
    format: Option<FormatName>,
    /// Stop as soon as a test decides: elo0=A elo1=B [alpha=0.05] [beta=0.05] [model=logistic], or
    /// model=normalized. With --part the games of this part decide, and only this part stops
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    sprt: Vec<String>,
    /// Play one of N parts of the match: every N-th pair of games, single game or Thai match. Parts know
    /// nothing of each other: see --sprt and --merge
    #[arg(long, value_name = "I/N", alias = "shard")]
    part: Option<WorkPart>,
    /// Write the games to a PGN file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write the results as JSON at the end; for - to standard output, which then gets nothing else
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// The Event tag of the games [default: Sakdi match, in the language of the match]
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// Language of the output and of the comments in the file: en or th. Elo statistics and the last
    /// line are the same in both
    #[arg(long, default_value_t)]
    pub(super) language: Language,
    /// Continue the match in the PGN file
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// Append the result of the finished match of two engines to a ledger of tested changes
    #[arg(long, value_name = "FILE", requires = "change", conflicts_with_all = ["part", "format"])]
    ledger: Option<PathBuf>,
    /// What the first engine has changed, for the ledger
    #[arg(long, value_name = "TEXT", requires = "ledger")]
    change: Option<String>,
    /// Write the communication with the engines to a file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Play no games; add up the PGN files of the parts of a match
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["engine", "resume", "pgn", "each", "log", "part", "concurrency", "games", "rounds", "repeat", "no_repeat", "tournament", "format", "stall", "event"])]
    pub(super) merge: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum PairingName {
    #[default]
    RoundRobin,
    Gauntlet,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatName {
    FirstRound,
    Final,
}

/// All `--engine` arguments. The settings of an engine are one argument in quotation marks, or one
/// argument each.
#[derive(Debug, Default)]
struct Engines(Vec<String>);

impl clap::Args for Engines {
    fn augment_args(command: clap::Command) -> clap::Command {
        let engine = Arg::new("engine")
            .long("engine")
            .value_name("KEY=VALUE")
            .num_args(1..)
            .action(ArgAction::Append)
            .required_unless_present("merge")
            .help(
                "An engine: cmd=PROGRAM (or cmd=self) and any of name, arg, dir, stderr, option.X, \
                 tc, st, nodes, depth, timemargin, ponder, proto, as in cutechess-cli",
            );
        command.arg(engine)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let engines = matches.get_occurrences::<String>("engine").into_iter().flatten();
        Ok(Self(engines.map(|words| join(words.map(String::as_str))).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args {
    /// The test that stops the match.
    pub(super) fn sprt(&self) -> Result<Option<Sprt>, Failure> {
        let sprt = (!self.sprt.is_empty()).then(|| Sprt::parse(&joined(&self.sprt)));
        sprt.transpose().map_err(|error| Failure::bad_input(format!("--sprt: {error}")))
    }

    /// Reserves the files that `--merge` writes; returns that of `--json`.
    pub(super) fn reserve_outputs_of_merge(&self) -> Result<Option<OutputFile>, Failure> {
        let mut outputs = OutputFiles::new(&self.merge, self.language);
        outputs.reserve_if_given(self.ledger.as_ref(), IfExists::Shared)?;
        outputs.reserve_for_data(self.json.as_ref(), IfExists::Refused)
    }

    /// Reserves the files that a match writes besides its ledger, which must be another one, too.
    fn reserve_outputs(
        &self,
        players: &[EngineSettings],
        openings: Option<&PathBuf>,
    ) -> Result<MatchFiles, Failure> {
        let programs: Vec<PathBuf> =
            players.iter().map(|player| (&player.command).into()).collect();
        let mut outputs = OutputFiles::new(programs.iter().chain(openings), self.language);
        // Games and lines are added to them, unless the match has another reason to refuse.
        let pgn = outputs.reserve_if_given(self.pgn.as_ref(), IfExists::Appended)?;
        outputs.reserve_if_given(self.ledger.as_ref(), IfExists::Shared)?;
        let existing = IfExists::unless(self.resume);
        // A run that ended before its first game has left a log already.
        let log_existing = match existing {
            IfExists::Continued if !self.log.as_deref().is_some_and(TrafficLog::is_log) => {
                IfExists::Refused
            }
            existing => existing,
        };
        let log = outputs.reserve_if_given(self.log.as_ref(), log_existing)?;
        let json_existing = match existing {
            IfExists::Continued if self.pgn.as_deref().is_some_and(holds_something) => {
                IfExists::Remade(json::MARK)
            }
            // With nothing to continue, it is a file of something else.
            IfExists::Continued => IfExists::Refused,
            existing => existing,
        };
        let json = outputs.reserve_for_data(self.json.as_ref(), json_existing)?;
        let mut errors: Vec<&PathBuf> =
            players.iter().filter_map(|player| player.stderr.as_ref()).collect();
        // Several engines may add to one file.
        errors.sort_by_key(|path| resolve(path));
        errors.dedup_by_key(|path| resolve(path));
        let reserve = |path: &PathBuf| outputs.reserve(path, IfExists::Appended);
        let errors = errors.into_iter().map(reserve).collect::<Result<_, Failure>>()?;
        Ok(MatchFiles { pgn, log, json, _errors: errors })
    }

    /// The match that the arguments describe.
    pub(super) fn plan(self) -> Result<Plan, Failure> {
        let players = self.players()?;
        let sprt = self.sprt()?;
        if sprt.is_some() && players.len() != 2 {
            return Err(Failure::bad_input("--sprt: needs two engines"));
        }
        let arbiter = self.arbiter()?;
        let format = match self.format {
            Some(FormatName::FirstRound) => MatchFormat::Thai(ThaiFormat::FirstRound),
            Some(FormatName::Final) => MatchFormat::Thai(ThaiFormat::Final),
            None if self.no_repeat => MatchFormat::Single,
            None => MatchFormat::Pair,
        };
        let rules = self.rules();
        let (openings, openings_file) = self.load_openings(rules)?;
        let files = self.reserve_outputs(&players, openings_file.as_ref())?;
        if self.has_ledger() && (players.len() != 2 || format != MatchFormat::Pair) {
            return Err(Failure::bad_input("--ledger: needs two engines that play pairs of games"));
        }
        let ledger = self.ledger(arbiter.adjudication_text())?;
        let length = match (self.games, self.rounds) {
            (Some(games), _) => MatchLength::Games(games),
            (None, rounds) => MatchLength::Rounds(rounds.unwrap_or(1)),
        };
        let concurrency = self.concurrency.map_or_else(|| games_at_once(&players), usize::from);
        Ok(Plan {
            players,
            format,
            variant: self.variant,
            pairing: match self.tournament {
                PairingName::RoundRobin => Pairing::RoundRobin,
                PairingName::Gauntlet => Pairing::Gauntlet,
            },
            length,
            part: self.part.unwrap_or(WorkPart::ALL),
            arbiter,
            openings,
            openings_file,
            ledger,
            sprt,
            concurrency,
            files,
            event: self.event.unwrap_or_else(|| self.language.say(Phrase::MatchEvent, &[&"Sakdi"])),
            language: self.language,
            resume: self.resume,
        })
    }

    /// The ledger that records the match, if `--ledger` names one. `adjudication` is what ended games early,
    /// as [`Arbiter::adjudication_text`] writes it.
    pub(super) fn ledger(&self, adjudication: String) -> Result<Option<LedgerRecord>, Failure> {
        let Some((path, change)) = self.ledger.as_ref().zip(self.change.as_ref()) else {
            return Ok(None);
        };
        let settings = self.openings_settings()?;
        LedgerRecord::new(path, change, settings.as_ref(), self.seed, adjudication).map(Some)
    }

    /// The settings of the openings; `None` for the start position.
    fn openings_settings(&self) -> Result<Option<OpeningsSettings>, Failure> {
        let words = joined(&self.openings);
        let settings = (!words.is_empty()).then(|| OpeningsSettings::parse(&words));
        settings.transpose().map_err(|error| Failure::bad_input(format!("--openings: {error}")))
    }

    /// The rules of the games.
    pub(super) fn rules(&self) -> GameRules {
        GameRules { variant: self.variant, counting: self.counting.rule() }
    }

    /// Whether the result is recorded in a ledger.
    pub(super) const fn has_ledger(&self) -> bool {
        self.ledger.is_some()
    }

    /// The openings in the order of their use, and the file that they are from; the start position
    /// without one.
    pub(super) fn load_openings(
        &self,
        rules: GameRules,
    ) -> Result<(Vec<Arc<Opening>>, Option<PathBuf>), Failure> {
        let Some(settings) = self.openings_settings()? else {
            return Ok((vec![Arc::new(Opening::none(rules))], None));
        };
        let openings = settings.load(rules, self.seed).map_err(Failure::bad_input)?;
        Ok((openings, Some(settings.file)))
    }

    fn players(&self) -> Result<Vec<EngineSettings>, Failure> {
        let each = EngineSettings::of_each(&joined(&self.each))
            .map_err(|error| Failure::bad_input(format!("--each: {error}")))?;
        let player = |own: &String| {
            let engine = each
                .clone()
                .with(own)
                .map_err(|error| Failure::bad_input(format!("--engine {own}: {error}")))?;
            if engine.limits.is_infinite() {
                let what =
                    "has no limit: give it tc, st, nodes or depth; tc=inf alone is not a limit";
                return Err(Failure::bad_input(format!("--engine {own}: {what}")));
            }
            for (option, argument) in [("UCI_Variant", "--variant"), ("CountingRule", "--counting")]
            {
                if engine.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(option)) {
                    let what = format!("the match sets {option} for all engines, by {argument}");
                    return Err(Failure::bad_input(format!("--engine {own}: {what}")));
                }
            }
            if let Some(folder) = engine.folder.as_ref().filter(|folder| !folder.is_dir()) {
                let what = format!("dir: there is no directory {}", shown(folder));
                return Err(Failure::bad_input(format!("--engine {own}: {what}")));
            }
            let stderr = engine.stderr.as_ref();
            if let Some(path) = stderr.filter(|path| !folder_of(path).is_dir() || path.is_dir()) {
                let what = format!("stderr: there can be no file {}", shown(path));
                return Err(Failure::bad_input(format!("--engine {own}: {what}")));
            }
            Ok(engine)
        };
        let players = self.engines.0.iter().map(player).collect::<Result<Vec<_>, _>>()?;
        if players.len() < 2 {
            return Err(Failure::bad_input("a match needs two engines at least"));
        }
        Ok(players)
    }

    /// How games are refereed.
    pub(super) fn arbiter(&self) -> Result<Arbiter, Failure> {
        let resign = (!self.resign.is_empty()).then(|| ResignRule::parse(&joined(&self.resign)));
        let draw = (!self.draw.is_empty()).then(|| DrawRule::parse(&joined(&self.draw)));
        Ok(Arbiter {
            counting: self.counting.rule(),
            adjudication: AdjudicationRules {
                resign: resign
                    .transpose()
                    .map_err(|error| Failure::bad_input(format!("--resign: {error}")))?,
                draw: draw
                    .transpose()
                    .map_err(|error| Failure::bad_input(format!("--draw: {error}")))?,
                count: None,
            },
            max_moves: self.max_moves,
            stall: Duration::from_secs(self.stall.into()),
        })
    }
}

/// Number of games for which this machine has logical processors.
fn games_at_once(players: &[EngineSettings]) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = players.iter().map(EngineSettings::threads).max().unwrap_or(1);
    // Both sides think at the same time.
    let sides = if players.iter().any(|player| player.ponder) { 2 } else { 1 };
    (processors / threads.saturating_mul(sides)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_may_be_one_argument_or_several() {
        let text = |words: &[&str]| join(words.iter().copied());
        assert_eq!(text(&["cmd=./a ponder"]), "cmd=./a ponder");
        assert_eq!(text(&["cmd=./a name='A b'"]), "cmd=./a name='A b'");
        assert_eq!(text(&["cmd=./a", "name=A b"]), "cmd=./a \"name=A b\"");
        assert_eq!(text(&["option.Move Overhead=0"]), "\"option.Move Overhead=0\"");
        assert_eq!(text(&["cmd=./a name=A", "ponder"]), "cmd=./a name=A ponder");
        assert_eq!(text(&["book.epd order=random"]), "book.epd order=random");
        assert_eq!(text(&["my book.epd", "order=random"]), "\"my book.epd\" order=random");
    }

    #[test]
    fn each_engine_option_is_one_engine() {
        #[derive(clap::Parser)]
        struct Cli {
            #[command(flatten)]
            args: Args,
        }
        let words = "match --engine cmd=self name=A --each nodes=5 --engine cmd=self";
        let cli = <Cli as clap::Parser>::try_parse_from(words.split(' ')).unwrap();
        assert_eq!(cli.args.engines.0, ["cmd=self name=A", "cmd=self"]);
        let players = cli.args.players().unwrap();
        assert_eq!((players.len(), players[1].limits.nodes), (2, Some(5)));
    }
}
