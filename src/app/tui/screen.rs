//! The screens: each holds its own state, maps keys and clicks to its own intents, and draws itself.
//!
//! A [`Screen`] is what one screen or window is; [`AnyScreen`] is the same without its type of intents,
//! so that screens of all kinds lie on one stack. The game at the table belongs to the application,
//! which lends it to the screen on top with a [`Context`].

pub(crate) mod board;
pub(crate) mod dialog;
pub(crate) mod files;
mod help;
pub(crate) mod inspector;
pub(crate) mod new_game;
pub(crate) mod review;
mod square_input;
mod window;

use std::any::Any;
use std::fmt::Debug;
use std::time::Instant;

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Place, Rect};

use super::context::UiContext;
use super::hits::HitMap;
use super::keymap::{Common, Keymap, Meaning};
use super::table::Table;
use super::theme::ActiveTheme;
use super::widget::keys::{self, KeyHint};
use crate::app::player::PlayerKind;
use crate::app::store::game_file::IfPresent;
use crate::app::store::game_list::Source;
use crate::color::ByColor;
use crate::game::Game;
use crate::notation::Record;
use crate::square::Square;

/// What the application lends to its screens.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) ui: UiContext,
    /// The game at the table; `None` before the first one.
    pub(crate) table: Option<Table>,
}

/// What a screen asks the application for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    /// What a common key asks for.
    Common(Common),
    /// Close this screen.
    Close,
    /// Open the choice of players.
    NewGame,
    /// Open the choice of players for a game that is played on, under a heading.
    ChoosePlayers(Box<Game>, String),
    /// Open the inspector, with a square of interest.
    Inspect(Square),
    /// Review the game at the table.
    Review,
    /// Begin a game with these players.
    Start(ByColor<PlayerKind>),
    /// Play a game on.
    PlayOn(Box<PlayOn>),
    /// Go on with the unfinished game of this number.
    Resume(usize),
    /// Leave the unfinished games.
    LeaveUnfinished,
    /// Copy a transcript and show it.
    Copy(String),
    /// Do something about files.
    File(FileCommand),
    /// Put a game on the board.
    Show(Box<Record>),
}

/// What a screen asks for about files.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FileCommand {
    /// Open the window in which the game is saved.
    OpenSave,
    /// Open the window in which a game is opened.
    OpenFile,
    /// Save the game under what was typed.
    Save(String, IfPresent),
    /// List the games of the file that was typed, or open its only one.
    List(String),
    /// Open one game.
    Pick(Source, u64),
    /// Complete the name of a file.
    Complete(String),
    /// Stop to read.
    StopReading,
}

/// A game that is to be played on, and by whom.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlayOn {
    /// The game up to where it is played on.
    pub(crate) game: Game,
    /// Who plays each side from there.
    pub(crate) players: ByColor<PlayerKind>,
    /// Whether it was said that another game is under way.
    pub(crate) warned: bool,
}

/// What a help is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    Game,
    Inspector,
    Review,
}

/// What becomes of a paste.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pasted {
    /// It was taken in.
    Taken,
    /// It is not for this screen: it may be a game, or be meant for the screen below a window.
    Passed,
}

/// The targets of a screen.
pub(crate) type Hits<I> = HitMap<Meaning<I>>;

