//! Help, completions and the manual page.

use super::{home_with_settings, program, said};
#[cfg(unix)]
use crate::program::{command, succeeds};

#[test]
fn every_help_says_what_it_is_about_before_options_and_examples() {
    for args in [
        &["play", "--help"][..],
        &["play", "-h"],
        &["learn", "--help"],
        &["analyse", "--help"],
        &["review", "--help"],
        &["explain", "--help"],
        &["book", "--help"],
        &["doctor", "--help"],
        &["perft", "-h"],
        &["show", "--help"],
        &["convert", "--help"],
        &["games", "--help"],
        &["history", "--help"],
        &["stats", "--help"],
        &["book", "show", "--help"],
        &["book", "extend", "--help"],
        &["book", "check", "--help"],
        &["puzzle", "--help"],
        &["solve", "--help"],
        &["hint", "--help"],
        &["openings", "--help"],
        &["match", "--help"],
        &["go", "--help"],
        &["host", "--help"],
        &["join", "--help"],
        &["engine", "--help"],
        &["bench", "--help"],
        &["themes", "--help"],
        &["completions", "--help"],
        &["man", "--help"],
        &["help", "show"],
    ] {
        let help = said(args);
        let place = |part: &str| help.find(part).unwrap_or_else(|| panic!("{part}: {help}"));
        assert!(place("\n\nUsage: reversi") > 0, "{args:?}: {help}");
        assert!(place("\nUsage: ") < place("\nOptions:\n"), "{args:?}");
        assert!(
            place("\nOptions:\n") < place("\nExamples:\n  reversi"),
            "{args:?}"
        );
    }
}

#[test]
fn the_help_lists_commands_and_that_of_play_players_themes_and_options() {
    let short = said(&["--help"]);
    assert!(short.starts_with("Reversi (Othello) for the terminal\nUsage: reversi [play]"));
    for word in ["  play, ", "perft", "show", "completions", "man", "doctor"] {
        assert!(short.contains(word), "{word}: {short}");
    }
    assert!(
        short.contains("--theme THEME ") && !short.contains("--no-animation"),
        "{short}"
    );
    assert_eq!(said(&["-h"]), short);
    assert_eq!(said(&["help"]), short);
    let help = said(&["help", "play"]);
    for word in [
        "you",
        "random",
        "greedy",
        "level 1",
        "level 10",
        "classic",
        "contrast",
        "color-safe",
        "monochrome",
        "--no-animation",
        "--position",
        "auto, always, never",
    ] {
        assert!(help.contains(word), "{word}: {help}");
    }
    assert_eq!(
        said(&["--version"]),
        format!("reversi {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn the_version_names_commit_and_compiler_only_when_asked() {
    let version = format!("reversi {}\n", env!("CARGO_PKG_VERSION"));
    let long = said(&["--version", "--verbose"]);
    assert_eq!(said(&["--verbose", "-V"]), long);
    let facts = long.strip_prefix(&version).unwrap();
    assert!(facts.contains("compiler rustc "), "{long}");
    for fact in facts.lines() {
        let (name, value) = fact.split_once(' ').unwrap();
        let line = format!("  {name:<17}{value}\n");
        let home = tempfile::tempdir().unwrap();
        let output = program(home.path(), &["doctor"]).output().unwrap();
        let report = String::from_utf8(output.stdout).unwrap();
        assert!(report.contains(&line), "{line}: {report}");
    }
}

#[test]
fn the_examples_of_the_help_run() {
    for args in [
        &["show", "f5d6c3"][..],
        &["show", "--hex", "f5d6c3"],
        &["--moves", "f5d6c3", "--white", "random"],
        &["play", "--white", "greedy", "--pace", "0"],
        &[
            "play", "--black", "random", "--white", "random", "--seed", "7", "--plain",
        ],
    ] {
        said(args);
    }
}

#[test]
fn help_and_mistakes_are_coloured_only_when_asked_for() {
    let home = tempfile::tempdir().unwrap();
    let escapes = |args: &[&str], variables: &[(&str, &str)]| {
        let output = program(home.path(), args)
            .envs(variables.iter().copied())
            .output()
            .unwrap();
        [output.stdout, output.stderr].concat().contains(&0x1b)
    };
    assert!(!escapes(&["--help"], &[]));
    assert!(escapes(&["--color", "always", "--help"], &[]));
    assert!(escapes(&["--color=always", "--black", "x"], &[]));
    assert!(escapes(
        &["perft", "x", "--color=always"],
        &[("NO_COLOR", "1")]
    ));
    assert!(!escapes(&["--black", "x"], &[("NO_COLOR", "1")]));
    assert!(!escapes(&["--color", "never", "--black", "x"], &[]));
}

#[test]
fn completions_are_written_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = said(&["completions", shell]);
        for word in ["perft", "completions", "no-animation"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        // The scripts for the other two complete no values.
        if ["bash", "zsh", "fish"].contains(&shell) {
            assert!(
                script.contains("greedy") && script.contains("color-safe"),
                "{shell}"
            );
        }
    }
}

/// Returns the line of the script for fish about an option of a command.
fn fish_option(script: &str, command: &str, option: &str) -> String {
    let (command, option) = (
        format!("using_subcommand {command}"),
        format!(" -l {option} "),
    );
    let start = script
        .match_indices(&option)
        .map(|(at, _)| script[..at].rfind('\n').unwrap() + 1);
    let mut lines = start.map(|at| script[at..].split("\ncomplete ").next().unwrap());
    lines
        .find(|line| line.contains(&command))
        .unwrap()
        .to_owned()
}

#[test]
fn completions_offer_only_what_works() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = said(&["completions", shell]);
        assert!(
            !script.contains("guard-engine") && !script.contains("become-engine"),
            "{shell}"
        );
    }
    let script = said(&["completions", "fish"]);
    let values = |option: &str| {
        let line = fish_option(&script, "convert", option);
        ["quest", "svg", "cast", "ggf"].map(|format| line.contains(&format!("{format}\\t")))
    };
    assert_eq!(values("from"), [true, false, false, true]);
    assert_eq!(values("to"), [false, true, true, true]);
    let help = said(&["convert", "--help"]);
    assert_eq!(help.matches("svg, ").count(), 1, "{help}");
    assert_eq!(super::run(&["guard-engine"]).status.code(), Some(2));
}

