//! Storing to and probing a transposition table that is larger than the caches.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sakdi_engine::search::Bound;
use sakdi_engine::search::transposition::{Entry, TranspositionTable};
use std::hint::black_box;

const MIB: usize = 256;
/// Keys of one measurement.
const KEYS: u64 = 10_000;
/// Keys of all measurements: one for every second bucket, so that most are in no cache.
const ALL_KEYS: u64 = 1 << 21;

/// Keys spread over the whole table: multiples of the golden ratio, others at each call until all
/// have had their turn.
fn keys(calls: &mut u64) -> impl Iterator<Item = u64> + use<> {
    let first = *calls * KEYS;
    *calls += 1;
    (first..first + KEYS).map(|n| (n % ALL_KEYS + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

fn transposition(criterion: &mut Criterion) {
    let table = TranspositionTable::new(MIB).expect("memory for the table");
    let entry =
        Entry { mv: None, score: 17, eval: Some(20), depth: 6, bound: Bound::Lower, pv: false };
    let mut group = criterion.benchmark_group("transposition");
    group.throughput(Throughput::Elements(KEYS));
    let mut calls = 0;
    group.bench_function("store", |bencher| {
        bencher.iter(|| keys(&mut calls).for_each(|key| table.store(black_box(key), 3, entry)));
    });
    for mut call in 0..ALL_KEYS.div_ceil(KEYS) {
        keys(&mut call).for_each(|key| table.store(key, 3, entry));
    }
    // Counting keeps the compiler from dropping probes.
    let found = |keys: &mut dyn Iterator<Item = u64>| {
        keys.filter(|&key| table.probe(black_box(key), 3).is_some()).count()
    };
    assert_eq!(found(&mut keys(&mut 0)), KEYS as usize, "the keys were stored");
    group.bench_function("probe, found", |bencher| {
        bencher.iter(|| found(&mut keys(&mut calls)));
    });
    group.bench_function("probe, missing", |bencher| {
        bencher.iter(|| found(&mut keys(&mut calls).map(|key| !key)));
    });
    group.finish();
}

criterion_group!(benches, transposition);
criterion_main!(benches);
