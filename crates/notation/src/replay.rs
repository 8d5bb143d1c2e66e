//! The replay of a record while it is read: checks each move and adds missing forced
//! passes.

use super::error::{NESTING_LIMIT, Problem, SIDE_LIMIT, clip};
use super::record::Record;
use super::variations::{CutVariations, RecordPoint, RecordedMove, SideMove, Variations};
use reversi::Color;
use reversi::Position;
use reversi::Square;
use reversi::transcript::{MoveProblem, Token, tokens};

/// Where the reading of a line stands.
#[derive(Clone, Copy, Debug)]
struct ReplayPoint {
    position: Position,
    over: bool,
    written: usize,
    /// True if the last move is an added pass that no recorded pass has matched yet.
    unclaimed_pass: bool,
    /// The last move.
    last: RecordPoint,
    line: Line,
}

/// What a line is that is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Main,
    Side,
    /// A variation of which nothing more can be played.
    Cut,
}

/// A game that is being read into a record. Unlike [`Game`](reversi::Game) it keeps no flips and cannot
/// undo, which allows a hundred thousand games per second.
#[derive(Clone, Debug)]
pub(super) struct Replay {
    start: Position,
    here: ReplayPoint,
    /// The point before the last move, where a variation in its place begins.
    before: ReplayPoint,
    /// The points to return to at the ends of the open lines, each with the one before it.
    open: Vec<[ReplayPoint; 2]>,
    /// The number of lines opened inside those, beyond the limit.
    too_deep: u64,
    moves: Vec<RecordedMove>,
    variations: Variations,
}

impl Replay {
    pub(super) fn new(start: Position) -> Self {
        let here = ReplayPoint {
            position: start,
            over: false,
            written: 0,
            unclaimed_pass: false,
            last: RecordPoint::Main(0),
            line: Line::Main,
        };
        let mut replay = Self {
            start,
            here,
            before: here,
            open: Vec::new(),
            too_deep: 0,
            moves: Vec::new(),
            variations: Variations::default(),
        };
        replay.pass_if_forced();
        replay.before = replay.here;
        replay
    }

    /// Returns a record with the start, the moves and the variations. A variation that is still open was cut
    /// off.
    pub(super) fn into_record(mut self, record: Record) -> Record {
        if !self.open.is_empty() {
            self.note_cut(Problem::NoEnd);
        }
        Record {
            start: self.start,
            moves: self.moves,
            variations: self.variations,
            ..record
        }
    }

