//! The command `games`, and games of files in other commands.

use super::{SHORTEST, TIGER, folder, names, run};
use crate::program::NO_SUCH_FILE;
use std::fs;
use std::path::Path;

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
            "Black: Cleo\nWhite: Dan\nResult: White resigned\nOpening: Tiger\n\n  a b c"
        ),
        "{second}"
    );
    let japanese = shown(&["show", "two.ggf#2", "--japanese"]);
    assert_eq!(japanese, second.replace("Tiger\n", "Tiger (虎定石)\n"));
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
    let missing = format!("cannot read \"b.ggf\": {NO_SUCH_FILE}");
    for (args, code, why) in [
        (
            &["show", "a.ggf#3"][..],
            1,
            "a.ggf: there is no game 3, only 2 games",
        ),
        (&["show", "a.ggf#0"], 2, "game numbers start at 1"),
        (
            &["show", "a.ggf#2"],
            1,
            "a.ggf: game 2, line 1: move 1: a1 would turn no discs",
        ),
        (&["show", "b.ggf"], 1, &*missing),
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
        (&["show", "history:1"], 1, "the history is empty"),
        (
            &["show", "history:x"],
            2,
            "\"x\" is not a game number; use one from `reversi history`, or last",
        ),
        (&["games", "b.ggf"], 1, &*missing),
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
fn a_unix_time_is_shown_as_a_date_and_converted_as_it_is() {
    let folder = folder();
    let game = "(;GM[Othello]DT[940607137]PB[ann]PW[ben]RE[?]B[F5];)\n";
    fs::write(folder.path().join("old.ggf"), game).unwrap();
    let said = |args: &[&str]| {
        let said = run(folder.path(), args, b"");
        assert_eq!((said.code, &*said.err), (Some(0), ""), "{args:?}");
        said.out
    };
    let line = "1\t1999-10-22 15:45:37 UTC\tann\tben\tunfinished\t\t\n";
    assert_eq!(said(&["games", "old.ggf"]), line);
    assert_eq!(said(&["games", "old.ggf", "--year", "1999"]), line);
    let json = said(&["games", "old.ggf", "--json"]);
    assert!(json.contains("\"1999-10-22 15:45:37 UTC\""), "{json}");
    let shown = said(&["show", "old.ggf"]);
    assert!(
        shown.contains("\nDate: 1999-10-22 15:45:37 UTC\n"),
        "{shown}"
    );
    let converted = said(&["convert", "old.ggf", "--to", "ggf"]);
    assert!(converted.contains("]DT[940607137]"), "{converted}");
}

#[test]
fn a_result_that_no_board_has_is_not_shown_as_one() {
    let folder = folder();
    let game = "(;GM[Othello]PB[Edax]PW[ben]RE[-127.000]B[F5]W[D6];)\n";
    fs::write(folder.path().join("edax.ggf"), game).unwrap();
    let said = run(folder.path(), &["games", "edax.ggf", "--json"], b"");
    assert!(
        said.out.contains("\"result\":\"unfinished\""),
        "{}",
        said.out
    );
    assert!(said.out.contains("\"winner\":null"), "{}", said.out);
    let said = run(folder.path(), &["show", "edax.ggf"], b"");
    assert!(said.out.contains("Result: unfinished\n"), "{}", said.out);
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
    let games = said
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let games: Vec<serde_json::Value> = games.collect();
    assert_eq!(games.len(), 3);
    assert_eq!(games[0]["score"]["black"], 64);
    assert_eq!(games[0]["moves"], SHORTEST);
    assert_eq!(games[1]["winner"], "white");
    assert_eq!(games[1]["opening"]["english"], "Tiger");
    assert_eq!(games[2]["score"], serde_json::Value::Null);
    let none = run(
        folder.path(),
        &["games", "three.ggf", "--json", "--year", "1"],
        b"",
    );
    assert_eq!((none.code, &*none.out, &*none.err), (Some(0), "", ""));
}

#[test]
fn games_of_several_files_are_chosen_and_named_by_file_and_number() {
    let folder = folder();
    library(folder.path());
    fs::write(folder.path().join("more.txt"), "f5d6c3d3c4\nf5f6\n").unwrap();
    let listed = |args: &[&str]| {
        let said = run(
            folder.path(),
            &[&["games", "three.ggf", "more.txt"], args].concat(),
            b"",
        );
        assert_eq!((said.code, &*said.err), (Some(0), ""), "{args:?}");
        let first = |line: &str| line.split('\t').next().unwrap().to_owned();
        said.out.lines().map(first).collect::<Vec<_>>()
    };
    assert_eq!(
        listed(&["--opening", "tiger"]),
        ["three.ggf#2", "more.txt#1"]
    );
    assert_eq!(listed(&["-n", "4"]).last().unwrap(), "more.txt#1");
    let ann = ["--player", "ann", "--result", "win"];
    assert_eq!(listed(&ann), ["three.ggf#1", "three.ggf#2"]);
    assert_eq!(
        listed(&["--filter", "white:ann result:win"]),
        ["three.ggf#2"]
    );
    assert_eq!(listed(&["--player", "ann", "--opponent", "ben"]), [""; 0]);
    assert_eq!(listed(&["--filter", "year:..1999 open"]), ["three.ggf#1"]);
    assert_eq!(
        listed(&["--year", "2000..", "--filter", "村上"]),
        ["three.ggf#2"]
    );
    for (args, wrong) in [
        (
            &["--filter", "who:ann"][..],
            "\"who\" is not a filter; use player, ",
        ),
        (
            &["--filter", "ann year:x"],
            "\"year:x\" is not a filter; year: needs a year",
        ),
        (
            &["--min-loss", "0"],
            "expected a number of discs from 1 to 64",
        ),
        (
            &["--result", "won"],
            "expected win, loss, draw, black or white",
        ),
    ] {
        let said = run(
            folder.path(),
            &[&["games", "three.ggf"], args].concat(),
            b"",
        );
        assert_eq!(said.code, Some(2), "{args:?}");
        assert!(said.err.contains(wrong), "{}", said.err);
    }
}

#[test]
fn games_that_other_sites_export_are_listed_together() {
    let folder = folder();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let moves = r#""moves": [{"m": "f5"}, {"m": "d6"}, {"m": "c3"}, {"m": "d3"}, {"m": "c4"}]"#;
    let game = |black: &str| {
        format!(
            r#"{{"players": [{{"name": "{black}"}}, {{"name": "Bob"}}], {moves}, "created": "2024-01-31T10:00:00Z"}}"#
        )
    };
    write("one.json", &game("Ann"));
    write(
        "array.json",
        &format!("[{}, {}]", game("Cleo"), game("Dan")),
    );
    write(
        "sequence.json",
        &format!("{}\n{}\n", game("Eve"), game("Fay")),
    );
    write(
        "site.txt",
        "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2023.05.06\"]\n[Round \"-\"]\n[Black \"gus\"]\n[White \"hal\"]\n\
         [Result \"1-0\"]\n[Time \"12:00:00\"]\n[TimeControl \"300\"]\n\n1. f5 d6 2. c3 d3 3. c4 1-0\n",
    );
    write("plain.txt", "F5D6C3D3C4\n");
    let said = run(
        folder.path(),
        &["games", "one.json", "array.json", "sequence.json"],
        b"",
    );
    assert_eq!((said.code, &*said.err), (Some(0), ""));
    let names: Vec<&str> = said
        .out
        .lines()
        .map(|line| line.split('\t').nth(2).unwrap())
        .collect();
    assert_eq!(names, ["Ann", "Cleo", "Dan", "Eve", "Fay"]);
    assert!(
        said.out
            .lines()
            .all(|line| line.contains("\tTiger\t") && line.contains("2024-01-31"))
    );
    // A folder with all of them.
    let said = run(folder.path(), &["games", ".", "--opening", "tiger"], b"");
    assert_eq!(said.out.lines().count(), 7, "{}", said.out);
    let hal = run(
        folder.path(),
        &["games", ".", "--filter", "white:hal result:loss year:2023"],
        b"",
    );
    assert!(
        hal.out.contains("site.txt#1\t2023.05.06\tgus\thal\t"),
        "{}",
        hal.out
    );
}

/// Lines that are wrapped, `--` for a pass, and counts of discs as the result.
#[test]
fn a_record_in_the_form_of_playok_is_read_with_its_pass_and_its_result() {
    let folder = tempfile::tempdir().unwrap();
    let game = "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2020.05.05\"]\n[Round \"-\"]\n[Black \"gus\"]\n[White \"hal\"]\n\
                [Result \"38-26\"]\n[Time \"11:24:48\"]\n[TimeControl \"300\"]\n[BlackElo \"1073\"]\n[WhiteElo \"1183\"]\n\n\
                1. f5 d6 2. c3 f3 3. f4 d3 4. c4 g3 5. e6 c6 6. c5 e7 7. f6 g4 8. g5 h4 9. e8\nd7 10. d2 b5 \
                11. d8 e3 12. e2 f2 13. h6 h5 14. h3 b4 15. g6 e1 16. g1 f7 17. f8\ng7 18. a5 f1 19. d1 c1 20. b1 \
                c2 21. h8 g2 22. a4 b3 23. a3 a6 24. a7 b6 25. c7\nc8 26. b2 b7 27. a8 b8 28. h1 h2 29. -- g8 30. \
                h7 a2 31. a1 38-26\n";
    fs::write(folder.path().join("game.pgn"), game).unwrap();
    let listed = run(folder.path(), &["games", "game.pgn"], b"");
    let line = "1\t2020.05.05\tgus\thal\t38-26\tPerpendicular\t\n";
    assert_eq!((&*listed.out, &*listed.err), (line, ""));
    let moves = run(folder.path(), &["convert", "game.pgn", "--to", "txt"], b"");
    assert!(
        moves.out.ends_with("h1h2g8h7a2a1\t38-26\n"),
        "{}",
        moves.out
    );
}

/// Characters that control a terminal, hide or reorder text.
const HARMFUL: &str = "\u{7f}\u{9b}31m\u{ad}\u{180e}\u{202e}\u{2066}\u{feff}\u{fff0}\u{e0080}";

#[test]
fn foreign_text_cannot_do_anything_in_any_output() {
    let folder = folder();
    let name = format!("Ann{HARMFUL}");
    let moves = "B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5]";
    let game =
        format!("(;GM[Othello]DT[{name}]EV[{name}]PC[{name}]PB[{name}]PW[Ben]RE[+3]{moves};)");
    let records = [
        ("a.ggf", game.clone()),
        (
            "a.sgf",
            format!("(;GM[2]PB[{name}]PW[Ben]DT[{name}];B[f5])"),
        ),
        (
            "a.pgn",
            format!("[Event \"{name}\"]\n[Black \"{name}\"]\n[White \"Ben\"]\n\n1. f5 d6 *\n"),
        ),
        (
            "a.json",
            format!("{{\"black\": \"{name}\", \"white\": \"Ben\", \"moves\": \"f5d6c3\"}}"),
        ),
        ("bad.ggf", format!("(;GM[Othello]PB[a]B[{HARMFUL}];)")),
        ("a.txt", format!("f5 {HARMFUL}")),
    ];
    for (file, text) in &records {
        fs::write(folder.path().join(file), text).unwrap();
    }
    let harmful = |c: char| HARMFUL.replace("31m", "").contains(c);
    let mut commands = Vec::new();
    for (file, _) in &records {
        commands.push(vec!["review", file, "--json", "--depth", "1"]);
        commands.push(vec!["review", file, "--depth", "1"]);
        commands.push(vec!["review", file, "--depth", "1", "-o", "-"]);
        commands.push(vec!["games", file]);
        commands.push(vec!["games", file, "--json"]);
        commands.push(vec!["show", file]);
        for to in ["transcript", "obf", "ggf", "sgf", "pgn", "svg"] {
            commands.push(vec!["convert", file, "--to", to]);
        }
    }
    for command in [
        "show", "games", "convert", "solve", "dance", "hint", "perft", "--black",
    ] {
        commands.push(vec![command, &name]);
        commands.push(vec!["history", command, &name]);
    }
    for args in commands {
        let said = run(folder.path(), &args, b"");
        let shown = format!("{}{}", said.out, said.err);
        assert!(!shown.is_empty(), "{args:?}");
        // A pipe is a file, in which only control characters do harm.
        let is_harmful = |c: char| match args[0] {
            "convert" => c.is_control() && harmful(c),
            _ => harmful(c),
        };
        assert!(!shown.contains(is_harmful), "{args:?}: {shown:?}");
        let is_json = args.contains(&"--json") && said.code == Some(0);
        if is_json {
            let value: serde_json::Value = serde_json::from_str(&said.out).unwrap();
            let black = value.get("black").unwrap_or(&value["games"][0]["black"]);
            // The text has a move and no names.
            let expected = if args.contains(&"a.txt") { "" } else { &name };
            assert_eq!(black, expected, "{args:?}");
        }
    }
}

#[test]
fn a_dash_is_standard_output_and_many_games_are_read_from_standard_input() {
    let folder = folder();
    let game = format!("{SHORTEST}\n");
    let said = run(folder.path(), &["convert", "-", "-o", "-"], game.as_bytes());
    assert_eq!(
        (said.code, &*said.out),
        (Some(0), &*format!("{SHORTEST}\t64-0\n"))
    );
    assert!(names(folder.path()).is_empty());
    let said = run(
        folder.path(),
        &["convert", "-", "-o", "-", "--to", "wthor"],
        b"",
    );
    assert_eq!(said.code, Some(2));
    let games = game.repeat(10_000);
    let said = run(folder.path(), &["show", "-"], games.as_bytes());
    assert_eq!((said.code, &*said.err), (Some(0), ""));
    assert!(said.out.contains("Result: 64-0"), "{}", said.out);
}
