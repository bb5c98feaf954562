//! The play of beginners, at the levels below 0: they look at each of their moves by itself, one
//! move ahead, and overlook what some men can do. They take back what was captured, take what they
//! see to be free, and do not look for the opponent's mates.

use crate::choice::pick;
use crate::{Beginner, Player};
use makruk::game::Game;
use makruk::movegen::{self, GenType};
use makruk::position::Position;
use makruk::types::{Bitboard, Move, Square};
use rand::Rng;
use sakdi_engine::Score;
use sakdi_engine::eval::evaluate;
use sakdi_engine::score::{DRAW, mate_in};
use sakdi_engine::search::{Bound, Limits, SearchObserver, SearchReport, SearchResult, see};

/// A move that looks this many centipawns worse than the best is chosen 1/e times as often. So a
/// beginner takes the men that look free, and varies the quiet moves.
const TEMPERATURE: f64 = 60.0;

impl Player {
    /// Chooses a move as a beginner does.
    pub(crate) fn play_as_beginner(
        &mut self,
        beginner: Beginner,
        game: &Game,
        limits: &Limits,
        observer: &dyn SearchObserver,
    ) -> SearchResult {
        let position = game.position();
        let moves = limits.allowed_moves(position);
        if moves.is_empty() {
            return self.engine.search_lines(game, limits, observer).0;
        }
        let nodes = moves.len() as u64;
        let look = Look::new(beginner, game, &mut self.rng);
        let mut lines: Vec<(Move, Score)> =
            look.narrow(moves.to_vec()).into_iter().map(|mv| (mv, look.score(mv))).collect();
        lines.sort_by_key(|&(_, score)| -score);
        let scores: Vec<Score> = lines.iter().map(|&(_, score)| score).collect();
        let chosen = lines.remove(pick(&scores, TEMPERATURE, &mut self.rng));
        lines.insert(0, chosen);
        for (index, &(mv, score)) in lines.iter().take(limits.multi_pv).enumerate() {
            observer.report(&SearchReport {
                depth: 1,
                selective_depth: 1,
                multi_pv: index + 1,
                score,
                bound: Bound::Exact,
                nodes,
                time: limits.started.elapsed(),
                hash_full: 0,
                tb_hits: 0,
                pv: &[mv],
            });
        }
        let (mv, score) = chosen;
        let result = SearchResult {
            best_move: Some(mv),
            ponder_move: None,
            score,
            reported_score: score,
            depth: 1,
            nodes,
        };
        observer.finish(&result);
        result
    }
}

/// What a beginner sees of a position.
struct Look<'a> {
    game: &'a Game,
    /// The square of the man that moved last, at which the beginner looks first.
    last: Option<Square>,
    overlooked: Bitboard,
    judgement: f64,
}

impl<'a> Look<'a> {
    /// Looks at the board for one move. The man that moved last is never overlooked.
    fn new(beginner: Beginner, game: &'a Game, rng: &mut impl Rng) -> Self {
        let position = game.position();
        let last = game.moves().last().map(|mv| mv.to());
        let own = position.color(position.to_move());
        let mut overlooked = Bitboard::EMPTY;
        for square in position.occupied() {
            let is_own = own.contains(square);
            let probability =
                if is_own { beginner.overlooked_chances } else { beginner.overlooked_threats };
            if rng.random_bool(probability) && Some(square) != last {
                overlooked |= square.bitboard();
            }
        }
        Self { game, last, overlooked, judgement: beginner.judgement }
    }

    /// The moves that the beginner thinks of: those that take the man that moved last, if that
    /// seems to win something; otherwise all but the overlooked captures.
    fn narrow(&self, moves: Vec<Move>) -> Vec<Move> {
        let position = self.game.position();
        let takes_last = |mv: &Move| Some(mv.to()) == self.last && apparent_gain(position, *mv) > 0;
        let is_seen =
            |mv: &Move| position.captured(*mv).is_none() || !self.overlooked.contains(mv.from());
        let only = |is_thought_of: &dyn Fn(&Move) -> bool| -> Option<Vec<Move>> {
            let some: Vec<Move> = moves.iter().copied().filter(is_thought_of).collect();
            (!some.is_empty()).then_some(some)
        };
        only(&takes_last).or_else(|| only(&is_seen)).unwrap_or(moves)
    }

    /// The value of a move, as the beginner sees it.
    fn score(&self, mv: Move) -> Score {
        let position = self.game.position();
        let next = position.play_unchecked(mv);
        if !self.overlooked.contains(mv.from()) && !movegen::has_legal_move(&next) {
            return if next.in_check() { mate_in(1) } else { DRAW };
        }
        // A player remembers the position and does not move to and fro when ahead.
        if self.game.keys().contains(&next.key()) {
            return DRAW;
        }
        let now = evaluate(position);
        let gain = see::gain(position.details(mv));
        let positional = f64::from(-evaluate(&next) - now - gain) * self.judgement;
        now + gain - self.feared_loss(&next) + positional as Score
    }

