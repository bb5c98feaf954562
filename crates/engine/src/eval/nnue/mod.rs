//! The learned evaluation: an efficiently updatable neural network (NNUE; Yu Nasu, 2018) that
//! maps a position to centipawns. [`arch`] describes it.

mod accumulator;
pub mod arch;
mod delta;
mod net;
mod reference;
mod simd;

pub use accumulator::{AccumulatorStack, Origin};
pub use net::{Net, NetError, OpenError, Provenance, Row, SmallRow};
pub use reference::value;
pub(crate) use reference::value_without;
pub use simd::{UnitError, VectorUnit};

use std::sync::{Arc, OnceLock};

/// The file of the net that is part of the program: `default.net`, unless the build names another one
/// (build.rs). docs/lab/training.md says how it was trained. WebAssembly has none: a page shows its
/// board before the net has arrived, and all modules of the page share the file.
#[cfg(not(target_family = "wasm"))]
static EMBEDDED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/default.net"));
const _: () = assert!(Net::FILE_LEN < 4 << 20);

static DEFAULT: OnceLock<Arc<Net>> = OnceLock::new();

/// The net of new engines: the one that is part of the program; in WebAssembly that of [`set_default_net`].
///
/// # Panics
/// In WebAssembly without a net.
pub fn default_net() -> Arc<Net> {
    DEFAULT.get_or_init(embedded).clone()
}

#[cfg(not(target_family = "wasm"))]
fn embedded() -> Arc<Net> {
    match Net::read(EMBEDDED) {
        Ok((net, _)) => Arc::new(net),
        Err(error) => unreachable!("the tests read the program's own net: {error}"),
    }
}

#[cfg(target_family = "wasm")]
fn embedded() -> Arc<Net> {
    panic!("no net: in WebAssembly `set_default_net` comes before the first engine")
}

/// Makes this the net of new engines, unless there has been an engine or such a call before.
pub fn set_default_net(net: Net) {
    DEFAULT.get_or_init(|| Arc::new(net));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_net_of_the_program_can_be_read() {
        Net::read(EMBEDDED).expect("whole and of this version");
    }
}
