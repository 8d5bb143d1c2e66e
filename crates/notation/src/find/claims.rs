//! What a text says about itself: which sign is which disc, and which bit of a number is a1.

use crate::named::side_named;
use reversi::Color;

use super::cells::{MINUS_ONE, is_sign};
use super::sides::is_denied;

/// What a sign of a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SignMeaning {
    Disc(Color),
    Empty,
}

/// The statements of a text about itself.
#[derive(Debug, Default)]
pub(crate) struct Claims {
    /// What signs are, each with the line that says it, from 1. Signs are written as in a board.
    signs: Vec<(char, SignMeaning, u64)>,
    /// Whether a1 is the lowest bit, with the line that says it.
    lowest_is_a1: Vec<(bool, u64)>,
    /// Whether the rows of a board are its columns.
    is_by_columns: bool,
}

/// A longer line is no statement, in bytes.
const LONGEST_LINE: usize = 400;

/// Words and signs between a sign and what it is.
const JOINS: [&str; 11] = [
    "=", ":", "is", "are", "for", "means", "->", "=>", "→", "ist", "est",
];

/// Words before the name of a constant.
const CONSTANTS: [&str; 3] = ["define", "const", "constexpr"];

/// Words of a sentence about signs.
const MARKED: [&str; 9] = [
    "marked",
    "shown",
    "drawn",
    "printed",
    "written",
    "stand",
    "stands",
    "represents",
    "denotes",
];

/// Words for an empty square.
const EMPTY: [&str; 8] = [
    "empty", "blank", "vacant", "free", "none", "leer", "vide", "空",
];

impl Claims {
    /// Reads the statements of a text.
    pub(crate) fn of(text: &str) -> Self {
        let mut claims = Self {
            is_by_columns: names_columns(text),
            ..Self::default()
        };
        for (line, number) in text.lines().zip(1..) {
            if line.len() <= LONGEST_LINE && line.contains(char::is_alphabetic) && !is_denied(line)
            {
                claims.read_line(line, number);
            }
        }
        claims
    }

    fn read_line(&mut self, line: &str, number: u64) {
        let words = words(line);
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        if words.iter().any(|word| word.eq_ignore_ascii_case("enum")) {
            self.read_enum(&words, number);
            let after = words.iter().position(|word| *word == "}");
            words.drain(..after.map_or(words.len(), |at| at + 1));
        }
        let has = |name: &str| words.iter().any(|word| word.eq_ignore_ascii_case(name));
        if has("bit") || has("lsb") || has("msb") {
            self.read_bit(&words, number);
        }
        if !words.iter().any(|word| meaning(word).is_some()) {
            return;
        }
        let mut pairs = Vec::new();
        let mut is_constant = false;
        for part in words.split(|word| matches!(*word, "," | ";" | "{" | "}" | "|" | "and" | "&")) {
            let mut joined = (0..part.len())
                .filter_map(|at| claim(&part[at..]))
                .peekable();
            let has_joined = joined.peek().is_some();
            for (sign, meaning) in joined {
                self.signs.push((sign, meaning, number));
            }
            if has_joined {
                continue;
            }
            // The sign of a comment, or the word before a constant.
            let is_before = |word: &&&str| {
                matches!(**word, "#" | "/" | "*" | "-" | "int") || CONSTANTS.contains(*word)
            };
            let before = part.iter().take_while(is_before).count();
            let before = before.min(part.len().saturating_sub(2));
            is_constant |= part[..before].iter().any(|word| CONSTANTS.contains(word));
            if let [first, second] = &part[before..] {
                pairs.extend(of_pair(first, second));
            }
        }
        if pairs.is_empty() && words.iter().any(|word| MARKED.contains(word)) {
            pairs = in_sentence(&words);
        }
        // Two equal numbers are counts of discs.
        let are_counts = pairs.windows(2).any(|pair| pair[0].0 == pair[1].0);
        if !are_counts && (pairs.len() > 1 || is_constant) {
            let pairs = pairs.into_iter();
            self.signs
                .extend(pairs.map(|(sign, meaning)| (sign, meaning, number)));
        }
    }

