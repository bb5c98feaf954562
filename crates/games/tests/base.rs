//! A base is filled, searched, joined, damaged.

use makruk::notation::pgn::ending::Cause;
use makruk::notation::pgn::{PgnGame, Reader};
use makruk::notation::{Notation, fen, san};
use makruk::position::Position;
use makruk::rules::Variant;
use makruk::types::Color;
use sakdi_explorer::ExplorerFile;
use sakdi_games::{
    Access, Added, BaseDamage, BaseError, CountFilter, Filter, GameBase, NewGame, PlayerReport,
    PlayerSide, Source, SourceProgress,
};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

const MATE: &str = "[White \"Som\"]\n[Black \"Suchat\"]\n[Date \"2533.01.02\"]\n[Variant \"Makruk\"]\n\
                    [FEN \"7k/8/6K1/8/8/8/8/R7 w - 32 21 60\"]\n\n60. Rb1 Kg8 61. Rb8# 1-0\n";

/// Games that differ in their second move, by players with different numbers.
fn games(count: usize) -> String {
    let game = |number: usize| {
        let start = Position::start(Variant::Makruk, Default::default());
        let after = start.play_unchecked(san::parse(&start, "e4").expect("a move"));
        let replies = makruk::movegen::legal_moves(&after);
        let reply = san::format(&after, replies[number % replies.len()]);
        let result = ["1-0", "1/2-1/2", "0-1", "*"][number % 4];
        let year = 2000 + number % 7;
        format!(
            "[White \"Player {}\"]\n[Black \"Prey\"]\n[Date \"{year}.??.??\"]\n[Result \"{result}\"]\n\n\
             1. e4 {reply} {result}\n\n",
            number / replies.len()
        )
    };
    (0..count).map(game).collect()
}

struct Base {
    _folder: TempDir,
    path: PathBuf,
}

impl Base {
    fn new() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let path = folder.path().join("games.sqlite");
        Self { _folder: folder, path }
    }

    fn open(&self, access: Access) -> GameBase {
        GameBase::open(&self.path, access).expect("a base")
    }

    /// Adds games, each in a batch of its own or all in one; returns how many were new.
    fn add(&self, text: &str, one_by_one: bool) -> usize {
        let mut base = self.open(Access::Write);
        let mut new = 0;
        let mut adder = base.adder().expect("nobody else writes");
        for game in Reader::new(text) {
            let game = NewGame::read(&game.expect("PGN"), Variant::Makruk).expect("legal moves");
            new += usize::from(adder.add(game).expect("room") == Added::New);
            if one_by_one {
                adder.finish().expect("room");
                adder = base.adder().expect("nobody else writes");
            }
        }
        adder.finish().expect("room");
        new
    }
}

fn found(base: &Base, filter: Filter) -> Vec<u32> {
    let base = base.open(Access::Read);
    let all = base.find_all(&filter).expect("a base");
    let shown = base.find(&filter, 0, usize::MAX >> 1).expect("a base");
    assert_eq!(shown.total, all.len() as u64);
    let mut ids: Vec<u32> = shown.games.iter().map(|game| game.id).collect();
    ids.reverse();
    assert_eq!(ids, all);
    all
}

#[test]
fn a_game_is_added_once() {
    let base = Base::new();
    assert_eq!(base.add(MATE, false), 1);
    let other_dialect = "[White \"som \"]\n[Date \"1990.01.??\"]\n[Variant \"Makruk\"]\n\
                         [FEN \"7k/8/6K1/8/8/8/8/R7 w - 32 21 60\"]\n\n60. a1b1 h8g8 61. b1b8 1-0\n";
    assert_eq!(base.add(other_dialect, false), 0, "the same moves, and nothing that differs");
    assert_eq!(base.add(&MATE.replace("Suchat", "Bunloet"), false), 1);
    assert_eq!(base.add(&MATE.replace("2533.01", "2533.02"), false), 1);
    assert_eq!(base.add(&MATE.replace("61. Rb8#", "61. Rb7"), false), 1);
    // One more game that ended after the same moves, but drawn.
    let drawn = MATE.replace("61. Rb8#", "61. Rb7").replace("1-0", "1/2-1/2");
    assert_eq!(base.add(&drawn, false), 1);
    assert_eq!(base.add(&drawn.replace("1/2-1/2", "*"), false), 0);
    let summary = base.open(Access::Read).summary().expect("a base");
    assert_eq!((summary.games, summary.players, summary.white_wins), (5, 3, 4));
    assert_eq!(summary.years, Some((1990, 1990)));
}

