//! Settings in the `key=value` syntax of cutechess-cli.

use super::clock::{EngineLimits, TimeControl, TimeLimit, seconds};
use makruk::notation::terminal_text::blanked;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// Why a setting is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// A quotation has no end.
    #[error("the quotation that begins at '{text}' has no end")]
    OpenQuotation {
        /// The beginning of the quotation.
        text: String,
    },
    /// A word is not of the form key=value.
    #[error("'{word}' is not of the form key=value")]
    NoValue {
        /// The word.
        word: String,
    },
    /// There is no such key.
    #[error(
        "unknown setting '{key}': expected one of {expected}; a value with blanks is in quotation \
         marks: cmd='my engine'"
    )]
    UnknownKey {
        /// The key.
        key: String,
        /// What is accepted.
        expected: &'static str,
    },
    /// The value does not fit the key.
    #[error("bad value of {key}: '{value}': expected {expected}")]
    BadValue {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What is accepted.
        expected: &'static str,
    },
    /// A key that is needed is not there.
    #[error("{key}= is missing")]
    Missing {
        /// The key.
        key: &'static str,
    },
}

/// One `key=value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The key.
    pub key: String,
    /// The value, without quotation marks.
    pub value: String,
}

impl Setting {
    /// Parses the value. `expected` describes valid values.
    pub fn parse<T: FromStr>(&self, expected: &'static str) -> Result<T, SettingError> {
        self.value.parse().map_err(|_| self.bad(expected))
    }

    /// Parses the value as a boolean.
    pub fn flag(&self) -> Result<bool, SettingError> {
        match self.value.as_str() {
            "true" | "on" | "1" => Ok(true),
            "false" | "off" | "0" => Ok(false),
            _ => Err(self.bad("true or false")),
        }
    }

    /// The error for a bad value.
    pub fn bad(&self, expected: &'static str) -> SettingError {
        SettingError::BadValue { key: self.key.clone(), value: self.value.clone(), expected }
    }

    /// The error for an unknown key. `expected` lists the known ones.
    pub fn unknown(self, expected: &'static str) -> SettingError {
        SettingError::UnknownKey { key: self.key, expected }
    }
}

/// Parses settings such as `cmd=./a name="My engine" ponder`. A key alone means `true`.
pub fn settings(text: &str) -> Result<Vec<Setting>, SettingError> {
    let setting = |word: String| match word.split_once('=') {
        Some(("", _)) => Err(SettingError::NoValue { word }),
        Some((key, value)) => Ok(Setting { key: key.into(), value: value.into() }),
        None => Ok(Setting { key: word, value: "true".into() }),
    };
    words(text)?.into_iter().map(setting).collect()
}

/// Quotation marks. They are such at the beginning of a word or of a value; elsewhere they are letters,
/// as in the name of a file.
const MARKS: [char; 2] = ['"', '\''];

/// Whether a word has a value in quotation marks, or is in them.
pub fn is_quoted(word: &str) -> bool {
    MARKS.iter().any(|&mark| word.starts_with(mark) || word.contains(&format!("={mark}")))
}

/// A word in quotation marks; as it is if it contains both kinds.
pub fn quoted(word: &str) -> String {
    match MARKS.iter().find(|&&mark| !word.contains(mark)) {
        Some(mark) => format!("{mark}{word}{mark}"),
        None => word.to_owned(),
    }
}

/// Splits a text at blanks, except within single or double quotation marks.
fn words(text: &str) -> Result<Vec<String>, SettingError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            _ if MARKS.contains(&letter)
                && word.as_ref().is_none_or(|word| word.ends_with('=')) =>
            {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next() {
                        Some((_, end)) if end == letter => break,
                        Some((_, inner)) => word.push(inner),
                        None => {
                            return Err(SettingError::OpenQuotation { text: text[at..].into() });
                        }
                    }
                }
            }
            blank if blank.is_whitespace() => words.extend(word.take()),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    Ok(words)
}

/// Cleans a player's name for the terminal and the PGN, and limits its length. A PGN reads back the same
/// name.
pub fn player_name(text: &str) -> String {
    const MAX_LETTERS: usize = 60;
    let name: String = printable(text).chars().take(MAX_LETTERS).collect();
    name.trim_end().to_owned()
}

