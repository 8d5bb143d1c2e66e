//! The sentences of the player's record.

use super::{capitalized, plural};

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

    /// The level is too weak.
    pub(crate) fn harder(level: u8, won: usize, games: usize, next: u8) -> String {
        format!("You won {won} of your last {games} games against level {level}: try level {next}.")
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
    /// Wins and losses.
    pub(crate) const RESULTS: &str = "Results";
    /// Mean losses.
    pub(crate) const LOSSES: &str = "Discs lost per move";
    /// Mistakes by their reasons.
    pub(crate) const MISTAKES: &str = "Your mistakes";
    /// Wins and losses by opening.
    pub(crate) const OPENINGS: &str = "Openings";
    /// The rating for puzzles.
    pub(crate) const PUZZLES: &str = "Puzzles";
}

/// No game has been reviewed.
pub(crate) const NOT_REVIEWED: &str = "No game has been reviewed yet.";

/// No mistake has been found.
pub(crate) const NO_MISTAKES: &str = "No mistakes in the reviewed games.";

/// No game has an opening with a name.
pub(crate) const NO_OPENINGS: &str = "None of your games has a named opening.";

/// Few puzzles have been tried.
pub(crate) const NO_PUZZLES: &str = "No puzzles tried yet.";

/// How many games were reviewed.
pub(crate) fn reviewed(reviewed: usize, games: u32) -> String {
    format!("{reviewed} of {} reviewed.", plural(games, "game"))
}

/// What the bars of the graph mean.
pub(crate) fn graph_scale(most: f64) -> String {
    format!("Oldest game on the left; a full bar is {most:.1} discs a move.")
}

/// The rating for puzzles, with its deviation.
pub(crate) fn puzzle_rating(rating: f64, deviation: f64) -> String {
    capitalized(&super::practice::rating(rating, deviation))
}

/// The phases of a game.
pub(crate) const PHASES: [&str; 4] = ["opening", "midgame", "endgame", "all moves"];

/// Mistakes, by their reasons, after a number.
pub(crate) mod mistake {
    pub(crate) const MISSED_WIPEOUT: &str = "missed a wipeout";
    pub(crate) const ALLOWED_WIPEOUT: &str = "allowed a wipeout";
    pub(crate) const MISSED_CORNER: &str = "missed a corner";
    pub(crate) const GAVE_CORNER: &str = "gave away a corner";
    pub(crate) const LET_PASS: &str = "made the opponent pass";
    pub(crate) const LOST_LAST_MOVE: &str = "left the opponent the last move";
    pub(crate) const LOST_MOBILITY: &str = "left too few moves";
    pub(crate) const GAVE_MOBILITY: &str = "gave the opponent more moves";
    pub(crate) const LOST_RESULT: &str = "gave away the win or the draw";
    pub(crate) const OTHER: &str = "other";
}

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
