//! Random endings of both variants under all counting rules.

use makruk::movegen::has_legal_move;
use makruk::position::{Man, Position, Setup};
use makruk::rules::{Count, CountingRule, Variant, counting};
use makruk::types::{Color, Piece, Square};
use rand::Rng;
use rand::rngs::SmallRng;

/// Whether the side to move has a legal move and no rule has drawn the game.
fn goes_on(position: &Position) -> bool {
    position.draw_facts(1).draw().is_none() && has_legal_move(position)
}

/// A random legal position of three to six men in which the game goes on. Every other one without
/// bia has a running count, often near its limit.
pub fn random(rng: &mut SmallRng, variant: Variant, rule: CountingRule) -> Position {
    loop {
        let mut setup = random_men(rng, true);
        let Ok(position) = setup.build(variant, rule) else { continue };
        if !position.has_pawns() && rule != CountingRule::NONE && rng.random_bool(0.5) {
            let near = rng.random_bool(0.5).then_some(6);
            setup.count = random_count(rng, &position, near);
        }
        match setup.build(variant, rule) {
            Ok(position) if goes_on(&position) => return position,
            _ => {}
        }
    }
}

/// A random ending without bia whose count runs out within a few plies: six against a bare khun, two
/// otherwise, where there are more moves.
pub fn with_a_count_that_ends_soon(rng: &mut SmallRng) -> Position {
    const RULES: [CountingRule; 4] = [
        CountingRule::MAKRUK,
        CountingRule::THAI,
        CountingRule::THAI_STRICT,
        CountingRule::CLAIMED,
    ];
    let variant = Variant::ALL[rng.random_range(0..Variant::ALL.len())];
    let rule = RULES[rng.random_range(0..RULES.len())];
    loop {
        let mut setup = random_men(rng, false);
        let Ok(position) = setup.build(variant, rule) else { continue };
        let most = if position.has_bare_side() { 5 } else { 1 };
        setup.count = random_count(rng, &position, Some(most));
        match setup.build(variant, rule) {
            Ok(position) if goes_on(&position) => return position,
            _ => {}
        }
    }
}

/// Two khuns and one to four other men on random squares.
fn random_men(rng: &mut SmallRng, with_pawns: bool) -> Setup {
    const KINDS: [Piece; 8] = [
        Piece::Pawn,
        Piece::Met,
        Piece::Met,
        Piece::Khon,
        Piece::Khon,
        Piece::Knight,
        Piece::Rook,
        Piece::Rook,
    ];
    let mut setup = Setup::empty();
    let mut squares: Vec<Square> = Square::all().collect();
    let mut take = |rng: &mut SmallRng| squares.swap_remove(rng.random_range(0..squares.len()));
    for color in Color::ALL {
        setup.put(take(rng), Man::new(color, Piece::King));
    }
    let strong = Color::ALL[rng.random_range(0..2)];
    let bare = rng.random_bool(0.4);
    for number in 0..rng.random_range(1..=4) {
        let weak = !bare && number > 0 && rng.random_bool(0.4);
        let piece = KINDS[rng.random_range(usize::from(!with_pawns)..KINDS.len())];
        setup.put(take(rng), Man::new(if weak { !strong } else { strong }, piece));
    }
    setup.to_move = Color::ALL[rng.random_range(0..2)];
    setup
}

/// A random count for a position without bia, with at most `most` plies left if that is given.
fn random_count(rng: &mut SmallRng, position: &Position, most: Option<u16>) -> Count {
    let (limit, first, counter) =
        match Color::ALL.into_iter().find(|&color| position.is_bare(color)) {
            Some(bare) => {
                let men = position.material();
                let limit = 2 * counting::pieces_honour(position.counting_rule(), &men, !bare);
                (limit, 2 * u16::from(men.men()), bare)
            }
            None => (2 * counting::BOARD_HONOUR, 0, Color::ALL[rng.random_range(0..2)]),
        };
    let nearest = most.map_or(first, |most| limit.saturating_sub(most));
    let ply = rng.random_range(nearest.min(limit)..=limit);
    // The counter moves at even plies, and the limit is even.
    let odd = u16::from(counter != position.to_move());
    Count { limit, ply: (ply / 2 * 2 + odd).min(limit - odd) }
}
