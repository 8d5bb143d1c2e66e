//! Owns the names of openings: a table of lines, and the lookup by position up to the eight symmetries,
//! so that a name is found whatever the first move was and in whatever order the moves came.
//!
//! A selection, not a list of everything that has a name. Sources:
//!
//! - English names: the list collected by Robert Gatliff, as `WZebra`, Edax and `NTest` use it; Brian
//!   Rose, *Othello: A Minute to Learn... A Lifetime to Master* (2005), chapters on openings.
//! - Japanese names: the joseki pages of bassy84.net, those of othello.mezasou.com as programs quote
//!   them, and geocities.jp/tawasi64waka. Where those name another line, or use the English name, none
//!   is given.
//!
//! Lines are written as those sources have them, which begin with f5.

mod table;

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::bitboard::symmetry::Symmetry;
use crate::board::Board;
use crate::color::Color;
use crate::game::Game;
use crate::notation::{Record, transcript};
use crate::position::Position;

pub use table::OPENINGS;

/// A named opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// A line that leads to it, as a transcript from the standard start.
    pub moves: &'static str,
    /// The English name.
    pub english: &'static str,
    /// The Japanese name.
    pub japanese: Option<&'static str>,
}

/// The openings by the canonical board of their last position, the side to move as player.
static BY_BOARD: LazyLock<HashMap<Board, &'static Opening>> = LazyLock::new(|| {
    OPENINGS
        .iter()
        .filter_map(|opening| {
            let game = transcript::parse(opening.moves).ok()?;
            Some((game.position().board().canonical(), opening))
        })
        .collect()
});

/// The canonical boards on the way of all lines, the side to move as player.
static ON_THE_WAY: LazyLock<HashSet<Board>> = LazyLock::new(|| {
    OPENINGS
        .iter()
        .filter_map(|opening| transcript::parse(opening.moves).ok())
        .flat_map(|game| game.positions().collect::<Vec<_>>())
        .map(|position| position.board().canonical())
        .collect()
});

/// The discs on the board after the longest line of the table: no position with more has a name.
static MOST_DISCS: LazyLock<usize> = LazyLock::new(|| {
    let discs = |board: &Board| board.occupied().len();
    BY_BOARD.keys().map(discs).max().unwrap_or(0)
});

/// The opening that a position is the last of; `None` where it has no name of its own.
///
/// ```
/// use reversi::{notation::transcript, opening};
/// let game = transcript::parse("c4e3f6e6f5").unwrap();
/// assert_eq!(opening::at(game.position()).unwrap().english, "Tiger");
/// ```
#[must_use]
pub fn at(position: Position) -> Option<&'static Opening> {
    let board = position.board();
    if board.occupied().len() > *MOST_DISCS {
        return None;
    }
    BY_BOARD.get(&board.canonical()).copied()
}

/// The opening that was played: the last position with a name among those given, oldest first.
#[must_use]
pub fn last_of(positions: impl IntoIterator<Item = Position>) -> Option<&'static Opening> {
    let most = *MOST_DISCS;
    positions
        .into_iter()
        .take_while(|position| position.board().occupied().len() <= most)
        .filter_map(at)
        .last()
}

fn is_standard_start(start: Position) -> bool {
    let other_way = Position::START.board().transformed(Symmetry::MirrorFiles);
    start.side_to_move() == Color::Black
        && (start.board() == Position::START.board() || start.board() == other_way)
}

/// The opening of a recorded game, under the same rules as [`name`].
#[must_use]
pub fn of_record(record: &Record) -> Option<&'static Opening> {
    is_standard_start(record.start)
        .then(|| last_of(record.positions()))
        .flatten()
}

/// The opening of a game so far: the last name on its way, `None` before the second move and in games
/// from another start. The standard start counts in both its orientations.
#[must_use]
pub fn name(game: &Game) -> Option<&'static Opening> {
    is_standard_start(game.start())
        .then(|| last_of(game.positions()))
        .flatten()
}

