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

/// The opening trainer.
pub(crate) mod trainer {
    use crate::app::wording::plural;
    use crate::color::Color;
    use crate::square::Square;

    /// What may be typed to choose lines.
    pub(crate) const TYPE_NAME: &str = "Type part of a name, or a file of your own lines.";
    /// Nothing has the typed name.
    pub(crate) const NO_OPENING: &str = "No opening has this name.";

    /// A file of lines.
    pub(crate) fn lines_in(file: &str) -> String {
        format!("The lines in {file}")
    }

    /// The side that the player plays.
    pub(crate) fn side(side: Color) -> String {
        format!("You play {side}.")
    }

    /// The lines are being read.
    pub(crate) const READING: &str = "Reading the lines.";
    /// This line begins where the player made a mistake before.
    pub(crate) const REPEATED: &str = "You missed this one before.";
    /// The player is to move.
    pub(crate) const TYPE_SQUARE: &str =
        "Play the next move of the line: type a square like f5, or click it.";
    /// The player is to move after the end of the lines.
    pub(crate) const BEHIND: &str =
        "The line ends here. Play on; a move that loses discs is stopped.";
    /// The program is to move.
    pub(crate) const REPLYING: &str = "Looking up the answer.";

    /// The opening so far.
    pub(crate) fn now(opening: &str) -> String {
        format!("So far: {opening}.")
    }

    /// A move is being judged.
    pub(crate) fn judging(square: Square) -> String {
        format!("Checking {square}.")
    }

    /// The moves to play.
    pub(crate) fn play(squares: &str) -> String {
        format!("Play {}.", squares.replace(' ', " or "))
    }

    /// A move leaves the lines, and perhaps loses discs.
    pub(crate) fn leaves(square: Square, lost: Option<i32>, right: &str) -> String {
        let lost = match lost {
            Some(lost @ 1..) => format!(" and loses about {}", plural(lost, "disc")),
            _ => String::new(),
        };
        format!(
            "{square} leaves your lines{lost}. {} Try again.",
            play(right)
        )
    }

    /// A move after the lines loses discs.
    pub(crate) fn loses(square: Square, lost: i32, best: Option<Square>) -> String {
        let best = best.map_or_else(String::new, |best| format!(" {best} is best."));
        format!(
            "{square} loses about {}.{best} Try again.",
            plural(lost, "disc")
        )
    }

    /// A line is over.
    pub(crate) const fn complete(known: bool) -> &'static str {
        if known {
            "You know this line."
        } else {
            "The line is over. What you missed comes back tomorrow."
        }
    }
}
