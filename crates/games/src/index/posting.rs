//! One game in one position.

use super::group::{DamagedIndex, Group};
use super::{Place, group};
use makruk::types::Move;
use sakdi_explorer::{MoveTally, MoverResult, PositionKey, Results, Tally, Years};

/// A game that went through a position, or had certain men on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Posting {
    pub key: PositionKey,
    pub place: Place,
    /// The move that was played, in the normal form of the position; `None` at the end of the game.
    pub mv: Option<Move>,
    /// The result for the side to move.
    pub result: MoverResult,
    pub year: Option<u16>,
}

impl Posting {
    /// The games of a group with this one alone.
    pub(super) fn group(&self) -> Group {
        let games = MoveTally {
            mv: self.mv,
            results: Results::of(self.result),
            years: Years::of(self.year),
        };
        Group { tally: Tally::new([games]), places: vec![self.place] }
    }
}

/// The groups of postings that are sorted by key and game.
pub(super) fn groups(postings: &[Posting]) -> impl Iterator<Item = (PositionKey, Group)> {
    postings.chunk_by(|one, other| one.key == other.key).map(|postings| {
        let mut group = Group::default();
        for posting in postings {
            group.add(posting.group());
        }
        (postings[0].key, group)
    })
}

/// Joins the groups of one position, of which the first has the oldest games.
pub(super) fn join(groups: impl IntoIterator<Item = Group>) -> Result<Group, DamagedIndex> {
    let mut joined = Group::default();
    for group in groups {
        if joined.places.last() >= group.places.first() && !joined.places.is_empty() {
            return Err(group::DamagedIndex::Order);
        }
        joined.add(group);
    }
    Ok(joined)
}
