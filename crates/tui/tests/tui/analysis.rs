//! The analysis: variations that stay, comments and marks, the live evaluation, and files.

use std::path::Path;

use reversi::{Game, GameTree, NodeId, transcript};
use reversi_notation::{Format, Record, detect};
use reversi_table::store::state::StateFolder;
use reversi_tui::{AnalysisSubject, FirstScreen};

use crate::person::{MIDDLE, PASSES, Person, Table, WIPEOUT};
use crate::review::find;

fn on(game: &Game) -> Table {
    let subject = AnalysisSubject::Game(Box::new(game.clone()));
    Table::new().first(FirstScreen::Analyse(Some(subject)))
}

fn analysis(moves: &str) -> Person {
    on(&transcript::parse(moves).unwrap()).sit()
}

fn kept_in(folder: &Path) -> Table {
    let table = Table::new().first(FirstScreen::Analyse(None));
    table.with(|options| options.state = Some(StateFolder::at(folder.to_owned())))
}

/// The analyses in a state folder, the one with the fewest moves first.
fn saved(folder: &Path) -> Vec<GameTree> {
    let files = std::fs::read_dir(folder.join("analyses")).unwrap();
    let mut trees: Vec<GameTree> = files
        .map(|file| {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            detect::parse(&text, Format::Sgf).unwrap().tree().unwrap()
        })
        .collect();
    trees.sort_by_key(|tree| tree.all_rows().count());
    trees
}

/// The moves of the main line of what is reviewed.
fn main_line(person: &Person) -> String {
    transcript::print(person.app.review().unwrap().review().game())
}

#[test]
fn every_move_that_is_tried_stays() {
    let mut person = analysis("");
    person.keys("f5 d6 c3");
    assert_eq!(main_line(&person), "f5d6c3");
    person.keys("left left f6 e6");
    assert!(person.says("Variation from 2"), "{}", person.text());
    assert_eq!(main_line(&person), "f5d6c3");
    person.keys("esc end");
    assert!(person.says("2 f6 e6"), "{}", person.text());
    // Each change is undone and redone.
    person.keys("u u");
    assert!(!person.says("2 f6"), "{}", person.text());
    person.keys("r r");
    assert!(person.says("Variation from 2"));
    person.keys("u u u u u");
    assert_eq!(main_line(&person), "");
    person.keys("u");
    assert!(person.says("Nothing to undo"), "{}", person.text());
}

#[test]
fn the_main_line_can_be_changed_cut_and_collapsed() {
    let keys = toml_edit::de::from_str("main-line = \"<\"").unwrap();
    let table = on(&transcript::parse("f5d6c3").unwrap());
    let mut person = table.with(|options| options.settings.keys = keys).sit();
    person.keys("left left f6 e6 ?make_this_variation");
    assert_eq!(main_line(&person), "f5f6e6");
    assert!(person.says("This is the main line now."));
    assert!(person.says("2 d6 c3"), "{}", person.text());
    // The list has it no more, but a key of one's own says why.
    person.keys("<");
    assert!(person.says("main line already"));
    person.keys("?collapse");
    assert!(person.says("+ 1 variation") && !person.says("2 d6 c3"));
    // A click expands it.
    let (column, row) = find(&person, "+ 1 variation");
    person.click(column, row);
    assert!(person.says("Variation from 2"), "{}", person.text());
    person.keys("esc end delete delete");
    assert_eq!(main_line(&person), "f5d6c3", "what was beside it");
    person.keys("u u");
    assert_eq!(main_line(&person), "f5f6e6");
}

#[test]
fn comments_and_marks_are_typed_and_shown() {
    let mut person = analysis("f5d6c3");
    person.keys("left ?comment_on_this down down");
    person.paste("too slow");
    person.keys("enter");
    assert!(person.says("too slow"), "{}", person.text());
    let text = person.text();
    let sheet = text.lines().find(|line| line.contains(" d6 ")).unwrap();
    assert!(sheet.contains('?'), "{text}");
    person.keys("?comment_on_this");
    assert!(person.says("> too slow") || person.says("too slow"));
    person.keys("ctrl-u");
    person.keys("enter");
    assert!(!person.says("too slow"), "{}", person.text());
    // A comment is undone and redone like a move.
    person.keys("u");
    assert!(person.says("too slow"), "{}", person.text());
    person.keys("r");
    assert!(!person.says("too slow"), "{}", person.text());
    // The start has a comment only.
    person.keys("home ?comment_on_this");
    assert!(!person.says("blunder"), "{}", person.text());
}

