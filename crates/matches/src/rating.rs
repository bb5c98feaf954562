//! Ratings of several players from their crosstable: the Bradley-Terry model on the logistic Elo
//! scale, fitted by maximum likelihood.
//!
//! A player rated `d` above the opponent is expected to score 1 / (1 + 10^(−d / 400)); a draw is
//! half a win and half a loss. The errors come from the spread of the results around those
//! expectations (the sandwich estimator), so that draws make them smaller.
//!
//! Sources: R. A. Bradley and M. E. Terry, "Rank Analysis of Incomplete Block Designs" (1952);
//! D. R. Hunter, "MM algorithms for generalized Bradley-Terry models" (2004), for when a maximum
//! exists.

use super::elo::{WdlCounts, Z95};

/// Elo of one unit of the natural logarithm of the odds.
const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;
/// Newton's steps at most; a few are enough.
const STEPS: usize = 200;
/// The longest step, in logits: Newton's may be too long far from the maximum.
const LONGEST_STEP: f64 = 1.0;
/// The variance of a game without draws between equals.
const DECIDED: f64 = 0.25;

/// The rating of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rating {
    /// In Elo; the ratings of a match have the mean 0.
    Finite {
        /// The rating.
        elo: f64,
        /// Half the width of its 95 % interval.
        error: f64,
    },
    /// Above all others: every game was won, but for those against others above.
    Above,
    /// Below all others: every game was lost, but for those against others below.
    Below,
}

/// The ratings of all players from their results, `[player][opponent]`. `None` if the results do not
/// connect the players: no game, or two groups of which each only won, or only lost, against the
/// other.
pub fn ratings(scores: &[Vec<WdlCounts>]) -> Vec<Option<Rating>> {
    let mut ratings = vec![None; scores.len()];
    let mut rated: Vec<usize> = (0..scores.len()).collect();
    // Without those who only won or only lost, others may be left who did so.
    loop {
        let extremes: Vec<_> =
            rated.iter().map(|&player| extreme(scores, &rated, player)).collect();
        if extremes.iter().all(Option::is_none) {
            break;
        }
        for (&player, rating) in rated.iter().zip(extremes) {
            ratings[player] = rating;
        }
        rated.retain(|&player| ratings[player].is_none());
    }
    if rated.len() < 2 || !are_connected(scores, &rated) {
        // Nothing to compare the extremes with, either.
        return vec![None; scores.len()];
    }
    let logits = fit(scores, &rated);
    let errors = errors(scores, &rated, &logits);
    for ((&player, logit), error) in rated.iter().zip(logits).zip(errors) {
        let (elo, error) = (ELO_PER_LOGIT * logit, Z95 * ELO_PER_LOGIT * error);
        ratings[player] = Some(Rating::Finite { elo, error });
    }
    ratings
}

/// The rating of a player who has all points or none among `rated`.
fn extreme(scores: &[Vec<WdlCounts>], rated: &[usize], player: usize) -> Option<Rating> {
    let against = rated.iter().map(|&other| scores[player][other]);
    let (points, most) = against.fold((0, 0), |(points, most), score| {
        (points + score.half_points(), most + 2 * score.games())
    });
    match points {
        _ if most == 0 => None,
        0 => Some(Rating::Below),
        _ => (points == most).then_some(Rating::Above),
    }
}

/// Whether from every player a chain of points leads to every other: then there is a maximum.
fn are_connected(scores: &[Vec<WdlCounts>], rated: &[usize]) -> bool {
    let reaches_all = |has_points: &dyn Fn(usize, usize) -> bool| {
        let mut reached = vec![rated[0]];
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            let new = |to: &&usize| has_points(from, **to) && !reached.contains(to);
            let new: Vec<usize> = rated.iter().filter(new).copied().collect();
            reached.extend(new);
            next += 1;
        }
        reached.len() == rated.len()
    };
    reaches_all(&|from, to| scores[from][to].half_points() > 0)
        && reaches_all(&|from, to| scores[to][from].half_points() > 0)
}

