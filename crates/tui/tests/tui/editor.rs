//! The position editor: key scripts, the mouse alone, small screens and hostile pastes.

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use reversi::{Color, Position, Square, SquareSet, transcript};
use reversi_notation::{Format, Record, find};
use reversi_study::practice::generate::{PuzzleFilter, find_all, random};
use reversi_study::progress::Progress;
use reversi_table::player::PlayerKind::{Greedy, Human};
use reversi_table::store::state::StateFolder;
use reversi_tui::{Effect, FirstScreen};

use crate::dial;
use crate::person::{MIDDLE, Person, Table};

/// The sizes that a person sees.
const SIZES: [(u16, u16); 5] = [(24, 12), (40, 15), (80, 24), (120, 40), (200, 60)];

/// Opens the editor over a game.
fn edit(moves: &str) -> Person {
    let mut person = Table::new().moves(moves).sit();
    person.keys("?edit_the_position");
    person
}

/// Returns the position in the editor, which is copied as OBF.
fn position(person: &mut Person) -> Position {
    person.effects.clear();
    person.keys("y enter");
    let [Effect::Copy(text)] = &person.effects[..] else {
        panic!("{:?}\n{}", person.effects, person.text());
    };
    let position = text.parse().unwrap();
    person.keys("esc");
    position
}

fn disc(person: &mut Person, square: &str) -> Option<Color> {
    position(person).disc(square.parse().unwrap())
}

/// Finds a text on the screen.
fn find(person: &Person, text: &str) -> (u16, u16) {
    let shown = person.text();
    let found = shown.lines().enumerate().find_map(|(row, line)| {
        let at = line.find(text)?;
        Some((line[..at].chars().count(), row))
    });
    let (column, row) = found.unwrap_or_else(|| panic!("no {text} in\n{shown}"));
    (u16::try_from(column).unwrap(), u16::try_from(row).unwrap())
}

fn click_on(person: &mut Person, text: &str) {
    let (column, row) = find(person, text);
    person.click(column, row);
}

#[test]
fn a_typed_square_goes_from_empty_to_black_to_white_and_back() {
    let mut person = edit("");
    for expected in [Some(Color::Black), Some(Color::White), None] {
        person.keys("a1");
        assert_eq!(disc(&mut person, "a1"), expected);
    }
    // The game on the board is what it was.
    person.keys("esc");
    assert_eq!(person.transcript(), "");
    assert_eq!(person.game().position(), Position::START);
}

#[test]
fn a_disc_is_set_at_the_cursor_and_cleared_again() {
    let mut person = edit("");
    // Enter shows the cursor in the middle, then acts there.
    person.keys("enter");
    assert_eq!(position(&mut person), Position::START);
    person.keys("up up enter");
    let set = position(&mut person).discs(Color::Black) - Position::START.discs(Color::Black);
    assert_eq!(set.len(), 1);
    person.keys("space");
    assert_eq!(position(&mut person).discs(Color::White).len(), 3);
    person.keys("delete");
    assert_eq!(position(&mut person), Position::START);
}

#[test]
fn a_square_gets_the_disc_that_is_chosen() {
    let mut person = edit("");
    person.keys("tab a1 a2 tab b1 a1 d5 tab d4 a2");
    let now = position(&mut person);
    let discs = |names: &[&str]| -> SquareSet {
        names
            .iter()
            .map(|name| name.parse::<Square>().unwrap())
            .collect()
    };
    assert_eq!(now.discs(Color::Black), discs(&["e4"]));
    assert_eq!(now.discs(Color::White), discs(&["a1", "b1", "d5", "e5"]));
}

