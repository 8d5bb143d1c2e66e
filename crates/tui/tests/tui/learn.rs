//! The tutorial: every step is done on the board, and a wrong try says why.

use insta::assert_snapshot;
use reversi_lessons::course::tutorial::STEPS;
use reversi_table::player::PlayerKind;
use reversi_tui::FirstScreen;

use crate::dial;
use crate::person::{Person, Table};

fn tutorial() -> Table {
    Table::new().first(FirstScreen::Learn)
}

/// The tutorial after so many solved steps.
fn after(table: Table, steps: usize) -> Person {
    let mut person = table.sit();
    for step in &STEPS[..steps] {
        let answer = step.answer(&step.game()).unwrap().to_string();
        person.keys(&answer);
        person.keys("enter");
    }
    person
}

/// The tutorial after so many solved steps, at the usual size.
pub(crate) fn after_steps(steps: usize) -> Person {
    after(tutorial(), steps)
}

#[test]
fn it_is_done_from_the_first_step_to_a_game() {
    let person = after(tutorial(), STEPS.len());
    let players = person.session().players();
    assert!(players.black.is_human() && players.white == "engine:1".parse().unwrap());
    assert_eq!(person.transcript(), "");
}

#[test]
fn the_players_stay_where_they_are_when_a_step_is_done() {
    let mut person = tutorial().sit();
    for step in &STEPS {
        let players = |person: &Person| {
            let text = person.text();
            text.lines().position(|line| line.contains("● Black"))
        };
        let before = players(&person);
        assert!(before.is_some(), "{}", person.text());
        person.keys(&step.answer(&step.game()).unwrap().to_string());
        assert_eq!(players(&person), before, "{}", person.text());
        person.keys("enter");
    }
}

#[test]
fn each_step_tells_its_task_and_a_wrong_try_why_at_every_size() {
    let sizes = [(24, 12), (40, 20), (80, 24), (120, 40), (200, 60)];
    for (turn, (columns, rows)) in sizes.into_iter().enumerate() {
        for (index, step) in dial::sizes(turn, STEPS.iter().enumerate()) {
            let mut person = after(tutorial().size(columns, rows), index);
            let says = |person: &Person, sentence: &str| {
                let text = person.text().replace(['│', '\n'], " ");
                let beside: Vec<String> = sentence.split(' ').map(str::to_owned).collect();
                let said = beside.iter().all(|word| text.contains(word.as_str()));
                assert!(said, "{columns}x{rows}: {sentence}\n{}", person.text());
            };
            says(&person, step.text.text());
            if is_small(&person) {
                person.keys("tab");
                assert!(person.says("Tab text"), "{}", person.text());
            }
            says(&person, step.task.text());
            let game = step.game();
            let wrong = game.legal_moves().iter().find_map(|square| {
                let wrong = step.check(&game, square).err()?;
                Some((square, wrong.sentence))
            });
            if let Some((square, sentence)) = wrong {
                person.keys(&square.to_string());
                says(&person, &sentence);
            }
            person.keys("a1");
        }
    }
}

/// Whether the text is in place of the board.
fn is_small(person: &Person) -> bool {
    person.says("Tab board")
}

#[test]
fn a_small_window_shows_the_lesson_or_the_board() {
    for size in [(24, 12), (40, 15)] {
        let mut person = after(tutorial().size(size.0, size.1), 5);
        let has_board = |person: &Person| person.text().contains("a b c d e f g h");
        assert!(
            is_small(&person) && !has_board(&person),
            "{}",
            person.text()
        );
        assert_snapshot!(format!("lesson_{}", size.0), person.text());
        person.keys("tab");
        assert!(has_board(&person), "{}", person.text());
        assert_snapshot!(format!("task_{}", size.0), person.text());
        // Whatever is done on the board shows it.
        person.keys("tab b");
        assert!(has_board(&person), "{}", person.text());
        person.keys("7");
        assert!(person.says("b7 lets White take"), "{}", person.text());
        person.keys("tab enter");
        assert!(has_board(&person), "{}", person.text());
        // The next step is read first.
        person.keys("n");
        assert!(is_small(&person) && person.says("Few choices"));
        // A larger window has room for both.
        person.resize(80, 24);
        assert!(
            person.says("Few choices") && person.says("a     b"),
            "{}",
            person.text()
        );
        person.keys("tab");
        assert!(
            person.says("Few choices") && person.says("a     b"),
            "{}",
            person.text()
        );
    }
}

#[test]
fn a_wrong_try_says_why_beside_the_board() {
    let mut person = after(tutorial(), 5);
    person.keys("b7");
    assert_snapshot!(person.text());
}

#[test]
fn a_right_try_is_shown_on_the_smallest_screen() {
    let mut person = after(tutorial().size(24, 12), 2);
    person.keys("a2");
    assert_snapshot!(person.text());
}

