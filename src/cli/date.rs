//! The date of games.

/// Today by universal time, as PGN has it: `2026.11.20`.
pub(super) fn today() -> String {
    let date = time::OffsetDateTime::now_utc().date();
    format!("{:04}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day())
}
