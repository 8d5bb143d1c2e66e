//! `reversi puzzle`: what it prints, exports, asks and refuses.

use std::fs;
use std::path::Path;
use std::process::Output;

use reversi::{ByColor, Color, Game};
use reversi_notation::Record;
use reversi_study::progress::Progress;
use reversi_table::clock::today;
use reversi_table::store::history;
use reversi_table::store::state::StateFolder;
use serde_json::Value;
use tempfile::TempDir;

use crate::program;

use program::{printed, program};

use crate::random_games;
use random_games::{add_to_history, random_games};

fn state(home: &TempDir) -> StateFolder {
    StateFolder::at(home.path().join("reversi"))
}

fn run(home: &Path, args: &[&str], input: &str) -> Output {
    program::run(&mut program(home, args), input.as_bytes())
}

fn puzzles(home: &TempDir, args: &[&str]) -> Vec<Value> {
    let args = [&["puzzle", "--json", "--empties", "8"], args].concat();
    let text = printed(run(home.path(), &args, ""));
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn home() -> TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn json_has_the_puzzle_with_its_proof() {
    let home = home();
    let found = puzzles(&home, &["--count", "3", "--seed", "1", "--threads", "2"]);
    assert_eq!(found.len(), 3);
    assert_eq!(
        found,
        puzzles(&home, &["--count", "3", "--seed", "1", "--threads", "1"])
    );
    for puzzle in &found {
        let answers = puzzle["answers"].as_array().unwrap();
        assert_eq!(puzzle["moves"][0]["move"], answers[0]);
        assert_eq!(puzzle["moves"][0]["score"], puzzle["score"]);
        assert_eq!(puzzle["pv"][0], answers[0]);
        assert!(puzzle["difficulty"]["plausible"].as_u64().unwrap() >= 2);
        let chance = puzzle["difficulty"]["chance"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&chance));
        let rating = puzzle["rating"].as_f64().unwrap();
        assert_eq!(rating > 1500.0, chance < 0.499, "{rating} {chance}");
        let question = puzzle["question"].as_str().unwrap();
        let side = puzzle["side_to_move"].as_str().unwrap();
        assert!(question.to_lowercase().starts_with(side), "{question}");
    }
}

#[test]
fn puzzles_are_taken_from_a_named_game() {
    let home = home();
    let file = home.path().join("games.txt");
    fs::write(&file, "f5d6c3\nf5f6e6\n").unwrap();
    for (game, why, code) in [
        (
            format!("{}#3", file.display()),
            "there is no game 3, only 2 games",
            1,
        ),
        ("f5a1".to_owned(), "move 2: a1 would turn no discs", 2),
    ] {
        let why_not = program::error(run(home.path(), &["puzzle", "--json", &game], ""), code);
        assert!(why_not.contains(why), "{why_not}");
    }
    let why_not = program::error(run(home.path(), &["puzzle", "--json", "history:1"], ""), 1);
    assert!(why_not.contains("the history is empty"), "{why_not}");
}

#[test]
fn solve_finds_the_exported_scores() {
    let home = home();
    let file = home.path().join("set.obf");
    let path = file.to_str().unwrap();
    let args = [
        "puzzle",
        "-o",
        path,
        "--empties",
        "8-9",
        "--count",
        "5",
        "--seed",
        "2",
    ];
    assert_eq!(printed(run(home.path(), &args, "")), "");
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 5);
    let solved = printed(run(
        home.path(),
        &["solve", "--all-moves", "--json", path],
        "",
    ));
    let lines: Vec<Value> = solved
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    assert_eq!(lines.len(), 5);
    for line in &lines {
        assert_eq!(line["kind"], "exact");
        assert_eq!(line["differences"], serde_json::json!([]));
    }
}

#[test]
fn a_set_of_puzzles_is_asked_from_its_file() {
    let home = home();
    let file = home.path().join("set.obf");
    let path = file.to_str().unwrap();
    let made = ["--empties", "8-9", "--count", "5", "--seed", "2"];
    let args = [&["puzzle", "-o", path][..], &made].concat();
    assert_eq!(printed(run(home.path(), &args, "")), "");
    let json = |args: &[&str]| {
        printed(run(
            home.path(),
            &[&["puzzle", "--json"], args].concat(),
            "",
        ))
    };
    let set = json(&[path]);
    assert_eq!(set.lines().count(), 5);
    assert_eq!(set, json(&made));
}

