//! The table of a position, made on a background thread: first the games are read, if they have changed,
//! then the moves are counted, then evaluated.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use super::MoveCounts;
use super::table::OpeningTable;
use crate::games::index::{GamesIndex, IndexError, ReadProgress};
use crate::games::{ChoiceResults, GameChoice};
use reversi::Position;
use reversi::search::{Handler, Limits, SearchInfo, Searcher};
use reversi_table::background::{Background, Reporter, ValueTask, Waker};
use reversi_table::store::document::wait_for;
pub use reversi_table::store::filter::{FilterError, GameFilter};
use reversi_text::Said;

/// The memory of the search in megabytes.
const MEMORY: usize = 16;

/// How long to wait before the games are counted again that another program is reading.
const AGAIN: Duration = Duration::from_millis(500);

/// A request for the table of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LookupRequest {
    /// The position.
    pub position: Position,
    /// The depth of the evaluation; `None` leaves it out.
    pub depth: Option<u32>,
}

/// The table of a position, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub struct TableReport {
    /// The moves, and what they led to.
    pub table: OpeningTable,
    /// The results of the player that a choice of games is about, as a clause.
    pub results: Option<Said>,
    /// Why no games of the libraries are counted, or not all: a clause.
    pub problem: Option<Said>,
}

/// The filter of the games to count; how it chooses is found out in the background.
type Chooser = Box<dyn Fn(GameFilter) -> GameChoice + Send>;

/// What the task reports.
#[derive(Debug)]
enum TableUpdate {
    Reading(ReadProgress),
    Table(TableReport),
}

/// Looks positions up in the background.
#[derive(Debug)]
pub struct OpeningTask {
    /// Without an error, except for a request that is no longer wanted.
    task: ValueTask<(LookupRequest, GameFilter), TableUpdate, IndexError>,
    /// The text of the filter of the games to count; empty for all.
    filter: String,
    /// Whether there are libraries.
    has_games: bool,
    asked: Option<LookupRequest>,
    wanted: Option<LookupRequest>,
    reading: Option<ReadProgress>,
    found: Option<TableReport>,
}

impl OpeningTask {
    /// Creates a task that counts the games of libraries, if there are some, with their index in a folder.
    /// Nothing is read before the first question.
    pub fn new(
        folders: Option<(PathBuf, Vec<PathBuf>)>,
        threads: usize,
        chooser: Chooser,
        waker: Waker,
    ) -> Self {
        let has_games = folders.is_some();
        let mut index = folders.map(|(cache, libraries)| GamesIndex::new(cache, libraries));
        let mut searcher = None;
        let work = move |(question, filter): (LookupRequest, GameFilter),
                         reporter: &Reporter<TableUpdate>| {
            let choice = chooser(filter);
            let mut look_up = || look_up(index.as_mut(), &choice, question.position, reporter);
            let mut found = look_up()?;
            while found.table.games.is_some() && found.problem.is_some() {
                // Another program is still reading some of the games.
                reporter.progress(TableUpdate::Table(found));
                let _ = wait_for(AGAIN, &|| reporter.is_stopped(), || None::<()>);
                found = look_up()?;
            }
            if let Some(depth) = question.depth {
                reporter.progress(TableUpdate::Table(found.clone()));
                let searcher =
                    searcher.get_or_insert_with(|| Searcher::new(MEMORY).with_threads(threads));
                let mut evaluating = Evaluating { found, reporter };
                let board = question.position.board();
                let limits = Limits::depth(depth);
                let result = searcher.analyse(board, 64, &limits, &mut evaluating);
                found = evaluating.found;
                found.table.evaluate(&result.moves);
            }
            Ok(TableUpdate::Table(found))
        };
        Self {
            task: Background::start("openings", waker, work),
            has_games,
            filter: String::new(),
            asked: None,
            wanted: None,
            reading: None,
            found: None,
        }
    }

    /// Returns whether there are libraries.
    pub const fn has_games(&self) -> bool {
        self.has_games
    }

