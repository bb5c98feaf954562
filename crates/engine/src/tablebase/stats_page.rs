//! A Markdown page about all endings: how often each is won when its count starts, how often the
//! count saves the bare khun, and the longest win.

use super::ending::Ending;
use super::table::{Access, Table};
use super::verify::position;
use super::{Stats, Tablebase};
use makruk::notation::{fen, san};
use makruk::position::Position;
use makruk::types::{Color, Move, Piece, Square};
use std::fmt::Write;

/// The page on every table, in Markdown, endings with few men first.
pub fn page(tables: &Tablebase) -> String {
    let mut sorted: Vec<&Table> = tables.tables().collect();
    sorted.sort_by(|a, b| {
        let key = |table: &Table| (table.ending().men(), !table.ending().is_bare());
        key(a).cmp(&key(b)).then(b.ending().cmp(&a.ending()))
    });
    let mut text = INTRODUCTION.to_owned();
    for table in sorted {
        section(tables, table, &mut text);
    }
    text
}

const INTRODUCTION: &str = "\
# Makruk endgames under the count

Made by `sakdi tables page` from tables that are exact in distance and count.

The figures are those of the moment when the count begins, with the weaker side to move, over all
legal positions with mirror images counted once. *Won* is won in time, *saved by the count* is a
mate that exists but comes too late, *drawn* is no mate at all. Where both sides have men, *not won*
is drawn or won by Black. While bia are left no count runs; there the count to come is part of the
figures. The example is a longest win in time, with the stronger side, White, to move. A
*conversion* is a capture or promotion that wins.

";

/// The men of a side in words.
fn words(ending: Ending, side: Color) -> String {
    let mut men = Vec::new();
    for (_, piece, count) in ending.groups().filter(|&(of, ..)| of == side) {
        let name = match piece {
            Piece::Rook => "ruea",
            Piece::Knight => "ma",
            Piece::Khon => "khon",
            Piece::Met => "met",
            Piece::Pawn => "bia",
            Piece::King => "khun",
        };
        men.push(match count {
            1 => name.to_owned(),
            2 => format!("two {name}"),
            _ => format!("three {name}"),
        });
    }
    match men.pop() {
        None => "bare khun".to_owned(),
        Some(last) if men.is_empty() => format!("khun and {last}"),
        Some(last) => format!("khun, {} and {last}", men.join(", ")),
    }
}

fn section(tables: &Tablebase, table: &Table, text: &mut String) {
    let ending = table.ending();
    let (strong, weak) = (words(ending, Color::White), words(ending, Color::Black));
    // Writing to a text cannot fail.
    let _ = writeln!(text, "## {ending}: {strong} against {weak}\n\n{}", figures(table.stats()));
    if let Some((start, distance)) = longest_win(table) {
        let line = written(start, &line(tables, start));
        let start = fen::format(&start);
        let _ = writeln!(text, "\nLongest win, {}: `{start}`\n\n> {line}", goal(ending, distance));
    }
    text.push('\n');
}

/// A distance in words: to mate, or in other endings than those of a bare khun without bia to mate or
/// conversion.
fn goal(ending: Ending, distance: u8) -> String {
    let moves = if distance == 1 { "move" } else { "moves" };
    match ending.is_bare() && !ending.has_pawns() {
        true => format!("{distance} {moves}"),
        false => format!("{distance} {moves} to mate or conversion"),
    }
}

fn figures(stats: &Stats) -> String {
    let legal = stats.weak.legal.max(1) as f64;
    let over = stats.initial_moves().map_or(0, |[_, moves]| stats.weak.won_beyond(moves));
    let percent = |positions: u64| 100.0 * positions as f64 / legal;
    let (won, saved) = (percent(stats.weak.won() - over), percent(over));
    let rest = 100.0 - won - saved;
    let is_rest = if stats.ending.is_bare() { "drawn" } else { "not won" };
    let count = match (stats.ending.limit(), stats.ending.is_bare()) {
        (0, _) => "No count while bia are left.".to_owned(),
        (limit, true) => {
            let (men, left) = (stats.ending.men(), stats.ending.initial_moves_left());
            format!("The count runs from {men} to {limit} and leaves {left} moves.")
        }
        (limit, false) => format!("Board's honour: {limit} moves."),
    };
    let longest = match stats.longest() {
        0 => String::new(),
        longest => format!(" The longest forced win takes {}.", goal(stats.ending, longest)),
    };
    format!(
        "{count} Won {won:.2} %, saved by the count {saved:.2} %, {is_rest} {rest:.2} %.{longest}"
    )
}

/// A longest win in time with the strong side to move, and its number of moves.
pub fn longest_win(table: &Table) -> Option<(Position, u8)> {
    let ending = table.ending();
    let most = match ending.initial_moves_left() {
        0 => u8::MAX,
        moves => moves,
    };
    let won_in = &table.stats().strong.won_in;
    let longest = (1..won_in.len())
        .rev()
        .find(|&distance| won_in[distance] > 0 && distance <= usize::from(most))?
        as u8;
    (0..table.layout().placements()).find_map(|row| {
        let placement = table.layout().placement(row);
        let values = table.row(row, Access::All)?;
        let mut squares = Square::all().filter(|&square| values.value(square) == longest);
        let legal = |square| position(table.layout(), &placement, square, Color::White);
        squares.find_map(legal).map(|position| (position, longest))
    })
}

/// The best play of both sides from a won position: to mate, or as far as the tables reach.
pub fn line(tables: &Tablebase, start: Position) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut position = start;
    while let Some(mv) = best_move(tables, &position) {
        moves.push(mv);
        position = position.play_unchecked(mv);
    }
    moves
}

fn written(start: Position, moves: &[Move]) -> String {
    let mut text = String::new();
    let mut position = start;
    for (number, &mv) in moves.iter().enumerate() {
        if number % 2 == 0 {
            let _ = write!(text, "{}.", number / 2 + 1);
        }
        let _ = write!(text, "{} ", san::format(&position, mv));
        position = position.play_unchecked(mv);
    }
    text.trim_end().to_owned()
}

/// The winner's quickest win, or the longest defence; `None` at the end of the line or where
/// nothing is won.
fn best_move(tables: &Tablebase, position: &Position) -> Option<Move> {
    let before = tables.probe(position)?;
    let winner = before.winner()?;
    let moves = tables.probe_moves(position);
    // Without bia and against a bare khun the distances go on; else they end at a conversion.
    let known = moves.into_iter().filter_map(|(mv, after)| {
        // Where both sides have men a mistake may win for the other side.
        let after = after.filter(|after| after.winner() == Some(winner))?;
        Some((mv, if after.metric == before.metric { after.distance? } else { 0 }))
    });
    let chosen = if position.to_move() == winner {
        // None comes nearer if the tables lack the ending of the conversion.
        known
            .min_by_key(|&(_, distance)| distance)
            .filter(|&(_, distance)| before.distance.is_some_and(|before| distance < before))
    } else {
        known.max_by_key(|&(_, distance)| distance)
    };
    chosen.map(|(mv, _)| mv)
}
