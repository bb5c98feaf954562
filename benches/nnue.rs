//! The evaluation by the net: its parts with each vector unit, and the whole as a search uses it.
//! The positions are all those one move from the positions of `sakdi bench`.

#[path = "../engine-tests/nets.rs"]
mod nets;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use makruk::movegen;
use makruk::position::Position;
use sakdi_engine::bench;
use sakdi_engine::eval::Evaluator;
use sakdi_engine::eval::nnue::{AccumulatorStack, Origin, VectorUnit};
use std::hint::black_box;
use std::sync::Arc;

fn nnue(criterion: &mut Criterion) {
    let net = Arc::new(nets::untrained(1));
    let parents: Vec<Position> = bench::games()
        .expect("the positions of bench are legal")
        .iter()
        .map(|game| *game.position())
        .collect();
    let children = |parent: &Position| -> Vec<_> {
        let moves = movegen::legal_moves(parent).into_iter();
        moves.map(|mv| (mv, parent.play_unchecked(mv))).collect()
    };
    let families: Vec<_> = parents.iter().map(|parent| (*parent, children(parent))).collect();
    let count: usize = families.iter().map(|(_, children)| children.len()).sum();
    let mut group = criterion.benchmark_group("nnue");

    for unit in VectorUnit::available() {
        group.throughput(Throughput::Elements(parents.len() as u64));
        let mut accumulators = AccumulatorStack::with_unit(Arc::clone(&net), unit);
        group.bench_function(format!("refresh/{unit}"), |bencher| {
            bencher.iter(|| {
                for parent in &parents {
                    accumulators.update(black_box(parent), 0);
                }
            });
        });

        // Evaluates positions as the search does at the children of a node: the accumulators of the
        // parents exist already, each at its own ply, and are not measured.
        group.throughput(Throughput::Elements(count as u64));
        for (index, (parent, _)) in families.iter().enumerate() {
            accumulators.update(parent, 2 * index);
        }
        group.bench_function(format!("update/{unit}"), |bencher| {
            bencher.iter(|| {
                for (index, (parent, children)) in families.iter().enumerate() {
                    for &(mv, ref child) in children {
                        let origin = Origin { parent, mv: Some(mv), parent_mv: None };
                        accumulators.update_after(&origin, black_box(child), 2 * index + 1);
                    }
                }
            });
        });
        group.bench_function(format!("forward/{unit}"), |bencher| {
            bencher.iter(|| {
                for (index, (_, children)) in families.iter().enumerate() {
                    for (_, child) in children {
                        black_box(accumulators.output(black_box(child), 2 * index + 1));
                    }
                }
            });
        });
    }
    let mut evaluator = Evaluator::new(Some(net));
    for (index, (parent, _)) in families.iter().enumerate() {
        evaluator.evaluate(parent, 2 * index);
    }
    group.bench_function("evaluate", |bencher| {
        bencher.iter(|| {
            for (index, (parent, children)) in families.iter().enumerate() {
                for &(mv, ref child) in children {
                    let origin = Origin { parent, mv: Some(mv), parent_mv: None };
                    black_box(evaluator.evaluate_after(&origin, black_box(child), 2 * index + 1));
                }
            }
        });
    });
    group.finish();
}

criterion_group!(benches, nnue);
criterion_main!(benches);
