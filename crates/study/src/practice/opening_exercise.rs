//! The lines of openings as an exercise: reads the lines, looks up the replies, and notes when to repeat what was
//! missed.

use std::io;
use std::path::{Path, PathBuf};

use super::fact::{NextMoves, PracticeFact, PracticeFeedback, PracticeSubject};
use super::hints::{region_hint, shape_hint};
use super::practice_store::PracticeStore;
use super::trainer::{LineState, Note, Trainer, loss};
use crate::openings::lines::{LinesError, NamedLine, OpeningLines, read_lines};
use crate::openings::table::OpeningTable;
use crate::openings::task::{LookupRequest, OpeningTask};
use reversi::{Color, Game, Opening, Position, Square};
use reversi_lessons::exercise::{Exercise, ExercisePhase, ExerciseRequest, Feedback, Tone};
use reversi_notation::input::{Decoded, open_regular, read_bounded};
use reversi_table::background::{Background, Reporter, SAVING, ValueTask, Waker};
use reversi_table::clock::today;
use reversi_table::phrase::{about, opening_name, path_text};
use reversi_table::store::StorageError;
use reversi_table::store::state::StateFolder;
use reversi_text::{Said, tr};

/// The largest file of lines, in bytes.
const MAX_SIZE: usize = 1 << 20;

/// The number of hints after which the next move is named.
const MOVE_NAMED: u32 = 3;

/// The source of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineSource {
    /// All named openings.
    All,
    /// An opening and those that continue it.
    Opening(&'static Opening),
    /// Lines that the player keeps: all of them, or one.
    Own(Vec<NamedLine>),
    /// A file of the player's own lines.
    File(PathBuf),
}

impl LineSource {
    /// Returns the name to show: that of an opening in Japanese too, if that is wanted.
    pub fn name(&self, japanese: bool) -> Said {
        match self {
            Self::All => tr!("All openings"),
            Self::Opening(opening) => opening_name(opening, japanese),
            Self::Own(lines) if lines.len() == 1 => Said::verbatim(lines[0].title()),
            Self::Own(_) => tr!("Your lines"),
            Self::File(path) => {
                Said::verbatim(path_text(path.file_name().unwrap_or_default().as_ref()))
            }
        }
    }

    /// Reads the lines.
    ///
    /// # Errors
    /// A file of lines cannot be read.
    pub(crate) fn read(&self) -> Result<OpeningLines, PracticeError> {
        Ok(match self {
            Self::All => OpeningLines::of(None),
            Self::Opening(opening) => OpeningLines::of(Some(opening)),
            Self::Own(lines) => OpeningLines::join(lines),
            Self::File(path) => OpeningLines::join(&read_file(path)?),
        })
    }

    /// Returns whether a position, as the moves that lead to it, is one of these lines: lines that are kept share
    /// their cards.
    fn has(&self, moves: &str) -> bool {
        match self {
            Self::Own(lines) => lines.iter().any(|line| line.moves().starts_with(moves)),
            _ => true,
        }
    }

    /// Returns the beginning of the names of the cards of a side.
    fn prefix(&self, side: Color) -> String {
        let name = match self {
            Self::All => String::new(),
            Self::Opening(opening) => opening.moves.to_owned(),
            Self::Own(_) => "own".to_owned(),
            Self::File(path) => path_text(path),
        };
        format!("line:{name}:{}:", side.initial())
    }
}

/// Lines, and the positions in them to repeat.
#[derive(Debug)]
pub(crate) struct Practised {
    /// The player's side.
    side: Color,
    pub(crate) lines: OpeningLines,
    /// The positions to repeat, each as the moves that lead to it.
    pub(crate) due: Vec<String>,
    /// Why the practice file cannot be used.
    pub(crate) error: Option<StorageError>,
}

/// An error of the opening trainer. Displays as a clause.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PracticeError {
    /// A file of lines cannot be read, or the practice file cannot be used.
    #[error("{0}")]
    Storage(#[from] StorageError),
    /// A file has wrong lines.
    #[error("{}", about(_0, _1))]
    Lines(String, LinesError),
}

/// Reads a file of lines.
///
/// # Errors
/// It cannot be read, or has a wrong line.
pub(crate) fn read_file(path: &Path) -> Result<Vec<NamedLine>, PracticeError> {
    let text = open_regular(path)
        .and_then(|file| read_bounded(Decoded::new(file), MAX_SIZE))
        .and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other))
        .map_err(StorageError::when(
            |at| tr!("cannot read the lines in {at}", at),
            path,
        ))?;
    read_lines(&text).map_err(|error| PracticeError::Lines(path_text(path), error))
}

