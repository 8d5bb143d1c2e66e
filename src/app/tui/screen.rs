//! The screens: each holds its own state, maps keys and clicks to its own intents, and draws itself.
//!
//! A [`Screen`] is one screen or window; [`AnyScreen`] erases its intent type, so that all screens share
//! one stack. The application owns the game at the table and lends it to the top screen with a [`Context`].

pub(crate) mod board;
mod board_pane;
mod canvas;
pub(crate) mod dialog;
pub(crate) mod files;
pub(crate) mod go;
mod help;
pub(crate) mod inspector;
pub(crate) mod learn;
pub(crate) mod match_;
pub(crate) mod new_game;
pub(crate) mod opening_trainer;
mod openings_panel;
pub(crate) mod puzzle;
pub(crate) mod review;
pub(crate) mod start;
pub(crate) mod stats;
pub(crate) mod train;
pub(crate) mod unfinished;
pub(crate) mod waiting;
mod window;

use std::any::Any;
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Place, Rect};

use super::context::UiContext;
use super::files::FileRequest;
use super::hits::Hits;
use super::keymap::{BoardAction, Common, Keymap, Meaning};
use super::widget::keys::KeyHint;
use crate::app::player::PlayerKind;
use crate::app::store::game_file::IfPresent;
use crate::app::study::openings::practice::LineSource;
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::notation::Record;
use crate::square::Square;

use board_pane::BoardPane;
use inspector::Lessons;

pub(crate) use canvas::{Canvas, Context};

/// A screen's request to the application.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    /// Run a common action.
    Common(Common),
    /// Close this screen.
    Close,
    /// Open the choice of players, with these chosen.
    NewGame(ByColor<PlayerKind>),
    /// Open the choice of players for a game to continue, under a heading.
    ChoosePlayers(Box<Game>, String),
    /// Open the inspector, optionally for a square.
    Inspect(Square),
    /// Open the inspector with lessons about another game.
    Lessons(Rc<dyn Lessons>),
    /// Open the list of unfinished games.
    OfferUnfinished,
    /// Start a game with this move and the players of the last one.
    StartWith(Square),
    /// Open the tutorial.
    Learn,
    /// Open the list of what can be practised.
    Train,
    /// Open the puzzles.
    Puzzles,
    /// Open the choice of opening lines to train.
    Openings,
    /// Train opening lines with a side.
    TrainOpening(LineSource, Color),
    /// Review the game at the table, from this entry.
    Review(usize),
    /// Start a game with these players.
    Start(ByColor<PlayerKind>),
    /// Continue a game with these players; whether the warning about another game in progress was shown.
    PlayOn(Box<Game>, ByColor<PlayerKind>, bool),
    /// Resume the unfinished game with this index.
    Resume(usize),
    /// Discard the unfinished game with this index.
    Discard(usize),
    /// Dismiss the unfinished games.
    LeaveUnfinished,
    /// Offer a rematch over the network, or agree to it.
    OfferRematch,
    /// Ask whether to resign.
    AskResign,
    /// Resign.
    Resign,
    /// Let the CPU that failed try again.
    Retry,
    /// Play for the CPU that failed.
    TakeOver,
    /// Resign for the CPU that failed.
    Forfeit,
    /// Copy a transcript and show it.
    Copy(String),
    /// Open the window for saving the game.
    OpenSave,
    /// Open the window for opening a game.
    OpenFile,
    /// Save the game under the typed name.
    Save(String, IfPresent),
    /// Open the window for saving a text, with a suggested name.
    OpenExport(Arc<str>, &'static str),
    /// Save a text under the typed name.
    Export(Arc<str>, String, IfPresent),
    /// Open the player's record.
    Record,
    /// Read games or file names.
    Read(FileRequest),
    /// Stop reading.
    StopReading,
    /// Put a game on the board.
    Show(Box<Record>),
}

impl Command {
    /// Returns whether it replaces the game at the table or asks how to.
    pub(crate) const fn replaces_game(&self) -> bool {
        matches!(
            self,
            Self::NewGame(_)
                | Self::ChoosePlayers(..)
                | Self::OfferUnfinished
                | Self::StartWith(_)
                | Self::Start(_)
                | Self::PlayOn(..)
                | Self::Resume(_)
                | Self::OpenFile
                | Self::Show(_)
        )
    }
}

