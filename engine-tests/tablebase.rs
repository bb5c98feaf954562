//! Endgame tables: the reference figures, and every value against those of its moves.

use sakdi::tablebase::generate::Workshop;
use sakdi::tablebase::{Ending, Tablebase, file};

/// Rows of an independent prototype, itself checked against other programs: name, L, R, then for
/// the strong and for the weak side to move the legal positions, the percentage won, the longest
/// win and the wins by distance that a fresh count leaves no time for.
const REFERENCE: &[&str] = &[
    "KRvK 16 13 87584 100.0000 16 11148 111972 90.0672 16 28356",
    "KSvK 44 41 104928 0.0772 4 0 111972 0.0161 3 0",
    "KNvK 64 61 102748 0.0000 0 0 111972 0.0000 0 0",
    "KMvK 64 61 106500 0.0000 0 0 111972 0.0000 0 0",
    "KRRvK 8 4 2081296 100.0000 7 385516 3415146 99.7133 16 1554476",
    "KRNvK 16 12 4952524 100.0000 16 10606 6830292 90.8226 16 180336",
    "KRSvK 16 12 5049895 100.0000 16 269365 6830292 90.5654 16 836683",
    "KRMvK 16 12 5130632 100.0000 16 541576 6830292 90.4601 16 1486922",
    "KNSvK 44 40 5877595 95.8125 38 0 6830292 74.7064 38 0",
    "KSMvK 44 40 6085152 85.7742 57 244668 6830292 63.7600 57 279832",
];

fn ending(name: &str) -> Ending {
    name.parse().expect("an ending")
}

#[test]
fn the_reference_rows_are_met_exactly() {
    let tables = Tablebase::embedded();
    for row in REFERENCE {
        let (name, _) = row.split_once(' ').expect("a name");
        let table = tables.table(ending(name)).expect("an embedded table");
        assert_eq!(table.stats().to_string(), *row);
    }
    // A figure of a Thai thesis, which counts both mirror images.
    let knm = tables.table(ending("KNMvK")).expect("an embedded table");
    assert_eq!(2 * knm.stats().strong.won(), 472_900);
}

/// The embedded tables are those that the program builds, byte for byte.
#[test]
fn building_reproduces_the_embedded_tables() {
    let tables = Tablebase::embedded();
    let mut workshop = Workshop::default();
    let bare = |men| Ending::all(men).into_iter().filter(Ending::is_bare);
    for ending in bare(3).chain(bare(4)) {
        let embedded = tables.table(ending).expect("an embedded table");
        let solved = workshop.solve(ending, &|_, _| {}).expect("a short ending");
        assert_eq!(&solved.stats, embedded.stats());
        let built = file::encode(&solved).expect("memory for packing");
        assert!(built == embedded.packed(), "{ending}: built and embedded tables differ");
    }
    assert_eq!(tables.tables().count(), 20);
}
