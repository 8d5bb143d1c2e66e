//! The context shared by all screens: settings, appearance and time.

use std::time::{Duration, Instant};

use super::theme::{ActiveTheme, ColorDepth};
use super::widget::tile::view::TileCache;
use crate::app::settings::Settings;
use crate::app::store::config::Store;
use crate::notation::clean;
use crate::search::Limits;

/// Settings, appearance and time.
#[derive(Debug)]
pub(crate) struct UiContext {
    /// The settings in force.
    pub(crate) settings: Settings,
    store: Store,
    /// Set after a failed save, so that the error is shown only once.
    store_failed: bool,
    pub(crate) colors: ColorDepth,
    pub(crate) ascii: bool,
    /// Animates flips.
    pub(crate) animation: bool,
    /// Search limits of hints and values.
    pub(crate) analysis: Limits,
    /// Search limits of a review, per position, and its number of threads.
    pub(crate) review: (Limits, usize),
    /// The time of the current input.
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

    /// Returns whether themes differ: without colours they do not.
    pub(crate) fn has_themes(&self) -> bool {
        self.colors != ColorDepth::None
    }

    /// Returns the pause before a CPU's move.
    pub(crate) fn pace(&self) -> Duration {
        Duration::from_millis(u64::from(self.settings.pace))
    }

    /// Changes a setting and saves it. Returns an error message if it could not be saved.
    pub(crate) fn keep(&mut self, change: impl Fn(&mut Settings)) -> Option<String> {
        change(&mut self.settings);
        let error = self.store.keep(change).err()?;
        (!std::mem::replace(&mut self.store_failed, true)).then(|| {
            format!(
                "Changed until you quit; cannot save it: {}.",
                clean(&error.to_string())
            )
        })
    }
}
