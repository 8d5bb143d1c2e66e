//! What the application lends to its screens: the settings, the look, the time, and the game at the
//! table.

use std::time::{Duration, Instant};

use super::ColorDepth;
use super::table::Table;
use super::theme::ActiveTheme;
use super::widget::tile::view::TileCache;
use crate::app::settings::Settings;
use crate::app::store::config::Store;
use crate::notation::clean;
use crate::search::Limits;

/// What the application lends to its screens.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) ui: UiContext,
    /// The game at the table; `None` before the first one.
    pub(crate) table: Option<Table>,
}

/// The settings, the look and the time.
#[derive(Debug)]
pub(crate) struct UiContext {
    /// The settings in force.
    pub(crate) settings: Settings,
    store: Store,
    /// Whether keeping a setting failed already: it is said once.
    store_failed: bool,
    pub(crate) colors: ColorDepth,
    pub(crate) ascii: bool,
    /// Whether flips run as a wave.
    pub(crate) animation: bool,
    /// How far hints and values look ahead.
    pub(crate) analysis: Limits,
    /// How far a review looks ahead at each position, and with how many threads.
    pub(crate) review: (Limits, usize),
    /// When the present input came.
    pub(crate) now: Instant,
    pub(crate) tiles: TileCache,
}

impl UiContext {
    /// Creates a context without colours from the settings in force and the store for changes to them.
    pub(crate) fn new(settings: Settings, store: Store, now: Instant) -> Self {
        Self {
            settings,
            store,
            store_failed: false,
            colors: ColorDepth::None,
            ascii: false,
            animation: false,
            analysis: Limits::solve(),
            review: (Limits::solve(), 1),
            now,
            tiles: TileCache::default(),
        }
    }

    /// Returns the theme as the terminal can show it.
    pub(crate) fn look(&self) -> ActiveTheme {
        ActiveTheme::new(self.settings.theme, self.colors, self.ascii)
    }

    /// Whether themes differ here: without colours they do not.
    pub(crate) fn has_themes(&self) -> bool {
        self.colors != ColorDepth::None
    }

    /// Returns the pause before a CPU's move.
    pub(crate) fn pace(&self) -> Duration {
        Duration::from_millis(u64::from(self.settings.pace))
    }

    /// Changes a setting and keeps it. Returns a complaint if it could not be kept.
    pub(crate) fn keep(&mut self, change: impl Fn(&mut Settings)) -> Option<String> {
        change(&mut self.settings);
        let error = self.store.keep(change).err()?;
        (!std::mem::replace(&mut self.store_failed, true)).then(|| {
            format!(
                "Changed until you quit; it cannot be kept: {}.",
                clean(&error.to_string())
            )
        })
    }
}
