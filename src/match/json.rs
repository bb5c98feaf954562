//! The results of a match as data for other programs. docs/match-data.md describes the fields.

use super::super::Failure;
use super::super::output_file::OutputFile;
use sakdi_matches::elo::{Interval, WdlCounts};
use sakdi_matches::rating::Rating;
use sakdi_matches::sprt::{Sprt, SprtDecision};
use sakdi_matches::standings::{Standings, points};
use sakdi_platform::rounded;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// What stands near the beginning of every such document.
pub(super) const MARK: &str = "\"planned_games\":";

/// Decimals of Elo and log-likelihood ratios: far more than are known.
const DECIMALS: u32 = 4;

/// The facts about a match that its results do not contain.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MatchFacts<'a> {
    pub event: Option<&'a str>,
    /// The number of games in the match or its part; in a Thai format, the smallest possible number.
    pub planned: Option<u64>,
    /// How long this run took; games continued from an earlier run are not included.
    pub time: Option<Duration>,
}

/// The results of a match.
#[derive(Debug, Serialize)]
struct MatchRecord<'a> {
    event: Option<&'a str>,
    format: &'static str,
    games: u64,
    planned_games: Option<u64>,
    seconds: Option<f64>,
    players: Vec<PlayerRecord<'a>>,
    /// `[player][opponent]`
    crosstable: Vec<Vec<ScoreRecord>>,
    /// The number of games for each reason why a game ended.
    reasons: BTreeMap<&'static str, u64>,
    /// The rating difference between two players, from the first one's side.
    difference: Option<DifferenceRecord>,
    sprt: Option<SprtRecord>,
}

#[derive(Debug, Serialize)]
struct PlayerRecord<'a> {
    name: &'a str,
    /// Place in the table, from 1: by points, or in a Thai format by matches won.
    rank: usize,
    games: u64,
    points: f64,
    #[serde(flatten)]
    score: ScoreRecord,
    /// Games lost because of a fault.
    faults: u64,
    /// With three or more players, if the results determine one.
    rating: Option<RatingRecord>,
    /// Matches won, a shared one as half, and finished; only in a Thai format.
    matches: Option<MatchesRecord>,
}

#[derive(Debug, Serialize)]
struct ScoreRecord {
    wins: u64,
    draws: u64,
    losses: u64,
}

#[derive(Debug, Serialize)]
struct RatingRecord {
    /// None for a player who only won or only lost.
    elo: Option<f64>,
    error: Option<f64>,
}

#[derive(Debug, Serialize)]
struct MatchesRecord {
    won: f64,
    finished: usize,
}

#[derive(Debug, Serialize)]
struct DifferenceRecord {
    elo: IntervalRecord,
    normalised_elo: IntervalRecord,
    /// From 0 to 1.
    likelihood_of_superiority: f64,
    /// Pairs of games by points of the first player: 0, ½, 1, 1½, 2.
    pairs: Option<[f64; 5]>,
}

/// Infinite values are written as null.
#[derive(Debug, Serialize)]
struct IntervalRecord {
    value: f64,
    low: f64,
    high: f64,
}

#[derive(Debug, Serialize)]
struct SprtRecord {
    llr: f64,
    lower: f64,
    upper: f64,
    /// `H0` or `H1`, once there is a decision.
    accepted: Option<&'static str>,
}

impl From<WdlCounts> for ScoreRecord {
    fn from(WdlCounts { wins, draws, losses }: WdlCounts) -> Self {
        Self { wins, draws, losses }
    }
}

impl From<Interval> for IntervalRecord {
    fn from(interval: Interval) -> Self {
        let Interval { value, low, high } = interval.rounded(DECIMALS);
        Self { value, low, high }
    }
}

impl From<Rating> for RatingRecord {
    fn from(rating: Rating) -> Self {
        match rating {
            Rating::Finite { elo, error } => {
                let [elo, error] = [elo, error].map(|number| Some(rounded(number, DECIMALS)));
                Self { elo, error }
            }
            Rating::Above | Rating::Below => Self { elo: None, error: None },
        }
    }
}

/// Writes the results to a file.
///
/// # Errors
/// The file cannot be written.
pub(super) fn write(
    file: &OutputFile,
    standings: &Standings,
    sprt: Option<&Sprt>,
    facts: MatchFacts<'_>,
) -> Result<(), Failure> {
    let text = to_json(standings, sprt, facts).map_err(|error| Failure::Io(error.into()))?;
    file.write(text.as_bytes())
}

