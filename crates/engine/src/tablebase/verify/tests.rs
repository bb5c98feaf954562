//! What a check of a table reports, of right tables and of wrong ones.

use super::*;
use crate::tablebase::generate::{SolvedEnding, TableGenerator};
use crate::tablebase::value::MAX_DISTANCE;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

fn ending(name: &str) -> Ending {
    name.parse().expect("an ending")
}

/// An ending of three men, solved and then changed.
fn changed(name: &str, change: &dyn Fn(&mut SolvedEnding)) -> Tablebase {
    let solved = TableGenerator::default().solve(ending(name), &[], &|_, _| {});
    let mut solved = Arc::into_inner(solved.expect("a short ending")).expect("nobody else");
    change(&mut solved);
    let mut tables = Tablebase::empty();
    tables.add(Arc::new(Table::solved(&solved)));
    tables
}

/// The report on a table, after a check that the watcher heard of each position once.
fn report(tables: &Tablebase, name: &str, extent: Extent) -> VerifyReport {
    let watched = AtomicU64::new(0);
    let watch = |positions| {
        watched.fetch_add(positions, Relaxed);
    };
    let report = verify(tables, ending(name), extent, &watch).expect("a table");
    assert_eq!(watched.into_inner(), report.positions, "{name}");
    report
}

const SAMPLE: Extent = Extent::Sample { positions: 700, seed: 3 };

#[test]
fn all_positions_or_as_many_as_requested_are_checked() {
    let tables = changed("KRvK", &|_| {});
    let stats = tables.table(ending("KRvK")).expect("a table").stats();
    let all = report(&tables, "KRvK", Extent::All);
    assert_eq!((all.positions, all.is_clean()), (stats.strong.legal + stats.weak.legal, true));
    let sample = report(&tables, "KRvK", SAMPLE);
    assert_eq!((sample.positions, sample.is_clean()), (1_400, true));
}

/// One wrong entry makes those wrong that lead to it, and is itself wrong by what follows it.
#[test]
fn a_wrong_entry_is_found_and_named() {
    let tables = changed("KRvK", &|solved| {
        let entry = solved.strong.iter().position(|&value| value == 9).expect("a mate in nine");
        solved.strong[entry] = 10;
    });
    let report = report(&tables, "KRvK", Extent::All);
    assert!(report.wrong > 0 && !report.is_clean());
    let is_named = |found, expected| {
        report.wrong_entries.iter().any(|it| (it.found, it.expected) == (found, expected))
    };
    assert!(is_named(Some(10), Some(9)), "{:?}", report.wrong_entries);
}

/// Where all distances of the strong side are doubled, each is one more than what follows it allows.
#[test]
fn each_wrong_entry_is_counted_and_the_first_are_listed() {
    let tables = changed("KRvK", &|solved| {
        let won = solved.strong.iter_mut().filter(|value| **value <= MAX_DISTANCE);
        won.for_each(|value| *value *= 2);
    });
    let (all, sample) = (report(&tables, "KRvK", Extent::All), report(&tables, "KRvK", SAMPLE));
    let stats = tables.table(ending("KRvK")).expect("a table").stats();
    assert_eq!((all.wrong, sample.wrong), (stats.strong.won(), 700));
    assert_eq!((all.wrong_entries.len(), sample.wrong_entries.len()), (MAX_LISTED, MAX_LISTED));
    assert!(!sample.is_clean());
}

/// A table is wrong if its statistics do not match its entries, even if every entry is right.
#[test]
fn wrong_statistics_are_found() {
    let solved = |stats: &dyn Fn(&mut Stats)| {
        let tables = changed("KSvK", &|solved| stats(&mut solved.stats));
        report(&tables, "KSvK", Extent::All)
    };
    assert!(solved(&|_| {}).is_clean());
    for wrong in [
        (&|stats: &mut Stats| stats.strong.legal += 1) as &dyn Fn(&mut Stats),
        &|stats| stats.weak.legal -= 1,
        &|stats| stats.strong.won_in[2] += 1,
        &|stats| stats.weak.won_in.swap(0, 1),
    ] {
        let report = solved(wrong);
        assert_eq!((report.wrong, report.stats_agree, report.is_clean()), (0, false, false));
    }
}

#[test]
fn a_table_is_checked_only_with_those_that_it_leads_to() {
    let missing = |tables: &Tablebase, name: &str| {
        verify(tables, ending(name), SAMPLE, &|_| {}).expect_err("a table is missing")
    };
    let tables = changed("KPvK", &|_| {});
    assert_eq!(missing(&tables, "KPvK"), VerifyError::Missing(ending("KMvK")));
    assert_eq!(missing(&tables, "KRvK"), VerifyError::Missing(ending("KRvK")));
}
