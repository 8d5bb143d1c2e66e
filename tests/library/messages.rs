//! Laws about the messages: what a person reads goes through one door, `tr!` or `label!`.

use std::collections::BTreeMap;

use polib::po_file;
use reversi_text::Language;

use crate::languages;
use crate::source::{files, messages, split};

/// Sentences that still stand in two places. The list only gets shorter.
const TWICE: [&str; 6] = [
    "Both clocks are stopped.",
    "Leave the lesson first to paste a game.",
    "Nothing to redo.",
    "Type {square}.",
    "You missed this one before.",
    "Your clock may run.",
];

/// Returns whether a text has words of its own beside its parts.
fn has_words(text: &str) -> bool {
    let mut depth = 0;
    text.chars().any(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth == 0 && c.is_alphabetic()
    })
}

#[test]
fn a_sentence_stands_once() {
    let is_sentence = |text: &str| text.ends_with(['.', '?', '!']) && text.contains(' ');
    let found = messages().into_iter();
    let found = found.filter(|(message, _)| has_words(&message.english));
    let twice = found.filter(|(message, places)| is_sentence(&message.english) && places.len() > 1);
    let (known, new): (Vec<_>, Vec<_>) =
        twice.partition(|(message, _)| TWICE.contains(&&*message.english));
    let new: Vec<String> = new
        .into_iter()
        .map(|(message, places)| format!("{:?}: {}", message.english, places.join(", ")))
        .collect();
    assert_eq!(new, [""; 0]);
    assert_eq!(
        known.len(),
        TWICE.len(),
        "take what stands once now from the list"
    );
}

/// How many phrases a crate may have that are no messages: texts of files, of protocols and for programmers, and what is
/// still to do. The number only goes down.
const OTHERS: [(&str, usize); 11] = [
    ("board", 1),
    ("cli", 190),
    ("core", 62),
    ("lessons", 59),
    ("net", 3),
    ("notation", 187),
    ("study", 11),
    ("table", 83),
    ("text", 0),
    ("tui", 105),
    ("wording", 4),
];

#[test]
fn what_a_person_reads_is_a_message() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (name, tokens) in files() {
        let mut parts = name.split('/');
        let part = match parts.next() {
            Some("crates") => parts.next().unwrap(),
            _ => "core",
        };
        *counts.entry(part.to_owned()).or_default() += split(tokens).1.len();
    }
    let most = OTHERS.map(|(name, most)| (name.to_owned(), most)).into();
    for (name, tokens) in files() {
        for other in split(tokens).1 {
            println!("{name}:{other}");
        }
    }
    assert_eq!(counts, most, "a smaller number is the new one");
}

#[test]
#[ignore = "the Japanese texts are being written"]
fn each_language_has_a_text_for_each_message_and_no_other() {
    let made_up = [Language::English, Language::Long, Language::Wide];
    for language in Language::ALL {
        if made_up.contains(&language) {
            continue;
        }
        let catalog = po_file::parse(&languages::file(language.code())).unwrap();
        assert_eq!(languages::troubles(&catalog), [""; 0]);
        let forms = (0..1000).map(|count| language.plural_form(count)).max();
        assert_eq!(forms.unwrap() + 1, catalog.metadata.plural_rules.nplurals);
    }
}
