//! The commands around the search: solve, hint, match and bench, and games against the engine.

use std::process::Output;

use serde_json::Value;

use crate::program;

/// The first positions of the FFO endgame test set, with the score of every legal move
/// (<https://www.radagast.se/othello/ffotest.html>).
const FFO: &str = "\
--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:+6; A2:+6; A3:+4; B1:-4; A4:-22; G2:-24;
-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X; A4:+10; B2:+0; A3:-6; G7:-8; A7:-12; H7:-14; B7:-14; H2:-24;
";

/// Six empty squares of a game that was played to its end: FFO number 20, whose moves are all listed.
const SHORT: &str = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; H5:+6; G6:-2; F6:-4; H6:-10;";

fn run_with_input(args: &[&str], input: &str) -> Output {
    let home = tempfile::tempdir().unwrap();
    program::run(&mut program::program(home.path(), args), input.as_bytes())
}

/// Exit code, stdout and stderr.
fn outcome(args: &[&str], input: &str) -> (i32, String, String) {
    let output = run_with_input(args, input);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.chars().all(|c| c == '\n' || !c.is_control()),
        "{stderr:?}"
    );
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        stderr,
    )
}

/// What is on stdout of a run that succeeds and complains of nothing.
fn said(args: &[&str], input: &str) -> String {
    said_with(args, input, "")
}

/// What is on stdout of a run that succeeds, and complains of this.
fn said_with(args: &[&str], input: &str, complaint: &str) -> String {
    let (code, stdout, stderr) = outcome(args, input);
    assert_eq!((code, stderr.as_str()), (0, complaint), "{args:?}");
    stdout
}

/// The sentence of a run that is wrong usage; nothing is on stdout.
fn refused(args: &[&str]) -> String {
    let (code, stdout, stderr) = outcome(args, "");
    assert_eq!((code, stdout.as_str()), (2, ""), "{args:?}");
    stderr.lines().next().unwrap().to_owned()
}

fn objects(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn solve_prints_number_score_move_nodes_seconds_and_line() {
    let text = said(&["solve", "--threads", "1"], FFO);
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(' ').collect()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0][..3], ["1", "+18", "g8"]);
    assert_eq!(lines[1][..3], ["2", "+10", "a4"]);
    let mut nodes = 0;
    for line in &lines[..2] {
        nodes += line[3].parse::<u64>().unwrap();
        let (_, decimals) = line[4].split_once('.').unwrap();
        assert_eq!(decimals.len(), 3, "{line:?}");
        line[4].parse::<f64>().unwrap();
        assert_eq!(line[5], line[2], "the line begins with the move");
        assert!(line[5..].iter().all(|square| square.len() == 2));
    }
    let last = lines[2].join(" ");
    assert!(
        last.starts_with(&format!("solved 2 of 2, {nodes} nodes, ")),
        "{last}"
    );
    assert!(last.ends_with(" s"), "{last}");
}

#[test]
fn solve_finds_every_listed_score_and_reports_a_different_one() {
    let text = said(&["solve", "--all-moves"], FFO);
    assert!(text.contains("\n  g8:+18 h1:+12 "), "{text}");
    let wrong = SHORT.replace("H6:-10", "H6:-12");
    said(&["solve"], &wrong); // only the best move is looked at
    let (code, stdout, stderr) = outcome(&["solve", "--all-moves"], &wrong);
    assert_eq!(code, 1);
    assert!(stdout.contains("\nsolved 1 of 1, "), "{stdout}");
    assert_eq!(
        stderr,
        "line 1: the listed score of h6 is -12, but the solution is -10\n\
         error: 1 wrong listed score\n"
    );
    let (code, _, stderr) = outcome(&["solve"], &SHORT.replace("H5:+6", "H5:+8"));
    assert_eq!(code, 1);
    assert!(stderr.starts_with("line 1: the listed score of h5 is +8, but the solution is +6\n"));
}

