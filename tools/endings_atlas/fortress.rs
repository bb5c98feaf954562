//! Fortresses: drawn positions in which the stronger side keeps all its men.

use super::survey::Fortress;
use makruk::game::Game;
use makruk::movegen::legal_moves;
use makruk::notation::fen;
use makruk::position::Position;
use makruk::types::Color;
use sakdi_engine::tablebase::SideStats;

/// White keeps its men for so many moves of its own.
pub const MOVES: u32 = 4;
/// Drawn positions that are looked at.
const MOST: usize = 400;
/// Positions that are visited to find out whether one is held. If they do not suffice, it is not.
const MOST_VISITED: u32 = 10_000;

/// Those found so far.
#[derive(Default)]
pub struct Fortresses {
    drawn: usize,
    held: usize,
    // With the distance of the khuns: the nearer, the more the position is held by force.
    best: Option<(u8, Position)>,
}

impl Fortresses {
    /// Looks at a position with White to move that has no distance to a win.
    pub fn add(&mut self, position: &Position) {
        if self.drawn == MOST || Game::new(*position).outcome().is_some() {
            return;
        }
        self.drawn += 1;
        if !keeps_men(position, MOVES, &mut 0) {
            return;
        }
        self.held += 1;
        let [white, black] = Color::ALL.map(|side| position.king(side));
        let apart = white.distance(black);
        if self.best.as_ref().is_none_or(|&(nearest, _)| apart < nearest) {
            self.best = Some((apart, *position));
        }
    }

    /// In an ending that is mostly won with the strong side to move: elsewhere draws surprise nobody.
    pub fn of_mostly_won(self, strong: &SideStats) -> Option<Fortress> {
        let Self { drawn, held, best } = self;
        let example = best.map(|(_, position)| fen::format(&position));
        (2 * strong.won() > strong.legal && drawn > 0).then_some(Fortress { drawn, held, example })
    }
}

/// Whether White, to move, has for `moves` moves one after which no reply takes a man and the game goes on.
fn keeps_men(position: &Position, moves: u32, visited: &mut u32) -> bool {
    if moves == 0 {
        return true;
    }
    legal_moves(position).into_iter().any(|mv| {
        let next = position.play_unchecked(mv);
        let replies = legal_moves(&next);
        *visited += 1;
        *visited <= MOST_VISITED
            && !replies.is_empty()
            && replies.iter().all(|&reply| next.captured(reply).is_none())
            && replies
                .iter()
                .all(|&reply| keeps_men(&next.play_unchecked(reply), moves - 1, visited))
    })
}
