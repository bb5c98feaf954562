//! Two records of one game make one that has what either knows.

use crate::{BaseError, GameBase, GameDate, NewGame};
use makruk::notation::Dialect;
use makruk::notation::pgn::{PgnGame, PgnMove};

impl GameBase {
    /// Game `id` with all that `record`, another record of it, knows besides; `None` if that is nothing.
    pub(crate) fn completed(
        &self,
        id: u32,
        record: &NewGame,
    ) -> Result<Option<NewGame>, BaseError> {
        let known = self.pgn(id)?.ok_or(BaseError::Record(id))?;
        let Some(completed) = complete(&known, &record.kept()) else { return Ok(None) };
        let variant = record.game.start().variant();
        NewGame::read(&completed, variant).map(Some).map_err(|_| BaseError::Record(id))
    }
}

/// `known` with all that `other` knows besides; `None` if that is nothing. Tags and the result are completed
/// one by one. Comments and variations are taken only where there are none: claimed counts are among them.
fn complete(known: &PgnGame, other: &PgnGame) -> Option<PgnGame> {
    let mut completed = known.clone();
    for (name, value) in other.copied_tags().filter(|(_, value)| is_known(value)) {
        match completed.tags.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, there))
                if !is_known(there) || name == "Date" && is_fuller_date(value, there) =>
            {
                *there = value.to_owned();
            }
            Some(_) => {}
            None => completed.tags.push((name.to_owned(), value.to_owned())),
        }
    }
    if completed.result.is_none_or(|result| result == "*") {
        completed.result = other.result.or(completed.result);
    }
    if !has_text(known) && has_text(other) {
        completed.moves.clone_from(&other.moves);
        completed.comments.clone_from(&other.comments);
        completed.closing_comments.clone_from(&other.closing_comments);
        // As every record with its moves.
        completed.dialect = Some(Dialect::Makruk);
    }
    (completed != *known).then_some(completed)
}

/// Whether the value of a tag says something. The standard has a question mark for what is not known.
fn is_known(value: &str) -> bool {
    !value.trim().chars().all(|letter| "?*.-".contains(letter))
}

fn is_fuller_date(one: &str, other: &str) -> bool {
    let parts = |text| {
        let GameDate { year, month, day } = GameDate::parse(text);
        usize::from(year.is_some()) + usize::from(month.is_some()) + usize::from(day.is_some())
    };
    parts(one) > parts(other)
}

/// Whether something stands between the moves.
fn has_text(pgn: &PgnGame) -> bool {
    let is_noted =
        |mv: &PgnMove| !(mv.comments.is_empty() && mv.variations.is_empty() && mv.nags.is_empty());
    !pgn.comments.is_empty() || !pgn.closing_comments.is_empty() || pgn.moves.iter().any(is_noted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::notation::pgn::Reader;

    fn read(text: &str) -> PgnGame {
        Reader::new(text).next().expect("a game").expect("PGN")
    }

    #[test]
    fn a_record_is_completed_by_another_one() {
        let known = read(
            "[White \"?\"]\n[Black \"Chai\"]\n[Date \"2024.??.??\"]\n[Result \"*\"]\n\n1. d4 d5 *\n",
        );
        let other = "[White \"Som\"]\n[Black \"CHAI\"]\n[Date \"2024.05.01\"]\n[WhiteElo \"1500\"]\n\
                     [Result \"1-0\"]\n\n";
        let plain = complete(&known, &read(&format!("{other}1. d4 d5 1-0\n"))).expect("more");
        let tag = |name| plain.tag(name).unwrap_or_default();
        assert_eq!(["White", "Black", "Date"].map(tag), ["Som", "Chai", "2024.05.01"]);
        assert_eq!(["WhiteElo", "Result"].map(tag), ["1500", "1-0"]);
        assert_eq!((plain.result, &plain.moves), (Some("1-0"), &known.moves));
        // Neither a poorer record nor the same one adds anything.
        assert_eq!(complete(&plain, &known), None);
        assert_eq!(complete(&plain, &plain), None);
        let commented = read(&format!("{other}1. d4 {{good}} d5 1-0\n"));
        let both = complete(&plain, &commented).expect("a comment");
        assert_eq!(both.moves, commented.moves);
        assert_eq!(complete(&both, &plain), None);
        assert_eq!(complete(&both, &read("1. d4 {a longer comment} d5 {and another} *\n")), None);
    }
}
