//! Help, completions and the manual page.

#[cfg(unix)]
use std::process::Command;

use super::{program, said};

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
    assert!(short.starts_with("Reversi (Othello) for the terminal\n\nUsage: reversi [play]"));
    for word in ["  play ", "perft", "show", "completions", "man", "doctor"] {
        assert!(short.contains(word), "{word}: {short}");
    }
    assert!(!short.contains("--theme"), "{short}");
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

#[cfg(unix)]
#[test]
fn the_completion_script_is_accepted_by_bash() {
    let script = said(&["completions", "bash"]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("reversi.bash");
    std::fs::write(&path, script).unwrap();
    // Where there is no bash there is nothing to check.
    if let Ok(status) = Command::new("bash").arg("-n").arg(&path).status() {
        assert!(status.success());
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
