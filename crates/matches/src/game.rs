//! One game between two engines, refereed by the rules of this crate.

use super::adjudication::{AdjudicationRules, ScoreAdjudicator};
use super::clock::GameClock;
use super::ending::{FaultDetail, MatchEnding};
use super::engine::{EngineFailure, EngineProcess, GameRules};
use super::schedule::GamePlan;
use super::settings::EngineSettings;
use super::uci_output::{BestMove, SearchInfo};
use makruk::game::Game;
use makruk::notation::pgn::ending::Cause;
use makruk::notation::{MoveError, coordinate, fen};
use makruk::position::Position;
use makruk::rules::CountingRule;
use makruk::types::{Color, Move};
use std::time::{Duration, Instant};

/// How long an engine may take to reply after its time is over, or after `stop`. After that it has
/// stalled.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// How games are refereed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arbiter {
    /// The counting rule.
    pub counting: CountingRule,
    /// When scores end a game.
    pub adjudication: AdjudicationRules,
    /// Number of full moves after which a game is drawn.
    pub max_moves: u32,
    /// How long an engine without a time limit may search.
    pub stall: Duration,
}

impl Arbiter {
    /// The default number of full moves after which a game is drawn.
    pub const MAX_MOVES: u32 = 1_000;

    /// What ends games early, as in `resign movecount=4 score=330; max-moves 250`; empty where nothing
    /// but [`Self::MAX_MOVES`] does.
    pub fn adjudication_text(&self) -> String {
        // Only self-play has a rule for counts.
        let AdjudicationRules { resign, draw, count: _ } = self.adjudication;
        let parts = [
            resign.map(|rule| format!("resign {rule}")),
            draw.map(|rule| format!("draw {rule}")),
            (self.max_moves != Self::MAX_MOVES).then(|| format!("max-moves {}", self.max_moves)),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// `None` for a move of the opening.
    pub data: Option<MoveData>,
}

/// What the engine reported with its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveData {
    /// Score and depth of the search.
    pub info: SearchInfo,
    /// From `go`, or `ponderhit`, to `bestmove`.
    pub time: Duration,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// The game in the schedule.
    pub plan: GamePlan,
    /// The first position.
    pub start: Position,
    /// All moves, including those of the opening.
    pub moves: Vec<PlayedMove>,
    /// How the game ended.
    pub ending: MatchEnding,
    /// From `ucinewgame` to the end.
    pub duration: Duration,
}

impl GameRecord {
    /// The search time of both engines.
    pub fn search_time(&self) -> Duration {
        self.moves.iter().filter_map(|mv| mv.data).map(|data| data.time).sum()
    }
}

/// The match is being stopped: the game does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchStopped;

/// A player of a game.
pub struct Player<'s, 'e> {
    /// The settings of its engine.
    pub settings: &'s EngineSettings,
    /// Its running process.
    pub engine: &'s mut EngineProcess<'e>,
    clock: GameClock,
    /// The opponent's move that the engine ponders on.
    ponder_move: Option<String>,
}

impl<'s, 'e> Player<'s, 'e> {
    /// A player with a new clock.
    pub fn new(settings: &'s EngineSettings, engine: &'s mut EngineProcess<'e>) -> Self {
        Self { settings, engine, clock: GameClock::new(&settings.limits), ponder_move: None }
    }
}

/// Plays a game from its opening to its end.
///
/// # Errors
/// The match is being stopped.
pub fn play(
    arbiter: &Arbiter,
    plan: &GamePlan,
    game: Game,
    mut players: [Player<'_, '_>; 2],
) -> Result<GameRecord, MatchStopped> {
    let began = Instant::now();
    let rules = GameRules { variant: plan.variant, counting: arbiter.counting };
    let mut game = LiveGame::new(arbiter, game);
    let mut ready = Ok(());
    for color in Color::ALL {
        ready = ready.and_then(|()| {
            let engine = &mut *players[color.index()].engine;
            engine.new_game(rules).map_err(|failure| (color, failure))
        });
    }
    let ending = match ready {
        Err((color, EngineFailure::Fault(cause, detail))) => {
            MatchEnding::loss(color, cause, detail)
        }
        Err((_, EngineFailure::Stopped)) => return Err(MatchStopped),
        Ok(()) => loop {
            if let Some(ending) = game.next_move(&mut players)? {
                break ending;
            }
        },
    };
    for player in &mut players {
        if player.ponder_move.is_some() {
            // The game is over: a fault or the end of the match does not change its result.
            let _ = player.engine.ponder_miss(STOP_TIMEOUT);
        }
    }
    let start = *game.game.start();
    let (moves, duration) = (game.moves, began.elapsed());
    Ok(GameRecord { plan: plan.clone(), start, moves, ending, duration })
}

/// A game in progress.
struct LiveGame<'a> {
    arbiter: &'a Arbiter,
    game: Game,
    moves: Vec<PlayedMove>,
    adjudicator: ScoreAdjudicator,
    /// The UCI command `position`.
    position: String,
}

