//! The ledger of tested changes: a file of one JSON object a line, with what was tested under which
//! conditions, and the results. docs/match-data.md describes the fields.

use super::elo::{Distribution, Estimate, Interval, Pentanomial, WdlCounts};
use super::openings::OpeningsSettings;
use super::sprt::{Sprt, SprtDecision};
use makruk::notation::terminal_text::blanked;
use sakdi_platform::rounded;
use sakdi_platform::sha256;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// The difference of Elo that rounding to one decimal explains.
const ROUNDING: f64 = 0.0501;

/// One match that tested a change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerEntry {
    /// The day on which the match ended: `2026-11-22`.
    pub date: String,
    /// What was changed.
    pub change: String,
    /// The name of the engine with the change: the first player.
    pub new: String,
    /// The name of the engine without it.
    pub base: String,
    /// The variant of the games.
    pub variant: String,
    /// The counting rule of the games.
    pub counting: String,
    /// The file of openings; `None` for the start position.
    pub openings: Option<OpeningsFile>,
    /// The seed of the order of openings.
    pub seed: u64,
    /// The limits of each player, the first one first.
    pub limits: [String; 2],
    /// The options of each player, as `Name=value`.
    pub options: [String; 2],
    /// How games were adjudicated; `None` when they were not.
    pub adjudication: Option<String>,
    /// Wins, draws and losses of the first player.
    pub games: [u64; 3],
    /// Games that each player lost by a fault, such as a crash; `None` in entries of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faults: Option<[u64; 2]>,
    /// Pairs of games by points of the first player: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
    /// Logistic Elo with its 95 % interval.
    pub elo: Rounded,
    /// Normalised Elo with its 95 % interval.
    pub nelo: Rounded,
    /// The test that stopped the match, if any.
    pub sprt: Option<Sprt>,
    /// The log-likelihood ratio of the test.
    pub llr: Option<f64>,
    /// What the test decided.
    pub verdict: Verdict,
}

/// A file of openings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningsFile {
    /// Its name without folders.
    pub file: String,
    /// The hash of its contents.
    pub sha256: String,
    /// `random` or `sequential`; `None` in entries of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    /// The number of the first one, from 1; `None` in entries of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<usize>,
    /// Number of plies of each game of a PGN file; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
}

impl OpeningsFile {
    /// Describes what is used of a file with these contents.
    pub fn new(settings: &OpeningsSettings, contents: &[u8]) -> Self {
        let path = &settings.file;
        Self {
            file: path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            sha256: sha256::hex(&sha256::hash(contents)),
            order: Some(settings.order.word().to_owned()),
            start: Some(settings.start),
            plies: settings.plies,
        }
    }
}

/// The decision of the test of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// The difference is the upper bound of the test rather than the lower one.
    #[serde(rename = "H1")]
    H1,
    /// The difference is the lower bound of the test rather than the upper one.
    #[serde(rename = "H0")]
    H0,
    /// The games ended before the test could decide.
    #[serde(rename = "undecided")]
    Undecided,
    /// There was no test, only a measurement.
    #[serde(rename = "untested")]
    Untested,
}

impl Verdict {
    const fn word(self) -> &'static str {
        match self {
            Self::H1 => "H1",
            Self::H0 => "H0",
            Self::Undecided => "undecided",
            Self::Untested => "untested",
        }
    }

    /// The decision of `sprt` on these pairs, with its log-likelihood ratio.
    fn of(sprt: Option<&Sprt>, pairs: &Pentanomial) -> (Self, Option<f64>) {
        let Some(sprt) = sprt else { return (Self::Untested, None) };
        let llr = sprt.llr(pairs);
        let verdict = match sprt.decision(llr) {
            Some(SprtDecision::AcceptH1) => Self::H1,
            Some(SprtDecision::AcceptH0) => Self::H0,
            None => Self::Undecided,
        };
        (verdict, Some(llr))
    }
}

/// An [`Interval`] in one decimal: the value, and the ends of the interval. Infinite numbers are null.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rounded([Option<f64>; 3]);

impl From<Interval> for Rounded {
    fn from(interval: Interval) -> Self {
        let Interval { value, low, high } = interval.rounded(1);
        Self([value, low, high].map(|number| number.is_finite().then_some(number)))
    }
}

