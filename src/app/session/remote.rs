//! A player at the other end of a connection, whose moves arrive as messages.

use super::{Refusal, Session, TableGame};
use crate::app::player::TablePlayer as _;
use crate::color::Color;
use crate::game::{Game, MoveError, Status};
use crate::square::Square;

impl Session<Game> {
    /// Plays a move of the remote player. If that side's time has run out, it loses on time first.
    ///
    /// # Errors
    /// [`Refusal::Move`] or [`Refusal::NotYourTurn`]; the game is unchanged.
    pub(crate) fn play_for_remote(&mut self, square: Square) -> Result<(), Refusal> {
        self.tick();
        match self.game.status() {
            Status::Over(_) => Err(Refusal::Move(MoveError::GameOver)),
            Status::ToMove(color) if Some(color) == self.remote() => {
                self.play_checked(Some(square))
            }
            Status::ToMove(color) | Status::MustPass(color) => Err(Refusal::NotYourTurn {
                color,
                player: self.players[color].clone(),
            }),
        }
    }

    /// Resigns for the remote player.
    ///
    /// # Errors
    /// [`Refusal::GameOver`] or [`Refusal::NobodyToResign`].
    pub(crate) fn resign_for_remote(&mut self) -> Result<(), Refusal> {
        let color = self.remote().ok_or(Refusal::NobodyToResign)?;
        if self.game.outcome().is_some() {
            return Err(Refusal::GameOver);
        }
        self.end_with(|game| game.resign(color));
        Ok(())
    }

    /// Ends the game because a side has run out of time by the clock of the other program.
    ///
    /// # Errors
    /// [`Refusal::GameOver`].
    pub(crate) fn time_out(&mut self, color: Color) -> Result<(), Refusal> {
        if self.game.outcome().is_some() {
            return Err(Refusal::GameOver);
        }
        self.end_with(|game| game.time_out(color));
        Ok(())
    }
}

impl<G: TableGame> Session<G> {
    /// Returns the side of the player at the other end of a connection, if there is one.
    pub(crate) fn remote(&self) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| self.players[color].is_remote())
    }

    /// Refuses what needs the consent of a remote player.
    pub(super) fn refuse_over_network(&self) -> Result<(), Refusal<G>> {
        match self.remote() {
            Some(_) => Err(Refusal::NotOverNetwork),
            None => Ok(()),
        }
    }

    /// Refuses moves while the remote player is not connected, which pauses the game.
    pub(super) fn refuse_unconnected(&self) -> Result<(), Refusal<G>> {
        if self.paused && self.remote().is_some() {
            return Err(Refusal::NotConnected);
        }
        Ok(())
    }
}
