//! How hard a puzzle is: the lowest of the levels from 0 that solves it in most of several tries.

use super::Puzzle;
use makruk::game::Game;
use makruk::movegen::is_checkmate;
use makruk::types::named_enum;
use sakdi_engine::search::Limits;
use sakdi_levels::{FULL_NODES, FULL_SKILL, MAX_ELO, Player, SKILL_LEVELS, Strength};

/// Tries of each level, with the seeds from 0.
const TRIES: u64 = 15;

/// The lowest level that solves a puzzle in most of its tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// Its Skill Level.
    pub level: i8,
    /// Its Elo, on the scale of the levels.
    pub elo: u16,
}

/// A range of Elo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Band {
    /// Below 800.
    Easy,
    /// From 800.
    Medium,
    /// From 1,200.
    Hard,
    /// From 1,600.
    Expert,
}

named_enum!(
    Band, "band of difficulty":
    Easy = "easy",
    Medium = "medium",
    Hard = "hard",
    Expert = "expert",
);

impl Difficulty {
    /// That of a level; `None` if there is no such level.
    pub fn of_level(level: i8) -> Option<Self> {
        let known = SKILL_LEVELS.iter().find(|skill_level| skill_level.skill == level);
        let elo = match level {
            FULL_SKILL => MAX_ELO,
            _ => known?.elo,
        };
        Some(Self { level, elo })
    }

    /// The band that it belongs to.
    pub const fn band(self) -> Band {
        match self.elo {
            0..800 => Band::Easy,
            800..1_200 => Band::Medium,
            1_200..1_600 => Band::Hard,
            _ => Band::Expert,
        }
    }

    /// Measures a puzzle; `None` when no level solves it. The beginners' levels, below 0, do not
    /// solve puzzles: they find a solution by chance.
    pub fn measure(puzzle: &Puzzle, player: &mut Player) -> Option<Self> {
        let least = (0..=FULL_SKILL).find(|&level| solves_mostly(puzzle, player, level));
        least.and_then(Self::of_level)
    }
}

fn solves_mostly(puzzle: &Puzzle, player: &mut Player, level: i8) -> bool {
    let careless = Strength::of_skill(level).is_some_and(Strength::varies);
    if !careless {
        // It plays the same every time.
        return solves(puzzle, player, level, 0);
    }
    let (mut solved, mut failed) = (0, 0);
    for seed in 0..TRIES {
        *if solves(puzzle, player, level, seed) { &mut solved } else { &mut failed } += 1;
        if 2 * solved.max(failed) > TRIES {
            break;
        }
    }
    solved > failed
}

/// Whether a level finds all moves of the solution, with the choices that a seed makes. Any move
/// that mates is right as the last one. The choices for different puzzles are independent, so that
/// luck with one says nothing about the next.
pub fn solves(puzzle: &Puzzle, player: &mut Player, level: i8, seed: u64) -> bool {
    let strength = Strength::of_skill(level);
    let nodes = strength.is_none().then_some(FULL_NODES);
    let mut position = puzzle.position;
    player.set_seed(position.key().wrapping_add(seed));
    for pair in puzzle.solution.line.chunks(2) {
        player.engine.clear();
        let limits = Limits { nodes, ..Limits::default() };
        let found = player.search(strength, &Game::new(position), &limits, &()).best_move;
        let after = |mv| position.play_unchecked(mv);
        let is_right = found == Some(pair[0])
            || (pair.len() == 1 && found.is_some_and(|mv| is_checkmate(&after(mv))))
                && is_checkmate(&after(pair[0]));
        if !is_right {
            return false;
        }
        position = pair.iter().fold(position, |position, &mv| position.play_unchecked(mv));
    }
    true
}
