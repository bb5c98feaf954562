//! `sakdi puzzles solve`: a person solves puzzles in the terminal, line by line.

use super::read_file;
use crate::terminal::board::{self, Style};
use crate::typed_lines::{self, Line};
use crate::{Failure, terminal};
use makruk::movegen::{is_checkmate, legal_moves};
use makruk::notation::{Notation, parse_any};
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use makruk::types::Move;
use sakdi_i18n::{Language, Localized, Phrase};
use sakdi_puzzles::{Band, Kind, Puzzle};
use std::fmt::Display;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

/// Lines needed beside the board, not counting sentences: a blank one and the one that is typed.
const LINES_OF_TEXT: usize = 2;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Puzzles in EPD, as `puzzles mine` writes them
    file: PathBuf,
    /// The number of the puzzle to begin with
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    from: u32,
    /// Puzzles of these kinds only, separated by commas
    #[arg(long, value_name = "KIND", value_delimiter = ',')]
    kinds: Vec<Kind>,
    /// Puzzles of this difficulty only: easy, medium, hard or expert
    #[arg(long)]
    band: Option<Band>,
    /// Language: en or th
    #[arg(long, default_value_t)]
    language: Language,
    /// Notation of the moves shown: coordinate, san, thai, thai-long, official-thai or
    /// official-thai-short. Moves may be typed in any [default: san, or thai in Thai]
    #[arg(long)]
    notation: Option<Notation>,
    /// Draw the board in plain lines, as in a pipe, also on a terminal with colours
    #[arg(long)]
    plain: bool,
    /// How to draw the men
    #[arg(long, default_value = "unicode")]
    men: Style,
}

/// A command or move that the person types.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SolverCommand {
    Move(String),
    Help,
    Board,
    Hint,
    Solution,
    Next,
    Score,
    Quit,
}

/// The commands in English and Thai, and what they are for.
const COMMANDS: [([&str; 2], SolverCommand, Phrase); 7] = [
    (["help", "ช่วย"], SolverCommand::Help, Phrase::HelpHelp),
    (["board", "กระดาน"], SolverCommand::Board, Phrase::HelpBoard),
    (["hint", "ใบ้"], SolverCommand::Hint, Phrase::PuzzleHelpHint),
    (["solution", "เฉลย"], SolverCommand::Solution, Phrase::PuzzleHelpSolution),
    (["next", "ถัดไป"], SolverCommand::Next, Phrase::PuzzleHelpNext),
    (["score", "คะแนน"], SolverCommand::Score, Phrase::PuzzleHelpScore),
    (["quit", "ออก"], SolverCommand::Quit, Phrase::HelpQuit),
];

/// Reads a line; `None` when it is blank.
fn read(line: &str) -> Option<SolverCommand> {
    let text = line.trim();
    let is = |name: &str| text.eq_ignore_ascii_case(name);
    let command = COMMANDS.iter().find(|(names, ..)| names.iter().any(|name| is(name)));
    match command {
        _ if text.is_empty() => None,
        _ if text == "?" => Some(SolverCommand::Help),
        // Words of the program's own answers.
        _ if text == "แนะนำ" => Some(SolverCommand::Hint),
        _ if text == "ข้าม" || is("skip") => Some(SolverCommand::Next),
        Some((_, wish, _)) => Some(wish.clone()),
        None => Some(SolverCommand::Move(text.to_owned())),
    }
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let language = self.language;
        let puzzles = read_file(&self.file, language)?.into_iter().map(|(_, puzzle)| puzzle);
        let is_wanted = |puzzle: &Puzzle| {
            let of_kind = self.kinds.is_empty() || self.kinds.contains(&puzzle.kind);
            let band = puzzle.difficulty.map(|difficulty| difficulty.band());
            of_kind && (self.band.is_none() || self.band == band)
        };
        let puzzles: Vec<Puzzle> = puzzles.filter(is_wanted).collect();
        if puzzles.is_empty() {
            return Err(Failure::bad_input(language.text(Phrase::PuzzleNone)));
        }
        let first = self.from as usize - 1;
        if puzzles.len() <= first {
            let names: [&dyn Display; 2] = [&self.from, &puzzles.len()];
            return Err(Failure::bad_input(language.say(Phrase::PuzzleBeyond, &names)));
        }
        let mut session = Session {
            language,
            notation: self.notation.unwrap_or(language.notation()),
            style: self.men,
            is_in_colors: !self.plain && terminal::shows_board_text(),
            columns: terminal::columns().unwrap_or(terminal::COLUMNS),
            score: Score::default(),
            is_begun: false,
        };
        let mut lines = typed_lines::lines(io::stdin().lock());
        let mut out = io::stdout();
        for (index, puzzle) in puzzles.iter().enumerate().skip(first) {
            let place = [index + 1, puzzles.len()];
            if session.pose(puzzle, place, &mut lines, &mut out)?.is_break() {
                break;
            }
        }
        session.say_score(&mut out)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// How many puzzles were seen and solved.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    seen: usize,
    solved: usize,
    /// Without a wrong move or a hint.
    clean: usize,
}

