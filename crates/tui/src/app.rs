//! The interface without a terminal: timed inputs go in, effects come out, and frames are drawn on demand.

mod files;
mod games;
mod online;
mod stack;

use std::time::Instant;

use ratatui::Frame;

use super::context::UiContext;
use super::event::{Answer, Input, InputEvent, KeyEvent, MouseEvent, MouseEventKind};
use super::files::{FileSaver, SavedContent};
use super::graphics::pack;
use std::convert::Infallible;

use super::hits::FrameNotes;
use super::keymap::{Common, Meaning, always, look_up};
use super::options::{AnalysisSubject, FirstScreen, Options};
use super::screen::go::GoScreen;
use super::screen::match_::MatchScreen;
use super::screen::review::ReviewScreen;
use super::screen::start::{self, StartScreen};
use super::screen::stats::StatsScreen;
use super::screen::{Command, Context, Pasted, Screen, ScreenKind, actions, dialog, exercise};
use super::theme::{ColorDepth, Rgb, Role, auto_theme};
use super::widget::keys::{ButtonKind, PageButton};
use reversi::ByColor;
use reversi_net::network::OnlineGame;
use reversi_notation::clean;
use reversi_study::practice::own_lines::OwnLinesTask;
use reversi_study::review::ReviewTask;
use reversi_table::background::Waker;
use reversi_table::game_link::game_link;
use reversi_table::phrase::{capitalized, sentence};
use reversi_table::player::PlayerKind;
use reversi_table::session::{Session, Setup};
use reversi_table::store::saver::GameSaver;
use reversi_table::store::settings::keys::OwnKeys;
use reversi_table::store::settings::{BellEvent, ThemeName};
use reversi_table::table::{Offer, TableAction};
use reversi_wording::{self as wording, LastingState, NOT_OVER_NETWORK, ask_quit};

use reversi_text::{Message, label};
use stack::Stack;

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
    /// The answers that the terminal still owes.
    awaited: Awaited,
    /// The game over the network that waits for a guest.
    waiting: Option<OnlineGame>,
    /// The players of the last game that was started here.
    players: Option<ByColor<PlayerKind>>,
    /// What the page has been told besides the frames.
    told: FrameNotes,
    /// Whether a tap was refused.
    is_refused: bool,
    /// What lasted after the last input.
    lasting: Vec<LastingState>,
    /// What has ended, and has not been said yet.
    ended: Vec<&'static Message>,
    dirty: bool,
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct(label!("App").text())
            .field("table", &self.context.table)
            .finish_non_exhaustive()
    }
}

impl App {
    /// Creates the interface at its first screen. The waker is called from another thread when
    /// [`Input::Wake`] is due.
    pub fn new(mut options: Options, waker: Waker, now: Instant) -> Self {
        let (saver, errors) = GameSaver::start(options.state.clone(), waker.clone());
        let notices = options
            .notice
            .iter()
            .map(String::as_str)
            .chain(errors.iter().map(|error| &**error))
            .map(|notice| capitalized(&clean(notice)));
        let notices: Vec<String> = notices.collect();
        let awaited = Awaited {
            background: options.asks_background,
            graphics: options.asks_graphics,
            placeholders: options.asks_graphics,
        };
        let (first, setup) = (std::mem::take(&mut options.first), options.setup.clone());
        let is_board = matches!(first, FirstScreen::Board);
        let draws_pictures = options.draws_pictures;
        let mut ui = UiContext::new(options, waker.clone(), now);
        if draws_pictures {
            ui.tiles.images.borrow_mut().turn_on(pack);
        }
        let report = ui.contrast_report();
        let friend = ui.read_friend();
        let screen = StartScreen::new(&ui);
        let mut app = Self {
            context: Context {
                ui,
                table: None,
                saver,
                files: FileSaver::new(waker.clone()),
            },
            stack: Stack::new(screen),
            setup,
            waker,
            awaited,
            waiting: None,
            players: None,
            told: FrameNotes::default(),
            is_refused: false,
            lasting: Vec::new(),
            ended: Vec::new(),
            dirty: true,
        };
        app.open_first(first);
        for problem in report.into_iter().chain(friend) {
            app.warn(problem);
        }
        if is_board {
            for notice in notices {
                app.report(notice);
            }
        } else if !notices.is_empty() {
            app.warn(notices.join(" "));
        }
        app
    }