#[test]
fn the_whole_board_is_swapped_turned_mirrored_and_given_to_the_other_side() {
    let before = transcript::parse(MIDDLE).unwrap().position();
    for (key, times) in [("x", 2), ("z", 4), ("?mirror_the_board", 2), (".", 2)] {
        let mut person = edit(MIDDLE);
        let mut seen = vec![before];
        for _ in 0..times {
            person.keys(key);
            seen.push(position(&mut person));
        }
        assert_eq!(seen.last(), Some(&before), "{key}");
        assert!(seen[1..times].iter().all(|&other| other != before), "{key}");
        let discs = |position: Position| position.board().occupied().len();
        assert_eq!(discs(seen[1]), discs(before), "{key}");
        // Undo walks back over every change.
        for expected in seen[..times].iter().rev() {
            person.keys("u");
            assert_eq!(position(&mut person), *expected, "{key}");
        }
        person.keys("u");
        assert!(person.says("Nothing to undo."));
    }
    let mut person = edit(MIDDLE);
    person.keys("?clear_the_board");
    assert!(person.says("There are no discs on the board."));
    person.keys("home");
    assert_eq!(position(&mut person), Position::START);
    person.keys("u u");
    assert_eq!(position(&mut person), before);
}

#[test]
fn after_any_changes_undo_leads_back_and_nothing_panics_at_any_size() {
    let words: Vec<String> = [
        "x",
        "z",
        "?mirror_the_board",
        "tab",
        ".",
        "?clear_the_board",
        "home",
        "enter",
        "up",
        "left",
        "delete",
        "u",
        "r",
    ]
    .map(str::to_owned)
    .into_iter()
    .chain(Square::all().map(|square| square.to_string()))
    .collect();
    for (seed, size) in SIZES.into_iter().enumerate() {
        let mut rng = ChaCha8Rng::seed_from_u64(seed as u64);
        let mut person = Table::new().moves(MIDDLE).size(size.0, size.1).sit();
        person.keys("?edit_the_position");
        let changes = dial::games(150);
        for _ in 0..changes {
            person.keys(words.choose(&mut rng).unwrap());
            if rng.random_range(0..10) == 0 {
                let (column, row) = (rng.random_range(0..size.0), rng.random_range(1..size.1 - 3));
                person.mouse(reversi_tui::event::MouseEventKind::Moved, column, row);
            }
        }
        for _ in 0..changes + 50 {
            person.keys("u");
        }
        let begun = transcript::parse(MIDDLE).unwrap().position();
        assert_eq!(position(&mut person), begun, "{size:?}");
    }
}

#[test]
fn what_is_odd_is_said_while_editing() {
    let mut person = edit("");
    assert!(person.says("Black to move, 4 moves."));
    person.keys("tab tab tab d4");
    assert!(
        person.says("d4 in the centre cannot be empty"),
        "{}",
        person.text()
    );
    person.keys("e5");
    assert!(person.says("Only Black has discs."), "{}", person.text());
    assert!(
        person.says("Neither side has a legal move"),
        "{}",
        person.text()
    );
    for (key, said) in [("w", "analyse"), (">", "play"), ("s", "puzzle")] {
        person.keys(key);
        assert!(
            person.says("Neither side has a legal move: the game is over."),
            "{said}: {}",
            person.text()
        );
        assert!(person.says("Position editor"), "{said}");
    }
}

#[test]
fn a_small_screen_says_what_matters_below_the_board() {
    let mut person = Table::new().size(24, 12).sit();
    person.keys("?edit_the_position");
    assert!(person.says("Black to move, 4 moves."), "{}", person.text());
    person.keys("?clear_the_board");
    assert!(
        person.says("There are no discs on the board."),
        "{}",
        person.text()
    );
}

