//! The standings of a match: points, pairs, Elo, matches won, causes of results.

mod crosstable;
mod thai_match;

use self::thai_match::ThaiMatch;
use super::elo::{Distribution, Estimate, Pentanomial, Trinomial, WdlCounts};
use super::ending::Cause;
use super::record::GameResult;
use super::schedule::MatchFormat;
use super::sprt::{Sprt, SprtDecision};
use crate::types::Color;
use crate::words::{Language, Phrase};
use std::collections::{BTreeMap, HashMap};

/// The minimum number of games for Elo and LOS. The intervals of fewer games are too wide to be of use.
const MIN_GAMES_FOR_ELO: u64 = 20;

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
        let (value, low, high) = elo
            .map_or((0.0, f64::NEG_INFINITY, f64::INFINITY), |elo| (elo.value, elo.low, elo.high));
        // Adding 0.0 turns −0 into 0.
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

    /// The causes of results, most frequent first: `reasons: mate 12, count-draw 4`. `None` without
    /// games.
    pub fn reasons(&self, language: Language) -> Option<String> {
        let mut causes: Vec<_> = self.causes.iter().collect();
        causes.sort_by_key(|&(_, &games)| std::cmp::Reverse(games));
        let words = causes
            .iter()
            .map(|&(&cause, games)| format!("{} {games}", language.text(cause_phrase(cause))));
        let words = words.collect::<Vec<_>>().join(", ");
        (!words.is_empty()).then(|| language.say(Phrase::MatchReasons, &[&words]))
    }

    /// The percentage of draws between the first two players.
    pub fn draw_rate(&self) -> f64 {
        let score = self.score();
        100.0 * score.draws as f64 / score.games().max(1) as f64
    }

    /// Statistics of two players, one per line.
    pub fn statistics(&self, language: Language) -> Vec<String> {
        let score = self.score();
        let mut lines = vec![language.say(
            Phrase::MatchScore,
            &[
                &self.names[0],
                &self.names[1],
                &score.wins,
                &score.draws,
                &score.losses,
                &points(score),
                &score.games(),
                &format!("{:.1}", self.draw_rate()),
            ],
        )];
        let estimate = self.estimate().filter(|_| score.games() >= MIN_GAMES_FOR_ELO);
        if let Some(Estimate { elo, nelo, superiority }) = estimate {
            let superiority = 100.0 * superiority;
            lines.push(format!("Elo {elo}, normalised {nelo}, LOS {superiority:.1} %"));
        }
        if self.in_pairs() {
            let pairs = self.pairs.0.map(|pairs| pairs.to_string()).join(" ");
            lines.push(language.say(Phrase::MatchPairs, &[&pairs]));
        }
        lines
    }

    /// The matches of a Thai format, one per line: the results of the games, and the winner.
    pub fn thai_matches(&self, language: Language) -> Vec<String> {
        self.matches.values().map(|played| played.say(&self.names, language)).collect()
    }

    /// The number of finished matches that a player won, where a shared match counts one half, and the
    /// number of all finished matches of the player.
    fn matches_won(&self, player: usize) -> (f64, usize) {
        let finished = self.matches.values().filter(|played| played.is_over());
        let leads = finished.filter_map(|played| played.lead(player));
        leads.fold((0.0, 0), |(won, of), lead| {
            let points = if lead > 0 { 1.0 } else { f64::from(u8::from(lead == 0)) / 2.0 };
            (won + points, of + 1)
        })
    }
}

/// The name of a cause.
const fn cause_phrase(cause: Cause) -> Phrase {
    match cause {
        Cause::Mate => Phrase::CauseMate,
        Cause::Stalemate => Phrase::CauseStalemate,
        Cause::Count => Phrase::CauseCount,
        Cause::Repetition => Phrase::CauseRepetition,
        Cause::Material => Phrase::CauseMaterial,
        Cause::Resignation => Phrase::CauseResignation,
        Cause::DrawAdjudication => Phrase::CauseDrawAdjudication,
        Cause::MoveLimit => Phrase::CauseMoveLimit,
        Cause::TimeForfeit => Phrase::CauseTimeForfeit,
        Cause::IllegalMove => Phrase::CauseIllegalMove,
        Cause::UnreadableMove => Phrase::CauseUnreadableMove,
        Cause::Stall => Phrase::CauseStall,
        Cause::Crash => Phrase::CauseCrash,
        Cause::Disconnect => Phrase::CauseDisconnect,
        Cause::Flood => Phrase::CauseFlood,
        Cause::NoStart => Phrase::CauseNoStart,
    }
}

/// Points: 1 for a win, ½ for a draw.
fn points(score: WdlCounts) -> f64 {
    score.half_points() as f64 / 2.0
}

#[cfg(test)]
mod tests {
    use super::super::schedule::Round;
    use super::super::thai::ThaiFormat;
    use super::*;
    use crate::words::width;

    fn game(encounter: u32, game: u32, white: &str, black: &str, points: u8) -> GameResult {
        let winner = [Some(Color::Black), None, Some(Color::White)][usize::from(points)];
        let cause = if winner.is_some() { Cause::Mate } else { Cause::Count };
        let round = Round { encounter, game };
        GameResult { round, white: white.into(), black: black.into(), winner, cause }
    }

