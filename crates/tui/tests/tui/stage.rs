//! What is said and what is shown, on all screens with a board and at all sizes: an answer in words is on the screen whole,
//! and all figures are about the position that the board draws.

use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::{Frame, Terminal};
use reversi::ByColor;
use reversi_lessons::course::CHAPTERS;
use reversi_table::player::PlayerKind;
use reversi_table::player::level::Level;
use reversi_tui::ColorDepth;
use reversi_tui::event::MouseEventKind;

use crate::course;
use crate::go::people;
use crate::learn::after_steps;
use crate::mistakes;
use crate::opening_trainer;
use crate::person::{MIDDLE, Person, Table, WIPEOUT};
use crate::puzzles::{both_answers, puzzles_at};

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
    check_answers(mistakes::both(), "k k k a1 down k enter n u k 9 n", 6);
    let folder = tempfile::tempdir().unwrap();
    let openings = opening_trainer::train(&folder, "# mine\nTiger: f5d6c3d3c4f4\n");
    check_answers(openings, "a1 f5 k k enter a8 c5 k enter", 4);
    for chapter in 0..CHAPTERS.len() {
        check_answers(
            course::after((80, 24), chapter),
            "9 k enter a1 enter k enter",
            2,
        );
    }
}

#[test]
fn an_answer_of_go_is_whole_on_every_screen() {
    check_answers(people(7).sit(), "9 c3 c3 u u r r s x", 3);
}

/// Returns the discs of the small board on a screen without colours, and the side that is marked as to move.
fn discs_on(rows: &[String]) -> (ByColor<u32>, u32) {
    let ranks = rows
        .iter()
        .filter(|row| row.starts_with(|first: char| first.is_ascii_digit()));
    let board = ranks
        .take(8)
        .map(|row| row.chars().skip(3).step_by(2).take(8));
    let (mut discs, mut empty) = (ByColor::new(0, 0), 0);
    for square in board.flatten() {
        match square {
            'X' => discs.black += 1,
            'O' => discs.white += 1,
            _ => empty += 1,
        }
    }
    assert_eq!(discs.black + discs.white + empty, 64, "{}", rows.join("\n"));
    (discs, empty)
}

/// Returns the number before a word.
fn number_before(row: &str, word: &str) -> Option<u32> {
    let (before, _) = row.split_once(word)?;
    before.split_whitespace().next_back()?.parse().ok()
}

/// Checks the figures of all screens against the discs on the board. Returns how many there are.
fn check_figures(person: &mut Person, after: &str) -> usize {
    let plain = |person: &mut Person, (columns, rows): (u16, u16)| -> Vec<String> {
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        let draw = |frame: &mut Frame| person.app.draw_as(frame, ColorDepth::None, true, None);
        terminal.draw(draw).unwrap();
        let cells = &terminal.backend().buffer().content;
        let row = |cells: &[Cell]| cells.iter().map(Cell::symbol).collect();
        cells.chunks(usize::from(columns)).map(row).collect()
    };
    let (discs, empty) = discs_on(&plain(person, (40, 15)));
    let mut count = 0;
    for size in SIZES {
        let rows = plain(person, size);
        let about = || format!("after {after} at {size:?}\n{}", rows.join("\n"));
        for row in &rows {
            if let Some(shown) = number_before(row, " empty") {
                assert_eq!(shown, empty, "empty squares {}", about());
                count += 1;
            }
            let score = format!("{}-{}", discs.black, discs.white);
            if let Some((_, score_on)) = row.split_once(" Review").filter(|_| row.contains('-')) {
                let words = score_on.split([' ', ',']);
                let mut scores = words.filter(|word| {
                    let both = word.split_once('-');
                    both.is_some_and(|(a, b)| a.parse::<u32>().is_ok() && b.parse::<u32>().is_ok())
                });
                if let Some(shown) = scores.next() {
                    assert_eq!(shown, score, "score {}", about());
                    count += 1;
                }
            }
            // A player without large digits: the sign, the disc, the name and the count.
            let panel: String = row.chars().skip(19).collect();
            let player = panel.trim_start_matches([' ', '>', '*']);
            let sides = [("X ", discs.black), ("O ", discs.white)];
            let side = sides
                .iter()
                .find(|(disc, _)| player.starts_with(disc) && size.0 <= 40);
            let shown = player.split_whitespace().next_back();
            if let (Some((_, discs)), Some(Ok(shown))) = (side, shown.map(str::parse::<u32>)) {
                assert_eq!(shown, *discs, "discs {}", about());
                count += 1;
            }
        }
    }
    person.resize(80, 24);
    count
}

#[test]
fn all_figures_are_those_of_the_discs_on_the_board() {
    let mut person = Table::new().moves(MIDDLE).sit();
    for steps in 0..14 {
        assert!(check_figures(&mut person, &format!("{steps} steps back")) >= 6);
        person.mouse(MouseEventKind::ScrollUp, 20, 10);
    }
    person.keys("w");
    person.wait_for_review();
    for keys in "left left left right 5 home end f5 left".split_whitespace() {
        person.keys(keys);
        assert!(check_figures(&mut person, keys) > 1);
    }
    let mut person = Table::new().moves(WIPEOUT).sit();
    person.wait(60_000);
    for steps in 1..5 {
        // The card at the end of a game makes way for what is looked back at.
        person.mouse(MouseEventKind::ScrollUp, 20, 10);
        assert!(check_figures(&mut person, &format!("{steps} steps back")) >= 6);
    }
    let mut person = puzzles_at(80, 24);
    let [wrong, right] = both_answers();
    for keys in ["k", &wrong, "u", &right, "f"] {
        person.keys(keys);
        for _ in 0..8 {
            check_figures(&mut person, keys);
            person.wait(400);
        }
    }
}