/// The results as one JSON object.
fn to_json(
    standings: &Standings,
    sprt: Option<&Sprt>,
    facts: MatchFacts<'_>,
) -> serde_json::Result<String> {
    let ranking = standings.ranking();
    let ratings = standings.ratings();
    let player = |player: usize| {
        let total = standings.total(player);
        let matches = || {
            let (won, finished) = standings.matches_won(player);
            MatchesRecord { won, finished }
        };
        PlayerRecord {
            name: &standings.names()[player],
            rank: 1 + ranking.iter().position(|&other| other == player).unwrap_or_default(),
            games: total.games(),
            points: points(total),
            score: total.into(),
            faults: standings.faults(player),
            rating: ratings.get(player).copied().flatten().map(Into::into),
            matches: standings.is_thai().then(matches),
        }
    };
    let players = 0..standings.names().len();
    let row = |player: usize| {
        players.clone().map(|other| standings.against(player, other).into()).collect()
    };
    let difference = standings.estimate().filter(|_| players.len() == 2);
    let record = MatchRecord {
        event: facts.event,
        format: standings.format().word(),
        games: standings.games(),
        planned_games: facts.planned,
        seconds: facts.time.map(|time| rounded(time.as_secs_f64(), DECIMALS)),
        players: players.clone().map(player).collect(),
        crosstable: players.clone().map(row).collect(),
        reasons: standings.causes().iter().map(|&(cause, games)| (cause.word(), games)).collect(),
        difference: difference.map(|estimate| DifferenceRecord {
            elo: estimate.elo.into(),
            normalised_elo: estimate.nelo.into(),
            likelihood_of_superiority: rounded(estimate.superiority, DECIMALS),
            pairs: standings.pairs().map(|pairs| pairs.0),
        }),
        sprt: sprt.map(|sprt| {
            let (llr, decision) = standings.test(sprt);
            let (lower, upper) = sprt.bounds();
            let [llr, lower, upper] = [llr, lower, upper].map(|x| rounded(x, DECIMALS));
            let accepted = decision.map(|decision| match decision {
                SprtDecision::AcceptH0 => "H0",
                SprtDecision::AcceptH1 => "H1",
            });
            let [llr, lower, upper] = [llr, lower, upper].map(|number| rounded(number, DECIMALS));
            SprtRecord { llr, lower, upper, accepted }
        }),
    };
    Ok(serde_json::to_string_pretty(&record)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakdi_matches::schedule::MatchFormat;
    use sakdi_matches::standings::samples::{game, standings};
    use serde_json::{Value, json};

    #[test]
    fn two_players_have_a_difference_and_three_have_ratings() {
        let games = [game(1, 1, "A", "B", 2), game(1, 2, "B", "A", 1), game(2, 1, "A", "B", 0)];
        let read = |standings: &Standings, facts| -> Value {
            let text = to_json(standings, None, facts).expect("data");
            serde_json::from_str(&text).expect("JSON")
        };
        let facts = MatchFacts { event: Some("test"), planned: Some(4), time: None };
        let two = read(&standings(&games), facts);
        assert_eq!(two["event"], "test");
        assert_eq!([&two["games"], &two["planned_games"]], [3, 4]);
        assert_eq!(two["players"][0]["points"], 1.5);
        assert_eq!(two["players"][0]["rating"], Value::Null);
        assert_eq!(two["crosstable"][0][1], json!({ "wins": 1, "draws": 1, "losses": 1 }));
        assert!(two["difference"]["elo"]["value"].is_number(), "{two}");
        assert_eq!(two["sprt"], Value::Null);
        let names = ["A", "B", "C"].map(str::to_owned).to_vec();
        let mut three = Standings::new(names, MatchFormat::Single);
        for game in games.iter().chain(&[game(3, 1, "A", "C", 1)]) {
            assert!(three.add(game));
        }
        let three = read(&three, MatchFacts::default());
        assert!(three["players"][2]["rating"]["elo"].is_number(), "{three}");
        // Ratings that differ from 0 by rounding errors alone are 0.
        let level = [game(1, 1, "A", "B", 1), game(2, 1, "B", "C", 1), game(3, 1, "C", "A", 1)];
        let names = ["A", "B", "C"].map(str::to_owned).to_vec();
        let mut standings = Standings::new(names, MatchFormat::Single);
        assert!(level.iter().all(|game| standings.add(game)));
        for player in read(&standings, MatchFacts::default())["players"].as_array().expect("a list")
        {
            assert_eq!(player["rating"]["elo"].to_string(), "0.0");
        }
        assert_eq!([&three["difference"], &three["seconds"]], [&Value::Null; 2]);
    }

    #[test]
    fn the_rest_of_a_calculation_is_zero() {
        let rating = RatingRecord::from(Rating::Finite { elo: -7.659e-15, error: 12.345_67 });
        let text = serde_json::to_string(&rating).expect("data");
        assert_eq!(text, r#"{"elo":0.0,"error":12.3457}"#);
        let tiny = Interval { value: 1e-15, low: -1e-15, high: f64::INFINITY };
        let text = serde_json::to_string(&IntervalRecord::from(tiny)).expect("data");
        assert_eq!(text, r#"{"value":0.0,"low":0.0,"high":null}"#);
    }
}