    /// The most that the opponent seems to win with one capture by a man that is not overlooked.
    fn feared_loss(&self, next: &Position) -> Score {
        let mut most = 0;
        movegen::generate_into(next, GenType::Tactical, |reply| {
            if !self.overlooked.contains(reply.from()) {
                most = most.max(apparent_gain(next, reply));
            }
        });
        most
    }
}

/// What a move seems to win: the man that it captures, less the one that captures if the square is
/// protected; 0 without a capture. May be negative.
fn apparent_gain(position: &Position, mv: Move) -> Score {
    let Some(captured) = position.captured(mv) else { return 0 };
    let others = position.occupied() & !mv.from().bitboard();
    let is_protected = position.attackers(!position.to_move(), mv.to(), others).any();
    let risked = if is_protected { see::value(position.details(mv).moved) } else { 0 };
    see::value(captured) - risked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Strength;
    use makruk::notation::{coordinate, fen};
    use sakdi_engine::search::Engine;

    fn game(text: &str, moves: &[&str]) -> Game {
        let start = fen::parse(text, Default::default(), Default::default()).expect("a FEN");
        let mut game = Game::new(start);
        for text in moves {
            let mv = coordinate::parse(game.position(), text).expect("a move");
            game.play(mv).expect("a legal move");
        }
        game
    }

    /// How often in 200 tries the two levels of beginners choose a move of some kind.
    fn shares(game: &Game, is_wanted: impl Fn(Move) -> bool) -> [f64; 2] {
        let mut player = Player::new(Engine::new(1));
        [-2, -1].map(|skill| {
            let strength = Strength::of_skill(skill);
            let chosen = (0..200).filter_map(|seed| {
                player.set_seed(seed);
                player.search(strength, game, &Limits::default(), &()).best_move
            });
            chosen.filter(|&mv| is_wanted(mv)).count() as f64 / 200.0
        })
    }

    fn is_move(game: &Game, text: &str) -> impl Fn(Move) -> bool {
        let wanted = coordinate::parse(game.position(), text).expect("a move");
        move |mv| mv == wanted
    }

    #[test]
    fn what_was_captured_is_taken_back() {
        let game = game("4k3/1p4p1/8/3r4/8/3S4/2P3PP/4K3 b - - 0 1", &["d5d3"]);
        assert_eq!(shares(&game, is_move(&game, "c2d3")), [1.0; 2]);
    }

    #[test]
    fn free_men_and_mates_are_often_overlooked_but_not_always() {
        for (fen, mv) in [
            ("4k3/1p4p1/8/3n4/8/PP1R2PP/8/4K3 w - - 0 1", "d3d5"),
            ("3k4/R7/3K4/8/4p3/2p3p1/8/6R1 w - - 0 60", "a7a8"),
        ] {
            let game = game(fen, &[]);
            let [lower, higher] = shares(&game, is_move(&game, mv));
            assert!(0.05 < lower && lower < higher && higher < 0.8, "{fen}: {lower} {higher}");
        }
    }

    /// How often the ruea is left where a ma takes it.
    fn rook_losses(game: &Game) -> [f64; 2] {
        shares(game, |mv| {
            let next = game.position().play_unchecked(mv);
            movegen::legal_moves(&next).iter().any(|&reply| apparent_gain(&next, reply) > 500)
        })
    }

    #[test]
    fn threats_are_overlooked_unless_the_last_move_made_them() {
        let old = game("4k3/1p4p1/8/4n3/8/PP1R2PP/8/4K3 w - - 0 1", &[]);
        let [lower, higher] = rook_losses(&old);
        assert!(lower > higher && higher > 0.1, "{lower} {higher}");
        let new = game("4k3/1p4p1/2n5/8/8/PP1R2PP/8/4K3 b - - 0 1", &["c6e5"]);
        let losses = rook_losses(&new);
        assert!(losses[0] < lower / 2.0 && losses[1] < higher / 2.0, "{losses:?}");
    }

    #[test]
    fn as_many_lines_are_reported_as_requested() {
        use std::sync::Mutex;
        struct Lines(Mutex<Vec<(usize, Move)>>);
        impl SearchObserver for Lines {
            fn report(&self, report: &SearchReport<'_>) {
                self.0.lock().expect("unpoisoned").push((report.multi_pv, report.pv[0]));
            }
        }
        let game = game("4k3/1p4p1/8/4n3/8/PP1R2PP/8/4K3 w - - 0 1", &[]);
        let strength = Strength::of_skill(-1);
        let lines = Lines(Mutex::default());
        let limits = Limits { multi_pv: 3, ..Limits::default() };
        let result = Player::new(Engine::new(1)).search(strength, &game, &limits, &lines);
        let lines = lines.0.into_inner().expect("unpoisoned");
        assert_eq!(lines.iter().map(|line| line.0).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(Some(lines[0].1), result.best_move);
    }
}
