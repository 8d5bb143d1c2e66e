//! File and paste handling: opens games, and saves the one on the screen.

use super::App;
use crate::app::store::game_file::SaveError;
use crate::app::store::game_list::{GameList, Source};
use crate::app::table::describe;
use crate::app::tui::files::{FileEvent, FileRequest, SavedFile};
use crate::app::tui::pictures::Picture;
use crate::app::tui::screen::dialog;
use crate::app::tui::screen::files::{FilePurpose, FileWindow};
use crate::app::tui::screen::go::GoScreen;
use crate::app::tui::screen::review::ReviewScreen;
use crate::app::tui::table::TableView;
use crate::app::wording::{all_of, path_text, plural, sentence};
use crate::notation::find::{FindError, TextContent, find};
use crate::notation::{Format, GamePart, LeftOut, clean, detect};
use crate::position::Oddity;

/// The longest paste that is read, in bytes.
const LONGEST_PASTE: usize = 1_000_000;

/// How much of a paste is quoted, in characters.
const QUOTED: usize = 16;

impl App {
    /// Returns the file window on top, if it has this purpose.
    fn window(&mut self, purpose: FilePurpose) -> Option<&mut FileWindow> {
        let window = self.stack.top_as::<FileWindow>();
        window.filter(|window| window.is_for(purpose))
    }

    /// Handles finished reads and writes.
    pub(super) fn take_file_events(&mut self) {
        if let Some(error) = self.context.ui.store_error() {
            self.warn(error);
            self.dirty = true;
        }
        while let Some(event) = self.context.files.next_event() {
            self.dirty = true;
            match event {
                FileEvent::Saved(Ok(saved)) => {
                    if self.window(FilePurpose::Save).is_some() {
                        self.stack.pop();
                    }
                    self.report(saved_as(&saved));
                }
                FileEvent::Saved(Err(error)) => self.on_save_error(&error),
                FileEvent::Log(listed) => {
                    let (games, error) = match listed {
                        Ok(games) => (games, None),
                        Err(why) => (GameList::default(), Some(sentence(why))),
                    };
                    let window = self.stack.top_as::<FileWindow>();
                    let lists = window.is_some_and(|window| window.take_log(games));
                    if let Some(error) = error.filter(|_| lists) {
                        self.warn(error);
                    }
                }
                FileEvent::Listed(source, Ok(games)) => self.on_list(source, games),
                FileEvent::Picked(Ok(record)) => self.show_record(*record),
                FileEvent::GoGame(Ok((game, players))) => {
                    self.stack.close_windows();
                    let screen = self.stack.top_as::<GoScreen>();
                    let ask = screen.and_then(|go| go.replace(game, players, &self.context.ui));
                    if let Some(ask) = ask {
                        self.run(ask);
                    }
                }
                FileEvent::GoGame(Err(why)) => self.warn(sentence(why)),
                FileEvent::Listed(_, Err(why)) | FileEvent::Picked(Err(why)) => {
                    self.warn(sentence(why));
                }
                FileEvent::Completed(typed, text, hint) => {
                    if let Some(window) = self.stack.top_as::<FileWindow>() {
                        window.complete(&typed, &text, hint);
                    }
                }
                FileEvent::Names(typed, names) => {
                    if let Some(window) = self.stack.top_as::<FileWindow>() {
                        window.list(&typed, names);
                    }
                }
            }
        }
    }

    fn on_save_error(&mut self, error: &SaveError) {
        match (error, self.window(FilePurpose::Save)) {
            (SaveError::Present { holds_many, .. }, Some(window)) => {
                window.ask(format!("{error}."), *holds_many);
            }
            // The window that asked has been closed.
            (SaveError::Present { .. }, None) => self.report(format!("Not saved: {error}.")),
            (_, Some(_)) => self.warn(format!("{error}.")),
            (_, None) => self.report(format!("{error}.")),
        }
    }

    fn on_list(&mut self, source: Source, mut games: GameList) {
        let pasted = matches!(source, Source::Text(_));
        if pasted {
            // The window that shows the progress.
            self.stack.close_windows();
        }
        if let Some(record) = games.only.take() {
            if pasted && self.replaces_game() {
                let question = ask_pasted(self.keeps_game(), "game", &describe(&record));
                self.stack
                    .push(dialog::ask_pasted(" Pasted game ", record, &question));
            } else {
                self.show_record(*record);
            }
            return;
        }
        if let [line] = &games.lines[..]
            && let Err(why) = &line.game
        {
            self.warn(match &source {
                Source::File(path) => format!("{}: {why}.", path_text(path)),
                Source::Text(_) | Source::Log(_) => sentence(why),
            });
            return;
        }
        if let Some(open) = self.window(FilePurpose::Open) {
            open.rest();
        }
        self.stack.push(FileWindow::choose(source, Some(games)));
    }

