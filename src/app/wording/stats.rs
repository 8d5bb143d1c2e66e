//! The sentences of the player's record.

use super::plural;

/// What to try after a game against a level.
pub(crate) mod advice {
    /// The level is too strong.
    pub(crate) fn easier(level: u8, lost: usize, games: usize) -> String {
        let next = match level {
            1 => "it".to_owned(),
            _ => format!("level {}", level - 1),
        };
        format!(
            "Level {level} won {lost} of your last {games} games: try {next} with the coach on."
        )
    }
}

/// There is no game of the player.
pub(crate) const NO_GAMES: &str = "No finished games of yours yet: play against a level, or set your name to count games with friends.";

/// Games of others, or of two CPUs.
pub(crate) fn not_counted(games: u32) -> String {
    format!(
        "Not counted: {} of other people or of two CPUs.",
        plural(games, "game")
    )
}

/// Lines of the history that cannot be read.
pub(crate) fn unreadable(games: u32) -> String {
    format!("Cannot read {} of the history.", plural(games, "game"))
}

/// The headings.
pub(crate) mod heading {
    /// Mean losses.
    pub(crate) const LOSSES: &str = "Discs lost per move";
    /// Mistakes by their reasons.
    pub(crate) const MISTAKES: &str = "Your mistakes";
    /// Wins and losses by opening.
    pub(crate) const OPENINGS: &str = "Openings";
}

/// How many games were reviewed.
pub(crate) fn reviewed(reviewed: usize, games: u32) -> String {
    format!("{reviewed} of {} reviewed.", plural(games, "game"))
}

/// The phases of a game.
pub(crate) const PHASES: [&str; 4] = ["opening", "midgame", "endgame", "all moves"];

/// The review of the games is running.
pub(crate) fn reviewing(reviewed: usize, games: u32) -> String {
    format!("Reviewing your games: {reviewed} of {games}.")
}

/// The history is being read.
pub(crate) const READING: &str = "Reading the history.";

/// What is deleted, as a question.
pub(crate) fn ask_delete(games: u32) -> String {
    format!(
        "Delete your history ({}), the reviews and your practice? This cannot be undone.",
        plural(games, "game")
    )
}

/// Everything was deleted.
pub(crate) const DELETED: &str = "Deleted the history, the reviews and your practice.";
