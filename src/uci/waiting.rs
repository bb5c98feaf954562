//! The order of commands: those that need the engine end a search, and wait for a perft or bench
//! without keeping the loop from reading what comes after them.

use super::command::{self, Command};
use super::session::Session;
use crate::platform::Instant;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

impl Session {
    /// Executes a line, or puts it off until the end of a running perft or bench if it needs that.
    /// Returns at once, or after the answer of a search that the line ends: [`ControlFlow::Break`]
    /// when the client has quit.
    pub fn handle(&mut self, line: &str) -> ControlFlow<()> {
        // The longest time that commands wait for a perft.
        const PATIENCE: Duration = Duration::from_secs(60);
        let command = command::parse(line);
        if let Ok(Some(Command::Quit)) = command {
            return ControlFlow::Break(());
        }
        self.go_on();
        let needs_idle_engine =
            matches!(&command, Ok(Some(command)) if command.needs_idle_engine());
        match self.running.as_ref().filter(|running| running.is_measurement()) {
            // What comes after a line that waits has to wait, too, to stay in order.
            Some(running) if needs_idle_engine || !self.waiting.is_empty() => {
                running.signals().stop_after(PATIENCE);
                // `stop` ends all that was sent before it: this job now, and what waits when it is
                // its turn.
                if let Ok(Some(Command::Stop)) = command {
                    running.signals().stop();
                }
                self.waiting.push_back(line.to_owned());
            }
            _ => self.execute(command),
        }
        ControlFlow::Continue(())
    }

    /// After the end of a perft or bench, executes the lines that waited for it, up to the next one
    /// that starts a perft or bench.
    pub(super) fn go_on(&mut self) {
        while let Some(running) = self.running.as_ref().filter(|running| running.is_measurement()) {
            if !running.signals().ends_within(Duration::ZERO) {
                return;
            }
            self.running = None;
            while self.running.as_ref().is_none_or(|running| !running.is_measurement())
                && let Some(line) = self.waiting.pop_front()
            {
                self.execute(command::parse(&line));
            }
        }
    }

    /// Ends a session. A running job may still answer if that takes little time, and the lines that
    /// wait for a perft or bench are executed if it ends soon.
    pub fn end(session: &Mutex<Self>) {
        // Scripts pipe `go perft` in without a command after it and expect the result.
        const PATIENCE: Duration = Duration::from_secs(1);
        let lock = || session.lock().unwrap_or_else(PoisonError::into_inner);
        let deadline = Instant::now() + PATIENCE;
        loop {
            let mut own = lock();
            own.go_on();
            let running = own.running.as_ref().filter(|running| running.is_measurement());
            let Some(signals) = running.map(|running| Arc::clone(running.signals())) else { break };
            drop(own);
            if !signals.ends_within(deadline.saturating_duration_since(Instant::now())) {
                break;
            }
        }
        let mut own = lock();
        own.waiting.clear();
        if let Some(running) = own.running.take() {
            drop(own);
            running.finish_soon();
        }
    }
}
