//! A game with its variations: a tree of moves with comments and NAGs, read from PGN, changed and written.

mod edit;
mod read;
#[cfg(test)]
mod tests;
mod write;

use super::{MoveNumber, count_comment};
use crate::game::{ClaimKind, Game};
use crate::position::Position;
use crate::types::Move;

/// A position of a tree. It stays valid when other parts of the tree change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// Its number: 0 for the first position.
    pub const fn index(self) -> u32 {
        self.0
    }
}

/// A position, the move that leads to it, and what is written about it.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position before the move; `None` for the first position.
    pub parent: Option<NodeId>,
    /// The positions after it, the main continuation first.
    pub children: Vec<NodeId>,
    /// The move; `None` for the first position.
    pub mv: Option<Move>,
    /// The position, with the claims of counts in the comments.
    pub position: Position,
    /// The comments before the move, where it begins a variation.
    pub before: Vec<String>,
    /// The comments after the move.
    pub comments: Vec<String>,
    /// Numeric annotation glyphs (NAGs).
    pub nags: Vec<u8>,
}

/// A game with its variations.
///
/// ```
/// use makruk::notation::pgn::{GameTree, Reader};
/// let game = Reader::new("1. e4 e5 (1... d5 {closed} 2. d4) 2. Nd2 *").next().expect("a game")?;
/// let (mut tree, fault) = GameTree::read(&game, Default::default());
/// assert!(fault.is_none());
/// let closed = tree.node(tree.main_line()[1]).children[1];
/// tree.promote(closed);
/// assert!(tree.pgn().ends_with("1. e4 d5 {closed} (1... e5 2. Nd2) 2. d4 *\n\n"));
/// # Ok::<(), makruk::notation::PgnError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    start: Position,
    tags: Vec<(String, String)>,
    result: &'static str,
    /// The first position first. Nodes that were removed stay, so that the numbers of others do.
    nodes: Vec<Node>,
}

impl GameTree {
    /// The first position of every tree.
    pub const ROOT: NodeId = NodeId(0);

    /// A tree without moves.
    pub fn new(start: Position) -> Self {
        let root = Node {
            parent: None,
            children: Vec::new(),
            mv: None,
            position: start,
            before: Vec::new(),
            comments: Vec::new(),
            nags: Vec::new(),
        };
        Self { start, tags: Vec::new(), result: "*", nodes: vec![root] }
    }

    /// The first position, before the claims that are made in it.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The node with this number; `None` without one.
    pub fn id(&self, index: u32) -> Option<NodeId> {
        ((index as usize) < self.nodes.len()).then_some(NodeId(index))
    }

    /// A node.
    ///
    /// # Panics
    /// The node belongs to another tree, which has more nodes.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// Names and values of the tags, in order.
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn result(&self) -> &'static str {
        self.result
    }

    /// The nodes from the first position to a node.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(id), |&at| self.node(at).parent).collect();
        path.reverse();
        path
    }

    /// A node and the main continuation after it.
    pub fn line_from(&self, id: NodeId) -> Vec<NodeId> {
        std::iter::successors(Some(id), |&at| self.node(at).children.first().copied()).collect()
    }

    /// The nodes of the main line, from the first position.
    pub fn main_line(&self) -> Vec<NodeId> {
        self.line_from(Self::ROOT)
    }

    /// Whether a node is part of the tree still.
    pub fn holds(&self, id: NodeId) -> bool {
        let is_child = |&at: &NodeId| {
            self.node(at).parent.is_none_or(|parent| self.node(parent).children.contains(&at))
        };
        self.path(id).iter().all(is_child)
    }

    /// Number of moves before a node.
    pub fn ply(&self, id: NodeId) -> usize {
        self.path(id).len() - 1
    }

    /// The number of the move that leads to a node; `None` for the first position.
    pub fn number(&self, id: NodeId) -> Option<MoveNumber> {
        self.node(id).parent.map(|parent| MoveNumber::of(&self.node(parent).position))
    }

    /// The game up to a node. Draws by the count and by repetition after which moves follow are passed over,
    /// as people do when nobody claims them.
    pub fn game_at(&self, id: NodeId) -> Game {
        let mut game = Game::new(self.start);
        for at in self.path(id) {
            self.advance(&mut game, at);
        }
        game
    }

    /// Makes the move of a node and the claims after it.
    fn advance(&self, game: &mut Game, id: NodeId) {
        let node = self.node(id);
        if let Some(mv) = node.mv {
            while game.play_on().is_some() {}
            let _legal = game.play(mv);
        }
        for kind in claims_in(&node.comments) {
            let _refused = game.claim(kind);
        }
    }
}

/// The claims in comments, in their order.
fn claims_in(comments: &[String]) -> impl Iterator<Item = ClaimKind> {
    comments.iter().flat_map(|comment| count_comment::claims_in(comment))
}
