//! On a page: the keys are buttons in words for fingers, a reader of the screen says what is marked, and a game has a link.

use std::fmt::Write as _;
use std::sync::Arc;

use ratatui::style::Color;
use reversi_table::store::settings::ThemeName;
use reversi_tui::event::{Answer, MouseEventKind};
use reversi_tui::{BUTTONS_ROW, ButtonKind, Effect, FirstScreen, Input, Page, PageButton};

use super::coach::before_a_bad_move;
use super::cpu::before_a_persons_pass_at;
use super::go::{self, GoPlayerKind};
use super::person::{MIDDLE, PASSES, Person, Table, WIPEOUT};

const ADDRESS: &str = "https://example.org/reversi/";

/// A page on a phone, or one with a keyboard.
fn page(has_buttons: bool) -> Table {
    let page = Page {
        address: ADDRESS.to_owned(),
        has_buttons,
        is_loading: Arc::default(),
    };
    Table::new().with(|options| options.page = Some(page))
}

fn buttons(person: &mut Person) -> Vec<String> {
    labels(person.app.take_buttons().unwrap())
}

fn labels(buttons: &[PageButton]) -> Vec<String> {
    let labels = buttons.iter().map(|button| button.label.clone());
    labels.collect()
}

/// Clicks the button with this label.
fn tap(person: &mut Person, label: &str) {
    let all = buttons(person);
    let at = all.iter().position(|button| button == label);
    let at = at.unwrap_or_else(|| panic!("no {label} in {all:?}"));
    click(person, at);
}

/// Checks that what waits for the person was said, whole, since the last key. Returns it.
fn asked(person: &mut Person, after: &str) -> Option<String> {
    let said = spoken(person);
    let question = person.app.question()?;
    assert!(
        said.contains(&question),
        "{question}\nafter {after}: {said}"
    );
    let answer = person.app.answer();
    let is_said = answer.is_empty() || answer.iter().any(|form| said.contains(form));
    assert!(is_said, "{answer:?}\nafter {after}: {said}");
    Some(question)
}

fn spoken(person: &mut Person) -> String {
    person.app.take_spoken().unwrap_or_default()
}

#[test]
fn the_keys_of_a_phone_are_buttons_and_the_screen_has_words_for_fingers() {
    let mut phone = page(true).size(40, 32).sit();
    phone.is_of_one_size = true;
    let text = phone.text();
    assert!(text.contains("Tap a square."), "{text}");
    assert!(!text.contains("Type") && !text.contains("k hint"), "{text}");
    tap(&mut phone, "more");
    let text = phone.text();
    assert!(text.contains("Actions") && !text.contains("Ctrl"), "{text}");
    assert!(!text.contains("suspend"), "{text}");
    tap(&mut phone, "back");
    assert_eq!(buttons(&mut phone).last().unwrap(), "more");
    assert_eq!(phone.app.take_buttons(), None, "they are told once");
}

#[test]
fn the_first_frame_of_a_page_has_its_theme_and_its_pictures_and_the_theme_follows_it() {
    let table = page(false).with(|options| {
        options.auto_theme = ThemeName::Light;
        options.draws_pictures = true;
    });
    let mut person = table.sit();
    person.is_of_one_size = true;
    let is_light = |person: &Person| {
        let ground = person.buffer()[(79, 12)].bg;
        matches!(ground, Color::Rgb(200.., 200.., 200..))
    };
    assert!(is_light(&person));
    assert!(person.text().contains('\u{10eeee}'), "{}", person.text());
    // It changes whenever that of the system does, however late.
    for (ground, light) in [([20, 23, 26], false), ([255, 255, 255], true)] {
        person.wait(60_000);
        person.send(Input::Answer(Answer::Background(ground)));
        assert_eq!(is_light(&person), light);
    }
    person.keys("t");
    let chosen = person.buffer()[(79, 12)].bg;
    person.send(Input::Answer(Answer::Background([255, 255, 255])));
    assert_eq!(
        person.buffer()[(79, 12)].bg,
        chosen,
        "a theme that was chosen stays"
    );
}

