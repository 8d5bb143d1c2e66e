//! The lines of openings that the player keeps, `lines.json` in the [state folder](reversi_table::store::state), and where a
//! game left them.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::opening_exercise::{PracticeError, read_file};
use crate::games::line_exit::LineExit;
use crate::openings::lines::{NamedLine, OpeningLines, PlayedMoves};
use reversi::{Color, SquareSet};
use reversi_notation::Record;
use reversi_table::background::{Background, Reporter, SAVING, ValueTask, Waker};
use reversi_table::phrase::square_list;
use reversi_table::player::name::{PersonName, own_side};
use reversi_table::store::document::Document;
use reversi_table::store::state::StateFolder;
use reversi_table::store::{StorageError, history};
use reversi_text::{Name, Said, tr};

/// The version of the file.
const VERSION: u32 = 1;

/// The moves of each game of the history that are counted.
const MOVES: usize = 30;

/// The file.
const LINES: Document<LinesFile> = Document::json::<VERSION>(
    |at| tr!("cannot read the lines that you train {at}", at),
    |at| tr!("cannot save the lines that you train {at}", at),
);

/// The content of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct LinesFile {
    version: u32,
    lines: Vec<NamedLine>,
}

impl Default for LinesFile {
    fn default() -> Self {
        Self {
            version: VERSION,
            lines: Vec::new(),
        }
    }
}

impl LinesFile {
    /// Adds a line, in place of its beginning. Returns whether it is new.
    fn add(&mut self, line: NamedLine) -> bool {
        let moves = line.moves();
        if self.lines.iter().any(|own| own.moves().starts_with(&moves)) {
            return false;
        }
        self.lines.retain(|own| !moves.starts_with(&own.moves()));
        self.lines.push(line);
        true
    }
}

/// A change of the lines.
#[derive(Clone, Debug)]
pub enum LineChange {
    /// Adds a line.
    Add(NamedLine),
    /// Adds the lines of a file.
    AddFile(PathBuf),
    /// Removes a line.
    Remove(NamedLine),
}

/// The lines that the player keeps, and the own moves in the games of the history.
#[derive(Debug, Default)]
pub struct OwnLines {
    /// The lines, in the order in which they were added.
    pub lines: Vec<NamedLine>,
    joined: OpeningLines,
    played: PlayedMoves,
}

impl OwnLines {
    /// Reads the lines; if there are some, also the history.
    ///
    /// # Errors
    /// A file exists and cannot be used.
    pub fn load(
        state: &StateFolder,
        name: PersonName,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, StorageError> {
        let LinesFile { lines, .. } = LINES.load(&state.lines())?;
        let mut played = PlayedMoves::default();
        if !lines.is_empty() {
            for logged in history::read(state, stop)? {
                let logged = logged?;
                if stop() {
                    break;
                }
                let Ok(record) = logged.record else { continue };
                let side = own_side(&record, name);
                if let (false, Some(side)) = (logged.superseded, side) {
                    played.add(&record, MOVES, Some(side));
                }
            }
        }
        Ok(Self {
            joined: OpeningLines::join(&lines),
            lines,
            played,
        })
    }

    /// Returns where a game left the lines.
    pub fn left_by(&self, record: &Record) -> Option<LineDeparture> {
        let exit = self.joined.left_by(record)?;
        let mover = exit.position.side_to_move();
        if !record.own_squares(mover).contains(exit.square) {
            return None;
        }
        let board = exit.position.board();
        Some(LineDeparture {
            right: self.joined.moves(board),
            played: self.played.games(board, exit.square),
            exit,
        })
    }

    /// Returns the lines that go through the position of a departure.
    pub fn through(&self, departure: &LineDeparture) -> Vec<NamedLine> {
        let board = departure.exit.position.board();
        let goes_through = |line: &&NamedLine| {
            let line = OpeningLines::join(std::slice::from_ref(*line));
            !line.moves(board).is_empty()
        };
        self.lines.iter().filter(goes_through).cloned().collect()
    }
}

/// A move that leaves the player's lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineDeparture {
    /// The move.
    pub exit: LineExit,
    /// The moves of the lines in its place.
    pub right: SquareSet,
    /// The number of games of the history in which the player made it.
    pub played: u32,
}

impl LineDeparture {
    /// Returns what the lines have instead: `Your lines have f4 here.`
    pub fn right_moves(&self) -> Said {
        let right = square_list(self.right);
        let right = right.split(' ').map(ToOwned::to_owned).map(Said::verbatim);
        tr!(
            "Your lines have {moves} here.",
            moves = &Said::all_of(right)
        )
    }

    /// Returns where the game leaves the lines, as a sentence: `Black leaves your lines with g6, move 9.` `you` is the side
    /// of the only person of the game.
    pub fn announcement(&self, you: Option<Color>) -> Said {
        let LineExit {
            number,
            position,
            square,
        } = self.exit;
        let color = position.side_to_move();
        if you == Some(color) {
            tr!(
                "You leave your lines with {square}, move {number}.",
                square,
                number
            )
        } else {
            tr!(
                "{color} leaves your lines with {square}, move {number}.",
                color,
                square,
                number
            )
        }
    }

    /// Returns what the lines have instead, and how often the player made the move: `Your lines have c4 here. You have
    /// played g6 3 times.`
    pub fn sentence(&self) -> Said {
        let often = (self.played > 1).then(|| {
            let (square, times) = (self.exit.square, self.played);
            tr!("You have played {square} {times} times.", square, times)
        });
        Said::sentences([self.right_moves(), often.unwrap_or_default()])
    }
}