#[test]
fn a_bad_line_is_named_and_the_rest_goes_on() {
    let input = format!("% a comment\n\nnonsense \u{1b}[2J\n{SHORT}\n{SHORT} a1:+3\n{SHORT}");
    let (code, stdout, stderr) = outcome(&["solve"], &input);
    assert_eq!(code, 1);
    let lines: Vec<&str> = stdout.lines().collect();
    assert!(lines[0].starts_with("4 +6 h5 ") && lines[1].starts_with("5 +6 h5 "));
    assert!(lines[2].starts_with("6 +6 h5 "), "{stdout}");
    assert!(lines[3].starts_with("solved 3 of 4, "), "{stdout}");
    let complaints: Vec<&str> = stderr.lines().collect();
    assert!(complaints[0].starts_with("line 3: "), "{stderr}");
    assert!(
        complaints[1].starts_with("line 5: ") && complaints[1].contains("a1"),
        "{stderr}"
    );
    assert_eq!(complaints[2], "error: 1 invalid line");
    let (code, stdout, stderr) = outcome(&["solve", "no/such/file.obf"], "");
    assert_eq!((code, stdout.as_str()), (1, ""));
    assert!(stderr.starts_with("error: cannot read \"no/such/file.obf\": "));
}

#[test]
fn a_board_of_eight_lines_on_standard_input_is_solved() {
    let (squares, rest) = SHORT.split_at(64);
    let rows: Vec<&str> = (0..8).map(|row| &squares[8 * row..8 * row + 8]).collect();
    let side = if rest.trim_start().starts_with('X') {
        "Black"
    } else {
        "White"
    };
    let text = format!("Solve this:\n{}\n{side} to move\n", rows.join("\n"));
    let (code, stdout, stderr) = outcome(&["solve"], &text);
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.starts_with("1 +6 h5 "), "{stdout}");
    assert!(
        stderr.starts_with("note: read as a board of 8 lines"),
        "{stderr}"
    );
}

#[test]
fn an_overlong_line_is_named_and_passed_over() {
    let input = format!("{}\n{SHORT}\n", "x".repeat(200_000));
    let (code, stdout, stderr) = outcome(&["solve", "-"], &input);
    assert_eq!(code, 1);
    assert!(stdout.starts_with("2 +6 h5 "), "{stdout}");
    assert!(
        stderr.starts_with("line 1: longer than 65536 bytes\n"),
        "{stderr}"
    );
}

#[test]
fn win_loss_and_draw_are_told_apart_without_a_margin() {
    let text = said(&["solve", "--wld"], FFO);
    assert!(text.starts_with("1 win "), "{text}");
    let object = &objects(&said(&["solve", "--wld", "--json"], SHORT))[0];
    assert_eq!(
        (&object["score"], &object["kind"]),
        (&1.into(), &"win_loss_draw".into())
    );
}

