//! The interface without a terminal: timed inputs go in, effects come out, and frames are drawn on demand.

mod answers;
mod files;
mod games;
mod input;
mod online;
mod stack;

use std::cell::Cell;
use std::sync::Arc;
use std::time::Instant;

use crossterm::event::Event;
use ratatui::Frame;
use ratatui::text::Line;
use ratatui::widgets::Widget as _;

use super::context::UiContext;
use super::files::Files;
use super::keymap::Common;
use super::layout::{SMALLEST, Slices};
use super::screen::dialog::Dialog;
use super::screen::files::FileWindow;
use super::screen::go::GoScreen;
use super::screen::inspector::InspectorScreen;
use super::screen::new_game::NewGameScreen;
use super::screen::opening_trainer::{ChooseLinesWindow, OpeningTrainerScreen};
use super::screen::puzzle::PuzzleScreen;
use super::screen::review::ReviewScreen;
use super::screen::start::StartScreen;
use super::screen::stats::StatsScreen;
use super::screen::train::TrainWindow;
use super::screen::unfinished::UnfinishedWindow;
use super::screen::{Command, Context, ScreenKind};
use super::screen::{learn::LearnScreen, match_::MatchScreen};
use super::table::Table;
use super::text::{rows as rows_of, wrap};
use super::theme::Role;
use super::{Answer, FirstScreen, Options};
use crate::app::background::Waker;
use crate::app::network::game::NetworkGame;
use crate::app::session::{Session, Setup};
use crate::app::store::autosave::UnfinishedGame;
use crate::app::store::game_file::expand_home;
use crate::app::store::saver::GameSaver;
use crate::app::store::settings::ThemeName;
use crate::app::store::state::StateFolder;
use crate::app::study::openings::table::DEPTH;
use crate::app::study::openings::task::OpeningTask;
use crate::app::study::review::{ReviewTask, Reviewer, TABLE};
use crate::app::wording::network::ASK_LEAVE_HOST;
use crate::app::wording::screens::{self, waits_for};
use crate::app::wording::{NOT_OVER_NETWORK, ask_quit, sentence};
use crate::notation::clean;

use answers::Awaited;
use stack::Stack;

/// An input of the interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key, the mouse, a paste, or a resize of the terminal.
    Terminal(Event),
    /// An answer of the terminal to a question at the start.
    Answer(Answer),
    /// A background task has an answer: the session's waker was called.
    Wake,
    /// The time returned by [`App::deadline`] has come.
    Tick,
}

/// A request to the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Quit.
    Quit,
    /// Suspend the program until the shell resumes it.
    Suspend,
    /// Redraw the whole screen.
    Redraw,
    /// Copy a text to the clipboard.
    Copy(String),
}

/// The interface without a terminal.
pub struct App {
    /// The state that is lent to the screens, above all the game at the table.
    context: Context,
    stack: Stack,
    /// The setup of the first game; later ones begin at the same position.
    setup: Setup,
    waker: Waker,
    saver: GameSaver,
    files: Files,
    /// The answers that the terminal still owes.
    awaited: Awaited,
    /// The game over the network, if this is one.
    network: Option<NetworkGame>,
    /// Whether the host resumes its last unfinished game over the network.
    resumes: bool,
    dirty: bool,
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App")
            .field("stack", &self.stack)
            .field("table", &self.context.table)
            .finish_non_exhaustive()
    }
}

