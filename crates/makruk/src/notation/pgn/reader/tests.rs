//! Tests of reading.

use super::*;
use crate::rules::{CountingRule, Variant};

fn games(text: &str) -> Vec<PgnGame> {
    Reader::new(text).collect::<Result<_, _>>().unwrap()
}

fn error(text: &str) -> PgnError {
    Reader::new(text).find_map(Result::err).unwrap()
}

/// Control characters are read as blanks.
#[test]
fn control_characters_are_blanks() {
    let text = "[White \"\u{1b}[31mred\u{7}\"]\n\n1. d4 {\u{1b}[2J clear} (1. e4 {\u{9b}x}) *";
    let game = &games(text)[0];
    assert_eq!(game.tag("White"), Some(" [31mred "));
    assert_eq!(game.moves[0].comments, ["[2J clear"]);
    assert_eq!(game.moves[0].variations, ["1. e4 {x}"]);
}

/// The reader once searched to the end of the file for each unclosed comment.
#[test]
fn a_hostile_file_is_read_in_linear_time() {
    let parts = ["{", "(", ""].map(|open| {
        ["Event", "T"].map(|tag| format!("[{tag} \"x\"]\n1. d4 {open}\n").repeat(100_000))
    });
    let tags = "[T \"x\"]\n".repeat(100_000);
    let brackets = ["[", "[          ", "[T \"", "[T \"\\\\"].map(|begin| {
        let blanks = " ".repeat(500_000);
        format!("{begin}{}{blanks}{}", "\\".repeat(500_000), "]".repeat(500_000))
    });
    // All comments end with the last game.
    let unclosed = ["[T \"x\"]\n1. d4 {\n", "1. d4 {\n\n"]
        .map(|game| game.repeat(100_000) + "\n[T \"x\"]\n\n1. d4 } *");
    let texts = parts.as_flattened().iter().chain([&tags]).chain(&brackets).chain(&unclosed);
    for text in texts {
        let began = std::time::Instant::now();
        assert!(Reader::new(text).count() > 0);
        assert!(began.elapsed().as_secs() < 120, "{}", &text[..20]);
    }
}

const WILD: &str = "\u{feff}% exported by hand\r\n\
        [Event \"A \\\"friendly\\\" [club]\"]\r\n[Variant \"Makruk\"]\r\n\r\n\
        {Opening} 1. d4 $1 d5!? {a {brace} (1... e5 (1... f5) {in) it} 2. e4) ; to the end )\r\n\
        2.Nd2 Nd7?? 3... 1/2-1/2\r\n\r\n[Event \"Next\"]\r\n1. e4 e5\r\n[Event \"Last\"]\r\n*\r\n";

#[test]
fn games_have_all_their_parts() {
    let games = games(WILD);
    assert_eq!(games.len(), 3);
    let first = &games[0];
    assert_eq!(first.tag("Event"), Some("A \"friendly\" [club]"));
    assert_eq!((first.tag("Round"), &first.comments[..]), (None, &["Opening".to_owned()][..]));
    let sans: Vec<_> = first.moves.iter().map(|mv| mv.san.as_str()).collect();
    assert_eq!(sans, ["d4", "d5", "Nd2", "Nd7"]);
    let nags: Vec<_> = first.moves.iter().map(|mv| mv.nags.clone()).collect();
    assert_eq!(nags, [vec![1], vec![5], vec![], vec![4]]);
    assert_eq!(first.moves[1].comments, ["a {brace", "to the end )"]);
    assert_eq!(first.moves[1].variations, ["1... e5 (1... f5) {in) it} 2. e4"]);
    assert_eq!((first.result, first.line, first.moves[2].line), (Some("1/2-1/2"), 2, 6));
    assert_eq!((games[1].result, games[1].moves.len()), (None, 2));
    assert_eq!((games[2].result, games[2].moves.len()), (Some("*"), 0));
    assert_eq!(&WILD[games[1].span.clone()], "[Event \"Next\"]\r\n1. e4 e5\r\n");
}

