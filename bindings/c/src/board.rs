//! Boards.

use crate::end::{Count, Outcome, sign};
use crate::error::{Failure, Status, call, value_or};
use crate::text::{given, optional, passed};
use makruk::notation::Notation;
use makruk::perft::Perft;
use makruk::rules::{CountingRule, Variant};
use makruk::types::UnknownName;
use sakdi_facade::{Error, Subject};
use sakdi_i18n::Language;
use std::ffi::c_char;
use std::ptr;
use std::str::FromStr;

/// A game on a board, with take-back. One thread at a time may use it.
pub struct Board(sakdi_facade::Board);

/// The board behind a pointer.
///
/// # Safety
/// `board` is null or a board that has not been freed, and that nobody changes meanwhile.
unsafe fn seen<'a>(board: *const Board) -> Result<&'a sakdi_facade::Board, Failure> {
    // SAFETY: the caller promises it.
    let board = unsafe { board.as_ref() }.ok_or_else(|| Failure::null("board"))?;
    Ok(&board.0)
}

/// A mutable reference to the board behind a pointer.
///
/// # Safety
/// `board` is null or a board that has not been freed, and that nobody else uses meanwhile.
unsafe fn changed<'a>(board: *mut Board) -> Result<&'a mut sakdi_facade::Board, Failure> {
    // SAFETY: the caller promises it.
    let board = unsafe { board.as_mut() }.ok_or_else(|| Failure::null("board"))?;
    Ok(&mut board.0)
}

/// The value of a name, or the default for null.
///
/// # Safety
/// `name` is null or a text that ends with a zero.
unsafe fn named<T: FromStr<Err = UnknownName>>(
    name: *const c_char,
    default: T,
    subject: Subject,
) -> Result<T, Failure> {
    // SAFETY: the caller promises it.
    let name = unsafe { optional(name, subject.name()) }?;
    let unknown = |error| Failure::from(Error::Name { subject, error });
    name.map_or(Ok(default), |name| name.parse().map_err(unknown))
}

/// A new board, or null after an error. `fen` is the position; null for the start position. `variant` is
/// `makruk` or `makpong`; `counting` is `makruk`, `thai`, `thai-strict`, `claimed` or `none`. For both,
/// null means `makruk`.
///
/// # Safety
/// Each argument is null or a text that ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_board_new(
    fen: *const c_char,
    variant: *const c_char,
    counting: *const c_char,
) -> *mut Board {
    value_or(ptr::null_mut(), || {
        // SAFETY: the caller promises it.
        let fen = unsafe { optional(fen, "fen") }?.map(str::to_owned);
        // SAFETY: the caller promises it.
        let variant = unsafe { named(variant, Variant::Makruk, Subject::Variant) }?;
        // SAFETY: the caller promises it.
        let rule = unsafe { named(counting, CountingRule::MAKRUK, Subject::Rule) }?;
        let board = sakdi_facade::Board::new(fen, variant, rule)?;
        Ok(Box::into_raw(Box::new(Board(board))))
    })
}

/// A copy of a board, or null after an error.
///
/// # Safety
/// `board` is null or a board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_board_copy(board: *const Board) -> *mut Board {
    // SAFETY: the caller promises it.
    let copy = || Ok(Box::into_raw(Box::new(Board(unsafe { seen(board) }?.clone()))));
    value_or(ptr::null_mut(), copy)
}

/// Frees a board. Null is ignored.
///
/// # Safety
/// `board` is null or a board that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_board_free(board: *mut Board) {
    value_or((), || {
        if !board.is_null() {
            // SAFETY: this library has made it, and the caller gives it back.
            drop(unsafe { Box::from_raw(board) });
        }
        Ok(())
    });
}

/// The position in FEN, to be freed; null after an error. Bia ngai have a `~` if `show_promoted`.
///
/// # Safety
/// `board` is null or a board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_board_fen(board: *const Board, show_promoted: bool) -> *mut c_char {
    // SAFETY: the caller promises it.
    given(|| Ok(unsafe { seen(board) }?.fen(show_promoted)))
}

/// The legal moves, separated by spaces, to be freed; null after an error. `notation` is `coordinate`
/// (the default for null), `san`, `thai`, `thai-long`, `official-thai` or `official-thai-short`.
///
/// # Safety
/// `board` is null or a board, `notation` null or a text that ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_board_moves(
    board: *const Board,
    notation: *const c_char,
) -> *mut c_char {
    given(|| {
        // SAFETY: the caller promises it.
        let notation = unsafe { named(notation, Notation::Coordinate, Subject::Notation) }?;
        // SAFETY: the caller promises it.
        Ok(unsafe { seen(board) }?.legal_moves(notation).join(" "))
    })
}