/// A third occurrence is a draw only if a player claims it: another record of this game says that White won.
#[test]
fn a_repetition_that_nobody_claimed_leaves_the_result_open() {
    let moves = "1. Nd2 Nd7 2. Nb1 Nb8 3. Nd2 Nd7 4. Nb1 Nb8";
    let players = "[White \"Som\"]\n[Black \"Chai\"]\n\n";
    let base = Base::new();
    assert_eq!(base.add(&format!("{players}{moves} *"), false), 1);
    assert_eq!(base.open(Access::Read).summary().expect("a base").draws, 0);
    assert_eq!(base.add(&format!("{players}{moves} 1-0"), false), 0);
    assert_eq!(base.open(Access::Read).summary().expect("a base").white_wins, 1);
}

/// Games that were never played have the same moves, none.
#[test]
fn games_without_moves_are_told_apart_by_their_players() {
    let base = Base::new();
    let game =
        |white: &str, black: &str| format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1-0\n\n");
    let all = [game("Som", "Chai"), game("Chai", "Som"), game("Som", "Lek"), game("som", "CHAI")];
    assert_eq!(base.add(&all.concat(), false), 3);
    // Somebody unknown may be anybody.
    for known in [game("?", "Som"), game("Som", "?"), game("?", "?")] {
        assert_eq!(base.add(&known, false), 0, "{known}");
    }
    assert_eq!(base.add(&game("Kwan", "?"), false), 1);
}

/// Whoever reads sees the base as it was when it began: segments that others join meanwhile are not missing.
#[test]
fn a_reader_does_not_see_what_is_added_meanwhile() {
    let base = Base::new();
    base.add(&games(60), false);
    let reader = base.open(Access::Read);
    std::thread::scope(|scope| {
        let adding = scope.spawn(|| base.add(&games(160), true));
        while !adding.is_finished() {
            assert_eq!(reader.check().expect("a base").1, []);
        }
        assert_eq!(adding.join().expect("no panic"), 100);
    });
    assert_eq!(reader.check().expect("a base"), (160, vec![]));
}

/// A game of two people of one name is one game.
#[test]
fn a_game_of_equal_names_counts_once() {
    let base = Base::new();
    let game = "[White \"Som\"]\n[Black \"Som\"]\n\n1. e4 1-0\n\n";
    base.add(game, false);
    let reader = base.open(Access::Read);
    let (report, games) =
        PlayerReport::of_games(&reader, "Som", &Filter::default()).expect("a base");
    assert_eq!(games.len(), 1);
    assert_eq!(report.results.map(|results| results.games), [1, 0]);
}