/// A variation ended at a line that began with a bracket, and commands between moves ended the game.
#[test]
fn commands_outside_braces_are_comments() {
    let text = "[Event \"a\"]\n\n[%csl Ge4] 1. e4 [%cal\nGe4d5] d5 (1... d6\n[%csl Gd6] 2. d4\n\
            [hm] d5) 2. exd5 *\n\n[Event \"b\"]\n\n1. e4 *\n";
    let games = games(text);
    assert_eq!(games[0].comments, ["[%csl Ge4]"]);
    assert_eq!(games[0].moves[0].comments, ["[%cal Ge4d5]"]);
    assert_eq!(games[0].moves[1].variations, ["1... d6 {[%csl Gd6]} 2. d4 [hm] d5"]);
    assert_eq!((games[0].moves.len(), games[1].tag("Event")), (3, Some("b")));
}

#[test]
fn comments_after_the_result_stay_with_their_game() {
    let [next, tags] = ["1. d4 *", "[Event \"b\"]\n\n{c} 1. d4 *"];
    // A text, the closing comments of its first game, and the comments before its second one.
    for (text, closing, comments) in [
        ("1-0 {a} {b}".to_owned(), &["a", "b"][..], None),
        ("1-0 [%csl Ge4]".to_owned(), &["[%csl Ge4]"], None),
        ("* ; last words".to_owned(), &["last words"], None),
        ("*\n\n{a}\n\n; b\n\n".to_owned(), &["a", "b"], None),
        (format!("1-0 {{a}}\n\n{tags}"), &["a"], Some(&["c"][..])),
        (format!("1-0 ; a\n; b\n\n{tags}"), &["a", "b"], Some(&["c"])),
        (format!("1-0\n{{a}}\n{tags}"), &["a"], Some(&["c"])),
        (format!("1-0\r\n\r\n{{a}}\r\n\r\n{tags}"), &["a"], Some(&["c"])),
        (format!("1-0 {{a}}\n\n{{b}}\n\n; d\n{tags}"), &["a", "b"], Some(&["d", "c"])),
        (format!("1-0 {{a}} {next}"), &["a"], Some(&[])),
        (format!("1-0 {{a}}\n\n{{b}} {next}"), &["a"], Some(&["b"])),
    ] {
        let games = games(&text);
        assert_eq!(games[0].closing_comments, closing, "{text:?}");
        let texts = |game: &PgnGame| game.comments.clone();
        let comments = comments.map(|texts| texts.iter().map(ToString::to_string).collect());
        assert_eq!(games.get(1).map(texts), comments, "{text:?}");
    }
    // An error is one of the next game.
    let text = format!("1-0 {{a}} {{b\n\n{tags}");
    let read: Vec<_> = Reader::new(&text).collect();
    assert!(
        matches!(&read[..], [Ok(first), Err(PgnError::OpenComment { line: 1 }), Ok(_)]
            if first.closing_comments == ["a"]),
        "{read:?}"
    );
}

#[test]
fn tags_may_share_a_line() {
    let text = "[Event \"a \\\"]\\\" [b]\"] [White \"x\\\\\"][Black \"y\" ]\n\n1. d4 *";
    let game = &games(text)[0];
    let tags: Vec<_> = game.tags.iter().map(|(name, value)| (&name[..], &value[..])).collect();
    assert_eq!(tags, [("Event", "a \"]\" [b]"), ("White", "x\\"), ("Black", "y")]);
}

#[test]
fn an_empty_text_has_no_games() {
    assert_eq!(games(""), []);
    assert_eq!(games(" \n% only\n ; words\n"), []);
}

#[test]
fn errors_name_the_line() {
    assert_eq!(error("\n[Event \"x\"\n"), PgnError::OpenTag { line: 2 });
    assert_eq!(error("1. e4\n{ for"), PgnError::OpenComment { line: 2 });
    assert_eq!(error("1. e4 ( 1. d4 (\n)"), PgnError::OpenVariation { line: 1 });
    assert_eq!(error("1. e4 )"), PgnError::StrayParenthesis { line: 1 });
    assert!(matches!(error("[Event x]"), PgnError::BadTag { line: 1, .. }));
}

