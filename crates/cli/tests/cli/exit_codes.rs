//! The exit codes: 2 if the command line is wrong, whatever the files hold; 1 if a file, the history or standard input
//! does not hold what is needed; 0 otherwise, also if a list is empty.

use std::fs;
use std::path::Path;

use crate::program::{program, run};
use crate::reading::{GAME, TAKERS, commands};

/// Commands, what they read, and their exit codes. `a.ggf` has one game, `bad.txt` a wrong move.
const CASES: [(i32, &str, &str); 47] = [
    (0, "--help", ""),
    (0, "--version", ""),
    (0, "help show", ""),
    (0, "show", ""),
    (0, "show f5d6c3", ""),
    (0, "show a.ggf", ""),
    (0, "show a.ggf#1", ""),
    (0, "show -", "f5d6c3"),
    (0, "perft 2", ""),
    (0, "explain --disc-count", ""),
    (0, "games a.ggf", ""),
    (0, "history", ""),
    (0, "history --json", ""),
    (0, "openings f5", ""),
    (0, "convert a.ggf", ""),
    (0, "review a.ggf --plain --depth 1", ""),
    (0, "themes", ""),
    (0, "completions bash", ""),
    // What a file, the history or standard input holds.
    (1, "show a.ggf#99", ""),
    (1, "show a.ggf --game 99", ""),
    (1, "show missing.ggf", ""),
    (1, "show bad.txt", ""),
    (1, "review bad.txt", ""),
    (1, "review missing.ggf", ""),
    (1, "convert missing.ggf", ""),
    (1, "games missing.ggf", ""),
    (1, "show history:5", ""),
    (1, "show history:last", ""),
    (1, "review history:5 --plain", ""),
    (1, "solve missing.obf", ""),
    (1, "go --plain --open a.ggf", ""),
    (1, "go --plain --open missing.sgf", ""),
    // The command line.
    (2, "nosuch", ""),
    (2, "show --nosuch", ""),
    (2, "show f5f5", ""),
    (2, "review f5f5", ""),
    (2, "show a.ggf#0", ""),
    (2, "show history:x", ""),
    (2, "show a.ggf#x", ""),
    (2, "review f5 -o a.png", ""),
    (2, "match 1 2 -o a.sgf", ""),
    (2, "perft x", ""),
    (2, "host --port 80x", ""),
    (2, "--plain --white nosuch", ""),
    (2, "explain --disc-count --stable", ""),
    (2, "explain --step 3", ""),
    (2, "match 1", ""),
];

/// What is wrong with a game or a position that a command takes, what it reads on standard input, and the exit code.
const CAUSES: [(i32, &str, &str); 16] = [
    (2, "a.ggf#0", ""),
    (2, "a.ggf#x", ""),
    (2, "history:x", ""),
    (2, "f5f5", ""),
    (1, "a.ggf#99", ""),
    (1, "a.ggf 99", ""),
    (1, "history:99", ""),
    (1, "history:last", ""),
    (1, "missing.ggf", ""),
    (1, "missing.ggf#1", ""),
    (1, "empty.ggf", ""),
    (1, "bad.ggf", ""),
    (1, "-", ""),
    (1, "-", "\n \n"),
    (1, "-", "f5f5"),
    (1, "-", "no game at all"),
];

/// Commands whose fault is in neither, by their causes.
const FAULTS: [(i32, &str); 25] = [
    // What a file holds.
    (1, "hint over.ggf"),
    (1, "openings over.ggf#1 --no-eval"),
    (1, "show a.ggf --at 200"),
    (1, "show a.ggf --game 99"),
    (1, "convert a.ggf --at 200 -o a.svg"),
    (1, "convert two.ggf -o a.svg"),
    (1, "match 1 2 --opening missing.ggf"),
    (1, "play --plain --opening over.ggf"),
    (1, "book show --book a.ggf"),
    (1, "hint --weights a.ggf f5"),
    (1, "review --library"),
    (1, "stats --libraries --no-review"),
    (1, "solve a.ggf"),
    // What the command line holds.
    (2, "hint e6f4e3f6g5d6e7f5c5"),
    (2, "openings e6f4e3f6g5d6e7f5c5 --no-eval"),
    (2, "show f5 --at 200"),
    (2, "show f5 --game 99"),
    (2, "convert f5 --at 200 -o a.svg"),
    (2, "convert f5 f5d6 -o a.svg"),
    (2, "match 1 2 --opening f5f5"),
    (2, "solve f5"),
    // What cannot be written, and what another program does.
    (1, "convert a.ggf -o nowhere/a.sgf"),
    (1, "review a.ggf -o nowhere/a.svg"),
    (1, "hint --engine nboard:missing-engine f5"),
    (1, "join 127.0.0.1:1 --code 7K3M-Q2XA-9TRW-C4HD --plain"),
];

