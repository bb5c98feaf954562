//! Writes a tree as PGN.

use super::{GameTree, Node, NodeId};
use crate::notation::pgn::{MoveNumber, push_tag, push_wrapped, start_tags};
use crate::notation::{fen, san};

impl GameTree {
    /// The whole tree as PGN, with its moves in SAN. It ends with an empty line.
    pub fn pgn(&self) -> String {
        let mut text = String::new();
        for (name, value) in self.all_tags() {
            push_tag(&mut text, &name, &value);
        }
        text.push('\n');
        let mut words: Vec<String> = comments(&self.node(Self::ROOT).comments).collect();
        self.push_line(&mut words, Self::ROOT, true);
        words.push(self.result.to_owned());
        push_wrapped(&mut text, &words.join(" "));
        text.push('\n');
        text
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
                "Variant" | "CountingRule" | "SetUp" | "FEN" => match rule(name) {
                    Some((_, value)) => value,
                    None => continue,
                },
                _ => value,
            };
            tags.push((name.clone(), value.clone()));
        }
        let result = ("Result", self.result.to_owned());
        for (name, value) in rules.iter().chain([&result]) {
            if tags.iter().all(|(tag, _)| tag != name) {
                tags.push(((*name).to_owned(), value.clone()));
            }
        }
        tags
    }

    /// The moves after a node, with their variations. `is_new` says that the first needs its number.
    fn push_line(&self, words: &mut Vec<String>, from: NodeId, mut is_new: bool) {
        let mut at = self.node(from);
        while let Some((&main, others)) = at.children.split_first() {
            self.push_move(words, main, is_new);
            for &other in others {
                let mut inner = Vec::new();
                self.push_move(&mut inner, other, true);
                let is_new = !self.node(other).comments.is_empty();
                self.push_line(&mut inner, other, is_new);
                words.push(format!("({})", inner.join(" ")));
            }
            at = self.node(main);
            is_new = !(others.is_empty() && at.comments.is_empty());
        }
    }

    fn push_move(&self, words: &mut Vec<String>, id: NodeId, is_new: bool) {
        let node = self.node(id);
        let Node { parent: Some(parent), mv: Some(mv), .. } = *node else { return };
        let position = &self.node(parent).position;
        words.extend(comments(&node.before));
        let number = MoveNumber::in_line(position, is_new || !node.before.is_empty());
        words.extend(number.map(|number| number.to_string()));
        words.push(san::format(position, mv));
        words.extend(node.glyphs.iter().map(|glyph| format!("${glyph}")));
        words.extend(comments(&node.comments));
    }
}

/// Comments in braces, which they cannot hold.
fn comments(texts: &[String]) -> impl Iterator<Item = String> {
    texts.iter().map(|text| format!("{{{}}}", text.replace('}', ")")))
}
