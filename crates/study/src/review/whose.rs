//! Whose the moves of a reviewed game are.

use super::MoveReview;
use reversi::{ByColor, Color, Square, SquareSet};
use reversi_notation::{GameOrigin, MoveOrigin, Record};

/// Whose the moves of a reviewed game are: a side can change hands, and some moves nobody at the board found. Without an
/// origin, each move is that of its side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Whose {
    /// The side of the only person in the end.
    you: Option<Color>,
    /// `None` for the moves of their sides.
    known: Option<KnownMakers>,
}

/// The squares of the moves that somebody is known to have made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KnownMakers {
    /// What the player of each side, as in the end, found itself.
    found: ByColor<SquareSet>,
    /// What was played by the person, and against it.
    yours: SquareSet,
    theirs: SquareSet,
}

impl Whose {
    /// Returns whose the moves of a record are. If all were given, nobody played the game here: each move belongs to its
    /// side, and none is yours. `you` is the side of the only person in the end.
    pub fn of(record: &Record, you: Option<Color>) -> Self {
        let is_shown = |origin: &GameOrigin| {
            (0..record.moves.len()).all(|index| origin.of_move(index) == MoveOrigin::Given)
        };
        let origin = match &record.origin {
            None => return Self { you, known: None },
            Some(origin) if is_shown(origin) => return Self::default(),
            Some(origin) => origin,
        };
        let is_made = |index| origin.of_move(index) != MoveOrigin::Given;
        let made_by = |who: Color, is_opponent: bool| -> SquareSet {
            let moves = record.sides().enumerate();
            let moves = moves.filter(|&(index, (color, _))| {
                let color = if is_opponent { color.opposite() } else { color };
                is_made(index) && origin.is_by(index, color, who)
            });
            moves.filter_map(|(_, (_, made))| made.square).collect()
        };
        let squares = |is_opponent| you.map_or(SquareSet::EMPTY, |you| made_by(you, is_opponent));
        Self {
            you,
            known: Some(KnownMakers {
                found: ByColor::from_fn(|side| record.own_squares(side)),
                yours: squares(false),
                theirs: squares(true),
            }),
        }
    }

    /// Returns the side of the only person in the end; `None` too if all moves were given.
    pub(super) fn person(&self) -> Option<Color> {
        self.you
    }

    /// Returns the side that the person had when a move was made; `None` if it did not play then.
    pub fn you(&self, color: Color, square: Square) -> Option<Color> {
        match &self.known {
            None => self.you,
            Some(known) if known.yours.contains(square) => Some(color),
            Some(known) if known.theirs.contains(square) => Some(color.opposite()),
            Some(_) => None,
        }
    }

    /// Returns whether the player of a side, as in the end, found a move itself.
    pub fn is_found_by(&self, side: Color, judged: &MoveReview) -> bool {
        match &self.known {
            None => judged.color == side,
            Some(known) => known.found[side].contains(judged.square),
        }
    }

    /// Returns the side, as in the end, whose player found a move itself.
    pub fn finder(&self, judged: &MoveReview) -> Option<Color> {
        let mut sides = Color::ALL.into_iter();
        sides.find(|&side| self.is_found_by(side, judged))
    }
}
