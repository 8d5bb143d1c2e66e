//! The review and what is around it: the game behind, its clocks, playing on, and games that are opened.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use reversi::search::Limits;
use reversi::{ByColor, Color, Ending, transcript};
use reversi_notation::Record;
use reversi_table::clock::FlagRule;
use reversi_table::player::PlayerKind::{Greedy, Human};
use reversi_table::store::state::StateFolder;
use reversi_tui::event::{
    InputEvent, KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use reversi_tui::{Effect, Input};

use crate::dial;
use crate::person::{MIDDLE, PASSES, Table, WIPEOUT};
use crate::review::{after, find, table};

#[test]
fn esc_closes_it_and_the_game_is_as_it_was() {
    for moves in [PASSES, MIDDLE, WIPEOUT] {
        let mut person = Table::new().moves(moves).sit();
        person.wait(1);
        if person.game().outcome().is_some() {
            // Closes the card at the end of the game.
            person.keys("esc");
        }
        let before = (person.game().clone(), person.text());
        for keys in ["w", "w home right e3 end up left", "w home right e3 f4"] {
            person.keys(keys);
            // The first one may leave a variation.
            person.keys("esc");
            if person.app.review().is_some() {
                person.keys("esc");
            }
            assert_eq!((person.game().clone(), person.text()), before, "{keys}");
            assert!(person.app.review().is_none());
            assert!(person.effects.is_empty());
        }
        person.keys("w ctrl-c");
        assert_eq!(person.effects, [Effect::Quit]);
    }
}

#[test]
fn nothing_is_reviewed_before_the_first_move() {
    let mut person = Table::new().sit();
    // The key keeps its place and does nothing.
    let (before, (column, row)) = (person.text(), find(&person, "w review"));
    person.click(column, row);
    assert_eq!(person.text(), before);
    person.keys("w");
    assert!(person.says("No moves played yet"));
}

#[test]
fn a_cpu_waits_until_it_is_closed() {
    let mut person = Table::new().players(Human, Greedy).sit();
    person.keys("f5 w");
    person.wait_for_wake();
    person.wait(60_000);
    assert_eq!(person.transcript(), "f5");
    person.wait_for_review();
    person.keys("esc");
    assert_eq!(person.transcript(), "f5");
    // The wake may have been another one.
    person.wait_for_answer();
    person.wait(60_000);
    assert_eq!(person.game().entries().len(), 2);
}

#[test]
fn clocks_run_on_behind_every_screen() {
    for key in ["w", "i", "n"] {
        let mut person = Table::new()
            .with(|options| {
                options.setup.time = Some("10s".parse().unwrap());
                options.setup.flag = FlagRule::Lose;
            })
            .sit();
        person.keys("f5");
        person.keys(key);
        person.wait(9_000);
        assert!(person.game().outcome().is_none(), "{key}");
        // Nobody presses a key: the deadline alone wakes it up.
        person.wait(1_100);
        let outcome = person.game().outcome().unwrap();
        assert_eq!(outcome.ending, Ending::TimedOut(Color::White), "{key}");
        assert!(person.says("time is up"), "{key} {}", person.text());
        person.keys("esc");
        assert!(person.says("Game over"), "{key}");
    }
}

#[test]
fn a_flag_that_only_warns_wakes_nobody_up_twice() {
    for key in ["w", "i", "n"] {
        let mut person = Table::new()
            .with(|options| {
                options.setup.time = Some("10s".parse().unwrap());
                options.setup.flag = FlagRule::Warn;
            })
            .sit();
        person.keys("f5");
        person.keys(key);
        person.wait(10_100);
        assert!(person.says("time is up"), "{key}");
        assert!(person.game().outcome().is_none(), "{key}");
        assert_eq!(person.app.deadline(), None, "{key}");
    }
}

#[test]
fn a_game_that_was_given_up_is_reviewed_and_played_on() {
    let mut table = Table::new().moves(MIDDLE);
    table.options.setup.game.resign(Color::Black);
    let mut person = after(table, "");
    assert!(person.says("Black resigns: White wins."));
    person.keys("left");
    assert!(person.says("Black resigns."), "{}", person.text());
    // The game could have gone on.
    for keys in ["c5", "end c5"] {
        person.keys(keys);
        assert!(
            person.says("Variation from 13") && person.says(" 13 Black c5 "),
            "{}",
            person.text()
        );
        person.wait_for_review();
        person.keys("esc");
    }
    person.keys("> enter");
    assert_eq!(person.transcript(), MIDDLE);
    assert!(person.game().outcome().is_none());
}

#[test]
fn play_on_from_here_against_any_player() {
    let mut person = after(table(), "home right right right >");
    assert!(
        person.says("Play on from move 4, White to move"),
        "{}",
        person.text()
    );
    // Esc goes back to the review.
    person.keys("esc");
    assert!(person.says(" 4 White d6 "));
    person.keys("> esc >");
    // Black is a human; White becomes random.
    person.keys("down left enter");
    assert_eq!(person.transcript(), "f5f4e3");
    assert!(person.app.review().is_none());
    let players = person.session().players();
    assert_ne!(players.black, players.white);
    person.keys("u");
    assert_eq!(person.transcript().len() % 2, 0);
}

#[test]
fn a_side_line_is_played_on() {
    let mut person = after(Table::new().moves(MIDDLE), "home right f6 > enter");
    // Another game is under way on the board: it is not left without a word.
    assert!(person.says("is not over"), "{}", person.text());
    assert!(person.app.review().is_some());
    person.keys("enter");
    assert_eq!(person.transcript(), "f5f6");
    // Going on with the game itself needs no question.
    let mut person = after(Table::new().moves(MIDDLE), "c5 > enter");
    assert!(person.app.review().is_none());
    assert_eq!(person.transcript(), format!("{MIDDLE}c5"));
    person.wait(10);
}

#[test]
fn a_finished_position_is_not_played_on() {
    let person = after(table(), ">");
    assert!(person.says("go back a few moves first"));
}

#[test]
fn the_moves_are_copied() {
    let mut person = after(table(), "y");
    assert_eq!(person.effects, [Effect::Copy(PASSES.to_owned())]);
    person.keys("esc");
    assert!(person.says("Review"));
    let mut person = after(Table::new().moves(MIDDLE), "home right f6");
    person.keys("y");
    assert_eq!(person.effects, [Effect::Copy("f5f6".to_owned())]);
}

#[test]
fn the_theme_changes_and_the_opening_is_named() {
    let mut person = after(Table::new().moves(MIDDLE), "home right right");
    assert!(person.says("Perpendicular"), "{}", person.text());
    let before = person.buffer().clone();
    person.keys("t");
    assert_ne!(*person.buffer(), before);
}

#[test]
fn every_size_holds_it() {
    for moves in [PASSES, WIPEOUT, "f5"] {
        let mut person = after(Table::new().moves(moves), "up");
        for (turn, columns) in (0..).zip((24..=200).step_by(11)) {
            for rows in dial::sizes(turn, (12..=60).step_by(5)) {
                person.resize(columns, rows);
                let text = person.text();
                assert!(text.contains("? more"), "{text}");
            }
        }
        for (columns, rows) in [(1, 1), (24, 11), (23, 12), (24, 12), (500, 200)] {
            person.resize(columns, rows);
        }
    }
}

#[test]
fn no_cell_changes_while_nothing_happens() {
    let mut person = after(table(), "up");
    assert_eq!(person.app.deadline(), None);
    let before = person.buffer().clone();
    for input in [Input::Tick, Input::Wake] {
        person.app.update(input, person.now);
        person.look();
        assert_eq!(person.buffer(), &before, "a wake without a result");
    }
    person.app.take_dirty();
    let lost = Input::Terminal(InputEvent::FocusLost);
    person.app.update(lost, person.now);
    assert!(!person.app.take_dirty());
    let moved = MouseEvent {
        kind: MouseEventKind::Moved,
        column: 10,
        row: 10,
        modifiers: KeyModifiers::NONE,
    };
    person
        .app
        .update(Input::Terminal(InputEvent::Mouse(moved)), person.now);
    assert!(!person.app.take_dirty());
}

#[test]
fn random_events_never_panic_and_leave_the_game_alone() {
    const KEYS: &str = "abcdefgh12345678abcdefgh12345678uuy?t+-=_z ";
    const CODES: [KeyCode; 10] = [
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Enter,
        KeyCode::Backspace,
    ];
    for (seed, moves) in (11..).zip([MIDDLE, PASSES, WIPEOUT, &PASSES[..44]]) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let limits = Limits::depth(1);
        let table = Table::new().moves(moves);
        let mut person = table.with(|options| options.review = limits).sit();
        let before = person.game().clone();
        person.keys("w");
        for _ in 0..dial::events(1200) {
            match rng.random_range(0..100) {
                0..50 => {
                    let keys: Vec<char> = KEYS.chars().collect();
                    let letter = keys[rng.random_range(0..keys.len())];
                    person.send(Input::Terminal(InputEvent::Key(
                        KeyCode::Char(letter).into(),
                    )));
                }
                50..80 => {
                    let code = CODES[rng.random_range(0..CODES.len())];
                    person.send(Input::Terminal(InputEvent::Key(code.into())));
                }
                80..90 => {
                    let (columns, rows) = (person.buffer().area.width, person.buffer().area.height);
                    // Not the line of keys, whose clicks may close it.
                    let row = rng.random_range(0..rows.saturating_sub(2));
                    let kind = MouseEventKind::Down(MouseButton::Left);
                    person.mouse(kind, rng.random_range(0..columns), row);
                }
                90..96 => {
                    person.resize(rng.random_range(24..130), rng.random_range(12..50));
                }
                _ => person.send(Input::Wake),
            }
        }
        assert_eq!(*person.game(), before);
    }
}

