//! The answers of a session's CPUs, what to do about a CPU that fails, and resigning.

use std::time::Instant;

use super::{Event, Refusal, Session, TableGame, Turn};
use crate::app::player::{PlayerError, TablePlayer as _};
use crate::color::Color;
use crate::square::Square;

impl<G: TableGame> Session<G> {
    /// Processes the reports of the background tasks without blocking. Returns whether a CPU's answer
    /// is ready for [`Session::advance`]. [`Session::thought`] and [`Session::analysis`] may have
    /// changed either way.
    pub(crate) fn poll(&mut self) -> bool {
        while let Some((answer, at)) = self.thinking.poll() {
            self.take(answer, at);
        }
        self.analysis.poll();
        self.thinking.answer.is_some()
    }

    /// Returns whether a CPU's answer is ready for [`Session::advance`].
    pub(crate) const fn has_answer(&self) -> bool {
        self.thinking.answer.is_some()
    }

    /// Waits for the answer of the CPU that is thinking. Returns `false` when no CPU is thinking.
    pub(crate) fn wait(&mut self) -> bool {
        while self.thinking.answer.is_none()
            && let Some((answer, at)) = self.thinking.wait()
        {
            self.take(answer, at);
        }
        self.thinking.answer.is_some()
    }

    /// Plays the CPU's answer announced by [`Session::poll`] or [`Session::wait`]. Returns `false` if
    /// there is none.
    pub(crate) fn advance(&mut self) -> bool {
        let (Some(answer), Some(color)) = (self.thinking.answer.take(), self.thinking.color.take())
        else {
            return false;
        };
        let before = self.game.entries().len();
        let play = |played| {
            let done = self.game.play(played);
            done.map_err(|why| PlayerError::Illegal(why.to_string()))
        };
        match answer.and_then(play) {
            Err(PlayerError::Resigned) => {
                self.game.resign(color);
                self.update_after(before);
            }
            Ok(()) => {
                self.update_after(before);
                self.thinking.stop();
                self.think_if_due();
            }
            Err(error) => {
                self.thinking.stop();
                self.paused = true;
                self.run_clock();
                self.failed = Some(color);
                self.events.push_back(Event::PlayerFailed {
                    color,
                    player: self.players[color].clone(),
                    error,
                });
            }
        }
        true
    }

    /// Stores the answer of a CPU.
    fn take(&mut self, answer: Result<Option<Square>, PlayerError>, at: Option<Instant>) {
        let at = at.unwrap_or_else(|| (self.timing.now)());
        // The time between the answer and the move on the board is not the CPU's.
        if !self.flag_at(at) {
            self.timing.hold(at);
            self.thinking.answer = Some(answer);
        }
    }

    /// Resigns for the human to move, or for the human opponent while another player is to move.
    ///
    /// # Errors
    /// [`Refusal::GameOver`], [`Refusal::NobodyToResign`] or [`Refusal::NotConnected`].
    pub(crate) fn resign(&mut self) -> Result<(), Refusal<G>> {
        let to_move = match self.game.turn() {
            Turn::Over => return Err(Refusal::GameOver),
            Turn::Move(color) | Turn::Pass(color) => color,
        };
        let color = [to_move, to_move.opposite()]
            .into_iter()
            .find(|&color| self.players[color].is_human())
            .ok_or(Refusal::NobodyToResign)?;
        self.refuse_unconnected()?;
        self.end_with(|game| game.resign(color));
        Ok(())
    }

    /// Ends the game before its last move.
    pub(super) fn end_with(&mut self, end: impl FnOnce(&mut G) -> bool) {
        self.thinking.stop();
        let before = self.game.entries().len();
        end(&mut self.game);
        self.update_after(before);
    }

    /// Returns the side whose CPU has failed to move and was not asked again.
    pub(crate) fn failed(&self) -> Option<Color> {
        let to_move = |color: &Color| self.game.turn() == Turn::Move(*color);
        self.failed.filter(to_move)
    }

    /// Lets the human play for the CPU that failed.
    ///
    /// # Errors
    /// [`Refusal::NobodyFailed`].
    pub(crate) fn take_over(&mut self) -> Result<(), Refusal<G>> {
        let color = self.failed().ok_or(Refusal::NobodyFailed)?;
        let mut players = self.players.clone();
        players[color] = G::Kind::HUMAN;
        self.paused = false;
        self.timing.resume();
        self.set_players(players);
        Ok(())
    }

    /// Resigns for the CPU that failed.
    ///
    /// # Errors
    /// [`Refusal::NobodyFailed`].
    pub(crate) fn forfeit(&mut self) -> Result<(), Refusal<G>> {
        let color = self.failed().ok_or(Refusal::NobodyFailed)?;
        self.end_with(|game| game.resign(color));
        Ok(())
    }
}
