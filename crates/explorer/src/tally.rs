//! What was played in a position, and with which results.

use crate::NormalPosition;
use crate::varint::{self, Truncated};
use makruk::types::Move;

/// The result of a game for the side to move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoverResult {
    /// It won.
    Win,
    /// Nobody won.
    Draw,
    /// It lost.
    Loss,
    /// The game does not say.
    Unknown,
}

/// Numbers of games by their result for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// All games; those without a known result, too.
    pub games: u64,
    /// Games that the side to move won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that it lost.
    pub losses: u64,
}

impl Results {
    /// The results of one game.
    pub const fn of(result: MoverResult) -> Self {
        let mut results = Self { games: 1, wins: 0, draws: 0, losses: 0 };
        match result {
            MoverResult::Win => results.wins = 1,
            MoverResult::Draw => results.draws = 1,
            MoverResult::Loss => results.losses = 1,
            MoverResult::Unknown => {}
        }
        results
    }

    /// Adds other games.
    pub const fn add(&mut self, other: Self) {
        self.games += other.games;
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    /// Games whose result is known.
    pub const fn decided(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points of the side to move as a share of the games with a result, from 0 to 1; `None` without
    /// any.
    pub fn score(&self) -> Option<f64> {
        let decided = self.decided();
        (decided > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / decided as f64)
    }
}

/// The first and last year of games, as far as they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Years(Option<(u16, u16)>);

impl Years {
    /// One year, or an unknown one.
    pub fn of(year: Option<u16>) -> Self {
        Self(year.map(|year| (year, year)))
    }

    /// The first and the last year.
    pub const fn range(self) -> Option<(u16, u16)> {
        self.0
    }

    /// The years of these games and of others.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(match (self.0, other.0) {
            (Some((first, last)), Some((from, to))) => Some((first.min(from), last.max(to))),
            (years, None) | (None, years) => years,
        })
    }

    fn write(self, bytes: &mut Vec<u8>) {
        // Zero is no year.
        let (first, last) = self.0.unwrap_or_default();
        varint::push(bytes, first.into());
        varint::push(bytes, (last - first).into());
    }

    fn read(bytes: &mut &[u8]) -> Result<Self, TallyError> {
        let (first, more) = (varint::take(bytes)?, varint::take(bytes)?);
        let year = |year: u64| u16::try_from(year).map_err(|_| TallyError::Year);
        let last = year(first.checked_add(more).ok_or(TallyError::Year)?)?;
        Ok(Self((first > 0).then_some((year(first)?, last))))
    }
}

/// The games with one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveTally {
    /// The move in the normal form of the position; `None` for games that end there.
    pub mv: Option<Move>,
    /// Their results, for the side that moves.
    pub results: Results,
    /// When they were played.
    pub years: Years,
}

/// The games of a position by move, the most frequent first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    moves: Vec<MoveTally>,
}

/// A tally cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TallyError {
    /// The bytes end too early.
    #[error(transparent)]
    Truncated(#[from] Truncated),
    /// A number is no move.
    #[error("a number is not a move")]
    Move,
    /// A number is no year.
    #[error("a number is not a year")]
    Year,
    /// There are more results than games, or more games than can be counted.
    #[error("there are more results than games, or too many games")]
    Results,
}

impl Tally {
    /// The tally of these moves, each with its games; the same move may come several times.
    pub fn new(moves: impl IntoIterator<Item = MoveTally>) -> Self {
        let mut tally = Self::default();
        moves.into_iter().for_each(|games| tally.count(games));
        tally.sort();
        tally
    }

    /// The moves with their games, the most frequent first.
    pub fn moves(&self) -> &[MoveTally] {
        &self.moves
    }

    /// The results of all games.
    pub fn results(&self) -> Results {
        self.moves.iter().fold(Results::default(), |mut all, games| {
            all.add(games.results);
            all
        })
    }

    /// When the games were played.
    pub fn years(&self) -> Years {
        self.moves.iter().fold(Years::default(), |all, games| all.and(games.years))
    }

    /// Adds the games of another tally of the position.
    pub fn add(&mut self, other: &Self) {
        other.moves.iter().for_each(|&games| self.count(games));
        self.sort();
    }

    /// The tally with its moves as they are in a position of this normal form, or the other way round.
    #[must_use]
    pub fn reflected(&self, normal: &NormalPosition) -> Self {
        Self::new(
            self.moves
                .iter()
                .map(|&games| MoveTally { mv: games.mv.map(|mv| normal.reflected(mv)), ..games }),
        )
    }

