use super::*;
use crate::tablebase::generate::TableGenerator;
use crate::tablebase::write;
use std::sync::Arc;

/// The first bytes that are read of a file hold its header, also with wins of every length.
#[test]
fn no_header_is_longer_than_is_read() {
    let ending: Ending = "KRvK".parse().expect("an ending");
    let solved = TableGenerator::default().solve(ending, &[], &|_, _| {});
    let mut solved = Arc::into_inner(solved.expect("a short ending")).expect("nobody else");
    for side in [&mut solved.stats.strong, &mut solved.stats.weak] {
        side.won_in.resize(usize::from(MAX_DISTANCE) + 1, 1);
    }
    let bytes = write::encode(&solved).expect("memory for packing");
    let header = header_length(&bytes).expect("its length");
    let longest = longest_header(ending);
    // A name may be a few letters longer.
    assert!((longest - 8..=longest).contains(&header), "{header} of {longest}");
}

/// Either would put entries out of range, with the checksum right.
#[test]
fn a_header_with_another_shape_is_refused() {
    let ending: Ending = "KSvK".parse().expect("an ending");
    let solved = TableGenerator::default().solve(ending, &[], &|_, _| {}).expect("solved");
    let good = write::encode(&solved).expect("memory for packing");
    let (header, length) = read_header(&good).expect("a header");
    let name = PREFIX + 1 + ending.to_string().len();
    let sides =
        [&header.stats.strong, &header.stats.weak].map(|side| 8 + 2 + 8 * side.won_in.len());
    let count = name + 4 + 4 + sides.iter().sum::<usize>();
    for field in [name, name + 4, count] {
        let mut bytes = good[..length].to_vec();
        bytes[field] ^= 1;
        let (body, checksum) = bytes.split_at_mut(length - 4);
        checksum.copy_from_slice(&crc32fast::hash(body).to_le_bytes());
        let error = read_header(&bytes).map(|_| ()).expect_err("another shape");
        assert!(matches!(error, FileError::Inconsistent), "{field}: {error}");
    }
}
