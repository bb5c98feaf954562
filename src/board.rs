//! `sakdi board`: a position as text or as a picture.

use super::json_output::{CountRecord, JsonArgs, MoveRecord, side};
use super::output_file::{IfExists, OutputFiles};
use super::report_output::text_output;
use super::terminal::board::{self, Style};
use super::{Failure, position_of};
use clap::ValueEnum;
use makruk::game::Game;
use makruk::movegen::legal_moves;
use makruk::notation::pgn::ending::Cause;
use makruk::notation::{fen, parse_any};
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use makruk::types::Color;
use sakdi_analysis::diagram::{Arrow, Diagram, SquareNames};
use sakdi_i18n::{Language, Localized};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The position, instead of the start position
    #[arg(long)]
    fen: Option<String>,
    /// Moves to play, in any notation; the last one is marked
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
    /// Write the board as a picture in SVG to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Arrows of the picture: e3e4, e3e4:green or e3e4:red
    #[arg(long, value_name = "ARROW", num_args = 1.., requires = "svg")]
    arrow: Vec<Arrow>,
    /// The side at the foot of the board
    #[arg(long, value_name = "SIDE", default_value = "white")]
    near: Near,
    /// Language of the names of files and ranks: en or th
    #[arg(long, default_value_t)]
    language: Language,
    /// makruk or makpong
    #[arg(long, default_value_t)]
    variant: Variant,
    /// How to draw the men as text
    #[arg(long, default_value = "unicode")]
    men: Style,
    #[command(flatten)]
    json: JsonArgs,
}

/// What the rules say of a position.
#[derive(Debug, Serialize)]
struct BoardRecord {
    fen: String,
    variant: &'static str,
    to_move: &'static str,
    is_check: bool,
    count: Option<CountRecord>,
    /// How the rules have ended the game.
    over: Option<&'static str>,
    winner: Option<&'static str>,
    legal_moves: Vec<MoveRecord>,
}

impl BoardRecord {
    fn new(position: &Position) -> Self {
        let outcome = Game::new(*position).outcome();
        let moves = legal_moves(position);
        Self {
            fen: fen::format(position),
            variant: position.variant().name(),
            to_move: side(position.to_move()),
            is_check: position.in_check(),
            count: CountRecord::new(position),
            over: outcome.map(|outcome| Cause::from(outcome).word()),
            winner: outcome.and_then(|outcome| outcome.winner()).map(side),
            legal_moves: moves.into_iter().map(|mv| MoveRecord::new(position, mv)).collect(),
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Near {
    White,
    Black,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let language = self.language;
        let mut position =
            position_of(self.fen.as_deref(), self.variant, CountingRule::default(), language)?;
        let mut last = None;
        for text in &self.moves {
            let mv = parse_any(&position, text)
                .map_err(|error| Failure::bad_input(error.say(language)))?;
            position = position.play_unchecked(mv);
            last = Some(mv);
        }
        let near = match self.near {
            Near::White => Color::White,
            Near::Black => Color::Black,
        };
        let mut files = OutputFiles::new([], language);
        let svg = files.reserve_if_given(self.svg.as_ref(), IfExists::Refused)?;
        self.json.reserve(&mut files)?.write(|| BoardRecord::new(&position))?;
        let Some(file) = svg else {
            let text = board::draw(&position, last, near, self.men, language.notation());
            text_output().write_all(text.as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        };
        let names = match language {
            Language::English => SquareNames::Latin,
            Language::Thai => SquareNames::Thai,
        };
        let diagram = Diagram { position, last, arrows: self.arrow, near, names };
        file.write(diagram.svg().as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}
