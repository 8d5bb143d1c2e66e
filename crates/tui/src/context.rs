//! The context shared by all screens: settings, appearance and time.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use std::{fmt, io};

use super::keymap::KeyNames;
use super::options::{Options, Page};
use super::theme::{ActiveTheme, ColorDepth};
use super::theme::{active_theme, contrast_report};
use reversi::search::Limits;
use reversi_board::parts::TileCache;
use reversi_lessons::course::CourseProgress;
use reversi_net::network::friend_file::FriendFile;
use reversi_notation::clean;
use reversi_study::games::GameChoice;
use reversi_study::openings::lines::NamedLine;
use reversi_study::openings::table::DEPTH;
use reversi_study::openings::task::OpeningTask;
use reversi_study::overlay::Overlay;
pub(crate) use reversi_study::practice::own_lines::{LineChange, OwnLinesTask};
use reversi_study::practice::practice_store::PracticeStore;
use reversi_study::review::{KeptReviews, Reviewer, TABLE};
use reversi_study::stats::{HistoryCache, LIMITS, Sources};
use reversi_table::background::{Background, TaskFailure, ValueTask, Waker};
use reversi_table::clock::TimeControl;
use reversi_table::game_opening::GameOpening;
use reversi_table::phrase::io_reason;
use reversi_table::store::settings::{Settings, ThemeChoice, ThemeName};
use reversi_table::store::state::StateFolder;
use reversi_text::{Language, Name, label, tr};

/// A change of the settings.
type Change = Box<dyn Fn(&mut Settings) + Send>;

/// Settings, appearance and time.
#[allow(clippy::struct_excessive_bools)] // independent switches
pub(crate) struct UiContext {
    /// The settings in force.
    pub(crate) settings: Settings,
    /// Wakes the interface from another thread.
    pub(crate) waker: Waker,
    /// Changes that wait together are saved together.
    store: ValueTask<Vec<Change>, (), io::Error>,
    /// Set after a failed save, so that the error is shown only once.
    store_failed: bool,
    pub(crate) colors: ColorDepth,
    pub(crate) ascii: bool,
    /// The page that shows the screens, if no terminal does.
    pub(crate) page: Option<Page>,
    /// Whether themes differ: without colours they do not.
    pub(crate) has_themes: bool,
    /// The theme that suits the terminal.
    pub(crate) auto_theme: ThemeName,
    /// The time control of new games.
    pub(crate) time: Option<TimeControl>,
    /// How new games begin.
    pub(crate) opening: GameOpening,
    /// Whether flips are animated if the settings do not say.
    animation: bool,
    /// The language of the texts if the settings do not say; `None` if people cannot choose one.
    pub(crate) language: Option<Language>,
    /// Search limits of hints and values.
    pub(crate) analysis: Limits,
    /// Their limits once more is wanted.
    pub(crate) deeper_analysis: Limits,
    /// Whether the panel of openings is open.
    pub(crate) shows_openings: bool,
    /// What the boards show about the position.
    pub(crate) overlay: Option<Overlay>,
    /// Looks positions up in the games of a folder.
    pub(crate) openings: OpeningTask,
    /// The depth of their evaluation.
    pub(crate) opening_depth: u32,
    /// Reviews games.
    pub(crate) review: Reviewer,
    /// The lines that the player trains; `None` if nothing is saved.
    pub(crate) lines: Option<OwnLinesTask>,
    /// The reviews of games whose screens were left.
    pub(crate) reviews: KeptReviews,
    /// The games of the history, which all screens read once.
    history: HistoryCache,
    /// Where games and practice are kept; `None` if they are not.
    pub(crate) state: Option<StateFolder>,
    /// How games over the network were played.
    pub(crate) friend: FriendFile,
    /// The folder in which files are looked for.
    pub(crate) folder: PathBuf,
    /// Random seed.
    pub(crate) seed: u64,
    /// The time of the current input.
    pub(crate) now: Instant,
    pub(crate) tiles: TileCache,
    /// How much of the course is done, read when it is first needed.
    course: OnceCell<Rc<CourseProgress>>,
}

impl fmt::Debug for UiContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UiContext")
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

