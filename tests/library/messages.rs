//! Laws about the messages: what a person reads goes through one door, `tr!` or `label!`.

use std::collections::BTreeMap;

use crate::source::{files, messages, split};

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
    let twice: Vec<String> = twice
        .map(|(message, places)| format!("{:?}: {}", message.english, places.join(", ")))
        .collect();
    assert_eq!(twice, [""; 0]);
}

#[test]
fn a_text_in_its_context_has_one_plural() {
    let mut plurals: BTreeMap<(String, String), Vec<Option<String>>> = BTreeMap::new();
    for message in messages().into_keys() {
        let text = (message.context, message.english);
        plurals.entry(text).or_default().push(message.plural);
    }
    plurals.retain(|_, plurals| plurals.len() > 1);
    assert_eq!(plurals, BTreeMap::new());
}

#[test]
fn each_form_of_a_plural_has_its_number_and_a_singular_may_go_without() {
    let counted = messages().into_keys();
    let counted = counted.filter_map(|message| Some((message.plural?, message.english)));
    let odd: Vec<_> = counted
        .filter(|(plural, singular)| {
            let is_one = ["one ", "a ", "the ", "your "].iter().any(|one| {
                singular.to_lowercase().starts_with(one) || singular.contains(&format!(" {one}"))
            });
            !plural.contains("{count}") || !singular.contains("{count}") && !is_one
        })
        .collect();
    assert_eq!(odd, []);
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
    ("tui", 85),
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
