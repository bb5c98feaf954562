//! The engine's options, each declared once. The declarations give the `option` lines of the
//! handshake, the checks of `setoption`, and the fields of [`Options`] with their defaults;
//! `docs/uci.md` describes them to users, and a test compares it with the handshake. A value that the
//! search reads is also a field of [`sakdi_engine::search::Limits`], which `Session::limits` fills for
//! each `go`.

use super::error::OptionError;
use super::option_spec::{EMPTY, Effect, OptionSpec, OptionType, SpinValue, choose, option_type};
use makruk::notation::Notation;
use makruk::rules::{CountingRule, Variant};
use sakdi_engine::search::{Engine, Limits};
#[cfg(feature = "tuning")]
use sakdi_engine::search::{TUNABLES, Tunable};
use sakdi_i18n::Language;
use sakdi_levels::{FULL_SKILL, MAX_ELO, MIN_ELO, MIN_SKILL, Strength};
use std::time::Duration;

/// Declares options as `NAME TYPE => EFFECT: FIELD: RUST TYPE = DEFAULT`, in the order in which the
/// handshake lists them. Names and types are those of the protocol; a button has no field.
macro_rules! options {
    ($(
        $name:literal $kind:ident $(($argument:expr))? => $effect:ident
        $(: $(#[$doc:meta])* $field:ident: $type:ty = $default:expr)?;
    )+) => {
        /// The values of all options.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Options {
            $($($(#[$doc])* pub $field: $type,)?)+
        }

        impl Default for Options {
            fn default() -> Self {
                Self { $($($field: $default,)?)+ }
            }
        }

        const SPECS: &[OptionSpec<Options>] = &[$(OptionSpec {
            name: $name,
            effect: Effect::$effect,
            option_type: option_type!($kind $(($argument))? $($field: $type)?),
        },)+];
    };
}

options! {
    "UCI_Variant" combo => Rules:
        /// The variant that is played.
        variant: Variant = Variant::Makruk;
    "CountingRule" combo => Rules:
        /// The counting rule.
        counting_rule: CountingRule = CountingRule::MAKRUK;
    "Hash" spin(1..=Engine::MAX_HASH as i64) => ResizeHash:
        /// Size of the transposition table, in MiB.
        hash: usize = Engine::DEFAULT_HASH;
    "Clear Hash" button => ClearHash;
    "Threads" spin(1..=Engine::MAX_THREADS as i64) => Threads:
        /// Number of search threads.
        threads: usize = 1;
    "Ponder" check => None:
        /// Whether the client may ponder. No effect: the client says so in each `go ponder`.
        ponder: bool = false;
    "MultiPV" spin(1..=256) => None:
        /// Number of best lines to report.
        multi_pv: usize = 1;
    "Move Overhead" spin(0..=10_000) => None:
        /// Time lost between engine and clock on each move.
        move_overhead: Duration = Duration::from_millis(10);
    "Contempt" spin(-100..=100) => None:
        /// How much less than an equal position a draw is worth in a game, in the centipawns of
        /// UCI; positions with many pieces are worth more in proportion.
        contempt: i32 = 10;
    "UCI_AnalyseMode" check => None:
        /// Whether the client analyses rather than plays a game: there is no contempt.
        analyse_mode: bool = false;
    "UCI_ShowWDL" check => None:
        /// Whether `info` lines show the chances to win, draw and lose.
        show_wdl: bool = false;
    "UseTables" check => Tables:
        /// Whether endgame tables are used.
        use_tables: bool = true;
    "TablePath" string(EMPTY) => Tables:
        /// Directory of endgame tables in addition to the built-in ones; none when empty.
        table_path: String = String::new();
    "TableProbeDepth" spin(0..=Limits::MAX_TB_PROBE_DEPTH as i64) => None:
        /// Depth left from which on the search reads tables of `table_path`.
        table_probe_depth: i32 = Limits::DEFAULT_TB_PROBE_DEPTH;
    "Skill Level" spin(MIN_SKILL as i64..=FULL_SKILL as i64) => None:
        /// Level of play; the highest is full strength.
        skill_level: i8 = FULL_SKILL;
    "UCI_LimitStrength" check => None:
        /// Whether `elo` sets the strength instead of `skill_level`.
        limit_strength: bool = false;
    "UCI_Elo" spin(MIN_ELO as i64..=MAX_ELO as i64) => None:
        /// Strength on the Elo scale of the levels.
        elo: u16 = MAX_ELO;
    "OwnBook" check => None:
        /// Whether moves may come from the book.
        own_book: bool = false;
    "BookFile" string(EMPTY) => Book:
        /// The book; none when empty.
        book_file: String = String::new();
    "Language" combo => None:
        /// Language of the sentences that are meant for people.
        language: Language = Language::English;
    "Notation" combo => None:
        /// Notation of moves in these sentences. The protocol's own moves are always coordinates.
        notation: Notation = Notation::Coordinate;
    "Use NNUE" check => UseNet:
        /// Whether the net evaluates, rather than the handcrafted terms.
        use_nnue: bool = true;
    "EvalFile" string("<embedded>") => Net:
        /// File of the net; the built-in one when empty.
        eval_file: String = String::new();
}

impl Options {
    /// The strength to play at; `None` for full strength.
    pub fn strength(&self) -> Option<Strength> {
        if self.limit_strength {
            Strength::of_elo(self.elo)
        } else {
            Strength::of_skill(self.skill_level)
        }
    }

    /// Sets an option, whose name may be in any case of letters. On an error nothing changes.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        #[cfg(feature = "tuning")]
        if let Some(tunable) = TUNABLES.iter().find(|tunable| tunable.name == name) {
            return set_tunable(tunable, value);
        }
        let spec = SPECS.iter().find(|spec| spec.name.eq_ignore_ascii_case(name));
        spec.ok_or_else(|| OptionError::Unknown { name: name.to_owned() })?.set(self, value)
    }
}

/// The `option` lines of the handshake.
pub fn announcements() -> impl Iterator<Item = String> {
    let options = SPECS.iter().map(OptionSpec::to_string);
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
    let value = value.ok_or(OptionError::NoValue { name })?;
    if value.parse().is_ok_and(|value| sakdi_engine::search::set_tunable(name, value)) {
        // Clearing also recomputes what depends on the constants.
        Ok(Effect::ClearHash)
    } else {
        Err(OptionError::number(name, value, &(min.into()..=max.into())))
    }
}
