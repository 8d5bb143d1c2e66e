//! The source of the program, as the laws about it and the tools for languages read it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A file of the source.
pub(crate) struct SourceFile {
    /// The path from the root of the project.
    pub(crate) name: String,
    /// The text.
    pub(crate) text: String,
    /// The module: `board`, or `table::player` in a crate of its own.
    pub(crate) module: String,
}

fn files_in(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_in(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Reads the source of the library and of the crates on it, without files of unit tests.
pub(crate) fn source_files() -> Vec<SourceFile> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let crates = fs::read_dir(root.join("crates")).unwrap();
    let folders = crates.map(|entry| entry.unwrap().path().join("src"));
    let mut paths = Vec::new();
    for folder in folders.chain([root.join("src")]) {
        files_in(&folder, &mut paths);
    }
    paths.sort();
    let is_test = |path: &Path| {
        path.iter()
            .any(|part| part == "tests" || part == "tests.rs")
    };
    paths.retain(|path| !is_test(path.strip_prefix(root).unwrap()));
    let read = |path: PathBuf| {
        let name = path.strip_prefix(root).unwrap();
        let names = name.with_extension("");
        let names = names.iter().map(|name| name.to_str().unwrap());
        let names = names.filter(|name| !["crates", "src"].contains(name));
        SourceFile {
            module: names.collect::<Vec<_>>().join("::"),
            name: name
                .iter()
                .collect::<Vec<_>>()
                .join("/".as_ref())
                .into_string()
                .unwrap(),
            text: fs::read_to_string(path).unwrap(),
        }
    };
    paths.into_iter().map(read).collect()
}

/// A piece of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A name, a keyword or a number.
    Word(String),
    /// A sign, one character long.
    Sign(char),
    /// The content of a string, and its line.
    Text(String, usize),
}

impl Token {
    pub(crate) fn is_sign(&self, sign: char) -> bool {
        *self == Self::Sign(sign)
    }

    pub(crate) fn is_word(&self, words: &[&str]) -> bool {
        matches!(self, Self::Word(word) if words.contains(&&**word))
    }
}

/// Attributes that nobody reads.
const UNREAD: [&str; 7] = [
    "serde", "doc", "cfg", "cfg_attr", "allow", "derive", "expect",
];

/// Returns whether a group is an attribute that nobody reads, without its `#`.
fn is_unread(tree: &TokenTree) -> bool {
    let TokenTree::Group(group) = tree else {
        return false;
    };
    let first = group.stream().into_iter().next();
    group.delimiter() == Delimiter::Bracket
        && first.is_some_and(|name| UNREAD.contains(&&*name.to_string()))
}

fn flatten(stream: TokenStream, found: &mut Vec<Token>) {
    let mut trees = stream.into_iter().peekable();
    while let Some(tree) = trees.next() {
        let is_sign = |tree: &TokenTree, sign| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == sign);
        if is_sign(&tree, '#') {
            let mark = trees.next_if(|tree| is_sign(tree, '!'));
            if trees.next_if(is_unread).is_some() {
                continue;
            }
            debug_assert!(
                mark.is_none(),
                "an attribute of a whole file that is not in `UNREAD`"
            );
        }
        match tree {
            TokenTree::Punct(sign) => found.push(Token::Sign(sign.as_char())),
            TokenTree::Ident(word) => found.push(Token::Word(word.to_string())),
            TokenTree::Literal(literal) => {
                let line = literal.span().start().line;
                found.push(match syn::parse_str(&literal.to_string()) {
                    Ok(syn::Lit::Str(text)) => Token::Text(text.value(), line),
                    Ok(syn::Lit::Char(_)) => continue,
                    _ => Token::Word(literal.to_string()),
                });
            }
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ('(', ')'),
                    Delimiter::Brace => ('{', '}'),
                    Delimiter::Bracket => ('[', ']'),
                    Delimiter::None => unreachable!("a file has no invisible groups"),
                };
                found.push(Token::Sign(open));
                flatten(group.stream(), found);
                found.push(Token::Sign(close));
            }
        }
    }
}

/// Splits a source into tokens, without comments, characters, attributes that nobody reads and unit tests, which are the
/// last of a file.
pub(crate) fn tokens(source: &str) -> Vec<Token> {
    let end = source.find("\nmod tests {").unwrap_or(source.len());
    let mut found = Vec::new();
    flatten(source[..end].parse().unwrap(), &mut found);
    found
}

/// The tokens of each file of the source, by the name of the file.
pub(crate) fn files() -> &'static [(String, Vec<Token>)] {
    static FILES: LazyLock<Vec<(String, Vec<Token>)>> = LazyLock::new(|| {
        let files = source_files().into_iter();
        files.map(|file| (file.name, tokens(&file.text))).collect()
    });
    &FILES
}

/// The macros whose first texts are messages.
const DOORS: [&str; 3] = ["tr", "label", "remark"];

/// A message as it stands in the source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Written {
    /// What it is about, if the same English has another meaning elsewhere.
    pub(crate) context: String,
    /// The English text.
    pub(crate) english: String,
    /// The English text for another number than one.
    pub(crate) plural: Option<String>,
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
pub(crate) fn split(tokens: &[Token]) -> (Vec<(Written, usize)>, Vec<String>) {
    let is_sign = |index: usize, sign| tokens.get(index).is_some_and(|token| token.is_sign(sign));
    let text = |index: usize| match tokens.get(index) {
        Some(Token::Text(text, line)) => Some((text.clone(), *line)),
        _ => None,
    };
    let (mut messages, mut others) = (Vec::new(), Vec::new());
    let (mut index, mut unread) = (0, 0);
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
            if !message.english.is_empty() {
                messages.push((message, line));
            }
            continue;
        }
        // What only a programmer reads, but for messages in it: an error as it is printed for one, and what a failed check
        // says.
        let is_check = tokens[index].is_word(&CHECKS) && is_sign(index + 1, '!');
        let is_expected = tokens[index].is_word(&["expect"]) && is_sign(index + 1, '(');
        let is_error = tokens[index].is_word(&["error"])
            && is_sign(index + 1, '(')
            && index > 0
            && is_sign(index - 1, '[');
        let is_row = tokens[index].is_word(&ROWS) && is_sign(index + 1, '!');
        if is_check || is_expected || is_error {
            unread = unread.max(end_of_group(tokens, index));
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
        let is_read = |text: &str| index >= unread && is_phrase(text);
        if let Some((found, line)) = text(index).filter(|(text, _)| is_read(text)) {
            others.push(format!("{line}: {found:?}"));
        }
        index += 1;
    }
    (messages, others)
}

/// The macros whose texts are messages wherever they stand: rows of keys.
const ROWS: [&str; 4] = ["bind", "bind_in_place", "on_board", "listed"];

/// All messages, each with the places where it stands.
pub(crate) fn messages() -> BTreeMap<Written, Vec<String>> {
    let mut found: BTreeMap<Written, Vec<String>> = BTreeMap::new();
    for (name, tokens) in files() {
        for (message, line) in split(tokens).0 {
            found
                .entry(message)
                .or_default()
                .push(format!("{name}:{line}"));
        }
    }
    found
}

/// Returns whether a text is a phrase or a sentence, not a name or a sign.
pub(crate) fn is_phrase(text: &str) -> bool {
    let is_word = |part: &&str| part.chars().any(char::is_alphabetic);
    let mut ends = text.chars().rev();
    text.split_whitespace().filter(is_word).count() >= 2
        || ends.next().is_some_and(|last| ".?!".contains(last))
            && ends
                .next()
                .is_some_and(|before| before.is_ascii_lowercase())
            && ends.next().is_some()
}
