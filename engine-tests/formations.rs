//! Opening formations by name, on positions made by hand.

use crate::client::Client;
use crate::harness::{START, game, positions_file};
use makruk::formations::{Family, Formation, Variation, classify};
use makruk::rules::{CountingRule, Variant};
use sakdi_i18n::{Localized, find_formation, formations_in_both_languages};
use std::collections::HashSet;

fn key(formation: Option<Formation>) -> String {
    formation.map_or("-".to_owned(), |one| {
        let family = one.family.name();
        let family = family.replace(" knights", "").replace(" knight", "");
        match one.variation {
            None => family,
            Some(variation) => format!("{family}/{}", variation.name()),
        }
    })
}

#[test]
fn formations_are_named_as_argued_for_both_sides() {
    let file = positions_file("formations.tsv");
    let mut seen: [HashSet<Formation>; 2] = Default::default();
    let mut cases = 0;
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let [moves, white, black, note] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("not four fields: {line}");
        };
        let game = game(START, moves, Variant::Makruk, CountingRule::MAKRUK);
        let found = classify(game.start(), game.moves());
        assert_eq!(found.map(key), [white, black], "{note}: {moves}");
        for (seen, found) in seen.iter_mut().zip(found) {
            seen.extend(found);
        }
        cases += 1;
    }
    assert!(cases >= 45, "only {cases} cases");
    // The file has every formation, except those of White that the rule text does not define.
    for formation in Formation::all() {
        let of_black_alone = formation.variation == Some(Variation::SpreadMa);
        assert!(seen[1].contains(&formation), "{formation:?} of Black");
        assert!(of_black_alone || seen[0].contains(&formation), "{formation:?} of White");
    }
}

#[test]
fn a_game_from_elsewhere_has_no_opening() {
    let start = "rnsmksnr/8/ppppppp1/7p/8/PPPPPPPP/8/RNSKMSNR w - - 0 2";
    let game = game(start, "f3f4 h8h7 g1f3 h7h8 b1d2", Variant::Makruk, CountingRule::MAKRUK);
    assert_eq!(classify(game.start(), game.moves()), [None; 2]);
}

#[test]
fn formations_are_found_by_name_in_either_language() {
    for formation in Formation::all() {
        for name in [formation.name(), formation.thai()] {
            assert_eq!(find_formation(&name), Some(formation), "{name}");
            assert_eq!(find_formation(&name.to_uppercase().replace(' ', "")), Some(formation));
        }
    }
    assert_eq!(find_formation("queen's gambit"), None);
    let commander = find_formation("ม้าผูก ขุนพล").expect("a formation");
    assert_eq!((commander.family, commander.variation), (Family::Tied, Some(Variation::Commander)));
    assert!(commander.is(Formation { family: Family::Tied, variation: None }));
    assert!(!Formation { family: Family::Tied, variation: None }.is(commander));
}

#[test]
fn both_languages_stand_in_a_pgn() {
    let tied = Formation { family: Family::Tied, variation: Some(Variation::KhonSuchat) };
    assert_eq!(
        formations_in_both_languages([Some(tied), None]).as_deref(),
        Some("ม้าผูก โคนสุชาติ (tied knights, khon Suchat) by White")
    );
    assert_eq!(formations_in_both_languages([None; 2]), None);
}

#[test]
fn the_opening_is_shown_in_the_language_chosen() {
    let mut client = Client::start();
    client.send("position startpos moves f3f4 c6c5 g1f3 g8e7 b1d2 b8d7");
    assert_eq!(client.shown("Opening:"), "tied knights v paired knights");
    client.send("setoption name Language value th");
    assert_eq!(client.shown("รูปเปิดหมาก:"), "ม้าผูก ต่อ ม้าเทียม");
    client.send("position startpos moves f3f4 c6c5 g1f3 e6e5 b1d2 a6a5");
    assert_eq!(client.shown("รูปเปิดหมาก:"), "ม้าผูก ของฝ่ายขาว");
}