/// Reads lines and the positions in them to repeat.
///
/// # Errors
/// A file of lines cannot be read.
pub(crate) fn load(
    source: &LineSource,
    side: Color,
    store: &mut PracticeStore,
) -> Result<Practised, PracticeError> {
    let lines = source.read()?;
    let prefix = source.prefix(side);
    let (due, error) = match store.read() {
        Ok(progress) => {
            let due = progress.cards.due(&prefix, today());
            let due = due.into_iter().map(|name| &name[prefix.len()..]);
            let due = due.filter(|moves| source.has(moves));
            (due.map(ToOwned::to_owned).collect(), None)
        }
        Err(error) => (Vec::new(), Some(error)),
    };
    Ok(Practised {
        side,
        lines,
        due,
        error,
    })
}

/// Keeps results.
///
/// # Errors
/// The practice file cannot be used.
pub(crate) fn keep(
    notes: &[Note],
    source: &LineSource,
    side: Color,
    store: &mut PracticeStore,
) -> Result<(), PracticeError> {
    let (prefix, today) = (source.prefix(side), today());
    store.update(|progress| {
        for note in notes {
            match note {
                Note::Recall(moves, recall) => {
                    let name = format!("{prefix}{moves}");
                    progress.cards.answer(&name, *recall, today);
                }
                Note::Line { known } => {
                    let day = progress.day(today);
                    day.lines += 1;
                    day.known += u32::from(*known);
                }
            }
        }
    })?;
    Ok(())
}

/// The player's side, and the results to keep; without results the lines are read.
type LineRequest = (Color, Vec<Note>);

/// The lines of an opening, one after the other.
pub struct OpeningExercise {
    /// The source of the lines.
    pub source: LineSource,
    /// The player's side.
    pub side: Color,
    seed: u64,
    /// Saves results. A request without results reads the lines and those that are due.
    task: ValueTask<LineRequest, Option<Practised>, PracticeError>,
    /// The moves to the position with which the first line starts.
    first: Option<String>,
    /// The line that is played.
    pub trainer: Option<Trainer>,
    /// The position in which the player has asked for hints, and how many.
    hints: Option<(Position, u32)>,
    /// The table of the position of the last mistake.
    table: Option<OpeningTable>,
    /// Whether the player has seen that no games are counted.
    warned: bool,
}

impl OpeningExercise {
    /// Starts to read the lines.
    pub fn new(
        source: LineSource,
        side: Color,
        state: Option<StateFolder>,
        seed: u64,
        waker: Waker,
    ) -> Self {
        let (mut store, lines) = (PracticeStore::new(state), source.clone());
        let work = move |(side, notes): LineRequest, _: &Reporter<_>| {
            if notes.is_empty() {
                return load(&lines, side, &mut store).map(Some);
            }
            keep(&notes, &lines, side, &mut store).map(|()| None)
        };
        let exercise = Self {
            source,
            side,
            seed,
            task: Background::start("opening trainer", waker, work),
            first: None,
            trainer: None,
            hints: None,
            table: None,
            warned: false,
        };
        exercise.task.queue((side, Vec::new()));
        exercise
    }

    /// Starts the first line at a position: the moves that lead to it.
    pub fn starting_with(mut self, moves: String) -> Self {
        self.first = Some(moves);
        self
    }

    /// Returns the number of hints that the player has asked for in the position.
    fn hints(&self, trainer: &Trainer) -> u32 {
        match self.hints {
            Some((position, count)) if position == trainer.game().position() => count,
            _ => 0,
        }
    }

    /// Keeps new results.
    fn keep_notes(&mut self) {
        let notes = self.trainer.as_mut().map(Trainer::take_notes);
        if let Some(notes) = notes.filter(|notes| !notes.is_empty()) {
            self.task.queue((self.side, notes));
        }
    }

    /// Returns why a move that left the lines was rejected, and what is right.
    fn mistake(&self, trainer: &Trainer, square: Square) -> PracticeFeedback {
        let position = trainer.game().position();
        let table = self.table.as_ref();
        let table = table.filter(|table| table.position == position);
        let loss = table.and_then(|table| loss(table, square));
        let right = trainer.right_moves();
        let told = PracticeFact::NotInLine {
            square,
            loss: loss.map(|(loss, _)| loss).filter(|&loss| loss > 0),
            next: self.next(trainer),
        };
        Feedback::new(Tone::Hint, told)
            .about(right)
            .recommending(right.first())
    }

