//! The tokens of the movetext besides comments: moves with their numbers, NAGs, signs, results.

use super::PgnMove;
use crate::notation::thai::is_man;
use crate::notation::with_arabic_digits;

/// Parses a result, in the form of the standard or one that people write.
pub fn parse_result(word: &str) -> Option<&'static str> {
    Some(match with_arabic_digits(word).as_str() {
        "1-0" | "1:0" => "1-0",
        "0-1" | "0:1" => "0-1",
        "1/2-1/2" | "1/2" | "½-½" | "½" | "1/2:1/2" | "½:½" => "1/2-1/2",
        "0.5-0.5" | "0,5-0,5" | "0.5:0.5" | "0,5:0,5" => "1/2-1/2",
        "*" => "*",
        _ => return None,
    })
}

/// Adds a token: a NAG or sign for the last move, or a move, perhaps with its number before it
/// and marks such as `!?` after it.
pub(super) fn push_token(moves: &mut Vec<PgnMove>, word: &str, line: usize) {
    if let Some(nag) = word.strip_prefix('$') {
        if let (Some(last), Ok(nag)) = (moves.last_mut(), nag.parse()) {
            last.nags.push(nag);
        }
        return;
    }
    if let Some(nag) = position_nag(word) {
        if let Some(last) = moves.last_mut() {
            last.nags.push(nag);
        }
        return;
    }
    let word = without_number(word);
    let unsigned = word.trim_end_matches(POSITION_SIGNS);
    let marked = unsigned.trim_end_matches(['!', '?', '‼', '⁇', '⁉', '⁈']);
    let (san, offers_draw) = without_offer(marked);
    // In long Thai notation, `ม ข๑-ง๒`, the man is a separate token, and official notation may have blanks
    // around the sign: `ร.ก๔ × บ.ง๔`.
    let is_sign = |letter: char| matches!(letter, '-' | 'x' | 'X' | '×' | '→');
    // Some programs write a move that passes as two signs.
    let is_null = san == "--";
    let goes_on = |last: &&mut PgnMove| {
        let last = last.san.as_str();
        let last_man = last.rsplit(|letter| letter == ' ' || is_sign(letter)).next();
        last_man.is_some_and(|man| is_man(man.trim_end_matches('.')))
            || last.ends_with(is_sign)
            || san.starts_with(is_sign) && !is_null
    };
    if let Some(begun) = moves.last_mut().filter(|_| !san.is_empty()).filter(goes_on) {
        begun.san.extend([" ", san]);
    } else if !san.is_empty() {
        moves.push(PgnMove { san: san.into(), line, ..PgnMove::default() });
    }
    let Some(last) = moves.last_mut() else { return };
    last.nags.extend(move_nag(&unsigned[marked.len()..]));
    let signs = word[unsigned.len()..].chars();
    last.nags.extend(signs.filter_map(|sign| position_nag(sign.encode_utf8(&mut [0; 4]))));
    last.comments.extend(offers_draw.then(|| DRAW_OFFER.to_owned()));
}

/// What a reader makes of `Nd8=`, by which SchemingMind records that the player offered a draw. Only there
/// moves could keep it.
const DRAW_OFFER: &str = "[%draw offer]";

/// A move without the sign of an offer, and whether it had one.
fn without_offer(word: &str) -> (&str, bool) {
    let ends_move = |rest: &&str| rest.ends_with(|last: char| last.is_ascii_digit() || last == '+');
    word.strip_suffix('=').filter(ends_move).map_or((word, false), |san| (san, true))
}

/// `Nd2` of `12.Nd2`, `12...Nd2`, `…Nd2`; a number alone leaves nothing.
fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(|letter: char| matches!(letter, '0'..='9' | '๐'..='๙'));
    let dots = ['.', '…'];
    if after.is_empty() || after.starts_with(dots) { after.trim_start_matches(dots) } else { word }
}

/// The NAG of marks after a move.
fn move_nag(marks: &str) -> Option<u8> {
    Some(match marks {
        "!" => 1,
        "?" => 2,
        "!!" | "‼" => 3,
        "??" | "⁇" => 4,
        "!?" | "⁉" => 5,
        "?!" | "⁈" => 6,
        _ => return None,
    })
}

/// The signs of [`position_nag`] that no move contains: they may follow a move without a blank.
const POSITION_SIGNS: [char; 6] = ['∞', '⩲', '⩱', '±', '∓', '□'];

/// The NAG of an evaluation of the position, which some programs write as a separate token.
fn position_nag(word: &str) -> Option<u8> {
    Some(match word {
        "=" => 10,
        "∞" => 13,
        "+=" | "+/=" | "⩲" => 14,
        "=+" | "=/+" | "⩱" => 15,
        "+/-" | "±" => 16,
        "-/+" | "∓" => 17,
        "+-" => 18,
        "-+" => 19,
        "□" => 7,
        "N" => 146,
        _ => return None,
    })
}