/// A poorer record of a game is completed by a fuller one, in the same batch and in a later one.
#[test]
fn the_order_of_records_does_not_matter() {
    let poor = "1. d4 d5 2. Nd2 Nd7 *\n\n";
    let full = "[Event \"Cup\"]\n[White \"Som\"]\n[Black \"Chai\"]\n[Date \"2567.05.01\"]\n[Result \"1-0\"]\n\n\
                1. d4 d5 2. Nd2 {good} Nd7 1-0\n\n";
    let other = "[White \"Som\"]\n[Black \"Lek\"]\n[Result \"1-0\"]\n\n1. d4 d5 2. Nd2 Nd7 1-0\n\n";
    // So many that the games of the first positions are listed beside the blocks.
    let others = games(60);
    for one_by_one in [false, true] {
        let [first, second] = [Base::new(), Base::new()];
        assert_eq!(first.add(&[poor, &others, full, other].concat(), one_by_one), 62);
        assert_eq!(second.add(&[full, &others, other, poor, full].concat(), one_by_one), 62);
        let player = Filter { player: Some("Som".to_owned()), ..Filter::default() };
        assert_eq!(found(&first, player.clone()), [1, 62]);
        assert_eq!(found(&second, player), [1, 62]);
        let [first, second] = [first, second].map(|base| base.open(Access::Read));
        assert_eq!(first.check().expect("a base"), (62, vec![]));
        assert_eq!(first.summary().expect("a base"), second.summary().expect("a base"));
        let [file, expected] =
            [&first, &second].map(|base| base.explorer_file(1, 4).expect("a file").finish());
        assert_eq!(file, expected, "{one_by_one}");
        let pgn = first.pgn(1).expect("a base").expect("a game");
        assert_eq!(
            (pgn.tag("Event"), &pgn.moves[2].comments),
            (Some("Cup"), &vec!["good".to_owned()])
        );
    }
}

/// A record that fits several games is joined to none of them.
#[test]
fn a_record_of_several_games_is_a_game_of_its_own() {
    let base = Base::new();
    let of = |black: &str| format!("[White \"Som\"]\n[Black \"{black}\"]\n\n1. d4 d5 *\n\n");
    assert_eq!(base.add(&[of("Chai"), of("Lek")].concat(), false), 2);
    assert_eq!(base.add("1. d4 d5 *\n", false), 0, "nothing new");
    let nameless = "[Event \"Book\"]\n\n1. d4 {the main line} d5 *\n";
    assert_eq!(base.add(nameless, false), 1);
    assert_eq!(base.add(nameless, false), 0);
    let base = base.open(Access::Read);
    let event =
        |game| base.pgn(game).expect("a base").expect("a game").tag("Event").map(str::to_owned);
    assert_eq!([1, 2, 3].map(event), [None, None, Some("Book".to_owned())]);
}

/// Neither case nor spaces matter, in any alphabet.
#[test]
fn events_are_found_as_players_are() {
    let base = Base::new();
    base.add("[Event \"Чемпионат  МИРА, Phuket 100%\"]\n\n1. d4 d5 *\n\n1. d4 e5 *\n", false);
    for (event, games) in [("чемпионат мира", &[1][..]), ("phuket 100%", &[1]), ("100% p", &[])]
    {
        let filter = Filter { event: Some(event.to_owned()), ..Filter::default() };
        assert_eq!(found(&base, filter), games, "{event}");
    }
}

/// Claimed counts and comments stay where another record has more to say.
#[test]
fn a_record_keeps_its_comments() {
    let base = Base::new();
    let game = |text: &str| {
        format!(
            "[White \"Som\"]\n[Black \"Chai\"]\n[Variant \"Makruk\"]\n\
             [FEN \"7k/8/6K1/8/8/8/8/R7 w - - 0 60\"]\n\n60. Rb1 {{{text}}} Kg8 61. Rb7 *\n"
        )
    };
    base.add(&game("[%count start 3] noted"), false);
    assert_eq!(base.add(&game("[%clk 0:09:59] a much longer comment than that one"), false), 0);
    let pgn = base.open(Access::Read).pgn(1).expect("a base").expect("a game");
    assert_eq!(pgn.moves[0].comments, ["[%count start 3] noted"]);
}