#[test]
fn it_is_saved_and_goes_on_where_it_was_left() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = kept_in(folder.path()).sit();
    person.keys("f5 d6 left f6 ?comment_on_this down");
    person.paste("mine");
    person.keys("enter");
    drop(person);
    let trees = saved(folder.path());
    assert_eq!(trees.len(), 1);
    let f6 = trees[0].children(trees[0].children(NodeId::ROOT)[0])[1];
    assert_eq!(trees[0].notes(f6).comment, "mine");
    assert!(trees[0].notes(f6).mark.is_some());
    let mut person = kept_in(folder.path()).sit();
    person.wait_for_text("Your last analysis");
    assert!(person.says("2 f6!"), "{}", person.text());
    person.keys("c3");
    drop(person);
    assert_eq!(saved(folder.path()).len(), 1, "the same file");
    let mut person = kept_in(folder.path()).sit();
    person.wait_for_text("Your last analysis");
    person.keys("n e6");
    person.keys("q");
    drop(person);
    let sizes: Vec<usize> = saved(folder.path())
        .iter()
        .map(|tree| tree.all_rows().count())
        .collect();
    assert_eq!(sizes, [1, 4], "a file of its own");
}

#[test]
fn variations_of_a_review_are_saved_too() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().to_owned());
    let mut person = Table::new()
        .moves(MIDDLE)
        .with(|options| options.state = Some(state))
        .sit();
    person.keys("w left left left b4 esc esc esc");
    let trees = saved(folder.path());
    assert_eq!(trees.len(), 1);
    assert_eq!(trees[0].main_line().count(), 13);
    assert_eq!(trees[0].all_rows().count(), 13);
}

/// Waits until the live evaluation has come to its end.
fn wait_for_values(person: &mut Person) {
    // Of a proven move no depth is shown.
    person.wait_until("values", |person| {
        (person.says(" ply") || person.says("now ")) && !person.app.is_evaluating()
    });
}

#[test]
fn values_are_live_and_known_again_at_once() {
    let mut person = analysis("f5d6c4");
    person.wait_for_review();
    person.keys("v");
    wait_for_values(&mut person);
    let values = |person: &Person| {
        let text = person.text();
        let board = text
            .lines()
            .map(|line| line.chars().take(50).collect::<String>());
        board
            .filter(|line| line.contains(['+', '-']))
            .collect::<Vec<_>>()
    };
    let here = values(&person);
    let legal = transcript::parse("f5d6c4").unwrap().legal_moves().len();
    let count = |rows: &[String]| rows.concat().matches(['+', '-']).count();
    assert_eq!(count(&here), legal, "{}", person.text());
    person.keys("left");
    wait_for_values(&mut person);
    assert_ne!(values(&person), here);
    person.keys("right");
    assert_eq!(values(&person), here, "before anything is searched again");
    // One move only, and then none.
    person.keys("k");
    assert_eq!(count(&values(&person)), 1);
    assert!(person.says(" ply"));
    person.keys("k");
    assert!(!person.says(" ply"), "{}", person.text());
}

#[test]
fn a_small_screen_lists_the_values() {
    for size in [(40, 15), (24, 12)] {
        let table = on(&transcript::parse("f5f6e6").unwrap());
        let mut person = table.size(size.0, size.1).sit();
        person.wait_for_review();
        person.keys("v");
        person.wait_until("values", |person| person.words().contains(", "));
        assert!(person.says("f4 "), "{}", person.text());
        person.keys("v");
        assert!(!person.words().contains(", "), "{}", person.text());
    }
}

#[test]
fn the_start_is_no_pass_and_a_click_on_a_move_shows_it_played() {
    for moves in ["f5d6c3", WIPEOUT] {
        let mut person = analysis(moves);
        person.wait_for_review();
        person.keys("home");
        let text = person.text();
        assert!(!text.contains("Pass") && !text.contains("Result"), "{text}");
        assert!(
            person.says("So far") && person.says("Black to move."),
            "{text}"
        );
        // No estimate stands beside the proof.
        assert!(person.says("A draw with best play (proven)."), "{text}");
        assert!(!person.says("is ahead"), "{text}");
        let second = transcript::parse(moves).unwrap().entries()[1];
        let square = second.square().unwrap().to_string();
        let (column, row) = find(&person, &format!(" {square} "));
        person.click(column + 1, row);
        let title = format!(" 2 White {square} ");
        assert!(person.says(&title), "{title}\n{}", person.text());
    }
}