#[test]
fn solve_says_which_positions_it_did_not_solve_in_the_time() {
    let open = "-".repeat(27) + "XO------OX" + &"-".repeat(27) + " X; f4:+0";
    let over = "X".repeat(64) + " X";
    let input = format!("{open}\n{over}");
    for every in [&[][..], &["--all-moves"], &["--wld"]] {
        let args = [&["solve", "--time-limit", "0.01"], every].concat();
        let (code, stdout, stderr) = outcome(&args, &input);
        assert_eq!(
            (code, stderr.as_str()),
            (
                1,
                "line 1: no game leads to this position: no disc can have been placed last\n\
                 line 1: not solved within the time limit\nerror: 1 unsolved position\n"
            )
        );
        assert!(stdout.starts_with("1 unsolved -- "), "{stdout}");
        assert!(stdout.contains("\nsolved 1 of 2, "), "{stdout}");
    }
    let args = ["solve", "--time-limit", "0.01", "--json"];
    let (code, stdout, _) = outcome(&args, &open);
    let object = &objects(&stdout)[0];
    assert_eq!((code, &object["kind"]), (1, &"unsolved".into()));
    assert_eq!(
        (&object["score"], &object["move"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(object["pv"], serde_json::json!([]));
    // With time enough nothing changes.
    let scored = |args: &[&str]| objects(&said(args, SHORT))[0]["score"].clone();
    assert_eq!(
        scored(&["solve", "--json", "--time-limit", "3600"]),
        scored(&["solve", "--json"])
    );
}

#[test]
fn a_position_without_a_move_is_solved_too() {
    let pass = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOX- X";
    let over = "X".repeat(63) + "- O";
    let why = "line 1: no game leads to this position: no disc can have been placed last\n";
    let text = said_with(&["solve"], &format!("{pass}\n{over}\n"), why);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].contains(" -- "), "{text}");
    assert!(lines[1].starts_with("2 -64 -- "), "{text}");
}

#[test]
fn solve_prints_an_object_a_line() {
    let text = said(&["solve", "--json", "--all-moves"], SHORT);
    let objects = objects(&text);
    let [position] = &objects[..] else {
        panic!("{text}");
    };
    assert_eq!(position["number"], 1);
    assert_eq!(position["score"], 6);
    assert_eq!(position["kind"], "exact");
    assert_eq!(position["move"], "h5");
    assert_eq!(position["pv"][0], "h5");
    assert_eq!(position["moves"].as_array().unwrap().len(), 4);
    assert_eq!(position["differences"], Value::Array(Vec::new()));
    assert!(position["seconds"].is_f64());
    assert!(position["nodes"].as_u64().unwrap() > 0);
}

#[test]
fn hint_says_how_sure_a_score_is() {
    let board = SHORT.split(';').next().unwrap();
    assert_eq!(
        said(&["hint", board, "-n", "2"], "")
            .lines()
            .map(|line| line[..line.len().min(13)].to_owned())
            .collect::<Vec<_>>(),
        ["h5: exact, +6", "g6: exact, -2"]
    );
    let text = said(&["hint", "f5d6c4", "--depth", "4", "-n", "3"], "");
    assert_eq!(text.lines().count(), 3);
    assert!(
        text.lines()
            .all(|line| line[2..].starts_with(": depth 4, ")),
        "{text}"
    );
    let from_stdin = said(&["hint", "-", "--depth", "4", "-n", "3"], "f5 d6 c4\n");
    assert_eq!(from_stdin, text);
    assert_eq!(
        said(&["hint", "f5d6c4", "--time-limit", "0.05"], "")
            .lines()
            .count(),
        1
    );
}

#[test]
fn hint_prints_an_object() {
    let text = said(
        &["hint", "f5d6c3", "--depth", "3", "--json", "--threads", "1"],
        "",
    );
    let object = &objects(&text)[0];
    assert_eq!(object["side_to_move"], "white");
    let best = &object["moves"][0];
    assert_eq!(
        (&best["kind"], &best["depth"]),
        (&"estimate".into(), &3.into())
    );
    assert_eq!(best["confidence"], Value::Null);
    assert_eq!(best["pv"][0], best["move"]);
    let position: reversi::Position = object["position"].as_str().unwrap().parse().unwrap();
    assert_eq!(position.side_to_move(), reversi::Color::White);
}

#[test]
fn a_match_is_the_same_with_any_number_of_jobs() {
    let run = |jobs: &str| {
        let args = ["match", "engine:1", "greedy", "--games", "8", "--seed", "5"];
        said(&[&args[..], &["--jobs", jobs]].concat(), "")
    };
    let text = run("1");
    assert_eq!(run("3"), text);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        "level 1 against greedy, 8 games, openings of 8 moves, seed 5"
    );
    assert!(lines[1].starts_with("wins "), "{text}");
    assert!(lines[2].starts_with("mean margin "), "{text}");
    assert!(lines[3].starts_with("Elo difference "), "{text}");
    assert!(lines[3].ends_with(" (95 %)"), "{text}");
}

#[test]
fn a_match_prints_an_object_whose_counts_add_up() {
    let args = [
        "match",
        "greedy",
        "random",
        "--games",
        "20",
        "--opening",
        "4",
        "--json",
    ];
    let object = &objects(&said(&args, ""))[0];
    let count = |name: &str| object[name].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 20);
    assert_eq!(
        (&object["a"], &object["b"]),
        (&"greedy".into(), &"random".into())
    );
    assert_eq!(
        (count("seed"), count("openings"), count("games")),
        (1, 4, 20)
    );
    let score = object["score"].as_f64().unwrap();
    let halves = u32::try_from(2 * count("wins") + count("draws")).unwrap();
    assert!((score - f64::from(halves) / 40.0).abs() < 1e-9, "{object}");
}

