//! Owns what the front end does with games from files and pastes, and how it saves the one on the
//! board.

use super::{App, Dialog, Screen};
use crate::app::session::Session;
use crate::app::store::game_file::SaveError;
use crate::app::store::game_list::{GameList, Source};
use crate::app::tui::files::{Job, News};
use crate::app::tui::keymap::Action;
use crate::app::tui::screen::board::{BoardScreen, describe, sentence};
use crate::app::tui::screen::files::{
    FileRequest, FileWindow, GamesWindow, OpenWindow, SaveWindow,
};
use crate::color::Color;
use crate::notation::transcript::Token;
use crate::notation::{Format, Record, clean, detect, transcript};
use crate::square::Square;

/// The longest paste that is looked at, in bytes.
const LONGEST_PASTE: usize = 1_000_000;

/// What is said when a game takes the place of one that is kept.
pub(super) const KEPT: &str = "The game that was under way is kept, and offered at the next start.";

/// How much of a paste is quoted, in characters.
const QUOTED: usize = 16;

impl App {
    /// Puts a record on the board: a finished game is reviewed over it, any other is gone on with. A game
    /// that was under way there stays where it is kept, to be offered at the next start.
    pub fn show_record(&mut self, record: Record) {
        self.dialog = None;
        self.dirty = true;
        let game = match record.replay() {
            Ok(game) => game,
            Err(problem) => {
                self.complain(format!("The game cannot be played: {problem}."));
                return;
            }
        };
        let reviewed = game.outcome().is_some() && !game.entries().is_empty();
        let reviewed = reviewed.then(|| (game.clone(), record.clone()));
        let kept = self.keeps_game();
        if let Some(board) = self.board().filter(|board| board.is_under_way()) {
            self.keeping.set_aside(board.session());
        }
        self.replace_screen(|app, screen| {
            let players = match (&screen, screen.board()) {
                (Screen::NewGame(new_game), _) => new_game.players(),
                (_, Some(board)) => board.session().players(),
                (_, None) => app.env.settings.players(),
            };
            let mut board = screen.into_board().unwrap_or_else(|| {
                let mut setup = app.setup.clone();
                setup.players = players;
                // The position that it begins with is gone at once: nobody is to think about it.
                let mut session = Session::new(setup, app.waker.clone());
                session.set_paused(true);
                Box::new(BoardScreen::new(session, &app.env))
            });
            board.show(record, game, &app.env);
            if kept {
                board.say(KEPT);
            }
            Screen::Board(board)
        });
        self.keeping.leave();
        if let Some((game, record)) = reviewed {
            self.show_review(&game, Some(&record));
            let warning = record.check().map(|warning| sentence(&warning.to_string()));
            let kept = kept.then(|| KEPT.to_owned());
            let said: Vec<String> = warning.into_iter().chain(kept).collect();
            if !said.is_empty() {
                self.say(said.join(" "));
            }
        }
    }

    /// Whether a game is under way on the board that the next start offers.
    pub(super) fn keeps_game(&self) -> bool {
        let kept = |board: &BoardScreen| {
            board.is_under_way() && !board.is_as_shown() && self.keeping.keeps(board.session())
        };
        self.board().is_some_and(kept)
    }

    /// Opens the window in which the game is saved.
    pub(super) fn open_save(&mut self) {
        if let Some(record) = self.record() {
            let window = SaveWindow::new(&proposed_name(&record));
            self.dialog = Some(Dialog::Files(Box::new(FileWindow::Save(window))));
        }
    }

    /// Opens the window in which a game is opened.
    pub(super) fn open_open(&mut self) {
        let log = self.keeping.state().cloned().map(Source::Log);
        if let Some(log) = &log {
            self.files.read_log(log.clone());
        }
        let window = FileWindow::Open(OpenWindow::new(log));
        self.dialog = Some(Dialog::Files(Box::new(window)));
    }

    /// The record of the game on the board, or of the one that is reviewed.
    pub(super) fn record(&self) -> Option<Record> {
        if let Screen::Review(review, _) = &self.screen {
            return Some(review.record());
        }
        let board = self.board()?;
        Some(board.record(&self.keeping.meta(board.session())))
    }

    /// Does what a window about files asks for.
    pub(super) fn on_file_request(&mut self, request: FileRequest) {
        match request {
            FileRequest::Save(name, if_present) => {
                if let Some(record) = self.record() {
                    self.files.save(record, &name, if_present);
                }
            }
            FileRequest::List(name) => self.files.read(Job::Name(name)),
            FileRequest::Pick(source, number) => self.files.read(Job::Pick(source, number)),
            FileRequest::Complete(typed) => self.files.read(Job::Complete(typed)),
            FileRequest::Show(record) => self.show_record(*record),
            FileRequest::Stop => self.files.stop(),
        }
    }

