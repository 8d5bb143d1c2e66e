//! The lines of an opening that a player wants to know, and where a game left them or those of the opening book.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::count::Canonical;
use crate::games::line_exit::{LineExit, first_exit, placed};
use reversi::{Board, Color, Entry, Game, Opening, Position, Square, SquareSet, transcript};
use reversi_notation::{Problem, Record, clean};
use reversi_table::phrase::faults::problem;
use reversi_text::tr;

/// A line of play from the usual start. Reads and prints `Tiger | f5d6c3d3c4`, or the moves alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct NamedLine {
    /// The name, without control characters; may be empty.
    pub name: String,
    /// The game, which has moves.
    game: Game,
}

impl NamedLine {
    /// Creates the line of the moves of a game, named after its opening; `None` without moves, or from another start.
    pub fn of(game: &Game) -> Option<Self> {
        let name = Opening::of(game.positions()).map_or("", |opening| opening.english);
        let has_moves = game.entries().iter().any(|entry| entry.square().is_some());
        (game.start() == Position::START && has_moves).then(|| Self {
            name: name.to_owned(),
            game: game.clone(),
        })
    }

    /// Returns the moves as a transcript.
    pub fn moves(&self) -> String {
        transcript::print(&self.game)
    }

    /// Returns the name, or the moves of a line without one.
    pub fn title(&self) -> String {
        if self.name.is_empty() {
            self.moves()
        } else {
            self.name.clone()
        }
    }
}

impl fmt::Display for NamedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.is_empty() {
            return f.write_str(&self.moves());
        }
        write!(f, "{} | {}", self.name, self.moves())
    }
}

impl FromStr for NamedLine {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let (name, moves) = text.rsplit_once(['|', ':']).unwrap_or(("", text));
        let game = transcript::parse(moves.trim())?;
        if game.entries().is_empty() {
            return Err(Problem::NoGame("Othello"));
        }
        Ok(Self {
            name: clean(name.trim()).into_owned(),
            game,
        })
    }
}

impl TryFrom<String> for NamedLine {
    type Error = Problem;

    fn try_from(text: String) -> Result<Self, Problem> {
        text.parse()
    }
}

impl From<NamedLine> for String {
    fn from(line: NamedLine) -> Self {
        line.to_string()
    }
}

/// Reads a text of lines: a transcript on each, perhaps behind a name and `|` or a colon. What follows a `#` is a
/// comment.
///
/// # Errors
/// [`LinesError`].
pub(crate) fn read_lines(text: &str) -> Result<Vec<NamedLine>, LinesError> {
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or(line).trim();
        if !line.is_empty() {
            let read = line.parse();
            lines.push(read.map_err(|problem| LinesError::Move(number, problem))?);
        }
    }
    if lines.is_empty() {
        return Err(LinesError::Empty);
    }
    Ok(lines)
}

/// Lines of play, joined up to symmetry and over transpositions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OpeningLines {
    /// The moves that continue a line in each position, on canonical boards.
    moves: HashMap<Board, BTreeSet<Square>>,
}

/// An error in a file of lines. Displays as a clause.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LinesError {
    /// A line cannot be played.
    #[error("{}", tr!("line {number}: {problem}", number = *_0, problem = &problem(_1)))]
    Move(usize, Problem),
    /// There are no lines.
    #[error("{}", tr!("there are no lines in it"))]
    Empty,
}

/// The moves of games in each position, on canonical boards, with the number of games in which they were played.
#[derive(Debug, Default)]
pub struct PlayedMoves(HashMap<Board, BTreeMap<Square, u32>>);

impl PlayedMoves {
    /// Adds this many first moves of a game, those that one side found itself or those of both sides.
    pub fn add(&mut self, record: &Record, moves: usize, side: Option<Color>) {
        let own = side.map(|side| record.own_squares(side));
        let placed = placed(record).take(moves);
        for (position, square) in
            placed.filter(|&(_, square)| own.is_none_or(|own| own.contains(square)))
        {
            let canonical = Canonical::of(position.board());
            let games = self.0.entry(canonical.board()).or_default();
            *games.entry(canonical.square(square)).or_default() += 1;
        }
    }

    /// Returns the number of games in which a move was played in a position.
    pub(crate) fn games(&self, board: Board, square: Square) -> u32 {
        let canonical = Canonical::of(board);
        let games = self.0.get(&canonical.board());
        let games = games.and_then(|games| games.get(&canonical.square(square)));
        games.copied().unwrap_or(0)
    }

    /// Returns the moves that were played in at least this many games.
    pub fn frequent(&self, games: u32) -> HashMap<Board, BTreeSet<Square>> {
        let frequent = self.0.iter().map(|(&board, moves)| {
            let moves = moves.iter().filter(|&(_, &count)| count >= games);
            (board, moves.map(|(&square, _)| square).collect())
        });
        frequent.collect()
    }
}

