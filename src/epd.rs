//! `sakdi epd`.

use super::Failure;
use super::counting_rule::AutomaticCountingArgs;
use super::json_output::{JsonArgs, MoveRecord, ScoreRecord};
use super::output_file::OutputFiles;
use super::progress::{INTERRUPTED, Progress, stop_on_interrupt};
use super::report_output::text_output;
use super::search_args::SearchArgs;
use super::{terminal, text_file};
use makruk::notation::terminal_text::shown;
use makruk::notation::{fen, san};
use makruk::rules::Variant;
use sakdi_analysis::AnalysisObserver;
use sakdi_analysis::suite::{EpdCase, EpdResult, SolvedAt};
use sakdi_engine::search::{Engine, STACK_BYTES};
use sakdi_i18n::Language;
use sakdi_platform::workers::work_on;
use sakdi_uci::score::UciScore;
use serde::Serialize;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Positions with bm, am, dm or 'result draw', one on each line
    file: PathBuf,
    #[command(flatten)]
    search: SearchArgs<1000>,
    /// makruk or makpong
    #[arg(long, default_value_t)]
    variant: Variant,
    #[command(flatten)]
    counting: AutomaticCountingArgs,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Debug, Serialize)]
struct SuiteRecord {
    /// Number of positions in the file.
    positions: usize,
    solved: usize,
    /// Of the positions that were searched.
    results: Vec<ResultRecord>,
}

#[derive(Debug, Serialize)]
struct ResultRecord {
    line: usize,
    id: Option<String>,
    goal: String,
    fen: String,
    #[serde(rename = "move")]
    mv: Option<MoveRecord>,
    /// From the side to move.
    score: ScoreRecord,
    depth: u32,
    nodes: u64,
    /// When the answer became right for good.
    solved: Option<SolvedRecord>,
}

#[derive(Debug, Serialize)]
struct SolvedRecord {
    depth: u32,
    nodes: u64,
    time_ms: u64,
}

impl ResultRecord {
    fn new(case: &EpdCase, verdict: &EpdResult) -> Self {
        let EpdResult { result, solved } = verdict;
        let solved = solved.map(|SolvedAt { depth, nodes, time }| SolvedRecord {
            depth,
            nodes,
            time_ms: time.as_millis() as u64,
        });
        Self {
            line: case.line,
            id: case.id.clone(),
            goal: case.goal_text(),
            fen: fen::format(&case.position),
            mv: result.best_move.map(|mv| MoveRecord::new(&case.position, mv)),
            score: ScoreRecord::new(result.score),
            depth: result.depth,
            nodes: result.nodes,
            solved,
        }
    }
}

impl Args {
    /// The last line is for other programs: `solved S of N`.
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let mut files = OutputFiles::new([&self.file], Language::English);
        let json = self.json.reserve(&mut files)?;
        let path = shown(&self.file);
        let text = text_file::read(&self.file, Language::English)?;
        let cases = EpdCase::read_all(&text, self.variant, self.counting.rule())
            .map_err(|(line, error)| Failure::bad_input(format!("{path}, line {line}: {error}")))?;
        if cases.is_empty() {
            return Err(Failure::bad_input(format!("{path}: no positions in it")));
        }
        let progress = Progress::new(cases.len() as u64);
        stop_on_interrupt(progress.stop())?;
        let verdicts = self.solve(&cases, &progress)?;
        progress.clear();
        let tried = cases.iter().zip(&verdicts);
        let tried = tried.filter_map(|(case, verdict)| Some((case, verdict.as_ref()?)));
        let tried: Vec<(&EpdCase, &EpdResult)> = tried.collect();
        let failed = tried.iter().copied().filter(|(_, verdict)| verdict.solved.is_none());
        let failed: Vec<(&EpdCase, &EpdResult)> = failed.collect();
        let mut out = text_output();
        print(&mut out, &tried)?;
        // Unsolved positions are hard to find in a long table.
        if !failed.is_empty() && failed.len() < tried.len() {
            writeln!(out, "\nnot solved:")?;
            print(&mut out, &failed)?;
        }
        let solved = tried.len() - failed.len();
        if tried.len() < cases.len() {
            error_line!(
                "sakdi: interrupted, {} positions were not searched",
                cases.len() - tried.len()
            );
        }
        writeln!(out, "solved {solved} of {}", cases.len())?;
        json.write(|| SuiteRecord {
            positions: cases.len(),
            solved,
            results: tried.iter().map(|(case, verdict)| ResultRecord::new(case, verdict)).collect(),
        })?;
        if progress.should_stop() {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(ExitCode::from(u8::from(solved < cases.len())))
    }

    /// The verdicts in the order of the file; `None` for cases after Ctrl-C.
    fn solve(
        &self,
        cases: &[EpdCase],
        progress: &Progress,
    ) -> Result<Vec<Option<EpdResult>>, Failure> {
        let settings = self.search.settings(1);
        let engine = || Engine::new(settings.hash_mib);
        let solve = |engine: &mut Engine, case: &EpdCase| {
            let verdict = case.solve(engine, &settings, progress);
            (!progress.should_stop()).then_some(verdict)
        };
        let mut verdicts = vec![None; cases.len()];
        work_on(cases, settings.threads, STACK_BYTES, engine, solve, |index, verdict| {
            verdicts[index] = Some(verdict);
            progress.searched();
            Ok::<_, Failure>(ControlFlow::Continue(()))
        })?;
        Ok(verdicts)
    }
}

/// Widths of the columns that depend on their contents.
#[derive(Clone, Copy, Debug)]
struct Widths {
    id: usize,
    goal: usize,
}

impl Widths {
    fn of(cases: &[(&EpdCase, &EpdResult)]) -> Self {
        let widest = |text: fn(&EpdCase) -> usize, least: usize, most: usize| {
            cases.iter().map(|(case, _)| text(case)).max().unwrap_or_default().clamp(least, most)
        };
        Self {
            id: widest(|case| sakdi_i18n::width(case.id.as_deref().unwrap_or_default()), 2, 40),
            goal: widest(|case| sakdi_i18n::width(&case.goal_text()), 7, 40),
        }
    }
}

/// Prints a table of cases and their results.
fn print(out: &mut impl Write, cases: &[(&EpdCase, &EpdResult)]) -> io::Result<()> {
    let widths = Widths::of(cases);
    let head = ["line", "id", "to find", "move", "score", "solved"];
    let rows = cases.iter().map(|(case, verdict)| row(case, verdict, widths));
    for row in std::iter::once(columns(head, widths)).chain(rows) {
        match terminal::columns() {
            Some(columns) => writeln!(out, "{}", terminal::wrap(&row, columns, 5))?,
            None => writeln!(out, "{row}")?,
        }
    }
    Ok(())
}

fn columns(
    [line, id, goal, best, score, solved]: [&str; 6],
    Widths { id: i, goal: g }: Widths,
) -> String {
    let (id, goal) = (sakdi_i18n::pad_right(id, i), sakdi_i18n::pad_right(goal, g));
    format!("{line:>4} {id} {goal} {best:<8} {score:<10} {solved}")
}

fn row(case: &EpdCase, verdict: &EpdResult, widths: Widths) -> String {
    let id = case.id.as_deref().unwrap_or("-");
    let best = verdict.result.best_move.map(|best| san::format(&case.position, best));
    let score = UciScore(verdict.result.score).to_string();
    let solved = match &verdict.solved {
        Some(moment) => moment.to_string(),
        None => "no".to_owned(),
    };
    let (line, goal) = (case.line.to_string(), case.goal_text());
    columns([&line, id, &goal, &best.unwrap_or_default(), &score, &solved], widths)
}
