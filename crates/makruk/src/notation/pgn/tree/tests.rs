use super::*;
use crate::notation::coordinate;
use crate::notation::pgn::{MAX_DEPTH, PgnError, Reader, TagError, TagNameError};
use crate::rules::{CountingRule, DrawReason, Outcome, Variant};
use crate::types::Color;

const PGN: &str = "[Event \"A \\\"test\\\"\"]\n[Result \"1/2-1/2\"]\n\n\
    {begin} 1. d4 $1 {[%clk 0:59:58] hello} (1. e4 {half} e5 (1... d5 $14 {deep}) 2. Nd2) 1... d5\n\
    2. Nd2 $6 ({before} 2. Ne2) 2... Nd7 1/2-1/2 {closing}\n";

fn read(text: &str) -> (GameTree, Option<PgnError>) {
    let game = Reader::new(text).next().expect("a game").expect("PGN");
    GameTree::read(&game, Variant::Makruk)
}

fn tree(text: &str) -> GameTree {
    let (tree, fault) = read(text);
    assert_eq!(fault, None, "{text}");
    tree
}

/// The moves of nodes in coordinates.
fn moves(tree: &GameTree, ids: &[NodeId]) -> String {
    let moves = ids.iter().filter_map(|&id| tree.node(id).mv);
    moves.map(|mv| format!("{mv:?}")).collect::<Vec<_>>().join(" ")
}

fn add(tree: &mut GameTree, after: NodeId, mv: &str) -> NodeId {
    let mv = coordinate::parse(&tree.node(after).position, mv).expect("a legal move");
    tree.add(after, mv).expect("a legal move")
}

