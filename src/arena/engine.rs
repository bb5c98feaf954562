//! A UCI engine at the other end of two pipes.

use super::answer::{Answer, after_word, parse_answer, parse_info};
use super::ending::{Cause, Detail};
use super::log::TrafficLog;
use super::process::{Line, NoLine, Process};
use super::settings::{EngineSettings, player_name};
use crate::rules::{CountingRule, Variant};
use crate::words::Language;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How long an engine may take to answer `uci`. Whoever does not speak UCI stays silent for ever.
const UCIOK: Duration = Duration::from_secs(10);
/// How long an engine may take to answer `isready`: time to load tables and nets.
const READYOK: Duration = Duration::from_secs(60);
/// What an engine may write in answer to one command.
const FLOOD: usize = 16 * 1024 * 1024;

/// Why an engine gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The engine's own fault.
    Fault(Cause, Option<Detail>),
    /// The match is to stop.
    Stopped,
}

/// What the game to be played is, for engines that play several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    pub variant: Variant,
    pub counting: CountingRule,
}

/// A running engine.
#[derive(Debug)]
pub struct Engine<'a> {
    process: Process,
    name: String,
    // Options that the engine offers, by name in small letters: the whole line.
    offers: HashMap<String, String>,
    rules: Option<Rules>,
    // Of no more use.
    broken: bool,
    stop: &'a AtomicBool,
    log: Option<&'a TrafficLog>,
}

impl<'a> Engine<'a> {
    /// Starts an engine and makes it ready for games under `rules`.
    pub fn start(
        settings: &EngineSettings,
        rules: Rules,
        stop: &'a AtomicBool,
        log: Option<&'a TrafficLog>,
    ) -> Result<Self, Failure> {
        let no_start = |detail| Failure::Fault(Cause::NoStart, Some(detail));
        let process = Process::start(settings)
            .map_err(|error| no_start(Detail::System(Language::English.io_error(&error))))?;
        let name = settings.name.clone();
        let mut engine =
            Self { process, name, offers: HashMap::new(), rules: None, broken: false, stop, log };
        engine.prepare(settings, rules).map_err(|failure| match failure {
            Failure::Stopped => Failure::Stopped,
            Failure::Fault(cause, detail) => no_start(Detail::Early(cause, detail.map(Box::new))),
        })?;
        Ok(engine)
    }

    fn prepare(&mut self, settings: &EngineSettings, rules: Rules) -> Result<(), Failure> {
        self.send("uci")?;
        self.read_until("uciok", UCIOK, |engine, line| engine.hear(line))?;
        self.set_rules(rules)?;
        for (name, value) in &settings.options {
            // A button has no value.
            let button = self.offer(name).is_some_and(|line| line.contains(" type button"));
            self.send(&if button {
                format!("setoption name {name}")
            } else {
                format!("setoption name {name} value {value}")
            })?;
        }
        if settings.ponder && self.offer("Ponder").is_some() {
            self.send("setoption name Ponder value true")?;
        }
        self.sync()
    }

    /// Takes notice of what the engine says of itself.
    fn hear(&mut self, line: &str) {
        if let Some(name) = line.strip_prefix("id name ") {
            if self.name.is_empty() {
                self.name = player_name(name);
            }
        } else if let Some(option) = line.strip_prefix("option name ") {
            let name = option.split(" type ").next().unwrap_or(option).trim();
            self.offers.insert(name.to_ascii_lowercase(), line.into());
        }
    }

    fn offer(&self, option: &str) -> Option<&str> {
        self.offers.get(&option.to_ascii_lowercase()).map(String::as_str)
    }

    /// The name given by the user or, without, by the engine.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the engine has failed in a way that leaves its process of no more use.
    pub const fn is_broken(&self) -> bool {
        self.broken
    }

    /// Whether the engine says that it plays a variant; true when it does not say.
    pub fn plays(&self, variant: Variant) -> bool {
        self.offer("UCI_Variant").is_none_or(|line| {
            line.split_whitespace().any(|word| word.eq_ignore_ascii_case(variant.name()))
        })
    }

