//! Reads the player's record in the background.

use super::{PlayerRecord, Sources};
use crate::app::background::{Background, Report, Reporter, Waker};
use crate::app::store::StorageError;

/// Reads the player's record in the background, without reviewing games.
#[derive(Debug)]
pub(crate) struct RecordTask {
    task: Background<(), (), Result<PlayerRecord, StorageError>>,
    record: Option<PlayerRecord>,
}

impl RecordTask {
    /// Starts to read the record.
    pub(crate) fn start(sources: Sources, waker: Waker) -> Self {
        let read =
            move |(), reporter: &Reporter<()>| sources.record_until(&|| reporter.is_stopped());
        let task = Background::start("record", waker, read);
        task.ask(());
        Self { task, record: None }
    }

    /// Takes the record once it is read. An error leaves it unknown: the screen of the record reports it.
    pub(crate) fn poll(&mut self) {
        if let Some(Report::Answer(Ok(Ok(record)))) = self.task.poll() {
            self.record = Some(record);
        }
    }

    /// Returns the record, once it is read.
    pub(crate) const fn record(&self) -> Option<&PlayerRecord> {
        self.record.as_ref()
    }
}
