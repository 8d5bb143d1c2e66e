//! The clauses and sentences of the subcommands.

use std::fmt::Display;

use super::plural;

/// Games, or files of games, that cannot be read.
pub(crate) fn cannot_read(count: u64, noun: &str) -> String {
    format!("cannot read {}", plural(count, noun))
}

/// A host cannot listen.
pub(crate) fn cannot_wait(address: impl Display, error: impl Display) -> String {
    format!("cannot wait for a guest at {address}: {error}")
}

/// A match.
pub(crate) mod match_ {
    use super::{Display, plural};

    /// A number of games that leaves an opening with one game.
    pub(crate) fn odd_games(games: u32) -> String {
        format!("--games {games}: use an even number, because each opening is played twice")
    }

    /// A tournament is too long.
    pub(crate) fn too_many_games(given: u32, games: u64, most: u64) -> String {
        format!("--games {given}: a tournament has at most {most} games, not {games}")
    }

    /// A tournament is too large.
    pub(crate) fn too_many_players(most: usize) -> String {
        format!("use at most {most} players")
    }

    /// The hypotheses of a test are the wrong way round.
    pub(crate) const SPRT_ORDER: &str =
        "--sprt: the first Elo difference must be less than the second";

    /// There is no screen to watch on.
    pub(crate) const WATCH_NEEDS: &str = "--watch needs a terminal";

    /// The last game of a file was cut off.
    pub(crate) fn torn(path: &str) -> String {
        format!("{path}: removed an incomplete game at the end; it is played again")
    }

    /// All games were played.
    pub(crate) const OVER: &str = "The match is over.";

    /// A player failed to move.
    pub(crate) fn failed(player: impl Display, error: impl Display) -> String {
        format!("{player} failed to move: {error}")
    }

    /// A player failed to move again and again.
    pub(crate) fn keeps_failing(player: impl Display, times: u32, error: impl Display) -> String {
        format!(
            "the match has stopped, because {player} failed to move in {times} games in a row: {error}"
        )
    }

    /// A game cannot be added to the file that the error names.
    pub(crate) fn not_saved(error: impl Display) -> String {
        format!("cannot save the game to {error}")
    }

    /// A signal stopped the match, whose games may be in a file.
    pub(crate) fn interrupted(played: u32, games: u32, is_saved: bool) -> String {
        let how = if is_saved {
            " To continue, run the same command with --resume."
        } else {
            ""
        };
        format!(
            "Interrupted after {played} of {}.{how}",
            plural(games, "game")
        )
    }
}
