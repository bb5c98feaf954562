//! The learned evaluation: its parts, and the whole as a search uses it. The positions are all
//! those one move from the positions of `sakdi bench`.

#[path = "../engine-tests/nets.rs"]
mod nets;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sakdi::eval::Evaluator;
use sakdi::eval::nnue::Accumulators;
use sakdi::position::Position;
use sakdi::{bench, movegen};
use std::hint::black_box;
use std::sync::Arc;

fn nnue(criterion: &mut Criterion) {
    let net = Arc::new(nets::untrained(1));
    let parents: Vec<Position> = bench::games()
        .expect("the positions of bench are legal")
        .iter()
        .map(|game| *game.position())
        .collect();
    let children = |parent: &Position| -> Vec<Position> {
        movegen::legal_moves(parent).into_iter().map(|mv| parent.play_unchecked(mv)).collect()
    };
    let families: Vec<_> = parents.iter().map(|parent| (*parent, children(parent))).collect();
    let count: usize = families.iter().map(|(_, children)| children.len()).sum();
    let mut group = criterion.benchmark_group("nnue");

    group.throughput(Throughput::Elements(parents.len() as u64));
    let mut accumulators = Accumulators::new(Arc::clone(&net));
    group.bench_function("refresh", |bencher| {
        bencher.iter(|| {
            for parent in &parents {
                accumulators.update(black_box(parent), 0);
            }
        });
    });

    // All but the update of the parents, which are few.
    group.throughput(Throughput::Elements(count as u64));
    group.bench_function("update", |bencher| {
        bencher.iter(|| {
            for (parent, children) in &families {
                accumulators.update(parent, 0);
                for child in children {
                    accumulators.update(black_box(child), 1);
                }
            }
        });
    });
    group.bench_function("forward", |bencher| {
        bencher.iter(|| {
            for _ in 0..count {
                black_box(black_box(&accumulators).output(1));
            }
        });
    });
    let mut evaluator = Evaluator::new(Some(net));
    group.bench_function("evaluate", |bencher| {
        bencher.iter(|| {
            for (parent, children) in &families {
                evaluator.evaluate(parent, 0);
                for child in children {
                    black_box(evaluator.evaluate(black_box(child), 1));
                }
            }
        });
    });
    group.finish();
}

criterion_group!(benches, nnue);
criterion_main!(benches);