#[test]
fn the_mistakes_of_an_analysis_are_found_where_they_were_made() {
    let mut person = analysis(PASSES);
    person.wait_for_review();
    let review = person.app.review().unwrap().review();
    let bad = review.next_mistake(0).unwrap();
    let square = review.move_review(bad).unwrap().square;
    person.keys("home down");
    let title = format!(" {square} ");
    let card = person.text();
    let card = card
        .lines()
        .find(|line| line.contains(" White ") || line.contains(" Black "));
    assert!(card.unwrap().contains(&title), "{title}\n{}", person.text());
    assert!(person.says("Loses "), "{}", person.text());
}

#[test]
fn a_second_game_is_added_or_opened_in_its_place() {
    let mut person = analysis("f5d6c3");
    person.paste("f5f6e6");
    person.wait_for_text("Add this game");
    person.keys("enter");
    assert!(person.says("Added 2 moves."), "{}", person.text());
    assert!(person.says("2 f6 e6"), "{}", person.text());
    assert_eq!(main_line(&person), "f5d6c3");
    person.keys("u");
    assert!(!person.says("2 f6 e6"), "{}", person.text());
    person.keys("r");
    assert!(person.says("2 f6 e6"), "{}", person.text());
    person.paste("f5f4");
    person.wait_for_text("Add this game");
    person.keys("o");
    assert_eq!(main_line(&person), "f5f4");
    // Another start cannot be added.
    let other = Record::from_game(&Game::from_position(
        Game::new().position().with_colors_swapped(),
    ));
    let mut text = String::new();
    Format::Sgf.write(&other, &mut text);
    person.paste(&text);
    person.wait_for_text("It begins with another position");
    person.keys("enter");
    assert_eq!(main_line(&person), "");
}

#[test]
fn a_paste_into_an_analysis_leaves_the_game_on_the_board_alone() {
    let mut person = Table::new().moves(MIDDLE).sit();
    person.keys("esc");
    for _ in 0..6 {
        person.keys("down");
    }
    person.keys("enter");
    assert!(person.says("Analyse"), "{}", person.text());
    person.paste("f5f4e3");
    person.wait_until("game", |person| main_line(person) == "f5f4e3");
    // A position, too.
    person.keys("n");
    person.paste("---------------------------OX------XO--------------------------- X");
    person.wait_until("position", |person| person.says("Opened: "));
    assert_eq!(person.transcript(), MIDDLE);
    assert!(person.says("Analyse"), "{}", person.text());
}

#[test]
fn a_game_is_played_on_from_an_analysis() {
    let mut person = analysis("f5d6");
    person.keys("> enter");
    person.wait_until("game", |person| person.app.session().is_some());
    assert!(person.transcript().starts_with("f5d6"), "{}", person.text());
}

#[test]
fn an_exercise_is_analysed_only_after_the_answer() {
    let mut person = Table::new().first(FirstScreen::Learn).sit();
    person.keys("?");
    assert!(!person.says("analyse this position"));
    person.keys("esc w");
    assert!(!person.says("Analyse"), "{}", person.text());
    person.keys("k enter");
    if person.says("analyse") {
        person.keys("w");
        assert!(person.says("Analyse"), "{}", person.text());
        person.keys("esc");
        assert!(person.says("Learn"));
    }
}

#[test]
fn it_fits_every_size_by_keys_and_by_mouse() {
    for size in [(24, 12), (40, 15), (80, 24), (120, 40), (200, 60)] {
        let mut person = on(&Game::new()).size(size.0, size.1).sit();
        person.keys("f5 d6 left f6 v");
        assert!(person.says("? more"), "{}", person.text());
        person.keys("esc");
        let text = person.text();
        assert!(text.contains("more"), "{text}");
    }
    let mut person = on(&Game::new()).sit();
    // The middle of f5: six columns and three rows a square.
    person.click(2 + 5 * 6 + 3, 13);
    assert_eq!(main_line(&person), "f5", "{}", person.text());
}

#[test]
fn a_hint_has_one_to_five_lines_at_every_size_with_cards() {
    for size in [(80, 24), (120, 40), (200, 60)] {
        let game = transcript::parse(MIDDLE).unwrap();
        let mut person = on(&game).size(size.0, size.1).sit();
        let count = |person: &Person| person.text().matches("6 ply").count();
        person.keys("k");
        person.wait_until("line", |person| count(person) == 1);
        for lines in 2..=5 {
            person.keys("+");
            person.wait_until("line more", |person| count(person) == lines);
        }
        person.keys("+");
        assert!(person.says("at most five lines"), "{}", person.text());
        for lines in (1..=4).rev() {
            person.keys("-");
            person.wait_until("line less", |person| count(person) == lines);
        }
        person.keys("-");
        assert!(person.says("One line is left"), "{}", person.text());
        person.keys("k");
        assert_eq!(count(&person), 0, "{}", person.text());
        // From off, the key switches the hint on.
        person.keys("+");
        person.wait_until("both lines", |person| count(person) == 2);
        assert!(person.says("Evaluation") && person.says("Moves"));
    }
}

