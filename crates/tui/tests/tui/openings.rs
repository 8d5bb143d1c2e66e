//! The name of the opening beside the board.

use insta::assert_snapshot;

use reversi::transcript;
use reversi::{Opening, balanced_openings};
use reversi_table::store::autosave::Autosave;
use reversi_table::store::state::StateFolder;

use crate::files::open;
use crate::person::{PASSES, Table};
use crate::stats::state_of;
use reversi_tui::FirstScreen;

/// The Rose-Bill, and what leads there.
const ROSE_BILL: &str = "f5d6c3d3c4f4c5b3c2";

#[test]
fn an_opening_is_named_beside_the_board_in_both_languages() {
    let table = Table::new().with(|options| options.settings.japanese = Some(true));
    assert_snapshot!(table.moves(ROSE_BILL).sit().text());
}

#[test]
fn an_opening_has_its_japanese_name_only_where_that_is_wanted() {
    for setting in [None, Some(false)] {
        let table = Table::new().with(|options| options.settings.japanese = setting);
        let text = table.moves(ROSE_BILL).sit().text();
        assert!(
            text.contains("Rose-Bill") && !text.contains("Rose-Bill ("),
            "{text}"
        );
    }
}

#[test]
fn every_list_of_openings_has_their_japanese_names_where_they_are_wanted() {
    let (_folder, state) = state_of(&[
        ("human", "engine:3", ROSE_BILL),
        ("human", "engine:3", PASSES),
    ]);
    let games = tempfile::tempdir().unwrap();
    let games = games.path().join("games.txt");
    std::fs::create_dir_all(games.parent().unwrap()).unwrap();
    std::fs::write(&games, format!("{}\n{ROSE_BILL}\n", &ROSE_BILL[..10])).unwrap();
    for setting in [true, false] {
        let table = || {
            Table::new().size(120, 40).with(|options| {
                options.settings.japanese = Some(setting);
                options.state = Some(state.clone());
            })
        };
        let start = |keys: &str| {
            let mut person = table().first(FirstScreen::Start).sit();
            person.keys(keys);
            person
        };
        let mut review = table().moves(&ROSE_BILL[..10]).sit();
        review.keys("w");
        review.wait_for_review();
        let mut panel = table().moves(&ROSE_BILL[..8]).sit();
        panel.keys("/");
        panel.wait_until("opening", |person| !person.app.is_looking_up());
        let mut train = start("down down down enter down down enter");
        train.keys("t i g e r");
        let mut record = start("down down down enter down down down enter");
        record.wait_until("games", |person| {
            !person.says("reading") && person.says("Results")
        });
        let mut files = table().sit();
        open(&mut files, games.to_str().unwrap());
        files.wait_for_text("Game 1 of 2.");
        for (what, name, person) in [
            ("review", "Tiger (虎定石)", &review),
            ("panel", "Tiger (虎定石)", &panel),
            ("train", "Tiger (虎定石)", &train),
            ("record", "Mouse (鼠定石)", &record),
            ("files", "Tiger (虎定石)", &files),
        ] {
            assert_eq!(person.says(name), setting, "{what}:\n{}", person.text());
            let english = name.split(' ').next().unwrap();
            assert!(person.says(english), "{what}:\n{}", person.text());
        }
    }
}

#[test]
fn a_name_follows_the_moves_and_goes_with_the_first_that_is_in_no_book() {
    let mut person = Table::new().sit();
    assert!(!person.says("Perpendicular"));
    person.keys("f5 d6");
    assert!(person.says("Perpendicular"));
    person.paste(&ROSE_BILL[4..]);
    assert!(person.says("Rose-Bill"));
    // No line of the table continues with d1.
    person.keys("d1");
    assert_eq!(person.transcript(), format!("{ROSE_BILL}d1"));
    assert!(!person.says("Rose-Bill"), "{}", person.text());
    person.keys("u");
    assert!(person.says("Rose-Bill"));
    person.keys("u u u u");
    assert!(person.says("Tiger"));
    person.keys("r r r r");
    assert!(person.says("Rose-Bill"));
}