/// The words that a screen for fingers has no use for.
const KEYBOARD_WORDS: [&str; 13] = [
    "ype ",
    "lick",
    "Enter",
    "press",
    "Press",
    "arrow key",
    "Ctrl",
    "Esc",
    "Space",
    "Tab ",
    " key ",
    "keys ",
    "mouse",
];

/// Follows buttons from a screen, and returns those of the last one.
fn follow(phone: &mut Person, way: &[String]) -> Vec<String> {
    let mut all = buttons(phone);
    for label in way {
        let at = all.iter().position(|button| button == label);
        let at = at.unwrap_or_else(|| panic!("no {label} in {all:?}"));
        click(phone, at);
        // They are told when they change.
        all = phone.app.take_buttons().map_or(all, labels);
    }
    all
}

fn click(phone: &mut Person, at: usize) {
    phone.click(u16::try_from(at).unwrap(), BUTTONS_ROW);
}

/// Opens every screen within so many taps on buttons from this one, and notes words that do not belong there.
fn walk(sit: &dyn Fn() -> Person, way: &mut Vec<String>, steps: usize, wrong: &mut String) {
    let mut phone = sit();
    phone.is_of_one_size = true;
    let next = follow(&mut phone, way);
    let words = phone.words();
    for word in KEYBOARD_WORDS {
        if let Some(at) = words.find(word) {
            let from = words[..at]
                .char_indices()
                .rev()
                .nth(30)
                .map_or(0, |(at, _)| at);
            let end = words[at..]
                .char_indices()
                .nth(30)
                .map_or(words.len(), |(to, _)| at + to);
            let _ = writeln!(wrong, "{way:?}: {}", &words[from..end]);
        }
    }
    for label in next
        .into_iter()
        .filter(|label| steps > 0 && !["quit", "save"].contains(&label.as_str()))
    {
        way.push(label);
        walk(sit, way, steps - 1, wrong);
        way.pop();
    }
}

#[test]
fn no_screen_of_a_phone_names_keys_or_a_mouse() {
    let starts: [&dyn Fn() -> Person; 6] = [
        &|| page(true).first(FirstScreen::Start).size(40, 32).sit(),
        &|| page(true).size(40, 32).moves(MIDDLE).sit(),
        &|| page(true).size(40, 32).moves(WIPEOUT).sit(),
        &|| page(true).size(40, 32).choose(),
        &|| page(true).size(40, 32).first(FirstScreen::Learn).sit(),
        &|| page(true).size(80, 24).moves(&PASSES[..44]).sit(),
    ];
    let mut wrong = String::new();
    for sit in starts {
        walk(sit, &mut Vec::new(), 2, &mut wrong);
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The buttons that are no answers, in their places.
fn usual(all: &[PageButton]) -> Vec<String> {
    let usual = all
        .iter()
        .filter(|button| button.kind != ButtonKind::Answer);
    labels(&usual.cloned().collect::<Vec<_>>())
}

#[test]
fn buttons_keep_their_places_while_a_question_has_its_own() {
    let all = |person: &mut Person| person.app.take_buttons().unwrap().to_vec();
    let kinds = |buttons: &[PageButton], wanted| {
        let found = buttons.iter().filter(|button| button.kind == wanted);
        labels(&found.cloned().collect::<Vec<_>>())
    };
    // The coach asks.
    let mut phone = before_a_bad_move(page(true).size(40, 32)).sit();
    phone.is_of_one_size = true;
    let places = usual(&all(&mut phone));
    assert_eq!(places[..4], ["undo", "hint", "review", "redo"]);
    phone.keys("a3");
    phone.wait_until("the coach warns", |phone| phone.app.question().is_some());
    let asked = all(&mut phone);
    assert_eq!(kinds(&asked, ButtonKind::Answer), ["play it", "back"]);
    assert_eq!(kinds(&asked, ButtonKind::Usual), [""; 0]);
    assert_eq!(usual(&asked), places);
    // One that waits does nothing.
    click(&mut phone, 2);
    assert!(phone.app.question().is_some(), "{}", phone.text());
    click(&mut phone, 1);
    assert_eq!(usual(&all(&mut phone)), places);

    // A pass is announced.
    let mut phone = before_a_persons_pass_at(page(true).size(40, 32));
    phone.is_of_one_size = true;
    phone.wait_for_answer();
    phone.wait(5000);
    let asked = all(&mut phone);
    assert_eq!(kinds(&asked, ButtonKind::Answer), ["go on"]);
    click(&mut phone, 0);
    assert_eq!(usual(&all(&mut phone)), usual(&asked));

    // A window asks.
    let mut phone = page(true).size(40, 32).moves(MIDDLE).sit();
    phone.is_of_one_size = true;
    let places = usual(&all(&mut phone));
    phone.keys("q");
    let asked = all(&mut phone);
    assert_eq!(kinds(&asked, ButtonKind::Answer), ["quit", "stay"]);
    assert_eq!(kinds(&asked, ButtonKind::Off), places);
}

#[test]
fn no_two_buttons_have_one_name() {
    let mut phone = page(true).size(40, 32).moves(MIDDLE).sit();
    phone.is_of_one_size = true;
    phone.keys("k");
    phone.wait_for_analysis();
    let mut all = buttons(&mut phone);
    assert!(all.contains(&"longer".to_owned()), "{all:?}");
    let count = all.len();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), count, "{all:?}");
}

