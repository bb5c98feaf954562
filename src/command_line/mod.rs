//! The command line: its arguments, their help and their errors, in English and Thai.

mod engine_texts;
mod errors;
mod games_texts;
mod play_texts;
#[cfg(test)]
mod tests;
mod thai;

use super::Cli;
use clap::{Arg, CommandFactory, FromArgMatches, value_parser};
use makruk::notation::terminal_text::is_unsafe;
use sakdi_i18n::Language;
use std::env;
use std::ffi::{OsStr, OsString};

/// The arguments of the process. Ends it if they are not valid, or ask for help.
pub(super) fn parse() -> Cli {
    let arguments: Vec<OsString> = env::args_os().collect();
    let language = language(&arguments, |variable| env::var_os(variable));
    let matches = command(language).try_get_matches_from(&arguments);
    let parsed = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    parsed.unwrap_or_else(|error| {
        if errors::is_help(&error) {
            error.exit();
        }
        let is_unsafe = |argument: &OsString| argument.to_string_lossy().contains(is_unsafe);
        match language {
            Language::Thai => error_line!("{}", errors::thai(&error, &path(&arguments))),
            // Without colours, which are control sequences, too.
            Language::English if arguments.iter().any(is_unsafe) => {
                error_line!("{}", error.to_string().trim_end());
            }
            Language::English => error.exit(),
        }
        std::process::exit(error.exit_code())
    })
}

/// The commands and their arguments. In Thai, their help is Thai, and so is what they print unless
/// `--language en` is given.
pub(super) fn command(language: Language) -> clap::Command {
    let own_language = Arg::new("language")
        .long("language")
        .value_name("LANGUAGE")
        .value_parser(value_parser!(Language))
        .global(true)
        .help("Language of help and of errors in arguments: en or th [default: by the locale]");
    let command = Cli::command().arg(own_language);
    match language {
        Language::English => command,
        Language::Thai => thai::translated(command),
    }
}

/// The language that `--language` names anywhere, as help is printed before the arguments are all
/// read; or else that of the locale.
fn language(arguments: &[OsString], variable: impl Fn(&str) -> Option<OsString>) -> Language {
    let mut arguments = arguments.iter().map(|argument| argument.to_string_lossy());
    while let Some(argument) = arguments.next() {
        let named = match argument.strip_prefix("--language") {
            Some("") => arguments.next(),
            Some(rest) => rest.strip_prefix('=').map(|name| name.to_owned().into()),
            None => None,
        };
        if let Some(language) = named.and_then(|name| name.parse().ok()) {
            return language;
        }
    }
    // In the order in which POSIX looks for the language of messages.
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable);
    match locale.into_iter().find(|locale| !locale.is_empty()) {
        Some(locale) if is_thai(&locale) => Language::Thai,
        _ => Language::English,
    }
}

/// The path of the command that the arguments name.
fn path(arguments: &[impl AsRef<OsStr>]) -> String {
    let commands = Cli::command();
    let (mut command, mut path) = (&commands, Vec::new());
    for argument in arguments {
        if let Some(inner) = command.find_subcommand(argument) {
            path.push(inner.get_name());
            command = inner;
        }
    }
    path.join(" ")
}

/// Whether a locale such as `th_TH.UTF-8` is Thai.
fn is_thai(locale: &OsStr) -> bool {
    let locale = locale.to_string_lossy();
    locale.split(['_', '.', '@', '-']).next().is_some_and(|name| name.eq_ignore_ascii_case("th"))
}
