//! The screens: each holds its own state, maps keys and clicks to its own intents, and draws itself.
//!
//! A [`Screen`] is one screen or window; [`AnyScreen`] erases its intent type, so that all screens share
//! one stack. The application owns the game at the table and lends it to the top screen with a [`Context`].
//! A screen answers with a [`Command`]: it opens another one, closes, or requests something of the application.

pub(crate) mod actions;
pub(crate) mod board;
mod board_pane;
mod canvas;
mod copies;
pub(crate) mod dialog;
pub(crate) mod editor;
pub(crate) mod exercise;
pub(crate) mod files;
mod form;
pub(crate) mod friend;
mod game_filter;
pub(crate) mod go;
pub(crate) mod inspector;
pub(crate) mod match_;
mod mistake_choice;
pub(crate) mod new_game;
mod openings_panel;
mod overlays;
mod pick;
mod puzzle_choice;
pub(crate) mod review;
pub(crate) mod settings;
mod side;
pub(crate) mod start;
pub(crate) mod stats;
mod thoughts;
mod totals;
mod train;
pub(crate) mod unfinished;
mod window;

use std::any::{Any, type_name};
use std::fmt::Debug;
use std::time::Instant;

use crate::event::{KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Place, Rect};

use super::context::UiContext;
use super::hits::{FrameNotes, Hits};
use super::keymap::{
    Binding, BoardAction, Common, Keymap, Meaning, Shortcut, always, everywhere, key, look_up,
    meaning_of,
};
use super::layout::SMALLEST;
use super::widget::keys::KeyHint;
use reversi::{ByColor, Game, Position, Square};
use reversi_board::parts::BoardPane;
use reversi_net::network::OnlineGame;
use reversi_notation::Record;
use reversi_study::review::ReviewTask;
use reversi_study::stats::FoundMistake;
use reversi_table::game_opening::GameOpening;
use reversi_table::player::PlayerKind;
pub(crate) use reversi_table::store::game_file::IfPresent;
use reversi_table::table::{Offer, TableRequest};

use actions::Action;
pub(crate) use canvas::{Canvas, Context};
use canvas::{card_edges, inside_card};
use reversi_text::{Message, Name, Said, tr};

/// What is done to one of the open screens.
type ScreenAction = Box<dyn FnOnce(&mut [Box<dyn AnyScreen>], &mut Context) -> Option<Command>>;

/// A screen's answer to a key or a click: a change of the stack of screens, or a request to the application.
pub(crate) enum Command {
    /// Run a common action.
    Common(Common),
    /// Open a screen or a window on top.
    Open(Box<dyn AnyScreen>),
    /// Open a screen in place of the windows on top.
    Replace(Box<dyn AnyScreen>),
    /// Close this screen.
    Close,
    /// Return to the first screen. A game at the table waits there.
    Home,
    /// Return to the game at the table.
    BackToGame,
    /// Carry out two commands, one after the other.
    Both(Box<[Command; 2]>),
    /// Act on an open screen.
    Act(ScreenAction),
    /// Show a message on the topmost screen that can.
    Report(String),
    /// Show an error there.
    Warn(String),
    /// Ask the table for something. A refusal is shown.
    Ask(TableRequest),
    /// Start a game with these players and an opening. Rematches begin in the same way.
    Start(ByColor<PlayerKind>, GameOpening),
    /// Continue a game with these players; whether the warning about another game in progress was shown.
    PlayOn(Box<Game>, ByColor<PlayerKind>, bool),
    /// Resume the unfinished game with this index; one over the network after a question how.
    Resume(usize),
    /// Resume the unfinished game with this index at this table.
    ResumeHere(usize),
    /// Put a game on the board.
    Show(Box<Record>),
    /// Show an opened game: on this screen if it takes games, otherwise on the board.
    ShowOpened(Box<Record>),
    /// Show a pasted game likewise, after a question if a game is in progress.
    ShowPasted(Box<Record>),
    /// Analyse a game.
    Analyse(Box<Game>),
    /// Open the course about the kernel, which shows this position and square.
    Course(Position, Square),
    /// Ask for better moves than these mistakes of the player.
    FindMistakes(Vec<FoundMistake>),
    /// Offer something to the other player over the network, or agree to it.
    Offer(Offer),
    /// Say something to the other player over the network.
    Say(String),
    /// Claim the win of a game over the network, because the other player has left.
    Claim,
    /// Mute what the other player says, or show it again.
    Mute(bool),
    /// Leave a game over the network while the other player is away. It can be continued later.
    PutAside,
    /// Wait for a guest, or play the game of a host that was joined.
    GoOnline(Box<OnlineGame>),
    /// Copy a text and show it under a title.
    Copy(&'static Message, String),
    /// Save the game under the typed name.
    Save(String, IfPresent),
}

impl Command {
    /// Opens a screen or a window on top.
    pub(crate) fn open(screen: impl Screen) -> Self {
        Self::Open(Box::new(OpenScreen::new(screen)))
    }

