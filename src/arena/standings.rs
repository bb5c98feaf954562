//! The totals of a match: points, pairs, Elo, reasons of results.

use super::elo::{Distribution, Estimate, Pentanomial, Trinomial, Wdl};
use super::ending::Cause;
use super::record::GameResult;
use super::sprt::{Sprt, Verdict};
use super::thai::ThaiFormat;
use crate::types::Color;
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// The totals of a match, player by player.
#[derive(Clone, Debug)]
pub struct Standings {
    names: Vec<String>,
    // [player][opponent], from the player's side
    scores: Vec<Vec<Wdl>>,
    // Of the first two players: the half-points of the first in pairs not complete yet, and how
    // many complete pairs brought it how much.
    half_pairs: HashMap<u32, u8>,
    pairs: Pentanomial,
    in_pairs: bool,
    causes: BTreeMap<Cause, u64>,
    faults: Vec<u64>,
}

impl Standings {
    /// Totals without games. `in_pairs` says that encounters are pairs of games.
    pub fn new(names: Vec<String>, in_pairs: bool) -> Self {
        let players = names.len();
        Self {
            names,
            scores: vec![vec![Wdl::default(); players]; players],
            half_pairs: HashMap::new(),
            pairs: Distribution([0.0; 5]),
            in_pairs,
            causes: BTreeMap::new(),
            faults: vec![0; players],
        }
    }

    /// Adds a game. Games of strangers are not counted; whether it was.
    pub fn add(&mut self, game: &GameResult) -> bool {
        let index = |name: &str| self.names.iter().position(|known| known == name);
        let (Some(white), Some(black)) = (index(&game.white), index(&game.black)) else {
            return false;
        };
        let points = game.white_points();
        for (player, opponent, points) in [(white, black, points), (black, white, 2 - points)] {
            let score = &mut self.scores[player][opponent];
            *match points {
                0 => &mut score.losses,
                1 => &mut score.draws,
                _ => &mut score.wins,
            } += 1;
        }
        *self.causes.entry(game.cause).or_default() += 1;
        if game.cause.is_fault() {
            self.faults[if game.winner == Some(Color::White) { black } else { white }] += 1;
        }
        if self.in_pairs && white.max(black) == 1 {
            let first = if white == 0 { points } else { 2 - points };
            match self.half_pairs.remove(&game.round.encounter) {
                Some(other) => self.pairs.0[usize::from(first + other)] += 1.0,
                None => {
                    self.half_pairs.insert(game.round.encounter, first);
                }
            }
        }
        true
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The result of the first player against the second.
    pub fn score(&self) -> Wdl {
        self.scores.first().and_then(|row| row.get(1)).copied().unwrap_or_default()
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.causes.values().sum()
    }

    /// What the games say about the first player against the second: by pairs once there are any.
    pub fn estimate(&self) -> Option<Estimate> {
        if self.pairs.total() > 0.0 {
            self.pairs.estimate()
        } else {
            Trinomial::from(self.score()).estimate()
        }
    }

    /// Where a test stands: its ratio, and its verdict once it has one.
    pub fn test(&self, sprt: &Sprt) -> (f64, Option<Verdict>) {
        let llr = if self.in_pairs {
            sprt.llr(&self.pairs)
        } else {
            sprt.llr(&Trinomial::from(self.score()))
        };
        (llr, sprt.verdict(llr))
    }

    /// `+W =D -L score P/N elo E [LO, HI] faults F` of two players: for other programs to read.
    pub fn result_line(&self) -> String {
        let score = self.score();
        let elo = self.estimate().map(|estimate| estimate.elo);
        let (value, low, high) = elo
            .map_or((0.0, f64::NEG_INFINITY, f64::INFINITY), |elo| (elo.value, elo.low, elo.high));
        // No "-0.0".
        let [value, low, high] = [value, low, high].map(|elo| (elo * 10.0).round() / 10.0 + 0.0);
        format!(
            "result +{} ={} -{} score {}/{} elo {value:.1} [{low:.1}, {high:.1}] faults {}",
            score.wins,
            score.draws,
            score.losses,
            points(score),
            score.games(),
            self.faults.iter().sum::<u64>(),
        )
    }

    /// Reasons of results, the commonest first: `mate 12, count-draw 4`.
    pub fn reasons(&self) -> String {
        let mut causes: Vec<_> = self.causes.iter().collect();
        causes.sort_by_key(|&(_, &games)| std::cmp::Reverse(games));
        let words = causes.iter().map(|(cause, games)| format!("{} {games}", cause.word()));
        words.collect::<Vec<_>>().join(", ")
    }

    /// Share of draws among the games of the first two players, in per cent.
    pub fn draw_rate(&self) -> f64 {
        let score = self.score();
        100.0 * score.draws as f64 / score.games().max(1) as f64
    }

    /// Figures of two players, one a line.
    pub fn figures(&self) -> Vec<String> {
        let score = self.score();
        let mut lines = vec![format!(
            "{} v {}: +{} ={} -{}, {}/{} points, {:.1} % draws",
            self.names[0],
            self.names[1],
            score.wins,
            score.draws,
            score.losses,
            points(score),
            score.games(),
            self.draw_rate(),
        )];
        if let Some(Estimate { elo, nelo, superiority }) = self.estimate() {
            let superiority = 100.0 * superiority;
            lines.push(format!("Elo {elo}, normalised {nelo}, LOS {superiority:.1} %"));
        }
        if self.in_pairs {
            let pairs = self.pairs.0.map(|pairs| pairs.to_string()).join(" ");
            lines.push(format!("pairs by points 0 to 2: {pairs}"));
        }
        lines
    }
}

/// Points with a half where there is one.
fn points(score: Wdl) -> f64 {
    score.half_points() as f64 / 2.0
}

/// The crosstable: best score first, and each against each as `+W =D -L`.
impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = |row: &[Wdl]| {
            row.iter().fold(Wdl::default(), |sum, score| Wdl {
                wins: sum.wins + score.wins,
                draws: sum.draws + score.draws,
                losses: sum.losses + score.losses,
            })
        };
        let totals: Vec<Wdl> = self.scores.iter().map(|row| sum(row)).collect();
        let share = |score: &Wdl| score.half_points() as f64 / (2 * score.games()).max(1) as f64;
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|&a, &b| share(&totals[b]).total_cmp(&share(&totals[a])));

        let name_width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let cell = |score: Wdl| match score.games() {
            0 => "·".into(),
            _ => format!("+{} ={} -{}", score.wins, score.draws, score.losses),
        };
        let cells: Vec<Vec<String>> =
            self.scores.iter().map(|row| row.iter().map(|&score| cell(score)).collect()).collect();
        let width = cells.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(0);

        write!(f, "{:>3} {:name_width$} {:>9} {:>6} {:>6}", "", "", "points", "%", "faults")?;
        for rank in 1..=order.len() {
            write!(f, "  {rank:>width$}")?;
        }
        for (rank, &player) in (1..).zip(&order) {
            let total = totals[player];
            let points = format!("{}/{}", points(total), total.games());
            let percent = 100.0 * share(&total);
            let (name, faults) = (&self.names[player], self.faults[player]);
            write!(f, "\n{rank:>2}. {name:name_width$} {points:>9} {percent:>6.1} {faults:>6}")?;
            for &opponent in &order {
                write!(f, "  {:>width$}", cells[player][opponent])?;
            }
        }
        Ok(())
    }
}