    /// Returns a readable paste, with line ends as in a file.
    pub(super) fn checked_paste(&mut self, text: &str) -> Option<String> {
        if text.len() > LONGEST_PASTE {
            self.warn(format!(
                "A paste of {} bytes is too long: save it to a file and open that with o.",
                text.len()
            ));
            return None;
        }
        // Terminals send Enter for a line end.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        (!text.trim().is_empty()).then_some(text)
    }

    /// Opens a game by its name, or lists those of a file.
    pub(super) fn open_file(&mut self, name: &str) {
        let log = self.context.saver.state().cloned().map(Source::Log);
        self.context.saver.leave();
        self.context
            .files
            .read(FileRequest::Name(name.to_owned(), log));
    }

    /// Opens the games or the position of a paste.
    pub(super) fn open_pasted(&mut self, text: String) {
        let format = detect::detect(text.as_bytes());
        let may_be_board = matches!(format, None | Some(Format::Obf | Format::Transcript));
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
                let source = Source::Text(text.into());
                self.stack.push(FileWindow::choose(source.clone(), None));
                self.context.files.read(FileRequest::List(source));
            }
        }
    }

    /// Puts a position on the board, after a question if a game is in progress. Shows how it was understood.
    fn open_position(&mut self, found: TextContent) {
        let about = found.to_string();
        let found = found.into_first();
        let odd = found.position.oddities();
        if odd.contains(&Oddity::NoDiscs) {
            self.warn(sentence(Oddity::NoDiscs));
            return;
        }
        let record = found.into_record();
        if self.replaces_game() {
            let question = ask_pasted(self.keeps_game(), "position", &about);
            let title = " Pasted position ";
            let ask = dialog::ask_pasted(title, Box::new(record), &question);
            self.stack.push(ask);
            return;
        }
        self.show_record(record);
        let said = odd.iter().map(ToString::to_string);
        let said: Vec<String> = [format!("Opened: {about}.")]
            .into_iter()
            .chain(said)
            .collect();
        self.report(said.join(" "));
    }

    /// Returns whether opening another game takes one from the table that is in progress. An untouched imported game
    /// can be opened again at any time.
    fn replaces_game(&mut self) -> bool {
        // An analysis opens games itself.
        let analysis = self.stack.top_as::<ReviewScreen>();
        if analysis.is_some_and(|review| review.is_analysis()) {
            return false;
        }
        let under_way = |table: &TableView| table.is_under_way() && !table.is_as_imported();
        self.context.table.as_ref().is_some_and(under_way)
    }
}

/// Returns the message that a game, a position or an image was saved.
fn saved_as(saved: &SavedFile) -> String {
    let path = &saved.path;
    let what = match saved.format {
        Some(Format::Obf) => "Position saved to",
        Some(Format::Svg) => "Image saved to",
        None if Picture::of_path(path) == Some(Picture::Recording) => "Recording saved to",
        _ => "Saved to",
    };
    let name = path.file_name().unwrap_or_default();
    let folder = path.parent().unwrap_or(path);
    let place = format!(
        "{what} {} in {}.",
        path_text(name.as_ref()),
        path_text(folder)
    );
    let LeftOut { variations, .. } = saved.left_out;
    let variations = (variations > 0).then(|| plural(variations, "variation"));
    let remarks = [
        GamePart::GameComment,
        GamePart::MoveComments,
        GamePart::Marks,
    ];
    let remarks = saved.left_out.parts().filter(|part| remarks.contains(part));
    let remarks = remarks.map(|part| part.plural().to_owned());
    let left_out: Vec<String> = variations.into_iter().chain(remarks).collect();
    if left_out.is_empty() {
        return place;
    }
    format!(
        "{place} Without {}: SGF and PGN can hold them.",
        all_of(&left_out)
    )
}

/// Returns the message that a pasted text is not a game, with the start of the text or what is wrong with its board.
fn not_a_game(text: &str, error: &FindError) -> String {
    if error.is_specific() {
        return sentence(error);
    }
    let line = text.trim();
    let start: String = line.chars().take(QUOTED).collect();
    let more = if start.len() < line.len() { "..." } else { "" };
    format!(
        "\"{}{more}\" is not a square like f5, a game or a board.",
        clean(&start)
    )
}

/// Returns the question before a pasted game or position replaces the game in progress.
fn ask_pasted(is_saved: bool, what: &str, about: &str) -> String {
    let kept = if is_saved {
        " It is kept and offered at the next start."
    } else {
        ""
    };
    format!("A game is in progress.{kept} Open the pasted {what} instead ({about})?")
}