    /// Opens a screen in place of the windows on top.
    pub(crate) fn replace(screen: impl Screen) -> Self {
        Self::Replace(Box::new(OpenScreen::new(screen)))
    }

    /// Carries out another command after this one.
    pub(crate) fn then(self, next: Self) -> Self {
        Self::Both(Box::new([self, next]))
    }

    /// Starts a game with these players and the opening of new games.
    pub(crate) fn new_game(players: ByColor<PlayerKind>, ui: &UiContext) -> Self {
        Self::Start(players, ui.opening.clone())
    }

    /// Acts on the nearest screen of a type, which is open: a window lies over the screen that opened it.
    pub(crate) fn act_on<S: Screen>(
        act: impl FnOnce(&mut S, &mut Context) -> Option<Self> + 'static,
    ) -> Self {
        Self::Act(action_on(act))
    }

    /// Returns whether it replaces the game at the table.
    pub(crate) const fn replaces_game(&self) -> bool {
        matches!(
            self,
            Self::Start(..)
                | Self::PlayOn(..)
                | Self::Resume(_)
                | Self::ResumeHere(_)
                | Self::Show(_)
                | Self::GoOnline(_)
        )
    }
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

/// The contents of a screen that the application uses.
#[derive(Default)]
pub(crate) struct ScreenContents<'a> {
    /// Whether opened games are added to this screen instead of replacing the game at the table.
    pub(crate) takes_games: bool,
    /// The players for a game that is opened from this screen.
    pub(crate) players: Option<&'a ByColor<PlayerKind>>,
    /// The review.
    pub(crate) review: Option<&'a ReviewTask>,
    /// Whether the position of the review is being evaluated.
    pub(crate) is_evaluating: bool,
    /// Whether the record of the player is being read.
    pub(crate) is_reading: bool,
}

/// What is lost if the program ends now.
pub(crate) struct UnsavedWork {
    /// The question before the program quits.
    pub(crate) question: &'static str,
    /// A clause with the game, if it was to be saved.
    pub(crate) clause: Option<String>,
}

/// A screen, or a window over one.
pub(crate) trait Screen: Any {
    /// What a key or a click means on this screen.
    type Intent: Copy + PartialEq + Debug + 'static
    where
        Self: Sized;

    /// Returns whether it is a window, and what it can show.
    fn kind(&self) -> ScreenKind {
        ScreenKind::Screen
    }

    /// Returns the active tables of keys. The first ones take precedence.
    fn tables(&self, context: &Context) -> Vec<Keymap<Self::Intent>>
    where
        Self: Sized;

    /// Returns whether an intent does something now.
    fn works(&self, _intent: Self::Intent, _context: &Context) -> bool
    where
        Self: Sized,
    {
        true
    }

    /// Returns the meaning of a key.
    fn intent(&self, key: KeyEvent, context: &Context) -> Option<Meaning<Self::Intent>>
    where
        Self: Sized,
    {
        look_up(&self.tables(context), key, &context.ui.settings.keys)
    }