#[test]
fn it_opens_from_the_help_and_leaves_the_game_alone() {
    let mut person = Table::new().moves("f5d6").sit();
    person.keys("? rules enter");
    assert!(person.says("goal"), "{}", person.text());
    person.keys("esc ? tutorial enter d3");
    assert!(person.says("step 1 of 9"), "{}", person.text());
    person.paste("c3");
    assert!(person.says("Leave the tutorial first"), "{}", person.text());
    person.keys("nnnnnnnn");
    person.keys("n");
    assert_eq!(person.transcript(), "f5d6");
    assert!(!person.says("step 9"));
}

#[test]
fn an_answer_is_marked_on_request_and_steps_can_be_skipped() {
    let mut person = tutorial().sit();
    person.keys("n n k");
    assert!(
        person.says("a2 is right. Enter plays it."),
        "{}",
        person.text()
    );
    person.keys("u");
    assert!(person.says("step 2 of 9"));
    person.keys("esc esc");
    assert!(person.says("rules on a board"), "{}", person.text());
}

#[test]
fn every_step_says_how_and_enter_plays_what_is_shown_at_every_size() {
    let sizes = [(24, 12), (40, 15), (80, 24), (120, 40)];
    for (turn, (columns, rows)) in sizes.into_iter().enumerate() {
        for (index, step) in dial::sizes(turn, STEPS.iter().enumerate()) {
            let mut person = after(tutorial().size(columns, rows), index);
            let how = if index == 0 {
                "d3, or click"
            } else {
                "Type a square, or click it."
            };
            let has_panel = columns >= 80;
            if is_small(&person) {
                person.keys("tab");
            }
            assert!(
                !(has_panel || index == 0) || person.says(how),
                "{}",
                person.text()
            );
            person.keys("k");
            assert!(
                person.words().contains("is right. Enter"),
                "{}",
                person.text()
            );
            assert!(
                !has_colour_of_an_error(&person, "is right"),
                "{}",
                person.text()
            );
            let before = person.text();
            person.keys("enter");
            assert!(before != person.text());
            let mut game = step.game();
            game.play(step.answer(&game).unwrap()).unwrap();
            assert!(person.says("Enter next") || index + 1 == STEPS.len());
            person.keys("enter");
            let next = format!("step {} of 9", index + 2);
            assert!(
                !has_panel || index + 1 == STEPS.len() || person.says(&next),
                "{}",
                person.text()
            );
        }
    }
}

/// Whether some words have the colour of what is wrong.
fn has_colour_of_an_error(person: &Person, words: &str) -> bool {
    let mut wrong = tutorial().sit();
    wrong.keys("a1");
    let colour = |person: &Person, words: &str| {
        let text = person.text();
        let (y, line) = text
            .lines()
            .enumerate()
            .find(|(_, line)| line.contains(words))
            .unwrap();
        let before = line.split(words).next().unwrap();
        let x = u16::try_from(before.chars().count()).unwrap();
        person.buffer()[(x, u16::try_from(y).unwrap())].fg
    };
    colour(person, words) == colour(&wrong, "a1 ")
}

#[test]
fn enter_without_a_cursor_shows_it() {
    let mut person = tutorial().sit();
    person.keys("enter");
    assert!(
        person.says("turns 1 disc. Enter plays it."),
        "{}",
        person.text()
    );
    person.keys("enter");
    assert!(person.says("The trapped disc turned black."));
}

#[test]
fn the_learner_can_use_the_cursor() {
    let mut person = tutorial()
        .players(PlayerKind::Human, PlayerKind::Greedy)
        .sit();
    person.keys("tab");
    assert!(person.says("turns 1 disc"), "{}", person.text());
    person.keys("enter enter");
    assert!(person.says("step 2 of 9"));
}

#[test]
fn the_lesson_and_the_task_are_whole_at_every_size() {
    for (index, step) in STEPS.iter().enumerate() {
        let mut person = after(tutorial(), index);
        for (turn, rows) in (index..).zip((12..50).step_by(4)) {
            for columns in dial::sizes(turn, (24..140).step_by(9)) {
                person.resize(columns, rows);
                let is_two_pages = is_small(&person);
                let says = |person: &Person, sentence: &str| {
                    let text = person.text();
                    let words: Vec<&str> = text.split_whitespace().collect();
                    for word in sentence.split(' ') {
                        assert!(words.contains(&word), "{word}\n{text}");
                    }
                };
                says(&person, step.text.text());
                if is_two_pages {
                    person.keys("tab");
                }
                says(&person, step.task.text());
                if is_two_pages {
                    person.keys("tab");
                }
            }
        }
    }
}

#[test]
fn the_game_after_the_tutorial_has_the_coach_on() {
    let off = |started: u8| {
        tutorial().with(move |options| {
            options.settings.games_started = started;
            options.settings.coach = (started > 0).then_some(false);
        })
    };
    for started in [0, 9] {
        let mut person = after(off(started), STEPS.len() - 1);
        let step = STEPS.last().unwrap();
        person.keys(&step.answer(&step.game()).unwrap().to_string());
        assert!(person.says("A coach will warn you."), "{}", person.text());
        person.keys("enter");
        let players = person.session().players();
        assert!(players.black.is_human() && players.white == "engine:1".parse().unwrap());
        person.keys("m");
        assert!(person.says("The coach is off."), "{}", person.text());
    }
}