#[test]
fn a_game_names_its_counting_rule_or_holds_claims() {
    let rule = |text: &str| games(&format!("[CountingRule \"{text}\"] *"))[0].counting_rule();
    assert_eq!(rule("thai-strict"), Ok(Some(CountingRule::THAI_STRICT)));
    assert_eq!((rule("claimed"), rule("?")), (Ok(Some(CountingRule::CLAIMED)), Ok(None)));
    assert!(matches!(rule("honour"), Err(PgnError::CountingRule { line: 1, .. })));
    let claimed = games("1. d4 {[%count start]} *")[0].counting_rule();
    assert_eq!(claimed, Ok(Some(CountingRule::CLAIMED)));
    assert_eq!(games("1. d4 *")[0].counting_rule(), Ok(None));
}

#[test]
fn moves_are_resolved_by_the_position() {
    let game = &games("1. d4 Nd7 2. e3e4 *")[0];
    let start = game.start(Variant::Makruk, CountingRule::MAKRUK).unwrap();
    let moves = game.resolve(&start).unwrap();
    assert_eq!(format!("{moves:?}"), "[d3d4, b8d7, e3e4]");

    let illegal = &games("1. d4\nQd7 *")[0];
    assert!(matches!(illegal.resolve(&start), Err(PgnError::Move { line: 2, .. })));
    let unknown = &games("[Variant \"Sittuyin\"] *")[0];
    assert!(matches!(
        unknown.start(Variant::Makruk, CountingRule::MAKRUK),
        Err(PgnError::Variant { .. })
    ));
}

/// The first words of each game, or its error.
fn outcomes(text: &str) -> Vec<String> {
    let outcome = |game: Result<PgnGame, PgnError>| match game {
        Ok(game) => {
            let words: Vec<String> = game.moves.into_iter().map(|mv| mv.san).collect();
            format!("{} {}", words.join(" "), game.result.unwrap_or("?"))
        }
        Err(error) => error.to_string(),
    };
    Reader::new(text).map(outcome).collect()
}

/// The game after one with an unreadable tag was lost unless it began with tags, and one without moves
/// took the tags of the next.
#[test]
fn a_fault_in_a_game_loses_only_this_game() {
    let bad = "line 1: unreadable tag 'White a'";
    assert_eq!(outcomes("[White a]\n\n1. d4 1-0\n\n1. e4 0-1\n"), [bad, "e4 0-1"]);
    assert_eq!(outcomes("[White a]\n[Black b]\n1. d4\n[White \"c\"]\n1. e4 *"), [bad, "e4 *"]);
    assert_eq!(outcomes("[White a]"), [bad]);
    let half = "[White \"a\"]\n[Black \"b\"]\n\n[White \"c\"]\n\n1. e4 *";
    assert_eq!(outcomes(half), [" ?", "e4 *"]);
    assert_eq!(games(half)[1].tag("White"), Some("c"));
    // A line of a comment is not the next game.
    let comment =
        "1. e4 ) e5 {x\n[%clk 0:01] } 2. Nd2 {\n[%clk 2]} d5 *\n\n[White \"b\"]\n\n1. d4 *";
    assert_eq!(outcomes(comment), ["line 1: ')' without a variation", "d4 *"]);
    // Games without tags begin with their first move.
    let untagged = "1. d4 )\n\n2. Nd2 d5\n\n1. e4 1-0\n\n๑. d4 *\n";
    assert_eq!(outcomes(untagged), ["line 1: ')' without a variation", "e4 1-0", "d4 *"]);
    // A comment that is not closed ends before the next tags, whatever their names.
    let unclosed = "[White \"a\"]\n\n1. d4 {good\n\n[White \"b\"]\n\n1. e4 {fine} *\n";
    assert_eq!(outcomes(unclosed), ["line 3: the comment that begins here has no end", "e4 *"]);
    // Nor does a game without moves take the tags of one that begins with another name.
    let half = "[White \"a\"]\n[Result \"1-0\"]\n\n[Event \"x\"]\n[White \"c\"]\n\n1. e4 *";
    assert_eq!(outcomes(half), [" ?", "e4 *"]);
    // Without an empty line between them, a game has a tag twice.
    assert_eq!(outcomes("[White \"a\"]\n[White \"c\"]\n\n1. e4 *"), ["e4 *"]);
}

