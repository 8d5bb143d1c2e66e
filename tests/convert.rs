//! `reversi convert`, `show` and `games` in the real program.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A nine-move game, 64-0 with the empty squares.
const SHORTEST: &str = "e6f4e3f6g5d6e7f5c5";
/// Five moves of the tiger.
const TIGER: &str = "f5d6c3d3c4";

fn program(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reversi"));
    command
        .args(args)
        .current_dir(folder)
        .env("HOME", folder)
        .env("XDG_CONFIG_HOME", folder.join("config"))
        .env("XDG_STATE_HOME", folder.join("state"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

fn run(folder: &Path, args: &[&str], input: &[u8]) -> Said {
    let mut child = program(folder, args).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The program may not want to read it.
        let _ = stdin.write_all(&input);
    });
    let Output {
        status,
        stdout,
        stderr,
    } = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Said {
        code: status.code(),
        out: String::from_utf8(stdout).unwrap(),
        err: String::from_utf8(stderr).unwrap(),
    }
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// What is in a folder, by name.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn transcripts_are_one_game_a_line_with_the_official_score() {
    let folder = folder();
    let said = run(
        folder.path(),
        &["convert", "-"],
        format!("{SHORTEST}\n{TIGER}\n{SHORTEST} 13-0\n").as_bytes(),
    );
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_eq!(
        said.out,
        format!("{SHORTEST}\t64-0\n{TIGER}\t?\n{SHORTEST}\t64-0\n")
    );
    let again = run(folder.path(), &["convert", "-"], said.out.as_bytes());
    assert_eq!(again.out, said.out, "what is written is read as the same");
}

#[test]
fn every_format_leads_back_to_the_same_games() {
    let folder = folder();
    let text = format!("{SHORTEST}\t64-0\n{SHORTEST}\t64-0\n");
    fs::write(folder.path().join("a.txt"), &text).unwrap();
    for ending in ["ggf", "sgf", "pgn", "wtb", "txt"] {
        let file = format!("out.{ending}");
        let said = run(folder.path(), &["convert", "a.txt", "-o", &file], b"");
        assert_eq!(
            (said.code, &*said.out, &*said.err),
            (Some(0), "", ""),
            "{ending}"
        );
        let said = run(folder.path(), &["convert", &file], b"");
        assert_eq!((said.code, &*said.out), (Some(0), &*text), "{ending}");
    }
    assert_eq!(
        names(folder.path()),
        [
            "a.txt", "out.ggf", "out.jou", "out.pgn", "out.sgf", "out.trn", "out.txt", "out.wtb"
        ]
    );
    let said = run(folder.path(), &["convert", "a.txt", "--to", "OBF"], b"");
    assert_eq!(said.out.lines().count(), 2);
    assert!(said.out.lines().all(|line| line.len() == 66));
}

#[test]
fn a_wrong_game_is_named_and_the_others_are_converted() {
    let folder = folder();
    fs::write(
        folder.path().join("a.txt"),
        format!("{SHORTEST}\nf5a1\n{TIGER}\n"),
    )
    .unwrap();
    fs::write(
        folder.path().join("b.ggf"),
        "(;GM[Othello]PB[a\u{1b}[2J]B[F5]W[F5];)(;GM[Othello]RE[-2]B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5];)",
    )
    .unwrap();
    let args = ["convert", "a.txt", "none.txt", "b.ggf", "-o", "out.txt"];
    let said = run(folder.path(), &args, b"");
    assert_eq!(said.code, Some(1));
    let lines: Vec<&str> = said.err.lines().collect();
    assert_eq!(
        lines[0],
        "error: a.txt: game 2, line 2: move 2: a1 would turn no discs"
    );
    assert_eq!(
        lines[1],
        "error: cannot read \"none.txt\": No such file or directory (os error 2)"
    );
    assert_eq!(
        lines[2],
        "error: b.ggf: game 1, line 1: move 2: f5 is taken by Black"
    );
    assert_eq!(
        lines[3],
        "warning: b.ggf: game 2: the stated result is White +2, but the moves give 64-0"
    );
    assert_eq!(
        lines[4],
        "error: cannot read 1 file, skipped 2 games, converted 3 games"
    );
    assert_eq!(lines.len(), 5);
    assert_eq!(
        fs::read_to_string(folder.path().join("out.txt")).unwrap(),
        format!("{SHORTEST}\t64-0\n{TIGER}\t?\n{SHORTEST}\t64-0\n")
    );
}

#[test]
fn an_output_without_a_game_leaves_the_old_file() {
    let folder = folder();
    fs::write(folder.path().join("out.txt"), "old").unwrap();
    let said = run(folder.path(), &["convert", "-", "-o", "out.txt"], b"hello");
    assert_eq!(said.code, Some(1));
    assert!(
        said.err
            .ends_with("error: cannot read 1 file, converted 0 games\n")
    );
    assert_eq!(fs::read(folder.path().join("out.txt")).unwrap(), b"old");
    assert_eq!(names(folder.path()), ["out.txt"]);
}

#[test]
fn an_input_is_never_the_output() {
    let folder = folder();
    let path = folder.path().join("a.txt");
    fs::write(&path, SHORTEST).unwrap();
    fs::hard_link(&path, folder.path().join("b.txt")).unwrap();
    for output in ["a.txt", "./a.txt", "b.txt"] {
        let said = run(folder.path(), &["convert", "a.txt", "-o", output], b"");
        assert_eq!(said.code, Some(2));
        assert_eq!(
            said.err,
            "error: \"a.txt\" is both input and output; write to another file\n"
        );
    }
    // Appended to by the shell, it would grow as fast as it is read.
    let file = fs::File::options().append(true).open(&path).unwrap();
    let output = program(folder.path(), &["convert", "a.txt"])
        .stdout(file)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&path).unwrap(), SHORTEST);
}