#[test]
fn a_position_is_edited_with_the_mouse_alone() {
    for size in [(80, 24), (120, 40), (200, 60)] {
        let mut person = Table::new().size(size.0, size.1).sit();
        click_on(&mut person, "? more");
        for _ in 0..60 {
            if person.says("edit the position") {
                break;
            }
            person.mouse(reversi_tui::event::MouseEventKind::ScrollDown, 20, 10);
        }
        let (column, row) = find(&person, "edit the position");
        person.click(column, row);
        assert!(person.says("Position editor"), "{}", person.text());
        click_on(&mut person, "clear");
        // White is also the name of a side.
        let (_, row) = find(&person, "in turn");
        let text = person.text();
        let line = text.lines().nth(row.into()).unwrap();
        let before = &line[..line.rfind("White").unwrap()];
        person.click(u16::try_from(before.chars().count()).unwrap(), row);
        // The board begins with its coordinates.
        let text = person.text();
        let row = text
            .lines()
            .position(|line| line.trim_start().starts_with('1'));
        let (column, _) = find(&person, "a ");
        person.click(column, u16::try_from(row.unwrap()).unwrap());
        assert_eq!(
            disc(&mut person, "a1"),
            Some(Color::White),
            "{}",
            person.text()
        );
        click_on(&mut person, "pass");
        assert_eq!(position(&mut person).side_to_move(), Color::White);
        for _ in 0..3 {
            click_on(&mut person, "undo");
        }
        assert_eq!(position(&mut person), Position::START);
        click_on(&mut person, "analyse");
        assert!(person.app.review().is_some(), "{}", person.text());
    }
}

#[test]
fn leaving_asks_before_a_position_is_lost() {
    let mut person = edit("f5");
    person.keys("a1 esc");
    assert!(person.says("will be lost"), "{}", person.text());
    person.keys("esc");
    assert_eq!(disc(&mut person, "a1"), Some(Color::Black));
    // A position that was copied is not lost.
    person.keys("esc");
    assert!(!person.says("Position editor"), "{}", person.text());
    // Nor is one that was undone.
    person.keys("?edit_the_position a1 u esc");
    assert!(!person.says("Position editor"), "{}", person.text());
    assert_eq!(person.transcript(), "f5");
    let mut person = edit("");
    person.keys("a1 q");
    assert!(person.says("will be lost"), "{}", person.text());
    assert!(person.effects.is_empty());
    person.keys("q");
    assert_eq!(person.effects, [Effect::Quit]);
}

#[test]
fn a_position_is_played_on_against_a_chosen_player() {
    let mut person = Table::new().players(Human, Greedy).moves("f5").sit();
    person.keys("?edit_the_position home c3c3 >");
    assert!(
        person.says("Play on from here, Black to move"),
        "{}",
        person.text()
    );
    person.keys("enter");
    assert!(
        person.says("The game on the board is not over."),
        "{}",
        person.text()
    );
    person.keys("enter");
    let start = Position::START.with_disc("c3".parse().unwrap(), Some(Color::White));
    assert_eq!(person.game().start(), start);
    person.keys("f5");
    assert_eq!(person.game().entries().len(), 1);
}

#[test]
fn a_position_is_analysed_and_comes_back_as_it_was() {
    let mut person = edit(MIDDLE);
    person.keys("a1 w");
    assert!(person.app.review().is_some(), "{}", person.text());
    person.wait_for_review();
    let expected = transcript::parse(MIDDLE).unwrap().position();
    let expected = expected.with_disc(Square::A1, Some(Color::Black));
    assert_eq!(
        person.app.review().unwrap().review().positions()[0],
        expected
    );
    person.keys("esc");
    assert_eq!(position(&mut person), expected);
}

#[test]
fn the_editor_opens_from_the_review_at_its_position_and_copies_how_it_came_about() {
    let mut person = Table::new().moves(MIDDLE).sit();
    person.keys("w home right right right ?edit_the_position");
    let position = transcript::parse(&MIDDLE[..6]).unwrap().position();
    person.keys("y");
    assert!(
        person.says(&position.to_string()[..60]),
        "{}",
        person.text()
    );
    person.keys("down down");
    assert!(person.says(&MIDDLE[..6]), "{}", person.text());
    person.keys("enter");
    assert_eq!(person.effects, [Effect::Copy(MIDDLE[..6].to_owned())]);
    person.keys("esc x y");
    assert!(!person.says("Transcript"), "nobody knows how it came about");
    person.keys("down enter");
    let Some(Effect::Copy(text)) = person.effects.last() else {
        panic!("{:?}", person.effects);
    };
    let read = find::find(text).unwrap().into_first();
    assert_eq!(read.position, position.with_colors_swapped());
}

