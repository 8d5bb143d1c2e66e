//! Cuts a text into words and tells moves, numbers and the words that stand between moves from others.

use std::borrow::Cow;
use std::ops::Range;

use super::sides;
use reversi::transcript::{self, Token};
use reversi::{Color, ParseSquareError, Square};

/// A move or pass of a text and where it stands, in bytes.
#[derive(Clone, Debug)]
pub(super) struct FoundMove {
    pub(super) at: usize,
    /// An error for a mistyped move, such as `i9`.
    pub(super) what: Result<Token, ParseSquareError>,
    /// The side that the text names before it: `White: d6`.
    pub(super) by: Option<Color>,
}

/// A word of a text.
#[derive(Clone, Debug)]
pub(super) struct TextWord {
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) kind: WordKind,
}

/// What a word is.
#[derive(Clone, Debug)]
pub(super) enum WordKind {
    /// Moves, one or several: `f5`, `f5d6c3`.
    Moves(Vec<FoundMove>),
    /// A written pass.
    Pass,
    /// A number: of a move, a clock or a score.
    Number,
    /// What people write between moves: the name of a side, `plays`, `then`.
    Between,
    /// A mistyped move, if only moves stand beside it: `i9`, `c4x`.
    Slip(ParseSquareError),
    /// An address, which may have moves in it.
    Link,
    /// Anything else.
    Other,
}

/// Returns the text with the full-width forms of letters, digits and signs as ordinary ones.
pub(super) fn narrow(text: &str) -> Cow<'_, str> {
    if !text.contains(|c| ('\u{ff01}'..='\u{ff5e}').contains(&c)) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(reversi::narrow).collect())
}

/// Returns whether a letter belongs to a script without spaces between words.
fn is_ideograph(c: char) -> bool {
    c.is_alphanumeric() && !c.is_ascii() && !c.is_uppercase() && !c.is_lowercase()
}

/// Returns whether a word is made of moves alone.
fn are_moves(word: &str) -> bool {
    transcript::tokens(word).all(|token| token.is_ok())
}

/// Returns the length of an HTML tag or entity at the beginning of a text.
fn markup(text: &str) -> Option<usize> {
    if let Some(inside) = text.strip_prefix('&') {
        let end = inside.bytes().take(9).position(|byte| byte == b';')?;
        if end < 2 {
            return None;
        }
        let name = inside[..end].trim_start_matches('#');
        let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        return (is_name && !are_moves(name)).then_some(end + 2);
    }
    let inside = text.strip_prefix('<')?;
    let end = inside
        .find(['>', '<', '\n'])
        .filter(|&end| inside[end..].starts_with('>'))?;
    let inside = &inside[..end];
    let name = inside.trim_start_matches('/');
    let name = &name[..name
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(name.len())];
    // `<h1>` with its `</h1>`.
    let is_heading = name.len() == 2 && text.contains("</h");
    let is_tag =
        name.starts_with(|c: char| c.is_ascii_alphabetic()) && (is_heading || !are_moves(name));
    is_tag.then_some(end + 2)
}

/// Appends the words of a line, which begins at byte `at` of its text.
pub(super) fn words(line: &str, at: usize, to: &mut Vec<TextWord>) {
    let mut here = 0;
    while let Some(c) = line[here..].chars().next() {
        let rest = &line[here..];
        let is_dashes = rest.starts_with("--")
            && !rest[2..].starts_with(['-', '>'])
            && !line[..here].ends_with('-');
        let (length, kind) = if let Some(length) = markup(rest) {
            (length, None)
        } else if is_dashes {
            (2, Some(WordKind::Pass))
        } else if c.is_alphanumeric() {
            let (length, kind) = word(line, here);
            (length, Some(kind))
        } else {
            (c.len_utf8(), None)
        };
        // `1f5` is a move with its number.
        let number = match kind {
            Some(WordKind::Moves(_)) => rest.bytes().take_while(u8::is_ascii_digit).count(),
            _ => 0,
        };
        if number > 0 {
            let (at, end) = (at + here, at + here + number);
            to.push(TextWord {
                at,
                end,
                kind: WordKind::Number,
            });
        }
        if let Some(kind) = kind {
            let (at, end) = (at + here + number, at + here + length);
            let kind = moved(kind, at - number);
            to.push(TextWord { at, end, kind });
        }
        here += length;
    }
}

/// Changes the places of moves from those in a line to those in its text.
fn moved(mut kind: WordKind, at: usize) -> WordKind {
    if let WordKind::Moves(steps) = &mut kind {
        for step in steps {
            step.at += at;
        }
    }
    kind
}

/// Returns the length and the kind of the word at a byte of a line.
fn word(line: &str, at: usize) -> (usize, WordKind) {
    let rest = &line[at..];
    let first_is_ideograph = rest.starts_with(is_ideograph);
    let is_part = |c: char| c.is_alphanumeric() && is_ideograph(c) == first_is_ideograph;
    let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    let (word, after) = rest.split_at(end);
    if after.starts_with("://") || word.eq_ignore_ascii_case("www") && after.starts_with('.') {
        let is_end = |c: char| c.is_whitespace() || "<>\"'`)]}|".contains(c);
        return (rest.find(is_end).unwrap_or(rest.len()), WordKind::Link);
    }
    (end, kind(word, &line[..at], after))
}

/// The words for a pass.
const PASSES: [&str; 9] = [
    "pass", "passe", "passed", "pa", "ps", "pp", "skip", "null", "パス",
];

