//! Laws about the messages: what a person reads goes through one door, `tr!` or `label!`.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::{Token, files, messages, split};

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
    ("notation", 129),
    ("study", 11),
    ("table", 83),
    ("text", 0),
    ("tui", 84),
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

/// Returns the texts that stand at a place of a call, themselves or under a name that the file gives them.
fn arguments<'a>(tokens: &'a [Token], functions: &[&str], place: usize) -> BTreeSet<&'a str> {
    let named = |wanted: &Token| {
        let names = tokens.iter().enumerate().filter(|(index, name)| {
            let is_given = index
                .checked_sub(1)
                .is_some_and(|before| tokens[before].is_word(&["let", "const"]));
            *name == wanted && is_given
        });
        let given = names.filter_map(|(index, _)| {
            let is_end = |token: &&Token| !token.is_sign(';');
            let mut value = tokens[index..]
                .iter()
                .take_while(is_end)
                .skip_while(|token| !token.is_sign('='));
            value.nth(1)
        });
        given.collect::<Vec<_>>()
    };
    let mut found = BTreeSet::new();
    for (index, pair) in tokens.windows(2).enumerate() {
        if !pair[0].is_word(functions) || !pair[1].is_sign('(') {
            continue;
        }
        let (mut depth, mut at) = (0, 0);
        for token in &tokens[index + 1..] {
            depth += i32::from(token.is_sign('(')) - i32::from(token.is_sign(')'));
            at += usize::from(depth == 1 && token.is_sign(','));
            let given = [vec![token], named(token)].concat();
            found.extend(given.into_iter().filter_map(|token| match token {
                Token::Text(text, _) if at == place && depth == 1 => Some(&**text),
                _ => None,
            }));
            if depth == 0 {
                break;
            }
        }
    }
    found
}

#[test]
fn the_words_of_the_formats_are_messages() {
    let functions = ["malformed", "wrong_shape"];
    let kinds: [(&str, &[&str], usize); 3] = [
        ("a part of a game", &functions, 0),
        ("what a part of a game must be", &functions, 2),
        ("what an incomplete game lacks", &["Truncated"], 0),
    ];
    // The same in every language.
    let names = ["8", "Othello", "Go, GM[1]"];
    for (context, functions, place) in kinds {
        let files = files().iter();
        let mut given: BTreeSet<&str> = files
            .flat_map(|(_, tokens)| arguments(tokens, functions, place))
            .collect();
        given.retain(|text| !names.contains(text));
        let all = messages();
        let of_context = all.keys().filter(|message| message.context == context);
        let known: BTreeSet<&str> = of_context.map(|message| &*message.english).collect();
        assert!(known.len() > 7);
        assert_eq!(given, known, "{context}");
    }
}
