//! What keys, mouse, pastes and time do.

use reversi::transcript;
use reversi::{ByColor, Entry, Status};
use reversi_table::player::PlayerKind;
use reversi_table::player::PlayerKind::{Greedy, Human, Random};
use reversi_table::player::level::Level;
use reversi_table::store::settings::Settings;
use reversi_tui::Effect;
use reversi_tui::event::MouseEventKind;

use crate::person::{MIDDLE, PASSES, Person, Table, WIPEOUT, undo_pass};

#[test]
fn a_letter_and_a_digit_play_at_once_and_enter_after_them_does_no_harm() {
    let mut person = Table::new().sit();
    person.keys("f5");
    assert_eq!(person.transcript(), "f5");
    person.keys("enter D6 enter");
    assert_eq!(person.transcript(), "f5d6");
    // At the end of a game Enter does nothing: another game is asked for by its own key.
    let mut person = Table::new().moves(&WIPEOUT[..16]).sit();
    person.keys("c5 enter");
    assert!(person.game().outcome().is_some() && person.app.review().is_none());
    // The next one reviews it, which loses nothing.
    person.keys("enter");
    assert!(person.game().outcome().is_some() && person.app.review().is_some());
    person.keys("esc n");
    assert!(person.game().entries().is_empty());
}

#[test]
fn backspace_and_esc_take_a_letter_back() {
    let mut person = Table::new().sit();
    for key in ["backspace", "esc"] {
        person.keys("f");
        assert!(person.says("f_"));
        person.keys(key);
        assert!(!person.says("f_"));
        person.keys("5");
        assert!(person.says("5: type a letter a-h first, as in f5"));
    }
    person.keys("cf5");
    assert_eq!(
        person.transcript(),
        "f5",
        "another letter replaces the first"
    );
}

#[test]
fn a_wrong_square_says_why_until_the_next_key() {
    let mut person = Table::new().sit();
    person.keys("c3");
    assert!(person.says("c3 would turn no discs"));
    person.keys("e4");
    assert!(person.says("e4 is taken by Black"));
    person.keys("f");
    assert!(!person.says("taken"));
    assert!(person.game().entries().is_empty());
}

#[test]
fn a_paste_plays_all_its_moves() {
    let mut person = Table::new().sit();
    person.paste("f5d6c3");
    assert_eq!(person.transcript(), "f5d6c3");
    person.paste(" 4. D3 5. c4\n");
    assert_eq!(person.transcript(), "f5d6c3d3c4");
}

#[test]
fn a_paste_with_a_whole_game_and_its_passes_ends_it() {
    let game = transcript::parse(PASSES).unwrap();
    let written: String = game
        .entries()
        .iter()
        .map(|entry| entry.square().map_or("--".to_owned(), |s| s.to_string()))
        .collect();
    let mut person = Table::new().sit();
    person.paste(&written);
    assert_eq!(*person.game(), game);
    assert!(person.says("Game over."));
}

#[test]
fn a_paste_with_a_bad_move_plays_nothing_and_says_why() {
    let mut person = Table::new().sit();
    for (moves, said) in [
        ("f5d6a1c3", "a1 would turn no discs; nothing was played"),
        ("f5-d6-c3-d3-a1", "nothing was played"),
        ("f5 d6 x9", "nothing was played"),
    ] {
        person.paste(moves);
        assert_eq!(person.transcript(), "", "{moves}");
        assert!(person.says(said), "{moves}: {}", person.text());
    }
    person.paste("f5d6");
    person.paste("\u{1b}[31mc3");
    assert!(person.says("is not a square like f5"));
    assert_eq!(person.transcript(), "f5d6");
    let mut person = Table::new().players(Human, Greedy).sit();
    person.paste("f5d6");
    assert_eq!(person.transcript(), "");
    let said = "d6: it is White's turn, and greedy plays White; nothing was played";
    assert!(person.says(said), "{}", person.text());
    person.paste("f5");
    assert_eq!(person.transcript(), "f5");
}