impl Rounded {
    fn agrees_with(self, interval: Interval) -> bool {
        let Self(exact) = Self::from(interval);
        self.0.iter().zip(exact).all(|pair| match pair {
            (Some(one), Some(other)) => (one - other).abs() < 2.0 * ROUNDING,
            (one, other) => one.is_none() && other.is_none(),
        })
    }

    fn text(self) -> String {
        let [value, low, high] = self.0;
        let or = |x: Option<f64>, infinity: &str| {
            x.map_or_else(|| infinity.to_owned(), |x| format!("{x:+.1}"))
        };
        // A value is infinite on the side where its interval is.
        let side = if low.is_none() && high.is_some() { "−∞" } else { "∞" };
        format!("{} [{}, {}]", or(value, side), or(low, "−∞"), or(high, "∞"))
    }
}

/// What a match is recorded with, besides its results.
#[derive(Clone, Debug)]
pub struct MatchConditions {
    /// The day on which the match ended, as YYYY-MM-DD.
    pub date: String,
    /// What the first player does differently.
    pub change: String,
    /// Names of the players.
    pub players: [String; 2],
    /// Name of the variant.
    pub variant: String,
    /// Name of the counting rule.
    pub counting: String,
    /// The file of openings, if there is one.
    pub openings: Option<OpeningsFile>,
    /// Seed of the order of the openings.
    pub seed: u64,
    /// Limits of each player, as in the settings of an engine.
    pub limits: [String; 2],
    /// Options of each player.
    pub options: [String; 2],
    /// Rules of adjudication, if there are any.
    pub adjudication: Option<String>,
    /// Games that each player lost by a fault.
    pub faults: [u64; 2],
}

/// Why a line is not a valid entry.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// It is not JSON of the documented form.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// It is not in UTF-8.
    #[error(transparent)]
    Text(#[from] std::str::Utf8Error),
    /// The numbers of games and of pairs contradict each other.
    #[error("the pairs do not add up to the games")]
    Games,
    /// There are no pairs of games.
    #[error("no pairs of games")]
    Empty,
    /// Elo or normalised Elo is not that of the pairs.
    #[error("the Elo is not that of the pairs, {0}")]
    Elo(Interval),
    /// The verdict or its likelihood is not that of the pairs.
    #[error("the verdict is not that of the pairs, {}", .0.word())]
    Verdict(Verdict),
}

impl LedgerEntry {
    /// The entry of a match; `None` without a complete pair of games.
    pub fn new(
        conditions: MatchConditions,
        games: WdlCounts,
        pairs: &Pentanomial,
        sprt: Option<Sprt>,
    ) -> Option<Self> {
        let Estimate { elo, nelo, .. } = pairs.estimate()?;
        let (verdict, llr) = Verdict::of(sprt.as_ref(), pairs);
        let MatchConditions { date, change, players: [new, base], variant, counting, .. } =
            conditions;
        let MatchConditions { openings, seed, limits, options, adjudication, faults, .. } =
            conditions;
        Some(Self {
            date,
            change,
            new,
            base,
            variant,
            counting,
            openings,
            seed,
            limits,
            options,
            adjudication,
            games: [games.wins, games.draws, games.losses],
            faults: Some(faults),
            pairs: pairs.0.map(|pairs| pairs as u64),
            elo: elo.into(),
            nelo: nelo.into(),
            sprt,
            llr: llr.map(|llr| rounded(llr, 2)),
            verdict,
        })
    }

