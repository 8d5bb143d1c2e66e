//! Laws about the texts in the source that a person reads.

use std::collections::BTreeSet;

use crate::source::{Token, files, is_phrase, tokens};

/// Returns whether a name of a type cannot be taken for a word: `PlayerKind`, but not `Player`.
fn has_humps(name: &str) -> bool {
    let letters = name.as_bytes().windows(2);
    let humps = letters.filter(|pair| pair[0].is_ascii_uppercase() && pair[1].is_ascii_lowercase());
    humps.count() >= 2
}

/// The types that some tokens declare.
fn declared(tokens: &[Token]) -> impl Iterator<Item = &String> {
    let keywords = ["struct", "enum", "trait", "type", "union"];
    tokens.windows(2).filter_map(move |pair| match pair {
        [keyword, Token::Word(name)] if keyword.is_word(&keywords) && has_humps(name) => Some(name),
        _ => None,
    })
}

/// Texts that are the names of tags of PGN, as the format has them.
const TAGS: [&str; 3] = ["SetUp", "TheoreticalScore", "TimeControl"];

/// The texts with the name of a type: line, name, text.
fn texts_with_types(tokens: &[Token], types: &BTreeSet<String>) -> Vec<String> {
    let mut found = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let Token::Text(text, line) = token else {
            continue;
        };
        // What a developer prints has the name of the type.
        let debug = ["debug_struct", "debug_tuple"];
        if TAGS.contains(&&**text) || index >= 2 && tokens[index - 2].is_word(&debug) {
            continue;
        }
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        let named = words.filter(|word| types.contains(*word));
        found.extend(named.map(|name| format!("{line}: {name} in {text:?}")));
    }
    found
}

#[test]
fn no_text_has_the_name_of_a_type() {
    let files = files();
    let types: BTreeSet<String> = files
        .iter()
        .flat_map(|(_, tokens)| declared(tokens).cloned())
        .collect();
    assert!(types.len() > 400, "{} types", types.len());
    let found: Vec<String> = files
        .iter()
        .flat_map(|(name, tokens)| {
            let found = texts_with_types(tokens, &types);
            found.into_iter().map(move |text| format!("{name}:{text}"))
        })
        .collect();
    assert_eq!(found, [""; 0]);
}

/// Files that read texts which this program does not write: formats of games, errors of the system and of a library, and a manual page.
const READERS: [&str; 5] = [
    "crates/notation/src/",
    "crates/table/src/phrase.rs",
    "crates/table/src/store/atomic.rs",
    "crates/table/src/store/config.rs",
    "crates/cli/src/man.rs",
];

/// Returns whether a text is one of the forms of a message: what follows `tr!(`, alone or with `|` between two.
fn is_message(tokens: &[Token], index: usize) -> bool {
    let Some([door, mark, open]) = index.checked_sub(3).map(|first| &tokens[first..index]) else {
        return false;
    };
    let is_first = door.is_word(&["tr"]) && mark.is_sign('!') && open.is_sign('(');
    is_first || open.is_sign('|') && is_message(tokens, index - 2)
}

/// The phrases that are compared: line, text.
fn compared_phrases(tokens: &[Token]) -> Vec<String> {
    let methods = [
        "starts_with",
        "ends_with",
        "contains",
        "strip_prefix",
        "strip_suffix",
        "trim_start_matches",
        "trim_end_matches",
        "find",
        "replace",
        "replacen",
        "split",
        "split_once",
        "rsplit_once",
        "eq",
    ];
    let signs = |index: usize, pair: [char; 2]| {
        let here = |place: usize, sign| tokens.get(place).is_some_and(|token| token.is_sign(sign));
        here(index, pair[0]) && here(index + 1, pair[1])
    };
    let mut found = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let Token::Text(text, line) = token else {
            continue;
        };
        if !is_phrase(text) || is_message(tokens, index) {
            continue;
        }
        // A reference to a text is a text.
        let before = tokens[..index]
            .iter()
            .rposition(|token| !token.is_sign('&'));
        let before = before.unwrap_or_default();
        let equals = |at: usize| signs(at, ['=', '=']) || signs(at, ['!', '=']);
        let is_argument =
            before >= 1 && tokens[before].is_sign('(') && tokens[before - 1].is_word(&methods);
        let is_operand = before >= 1 && equals(before - 1) || equals(index + 1);
        let is_beside = |at: usize, text: usize| {
            let is_text = matches!(tokens.get(text), Some(Token::Text(..)));
            tokens.get(at).is_some_and(|token| token.is_sign('|')) && is_text
        };
        let is_pattern = signs(index + 1, ['=', '>'])
            || (tokens.get(index + 1)).is_some_and(|token| token.is_word(&["if"]))
            || is_beside(index + 1, index + 2)
            || before >= 1 && is_beside(before, before - 1);
        if is_argument || is_operand || is_pattern {
            found.push(format!("{line}: {text:?}"));
        }
    }
    found
}

#[test]
fn no_text_that_a_person_reads_is_compared() {
    let found: Vec<String> = files()
        .iter()
        .filter(|(name, _)| !READERS.iter().any(|reader| name.starts_with(reader)))
        .flat_map(|(name, tokens)| {
            let found = compared_phrases(tokens);
            found.into_iter().map(move |text| format!("{name}:{text}"))
        })
        .collect();
    assert_eq!(found, [""; 0]);
}

#[test]
fn what_breaks_the_laws_is_found() {
    let source = r##"
        // "a comment about PlayerKind" == "the end"
        #[serde(rename = "PlayerKind")]
        #[error("PlayerKind failed")]
        struct PlayerKind<'a>(&'a str, char);
        fn show() { f.debug_struct("PlayerKind"); ('"', '\'', "x"); }
        fn of(kind: &str) -> bool {
            kind == "the end" || "a b" != kind || kind.contains("is lost") || kind.starts_with(&"It ")
                || kind.eq("over.") || matches!(kind, "one two" | "three")
        }
        fn name(kind: &str) -> &str {
            match kind { r#"no "moves" left"# => "a word", "word" => "PlayerKind lost: {why}.", _ => "the end" }
        }
mod tests {
    "PlayerKind" == "the end"
"##;
    let tokens = tokens(source);
    let types = declared(&tokens).cloned().collect();
    assert_eq!(
        texts_with_types(&tokens, &types),
        [
            r#"4: PlayerKind in "PlayerKind failed""#,
            r#"12: PlayerKind in "PlayerKind lost: {why}.""#
        ]
    );
    assert_eq!(
        compared_phrases(&tokens),
        [
            r#"8: "the end""#,
            r#"8: "a b""#,
            r#"8: "is lost""#,
            r#"9: "over.""#,
            r#"9: "one two""#,
            r#"12: "no \"moves\" left""#,
        ]
    );
}
