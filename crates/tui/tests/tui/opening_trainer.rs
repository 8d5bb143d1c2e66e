//! The opening trainer: key scripts.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use reversi_study::progress::Progress;
use reversi_table::store::state::StateFolder;
use reversi_tui::FirstScreen;
use tempfile::TempDir;

use crate::person::{Person, Table};

fn state(folder: &TempDir) -> StateFolder {
    StateFolder::at(folder.path().join("state"))
}

/// Opens the choice of lines.
fn choose(folder: &TempDir, size: (u16, u16)) -> Person {
    let table = Table::new().first(FirstScreen::Start).size(size.0, size.1);
    let table = table.with(|options| options.state = Some(state(folder)));
    let mut person = table.sit();
    person.keys("down down down enter down down enter");
    person
}

/// Trains the lines of a file.
pub(crate) fn train(folder: &TempDir, lines: &str) -> Person {
    let path = folder.path().join("lines.txt");
    fs::write(&path, lines).unwrap();
    let mut person = choose(folder, (80, 24));
    person.paste(path.to_str().unwrap());
    person.keys("enter");
    person.wait_for_text("You play Black");
    person.wait_for_text("Play the next move");
    person
}

#[test]
fn an_opening_is_chosen_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    for size in [(24, 12), (40, 15), (80, 24), (120, 40)] {
        let mut person = choose(&folder, size);
        assert!(person.says("All openings"), "{}", person.text());
        if size == (80, 24) {
            assert_snapshot!(person.text());
        }
        person.keys("tiger");
        assert!(person.says("Tiger"), "{}", person.text());
        person.keys("enter");
        person.wait_for_text("You play Black");
        person.keys("esc");
        assert!(person.says("Train"), "{}", person.text());
    }
}

#[test]
fn a_name_that_nothing_has_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = choose(&folder, (80, 24));
    person.keys("xyz enter");
    assert!(
        person.says("No opening has this name."),
        "{}",
        person.text()
    );
    person.keys("esc");
    assert!(person.says("Openings"));
}

#[test]
fn a_line_is_played_and_what_leaves_it_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = train(&folder, "# mine\nTiger: f5d6c3d3c4f4\n");
    assert_snapshot!(person.text());
    person.keys("f5");
    person.wait_for_text("So far: Perpendicular");
    person.keys("c4");
    person.wait_for_text("c4 is not in this line");
    assert!(
        person.says("Perpendicular continues with c3. Enter plays it."),
        "{}",
        person.text()
    );
    person.keys("enter");
    // The program has played d3.
    person.wait_until("answer", |person| person.says("Play the next move"));
    person.keys("k");
    assert!(
        person.says("The next move is not on an edge"),
        "{}",
        person.text()
    );
    person.keys("k");
    assert!(person.says("The next move is "), "{}", person.text());
    person.keys("k");
    assert!(
        person.says("continues with c4. Enter plays it."),
        "{}",
        person.text()
    );
    person.keys("enter");
    person.wait_for_text("The line is over. What you missed comes back tomorrow.");
    person.keys("esc");
    let progress = Progress::load(&state(&folder)).unwrap();
    let day = progress.days.values().next().unwrap();
    assert_eq!((day.lines, day.known), (1, 0));
    let name = |moves: &str| {
        format!(
            "line:{}:B:{moves}",
            folder.path().join("lines.txt").display()
        )
    };
    assert!(progress.cards.card(&name("f5d6")).is_some());
    assert!(progress.cards.card(&name("f5d6c3d3")).is_some());
    assert!(progress.cards.card(&name("")).is_none());
}

#[test]
fn a_line_without_a_mistake_is_known_and_the_next_one_follows() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = train(&folder, "f5d6c3d3\n");
    person.keys("f5");
    person.wait_for_text("So far: Perpendicular");
    person.keys("c3");
    person.wait_for_text("You know this line.");
    person.keys("enter");
    assert!(person.says("Play the next move"), "{}", person.text());
    // A symmetric first move is right as well.
    person.keys("e6");
    person.wait_for_text("So far: Perpendicular");
}

#[test]
fn the_other_side_can_be_trained() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = train(&folder, "f5d6c3\n");
    person.keys("x");
    person.wait_for_text("You play White");
    person.wait_for_text("Play the next move");
    person.keys("d6");
    person.wait_for_text("You know this line.");
}

#[test]
fn a_file_with_a_wrong_line_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.txt");
    fs::write(&path, "f5d6\nf5f5\n").unwrap();
    for (path, sentence) in [
        (path.as_path(), "line 2: move 2: f5 is taken by Black."),
        (Path::new("/none/lines.txt"), "annot read the lines in"),
    ] {
        let mut person = choose(&folder, (120, 40));
        person.paste(path.to_str().unwrap());
        person.keys("enter");
        person.wait_until(sentence, |person| {
            let words = person
                .text()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            words.contains("f5 is taken") || words.contains("annot read")
        });
    }
}

#[test]
fn a_teacher_names_the_opening_that_goes_on_and_enter_plays_it() {
    let folder = tempfile::tempdir().unwrap();
    for size in [(40, 15), (80, 24), (120, 40)] {
        let mut person = choose(&folder, size);
        person.keys("tiger enter");
        // Nothing is named before the second move.
        person.wait_until("first move", |person| person.says("next"));
        person.keys("f5");
        person.wait_until("reply", |person| person.says("Perpendicular"));
        person.keys("c4");
        person.wait_until("correction", |person| person.says("is not in this"));
        for words in ["Tiger", "continues", "c3", "Enter"] {
            assert!(person.says(words), "{}", person.text());
        }
        person.keys("enter");
        person.wait_until("reply", |person| !person.says("is not in this"));
    }
}
