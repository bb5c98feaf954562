//! Help has a Thai text for every command and option, and fits on a terminal.

use super::thai::{VALUES, entry, purpose, visible};
use super::*;
use std::collections::BTreeSet;

/// Calls `look` for every command that help shows, with its path.
fn for_each(command: &clap::Command, path: &str, look: &mut impl FnMut(&clap::Command, &str)) {
    look(command, path);
    for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set()) {
        let name = inner.get_name();
        // The copies below `help` are never shown.
        if name != "help" {
            for_each(inner, format!("{path} {name}").trim_start(), look);
        }
    }
}

fn built(language: Language) -> clap::Command {
    let mut command = command(language);
    command.build();
    command
}

#[test]
fn every_command_and_argument_has_its_thai_text_and_none_is_left_over() {
    let mut missing = Vec::new();
    let (mut commands, mut arguments, mut names) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for_each(&built(Language::English), "", &mut |command, path| {
        match purpose(path) {
            Some(_) => drop(commands.insert(path.to_owned())),
            None => missing.push(format!("command '{path}'")),
        }
        for (id, argument) in visible(command) {
            match entry(path, id.as_str()) {
                Some((of, name, _)) => drop(arguments.insert((*of, *name))),
                None => missing.push(format!("'{path}' {id}")),
            }
            if argument.get_action().takes_values() {
                let of_argument = argument.get_value_names().unwrap_or_default();
                names.extend(of_argument.iter().map(ToString::to_string));
            }
        }
    });
    let has_thai = |name: &&String| !VALUES.iter().any(|(english, _)| english == name);
    missing.extend(names.iter().filter(has_thai).map(|name| format!("value {name}")));
    assert!(missing.is_empty(), "no Thai text for:\n{}", missing.join("\n"));

    let mut unused = Vec::new();
    let all = thai::commands();
    unused.extend(all.filter(|(path, _)| !commands.contains(*path)).map(|one| format!("{one:?}")));
    let all = thai::arguments();
    let is_unused =
        |one: &&thai::Argument| one.1 != "subcommand" && !arguments.contains(&(one.0, one.1));
    unused.extend(all.filter(is_unused).map(|one| format!("{one:?}")));
    let is_unused = |one: &&(&str, &str)| one.0 != "COMMAND" && !names.contains(one.0);
    unused.extend(VALUES.iter().filter(is_unused).map(|one| format!("{one:?}")));
    assert!(unused.is_empty(), "texts that nothing shows:\n{}", unused.join("\n"));
}

#[test]
fn thai_help_has_no_english_words_and_fits_in_80_columns() {
    for_each(&built(Language::Thai), "", &mut |command, path| {
        for is_long in [false, true] {
            let mut command = command.clone().term_width(80);
            let help = if is_long { command.render_long_help() } else { command.render_help() };
            let help = help.to_string();
            // The usage is one line, however long.
            for line in help.lines().filter(|line| !line.starts_with("วิธีใช้")) {
                assert!(sakdi_i18n::width(line) <= 80, "{path}: {line}");
            }
            for english in [
                "Usage",
                "Options",
                "OPTIONS",
                "Commands",
                "Arguments",
                "Print",
                "efault",
                "ossible",
            ] {
                assert!(!help.contains(english), "{path}: {english} in {help}");
            }
        }
    });
}

#[test]
fn an_argument_says_all_values_that_it_takes() {
    for_each(&built(Language::Thai), "", &mut |command, path| {
        for (id, argument) in visible(command) {
            let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
            for value in argument.get_possible_values() {
                let is_flag = !argument.get_action().takes_values();
                assert!(is_flag || help.contains(value.get_name()), "{path} {id}: {help}");
            }
        }
    });
}

#[test]
fn the_language_is_that_of_the_arguments_or_else_of_the_locale() {
    let found = |arguments: &str, locale: &[(&str, &str)]| {
        let arguments: Vec<OsString> = arguments.split(' ').map(OsString::from).collect();
        let value = |name: &str| {
            let (_, value) = locale.iter().find(|(variable, _)| *variable == name)?;
            Some(OsString::from(value))
        };
        language(&arguments, value)
    };
    let thai: &[(&str, &str)] = &[("LANG", "th_TH.UTF-8")];
    for (arguments, locale, expected) in [
        ("sakdi play", &[][..], Language::English),
        ("sakdi play", thai, Language::Thai),
        ("sakdi play --language en", thai, Language::English),
        ("sakdi --language th perft --help", &[], Language::Thai),
        ("sakdi board --language=th --help", &[], Language::Thai),
        ("sakdi board --language", &[], Language::English),
        ("sakdi board --language fr", thai, Language::Thai),
        ("sakdi", &[("LC_ALL", ""), ("LC_MESSAGES", "th"), ("LANG", "en_GB")], Language::Thai),
        ("sakdi", &[("LC_ALL", "C"), ("LANG", "th_TH.UTF-8")], Language::English),
        ("sakdi", &[("LANG", "tha_TH")], Language::English),
    ] {
        assert_eq!(found(arguments, locale), expected, "{arguments} {locale:?}");
    }
}

