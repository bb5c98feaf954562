//! `sakdi "genfens N seed S book None" quit`: openings for games that OpenBench plays to generate data.

use super::Failure;
use super::report_output::text_output;
use makruk::notation::fen;
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use sakdi_matches::engine::GameRules;
use sakdi_matches::openings::{OpeningOrder, OpeningsSettings};
use sakdi_matches::random_openings::{RandomOpeningSettings, RandomOpenings};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::{FromStr, SplitWhitespace};
use std::sync::atomic::AtomicBool;

/// Random plies from the start position, unless the request says otherwise.
const PLIES: u32 = 8;

/// What is requested.
#[derive(Debug, PartialEq, Eq)]
struct Request {
    count: usize,
    seed: u64,
    /// Openings to choose from; without them, random moves from the start position.
    book: Option<PathBuf>,
    plies: u32,
    variant: Variant,
}

/// Why a request is not valid.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum RequestError {
    #[error("genfens: the number of openings is missing")]
    NoCount,
    #[error("genfens: {0} has no value")]
    NoValue(String),
    #[error("genfens: {value:?} is no value of {name}")]
    BadValue { name: String, value: String },
    #[error("genfens: there is no {0:?}; there are seed, book, plies and variant")]
    Unknown(String),
}

fn value<T: FromStr>(name: &str, words: &mut SplitWhitespace<'_>) -> Result<T, RequestError> {
    let value = words.next().ok_or_else(|| RequestError::NoValue(name.to_owned()))?;
    value.parse().map_err(|_| RequestError::BadValue { name: name.to_owned(), value: value.into() })
}

impl FromStr for Request {
    type Err = RequestError;

    /// Parses `N seed S book FILE [plies N] [variant NAME]`, the words after `genfens`.
    fn from_str(text: &str) -> Result<Self, RequestError> {
        let mut words = text.split_whitespace();
        if words.clone().next().is_none() {
            return Err(RequestError::NoCount);
        }
        let count: u32 = value("genfens", &mut words)?;
        let count = count as usize;
        let mut request =
            Self { count, seed: 0, book: None, plies: PLIES, variant: Variant::default() };
        while let Some(word) = words.next() {
            match word {
                "seed" => request.seed = value(word, &mut words)?,
                "book" => {
                    let book: String = value(word, &mut words)?;
                    request.book = (book != "None").then(|| book.into());
                }
                "plies" => request.plies = u32::from(value::<u8>(word, &mut words)?),
                "variant" => request.variant = value(word, &mut words)?,
                _ => return Err(RequestError::Unknown(word.to_owned())),
            }
        }
        Ok(request)
    }
}

/// Prints the openings that the words after `genfens` request.
pub(super) fn run(words: &str) -> Result<ExitCode, Failure> {
    let request: Request = words.parse().map_err(Failure::bad_input)?;
    let mut out = text_output();
    let mut print = |position: &Position| {
        writeln!(out, "info string genfens {}", fen::format_with_limit(position))
    };
    let Request { count, seed, book, plies, variant } = request;
    let Some(file) = book else {
        let settings = RandomOpeningSettings { variant, plies, count, seed, balance: None };
        let mut found = 0;
        RandomOpenings::new(settings).find(&AtomicBool::new(false), |position| {
            found += 1;
            print(position)
        })?;
        if found < count {
            error_line!("sakdi: found only {found} of {count} openings");
            return Ok(ExitCode::FAILURE);
        }
        return Ok(ExitCode::SUCCESS);
    };
    let rules = GameRules { variant, counting: CountingRule::default() };
    let book = OpeningsSettings { file, order: OpeningOrder::Random, plies: None, start: 1 };
    let openings = book.load(rules, seed).map_err(Failure::bad_input)?;
    for opening in openings.iter().cycle().take(count) {
        print(opening.game(rules).map_err(Failure::bad_input)?.position())?;
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_read() {
        let request: Request = "32 seed 18446744073709551615 book None".parse().expect("valid");
        assert_eq!((request.count, request.seed, request.book), (32, u64::MAX, None));
        let request: Request =
            "1 seed 2 book a.epd plies 6 variant makpong".parse().expect("valid");
        assert_eq!((request.book, request.plies), (Some("a.epd".into()), 6));
        assert_eq!(request.variant, Variant::Makpong);
        for (text, error) in [
            ("", RequestError::NoCount),
            ("3 seed", RequestError::NoValue("seed".into())),
            ("x", RequestError::BadValue { name: "genfens".into(), value: "x".into() }),
            ("3 seed -1", RequestError::BadValue { name: "seed".into(), value: "-1".into() }),
            ("3 nonsense", RequestError::Unknown("nonsense".into())),
        ] {
            assert_eq!(text.parse::<Request>(), Err(error));
        }
    }
}
