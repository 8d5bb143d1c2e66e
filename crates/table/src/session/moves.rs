//! What a person does in a session: moves, passes and resignations.

use super::{BadMove, Refusal, Session, TableGame, Turn};
use crate::player::TablePlayer as _;
use reversi::{Entry, Square};
use reversi_notation::MoveOrigin;

impl<G: TableGame> Session<G> {
    /// Returns why a person cannot choose a move now.
    pub fn turn_refusal(&self) -> Refusal<G> {
        match self.game.turn() {
            Turn::Over => Refusal::GameOver,
            _ if self.is_watched() => Refusal::Watching,
            Turn::Move(color) | Turn::Pass(color) => Refusal::NotYourTurn {
                color,
                player: self.players[color].clone(),
            },
        }
    }

    /// Plays a human's move and discards undone entries. If that side's time has run out, it loses on
    /// time first.
    ///
    /// # Errors
    /// [`Refusal::Move`], [`Refusal::NotYourTurn`] or [`Refusal::NotConnected`].
    pub fn play(&mut self, square: Square) -> Result<(), Refusal<G>> {
        self.play_or_pass(Some(square))
    }

    /// Plays a human's move or, for `None`, a pass, like [`Session::play`].
    ///
    /// # Errors
    /// As [`Session::play`], and [`Refusal::PassesAreMade`].
    pub(crate) fn play_or_pass(&mut self, chosen: Option<Square>) -> Result<(), Refusal<G>> {
        self.tick();
        self.refuse_turn(&self.game)?;
        self.play_checked(chosen)
    }

    /// Refuses a move of a person while another player is to move in this game, or after its end.
    fn refuse_turn(&self, game: &G) -> Result<(), Refusal<G>> {
        let to_move = match game.turn() {
            Turn::Over => return Err(Refusal::Move(G::OVER)),
            Turn::Move(color) => color,
            Turn::Pass(color) => color.opposite(),
        };
        self.refuse_spectator()?;
        let player = &self.players[to_move];
        if !player.is_human() {
            return Err(Refusal::NotYourTurn {
                color: to_move,
                player: player.clone(),
            });
        }
        self.refuse_unconnected()
    }

    /// Checks whether a person can play these moves one after another, and plays none of them. `None` is a pass; a
    /// written forced pass may follow the move before it.
    ///
    /// # Errors
    /// [`BadMove`], for the first that cannot be played.
    pub fn check_moves(
        &self,
        moves: impl IntoIterator<Item = Option<Square>>,
    ) -> Result<(), BadMove<G>> {
        let mut game = self.game.clone();
        for (index, played) in moves.into_iter().enumerate() {
            let has_passed = matches!(game.entries().last(), Some(Entry::Pass { .. }));
            if played.is_none() && G::PASSES_ARE_FORCED && (has_passed || game.pass_if_forced()) {
                continue;
            }
            let bad = |why| BadMove { index, played, why };
            self.refuse_turn(&game).map_err(bad)?;
            game.play(played).map_err(bad)?;
        }
        Ok(())
    }

    /// Plays a move of the side to move.
    pub(super) fn play_checked(&mut self, played: Option<Square>) -> Result<(), Refusal<G>> {
        let before = self.game.entries().len();
        let origin = self.help.origin_of(played, !self.game.undone().is_empty());
        self.game.play(played)?;
        self.update_after(before, origin);
        self.think_if_due();
        Ok(())
    }

    /// Resigns for the human to move, or for the human opponent while another player is to move.
    ///
    /// # Errors
    /// [`Refusal::GameOver`], [`Refusal::NobodyToResign`], [`Refusal::Watching`] or [`Refusal::NotConnected`].
    pub fn resign(&mut self) -> Result<(), Refusal<G>> {
        self.refuse_spectator()?;
        let to_move = match self.game.turn() {
            Turn::Over => return Err(Refusal::GameOver),
            Turn::Move(color) | Turn::Pass(color) => color,
        };
        let color = [to_move, to_move.opposite()]
            .into_iter()
            .find(|&color| self.players[color].is_human())
            .ok_or(Refusal::NobodyToResign)?;
        self.refuse_unconnected()?;
        self.end_with(|game| game.resign(color))
    }

    /// Ends the game by a resignation, on time or by agreement.
    pub(super) fn end_with(&mut self, end: impl FnOnce(&mut G) -> bool) -> Result<(), Refusal<G>> {
        if self.game.outcome().is_some() {
            return Err(Refusal::GameOver);
        }
        self.thinking.stop();
        let before = self.game.entries().len();
        end(&mut self.game);
        self.update_after(before, MoveOrigin::Played);
        Ok(())
    }

    /// Refuses what only the players may do.
    ///
    /// # Errors
    /// [`Refusal::Watching`] for a spectator.
    pub fn refuse_spectator(&self) -> Result<(), Refusal<G>> {
        if self.is_watched() {
            return Err(Refusal::Watching);
        }
        Ok(())
    }

    /// Refuses moves while the remote player is not connected, which pauses the game.
    fn refuse_unconnected(&self) -> Result<(), Refusal<G>> {
        if self.paused && self.remote().is_some() {
            return Err(Refusal::NotConnected);
        }
        Ok(())
    }
}
