//! Who plays whom, with which opening and which colours.

use super::openings::Opening;
use super::thai::{self, ThaiFormat};
use crate::rules::Variant;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::Arc;

/// Which players meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pairing {
    /// Each meets each.
    #[default]
    RoundRobin,
    /// The first meets each other.
    Gauntlet,
}

impl Pairing {
    fn pairs(self, players: usize) -> Vec<(usize, usize)> {
        let firsts = match self {
            Self::RoundRobin => players,
            Self::Gauntlet => 1,
        };
        (0..firsts).flat_map(|a| (a + 1..players).map(move |b| (a, b))).collect()
    }
}

/// What two players play each time they meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Two games from one opening, colours swapped.
    Pair(Variant),
    /// One game; colours alternate from round to round.
    Single(Variant),
    /// A match as in Thai tournaments.
    Thai(ThaiFormat),
}

impl Format {
    /// The next game, given the half-points of the first player so far; `None` when the encounter
    /// is over.
    pub fn next_game(self, results: &[u8]) -> Option<Variant> {
        match self {
            Self::Pair(variant) => (results.len() < 2).then_some(variant),
            Self::Single(variant) => results.is_empty().then_some(variant),
            Self::Thai(format) => thai::next_game(format, results),
        }
    }
}

/// One share of a match that is split over machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    index: NonZeroU32,
    of: NonZeroU32,
}

impl Shard {
    /// The whole.
    pub const ALL: Self = Self { index: NonZeroU32::MIN, of: NonZeroU32::MIN };

    /// Whether the round of that number, from 1, is played in this shard.
    const fn has(self, round: u32) -> bool {
        (round - 1) % self.of.get() == self.index.get() - 1
    }
}

/// A text that names no shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected I/N with I from 1 to N")]
pub struct ShardError;

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let (index, of) = text.split_once('/').ok_or(ShardError)?;
        let number = |text: &str| text.parse::<NonZeroU32>().map_err(|_| ShardError);
        let shard = Self { index: number(index)?, of: number(of)? };
        if shard.index <= shard.of { Ok(shard) } else { Err(ShardError) }
    }
}

/// Two players meeting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// From 1, over all shards.
    pub number: u32,
    /// Has White in the first game.
    pub first: usize,
    pub second: usize,
    pub opening: Arc<Opening>,
}

/// Number of a game within a match, as in PGN's Round tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Round {
    /// Number of the encounter, from 1.
    pub encounter: u32,
    /// Number of the game in it, from 1.
    pub game: u32,
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.encounter, self.game)
    }
}

impl Round {
    /// Reads what [`Display`](fmt::Display) writes.
    pub fn parse(text: &str) -> Option<Self> {
        let (encounter, game) = text.split_once('.')?;
        let round = Self { encounter: encounter.parse().ok()?, game: game.parse().ok()? };
        (round.encounter > 0 && round.game > 0).then_some(round)
    }
}

/// One game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePlan {
    pub round: Round,
    pub white: usize,
    pub black: usize,
    pub variant: Variant,
    pub opening: Arc<Opening>,
}

/// Everything to be played.
#[derive(Clone, Debug)]
pub struct Schedule {
    pub format: Format,
    pub encounters: Vec<Encounter>,
}

impl Schedule {
    /// Plans `rounds` rounds in which each pair of players meets once, or the number that
    /// `games` games fill. All encounters of a round have the same opening, the next round the
    /// next one.
    pub fn new(
        format: Format,
        pairing: Pairing,
        players: usize,
        length: Length,
        shard: Shard,
        openings: &[Arc<Opening>],
    ) -> Self {
        let pairs = pairing.pairs(players);
        let per_round = pairs.len() as u32;
        let count = match length {
            Length::Rounds(rounds) => rounds.saturating_mul(per_round),
            Length::Games(games) => match format {
                Format::Pair(_) => games.div_ceil(2),
                Format::Single(_) | Format::Thai(_) => games,
            },
        };
        let numbers = (1..=count).filter(|&number| shard.has(number));
        let encounters = numbers.filter_map(|number| {
            let (round, of_round) = ((number - 1) / per_round, (number - 1) % per_round);
            let (a, b) = pairs[of_round as usize];
            let swap = matches!(format, Format::Single(_)) && round % 2 == 1;
            let (first, second) = if swap { (b, a) } else { (a, b) };
            let opening = openings.iter().cycle().nth(round as usize % openings.len().max(1))?;
            Some(Encounter { number, first, second, opening: Arc::clone(opening) })
        });
        Self { format, encounters: encounters.collect() }
    }

