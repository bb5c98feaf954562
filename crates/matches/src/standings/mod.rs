//! The standings of a match: points, pairs, Elo, matches won, causes of results.

mod thai_match;

pub use self::thai_match::ThaiMatch;
use super::elo::{Distribution, Estimate, Interval, Pentanomial, Trinomial, WdlCounts};
use super::match_pgn::GameResult;
use super::rating::{self, Rating};
use super::schedule::MatchFormat;
use super::sprt::{Sprt, SprtDecision};
use makruk::notation::pgn::ending::Cause;
use makruk::types::Color;
use std::collections::{BTreeMap, HashMap};

/// The minimum number of games for Elo and LOS. The intervals of fewer games are too wide to be of use.
const MIN_GAMES_FOR_ELO: f64 = 20.0;

/// The standings of a match.
#[derive(Clone, Debug)]
pub struct Standings {
    names: Vec<String>,
    // [player][opponent], from the player's point of view
    scores: Vec<Vec<WdlCounts>>,
    // For the first two players: half-points of the first one in incomplete pairs, by encounter, and
    // the number of complete pairs by points of the first one.
    half_pairs: HashMap<u32, u8>,
    pairs: Pentanomial,
    format: MatchFormat,
    // The matches of a Thai format, by encounter.
    matches: BTreeMap<u32, ThaiMatch>,
    causes: BTreeMap<Cause, u64>,
    faults: Vec<u64>,
}

impl Standings {
    /// Creates standings without games.
    pub fn new(names: Vec<String>, format: MatchFormat) -> Self {
        let players = names.len();
        Self {
            names,
            scores: vec![vec![WdlCounts::default(); players]; players],
            half_pairs: HashMap::new(),
            pairs: Distribution([0.0; 5]),
            format,
            matches: BTreeMap::new(),
            causes: BTreeMap::new(),
            faults: vec![0; players],
        }
    }

    /// Adds a game. In a Thai format the games of an encounter must be added in order. Returns false,
    /// and does not count the game, if a player is unknown.
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
        if let MatchFormat::Thai(format) = self.format {
            let new = || ThaiMatch::new(format, white, black);
            let played = self.matches.entry(game.round.encounter).or_insert_with(new);
            played.add(white, points);
        }
        if self.in_pairs() && white.max(black) == 1 {
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

    /// Names of the players, in the order of the arguments.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    fn in_pairs(&self) -> bool {
        self.format == MatchFormat::Pair
    }

    /// The results of the first player against the second.
    pub fn score(&self) -> WdlCounts {
        self.scores.first().and_then(|row| row.get(1)).copied().unwrap_or_default()
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.causes.values().sum()
    }

    /// Estimates the strength of the first player relative to the second. Uses pairs once there are any.
    pub fn estimate(&self) -> Option<Estimate> {
        if self.pairs.total() > 0.0 {
            self.pairs.estimate()
        } else {
            Trinomial::from(self.score()).estimate()
        }
    }

    /// The log-likelihood ratio of a test, and its decision once there is one.
    pub fn test(&self, sprt: &Sprt) -> (f64, Option<SprtDecision>) {
        let llr = if self.in_pairs() {
            sprt.llr(&self.pairs)
        } else {
            sprt.llr(&Trinomial::from(self.score()))
        };
        (llr, sprt.decision(llr))
    }

