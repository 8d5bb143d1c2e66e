//! Games, players and times as people write them on the command line.

use std::fs;

use super::{home_with_settings, program, refusal, refused, run, said};

/// A game that Black wins with all discs after nine moves, and its result.
const WIPEOUT: &str = "e6f4e3f6g5d6e7f5c5";
const OVER: &str = "Game over. Black wins 64-0.";

/// A position with nine empty squares.
const ENDING: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXXXXXOXOXXOXXXOOOXXOOOOOXX X";

#[test]
fn an_analysis_without_a_terminal_steps_through_a_game() {
    let home = tempfile::tempdir().unwrap();
    let game = "(;GM[Othello]PB[greedy]PW[Tanaka]TY[8]BO[8 ---------------------------O*------*O\
        --------------------------- *]B[f5]W[d6]B[c3];)";
    fs::write(home.path().join("game.ggf"), game).unwrap();
    let heard = |args: &[&str], input: &str| {
        let mut command = program::program(home.path(), args);
        let output = program::run(command.current_dir(home.path()), input.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let start = "Black (X) 2, White (O) 2. Black to move: c4 d3 e6 f5.";
    let first = "Black (X) 4, White (O) 1. White to move: d6 f4 f6.";
    let end = "Black (X) 5, White (O) 2. White to move: d3 f3 f4 g5.";
    let said = heard(
        &["analyse", "game.ggf", "--spoken"],
        "next\nback\nlast\nfirst\n",
    );
    let expected = [
        // Nobody at this terminal has played it.
        "Greedy is Black, Tanaka is White.",
        "The game has 3 moves. Type next for the first one.",
        start,
        "Black plays f5, turning e5.",
        first,
        "Undid Black's f5.",
        start,
        "At the end of the moves.",
        end,
        "At the start of the game.",
        start,
    ];
    assert_eq!(said.lines().collect::<Vec<_>>(), expected);
    // A position that was typed is the one to think about.
    let typed = heard(&["analyse", "f5d6c3", "--spoken"], "");
    assert_eq!(typed.trim_end(), end);
    let board = heard(&["analyse", ENDING], "");
    assert!(board.starts_with("  a b c d e f g h\n"), "{board}");
    let error = refusal(&["analyse", "f5d7"]);
    assert!(error.contains("d7 would turn no discs"), "{error}");
}

#[test]
fn a_game_stands_in_the_place_of_a_command() {
    let home = tempfile::tempdir().unwrap();
    fs::write(
        home.path().join("games.txt"),
        format!("f5d6c3\n{WIPEOUT}\n"),
    )
    .unwrap();
    let opened = |args: &[&str]| {
        let mut command = program::program(home.path(), args);
        program::run(command.current_dir(home.path()), b"")
    };
    let board = |args: &[&str]| String::from_utf8(opened(args).stdout).unwrap();
    let after_three = board(&["f5d6c3"]);
    assert!(after_three.contains("White to move: "), "{after_three}");
    assert_eq!(board(&["play", "f5d6c3"]), after_three);
    assert_eq!(board(&["games.txt"]), after_three);
    assert_eq!(board(&["games.txt#1", "--plain"]), after_three);
    assert!(board(&[WIPEOUT]).contains(OVER));
    assert!(board(&["--color", "never", "./games.txt#2"]).contains(OVER));
    assert!(
        board(&[ENDING]).contains("Black to move: "),
        "a board looks like an option"
    );
    let against = board(&["--white", "greedy", "--seed", "1", "f5d6c3"]);
    assert!(against.contains("\nWhite plays "), "{against}");
}

#[test]
fn a_game_that_cannot_be_opened_is_an_error_about_it() {
    assert!(refused(&["f5d7"]).starts_with("error: in the transcript, "));
    let gone = program::error(run(&["no-such-games.ggf"]), 1);
    assert!(
        gone.starts_with("error: cannot read \"no-such-games.ggf\": "),
        "{gone}"
    );
    let both = refusal(&["play", "f5d6", "--moves", "f5"]);
    assert!(both.contains("cannot be used with"), "{both}");
}

#[test]
fn a_mistyped_command_gets_a_tip_also_from_help() {
    for args in [&["lern"][..], &["help", "lern"], &["help", "boook"]] {
        let text = refusal(args);
        assert!(
            text.contains("is no command, game or file; did you mean"),
            "{text}"
        );
    }
    for (args, meant) in [
        (&["lern"][..], "learn"),
        (&["help", "lern"], "learn"),
        (&["repplay"], "play"),
        (&["histroy"], "history"),
        (&["conv"], "convert"),
        (&["book", "shwo"], "book show"),
    ] {
        let text = refusal(args);
        assert!(text.contains(&format!("did you mean `{meant}`?")), "{text}");
    }
    let none = refusal(&["dance"]);
    assert!(
        none.contains("`dance` is no command, game or file\n"),
        "{none}"
    );
}

#[test]
fn lists_of_saved_games_have_the_names_that_screens_show() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("games.ggf");
    let games = [
        ["human", "engine:3"],
        ["you", "level 3"],
        ["human", "human"],
    ]
    .map(|[black, white]| format!("(;GM[Othello]PB[{black}]PW[{white}]TY[8]B[f5];)\n"));
    fs::write(&path, games.concat()).unwrap();
    let name = path.to_str().unwrap();
    let games = said(&["games", name, "--json"]);
    let games: Vec<serde_json::Value> = games
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for (game, players) in [
        ("1", ["you", "level 3"]),
        ("2", ["you", "level 3"]),
        ("3", ["you", "a friend"]),
    ] {
        let index: usize = game.parse().unwrap();
        let listed = ["black", "white"].map(|side| games[index - 1][side].as_str().unwrap());
        assert_eq!(listed, players);
        let one = format!("{name}#{game}");
        let review = said(&["review", &one, "--depth", "1", "--json"]);
        let review: serde_json::Value = serde_json::from_str(&review).unwrap();
        assert_eq!(["black", "white"].map(|side| &review[side]), players);
    }
}

#[test]
fn players_have_the_names_that_screens_show() {
    let game = |white: &str| said(&["--white", white, "--seed", "1", "--moves", "f5"]);
    let level = game("engine:1");
    assert!(
        level.starts_with("You are Black, level 1 is White.\n"),
        "{level}"
    );
    for name in ["level 1", "level1", "Level 1", "1"] {
        assert_eq!(game(name), level, "{name}");
    }
    for name in ["you", "human", "friend"] {
        assert!(game(name).starts_with("You are Black, a friend is White.\n"));
    }
    let unknown = refusal(&["--white", "levl 5"]);
    assert!(
        unknown.contains("\"level 5\"") || unknown.contains("'level 5'"),
        "{unknown}"
    );
    let settings = "[engines.edax]\ncommand = \"edax -nboard\"\nprotocol = \"nboard\"\n";
    let home = home_with_settings(settings);
    for name in ["edax", "Edax"] {
        let mut command =
            program::program(home.path(), &["--black", name, "--moves", "f5", "--plain"]);
        let text = program::printed(program::run(&mut command, b""));
        assert!(
            text.starts_with("Edax is Black, you are White.\n"),
            "{text}"
        );
    }
}

#[test]
fn a_time_asks_for_its_unit() {
    for option in ["5", "5+3"] {
        let text = refused(&["--time", option]);
        assert!(
            text.ends_with("5 needs a unit: 5m for minutes or 5s for seconds"),
            "{text}"
        );
    }
    assert!(said(&["--time", "5m+3", "--plain"]).contains("Time: Black 5:00, White 5:00."));
}

#[test]
fn an_output_with_an_unknown_extension_names_those_that_are_known() {
    let text = refused(&["convert", "games.txt", "-o", "out.xyz"]);
    assert_eq!(
        text,
        "error: out.xyz: the extension sets the format; use .txt, .obf, .ggf, .wtb, .sgf, .pgn, .svg or .cast, or --to FORMAT"
    );
}

#[test]
fn a_position_is_solved_from_the_command_line() {
    let text = said(&["solve", ENDING]);
    assert!(
        text.starts_with("1 ") && text.contains("\nsolved 1 of 1, "),
        "{text}"
    );
    let over = said(&["solve", WIPEOUT]);
    assert!(over.starts_with("1 ") && over.contains("64 -- "), "{over}");
    let text = refused(&["solve", "f5d6"]);
    assert!(
        text.contains("58 empty squares are too many to solve") && text.contains("reversi hint")
    );
    for args in [&["solve"][..], &["solve", "-"]] {
        let output = super::run(args);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert_eq!(output.stderr, b"error: standard input: no position found\n");
    }
    assert!(refused(&["solve", "--al-moves"]).contains("'--al-moves'"));
    assert!(refused(&["solve", "zzz"]).contains("there is no such file"));
}
