//! FEN: reads every dialect of clients of Makruk engines, and writes that of Fairy-Stockfish,
//! `board side - limit ply move`. While no count runs, a dash and the half-move clock take the
//! place of limit and ply.

use super::error::{FenCounter, FenError, excerpt};
use super::fen_link;
use crate::position::{Man, Position, Setup};
use crate::rules::{Count, CountingRule, Variant};
use crate::types::{Bitboard, Color, Piece, Square};
use std::fmt::Write;

/// Parses a position. All fields but the board may be missing at the end; they take their defaults.
/// After board and side it accepts:
///
/// * `- - 0 1`, the half-move clock and move number of chess;
/// * `- 0 0 1`, the same with a count limit of 0: no count is running;
/// * `- 44 38 182`, limit and ply of a count, and the move number. The count is accepted with any
///   limit, and even with bia on the board;
/// * `0 1`, XBoard's form without the fields of chess.
///
/// It reads what sites write: a link with `fen=`, `_` for blanks, and the letters of sites (`F`, `X`, `M+` for a bia ngai; those of chess, with B for a khon and Q for a met).
/// Castling rights and en passant squares are accepted and ignored: Makruk has neither. Rights to castle
/// beside the letters of chess are an error: that is a position of chess. A FEN does not start a count;
/// the next move may.
///
/// # Errors
/// [`FenError`] is the first error found.
///
/// ```
/// use makruk::notation::fen;
/// let link = "https://example.org/analysis/makruk?fen=4k3/8/8/3F4/8/8/8/4K3_w_-_-_0_1";
/// let position = fen::parse(link, Default::default(), Default::default())?;
/// assert_eq!(fen::format_with_promoted(&position), "4k3/8/8/3M~4/8/8/8/4K3 w - - 0 1");
/// let text = "8/8/4k3/8/8/4K3/3R4/8 b - 32 6 60";
/// let position = fen::parse(text, Default::default(), Default::default())?;
/// assert_eq!(position.count().ply, 6);
/// assert_eq!(fen::format(&position), text);
/// # Ok::<(), makruk::notation::FenError>(())
/// ```
pub fn parse(text: &str, variant: Variant, rule: CountingRule) -> Result<Position, FenError> {
    let text = &fen_link::plain(text)?;
    let mut fields = text.split_whitespace();
    let mut setup = Setup::empty();
    let board = fields.next().ok_or(FenError::Empty)?;
    parse_board(board, &mut setup)?;
    setup.to_move = match fields.next() {
        None | Some("w") => Color::White,
        Some("b") => Color::Black,
        Some(other) => return Err(FenError::UnknownSide { found: excerpt(other) }),
    };
    parse_counters(fields, Letters::of(board), &mut setup)?;
    Ok(setup.build(variant, rule)?)
}

/// Rank 8 comes first.
fn parse_board(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let found = text.split('/').count();
    if found != 8 {
        return Err(FenError::Ranks { found });
    }
    let letters = Letters::of(text);
    for (rank, men) in (0..8).rev().zip(text.split('/')) {
        parse_rank(men, rank, letters, setup)?;
    }
    Ok(())
}

/// The letters of the men of one board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Letters {
    Makruk,
    Chess,
}

impl Letters {
    /// Those of chess where only they occur: beside M and S, a B may be a bia in the English letters of
    /// the Thai rules.
    fn of(board: &str) -> Self {
        let has = |letters: [char; 4]| board.contains(letters);
        if has(['B', 'b', 'Q', 'q']) && !has(['M', 'm', 'S', 's']) {
            Self::Chess
        } else {
            Self::Makruk
        }
    }

    /// The kind of man, and whether it is a bia ngai.
    fn man(self, letter: char) -> Option<(Piece, bool)> {
        match (self, letter.to_ascii_uppercase()) {
            (_, 'F' | 'X') => Some((Piece::Met, true)),
            (Self::Chess, 'B') => Some((Piece::Khon, false)),
            (Self::Chess, 'Q') => Some((Piece::Met, false)),
            (_, letter) => Piece::from_letter(letter).map(|piece| (piece, false)),
        }
    }
}

fn parse_rank(
    text: &str,
    rank: u8,
    letters_of_men: Letters,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let number = rank + 1;
    // Files so far. It counts beyond the edge, because the error reports the number.
    let mut files: u32 = 0;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if let Some(gap @ 1..=8) = letter.to_digit(10) {
            files = files.saturating_add(gap);
            continue;
        }
        if matches!(letter, '~' | '+') {
            return Err(FenError::StrayMark { mark: letter, rank: number });
        }
        let (piece, is_bia_ngai) =
            letters_of_men.man(letter).ok_or(FenError::UnknownLetter { letter, rank: number })?;
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let is_marked = |next: &char| matches!(next, '~' | '+');
        let promoted = (piece == Piece::Met && letters.next_if(is_marked).is_some()) || is_bia_ngai;
        if let Ok(file @ 0..8) = u8::try_from(files) {
            setup.put(Square::new(file, rank), Man { color, piece, promoted });
        }
        files = files.saturating_add(1);
    }
    if files != 8 {
        return Err(FenError::Files { rank: number, found: files });
    }
    Ok(())
}

