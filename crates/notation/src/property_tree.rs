//! The syntax that GGF and SGF share, `(;TAG[text]TAG[text];...)`: splits a file into games and a game
//! into properties, and reads and writes the common properties.
//!
//! SGF writes variations in parentheses inside a game: the main line of a tree ends before its first closing
//! parenthesis. Nothing here is recursive, so nesting of any depth is safe.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader};

use super::clean::clean_for_file;
use super::error::{Problem, TREE_LIMIT};
use super::input::{CountedInput, Cut, Decoded, GAME_LIMIT};
use super::record::{Record, TheoreticalScore};
use super::replay::{number, set};
use crate::remark::{Remark, remark};
use reversi::Color;
use reversi::transcript::tokens;
use reversi::{ForeignTag, MoveMark, Square};

/// Returns five bytes as a number, the last one lowest.
const fn word(bytes: [u8; 5]) -> u64 {
    let [first, second, third, fourth, last] = bytes;
    u64::from_be_bytes([0, 0, 0, first, second, third, fourth, last])
}

/// The beginnings of a tree that can follow an unclosed one.
const FRESH: [u64; 2] = [word(*b"(;GM["), word(*b"(;FF[")];

/// Splits a file into games. An unclosed game ends where the next one begins.
#[derive(Debug)]
pub(super) struct Trees {
    /// True for SGF, which escapes brackets with backslashes; GGF does not.
    escapes: bool,
    /// The line and the first tag of a tree whose beginning was read inside an unclosed
    /// tree.
    begun: Option<(u64, [u8; 2])>,
}

/// The state of reading a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum TreePart {
    /// The main line.
    #[default]
    MainLine,
    /// The main line is complete; only variations follow.
    Variations,
    /// The variations are too long; what follows was left out.
    Rest,
    /// The main line is too long and was abandoned.
    TooLong,
}

/// The context of the next bytes.
#[derive(Debug, Default)]
struct TreeState {
    bytes: Vec<u8>,
    in_text: bool,
    escaped: bool,
    depth: u64,
    part: TreePart,
    /// The bytes up to the last parenthesis.
    whole: usize,
    /// The last five bytes as a [`word`], without white space outside of texts.
    tail: u64,
    /// The line of the `(` that may begin another tree; `None` where it may not.
    last_open: Option<u64>,
    /// True if only white space was read since the last line end.
    at_line_start: bool,
}

impl TreeState {
    /// Returns the line on which another tree began, if the last bytes are its beginning. Inside a text
    /// this counts only in one piece at the start of a line, since a text may contain such characters.
    fn see(&mut self, byte: u8, line: u64) -> Option<u64> {
        if byte == b'\n' {
            self.at_line_start = true;
        } else if !byte.is_ascii_whitespace() {
            if byte == b'(' {
                self.last_open = (self.at_line_start || !self.in_text).then_some(line);
            }
            self.at_line_start = false;
        }
        if self.in_text || !byte.is_ascii_whitespace() {
            self.tail = (self.tail << 8 | u64::from(byte.to_ascii_uppercase())) & word([0xff; 5]);
        }
        if byte == b'[' && FRESH.contains(&self.tail) {
            self.last_open
        } else {
            None
        }
    }

    /// Returns whether the main line lacks nothing but its closing parenthesis.
    fn is_whole_line(&self) -> bool {
        !self.in_text && self.depth == 1 && self.bytes.trim_ascii_end().ends_with(b"]")
    }

    /// Processes one byte of a tree. Returns true if it closed the tree.
    fn take(&mut self, byte: u8, escapes: bool) -> bool {
        match self.part {
            TreePart::MainLine if self.bytes.len() < GAME_LIMIT => self.bytes.push(byte),
            TreePart::MainLine => {
                self.bytes = Vec::new();
                self.part = TreePart::TooLong;
            }
            TreePart::Variations if self.bytes.len() < TREE_LIMIT => self.bytes.push(byte),
            TreePart::Variations => {
                self.bytes.truncate(self.whole);
                self.part = TreePart::Rest;
            }
            TreePart::Rest | TreePart::TooLong => {}
        }
        if self.in_text {
            if self.escaped {
                self.escaped = false;
            } else if byte == b'\\' && escapes {
                self.escaped = true;
            } else if byte == b']' {
                self.in_text = false;
            }
            return false;
        }
        match byte {
            b'[' => {
                self.in_text = true;
                return false;
            }
            b'(' => self.depth += 1,
            b')' => {
                if self.part == TreePart::MainLine {
                    self.part = TreePart::Variations;
                }
                self.depth = self.depth.saturating_sub(1);
            }
            _ => return false,
        }
        self.whole = self.bytes.len();
        self.depth == 0
    }
}

