//! The review: what it looks like, what its keys and clicks do, and that it leaves the game alone.

use crossterm::event::{Event, KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use insta::assert_snapshot;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use reversi::PlayerKind::{Greedy, Human};
use reversi::notation::{Record, transcript};
use reversi::review::Review;
use reversi::search::{Kind, Limits};
use reversi::session::FlagRule;
use reversi::settings::ThemeName;
use reversi::storage::state::StateFolder;
use reversi::tui::{ColorDepth, Effect, Input};
use reversi::{ByColor, Color, Ending, Entry, Square};

use crate::person::{MIDDLE, PASSES, Person, Table, WIPEOUT};

fn table() -> Table {
    Table::new().moves(PASSES)
}

/// The review, complete, after some keys.
fn after(table: Table, keys: &str) -> Person {
    let mut person = table.sit();
    person.keys("w");
    person.wait_for_review();
    person.keys(keys);
    if person.app.review().is_some() {
        person.wait_for_review();
    }
    person
}

fn review(person: &Person) -> &Review {
    person.app.review().unwrap().review()
}

/// The first bad move of the game.
fn first_mistake(person: &Person) -> usize {
    let review = review(person);
    (0..review.game().entries().len())
        .find(|&entry| {
            let judgement = review.judgement(entry);
            judgement.is_some_and(|judgement| judgement.grade().is_bad())
        })
        .unwrap()
}

/// A legal move other than the one that was played after so many entries, nor the best one.
fn other_move(person: &Person, entry: usize) -> Square {
    let review = review(person);
    let judgement = review.judgement(entry).unwrap();
    reversi::bitboard::squares(review.positions()[entry].legal_moves())
        .find(|&square| square != judgement.square && Some(square) != judgement.best.best_move)
        .unwrap()
}

/// Where a text stands on the screen.
fn find(person: &Person, text: &str) -> (u16, u16) {
    let screen = person.text();
    let (row, line) = screen
        .lines()
        .enumerate()
        .find(|(_, line)| line.contains(text))
        .unwrap_or_else(|| panic!("no {text:?} in\n{screen}"));
    let column = line.split_once(text).unwrap().0.chars().count();
    (u16::try_from(column).unwrap(), u16::try_from(row).unwrap())
}

#[test]
fn it_opens_at_the_end_of_a_finished_game() {
    assert_snapshot!(after(table(), "").text());
}

#[test]
fn a_mistake_with_the_best_line_beside_the_played_one() {
    assert_snapshot!(after(table(), "home down down").text());
}

#[test]
fn a_side_line() {
    assert_snapshot!(after(Table::new().moves(MIDDLE), "left left left e2 b4").text());
}

#[test]
fn a_large_screen() {
    assert_snapshot!(after(table().size(120, 40), "up").text());
}

#[test]
fn a_screen_that_is_higher_than_wide() {
    assert_snapshot!(after(table().size(48, 44), "up").text());
}

#[test]
fn forty_columns() {
    assert_snapshot!(after(table().size(40, 16), "up").text());
}

#[test]
fn the_smallest_screen() {
    assert_snapshot!(after(table().size(24, 12), "up").text());
}

#[test]
fn without_colours() {
    let table = table().theme(ThemeName::Monochrome);
    assert_snapshot!(after(table, "up up").text());
}

#[test]
fn in_letters_without_colours() {
    let table = table().with(|options| {
        options.ascii = true;
        options.colors = ColorDepth::None;
    });
    let person = after(table, "up up");
    assert!(person.text().is_ascii());
    assert_snapshot!(person.text());
}

#[test]
fn its_help() {
    assert_snapshot!(after(table().size(100, 40), "?").text());
}

#[test]
fn the_choice_of_players_to_play_on() {
    assert_snapshot!(after(Table::new().moves(MIDDLE), "home right right n").text());
}

#[test]
fn it_is_there_at_once_and_gone_at_once_however_long_the_review_takes() {
    // Minutes of work.
    let mut person = table()
        .with(|options| options.review = Limits::depth(24))
        .sit();
    person.keys("w");
    assert!(
        person.text().contains("Game over. Black"),
        "{}",
        person.text()
    );
    assert!(person.text().contains("reviewing "));
    person.keys("home right right");
    assert!(
        person.text().contains("3 B e3  not judged yet"),
        "{}",
        person.text()
    );
    person.keys("q");
    // The worker was waited for: it has stopped in the middle of a position.
    assert!(person.app.review().is_none());
}

#[test]
fn the_end_of_the_game_is_known_first_and_the_graph_fills_towards_the_start() {
    let mut person = table().sit();
    person.keys("w");
    let count = person.game().entries().len() + 1;
    while person.app.review().unwrap().is_busy() {
        let review = review(&person);
        let known: Vec<bool> = (0..count).map(|k| review.worth(k).is_some()).collect();
        assert!(known.is_sorted(), "{known:?}");
        let progress = format!("reviewing {}/{count}", review.known());
        assert!(
            review.is_complete() || person.text().contains(&progress),
            "{}",
            person.text()
        );
        person.next_wake();
    }
    assert!(!person.text().contains("reviewing"));
}

#[test]
fn every_size_says_how_far_it_has_come() {
    for (columns, rows) in [(24, 12), (40, 12), (40, 16), (60, 12), (80, 24), (100, 30)] {
        let table = table().size(columns, rows);
        let mut person = table
            .with(|options| options.review = Limits::depth(24))
            .sit();
        person.keys("w");
        person.next_wake();
        let all = person.game().entries().len() + 1;
        let text = person.text();
        let said = (1..all).any(|known| text.contains(&format!("{known}/{all}")));
        assert!(said, "{text}");
    }
}

#[test]
fn arrows_home_and_end_step_through_the_entries() {
    let mut person = after(table(), "home");
    let entries = person.game().entries().to_vec();
    let mut number = 0;
    for entry in &entries {
        let side = if entry.color() == Color::Black {
            "B"
        } else {
            "W"
        };
        let head = match entry {
            Entry::Move { square, .. } => {
                number += 1;
                format!("\n{number} {side} {square}  ")
            }
            _ => format!(
                "\n-- {side} {} has no legal move and passes.",
                entry.color()
            ),
        };
        assert!(person.text().contains(&head), "{head}\n{}", person.text());
        person.keys("right");
    }
    let end = person.text();
    assert!(end.contains("Game over. "));
    person.keys("right");
    assert_eq!(person.text(), end);
    person.keys("home left");
    assert!(person.text().contains("\n1 B f5  0  best move"));
    person.keys("end");
    assert_eq!(person.text(), end);
}

#[test]
fn what_is_said_is_what_was_found() {
    // On the second one, three rows hold what is said about a move.
    for (columns, rows) in [(80, 24), (100, 30)] {
        look_through(after(table().size(columns, rows), "home"));
    }
}

fn look_through(mut person: Person) {
    for entry in 0..person.game().entries().len() {
        let judgement = review(&person).judgement(entry).cloned();
        let text = person.text();
        if let Some(judgement) = judgement {
            let said = |name: &str, discs: i32, exact: bool| {
                let sign = if exact { "=" } else { "" };
                let score = format!("{discs:+}{sign}");
                format!("{name:<6} {score:>4} ")
            };
            let best = &judgement.best;
            let line = said("best", best.score.discs(), best.kind == Kind::Exact);
            assert!(text.contains(&line), "{line}\n{text}");
            if judgement.loss > 0 {
                let head = format!("  -{} ", judgement.loss);
                assert!(text.contains(&head), "{head}\n{text}");
                let name = format!("best {}", best.best_move.unwrap());
                assert!(text.contains(&name), "{name}\n{text}");
                let played = &judgement.played;
                let line = said("played", played.score.discs(), played.kind == Kind::Exact);
                assert!(text.contains(&line), "{line}\n{text}");
            } else {
                assert!(text.contains("best move ("), "{text}");
            }
            assert_eq!(
                text.contains("(exact)"),
                judgement.is_exact() || review(&person).worth(entry).unwrap().kind == Kind::Exact,
                "{text}"
            );
            if let Some(reason) = judgement.reason_sentence() {
                let first: String = reason.chars().take(20).collect();
                assert!(text.contains(&first), "{first}\n{text}");
            }
        }
        person.keys("right");
    }
    let totals = review(&person).totals();
    for color in Color::ALL {
        let mean = totals[color].mean_loss().unwrap();
        let said = format!("{color} lost {mean:.1} a move");
        assert!(person.text().contains(&said), "{}", person.text());
    }
}

#[test]
fn up_and_down_go_from_mistake_to_mistake() {
    for (on, back) in [("down", "up"), ("tab", "backtab")] {
        let mut person = after(table(), "home");
        let flaws: Vec<usize> = (0..person.game().entries().len())
            .filter(|&entry| {
                review(&person)
                    .judgement(entry)
                    .is_some_and(|judgement| judgement.loss > 2)
            })
            .collect();
        assert!(flaws.len() > 2);
        let mut seen = Vec::new();
        let later = flaws.iter().filter(|&&entry| entry > 0);
        for &entry in later.clone() {
            person.keys(on);
            let judgement = review(&person).judgement(entry).unwrap();
            let mark = if judgement.loss > 6 { "??" } else { "?" };
            let head = format!(" {}  -{} {mark}  best ", judgement.square, judgement.loss);
            assert!(person.text().contains(&head), "{head}\n{}", person.text());
            seen.push(person.text());
        }
        person.keys(on);
        assert!(person.text().contains("No mistake after this one."));
        for text in seen.iter().rev().skip(1) {
            person.keys(back);
            assert_eq!(person.text(), *text);
        }
    }
}

#[test]
fn another_move_is_tried_judged_and_taken_back() {
    let mut person = after(table(), "home");
    let entry = first_mistake(&person);
    for _ in 0..entry {
        person.keys("right");
    }
    let before = person.text();
    let game = person.game().clone();
    let other = other_move(&person, entry);
    person.keys(&other.to_string());
    assert!(
        person.text().contains(&format!(": {other}")),
        "{}",
        person.text()
    );
    assert!(person.text().contains("Side line from "));
    person.wait_for_review();
    let position = review(&person).positions()[entry];
    let judgement = person.app.review().unwrap().judgement(position, other);
    let loss = judgement.unwrap().loss;
    let shown = if loss == 0 {
        format!("{other}  0  best move")
    } else {
        format!("{other}  -{loss} ")
    };
    assert!(person.text().contains(&shown), "{shown}\n{}", person.text());
    person.keys("u");
    assert_eq!(person.text(), before);
    // Esc leaves it, too, and so does a jump in the game.
    person.keys(&format!("{other} esc"));
    assert_eq!(person.text(), before);
    person.keys(&format!("{other} left"));
    assert!(person.text().contains("Side line from "));
    person.keys("left");
    assert!(person.text().contains("The side line begins here."));
    person.keys("right right");
    assert!(person.text().contains("The side line ends here."));
    person.keys("backspace");
    assert_eq!(person.text(), before);
    assert_eq!(*person.game(), game);
}

#[test]
fn the_move_of_the_game_is_no_side_line() {
    let person = after(table(), "home f5");
    assert_eq!(person.text(), after(table(), "home right").text());
}

#[test]
fn a_forced_pass_in_a_side_line_is_made_and_said() {
    // Before White's last move here Black tries the one after which White passes in the game.
    let game = reversi::notation::transcript::parse(PASSES).unwrap();
    let pass = game
        .entries()
        .iter()
        .position(|entry| matches!(entry, Entry::Pass { .. }))
        .unwrap();
    let last = game.entries()[pass - 1].square().unwrap();
    // Another move first, then what was played: the pass is of the side line.
    let moves: String = game.entries()[..pass - 1]
        .iter()
        .filter_map(Entry::square)
        .map(|square| square.to_string())
        .collect();
    let mut person = after(Table::new().moves(&moves), "");
    person.keys(&last.to_string());
    let text = person.text();
    assert!(text.contains(&format!(": {last} --")), "{text}");
    assert!(text.contains("has no legal move and passes."), "{text}");
    person.wait_for_review();
    person.keys("left");
    assert!(person.text().contains(&format!(": {last}\n")));
    person.keys("right u");
    assert!(!person.text().contains("Side line"));
}

#[test]
fn a_move_that_is_not_legal_is_refused_with_a_reason() {
    let mut person = after(table(), "home a1");
    assert!(person.text().contains("a1: nothing to turn"));
    person.keys("d4");
    assert!(person.text().contains("d4: taken by White"));
    person.keys("4");
    assert!(person.text().contains("4: first a letter a-h, as in f4"));
    person.keys("end a8");
    assert!(
        person.text().contains("the game is over"),
        "{}",
        person.text()
    );
    person.keys("u");
    assert!(person.text().contains("no side line to take back"));
    // A typed letter is given up first.
    person.keys("home f esc");
    assert!(person.text().contains("\n1 B f5"));
    person.keys("f backspace 5");
    assert!(person.text().contains("5: first a letter a-h, as in f5"));
}

#[test]
fn a_square_is_chosen_with_the_arrow_keys() {
    let mut person = after(Table::new().moves(MIDDLE), "home right enter");
    assert!(
        person.text().contains(": Enter tries it."),
        "{}",
        person.text()
    );
    person.keys("esc");
    assert!(!person.text().contains("Enter tries it."));
    let best = review(&person).judgement(1).unwrap().best.best_move;
    person.keys("enter");
    // From the best move, which was played here, to another legal one: after f5 they are d6, f4, f6.
    for name in ["f6", "f4"] {
        let (from, to) = (best.unwrap(), name.parse::<Square>().unwrap());
        if from == to {
            continue;
        }
        let steps = |from: u8, to: u8, less: &str, more: &str| {
            let key = if to > from { more } else { less };
            format!("{key} ").repeat(usize::from(from.abs_diff(to)))
        };
        let keys = steps(from.file().index(), to.file().index(), "left", "right")
            + &steps(from.rank().index(), to.rank().index(), "up", "down")
            + "enter";
        person.keys(&keys);
        assert!(
            person.text().contains(&format!("Side line from 2: {name}")),
            "{}",
            person.text()
        );
        break;
    }
}

#[test]
fn clicks_on_the_graph_the_list_and_the_board() {
    for size in [(80, 24), (120, 40), (200, 60)] {
        let mut person = after(table().size(size.0, size.1), "");
        // On the graph: every column leads to an entry that its caret then stands at.
        let caret = find(&person, "▲");
        for column in (caret.0 - 30..caret.0).step_by(7) {
            person.click(column, caret.1 - 2);
            let now = find(&person, "▲");
            assert!(now.0.abs_diff(column) <= 1, "{size:?} {column} {now:?}");
        }
        // On the list.
        person.keys("home");
        let (column, row) = find(&person, " 4 d6");
        person.click(column + 3, row);
        assert!(person.text().contains("\n4 W d6") || person.text().contains(" 4 W d6"));
        // On the board: its best move, then one that is not legal.
        person.keys("home right");
        let best = review(&person).judgement(1).unwrap().clone();
        let squares = ["d6", "f4", "f6"].map(|name| name.parse::<Square>().unwrap());
        let other = squares.into_iter().find(|&s| s != best.square).unwrap();
        let height = match size.0 {
            80 => 2,
            120 => 4,
            _ => 6,
        };
        let (a, top) = find(&person, "a ");
        let left = a - (height - 1);
        let x = left + 2 * height * u16::from(other.file().index());
        let y = top + 1 + height * u16::from(other.rank().index());
        person.click(x, y);
        assert!(
            person
                .text()
                .contains(&format!("Side line from 2: {other}")),
            "{}",
            person.text()
        );
    }
}

#[test]
fn esc_q_and_w_close_it_and_the_game_is_as_it_was() {
    for moves in [PASSES, MIDDLE, WIPEOUT] {
        let mut person = Table::new().moves(moves).sit();
        let before = (person.game().clone(), person.text());
        for key in ["esc", "q", "w"] {
            person.keys("w home right e3 end up left");
            person.keys("esc w");
            if person.app.review().is_none() {
                person.keys("w");
            }
            person.keys(key);
            assert_eq!((person.game().clone(), person.text()), before, "{key}");
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
    person.keys("w");
    assert!(person.text().contains("no move was played yet"));
    assert!(!person.text().contains("w review"));
}

#[test]
fn a_cpu_waits_until_it_is_closed() {
    let mut person = Table::new().players(Human, Greedy).sit();
    person.keys("f5 w");
    person.wait_for_answer();
    person.wait(60_000);
    assert_eq!(person.transcript(), "f5");
    person.wait_for_review();
    person.keys("q");
    assert_eq!(person.transcript(), "f5");
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
        assert!(
            person.text().contains("time is up"),
            "{key} {}",
            person.text()
        );
        person.keys("esc");
        assert!(person.text().contains("Game over."), "{key}");
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
        assert!(person.text().contains("time is up"), "{key}");
        assert!(person.game().outcome().is_none(), "{key}");
        assert_eq!(person.app.deadline(), None, "{key}");
    }
}

#[test]
fn a_game_that_was_given_up_is_reviewed_and_played_on() {
    let mut table = Table::new().moves(MIDDLE);
    table.options.setup.game.resign(Color::Black);
    let mut person = after(table, "");
    assert!(person.text().contains("Black resigns: White wins."));
    person.keys("left");
    assert!(
        person.text().contains("Black resigns."),
        "{}",
        person.text()
    );
    // The game could have gone on.
    for keys in ["c5", "end c5"] {
        person.keys(keys);
        assert!(
            person.text().contains("Side line from 13: c5"),
            "{}",
            person.text()
        );
        person.wait_for_review();
        person.keys("esc");
    }
    person.keys("n enter");
    assert_eq!(person.transcript(), MIDDLE);
    assert!(person.game().outcome().is_none());
}

#[test]
fn play_on_from_here_against_any_player() {
    let mut person = after(table(), "home right right right n");
    assert!(
        person.text().contains("Play on from move 4, White to move"),
        "{}",
        person.text()
    );
    // Esc goes back to the review.
    person.keys("esc");
    assert!(person.text().contains("\n4 W d6"));
    person.keys("n q n");
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
    let mut person = after(Table::new().moves(MIDDLE), "home right f6 n enter");
    // Another game is under way on the board: it is not left without a word.
    assert!(person.text().contains("is not over"), "{}", person.text());
    assert!(person.app.review().is_some());
    person.keys("enter");
    assert_eq!(person.transcript(), "f5f6");
    // Going on with the game itself needs no question.
    let mut person = after(Table::new().moves(MIDDLE), "c5 n enter");
    assert!(person.app.review().is_none());
    assert_eq!(person.transcript(), format!("{MIDDLE}c5"));
    person.wait(10);
}

#[test]
fn a_finished_position_is_not_played_on() {
    let person = after(table(), "n");
    assert!(person.text().contains("play on from an earlier move"));
}

#[test]
fn the_moves_are_copied() {
    let mut person = after(table(), "y");
    assert_eq!(person.effects, [Effect::Copy(PASSES.to_owned())]);
    person.keys("esc");
    assert!(person.text().contains("Review"));
    let mut person = after(Table::new().moves(MIDDLE), "home right f6");
    person.keys("y");
    assert_eq!(person.effects, [Effect::Copy("f5f6".to_owned())]);
}

#[test]
fn the_theme_changes_and_the_opening_is_named() {
    let mut person = after(Table::new().moves(MIDDLE), "home right right");
    assert!(person.text().contains("Perpendicular"), "{}", person.text());
    let before = person.buffer().clone();
    person.keys("t");
    assert_ne!(*person.buffer(), before);
}

#[test]
fn every_size_holds_it() {
    for moves in [PASSES, WIPEOUT, "f5"] {
        let mut person = after(Table::new().moves(moves), "up");
        for columns in (24..=200).step_by(11) {
            for rows in (12..=60).step_by(5) {
                person.resize(columns, rows);
                let text = person.text();
                assert!(text.contains('q') || text.contains("back"), "{text}");
            }
        }
        for (columns, rows) in [(1, 1), (24, 11), (23, 12), (24, 12), (500, 200)] {
            person.resize(columns, rows);
        }
    }
}

#[test]
fn nothing_is_drawn_while_nothing_changes() {
    let mut person = after(table(), "up");
    assert_eq!(person.app.deadline(), None);
    for input in [Input::Tick, Input::Wake, Input::Terminal(Event::FocusLost)] {
        person.app.update(input, person.now);
        assert!(!person.app.take_dirty());
    }
    let moved = MouseEvent {
        kind: MouseEventKind::Moved,
        column: 10,
        row: 10,
        modifiers: KeyModifiers::NONE,
    };
    person
        .app
        .update(Input::Terminal(Event::Mouse(moved)), person.now);
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
    for (seed, moves) in (1..).zip([MIDDLE, PASSES, WIPEOUT, &PASSES[..44]]) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let limits = Limits::depth(1);
        let table = Table::new().moves(moves);
        let mut person = table.with(|options| options.review = limits).sit();
        let before = person.game().clone();
        person.keys("w");
        for _ in 0..1200 {
            match rng.random_range(0..100) {
                0..50 => {
                    let keys: Vec<char> = KEYS.chars().collect();
                    let letter = keys[rng.random_range(0..keys.len())];
                    person.send(Input::Terminal(Event::Key(KeyCode::Char(letter).into())));
                }
                50..80 => {
                    let code = CODES[rng.random_range(0..CODES.len())];
                    person.send(Input::Terminal(Event::Key(code.into())));
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
    person.keys("left left f4 n enter");
    assert_eq!(person.transcript(), "f5f4");
    let text = person.text();
    assert!(
        text.contains("The game that was under way is kept,"),
        "{text}"
    );
    person.keys("e3");
    person.app.close();
    let person = Table::new()
        .with(|options| {
            options.state = Some(state);
            options.first = reversi::tui::FirstScreen::NewGame;
        })
        .sit();
    // Both games are there.
    assert!(person.text().contains("It is 1 of 2."), "{}", person.text());
}

#[test]
fn a_game_that_is_opened_finished_is_reviewed_and_its_players_named() {
    let mut record = Record::from_game(&reversi::notation::transcript::parse(WIPEOUT).unwrap());
    record.players = ByColor::new("Tamenori".to_owned(), "Mur\u{1b}akami".to_owned());
    let mut person = Table::new().sit();
    person.app.show_record(record.clone());
    person.send(Input::Wake);
    assert!(
        person
            .text()
            .contains("Review · Tamenori - Mur\\u{1b}akami · 64-0")
    );
    person.wait_for_review();
    // Back and forth on the board, and it is still the whole game that is reviewed.
    person.keys("q u u w");
    person.wait_for_review();
    assert!(person.text().contains("\n8 W f5"), "{}", person.text());
    person.keys("end");
    assert!(person.text().contains("Game over."));
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
        let title = text.lines().next().unwrap().trim_end();
        assert!(title.contains("Review · A na"), "{title}");
        assert!(title.contains(" - Loo"), "{title}");
        assert!(title.ends_with(" · 64-0"), "{title}");
    }
    record.players = ByColor::new("?", "?").map(str::to_owned);
    let mut person = table().sit();
    person.app.show_record(record);
    person.wait_for_review();
    assert!(person.text().contains("Review · 64-0"), "{}", person.text());
}
