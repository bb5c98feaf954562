//! Training data: writing and reading the format, damage, and games that depend on their seeds only.

use crate::client::PROGRAM;
use crate::harness::{position, position_in};
use makruk::notation::coordinate;
use makruk::notation::pgn::ending::Cause;
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use sakdi_engine::score::mate_in;
use sakdi_training::data::block::{self, BlockHeader};
use sakdi_training::data::{
    Block, Blocks, CAUSES, Damage, Filter, RejectReason, Sample, SelfplaySettings, ShardError,
    ShardWriter, WhiteResult, selfplay,
};
use std::num::NonZeroU32;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

/// Searches so short that a game takes a few milliseconds.
const QUICK: SelfplaySettings = SelfplaySettings {
    variant: Variant::Makruk,
    rule: CountingRule::MAKRUK,
    nodes: 40,
    hash_mib: 1,
    random_plies: (8, 12),
    max_opening_score: 150,
    lead_percent: 50,
    max_lead: 600,
    win_score: 600,
    win_moves: NonZeroU32::new(2).expect("not 0"),
    draw_score: 15,
    draw_moves: NonZeroU32::new(6).expect("not 0"),
    draw_min_moves: 20,
    count_draw_score: 30,
    count_draw_moves: NonZeroU32::new(3).expect("not 0"),
    max_plies: 120,
};

fn sample(position: Position, best: &str) -> Sample {
    let best = coordinate::parse(&position, best).expect("a legal move");
    Sample { position, score: 31, best, result: WhiteResult::Draw, cause: Cause::Mate }
}

const HEADER: BlockHeader = BlockHeader {
    variant: Variant::Makruk,
    rule: CountingRule::MAKRUK,
    seed: 0x0123_4567_89AB_CDEF,
    nodes: 5_000,
    settings: 77,
};

fn block_of(header: &BlockHeader, samples: &[Sample]) -> Vec<u8> {
    block::encode(header, samples).expect("positions that follow each other")
}

/// A game of these moves, with small and large changes of the score.
fn game_of(start: Position, moves: &str, result: WhiteResult) -> Vec<Sample> {
    let scores = [31, 33, -40, 2_000, mate_in(9), -mate_in(3), 0];
    let mut position = start;
    let mut samples = Vec::new();
    for (best, score) in moves.split(' ').zip(scores.into_iter().cycle()) {
        samples.push(Sample { score, result, ..sample(position, best) });
        position = position.play_unchecked(samples[samples.len() - 1].best);
    }
    samples
}

#[track_caller]
fn samples_of(block: &Block<'_>) -> Vec<Sample> {
    block.samples().collect::<Result<_, _>>().expect("readable positions")
}

/// Compares everything in a position except the move numbers.
#[track_caller]
fn assert_alike(read: &Sample, written: &Sample) {
    let (one, other) = (&read.position, &written.position);
    assert_eq!(one.key(), other.key());
    assert_eq!(one.promoted(), other.promoted());
    assert_eq!(one.count(), other.count());
    assert_eq!((one.variant(), one.counting_rule()), (other.variant(), other.counting_rule()));
    let rest = |sample: &Sample| (sample.score, sample.best, sample.result, sample.cause);
    assert_eq!(rest(read), rest(written));
}

#[test]
fn games_are_read_as_they_were_written() {
    let start = Position::start(Variant::Makruk, CountingRule::MAKRUK);
    let mut games = vec![
        Vec::new(),
        game_of(start, "d3d4 d6d5 b1d2 b8d7 e3e4 d5e4 f3e4 d7c5", WhiteResult::Draw),
        game_of(position("4k3/M~7/m~7/3P4/8/8/8/R3K3 b - - 0 5"), "a6b5 d5d6m", WhiteResult::Loss),
        game_of(position("8/8/4k3/8/8/4K3/3R4/8 b - 32 9 60"), "e6e5 d2d1 e5e6", WhiteResult::Win),
    ];
    games.extend(CAUSES.map(|cause| vec![Sample { cause, ..games[1][0] }]));
    let blocks = games.iter().map(|game| block_of(&HEADER, game));
    let bytes: Vec<u8> = blocks.flatten().collect();
    let blocks: Vec<_> = Blocks::new(&bytes).collect::<Result<_, _>>().expect("whole");
    assert_eq!(blocks.len(), games.len());
    for (block, game) in std::iter::zip(&blocks, &games) {
        assert_eq!((block.header, block.len()), (HEADER, game.len()));
        let read = samples_of(block);
        assert_eq!(read.len(), game.len());
        for (read, written) in std::iter::zip(&read, game) {
            assert_alike(read, written);
            let numbers = |sample: &Sample| {
                (sample.position.halfmove_clock(), sample.position.fullmove_number())
            };
            assert_eq!(numbers(read), numbers(written));
        }
    }
}