#[test]
fn arrows_show_a_cursor_before_they_move_it_and_enter_or_space_plays_there() {
    let mut person = Table::new().sit();
    assert!(!person.says("turns 1 disc"));
    person.keys("down");
    assert!(person.says("d3 turns 1 disc"));
    person.keys("left");
    assert!(person.says("Black to move: c3"));
    person.keys("enter");
    assert!(person.says("c3 would turn no discs"));
    person.keys("right enter");
    assert_eq!(person.transcript(), "d3");
    person.keys("tab space");
    assert_eq!(person.game().entries().len(), 2);
    // It stops at the edge.
    person.keys("up up up up up up up up up left left left left left left left left left");
    assert!(person.says("White") || person.says("Black to move: a1"));
}

#[test]
fn tab_goes_through_the_legal_moves_in_a_circle() {
    let mut person = Table::new().sit();
    let mut seen = Vec::new();
    for _ in 0..5 {
        person.keys("tab");
        let text = person.text();
        let at = text.find(" turns").unwrap();
        seen.push(text[at - 2..at].to_owned());
    }
    assert_eq!(seen, ["d3", "c4", "f5", "e6", "d3"]);
    person.keys("backtab");
    assert!(person.says("e6 turns 1 disc"));
}

/// Finds a text on the screen, in columns and rows.
fn find(person: &Person, text: &str) -> (u16, u16) {
    for (row, line) in (0..).zip(person.text().lines()) {
        if let Some(at) = line.find(text) {
            let column = line[..at].chars().count();
            return (u16::try_from(column).unwrap(), row);
        }
    }
    panic!("no {text:?} in\n{}", person.text());
}

#[test]
fn the_mouse_previews_and_plays_and_presses_keys() {
    use reversi_tui::event::MouseEventKind::Moved;
    let mut person = Table::new().sit();
    person.keys("c");
    // The file that was typed names its legal square where it is.
    let (column, row) = find(&person, "c4");
    person.keys("esc");
    person.mouse(Moved, column, row);
    assert!(person.says("c4 turns 1 disc"));
    person.mouse(Moved, 79, 12);
    assert!(!person.says("turns 1 disc"));
    person.click(column, row);
    assert_eq!(person.transcript(), "c4");
    person.click(column, row);
    assert!(person.says("c4 is taken by Black"));
    let (column, row) = find(&person, "u undo");
    person.click(column, row);
    assert_eq!(person.transcript(), "");
}

#[test]
fn a_mouse_that_moves_over_nothing_new_draws_nothing() {
    use reversi_tui::Input;
    use reversi_tui::event::{InputEvent, KeyModifiers, MouseEvent, MouseEventKind};
    let mut person = Table::new().sit();
    let moved = |column| {
        Input::Terminal(InputEvent::Mouse(MouseEvent {
            kind: MouseEventKind::Moved,
            column,
            row: 12,
            modifiers: KeyModifiers::NONE,
        }))
    };
    for column in 60..80 {
        person.app.update(moved(column), person.now);
        assert!(!person.app.take_dirty());
    }
}

#[test]
fn undo_and_redo_go_through_a_game() {
    let mut person = Table::new().moves(MIDDLE).sit();
    for _ in 0..12 {
        person.keys("u");
    }
    assert_eq!(person.transcript(), "");
    person.keys("u");
    assert!(person.says("There is nothing to undo"));
    for _ in 0..12 {
        person.keys("r");
    }
    assert_eq!(person.transcript(), MIDDLE);
    person.keys("r");
    assert!(person.says("There is nothing to redo"));
}

#[test]
fn an_undone_pass_is_made_again_by_enter_space_or_r() {
    for key in ["enter", "space", "r"] {
        let table = Table::new().moves(&PASSES[..46]);
        let passed = table.options.setup.game.clone();
        assert!(matches!(passed.entries().last(), Some(Entry::Pass { .. })));
        let mut person = table.with(undo_pass).sit();
        assert!(matches!(person.game().status(), Status::MustPass(_)));
        assert!(person.says("Enter passes again"));
        person.keys(key);
        assert_eq!(*person.game(), passed);
    }
}

