//! Plays a match: games in parallel, with engines that are started, reused and replaced.

use super::ending::{Cause, GameEnding};
use super::engine::{EngineFailure, EngineProcess, GameRules};
use super::game::{self, Arbiter, GameRecord, Player, Stopped};
use super::log::TrafficLog;
use super::openings::OpeningError;
use super::schedule::{Encounter, GamePlan, MatchSchedule};
use super::settings::EngineSettings;
use crate::types::Color;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

/// The settings of a match.
#[derive(Clone, Copy, Debug)]
pub struct Tournament<'a> {
    pub players: &'a [EngineSettings],
    pub schedule: &'a MatchSchedule,
    pub arbiter: &'a Arbiter,
    /// Number of games played at the same time.
    pub concurrency: usize,
    pub log: Option<&'a TrafficLog>,
    /// Stops the match when set.
    pub stop: &'a AtomicBool,
}

/// The results of games of an earlier run, by encounter: half-points of its first player.
pub type PlayedGames = HashMap<u32, Vec<u8>>;

impl<'a> Tournament<'a> {
    /// Plays the rest of the schedule and calls `finished` after each game. If that breaks, the match
    /// ends, and games in progress do not count.
    ///
    /// # Errors
    /// An opening is impossible under the rules of a game.
    pub fn run(
        &self,
        played: &PlayedGames,
        mut finished: impl FnMut(GameRecord) -> ControlFlow<()>,
    ) -> Result<(), OpeningError> {
        let queue = &Mutex::new(self.schedule.encounters());
        let (sender, records) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency {
                let sender = sender.clone();
                scope.spawn(move || {
                    let mut worker = MatchWorker::new(*self);
                    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                    while let Some(encounter) = next() {
                        let results = played.get(&encounter.number).cloned().unwrap_or_default();
                        let send = |record| sender.send(record).map_err(|_| Stopped);
                        if worker.play(&encounter, results, send).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            // Ends when all workers have ended.
            let mut outcome = Ok(());
            for record in records {
                let flow = match record {
                    Ok(record) => finished(record),
                    Err(fault) => {
                        outcome = Err(fault);
                        ControlFlow::Break(())
                    }
                };
                if flow.is_break() {
                    self.stop.store(true, Ordering::Relaxed);
                    break;
                }
            }
            outcome
        })
    }
}

type Report = Result<GameRecord, OpeningError>;

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
        send: impl Fn(Report) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        while let Some(plan) = self.tournament.schedule.next_game(encounter, &results) {
            if self.tournament.stop.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
            let record = match self.game(&plan)? {
                Ok(record) => record,
                Err(fault) => {
                    send(Err(fault))?;
                    return Err(Stopped);
                }
            };
            let first = if plan.white == encounter.first { Color::White } else { Color::Black };
            results.push(match record.ending.winner {
                None => 1,
                Some(winner) => 2 * u8::from(winner == first),
            });
            send(Ok(record))?;
        }
        Ok(())
    }

    fn game(&mut self, plan: &GamePlan) -> Result<Report, Stopped> {
        let Tournament { players, arbiter, .. } = self.tournament;
        let rules = GameRules { variant: plan.variant, counting: arbiter.counting };
        let game = match plan.opening.game(rules) {
            Ok(game) => game,
            Err(fault) => return Ok(Err(fault)),
        };
        // End the engines that do not play, to save memory.
        for (player, engine) in self.engines.iter_mut().enumerate() {
            if player != plan.white && player != plan.black {
                *engine = None;
            }
        }
        for (color, player) in [(Color::White, plan.white), (Color::Black, plan.black)] {
            if let Err(ending) = self.start(color, player, rules)? {
                let (start, moves) = (*game.start(), Vec::new());
                let duration = Duration::ZERO;
                return Ok(Ok(GameRecord { plan: plan.clone(), start, moves, ending, duration }));
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
        Ok(Ok(record))
    }

    /// Starts the engine of a player unless it is running. If it does not start, the game is lost.
    fn start(
        &mut self,
        color: Color,
        player: usize,
        rules: GameRules,
    ) -> Result<Result<(), GameEnding>, Stopped> {
        if self.engines[player].is_some() {
            return Ok(Ok(()));
        }
        let Tournament { players, stop, log, .. } = self.tournament;
        match EngineProcess::start(&players[player], rules, stop, log) {
            Ok(engine) => {
                self.engines[player] = Some(engine);
                Ok(Ok(()))
            }
            Err(EngineFailure::Stopped) => Err(Stopped),
            Err(EngineFailure::Fault(_, detail)) => {
                Ok(Err(GameEnding::loss(color, Cause::NoStart, detail)))
            }
        }
    }
}
