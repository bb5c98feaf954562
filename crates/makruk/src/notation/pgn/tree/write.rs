//! Writes a tree as PGN.

use super::{GameTree, Node, NodeId};
use crate::notation::pgn::movetext::parse_result;
use crate::notation::pgn::{PgnWriter, start_tags};
use crate::notation::{fen, san};

impl GameTree {
    /// The whole tree as PGN, with its moves in SAN. It ends with an empty line.
    pub fn pgn(&self) -> String {
        let mut text = PgnWriter::new();
        for (name, value) in self.all_tags() {
            text.tag(&name, &value);
        }
        push_comments(&mut text, &self.node(Self::ROOT).comments);
        self.push_line(&mut text, Self::ROOT);
        text.result(self.result);
        text.finish()
    }

    /// The tags as they were read, with those that follow from the first position.
    fn all_tags(&self) -> Vec<(String, String)> {
        let rules = start_tags(&self.start, fen::format_with_promoted);
        let rule = |name: &str| rules.iter().find(|(tag, _)| *tag == name);
        let mut tags: Vec<(String, String)> = Vec::new();
        for (name, value) in &self.tags {
            let value = match name.as_str() {
                // The moves are written in SAN, whatever the game was read from.
                "Dialect" => continue,
                "Result" => parse_result(value).unwrap_or(value),
                "Variant" | "CountingRule" | "SetUp" | "FEN" => match rule(name) {
                    Some((_, value)) => value,
                    None => continue,
                },
                _ => value,
            };
            tags.push((name.clone(), value.to_owned()));
        }
        let result = ("Result", self.result.to_owned());
        for (name, value) in rules.iter().chain([&result]) {
            if tags.iter().all(|(tag, _)| tag != name) {
                tags.push(((*name).to_owned(), value.clone()));
            }
        }
        tags
    }

    /// The moves after a node, with their variations.
    fn push_line(&self, text: &mut PgnWriter, from: NodeId) {
        let mut at = self.node(from);
        while let Some((&main, others)) = at.children.split_first() {
            self.push_move(text, main);
            for &other in others {
                let mut inner = PgnWriter::new();
                self.push_move(&mut inner, other);
                self.push_line(&mut inner, other);
                text.variation(&inner.movetext());
            }
            at = self.node(main);
        }
    }

    fn push_move(&self, text: &mut PgnWriter, id: NodeId) {
        let node = self.node(id);
        let Node { parent: Some(parent), mv: Some(mv), .. } = *node else { return };
        let position = &self.node(parent).position;
        push_comments(text, &node.before);
        text.mv(position, &san::format(position, mv));
        text.nags(node.nags.iter().copied());
        push_comments(text, &node.comments);
    }
}

fn push_comments(text: &mut PgnWriter, comments: &[String]) {
    for comment in comments {
        text.comment(comment);
    }
}
