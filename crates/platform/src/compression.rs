//! Decompresses zstd, with the C library or with a Rust one, which takes three to ten times as
//! long.

/// The contents of a zstd frame, which must have `size` bytes; otherwise a description of the
/// error.
#[cfg(not(target_family = "wasm"))]
pub fn unpack(frame: &[u8], size: usize) -> Result<Vec<u8>, String> {
    let bytes = zstd::bulk::decompress(frame, size).map_err(|error| error.to_string())?;
    checked(bytes, size)
}

/// The contents of a zstd frame of `size` bytes; what is wrong with it otherwise.
#[cfg(target_family = "wasm")]
pub fn unpack(frame: &[u8], size: usize) -> Result<Vec<u8>, String> {
    unpack_in_rust(frame, size)
}

/// Whether a zstd frame has a checksum of its contents, which is checked when it is unpacked.
pub fn has_checksum(frame: &[u8]) -> bool {
    // The bit of the frame header descriptor, which follows the magic number (RFC 8878).
    frame.get(4).is_some_and(|descriptor| descriptor & 4 != 0)
}

#[cfg(any(test, target_family = "wasm"))]
fn unpack_in_rust(frame: &[u8], size: usize) -> Result<Vec<u8>, String> {
    let mut bytes = vec![0; size];
    let mut decoder = ruzstd::decoding::FrameDecoder::new();
    let read = decoder.decode_all(frame, &mut bytes).map_err(|error| error.to_string())?;
    bytes.truncate(read);
    checked(bytes, size)
}

fn checked(bytes: Vec<u8>, size: usize) -> Result<Vec<u8>, String> {
    if bytes.len() == size { Ok(bytes) } else { Err(format!("{} bytes", bytes.len())) }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;

    #[test]
    fn both_libraries_read_the_same() {
        let bytes: Vec<u8> = (0..100_000_u32).map(|at| (at.wrapping_mul(at) >> 7) as u8).collect();
        let frame = zstd::bulk::compress(&bytes, 16).expect("memory");
        for unpack in [unpack, unpack_in_rust] {
            assert_eq!(unpack(&frame, bytes.len()).as_deref(), Ok(&bytes[..]));
            assert!(unpack(&frame, bytes.len() - 1).is_err());
            assert!(unpack(&frame, bytes.len() + 1).is_err());
            assert!(unpack(&frame[..frame.len() / 2], bytes.len()).is_err());
            assert!(unpack(b"no frame", 8).is_err());
        }
    }
}