    /// Opens the first screen.
    fn open_first(&mut self, first: FirstScreen) {
        let ui = &self.context.ui;
        match first {
            FirstScreen::Start => {
                self.stack.top_mut().screen_mut().tick(&mut self.context);
            }
            FirstScreen::Board => {
                let setup = self.setup.clone().with_opening(&ui.opening);
                self.start_session(setup);
                // A game on the command line comes without an offer.
                self.context.saver.leave();
                self.report_no_game(self.setup.game.start());
            }
            FirstScreen::Online(online) => self.go_online(*online),
            FirstScreen::Text(text) => self.open_pasted(text),
            FirstScreen::File(name) => self.open_file(&name),
            FirstScreen::Analyse(subject) => self.analyse(subject.as_ref()),
            FirstScreen::Learn => self.stack.push(exercise::tutorial(ui)),
            FirstScreen::Puzzles(supply) => self.stack.push(exercise::puzzles_of(*supply, ui)),
            FirstScreen::Stats => self.stack.push(StatsScreen::new(ui)),
            FirstScreen::Review(record) => self.open_review(record.as_deref()),
            FirstScreen::Go(setup) => {
                self.run(GoScreen::open(&setup, ui));
            }
            FirstScreen::Match(watch) => self.stack.push(MatchScreen::new(watch, ui.now)),
        }
    }

    /// Returns the session of the game at the table.
    pub fn session(&self) -> Option<&Session> {
        self.context.table.as_ref().map(|table| table.session())
    }

    /// Returns the background job of the open review.
    pub fn review(&self) -> Option<&ReviewTask> {
        self.stack.contents().find_map(|contents| contents.review)
    }

    /// Returns whether the position of an open review or analysis is being evaluated.
    pub fn is_evaluating(&self) -> bool {
        self.stack.contents().any(|contents| contents.is_evaluating)
    }

    /// Returns whether the first screen is reading the player's record.
    pub fn is_reading(&self) -> bool {
        self.stack.contents().any(|contents| contents.is_reading)
    }

    /// Returns whether a position is being looked up for the panel of openings, or the player's lines are read.
    pub fn is_looking_up(&self) -> bool {
        let ui = &self.context.ui;
        ui.openings.is_busy() || ui.lines.as_ref().is_some_and(OwnLinesTask::is_busy)
    }

    /// Returns what the screen on top answers to the last key or click in words, the longest form first.
    pub fn answer(&self) -> Vec<String> {
        self.stack.top().screen().answer(&self.context)
    }

    /// Returns what the screen on top asks, and how to answer it, while something waits for the person.
    pub fn question(&self) -> Option<String> {
        self.stack.top().screen().question(&self.context)
    }

    /// Draws a frame of the current state.
    pub fn draw(&mut self, frame: &mut Frame) {
        let area = frame.area();
        let buf = frame.buffer_mut();
        let look = self.context.ui.look();
        buf.set_style(area, look.style(Role::Text));
        self.stack.below_windows().draw(area, &self.context, buf);
        if self.stack.has_window() {
            look.dim(buf);
            self.stack.top_mut().draw(area, &self.context, buf);
        }
    }

    /// Draws a frame of the current state as another terminal shows it: with other colours or characters, and perhaps
    /// with another theme.
    pub fn draw_as(
        &mut self,
        frame: &mut Frame,
        colors: ColorDepth,
        ascii: bool,
        theme: Option<ThemeName>,
    ) {
        let ui = &mut self.context.ui;
        let theme = theme.map_or(ui.settings.theme, Into::into);
        let before = (ui.colors, ui.ascii, ui.settings.theme);
        (ui.colors, ui.ascii, ui.settings.theme) = (colors, ascii, theme);
        self.draw(frame);
        let ui = &mut self.context.ui;
        (ui.colors, ui.ascii, ui.settings.theme) = before;
    }

    /// Saves everything before returning.
    pub fn close(self) {
        drop(self.save_in_stages(|_| ()));
    }

