//! The commands `d` and `eval`: the position for people and tests.

use crate::eval;
use crate::game::Game;
use crate::notation::fen;
use crate::position::Position;
use crate::rules::Outcome;
use crate::types::Square;
use crate::words;

/// The board, then the facts, each on a line of its own.
pub(super) fn describe(game: &Game) -> String {
    let position = game.position();
    let checkers: String = position.checkers().map(|square| format!(" {square}")).collect();
    let count = words::count(position).unwrap_or_else(|| "no count runs".to_owned());
    format!(
        "{}Fen: {}\nKey: {:016X}\nCheckers:{checkers}\nResult: {}\n{count}\n",
        board(position),
        fen::format(position),
        position.key(),
        game.outcome().map_or("ongoing", Outcome::word),
    )
}

/// The board from White's side; a bia ngai bears the mark of FEN.
fn board(position: &Position) -> String {
    const RULE: &str = " +---+---+---+---+---+---+---+---+\n";
    let mut board = RULE.to_owned();
    for rank in (0..8).rev() {
        board += " |";
        for file in 0..8 {
            let square = Square::new(file, rank);
            let man = position.piece_at(square).zip(position.color_at(square));
            let letter = man.map_or(' ', |(piece, color)| piece.fen_letter(color));
            let mark = if position.promoted().contains(square) { '~' } else { ' ' };
            board += &format!(" {letter}{mark}|");
        }
        board += &format!(" {}\n{RULE}", rank + 1);
    }
    board + "   a   b   c   d   e   f   g   h\n\n"
}

/// The static evaluation by groups of terms, then as the search sees it.
pub(super) fn explain(position: &Position) -> String {
    let explanation = eval::explain(position);
    let mut text = format!("{:<24}{:>8}{:>8}{:>8}\n", "centipawns", "White", "Black", "lead");
    for (name, [white, black]) in explanation.groups {
        text += &format!("{name:<24}{white:>8}{black:>8}{:>+8}\n", white - black);
    }
    text += &format!("{:<40}{:>+8}\n", "without the count", explanation.without_count);
    text += &format!("{:<40}{:>+8}\n", "White's advantage", explanation.white);
    text + &format!("Evaluation: {} (side to move)\n", eval::evaluate(position))
}
