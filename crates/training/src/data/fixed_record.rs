//! The records of version 1 of the format, which are only read:
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | occupied squares, bit 0 = a1 |
//! | 8–23 | the men on them from a1 on, four bits each, low half of a byte first: kind (bia 0, met 1, khon 2, ma 3, ruea 4, khun 5, bia ngai 6), and 8 for Black |
//! | 24–25 | score from White's side, in centipawns, or a mate as `types::score` encodes it |
//! | 26–27 | best move, as `Move::bits` encodes it |
//! | 28, 29 | count: limit and ply |
//! | 30 | bits 0–1: White lost (0), drew (1) or won (2) the game; bit 2: Black is to move |
//! | 31 | how the game ended, as numbered in `CAUSES` |

use super::compact::{BLACK_TO_MOVE, RESULT, decode_men};
use super::sample::{CAUSES, RecordError, Sample, WhiteResult, field};
use makruk::rules::{Count, CountingRule, Variant};
use makruk::types::{Color, Move};

/// Length of a record, in bytes.
pub(super) const RECORD_LEN: usize = 32;

/// Decodes a record.
pub(super) fn decode(
    record: &[u8; RECORD_LEN],
    variant: Variant,
    rule: CountingRule,
) -> Result<Sample, RecordError> {
    let mut setup = decode_men(&field(record, 0))?;
    let flags = record[30];
    setup.to_move = if flags & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black };
    setup.count = Count { limit: record[28].into(), ply: record[29].into() };
    let result = WhiteResult::ALL.get(usize::from(flags & RESULT)).ok_or(RecordError::Result)?;
    let cause = CAUSES.get(usize::from(record[31])).ok_or(RecordError::Result)?;
    Ok(Sample {
        position: setup.build(variant, rule)?,
        score: i16::from_le_bytes(field(record, 24)).into(),
        best: Move::from_bits(u16::from_le_bytes(field(record, 26))).ok_or(RecordError::Move)?,
        result: *result,
        cause: *cause,
    })
}