#[test]
fn games_are_found_by_what_they_are() {
    let base = Base::new();
    base.add(&(games(8) + MATE), false);
    let by = |change: &dyn Fn(&mut Filter)| {
        let mut filter = Filter::default();
        change(&mut filter);
        found(&base, filter)
    };
    assert_eq!(by(&|_| {}).len(), 9);
    assert_eq!(by(&|filter| filter.player = Some("SOM".to_owned())), [9]);
    assert_eq!(by(&|filter| filter.player = Some("su%at".to_owned())), [0; 0]);
    let prey = |side| by(&|filter| (filter.player, filter.side) = (Some("prey".to_owned()), side));
    assert_eq!(prey(PlayerSide::Any).len(), 8);
    assert_eq!(prey(PlayerSide::One(Color::White)).len(), 0);
    assert_eq!(prey(PlayerSide::One(Color::Black)).len(), 8);
    assert_eq!(by(&|filter| filter.result = Some("1/2-1/2")), [2, 6]);
    assert_eq!(by(&|filter| filter.result = Some("*")), [4, 8]);
    assert_eq!(by(&|filter| filter.ending = Cause::from_word("mate")), [9]);
    assert_eq!(by(&|filter| (filter.since, filter.until) = (Some(2000), Some(2001))), [1, 2, 8]);
    let count =
        |at_least| by(&|filter| filter.count = Some(CountFilter { honour: None, at_least }));
    assert_eq!((count(1), count(60)), (vec![9], vec![]));
    assert_eq!(by(&|filter| filter.variant = Some(Variant::Makpong)), [0; 0]);
    let material = |text: &str| by(&|filter| filter.material = text.parse().ok());
    assert_eq!((material("KRvK"), material("KRvKS")), (vec![9], vec![]));
    assert_eq!(material("KRR+vKRR").len(), 0);
    assert_eq!(material("KRRP+vKRRP+").len(), 8);
}

/// The position after 1. e4, its image with the files reversed, and both seen by the other side.
#[test]
fn a_position_is_found_in_all_its_images() {
    let base = Base::new();
    base.add(&(games(5) + MATE), true);
    for text in [
        "rnsmksnr/8/pppppppp/8/4P3/PPPP1PPP/8/RNSKMSNR b - - 0 1",
        "rnskmsnr/8/pppppppp/8/3P4/PPP1PPPP/8/RNSMKSNR b - - 0 1",
        "rnskmsnr/8/pppp1ppp/4p3/8/PPPPPPPP/8/RNSMKSNR w - - 0 1",
    ] {
        let position = fen::parse(text, Variant::Makruk, Default::default()).expect("a FEN");
        let position = Some(position);
        assert_eq!(
            found(&base, Filter { position, ..Filter::default() }),
            [1, 2, 3, 4, 5],
            "{text}"
        );
        let filter = Filter { position, material: "KRvK".parse().ok(), ..Filter::default() };
        assert_eq!(found(&base, filter), [0; 0]);
        let filter = Filter { position, result: Some("0-1"), ..Filter::default() };
        assert_eq!(found(&base, filter), [3]);
    }
    let start = Position::start(Variant::Makruk, Default::default());
    let found = base.open(Access::Read);
    let filter = Filter { position: Some(start), ..Filter::default() };
    let games = found.find(&filter, 1, 2).expect("a base");
    assert_eq!((games.total, games.games.len(), games.games[0].id), (5, 2, 4));
    assert_eq!(games.games[0].found_at, Some(0));
}

/// Twenty batches are joined twice; the answers are those of a single batch.
#[test]
fn joined_segments_answer_as_one() {
    const COUNT: usize = 90;
    let [joined, single] = [Base::new(), Base::new()];
    joined.add(&games(COUNT), true);
    single.add(&games(COUNT), false);
    let [joined, single] = [&joined, &single].map(|base| base.open(Access::Read));
    assert_eq!(joined.check().expect("a base"), (COUNT as u32, vec![]));
    let start = Position::start(Variant::Makruk, Default::default());
    let after = start.play_unchecked(san::parse(&start, "e4").expect("a move"));
    for position in [start, after] {
        let tally = joined.explore(&position).expect("a base");
        assert_eq!(tally, single.explore(&position).expect("a base"));
        assert_eq!(tally.results().games, COUNT as u64);
        let filter = Filter { position: Some(position), ..Filter::default() };
        let [joined, single] =
            [&joined, &single].map(|base| base.find(&filter, 0, COUNT).expect("a base"));
        assert_eq!(joined, single);
    }
    let [joined, single] =
        [&joined, &single].map(|base| base.explorer_file(1, 4).expect("a file").finish());
    assert_eq!(joined, single);
}

