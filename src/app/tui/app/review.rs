//! Owns how the review of a game is opened, and what it leaves on the board.

use super::files::KEPT;
use super::{App, BoardScreen, Screen};
use crate::app::review::ReviewTask;
use crate::app::session::Session;
use crate::app::tui::screen::PlayOn;
use crate::app::tui::screen::review::ReviewScreen;
use crate::game::Game;
use crate::notation::Record;

impl App {
    /// What goes on in the background of the review that is open.
    #[must_use]
    pub fn review(&self) -> Option<&ReviewTask> {
        match &self.screen {
            Screen::Review(screen, _) => Some(screen.job()),
            _ => None,
        }
    }

    /// Opens the review of a game over what is on the screen; a record of it tells who played.
    pub(super) fn show_review(&mut self, game: &Game, record: Option<&Record>) {
        let review = ReviewScreen::new(game, record, &self.env, self.waker.clone());
        self.replace_screen(|_, screen| {
            let behind = match screen {
                // One review at a time.
                Screen::Review(_, behind) => behind,
                screen => Box::new(screen),
            };
            Screen::Review(Box::new(review), behind)
        });
        self.dirty = true;
    }

    /// Reviews the game that is on the board.
    pub(super) fn review_board(&mut self) {
        let (Some(board), Some(record)) = (self.board(), self.record()) else {
            return;
        };
        let mut game = board.session().game().clone();
        let at = game.entries().len();
        // A game from elsewhere that one goes back and forth in is reviewed as a whole.
        while board.is_as_shown() && game.redo().is_some() {}
        self.show_review(&game, Some(&record));
        if let Screen::Review(review, _) = &mut self.screen {
            review.go(at);
        }
    }

    /// Puts a game on the board that is played on; one under way there is left, once that was said.
    pub(super) fn play_on(&mut self, play_on: PlayOn) {
        let PlayOn { game, players } = play_on;
        let leaves = self.board().is_some_and(|board| {
            let entries = board.session().game().entries();
            board.is_under_way() && !game.entries().starts_with(entries)
        });
        let kept = self.keeps_game();
        let Screen::Review(review, _) = &mut self.screen else {
            return;
        };
        if leaves && !kept && !review.was_warned() {
            return;
        }
        if leaves && let Some(board) = self.board() {
            self.keeping.set_aside(board.session());
        }
        let complaint = self.env.keep(|settings| {
            settings.black = players.black;
            settings.white = players.white;
        });
        self.replace_screen(|app, screen| {
            let mut board = if let Some(mut board) = screen.into_board() {
                board.play_on(game, &app.env);
                board
            } else {
                let mut setup = app.setup.clone();
                (setup.players, setup.game) = (players, game);
                let session = Session::new(setup, app.waker.clone());
                Box::new(BoardScreen::new(session, &app.env))
            };
            if leaves && kept {
                board.say(KEPT);
            }
            if let Some(complaint) = complaint {
                board.say(&complaint);
            }
            Screen::Board(board)
        });
        self.keeping.leave();
    }
}
