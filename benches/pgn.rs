//! Writing matches as PGN and reading them back. Games are as long as real ones, with random moves and
//! a comment with score and time after each.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use makruk::game::Game;
use makruk::movegen::legal_moves;
use makruk::notation::fen;
use makruk::notation::pgn::Reader;
use makruk::notation::pgn::ending::Cause;
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use sakdi_matches::clock::EngineLimits;
use sakdi_matches::ending::MatchEnding;
use sakdi_matches::game::{GameRecord, MoveData, PlayedMove};
use sakdi_matches::match_pgn::{PgnHeader, RemarkWriter, to_pgn};
use sakdi_matches::openings::Opening;
use sakdi_matches::schedule::{GamePlan, MatchFormat, Round};
use sakdi_matches::uci_output::SearchInfo;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

const GAMES: u64 = 20;
const PLIES: usize = 160;

fn game(seed: u64) -> GameRecord {
    let mut rng = StdRng::seed_from_u64(seed);
    let start = Position::start(Variant::Makruk, CountingRule::MAKRUK);
    let mut game = Game::new(start);
    let mut moves = Vec::with_capacity(PLIES);
    while moves.len() < PLIES && game.outcome().is_none() {
        let legal = legal_moves(game.position());
        let mv = legal[rng.random_range(0..legal.len())];
        game.play(mv).expect("a legal move");
        let info =
            SearchInfo { score: Some(rng.random_range(-300..300)), mate: None, depth: Some(12) };
        moves.push(PlayedMove {
            mv,
            data: Some(MoveData { info, time: Duration::from_millis(98) }),
        });
    }
    let round = Round { encounter: seed as u32 + 1, game: 1 };
    let opening = Arc::new(Opening { fen: fen::format(&start), moves: Vec::new() });
    let plan = GamePlan { round, white: 0, black: 1, variant: Variant::Makruk, opening };
    let ending = MatchEnding::draw(Cause::MoveLimit);
    GameRecord { plan, start, moves, ending, duration: Duration::ZERO }
}

const ENGLISH: RemarkWriter<'_> = &|remark| remark.to_string();

fn pgn(criterion: &mut Criterion) {
    let games: Vec<GameRecord> = (0..GAMES).map(game).collect();
    let limits = EngineLimits { nodes: Some(2_000), ..EngineLimits::default() };
    let header = PgnHeader {
        event: "Bench",
        format: MatchFormat::Single,
        date: "2026.11.21",
        white: "A",
        black: "B",
        limits: [&limits; 2],
        options: ["Hash=16", ""],
        adjudication: "",
    };
    let text: String = games.iter().map(|game| to_pgn(game, &header, ENGLISH)).collect();
    let moves: usize = games.iter().map(|game| game.moves.len()).sum();
    let mut group = criterion.benchmark_group("pgn");
    group.throughput(Throughput::Elements(moves as u64));
    group.bench_function("write", |bencher| {
        bencher.iter(|| {
            for game in &games {
                black_box(to_pgn(black_box(game), &header, ENGLISH));
            }
        });
    });
    group.bench_function("take apart", |bencher| {
        bencher.iter(|| Reader::new(black_box(&text)).filter(Result::is_ok).count());
    });
    group.bench_function("read moves", |bencher| {
        bencher.iter(|| {
            for game in Reader::new(black_box(&text)) {
                let game = game.expect("a game");
                let start = game.start(Variant::Makruk, CountingRule::MAKRUK).expect("a start");
                black_box(game.resolve(&start).expect("legal moves"));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, pgn);
criterion_main!(benches);