impl App {
    /// Creates the interface at its first screen. The waker is called from another thread when
    /// [`Input::Wake`] is due.
    pub fn new(options: Options, waker: Waker, now: Instant) -> Self {
        let mut ui = UiContext::new(options.settings, options.store, waker.clone(), now);
        ui.colors = options.colors;
        ui.ascii = options.ascii;
        ui.animation = options.animation;
        ui.time = options.setup.time;
        ui.analysis = options.analysis;
        let games = ui.settings.games_folder.as_deref().map(expand_home);
        let index = options.state.as_ref().map(StateFolder::openings);
        ui.openings = OpeningTask::new(index.zip(games), options.setup.threads, waker.clone());
        ui.opening_depth = options
            .analysis
            .depth
            .map_or(DEPTH, |depth| depth.min(DEPTH));
        ui.review = Reviewer::new(TABLE, options.review)
            .with_threads(options.setup.threads)
            .with_engine(options.setup.engine.clone());
        ui.settings.black = options.setup.players.black.clone();
        ui.settings.white = options.setup.players.white.clone();
        ui.state.clone_from(&options.state);
        ui.seed = options.setup.seed;
        let (saver, wrong) = GameSaver::start(options.state, waker.clone());
        let unfinished = saver.unfinished().iter().map(UnfinishedGame::headline);
        let screen = StartScreen::new(unfinished.collect(), &ui);
        let mut app = Self {
            context: Context { ui, table: None },
            stack: Stack::new(screen),
            setup: options.setup,
            files: Files::new(waker.clone()),
            waker,
            saver,
            awaited: Awaited::new(options.asks_background, options.asks_graphics, now),
            network: None,
            resumes: false,
            dirty: true,
        };
        match &options.first {
            // The game over the network comes first.
            FirstScreen::Start => {}
            FirstScreen::Board => {
                app.seat(app.setup.clone());
                // A game on the command line comes without an offer.
                app.saver.leave();
            }
            FirstScreen::Learn => app.stack.push(LearnScreen::new(&app.context.ui)),
            FirstScreen::Go(setup) => app.stack.push(GoScreen::new(setup, &app.context.ui)),
            FirstScreen::Match(watch) => app.stack.push(MatchScreen::new(Arc::clone(watch), now)),
        }
        if let Some(online) = options.online {
            app.go_online(online);
        }
        let notices: Vec<_> = options
            .notice
            .iter()
            .chain(&wrong)
            .map(|notice| clean(notice).into_owned())
            .collect();
        if matches!(options.first, FirstScreen::Board) {
            for notice in notices {
                app.say(notice);
            }
        } else if !notices.is_empty() {
            app.say(notices.join(" "));
        }
        app
    }

    /// Returns the session of the game at the table.
    pub fn session(&self) -> Option<&Session> {
        self.context.table.as_ref().map(|table| &table.session)
    }

    /// Returns the background job of the open review.
    pub fn review(&self) -> Option<&ReviewTask> {
        self.stack.find::<ReviewScreen>().map(ReviewScreen::job)
    }

    /// Returns whether a position is being looked up for the panel of openings.
    pub fn is_looking_up(&self) -> bool {
        self.context.ui.openings.is_busy()
    }

    /// Draws a frame of the current state.
    pub fn draw(&self, frame: &mut Frame) {
        let area = frame.area();
        let buf = frame.buffer_mut();
        let look = self.context.ui.look();
        buf.set_style(area, look.style(Role::Text));
        let (columns, rows) = SMALLEST;
        if area.width < columns || area.height < rows {
            self.stack.top().forget_picture();
            let text = screens::too_small(area.width, area.height, SMALLEST);
            let lines = wrap(&text, usize::from(area.width));
            let mut rest = Slices(area);
            rest.top(area.height.saturating_sub(rows_of(&lines)) / 2);
            for line in lines {
                let line = Line::styled(line, look.style(Role::Strong)).centered();
                line.render(rest.top(1), buf);
            }
            return;
        }
        self.stack.screen().draw(area, &self.context, buf);
        if self.stack.top().kind().is_window() {
            self.stack.top().draw(area, &self.context, buf);
        }
    }

    /// Saves everything before returning.
    pub fn close(self) {
        drop(self.save_in_stages(|_| ()));
    }

