//! Plays a match: games in parallel, with engines that are started, reused and replaced.

use super::ending::{FaultDetail, MatchEnding};
use super::engine::{EngineProcess, GameRules, StartError};
use super::game::{self, Arbiter, GameRecord, MatchStopped, Player};
use super::log::TrafficLog;
use super::openings::OpeningError;
use super::os;
use super::schedule::{Encounter, GamePlan, MatchSchedule};
use super::settings::EngineSettings;
use makruk::notation::pgn::ending::Cause;
use makruk::types::Color;
use sakdi_platform::files::IoReason;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

/// The settings of a match.
#[derive(Clone, Copy, Debug)]
pub struct Tournament<'a> {
    /// The engines.
    pub players: &'a [EngineSettings],
    /// Who plays whom, from which opening.
    pub schedule: &'a MatchSchedule,
    /// The rules of the games.
    pub arbiter: &'a Arbiter,
    /// Number of games played at the same time.
    pub concurrency: usize,
    /// Where the traffic with the engines is logged.
    pub log: Option<&'a TrafficLog>,
    /// Stops the match when set.
    pub stop: &'a AtomicBool,
}

/// The results of games of an earlier run, by encounter: half-points of its first player.
pub type PlayedGames = HashMap<u32, Vec<u8>>;

/// Why a match cannot be continued.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TournamentError {
    /// An opening is impossible.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The system has no more files, processes or memory.
    #[error("cannot start an engine: {0}")]
    System(IoReason),
    /// The program of an engine is gone, or cannot be run any more, which is not the engine's fault.
    #[error("engine {name} can no longer be started: {reason}")]
    Program {
        /// The name of the player.
        name: String,
        /// Why it cannot be run.
        reason: FaultDetail,
    },
}

/// Files that a game needs at most: the pipes of two engines, and those of a start in progress.
const FILES_PER_GAME: u64 = 16;

impl<'a> Tournament<'a> {
    /// Plays the rest of the schedule and calls `finished` after each game. If that breaks, the match
    /// ends, and games in progress do not count.
    ///
    /// # Errors
    /// An opening is impossible under the rules of a game, the system lacks resources, or a program cannot
    /// be run any more.
    pub fn run(
        &self,
        played: &PlayedGames,
        mut finished: impl FnMut(GameRecord) -> ControlFlow<()>,
    ) -> Result<(), TournamentError> {
        os::raise_file_limit(FILES_PER_GAME * (self.concurrency as u64 + 4));
        let queue = &Mutex::new(self.schedule.encounters());
        let (sender, records) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.min(self.schedule.len()) {
                let sender = sender.clone();
                let failed = sender.clone();
                let work = move || {
                    let mut worker = MatchWorker::new(*self);
                    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                    while let Some(encounter) = next() {
                        let results = played.get(&encounter.number).cloned().unwrap_or_default();
                        let send = |record| sender.send(Ok(record)).map_err(|_| Abort::Stopped);
                        match worker.play(&encounter, results, send) {
                            Ok(()) => {}
                            Err(Abort::Stopped) => return,
                            Err(Abort::Error(error)) => {
                                // Nobody receives it when the match has ended already.
                                let _ = sender.send(Err(error));
                                return;
                            }
                        }
                    }
                };
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                    let reason = IoReason::from(&error);
                    let _ = failed.send(Err(TournamentError::System(reason)));
                }
            }
            drop(sender);
            // Ends when all workers have ended.
            for record in records {
                let outcome = record.map(&mut finished);
                if !matches!(outcome, Ok(ControlFlow::Continue(()))) {
                    self.stop.store(true, Ordering::Relaxed);
                    return outcome.map(|_| ());
                }
            }
            Ok(())
        })
    }
}

/// Why a worker does not finish a game.
enum Abort {
    /// The match is being stopped.
    Stopped,
    Error(TournamentError),
}

impl From<MatchStopped> for Abort {
    fn from(_: MatchStopped) -> Self {
        Self::Stopped
    }
}

/// Plays one game at a time with its own engine processes.
struct MatchWorker<'a> {
    tournament: Tournament<'a>,
    // [player]
    engines: Vec<Option<EngineProcess<'a>>>,
}

impl<'a> MatchWorker<'a> {
    fn new(tournament: Tournament<'a>) -> Self {
        Self { tournament, engines: tournament.players.iter().map(|_| None).collect() }
    }

    /// Plays the rest of an encounter.
    fn play(
        &mut self,
        encounter: &Encounter,
        mut results: Vec<u8>,
        send: impl Fn(GameRecord) -> Result<(), Abort>,
    ) -> Result<(), Abort> {
        while let Some(plan) = self.tournament.schedule.next_game(encounter, &results) {
            if self.tournament.stop.load(Ordering::Relaxed) {
                return Err(Abort::Stopped);
            }
            let record = self.game(&plan)?;
            let first = if plan.white == encounter.first { Color::White } else { Color::Black };
            results.push(match record.ending.winner {
                None => 1,
                Some(winner) => 2 * u8::from(winner == first),
            });
            send(record)?;
        }
        Ok(())
    }

    fn game(&mut self, plan: &GamePlan) -> Result<GameRecord, Abort> {
        let Tournament { players, arbiter, .. } = self.tournament;
        let rules = GameRules { variant: plan.variant, counting: arbiter.counting };
        let opening_error = |error| Abort::Error(TournamentError::Opening(error));
        let game = plan.opening.game(rules).map_err(opening_error)?;
        // End the engines that do not play, to save memory.
        for (player, engine) in self.engines.iter_mut().enumerate() {
            if player != plan.white && player != plan.black {
                *engine = None;
            }
        }
        for (color, player) in [(Color::White, plan.white), (Color::Black, plan.black)] {
            if let Some(detail) = self.start(player, rules)? {
                let (start, moves) = (*game.start(), Vec::new());
                let ending = MatchEnding::loss(color, Cause::NoStart, Some(detail));
                let duration = Duration::ZERO;
                return Ok(GameRecord { plan: plan.clone(), start, moves, ending, duration });
            }
        }
        let Ok([Some(white), Some(black)]) =
            self.engines.get_disjoint_mut([plan.white, plan.black])
        else {
            unreachable!("both engines were started, and no player plays itself");
        };
        let both =
            [Player::new(&players[plan.white], white), Player::new(&players[plan.black], black)];
        let record = game::play(arbiter, plan, game, both)?;
        for engine in &mut self.engines {
            engine.take_if(|engine| engine.is_broken());
        }
        Ok(record)
    }

    /// Starts the engine of a player unless it is running. Returns the fault if it does not become ready.
    fn start(&mut self, player: usize, rules: GameRules) -> Result<Option<FaultDetail>, Abort> {
        if self.engines[player].is_some() {
            return Ok(None);
        }
        let Tournament { players, stop, log, .. } = self.tournament;
        match EngineProcess::start(&players[player], rules, stop, log) {
            Ok(engine) => {
                self.engines[player] = Some(engine);
                Ok(None)
            }
            Err(StartError::Fault(
                reason @ (FaultDetail::Missing(_) | FaultDetail::NotStarted(_)),
            )) => {
                let name = players[player].name.clone();
                Err(Abort::Error(TournamentError::Program { name, reason }))
            }
            Err(StartError::Fault(detail)) => Ok(Some(detail)),
            Err(StartError::System(reason)) => Err(Abort::Error(TournamentError::System(reason))),
            Err(StartError::Stopped) => Err(Abort::Stopped),
        }
    }
}