/// The most likely strengths in logits, with the mean 0.
fn fit(scores: &[Vec<WdlCounts>], rated: &[usize]) -> Vec<f64> {
    let mut logits = vec![0.0; rated.len()];
    for _ in 0..STEPS {
        let gradient = (0..rated.len()).map(|i| {
            let excess = |j: usize| {
                let score = scores[rated[i]][rated[j]];
                score.half_points() as f64 / 2.0
                    - score.games() as f64 * expected(logits[i] - logits[j])
            };
            (0..rated.len()).filter(|&j| j != i).map(excess).sum::<f64>()
        });
        let gradient: Vec<f64> = gradient.collect();
        let step = product(&inverse_information(scores, rated, &logits), &gradient);
        let longest = step.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
        let scale = if longest > LONGEST_STEP { LONGEST_STEP / longest } else { 1.0 };
        for (logit, part) in logits.iter_mut().zip(step) {
            *logit += scale * part;
        }
        if longest < 1e-10 {
            break;
        }
    }
    logits
}

/// The standard errors of the strengths.
fn errors(scores: &[Vec<WdlCounts>], rated: &[usize], logits: &[f64]) -> Vec<f64> {
    let inverse = inverse_information(scores, rated, logits);
    let spread = laplacian(rated.len(), |i, j| {
        let WdlCounts { wins, draws, losses } = scores[rated[i]][rated[j]];
        let expected = expected(logits[i] - logits[j]);
        let part = |games: u64, points: f64| games as f64 * (points - expected).powi(2);
        let games = part(wins, 1.0) + part(draws, 0.5) + part(losses, 0.0);
        // One more game that was decided: even results alone do not prove an error of 0.
        if wins + draws + losses > 0 { games + DECIDED } else { 0.0 }
    });
    let variance =
        |row: &Vec<f64>| product(&spread, row).iter().zip(row).map(|(a, b)| a * b).sum::<f64>();
    inverse.iter().map(|row| variance(row).max(0.0).sqrt()).collect()
}

/// The share of the points that a difference in logits promises.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// The pseudo-inverse of the Fisher information, whose rows and columns sum to 0: only differences
/// of strengths matter.
fn inverse_information(
    scores: &[Vec<WdlCounts>],
    rated: &[usize],
    logits: &[f64],
) -> Vec<Vec<f64>> {
    let players = rated.len();
    let mut matrix = laplacian(players, |i, j| {
        let share = expected(logits[i] - logits[j]);
        scores[rated[i]][rated[j]].games() as f64 * share * (1.0 - share)
    });
    // With the same number everywhere it can be inverted, and without it again it is the
    // pseudo-inverse.
    let even = 1.0 / players as f64;
    matrix.iter_mut().flatten().for_each(|entry| *entry += even);
    let mut inverse = inverse(matrix);
    inverse.iter_mut().flatten().for_each(|entry| *entry -= even);
    inverse
}

/// A symmetric matrix of these weights, negative, and with their sums on the diagonal.
fn laplacian(players: usize, weight: impl Fn(usize, usize) -> f64) -> Vec<Vec<f64>> {
    let mut matrix = vec![vec![0.0; players]; players];
    for (i, row) in matrix.iter_mut().enumerate() {
        for j in (0..players).filter(|&j| j != i) {
            let weight = weight(i, j);
            row[j] = -weight;
            row[i] += weight;
        }
    }
    matrix
}

