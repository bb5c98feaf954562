//! The results of a match in words.

use super::crosstable::crosstable;
use sakdi_i18n::{Language, Localized, Phrase};
use sakdi_matches::elo::Estimate;
use sakdi_matches::sprt::{Sprt, SprtDecision};
use sakdi_matches::standings::{Standings, ThaiMatch, points};
use sakdi_matches::thai_format;
use sakdi_platform::rounded;

/// The results of a match, line by line: the matches of a Thai format, the crosstable, statistics,
/// and with two players the machine-readable line, which is the same in every language.
pub(super) fn results(
    standings: &Standings,
    sprt: Option<&Sprt>,
    language: Language,
) -> Vec<String> {
    let mut lines = thai_matches(standings, language);
    lines.push(crosstable(standings, language));
    lines.extend(statistics(standings, sprt, language));
    if standings.names().len() == 2 {
        lines.push(standings.result_line());
    }
    lines
}

/// Statistics of a match, one per line.
pub(super) fn statistics(
    standings: &Standings,
    sprt: Option<&Sprt>,
    language: Language,
) -> Vec<String> {
    let two = standings.names().len() == 2;
    let mut lines = if two { of_two(standings, language) } else { Vec::new() };
    if let Some(sprt) = sprt {
        let (llr, verdict) = standings.test(sprt);
        let (lower, upper) = sprt.bounds();
        let verdict = match verdict {
            None => "",
            Some(SprtDecision::AcceptH0) => ": H0 accepted",
            Some(SprtDecision::AcceptH1) => ": H1 accepted",
        };
        let llr = rounded(llr, 2);
        lines.push(format!("LLR {llr:.2} ({lower:.2}, {upper:.2}) of {sprt}{verdict}"));
    }
    lines.extend(reasons(standings, language));
    lines
}

/// Statistics of two players, one per line.
fn of_two(standings: &Standings, language: Language) -> Vec<String> {
    let (names, score) = (standings.names(), standings.score());
    let mut lines = vec![language.say(
        Phrase::MatchScore,
        &[
            &names[0],
            &names[1],
            &score.wins,
            &score.draws,
            &score.losses,
            &points(score),
            &score.games(),
            &format!("{:.1}", standings.draw_rate()),
        ],
    )];
    if let Some(Estimate { elo, nelo, superiority }) = standings.useful_estimate() {
        let superiority = 100.0 * superiority;
        lines.push(format!("Elo {elo}, normalised {nelo}, LOS {superiority:.1} %"));
    }
    if let Some(pairs) = standings.pairs() {
        let pairs = pairs.0.map(|pairs| pairs.to_string()).join(" ");
        lines.push(language.say(Phrase::MatchPairs, &[&pairs]));
    }
    lines
}

/// The causes of results, most frequent first: `reasons: mate 12, count-draw 4`. `None` without
/// games.
fn reasons(standings: &Standings, language: Language) -> Option<String> {
    let causes = standings.causes();
    let words = causes.iter().map(|(cause, games)| format!("{} {games}", cause.say(language)));
    let words = words.collect::<Vec<_>>().join(", ");
    (!words.is_empty()).then(|| language.say(Phrase::MatchReasons, &[&words]))
}

/// The matches of a Thai format, one per line: the results of the games, and the winner.
fn thai_matches(standings: &Standings, language: Language) -> Vec<String> {
    let line = |played| thai_match(played, standings.names(), language);
    standings.thai_matches().map(line).collect()
}

/// A match of a Thai format in one line: `final A v B: 1 ½ ½ (won by A)`.
fn thai_match(played: &ThaiMatch, names: &[String], language: Language) -> String {
    let points = |&points: &u8| ["0", "½", "1"][usize::from(points).min(2)];
    let games: Vec<&str> = played.results.iter().map(points).collect();
    let (first, second) = (&names[played.first], &names[played.second]);
    let winner = match thai_format::lead(&played.results) {
        _ if !played.is_over() => language.text(Phrase::ThaiUnfinished).to_owned(),
        0 => language.text(Phrase::ThaiShared).to_owned(),
        1.. => language.say(Phrase::ThaiWon, &[first]),
        _ => language.say(Phrase::ThaiWon, &[second]),
    };
    let format = played.format.say(language);
    language.say(Phrase::ThaiMatch, &[&format, first, second, &games.join(" "), &winner])
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::notation::pgn::ending::Cause;
    use sakdi_i18n::width;
    use sakdi_matches::match_pgn::GameResult;
    use sakdi_matches::schedule::MatchFormat;
    use sakdi_matches::standings::samples::{game, standings};
    use sakdi_matches::thai_format::ThaiFormat;

    #[test]
    fn reasons_are_listed_by_frequency() {
        let standings =
            standings(&[game(1, 1, "A", "B", 2), game(1, 2, "B", "A", 1), game(2, 1, "A", "B", 2)]);
        assert_eq!(
            Language::ALL.map(|language| reasons(&standings, language).unwrap()),
            ["reasons: mate 2, count-draw 1", "เหตุที่เกมจบ: รุกจน 2, นับครบศักดิ์ 1"]
        );
    }

    #[test]
    fn the_crosstable_is_sorted_by_score() {
        let standings = standings(&[game(1, 1, "A", "B", 0), game(1, 2, "B", "A", 1)]);
        let table = crosstable(&standings, Language::English);
        let lines: Vec<_> = table.lines().collect();
        assert!(lines[1].starts_with(" 1. B") && lines[1].contains("1.5/2"), "{table}");
        assert!(lines[2].contains("+0 =1 -1") && lines[2].contains('·'), "{table}");
    }

    #[test]
    fn reasons_are_words_of_the_pgn() {
        for cause in Cause::ALL {
            assert_eq!(cause.say(Language::English), cause.word());
        }
    }

    #[test]
    fn few_games_have_no_elo() {
        let pairs = |count: u32| {
            let games =
                (1..=count).flat_map(|n| [game(n, 1, "A", "B", 2), game(n, 2, "B", "A", 0)]);
            standings(&games.collect::<Vec<_>>())
        };
        let statistics = |count| of_two(&pairs(count), Language::English).join("\n");
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
            Language::ALL.map(|language| thai_matches(&standings, language).join("\n"))
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
        let lines = crosstable(&standings, Language::English);
        let rows: Vec<Vec<&str>> =
            lines.lines().map(|line| line.split_whitespace().take(4).collect()).collect();
        assert_eq!(rows[0], ["matches", "points", "%", "faults"]);
        assert_eq!(rows[1], ["1.", "A", "2/2", "4/6"]);
        assert_eq!(rows[2], ["2.", "B", "1/2", "3/5"]);
        assert_eq!(rows[3], ["3.", "C", "0/2", "1/5"]);
        // An unfinished match does not count.
        let begun = finals(&["A", "B"], &games[..1]);
        assert!(crosstable(&begun, Language::English).contains("0/0"));
    }

    /// Combining Thai characters have no width.
    #[test]
    fn thai_names_are_aligned() {
        let games = [game(1, 1, "ม้าผูก", "ก", 2)];
        let table = crosstable(&finals(&["ม้าผูก", "ก"], &games), Language::Thai);
        let widths: Vec<usize> = table.lines().map(width).collect();
        assert!(widths.iter().all(|&w| w == widths[0]), "{table}");
    }
}
