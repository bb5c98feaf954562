//! Analysed games as a self-contained HTML page.
//!
//! The page contains the games as JSON; its script draws the board, the graphs and the moves.

mod json;
mod labels;
mod notations;
mod result;

use super::count_events::moves_needed;
use super::{
    AnalysedGame, Analysis, Contradiction, Judgement, Line, Value, annotate, budgets, score_text,
};
use json::Json;
use makruk::movegen;
use makruk::notation::coordinate;
use makruk::notation::pgn::own_mark::{is_own, without_commands};
use makruk::notation::pgn::{MoveNumber, PgnGame, is_engine_comment};
use makruk::notation::{Notation, fen};
use makruk::position::Position;
use makruk::types::{Color, Move, Piece, Square};
use sakdi_i18n::{Language, Localized, Phrase, TextStyle, capitalised};
use sakdi_ui::{BOARD_STYLE, MEN, MODULES, REVIEW_STYLE};

const PAGE: &str = include_str!("page.html");
/// The module of the page itself. It needs the modules that it shares with the page in `web/site`.
const MODULE: &str = include_str!("script.js");
/// Moves of a line that are shown.
const LINE_LENGTH: usize = 10;

/// Text in the head of every page, by which a report is recognised.
pub const MARK: &str = "<meta name=\"generator\" content=\"Sakdi ";

/// The page of some games.
pub fn html(games: &[AnalysedGame], style: TextStyle) -> String {
    let language = style.language;
    let generator = concat!("Sakdi ", env!("CARGO_PKG_VERSION"));
    let title = match games {
        [game] => title(&game.pgn, language),
        _ => language.say(Phrase::PageGames, &[&games.len()]),
    };
    let choices = [("notations", notations::choices(style))];
    let data = data_with(games, style, choices, |analysis, positions| {
        Some(("others", notations::texts(analysis, positions, style)))
    });
    let title = escaped(&title);
    // The limits are unknown where other annotators are named in their place.
    let made_by = [generator.to_owned(), escaped(&budgets(games))];
    let made_by: Vec<&str> =
        made_by.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    let made_by = made_by.join(" · ");
    let keys = language.say(Phrase::PageKeys, &[&"← →", &"↑ ↓", &"F"]);
    let scores = language.sentence(language.text(Phrase::ScoresAreWhites));
    let men = labels::of_men(style);
    let parts = [
        ("{{language}}", language.name()),
        ("{{generator}}", generator),
        ("{{made_by}}", &made_by),
        ("{{title}}", &title),
        ("{{keys}}", &keys),
        ("{{scores}}", &scores),
        ("{{legend}}", &men),
        ("{{style}}", &[BOARD_STYLE, REVIEW_STYLE].concat()),
        ("{{men}}", MEN.trim_end()),
        ("{{script}}", &script()),
        ("{{data}}", &data),
    ];
    let labels = labels::of_page(language);
    let labels = labels.iter().map(|(name, label)| (name.as_str(), label.as_str()));
    fill(PAGE, &parts.into_iter().chain(labels).collect::<Vec<_>>())
}

/// All modules in one script, without comments. They share a scope, so the imports are dropped.
fn script() -> String {
    let is_comment = |line: &str| {
        let line = line.trim();
        line.starts_with("//")
            || line.starts_with('*')
            || line.starts_with("/**") && (line.ends_with("*/") || !line.contains("*/"))
    };
    let lines = MODULES.iter().chain([&MODULE]).flat_map(|module| module.lines());
    let lines = lines.filter(|line| !line.starts_with("import ") && !is_comment(line));
    lines.map(|line| line.strip_prefix("export ").unwrap_or(line).to_owned() + "\n").collect()
}

/// The data of the page as JSON. The script draws everything from it.
pub fn data(games: &[AnalysedGame], style: TextStyle) -> String {
    data_with(games, style, [], |_, _| None)
}

