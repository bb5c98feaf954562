//! A UCI engine that runs as a child process.

use super::ending::FaultDetail;
use super::engine_option::{OptionFault, OptionRemark, accepts};
use super::log::TrafficLog;
use super::os;
use super::process::{ChildProcess, OutputLine, QUIT_TIMEOUT, ReadError, STOP_INTERVAL};
use super::program::missing_program;
use super::settings::{EngineSettings, player_name, printable};
use super::uci_output::{BestMove, after_word, parse_best_move, parse_info};
use makruk::notation::pgn::ending::Cause;
use makruk::rules::{CountingRule, Variant};
use sakdi_platform::files::IoReason;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long an engine may take to answer `uci`. A program that is no UCI engine never does.
const UCIOK_TIMEOUT: Duration = Duration::from_secs(10);
/// How long an engine may take to answer `isready`, for example to load tables and nets.
const READYOK_TIMEOUT: Duration = Duration::from_secs(60);
/// How many bytes an engine may write in reply to one command.
const MAX_REPLY: usize = 16 * 1024 * 1024;

/// Why an engine did not reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineFailure {
    /// The engine misbehaved.
    Fault(Cause, Option<FaultDetail>),
    /// The match is being stopped.
    Stopped,
}

/// Why an engine did not start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// The program cannot be run, or does not complete the UCI handshake.
    Fault(FaultDetail),
    /// The system has no more files, processes or memory, which is not the engine's fault.
    System(IoReason),
    /// The match is being stopped.
    Stopped,
}

/// The rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameRules {
    /// The variant.
    pub variant: Variant,
    /// The counting rule.
    pub counting: CountingRule,
}

/// A running engine process.
#[derive(Debug)]
pub struct EngineProcess<'a> {
    process: ChildProcess,
    name: String,
    // The `option` lines of the engine, by name in lower case.
    options: HashMap<String, String>,
    // What the engine said about options of the user when they were set.
    remarks: Vec<OptionRemark>,
    rules: Option<GameRules>,
    // The process cannot be used any more.
    broken: bool,
    stop: &'a AtomicBool,
    // With the number of this process.
    log: Option<(&'a TrafficLog, u32)>,
}

impl<'a> EngineProcess<'a> {
    /// Starts an engine and sets its options.
    ///
    /// # Errors
    /// The engine does not start, or the match is being stopped.
    pub fn start(
        settings: &EngineSettings,
        rules: GameRules,
        stop: &'a AtomicBool,
        log: Option<&'a TrafficLog>,
    ) -> Result<Self, StartError> {
        let process = ChildProcess::start(settings).map_err(|error| {
            let reason = IoReason::from(&error);
            let missing = || (reason == IoReason::Missing).then(|| missing_program(settings))?;
            if os::is_resource_shortage(&error) {
                StartError::System(reason)
            } else if let Some(missing) = missing() {
                StartError::Fault(FaultDetail::Missing(missing))
            } else {
                StartError::Fault(FaultDetail::NotStarted(reason))
            }
        })?;
        let mut engine = Self {
            process,
            name: settings.name.clone(),
            options: HashMap::new(),
            remarks: Vec::new(),
            rules: None,
            broken: false,
            stop,
            log: log.map(|log| (log, log.next_process())),
        };
        engine.handshake(settings, rules).map_err(|failure| match failure {
            EngineFailure::Stopped => StartError::Stopped,
            EngineFailure::Fault(cause, detail) => {
                StartError::Fault(FaultDetail::BeforeReady(cause, detail.map(Box::new)))
            }
        })?;
        Ok(engine)
    }

    fn handshake(
        &mut self,
        settings: &EngineSettings,
        rules: GameRules,
    ) -> Result<(), EngineFailure> {
        self.send("uci")?;
        self.read_until("uciok", UCIOK_TIMEOUT, |engine, line| engine.read_handshake_line(line))?;
        self.set_rules(rules)?;
        for (name, value) in &settings.options {
            // A button has no value.
            let button = self.option(name).is_some_and(|line| line.contains(" type button"));
            self.send(&if button {
                format!("setoption name {name}")
            } else {
                format!("setoption name {name} value {value}")
            })?;
        }
        if settings.ponder && self.option("Ponder").is_some() {
            self.send("setoption name Ponder value true")?;
        }
        self.send("isready")?;
        self.read_until("readyok", READYOK_TIMEOUT, |engine, line| {
            engine.read_remark(line, &settings.options);
        })
    }

    /// Stores what the engine says about one of these options.
    fn read_remark(&mut self, line: &str, options: &[(String, String)]) {
        let Some(text) = line.strip_prefix("info string ") else { return };
        // `EvalFile x.net: …`, `option Hash: …`
        let about = text.strip_prefix("option ").unwrap_or(text);
        let is_about = |name: &str| {
            let first = about.get(..name.len());
            first.is_some_and(|first| first.eq_ignore_ascii_case(name))
                && about[name.len()..].starts_with([' ', ':'])
        };
        if let Some((name, _)) = options.iter().find(|(name, _)| is_about(name)) {
            self.remarks.push(OptionRemark { name: name.clone(), text: printable(text) });
        }
    }

