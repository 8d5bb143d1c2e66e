//! The file of an analysis: a game with its variations, saved in the background after every change.
//!
//! Each analysis has its own file in a folder, named after the minute in which it began. A file that another program
//! has changed is never overwritten: the analysis then continues in a new file.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use crate::sync::Mutex;

use super::document::Document;
use super::state::StateFolder;
use super::{FileCheck, StorageError, is_missing};
use crate::background::{Background, SAVING, ValueTask, Waker};
use crate::clock::StartTime;
use reversi_notation::{Format, Record, detect};
use reversi_text::tr;

/// The files of analyses: SGF, so that other programs read them, too.
const FILE: Document<Record> = Document {
    cannot_read: |at| tr!("cannot read the analysis {at}", at),
    cannot_save: |at| tr!("cannot save the analysis to {at}", at),
    limit: 32 << 20,
    has_lock: false,
    decode: |bytes| {
        let text = String::from_utf8_lossy(bytes);
        detect::parse(&text, Format::Sgf)
            .map_err(|problem| io::Error::new(io::ErrorKind::InvalidData, problem.to_string()))
    },
    encode: |record| {
        let mut text = String::new();
        Format::Sgf.write(record, &mut text);
        Ok(text.into_bytes())
    },
};

/// A request to the thread.
enum AnalysisRequest {
    /// Reads the newest analysis, to resume it.
    Resume,
    Save(Box<Record>),
}

/// The analysis that was read; `None` after a save, or if there is none.
type ReadAnalysis = Option<Box<Record>>;

/// The file of an analysis. Dropping it waits until it is saved.
#[derive(Debug)]
pub struct AnalysisFile {
    /// `None` if nothing is saved.
    task: Option<ValueTask<AnalysisRequest, ReadAnalysis, StorageError>>,
    /// Why the last save failed, if it did, as a clause.
    failure: Arc<Mutex<Option<String>>>,
}

impl AnalysisFile {
    /// Creates the file of a new analysis, which is written by the first save.
    pub fn new(state: Option<&StateFolder>, waker: &Waker) -> Self {
        let failure = Arc::<Mutex<_>>::default();
        let task = state.map(|state| {
            let failed = Arc::clone(&failure);
            let mut saved = SavedAnalysis {
                folder: state.analyses(),
                file: None,
            };
            Background::start("analyses", waker.clone(), move |request, _| match request {
                AnalysisRequest::Resume => saved.resume(),
                AnalysisRequest::Save(record) => {
                    let done = saved.save(&record);
                    *failed.lock() = done.as_ref().err().map(ToString::to_string);
                    done.map(|()| None)
                }
            })
        });
        Self { task, failure }
    }

    /// Requests the newest analysis. Later saves replace it.
    pub fn resume(&self) {
        self.ask(AnalysisRequest::Resume);
    }

    /// Saves the analysis in place of its last state.
    pub fn save(&self, record: Record) {
        self.ask(AnalysisRequest::Save(Box::new(record)));
    }

    /// Returns why the analysis is lost if it is closed now, as a clause; `None` if it is not. Waits for the last
    /// save.
    pub fn loses(&self) -> Option<String> {
        if let Some(task) = &self.task {
            task.finish_within(SAVING);
        }
        self.failure.lock().clone()
    }

    fn ask(&self, request: AnalysisRequest) {
        if let Some(task) = &self.task {
            task.ask(request);
        }
    }

    /// Returns the requested analysis once it is there, or why something failed, as a clause.
    pub fn poll(&self) -> Option<Result<Box<Record>, String>> {
        let read = std::iter::from_fn(|| self.task.as_ref()?.next_value());
        let news = read.filter_map(|read| read.map_err(|error| error.to_string()).transpose());
        news.last()
    }
}

impl Drop for AnalysisFile {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.finish_within(SAVING);
        }
    }
}

/// What the thread knows.
struct SavedAnalysis {
    folder: PathBuf,
    /// The file and what it held when it was last read or written.
    file: Option<(PathBuf, Record)>,
}

