//! File and paste handling: opens games, and saves the one on the screen.

use std::any::Any;
use std::path::Path;

use super::{App, Effect};
use crate::screen::dialog;
use crate::screen::files::{FileWindow, saved_as};
use crate::table::TableView;
use reversi::Oddity;
use reversi_notation::find::{FindError, TextContent, find};
use reversi_notation::{Format, Record, clean, detect};
use reversi_table::phrase::faults::{find_error, oddity};
use reversi_table::phrase::sentence;
pub(super) use reversi_table::store::game_file::SaveError;
use reversi_table::store::settings::keys::Shortcut;
use reversi_text::{Name, Said, label, tr};
use reversi_wording::{opened, recorded_game};

/// The longest paste that is read, in bytes.
const LONGEST_PASTE: usize = 1_000_000;

/// How much of a paste is quoted, in characters.
const QUOTED: usize = 16;

impl App {
    /// Gives the results of saving to the window that waits for them, and reports those whose window has been closed.
    pub(super) fn report_saved_files(&mut self) -> Option<Effect> {
        if let Some(error) = self.context.ui.store_error() {
            self.warn(error);
        }
        let mut effect = None;
        while let Some(saved) = self.context.files.next_saved() {
            let top: &mut dyn Any = self.stack.top_mut().screen_mut();
            let window = top.downcast_mut::<FileWindow>();
            if let Some(window) = window.filter(|window| window.is_saving()) {
                let command = window.take_saved(saved);
                effect = effect.or(command.and_then(|command| self.run(command)));
                continue;
            }
            self.report(match saved {
                Ok(saved) => saved_as(&saved),
                Err(error @ SaveError::Present { .. }) => {
                    tr!("Not saved: {error}.", error = Name(&error.to_string())).into()
                }
                Err(error) => sentence(error),
            });
        }
        effect
    }

    /// Shows a pasted game, after a question if another is in progress.
    pub(super) fn show_pasted(&mut self, record: Box<Record>) {
        // One of them shows the progress.
        self.stack.close_windows();
        let about = recorded_game(&record);
        let why = record.start.no_game_for_either_side();
        if self.show_or_ask(record, true, &about)
            && let Some(why) = why
        {
            self.report(sentence(why));
        }
    }

    /// Shows a pasted record, after a question if a game is in progress. Returns whether it is shown.
    fn show_or_ask(&mut self, record: Box<Record>, is_game: bool, about: &str) -> bool {
        if !self.replaces_game() {
            self.open_record(*record, None);
            return true;
        }
        let about = Name(about);
        let (title, question) = if is_game {
            let question = tr!("Open the pasted game instead ({about})?", about);
            (label!("Pasted game"), question)
        } else {
            let question = tr!("Open the pasted position instead ({about})?", about);
            (label!("Pasted position"), question)
        };
        let state = if self.keeps_game() {
            tr!("A game is in progress. It is kept and offered at the next start.")
        } else {
            tr!("A game is in progress.")
        };
        let question = Said::sentences([state, question]);
        let ask = dialog::ask_pasted(title, record, &question);
        self.stack.push(ask);
        false
    }

    /// Returns a readable paste, with line ends as in a file.
    pub(super) fn checked_paste(&mut self, text: &str) -> Option<String> {
        if text.len() > LONGEST_PASTE {
            let key = self.context.ui.settings.keys.shown(Shortcut::Open);
            self.warn(tr!(
                "A paste of {count} bytes is too long: save it to a file and open that with {key}.",
                count = text.len(),
                key = Name(&key.to_string()),
            ));
            return None;
        }
        // Terminals send Enter for a line end.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        (!text.trim().is_empty()).then_some(text)
    }

    /// Opens a game by its name, or lists those of a file.
    pub(super) fn open_file(&mut self, name: &str) {
        self.context.saver.leave();
        self.stack.push(FileWindow::named(name, &self.context));
    }