    /// Parses a line and checks that its figures agree with its pairs.
    ///
    /// # Errors
    /// It is not an entry, or its figures contradict each other.
    pub fn parse(line: &str) -> Result<Self, LedgerError> {
        let entry: Self = serde_json::from_str(line)?;
        if entry.games.iter().chain(&entry.pairs).any(|&number| number > u32::MAX.into()) {
            return Err(LedgerError::Games);
        }
        let pairs: Pentanomial = Distribution(entry.pairs.map(|pairs| pairs as f64));
        let Estimate { elo, nelo, .. } = pairs.estimate().ok_or(LedgerError::Empty)?;
        let [wins, draws, losses] = entry.games;
        // A pair that was not completed is among the games only.
        let in_pairs = 2 * entry.pairs.iter().sum::<u64>();
        let half_points: u64 = (0..).zip(entry.pairs).map(|(points, pairs)| points * pairs).sum();
        let games = wins + draws + losses;
        // The half points of the games of pairs that were not completed.
        let rest = (2 * wins + draws).checked_sub(half_points);
        let fits = |rest: u64| rest <= 2 * (games - in_pairs);
        if games < in_pairs || !rest.is_some_and(fits) {
            return Err(LedgerError::Games);
        }
        for (rounded, exact) in [(entry.elo, elo), (entry.nelo, nelo)] {
            if !rounded.agrees_with(exact) {
                return Err(LedgerError::Elo(exact));
            }
        }
        let (verdict, llr) = Verdict::of(entry.sprt.as_ref(), &pairs);
        let same_llr = match (entry.llr, llr) {
            (Some(one), Some(other)) => (one - other).abs() < 0.01,
            (one, other) => one == other,
        };
        if entry.verdict != verdict || !same_llr {
            return Err(LedgerError::Verdict(verdict));
        }
        Ok(entry)
    }

    /// The entry as a line of the ledger, with the line break.
    ///
    /// # Errors
    /// Never: all its numbers are finite.
    pub fn line(&self) -> Result<String, LedgerError> {
        Ok(serde_json::to_string(self)? + "\n")
    }
}

/// The entries of a ledger.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ledger {
    /// The complete entries, in the order of the file.
    pub entries: Vec<LedgerEntry>,
    /// The number of the last line, from 1, if it is only the beginning of an entry.
    pub cut_off: Option<usize>,
}

impl Ledger {
    /// Parses the contents of a ledger; the number of the line goes with an error.
    ///
    /// # Errors
    /// A line is not an entry, or its figures contradict each other.
    pub fn parse(contents: &[u8]) -> Result<Self, (usize, LedgerError)> {
        let end = complete_length(contents);
        let mut ledger = Self::default();
        let mut last = 0;
        for (number, line) in (1..).zip(lines(&contents[..end])) {
            last = number;
            // An editor may leave blank lines.
            if line.is_empty() {
                continue;
            }
            let line = std::str::from_utf8(line).map_err(|error| (number, error.into()))?;
            ledger.entries.push(LedgerEntry::parse(line).map_err(|error| (number, error))?);
        }
        ledger.cut_off = (end < contents.len()).then_some(last + 1);
        Ok(ledger)
    }
}

/// The length of a ledger without the beginning of an entry at its end, which a full disk or a kill
/// may have left there. A line break is the last byte of an entry.
pub fn complete_length(contents: &[u8]) -> usize {
    let begin = contents.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let last = &contents[begin..];
    let is_cut_off = match std::str::from_utf8(last) {
        Err(error) => error.error_len().is_none(),
        Ok(text) => serde_json::from_str::<LedgerEntry>(text).is_err_and(|error| error.is_eof()),
    };
    // The last line of a file is empty if the line before it has its end.
    if is_cut_off && last.starts_with(b"{") { begin } else { contents.len() }
}

fn lines(contents: &[u8]) -> impl Iterator<Item = &[u8]> {
    contents.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end)
}