#[test]
fn what_is_no_game_is_refused() {
    let start = sample(Position::start(Variant::Makruk, CountingRule::MAKRUK), "d3d4");
    assert!(block::encode(&HEADER, &[start, start]).is_none(), "not the next position");
    let loud = Sample { score: 40_000, ..start };
    assert!(block::encode(&HEADER, &[loud]).is_none(), "a score out of range");
    let far = sample(position("8/8/4k3/8/8/4K3/3R4/8 b - 400 300 60"), "e6e5");
    assert!(block::encode(&HEADER, &[far]).is_none(), "a count out of range");
    let next = start.position.play_unchecked(start.best);
    let other = Sample { result: WhiteResult::Win, ..sample(next, "d6d5") };
    assert!(block::encode(&HEADER, &[start, other]).is_none(), "another result");
}

#[test]
fn variant_and_counting_rule_are_stored() {
    for variant in Variant::ALL {
        for rule in CountingRule::ALL {
            let start = sample(Position::start(variant, rule), "d3d4");
            let bytes = block_of(&BlockHeader { variant, rule, ..HEADER }, &[start]);
            let block = Blocks::new(&bytes).next().expect("a block").expect("whole");
            assert_alike(&samples_of(&block)[0], &start);
        }
    }
}

/// Blocks of the seeds 0 to 3, of 1 to 4 records.
fn four_blocks() -> Vec<Vec<u8>> {
    let start = sample(Position::start(Variant::Makruk, CountingRule::MAKRUK), "d3d4");
    let game = game_of(start.position, "d3d4 d6d5 b1d2 b8d7", WhiteResult::Draw);
    (0..4).map(|seed| block_of(&BlockHeader { seed, ..HEADER }, &game[..=seed as usize])).collect()
}

fn seeds_and_damages(shard: &[u8]) -> (Vec<u64>, Vec<Damage>) {
    let (mut seeds, mut damages) = (Vec::new(), Vec::new());
    for block in Blocks::new(shard) {
        match block {
            Ok(block) => seeds.push(block.header.seed),
            Err(damage) => damages.push(damage),
        }
    }
    (seeds, damages)
}

/// Readers reserve memory for as many positions as a header says.
#[test]
fn a_block_with_more_positions_than_its_bytes_hold_is_damaged() {
    let game = game_of(
        Position::start(Variant::Makruk, CountingRule::MAKRUK),
        "d3d4 d6d5",
        WhiteResult::Draw,
    );
    let mut block = block_of(&HEADER, &game);
    let with_positions = |positions: u32, block: &mut Vec<u8>| {
        block[16..20].copy_from_slice(&positions.to_le_bytes());
        let checksum = crc32fast::hash(&[&block[..32], &block[36..]].concat());
        block[32..36].copy_from_slice(&checksum.to_le_bytes());
    };
    with_positions(2, &mut block);
    assert_eq!(seeds_and_damages(&block), (vec![HEADER.seed], vec![]));
    with_positions(u32::MAX, &mut block);
    let (seeds, damages) = seeds_and_damages(&block);
    assert_eq!((seeds.len(), damages.len()), (0, 1));
}

/// Changing any byte of a block loses this block, and the damage names its range.
#[test]
fn damage_affects_only_one_block() {
    let blocks = four_blocks();
    let whole = blocks.concat();
    assert_eq!(seeds_and_damages(&whole), (vec![0, 1, 2, 3], Vec::new()));
    let (start, len) = (blocks[0].len(), blocks[1].len());
    for at in 0..len {
        let mut shard = whole.clone();
        shard[start + at] ^= 0x10;
        let (seeds, damages) = seeds_and_damages(&shard);
        assert_eq!(seeds, [0, 2, 3], "byte {at}");
        let [damage] = damages.as_slice() else { panic!("byte {at}: {damages:?}") };
        assert_eq!(damage.bytes, start..start + len, "byte {at}");
    }
}

#[test]
fn foreign_bytes_and_incomplete_blocks_are_reported() {
    let whole = four_blocks().concat();
    let (seeds, damages) = seeds_and_damages(&[b"SKDBhello".as_slice(), &whole].concat());
    assert_eq!(seeds, [0, 1, 2, 3]);
    assert_eq!(damages[0].bytes, 0..9);
    let (seeds, damages) = seeds_and_damages(&whole[..whole.len() - 1]);
    assert_eq!(seeds, [0, 1, 2]);
    assert_eq!(damages.len(), 1);
    assert!(damages[0].to_string().starts_with("a block that breaks off at byte "), "{damages:?}");
    assert_eq!(seeds_and_damages(&[]), (Vec::new(), Vec::new()));
}