/// People write results with blanks, and the marks after a move without any.
#[test]
fn results_and_nags_are_read_with_and_without_blanks() {
    for (text, result) in [
        ("1 - 0", "1-0"),
        ("0 – 1", "0-1"),
        ("1- 0", "1-0"),
        ("1 : 0", "1-0"),
        ("1/2 - 1/2", "1/2-1/2"),
        ("½ -½", "1/2-1/2"),
        ("½", "1/2-1/2"),
        ("0.5 - 0.5", "1/2-1/2"),
        ("0,5-0,5", "1/2-1/2"),
        ("๐.๕ - ๐.๕", "1/2-1/2"),
    ] {
        let expected = [format!("d4 d5 {result}"), "e4 *".to_owned()];
        assert_eq!(outcomes(&format!("1. d4 d5 {text}{{end}}\n1. e4 *")), expected, "{text}");
    }
    let game = &games("1. d4$5$10 d5$2{good}2. e4 1\n-0")[0];
    let read: Vec<_> = game.moves.iter().map(|mv| (mv.san.as_str(), &mv.nags[..])).collect();
    assert_eq!(read, [("d4", &[5, 10][..]), ("d5", &[2]), ("e4", &[])]);
    assert_eq!((game.result, outcomes("1 d4 1 d5 0").len()), (Some("1-0"), 1));
}

#[test]
fn an_offer_of_a_draw_is_a_comment() {
    let game = &games("1. Nd2= {first} Nd7 = 2. Qc6+=! a6=M d5=? *")[0];
    let offers: Vec<_> = game.moves.iter().map(|mv| (&mv.san[..], mv.comments.join("|"))).collect();
    let offers: Vec<_> = offers.iter().map(|(san, comments)| (*san, &comments[..])).collect();
    let (offer, both) = ("[%draw offer]", "[%draw offer]|first");
    assert_eq!(offers, [("Nd2", both), ("Nd7", ""), ("Qc6+", offer), ("a6=M", ""), ("d5", offer)]);
    assert_eq!((&game.moves[1].nags[..], &game.moves[2].nags[..]), (&[10][..], &[1][..]));
}

#[test]
fn every_sign_has_its_nag() {
    let nags = |text: &str| games(&format!("1. d4{text} *"))[0].moves[0].nags.clone();
    for (signs, nag) in [
        (&["!"][..], 1),
        (&["?"], 2),
        (&["!!", "‼"], 3),
        (&["??", "⁇"], 4),
        (&["!?", "⁉"], 5),
        (&["?!", "⁈"], 6),
        (&[" □", "□"], 7),
        (&[" ="], 10),
        (&[" ∞", "∞"], 13),
        (&[" +=", " +/=", " ⩲", "⩲"], 14),
        (&[" =+", " =/+", " ⩱", "⩱"], 15),
        (&[" +/-", " ±", "±"], 16),
        (&[" -/+", " ∓", "∓"], 17),
        (&[" +-"], 18),
        (&[" -+"], 19),
        (&[" N"], 146),
    ] {
        for sign in signs {
            assert_eq!(nags(sign), [nag], "{sign}");
        }
    }
    assert_eq!(nags("!□"), [1, 7]);
}

#[test]
fn a_result_is_that_of_the_moves_or_of_the_tag() {
    for (text, tag, stated) in [
        ("[Result \"0-1\"]\n\n1. d4 1-0", Some("0-1"), Some("1-0")),
        ("[Result \"½-½\"]\n\n1. d4", Some("1/2-1/2"), Some("1/2-1/2")),
        ("[Result \"won\"]\n\n1. d4", None, None),
        ("[Result \"1-0\"]\n\n1. d4 *", Some("1-0"), Some("1-0")),
        ("[Result \"*\"]\n\n1. d4 1-0", Some("*"), Some("1-0")),
        ("1. d4 *", None, Some("*")),
        ("1. d4", None, None),
    ] {
        let game = &games(text)[0];
        assert_eq!((game.result_tag(), game.stated_result()), (tag, stated), "{text}");
    }
}