/// The files of the cases.
fn write_files(folder: &Path) {
    let over = "B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5]";
    for (name, text) in [
        ("a.ggf", GAME.to_owned()),
        ("two.ggf", GAME.repeat(2)),
        ("over.ggf", format!("(;GM[Othello]{over};)\n")),
        ("bad.ggf", "(;GM[Othello]B[f5]W[f5];)\n".to_owned()),
        ("bad.txt", "f5f5\n".to_owned()),
        ("empty.ggf", String::new()),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
}

/// Runs a command. Returns what is wrong with its exit code or its error.
fn wrong(home: &Path, code: i32, args: &[&str], input: &str) -> Option<String> {
    let output = run(program(home, args).current_dir(home), input.as_bytes());
    let errors = String::from_utf8(output.stderr).unwrap();
    let has_error = errors.lines().any(|line| line.starts_with("error: "));
    let is_right = output.status.code() == Some(code) && has_error == (code > 0);
    (!is_right).then(|| format!("{args:?} with {input:?}: {}, {errors}", output.status))
}

/// Takes seconds: it tries 14 commands with 16 causes, and every command twice.
#[test]
fn every_command_has_the_exit_code_of_its_cause() {
    let home = tempfile::tempdir().unwrap();
    write_files(home.path());
    let mut found = Vec::new();
    for taker in &TAKERS {
        for (code, way, input) in CAUSES {
            let args: Vec<&str> = taker.words.split(' ').chain([way]).collect();
            found.extend(wrong(home.path(), code, &args, input));
        }
    }
    for command in commands() {
        let words: Vec<&str> = command.split(' ').collect();
        found.extend(wrong(
            home.path(),
            0,
            &[&words[..], &["--help"]].concat(),
            "",
        ));
        found.extend(wrong(
            home.path(),
            2,
            &[&words[..], &["--nosuch"]].concat(),
            "",
        ));
    }
    for (code, line) in FAULTS {
        let args: Vec<&str> = line.split(' ').collect();
        found.extend(wrong(home.path(), code, &args, ""));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn an_exit_code_says_whether_the_command_line_or_what_it_names_is_wrong() {
    let home = tempfile::tempdir().unwrap();
    write_files(home.path());
    let wrong = CASES.iter().filter_map(|(code, line, input)| {
        let args: Vec<&str> = line.split_whitespace().collect();
        wrong(home.path(), *code, &args, input)
    });
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn wrong_values_are_answered_in_plain_words() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("a.ggf"), "(;GM[Othello]B[f5];)\n").unwrap();
    for (line, expected) in [
        ("host --port 80x", "expected a whole number from 0 to 65535"),
        ("host --bind x", "expected an address such as 127.0.0.1"),
        ("games -n x", "expected a whole number, 1 or more\n"),
        (
            "show --link x",
            "expected the address of a page, such as https://",
        ),
        (
            "--white nosuch",
            "expected you, random, greedy, me, a level from 1 to 10, also with a time such as 10@0.5s, nboard:COMMAND, \
             gtp:COMMAND, or the name of an engine in the settings\n",
        ),
        (
            "--plain --white level",
            "in the settings; did you mean \"level 1\", or another level up to \"level 10\"?\n",
        ),
        (
            "engine gtp --level 99",
            "expected a whole number from 1 to 10, perhaps with a time for each move: 10@0.5s\n",
        ),
        (
            "convert a.ggf b.wtb",
            "error: there is no file b.wtb, and nothing was converted; to write it, use -o b.wtb\n",
        ),
        (
            "a.ggf#x",
            "error: \"x\" is not the number of a game; the first is a.ggf#1\n",
        ),
        (
            "show a.ggf#",
            "error: \"\" is not the number of a game; the first is a.ggf#1\n",
        ),
        (
            "review -o graph.png f5",
            "expected a name that ends in .svg or .jsonl\n",
        ),
        (
            "go --plain --open a.ggf",
            "the game is \"Othello\", but it must be Go, GM[1]",
        ),
        (
            "go --plain --open missing.sgf",
            "missing.sgf: there is no such file or folder\n",
        ),
    ] {
        let args: Vec<&str> = line.split_whitespace().collect();
        let output = run(program(home.path(), &args).current_dir(home.path()), b"");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(expected), "{line}: {said}");
    }
}

#[test]
fn an_engine_says_in_plain_words_why_it_cannot_load_a_file() {
    let home = tempfile::tempdir().unwrap();
    for args in [&["go", "--gtp"][..], &["engine", "gtp"]] {
        let output = run(
            &mut program(home.path(), args),
            b"loadsgf missing.sgf\nquit\n",
        );
        let said = String::from_utf8(output.stdout).unwrap();
        let answer = "? cannot load file: there is no such file or folder\n";
        assert!(said.starts_with(answer), "{args:?}: {said}");
    }
}

#[test]
fn a_rare_mistake_of_a_command_line_is_one_sentence() {
    let home = tempfile::tempdir().unwrap();
    let start = "---------------------------OX------XO--------------------------- X";
    let many = "1 ".repeat(33);
    for (args, said) in [
        (
            &["show", start, "--at", "1"][..],
            "error: --at 1: a position has no moves\n",
        ),
        (
            &["--name", "a", "--name", "b", "--name", "c"],
            "error: --name can be given at most twice\n",
        ),
        (
            &["match", "1", "2", "--watch"],
            "error: --watch needs a terminal\n",
        ),
        (
            &["match", "1", "2", "3", "--time", "5m:3m"],
            "error: --time: a tournament has the same clock for everybody\n",
        ),
        (
            &["match", "1", "2", "3", "4", "5", "6", "--games", "1000000"],
            "error: --games 1000000: a tournament has at most 10000000 games, not 15000000\n",
        ),
        (
            &["book", "add", "new.book"],
            "note: to add games to a book, name files of games, or set libraries in the settings file\n",
        ),
    ] {
        let output = run(program(home.path(), args).current_dir(home.path()), b"");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), said, "{args:?}");
    }
    let players: Vec<&str> = ["match"]
        .into_iter()
        .chain(many.split_whitespace())
        .collect();
    let output = run(&mut program(home.path(), &players), b"");
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "error: use at most 32 players\n"
    );
}