fn play(path: &Path, seeds: std::ops::Range<u64>, threads: usize) {
    let mut shard = ShardWriter::resume(path, QUICK.checksum()).expect("a shard");
    selfplay::run(&QUICK, seeds, threads, &mut shard, &AtomicBool::new(false), |_| ())
        .expect("written");
}

#[test]
fn games_depend_on_their_seeds_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = ["one", "two", "resumed", "apart"].map(|name| folder.path().join(name));
    let bytes = |index: usize| std::fs::read(&paths[index]).expect("a file");
    play(&paths[0], 5..13, 1);
    play(&paths[1], 5..13, 3);
    assert!(bytes(0) == bytes(1), "the number of threads matters");
    let (seeds, damages) = seeds_and_damages(&bytes(0));
    assert_eq!(seeds, (5..13).collect::<Vec<_>>());
    assert_eq!(damages, []);

    // A run that was killed in the middle of a game, and resumed.
    let whole = bytes(0);
    std::fs::write(&paths[2], &whole[..whole.len() * 2 / 3]).expect("written");
    play(&paths[2], 5..13, 2);
    assert!(bytes(2) == whole, "the resumed run differs");

    // Shards can be merged by joining files.
    play(&paths[3], 9..13, 1);
    let later = bytes(3);
    assert!(whole.ends_with(&later), "games depend on those before them");
}

#[test]
fn the_positions_of_a_game_follow_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shard");
    play(&path, 0..12, 2);
    let bytes = std::fs::read(&path).expect("a file");
    let mut decided = 0;
    for block in Blocks::new(&bytes) {
        let samples = samples_of(&block.expect("whole"));
        for pair in samples.windows(2) {
            let next = pair[0].position.play_unchecked(pair[0].best);
            assert_eq!(next.key(), pair[1].position.key());
            assert_eq!(next.count(), pair[1].position.count());
            assert_eq!((pair[0].result, pair[0].cause), (pair[1].result, pair[1].cause));
        }
        let Some(last) = samples.last() else { continue };
        let won = matches!(last.cause, Cause::Mate | Cause::Resignation);
        assert_eq!(last.result != WhiteResult::Draw, won);
        if last.cause == Cause::Resignation {
            assert_eq!(last.score > 0, last.result == WhiteResult::Win);
            decided += 1;
        }
    }
    assert!(decided > 0, "no game was adjudicated");
}

#[test]
fn a_file_is_neither_overwritten_nor_mixed_with_other_settings() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shard");
    play(&path, 0..1, 1);
    assert!(matches!(ShardWriter::create(&path), Err(ShardError::Exists { .. })));
    let other = SelfplaySettings { nodes: 41, ..QUICK };
    assert!(matches!(
        ShardWriter::resume(&path, other.checksum()),
        Err(ShardError::OtherSettings { .. })
    ));
}

#[test]
fn two_runs_cannot_write_to_one_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shard");
    let first = ShardWriter::create(&path).expect("a shard");
    let second = || ShardWriter::resume(&path, QUICK.checksum());
    assert!(matches!(second(), Err(ShardError::InUse { .. })));
    drop(first);
    let resumed = second().expect("a shard");
    assert!(matches!(second(), Err(ShardError::InUse { .. })));
    drop(resumed);
}

#[test]
fn unsuitable_positions_are_rejected() {
    let filter = Filter::default();
    let quiet = sample(Position::start(Variant::Makruk, CountingRule::MAKRUK), "d3d4");
    assert_eq!(filter.reject(&quiet), None);
    let mated = Sample { score: mate_in(7), ..quiet };
    assert_eq!(filter.reject(&mated), Some(RejectReason::Decided));
    let check = sample(position("4k3/8/8/8/8/8/4R3/3K4 b - - 0 1"), "e8d8");
    assert_eq!(filter.reject(&check), Some(RejectReason::InCheck));
    let capture = sample(position("4k3/8/8/8/3p4/8/3R4/3K4 w - - 0 1"), "d2d4");
    assert_eq!(filter.reject(&capture), Some(RejectReason::Noisy));
    let promotes = position_in("4k3/8/8/P7/8/8/3R4/3K4 w - - 0 1", Variant::Makpong);
    assert_eq!(filter.reject(&sample(promotes, "a5a6m")), Some(RejectReason::Noisy));
}

