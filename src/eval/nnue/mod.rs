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

/// The file of the net that is part of the program. docs/training.md says how it was trained.
static EMBEDDED: &[u8] = include_bytes!("default.net");
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
