//! Which games a command takes: arguments that several commands share.

use crate::{Failure, position_of};
use clap::ValueEnum;
use makruk::formations::Formation;
use makruk::notation::parse_any;
use makruk::notation::pgn::ending::Cause;
use makruk::notation::pgn::parse_result;
use makruk::position::{Honour, Position};
use makruk::rules::{CountingRule, Variant};
use makruk::types::Color;
use sakdi_games::{CountFilter, Filter, MaterialPattern, PatternError, PlayerSide};
use sakdi_i18n::{Language, Localized};

/// A position to look for.
#[derive(Debug, clap::Args)]
struct PositionArgs {
    /// The position; mirror images count, too
    #[arg(long)]
    fen: Option<String>,
    /// Moves to play from there or from the start, in any notation
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
    /// makruk or makpong
    #[arg(long)]
    variant: Option<Variant>,
}

impl PositionArgs {
    /// The position that is asked for; `None` without a FEN and moves.
    fn given(&self, language: Language) -> Result<Option<Position>, Failure> {
        if self.fen.is_none() && self.moves.is_empty() {
            return Ok(None);
        }
        self.position(language).map(Some)
    }

    /// The position that is asked for, or else the start position.
    fn position(&self, language: Language) -> Result<Position, Failure> {
        let variant = self.variant.unwrap_or_default();
        let mut position =
            position_of(self.fen.as_deref(), variant, CountingRule::default(), language)?;
        for text in &self.moves {
            let mv = parse_any(&position, text)
                .map_err(|error| Failure::bad_input(error.say(language)))?;
            position = position.play_unchecked(mv);
        }
        Ok(position)
    }
}

/// Which games.
#[derive(Debug, clap::Args)]
pub(super) struct FilterArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Men that were on the board: KRvKS, or KR+vK where + means more men
    #[arg(long, value_name = "MEN", value_parser = material)]
    material: Option<MaterialPattern>,
    /// A player, or a part of the name
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// The player's side
    #[arg(long, value_name = "SIDE", requires = "player")]
    side: Option<Side>,
    /// The smallest rating of each player
    #[arg(long, value_name = "RATING")]
    min_rating: Option<u16>,
    /// The largest rating of each player
    #[arg(long, value_name = "RATING")]
    max_rating: Option<u16>,
    /// The formation of one side, by its English or Thai name
    #[arg(long, value_name = "NAME", value_parser = formation)]
    formation: Option<Formation>,
    /// The result: 1-0, 0-1, 1/2-1/2, or * where there is none
    #[arg(long, value_name = "RESULT", value_parser = result)]
    result: Option<&'static str>,
    /// How the game ended: mate, stalemate, count-draw, repetition, material, or another word of the tag
    /// Ending
    #[arg(long, value_name = "WORD", value_parser = ending)]
    ending: Option<Cause>,
    /// A count that reached at least this number
    #[arg(long, value_name = "N")]
    counted: Option<u16>,
    /// Which honour was counted: board or pieces
    #[arg(long, value_name = "HONOUR")]
    honour: Option<HonourArg>,
    /// The first year, of the common or the Buddhist era
    #[arg(long, value_name = "YEAR", value_parser = year)]
    since: Option<u16>,
    /// The last year
    #[arg(long, value_name = "YEAR", value_parser = year)]
    until: Option<u16>,
    /// The event, or a part of its name
    #[arg(long, value_name = "TEXT")]
    event: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    White,
    Black,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum HonourArg {
    Board,
    Pieces,
}

fn material(text: &str) -> Result<MaterialPattern, PatternError> {
    text.parse()
}

fn formation(name: &str) -> Result<Formation, String> {
    sakdi_i18n::find_formation(name).ok_or_else(|| {
        let names: Vec<String> = Formation::all().map(Formation::name).collect();
        format!("no formation has this name; known are: {}", names.join("; "))
    })
}

fn ending(word: &str) -> Result<Cause, String> {
    Cause::from_word(word).ok_or_else(|| {
        let words = Cause::ALL.map(Cause::word);
        format!("not an ending; the words are {}", words.join(", "))
    })
}

fn result(text: &str) -> Result<&'static str, &'static str> {
    parse_result(text).ok_or("the results are 1-0, 0-1, 1/2-1/2 and *")
}

fn year(text: &str) -> Result<u16, String> {
    let year = sakdi_games::GameDate::parse(text).year;
    year.ok_or_else(|| "a year has four digits".to_owned())
}

impl FilterArgs {
    /// The position that is asked for, or else the start position.
    pub(super) fn position(&self, language: Language) -> Result<Position, Failure> {
        self.position.position(language)
    }

    pub(super) fn filter(&self, language: Language) -> Result<Filter, Failure> {
        let side = self.side.map_or(PlayerSide::Any, |side| {
            PlayerSide::One(match side {
                Side::White => Color::White,
                Side::Black => Color::Black,
            })
        });
        let honour = self.honour.map(|honour| match honour {
            HonourArg::Board => Honour::Board,
            HonourArg::Pieces => Honour::Pieces,
        });
        let is_counted = self.counted.is_some() || honour.is_some();
        let count = CountFilter { honour, at_least: self.counted.unwrap_or(0) };
        Ok(Filter {
            position: self.position.given(language)?,
            material: self.material.clone(),
            player: self.player.clone(),
            side,
            min_rating: self.min_rating,
            max_rating: self.max_rating,
            formation: self.formation,
            result: self.result,
            ending: self.ending,
            count: is_counted.then_some(count),
            since: self.since,
            until: self.until,
            variant: self.position.variant,
            event: self.event.clone(),
        })
    }
}
