//! Static exchange evaluation of all captures in the positions of `sakdi bench`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use makruk::movegen::{self, GenType};
use sakdi_engine::bench;
use sakdi_engine::search::see;
use std::hint::black_box;

fn exchanges(criterion: &mut Criterion) {
    let games = bench::games().expect("the positions of bench are legal");
    let mut captures = Vec::new();
    for game in &games {
        let position = *game.position();
        movegen::generate_into(&position, GenType::Tactical, |mv| captures.push((position, mv)));
    }
    let mut group = criterion.benchmark_group("see");
    group.throughput(Throughput::Elements(captures.len() as u64));
    group.bench_function("wins at least 0", |bencher| {
        bencher.iter(|| {
            for (position, mv) in &captures {
                black_box(see::wins_at_least(position, black_box(*mv), 0));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, exchanges);
criterion_main!(benches);
