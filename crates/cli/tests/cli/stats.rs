//! `reversi stats`: the record of a history made by hand.

use std::fs;
use std::path::Path;
use std::process::Output;

use reversi::{ByColor, transcript};
use reversi_notation::{Record, detect};
use reversi_table::store::game_facts::GameFacts;
use reversi_table::store::history;
use reversi_table::store::labels::Labels;
use reversi_table::store::state::StateFolder;
use serde_json::Value;

use crate::program;

use program::{printed, program};

const SHORTEST: &str = "e6f4e3f6g5d6e7f5c5";

/// The final of the World Championship of 1978, which White won.
const LONG: &str = "f5f6e6f4e3c5c4d3f3e2d2e7c6c3f1c2f2d1b3b4a3a5b5e1c1d6g4g5e8f8g8d7c7b6g3d8c8f7h6a6a4g6h5\
                    a2b7a8a7b2a1b1g7h3h4b8h2h8h7g2g1h1";

fn state(home: &Path) -> StateFolder {
    StateFolder::at(home.join("reversi"))
}

/// A home with a history.
fn home() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let games = [
        ("human", "engine:3", LONG),
        ("engine:3", "human", LONG),
        ("greedy", "human", SHORTEST),
        ("Ann", "Bob", LONG),
        ("human", "engine:3", SHORTEST),
    ];
    for (day, (black, white, moves)) in (1..).zip(games) {
        let mut record = Record::from_game(&transcript::parse(moves).unwrap());
        record.players = ByColor::new(black.to_owned(), white.to_owned());
        record.date = format!("2026-11-0{day} 10:00:00.000");
        history::append(&state(home.path()), &record).unwrap();
    }
    home
}

fn run(home: &Path, args: &[&str]) -> Output {
    program::run(&mut program(home, &[&["stats"], args].concat()), b"")
}

fn text(home: &Path, args: &[&str]) -> String {
    printed(run(home, args))
}

#[test]
fn the_record_is_told_word_for_word_and_a_second_time_without_a_review() {
    let home = home();
    let path = home.path();
    let known = text(path, &["--no-review"]);
    assert!(
        known.contains("Discs lost per move\n  No game has been reviewed yet.\n"),
        "{known}"
    );
    let record = text(path, &["--threads", "1"]);
    insta::assert_snapshot!(record);
    assert_eq!(text(path, &["--no-review"]), record);
}

#[test]
fn json_and_the_exported_file_say_the_same() {
    let home = home();
    let json: Value = serde_json::from_str(&text(home.path(), &["--json"])).unwrap();
    assert_eq!(json["games"], 4);
    assert_eq!(json["not_counted"], 1);
    assert_eq!(json["opponents"]["level 3"]["won"], 2);
    assert_eq!(json["openings"]["Fishhook"]["lost"], 1);
    assert_eq!(json["reviewed"][0]["date"], "2026-11-01 10:00");
    assert_eq!(json["reviewed"].as_array().unwrap().len(), 4);
    assert!(json["mean_loss"]["endgame"].as_f64().unwrap() > 0.0);
    assert!(json["mistakes"][0]["reason"].is_string());
    assert_eq!(json["puzzle_rating"], Value::Null);
    assert_eq!(json["level"], Value::Null, "after four games");
    let file = home.path().join("record.json");
    assert_eq!(text(home.path(), &["-o", file.to_str().unwrap()]), "");
    let exported: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    assert_eq!(exported, json);
}

#[test]
fn json_names_opponents_the_same_in_each_language() {
    let home = home();
    for args in [
        ["stats", "--no-review", "--json"],
        ["games", "--stats", "--json"],
    ] {
        let printed = |language| {
            let mut command = program(home.path(), &args);
            printed(program::run(command.env("REVERSI_LANG", language), b""))
        };
        assert_eq!(printed("zz"), printed("en"));
    }
}

#[test]
fn without_games_it_says_so_in_one_sentence() {
    let home = tempfile::tempdir().unwrap();
    let said = text(home.path(), &[]);
    assert!(
        said.starts_with("No finished games of yours yet") && said.lines().count() == 1,
        "{said}"
    );
    let json: Value = serde_json::from_str(&text(home.path(), &["--json"])).unwrap();
    assert_eq!(json["games"], 0);
}

#[test]
fn a_person_is_known_by_name_in_games_with_friends() {
    let home = home();
    let said = text(home.path(), &["--no-review", "--name", "Bob"]);
    assert!(said.contains("\n  Ann "), "{said}");
}

#[test]
fn damaged_reviews_are_reported_and_not_overwritten() {
    let home = home();
    // A file stands where the folder should be.
    let reviews = state(home.path()).reviews();
    fs::write(&reviews, "{").unwrap();
    let output = run(home.path(), &[]);
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.starts_with("warning: cannot save the analysis of a game ")
            && said.lines().count() == 1,
        "{said}"
    );
    assert_eq!(fs::read_to_string(reviews).unwrap(), "{");
}