#[test]
fn line_mode_asks_refutes_helps_and_keeps_the_rating() {
    let home = home();
    let first = &puzzles(
        &home,
        &["--count", "1", "--seed", "5", "--source", "generated"],
    )[0];
    let answer = first["answers"][0].as_str().unwrap();
    let wrong = first["moves"].as_array().unwrap().last().unwrap()["move"]
        .as_str()
        .unwrap();
    let args = [
        "puzzle",
        "--empties",
        "8",
        "--seed",
        "5",
        "--source",
        "generated",
    ];
    let input = format!("help\nhint\n{wrong}\nx\u{1b}\nf\n\n{answer}\nboard\nquit\n");
    let said = printed(run(home.path(), &args, &input));
    for part in [
        first["question"].as_str().unwrap(),
        "Type a move such as f5.",
        "discs (proven): it ",
        ".\nThe refutation: ",
        "Try again, or type hint.",
        "Your rating falls from 1000 to ",
        "\"x\\u{1b}\" is neither a move such as f5 nor a command; type help for a list.",
        &format!("{answer} is right"),
        " With best play ",
        " loses ",
        "Best play: ",
        "Type more for the next puzzle, play to play on, or quit.",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
    assert!(!said.contains('\u{1b}'));
    let progress = Progress::load(&state(&home)).unwrap();
    assert!(progress.rating.rating < 1000.0);
    // The best line, played to the end.
    let line: Vec<&str> = first["pv"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m.as_str().unwrap())
        .collect();
    let input = format!("play\n{answer}\nplay\n{}\n", line.join("\n"));
    let on = printed(run(home.path(), &args, &input));
    assert!(on.contains("Solve the puzzle first"), "{on}");
    assert!(on.contains(&format!("You play {answer}, turning ")), "{on}");
    let before = progress.rating.rating;
    let progress = Progress::load(&state(&home)).unwrap();
    assert!(progress.rating.rating > before, "it is solved now");
    assert_eq!(progress.puzzles.len(), 1);
    // The end of the input ends it, and so does the count.
    let said = printed(run(
        home.path(),
        &[&args[..], &["--count", "1"]].concat(),
        "more\nmore\n",
    ));
    assert_eq!(said.matches("to move:").count(), 1, "{said}");
}

#[test]
fn a_puzzle_whose_answer_was_named_has_failed_in_line_mode_too() {
    let home = home();
    let args = ["puzzle", "--empties", "8", "--seed", "5"];
    let args = [&args[..], &["--source", "generated"]].concat();
    printed(run(home.path(), &args, "hint\nhint\nquit\n"));
    assert!(!state(&home).practice().exists());
    let said = printed(run(home.path(), &args, "hint\nhint\nhint\nmore\nquit\n"));
    assert!(
        said.contains(" answer.\nYour rating falls from 1000 to "),
        "{said}"
    );
    let progress = Progress::load(&state(&home)).unwrap();
    assert_eq!(progress.missed().len(), 1);
    assert_eq!(progress.missed()[0].0, today().tomorrow().unwrap());
}

#[test]
fn a_puzzle_is_heard_without_a_board() {
    let home = home();
    let args = ["puzzle", "--spoken", "--empties", "8", "--seed", "5"];
    let args = [&args[..], &["--source", "generated"]].concat();
    let asked = printed(run(home.path(), &args, "discs\nboard\nhint\nhint\nhint\n"));
    let lines: Vec<&str> = asked.lines().collect();
    assert!(
        lines[0].starts_with("Black: ") && lines[0].contains(". White: "),
        "{asked}"
    );
    let (side, moves) = lines[1].split_once(" to move: ").unwrap();
    assert!(
        lines[2].starts_with(&format!("{side} to move: ")),
        "{asked}"
    );
    // Only the command `board` prints a board.
    assert_eq!(lines[3], lines[0]);
    assert_eq!(lines[4], "  a b c d e f g h");
    assert_eq!(asked.matches("a b c d e f g h").count(), 1, "{asked}");
    let answer = lines
        .iter()
        .find_map(|line| line.strip_suffix(" is the answer."));
    let answer = answer.unwrap();
    assert!(moves.contains(answer), "{asked}");
    // A move is played on with the discs that turn by their names.
    let solved = printed(run(home.path(), &args, &format!("{answer}\nplay\n")));
    let turning = solved.lines().find(|line| line.contains(" turning "));
    let turning = turning.unwrap_or_else(|| panic!("{solved}"));
    assert!(!turning.contains("disc"), "{turning}");
    assert!(!solved.contains("a b c d e f g h"), "{solved}");
}

#[test]
fn mistakes_are_found_in_the_history_and_in_files() {
    let home = home();
    let refused = run(home.path(), &["puzzle", "--source", "mistakes"], "");
    assert_eq!(refused.status.code(), Some(1));
    let why = String::from_utf8(refused.stderr).unwrap();
    assert!(
        why.contains("there are no finished games of yours yet"),
        "{why}"
    );
    let games = random_games(8);
    add_to_history(&state(&home), &games);
    let wide = ["--empties", "6-12"];
    let find = |args: &[&str]| {
        let args = [&["puzzle", "--json", "--count", "100"], args, &wide].concat();
        let output = run(home.path(), &args, "");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let lines = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<Value> = lines
            .lines()
            .map(|l| serde_json::from_str(l).unwrap())
            .collect();
        (lines, String::from_utf8(output.stderr).unwrap())
    };
    let (own, why) = find(&["--source", "mistakes"]);
    assert!(why.starts_with("Searched 8 games: of "), "{why}");
    assert!(why.contains(" moves with 6 to 12 empty squares, "), "{why}");
    let end = format!(
        "and {} of these are such puzzles. Other mistakes left",
        own.len()
    );
    assert!(why.contains(&end), "{why}");
    let played: Vec<(String, String)> = games
        .iter()
        .flat_map(|game| {
            let moves = game.positions().zip(game.entries());
            moves
                .filter_map(|(board, entry)| Some((board.to_string(), entry.square()?.to_string())))
        })
        .collect();
    for puzzle in &own {
        assert_eq!(puzzle["side_to_move"], "black");
        let (_, square) = played
            .iter()
            .find(|(board, _)| puzzle["position"] == **board)
            .unwrap();
        assert!(
            !puzzle["answers"]
                .as_array()
                .unwrap()
                .contains(&square.as_str().into())
        );
    }
    let path = home.path().join("reversi/games.ggf");
    let (both, _) = find(&["--source", "mistakes", path.to_str().unwrap()]);
    assert!(both.len() > own.len() && !own.is_empty());
    let (one_each, why) = find(&[path.to_str().unwrap()]);
    assert_eq!(why, "", "not mistakes");
    assert!((1..=games.len()).contains(&one_each.len()));
}

/// A home with games between Ann, who plays Black in every second one, and Bob, and the name in the settings.
fn home_of_friends(name: &str, games: &[Game]) -> TempDir {
    let home = home();
    for (index, game) in games.iter().enumerate() {
        let [black, white] = if index % 2 == 0 {
            ["Ann", "Bob"]
        } else {
            ["Bob", "Ann"]
        };
        let mut record = Record::from_game(game);
        record.players = ByColor::new(black.to_owned(), white.to_owned());
        history::append(&state(&home), &record).unwrap();
    }
    let folder = home.path().join("reversi");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("config.toml"), format!("name = {name:?}\n")).unwrap();
    home
}