#[test]
fn a_picture_of_the_position_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = edit(MIDDLE);
    let file = folder.path().join("board.svg");
    person.keys("x y end enter");
    assert!(person.says("position.svg"), "{}", person.text());
    person.paste(file.to_str().unwrap());
    person.keys("enter");
    person.wait_until("file", |_| file.exists());
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("<svg"), "{text}");
}

/// A board as this program prints it, with White to move.
const BOARD: &str = "    a b c d e f g h\r  1 . . . . . . . .\r  2 . . . . . . . .\r  3 . . . . . . . .\r  4 . . . O X . . .\r  5 . . . X X X . .\r  6 . . . . . . . .\r  7 . . . . . . . .\r  8 . . . . . . . .\rWhite to move\r";

#[test]
fn a_paste_is_shown_as_understood_before_it_replaces_the_board() {
    for size in SIZES {
        let mut person = Table::new().size(size.0, size.1).sit();
        person.keys("?edit_the_position");
        person.paste(BOARD);
        let text = person.text();
        assert!(
            person.says("Understood as a board of 8"),
            "{size:?}\n{text}"
        );
        assert!(person.says("White to move"), "{size:?}\n{text}");
        person.keys("a1 x esc");
        assert_eq!(position(&mut person), Position::START, "{size:?}");
        person.paste(BOARD);
        person.keys("enter");
        let after = transcript::parse("f5").unwrap().position();
        assert_eq!(position(&mut person), after, "{size:?}");
        person.keys("u");
        assert_eq!(position(&mut person), Position::START, "{size:?}");
    }
}

#[test]
fn every_kind_of_paste_is_read() {
    let middle = transcript::parse(MIDDLE).unwrap().position();
    let bits = |color| middle.discs(color).bits();
    let (black, white) = (bits(Color::Black), bits(Color::White));
    let digits = middle.to_string()[..64].replace('X', "0").replace('O', "1");
    let record = Record::from_game(&transcript::parse(MIDDLE).unwrap());
    let mut game = String::new();
    assert!(Format::Ggf.write(&record, &mut game));
    for text in [
        middle.to_string(),
        middle.to_string().to_lowercase().replace('-', "."),
        digits,
        MIDDLE.to_owned(),
        format!("{black:#018x} {white:#018x}"),
        game,
    ] {
        let mut person = edit("");
        person.paste(&text);
        assert!(person.says("Understood as"), "{text}\n{}", person.text());
        person.keys("enter");
        assert_eq!(position(&mut person), middle, "{text}");
    }
    // A game that was pasted is how the position came about.
    let mut person = edit("");
    person.paste(MIDDLE);
    person.keys("enter y down down enter");
    assert_eq!(person.effects, [Effect::Copy(MIDDLE.to_owned())]);
}

#[test]
fn hostile_pastes_are_refused_in_a_sentence() {
    for (turn, text) in (0..).zip([
        "hello",
        "\u{1b}[2J\u{7}",
        "XXXXXXXX\nOOOOOOOO\n",
        "0xffffffffffffffff 0x1",
        "0x1",
        "f5f5",
        "\u{202e}\u{1f600}",
        "(;GM[Othello]B[a1];)",
        &"X".repeat(900_000),
        &"(;".repeat(400_000),
        &"- ".repeat(400_000),
    ]) {
        for size in dial::sizes(turn, SIZES) {
            let mut person = Table::new().size(size.0, size.1).sit();
            person.keys("?edit_the_position");
            let before = person.text();
            person.paste(text);
            let start: String = text.chars().take(20).collect();
            assert_ne!(person.text(), before, "{start:?} {size:?}");
            assert!(!person.says("Understood as"), "{start:?}");
            assert_eq!(position(&mut person), Position::START, "{start:?}");
        }
    }
}

