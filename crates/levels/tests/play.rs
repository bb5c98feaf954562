//! Levels: what they search with, how much, and how carefully they choose.

use makruk::game::Game;
use makruk::position::Position;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use sakdi_engine::search::{Engine, Limits, SearchResult};
use sakdi_levels::{LimitedSearch, Player, SKILL_LEVELS, Strength};

fn at_level(player: &mut Player, strength: Strength) -> SearchResult {
    player.engine.clear();
    player.set_seed(7);
    let game = Game::new(Position::start(Default::default(), Default::default()));
    player.search(Some(strength), &game, &Limits::default(), &())
}

/// The levels that search, by number.
fn searching_levels() -> Vec<(i8, LimitedSearch)> {
    let levels = SKILL_LEVELS.iter().filter_map(|level| match level.strength {
        Strength::Search(search) => Some((level.skill, search)),
        Strength::Beginner(_) => None,
    });
    levels.collect()
}

/// The ladder was measured with the handcrafted evaluation: no net makes a level stronger.
#[test]
fn a_level_plays_the_same_with_every_net() {
    let mut with_net = Player::new(Engine::new(1));
    let mut without = Player::new(Engine::new(1));
    without.engine.set_net(None);
    let levels = searching_levels();
    for (skill, search) in [0, 5, 10, 15, 18].map(|skill: usize| levels[skill]) {
        let strength = Strength::Search(search);
        let result = at_level(&mut with_net, strength);
        assert_eq!(result, at_level(&mut without, strength), "level {skill}");
    }
    // The net does make a difference to full strength.
    let game = Game::new(Position::start(Default::default(), Default::default()));
    let full = |player: &mut Player| {
        player.engine.clear();
        player.search(None, &game, &Limits { depth: Some(6), ..Limits::default() }, &()).score
    };
    assert_ne!(full(&mut with_net), full(&mut without));
}

#[test]
fn a_level_searches_its_nodes_for_each_line_and_no_more() {
    let mut player = Player::new(Engine::new(1));
    for (skill, search) in searching_levels().into_iter().skip(4).take(14) {
        let most = search.nodes * search.lines as u64;
        let nodes = at_level(&mut player, Strength::Search(search)).nodes;
        assert!(nodes <= most + most / 10 && nodes > most / 2, "{skill}: {nodes}");
    }
}

/// How often the best of two moves that differ by 60 is chosen, where the best has this score.
fn share_of_best(search: LimitedSearch, best: i32) -> f64 {
    let mut rng = SmallRng::seed_from_u64(9);
    let chosen = (0..4_000).filter(|_| search.choose(&[best, best - 60], &mut rng) == 0).count();
    chosen as f64 / 4_000.0
}

#[test]
fn a_level_is_less_careful_where_one_side_is_far_ahead() {
    for (skill, search) in searching_levels().into_iter().take(12) {
        let share = |best| share_of_best(search, best);
        let (even, ahead, behind) = (share(0), share(1_500), share(-1_500));
        let careful = search.temperature > 10.0;
        assert!(!careful || even > ahead + 0.02 && even > behind + 0.02, "{skill}");
    }
}
