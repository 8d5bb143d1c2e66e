//! A board that was found in a text, and what its signs mean.

use super::content::{TextItem, item};
use super::error::FindError;
use super::sides::{likely_side, side_named, stated_side};
use crate::color::Color;
use crate::notation::error::Place;
use crate::notation::formats::Format;
use crate::notation::record::Record;
use crate::position::Position;

/// A board in a text.
pub(super) struct BoardText {
    /// Where it begins and ends, in bytes.
    pub(super) at: usize,
    pub(super) end: usize,
    /// The position. Its side to move is final only after [`complete`](Self::complete).
    pub(super) position: Position,
    /// What the board is, as a clause.
    pub(super) form: String,
    /// The side to move, if the text names it.
    pub(super) side: Option<Color>,
    /// What else the same text may be, as a clause.
    pub(super) other_reading: Option<String>,
    /// The game of a line of OBF with moves.
    pub(super) game: Option<Record>,
    /// What the signs of the squares mean; `None` for two hexadecimal numbers, which are complete.
    pub(super) signs: Option<Signs>,
}

impl BoardText {
    pub(super) fn new(
        at: usize,
        end: usize,
        form: &str,
        signs: Signs,
        side: Option<Color>,
    ) -> Self {
        Self {
            at,
            end,
            position: signs.position,
            form: form.to_owned() + signs.meaning,
            side,
            other_reading: None,
            game: None,
            signs: Some(signs),
        }
    }

    /// Sets the side to move, which the text before and after the board may name.
    pub(super) fn complete(&mut self, before: &str, after: &str) {
        let Some(signs) = &self.signs else {
            return;
        };
        let last = after.lines().last().unwrap_or("").trim();
        self.side = self
            .side
            .or_else(|| stated_side(after))
            .or_else(|| stated_side(before))
            .or_else(|| signs.side(last));
        let color = self.side.or(signs.marked);
        let color = color.unwrap_or_else(|| likely_side(self.position));
        self.position = self.position.with_side_to_move(color);
    }

    /// Returns the item of a board without moves after it.
    pub(super) fn into_item(self, place: Place) -> TextItem {
        if let Some(game) = self.game {
            return TextItem {
                other_reading: self.other_reading,
                ..item(game, Format::Obf, place)
            };
        }
        TextItem {
            place,
            position: self.position,
            form: self.form,
            side_is_stated: self.side.is_some(),
            game: None,
            other_reading: self.other_reading,
        }
    }

    pub(super) fn has_discs(&self) -> bool {
        self.position.board().empty_count() < 64
    }
}

/// What `0` and `1` are taken for where both occur.
const DIGITS: &str = ", 0 for Black and 1 for White";

/// 64 squares and what their signs were taken for.
pub(super) struct Signs {
    /// The position with Black to move.
    pub(super) position: Position,
    /// A clause about unusual signs.
    meaning: &'static str,
    /// The side whose legal moves are marked.
    marked: Option<Color>,
}

impl Signs {
    /// Reads 64 squares.
    ///
    /// # Errors
    /// [`FindError::UnclearDigits`] if `0` or `1` may mean several things.
    pub(super) fn read(squares: &str) -> Result<Self, FindError> {
        let has = |signs: &str| squares.contains(|c| signs.contains(c));
        let dark = if has("X") { "-" } else { "X" };
        let light = if has("O") { "-" } else { "O" };
        let squares = squares.replace('■', dark).replace('□', light);
        let has = |signs: &str| squares.contains(|c| signs.contains(c));
        let (black, stars, white) = (has("X"), has("*"), has("O"));
        let only_digits = !black && !stars && !white;
        let (squares, meaning) = match (has("0"), has("1"), has("2")) {
            (false, false, false) => (squares.clone(), if stars { ", * for Black" } else { "" }),
            (true, true, false) if has("-") && only_digits => {
                (squares.replace('0', "X").replace('1', "O"), DIGITS)
            }
            (true, false, false) if (black || stars) && !white => {
                (squares.replace('0', "O"), ", 0 for White")
            }
            (true, false, false) if black && white && has("-") => {
                (squares.replace('0', "O"), ", 0 for White, too")
            }
            (true, true, true) if only_digits && !has("-") => {
                let squares = squares.replace('0', "-").replace('1', "X");
                (squares.replace('2', "O"), ", 1 for Black and 2 for White")
            }
            _ => return Err(FindError::UnclearDigits),
        };
        let parse = |squares: &str| format!("{squares}X").parse().map_err(FindError::Squares);
        let all_discs = Self {
            position: parse(&squares)?,
            meaning,
            marked: None,
        };
        if !black || !stars {
            return Ok(all_discs);
        }
        let position: Position = parse(&squares.replace('*', "-"))?;
        let marked = all_discs.position.board().occupied() - position.board().occupied();
        let moves_of = |color| position.with_side_to_move(color).legal_moves();
        let side = Color::ALL
            .into_iter()
            .find(|&color| moves_of(color) == marked);
        Ok(side.map_or(all_discs, |_| Self {
            position,
            meaning: ", * for legal moves",
            marked: side,
        }))
    }

    /// Returns the side that a word names.
    pub(super) fn side(&self, word: &str) -> Option<Color> {
        match word {
            "0" if self.meaning == DIGITS => Some(Color::Black),
            "1" if self.meaning == DIGITS => Some(Color::White),
            word => side_named(word),
        }
    }
}
