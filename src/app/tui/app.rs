//! Owns `App`: the whole front end without a terminal. Inputs go in with the time at which they came;
//! effects come out; a frame is drawn from what it holds.

mod draw;
mod files;
mod review;
mod screen;

use std::time::Instant;

use crossterm::event::{Event, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position as Place;

use super::context::{Target, UiContext};
use super::files::Files;
use super::keymap::{self, ANYWHERE, Action, GAME, GAME_OVER, INSPECTOR, MOVES, NEW_GAME};
use super::screen::Request;
use super::screen::board::BoardScreen;
use super::screen::dialog::Dialog;
use super::screen::inspector::InspectorScreen;
use super::screen::new_game::NewGameScreen;
use super::{FirstScreen, Options};
use crate::app::background::Waker;
use crate::app::player::PlayerKind;
use crate::app::session::{Session, Setup};
use crate::app::settings::ThemeName;
use crate::app::store::autosave::UnfinishedGame;
use crate::app::store::saver::GameSaver;
use crate::color::ByColor;
use crate::notation::clean;

use screen::Screen;

/// What the front end reacts to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key, the mouse, a paste, or another size of the terminal.
    Terminal(Event),
    /// A CPU's answer came: the waker of the session was called.
    Wake,
    /// The time that [`App::deadline`] named has come.
    Tick,
}

/// What the front end asks its surroundings for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Leave.
    Quit,
    /// Give the terminal back to the shell until it calls again.
    Suspend,
    /// Draw everything again, whatever the terminal shows.
    Redraw,
    /// Put a text into the clipboard.
    Copy(String),
}

/// The front end without a terminal.
pub struct App {
    env: UiContext,
    screen: Screen,
    dialog: Option<Dialog>,
    /// What the first game begins with; later ones begin at the same position.
    setup: Setup,
    waker: Waker,
    keeping: GameSaver,
    files: Files,
    dirty: bool,
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App")
            .field("screen", &self.screen)
            .field("dialog", &self.dialog)
            .finish_non_exhaustive()
    }
}

impl App {
    /// A front end at its first screen. The waker is called on another thread when
    /// [`Input::Wake`] is due.
    #[must_use]
    pub fn new(options: Options, waker: Waker, now: Instant) -> Self {
        let mut env = UiContext::new(options.settings, options.store, now);
        env.colors = options.colors;
        env.ascii = options.ascii;
        env.animation = options.animation;
        env.analysis = options.analysis;
        env.review = (options.review, options.setup.threads);
        env.settings.black = options.setup.players.black;
        env.settings.white = options.setup.players.white;
        let mut notices: Vec<String> = options.notice.into_iter().collect();
        let (mut keeping, wrong) = GameSaver::start(options.state, waker.clone());
        notices.extend(wrong);
        let notices: Vec<String> = notices
            .iter()
            .map(|notice| clean(notice).into_owned())
            .collect();
        let mut dialog = None;
        let screen = match options.first {
            FirstScreen::NewGame => {
                let mut screen = NewGameScreen::new(options.setup.players, None);
                screen.say((!notices.is_empty()).then(|| notices.join(" ")));
                let unfinished = keeping.unfinished().iter();
                let unfinished: Vec<_> = unfinished.map(UnfinishedGame::describe).collect();
                if !unfinished.is_empty() {
                    dialog = Some(Dialog::Unfinished(unfinished, 0));
                }
                Screen::NewGame(screen)
            }
            FirstScreen::Board => {
                let session = Session::new(options.setup.clone(), waker.clone());
                let mut screen = BoardScreen::new(session, &env);
                for notice in &notices {
                    screen.say(notice);
                }
                // Who says what to play does not look for an old game.
                keeping.leave();
                Screen::Board(Box::new(screen))
            }
        };
        Self {
            env,
            screen,
            dialog,
            setup: options.setup,
            files: Files::new(waker.clone()),
            waker,
            keeping,
            dirty: true,
        }
    }

    /// The session of the game that is on the board, or behind the choice of players.
    #[must_use]
    pub fn session(&self) -> Option<&Session> {
        self.board().map(BoardScreen::session)
    }