    fn standings(games: &[GameResult]) -> Standings {
        let mut standings = Standings::new(vec!["A".into(), "B".into()], MatchFormat::Pair);
        assert!(games.iter().all(|game| standings.add(game)));
        standings
    }

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
        assert_eq!(
            Language::ALL.map(|language| standings.reasons(language).unwrap()),
            ["reasons: mate 4, count-draw 1", "เหตุที่เกมจบ: รุกจน 4, นับครบศักดิ์ 1"]
        );
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

    #[test]
    fn the_crosstable_is_sorted_by_score() {
        let standings = standings(&[game(1, 1, "A", "B", 0), game(1, 2, "B", "A", 1)]);
        let table = standings.crosstable(Language::English);
        let lines: Vec<_> = table.lines().collect();
        assert!(lines[1].starts_with(" 1. B") && lines[1].contains("1.5/2"), "{table}");
        assert!(lines[2].contains("+0 =1 -1") && lines[2].contains('·'), "{table}");
    }

    #[test]
    fn reasons_are_words_of_the_pgn() {
        for cause in Cause::ALL {
            assert_eq!(Language::English.text(cause_phrase(cause)), cause.word());
        }
    }

    #[test]
    fn few_games_have_no_elo() {
        let pairs = |count: u32| {
            let games =
                (1..=count).flat_map(|n| [game(n, 1, "A", "B", 2), game(n, 2, "B", "A", 0)]);
            standings(&games.collect::<Vec<_>>())
        };
        let statistics = |count| pairs(count).statistics(Language::English).join("\n");
        assert_eq!(
            statistics(2),
            "A v B: +4 =0 -0, 4/4 points, 0.0 % draws\npairs by points 0 to 2: 0 0 0 0 2"
        );
        assert!(!statistics(9).contains("Elo"), "{}", statistics(9));
        assert!(statistics(10).contains("Elo +inf [+166.2, +inf]"), "{}", statistics(10));
        assert!(statistics(10).contains("LOS 99.9 %"), "{}", statistics(10));
    }

    fn finals(names: &[&str], games: &[GameResult]) -> Standings {
        let names = names.iter().map(|&name| name.into()).collect();
        let mut standings = Standings::new(names, MatchFormat::Thai(ThaiFormat::Final));
        assert!(games.iter().all(|game| standings.add(game)));
        standings
    }

    #[test]
    fn thai_matches_have_a_line() {
        let lines = |results: &[u8]| {
            // `results` are from the first player's point of view; colours alternate.
            let games: Vec<_> = (1..)
                .zip(results)
                .map(|(number, &points)| match number % 2 {
                    1 => game(1, number, "A", "B", points),
                    _ => game(1, number, "B", "A", 2 - points),
                })
                .collect();
            let standings = finals(&["A", "B"], &games);
            Language::ALL.map(|language| standings.thai_matches(language).join("\n"))
        };
        assert_eq!(
            lines(&[2, 1, 1]),
            ["final A v B: 1 ½ ½ (won by A)", "รอบชิงชนะเลิศ A พบ B: 1 ½ ½ (A ชนะ)"]
        );
        assert!(lines(&[2, 0, 1, 1, 1, 0])[0].ends_with("(won by B)"));
        assert!(lines(&[1; 7])[0].ends_with("(shared)"));
        // An unfinished match has no winner.
        assert_eq!(lines(&[2])[0], "final A v B: 1 (unfinished)");
    }

    /// A beats B and C closely; B beats C in both games and has the most points.
    #[test]
    fn finals_rank_by_matches_won() {
        let games = [
            game(1, 1, "A", "B", 2),
            game(1, 2, "B", "A", 1),
            game(1, 3, "A", "B", 1),
            game(2, 1, "A", "C", 2),
            game(2, 2, "C", "A", 1),
            game(2, 3, "A", "C", 1),
            game(3, 1, "B", "C", 2),
            game(3, 2, "C", "B", 0),
        ];
        let standings = finals(&["C", "B", "A"], &games);
        let lines = standings.crosstable(Language::English);
        let rows: Vec<Vec<&str>> =
            lines.lines().map(|line| line.split_whitespace().take(4).collect()).collect();
        assert_eq!(rows[0], ["matches", "points", "%", "faults"]);
        assert_eq!(rows[1], ["1.", "A", "2/2", "4/6"]);
        assert_eq!(rows[2], ["2.", "B", "1/2", "3/5"]);
        assert_eq!(rows[3], ["3.", "C", "0/2", "1/5"]);
        // An unfinished match does not count.
        let begun = finals(&["A", "B"], &games[..1]);
        assert!(begun.crosstable(Language::English).contains("0/0"));
    }

    /// Combining Thai characters have no width.
    #[test]
    fn thai_names_are_aligned() {
        let games = [game(1, 1, "ม้าผูก", "ก", 2)];
        let table = finals(&["ม้าผูก", "ก"], &games).crosstable(Language::Thai);
        let widths: Vec<usize> = table.lines().map(width).collect();
        assert!(widths.iter().all(|&w| w == widths[0]), "{table}");
    }
}