#[test]
fn how_an_undone_pass_is_made_again_is_read_whole_at_every_width() {
    for columns in (24..90).chain([200]) {
        for rows in [12, 15, 20, 24, 60] {
            let table = Table::new().moves(&PASSES[..46]).size(columns, rows);
            let person = table.with(undo_pass).sit();
            let text = person.text();
            let words: Vec<&str> = text.split_whitespace().collect();
            let said = words.join(" ").contains("Enter passes again.");
            let said = said || person.says("Enter passes again.");
            assert!(said, "{columns}x{rows}\n{text}");
        }
    }
}

#[test]
fn the_level_of_an_engine_is_read_whole_beside_a_small_board() {
    let engine: PlayerKind = "engine:10".parse().unwrap();
    for columns in 38..90 {
        let table = Table::new()
            .players(Human, engine.clone())
            .size(columns, 15);
        let text = table.sit().text();
        assert!(text.contains("level 10 "), "{columns}\n{text}");
    }
}

#[test]
fn the_pace_goes_up_and_down_within_its_bounds() {
    let mut person = Table::new().players(Human, Greedy).sit();
    person.keys("+");
    assert!(person.says("pauses 0.6 s"), "{}", person.text());
    for _ in 0..10 {
        person.keys("-");
    }
    assert!(person.says("The computer plays without a pause."));
    for _ in 0..150 {
        person.keys("=");
    }
    assert!(person.says("pauses 10.0 s"));
}

#[test]
fn q_asks_only_when_a_game_is_under_way_and_ctrl_c_never() {
    let quits = |moves: &str, keys: &str| {
        let mut person = Table::new().moves(moves).sit();
        person.keys(keys);
        person.effects.contains(&Effect::Quit)
    };
    assert!(quits("", "q"));
    assert!(quits(WIPEOUT, "q"));
    assert!(!quits("f5", "q"));
    assert!(!quits("f5", "q esc"));
    assert!(!quits("f5", "q n"));
    for yes in ["q", "enter", "ctrl-c"] {
        assert!(quits("f5", &format!("q {yes}")), "{yes}");
    }
    assert!(quits("f5", "ctrl-c"));
    assert!(quits("f5", "? ctrl-c"));
    assert!(!quits("f5", "n q"));
    assert!(quits("f5", "n q q"));
}

#[test]
fn suspend_redraw_and_copy_are_asked_of_the_terminal() {
    let mut person = Table::new().moves("f5d6").sit();
    person.keys("ctrl-z ctrl-l y");
    assert_eq!(
        person.effects,
        [
            Effect::Suspend,
            Effect::Redraw,
            Effect::Copy("f5d6".to_owned())
        ]
    );
    assert!(person.says("f5d6"));
    person.keys("esc");
    assert!(!person.says("Transcript"));
}

#[test]
fn the_choice_starts_a_game_with_the_players_chosen_and_keeps_them() {
    let mut person = Table::new().choose();
    person.keys("down down right right up up up right down down right right enter");
    assert_eq!(person.session().players(), &ByColor::new(Random, Greedy));
    let mut person = Table::new().choose();
    let (column, row) = find(&person, "greedy");
    person.click(column + 2, row);
    person.keys("enter");
    assert_eq!(person.session().players(), &ByColor::new(Human, Greedy));
}

#[test]
fn an_engine_is_chosen_with_its_level_and_the_level_stays_with_the_side() {
    let level = |number| PlayerKind::Engine(Level::new(number).unwrap());
    let mut person = Table::new().choose();
    // Levels belong to engines.
    person.keys("+ right left left + - - right left");
    let text = person.text();
    assert!(text.contains("level 8: looks 6 plies ahead,"), "{text}");
    person.keys("+ + + + x");
    person.keys("down down - enter");
    assert_eq!(person.session().players(), &ByColor::new(level(9), Human));
    // The first screen begins with the players of the command line.
    let mut person = Table::new().players(level(1), Human).choose();
    person.keys("- -");
    let text = person.text();
    assert!(text.contains("level 1: "), "{text}");
    let mut person = Table::new().players(level(3), Human).size(40, 15).choose();
    person.keys("+");
    assert!(person.says("level 4"));
}

#[test]
fn letters_and_digits_do_nothing_in_the_choice_of_players() {
    let mut person = Table::new().choose();
    let before = person.text();
    person.keys("abcdefgh12345678");
    assert_eq!(person.text(), before);
    assert!(person.app.session().is_none());
}

