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
        if let Some((found, line)) = text(index).filter(|(text, _)| is_phrase(text)) {
            others.push(format!("{line}: {found:?}"));
        }
        index += 1;
    }
    (messages, others)
}

#[test]
fn print_counts() {
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (name, tokens) in files() {
        let (messages, others) = split(&tokens);
        let e = counts.entry(name).or_default();
        e.0 += messages.len();
        e.1 += others.len();
    }
    for (k, v) in counts {
        println!("{:5} {:5} {k}", v.0, v.1);
    }
}
