//! One self-play game.

use super::format::{self, BlockHeader};
use super::sample::{Sample, WhiteResult};
use makruk::game::Game;
use makruk::movegen;
use makruk::notation::pgn::ending::Cause;
use makruk::position::Position;
use makruk::rules::{CountingRule, Outcome, Variant};
use makruk::types::{Color, Score, score};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use sakdi_engine::search::{Engine, Limits};

/// How games are played. The same engine, settings and seed give the same game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfplaySettings {
    /// The variant that is played.
    pub variant: Variant,
    /// The counting rule that games are played by.
    pub rule: CountingRule,
    /// Soft limit on the nodes of a search: no iteration begins after it.
    pub nodes: u32,
    /// Size of the transposition table, in MiB.
    pub hash_mib: usize,
    /// Least and greatest number of random plies at the beginning of a game.
    pub random_plies: (u32, u32),
    /// Largest absolute score after the random plies, in centipawns; other openings are discarded.
    pub max_opening_score: Score,
    /// Percentage of games that begin with a lead instead: an absolute score above
    /// `max_opening_score`, up to `max_lead`.
    pub lead_percent: u32,
    /// See [`SelfplaySettings::lead_percent`].
    pub max_lead: Score,
    /// Absolute score, in centipawns, that wins a game when both sides report it for
    /// [`SelfplaySettings::win_plies`] plies in succession.
    pub win_score: Score,
    /// See [`SelfplaySettings::win_score`].
    pub win_plies: u32,
    /// Absolute score, in centipawns, that draws a game when both sides report at most this for
    /// [`SelfplaySettings::draw_plies`] plies in succession.
    pub draw_score: Score,
    /// See [`SelfplaySettings::draw_score`].
    pub draw_plies: u32,
    /// First ply at which a game can be adjudicated as drawn.
    pub draw_min_ply: usize,
    /// The same as `draw_score` while a count runs, at any ply. Of 2,693 games of an earlier generation
    /// that would have ended so (100 centipawns, 8 plies), 17 were not drawn.
    pub count_draw_score: Score,
    /// The same as `draw_plies` while a count runs; the ply before the count may be one of them.
    pub count_draw_plies: u32,
    /// Length in plies at which a game is adjudicated as drawn.
    pub max_plies: usize,
}

impl Default for SelfplaySettings {
    fn default() -> Self {
        Self {
            variant: Variant::Makruk,
            rule: CountingRule::MAKRUK,
            nodes: 5_000,
            hash_mib: 8,
            random_plies: (6, 16),
            max_opening_score: 150,
            lead_percent: 50,
            max_lead: 400,
            win_score: 1_000,
            win_plies: 6,
            draw_score: 15,
            draw_plies: 16,
            draw_min_ply: 80,
            count_draw_score: 100,
            count_draw_plies: 8,
            max_plies: 400,
        }
    }
}

/// The hard limit on the nodes of a search, as a multiple of the soft limit.
const HARD_NODES: u64 = 4;

/// With a capital first letter.
fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

impl SelfplaySettings {
    /// A checksum of the settings, which the header of every block holds.
    pub fn checksum(&self) -> u32 {
        crc32fast::hash(self.canonical_text().as_bytes())
    }

    /// The text that [`SelfplaySettings::checksum`] covers. It is part of the format of shards: if
    /// it changed, no existing shard could be continued.
    fn canonical_text(&self) -> String {
        let Self { variant, rule, nodes, hash_mib, random_plies, max_opening_score, .. } = self;
        let Self { win_score, win_plies, draw_score, draw_plies, draw_min_ply, max_plies, .. } =
            self;
        // `ThaiStrict` for `thai-strict`.
        let rule: String = rule.to_string().split('-').map(capitalised).collect();
        let Self { lead_percent, max_lead, count_draw_score, count_draw_plies, .. } = self;
        format!(
            "Recipe {{ variant: {variant:?}, rule: {rule}, nodes: {nodes}, \
             hash_mib: {hash_mib}, random_plies: {random_plies:?}, \
             balanced: {max_opening_score}, leads: {lead_percent} % to {max_lead}, win_score: {win_score}, win_plies: {win_plies}, \
             draw_score: {draw_score}, draw_plies: {draw_plies}, draw_from: {draw_min_ply}, \
             count_draw: {count_draw_score} for {count_draw_plies}, longest: {max_plies} }}"
        )
    }

