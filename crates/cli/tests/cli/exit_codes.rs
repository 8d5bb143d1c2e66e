//! The exit codes: 2 if the command line is wrong, whatever the files hold; 1 if a file, the history or standard input
//! does not hold what is needed; 0 otherwise, also if a list is empty.

use std::fs;

use crate::program::{program, run};

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

#[test]
fn an_exit_code_says_whether_the_command_line_or_what_it_names_is_wrong() {
    let home = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("a.ggf", "(;GM[Othello]PB[Ann]PW[Bob]B[f5]W[d6]B[c3];)\n"),
        ("bad.txt", "f5f5\n"),
    ] {
        fs::write(home.path().join(name), text).unwrap();
    }
    let mut wrong = Vec::new();
    for (code, line, input) in CASES {
        let args: Vec<&str> = line.split_whitespace().collect();
        let mut command = program(home.path(), &args);
        let output = run(command.current_dir(home.path()), input.as_bytes());
        let errors = String::from_utf8(output.stderr).unwrap();
        if output.status.code() != Some(code) || code > 0 && !errors.starts_with("error: ") {
            wrong.push(format!("{line}: {:?}, {errors}", output.status));
        }
    }
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
