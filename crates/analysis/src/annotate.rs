//! Analysed games as PGN, and back.
//!
//! A comment of the analysis has its own braces and begins with the score in pawns from White's
//! side and its depth, `[%eval 0.35,18]`, as other programs write it. Lines that are worth reading
//! become variations. Otherwise a command that programs hide names the better move, `[%best Nd2]`.
//! [`pgn::own_mark`] tells comments and variations of the analysis from those of others.

use super::{
    Analysis, Evaluation, Judgement, Line, Value, annotator, game_of, line_text,
    score_of_centipawns, score_of_mate, score_text,
};
use makruk::formations;
use makruk::notation::pgn::own_mark::{around_mark, is_own, signed};
use makruk::notation::pgn::{self, PgnGame, PgnMove, PgnWriter, Reader};
use makruk::notation::{Dialect, Notation, san};
use makruk::position::Position;
use makruk::rules::Variant;
use makruk::types::{Color, Move};
use sakdi_engine::Score;
use sakdi_i18n::{Language, Localized, Phrase, capitalised};

/// The beginning of an analysis's comments.
const EVAL: &str = "[%eval ";
/// The beginning of the command with the best move, after the score.
const BEST: &str = "[%best ";
/// Longest line that is written, in moves.
const LINE_LENGTH: usize = 12;

/// A game as read from PGN, with its analysis.
#[derive(Clone, Debug)]
pub struct AnalysedGame {
    /// The game.
    pub pgn: PgnGame,
    /// Its analysis.
    pub analysis: Analysis,
    /// The limit of each search, in words: `100 ms a position`.
    pub budget: String,
}

impl AnalysedGame {
    /// A game that [`annotate`] wrote, with its analysis. Its Annotator tag names the limit, unless it
    /// names another annotator.
    pub fn annotated(pgn: PgnGame, analysis: Analysis) -> Self {
        let budget =
            pgn.tag("Annotator").and_then(annotator::budget).unwrap_or_default().to_owned();
        Self { pgn, analysis, budget }
    }

    /// What [`annotate`] needs, with comments in this language.
    pub fn annotations(&self, language: Language) -> Annotations<'_> {
        let Self { pgn, analysis, budget } = self;
        Annotations { pgn, analysis, budget, language }
    }
}

/// The limits of the searches of some games, each once, in words.
pub fn budgets(games: &[AnalysedGame]) -> String {
    let mut budgets: Vec<&str> = Vec::new();
    for AnalysedGame { budget, .. } in games {
        if !budget.is_empty() && !budgets.contains(&budget.as_str()) {
            budgets.push(budget);
        }
    }
    budgets.join(", ")
}

/// A game as read from PGN, and the analysis to add to it.
#[derive(Clone, Copy, Debug)]
pub struct Annotations<'a> {
    /// The game.
    pub pgn: &'a PgnGame,
    /// Its analysis.
    pub analysis: &'a Analysis,
    /// The limit of each search, for the Annotator tag: `100 ms a position`.
    pub budget: &'a str,
    /// Language of the comments.
    pub language: Language,
}

/// The game with its analysis as PGN, followed by an empty line. Keeps comments, NAGs and
/// variations by others.
pub fn annotate(annotations: &Annotations<'_>) -> String {
    let mut text = PgnWriter::new();
    push_tags(&mut text, annotations);
    push_moves(&mut text, annotations);
    text.result(result(annotations));
    push_others(&mut text, &annotations.pgn.closing_comments);
    text.finish()
}

fn push_tags(text: &mut PgnWriter, annotations: &Annotations<'_>) {
    let (pgn, game) = (annotations.pgn, &annotations.analysis.game);
    // Without arguments, the analysis is read back by the rules that the tags name.
    let rule = game.start().counting_rule();
    // The moves are written in SAN, so a tag that names another dialect must not stay.
    let dialect = pgn.dialect_tag(game.start(), game.moves(), Dialect::Makruk).ok().flatten();
    let mut replaced = vec![("Annotator", None), ("Dialect", dialect.map(Dialect::name))];
    if let Some(variant) = pgn.variant_tag(game.start()).unwrap_or_default() {
        replaced.push(("Variant", Some(variant)));
    }
    if pgn.counting_rule() != Ok(Some(rule)) {
        replaced.push(("CountingRule", Some(rule.name())));
    }
    let is_kept = |tag: &str| replaced.iter().all(|&(name, _)| name != tag);
    for (name, value) in pgn.copied_tags().filter(|(name, _)| is_kept(name)) {
        text.tag(name, value);
    }
    for (name, value) in replaced {
        if let Some(value) = value {
            text.tag(name, value);
        }
    }
    if pgn.tag("Result").is_none() {
        text.tag("Result", result(annotations));
    }
    if let Some(opening) =
        sakdi_i18n::formations_in_both_languages(formations::classify(game.start(), game.moves()))
        && pgn.tag("Opening").is_none()
    {
        text.tag("Opening", &opening);
    }
    let (budget, language) = (annotations.budget, annotations.language);
    text.tag("Annotator", &annotator::tag(pgn.tag("Annotator"), budget, language));
}

