//! Tables whose parts are read when they are needed.

use super::*;
use crate::tablebase::Tablebase;

fn ending(name: &str) -> Ending {
    name.parse().expect("an ending")
}

/// The bytes of a file that is read by ranges.
struct Bytes(Vec<u8>);

impl RangeReader for Bytes {
    fn length(&self) -> u64 {
        self.0.len() as u64
    }

    fn read(&self, range: Range<u64>) -> io::Result<Vec<u8>> {
        Ok(self.0[range.start as usize..range.end as usize].to_vec())
    }

    fn refuse(&self, _: Range<u64>) {}
}

fn from_ranges(name: &str, bytes: &[u8]) -> Result<Table, FileError> {
    Table::from_ranges(ending(name), Box::new(Bytes(bytes.to_vec())))
}

fn embedded(name: &str) -> Vec<u8> {
    let tables = Tablebase::embedded();
    tables.table(ending(name)).and_then(Table::packed).expect("an embedded table").to_vec()
}

/// An ending of five men, of several blocks. The values, which are no real ones, tell rows and squares apart.
fn of_several_blocks() -> SolvedEnding {
    let layout = Layout::new(ending("KPPvKP"));
    let value = |at: usize| (at % 64 + at / 64 % 97) as u8;
    let strong = (0..layout.placements() * 64).map(value).collect();
    let stats = Stats::new(layout.ending());
    SolvedEnding { layout, strong, weak: Vec::new(), stats }
}

#[test]
fn a_table_is_read_in_parts() {
    let bytes = embedded("KRvK");
    let (parts, whole) = (from_ranges("KRvK", &bytes).expect("a table"), Table::from_bytes(bytes));
    let whole = whole.expect("a table");
    assert_eq!([parts.is_remote(), whole.is_remote()], [true, false]);
    assert_eq!(format!("{parts:?}"), "Table(KRvK)");
    for row in 0..whole.layout().placements() {
        let [parts, whole] =
            [&parts, &whole].map(|table| table.row(row, Access::All).expect("its block"));
        assert!(Square::all().all(|square| parts.value(square) == whole.value(square)), "{row}");
    }
}

#[test]
fn each_block_has_its_rows_and_its_checksum() {
    let solved = of_several_blocks();
    let bytes = write::encode(&solved).expect("memory for packing");
    let table = from_ranges("KPPvKP", &bytes).expect("a table");
    assert!(table.header.blocks.len() > 2);
    for (row, values) in solved.strong.chunks(64).enumerate().step_by(13) {
        let found = table.row(row, Access::All).expect("its block");
        assert!(Square::all().all(|square| found.value(square) == values[square.index()]), "{row}");
    }
    let single = from_ranges("KRvK", &embedded("KRvK")).expect("a table");
    let block = table.header.blocks[0].clone();
    assert_eq!(table.check(&bytes[block.clone()]), Ok(()));
    // A block of a table that has no other is packed without a checksum.
    let other = &embedded("KRvK")[single.header.blocks[0].clone()];
    assert_eq!(single.check(other), Ok(()));
    assert!(table.check(other).is_err() && single.check(&bytes[block]).is_err());
}

#[test]
fn headers_that_cannot_be_those_of_the_ending_are_refused() {
    let bytes = embedded("KSvK");
    let [found, expected] = [ending("KSvK"), ending("KRvK")];
    let misnamed = from_ranges("KRvK", &bytes).expect_err("another ending");
    let expected = FileError::Misnamed { found, expected: expected.to_string() };
    assert_eq!(misnamed.to_string(), expected.to_string());
    // The length that the first bytes promise decides whether more is read.
    let with_length = |length: usize| {
        let mut bytes = bytes.clone();
        bytes[file::PREFIX - 4..file::PREFIX].copy_from_slice(&(length as u32).to_le_bytes());
        bytes.resize(length, 0);
        from_ranges("KSvK", &bytes).expect_err("zeros")
    };
    let longest = file::longest_header(found);
    assert!(matches!(with_length(longest), FileError::Checksum { part: file::FilePart::Header }));
    assert!(matches!(with_length(longest + 1), FileError::Inconsistent));
}

/// Blocks of the largest tables share places in memory.
#[test]
fn a_block_gives_way_to_another_at_its_place() {
    let table = from_ranges("KRvK", &embedded("KRvK")).expect("a table");
    let slots: Vec<RwLock<Slot>> = std::iter::repeat_with(RwLock::default).take(SLOTS).collect();
    let kept = |number| Some((number, Some(Arc::from([7; 64]))));
    *slots[0].write().expect("nobody panicked") = kept(SLOTS);
    *slots[1].write().expect("nobody panicked") = kept(1);
    // What is kept is not unpacked again.
    assert_eq!(table.shared(&slots, 1, Access::All).as_deref(), Some(&[7; 64][..]));
    assert_eq!(table.shared(&slots, SLOTS, Access::All).as_deref(), Some(&[7; 64][..]));
    let first = table.unpack(0);
    assert_eq!(table.shared(&slots, 0, Access::All).as_deref(), first.as_deref());
    let held = slots[0].read().expect("nobody panicked");
    assert_eq!(held.as_ref().map(|(number, _)| *number), Some(0));
}
