//! Parses lines of the protocol into typed commands. Moves and positions stay text, since nothing
//! here knows the state of the game.

use super::error::CommandError;
use std::time::Duration;

/// A command of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: identify the engine and list its options.
    Uci,
    /// `isready`.
    IsReady,
    /// `ucinewgame`.
    NewGame,
    /// `setoption`.
    SetOption(SetOption),
    /// `position`.
    Position(PositionText),
    /// `go`, except `go perft`.
    Go(Go),
    /// `go perft N`.
    Perft(u32),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `quit`.
    Quit,
    /// `d`: show the position.
    Display,
    /// `eval`: explain the static evaluation.
    Eval,
    /// `count`: claim a count (`CountingRule claimed`).
    Count(CountRequest),
    /// `compiler`: the build and the vector unit.
    Compiler,
    /// `help`: list the commands.
    Help,
    /// `bench`, with a depth if one is given.
    Bench(Option<u32>),
    /// Commands of the protocol without effect: `debug`, `register`.
    Ignored,
}

impl Command {
    /// Whether the command ends a running search, and waits for a running perft or bench.
    pub const fn needs_idle_engine(&self) -> bool {
        match self {
            Self::NewGame
            | Self::SetOption(_)
            | Self::Position(_)
            | Self::Go(_)
            | Self::Perft(_)
            | Self::Bench(_)
            | Self::Count(CountRequest::Start | CountRequest::Stop | CountRequest::Skip) => true,
            Self::Uci
            | Self::IsReady
            | Self::Stop
            | Self::PonderHit
            | Self::Quit
            | Self::Display
            | Self::Eval
            | Self::Count(CountRequest::Status)
            | Self::Compiler
            | Self::Help
            | Self::Ignored => false,
        }
    }
}

/// `count start`, `count stop`, `count skip`, `count status`: an extension of the protocol, for claims that players
/// make over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountRequest {
    /// The weaker side claims the count.
    Start,
    /// It ends its count.
    Stop,
    /// It forgot to count its last move.
    Skip,
    /// Report the count.
    Status,
}

/// `setoption`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetOption {
    /// The name, with single blanks between words.
    pub name: String,
    /// The value exactly as written, because paths may contain any white space.
    pub value: Option<String>,
}

/// `position`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionText {
    /// The FEN; `None` for the start position.
    pub fen: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
}

impl PositionText {
    /// The number of moves that two games have in common at the beginning; `None` if they start
    /// from different positions.
    pub fn common_moves(&self, other: &Self) -> Option<usize> {
        let pairs = std::iter::zip(&self.moves, &other.moves);
        (self.fen == other.fen).then(|| pairs.take_while(|(a, b)| a == b).count())
    }
}

/// `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Largest depth, in plies.
    pub depth: Option<u32>,
    /// Largest number of nodes.
    pub nodes: Option<u64>,
    /// Search for a mate in this many moves.
    pub mate: Option<u32>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// `[color]`: time left.
    pub time: [Option<Duration>; 2],
    /// `[color]`: increment.
    pub increment: [Duration; 2],
    /// Number of moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Search only these moves; all moves if empty.
    pub search_moves: Vec<String>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Search during the time of the opponent, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// The first parameter that cannot be parsed, and is ignored, or is too small. The client waits
    /// for a move all the same.
    pub fault: Option<CommandError>,
}

/// Parses a line; `None` when it is blank.
///
/// # Errors
/// The line is not a command.
pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
    // Some programs on Windows begin what they write with a byte order mark.
    let line = line.trim_start_matches('\u{feff}');
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else {
        return Ok(None);
    };
    let words: Vec<&str> = words.collect();
    Ok(Some(match first {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "setoption" => Command::SetOption(parse_setoption(after(line, first))?),
        "position" => Command::Position(parse_position(&words)?),
        "go" => parse_go(&words)?,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "d" => Command::Display,
        "eval" => Command::Eval,
        "compiler" => Command::Compiler,
        "help" => Command::Help,
        "count" => Command::Count(parse_count(&words)?),
        "bench" => Command::Bench(match words.first() {
            Some(depth) => Some(parse_depth("bench", depth, 1)?),
            None => None,
        }),
        "debug" | "register" => Command::Ignored,
        _ => return Err(CommandError::Unknown { found: first.to_owned() }),
    }))
}

/// The text after a word.
fn after<'a>(text: &'a str, word: &str) -> &'a str {
    text.split_once(word).map_or("", |(_, rest)| rest)
}

/// `name N… [value V…]`: both may hold spaces.
fn parse_setoption(text: &str) -> Result<SetOption, CommandError> {
    let mut words = text.split_whitespace();
    let keyword = words.next().ok_or(CommandError::OptionName)?;
    let mut rest = after(text, keyword);
    let mut name = Vec::new();
    let mut value = None;
    for word in words {
        rest = after(rest, word);
        if word.eq_ignore_ascii_case("value") {
            value = Some(rest.trim().to_owned());
            break;
        }
        name.push(word);
    }
    if !keyword.eq_ignore_ascii_case("name") || name.is_empty() {
        return Err(CommandError::OptionName);
    }
    Ok(SetOption { name: name.join(" "), value })
}