fn result(annotations: &Annotations<'_>) -> &'static str {
    let by_rule = || annotations.analysis.game.outcome();
    annotations
        .pgn
        .stated_result()
        .unwrap_or_else(|| by_rule().map_or("*", |outcome| pgn::result(outcome.winner())))
}

fn push_moves(text: &mut PgnWriter, annotations: &Annotations<'_>) {
    let Annotations { pgn, analysis, language, .. } = *annotations;
    let all_events = analysis.count_events();
    let events = |ply| all_events.iter().filter(move |event| event.ply == ply);
    let sentences = |ply| events(ply).map(|event| event.say(language));
    let positions: Vec<Position> = analysis.positions().collect();
    let from = pgn.read_moves(analysis.game.start()).map_or(Dialect::Makruk, |read| read.dialect);
    let judged = analysis.judged();
    let eval = |ply: usize| {
        let eval = eval(&positions[ply], &analysis.values[ply]);
        let unwritten = judged.get(ply).filter(|judged| !judged.worth_a_line);
        match unwritten.and_then(|judged| judged.better?.moves.first()) {
            Some(&best) => format!("{eval} {BEST}{}]", san::format(&positions[ply], best)),
            None => eval,
        }
    };
    push_own(text, eval(0), sentences(0));
    push_others(text, &pgn.comments);
    for (ply, (&mv, judged)) in analysis.game.moves().iter().zip(&judged).enumerate() {
        let before = &positions[ply];
        text.mv(before, &san::format(before, mv));
        let written = pgn.moves.get(ply).cloned().unwrap_or_default();
        let is_marked = push_nags(text, &written, judged.judgement);
        let loses = || language.sentence(&language.say(Phrase::Loses, &[&judged.percent()]));
        let price = is_marked.then(loses);
        push_own(text, eval(ply + 1), price.into_iter().chain(sentences(ply + 1)));
        push_others(text, &written.comments);
        if judged.worth_a_line {
            push_lines(text, before, &analysis.values[ply], mv, language);
        }
        for variation in written.variations.iter().filter(|text| !is_own(text)) {
            pgn::push_kept_variation(text, variation, before, from);
        }
    }
}

/// `[%eval 0.35,18]`. A finished game has depth 0.
fn eval(position: &Position, value: &Value) -> String {
    let depth = match value {
        Value::Over(_) => 0,
        Value::Open(evaluation) => evaluation.depth,
    };
    command(position, value.score(), depth)
}

fn command(position: &Position, score: Score, depth: u32) -> String {
    let score = score_text(score, position.to_move());
    format!("{EVAL}{},{depth}]", score.trim_start_matches('+'))
}

/// Adds a comment of the analysis.
fn push_own(text: &mut PgnWriter, eval: String, remarks: impl Iterator<Item = String>) {
    let parts: Vec<String> = std::iter::once(eval).chain(remarks).collect();
    text.comment(&signed(&parts.join(" ")));
}

/// Adds the comments that are not from an earlier analysis.
fn push_others(text: &mut PgnWriter, comments: &[String]) {
    for comment in comments.iter().filter(|comment| !is_own(comment)) {
        text.comment(comment);
    }
}

/// Adds the NAGs of a move. The analysis adds its own only if the game has no mark for the move.
/// Returns whether it does.
fn push_nags(text: &mut PgnWriter, written: &PgnMove, judgement: Option<Judgement>) -> bool {
    // With a mark, and only then, an analysis says what the move loses.
    let earlier = written.comments.iter().find_map(|comment| judgement_of(comment));
    let earlier = earlier.map(Judgement::nag);
    let mut others = written.nags.clone();
    if let Some(own) = others.iter().position(|&nag| Some(nag) == earlier) {
        others.remove(own);
    }
    let judged = others.iter().any(|nag| (1..=6).contains(nag));
    let own = judgement.filter(|_| !judged).map(Judgement::nag);
    text.nags(own.into_iter().chain(others));
    own.is_some()
}

/// The judgement of a move by the comment of an analysis, which says what the move loses.
fn judgement_of(comment: &str) -> Option<Judgement> {
    let percent = Language::ALL.into_iter().find_map(|language| {
        let (begin, end) = language.text(Phrase::Loses).split_once("{0}")?;
        let (_, said) = comment.split_once(&capitalised(begin))?;
        said.split_once(end)?.0.parse::<u32>().ok()
    });
    let percent = percent.filter(|_| is_own(comment))?;
    Judgement::of_loss(f64::from(percent) / 100.0)
}

/// Adds the lines that the game did not follow as variations, best first. The comment of each but
/// the first has its number.
fn push_lines(
    text: &mut PgnWriter,
    before: &Position,
    value: &Value,
    played: Move,
    language: Language,
) {
    let Value::Open(evaluation) = value else { return };
    for (place, line) in (1..).zip(&evaluation.lines) {
        if line.moves.first() == Some(&played) {
            continue;
        }
        let moves = line_text(before, &line.moves, LINE_LENGTH, Notation::San);
        let mut command = command(before, line.score, evaluation.depth);
        if place > 1 {
            command = format!("{command} {}", language.say(Phrase::LinePlace, &[&place]));
        }
        // The comment follows the first move, because the score is that of the position after it.
        let mut moves = moves.splitn(3, ' ');
        let first: Vec<&str> = moves.by_ref().take(2).collect();
        let rest = moves.next().map_or(String::new(), |rest| format!(" {rest}"));
        let line = format!("{} {{{command}}}{rest}", first.join(" "));
        text.variation(&signed(&line));
    }
}

/// Parses an analysis that [`annotate`] has written; `None` if the game has none, or not one of
/// every position. For a line that was not written, or that the game followed, only the first move
/// is known.
pub fn read_back(pgn: &PgnGame) -> Option<Analysis> {
    // The tags name the rules unless they are the usual ones.
    let game = game_of(pgn, Variant::default(), None).ok()?.played_on();
    // The game may have been converted since.
    let dialect = pgn.read_moves(game.start()).ok()?.dialect;
    let moves = game.moves();
    let mut values = Vec::with_capacity(moves.len() + 1);
    let mut comments = &pgn.comments;
    for ply in 0..=moves.len() {
        let played = moves.get(ply).copied();
        let at = game.at(ply);
        let position = *at.position();
        values.push(match at.outcome() {
            Some(outcome) => Value::Over(outcome),
            None => {
                let (score, depth) = comments.iter().find_map(|text| read_eval(text, &position))?;
                let lines = pgn.moves.get(ply).map_or(&[][..], |written| &written.variations);
                let mut lines: Vec<(usize, Line)> =
                    lines.iter().filter_map(|text| read_line(text, &position, dialect)).collect();
                // One of them may be a changed copy of another.
                lines.sort_by_key(|&(place, _)| place);
                lines.dedup_by_key(|&mut (place, _)| place);
                if lines.iter().all(|&(place, _)| place != 1) {
                    let named = comments.iter().find_map(|text| read_best(text, &position));
                    let moves = named.or(played).into_iter().collect();
                    lines.push((1, Line { score, moves }));
                }
                lines.sort_by_key(|&(place, _)| place);
                let lines = lines.into_iter().map(|(_, line)| line).collect();
                Value::Open(Evaluation { depth, lines })
            }
        });
        if played.is_some() {
            comments = &pgn.moves.get(ply)?.comments;
        }
    }
    Some(Analysis { game, values })
}

/// The score, from the side to move, and the depth of an analysis's comment.
fn read_eval(comment: &str, position: &Position) -> Option<(Score, u32)> {
    let (_, eval) = around_mark(comment)?.0.rsplit_once(EVAL)?;
    let (score, depth) = eval.split_once(']')?.0.split_once(',')?;
    let white = match score.strip_prefix('#') {
        Some(mate) => score_of_mate(mate.parse().ok()?),
        None => score_of_centipawns((100.0 * score.parse::<f64>().ok()?).round() as i32),
    };
    let own = if position.to_move() == Color::White { white } else { -white };
    Some((own, depth.parse().ok()?))
}

/// The best move in a comment.
fn read_best(comment: &str, position: &Position) -> Option<Move> {
    let (_, best) = around_mark(comment)?.1.split_once(BEST)?;
    san::parse(position, best.split_once(']')?.0).ok()
}

/// Parses a variation written by [`push_lines`]. Returns it with its number among the lines.
fn read_line(text: &str, position: &Position, dialect: Dialect) -> Option<(usize, Line)> {
    let (score, _) = read_eval(text, position)?;
    let mut reader = Reader::new(text);
    let mut variation = reader.next()?.ok()?;
    // As the moves of the game; a line of a few moves may read otherwise in other letters.
    variation.dialect = Some(dialect);
    let comment = variation.moves.first()?.comments.first()?;
    // In every language the number comes last.
    let place = match around_mark(comment)?.1.rsplit_once(' ') {
        Some((_, place)) => place.parse().ok()?,
        None => 1,
    };
    Some((place, Line { score, moves: variation.resolve(position).ok()? }))
}