    /// Saves everything before returning, and says what it waits for before each stage. Returns a clause about
    /// everything that could not be saved, and the rest of the interface: its searches and engines stop when it is dropped.
    pub fn save_in_stages(mut self, stage: impl Fn(&'static str)) -> (Vec<String>, impl Sized) {
        if let Some(table) = &mut self.context.table {
            table.table().save_clocks(&mut self.context.saver);
        }
        stage(label!("the game to be saved").text());
        let mut unsaved = self.unsaved_games();
        stage(label!("a file to be saved").text());
        let Context {
            mut ui,
            mut table,
            saver,
            files,
        } = self.context;
        files.close();
        stage(label!("the settings to be saved").text());
        unsaved.extend(ui.unsaved());
        ui.close();
        drop(saver);
        drop(self.waiting);
        if let Some(table) = &mut table {
            table.table().disconnect();
        }
        (unsaved, (table, self.stack))
    }

    /// Returns whether a redraw is needed since the last call.
    pub fn take_dirty(&mut self) -> bool {
        std::mem::take(&mut self.dirty)
    }

    /// Returns whether the bell is to ring, since the last call.
    pub fn take_bell(&mut self) -> bool {
        let table = self.context.table.as_mut();
        let rings = table.map(|table| std::mem::take(&mut table.rings));
        rings.is_some_and(|rings| rings.meets(self.context.ui.settings.bell))
    }

    /// Returns what has been said at the table since the last call and what is marked now, for a reader of the screen.
    pub fn take_spoken(&mut self) -> Option<String> {
        let table = self.context.table.as_mut();
        let logged = table.and_then(|table| table.log.take_unspoken());
        let said = self.stack.top().notes().said.clone();
        let before = std::mem::replace(&mut self.told.said, said);
        let is_new = |(key, _): &&(String, String)| before.iter().all(|(old, _)| old != key);
        let marked = self.told.said.iter().filter(is_new);
        let marked = marked.map(|(_, text)| {
            if text.ends_with(['.', '?', '!']) {
                text.clone()
            } else {
                sentence(text)
            }
        });
        let ended = std::mem::take(&mut self.ended)
            .into_iter()
            .map(String::from);
        let all: Vec<String> = logged.into_iter().chain(ended).chain(marked).collect();
        (!all.is_empty()).then(|| all.join(" ").replace('\n', " "))
    }

    /// Returns the page's buttons if they have changed since the last call. A click on one is a click in
    /// [`BUTTONS_ROW`](super::hits::BUTTONS_ROW). A window with few buttons asks a question: those of the screen below it
    /// wait.
    pub fn take_buttons(&mut self) -> Option<&[PageButton]> {
        /// The most answers in a row.
        const IN_ROW: usize = 4;
        let mut buttons = self.stack.top().notes().buttons.clone();
        if self.stack.has_window() && buttons.len() <= IN_ROW {
            for button in &mut buttons {
                button.kind = ButtonKind::Answer;
            }
            let below = self.stack.below_windows().notes().buttons.iter();
            let usual = below.filter(|button| button.kind != ButtonKind::Answer);
            buttons.extend(usual.map(|button| PageButton {
                kind: ButtonKind::Off,
                ..button.clone()
            }));
        }
        if buttons == self.told.buttons {
            return None;
        }
        self.told.buttons = buttons;
        Some(&self.told.buttons)
    }

    /// Returns whether a page is to vibrate, since the last call: after a tap on a square that is no move, and at the end of
    /// a game. It is called before the bell is taken.
    pub fn take_vibration(&mut self) -> bool {
        let table = self.context.table.as_ref();
        let has_ended = table.is_some_and(|table| table.rings.has(BellEvent::End));
        std::mem::take(&mut self.is_refused) || has_ended
    }

    /// Returns when [`Input::Tick`] is due, if at all.
    pub fn deadline(&mut self) -> Option<Instant> {
        let shows_clocks = self.stack.screen().kind() == ScreenKind::Board;
        let clocks = self.session().and_then(|session| {
            if shows_clocks {
                session.timing.clock_changes()
            } else {
                session.timing.flag_falls()
            }
        });
        // Only the top of the stack ticks: an open window pauses the screens below.
        let top = self.stack.top_mut().screen_mut();
        let top = top.deadline(&mut self.context);
        top.into_iter().chain(clocks).min()
    }

    /// Handles an input that arrived at the given time.
    pub fn update(&mut self, input: Input, now: Instant) -> Option<Effect> {
        self.context.ui.now = now.max(self.context.ui.now);
        let effect = match input {
            Input::Wake | Input::Tick => {
                self.dirty = true;
                None
            }
            Input::Answer(answer) => {
                self.take_answer(answer);
                None
            }
            Input::Terminal(event) => {
                let is_tap = matches!(&event, InputEvent::Mouse(mouse) if matches!(mouse.kind, MouseEventKind::Down(_)));
                let effect = self.on_event(event);
                let table = self.context.table.as_ref().filter(|_| is_tap);
                self.is_refused |= table.is_some_and(|table| table.log.refusal().is_some());
                effect
            }
        };
        self.tick_clocks();
        self.stack.poll();
        self.context.ui.openings.poll();
        self.report_lines();
        let command = self.stack.top_mut().screen_mut().tick(&mut self.context);
        let after = command.and_then(|command| self.run(command));
        let after = after.or(self.report_saved_files());
        self.report_lasting();
        self.ask_about_failure();
        self.count_game();
        self.keep_players();
        self.keep_game();
        self.exchange();
        effect.or(after)
    }

    /// Returns whether there is or will be a game over the network.
    fn is_online(&self) -> bool {
        if self.waiting.is_some() {
            return true;
        }
        let table = self.context.table.as_ref();
        table.is_some_and(|table| table.connection().is_some())
    }

    /// Reports how a change of the player's lines went.
    fn report_lines(&mut self) {
        let said = self.context.ui.lines.as_mut().and_then(OwnLinesTask::poll);
        match said {
            Some(Ok(sentence)) => self.report(sentence),
            Some(Err(sentence)) => self.warn(sentence),
            None => {}
        }
    }

    /// Notes what lasted and has ended, to be said. On the screen its mark is gone; a sentence might hide another one.
    fn report_lasting(&mut self) {
        let lasting = self.context.states(self.stack.screen().kind());
        let before = std::mem::replace(&mut self.lasting, lasting);
        let holds = |was| {
            let is_it = |state| std::mem::discriminant(state) == std::mem::discriminant(was);
            self.lasting.iter().any(is_it)
        };
        let ended = before.iter().filter(|state| !holds(state));
        self.ended.extend(ended.filter_map(LastingState::ended));
    }

    /// Updates the clocks, whatever is open.
    fn tick_clocks(&mut self) {
        let Some(table) = &mut self.context.table else {
            return;
        };
        let fell = table.tick_clocks(&self.context.ui);
        if let Some(sentence) = fell.filter(|_| self.stack.screen().kind() != ScreenKind::Board) {
            self.report(sentence);
        }
    }

    /// Saves the game if it has changed, and reports earlier save errors.
    fn keep_game(&mut self) {
        if let Some(table) = &mut self.context.table {
            table.table().save(&mut self.context.saver);
            let is_answered = table.session().lone_human().is_some()
                && table.session().remote().is_none()
                && table.session().game().outcome().is_none()
                && !table.session().awaits_human();
            if is_answered || table.is_counting() {
                // The answer of the computer, or the result, comes first: it would replace the notice.
                return;
            }
        }
        if let Some(notice) = self.context.saver.take_notice() {
            self.report(clean(&notice).into_owned());
        }
    }

    /// Carries out a screen's command.
    fn run(&mut self, command: Command) -> Option<Effect> {
        if command.replaces_game() {
            if let Err(why) = self.context.permits(TableAction::Replace) {
                self.warn(sentence(wording::refusal(&why)));
                return None;
            }
            self.leave_online();
        }
        if self.leaves_unsaved_game(&command) {
            self.ask_leave_unsaved(command);
            return None;
        }
        match command {
            Command::Common(common) => return self.run_common(common),
            Command::Open(screen) => self.stack.push_any(screen),
            Command::Replace(screen) => {
                self.stack.close_windows();
                self.stack.push_any(screen);
            }
            Command::Close => self.close_top(),
            Command::Home => self.go_home(),
            Command::BackToGame => self.back_to_game(),
            Command::Both(commands) => {
                let [first, second] = *commands;
                let effect = self.run(first);
                return effect.or(self.run(second));
            }
            Command::Act(act) => {
                let next = act(self.stack.all_mut(), &mut self.context)?;
                return self.run(next);
            }
            Command::Report(sentence) => {
                self.stack.listener().report(sentence, &mut self.context);
            }
            Command::Warn(sentence) => self.warn(sentence),
            Command::Ask(request) => self.ask(request),
            Command::Start(players, opening) => self.start(players, &opening),
            Command::PlayOn(game, players, warned) => self.play_on(*game, players, warned),
            Command::Resume(index) => self.ask_to_resume(index),
            Command::ResumeHere(index) => self.resume(index),
            Command::Show(record) | Command::ShowOpened(record) => self.show_record(*record),
            Command::ShowPasted(record) => self.show_pasted(record),
            Command::Analyse(game) => self.analyse(Some(&AnalysisSubject::Game(game))),
            Command::Course(position, square) => {
                let course = exercise::course((position, square), &self.context.ui);
                self.stack.push(course);
            }
            Command::FindMistakes(mistakes) => {
                let screen = exercise::own_mistakes(mistakes, &self.context.ui);
                self.stack.push(screen);
            }
            // The prompt says that a rematch was offered.
            Command::Offer(what) => {
                self.ask_other(what != Offer::Rematch, |table| table.offer(what));
            }
            Command::Say(text) => self.ask_other(true, |table| table.say(&text)),
            Command::Mute(muted) => self.mute(muted),
            Command::Claim => self.claim_win(),
            Command::PutAside => self.put_aside(),
            Command::GoOnline(online) => self.go_online(*online),
            Command::Copy(title, text) => {
                let window = dialog::copied(title, &text, &self.context.ui);
                self.stack.push(window);
                return Some(Effect::Copy(text));
            }
            Command::Save(name, if_present) => {
                if let Some(record) = self.record() {
                    let game = SavedContent::Game(Box::new(record));
                    self.context.files.save(game, &name, if_present);
                }
            }
        }
        None
    }

    /// Closes the screen or window on top.
    fn close_top(&mut self) {
        let was_window = self.stack.pop();
        if let (false, Some(table)) = (was_window, &mut self.context.table) {
            // Restart the pause before a CPU's move.
            table.timeline.changed(self.context.ui.now);
        }
    }

    fn run_common(&mut self, common: Common) -> Option<Effect> {
        match common {
            Common::Actions if self.stack.top().screen().kind() == ScreenKind::Dialog => {}
            Common::Actions => {
                let actions = self.stack.top().actions(&self.context);
                self.stack.push(actions::window(actions, start::places()));
            }
            Common::Learn => self.stack.push(exercise::tutorial(&self.context.ui)),
            Common::Rules => self.stack.push(dialog::rules()),
            Common::Theme => self.next_theme(),
            Common::Link => return self.copy_link(),
            Common::Quit => {
                let Some(question) = self.quit_question() else {
                    return Some(Effect::Quit);
                };
                let quit = Command::Common(Common::QuitNow);
                self.stack.push(dialog::ask_quit(question, quit));
            }
            Common::QuitNow => return Some(Effect::Quit),
            Common::Suspend => return Some(Effect::Suspend),
            Common::Redraw => return Some(Effect::Redraw),
        }
        None
    }

    /// Copies a link to the game on the screen.
    fn copy_link(&mut self) -> Option<Effect> {
        let page = self.context.ui.page.as_ref()?;
        let Some(game) = self.record().and_then(|record| record.replay().ok()) else {
            self.warn(label!("There is no game on this screen.").text().to_owned());
            return None;
        };
        let link = game_link(&page.address, &game);
        self.run(Command::Copy(label!("Link"), link))
    }

    /// Returns the question before the program quits, if something would be lost or someone is left.
    fn quit_question(&self) -> Option<&'static str> {
        let table = self.context.table.as_ref();
        let is_playing = table.is_some_and(|table| table.is_under_way() && !table.is_spectator());
        let is_kept = self.keeps_game();
        if self.context.saver.loses().is_some() {
            return Some(ask_quit(false).text());
        }
        if let Some(unsaved) = self.stack.all().find_map(Screen::unsaved) {
            return Some(unsaved.question);
        }
        if table.is_some_and(|table| table.is_playing_online() && !table.is_saved_here()) {
            return Some(
                label!("Quit? Your host keeps the game; you can join again with the same code.")
                    .text(),
            );
        }
        let is_remote = self
            .session()
            .is_some_and(|session| session.remote().is_some());
        if is_playing && (!is_kept || is_remote) {
            return Some(ask_quit(is_kept).text());
        }
        None
    }