/// Taps a square, where its file and its rank are written.
fn tap_square(phone: &mut Person, name: &str) {
    let text = phone.text();
    let is_head = |line: &&str| line.contains("a   b   c");
    let head = text.lines().find(is_head).unwrap();
    let column = head.find(&name[..1]).unwrap();
    let row = text
        .lines()
        .position(|line| line.trim_start().starts_with(&name[1..]))
        .unwrap();
    phone.click(u16::try_from(column).unwrap(), u16::try_from(row).unwrap());
}

#[test]
fn a_page_vibrates_after_a_tap_that_is_no_move_and_at_the_end_of_a_game() {
    let mut phone = page(true).size(40, 32).moves(&WIPEOUT[..16]).sit();
    phone.is_of_one_size = true;
    assert!(!phone.app.take_vibration());
    tap_square(&mut phone, "a1");
    assert!(phone.app.take_vibration(), "{}", phone.text());
    assert!(!phone.app.take_vibration(), "once");
    tap_square(&mut phone, &WIPEOUT[16..]);
    assert!(phone.app.take_vibration(), "{}", phone.text());
}

#[test]
fn a_page_speaks_of_the_browser_not_of_a_terminal() {
    let mut phone = page(true).size(40, 32).moves(MIDDLE).sit();
    phone.is_of_one_size = true;
    phone.keys("y");
    let words = phone.words();
    assert!(
        words.contains("Copied to the clipboard, if the browser allows it."),
        "{words}"
    );
}

#[test]
fn a_pair_of_keys_is_two_buttons() {
    let mut phone = page(true).size(40, 32).first(FirstScreen::Start).sit();
    phone.is_of_one_size = true;
    phone.keys("up enter");
    let all = buttons(&mut phone);
    assert!(all.iter().any(|label| label.starts_with("← ")), "{all:?}");
    assert!(all.iter().any(|label| label.starts_with("→ ")), "{all:?}");
}

