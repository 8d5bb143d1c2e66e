//! The readers of all formats: each splits an input into games and reads them.

use std::io::{self, BufRead};

use super::csv::Rows;
use super::decoded::decode;
use super::error::{Place, Problem};
use super::input::CountedInput;
use super::named::NamedField;
use super::pgn;
use super::property_tree::{Trees, check_unread, is_closed};
use super::quest;
use super::record::Record;
use super::text_games::{Item, Lines};
use super::wthor;
use crate::remark::remark;

/// Reads the text of one game.
type Parse = fn(&str) -> Result<Record, Problem>;

/// Splits an input into games.
#[derive(Debug)]
pub(super) enum GameSplitter {
    Lines(Box<Lines>),
    Trees(Trees, Parse),
    Pgn(pgn::Held),
    Rows(Rows),
    Quest,
    Wthor(Box<wthor::Games>),
    /// The games found in a text of no format, or why there are none.
    Found(std::vec::IntoIter<Item>),
}

/// Returns whether a text of JSON has a game or a list of games, as far as its names say.
pub(super) fn has_games(text: &str) -> bool {
    let mut names = text.split('"').skip(1).step_by(2);
    names.any(|name| name == "games" || NamedField::of(name) == Some(NamedField::Moves))
}

impl GameSplitter {
    /// Returns the reader of a text without games. It reports why.
    pub(super) fn nothing(problem: Problem) -> Self {
        Self::Found(vec![(Place::Line(1), Err(problem))].into_iter())
    }

    /// Reads the next game.
    pub(super) fn next(
        &mut self,
        input: &mut CountedInput<impl BufRead>,
    ) -> io::Result<Option<Item>> {
        let (cut, parse): (_, Parse) = match self {
            Self::Lines(lines) => return lines.next(input),
            Self::Rows(rows) => return rows.next(input),
            Self::Wthor(games) => return games.next(input),
            Self::Found(items) => return Ok(items.next()),
            Self::Trees(trees, parse) => (trees.cut(input)?, *parse),
            Self::Pgn(held) => (pgn::cut(input, held)?, pgn::parse),
            Self::Quest => (quest::cut(input)?, quest::parse),
        };
        let is_tree = matches!(self, Self::Trees(..));
        Ok(cut.map(|(line, game)| {
            let record = game.and_then(|bytes| {
                let mut text = decode(&bytes);
                let is_open = is_tree && !is_closed(&bytes);
                if is_open {
                    text.to_mut().push(')');
                }
                let mut record = parse(&text)?;
                if is_tree && record.moves.is_empty() {
                    check_unread(&text)?;
                }
                if is_open && record.variations.cut().is_none() {
                    record.reading = vec![remark!("the closing parenthesis is missing")];
                }
                Ok(record)
            });
            (Place::Line(line), record)
        }))
    }
}