    /// Returns what the list of actions explains besides the keys: how to choose a square, what a sign means.
    fn legend(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    /// Returns the items of the key line: the rows of the active tables that do something now, by the meaning
    /// of their first key.
    fn hints(&self, context: &Context) -> Vec<Hint<Self::Intent>>
    where
        Self: Sized,
    {
        hints(&self.tables(context), &context.ui, |intent| {
            self.works(intent, context)
        })
    }

    /// Handles a key or a click.
    fn act(&mut self, intent: Self::Intent, context: &mut Context) -> Option<Command>
    where
        Self: Sized;

    /// Handles a key or a click with this meaning.
    fn carry_out(
        &mut self,
        meaning: Meaning<Self::Intent>,
        context: &mut Context,
    ) -> Option<Command>
    where
        Self: Sized,
    {
        match meaning {
            Meaning::Common(common) => Some(Command::Common(common)),
            Meaning::Board(action) => self.act_on_board(action, context),
            Meaning::Own(intent) => self.act(intent, context),
        }
    }

    /// Lays out the screen before it is drawn: what a later key or click depends on, such as how far a list can be
    /// scrolled.
    fn lay_out(&mut self, _area: Rect, _context: &Context) {}

    /// Draws the screen and records the click targets.
    fn draw(&self, area: Rect, canvas: &mut Canvas<Self::Intent>)
    where
        Self: Sized;

    /// Called on every key press or click, whatever it means.
    fn touch(&mut self, _context: &mut Context) {}

    /// Handles what a key or a click means for the board.
    fn act_on_board(&mut self, _action: BoardAction, _context: &mut Context) -> Option<Command> {
        None
    }

    /// Returns what it answers to the last key or click in words, the longest form first; nothing if the screen shows it
    /// without words. One of the forms is drawn whole at every size: over the end of the screen where it has no other room.
    fn answer(&self, _context: &Context) -> Vec<String> {
        Vec::new()
    }

    /// Returns how to answer what waits for the person, in whole sentences, with the question where the screen says it
    /// nowhere else; nothing where only a move waits. A reader of the screen says it.
    fn question(&self, _context: &Context) -> Option<String> {
        None
    }

    /// Returns the board that shows the square under the mouse.
    fn hovered_board(&mut self) -> Option<&mut BoardPane> {
        None
    }

    /// Returns the meaning of the mouse wheel, over the squares of a board or elsewhere, unless it scrolls a list there. It
    /// steps through a game.
    fn scroll(_down: bool, _on_board: bool) -> Option<Self::Intent>
    where
        Self: Sized,
    {
        None
    }

    /// Handles a paste.
    fn paste(&mut self, _text: &str, _context: &mut Context) -> Pasted {
        Pasted::Passed
    }

    /// Takes results from background threads, even while covered.
    fn poll(&mut self) {}

    /// Handles the passing of time and the replies to this screen's requests, while it is on top.
    fn tick(&mut self, _context: &mut Context) -> Option<Command> {
        None
    }

    /// Returns when the next tick is due, while on top.
    fn deadline(&mut self, _context: &mut Context) -> Option<Instant> {
        None
    }

    /// Returns the contents that the application uses. Cheap.
    fn contents(&self) -> ScreenContents<'_> {
        ScreenContents::default()
    }

    /// Returns what is lost if the program ends now. Waits for the last save.
    fn unsaved(&self) -> Option<UnsavedWork> {
        None
    }

    /// Returns the record of the game on this screen, unless it is the game at the table.
    fn record(&self) -> Option<Record> {
        None
    }

    /// Adds an opened game to this screen, if its contents take games.
    fn take_game(
        &mut self,
        _record: &Record,
        _game: &Game,
        _context: &mut Context,
    ) -> Option<Command> {
        None
    }

    /// Shows a message.
    fn report(&mut self, sentence: String, context: &mut Context);