/// The data, with more fields of the page and of each game, which follow from its analysis and positions.
fn data_with<const N: usize>(
    games: &[AnalysedGame],
    style: TextStyle,
    more: [(&'static str, Json); N],
    more_of_game: impl Fn(&Analysis, &[Position]) -> Option<(&'static str, Json)>,
) -> String {
    let language = style.language;
    let games = games.iter().map(|analysed| {
        let AnalysedGame { pgn, analysis, .. } = analysed;
        let annotated = annotate(&analysed.annotations(language));
        let positions: Vec<Position> = analysis.positions().collect();
        let more = more_of_game(analysis, &positions);
        game(pgn, analysis, &positions, &annotated, style, more)
    });
    let fields = [
        ("words", labels::of_script(style.language)),
        ("files", squares(style.notation, |at| Square::new(at, 0), 0)),
        ("ranks", squares(style.notation, |at| Square::new(0, at), 1)),
        ("games", Json::list(games)),
    ];
    Json::object(fields.into_iter().chain(more)).as_str().to_owned()
}

/// The labels of the files or ranks at the edge of the board.
fn squares(notation: Notation, square: impl Fn(u8) -> Square, letter: usize) -> Json {
    let name = |at| notation.square(square(at));
    Json::text(&(0..8).filter_map(|at| name(at).chars().nth(letter)).collect::<String>())
}

/// Replaces each placeholder in a text by its value. Values are not searched for placeholders.
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

/// Escapes text for use between HTML tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn known<'a>(pgn: &'a PgnGame, tag: &str) -> Option<&'a str> {
    pgn.tag(tag).filter(|value| !matches!(value.trim(), "" | "?" | "????.??.??"))
}

fn title(pgn: &PgnGame, language: Language) -> String {
    match (known(pgn, "White"), known(pgn, "Black")) {
        (None, None) => {
            known(pgn, "Event").unwrap_or(language.text(Phrase::PageAnalysis)).to_owned()
        }
        (white, black) => format!("{} – {}", white.unwrap_or("?"), black.unwrap_or("?")),
    }
}

/// The variant, event, place, date and opening of a game.
fn about(pgn: &PgnGame, analysis: &Analysis, language: Language) -> String {
    let variant = capitalised(language.variant(analysis.game.start().variant()));
    let tags = ["Event", "Site", "Round", "Date"].map(|tag| known(pgn, tag));
    let known_tag = std::iter::once(variant).chain(tags.into_iter().flatten().map(str::to_owned));
    // English readers may know the Thai name, or look it up.
    let languages = if language == Language::Thai { &[Language::Thai][..] } else { &Language::ALL };
    let openings = languages.iter().filter_map(|&language| analysis.opening(language));
    known_tag.chain(openings).collect::<Vec<_>>().join(" · ")
}

fn game(
    pgn: &PgnGame,
    analysis: &Analysis,
    positions: &[Position],
    annotated: &str,
    style: TextStyle,
    more: Option<(&'static str, Json)>,
) -> Json {
    let language = style.language;
    let start = &positions[0];
    let values = positions.iter().zip(&analysis.values).enumerate();
    let values = values.map(|(ply, (position, value))| {
        let written = match ply.checked_sub(1).map(|last| pgn.moves.get(last)) {
            None => Some(&pgn.comments),
            Some(written) => written.map(|written| &written.comments),
        };
        let closing = (ply + 1 == positions.len()).then_some(&pgn.closing_comments);
        self::value(position, value, written.into_iter().chain(closing).flatten(), style)
    });
    let counts = positions.iter().zip(&analysis.values);
    let counts = counts.map(|(position, value)| count(position, value, language));
    let events = analysis.count_events();
    let events = events.iter().map(|event| {
        Json::list([Json::number(event.ply as f64, 0), Json::text(&event.say(language))])
    });
    let summary = analysis.summaries().map(|side| {
        let counts = side.judged.map(|count| Json::text(&count.to_string()));
        let loss = Json::text(&format!("{:.1} %", side.average_loss()));
        let accuracy = Json::text(&format!("{:.0} %", side.accuracy()));
        Json::list(counts.into_iter().chain([loss, accuracy]))
    });
    let result = result::result(pgn, analysis);
    let contradiction = Contradiction::find(pgn, analysis)
        .map(|found| capitalised(&found.say(analysis, language, style.notation)));
    let ended = result.map(str::to_owned).into_iter();
    let ended = ended.chain(result::reason(pgn, analysis, language)).chain(contradiction);
    let fields = [
        ("title", Json::text(&title(pgn, language))),
        ("white", Json::text(known(pgn, "White").unwrap_or(language.side(Color::White)))),
        ("black", Json::text(known(pgn, "Black").unwrap_or(language.side(Color::Black)))),
        ("result", Json::text(result.unwrap_or_default())),
        ("ended", Json::text(&ended.collect::<Vec<_>>().join(" · "))),
        ("about", Json::text(&about(pgn, analysis, language))),
        ("variant", Json::text(start.variant().name())),
        ("rule", Json::text(start.counting_rule().name())),
        ("start", Json::text(&fen::men_with_promoted(start))),
        ("fens", Json::list(positions.iter().map(|position| Json::text(&fen::format(position))))),
        ("pgn", Json::text(annotated)),
        ("moves", moves(analysis, positions, style)),
        ("values", Json::list(values)),
        ("counts", Json::list(counts)),
        ("events", Json::list(events)),
        ("summary", Json::list(summary)),
    ];
    Json::object(fields.into_iter().chain(more))
}

fn moves(analysis: &Analysis, positions: &[Position], style: TextStyle) -> Json {
    let judged = analysis.judged();
    let moves = analysis.game.moves().iter().zip(positions).zip(&judged);
    Json::list(moves.map(|((&mv, before), judged)| {
        let mut fields = vec![
            ("n", Json::text(&MoveNumber::of(before).to_string())),
            ("s", Json::text(&style.notation.format(before, mv))),
            ("m", Json::text(&coordinate::format(before, mv))),
        ];
        if let Some(judgement) = judged.judgement {
            fields.push(("j", Json::text(Judgement::mark(judgement))));
            let loss = style.language.say(Phrase::Loses, &[&judged.percent()]);
            fields.push(("p", Json::text(&style.language.sentence(&loss))));
        }
        Json::object(fields)
    }))
}

fn value<'a>(
    position: &Position,
    value: &Value,
    comments: impl Iterator<Item = &'a String>,
    style: TextStyle,
) -> Json {
    let to_move = position.to_move();
    let white = match to_move {
        Color::White => value.expectation(),
        Color::Black => 1.0 - value.expectation(),
    };
    let (text, depth, lines) = match value {
        Value::Over(outcome) => (result::points(*outcome).to_owned(), 0, &[][..]),
        Value::Open(evaluation) => {
            let text = score_text(value.score(), to_move);
            (text, evaluation.depth, &evaluation.lines[..])
        }
    };
    let lines = lines.iter().filter(|line| !line.moves.is_empty()).map(|line| {
        let moves = line_moves(position, legal_moves_of(position, line), style.notation);
        Json::list([Json::text(&score_text(line.score, to_move)), Json::list(moves)])
    });
    let mut fields = vec![
        ("e", Json::text(&text)),
        ("w", Json::number(100.0 * white, 1)),
        ("d", Json::number(depth.into(), 0)),
        ("l", Json::list(lines)),
    ];
    if let Value::Over(outcome) = value {
        fields.push(("o", Json::text(&style.language.sentence(&outcome.say(style.language)))));
    }
    if position.in_check() {
        let khun = Piece::King.fen_letter(to_move);
        fields.push(("c", Json::text(&khun.to_string())));
    }
    // Leaves out the comments of an earlier analysis, which the page shows in other ways, and those
    // of match programs.
    let by_people = comments.filter(|text| !is_own(text) && !is_engine_comment(text));
    let comments: Vec<String> =
        by_people.map(|text| without_commands(text)).filter(|text| !text.is_empty()).collect();
    if !comments.is_empty() {
        fields.push(("r", Json::list(comments.iter().map(|text| Json::text(text)))));
    }
    Json::object(fields)
}

/// The moves of a line that are shown: the legal ones at its start.
fn legal_moves_of<'a>(position: &Position, line: &'a Line) -> &'a [Move] {
    let mut at = *position;
    let is_legal = |mv: &&Move| {
        let is_legal = movegen::is_legal(&at, **mv);
        if is_legal {
            at = at.play_unchecked(**mv);
        }
        is_legal
    };
    let shown = line.moves.iter().take(LINE_LENGTH).take_while(is_legal).count();
    &line.moves[..shown]
}

