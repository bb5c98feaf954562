//! Test suites: positions with known answers.

use super::search::{AnalysisObserver, AnalysisSettings, Budget};
use makruk::game::Game;
use makruk::notation::epd::{Epd, EpdContentError};
use makruk::notation::{fen, san};
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use makruk::types::Move;
use sakdi_engine::Score;
use sakdi_engine::score::{is_mate, moves_to_mate};
use sakdi_engine::search::{Engine, Limits, SearchObserver, SearchReport, SearchResult};
use sakdi_platform::Instant;
use std::fmt;
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A position with its expected answers.
#[derive(Clone, Debug)]
pub struct EpdCase {
    /// Line of the file, from 1.
    pub line: usize,
    /// The operand of `id`.
    pub id: Option<String>,
    /// The position.
    pub position: Position,
    /// The expected answers, at least one. All must be met.
    pub goals: Vec<Goal>,
}

/// An expected answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// `bm`: one of these moves.
    Best(Vec<Move>),
    /// `am`: none of these moves.
    Avoid(Vec<Move>),
    /// `dm`: a mate in this many moves or fewer; negative when the side to move is mated.
    Mate(i32),
    /// `result draw`: the score is no mate, for either side.
    Draw,
}

/// Why a line is not a case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EpdCaseError {
    /// The line, its position or an answer cannot be read.
    #[error(transparent)]
    Content(#[from] EpdContentError),
    /// There is no opcode with an expected answer.
    #[error("nothing to find: no bm, am, dm or result")]
    NoGoal,
    /// The position has no legal move.
    #[error("there is no legal move")]
    NoMove,
}

/// The result of a case.
#[derive(Clone, Debug)]
pub struct EpdResult {
    /// The result of the search.
    pub result: SearchResult,
    /// When the answer became right for good; `None` if it was wrong at the end.
    pub solved: Option<SolvedAt>,
}

/// A point in time of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolvedAt {
    /// Depth in plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
}

impl EpdCase {
    /// Parses the cases of a file, except empty lines and those that begin with `#`. `makpong: `
    /// before a position makes it one of Makpong.
    ///
    /// # Errors
    /// The number of a line, from 1, and what is wrong with it.
    pub fn read_all(
        text: &str,
        variant: Variant,
        rule: CountingRule,
    ) -> Result<Vec<Self>, (usize, EpdCaseError)> {
        let lines = (1..).zip(text.lines());
        let lines = lines.map(|(number, line)| (number, line.trim()));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let read = |(number, line): (usize, &str)| {
            Self::read(number, line, variant, rule).map_err(|error| (number, error))
        };
        lines.map(read).collect()
    }

    fn read(
        line: usize,
        text: &str,
        variant: Variant,
        rule: CountingRule,
    ) -> Result<Self, EpdCaseError> {
        let named = Variant::ALL.into_iter().find_map(|variant| {
            Some((variant, text.strip_prefix(variant.name())?.strip_prefix(": ")?))
        });
        let (variant, text) = named.unwrap_or((variant, text));
        let epd = Epd::parse(text).map_err(EpdContentError::from)?;
        let position = fen::parse(&epd.fen, variant, rule).map_err(EpdContentError::from)?;
        let mut goals = Vec::new();
        if let Some(moves) = epd.operands("bm") {
            goals.push(Goal::Best(read_moves("bm", moves, &position)?));
        }
        if let Some(moves) = epd.operands("am") {
            goals.push(Goal::Avoid(read_moves("am", moves, &position)?));
        }
        if let Some(moves) = epd.value::<NonZero<i32>>("dm")? {
            goals.push(Goal::Mate(moves.get()));
        }
        if let Some(found) = epd.text("result") {
            if !matches!(found.as_str(), "draw" | "1/2-1/2") {
                return Err(EpdContentError::Operand { opcode: "result", found }.into());
            }
            goals.push(Goal::Draw);
        }
        if goals.is_empty() {
            return Err(EpdCaseError::NoGoal);
        }
        if !makruk::movegen::has_legal_move(&position) {
            return Err(EpdCaseError::NoMove);
        }
        Ok(Self { line, id: epd.text("id"), position, goals })
    }