#[test]
fn lost_endings_saved_by_the_count_are_rejected() {
    let filter = Filter::default();
    let board = |fen: &str, score, cause| {
        let best = if fen.contains(" w ") { "d2d3" } else { "e6e5" };
        filter.reject(&Sample { score, cause, ..sample(position(fen), best) })
    };
    let bare = "8/8/4k3/8/8/4K3/3R4/8 b - 32 9 60";
    assert_eq!(board(bare, 50, Cause::Count), Some(RejectReason::SavedByCount));
    assert_eq!(board(bare, 50, Cause::Mate), None);
    let level = "8/3r4/4k3/8/8/4K3/3R4/8 w - 128 9 60";
    assert_eq!(board(level, 50, Cause::Count), None);
    assert_eq!(board(level, -300, Cause::Count), Some(RejectReason::SavedByCount));
    assert_eq!(board(level, -300, Cause::Mate), None);
    let late = "8/3r4/4k3/8/8/4K3/3R4/8 w - 128 109 60";
    assert_eq!(board(late, 5, Cause::Count), Some(RejectReason::SavedByCount));
}

fn selfplay_status(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(PROGRAM);
    command.arg("selfplay").args(arguments).stdin(Stdio::null()).env_remove("RUST_LOG");
    let output = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// A file without any game is no shard; nothing is written.
#[test]
fn files_without_games_are_no_shards() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("game.pgn"), "1. d4 *\n").expect("room");
    for arguments in [
        "loss game.pgn",
        "shards merge game.pgn --out out",
        "shards rescore game.pgn --out out --count 1 --nodes 1",
    ] {
        let mut command = Command::new(PROGRAM);
        command.args(arguments.split(' ')).current_dir(folder.path()).stdin(Stdio::null());
        let output = command.output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{arguments}: {output:?}");
        let error = "sakdi: game.pgn: there is no self-play game in it\n";
        assert_eq!(String::from_utf8_lossy(&output.stderr), error, "{arguments}");
        assert!(!folder.path().join("out").exists(), "{arguments}");
    }
}

#[test]
fn the_command_plays_resumes_and_rejects_bad_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shard");
    let out = path.to_str().expect("a path");
    let few = ["--out", out, "--games", "2", "--nodes", "20"];
    let (status, text, _) = selfplay_status(&few);
    assert_eq!(status, Some(0));
    assert!(text.starts_with("games 2 positions "), "{text}");
    let (status, _, error) = selfplay_status(&few);
    assert_eq!(status, Some(2));
    assert!(error.contains("--resume"), "{error}");
    let more = ["--out", out, "--games", "3", "--nodes", "20", "--threads", "2", "--resume"];
    let (status, text, _) = selfplay_status(&more);
    assert_eq!(status, Some(0));
    assert!(text.starts_with("already there: 2 games\ngames 1 "), "{text}");
    let other = [&more[..], &["--variant", "makpong"]].concat();
    let (status, _, error) = selfplay_status(&other);
    assert_eq!(status, Some(2));
    assert!(error.contains("other settings"), "{error}");
    for foreign in ["hi\n", "a text that is longer than the header of a block of games\n"] {
        std::fs::write(&path, foreign).expect("room");
        let (status, _, error) = selfplay_status(&more);
        assert_eq!(status, Some(2), "{error}");
        assert!(error.contains("no block of training data"), "{error}");
        assert_eq!(std::fs::read(&path).expect("a file"), foreign.as_bytes());
    }
    // An empty file reserves the name.
    std::fs::write(&path, "").expect("room");
    assert_eq!(selfplay_status(&few).0, Some(0));
    for (arguments, fault) in [
        (["--out", "-", "--json", out], "'-' is not a file to write"),
        (["--out", out, "--json", out], "is given twice, as two different outputs"),
    ] {
        let (status, _, error) = selfplay_status(&[&arguments[..], &["--games", "1"]].concat());
        assert_eq!(status, Some(2), "{error}");
        assert!(error.contains(fault), "{error}");
    }
    // An incomplete first game is removed.
    std::fs::write(&path, b"SKDB").expect("room");
    let (status, text, _) = selfplay_status(&more);
    assert_eq!(status, Some(0));
    assert!(text.starts_with("games 3 "), "{text}");
    let (status, _, error) = selfplay_status(&["--out", "/", "--games", "1", "--resume"]);
    assert_eq!(status, Some(1));
    assert!(error.starts_with("sakdi: cannot open /: "), "{error}");
}
