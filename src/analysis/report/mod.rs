//! Analysed games as a page to look at: one HTML file that needs no network.
//!
//! The page holds the games as JSON; its script draws board, graphs and moves from that.

mod ending;
mod json;

use super::{Analysis, Judgement, Value, line_text, score_text};
use crate::arena::record::is_remark;
use crate::movegen;
use crate::notation::coordinate;
use crate::notation::pgn::{MoveNumber, PgnGame};
use crate::notation::{fen, san};
use crate::position::Position;
use crate::rules::Variant;
use crate::types::{Color, Piece, Square};
use crate::words::Language;
use json::Json;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
/// The men, drawn for this page.
const MEN: &str = include_str!("men.svg");
/// Moves of a line that are shown.
const LINE_LENGTH: usize = 10;

/// The page of some games, with what each position was given: `100 ms a position`.
pub fn html(games: &[(PgnGame, Analysis)], budget: &str) -> String {
    let generator = concat!("Sakdi ", env!("CARGO_PKG_VERSION"));
    let title = match games {
        [(pgn, _)] => title(pgn),
        _ => format!("{} games", games.len()),
    };
    let data = Json::list(games.iter().map(|(pgn, analysis)| game(pgn, analysis)));
    let (title, budget) = (escaped(&title), escaped(budget));
    let parts = [
        ("{{generator}}", generator),
        ("{{title}}", &title),
        ("{{budget}}", &budget),
        ("{{style}}", STYLE),
        ("{{men}}", MEN.trim_end()),
        ("{{script}}", SCRIPT),
        ("{{data}}", data.as_str()),
    ];
    fill(PAGE, &parts)
}

/// Replaces each name in a text; what stands in its place is left as it is.
fn fill(text: &str, parts: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len() + 1024);
    let mut rest = text;
    while let Some(at) = rest.find("{{") {
        let (before, from) = rest.split_at(at);
        filled.push_str(before);
        let part = parts.iter().find(|(name, _)| from.starts_with(name));
        let (name, value) = part.copied().unwrap_or(("{{", "{{"));
        filled.push_str(value);
        rest = &from[name.len()..];
    }
    filled + rest
}

/// Text between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn known<'a>(pgn: &'a PgnGame, tag: &str) -> Option<&'a str> {
    pgn.tag(tag).filter(|value| !matches!(value.trim(), "" | "?" | "????.??.??"))
}

fn title(pgn: &PgnGame) -> String {
    match (known(pgn, "White"), known(pgn, "Black")) {
        (None, None) => known(pgn, "Event").unwrap_or("Analysis").to_owned(),
        (white, black) => format!("{} – {}", white.unwrap_or("?"), black.unwrap_or("?")),
    }
}

/// What is played, event, place, date and opening.
fn about(pgn: &PgnGame, analysis: &Analysis) -> String {
    let variant = match analysis.game.start().variant() {
        Variant::Makruk => "Makruk",
        Variant::Makpong => "Makpong",
    };
    let tags = ["Event", "Site", "Round", "Date"].map(|tag| known(pgn, tag));
    let said = std::iter::once(variant).chain(tags.into_iter().flatten()).map(str::to_owned);
    let openings = Language::ALL.map(|language| analysis.opening(language));
    said.chain(openings.into_iter().flatten()).collect::<Vec<_>>().join(" · ")
}

fn game(pgn: &PgnGame, analysis: &Analysis) -> Json {
    let positions: Vec<Position> = analysis.positions().collect();
    let start = &positions[0];
    let values = positions.iter().zip(&analysis.values).enumerate();
    let values = values.map(|(ply, (position, value))| {
        let comments = match ply.checked_sub(1).map(|last| pgn.moves.get(last)) {
            None => Some(&pgn.comments),
            Some(written) => written.map(|written| &written.comments),
        };
        self::value(position, value, comments.map_or(&[][..], |comments| comments))
    });
    let story = analysis.story();
    let story = story
        .iter()
        .map(|event| Json::list([Json::number(event.ply as f64, 0), Json::text(&event.text)]));
    let summary = analysis.summaries().map(|side| {
        let counts = side.judged.map(|count| Json::text(&count.to_string()));
        let loss = Json::text(&format!("{:.1} %", side.average_loss()));
        Json::list(counts.into_iter().chain([loss]))
    });
    let result = ending::result(pgn, analysis);
    let ended = result.map(str::to_owned).into_iter().chain(ending::reason(pgn, analysis));
    Json::object([
        ("title", Json::text(&title(pgn))),
        ("white", Json::text(known(pgn, "White").unwrap_or("White"))),
        ("black", Json::text(known(pgn, "Black").unwrap_or("Black"))),
        ("result", Json::text(result.unwrap_or_default())),
        ("ended", Json::text(&ended.collect::<Vec<_>>().join(" · "))),
        ("about", Json::text(&about(pgn, analysis))),
        ("start", Json::text(&board(start))),
        ("moves", moves(analysis, &positions)),
        ("values", Json::list(values)),
        ("counts", Json::list(positions.iter().map(count))),
        ("story", Json::list(story)),
        ("summary", Json::list(summary)),
    ])
}

