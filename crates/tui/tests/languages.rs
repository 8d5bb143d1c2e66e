//! The screens in a made-up language: text that bypasses the messages stays English. The language is global, so these
//! tests are a separate program.

#![allow(clippy::unwrap_used)] // in tests a panic is the report
#![allow(dead_code)] // the person is made for all tests

#[path = "../../../tests/support/dial.rs"]
mod dial;
#[path = "tui/person.rs"]
mod person;
#[path = "tui/sizes.rs"]
mod sizes;

use std::collections::BTreeSet;

use person::{MIDDLE, Table, WIPEOUT};
use reversi_text::Language;
use reversi_tui::FirstScreen;

/// Words that no language changes: names of keys, themes, players, openings and formats, and a part of an address.
const NAMES: [&str; 23] = [
    "Backspace",
    "Ctrl",
    "Enter",
    "Esc",
    "Scorpion",
    "Shift",
    "Tab",
    "cast",
    "classic",
    "color",
    "contrast",
    "friend",
    "ggf",
    "greedy",
    "light",
    "monochrome",
    "obf",
    "pgn",
    "random",
    "safe",
    "sgf",
    "svg",
    "txt",
];

/// The words that are English still, by screen. The list only gets shorter.
const LEFT: [(&str, &str); 3] = [
    ("learn", "Black White"),
    ("how it works", "bits own"),
    ("save", "you"),
];

/// Returns the plain English words of a screen: three letters or more.
fn english(screen: &str) -> BTreeSet<&str> {
    let words = screen.split(|c: char| !c.is_alphabetic());
    let is_plain = |word: &&str| word.len() >= 3 && word.chars().all(|c| c.is_ascii_alphabetic());
    words
        .filter(is_plain)
        .filter(|word| !NAMES.contains(word))
        .collect()
}

#[test]
fn no_screen_has_a_word_of_english_but_names() {
    Language::Long.make_current();
    let board = || Table::new().moves(MIDDLE);
    let first = |screen| Table::new().first(screen);
    let start = || first(FirstScreen::Start);
    let screens = vec![
        ("first screen", start(), ""),
        ("list of places", start(), "?"),
        ("new game", start(), "n"),
        ("learn", first(FirstScreen::Learn), ""),
        ("record", first(FirstScreen::Stats), ""),
        ("analysis", first(FirstScreen::Analyse(None)), ""),
        ("board", board(), ""),
        ("list of actions", board(), "?"),
        ("a square with the cursor", board(), "tab"),
        ("a square that turns nothing", board(), "a1"),
        ("question whether to quit", board(), "q"),
        ("question whether to resign", board(), "j"),
        ("review", board(), "w"),
        ("how it works", board(), "i"),
        ("save", board(), "s"),
        ("open", board(), "o"),
        ("end", Table::new().moves(WIPEOUT), ""),
    ];
    let mut found = Vec::new();
    for (name, table, keys) in screens {
        let mut person = table.sit();
        person.is_of_one_size = true;
        person.keys(keys);
        let mut text = person.text();
        person.resize(120, 40);
        text.push_str(&person.text());
        let words: Vec<_> = english(&text).into_iter().collect();
        if !words.is_empty() {
            found.push((name, words.join(" ")));
        }
    }
    let left: Vec<_> = LEFT
        .iter()
        .map(|&(name, words)| (name, words.to_owned()))
        .collect();
    assert_eq!(found, left);
}
