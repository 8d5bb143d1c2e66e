//! What the signs of the squares of a board mean.

use std::borrow::Cow;

use super::cells::{self, BLANK, BoardCells, is_gap};
use super::claims::{Claims, SignMeaning};
use crate::error::FindError;
use crate::named::side_named;
use crate::remark::{Remark, remark};
use reversi::Position;
use reversi::Square;
use reversi::SquareSet;
use reversi::{ByColor, Color};

/// Returns the sign of a square for a word or a sign.
pub(crate) fn sign_of_word(word: &str) -> Option<char> {
    let word = word.trim();
    match cells::of_word(word, true).as_deref() {
        _ if word.is_empty() => Some('-'),
        Some([cells::BLANK]) => Some('-'),
        Some([sign]) if !sign.is_ascii_digit() && *sign != cells::MINUS_ONE => Some(*sign),
        _ => None,
    }
}

/// Reads 64 squares of any alphabet, and the side to move at their end, if it stands there or the marked moves show it.
pub(crate) fn signs_of_squares(squares: &str, claims: &Claims) -> Option<(Signs, Option<Color>)> {
    let plain: String = squares.chars().filter(|c| !is_gap(*c)).collect();
    let mut signs = cells::of_word(&plain, false)?;
    let last = if signs.len() == 65 { signs.pop() } else { None };
    if signs.len() != 64 {
        return None;
    }
    let written = plain.chars().take(64).collect();
    let signs = Signs::read(&BoardCells { signs, written }, claims).ok()?;
    let at_end = match last {
        Some(last) => Some(signs.side(&last.to_string())?),
        None => signs.marked,
    };
    Some((signs, at_end))
}

/// The signs that a board may have, and what they mean.
struct Alphabet {
    black: &'static str,
    white: &'static str,
    empty: &'static str,
    /// It applies only to boards with at least one sign of each of these.
    needs: &'static [&'static str],
    /// What is said about unusual signs.
    meaning: SignsRemark,
}