#[test]
fn the_evaluation_bar_is_switched_on_and_off_in_an_analysis() {
    for size in [(80, 24), (120, 40), (200, 60)] {
        let mut person = on(&transcript::parse(WIPEOUT).unwrap())
            .size(size.0, size.1)
            .sit();
        person.wait_for_review();
        let without = person.buffer().clone();
        person.keys("|");
        let bar = without.diff(person.buffer());
        let columns: Vec<u16> = bar.iter().map(|(x, ..)| *x).collect();
        assert!(columns.len() > 10, "{size:?}\n{}", person.text());
        assert!(
            columns.iter().all(|&x| x == columns[0]),
            "{size:?} one column"
        );
        person.keys("|");
        assert!(without.diff(person.buffer()).is_empty(), "{size:?}");
    }
}

#[test]
fn a_large_screen_has_cards_for_the_comment_and_for_both_sides() {
    let game = transcript::parse(MIDDLE).unwrap();
    let mut person = on(&game).size(200, 60).sit();
    person.wait_for_review();
    assert!(
        person.says("A click here or ? writes one."),
        "{}",
        person.text()
    );
    assert!(
        person.says("Both sides") && person.says("best moves"),
        "{}",
        person.text()
    );
    person.keys("?comment_on_this");
    person.paste("a quiet move");
    person.keys("enter");
    assert!(person.says("a quiet move"), "{}", person.text());
    assert_eq!(
        person.text().matches("a quiet move").count(),
        1,
        "once on the screen"
    );
}

#[test]
fn the_position_and_the_game_are_copied_as_diagrams() {
    let mut person = analysis(MIDDLE);
    let copied = |person: &mut Person, row: &str| {
        person.effects.clear();
        person.keys("? k i f u enter home");
        person.keys(row);
        person.keys("enter");
        let [reversi_tui::Effect::Copy(text)] = &person.effects[..] else {
            panic!("{:?}\n{}", person.effects, person.text());
        };
        let text = text.clone();
        person.keys("esc");
        text
    };
    let diagram = copied(&mut person, "down down down");
    let position = transcript::parse(MIDDLE).unwrap().position();
    let read = reversi_notation::find::find(&diagram).unwrap().into_first();
    assert_eq!(read.position, position);
    let markdown = copied(&mut person, "down down down down");
    assert!(markdown.starts_with("|   | a | b |"), "{markdown}");
    let kifu = copied(&mut person, "down down down down down");
    assert!(kifu.contains("\n5  .  .  .  X  O  1  .  .\n"), "{kifu}");
    // The signs of the overlay are marks.
    person.keys("?overlays home down down down enter");
    let marked = copied(&mut person, "down down down");
    assert!(marked.contains('+') && !diagram.contains('+'), "{marked}");
}

#[test]
fn the_diagrams_of_a_file_are_saved_with_what_was_added() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = analysis("");
    let text = "(;GM[2]AN[Al]LB[a1:x];B[f5]LB[f5:1];W[d6]TR[d6][f5](;B[c3])(;B[c4]SQ[c4]))";
    person.paste(text);
    person.wait_until("game", |person| main_line(person) == "f5d6c3");
    person.keys("left ?comment_on_this down");
    person.paste("mine");
    person.keys("enter s");
    assert!(person.says(".sgf"), "{}", person.text());
    for (name, is_said) in [("kept.sgf", false), ("lost.ggf", true)] {
        if is_said {
            person.keys("s");
        }
        person.keys("ctrl-u");
        person.paste(folder.path().join(name).to_str().unwrap());
        person.keys("enter");
        person.wait_for_text("Saved to");
        let is_named = person.says("Without SGF");
        assert_eq!(is_named, is_said, "{}", person.text());
    }
    let tags = |record: &Record| {
        let tree = record.tree().unwrap();
        let rows = tree.all_rows().map(|row| tree.notes(row.node).tags.clone());
        (record.tags.clone(), rows.collect::<Vec<_>>())
    };
    let kept = std::fs::read_to_string(folder.path().join("kept.sgf")).unwrap();
    let read = |text: &str| detect::parse(text, Format::Sgf).unwrap();
    assert_eq!(tags(&read(&kept)), tags(&read(text)), "{kept}");
    assert_eq!(read(&kept).moves[1].notes.comment, "mine", "{kept}");
}
