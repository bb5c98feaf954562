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
    Pair,
    /// One game; colours alternate from round to round.
    Single,
    /// A match as in Thai tournaments, which may end in Makpong.
    Thai(ThaiFormat),
}

impl Format {
    const ALL: [Self; 4] = [
        Self::Pair,
        Self::Single,
        Self::Thai(ThaiFormat::FirstRound),
        Self::Thai(ThaiFormat::Final),
    ];

    /// One word, as it stands in the PGN.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pair => "pair",
            Self::Single => "single",
            Self::Thai(ThaiFormat::FirstRound) => "first-round",
            Self::Thai(ThaiFormat::Final) => "final",
        }
    }

    /// The format of that word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.word() == word)
    }

    /// The variant of the next game, given the half-points of the first player so far; `None` when
    /// the encounter is over. `variant` is that of the match.
    pub fn next_game(self, variant: Variant, results: &[u8]) -> Option<Variant> {
        match self {
            Self::Pair => (results.len() < 2).then_some(variant),
            Self::Single => results.is_empty().then_some(variant),
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

    /// Whether the encounter of that number, from 1, is played in this shard.
    const fn has(self, encounter: u32) -> bool {
        encounter > 0 && (encounter - 1) % self.of.get() == self.index.get() - 1
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

/// Everything to be played. Encounters are made when they are needed: a match may be long.
#[derive(Clone, Debug)]
pub struct Schedule {
    format: Format,
    variant: Variant,
    // Who meets in each round, and the number of encounters over all shards.
    pairs: Vec<(usize, usize)>,
    count: u32,
    shard: Shard,
    openings: Vec<Arc<Opening>>,
}

impl Schedule {
    /// Plans `rounds` rounds in which each pair of players meets once, or the number that
    /// `games` games fill. All encounters of a round have the same opening, the next round the
    /// next one. `variant` is that of the games, except in a Thai format.
    pub fn new(
        format: Format,
        variant: Variant,
        pairing: Pairing,
        players: usize,
        length: Length,
        shard: Shard,
        openings: Vec<Arc<Opening>>,
    ) -> Self {
        let pairs = pairing.pairs(players);
        let count = match length {
            Length::Rounds(rounds) => rounds.saturating_mul(pairs.len() as u32),
            Length::Games(games) => match format {
                Format::Pair => games.div_ceil(2),
                Format::Single | Format::Thai(_) => games,
            },
        };
        Self { format, variant, pairs, count, shard, openings }
    }

    /// The format of all encounters.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// The encounters of this shard, in order.
    pub fn encounters(&self) -> impl Iterator<Item = Encounter> {
        let step = self.shard.of.get() as usize;
        (self.shard.index.get()..=self.count).step_by(step).filter_map(|n| self.encounter(n))
    }

    /// The encounter of that number; `None` when it is not in this shard.
    pub fn encounter(&self, number: u32) -> Option<Encounter> {
        if number > self.count || !self.shard.has(number) {
            return None;
        }
        let index = number as usize - 1;
        let round = index / self.pairs.len();
        let (a, b) = self.pairs[index % self.pairs.len()];
        let swap = self.format == Format::Single && round % 2 == 1;
        let (first, second) = if swap { (b, a) } else { (a, b) };
        let opening = self.openings.get(round % self.openings.len().max(1))?;
        Some(Encounter { number, first, second, opening: Arc::clone(opening) })
    }

    /// Number of encounters in this shard.
    pub const fn len(&self) -> usize {
        let (index, of) = (self.shard.index.get(), self.shard.of.get());
        if self.count < index { 0 } else { ((self.count - index) / of + 1) as usize }
    }

    /// Whether nothing is to be played.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of games; the least there can be when results decide it.
    pub const fn games(&self) -> usize {
        match self.format {
            Format::Single => self.len(),
            Format::Pair | Format::Thai(ThaiFormat::FirstRound | ThaiFormat::Final) => {
                2 * self.len()
            }
        }
    }

    /// The next game of an encounter, given the half-points of its first player so far.
    pub fn next_game(&self, encounter: &Encounter, results: &[u8]) -> Option<GamePlan> {
        let variant = self.format.next_game(self.variant, results)?;
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
        let (shard, openings) = (shard.parse().unwrap(), openings(7));
        let variant = Variant::Makruk;
        Schedule::new(Format::Pair, variant, pairing, players, length, shard, openings)
    }

    #[test]
    fn games_come_in_pairs_with_colours_swapped() {
        let schedule = schedule(Pairing::RoundRobin, 2, Length::Games(5), "1/1");
        assert_eq!((schedule.len(), schedule.games()), (3, 6));
        let encounter = schedule.encounter(2).unwrap();
        let games: Vec<_> = [&[][..], &[2], &[2, 0]]
            .into_iter()
            .filter_map(|results| schedule.next_game(&encounter, results))
            .map(|plan| (plan.round.to_string(), plan.white, plan.black, plan.opening.fen.clone()))
            .collect();
        let game = |round: &str, white, black| (round.to_string(), white, black, "1".to_string());
        assert_eq!(games, [game("2.1", 0, 1), game("2.2", 1, 0)]);
    }

    #[test]
    fn everyone_meets_everyone_or_the_first() {
        let meetings = |pairing| {
            let schedule = schedule(pairing, 4, Length::Rounds(2), "1/1");
            schedule.encounters().map(|e| (e.first, e.second)).collect::<Vec<_>>()
        };
        let round = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        assert_eq!(meetings(Pairing::RoundRobin), [round, round].concat());
        assert_eq!(meetings(Pairing::Gauntlet), [&round[..3], &round[..3]].concat());
    }

    #[test]
    fn shards_are_disjoint_and_make_up_the_whole() {
        let numbers = |shard| {
            let schedule = schedule(Pairing::RoundRobin, 2, Length::Games(20), shard);
            let numbers: Vec<_> = schedule.encounters().map(|e| e.number).collect();
            assert_eq!(numbers.len(), schedule.len(), "{shard}");
            numbers
        };
        let mut all = [numbers("1/3"), numbers("2/3"), numbers("3/3")].concat();
        all.sort_unstable();
        assert_eq!(all, (1..=10).collect::<Vec<_>>());
        assert_eq!(numbers("3/3"), [3, 6, 9]);
        assert!(numbers("11/11").is_empty());
        for bad in ["0/3", "4/3", "3", "a/b", "-1/2"] {
            assert_eq!(bad.parse::<Shard>(), Err(ShardError), "{bad}");
        }
    }

    #[test]
    fn single_games_alternate_colours() {
        let (length, variant) = (Length::Rounds(2), Variant::Makpong);
        let pairing = Pairing::RoundRobin;
        let schedule =
            Schedule::new(Format::Single, variant, pairing, 2, length, Shard::ALL, openings(1));
        let first: Vec<_> = schedule.encounters().map(|e| e.first).collect();
        assert_eq!(first, [0, 1]);
    }

    /// The longest match that can be asked for takes no more memory than a short one.
    #[test]
    fn a_long_match_is_not_listed() {
        let schedule = schedule(Pairing::RoundRobin, 9, Length::Rounds(u32::MAX), "2/3");
        assert_eq!(schedule.len(), (u32::MAX / 3) as usize);
        assert_eq!(schedule.encounters().nth(1000).map(|e| e.number), Some(3002));
        assert_eq!((schedule.encounter(u32::MAX), schedule.encounter(0)), (None, None));
        assert_eq!(schedule.encounter(u32::MAX - 1).map(|e| e.number), Some(u32::MAX - 1));
    }

    #[test]
    fn formats_are_known_by_their_words() {
        for format in Format::ALL {
            assert_eq!(Format::from_word(format.word()), Some(format));
        }
        assert_eq!(Format::from_word("knockout"), None);
    }
}