/// The men in FEN, with bia ngai marked.
fn board(position: &Position) -> String {
    let text = fen::format(position);
    let men = text.split(' ').next().unwrap_or_default();
    let mut board = String::with_capacity(men.len());
    for (rank, men) in (0..8).rev().zip(men.split('/')) {
        if rank != 7 {
            board.push('/');
        }
        let mut file = 0;
        for letter in men.chars() {
            board.push(letter);
            let square = Square::new(file, rank);
            let gap = letter.to_digit(10);
            if gap.is_none() && position.promoted().contains(square) {
                board.push('~');
            }
            // A rank has eight files, gaps included.
            file += gap.unwrap_or(1) as u8;
        }
    }
    board
}

fn moves(analysis: &Analysis, positions: &[Position]) -> Json {
    let judged = analysis.judged();
    let moves = analysis.game.moves().iter().zip(positions).zip(&judged);
    Json::list(moves.map(|((&mv, before), judged)| {
        let mut fields = vec![
            ("n", Json::text(&MoveNumber::of(before).to_string())),
            ("s", Json::text(&san::format(before, mv))),
            ("m", Json::text(&coordinate::format(before, mv))),
        ];
        if let Some(judgement) = judged.judgement {
            fields.push(("j", Json::text(Judgement::mark(judgement))));
            fields.push(("p", Json::number(judged.percent().into(), 0)));
        }
        Json::object(fields)
    }))
}

fn value(position: &Position, value: &Value, comments: &[String]) -> Json {
    let to_move = position.to_move();
    let white = match to_move {
        Color::White => value.expectation(),
        Color::Black => 1.0 - value.expectation(),
    };
    let (text, depth, lines) = match value {
        Value::Over(outcome) => (ending::points(*outcome).to_owned(), 0, &[][..]),
        Value::Open(evaluation) => {
            let text = score_text(value.score(), to_move);
            (text, evaluation.depth, &evaluation.lines[..])
        }
    };
    let lines = lines.iter().filter(|line| !line.moves.is_empty()).map(|line| {
        let first = line.moves.first().copied();
        let first = first.filter(|&mv| movegen::is_legal(position, mv));
        Json::list([
            Json::text(&score_text(line.score, to_move)),
            Json::text(&line_text(position, &line.moves, LINE_LENGTH)),
            Json::text(&first.map_or(String::new(), |mv| coordinate::format(position, mv))),
        ])
    });
    let mut fields = vec![
        ("e", Json::text(&text)),
        ("w", Json::number(100.0 * white, 1)),
        ("d", Json::number(depth.into(), 0)),
        ("l", Json::list(lines)),
    ];
    if let Value::Over(outcome) = value {
        fields.push(("o", Json::text(&ending::by_rule(*outcome))));
    }
    if position.in_check() {
        let khun = Piece::King.fen_letter(to_move);
        fields.push(("c", Json::text(&khun.to_string())));
    }
    // Those of an earlier analysis say what is shown in other ways, and those of a match what the
    // engines thought.
    let is_said = |text: &&String| !text.contains("[%eval") && !is_remark(text);
    let comments: Vec<&String> = comments.iter().filter(is_said).collect();
    if !comments.is_empty() {
        fields.push(("r", Json::list(comments.into_iter().map(|text| Json::text(text)))));
    }
    Json::object(fields)
}

/// Spoken, last number, moves left to the stronger side, who counts, and whether it is pieces'
/// honour; null when no count runs.
fn count(position: &Position) -> Json {
    let count = position.count();
    let Some(left) = count.moves_left() else { return Json::null() };
    let counter = count.counter(position.to_move());
    Json::list([
        Json::number(count.spoken().into(), 0),
        Json::number(count.last_number().into(), 0),
        Json::number(left.into(), 0),
        Json::text(&counter.to_string()),
        Json::number(f64::from(u8::from(position.is_bare(counter))), 0),
    ])
}
