//! The program in a made-up language: what bypasses the messages stays English.

use std::collections::BTreeSet;
use std::path::Path;

use crate::code::words_of_code;
use crate::program::{program, run};

/// Words that no language changes: commands, options, keys, formats, files, players, openings and values.
const NAMES: &str = "\
    always auto never light dark classic color contrast monochrome safe cast csv ggf obf pgn quest sgf svg jsonl
    transcript wthor AVX ENGINE NAME PLAYER THEME TIME portable book explain row show OXX XXX reversi greedy random
    nboard gtp level host join https Diagonal Ganglion Perpendicular Tiger";

/// How a usage begins.
const USAGE: &str = "Ûšååĝĝê: ";

/// The English words that stay in some command lines, and what they are.
const STAYS: [(&str, &str, &str); 3] = [
    (
        "solve --all-moves --wld",
        "win",
        "a score in a file of solutions",
    ),
    (
        "bench --boards --depth 1",
        "bit plain step word",
        "names of kernels",
    ),
    (
        "games --result best",
        "black draw loss white win",
        "values that people type",
    ),
];

/// The command whose lessons show source.
const WITH_SOURCE: &str = "explain";

/// Games for the commands that read some, and the line of a position to solve.
const GAMES: &str = "f5d6c3d3c4f4\nf5f6e6f4\n";
const ENDGAME: &str = "-OOOOOXX-OOXXXXXOOXXXOXXOOOXXXXXOOXXOXXXOXOXXXXXOOOOXXXXOO--OOOO X";

/// Commands that print something for people, and what they read.
const COMMANDS: [(&str, &str); 32] = [
    ("show f5d6c3", ""),
    ("show f5d6c3 --hex --at 1", ""),
    ("show - --at 3", "f5d6c3d3c4f4 and more"),
    ("explain f5d6c3 --flips c4", ""),
    ("explain --stable --steps", ""),
    ("explain f5 --directions", ""),
    ("explain --go", ""),
    ("solve", ENDGAME),
    ("solve --all-moves --wld", ENDGAME),
    ("hint f5d6c3 -n 3 --depth 3", ""),
    ("openings f5d6c3 --depth 2 -", GAMES),
    ("openings --no-eval", ""),
    ("games -", GAMES),
    ("games", ""),
    ("games --stats", ""),
    ("review f5d6c3d3c4f4 --depth 2 --lines", ""),
    ("review - --depth 2", GAMES),
    ("review - --depth 2 --mistakes 1", GAMES),
    ("stats --no-review", ""),
    ("match random greedy --games 2", ""),
    ("match random greedy random --games 2", ""),
    ("perft 3", ""),
    ("bench --boards --depth 1", ""),
    ("book show f5d6c3", ""),
    ("book check --positions 2 --depth 4", ""),
    ("themes", ""),
    ("learn --plain", ""),
    (
        "puzzle -n 1 --seed 3 --empties 5",
        "help\nhint\nhint\na1\nwhat\ndiscs\nboard\nplay\nhint\n",
    ),
    (
        "analyse f5d6c3 --spoken",
        "first\nnext\nlast\nback\nhelp\nreview\nquit\n",
    ),
    ("--plain --seed 1", LINES),
    (
        "--spoken --white random --seed 1",
        "f5\nhint 2\neval\nreview\nundo\nquit\n",
    ),
    (
        "go --white friend",
        "help\nc3 b3\nliberties c3\nliberties\nhistory\nd9\npass pass\nboard\nquit\n",
    ),
];

/// A short game with each command of line mode.
const LINES: &str = "\
help\nf5 d6 c3\nmoves\nboard\ndiscs\nhistory\nhint\nhint 2\nhint 0\neval\nlevel\nlevel 3\nlevel 30\nundo\nredo\nnext
back\nfirst\nfirst\nlast\nlast\ngo\ntake\nforfeit\nswap\ndraw\nclaim\nmute\nreview\nresume\nsave\nopen\nopen nowhere.ggf
open history:last\nsay hello\na1\nf5 a1\ni9\nwhat\nresign\nhistory\nf5\nnew\nreview\nquit\n";