/// Returns the kind of a word with the text before and after it in its line.
fn kind(word: &str, before: &str, after: &str) -> WordKind {
    if PASSES.contains(&word.to_lowercase().as_str()) {
        return WordKind::Pass;
    }
    if sides::is_between(word) {
        return WordKind::Between;
    }
    let letters = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = word.len() - letters.len();
    let is_unit = letters.len() <= 3 && letters.chars().all(|c| c.is_ascii_alphabetic());
    if number > 0 && is_unit {
        return WordKind::Number;
    }
    // A time of PGN: `[%emt 12]`.
    if before.ends_with('%') && !are_moves(word) {
        return WordKind::Between;
    }
    if !word.is_ascii() || is_part_of_a_name(word, before, after) {
        return WordKind::Other;
    }
    // The number of a move has at most two digits.
    let moves = if number <= 2 { letters } else { word };
    let mut steps = Vec::new();
    let mut rest = moves;
    for token in transcript::tokens(moves) {
        steps.push(FoundMove {
            at: word.len() - rest.len(),
            what: token,
            by: None,
        });
        rest = rest.get(2..).unwrap_or("");
    }
    let squares = steps
        .iter()
        .filter(|step| matches!(step.what, Ok(Token::Move(_))));
    match (squares.count(), steps.last().map(|step| &step.what)) {
        (1.., Some(Ok(_))) | (2.., _) => WordKind::Moves(steps),
        (1, Some(Err(_))) => WordKind::Slip(ParseSquareError::NotASquare(moves.to_owned())),
        (0, Some(Err(error @ ParseSquareError::OffBoard(_)))) => WordKind::Slip(error.clone()),
        _ => WordKind::Other,
    }
}

/// Returns whether a word is a part of something else: an e-mail address, a file name, a colour, a hyphenated word.
fn is_part_of_a_name(word: &str, before: &str, after: &str) -> bool {
    let is_name = |c: char| matches!(c, '@' | '\\');
    let is_letter = |c: &char| c.is_alphanumeric() && !is_ideograph(*c);
    let next_word = |text: &str| text.chars().take_while(is_letter).collect::<String>();
    let last_word = |text: &str| {
        let letters: Vec<char> = text.chars().rev().take_while(is_letter).collect();
        letters.into_iter().rev().collect::<String>()
    };
    let is_foreign = |word: &str| {
        word.chars().any(char::is_alphabetic) && !are_moves(word) && !sides::is_between(word)
    };
    let is_joined_after = |join: &[char]| {
        after
            .strip_prefix(join)
            .is_some_and(|rest| is_foreign(&next_word(rest)))
    };
    let is_joined_before = before
        .strip_suffix(['-', '.', '_'])
        .is_some_and(|rest| is_foreign(&last_word(rest)));
    let is_color = before.ends_with('#')
        && matches!(word.len(), 3 | 6 | 8)
        && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    before.ends_with(is_name)
        || after.starts_with(is_name)
        || is_joined_after(&['-', '.', '_', '\''])
        || is_joined_before
        || is_color
}

/// Returns the longest part of an address that is at least two moves, and where it begins.
pub(super) fn moves_of_link(link: &str) -> Option<(usize, String)> {
    let parts = link
        .split(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '%' | '+' | ',' | '-' | '.'));
    let moves = parts.filter_map(|part| {
        let plain = part
            .replace("%20", " ")
            .replace("%2C", ",")
            .replace(['+', '-', '.'], " ");
        let is_moves = transcript::tokens(&plain).all(|token| matches!(token, Ok(Token::Move(_))));
        let at = part.as_ptr().addr() - link.as_ptr().addr();
        (plain.len() >= 4 && is_moves).then_some((at, plain))
    });
    moves.max_by_key(|(_, moves)| moves.len())
}

/// The lines of a text, for the places in messages.
pub(super) struct LineStarts<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> LineStarts<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let after = text.match_indices('\n').map(|(at, _)| at + 1);
        Self {
            text,
            starts: std::iter::once(0).chain(after).collect(),
        }
    }

    /// Returns the number of the line, from 0, at a byte.
    pub(super) fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|&start| start <= at) - 1
    }

    /// Returns the line around a byte, and where it begins.
    pub(super) fn around(&self, at: usize) -> (usize, &'a str) {
        let line = self.line(at);
        let end = self
            .starts
            .get(line + 1)
            .map_or(self.text.len(), |&next| next);
        (self.starts[line], &self.text[self.starts[line]..end])
    }

    /// Returns the line and the column at a byte, in characters from 1.
    pub(super) fn place(&self, at: usize) -> crate::Place {
        let line = self.line(at);
        let column = self.text[self.starts[line]..at].chars().count();
        crate::Place::Column {
            line: line as u64 + 1,
            column: column as u64 + 1,
        }
    }

    /// Returns the lines in a part of the text, each with where it begins.
    pub(super) fn in_part(&self, part: Range<usize>) -> impl Iterator<Item = (usize, &'a str)> {
        let mut at = part.start;
        self.text[part].split_inclusive('\n').map(move |line| {
            let start = at;
            at += line.len();
            (start, line)
        })
    }
}

/// Returns the square of a step; `None` for a pass and an error.
pub(super) fn square_of(step: &FoundMove) -> Option<Square> {
    match step.what {
        Ok(Token::Move(square)) => Some(square),
        _ => None,
    }
}
