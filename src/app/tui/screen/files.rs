//! The file window: saving the game, opening one, and choosing among several.

mod list;

use std::sync::Arc;

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use tui_input::InputRequest;

use super::window::{draw_frame, is_roomy, widest_inside};
use super::{Canvas, Command, Context, Pasted, Screen, ScreenKind, hints};
use crate::app::store::game_file::{ENDINGS, IfPresent};
use crate::app::store::game_list::{GameLine, GameList, LATEST, Source};
use crate::app::tui::files::FileRequest;
use crate::app::tui::keymap::{
    BACKSPACE, DELETE, DOWN, END, ENTER, ESC, HOME, Keymap, LEFT, Meaning, PAGE_DOWN, PAGE_UP,
    RIGHT, SPACE, TAB, UP, also, bind, ch, ctrl, look_up, typed,
};
use crate::app::tui::layout::Slices;
use crate::app::tui::text::{rows, wrap};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::field::Field;
use crate::app::tui::widget::list::Step;
use crate::app::wording::{
    GAMES_NOT_SAVED, LOADING_HISTORY, NO_FINISHED_GAMES, SAVING, file_name, reading,
};
use crate::notation::clean;

use Intent::{Accept, AnotherName, Append, Close, Complete, Edit, Move, Replace, Stop};
use list::draw_list;

/// The largest inner width of the window.
const WIDEST: u16 = 76;

/// The maximum height of the list below a file name.
const ROWS: u16 = 12;

/// What a key or a click means in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    /// Saves to the typed name, or opens what is typed or selected.
    Accept,
    Replace,
    Append,
    AnotherName,
    Complete,
    Edit(InputRequest),
    Move(Step),
    Game(usize),
    Stop,
    Close,
}

/// The editing keys of a text field. Other keys type.
#[rustfmt::skip] // a table
pub(in crate::app::tui::screen) static FIELD: Keymap<InputRequest> = &[
    also(&[(LEFT, InputRequest::GoToPrevChar), (RIGHT, InputRequest::GoToNextChar)]),
    bind(&[(HOME, InputRequest::GoToStart), (END, InputRequest::GoToEnd)], "", 0,
        "start of the text, end of the text"),
    also(&[(BACKSPACE, InputRequest::DeletePrevChar), (DELETE, InputRequest::DeleteNextChar)]),
    bind(&[(ctrl('w'), InputRequest::DeletePrevWord), (ctrl('u'), InputRequest::DeleteLine)], "", 0,
        "delete a word, delete everything"),
];

/// Returns what a key does in a text field.
pub(in crate::app::tui::screen) fn field_request(key: KeyEvent) -> Option<InputRequest> {
    match look_up(&[FIELD], key) {
        Some(Meaning::Own(request)) => Some(request),
        _ => typed(key).map(InputRequest::InsertChar),
    }
}

#[rustfmt::skip] // a table
static SAVE: Keymap<Intent> = &[
    bind(&[(ENTER, Accept)], "save", 10, ""),
    bind(&[(ESC, Close)], "back", 9, ""),
    bind(&[(TAB, Complete)], "complete", 5, ""),
];

#[rustfmt::skip] // a table
static PRESENT: Keymap<Intent> = &[
    bind(&[(ch('r'), Replace)], "replace", 10, ""),
    bind(&[(ch('+'), Append), (ch('='), Append)], "append", 9, ""),
    bind(&[(ESC, AnotherName), (ch('n'), AnotherName), (BACKSPACE, AnotherName)], "another name", 8, ""),
];

#[rustfmt::skip] // a table
static OPEN: Keymap<Intent> = &[
    bind(&[(ENTER, Accept)], "open", 10, ""),
    bind(&[(ESC, Close)], "back", 9, ""),
    bind(&[(DOWN, Move(Step::Down)), (UP, Move(Step::Up))], "choose", 8, ""),
    also(&[(PAGE_DOWN, Move(Step::PageDown)), (PAGE_UP, Move(Step::PageUp))]),
    bind(&[(TAB, Complete)], "complete", 5, ""),
];

#[rustfmt::skip] // a table
static CHOOSE: Keymap<Intent> = &[
    bind(&[(ENTER, Accept), (SPACE, Accept)], "open", 10, ""),
    bind(&[(ESC, Close), (ch('q'), Close), (BACKSPACE, Close)], "back", 9, ""),
    bind(&[(DOWN, Move(Step::Down)), (UP, Move(Step::Up))], "choose", 8, ""),
    also(&[(PAGE_DOWN, Move(Step::PageDown)), (PAGE_UP, Move(Step::PageUp))]),
    also(&[(HOME, Move(Step::First)), (END, Move(Step::Last))]),
];

