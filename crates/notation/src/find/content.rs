//! What was found in a text: positions and games, and how the text was understood.

use std::fmt;

use super::skipped::{MOST_GAMES, SkippedText};
use crate::error::{Place, Problem};
use crate::formats::Format;
use crate::move_list::crossed_start;
use crate::record::Record;
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
    /// What the text is, and what unusual signs were taken to mean, as a clause.
    pub form: String,
    /// False if the side to move was inferred.
    pub side_is_stated: bool,
    /// The game that led to the position.
    pub game: Option<Record>,
    /// What the same text would be in another reading, as a clause.
    pub other_reading: Option<String>,
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
        let position = self.position;
        let turn = if position.board().is_game_over() {
            write!(f, "{}; the game is over", self.form)?;
            None
        } else if position.legal_moves().is_empty() {
            Some("must pass")
        } else {
            Some("to move")
        };
        if let Some(turn) = turn {
            let stated = if self.side_is_stated {
                ""
            } else {
                " (not stated)"
            };
            write!(
                f,
                "{}; {} {turn}{stated}",
                self.form,
                position.side_to_move()
            )?;
        }
        self.other_reading
            .as_ref()
            .map_or(Ok(()), |other| write!(f, "; {other}"))
    }
}

impl TextItem {
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
            let clauses = [
                (!is_plain).then(|| format!("read as {item}")),
                skipped.take(),
            ];
            let reading: Vec<String> = clauses.into_iter().flatten().collect();
            let record = Record {
                reading: reading.join("; "),
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

impl fmt::Display for TextContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.items.len() > 1 {
            f.write_str("the first of several: ")?;
        }
        write!(f, "{}", self.items[0])?;
        let skipped: Vec<&SkippedText> = self.skipped.iter().collect();
        skipped_clause(&skipped).map_or(Ok(()), |skipped| write!(f, "; {skipped}"))
    }
}

/// Returns a clause about what was skipped, if anything was.
fn skipped_clause(skipped: &[&SkippedText]) -> Option<String> {
    let [first, more @ ..] = skipped else {
        return None;
    };
    Some(match more.len() {
        0 => format!("skipped {first}"),
        more => format!("skipped {first} and {more} more"),
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
pub(super) fn form_of(game: &Record, format: Format) -> String {
    let name = match format {
        Format::Transcript => "a transcript".to_owned(),
        Format::Quest => "a game of Othello Quest".to_owned(),
        format => format!("a game in {}", format.name().to_uppercase()),
    };
    let moves = game.moves.iter().filter(|played| played.square.is_some());
    let from = if game.start == crossed_start() {
        " from the crossed start"
    } else {
        ""
    };
    format!("{name} of {}{from}", count_of_moves(moves.count()))
}

/// Returns the item of a game without another reading.
pub(super) fn item(game: Record, format: Format, place: Place) -> TextItem {
    let reading = game.reading.clone();
    TextItem {
        place,
        position: game.final_position(),
        form: form_of(&game, format),
        side_is_stated: true,
        game: Some(game),
        other_reading: Some(reading).filter(|reading| !reading.is_empty()),
    }
}

pub(super) fn count_of_moves(count: usize) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} move{plural}")
}
