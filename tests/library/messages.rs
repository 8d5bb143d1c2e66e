//! Laws about the messages: what a person reads goes through one door, `tr!` or `label!`.

use std::collections::BTreeMap;

use crate::sentences::{Token, files, is_phrase};

/// The macros whose first texts are messages.
const DOORS: [&str; 2] = ["tr", "label"];

/// A message as it stands in the source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Written {
    context: String,
    english: String,
    plural: Option<String>,
}

/// The macros whose texts only a programmer reads.
const CHECKS: [&str; 6] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "panic",
    "unreachable",
];

/// Returns the index after the group of parentheses that begins after an index.
fn end_of_group(tokens: &[Token], mut index: usize) -> usize {
    let mut depth = 0;
    loop {
        index += 1;
        let Some(token) = tokens.get(index) else {
            return index;
        };
        depth += i32::from(token.is_sign('(')) - i32::from(token.is_sign(')'));
        if depth == 0 && token.is_sign(')') {
            return index + 1;
        }
    }
}

/// Splits the texts of a file into the messages, each with its line, and the other phrases.
fn split(tokens: &[Token]) -> (Vec<(Written, usize)>, Vec<String>) {
    let is_sign = |index: usize, sign| tokens.get(index).is_some_and(|token| token.is_sign(sign));
    let text = |index: usize| match tokens.get(index) {
        Some(Token::Text(text, line)) => Some((text.clone(), *line)),
        _ => None,
    };
    let (mut messages, mut others) = (Vec::new(), Vec::new());
    let mut index = 0;
    while index < tokens.len() {
        let is_door = tokens[index].is_word(&DOORS) && is_sign(index + 1, '!');
        if is_door && let Some((english, line)) = text(index + 3) {
            index += 4;
            let mut after = |sign| {
                let (found, _) = text(index + 1).filter(|_| is_sign(index, sign))?;
                index += 2;
                Some(found)
            };
            let plural = after('|');
            let context = after(';').unwrap_or_default();
            let message = Written {
                context,
                english,
                plural,
            };
            messages.push((message, line));
            continue;
        }
        // What only a programmer reads: an error as it is printed for one, and what a failed check says.
        let is_check = tokens[index].is_word(&CHECKS) && is_sign(index + 1, '!');
        let is_expected = tokens[index].is_word(&["expect"]) && is_sign(index + 1, '(');
        let is_error = tokens[index].is_word(&["error"])
            && is_sign(index + 1, '(')
            && index > 0
            && is_sign(index - 1, '[');
        let is_row = tokens[index].is_word(&ROWS) && is_sign(index + 1, '!');
        if is_check || is_expected || is_error {
            index = end_of_group(tokens, index);
            continue;
        }
        if is_row {
            let end = end_of_group(tokens, index);
            let texts = (index..end).filter_map(text);
            let texts = texts.filter(|(text, _)| !text.is_empty());
            messages.extend(texts.map(|(english, line)| {
                let message = Written {
                    context: String::new(),
                    english,
                    plural: None,
                };
                (message, line)
            }));
            index = end;
            continue;
        }
        if let Some((found, line)) = text(index).filter(|(text, _)| is_phrase(text)) {
            others.push(format!("{line}: {found:?}"));
        }
        index += 1;
    }
    (messages, others)
}

/// The macros whose texts are messages wherever they stand: rows of keys.
const ROWS: [&str; 4] = ["bind", "bind_in_place", "on_board", "listed"];

/// All messages, each with the places where it stands.
fn messages() -> BTreeMap<Written, Vec<String>> {
    let mut found: BTreeMap<Written, Vec<String>> = BTreeMap::new();
    for (name, tokens) in files() {
        for (message, line) in split(&tokens).0 {
            found
                .entry(message)
                .or_default()
                .push(format!("{name}:{line}"));
        }
    }
    found
}

/// Sentences that still stand in two places. The list only gets shorter.
const TWICE: [&str; 13] = [
    "Both clocks are stopped.",
    "Draw {black}-{white}.",
    "Leave the lesson first to paste a game.",
    "Nothing to redo.",
    "Opening: {name}.",
    "There is no stone on {point}.",
    "Type {square}.",
    "You missed this one before.",
    "Your clock may run.",
    "{square} is right.",
    "{square} takes a corner.",
    "{square} turns {count} disc.",
    "{square} was right.",
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
    ("cli", 527),
    ("core", 64),
    ("lessons", 453),
    ("net", 5),
    ("notation", 189),
    ("study", 100),
    ("table", 131),
    ("text", 0),
    ("tui", 108),
    ("wording", 5),
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
        *counts.entry(part.to_owned()).or_default() += split(&tokens).1.len();
    }
    let most = OTHERS.map(|(name, most)| (name.to_owned(), most)).into();
    for (name, tokens) in files() {
        for other in split(&tokens).1 {
            println!("{name}:{other}");
        }
    }
    assert_eq!(counts, most, "a smaller number is the new one");
}
