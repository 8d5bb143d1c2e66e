//! The game as host and engine share it. A [`Game`] makes a forced pass at once; here it counts only when
//! the host or the engine has made it, because some hosts write passes and others leave them out.

use reversi::{Color, Entry, Game, MoveError, Square, Status};
use reversi_table::session::Turn;

/// Why a move or a pass is not legal. Displays as a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum IllegalMove {
    /// The move is not legal for the side to move.
    #[error("{0}")]
    Move(MoveError),
    /// The other side is to move.
    #[error("{0} is to move")]
    OtherSide(Color),
    /// A pass where the side has a legal move.
    #[error("{0} has a legal move")]
    Pass(Color),
}

#[derive(Clone, Debug)]
pub(super) struct SharedGame {
    game: Game,
    /// The number of entries before each move and each pass that was made, not left out.
    plies: Vec<usize>,
}

impl SharedGame {
    /// Creates a shared game. `passed` is whether the host or the engine made the pass at its end, if there is
    /// one.
    pub(super) fn new(game: Game, passed: bool) -> Self {
        let moves = game.entries().iter().enumerate();
        let mut plies: Vec<usize> = moves
            .filter(|(_, entry)| matches!(entry, Entry::Move { .. }))
            .map(|(index, _)| index)
            .collect();
        if passed && matches!(game.entries().last(), Some(Entry::Pass { .. })) {
            plies.push(game.entries().len());
        }
        Self { game, plies }
    }

    pub(super) const fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn turn(&self) -> Turn {
        match (self.game.status(), self.game.entries().last()) {
            (Status::Over(_), _) => Turn::Over,
            // The game has no pending pass: it makes passes at once, and so does `undo` here.
            (Status::ToMove(_) | Status::MustPass(_), Some(&Entry::Pass { color }))
                if self.plies.last() != Some(&self.game.entries().len()) =>
            {
                Turn::Pass(color)
            }
            (Status::ToMove(color) | Status::MustPass(color), _) => Turn::Move(color),
        }
    }

    /// Plays a move or, for `None`, a pass, for the side that is to move or for a given one. A forced pass
    /// before it may be left out, and after the end of the game both sides may pass.
    ///
    /// # Errors
    /// [`IllegalMove`]. The game is then unchanged.
    pub(super) fn play(
        &mut self,
        color: Option<Color>,
        square: Option<Square>,
    ) -> Result<(), IllegalMove> {
        let turn = self.turn();
        let side_to_move = self.game.position().side_to_move();
        let ply = self.game.entries().len();
        match square {
            Some(square) => {
                if turn != Turn::Over && color.is_some_and(|color| color != side_to_move) {
                    return Err(IllegalMove::OtherSide(side_to_move));
                }
                self.game.play(square).map_err(IllegalMove::Move)?;
            }
            None => match turn {
                Turn::Over => {}
                Turn::Pass(passer) if color.is_none_or(|color| color == passer) => {}
                Turn::Pass(other) => return Err(IllegalMove::OtherSide(other)),
                Turn::Move(other) if color.is_some_and(|color| color != other) => {
                    return Err(IllegalMove::OtherSide(other));
                }
                Turn::Move(mover) => return Err(IllegalMove::Pass(mover)),
            },
        }
        self.plies.push(ply);
        Ok(())
    }

    /// Takes the last move or pass back, with the pass that was left out before it. Returns false at the
    /// start.
    pub(super) fn undo(&mut self) -> bool {
        let Some(ply) = self.plies.pop() else {
            return false;
        };
        while self.game.entries().len() > ply {
            self.game.undo();
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::transcript;

    const BLACK: Color = Color::Black;
    const WHITE: Color = Color::White;

    /// After this, Black plays h8, White must pass, and Black moves again: see the first test.
    fn before_a_pass() -> (SharedGame, Square) {
        // A tournament game (WTHOR 1999, no. 317) with eight passes.
        let moves = "f5f4e3d6f3g3g4g5h3d3h6h5h4h2h1e2g6f2g2h7g7f7g8h8e1f1g1f6f8d1d2e6d7";
        let whole = transcript::parse(moves).unwrap();
        let index = whole.entries().iter().position(|e| e.square().is_none());
        let index = index.unwrap() - 1;
        let square = whole.entries()[index].square().unwrap();
        let mut game = Game::new();
        for entry in &whole.entries()[..index] {
            game.play(entry.square().unwrap()).unwrap();
        }
        (SharedGame::new(game, false), square)
    }

    #[test]
    fn a_forced_pass_may_be_made_or_left_out_and_undo_takes_back_what_was_made() {
        let (mut game, square) = before_a_pass();
        let Turn::Move(mover) = game.turn() else {
            panic!("{:?}", game.turn());
        };
        let other = mover.opposite();
        let before = game.game().position();
        game.play(Some(mover), Some(square)).unwrap();
        let after = game.game().position();
        assert_eq!(game.turn(), Turn::Pass(other));
        assert_eq!(
            game.play(Some(mover), None),
            Err(IllegalMove::OtherSide(other))
        );
        // Made.
        game.play(Some(other), None).unwrap();
        assert_eq!(game.turn(), Turn::Move(mover));
        assert_eq!(game.play(None, None), Err(IllegalMove::Pass(mover)));
        assert!(game.undo());
        assert_eq!(game.turn(), Turn::Pass(other));
        // Left out.
        let next = game.game().legal_moves().first();
        let illegal = game.play(Some(other), next);
        assert_eq!(illegal, Err(IllegalMove::OtherSide(mover)));
        game.play(Some(mover), next).unwrap();
        assert!(game.undo());
        assert_eq!(
            (game.turn(), game.game().position()),
            (Turn::Pass(other), after)
        );
        assert!(game.undo());
        assert_eq!(
            (game.turn(), game.game().position()),
            (Turn::Move(mover), before)
        );
    }

    #[test]
    fn a_game_is_taken_back_to_its_start_and_no_further() {
        let (game, square) = before_a_pass();
        let moves = game.plies.len();
        let mut game = game;
        game.play(None, Some(square)).unwrap();
        game.play(None, None).unwrap();
        let mut again = SharedGame::new(game.game().clone(), true);
        assert_eq!(again.plies, game.plies);
        for _ in 0..moves + 2 {
            assert!(again.undo());
        }
        assert!(!again.undo());
        assert_eq!(*again.game(), Game::new());
    }

    #[test]
    fn after_the_end_of_the_game_there_are_only_passes() {
        let over = transcript::parse("e6f4e3f6g5d6e7f5c5").unwrap();
        let mut game = SharedGame::new(over, false);
        assert_eq!(game.turn(), Turn::Over);
        let error = game.play(Some(WHITE), Some(Square::A1));
        assert_eq!(error, Err(IllegalMove::Move(MoveError::GameOver)));
        game.play(Some(WHITE), None).unwrap();
        game.play(Some(BLACK), None).unwrap();
        assert!(game.undo() && game.undo() && game.undo());
        assert_eq!(game.turn(), Turn::Move(BLACK));
    }
}
