//! A game with its variations. Nodes are numbers: 0 is the first position.

use crate::board::Board;
use crate::convert;
use crate::error::thrown;
use js_sys::RangeError;
use makruk::game::ClaimKind;
use makruk::notation::pgn::{self, NodeId, PgnError};
use makruk::notation::{coordinate, fen};
use wasm_bindgen::prelude::*;

/// A game with its variations.
#[wasm_bindgen]
pub struct GameTree {
    tree: pgn::GameTree,
    /// Why its text could not be read further.
    fault: Option<PgnError>,
}

impl GameTree {
    fn id(&self, node: u32) -> Result<NodeId, JsValue> {
        let id = self.tree.id(node);
        id.ok_or_else(|| RangeError::new(&format!("the tree has no node {node}")).into())
    }

    /// A node that can be changed: it was not removed.
    fn held(&self, node: u32) -> Result<NodeId, JsValue> {
        let id = self.id(node)?;
        let removed = || RangeError::new(&format!("the node {node} was removed from its tree"));
        if self.tree.holds(id) { Ok(id) } else { Err(removed().into()) }
    }

    fn node(&self, node: u32) -> Result<&pgn::Node, JsValue> {
        Ok(self.tree.node(self.id(node)?))
    }
}

/// All games of a PGN, each as far as it can be read.
#[wasm_bindgen(js_name = readGameTrees)]
pub fn read_game_trees(text: &str) -> Vec<GameTree> {
    let games = sakdi_facade::games::read_trees(text);
    games.map(|(tree, fault)| GameTree { tree, fault }).collect()
}

#[wasm_bindgen]
impl GameTree {
    /// A tree without moves, from the start position of a variant or another one.
    #[wasm_bindgen(constructor)]
    pub fn new(
        variant: Option<String>,
        fen: Option<String>,
        counting_rule: Option<String>,
    ) -> Result<Self, JsValue> {
        let board = Board::new(variant, fen, None, counting_rule)?;
        Ok(Self { tree: pgn::GameTree::new(*board.0.position()), fault: None })
    }

    /// Why its text could not be read further: an error; undefined if it was read to the end.
    pub fn problem(&self) -> JsValue {
        self.fault.clone().map_or(JsValue::UNDEFINED, thrown)
    }

    /// `makruk` or `makpong`.
    pub fn variant(&self) -> String {
        self.tree.start().variant().to_string()
    }

    /// The name of the counting rule.
    #[wasm_bindgen(js_name = countingRule)]
    pub fn counting_rule(&self) -> String {
        self.tree.start().counting_rule().to_string()
    }

    /// The first position in FEN, before claims, with `~` after bia ngai.
    #[wasm_bindgen(js_name = startFen)]
    pub fn start_fen(&self) -> String {
        fen::format_with_promoted(self.tree.start())
    }

    /// The value of a tag; an empty string without it.
    pub fn tag(&self, name: &str) -> String {
        self.tree.tag(name).unwrap_or_default().to_owned()
    }

    /// Sets the value of a tag; an empty one removes it.
    #[wasm_bindgen(js_name = setTag)]
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), JsValue> {
        let set = self.tree.set_tag(name, value);
        set.map_err(|error| RangeError::new(&error.to_string()).into())
    }

    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn result(&self) -> String {
        self.tree.result().to_owned()
    }

    /// The whole tree as PGN in SAN.
    pub fn pgn(&self) -> String {
        self.tree.pgn()
    }

    /// Frees the memory.
    pub fn delete(self) {}
}

/// What a node holds.
#[wasm_bindgen]
impl GameTree {
    /// The node before; undefined for the first.
    pub fn parent(&self, node: u32) -> Result<Option<u32>, JsValue> {
        Ok(self.node(node)?.parent.map(NodeId::index))
    }

    /// The nodes after it, the main continuation first.
    pub fn children(&self, node: u32) -> Result<Vec<u32>, JsValue> {
        Ok(self.node(node)?.children.iter().map(|id| id.index()).collect())
    }

    /// Its move in a notation; an empty string for the first node.
    #[wasm_bindgen(js_name = moveName)]
    pub fn move_name(&self, node: u32, notation: &JsValue) -> Result<String, JsValue> {
        let notation = convert::notation(notation)?;
        let pgn::Node { parent: Some(parent), mv: Some(mv), .. } = *self.node(node)? else {
            return Ok(String::new());
        };
        Ok(notation.format(&self.tree.node(parent).position, mv))
    }

