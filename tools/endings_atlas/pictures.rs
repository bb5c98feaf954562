//! Pictures of surprising positions.

use super::survey::{Entry, Example};
use makruk::notation::{coordinate, fen};
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use makruk::types::Color;
use sakdi_analysis::diagram::{Arrow, ArrowKind, Diagram, SquareNames};
use sakdi_engine::tablebase::Ending;
use sakdi_i18n::Language;

/// The folder of the pictures, beside the pages.
pub const FOLDER: &str = "images";
/// An example is surprising if at least this share of its positions, in thousandths, is decided as it is.
const SURPRISING: usize = 10;

/// What a picture is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A promotion of the last bia that draws.
    LastBia,
    /// A capture of the last man that draws.
    LastMan,
    /// A position that is held.
    Fortress,
}

/// A position that has a picture.
pub struct Picture {
    ending: Ending,
    subject: Subject,
    position: Position,
    arrows: Vec<Arrow>,
}

/// The pictures of an ending.
pub fn of(entry: &Entry) -> Vec<Picture> {
    let decisions = [(&entry.last_bia, Subject::LastBia), (&entry.last_man, Subject::LastMan)];
    let decided = decisions.into_iter().filter_map(|(decision, subject)| {
        let decision = decision.as_ref()?;
        let is_surprising = 1_000 * decision.saved >= SURPRISING * decision.positions;
        let example = decision.example.as_ref().filter(|_| is_surprising)?;
        let position = read(&example.fen)?;
        let arrows = arrows(&position, example);
        Some(Picture { ending: entry.ending, subject, position, arrows })
    });
    let held = entry
        .fortress
        .as_ref()
        .filter(|it| it.is_telling() && 1_000 * it.held >= SURPRISING * it.drawn);
    let held = held.and_then(|it| read(it.example.as_ref()?)).map(|position| {
        let (ending, subject, arrows) = (entry.ending, Subject::Fortress, Vec::new());
        Picture { ending, subject, position, arrows }
    });
    decided.chain(held).collect()
}

/// The picture of a subject in Markdown; empty without one.
pub fn reference(entry: &Entry, subject: Subject, language: Language) -> String {
    let picture = of(entry).into_iter().find(|picture| picture.subject == subject);
    picture.map_or_else(String::new, |picture| {
        let position = fen::format(&picture.position);
        format!("\n\n<img src=\"{}\" alt=\"{position}\" width=\"260\">", picture.file(language))
    })
}

/// The move that draws in red, the one that wins in green.
fn arrows(position: &Position, example: &Example) -> Vec<Arrow> {
    let moves = [(&example.wrong, ArrowKind::Worse), (&example.right, ArrowKind::Better)];
    let read = |(text, kind): (&String, _)| {
        Some(Arrow { mv: coordinate::parse(position, text).ok()?, kind })
    };
    moves.into_iter().filter_map(read).collect()
}

/// The position of a FEN.
pub fn read(text: &str) -> Option<Position> {
    fen::parse(text, Variant::Makruk, CountingRule::MAKRUK).ok()
}

impl Picture {
    /// The name of its file for pages in a language.
    pub fn file(&self, language: Language) -> String {
        let subject = match self.subject {
            Subject::LastBia => "last-bia",
            Subject::LastMan => "last-man",
            Subject::Fortress => "fortress",
        };
        let end = match language {
            Language::English => "svg",
            Language::Thai => "th.svg",
        };
        format!("{FOLDER}/{}-{subject}.{end}", self.ending)
    }

    /// Its drawing, with the squares named as the pages in a language name them.
    pub fn svg(&self, language: Language) -> String {
        let names = match language {
            Language::English => SquareNames::Latin,
            Language::Thai => SquareNames::Thai,
        };
        let (position, arrows) = (self.position, self.arrows.clone());
        Diagram { position, last: None, arrows, near: Color::White, names }.svg()
    }
}