struct Session {
    language: Language,
    notation: Notation,
    style: Style,
    /// Whether the board is that of the screen of `play`.
    is_in_colors: bool,
    columns: usize,
    score: Score,
    /// The person knows what can be typed.
    is_begun: bool,
}

/// A puzzle that is being solved.
struct Attempt<'a> {
    puzzle: &'a Puzzle,
    position: Position,
    /// Moves of the line made so far.
    made: usize,
    hints: u8,
    is_clean: bool,
}

impl Session {
    /// Poses a puzzle until it is solved or left. Breaks when the player quits.
    fn pose(
        &mut self,
        puzzle: &Puzzle,
        place: [usize; 2],
        input: &mut dyn Iterator<Item = Line>,
        out: &mut dyn Write,
    ) -> io::Result<ControlFlow<()>> {
        let mut attempt =
            Attempt { puzzle, position: puzzle.position, made: 0, hints: 0, is_clean: true };
        let goal = self.goal(puzzle);
        let head = self.language.say(Phrase::PuzzleHead, &[&place[0], &place[1], &goal]);
        let level = puzzle.difficulty.map(|difficulty| {
            self.language.say(Phrase::PuzzleLevel, &[&difficulty.level, &difficulty.elo])
        });
        let head: Vec<String> = [head].iter().chain(&level).map(|one| self.wrapped(one)).collect();
        head.iter().try_for_each(|one| writeln!(out, "{one}"))?;
        self.show(&attempt, &head, out)?;
        self.is_begun = true;
        loop {
            let side = self.language.side(puzzle.position.to_move());
            let Some(line) = typed_lines::ask(&format!("{side}> "), input, out)? else {
                return Ok(ControlFlow::Break(()));
            };
            let wish = match line {
                Ok(line) => read(&line),
                Err(bad) => {
                    self.say(out, bad.phrase(), &[])?;
                    None
                }
            };
            // A puzzle counts once something was done about it.
            let touched = attempt.hints > 0 || !attempt.is_clean || attempt.made > 0;
            match wish {
                None => {}
                Some(SolverCommand::Help) => self.help(&attempt, out)?,
                Some(SolverCommand::Board) => self.show(&attempt, &[], out)?,
                Some(SolverCommand::Hint) => self.hint(&mut attempt, out)?,
                Some(SolverCommand::Score) => self.say_score(out)?,
                Some(SolverCommand::Quit) => {
                    self.score.seen += usize::from(touched);
                    return Ok(ControlFlow::Break(()));
                }
                Some(SolverCommand::Next) => {
                    self.score.seen += 1;
                    return Ok(ControlFlow::Continue(()));
                }
                Some(SolverCommand::Solution) => {
                    let line = self.notation.line(&puzzle.position, &puzzle.solution.line);
                    self.say(out, Phrase::PuzzleSolution, &[&line])?;
                    self.score.seen += 1;
                    return Ok(ControlFlow::Continue(()));
                }
                Some(SolverCommand::Move(text)) => {
                    let is_solved = self.try_move(&text, &mut attempt, out)?;
                    if is_solved {
                        self.score.seen += 1;
                        self.score.solved += 1;
                        self.score.clean += usize::from(attempt.is_clean);
                        self.say(out, Phrase::PuzzleSolved, &[])?;
                        return Ok(ControlFlow::Continue(()));
                    }
                }
            }
        }
    }

