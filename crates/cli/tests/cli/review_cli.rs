//! `reversi review`: what it prints, as text, JSON and a picture, and what it refuses.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::program;

use program::{error, printed, program, run};

/// Game of 2005 from the WTHOR database, with six passes and a wipeout that was missed and one that was not.
const GAME: &str = "f5d6c5f4f3g4d3e3f2g5e6f6h4e2g6h3e7g3d2f1h5h6g1h1h2c4c2g2b4c1e1d1h7h8g7f7g8b2b1f8b3d8\
                    e8a1c8c3a2c6a4a3a5a6b5c7b7a8b6a7d7b8";

/// Three moves of a game whose stated result is not that of its moves.
const WRONG_RESULT: &str = "(;GM[Othello]PB[Anna \u{1b}[31m]PW[Bo]RE[+2]TY[8]\
                            BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
                            B[f5]W[d6]B[c3];)\n";

fn review(args: &[&str]) -> Output {
    let home = tempfile::tempdir().unwrap();
    run(
        &mut program(home.path(), &[&["review"], args].concat()),
        b"",
    )
}

fn complaint(args: &[&str], code: i32) -> String {
    error(review(args), code)
}

#[test]
fn a_game_is_reviewed_line_by_line_with_totals_and_graph() {
    let text = printed(review(&[GAME, "--depth", "1", "--threads", "1"]));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "Opening: Fishhook");
    assert_eq!(lines[1], "");
    let entries: Vec<&str> = lines[2..]
        .iter()
        .take_while(|l| !l.is_empty())
        .copied()
        .collect();
    assert_eq!(entries.len(), 66, "60 moves and six passes");
    let mut number = 0;
    for line in &entries {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert!(["B", "W"].contains(&words[1]), "{line}");
        if words[2] == "pass" {
            assert_eq!((words.len(), words[0]), (3, "--"), "{line}");
            continue;
        }
        number += 1;
        assert_eq!(words[0], number.to_string());
        let loss: i32 = words[3].parse().unwrap();
        assert_eq!(words[4] == "best", loss < 0, "{line}");
        let exact = line.contains("(exact)");
        assert!(exact || line.contains("(depth 1)"), "{line}");
        // 22 empty squares and fewer are solved.
        assert!(exact || number <= 38, "{line}");
    }
    // Three moves take every disc in the end; which one is found depends on the evaluation.
    assert!(["a7", "b8", "d7"].iter().any(|best| text.contains(&format!(
        "54 W c7  -6 best {best} (exact): misses a wipeout: {best} takes every disc\n"
    ))));
    assert!(text.contains("\nBlack "));
    assert!(text.contains("\n  +0 --"));
    assert_eq!(
        lines.last().unwrap().trim(),
        "0         10        20        30        40        50        60"
    );
}

#[test]
fn with_lines_the_best_one_stands_beside_the_one_that_was_played() {
    let text = printed(review(&[GAME, "--depth", "1", "--threads", "1", "--lines"]));
    let mut lines = text.lines().skip_while(|line| !line.starts_with("54 W c7"));
    lines.next();
    let best = lines.next().unwrap();
    let played = lines.next().unwrap();
    assert!(
        ["a7", "b8", "d7"]
            .iter()
            .any(|square| best.starts_with(&format!("     best   +64= {square} "))),
        "{best}"
    );
    assert!(played.starts_with("     played +58= c7 "), "{played}");
}

