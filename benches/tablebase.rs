//! Probing endgame tables: with the table already unpacked, and for the first time.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use makruk::position::Position;
use makruk::types::{Color, Square};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sakdi_engine::tablebase::table::{Access, Table};
use sakdi_engine::tablebase::{Ending, Tablebase, verify};
use std::hint::black_box;

/// Random positions of an ending.
fn positions(tables: &Tablebase, ending: Ending, to_move: Color) -> Vec<Position> {
    let layout = tables.table(ending).expect("an embedded table").layout();
    let mut rng = SmallRng::seed_from_u64(1);
    let mut found = Vec::new();
    while found.len() < 1_000 {
        let placement = layout.placement(rng.random_range(0..layout.placements()));
        let weak_king = Square::from_index(rng.random_range(0..64));
        found.extend(verify::position(layout, &placement, weak_king, to_move));
    }
    found
}

fn probe(criterion: &mut Criterion) {
    let tables = Tablebase::embedded();
    let mut group = criterion.benchmark_group("tablebase");
    group.throughput(Throughput::Elements(1_000));
    for name in ["KRvK", "KSMvK", "KSPvK"] {
        let ending = name.parse().expect("an ending");
        for to_move in Color::ALL {
            let positions = positions(&tables, ending, to_move);
            let side = if to_move == Color::White { "strong" } else { "weak" };
            group.bench_function(format!("{name} {side}"), |bencher| {
                bencher.iter(|| {
                    for position in &positions {
                        black_box(tables.probe(black_box(position)));
                    }
                });
            });
        }
    }
    group.throughput(Throughput::Elements(1));
    let table = tables.table("KSMvK".parse().expect("an ending"));
    let packed = table.and_then(Table::packed).expect("an embedded table");
    group.bench_function("KSMvK unpacked", |bencher| {
        let packed: &'static [u8] = packed.to_vec().leak();
        let fresh = || Table::embedded(packed).expect("a good table");
        bencher.iter_batched_ref(
            fresh,
            |table| table.row(0, Access::All).is_some(),
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

criterion_group!(benches, probe);
criterion_main!(benches);
