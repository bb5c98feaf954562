//! `sakdi convert`: games in the notation of another site, program or rule book.

use super::Failure;
use super::game_files::{DialectArgs, GameFiles};
use super::output_file::{IfExists, OutputFiles};
use super::report_output::ReportOutput;
use makruk::notation::{Dialect, pgn};
use makruk::rules::Variant;
use sakdi_i18n::{Language, Phrase};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Games to convert: files in PGN, and folders of such files; - reads standard input
    #[arg(value_name = "GAME.pgn", required = true)]
    games: Vec<PathBuf>,
    /// Dialect to write: makruk, lan, uci, playok, schemingmind, official-thai, official-thai-dots,
    /// official-thai-short, official-english, official-english-short, thai, thai-long
    #[arg(long, value_name = "DIALECT")]
    to: Dialect,
    #[command(flatten)]
    dialect: DialectArgs,
    /// File to write; for - standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// makruk or makpong, where a game does not say
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Language of the messages: en or th
    #[arg(long, default_value_t)]
    language: Language,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let language = self.language;
        let mut files = OutputFiles::new(&self.games, language);
        let output = files.reserve_for_data(Some(&self.out), IfExists::Refused)?;
        let mut games = GameFiles::new(&self.games, self.dialect, Some(&self.out), language)?;
        let mut converted = 0;
        if let Some(output) = output {
            output.write_parts(std::iter::from_fn(|| {
                let text = games.next(|_, _, game| pgn::convert(&game, self.variant, self.to));
                converted += usize::from(matches!(text, Ok(Some(_))));
                text.transpose()
            }))?;
        }
        let skipped = games.skipped();
        let done = language.say(Phrase::Converted, &[&converted, &skipped]);
        writeln!(ReportOutput::lock(), "{done}")?;
        Ok(ExitCode::from(u8::from(skipped > 0)))
    }
}