#[test]
fn json_has_every_entry_and_the_totals() {
    let text = printed(review(&[GAME, "--depth", "1", "--json"]));
    let object: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(object["result"], "0-64");
    assert_eq!(object["opening"]["english"], "Fishhook");
    let entries = object["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 66);
    let missed = &entries[57];
    assert_eq!(
        (&missed["number"], &missed["ply"]),
        (&54.into(), &58.into())
    );
    assert_eq!(missed["side"], "white");
    assert_eq!(missed["move"], "c7");
    assert_eq!(missed["loss"], 6);
    assert_eq!(missed["exact"], true);
    let best = missed["best"]["move"].as_str().unwrap();
    assert!(["a7", "b8", "d7"].contains(&best), "{best}");
    assert_eq!(missed["best"]["score"], 64);
    assert_eq!(
        missed["reason"],
        format!("misses a wipeout: {best} takes every disc")
    );
    assert_eq!(missed["evaluation"]["black"], -58);
    let pass = entries
        .iter()
        .find(|entry| entry["entry"] == "pass")
        .unwrap();
    assert_eq!(
        (&pass["move"], &pass["number"]),
        (&Value::Null, &Value::Null)
    );
    let plies = entries.iter().map(|entry| entry["ply"].as_u64().unwrap());
    assert!(plies.eq(1..=66));
    let numbers = entries.iter().filter_map(|entry| entry["number"].as_u64());
    assert!(numbers.eq(1..=60), "the numbers of the text");
    for entry in entries.iter().filter(|entry| entry["entry"] == "move") {
        let people = &entry["people"];
        assert_eq!(people.is_null(), entry["loss"].as_u64().unwrap() <= 2);
        if !people.is_null() {
            let group = people["group"].as_str().unwrap();
            assert!(
                [
                    "tournament players",
                    "club players",
                    "casual players",
                    "beginners"
                ]
                .contains(&group)
            );
            let [played, best] = ["played", "best"].map(|of| people[of].as_f64().unwrap());
            assert!(
                played >= 0.0 && best >= 0.0 && played + best <= 1.0,
                "{people}"
            );
        }
    }
    let moves = ["black", "white"].map(|side| object["totals"][side]["moves"].as_u64().unwrap());
    assert_eq!(moves.iter().sum::<u64>(), 60);
}

#[test]
fn a_picture_goes_into_a_file_or_to_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.svg");
    let name = path.to_str().unwrap();
    let args = [GAME, "--depth", "1", "--threads", "1", "-o"];
    let beside = printed(review(&[&args[..], &[name]].concat()));
    assert!(beside.contains("mean loss") && !beside.contains("\n  +0 --"));
    let picture = fs::read_to_string(&path).unwrap();
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    assert_eq!(printed(review(&[&args[..], &["-"]].concat())), picture);
}

