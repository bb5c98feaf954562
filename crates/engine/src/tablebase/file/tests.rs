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