#[test]
fn mistakes_in_games_between_two_people_are_those_of_the_one_with_the_name() {
    let games = random_games(8);
    let args = [
        "puzzle",
        "--json",
        "--source",
        "mistakes",
        "--empties",
        "6-10",
        "--count",
        "100",
    ];
    let found = |name: &str| {
        let home = home_of_friends(name, &games);
        let output = run(home.path(), &args, "");
        let lines = String::from_utf8(output.stdout).unwrap();
        let lines = lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        let lines: Vec<Value> = lines.collect();
        (lines, String::from_utf8(output.stderr).unwrap())
    };
    let [(ann, why), (bob, _)] = ["Ann", "Bob"].map(found);
    assert!(why.starts_with("Searched 8 games: of "), "{why}");
    assert!(ann.len() + bob.len() > 4, "{} {}", ann.len(), bob.len());
    for (puzzles, plays_even_as) in [(ann, "black"), (bob, "white")] {
        for puzzle in puzzles {
            let of_puzzle = |game: &&Game| {
                let mut positions = game.positions();
                positions.any(|position| puzzle["position"] == *position.to_string())
            };
            let index = games.iter().position(|game| of_puzzle(&game)).unwrap();
            let is_even = puzzle["side_to_move"] == plays_even_as;
            assert_eq!(is_even, index % 2 == 0, "{puzzle}");
        }
    }
    let (none, why) = found("Eve");
    assert_eq!(none.len(), 0);
    assert!(
        why.contains("there are no finished games of yours yet"),
        "{why}"
    );
    assert!(why.contains("set your name"), "{why}");
}

#[test]
fn line_mode_says_what_was_searched_when_there_are_no_more_mistakes() {
    let home = home();
    // The first move is the only one in reach, and it loses nothing: all first moves are the same.
    let mut game = Game::new();
    game.play("f5".parse().unwrap()).unwrap();
    game.resign(Color::White);
    add_to_history(&state(&home), &[game]);
    let args = ["puzzle", "--source", "mistakes"];
    let said = printed(run(home.path(), &args, ""));
    assert_eq!(
        said,
        "There are no more puzzles here.\n\
         Searched 1 game: no moves with 4 to 20 empty squares.\n"
    );
    let listed = run(home.path(), &[&args[..], &["--json"]].concat(), "");
    assert_eq!(listed.status.code(), Some(1));
    let why = String::from_utf8(listed.stderr).unwrap();
    assert!(why.starts_with("Searched 1 game: no moves "), "{why}");
    assert!(why.contains("error: no position of these games"), "{why}");
}