/// Command lines with something wrong.
const WRONG: [&str; 60] = [
    "bok",
    "book",
    "book shw",
    "nothing",
    "help nothing",
    "--depth 3",
    "--time 5m show",
    "show --time 5m",
    "hint",
    "hint f5 --dpth 3",
    "hint f5 --depth",
    "hint f5 --depth 0",
    "hint f5 --depth 99999999999999999999",
    "hint f5 --depth 3 --depth 4",
    "hint f5 --depth 3 --time-limit 4",
    "hint f5 --time-limit never",
    "hint f5 --threads 0",
    "hint f5 --engine 3",
    "hint f5 --weights nowhere.dat",
    "hint f5d6c4c4",
    "show f5 f6",
    "show f5d6a1",
    "show nowhere.ggf",
    "show f5 --at 9",
    "show f5 --at x",
    "show f5 --mark zz",
    "show f5 --link example.org",
    "show f5 --game 2",
    "show history:1",
    "show history:x",
    "show --kifu",
    "explain --carry --direction right",
    "explain --stable --direction right",
    "explain --direction upup",
    "explain --example no",
    "explain --stable --unmasked",
    "explain --step 1",
    "explain --go --size 9",
    "explain f5 --flips i9",
    "solve",
    "solve f5",
    "solve nowhere.obf",
    "solve f5 --shard 9/8",
    "solve f5 --output here.txt",
    "games nowhere.ggf",
    "games --delete 3",
    "games --result best",
    "games --year soon",
    "games -n 0",
    "review",
    "review f5 --many --lines",
    "review --library",
    "stats --libraries",
    "stats --delete-all",
    "match 1",
    "match 1 you",
    "match 1 2 --games 3",
    "match level0 2",
    "puzzle --kind hard",
    "join localhost --code x",
];

/// Returns a line of the output without the names that stand in their own places: what is before the explanation of a row,
/// and options.
fn without_names(line: &str) -> String {
    let line = line.trim_start();
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || ", -.:+".contains(c);
    let line = match line.split_once("  ") {
        Some((names, rest)) if names.chars().all(is_name) => rest,
        _ => line,
    };
    let line = match line.strip_prefix("- ").and_then(|row| row.split_once(": ")) {
        Some((_, rest)) => rest,
        None => line,
    };
    let words = line.split([' ', '=', '`', '(', '"', '\'']);
    let words = words.filter(|word| !word.starts_with("--"));
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the plain English words of a text: three letters or more.
fn words(text: &str) -> BTreeSet<String> {
    let words = text
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| word.len() >= 3);
    let plain = words.filter(|word| word.chars().all(|c| c.is_ascii_alphabetic()));
    plain.map(str::to_owned).collect()
}

/// Returns the plain English words of a text that are no names and not known.
fn english(text: &str, known: &BTreeSet<String>) -> String {
    let known = &words(NAMES) | known;
    // A usage has names of commands, options and values.
    // So have square brackets, after a colon.
    let mut parts = text.split('[');
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |text, part| match part.split_once(']') {
        Some((values, rest)) if values.contains(':') => text + rest,
        _ => text + part,
    });
    let lines = text.lines().filter(|line| !line.starts_with(USAGE));
    let lines: Vec<String> = lines.map(without_names).collect();
    let found = &words(&lines.join("\n")) - &known;
    found.into_iter().collect::<Vec<_>>().join(" ")
}

/// Returns what the program prints in the made-up language.
fn said(home: &Path, line: &str, input: &str) -> String {
    let args: Vec<&str> = line.split_whitespace().collect();
    let mut command = program(home, &args);
    let output = run(command.env("REVERSI_LANG", "zz"), input.as_bytes());
    let texts = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    texts.join("\n")
}

#[test]
fn nothing_that_the_program_says_is_english_but_names() {
    let home = tempfile::tempdir().unwrap();
    let commands = "play learn analyse host join perft show explain solve hint openings match engine bench review puzzle \
        go convert games stats themes completions man doctor";
    let books = ["show", "lines", "add", "extend", "check"].map(|name| format!("book {name}"));
    let commands = commands.split_whitespace().map(str::to_owned);
    let helps = commands.chain(books).map(|name| name + " --help");
    let helps = helps.chain(["--help".to_owned(), "book -h".to_owned()]);
    let wrong = WRONG.into_iter().map(|line| (line.to_owned(), ""));
    let shown = COMMANDS
        .into_iter()
        .map(|(line, input)| (line.to_owned(), input));
    let all = helps.map(|line| (line, "")).chain(shown).chain(wrong);
    let mut found = Vec::new();
    let code = words_of_code(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")));
    for (line, input) in all {
        let mut known = words(&format!("{line} {input}"));
        if line.starts_with(WITH_SOURCE) && !line.ends_with("--help") {
            known.extend(code.iter().cloned());
        }
        let words = english(&said(home.path(), &line, input), &known);
        if !words.is_empty() {
            found.push((line, words));
        }
    }
    let stays = STAYS.map(|(line, words, _)| (line.to_owned(), words.to_owned()));
    assert_eq!(found, stays, "{found:#?}");
}