    fn board(&self) -> Option<&BoardScreen> {
        self.screen.board()
    }

    /// Ends: what is to be kept is on the disk when this returns.
    pub fn close(self) {
        if let Some(session) = self.session() {
            self.keeping.save_clocks(session);
        }
        self.files.close();
    }

    /// Has the game kept if it has changed, and tells what went wrong before.
    fn keep_game(&mut self) {
        if let Some(board) = self.screen.board() {
            let as_shown = board.is_as_shown();
            self.keeping
                .look_at(board.session(), board.progress(), as_shown);
        }
        if let Some(trouble) = self.keeping.trouble() {
            self.say(clean(&trouble).into_owned());
            self.dirty = true;
        }
    }

    /// Whether the theme has colours.
    pub(super) fn is_colored(&self) -> bool {
        self.env.look().has_colors()
    }

    /// Whether something changed since this was asked last, so that a frame is to be drawn.
    pub fn take_dirty(&mut self) -> bool {
        std::mem::take(&mut self.dirty)
    }

    /// When [`Input::Tick`] is due, if it is. Nothing happens by itself before.
    #[must_use]
    pub fn deadline(&mut self) -> Option<Instant> {
        match (&mut self.screen, &self.dialog) {
            // What is open over the board is read in peace.
            (Screen::Board(board), None) => board.deadline(&self.env),
            // Clocks run on.
            (Screen::Board(board), Some(_)) => board.session().timing().clock_changes(),
            (Screen::Inspector(screen), dialog) => {
                let step = screen.deadline().filter(|_| dialog.is_none());
                step.into_iter()
                    .chain(screen.behind().session().timing().flag_falls())
                    .min()
            }
            (screen, _) => screen.board()?.session().timing().flag_falls(),
        }
    }

    /// Takes an input that came at a time.
    pub fn update(&mut self, input: Input, now: Instant) -> Option<Effect> {
        self.env.now = now.max(self.env.now);
        let effect = match input {
            Input::Wake | Input::Tick => None,
            Input::Terminal(event) => self.on_event(event),
        };
        self.dirty |= match (&mut self.screen, &self.dialog) {
            (Screen::Board(board), None) => board.tick(&self.env),
            (Screen::Board(board), Some(_)) => board.tick_clocks(&self.env),
            (Screen::Inspector(screen), None) => screen.tick(&self.env),
            (Screen::Review(screen, _), _) => screen.tick(),
            _ => false,
        };
        self.take_file_news();
        let fell = self.screen.board_behind().map(|b| b.tick_behind(&self.env));
        if let Some(sentence) = fell.flatten() {
            self.say(sentence);
            self.dirty = true;
        }
        self.keep_game();
        effect
    }