static BUSY: Keymap<Intent> = &[bind(&[(ESC, Stop)], "stop", 10, "")];

/// What the window is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Saving the game.
    Save,
    /// Opening a game by file name, or from the latest games of the history.
    Open,
    /// Choosing among the games of a file or a paste.
    Choose,
}

/// What the window is waiting for.
#[derive(Debug, PartialEq, Eq)]
enum Stage {
    /// A name or a choice.
    Ready,
    /// The disk; holds what to say meanwhile.
    Busy(String),
    /// Whether to replace the existing file, or to append to it if its format holds several games.
    Present { holds_many: bool },
}

/// A file window.
#[derive(Debug)]
pub(crate) struct FileWindow {
    pub(crate) purpose: Purpose,
    field: Field,
    /// The source of the listed games; `None` if there is no history.
    source: Option<Source>,
    /// The text to save and its format; `None` for the game.
    text: Option<(Arc<str>, String)>,
    /// The listed games; `None` until read.
    pub(crate) games: Option<GameList>,
    /// The selected game; `None` while a name is typed.
    chosen: Option<usize>,
    stage: Stage,
    sentence: Option<String>,
}

impl FileWindow {
    /// Creates the window for saving the game, with a suggested name.
    pub(crate) fn save(proposed: &str) -> Self {
        Self {
            purpose: Purpose::Save,
            field: Field::new(proposed),
            ..Self::open(None)
        }
    }

    /// Creates the window for saving a text, with a suggested name.
    pub(crate) fn export(text: Arc<str>, proposed: &str) -> Self {
        let (_, extension) = proposed.rsplit_once('.').unwrap_or(("", proposed));
        Self {
            text: Some((text, extension.to_uppercase())),
            ..Self::save(proposed)
        }
    }

    /// Creates the window for opening a game, before the history is read, if there is one.
    pub(crate) fn open(log: Option<Source>) -> Self {
        Self {
            purpose: Purpose::Open,
            field: Field::default(),
            source: log,
            text: None,
            games: None,
            chosen: None,
            stage: Stage::Ready,
            sentence: None,
        }
    }

    /// Creates the window for choosing a game; without games, they are still being read.
    pub(crate) fn choose(source: Source, games: Option<GameList>) -> Self {
        Self {
            purpose: Purpose::Choose,
            chosen: Some(0),
            stage: match &games {
                Some(_) => Stage::Ready,
                None => Stage::Busy(reading(None)),
            },
            games,
            ..Self::open(Some(source))
        }
    }

    /// Ends the reading state.
    pub(crate) fn rest(&mut self) {
        self.stage = Stage::Ready;
    }

    /// Asks what to do with an existing file.
    pub(crate) fn ask(&mut self, sentence: String, holds_many: bool) {
        self.stage = Stage::Present { holds_many };
        self.sentence = Some(sentence);
    }

    /// Applies a file name completion, unless the text has changed since, and lists the possible names.
    pub(crate) fn complete(&mut self, typed: &str, text: &str, hint: Option<String>) {
        if self.is_typing() && self.field.text() == typed {
            self.field = Field::new(text);
            self.sentence = hint.or(self.sentence.take());
        }
    }

    fn is_typing(&self) -> bool {
        self.purpose != Purpose::Choose && self.stage == Stage::Ready
    }

    fn lines(&self) -> &[GameLine] {
        self.games.as_ref().map_or(&[], |games| &games.lines)
    }

    const fn keys(&self) -> Keymap<Intent> {
        match (&self.stage, self.purpose) {
            (Stage::Busy(_), _) => BUSY,
            (Stage::Present { .. }, _) => PRESENT,
            (Stage::Ready, Purpose::Save) => SAVE,
            (Stage::Ready, Purpose::Open) => OPEN,
            (Stage::Ready, Purpose::Choose) => CHOOSE,
        }
    }

    fn can_append(&self) -> bool {
        self.stage == Stage::Present { holds_many: true }
    }

    /// Starts to read or write.
    fn begin(&mut self, sentence: String, command: Command) -> Command {
        self.stage = Stage::Busy(sentence);
        self.sentence = None;
        command
    }