#[test]
fn a_position_with_a_proven_answer_is_added_to_the_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("state"));
    let mut puzzles = Vec::new();
    let wanted = PuzzleFilter {
        empties: Some(8..=8),
        ..PuzzleFilter::default()
    };
    find_all(random(1), &wanted, 1, &|| false, |puzzle| {
        puzzles.push(puzzle);
        false
    });
    let puzzle = &puzzles[0];
    let table = Table::new().with(|options| options.state = Some(state.clone()));
    let mut person = table.sit();
    person.keys("?edit_the_position s");
    assert!(person.says("it has 60 empty squares"), "{}", person.text());
    person.paste(&puzzle.position.to_string());
    person.keys("enter s");
    person.wait_for_text("Added to the puzzles.");
    let kept = Progress::load(&state).unwrap().puzzles;
    assert!(kept[&puzzle.position.to_string()].added);
    person.keys("s");
    person.wait_for_text("among the puzzles already");
    // It is safe now.
    person.keys("esc esc");
    assert!(person.says("Train"), "{}", person.text());
    let table = Table::new().first(FirstScreen::Start);
    let mut person = table.with(|options| options.state = Some(state)).sit();
    person.keys("down down down enter enter enter");
    person.wait_for_text("You added this one.");
}

#[test]
fn the_editor_looks_like_the_other_screens() {
    for size in SIZES {
        let mut person = Table::new().moves(MIDDLE).size(size.0, size.1).sit();
        person.keys("?edit_the_position a1 b");
        insta::assert_snapshot!(format!("editor_{}x{}", size.0, size.1), person.text());
    }
}

#[test]
fn a_small_screen_is_edited_with_the_mouse_alone_too() {
    let mut person = Table::new().size(40, 15).sit();
    person.keys("?edit_the_position");
    // The corner, then what to place, then undo.
    let text = person.text();
    let row = text.lines().position(|line| line.starts_with('1')).unwrap();
    let row = u16::try_from(row).unwrap();
    let (column, _) = find(&person, "a b");
    person.click(column, row);
    assert_eq!(disc(&mut person, "a1"), Some(Color::Black));
    click_on(&mut person, "▸");
    let next = find(&person, "in turn");
    person.click(next.0, next.1);
    assert!(person.says("Black"), "{}", person.text());
    person.click(column, row);
    assert_eq!(disc(&mut person, "a1"), None);
    click_on(&mut person, "undo");
    assert_eq!(disc(&mut person, "a1"), Some(Color::Black));
    click_on(&mut person, "? more");
    let lists = |person: &Person| person.text().contains("clear the board");
    for _ in 0..20 {
        if !lists(&person) {
            person.mouse(reversi_tui::event::MouseEventKind::ScrollDown, 20, 7);
        }
    }
    click_on(&mut person, "clear the board");
    assert_eq!(position(&mut person).board().empty_count(), 64);
}

#[test]
fn a_puzzle_is_not_added_where_none_are_kept() {
    let mut person = edit("");
    person.paste("XXXXXXXXXXXXXXXXOOOOOOOOXXXXXXXXOOOOOOOOXXXXXXXX---------------- O");
    person.keys("enter s");
    assert!(
        person.says("Puzzles cannot be saved here."),
        "{}",
        person.text()
    );
}

#[test]
fn the_smallest_screen_says_whole_sentences() {
    let mut person = Table::new().size(24, 12).sit();
    person.keys("?edit_the_position a1");
    assert!(
        person.says("No game leads to this position."),
        "{}",
        person.text()
    );
    person.paste("0x0000000810000000 0x0000001008000000 X");
    assert!(
        person.says("Understood as two hexadecimal numbers."),
        "{}",
        person.text()
    );
}
