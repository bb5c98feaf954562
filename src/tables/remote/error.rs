//! Why a table on a web server cannot be used.

use sakdi_engine::tablebase::file::FileError;
use sakdi_i18n::{Language, Localized, Phrase};
use std::time::Duration;

/// An error of one file.
#[derive(Debug)]
pub(super) struct RemoteError {
    /// Its address.
    pub(super) url: String,
    pub(super) reason: Reason,
}

#[derive(Debug)]
pub(super) enum Reason {
    /// The address is none.
    Address,
    /// There is no connection, or it breaks.
    Unreachable(String),
    TimedOut {
        after: Duration,
    },
    /// The server does not have the file.
    Missing,
    /// Another HTTP status.
    Status(u16),
    /// The server does not send parts of files.
    NoRanges,
    /// More or fewer bytes than were asked for.
    Size {
        found: u64,
        expected: u64,
    },
    /// The file has another length than before.
    Changed,
    /// It is no table, or a damaged one.
    Refused(FileError),
}

impl Reason {
    pub(super) fn of_request(error: ureq::Error, timeout: Duration) -> Self {
        match error {
            ureq::Error::Timeout(_) => Self::TimedOut { after: timeout },
            ureq::Error::Io(error) => Self::Unreachable(Language::English.io_error(&error)),
            error => Self::Unreachable(error.to_string()),
        }
    }
}

impl RemoteError {
    /// The error as a sentence.
    pub(super) fn say(&self, language: Language) -> String {
        let url = &self.url;
        match &self.reason {
            Reason::Address => language.say(Phrase::RemoteAddress, &[url]),
            Reason::Unreachable(why) => language.say(Phrase::RemoteUnreachable, &[url, why]),
            Reason::TimedOut { after } => {
                language.say(Phrase::RemoteTimedOut, &[url, &after.as_secs()])
            }
            Reason::Missing => language.say(Phrase::RemoteMissing, &[url]),
            Reason::Status(status) => language.say(Phrase::RemoteStatus, &[url, status]),
            Reason::NoRanges => language.say(Phrase::RemoteNoRanges, &[url]),
            Reason::Size { found, expected } => {
                language.say(Phrase::RemoteSize, &[url, found, expected])
            }
            Reason::Changed => language.say(Phrase::RemoteChanged, &[url]),
            Reason::Refused(error) => {
                language.say(Phrase::RemoteRefused, &[url, &error.say(language)])
            }
        }
    }
}
