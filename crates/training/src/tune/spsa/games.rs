//! Plays the games of an iteration: this program against itself, with the two sets of values.

use super::run::{Parameter, Trial};
use makruk::rules::Variant;
use makruk::types::Color;
use sakdi_matches::clock::EngineLimits;
use sakdi_matches::engine::GameRules;
use sakdi_matches::game::{Arbiter, GameRecord};
use sakdi_matches::openings::Opening;
use sakdi_matches::schedule::{MatchFormat, MatchLength, MatchSchedule, Pairing};
use sakdi_matches::settings::{EngineSettings, SELF};
use sakdi_matches::tournament::{PlayedGames, Tournament, TournamentError};
use sakdi_matches::work_part::WorkPart;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How the games are played.
#[derive(Clone, Debug)]
pub struct Games {
    /// Used in this order, repeatedly.
    pub openings: Vec<Arc<Opening>>,
    /// Limits on the search of each move.
    pub limits: EngineLimits,
    /// Transposition table of each engine, in MiB.
    pub hash_mib: u32,
    /// Number of pairs of games in an iteration. The games of a pair share an opening, with colours
    /// swapped.
    pub pairs: u32,
    /// Ends games.
    pub arbiter: Arbiter,
    /// Number of games played at once. It does not change the results.
    pub concurrency: usize,
}

/// Results of games, from the side of `Trial::plus`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameCounts {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games that a fault of an engine ended. They are ignored, since they say nothing about the values.
    pub faults: u64,
}

impl GameCounts {
    /// Number of games, including those with faults.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses + self.faults
    }

    /// Games won minus games lost.
    pub fn result(&self) -> f64 {
        self.wins as f64 - self.losses as f64
    }

    /// Adds the games of `other`.
    pub const fn add(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.faults += other.faults;
    }

    fn count(&mut self, record: &GameRecord) {
        let plus = if record.plan.white == PLUS { Color::White } else { Color::Black };
        *match record.ending.winner {
            _ if record.ending.cause.is_fault() => &mut self.faults,
            None => &mut self.draws,
            Some(winner) if winner == plus => &mut self.wins,
            Some(_) => &mut self.losses,
        } += 1;
    }
}

/// Why games could not be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GamesError {
    /// The games could not be played.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// All games of an iteration ended with a fault.
    #[error("every game of the iteration ended by a fault, the last one so: {last}")]
    Faults {
        /// The last fault, as a sentence.
        last: String,
    },
}

/// Number of the player with `Trial::plus`; the other one has [`Trial::minus`].
const PLUS: usize = 0;

impl Games {
    /// Plays an iteration, after `done` of them. Returns `None` when `stop` was set. `on_game` is called
    /// after each game.
    ///
    /// # Errors
    /// An opening is not possible, or all games ended with a fault.
    pub fn play(
        &self,
        done: u32,
        parameters: &[Parameter],
        trial: &Trial,
        stop: &AtomicBool,
        mut on_game: impl FnMut(&GameRecord),
    ) -> Result<Option<GameCounts>, GamesError> {
        let (schedule, games) = (self.schedule(done), 2 * u64::from(self.pairs));
        let players = [
            self.player("plus", parameters, &trial.plus),
            self.player("minus", parameters, &trial.minus),
        ];
        let tournament = Tournament {
            players: &players,
            schedule: &schedule,
            arbiter: &self.arbiter,
            concurrency: self.concurrency,
            log: None,
            stop,
        };
        let (mut counts, mut last_fault) = (GameCounts::default(), None);
        tournament.run(&PlayedGames::new(), |record| {
            counts.count(&record);
            if record.ending.cause.is_fault() {
                last_fault = Some(record.ending.to_string());
            }
            on_game(&record);
            ControlFlow::Continue(())
        })?;
        match last_fault {
            Some(last) if counts.faults == games => Err(GamesError::Faults { last }),
            _ => Ok((counts.games() == games).then_some(counts)),
        }
    }

    /// Each game is scheduled by itself, so that no core waits for the second game of a pair. Single
    /// games alternate colours, and each opening is used twice in succession.
    fn schedule(&self, done: u32) -> MatchSchedule {
        let first = u64::from(done) * u64::from(self.pairs);
        let pairs = (first..first + u64::from(self.pairs)).filter_map(|pair| {
            self.openings.get((pair % self.openings.len().max(1) as u64) as usize)
        });
        let openings: Vec<_> = pairs.flat_map(|opening| [opening, opening]).cloned().collect();
        let length = MatchLength::Games(2 * self.pairs);
        let (format, variant) = (MatchFormat::Single, Self::RULES.variant);
        MatchSchedule::new(format, variant, Pairing::RoundRobin, 2, length, WorkPart::ALL, openings)
    }

    fn player(&self, name: &str, parameters: &[Parameter], values: &[i32]) -> EngineSettings {
        let option = |name: &str, value: String| (name.to_owned(), value);
        // Setting a constant clears the transposition table. This is fast, because the table is
        // small.
        let mut options = vec![option("Hash", "1".into())];
        let values = parameters.iter().zip(values);
        options.extend(values.map(|(p, value)| option(p.tunable.name, value.to_string())));
        options.push(option("Hash", self.hash_mib.to_string()));
        EngineSettings {
            command: SELF.into(),
            name: name.into(),
            options,
            limits: self.limits.clone(),
            ..EngineSettings::default()
        }
    }

    /// The rules that constants are tuned for.
    pub const RULES: GameRules =
        GameRules { variant: Variant::Makruk, counting: makruk::rules::CountingRule::MAKRUK };
}