#[test]
fn the_puzzle_of_a_day_is_the_same_in_every_form_and_for_every_player() {
    let (home, other) = (home(), home());
    Progress::load(&state(&other)).unwrap();
    fs::create_dir_all(state(&other).path()).unwrap();
    let strong =
        r#"{"version": 1, "rating": {"rating": 2300.0, "deviation": 60.0, "volatility": 0.06}}"#;
    fs::write(state(&other).practice(), strong).unwrap();
    let day = "--daily=2026-11-26";
    let said = |home: &TempDir, args: &[&str], input: &str| {
        printed(run(home.path(), &[&["puzzle"], args].concat(), input))
    };
    let json = said(&home, &[day, "--json"], "");
    let puzzle: Value = serde_json::from_str(json.trim()).unwrap();
    assert_eq!(json, said(&other, &[day, "--json"], ""));
    let question = puzzle["question"].as_str().unwrap();
    let answer = puzzle["answers"][0].as_str().unwrap();
    for home in [&home, &other] {
        let asked = said(home, &[day], &format!("{answer}\nmore\n"));
        let first = format!("{question} Puzzle of the day, 2026-11-26.\n");
        assert!(asked.contains(&first), "{asked}");
        assert!(asked.contains(&format!("{answer} is right")), "{asked}");
        assert_eq!(asked.matches(" to move: ").count(), 1, "only one: {asked}");
        let again = said(home, &[day], &format!("{answer}\n"));
        assert!(again.contains("it is not rated again."), "{again}");
        assert!(!again.contains("Your rating"), "{again}");
    }
    assert_ne!(json, said(&home, &["--daily=2026-11-27", "--json"], ""));
    assert!(said(&home, &["--daily"], "").contains("Puzzle of the day, "));
}

#[test]
fn puzzles_of_a_difficulty_have_its_empty_squares() {
    let home = home();
    for (name, empties) in [("easy", 4..=8), ("medium", 6..=12)] {
        let args = ["puzzle", "--json", "--count", "5", "--difficulty", name];
        let text = printed(run(
            home.path(),
            &[&args[..], &["--seed", "3"]].concat(),
            "",
        ));
        for line in text.lines() {
            let puzzle: Value = serde_json::from_str(line).unwrap();
            let position = puzzle["position"].as_str().unwrap();
            assert!(
                empties.contains(&position.matches('-').count()),
                "{position}"
            );
        }
        let asked = printed(run(
            home.path(),
            &["puzzle", "--difficulty", name, "--count", "1"],
            "",
        ));
        let board: String = asked.lines().take(9).collect();
        let count = board.matches(['.', '-', '*']).count();
        assert!(empties.contains(&count), "{count}\n{asked}");
    }
}

#[test]
fn wrong_usage_is_one_sentence() {
    let home = home();
    for (args, expected) in [
        (
            &["--empties", "3"][..],
            "a whole number from 4 to 20, or a range such as 8-12",
        ),
        (
            &["--empties", "12-8"],
            "a whole number from 4 to 20, or a range such as 8-12",
        ),
        (&["--daily=tomorrow"], "a date such as 2026-11-26"),
        (&["--daily", "--seed", "1"], "cannot be used with"),
        (
            &["--difficulty", "easy", "--empties", "8"],
            "cannot be used with",
        ),
        (&["--kind", "mate"], "last-move"),
        (&["--count", "0"], "a whole number from 1"),
        (
            &["--source", "generated", "games.ggf"],
            "generated puzzles need no file",
        ),
    ] {
        let output = run(home.path(), &[&["puzzle", "--json"], args].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(expected), "{said}");
    }
    let missing = run(home.path(), &["puzzle", "--json", "none.ggf"], "");
    assert_eq!(missing.status.code(), Some(1));
}

#[test]
fn a_game_that_cannot_be_read_is_reported_and_the_exit_code_says_so() {
    let home = home();
    let file = home.path().join("rubbish.txt");
    std::fs::write(&file, "rubbish\n").unwrap();
    let asked = run(home.path(), &["puzzle", file.to_str().unwrap()], "");
    let said = String::from_utf8(asked.stderr).unwrap();
    assert!(said.contains("rubbish.txt: unrecognised format"), "{said}");
    assert!(said.ends_with("error: cannot read 1 game\n"), "{said}");
    assert_eq!(asked.status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn a_signal_stops_an_endless_search_and_leaves_no_file() {
    use std::os::unix::process::ExitStatusExt as _;
    let home = home();
    let file = home.path().join("set.obf");
    let args = ["puzzle", "--count", "1000000", "--empties", "14", "-o"];
    let mut command = program(home.path(), &args);
    let mut child = command.arg(&file).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    program::signal("-TERM", &[child.id()]);
    assert_eq!(child.wait().unwrap().signal(), Some(15));
    assert!(!file.exists());
}