    /// Saves everything before returning, and says what it waits for before each stage. The rest of the
    /// interface, which is returned, waits for its searches and engines to stop when it is dropped.
    pub(super) fn save_in_stages(mut self, stage: impl Fn(&'static str)) -> impl Sized {
        if let Some(table) = &self.context.table {
            self.saver.save_clocks(&table.session);
        }
        stage(waits_for::FILE);
        self.files.close();
        stage(waits_for::SETTINGS);
        self.context.ui.close();
        stage(waits_for::GAME);
        drop(self.saver);
        // Says goodbye.
        drop(self.network);
        stage(waits_for::CPU);
        (self.context.table, self.stack)
    }

    /// Returns whether the theme has colours.
    pub(super) fn is_colored(&self) -> bool {
        self.context.ui.look().has_colors()
    }

    /// Returns whether a redraw is needed since the last call.
    pub fn take_dirty(&mut self) -> bool {
        std::mem::take(&mut self.dirty)
    }

    /// Returns whether the bell is to ring, since the last call.
    pub fn take_bell(&mut self) -> bool {
        let table = self.context.table.as_mut();
        let rings = table.is_some_and(|table| std::mem::take(&mut table.rings));
        rings && self.context.ui.settings.bell
    }

    /// Returns when [`Input::Tick`] is due, if at all.
    pub fn deadline(&mut self) -> Option<Instant> {
        let shows_clocks = self.stack.screen().kind() == ScreenKind::Board;
        let clocks = self.session().and_then(|session| {
            if shows_clocks {
                session.timing().clock_changes()
            } else {
                session.timing().flag_falls()
            }
        });
        // Only the top of the stack ticks: an open window pauses the screens below.
        let screen = self.stack.top_mut().deadline(&mut self.context);
        screen.into_iter().chain(clocks).min()
    }

    /// Handles an input that arrived at the given time.
    pub fn update(&mut self, input: Input, now: Instant) -> Option<Effect> {
        self.context.ui.now = now.max(self.context.ui.now);
        let effect = match input {
            Input::Wake | Input::Tick => {
                self.dirty |= self.network.is_some() && input == Input::Wake;
                None
            }
            Input::Answer(answer) => {
                self.take_answer(answer);
                None
            }
            Input::Terminal(event) => self.on_event(event),
        };
        self.tick_clocks();
        for screen in self.stack.all() {
            self.dirty |= screen.poll();
        }
        self.dirty |= self.context.ui.openings.poll();
        self.dirty |= self.stack.top_mut().tick(&mut self.context);
        self.take_file_news();
        self.ask_about_failure();
        self.keep_game();
        // A move is saved before it is sent.
        if self.exchange() {
            self.keep_game();
        }
        effect
    }

    /// Updates the clocks, whatever is open.
    fn tick_clocks(&mut self) {
        let Some(table) = &mut self.context.table else {
            return;
        };
        let (changed, fell) = table.tick_clocks(&self.context.ui);
        if self.stack.screen().kind() == ScreenKind::Board {
            self.dirty |= changed || fell.is_some();
        } else if let Some(sentence) = fell {
            self.say(sentence);
        }
    }

    /// Saves the game if it has changed, and reports earlier save errors.
    fn keep_game(&mut self) {
        if let Some(table) = &self.context.table {
            let as_imported = table.is_as_imported() || self.is_kept_by_host();
            self.saver
                .look_at(&table.session, table.progress, as_imported);
        }
        if self.context.table.as_ref().is_some_and(Table::is_counting) {
            // The result comes first.
            return;
        }
        if let Some(trouble) = self.saver.trouble() {
            self.say(clean(&trouble).into_owned());
        }
    }

    /// Carries out a screen's command.
    fn run(&mut self, command: Command) -> Option<Effect> {
        if self.network.is_some() && command.replaces_game() {
            self.complain(sentence(NOT_OVER_NETWORK));
            return None;
        }
        let ui = &self.context.ui;
        match command {
            Command::Common(common) => return self.run_common(common),
            Command::Close => {
                self.files.stop();
                if !self.stack.pop() {
                    self.stack.top_mut().resume(&mut self.context);
                }
            }
            Command::NewGame(players) => self.stack.push(NewGameScreen::new(players)),
            Command::ChoosePlayers(game, heading) => {
                let players = ui.settings.players();
                self.stack
                    .push(NewGameScreen::playing_on(players, *game, heading));
            }
            Command::Inspect(square) => {
                let position = self.session()?.game().position();
                self.stack.push(InspectorScreen::new(position, square));
            }
            Command::Lessons(lessons) => self.stack.push(InspectorScreen::of(lessons)),
            Command::OfferUnfinished => self.offer_unfinished(0),
            Command::StartWith(square) => self.start_with(square),
            Command::Learn => {
                self.stack.close_windows();
                self.stack.push(LearnScreen::new(&self.context.ui));
            }
            Command::Train => self.stack.push(TrainWindow::default()),
            Command::Openings => self.stack.push(ChooseLinesWindow::default()),
            Command::TrainOpening(source, side) => {
                self.stack.close_windows();
                let screen = OpeningTrainerScreen::new(source, side, &self.context.ui);
                self.stack.push(screen);
            }
            Command::Puzzles => self.stack.push(PuzzleScreen::new(&self.context.ui)),
            Command::Review(at) => self.review_table(at),
            Command::Start(players) => self.start(players),
            Command::PlayOn(game, players, warned) => self.play_on(*game, players, warned),
            Command::Resume(index) => self.resume(index),
            Command::Discard(index) => {
                self.stack.pop();
                if let Err(why) = self.saver.discard(index) {
                    self.say(sentence(why));
                }
                let unfinished = self.unfinished(UnfinishedGame::headline);
                if let Some(start) = self.stack.top_as::<StartScreen>() {
                    start.set_unfinished(unfinished);
                }
                self.offer_unfinished(index);
            }
            Command::LeaveUnfinished => {
                self.stack.pop();
                if self.stack.top_as::<StartScreen>().is_none() {
                    self.saver.leave();
                }
            }
            Command::OfferRematch => self.offer_rematch(),
            Command::AskResign => self.stack.push(Dialog::AskResign),
            Command::Resign => {
                self.stack.pop();
                if let Some(table) = &mut self.context.table
                    && let Err(why) = table.change(&self.context.ui, Session::resign)
                {
                    self.complain(why.to_string());
                }
            }
            Command::Retry => self.after_failure(|session| {
                session.set_paused(false);
                Ok(())
            }),
            Command::TakeOver => self.after_failure(Session::take_over),
            Command::Forfeit => self.after_failure(Session::forfeit),
            Command::Copy(moves) => {
                self.stack.push(Dialog::Transcript(moves.clone()));
                return Some(Effect::Copy(moves));
            }
            Command::Show(record) => self.show_record(*record),
            Command::OpenSave => self.open_save(),
            Command::OpenFile => self.open_file(),
            Command::Save(name, if_present) => {
                if let Some(record) = self.record() {
                    self.files.save(record, &name, if_present);
                }
            }
            Command::OpenExport(text, name) => self.stack.push(FileWindow::export(text, name)),
            Command::Export(text, name, if_present) => {
                self.files.save_text(text, &name, if_present);
            }
            Command::Record => self.stack.push(StatsScreen::new(&self.context.ui)),
            Command::Read(job) => self.files.read(job),
            Command::StopReading => self.files.stop(),
        }
        None
    }

    fn unfinished(&self, described: fn(&UnfinishedGame) -> String) -> Vec<String> {
        self.saver.unfinished().iter().map(described).collect()
    }

    /// Opens the window of the unfinished games, if there are any, at one of them.
    fn offer_unfinished(&mut self, index: usize) {
        let games = self.unfinished(UnfinishedGame::describe);
        if let Some(last) = games.len().checked_sub(1) {
            self.stack
                .push(UnfinishedWindow::new(games, index.min(last)));
        }
    }

    fn run_common(&mut self, common: Common) -> Option<Effect> {
        match common {
            Common::Help => {
                let topic = self.stack.top().help();
                self.stack.push(Dialog::Help(topic, Cell::default()));
            }
            Common::Theme => self.next_theme(),
            Common::Quit => {
                let table = self.context.table.as_ref();
                if !table.is_some_and(Table::is_under_way) {
                    return Some(Effect::Quit);
                }
                let question = if self.is_kept_by_host() {
                    ASK_LEAVE_HOST
                } else {
                    ask_quit(self.keeps_game())
                };
                self.stack.push(Dialog::AskQuit(question));
            }
            Common::QuitNow => return Some(Effect::Quit),
            Common::Suspend => return Some(Effect::Suspend),
            Common::Redraw => return Some(Effect::Redraw),
        }
        None
    }

    /// Shows a message on the open screen.
    fn say(&mut self, sentence: String) {
        self.stack.screen_mut().say(sentence, &mut self.context);
        self.dirty = true;
    }

    /// Shows an error in the open window or on the screen.
    pub(super) fn complain(&mut self, sentence: String) {
        self.stack.listener().complain(sentence, &mut self.context);
    }

    fn next_theme(&mut self) {
        let themes = ThemeName::ALL;
        let ui = &mut self.context.ui;
        let at = themes.iter().position(|&theme| theme == ui.theme());
        let next = themes[(at.map_or(0, |at| at + 1)) % themes.len()];
        if ui.has_themes() {
            ui.keep(move |settings| settings.theme = next.into());
        } else {
            self.say(screens::NO_COLORS.to_owned());
        }
    }
}