/// The movetext of a tree, on one line.
fn movetext(tree: &GameTree) -> String {
    let pgn = tree.pgn();
    pgn.split_once("\n\n")
        .expect("tags and moves")
        .1
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn variations_comments_and_nags_survive() {
    let tree = tree(PGN);
    let root = tree.node(GameTree::ROOT);
    assert_eq!(root.comments, ["begin"]);
    assert_eq!(moves(&tree, &root.children), "d3d4 e3e4");
    let [d4, e4] = root.children[..] else { panic!("two moves") };
    assert_eq!(tree.node(d4).comments, ["[%clk 0:59:58] hello"]);
    assert_eq!(moves(&tree, &tree.node(e4).children), "e6e5 d6d5");
    let main = tree.main_line();
    assert_eq!(moves(&tree, &main), "d3d4 d6d5 b1d2 b8d7");
    assert_eq!(tree.number(main[2]).expect("a move").to_string(), "1...");
    let ne2 = tree.node(main[2]).children[1];
    assert_eq!((&tree.node(ne2).before[..], tree.ply(ne2)), (&["before".to_owned()][..], 3));
    let expected = "{begin} 1. d4 $1 {[%clk 0:59:58] hello} (1. e4 {half} 1... e5 (1... d5 $14 {deep}) \
        2. Nd2) 1... d5 2. Nd2 $6 ({before} 2. Ne2) 2... Nd7 {closing} 1/2-1/2";
    assert_eq!(movetext(&tree), expected);
    let written = tree.pgn();
    assert!(
        written.starts_with(
            "[Event \"A \\\"test\\\"\"]\n[Result \"1/2-1/2\"]\n[Variant \"Makruk\"]\n"
        )
    );
    assert!(written.lines().all(|line| line.len() <= 80), "{written}");
    assert_eq!(self::tree(&written).pgn(), written);
}

#[test]
fn variations_are_promoted_and_removed() {
    let mut tree = tree(PGN);
    let inner = tree.node(tree.node(GameTree::ROOT).children[1]).children[1];
    assert!(tree.promote(inner));
    assert_eq!(moves(&tree, &tree.main_line()), "d3d4 d6d5 b1d2 b8d7");
    assert!(tree.promote(inner));
    assert_eq!(moves(&tree, &tree.main_line()), "e3e4 d6d5");
    assert!(!tree.promote(inner));
    let main = tree.main_line();
    let old = tree.node(GameTree::ROOT).children[1];
    tree.make_main(tree.node(old).children[0]);
    assert_eq!(moves(&tree, &tree.main_line()), "d3d4 d6d5 b1d2 b8d7");
    let parent = tree.remove(inner);
    assert_eq!((parent, tree.holds(inner), tree.holds(parent)), (main[1], false, true));
    let again = add(&mut tree, parent, "d6d5");
    assert!(again != inner && tree.holds(again));
    assert_eq!(add(&mut tree, parent, "d6d5"), again);
    assert_eq!(tree.remove(GameTree::ROOT), GameTree::ROOT);
}

#[test]
fn a_game_is_read_up_to_its_fault() {
    let (tree, fault) = read("1. d4 d9 2. e4");
    assert!(matches!(fault, Some(PgnError::Move { .. })));
    assert_eq!(moves(&tree, &tree.main_line()), "d3d4");
    let (tree, fault) = read("[White \"B\"]\n[FEN \"nonsense\"]\n\n1. d4 *");
    assert!(matches!(fault, Some(PgnError::Fen { .. })));
    assert_eq!((tree.tag("White"), tree.main_line().len()), (Some("B"), 1));
    // The moves of a variation that cannot be read are kept as text.
    let tree = self::tree("1. d4 {good} d5 (1... e9 {bad} 2. e4) *");
    assert_eq!(movetext(&tree), "1. d4 {good} 1... d5 {(1... e9 {bad) 2. e4)} *");
}

#[test]
fn a_hostile_depth_is_no_more_than_a_comment() {
    let depth = 100_000;
    let tree = tree(&format!("1. d4 {}{} *", "(1. e4 ".repeat(depth), ")".repeat(depth)));
    assert_eq!(tree.main_line().len(), 2);
}

/// All of as many levels as are allowed; the next is kept as text.
#[test]
fn variations_are_read_down_to_a_depth() {
    let comments = |depth: usize| {
        let tree = tree(&format!("1. d4 {}{} *", "(1. e4 ".repeat(depth), ")".repeat(depth)));
        let e4 = tree.node(GameTree::ROOT).children[1];
        tree.node(e4).comments.clone()
    };
    assert_eq!(comments(MAX_DEPTH), Vec::<String>::new());
    assert_eq!(comments(MAX_DEPTH + 1), ["(1. e4)"]);
}

/// Each move has a variation, within the variation before it.
#[test]
fn variations_too_deep_to_be_read_are_written_side_by_side() {
    let mut tree = GameTree::new(Position::start(Variant::Makruk, CountingRule::FOR_PEOPLE));
    let mut at = GameTree::ROOT;
    for round in 0..MAX_DEPTH / 2 {
        for (main, other) in
            [("b1d2", "g1e2"), ("b8d7", "g8e7"), ("b1d2", "e2g1"), ("b8d7", "e7g8")]
        {
            let main = add(&mut tree, at, main);
            tree.set_comments(main, vec![format!("main {round}")]);
            at = add(&mut tree, at, other);
            tree.set_comments(at, vec![format!("other {round}")]);
        }
    }
    let pgn = tree.pgn();
    let again = self::tree(&pgn);
    assert_eq!((again.nodes.len(), again.pgn()), (tree.nodes.len(), pgn));
}

#[test]
fn other_dialects_are_read_and_san_is_written() {
    let tree = tree("[Dialect \"official-english-short\"]\n\n1. Md2 (1. Dd2 {a met}) Be5 *");
    assert_eq!(movetext(&tree), "1. Nd2 (1. Md2 {a met}) 1... e5 *");
    assert_eq!(tree.tag("Dialect"), Some("official-english-short"));
    assert!(!tree.pgn().contains("Dialect"));
}

/// A ma and a khun against a ruea, a khon and a khun.
const CLAIM: &str = "[FEN \"8/2k5/8/3n4/8/1R1K4/8/3S4 b - - 0 1\"]\n[CountingRule \"claimed\"]\n\n";

#[test]
fn claims_in_comments_count() {
    let mut tree = tree(&format!("{CLAIM}{{[%count start 1]}} 1... Kc6 2. Ra3 Kb6 *"));
    let line = tree.main_line();
    let count = |tree: &GameTree, at: usize| tree.node(line[at]).position.count();
    assert_eq!((count(&tree, 0).spoken(), count(&tree, 1).spoken()), (0, 1));
    assert_eq!(count(&tree, 3).spoken(), 2);
    // Its second number is forgotten, and it counts no longer.
    tree.claim(line[3], ClaimKind::Skip).expect("a number to skip");
    assert_eq!(count(&tree, 3).spoken(), 1);
    assert!(tree.claim(line[3], ClaimKind::Skip).is_err());
    tree.claim(line[2], ClaimKind::Stop).expect("a count that runs");
    assert!(!count(&tree, 3).is_running());
    let text = "{[%count start 1]} 1... Kc6 2. Ra3 {[%count stop]} 2... Kb6 {[%count skip]} *";
    assert_eq!(movetext(&tree), text);
    tree.set_comments(GameTree::ROOT, vec![" nobody\n[counts] ".to_owned()]);
    assert!((0..4).all(|at| !count(&tree, at).is_running()));
    assert!(movetext(&tree).starts_with("{nobody [counts]} 1... Kc6"));
    let claimant = tree.claim(line[3], ClaimKind::Start);
    assert!(claimant.is_ok() && count(&tree, 3).is_running());
    assert_eq!(tree.node(line[3]).position.counter(), Color::Black);
}

#[test]
fn people_play_on_after_a_draw() {
    let mut tree = GameTree::new(
        crate::notation::fen::parse(
            "7k/8/6K1/8/8/8/8/R7 b - 32 32 60",
            Variant::Makruk,
            CountingRule::FOR_PEOPLE,
        )
        .expect("a position"),
    );
    let mut at = add(&mut tree, GameTree::ROOT, "h8g8");
    let drawn = Some(Outcome::Draw(DrawReason::Count));
    assert_eq!(tree.game_at(at).outcome(), drawn);
    at = add(&mut tree, at, "a1a2");
    assert_eq!(tree.game_at(at).outcome(), None);
    assert!(!tree.node(at).position.count().is_running());
    assert_eq!(tree.game_at(at).passed_draws().len(), 1);
}

#[test]
fn tags_are_set_and_those_of_the_position_follow_it() {
    let mut tree =
        tree("[FEN \"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1\"]\n[SetUp \"1\"]\n\n*");
    for (name, value) in [("White", "a \"player\""), ("Round", "1"), ("Round", "")] {
        assert_eq!(tree.set_tag(name, value), Ok(()));
    }
    for name in ["", "My Tag", "1st", "a\"]\n[b", "สี ขาว"] {
        assert_eq!(tree.set_tag(name, "x"), Err(TagError::Name(TagNameError(name.to_owned()))));
        assert_eq!(tree.set_tag(name, ""), Ok(()), "without a tag there is nothing to read");
    }
    let tags = "[White \"a \\\"player\\\"\"]\n[Variant \"Makruk\"]\n[CountingRule \"thai\"]\n[Result \"*\"]\n";
    assert_eq!(tree.pgn(), format!("{tags}\n*\n\n"));
    for name in ["Variant", "CountingRule", "SetUp", "FEN"] {
        assert_eq!(tree.set_tag(name, "makpong"), Err(TagError::Start(name)));
    }
    assert_eq!(tree.pgn(), format!("{tags}\n*\n\n"));
}

#[test]
fn the_tag_of_the_result_is_the_result() {
    let mut tree = tree("[Result \"1-0\"]\n\n1. e4 1-0");
    for (value, result) in [("0-1", "0-1"), ("½-½", "1/2-1/2"), ("1:0", "1-0"), ("", "*")] {
        assert_eq!(tree.set_tag("Result", value), Ok(()));
        assert_eq!(tree.result(), result);
        let pgn = tree.pgn();
        let again = self::tree(&pgn);
        assert!(pgn.contains(&format!("[Result \"{result}\"]")), "{pgn}");
        assert_eq!((again.result(), again.pgn()), (result, pgn));
    }
    let fault = tree.set_tag("Result", "White wins");
    assert_eq!(fault, Err(TagError::Result("White wins".to_owned())));
    assert_eq!(tree.result(), "*");
}

#[test]
fn a_tree_tells_its_tags_result_and_nodes() {
    let mut tree = tree(PGN);
    assert_eq!(tree.tags()[0], ("Event".to_owned(), "A \"test\"".to_owned()));
    assert!(tree.tags().iter().all(|(name, value)| tree.tag(name) == Some(value)));
    assert_eq!(tree.result(), "1/2-1/2");
    // The first position and nine moves.
    let nodes: Vec<NodeId> = (0..).map_while(|index| tree.id(index)).collect();
    assert_eq!(nodes.iter().map(|id| id.index()).collect::<Vec<_>>(), Vec::from_iter(0..10));
    let d4 = tree.node(GameTree::ROOT).children[0];
    tree.set_nags(d4, vec![3, 140]);
    assert!(movetext(&tree).starts_with("{begin} 1. d4 $3 $140 {"), "{}", movetext(&tree));
}