    /// Returns a clause about each game that is lost if the program ends now although it was to be saved.
    fn unsaved_games(&self) -> Vec<String> {
        let table = self.context.table.as_ref();
        let game = table.and_then(|table| self.context.saver.lost_game(table.session()));
        let others = self.stack.all().filter_map(Screen::unsaved);
        let others = others.filter_map(|unsaved| unsaved.clause);
        game.map(String::from).into_iter().chain(others).collect()
    }

    /// Shows a message on the open screen.
    fn report(&mut self, sentence: impl Into<String>) {
        self.stack
            .screen_mut()
            .report(sentence.into(), &mut self.context);
        self.dirty = true;
    }

    /// Shows an error in the open window or on the screen.
    pub(super) fn warn(&mut self, sentence: impl Into<String>) {
        self.stack
            .listener()
            .warn(sentence.into(), &mut self.context);
    }

    fn next_theme(&mut self) {
        let ui = &mut self.context.ui;
        let themes = ui.themes();
        let at = themes.iter().position(|&theme| theme == ui.theme());
        let next = themes[(at.map_or(0, |at| at + 1)) % themes.len()];
        if ui.has_themes {
            ui.keep(move |settings| settings.theme = next);
            if let Some(report) = ui.contrast_report() {
                self.warn(report);
            }
        } else {
            self.report(
                label!("Themes need colours, and colours are off here.")
                    .text()
                    .to_owned(),
            );
        }
    }
}

