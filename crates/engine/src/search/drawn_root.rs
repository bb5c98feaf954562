//! A root that the count has drawn. Clients may play on, but all moves have the score of a draw: the
//! root is searched without the count.

use super::observer::{Bound, SearchObserver, SearchReport, SearchResult};
use crate::score::DRAW;
use makruk::game::Game;
use makruk::movegen;
use makruk::position::Position;
use makruk::rules::CountingRule;

/// Calls `search` with the game and the observer. If the count leaves only a draw, `search` gets the
/// position without its count and history instead, and all reports and the result have the score of a
/// draw.
pub fn through_drawn_count(
    game: &Game,
    observer: &dyn SearchObserver,
    search: impl FnOnce(&Game, &dyn SearchObserver) -> SearchResult,
) -> SearchResult {
    match without_count(game) {
        Some(uncounted) => as_draw(&search(&uncounted, &DrawnObserver(observer))),
        None => search(game, observer),
    }
}

/// The position without a count and without its history, if the count leaves only a draw. `None`
/// if a result is still open.
fn without_count(game: &Game) -> Option<Game> {
    let position = game.position();
    if !is_drawn(position) || !movegen::has_legal_move(position) {
        return None;
    }
    Some(Game::new(position.with_counting_rule(CountingRule::NONE)))
}

/// Whether the count has run out, or runs out with any move of the bare khun.
fn is_drawn(position: &Position) -> bool {
    let count = position.count();
    count.is_running() && (count.is_over() || position.count_saves_bare_side())
}

/// The result with the score of a draw.
fn as_draw(result: &SearchResult) -> SearchResult {
    SearchResult { score: DRAW, reported_score: DRAW, ..result.clone() }
}

/// An observer that receives all reports with the score of a draw.
struct DrawnObserver<'a>(&'a dyn SearchObserver);

impl SearchObserver for DrawnObserver<'_> {
    fn should_stop(&self) -> bool {
        self.0.should_stop()
    }

    fn is_pondering(&self) -> bool {
        self.0.is_pondering()
    }

    fn takes_reports(&self) -> bool {
        self.0.takes_reports()
    }

    fn report(&self, report: &SearchReport<'_>) {
        self.0.report(&SearchReport { score: DRAW, bound: Bound::Exact, ..*report });
    }

    fn finish(&self, result: &SearchResult) {
        self.0.finish(&as_draw(result));
    }
}