/// The moves made, separated by spaces, to be freed; null after an error. `notation` as for
/// `sakdi_board_moves`.
///
/// # Safety
/// As for `sakdi_board_moves`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_board_history(
    board: *const Board,
    notation: *const c_char,
) -> *mut c_char {
    given(|| {
        // SAFETY: the caller promises it.
        let notation = unsafe { named(notation, Notation::Coordinate, Subject::Notation) }?;
        // SAFETY: the caller promises it.
        Ok(unsafe { seen(board) }?.history(notation).join(" "))
    })
}

/// A legal move, given in any notation, in another one; to be freed, null after an error.
///
/// # Safety
/// `board` is null or a board, `text` and `notation` null or texts that end with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_board_move_text(
    board: *const Board,
    text: *const c_char,
    notation: *const c_char,
) -> *mut c_char {
    given(|| {
        // SAFETY: the caller promises it.
        let (board, text) = unsafe { (seen(board)?, passed(text, "text")?) };
        // SAFETY: the caller promises it.
        let notation = unsafe { named(notation, Notation::San, Subject::Notation) }?;
        Ok(notation.format(board.position(), board.parse(text)?))
    })
}

/// Makes a move, given in any notation. After an error nothing has changed.
///
/// # Safety
/// `board` is null or a board that nobody else uses, `text` null or a text that ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_board_play(board: *mut Board, text: *const c_char) -> Status {
    call(|| {
        // SAFETY: the caller promises it.
        let (board, text) = unsafe { (changed(board)?, passed(text, "text")?) };
        board.play_text(text)?;
        Ok(())
    })
}

/// Takes the last move back, with the claims after it. Returns whether there was one.
///
/// # Safety
/// `board` is null or a board that nobody else uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_board_take_back(board: *mut Board) -> bool {
    // SAFETY: the caller promises it.
    value_or(false, || Ok(unsafe { changed(board) }?.pop().is_some()))
}

/// The side to move: 1 for White, −1 for Black, 0 after an error.
///
/// # Safety
/// `board` is null or a board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_board_turn(board: *const Board) -> i32 {
    // SAFETY: the caller promises it.
    value_or(0, || Ok(sign(unsafe { seen(board) }?.position().to_move())))
}

/// Whether the side to move is in check.
///
/// # Safety
/// `board` is null or a board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_board_is_check(board: *const Board) -> bool {
    // SAFETY: the caller promises it.
    value_or(false, || Ok(unsafe { seen(board) }?.position().in_check()))
}

/// How the game has ended by the rules, counts and repetitions included.
///
/// # Safety
/// `board` is null or a board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_board_outcome(board: *const Board) -> Outcome {
    // SAFETY: the caller promises it.
    value_or(None.into(), || Ok(unsafe { seen(board) }?.outcome().into()))
}

/// The state of the count.
///
/// # Safety
/// `board` is null or a board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_board_count(board: *const Board) -> Count {
    // SAFETY: the caller promises it.
    value_or(Count::default(), || Ok(unsafe { seen(board) }?.count().into()))
}

/// The state of the count as a sentence, to be freed; null after an error. `language` is `en` (null) or
/// `th`.
///
/// # Safety
/// `board` is null or a board, `language` null or a text that ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_board_count_text(
    board: *const Board,
    language: *const c_char,
) -> *mut c_char {
    given(|| {
        // SAFETY: the caller promises it.
        let language = unsafe { named(language, Language::English, Subject::Language) }?;
        // SAFETY: the caller promises it.
        Ok(unsafe { seen(board) }?.count_sentence(language))
    })
}

/// The side that may begin a count under the rule `claimed`: 1 for White, −1 for Black, 0 for none.
///
/// # Safety
/// `board` is null or a board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_board_claimant(board: *const Board) -> i32 {
    // SAFETY: the caller promises it.
    value_or(0, || Ok(unsafe { seen(board) }?.claimant().map_or(0, sign)))
}

/// Starts the count that the weaker side claims.
///
/// # Safety
/// `board` is null or a board that nobody else uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_board_claim_count(board: *mut Board) -> Status {
    // SAFETY: the caller promises it.
    call(|| Ok(unsafe { changed(board) }?.claim_count()?))
}

/// Takes back the number of the last move of the counting side, which forgot to count it.
///
/// # Safety
/// `board` is null or a board that nobody else uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_board_skip_number(board: *mut Board) -> Status {
    // SAFETY: the caller promises it.
    call(|| Ok(unsafe { changed(board) }?.skip_number()?))
}

/// Ends a claimed count.
///
/// # Safety
/// `board` is null or a board that nobody else uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_board_stop_count(board: *mut Board) -> Status {
    call(|| {
        // SAFETY: the caller promises it.
        unsafe { changed(board) }?.stop_count();
        Ok(())
    })
}

/// The number of positions after `depth` plies, at most 64; 0 after an error.
///
/// # Safety
/// `board` is null or a board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_board_perft(board: *const Board, depth: u32) -> u64 {
    value_or(0, || {
        // SAFETY: the caller promises it.
        let board = unsafe { seen(board) }?;
        Ok(Perft::new(board.position(), depth).count(1)?)
    })
}
