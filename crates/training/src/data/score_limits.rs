//! The limits of a search whose score is kept.

use sakdi_engine::search::Limits;

/// The hard limit on the nodes of a search, as a multiple of the soft limit.
const HARD_NODES: u64 = 4;

/// The limits of a search for a score. After `nodes` no iteration begins: a search that is stopped within
/// one often knows only a bound of the score. At four times as many it is stopped nevertheless.
pub(super) fn score_limits(nodes: u32) -> Limits {
    let soft = u64::from(nodes);
    Limits { soft_nodes: Some(soft), nodes: Some(HARD_NODES * soft), ..Limits::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::game::Game;
    use makruk::notation::fen;
    use sakdi_engine::search::Engine;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn the_score_is_that_of_a_finished_iteration() {
        let mut engine = Engine::new(1);
        let mut score = |position, limits: &Limits| {
            engine.clear();
            let found = engine.search(&Game::new(position), limits, &AtomicBool::new(false));
            (found.score, found.depth)
        };
        let openings = include_str!("../../../../positions/uneven.epd");
        let fens = openings.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        for text in fens.take(20) {
            let position = fen::parse(text, Default::default(), Default::default());
            let position = position.expect("a FEN");
            let (found, depth) = score(position, &score_limits(1500));
            let whole = Limits { depth: Some(depth), ..Limits::default() };
            assert_eq!((found, depth), score(position, &whole), "{text}");
        }
    }
}
