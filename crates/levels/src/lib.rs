//! Playing levels: how the engine plays as weaker players do.
//!
//! The levels stand above the engine. Those that search use few nodes and choose among the best
//! lines by chance; those of beginners look one move ahead.
//!
//! ```
//! use makruk::game::Game;
//! use makruk::position::Position;
//! use sakdi_engine::search::{Engine, Limits};
//! use sakdi_levels::{Player, Strength};
//!
//! let game = Game::new(Position::start(Default::default(), Default::default()));
//! let mut player = Player::new(Engine::new(1));
//! let found = player.search(Strength::of_skill(0), &game, &Limits::default(), &());
//! assert!(found.best_move.is_some());
//! ```

#![deny(missing_docs)]

mod beginner;
mod choice;
mod ladder;
mod limited_search;

pub use ladder::{
    Beginner, FULL_NODES, FULL_SKILL, LimitedSearch, MAX_ELO, MIN_ELO, MIN_SKILL, SKILL_LEVELS,
    SkillLevel, Strength,
};

use makruk::game::Game;
use rand::SeedableRng;
use rand::rngs::StdRng;
use sakdi_engine::search::{Engine, Limits, SearchObserver, SearchResult, through_drawn_count};

/// An engine that can play at every level.
#[derive(Debug)]
pub struct Player {
    /// The engine, with its settings.
    pub engine: Engine,
    rng: StdRng,
}

impl Player {
    /// A player whose choices differ from those of other players.
    pub fn new(engine: Engine) -> Self {
        Self { engine, rng: sakdi_platform::random::generator() }
    }

    /// Makes the choices of levels repeatable: after the same seed, with the memory of the engine
    /// cleared, a level chooses the same moves.
    pub fn set_seed(&mut self, seed: u64) {
        self.rng = StdRng::seed_from_u64(seed);
    }

    /// Chooses a move at this strength, `None` for full strength, as [`Engine::search`] does.
    pub fn search(
        &mut self,
        strength: Option<Strength>,
        game: &Game,
        limits: &Limits,
        observer: &dyn SearchObserver,
    ) -> SearchResult {
        let Some(strength) = strength else { return self.engine.search(game, limits, observer) };
        through_drawn_count(game, observer, |game, observer| match strength {
            Strength::Beginner(beginner) => self.play_as_beginner(beginner, game, limits, observer),
            Strength::Search(search) => self.search_limited(search, game, limits, observer),
        })
    }
}
