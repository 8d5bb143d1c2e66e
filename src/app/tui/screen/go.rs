//! A game of Go: the board, the players, and the questions about them.

mod games;
mod keys;
mod lessons;
mod new_game;
mod view;

use std::cell::Cell;
use std::time::{Duration, Instant};

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::files::FileWindow;
use super::help::HelpTopic;
use super::inspector::InspectorScreen;
use super::square_input::{RankFirst, SquareAction, SquareInput};
use super::{Canvas, Command, Context, Pasted, Screen};
use crate::app::go::{GoGame, GoMove, Stones, sgf};
use crate::app::session::{Event, Refusal, Session, Setup};
use crate::app::store::autosave::{StoredGame as _, UnfinishedGame};
use crate::app::store::go_file::kinds;
use crate::app::store::saver::GameSaver;
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::{Common, Keymap, Meaning, coordinate, field_request, look_up};
use crate::app::tui::widget::field::Field;
use crate::app::wording::{self, sentence};
use crate::square::Square;
use crate::squares::SquareSet;

use games::{FileTask, Opened};
use keys::{
    FORM, GAME, HELP, Intent, NAMING, OVER, QUESTION, QUITTING, RESIGNING, RESUMING, WATCHING,
};
use lessons::OfGame;
use new_game::Form;

/// How long the points of captured stones stay marked.
const GLOW: Duration = Duration::from_millis(1500);

/// The number of messages kept: more than any screen shows.
const MESSAGES: usize = 40;

/// A window over the board.
#[derive(Debug)]
enum Window {
    AskResign,
    AskQuit,
    /// The offer to resume a game.
    AskResume(UnfinishedGame<GoGame>),
    NewGame(Form),
    /// The name of a file to open.
    Open(Field),
}

/// The screen of a game of Go.
#[derive(Debug)]
pub(crate) struct GoScreen {
    session: Session<GoGame>,
    saver: GameSaver<GoGame>,
    /// Reads files.
    files: FileTask,
    /// A game that was read, or why it cannot be.
    opened: Option<Opened>,
    input: SquareInput,
    window: Option<Window>,
    /// Why the last request was refused.
    complaint: Option<String>,
    /// What happened, the newest last.
    messages: Vec<String>,
    /// A pass or the result, shown until something else happens.
    banner: Option<String>,
    /// The points of stones that were just captured, and until when they are marked.
    glow: Option<(SquareSet, Instant)>,
    /// When the position appeared.
    since: Instant,
    shows_liberties: bool,
    /// How many rows the list of moves is scrolled up.
    scrolled: Cell<usize>,
}

impl GoScreen {
    /// Creates the screen and starts the game.
    pub(crate) fn new(setup: &Setup<GoGame>, ui: &UiContext) -> Self {
        let (saver, notices) = GameSaver::start(ui.state.clone(), ui.waker.clone());
        let is_new = setup.game.entries().is_empty() && setup.game.start().0 == Stones::default();
        let unfinished = saver.unfinished().first().filter(|_| is_new).cloned();
        let mut session = Session::new(setup.clone(), ui.waker.clone());
        // A CPU does not begin before the person has answered.
        session.set_paused(unfinished.is_some() && session.thinking().is_some());
        let mut screen = Self {
            session,
            saver,
            files: games::reader(ui),
            opened: None,
            input: SquareInput::default(),
            window: unfinished.map(Window::AskResume),
            complaint: None,
            messages: vec![wording::go::ROWS.to_owned()],
            banner: None,
            glow: None,
            since: ui.now,
            shows_liberties: false,
            scrolled: Cell::default(),
        };
        screen.take_events(ui.now);
        screen.messages.extend(notices);
        screen
    }

    fn game(&self) -> &GoGame {
        self.session.game()
    }

    /// Returns the points where the side to move may play.
    fn legal(&self) -> SquareSet {
        let game = self.game();
        let points = game.grid().points(game.legal_moves());
        points.fold(SquareSet::EMPTY, SquareSet::with)
    }