/// The index counts the same as all games one by one, in every image of the position.
#[test]
fn what_was_played_in_some_games_is_told_alike() {
    let base = Base::new();
    base.add(&(games(40) + MATE), true);
    let base = base.open(Access::Read);
    for text in [
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
        "rnsmksnr/8/pppppppp/8/4P3/PPPP1PPP/8/RNSKMSNR b - - 0 1",
        "rnskmsnr/8/pppppppp/8/3P4/PPP1PPPP/8/RNSMKSNR b - - 0 1",
        "rnskmsnr/8/pppp1ppp/4p3/8/PPPPPPPP/8/RNSMKSNR w - - 0 1",
    ] {
        let position = fen::parse(text, Variant::Makruk, Default::default()).expect("a FEN");
        let all = base.explore(&position).expect("a base");
        let found = |filter: Filter| base.explore_found(&position, &filter).expect("a base");
        assert_eq!(found(Filter::default()), all, "{text}");
        // Each game is looked at, and none is left out.
        let variant = Some(Variant::Makruk);
        assert_eq!(found(Filter { variant, ..Filter::default() }), all, "{text}");
        let wins = found(Filter { result: Some("1-0"), ..Filter::default() }).results();
        let white_moves = position.to_move() == makruk::types::Color::White;
        // With the sides exchanged, the side to move is the one that lost.
        let is_white = white_moves && !text.contains("pppp1ppp");
        let expected = if is_white { all.results().wins } else { all.results().losses };
        assert_eq!(wins.games, expected, "{text}");
        assert!(wins.games > 0 && wins.games == wins.wins + wins.losses, "{text}");
        let none = Filter { since: Some(2999), ..Filter::default() };
        assert_eq!(found(none).moves(), []);
    }
}

#[test]
fn what_was_played_is_told_for_the_side_to_move() {
    let base = Base::new();
    base.add(&games(8), true);
    let base = base.open(Access::Read);
    let start = Position::start(Variant::Makruk, Default::default());
    let tally = base.explore(&start).expect("a base");
    let [games] = tally.moves() else { panic!("one move: {tally:?}") };
    assert_eq!(games.mv.map(|mv| Notation::San.format(&start, mv)).as_deref(), Some("e4"));
    let results = games.results;
    assert_eq!((results.games, results.wins, results.draws, results.losses), (8, 2, 2, 2));
    assert_eq!(games.years.range(), Some((2000, 2006)));
    // Black sees what White lost.
    let mv = games.mv.expect("a move");
    let after = start.play_unchecked(mv);
    let replies = base.explore(&after).expect("a base");
    assert_eq!((replies.results().wins, replies.moves().len()), (2, 8));
    let legal = makruk::movegen::legal_moves(&after);
    assert!(replies.moves().iter().all(|games| games.mv.is_some_and(|mv| legal.contains(&mv))));
    let file = base.explorer_file(8, 1).expect("a file").finish();
    let file = ExplorerFile::new(file).expect("a file");
    assert_eq!(file.len(), 2, "the start and the position after the first move");
    let stored = file.get(&start).expect("whole").expect("there");
    assert_eq!(stored.results(), tally.results());
}