/// Takes seconds: it plays 40 games, in each of which a level searches for its moves.
#[test]
fn the_weakest_engine_beats_chance_and_the_third_level_beats_greed() {
    for args in [
        ["match", "engine:1", "random", "--games", "20", "--json"],
        ["match", "engine:3", "greedy", "--games", "20", "--json"],
    ] {
        let object = &objects(&said(&args, ""))[0];
        assert!(object["wins"].as_u64().unwrap() >= 13, "{object}");
    }
}

#[test]
fn what_is_wrong_with_an_option_is_told_with_what_is_right() {
    for (args, part) in [
        (
            &["match", "human", "greedy"][..],
            "a person cannot play a match; use random, greedy, level 1 to level 10, nboard:COMMAND or gtp:COMMAND",
        ),
        (
            &["match", "greedy", "random", "--games", "7"],
            "use an even number",
        ),
        (
            &["match", "greedy", "random", "--games", "0"],
            "expected a whole number from 2 to 1000000",
        ),
        (
            &["match", "greedy", "engine:11"],
            "invalid value 'engine:11' for '<B>'",
        ),
        (
            &["match", "greedy", "engine:10@abc"],
            "invalid value 'engine:10@abc' for '<B>': \"abc\" is not a time for a move; use 0.001s to 24h, such as 0.5s or 2m",
        ),
        (
            &["engine", "gtp", "--level", "10@0"],
            "\"0\" is not a time for a move; use 0.001s to 24h",
        ),
        (
            &["engine", "gtp", "--level", "11@1s"],
            "expected a whole number from 1 to 10",
        ),
        (
            &["solve", "--time-limit", "0"],
            "expected a number of seconds from 0.001 to 86400",
        ),
        (
            &["hint", "f5", "--depth", "0"],
            "expected a whole number from 1 to 60",
        ),
        (
            &["hint", "f5", "--time-limit", "-1"],
            "expected a number of seconds from 0.001 to 86400",
        ),
        (
            &["hint", "f5", "--time-limit", "1e400"],
            "expected a number of seconds from 0.001 to 86400",
        ),
        (
            &["hint", "f5", "--time-limit", "nan"],
            "expected a number of seconds from 0.001 to 86400",
        ),
        (
            &["hint", "f5", "-n", "0"],
            "expected a whole number from 1 to 64",
        ),
        (&["hint", "f5f5"], "f5"),
        (
            &["hint", &("X".repeat(64) + " X")],
            "the game is over in this position",
        ),
        (
            &["solve", "--threads", "0"],
            "expected a whole number from 1 to 256",
        ),
        (
            &["--threads", "2", "solve"],
            "--threads must come after `solve`",
        ),
        (
            &["--time", "5m", "show"],
            "--time is an option of `play`, not of `show`",
        ),
        (
            &["--time", "soon"],
            "\"soon\" is not a time control; use a base of 1s to 24h",
        ),
        (
            &["--flag", "never", "--time", "5m"],
            "invalid value 'never' for '--flag <RULE>'",
        ),
        (&["--flag", "warn"], "--flag needs --time"),
    ] {
        let sentence = refused(args);
        assert!(
            sentence.starts_with("error: ") && sentence.contains(part),
            "{sentence}"
        );
    }
}

#[test]
fn a_game_against_the_engine_repeats_exactly_with_a_seed() {
    let play = |seed: &str| {
        said(
            &["--black", "engine:2", "--white", "engine:1", "--seed", seed],
            "",
        )
    };
    let game = play("7");
    assert!(game.starts_with("Level 2 is Black, level 1 is White.\n"));
    assert!(game.lines().last().unwrap().starts_with("Game over."));
    assert_eq!(play("7"), game);
    assert_ne!(play("8"), game);
}

#[test]
fn clocks_stand_in_the_line_below_the_board_when_there_are_any() {
    let text = said(&["--time", "300s+3"], "f5\n");
    assert!(
        text.contains("Black (X) 2, White (O) 2. Time: Black 5:00, White 5:00. Black to move: "),
        "{text}"
    );
    assert!(text.contains(". Time: Black 5:0"), "{text}");
    assert!(!said(&[], "f5\n").contains("Time:"));
}