    /// Returns the typed name, or says that one is missing.
    fn name(&mut self) -> Option<String> {
        let name = self.field.text().trim().to_owned();
        if !name.is_empty() {
            return Some(name);
        }
        self.sentence = Some(match self.purpose {
            Purpose::Save if self.text.is_some() => file_name::MISSING_TO_OPEN.to_owned(),
            Purpose::Save => file_name::missing(ENDINGS),
            _ if self.lines().is_empty() => file_name::MISSING_TO_OPEN.to_owned(),
            _ => file_name::MISSING_OR_PICK.to_owned(),
        });
        None
    }

    fn save_as(&mut self, if_present: IfPresent) -> Option<Command> {
        let name = self.name()?;
        let command = match &self.text {
            Some((text, _)) => Command::Export(Arc::clone(text), name, if_present),
            None => Command::Save(name, if_present),
        };
        Some(self.begin(SAVING.to_owned(), command))
    }

    fn read_named(&mut self) -> Option<Command> {
        let name = self.name()?;
        Some(self.begin(
            reading(Some(&name)),
            Command::Read(FileRequest::Name(name, self.source.clone())),
        ))
    }

    fn pick(&mut self, index: usize) -> Option<Command> {
        let line = self.lines().get(index)?;
        let number = line.number;
        let (name, reading) = if self.purpose == Purpose::Open {
            let name = format!("history:{number}");
            (name.clone(), reading(Some(&name)))
        } else {
            (format!("Game {number}"), reading(None))
        };
        if let Err(why) = &line.game {
            self.sentence = Some(format!("{name}: {why}."));
            return None;
        }
        let source = self.source.clone()?;
        Some(self.begin(
            reading,
            Command::Read(FileRequest::Pick(source, Some(number))),
        ))
    }

    fn step(&mut self, step: Step) {
        let count = self.lines().len();
        let has_field = self.purpose == Purpose::Open;
        self.chosen = match (step, self.chosen) {
            (Step::Down | Step::PageDown, None) if count > 0 => Some(0),
            (_, None) => None,
            (Step::Up | Step::PageUp, Some(0)) if has_field => None,
            (step, Some(chosen)) => Some(step.from(chosen, count)),
        };
    }

    fn edit(&mut self, edit: impl FnOnce(&mut Field)) {
        edit(&mut self.field);
        self.chosen = None;
        self.sentence = None;
    }

    fn title(&self) -> String {
        match (self.purpose, &self.source) {
            (Purpose::Save, _) if self.text.is_some() => " Export ".to_owned(),
            (Purpose::Save, _) => " Save game ".to_owned(),
            (Purpose::Open, _) => " Open game ".to_owned(),
            (Purpose::Choose, Some(Source::File(path))) => {
                let name = path.file_name().unwrap_or(path.as_os_str());
                format!(" {} ", clean(&name.to_string_lossy()))
            }
            (Purpose::Choose, _) => " Pasted games ".to_owned(),
        }
    }

    /// Returns what to say if there is nothing else: advice, or the place in the list.
    fn advice(&self, is_low: bool) -> String {
        let count = self.lines().len();
        let place = self.chosen.map_or(0, |chosen| chosen + 1);
        match (self.purpose, &self.games) {
            (Purpose::Save, _) => match &self.text {
                Some((_, format)) => file_name::will_be(format),
                None => file_name::sets_format(ENDINGS),
            },
            (Purpose::Open, _) if is_low => String::new(),
            (Purpose::Open, _) if self.source.is_none() => file_name::TO_OPEN.to_owned(),
            (Purpose::Open, _) => file_name::TO_OPEN_OR_HISTORY.to_owned(),
            (Purpose::Choose, games) => {
                let more = games.as_ref().is_some_and(|games| games.more);
                file_name::place(place, count, more)
            }
        }
    }

    /// Returns the heading of the latest games.
    fn heading(&self) -> String {
        match &self.games {
            None if self.source.is_none() => GAMES_NOT_SAVED.to_owned(),
            None => LOADING_HISTORY.to_owned(),
            Some(games) if games.lines.is_empty() => NO_FINISHED_GAMES.to_owned(),
            Some(games) if games.more => format!("Latest {LATEST} finished games"),
            Some(_) => "Finished games".to_owned(),
        }
    }
}

impl Screen for FileWindow {
    type Intent = Intent;

    const KIND: ScreenKind = ScreenKind::Window;

    fn intent(&self, key: KeyEvent, _context: &Context) -> Option<Meaning<Intent>> {
        look_up(&[self.keys()], key).or_else(|| {
            let request = field_request(key)?;
            self.is_typing().then_some(Meaning::Own(Edit(request)))
        })
    }

