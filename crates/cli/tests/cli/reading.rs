//! What is skipped in a text is said by each command that reads it, once, on stderr.

use std::collections::BTreeSet;
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

/// A command that takes games or positions: its words before them, and what it says of one that it has read, if that
/// is an error.
pub(crate) struct Taker {
    pub(crate) words: &'static str,
    /// Whether its output depends on the position alone.
    is_of_position: bool,
    /// What it says of games that it can do nothing with.
    pub(crate) but: &'static str,
}

const fn taker(words: &'static str, is_of_position: bool, but: &'static str) -> Taker {
    Taker {
        words,
        is_of_position,
        but,
    }
}

/// All commands that take a game or a position, with options that make them quick.
pub(crate) const TAKERS: [Taker; 14] = [
    taker("analyse", false, ""),
    taker("book add new.book --depth 1 --max-moves 1", false, ""),
    taker("book show", true, ""),
    taker("convert", false, ""),
    taker("explain", true, ""),
    taker("games", false, ""),
    taker("hint --depth 1 --threads 1", true, ""),
    taker("openings --no-eval", false, ""),
    taker("openings f5 --no-eval", false, ""),
    taker("play --plain", false, ""),
    taker("puzzle --json --empties 4-20", false, "is such a puzzle"),
    taker("review --plain --depth 1", false, "has no moves to review"),
    taker("show", false, ""),
    taker("solve --time-limit 0.001", false, "unsolved position"),
];

/// The commands that take neither games nor positions as words.
const OTHERS: [&str; 17] = [
    "bench",
    "book",
    "book check",
    "book extend",
    "book lines",
    "completions",
    "doctor",
    "engine",
    "go",
    "host",
    "join",
    "learn",
    "man",
    "match",
    "perft",
    "stats",
    "themes",
];

/// A game in GGF.
pub(crate) const GAME: &str = "(;GM[Othello]PB[Ann]PW[Bob]B[f5]W[d6]B[c3];)\n";

/// The position after it.
const POSITION: &str = "------------------X--------XX------OXX-----O-------------------- O";

/// All commands of the program, such as `book show`, from the manual page.
pub(crate) fn commands() -> BTreeSet<String> {
    let page = crate::general::run(&["man"]);
    let page = String::from_utf8(page.stdout).unwrap();
    let names = page
        .lines()
        .filter_map(|line| line.strip_prefix(".SH REVERSI ").map(str::to_lowercase));
    names.chain(["play".to_owned()]).collect()
}

#[test]
fn every_command_is_known_to_take_games_or_not() {
    let takers = TAKERS.iter().map(|taker| {
        let words: Vec<&str> = taker.words.split(' ').collect();
        words[..if words[0] == "book" { 2 } else { 1 }].join(" ")
    });
    let known: BTreeSet<String> = takers.chain(OTHERS.map(str::to_owned)).collect();
    assert_eq!(known, commands());
}

/// Takes seconds: 14 commands in 11 ways each.
#[test]
fn every_command_takes_a_game_or_a_position_in_every_way() {
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name);
    fs::write(path("games.ggf"), GAME.repeat(2)).unwrap();
    fs::create_dir(path("reversi")).unwrap();
    fs::write(path("reversi/games.ggf"), GAME).unwrap();
    // The first is the text with which the others are compared.
    let ways = [
        ("f5d6c3", ""),
        ("games.ggf", ""),
        ("games.ggf#2", ""),
        ("games.ggf 2", ""),
        ("history:1", ""),
        ("history:last", ""),
        ("-", "f5 d6 c3"),
        ("-", GAME),
        ("-", POSITION),
        (POSITION, ""),
        ("I lost: f5d6c3 why?", ""),
    ];
    let mut wrong = Vec::new();
    for taker in &TAKERS {
        let mut first = None;
        for (way, input) in ways {
            let args: Vec<&str> = taker.words.split(' ').chain([way]).collect();
            let mut command = program(home.path(), &args);
            let output = run(command.current_dir(home.path()), input.as_bytes());
            let stderr = String::from_utf8(output.stderr).unwrap();
            let is_read = output.status.success() && !stderr.contains("error: ")
                || !taker.but.is_empty() && stderr.contains(taker.but);
            let first = first.get_or_insert_with(|| output.stdout.clone());
            if !is_read || taker.is_of_position && *first != output.stdout {
                wrong.push(format!(
                    "{args:?} with {input:?}: {}{stderr}",
                    output.status
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
