//! The sentences of line mode. What is refused is a clause without a full stop.

use std::fmt::Display;

/// How to begin.
pub(crate) const WELCOME: &str = "Type a move such as f5, or help.";

/// The head of the help, above the commands.
pub(crate) const HELP: &str = "\
Type a move such as f5, or several: f5 d6 or f5d6c3.
X is Black, O is White, * is a legal move. Forced passes are automatic.
CPUs reply at once, so the next move on a line is your next move.
Moves and commands on a line run in order until one fails.";

/// How to continue an unfinished game, after its description.
pub(crate) const TYPE_RESUME: &str = " Type resume to continue it.";

/// How to continue after a pause.
pub(crate) const TYPE_GO: &str = " Type go to continue.";

/// What to do about a CPU that failed to move.
pub(crate) const AFTER_FAILURE: &str =
    " Type go to try again, take to play for it, or forfeit to resign for it.";

/// The list of moves is empty.
pub(crate) const NO_MOVES_YET: &str = "No moves yet.";

/// A review found nothing.
pub(crate) const NO_MISTAKES: &str = "No mistakes.";

/// A line is too long to be read.
pub(crate) fn too_long(longest: usize) -> String {
    format!("a line longer than {longest} bytes was ignored")
}

/// A line is not text.
pub(crate) fn not_text(byte: u8, at: usize) -> String {
    format!("a line with invalid UTF-8 (byte {at} is 0x{byte:02x}) was ignored")
}

/// A word, in quotes, is not known.
pub(crate) fn unknown(quoted: impl Display) -> String {
    format!("{quoted} is neither a move such as f5 nor a command; type help for a list")
}

/// `go` without a pause.
pub(crate) const NOT_PAUSED: &str = "no CPU is paused";

/// `save` without a name.
pub(crate) const SAVE_NEEDS: &str = "save needs a file name, such as save game.ggf";

/// `open` without a name.
pub(crate) const OPEN_NEEDS: &str = "open needs a file name, or history:last for your last game";

/// `hint 0`.
pub(crate) const HINT_NEEDS: &str = "hint needs a number of at least 1";

/// `level` without a level.
pub(crate) const LEVEL_NEEDS: &str = "level needs a number from 1 to 10";

/// `level` without an engine.
pub(crate) const NO_ENGINE: &str = "no engine is playing";

/// There is no folder with a history.
pub(crate) const NO_HISTORY: &str = "there is no history";

/// A search ended with nothing.
pub(crate) const NO_MOVE_FOUND: &str = "the search found no move in time";

/// `resume` where games are not saved.
pub(crate) const NOT_IN_PIPES: &str = "unfinished games can only be resumed at a terminal";

/// `resume` during a game.
pub(crate) const GAME_IN_PROGRESS: &str = "a game is in progress; type new first, then resume";

/// A file cannot be opened.
pub(crate) fn cannot_open(why: impl Display) -> String {
    format!("cannot open the game: {why}")
}

/// A refusal with what can be typed instead.
pub(crate) fn advise(why: impl Display, instead: &str) -> String {
    format!("{why}; type {instead}")
}

/// A line failed after some of its moves.
pub(crate) fn stopped(played: &str, count: usize, why: &str) -> String {
    match count {
        0 => format!("Nothing was played; {why}."),
        1 => format!("{played} was played; {why}."),
        _ => format!("{played} were played; {why}."),
    }
}
