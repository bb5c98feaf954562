//! Generating and counting the legal moves of the positions of `sakdi bench`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use makruk::movegen::{self, GenType};
use sakdi_engine::bench;
use std::hint::black_box;

fn movegen(criterion: &mut Criterion) {
    let games = bench::games().expect("the positions of bench are legal");
    let mut group = criterion.benchmark_group("movegen");
    group.throughput(Throughput::Elements(games.len() as u64));
    group.bench_function("list", |bencher| {
        bencher.iter(|| {
            for game in &games {
                black_box(movegen::legal_moves(black_box(game.position())));
            }
        });
    });
    group.bench_function("list tactical", |bencher| {
        bencher.iter(|| {
            for game in &games {
                let take = |mv| {
                    black_box(mv);
                };
                movegen::generate_into(black_box(game.position()), GenType::Tactical, take);
            }
        });
    });
    group.bench_function("count", |bencher| {
        bencher.iter(|| {
            for game in &games {
                black_box(movegen::count_legal_moves(black_box(game.position())));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, movegen);
criterion_main!(benches);
