//! Endgame tables on a web server that serves files. Of each table only the header and the blocks
//! that a position needs are fetched, by range requests, and kept in a folder.

mod error;
mod kept;

use error::{Reason, RemoteError};
use kept::Kept;
use makruk::position::Position;
use rayon::prelude::*;
use sakdi_engine::tablebase::file::{EXTENSION, FileError, FilePart, longest_header};
use sakdi_engine::tablebase::range_reader::RangeReader;
use sakdi_engine::tablebase::table::Table;
use sakdi_engine::tablebase::{Ending, Tablebase};
use sakdi_i18n::Language;
use std::io;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use ureq::http::StatusCode;
use ureq::http::header::CONTENT_RANGE;

#[derive(Debug, clap::Args)]
pub(super) struct RemoteArgs {
    /// Address of a folder of tables on a web server, in addition to the other tables; what is
    /// fetched from there is kept
    #[arg(long)]
    url: Option<String>,
    /// Directory to keep it in [default: a directory of the user's cache]
    #[arg(long, value_name = "DIR", requires = "url")]
    cache: Option<PathBuf>,
    /// Seconds to wait for an answer of the server
    #[arg(long, value_name = "SECONDS", default_value_t = 10, requires = "url")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
}

impl RemoteArgs {
    /// The server, if one is given.
    pub(super) fn server(&self, language: Language) -> Result<Option<Arc<Server>>, String> {
        let Some(url) = &self.url else { return Ok(None) };
        let kept = Kept::new(self.cache.as_deref(), url.trim_end_matches('/'));
        let server = Server::new(url, kept, Duration::from_secs(self.timeout));
        server.map(|server| Some(Arc::new(server))).map_err(|error| error.say(language))
    }
}

/// Requests at the same time: most of their time is the way to the server and back.
const REQUESTS: usize = 24;

/// A server of tables.
pub(super) struct Server {
    /// The address without a slash at its end.
    url: String,
    agent: ureq::Agent,
    timeout: Duration,
    kept: Kept,
    first_error: Mutex<Option<RemoteError>>,
}

impl Server {
    fn new(url: &str, kept: Kept, timeout: Duration) -> Result<Self, RemoteError> {
        let url = url.trim_end_matches('/').to_owned();
        let rest = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"));
        if rest.is_none_or(str::is_empty) || url.parse::<ureq::http::Uri>().is_err() {
            return Err(RemoteError { url, reason: Reason::Address });
        }
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(timeout))
            .max_idle_connections(REQUESTS)
            .max_idle_connections_per_host(REQUESTS)
            .accept_encoding("identity")
            .user_agent(concat!("sakdi/", env!("CARGO_PKG_VERSION")))
            .build()
            .new_agent();
        Ok(Self { url, agent, timeout, kept, first_error: Mutex::new(None) })
    }

    /// Adds the tables that a position and its moves need, as far as the server has them.
    pub(super) fn add_tables(self: &Arc<Self>, tables: &mut Tablebase, position: &Position) {
        let needed = tables.endings_missing(position);
        for table in self.at_once(&needed, |&ending| self.open(ending)).into_iter().flatten() {
            tables.add(Arc::new(table));
        }
    }

    /// The results of `work` for each item, many of them at the same time.
    pub(super) fn at_once<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(&T) -> R + Sync + Send,
    ) -> Vec<R> {
        match rayon::ThreadPoolBuilder::new().num_threads(REQUESTS).build() {
            Ok(pool) => pool.install(|| items.par_iter().with_max_len(1).map(work).collect()),
            Err(_) => items.iter().map(work).collect(),
        }
    }

    /// The first error, as a sentence.
    pub(super) fn first_error(&self, language: Language) -> Option<String> {
        let first = self.first_error.lock().unwrap_or_else(PoisonError::into_inner);
        first.as_ref().map(|error| error.say(language))
    }

    /// Notes an error.
    fn note(&self, error: RemoteError) -> io::Error {
        let text = error.say(Language::English);
        self.first_error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        io::Error::other(text)
    }

    /// The table of an ending; `None` with an error that is noted.
    fn open(self: &Arc<Self>, ending: Ending) -> Option<Table> {
        let file = RemoteFile::open(Arc::clone(self), ending).map_err(|error| self.note(error));
        let file = file.ok()?;
        let url = file.url();
        Table::from_ranges(ending, Box::new(file))
            .map_err(|error| {
                self.kept.forget(ending);
                self.note(RemoteError { url, reason: Reason::Refused(error) })
            })
            .ok()
    }

    /// Fetches a range of a file, or what there is of it. Returns the length of the file as well.
    fn fetch(&self, url: &str, range: Range<u64>) -> Result<(Vec<u8>, u64), RemoteError> {
        let failed = |reason| RemoteError { url: url.to_owned(), reason };
        let of_request = |error| failed(Reason::of_request(error, self.timeout));
        // The last byte is part of an HTTP range.
        let wanted = format!("bytes={}-{}", range.start, range.end - 1);
        let answer = self.agent.get(url).header("Range", wanted).call();
        let mut answer = answer.map_err(of_request)?;
        match answer.status() {
            StatusCode::PARTIAL_CONTENT => {}
            StatusCode::OK => return Err(failed(Reason::NoRanges)),
            StatusCode::NOT_FOUND | StatusCode::GONE => return Err(failed(Reason::Missing)),
            other => return Err(failed(Reason::Status(other.as_u16()))),
        }
        let sent = answer.headers().get(CONTENT_RANGE).and_then(|value| value.to_str().ok());
        let Some((sent, length)) = sent.and_then(content_range) else {
            return Err(failed(Reason::NoRanges));
        };
        let expected = range.start..range.end.min(length);
        if sent != expected {
            let (found, expected) =
                (sent.end.saturating_sub(sent.start), expected.end - expected.start);
            return Err(failed(Reason::Size { found, expected }));
        }
        let size = sent.end - sent.start;
        let bytes = answer.body_mut().with_config().limit(size + 1).read_to_vec();
        let bytes = bytes.map_err(of_request)?;
        if bytes.len() as u64 != size {
            return Err(failed(Reason::Size { found: bytes.len() as u64, expected: size }));
        }
        Ok((bytes, length))
    }
}

