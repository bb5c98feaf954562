//! Proof of mates: an exhaustive AND/OR search that prunes nothing.
//!
//! A mate within n moves is proved when one move of the attacker has, after every legal reply, a
//! mate within n − 1. Stalemate, the count and dead material end the game as the rules say; the count
//! is part of what the memory knows a position by. Repetition needs no care: a shortest mate never
//! comes back to a position, because the moves left to mate fall with each move, and a draw by
//! repetition could only help the defender, whose refutations hold without it.

use makruk::movegen::{self, MoveList};
use makruk::position::Position;
use makruk::rules::Count;
use makruk::types::Move;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The longest mate that is looked for, in moves.
pub const MOST_MOVES: u8 = 8;

/// The search needs more positions than it may visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not decided after {0} positions")]
pub struct Undecided(pub u64);

/// What the search has found out about a position with the attacker to move.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// The attacker mates within this number of moves.
    mates_within: u8,
    /// The attacker does not mate within this number of moves.
    no_mate_within: u8,
    /// The move that mated, or that was refuted last.
    best: Option<Move>,
}

impl Known {
    const NOTHING: Self = Self { mates_within: u8::MAX, no_mate_within: 0, best: None };
}

/// Proves and refutes mates, and remembers what it has found.
#[derive(Debug)]
pub struct MateSearch {
    // Everything that a mate depends on: the men, the side to move, the count.
    attacks: HashMap<(u64, Count), Known>,
    // The reply that refuted a mate last, by the key of the position.
    refutations: HashMap<u64, Move>,
    visited: u64,
    limit: u64,
}

impl MateSearch {
    /// A search that visits at most this number of positions.
    pub fn new(limit: u64) -> Self {
        Self { attacks: HashMap::new(), refutations: HashMap::new(), visited: 0, limit }
    }

    /// The most positions that it visits.
    pub const fn limit(&self) -> u64 {
        self.limit
    }

    /// Positions visited so far.
    pub const fn visited(&self) -> u64 {
        self.visited
    }

    /// The number of moves in which the side to move can force mate, at most `most`.
    ///
    /// # Errors
    /// The limit is reached.
    pub fn shortest(&mut self, position: &Position, most: u8) -> Result<Option<u8>, Undecided> {
        for moves in 1..=most {
            if self.mates_within(position, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// Whether the side to move can force mate within `moves` moves.
    ///
    /// # Errors
    /// The limit is reached.
    pub fn mates_within(&mut self, position: &Position, moves: u8) -> Result<bool, Undecided> {
        if moves == 0 {
            return Ok(false);
        }
        if moves == 1 {
            // Cheaper to search than to remember.
            for mv in attacking_moves(position, 1, None) {
                if self.is_mated_after(position, mv, 1)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        let key = (position.key(), position.count());
        let known = self.attacks.get(&key).copied().unwrap_or(Known::NOTHING);
        if known.mates_within <= moves {
            return Ok(true);
        }
        if known.no_mate_within >= moves {
            return Ok(false);
        }
        let mut mating = None;
        for mv in attacking_moves(position, moves, known.best) {
            if self.is_mated_after(position, mv, moves)? {
                mating = Some(mv);
                break;
            }
        }
        let known = match self.attacks.entry(key) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(Known::NOTHING),
        };
        match mating {
            Some(_) => known.mates_within = known.mates_within.min(moves),
            None => known.no_mate_within = known.no_mate_within.max(moves),
        }
        known.best = mating.or(known.best);
        Ok(mating.is_some())
    }

    /// Whether `mv`, one of `moves` moves of the attacker, forces mate within them.
    ///
    /// # Errors
    /// The limit is reached.
    pub fn is_mated_after(
        &mut self,
        position: &Position,
        mv: Move,
        moves: u8,
    ) -> Result<bool, Undecided> {
        let defender = position.play_unchecked(mv);
        Ok(match self.refutation(&defender, moves - 1)? {
            Defence::Mated => true,
            Defence::Over | Defence::Reply(_) => false,
        })
    }

    /// What saves the side to move from a mate within `moves` more moves of the other side.
    ///
    /// # Errors
    /// The limit is reached.
    pub fn refutation(&mut self, defender: &Position, moves: u8) -> Result<Defence, Undecided> {
        if self.visited >= self.limit {
            return Err(Undecided(self.limit));
        }
        self.visited += 1;
        let mut replies = movegen::legal_moves(defender);
        if replies.is_empty() {
            return Ok(if defender.in_check() { Defence::Mated } else { Defence::Over });
        }
        if is_drawn(defender) {
            return Ok(Defence::Over);
        }
        if moves == 0 {
            return Ok(Defence::Reply(replies[0]));
        }
        let killer = self.refutations.get(&defender.key()).copied();
        order_replies(defender, &mut replies, killer);
        for &reply in &replies {
            let after = defender.play_unchecked(reply);
            if is_drawn(&after) || !self.mates_within(&after, moves)? {
                self.refutations.insert(defender.key(), reply);
                return Ok(Defence::Reply(reply));
            }
        }
        Ok(Defence::Mated)
    }
}

/// What a defender has against a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defence {
    /// Nothing: every reply, if there is any, is mated.
    Mated,
    /// The game is drawn already.
    Over,
    /// This reply is not mated in time.
    Reply(Move),
}

/// Whether a rule has drawn a position in which the side to move has a legal move, or would have
/// drawn it without one. No position of a mate is the third of its kind: see the top of the file.
fn is_drawn(position: &Position) -> bool {
    position.draw_facts(1).draw().is_some()
}

/// The moves that may mate within `moves` moves, likely ones first. The last move of a mate gives check.
fn attacking_moves(position: &Position, moves: u8, first: Option<Move>) -> MoveList {
    let checks = position.check_squares();
    let gives_check = |mv: Move| position.gives_check(&checks, mv);
    let mut list = movegen::legal_moves(position);
    if moves == 1 {
        list.retain(|&mut mv| gives_check(mv));
        return list;
    }
    list.sort_by_cached_key(|&mv| {
        let rank = match () {
            () if Some(mv) == first => 0,
            () if gives_check(mv) => 1,
            () if position.captured(mv).is_some() => 2,
            () => 3,
        };
        (rank, distance_to_khun(position, mv))
    });
    list
}

/// Replies that refute more often come first: the last refutation, captures, moves of the khun.
fn order_replies(position: &Position, replies: &mut MoveList, killer: Option<Move>) {
    replies.sort_by_cached_key(|&mv| match () {
        () if Some(mv) == killer => 0,
        () if position.captured(mv).is_some() => 1,
        () if position.king(position.to_move()) == mv.from() => 2,
        () => 3,
    });
}

/// Among similar moves, those that end near the other khun come first.
fn distance_to_khun(position: &Position, mv: Move) -> u8 {
    mv.to().distance(position.king(!position.to_move()))
}
