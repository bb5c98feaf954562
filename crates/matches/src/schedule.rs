//! The schedule of a match: who plays whom, with which opening and colours.

use super::openings::Opening;
use super::thai_format::{self, ThaiFormat};
use super::work_part::WorkPart;
use makruk::rules::Variant;
use std::fmt;
use std::sync::Arc;

/// Which players play each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pairing {
    /// Every player plays every other.
    #[default]
    RoundRobin,
    /// The first player plays all others.
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

/// The games of an encounter of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchFormat {
    /// Two games from one opening with colours swapped.
    Pair,
    /// One game. Colours alternate from round to round.
    Single,
    /// A match of a Thai tournament, which can end in Makpong.
    Thai(ThaiFormat),
}

impl MatchFormat {
    const ALL: [Self; 4] = [
        Self::Pair,
        Self::Single,
        Self::Thai(ThaiFormat::FirstRound),
        Self::Thai(ThaiFormat::Final),
    ];

    /// The value of the PGN tag `Format`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pair => "pair",
            Self::Single => "single",
            Self::Thai(ThaiFormat::FirstRound) => "first-round",
            Self::Thai(ThaiFormat::Final) => "final",
        }
    }

    /// Parses the value of the tag `Format`.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.word() == word)
    }

    /// Returns the variant of the next game; `None` if the encounter is over. `variant` is that of the
    /// match, `results` the half-points of the first player in each game so far.
    pub fn next_game(self, variant: Variant, results: &[u8]) -> Option<Variant> {
        match self {
            Self::Pair => (results.len() < 2).then_some(variant),
            Self::Single => results.is_empty().then_some(variant),
            Self::Thai(format) => thai_format::next_game(format, results),
        }
    }
}

/// An encounter of two players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// The number of the encounter in the whole match, from 1.
    pub number: u32,
    /// The player who is White in the first game.
    pub first: usize,
    /// The other player.
    pub second: usize,
    /// The opening of all its games.
    pub opening: Arc<Opening>,
}

/// The number of a game in a match, as in the PGN tag `Round`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Round {
    /// The number of the encounter, from 1.
    pub encounter: u32,
    /// The number of the game in the encounter, from 1.
    pub game: u32,
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.encounter, self.game)
    }
}

impl Round {
    /// Parses what [`Display`](fmt::Display) writes.
    pub fn parse(text: &str) -> Option<Self> {
        let (encounter, game) = text.split_once('.')?;
        let round = Self { encounter: encounter.parse().ok()?, game: game.parse().ok()? };
        (round.encounter > 0 && round.game > 0).then_some(round)
    }
}

/// A game of the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePlan {
    /// Number of the game in the match.
    pub round: Round,
    /// Index of the player who is White.
    pub white: usize,
    /// Index of the player who is Black.
    pub black: usize,
    /// The variant.
    pub variant: Variant,
    /// The opening.
    pub opening: Arc<Opening>,
}

/// All games of a match. Encounters are computed on demand, because a match can be long.
#[derive(Clone, Debug)]
pub struct MatchSchedule {
    format: MatchFormat,
    variant: Variant,
    // The encounters of each round, and the number of encounters in all parts.
    pairs: Vec<(usize, usize)>,
    count: u32,
    part: WorkPart,
    openings: Vec<Arc<Opening>>,
}

impl MatchSchedule {
    /// Creates a schedule. In each round all pairs of players meet once, with the same opening; the
    /// next round uses the next opening. `variant` is that of all games except in a Thai format.
    pub fn new(
        format: MatchFormat,
        variant: Variant,
        pairing: Pairing,
        players: usize,
        length: MatchLength,
        part: WorkPart,
        openings: Vec<Arc<Opening>>,
    ) -> Self {
        let pairs = pairing.pairs(players);
        let count = match length {
            MatchLength::Rounds(rounds) => rounds.saturating_mul(pairs.len() as u32),
            MatchLength::Games(games) => match format {
                MatchFormat::Pair => games.div_ceil(2),
                MatchFormat::Single | MatchFormat::Thai(_) => games,
            },
        };
        Self { format, variant, pairs, count, part, openings }
    }

    /// The encounters of this part, in order.
    pub fn encounters(&self) -> impl Iterator<Item = Encounter> {
        let step = self.part.of() as usize;
        (self.part.index()..=self.count).step_by(step).filter_map(|n| self.encounter(n))
    }

    /// The encounter with this number; `None` if it is not in this part.
    pub fn encounter(&self, number: u32) -> Option<Encounter> {
        if number > self.count || !self.part.has(number) {
            return None;
        }
        let index = number as usize - 1;
        let round = index / self.pairs.len();
        let (a, b) = self.pairs[index % self.pairs.len()];
        let parts = self.part.of() as usize;
        let swap =
            self.format == MatchFormat::Single && swaps_colors(parts, self.pairs.len(), round);
        let (first, second) = if swap { (b, a) } else { (a, b) };
        let opening = self.openings.get(round % self.openings.len().max(1))?;
        Some(Encounter { number, first, second, opening: Arc::clone(opening) })
    }

