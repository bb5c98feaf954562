use super::*;
use crate::tablebase::Tablebase;
use crate::tablebase::table::Table;
use crate::tablebase::verify::{Extent, verify};

/// As for an ending of five men, which is solved without them when it is not a successor.
#[test]
fn values_that_a_larger_ending_needs_are_added() {
    let mut generator = TableGenerator::default();
    let [met, bia] = ["KMvK", "KPvK"].map(|name| name.parse().expect("an ending"));
    let without = generator.solve_with(met, false, &|_, _| {}).expect("solved");
    assert!(without.weak.is_empty());
    let stats = generator.solve(bia, &[], &|_, _| {}).expect("solved").stats.clone();
    assert!(!generator.solved[&met].weak.is_empty());
    let alone = TableGenerator::default().solve(bia, &[], &|_, _| {}).expect("solved");
    assert_eq!(stats, alone.stats);
    // Nothing is solved twice.
    let again = generator.solve(bia, &[], &|_, _| {}).expect("solved");
    assert!(Arc::ptr_eq(&again, &generator.solved[&bia]));
    assert!(Arc::ptr_eq(&again, &generator.solve(bia, &[], &|_, _| {}).expect("solved")));
}

fn ending(name: &str) -> Ending {
    name.parse().expect("an ending")
}

/// An ending of five men takes much memory.
#[test]
fn only_what_later_endings_need_is_kept() {
    let later = ["KRPvKM", "KRRRvK"].map(ending);
    for (name, is_needed) in
        [("KRMvKM", true), ("KRMvK", true), ("KRPvKM", false), ("KRNvKM", false)]
    {
        assert_eq!(needs_weak(ending(name), &later), is_needed, "{name}");
    }
    let mut generator = TableGenerator::default();
    for name in ["KRvK", "KNMvK", "KRMvKM", "KRPvKP", "KRNvKM", "KRRRvK"] {
        let layout = Layout::new(ending(name));
        let stats = Stats::new(ending(name));
        let solved = SolvedEnding { layout, strong: Vec::new(), weak: Vec::new(), stats };
        generator.solved.insert(ending(name), Arc::new(solved));
    }
    generator.forget_for(ending("KRPvKM"));
    let mut kept: Vec<String> = generator.solved.keys().map(Ending::to_string).collect();
    kept.sort_unstable();
    assert_eq!(kept, ["KNMvK", "KRMvKM", "KRPvKP", "KRvK"]);
}

#[test]
fn every_position_has_a_value_and_nothing_else_does() {
    for name in ["KRvK", "KPvKM"] {
        let solved = TableGenerator::default().solve(ending(name), &[], &|_, _| {});
        let solved = solved.expect("a short ending");
        let positions = |values: &[u8]| values.iter().filter(|&&value| value != ILLEGAL).count();
        let legal = [&solved.stats.strong, &solved.stats.weak].map(|side| side.legal as usize);
        assert_eq!([&solved.strong, &solved.weak].map(|side| positions(side)), legal, "{name}");
    }
}

/// Captures and promotions of both sides, into endings with a count and without one.
#[test]
fn conversions_are_those_of_the_embedded_tables_and_of_the_moves() {
    let mut tables = Tablebase::embedded();
    let mut generator = TableGenerator::default();
    let names = ["KPPvK", "KRPvK", "KRvKM", "KRvKP", "KRvKR"];
    for name in names {
        let solved = generator.solve(ending(name), &[], &|_, _| {}).expect("a short ending");
        if let Some(table) = tables.table(ending(name)) {
            assert_eq!(*table.stats(), solved.stats, "{name}");
        }
        tables.add(Arc::new(Table::solved(&solved)));
    }
    for name in names {
        let sample = Extent::Sample { positions: 4_000, seed: 3 };
        let report = verify(&tables, ending(name), sample, &|_| {}).expect("its successors");
        assert!(report.is_clean(), "{name}: {:?}", report.wrong_entries);
    }
}