    /// Returns the squares of the main line.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> {
        self.moves.iter().filter_map(|played| played.square)
    }

    /// Returns whether the game is over.
    pub(super) const fn over(&self) -> bool {
        self.here.over
    }

    /// Returns whether what follows belongs to a variation.
    pub(super) fn is_side(&self) -> bool {
        self.here.line != Line::Main
    }

    /// Returns whether a variation was cut short and what follows in it must be skipped.
    pub(super) fn is_cut(&self) -> bool {
        self.here.line == Line::Cut
    }

    /// Returns whether a variation has no move yet.
    pub(super) fn awaits_move(&self) -> bool {
        self.is_side() && self.here.written == self.before.written
    }

    /// Opens a line from here. The lines opened after it ends are variations.
    pub(super) fn fork(&mut self) {
        let line = self.side_line();
        self.open_line(ReplayPoint { line, ..self.here }, self.here);
    }

    /// Opens a variation in place of the last move.
    pub(super) fn open_variation(&mut self) {
        let line = self.side_line();
        let before = self.before;
        self.open_line(self.here, ReplayPoint { line, ..before });
    }

    fn side_line(&self) -> Line {
        if self.is_cut() { Line::Cut } else { Line::Side }
    }

    fn open_line(&mut self, back: ReplayPoint, here: ReplayPoint) {
        if self.open.len() > NESTING_LIMIT {
            self.too_deep += 1;
            return;
        }
        self.open.push([back, self.before]);
        (self.here, self.before) = (here, here);
        if self.open.len() > NESTING_LIMIT && self.is_side() {
            self.cut(Problem::TooManyVariations);
        }
    }

    /// Ends the line that was opened last.
    pub(super) fn close_line(&mut self) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
            self.cut(Problem::TooManyVariations);
        } else if let Some([here, before]) = self.open.pop() {
            (self.here, self.before) = (here, before);
        }
    }

    /// Ends the variation here because of a problem, and notes it.
    ///
    /// # Errors
    /// The problem, in the main line.
    pub(super) fn end_variation(&mut self, problem: Problem) -> Result<(), Problem> {
        if !self.is_side() {
            return Err(problem);
        }
        self.cut(problem);
        Ok(())
    }

    /// Skips the rest of a variation.
    fn cut(&mut self, problem: Problem) {
        if !self.is_cut() {
            self.here.line = Line::Cut;
            self.note_cut(problem);
        }
    }

    fn note_cut(&mut self, problem: Problem) {
        if let Some(cut) = &mut self.variations.cut {
            cut.count += 1;
            return;
        }
        let mut line = Vec::new();
        let mut point = Some(self.here.last);
        while let Some(last) = point {
            let square = self.recorded(last).and_then(|recorded| recorded.square);
            line.extend(square.map(|square| square.to_string()));
            point = self.previous(last);
        }
        line.reverse();
        self.variations.cut = Some(CutVariations {
            count: 1,
            moves: line.concat(),
            problem,
        });
    }

    fn previous(&self, point: RecordPoint) -> Option<RecordPoint> {
        match point {
            RecordPoint::Main(count) => count.checked_sub(1).map(RecordPoint::Main),
            RecordPoint::Side(place) => Some(self.variations.moves[place].after),
        }
    }

    fn recorded(&mut self, point: RecordPoint) -> Option<&mut RecordedMove> {
        match point {
            RecordPoint::Main(count) => self.moves.get_mut(count.checked_sub(1)?),
            RecordPoint::Side(place) => Some(&mut self.variations.moves[place].recorded),
        }
    }

    fn push(&mut self, square: Option<Square>) {
        let recorded = RecordedMove::new(square);
        self.here.last = if self.is_side() {
            let after = self.here.last;
            self.variations.moves.push(SideMove { after, recorded });
            RecordPoint::Side(self.variations.moves.len() - 1)
        } else {
            self.moves.push(recorded);
            RecordPoint::Main(self.moves.len())
        };
    }

    fn pass_if_forced(&mut self) {
        self.here.unclaimed_pass = false;
        if !self.here.position.legal_moves().is_empty() {
            return;
        }
        let Some(next) = self.here.position.pass() else {
            self.here.over = true;
            return;
        };
        self.here.position = next;
        self.push(None);
        self.here.unclaimed_pass = true;
    }

    /// Returns the last recorded move or pass and its side.
    pub(super) fn last(&mut self) -> Option<(Color, &mut RecordedMove)> {
        let side_to_move = self.here.position.side_to_move();
        // The pass that it forced may follow it.
        let (point, color) = if self.here.unclaimed_pass {
            (self.previous(self.here.last)?, side_to_move)
        } else {
            (self.here.last, side_to_move.opposite())
        };
        Some((color, self.recorded(point)?))
    }

    /// Returns the error of a recorded move and counts the move.
    pub(super) fn fail(&mut self, why: MoveProblem) -> Problem {
        self.here.written += 1;
        Problem::Move {
            number: self.here.written,
            why,
        }
    }

    /// Plays a move, for a given side if the format names one.
    pub(super) fn play(
        &mut self,
        square: Square,
        by: Option<Color>,
    ) -> Result<&mut RecordedMove, Problem> {
        let ReplayPoint { position, over, .. } = self.here;
        let side_to_move = position.side_to_move();
        if !over && by.is_some_and(|by| by != side_to_move) {
            return Err(self.fail(MoveProblem::WrongSide {
                square: Some(square),
                side_to_move,
            }));
        }
        let next = position
            .play(square)
            .map_err(|error| self.fail(MoveProblem::Illegal { square, error }))?;
        if self.variations.moves.len() >= SIDE_LIMIT && self.is_side() {
            return Err(Problem::TooManyVariations);
        }
        if self.moves.is_empty() {
            self.moves.reserve_exact(62);
        }
        self.before = self.here;
        self.here.written += 1;
        self.here.position = next;
        self.push(Some(square));
        let played = self.here.last;
        self.pass_if_forced();
        Ok(self.recorded(played).expect("it was just pushed"))
    }

    /// Accepts a recorded pass: the one that was already added.
    fn pass(&mut self, by: Option<Color>) -> Result<&mut RecordedMove, Problem> {
        let side_to_move = self.here.position.side_to_move();
        if !self.here.unclaimed_pass {
            let side_to_move = (!self.here.over).then_some(side_to_move);
            return Err(self.fail(MoveProblem::NoPass { side_to_move }));
        }
        if by == Some(side_to_move) {
            return Err(self.fail(MoveProblem::WrongSide {
                square: None,
                side_to_move: side_to_move.opposite(),
            }));
        }
        self.before = self.here;
        self.here.unclaimed_pass = false;
        self.here.written += 1;
        Ok(self.recorded(self.here.last).expect("the pass was added"))
    }

    /// Plays a move, or accepts a pass.
    pub(super) fn token(
        &mut self,
        token: Token,
        by: Option<Color>,
    ) -> Result<&mut RecordedMove, Problem> {
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
    if text.is_empty() {
        return;
    }
    let last = replay.and_then(Replay::last);
    let comment = last.map_or(game, |(_, recorded)| &mut recorded.notes.comment);
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

/// Sets what is not known yet. Returns false for a value that was not read, or a second one.
pub(super) fn set<T>(field: &mut Option<T>, value: Option<T>) -> bool {
    let is_set = field.is_none() && value.is_some();
    if is_set {
        *field = value;
    }
    is_set
}

/// Reads a number; never infinite.
pub(super) fn number(text: &str) -> Option<f64> {
    text.trim()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
}
