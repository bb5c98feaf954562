//! The value of a position in a table: a distance in moves of the strong side, or a constant.

/// A position that is not won.
pub const NEVER: u8 = 254;
/// No position: men on one square, khuns side by side, or the side that moved in check.
#[cfg(feature = "cli")]
pub const ILLEGAL: u8 = 255;
/// The longest distance a table can hold.
#[cfg(feature = "cli")]
pub const MAX_DISTANCE: u8 = 253;