/// What a game without an end lacks.
const CLOSING: &str = "the closing parenthesis";

/// Returns whether a game that was cut has its last parenthesis.
pub(super) fn is_closed(game: &[u8]) -> bool {
    game.trim_ascii_end().ends_with(b")")
}

impl Trees {
    pub(super) const fn new(escapes: bool) -> Self {
        Self {
            escapes,
            begun: None,
        }
    }

    /// Returns the next game with its variations, starting at its semicolon. In SGF, the input may end without the last
    /// parenthesis, after the last node; [`is_closed`] tells.
    pub(super) fn cut(
        &mut self,
        input: &mut CountedInput<impl BufRead>,
    ) -> io::Result<Option<Cut>> {
        let mut state = TreeState {
            depth: 1,
            ..TreeState::default()
        };
        let line = if let Some((line, [first, second])) = self.begun.take() {
            state.bytes.extend_from_slice(&[b';', first, second, b'[']);
            state.in_text = true;
            line
        } else if let Some(line) = find_start(input)? {
            state.bytes.push(b';');
            state.tail = word(*b"\0\0\0(;");
            state.last_open = Some(line);
            line
        } else {
            return Ok(None);
        };
        let mut fresh_allowed = state.in_text;
        let mut over = false;
        while !over {
            let mut here = input.line;
            let seen = input.fill_buf()?;
            over = seen.is_empty();
            let mut count = 0;
            for &byte in seen {
                count += 1;
                let fresh = state.see(byte, here);
                here += u64::from(byte == b'\n');
                // The first tag of a tree does not begin another one.
                if let Some(line) = fresh.filter(|_| fresh_allowed) {
                    let [.., first, second, _] = state.tail.to_be_bytes();
                    self.begun = Some((line, [first, second]));
                    over = true;
                    break;
                }
                fresh_allowed |= byte == b'[';
                if state.take(byte, self.escapes) {
                    over = true;
                    break;
                }
            }
            input.consume(count);
        }
        let game = match state.part {
            TreePart::TooLong => Err(Problem::TooLong),
            TreePart::Variations | TreePart::Rest => Ok(state.bytes),
            TreePart::MainLine if self.escapes && self.begun.is_none() && state.is_whole_line() => {
                Ok(state.bytes)
            }
            TreePart::MainLine => Err(Problem::Truncated(CLOSING)),
        };
        Ok(Some((line, game)))
    }
}

/// Returns the first game of an SGF text.
///
/// # Errors
/// There is no whole game, or it is too long.
pub fn first_game(text: &[u8]) -> Result<Vec<u8>, Problem> {
    let text = BufReader::new(Decoded::new(text));
    let cut = Trees::new(true).cut(&mut CountedInput::new(text));
    let (_, game) = cut
        .map_err(|error| Problem::from(&error))?
        .ok_or(Problem::NoGame("SGF"))?;
    // Nobody would say that its end is missing.
    game.and_then(|game| {
        let is_closed = is_closed(&game);
        is_closed.then_some(game).ok_or(Problem::Truncated(CLOSING))
    })
}

/// Finds `(;`. Returns its line.
fn find_start(input: &mut CountedInput<impl BufRead>) -> io::Result<Option<u64>> {
    let mut open = None;
    loop {
        let line = input.line;
        match input.byte()? {
            None => return Ok(None),
            Some(b'(') => open = Some(line),
            Some(b';') if open.is_some() => return Ok(open),
            Some(byte) if byte.is_ascii_whitespace() => {}
            Some(_) => open = None,
        }
    }
}