    /// The number of its move, such as `12.` or `12...`; an empty string for the first node.
    #[wasm_bindgen(js_name = moveNumber)]
    pub fn move_number(&self, node: u32) -> Result<String, JsValue> {
        let number = self.tree.number(self.id(node)?);
        Ok(number.map(|number| number.to_string()).unwrap_or_default())
    }

    /// Number of moves before it.
    pub fn ply(&self, node: u32) -> Result<u32, JsValue> {
        Ok(self.tree.ply(self.id(node)?) as u32)
    }

    /// The position in FEN, with `~` after bia ngai.
    pub fn fen(&self, node: u32) -> Result<String, JsValue> {
        Ok(fen::format_with_promoted(&self.node(node)?.position))
    }

    /// The square of the khun in check; an empty string if there is no check.
    #[wasm_bindgen(js_name = checkedPieces)]
    pub fn checked_pieces(&self, node: u32) -> Result<String, JsValue> {
        let position = &self.node(node)?.position;
        let square = position.in_check().then(|| position.king(position.to_move()).to_string());
        Ok(square.unwrap_or_default())
    }

    /// The comments before its move, where it begins a variation.
    #[wasm_bindgen(js_name = commentsBefore)]
    pub fn comments_before(&self, node: u32) -> Result<Vec<String>, JsValue> {
        Ok(self.node(node)?.before.clone())
    }

    /// The comments after its move.
    pub fn comments(&self, node: u32) -> Result<Vec<String>, JsValue> {
        Ok(self.node(node)?.comments.clone())
    }

    /// The numeric annotation glyphs (NAGs) of its move.
    pub fn nags(&self, node: u32) -> Result<Vec<u8>, JsValue> {
        Ok(self.node(node)?.nags.clone())
    }

    /// Whether it is part of the tree still.
    pub fn holds(&self, node: u32) -> Result<bool, JsValue> {
        Ok(self.tree.holds(self.id(node)?))
    }

    /// A board with the game up to it. Draws that nobody claimed are passed over.
    pub fn board(&self, node: u32) -> Result<Board, JsValue> {
        Ok(Board(sakdi_facade::Board::of_game(self.tree.game_at(self.id(node)?))))
    }
}

/// Changes.
#[wasm_bindgen]
impl GameTree {
    /// Makes a legal move in coordinates, which may be in the tree already. Returns its node.
    pub fn add(&mut self, node: u32, uci: &str) -> Result<u32, JsValue> {
        let id = self.held(node)?;
        let mv = coordinate::parse(&self.tree.node(id).position, uci).map_err(thrown)?;
        // A parsed move is legal.
        Ok(self.tree.add(id, mv).map_or(node, NodeId::index))
    }

    /// Makes the variation of a node one rank higher. Returns false in the main line.
    pub fn promote(&mut self, node: u32) -> Result<bool, JsValue> {
        let id = self.held(node)?;
        Ok(self.tree.promote(id))
    }

    /// Makes the line that leads to a node the main line.
    #[wasm_bindgen(js_name = makeMain)]
    pub fn make_main(&mut self, node: u32) -> Result<(), JsValue> {
        let id = self.held(node)?;
        self.tree.make_main(id);
        Ok(())
    }

    /// Removes a move and all that follows. Returns the node before it.
    pub fn remove(&mut self, node: u32) -> Result<u32, JsValue> {
        let id = self.held(node)?;
        Ok(self.tree.remove(id).index())
    }

    /// Replaces the comments after a move. Claims of counts in them hold from now on.
    #[wasm_bindgen(js_name = setComments)]
    pub fn set_comments(&mut self, node: u32, comments: Vec<String>) -> Result<(), JsValue> {
        let id = self.held(node)?;
        self.tree.set_comments(id, comments);
        Ok(())
    }

    /// Replaces the NAGs of a move.
    #[wasm_bindgen(js_name = setNags)]
    pub fn set_nags(&mut self, node: u32, nags: Vec<u8>) -> Result<(), JsValue> {
        let id = self.held(node)?;
        self.tree.set_nags(id, nags);
        Ok(())
    }

    /// The weaker side begins to count (`start`), counts no longer (`stop`), or forgot to count its last
    /// move (`skip`).
    pub fn claim(&mut self, node: u32, kind: &str) -> Result<(), JsValue> {
        let id = self.held(node)?;
        let kinds = [ClaimKind::Start, ClaimKind::Stop, ClaimKind::Skip];
        let kind = kinds.into_iter().find(|&each| convert::claim_name(each) == kind);
        let kind = kind.ok_or_else(|| RangeError::new("a claim is start, stop or skip"))?;
        self.tree.claim(id, kind).map_err(thrown)
    }
}