impl<'a> LiveGame<'a> {
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
        let moves = game.moves().iter().map(|&mv| PlayedMove { mv, data: None }).collect();
        let adjudicator = ScoreAdjudicator::new(arbiter.adjudication);
        Self { arbiter, game, moves, adjudicator, position }
    }

    /// Has the side to move play a move. Returns the ending if the game is over.
    fn next_move(
        &mut self,
        players: &mut [Player<'_, '_>; 2],
    ) -> Result<Option<MatchEnding>, MatchStopped> {
        let mover = self.game.position().to_move();
        let lost = |cause, detail| Ok(Some(MatchEnding::loss(mover, cause, detail)));
        let reply = match self.request_move(mover, players) {
            Ok(reply) => reply,
            Err(EngineFailure::Stopped) => return Err(MatchStopped),
            Err(EngineFailure::Fault(cause, detail)) => return lost(cause, detail),
        };
        if !players[mover.index()].clock.spend(reply.time) {
            return lost(Cause::TimeForfeit, None);
        }
        let mv = match coordinate::parse(self.game.position(), &reply.best) {
            Ok(mv) => mv,
            Err(error) => {
                let cause = match error {
                    MoveError::Unreadable { .. } => Cause::UnreadableMove,
                    _ => Cause::IllegalMove,
                };
                return lost(cause, Some(FaultDetail::Reply(printable(&reply.best))));
            }
        };
        self.position.push(' ');
        self.position.push_str(&coordinate::format(self.game.position(), mv));
        if self.game.play(mv).is_err() {
            return lost(Cause::IllegalMove, Some(FaultDetail::Reply(printable(&reply.best))));
        }
        let data = Some(MoveData { info: reply.info, time: reply.time });
        self.moves.push(PlayedMove { mv, data });
        if let Some(ending) = self.ending(mover, reply.info) {
            return Ok(Some(ending));
        }
        match self.start_pondering(mover, players, reply.ponder) {
            Ok(()) => Ok(None),
            Err(EngineFailure::Stopped) => Err(MatchStopped),
            Err(EngineFailure::Fault(cause, detail)) => lost(cause, detail),
        }
    }

    fn request_move(
        &self,
        mover: Color,
        players: &mut [Player<'_, '_>; 2],
    ) -> Result<BestMove, EngineFailure> {
        let go = go_command(mover, players, false);
        let last_move = self.position.rsplit(' ').next();
        let player = &mut players[mover.index()];
        let allowance = player.clock.allowance();
        let stall_timeout = if allowance.is_some() { STOP_TIMEOUT } else { self.arbiter.stall };
        match player.ponder_move.take() {
            Some(expected) if last_move == Some(expected.as_str()) => {
                return player.engine.ponder_hit(allowance, stall_timeout);
            }
            Some(_) => player.engine.ponder_miss(STOP_TIMEOUT)?,
            None => {}
        }
        let position = self.position.strip_suffix(" moves").unwrap_or(&self.position);
        player.engine.search(position, &go, allowance, stall_timeout)
    }

    /// Has the side that has moved ponder on the reply that it expects.
    fn start_pondering(
        &self,
        mover: Color,
        players: &mut [Player<'_, '_>; 2],
        reply: Option<String>,
    ) -> Result<(), EngineFailure> {
        let Some(reply) = reply.filter(|_| players[mover.index()].settings.ponder) else {
            return Ok(());
        };
        // Nothing to ponder on after an illegal move or a move that ends the game.
        let mut game = self.game.clone();
        let Ok(mv) = coordinate::parse(game.position(), &reply) else { return Ok(()) };
        let reply = coordinate::format(game.position(), mv);
        if game.play(mv).is_err() || game.outcome().is_some() {
            return Ok(());
        }
        let go = go_command(mover, players, true);
        let player = &mut players[mover.index()];
        player.engine.ponder(&format!("{} {reply}", self.position), &go)?;
        player.ponder_move = Some(reply);
        Ok(())
    }

    /// Returns the ending if the game is over after a move: by the rules, or else by adjudication.
    fn ending(&mut self, mover: Color, info: SearchInfo) -> Option<MatchEnding> {
        if let Some(outcome) = self.game.outcome() {
            return Some(outcome.into());
        }
        let plies = self.game.moves().len() as u32;
        let position = self.game.position();
        if let Some(ending) = self.adjudicator.observe(mover, info.score, plies, position) {
            return Some(ending.into());
        }
        let limit = self.arbiter.max_moves.saturating_mul(2);
        (plies >= limit).then(|| MatchEnding::draw(Cause::MoveLimit))
    }
}

/// The command `go`: the limits of the side to move, and both clocks.
fn go_command(mover: Color, players: &[Player<'_, '_>; 2], ponder: bool) -> String {
    let [white, black] = players;
    let player = &players[mover.index()];
    let mut go = String::from(if ponder { "go ponder" } else { "go" });
    go.push_str(&player.clock.go_movetime());
    if player.clock.is_game_clock() {
        go.push_str(&white.clock.go_clock('w'));
        go.push_str(&black.clock.go_clock('b'));
        if let Some(moves) = player.clock.moves_to_go() {
            go.push_str(&format!(" movestogo {moves}"));
        }
    }
    let limits = &player.settings.limits;
    if let Some(nodes) = limits.nodes {
        go.push_str(&format!(" nodes {nodes}"));
    }
    if let Some(depth) = limits.depth {
        go.push_str(&format!(" depth {depth}"));
    }
    go
}

/// The first characters of a text from an engine, escaped for a PGN comment.
fn printable(text: &str) -> String {
    text.chars().take(24).flat_map(char::escape_default).filter(|c| !"{}".contains(*c)).collect()
}
