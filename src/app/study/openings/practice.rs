//! The results of the opening trainer: when to repeat the lines that were missed.

use std::io;
use std::path::PathBuf;

use super::lines::{LinesError, OpeningLines};
use super::trainer::Note;
use crate::app::clock::today;
use crate::app::store::StorageError;
use crate::app::study::practice::store::PracticeStore;
use crate::app::wording::openings::cannot;
use crate::app::wording::path_text;
use crate::color::Color;
use crate::notation::input::{open_regular, read_bounded};
use crate::opening::Opening;

/// The largest file of lines, in bytes.
const MAX_SIZE: usize = 1 << 20;

/// The source of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LineSource {
    /// All named openings.
    All,
    /// An opening and those that continue it.
    Opening(&'static Opening),
    /// A file of the player's own lines.
    File(PathBuf),
}

impl LineSource {
    /// Returns the name to show.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::All => "All openings".to_owned(),
            Self::Opening(opening) => opening.english.to_owned(),
            Self::File(path) => path_text(path.file_name().unwrap_or_default().as_ref()),
        }
    }

    /// Returns the beginning of the names of the cards of a side.
    fn prefix(&self, side: Color) -> String {
        let name = match self {
            Self::All => String::new(),
            Self::Opening(opening) => opening.moves.to_owned(),
            Self::File(path) => path_text(path),
        };
        format!("line:{name}:{}:", side.initial())
    }
}

/// Lines, and the positions in them to repeat.
#[derive(Debug)]
pub(crate) struct Practised {
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
    #[error("{0}: {1}")]
    Lines(String, LinesError),
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
    let lines = match source {
        LineSource::All => OpeningLines::of(None),
        LineSource::Opening(opening) => OpeningLines::of(Some(opening)),
        LineSource::File(path) => {
            let text = open_regular(path)
                .and_then(|file| read_bounded(file, MAX_SIZE))
                .and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other))
                .map_err(StorageError::when(cannot::READ_LINES, path))?;
            let wrong = |error| PracticeError::Lines(path_text(path), error);
            OpeningLines::parse(&text).map_err(wrong)?
        }
    };
    let prefix = source.prefix(side);
    let (due, error) = match store.read() {
        Ok(progress) => {
            let due = progress.cards.due(&prefix, today());
            let due = due.into_iter().map(|name| name[prefix.len()..].to_owned());
            (due.collect(), None)
        }
        Err(error) => (Vec::new(), Some(error)),
    };
    Ok(Practised { lines, due, error })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::store::state::StateFolder;
    use crate::app::study::practice::progress::Progress;
    use crate::app::study::practice::schedule::Recall;

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
}