impl App {
    fn on_event(&mut self, event: InputEvent) -> Option<Effect> {
        match event {
            InputEvent::Key(key) => {
                self.dirty = true;
                self.on_key(key)
            }
            InputEvent::Mouse(mouse) => self.on_mouse(mouse),
            InputEvent::Paste(text) => {
                self.dirty = true;
                self.on_paste(&text);
                None
            }
            InputEvent::Resize(..) | InputEvent::FocusGained => {
                self.dirty = true;
                None
            }
            InputEvent::FocusLost => None,
        }
    }

    fn on_key(&mut self, key: KeyEvent) -> Option<Effect> {
        if let Some(Meaning::Common(common)) =
            look_up::<Infallible>(&[always()], key, OwnKeys::NONE)
        {
            return self.run(Command::Common(common));
        }
        let command = self.stack.top_mut().on_key(key, &mut self.context)?;
        self.run(command)
    }

    fn on_mouse(&mut self, mouse: MouseEvent) -> Option<Effect> {
        let top = self.stack.top_mut();
        let (needs_redraw, command) = top.on_mouse(mouse, &mut self.context);
        self.dirty |= needs_redraw;
        self.run(command?)
    }

    fn paste_on_top(&mut self, text: &str) -> Pasted {
        let screen = self.stack.top_mut().screen_mut();
        screen.touch(&mut self.context);
        screen.paste(text, &mut self.context)
    }

