//! The parts of messages.

use std::fmt::Write;

use reversi::{Color, Square, SquareSet};

use crate::language::Language;
use crate::said::Said;

/// A name that no language changes: of a person, an engine, a file, a command, a key or a format, and a figure that is
/// written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<'a>(pub &'a str);

/// Moves in their order: `f5 d6 c3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moves<'a>(pub &'a [Square]);

/// A part of a message: what is put in, by its meaning, so that a language can decide its form.
#[derive(Clone, Copy, Debug)]
pub enum MessagePart<'a> {
    /// A number of things, or an ordinal.
    Count(i64),
    /// A side by its colour.
    Color(Color),
    /// A square.
    Square(Square),
    /// Squares in alphabetical order.
    Squares(SquareSet),
    /// Moves in their order.
    Moves(&'a [Square]),
    /// What no language changes.
    Name(&'a str),
    /// Another message.
    Said(&'a Said),
}

impl MessagePart<'_> {
    /// The number that decides the plural, if this part is that number.
    pub(crate) fn count(&self, name: &str) -> Option<i64> {
        match self {
            Self::Count(count) if name == "count" => Some(*count),
            _ => None,
        }
    }

    pub(crate) fn write_to(&self, said: &mut String) {
        let mut push_squares = |squares: &mut dyn Iterator<Item = Square>| {
            for (index, square) in squares.enumerate() {
                let space = if index == 0 { "" } else { " " };
                let _ = write!(said, "{space}{square}");
            }
        };
        match self {
            Self::Count(count) => {
                let _ = write!(said, "{count}");
            }
            Self::Color(color) => {
                let english = match color {
                    Color::Black => "Black",
                    Color::White => "White",
                };
                said.push_str(Language::current().text_of(english, None, ""));
            }
            Self::Square(square) => push_squares(&mut [*square].into_iter()),
            Self::Squares(set) => {
                let mut squares: Vec<Square> = set.iter().collect();
                squares.sort_by_key(|square| (square.file(), square.rank()));
                push_squares(&mut squares.into_iter());
            }
            Self::Moves(moves) => push_squares(&mut moves.iter().copied()),
            Self::Name(name) => said.push_str(name),
            Self::Said(text) => said.push_str(text),
        }
    }
}

macro_rules! counts {
    ($($number:ty),*) => {$(
        impl From<$number> for MessagePart<'_> {
            fn from(count: $number) -> Self {
                // More than nine trillion million of anything is as many as that.
                Self::Count(i64::try_from(count).unwrap_or(i64::MAX))
            }
        }
    )*};
}

counts!(u8, u16, u32, u64, usize, i32, i64);

macro_rules! parts {
    ($($kind:ident: $value:ty = $inner:expr;)*) => {$(
        impl<'a> From<$value> for MessagePart<'a> {
            fn from(value: $value) -> Self {
                let inner: fn($value) -> _ = $inner;
                Self::$kind(inner(value))
            }
        }
    )*};
}

parts! {
    Color: Color = |color| color;
    Square: Square = |square| square;
    Squares: SquareSet = |squares| squares;
    Moves: Moves<'a> = |moves| moves.0;
    Name: Name<'a> = |name| name.0;
    Said: &'a Said = |said| said;
}
