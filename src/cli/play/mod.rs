//! `sakdi play`: a person against the engine, in the terminal or from a script.

pub(super) mod board;
mod input;
mod table;

use super::{Failure, position_of, terminal};
use crate::i18n::{Language, Phrase};
use crate::notation::Notation;
use crate::platform;
use crate::rules::{CountingRule, Variant};
use crate::search;
use crate::search::levels::FULL_SKILL;
use crate::types::Color;
use board::Style;
use clap::ValueEnum;
use rand::Rng;
use std::io;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;
use table::{Settings, Table};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Your side
    #[arg(long, default_value = "white")]
    color: Side,
    /// 0 is the weakest level, 20 full strength
    #[arg(long, value_name = "N", default_value_t = 8,
          value_parser = clap::value_parser!(u8).range(0..=FULL_SKILL as i64))]
    level: u8,
    /// Seconds that the engine may think about a move
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0)]
    time: f64,
    /// Of the sentences: en or th
    #[arg(long, default_value_t)]
    language: Language,
    /// Of the moves shown: coordinate, san, thai or thai-long. Any is read [default: san, or thai in Thai]
    #[arg(long)]
    notation: Option<Notation>,
    /// makruk or makpong
    #[arg(long, default_value_t)]
    variant: Variant,
    /// How counts run: makruk, thai, thai-strict, claimed (the weaker side asks for it) or none
    #[arg(long, value_name = "RULE", default_value_t)]
    counting: CountingRule,
    /// Where to begin, instead of the start position
    #[arg(long)]
    fen: Option<String>,
    /// How to draw the men
    #[arg(long, default_value = "unicode")]
    men: Style,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    White,
    Black,
    Random,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let start = position_of(self.fen.as_deref(), self.variant, self.counting, self.language)?;
        let time = Duration::try_from_secs_f64(self.time).map_err(|_| {
            let given = format!("--time {}", self.time);
            Failure::bad_input(self.language.say(Phrase::PlayNoTime, &[&given]))
        })?;
        let settings = Settings {
            human: match self.color {
                Side::White => Color::White,
                Side::Black => Color::Black,
                Side::Random if platform::random::generator().random() => Color::White,
                Side::Random => Color::Black,
            },
            level: self.level,
            time,
            language: self.language,
            notation: self.notation.unwrap_or(self.language.notation()),
            style: self.men,
            columns: terminal::columns().unwrap_or(terminal::COLUMNS),
        };
        let game = thread::Builder::new().stack_size(search::STACK_BYTES).spawn(move || {
            let mut lines = input::lines(io::stdin().lock());
            Table::new(start, settings).play(&mut lines, &mut io::stdout())
        })?;
        match game.join() {
            Ok(played) => played?,
            Err(panic) => std::panic::resume_unwind(panic),
        }
        Ok(ExitCode::SUCCESS)
    }
}
