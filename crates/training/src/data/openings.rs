//! Openings for matches from self-play games: one or a few positions of each game, with a lead that a
//! search confirms.

use super::block::Block;
use super::filter::Filter;
use super::sample::Sample;
use makruk::game::Game;
use makruk::notation::fen;
use makruk::position::{Man, Position, Setup};
use makruk::types::{Color, Piece, Square};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use sakdi_engine::search::{Engine, STACK_BYTES};
use sakdi_engine::{Score, score};
use sakdi_matches::random_openings::{HASH_MIB, opening_score};
use sakdi_platform::workers::work_in_order;
use std::collections::HashSet;
use std::io;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Positions of a game that are searched for each opening before it is given up.
const TRIES: usize = 3;
/// Fewest plies between two openings from one game.
const MIN_DISTANCE: usize = 20;
/// Fewest bia of each side, so that the game is far from its end.
const MIN_PAWNS: u32 = 4;

/// How openings are chosen. The same engine, games and settings give the same openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningSettings {
    /// Largest number of openings.
    pub count: usize,
    /// Another seed gives other openings in another order.
    pub seed: u64,
    /// The lead of either side, in centipawns of the search: of the scores in the game and of the search.
    pub lead: RangeInclusive<Score>,
    /// Nodes of the search that confirms the lead.
    pub nodes: u64,
    /// Largest number of openings from one game.
    pub per_game: usize,
}

/// The openings of an earlier run are not from these games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("its last opening is not from these games")]
pub struct OtherGames;

/// Chooses openings from games. No two are equal, or equal after exchanging left and right or the sides.
#[derive(Debug)]
pub struct GameOpenings<'a> {
    settings: OpeningSettings,
    /// The games still to search.
    order: Vec<&'a Block<'a>>,
    /// The [`class`] of each opening found.
    seen: HashSet<u64>,
    found: usize,
}

impl<'a> GameOpenings<'a> {
    /// Continues after the openings that an earlier run found, if any.
    ///
    /// # Errors
    /// The last opening is from none of the games.
    pub fn new(
        settings: OpeningSettings,
        games: &'a [Block<'a>],
        known: &[Position],
    ) -> Result<Self, OtherGames> {
        let mut order: Vec<&Block<'_>> = games.iter().collect();
        order.shuffle(&mut StdRng::seed_from_u64(settings.seed));
        if let Some(last) = known.last() {
            // If a later game also has this position, games are searched again, which give only
            // openings that are known.
            let fen = fen::format_with_limit(last);
            let has_it = |position: &Position| {
                position.occupied() == last.occupied() && fen::format_with_limit(position) == fen
            };
            let from = |game: &&Block<'_>| {
                game.samples().any(|sample| sample.is_ok_and(|sample| has_it(&sample.position)))
            };
            order.drain(..order.iter().position(from).ok_or(OtherGames)?);
        }
        let seen = known.iter().map(class).collect();
        Ok(Self { settings, order, seen, found: known.len() })
    }

    /// Calls `found` with one opening after the other until there are as many as requested, `stop` is
    /// set, or the games have no more.
    ///
    /// # Errors
    /// Those of `found`; also when no thread can be started.
    pub fn find<E: From<io::Error>>(
        self,
        stop: &AtomicBool,
        mut found: impl FnMut(&Position) -> Result<(), E>,
    ) -> Result<(), E> {
        let Self { settings, order, mut seen, found: mut number } = self;
        if number >= settings.count {
            return Ok(());
        }
        let of_game = |engine: &mut Engine, game: &&Block<'_>| {
            let openings = of_game(&settings, engine, game, stop);
            (!stop.load(Relaxed)).then_some(openings)
        };
        let (threads, engine) = (rayon::current_num_threads(), || Engine::new(HASH_MIB));
        work_in_order(&order, threads, STACK_BYTES, engine, of_game, |_, openings| {
            for position in openings.iter().filter(|position| seen.insert(class(position))) {
                found(position)?;
                number += 1;
                if number == settings.count {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        })
    }
}