impl SavedAnalysis {
    fn resume(&mut self) -> Result<ReadAnalysis, StorageError> {
        let Some(path) =
            newest(&self.folder).map_err(StorageError::when(FILE.cannot_read, &self.folder))?
        else {
            return Ok(None);
        };
        let read = FILE
            .read(&path)
            .map_err(StorageError::when(FILE.cannot_read, &path))?;
        self.file = read.clone().map(|record| (path, record));
        Ok(read.map(Box::new))
    }

    fn save(&mut self, record: &Record) -> Result<(), StorageError> {
        let own = self.file.take().filter(|(path, held)| {
            let now = FILE.read(path);
            now.is_ok_and(|now| now.is_none_or(|now| now == *held))
        });
        let path = own.map_or_else(|| new_path(&self.folder), |(path, _)| path);
        let cannot = StorageError::when(FILE.cannot_save, &path);
        // Read back for later comparisons: the format rounds some values.
        let held = FILE
            .write(&path, record)
            .and_then(|()| FILE.read(&path))
            .map_err(cannot)?;
        self.file = held.map(|held| (path, held));
        Ok(())
    }
}

/// Returns the newest analysis in a folder, if there is one.
fn newest(folder: &Path) -> io::Result<Option<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if is_missing(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    let files = entries.flatten().filter_map(|entry| {
        let path = entry.path();
        let modified = entry.metadata().ok()?.modified().ok()?;
        is_analysis(&path).then_some((modified, path))
    });
    Ok(files.max().map(|(_, path)| path))
}

fn is_analysis(path: &Path) -> bool {
    Format::of_path(path) == Some(Format::Sgf)
}

/// Reads every analysis in a folder.
///
/// # Errors
/// The folder cannot be read.
pub fn check(folder: &Path) -> io::Result<FileCheck> {
    FileCheck::of_folder(folder, |path| is_analysis(path).then(|| FILE.read(path)))
}

/// Returns the path of a new file, named after the current minute.
fn new_path(folder: &Path) -> PathBuf {
    let minute = StartTime::now().minute().replace([' ', ':'], "-");
    let path = |number: u32| match number {
        1 => folder.join(format!("{minute}.sgf")),
        _ => folder.join(format!("{minute}-{number}.sgf")),
    };
    let free = (1..u32::MAX).map(path).find(|path| !path.exists());
    free.unwrap_or_else(|| path(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::background::Report;
    use reversi::transcript;

    fn record(moves: &str) -> Record {
        Record::from_game(&transcript::parse(moves).unwrap())
    }

    /// Waits for the answer to a request for the newest analysis.
    fn resumed(file: &AnalysisFile) -> Option<Record> {
        file.resume();
        let report = file.task.as_ref()?.wait()?;
        let Report::Answer(Ok(Ok(record))) = report else {
            panic!("{report:?}");
        };
        record.map(|record| *record)
    }

    #[test]
    fn an_analysis_resumes_where_it_was_left_and_no_other_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().to_owned());
        let open = || AnalysisFile::new(Some(&state), &(Arc::new(|| ()) as Waker));
        assert_eq!(resumed(&open()), None);
        let first = open();
        first.save(record("f5d6"));
        drop(first);
        let (one, other) = (open(), open());
        for file in [&one, &other] {
            assert_eq!(resumed(file).unwrap().moves, record("f5d6").moves);
        }
        one.save(record("f5d6c3"));
        drop(one);
        other.save(record("f5f6"));
        drop(other);
        let files = || fs::read_dir(state.analyses()).unwrap().flatten();
        let mut kept: Vec<usize> = files()
            .map(|file| FILE.read(&file.path()).unwrap().unwrap().moves.len())
            .collect();
        kept.sort_unstable();
        assert_eq!(kept, [2, 3], "two files");
    }

    #[test]
    fn a_damaged_analysis_is_reported_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().to_owned());
        let path = state.analyses().join("x.sgf");
        fs::create_dir(state.analyses()).unwrap();
        fs::write(&path, "not a game").unwrap();
        let file = AnalysisFile::new(Some(&state), &(Arc::new(|| ()) as Waker));
        file.resume();
        let error = file.task.as_ref().unwrap().wait();
        assert!(
            matches!(error, Some(Report::Answer(Ok(Err(_))))),
            "{error:?}"
        );
        file.save(record("f5"));
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), "not a game");
    }
}
