//! The engine's options. One table says what the protocol announces and how `setoption` acts.

use crate::i18n::{Language, Phrase};
use crate::notation::Notation;
use crate::rules::{CountingRule, Variant};
use crate::search::Engine;
use crate::search::levels::{FULL_SKILL, MAX_ELO, MIN_ELO, Strength};
#[cfg(feature = "tuning")]
use crate::search::{TUNABLES, Tunable};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// The values of all options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The variant that is played.
    pub variant: Variant,
    /// The counting rule.
    pub counting_rule: CountingRule,
    /// Size of the transposition table, in MiB.
    pub hash: usize,
    /// Number of search threads.
    pub threads: usize,
    /// Number of best lines to report.
    pub multi_pv: usize,
    /// Time lost between engine and clock on each move.
    pub move_overhead: Duration,
    /// Whether information lines tell the chances to win, draw and lose.
    pub show_wdl: bool,
    /// Whether the client may let the engine think on the opponent's time. It says so itself in
    /// each `go ponder`, so nothing depends on this.
    pub ponder: bool,
    /// Whether a person analyses, rather than a game being played. The search is the same.
    pub analyse_mode: bool,
    /// Whether endgame tables are used.
    pub use_tables: bool,
    /// Directory of endgame tables beside those of the program; none when empty.
    pub table_path: String,
    /// Of the sentences that are meant for people.
    pub language: Language,
    /// Of the moves that are meant for people: those of the protocol are always coordinates.
    pub notation: Notation,
    /// Whether a net evaluates, where there is one.
    pub use_nnue: bool,
    /// File of the net; that of the program when empty.
    pub eval_file: String,
    /// A rung of the ladder of levels, up to full strength.
    pub skill_level: u8,
    /// Whether `elo` holds, rather than `skill_level`.
    pub limit_strength: bool,
    /// On the ladder's scale.
    pub elo: u16,
    /// Whether moves may come from the book.
    pub own_book: bool,
    /// The book; none when empty.
    pub book_file: String,
}

impl Options {
    /// The level to play at; `None` for full strength.
    pub fn strength(&self) -> Option<Strength> {
        if self.limit_strength {
            Strength::of_elo(self.elo)
        } else {
            Strength::of_skill(self.skill_level)
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            variant: Variant::Makruk,
            counting_rule: CountingRule::Makruk,
            hash: Engine::DEFAULT_HASH,
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            show_wdl: false,
            ponder: false,
            analyse_mode: false,
            use_tables: true,
            table_path: String::new(),
            language: Language::English,
            notation: Notation::Coordinate,
            use_nnue: true,
            eval_file: String::new(),
            skill_level: FULL_SKILL,
            limit_strength: false,
            elo: MAX_ELO,
            own_book: false,
            book_file: String::new(),
        }
    }
}

