//! Who the people in a game are, and the help they had.

use super::{Session, TableGame};
use reversi::{Color, Square};
use reversi_notation::{Casual, MoveOrigin, Participant};

/// What a session knows about its people and the help they had.
#[derive(Clone, Copy, Debug)]
pub struct HelpState {
    /// What made the game casual first; `None` while it is rated.
    pub casual: Option<Casual>,
    /// The side of the first of two people; in a game that is only watched, that of the host.
    pub first: Color,
    /// Who plays at the other end of a connection.
    pub remote: Participant,
    /// The move that a hint showed in the present position.
    pub(super) hinted: Option<Square>,
    /// Whether the next games are rated from the start.
    pub is_rated: bool,
}

impl HelpState {
    pub(super) fn new(is_rated: bool) -> Self {
        let mut help = Self {
            casual: None,
            first: Color::Black,
            remote: Participant::Guest,
            hinted: None,
            is_rated,
        };
        help.restart();
        help
    }

    /// Forgets the help of the last game.
    pub(super) fn restart(&mut self) {
        self.hinted = None;
        self.casual = (!self.is_rated).then_some(Casual::Unrated);
    }

    /// Returns how a person's move came about: `was_undone` says that it follows an undo.
    pub(super) fn origin_of(self, played: Option<Square>, was_undone: bool) -> MoveOrigin {
        if played.is_some() && played == self.hinted {
            MoveOrigin::Hint
        } else if was_undone {
            MoveOrigin::Retaken
        } else {
            MoveOrigin::Played
        }
    }
}

impl<G: TableGame> Session<G> {
    /// Notes that a person was helped: unless the game was casual before, it is from now on. Help after the end of the
    /// game does not count. Returns whether anything changed.
    pub(crate) fn note_help(&mut self, by: Casual) -> bool {
        let counts = by == Casual::Undo || self.game.outcome().is_none();
        let is_new = counts && self.help.casual.is_none();
        if is_new {
            self.help.casual = Some(by);
        }
        is_new
    }

    /// Notes that a hint showed this move to the person who is to move. Returns whether anything changed.
    pub(crate) fn note_hint(&mut self, square: Square) -> bool {
        let is_new = self.note_help(Casual::Hint) || self.help.hinted != Some(square);
        self.help.hinted = Some(square);
        is_new
    }
}