    /// Makes a move if it is the right one, and the reply. Returns whether the puzzle is solved.
    fn try_move(
        &self,
        text: &str,
        attempt: &mut Attempt<'_>,
        out: &mut dyn Write,
    ) -> io::Result<bool> {
        let position = attempt.position;
        let mv = match parse_any(&position, text) {
            Ok(mv) => mv,
            Err(error) => {
                self.tell(out, &error.say(self.language))?;
                return Ok(false);
            }
        };
        let line = &attempt.puzzle.solution.line;
        let is_last = attempt.made + 1 == line.len();
        let mates = |mv: Move| is_checkmate(&position.play_unchecked(mv));
        let expected = line[attempt.made];
        if mv != expected && !(is_last && mates(expected) && mates(mv)) {
            attempt.is_clean = false;
            self.refute(attempt, mv, out)?;
            return Ok(false);
        }
        if is_last {
            return Ok(true);
        }
        let after = position.play_unchecked(mv);
        let reply = line[attempt.made + 1];
        let names: [&dyn Display; 2] =
            [&self.language.side(after.to_move()), &self.notation.format(&after, reply)];
        self.say(out, Phrase::PuzzleRight, &names)?;
        attempt.position = after.play_unchecked(reply);
        attempt.made += 2;
        attempt.hints = 0;
        self.show(attempt, &[], out)?;
        Ok(false)
    }

    /// Says why a move is wrong.
    fn refute(&self, attempt: &Attempt<'_>, mv: Move, out: &mut dyn Write) -> io::Result<()> {
        let name = self.notation.format(&attempt.position, mv);
        let tries = &attempt.puzzle.solution.tries;
        let Some(one) = tries.iter().find(|one| attempt.made == 0 && one.mv == mv) else {
            return self.say(out, Phrase::PuzzleNotIt, &[&name]);
        };
        let reason = one.failing.say(self.language);
        let after = attempt.position.play_unchecked(mv);
        match one.reply {
            None => self.say(out, Phrase::PuzzleWrong, &[&name, &reason]),
            Some(reply) => {
                let side = self.language.side(after.to_move());
                let reply = self.notation.format(&after, reply);
                self.say(out, Phrase::PuzzleRefuted, &[&name, &reason, &side, &reply])
            }
        }
    }

    /// The themes first, if there are any, and then the man that moves.
    fn hint(&self, attempt: &mut Attempt<'_>, out: &mut dyn Write) -> io::Result<()> {
        attempt.is_clean = false;
        attempt.hints += 1;
        let themes = &attempt.puzzle.themes;
        if attempt.hints == 1 && attempt.made == 0 && !themes.is_empty() {
            let names: Vec<String> = themes.iter().map(|theme| theme.say(self.language)).collect();
            return self.say(out, Phrase::PuzzleThemes, &[&names.join(", ")]);
        }
        let from = attempt.puzzle.solution.line[attempt.made].from();
        let Some(piece) = attempt.position.piece_at(from) else { return Ok(()) };
        let square = self.notation.square(from);
        self.say(out, Phrase::PuzzleMan, &[&self.language.man(piece), &square])
    }

    fn help(&self, attempt: &Attempt<'_>, out: &mut dyn Write) -> io::Result<()> {
        for ([english, thai], _, meaning) in &COMMANDS {
            let name = if self.language == Language::Thai { thai } else { english };
            let name = sakdi_i18n::pad_right(name, 10);
            writeln!(out, "  {name} {}", self.language.text(*meaning))?;
        }
        let example = self.example(attempt);
        writeln!(out, "  {}", self.language.say(Phrase::PuzzleHelpMove, &[&example]))
    }

    fn example(&self, attempt: &Attempt<'_>) -> String {
        let next = attempt.puzzle.solution.line.get(attempt.made);
        let next = next.map(|&mv| self.notation.format(&attempt.position, mv));
        example_other_than(self.notation, next.as_deref())
    }