impl OpeningLines {
    /// Returns an opening and all named openings that continue it; all named openings without one.
    pub(crate) fn of(opening: Option<&Opening>) -> Self {
        let first = opening.map_or("", |opening| opening.moves);
        let all = Opening::ALL.iter();
        let mut lines = Self::default();
        for line in all.filter(|line| line.moves.starts_with(first)) {
            lines.add(&line.game());
        }
        lines
    }

    /// Joins some lines.
    pub(crate) fn join(named: &[NamedLine]) -> Self {
        let mut lines = Self::default();
        for line in named {
            lines.add(&line.game);
        }
        lines
    }

    /// Returns the first move of a game that leaves the lines; `None` if there is none before they end.
    pub(crate) fn left_by(&self, record: &Record) -> Option<LineExit> {
        first_exit(placed(record), |board, square| {
            let right = self.moves(board);
            (!right.is_empty()).then(|| right.contains(square))
        })
    }

    /// Adds the moves of a line.
    fn add(&mut self, game: &Game) {
        for (position, square) in game
            .positions()
            .zip(game.entries().iter().map(Entry::square))
        {
            if let Some(square) = square {
                let position = Canonical::of(position.board());
                let moves = self.moves.entry(position.board()).or_default();
                moves.insert(position.square(square));
            }
        }
    }

    /// Returns the moves that continue lines in a position; none outside all lines and at their ends.
    pub(crate) fn moves(&self, board: Board) -> SquareSet {
        let position = Canonical::of(board);
        let Some(moves) = self.moves.get(&position.board()) else {
            return SquareSet::EMPTY;
        };
        let legal = board.legal_moves().into_iter();
        legal
            .filter(|&square| moves.contains(&position.square(square)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(lines: &OpeningLines, game: &str) -> String {
        let game = transcript::parse(game).unwrap();
        lines.moves(game.position().board()).to_string()
    }

    fn parse(text: &str) -> Result<OpeningLines, LinesError> {
        read_lines(text).map(|lines| OpeningLines::join(&lines))
    }

    #[test]
    fn a_line_is_read_back_as_it_is_printed() {
        for text in ["Tiger | f5d6c3d3c4", "f5d6"] {
            assert_eq!(text.parse::<NamedLine>().unwrap().to_string(), text);
        }
        let lines = read_lines("A: B\u{1b}[2J: F5 d6\n").unwrap();
        assert_eq!(lines[0].to_string(), "A: B\\u{1b}[2J | f5d6");
        assert_eq!(lines[0].to_string().parse(), Ok(lines[0].clone()));
        assert!("Tiger |".parse::<NamedLine>().is_err());
    }

    #[test]
    fn a_game_leaves_the_lines_with_the_first_move_that_none_of_them_has() {
        let lines = parse("f5d6c3d3c4f4\nf5d6c4").unwrap();
        let left = |moves: &str| {
            let record = Record::from_game(&transcript::parse(moves).unwrap());
            let exit = lines.left_by(&record)?;
            Some((exit.number, exit.square.to_string()))
        };
        assert_eq!(left("f5d6c3d3c4"), None);
        assert_eq!(left("f5d6c3d3c4f4c5"), None, "the line ends before");
        assert_eq!(left("f5d6c3d3c4b3"), Some((6, "b3".to_owned())));
        assert_eq!(left("f5d6c5"), Some((3, "c5".to_owned())));
        // By another order of moves, and by a symmetric start.
        assert_eq!(left("c4e3f6e6f5c5"), None);
        assert_eq!(left("f5f6"), Some((2, "f6".to_owned())));
    }

    #[test]
    fn a_file_has_names_comments_and_lines() {
        let text = "# My lines\n\nTiger: f5d6c3d3c4\nf5 d6 c4 d3 c3 f4 # the usual one\n";
        let lines = parse(text).unwrap();
        assert_eq!(moves(&lines, "f5d6"), "c3 c4");
        // Both orders of moves lead to the same position.
        assert_eq!(moves(&lines, "f5d6c3d3c4"), "f4");
        assert_eq!(moves(&lines, "f5d6c3d3c4f4"), "");
        assert_eq!(moves(&lines, "f5f6"), "");
        let error = parse("f5d6\n\nf5f5").unwrap_err();
        assert_eq!(error.to_string(), "line 3: move 2: f5 is taken by Black");
        let error = parse("# nothing").unwrap_err();
        assert_eq!(error.to_string(), "there are no lines in it");
    }

    #[test]
    fn an_opening_has_the_lines_that_continue_it() {
        let tiger = Opening::ALL.iter().find(|o| o.english == "Tiger");
        let lines = OpeningLines::of(tiger);
        assert_eq!(moves(&lines, "f5d6"), "c3");
        assert!(moves(&lines, "f5d6c3d3c4").contains("b3"));
        assert_eq!(moves(&lines, "f5f6"), "");
        assert_eq!(moves(&OpeningLines::of(None), "f5"), "f4 d6 f6");
    }

    #[test]
    fn symmetric_moves_are_lines_too() {
        let lines = parse("f5d6").unwrap();
        assert_eq!(lines.moves(Board::START).len(), 4);
        assert_eq!(moves(&lines, "c4"), "e3");
    }
}
