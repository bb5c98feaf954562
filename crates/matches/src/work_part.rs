//! Parts of work that is split over several machines: `2/3` is the second of three.

use std::num::NonZeroU32;
use std::str::FromStr;

/// One of several parts of a match, or of other work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkPart {
    /// From 1.
    index: NonZeroU32,
    of: NonZeroU32,
}

impl WorkPart {
    /// The whole work.
    pub const ALL: Self = Self { index: NonZeroU32::MIN, of: NonZeroU32::MIN };

    /// The part of work that is split in order: of the numbers from 0 to `items`, those of this part.
    pub fn range_of(self, items: u64) -> std::ops::Range<u64> {
        let edge = |index: u32| {
            let edge = u128::from(items) * u128::from(index) / u128::from(self.of.get());
            edge as u64
        };
        edge(self.index.get() - 1)..edge(self.index.get())
    }

    /// The number of the part, from 1.
    pub(super) const fn index(self) -> u32 {
        self.index.get()
    }

    /// The number of parts.
    pub(super) const fn of(self) -> u32 {
        self.of.get()
    }

    /// Whether the encounter with this number, from 1, belongs to this part.
    pub(super) const fn has(self, encounter: u32) -> bool {
        encounter > 0 && (encounter - 1) % self.of.get() == self.index.get() - 1
    }
}

/// The error for a text that is no part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected I/N with I from 1 to N")]
pub struct WorkPartError;

impl FromStr for WorkPart {
    type Err = WorkPartError;

    fn from_str(text: &str) -> Result<Self, WorkPartError> {
        let (index, of) = text.split_once('/').ok_or(WorkPartError)?;
        let number = |text: &str| text.parse::<NonZeroU32>().map_err(|_| WorkPartError);
        let part = Self { index: number(index)?, of: number(of)? };
        if part.index <= part.of { Ok(part) } else { Err(WorkPartError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_the_work_without_overlap() {
        let ranges = ["1/3", "2/3", "3/3"]
            .map(|part| part.parse::<WorkPart>().map(|part| part.range_of(10)));
        assert_eq!(ranges, [Ok(0..3), Ok(3..6), Ok(6..10)]);
        assert_eq!(WorkPart::ALL.range_of(u64::MAX), 0..u64::MAX);
        for bad in ["0/3", "4/3", "3", "a/b", "-1/2"] {
            assert_eq!(bad.parse::<WorkPart>(), Err(WorkPartError), "{bad}");
        }
    }
}