#[test]
fn completions_offer_the_engines_of_the_settings_and_openings_of_one_word() {
    let engine = "[engines.my-edax]\ncommand = \"edax -nboard\"\nprotocol = \"nboard\"\n";
    let home = home_with_settings(engine);
    for shell in ["bash", "zsh", "fish"] {
        let output = program(home.path(), &["completions", shell])
            .output()
            .unwrap();
        let script = String::from_utf8(output.stdout).unwrap();
        for word in ["my-edax", "Tiger", "balanced"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        assert!(!script.contains("Rose v."), "{shell}");
    }
}

#[test]
fn completions_offer_files_only_where_files_are_taken() {
    let script = said(&["completions", "fish"]);
    for (command, option, part) in [
        ("play", "white", "level3"),
        ("go", "white", "level3"),
        ("engine", "level", "10\\t"),
        ("play", "theme", "color-safe"),
        ("play", "name", " -r -f"),
        ("hint", "depth", " -r -f"),
        ("convert", "output", " -r -F"),
        ("solve", "weights", " -r -F"),
    ] {
        let line = fish_option(&script, command, option);
        assert!(line.contains(part), "{command} --{option}: {line}");
        assert_eq!(line.contains(" -f"), !part.contains("-F"), "{line}");
    }
}

/// What fish offers after some words; nothing where it is not installed.
#[cfg(unix)]
fn offered_by_fish(words: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("reversi.fish");
    std::fs::write(&path, said(&["completions", "fish"])).unwrap();
    std::fs::write(folder.path().join("a-file"), "").unwrap();
    let line = format!("source {}; complete -C '{words} '", path.display());
    let output = command(folder.path(), "fish")
        .args(["--no-config", "-c", &line])
        .current_dir(folder.path())
        .output()
        .ok()?;
    Some(String::from_utf8(output.stdout).unwrap())
}

#[cfg(unix)]
#[test]
fn fish_offers_values_of_an_option_before_any_command() {
    for (words, value) in [
        ("reversi --white", "level3"),
        ("reversi --white 3 --theme", "classic"),
        ("reversi play --black", "greedy"),
    ] {
        if let Some(offered) = offered_by_fish(words) {
            assert!(
                offered.contains(value) && !offered.contains("a-file"),
                "{words}: {offered}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn the_completion_script_is_accepted_by_bash() {
    let script = said(&["completions", "bash"]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("reversi.bash");
    std::fs::write(&path, script).unwrap();
    // Where there is no bash there is nothing to check.
    if succeeds("bash", ["-c", "exit"]) {
        assert!(succeeds("bash", ["-n".as_ref(), path.as_os_str()]));
    }
}

#[test]
fn the_manual_page_holds_examples_and_every_command() {
    let page = said(&["man"]);
    assert!(page.contains(".TH reversi 1"));
    assert!(page.find(".SH EXAMPLES").unwrap() < page.find(".SH OPTIONS").unwrap());
    for section in ["PERFT", "SHOW", "COMPLETIONS", "MAN"] {
        assert!(
            page.contains(&format!(".SH REVERSI {section}\n")),
            "{section}"
        );
    }
    for option in ["black", "position", "hex", "pace", "color"] {
        assert!(page.contains(&format!("\\-\\-{option}")), "{option}");
    }
}

#[test]
fn the_manual_page_has_its_usual_sections_and_each_command_of_a_command() {
    let page = said(&["man"]);
    let sections: Vec<_> = page
        .lines()
        .filter_map(|line| line.strip_prefix(".SH "))
        .collect();
    for name in ["COMMANDS", "EXIT STATUS", "FILES", "ENVIRONMENT", "NOTES"] {
        assert!(sections.contains(&name), "{name}: {sections:?}");
    }
    let distinct: std::collections::BTreeSet<_> = sections.iter().collect();
    assert_eq!(
        distinct.len(),
        sections.len(),
        "a section stands twice: {sections:?}"
    );
    // The first row of a list has the indent of the others.
    assert!(
        page.contains(".nf\n\\&  0  all went well, also if a list is empty\n"),
        "{page}"
    );
    for (command, option) in [
        ("SHOW", "json"),
        ("LINES", "book"),
        ("ADD", "min\\-games"),
        ("EXTEND", "positions"),
        ("CHECK", "max\\-loss"),
    ] {
        let name = format!(".SH REVERSI BOOK {command}\n");
        let (_, section) = page.split_once(&name).unwrap_or_else(|| panic!("{name}"));
        let section = section.split(".SH ").next().unwrap();
        assert!(section.contains(&format!("\\-\\-{option}")), "{section}");
    }
}

#[test]
fn the_manual_page_keeps_examples_with_their_indent_within_80_columns() {
    let page = said(&["man"]);
    assert!(
        page.contains("\n\\&  reversi review history:last"),
        "{page}"
    );
    let mut is_kept = false;
    for line in page.lines() {
        match line {
            ".nf" => is_kept = true,
            ".fi" => is_kept = false,
            _ if is_kept => {
                let shown = line
                    .trim_start_matches("\\&")
                    .replace("\\-", "-")
                    .replace("\\e", "\\");
                // A section is indented by 7.
                assert!(shown.chars().count() + 7 <= 80, "{line}");
                assert!(shown.starts_with("  "), "{line}");
            }
            _ => {}
        }
    }
}

#[test]
fn an_empty_history_is_no_wrong_usage() {
    for command in ["show", "review", "hint", "convert"] {
        for game in ["history:last", "history:1"] {
            let output = super::run(&[command, game]);
            assert_eq!(
                output.status.code(),
                Some(1),
                "{command} {game}: {output:?}"
            );
            let text = String::from_utf8(output.stderr).unwrap();
            assert!(
                text.contains("the history is empty"),
                "{command} {game}: {text}"
            );
        }
    }
    assert_eq!(said(&["history"]), "");
}
