//! Reads the moves of a game and of its variations.

use super::{GameTree, NodeId};
use crate::game::Game;
use crate::notation::dialect::{self, Dialect, DialectError, ReadMoves};
use crate::notation::pgn::{MAX_DEPTH, PgnError, PgnGame, Reader};
use crate::position::Position;
use crate::rules::{CountingRule, Variant};
use crate::types::Move;

impl GameTree {
    /// Reads a game as far as it can be read, and why it could not be read further. Counts run by the rule that
    /// the game names; else the weaker side counts. Without a tag `Variant` it is a game of `default`. A
    /// variation that cannot be read becomes a comment in parentheses.
    pub fn read(pgn: &PgnGame, default: Variant) -> (Self, Option<PgnError>) {
        let rule = pgn.counting_rule().map(|rule| rule.unwrap_or(CountingRule::FOR_PEOPLE));
        match rule.and_then(|rule| pgn.start(default, rule)) {
            Ok(start) => Self::read_from(pgn, start),
            Err(error) => {
                // The moves belong to a position or to rules that are not known.
                let start = Position::start(default, CountingRule::FOR_PEOPLE);
                let (tree, _) = Self::without_moves(pgn, start);
                (tree, Some(error))
            }
        }
    }

    /// As [`Self::read`], from a position that is known.
    pub fn read_from(pgn: &PgnGame, start: Position) -> (Self, Option<PgnError>) {
        let (mut tree, mut game) = Self::without_moves(pgn, start);
        let (read, fault) = read_moves(pgn, &start);
        let last = tree.read_line(Self::ROOT, &mut game, pgn, &read.moves, read.dialect, 0);
        tree.add_comments(last, &pgn.closing_comments, &mut game);
        (tree, fault)
    }

    /// The tags, the result, and the comments before the first move.
    fn without_moves(pgn: &PgnGame, start: Position) -> (Self, Game) {
        let mut tree = Self::new(start);
        tree.tags.clone_from(&pgn.tags);
        tree.result = pgn.stated_result().unwrap_or("*");
        tree.node_mut(Self::ROOT).comments.clone_from(&pgn.comments);
        let game = tree.game_at(Self::ROOT);
        tree.node_mut(Self::ROOT).position = *game.position();
        (tree, game)
    }

    /// Adds the moves of a line after a node, at which `game` is. Returns the last node.
    fn read_line(
        &mut self,
        from: NodeId,
        game: &mut Game,
        line: &PgnGame,
        moves: &[Move],
        dialect: Dialect,
        depth: usize,
    ) -> NodeId {
        let mut at = from;
        for (written, &mv) in line.moves.iter().zip(moves) {
            let before = (!written.variations.is_empty()).then(|| game.clone());
            let parent = at;
            // It was read as legal.
            let Ok(next) = self.make(parent, mv, game) else { return at };
            at = next;
            let node = self.node_mut(at);
            let nags = written.nags.iter().filter(|nag| !node.nags.contains(nag));
            let nags: Vec<u8> = nags.copied().collect();
            node.nags.extend(nags);
            self.add_comments(at, &written.comments, game);
            for text in &written.variations {
                let read = before.as_ref().is_some_and(|game| {
                    self.read_variation(parent, &mut game.clone(), text, dialect, depth + 1)
                });
                if !read {
                    self.node_mut(at).comments.push(format!("({text})"));
                }
            }
        }
        at
    }

    /// Adds a variation after a node. Returns whether it can be read.
    fn read_variation(
        &mut self,
        from: NodeId,
        game: &mut Game,
        text: &str,
        dialect: Dialect,
        depth: usize,
    ) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        let mut reader = Reader::new(text);
        let (Some(Ok(mut line)), None) = (reader.next(), reader.next()) else { return false };
        line.dialect = Some(dialect);
        let Ok(moves) = line.resolve(game.position()) else { return false };
        let Some(&first) = moves.first().filter(|_| line.tags.is_empty()) else {
            return false;
        };
        let last = self.read_line(from, game, &line, &moves, dialect, depth);
        let result = line.result.map(str::to_owned).into_iter();
        let closing: Vec<String> = result.chain(line.closing_comments).collect();
        self.add_comments(last, &closing, game);
        let children = self.node(from).children.iter();
        let begun = children.copied().find(|&child| self.node(child).mv == Some(first));
        if let Some(begun) = begun {
            self.node_mut(begun).before.extend(line.comments);
        }
        true
    }

    /// Adds comments after a node, at which `game` is, and makes the claims in them.
    fn add_comments(&mut self, id: NodeId, comments: &[String], game: &mut Game) {
        if comments.is_empty() {
            return;
        }
        for kind in super::claims_in(comments) {
            let _refused = game.claim(kind);
        }
        let node = self.node_mut(id);
        node.comments.extend_from_slice(comments);
        node.position = *game.position();
    }
}

/// The moves of a game up to the first that cannot be read, and why.
fn read_moves(pgn: &PgnGame, start: &Position) -> (ReadMoves, Option<PgnError>) {
    let nothing = ReadMoves { moves: Vec::new(), dialect: Dialect::Makruk };
    let fault = match pgn.read_moves(start) {
        Ok(read) => return (read, None),
        Err(fault) => fault,
    };
    let words: Vec<&str> = pgn.moves.iter().map(|played| played.san.as_str()).collect();
    let Ok(evidence) = pgn.evidence() else { return (nothing, Some(fault)) };
    let read = match dialect::detect(start, &words, evidence) {
        Err(DialectError::Move { ply, .. }) => dialect::detect(start, &words[..ply], evidence).ok(),
        other => other.ok(),
    };
    (read.unwrap_or(nothing), Some(fault))
}
