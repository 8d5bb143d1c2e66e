//! What is said and what is shown, on all screens with a board and at all sizes: an answer in words is on the screen whole,
//! and all figures are about the position that the board draws.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use reversi_table::player::PlayerKind;
use reversi_table::player::level::Level;

use crate::go::people;
use crate::learn::after_steps;
use crate::person::{MIDDLE, Person, Table};
use crate::puzzles::puzzles_at;

/// The sizes that are looked at, and the smallest ones.
const SIZES: [(u16, u16); 10] = [
    (24, 12),
    (24, 13),
    (30, 12),
    (40, 15),
    (60, 20),
    (80, 24),
    (60, 50),
    (100, 30),
    (120, 40),
    (200, 60),
];

/// Returns the screen as text, as it is drawn at a size.
fn rows_at(person: &mut Person, (columns, rows): (u16, u16)) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    let mut drawn = Buffer::empty(Rect::ZERO);
    terminal
        .draw(|frame| {
            person.app.draw(frame);
            drawn.clone_from(frame.buffer_mut());
        })
        .unwrap();
    let rows = drawn.content.chunks(usize::from(columns));
    let row = |cells: &[Cell]| cells.iter().map(Cell::symbol).collect();
    rows.map(row).collect()
}

/// Returns whether words stand in rows one below the other, as many in each as fit.
fn says(rows: &[String], sentence: &str) -> bool {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    (0..rows.len()).any(|first| {
        let mut left = &words[..];
        for row in &rows[first..] {
            let most = (1..=left.len()).rev();
            let Some(count) = most
                .into_iter()
                .find(|&count| row.contains(&left[..count].join(" ")))
            else {
                break;
            };
            left = &left[count..];
            if left.is_empty() {
                return true;
            }
        }
        left.is_empty()
    })
}

/// Checks that what a screen answers is on it whole, at every size. Returns whether it answers.
fn check_answer(person: &mut Person, after: &str) -> bool {
    let forms = person.app.answer();
    for size in SIZES {
        let rows = rows_at(person, size);
        let is_said = forms.is_empty() || forms.iter().any(|form| says(&rows, form));
        assert!(
            is_said,
            "{forms:?} after {after} at {size:?}\n{}",
            rows.join("\n")
        );
    }
    person.resize(80, 24);
    !forms.is_empty()
}

/// Presses keys, and checks after each of them.
fn check_answers(mut person: Person, script: &str, expected: usize) {
    let mut answers = 0;
    for keys in script.split_whitespace() {
        person.keys(keys);
        if person
            .app
            .session()
            .is_some_and(|session| session.analysis.is_busy())
        {
            person.wait_for_analysis();
        }
        answers += usize::from(check_answer(&mut person, keys));
    }
    assert!(answers >= expected, "{answers} answers to {script}");
}

#[test]
fn an_answer_of_the_game_is_whole_on_every_screen() {
    // Typing a square that turns nothing, a hint and more of it, values, the coach, a look back, undo, redo, pauses.
    let keys = "a1 k k m k v v esc left u r 1 down k m m p u u u u u u u u u u u u u";
    check_answers(Table::new().moves(MIDDLE).sit(), keys, 6);
    let level = PlayerKind::Engine(Level::new(3).unwrap());
    let game = Table::new().players(PlayerKind::Human, level);
    check_answers(game.sit(), "k a1 down k", 3);
}

#[test]
fn an_answer_of_the_review_and_the_editor_is_whole_on_every_screen() {
    let mut person = Table::new().moves(MIDDLE).sit();
    person.keys("w");
    person.wait_for_review();
    check_answers(
        person,
        "a1 m m pageup pageup left x z u r delete a 9 9 home u",
        3,
    );
    let mut person = Table::new().moves(MIDDLE).sit();
    person.keys("?edit_the_position");
    check_answers(person, "a1 z x s 9 enter space k v", 1);
}

#[test]
fn an_answer_of_an_exercise_is_whole_on_every_screen() {
    check_answers(
        puzzles_at(80, 24),
        "k k k down left k enter u k a1 9 down k n",
        6,
    );
    check_answers(after_steps(0), "a1 k enter 9 down n a8", 2);
}

#[test]
fn an_answer_of_go_is_whole_on_every_screen() {
    check_answers(people(7).sit(), "9 c3 c3 u u r r s x", 3);
}
