//! Sentences with figures: of each ending, and the most useful ones of all.

use super::fortress::MOVES;
use super::page::FEWEST;
use super::survey::{Colours, Decision, Entry};
use super::texts::{Text, text};
use sakdi_i18n::Language;
use std::fmt::Display;

/// A text with its gaps filled in.
pub fn fill(text: &str, gaps: &[&dyn Display]) -> String {
    let mut filled = text.to_owned();
    for (number, gap) in gaps.iter().enumerate() {
        filled = filled.replace(&format!("{{{number}}}"), &gap.to_string());
    }
    filled
}

/// How often an ending is won.
pub fn figures(entry: &Entry, language: Language) -> String {
    let (weak, strong) = (&entry.weak_to_move, &entry.strong_to_move);
    let won = |side: &super::survey::Side| format!("{:.2}", side.percent(side.won));
    let longest = strong.longest;
    let Some(count) = entry.count else {
        let gaps: [&dyn Display; 3] = [&won(weak), &won(strong), &longest];
        return fill(text(Text::FiguresBia, language), &gaps);
    };
    if !entry.ending.is_bare() {
        let won = format!("{:.2}", strong.percent(strong.won - strong.too_late));
        let gaps: [&dyn Display; 4] = [&in_time(entry), &won, &longest, &too_late(entry)];
        return fill(text(Text::FiguresBoth, language), &gaps);
    }
    let saved = too_late(entry);
    let drawn = format!("{:.2}", 100.0 - weak.percent(weak.won));
    let (limit, left) = (count.limit, count.moves_left);
    let gaps: [&dyn Display; 7] =
        [&limit, &left, &in_time(entry), &saved, &drawn, &won(strong), &longest];
    fill(text(Text::Figures, language), &gaps)
}

/// The percentage won in time with the weak side to move.
fn in_time(entry: &Entry) -> String {
    let side = &entry.weak_to_move;
    format!("{:.2}", side.percent(side.won - side.too_late))
}

/// The percentage of forced wins that come too late, with the weak side to move.
fn too_late(entry: &Entry) -> String {
    format!("{:.2}", entry.weak_to_move.percent(entry.weak_to_move.too_late))
}

/// How the colours of met matter.
pub fn colours(entry: &Entry, language: Language) -> Option<String> {
    let [one, both] = by_colours(entry)?;
    let [one, both] = [
        fill(text(Text::ColoursOne, language), &[&one]),
        fill(text(Text::ColoursTwo, language), &[&both]),
    ];
    Some(format!("{one} {both}"))
}

/// The percentages won with all met on squares of one colour, and on both.
fn by_colours(entry: &Entry) -> Option<[String; 2]> {
    let share = |one: bool| {
        let colours = entry.met_colours.iter().find(|it| (it.met[1] == 0) == one)?;
        let Colours { positions, won, .. } = *colours;
        Some(format!("{:.1}", 100.0 * won as f64 / positions.max(1) as f64))
    };
    Some([share(true)?, share(false)?])
}

/// The facts most useful to a player, as far as the endings are known.
pub fn facts(entries: &[Entry], language: Language) -> Vec<String> {
    let of = |name: &str| entries.iter().find(|entry| entry.ending.to_string() == name);
    let all = [
        two_khon(&of, language),
        khon_bia(&of, language),
        two_ruea(&of, language),
        two_against_one(&of, language),
        last_defender(&of, language),
        worst(entries, |entry| &entry.last_man, Text::FactLast, language),
        worst(entries, |entry| &entry.last_bia, Text::FactSpoilt, language),
        three_met(&of, language),
        ruea(&of, language),
        ma(&of, language),
        safe(entries, language),
        ruea_alone(&of, language),
        met_colours(&of, language),
        bia(&of, language),
        longest(entries, language),
    ];
    all.into_iter().flatten().collect()
}

type Find<'a, 'e> = &'a dyn Fn(&str) -> Option<&'e Entry>;

fn left(entry: &Entry) -> u8 {
    entry.count.map_or(0, |count| count.moves_left)
}