    /// Takes in what came of reading and writing.
    pub(super) fn take_file_news(&mut self) {
        while let Some(news) = self.files.news() {
            self.dirty = true;
            match news {
                News::Saved(Ok((path, format))) => {
                    if let Some(FileWindow::Save(_)) = self.file_window() {
                        self.dialog = None;
                    }
                    let what = match format {
                        Format::Obf => "The position was saved to",
                        Format::Svg => "A picture of the game was saved to",
                        _ => "Saved to",
                    };
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    let folder = path.parent().unwrap_or(&path).to_string_lossy();
                    self.say(format!("{what} {} in {}.", clean(&name), clean(&folder)));
                }
                News::Saved(Err(error)) => self.on_save_error(&error),
                News::Log(listed) => {
                    if let Some(FileWindow::Open(window)) = self.file_window() {
                        match listed {
                            Ok(games) => window.set_games(games),
                            Err(why) => {
                                window.set_games(GameList::default());
                                self.complain(format!("{why}."));
                            }
                        }
                    }
                }
                News::Listed(source, Ok(games)) => self.on_list(source, games),
                News::Picked(Ok(record)) => self.show_record(*record),
                News::Listed(_, Err(why)) | News::Picked(Err(why)) => {
                    self.complain(format!("{why}."));
                }
                News::Completed(typed, text, hint) => {
                    if let Some(window) = self.file_window() {
                        window.complete(&typed, &text, hint);
                    }
                }
            }
        }
    }

    fn file_window(&mut self) -> Option<&mut FileWindow> {
        match &mut self.dialog {
            Some(Dialog::Files(window)) => Some(window),
            _ => None,
        }
    }

    fn on_save_error(&mut self, error: &SaveError) {
        match (error, self.file_window()) {
            (SaveError::Present { holds_many, .. }, Some(FileWindow::Save(window))) => {
                window.ask(format!("{error}."), *holds_many);
            }
            // Nobody asks any more.
            (SaveError::Present { .. }, _) => self.say(format!("Not saved: {error}.")),
            (_, Some(FileWindow::Save(_))) => self.complain(format!("{error}.")),
            (error, _) => self.say(format!("{error}.")),
        }
    }

    fn on_list(&mut self, source: Source, mut games: GameList) {
        let pasted = matches!(source, Source::Text(_));
        if let Some(record) = games.only.take() {
            // A game from elsewhere in which nothing was played is there again any time.
            let under_way = |board: &BoardScreen| board.is_under_way() && !board.is_as_shown();
            if pasted && self.board().is_some_and(under_way) {
                let question = self.question(&record);
                let window = FileWindow::AskPasted(record, question);
                self.dialog = Some(Dialog::Files(Box::new(window)));
            } else {
                self.show_record(*record);
            }
            return;
        }
        if let [line] = &games.lines[..]
            && let Err(why) = &line.game
        {
            let sentence = match &source {
                Source::File(path) => format!("{}: {why}.", clean(&path.to_string_lossy())),
                Source::Text(_) | Source::Log(_) => format!("{why}."),
            };
            if pasted {
                self.dialog = None;
            }
            self.complain(sentence);
            return;
        }
        let back = match self.dialog.take() {
            Some(Dialog::Files(window)) => match *window {
                FileWindow::Open(mut open) => {
                    open.rest();
                    Some(open)
                }
                _ => None,
            },
            _ => None,
        };
        let window = GamesWindow::with_games(source, games, back);
        self.dialog = Some(Dialog::Files(Box::new(FileWindow::Games(window))));
    }

    /// Whether a pasted game is to be opened.
    fn question(&self, record: &Record) -> String {
        let kept = if self.keeps_game() {
            " It is kept, and offered at the next start."
        } else {
            ""
        };
        let about = describe(record);
        format!("A game is under way.{kept} Open the pasted game in its place ({about})?")
    }

