//! Positions: the state of the count in words, what a proven result means under it, null moves, and
//! what a setup makes of the men it is given.

use crate::harness::position;
use makruk::notation::fen;
use makruk::position::{CountStatus, CountVerdict, Honour, Man, Position, Proof, Setup};
use makruk::rules::{Count, CountingRule, Variant};
use makruk::types::{Color, Piece, Square};

/// A null move passes the turn: the count advances as with any move, and no repetition is looked for
/// across it.
#[test]
fn a_null_move_passes_the_turn_and_advances_the_count() {
    for (before, after) in [
        ("4k1r1/8/8/8/8/8/4K3/R7 w - 128 10 60", "4k1r1/8/8/8/8/8/4K3/R7 b - 128 11 60"),
        ("4k1r1/8/8/8/8/8/4K3/R7 b - 128 11 60", "4k1r1/8/8/8/8/8/4K3/R7 w - 128 12 61"),
        ("4k1r1/8/8/3p4/3P4/8/4K3/R7 b - - 7 60", "4k1r1/8/8/3p4/3P4/8/4K3/R7 w - - 0 61"),
    ] {
        let null = position(before).play_null();
        assert_eq!(null.validate(), Ok(()), "{before}");
        assert_eq!(fen::format(&null), after);
        assert_eq!(null.key(), position(after).key(), "{before}");
        assert_eq!(null.halfmove_clock(), 0, "{before}");
    }
}

/// Moves of ruea and khun are counted since the last capture or bia move, from which no position can
/// recur.
#[test]
fn captures_and_bia_moves_restart_the_halfmove_clock() {
    let start = "4k1r1/8/8/3p4/4P3/8/4K3/R7 w - - 7 60";
    for (mv, clock) in [("a1a2", 8), ("e2d2", 8), ("e4d5", 0), ("e4e5", 0), ("a1a8", 8)] {
        let after = crate::harness::play(position(start), mv);
        assert_eq!(after.halfmove_clock(), clock, "{mv}");
    }
}

#[test]
fn the_state_of_the_count_is_a_sentence() {
    let status = |fen: &str| position(fen).count_status();
    for (fen, sentence, is_count) in [
        ("4k1r1/8/8/3p4/8/8/4K3/R7 w - - 0 60", "no count runs", false),
        // Nobody may claim one: it begins with the next move.
        ("4k1r1/8/8/8/8/8/4K3/R7 w - - 0 60", "no count runs", false),
        (
            "4k1r1/8/8/8/8/8/4K3/R7 w - 128 10 60",
            "board's honour: White has counted 5 of 64, Black has 59 moves left",
            true,
        ),
        (
            "4k1r1/8/8/8/8/8/4K3/R7 w - 128 11 60",
            "board's honour: Black has counted 6 of 64, White has 59 moves left",
            true,
        ),
        (
            "7k/8/6K1/8/8/8/8/R7 w - 32 31 60",
            "pieces' honour: Black has counted 16 of 16, White has 1 move left",
            true,
        ),
        (
            "7k/8/6K1/8/8/8/8/R7 w - 32 33 60",
            "pieces' honour: Black has counted past 16, the count is complete",
            true,
        ),
        (
            "8/8/4K3/8/8/4k3/3r4/8 w - 32 32 60",
            "pieces' honour: White has counted 16 of 16, Black has 0 moves left",
            true,
        ),
    ] {
        assert_eq!(status(fen).to_string(), sentence, "{fen}");
        assert_eq!(status(fen).is_count(), is_count, "{fen}");
    }
    let claimable = CountStatus::Claimable(Color::White);
    assert_eq!(claimable.to_string(), "no count runs, White may begin to count");
    assert!(!claimable.is_count());
    assert_eq!(
        [Honour::Board, Honour::Pieces].map(|honour| honour.to_string()),
        ["board's honour", "pieces' honour",]
    );
}

