//! The date of a game, as far as its tags say.

use makruk::notation::with_arabic_digits;
use std::fmt;

/// The Buddhist era counts 543 years more than the common one.
const BUDDHIST_ERA: u16 = 543;

/// A date in the common era. What is unknown is `None`; without a year nothing else is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameDate {
    /// The year, from 1 on.
    pub year: Option<u16>,
    /// The month, from 1 to 12.
    pub month: Option<u8>,
    /// The day, from 1 to 31.
    pub day: Option<u8>,
}

impl GameDate {
    /// Parses the value of the tag `Date`: `2026.11.27`, `2026.??.??`, or with other separators, or with
    /// the day first, `27/11/2026`. A year of the Buddhist era becomes one of the common era.
    ///
    /// ```
    /// use sakdi_games::GameDate;
    /// let date = GameDate::parse("2569.07.28");
    /// assert_eq!(date.to_string(), "2026.07.28");
    /// assert_eq!(date, GameDate::parse("2026-07-28"));
    /// assert_eq!(GameDate::parse("2026.??.??").to_string(), "2026.??.??");
    /// assert_eq!(GameDate::parse("????.??.??"), GameDate::default());
    /// ```
    pub fn parse(text: &str) -> Self {
        let text = with_arabic_digits(text);
        let mut parts: Vec<&str> = text.split(['.', '-', '/']).map(str::trim).collect();
        if let [_, _, year] = parts[..]
            && year.len() == 4
        {
            parts.reverse();
        }
        let mut parts = parts.into_iter();
        let year = parts.next().filter(|year| year.len() == 4);
        let year: Option<u16> = year.and_then(|year| year.parse().ok()).filter(|&year| year > 0);
        let Some(year) = year else { return Self::default() };
        let mut part = |most: u8| {
            let number = parts.next()?.parse().ok()?;
            (1..=most).contains(&number).then_some(number)
        };
        let month = part(12);
        let day = month.and_then(|_| part(31));
        // Nobody has recorded a game of the year 2400 yet.
        let year = if year >= 2400 { year - BUDDHIST_ERA } else { year };
        Self { year: Some(year), month, day }
    }

    /// Whether both can be the same day.
    pub fn agrees(self, other: Self) -> bool {
        let agree = |one: Option<u16>, other: Option<u16>| {
            one.zip(other).is_none_or(|(one, other)| one == other)
        };
        agree(self.year, other.year)
            && agree(self.month.map(u16::from), other.month.map(u16::from))
            && agree(self.day.map(u16::from), other.day.map(u16::from))
    }
}

/// As the PGN standard writes it: `2026.11.??`.
impl fmt::Display for GameDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(year) = self.year else { return f.write_str("????.??.??") };
        write!(f, "{year:04}")?;
        for part in [self.month, self.day] {
            match part {
                Some(number) => write!(f, ".{number:02}")?,
                None => f.write_str(".??")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_agree_where_both_are_known() {
        let agree = |one, other| GameDate::parse(one).agrees(GameDate::parse(other));
        assert!(agree("2026.11.27", "2569.11.27") && agree("2026.11.??", "2026.11.27"));
        assert!(agree("?", "2026.11.27") && !agree("2026.11.27", "2026.11.28"));
        assert!(!agree("2025.??.??", "2026.??.??"));
        assert_eq!(GameDate::parse("2026.13.01").to_string(), "2026.??.??");
        assert_eq!(GameDate::parse("26.1.1"), GameDate::default());
        assert_eq!(GameDate::parse("๒๕๖๙.๐๗.๒๘"), GameDate::parse("2026.07.28"));
        assert_eq!(GameDate::parse("28/07/2569"), GameDate::parse("2026.07.28"));
        assert_eq!(GameDate::parse("2026.07.2026").to_string(), "2026.07.??");
    }
}