/// A screen, or a window over one.
pub(crate) trait Screen: Debug + 'static {
    /// What a key or a click asks of this screen.
    type Intent: Copy + PartialEq + Debug + 'static;

    /// Whether it is a window: it is drawn over the screen below, and gives way to what goes on there.
    const WINDOW: bool = false;

    /// Returns what a key asks for.
    fn intent(&self, key: KeyEvent, context: &Context) -> Option<Meaning<Self::Intent>>;

    /// Does what a key or a click asks for.
    fn act(&mut self, intent: Self::Intent, context: &mut Context) -> Option<Command>;

    /// Draws the screen, and notes what can be clicked.
    fn draw(&self, area: Rect, context: &Context, hits: &Hits<Self::Intent>, buf: &mut Buffer);

    /// A key was pressed or the mouse clicked, whatever it means.
    fn touch(&mut self, _context: &mut Context) {}

    /// The mouse points at a target. Returns whether the picture changed.
    fn hover(&mut self, _target: Option<Self::Intent>) -> bool {
        false
    }

    /// The mouse clicked where there is no target.
    fn miss(&mut self) {}

    /// Returns what the mouse wheel asks for.
    fn scroll(_down: bool) -> Option<Self::Intent> {
        None
    }

    /// Takes in a paste.
    fn paste(&mut self, _text: &str, _context: &mut Context) -> Pasted {
        Pasted::Passed
    }

    /// Takes in what a thread in the background has found, whatever is open over this screen. Returns
    /// whether the picture changed.
    fn poll(&mut self) -> bool {
        false
    }

    /// Takes in, on top of the stack, that time has passed. Returns whether the picture changed.
    fn tick(&mut self, _context: &mut Context) -> bool {
        false
    }

    /// Returns when the next tick is due, on top of the stack.
    fn deadline(&mut self, _context: &mut Context) -> Option<Instant> {
        None
    }

    /// Nothing covers the screen any more.
    fn resume(&mut self, _context: &mut Context) {}

    /// Shows a sentence.
    fn say(&mut self, sentence: String, context: &mut Context);

    /// Says what went wrong.
    fn complain(&mut self, sentence: String, context: &mut Context) {
        self.say(sentence, context);
    }

    /// Whether the screen has a place for what went wrong.
    fn hears_complaints(&self) -> bool {
        true
    }

    /// Whether the screen shows the clocks of the game at the table.
    fn shows_clocks(&self) -> bool {
        false
    }

    /// Returns which help belongs to the screen.
    fn help(&self) -> Topic {
        Topic::Game
    }
}

/// A screen of any kind, as it lies on the stack.
pub(crate) trait AnyScreen: Any + Debug {
    fn is_window(&self) -> bool;
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
    fn hears_complaints(&self) -> bool;
    fn shows_clocks(&self) -> bool;
    fn help(&self) -> Topic;
}

/// A screen that is open, with what its last picture holds to be clicked.
#[derive(Debug)]
pub(crate) struct Open<S: Screen> {
    pub(crate) screen: S,
    hits: Hits<S::Intent>,
}

impl<S: Screen> Open<S> {
    pub(crate) fn new(screen: S) -> Self {
        Self {
            screen,
            hits: HitMap::default(),
        }
    }

    fn act(&mut self, meaning: Meaning<S::Intent>, context: &mut Context) -> Option<Command> {
        match meaning {
            Meaning::Common(common) => Some(Command::Common(common)),
            Meaning::Own(intent) => self.screen.act(intent, context),
        }
    }
}

impl<S: Screen> AnyScreen for Open<S> {
    fn is_window(&self) -> bool {
        S::WINDOW
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
        self.screen.miss();
        None
    }

    fn on_scroll(&mut self, down: bool, context: &mut Context) -> Option<Command> {
        self.screen.act(S::scroll(down)?, context)
    }

    fn on_move(&mut self, place: Place) -> bool {
        let target = match self.hits.at(place) {
            Some(Meaning::Own(intent)) => Some(intent),
            _ => None,
        };
        self.screen.hover(target)
    }

    fn draw(&self, area: Rect, context: &Context, buf: &mut Buffer) {
        self.hits.clear();
        self.screen.draw(area, context, &self.hits, buf);
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

    fn hears_complaints(&self) -> bool {
        self.screen.hears_complaints()
    }

    fn shows_clocks(&self) -> bool {
        self.screen.shows_clocks()
    }

    fn help(&self) -> Topic {
        self.screen.help()
    }
}

/// A key of the line below a screen.
type Hint<I> = KeyHint<Meaning<I>>;

/// Returns the items for the line of keys: the rows of the tables in force that do something now, by the
/// meaning of their first key.
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
                Meaning::Common(_) => true,
                Meaning::Own(intent) => works(intent),
            };
            works && !binding.short.is_empty() && !binding.is_overridden(&tables[..index])
        });
        items.extend(shown.map(|binding| {
            let (key, target) = binding.hint(ui.ascii);
            KeyHint {
                key,
                label: binding.short.to_owned(),
                target,
                weight: binding.weight,
            }
        }));
    }
    items
}

/// Draws a line of keys that can be clicked.
fn draw_keys<I: Copy>(
    items: Vec<Hint<I>>,
    area: Rect,
    look: &ActiveTheme,
    hits: &Hits<I>,
    buf: &mut Buffer,
) {
    for (place, action) in keys::draw(items, area, look, buf) {
        hits.add(place, action);
    }
}