/// The range and the length of the file in a header such as `bytes 0-99/1234`.
fn content_range(text: &str) -> Option<(Range<u64>, u64)> {
    let (range, length) = text.strip_prefix("bytes ")?.split_once('/')?;
    let (first, last) = range.split_once('-')?;
    let end = last.parse::<u64>().ok()?.checked_add(1)?;
    Some((first.parse().ok()?..end, length.parse().ok()?))
}

/// A table's file on a server.
struct RemoteFile {
    server: Arc<Server>,
    ending: Ending,
    length: u64,
    /// Its first bytes.
    head: Vec<u8>,
}

impl RemoteFile {
    fn open(server: Arc<Server>, ending: Ending) -> Result<Self, RemoteError> {
        if let Some((head, length)) = server.kept.head(ending) {
            return Ok(Self { server, ending, length, head });
        }
        let url = format!("{}/{ending}.{EXTENSION}", server.url);
        let (head, length) = server.fetch(&url, 0..longest_header(ending) as u64)?;
        server.kept.keep_head(ending, &head, length);
        Ok(Self { server, ending, length, head })
    }

    fn url(&self) -> String {
        format!("{}/{}.{EXTENSION}", self.server.url, self.ending)
    }

    fn fetch(&self, range: Range<u64>) -> Result<Vec<u8>, RemoteError> {
        let url = self.url();
        let (bytes, length) = self.server.fetch(&url, range)?;
        if length != self.length {
            self.server.kept.forget(self.ending);
            return Err(RemoteError { url, reason: Reason::Changed });
        }
        Ok(bytes)
    }
}

impl RangeReader for RemoteFile {
    fn length(&self) -> u64 {
        self.length
    }

    fn read(&self, range: Range<u64>) -> io::Result<Vec<u8>> {
        let of_head = range.start as usize..range.end as usize;
        if let Some(bytes) = self.head.get(of_head) {
            return Ok(bytes.to_vec());
        }
        if let Some(bytes) = self.server.kept.range(self.ending, &range) {
            return Ok(bytes);
        }
        let bytes = self.fetch(range.clone()).map_err(|error| self.server.note(error))?;
        self.server.kept.keep_range(self.ending, &range, &bytes);
        Ok(bytes)
    }

    fn refuse(&self, _: Range<u64>) {
        self.server.kept.forget(self.ending);
        let error = FileError::Checksum { part: FilePart::Table };
        self.server.note(RemoteError { url: self.url(), reason: Reason::Refused(error) });
    }
}
