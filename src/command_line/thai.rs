//! The Thai texts of help, applied to the commands. The texts have blanks only between phrases,
//! and lines break only there: terminals do not know the words of Thai.

use super::{engine_texts, games_texts, play_texts};
#[cfg(test)]
use clap::Id;
use clap::builder::StyledStr;
use clap::{Arg, Command as Cli};

/// The path of a command or `*` for any, the name of an argument, and its text.
pub(super) type Argument = (&'static str, &'static str, &'static str);

/// Names of values. Those that are no words, such as FEN, are the same in every language.
pub(super) const VALUES: &[(&str, &str)] = &[
    ("ARROW", "ลูกศร"),
    ("BAND", "ความยาก"),
    ("BATCH", "จำนวน"),
    ("COLOR", "ฝ่าย"),
    ("COMMAND", "คำสั่ง"),
    ("CP", "คะแนน"),
    ("DEPTH", "ความลึก"),
    ("DIALECT", "แบบ"),
    ("DIR", "โฟลเดอร์"),
    ("EPOCHS", "รอบ"),
    ("FEN", "FEN"),
    ("FILE", "ไฟล์"),
    ("FINAL_RATE", "อัตรา"),
    ("FORMAT", "แบบ"),
    ("GAME.pgn", "เกม.pgn"),
    ("GAMES", "จำนวน"),
    ("GAMES.pgn", "เกม.pgn"),
    ("HONOUR", "ศักดิ์"),
    ("I/N", "I/N"),
    ("KEY=VALUE", "ชื่อ=ค่า"),
    ("KIND", "ประเภท"),
    ("LANGUAGE", "ภาษา"),
    ("MEN", "แบบ"),
    ("MIB", "MiB"),
    ("MINUTES+SECONDS", "นาที+วินาที"),
    ("MOVE", "ตาเดิน"),
    ("MS", "มิลลิวินาที"),
    ("N", "เลข"),
    ("NAME", "ชื่อ"),
    ("NAMES", "ชื่อ"),
    ("NAME[=START]", "ชื่อ[=ค่าเริ่ม]"),
    ("NET", "ไฟล์"),
    ("NODES", "โหนด"),
    ("NOTATION", "แบบ"),
    ("OFFSET", "ค่า"),
    ("PGN", "ไฟล์"),
    ("PLIES", "ครึ่งตา"),
    ("PRIOR", "จำนวน"),
    ("RATE", "อัตรา"),
    ("RESULT", "ผล"),
    ("RESULT_SHARE", "สัดส่วน"),
    ("WHO", "ใคร"),
    ("LIMIT", "จำนวน"),
    ("SCALE", "ค่า"),
    ("SCHEDULE", "แบบ"),
    ("SECONDS", "วินาที"),
    ("SEED", "เลข"),
    ("SHARD", "ไฟล์"),
    ("SHARE", "สัดส่วน"),
    ("SHELL", "เชลล์"),
    ("SIDE", "ฝ่าย"),
    ("TEXT", "ข้อความ"),
    ("THREADS", "เธรด"),
    ("TOURNAMENT", "แบบ"),
    ("URL", "ที่อยู่"),
    ("VARIANT", "ชนิด"),
    ("WORD", "คำ"),
    ("RATING", "เรตติง"),
    ("YEAR", "ปี"),
];

const TEMPLATE: &str = "{about-with-newline}\nวิธีใช้: {usage}\n\n{all-args}";

/// The texts of all commands.
pub(super) fn commands() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    [play_texts::COMMANDS, games_texts::COMMANDS, engine_texts::COMMANDS].into_iter().flatten()
}

/// The texts of all arguments.
pub(super) fn arguments() -> impl Iterator<Item = &'static Argument> {
    [play_texts::ARGUMENTS, games_texts::ARGUMENTS, engine_texts::ARGUMENTS].into_iter().flatten()
}

/// What the command at this path is for.
pub(super) fn purpose(path: &str) -> Option<&'static str> {
    let (_, text) = commands().find(|(of, _)| *of == path)?;
    Some(text)
}