    /// Searches for the answer with an empty memory. A mate that is found in time ends the search.
    pub fn solve(
        &self,
        engine: &mut Engine,
        settings: &AnalysisSettings,
        observer: &dyn AnalysisObserver,
    ) -> EpdResult {
        let mut limits = Limits::default();
        match settings.budget {
            Budget::Nodes(nodes) => limits.nodes = Some(nodes),
            Budget::Time(time) => limits.move_time = Some(time),
        }
        if let [Goal::Mate(moves @ 1..)] = self.goals[..] {
            limits.mate = Some(moves.unsigned_abs());
        }
        engine.clear();
        limits.started = Instant::now();
        let epd_observer = EpdObserver { case: self, observer, since: Mutex::default() };
        let result = engine.search(&Game::new(self.position), &limits, &epd_observer);
        let since = epd_observer.since.into_inner().unwrap_or_else(PoisonError::into_inner);
        let end =
            SolvedAt { depth: result.depth, nodes: result.nodes, time: limits.started.elapsed() };
        let right = result.best_move.is_some_and(|best| self.is_met(best, result.score));
        EpdResult { result, solved: right.then(|| since.unwrap_or(end)) }
    }

    fn is_met(&self, best: Move, score: Score) -> bool {
        self.goals.iter().all(|goal| match goal {
            Goal::Best(moves) => moves.contains(&best),
            Goal::Avoid(moves) => !moves.contains(&best),
            Goal::Mate(moves) => moves_to_mate(score).is_some_and(|found| {
                found.signum() == moves.signum() && found.unsigned_abs() <= moves.unsigned_abs()
            }),
            Goal::Draw => !is_mate(score),
        })
    }

    /// The expected answer, in the opcodes of EPD.
    pub fn goal_text(&self) -> String {
        let moves = |moves: &[Move]| {
            let names = moves.iter().map(|&mv| san::format(&self.position, mv));
            names.collect::<Vec<_>>().join(" ")
        };
        let goals = self.goals.iter().map(|goal| match goal {
            Goal::Best(best) => format!("bm {}", moves(best)),
            Goal::Avoid(avoid) => format!("am {}", moves(avoid)),
            Goal::Mate(number) => format!("dm {number}"),
            Goal::Draw => "draw".to_owned(),
        });
        goals.collect::<Vec<_>>().join(", ")
    }
}

fn read_moves(
    opcode: &'static str,
    moves: &[String],
    position: &Position,
) -> Result<Vec<Move>, EpdContentError> {
    if moves.is_empty() {
        return Err(EpdContentError::Operand { opcode, found: String::new() });
    }
    let read = |text: &String| {
        // This reads coordinates, too.
        san::parse(position, text).map_err(|error| EpdContentError::Move { opcode, error })
    };
    moves.iter().map(read).collect()
}

impl fmt::Display for SolvedAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.time.as_secs_f64();
        write!(f, "depth {}, {} nodes, {time:.3} s", self.depth, self.nodes)
    }
}

/// Records when the answer became right.
struct EpdObserver<'a> {
    case: &'a EpdCase,
    observer: &'a dyn AnalysisObserver,
    since: Mutex<Option<SolvedAt>>,
}

impl SearchObserver for EpdObserver<'_> {
    fn should_stop(&self) -> bool {
        self.observer.should_stop()
    }

    fn report(&self, report: &SearchReport<'_>) {
        let Some(&best) = report.pv.first() else { return };
        let mut since = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        let moment = SolvedAt { depth: report.depth, nodes: report.nodes, time: report.time };
        *since = self.case.is_met(best, report.score).then(|| since.unwrap_or(moment));
    }
}
