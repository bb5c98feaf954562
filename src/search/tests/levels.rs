//! Levels: what they search with, how much, and how carefully they choose.

use crate::game::Game;
use crate::position::Position;
use crate::search::levels::{SKILL_LEVELS, Strength};
use crate::search::{Engine, Limits, SearchResult};
use rand::SeedableRng;
use rand::rngs::SmallRng;

fn at_level(engine: &mut Engine, strength: Strength) -> SearchResult {
    engine.clear();
    engine.set_seed(7);
    let game = Game::new(Position::start(Default::default(), Default::default()));
    engine.search(&game, &Limits { strength: Some(strength), ..Limits::default() }, &())
}

/// The ladder was measured with the handcrafted evaluation: no net makes a level stronger.
#[test]
fn a_level_plays_the_same_with_every_net() {
    let mut with_net = Engine::new(1);
    let mut without = Engine::new(1);
    without.set_net(None);
    for skill in [0, 5, 10, 15, 18] {
        let strength = SKILL_LEVELS[skill].strength;
        let result = at_level(&mut with_net, strength);
        assert_eq!(result, at_level(&mut without, strength), "level {skill}");
    }
    // The net does make a difference to full strength.
    let game = Game::new(Position::start(Default::default(), Default::default()));
    let full = |engine: &mut Engine| {
        engine.clear();
        engine.search(&game, &Limits { depth: Some(6), ..Limits::default() }, &()).score
    };
    assert_ne!(full(&mut with_net), full(&mut without));
}

#[test]
fn a_level_searches_its_nodes_for_each_line_and_no_more() {
    let mut engine = Engine::new(1);
    for skill_level in &SKILL_LEVELS[4..18] {
        let strength = skill_level.strength;
        let most = strength.nodes * strength.lines as u64;
        let nodes = at_level(&mut engine, strength).nodes;
        assert!(nodes <= most + most / 10 && nodes > most / 2, "{}: {nodes}", skill_level.skill);
    }
}

/// How often the best of two moves that differ by 60 is chosen, where the best has this score.
fn share_of_best(strength: Strength, best: i32) -> f64 {
    let mut rng = SmallRng::seed_from_u64(9);
    let chosen = (0..4_000).filter(|_| strength.choose(&[best, best - 60], &mut rng) == 0).count();
    chosen as f64 / 4_000.0
}

#[test]
fn a_level_is_less_careful_where_one_side_is_far_ahead() {
    for skill_level in &SKILL_LEVELS[..12] {
        let strength = skill_level.strength;
        let share = |best| share_of_best(strength, best);
        let (even, ahead, behind) = (share(0), share(1_500), share(-1_500));
        let careful = strength.temperature > 10.0;
        assert!(!careful || even > ahead + 0.02 && even > behind + 0.02, "{}", skill_level.skill);
    }
}