fn won(entry: &Entry) -> String {
    format!("{:.2}", entry.weak_to_move.percent(entry.weak_to_move.won))
}

fn two_khon(of: Find, language: Language) -> Option<String> {
    let (two, one) = (of("KSSMvK")?, of("KSMMvK")?);
    let gaps: [&dyn Display; 5] =
        [&left(two), &in_time(two), &too_late(two), &left(one), &in_time(one)];
    Some(fill(text(Text::FactTwoKhon, language), &gaps))
}

fn khon_bia(of: Find, language: Language) -> Option<String> {
    let gaps: [&dyn Display; 2] = [&won(of("KSSPvK")?), &in_time(of("KSSMvK")?)];
    Some(fill(text(Text::FactKhonBia, language), &gaps))
}

fn two_ruea(of: Find, language: Language) -> Option<String> {
    let (met, bia) = (of("KRRMvK")?, of("KRRPvK")?);
    let gaps: [&dyn Display; 3] = [&left(met), &in_time(met), &won(bia)];
    Some(fill(text(Text::FactTwoRuea, language), &gaps))
}

fn ruea(of: Find, language: Language) -> Option<String> {
    let (met, khon, ma) = (of("KRMMvK")?, of("KRSSvK")?, of("KRNNvK")?);
    let gaps: [&dyn Display; 4] = [&left(met), &in_time(met), &in_time(khon), &in_time(ma)];
    Some(fill(text(Text::FactRuea, language), &gaps))
}

fn three_met(of: Find, language: Language) -> Option<String> {
    let entry = of("KMMMvK")?;
    let [one, both] = by_colours(entry)?;
    let longest = entry.weak_to_move.longest;
    let gaps: [&dyn Display; 5] = [&in_time(entry), &longest, &left(entry), &one, &both];
    Some(fill(text(Text::FactThreeMet, language), &gaps))
}

fn met_colours(of: Find, language: Language) -> Option<String> {
    let [khon, ma] = [by_colours(of("KSMMvK")?)?, by_colours(of("KNMMvK")?)?];
    let gaps: [&dyn Display; 4] = [&khon[0], &khon[1], &ma[0], &ma[1]];
    Some(fill(text(Text::FactColours, language), &gaps))
}

fn ma(of: Find, language: Language) -> Option<String> {
    let (one, two, khon) = (of("KNMMvK")?, of("KNNMvK")?, of("KNSMvK")?);
    let gaps: [&dyn Display; 6] =
        [&left(one), &in_time(one), &left(two), &in_time(two), &left(khon), &in_time(khon)];
    Some(fill(text(Text::FactMa, language), &gaps))
}

fn bia(of: Find, language: Language) -> Option<String> {
    let gaps: [&dyn Display; 4] =
        [&won(of("KPPPvK")?), &won(of("KMPPvK")?), &won(of("KMMPvK")?), &in_time(of("KMMMvK")?)];
    Some(fill(text(Text::FactBia, language), &gaps))
}

/// What a ruea with a helper wins against.
fn two_against_one(of: Find, language: Language) -> Option<String> {
    let share = |name| Some(in_time(of(name)?));
    let (met, khon, ma) = (share("KRMvKM")?, share("KRMvKS")?, share("KRMvKN")?);
    let gaps: [&dyn Display; 5] = [&met, &khon, &ma, &share("KRMvKR")?, &share("KRRvKR")?];
    Some(fill(text(Text::FactTwoAgainstOne, language), &gaps))
}

/// What a ruea alone wins against.
fn ruea_alone(of: Find, language: Language) -> Option<String> {
    let share = |name| Some(in_time(of(name)?));
    let (met, khon_met, khon) = (share("KRvKMM")?, share("KRvKSM")?, share("KRvKSS")?);
    let gaps: [&dyn Display; 5] = [&met, &khon_met, &khon, &share("KRvKNM")?, &share("KRvKMP")?];
    Some(fill(text(Text::FactRueaAlone, language), &gaps))
}