/// The tags of the theoretical score and of who played, which neither format defines: other programs skip them.
const THEORETICAL: &str = "TS";
const ORIGIN: &str = "OR";

/// Writes the theoretical score and who played, unless they are unknown.
pub(super) fn write_own(out: &mut String, record: &Record) {
    // Writing to a String cannot fail.
    if let Some(score) = record.theoretical {
        let _ = write!(out, "{THEORETICAL}[{score}]");
    }
    if let Some(origin) = &record.origin {
        let _ = write!(out, "{ORIGIN}[{origin}]");
    }
}

/// The marks with their properties and values, which are those of SGF; other readers of GGF skip them. An unknown
/// value is read as the first mark of its property.
const MARKS: [(MoveMark, &str, &str); 6] = [
    (MoveMark::Good, "TE", "1"),
    (MoveMark::Brilliant, "TE", "2"),
    (MoveMark::Mistake, "BM", "1"),
    (MoveMark::Blunder, "BM", "2"),
    (MoveMark::Interesting, "IT", ""),
    (MoveMark::Dubious, "DO", ""),
];

/// Reads the property of a mark.
pub(super) fn read_mark(tag: &str, text: &str) -> Option<MoveMark> {
    let marks = MARKS.into_iter().filter(|mark| mark.1 == tag);
    let mark = marks.min_by_key(|mark| mark.2 != text.trim())?;
    Some(mark.0)
}

/// Writes the property of a mark.
pub(super) fn write_mark(out: &mut String, mark: Option<MoveMark>) {
    for (_, tag, value) in MARKS.iter().filter(|known| Some(known.0) == mark) {
        // Writing to a String cannot fail.
        let _ = write!(out, "{tag}[{value}]");
    }
}

/// Returns whether a text is the name of the game.
pub(super) fn is_othello(text: &str) -> bool {
    let names = ["othello", "reversi"];
    names
        .iter()
        .any(|name| text.trim().eq_ignore_ascii_case(name))
}

/// Reads a property that both formats have. Ratings are `RB` and `RW` in GGF, `BR` and `WR` in SGF. Returns false for
/// any other property, and for a value that cannot be read or a second one.
pub(super) fn read_common(record: &mut Record, tag: &str, text: &str) -> bool {
    let field = match tag {
        "RB" | "BR" => return set(&mut record.ratings.black, number(text)),
        "RW" | "WR" => return set(&mut record.ratings.white, number(text)),
        THEORETICAL => return set(&mut record.theoretical, TheoreticalScore::read(text)),
        ORIGIN => return set(&mut record.origin, text.parse().ok()),
        "PC" => &mut record.place,
        "DT" => &mut record.date,
        "EV" => &mut record.event,
        "RO" => &mut record.round,
        "PB" => &mut record.players.black,
        "PW" => &mut record.players.white,
        _ => return false,
    };
    text.clone_into(field);
    true
}

/// Writes properties as they stood in a file. The values of one property stand together.
pub(super) fn write_foreign<'a>(out: &mut String, tags: impl IntoIterator<Item = ForeignTag<'a>>) {
    let mut last = "";
    for tag in tags {
        if tag.name != last {
            out.push_str(tag.name);
        }
        last = tag.name;
        // Writing to a String cannot fail.
        let _ = write!(out, "[{}]", clean_for_file(tag.text));
    }
}

/// Returns a tag as later versions of SGF write it: `SZ` for the `SiZe` of the first, and for `sz`.
pub(super) fn short_tag(tag: &str) -> Cow<'_, str> {
    let is_lower = |c: char| c.is_ascii_lowercase();
    if !tag.contains(is_lower) {
        tag.into()
    } else if tag.contains(|c: char| c.is_ascii_uppercase()) {
        tag.replace(is_lower, "").into()
    } else {
        tag.to_ascii_uppercase().into()
    }
}

