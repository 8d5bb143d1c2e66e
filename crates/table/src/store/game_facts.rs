//! What filters and labels need to know of a game, without replaying it.

use std::borrow::Cow;

use crate::player::name::{PersonName, is_watched, lone_person, named_side};
use crate::player::random::hashed;
use crate::player::recorded::recorded_name;
use crate::store::rated::RatedState;
use crate::store::summary::{Verdict, verdict};
use reversi::{ByColor, Color, Opening, Position, Square, SquareSet};
use reversi_notation::Record;

/// What a filter asks of a game, known without replaying it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFacts<'a> {
    /// The names of the players, as they are saved.
    pub players: ByColor<Cow<'a, str>>,
    /// The side of the only person, who plays computers.
    pub lone: Option<Color>,
    /// Whether the player only watched it.
    pub is_watched: bool,
    /// The year, if it is known.
    pub year: Option<u16>,
    /// Who won, if it is known.
    pub verdict: Option<Verdict>,
    /// The opening, if it has a name.
    pub opening: Option<&'static Opening>,
    /// The squares of the moves that the players did not find themselves.
    pub given: SquareSet,
    /// Whether it counts for the rating.
    pub rated: RatedState,
    /// The number of the start and the moves, the same in all files.
    pub key: u64,
}

impl<'a> GameFacts<'a> {
    /// Returns the facts about a game with a known opening.
    pub fn of(record: &'a Record, opening: Option<&'static Opening>) -> Self {
        Self {
            players: record.players.as_ref().map(Cow::from),
            lone: lone_person(record),
            is_watched: record.origin.as_ref().is_some_and(is_watched),
            year: record.year(),
            verdict: verdict(record),
            opening,
            given: record.given_squares(),
            rated: RatedState::of(record),
            key: game_key(record.start, record.squares()),
        }
    }

    /// Returns the facts with names of their own.
    pub(crate) fn into_owned(self) -> GameFacts<'static> {
        GameFacts {
            players: self.players.map(|name| Cow::Owned(name.into_owned())),
            lone: self.lone,
            is_watched: self.is_watched,
            year: self.year,
            verdict: self.verdict,
            opening: self.opening,
            given: self.given,
            rated: self.rated,
            key: self.key,
        }
    }

    /// Returns the number of the game with its players, the same in all files.
    pub fn label_key(&self) -> u64 {
        label_key(self.key, self.players.as_ref().map(|name| &**name))
    }

    /// Returns the side of the player with this name, as `own_side` does for a record.
    pub fn own_side(&self, name: PersonName) -> Option<Color> {
        if self.is_watched {
            return None;
        }
        self.lone
            .or_else(|| named_side(self.players.as_ref().map(|name| &**name), name))
    }

    /// Returns whether the name of a player, as it is saved or shown, contains a text in lower case.
    pub(crate) fn is_played_by(&self, color: Color, text: &str) -> bool {
        let name = &self.players[color];
        holds(name, text) || holds(&recorded_name(name).said(), text)
    }
}

/// Returns the number of a game with its players, the same in all files.
pub fn label_key(key: u64, players: ByColor<&str>) -> u64 {
    let ByColor { black, white } = players;
    hashed(key, [black, "\n", white].concat().as_bytes())
}

/// Returns a number for a start and moves. Two games practically never share one.
pub fn game_key(start: Position, moves: impl IntoIterator<Item = Square>) -> u64 {
    let board = start.board();
    let mut bytes = Vec::with_capacity(80);
    bytes.extend(board.player().bits().to_le_bytes());
    bytes.extend(board.opponent().bits().to_le_bytes());
    bytes.push(start.side_to_move() as u8);
    bytes.extend(moves.into_iter().map(Square::index));
    hashed(0, &bytes)
}

/// Returns whether a text contains another one that is in lower case.
pub(crate) fn holds(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(part)
}
