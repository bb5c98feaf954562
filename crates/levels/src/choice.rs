//! The choice of a move by the scores of a search: the better a move, the likelier it is chosen (a
//! softmax over the scores). The choice is less careful when one side is far ahead, and the lowest
//! levels overlook mates.

use crate::LimitedSearch;
use rand::Rng;
use rand::distr::Distribution;
use rand::distr::weighted::WeightedIndex;
use sakdi_engine::Score;
use sakdi_engine::score::{DRAW, MATE, is_mate};

impl LimitedSearch {
    /// Chooses one of several moves by their scores from the search, best first. Returns its index.
    pub fn choose(&self, scores: &[Score], rng: &mut impl Rng) -> usize {
        let blind = self.blindness > 0.0 && rng.random_bool(self.blindness.min(1.0));
        let seen = if blind { without_mates(scores) } else { scores.to_vec() };
        let seen: Vec<Score> = seen.into_iter().map(weighed).collect();
        let best = seen.iter().copied().max().unwrap_or(DRAW);
        let scale = self.temperature * (1.0 + f64::from(best.abs().min(2_000)) / 500.0);
        pick(&seen, scale, rng)
    }
}

/// Picks one of several moves by their scores: a move `temperature` centipawns worse than the best
/// is picked 1/e times as often. Returns its index.
pub(crate) fn pick(scores: &[Score], temperature: f64, rng: &mut impl Rng) -> usize {
    let best = scores.iter().copied().max().unwrap_or(DRAW);
    if temperature <= 0.0 {
        return scores.iter().position(|&score| score == best).unwrap_or_default();
    }
    let weights = scores.iter().map(|&score| (f64::from(score - best) / temperature).exp());
    WeightedIndex::new(weights).map_or(0, |weights| weights.sample(rng))
}

/// The score for comparison with other moves: mates are worth more than other scores, and distant
/// mates less than near ones.
fn weighed(score: Score) -> Score {
    const BEST: Score = 5_000;
    const EACH_PLY: Score = 400;
    const LEAST: Score = 2_500;
    if !is_mate(score) {
        return score.clamp(-LEAST, LEAST);
    }
    let value = (BEST - EACH_PLY * (MATE - score.abs())).max(LEAST);
    value * score.signum()
}

/// The scores for a player who overlooks mates: a move that mates gets the best score of the other
/// moves, and a move that allows mate gets the worst.
fn without_mates(scores: &[Score]) -> Vec<Score> {
    let plain = || scores.iter().copied().filter(|&score| !is_mate(score));
    let (best, worst) = (plain().max().unwrap_or(DRAW), plain().min().unwrap_or(DRAW));
    let blind = |score: Score| match score {
        score if !is_mate(score) => score,
        score if score > 0 => best,
        _ => worst,
    };
    scores.iter().copied().map(blind).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FULL_SKILL, Strength};
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use sakdi_engine::score::mate_in;

    fn search_at(skill: i8) -> LimitedSearch {
        match Strength::of_skill(skill) {
            Some(Strength::Search(search)) => search,
            other => panic!("{skill}: {other:?}"),
        }
    }

    fn share_of_best(strength: LimitedSearch, scores: &[Score]) -> f64 {
        let mut rng = StdRng::seed_from_u64(1);
        let best = (0..2_000).filter(|_| strength.choose(scores, &mut rng) == 0).count();
        best as f64 / 2_000.0
    }

    #[test]
    fn better_levels_choose_better_and_none_at_random() {
        let scores = [80, 60, 10, -40, -300, -900];
        let levels = (0..FULL_SKILL).map(search_at);
        let shares: Vec<f64> = levels.map(|search| share_of_best(search, &scores)).collect();
        assert!(shares.is_sorted(), "{shares:?}");
        assert!(shares[0] > 1.2 / 6.0 && shares[0] < 0.5, "{shares:?}");
        assert_eq!(shares[shares.len() - 1], 1.0);
        // Even the lowest hardly ever gives a ruea away for nothing.
        let mut rng = StdRng::seed_from_u64(2);
        let lowest = search_at(0);
        let worst = (0..2_000).filter(|_| lowest.choose(&scores, &mut rng) == 5).count();
        assert!(worst < 40, "{worst}");
    }

    #[test]
    fn mates_are_mostly_seen_from_the_middle_on() {
        let scores = [mate_in(1), mate_in(3), 900, 850, 700];
        for skill in 0..FULL_SKILL {
            let seen = share_of_best(search_at(skill), &scores);
            assert!(skill < 8 || seen > 0.9, "{skill}: {seen}");
        }
        assert!(share_of_best(search_at(0), &scores) < 0.8);
    }
}