#[test]
fn a_game_of_a_file_is_introduced_by_what_the_file_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.ggf");
    fs::write(&path, WRONG_RESULT.repeat(2)).unwrap();
    let name = path.to_str().unwrap();
    let output = review(&[&format!("{name}#2"), "--depth", "2"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("Black: Anna "), "{text}");
    assert!(!text.contains('\u{1b}'));
    let warning = String::from_utf8(output.stderr).unwrap();
    assert!(
        warning.starts_with("warning: the stated result is Black +2"),
        "{warning}"
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn what_cannot_be_reviewed_is_refused_in_one_sentence() {
    let board = "---------------------------OX------XO--------------------------- X";
    let no_moves = complaint(&[board], 2);
    assert_eq!(
        no_moves,
        "error: a position has no moves to review; use `reversi hint` for it\n"
    );
    let illegal = complaint(&["f5f6f8"], 2);
    assert_eq!(illegal.lines().count(), 1, "{illegal}");
    let both = complaint(&["f5", "--depth", "2", "--time-limit", "1"], 2);
    assert!(both.contains("cannot be used with"), "{both}");
    let both = complaint(&["f5", "--json", "-o", "-"], 2);
    assert!(both.contains("cannot be used with"), "{both}");
    let depth = complaint(&["f5", "--depth", "0"], 2);
    assert!(depth.contains("--depth"), "{depth}");
    let missing = complaint(&["no/such/file.ggf"], 1);
    assert!(
        missing.starts_with("error: cannot read \"no/such/file.ggf\": "),
        "{missing}"
    );
}

#[test]
fn a_picture_that_cannot_be_written_is_refused_before_the_work() {
    let path = Path::new("no").join("such").join("graph.svg");
    let refused = complaint(&[GAME, "--depth", "40", "-o", path.to_str().unwrap()], 1);
    assert!(
        refused.starts_with("error: cannot write the output: \"no/such/graph.svg\": "),
        "{refused}"
    );
}

#[test]
fn a_folder_is_many_games_or_none_and_a_picture_has_no_place_in_one() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().to_str().unwrap();
    assert_eq!(printed(review(&[name])), "");
    let sentence = complaint(&["f5", "-o", name], 1);
    assert!(sentence.contains("it is a folder"), "{sentence}");
    assert!(!sentence.contains("line 1"), "{sentence}");
    fs::write(folder.path().join("two.txt"), "f5d6\nf5f4\n").unwrap();
    let text = printed(review(&[name, "--depth", "1"]));
    let games: Vec<&str> = text
        .lines()
        .map(|line| line.split('\t').next().unwrap())
        .collect();
    assert_eq!(
        games,
        [format!("{name}/two.txt#1"), format!("{name}/two.txt#2")]
    );
}

/// A review that is killed leaves no half picture, under whatever name.
#[cfg(unix)]
#[test]
fn nothing_is_left_beside_a_picture_that_was_never_drawn() {
    use std::io::{BufRead as _, BufReader};
    use std::os::unix::process::ExitStatusExt as _;

    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game.ggf");
    fs::write(&game, WRONG_RESULT).unwrap();
    let home = tempfile::tempdir().unwrap();
    let args = ["review", "--depth", "60", "--threads", "1", "-o"];
    let mut command = program(home.path(), &args);
    let graph = folder.path().join("graph.svg");
    let mut child = command.arg(graph).arg(&game).spawn().unwrap();
    // The warning is the last thing before the search, which takes hours.
    let mut warning = String::new();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    stderr.read_line(&mut warning).unwrap();
    assert!(warning.starts_with("warning: "), "{warning}");
    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(9), "it was at work");
    let left: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert_eq!(left, [game]);
}

#[test]
fn where_there_is_room_for_one_game_the_first_of_several_is_said_to_be_that() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.txt");
    fs::write(&path, "f5d6c3\nf5f4\n").unwrap();
    let name = path.to_str().unwrap();
    let said = |args: &[&str]| {
        let output = review(&[args, &["--depth", "1"]].concat());
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stderr).unwrap()
    };
    let note = format!("note: showing the first of several games; the next is {name}#2\n");
    assert_eq!(said(&[name, "--lines"]), note);
    assert_eq!(said(&[name, "-o", "-"]), note);
    assert_eq!(said(&[&format!("{name}#1"), "--lines"]), "");
    assert_eq!(said(&[&format!("{name}#2")]), "");
    // Otherwise all are reviewed.
    let output = review(&[name, "--depth", "1"]);
    assert_eq!(printed(output).lines().count(), 2);
}

#[test]
fn a_review_says_where_the_game_left_a_line_that_is_trained() {
    let home = tempfile::tempdir().unwrap();
    let lines = r#"{"version": 1, "lines": ["Tiger | f5d6c3d3c4f4"]}"#;
    fs::create_dir(home.path().join("reversi")).unwrap();
    fs::write(home.path().join("reversi/lines.json"), lines).unwrap();
    let review = |game: &str, form: &str| {
        let args = ["review", game, "--depth", "1", form];
        printed(run(&mut program(home.path(), &args), b""))
    };
    let text = review("f5d6c3d3c4b3", "--plain");
    let expected = "White leaves your lines with b3, move 6. Your lines have f4 here.\n";
    assert!(text.contains(expected), "{text}");
    let left = |game: &str| -> Value {
        let review: Value = serde_json::from_str(&review(game, "--json")).unwrap();
        review["left_lines"].clone()
    };
    let expected = serde_json::json!({
        "number": 6, "side": "white", "move": "b3", "lines": ["f4"], "played": 0,
    });
    assert_eq!(left("f5d6c3d3c4b3"), expected);
    assert_eq!(left("f5d6c3d3c4f4"), Value::Null);
}