    /// What the engine said about options of the user when they were set. Sakdi begins with the name of an
    /// option only if it cannot use the value.
    pub fn remarks(&self) -> &[OptionRemark] {
        &self.remarks
    }

    /// Stores the name and the options that the engine reports.
    fn read_handshake_line(&mut self, line: &str) {
        if let Some(name) = line.strip_prefix("id name ") {
            if self.name.is_empty() {
                self.name = player_name(name);
            }
        } else if let Some(option) = line.strip_prefix("option name ") {
            let name = option.split(" type ").next().unwrap_or(option).trim();
            // Warnings show it.
            self.options.insert(name.to_ascii_lowercase(), printable(line));
        }
    }

    /// The `option` line of that name.
    fn option(&self, name: &str) -> Option<&str> {
        self.options.get(&name.to_ascii_lowercase()).map(String::as_str)
    }

    /// The name that the user gave, else the one that the engine reports.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the process has failed and must be replaced.
    pub const fn is_broken(&self) -> bool {
        self.broken
    }

    /// Whether the engine plays a variant. True if it does not list its variants.
    pub fn plays(&self, variant: Variant) -> bool {
        self.option("UCI_Variant").is_none_or(|line| {
            line.split_whitespace().any(|word| word.eq_ignore_ascii_case(variant.name()))
        })
    }

    /// What is wrong with the options of the user, by what the engine says of its own.
    pub fn option_faults(&self, wanted: &[(String, String)]) -> Vec<OptionFault> {
        let fault = |(name, value): &(String, String)| match self.option(name) {
            None => Some(OptionFault::Unknown(name.clone())),
            Some(line) => (!accepts(line, value)).then(|| OptionFault::Value {
                name: name.clone(),
                value: value.clone(),
                line: line.to_owned(),
            }),
        };
        wanted.iter().filter_map(fault).collect()
    }

    fn set_rules(&mut self, rules: GameRules) -> Result<(), EngineFailure> {
        if self.rules.map(|rules| rules.variant) != Some(rules.variant) {
            self.send(&format!("setoption name UCI_Variant value {}", rules.variant))?;
        }
        let counting = self.rules.map(|rules| rules.counting);
        if counting != Some(rules.counting) && self.option("CountingRule").is_some() {
            self.send(&format!("setoption name CountingRule value {}", rules.counting))?;
        }
        self.rules = Some(rules);
        Ok(())
    }

    /// Prepares the engine for a new game.
    ///
    /// # Errors
    /// The engine has no such variant or counting rule, does not answer, or has ended.
    pub fn new_game(&mut self, rules: GameRules) -> Result<(), EngineFailure> {
        self.set_rules(rules)?;
        self.send("ucinewgame")?;
        self.sync()
    }

    fn sync(&mut self) -> Result<(), EngineFailure> {
        self.send("isready")?;
        self.read_until("readyok", READYOK_TIMEOUT, |_, _| {})
    }

    /// Has the engine search for a move. The engine loses on time after `time_limit`. It has
    /// stalled if it sends no move within `stall_timeout` after that, or after `go` without a time
    /// limit.
    ///
    /// # Errors
    /// The engine has stalled, has ended, or answers something that is no move.
    pub fn search(
        &mut self,
        position: &str,
        go: &str,
        time_limit: Option<Duration>,
        stall_timeout: Duration,
    ) -> Result<BestMove, EngineFailure> {
        self.discard_pending()?;
        self.send(position)?;
        let began = Instant::now();
        self.send(go)?;
        self.read_best_move(began, time_limit, stall_timeout)
    }

    /// Has the engine ponder on the opponent's time.
    ///
    /// # Errors
    /// The engine has ended.
    pub fn ponder(&mut self, position: &str, go: &str) -> Result<(), EngineFailure> {
        self.discard_pending()?;
        self.send(position)?;
        self.send(go)
    }

    /// Reports that the expected move was played. The engine's own time starts here.
    ///
    /// # Errors
    /// The engine has stalled, has ended, or answers something that is no move.
    pub fn ponder_hit(
        &mut self,
        time_limit: Option<Duration>,
        stall_timeout: Duration,
    ) -> Result<BestMove, EngineFailure> {
        let began = Instant::now();
        self.send("ponderhit")?;
        self.read_best_move(began, time_limit, stall_timeout)
    }

    /// Ends pondering because another move was played or the game is over. Ignores the move found.
    ///
    /// # Errors
    /// The engine does not answer, or has ended.
    pub fn ponder_miss(&mut self, stall_timeout: Duration) -> Result<(), EngineFailure> {
        let began = Instant::now();
        self.send("stop")?;
        self.read_best_move(began, None, stall_timeout).map(|_| ())
    }

