//! The lines that the player keeps: from a game, in the review of the next one, in the list, and in files.

use std::fs;
use std::path::PathBuf;

use insta::assert_snapshot;
use reversi_table::store::state::StateFolder;
use reversi_tui::FirstScreen;
use tempfile::TempDir;

use crate::person::{Person, Table};

fn state(folder: &TempDir) -> StateFolder {
    StateFolder::at(folder.path().join("state"))
}

/// The file of the lines.
fn file(folder: &TempDir) -> PathBuf {
    state(folder).path().join("lines.json")
}

pub(crate) fn keep(folder: &TempDir, lines: &str) {
    fs::create_dir_all(state(folder).path()).unwrap();
    fs::write(
        file(folder),
        format!(r#"{{"version": 1, "lines": [{lines}]}}"#),
    )
    .unwrap();
}

fn sit(folder: &TempDir, table: Table) -> Person {
    let mut person = table
        .with(|options| options.state = Some(state(folder)))
        .sit();
    person.wait_until("lines", |person| !person.app.is_looking_up());
    person
}

/// Opens the review of a game.
pub(crate) fn review(folder: &TempDir, moves: &str) -> Person {
    let mut person = sit(folder, Table::new().moves(moves));
    person.keys("w");
    person.wait_for_review();
    person
}

/// Opens the choice of lines.
fn choose(folder: &TempDir) -> Person {
    let mut person = sit(folder, Table::new().first(FirstScreen::Start).size(80, 24));
    person.keys("down down down enter down down enter");
    person
}

#[test]
fn a_line_is_kept_from_a_game_and_the_next_review_says_where_that_game_left_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = review(&folder, "f5d6c3d3c4f4");
    person.keys("?from_where_the_game");
    assert!(!person.says("Train"), "{}", person.text());
    person.keys("home right right right right right ?train_this_line");
    person.wait_for_text("to your lines.");
    person.keys("left ?train_this_line");
    person.wait_for_text("You train this line already.");
    drop(person);
    let kept = fs::read_to_string(file(&folder)).unwrap();
    assert!(kept.contains("f5d6c3d3c4f4"), "{kept}");
    let mut person = review(&folder, "f5d6c3d3c4b3c5");
    person.wait_for_text("White leaves your lines with b3, move 6.");
    person.keys("home right right right right right");
    person.wait_for_text("Your lines have f4 here.");
    assert_snapshot!(person.text());
    person.keys("?from_where_the_game");
    person.wait_for_text("So far: Tiger");
    person.wait_for_text("Play the next move of the line");
    person.keys("f4");
    person.wait_for_text("You know this line.");
}

#[test]
fn a_review_counts_how_often_the_player_left_the_line_with_the_same_move() {
    let folder = tempfile::tempdir().unwrap();
    keep(&folder, r#""f5d6c3d3c4""#);
    let game = "(;GM[Othello]PC[]PB[you]PW[level 1]RE[?]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- \
                -------- -------- -------- *]B[f5]W[d6]B[c5];)\n";
    fs::write(state(&folder).log(), game.repeat(3)).unwrap();
    let mut person = review(&folder, "f5d6c5");
    person.keys("home right right");
    person.wait_for_text("Your lines have c3 here. You have played c5 3 times.");
}

#[test]
fn the_lines_of_the_player_are_listed_removed_added_from_a_file_and_written_to_one() {
    let folder = tempfile::tempdir().unwrap();
    keep(&folder, r#""Tiger | f5d6c3d3c4", "f5f6e6f4""#);
    let mut person = choose(&folder);
    assert!(person.says("All 2 lines of yours"), "{}", person.text());
    assert_snapshot!(person.text());
    person.keys("delete");
    assert!(person.says("Only a line of yours can be removed."));
    person.keys("down delete");
    assert!(person.says("Removed Tiger from your lines."));
    person.wait_until("lines", |person| !person.app.is_looking_up());
    assert!(!fs::read_to_string(file(&folder)).unwrap().contains("Tiger"));
    let path = folder.path().join("more.txt");
    fs::write(&path, "Rose | f5d6c5f4e3c6\nf5f6e6f4\nf5f4\n").unwrap();
    person.paste(path.to_str().unwrap());
    person.keys("down enter");
    person.wait_for_text("Added 2 lines to your lines.");
    person.keys("enter");
    assert!(person.says("All 3 lines of yours"), "{}", person.text());
    person.keys("down down down down enter");
    person.wait_for_text("Export");
    let target = folder.path().join("out.txt");
    person.paste(target.to_str().unwrap());
    person.keys("enter");
    person.wait_until("file", |_| target.exists());
    person.wait_until("content", |_| {
        fs::read_to_string(&target)
            .is_ok_and(|text| text == "f5f6e6f4\nRose | f5d6c5f4e3c6\nf5f4\n")
    });
}

#[test]
fn lines_that_cannot_be_read_are_reported_and_stay() {
    let folder = tempfile::tempdir().unwrap();
    keep(&folder, r#""Tiger | f5f5""#);
    let mut person = review(&folder, "f5d6");
    person.keys("home right ?train_this_line");
    person.wait_for_text("the lines that you train");
    drop(person);
    assert!(fs::read_to_string(file(&folder)).unwrap().contains("f5f5"));
}
