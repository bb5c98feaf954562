//! Signals by which a user or the system asks a program to end.

#[cfg(unix)]
pub(super) use unix::on_each;
#[cfg(windows)]
pub(super) use windows::on_each;

#[cfg(unix)]
mod unix {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::{fs, io, thread};

    /// Calls `handle` on a thread of its own for each SIGINT and SIGTERM, and the first SIGHUP, from
    /// now on.
    pub fn on_each(mut handle: impl FnMut() + Send + 'static) -> io::Result<()> {
        let hangup = (!is_hangup_ignored()).then_some(SIGHUP);
        let mut signals = Signals::new([SIGINT, SIGTERM].into_iter().chain(hangup))?;
        let mut is_hung_up = false;
        let mut handle = move |signal| {
            // A terminal that closes may send it twice.
            let is_again = signal == SIGHUP && std::mem::replace(&mut is_hung_up, true);
            if !is_again {
                handle();
            }
        };
        thread::Builder::new().spawn(move || signals.forever().for_each(&mut handle))?;
        Ok(())
    }

    /// Whether the program was started with SIGHUP ignored, as `nohup` does. Known only on Linux.
    fn is_hangup_ignored() -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let set = ignored.and_then(|set| u64::from_str_radix(set.trim(), 16).ok());
        set.is_some_and(|set| set & 1 << (SIGHUP - 1) != 0)
    }
}

#[cfg(windows)]
mod windows {
    use std::io;

    /// Calls `handle` on a thread of its own for each Ctrl-C from now on.
    pub fn on_each(handle: impl FnMut() + Send + 'static) -> io::Result<()> {
        ctrlc::set_handler(handle).map_err(io::Error::other)
    }
}
