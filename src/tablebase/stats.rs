//! How often an ending is won, and how far.

use super::ending::Ending;
use std::fmt;

/// One side to move: how many positions there are and how many are decided at each distance.
/// Mirror images are counted once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideStats {
    /// Legal positions.
    pub legal: u64,
    /// Won positions by distance in moves of the strong side. `[distance]`
    pub won_in: Vec<u64>,
}

/// An ending in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    pub ending: Ending,
    /// The strong side to move.
    pub strong: SideStats,
    /// The weak side to move. Positions already mated count as won at distance 0.
    pub weak: SideStats,
}

impl SideStats {
    /// Notes positions won at one distance.
    pub fn add(&mut self, distance: u8, positions: u64) {
        if positions > 0 {
            let distance = usize::from(distance);
            if self.won_in.len() <= distance {
                self.won_in.resize(distance + 1, 0);
            }
            self.won_in[distance] += positions;
        }
    }

    /// Positions won at any distance.
    pub fn won(&self) -> u64 {
        self.won_in.iter().sum()
    }

    /// Share of the legal positions that is won, 0 to 1.
    pub fn won_share(&self) -> f64 {
        if self.legal == 0 { 0.0 } else { self.won() as f64 / self.legal as f64 }
    }

    /// The longest distance; 0 when nothing is won.
    pub fn longest(&self) -> u8 {
        self.won_in.len().saturating_sub(1) as u8
    }

    /// Positions won by distance, but in more than `moves` moves.
    pub fn won_beyond(&self, moves: u8) -> u64 {
        self.won_in.iter().skip(usize::from(moves) + 1).sum()
    }

    fn row(&self, over: u64) -> String {
        let (legal, percent) = (self.legal, 100.0 * self.won_share());
        format!("{legal} {percent:.4} {} {over}", self.longest())
    }
}

impl Stats {
    /// An ending about which nothing is known yet.
    pub fn new(ending: Ending) -> Self {
        Self { ending, strong: SideStats::default(), weak: SideStats::default() }
    }

    /// Adds the numbers of another part of the same ending.
    pub fn merge(&mut self, other: &Self) {
        for (side, part) in [(&mut self.strong, &other.strong), (&mut self.weak, &other.weak)] {
            side.legal += part.legal;
            for (distance, &positions) in part.won_in.iter().enumerate() {
                side.add(distance as u8, positions);
            }
        }
    }

    /// The longest distance of either side to move.
    pub fn longest(&self) -> u8 {
        self.strong.longest().max(self.weak.longest())
    }

    /// Positions won by distance but lost to a count that has just started, with the strong and
    /// with the weak side to move. None while bia stop the clock: there the count is part of the
    /// distance.
    pub fn over(&self) -> [u64; 2] {
        if self.ending.has_pawns() {
            return [0, 0];
        }
        let moves = self.ending.fresh_moves_left();
        [self.strong.won_beyond(moves), self.weak.won_beyond(moves)]
    }
}

/// One line: name, L, R, then for the strong side and for the weak side to move the legal
/// positions, the share that is won in percent, the longest win and the positions won by distance
/// but not within R. L and R are 0 where bia stop the clock.
impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [strong_over, weak_over] = self.over();
        let (limit, moves) = (self.ending.limit(), self.ending.fresh_moves_left());
        let (strong, weak) = (self.strong.row(strong_over), self.weak.row(weak_over));
        write!(f, "{} {limit} {moves} {strong} {weak}", self.ending)
    }
}
