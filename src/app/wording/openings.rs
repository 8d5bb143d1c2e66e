//! The sentences about openings.

/// The operations on files that can fail, before the path of the file.
pub(crate) mod cannot {
    /// Read the folder of games.
    pub(crate) const READ_GAMES: &str = "cannot read the folder of games";
    /// Save the index of that folder.
    pub(crate) const SAVE_INDEX: &str = "cannot save the index of openings in";
}
