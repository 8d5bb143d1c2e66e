//! The course of the inspector: every chapter is done with the keys, and a wrong answer says why.

use insta::assert_snapshot;
use reversi::Square;
use reversi_lessons::course::{CHAPTERS, CourseStep};
use reversi_lessons::exercise::AnswerForm;

use crate::dial;
use crate::person::{MIDDLE, Person, Table};

const SIZES: [(u16, u16); 6] = [(24, 12), (40, 15), (40, 20), (80, 24), (120, 40), (200, 60)];

/// The keys that give the answer with this index among the options.
fn pick(index: usize) -> String {
    format!("{}enter", "down ".repeat(index + 1))
}

/// The keys of a right answer.
fn right(chapter: &CourseStep) -> String {
    match chapter.form() {
        AnswerForm::Text => format!("{:x} enter", chapter.trace().unwrap().own),
        AnswerForm::Choice(options) => {
            let right = |text: &String| chapter.check_text(text).is_ok();
            pick(options.iter().position(right).unwrap())
        }
        AnswerForm::Square | AnswerForm::Move => {
            chapter.answer(&chapter.game()).unwrap().to_string()
        }
    }
}

/// The keys of wrong answers, with what is said.
fn wrong(chapter: &CourseStep) -> Vec<(String, String)> {
    match chapter.form() {
        AnswerForm::Text => {
            let said = |text| chapter.check_text(text).unwrap_err().sentence;
            let typed = ["0x7C", "f_f"].map(|text| (format!("{text} enter"), said(text).into()));
            typed.into()
        }
        AnswerForm::Choice(options) => {
            let checked = options.iter().map(|text| chapter.check_text(text));
            let wrong = checked
                .enumerate()
                .filter_map(|(index, said)| Some((index, said.err()?)));
            wrong
                .map(|(index, said)| (pick(index), said.sentence.into()))
                .collect()
        }
        AnswerForm::Square | AnswerForm::Move => {
            let squares = Square::all().filter_map(|square| {
                let said = chapter.check(&chapter.game(), square).err()?;
                Some((square.to_string(), said.sentence.into()))
            });
            squares.step_by(5).collect()
        }
    }
}

/// The course after so many chapters.
pub(crate) fn after(size: (u16, u16), chapters: usize) -> Person {
    let mut person = Table::new().moves(MIDDLE).size(size.0, size.1).sit();
    person.keys("i");
    for chapter in &CHAPTERS[..chapters] {
        person.keys(&right(chapter));
        person.keys("enter");
    }
    person
}

fn says(person: &Person, sentence: &str) {
    let text = person.text().replace(['│', '\n'], " ");
    let said = sentence.split(' ').all(|word| text.contains(word));
    assert!(said, "{sentence}\n{}", person.text());
}

/// Turns to the board where the text is in its place.
fn turn_to_board(person: &mut Person) {
    if person.says("Tab board") {
        person.keys("tab");
    }
}

#[test]
fn it_is_done_from_the_first_chapter_to_the_other_topics() {
    let mut person = after((80, 24), CHAPTERS.len());
    assert!(person.says("legal moves  flips of"), "{}", person.text());
    assert!(person.says("step 1/50"), "{}", person.text());
    assert_eq!(person.transcript(), MIDDLE);
    // It is done: from now on the topics come first.
    person.keys("esc i");
    assert!(person.says("step 1/50"), "{}", person.text());
    person.keys("backtab");
    assert!(person.says("1 of 8"), "{}", person.text());
}

#[test]
fn a_game_says_which_key_leads_to_it() {
    let person = Table::new().size(80, 24).sit();
    assert!(person.says("i shows how it works"), "{}", person.text());
    let mut person = Table::new().moves(MIDDLE).size(120, 40).sit();
    assert!(person.says("i how it works"), "{}", person.text());
    person.resize(80, 24);
    person.keys("? b i t");
    assert!(person.says("i  how it works"), "{}", person.text());
}