    /// Takes in a paste, wherever it goes.
    pub(super) fn on_paste(&mut self, text: &str) {
        match &mut self.dialog {
            Some(Dialog::Files(window)) => {
                window.paste(text);
                return;
            }
            // An offer stands until a game takes its place.
            Some(Dialog::Unfinished(..)) if detect::detect(text.as_bytes()).is_none() => return,
            Some(Dialog::Unfinished(..)) => self.keeping.leave(),
            // What is only read gives way.
            _ => {}
        }
        self.dialog = None;
        match &mut self.screen {
            Screen::Board(board) => board.touch(&self.env),
            Screen::Inspector(screen) => screen.touch(),
            Screen::Review(screen, _) => screen.touch(),
            Screen::NewGame(_) => {}
        }
        if text.len() > LONGEST_PASTE {
            self.complain(format!(
                "A paste of {} bytes is too long: save it to a file, and open that with o.",
                text.len()
            ));
            return;
        }
        // Terminals send the key Enter for a line end.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        if text.trim().is_empty() {
            return;
        }
        let format = detect::detect(text.as_bytes());
        if let (Screen::Board(board), Some(Format::Transcript)) = (&mut self.screen, format)
            && continues(board, &text)
        {
            board.paste(&text, &self.env);
            return;
        }
        // Moves that go on from what is reviewed are tried there.
        if let (Screen::Review(review, _), Some(Format::Transcript)) = (&mut self.screen, format)
            && review.paste(&text)
        {
            return;
        }
        // The inspector looks at the game on the board and leaves it alone.
        if let Screen::Inspector(screen) = &mut self.screen {
            if let Some(square) = lone_square(&text) {
                self.act(Action::File(square.file()));
                self.act(Action::Rank(square.rank()));
            } else if format.is_some() {
                screen
                    .say("Close the inspector first: a game is pasted over the board.".to_owned());
            }
            if format.is_some() {
                return;
            }
        }
        if format.is_none() {
            self.complain(format!(
                "{} is not a square like f5, nor GGF, SGF, PGN, OBF or JSON.",
                quoted(&text)
            ));
            return;
        }
        let source = Source::Text(text.into());
        let window = FileWindow::Games(GamesWindow::new(source.clone()));
        self.dialog = Some(Dialog::Files(Box::new(window)));
        self.files.read(Job::List(source));
    }

    /// Says what went wrong, in the window that is open or on the screen.
    fn complain(&mut self, sentence: String) {
        if let Some(window) = self.file_window() {
            window.complain(sentence);
            return;
        }
        match &mut self.screen {
            Screen::Board(board) => board.complain(sentence),
            Screen::NewGame(_) | Screen::Inspector(_) | Screen::Review(..) => self.say(sentence),
        }
    }
}

/// Whether pasted moves are meant for the game on the board: they are legal there, or the first ones
/// are and they are no games from the start, or nothing else can be made of them. The board says what is
/// wrong with them then.
fn continues(board: &BoardScreen, text: &str) -> bool {
    let mut game = board.session().game().clone();
    let before = game.entries().len();
    if transcript::play(&mut game, text).is_ok() {
        return true;
    }
    let begins = game.entries().len() > before;
    let mut games = detect::read(text.as_bytes(), Some(Format::Transcript));
    if begins {
        !games.all(|game| game.is_ok())
    } else {
        !games.any(|game| game.is_ok())
    }
}

/// The square that a text names, if that is all that it holds.
fn lone_square(text: &str) -> Option<Square> {
    let mut tokens = transcript::tokens(text);
    match (tokens.next(), tokens.next()) {
        (Some(Ok(Token::Move(square))), None) => Some(square),
        _ => None,
    }
}

/// The beginning of a text, in quotes.
fn quoted(text: &str) -> String {
    let line = text.trim();
    let start: String = line.chars().take(QUOTED).collect();
    let more = if start.len() < line.len() { "..." } else { "" };
    format!("\"{}{more}\"", clean(&start))
}

/// A name for the file of a game: `2026-11-21-human-engine3.ggf`.
fn proposed_name(record: &Record) -> String {
    let day: String = record.date.chars().take(10).collect();
    let is_day = day.len() == 10 && day.chars().all(|c| c.is_ascii_digit() || c == '-');
    let mut parts = Vec::new();
    if is_day {
        parts.push(day);
    }
    for color in Color::ALL {
        let name = record.players[color].chars().take(24);
        let name: String = name
            .filter_map(|c| match c {
                ' ' | '_' | '-' => Some('-'),
                c => c.is_alphanumeric().then(|| c.to_ascii_lowercase()),
            })
            .collect();
        if !name.is_empty() {
            parts.push(name);
        }
    }
    if parts.is_empty() {
        parts.push("game".to_owned());
    }
    format!("{}.ggf", parts.join("-"))
}
