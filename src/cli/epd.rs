//! `sakdi epd`.

use super::Failure;
use super::counting::automatic;
use super::effort::Effort;
use super::progress::{Progress, end_in_order};
use super::text_file;
use crate::analysis::Watch;
use crate::analysis::suite::{Case, Verdict};
use crate::notation::san;
use crate::rules::{CountingRule, Variant};
use crate::search::{self, Engine};
use crate::types::score::UciScore;
use crate::words::Language;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Positions with bm, am, dm or 'result draw', one on each line
    file: PathBuf,
    #[command(flatten)]
    effort: Effort<1000>,
    /// makruk or makpong
    #[arg(long, default_value_t)]
    variant: Variant,
    /// How counts run: makruk, thai, thai-strict or none
    #[arg(long, value_name = "RULE", default_value_t, value_parser = automatic)]
    counting: CountingRule,
}

impl Args {
    /// The last line is for other programs: `solved S of N`.
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let path = self.file.display();
        let text = text_file::read(&self.file, Language::English)?;
        let cases = Case::read_all(&text, self.variant, self.counting)
            .map_err(|(line, error)| Failure::bad_input(format!("{path}, line {line}: {error}")))?;
        if cases.is_empty() {
            return Err(Failure::bad_input(format!("{path}: no positions in it")));
        }
        let progress = Progress::new(cases.len() as u64);
        end_in_order(progress.stop())?;
        let verdicts = self.solve(&cases, &progress);
        progress.clear();
        let mut out = io::stdout().lock();
        let width = cases.iter().map(|case| case.goal_text().chars().count()).max();
        let width = width.unwrap_or_default().clamp(7, 40);
        let head = ["line", "id", "to find", "move", "score", "solved"];
        let [line, id, goal, best, score, solved] = head;
        writeln!(out, "{line:>4} {id:<24} {goal:<width$} {best:<8} {score:<10} {solved}")?;
        for (case, verdict) in cases.iter().zip(&verdicts) {
            if let Some(verdict) = verdict {
                writeln!(out, "{}", row(case, verdict, width))?;
            }
        }
        let is_solved = |verdict: &&Option<Verdict>| {
            verdict.as_ref().is_some_and(|verdict| verdict.solved.is_some())
        };
        let solved = verdicts.iter().filter(is_solved).count();
        writeln!(out, "solved {solved} of {}", cases.len())?;
        Ok(ExitCode::from(u8::from(solved < cases.len())))
    }

    /// The verdicts in the order of the file; `None` where Ctrl-C came first.
    fn solve(&self, cases: &[Case], progress: &Progress) -> Vec<Option<Verdict>> {
        let settings = self.effort.settings(1);
        let threads = settings.threads.min(cases.len());
        let next = AtomicUsize::new(0);
        let verdicts = Mutex::new(vec![None; cases.len()]);
        let work = || {
            let mut engine = Engine::new(settings.hash_mib);
            loop {
                let index = next.fetch_add(1, Relaxed);
                let Some(case) = cases.get(index) else { return };
                let verdict = case.solve(&mut engine, &settings, progress);
                if progress.should_stop() {
                    return;
                }
                verdicts.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(verdict);
                progress.searched();
            }
        };
        thread::scope(|scope| {
            for _ in 0..threads {
                let thread = thread::Builder::new().stack_size(search::STACK_BYTES);
                if let Err(error) = thread.spawn_scoped(scope, work) {
                    log::warn!("no more threads to be had: {error}");
                }
            }
        });
        verdicts.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

fn row(case: &Case, verdict: &Verdict, width: usize) -> String {
    let id = case.id.as_deref().unwrap_or("-");
    let best = verdict.result.best_move.map(|best| san::format(&case.position, best));
    let score = UciScore(verdict.result.score).to_string();
    let solved = match &verdict.solved {
        Some(moment) => moment.to_string(),
        None => "no".to_owned(),
    };
    let (line, goal, best) = (case.line, case.goal_text(), best.unwrap_or_default());
    format!("{line:>4} {id:<24} {goal:<width$} {best:<8} {score:<10} {solved}")
}