    /// Reads the numbers of names: `enum { EMPTY, WHITE, BLACK }`.
    fn read_enum(&mut self, words: &[&str], number: u64) {
        let inside = words.iter().skip_while(|word| **word != "{").skip(1);
        let inside: Vec<&str> = inside.take_while(|word| **word != "}").copied().collect();
        let mut next = 0_i32;
        for part in inside.split(|word| *word == ",") {
            if let [.., "=", value] = part {
                let Ok(value) = value.parse() else {
                    return;
                };
                next = value;
            }
            let sign = match next {
                -1 => Some(MINUS_ONE),
                0..=2 => char::from_digit(next.unsigned_abs(), 10),
                _ => None,
            };
            let meaning = part.first().and_then(|name| meaning(name));
            self.signs.extend(
                sign.zip(meaning)
                    .map(|(sign, meaning)| (sign, meaning, number)),
            );
            next += 1;
        }
    }

    /// Reads which bit is a1 or h8: `a1 is bit 0`, `h8 = LSB`.
    fn read_bit(&mut self, words: &[&str], number: u64) {
        let has = |name: &str| words.iter().any(|word| word.eq_ignore_ascii_case(name));
        let is_low = has("lsb") || has("lowest") || has("least") || has("0");
        let is_high = has("msb") || has("highest") || has("most") || has("63");
        let is_a1 = match (has("a1"), has("h8"), is_low, is_high) {
            (true, false, true, false) | (false, true, false, true) => true,
            (true, false, false, true) | (false, true, true, false) => false,
            // Both cannot be the same bit.
            (true, true, true, false) | (true, true, false, true) => {
                self.lowest_is_a1.push((false, number));
                true
            }
            _ => return,
        };
        self.lowest_is_a1.push((is_a1, number));
    }

    /// Returns what a sign is, if the text says it.
    ///
    /// # Errors
    /// The line that contradicts another.
    pub(super) fn meaning(&self, sign: char) -> Result<Option<SignMeaning>, u64> {
        let mut found = None;
        for &(of, meaning, line) in &self.signs {
            if of.eq_ignore_ascii_case(&sign) {
                match found {
                    Some(other) if other != meaning => return Err(line),
                    _ => found = Some(meaning),
                }
            }
        }
        Ok(found)
    }

    /// Returns the lines that say something, from 1.
    pub(super) fn lines(&self) -> Vec<u64> {
        let of_signs = self.signs.iter().map(|(.., line)| *line);
        let of_bits = self.lowest_is_a1.iter().map(|(_, line)| *line);
        of_signs.chain(of_bits).collect()
    }

    /// Returns the first line about the sign of a disc, if the text explains those of both sides.
    pub(super) fn line_of_both(&self) -> Option<u64> {
        let is_of = |color| {
            let meaning = SignMeaning::Disc(color);
            self.signs.iter().any(|(_, of, _)| *of == meaning)
        };
        let (.., line) = self.signs.first()?;
        Color::ALL.into_iter().all(is_of).then_some(*line)
    }

    /// Returns whether the text says that the rows of its board are columns.
    pub(super) const fn is_by_columns(&self) -> bool {
        self.is_by_columns
    }

    /// Returns the line of the first statement about a sign.
    pub(super) fn line(&self, sign: char) -> Option<u64> {
        let mut signs = self.signs.iter();
        let (.., line) = signs.find(|(of, ..)| of.eq_ignore_ascii_case(&sign))?;
        Some(*line)
    }

    /// Returns whether a1 is the lowest bit; usually it is the highest.
    ///
    /// # Errors
    /// The line that contradicts another.
    pub(super) fn is_lowest_a1(&self) -> Result<bool, u64> {
        let first = self.lowest_is_a1.first().is_some_and(|(is_a1, _)| *is_a1);
        let mut others = self.lowest_is_a1.iter();
        others
            .find(|(is_a1, _)| *is_a1 != first)
            .map_or(Ok(first), |(_, line)| Err(*line))
    }
}