#[test]
fn the_chapter_is_kept_while_other_topics_are_read() {
    let mut person = after((80, 24), 2);
    assert!(person.says("3 of 8"), "{}", person.text());
    person.keys("tab");
    assert!(person.says("step 1/50"), "{}", person.text());
    person.keys("backtab");
    assert!(person.says("3 of 8"), "{}", person.text());
    person.keys("backtab");
    assert!(person.says("mobility"), "{}", person.text());
    person.keys("tab");
    assert!(person.says("3 of 8"), "{}", person.text());
    person.keys("esc");
    assert!(person.says("Black to move"), "{}", person.text());
    person.keys("i u u n");
    assert!(person.says("2 of 8"), "{}", person.text());
}

#[test]
fn each_chapter_tells_its_task_and_each_wrong_answer_why_at_every_size() {
    for (turn, size) in SIZES.into_iter().enumerate() {
        for (index, chapter) in dial::sizes(turn, CHAPTERS.iter().enumerate()) {
            let mut person = after(size, index);
            says(&person, chapter.text.text());
            turn_to_board(&mut person);
            says(&person, chapter.task.text());
            for (keys, sentence) in wrong(chapter) {
                person.keys(&keys);
                says(&person, &sentence);
                person.keys("esc");
            }
            person.keys(&right(chapter));
            assert!(
                person.says("Enter next") || person.says("Enter lessons"),
                "{}",
                person.text()
            );
        }
    }
}

#[test]
fn a_hint_helps_at_every_size() {
    for (turn, size) in SIZES.into_iter().enumerate() {
        for (index, chapter) in dial::sizes(turn, CHAPTERS.iter().enumerate()) {
            let mut person = after(size, index);
            turn_to_board(&mut person);
            let before = person.text();
            person.keys("k");
            assert!(before != person.text(), "{before}");
            if chapter.form() == AnswerForm::Square {
                assert!(
                    person.words().contains("is right. Enter"),
                    "{}",
                    person.text()
                );
                person.keys("enter");
                assert!(person.says("Enter next"), "{}", person.text());
            }
        }
    }
}

#[test]
fn digits_and_letters_go_to_the_field_and_other_letters_stay_commands() {
    let mut person = after((80, 24), 0);
    person.keys("3 e backspace E");
    assert!(person.says("3E"), "{}", person.text());
    person.keys("k");
    assert!(person.says("8 + 4 + 2"), "{}", person.text());
    person.keys("esc");
    assert!(
        !person.says("3E"),
        "the first Esc clears the field: {}",
        person.text()
    );
    person.keys("esc");
    assert!(person.says("Black to move"), "{}", person.text());
}

#[test]
fn options_are_clicked() {
    let mut person = after((80, 24), 1);
    let click = |person: &mut Person, text: &str| {
        let screen = person.text();
        let mut lines = screen.lines().enumerate();
        let (row, line) = lines.find(|(_, line)| line.contains(text)).unwrap();
        let column = line.split_once(text).unwrap().0.chars().count();
        person.click(column.try_into().unwrap(), row.try_into().unwrap());
    };
    click(&mut person, "own >> 8");
    assert!(person.says("That moves them down"), "{}", person.text());
    click(&mut person, "own << 8");
    assert!(person.says("Enter next"), "{}", person.text());
}

#[test]
fn what_the_chapters_look_like() {
    for (name, size, chapter, keys) in [
        ("number_80", (80, 24), 0, "3"),
        ("number_24", (24, 12), 0, "3"),
        ("mask_80", (80, 24), 2, "down down enter"),
        ("mask_24", (24, 12), 2, "down down"),
        ("mask_40", (40, 15), 2, "down"),
        ("run_80", (80, 24), 3, "c4"),
        ("flips_120", (120, 40), 5, "e4"),
        ("end_80", (80, 24), 7, "down down enter"),
    ] {
        let mut person = after(size, chapter);
        person.keys(keys);
        assert_snapshot!(name, person.text());
    }
}
