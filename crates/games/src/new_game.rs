//! The facts of a game that the base keeps, read from its PGN.

use crate::dates::GameDate;
use crate::index::{Place, Posting, material_key};
use crate::material::signature;
use crate::record::parse_text;
use makruk::formations::{self, Formation};
use makruk::game::Game;
use makruk::notation::pgn::ending::{Cause, GameEnding};
use makruk::notation::pgn::{PgnGame, PgnWriter, convert};
use makruk::notation::{Dialect, PgnError, with_arabic_digits};
use makruk::position::{Honour, Position};
use makruk::rules::{DrawReason, Outcome, Variant, WhoCounts};
use makruk::types::Color;
use sakdi_analysis::game_of;
use sakdi_explorer::{MoverResult, NormalPosition};
use std::collections::HashSet;
use xxhash_rust::xxh3::Xxh3;

/// The last count of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountFact {
    /// The side that counted.
    pub side: Color,
    /// What was counted.
    pub honour: Honour,
    /// The last number.
    pub number: u16,
}

/// A game to add to a base.
#[derive(Clone, Debug)]
pub struct NewGame {
    pub(crate) game: Game,
    /// `[White, Black]`; `?` if unknown.
    pub(crate) players: [String; 2],
    /// Of `[White, Black]`, if known.
    pub(crate) ratings: [Option<u16>; 2],
    pub(crate) date: GameDate,
    pub(crate) event: Option<String>,
    pub(crate) result: Option<&'static str>,
    pub(crate) ending: Option<Cause>,
    pub(crate) count: Option<CountFact>,
    /// The highest number of all counts by board's honour and by pieces' honour.
    pub(crate) counted: [Option<u16>; 2],
    pub(crate) formations: [Option<Formation>; 2],
    pub(crate) pgn: String,
    /// What the index gets, without the number of the game.
    pub(crate) postings: Vec<Posting>,
    pub(crate) materials: Vec<String>,
}

/// The result for one side.
pub(crate) fn result_for(side: Color, result: Option<&str>) -> MoverResult {
    match (result, side) {
        (Some("1-0"), Color::White) | (Some("0-1"), Color::Black) => MoverResult::Win,
        (Some("0-1"), Color::White) | (Some("1-0"), Color::Black) => MoverResult::Loss,
        (Some("1/2-1/2"), _) => MoverResult::Draw,
        _ => MoverResult::Unknown,
    }
}

impl NewGame {
    /// Reads a game. `variant` is for games that name none.
    ///
    /// # Errors
    /// The first position or a move is not legal.
    pub fn read(pgn: &PgnGame, variant: Variant) -> Result<Self, PgnError> {
        let game = game_of(pgn, variant, None)?.played_on();
        let positions = game.positions();
        let board = game.outcome().map(GameEnding::from);
        let stated = pgn.stated_result().filter(|&result| result != "*");
        let certain = game.outcome().filter(|outcome| is_certain(*outcome, game.start()));
        let certain = certain.map(GameEnding::from);
        let result = stated.or_else(|| certain.map(|ending| ending.result()));
        let tag = |name| {
            let value = pgn.tag(name).map(str::trim);
            value.filter(|value| !matches!(*value, "" | "?")).map(str::to_owned)
        };
        let date = GameDate::parse(pgn.tag("Date").unwrap_or_default());
        let named = tag("Ending").and_then(|word| Cause::from_word(&word));
        let mut materials = Vec::new();
        let mut postings = position_postings(&game, &positions, result, date.year);
        material_postings(&positions, date.year, &mut postings, &mut materials);
        Ok(Self {
            players: ["White", "Black"].map(|name| tag(name).unwrap_or_else(|| "?".to_owned())),
            ratings: ["WhiteElo", "BlackElo"].map(|name| pgn.tag(name).and_then(rating)),
            date,
            event: tag("Event"),
            result,
            ending: named.or_else(|| board.map(|ending| ending.cause)),
            count: last_count(&positions),
            counted: [Honour::Board, Honour::Pieces].map(|honour| counted(&positions, honour)),
            formations: formations::classify(game.start(), game.moves()),
            pgn: kept_pgn(pgn, variant, &game)?,
            game,
            postings,
            materials,
        })
    }

    /// Whether it has no moves.
    pub fn is_empty(&self) -> bool {
        self.game.moves().is_empty()
    }

    /// The record that the base keeps of it, without the moves where nothing stands between them.
    pub(crate) fn kept(&self) -> PgnGame {
        parse_text(&self.pgn).unwrap_or_else(|| unreachable!("this PGN was written here"))
    }

    /// A hash of the variant, the first position and the moves.
    pub(crate) fn moves_key(&self) -> i64 {
        let start = self.game.start();
        let mut hash = Xxh3::new();
        hash.update(start.variant().name().as_bytes());
        // Both keys: the normal one has no promoted bia and does not know its own colours.
        hash.update(&NormalPosition::of(start).key().0.to_le_bytes());
        hash.update(makruk::notation::fen::format(start).as_bytes());
        for mv in self.game.moves() {
            hash.update(&mv.bits().to_le_bytes());
        }
        hash.digest() as i64
    }
}

/// Whether the game has ended by this. Players may have missed a draw that needs a claim, unless they
/// claimed the count.
fn is_certain(outcome: Outcome, start: &Position) -> bool {
    match outcome {
        Outcome::Draw(DrawReason::Count) => start.counting_rule().who() == WhoCounts::Claim,
        Outcome::Draw(reason) => !reason.needs_claim(),
        Outcome::Mate { .. } => true,
    }
}

