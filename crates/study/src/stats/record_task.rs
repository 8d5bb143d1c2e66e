//! Reads the player's record in the background.

use super::{PlayerRecord, Sources, StatsError};
use crate::review::Reviewer;
use reversi_table::background::{Background, Report, Reporter, Waker};
use reversi_table::phrase::sentence;

/// Reads the player's record in the background.
#[derive(Debug)]
pub struct RecordTask {
    task: Background<(), PlayerRecord, Result<PlayerRecord, StatsError>>,
    record: Option<PlayerRecord>,
    error: Option<String>,
}

impl RecordTask {
    /// Starts to read the record, and with a reviewer to review the games that have not been reviewed.
    pub fn start(sources: Sources, reviewer: Option<Reviewer>, waker: Waker) -> Self {
        let read = move |(), reporter: &Reporter<PlayerRecord>| {
            let stop = || reporter.is_stopped();
            let Some(reviewer) = &reviewer else {
                return Ok(sources.record_until(&stop)?);
            };
            let mut progress = |record: &PlayerRecord| reporter.progress(record.clone());
            sources.review(reviewer, &mut progress, &stop)
        };
        let task = Background::start("record", waker, read);
        task.ask(());
        Self {
            task,
            record: None,
            error: None,
        }
    }

    /// Takes what was read.
    pub fn poll(&mut self) {
        while let Some(report) = self.task.poll() {
            match report {
                Report::Progress(record) | Report::Answer(Ok(Ok(record))) => {
                    self.record = Some(record);
                }
                Report::Answer(Ok(Err(error))) => self.error = Some(sentence(error)),
                Report::Answer(Err(error)) => self.error = Some(sentence(error)),
            }
        }
    }

    /// Returns the record, once it is read.
    pub const fn record(&self) -> Option<&PlayerRecord> {
        self.record.as_ref()
    }

    /// Returns whether more of the record will come.
    pub fn is_busy(&self) -> bool {
        self.task.is_busy()
    }

    /// Returns what went wrong, as a sentence.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }
}