/// A table of the entries in Markdown, in the order of the ledger.
pub fn table(entries: &[LedgerEntry]) -> String {
    let mut text =
        "| date | change | new v base | openings | limits | games | pairs, 0 to 2 points \
                    | Elo | normalised | test | verdict |\n"
            .to_owned();
    text += "|---|---|---|---|---|---|---|---|---|---|---|\n";
    for entry in entries {
        let LedgerEntry { change, new, base, limits: [first, second], games, .. } = entry;
        let date = blanked(&entry.date);
        let openings = entry.openings.as_ref().map_or("start position", |file| file.file.as_str());
        let limits =
            if first == second { first.clone() } else { format!("{first} against {second}") };
        let limits = blanked(&limits);
        let [wins, draws, losses] = games;
        let faults = match entry.faults {
            None | Some([0, 0]) => String::new(),
            Some([first, second]) => format!(", faults {first} and {second}"),
        };
        let pairs = entry.pairs.map(|pairs| pairs.to_string()).join(" ");
        let test = entry.sprt.as_ref().map_or_else(|| "–".to_owned(), Sprt::to_string);
        let (elo, nelo, verdict) = (entry.elo.text(), entry.nelo.text(), entry.verdict.word());
        let [change, new, base, openings] =
            [change, new, base, openings].map(|text| blanked(text).replace('|', "\\|"));
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "| {date} | {change} | {new} v {base} | {openings} | {limits} | +{wins} ={draws} -{losses}{faults} \
             | {pairs} | {elo} | {nelo} | {test} | {verdict} |"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sprt::EloModel;

    fn entry(pairs: [f64; 5], games: [u64; 3], sprt: Option<Sprt>) -> LedgerEntry {
        let conditions = MatchConditions {
            date: "2026-11-22".into(),
            change: "a | b".into(),
            players: ["New".into(), "Old".into()],
            variant: "makruk".into(),
            counting: "makruk".into(),
            openings: OpeningsSettings::parse("/x/a.epd start=2")
                .ok()
                .map(|settings| OpeningsFile::new(&settings, b"")),
            seed: 3,
            limits: ["4000 nodes".into(), "4000 nodes".into()],
            options: ["Hash=16".into(), String::new()],
            adjudication: None,
            faults: [0, 2],
        };
        let [wins, draws, losses] = games;
        let games = WdlCounts { wins, draws, losses };
        LedgerEntry::new(conditions, games, &Distribution(pairs), sprt).expect("pairs")
    }

    #[test]
    fn infinite_elo_has_its_sign() {
        let text = |value, low, high| Rounded([value, low, high]).text();
        assert_eq!(text(None, None, Some(-250.0)), "−∞ [−∞, -250.0]");
        assert_eq!(text(None, Some(250.0), None), "∞ [+250.0, ∞]");
        assert_eq!(text(Some(0.0), None, None), "+0.0 [−∞, ∞]");
    }

    #[test]
    fn entries_are_read_as_they_were_written() {
        let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, EloModel::Normalised).ok();
        for (pairs, games, sprt, verdict) in [
            ([10.0, 20.0, 300.0, 30.0, 12.0], [79, 600, 65], None, Verdict::Untested),
            ([1.0, 2.0, 30.0, 3.0, 1.0], [5, 65, 4], sprt, Verdict::Undecided),
            ([10.0, 100.0, 1000.0, 300.0, 90.0], [500, 2360, 140], sprt, Verdict::H1),
            ([90.0, 300.0, 1000.0, 100.0, 10.0], [140, 2360, 500], sprt, Verdict::H0),
            ([0.0, 0.0, 0.0, 0.0, 2.0], [4, 0, 0], None, Verdict::Untested),
            // The last pair is not complete.
            ([0.0, 0.0, 0.0, 1.0, 0.0], [1, 2, 0], None, Verdict::Untested),
        ] {
            let written = entry(pairs, games, sprt);
            assert_eq!(written.verdict, verdict, "{pairs:?}");
            let read = LedgerEntry::parse(written.line().expect("JSON").trim_end());
            assert_eq!(read.expect("an entry"), written);
        }
    }

    #[test]
    fn contradictions_are_found() {
        let good = entry([1.0, 2.0, 30.0, 3.0, 1.0], [5, 65, 4], None);
        let refused = |change: fn(&mut LedgerEntry)| {
            let mut entry = good.clone();
            change(&mut entry);
            LedgerEntry::parse(&entry.line().expect("JSON")).expect_err("a fault").to_string()
        };
        assert!(refused(|entry| entry.games = [6, 64, 4]).contains("add up"));
        // Two more games cannot take points from the pairs.
        assert!(refused(|entry| entry.games = [1, 67, 8]).contains("add up"));
        // Nor can they bring more than two.
        assert!(refused(|entry| entry.games = [8, 64, 4]).contains("add up"));
        assert!(refused(|entry| entry.pairs[2] = 1 << 63).contains("add up"));
        assert!(refused(|entry| entry.pairs = [0; 5]).contains("no pairs"));
        assert!(refused(|entry| entry.elo.0[0] = Some(40.0)).contains("Elo is not"));
        assert!(refused(|entry| entry.verdict = Verdict::H1).contains("untested"));
        assert!(LedgerEntry::parse("{}").is_err());
        let text = good.line().expect("JSON").replace("\"seed\"", "\"sow\"");
        assert!(matches!(Ledger::parse(text.as_bytes()), Err((1, LedgerError::Json(_)))));
        let latin = text.replace("a | b", "\u{e9}").into_bytes();
        let latin: Vec<u8> = latin.into_iter().filter(|&byte| byte != 0xc3).collect();
        assert!(matches!(Ledger::parse(&latin), Err((1, LedgerError::Text(_)))));
    }

    /// Wherever an append was cut off, the entries before it are read.
    #[test]
    fn the_beginning_of_an_entry_at_the_end_is_left_out() {
        let mut entry = entry([1.0, 2.0, 30.0, 3.0, 1.0], [5, 65, 4], None);
        entry.change = "ม้า".to_owned();
        let line = entry.line().expect("JSON");
        let whole = line.repeat(2).into_bytes();
        for length in 0..=whole.len() {
            let contents = &whole[..length];
            let ledger = Ledger::parse(contents).expect("a ledger");
            // The line break may be missing.
            let complete =
                usize::from(length + 1 >= line.len()) + usize::from(length + 1 >= whole.len());
            assert_eq!(ledger.entries, vec![entry.clone(); complete], "{length}");
            let is_cut_off = length > line.len() && complete == 1 || length > 0 && complete == 0;
            assert_eq!(ledger.cut_off, is_cut_off.then_some(complete + 1), "{length}");
            let end = if is_cut_off { complete * line.len() } else { length };
            assert_eq!(complete_length(contents), end, "{length}");
        }
        // What is no beginning of an entry stays, and is reported.
        for other in ["x", "{\"date\":1", "[1,"] {
            let contents = line.clone() + other;
            assert_eq!(complete_length(contents.as_bytes()), contents.len(), "{other}");
            assert!(matches!(Ledger::parse(contents.as_bytes()), Err((2, LedgerError::Json(_)))));
        }
    }

    #[test]
    fn blank_lines_are_passed_over() {
        let entry = entry([1.0, 2.0, 30.0, 3.0, 1.0], [5, 65, 4], None);
        let line = entry.line().expect("JSON");
        let contents = format!("\n{line} \r\n{line}\n");
        let ledger = Ledger::parse(contents.as_bytes()).expect("a ledger");
        assert_eq!(ledger, Ledger { entries: vec![entry; 2], cut_off: None });
        let cut_off = Ledger::parse(format!("{contents}{{").as_bytes()).expect("a ledger").cut_off;
        assert_eq!(cut_off, Some(6));
        let error = Ledger::parse(format!("{contents}x").as_bytes());
        assert!(matches!(error, Err((6, LedgerError::Json(_)))), "{error:?}");
    }

    /// The ledger of this repository; the figures of each line agree with its pairs.
    #[test]
    fn the_committed_ledger_is_consistent() {
        let ledger = Ledger::parse(include_bytes!("../../../docs/ledger.jsonl"));
        let Ledger { entries, cut_off } =
            ledger.unwrap_or_else(|(line, error)| panic!("line {line}: {error}"));
        assert_eq!(cut_off, None);
        assert!(!entries.is_empty());
        let table = table(&entries);
        assert_eq!(table.lines().count(), entries.len() + 2);
        // Lines of the summary in the documents are not out of date.
        let document = include_str!("../../../docs/lab/tested-changes.md");
        for line in document.lines().filter(|line| line.starts_with("| 20")) {
            assert!(table.lines().any(|known| known == line), "not in the ledger: {line}");
        }
    }

    #[test]
    fn a_table_has_a_row_for_each_entry() {
        let text = table(&[entry([0.0, 0.0, 0.0, 0.0, 2.0], [4, 0, 0], None)]);
        let row = text.lines().last().expect("a row");
        assert!(
            row.starts_with("| 2026-11-22 | a \\| b | New v Old | a.epd | 4000 nodes | +4 =0 -0, faults 0 and 2 |"),
            "{row}"
        );
        let mut entry = entry([0.0, 0.0, 0.0, 0.0, 2.0], [4, 0, 0], None);
        for text in [&mut entry.date, &mut entry.change, &mut entry.new, &mut entry.limits[0]] {
            *text = "\u{1b}[31mx\u{202e}".to_owned();
        }
        assert!(table(&[entry]).contains("|  [31mx  |  [31mx  | "));
        assert!(row.ends_with("| – | untested |") && row.contains("| ∞ ["), "{row}");
    }
}
