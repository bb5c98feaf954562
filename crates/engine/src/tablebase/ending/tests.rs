use super::*;
use std::collections::HashSet;

#[test]
fn every_ending_has_a_key_and_a_name_of_its_own() {
    let endings: Vec<Ending> = (3..=MAX_MEN).flat_map(Ending::all).collect();
    // Against a bare khun; with one man each; with two against one and one against two.
    assert_eq!(endings.len(), 5 + 15 + 35 + 25 + 75 + 75);
    let keys: HashSet<usize> = endings.iter().map(Ending::key).collect();
    assert_eq!(keys.len(), endings.len());
    assert!(keys.iter().all(|&key| key < Ending::KEYS));
    for ending in endings {
        assert_eq!(ending.to_string().parse(), Ok(ending));
        assert_eq!(format!("{ending:?}"), ending.to_string());
    }
}

#[test]
fn endings_come_after_those_that_they_lead_to() {
    for men in 3..=MAX_MEN {
        let endings = Ending::all(men);
        for (number, ending) in endings.iter().enumerate() {
            for successor in ending.successors() {
                let same = successor.men() == men;
                assert!(!same || endings[..number].contains(&successor), "{ending} {successor}");
                assert!(!same || successor.family() == ending.family(), "{ending} {successor}");
            }
        }
    }
}

#[test]
fn a_move_that_ends_the_bia_or_bares_the_khun_starts_a_count() {
    let ending = |name: &str| name.parse::<Ending>().expect("an ending");
    let after = |successor: Successor| {
        (successor.ending.map(|ending| ending.to_string()), successor.transition)
    };
    let starts =
        |name: &str, moves_left| (Some(name.to_owned()), Transition::StartsCount { moves_left });
    let continues = |name: &str| (Some(name.to_owned()), Transition::Continues);
    let krp_n = ending("KRPvKN");
    // Board's honour: the weak side counts first, or the strong side does, one move earlier.
    assert_eq!(after(krp_n.promotes(Color::White)), starts("KRMvKN", 64));
    assert_eq!(after(krp_n.weak_takes(Piece::Pawn, false)), starts("KRvKN", 65));
    assert_eq!(after(krp_n.weak_takes(Piece::Rook, false)), continues("KPvKN"));
    // Pieces' honour: 16 less four men.
    assert_eq!(after(krp_n.strong_takes(Piece::Knight, true)), starts("KRMvK", 12));
    assert_eq!(after(krp_n.strong_takes(Piece::Knight, false)), continues("KRPvK"));
    let r_np = ending("KRvKNP");
    assert_eq!(after(r_np.strong_takes(Piece::Pawn, false)), starts("KRvKN", 64));
    assert_eq!(after(r_np.promotes(Color::Black)), starts("KRvKNM", 65));
    assert_eq!(after(r_np.weak_takes(Piece::Rook, true)), (None, Transition::Draws));
    // Board's honour goes on while both sides have men.
    assert_eq!(after(ending("KRvKNM").strong_takes(Piece::Met, false)), continues("KRvKN"));
    assert_eq!(after(ending("KRNvKM").weak_takes(Piece::Rook, false)), continues("KNvKM"));
}

/// Also a bia that promotes by its capture.
#[test]
fn a_capture_or_a_promotion_leads_to_a_successor() {
    for (name, after) in [
        ("KRvK", ""),
        ("KRNvKM", "KRNvK KRvKM KNvKM"),
        ("KRNvKP", "KRNvK KRNvKM KRvKM KRvKP KNvKM KNvKP"),
        ("KRPvKN", "KRMvK KRMvKN KRPvK KRvKN KPvKN"),
        ("KPvKP", "KMvK KMvKP KPvK KPvKM"),
    ] {
        let ending: Ending = name.parse().expect("an ending");
        let mut found: Vec<String> = ending.successors().iter().map(Ending::to_string).collect();
        found.sort_unstable();
        let mut expected: Vec<&str> = after.split_whitespace().collect();
        expected.sort_unstable();
        assert_eq!(found, expected, "{name}");
    }
}
