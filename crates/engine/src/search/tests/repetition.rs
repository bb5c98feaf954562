//! Repetition: of the line, of the game, and across a null move.

use super::{Memory, position};
use crate::score::DRAW;
use crate::search::node::NonPv;
use crate::search::repetition::Path;
use crate::search::upcoming_repetition::is_upcoming;
use makruk::attacks;
use makruk::game::Game;
use makruk::movegen::{is_legal, legal_moves};
use makruk::notation::{coordinate, fen};
use makruk::position::Position;
use makruk::types::{Move, Piece};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// Few men, so that positions recur often.
const STARTS: [&str; 4] = [
    "k7/p7/8/8/8/8/7P/7K w - - 0 1",
    "k7/8/1m6/8/8/6M1/8/7K w - - 0 1",
    "k7/8/1s6/8/8/6R1/8/7K b - - 0 1",
    "k7/p7/8/3n4/8/8/8/7K w - - 0 1",
];

/// A random move, often back to where the man came from.
fn step(rng: &mut SmallRng, game: &Game) -> Move {
    let moves = legal_moves(game.position());
    let back = game.moves().iter().rev().nth(1).and_then(|mv| {
        let back = Move::new(mv.to(), mv.from())?;
        is_legal(game.position(), back).then_some(back)
    });
    match back {
        Some(back) if rng.random_bool(0.6) => back,
        _ => moves[rng.random_range(0..moves.len())],
    }
}

/// The path of a search whose root is the position of `game` after `root` plies.
fn path(game: &Game, root: usize) -> (Path, Position) {
    let mut before = Game::new(*game.start());
    game.moves()[..root].iter().for_each(|&mv| before.play(mv).expect("a legal move"));
    let mut path = Path::new(before.position(), before.keys());
    for &mv in &game.moves()[root..] {
        path.push(before.position());
        before.play(mv).expect("a legal move");
    }
    (path, *before.position())
}

/// Whether a man that makes a move can also make it back: a khon does not step back.
fn is_reversible(position: &Position, mv: Move) -> bool {
    let (us, to) = (position.to_move(), mv.to());
    let piece = position.piece_at(mv.from()).expect("a man");
    piece != Piece::Pawn
        && position.captured(mv).is_none()
        && attacks::attacks(piece, us, to, position.occupied()).contains(mv.from())
}

/// A position is a draw in the search at its second occurrence since the root, and at its third in
/// the game; and a side can repeat if one of its moves that can be taken back leads to such a position.
#[test]
fn repetitions_are_those_that_counting_finds() {
    let mut rng = SmallRng::seed_from_u64(3);
    let (mut repeated, mut upcoming) = (0, 0);
    for number in 0..1_200 {
        let mut game = Game::new(position(STARTS[number % STARTS.len()]));
        let root = rng.random_range(0..10);
        for _ in 0..root + rng.random_range(0..9) {
            if legal_moves(game.position()).is_empty() {
                break;
            }
            let mv = step(&mut rng, &game);
            game.play(mv).expect("a legal move");
        }
        let root = root.min(game.moves().len());
        // Whether a position after the game would be a draw by repetition.
        let is_draw = |keys: &[u64], key| {
            let since_root = keys[root..].contains(&key);
            since_root || keys.iter().filter(|&&earlier| earlier == key).count() >= 2
        };
        let (path, last) = path(&game, root);
        let is_now = is_draw(game.keys(), last.key());
        assert_eq!(path.is_repeated(&last), is_now, "{root} {:?}", game.moves());
        repeated += u32::from(is_now);
        let keys = [game.keys(), &[last.key()]].concat();
        let can_repeat = legal_moves(&last)
            .into_iter()
            .filter(|&mv| is_reversible(&last, mv))
            .any(|mv| is_draw(&keys, last.play_unchecked(mv).key()));
        let text = fen::format(game.start());
        assert_eq!(is_upcoming(&last, &path), can_repeat, "{root} {text} {:?}", game.moves());
        upcoming += u32::from(can_repeat);
    }
    assert!(repeated > 100 && upcoming > 200, "{repeated} {upcoming}");
}

/// The position after moves in coordinate notation, and the path to it.
fn after(start: &str, moves: &str) -> (Path, Position) {
    let mut game = Game::new(position(start));
    for text in moves.split_whitespace() {
        let mv = coordinate::parse(game.position(), text).expect("a move");
        game.play(mv).expect("a legal move");
    }
    path(&game, 0)
}

/// The side that is a ruea behind can go back to the position of the root: it has a draw, and a search
/// that knows its men alone would give it up.
#[test]
fn whoever_can_repeat_has_a_draw() {
    let start = "4k3/8/p6r/8/8/P7/4N3/4K3 b - - 0 1";
    let (path, last) = after(start, "e8d8 e2g3 d8e8");
    for depth in 1..5 {
        let score = Memory::new().score::<NonPv>(&last, path.clone(), (DRAW - 1, DRAW), depth);
        assert!(score >= DRAW, "depth {depth}: {score}");
        let lost = Memory::new().score::<NonPv>(&last, Path::default(), (DRAW - 1, DRAW), depth);
        assert!(lost < DRAW, "depth {depth} without a path: {lost}");
    }
}

/// Two null moves of one side and two moves of the other lead to the same men, which no game repeats
/// so.
#[test]
fn nothing_is_repeated_across_a_null_move() {
    let start = position("4k3/8/p6r/8/8/P7/4N3/4K3 w - - 10 20");
    assert_eq!(start.halfmove_clock(), 10);
    let mut path = Path::default();
    let mut last = start;
    for mv in [None, Some("e8d8"), None, Some("d8e8")] {
        path.push(&last);
        last = match mv {
            None => last.play_null(),
            Some(text) => last.play_unchecked(coordinate::parse(&last, text).expect("a move")),
        };
    }
    assert_eq!(last.key(), start.key());
    assert!(!path.is_repeated(&last));
    // After the last null move moves count again.
    for text in ["e1f1", "e8d8", "f1e1", "d8e8"] {
        path.push(&last);
        last = last.play_unchecked(coordinate::parse(&last, text).expect("a move"));
    }
    assert!(path.is_repeated(&last));
}
