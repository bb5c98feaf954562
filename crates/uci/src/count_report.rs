//! What a search reports about the count at its end.

use makruk::game::Game;
use makruk::position::{Position, Proof};
use makruk::rules::Outcome;
use sakdi_engine::eval;
use sakdi_engine::score;
use sakdi_engine::search::SearchResult;
use sakdi_engine::tablebase::Tablebase;
use sakdi_i18n::{Language, Localized};

/// The running count and its verdict: proven by the tables or the search, or else estimated. `None`
/// while no count runs, and without a legal move. `is_whole` is whether the search considered all moves.
/// If it did not, the verdict comes from the search alone: that of tables and estimates may need a move that was
/// left out.
pub(super) fn report(
    language: Language,
    root: &Position,
    tables: Option<&Tablebase>,
    is_whole: bool,
    result: &SearchResult,
) -> Option<String> {
    result.best_move?;
    let status = root.count_status();
    if !status.is_count() {
        return None;
    }
    let count = status.say(language);
    let tables = tables.filter(|_| is_whole);
    let proof = tables.and_then(|tables| tables.probe(root)?.proof());
    let proof = proof.or_else(|| found(root, is_whole, result));
    let moves_to_mate = || eval::estimated_moves_to_mate(root).filter(|_| is_whole);
    let estimated = || root.estimated_verdict(moves_to_mate()?);
    let verdict = proof.and_then(|proof| root.count_verdict(proof)).or_else(estimated);
    Some(match verdict {
        Some(verdict) => format!("{count}; {}", verdict.say(language)),
        None => count,
    })
}

/// Whether the game is drawn for sure: by rule, by a count that ends before anybody can mate, or by
/// the tables.
pub(super) fn is_drawn(game: &Game, tables: Option<&Tablebase>) -> bool {
    let position = game.position();
    matches!(game.outcome(), Some(Outcome::Draw(_)))
        || position.count_saves_bare_side()
        || tables.and_then(|tables| tables.probe(position)).is_some_and(|v| v.winner().is_none())
}

/// What the search proved: a mate, which it reports only if it comes in time; or that no move is
/// left to mate. One that leaves out moves proves nothing by losing.
fn found(root: &Position, is_whole: bool, result: &SearchResult) -> Option<Proof> {
    let us = root.to_move();
    let mate = score::moves_to_mate(result.score).filter(|&moves| moves > 0 || is_whole);
    if let Some(moves) = mate {
        let winner = if result.score > 0 { us } else { !us };
        let moves = u16::try_from(moves.abs()).ok()?;
        return Some(Proof::Mate { winner, moves });
    }
    root.count_saves_bare_side().then_some(Proof::Draw { strong: !us })
}