/// Checks that a game without moves has none in a property of another name.
pub(super) fn check_unread(text: &str) -> Result<(), Problem> {
    let of_moves = |tag: &str| {
        let tag = tag.to_ascii_uppercase();
        let has_side = tag.starts_with(['B', 'W']) && tag.len() > 2;
        has_side || tag.starts_with("MOV") || matches!(tag.as_str(), "M" | "MV")
    };
    let moves = |text: &str| tokens(text).count() > 0 && tokens(text).all(|token| token.is_ok());
    for property in properties(text, true) {
        if let Property::Text(tag, text) = property
            && of_moves(tag)
            && moves(&text)
        {
            let found = format!("{tag}[{text}]");
            let expected = "B[f5] or W[f5]";
            return Err(Problem::malformed("property of a move", &found, expected));
        }
    }
    Ok(())
}

/// Returns the side of a property with the tag `B` or `W`.
pub fn side(tag: &str) -> Option<Color> {
    match tag {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}

/// Writes a property with a text, unless it is empty.
pub fn write_text(out: &mut String, tag: &str, text: &str, escape: fn(&str) -> String) {
    if !text.is_empty() {
        // Writing to a String cannot fail.
        let _ = write!(out, "{tag}[{}]", escape(text));
    }
}

/// Writes a property with a number, unless it is unknown.
pub(super) fn write_number(out: &mut String, tag: &str, number: Option<f64>) {
    if let Some(number) = number {
        // Writing to a String cannot fail.
        let _ = write!(out, "{tag}[{number}]");
    }
}

/// One piece of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Property<'a> {
    /// A semicolon, which begins another node.
    Node,
    /// A parenthesis, which begins a line.
    Open,
    /// A closing parenthesis. The first ends the main line.
    Close,
    /// A tag with one of its texts; a tag with several texts occurs several times.
    Text(&'a str, Cow<'a, str>),
}

/// Splits a game into properties. Anything other than tags, texts, semicolons and parentheses is skipped.
pub(crate) fn properties(text: &str, escapes: bool) -> Properties<'_> {
    Properties {
        rest: text,
        tag: "",
        raw: "",
        stray: None,
        escapes,
    }
}

/// Returns the properties of the main line of a game.
pub fn main_line(text: &str, escapes: bool) -> impl Iterator<Item = Property<'_>> {
    properties(text, escapes).take_while(|property| *property != Property::Close)
}

/// The iterator returned by [`properties`].
#[derive(Clone, Debug)]
pub(crate) struct Properties<'a> {
    rest: &'a str,
    tag: &'a str,
    raw: &'a str,
    stray: Option<&'a str>,
    escapes: bool,
}

impl<'a> Properties<'a> {
    /// Returns what should be said of the first square that stands outside the texts, as a clause.
    pub(super) fn stray(&self) -> Option<Remark> {
        let text = format!("{:?}", self.stray?);
        Some(remark!("skipped {text} between the properties", text))
    }

    /// Returns the last text as it stands in the file.
    pub(super) const fn raw(&self) -> &'a str {
        self.raw
    }
}

impl<'a> Iterator for Properties<'a> {
    type Item = Property<'a>;

    fn next(&mut self) -> Option<Property<'a>> {
        loop {
            let first = self.rest.chars().next()?;
            let after = &self.rest[first.len_utf8()..];
            match first {
                ';' | '(' | ')' => {
                    self.rest = after;
                    return Some(match first {
                        ';' => Property::Node,
                        '(' => Property::Open,
                        _ => Property::Close,
                    });
                }
                '[' => {
                    let (raw, rest) = bracketed(after, self.escapes);
                    (self.raw, self.rest) = (raw, rest);
                    let text = if self.escapes {
                        unescaped(raw)
                    } else {
                        raw.into()
                    };
                    return Some(Property::Text(self.tag, text));
                }
                _ if first.is_ascii_alphabetic() => {
                    let tag = self
                        .rest
                        .trim_start_matches(|c: char| c.is_ascii_alphanumeric());
                    self.tag = &self.rest[..self.rest.len() - tag.len()];
                    self.rest = tag;
                    let square = self
                        .tag
                        .get(..2)
                        .filter(|square| square.parse::<Square>().is_ok());
                    if let Some(square) = square {
                        self.stray.get_or_insert(square);
                        self.tag = &self.tag[2..];
                    }
                }
                _ => self.rest = after,
            }
        }
    }
}

