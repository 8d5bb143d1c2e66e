//! Owns the replay of a record while it is read: each move is checked as it comes, and the forced
//! passes that are not written are put in.

use super::error::{MoveProblem, Problem};
use super::record::RecordedMove;
use super::transcript::Token;
use crate::board::Board;
use crate::color::Color;
use crate::game::MoveError;
use crate::position::Position;
use crate::square::Square;

/// A game on its way from a file into a record. Unlike [`Game`](crate::Game) it keeps no flips and
/// cannot go back, which is what makes a hundred thousand games a second possible.
#[derive(Clone, Debug)]
pub(crate) struct Replay {
    start: Position,
    board: Board,
    side_to_move: Color,
    over: bool,
    moves: Vec<RecordedMove>,
    written: usize,
    /// The last of `moves` is a pass that was put in, and no written pass has claimed it.
    unclaimed_pass: bool,
}

impl Replay {
    pub(crate) fn new(start: Position) -> Self {
        let mut replay = Self {
            start,
            board: start.board(),
            side_to_move: start.side_to_move(),
            over: false,
            moves: Vec::new(),
            written: 0,
            unclaimed_pass: false,
        };
        replay.pass_if_forced();
        replay
    }

    pub(crate) const fn start(&self) -> Position {
        self.start
    }

    pub(crate) const fn is_over(&self) -> bool {
        self.over
    }

    pub(crate) fn into_moves(self) -> Vec<RecordedMove> {
        self.moves
    }

    fn pass_if_forced(&mut self) {
        self.unclaimed_pass = false;
        if !self.board.legal_moves().is_empty() {
            return;
        }
        if self.board.swapped().legal_moves().is_empty() {
            self.over = true;
            return;
        }
        self.board = self.board.swapped();
        self.side_to_move = self.side_to_move.opposite();
        self.moves.push(RecordedMove::default());
        self.unclaimed_pass = true;
    }

    /// The last move or pass that was written, and whose it was.
    pub(crate) fn last(&mut self) -> Option<(Color, &mut RecordedMove)> {
        // After it may have come the pass that it forced.
        let back = 1 + usize::from(self.unclaimed_pass);
        let color = if self.unclaimed_pass {
            self.side_to_move
        } else {
            self.side_to_move.opposite()
        };
        let at = self.moves.len().checked_sub(back)?;
        Some((color, &mut self.moves[at]))
    }

    /// Counts one written move that failed and says why.
    pub(crate) fn fail(&mut self, why: MoveProblem) -> Problem {
        self.written += 1;
        Problem::Move {
            number: self.written,
            why,
        }
    }

    /// Plays a move, for a side where the format names one.
    pub(crate) fn play(
        &mut self,
        square: Square,
        by: Option<Color>,
    ) -> Result<&mut RecordedMove, Problem> {
        let illegal = |error| MoveProblem::Illegal { square, error };
        if self.over {
            return Err(self.fail(illegal(MoveError::GameOver)));
        }
        if by.is_some_and(|by| by != self.side_to_move) {
            let side_to_move = self.side_to_move;
            return Err(self.fail(MoveProblem::WrongSide {
                square: Some(square),
                side_to_move,
            }));
        }
        if self.board.occupied().contains(square) {
            let own = self.board.player().contains(square);
            let by = if own {
                self.side_to_move
            } else {
                self.side_to_move.opposite()
            };
            return Err(self.fail(illegal(MoveError::Occupied { square, by })));
        }
        let flips = self.board.flips(square);
        if flips.is_empty() {
            return Err(self.fail(illegal(MoveError::NothingToTurn { square })));
        }
        if self.moves.is_empty() {
            self.moves.reserve_exact(62);
        }
        self.written += 1;
        self.board = self.board.play_unchecked(square, flips);
        self.side_to_move = self.side_to_move.opposite();
        let at = self.moves.len();
        self.moves.push(RecordedMove::new(Some(square)));
        self.pass_if_forced();
        Ok(&mut self.moves[at])
    }

    /// Takes a written pass: the one that was put in already.
    pub(crate) fn pass(&mut self, by: Option<Color>) -> Result<&mut RecordedMove, Problem> {
        if !self.unclaimed_pass {
            let side_to_move = (!self.over).then_some(self.side_to_move);
            return Err(self.fail(MoveProblem::NoPass { side_to_move }));
        }
        if by.is_some_and(|by| by == self.side_to_move) {
            let side_to_move = self.side_to_move.opposite();
            return Err(self.fail(MoveProblem::WrongSide {
                square: None,
                side_to_move,
            }));
        }
        self.unclaimed_pass = false;
        self.written += 1;
        let last = self.moves.len() - 1;
        Ok(&mut self.moves[last])
    }

    /// Plays one item of a transcript.
    pub(crate) fn token(
        &mut self,
        token: Token,
        by: Option<Color>,
    ) -> Result<&mut RecordedMove, Problem> {
        match token {
            Token::Move(square) => self.play(square, by),
            Token::Pass => self.pass(by),
        }
    }
}

/// Puts a comment where it belongs: to the last move, or to the game.
pub(crate) fn comment_on(replay: Option<&mut Replay>, game: &mut String, text: &str) {
    let last = replay.and_then(Replay::last);
    let comment = last.map_or(game, |(_, recorded)| &mut recorded.comment);
    if !comment.is_empty() {
        comment.push('\n');
    }
    comment.push_str(text);
}

/// Reads one move as formats with one move a field write it: a square in any case, or a pass as `PA`
/// or any other beginning of `PASS`, `--`, `-`, or nothing at all.
pub(crate) fn move_text(text: &str) -> Result<Token, MoveProblem> {
    let text = text.trim();
    let pass = text
        .get(..)
        .is_some_and(|t| t.len() <= 4 && "pass"[..t.len()].eq_ignore_ascii_case(t));
    if pass || matches!(text, "-" | "--") || text.eq_ignore_ascii_case("ps") {
        return Ok(Token::Pass);
    }
    let clipped = super::error::clip(text);
    clipped
        .parse()
        .map(Token::Move)
        .map_err(MoveProblem::Unreadable)
}