    /// Options among `wanted` that the engine does not offer.
    pub fn unknown_options<'b>(&self, wanted: &'b [(String, String)]) -> Vec<&'b str> {
        let names = wanted.iter().map(|(name, _)| name.as_str());
        names.filter(|name| self.offer(name).is_none()).collect()
    }

    fn set_rules(&mut self, rules: Rules) -> Result<(), Failure> {
        if self.rules.map(|rules| rules.variant) != Some(rules.variant) {
            self.send(&format!("setoption name UCI_Variant value {}", rules.variant))?;
        }
        let counting = self.rules.map(|rules| rules.counting);
        if counting != Some(rules.counting) && self.offer("CountingRule").is_some() {
            self.send(&format!("setoption name CountingRule value {}", rules.counting))?;
        }
        self.rules = Some(rules);
        Ok(())
    }

    /// Makes ready for the next game.
    pub fn new_game(&mut self, rules: Rules) -> Result<(), Failure> {
        self.set_rules(rules)?;
        self.send("ucinewgame")?;
        self.sync()
    }

    fn sync(&mut self) -> Result<(), Failure> {
        self.send("isready")?;
        self.read_until("readyok", READYOK, |_, _| {})
    }

    /// Asks for a move. `lost_after` is when the engine has lost on time, `silence` how long it is
    /// waited for after that, or without a clock, before it counts as stalled.
    pub fn think(
        &mut self,
        position: &str,
        go: &str,
        lost_after: Option<Duration>,
        silence: Duration,
    ) -> Result<Answer, Failure> {
        self.forget_waiting()?;
        self.send(position)?;
        let began = Instant::now();
        self.send(go)?;
        self.await_move(began, lost_after, silence)
    }

    /// Lets the engine think on the opponent's time.
    pub fn ponder(&mut self, position: &str, go: &str) -> Result<(), Failure> {
        self.forget_waiting()?;
        self.send(position)?;
        self.send(go)
    }

    /// The move pondered on was made: the engine's own time runs from here.
    pub fn ponder_hit(
        &mut self,
        lost_after: Option<Duration>,
        silence: Duration,
    ) -> Result<Answer, Failure> {
        let began = Instant::now();
        self.send("ponderhit")?;
        self.await_move(began, lost_after, silence)
    }

    /// Another move was made, or the game is over: what the engine found is of no use.
    pub fn ponder_miss(&mut self, silence: Duration) -> Result<(), Failure> {
        let began = Instant::now();
        self.send("stop")?;
        self.await_move(began, None, silence).map(|_| ())
    }

    fn await_move(
        &mut self,
        began: Instant,
        lost_after: Option<Duration>,
        silence: Duration,
    ) -> Result<Answer, Failure> {
        let mut heard = 0;
        let mut last_info = None;
        let mut overdue = false;
        loop {
            let wait = match lost_after {
                Some(time) if overdue => time + silence,
                Some(time) => time,
                None => silence,
            };
            let line = match self.process.line(Some(began + wait), self.stop) {
                Ok(line) => line,
                Err(NoLine::Timeout) if lost_after.is_some() && !overdue => {
                    // The game is lost, but the engine may still be in order.
                    overdue = true;
                    self.send("stop")?;
                    continue;
                }
                Err(reason) => return Err(self.no_line(reason)),
            };
            self.note('>', &line.text);
            self.check_flood(&mut heard, &line)?;
            if let Some(answer) = after_word(&line.text, "bestmove") {
                let time = line.at.saturating_duration_since(began);
                if lost_after.is_some_and(|limit| time > limit) {
                    let detail = Detail::Seconds(format!("{:.3}", time.as_secs_f64()));
                    return Err(Failure::Fault(Cause::TimeForfeit, Some(detail)));
                }
                return Ok(parse_answer(answer, time, last_info.unwrap_or_default()));
            }
            last_info = parse_info(&line.text).or(last_info);
        }
    }

    fn read_until(
        &mut self,
        word: &'static str,
        within: Duration,
        mut hear: impl FnMut(&mut Self, &str),
    ) -> Result<(), Failure> {
        let deadline = Instant::now() + within;
        let mut heard = 0;
        loop {
            let line = match self.process.line(Some(deadline), self.stop) {
                Ok(line) => line,
                Err(NoLine::Timeout) => {
                    let missing = Detail::Missing { word, seconds: within.as_secs() };
                    return Err(self.break_down(Cause::Stall, Some(missing)));
                }
                Err(reason) => return Err(self.no_line(reason)),
            };
            self.note('>', &line.text);
            self.check_flood(&mut heard, &line)?;
            if line.text == word {
                return Ok(());
            }
            hear(self, &line.text);
        }
    }

    /// What an engine says unasked is not an answer to the next question.
    fn forget_waiting(&mut self) -> Result<(), Failure> {
        let mut heard = 0;
        while let Some(line) = self.process.waiting_line() {
            self.note('>', &line.text);
            self.check_flood(&mut heard, &line)?;
        }
        Ok(())
    }

    fn check_flood(&mut self, heard: &mut usize, line: &Line) -> Result<(), Failure> {
        *heard += line.text.len() + 1;
        if *heard > FLOOD { Err(self.break_down(Cause::Flood, None)) } else { Ok(()) }
    }

    fn send(&mut self, line: &str) -> Result<(), Failure> {
        self.note('<', line);
        let Err(error) = self.process.send(line) else { return Ok(()) };
        let blocked = error.kind() == std::io::ErrorKind::WouldBlock;
        let exit = if blocked { None } else { self.process.exit_status() };
        Err(match exit {
            Some(status) => self.break_down(Cause::Crash, Some(Detail::Exit(status))),
            None => self.break_down(Cause::Disconnect, Some(Detail::Deaf)),
        })
    }

    fn no_line(&mut self, reason: NoLine) -> Failure {
        match reason {
            NoLine::Stopped => Failure::Stopped,
            NoLine::Timeout => self.break_down(Cause::Stall, None),
            NoLine::Closed => match self.process.exit_status() {
                Some(status) => self.break_down(Cause::Crash, Some(Detail::Exit(status))),
                None => self.break_down(Cause::Disconnect, Some(Detail::Closed)),
            },
        }
    }

    fn break_down(&mut self, cause: Cause, detail: Option<Detail>) -> Failure {
        self.broken = true;
        Failure::Fault(cause, detail)
    }

    fn note(&self, direction: char, line: &str) {
        if let Some(log) = self.log {
            log.write(&self.name, direction, line);
        }
    }
}
