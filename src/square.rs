//! Squares, files and ranks: their names, indices, parsing and printing.

use std::fmt;
use std::str::FromStr;

/// A column of the board, `a` (left) to `h` (right).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct File(u8);

impl File {
    /// Returns the file with an index of 0 (a) to 7 (h), or `None`.
    pub const fn new(index: u8) -> Option<Self> {
        if index < 8 { Some(Self(index)) } else { None }
    }

    /// Returns the file of a letter `a`-`h` or `A`-`H`, or `None`.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a'..='h' => Some(Self(letter as u8 - b'a')),
            'A'..='H' => Some(Self(letter as u8 - b'A')),
            _ => None,
        }
    }

    /// Returns the index, 0 for a to 7 for h.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns the lower-case letter.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// Returns the eight squares of this file as a bitboard.
    pub const fn mask(self) -> u64 {
        0x8080_8080_8080_8080 >> self.0
    }

    /// Returns all files, from a to h.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0u8..8).map(Self)
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A row of the board, `1` (top) to `8` (bottom).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rank(u8);

impl Rank {
    /// Returns the rank with an index of 0 (rank 1) to 7 (rank 8), or `None`.
    pub const fn new(index: u8) -> Option<Self> {
        if index < 8 { Some(Self(index)) } else { None }
    }

    /// Returns the rank of a digit `1`-`8`, or `None`.
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Some(Self(digit as u8 - b'1')),
            _ => None,
        }
    }

    /// Returns the index, 0 for rank 1 to 7 for rank 8.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns the digit, `1` to `8`.
    pub const fn digit(self) -> char {
        (b'1' + self.0) as char
    }

    /// Returns the eight squares of this rank as a bitboard.
    pub const fn mask(self) -> u64 {
        0xff00_0000_0000_0000 >> (8 * self.0)
    }

    /// Returns all ranks, from 1 to 8.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0u8..8).map(Self)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digit())
    }
}

/// One of the 64 squares. a1 is the top left corner; the index runs in reading order, and the bit of
/// the square with index `i` is `1 << (63 - i)`, so that a binary literal reads like the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

/// Defines a constant for each square, from their names in reading order.
macro_rules! constants {
    ($($name:ident)*) => {
        /// Numbers the names.
        enum SquareName { $($name),* }

        /// A constant for each square.
        impl Square {
            $(
                #[doc = concat!("The square ", stringify!($name), ".")]
                pub const $name: Self = Self(SquareName::$name as u8);
            )*
        }
    };
}

constants! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl Square {
    /// Returns the square with an index of 0 (a1) to 63 (h8), or `None`.
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// Returns the square on a file and a rank.
    pub const fn at(file: File, rank: Rank) -> Self {
        Self(rank.0 * 8 + file.0)
    }

    /// Returns the index, 0 (a1) to 63 (h8), in reading order.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns the bitboard with only this square.
    #[inline]
    pub const fn bit(self) -> u64 {
        0x8000_0000_0000_0000 >> (self.0 & 63)
    }

    /// Returns the file.
    pub const fn file(self) -> File {
        File(self.0 & 7)
    }

    /// Returns the rank.
    pub const fn rank(self) -> Rank {
        Rank(self.0 >> 3)
    }

    /// Returns the square `files` to the right and `ranks` down, or `None` if it is off the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file().0.checked_add_signed(files);
        let rank = self.rank().0.checked_add_signed(ranks);
        match (file, rank) {
            (Some(file), Some(rank)) if file < 8 && rank < 8 => Some(Self(rank * 8 + file)),
            _ => None,
        }
    }

    /// Returns all squares in reading order, a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0u8..64).map(Self)
    }
}

/// The index, for arrays with a value for each square.
impl From<Square> for usize {
    #[inline]
    fn from(square: Square) -> Self {
        Self::from(square.0)
    }
}

/// Prints `f5`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An error of parsing a square. Holds the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseSquareError {
    /// A letter and a number, but beyond `a`-`h` or `1`-`8`, like `i5` or `f9`.
    OffBoard(String),
    /// Anything else, like `hello`.
    NotASquare(String),
}

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard(text) => {
                write!(
                    f,
                    "{text} is off the board: files are a-h and ranks are 1-8"
                )
            }
            // Debug escapes control characters: the text may come from anywhere.
            Self::NotASquare(text) => write!(f, "{text:?} is not a square like f5"),
        }
    }
}

impl std::error::Error for ParseSquareError {}