#[test]
fn a_game_behind_the_choice_of_players_is_found_again() {
    let mut person = Table::new().moves(MIDDLE).sit();
    person.keys("n");
    assert!(person.says("or a friend random greedy"));
    person.keys("esc");
    assert_eq!(person.transcript(), MIDDLE);
    person.keys("n enter");
    assert_eq!(person.transcript(), "");
}

#[test]
fn swap_exchanges_the_players_in_a_game_and_for_the_next_one() {
    let mut person = Table::new().players(Human, Greedy).sit();
    person.keys("x");
    assert_eq!(person.session().players(), &ByColor::new(Greedy, Human));
    let mut person = Table::new().players(Human, Greedy).moves(WIPEOUT).sit();
    person.keys("x");
    assert_eq!(person.session().players(), &ByColor::new(Greedy, Human));
    assert!(person.game().entries().is_empty());
}

#[test]
fn the_legal_dots_come_and_go() {
    let mut person = Table::new().with(|options| options.ascii = true).sit();
    assert_eq!(person.text().matches('*').count(), 4);
    person.keys("l");
    assert_eq!(person.text().matches('*').count(), 0);
    person.keys("l");
    assert_eq!(person.text().matches('*').count(), 4);
}

#[test]
fn turned_discs_are_marked_until_the_next_move() {
    let mut person = Table::new().with(|options| options.ascii = true).sit();
    // On the board; beside it the signs have a legend, as long as they are there.
    let marked = |person: &Person| {
        let text = person.text();
        let board = text.lines().flat_map(|line| line.chars().take(50));
        board.filter(|&sign| sign == '~').count()
    };
    let legend = "> last  ~ turned";
    assert_eq!(marked(&person), 0);
    assert!(!person.says(legend), "{}", person.text());
    person.keys("f5");
    assert_eq!(marked(&person), 1);
    assert!(person.says(legend), "{}", person.text());
    person.wait(60_000);
    assert_eq!(marked(&person), 1);
    person.keys("f4 d3");
    assert_eq!(marked(&person), 2);
    person.keys("u u u");
    assert_eq!(marked(&person), 0);
    assert!(!person.says(legend), "{}", person.text());
}

#[test]
fn settings_changed_by_keys_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    let open = || reversi_table::store::config::Store::open_at(path.clone()).0;
    let mut person = Table::new().with(|options| options.store = open()).choose();
    person.keys("t down right enter l +");
    let defaults = Settings::default();
    person.wait_until("the last change is saved", |_| {
        open().kept().pace != defaults.pace
    });
    let kept = open().kept().clone();
    assert_ne!(kept.theme, defaults.theme);
    assert_eq!(kept.players(), ByColor::new(Human, Random));
    assert!(!kept.legal_dots);
    assert_eq!(kept.pace, defaults.pace + 100);
}

#[test]
fn settings_that_cannot_be_saved_are_reported_once_and_hold_until_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    let mut person = Table::new()
        .with(|options| {
            options.store = reversi_table::store::config::Store::open_at(path.clone()).0;
        })
        .sit();
    std::fs::write(&path, "no settings").unwrap();
    person.keys("l");
    person.wait_for_text("Changed until you quit; cannot save it: ");
    assert!(!person.says("▗▖"), "no dots");
    person.keys("f 5");
    person.keys("l");
    person.wait(1_000);
    assert!(!person.says("cannot save it"));
}

#[test]
fn undoing_a_pass_between_people_takes_its_move_back_too() {
    let mut person = Table::new().moves(&PASSES[..46]).sit();
    let passed = person.game().clone();
    person.keys("u");
    assert_eq!(person.game().entries().len() + 2, passed.entries().len());
    assert!(person.says("r redo"), "{}", person.text());
    person.keys("r");
    assert_eq!(*person.game(), passed);
}

#[test]
fn swapping_two_people_says_why_nothing_changes() {
    let mut person = Table::new().moves("f5").sit();
    person.keys("v x");
    assert!(person.session().analysis.latest().is_some());
    let text = person.text();
    assert!(person.says("Both sides have the same player"), "{text}");
    assert!(!text.contains("You are Black"), "{text}");
}

