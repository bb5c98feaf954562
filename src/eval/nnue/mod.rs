//! The learned evaluation: an efficiently updatable neural network (NNUE; Yu Nasu, 2018) from
//! where the men stand to centipawns. [`arch`] describes it.

mod accumulator;
pub mod arch;
mod net;
mod plain;
mod simd;

pub use accumulator::Accumulators;
pub use net::{Net, NetError, OpenError, Provenance, Row};
pub use plain::{value, value_without};

use std::sync::{Arc, LazyLock};

/// The file of the net that is part of the program, `include_bytes!("default.net")` once there is
/// one. Without it the handcrafted evaluation plays.
const EMBEDDED: Option<&[u8]> = None;
const _: () = assert!(Net::FILE_LEN < 4 << 20);

/// Whether a net is part of the program.
pub const IS_EMBEDDED: bool = EMBEDDED.is_some();

/// The net that is part of the program, if there is one.
pub fn embedded() -> Option<Arc<Net>> {
    static NET: LazyLock<Option<Arc<Net>>> = LazyLock::new(|| {
        EMBEDDED.map(|bytes| match Net::read(bytes) {
            Ok((net, _)) => Arc::new(net),
            Err(error) => unreachable!("the tests read the program's own net: {error}"),
        })
    });
    NET.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_net_of_the_program_can_be_read() {
        assert_eq!(embedded().is_some(), IS_EMBEDDED);
    }
}
