//! Making and checking every legal move of the positions of `sakdi bench`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use makruk::movegen;
use makruk::position::Position;
use makruk::types::Move;
use sakdi_engine::bench;
use std::hint::black_box;

fn make(criterion: &mut Criterion) {
    let games = bench::games().expect("the positions of bench are legal");
    let moves: Vec<(Position, Move)> = games
        .iter()
        .map(|game| *game.position())
        .flat_map(|position| {
            movegen::legal_moves(&position).into_iter().map(move |mv| (position, mv))
        })
        .collect();
    let mut group = criterion.benchmark_group("make");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("play", |bencher| {
        bencher.iter(|| {
            for (position, mv) in &moves {
                black_box(position.play_unchecked(black_box(*mv)));
            }
        });
    });
    group.bench_function("is legal", |bencher| {
        bencher.iter(|| {
            for (position, mv) in &moves {
                black_box(movegen::is_legal(position, black_box(*mv)));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, make);
criterion_main!(benches);