    /// Opens the games or the position of a paste.
    pub(super) fn open_pasted(&mut self, text: String) {
        if let Some(path) = dropped_path(&text) {
            self.stack.push(FileWindow::named(&path, &self.context));
            return;
        }
        let format = detect::detect(text.as_bytes());
        let may_be_board = format.is_none_or(Format::is_plain);
        let found = may_be_board.then(|| find(&text));
        // Several are listed to choose from, and so is a list of transcripts.
        let is_one = |found: &TextContent| {
            let is_tolerant = format.is_none() || !found.skipped.is_empty();
            found.items.len() == 1 && (is_tolerant || found.first().game.is_none())
        };
        match found {
            Some(Ok(found)) if is_one(&found) => self.open_position(found),
            Some(Err(error)) if format.is_none() || error.is_specific() => {
                self.warn(not_a_game(&text, &error));
            }
            _ => {
                let window = FileWindow::pasted(text.into(), &self.context.ui);
                self.stack.push(window);
            }
        }
    }

    /// Puts a position on the board, after a question if a game is in progress. Shows how it was understood.
    fn open_position(&mut self, found: TextContent) {
        let about = found.to_string();
        let why = found.first().no_game_because();
        let found = found.into_first();
        let odd = found.position.oddities();
        if odd.contains(&Oddity::NoDiscs) {
            self.warn(sentence(oddity(&Oddity::NoDiscs)));
            return;
        }
        let record = Box::new(found.into_record());
        let with_why = why.map_or_else(
            || about.clone(),
            |why| tr!("{what}; {why}", what = Name(&about), why = &oddity(&why)).into(),
        );
        if self.show_or_ask(record, false, &with_why) {
            let odd = odd.into_iter().filter(|odd| !odd.is_of_no_game());
            let said = odd.chain(why).map(|odd| sentence(oddity(&odd)));
            let first = std::iter::once(String::from(opened(&about)));
            self.report(first.chain(said).collect::<Vec<_>>().join(" "));
        }
    }

    /// Returns whether opening another game takes one from the table that is in progress. An untouched imported game
    /// can be opened again at any time.
    fn replaces_game(&self) -> bool {
        let under_way = |table: &TableView| table.is_under_way() && !table.is_as_imported();
        !self.stack.screen().contents().takes_games
            && self.context.table.as_ref().is_some_and(under_way)
    }
}

/// Returns the message that a pasted text is not a game, with the start of the text or what is wrong with its board.
fn not_a_game(text: &str, error: &FindError) -> String {
    if error.is_specific() {
        return sentence(find_error(error));
    }
    let line = text.trim();
    let start: String = line.chars().take(QUOTED).collect();
    let more = if start.len() < line.len() { "..." } else { "" };
    tr!(
        "\"{text}\" is not a square like f5, a game or a board.",
        text = Name(&format!("{}{more}", clean(&start))),
    )
    .into()
}

/// Returns the path in a paste that is nothing else: a terminal pastes the path of a file that is dropped on it, quoted
/// for a shell if necessary.
fn dropped_path(text: &str) -> Option<String> {
    let text = text.trim();
    if text.lines().count() != 1 {
        return None;
    }
    let is_of_windows = |text: &str| {
        let mut letters = text.chars();
        letters
            .next()
            .is_some_and(|drive| drive.is_ascii_alphabetic())
            && letters.as_str().starts_with(":\\")
    };
    let bare = text.trim_matches('"');
    if is_of_windows(bare) {
        return Some(bare.to_owned());
    }
    let words = shlex::split(text)?;
    let [path] = &words[..] else { return None };
    let path = path.strip_prefix("file://").unwrap_or(path);
    let has_name = Path::new(path).file_name().is_some();
    (has_name && (path.starts_with('/') || path.starts_with("~/"))).then(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_a_dropped_file_is_known_however_it_is_quoted() {
        for (text, path) in [
            ("/home/ann/games.ggf\n", "/home/ann/games.ggf"),
            ("'/home/ann/my games.ggf'", "/home/ann/my games.ggf"),
            ("/home/ann/my\\ games.ggf ", "/home/ann/my games.ggf"),
            ("file:///home/ann/games.ggf", "/home/ann/games.ggf"),
            ("~/f5d6c3.ggf", "~/f5d6c3.ggf"),
            ("C:\\games\\f5.ggf", "C:\\games\\f5.ggf"),
            ("\"C:\\my games\\f5.ggf\"", "C:\\my games\\f5.ggf"),
        ] {
            assert_eq!(dropped_path(text).as_deref(), Some(path), "{text}");
        }
        for text in [
            "f5d6c3",
            "/",
            "8/8/8/3wb3/3bw3/8/8/8 b",
            "/a\n/b",
            "/a /b",
            "",
            "I lost /f5d6/",
        ] {
            assert_eq!(dropped_path(text), None, "{text}");
        }
    }
}
