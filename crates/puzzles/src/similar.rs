//! Puzzles that are alike: the same position up to mirror images, or the same solution from
//! neighbouring positions of one game.

use super::Puzzle;
use makruk::position::Position;
use makruk::types::{Color, Move, Square};
use std::collections::{HashMap, HashSet};

/// Moves of a game within which two puzzles with a move in common are alike.
const NEIGHBOURS: u16 = 6;

/// The men of a position and its side to move, the same for mirror images: files reversed, and sides
/// exchanged with the ranks reversed. The count and the number of the move are left out.
pub fn canonical(position: &Position) -> String {
    let mover = position.to_move();
    let image = |mirrored: bool| -> String {
        let man = |square: Square| {
            let square = if mirrored { square.flip_files() } else { square };
            // Seen from the side to move, which becomes White.
            let square = square.relative_to(mover);
            let Some(piece) = position.piece_at(square) else { return '.' };
            let is_own = position.color_at(square) == Some(mover);
            piece.fen_letter(if is_own { Color::White } else { Color::Black })
        };
        Square::all().map(man).collect()
    };
    image(false).min(image(true))
}

/// Puzzles of which no two are alike.
#[derive(Debug, Default)]
pub struct Collection {
    positions: HashSet<String>,
    // The solver's moves and the numbers of the moves in the game, by the source.
    solutions: HashMap<String, Vec<(u16, Vec<Move>)>>,
}

impl Collection {
    /// Adds a puzzle, unless it is like one that is there.
    pub fn add(&mut self, puzzle: &Puzzle) -> bool {
        let number = puzzle.position.fullmove_number();
        let moves: Vec<Move> = puzzle.solution.solver_moves().collect();
        let of_game = self.solutions.entry(puzzle.source.clone()).or_default();
        let is_like = |(other, solution): &(u16, Vec<Move>)| {
            other.abs_diff(number) <= NEIGHBOURS && solution.iter().any(|mv| moves.contains(mv))
        };
        if of_game.iter().any(is_like) || !self.positions.insert(canonical(&puzzle.position)) {
            return false;
        }
        of_game.push((number, moves));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::notation::fen;

    fn of(text: &str) -> String {
        let position = fen::parse(text, Default::default(), Default::default()).expect("a FEN");
        canonical(&position)
    }

    #[test]
    fn mirror_images_and_exchanged_sides_are_alike() {
        let one = of("7k/8/6K1/8/8/3P4/8/R7 w - 0 0 60");
        assert_eq!(one, of("k7/8/1K6/8/8/4P3/8/7R w - 0 0 71"));
        assert_eq!(one, of("r7/8/3p4/8/8/6k1/8/7K b - 0 0 60"));
        assert_ne!(one, of("7k/8/6K1/8/8/3P4/8/R7 b - 0 0 60"));
        assert_ne!(one, of("7k/8/6K1/8/8/3P4/8/1R6 w - 0 0 60"));
    }
}