#[test]
fn hint_eval_and_level_are_words_of_line_mode() {
    let board = SHORT.split(';').next().unwrap();
    let text = said(&["--position", board], "hint 2\neval\nhint 0\nlevel 4\n");
    assert!(text.contains("\nh5: exact, +6, h5"), "{text}");
    assert!(text.contains("\ng6: exact, -2, g6"), "{text}");
    assert!(text.contains("\nBlack wins by 6 (proven).\n"), "{text}");
    assert!(
        text.contains("\nHint needs a number of at least 1."),
        "{text}"
    );
    assert!(text.contains("\nNo level is playing."), "{text}");
    let text = said(
        &["--white", "engine:1"],
        "level 2 f5\nlevel 11\nlevel\nhint\n",
    );
    assert!(
        text.contains("\nYou are Black, level 2 is White.\nYou play f5, "),
        "{text}"
    );
    assert_eq!(
        text.matches("\nLevel needs a number from 1 to 10.").count(),
        2,
        "{text}"
    );
    let over = said(&["--position", &("X".repeat(64) + " X")], "hint\neval\n");
    assert_eq!(
        over.matches("\nThe game is over; type new, undo or quit.")
            .count(),
        2
    );
}

/// It has 35 legal moves, more than any game reaches.
#[test]
fn commands_take_a_board_with_35_legal_moves() {
    const BOARD: &str = "---------OOXOOO--XX-OXX--OX---O---X-OXO--OXXXXO--OO-OXO--------- X";
    const WHY: &str =
        "warning: no game leads to this position: d4 e4 d5 in the centre cannot be empty\n";
    let said = |args: &[&str], input| said_with(args, input, WHY);
    let hint = said(&["hint", BOARD, "--depth", "4", "-n", "64"], "");
    assert_eq!(
        hint.lines()
            .filter(|line| line.contains(": depth 4"))
            .count(),
        35,
        "{hint}"
    );
    let timed = said(
        &["hint", BOARD, "--time-limit", "0.05", "--threads", "2"],
        "",
    );
    assert!(timed.contains("depth"), "{timed}");
    assert!(!said(&["explain", "--legal-moves", BOARD], "").is_empty());
    let play = [
        "play",
        "--plain",
        "--position",
        BOARD,
        "--black",
        "engine:5",
        "--white",
        "greedy",
    ];
    let game = said(&[&play[..], &["--seed", "1"]].concat(), "");
    assert!(game.contains("Game over"), "{game}");
    let words = said(
        &["play", "--plain", "--position", BOARD, "--white", "random"],
        "hint\neval\nquit\n",
    );
    assert!(words.contains("depth"), "{words}");
}

#[test]
fn bench_compares_the_arrays_with_the_kernels_in_one_table() {
    let text = said(&["bench", "--boards", "--depth", "3"], "");
    assert!(
        text.starts_with("perft 3: 56 leaves from the start."),
        "{text}"
    );
    let (table, meaning) = text.rsplit_once("\n\n").unwrap();
    let rows: Vec<&str> = table.lines().skip(4).collect();
    let arrays = ["[[i8; 10]; 10]", "[i8; 100]", "[i8; 160]"];
    let arrays = arrays.map(|name| [name.to_owned(), format!("{name} with flags")]);
    let names = arrays.concat().into_iter().chain(
        [
            "plain",
            "32-bit step-by-step",
            "32-bit word-by-word",
            "portable",
        ]
        .map(str::to_owned),
    );
    for (row, name) in rows.iter().zip(names) {
        let (found, figures) = row.split_at(27);
        assert_eq!(found.trim_end(), name);
        assert_eq!(figures.split_whitespace().count(), 3, "{row}");
    }
    assert!(rows.len() >= 10, "{text}");
    for sentence in [
        "With flags, ",
        "Rows of 16 are ",
        "Two indices a cell are ",
        "Against the fastest array, ",
    ] {
        assert!(meaning.contains(sentence), "{text}");
    }
    for (args, expected) in [
        (&["bench", "--depth", "3"][..], "--boards"),
        (
            &["bench", "--boards", "--kernel", "portable"],
            "cannot be used with",
        ),
        (
            &["bench", "--boards", "--depth", "0"],
            "a whole number from 1 to 10",
        ),
    ] {
        let (code, _, stderr) = outcome(args, "");
        assert_eq!(code, 2, "{args:?}");
        assert!(stderr.contains(expected), "{args:?}: {stderr}");
    }
}
