//! The options of the terminal interface, and their defaults.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::theme::ColorDepth;
use reversi::Game;
use reversi::search::Limits;
use reversi_net::arena::Watch;
use reversi_net::network::OnlineGame;
use reversi_notation::Record;
use reversi_study::practice::supply::Supply;
use reversi_study::review;
use reversi_table::game_opening::GameOpening;
use reversi_table::go::GoGame;
use reversi_table::player::PlayerKind;
use reversi_table::player::name::name_players;
use reversi_table::session::Setup;
use reversi_table::store::config::Store;
use reversi_table::store::settings::{Settings, ThemeName};
use reversi_table::store::state::StateFolder;
use reversi_text::Language;

/// The limits of a hint: a person waits no longer, and an answer that stays the same is enough.
const HINT: Limits = Limits::time(Duration::from_secs(5)).with_settled(3);

/// The limits of a hint once more is wanted: it ends with the next move.
const DEEPER_HINT: Limits = Limits::time(Duration::from_secs(60 * 60));

/// What is analysed.
#[derive(Clone, Debug)]
pub enum AnalysisSubject {
    /// A game, or a position without moves.
    Game(Box<Game>),
    /// A game of a file or of the history, by name.
    File(String),
}

/// The first screen.
#[derive(Debug, Default)]
pub enum FirstScreen {
    /// The start screen: a game that plays itself beside a menu.
    #[default]
    Start,
    /// The board, with the players of the setup.
    Board,
    /// A game over the network.
    Online(Box<OnlineGame>),
    /// The game of a transcript or a board.
    Text(String),
    /// The games of a file, or one of them or of the history, by name.
    File(String),
    /// The analysis of a game, or the last analysis.
    Analyse(Option<AnalysisSubject>),
    /// The tutorial, over the start screen.
    Learn,
    /// Puzzles, over the start screen.
    Puzzles(Box<Supply>),
    /// The player's record, over the start screen.
    Stats,
    /// The review of a game, or the list of all games of the player.
    Review(Option<Box<Record>>),
    /// A game of Go. Leaving it ends the interface.
    Go(Box<Setup<GoGame>>),
    /// A running match. Leaving it ends the interface.
    Match(Arc<Watch>),
}

/// The page in a browser that shows the screens.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its address, for links to games.
    pub address: String,
    /// Whether the keys are buttons of the page, because its user has fingers and no keyboard.
    pub has_buttons: bool,
    /// Whether the weights of the evaluation are still being loaded. Whoever clears it wakes the interface.
    pub is_loading: Arc<AtomicBool>,
}

/// Options of the terminal interface, resolved from flags, settings and environment.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a switch
pub struct Options {
    /// How later games begin.
    pub opening: GameOpening,
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
    /// The theme of the automatic choice, unless the terminal answers.
    pub auto_theme: ThemeName,
    /// Asks the terminal for its background colour, so that the theme can follow it.
    pub asks_background: bool,
    /// Whether the terminal is known to draw pictures, so that discs can be round.
    pub draws_pictures: bool,
    /// Asks the terminal whether it draws pictures.
    pub asks_graphics: bool,
    /// The page that shows the screens, if no terminal does.
    pub page: Option<Page>,
    /// ASCII only: `X`, `O`, `.`.
    pub ascii: bool,
    /// Enables mouse support.
    pub mouse: bool,
    /// Whether flips are animated if the settings do not say: whether the system has no wish for less motion.
    pub animation: bool,
    /// The language of the texts if the settings do not say: the system's. `None`: people cannot choose one. A language
    /// is that of the whole process.
    pub language: Option<Language>,
    /// Search limits of hints and values.
    pub analysis: Limits,
    /// Their limits once more is wanted.
    pub deeper_analysis: Limits,
    /// Search limits of a review, per position.
    pub review: Limits,
    /// Where games are saved; `None` disables saving.
    pub state: Option<StateFolder>,
    /// The folder in which files are looked for.
    pub folder: PathBuf,
    /// A notice to show at the start, such as a problem with the settings file. It may begin as a clause.
    pub notice: Option<String>,
}

impl Options {
    /// Returns options with all that a terminal may do, but no questions to it, and without saved games.
    pub fn new(setup: Setup, first: FirstScreen, settings: Settings, store: Store) -> Self {
        Self {
            opening: GameOpening::Standard,
            setup,
            first,
            settings,
            store,
            colors: ColorDepth::True,
            auto_theme: ThemeName::Classic,
            asks_background: false,
            draws_pictures: false,
            asks_graphics: false,
            page: None,
            ascii: false,
            mouse: true,
            animation: true,
            language: None,
            analysis: HINT,
            deeper_analysis: DEEPER_HINT,
            review: review::limits_of_depth(review::DEFAULT_DEPTH),
            state: None,
            folder: PathBuf::from("."),
            notice: None,
        }
    }

    /// Sets up the players of the settings.
    #[must_use]
    pub fn with_players_of_settings(mut self) -> Self {
        let (setup, settings) = (&mut self.setup, &self.settings);
        setup.players = settings.players();
        setup.factory = if settings.book {
            PlayerKind::create_with_book
        } else {
            PlayerKind::create
        };
        setup.names = name_players(&setup.players, settings.people());
        self
    }
}

#[cfg(test)]
impl Options {
    /// Returns options without colours and animation, with searches to depth 1.
    pub(crate) fn plain(settings: Settings, store: Store) -> Self {
        let setup = Setup::new(settings.players(), 0);
        Self {
            colors: ColorDepth::None,
            animation: false,
            analysis: Limits::depth(1),
            deeper_analysis: Limits::depth(1),
            review: Limits::depth(1),
            ..Self::new(setup, FirstScreen::Start, settings, store)
        }
    }
}