    /// The machine-readable line for two players:
    /// `result +W =D -L score P/N elo E [LO, HI] faults F`.
    pub fn result_line(&self) -> String {
        let score = self.score();
        let elo = self.estimate().map(|estimate| estimate.elo);
        let unknown = Interval { value: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
        let Interval { value, low, high } = elo.unwrap_or(unknown).rounded(1);
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

    /// The causes of results with their number of games, most frequent first.
    pub fn causes(&self) -> Vec<(Cause, u64)> {
        let mut causes: Vec<_> =
            self.causes.iter().map(|(&cause, &games)| (cause, games)).collect();
        causes.sort_by_key(|&(_, games)| std::cmp::Reverse(games));
        causes
    }

    /// The percentage of draws between the first two players.
    pub fn draw_rate(&self) -> f64 {
        let score = self.score();
        100.0 * score.draws as f64 / score.games().max(1) as f64
    }

    /// The estimate, once there are enough games for its intervals to be of use.
    pub fn useful_estimate(&self) -> Option<Estimate> {
        let pairs = self.pairs.total();
        let games = if pairs > 0.0 { 2.0 * pairs } else { self.score().games() as f64 };
        self.estimate().filter(|_| games >= MIN_GAMES_FOR_ELO)
    }

    /// Complete pairs of games by points of the first player: 0, ½, 1, 1½, 2. `None` in a format
    /// without pairs.
    pub fn pairs(&self) -> Option<&Pentanomial> {
        self.in_pairs().then_some(&self.pairs)
    }

    /// The results of a player against another.
    pub fn against(&self, player: usize, opponent: usize) -> WdlCounts {
        self.scores[player][opponent]
    }

    /// The results of a player against all others.
    pub fn total(&self, player: usize) -> WdlCounts {
        self.scores[player].iter().fold(WdlCounts::default(), |sum, score| WdlCounts {
            wins: sum.wins + score.wins,
            draws: sum.draws + score.draws,
            losses: sum.losses + score.losses,
        })
    }

    /// The number of games that a player lost by a fault.
    pub fn faults(&self, player: usize) -> u64 {
        self.faults[player]
    }

    /// The players by score, in a Thai format by matches won.
    pub fn ranking(&self) -> Vec<usize> {
        let rank = |&player: &usize| (self.matches_won(player).0, share(self.total(player)));
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|a, b| {
            let ((won_a, share_a), (won_b, share_b)) = (rank(a), rank(b));
            won_b.total_cmp(&won_a).then(share_b.total_cmp(&share_a))
        });
        order
    }

    /// The ratings of three players and more; empty with two, whose [`estimate`](Self::estimate)
    /// says more.
    pub fn ratings(&self) -> Vec<Option<Rating>> {
        if self.names.len() > 2 { rating::ratings(&self.scores) } else { Vec::new() }
    }

    /// The format of the match.
    pub const fn format(&self) -> MatchFormat {
        self.format
    }

    /// Whether the format is that of Thai tournaments.
    pub fn is_thai(&self) -> bool {
        matches!(self.format, MatchFormat::Thai(_))
    }

    /// The matches of a Thai format.
    pub fn thai_matches(&self) -> impl Iterator<Item = &ThaiMatch> {
        self.matches.values()
    }

    /// The number of finished matches that a player won, where a shared match counts one half, and the
    /// number of all finished matches of the player.
    pub fn matches_won(&self, player: usize) -> (f64, usize) {
        let finished = self.matches.values().filter(|played| played.is_over());
        let leads = finished.filter_map(|played| played.lead(player));
        leads.fold((0.0, 0), |(won, of), lead| {
            let points = if lead > 0 { 1.0 } else { f64::from(u8::from(lead == 0)) / 2.0 };
            (won + points, of + 1)
        })
    }
}

/// Points: 1 for a win, ½ for a draw.
pub fn points(score: WdlCounts) -> f64 {
    score.half_points() as f64 / 2.0
}

/// Points by game, from 0 to 1; 0 without games.
pub fn share(score: WdlCounts) -> f64 {
    score.half_points() as f64 / (2 * score.games()).max(1) as f64
}

/// Results for tests of the standings and of what is shown of them.
pub mod samples {
    use super::super::schedule::Round;
    use super::*;

    /// A game between `white` and `black` in which White scores `points` half-points.
    ///
    /// # Panics
    /// With more than two half-points.
    pub fn game(encounter: u32, game: u32, white: &str, black: &str, points: u8) -> GameResult {
        let winner = [Some(Color::Black), None, Some(Color::White)][usize::from(points)];
        let cause = if winner.is_some() { Cause::Mate } else { Cause::Count };
        let round = Round { encounter, game };
        GameResult { round, white: white.into(), black: black.into(), winner, cause }
    }

    /// The standings of a match between A and B after `games`.
    ///
    /// # Panics
    /// A game is of other players.
    pub fn standings(games: &[GameResult]) -> Standings {
        let mut standings = Standings::new(vec!["A".into(), "B".into()], MatchFormat::Pair);
        assert!(games.iter().all(|game| standings.add(game)));
        standings
    }
}

#[cfg(test)]
mod tests {
    use super::samples::{game, standings};
    use super::*;

    #[test]
    fn pairs_are_completed_in_any_order() {
        let standings = standings(&[
            game(1, 1, "A", "B", 2),
            game(2, 2, "B", "A", 1),
            game(2, 1, "A", "B", 2),
            game(1, 2, "B", "A", 0),
            game(3, 1, "A", "B", 0),
        ]);
        assert_eq!(standings.pairs.0, [0.0, 0.0, 0.0, 1.0, 1.0]);
        assert_eq!(standings.score(), WdlCounts { wins: 3, draws: 1, losses: 1 });
        assert_eq!(standings.causes(), [(Cause::Mate, 4), (Cause::Count, 1)]);
    }

    /// Elo is that of the pairs, so that other games do not make it useful.
    #[test]
    fn an_estimate_from_pairs_needs_enough_pairs() {
        let half = (3..30).map(|encounter| game(encounter, 1, "A", "B", 0));
        let pairs = (1..3).flat_map(|encounter| {
            [
                game(encounter, 1, "A", "B", 2),
                game(encounter, 2, "B", "A", u8::from(encounter == 1)),
            ]
        });
        let standings = standings(&pairs.chain(half).collect::<Vec<_>>());
        assert!(standings.estimate().is_some() && standings.useful_estimate().is_none());
    }

    #[test]
    fn the_result_line_has_the_documented_form() {
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
}