    fn goal(&self, puzzle: &Puzzle) -> String {
        let side = self.language.side(puzzle.position.to_move());
        let moves = self.language.moves(puzzle.solution.mate_in.unwrap_or(1).into());
        match puzzle.kind {
            Kind::Mate => self.language.say(Phrase::PuzzleMate, &[&side, &moves]),
            Kind::WinInTime => self.language.say(Phrase::PuzzleInTime, &[&side]),
            Kind::SaveByTheCount => self.language.say(Phrase::PuzzleSave, &[&side]),
            Kind::Technique => self.language.say(Phrase::PuzzleTechnique, &[&side]),
            Kind::Advantage => self.language.say(Phrase::PuzzleAdvantage, &[&side]),
        }
    }

    /// Shows the board and the count, and at first what can be typed. The board leaves room for the sentences
    /// `above` it.
    fn show(&self, attempt: &Attempt<'_>, above: &[String], out: &mut dyn Write) -> io::Result<()> {
        let last = attempt.made.checked_sub(1).map(|last| attempt.puzzle.solution.line[last]);
        let near = attempt.puzzle.position.to_move();
        let count = attempt.position.count_status();
        let count = count.is_count().then(|| count.say(self.language));
        let example = || self.language.say(Phrase::PuzzleStart, &[&self.example(attempt)]);
        let sentences = count.into_iter().chain((!self.is_begun).then(example));
        let sentences: Vec<String> = sentences.map(|one| self.wrapped(&one)).collect();
        let lines_of = |text: &[String]| text.iter().map(|one| one.lines().count()).sum::<usize>();
        let lines = lines_of(above) + lines_of(&sentences) + LINES_OF_TEXT;
        let Self { style, notation, .. } = *self;
        let board = if self.is_in_colors {
            let lines = lines.try_into().unwrap_or(u16::MAX);
            terminal::board_text(&attempt.position, last, near, style, notation, lines)
        } else {
            board::draw(&attempt.position, last, near, style, notation)
        };
        writeln!(out, "\n{}", board.trim_end_matches('\n'))?;
        sentences.iter().try_for_each(|one| writeln!(out, "{one}"))
    }

    fn say_score(&self, out: &mut dyn Write) -> io::Result<()> {
        let Score { seen, solved, clean } = self.score;
        self.say(out, Phrase::PuzzleScore, &[&solved, &seen, &clean])
    }

    fn say(&self, out: &mut dyn Write, phrase: Phrase, gaps: &[&dyn Display]) -> io::Result<()> {
        self.tell(out, &self.language.say(phrase, gaps))
    }

    /// Prints a sentence, on several lines where one is too short.
    fn tell(&self, out: &mut dyn Write, sentence: &str) -> io::Result<()> {
        writeln!(out, "{}", self.wrapped(sentence))
    }

    fn wrapped(&self, sentence: &str) -> String {
        terminal::wrap(sentence, self.columns, 2)
    }
}

/// A move of the start position that is written otherwise than `next`, the next move of the solution: a move of
/// the puzzle could give it away.
fn example_other_than(notation: Notation, next: Option<&str>) -> String {
    let start = Position::start(Variant::Makruk, CountingRule::MAKRUK);
    let mut moves = legal_moves(&start).into_iter().map(|mv| notation.format(&start, mv));
    moves.find(|text| Some(text.as_str()) != next).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_a_move_is_not_the_solution() {
        for notation in [Notation::San, Notation::Thai] {
            let first = example_other_than(notation, None);
            let other = example_other_than(notation, Some(&first));
            assert!(!first.is_empty() && !other.is_empty() && first != other, "{first} {other}");
        }
    }

    #[test]
    fn commands_are_read_in_both_languages_and_all_else_is_a_move() {
        for ([english, thai], wish, _) in COMMANDS {
            assert_eq!(read(english), Some(wish.clone()));
            assert_eq!(read(&format!(" {thai}\n")), Some(wish));
        }
        assert_eq!(read("Next"), Some(SolverCommand::Next));
        for skip in ["ข้าม", "skip"] {
            assert_eq!(read(skip), Some(SolverCommand::Next));
        }
        assert_eq!(read("แนะนำ"), Some(SolverCommand::Hint));
        assert_eq!(read("  "), None);
        assert_eq!(read(" Nd2 "), Some(SolverCommand::Move("Nd2".to_owned())));
    }
}