    /// Returns the next moves of the lines, and their opening.
    fn next(&self, trainer: &Trainer) -> NextMoves {
        let (game, right) = (trainer.game(), trainer.right_moves());
        // Before its last move, every line leads to the chosen opening.
        let chosen = match self.source {
            LineSource::Opening(opening)
                if game.entries().len() < opening.game().entries().len() =>
            {
                Some(opening)
            }
            _ => None,
        };
        let only = right.first().filter(|_| right.len() == 1);
        let reached = || Opening::at(game.position().play(only?).ok()?);
        let opening = chosen.or_else(reached);
        let opening = opening.or_else(|| Opening::of(game.positions()));
        NextMoves {
            opening,
            moves: right,
        }
    }

    /// Returns a hint to the next move of the line: what it looks like, some moves, then the move.
    fn hint(&self, trainer: &Trainer, number: u32) -> PracticeFeedback {
        let (board, right) = (trainer.game().position().board(), trainer.right_moves());
        let subject = match right.len() {
            1 => PracticeSubject::NextMove,
            _ => PracticeSubject::OneRightMove,
        };
        match (number, right.first()) {
            (1, Some(square)) => Feedback::new(Tone::Hint, shape_hint(subject, board, square)),
            (2, Some(square)) => region_hint(subject, board.legal_moves(), square),
            (_, square) => Feedback::new(Tone::Hint, PracticeFact::Continues(self.next(trainer)))
                .about(right)
                .recommending(square),
        }
    }

    /// Asks for the table of the position, with evaluations of a depth, and takes it. Sets the notice if games are missing.
    pub fn look_up(
        &mut self,
        openings: &mut OpeningTask,
        depth: u32,
        notice: &mut Option<PracticeFeedback>,
    ) {
        let Some(trainer) = &mut self.trainer else {
            return;
        };
        let (position, stage) = (trainer.game().position(), trainer.stage());
        if stage == LineState::Complete {
            return;
        }
        let depth = (stage != LineState::Replying).then_some(depth);
        openings.ask(LookupRequest { position, depth });
        let is_final = !openings.is_busy();
        let Some(found) = openings.found(position) else {
            return;
        };
        if let Some(problem) = &found.problem
            && !std::mem::replace(&mut self.warned, true)
        {
            *notice = Some(PracticeFact::failed(problem));
        }
        trainer.take_table(&found.table, is_final);
        if let LineState::Wrong(_) = trainer.stage() {
            self.table = Some(found.table.clone());
        }
        self.keep_notes();
    }
}

impl Drop for OpeningExercise {
    fn drop(&mut self) {
        self.task.finish_within(SAVING);
    }
}

impl Exercise for OpeningExercise {
    type Fact = PracticeFact;

    fn game(&self) -> Option<&Game> {
        self.trainer.as_ref().map(Trainer::game)
    }

    fn phase(&self) -> ExercisePhase {
        match self.trainer.as_ref().map(Trainer::stage) {
            Some(LineState::Asked | LineState::Wrong(_) | LineState::Loses(..)) => {
                ExercisePhase::Asking
            }
            Some(LineState::Complete) => ExercisePhase::Done,
            Some(LineState::Judging(_) | LineState::Replying) | None => ExercisePhase::Waiting,
        }
    }

    fn answer(&mut self, square: Square) -> Result<(), PracticeFeedback> {
        if let Some(trainer) = &mut self.trainer {
            trainer.answer(square).map_err(PracticeFact::illegal)?;
            self.keep_notes();
        }
        Ok(())
    }

    fn can(&self, request: ExerciseRequest) -> bool {
        match request {
            ExerciseRequest::Hint => {
                let trainer = self.trainer.as_ref();
                let has_moves = trainer.is_some_and(|trainer| !trainer.right_moves().is_empty());
                has_moves && self.phase() == ExercisePhase::Asking
            }
            ExerciseRequest::Next => self.trainer.is_some(),
            ExerciseRequest::Swap => true,
            _ => false,
        }
    }