#[test]
fn nothing_is_deleted_without_a_yes() {
    let home = home();
    let log = state(home.path()).log();
    for delete in ["--delete-games", "--delete-all"] {
        let output = run(home.path(), &[delete]);
        assert_eq!(output.status.code(), Some(2), "{delete}");
        assert!(log.exists());
    }
    let said = text(home.path(), &["--delete-all", "--yes"]);
    assert_eq!(
        said,
        "Deleted the history, the reviews and your practice.\n"
    );
    assert!(!log.exists());
    assert_eq!(run(home.path(), &["--yes"]).status.code(), Some(2));
}

#[test]
fn exactly_the_chosen_games_are_removed_and_come_back() {
    let home = home();
    let games = |args: &[&str]| {
        let json = text(
            home.path(),
            &[&["--no-review", "--json"][..], args].concat(),
        );
        let record: serde_json::Value = serde_json::from_str(&json).unwrap();
        record["games"].as_u64().unwrap()
    };
    let (all, won) = (games(&[]), games(&["--result", "win"]));
    assert!(0 < won && won < all, "{won} of {all}");
    let said = text(home.path(), &["--result", "win", "--delete-games", "--yes"]);
    let (count, them) = match won {
        1 => ("1 game".to_owned(), "it"),
        won => (format!("{won} games"), "them"),
    };
    assert_eq!(
        said,
        format!("Removed {count}. You can bring {them} back for 30 days.\n")
    );
    assert_eq!((games(&[]), games(&["--result", "win"])), (all - won, 0));
    let none = text(home.path(), &["--result", "win", "--delete-games", "--yes"]);
    assert_eq!(
        none,
        match all - won {
            1 => "Your only game does not match.\n".to_owned(),
            left => format!("None of your {left} games match.\n"),
        }
    );
    let back = text(home.path(), &["--bring-back"]);
    assert_eq!(back, format!("Brought back {count}.\n"));
    assert_eq!(games(&[]), all);
    let none = text(home.path(), &["--bring-back"]);
    assert_eq!(none, "There are no removed games to bring back.\n");
}

#[test]
fn the_games_of_libraries_are_listed_before_those_of_the_history_with_tags_and_notes_in_json() {
    let home = home();
    let state = state(home.path());
    let log = fs::read_to_string(state.log()).unwrap();
    let copy = log.lines().next().unwrap();
    let other = "(;GM[Othello]DT[1997-11-02]PB[Tamenori]PW[Ishii]RE[+0]TY[8]BO[8 -------- -------- \
                 -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6];)";
    fs::create_dir(home.path().join("games")).unwrap();
    fs::write(
        home.path().join("games/library.ggf"),
        format!("{other}\n{copy}\n"),
    )
    .unwrap();
    let list = |args: &[&str]| printed(program::run(&mut program(home.path(), args), b""));
    let history = list(&["games"]);
    assert!(
        history.starts_with("1\t2026-11-01 10:00\tyou\tlevel 3\t"),
        "{history}"
    );
    fs::write(
        home.path().join("reversi/config.toml"),
        "games-folder = \"~/games\"\n",
    )
    .unwrap();
    let record = detect::read(other.as_bytes(), None)
        .next()
        .unwrap()
        .unwrap();
    let key = GameFacts::of(&record, None).label_key();
    Labels::keep(&state, key, "#good well played".parse().unwrap()).unwrap();
    let all = list(&["games"]);
    // The copy of a game of the history is not listed again.
    let starts: Vec<&str> = all
        .lines()
        .map(|line| line.split('\t').next().unwrap())
        .collect();
    assert!(starts[0].ends_with("library.ggf#1"), "{all}");
    let numbers = [
        "history:1",
        "history:2",
        "history:3",
        "history:4",
        "history:5",
    ];
    assert_eq!(starts[1..], numbers);
    assert!(all.contains("1997-11-02\tTamenori\tIshii\t"), "{all}");
    assert_eq!(list(&["history"]), all);
    assert_eq!(list(&["games", "-n", "1"]).lines().count(), 1);
    assert_eq!(list(&["games", "-n", "3"]).lines().count(), 3);
    let tagged = list(&["games", "--tag", "good", "--json"]);
    let tagged: Value = serde_json::from_str(&tagged).unwrap();
    assert_eq!(tagged["tags"], serde_json::json!(["good"]));
    assert_eq!(tagged["note"], "well played");
    assert!(tagged["file"].as_str().unwrap().ends_with("library.ggf"));
    let of_level = list(&["games", "--opponent", "level", "--json"]);
    let own: Value = serde_json::from_str(of_level.lines().next().unwrap()).unwrap();
    assert_eq!(own["number"], 1);
    assert_eq!(own["tags"], serde_json::json!([]));
    assert_eq!(own["file"], Value::Null);
}

