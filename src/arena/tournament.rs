//! A whole match: games in parallel, engines started, reused and replaced.

use super::ending::{Cause, Ending};
use super::engine::{Engine, Failure, Rules};
use super::game::{self, Arbiter, GameRecord, Side, Stopped};
use super::log::TrafficLog;
use super::openings::OpeningFault;
use super::schedule::{Encounter, GamePlan, Schedule};
use super::settings::EngineSettings;
use crate::types::Color;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

/// Everything that a match needs.
#[derive(Clone, Copy, Debug)]
pub struct Tournament<'a> {
    pub players: &'a [EngineSettings],
    pub schedule: &'a Schedule,
    pub arbiter: &'a Arbiter,
    /// Games at a time.
    pub concurrency: usize,
    pub log: Option<&'a TrafficLog>,
    /// Ends the match when set, from outside as well.
    pub stop: &'a AtomicBool,
}

/// Results of games played before, by encounter: the half-points of its first player.
pub type Played = HashMap<u32, Vec<u8>>;

impl<'a> Tournament<'a> {
    /// Plays what is left of the schedule and hands each game to `finished` as it ends; a break
    /// ends the match, and games in progress count for nothing.
    ///
    /// # Errors
    /// An opening may be impossible under the rules of a game.
    pub fn run(
        &self,
        played: &Played,
        mut finished: impl FnMut(GameRecord) -> ControlFlow<()>,
    ) -> Result<(), OpeningFault> {
        let queue = &Mutex::new(self.schedule.encounters());
        let (sender, records) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency {
                let sender = sender.clone();
                scope.spawn(move || {
                    let mut worker = Worker::new(*self);
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
            // The workers send until they are done or told to stop.
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

type Report = Result<GameRecord, OpeningFault>;

/// Plays one game at a time, with engines of its own.
struct Worker<'a> {
    tournament: Tournament<'a>,
    // [player]
    engines: Vec<Option<Engine<'a>>>,
}

impl<'a> Worker<'a> {
    fn new(tournament: Tournament<'a>) -> Self {
        Self { tournament, engines: tournament.players.iter().map(|_| None).collect() }
    }

    /// Plays what is left of an encounter.
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
        let rules = Rules { variant: plan.variant, counting: arbiter.counting };
        let game = match plan.opening.game(rules) {
            Ok(game) => game,
            Err(fault) => return Ok(Err(fault)),
        };
        // Engines that do not play need no memory.
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
            unreachable!("both engines have been started, and nobody plays itself");
        };
        let sides =
            [Side::new(&players[plan.white], white), Side::new(&players[plan.black], black)];
        let record = game::play(arbiter, plan, game, sides)?;
        for engine in &mut self.engines {
            engine.take_if(|engine| engine.is_broken());
        }
        Ok(Ok(record))
    }

    /// Starts a player's engine unless it runs. If that fails its game is lost.
    fn start(
        &mut self,
        color: Color,
        player: usize,
        rules: Rules,
    ) -> Result<Result<(), Ending>, Stopped> {
        if self.engines[player].is_some() {
            return Ok(Ok(()));
        }
        let Tournament { players, stop, log, .. } = self.tournament;
        match Engine::start(&players[player], rules, stop, log) {
            Ok(engine) => {
                self.engines[player] = Some(engine);
                Ok(Ok(()))
            }
            Err(Failure::Stopped) => Err(Stopped),
            Err(Failure::Fault(_, detail)) => Ok(Err(Ending::loss(color, Cause::NoStart, detail))),
        }
    }
}