    fn count(&mut self, games: MoveTally) {
        match self.moves.iter_mut().find(|there| there.mv == games.mv) {
            Some(there) => {
                there.results.add(games.results);
                there.years = there.years.and(games.years);
            }
            None => self.moves.push(games),
        }
    }

    fn sort(&mut self) {
        self.moves.sort_by_key(|games| (std::cmp::Reverse(games.results.games), games.mv));
    }

    /// Adds the tally to the end of some bytes.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        varint::push(bytes, self.moves.len() as u64);
        for MoveTally { mv, results, years } in &self.moves {
            varint::push(bytes, mv.map_or(0, Move::bits).into());
            let Results { games, wins, draws, losses } = *results;
            [games, wins, draws, losses].into_iter().for_each(|n| varint::push(bytes, n));
            years.write(bytes);
        }
    }

    /// Takes a tally from the beginning of some bytes.
    ///
    /// # Errors
    /// They do not begin with one.
    pub fn read(bytes: &mut &[u8]) -> Result<Self, TallyError> {
        let (mut moves, mut all) = (Vec::new(), 0_u64);
        for _ in 0..varint::take(bytes)? {
            let mv = match u16::try_from(varint::take(bytes)?).map_err(|_| TallyError::Move)? {
                0 => None,
                bits @ ..0x1000 => Some(Move::from_bits(bits).ok_or(TallyError::Move)?),
                _ => return Err(TallyError::Move),
            };
            let mut number = || varint::take(bytes);
            let (games, wins) = (number()?, number()?);
            let results = Results { games, wins, draws: number()?, losses: number()? };
            let parts = [results.wins, results.draws, results.losses];
            let decided = parts.into_iter().try_fold(0_u64, u64::checked_add);
            if decided.is_none_or(|decided| decided > games) {
                return Err(TallyError::Results);
            }
            all = all.checked_add(games).ok_or(TallyError::Results)?;
            moves.push(MoveTally { mv, results, years: Years::read(bytes)? });
        }
        Ok(Self { moves })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(bits: u16, result: MoverResult, year: Option<u16>) -> MoveTally {
        let (results, years) = (Results::of(result), Years::of(year));
        MoveTally { mv: Move::from_bits(bits), results, years }
    }

    fn sample() -> Tally {
        Tally::new([
            games(0x181, MoverResult::Loss, None),
            games(0x101, MoverResult::Win, Some(2531)),
            games(0, MoverResult::Unknown, None),
            games(0x101, MoverResult::Draw, Some(2026)),
        ])
    }

    #[test]
    fn games_are_counted_by_move() {
        let tally = sample();
        let first = tally.moves()[0];
        assert_eq!(first.mv, Move::from_bits(0x101));
        assert_eq!(first.results, Results { games: 2, wins: 1, draws: 1, losses: 0 });
        assert_eq!(first.results.score(), Some(0.75));
        assert_eq!(first.years.range(), Some((2026, 2531)));
        assert_eq!(tally.results(), Results { games: 4, wins: 1, draws: 1, losses: 1 });
        assert_eq!(tally.years(), first.years);
        assert_eq!(Results::of(MoverResult::Unknown).score(), None);
        let mut twice = tally.clone();
        twice.add(&tally);
        assert_eq!(twice.moves()[0].results.games, 4);
        assert_eq!(twice.moves().len(), 3);
    }

    #[test]
    fn a_tally_comes_back() {
        let mut bytes = Vec::new();
        sample().write(&mut bytes);
        let mut rest = bytes.as_slice();
        assert_eq!(Tally::read(&mut rest), Ok(sample()));
        assert!(rest.is_empty());
    }

    #[test]
    fn damaged_tallies_are_refused() {
        let mut bytes = Vec::new();
        sample().write(&mut bytes);
        for end in 0..bytes.len() {
            assert!(Tally::read(&mut &bytes[..end]).is_err(), "{end}");
        }
        // One move: its bits, games, wins, draws, losses, first year and years after it.
        for (bytes, error) in [
            (vec![1, 0x80, 0x20, 1, 1, 0, 0, 0, 0], TallyError::Move),
            (vec![1, 0, 1, 1, 1, 0, 0, 0], TallyError::Results),
            (vec![1, 0, 1, 1, 0, 0, 0xff, 0xff, 3, 1], TallyError::Year),
        ] {
            assert_eq!(Tally::read(&mut bytes.as_slice()), Err(error));
        }
        // Two moves that 2^63 games have each.
        let games = [[0x80; 9].as_slice(), &[1]].concat();
        let one = [games.as_slice(), &[0; 5]].concat();
        let bytes = [&[2, 0][..], &one, &[0x81, 2], &one].concat();
        assert_eq!(Tally::read(&mut bytes.as_slice()), Err(TallyError::Results));
    }
}
