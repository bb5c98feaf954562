//! How often an ending is won, and in how many moves.

use super::ending::Ending;

/// One side to move: how many positions there are and how many are decided at each distance.
/// Mirror images are counted once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideStats {
    /// Legal positions.
    pub legal: u64,
    /// Won positions by distance in moves of the strong side. `[distance]`
    pub won_in: Vec<u64>,
}

/// Statistics of an ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// The ending.
    pub ending: Ending,
    /// The strong side to move.
    pub strong: SideStats,
    /// The weak side to move. Positions already mated count as won at distance 0.
    pub weak: SideStats,
}

impl SideStats {
    /// Adds positions won at one distance.
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

    /// The numbers with every position counted twice.
    fn doubled(&self) -> Self {
        Self { legal: 2 * self.legal, won_in: self.won_in.iter().map(|n| 2 * n).collect() }
    }
}

impl Stats {
    /// The statistics of an ending before any position is counted.
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

    /// Moves left to the strong side by a count that starts, for `[strong, weak]` to move. With the
    /// strong side to move, as in a position set up without a count, its next move starts the count
    /// and is one more; with the weak side to move the count has just started. `None` while bia are
    /// left: then the count is part of the distance.
    pub fn initial_moves(&self) -> Option<[u8; 2]> {
        let moves = self.ending.initial_moves_left();
        (!self.ending.has_pawns()).then_some([moves + 1, moves])
    }

    /// The numbers with mirror images counted as positions of their own. No position is its own
    /// mirror image: the board has an even number of files, and a khun is on one of them.
    #[must_use]
    pub fn with_mirror_images(&self) -> Self {
        Self { ending: self.ending, strong: self.strong.doubled(), weak: self.weak.doubled() }
    }
}
