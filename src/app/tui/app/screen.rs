//! Owns which screen is open, and the game behind it.

use crate::app::tui::screen::board::BoardScreen;
use crate::app::tui::screen::inspector::InspectorScreen;
use crate::app::tui::screen::new_game::NewGameScreen;
use crate::app::tui::screen::review::ReviewScreen;

/// The screen that is open.
#[derive(Debug)]
pub(super) enum Screen {
    NewGame(NewGameScreen),
    Board(Box<BoardScreen>),
    Inspector(Box<InspectorScreen>),
    /// The review of a game, and the screen that it was opened from.
    Review(Box<ReviewScreen>, Box<Screen>),
}

impl Screen {
    /// The game that is on the board, or behind what is open over it.
    pub(super) fn board(&self) -> Option<&BoardScreen> {
        match self {
            Self::Board(board) => Some(board),
            Self::NewGame(screen) => screen.behind(),
            Self::Inspector(screen) => Some(screen.behind()),
            Self::Review(_, behind) => behind.board(),
        }
    }

    /// The game behind what is open over it, where its clocks run on unseen.
    pub(super) fn board_behind(&mut self) -> Option<&mut BoardScreen> {
        match self {
            Self::Board(_) => None,
            Self::NewGame(screen) => screen.behind_mut(),
            Self::Inspector(screen) => Some(screen.behind_mut()),
            Self::Review(_, behind) => match &mut **behind {
                Self::Board(board) => Some(board),
                behind => behind.board_behind(),
            },
        }
    }

    /// Gives the game up that is on the board, or behind what is open over it.
    pub(super) fn into_board(self) -> Option<Box<BoardScreen>> {
        match self {
            Self::Board(board) => Some(board),
            Self::NewGame(screen) => screen.into_behind().map(Box::new),
            Self::Inspector(screen) => Some(screen.into_behind()),
            Self::Review(_, behind) => behind.into_board(),
        }
    }
}
