//! Decompresses zstd, with the C library or with a Rust one, which takes three to ten times as
//! long.

/// The contents of a zstd frame, which must have `size` bytes; otherwise a description of the
/// error.
#[cfg(not(target_family = "wasm"))]
pub fn unpack(frame: &[u8], size: usize) -> Result<Vec<u8>, String> {
    use std::cell::RefCell;
    use zstd::bulk::Decompressor;
    thread_local! {
        // To make one takes as long as to unpack 16 KiB.
        static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
    }
    let bytes = DECOMPRESSOR.with_borrow_mut(|kept| match kept {
        Some(decompressor) => decompressor.decompress(frame, size),
        None => kept.insert(Decompressor::new()?).decompress(frame, size),
    });
    checked(bytes.map_err(|error| error.to_string())?, size)
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
    // The library compares nothing by itself.
    let stated = decoder.get_checksum_from_data();
    if stated.is_some() && stated != decoder.get_calculated_checksum() {
        return Err("a wrong checksum".to_owned());
    }
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
        let mut compressor = zstd::bulk::Compressor::new(16).expect("memory");
        compressor.include_checksum(true).expect("a known parameter");
        let mut frame = compressor.compress(&bytes).expect("memory");
        for unpack in [unpack, unpack_in_rust] {
            assert_eq!(unpack(&frame, bytes.len()).as_deref(), Ok(&bytes[..]));
        }
        *frame.last_mut().expect("bytes") ^= 1;
        for unpack in [unpack, unpack_in_rust] {
            assert!(unpack(&frame, bytes.len()).is_err());
        }
    }
}