#[test]
fn games_are_found_by_the_ratings_of_both_players() {
    let base = Base::new();
    // The tags of White and Black; a rating of few games has a question mark, and 0 is none.
    let ratings =
        [("1500", "1800?"), ("1700", "1650"), ("2001", ""), ("0", "1700"), ("-", "99999")];
    for (number, (white, black)) in ratings.iter().enumerate() {
        let tags = format!(
            "[White \"A\"]\n[Black \"B\"]\n[Date \"{}\"]\n[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]\n",
            2000 + number
        );
        base.add(&format!("{tags}\n1. e4 *\n"), false);
    }
    let within = |min_rating, max_rating| {
        found(&base, Filter { min_rating, max_rating, ..Filter::default() })
    };
    assert_eq!(within(None, None), [1, 2, 3, 4, 5]);
    assert_eq!(within(Some(1500), None), [1, 2]);
    assert_eq!(within(Some(1501), None), [2]);
    assert_eq!(within(None, Some(1800)), [1, 2]);
    assert_eq!(within(None, Some(1799)), [2]);
    assert_eq!(within(Some(1600), Some(1700)), [2]);
    let shown = base.open(Access::Read).find(&Filter::default(), 0, 5).expect("a base").games;
    let shown: Vec<_> = shown.iter().rev().map(|game| game.ratings).collect();
    let wanted = [
        [Some(1500), Some(1800)],
        [Some(1700), Some(1650)],
        [Some(2001), None],
        [None, Some(1700)],
        [None, None],
    ];
    assert_eq!(shown, wanted);
}

#[test]
fn a_game_comes_back_as_it_was() {
    let annotated = "[Event \"Club\"]\n[White \"สม\"]\n[Black \"B\"]\n[WhiteElo \"1500\"]\n[Result \"1-0\"]\n\n\
                     {first} 1. e4 $1 {[%clk 0:09:59]} (1. d4 d5) 1... Ne7 2. Nd2 1-0 {time}\n";
    let base = Base::new();
    base.add(&(annotated.to_owned() + "\n" + MATE), false);
    let base = base.open(Access::Read);
    let back = |id| base.pgn(id).expect("a base").expect("a game");
    let [given, plain]: [PgnGame; 2] =
        [annotated, MATE].map(|text| Reader::new(text).next().expect("a game").expect("PGN"));
    let game = back(1);
    assert_eq!((&game.tags, &game.comments), (&given.tags, &given.comments));
    assert_eq!(game.closing_comments, given.closing_comments);
    for (there, wanted) in game.moves.iter().zip(&given.moves) {
        assert_eq!((&there.san, &there.nags), (&wanted.san, &wanted.nags));
        assert_eq!((&there.comments, &there.variations), (&wanted.comments, &wanted.variations));
    }
    let game = back(2);
    assert_eq!((&game.tags, game.result), (&plain.tags, Some("1-0")));
    let moves: Vec<&str> = game.moves.iter().map(|played| played.san.as_str()).collect();
    assert_eq!(moves, ["a1b1", "h8g8", "b1b8"]);
    assert_eq!(base.pgn(3).expect("a base"), None);
}

#[test]
fn a_file_is_read_on_where_it_was_left() {
    let base = Base::new();
    let source = Source { name: "a.pgn".to_owned(), bytes: 100, modified: 7 };
    let progress = SourceProgress { bytes: 60, games: 3, lines: 20, skipped: 1 };
    let mut open = base.open(Access::Write);
    let mut adder = open.adder().expect("nobody else writes");
    adder.note_progress(&source, progress).expect("room");
    drop(adder);
    assert_eq!(open.progress(&source).expect("a base"), SourceProgress::default(), "not written");
    let mut adder = open.adder().expect("nobody else writes");
    adder.note_progress(&source, progress).expect("room");
    adder.finish().expect("room");
    assert_eq!(open.progress(&source).expect("a base"), progress);
    let changed = Source { bytes: 101, ..source };
    assert_eq!(open.progress(&changed).expect("a base"), SourceProgress::default());
}