fn product(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// The inverse of a positive definite matrix, by Gauss and Jordan.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let unit = |row: usize| (0..size).map(move |column| f64::from(u8::from(row == column)));
    let mut inverse: Vec<Vec<f64>> = (0..size).map(|row| unit(row).collect()).collect();
    for pivot in 0..size {
        let scale = 1.0 / matrix[pivot][pivot];
        for part in [&mut matrix[pivot], &mut inverse[pivot]] {
            part.iter_mut().for_each(|entry| *entry *= scale);
        }
        let pivot_rows = [matrix[pivot].clone(), inverse[pivot].clone()];
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for (part, pivot_row) in [&mut matrix, &mut inverse].into_iter().zip(&pivot_rows) {
                for (entry, at_pivot) in part[row].iter_mut().zip(pivot_row) {
                    *entry -= factor * at_pivot;
                }
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::super::elo::Trinomial;
    use super::*;

    /// A crosstable of these wins, draws and losses of the one against the other.
    fn crosstable(players: usize, results: &[(usize, usize, [u64; 3])]) -> Vec<Vec<WdlCounts>> {
        let mut scores = vec![vec![WdlCounts::default(); players]; players];
        for &(one, other, [wins, draws, losses]) in results {
            scores[one][other] = WdlCounts { wins, draws, losses };
            scores[other][one] = WdlCounts { wins: losses, draws, losses: wins };
        }
        scores
    }

    fn finite(ratings: &[Option<Rating>]) -> Vec<(f64, f64)> {
        let of = |rating: &Option<Rating>| match rating {
            Some(Rating::Finite { elo, error }) => (*elo, *error),
            other => panic!("{other:?}"),
        };
        ratings.iter().map(of).collect()
    }

    /// With two players, the difference of the ratings is the Elo of their score.
    #[test]
    fn two_players_differ_by_their_elo() {
        let ratings = ratings(&crosstable(2, &[(0, 1, [300, 500, 200])]));
        let ratings = finite(&ratings);
        let score = WdlCounts { wins: 300, draws: 500, losses: 200 };
        let elo = Trinomial::from(score).estimate().expect("games").elo;
        assert!((ratings[0].0 - ratings[1].0 - elo.value).abs() < 1e-6, "{ratings:?} {elo}");
        assert!((ratings[0].0 + ratings[1].0).abs() < 1e-6);
        // The error of the difference is twice that of each rating.
        let error = 0.5 * (elo.high - elo.low);
        assert!((2.0 * ratings[0].1 / error - 1.0).abs() < 0.01, "{ratings:?} {elo}");
    }

    /// Expected results of strengths 200, 0 and −200 give back those strengths, also where two of the
    /// players never met.
    #[test]
    fn strengths_are_found_again() {
        let wins = |difference: f64| {
            let share = 1.0 / (1.0 + 10_f64.powf(-difference / 400.0));
            let wins = (1e6 * share).round() as u64;
            [wins, 0, 1_000_000 - wins]
        };
        let chain = [(0, 1, wins(200.0)), (1, 2, wins(200.0))];
        let all = [&chain[..], &[(0, 2, wins(400.0))]].concat();
        for results in [&chain[..], &all] {
            let found = finite(&ratings(&crosstable(3, results)));
            for ((elo, error), expected) in found.into_iter().zip([200.0, 0.0, -200.0]) {
                assert!((elo - expected).abs() < 0.01 && error < 2.0, "{elo} ± {error}");
            }
        }
    }

    #[test]
    fn draws_make_errors_smaller_but_never_nothing() {
        let error =
            |wdl| finite(&ratings(&crosstable(3, &[(0, 1, wdl), (1, 2, wdl), (0, 2, wdl)])))[0].1;
        let (decided, drawish, drawn) = (error([50, 0, 50]), error([5, 90, 5]), error([0, 100, 0]));
        assert!(
            drawn > 1.0 && drawn < drawish && 2.0 * drawish < decided,
            "{drawn} {drawish} {decided}"
        );
    }

    #[test]
    fn who_wins_everything_is_above_and_who_loses_everything_below() {
        let even = [1, 0, 1];
        let scores =
            crosstable(4, &[(0, 1, [2, 0, 0]), (0, 2, [2, 0, 0]), (1, 2, even), (3, 0, [0, 0, 2])]);
        let found = ratings(&scores);
        assert_eq!([found[0], found[3]], [Some(Rating::Above), Some(Rating::Below)]);
        assert!(finite(&found[1..3]).iter().all(|(elo, _)| elo.abs() < 1e-6), "{found:?}");
        // Two pairs that never met, no game at all, and nobody left to compare with.
        for results in [&[(0, 1, even), (2, 3, even)][..], &[], &[(0, 1, [2, 0, 0])]] {
            assert_eq!(ratings(&crosstable(4, results)), [None; 4]);
        }
        assert_eq!(ratings(&[]), []);
    }
}