    /// Shows an error.
    fn warn(&mut self, sentence: String, context: &mut Context) {
        self.report(sentence, context);
    }
}

/// An open screen of any type, as stored on the stack.
pub(crate) trait AnyScreen {
    fn screen(&self) -> &dyn Screen;
    fn screen_mut(&mut self) -> &mut dyn Screen;
    /// Returns what can be done now.
    fn actions(&self, context: &Context) -> Vec<Action>;
    fn on_key(&mut self, key: KeyEvent, context: &mut Context) -> Option<Command>;
    /// Handles the mouse. Also returns whether a redraw is needed.
    fn on_mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> (bool, Option<Command>);
    /// Returns what a page shows and says besides the last frame.
    fn notes(&self) -> &FrameNotes;
    /// Lays out the screen and draws it.
    fn draw(&mut self, area: Rect, context: &Context, buf: &mut Buffer);
}

/// Returns what acts on the nearest screen of a type.
fn action_on<S: Screen>(
    act: impl FnOnce(&mut S, &mut Context) -> Option<Command> + 'static,
) -> ScreenAction {
    Box::new(move |screens, context| {
        let found = screens.iter_mut().rev().find_map(|open| {
            let screen: &mut dyn Any = open.screen_mut();
            screen.downcast_mut::<S>()
        });
        debug_assert!(found.is_some(), "no {} is open", type_name::<S>());
        act(found?, context)
    })
}

/// An open screen with the click targets of its last frame.
pub(crate) struct OpenScreen<S: Screen> {
    pub(crate) screen: S,
    hits: Hits<S::Intent>,
}

impl<S: Screen> OpenScreen<S> {
    pub(crate) fn new(screen: S) -> Self {
        Self {
            screen,
            hits: Hits::default(),
        }
    }

    fn hover(&mut self, square: Option<Square>) -> bool {
        let board = self.screen.hovered_board();
        board.is_some_and(|board| board.hover(square))
    }
}

impl<S: Screen> AnyScreen for OpenScreen<S> {
    fn screen(&self) -> &dyn Screen {
        &self.screen
    }

    fn screen_mut(&mut self) -> &mut dyn Screen {
        &mut self.screen
    }

    fn actions(&self, context: &Context) -> Vec<Action> {
        let mut tables = self.screen.tables(context);
        tables.extend([everywhere(), always()]);
        let names = context.ui.key_names();
        // Fingers need no keys.
        let has_keys = !context.ui.has_buttons();
        let legend = self.screen.legend().into_iter().filter(|_| has_keys);
        let explained = legend.map(|(keys, text)| Action {
            keys: keys.to_owned(),
            key: None,
            text: text.to_owned(),
            act: None,
            is_place: false,
        });
        let rows = rows_of(&tables, &context.ui, |intent| {
            self.screen.works(intent, context)
        });
        let rows = rows.filter(|binding| {
            let is_for_keys = matches!(binding.first(), Meaning::Board(_));
            !binding.long.text().is_empty() && (has_keys || !is_for_keys)
        });
        let chosen = rows.map(|binding| {
            let meaning = binding.first();
            let act = action_on(move |screen: &mut S, context| {
                screen.touch(context);
                screen.carry_out(meaning, context)
            });
            Action {
                keys: if has_keys {
                    binding.labels(names)
                } else {
                    String::new()
                },
                key: binding.first_key(),
                text: context.ui.told(binding.long.text()).into_owned(),
                act: Some(act),
                is_place: false,
            }
        });
        let states = context.states(self.screen.kind());
        let states = states.iter().map(|state| Action {
            keys: state.mark().text().to_owned(),
            key: None,
            text: state.why().into(),
            act: None,
            is_place: false,
        });
        states.chain(chosen).chain(explained).collect()
    }

    fn on_key(&mut self, key: KeyEvent, context: &mut Context) -> Option<Command> {
        let meaning = self.screen.intent(key, context);
        let meaning = meaning.or_else(|| look_up(&[everywhere()], key, &context.ui.settings.keys));
        // The keys of a window are meant for what it shows.
        let is_window = self.screen.kind().is_window();
        let meaning = meaning.filter(|m| !is_window || *m != Meaning::Common(Common::Theme));
        self.screen.touch(context);
        self.screen.carry_out(meaning?, context)
    }