/// The entry for an argument: the command's own, or else that of any command.
pub(super) fn entry(path: &str, id: &str) -> Option<&'static Argument> {
    let find = |path: &str| arguments().find(|(of, name, _)| *of == path && *name == id);
    find(path).or_else(|| find("*"))
}

/// The commands with Thai help, and with Thai as the default of `--language`.
pub(super) fn translated(mut command: Cli) -> Cli {
    // Adds what clap adds by itself, so that it is translated, too.
    command.build();
    translated_at(command, "")
}

fn translated_at(command: Cli, path: &str) -> Cli {
    let mut command = command
        .mut_args(|argument| translated_argument(argument, path))
        .mut_subcommands(|inner| {
            let name = inner.get_name().to_owned();
            translated_at(inner, format!("{path} {name}").trim_start())
        })
        .subcommand_help_heading("คำสั่ง")
        .subcommand_value_name("คำสั่ง")
        .help_template(TEMPLATE);
    // The copies below the command `help` have no help of their own.
    if let Some(text) = purpose(path.strip_prefix("help ").unwrap_or(path)) {
        command = command.about(text).long_about(None::<&'static str>);
    } else if path.split(' ').next_back() == Some("help") {
        command = command.about("แสดงข้อความช่วยของโปรแกรมหรือของคำสั่ง");
    }
    let usage = usage(&command.render_usage());
    command.override_usage(usage)
}

/// The usage of a command without its heading.
pub(super) fn usage(rendered: &StyledStr) -> String {
    let usage = rendered.to_string();
    let usage = usage.trim().trim_start_matches("Usage:").trim_start();
    usage.replace("[OPTIONS]", "[ตัวเลือก]")
}

fn translated_argument(argument: Arg, path: &str) -> Arg {
    let id = argument.get_id().as_str().to_owned();
    let names = argument.get_value_names().unwrap_or_default();
    let names: Vec<&'static str> = names.iter().filter_map(|name| value_name(name)).collect();
    let heading = if argument.is_positional() {
        "อาร์กิวเมนต์"
    } else {
        "ตัวเลือก"
    };
    let is_default_of_locale = id == "language" && !argument.is_global_set();
    let mut argument = argument.help_heading(heading);
    if !names.is_empty() {
        argument = argument.value_names(names);
    }
    if is_default_of_locale {
        argument = argument.default_value("th");
    }
    match entry(path, &id) {
        Some((_, _, text)) => with_text(argument, text),
        None => argument,
    }
}

fn value_name(english: &str) -> Option<&'static str> {
    VALUES.iter().find(|(name, _)| *name == english).map(|(_, thai)| *thai)
}

/// The argument with this text, and with its values and its default as far as the text lacks them.
fn with_text(argument: Arg, text: &str) -> Arg {
    let mut text = text.to_owned();
    if argument.get_action().takes_values() {
        let values = argument.get_possible_values();
        let values: Vec<&str> = values.iter().map(|value| value.get_name()).collect();
        if !values.iter().all(|value| text.contains(value)) {
            text += &format!(" [ค่าที่ใช้ได้: {}]", values.join(", "));
        }
        let defaults = argument.get_default_values();
        let defaults: Vec<_> = defaults.iter().map(|value| value.to_string_lossy()).collect();
        if !defaults.is_empty() && !argument.is_hide_default_value_set() {
            text += &format!(" [ค่าตั้งต้น: {}]", defaults.join(" "));
        }
    }
    argument
        .help(text)
        .long_help(None::<&'static str>)
        .hide_possible_values(true)
        .hide_default_value(true)
}

/// The arguments that help shows.
#[cfg(test)]
pub(super) fn visible(command: &Cli) -> impl Iterator<Item = (&Id, &Arg)> {
    let arguments = command.get_arguments().filter(|argument| !argument.is_hide_set());
    arguments.map(|argument| (argument.get_id(), argument))
}
