//! A game of Go in a session.

use super::player::{GoPlayer, GoPlayerKind, GoSearchInfo};
use super::{GoGame, GoMove, GoMoveError, GoOutcome};
use crate::player::description::PlayerName;
use crate::player::{Control, PlayerError, TablePlayer};
use crate::session::{Refusal, TableGame, Turn, methods_of_the_game};
use reversi::{Color, Entry, Square};
use reversi_text::Said;

impl TableGame for GoGame {
    type Outcome = GoOutcome;
    type MoveError = GoMoveError;
    type Kind = GoPlayerKind;
    type Cpu = GoPlayer;
    type Thought = GoSearchInfo;

    const PASSES_ARE_FORCED: bool = false;
    const REPORTS_EARLIER_MOVES: bool = false;
    const OVER: GoMoveError = GoMoveError::Over;

    methods_of_the_game!();

    fn illegal_move(error: &GoMoveError) -> Said {
        Said::display(error)
    }

    fn turn(&self) -> Turn {
        match self.outcome() {
            None => Turn::Move(self.side_to_move()),
            Some(_) => Turn::Over,
        }
    }

    fn again(&self) -> Self {
        let (stones, first) = self.start();
        Self::from_position(self.grid(), self.komi(), stones, first)
            .expect("the start of a game is legal")
    }

    fn play(&mut self, played: Option<Square>) -> Result<(), Refusal<Self>> {
        let played = played.map_or(GoMove::Pass, GoMove::Stone);
        self.play(played).map_err(Refusal::Move)
    }

    fn resign(&mut self, color: Color) -> bool {
        self.resign(color).is_ok()
    }

    fn create(kind: &GoPlayerKind, seed: u64) -> Option<GoPlayer> {
        (!kind.is_human()).then(|| GoPlayer::new(*kind, seed))
    }

    fn choose(
        &self,
        cpu: &mut GoPlayer,
        control: &Control<GoSearchInfo>,
    ) -> Result<Option<Square>, PlayerError> {
        let (played, info) = cpu.choose(self, &control.reporter);
        control.reporter.progress(info);
        Ok(played.into())
    }
}

impl TablePlayer for GoPlayerKind {
    const HUMAN: Self = Self::Human;

    fn name(&self) -> PlayerName {
        (*self).name()
    }
}
