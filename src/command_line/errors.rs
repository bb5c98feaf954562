//! Errors in arguments, in Thai.

use super::thai::{entry, usage};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;

/// The error in the arguments of the command at this path, what may have been meant, and how the command is
/// used.
pub(super) fn thai(error: &clap::Error, path: &str) -> String {
    let mut text = format!("ผิดพลาด: {}", what(error, path));
    for suggested in
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue]
    {
        if let Some(meant) = context(error, suggested) {
            text += &format!("\n  อาจหมายถึง '{meant}'");
        }
    }
    if let Some(ContextValue::StyledStr(rendered)) = error.get(ContextKind::Usage) {
        text += &format!("\n\nวิธีใช้: {}", usage(rendered));
    }
    text + "\n\nดูรายละเอียดด้วย '--help'"
}

/// Whether the error is no fault but a text that was asked for, or the list of commands when one is
/// missing.
pub(super) fn is_help(error: &clap::Error) -> bool {
    !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
}

/// What is wrong.
fn what(error: &clap::Error, path: &str) -> String {
    let of = |kind| context(error, kind).unwrap_or_default();
    let argument = of(ContextKind::InvalidArg);
    let value = of(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => format!("'{argument}' ต้องมีค่า"),
        ErrorKind::InvalidValue => {
            let valid = of(ContextKind::ValidValue);
            format!("'{argument}' ใช้ค่า '{value}' ไม่ได้ ค่าที่ใช้ได้: {valid}")
        }
        ErrorKind::ValueValidation => {
            let reason = reason(error, path, &argument).unwrap_or_default();
            format!("'{argument}' ใช้ค่า '{value}' ไม่ได้{reason}")
        }
        ErrorKind::UnknownArgument => format!("ไม่มีตัวเลือก '{argument}'"),
        ErrorKind::InvalidSubcommand => {
            format!("ไม่มีคำสั่ง '{}'", of(ContextKind::InvalidSubcommand))
        }
        ErrorKind::NoEquals => format!("'{argument}' ต้องมีเครื่องหมาย = ก่อนค่า"),
        ErrorKind::TooManyValues => format!("'{argument}' มีค่า '{value}' เกินมา"),
        ErrorKind::TooFewValues => {
            let (least, given) = (of(ContextKind::MinValues), of(ContextKind::ActualNumValues));
            format!("'{argument}' ต้องมีอย่างน้อย {least} ค่า แต่มี {given}")
        }
        ErrorKind::WrongNumberOfValues => {
            let (exact, given) =
                (of(ContextKind::ExpectedNumValues), of(ContextKind::ActualNumValues));
            format!("'{argument}' ต้องมี {exact} ค่า แต่มี {given}")
        }
        ErrorKind::ArgumentConflict => match of(ContextKind::PriorArg) {
            prior if prior == argument => format!("ให้ '{argument}' ได้ครั้งเดียว"),
            prior => format!("ใช้ '{argument}' พร้อมกับ '{prior}' ไม่ได้"),
        },
        ErrorKind::MissingRequiredArgument => format!("ยังขาด {argument}"),
        ErrorKind::MissingSubcommand => {
            let commands = of(ContextKind::ValidSubcommand);
            format!("ต้องระบุคำสั่งหลัง '{}': {commands}", of(ContextKind::InvalidSubcommand))
        }
        ErrorKind::InvalidUtf8 => "อาร์กิวเมนต์ไม่ใช่ข้อความ UTF-8".to_owned(),
        // Those of an argument's parser have a text of their own.
        _ => error.to_string().trim_end().trim_start_matches("error: ").to_owned(),
    }
}

/// What values the argument takes: the parsers of values say it in English.
fn reason(error: &clap::Error, path: &str, argument: &str) -> Option<String> {
    let english = error.source()?.to_string();
    let range = english.split_once(" is not in ").and_then(|(_, range)| range.split_once("..="));
    if let Some((least, largest)) = range {
        return Some(format!(": ต้องอยู่ระหว่าง {least} ถึง {largest}"));
    }
    let name = argument.split([' ', '=']).next()?.trim_start_matches('-').replace('-', "_");
    let (_, _, text) = entry(path, &name)?;
    Some(format!("\n  {argument}: {text}"))
}

/// A part of an error as text.
fn context(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => Some(texts.join(", ")),
        ContextValue::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
