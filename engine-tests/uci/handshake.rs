//! The handshake and the options.

use crate::client::Client;
use std::fs;
use std::path::Path;

fn handshake() -> Vec<String> {
    let mut client = Client::start();
    client.send("uci");
    client.lines_until(|line| line == "uciok")
}

#[test]
fn options_are_announced_as_the_strictest_clients_read_them() {
    let lines = handshake();
    let options: Vec<&str> =
        lines.iter().filter_map(|line| line.strip_prefix("option name ")).collect();
    assert!(lines.contains(
        &"option name UCI_Variant type combo default makruk var makruk var makpong".to_owned()
    ));
    let names: Vec<&str> =
        options.iter().map(|option| option.split(" type ").next().unwrap()).collect();
    for name in [
        "UCI_Variant",
        "CountingRule",
        "Hash",
        "Clear Hash",
        "Threads",
        "Ponder",
        "MultiPV",
        "Move Overhead",
        "UCI_AnalyseMode",
        "UCI_ShowWDL",
        "UseTables",
        "TablePath",
        "TableProbeDepth",
        "Use NNUE",
        "EvalFile",
        "Language",
        "Notation",
        "Skill Level",
        "UCI_LimitStrength",
        "UCI_Elo",
        "OwnBook",
        "BookFile",
    ] {
        assert!(names.contains(&name), "{name}");
    }
    assert!(!names.contains(&"UCI_Chess960"));
    assert_eq!(names.iter().filter(|name| name.contains("Variant")).count(), 1);
    for option in &options {
        assert!(option.len() < 230, "{option}");
        let (_, form) = option.split_once(" type ").unwrap();
        let words: Vec<&str> = form.split(' ').collect();
        let after = |word| {
            let at = words.iter().position(|&w| w == word);
            at.and_then(|at| words.get(at + 1)).unwrap_or_else(|| panic!("{word} in {option}"))
        };
        match words[0] {
            "button" => assert_eq!(words.len(), 1, "{option}"),
            "check" => assert!(["true", "false"].contains(after("default")), "{option}"),
            "combo" => assert!(form.contains(&format!("var {}", after("default"))), "{option}"),
            "spin" => {
                let number = |word| after(word).parse::<i64>().unwrap();
                let range = number("min")..=number("max");
                assert!(range.contains(&number("default")), "{option}");
            }
            "string" => assert!(!after("default").is_empty(), "{option}"),
            other => panic!("unknown type {other}"),
        }
    }
}

/// Every option has its row in the document, in the same order, with its values and its default.
#[cfg_attr(feature = "tuning", ignore = "the constants are options that the document leaves out")]
#[test]
fn the_document_describes_every_option() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/uci.md");
    let document = fs::read_to_string(document).expect("a readable document");
    let (_, section) = document.split_once("\n## Options\n").expect("a section on options");
    let (section, _) = section.split_once("\n## ").expect("a section after it");
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let lines = handshake();
    let options: Vec<&str> =
        lines.iter().filter_map(|line| line.strip_prefix("option name ")).collect();
    let rows: Vec<[&str; 2]> = rows
        .map(|row| {
            let mut cells = row.split(" | ");
            [cells.next(), cells.next()]
                .map(|cell| cell.expect("two cells").trim_matches(['|', ' ']))
        })
        .collect();
    let names: Vec<String> = options
        .iter()
        .map(|option| format!("`{}`", option.split(" type ").next().unwrap()))
        .collect();
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), names);
    for (option, [_, values]) in std::iter::zip(options, rows) {
        let (_, form) = option.split_once(" type ").unwrap();
        let words: Vec<&str> = form.split(' ').collect();
        let after = |word| {
            let at = words.iter().position(|&w| w == word);
            at.map(|at| words[at + 1])
        };
        let described = match words[0] {
            "button" => "button".to_owned(),
            "check" => "true, false".to_owned(),
            "combo" => form.split(" var ").skip(1).collect::<Vec<_>>().join(", "),
            "spin" => format!("{}–{}", after("min").unwrap(), after("max").unwrap()),
            _ => String::new(),
        };
        assert!(values.starts_with(&described), "{option}: {values}");
        if let Some(default) = after("default") {
            let values = values.replace('`', "");
            assert!(values.ends_with(&format!("default {default}")), "{option}: {values}");
        }
    }
}

#[test]
fn the_engine_says_who_it_is() {
    let lines = handshake();
    assert!(lines.iter().any(|line| line.starts_with("id name Sakdi ")));
    let author = lines.iter().find_map(|line| line.strip_prefix("id author "));
    assert!(author.is_some_and(|author| !author.is_empty()));
}

#[test]
fn a_client_may_ask_again_and_in_any_order() {
    let mut client = Client::start();
    client.send("\n   \nisready\r");
    assert_eq!(client.line(), "readyok");
    client.send("position startpos moves e3e4\r\n\r\nuci\r");
    client.lines_until(|line| line == "uciok");
    client.send("uci");
    client.lines_until(|line| line == "uciok");
    assert!(client.shown("Fen:").starts_with("rnsmksnr/8/pppppppp/8/4P3"));
}