/// A rating as its tag has it; PlayOK and lichess mark those of few games with `?`. 0 is none.
fn rating(text: &str) -> Option<u16> {
    let digits = with_arabic_digits(text.trim().trim_end_matches('?'));
    digits.parse().ok().filter(|&rating| rating > 0)
}

/// One posting for each position: people repeat moves, and a game counts once.
fn position_postings(
    game: &Game,
    positions: &[Position],
    result: Option<&str>,
    year: Option<u16>,
) -> Vec<Posting> {
    let mut seen = HashSet::with_capacity(positions.len());
    let mut postings = Vec::with_capacity(positions.len() + 16);
    for (ply, position) in positions.iter().enumerate() {
        let normal = NormalPosition::of(position);
        if seen.insert(normal.key()) {
            postings.push(Posting {
                key: normal.key(),
                place: place(ply),
                mv: game.moves().get(ply).map(|&mv| normal.reflected(mv)),
                result: result_for(position.to_move(), result),
                year,
            });
        }
    }
    postings
}

/// One posting for each different set of men.
fn material_postings(
    positions: &[Position],
    year: Option<u16>,
    postings: &mut Vec<Posting>,
    materials: &mut Vec<String>,
) {
    let mut last = None;
    for (ply, position) in positions.iter().enumerate() {
        // The men change only by captures and promotions.
        let men = position.material().counts;
        if last.replace(men) == Some(men) {
            continue;
        }
        let signature = signature(position);
        let result = MoverResult::Unknown;
        let key = material_key(&signature);
        postings.push(Posting { key, place: place(ply), mv: None, result, year });
        materials.push(signature);
    }
}

/// A place in a game that has no number yet.
fn place(ply: usize) -> Place {
    Place { game: 0, ply: u16::try_from(ply).unwrap_or(u16::MAX) }
}

fn last_count(positions: &[Position]) -> Option<CountFact> {
    let last = positions.iter().rev().find(|position| position.count().is_running())?;
    let number = last.count().spoken();
    Some(CountFact { side: last.counter(), honour: last.honour(), number })
}

/// The highest number of the counts by an honour.
fn counted(positions: &[Position], honour: Honour) -> Option<u16> {
    let runs = |position: &&Position| position.count().is_running() && position.honour() == honour;
    positions.iter().filter(runs).map(|position| position.count().spoken()).max()
}

/// The text to keep: the tags, and the moves only where something stands between them.
fn kept_pgn(pgn: &PgnGame, variant: Variant, game: &Game) -> Result<String, PgnError> {
    let is_plain = pgn.comments.is_empty()
        && pgn.closing_comments.is_empty()
        && pgn
            .moves
            .iter()
            .all(|mv| mv.nags.is_empty() && mv.comments.is_empty() && mv.variations.is_empty());
    if !is_plain {
        return convert(pgn, variant, Dialect::Makruk);
    }
    let mut kept = PgnWriter::new();
    for (name, value) in pgn.copied_tags() {
        kept.tag(name, value);
    }
    if let Some(variant) = pgn.variant_tag(game.start())? {
        kept.tag("Variant", variant);
    }
    kept.result(pgn.result.unwrap_or_default());
    Ok(kept.finish().trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::notation::pgn::Reader;

    fn read(text: &str) -> NewGame {
        let pgn = Reader::new(text).next().expect("a game").expect("PGN");
        NewGame::read(&pgn, Variant::Makruk).expect("legal moves")
    }

    #[test]
    fn a_game_has_its_facts() {
        let game = read(
            "[White \" Som \"]\n[Black \"?\"]\n[Date \"2531.05.??\"]\n[FEN \"7k/8/6K1/8/8/8/8/R7 w - 32 21 60\"]\n\
             [Variant \"Makruk\"]\n\n60. Rb1 Kg8 61. Rb8# *\n",
        );
        assert_eq!(game.players, ["Som", "?"]);
        assert_eq!(game.date.to_string(), "1988.05.??");
        assert_eq!((game.result, game.ending), (Some("1-0"), Some(Cause::Mate)));
        let count = game.count.expect("a count");
        assert_eq!((count.side, count.honour), (Color::Black, Honour::Pieces));
        assert_eq!(game.counted, [None, Some(count.number)]);
        assert_eq!(game.materials, ["KRvK"]);
        assert_eq!(game.postings.len(), 4 + 1);
        assert_eq!(game.postings[0].result, MoverResult::Win);
        assert_eq!(game.postings[1].result, MoverResult::Loss);
        assert!(game.pgn.ends_with("[Variant \"Makruk\"]\n\n*"), "{}", game.pgn);
    }

    #[test]
    fn a_repeated_position_counts_once() {
        let game = read("1. Nd2 Ne7 2. Nb1 Ng8 3. Nd2 Ne7 4. Nb1 Ng8 *\n");
        let keys: HashSet<_> = game.postings.iter().map(|posting| posting.key).collect();
        assert_eq!(keys.len(), game.postings.len());
        assert_eq!(game.postings.len(), 4 + 1);
    }

    #[test]
    fn only_games_with_comments_keep_their_text() {
        let game = read("[Event \"x\"]\n\n1. Nd2 {good} Ne7 *\n");
        assert!(game.pgn.contains("1. Nd2 {good}"), "{}", game.pgn);
        let plain = read("[Event \"x\"]\n\n1. Nd2 Ne7 *\n");
        assert_eq!(plain.pgn, "[Event \"x\"]\n\n*");
        assert_eq!(game.moves_key(), plain.moves_key());
        assert_ne!(plain.moves_key(), read("1. Nd2 Nd7 *\n").moves_key());
    }
}