    fn on_mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> (bool, Option<Command>) {
        let target = self.hits.at(Place::new(mouse.column, mouse.row));
        let command = match (mouse.kind, target) {
            (MouseEventKind::Down(MouseButton::Left), Some(meaning)) => {
                self.screen.touch(context);
                self.screen.carry_out(meaning, context)
            }
            (MouseEventKind::Down(MouseButton::Left), None) => {
                self.screen.touch(context);
                self.hover(None);
                None
            }
            (MouseEventKind::Down(button @ (MouseButton::Back | MouseButton::Forward)), _) => {
                let command = if button == MouseButton::Back {
                    Shortcut::Undo
                } else {
                    Shortcut::Redo
                };
                let meaning = meaning_of(&self.screen.tables(context), key(command));
                self.screen.touch(context);
                meaning.and_then(|meaning| self.screen.carry_out(meaning, context))
            }
            (kind @ (MouseEventKind::ScrollUp | MouseEventKind::ScrollDown), target) => {
                let on_board = matches!(target, Some(Meaning::Board(BoardAction::Click(_))));
                let down = kind == MouseEventKind::ScrollDown;
                let list = self.hits.wheel(down).filter(|_| !on_board);
                let intent = list.or_else(|| S::scroll(down, on_board));
                intent.and_then(|intent| self.screen.act(intent, context))
            }
            (MouseEventKind::Moved, Some(Meaning::Board(BoardAction::Click(square)))) => {
                return (self.hover(Some(square)), None);
            }
            (MouseEventKind::Moved, _) => return (self.hover(None), None),
            _ => return (false, None),
        };
        (true, command)
    }

    fn notes(&self) -> &FrameNotes {
        &self.hits.notes
    }

    fn draw(&mut self, area: Rect, context: &Context, buf: &mut Buffer) {
        let mut canvas = Canvas::new(context, self.screen.kind(), &mut self.hits, buf);
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            canvas.too_small(area);
        } else {
            self.screen.lay_out(area, context);
            canvas.unanswered = self.screen.answer(context);
            self.screen.draw(area, &mut canvas);
            canvas.answer_over(area);
            // A pass that is followed by another one asks the same again.
            let table = context.table.as_ref();
            let entries = table.map_or(0, |table| table.game().entries().len());
            let question = self.screen.question(context).unwrap_or_default();
            canvas.say_once(format!("{question} {entries}"), question);
        }
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

/// Returns the rows of tables that do something now.
fn rows_of<I: Copy + PartialEq>(
    tables: &[Keymap<I>],
    ui: &UiContext,
    works: impl Fn(I) -> bool,
) -> impl Iterator<Item = &'static Binding<I>> {
    let all = tables.iter().enumerate();
    let rows = all.flat_map(|(index, table)| table.iter().map(move |row| (index, row)));
    rows.filter(move |(index, row)| {
        let works = match row.first() {
            Meaning::Common(Common::Theme) => ui.has_themes,
            Meaning::Common(Common::Link) => ui.page.is_some(),
            // A page cannot be left for a shell.
            Meaning::Common(Common::Suspend) => ui.page.is_none(),
            Meaning::Common(_) | Meaning::Board(_) => true,
            Meaning::Own(intent) => works(intent),
        };
        works && !row.is_overridden(&tables[..*index])
    })
    .map(|(_, row)| row)
}

/// Returns the items of the key line: the rows of the active tables that have a key and do something now, by the
/// meaning of their first key, and those that stay in their places.
fn hints<I: Copy + PartialEq>(
    tables: &[Keymap<I>],
    ui: &UiContext,
    works: impl Fn(I) -> bool,
) -> Vec<Hint<I>> {
    let names = ui.key_names();
    let rows = rows_of(tables, ui, |_| true).filter(|row| !row.short.text().is_empty());
    let items = rows.filter_map(|row| {
        let is_off = matches!(row.first(), Meaning::Own(intent) if !works(intent));
        let is_shown = row.has_key(names) && (!is_off || row.stays);
        let (key, target, pair) = is_shown.then(|| row.hint(names))?;
        Some(KeyHint {
            key,
            label: row.short,
            target,
            pair,
            weight: row.weight,
            is_off,
            is_answer: false,
        })
    });
    items.collect()
}

/// Returns what the items of a key line do, in sentences: `Enter: quit. Esc: stay.`
fn ways<I>(hints: &[Hint<I>], ui: &UiContext) -> String {
    let way = |hint: &Hint<I>| {
        if ui.has_buttons() {
            tr!("Tap {label}.", label = hint.label)
        } else {
            tr!("{key}: {label}.", key = Name(&hint.key), label = hint.label)
        }
    };
    Said::sentences(hints.iter().filter(|hint| !hint.is_off).map(way)).into()
}

#[cfg(test)]
mod tests;