/// Parses `f5` or `F5`, without surrounding space.
impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let mut chars = text.chars();
        if let (Some(file), Some(rank), None) = (chars.next(), chars.next(), chars.next())
            && let (Some(file), Some(rank)) = (File::from_letter(file), Rank::from_digit(rank))
        {
            return Ok(Self::at(file, rank));
        }
        let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let like_a_square = text.len() - digits.len() == 1
            && (1..=3).contains(&digits.len())
            && digits.chars().all(|c| c.is_ascii_digit());
        Err(if like_a_square {
            ParseSquareError::OffBoard(text.to_owned())
        } else {
            ParseSquareError::NotASquare(text.to_owned())
        })
    }
}

/// The keys of a to h on keyboards of other scripts: Russian and Ukrainian, Greek, Hebrew, Arabic, Korean and Japanese, and
/// the letters that an input method for Japanese makes of a and e.
/// The key of b on an Arabic keyboard is missing, because it types two letters.
const KEYS: [(char, &str); 8] = [
    ('a', "фФαΑשشㅁちあア"),
    ('b', "иИβΒנㅠこ"),
    ('c', "сСψΨבؤㅊそ"),
    ('d', "вВδΔגيㅇし"),
    ('e', "уУεΕקثㄷいえエ"),
    ('f', "аАφΦכبㄹは"),
    ('g', "пПγΓעلㅎき"),
    ('h', "рРηΗיاㅗく"),
];

/// Returns the ASCII character of a full-width one, and any other unchanged.
pub fn narrow(c: char) -> char {
    match c {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        c => c,
    }
}

/// Returns the file letter at the same key of a Latin keyboard, or the ASCII digit, and any other character unchanged:
/// `a` for `ф`, `5` for `５`.
pub fn typed_key(c: char) -> char {
    let by_key = KEYS.iter().find(|(_, keys)| keys.contains(c));
    match (by_key, c as u32) {
        (Some(&(letter, _)), _) => letter,
        // Arabic and Persian digits.
        (_, code @ (0x660..=0x669 | 0x6f0..=0x6f9)) => {
            char::from_digit(code & 0xf, 10).unwrap_or(c)
        }
        _ => narrow(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_other_scripts_type_the_letters_of_a_latin_keyboard() {
        let typed = |text: &str| text.chars().map(typed_key).collect::<String>();
        for text in [
            "ф1и2с3в4у5а6п7р8",
            "ａ１ｂ２ｃ３ｄ４ｅ５ｆ６ｇ７ｈ８",
            "あ１ｂ２ｃ３ｄ４え５ｆ６ｇ７ｈ８",
            "α1β2ψ3δ4ε5φ6γ7η8",
            "ש1נ2ב3ג4ק5כ6ע7י8",
        ] {
            assert_eq!(typed(text), "a1b2c3d4e5f6g7h8");
        }
        assert_eq!(typed("АФ٥۵?ы"), "fa55?ы");
        let mut all: Vec<char> = KEYS.iter().flat_map(|(_, keys)| keys.chars()).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count, "a key has one place");
    }

    #[test]
    fn every_square_is_read_back_from_its_print() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
            assert_eq!(Square::at(square.file(), square.rank()), square);
            assert_eq!(usize::from(square), usize::from(square.index()));
        }
    }

    #[test]
    fn constants_are_named_after_their_squares() {
        let names = [
            Square::A1,
            Square::H1,
            Square::F5,
            Square::D6,
            Square::A8,
            Square::H8,
        ];
        assert_eq!(
            names.map(|square| square.to_string()),
            ["a1", "h1", "f5", "d6", "a8", "h8"]
        );
    }

    #[test]
    fn bits_read_like_the_board() {
        assert_eq!(Square::A1.bit(), 1 << 63);
        assert_eq!(Square::H8.bit(), 1);
        assert_eq!("b1".parse::<Square>().unwrap().bit() << 1, Square::A1.bit());
        assert_eq!("a2".parse::<Square>().unwrap().bit() << 8, Square::A1.bit());
    }

    #[test]
    fn a_text_beyond_the_board_is_told_from_a_text_that_is_no_square() {
        for text in ["i5", "f9", "f0", "Z1", "a10"] {
            assert_eq!(
                text.parse::<Square>(),
                Err(ParseSquareError::OffBoard(text.to_owned()))
            );
        }
        for text in [
            "",
            "f",
            "5",
            "ff",
            "5f",
            "f5 ",
            "hello",
            "é5",
            "f5d6",
            "\u{1b}[2J",
        ] {
            assert_eq!(
                text.parse::<Square>(),
                Err(ParseSquareError::NotASquare(text.to_owned()))
            );
        }
        let shown = "\u{1b}[2J".parse::<Square>().unwrap_err().to_string();
        assert!(!shown.chars().any(char::is_control), "{shown}");
    }

    #[test]
    fn offsets_stop_at_the_edges() {
        assert_eq!(Square::H1.offset(1, 0), None);
        assert_eq!(Square::A1.offset(0, -1), None);
        assert_eq!(Square::A1.offset(7, 7), Some(Square::H8));
    }
}
