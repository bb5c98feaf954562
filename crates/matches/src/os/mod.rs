//! Operating system functions that the standard library lacks: child processes that end with their
//! parent, pipes that do not block, process groups.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
mod watcher;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(super) use unix::*;
#[cfg(windows)]
pub(super) use windows::*;
