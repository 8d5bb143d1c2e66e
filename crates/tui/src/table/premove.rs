//! The premove: a square that a person chooses while the other side has the move, played when the turn comes.

use std::time::{Duration, Instant};

use super::{ShownGame, TableView};
use crate::context::UiContext;
use reversi::{Color, MoveError, Square, Status};
use reversi_board::parts::SquareSign;
use reversi_table::phrase::illegal_move;
use reversi_text::tr;

/// The sign of a premove on its square.
pub(crate) const PREMOVE_SIGN: SquareSign = SquareSign {
    text: "P",
    is_strong: true,
};

impl<G: ShownGame> TableView<G> {
    /// Drops the premove, because the person passes.
    pub(super) fn pass_over_premove(&mut self) {
        if let Some(square) = self.premove.take() {
            let warning = tr!("You pass, so your premove {square} is dropped.", square);
            self.log.warn(&warning);
        }
    }
}

impl TableView {
    /// Returns whether a square that is chosen now is a premove: a person plays, and the other side is about to move.
    pub(crate) fn takes_premove(&self, ui: &UiContext) -> bool {
        let session = self.session();
        let other = session.lone_human().map(Color::opposite);
        let is_others = match session.game().status() {
            Status::ToMove(color) => other == Some(color),
            Status::MustPass(_) | Status::Over(_) => false,
        };
        ui.settings.premove && is_others && !session.is_paused()
    }

    /// Keeps a square until the turn comes, in place of the one before, or shows that it can never be played.
    pub(crate) fn set_premove(&mut self, square: Square) {
        match self.game().position().disc(square) {
            Some(by) => self
                .log
                .refuse(&illegal_move(MoveError::Occupied { square, by })),
            None => self.premove = Some(square),
        }
    }

    /// Returns when the premove is played: at once if time runs, otherwise when the discs have turned.
    pub(crate) fn premove_due(&self, ui: &UiContext) -> Option<Instant> {
        let session = self.session();
        // A move would refuse what the other player asks for.
        let is_asked = self.connection_status().asked.is_some();
        let can_play = session.awaits_human() && !session.is_paused() && !is_asked;
        let has_clock = session.timing.clock().is_some();
        self.premove.filter(|_| can_play).map(|_| {
            if has_clock {
                ui.now
            } else {
                self.timeline.due(Duration::ZERO)
            }
        })
    }

    /// Takes the premove once it is due and legal. One that is not legal is dropped, with a sentence.
    pub(crate) fn take_premove(&mut self, ui: &UiContext) -> Option<Square> {
        self.premove.take_if(|_| !ui.settings.premove);
        self.premove_due(ui).filter(|&due| due <= ui.now)?;
        let square = self.premove.take()?;
        if self.game().legal_moves().contains(square) {
            return Some(square);
        }
        let warning = tr!(
            "{square} is not legal now, so your premove is dropped.",
            square
        );
        self.log.warn(&warning);
        None
    }
}
