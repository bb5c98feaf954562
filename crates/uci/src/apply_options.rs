//! Options take effect: a session changes its rules, engine, tables, net or book.

use super::command::SetOption;
use super::option_spec::Effect;
use super::options::Options;
use super::session::Session;
use sakdi_engine::book::Book;
use sakdi_engine::eval::nnue::{self, Net};
use sakdi_i18n::{Localized, Phrase};
use std::path::Path;
use std::sync::Arc;

impl Session {
    /// Sets an option after the end of any running job. Reports a value that cannot be used.
    pub(super) fn set_option(&mut self, option: &SetOption) {
        self.finish();
        match self.options.set(&option.name, option.value.as_deref()) {
            Ok(Effect::None) => {}
            // Re-evaluates the current game under the new rules.
            Ok(Effect::Rules) => self.set_position(self.position.clone()),
            Ok(Effect::ResizeHash) => {
                let mib = self.options.hash;
                let resized = self.idle_player().engine.resize_hash(mib);
                if let Err(error) = resized {
                    let language = self.options.language;
                    let reason = language.io_error(&error);
                    self.output.info_string(language.say(Phrase::HashStays, &[&reason]));
                }
            }
            Ok(Effect::Threads) => {
                let threads = self.options.threads;
                let started = self.idle_player().engine.set_threads(threads);
                if started < threads {
                    let say = |phrase| self.options.language.say(phrase, &[&started, &threads]);
                    self.output.info_string(say(Phrase::FewerThreads));
                }
            }
            Ok(Effect::ClearHash) => self.idle_player().engine.clear(),
            Ok(Effect::Tables) => self.set_tables(),
            Ok(Effect::Net) => self.load_net(),
            Ok(Effect::UseNet) => self.use_net(),
            Ok(Effect::Book) => self.set_book(),
            Err(error) => self.output.info_string(error.say(self.options.language)),
        }
    }

    /// Opens the endgame tables that the options name. Reports those that cannot be opened; the
    /// engine continues without them.
    pub(super) fn set_tables(&mut self) {
        let mut tables = self.builtin_tables.clone();
        let &Options { use_tables, ref table_path, language, .. } = &self.options;
        if use_tables && !table_path.is_empty() {
            match tables.add_directory(Path::new(table_path)) {
                Ok((count, bad)) => {
                    for error in bad {
                        self.output.info_string(format!("TablePath: {}", error.say(language)));
                    }
                    let phrase = if count == 1 { Phrase::OneTable } else { Phrase::Tables };
                    self.output.info_string(language.say(phrase, &[&count, table_path]));
                }
                Err(error) => {
                    let reason = if table_path.contains("://") {
                        language.text(Phrase::TablesFar).to_owned()
                    } else {
                        language.io_error(&error)
                    };
                    let remark = language.say(Phrase::TablesRefused, &[table_path, &reason]);
                    self.output.info_string(remark);
                }
            }
        }
        let tables = use_tables.then(|| Arc::new(tables));
        self.idle_player().engine.set_tablebase(tables);
    }

    /// Loads the net that the options name. Keeps the present one if the file is invalid.
    fn load_net(&mut self) {
        let &Options { eval_file: ref file, language, .. } = &self.options;
        if file.is_empty() {
            self.net = nnue::default_net();
        } else {
            match Net::open(Path::new(file)) {
                Ok((net, _)) => self.net = Arc::new(net),
                Err(error) => {
                    let reason = error.say(language);
                    let remark = language.say(Phrase::NetRefused, &[file, &reason]);
                    return self.output.info_string(remark);
                }
            }
        }
        self.use_net();
    }

    /// Switches the net on or off, as the options say.
    pub(super) fn use_net(&mut self) {
        let net = self.options.use_nnue.then(|| self.net.clone());
        let phrase = if net.is_some() { Phrase::ByNet } else { Phrase::Handcrafted };
        self.output.info_string(self.options.language.text(phrase));
        self.idle_player().engine.set_net(net);
    }

    /// Opens the book that the options name. If it is invalid, no book is used.
    fn set_book(&mut self) {
        let &Options { book_file: ref path, language, .. } = &self.options;
        self.book = None;
        if path.is_empty() {
            return;
        }
        match Book::open(Path::new(path)) {
            Ok(book) => self.book = Some(book),
            Err(error) => {
                let remark = language.say(Phrase::BookRefused, &[path, &error.say(language)]);
                self.output.info_string(remark);
            }
        }
    }
}
