//! The sentences about files, pasted text, the history and unfinished games.

use std::fmt::Display;
use std::path::Path;

use super::{capitalized, plural, sentence};
use crate::color::ByColor;
use crate::notation::{Format, clean};

/// A path of a file, safe to show.
pub(crate) fn path_text(path: &Path) -> String {
    clean(&path.display().to_string()).into_owned()
}

/// Why a file is damaged, and where its new contents are.
pub(crate) fn kept_in(why: impl Display, path: &Path) -> String {
    format!(
        "{why}; the file is damaged, but its new contents are in {}",
        path_text(path)
    )
}

/// The file operations that can fail, before the path of the file.
pub(crate) mod cannot {
    /// Look for unfinished games.
    pub(crate) const FIND_GAMES: &str = "cannot look for unfinished games in";
    /// Save the game being played.
    pub(crate) const SAVE_GAME: &str = "cannot save the game to";
    /// Remove a saved game.
    pub(crate) const REMOVE_GAME: &str = "cannot remove the saved game";
    /// Add a finished game to the history.
    pub(crate) const LOG_GAME: &str = "cannot add the game to the history";
    /// Read the history.
    pub(crate) const READ_LOG: &str = "cannot read the history";
    /// Read what was practised.
    pub(crate) const READ_PRACTICE: &str = "cannot read your practice file";
    /// Save what was practised.
    pub(crate) const SAVE_PRACTICE: &str = "cannot save your practice file";
}

/// How many games the history has, as a clause that names them.
pub(crate) fn games_of_history(count: u64) -> String {
    match count {
        0 => "the history is empty".to_owned(),
        1 => "the history has 1 game; use history:1".to_owned(),
        _ => format!("the history has {count} games; use history:1 to history:{count}"),
    }
}

/// A list has fewer games than the number of the requested one.
pub(crate) fn no_such_game(number: u64, count: u64) -> String {
    format!("there is no game {number}, only {}", plural(count, "game"))
}

/// Another game replaces the one in progress.
pub(crate) const KEPT: &str = "The game in progress is kept and offered at the next start.";

/// Unfinished games were too many to keep.
pub(crate) fn moved_to_history(count: usize) -> String {
    match count {
        1 => "The oldest unfinished game was moved to the history.".to_owned(),
        _ => format!("The {count} oldest unfinished games were moved to the history."),
    }
}

/// What is known about an unfinished game.
pub(crate) fn about_unfinished(
    date: impl Display,
    players: &ByColor<impl Display>,
    moves: usize,
) -> String {
    let ByColor { black, white } = players;
    let moves = plural(moves, "move");
    format!("{date}: Black {black}, White {white}, {moves}")
}

/// An unfinished game found at the start, from what is known about it.
pub(crate) fn unfinished_game(about: &str) -> String {
    format!("Unfinished game of {about}.")
}

/// A game to continue: `Human vs level 5, move 23, today 13:58`.
pub(crate) fn continued_game(
    players: &ByColor<impl Display>,
    moves: usize,
    started: impl Display,
) -> String {
    let ByColor { black, white } = players;
    capitalized(&format!("{black} vs {white}, move {moves}, {started}"))
}

/// A game cannot be put on the board; the reason is a clause.
pub(crate) fn cannot_play(why: impl Display) -> String {
    sentence(format_args!("cannot play the game: {why}"))
}

/// A setting was changed, but not in the file; the reason is a clause.
pub(crate) fn setting_not_saved(why: &str) -> String {
    format!("Changed until you quit; cannot save it: {}.", clean(why))
}

/// A game, a position or a picture was saved.
pub(crate) fn saved_as(format: Option<Format>, path: &Path) -> String {
    let what = match format {
        Some(Format::Obf) => "Position saved to",
        Some(Format::Svg) => "Image saved to",
        _ => "Saved to",
    };
    let name = path.file_name().unwrap_or_default();
    let folder = path.parent().unwrap_or(path);
    format!(
        "{what} {} in {}.",
        path_text(name.as_ref()),
        path_text(folder)
    )
}

/// A text file of games was saved in line mode.
pub(crate) fn saved_to(path: &Path) -> String {
    format!("Saved to {}.", path_text(path))
}

/// What may be typed as the name of a file, and what the program does with it.
pub(crate) mod file_name {
    use crate::notation::clean;

    /// The question for the name of a file to open.
    pub(crate) const MISSING_TO_OPEN: &str = "Type a file name.";

    /// The place in a list of games, which may be longer.
    pub(crate) fn place(place: usize, count: usize, more: bool) -> String {
        if more {
            let next = count + 1;
            format!("Game {place} of {count} and more. FILE#{next} opens the next one.")
        } else {
            format!("Game {place} of {count}.")
        }
    }

    /// The name to complete is in no folder.
    pub(crate) fn no_folder(folder: &str) -> String {
        format!("There is no folder {}.", clean(folder))
    }

    /// The name to complete is the beginning of no other.
    pub(crate) fn no_match(typed: &str) -> String {
        format!("No file name starts with {}.", clean(typed))
    }
}

/// A file is being read.
pub(crate) fn reading(name: Option<&str>) -> String {
    name.map_or_else(|| "Reading.".to_owned(), |name| format!("Reading {name}."))
}

/// Games are not saved, so there is no list of them.
pub(crate) const GAMES_NOT_SAVED: &str = "Games are not being saved.";

/// The history is empty.
pub(crate) const NO_FINISHED_GAMES: &str = "No finished games yet.";

/// A pasted text is no game. It is quoted up to a number of bytes.
pub(crate) fn not_a_game(text: &str, longest: usize) -> String {
    let line = text.trim();
    let start: String = line.chars().take(longest).collect();
    let more = if start.len() < line.len() { "..." } else { "" };
    format!(
        "\"{}{more}\" is not a square like f5, or GGF, SGF, PGN, OBF or JSON.",
        clean(&start)
    )
}

/// A saved game cannot be read; the reason is a clause.
pub(crate) fn cannot_read_game(path: &Path, why: impl Display) -> String {
    sentence(format_args!(
        "cannot read the saved game {}: {why}",
        path_text(path)
    ))
}

/// What was done about it, after that sentence.
pub(crate) fn renamed(name: &str) -> String {
    format!(" It was renamed to {}.", clean(name))
}

/// No game can be saved; the reason is a clause.
pub(crate) fn cannot_save(why: impl Display) -> String {
    sentence(format_args!("cannot save games: {why}"))
}

/// The game in progress was not saved, as a clause says.
pub(crate) fn not_saved(clause: &str) -> String {
    sentence(clause) + " The game continues."
}
