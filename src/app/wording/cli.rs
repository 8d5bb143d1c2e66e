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

/// A position has no moves, so there is nothing to review.
pub(crate) const POSITION_TO_REVIEW: &str =
    "a position has no moves to review; use `reversi hint` for it";

/// A game has no moves, so there is nothing to review.
pub(crate) const NO_MOVES_TO_REVIEW: &str = "the game has no moves to review";

/// There is no move to find.
pub(crate) const OVER_HERE: &str = "the game is over in this position";

/// The topics with a direction.
pub(crate) const DIRECTION_NEEDS: &str = "--direction works only with --moves and --flips";

/// The topics with a mask.
pub(crate) const UNMASKED_NEEDS: &str = "--unmasked works only with --moves, --flips and --carry";

/// The size of a board that is written differs from the option.
pub(crate) fn other_size(rows: u8, size: u8) -> String {
    format!("the diagram has {rows} rows, but --size is {size}")
}

/// A diagram is no position of a game.
pub(crate) const NO_LIBERTY: &str =
    "the position is not legal, because some stones have no liberty; use --dead to find them";

/// There are several names, but only two sides.
pub(crate) const NAMES: &str = "--name can be given at most twice";

/// There is no flag without clocks.
pub(crate) const FLAG_NEEDS: &str = "--flag needs --time";

/// There is no game over the network to resume.
pub(crate) const NOTHING_TO_RESUME: &str = "there is no unfinished game over the network";

/// There is nobody to ask for the code.
pub(crate) const CODE_MISSING: &str = "--code is missing";

/// A position has no position number.
pub(crate) fn no_moves_at(at: usize) -> String {
    format!("--at {at}: a position has no moves")
}

/// A game has fewer positions.
pub(crate) fn ends_before(at: usize, end: usize) -> String {
    format!("--at {at}: the game ends at position {end}")
}

/// Games that do not count in the statistics.
pub(crate) fn not_counted(games: u32) -> String {
    let games = plural(games, "game");
    format!("{games} between two people or two CPUs not counted.")
}

/// Where a game or a position comes from.
pub(crate) mod source {
    /// Standard input, in a sentence.
    pub(crate) const STANDARD_INPUT: &str = "standard input";

    /// There is only one game to choose from.
    pub(crate) const GAME_NEEDS: &str = "--game works only with a file or standard input";

    /// An option after the arguments that is none.
    pub(crate) fn unknown_option(option: &str, command: &str) -> String {
        format!("unknown option {option:?}; see `reversi {command} --help`")
    }

    /// A text is no transcript, as a clause says, and could be the name of a file.
    pub(crate) fn nor_a_file(clause: &str) -> String {
        format!("{clause}, and there is no such file")
    }

    /// A transcript is wrong.
    pub(crate) fn in_transcript(error: impl std::fmt::Display) -> String {
        format!("in the transcript, {error}")
    }

    /// Standard input is neither a transcript nor a board.
    pub(crate) fn too_large(limit: usize) -> String {
        format!(
            "standard input is larger than {limit} bytes, too large for a transcript or a board"
        )
    }

    /// Standard input is not text.
    pub(crate) fn not_utf8(byte: usize) -> String {
        format!("invalid UTF-8 at byte {byte} of standard input")
    }

    /// A file has more games than the one that is shown.
    pub(crate) fn first_of_several(name: &str) -> String {
        format!("note: showing the first of several games; the next is {name}#2")
    }
}

/// Converting games.
pub(crate) mod convert {
    use super::{Display, plural};

    /// A format of several files has no standard output.
    pub(crate) const WTHOR_NEEDS: &str = "WTHOR is three files; name the first one: -o FILE.wtb";

    /// A picture shows one game.
    pub(crate) const ONE_PICTURE: &str = "svg draws one game, but there are several";

    /// A format that cannot be read.
    pub(crate) fn only_written(format: impl Display) -> String {
        format!("--from {format}: this format can only be written")
    }

    /// A format that cannot be written, and those that can.
    pub(crate) fn only_read(format: impl Display, others: &str) -> String {
        format!("{format} can only be read; use --to {others}")
    }

    /// A file would be overwritten while it is read.
    pub(crate) fn same_file(path: &str) -> String {
        format!("{path:?} is both input and output; write to another file")
    }

    /// A file of one year has games of other years.
    pub(crate) fn other_years(year: Option<u16>, others: u64) -> String {
        let year = year.map_or("no year".to_owned(), |year| year.to_string());
        let verb = if others == 1 { "is" } else { "are" };
        format!(
            "a WTHOR file has one year, {year} from the first game, but {} {verb} of another year",
            plural(others, "game")
        )
    }
}

/// Solving the positions of a file.
pub(crate) mod solve {
    use super::{Display, plural};

    /// A line is too long.
    pub(crate) fn too_long(limit: usize) -> String {
        format!("longer than {limit} bytes")
    }

    /// A line is not text.
    pub(crate) fn not_utf8(byte: usize) -> String {
        format!("invalid UTF-8 at byte {byte}")
    }

    /// A file lists another score than the solution.
    pub(crate) fn wrong_score(
        line: u32,
        square: impl Display,
        listed: impl Display,
        found: impl Display,
    ) -> String {
        format!(
            "line {line}: the listed score of {square} is {listed}, but the solution is {found}"
        )
    }

    /// What is wrong with a file: lines, and scores.
    pub(crate) fn faults(lines: u32, scores: usize) -> String {
        let bad_lines = (lines > 0).then(|| plural(lines, "invalid line"));
        let wrong_scores = (scores > 0).then(|| plural(scores, "wrong listed score"));
        let faults: Vec<String> = bad_lines.into_iter().chain(wrong_scores).collect();
        faults.join(", ")
    }
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
        let games = match times {
            1 => "its last game".to_owned(),
            _ => format!("{times} games in a row"),
        };
        format!("the match has stopped, because {player} failed to move in {games}: {error}")
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
