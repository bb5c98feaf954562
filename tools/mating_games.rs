//! Games against a bare khun from the endgame tables, for the tools that learn from them.

use makruk::position::Position;
use makruk::types::{Color, Square};
use rand::Rng;
use rand::rngs::SmallRng;
use sakdi_engine::tablebase::{Ending, Tablebase, verify};

/// Plays a game from a random position of the ending with White to move and returns its positions
/// that White wins, with the moves to mate. Both sides play perfectly, but for a share of `errors`
/// random moves.
pub fn mating_game(
    tables: &Tablebase,
    ending: Ending,
    errors: f64,
    rng: &mut SmallRng,
) -> Vec<(Position, u8)> {
    let layout = tables.table(ending).unwrap_or_else(|| panic!("no table {ending}")).layout();
    let placement = layout.placement(rng.random_range(0..layout.placements()));
    let weak_king = Square::from_index(rng.random_range(0..64));
    let start = verify::position(layout, &placement, weak_king, Color::White);
    let mut game = Vec::new();
    let mut position = start;
    while let Some(here) = position {
        let Some(distance @ 1..) = moves_to_mate(tables, &here) else { break };
        game.push((here, distance));
        position = if rng.random_bool(errors) {
            let moves = makruk::movegen::legal_moves(&here);
            Some(here.play_unchecked(moves[rng.random_range(0..moves.len())]))
        } else {
            best_move(tables, &here)
        };
    }
    game
}

/// The moves that White needs to mate; `None` where it cannot.
fn moves_to_mate(tables: &Tablebase, position: &Position) -> Option<u8> {
    tables.probe(position).and_then(|verdict| verdict.distance)
}

/// The position after the best move: the fastest mate for White, the longest defence for Black.
fn best_move(tables: &Tablebase, position: &Position) -> Option<Position> {
    let next = makruk::movegen::legal_moves(position).into_iter();
    let next = next.map(|mv| position.play_unchecked(mv));
    let next = next.filter_map(|next| moves_to_mate(tables, &next).map(|moves| (moves, next)));
    let best = match position.to_move() {
        Color::White => next.min_by_key(|(moves, _)| *moves),
        Color::Black => next.max_by_key(|(moves, _)| *moves),
    };
    best.map(|(_, next)| next)
}