/// A help topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    Game,
    Inspector,
    Review,
    Match,
    Puzzles,
    Openings,
    Record,
    Go,
    /// The rules of the game.
    Rules,
}

/// A kind of screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScreenKind {
    /// A screen that shows the clocks of the game at the table.
    Board,
    /// Any other screen.
    Screen,
    /// A window, drawn over the screen below and closed when that screen needs attention.
    Window,
    /// A window that cannot show errors.
    Dialog,
}

impl ScreenKind {
    pub(crate) const fn is_window(self) -> bool {
        matches!(self, Self::Window | Self::Dialog)
    }
}

/// What a screen did with a paste.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pasted {
    /// The screen used it.
    Taken,
    /// The screen played a whole game, which is now reviewed.
    Game,
    /// The screen ignored it: it may be a game, or meant for the screen below a window.
    Passed,
}

/// A screen, or a window over one.
pub(crate) trait Screen: Debug + 'static {
    /// What a key or a click means on this screen.
    type Intent: Copy + PartialEq + Debug + 'static;

    /// Whether it is a window, and what it can show.
    const KIND: ScreenKind = ScreenKind::Screen;

    /// The help topic.
    const HELP: Topic = Topic::Game;

    /// Returns the meaning of a key.
    fn intent(&self, key: KeyEvent, context: &Context) -> Option<Meaning<Self::Intent>>;

    /// Handles a key or a click.
    fn act(&mut self, intent: Self::Intent, context: &mut Context) -> Option<Command>;

    /// Draws the screen and records the click targets.
    fn draw(&self, area: Rect, canvas: &mut Canvas<Self::Intent>);

    /// Called on every key press or click, whatever it means.
    fn touch(&mut self, _context: &mut Context) {}

    /// Handles what a key or a click means for the board.
    fn act_on_board(&mut self, _action: BoardAction, _context: &mut Context) -> Option<Command> {
        None
    }

    /// Returns the board that shows the square under the mouse.
    fn hovered_board(&mut self) -> Option<&mut BoardPane> {
        None
    }

    /// Returns the meaning of the mouse wheel.
    fn scroll(_down: bool) -> Option<Self::Intent> {
        None
    }

    /// Handles a paste.
    fn paste(&mut self, _text: &str, _context: &mut Context) -> Pasted {
        Pasted::Passed
    }

    /// Takes results from background threads, even while covered. Returns whether a redraw is needed.
    fn poll(&mut self) -> bool {
        false
    }

    /// Handles the passing of time, while on top. Returns whether a redraw is needed.
    fn tick(&mut self, _context: &mut Context) -> bool {
        false
    }

    /// Returns when the next tick is due, while on top.
    fn deadline(&mut self, _context: &mut Context) -> Option<Instant> {
        None
    }

    /// Called when the screen is on top again.
    fn resume(&mut self, _context: &mut Context) {}

    /// Shows a message.
    fn say(&mut self, sentence: String, context: &mut Context);

    /// Shows an error.
    fn complain(&mut self, sentence: String, context: &mut Context) {
        self.say(sentence, context);
    }
}

/// A screen of any type, as stored on the stack.
pub(crate) trait AnyScreen: Any + Debug {
    fn kind(&self) -> ScreenKind;
    fn help(&self) -> Topic;
    fn on_key(&mut self, key: KeyEvent, context: &mut Context) -> Option<Command>;
    fn on_click(&mut self, place: Place, context: &mut Context) -> Option<Command>;
    fn on_scroll(&mut self, down: bool, context: &mut Context) -> Option<Command>;
    fn on_move(&mut self, place: Place) -> bool;
    fn draw(&self, area: Rect, context: &Context, buf: &mut Buffer);
    fn forget_picture(&self);
    fn touch(&mut self, context: &mut Context);
    fn paste(&mut self, text: &str, context: &mut Context) -> Pasted;
    fn poll(&mut self) -> bool;
    fn tick(&mut self, context: &mut Context) -> bool;
    fn deadline(&mut self, context: &mut Context) -> Option<Instant>;
    fn resume(&mut self, context: &mut Context);
    fn say(&mut self, sentence: String, context: &mut Context);
    fn complain(&mut self, sentence: String, context: &mut Context);
}

/// An open screen with the click targets of its last frame.
#[derive(Debug)]
pub(crate) struct Open<S: Screen> {
    pub(crate) screen: S,
    hits: Hits<S::Intent>,
}

