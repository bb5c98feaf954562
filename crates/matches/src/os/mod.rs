//! Operating system functions that the standard library lacks: child processes that end with their
//! parent, pipes that do not block, process groups.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(unix)]
mod unix;
// Tests run it on Linux, too.
#[cfg(all(unix, any(test, not(target_os = "linux"))))]
mod watcher;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(super) use unix::*;
#[cfg(windows)]
pub(super) use windows::*;
