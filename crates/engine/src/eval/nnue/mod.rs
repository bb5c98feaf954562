//! The learned evaluation: an efficiently updatable neural network (NNUE; Yu Nasu, 2018) that
//! maps a position to centipawns. [`arch`] describes it.

mod accumulator;
pub mod arch;
mod delta;
mod net;
mod reference;
mod simd;

pub use accumulator::{AccumulatorStack, Origin};
pub use net::{Net, NetError, OpenError, Provenance, Row};
pub use reference::value;
pub(crate) use reference::value_without;
pub use simd::{UnitError, VectorUnit};

use std::sync::{Arc, LazyLock};

/// The file of the net that is part of the program: `default.net`, unless the build names another one
/// (build.rs). docs/lab/training.md says how it was trained.
static EMBEDDED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/default.net"));
const _: () = assert!(Net::FILE_LEN < 4 << 20);

/// The net that is part of the program.
pub fn embedded() -> Arc<Net> {
    static NET: LazyLock<Arc<Net>> = LazyLock::new(|| match Net::read(EMBEDDED) {
        Ok((net, _)) => Arc::new(net),
        Err(error) => unreachable!("the tests read the program's own net: {error}"),
    });
    NET.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_net_of_the_program_can_be_read() {
        Net::read(EMBEDDED).expect("whole and of this version");
    }
}
