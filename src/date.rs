//! The date for PGN tags.

/// Today's date in UTC, in the format of PGN: `2026.11.20`.
pub(super) fn today() -> String {
    let date = time::OffsetDateTime::now_utc().date();
    format!("{:04}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day())
}