/// The openings from one game: random candidates that the search confirms.
fn of_game(
    settings: &OpeningSettings,
    engine: &mut Engine,
    game: &Block<'_>,
    stop: &AtomicBool,
) -> Vec<Position> {
    // A game with an unreadable record has no openings.
    let samples: Vec<Sample> = game.samples().collect::<Result<_, _>>().unwrap_or_default();
    let in_range = |sample: &Sample| settings.lead.contains(&sample.score.abs());
    // Any side may lead by a little in an even opening.
    let may_differ = *settings.lead.start() == 0;
    let one_leads = |one: Score, other: Score| may_differ || (one > 0) == (other > 0);
    // The search of the other side must agree.
    let agrees =
        |pair: &[Sample]| pair.iter().all(in_range) && one_leads(pair[0].score, pair[1].score);
    let both = samples.windows(2).enumerate().filter(|(_, pair)| agrees(pair));
    let mut candidates: Vec<(usize, &Sample)> = both
        .filter(|(_, pair)| is_candidate(&pair[0]))
        .map(|(ply, pair)| (ply, &pair[0]))
        .collect();
    let mut rng = StdRng::seed_from_u64(settings.seed.rotate_left(32) ^ game.header.seed);
    let mut openings = Vec::new();
    for _ in 0..TRIES * settings.per_game {
        if openings.len() == settings.per_game || candidates.is_empty() {
            break;
        }
        let (ply, candidate) = candidates.swap_remove(rng.random_range(0..candidates.len()));
        let position = candidate.position;
        let own = opening_score(engine, &Game::new(position), settings.nodes, stop);
        let white = score::from_white(position.to_move(), own);
        if settings.lead.contains(&white.abs()) && one_leads(candidate.score, white) {
            openings.push(position);
            candidates.retain(|(other, _)| other.abs_diff(ply) >= MIN_DISTANCE);
        }
    }
    openings
}

/// Whether a game can start here: a quiet position with enough bia and without a count.
fn is_candidate(sample: &Sample) -> bool {
    let position = &sample.position;
    let has_pawns = |&color: &Color| position.men(color, Piece::Pawn).len() >= MIN_PAWNS;
    !position.count().is_running()
        && Color::ALL.iter().all(has_pawns)
        && Filter::default().reject_unquiet(sample).is_none()
}

/// The same number for a position and its images: left and right exchanged, the sides exchanged, and
/// both.
fn class(position: &Position) -> u64 {
    let exchanges = [(false, false), (true, false), (false, true), (true, true)];
    let images = exchanges.into_iter().filter_map(|(files, sides)| image(position, files, sides));
    images.map(|image| image.key()).min().unwrap_or_else(|| position.key())
}

/// The position after exchanging left and right, or the sides.
fn image(position: &Position, files: bool, sides: bool) -> Option<Position> {
    let mut setup = Setup::empty();
    let side = |color: Color| if sides { !color } else { color };
    for square in position.occupied() {
        let (color, piece) = (position.color_at(square)?, position.piece_at(square)?);
        let promoted = position.promoted().contains(square);
        let to: Square = if files { square.flip_files() } else { square };
        let to = if sides { to.flip_ranks() } else { to };
        setup.put(to, Man { color: side(color), piece, promoted });
    }
    setup.to_move = side(position.to_move());
    setup.build(position.variant(), position.counting_rule()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::notation::fen;
    use makruk::rules::{CountingRule, Variant};

    #[test]
    fn images_are_of_one_class() {
        let class = |text: &str| {
            class(&fen::parse(text, Variant::Makruk, CountingRule::MAKRUK).expect("a FEN"))
        };
        let position = class("2s2k1r/8/p7/8/2P5/8/4K3/1N6 w - - 0 1");
        assert_eq!(class("r1k2s2/8/7p/8/5P2/8/3K4/6N1 w - - 0 1"), position);
        assert_eq!(class("1n6/4k3/8/2p5/8/P7/8/2S2K1R b - - 0 1"), position);
        assert_ne!(class("2s2k1r/8/p7/8/2P5/8/4K3/1N6 b - - 0 1"), position);
        assert_ne!(class("2s2k1r/8/p7/8/1P6/8/4K3/1N6 w - - 0 1"), position);
    }
}
