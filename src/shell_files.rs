//! `sakdi completions` and `sakdi man`: files for shells and manuals, made from the arguments of the program.

use super::output_file::{IfExists, OutputFiles};
use super::report_output::text_output;
use super::{Failure, command_line};
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use sakdi_i18n::Language;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct CompletionsArgs {
    /// The shell; its documentation says where the text belongs
    shell: Shell,
}

impl CompletionsArgs {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        // Not to standard output at once: the generator panics when it cannot write.
        let mut text = Vec::new();
        clap_complete::generate(
            self.shell,
            &mut command_line::command(Language::English),
            "sakdi",
            &mut text,
        );
        text_output().write_all(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct ManArgs {
    /// Folder for the pages, which exists: sakdi.1, and a page for each command
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl ManArgs {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let mut files = OutputFiles::new([], Language::English);
        let mut command = command_line::command(Language::English);
        command.build();
        let reserve = |(name, page): (String, Vec<u8>)| {
            let path = self.folder.join(name + ".1");
            Ok((files.reserve(&path, IfExists::Refused)?, page))
        };
        let pages = pages(&command, "sakdi")?.into_iter().map(reserve);
        for (file, page) in pages.collect::<Result<Vec<_>, Failure>>()? {
            file.write(&page)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The pages of a command and of those in it, with their names.
fn pages(command: &Command, name: &str) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut page = Vec::new();
    let man = Man::new(command.clone().disable_help_subcommand(true)).title(name);
    // Commands have no version of their own.
    man.source(concat!("sakdi ", env!("CARGO_PKG_VERSION"))).render(&mut page)?;
    let mut all = vec![(name.to_owned(), page)];
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        all.extend(pages(inner, &format!("{name}-{}", inner.get_name()))?);
    }
    Ok(all)
}
