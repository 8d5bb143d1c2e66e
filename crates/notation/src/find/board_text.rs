//! A board that was found in a text.

use super::cells::is_gap;
use super::content::{TextItem, item};
use super::sides::{likely_side, stated_side};
use super::signs::Signs;
use crate::error::Place;
use crate::formats::Format;
use crate::record::Record;
use crate::remark::Remark;
use reversi::Color;
use reversi::Position;

/// A board in a text.
pub(super) struct BoardText {
    /// Where it begins and ends, in bytes.
    pub(super) at: usize,
    pub(super) end: usize,
    /// The position. Its side to move is final only after [`complete`](Self::complete).
    pub(super) position: Position,
    /// What the board is.
    pub(super) form: Remark,
    /// The side to move, if the text names it.
    pub(super) side: Option<Color>,
    /// What else the same text may be.
    pub(super) other_reading: Option<Remark>,
    /// The game of a line of OBF with moves.
    pub(super) game: Option<Record>,
    /// What the signs of the squares mean; `None` for two hexadecimal numbers, which are complete.
    pub(super) signs: Option<Signs>,
}

impl BoardText {
    pub(super) fn new(
        at: usize,
        end: usize,
        board: Remark,
        signs: Signs,
        side: Option<Color>,
    ) -> Self {
        Self {
            at,
            end,
            position: signs.position,
            form: signs.meaning.added_to(board),
            side,
            other_reading: signs.other_reading(),
            game: None,
            signs: Some(signs),
        }
    }

    /// Returns whether the last line of the text before the board is a side.
    pub(super) fn has_side_above(&self, before: &str) -> bool {
        let last = before.trim_end().lines().next_back().unwrap_or_default();
        let signs = self.signs.as_ref();
        signs.is_some_and(|signs| signs.side(last.trim()).is_some())
    }

    /// Sets the side to move, which the text before and after the board may name; a sign alone before it only if it
    /// `is_above` the board, not below another one.
    pub(super) fn complete(&mut self, before: &str, after: &str, is_above: bool) {
        let Some(signs) = &self.signs else {
            return;
        };
        let (before, after) = (&*signs.spelled(before), &*signs.spelled(after));
        let mut lines = after.lines().map(str::trim).filter(|line| !line.is_empty());
        let (first, last) = (lines.next().unwrap_or(""), lines.next_back().unwrap_or(""));
        self.side = self
            .side
            .or_else(|| stated_side(after))
            .or_else(|| labelled_side(after, signs))
            .or_else(|| signs.side(first))
            .or_else(|| stated_side(before))
            .or_else(|| labelled_side(before, signs))
            .or_else(|| signs.side(last))
            .or_else(|| {
                signs
                    .side(before.trim().lines().next_back()?.trim())
                    .filter(|_| is_above)
            });
        let color = self.side.or(signs.marked);
        let color = color.unwrap_or_else(|| likely_side(self.position));
        self.position = self.position.with_side_to_move(color);
    }

    /// Returns whether a line beside the board names another side to move than is taken.
    pub(super) fn is_contradicted(&self, line: &str) -> bool {
        let Some(signs) = &self.signs else {
            return false;
        };
        // A comment may speak of another position.
        let line = line.split('%').next().unwrap_or(line);
        let line = &*signs.spelled(line);
        let mut named = labelled_sides(line, signs).chain(stated_side(line));
        named.any(|side| side != self.position.side_to_move())
    }

    /// Returns whether the legal moves of the other side than the stated one are marked.
    pub(super) fn has_wrong_marks(&self) -> bool {
        let marked = self.signs.as_ref().and_then(|signs| signs.marked);
        self.side
            .zip(marked)
            .is_some_and(|(side, marked)| side != marked)
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

/// Returns the side to move that a text names after a label: `side: w`, `"turn": -1`.
pub(super) fn labelled_side(text: &str, signs: &Signs) -> Option<Color> {
    labelled_sides(text, signs).next()
}

/// Returns the sides to move that a text names after labels.
fn labelled_sides(text: &str, signs: &Signs) -> impl Iterator<Item = Color> {
    text.split_inclusive([':', '='])
        .zip(text.split([':', '=']).skip(1))
        .filter_map(|(before, after)| {
            let label = before.trim_end_matches(|c: char| !c.is_alphanumeric());
            let is_label = LABELS.iter().any(|known| {
                let at = label.len().checked_sub(known.len());
                let word = at.and_then(|at| label.get(at..));
                word.is_some_and(|word| word.eq_ignore_ascii_case(known))
            });
            let is_quote = |c: char| matches!(c, '"' | '\'' | ' ');
            let value = after.trim_start_matches(is_quote);
            let end = value.find(|c: char| is_gap(c)).unwrap_or(value.len());
            is_label.then(|| signs.labelled_side(&value[..end]))?
        })
}

/// Words before the side to move.
const LABELS: [&str; 8] = [
    "turn", "side", "move", "player", "next", "color", "colour", "current",
];