    /// Returns the text of the filter of the games to count; empty for all.
    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// Counts the games of a filter, given as text.
    ///
    /// # Errors
    /// The text is no filter.
    pub fn set_filter(&mut self, text: &str) -> Result<(), FilterError> {
        text.parse::<GameFilter>()?;
        text.trim().clone_into(&mut self.filter);
        (self.asked, self.found) = (None, None);
        self.ask_wanted();
        Ok(())
    }

    /// Asks a question in place of the last one.
    pub fn ask(&mut self, question: LookupRequest) {
        self.wanted = Some(question);
        self.ask_wanted();
    }

    /// Asks what is wanted, unless the games are being read, which nothing interrupts.
    fn ask_wanted(&mut self) {
        if self.asked != self.wanted && self.reading.is_none() {
            self.asked = self.wanted;
            // `set_filter` takes nothing else.
            if let (Some(question), Ok(filter)) = (self.asked, self.filter.parse()) {
                self.task.ask((question, filter));
            }
        }
    }

    /// Takes the reports. Returns whether there were any.
    pub fn poll(&mut self) -> bool {
        let mut is_new = false;
        while let Some(news) = self.task.next_value() {
            is_new = true;
            self.reading = None;
            match news {
                Ok(TableUpdate::Reading(progress)) => self.reading = Some(progress),
                Ok(TableUpdate::Table(found)) => self.found = Some(found),
                Err(error) => {
                    let position = self.asked.map(|question| question.position);
                    self.found = position.map(|position| TableReport {
                        table: OpeningTable::new(position, None),
                        results: None,
                        problem: Some(Said::display(error)),
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
    pub fn is_busy(&self) -> bool {
        self.task.is_busy() || self.asked != self.wanted
    }

    /// Returns the table of a position, as far as it is known.
    pub fn found(&self, position: Position) -> Option<&TableReport> {
        (self.found.as_ref()).filter(|found| found.table.position == position)
    }

    /// Returns the progress while the games are being read.
    pub const fn reading(&self) -> Option<ReadProgress> {
        self.reading
    }
}

/// Counts the games of a position. The only error is that it was stopped.
fn look_up(
    index: Option<&mut GamesIndex>,
    choice: &GameChoice,
    position: Position,
    reporter: &Reporter<TableUpdate>,
) -> Result<TableReport, IndexError> {
    let mut results = ChoiceResults::default();
    let mut counts = None;
    let mut problem = None;
    if let Some(index) = index {
        let on_progress = &mut |progress| reporter.progress(TableUpdate::Reading(progress));
        let stop = || reporter.is_stopped();
        let counted = counts.insert(MoveCounts::new(position.board()));
        let walked = index.each_game(on_progress, &stop, &mut |_, row| {
            if choice.is_all() {
                counted.add_row(row);
            } else if choice.has(&row.facts(), || row.line())
                && counted.add_row(row)
                && let Some(side) = choice.side_of(&row.facts())
                && let Some(record) = row.record()
            {
                results.add(&record, side);
            }
            ControlFlow::Continue(())
        });
        match walked {
            Ok(()) => problem = index.still_read(),
            Err(IndexError::Stopped) => return Err(IndexError::Stopped),
            Err(error) => (counts, problem) = (None, Some(Said::display(error))),
        }
    }
    Ok(TableReport {
        table: OpeningTable::new(position, counts.as_ref()),
        results: results.said(),
        problem,
    })
}

/// Reports a table while its moves are evaluated.
struct Evaluating<'a> {
    found: TableReport,
    reporter: &'a Reporter<TableUpdate>,
}

impl Handler for Evaluating<'_> {
    fn progress(&mut self, info: &SearchInfo) {
        self.found.table.evaluate(&info.moves);
        self.reporter
            .progress(TableUpdate::Table(self.found.clone()));
    }

    fn should_stop(&mut self) -> bool {
        self.reporter.is_stopped()
    }
}
