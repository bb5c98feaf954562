//! A recorded game that is continued: tags, comments, NAGs and variations stay.

use makruk::formations;
use makruk::game::Game;
use makruk::notation::pgn::{self, PgnGame, PgnWriter, count_comment};
use makruk::notation::{Dialect, PgnError, san};
use makruk::rules::{CountingRule, Variant};

/// A game of a PGN, and what the PGN has besides its moves.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    pgn: PgnGame,
    game: Game,
    dialect: Dialect,
}

/// What a game has become since it was recorded.
#[derive(Clone, Copy)]
pub struct Continuation<'a> {
    /// The game now. It begins in the same position.
    pub game: &'a Game,
    /// Its result, if it is over.
    pub result: Option<&'static str>,
    /// A comment after the last move: how it ended.
    pub ending: Option<&'a str>,
    /// A comment before the first move that is not on record.
    pub remark: Option<&'a str>,
    /// Names and values of tags, for those that the record lacks or has a question mark for.
    pub tags: &'a [(&'static str, &'a str)],
    /// Tells comments such as `ending`, which a game that goes on loses.
    pub tells_ending: fn(&str) -> bool,
}

impl RecordedGame {
    /// Reads a game. `variant` and `rule` are for games that name none.
    ///
    /// # Errors
    /// A tag names an unknown variant or counting rule, or the start position or a move is not legal.
    pub fn read(pgn: PgnGame, variant: Variant, rule: CountingRule) -> Result<Self, PgnError> {
        let rule = pgn.counting_rule()?.unwrap_or(rule);
        let game = super::game_of(&pgn, variant, Some(rule))?.played_on();
        let dialect = pgn.read_moves(game.start())?.dialect;
        Ok(Self { pgn, game, dialect })
    }

    /// The game, in which draws that nobody claimed are passed over.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The result on record; `None` if the game is unfinished there.
    pub fn result(&self) -> Option<&'static str> {
        self.pgn.stated_result().filter(|&result| result != "*")
    }

    /// The value of a tag on record; `None` if it is unknown.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.pgn.tag(name).filter(|value| !is_unknown(value))
    }

    /// Whether a comment is on record.
    pub fn has_comment(&self, comment: &str) -> bool {
        let pgn = &self.pgn;
        let after_moves = pgn.moves.iter().flat_map(|mv| &mv.comments);
        let mut all = pgn.comments.iter().chain(after_moves).chain(&pgn.closing_comments);
        all.any(|text| text == comment)
    }

    /// The continued game as PGN, followed by an empty line. What is on record up to the last move that
    /// both have in common stays.
    pub fn continued(&self, now: &Continuation<'_>) -> String {
        let (old, new) = (self.game.moves(), now.game.moves());
        let shared = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        let is_same = old == new && now.game.claims() == self.game.claims();
        let on_board = || now.game.outcome().map(|outcome| pgn::result(outcome.winner()));
        let on_record = self.pgn.stated_result().filter(|_| is_same);
        let result = now.result.or(on_record).or_else(on_board).unwrap_or("*");
        // Another end of the same moves is another game, too.
        let is_same = is_same && on_record.unwrap_or("*") == result;
        let mut text = PgnWriter::new();
        self.push_tags(&mut text, now, result, is_same);
        self.push_moves(&mut text, now, shared, is_same);
        if let Some(ending) = now.ending.filter(|_| !is_same) {
            text.comment(ending);
        }
        text.result(result);
        for comment in self.pgn.closing_comments.iter().filter(|_| is_same) {
            text.comment(comment);
        }
        text.finish()
    }

    fn push_tags(&self, text: &mut PgnWriter, now: &Continuation<'_>, result: &str, is_same: bool) {
        let opening = |game: &Game| {
            sakdi_i18n::formations_in_both_languages(formations::classify(
                game.start(),
                game.moves(),
            ))
        };
        let (old_opening, new_opening) = (opening(&self.game), opening(now.game));
        let given = if is_same { &[] } else { now.tags };
        // A name by others stays.
        let is_own_opening = |value: &str| old_opening.as_deref() == Some(value);
        for (name, value) in &self.pgn.tags {
            let given = given.iter().find(|(tag, _)| tag == name && is_unknown(value));
            match name.as_str() {
                // The moves that follow are in the dialect of programs.
                "Dialect" => {}
                // They describe the recorded end.
                "Termination" | "Ending" | "PlyCount" if !is_same => {}
                "Opening" if is_own_opening(value) => {}
                "Result" => text.tag(name, result),
                _ => text.tag(name, given.map_or(value, |(_, value)| value)),
            }
        }
        let is_missing = |name: &str| self.pgn.tag(name).is_none();
        for (name, value) in given.iter().filter(|(name, _)| is_missing(name)) {
            text.tag(name, value);
        }
        if is_missing("Result") {
            text.tag("Result", result);
        }
        let start = self.game.start();
        if let Some(variant) = self.pgn.variant_tag(start).unwrap_or_default() {
            text.tag("Variant", variant);
        }
        if self.pgn.counting_rule() != Ok(Some(start.counting_rule())) {
            text.tag("CountingRule", start.counting_rule().name());
        }
        if let Some(dialect) =
            self.pgn.dialect_tag(start, now.game.moves(), Dialect::Makruk).ok().flatten()
        {
            text.tag("Dialect", dialect.name());
        }
        if let Some(opening) = new_opening
            && self.pgn.tag("Opening").is_none_or(is_own_opening)
        {
            text.tag("Opening", &opening);
        }
    }

    fn push_moves(
        &self,
        text: &mut PgnWriter,
        now: &Continuation<'_>,
        shared: usize,
        is_same: bool,
    ) {
        let last = self.pgn.moves.len();
        let positions = now.game.positions();
        for (ply, position) in positions.iter().enumerate() {
            let recorded = ply.checked_sub(1).and_then(|before| self.pgn.moves.get(before));
            if ply <= shared {
                let comments = recorded.map_or(&self.pgn.comments, |mv| &mv.comments);
                let goes_on = ply == last && !is_same;
                // Those after the result belong to the last move, once it is not the last any more.
                let closing = self.pgn.closing_comments.iter().filter(|_| goes_on);
                for comment in comments.iter().chain(closing) {
                    if !(goes_on && (now.tells_ending)(comment)) {
                        text.comment(comment);
                    }
                }
                for variation in recorded.into_iter().flat_map(|mv| &mv.variations) {
                    pgn::push_kept_variation(text, variation, &positions[ply - 1], self.dialect);
                }
            }
            // Those on record are in its comments.
            let on_record = if ply <= shared { self.game.claims().at(ply).count() } else { 0 };
            let claims = now.game.claims().at(ply).skip(on_record);
            if let Some(comment) = count_comment(claims, position) {
                text.comment(&comment);
            }
            let Some(&mv) = now.game.moves().get(ply) else { break };
            if ply == shared {
                now.remark.into_iter().for_each(|remark| text.comment(remark));
            }
            text.mv(position, &san::format(position, mv));
            if ply < shared {
                text.nags(self.pgn.moves[ply].nags.iter().copied());
            }
        }
    }
}

fn is_unknown(value: &str) -> bool {
    matches!(value.trim(), "" | "?" | "????.??.??")
}