/// With Black counting and ten moves left to White.
#[test]
fn a_proven_result_is_told_under_the_count() {
    let running = position("8/8/4k3/8/8/4K3/3R4/8 w - 32 13 60");
    assert_eq!(running.moves_left(), Some(10));
    let (white, black) = (Color::White, Color::Black);
    for (proof, verdict, sentence) in [
        (
            Proof::Mate { winner: white, moves: 10 },
            CountVerdict::Won { moves: 10, moves_left: 10 },
            "won in 10, count allows 10",
        ),
        (
            Proof::Mate { winner: white, moves: 11 },
            CountVerdict::WonByConversion { moves: 10 },
            "won: a capture or promotion within 10 moves leads to mate in time",
        ),
        (
            Proof::Conversion { winner: white, moves: 1 },
            CountVerdict::WonByConversion { moves: 1 },
            "won: a capture or promotion within 1 move leads to mate in time",
        ),
        (
            Proof::Mate { winner: black, moves: 1 },
            CountVerdict::CounterWins { counter: black, moves: 1 },
            "Black, who counts, wins in 1 move",
        ),
        (
            Proof::Mate { winner: black, moves: 20 },
            CountVerdict::CounterWins { counter: black, moves: 20 },
            "Black, who counts, wins in 20 moves",
        ),
        (
            Proof::TooLate { strong: white, moves: 11 },
            CountVerdict::TooLate { moves: 11, late: 1 },
            "draw: mate in 11 comes 1 move late",
        ),
        (
            Proof::TooLate { strong: white, moves: 13 },
            CountVerdict::TooLate { moves: 13, late: 3 },
            "draw: mate in 13 comes 3 moves late",
        ),
        (
            Proof::TooLate { strong: white, moves: 10 },
            CountVerdict::NoMate { strong: white },
            "draw: White cannot force mate",
        ),
        (
            Proof::Draw { strong: black },
            CountVerdict::NoMate { strong: black },
            "draw: Black cannot force mate",
        ),
    ] {
        assert_eq!(running.count_verdict(proof), Some(verdict), "{proof:?}");
        assert_eq!(verdict.to_string(), sentence);
        for over in ["8/8/4k3/8/8/4K3/3R4/8 w - 32 33 60", "8/8/4k3/8/8/4K3/3R4/8 w - - 0 60"] {
            assert_eq!(position(over).count_verdict(proof), None, "{over} {proof:?}");
            assert_eq!(position(over).estimated_verdict(9), None, "{over}");
        }
    }
    for (moves, sentence) in [
        (10, "mate takes about 10 moves, count allows 10"),
        (11, "mate takes about 11 moves, count allows 10: probably too late"),
    ] {
        let verdict = running.estimated_verdict(moves);
        assert_eq!(verdict, Some(CountVerdict::Estimated { moves, moves_left: 10 }));
        assert_eq!(verdict.expect("a verdict").to_string(), sentence);
    }
}

/// The bare khun is to move, counts, and its opponent has no move left.
#[test]
fn a_count_saves_the_bare_khun_that_counts() {
    for (fen, saved) in [
        ("R5k1/8/8/8/8/8/8/K6R b - 16 16 50", true),
        ("r5K1/8/8/8/8/8/8/k6r w - 16 16 50", true),
        // The next move of the other side may mate.
        ("R5k1/8/8/8/8/8/8/K6R b - 16 14 50", false),
        ("7k/8/8/8/8/8/R7/K5R1 w - 16 15 50", false),
        // The other side is to move.
        ("7k/8/8/8/8/8/R7/K5R1 w - 16 17 50", false),
        ("R5k1/8/8/8/8/8/8/K6R b - - 0 50", false),
        // Men on both sides.
        ("6k1/8/n7/8/8/8/8/K6R b - 128 128 50", false),
        // The capture of the last bia begins another count.
        ("R6k/6P1/8/8/8/8/8/K6R b - 16 16 50", false),
    ] {
        assert_eq!(position(fen).count_saves_bare_side(), saved, "{fen}");
    }
}

/// A setup without a limit has no count, and only mets are bia ngai.
#[test]
fn a_setup_keeps_no_half_of_a_count_and_no_bia_ngai_but_mets() {
    let mut setup = Setup::empty();
    let square = |file, rank| Square::new(file, rank);
    setup.put(square(0, 0), Man::new(Color::White, Piece::King));
    setup.put(square(7, 7), Man::new(Color::Black, Piece::King));
    let promoted = |piece| Man { promoted: true, ..Man::new(Color::White, piece) };
    setup.put(square(3, 3), promoted(Piece::Met));
    setup.put(square(4, 3), promoted(Piece::Khon));
    setup.put(square(5, 3), Man::new(Color::White, Piece::Met));
    setup.count = Count { limit: 0, ply: 5 };
    setup.fullmove_number = 0;
    let built = setup.build(Variant::Makruk, CountingRule::MAKRUK).expect("legal");
    assert_eq!(built.count(), Count::NONE);
    assert_eq!(built.promoted(), square(3, 3).bitboard());
    assert_eq!((built.fullmove_number(), built.validate()), (1, Ok(())));
    // What is read back is what was built.
    let again = Setup::from(&built);
    assert_eq!(again.man(square(3, 3)), Some(promoted(Piece::Met)));
    assert_eq!(again.man(square(4, 3)), Some(Man::new(Color::White, Piece::Khon)));
    assert_eq!(again.build(Variant::Makruk, CountingRule::MAKRUK).as_ref(), Ok(&built));
}

