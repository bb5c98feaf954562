//! Which program this is.

use crate::eval::nnue::VectorUnit;

/// The version of the package.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The commit it was built from, with `-modified` if files had been changed since; `unknown` if
/// it was not built in a checkout of the repository.
pub const COMMIT: &str = env!("SAKDI_COMMIT");
/// The platform it was built for, by its name in Rust.
pub const TARGET: &str = env!("SAKDI_TARGET");

/// Version, commit, target and the vector unit in use, each on a line of its own.
pub fn describe() -> String {
    let unit = VectorUnit::active();
    format!("{VERSION}\ncommit {COMMIT}\ntarget {TARGET}\nvector unit {unit}")
}
