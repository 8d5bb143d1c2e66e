//! The replay of a record while it is read: checks each move and adds missing forced
//! passes.

use super::error::{MoveProblem, Problem, clip};
use super::record::{Record, RecordedMove};
use super::transcript::{Token, tokens};
use crate::color::Color;
use crate::game::MoveError;
use crate::position::Position;
use crate::square::Square;

/// A game that is being read into a record. Unlike [`Game`](crate::Game) it keeps no flips and cannot
/// undo, which allows a hundred thousand games per second.
#[derive(Clone, Debug)]
pub(super) struct Replay {
    start: Position,
    position: Position,
    pub(super) over: bool,
    moves: Vec<RecordedMove>,
    written: usize,
    /// True if the last of `moves` is an added pass that no recorded pass has matched yet.
    unclaimed_pass: bool,
}

impl Replay {
    pub(super) fn new(start: Position) -> Self {
        let mut replay = Self {
            start,
            position: start,
            over: false,
            moves: Vec::new(),
            written: 0,
            unclaimed_pass: false,
        };
        replay.pass_if_forced();
        replay
    }

    /// Returns a record with the start and the moves.
    pub(super) fn into_record(self, record: Record) -> Record {
        Record {
            start: self.start,
            moves: self.moves,
            ..record
        }
    }

    fn pass_if_forced(&mut self) {
        self.unclaimed_pass = false;
        if !self.position.legal_moves().is_empty() {
            return;
        }
        let Some(next) = self.position.pass() else {
            self.over = true;
            return;
        };
        self.position = next;
        self.moves.push(RecordedMove::default());
        self.unclaimed_pass = true;
    }

    /// Returns the last recorded move or pass and its side.
    pub(super) fn last(&mut self) -> Option<(Color, &mut RecordedMove)> {
        let side_to_move = self.position.side_to_move();
        // The pass that it forced may follow it.
        let (back, color) = if self.unclaimed_pass {
            (2, side_to_move)
        } else {
            (1, side_to_move.opposite())
        };
        let at = self.moves.len().checked_sub(back)?;
        Some((color, &mut self.moves[at]))
    }

    /// Returns the error of a recorded move and counts the move.
    pub(super) fn fail(&mut self, why: MoveProblem) -> Problem {
        self.written += 1;
        Problem::Move {
            number: self.written,
            why,
        }
    }

    /// Plays a move, for a given side if the format names one.
    pub(super) fn play(
        &mut self,
        square: Square,
        by: Option<Color>,
    ) -> Result<&mut RecordedMove, Problem> {
        let side_to_move = self.position.side_to_move();
        if !self.over && by.is_some_and(|by| by != side_to_move) {
            return Err(self.fail(MoveProblem::WrongSide {
                square: Some(square),
                side_to_move,
            }));
        }
        let Some(next) = self.position.play(square) else {
            let error = match self.position.disc(square) {
                _ if self.over => MoveError::GameOver,
                Some(by) => MoveError::Occupied { square, by },
                None => MoveError::NothingToTurn { square },
            };
            return Err(self.fail(MoveProblem::Illegal { square, error }));
        };
        if self.moves.is_empty() {
            self.moves.reserve_exact(62);
        }
        self.written += 1;
        self.position = next;
        let at = self.moves.len();
        self.moves.push(RecordedMove::new(Some(square)));
        self.pass_if_forced();
        Ok(&mut self.moves[at])
    }

    /// Accepts a recorded pass: the one that was already added.
    fn pass(&mut self, by: Option<Color>) -> Result<&mut RecordedMove, Problem> {
        let side_to_move = self.position.side_to_move();
        if !self.unclaimed_pass {
            let side_to_move = (!self.over).then_some(side_to_move);
            return Err(self.fail(MoveProblem::NoPass { side_to_move }));
        }
        if by == Some(side_to_move) {
            return Err(self.fail(MoveProblem::WrongSide {
                square: None,
                side_to_move: side_to_move.opposite(),
            }));
        }
        self.unclaimed_pass = false;
        self.written += 1;
        let last = self.moves.len() - 1;
        Ok(&mut self.moves[last])
    }

    fn token(&mut self, token: Token, by: Option<Color>) -> Result<&mut RecordedMove, Problem> {
        match token {
            Token::Move(square) => self.play(square, by),
            Token::Pass => self.pass(by),
        }
    }

    /// Plays one move of a format with one move per field.
    pub(super) fn field(
        &mut self,
        text: &str,
        by: Option<Color>,
    ) -> Result<&mut RecordedMove, Problem> {
        match move_text(text) {
            Ok(token) => self.token(token, by),
            Err(why) => Err(self.fail(why)),
        }
    }

    /// Plays the first `most` moves and passes of a transcript.
    pub(super) fn transcript(&mut self, text: &str, most: usize) -> Result<(), Problem> {
        for token in tokens(text).take(most) {
            match token {
                Ok(token) => self.token(token, None)?,
                Err(error) => return Err(self.fail(MoveProblem::Unreadable(error))),
            };
        }
        Ok(())
    }
}

/// Adds a comment to the last move or, before the first move, to the game.
pub(super) fn comment_on(replay: Option<&mut Replay>, game: &mut String, text: &str) {
    let last = replay.and_then(Replay::last);
    let comment = last.map_or(game, |(_, recorded)| &mut recorded.comment);
    if !comment.is_empty() {
        comment.push('\n');
    }
    comment.push_str(text);
}

/// Reads one move of a format with one move per field: a square in any case, or a pass as `PA` or any
/// other prefix of `PASS`, `--`, `-`, or an empty field.
pub(super) fn move_text(text: &str) -> Result<Token, MoveProblem> {
    let text = text.trim();
    let is_pass = text.len() <= 4 && b"pass"[..text.len()].eq_ignore_ascii_case(text.as_bytes());
    if is_pass || matches!(text, "-" | "--") || text.eq_ignore_ascii_case("ps") {
        return Ok(Token::Pass);
    }
    let square = clip(text).parse();
    square.map(Token::Move).map_err(MoveProblem::Unreadable)
}

/// Reads a number; never infinite.
pub(super) fn number(text: &str) -> Option<f64> {
    text.trim()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
}