#[test]
fn what_cannot_be_is_said_before_anything_is_read() {
    let folder = folder();
    fs::write(
        folder.path().join("a.txt"),
        format!("{SHORTEST}\n{TIGER}\n"),
    )
    .unwrap();
    for (args, why) in [
        (
            &["convert", "a.txt", "--to", "wthor"][..],
            "WTHOR is three files; name the first one: -o FILE.wtb",
        ),
        (
            &["convert", "a.txt", "--from", "svg"],
            "--from svg: this format can only be written",
        ),
        (
            &["convert", "a.txt", "--to", "svg"],
            "svg draws one game, but there are several",
        ),
    ] {
        let said = run(folder.path(), args, b"");
        assert_eq!((said.code, &*said.out), (Some(2), ""));
        assert_eq!(said.err, format!("error: {why}\n"));
    }
    let said = run(folder.path(), &["convert", "a.txt", "--to", "quest"], b"");
    assert!(
        said.err
            .starts_with("error: quest can only be read; use --to transcript,")
    );
    let said = run(folder.path(), &["convert", "a.txt", "--to", "fen"], b"");
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("[possible values: transcript, obf, "));
    let said = run(
        folder.path(),
        &["convert", "a.txt", "-o", "no/such/out.txt"],
        b"",
    );
    assert_eq!(said.code, Some(1));
    assert!(
        said.err
            .starts_with("error: cannot write the output: \"no/such/out.txt\": ")
    );
}

