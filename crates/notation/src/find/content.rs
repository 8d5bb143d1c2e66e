//! What was found in a text: positions and games, and how the text was understood.

use std::fmt;

use super::skipped::{MOST_GAMES, SkippedText};
use crate::error::{Place, Problem};
use crate::formats::Format;
use crate::move_list::crossed_start;
use crate::record::Record;
use crate::remark::{Remark, remark, said};
use reversi::{Oddity, Position};

/// A position or game in a text. Displays as a clause that describes how the text was understood:
/// `a board of 8 lines, * for Black; White to move`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TextItem {
    /// Where it begins.
    pub place: Place,
    /// The position, after the last move.
    pub position: Position,
    /// What the text is, and what unusual signs were taken to mean.
    pub form: Remark,
    /// False if the side to move was inferred.
    pub side_is_stated: bool,
    /// The game that led to the position.
    pub game: Option<Record>,
    /// What the same text would be in another reading.
    pub other_reading: Option<Remark>,
}

/// What a text holds. Displays as a clause about the first item and what was skipped.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TextContent {
    /// The positions and games, at least one.
    pub items: Vec<TextItem>,
    /// What was skipped, in order.
    pub skipped: Vec<SkippedText>,
}

impl fmt::Display for TextItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&said(&self.remarks()))
    }
}

impl TextItem {
    /// Returns what the text is, whose turn it is, and what else it may be.
    fn remarks(&self) -> Vec<Remark> {
        let position = self.position;
        let color = position.side_to_move();
        let is_over = position.board().is_game_over();
        let must_pass = position.legal_moves().is_empty();
        let turn = match (must_pass, self.side_is_stated) {
            _ if is_over => remark!("the game is over"),
            (true, true) => remark!("{color} must pass", color),
            (true, false) => remark!("{color} must pass (not stated)", color),
            (false, true) => remark!("{color} to move", color),
            (false, false) => remark!("{color} to move (not stated)", color),
        };
        let remarks = [self.form.clone(), turn].into_iter();
        remarks.chain(self.other_reading.clone()).collect()
    }

    /// Returns why no game from the usual start leads to the position, or to the start of the game, if that is proven. A
    /// side to move that was inferred proves nothing.
    pub fn no_game_because(&self) -> Option<Oddity> {
        let start = self.game.as_ref().map_or(self.position, |game| game.start);
        if self.side_is_stated {
            start.no_game_because()
        } else {
            start.no_game_for_either_side()
        }
    }

    /// Returns whether it is the start without moves.
    pub(super) fn is_nothing(&self) -> bool {
        let has_moves = |game: &Record| !game.moves.is_empty();
        self.position == Position::START && !self.game.as_ref().is_some_and(has_moves)
    }

    /// Returns the game; for a position, one without moves that starts there.
    pub fn into_record(self) -> Record {
        self.game.unwrap_or_else(|| Record {
            start: self.position,
            ..Record::default()
        })
    }
}

impl TextContent {
    /// Returns the first position or game.
    pub fn first(&self) -> &TextItem {
        &self.items[0]
    }

    /// Returns the records of all items, each with how it was read, and the problems with what was not, in their order.
    /// The first one says what was skipped.
    pub(crate) fn into_records(self) -> Vec<(Place, Result<Record, Problem>)> {
        let skipped = self.skipped.iter().filter(|text| text.problem.is_none());
        let mut skipped: Vec<&SkippedText> = skipped.collect();
        if !self.items.iter().any(|item| item.game.is_some()) {
            // Programs print text around a board.
            skipped.clear();
        }
        let mut skipped = skipped_clause(&skipped);
        let read = self.items.into_iter().map(|item| {
            let place = item.place;
            let is_plain = item.side_is_stated && item.other_reading.is_none();
            let remarks = [
                (!is_plain).then(|| remark!("read as {what}", what = item.remarks())),
                skipped.take(),
            ];
            let record = Record {
                reading: remarks.into_iter().flatten().collect(),
                ..item.into_record()
            };
            (place, Ok(record))
        });
        let mut all: Vec<_> = read.collect();
        let unread = self.skipped.into_iter();
        all.extend(unread.filter_map(|text| Some((text.place, Err(text.problem?)))));
        all.sort_by_key(|(place, _)| place.line());
        all
    }

    /// Returns the first position or game.
    pub fn into_first(mut self) -> TextItem {
        self.items.swap_remove(0)
    }

    /// Returns whether there may be more games than are read.
    pub(crate) fn is_cut(&self) -> bool {
        self.items.len() >= MOST_GAMES
    }

    /// Returns whether the text can be read in one way only: it has one item, nothing was inferred, and nothing was
    /// skipped. Text around a board may be skipped, because programs print it.
    pub fn is_plain(&self) -> bool {
        let is_plain = |item: &TextItem| item.side_is_stated && item.other_reading.is_none();
        let [item] = &self.items[..] else {
            return false;
        };
        is_plain(item) && (self.skipped.is_empty() || item.game.is_none())
    }
}

impl TextContent {
    /// Returns what the first item is, and what was skipped.
    pub fn remarks(&self) -> Vec<Remark> {
        let first = self.items[0].remarks();
        let mut remarks = match self.items.len() {
            1 => first,
            _ => vec![remark!("the first of several: {item}", item = first)],
        };
        let skipped: Vec<&SkippedText> = self.skipped.iter().collect();
        remarks.extend(skipped_clause(&skipped));
        remarks
    }
}

impl fmt::Display for TextContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&said(&self.remarks()))
    }
}

/// Returns a clause about what was skipped, if anything was.
fn skipped_clause(skipped: &[&SkippedText]) -> Option<Remark> {
    let [first, more @ ..] = skipped else {
        return None;
    };
    let first = first.remark();
    Some(match more.len() {
        0 => remark!("skipped {first}", first),
        count => remark!(
            "skipped {first} and {count} more" | "skipped {first} and {count} more",
            first,
            count
        ),
    })
}

impl From<TextItem> for TextContent {
    fn from(item: TextItem) -> Self {
        Self {
            items: vec![item],
            skipped: Vec::new(),
        }
    }
}

/// Returns a clause about a game: `a transcript of 3 moves`.
pub(super) fn form_of(game: &Record, format: Format) -> Remark {
    let moves = game.moves.iter().filter(|played| played.square.is_some());
    let count = moves.count();
    let form = match format {
        Format::Transcript => {
            remark!(
                "a transcript of {count} move" | "a transcript of {count} moves",
                count
            )
        }
        Format::Quest => remark!(
            "a game of Othello Quest of {count} move" | "a game of Othello Quest of {count} moves",
            count
        ),
        format => remark!(
            "a game in {format} of {count} move" | "a game in {format} of {count} moves",
            format = format.name().to_uppercase(),
            count
        ),
    };
    if game.start == crossed_start() {
        remark!("{game} from the crossed start", game = form)
    } else {
        form
    }
}

/// Returns the item of a game without another reading.
pub(super) fn item(game: Record, format: Format, place: Place) -> TextItem {
    let reading = game.reading.clone();
    let other_reading = match reading.len() {
        0 | 1 => reading.into_iter().next(),
        _ => Some(remark!("{remarks}", remarks = reading)),
    };
    TextItem {
        place,
        position: game.final_position(),
        form: form_of(&game, format),
        side_is_stated: true,
        game: Some(game),
        other_reading,
    }
}