#[test]
fn files_that_are_no_base_are_refused_and_stay() {
    let base = Base::new();
    let open = |access| GameBase::open(&base.path, access).map(|_| ());
    assert!(matches!(open(Access::Read), Err(BaseError::Missing(_))));
    fs::write(&base.path, "my own notes, which are no base of games at all").expect("room");
    for access in [Access::Read, Access::Write] {
        assert!(matches!(open(access), Err(BaseError::NotABase)), "{access:?}");
    }
    let notes = fs::read_to_string(&base.path).expect("a file");
    assert!(notes.starts_with("my own notes"));
    fs::remove_file(&base.path).expect("a file");
    // Another program's file of SQLite.
    let other = rusqlite::Connection::open(&base.path).expect("a file");
    other.execute_batch("CREATE TABLE notes (text TEXT)").expect("room");
    drop(other);
    assert!(matches!(open(Access::Write), Err(BaseError::NotABase)));
    fs::write(&base.path, "").expect("room");
    assert!(open(Access::Write).is_ok(), "an empty file becomes a base");
    for version in [4, 9] {
        let other = rusqlite::Connection::open(&base.path).expect("a file");
        other.pragma_update(None, "user_version", version).expect("room");
        drop(other);
        for access in [Access::Read, Access::Write] {
            let error = open(access).expect_err("another version");
            assert!(matches!(error, BaseError::Version { found, known: 5 } if found == version));
        }
    }
}

#[test]
fn damage_is_found() {
    let base = Base::new();
    base.add(&games(3), false);
    let change = |sql: &str| {
        let connection = rusqlite::Connection::open(&base.path).expect("a file");
        connection.execute_batch(sql).expect("a statement");
    };
    let check = || base.open(Access::Read).check().expect("a base").1;
    assert_eq!(check(), []);
    change("UPDATE records SET moves = x'ffff' WHERE game = 2");
    assert_eq!(check(), [BaseDamage::Record(2)]);
    change("DELETE FROM records WHERE game = 2");
    assert_eq!(check(), [BaseDamage::NoRecord(2)]);
    change("DELETE FROM blocks");
    let indexed = |fault: &BaseDamage| matches!(fault, BaseDamage::Positions { indexed: 0, .. });
    assert_eq!(check().iter().filter(|fault| indexed(fault)).count(), 2);
    change("UPDATE segments SET level = 0; INSERT INTO blocks VALUES (1, 5, x'ffffffff')");
    let damaged = base.open(Access::Read).check();
    assert!(matches!(damaged, Err(BaseError::Index(_))), "{damaged:?}");
}

#[test]
fn a_full_disk_leaves_the_base_as_it_was() {
    let base = Base::new();
    base.add(MATE, false);
    let mut open = base.open(Access::Write);
    open.limit_pages(0).expect("a base");
    let mut adder = open.adder().expect("nobody else writes");
    let mut failed = None;
    for game in Reader::new(&games(2000)) {
        let game = NewGame::read(&game.expect("PGN"), Variant::Makruk).expect("legal moves");
        if let Err(error) = adder.add(game) {
            failed = Some(error);
            break;
        }
    }
    let failed = failed.or_else(|| adder.finish().err());
    assert!(matches!(failed, Some(BaseError::Full)), "{failed:?}");
    drop(open);
    assert_eq!(base.open(Access::Read).check().expect("a base"), (1, vec![]));
}

#[test]
fn one_process_adds_at_a_time() {
    let base = Base::new();
    base.add(MATE, false);
    let holder = rusqlite::Connection::open(&base.path).expect("a file");
    holder.execute_batch("BEGIN EXCLUSIVE").expect("nobody else writes");
    let refused =
        GameBase::open(&base.path, Access::Write).and_then(|mut base| base.adder().map(|_| ()));
    assert!(matches!(refused, Err(BaseError::Locked)), "{refused:?}");
    holder.execute_batch("ROLLBACK").expect("a transaction");
    assert_eq!(base.open(Access::Read).check().expect("a base"), (1, vec![]));
}