/// Cleans a text from an engine: no control characters (which could be terminal escape sequences),
/// single blanks.
pub(super) fn printable(text: &str) -> String {
    blanked(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The value of `cmd` that means this program.
pub const SELF: &str = "self";

/// How to run an engine, and its limits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineSettings {
    /// The path or name of the program, or [`SELF`].
    pub command: String,
    /// The name of the player. Empty if the engine's own name is to be used.
    pub name: String,
    /// Arguments of the program.
    pub arguments: Vec<String>,
    /// The working directory.
    pub folder: Option<PathBuf>,
    /// The file to which standard error is appended; it is discarded without one.
    pub stderr: Option<PathBuf>,
    /// UCI options and their values, in order.
    pub options: Vec<(String, String)>,
    /// Limits of a move.
    pub limits: EngineLimits,
    /// Whether it thinks in the opponent's time.
    pub ponder: bool,
}

const ENGINE_KEYS: &str =
    "cmd, name, arg, dir, stderr, option.X, tc, st, nodes, depth, timemargin, ponder, proto";

impl EngineSettings {
    /// Parses the settings of `--each`.
    ///
    /// # Errors
    /// A setting is unknown or bad.
    pub fn of_each(text: &str) -> Result<Self, SettingError> {
        let mut engine = Self::default();
        engine.set_all(text)?;
        Ok(engine)
    }

    /// Parses the settings of one `--engine`, which override these of `--each`.
    ///
    /// # Errors
    /// A setting is unknown or bad, or `cmd` is missing.
    pub fn with(mut self, own: &str) -> Result<Self, SettingError> {
        self.set_all(own)?;
        if self.command.is_empty() {
            return Err(SettingError::Missing { key: "cmd" });
        }
        Ok(self)
    }

    /// Whether the engine may play the same game differently without a clock: with several threads,
    /// or below its full strength.
    pub fn varies(&self) -> bool {
        self.options.iter().any(|(name, value)| match name.to_ascii_lowercase().as_str() {
            "threads" => value != "1",
            "skill level" | "uci_elo" => true,
            "uci_limitstrength" | "ownbook" => value.eq_ignore_ascii_case("true"),
            _ => false,
        })
    }

    /// Number of threads of a search, by the option `Threads`.
    pub fn threads(&self) -> usize {
        let is_threads = |(name, _): &&(String, String)| name.eq_ignore_ascii_case("threads");
        let threads =
            self.options.iter().find(is_threads).and_then(|(_, value)| value.parse().ok());
        threads.map_or(1, |threads: usize| threads.max(1))
    }

    /// Whether both players are the same program, which plays the same moves for both: without a clock
    /// and without other reasons to vary.
    pub fn plays_like(&self, other: &Self) -> bool {
        let nameless = |player: &Self| Self { name: String::new(), stderr: None, ..player.clone() };
        self.limits.is_timeless() && !self.varies() && nameless(self) == nameless(other)
    }

    /// The UCI options on one line: `Hash=16, Contempt=0`; empty without any.
    pub fn options_text(&self) -> String {
        let options = self.options.iter().map(|(name, value)| format!("{name}={value}"));
        let ponder = self.ponder.then(|| "Ponder=true".to_owned());
        blanked(&options.chain(ponder).collect::<Vec<_>>().join(", "))
    }

    fn set_all(&mut self, text: &str) -> Result<(), SettingError> {
        settings(text)?.into_iter().try_for_each(|setting| self.set(setting))
    }

    fn set(&mut self, setting: Setting) -> Result<(), SettingError> {
        if let Some(option) = setting.key.strip_prefix("option.") {
            self.options.retain(|(name, _)| !name.eq_ignore_ascii_case(option));
            self.options.push((option.into(), setting.value));
            return Ok(());
        }
        match setting.key.as_str() {
            "cmd" => self.command = setting.value,
            "name" => self.name = player_name(&setting.value),
            "arg" => self.arguments.push(setting.value),
            "dir" => self.folder = Some(setting.value.into()),
            "stderr" => self.stderr = Some(setting.value.into()),
            "tc" => {
                self.limits.time = if setting.value == "inf" {
                    TimeLimit::None
                } else {
                    TimeLimit::Clock(setting.parse::<TimeControl>(TimeControl::EXPECTED)?)
                }
            }
            "st" => {
                let time = seconds(&setting.value).filter(|time| !time.is_zero());
                let time = time.ok_or_else(|| setting.bad("seconds above 0"))?;
                self.limits.time = TimeLimit::PerMove(time);
            }
            "nodes" => {
                let nodes: NonZeroU64 = setting.parse("a number of nodes from 1 on")?;
                self.limits.nodes = Some(nodes.get());
            }
            "depth" => {
                let depth: NonZeroU32 = setting.parse("a number of plies from 1 on")?;
                self.limits.depth = Some(depth.get());
            }
            "timemargin" => {
                // At most 49 days, so that adding it to a clock does not overflow.
                let margin: u32 = setting.parse("milliseconds")?;
                self.limits.margin = Some(Duration::from_millis(margin.into()));
            }
            "ponder" => self.ponder = setting.flag()?,
            // What cutechess-cli needs to be given.
            "proto" if setting.value == "uci" => {}
            "proto" => return Err(setting.bad("uci")),
            _ => return Err(setting.unknown(ENGINE_KEYS)),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engine_settings_are_those_of_cutechess() {
        let each = EngineSettings::of_each("tc=40/5+0.05 option.Hash=16").unwrap();
        let engine = each
            .with(
            r#"cmd=./a name="New one" option.Hash=64 option.Clear='a b' arg=-x arg= st=0.5 ponder"#,
        )
        .unwrap();
        assert_eq!((engine.command.as_str(), engine.name.as_str()), ("./a", "New one"));
        assert_eq!(engine.arguments, ["-x", ""]);
        let option = |name: &str, value: &str| (name.to_string(), value.to_string());
        assert_eq!(engine.options, [option("Hash", "64"), option("Clear", "a b")]);
        assert_eq!(engine.limits.time, TimeLimit::PerMove(Duration::from_millis(500)));
        assert!(engine.ponder);
    }

    #[test]
    fn several_threads_or_less_strength_vary_a_game() {
        let varies = |options: &str| {
            let each = EngineSettings::of_each("nodes=100").unwrap();
            each.with(&format!("cmd=./a {options}")).unwrap().varies()
        };
        assert!(varies("option.threads=2") && varies("\"option.Skill Level=3\""));
        assert!(varies("option.UCI_LimitStrength=true"));
        assert!(!varies("option.Threads=1 option.Hash=16 option.UCI_LimitStrength=false"));
    }

    #[test]
    fn an_engine_plays_like_itself() {
        let alike = |one: &str, other: &str| {
            let player = |own: &str| EngineSettings::default().with(own).expect("settings");
            player(one).plays_like(&player(other))
        };
        assert!(alike("cmd=self name=A nodes=9", "cmd=self name=B nodes=9 stderr=b"));
        for (one, other) in [
            ("cmd=self nodes=9", "cmd=self nodes=10"),
            ("cmd=self nodes=9", "cmd=./b nodes=9"),
            ("cmd=self nodes=9 option.Hash=1", "cmd=self nodes=9"),
            ("cmd=self nodes=9 option.Threads=2", "cmd=self nodes=9 option.Threads=2"),
            ("cmd=self st=1", "cmd=self st=1"),
        ] {
            assert!(!alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn names_are_cleaned() {
        assert_eq!(player_name(" New\u{1b}[2J\tone\u{9b}  "), "New [2J one");
        assert_eq!(player_name("a\u{202e}b\u{2066}c"), "a b c");
        assert_eq!(player_name("ม้าผูก"), "ม้าผูก");
        assert_eq!(player_name(&"x y".repeat(99)).chars().count(), 60);
    }

    #[test]
    fn bad_settings_are_refused() {
        let error = |text: &str| EngineSettings::default().with(text).unwrap_err();
        assert_eq!(error("name=x"), SettingError::Missing { key: "cmd" });
        assert!(matches!(error("cmd='x"), SettingError::OpenQuotation { .. }));
        assert!(matches!(error("cmd=x =4"), SettingError::NoValue { .. }));
        assert!(matches!(error("cmd=x restart=on"), SettingError::UnknownKey { .. }));
        assert!(matches!(error("cmd=x proto=xboard"), SettingError::BadValue { .. }));
        assert!(EngineSettings::default().with("cmd=x proto=uci").is_ok());
        for bad in [
            "nodes=-3",
            "nodes=0",
            "depth=x",
            "depth=0",
            "tc=5:",
            "tc=/5",
            "st=0",
            "ponder=maybe",
            "timemargin=1.5",
            "timemargin=18446744073709551615",
        ] {
            let text = format!("cmd=x {bad}");
            assert!(matches!(error(&text), SettingError::BadValue { .. }), "{bad}");
        }
    }

    #[test]
    fn quotation_marks_within_words_are_letters() {
        let text = "cmd=/o'neil/engine name=\"My engine\" 'arg=a \"b' option.A='' dir=it's";
        let expected =
            ["cmd=/o'neil/engine", "name=My engine", "arg=a \"b", "option.A=", "dir=it's"];
        assert_eq!(words(text).expect("words"), expected);
        assert!(matches!(words("a name='b"), Err(SettingError::OpenQuotation { .. })));
        assert!(is_quoted("name='a b'") && is_quoted("\"a b\"") && !is_quoted("cmd=o'neil's"));
        assert_eq!(words(&quoted("cmd=o'neil's engine")).expect("words"), ["cmd=o'neil's engine"]);
    }
}
