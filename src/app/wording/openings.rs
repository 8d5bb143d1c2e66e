//! The sentences about openings.

/// The operations on files that can fail, before the path of the file.
pub(crate) mod cannot {
    /// Read the folder of games.
    pub(crate) const READ_GAMES: &str = "cannot read the folder of games";
    /// Save the index of that folder.
    pub(crate) const SAVE_INDEX: &str = "cannot save the index of openings in";
    /// Read that index.
    pub(crate) const READ_INDEX: &str = "cannot read the index of openings";
}

/// There are no games to count.
pub(crate) const NO_GAMES: &str = "to see how often each move was played, name files of games, or set \
                                   games-folder in the settings file";

/// A number of discs with one decimal: `+1.5`.
pub(crate) fn mean(discs: f64) -> String {
    format!("{discs:+.1}")
}
