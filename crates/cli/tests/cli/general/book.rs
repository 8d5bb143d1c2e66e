//! `reversi book`: shown, extended and checked.

use std::fs;

use serde_json::Value;

use super::{run, said};

#[test]
fn the_moves_of_the_book_are_shown_for_people_and_programs() {
    let text = said(&["book", "show"]);
    let moves: Vec<&str> = text.lines().map(|line| &line[..2]).collect();
    assert_eq!(moves, ["d3", "c4", "f5", "e6"], "{text}");
    let json: Value = serde_json::from_str(&said(&["book", "show", "f5d6", "--json"])).unwrap();
    assert_eq!(json["side_to_move"], "black");
    let moves = json["moves"].as_array().unwrap();
    assert!(moves.len() > 1 && moves.iter().all(|found| found["kind"] == "estimate"));
    let scores: Vec<_> = moves.iter().map(|found| found["score"].as_i64()).collect();
    assert!(scores.is_sorted_by(|one, next| one >= next), "{scores:?}");
    let end = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    assert_eq!(
        said(&["book", "show", end]),
        "The book does not have this position.\n"
    );
}

#[test]
fn a_book_is_made_continued_shown_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (half, whole) = (path("half.book"), path("whole.book"));
    let extend = |path: &str, positions: &str| {
        said(&[
            "book",
            "extend",
            path,
            "--depth",
            "2",
            "--positions",
            positions,
            "--threads",
            "2",
        ])
    };
    let told = extend(&half, "30");
    assert!(
        told.ends_with(" positions, searched 2 plies deep\n"),
        "{told}"
    );
    extend(&half, "60");
    extend(&whole, "60");
    assert_eq!(fs::read(&half).unwrap(), fs::read(&whole).unwrap());
    assert_eq!(said(&["book", "show", "--book", &half]).lines().count(), 4);
    let check = [
        "book",
        "check",
        "--book",
        &half,
        "--depth",
        "3",
        "--positions",
        "10",
        "--max-loss",
        "64",
    ];
    assert!(said(&check).starts_with("10 positions: the best moves lose "));
    let other = run(&["book", "extend", &half, "--depth", "3"]);
    assert_eq!(other.status.code(), Some(1), "another depth");
}

#[test]
fn a_damaged_book_is_refused_in_one_sentence_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my.book");
    let name = path.to_str().unwrap();
    for (bytes, reason) in [
        (
            &b"Dear reader"[..],
            "not a book for this version of the program",
        ),
        (b"reversi book 1\nDear reader", "the book is damaged"),
    ] {
        fs::write(&path, bytes).unwrap();
        for args in [
            &["book", "show", "--book", name][..],
            &["book", "check", "--book", name],
            &["book", "extend", name, "--positions", "1"],
        ] {
            let output = run(args);
            assert_eq!(output.status.code(), Some(1), "{args:?}");
            let error = String::from_utf8(output.stderr).unwrap();
            assert!(
                error.ends_with(&format!("{reason}\n")) && error.lines().count() == 1,
                "{error}"
            );
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
    }
}

#[test]
fn a_book_is_made_of_the_moves_that_several_games_have_and_of_lines_of_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (book, games) = (path("mine.book"), path("games.txt"));
    // Mirror images are the same line.
    fs::write(&games, "f5f4e3d6\nd3e3\nf5d6c3d3c4\nd3c5f6f5e6\nf5f6e6\n").unwrap();
    let add = |book: &str, games: &str, fewest: &str| {
        let args = [
            "book",
            "add",
            book,
            games,
            "--min-games",
            fewest,
            "--depth",
            "2",
        ];
        said(&args)
    };
    let told = add(&book, &games, "2");
    assert!(
        told.ends_with(" positions, searched 2 plies deep\n"),
        "{told}"
    );
    let moves = |moves: &str| {
        let shown = said(&["book", "show", moves, "--book", &book]);
        let mut squares: Vec<String> = shown.lines().map(|line| line[..2].to_owned()).collect();
        squares.sort();
        squares
    };
    assert!(moves("f5").contains(&"f4".to_owned()), "{:?}", moves("f5"));
    assert!(moves("f5d6c3d3").contains(&"c4".to_owned()));
    let missing = ["Th"];
    assert_eq!(moves("f5f4e3"), missing, "only one game has it");
    assert_eq!(moves("f5f6"), missing);
    // Lines of text make the same positions.
    let lines = said(&["book", "lines", "--book", &book]);
    assert!(lines.lines().count() >= 2, "{lines}");
    let (text, copy) = (path("lines.txt"), path("copy.book"));
    fs::write(&text, &lines).unwrap();
    assert_eq!(add(&copy, &text, "1").replace("copy", "mine"), told);
    assert_eq!(said(&["book", "lines", "--book", &copy]), lines);
    // A second time nothing is new, and nothing is lost.
    assert_eq!(add(&book, &games, "2"), told);
}