    fn read_best_move(
        &mut self,
        began: Instant,
        time_limit: Option<Duration>,
        stall_timeout: Duration,
    ) -> Result<BestMove, EngineFailure> {
        let mut received = 0;
        let mut last_info = None;
        let mut is_overdue = false;
        loop {
            let wait = match time_limit {
                Some(time) if is_overdue => time + stall_timeout,
                Some(time) => time,
                None => stall_timeout,
            };
            let line = match self.process.line(Some(began + wait), self.stop) {
                Ok(line) => line,
                Err(ReadError::Timeout) if time_limit.is_some() && !is_overdue => {
                    // The game is lost, but the engine can still be used.
                    is_overdue = true;
                    self.send("stop")?;
                    continue;
                }
                Err(reason) => return Err(self.read_error(reason)),
            };
            self.log('>', &line.text);
            self.check_reply_length(&mut received, &line)?;
            if let Some(rest) = after_word(&line.text, "bestmove") {
                let time = line.at.saturating_duration_since(began);
                if time_limit.is_some_and(|limit| time > limit) {
                    let detail = FaultDetail::Seconds(format!("{:.3}", time.as_secs_f64()));
                    return Err(EngineFailure::Fault(Cause::TimeForfeit, Some(detail)));
                }
                return Ok(parse_best_move(rest, time, last_info.unwrap_or_default()));
            }
            last_info = parse_info(&line.text).or(last_info);
        }
    }

    fn read_until(
        &mut self,
        word: &'static str,
        timeout: Duration,
        mut on_line: impl FnMut(&mut Self, &str),
    ) -> Result<(), EngineFailure> {
        let deadline = Instant::now() + timeout;
        let mut received = 0;
        loop {
            let line = match self.process.line(Some(deadline), self.stop) {
                Ok(line) => line,
                Err(ReadError::Timeout) => {
                    let missing = FaultDetail::NoReply { word, seconds: timeout.as_secs() };
                    return Err(self.fail(Cause::Stall, Some(missing)));
                }
                Err(reason) => return Err(self.read_error(reason)),
            };
            self.log('>', &line.text);
            self.check_reply_length(&mut received, &line)?;
            if line.text == word {
                return Ok(());
            }
            on_line(self, &line.text);
        }
    }

    /// Discards pending lines, which cannot be the reply to the next command.
    fn discard_pending(&mut self) -> Result<(), EngineFailure> {
        let mut received = 0;
        while let Some(line) = self.process.pending_line() {
            self.log('>', &line.text);
            self.check_reply_length(&mut received, &line)?;
        }
        Ok(())
    }

    fn check_reply_length(
        &mut self,
        received: &mut usize,
        line: &OutputLine,
    ) -> Result<(), EngineFailure> {
        *received += line.text.len() + 1;
        if *received > MAX_REPLY { Err(self.fail(Cause::Flood, None)) } else { Ok(()) }
    }

    fn send(&mut self, line: &str) -> Result<(), EngineFailure> {
        let sent = self.process.send(line);
        // The engine thinks meanwhile: writing the log must not take of its time.
        self.log('<', line);
        let Err(error) = sent else { return Ok(()) };
        // After the pipe was full for a time, the process need not be waited for again.
        let is_blocked = error.kind() == std::io::ErrorKind::WouldBlock;
        let patience = if is_blocked { Duration::ZERO } else { QUIT_TIMEOUT };
        Err(match self.process.exit_status(patience) {
            Some(status) => self.fail(Cause::Crash, Some(FaultDetail::Exit(status))),
            None => self.fail(Cause::Disconnect, Some(FaultDetail::NotReading)),
        })
    }

    fn read_error(&mut self, reason: ReadError) -> EngineFailure {
        match reason {
            ReadError::Stopped => EngineFailure::Stopped,
            ReadError::Timeout => self.fail(Cause::Stall, None),
            ReadError::Closed => match self.process.exit_status(QUIT_TIMEOUT) {
                Some(status) => self.fail(Cause::Crash, Some(FaultDetail::Exit(status))),
                None => self.fail(Cause::Disconnect, Some(FaultDetail::OutputClosed)),
            },
        }
    }

    fn fail(&mut self, cause: Cause, detail: Option<FaultDetail>) -> EngineFailure {
        self.broken = true;
        if matches!(cause, Cause::Crash | Cause::Disconnect) {
            // A signal that stops the match may reach the engine first.
            thread::sleep(STOP_INTERVAL);
        }
        if self.stop.load(Ordering::Relaxed) {
            return EngineFailure::Stopped;
        }
        EngineFailure::Fault(cause, detail)
    }

    fn log(&self, direction: char, line: &str) {
        if let Some((log, process)) = self.log {
            log.write(&self.name, process, direction, line);
        }
    }
}