#[test]
fn it_starts_in_makruk_and_rejects_chess() {
    let mut client = Client::start();
    // A khun in check may move away in Makruk but not in Makpong.
    let check = "position fen 4k3/8/8/8/4R3/8/8/4K3 b - - 0 1";
    assert_eq!(client.ask(check), [] as [&str; 0]);
    assert_eq!(client.shown("Result:"), "ongoing");
    let lines = client.ask("setoption name UCI_Variant value chess");
    assert_eq!(
        lines,
        ["info string option UCI_Variant: unknown value 'chess': expected makruk or makpong"]
    );
    assert_eq!(client.shown("Result:"), "ongoing");
    client.send("setoption name uci_variant value MAKPONG");
    assert_eq!(client.shown("Result:"), "mate", "the position on the board is judged anew");
    client.send("setoption name UCI_Variant value makruk");
    assert_eq!(client.shown("Result:"), "ongoing");
}

#[test]
fn the_counting_rule_can_be_chosen() {
    let mut client = Client::start();
    client.send("position fen 8/8/4k3/8/8/4K3/3R4/8 b - 32 6 60 moves e6e5");
    assert_eq!(client.shown("Fen:"), "8/8/8/4k3/8/4K3/3R4/8 w - 32 7 61");
    client.send("setoption name CountingRule value none");
    assert_eq!(client.shown("Fen:"), "8/8/8/4k3/8/4K3/3R4/8 w - - 1 61");
    client.send("setoption name CountingRule value thai-strict");
    assert_eq!(client.shown("Fen:"), "8/8/8/4k3/8/4K3/3R4/8 w - 32 7 61");
}

/// An option that sets up the position again does not repeat what was refused in its moves.
#[test]
fn a_refused_move_is_told_once() {
    let mut client = Client::start();
    let said = client.ask("position startpos moves e3e4 zz e6e5");
    assert!(said.iter().any(|line| line.contains("cannot read the move 'zz'")), "{said:#?}");
    let fen = client.shown("Fen:");
    for option in ["CountingRule value thai", "UCI_Variant value makpong"] {
        assert_eq!(client.ask(&format!("setoption name {option}")), [""; 0], "{option}");
    }
    assert_eq!(client.shown("Fen:"), fen);
}

/// Options of other engines that clients send.
#[test]
fn unknown_options_and_bad_values_cost_one_remark_at_most() {
    let mut client = Client::start();
    for option in [
        "name Threads value ",
        "name Threads value two",
        "name Threads value 0",
        "name Threads value 99999999999999999999",
        "name Hash value -1",
        "name Hash value 1.5",
        "name Clear Hash value true",
        "name Clear Hash",
        "name Skill Level value -4",
        "name Skill Level -4",
        "name VariantPath value /no/such/file.ini",
        "name UCI_Chess960 value false",
        "name EvalFile value x.nnue",
        "name SyzygyPath value <empty>",
        "name Analysis Contempt value Off",
        "name Ponder value maybe",
        "name pv value bestmove readyok",
        "name",
        "Hash value 16",
        "",
    ] {
        let lines = client.ask(&format!("setoption {option}"));
        assert!(lines.len() <= 1, "{option}: {lines:#?}");
        assert!(lines.iter().all(|line| line.starts_with("info string ")), "{option}: {lines:#?}");
    }
    for option in ["HASH value 1", "tHrEaDs value 2", "ponder value TRUE", "move overhead value 0"]
    {
        assert_eq!(client.ask(&format!("setoption name {option}")), [] as [&str; 0], "{option}");
    }
    assert_eq!(
        client.go("go depth 3").last().map(|line| line.starts_with("bestmove ")),
        Some(true)
    );
}

#[test]
fn the_value_of_an_option_is_taken_as_typed() {
    let folder = tempfile::Builder::new().prefix("pv").tempdir().expect("a folder");
    let tables = folder.path().join("my  tables   of value");
    std::fs::create_dir(&tables).expect("room");
    let path = tables.display();
    let mut client = Client::start();
    let said = format!("info string 0 tables in {path}");
    assert_eq!(client.ask(&format!("  setoption  name   TablePath  value   {path}  ")), [said]);
    // White space in a name is ignored.
    assert_eq!(client.ask("setoption name Move   Overhead \t value  20"), [] as [&str; 0]);
}

#[test]
fn a_server_is_no_folder_of_tables() {
    let mut client = Client::start();
    let lines = client.ask("setoption name TablePath value https://example.org/tables");
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(lines[0].contains("`sakdi tables probe --url` asks a server"), "{lines:#?}");
}

#[test]
fn unknown_commands_cost_one_remark() {
    let mut client = Client::start();
    for command in ["joho", "xyzzy e2e4", "goo depth 1", "\u{1f451}", "pv"] {
        let lines = client.ask(command);
        assert_eq!(lines.len(), 1, "{command}: {lines:#?}");
        assert!(lines[0].starts_with("info string unknown command '"), "{command}: {lines:#?}");
    }
    assert_eq!(client.ask("debug on"), [] as [&str; 0]);
}
