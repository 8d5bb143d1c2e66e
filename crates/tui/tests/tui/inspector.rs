//! The inspector: what it looks like, what its keys do, and that it leaves the game alone.

use insta::assert_snapshot;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use reversi::bitboard::stability::stable_discs;
use reversi::transcript;
use reversi::{Board, Game, Square, bitboard};
use reversi_table::player::PlayerKind::{Greedy, Human};
use reversi_table::store::settings::ThemeName;
use reversi_tui::event::{
    InputEvent, KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use reversi_tui::{ColorDepth, Effect, Input, Options};

use crate::dial;
use crate::person::{MIDDLE, PASSES, Person, Table, WIPEOUT};

/// A position in which runs wrap around the edge once the mask is left out.
const EDGES: &str = "f5f4e3d6f3g3g4g5h3d3h6h5h4";

fn table() -> Table {
    Table::new().moves(MIDDLE)
}

fn after(table: Table, keys: &str) -> Person {
    let mut person = table.sit();
    person.keys(keys);
    person
}

fn board(person: &Person) -> Board {
    person.game().position().board()
}

/// A value as the screen writes it.
fn hex(value: u64) -> String {
    let digits = format!("{value:016x}");
    let groups: Vec<&str> = (0..4)
        .map(|group| &digits[4 * group..4 * group + 4])
        .collect();
    format!("0x{}", groups.join("_"))
}

#[test]
fn its_first_topic_after_the_course_is_the_legal_moves() {
    assert_snapshot!(after(table(), "i tab").text());
}

#[test]
fn a_step_of_the_fill() {
    assert_snapshot!(after(table(), "i tab down right right right right").text());
}

#[test]
fn another_direction_with_the_mask_off() {
    assert_snapshot!(after(table(), "i tab down down right right x").text());
}

#[test]
fn what_goes_wrong_without_the_mask() {
    let table = Table::new().moves(EDGES).size(120, 40);
    assert_snapshot!(after(table, "i tab x end").text());
}

#[test]
fn the_flips_of_a_typed_square() {
    assert_snapshot!(after(table(), "i tab e3 end").text());
}

#[test]
fn eight_directions_are_walked_on_an_array() {
    let arrays = "i backtab down down right";
    assert_snapshot!(after(table().size(120, 40), arrays).text());
    let mut person = after(table(), arrays);
    assert_snapshot!(person.text());
    // Another square stays on the array.
    person.keys("e 3 end");
    assert_snapshot!(person.text());
}

#[test]
fn two_operands_never_have_the_same_cut_name() {
    let mut person = after(table(), "i backtab backtab e 3 x");
    for _ in 0..60 {
        person.keys("right");
        let screen = person.text();
        let cut = screen
            .split_whitespace()
            .any(|word| word == "upper_p…" || word == "lower_p…");
        assert!(!cut, "{screen}");
    }
}

/// The lecture's position of an array.
const LECTURE: &str = "--------------------X------XOO----XOOX----OO-------------------- X";

fn lecture(columns: u16, rows: u16) -> Person {
    let position = LECTURE.parse().unwrap();
    let set_up = |options: &mut Options| options.setup.game = Game::from_position(position);
    Table::new().with(set_up).size(columns, rows).sit()
}

#[test]
fn an_array_is_drawn_as_cells_with_walls_indexes_and_the_walk() {
    for (name, keys) in [
        ("start", "right"),
        (
            "open",
            "down down down down down down down down right right right",
        ),
        ("turned", "end left"),
        ("wide", "x end left"),
    ] {
        for (columns, rows) in [(80, 24), (100, 40), (120, 40)] {
            let mut person = lecture(columns, rows);
            person.keys("i backtab d 3");
            person.keys(keys);
            assert_snapshot!(format!("array_{name}_{columns}"), person.text());
            assert!(
                !person.says("0x0000"),
                "no set of squares: {}",
                person.text()
            );
        }
    }
}

#[test]
fn a_wall_that_stops_the_walk_is_marked_at_every_size() {
    for (columns, rows) in [(24, 12), (40, 15), (80, 24), (120, 40), (200, 60)] {
        let mut person = lecture(columns, rows);
        person.keys("i backtab a 1 down right");
        let text = person.text();
        assert!(text.contains('∞'), "{text}");
        if columns >= 40 {
            assert!(person.words().contains("Cell 0 is a wall"), "{text}");
        }
        if columns < 80 {
            assert_snapshot!(format!("array_wall_{columns}"), text);
        }
    }
}

#[test]
fn both_orders_on_two_words_are_compared_by_their_operations() {
    let mut person = table().size(120, 40).sit();
    person.keys("i backtab backtab backtab");
    assert!(person.says("x word by word"), "{}", person.text());
    let counts = "452 operations step by step and 268 word by word";
    person.keys("x home");
    assert!(person.says("x step by step"), "{}", person.text());
    while !person.says(counts) {
        let before = person.text();
        person.keys("right");
        assert_ne!(before, person.text(), "the counts are never told");
    }
    person.keys("home down down down right right right right right");
    assert_snapshot!(person.text());
}

#[test]
fn a_number_is_drawn_as_a_number_and_never_as_bits() {
    // The number of discs, and the operands of their sum.
    let mut person = table().sit();
    person.keys("i tab tab tab tab end");
    assert!(person.says("discs  = 16"), "{}", person.text());
    assert!(
        !person.says("00001011") && !person.says("0x0000"),
        "{}",
        person.text()
    );
}

#[test]
fn a_square_is_chosen_with_the_arrow_keys() {
    assert_snapshot!(after(table(), "i tab enter up left").text());
}

#[test]
fn numbers_of_two_bits_in_the_disc_count() {
    let keys = "i tab tab tab tab right right right right";
    assert_snapshot!(after(table(), keys).text());
}

#[test]
fn the_count_is_a_large_number() {
    assert_snapshot!(after(table(), "i tab tab tab tab end left").text());
}

#[test]
fn a_round_of_stable_discs() {
    let table = Table::new().moves(&PASSES[..64]).size(120, 40);
    assert_snapshot!(after(table, "i tab tab tab tab tab end left").text());
}

#[test]
fn the_addition_with_its_carry() {
    let keys = "i tab tab tab down right right";
    assert_snapshot!(after(table().size(120, 40), keys).text());
}

#[test]
fn mobility_on_a_large_screen() {
    let keys = "i tab tab tab tab tab tab right right right right right right right right";
    assert_snapshot!(after(table().size(200, 60), keys).text());
}

#[test]
fn forty_columns() {
    assert_snapshot!(after(table().size(40, 15), "i pagedown down right right right").text());
}

#[test]
fn the_smallest_screen() {
    assert_snapshot!(after(table().size(24, 12), "i pagedown down right right right").text());
}

#[test]
fn sixty_columns_and_many_rows() {
    assert_snapshot!(after(table().size(60, 40), "i tab down right right right").text());
}

#[test]
fn without_colours() {
    let table = table().theme(ThemeName::Monochrome);
    assert_snapshot!(after(table, "i tab down right right right").text());
}

#[test]
fn in_letters_without_colours() {
    let table = table().with(|options| {
        options.ascii = true;
        options.colors = ColorDepth::None;
    });
    assert_snapshot!(after(table, "i tab down right right right").text());
}

#[test]
fn its_help() {
    assert_snapshot!(after(table().size(100, 40), "i tab ?").text());
}

#[test]
fn arrows_home_and_end_walk_through_the_steps() {
    let mut person = after(table(), "i tab");
    let all = 50;
    let is_at = |person: &Person, step: usize| {
        assert!(
            person.says(&format!("step {step}/{all} ")),
            "{}",
            person.text()
        );
    };
    is_at(&person, 1);
    person.keys("left");
    is_at(&person, 1);
    person.keys("right right");
    is_at(&person, 3);
    person.keys("down");
    is_at(&person, 5);
    assert!(person.says("passable = opponent & INNER_RANKS"));
    person.keys("right up");
    is_at(&person, 5);
    person.keys("up");
    is_at(&person, 1);
    person.keys("end right");
    is_at(&person, all);
    person.keys("home");
    is_at(&person, 1);
}

#[test]
fn space_runs_it_and_any_key_stops_it() {
    let mut person = after(table(), "i tab space");
    assert!(person.says("Space stop"));
    person.wait(3050);
    assert!(person.says("step 4/50"));
    // Keys that mean something do it as well; those that give up only stop.
    for key in ["space", "esc", "enter", "z"] {
        person.keys(key);
        assert!(person.says("step 4/50"), "{key}");
        assert!(person.app.deadline().is_none(), "{key}");
        assert!(person.says("Space run"), "{key}");
        person.keys("space");
    }
    person.keys("right");
    assert!(person.says("step 5/50"));
    assert!(person.app.deadline().is_none());
    // At the end it begins again, and stops by itself at the end.
    person.keys("end space");
    person.wait(1050);
    assert!(person.says("step 2/50"));
    person.wait(100_000);
    assert!(person.says("step 50/50"));
    assert!(person.app.deadline().is_none());
}

#[test]
fn a_run_is_made_faster_and_slower() {
    let mut person = after(table(), "i tab - - - - - - - -");
    assert!(person.says("Each step is shown for 0.2 s"));
    person.keys("space");
    person.wait(1010);
    assert!(person.says("step 6/50"));
    person.keys("+");
    assert!(person.says("Each step is shown for 0.4 s"));
}

#[test]
fn no_cell_changes_while_nothing_happens() {
    let mut person = after(table(), "i tab");
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
fn esc_closes_it_and_the_game_is_as_it_was() {
    let mut person = table().sit();
    let before = (person.game().clone(), person.text());
    person.keys("i tab right e3 x end tab + space");
    person.keys("left");
    person.keys("esc");
    assert_eq!((person.game().clone(), person.text()), before);
    assert!(person.effects.is_empty());
    // Esc first gives up what is begun.
    person.keys("i tab e esc");
    assert!(person.says("step 1/50"));
    person.keys("enter esc");
    assert!(person.says("step 1/50"));
    person.keys("esc");
    assert_eq!(person.text(), before.1);
    person.keys("i ctrl-c");
    assert_eq!(person.effects, [Effect::Quit]);
}

#[test]
fn a_cpu_waits_until_it_is_closed() {
    let mut person = Table::new().players(Human, Greedy).sit();
    person.keys("f5 i tab");
    person.wait_for_wake();
    person.wait(60_000);
    assert_eq!(person.transcript(), "f5");
    assert!(person.says("step 1/"));
    person.keys("esc");
    assert_eq!(person.transcript(), "f5");
    // The wake may have been another one.
    person.wait_for_answer();
    person.wait(60_000);
    assert_eq!(person.game().entries().len(), 2);
}

#[test]
fn squares_are_typed_chosen_and_clicked() {
    let mut person = after(table(), "i tab e2");
    assert!(person.says("flips of e2"));
    assert!(person.game().entries().len() == 12);
    person.keys("5");
    assert!(person.says("5: type a letter a-h first, as in f5"));
    // The cursor begins where the last square was.
    person.keys("enter down right enter");
    assert!(person.says("flips of f3"));
    // The board begins in the top left corner below the topics; its squares are 4 by 2.
    person.click(3, 2);
    assert!(person.says("flips of a1"), "{}", person.text());
    person.click(3 + 4 * 7, 2 + 2 * 7);
    assert!(person.says("flips of h8"));
    // A person who looks at the result goes on to look at results.
    person.keys("end d2");
    let flips = board(&person).flips("d2".parse().unwrap()).bits();
    assert!(flips != 0 && person.says(&hex(flips)));
}

#[test]
fn topics_parts_and_steps_are_clicked() {
    let find = |person: &Person, text: &str| {
        let screen = person.text();
        let (row, line) = screen
            .lines()
            .enumerate()
            .find(|(_, line)| line.contains(text))
            .unwrap();
        let column = line.split_once(text).unwrap().0.chars().count();
        (u16::try_from(column).unwrap(), u16::try_from(row).unwrap())
    };
    let mut person = after(table().size(120, 40), "i tab");
    let (column, row) = find(&person, "down left");
    person.click(column, row);
    let by_keys = after(table().size(120, 40), "i tab down down down down down down");
    assert_eq!(person.text(), by_keys.text());
    let (column, row) = find(&person, "━");
    person.mouse(MouseEventKind::Down(MouseButton::Left), column, row);
    assert!(person.says("step 1 of 50"));
    let (column, row) = find(&person, "disc count");
    person.click(column, row);
    assert!(person.says("own discs"));
    let (column, row) = find(&person, "Esc back");
    person.click(column, row);
    assert!(person.says("Black to move"));
}

#[test]
fn the_mask_is_switched_where_there_is_one() {
    let mut person = after(table(), "i tab");
    assert!(person.says("mask on"));
    person.keys("x");
    assert!(person.says("MASK OFF"));
    person.keys("tab");
    assert!(person.says("MASK OFF"), "it stays off");
    person.keys("tab tab x");
    assert!(person.says("disc count: this lesson has no mask."));
    assert!(!person.says("MASK OFF"));
    person.keys("backtab x");
    assert!(person.says("mask on"));
}

#[test]
fn whatever_the_position_the_last_step_shows_what_the_kernel_returns() {
    let game = transcript::parse(PASSES).unwrap();
    for count in (0..=game.entries().len()).step_by(7) {
        let mut start = Game::new();
        for square in game.entries()[..count]
            .iter()
            .filter_map(reversi::Entry::square)
        {
            start.play(square).unwrap();
        }
        let (own, opponent) = (
            start.position().board().player().bits(),
            start.position().board().opponent().bits(),
        );
        let table = || {
            let mut table = Table::new();
            table.options.setup.game = start.clone();
            table
        };
        let shows = |keys: &str, value: u64| {
            let text = after(table(), keys).text();
            assert!(text.contains(&hex(value)), "{keys} {value:016x}\n{text}");
        };
        shows("i tab end", bitboard::legal_moves(own, opponent));
        shows("i tab tab tab tab tab end", stable_discs(own, opponent));
        for square in Square::all().step_by(11) {
            let flips = bitboard::flips(own, opponent, square);
            shows(&format!("i tab {square} end"), flips);
            // On the array they are the indexes of cells, of which the first ones surely fit.
            let cells = reversi::SquareSet::from_bits(flips)
                .iter()
                .take(10)
                .map(|square| {
                    let (rank, file) = (square.rank().index(), square.file().index());
                    (10 * (rank + 1) + file + 1).to_string()
                });
            let cells = format!("flips = [{}", cells.collect::<Vec<_>>().join(", "));
            let text = after(table().size(200, 60), &format!("i backtab {square} end")).text();
            assert!(text.contains(&cells), "{cells}\n{text}");
        }
        let discs = u64::from((own | opponent).count_ones());
        let text = after(table(), "i tab tab tab tab end").text();
        assert!(text.contains(&format!("= {discs}")), "{text}");
    }
}

#[test]
fn no_sentence_is_cut_at_eighty_columns() {
    for (turn, moves) in (0..).zip(["", MIDDLE, PASSES, WIPEOUT, EDGES, &PASSES[..64]]) {
        for mask in dial::sizes(turn, ["", "x"]) {
            let mut person = after(Table::new().moves(moves), &format!("i tab {mask}"));
            for _ in 0..8 {
                let mut before = String::new();
                while before != person.text() {
                    before = person.text();
                    let below = before.lines().skip(19).any(|line| line.contains('…'));
                    assert!(!below, "{before}");
                    person.keys("right");
                }
                person.keys("tab");
            }
        }
    }
}

#[test]
fn random_events_never_panic_and_leave_the_game_alone() {
    const KEYS: &str = "abcdefgh12345678000??t+-=_zx ";
    const CODES: [KeyCode; 14] = [
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Enter,
        KeyCode::Backspace,
        KeyCode::Esc,
        KeyCode::F(2),
    ];
    for (seed, moves) in (1..).zip(["", MIDDLE, PASSES, WIPEOUT, &PASSES[..44], EDGES]) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut person = Table::new().moves(moves).sit();
        let before = person.game().clone();
        let open = |person: &mut Person| {
            let mut text = person.text();
            // A picture would be saved where the tests run.
            if text.contains("as a picture") && text.contains("Space") {
                person.keys("esc");
                text = person.text();
            }
            let board = ["Black to move", "White to move", "Game over"];
            let keys = ["n new", "? more"];
            let is_board = board.iter().any(|said| text.contains(said));
            if is_board && keys.iter().any(|key| text.contains(key)) && !text.contains("step") {
                person.keys("i");
            }
        };
        person.keys("i");
        for _ in 0..dial::events(1500) {
            match rng.random_range(0..100) {
                0..45 => {
                    let keys: Vec<char> = KEYS.chars().collect();
                    let letter = keys[rng.random_range(0..keys.len())];
                    person.send(Input::Terminal(InputEvent::Key(
                        KeyCode::Char(letter).into(),
                    )));
                }
                45..80 => {
                    let code = CODES[rng.random_range(0..CODES.len())];
                    // Esc would close it, and the next keys would play.
                    if code != KeyCode::Esc || person.app.deadline().is_some() {
                        person.send(Input::Terminal(InputEvent::Key(code.into())));
                    }
                }
                80..88 => person.wait(rng.random_range(0..4000)),
                88..92 => {
                    person.resize(rng.random_range(1..210), rng.random_range(1..64));
                }
                92..94 => person.paste("f5d6c3"),
                _ => {
                    // The row of keys is left out: a click there may close the screen.
                    let rows = person.buffer().area.height.max(2);
                    let (column, row) = (rng.random_range(0..210), rng.random_range(0..rows - 1));
                    person.click(column, row);
                }
            }
            open(&mut person);
            assert_eq!(*person.game(), before);
            for cell in &person.buffer().content {
                assert!(!cell.symbol().contains(char::is_control), "{cell:?}");
            }
        }
        person.resize(80, 24);
        person.keys("esc esc");
        assert_eq!(*person.game(), before);
    }
}

#[test]
fn a_small_window_shows_the_board_or_the_whole_text() {
    let mut person = after(table().size(24, 12), "i pagedown down right right right");
    assert!(person.says("Tab text"), "{}", person.text());
    assert!(!person.text().contains('…'), "{}", person.text());
    let board = person.text();
    person.keys("tab");
    assert!(
        person.says("run = run | ((run << 8) & passable)"),
        "{}",
        person.text()
    );
    assert!(
        person.says("The runs grow up: f3 and e4 join them."),
        "{}",
        person.text()
    );
    assert!(person.says("Tab board"), "{}", person.text());
    // The steps go on below it.
    person.keys("left right tab");
    assert_eq!(person.text(), board);
    // A square is chosen on the board.
    person.keys("tab enter");
    assert!(person.says("a b c d e f g h"), "{}", person.text());
    // With room for both there is no such key.
    let person = after(table(), "i tab");
    assert!(!person.says("Tab text"));
}

#[test]
fn the_step_and_the_lesson_are_saved_as_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = after(table(), "i tab right s");
    assert_snapshot!(person.text());
    let mut save = |keys: &str, proposed: &str, name: &str| {
        person.keys(keys);
        assert!(person.says(proposed), "{}", person.text());
        let path = folder.path().join(name);
        person.keys("ctrl-u");
        person.paste(path.to_str().unwrap());
        person.keys("enter");
        person.wait_for_text(&format!("Saved to {name}"));
        std::fs::read_to_string(path).unwrap()
    };
    let step = save("enter", "legal-moves-step-2.svg", "one.svg");
    assert!(step.contains("Step 2 of 50") && !step.contains("Step 3 of 50"));
    let lesson = save("s space", "legal-moves.svg", "all.svg");
    assert!(lesson.contains("Step 1 of 50") && lesson.contains("Step 50 of 50"));
    // An existing file is not replaced without a question.
    person.keys("s enter ctrl-u");
    person.paste(folder.path().join("one.svg").to_str().unwrap());
    person.keys("enter");
    person.wait_for_text("already exists");
}