#[test]
fn a_game_that_the_format_cannot_hold_is_left_out() {
    let folder = folder();
    let input = format!("{SHORTEST}\n{TIGER}\n");
    let said = run(
        folder.path(),
        &["convert", "-", "-o", "a.wtb"],
        input.as_bytes(),
    );
    assert_eq!(said.code, Some(1));
    assert!(said.err.starts_with(
        "error: standard input: game 2: WTHOR needs a score, but this game is unfinished and has none\n"
    ));
    assert_eq!(
        run(folder.path(), &["convert", "a.wtb"], b"").out,
        format!("{SHORTEST}\t64-0\n")
    );
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let folder = folder();
    let line = format!("{SHORTEST}\n");
    fs::write(folder.path().join("a.txt"), line.repeat(20_000)).unwrap();
    let mut child = program(folder.path(), &["convert", "a.txt"])
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_one_sentence_and_leaves_no_half_file() {
    let folder = folder();
    fs::write(folder.path().join("a.txt"), SHORTEST).unwrap();
    let said = run(folder.path(), &["convert", "a.txt", "-o", "/dev/full"], b"");
    assert_eq!(said.code, Some(1));
    assert_eq!(
        said.err,
        "error: cannot write the output: No space left on device (os error 28)\n"
    );
    assert!(!fs::metadata("/dev/full").unwrap().is_file());
}

#[test]
fn show_takes_a_game_of_a_file_at_any_entry() {
    let folder = folder();
    fs::write(
        folder.path().join("two.ggf"),
        "(;GM[Othello]PC[somewhere]PB[Ann\u{1b}]RB[1500]PW[Ben]B[E6];)\n\
         (;GM[Othello]PB[Cleo]PW[Dan]RE[+64:r]B[F5]W[D6]B[C3]W[D3]B[C4];)\n",
    )
    .unwrap();
    let shown = |args: &[&str]| {
        let said = run(folder.path(), args, b"");
        assert_eq!(said.code, Some(0), "{}", said.err);
        said.out
    };
    let first = shown(&["show", "two.ggf"]);
    assert!(
        first.starts_with(
            "Black: Ann\\u{1b} (1500)\nWhite: Ben\nPlace: somewhere\nResult: unfinished\n\n  a b c"
        ),
        "{first}"
    );
    let second = shown(&["show", "two.ggf#2"]);
    assert!(
        second.starts_with(
            "Black: Cleo\nWhite: Dan\nResult: White resigned\nOpening: Tiger (虎定石)\n\n  a b c"
        ),
        "{second}"
    );
    assert_eq!(shown(&["show", "--game", "2", "two.ggf"]), second);
    let input = fs::read(folder.path().join("two.ggf")).unwrap();
    assert_eq!(
        run(folder.path(), &["show", "-", "--game", "2"], &input).out,
        second
    );
    let early = shown(&["show", "two.ggf#2", "--at", "2"]);
    assert!(early.contains("\nOpening: Perpendicular"));
    assert!(
        early.contains("\nPosition 2 of 6, after White's d6\n\n"),
        "{early}"
    );
    let board = |text: &str| text[text.find("  a b c").unwrap()..].to_owned();
    assert_eq!(board(&early), board(&shown(&["show", "f5d6"])));
    assert_eq!(board(&second), board(&shown(&["show", TIGER])));
    assert_eq!(
        shown(&["show", TIGER, "--at", "0"]),
        format!(
            "Position 0 of 5, before the first move\n\n{}",
            shown(&["show"])
        )
    );
}

#[test]
fn a_game_that_is_not_there_is_said_with_those_that_are() {
    let folder = folder();
    fs::write(
        folder.path().join("a.ggf"),
        "(;GM[Othello]B[F5];)(;GM[Othello]B[A1];)",
    )
    .unwrap();
    for (args, code, why) in [
        (
            &["show", "a.ggf#3"][..],
            2,
            "a.ggf has no game 3, it has 2 games",
        ),
        (&["show", "a.ggf#0"], 2, "game numbers start at 1"),
        (
            &["show", "a.ggf#2"],
            1,
            "a.ggf: game 2, line 1: move 1: a1 would turn no discs",
        ),
        (
            &["show", "b.ggf"],
            1,
            "cannot read \"b.ggf\": No such file or directory (os error 2)",
        ),
        (
            &["show", "f5", "--at", "2"],
            2,
            "--at 2: the game ends at position 1",
        ),
        (
            &["show", "f5", "--game", "1"],
            2,
            "--game works only with a file or standard input",
        ),
        (&["show", "history:1"], 2, "the history is empty"),
        (
            &["show", "history:x"],
            2,
            "\"x\" is not a game number; use one from `reversi history`, or last",
        ),
        (
            &["games", "b.ggf"],
            1,
            "cannot read \"b.ggf\": No such file or directory (os error 2)",
        ),
    ] {
        let said = run(folder.path(), args, b"");
        assert_eq!(
            (said.code, &*said.err),
            (Some(code), &*format!("error: {why}\n")),
            "{args:?}"
        );
    }
}

/// Three games with names, years, openings and results.
fn library(folder: &Path) {
    fs::write(
        folder.join("three.ggf"),
        "(;GM[Othello]DT[1999.1.2]EV[Open]PB[Ann]PW[B\u{9b}en]B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5];)\n\
         (;GM[Othello]DT[2001]PB[村上健]PW[ann]RE[-64:t]B[F5]W[D6]B[C3]W[D3]B[C4];)\n\
         (;GM[Othello]PB[x]PW[y]B[F5];)\n",
    )
    .unwrap();
}

#[test]
fn games_are_listed_and_looked_for() {
    let folder = folder();
    library(folder.path());
    let listed = |args: &[&str]| {
        let said = run(
            folder.path(),
            &[&["games", "three.ggf"], args].concat(),
            b"",
        );
        assert_eq!((said.code, &*said.err), (Some(0), ""));
        said.out
    };
    let lines = [
        "1\t1999.1.2\tAnn\tB\\u{9b}en\t64-0\tFishhook\tOpen\n",
        "2\t2001\t村上健\tann\tBlack out of time\tTiger\t\n",
        "3\t\tx\ty\tunfinished\t\t\n",
    ];
    assert_eq!(listed(&[]), lines.concat());
    assert_eq!(listed(&["--player", "ANN"]), lines[..2].concat());
    assert_eq!(listed(&["--player", "村上"]), lines[1]);
    assert_eq!(listed(&["--year", "1999"]), lines[0]);
    assert_eq!(listed(&["--year", "2000-2010"]), lines[1]);
    assert_eq!(listed(&["--opening", "tiger"]), lines[1]);
    assert_eq!(listed(&["--opening", "虎"]), lines[1]);
    assert_eq!(listed(&["--result", "black"]), lines[0]);
    assert_eq!(listed(&["--result", "white"]), lines[1]);
    assert_eq!(listed(&["--result", "draw"]), "");
    assert_eq!(listed(&["--player", "ann", "--result", "white"]), lines[1]);
    let said = run(folder.path(), &["games", "three.ggf", "--year", "x"], b"");
    assert_eq!(said.code, Some(2));
    assert!(
        said.err
            .contains("expected a year such as 1999, or a range such as 1990-1999")
    );
}

#[test]
fn json_holds_the_games_and_no_control_character() {
    let folder = folder();
    library(folder.path());
    let said = run(folder.path(), &["games", "three.ggf", "--json"], b"");
    assert!(said.out.chars().all(|c| c == '\n' || !c.is_control()));
    let games: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(games.as_array().unwrap().len(), 3);
    assert_eq!(games[0]["score"]["black"], 64);
    assert_eq!(games[0]["moves"], SHORTEST);
    assert_eq!(games[1]["winner"], "white");
    assert_eq!(games[1]["opening"], "Tiger");
    assert_eq!(games[2]["score"], serde_json::Value::Null);
    let none = run(
        folder.path(),
        &["games", "three.ggf", "--json", "--year", "1"],
        b"",
    );
    assert_eq!(none.out, "[]\n");
}
