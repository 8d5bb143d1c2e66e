//! The options of the terminal interface.

use std::sync::Arc;

use super::theme::ColorDepth;
use crate::app::arena::Watch;
use crate::app::go::GoGame;
use crate::app::network::OnlineGame;
use crate::app::session::Setup;
use crate::app::store::config::Store;
use crate::app::store::settings::Settings;
use crate::app::store::state::StateFolder;
use crate::search::Limits;

/// The first screen.
#[derive(Clone, Debug)]
pub enum FirstScreen {
    /// A game that plays itself, and the ways in.
    Start,
    /// The board, with the players of the setup.
    Board,
    /// The tutorial, over the start screen.
    Learn,
    /// A game of Go. Leaving it ends the interface.
    Go(Box<Setup<GoGame>>),
    /// A running match. Leaving it ends the interface.
    Match(Arc<Watch>),
}

/// Options of the terminal interface, resolved from flags, settings and environment.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a switch
pub struct Options {
    /// Players, random seed and starting game.
    pub setup: Setup,
    /// The first screen.
    pub first: FirstScreen,
    /// The settings in force: the saved ones, overridden by flags.
    pub settings: Settings,
    /// Where the user's changes to the settings are saved.
    pub store: Store,
    /// The colour depth.
    pub colors: ColorDepth,
    /// Asks the terminal for its background colour, so that the theme can follow it.
    pub asks_background: bool,
    /// Asks the terminal whether it draws pictures, so that discs can be round.
    pub asks_graphics: bool,
    /// ASCII only: `X`, `O`, `.`.
    pub ascii: bool,
    /// Enables mouse support.
    pub mouse: bool,
    /// Animates flips.
    pub animation: bool,
    /// Search limits of hints and values.
    pub analysis: Limits,
    /// Search limits of a review, per position.
    pub review: Limits,
    /// Where games are saved; `None` disables saving.
    pub state: Option<StateFolder>,
    /// A notice to show at the start, such as a problem with the settings file.
    pub notice: Option<String>,
    /// The game over the network to play instead of any other.
    pub online: Option<OnlineGame>,
}
