//! Leaf counts of the perft suite.

use crate::harness::{position_in, positions_file};
use makruk::perft::{Perft, PerftError, PerftTable, perft};
use makruk::rules::Variant;

/// Lines are `FEN;D1 n;D2 n…`. Those of Makpong begin with `# makpong: `, which other programs take
/// for a comment.
#[test]
fn the_suite_passes_at_all_its_depths() {
    let suite = positions_file("perft.epd");
    let mut positions = 0;
    for line in suite.lines() {
        let (variant, line) = match line.strip_prefix("# makpong: ") {
            Some(line) => (Variant::Makpong, line),
            None if line.starts_with('#') || line.trim().is_empty() => continue,
            None => (Variant::Makruk, line),
        };
        let (fen, depths) = line.split_once(';').expect("a FEN and its depths");
        let position = position_in(fen, variant);
        for entry in depths.split(';') {
            let (depth, nodes) = entry.split_once(' ').expect("D<depth> <nodes>");
            let depth = depth.strip_prefix('D').and_then(|d| d.parse().ok()).expect("D<depth>");
            let nodes: u64 = nodes.trim().parse().expect("a number of nodes");
            assert_eq!(perft(&position, depth), nodes, "{variant} {fen} depth {depth}");
        }
        positions += 1;
    }
    assert_eq!(positions, 19 + 3, "positions of Makruk and of Makpong in the suite");
}

#[test]
fn more_leaves_than_can_be_counted_are_an_error() {
    let khuns = position_in("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Variant::Makruk);
    let table = PerftTable::new(16).expect("memory");
    let count = |depth| Perft::new(&khuns, depth).with_table(Some(&table)).count(1);
    assert!(count(18).expect("a number of leaves") > 1 << 45);
    assert!(matches!(count(40), Err(PerftError::TooManyLeaves(40))));
}
