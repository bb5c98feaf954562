//! The pages of the atlas in Markdown.

use super::matrix::matrix;
use super::pictures::{self, Subject};
use super::survey::{Decision, Entry, Win};
use super::texts::{Text, text};
use super::{facts, words};
use makruk::notation::coordinate;
use makruk::types::{Color, Piece};
use sakdi_i18n::Language;
use std::cmp::Reverse;
use std::fmt::Write;

/// A page of some of the endings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Against a bare khun, with ruea and without bia.
    Ruea,
    /// Against a bare khun, without ruea and bia.
    Pieces,
    /// Against a bare khun, with ruea and bia.
    RueaBia,
    /// Against a bare khun, with bia and without ruea.
    Bia,
    /// Against a ruea, and another man if there is one.
    AgainstRuea,
    /// Against a ma, and another man but ruea if there is one.
    AgainstMa,
    /// Against a khon, and khon, met or bia if there is one.
    AgainstKhon,
    /// Against a met, and met or bia if there is one.
    AgainstMet,
    /// Against bia.
    AgainstBia,
}

impl Part {
    pub const ALL: [Self; 9] = [
        Self::Ruea,
        Self::Pieces,
        Self::RueaBia,
        Self::Bia,
        Self::AgainstRuea,
        Self::AgainstMa,
        Self::AgainstKhon,
        Self::AgainstMet,
        Self::AgainstBia,
    ];

    pub fn of(entry: &Entry) -> Self {
        let has =
            |piece| entry.ending.groups().any(|(side, of, _)| side == Color::White && of == piece);
        // The men are in the order of the names: ruea, ma, khon, met, bia.
        let against = entry.ending.groups().find(|&(side, ..)| side == Color::Black);
        if let Some((_, strongest, _)) = against {
            match strongest {
                Piece::Rook => Self::AgainstRuea,
                Piece::Knight => Self::AgainstMa,
                Piece::Khon => Self::AgainstKhon,
                Piece::Met | Piece::King => Self::AgainstMet,
                Piece::Pawn => Self::AgainstBia,
            }
        } else if entry.ending.has_pawns() {
            if has(Piece::Rook) { Self::RueaBia } else { Self::Bia }
        } else if has(Piece::Rook) {
            Self::Ruea
        } else {
            Self::Pieces
        }
    }

    /// The name of its file without extension.
    pub const fn file(self) -> &'static str {
        match self {
            Self::Ruea => "ruea",
            Self::Pieces => "pieces",
            Self::RueaBia => "ruea-bia",
            Self::Bia => "bia",
            Self::AgainstRuea => "against-ruea",
            Self::AgainstMa => "against-ma",
            Self::AgainstKhon => "against-khon",
            Self::AgainstMet => "against-met",
            Self::AgainstBia => "against-bia",
        }
    }

    const fn title(self) -> Text {
        match self {
            Self::Ruea => Text::Ruea,
            Self::Pieces => Text::Pieces,
            Self::RueaBia => Text::RueaBia,
            Self::Bia => Text::Bia,
            Self::AgainstRuea => Text::AgainstRuea,
            Self::AgainstMa => Text::AgainstMa,
            Self::AgainstKhon => Text::AgainstKhon,
            Self::AgainstMet => Text::AgainstMet,
            Self::AgainstBia => Text::AgainstBia,
        }
    }
}

/// The name of a page in a language.
pub fn file_name(stem: &str, language: Language) -> String {
    match language {
        Language::English => format!("{stem}.md"),
        Language::Thai => format!("{stem}.th.md"),
    }
}

/// Of fewer random positions a share says little.
pub const FEWEST: usize = 500;
/// So many facts come first.
const MOST_USEFUL: usize = 10;
/// With men on both sides only endings with longer wins have a section.
const LONG: u8 = 10;

/// The first page.
pub fn overview(entries: &[Entry], language: Language) -> String {
    let say = |part| text(part, language);
    let mut page = format!("# {}\n\n{}\n\n", say(Text::Title), say(Text::Introduction));
    for part in Part::ALL.into_iter().filter(|&part| entries.iter().any(|it| Part::of(it) == part))
    {
        line(
            &mut page,
            &format!("- [{}]({})", say(part.title()), file_name(part.file(), language)),
        );
    }
    line(&mut page, &format!("\n{}\n\n## {}\n", say(Text::Data), say(Text::FactsTitle)));
    let facts = facts::facts(entries, language);
    let (first, others) = facts.split_at(facts.len().min(MOST_USEFUL));
    for (number, fact) in first.iter().enumerate() {
        line(&mut page, &format!("{}. {fact}", number + 1));
    }
    if !others.is_empty() {
        line(&mut page, &format!("\n{}\n", say(Text::OtherFacts)));
        for fact in others {
            line(&mut page, &format!("- {fact}"));
        }
    }
    line(&mut page, &format!("\n## {}\n\n{}", say(Text::CountsTitle), say(Text::CountsHead)));
    let bare = |it: &&Entry| it.ending.is_bare() && !it.ending.has_pawns();
    for entry in entries.iter().filter(bare) {
        line(&mut page, &count_row(entry));
    }
    line(&mut page, &format!("\n## {}\n\n{}", say(Text::BiaTitle), say(Text::BiaHead)));
    for entry in entries.iter().filter(|it| it.ending.is_bare() && it.ending.has_pawns()) {
        let side = &entry.weak_to_move;
        let won = side.percent(side.won);
        let saved = entry.last_bia.as_ref().map_or("–".to_owned(), share);
        line(&mut page, &format!("| {} | {won:.2} | {} | {saved} |", entry.ending, side.longest));
    }
    if entries.iter().any(|it| !it.ending.is_bare()) {
        line(&mut page, &format!("\n## {}\n\n{}\n", say(Text::BothTitle), say(Text::BothHead)));
        page.push_str(&matrix(entries, Color::White));
        line(&mut page, &format!("\n{}\n", say(Text::OneAgainstTwo)));
        page.push_str(&matrix(entries, Color::Black));
        line(&mut page, &format!("\n## {}\n\n{}", say(Text::LastTitle), say(Text::LastHead)));
        let decided = |entry| facts::worth_keeping(entry).map(|saved| (Reverse(saved), entry));
        let mut decided: Vec<(_, &Entry)> = entries.iter().filter_map(decided).collect();
        decided.sort_by_key(|&(saved, entry)| (saved, Reverse(entry.ending)));
        for (_, entry) in decided {
            let Some(decision) = entry.last_man.as_ref() else { continue };
            let after = entry.ending.strong_takes(last_man(entry), false);
            let Some(after) = after.ending else { continue };
            let left = match after.has_pawns() {
                true => "–".to_owned(),
                false => after.initial_moves_left().to_string(),
            };
            let drawn = percent(decision.drawn, decision.positions);
            let row = format!("| {} | {left} | {} | {drawn} |", entry.ending, share(decision));
            line(&mut page, &row);
        }
    }
    page
}

