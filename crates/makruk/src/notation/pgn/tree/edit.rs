//! Changes of a tree: moves, the order of variations, comments, NAGs and claims.

use super::{GameTree, Node, NodeId, claims_in, count_comment};
use crate::game::{ClaimKind, Game, IllegalMove};
use crate::notation::pgn::movetext::parse_result;
use crate::notation::pgn::write::{START_TAGS, one_line};
use crate::notation::pgn::{TagError, TagNameError};
use crate::rules::ClaimError;
use crate::types::Move;

impl GameTree {
    /// Makes a legal move after a node. It may be in the tree already.
    ///
    /// # Errors
    /// The move is illegal; nothing changes.
    pub fn add(&mut self, after: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        let known = self.child_by(after, mv);
        if let Some(known) = known {
            return Ok(known);
        }
        let mut game = self.game_at(after);
        self.make(after, mv, &mut game)
    }

    /// The continuation with this move.
    fn child_by(&self, id: NodeId, mv: Move) -> Option<NodeId> {
        self.node(id).children.iter().copied().find(|&child| self.node(child).mv == Some(mv))
    }

    /// Makes a move after a node, at which `game` is, and makes the claims of the node that it leads to.
    pub(super) fn make(
        &mut self,
        after: NodeId,
        mv: Move,
        game: &mut Game,
    ) -> Result<NodeId, IllegalMove> {
        if let Some(known) = self.child_by(after, mv) {
            self.advance(game, known);
            return Ok(known);
        }
        while game.play_on().is_some() {}
        game.play(mv)?;
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            parent: Some(after),
            children: Vec::new(),
            mv: Some(mv),
            position: *game.position(),
            before: Vec::new(),
            comments: Vec::new(),
            nags: Vec::new(),
        });
        self.node_mut(after).children.push(id);
        Ok(id)
    }

    /// Makes the variation that holds a node one rank higher; the first becomes the main continuation.
    /// Returns whether it could.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let Some((parent, rank)) = self.branch(id) else { return false };
        self.node_mut(parent).children.swap(rank - 1, rank);
        true
    }

    /// Makes the line that leads to a node the main line.
    pub fn make_main(&mut self, id: NodeId) {
        while let Some((parent, rank)) = self.branch(id) {
            self.node_mut(parent).children[..=rank].rotate_right(1);
        }
    }

    /// Where the variation that holds a node leaves its main continuation, and its rank there, from 1;
    /// `None` in the main line.
    fn branch(&self, id: NodeId) -> Option<(NodeId, usize)> {
        self.path(id).iter().rev().find_map(|&at| {
            let parent = self.node(at).parent?;
            let rank = self.node(parent).children.iter().position(|&child| child == at)?;
            (rank > 0).then_some((parent, rank))
        })
    }

    /// Removes a move and all that follows it. Returns the node before it.
    pub fn remove(&mut self, id: NodeId) -> NodeId {
        let Some(parent) = self.node(id).parent else { return id };
        self.node_mut(parent).children.retain(|&child| child != id);
        parent
    }

    /// Replaces the comments after a move. Claims of counts in them hold from now on.
    pub fn set_comments(&mut self, id: NodeId, comments: Vec<String>) {
        let comments: Vec<String> =
            comments.iter().map(|text| one_line(text)).filter(|text| !text.is_empty()).collect();
        let same_claims = claims_in(&self.node(id).comments).eq(claims_in(&comments));
        self.node_mut(id).comments = comments;
        if !same_claims {
            self.count_again(id);
        }
    }

    /// Replaces the NAGs of a move.
    pub fn set_nags(&mut self, id: NodeId, nags: Vec<u8>) {
        self.node_mut(id).nags = nags;
    }

    /// Sets the value of a tag; an empty one removes it. `Result` is also the result after the moves, and
    /// without a value `*`.
    ///
    /// # Errors
    /// A tag of this name could not be read again, the result is something else, or the tag follows from the
    /// first position; nothing changes.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        if !value.is_empty() {
            TagNameError::check(name)?;
            if let Some(of_start) = START_TAGS.into_iter().find(|&tag| tag == name) {
                return Err(TagError::Start(of_start));
            }
        }
        if name == "Result" {
            let result = if value.is_empty() { Some("*") } else { parse_result(value) };
            self.result = result.ok_or_else(|| TagError::Result(value.to_owned()))?;
        }
        match self.tags.iter_mut().find(|(tag, _)| tag == name) {
            _ if value.is_empty() => self.tags.retain(|(tag, _)| tag != name),
            Some((_, old)) => value.clone_into(old),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// Makes a claim after a node, and writes it into a comment there. What follows is counted anew.
    ///
    /// # Errors
    /// Why it cannot be made; nothing changes.
    pub fn claim(&mut self, id: NodeId, kind: ClaimKind) -> Result<(), ClaimError> {
        let mut game = self.game_at(id);
        let command = count_comment::command(kind, game.position());
        game.claim(kind)?;
        self.node_mut(id).comments.push(command);
        self.count_again(id);
        Ok(())
    }

    /// The counts of a node and of all that follows it, after its claims have changed.
    fn count_again(&mut self, id: NodeId) {
        let mut open = vec![id];
        while let Some(at) = open.pop() {
            let position = *self.game_at(at).position();
            let node = self.node_mut(at);
            node.position = position;
            open.extend_from_slice(&node.children);
        }
    }
}
