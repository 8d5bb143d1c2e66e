//! Owns what all screens share: the settings, the look, the clock, and what was drawn where.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use ratatui::layout::{Position as Place, Rect};

use super::ColorDepth;
use super::keymap::Action;
use super::theme::ActiveTheme;
use super::widget::tile::TileCache;
use crate::app::settings::Settings;
use crate::app::store::config::Store;
use crate::notation::clean;
use crate::search::Limits;
use crate::square::Square;

/// What all screens share.
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
    pub(crate) hits: HitMap,
}

impl UiContext {
    /// An environment with the settings in force and the store for changes to them.
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
            hits: HitMap::default(),
        }
    }

    /// The theme as the terminal can show it.
    pub(crate) fn look(&self) -> ActiveTheme {
        ActiveTheme::new(self.settings.theme, self.colors, self.ascii)
    }

    /// Whether themes differ here: without colours they do not.
    pub(crate) fn has_themes(&self) -> bool {
        self.colors != ColorDepth::None
    }

    /// The pause before a CPU's move.
    pub(crate) fn pace(&self) -> Duration {
        Duration::from_millis(u64::from(self.settings.pace))
    }

    /// Changes a setting and keeps it. A text is a complaint: it could not be kept.
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

/// What a place on the screen stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A square of the board.
    Square(Square),
    /// A key that is shown.
    Key(Action),
    /// An option of a row.
    Option(usize, usize),
}

/// Which places of the screen stand for what, as it was drawn last.
#[derive(Debug, Default)]
pub(crate) struct HitMap(RefCell<Vec<(Rect, Target)>>);

impl HitMap {
    /// Forgets everything: the screen is drawn anew.
    pub(crate) fn clear(&self) {
        self.0.borrow_mut().clear();
    }

    /// Notes what a rectangle stands for, over whatever is below it.
    pub(crate) fn add(&self, area: Rect, target: Target) {
        self.0.borrow_mut().push((area, target));
    }

    /// What is at a place.
    pub(crate) fn at(&self, place: Place) -> Option<Target> {
        let hits = self.0.borrow();
        let hit = hits.iter().rev().find(|(area, _)| area.contains(place));
        hit.map(|&(_, target)| target)
    }
}
