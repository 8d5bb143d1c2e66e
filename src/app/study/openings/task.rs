//! The table of a position, made on a background thread: first the games are read, if they have changed,
//! then the moves are counted, then evaluated.

use std::fmt;
use std::path::PathBuf;

use super::index::{GamesIndex, IndexError, ReadProgress};
use super::table::OpeningTable;
use crate::app::background::{Background, Report, Reporter, Waker};
use crate::position::Position;
use crate::search::{Handler, Limits, SearchInfo, Searcher};

/// The memory of the search in megabytes.
const MEMORY: usize = 16;

/// A question about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) position: Position,
    /// The depth of the evaluation; `None` leaves it out.
    pub(crate) depth: Option<u32>,
}

/// The table of a position, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    pub(crate) table: OpeningTable,
    /// Why no games are counted, although there is a folder of games: a clause.
    pub(crate) trouble: Option<String>,
}

/// What the task reports.
enum News {
    Reading(ReadProgress),
    Found(Found),
    /// The question is no longer wanted.
    Stopped,
}

/// Looks positions up in the background.
pub(crate) struct OpeningTask {
    task: Background<Question, News, News>,
    /// Whether there is a folder of games.
    has_games: bool,
    asked: Option<Question>,
    wanted: Option<Question>,
    reading: Option<ReadProgress>,
    found: Option<Found>,
}

impl fmt::Debug for OpeningTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpeningTask")
            .field("wanted", &self.wanted)
            .finish_non_exhaustive()
    }
}

impl OpeningTask {
    /// Creates a task that counts the games of a folder, if there is one, with its index in another folder.
    /// Nothing is read before the first question.
    pub(crate) fn new(folders: Option<(PathBuf, PathBuf)>, threads: usize, waker: Waker) -> Self {
        let has_games = folders.is_some();
        let mut index = folders.map(|(cache, games)| GamesIndex::new(cache, games));
        let mut searcher = None;
        let work = move |question: Question, reporter: &Reporter<News>| {
            let mut found = match look_up(index.as_mut(), question.position, reporter) {
                Ok(found) => found,
                Err(Stopped) => return News::Stopped,
            };
            if let Some(depth) = question.depth {
                reporter.progress(News::Found(found.clone()));
                let searcher =
                    searcher.get_or_insert_with(|| Searcher::new(MEMORY).with_threads(threads));
                let mut evaluating = Evaluating { found, reporter };
                let board = question.position.board();
                let limits = Limits::depth(depth);
                let result = searcher.analyse(board, 64, &limits, &mut evaluating);
                found = evaluating.found;
                found.table.evaluate(&result.moves);
            }
            News::Found(found)
        };
        Self {
            task: Background::start("openings", waker, work),
            has_games,
            asked: None,
            wanted: None,
            reading: None,
            found: None,
        }
    }

    /// Returns whether there is a folder of games.
    pub(crate) const fn has_games(&self) -> bool {
        self.has_games
    }

    /// Asks a question in place of the last one.
    pub(crate) fn ask(&mut self, question: Question) {
        self.wanted = Some(question);
        self.ask_wanted();
    }

    /// Asks what is wanted, unless the games are being read, which nothing interrupts.
    fn ask_wanted(&mut self) {
        if self.asked != self.wanted && self.reading.is_none() {
            self.asked = self.wanted;
            if let Some(question) = self.asked {
                self.task.ask(question);
            }
        }
    }

    /// Takes the reports. Returns whether there were any.
    pub(crate) fn poll(&mut self) -> bool {
        let mut is_new = false;
        while let Some(report) = self.task.poll() {
            is_new = true;
            let news = match report {
                Report::Progress(news) => Ok(news),
                Report::Answer(answer) => answer,
            };
            self.reading = None;
            match news {
                Ok(News::Reading(progress)) => self.reading = Some(progress),
                Ok(News::Found(found)) => self.found = Some(found),
                Ok(News::Stopped) => {}
                Err(error) => {
                    let position = self.asked.map(|question| question.position);
                    self.found = position.map(|position| Found {
                        table: OpeningTable::new(position, None),
                        trouble: Some(error.to_string()),
                    });
                }
            }
        }
        if is_new {
            self.ask_wanted();
        }
        is_new
    }

    /// Returns whether more is to come.
    pub(crate) fn is_busy(&self) -> bool {
        self.task.is_busy() || self.asked != self.wanted
    }

    /// Returns the table of a position, as far as it is known.
    pub(crate) fn found(&self, position: Position) -> Option<&Found> {
        (self.found.as_ref()).filter(|found| found.table.position == position)
    }

    /// Returns the progress while the games are being read.
    pub(crate) const fn reading(&self) -> Option<ReadProgress> {
        self.reading
    }
}

/// The question is no longer wanted.
struct Stopped;

/// Counts the games of a position.
fn look_up(
    index: Option<&mut GamesIndex>,
    position: Position,
    reporter: &Reporter<News>,
) -> Result<Found, Stopped> {
    let counts = index.map(|index| {
        let on_progress = &mut |progress| reporter.progress(News::Reading(progress));
        index.counts(position.board(), on_progress, &|| reporter.is_stopped())
    });
    let (counts, trouble) = match counts.transpose() {
        Ok(counts) => (counts, None),
        Err(IndexError::Stopped) => return Err(Stopped),
        Err(error) => (None, Some(error.to_string())),
    };
    Ok(Found {
        table: OpeningTable::new(position, counts.as_ref()),
        trouble,
    })
}

/// Reports a table while its moves are evaluated.
struct Evaluating<'a> {
    found: Found,
    reporter: &'a Reporter<News>,
}

impl Handler for Evaluating<'_> {
    fn progress(&mut self, info: &SearchInfo) {
        self.found.table.evaluate(&info.moves);
        self.reporter.progress(News::Found(self.found.clone()));
    }

    fn should_stop(&mut self) -> bool {
        self.reporter.is_stopped()
    }
}