#[test]
fn a_new_game_on_a_phone_is_chosen_by_taps_on_chips() {
    let mut phone = page(true).size(43, 34).choose();
    phone.is_of_one_size = true;
    let all = buttons(&mut phone);
    let arrows = |label: &String| label.contains("row") || label.contains("change");
    assert!(!all.iter().any(arrows), "{all:?}");
    let text = phone.text();
    let place = |text: &str, name: &str, label: &str| {
        let lines: Vec<&str> = text.lines().collect();
        let from = lines.iter().position(|line| line.contains(label)).unwrap();
        let found = (from..lines.len()).find_map(|row| {
            let at = lines[row].find(&format!(" {name} "))?;
            Some((lines[row][..at].chars().count() + 1, row))
        });
        let (column, row) = found.unwrap_or_else(|| panic!("no {name} in {text}"));
        (u16::try_from(column).unwrap(), u16::try_from(row).unwrap())
    };
    // A finger may touch the blank row below a chip, too.
    for (name, label, below) in [
        ("7", "Opponent", 0),
        ("White", "You play", 1),
        ("5m", "Clock", 1),
    ] {
        let (column, row) = place(&text, name, label);
        phone.click(column, row + below);
    }
    insta::assert_snapshot!(phone.text());
    tap(&mut phone, "start");
    let header = phone.text();
    assert!(
        header.contains("level 7") && header.contains("5:00"),
        "{header}"
    );
}

#[test]
fn a_terminal_has_no_buttons_and_says_only_what_happens() {
    let mut person = Table::new().first(FirstScreen::Start).sit();
    assert_eq!(person.app.take_buttons(), None);
    assert_eq!(spoken(&mut person), "");
}

#[test]
fn what_is_marked_is_said_once() {
    let mut person = page(false).first(FirstScreen::Start).sit();
    assert!(spoken(&mut person).starts_with("Play: "));
    person.keys("down");
    assert_eq!(spoken(&mut person), "Friend: here or online.");
    person.keys("?");
    assert!(spoken(&mut person).starts_with("Actions. "));
    person.keys("esc");
    assert!(spoken(&mut person).contains("Friend"));
    assert_eq!(spoken(&mut person), "");
}

#[test]
fn the_turn_the_square_and_the_hint_are_said() {
    let mut person = page(false).sit();
    assert!(spoken(&mut person).contains("Black"), "whose turn it is");
    person.keys("f5");
    let said = spoken(&mut person);
    assert!(said.contains("f5") && said.contains("White"), "{said}");
    person.keys("down");
    let first = spoken(&mut person);
    person.keys("up up up up up");
    let second = spoken(&mut person);
    for said in [first, second] {
        assert!(said.contains("turns") || said.contains(", "), "{said}");
    }
    person.keys("esc k");
    person.wait_for_analysis();
    let said = spoken(&mut person);
    assert!(said.contains("Hint: "), "{said}");
}

#[test]
fn what_the_move_under_the_cursor_is_worth_is_said() {
    let mut person = page(false).moves("f5d6").sit();
    person.keys("v");
    person.wait_for_analysis();
    spoken(&mut person);
    person.keys("tab");
    let said = spoken(&mut person);
    let square = said.lines().last().unwrap();
    assert!(
        square.contains(" turns ") && square.contains(", worth "),
        "{said}"
    );
}

#[test]
fn a_row_of_several_lines_is_said_as_a_whole() {
    let mut person = page(false).size(40, 32).sit();
    person.is_of_one_size = true;
    spoken(&mut person);
    person.keys("?");
    let said = spoken(&mut person);
    assert!(
        said.contains("the letter selects the file, the digit plays."),
        "{said}"
    );
    assert!(!said.contains(". ."), "{said}");
}

#[test]
fn go_the_review_and_a_setting_are_said() {
    let mut person = page(false).first(FirstScreen::Start).sit();
    person.keys("up up enter down");
    let said = spoken(&mut person);
    assert!(said.contains("Go. A board of 5x5 or 7x7."), "{said}");
    person.keys("enter");
    spoken(&mut person);
    person.keys("c 3");
    let said = spoken(&mut person);
    assert!(said.contains("c3"), "{said}");
    let mut person = page(false).moves("f5d6c3").sit();
    person.keys("w");
    person.wait_for_review();
    spoken(&mut person);
    person.keys("left");
    let said = spoken(&mut person);
    assert!(said.contains("Black c3"), "{said}");
}