    /// Returns whether a game is in progress.
    fn is_under_way(&self) -> bool {
        !self.game().entries().is_empty() && self.game().outcome().is_none()
    }

    /// Runs an action on the session and tells what happened.
    fn change<E: std::fmt::Display>(
        &mut self,
        now: Instant,
        step: impl FnOnce(&mut Session<GoGame>) -> Result<(), E>,
    ) {
        self.input.forget_typed();
        if let Err(refusal) = step(&mut self.session) {
            self.complaint = Some(sentence(refusal));
        }
        self.take_events(now);
    }

    /// Plays a person's move, which resumes a paused CPU.
    fn play(&mut self, played: GoMove, now: Instant) {
        self.change(now, |session| {
            session.play_or_pass(played.into())?;
            session.resume_quietly();
            Ok::<_, Refusal<GoGame>>(())
        });
    }

    fn take_events(&mut self, now: Instant) {
        let mut changed = false;
        while let Some(event) = self.session.next_event() {
            if matches!(event, Event::PlayersChanged(_)) {
                continue;
            }
            self.since = now;
            self.glow = None;
            self.banner = None;
            self.scrolled.set(0);
            let said = event.to_string();
            changed |= event.changes_game();
            match event {
                Event::Started => self.saver.game_started(),
                Event::Played { flips, .. } if !flips.is_empty() => {
                    self.glow = Some((flips, now + GLOW));
                }
                Event::Passed { .. } | Event::Over(_) | Event::PlayerFailed { .. } => {
                    self.banner = Some(said.clone());
                }
                _ => {}
            }
            self.tell(said);
        }
        if changed {
            self.saver.save(&self.session);
        }
    }

    fn tell(&mut self, sentence: String) {
        self.messages.push(sentence);
        let surplus = self.messages.len().saturating_sub(MESSAGES);
        self.messages.drain(..surplus);
    }

    fn on_board(&mut self, action: SquareAction, now: Instant) {
        if self.waits_to_go_on() && action == SquareAction::Enter {
            self.session.set_paused(false);
            self.take_events(now);
            return;
        }
        if let SquareAction::Type(_) = action
            && let Some(why) = self.turn_refusal()
        {
            self.complaint = Some(why);
            return;
        }
        let done = match action {
            SquareAction::MoveCursor(files, ranks) => {
                self.move_cursor(files, ranks);
                Ok(None)
            }
            SquareAction::NextMove(_) if self.input.square().is_none() => {
                self.input.point_at(self.first_point());
                Ok(None)
            }
            action => self.input.apply(action, self.legal()),
        };
        match done {
            Ok(Some(point)) => {
                self.play(GoMove::Stone(point), now);
            }
            Ok(None) => {}
            Err(RankFirst(rank)) => self.complaint = Some(wording::go::letter_first(rank)),
        }
    }

    /// Returns why no point can be typed now.
    fn turn_refusal(&self) -> Option<String> {
        let game = self.game();
        if game.outcome().is_some() {
            return Some(wording::GAME_OVER.to_owned());
        }
        let (color, players) = (game.side_to_move(), self.session.players());
        let refusal = || sentence(wording::not_your_turn(color, players[color]));
        (!self.session.awaits_human()).then(refusal)
    }

    /// Moves the cursor on the board; the first key only shows it.
    fn move_cursor(&mut self, files: i8, ranks: i8) {
        let to = match self.input.square() {
            Some(point) => point.offset(files, ranks).unwrap_or(point),
            None => self.first_point(),
        };
        if self.game().grid().bit(to).is_some() {
            self.input.point_at(to);
        }
    }

    /// Returns where a cursor starts: on the legal point nearest to the centre.
    fn first_point(&self) -> Square {
        let last = i16::from(self.game().grid().size()) - 1;
        let far = |point: &Square| {
            let off = |index: u8| (2 * i16::from(index) - last).pow(2);
            off(point.file().index()) + off(point.rank().index())
        };
        self.legal().iter().min_by_key(far).unwrap_or(Square::A1)
    }

