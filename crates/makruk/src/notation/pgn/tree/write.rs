//! Writes a tree as PGN.

use super::{GameTree, Node, NodeId};
use crate::notation::pgn::movetext::parse_result;
use crate::notation::pgn::write::START_TAGS;
use crate::notation::pgn::{MAX_DEPTH, PgnWriter, start_tags};
use crate::notation::{fen, san};

impl GameTree {
    /// The whole tree as PGN, with its moves in SAN. It ends with an empty line.
    pub fn pgn(&self) -> String {
        let mut text = PgnWriter::new();
        for (name, value) in self.all_tags() {
            text.tag(&name, &value);
        }
        push_comments(&mut text, &self.node(Self::ROOT).comments);
        self.push_line(&mut text, Self::ROOT, 0);
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
                name if START_TAGS.contains(&name) => match rule(name) {
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

    /// The moves after a node, with their variations, at a depth of variations within variations.
    fn push_line(&self, text: &mut PgnWriter, from: NodeId, depth: usize) {
        let mut at = self.node(from);
        while let Some((&main, others)) = at.children.split_first() {
            self.push_move(text, main);
            for &other in others {
                if depth + 1 < MAX_DEPTH {
                    let mut inner = PgnWriter::new();
                    self.push_move(&mut inner, other);
                    self.push_line(&mut inner, other, depth + 1);
                    text.variation(&inner.movetext());
                } else {
                    self.push_flat(text, other);
                }
            }
            at = self.node(main);
        }
    }

    /// The variation that begins with a node, and after it those within it: all at one depth, each from its
    /// first move on, because deeper ones would not be read. A reader puts equal moves together again.
    fn push_flat(&self, text: &mut PgnWriter, begin: NodeId) {
        let mut open = vec![begin];
        while let Some(branch) = open.pop() {
            let mut inner = PgnWriter::new();
            let known = self.path(branch).into_iter().skip_while(|&id| id != begin);
            for id in known.take_while(|&id| id != branch) {
                self.push_bare_move(&mut inner, id);
            }
            let mut others = Vec::new();
            for id in self.line_from(branch) {
                self.push_move(&mut inner, id);
                others.extend(self.node(id).children.iter().skip(1));
            }
            // The first of several continuations is written first, so that they keep their order.
            open.extend(others.iter().rev());
            text.variation(&inner.movetext());
        }
    }

    fn push_move(&self, text: &mut PgnWriter, id: NodeId) {
        let node = self.node(id);
        push_comments(text, &node.before);
        self.push_bare_move(text, id);
        text.nags(node.nags.iter().copied());
        push_comments(text, &node.comments);
    }

    /// The move of a node, without what is said of it.
    fn push_bare_move(&self, text: &mut PgnWriter, id: NodeId) {
        let Node { parent: Some(parent), mv: Some(mv), .. } = *self.node(id) else { return };
        let position = &self.node(parent).position;
        text.mv(position, &san::format(position, mv));
    }
}

fn push_comments(text: &mut PgnWriter, comments: &[String]) {
    for comment in comments {
        text.comment(comment);
    }
}