fn last_man(entry: &Entry) -> Piece {
    let weak = entry.ending.groups().find(|&(side, ..)| side == Color::Black);
    weak.map_or(Piece::Pawn, |(_, piece, _)| piece)
}

fn count_row(entry: &Entry) -> String {
    let side = &entry.weak_to_move;
    let (limit, left) = entry.count.map_or((0, 0), |count| (count.limit, count.moves_left));
    let [won, saved] = [side.won - side.too_late, side.too_late].map(|n| side.percent(n));
    let drawn = 100.0 - side.percent(side.won);
    let (ending, longest) = (entry.ending, side.longest.max(entry.strong_to_move.longest));
    format!("| {ending} | {limit} | {left} | {won:.2} | {saved:.2} | {drawn:.2} | {longest} |")
}

fn share(decision: &Decision) -> String {
    percent(decision.saved, decision.positions)
}

fn percent(some: usize, all: usize) -> String {
    format!("{:.1}", 100.0 * some as f64 / all.max(1) as f64)
}

/// Whether an ending has a section.
pub fn is_shown(entry: &Entry) -> bool {
    entry.ending.is_bare() || entry.longest_win.as_ref().is_some_and(|win| win.moves >= LONG)
}

/// The page of some endings.
pub fn part(part: Part, entries: &[Entry], language: Language) -> String {
    let say = |part| text(part, language);
    let mut page = format!("# {}\n\n{}\n", say(part.title()), say(Text::PartHead));
    for entry in entries.iter().filter(|&entry| Part::of(entry) == part && is_shown(entry)) {
        section(&mut page, entry, language);
    }
    page
}

fn section(page: &mut String, entry: &Entry, language: Language) {
    let words = words::ending(entry.ending, language);
    line(page, &format!("\n## {}: {words}\n", entry.ending));
    let mut sentences = vec![facts::figures(entry, language)];
    sentences.extend(facts::colours(entry, language));
    line(page, &sentences.join(" "));
    let longest = entry.longest_win.as_ref();
    let most = longest.map_or(0, |win| win.only_moves);
    let hardest = entry.hardest_win.as_ref().filter(|win| win.only_moves > most);
    let titles = match entry.ending.is_bare() && !entry.ending.has_pawns() {
        true => [Text::Longest, Text::Hardest],
        false => [Text::LongestConversion, Text::HardestConversion],
    };
    for (win, title) in std::iter::zip([longest, hardest], titles) {
        let Some(win) = win else { continue };
        let title = facts::fill(text(title, language), &[&win.moves, &win.only_moves]);
        line(page, &format!("\n{title} `{}`  \n{}", win.fen, moves(win, language)));
    }
    let decisions = [
        (&entry.last_bia, Text::LastBia, Subject::LastBia),
        (&entry.last_man, Text::LastMan, Subject::LastMan),
    ];
    for (decision, title, subject) in decisions {
        let Some(example) = decision.as_ref().and_then(|it| it.example.as_ref()) else { continue };
        let Some(position) = pictures::read(&example.fen) else { continue };
        let written = |mv: &str| {
            let mv = coordinate::parse(&position, mv).ok();
            mv.map_or_else(String::new, |mv| language.notation().format(&position, mv))
        };
        let (wrong, right) = (written(&example.wrong), written(&example.right));
        let gaps: [&dyn std::fmt::Display; 5] =
            [&wrong, &example.needs, &example.moves_left, &right, &example.fen];
        let picture = pictures::reference(entry, subject, language);
        line(page, &format!("\n{}{picture}", facts::fill(text(title, language), &gaps)));
    }
    if let Some(sentence) = facts::fortress(entry, language) {
        let picture = pictures::reference(entry, Subject::Fortress, language);
        line(page, &format!("\n{sentence}{picture}"));
    }
}

/// The moves of a win, numbered.
fn moves(win: &Win, language: Language) -> String {
    let mut text = String::new();
    let Some(mut position) = pictures::read(&win.fen) else { return text };
    for (number, mv) in win.line.split(' ').enumerate() {
        let Ok(mv) = coordinate::parse(&position, mv) else { break };
        if number % 2 == 0 {
            // Writing to a text cannot fail.
            let _ = write!(text, "{}.", number / 2 + 1);
        }
        text += &language.notation().format(&position, mv);
        text += if win.only_plies.contains(&number) { "□ " } else { " " };
        position = position.play_unchecked(mv);
    }
    text.trim_end().to_owned()
}

fn line(page: &mut String, text: &str) {
    page.push_str(text);
    page.push('\n');
}