/// What is on a square, of either side.
#[test]
fn men_are_found_on_their_squares() {
    let start = Position::start(Variant::Makruk, CountingRule::MAKRUK);
    let at = |file, rank| {
        let square = Square::new(file, rank);
        (start.color_at(square), start.piece_at(square))
    };
    assert_eq!(at(3, 0), (Some(Color::White), Some(Piece::King)));
    assert_eq!(at(3, 7), (Some(Color::Black), Some(Piece::Met)));
    assert_eq!(at(4, 7), (Some(Color::Black), Some(Piece::King)));
    assert_eq!(at(0, 5), (Some(Color::Black), Some(Piece::Pawn)));
    assert_eq!(at(0, 3), (None, None));
}

/// A man of each kind attacks d4; the same men on the other side of it would not.
#[test]
fn men_attack_a_square_as_they_move() {
    let squares = |names: &str| {
        let square = |name: &str| Square::from_chars(name.as_bytes()[0], name.as_bytes()[1]);
        names.split(' ').map(|name| square(name).expect("a square")).collect::<Vec<_>>()
    };
    let d4 = squares("d4")[0];
    let attackers = |fen: &str, color| {
        let position = position(fen);
        position.attackers(color, d4, position.occupied()).into_iter().collect::<Vec<_>>()
    };
    let near = "7k/8/8/2Ksp3/R7/2PSMN2/8/8 w - - 0 1";
    assert_eq!(attackers(near, Color::White), squares("c3 d3 e3 f3 a4 c5"));
    assert_eq!(attackers(near, Color::Black), squares("d5 e5"));
    // A bia and a khon that have passed the square, a met beside it, and a ruea behind a man.
    let far = "7k/8/8/2PS1K2/R1N1M3/3sp3/8/8 w - - 0 1";
    assert_eq!(attackers(far, Color::White), []);
    assert_eq!(attackers(far, Color::Black), []);
}

/// The attackers of a square, those of both sides, and the squares that a side attacks agree.
#[test]
fn attacks_agree_from_both_ends() {
    for fen in [
        crate::harness::START,
        "r1smksn1/3n3r/1pppppp1/p7/1P2P3/P1PP1PSP/1S6/RN1KM1NR w - - 0 7",
        "2s5/2mkn3/6R1/8/3s4/5S2/R2M1K2/SN6 w - 128 0 34",
        "8/2k5/1m1s4/2mr4/3RM3/3S1N2/4K3/8 w - 128 0 34",
    ] {
        let position = position(fen);
        let occupied = position.occupied();
        for square in Square::all() {
            let by = Color::ALL.map(|color| position.attackers(color, square, occupied));
            let both = position.attackers_of_both(square, occupied);
            assert_eq!(both, by[0] | by[1], "{square} in {fen}");
            for (color, by) in Color::ALL.into_iter().zip(by) {
                let attacked = position.attacked_by(color, occupied).contains(square);
                assert_eq!(attacked, by.any(), "{square} by {color} in {fen}");
            }
        }
    }
}

#[test]
fn a_side_with_its_khun_alone_is_bare() {
    for (fen, bare) in [
        ("8/8/4k3/8/8/4K3/8/8 w", [true, true]),
        ("8/8/4k3/8/8/4K3/3R4/8 w", [false, true]),
        ("8/3p4/4k3/8/8/4K3/8/8 w", [true, false]),
        ("8/3p4/4k3/8/8/4K3/3R4/8 w", [false, false]),
    ] {
        let position = position(fen);
        assert_eq!(Color::ALL.map(|color| position.is_bare(color)), bare, "{fen}");
        assert_eq!(position.has_bare_side(), bare[0] || bare[1], "{fen}");
    }
}

/// A bia ngai is remembered wherever it goes, until it is taken.
#[test]
fn bia_ngai_are_remembered_until_they_are_taken() {
    for (start, moves, bia_ngai) in [
        ("4k3/8/8/P7/8/8/8/4K3 w", "a5a6m", Some("a6")),
        ("4k3/8/8/P7/8/8/8/4K3 w", "a5a6m e8e7 a6b7", Some("b7")),
        ("4k3/8/1m~6/P7/8/8/8/4K3 w", "a5b6m", Some("b6")),
        ("4k3/8/m~7/1M~6/8/8/8/4K3 w", "b5a6", Some("a6")),
        ("4k3/8/m~7/1M6/8/8/8/4K3 w", "b5a6", None),
        ("4k3/8/m~7/8/8/8/8/R3K3 w", "a1a6", None),
        ("4k3/8/m~7/8/8/8/8/R3K3 w", "a1a5", Some("a6")),
        ("4k3/8/m7/8/8/8/8/R3K3 w", "a1a5 a6b5", None),
    ] {
        let after = crate::harness::play(position(start), moves);
        let found: Vec<String> = after.promoted().into_iter().map(|at| at.to_string()).collect();
        assert_eq!(found, Vec::from_iter(bia_ngai), "{moves} in {start}");
    }
}
