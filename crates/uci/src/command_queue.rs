//! The order of commands: those that need the engine end a search, and wait for a perft or bench
//! without keeping the loop from reading what comes after them.

use super::command::{self, Command};
use super::jobs::RunningJob;
use super::session::Session;
use sakdi_platform::Instant;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

impl Session {
    /// Executes a line, or puts it off until the end of a running perft or bench if it needs that.
    /// Returns at once, or after the answer of a search that the line ends: [`ControlFlow::Break`]
    /// when the client has quit.
    pub fn handle(&mut self, line: &str) -> ControlFlow<()> {
        let command = command::parse(line);
        match (&command, self.measurement()) {
            (Ok(Some(Command::Quit)), _) => return ControlFlow::Break(()),
            // Ends all that was sent before it: this job now, and what waits when it is its turn.
            (Ok(Some(Command::Stop)), Some(running)) => running.signals().stop(),
            _ => {}
        }
        self.waiting.push_back(command);
        self.go_on();
        ControlFlow::Continue(())
    }

    /// Executes the commands that wait, in order, up to one for which a perft or bench has to end.
    pub(super) fn go_on(&mut self) {
        // The longest time that commands wait for a perft.
        const PATIENCE: Duration = Duration::from_secs(60);
        if self.measurement().is_some_and(|running| running.signals().ends_within(Duration::ZERO)) {
            self.running = None;
        }
        while let Some(command) = self.waiting.pop_front() {
            let needs_idle_engine =
                matches!(&command, Ok(Some(command)) if command.needs_idle_engine());
            if let Some(running) = self.measurement().filter(|_| needs_idle_engine) {
                running.signals().stop_after(PATIENCE);
                self.waiting.push_front(command);
                return;
            }
            self.execute(command);
        }
    }

    /// The running perft or bench.
    fn measurement(&self) -> Option<&RunningJob> {
        self.running.as_ref().filter(|running| running.is_measurement())
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
            let signals = own.measurement().map(|running| Arc::clone(running.signals()));
            let Some(signals) = signals else { break };
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