    /// Plays the game with this seed.
    pub(super) fn play(&self, engine: &mut Engine, seed: u64) -> PlayedGame {
        // The game must not depend on the one that this engine played before.
        engine.clear();
        let mut rng = StdRng::seed_from_u64(seed);
        let with_lead = rng.random_range(0..100) < self.lead_percent;
        let mut game = loop {
            if let Some(game) = self.opening(engine, &mut rng, with_lead) {
                break game;
            }
        };
        let mut adjudicator =
            Adjudicator { settings: self, winning: 0, drawish: 0, drawish_count: 0 };
        let mut searched = Vec::new();
        let (result, cause) = loop {
            if let Some(outcome) = game.outcome() {
                break by_rule(outcome);
            }
            if game.moves().len() >= self.max_plies {
                break (WhiteResult::Draw, Cause::MoveLimit);
            }
            let found = engine.search(&game, &self.limits(), &());
            let position = *game.position();
            let score = score::from_white(position.to_move(), found.score);
            if let Some(adjudicated) = adjudicator.observe(&game, score) {
                break adjudicated;
            }
            let Some(best) = found.best_move.filter(|&best| game.play(best).is_ok()) else {
                unreachable!(
                    "a game that is not over has a legal move, and the search returns one"
                );
            };
            searched.push((position, score, best));
        };
        let samples: Vec<Sample> = searched
            .into_iter()
            .map(|(position, score, best)| Sample { position, score, best, result, cause })
            .collect();
        let header = BlockHeader {
            variant: self.variant,
            rule: self.rule,
            seed,
            nodes: self.nodes,
            settings: self.checksum(),
        };
        let Some(block) = format::block(&header, &samples) else {
            unreachable!("the moves of a game follow each other, and its counts are short")
        };
        PlayedGame { block, positions: samples.len(), result, cause }
    }

    /// Plays random moves from the start position; `None` when they end the game or do not give the
    /// advantage that is wanted.
    fn opening(&self, engine: &mut Engine, rng: &mut StdRng, with_lead: bool) -> Option<Game> {
        let mut game = Game::new(Position::start(self.variant, self.rule));
        let (fewest, most) = self.random_plies;
        for _ in 0..rng.random_range(fewest..=most) {
            let moves = movegen::legal_moves(game.position());
            let choice = *moves.get(rng.random_range(0..moves.len().max(1)))?;
            game.play(choice).ok()?;
        }
        if game.outcome().is_some() {
            return None;
        }
        let found = engine.search(&game, &self.limits(), &());
        let (score, most_even) = (found.score.abs(), self.max_opening_score);
        let fits = if with_lead {
            (most_even + 1..=self.max_lead).contains(&score)
        } else {
            score <= most_even
        };
        fits.then_some(game)
    }

    fn limits(&self) -> Limits {
        let soft = u64::from(self.nodes);
        Limits { soft_nodes: Some(soft), nodes: Some(HARD_NODES * soft), ..Limits::default() }
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub(super) struct PlayedGame {
    /// Its block, as [`format`] describes it.
    pub(super) block: Vec<u8>,
    pub(super) positions: usize,
    pub(super) result: WhiteResult,
    pub(super) cause: Cause,
}

fn by_rule(outcome: Outcome) -> (WhiteResult, Cause) {
    (outcome.winner().map_or(WhiteResult::Draw, WhiteResult::won_by), outcome.into())
}

/// Adjudicates games by the scores of successive plies, and so of both sides in turn.
struct Adjudicator<'a> {
    settings: &'a SelfplaySettings,
    // Successive plies with a winning score for White (positive) or Black (negative).
    winning: i32,
    // Successive plies with a drawish score.
    drawish: u32,
    // The same under a count, where a larger score is drawish.
    drawish_count: u32,
}

impl Adjudicator<'_> {
    /// Takes the score of the next ply, from White's side; returns the result once it is clear.
    fn observe(&mut self, game: &Game, white: Score) -> Option<(WhiteResult, Cause)> {
        let settings = self.settings;
        // The search sees the end of a count before the game reaches it.
        let count_runs = game.position().count().is_running();
        // Under a count a large score may still end in a draw; a proven mate cannot.
        let wins = score::is_mate(white) || white.abs() >= settings.win_score && !count_runs;
        self.winning = match white.signum() {
            1 if wins => self.winning.max(0) + 1,
            -1 if wins => self.winning.min(0) - 1,
            _ => 0,
        };
        let more = |plies: u32, most: Score| if white.abs() <= most { plies + 1 } else { 0 };
        self.drawish = more(self.drawish, settings.draw_score);
        let under_count = if count_runs { self.drawish_count } else { 0 };
        self.drawish_count = more(under_count, settings.count_draw_score);
        let is_level = if count_runs {
            self.drawish_count >= settings.count_draw_plies
        } else {
            self.drawish >= settings.draw_plies && game.moves().len() >= settings.draw_min_ply
        };
        if self.winning.unsigned_abs() >= settings.win_plies {
            let winner = if self.winning > 0 { Color::White } else { Color::Black };
            Some((WhiteResult::won_by(winner), Cause::Resignation))
        } else if is_level {
            Some((
                WhiteResult::Draw,
                if count_runs { Cause::Count } else { Cause::DrawAdjudication },
            ))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Changing this makes all existing shards impossible to continue.
    #[test]
    fn the_checksum_of_the_settings_is_part_of_the_format() {
        assert_eq!(SelfplaySettings::default().checksum(), 0x0809_A35C);
        let settings = SelfplaySettings { variant: Variant::Makpong, ..Default::default() };
        assert_ne!(settings.checksum(), SelfplaySettings::default().checksum());
    }
}
