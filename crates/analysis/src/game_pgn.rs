//! A game as PGN, without comments on its moves, and back.

use makruk::formations;
use makruk::game::Game;
use makruk::notation::pgn::{PgnGame, PgnWriter, count_comment, result, start_tags};
use makruk::notation::{PgnError, fen, san};
use makruk::rules::{CountingRule, Variant};

/// The moves of a game in PGN as a game. `variant` is for games that name none. Counts run by `rule`, or
/// without it by the rule that the game names, or else the weaker side counts, as people do.
///
/// # Errors
/// A tag names an unknown variant or counting rule, or the start position or a move is not legal.
pub fn game_of(
    pgn: &PgnGame,
    variant: Variant,
    rule: Option<CountingRule>,
) -> Result<Game, PgnError> {
    let rule = match rule {
        Some(rule) => rule,
        None => pgn.counting_rule()?.unwrap_or(CountingRule::FOR_PEOPLE),
    };
    let start = pgn.start(variant, rule)?;
    let claims = pgn.claims();
    let mut game = Game::new(start);
    game.repeat_claims(&claims);
    for mv in pgn.resolve(&start)? {
        game.play(mv).unwrap_or_else(|error| unreachable!("it was read as legal: {error}"));
        game.repeat_claims(&claims);
    }
    Ok(game)
}

/// Writes a game with these tags, names and values, followed by an empty line. Variant, start position,
/// counting rule, opening and result are added if they are missing. `ending` is a comment after the last
/// move.
pub fn game_pgn(game: &Game, tags: &[(&str, &str)], ending: Option<&str>) -> String {
    let start = game.start();
    let given = |name| tags.iter().find(|(tag, _)| *tag == name).map(|(_, value)| *value);
    let outcome = game.outcome();
    let result =
        given("Result").unwrap_or_else(|| outcome.map_or("*", |outcome| result(outcome.winner())));
    let mut pgn = PgnWriter::new();
    for (name, value) in tags {
        pgn.tag(name, value);
    }
    let mut add = |name, value: &str| {
        if given(name).is_none() {
            pgn.tag(name, value);
        }
    };
    for (name, value) in start_tags(start, fen::format_with_promoted) {
        add(name, &value);
    }
    if let Some(opening) =
        sakdi_i18n::formations_in_both_languages(formations::classify(start, game.moves()))
    {
        add("Opening", &opening);
    }
    add("Result", result);
    for (ply, position) in game.positions().iter().enumerate() {
        if let Some(comment) = count_comment(game.claims().at(ply), position) {
            pgn.comment(&comment);
        }
        if let Some(&mv) = game.moves().get(ply) {
            pgn.mv(position, &san::format(position, mv));
        }
    }
    if let Some(ending) = ending {
        pgn.comment(ending);
    }
    pgn.result(result);
    pgn.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::notation::coordinate;
    use makruk::notation::pgn::Reader;
    use makruk::position::Position;

    #[test]
    fn a_game_has_the_tags_it_lacks_and_its_end() {
        let start = "7k/8/6K1/8/8/8/8/R7 w - 32 21 60";
        let start = fen::parse(start, Default::default(), Default::default()).expect("a FEN");
        let mut game = Game::new(start);
        let mv = coordinate::parse(game.position(), "a1a8").expect("a move");
        game.play(mv).expect("legal");
        let pgn = game_pgn(&game, &[("White", "A")], Some("White mates"));
        let begin =
            "[White \"A\"]\n[Variant \"Makruk\"]\n[CountingRule \"makruk\"]\n[SetUp \"1\"]\n";
        assert!(pgn.starts_with(begin), "{pgn}");
        assert!(pgn.ends_with("[Result \"1-0\"]\n\n60. Ra8# {White mates} 1-0\n\n"), "{pgn}");
        let pgn = game_pgn(&Game::new(start), &[("Result", "1/2-1/2")], None);
        assert!(pgn.starts_with("[Result \"1/2-1/2\"]\n") && pgn.ends_with("\n\n1/2-1/2\n\n"));
    }

    #[test]
    fn a_game_keeps_its_counting_rule() {
        let game = Game::new(Position::start(Variant::Makpong, CountingRule::THAI));
        let pgn = game_pgn(&game, &[], None);
        let read = Reader::new(&pgn).next().expect("a game").expect("PGN");
        let start_by = |rule| *game_of(&read, Variant::Makruk, rule).expect("legal").start();
        assert_eq!(start_by(None), *game.start());
        let other = Position::start(Variant::Makpong, CountingRule::NONE);
        assert_eq!(start_by(Some(CountingRule::NONE)), other);
    }

    #[test]
    fn an_unknown_counting_rule_is_refused_unless_another_is_given() {
        let text = "[CountingRule \"honour\"]\n\n1. d4 *";
        let read = Reader::new(text).next().expect("a game").expect("PGN");
        let game = |rule| game_of(&read, Variant::Makruk, rule).map(|game| *game.start());
        assert!(matches!(game(None), Err(PgnError::CountingRule { line: 1, .. })));
        let given = Position::start(Variant::Makruk, CountingRule::THAI);
        assert_eq!(game(Some(CountingRule::THAI)), Ok(given));
    }
}
