//! Letters that are two columns wide, in what people write: names, tags, filters and chat.

use reversi::{ByColor, transcript};
use reversi_notation::Record;
use reversi_table::store::history;
use reversi_table::store::state::StateFolder;
use reversi_tui::FirstScreen;

use crate::online::{hears, two_friends_called};
use crate::person::{PASSES, Person, Table, WIPEOUT};

/// A name that is longer than most places for one, and one with letters of both widths.
const LONG: &str = "寿限無寿限無五劫の擦り切れ海砂利水魚の";
const MIXED: &str = "Oセロ花子";

/// The sizes at which each state is looked at whole, besides those of the law of all sizes.
const SIZES: [(u16, u16); 6] = [(80, 24), (120, 40), (60, 50), (40, 15), (24, 12), (33, 20)];

/// Shows what is on the screen at each of the sizes; the law of all sizes looks for halves of letters.
fn resize(person: &mut Person) {
    for (columns, rows) in SIZES {
        person.resize(columns, rows);
        person.assert_whole();
    }
    person.resize(80, 24);
}

#[test]
fn names_and_chat_of_wide_letters_are_whole_on_every_screen() {
    let mut people = two_friends_called([LONG, MIXED], &["f5", "d6"]);
    people[1].keys("?say_something");
    for letter in [
        "お",
        "願",
        "い",
        "し",
        "ま",
        "す",
        "!",
        "left",
        "left",
        "ね",
        "backspace",
        "backspace",
        "backspace",
    ] {
        people[1].keys(letter);
        people[1].assert_whole();
    }
    assert!(people[1].says("お願いす!"), "{}", people[1].text());
    resize(&mut people[1]);
    people[1].keys("enter");
    hears(&mut people, 0, "お願いす!");
    assert!(
        people[0].says(&format!("{MIXED}: お願いす!")),
        "{}",
        people[0].text()
    );
    for person in &mut people {
        resize(person);
        person.keys("j");
        resize(person);
        person.keys("esc esc");
        resize(person);
    }
}

/// A table with games of people with wide names.
fn table(state: &StateFolder) -> Table {
    for (black, white, moves) in [("human", LONG, PASSES), (MIXED, "human", WIPEOUT)] {
        let mut record = Record::from_game(&transcript::parse(moves).unwrap());
        record.players = ByColor::new(black, white).map(str::to_owned);
        history::append(state, &record).unwrap();
    }
    let state = state.clone();
    Table::new().with(|options| options.state = Some(state))
}

#[test]
fn games_are_found_by_names_and_tags_of_wide_letters() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().to_owned());
    let mut person = table(&state).first(FirstScreen::Start).sit();
    person.keys("down down down down enter");
    person.wait_for_text("Oセロ花子");
    resize(&mut person);
    person.keys("花 子");
    assert!(
        person.says("Oセロ花子") && !person.says("寿限無"),
        "{}",
        person.text()
    );
    resize(&mut person);
    person.keys("left left o home delete end");
    person.assert_whole();
    person.keys("ctrl-u tab");
    person.paste("#大会 決勝、良い対局");
    resize(&mut person);
    person.keys("enter");
    person.wait_for_text("#大会 決勝");
    resize(&mut person);
    person.keys("ctrl-u");
    person.paste("tag:大会");
    person.wait_until("one game", |person| {
        person.says("Oセロ花子") != person.says("寿限無")
    });
    person.keys("enter");
    person.wait_until("the game", |person| !person.app.is_reading());
    resize(&mut person);
}

#[test]
fn a_name_of_wide_letters_is_typed_for_a_friend() {
    let mut person = Table::new().first(FirstScreen::Start).sit();
    person.keys("down enter right down");
    person.paste(LONG);
    resize(&mut person);
    person.keys("home delete delete end ね");
    assert!(person.says("無寿限無五劫の擦り切れ"), "{}", person.text());
    resize(&mut person);
}