/// Legal moves, each in coordinates and as text with its move number where needed.
fn line_moves(position: &Position, moves: &[Move], notation: Notation) -> Vec<Json> {
    let mut position = *position;
    let mut written = Vec::new();
    for &mv in moves {
        let mut text = notation.format(&position, mv);
        if written.is_empty() || position.to_move() == Color::White {
            text = format!("{} {text}", MoveNumber::of(&position));
        }
        let uci = coordinate::format(&position, mv);
        written.push(Json::list([Json::text(&uci), Json::text(&text)]));
        position = position.play_unchecked(mv);
    }
    written
}

/// The number counted, the limit, whether it is pieces' honour, the text, the moves left, the moves
/// needed to mate if known, and whether Black counts; null while no count runs.
fn count(position: &Position, value: &Value, language: Language) -> Json {
    let Some(left) = position.moves_left() else {
        return Json::null();
    };
    let sentence = position.count_status().say(language);
    let (count, counter) = (position.count(), position.counter());
    let needed = moves_needed(position, value);
    Json::list([
        Json::number(count.spoken().into(), 0),
        Json::number(count.last().into(), 0),
        Json::number(f64::from(u8::from(position.is_bare(counter))), 0),
        Json::text(&language.sentence(&sentence)),
        Json::number(left.into(), 0),
        needed.map_or_else(Json::null, |needed| Json::number(needed.into(), 0)),
        Json::number(f64::from(u8::from(counter == Color::Black)), 0),
    ])
}
