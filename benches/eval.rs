//! Handcrafted evaluation of the positions of `sakdi bench`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sakdi_engine::{bench, eval};
use std::hint::black_box;

fn evaluation(criterion: &mut Criterion) {
    let games = bench::games().expect("the positions of bench are legal");
    let mut group = criterion.benchmark_group("eval");
    group.throughput(Throughput::Elements(games.len() as u64));
    group.bench_function("evaluate", |bencher| {
        bencher.iter(|| {
            for game in &games {
                black_box(eval::evaluate(black_box(game.position())));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, evaluation);
criterion_main!(benches);