/// What is said about the signs of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SignsRemark {
    /// They are the usual ones.
    Usual,
    /// A sign is that of a side.
    Of(&'static str, Color),
    /// A sign is another one of White.
    WhiteToo(&'static str),
    /// The signs of Black and White.
    Both(&'static str, &'static str),
    /// The text explains them.
    Explained,
    /// A sign marks the legal moves.
    Moves(&'static str),
    /// A sign marks the legal moves, which has no usual form.
    OtherMoves,
}

impl SignsRemark {
    /// Returns what a board is, with what is said about its signs.
    pub(super) fn added_to(self, board: Remark) -> Remark {
        match self {
            Self::Usual => board,
            Self::Of(sign, color) => remark!("{board}, {sign} for {color}", board, sign, color),
            Self::WhiteToo(sign) => remark!("{board}, {sign} for White, too", board, sign),
            Self::Both(black, white) => remark!(
                "{board}, {black} for Black and {white} for White",
                board,
                black,
                white
            ),
            Self::Explained => remark!("{board}, with the signs that the text explains", board),
            Self::Moves(sign) => remark!("{board}, {sign} for legal moves", board, sign),
            Self::OtherMoves => remark!("{board}, another sign for legal moves", board),
        }
    }
}

const fn row(
    [black, white, empty]: [&'static str; 3],
    needs: &'static [&'static str],
    meaning: SignsRemark,
) -> Alphabet {
    Alphabet {
        black,
        white,
        empty,
        needs,
        meaning,
    }
}

/// The alphabets. A board is read by the row that has all of its signs. If there are several, only boards without an empty
/// square in the centre count; if two of them differ, the signs are unclear.
const ALPHABETS: [Alphabet; 16] = [
    row(["X#", "O", "- "], &[], SignsRemark::Usual),
    row(["X#", "O", "■"], &["■"], SignsRemark::Usual),
    row(["X#", "O", "□"], &["□"], SignsRemark::Usual),
    row(
        ["*", "O", "- □"],
        &["*"],
        SignsRemark::Of("*", Color::Black),
    ),
    row(
        ["X", "0", "-"],
        &["0", "-"],
        SignsRemark::Of("0", Color::White),
    ),
    row(
        ["*", "0", "-"],
        &["*", "0", "-"],
        SignsRemark::Of("0", Color::White),
    ),
    row(
        ["X", "O0", "-"],
        &["X", "O", "0", "-"],
        SignsRemark::WhiteToo("0"),
    ),
    row(["■", "□", "- "], &["■□"], SignsRemark::Both("■", "□")),
    row(
        ["■", "O", "-"],
        &["■", "O", "-"],
        SignsRemark::Of("■", Color::Black),
    ),
    row(
        ["X", "□", "-"],
        &["X", "□", "-"],
        SignsRemark::Of("□", Color::White),
    ),
    row(
        ["■", "", "□"],
        &["■", "□"],
        SignsRemark::Of("■", Color::Black),
    ),
    row(
        ["", "□", "■"],
        &["■", "□"],
        SignsRemark::Of("□", Color::White),
    ),
    row(["0", "1", "- "], &["0", "1", "- "], DIGITS),
    row(["1", "2", "0"], &["2"], SignsRemark::Both("1", "2")),
    row(["1", "2", "- "], &["2", "- "], SignsRemark::Both("1", "2")),
    row(["1", "n", "0"], &["n"], SignsRemark::Both("1", "-1")),
];

/// What `0` and `1` are taken for where both occur.
const DIGITS: SignsRemark = SignsRemark::Both("0", "1");

impl Alphabet {
    /// Reads 64 cells with Black to move; `None` if they have other signs.
    fn read(&self, cells: &[char]) -> Option<Position> {
        let has = |signs: &&str| cells.iter().any(|&cell| signs.contains(cell));
        if !self.needs.iter().all(has) {
            return None;
        }
        let mut discs = ByColor::<SquareSet>::default();
        for (square, &cell) in Square::all().zip(cells) {
            if self.black.contains(cell) {
                discs.black.insert(square);
            } else if self.white.contains(cell) {
                discs.white.insert(square);
            } else if !self.empty.contains(cell) {
                return None;
            }
        }
        Position::from_discs(discs, Color::Black).ok()
    }
}

/// The signs of a board in lower case: those that the text explains, and the usual ones of empty squares, and the others.
struct ClaimedSigns {
    known: Vec<(char, SignMeaning)>,
    unknown: Vec<char>,
    /// The line of the first statement about one of them.
    line: u64,
}

impl ClaimedSigns {
    /// Returns the signs of a board; `None` if the text explains none of them.
    fn of(cells: &BoardCells, claims: &Claims) -> Result<Option<Self>, FindError> {
        let contradiction = |line| FindError::Contradiction { line };
        let mut written: Vec<char> = cells.written.iter().map(char::to_ascii_lowercase).collect();
        written.sort_unstable();
        written.dedup();
        let (mut known, mut unknown, mut line) = (Vec::new(), Vec::new(), None);
        for sign in written {
            match claims.meaning(sign).map_err(contradiction)? {
                Some(meaning) => {
                    line = line.or(claims.line(sign));
                    known.push((sign, meaning));
                }
                None if matches!(sign, '-' | '.' | '_' | '·' | '・' | BLANK) => {
                    known.push((sign, SignMeaning::Empty));
                }
                None => unknown.push(sign),
            }
        }
        match (line, claims.line_of_both()) {
            (Some(line), _) => Ok(Some(Self {
                known,
                unknown,
                line,
            })),
            // What explains other signs is about another board.
            (None, Some(line)) => Err(contradiction(line)),
            (None, None) => Ok(None),
        }
    }

    fn count(&self, meaning: SignMeaning) -> usize {
        self.known.iter().filter(|(_, is)| *is == meaning).count()
    }

    fn meaning(&self, sign: char) -> Option<SignMeaning> {
        let mut known = self.known.iter();
        let (_, meaning) = known.find(|(of, _)| sign.eq_ignore_ascii_case(of))?;
        Some(*meaning)
    }

    /// Returns whether the usual reading of the cells is what is known of their signs.
    fn agree(&self, usual: &Signs, cells: &BoardCells) -> bool {
        let mut squares = Square::all().zip(&cells.written);
        squares.all(|(square, sign)| {
            let disc = usual.position.disc(square).map(SignMeaning::Disc);
            let read = disc.unwrap_or(SignMeaning::Empty);
            self.meaning(*sign).is_none_or(|meaning| meaning == read)
        })
    }
}

/// 64 cells and what their signs were taken for.
pub(crate) struct Signs {
    /// The position with Black to move.
    pub(crate) position: Position,
    alphabet: &'static Alphabet,
    /// What is said about unusual signs.
    pub(super) meaning: SignsRemark,
    /// The side whose legal moves are marked.
    pub(super) marked: Option<Color>,
    /// The signs of discs that the text itself explains.
    claimed: Vec<(char, Color)>,
}

impl Signs {
    /// Reads 64 cells in a text that says certain things about its signs.
    ///
    /// # Errors
    /// [`FindError::UnclearDigits`] or [`FindError::UnclearSigns`] if the signs may mean several things, and
    /// [`FindError::Contradiction`] if they cannot be what the text says.
    pub(super) fn read(cells: &BoardCells, claims: &Claims) -> Result<Self, FindError> {
        let turned = claims.is_by_columns().then(|| cells.transposed());
        let cells = turned.as_ref().unwrap_or(cells);
        let claimed = Self::claimed(cells, claims)?;
        let usual = Self::with_third_sign(cells).and_then(|signs| match signs {
            Some(signs) => Ok(signs),
            None => Self::usual(&cells.signs),
        });
        match (claimed, usual) {
            (Some(claimed), Ok(usual)) if usual.position == claimed.position => Ok(Self {
                claimed: claimed.claimed,
                ..usual
            }),
            (Some(claimed), _) => Ok(claimed),
            (None, usual) => usual,
        }
    }

    /// Returns what the same signs are in other programs.
    pub(super) fn other_reading(&self) -> Option<Remark> {
        let is_number = self.alphabet.white == "n";
        is_number.then(|| remark!("some programs write 1 for White and -1 for Black"))
    }

    /// Reads 64 cells by what the text says about their signs. `None` if it says nothing about them.
    fn claimed(cells: &BoardCells, claims: &Claims) -> Result<Option<Self>, FindError> {
        let Some(mut signs) = ClaimedSigns::of(cells, claims)? else {
            return Ok(None);
        };
        let contradiction = FindError::Contradiction { line: signs.line };
        let counts = Color::ALL.map(|color| signs.count(SignMeaning::Disc(color)));
        // Two signs of a board are not both of one side.
        if signs.unknown.is_empty() && counts.contains(&0) && counts.iter().any(|count| *count > 1)
        {
            return Err(contradiction);
        }
        let missing = Color::ALL.map(SignMeaning::Disc).into_iter();
        let missing: Vec<SignMeaning> = missing.filter(|color| signs.count(*color) == 0).collect();
        if signs.count(SignMeaning::Empty) == 0 && (missing.is_empty() || signs.unknown.len() > 1) {
            let zero = signs.unknown.iter().position(|&sign| sign == '0');
            let empty = zero.or((missing.is_empty() && signs.unknown.len() == 1).then_some(0));
            let empty = empty.map(|at| (signs.unknown.remove(at), SignMeaning::Empty));
            signs.known.extend(empty);
        }
        match (&missing[..], &signs.unknown[..]) {
            (_, []) => {}
            ([color], &[sign]) => signs.known.push((sign, *color)),
            // Only empty squares are explained, or another sign marks the legal moves.
            ([_, _] | [], _) => {
                let usual = Self::usual(&cells.signs)?;
                return signs
                    .agree(&usual, cells)
                    .then_some(Some(usual))
                    .ok_or(contradiction);
            }
            _ => return Err(contradiction),
        }
        let mut discs = ByColor::<SquareSet>::default();
        for (square, sign) in Square::all().zip(&cells.written) {
            if let Some(SignMeaning::Disc(color)) = signs.meaning(*sign) {
                discs[color].insert(square);
            }
        }
        let claimed = signs.known.into_iter();
        let claimed = claimed.filter_map(|(sign, meaning)| match meaning {
            SignMeaning::Disc(color) => Some((sign, color)),
            SignMeaning::Empty => None,
        });
        Ok(Some(Self {
            position: Position::from_discs(discs, Color::Black).map_err(|_| contradiction)?,
            alphabet: &ALPHABETS[0],
            meaning: SignsRemark::Explained,
            marked: None,
            claimed: claimed.collect(),
        }))
    }

    /// Reads 64 cells with two signs for the discs of a side, one of which marks the legal moves. `None` if each side has
    /// one sign.
    fn with_third_sign(cells: &BoardCells) -> Result<Option<Self>, FindError> {
        for family in [&['X', '#'][..], &['O']] {
            let signs = cells.signs.iter().zip(&cells.written);
            let of_family = signs.filter(|(sign, _)| family.contains(sign));
            let mut written: Vec<char> = of_family.map(|(_, written)| *written).collect();
            written.sort_unstable();
            written.dedup();
            if written.len() < 2 {
                continue;
            }
            let mut marked = written.into_iter().filter_map(|mark| {
                let signs = cells.signs.iter().zip(&cells.written);
                let signs = signs.map(|(&sign, written)| if *written == mark { '?' } else { sign });
                Self::with_marks(&signs.collect::<Vec<char>>(), '?')
            });
            return match (marked.next(), marked.next()) {
                (Some(marked), None) => Ok(Some(marked)),
                _ => Err(FindError::UnclearSigns),
            };
        }
        Ok(None)
    }

    /// Reads 64 cells by the usual alphabets.
    fn usual(cells: &[char]) -> Result<Self, FindError> {
        // A blank cell among others with a sign for empty squares is one that is missing.
        let count = |sign| cells.iter().filter(|cell| **cell == sign).count();
        if (1..count('-')).contains(&count(BLANK)) {
            return Err(FindError::UnclearSigns);
        }
        for mark in ['*', '□'] {
            if let Some(signs) = Self::with_marks(cells, mark) {
                return Ok(signs);
            }
        }
        let rows = ALPHABETS.iter();
        let mut readings: Vec<(&Alphabet, Position)> = rows
            .filter_map(|row| Some((row, row.read(cells)?)))
            .collect();
        if readings.iter().any(|(_, position)| position.has_centre()) {
            readings.retain(|(_, position)| position.has_centre());
        }
        // No game has an empty square in the centre, but there is one if numbers mean something else.
        let are_numbers =
            |(alphabet, _): &(&Alphabet, _)| alphabet.black == "1" || alphabet.black == "0";
        readings.retain(|reading| reading.1.has_centre() || !are_numbers(reading));
        let has_digits = cells.iter().any(|cell| matches!(cell, '0'..='9' | 'n'));
        let unclear = if has_digits {
            FindError::UnclearDigits
        } else {
            FindError::UnclearSigns
        };
        let Some(&(alphabet, position)) = readings.first() else {
            return Err(unclear);
        };
        if readings.iter().any(|&(_, other)| other != position) {
            return Err(unclear);
        }
        Ok(Self {
            position,
            alphabet,
            meaning: alphabet.meaning,
            marked: None,
            claimed: Vec::new(),
        })
    }

    /// Reads 64 cells of which some are marked as legal moves: those of one side.
    fn with_marks(cells: &[char], mark: char) -> Option<Self> {
        let has = |sign: char| cells.contains(&sign);
        if !(has(mark) && has('X') && has('O') && (mark == '*' || has('-'))) {
            return None;
        }
        let plain = cells
            .iter()
            .map(|&cell| if cell == mark { '-' } else { cell });
        let [alphabet, ..] = &ALPHABETS;
        let position = alphabet.read(&plain.collect::<Vec<char>>())?;
        if !position.has_centre() {
            return None;
        }
        let squares = Square::all().zip(cells);
        let marked: SquareSet = squares
            .filter(|(_, cell)| **cell == mark)
            .map(|(square, _)| square)
            .collect();
        let moves_of = |color| position.with_side_to_move(color).legal_moves();
        let mut sides = Color::ALL
            .into_iter()
            .filter(|&color| moves_of(color) == marked);
        let (side, other) = (sides.next()?, sides.next());
        Some(Self {
            position,
            alphabet,
            meaning: match mark {
                '*' => SignsRemark::Moves("*"),
                '□' => SignsRemark::Moves("□"),
                _ => SignsRemark::OtherMoves,
            },
            marked: other.is_none().then_some(side),
            claimed: Vec::new(),
        })
    }

    /// Returns a text with the names of the sides instead of the signs that the text itself explains, where these stand
    /// for the other side than usual.
    pub(super) fn spelled<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let is_foreign = |&&(sign, color): &&(char, Color)| {
            side_named(&sign.to_string()).is_some_and(|usual| usual != color)
        };
        let foreign: Vec<_> = self.claimed.iter().filter(is_foreign).collect();
        if foreign.is_empty() {
            return Cow::Borrowed(text);
        }
        let is_sign = |c: char| {
            foreign
                .iter()
                .any(|(sign, _)| sign.eq_ignore_ascii_case(&c))
        };
        let mut spelled = String::new();
        let mut before = ' ';
        let mut characters = text.chars().peekable();
        while let Some(c) = characters.next() {
            let is_alone = !before.is_alphanumeric()
                && characters.peek().is_none_or(|next| !next.is_alphanumeric());
            let mut named = foreign
                .iter()
                .filter(|(sign, _)| sign.eq_ignore_ascii_case(&c));
            match named.next() {
                Some((_, color)) if is_alone && is_sign(c) => spelled += &color.to_string(),
                _ => spelled.push(c),
            }
            before = c;
        }
        Cow::Owned(spelled)
    }

    /// Returns the side that a word names after the squares. A number may be a score: it is a side only where both
    /// digits are signs of discs and empty squares have another one.
    pub(super) fn side(&self, word: &str) -> Option<Color> {
        match word {
            "0" if self.meaning == DIGITS => Some(Color::Black),
            "1" if self.meaning == DIGITS => Some(Color::White),
            word => side_named(word),
        }
    }

    /// Returns the side that a word names after a label such as `turn`.
    pub(crate) fn labelled_side(&self, word: &str) -> Option<Color> {
        let sign = if word == "-1" { "n" } else { word };
        let claimed = self.claimed.iter();
        let mut claimed = claimed.filter(|(of, _)| sign.eq_ignore_ascii_case(&of.to_string()));
        if let Some((_, color)) = claimed.next() {
            return Some(*color);
        }
        let sign = match word {
            "-1" => "n",
            "0" | "1" | "2" => word,
            word => return side_named(word),
        };
        if self.alphabet.black.contains(sign) {
            Some(Color::Black)
        } else {
            self.alphabet.white.contains(sign).then_some(Color::White)
        }
    }
}