/// What else has to happen after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: the next search heeds it.
    None,
    /// The position is played under other rules.
    Rules,
    /// The transposition table has another size.
    ResizeHash,
    /// Searches have another number of threads.
    Threads,
    /// The transposition table is to be emptied.
    ClearHash,
    /// Other endgame tables are used.
    Tables,
    /// Another net is wanted.
    Net,
    /// The net is used from now on, or not.
    UseNet,
    /// Another opening book is used.
    Book,
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.say(Language::English))]
pub enum OptionError {
    /// There is no such option. Its name is quoted.
    Unknown(String),
    /// The option needs a value.
    NoValue(&'static str),
    /// The value is not a number in the range of the option.
    Number {
        /// The option.
        name: &'static str,
        /// The value.
        found: String,
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// The value is neither `true` nor `false`.
    Check {
        /// The option.
        name: &'static str,
        /// The value.
        found: String,
    },
    /// The value is not one of the choices.
    Choice {
        /// The option.
        name: &'static str,
        /// The value.
        found: String,
        /// The choices.
        choices: Vec<&'static str>,
    },
}

impl OptionError {
    /// The error in words.
    pub fn say(&self, language: Language) -> String {
        let say = |phrase, gaps: &[&dyn fmt::Display]| language.say(phrase, gaps);
        match self {
            Self::Unknown(name) => say(Phrase::OptionUnknown, &[name]),
            Self::NoValue(name) => say(Phrase::OptionNoValue, &[name]),
            Self::Number { name, found, min, max } => {
                say(Phrase::OptionNumber, &[name, found, min, max])
            }
            Self::Check { name, found } => say(Phrase::OptionCheck, &[name, found]),
            Self::Choice { name, found, choices } => {
                say(Phrase::OptionChoice, &[name, found, &language.choices(choices)])
            }
        }
    }
}

struct Spec {
    name: &'static str,
    effect: Effect,
    kind: Kind,
}

enum Kind {
    Button,
    Check {
        get: fn(&Options) -> bool,
        set: fn(&mut Options, bool),
    },
    Spin {
        range: RangeInclusive<i64>,
        get: fn(&Options) -> i64,
        set: fn(&mut Options, i64),
    },
    /// A text; `none` stands for none, and so does `<empty>`.
    Text {
        none: &'static str,
        get: fn(&Options) -> &str,
        set: fn(&mut Options, &str),
    },
    Combo {
        vars: fn() -> Vec<&'static str>,
        get: fn(&Options) -> &'static str,
        set: SetCombo,
    },
}

/// How the protocol writes an empty text.
const EMPTY: &str = "<empty>";

/// Whether the value is one of the choices; then it is set.
type SetCombo = fn(&mut Options, &str) -> bool;

/// Reads a choice into its place, if it is one.
fn choose<T: FromStr>(place: &mut T, value: &str) -> bool {
    value.parse().map(|choice| *place = choice).is_ok()
}

const SPECS: &[Spec] = &[
    Spec {
        name: "UCI_Variant",
        effect: Effect::Rules,
        kind: Kind::Combo {
            vars: || Variant::ALL.map(Variant::name).to_vec(),
            get: |options| options.variant.name(),
            set: |options, value| choose(&mut options.variant, value),
        },
    },
    Spec {
        name: "CountingRule",
        effect: Effect::Rules,
        kind: Kind::Combo {
            vars: || CountingRule::ALL.map(CountingRule::name).to_vec(),
            get: |options| options.counting_rule.name(),
            set: |options, value| choose(&mut options.counting_rule, value),
        },
    },
    Spec {
        name: "Hash",
        effect: Effect::ResizeHash,
        kind: Kind::Spin {
            range: 1..=Engine::MAX_HASH as i64,
            get: |options| options.hash as i64,
            set: |options, value| options.hash = value as usize,
        },
    },
    Spec { name: "Clear Hash", effect: Effect::ClearHash, kind: Kind::Button },
    Spec {
        name: "Threads",
        effect: Effect::Threads,
        kind: Kind::Spin {
            range: 1..=Engine::MAX_THREADS as i64,
            get: |options| options.threads as i64,
            set: |options, value| options.threads = value as usize,
        },
    },
    Spec {
        name: "Ponder",
        effect: Effect::None,
        kind: Kind::Check {
            get: |options| options.ponder,
            set: |options, value| options.ponder = value,
        },
    },
    Spec {
        name: "MultiPV",
        effect: Effect::None,
        kind: Kind::Spin {
            range: 1..=256,
            get: |options| options.multi_pv as i64,
            set: |options, value| options.multi_pv = value as usize,
        },
    },
    Spec {
        name: "Move Overhead",
        effect: Effect::None,
        kind: Kind::Spin {
            range: 0..=10_000,
            get: |options| options.move_overhead.as_millis() as i64,
            set: |options, value| options.move_overhead = Duration::from_millis(value as u64),
        },
    },
    Spec {
        name: "UCI_AnalyseMode",
        effect: Effect::None,
        kind: Kind::Check {
            get: |options| options.analyse_mode,
            set: |options, value| options.analyse_mode = value,
        },
    },
    Spec {
        name: "UCI_ShowWDL",
        effect: Effect::None,
        kind: Kind::Check {
            get: |options| options.show_wdl,
            set: |options, value| options.show_wdl = value,
        },
    },
    Spec {
        name: "UseTables",
        effect: Effect::Tables,
        kind: Kind::Check {
            get: |options| options.use_tables,
            set: |options, value| options.use_tables = value,
        },
    },
    Spec {
        name: "TablePath",
        effect: Effect::Tables,
        kind: Kind::Text {
            none: EMPTY,
            get: |options| &options.table_path,
            set: |options, value| value.clone_into(&mut options.table_path),
        },
    },
    Spec {
        name: "Skill Level",
        effect: Effect::None,
        kind: Kind::Spin {
            range: 0..=FULL_SKILL as i64,
            get: |options| options.skill_level.into(),
            set: |options, value| options.skill_level = value as u8,
        },
    },
    Spec {
        name: "UCI_LimitStrength",
        effect: Effect::None,
        kind: Kind::Check {
            get: |options| options.limit_strength,
            set: |options, value| options.limit_strength = value,
        },
    },
    Spec {
        name: "UCI_Elo",
        effect: Effect::None,
        kind: Kind::Spin {
            range: MIN_ELO as i64..=MAX_ELO as i64,
            get: |options| options.elo.into(),
            set: |options, value| options.elo = value as u16,
        },
    },
    Spec {
        name: "OwnBook",
        effect: Effect::None,
        kind: Kind::Check {
            get: |options| options.own_book,
            set: |options, value| options.own_book = value,
        },
    },
    Spec {
        name: "BookFile",
        effect: Effect::Book,
        kind: Kind::Text {
            none: EMPTY,
            get: |options| &options.book_file,
            set: |options, value| value.clone_into(&mut options.book_file),
        },
    },
    Spec {
        name: "Language",
        effect: Effect::None,
        kind: Kind::Combo {
            vars: || Language::ALL.map(Language::name).to_vec(),
            get: |options| options.language.name(),
            set: |options, value| choose(&mut options.language, value),
        },
    },
    Spec {
        name: "Notation",
        effect: Effect::None,
        kind: Kind::Combo {
            vars: || Notation::ALL.map(Notation::name).to_vec(),
            get: |options| options.notation.name(),
            set: |options, value| choose(&mut options.notation, value),
        },
    },
    Spec {
        name: "Use NNUE",
        effect: Effect::UseNet,
        kind: Kind::Check {
            get: |options| options.use_nnue,
            set: |options, value| options.use_nnue = value,
        },
    },
    Spec {
        name: "EvalFile",
        effect: Effect::Net,
        kind: Kind::Text {
            none: "<embedded>",
            get: |options| &options.eval_file,
            set: |options, value| value.clone_into(&mut options.eval_file),
        },
    },
];

impl Options {
    /// Sets an option, named in capitals or not. On an error nothing changes.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        #[cfg(feature = "tuning")]
        if let Some(tunable) = TUNABLES.iter().find(|tunable| tunable.name == name) {
            return set_tunable(tunable, value);
        }
        let spec = SPECS
            .iter()
            .find(|spec| spec.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let name = spec.name;
        if let Kind::Button = spec.kind {
            return Ok(spec.effect);
        }
        if let Kind::Text { none, set, .. } = spec.kind {
            set(self, value.filter(|&value| value != EMPTY && value != none).unwrap_or_default());
            return Ok(spec.effect);
        }
        let value = value.filter(|value| !value.is_empty()).ok_or(OptionError::NoValue(name))?;
        let found = || value.to_owned();
        match &spec.kind {
            Kind::Button | Kind::Text { .. } => {}
            Kind::Check { set, .. } => match value.to_ascii_lowercase().parse() {
                Ok(value) => set(self, value),
                Err(_) => return Err(OptionError::Check { name, found: found() }),
            },
            Kind::Spin { range, set, .. } => match value.parse() {
                Ok(value) if range.contains(&value) => set(self, value),
                _ => {
                    let (min, max) = (*range.start(), *range.end());
                    return Err(OptionError::Number { name, found: found(), min, max });
                }
            },
            Kind::Combo { vars, set, .. } => {
                if !set(self, value) {
                    return Err(OptionError::Choice { name, found: found(), choices: vars() });
                }
            }
        }
        Ok(spec.effect)
    }
}

/// The `option` lines of the handshake.
pub fn announcements() -> impl Iterator<Item = String> {
    let options = SPECS.iter().map(|spec| format!("option name {} type {}", spec.name, spec.kind));
    #[cfg(feature = "tuning")]
    let options =
        options.chain(TUNABLES.iter().map(|Tunable { name, default, min, max, .. }| {
            format!("option name {name} type spin default {default} min {min} max {max}")
        }));
    options
}

#[cfg(feature = "tuning")]
fn set_tunable(tunable: &Tunable, value: Option<&str>) -> Result<Effect, OptionError> {
    let Tunable { name, min, max, .. } = *tunable;
    let value = value.ok_or(OptionError::NoValue(name))?;
    let set = value.parse().is_ok_and(|value| crate::search::set_tunable(name, value));
    let (min, max) = (i64::from(min), i64::from(max));
    // Clearing also brings what is computed from the constants up to date.
    set.then_some(Effect::ClearHash).ok_or_else(|| OptionError::Number {
        name,
        found: value.to_owned(),
        min,
        max,
    })
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = Options::default();
        match self {
            Self::Button => f.write_str("button"),
            Self::Check { get, .. } => write!(f, "check default {}", get(&options)),
            Self::Spin { range, get, .. } => {
                let (min, max) = (range.start(), range.end());
                write!(f, "spin default {} min {min} max {max}", get(&options))
            }
            Self::Text { none, get, .. } => {
                let text = get(&options);
                write!(f, "string default {}", if text.is_empty() { none } else { text })
            }
            Self::Combo { vars, get, .. } => {
                write!(f, "combo default {}", get(&options))?;
                vars().iter().try_for_each(|var| write!(f, " var {var}"))
            }
        }
    }
}
