//! The record of an opened game, kept until the game changes.

use reversi::Entry;
use reversi_notation::Record;

/// A record that was put on a table.
#[derive(Debug)]
pub(super) struct ImportedGame {
    pub(super) record: Record,
    pub(super) entries: Vec<Entry>,
}