/// Reads and changes the lines in the background.
#[derive(Debug)]
pub struct OwnLinesTask {
    /// Makes a change, and returns all lines and a sentence about the change.
    task: ValueTask<Option<LineChange>, (OwnLines, Option<Said>), PracticeError>,
    lines: OwnLines,
}

impl OwnLinesTask {
    /// Starts to read the lines.
    pub fn start(name: PersonName, state: StateFolder, waker: Waker) -> Self {
        let work = move |change: Option<LineChange>, reporter: &Reporter<_>| {
            let said = match change {
                Some(change) => change.carry_out(&state)?,
                None => None,
            };
            let lines = OwnLines::load(&state, name, &|| reporter.is_stopped())?;
            Ok((lines, said))
        };
        let task = Background::start("lines", waker, work);
        task.queue(None);
        Self {
            task,
            lines: OwnLines::default(),
        }
    }

    /// Returns the lines, as far as they are known.
    pub const fn lines(&self) -> &OwnLines {
        &self.lines
    }

    /// Returns whether the lines are being read or changed.
    pub fn is_busy(&self) -> bool {
        self.task.is_busy()
    }

    /// Changes the lines.
    pub fn change(&self, change: LineChange) {
        self.task.queue(Some(change));
    }

    /// Takes what was read. Returns a sentence about a change, or about what failed.
    pub fn poll(&mut self) -> Option<Result<Said, Said>> {
        let mut said = None;
        while let Some(changed) = self.task.next_value() {
            match changed {
                Ok((lines, about)) => {
                    self.lines = lines;
                    said = about.map(Ok).or(said);
                }
                Err(error) => said = Some(Err(Said::display(error).sentence())),
            }
        }
        said
    }
}

impl Drop for OwnLinesTask {
    fn drop(&mut self) {
        self.task.finish_within(SAVING);
    }
}

impl LineChange {
    /// Changes the file. Returns a sentence about new lines.
    fn carry_out(self, state: &StateFolder) -> Result<Option<Said>, PracticeError> {
        let lines = match &self {
            Self::Add(line) | Self::Remove(line) => vec![line.clone()],
            Self::AddFile(path) => read_file(path)?,
        };
        let removes = matches!(self, Self::Remove(_));
        let changed = LINES.update(&state.lines(), |file| {
            if removes {
                file.lines.retain(|line| !lines.contains(line));
                return lines.len();
            }
            let new = lines.iter().filter(|line| file.add((*line).clone()));
            new.count()
        })?;
        Ok(match (&lines[..], changed) {
            _ if removes => return Ok(None),
            ([_], 0) => Some(tr!("You train this line already.")),
            ([line], _) => Some(tr!(
                "Added {line} to your lines.",
                line = Name(&line.title())
            )),
            (_, count) => Some(tr!(
                "Added {count} line to your lines." | "Added {count} lines to your lines.",
                count
            )),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::opening_exercise::LineSource;
    use super::*;
    use reversi::transcript;

    #[test]
    fn a_longer_line_takes_the_place_of_its_beginning() {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().to_owned());
        let add = |line: &str| LineChange::Add(line.parse().unwrap()).carry_out(&state);
        let lines = || OwnLines::load(&state, PersonName::default(), &|| false).unwrap();
        let texts = || {
            lines()
                .lines
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
        };
        add("Tiger | f5d6c3d3c4").unwrap();
        add("f5f4").unwrap();
        let known = add("f5d6c3").unwrap();
        assert_eq!(known.as_deref(), Some("You train this line already."));
        add("Rose-Bill | f5d6c3d3c4f4c5b3c2").unwrap();
        assert_eq!(texts(), ["f5f4", "Rose-Bill | f5d6c3d3c4f4c5b3c2"]);
        LineChange::Remove("f5f4".parse().unwrap())
            .carry_out(&state)
            .unwrap();
        assert_eq!(texts(), ["Rose-Bill | f5d6c3d3c4f4c5b3c2"]);
    }

    #[test]
    fn only_the_lines_through_the_position_are_trained_after_a_game() {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().to_owned());
        for line in ["f5d6c3d3c4", "f5d6c4", "f5f4", "f5d6"] {
            LineChange::Add(line.parse().unwrap())
                .carry_out(&state)
                .unwrap();
        }
        let lines = OwnLines::load(&state, PersonName::default(), &|| false).unwrap();
        let record = Record::from_game(&transcript::parse("f5d6c5").unwrap());
        let departure = lines.left_by(&record).unwrap();
        assert_eq!(
            departure.announcement(None),
            "Black leaves your lines with c5, move 3."
        );
        assert_eq!(
            departure.announcement(Some(Color::Black)),
            "You leave your lines with c5, move 3."
        );
        assert_eq!(departure.sentence(), "Your lines have c3 and c4 here.");
        let source = LineSource::Own(lines.lines.clone());
        assert_eq!(source.name(false), "Your lines");
        let below = StateFolder::at(state.lines());
        let kept = LineChange::Add("f5d6".parse().unwrap()).carry_out(&below);
        let error = kept.unwrap_err().to_string();
        assert!(
            error.starts_with("cannot save the lines that you train "),
            "{error}"
        );
        let through: Vec<String> = lines
            .through(&departure)
            .iter()
            .map(NamedLine::moves)
            .collect();
        assert_eq!(through, ["f5d6c3d3c4", "f5d6c4"]);
    }
}
