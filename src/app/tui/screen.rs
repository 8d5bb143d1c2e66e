//! Owns the screens: each holds its own state, takes actions, and draws itself.

pub(crate) mod board;
pub(crate) mod dialog;
pub(crate) mod files;
pub(crate) mod inspector;
pub(crate) mod new_game;
pub(crate) mod review;

use crate::app::player::PlayerKind;
use crate::app::tui::keymap::{Action, Binding};
use crate::app::tui::theme::ActiveTheme;
use crate::app::tui::widget::keys::KeyHint;
use crate::color::ByColor;
use crate::game::Game;

/// A game that is to be played on, and by whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayOn {
    /// The game up to where it is played on.
    pub(crate) game: Game,
    /// Who plays each side from there.
    pub(crate) players: ByColor<PlayerKind>,
}

use files::FileRequest;

/// What a screen asks the program for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Request {
    /// Open the help.
    Help,
    /// Ask whether to quit.
    AskQuit,
    /// Quit.
    Quit,
    /// Open the choice of players.
    NewGame,
    /// Open the inspector on the position that is on the board.
    Inspect,
    /// Review the game that is on the board.
    Review,
    /// Play a game on with the players that are chosen.
    PlayOn(Box<PlayOn>),
    /// Begin a game with the players that are set.
    Start,
    /// Go back to the board.
    Back,
    /// Go on with the unfinished game of this number.
    Resume(usize),
    /// Leave the unfinished games.
    LeaveUnfinished,
    /// Copy a transcript and show it.
    Copy(String),
    /// Open the window in which the game is saved.
    Save,
    /// Open the window in which a game is opened.
    Open,
    /// Something that a window about files wants.
    Files(FileRequest),
}

/// Returns what the line of keys shows of a binding; `None` where it has no place there.
fn key_hint(binding: &Binding, look: &ActiveTheme) -> Option<KeyHint<Action>> {
    (!binding.short.is_empty()).then(|| KeyHint {
        key: binding.keys[0].label(look.is_ascii()),
        label: binding.short.to_owned(),
        target: binding.action,
        weight: binding.weight,
    })
}