impl UiContext {
    /// Creates the context of the screens.
    pub(crate) fn new(options: Options, waker: Waker, now: Instant) -> Self {
        let Options {
            setup,
            mut settings,
            mut store,
            state,
            analysis,
            ..
        } = options;
        if setup.players.black.is_human() || setup.players.white.is_human() {
            (settings.black, settings.white) = (setup.players.black, setup.players.white);
        }
        let name = settings.name;
        let libraries = settings.library_paths();
        let index = state.as_ref().map(StateFolder::openings);
        let index = index.filter(|_| !libraries.is_empty());
        let games = state.clone();
        // What cannot be read is reported by the record.
        let chooser = move |filter| GameChoice::new(filter, name, games.as_ref()).0;
        let start = |state| OwnLinesTask::start(name, state, Arc::clone(&waker));
        let lines = state.clone().map(start);
        Self {
            settings,
            waker: waker.clone(),
            store: Background::start("settings", waker.clone(), move |changes: Vec<Change>, _| {
                store.keep(|settings| {
                    for change in changes {
                        change(settings);
                    }
                })
            }),
            store_failed: false,
            colors: options.colors,
            ascii: options.ascii,
            page: options.page,
            has_themes: options.colors != ColorDepth::None,
            auto_theme: options.auto_theme,
            time: setup.time,
            opening: options.opening,
            animation: options.animation,
            language: options.language,
            shows_openings: false,
            overlay: None,
            openings: OpeningTask::new(
                index.map(|index| (index, libraries)),
                setup.threads,
                Box::new(chooser),
                waker,
            ),
            opening_depth: analysis.depth.map_or(DEPTH, |depth| depth.min(DEPTH)),
            review: Reviewer::new(TABLE, options.review)
                .with_threads(setup.threads)
                .with_engine(setup.engine),
            analysis,
            deeper_analysis: options.deeper_analysis,
            reviews: KeptReviews::stored(state.as_ref()),
            lines,
            history: HistoryCache::default(),
            state,
            friend: FriendFile::default(),
            folder: options.folder,
            seed: setup.seed,
            now,
            tiles: TileCache::default(),
            course: OnceCell::new(),
        }
    }

    /// Creates a context without colours that saves nothing.
    #[cfg(test)]
    pub(crate) fn plain() -> Self {
        let store = reversi_table::store::config::Store::in_memory();
        let options = Options::plain(Settings::default(), store);
        Self::new(options, Arc::new(|| ()), Instant::now())
    }

    /// Returns the lines that the player trains, as far as they are known.
    pub(crate) fn own_lines(&self) -> &[NamedLine] {
        let lines = self.lines.as_ref().map(|task| &task.lines().lines);
        lines.map_or(&[], Vec::as_slice)
    }