    fn act(&mut self, intent: Intent, _context: &mut Context) -> Option<Command> {
        match intent {
            // There is no list to return to yet, and saving continues without the window.
            Stop if self.purpose != Purpose::Open && self.games.is_none() => {
                return Some(Command::Close);
            }
            Stop => {
                self.rest();
                return Some(Command::StopReading);
            }
            _ if matches!(self.stage, Stage::Busy(_)) => {}
            // There is nothing to choose from.
            Move(_) if self.lines().is_empty() => {}
            Close => return Some(Command::Close),
            Accept if self.purpose == Purpose::Save => return self.save_as(IfPresent::Ask),
            Accept => {
                return match self.chosen {
                    Some(chosen) => self.pick(chosen),
                    None => self.read_named(),
                };
            }
            Replace => return self.save_as(IfPresent::Replace),
            Append if self.can_append() => return self.save_as(IfPresent::Append),
            Append => {}
            AnotherName => {
                self.stage = Stage::Ready;
                self.sentence = None;
            }
            Complete => {
                let typed = self.field.text().to_owned();
                return Some(Command::Read(FileRequest::Complete(typed)));
            }
            Edit(request) => self.edit(|field| field.edit(request)),
            Intent::Game(index) if self.chosen == Some(index) => return self.pick(index),
            Intent::Game(index) => {
                self.chosen = Some(index);
                self.sentence = None;
            }
            Move(step) => {
                self.step(step);
                self.sentence = None;
            }
        }
        None
    }

    fn scroll(down: bool) -> Option<Intent> {
        Some(Move(if down { Step::Down } else { Step::Up }))
    }

    fn paste(&mut self, text: &str, _context: &mut Context) -> Pasted {
        if self.is_typing() {
            self.edit(|field| field.paste(text));
        }
        Pasted::Taken
    }

    fn say(&mut self, sentence: String, _context: &mut Context) {
        self.stage = Stage::Ready;
        self.sentence = Some(sentence);
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let columns = widest_inside(area).min(WIDEST);
        let is_low = area.height < 16;
        let (text, role) = match (&self.stage, &self.sentence) {
            (Stage::Busy(sentence), _) => (sentence.clone(), Role::Muted),
            (Stage::Present { .. }, Some(sentence)) => (sentence.clone(), Role::Strong),
            (_, Some(sentence)) => (sentence.clone(), Role::Warning),
            (_, None) => (self.advice(is_low), Role::Muted),
        };
        let said = wrap(&text, usize::from(columns));
        let (gap, count) = (u16::from(is_roomy(area)), rows(self.lines()));
        // Below a list the message area keeps its height, so that nothing jumps.
        let below = rows(&said).max(if is_low { 1 } else { 2 });
        let above = if text.is_empty() { 0 } else { rows(&said) };
        let height = match self.purpose {
            Purpose::Save => 1 + gap + above.max(2),
            Purpose::Open => 1 + above + 2 * gap + 1 + count.clamp(1, ROWS),
            Purpose::Choose => count.saturating_add(below).max(4),
        };
        let (inner, footer) = draw_frame(self.title(), (columns, height), area, canvas);
        let mut rest = Slices(inner);
        if self.purpose == Purpose::Choose {
            let below = rest.bottom(below);
            canvas.lines(Slices(below).bottom(rows(&said)), &said, role);
        } else {
            let active = self.chosen.is_none() && self.is_typing();
            let field = rest.top(1);
            self.field.draw(field, active, &canvas.look, canvas.buf);
            rest.top(gap);
            canvas.lines(rest.top(above), &said, role);
        }
        if self.purpose == Purpose::Open {
            rest.top(gap);
            canvas.text(rest.top(1), self.heading(), Role::Muted);
        }
        let numbered = self.purpose == Purpose::Choose;
        let places = draw_list(self.lines(), self.chosen, numbered, rest.0, canvas);
        canvas.hits.add_all(places, Intent::Game);
        let items = hints(&[self.keys()], &canvas.context.ui, |intent| match intent {
            Append => self.can_append(),
            Move(_) => !self.lines().is_empty(),
            _ => true,
        });
        canvas.keys(footer, items);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tui::keymap::check_tables;

    #[test]
    fn the_tables_keep_the_laws_of_keys() {
        check_tables(&[FIELD], false);
        check_tables(&[PRESENT, BUSY], true);
        check_tables(&[CHOOSE, BUSY], true);
        check_tables(&[SAVE], false);
        check_tables(&[OPEN], false);
    }
}
