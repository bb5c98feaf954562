//! Labels that know more than the search did: scores blended with what came later in the game, and results
//! of endgame tables.

use super::points_curve::PointsCurve;
use crate::data::{Sample, WhiteResult};
use makruk::position::Position;
use makruk::types::Color;
use sakdi_engine::Score;
use sakdi_engine::tablebase::Tablebase;

/// Largest absolute score of a label, in centipawns.
const MAX_SCORE: f32 = 2_500.0;

/// The result and the score, from White's side, of a position that the tables know: they are exact, where
/// the search and the players of the game may have been wrong.
pub(super) fn exact_label(position: &Position, tables: &Tablebase) -> Option<(WhiteResult, Score)> {
    Some(match tables.probe(position)?.winner() {
        Some(Color::White) => (WhiteResult::Win, MAX_SCORE as Score),
        Some(Color::Black) => (WhiteResult::Loss, -MAX_SCORE as Score),
        None => (WhiteResult::Draw, 0),
    })
}

/// The score of each position of a game from White's side, blended with the later scores and with the
/// result. The weight of a score halves with every `half_life` plies; the rest of the weight is that
/// of the result. Points are blended, not centipawns: those of `curve`.
pub(super) fn blended_scores(samples: &[Sample], half_life: f32, curve: PointsCurve) -> Vec<Score> {
    let Some(last) = samples.last() else { return Vec::new() };
    let kept = libm::exp2f(-1.0 / half_life);
    let limit = curve.points(MAX_SCORE);
    let mut points = last.result.points();
    let mut scores: Vec<Score> = samples
        .iter()
        .rev()
        .map(|sample| {
            let own = curve.points(sample.score as f32);
            points = (1.0 - kept) * own + kept * points;
            let within = points.clamp(1.0 - limit, limit);
            // With a small scale the curve rounds to 0 or 1, which have no logarithm.
            let score = curve.value(within);
            libm::roundf(score.clamp(-MAX_SCORE, MAX_SCORE)) as Score
        })
        .collect();
    scores.reverse();
    scores
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::WhiteResult;
    use makruk::notation::pgn::ending::Cause;
    use makruk::position::Position;
    use makruk::types::Move;

    fn game(scores: &[Score], result: WhiteResult) -> Vec<Sample> {
        let position = Position::start(Default::default(), Default::default());
        let best = Move::from_bits(1).expect("a move");
        let cause = Cause::Mate;
        let sample = |&score| Sample { position, score, best, result, cause };
        scores.iter().map(sample).collect()
    }

    /// The count decides: a ruea wins only if the moves that are left suffice.
    #[test]
    fn labels_of_tables_are_exact_under_the_count() {
        let tables = Tablebase::embedded();
        let label = |text: &str| {
            let read = makruk::notation::fen::parse(text, Default::default(), Default::default());
            exact_label(&read.expect("a position"), &tables)
        };
        let won = Some((WhiteResult::Win, 2_500));
        let drawn = Some((WhiteResult::Draw, 0));
        assert_eq!(label("8/8/8/8/8/5k2/8/KR6 w - 32 7 1"), won);
        assert_eq!(label("8/8/8/8/8/5k2/8/KR6 w - 32 9 1"), drawn);
        assert_eq!(label("kr6/8/5K2/8/8/8/8/8 b - 32 7 1"), Some((WhiteResult::Loss, -2_500)));
        assert_eq!(label("kr6/8/5K2/8/8/8/8/R7 b - 128 7 1"), None);
    }

    #[test]
    fn scores_approach_the_result() {
        let level = game(&[0; 41], WhiteResult::Win);
        let scores = blended_scores(&level, 20.0, PointsCurve::DEFAULT);
        assert!(scores.is_sorted() && scores[0] > 0, "{scores:?}");
        // 41 plies from the end the result has a weight of 2^(-41/20), and half of it is a surplus.
        let points = 0.5 + 0.5 * libm::exp2f(-41.0 / 20.0);
        let expected = 400.0 * libm::logf(points / (1.0 - points));
        assert!((scores[0] as f32 - expected).abs() < 1.0, "{} is not {expected}", scores[0]);
        let drawn = blended_scores(&game(&[0; 9], WhiteResult::Draw), 20.0, PointsCurve::DEFAULT);
        assert_eq!(drawn, [0; 9]);
        // With a short half-life each score is its own.
        let won = blended_scores(
            &game(&[30_000, -30_000], WhiteResult::Loss),
            0.01,
            PointsCurve::DEFAULT,
        );
        assert_eq!(won, [2_500, -2_500]);
        // With a small scale the points of the result are rounded to 0.
        let lost = blended_scores(
            &game(&[-2_400; 2], WhiteResult::Loss),
            20.0,
            PointsCurve { scale: 100.0, offset: 0.0 },
        );
        assert_eq!(lost, [-2_500; 2]);
        assert!(blended_scores(&[], 20.0, PointsCurve::DEFAULT).is_empty());
    }
}