#[test]
fn a_game_that_is_kept_is_set_aside_when_another_is_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().to_owned());
    let mut person = Table::new()
        .with(|options| options.state = Some(state.clone()))
        .sit();
    person.keys("f5 d6 c3 w");
    person.wait_for_review();
    person.keys("left left f4 > enter");
    assert_eq!(person.transcript(), "f5f4");
    assert!(
        person.says("The game in progress is kept"),
        "{}",
        person.text()
    );
    person.keys("e3");
    person.app.close();
    let mut person = Table::new()
        .with(|options| {
            options.state = Some(state);
            options.first = reversi_tui::FirstScreen::Start;
        })
        .sit();
    person.keys("enter");
    // Both games are there.
    assert!(person.says("(1 of 2)"), "{}", person.text());
}

#[test]
fn a_game_that_is_opened_finished_is_reviewed_and_its_players_named() {
    let mut record = Record::from_game(&reversi::transcript::parse(WIPEOUT).unwrap());
    record.players = ByColor::new("Tamenori".to_owned(), "Mur\u{1b}akami".to_owned());
    let mut person = Table::new().sit();
    person.app.show_record(record.clone());
    person.send(Input::Wake);
    assert!(person.says("Tamenori - Mur\\u{1b}akami"));
    person.wait_for_review();
    assert!(person.says(" 64-0\n"), "{}", person.text());
    // Back and forth on the board, and it is still the whole game that is reviewed.
    person.keys("esc u u w");
    person.wait_for_review();
    assert!(person.says(" 8 White f5 "), "{}", person.text());
    person.keys("end");
    assert!(person.says("Game over."));
    // One that is not over is gone on with.
    record.moves.truncate(4);
    record.result = None;
    person.app.show_record(record);
    assert!(person.app.review().is_none());
}

#[test]
fn of_long_names_both_are_seen() {
    let mut record = Record::from_game(&transcript::parse(PASSES).unwrap());
    record.players = ByColor::new("A name of many words ".repeat(9), "Loooong".repeat(9));
    for (columns, rows) in [(40, 16), (80, 24)] {
        let mut person = table().size(columns, rows).sit();
        person.app.show_record(record.clone());
        person.wait_for_review();
        let text = person.text();
        // Beside a board as high as the screen, they have a row of their own.
        let rows = text.lines().take(if columns == 80 { 2 } else { 1 });
        let title: String = rows.collect();
        assert!(
            title.contains("Review") && (title.contains("A name") || title.contains("A ...")),
            "a name ends with a whole word: {title}"
        );
        assert!(title.contains(" - Loo"), "{title}");
        assert!(title.contains(" 64-0"), "{title}");
    }
    record.players = ByColor::new("?", "?").map(str::to_owned);
    let mut person = table().sit();
    person.app.show_record(record);
    person.wait_for_review();
    let text = person.text();
    assert!(text.lines().next().unwrap().ends_with(" 64-0"), "{text}");
    assert!(!text.contains('?') || !text.contains("? - "), "{text}");
}