    /// Number of encounters in this part.
    pub const fn len(&self) -> usize {
        let (index, of) = (self.part.index(), self.part.of());
        if self.count < index { 0 } else { ((self.count - index) / of + 1) as usize }
    }

    /// The pairs of players that meet.
    pub fn pairs(&self) -> &[(usize, usize)] {
        &self.pairs
    }

    /// Whether this part has no encounter.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether players meet again with an opening that they have played.
    pub fn repeats_openings(&self) -> bool {
        (self.count as usize).div_ceil(self.pairs.len()) > self.openings.len()
    }

    /// Whether some pairs of players meet more often than others: the last round is cut off.
    pub fn is_uneven(&self) -> bool {
        !(self.count as usize).is_multiple_of(self.pairs.len())
    }

    /// The same schedule as far as no opening recurs.
    #[must_use]
    pub fn without_repeated_openings(mut self) -> Self {
        let most = self.openings.len().saturating_mul(self.pairs.len());
        self.count = self.count.min(u32::try_from(most).unwrap_or(u32::MAX));
        self
    }

    /// Number of games in this part. In a Thai format it depends on the results, so this is the
    /// minimum.
    pub const fn games(&self) -> usize {
        match self.format {
            MatchFormat::Single => self.len(),
            MatchFormat::Pair | MatchFormat::Thai(ThaiFormat::FirstRound | ThaiFormat::Final) => {
                2 * self.len()
            }
        }
    }

    /// The next game of an encounter; `None` if it is over. `results` are the half-points of its first
    /// player so far.
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

/// The length of a match, over all parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchLength {
    /// Number of games.
    Games(u32),
    /// Number of rounds, in each of which every pair of players meets once.
    Rounds(u32),
}

/// Whether the colours of single games are swapped in this round, from 0, of a match in so many parts
/// with so many pairs of players: each pair alternates colours in every part.
const fn swaps_colors(parts: usize, pairs: usize, round: usize) -> bool {
    // A pair that meets in a part meets there again after so many rounds.
    let period = parts / gcd(parts, pairs);
    let turns = if period.is_multiple_of(2) { round / period } else { 0 };
    (round + turns) % 2 == 1
}

/// Most parts of a match that [`is_first_player`] considers, unless the games are of one part.
const MOST_PARTS: usize = 64;

/// Whether a player is the first one of the two in a match of single games, given the number of each
/// encounter and whether the player was White in it. Games may be missing.
pub fn is_first_player(games: &[(u32, bool)]) -> bool {
    let spacing = games.windows(2).fold(0, |spacing, pair| {
        let [(before, _), (after, _)] = [pair[0], pair[1]];
        gcd(spacing, before.abs_diff(after) as usize)
    });
    // The games do not say how many parts the match has. If they are of one part, it is their spacing.
    let mut likely = std::iter::once(spacing.max(1)).chain(1..=MOST_PARTS);
    let explained = likely.find_map(|parts| {
        let mut is_first = games.iter().map(|&(encounter, is_white)| {
            is_white != swaps_colors(parts, 1, encounter as usize - 1)
        });
        let first = is_first.next()?;
        is_first.all(|other| other == first).then_some(first)
    });
    explained.unwrap_or(true)
}