#[test]
fn one_game_of_the_history_is_removed_by_its_number_and_comes_back() {
    let home = home();
    let history = |args: &[&str]| {
        let all = [&["history"], args].concat();
        let output = program::run(&mut program(home.path(), &all), b"");
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
        )
    };
    let numbers = || {
        let (_, listed) = history(&[]);
        let first = |line: &str| line.split('\t').next().map(str::to_owned);
        listed.lines().filter_map(first).collect::<Vec<_>>()
    };
    let all = numbers();
    let chosen = all[1].clone();
    assert_eq!(
        history(&["--delete", &chosen]).0,
        Some(2),
        "there is nobody to ask"
    );
    assert_eq!(history(&["--delete", "99", "--yes"]).0, Some(1));
    assert_eq!(numbers(), all);
    let said = "Removed 1 game. You can bring it back for 30 days.\n".to_owned();
    assert_eq!(history(&["--delete", &chosen, "--yes"]), (Some(0), said));
    let left: Vec<String> = all
        .iter()
        .filter(|number| **number != chosen)
        .cloned()
        .collect();
    assert_eq!(numbers(), left, "the others keep their numbers");
    let said = "Brought back 1 game.\n".to_owned();
    assert_eq!(history(&["--bring-back"]), (Some(0), said));
    assert_eq!(numbers(), all);
}

#[test]
fn a_double_plays_once_enough_games_are_reviewed() {
    let home = tempfile::tempdir().unwrap();
    let play = |count: usize| {
        for _ in 0..count {
            let mut record = Record::from_game(&transcript::parse(SHORTEST).unwrap());
            record.players = ByColor::new("greedy".to_owned(), "human".to_owned());
            history::append(&state(home.path()), &record).unwrap();
        }
        text(home.path(), &["--threads", "1"]);
    };
    let run = |args: &[&str]| program::run(&mut program(home.path(), args), b"");
    let matched = ["match", "me", "random", "--games", "2", "--json"];
    play(19);
    for args in [
        &matched[..],
        &["--white", "ME"],
        &["--white", "your double"],
    ] {
        let said = program::error(run(args), 1);
        let why = "\"me\" plays like you once 20 of your games are reviewed; so far 19 of 19 games are \
                   (reversi stats reviews them)";
        assert!(said.contains(why) && said.lines().count() == 1, "{said}");
    }
    play(1);
    let said = printed(run(&matched));
    assert!(said.contains("\"me:8.45\""), "{said}");
    // No engine has this name.
    let said = program::error(run(&["hint", "--engine", "me", "f5"]), 2);
    assert!(said.contains("expected nboard:COMMAND"), "{said}");
}

#[test]
fn a_choice_of_games_and_the_libraries_change_what_is_counted() {
    let home = home();
    let count = |args: &[&str]| {
        let args = [&["--no-review", "--json"], args].concat();
        let json: Value = serde_json::from_str(&text(home.path(), &args)).unwrap();
        json
    };
    assert_eq!(count(&["--opponent", "level 3"])["games"], 3);
    assert_eq!(
        count(&["--result", "loss", "--filter", "greedy"])["games"],
        1
    );
    assert_eq!(count(&["--year", "2025"])["games"], 0);
    let refused = run(home.path(), &["--libraries"]);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    let games = home.path().join("games");
    fs::create_dir(&games).unwrap();
    fs::write(
        games.join("a.ggf"),
        "(;GM[Othello]PB[human]PW[engine:5]B[F5]W[D6]B[C3];)\n",
    )
    .unwrap();
    let settings = "libraries = [\"~/games\"]\n";
    fs::write(home.path().join("reversi/config.toml"), settings).unwrap();
    let json = count(&["--libraries"]);
    assert_eq!(json["games"], 5);
    assert_eq!(json["folders"]["history"]["games"], 4);
    assert_eq!(json["opponents"]["level 5"]["games"], 1);
    assert_eq!(count(&[])["folders"], Value::Null);
}

#[test]
fn the_review_and_the_record_say_the_same_of_a_game() {
    let home = tempfile::tempdir().unwrap();
    let mut record = Record::from_game(&transcript::parse(SHORTEST).unwrap());
    record.players = ByColor::new("human".to_owned(), "engine:3".to_owned());
    history::append(&state(home.path()), &record).unwrap();
    let mean_of_record = || {
        let json = text(home.path(), &["--json"]);
        let record: Value = serde_json::from_str(&json).unwrap();
        record["reviewed"][0]["all"].clone()
    };
    let review = || {
        let output = program::run(
            &mut program(home.path(), &["review", "history:1", "--json"]),
            b"",
        );
        serde_json::from_str::<Value>(&printed(output)).unwrap()
    };
    assert!(mean_of_record().is_f64(), "a light analysis");
    let deeper = review();
    let mean = &deeper["totals"]["black"]["mean_loss"];
    assert!(mean.is_f64(), "{deeper}");
    assert_eq!(mean_of_record(), *mean);
    assert_eq!(review(), deeper, "the stored one");
}