    fn carry_out(&mut self, request: ExerciseRequest) {
        let hints = self.hints.take();
        if request == ExerciseRequest::Swap {
            self.side = self.side.opposite();
            self.trainer = None;
            self.task.queue((self.side, Vec::new()));
        } else if let Some(trainer) = &mut self.trainer {
            match request {
                ExerciseRequest::Hint => {
                    let position = trainer.game().position();
                    let before = hints.filter(|&(at, _)| at == position);
                    let count = before.map_or(0, |(_, count)| count) + 1;
                    if count >= MOVE_NAMED {
                        trainer.show();
                    }
                    self.hints = Some((position, count.min(MOVE_NAMED)));
                }
                _ => trainer.next_line(),
            }
            self.keep_notes();
        }
    }

    fn feedback(&self) -> Option<PracticeFeedback> {
        let prompt = |told| Feedback::new(Tone::Prompt, told);
        let Some(trainer) = &self.trainer else {
            return Some(prompt(PracticeFact::ReadingLines));
        };
        let hints = self.hints(trainer);
        Some(match trainer.stage() {
            LineState::Asked if hints > 0 => self.hint(trainer, hints),
            LineState::Asked if trainer.right_moves().is_empty() => prompt(PracticeFact::LineEnds),
            LineState::Asked => prompt(PracticeFact::PlayNext),
            LineState::Judging(square) => prompt(PracticeFact::Checking(square)),
            LineState::Wrong(square) => self.mistake(trainer, square),
            // After the lines, the best move is right.
            LineState::Loses(square, loss, best) => {
                Feedback::new(Tone::Hint, PracticeFact::LosesDiscs { square, loss, best })
                    .about(best)
                    .recommending(Some(best))
            }
            LineState::Replying => prompt(PracticeFact::LookingUp),
            LineState::Complete => {
                let is_known = trainer.is_known();
                Feedback::new(Tone::Right, PracticeFact::LineOver { is_known })
            }
        })
    }

    fn update(&mut self, notice: &mut Option<PracticeFeedback>) {
        while let Some(read) = self.task.next_value() {
            match read {
                // The player may have swapped sides since.
                Ok(Some(practised)) if practised.side != self.side => {}
                Ok(Some(practised)) => {
                    *notice = practised.error.map(PracticeFact::failed);
                    let lines = practised.lines;
                    let due = self.first.take().into_iter().chain(practised.due);
                    let due = due.collect();
                    self.trainer = Some(Trainer::new(lines, self.side, due, self.seed));
                }
                Err(error) => *notice = Some(PracticeFact::failed(error)),
                Ok(None) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::games::GameChoice;
    use crate::progress::Progress;
    use crate::schedule::Recall;

    #[test]
    fn what_was_missed_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().join("reversi"));
        let path = folder.path().join("lines.txt");
        std::fs::write(&path, "f5d6c3d3c4\n").unwrap();
        let source = LineSource::File(path);
        let missed = Note::Recall("f5d6".to_owned(), Recall::Missed);
        let notes = [missed, Note::Line { known: false }];
        let mut store = PracticeStore::new(Some(state.clone()));
        keep(&notes, &source, Color::Black, &mut store).unwrap();
        let mut progress = Progress::load(&state).unwrap();
        let name = format!("{}f5d6", source.prefix(Color::Black));
        let due = progress.cards.card(&name).unwrap().due;
        assert!(due > today());
        let day = *progress.day(today());
        assert_eq!((day.lines, day.known), (1, 0));
        // Due tomorrow, and only for this side.
        let prefix = source.prefix(Color::Black);
        assert_eq!(progress.cards.due(&prefix, due), [name.as_str()]);
        let practised = load(&source, Color::White, &mut store).unwrap();
        assert!(practised.due.is_empty() && practised.error.is_none());
    }

    #[test]
    fn lines_read_for_the_other_side_are_dropped() {
        let waker: Waker = Arc::new(|| ());
        let mut openings = OpeningTask::new(
            None,
            1,
            Box::new(|_| GameChoice::default()),
            Arc::clone(&waker),
        );
        let mut exercise = OpeningExercise::new(LineSource::All, Color::Black, None, 0, waker);
        exercise.task.finish();
        exercise.side = Color::White;
        exercise.update(&mut None);
        exercise.look_up(&mut openings, 1, &mut None);
        assert!(exercise.trainer.is_none());
        exercise.carry_out(ExerciseRequest::Swap);
        exercise.task.finish();
        exercise.update(&mut None);
        exercise.look_up(&mut openings, 1, &mut None);
        assert!(exercise.trainer.is_some());
    }
}
