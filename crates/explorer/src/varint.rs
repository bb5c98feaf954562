//! Whole numbers in as few bytes as they need: seven bits a byte, the lowest first.

/// The bytes end within a number, or hold one that is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the data end within a number")]
pub struct Truncated;

/// Adds a number.
pub fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number from the beginning of the bytes.
///
/// # Errors
/// They do not begin with one.
pub fn take(bytes: &mut &[u8]) -> Result<u64, Truncated> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or(Truncated)?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err(Truncated)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let numbers = [0, 1, 127, 128, 300, 1 << 32, u64::MAX];
        let mut bytes = Vec::new();
        numbers.into_iter().for_each(|number| push(&mut bytes, number));
        let mut rest = bytes.as_slice();
        assert_eq!(numbers.map(|_| take(&mut rest)), numbers.map(Ok));
        assert_eq!(take(&mut rest), Err(Truncated));
        assert_eq!(take(&mut [0x80].as_slice()), Err(Truncated));
        assert_eq!(take(&mut [0xff; 11].as_slice()), Err(Truncated));
    }
}