/// Returns whether a text says that a board is written column by column: `"columns": [...]`, `column-major`.
fn names_columns(text: &str) -> bool {
    let lower = text.to_lowercase();
    let is_list = |after: &str| {
        let value = after.trim_start_matches(['"', '\'']).trim_start();
        let value = value.strip_prefix([':', '=']).map(str::trim_start);
        value.is_some_and(|value| value.starts_with(['[', '{', '(']))
    };
    let mut named = ["columns", "cols"].into_iter().flat_map(|name| {
        let found = lower.match_indices(name);
        found.map(move |(at, _)| at + name.len())
    });
    lower.contains("column-major")
        || lower.contains("column major")
        || named.any(|end| is_list(&lower[end..]))
}

/// Cuts a line into words, numbers and signs. Quotes are left out.
fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_open = false;
    let mut characters = line.chars().peekable();
    while let Some(c) = characters.next() {
        let is_word = c.is_alphanumeric() || c == '_';
        let is_glued = match (words.last_mut(), c) {
            (Some(last), _) if is_open && is_word => {
                last.push(c);
                true
            }
            (Some(last), '>') if is_open && matches!(last.as_str(), "=" | "-") => {
                last.push(c);
                true
            }
            _ => false,
        };
        let is_space = c.is_whitespace() || matches!(c, '"' | '\'' | '`');
        let is_minus = c == '-' && characters.peek().is_some_and(char::is_ascii_digit);
        if !is_glued && !is_space {
            words.push(c.to_string());
        }
        is_open = !is_space
            && (is_word || is_minus || matches!(c, '=' | '-') && characters.peek() == Some(&'>'));
    }
    words
}

/// Returns the sign of a board that a word is.
fn sign(word: &str) -> Option<char> {
    if word == "-1" {
        return Some(MINUS_ONE);
    }
    let mut characters = word.chars();
    let sign = characters.next().filter(|c| is_sign(*c))?;
    characters.next().is_none().then_some(sign)
}

/// Returns what a word says of a sign.
fn meaning(word: &str) -> Option<SignMeaning> {
    // A single letter is a sign itself.
    if word.chars().count() < 2 && word.is_ascii() || !word.starts_with(char::is_alphabetic) {
        return None;
    }
    let lower = word.to_lowercase();
    if EMPTY.contains(&lower.as_str()) {
        return Some(SignMeaning::Empty);
    }
    side_named(word).map(SignMeaning::Disc)
}

/// Returns what two words say: a sign and its meaning in any order.
fn of_pair(first: &str, second: &str) -> Option<(char, SignMeaning)> {
    let is = |sign_word, name| Some((sign(sign_word)?, meaning(name)?));
    is(first, second).or_else(|| is(second, first))
}

/// Returns what a sentence says in which signs and their meanings take turns: `black discs are marked 2, white discs 1`.
fn in_sentence(words: &[&str]) -> Vec<(char, SignMeaning)> {
    let mut known = words
        .iter()
        .filter(|word| meaning(word).is_some() || sign(word).is_some());
    let mut pairs = Vec::new();
    while let (Some(first), Some(second)) = (known.next(), known.next()) {
        let Some(pair) = of_pair(first, second) else {
            return Vec::new();
        };
        pairs.push(pair);
    }
    pairs
}

/// Returns what the first words say: `X is white`, `BLACK = 1`, `White (X)`.
fn claim(words: &[&str]) -> Option<(char, SignMeaning)> {
    match words {
        [first, "(", second, ")", ..] => {
            // A number in parentheses counts discs.
            let claim = of_pair(first, second)?;
            (!second.starts_with(|c: char| c.is_ascii_digit())).then_some(claim)
        }
        [first, join, second, ..] if JOINS.contains(&join.to_lowercase().as_str()) => {
            of_pair(first, second)
        }
        _ => None,
    }
}
