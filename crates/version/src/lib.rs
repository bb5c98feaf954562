//! Which build of Sakdi this is.

#![deny(missing_docs)]

/// The version of the package.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The commit it was built from, with `-modified` if files had been changed since; `unknown` if
/// it was not built in a checkout of the repository.
pub const COMMIT: &str = env!("SAKDI_COMMIT");
/// The platform it was built for, by its name in Rust.
pub const TARGET: &str = env!("SAKDI_TARGET");