/// The greatest common divisor.
const fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the games of one part, or of all, and where the first ones are missing.
    #[test]
    fn the_first_player_of_single_games_is_known_by_the_colours() {
        let game = |parts, round| (round as u32 + 1, !swaps_colors(parts, 1, round));
        for parts in 1..=9 {
            for missing in 0..3 {
                let all: Vec<_> = (missing..40).map(|round| game(parts, round)).collect();
                assert!(is_first_player(&all), "{parts}, {missing}");
                for part in 0..parts {
                    let rounds = (part..100).step_by(parts).skip(missing);
                    let of_part: Vec<_> = rounds.map(|round| game(parts, round)).collect();
                    assert!(is_first_player(&of_part), "{part}/{parts}, {missing}");
                    let others = of_part.iter().map(|&(encounter, white)| (encounter, !white));
                    assert!(!is_first_player(&others.collect::<Vec<_>>()));
                }
            }
        }
        assert!(is_first_player(&[(1, true)]) && !is_first_player(&[(2, true)]));
    }

    fn openings(count: usize) -> Vec<Arc<Opening>> {
        let opening = |n| Arc::new(Opening { fen: format!("{n}"), moves: Vec::new() });
        (0..count).map(opening).collect()
    }

    fn schedule(
        pairing: Pairing,
        players: usize,
        length: MatchLength,
        part: &str,
    ) -> MatchSchedule {
        let (part, openings) = (part.parse().unwrap(), openings(7));
        let variant = Variant::Makruk;
        MatchSchedule::new(MatchFormat::Pair, variant, pairing, players, length, part, openings)
    }

    #[test]
    fn games_come_in_pairs_with_colours_swapped() {
        let schedule = schedule(Pairing::RoundRobin, 2, MatchLength::Games(5), "1/1");
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
    fn pairings_list_all_pairs() {
        let meetings = |pairing| {
            let schedule = schedule(pairing, 4, MatchLength::Rounds(2), "1/1");
            schedule.encounters().map(|e| (e.first, e.second)).collect::<Vec<_>>()
        };
        let round = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        assert_eq!(meetings(Pairing::RoundRobin), [round, round].concat());
        let rounds = |rounds| schedule(Pairing::RoundRobin, 4, MatchLength::Rounds(rounds), "1/1");
        assert_eq!([7, 8].map(|n| rounds(n).repeats_openings()), [false, true]);
        let most = [7, 8].map(|n| rounds(n).without_repeated_openings().len());
        assert_eq!(most, [42, 42], "seven openings, six pairs of players");
        assert_eq!(meetings(Pairing::Gauntlet), [&round[..3], &round[..3]].concat());
    }

    #[test]
    fn a_round_that_is_cut_off_is_uneven() {
        let uneven = |pairing, players, part| {
            [2, 4, 6, 8].map(|games| {
                schedule(pairing, players, MatchLength::Games(games), part).is_uneven()
            })
        };
        assert_eq!(uneven(Pairing::RoundRobin, 3, "1/1"), [true, true, false, true]);
        assert_eq!(uneven(Pairing::RoundRobin, 3, "2/2"), [true, true, false, true]);
        assert_eq!(uneven(Pairing::Gauntlet, 3, "1/1"), [true, false, true, false]);
        assert_eq!(uneven(Pairing::RoundRobin, 2, "1/1"), [false; 4]);
    }

    #[test]
    fn parts_partition_the_match() {
        let numbers = |part| {
            let schedule = schedule(Pairing::RoundRobin, 2, MatchLength::Games(20), part);
            let numbers: Vec<_> = schedule.encounters().map(|e| e.number).collect();
            assert_eq!(numbers.len(), schedule.len(), "{part}");
            numbers
        };
        let mut all = [numbers("1/3"), numbers("2/3"), numbers("3/3")].concat();
        all.sort_unstable();
        assert_eq!(all, (1..=10).collect::<Vec<_>>());
        assert_eq!(numbers("3/3"), [3, 6, 9]);
        assert!(numbers("11/11").is_empty());
    }

    #[test]
    fn single_games_alternate_colours() {
        let (length, variant) = (MatchLength::Rounds(2), Variant::Makpong);
        let pairing = Pairing::RoundRobin;
        let schedule = MatchSchedule::new(
            MatchFormat::Single,
            variant,
            pairing,
            2,
            length,
            WorkPart::ALL,
            openings(1),
        );
        let first: Vec<_> = schedule.encounters().map(|e| e.first).collect();
        assert_eq!(first, [0, 1]);
    }

    /// Colours alternate for each pair of players in the whole match and in each of its parts.
    #[test]
    fn single_games_alternate_colours_in_every_part() {
        for (players, of) in (2..6).flat_map(|players| (1..9).map(move |of| (players, of))) {
            let mut lead = std::collections::BTreeMap::new();
            for part in 1..=of {
                let schedule = MatchSchedule::new(
                    MatchFormat::Single,
                    Variant::Makruk,
                    Pairing::RoundRobin,
                    players,
                    MatchLength::Rounds(8 * of),
                    format!("{part}/{of}").parse().unwrap(),
                    openings(1),
                );
                let mut last = std::collections::BTreeMap::new();
                for Encounter { first, second, .. } in schedule.encounters() {
                    let pair = (first.min(second), first.max(second));
                    let is_first = first == pair.0;
                    assert_ne!(
                        last.insert(pair, is_first),
                        Some(is_first),
                        "{pair:?}, {part}/{of}"
                    );
                    *lead.entry(pair).or_insert(0) += if is_first { 1 } else { -1 };
                }
            }
            assert!(
                lead.values().all(|&lead| lead == 0),
                "{players} players, {of} parts: {lead:?}"
            );
        }
    }

    /// The longest possible match uses no more memory than a short one.
    #[test]
    fn a_long_match_is_not_stored() {
        let schedule = schedule(Pairing::RoundRobin, 9, MatchLength::Rounds(u32::MAX), "2/3");
        assert_eq!(schedule.len(), (u32::MAX / 3) as usize);
        assert_eq!(schedule.encounters().nth(1000).map(|e| e.number), Some(3002));
        assert_eq!((schedule.encounter(u32::MAX), schedule.encounter(0)), (None, None));
        assert_eq!(schedule.encounter(u32::MAX - 1).map(|e| e.number), Some(u32::MAX - 1));
    }

    #[test]
    fn format_words_round_trip() {
        for format in MatchFormat::ALL {
            assert_eq!(MatchFormat::from_word(format.word()), Some(format));
        }
        assert_eq!(MatchFormat::from_word("knockout"), None);
    }
}