#[test]
fn commands_speak_the_language_of_the_locale_unless_told() {
    let parse = |language, arguments: &[&str]| {
        let matches = command(language).try_get_matches_from(arguments).expect("arguments");
        let (_, inner) = matches.subcommand().expect("a command");
        inner.get_one::<Language>("language").copied()
    };
    assert_eq!(parse(Language::English, &["sakdi", "play"]), Some(Language::English));
    assert_eq!(parse(Language::Thai, &["sakdi", "play"]), Some(Language::Thai));
    assert_eq!(parse(Language::Thai, &["sakdi", "--language", "th", "play"]), Some(Language::Thai));
    let english = ["sakdi", "play", "--language", "en"];
    assert_eq!(parse(Language::English, &english), Some(Language::English));
    assert_eq!(
        parse(Language::Thai, &["sakdi", "perft", "3", "--language", "th"]),
        Some(Language::Thai)
    );
}

#[test]
fn errors_of_arguments_are_thai() {
    for (arguments, expected) in [
        ("sakdi no-such", "ผิดพลาด: ไม่มีคำสั่ง 'no-such'"),
        ("sakdi play --levle 3", "อาจหมายถึง '--level'"),
        ("sakdi play --levle 3", "วิธีใช้: sakdi play "),
        ("sakdi play --level 30", "'--level <เลข>' ใช้ค่า '30' ไม่ได้: ต้องอยู่ระหว่าง -2 ถึง 20"),
        ("sakdi games find --since x", "ใช้ค่า 'x' ไม่ได้\n  --since <ปี>: ตั้งแต่ปีใด พ.ศ. หรือ ค.ศ."),
        ("sakdi analyse a --counting x", "\n  --counting <ใคร>: ใครนับ: weaker"),
        ("sakdi match --rounds x", "'--rounds <เลข>' ใช้ค่า 'x' ไม่ได้"),
        ("sakdi play --color red", "ค่าที่ใช้ได้: white, black, random"),
        ("sakdi play --color", "'--color <ฝ่าย>' ต้องมีค่า"),
        ("sakdi play --tc 5+3 --st 20", "ใช้ '--tc <นาที+วินาที>' พร้อมกับ '--st <วินาที>' ไม่ได้"),
        ("sakdi play --st 20 --st 20", "ให้ '--st <วินาที>' ได้ครั้งเดียว"),
        ("sakdi epd", "ยังขาด <ไฟล์>"),
        ("sakdi puzzles", "คำสั่ง:"),
    ] {
        let error = command(Language::Thai).try_get_matches_from(arguments.split(' '));
        let error = error.expect_err(arguments);
        let is_help = errors::is_help(&error);
        let words: Vec<&str> = arguments.split(' ').collect();
        let said = if is_help { error.to_string() } else { errors::thai(&error, &path(&words)) };
        assert!(said.contains(expected), "{arguments}: {said}");
        assert!(!said.contains("Usage") && !said.contains("[OPTIONS]"), "{said}");
    }
}

/// The parsers of values give their reasons in English.
#[test]
fn a_value_that_no_argument_takes_is_refused_in_thai() {
    let mut refused = 0;
    for_each(&built(Language::Thai), "", &mut |inner, place| {
        for (id, argument) in visible(inner).filter(|(_, argument)| !argument.is_positional()) {
            let Some(long) = argument.get_long() else { continue };
            let words: Vec<&str> = std::iter::once("sakdi").chain(place.split(' ')).collect();
            let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
            let value = format!("--{long}=~no such~");
            let words = [&words[..], &[value.as_str()]].concat();
            let parsed = command(Language::Thai).try_get_matches_from(&words);
            let Err(error) = parsed else { continue };
            if error.kind() != clap::error::ErrorKind::ValueValidation {
                continue;
            }
            let said = errors::thai(&error, &path(&words));
            let source = std::error::Error::source(&error).map(ToString::to_string);
            let english = source.unwrap_or_default();
            assert!(!said.contains(&english), "{place} {id}: {said}");
            assert!(said.lines().any(|line| line.starts_with("  --")), "{place} {id}: {said}");
            refused += 1;
        }
    });
    assert!(refused > 80, "{refused} arguments");
}