#[test]
fn letters_alone_have_no_japanese() {
    let table = Table::new().with(|options| {
        options.ascii = true;
        options.settings.japanese = Some(true);
    });
    let text = table.moves(ROSE_BILL).sit().text();
    assert!(text.contains("Rose-Bill") && text.is_ascii(), "{text}");
}

#[test]
fn a_name_moves_nothing_else_at_any_size() {
    for (columns, rows) in [
        (24, 12),
        (40, 15),
        (40, 16),
        (40, 40),
        (60, 20),
        (80, 24),
        (120, 40),
        (200, 60),
    ] {
        let with = Table::new()
            .moves(ROSE_BILL)
            .size(columns, rows)
            .sit()
            .text();
        for line in with.lines() {
            assert!(line.chars().count() <= usize::from(columns));
        }
        assert!(with.contains("? more"), "{with}");
        // The list of moves is cut from its top; the last move is always there.
        if columns > 24 {
            assert!(with.contains("c2"), "{with}");
        }
        let named = with.contains("Rose-Bill");
        assert_eq!(named, columns > 24, "{with}");
    }
}

/// Starts a game from a random opening.
fn surprised(seed: u64, size: (u16, u16)) -> crate::person::Person {
    let table = Table::new().size(size.0, size.1);
    let mut person = table.with(|options| options.setup.seed = seed).choose();
    person.keys("down down down down right");
    assert!(person.says("the game is about even"), "{}", person.text());
    person.keys("enter");
    person
}

#[test]
fn a_game_begins_with_a_random_balanced_opening_and_a_rematch_with_another() {
    let mut person = surprised(7, (120, 40));
    let mut seen = vec![person.transcript()];
    let game = person.game().clone();
    let name = Opening::of(game.positions()).unwrap().english;
    assert!(person.says(name), "{name}\n{}", person.text());
    // Nothing was played, so nothing is lost.
    person.keys("q");
    assert_eq!(person.effects.len(), 1, "{}", person.text());
    for _ in 0..3 {
        // A rematch, and the other sides.
        person.keys("j enter esc n");
        seen.push(person.transcript());
        person.keys("j enter esc x");
        seen.push(person.transcript());
    }
    for moves in &seen {
        assert!(balanced_openings().contains(&moves.as_str()), "{moves}");
    }
    let different: std::collections::BTreeSet<_> = seen.iter().collect();
    assert!(different.len() > 5, "{seen:?}");
    // The choice is still made in the next new game, until it is changed.
    person.keys("esc n enter");
    assert_eq!(person.game().entries().len(), 8);
    person.keys("j enter esc esc n down down down down left enter");
    assert_eq!(person.transcript(), "");
}

#[test]
fn the_random_opening_depends_on_the_seed_alone() {
    let first = |seed, size| surprised(seed, size).transcript();
    assert_eq!(first(1, (80, 24)), first(1, (40, 15)));
    assert_ne!(first(1, (80, 24)), first(2, (80, 24)));
}

#[test]
fn a_first_move_on_the_first_screen_needs_the_usual_start() {
    let mut person = surprised(7, (80, 24));
    person.keys("esc f5");
    assert_eq!(person.transcript(), "f5", "{}", person.text());
}

#[test]
fn a_game_after_a_random_opening_is_kept_once_something_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().to_owned());
    let kept = |keys: &str| {
        let table = Table::new().with(|options| options.state = Some(state.clone()));
        let mut person = table.choose();
        person.keys("down down down down right enter");
        person.keys(keys);
        let moves = person.transcript();
        person.app.close();
        let (_, found, _) = Autosave::<reversi::Game>::open(&state);
        (
            moves,
            found
                .iter()
                .map(|found| transcript::print(&found.game))
                .collect::<Vec<_>>(),
        )
    };
    assert_eq!(kept("").1, [""; 0]);
    let (moves, found) = kept("tab enter");
    assert_eq!(found, [moves.as_str()]);
    assert_eq!(transcript::parse(&moves).unwrap().entries().len(), 9);
}