    /// Number of games; the least there can be when results decide it.
    pub fn games(&self) -> usize {
        let least = match self.format {
            Format::Single(_) => 1,
            Format::Pair(_) | Format::Thai(ThaiFormat::FirstRound | ThaiFormat::Final) => 2,
        };
        least * self.encounters.len()
    }

    /// The next game of an encounter, given the half-points of its first player so far.
    pub fn next_game(&self, encounter: &Encounter, results: &[u8]) -> Option<GamePlan> {
        let variant = self.format.next_game(results)?;
        let (mut white, mut black) = (encounter.first, encounter.second);
        if results.len() % 2 == 1 {
            std::mem::swap(&mut white, &mut black);
        }
        let round = Round { encounter: encounter.number, game: results.len() as u32 + 1 };
        let opening = Arc::clone(&encounter.opening);
        Some(GamePlan { round, white, black, variant, opening })
    }
}

/// How long a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    Games(u32),
    Rounds(u32),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn openings(count: usize) -> Vec<Arc<Opening>> {
        let opening = |n| Arc::new(Opening { fen: format!("{n}"), moves: Vec::new() });
        (0..count).map(opening).collect()
    }

    fn schedule(pairing: Pairing, players: usize, length: Length, shard: &str) -> Schedule {
        let format = Format::Pair(Variant::Makruk);
        Schedule::new(format, pairing, players, length, shard.parse().unwrap(), &openings(7))
    }

    #[test]
    fn games_come_in_pairs_with_colours_swapped() {
        let schedule = schedule(Pairing::RoundRobin, 2, Length::Games(5), "1/1");
        assert_eq!((schedule.encounters.len(), schedule.games()), (3, 6));
        let encounter = &schedule.encounters[1];
        let games: Vec<_> = [&[][..], &[2], &[2, 0]]
            .into_iter()
            .filter_map(|results| schedule.next_game(encounter, results))
            .map(|plan| (plan.round.to_string(), plan.white, plan.black, plan.opening.fen.clone()))
            .collect();
        let game = |round: &str, white, black| (round.to_string(), white, black, "1".to_string());
        assert_eq!(games, [game("2.1", 0, 1), game("2.2", 1, 0)]);
    }

    #[test]
    fn everyone_meets_everyone_or_the_first() {
        let meetings = |pairing| {
            let schedule = schedule(pairing, 4, Length::Rounds(2), "1/1");
            schedule.encounters.iter().map(|e| (e.first, e.second)).collect::<Vec<_>>()
        };
        let round = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        assert_eq!(meetings(Pairing::RoundRobin), [round, round].concat());
        assert_eq!(meetings(Pairing::Gauntlet), [&round[..3], &round[..3]].concat());
    }

    #[test]
    fn shards_are_disjoint_and_make_up_the_whole() {
        let numbers = |shard| {
            let schedule = schedule(Pairing::RoundRobin, 2, Length::Games(20), shard);
            schedule.encounters.iter().map(|e| e.number).collect::<Vec<_>>()
        };
        let mut all = [numbers("1/3"), numbers("2/3"), numbers("3/3")].concat();
        all.sort_unstable();
        assert_eq!(all, (1..=10).collect::<Vec<_>>());
        assert_eq!(numbers("3/3"), [3, 6, 9]);
        for bad in ["0/3", "4/3", "3", "a/b", "-1/2"] {
            assert_eq!(bad.parse::<Shard>(), Err(ShardError), "{bad}");
        }
    }

    #[test]
    fn single_games_alternate_colours() {
        let format = Format::Single(Variant::Makpong);
        let length = Length::Rounds(2);
        let schedule =
            Schedule::new(format, Pairing::RoundRobin, 2, length, Shard::ALL, &openings(1));
        let first: Vec<_> = schedule.encounters.iter().map(|e| e.first).collect();
        assert_eq!(first, [0, 1]);
    }
}
