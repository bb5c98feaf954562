//! One game: two engines, and an arbiter that believes neither.

use super::adjudication::{DrawRule, ResignRule, ScoreWatch};
use super::answer::{Answer, Info};
use super::clock::Clock;
use super::ending::{Cause, Detail, Ending};
use super::engine::{Engine, Failure, Rules};
use super::schedule::GamePlan;
use super::settings::EngineSettings;
use crate::game::Game;
use crate::notation::{MoveError, coordinate, fen};
use crate::position::Position;
use crate::rules::CountingRule;
use crate::types::{Color, Move};
use std::time::{Duration, Instant};

/// How long an engine that has lost on time may take to say so: beyond it, it has stalled.
const GRACE: Duration = Duration::from_secs(5);

/// What the arbiter goes by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arbiter {
    pub counting: CountingRule,
    pub resign: Option<ResignRule>,
    pub draw: Option<DrawRule>,
    /// Full moves after which a game is drawn.
    pub max_moves: u32,
    /// How long an engine without a clock may think.
    pub stall: Duration,
}

/// A move and what its engine said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    pub mv: Move,
    /// What the engine said; `None` for a move of the opening.
    pub thought: Option<Thought>,
}

/// What an engine said of its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    pub info: Info,
    /// From `go`, or `ponderhit`, to `bestmove`.
    pub time: Duration,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct GameRecord {
    pub plan: GamePlan,
    pub start: Position,
    pub moves: Vec<PlayedMove>,
    pub ending: Ending,
    /// From making the engines ready to the end.
    pub duration: Duration,
}

impl GameRecord {
    /// What the engines thought, together.
    pub fn thinking(&self) -> Duration {
        self.moves.iter().filter_map(|mv| mv.thought).map(|thought| thought.time).sum()
    }
}

/// The match is to stop: the game counts for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// One side of a game.
pub struct Side<'s, 'e> {
    pub settings: &'s EngineSettings,
    pub engine: &'s mut Engine<'e>,
    clock: Clock,
    /// The move that the engine expects and thinks about.
    expects: Option<String>,
}

impl<'s, 'e> Side<'s, 'e> {
    pub fn new(settings: &'s EngineSettings, engine: &'s mut Engine<'e>) -> Self {
        Self { settings, engine, clock: Clock::new(&settings.limits), expects: None }
    }
}

/// Plays a game from its opening to its end.
pub fn play(
    arbiter: &Arbiter,
    plan: &GamePlan,
    game: Game,
    mut sides: [Side<'_, '_>; 2],
) -> Result<GameRecord, Stopped> {
    let began = Instant::now();
    let rules = Rules { variant: plan.variant, counting: arbiter.counting };
    let mut table = Table::new(arbiter, game);
    let mut ready = Ok(());
    for color in Color::ALL {
        ready = ready.and_then(|()| {
            let engine = &mut *sides[color.index()].engine;
            engine.new_game(rules).map_err(|failure| (color, failure))
        });
    }
    let ending = match ready {
        Err((color, Failure::Fault(cause, detail))) => Ending::loss(color, cause, detail),
        Err((_, Failure::Stopped)) => return Err(Stopped),
        Ok(()) => loop {
            if let Some(ending) = table.next_move(&mut sides)? {
                break ending;
            }
        },
    };
    for side in &mut sides {
        if side.expects.is_some() {
            // What it then does belongs to no game.
            if let Err(Failure::Stopped) = side.engine.ponder_miss(GRACE) {
                return Err(Stopped);
            }
        }
    }
    let start = *table.game.start();
    let (moves, duration) = (table.moves, began.elapsed());
    Ok(GameRecord { plan: plan.clone(), start, moves, ending, duration })
}

/// The board as both players see it.
struct Table<'a> {
    arbiter: &'a Arbiter,
    game: Game,
    moves: Vec<PlayedMove>,
    watch: ScoreWatch,
    /// The UCI command that sets up the position.
    position: String,
}

impl<'a> Table<'a> {
    fn new(arbiter: &'a Arbiter, game: Game) -> Self {
        let start = game.start();
        let standard = Position::start(start.variant(), start.counting_rule());
        let mut position = if *start == standard {
            "position startpos moves".into()
        } else {
            format!("position fen {} moves", fen::format(start))
        };
        let mut board = *start;
        for &mv in game.moves() {
            position.push(' ');
            position.push_str(&coordinate::format(&board, mv));
            board = board.play_unchecked(mv);
        }
        let moves = game.moves().iter().map(|&mv| PlayedMove { mv, thought: None }).collect();
        let watch = ScoreWatch::new(arbiter.resign, arbiter.draw);
        Self { arbiter, game, moves, watch, position }
    }

