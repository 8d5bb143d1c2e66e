//! The sentences about openings.

/// The operations on files that can fail, before the path of the file.
pub(crate) mod cannot {
    /// Read the folder of games.
    pub(crate) const READ_GAMES: &str = "cannot read the folder of games";
    /// Save the index of that folder.
    pub(crate) const SAVE_INDEX: &str = "cannot save the index of openings in";
    /// Read a file of lines to train.
    pub(crate) const READ_LINES: &str = "cannot read the lines in";
    /// Read that index.
    pub(crate) const READ_INDEX: &str = "cannot read the index of openings";
}

/// There are no games to count.
pub(crate) const NO_GAMES: &str = "to see how often each move was played, name files of games, or set \
                                   games-folder in the settings file";

/// The same, beside a board.
pub(crate) const SET_GAMES_FOLDER: &str = "Set games-folder to count games.";

/// Games are being read.
pub(crate) const READING: &str = "Reading games.";

/// Part of the games are read, in bytes.
pub(crate) fn reading(bytes: u64, of: u64) -> String {
    format!("reading games, {} %", bytes * 100 / of.max(1))
}

/// A number of discs with one decimal: `+1.5`.
pub(crate) fn mean(discs: f64) -> String {
    super::signed(discs, 1)
}
