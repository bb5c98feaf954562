//! `sakdi puzzles grade`.

use super::{existing, parse};
use crate::output_file::{IfExists, OutputFile, OutputFiles, SaveTimer};
use crate::progress::{INTERRUPTED, Progress, stop_on_interrupt};
use crate::report_output::ReportOutput;
use crate::{Failure, text_file};
use makruk::notation::fen;
use makruk::notation::terminal_text::shown;
use sakdi_analysis::AnalysisObserver;
use sakdi_engine::search::{Engine, STACK_BYTES};
use sakdi_i18n::Language;
use sakdi_levels::Player;
use sakdi_platform::workers::work_on;
use sakdi_puzzles::{Difficulty, Puzzle, format_epd};
use std::collections::HashMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Puzzles in EPD, as `puzzles mine` writes them
    file: PathBuf,
    /// Write the puzzles with their difficulties, from easy to hard
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Puzzles to grade at the same time; the difficulties are the same whatever their number
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Keep the difficulties in --out, and grade the puzzles that it lacks
    #[arg(long)]
    resume: bool,
}

impl Args {
    /// The last line is for other programs: `graded G puzzles, kept K; B solved by no level`.
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let mut outputs = OutputFiles::new([&self.file], Language::English);
        let output = outputs.reserve(&self.out, IfExists::unless(self.resume))?;
        let text = text_file::read(&self.file, Language::English)?;
        let mut puzzles: Vec<Puzzle> = puzzles_of(parse(&text, &self.file, Language::English)?);
        let mut is_graded = vec![false; puzzles.len()];
        if self.resume {
            self.continue_file(&mut puzzles, &mut is_graded)?;
        }
        let kept = is_graded.iter().filter(|&&graded| graded).count();
        let left: Vec<usize> = (0..puzzles.len()).filter(|&index| !is_graded[index]).collect();
        let to_grade: Vec<Puzzle> = left.iter().map(|&index| puzzles[index].clone()).collect();
        let head: String = text
            .lines()
            .take_while(|line| line.starts_with('#'))
            .fold(String::new(), |head, line| head + line + "\n");
        let progress = Progress::new(to_grade.len() as u64);
        stop_on_interrupt(progress.stop())?;
        let player = || Player::new(Engine::new(Engine::DEFAULT_HASH));
        let grade = |player: &mut Player, puzzle: &Puzzle| {
            let difficulty = Difficulty::measure(puzzle, player);
            (!progress.should_stop()).then_some(difficulty)
        };
        let mut timer = SaveTimer::new(&self.out);
        work_on(
            &to_grade,
            self.threads.into(),
            STACK_BYTES,
            player,
            grade,
            |index, difficulty| {
                puzzles[left[index]].difficulty = difficulty;
                is_graded[left[index]] = true;
                progress.searched();
                if let Some(began) = timer.due() {
                    save(&output, &head, &puzzles, &is_graded)?;
                    timer.saved(began);
                }
                Ok::<_, Failure>(ControlFlow::Continue(()))
            },
        )?;
        progress.clear();
        save(&output, &head, &puzzles, &is_graded)?;
        let graded = is_graded.iter().filter(|&&graded| graded).count();
        let beyond = (puzzles.iter().zip(&is_graded))
            .filter(|(puzzle, graded)| **graded && puzzle.difficulty.is_none());
        let (new, beyond) = (graded - kept, beyond.count());
        let mut out = ReportOutput::lock();
        writeln!(out, "graded {new} puzzles, kept {kept}; {beyond} solved by no level")?;
        let is_complete = graded == puzzles.len();
        Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
    }

    /// Takes the difficulties of an earlier run. A file with other puzzles is not the output of one.
    fn continue_file(&self, puzzles: &mut [Puzzle], is_graded: &mut [bool]) -> Result<(), Failure> {
        let Some(text) = existing(&self.out)? else { return Ok(()) };
        let key = |puzzle: &Puzzle| (puzzle.kind, fen::format_with_limit(&puzzle.position));
        let places: HashMap<_, usize> = puzzles.iter().map(key).zip(0..).collect();
        for (line, before) in parse(&text, &self.out, Language::English)? {
            let Some(&place) = places.get(&key(&before)) else {
                let (out, file) = (shown(&self.out), shown(&self.file));
                let message = format!("{out}, line {line}: the puzzle is not in {file}");
                return Err(Failure::bad_input(message));
            };
            puzzles[place].difficulty = before.difficulty;
            is_graded[place] = true;
        }
        Ok(())
    }
}

/// Writes the puzzles graded so far, from easy to hard.
fn save(
    output: &OutputFile,
    head: &str,
    puzzles: &[Puzzle],
    is_graded: &[bool],
) -> Result<(), Failure> {
    let graded = puzzles.iter().zip(is_graded).filter(|(_, graded)| **graded);
    let mut graded: Vec<&Puzzle> = graded.map(|(puzzle, _)| puzzle).collect();
    let level = |puzzle: &Puzzle| puzzle.difficulty.map_or(i8::MAX, |measured| measured.level);
    graded.sort_by_key(|puzzle| level(puzzle));
    let lines: String = graded.into_iter().map(|puzzle| format_epd(puzzle) + "\n").collect();
    output.write((head.to_owned() + &lines).as_bytes())
}

fn puzzles_of(lines: Vec<(usize, Puzzle)>) -> Vec<Puzzle> {
    lines.into_iter().map(|(_, puzzle)| puzzle).collect()
}
