//! The player at the other end of a connection, whose moves arrive as messages.

use super::{Event, Refusal, Session};
use reversi::{Color, Game, MoveError, Square, Status};

impl Session<Game> {
    /// Plays a move of the remote player. If that side's time has run out, it loses on time first.
    ///
    /// # Errors
    /// [`Refusal::Move`] or [`Refusal::NotYourTurn`]; the game is unchanged.
    pub fn play_for_remote(&mut self, square: Square) -> Result<(), Refusal> {
        self.tick();
        match self.game.status() {
            Status::Over(_) => Err(Refusal::Move(MoveError::GameOver)),
            Status::ToMove(color) if self.players[color].is_remote() => {
                self.play_checked(Some(square))
            }
            Status::ToMove(color) | Status::MustPass(color) => Err(Refusal::NotYourTurn {
                color,
                player: self.players[color].clone(),
            }),
        }
    }

    /// Resigns for a remote player.
    ///
    /// # Errors
    /// [`Refusal::GameOver`] or [`Refusal::NobodyToResign`].
    pub fn resign_for_remote(&mut self, color: Color) -> Result<(), Refusal> {
        if !self.players[color].is_remote() {
            return Err(Refusal::NobodyToResign);
        }
        self.end_with(|game| game.resign(color))
    }

    /// Ends the game because a side has left and the other one claims the win.
    ///
    /// # Errors
    /// [`Refusal::GameOver`].
    pub fn depart(&mut self, color: Color) -> Result<(), Refusal> {
        if self.game.outcome().is_some() {
            return Err(Refusal::GameOver);
        }
        self.departed = true;
        self.end_with(|game| game.resign(color))
    }

    /// Continues a game that a side had lost because it left.
    pub fn reopen(&mut self) {
        if self.departed().is_some() {
            self.game.undo();
            self.departed = false;
            self.went_to();
            self.events.push_back(Event::Reopened);
        }
    }

    /// Ends the game as a draw to which both players agree.
    ///
    /// # Errors
    /// [`Refusal::GameOver`].
    pub fn agree_to_draw(&mut self) -> Result<(), Refusal> {
        self.end_with(Game::agree_to_draw)
    }

    /// Ends the game because a side has run out of time by the clock of the other program.
    ///
    /// # Errors
    /// [`Refusal::GameOver`].
    pub fn time_out(&mut self, color: Color) -> Result<(), Refusal> {
        self.end_with(|game| game.time_out(color))
    }
}
