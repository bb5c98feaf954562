//! The value of a position in a table: a distance in moves of the strong side, or a constant.

/// A position that is not won.
pub const NEVER: u8 = 254;
/// Not a position: two men on one square, adjacent khuns, or the side not to move in check.
pub const ILLEGAL: u8 = 255;
/// The longest distance a table can hold.
pub const MAX_DISTANCE: u8 = 253;