    fn on_event(&mut self, event: Event) -> Option<Effect> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                self.dirty = true;
                self.on_key(key)
            }
            Event::Mouse(mouse) => self.on_mouse(mouse),
            Event::Paste(text) => {
                self.dirty = true;
                self.on_paste(&text);
                None
            }
            Event::Resize(..) | Event::FocusGained => {
                self.dirty = true;
                None
            }
            Event::Key(_) | Event::FocusLost => None,
        }
    }

    fn on_key(&mut self, key: KeyEvent) -> Option<Effect> {
        if let Some(dialog) = &self.dialog {
            let action = dialog.look_up(key)?;
            return self.act(action);
        }
        match &mut self.screen {
            Screen::Board(board) => {
                board.touch(&self.env);
                let over = board.session().game().outcome().is_some();
                let action = keymap::coordinate(key).or_else(|| {
                    if over {
                        keymap::look_up(&[ANYWHERE, GAME_OVER, GAME, MOVES], key)
                    } else {
                        keymap::look_up(&[ANYWHERE, GAME, MOVES], key)
                    }
                });
                // A key without a meaning is still a key: a pass that waits for one has it.
                let action = action.or_else(|| board.is_held().then_some(Action::Choose))?;
                self.act(action)
            }
            Screen::NewGame(_) => {
                let action = keymap::look_up(&[ANYWHERE, NEW_GAME], key)?;
                self.act(action)
            }
            Screen::Inspector(screen) => {
                screen.touch();
                let action = keymap::coordinate(key)
                    .or_else(|| keymap::look_up(&[ANYWHERE, INSPECTOR], key))?;
                self.act(action)
            }
            Screen::Review(screen, _) => {
                screen.touch();
                let (keys, squares) = screen.keys();
                let square = keymap::coordinate(key).filter(|_| squares);
                let action = square.or_else(|| keymap::look_up(&[ANYWHERE, keys], key))?;
                self.act(action)
            }
        }
    }

    fn on_mouse(&mut self, mouse: MouseEvent) -> Option<Effect> {
        let target = self.env.hits.at(Place::new(mouse.column, mouse.row));
        let clicked = match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => true,
            MouseEventKind::Moved => false,
            MouseEventKind::ScrollUp if self.dialog.is_some() => return self.scroll(Action::Up),
            MouseEventKind::ScrollDown if self.dialog.is_some() => {
                return self.scroll(Action::Down);
            }
            _ => return None,
        };
        if clicked && let Some(Target::Key(action)) = target {
            self.dirty = true;
            match &mut self.screen {
                Screen::Board(board) => board.touch(&self.env),
                Screen::Inspector(screen) => screen.touch(),
                Screen::Review(screen, _) => screen.touch(),
                Screen::NewGame(_) => {}
            }
            return self.act(action);
        }
        if self.dialog.is_some() {
            return None;
        }
        match &mut self.screen {
            Screen::Board(board) => {
                if clicked {
                    board.touch(&self.env);
                }
                self.dirty |= board.point(target, clicked, &self.env);
            }
            Screen::NewGame(screen) => {
                if let (true, Some(Target::Option(row, option))) = (clicked, target) {
                    screen.choose(row, option, &mut self.env);
                    self.dirty = true;
                }
            }
            Screen::Inspector(screen) => {
                if clicked {
                    screen.touch();
                    self.dirty = true;
                    screen.click(target);
                }
            }
            Screen::Review(screen, _) => {
                if clicked {
                    screen.touch();
                    self.dirty = true;
                    screen.click(target, &mut self.env);
                }
            }
        }
        None
    }

    fn scroll(&mut self, action: Action) -> Option<Effect> {
        self.dirty = true;
        self.act(action)
    }

    fn act(&mut self, action: Action) -> Option<Effect> {
        match action {
            Action::QuitNow => return Some(Effect::Quit),
            Action::Suspend => return Some(Effect::Suspend),
            Action::Redraw => return Some(Effect::Redraw),
            Action::Theme if self.dialog.is_none() => self.next_theme(),
            _ => {}
        }
        let request = if let Some(mut dialog) = self.dialog.take() {
            let (request, stays) = dialog.act(action);
            self.dialog = stays.then_some(dialog);
            request
        } else {
            match &mut self.screen {
                Screen::Board(board) => board.act(action, &mut self.env),
                Screen::NewGame(screen) => screen.act(action, &mut self.env),
                Screen::Inspector(screen) => screen.act(action, &self.env),
                Screen::Review(screen, _) => screen.act(action, &mut self.env),
            }
        };
        self.answer(request?)
    }

    fn answer(&mut self, request: Request) -> Option<Effect> {
        match request {
            Request::Help => {
                self.dialog = Some(match &self.screen {
                    Screen::Inspector(_) => Dialog::InspectorHelp(0),
                    Screen::Review(screen, _) if screen.keys().1 => Dialog::ReviewHelp(0),
                    Screen::Board(_) | Screen::NewGame(_) | Screen::Review(..) => Dialog::Help(0),
                });
            }
            Request::AskQuit => self.dialog = Some(Dialog::AskQuit),
            Request::Quit => return Some(Effect::Quit),
            Request::NewGame => self.replace_screen(|_, screen| match screen {
                Screen::Board(board) => {
                    let players = board.session().players();
                    Screen::NewGame(NewGameScreen::new(players, Some(*board)))
                }
                screen => screen,
            }),
            Request::Inspect => self.replace_screen(|_, screen| match screen {
                Screen::Board(board) => Screen::Inspector(Box::new(InspectorScreen::new(board))),
                screen => screen,
            }),
            Request::Review => self.review_board(),
            Request::PlayOn(play_on) => self.play_on(*play_on),
            Request::Back => self.replace_screen(|app, screen| match screen {
                Screen::NewGame(new_game) => {
                    let players = new_game.players();
                    match new_game.into_behind() {
                        Some(mut board) => {
                            board.resume(&app.env);
                            Screen::Board(Box::new(board))
                        }
                        None => Screen::NewGame(NewGameScreen::new(players, None)),
                    }
                }
                Screen::Inspector(inspector) => {
                    let mut board = inspector.into_behind();
                    board.resume(&app.env);
                    Screen::Board(board)
                }
                Screen::Review(_, behind) => {
                    let mut screen = *behind;
                    if let Screen::Board(board) = &mut screen {
                        board.resume(&app.env);
                    }
                    screen
                }
                screen @ Screen::Board(_) => screen,
            }),
            Request::Start => self.start(),
            Request::Resume(index) => self.resume(index),
            Request::LeaveUnfinished => {
                self.keeping.leave();
            }
            Request::Save => self.open_save(),
            Request::Open => self.open_open(),
            Request::Files(request) => self.on_file_request(request),
            Request::Copy(moves) => {
                self.dialog = Some(Dialog::Transcript(moves.clone()));
                return Some(Effect::Copy(moves));
            }
        }
        None
    }

    /// Puts another screen in the place of the one that is open.
    fn replace_screen(&mut self, next: impl FnOnce(&Self, Screen) -> Screen) {
        let empty = Screen::NewGame(NewGameScreen::new(self.env.settings.players(), None));
        let old = std::mem::replace(&mut self.screen, empty);
        self.screen = next(self, old);
    }

    fn start(&mut self) {
        let Screen::NewGame(screen) = &self.screen else {
            return;
        };
        let players = screen.players();
        let complaint = self.env.keep(|settings| {
            settings.black = players.black;
            settings.white = players.white;
        });
        self.replace_screen(|app, screen| {
            let mut board = if let Some(mut board) = screen.into_board() {
                board.restart(app.setup.game.start(), &app.env);
                board
            } else {
                let mut setup = app.setup.clone();
                setup.players = players;
                let session = Session::new(setup, app.waker.clone());
                Box::new(BoardScreen::new(session, &app.env))
            };
            if let Some(complaint) = complaint {
                board.say(&complaint);
            }
            Screen::Board(board)
        });
    }

    /// Goes on with an unfinished game, in the place of the choice of players.
    fn resume(&mut self, index: usize) {
        let Screen::NewGame(screen) = &self.screen else {
            return;
        };
        let notice = screen.notice().map(str::to_owned);
        let mut setup = self.setup.clone();
        // Nobody is to think about a position that is gone at once.
        setup.players = ByColor::new(PlayerKind::Human, PlayerKind::Human);
        let mut session = Session::new(setup, self.waker.clone());
        while session.next_event().is_some() {}
        let resumed = self.keeping.resume(index, &mut session);
        self.keeping.leave();
        if !resumed {
            return;
        }
        let mut board = BoardScreen::new(session, &self.env);
        if let Some(notice) = notice {
            board.say(&notice);
        }
        self.screen = Screen::Board(Box::new(board));
    }

    /// Shows a sentence on the screen that is open.
    fn say(&mut self, sentence: String) {
        match &mut self.screen {
            Screen::Board(board) => board.say(&sentence),
            Screen::NewGame(screen) => screen.say(Some(sentence)),
            Screen::Inspector(screen) => screen.say(sentence),
            Screen::Review(screen, _) => screen.say(sentence),
        }
    }

    fn next_theme(&mut self) {
        let themes = ThemeName::ALL;
        let at = themes.iter().position(|&t| t == self.env.settings.theme);
        let next = themes[(at.unwrap_or(0) + 1) % themes.len()];
        let complaint = if self.env.has_themes() {
            self.env.keep(|settings| settings.theme = next)
        } else {
            Some("Colours are off here, and without them all themes are one.".to_owned())
        };
        if let Some(complaint) = complaint {
            self.say(complaint);
        }
    }
}