    /// Returns whether a CPU to move was stopped.
    fn waits_to_go_on(&self) -> bool {
        let is_over = self.game().outcome().is_some();
        self.session.is_paused() && !is_over && !self.session.awaits_human()
    }

    /// Returns the stone whose chain is shown: at the cursor, otherwise of the last move.
    fn chain_point(&self) -> Option<Square> {
        let game = self.game();
        let has_stone = |point: &Square| game.stone(*point).is_some();
        let cursor = self.input.square().filter(has_stone);
        cursor.or(game.last_stone().filter(has_stone))
    }

    fn give_up(&mut self, now: Instant) {
        if self.input.give_up() {
            return;
        }
        if self.session.thinking().is_some() {
            self.session.set_paused(true);
            self.take_events(now);
        } else {
            self.shows_liberties = false;
        }
    }

    /// Returns the active tables.
    fn tables(&self) -> Vec<Keymap<Intent>> {
        match &self.window {
            Some(Window::AskResign) => vec![RESIGNING, QUESTION],
            Some(Window::AskQuit) => vec![QUITTING, QUESTION],
            Some(Window::AskResume(_)) => vec![RESUMING],
            Some(Window::NewGame(_)) => vec![FORM],
            Some(Window::Open(_)) => vec![NAMING],
            None => self.tables_of_board(),
        }
    }

    /// Returns the active tables without a window.
    fn tables_of_board(&self) -> Vec<Keymap<Intent>> {
        if self.game().outcome().is_some() {
            vec![OVER, GAME]
        } else if self.session.has_human() {
            vec![GAME]
        } else {
            vec![WATCHING, GAME]
        }
    }
}

impl Screen for GoScreen {
    type Intent = Intent;

    const HELP: Option<&'static HelpTopic> = Some(&HELP);

    fn intent(&self, key: KeyEvent, _context: &Context) -> Option<Meaning<Intent>> {
        let typed = coordinate(key).filter(|_| self.window.is_none());
        let typed = typed.map(|half| Meaning::Own(Intent::Board(SquareAction::Type(half))));
        let meaning = typed.or_else(|| look_up(&self.tables(), key));
        meaning.or_else(|| {
            let is_naming = matches!(self.window, Some(Window::Open(_)));
            let request = field_request(key).filter(|_| is_naming)?;
            Some(Meaning::Own(Intent::Edit(request)))
        })
    }