fn parse_position(words: &[&str]) -> Result<PositionText, CommandError> {
    let moves_at = words.iter().position(|&word| word == "moves");
    let (position, moves) = match moves_at {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &[][..]),
    };
    let fen = match position {
        ["startpos"] => None,
        ["fen", fields @ ..] => Some(fields.join(" ")),
        ["startpos", word, ..] => {
            return Err(CommandError::PositionTail { found: (*word).to_owned() });
        }
        _ => {
            let found = position.first().copied().unwrap_or_default().to_owned();
            return Err(CommandError::PositionKind { found });
        }
    };
    Ok(PositionText { fen, moves: moves.iter().map(|&mv| mv.to_owned()).collect() })
}

fn parse_count(words: &[&str]) -> Result<CountRequest, CommandError> {
    match words {
        ["start"] => Ok(CountRequest::Start),
        ["stop"] => Ok(CountRequest::Stop),
        ["skip"] => Ok(CountRequest::Skip),
        [] | ["status"] => Ok(CountRequest::Status),
        _ => Err(CommandError::CountRequest { found: words.join(" ") }),
    }
}

/// The words that may follow `go`, in any order. Each of them ends a list of moves.
const GO_WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

fn parse_go(words: &[&str]) -> Result<Command, CommandError> {
    let mut go = Go::default();
    let mut unparsed = false;
    let mut rest = words;
    while let [word, tail @ ..] = rest {
        rest = tail;
        match *word {
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "searchmoves" => {
                let end = rest.iter().position(|word| GO_WORDS.contains(word));
                let (moves, tail) = rest.split_at(end.unwrap_or(rest.len()));
                go.search_moves.extend(moves.iter().map(|&mv| mv.to_owned()));
                rest = tail;
            }
            "perft" => {
                let depth = rest.first().copied().unwrap_or_default();
                return Ok(Command::Perft(parse_depth("go perft", depth, 0)?));
            }
            word if !GO_WORDS.contains(&word) => {
                go.fault.get_or_insert_with(|| CommandError::GoWord { found: word.to_owned() });
            }
            word => match rest.first().and_then(|number| parse_number(number)) {
                Some(number) => {
                    go.set(word, rest[0], number);
                    rest = &rest[1..];
                }
                None => {
                    let found = rest.first().copied().unwrap_or_default().to_owned();
                    // A number that cannot be parsed is skipped with its word.
                    if !GO_WORDS.contains(&found.as_str()) {
                        rest = rest.get(1..).unwrap_or_default();
                    }
                    unparsed = true;
                    let word = word.to_owned();
                    go.fault.get_or_insert(CommandError::GoNumber { word, found });
                }
            },
        }
    }
    let is_timed = go.moves_to_go.is_some() || go.increment.iter().any(|time| !time.is_zero());
    if (unparsed || is_timed) && !go.is_limited() {
        go.move_time = Some(Go::FALLBACK_TIME);
    }
    Ok(Command::Go(go))
}

impl Go {
    /// Time for a move when `go` has limits but none can be parsed, and when it has a clock without its
    /// time. An endless search would lose the game on time.
    const FALLBACK_TIME: Duration = Duration::from_millis(100);

    /// Sets a limit. A value that is too small becomes the smallest valid one, because the client
    /// wants a quick move. `found` is the number as it was written.
    fn set(&mut self, word: &str, found: &str, number: i64) {
        let least = i64::from(matches!(word, "depth" | "nodes" | "mate"));
        if number < least {
            let (word, found) = (word.to_owned(), found.to_owned());
            self.fault.get_or_insert(CommandError::GoLimit { word, found, least });
        }
        let count = number.max(least).unsigned_abs();
        let small = u32::try_from(count).unwrap_or(u32::MAX);
        let time = Duration::from_millis(count);
        match word {
            "wtime" => self.time[0] = Some(time),
            "btime" => self.time[1] = Some(time),
            "winc" => self.increment[0] = time,
            "binc" => self.increment[1] = time,
            "movestogo" => self.moves_to_go = (small > 0).then_some(small),
            "depth" => self.depth = Some(small),
            "nodes" => self.nodes = Some(count),
            "mate" => self.mate = Some(small),
            "movetime" => self.move_time = Some(time),
            _ => {}
        }
    }

    /// Whether nothing but `stop` ends the search.
    pub fn is_endless(&self) -> bool {
        self.infinite || !self.is_limited()
    }

    fn is_limited(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.move_time.is_some()
            || self.time.iter().any(Option::is_some)
    }
}

/// A number without its fraction: some clients send fractions of milliseconds. A number out of the
/// range of the type becomes the nearest one.
fn parse_number(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    if digits.is_empty() || ![digits, fraction].concat().bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let furthest = if whole.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(whole.parse().unwrap_or(furthest))
}

fn parse_depth(word: &'static str, text: &str, least: u32) -> Result<u32, CommandError> {
    let depth = text.parse().ok().filter(|&depth| depth >= least);
    depth.ok_or_else(|| CommandError::Depth { word, found: text.to_owned() })
}
