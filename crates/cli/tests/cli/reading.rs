//! What is skipped in a text is said by each command that reads it, once, on stderr.

use std::fs;

use crate::program::{home_with_settings, program, run};

/// A text in no format, with a game.
const TEXT: &str = "My game: f5d6c3d3c4 why?\nnice\n";

/// What is said of it.
const SKIPPED: &str = "skipped \"My game\" at line 1, column 1 and 2 more";

/// Commands with the text in the file `game.txt`, in `TEXT`, on standard input, or in a library.
const COMMANDS: [&[&str]; 26] = [
    &["show", "game.txt"],
    &["show", "game.txt#1"],
    &["show", "--json", "game.txt"],
    &["show", "TEXT"],
    &["show", "-"],
    &["show", "--game", "1", "-"],
    &["convert", "game.txt"],
    &["convert", "game.txt#1"],
    &["convert", "--to", "sgf", "-"],
    &["games", "game.txt"],
    &["games", "--json", "game.txt"],
    &["games", "-"],
    &["games"],
    &["hint", "--depth", "1", "game.txt"],
    &["hint", "--depth", "1", "-"],
    &["explain", "game.txt"],
    &["openings", "f5", "game.txt"],
    &[
        "book",
        "add",
        "own.txt",
        "--depth",
        "1",
        "--min-games",
        "1",
        "--max-moves",
        "1",
        "game.txt",
    ],
    &["review", "--plain", "--depth", "1", "game.txt"],
    &["review", "--plain", "--depth", "1", "-"],
    &["solve", "--time-limit", "0.01", "game.txt"],
    &["solve", "--time-limit", "0.01", "-"],
    &["puzzle", "--json", "game.txt"],
    &["puzzle", "--json", "-"],
    &["play", "--plain", "game.txt"],
    &["play", "--plain", "--opening", "game.txt"],
];

#[test]
fn every_command_says_once_what_it_skips_in_a_text() {
    let mut silent = Vec::new();
    for args in COMMANDS {
        let home = home_with_settings("libraries = [\"game.txt\"]\n");
        let path = home.path().join("game.txt");
        fs::write(&path, TEXT).unwrap();
        let args = args
            .iter()
            .map(|&arg| if arg == "TEXT" { TEXT } else { arg });
        let args: Vec<&str> = args.collect();
        let input = if args.contains(&"-") { TEXT } else { "" };
        let output = run(
            program(home.path(), &args).current_dir(home.path()),
            input.as_bytes(),
        );
        let stderr = String::from_utf8(output.stderr).unwrap();
        let said = stderr
            .lines()
            .filter(|line| line.ends_with(SKIPPED))
            .count();
        if said != 1 {
            silent.push(format!("{args:?} says it {said} times:\n{stderr}"));
        }
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}