    /// Changes the lines that the player trains.
    ///
    /// # Errors
    /// A sentence, if nothing is saved.
    pub(crate) fn change_lines(&self, change: LineChange) -> Result<(), &'static str> {
        let task = self.lines.as_ref();
        task.ok_or(label!("There is no folder in which lines can be kept.").text())?
            .change(change);
        Ok(())
    }

    /// Returns what the player's record is made from; `None` if games are not saved.
    pub(crate) fn record_sources(&self) -> Option<Sources> {
        let name = self.settings.name;
        self.state
            .clone()
            .map(|state| Sources::of_history(state, name).with_cache(self.history.clone()))
    }

    /// Returns the reviewer of the games of the record.
    pub(crate) fn record_reviewer(&self) -> Reviewer {
        self.review.clone().with_limits(LIMITS).with_engine(None)
    }

    /// Returns the theme in use.
    pub(crate) fn theme(&self) -> ThemeChoice {
        match self.settings.theme {
            ThemeChoice::Auto => self.auto_theme.into(),
            theme => theme,
        }
    }

    /// Returns the themes to choose from.
    pub(crate) fn themes(&self) -> Vec<ThemeChoice> {
        self.settings.all_themes().collect()
    }

    /// Returns the theme as the terminal can show it.
    pub(crate) fn look(&self) -> ActiveTheme {
        active_theme(&self.settings, self.theme(), self.colors, self.ascii)
    }

    /// Returns a sentence about two colours of the user's theme that are too close to each other.
    pub(crate) fn contrast_report(&self) -> Option<String> {
        contrast_report(self.theme(), &self.look())
    }

    /// Returns whether openings have their Japanese names, too.
    pub(crate) fn has_japanese(&self) -> bool {
        self.settings.has_japanese() && !self.look().ascii
    }

    /// Returns how keys are named on the screen.
    pub(crate) fn key_names(&self) -> KeyNames<'_> {
        KeyNames {
            own: &self.settings.keys,
            ascii: self.look().ascii,
        }
    }

    /// Returns whether the keys are buttons of a page.
    pub(crate) fn has_buttons(&self) -> bool {
        self.page.as_ref().is_some_and(|page| page.has_buttons)
    }

    /// Returns whether the weights of the evaluation are still being loaded, so that nothing can be searched.
    pub(crate) fn is_loading(&self) -> bool {
        let page = self.page.as_ref();
        page.is_some_and(|page| page.is_loading.load(Ordering::Relaxed))
    }

    /// Returns what to do in words for a keyboard, or for fingers.
    pub(crate) fn words<'a>(&self, keys: &'a str, fingers: &'a str) -> &'a str {
        if self.has_buttons() { fingers } else { keys }
    }

    /// Returns a text without its `|`. What follows that names keys, and is left out for fingers.
    pub(crate) fn told<'a>(&self, text: &'a str) -> Cow<'a, str> {
        match text.split_once('|') {
            Some((what, _)) if self.has_buttons() => what.into(),
            Some((what, keys)) => format!("{what}{keys}").into(),
            None => text.into(),
        }
    }

    /// Returns whether discs turn one after the other.
    pub(crate) fn animates(&self) -> bool {
        self.settings.animation.unwrap_or(self.animation)
    }

    /// Returns the pause before a CPU's move.
    pub(crate) fn pace(&self) -> Duration {
        Duration::from_millis(u64::from(self.settings.pace))
    }

    /// Changes a setting and saves it in the background.
    pub(crate) fn keep(&mut self, change: impl Fn(&mut Settings) + Send + 'static) {
        change(&mut self.settings);
        let mut change: Option<Change> = Some(Box::new(change));
        self.store.change_last(|waiting| {
            waiting.extend(change.take());
            true
        });
        if let Some(change) = change {
            self.store.queue(vec![change]);
        }
    }

    /// Keeps a change of the settings that may change the language, and switches to that at once, except with `--ascii`.
    pub(crate) fn keep_language(&mut self, change: impl Fn(&mut Settings) + Send + 'static) {
        self.keep(change);
        if let Some(language) = self.language.filter(|_| !self.ascii) {
            self.settings.language.unwrap_or(language).make_current();
        }
    }

    /// Returns how far the course is done.
    pub(crate) fn course(&self) -> Rc<CourseProgress> {
        let open = || {
            let store = PracticeStore::new(self.state.clone());
            store.course(Arc::clone(&self.waker)).into()
        };
        Rc::clone(self.course.get_or_init(open))
    }

    /// Waits until all changes are saved.
    pub(crate) fn close(self) {
        self.store.finish();
    }

    /// Waits until all changes are saved. Returns why that failed, as a clause, unless it was said before.
    pub(crate) fn unsaved(&mut self) -> Option<String> {
        self.store.finish();
        let error = self.take_store_error()?;
        (!self.store_failed).then(|| clean(&error).into_owned())
    }

    /// Returns an error message if a setting could not be saved, once.
    pub(crate) fn store_error(&mut self) -> Option<String> {
        let error = self.take_store_error()?;
        (!std::mem::replace(&mut self.store_failed, true)).then(|| {
            tr!(
                "Changed until you quit; cannot save it: {error}.",
                error = Name(&clean(&error))
            )
            .into()
        })
    }

    fn take_store_error(&self) -> Option<String> {
        let saved = std::iter::from_fn(|| self.store.next_value());
        saved
            .filter_map(|saved| match saved.err()? {
                TaskFailure::Work(error) => Some(io_reason(&error).into()),
                TaskFailure::Task(error) => Some(error.to_string()),
            })
            .last()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_table::store::config::Store;
    use std::sync::{Mutex, mpsc};

    #[test]
    fn changes_that_wait_together_are_saved_together() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        let (store, notice) = Store::open_at(path.clone());
        assert_eq!(notice, None);
        let (release, held) = mpsc::channel::<()>();
        let (answered, answers) = mpsc::channel();
        let held = Mutex::new(held);
        let waker = move || {
            let _ = answered.send(());
            // The other end is dropped.
            let _ = held.lock().unwrap().recv();
        };
        let settings = store.kept().clone();
        let options = Options::plain(settings, store);
        let mut ui = UiContext::new(options, Arc::new(waker), Instant::now());
        ui.keep(|settings| settings.pace = 1);
        answers.recv().unwrap();
        for pace in 2..2000 {
            ui.keep(move |settings| settings.pace = pace);
            ui.keep(|settings| settings.chains ^= true);
        }
        let expected = ui.settings.clone();
        drop(release);
        ui.close();
        assert_eq!(answers.iter().count(), 1);
        assert_eq!(Store::open_at(path).0.kept(), &expected);
    }
}