/// Splits the text after an opening bracket at the closing one, which may be missing.
fn bracketed(text: &str, escapes: bool) -> (&str, &str) {
    let mut from = 0;
    while let Some(found) = text[from..].find(|c| c == ']' || (escapes && c == '\\')) {
        let at = from + found;
        if text[at..].starts_with(']') {
            return (&text[..at], &text[at + 1..]);
        }
        from = at + 1;
        from += text[from..].chars().next().map_or(0, char::len_utf8);
    }
    (text, "")
}

/// Returns the text that stands between brackets.
pub(super) fn unescaped(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\\') {
        return raw.into();
    }
    let mut plain = String::with_capacity(raw.len());
    let mut characters = raw.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => match characters.next() {
                // A backslash before a line end joins the lines.
                Some('\n') | None => {}
                Some(literal) => plain.push(literal),
            },
            _ => plain.push(c),
        }
    }
    plain.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str, escapes: bool) -> Vec<Result<String, Problem>> {
        let (mut trees, mut input) = (Trees::new(escapes), CountedInput::new(text.as_bytes()));
        std::iter::from_fn(|| trees.cut(&mut input).unwrap())
            .map(|(_, game)| game.map(|bytes| String::from_utf8(bytes).unwrap()))
            .collect()
    }

    const TRUNCATED: Problem = Problem::Truncated("the closing parenthesis");

    #[test]
    fn games_are_cut_whatever_stands_between_them() {
        let games = cut("2 (;A[1];)(;B[)];)\nnoise ( x\n(\n;C[2])", false);
        let expected = [";A[1];)", ";B[)];)", ";C[2])"];
        assert_eq!(games, expected.map(|text| Ok(text.to_owned())));
    }

    #[test]
    fn a_game_that_is_not_closed_ends_where_the_next_begins() {
        for broken in ["(;GM[O]B[f5", "(;GM[O]B[f5]", "(;GM[O"] {
            let games = cut(&format!("{broken}\n(;GM[O]W[d6];)"), false);
            assert_eq!(
                games,
                [Err(TRUNCATED), Ok(";GM[O]W[d6];)".to_owned())],
                "{broken}"
            );
        }
        assert_eq!(cut("(;GM[O]B[f5]", false), [Err(TRUNCATED)]);
    }

    #[test]
    fn a_text_may_speak_of_games() {
        for text in [
            "(;GM[O]CO[see (;GM[O])",
            "(;GM[O]CO[\n( ;GM[O])",
            "(;GM[O]CO[\n((;GM[O])",
        ] {
            assert_eq!(cut(text, false), [Ok(text[1..].to_owned())]);
        }
    }

    #[test]
    fn side_lines_belong_to_their_game_however_deep() {
        let text = "(;GM[2];B[f5](;W[d6];B[c3])(;W[f4](;B[e3])))(;GM[2];B[d3])";
        assert_eq!(
            cut(text, true),
            [
                Ok(";GM[2];B[f5](;W[d6];B[c3])(;W[f4](;B[e3])))".to_owned()),
                Ok(";GM[2];B[d3])".to_owned())
            ]
        );
        assert_eq!(main_line(&text[1..], true).count(), 9);
        let deep = format!("(;GM[2]{}", "(;B[f5]".repeat(100_000));
        assert_eq!(cut(&deep, true), [Err(TRUNCATED)]);
    }

    #[test]
    fn escaped_brackets_belong_to_the_text() {
        let texts: Vec<_> = properties(";C[a\\]b\\\\c\\\nd]AB[a1][b2]", true).collect();
        assert_eq!(
            texts,
            [
                Property::Node,
                Property::Text("C", "a]b\\cd".into()),
                Property::Text("AB", "a1".into()),
                Property::Text("AB", "b2".into()),
            ]
        );
        let plain: Vec<_> = properties("CO[a\\]B[f5]", false).collect();
        assert_eq!(plain[0], Property::Text("CO", "a\\".into()));
    }

    #[test]
    fn a_game_without_end_takes_no_memory() {
        let long = format!("(;GM[O]CO[{}", "x".repeat(3 * GAME_LIMIT));
        assert_eq!(cut(&long, false), [Err(Problem::TooLong)]);
        let next = format!("{long}];)(;GM[O];)");
        assert_eq!(cut(&next, false).len(), 2);
    }
}