/// The opening that a game is in now: its [`name`] as long as its position is on the way of a line of
/// the table, up to symmetry and whatever the order of the moves. `None` with the first move that no
/// line goes on with.
///
/// ```
/// use reversi::{notation::transcript, opening};
/// let now = |moves| opening::current(&transcript::parse(moves).unwrap());
/// assert_eq!(now("f5d6c3d3c4").unwrap().english, "Tiger");
/// // On the way to the Rose-Bill.
/// assert_eq!(now("f5d6c3d3c4f4c5b3").unwrap().english, "Tiger");
/// assert_eq!(now("f5d6c3d3c4b5"), None);
/// ```
#[must_use]
pub fn current(game: &Game) -> Option<&'static Opening> {
    let board = game.position().board();
    if board.occupied().len() > *MOST_DISCS || !ON_THE_WAY.contains(&board.canonical()) {
        return None;
    }
    name(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Entry;

    fn english(moves: &str) -> Option<&'static str> {
        name(&transcript::parse(moves).unwrap()).map(|opening| opening.english)
    }

    #[test]
    fn every_line_of_the_table_is_legal_and_found_under_its_own_name() {
        for opening in OPENINGS {
            let game = transcript::parse(opening.moves).unwrap();
            assert_eq!(transcript::print(&game), opening.moves);
            assert_eq!(name(&game), Some(opening), "{}", opening.english);
            assert_eq!(of_record(&Record::from_game(&game)), Some(opening));
        }
        assert_eq!(
            BY_BOARD.len(),
            OPENINGS.len(),
            "two lines lead to one position"
        );
    }

    #[test]
    fn every_line_is_found_in_all_eight_symmetries() {
        for opening in OPENINGS {
            let game = transcript::parse(opening.moves).unwrap();
            for symmetry in Symmetry::ALL {
                let start = Position::START.board().transformed(symmetry);
                let mut mirrored = Game::from_position(Position::new(start, Color::Black));
                for square in game.entries().iter().filter_map(Entry::square) {
                    mirrored.play(symmetry.square(square)).unwrap();
                }
                assert_eq!(name(&mirrored), Some(opening), "{}", opening.english);
            }
        }
    }

    #[test]
    fn another_order_of_moves_leads_to_the_same_name() {
        // Black's second and third moves exchanged.
        assert_eq!(english("f5d6c3d3c4"), Some("Tiger"));
        assert_eq!(english("f5d6c4d3c3"), Some("Tiger"));
        // 3 e6 f4 mirrors 3 e6 d6.
        assert_eq!(english("f5f6e6f4c3"), Some("Buffalo"));
        assert_eq!(english("f5f6e6d6c3"), Some("Buffalo"));
    }

    #[test]
    fn a_name_stays_until_the_next_one() {
        assert_eq!(english(""), None);
        assert_eq!(english("f5"), None);
        assert_eq!(english("f5d6"), Some("Perpendicular"));
        assert_eq!(english("f5d6c3d3c4f4c5b3c2"), Some("Rose-Bill"));
        assert_eq!(english("f5d6c3d3c4f4c5b3c2e3d2"), Some("Nicolet"));
    }

    #[test]
    fn a_game_is_in_its_opening_until_a_move_that_no_line_has() {
        for opening in OPENINGS {
            let mut game = transcript::parse(opening.moves).unwrap();
            assert_eq!(current(&game), Some(opening), "{}", opening.english);
            while game.undo().is_some() {
                assert_eq!(current(&game), name(&game), "{}", opening.english);
            }
        }
        let mut game = transcript::parse("f5d6c3d3c4b5").unwrap();
        assert_eq!(current(&game), None);
        assert_eq!(name(&game).map(|opening| opening.english), Some("Tiger"));
        game.undo();
        assert_eq!(current(&game).map(|opening| opening.english), Some("Tiger"));
    }

    #[test]
    fn a_game_from_another_start_has_no_opening() {
        let start = transcript::parse("f5d6").unwrap().position();
        let mut game = Game::from_position(start);
        game.play("c3".parse().unwrap()).unwrap();
        assert_eq!(name(&game), None);
    }

    #[test]
    fn names_are_fit_to_be_shown() {
        for opening in OPENINGS {
            for name in [Some(opening.english), opening.japanese]
                .into_iter()
                .flatten()
            {
                assert!(!name.is_empty() && name.trim() == name, "{name:?}");
                assert_eq!(crate::notation::clean(name), name);
            }
        }
    }
}