#[test]
fn each_key_of_a_pair_has_its_own_click() {
    let mut person = Table::new().moves(MIDDLE).sit();
    person.keys("w");
    // The card of the move has its number.
    let at = |person: &Person| {
        let text = person.text();
        let mut titles = text.lines().filter_map(|line| {
            let title = line.chars().skip(52).collect::<String>();
            let words: Vec<&str> = title.split_whitespace().collect();
            let is_title = matches!(words[..], [_, "Black" | "White", ..]);
            is_title.then(|| words[0].parse::<usize>().ok())?
        });
        titles.next_back().unwrap_or(MIDDLE.len() / 2 + 1)
    };
    let row = person
        .text()
        .lines()
        .position(|line| line.contains("←→ step"))
        .unwrap();
    let line = person.text().lines().nth(row).unwrap().to_owned();
    let column = line.split_once("←→").unwrap().0.chars().count();
    let (column, row) = (u16::try_from(column).unwrap(), u16::try_from(row).unwrap());
    let end = at(&person);
    person.click(column, row);
    person.click(column, row);
    let before = at(&person);
    assert!(before < end, "the left key steps back");
    person.click(column + 1, row);
    let next = at(&person);
    assert!(before < next && next < end, "the right key steps on");
    person.click(column + 4, row);
    assert_eq!(at(&person), end, "and so does the name");
}

#[test]
fn a_click_on_the_list_reviews_the_game_there_and_the_wheel_scrolls_it() {
    let mut person = Table::new().moves(PASSES).size(80, 24).sit();
    // The card of the end is beside the board, over the list.
    person.wait(10_000);
    person.keys("esc");
    let text = person.text();
    assert!(
        !text.contains(" 1  f5"),
        "the list is longer than its room\n{text}"
    );
    for _ in 0..40 {
        person.mouse(MouseEventKind::ScrollUp, 60, 12);
    }
    let (column, row) = find(&person, " 1  f5");
    person.mouse(MouseEventKind::ScrollDown, 60, 12);
    assert!(!person.says(" 1  f5"), "no dead end");
    person.mouse(MouseEventKind::ScrollUp, 60, 12);
    person.click(column + 4, row);
    let text = person.text();
    assert!(
        text.contains("Review") && text.contains("1 Black f5"),
        "{text}"
    );
}

#[test]
fn a_whole_game_pasted_on_a_fresh_board_is_reviewed() {
    let mut person = Table::new().sit();
    person.paste(PASSES);
    assert!(person.says("Review"), "{}", person.text());
    assert_eq!(person.transcript(), PASSES);
    person.keys("q");
    assert!(person.says("Game over"));
    let mut person = Table::new().players(Human, Greedy).sit();
    person.paste(PASSES);
    person.wait_for_text("Review");
    assert_eq!(person.transcript(), PASSES);
}

#[test]
fn a_short_pause_is_named_as_it_is_and_no_shorter_one_is_announced() {
    let table = || Table::new().players(PlayerKind::Human, PlayerKind::Greedy);
    let mut person = table().with(|o| o.settings.pace = 150).sit();
    person.keys("-");
    assert!(person.says("pauses 0.1 s"), "{}", person.text());
    let table = table().size(120, 40);
    let mut person = table.with(|o| o.settings.pace = 100).sit();
    person.keys("---");
    let said = "The computer plays without a pause.";
    let words = person.words();
    let card = words.lines().last().unwrap();
    assert_eq!(card.matches(said).count(), 1, "{card}");
}

#[test]
fn a_prompt_without_room_ends_like_a_sentence_and_a_cut_list_with_dots() {
    let person = Table::new().size(30, 24).sit();
    assert!(person.says("Black to move."), "{}", person.text());
    let mut person = Table::new().moves(MIDDLE).size(40, 20).sit();
    person.keys("v");
    person.wait_for_analysis();
    person.wait(300);
    let text = person.text();
    let listed = text.lines().any(|line| line.trim_end().ends_with(" ..."));
    assert!(listed, "{text}");
}
