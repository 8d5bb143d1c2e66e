//! A position that no game leads to is used as it is, but each command says so once on stderr.

use std::fs;
use std::path::Path;

use reversi::Square;

use crate::program::{program, run};

/// A position of a game with two empty squares, and the same without a disc in the centre.
const REAL: &str = "OOXXXXXX-OOOOOXOXOXOXXOOOOXOOOOOOOXOOOOOOOOOXOXOOOOOOOOO-OOOOOOO X";
const WHY: &str = "no game leads to this position: d4 in the centre cannot be empty";

/// The square of d4.
const D4: std::ops::Range<usize> = 27..28;

/// Commands with `BOARD` for the position, `MOVES` for a legal move, and files of it in several formats.
const COMMANDS: [&[&str]; 19] = [
    &["show", "BOARD"],
    &["show", "-"],
    &["show", "--json", "BOARD"],
    &["show", "--diagram", "text", "game.sgf"],
    &["show", "game.ggf"],
    &["hint", "--depth", "1", "BOARD"],
    &["hint", "--depth", "1", "game.ggf"],
    &["solve", "BOARD"],
    &["solve", "-"],
    &["solve", "board.obf"],
    &["openings", "BOARD"],
    &["book", "show", "BOARD"],
    &["explain", "BOARD"],
    &["perft", "1", "--position", "BOARD"],
    &["play", "--plain", "--position", "BOARD"],
    &["play", "--plain", "BOARD"],
    &["play", "--plain", "game.sgf"],
    &["review", "--plain", "--depth", "1", "game.ggf"],
    &["convert", "--to", "sgf", "game.ggf"],
];

/// Writes files with a position and a move.
fn write_files(folder: &Path, board: &str) {
    let squares = &board[..64];
    let set_up = |color: char| {
        let on_board = Square::all().zip(squares.chars());
        let names = on_board.filter(|&(_, disc)| disc == color);
        names
            .map(|(square, _)| format!("[{square}]"))
            .collect::<Vec<_>>()
            .concat()
    };
    let (black, white) = (set_up('X'), set_up('O'));
    let sgf = format!("(;GM[2]FF[4]SZ[8]AB{black}AW{white}PL[B])\n");
    let discs = squares.replace('X', "*");
    let ggf = format!("(;GM[Othello]PB[a]PW[b]TY[8]BO[8 {discs} *]B[a2];)\n");
    fs::write(folder.join("game.sgf"), sgf).unwrap();
    fs::write(folder.join("game.ggf"), ggf).unwrap();
    fs::write(folder.join("board.obf"), format!("{board}\n")).unwrap();
}

/// Returns how often the sentence is on stderr, and the exit code.
fn said(args: &[&str], board: &str) -> (usize, Option<i32>) {
    let home = tempfile::tempdir().unwrap();
    write_files(home.path(), board);
    let args: Vec<&str> = args
        .iter()
        .map(|&arg| if arg == "BOARD" { board } else { arg })
        .collect();
    let input = if args.contains(&"-") { board } else { "" };
    let output = run(
        program(home.path(), &args).current_dir(home.path()),
        input.as_bytes(),
    );
    let stderr = String::from_utf8(output.stderr).unwrap();
    let is_why = |line: &&str| line.ends_with(WHY);
    (stderr.lines().filter(is_why).count(), output.status.code())
}

#[test]
fn every_command_says_once_that_no_game_leads_to_a_position() {
    let mut odd = REAL.to_owned();
    odd.replace_range(D4, "-");
    for args in COMMANDS {
        let (of_real, code) = said(args, REAL);
        assert_eq!((of_real, code), (0, Some(0)), "{args:?}");
        assert_eq!(said(args, &odd), (1, code), "{args:?}");
    }
}

#[test]
fn engines_say_it_when_a_game_begins() {
    let mut odd = REAL.to_owned();
    odd.replace_range(D4, "-");
    let home = tempfile::tempdir().unwrap();
    write_files(home.path(), &odd);
    let ggf = fs::read_to_string(home.path().join("game.ggf")).unwrap();
    for (protocol, input) in [
        (
            "nboard",
            format!("nboard 2\nset game {ggf}set game {ggf}quit\n"),
        ),
        ("gtp", "loadsgf game.sgf\nquit\n".to_owned()),
    ] {
        let mut command = program(home.path(), &["engine", protocol]);
        let output = run(command.current_dir(home.path()), input.as_bytes());
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(stderr, format!("warning: {WHY}\n"), "{protocol}");
    }
}