impl<S: Screen> Open<S> {
    pub(crate) fn new(screen: S) -> Self {
        Self {
            screen,
            hits: Hits::default(),
        }
    }

    fn act(&mut self, meaning: Meaning<S::Intent>, context: &mut Context) -> Option<Command> {
        match meaning {
            Meaning::Common(common) => Some(Command::Common(common)),
            Meaning::Board(action) => self.screen.act_on_board(action, context),
            Meaning::Own(intent) => self.screen.act(intent, context),
        }
    }

    fn hover(&mut self, square: Option<Square>) -> bool {
        let board = self.screen.hovered_board();
        board.is_some_and(|board| board.hover(square))
    }
}

impl<S: Screen> AnyScreen for Open<S> {
    fn kind(&self) -> ScreenKind {
        S::KIND
    }

    fn help(&self) -> Topic {
        S::HELP
    }

    fn on_key(&mut self, key: KeyEvent, context: &mut Context) -> Option<Command> {
        let meaning = self.screen.intent(key, context);
        self.screen.touch(context);
        self.act(meaning?, context)
    }

    fn on_click(&mut self, place: Place, context: &mut Context) -> Option<Command> {
        self.screen.touch(context);
        if let Some(meaning) = self.hits.at(place) {
            return self.act(meaning, context);
        }
        self.hover(None);
        None
    }

    fn on_scroll(&mut self, down: bool, context: &mut Context) -> Option<Command> {
        self.screen.act(S::scroll(down)?, context)
    }

    fn on_move(&mut self, place: Place) -> bool {
        self.hover(match self.hits.at(place) {
            Some(Meaning::Board(BoardAction::Click(square))) => Some(square),
            _ => None,
        })
    }

    fn draw(&self, area: Rect, context: &Context, buf: &mut Buffer) {
        let mut canvas = Canvas::new(context, &self.hits, buf);
        self.screen.draw(area, &mut canvas);
    }

    fn forget_picture(&self) {
        self.hits.clear();
    }

    fn touch(&mut self, context: &mut Context) {
        self.screen.touch(context);
    }

    fn paste(&mut self, text: &str, context: &mut Context) -> Pasted {
        self.screen.paste(text, context)
    }

    fn poll(&mut self) -> bool {
        self.screen.poll()
    }

    fn tick(&mut self, context: &mut Context) -> bool {
        self.screen.tick(context)
    }

    fn deadline(&mut self, context: &mut Context) -> Option<Instant> {
        self.screen.deadline(context)
    }

    fn resume(&mut self, context: &mut Context) {
        self.screen.resume(context);
    }

    fn say(&mut self, sentence: String, context: &mut Context) {
        self.screen.say(sentence, context);
    }

    fn complain(&mut self, sentence: String, context: &mut Context) {
        self.screen.complain(sentence, context);
    }
}

/// A key of the key line.
type Hint<I> = KeyHint<Meaning<I>>;

/// Removes the items that do the same as an earlier one, such as a key that Enter repeats.
fn without_repeats<I: PartialEq>(items: &mut Vec<Hint<I>>) {
    let mut at = 0;
    while at < items.len() {
        if items[..at]
            .iter()
            .any(|item| item.target == items[at].target)
        {
            items.remove(at);
        } else {
            at += 1;
        }
    }
}

/// Returns the items of the key line: the rows of the active tables that do something now, by the meaning
/// of their first key.
fn hints<I: Copy + PartialEq>(
    tables: &[Keymap<I>],
    ui: &UiContext,
    works: impl Fn(I) -> bool,
) -> Vec<Hint<I>> {
    let mut items = Vec::new();
    for (index, table) in tables.iter().enumerate() {
        let shown = table.iter().filter(|binding| {
            let works = match binding.first() {
                Meaning::Common(Common::Theme) => ui.has_themes(),
                Meaning::Common(_) | Meaning::Board(_) => true,
                Meaning::Own(intent) => works(intent),
            };
            works && !binding.short.is_empty() && !binding.is_overridden(&tables[..index])
        });
        items.extend(shown.map(|binding| {
            let (key, target, pair) = binding.hint(ui.look().ascii);
            KeyHint {
                key,
                label: binding.short,
                target,
                pair,
                weight: binding.weight,
            }
        }));
    }
    items
}
