//! Games that the count has drawn and that clients play on. Every line is a draw there, so a
//! search that heeds the count has nothing to choose by.

use super::observer::{Bound, Report, SearchObserver};
use crate::game::Game;
use crate::movegen;
use crate::position::Position;
use crate::rules::CountingRule;
use crate::types::score::DRAW;

/// The present position as if nobody had counted, when the count leaves nothing but a draw; its
/// history is left behind. `None` while there is something to play for.
pub(super) fn without_count(game: &Game) -> Option<Game> {
    let position = game.position();
    if !is_drawn(position) || !movegen::has_legal_move(position) {
        return None;
    }
    Some(Game::new(position.with_counting_rule(CountingRule::None)))
}

/// Whether the count has run out, or runs out with any move that a bare khun makes.
fn is_drawn(position: &Position) -> bool {
    let count = position.count();
    count.is_running() && (count.is_over() || position.count_saves_bare_side())
}

/// Passes everything on, as a draw.
pub(super) struct Drawn<'a>(pub &'a dyn SearchObserver);

impl SearchObserver for Drawn<'_> {
    fn should_stop(&self) -> bool {
        self.0.should_stop()
    }

    fn is_pondering(&self) -> bool {
        self.0.is_pondering()
    }

    fn report(&self, report: &Report<'_>) {
        self.0.report(&Report { score: DRAW, bound: Bound::Exact, ..*report });
    }
}