    /// Has the side to move make its move. Says how the game ends, if it does.
    fn next_move(&mut self, sides: &mut [Side<'_, '_>; 2]) -> Result<Option<Ending>, Stopped> {
        let mover = self.game.position().to_move();
        let lost = |cause, detail| Ok(Some(Ending::loss(mover, cause, detail)));
        let answer = match self.ask(mover, sides) {
            Ok(answer) => answer,
            Err(Failure::Stopped) => return Err(Stopped),
            Err(Failure::Fault(cause, detail)) => return lost(cause, detail),
        };
        let side = &mut sides[mover.index()];
        if !side.clock.spend(answer.time) {
            return lost(Cause::TimeForfeit, None);
        }
        let mv = match coordinate::parse(self.game.position(), &answer.best) {
            Ok(mv) => mv,
            Err(error) => {
                let cause = match error {
                    MoveError::Unreadable { .. } => Cause::UnreadableMove,
                    _ => Cause::IllegalMove,
                };
                return lost(cause, Some(Detail::Answer(printable(&answer.best))));
            }
        };
        self.position.push(' ');
        self.position.push_str(&coordinate::format(self.game.position(), mv));
        if self.game.play(mv).is_err() {
            return lost(Cause::IllegalMove, Some(Detail::Answer(printable(&answer.best))));
        }
        let thought = Some(Thought { info: answer.info, time: answer.time });
        self.moves.push(PlayedMove { mv, thought });
        if let Some(ending) = self.ending(mover, answer.info) {
            return Ok(Some(ending));
        }
        match self.start_pondering(mover, sides, answer.ponder) {
            Ok(()) => Ok(None),
            Err(Failure::Stopped) => Err(Stopped),
            Err(Failure::Fault(cause, detail)) => lost(cause, detail),
        }
    }

    fn ask(&self, mover: Color, sides: &mut [Side<'_, '_>; 2]) -> Result<Answer, Failure> {
        let go = go_command(mover, sides, false);
        let last_move = self.position.rsplit(' ').next();
        let side = &mut sides[mover.index()];
        let allowance = side.clock.allowance();
        let silence = if allowance.is_some() { GRACE } else { self.arbiter.stall };
        match side.expects.take() {
            Some(expected) if last_move == Some(expected.as_str()) => {
                return side.engine.ponder_hit(allowance, silence);
            }
            Some(_) => side.engine.ponder_miss(GRACE)?,
            None => {}
        }
        let position = self.position.strip_suffix(" moves").unwrap_or(&self.position);
        side.engine.think(position, &go, allowance, silence)
    }

    /// Lets the side that has moved think about the reply that it expects.
    fn start_pondering(
        &self,
        mover: Color,
        sides: &mut [Side<'_, '_>; 2],
        reply: Option<String>,
    ) -> Result<(), Failure> {
        let Some(reply) = reply.filter(|_| sides[mover.index()].settings.ponder) else {
            return Ok(());
        };
        // An expectation that is illegal, or ends the game, leaves nothing to think about.
        let mut game = self.game.clone();
        let Ok(mv) = coordinate::parse(game.position(), &reply) else { return Ok(()) };
        let reply = coordinate::format(game.position(), mv);
        if game.play(mv).is_err() || game.outcome().is_some() {
            return Ok(());
        }
        let go = go_command(mover, sides, true);
        let side = &mut sides[mover.index()];
        side.engine.ponder(&format!("{} {reply}", self.position), &go)?;
        side.expects = Some(reply);
        Ok(())
    }

    /// The verdict after a move: of the rules first, then of the match.
    fn ending(&mut self, mover: Color, info: Info) -> Option<Ending> {
        if let Some(outcome) = self.game.outcome() {
            return Some(outcome.into());
        }
        let plies = self.game.moves().len() as u32;
        let pawns = self.game.position().has_pawns();
        if let Some(ending) = self.watch.after_move(mover, info.score, plies, pawns) {
            return Some(ending);
        }
        let limit = self.arbiter.max_moves.saturating_mul(2);
        (plies >= limit).then(|| Ending::draw(Cause::MoveLimit))
    }
}

/// What the side to move is asked: its own limits, and both clocks.
fn go_command(mover: Color, sides: &[Side<'_, '_>; 2], ponder: bool) -> String {
    let [white, black] = [&sides[0], &sides[1]];
    let side = &sides[mover.index()];
    let mut go = String::from(if ponder { "go ponder" } else { "go" });
    go.push_str(&side.clock.limit_words());
    if side.clock.is_running() {
        go.push_str(&white.clock.words('w'));
        go.push_str(&black.clock.words('b'));
        if let Some(moves) = side.clock.moves_to_go() {
            go.push_str(&format!(" movestogo {moves}"));
        }
    }
    let limits = &side.settings.limits;
    if let Some(nodes) = limits.nodes {
        go.push_str(&format!(" nodes {nodes}"));
    }
    if let Some(depth) = limits.depth {
        go.push_str(&format!(" depth {depth}"));
    }
    go
}

/// The start of what an engine said, fit to stand in a comment.
fn printable(text: &str) -> String {
    text.chars().take(24).flat_map(char::escape_default).filter(|c| !"{}".contains(*c)).collect()
}