/// How one man holds against two without ruea.
fn last_defender(of: Find, language: Language) -> Option<String> {
    let share = |name| Some(in_time(of(name)?));
    let khon_met = of("KSMvKM")?;
    let late = too_late(khon_met);
    let longest = khon_met.strong_to_move.longest;
    let (ma_khon, against_ma) = (share("KNSvKM")?, share("KNSvKN")?);
    let gaps: [&dyn Display; 6] =
        [&ma_khon, &against_ma, &in_time(khon_met), &late, &longest, &share("KNMvKM")?];
    Some(fill(text(Text::FactLastDefender, language), &gaps))
}

/// How often a drawn position is a fortress.
pub fn fortress(entry: &Entry, language: Language) -> Option<String> {
    let fortress = entry.fortress.as_ref().filter(|it| it.is_telling())?;
    let example = fortress.example.as_ref()?;
    let share = format!("{:.0}", 100.0 * fortress.held as f64 / fortress.drawn as f64);
    let gaps: [&dyn Display; 4] = [&share, &example, &MOVES, &fortress.drawn];
    let is_mate = entry.ending.is_bare() && !entry.ending.has_pawns();
    let sentence = if is_mate { Text::FortressBare } else { Text::Fortress };
    Some(fill(text(sentence, language), &gaps))
}

/// How often, in 100,000ths, the last man is worth keeping; `None` where that is hardly ever so.
pub fn worth_keeping(entry: &Entry) -> Option<usize> {
    let decision = entry.last_man.as_ref().filter(|it| it.positions >= FEWEST)?;
    let wrong = decision.saved + decision.drawn;
    (100 * wrong >= decision.positions).then(|| 100_000 * decision.saved / decision.positions)
}

/// The endings in which a decision most often throws the win away.
fn worst(
    entries: &[Entry],
    decision: impl Fn(&Entry) -> &Option<Decision>,
    fact: Text,
    language: Language,
) -> Option<String> {
    let share = |entry: &Entry| {
        let decision = decision(entry).as_ref().filter(|it| it.positions >= FEWEST)?;
        Some((decision.saved as f64 / decision.positions as f64, entry.ending))
    };
    let mut shares: Vec<_> = entries.iter().filter_map(share).collect();
    shares.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let [a, b, c] = *shares.first_chunk::<3>()?;
    let shown = |(share, _): (f64, _)| format!("{:.1}", 100.0 * share);
    let gaps: [&dyn Display; 6] = [&shown(a), &a.1, &shown(b), &b.1, &shown(c), &c.1];
    Some(fill(text(fact, language), &gaps))
}

fn longest(entries: &[Entry], language: Language) -> Option<String> {
    let bare = || entries.iter().filter(|it| it.ending.is_bare() && !it.ending.has_pawns());
    let win = |entry: &&Entry| entry.longest_win.as_ref().map_or(0, |win| win.moves);
    let mate = |entry: &&Entry| entry.strong_to_move.longest.max(entry.weak_to_move.longest);
    let names = |length: &dyn Fn(&&Entry) -> u8, most| {
        let of_most = bare().filter(|entry| length(entry) == most);
        of_most.map(|it| it.ending.to_string()).collect::<Vec<_>>().join(", ")
    };
    let (in_time, forced) = (bare().map(|it| win(&it)).max()?, bare().map(|it| mate(&it)).max()?);
    let (of_win, of_mate) = (names(&win, in_time), names(&mate, forced));
    let gaps: [&dyn Display; 4] = [&in_time, &of_win, &forced, &of_mate];
    Some(fill(text(Text::FactLongest, language), &gaps))
}

fn safe(entries: &[Entry], language: Language) -> Option<String> {
    let bare = entries.iter().filter(|it| it.ending.is_bare() && !it.ending.has_pawns());
    let safe = bare.filter(|it| it.weak_to_move.too_late == 0 && it.weak_to_move.won > 0);
    let names: Vec<String> = safe.map(|it| it.ending.to_string()).collect();
    (!names.is_empty()).then(|| fill(text(Text::FactSafe, language), &[&names.join(", ")]))
}
