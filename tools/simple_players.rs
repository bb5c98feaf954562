//! Plays matches of levels against players that are simpler than any engine, to see how levels do
//! against beginners.
//!
//!     cargo run --release --example simple_players -- GAMES PLAYER PLAYER
//!
//! A PLAYER is a level, such as -2; `random`; `greedy`, which takes the most valuable man that is
//! free and else moves at random; `careful`, which also mates when it can and leaves no man of its
//! own for free; or `beginner:THREATS:CHANCES:JUDGEMENT`, the parameters of a new level. Each opening of
//! positions/openings.epd is played with both colours; a game of 200 moves is a draw. The games
//! are the same in each run.

use makruk::game::Game;
use makruk::movegen::{is_checkmate, legal_moves};
use makruk::notation::fen;
use makruk::position::Position;
use makruk::rules::Outcome;
use makruk::types::{Color, Move};
use rand::Rng;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use sakdi_engine::search::{Engine, Limits, see};
use sakdi_levels::{Beginner, Player, Strength};

#[derive(Clone, Copy)]
enum Choice {
    Random,
    Greedy,
    Careful,
    Level(Option<Strength>),
}

impl Choice {
    fn parse(text: &str) -> Self {
        let parts: Vec<&str> = text.split(':').collect();
        match parts[..] {
            ["random"] => Self::Random,
            ["greedy"] => Self::Greedy,
            ["careful"] => Self::Careful,
            ["beginner", threats, chances, judgement] => {
                let number = |text: &str| text.parse().expect("a number");
                Self::Level(Some(Strength::Beginner(Beginner {
                    overlooked_threats: number(threats),
                    overlooked_chances: number(chances),
                    judgement: number(judgement),
                })))
            }
            _ => Self::Level(Strength::of_skill(text.parse().expect("a player"))),
        }
    }

    fn choose(self, game: &Game, player: &mut Player, rng: &mut SmallRng) -> Move {
        let position = game.position();
        let moves = legal_moves(position);
        let worth = |mv: &Move| match self {
            Self::Random | Self::Level(_) => 0,
            Self::Greedy => free_gain(position, *mv),
            Self::Careful => {
                let next = position.play_unchecked(*mv);
                let replies = legal_moves(&next);
                let loss = replies.iter().map(|&reply| free_gain(&next, reply)).max();
                if is_checkmate(&next) {
                    i32::MAX
                } else {
                    free_gain(position, *mv) - loss.unwrap_or_default()
                }
            }
        };
        if let Self::Level(strength) = self {
            let found = player.search(strength, game, &Limits::default(), &());
            return found.best_move.expect("a move");
        }
        let best = moves.iter().map(worth).max();
        let best: Vec<Move> = moves.into_iter().filter(|mv| Some(worth(mv)) == best).collect();
        *best.choose(rng).expect("a move")
    }
}

/// The value of a man that is captured and cannot capture back; 0 for other moves.
fn free_gain(position: &Position, mv: Move) -> i32 {
    let Some(captured) = position.captured(mv) else { return 0 };
    let others = position.occupied() & !mv.from().bitboard();
    let is_free = position.attackers(!position.to_move(), mv.to(), others).is_empty();
    if is_free { see::value(captured) } else { 0 }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, first, second] = &arguments[..] else { panic!("GAMES PLAYER PLAYER") };
    let games: usize = games.parse().expect("a number of games");
    let choices = [Choice::parse(first), Choice::parse(second)];
    let openings = std::fs::read_to_string("positions/openings.epd").expect("the openings");
    let mut openings: Vec<&str> = openings.lines().filter(|line| !line.starts_with('#')).collect();
    let mut rng = SmallRng::seed_from_u64(1);
    openings.shuffle(&mut rng);
    let mut players = [(); 2].map(|()| Player::new(Engine::new(1)));
    let mut counts = [0; 3];
    let mut plies = 0;
    for number in 0..games {
        let opening = openings[number / 2 % openings.len()];
        let board: Vec<&str> = opening.split_whitespace().take(4).collect();
        let start = fen::parse(&board.join(" "), Default::default(), Default::default());
        let mut game = Game::new(start.expect("a position"));
        for player in &mut players {
            player.engine.clear();
            player.set_seed(rng.random());
        }
        let is_first = |color| (color == Color::White) == (number % 2 == 0);
        let outcome = loop {
            if let Some(outcome) = game.outcome() {
                break Some(outcome);
            }
            if game.moves().len() == 400 {
                break None;
            }
            let side = usize::from(!is_first(game.position().to_move()));
            let mv = choices[side].choose(&game, &mut players[side], &mut rng);
            game.play(mv).expect("a legal move");
        };
        plies += game.moves().len();
        let index = match outcome {
            Some(Outcome::Mate { winner }) if is_first(winner) => 0,
            Some(Outcome::Mate { .. }) => 2,
            _ => 1,
        };
        counts[index] += 1;
    }
    let share = (f64::from(counts[0]) + f64::from(counts[1]) / 2.0) / games as f64;
    let elo = -400.0 * (1.0 / share - 1.0).log10();
    let [wins, draws, losses] = counts;
    println!(
        "{first} - {second}: +{wins} ={draws} -{losses}, {elo:+.0} Elo, {} plies a game",
        plies / games
    );
}
