//! Moves of each dialect: what is refused, how a whole game is recognized, and conversion.

use makruk::notation::dialect::{Evidence, detect};
use makruk::notation::pgn::own_mark::signed;
use makruk::notation::pgn::{PgnWriter, Reader, convert, push_kept_variation};
use makruk::notation::{Dialect, MoveError, coordinate, fen};
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use makruk::types::{Move, Piece};

fn position(text: &str) -> Position {
    fen::parse(text, Variant::Makruk, CountingRule::NONE).expect(text)
}

fn start() -> Position {
    Position::start(Variant::Makruk, CountingRule::NONE)
}

fn mv(text: &str) -> Move {
    coordinate::squares(text).expect(text).0
}

#[test]
fn the_letter_after_a_move_is_that_of_a_promotion() {
    let bia = position("4k3/8/8/P7/8/8/8/4K3 w - - 0 1");
    let wrong = MoveError::WrongPromotion { mv: mv("a5a6"), letter: 'R' };
    let unreadable = |text: &str| MoveError::Unreadable { found: text.into() };
    for (text, read) in [
        ("a6", Ok(mv("a5a6"))),
        ("a6=M", Ok(mv("a5a6"))),
        ("a6(ม็)", Ok(mv("a5a6"))),
        ("a6=R", Err(wrong)),
        ("a6=RR", Err(unreadable("a6=RR"))),
        ("a6=/", Err(unreadable("a6=/"))),
    ] {
        assert_eq!(Dialect::Makruk.parse(&bia, text), read, "{text}");
    }
}

#[test]
fn signs_are_those_that_people_write() {
    for text in ["Mb1-d2", "Mb1–d2", "Mb1—d2", "Mb1−d2", "Mb1 → d2", "M.b1-d2"] {
        assert_eq!(Dialect::OfficialEnglish.parse(&start(), text), Ok(mv("b1d2")), "{text}");
    }
    let takes = position("4k3/8/8/8/8/8/3r4/1N2K3 w - - 0 1");
    for text in ["Mb1xRd2", "Mb1×d2", "Mb1:Rd2", "MXRd2"] {
        assert_eq!(Dialect::OfficialEnglish.parse(&takes, text), Ok(mv("b1d2")), "{text}");
    }
    // Only a capture names a second man, and files are in the letters of the dialect.
    for text in ["Mb1-Rd2", "Mข1xRd2", "Mb1xRHd2"] {
        let unreadable = MoveError::Unreadable { found: text.into() };
        assert_eq!(Dialect::OfficialEnglish.parse(&takes, text), Err(unreadable), "{text}");
    }
    let far = MoveError::OutOfReach { mv: mv("b1h8"), piece: Piece::Knight };
    assert_eq!(Dialect::OfficialEnglish.parse(&takes, "Mh8"), Err(far));
}

#[test]
fn the_man_that_is_taken_is_the_one_that_is_named() {
    // A met, and a bia ngai far away, so that the position tells them apart.
    let met = position("4k2m~/8/8/8/8/8/3m4/1N2K3 w - - 0 1");
    assert_eq!(Dialect::OfficialEnglish.parse(&met, "Mb1xDd2"), Ok(mv("b1d2")));
    for text in ["Mb1xRd2", "Mb1xNd2"] {
        assert!(Dialect::OfficialEnglish.parse(&met, text).is_err(), "{text}");
    }
}

/// Where the position tells bia ngai from mets, each has its own letter only.
#[test]
fn a_met_is_no_bia_ngai_where_they_are_told_apart() {
    let marked = position("4k3/8/8/8/2M1M~3/8/8/4K3 w - - 0 1");
    let unmarked = position("4k3/8/8/8/2M1M3/8/8/4K3 w - - 0 1");
    assert!(Dialect::PlayOk.parse(&start(), "Qd2").is_ok());
    assert!(Dialect::PlayOk.parse(&start(), "Pd2").is_err());
    assert!(Dialect::PlayOk.parse(&marked, "Pb5").is_err());
    assert_eq!(Dialect::PlayOk.parse(&unmarked, "Pb5"), Ok(mv("c4b5")));
    // A bia ngai of the game is known although the start does not tell a met from one.
    let met = position("4k3/8/8/2P5/4M3/8/8/4K3 w - - 0 1");
    let evidence = Evidence { named: Some(Dialect::PlayOk), ..Evidence::default() };
    let read = detect(&met, &["c6", "Ke7", "Qd5"], evidence).map(|read| read.moves[2]);
    assert_eq!(read, Ok(mv("e4d5")));
}

#[test]
fn a_game_has_the_form_of_its_moves() {
    let found =
        |words: &[&str]| detect(&start(), words, Evidence::default()).map(|read| read.dialect);
    for (words, dialect) in [
        (&["Nb1-d2", "Ng8-e7"][..], Dialect::Lan),
        (&["b1d2", "g8e7"], Dialect::Uci),
        (&["Bf4", "Mge7"], Dialect::OfficialEnglishShort),
        (&["Bf3-f4", "Mg8-e7"], Dialect::OfficialEnglish),
        (&["ม-ง๒"], Dialect::Thai),
        (&["ม ข๑-ง๒"], Dialect::ThaiLong),
    ] {
        assert_eq!(found(words), Ok(dialect), "{words:?}");
    }
    // A program has rewritten a game of a site.
    let evidence = Evidence { site: Some(Dialect::PlayOk), ..Evidence::default() };
    let read = detect(&start(), &["Sc2", "Nd7"], evidence).map(|read| read.dialect);
    assert_eq!(read, Ok(Dialect::Makruk));
    // A game without moves has no letters, wherever it comes from.
    assert_eq!(detect(&start(), &[], evidence).map(|read| read.dialect), Ok(Dialect::Makruk));
}