    fn on_paste(&mut self, text: &str) {
        while self.stack.has_window() {
            if self.paste_on_top(text) == Pasted::Taken {
                return;
            }
            self.stack.pop();
        }
        let Some(text) = self.checked_paste(text) else {
            return;
        };
        match self.paste_on_top(&text) {
            Pasted::Taken => {}
            Pasted::Game => {
                if let Some(review) = ReviewScreen::of_table(&mut self.context, usize::MAX, None) {
                    self.stack.push(review);
                }
            }
            Pasted::Passed if self.is_online() => self.warn(sentence(NOT_OVER_NETWORK)),
            Pasted::Passed => self.open_pasted(text),
        }
    }
}

/// The answers that the terminal still owes, which may come late over a slow line.
#[derive(Debug)]
struct Awaited {
    background: bool,
    graphics: bool,
    placeholders: bool,
}

impl App {
    /// Follows an answer of the terminal that was asked for.
    fn take_answer(&mut self, answer: Answer) {
        let (ui, awaited) = (&mut self.context.ui, &mut self.awaited);
        // A page tells whenever its background changes.
        if let (Answer::Background([red, green, blue]), Some(_)) = (&answer, &ui.page) {
            ui.auto_theme = auto_theme(Rgb(*red, *green, *blue));
            self.dirty = true;
            return;
        }
        match answer {
            Answer::Background([red, green, blue]) => {
                if std::mem::take(&mut awaited.background) {
                    ui.auto_theme = auto_theme(Rgb(red, green, blue));
                    self.dirty = true;
                }
                return;
            }
            Answer::Graphics if awaited.graphics => awaited.graphics = false,
            Answer::Placeholders(true) if awaited.placeholders => awaited.placeholders = false,
            Answer::Graphics | Answer::Placeholders(_) => return,
        }
        if !awaited.graphics && !awaited.placeholders {
            ui.tiles.images.borrow_mut().turn_on(pack);
            self.dirty = true;
        }
    }

    /// Sets the size of a cell in pixels, 0 if unknown.
    pub fn set_cell(&mut self, cell: (u16, u16)) {
        self.context.ui.tiles.images.borrow_mut().set_cell(cell);
    }

    /// Takes the commands to the terminal that the last frame needs, to be sent before it.
    pub fn take_pictures(&self) -> Vec<u8> {
        self.context.ui.tiles.images.borrow_mut().take_pending()
    }
}
