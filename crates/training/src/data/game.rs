//! One self-play game.

use super::block::{self, BlockHeader};
use super::sample::{Sample, WhiteResult};
use super::score_limits::score_limits;
use makruk::game::Game;
use makruk::notation::pgn::ending::{Cause, GameEnding};
use makruk::rules::{CountingRule, Variant};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use sakdi_engine::search::Engine;
use sakdi_engine::{Score, score};
use sakdi_matches::adjudication::{
    AdjudicationRules, CountDrawRule, DrawRule, ResignRule, ScoreAdjudicator,
};
use sakdi_matches::random_openings::random_game;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

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
    /// [`SelfplaySettings::win_moves`] moves of each in succession.
    pub win_score: Score,
    /// See [`SelfplaySettings::win_score`].
    pub win_moves: NonZeroU32,
    /// Absolute score, in centipawns, that draws a game when both sides report at most this for
    /// [`SelfplaySettings::draw_moves`] moves of each in succession.
    pub draw_score: Score,
    /// See [`SelfplaySettings::draw_score`].
    pub draw_moves: NonZeroU32,
    /// Full moves after which a game can be adjudicated as drawn.
    pub draw_min_moves: u32,
    /// The same as `draw_score` while a count runs, at any move. Of 2,693 games of an earlier generation
    /// that would have ended so (100 centipawns, 4 moves), 17 were not drawn.
    pub count_draw_score: Score,
    /// The same as `draw_moves` while a count runs; the ply before the count may be one of them.
    pub count_draw_moves: NonZeroU32,
    /// Length in plies at which a game is adjudicated as drawn.
    pub max_plies: usize,
}

impl Default for SelfplaySettings {
    fn default() -> Self {
        let moves = |number: u32| NonZeroU32::MIN.saturating_add(number - 1);
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
            win_moves: moves(3),
            draw_score: 15,
            draw_moves: moves(8),
            draw_min_moves: 40,
            count_draw_score: 100,
            count_draw_moves: moves(4),
            max_plies: 400,
        }
    }
}

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
        let Self { lead_percent, max_lead, win_score, draw_score, count_draw_score, .. } = self;
        // `ThaiStrict` for `thai-strict`.
        let rule: String = rule.to_string().split('-').map(capitalised).collect();
        // In plies.
        let [win, draw, count_draw] = [self.win_moves, self.draw_moves, self.count_draw_moves]
            .map(|moves| 2 * u64::from(moves.get()));
        let (draw_from, longest) = (2 * u64::from(self.draw_min_moves), self.max_plies);
        format!(
            "Recipe {{ variant: {variant:?}, rule: {rule}, nodes: {nodes}, \
             hash_mib: {hash_mib}, random_plies: {random_plies:?}, \
             balanced: {max_opening_score}, leads: {lead_percent} % to {max_lead}, win_score: {win_score}, win_plies: {win}, \
             draw_score: {draw_score}, draw_plies: {draw}, draw_from: {draw_from}, \
             count_draw: {count_draw_score} for {count_draw}, longest: {longest} }}"
        )
    }

    /// When scores end a game.
    const fn adjudication(&self) -> AdjudicationRules {
        AdjudicationRules {
            resign: Some(ResignRule {
                move_count: self.win_moves,
                score: self.win_score,
                two_sided: true,
            }),
            draw: Some(DrawRule {
                move_number: self.draw_min_moves,
                move_count: self.draw_moves,
                score: self.draw_score,
                pawnless: true,
            }),
            count: Some(CountDrawRule {
                move_count: self.count_draw_moves,
                score: self.count_draw_score,
            }),
        }
    }

    /// Plays the game with this seed; `None` if it was stopped.
    pub(super) fn play(
        &self,
        engine: &mut Engine,
        seed: u64,
        stop: &AtomicBool,
    ) -> Option<PlayedGame> {
        // The game must not depend on the one that this engine played before.
        engine.clear();
        let mut rng = StdRng::seed_from_u64(seed);
        let with_lead = rng.random_range(0..100) < self.lead_percent;
        let mut game = loop {
            let opening = self.opening(engine, &mut rng, with_lead, stop);
            if stop.load(Relaxed) {
                return None;
            }
            if let Some(game) = opening {
                break game;
            }
        };
        let mut adjudicator = ScoreAdjudicator::new(self.adjudication());
        let mut searched = Vec::new();
        let ending = loop {
            if let Some(outcome) = game.outcome() {
                break GameEnding::from(outcome);
            }
            let plies = game.moves().len();
            if plies >= self.max_plies {
                break GameEnding::draw(Cause::MoveLimit);
            }
            let found = engine.search(&game, &score_limits(self.nodes), stop);
            if stop.load(Relaxed) {
                return None;
            }
            let position = *game.position();
            let mover = position.to_move();
            let adjudicated =
                adjudicator.observe(mover, Some(found.score), plies as u32, &position);
            if let Some(adjudicated) = adjudicated {
                break adjudicated;
            }
            let Some(best) = found.best_move.filter(|&best| game.play(best).is_ok()) else {
                unreachable!(
                    "a game that is not over has a legal move, and the search returns one"
                );
            };
            searched.push((position, score::from_white(mover, found.score), best));
        };
        let result = ending.winner.map_or(WhiteResult::Draw, WhiteResult::won_by);
        let cause = ending.cause;
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
        let Some(block) = block::encode(&header, &samples) else {
            unreachable!("the moves of a game follow each other, and its counts are short")
        };
        Some(PlayedGame { block, positions: samples.len(), result, cause })
    }

    /// Plays random moves from the start position; `None` when they end the game or do not give the
    /// advantage that is wanted.
    fn opening(
        &self,
        engine: &mut Engine,
        rng: &mut StdRng,
        with_lead: bool,
        stop: &AtomicBool,
    ) -> Option<Game> {
        let (fewest, most) = self.random_plies;
        let plies = rng.random_range(fewest..=most);
        let game = random_game(self.variant, self.rule, plies, rng)?;
        let found = engine.search(&game, &score_limits(self.nodes), stop);
        let (score, most_even) = (found.score.abs(), self.max_opening_score);
        let fits = if with_lead {
            (most_even + 1..=self.max_lead).contains(&score)
        } else {
            score <= most_even
        };
        fits.then_some(game)
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