#[test]
fn the_ply_of_a_fault_is_that_of_its_move() {
    let ply =
        |words: &[&str]| detect(&start(), words, Evidence::default()).expect_err("a fault").ply();
    assert_eq!(ply(&["Nd2", "Ne7", "Kz9"]), 2);
    // A met or a ma.
    assert_eq!(ply(&["Md2"]), 0);
    assert_eq!(ply(&["d4", "d5", "e4", "Md7"]), 3);
}

/// Latin letters are men in no Thai notation.
#[test]
fn a_faulty_game_of_a_site_is_not_read_as_another_one() {
    for site in [None, Some(Dialect::PlayOk)] {
        let evidence = Evidence { site, ..Evidence::default() };
        let read = |words: &[&str]| detect(&start(), words, evidence);
        assert_eq!(read(&["Be2", "d5", "Bf2"]).expect_err("a fault").ply(), 2, "{site:?}");
        assert_eq!(read(&["Be2", "Be7"]).map(|read| read.dialect), Ok(Dialect::PlayOk));
    }
    let capture = position("4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1");
    for (text, read) in [("cxd5", Some("c4d5")), ("cXD5", Some("c4d5")), ("Cxd5", None)] {
        assert_eq!(Dialect::Thai.parse(&capture, text).ok(), read.map(mv), "{text}");
    }
}

fn converted(text: &str, variant: Variant, to: Dialect) -> String {
    let game = Reader::new(text).next().expect("a game").expect(text);
    convert(&game, variant, to).expect(text).replace('\n', " ").trim().to_owned()
}

#[test]
fn tags_and_results_are_those_of_the_new_dialect() {
    let text = "[Event \"Club\"]\n[Result \"๐.๕-๐.๕\"]\n[Dialect \"official-english\"]\n\n1. Mb1-d2 Mg8-e7 ๑/๒-๑/๒\n";
    for (to, written) in [
        (Dialect::Makruk, "[Event \"Club\"] [Result \"1/2-1/2\"]  1. Nd2 Ne7 1/2-1/2"),
        (Dialect::Uci, "[Event \"Club\"] [Result \"1/2-1/2\"]  1. b1d2 g8e7 1/2-1/2"),
        (Dialect::PlayOk, "[Event \"Club\"] [Result \"1/2-1/2\"]  1. Nd2 Ne7 1/2-1/2"),
        (Dialect::OfficialThaiShort, "[Event \"Club\"] [Result \"0.5-0.5\"]  1. มง2 มจ7 0.5-0.5"),
    ] {
        assert_eq!(converted(text, Variant::Makruk, to), written, "{to}");
    }
    // M is a met there and a ma here.
    let ma = converted("1. Nd2 *", Variant::Makruk, Dialect::OfficialEnglishShort);
    assert_eq!(ma, "[Dialect \"official-english-short\"]  1. Md2 *");
    // The tag of the variant is added where the reader knows it from elsewhere.
    let moves = "1. Nd2 *";
    let makpong = converted(moves, Variant::Makpong, Dialect::Uci);
    assert_eq!(makpong, "[Variant \"Makpong\"]  1. b1d2 *");
    let named = converted("[Variant \"Makpong\"]\n\n1. Nd2 *", Variant::Makruk, Dialect::Uci);
    assert_eq!(named, makpong);
}

#[test]
fn a_variation_that_cannot_be_read_is_a_comment() {
    let thai = |variation: &str| {
        let text = format!("1. f4 ({variation}) *");
        converted(&text, Variant::Makruk, Dialect::OfficialThaiShort)
    };
    assert_eq!(thai("1. d4 d5 1/2-1/2"), "1. บฉ4 (1. บง4 บง5 1/2-1/2) *");
    for prose in ["a prose one", "1. d4 * 1. e4", "1. Rh8"] {
        assert_eq!(thai(prose), format!("1. บฉ4 {{({prose})}} *"));
    }
}

/// A copy in the letters of programs has variations as they are where they have these letters already.
#[test]
fn a_variation_stays_or_is_written_in_the_letters_of_programs() {
    let kept = |text: &str, from| {
        let mut pgn = PgnWriter::new();
        push_kept_variation(&mut pgn, text, &start(), from);
        pgn.movetext()
    };
    for from in [Dialect::Makruk, Dialect::Lan, Dialect::Uci] {
        assert_eq!(kept("1. b1-d2", from), "(1. b1-d2)");
    }
    assert_eq!(kept("1. Md2", Dialect::OfficialEnglishShort), "(1. Nd2)");
    assert_eq!(kept("1. Qh8", Dialect::PlayOk), "{(1. Qh8)}");
    // The analysis is marked by the checksum of its new text.
    let own = signed("1. Md2 {[%eval 0.1,2]}");
    let expected = signed("1. Nd2 {[%eval 0.1,2]}");
    assert_eq!(kept(&own, Dialect::OfficialEnglishShort), format!("({expected})"));
}