    fn touch(&mut self, _context: &mut Context) {
        self.complaint = None;
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        let now = context.ui.now;
        match intent {
            Intent::Board(action) => self.on_board(action, now),
            Intent::Pass if self.waits_to_go_on() => {
                self.session.set_paused(false);
                self.take_events(now);
            }
            Intent::Pass => self.play(GoMove::Pass, now),
            Intent::GiveUp => self.give_up(now),
            Intent::Undo => self.change(now, Session::undo),
            Intent::Redo => self.change(now, Session::redo),
            Intent::Pause => {
                self.session.set_paused(!self.session.is_paused());
                self.take_events(now);
            }
            Intent::Liberties => {
                self.shows_liberties = !self.shows_liberties;
                if self.shows_liberties && self.chain_point().is_none() {
                    self.shows_liberties = false;
                    self.complaint = Some(sentence(wording::go::NO_STONES));
                }
            }
            Intent::Lessons => {
                let lessons = Box::new(OfGame(self.game().clone()));
                return Some(Command::open(InspectorScreen::of(lessons)));
            }
            Intent::NewGame => {
                let form = Form::new(self.game(), *self.session.players());
                self.window = Some(Window::NewGame(form));
            }
            Intent::Rematch => {
                let game = GoGame::new(self.game().grid(), self.game().komi());
                self.restart(game, *self.session.players(), now);
            }
            Intent::Resign => self.resign(now),
            Intent::Open => self.window = Some(Window::Open(Field::default())),
            Intent::Edit(request) => {
                if let Some(Window::Open(field)) = &mut self.window {
                    field.edit(request);
                }
            }
            Intent::Quit if self.is_under_way() => self.window = Some(Window::AskQuit),
            Intent::Quit => return Some(Command::Common(Common::QuitNow)),
            Intent::Scroll(down) => {
                let rows = self.scrolled.get();
                self.scrolled.set(if down {
                    rows.saturating_sub(1)
                } else {
                    rows + 1
                });
            }
            Intent::Accept => return self.accept(now),
            Intent::Close => self.close(now),
            Intent::Discard => {
                if let Some(Window::AskResume(_)) = &self.window
                    && let Err(error) = self.saver.discard(0)
                {
                    self.complaint = Some(sentence(error));
                }
                self.close(now);
            }
            Intent::Save if self.game().entries().is_empty() => {
                self.complaint = Some(sentence(wording::NO_MOVES));
            }
            Intent::Save => {
                let text = self.game().write(&self.saver.meta(&self.session));
                return Some(Command::open(FileWindow::export(text.into(), "game.sgf")));
            }
            Intent::Form(change) => {
                if let Some(Window::NewGame(form)) = &mut self.window {
                    form.change(change);
                }
            }
        }
        None
    }

    fn scroll(down: bool) -> Option<Intent> {
        Some(Intent::Scroll(down))
    }

    fn hover(&mut self, target: Option<Intent>) -> bool {
        self.input.hover(match target {
            Some(Intent::Board(SquareAction::Take(point))) => Some(point),
            _ => None,
        })
    }

    fn miss(&mut self) {
        self.input.hover(None);
    }

    /// Opens a pasted game, or plays pasted moves up to the first that is refused.
    fn paste(&mut self, pasted: &str, context: &mut Context) -> Pasted {
        let now = context.ui.now;
        if let Some(Window::Open(field)) = &mut self.window {
            field.paste(pasted);
            return Pasted::Taken;
        }
        if pasted.trim_start().starts_with('(') {
            match sgf::parse(pasted) {
                Ok(found) => self.restart(found.game, kinds(&found.players), now),
                Err(why) => self.complaint = Some(sentence(why)),
            }
            return Pasted::Taken;
        }
        for word in pasted.split_whitespace() {
            match word.parse::<GoMove>() {
                Ok(played) => self.play(played, now),
                Err(error) => self.complaint = Some(sentence(error)),
            }
            if self.complaint.is_some() {
                break;
            }
        }
        Pasted::Taken
    }

    fn poll(&mut self) -> bool {
        let trouble = self.saver.trouble();
        let is_new = trouble.is_some();
        if let Some(trouble) = trouble {
            self.tell(trouble);
        }
        self.take_file();
        self.session.poll();
        self.session.thinking().is_some() || is_new
    }

    fn tick(&mut self, context: &mut Context) -> bool {
        let UiContext { now, .. } = context.ui;
        let is_new = self.show_opened(now);
        let faded = self.glow.take_if(|(_, until)| *until <= now).is_some();
        let due = self.session.has_answer() && self.since + context.ui.pace() <= now;
        if due {
            self.session.advance();
            self.complaint = None;
            self.take_events(now);
        }
        faded || due || is_new
    }

    fn deadline(&mut self, context: &mut Context) -> Option<Instant> {
        let answer = self.session.has_answer();
        let answer = answer.then(|| self.since + context.ui.pace());
        let glow = self.glow.map(|(_, until)| until);
        answer.into_iter().chain(glow).min()
    }

    fn say(&mut self, sentence: String, _context: &mut Context) {
        self.tell(sentence);
    }

    fn complain(&mut self, sentence: String, _context: &mut Context) {
        self.complaint = Some(sentence);
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        self.draw_all(area, canvas);
    }
}