/// Who won a match of the Thai form, in words.
pub fn thai_verdict(format: ThaiFormat, first: &str, second: &str, results: &[u8]) -> String {
    let games: Vec<&str> =
        results.iter().map(|points| ["0", "½", "1"][usize::from(*points).min(2)]).collect();
    let lead: i32 = results.iter().map(|&points| i32::from(points) - 1).sum();
    let round = match format {
        ThaiFormat::FirstRound => "first round",
        ThaiFormat::Final => "final",
    };
    let winner = match lead {
        0 => "shared".into(),
        1.. => format!("won by {first}"),
        _ => format!("won by {second}"),
    };
    format!("{round} {first} v {second}: {} ({winner})", games.join(" "))
}

#[cfg(test)]
mod tests {
    use super::super::schedule::Round;
    use super::*;

    fn game(encounter: u32, game: u32, white: &str, black: &str, points: u8) -> GameResult {
        let winner = [Some(Color::Black), None, Some(Color::White)][usize::from(points)];
        let cause = if winner.is_some() { Cause::Mate } else { Cause::Count };
        let round = Round { encounter, game };
        GameResult { round, white: white.into(), black: black.into(), winner, cause }
    }

    fn standings(games: &[GameResult]) -> Standings {
        let mut standings = Standings::new(vec!["A".into(), "B".into()], true);
        assert!(games.iter().all(|game| standings.add(game)));
        standings
    }

    #[test]
    fn pairs_are_put_together_whatever_their_order() {
        let standings = standings(&[
            game(1, 1, "A", "B", 2),
            game(2, 2, "B", "A", 1),
            game(2, 1, "A", "B", 2),
            game(1, 2, "B", "A", 0),
            game(3, 1, "A", "B", 0),
        ]);
        assert_eq!(standings.pairs.0, [0.0, 0.0, 0.0, 1.0, 1.0]);
        assert_eq!(standings.score(), Wdl { wins: 3, draws: 1, losses: 1 });
        assert_eq!(standings.reasons(), "mate 4, count-draw 1");
    }

    #[test]
    fn the_result_line_is_as_promised() {
        let won = standings(&[game(1, 1, "A", "B", 2), game(1, 2, "B", "A", 0)]);
        let line = won.result_line();
        assert!(line.starts_with("result +2 =0 -0 score 2/2 elo inf ["), "{line}");
        assert!(line.ends_with(", inf] faults 0"), "{line}");
        let mut fault = game(1, 2, "B", "A", 2);
        fault.cause = Cause::Stall;
        let level = standings(&[game(1, 1, "A", "B", 1), fault]);
        let line = level.result_line();
        assert!(line.starts_with("result +0 =1 -1 score 0.5/2 elo -190.8 ["), "{line}");
        assert!(line.ends_with("faults 1"), "{line}");
        assert_eq!(level.faults, [1, 0]);
        assert_eq!(
            standings(&[]).result_line(),
            "result +0 =0 -0 score 0/0 elo 0.0 [-inf, inf] faults 0"
        );
    }

    #[test]
    fn the_crosstable_has_the_best_first() {
        let standings = standings(&[game(1, 1, "A", "B", 0), game(1, 2, "B", "A", 1)]);
        let table = standings.to_string();
        let lines: Vec<_> = table.lines().collect();
        assert!(lines[1].starts_with(" 1. B") && lines[1].contains("1.5/2"), "{table}");
        assert!(lines[2].contains("+0 =1 -1") && lines[2].contains('·'), "{table}");
    }

    #[test]
    fn thai_matches_have_a_verdict() {
        let verdict = |results: &[u8]| thai_verdict(ThaiFormat::Final, "A", "B", results);
        assert_eq!(verdict(&[2, 1, 1]), "final A v B: 1 ½ ½ (won by A)");
        assert!(verdict(&[2, 0, 1, 1, 1, 0]).ends_with("(won by B)"));
        assert!(verdict(&[1; 7]).ends_with("(shared)"));
    }
}
