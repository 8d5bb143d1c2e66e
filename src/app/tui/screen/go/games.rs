//! Starting, resuming, opening and ending games.

use std::time::Instant;

use super::{GoScreen, Window};
use crate::app::background::{Background, Report};
use crate::app::go::GoGame;
use crate::app::go::player::GoPlayerKind;
use crate::app::session::Session;
use crate::app::store::game_file::expand_home;
use crate::app::store::go_file::open;
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::Common;
use crate::app::tui::screen::Command;
use crate::app::wording::{self, sentence};
use crate::color::ByColor;

/// A game of a file and its players, or why it cannot be opened.
pub(super) type Opened = Result<(GoGame, ByColor<GoPlayerKind>), String>;

/// Opens files without blocking the screen.
pub(super) type FileTask = Background<String, (), Opened>;

/// Starts the task that opens files.
pub(super) fn reader(ui: &UiContext) -> FileTask {
    let read = |name: String, _: &_| open(&expand_home(name.trim()));
    Background::start("go-file", ui.waker.clone(), read)
}

impl GoScreen {
    /// Takes a file that was read.
    pub(super) fn take_file(&mut self) {
        while let Some(report) = self.files.poll() {
            self.opened = match report {
                Report::Answer(Ok(opened)) => Some(opened),
                Report::Answer(Err(error)) => Some(Err(error.to_string())),
                Report::Progress(()) => None,
            };
        }
    }

    /// Shows a game that was read. Returns whether there was one, or a reason why not.
    pub(super) fn show_opened(&mut self, now: Instant) -> bool {
        match self.opened.take() {
            Some(Ok((game, players))) => self.restart(game, players, now),
            Some(Err(why)) => self.complaint = Some(sentence(why)),
            None => return false,
        }
        true
    }

    /// Asks whether to resign, or refuses it.
    pub(super) fn resign(&mut self, now: Instant) {
        if self.is_under_way() && self.session.has_human() {
            self.window = Some(Window::AskResign);
        } else {
            // The session says why.
            self.change(now, Session::resign);
        }
    }

    pub(super) fn accept(&mut self, now: Instant) -> Option<Command> {
        match self.window.take()? {
            Window::AskQuit => return Some(Command::Common(Common::QuitNow)),
            Window::AskResign => self.change(now, Session::resign),
            Window::AskResume(_) => self.resume(now),
            Window::Open(field) => self.files.ask(field.text().to_owned()),
            Window::NewGame(form) => {
                let (game, players) = form.chosen();
                self.restart(game, players, now);
            }
        }
        None
    }

    /// Resumes the unfinished game found at the start.
    fn resume(&mut self, now: Instant) {
        self.pane.clear();
        self.session.resume_quietly();
        match self.saver.resume(0, &mut self.session) {
            Ok(()) => self.take_events(now),
            Err(why) => {
                self.complaint = Some(sentence(why));
                self.close(now);
            }
        }
    }

    /// Closes the window, and lets a CPU that waited for the answer continue.
    pub(super) fn close(&mut self, now: Instant) {
        let was_offer = matches!(self.window, Some(Window::AskResume(_)));
        self.window = None;
        if was_offer {
            self.session.set_paused(false);
            self.take_events(now);
        }
    }

    pub(super) fn restart(&mut self, game: GoGame, players: ByColor<GoPlayerKind>, now: Instant) {
        self.pane.clear();
        self.saver.set_aside(&self.session);
        if self.saver.state().is_some() && self.is_under_way() {
            self.tell(wording::KEPT.to_owned());
        }
        self.session.restart_with(game, players);
        self.take_events(now);
    }
}