/// Everything after the side to move.
fn parse_counters<'a>(
    fields: impl Iterator<Item = &'a str>,
    letters: Letters,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let mut fields = fields.peekable();
    // XBoard leaves out the fields in which chess has castling and en passant.
    let short = fields.peek().is_some_and(|field| is_number(field));
    if !short {
        if let Some(castling) = fields.next() {
            check_castling(castling, letters)?;
        }
        if let Some(field) = fields.next_if(|field| !is_no_count(field)) {
            setup.count.limit = number(field, FenCounter::CountLimit)?;
        } else {
            fields.next();
        }
    }
    if let Some(field) = fields.next() {
        if setup.count.is_running() {
            setup.count.ply = number(field, FenCounter::CountPly)?;
        } else {
            setup.halfmove_clock = number(field, FenCounter::HalfmoveClock)?;
        }
    }
    if let Some(field) = fields.next() {
        setup.fullmove_number = number(field, FenCounter::MoveNumber)?;
    }
    match fields.next() {
        None => Ok(()),
        Some(extra) => Err(FenError::TooManyFields { found: excerpt(extra) }),
    }
}

/// Whether a field looks like a number, even an invalid one.
fn is_number(field: &str) -> bool {
    let digits = field.strip_prefix(['-', '+']).unwrap_or(field);
    digits.starts_with(|first: char| first.is_ascii_digit())
}

/// Whether field 4 says that no count runs: a dash, or the en passant square of another game.
fn is_no_count(field: &str) -> bool {
    match field.as_bytes() {
        b"-" => true,
        &[file, rank] => Square::from_chars(file, rank).is_some(),
        _ => false,
    }
}

/// Programs of chess may name rights to castle. With the letters of chess it is a position of chess.
fn check_castling(field: &str, letters: Letters) -> Result<(), FenError> {
    let rights = |letter: char| matches!(letter, 'K' | 'Q' | 'k' | 'q' | 'A'..='H' | 'a'..='h');
    if field == "-" || (letters == Letters::Makruk && field.chars().all(rights)) {
        return Ok(());
    }
    Err(FenError::UnknownCastling { found: excerpt(field) })
}

fn number(field: &str, counter: FenCounter) -> Result<u16, FenError> {
    let found = || excerpt(field);
    let digits = field.strip_prefix(['-', '+']).unwrap_or(field);
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(FenError::UnreadableCounter { counter, found: found() });
    }
    if field.starts_with('-') {
        return Err(FenError::NegativeCounter { counter, found: found() });
    }
    let number = digits.parse().ok().filter(|&number| number <= counter.largest());
    number.ok_or_else(|| FenError::CounterTooLarge { counter, found: found() })
}

/// Writes a position in six fields. Bia ngai are written as the mets they are.
pub fn format(position: &Position) -> String {
    format_with(position, "-")
}

/// As [`format()`], but where no count runs the limit is 0 instead of a dash. Positions for matches
/// are written so: cutechess takes the dash to mean the 50-move rule of chess.
///
/// ```
/// use makruk::notation::fen;
/// let text = "8/8/4k3/4p3/8/4K3/3R4/8 b - 0 3 60";
/// let position = fen::parse(text, Default::default(), Default::default())?;
/// assert_eq!(fen::format_with_limit(&position), text);
/// assert_eq!(fen::format(&position), "8/8/4k3/4p3/8/4K3/3R4/8 b - - 3 60");
/// # Ok::<(), makruk::notation::FenError>(())
/// ```
pub fn format_with_limit(position: &Position) -> String {
    format_with(position, "0")
}

/// `no_count` takes the place of the limit while no count runs.
fn format_with(position: &Position, no_count: &str) -> String {
    let mut text = String::with_capacity(90);
    push_men(position, Bitboard::EMPTY, &mut text);
    text.push_str(match position.to_move() {
        Color::White => " w - ",
        Color::Black => " b - ",
    });
    let Count { limit, ply } = position.count();
    let move_number = position.fullmove_number();
    // Writing to a string does not fail.
    let _ = if position.count().is_running() {
        write!(text, "{limit} {ply} {move_number}")
    } else {
        write!(text, "{no_count} {} {move_number}", position.halfmove_clock())
    };
    text
}

/// As [`format()`], but with `~` after bia ngai.
pub fn format_with_promoted(position: &Position) -> String {
    let text = format(position);
    let rest = text.find(' ').map_or("", |end| &text[end..]);
    men_with_promoted(position) + rest
}

/// The first field of the FEN, with `~` after bia ngai.
pub fn men_with_promoted(position: &Position) -> String {
    let mut text = String::with_capacity(64);
    push_men(position, position.promoted(), &mut text);
    text
}

/// The men by rank, with `~` after those on the squares `marked`.
fn push_men(position: &Position, marked: Bitboard, text: &mut String) {
    for rank in (0..8).rev() {
        if rank != 7 {
            text.push('/');
        }
        push_rank(position, rank, marked, text);
    }
}

fn push_rank(position: &Position, rank: u8, marked: Bitboard, text: &mut String) {
    let mut gap = 0;
    for file in 0..8 {
        let square = Square::new(file, rank);
        match position.color_at(square).zip(position.piece_at(square)) {
            None => gap += 1,
            Some((color, piece)) => {
                push_gap(std::mem::take(&mut gap), text);
                text.push(piece.fen_letter(color));
                if marked.contains(square) {
                    text.push('~');
                }
            }
        }
    }
    push_gap(gap, text);
}

fn push_gap(gap: u8, text: &mut String) {
    if gap > 0 {
        text.push(char::from(b'0' + gap));
    }
}