#[test]
fn a_link_to_the_game_is_copied() {
    let mut person = page(false).moves("f5d6c3").sit();
    person.keys("?");
    person.keys("l i n k enter");
    let link = format!("{ADDRESS}?game=f5d6c3");
    assert_eq!(person.effects.last(), Some(&Effect::Copy(link)));
    let mut terminal = Table::new().moves("f5d6c3").sit();
    terminal.keys("?");
    assert!(!terminal.text().contains("copy a link"));
}

#[test]
fn the_warning_of_the_coach_is_said_whole_and_how_to_answer_it() {
    for has_buttons in [false, true] {
        let mut person = before_a_bad_move(page(has_buttons)).sit();
        spoken(&mut person);
        person.keys("a3");
        let judged = |person: &Person| person.app.question().is_some();
        person.wait_until("the coach warns", judged);
        let question = asked(&mut person, "a3").unwrap();
        assert!(question.starts_with("a3 loses "), "{question}");
        let how = if has_buttons {
            " Your move. Tap a3 to play it."
        } else {
            " Your move: Enter plays a3, or type another square."
        };
        assert!(question.ends_with(how), "{question}");
    }
}

#[test]
fn a_pass_a_look_back_and_a_pause_are_said_with_the_key_that_goes_on() {
    let mut person = before_a_persons_pass_at(page(false));
    person.wait_for_turn();
    let question = asked(&mut person, "a pass");
    assert_eq!(question.as_deref(), Some("Press any key."));
    let mut person = page(false).moves(MIDDLE).sit();
    spoken(&mut person);
    person.mouse(MouseEventKind::ScrollUp, 20, 10);
    let question = asked(&mut person, "a look back");
    assert_eq!(question.as_deref(), Some("Move 11 of 12. Any key returns."));
    let mut person = before_a_persons_pass_at(page(false));
    person.wait_for_turn();
    person.keys("enter p");
    let question = asked(&mut person, "p");
    let paused = "Paused: p resumes greedy (Black).";
    assert_eq!(question.as_deref(), Some(paused));
}

#[test]
fn a_pause_of_go_is_said_with_what_goes_on() {
    for (has_buttons, what) in [(false, "p"), (true, "\"go on\"")] {
        let page = page(has_buttons).options.page;
        let levels = go::table(5, GoPlayerKind::Random, GoPlayerKind::Human);
        let mut person = levels.with(|options| options.page = page).sit();
        spoken(&mut person);
        person.keys("p u");
        let paused = format!("Paused: {what} resumes random (Black).");
        let said = person.app.question();
        assert_eq!(said.as_deref(), Some(&*paused), "{}", person.text());
        asked(&mut person, "p");
    }
}

#[test]
fn a_window_that_asks_says_its_text_and_its_keys() {
    let mut person = page(false).moves(MIDDLE).sit();
    spoken(&mut person);
    person.keys("q");
    let said = "Quit. Quit? This game is not saved. Enter: quit. Esc: stay.";
    assert_eq!(spoken(&mut person), said);
}

#[test]
fn whatever_waits_for_the_person_is_said() {
    let mut questions = 0;
    let board = "u u x esc ? esc n esc k v r pageup esc q esc r r";
    let starts: [(Table, &str); 4] = [
        (page(false).moves(MIDDLE), board),
        (page(true).size(40, 32).moves(MIDDLE), board),
        (page(false).moves(&PASSES[..44]), "u u r r x esc"),
        (
            page(false).first(FirstScreen::Learn),
            "d3 enter a1 k enter q esc enter enter",
        ),
    ];
    for (table, script) in starts {
        let mut person = table.sit();
        person.is_of_one_size = true;
        spoken(&mut person);
        let mut before = None;
        for keys in script.split_whitespace() {
            person.keys(keys);
            let question = person.app.question();
            if question.is_some() && question != before {
                asked(&mut person, keys);
                questions += 1;
            } else {
                spoken(&mut person);
            }
            before = question;
        }
    }
    assert!(questions >= 6, "{questions}");
}
