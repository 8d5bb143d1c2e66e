//! Owns the windows about files: saving the game, opening one, and choosing among several.

mod games;
mod open;
mod save;

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tui_input::InputRequest;

use super::dialog::{draw_frame, is_roomy, widest_inside};
use super::{Request, key_hint};
use crate::app::store::game_file::IfPresent;
use crate::app::store::game_list::{About, GameLine, Source};
use crate::app::tui::context::{Target, UiContext};
use crate::app::tui::keymap::{
    self, ANYWHERE, ASK_PASTED, Action, BUSY, Binding, FIELD, GAMES, OPEN, SAVE, SAVE_PRESENT,
};
use crate::app::tui::text::{clip, width, wrap};
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::app::tui::widget::field::Field;
use crate::app::tui::widget::keys;
use crate::notation::Record;

pub(crate) use games::GamesWindow;
pub(crate) use open::OpenWindow;
pub(crate) use save::SaveWindow;

/// The widest that a window about files becomes inside.
const WIDEST: u16 = 76;

/// How far a page goes.
const PAGE: usize = 10;

/// What a window about files asks for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FileRequest {
    /// Save the game under what was typed.
    Save(String, IfPresent),
    /// List the games of the file that was typed, or open its only one.
    List(String),
    /// Open one game.
    Pick(Source, u64),
    /// Complete the name of a file.
    Complete(String),
    /// Put a game on the board.
    Show(Box<Record>),
    /// Stop to read.
    Stop,
}

/// A window about files.
#[derive(Debug)]
pub(crate) enum FileWindow {
    /// A name to save under.
    Save(SaveWindow),
    /// A file or a game of the log to open.
    Open(OpenWindow),
    /// The games of a file or of a paste.
    Games(GamesWindow),
    /// Whether a game that was pasted takes the place of the one under way. The sentences ask it.
    AskPasted(Box<Record>, String),
}

impl FileWindow {
    /// What a key asks of it.
    pub(crate) fn look_up(&self, key: KeyEvent) -> Option<Action> {
        if self.field().is_none() {
            return keymap::look_up(&[ANYWHERE, self.keys()], key);
        }
        keymap::look_up(&[ANYWHERE, self.keys(), FIELD], key).or_else(|| keymap::typed(key))
    }

    /// What its keys do, but for those of its text.
    pub(crate) const fn keys(&self) -> &'static [Binding] {
        match self {
            Self::Save(window) if window.is_busy() => BUSY,
            Self::Save(window) if window.is_asking() => SAVE_PRESENT,
            Self::Save(_) => SAVE,
            Self::Open(window) if window.is_busy() => BUSY,
            Self::Open(_) => OPEN,
            Self::Games(window) if window.is_busy() => BUSY,
            Self::Games(_) => GAMES,
            Self::AskPasted(..) => ASK_PASTED,
        }
    }

    /// The text that is typed into, if one is.
    fn field(&self) -> Option<&Field> {
        match self {
            Self::Save(window) => window.field(),
            Self::Open(window) => window.field(),
            Self::Games(_) | Self::AskPasted(..) => None,
        }
    }

    /// Takes an action. Says what to do, and whether the window stays.
    pub(crate) fn act(&mut self, action: Action) -> (Option<Request>, bool) {
        let (request, stays) = match self {
            Self::Save(window) => window.act(action),
            Self::Open(window) => window.act(action),
            Self::Games(window) => {
                let (request, stays) = window.act(action);
                if !stays && let Some(back) = window.take_back() {
                    *self = Self::Open(back);
                    return (request.map(Request::Files), true);
                }
                (request, stays)
            }
            Self::AskPasted(record, _) => match action {
                Action::Accept => (Some(FileRequest::Show(record.clone())), false),
                action => (None, action != Action::Leave),
            },
        };
        (request.map(Request::Files), stays)
    }

    /// Takes in what was pasted: into the text, where there is one.
    pub(crate) fn paste(&mut self, text: &str) {
        match self {
            Self::Save(window) => window.paste(text),
            Self::Open(window) => window.paste(text),
            Self::Games(_) | Self::AskPasted(..) => {}
        }
    }

    /// Says what went wrong; what was typed stays.
    pub(crate) fn complain(&mut self, sentence: String) {
        match self {
            Self::Save(window) => window.complain(sentence),
            Self::Open(window) => window.complain(sentence),
            Self::Games(window) => window.complain(sentence),
            Self::AskPasted(..) => {}
        }
    }

    /// Takes in how the name of a file goes on.
    pub(crate) fn complete(&mut self, typed: &str, text: &str, hint: Option<String>) {
        let field = match self {
            Self::Save(window) => window.field_mut(),
            Self::Open(window) => window.field_mut(),
            Self::Games(_) | Self::AskPasted(..) => None,
        };
        // What was typed in the meantime counts for more.
        let Some(field) = field.filter(|field| field.text() == typed) else {
            return;
        };
        *field = Field::new(text);
        if let Some(hint) = hint {
            self.complain(hint);
        }
    }

    /// Draws the window in the middle of the screen.
    pub(crate) fn draw(&self, area: Rect, env: &UiContext, buf: &mut Buffer) {
        let look = env.look();
        let footer = match self {
            Self::Save(window) => window.draw(area, &look, buf),
            Self::Open(window) => window.draw(area, env, buf),
            Self::Games(window) => window.draw(area, env, buf),
            Self::AskPasted(_, question) => {
                let columns = inside(area);
                let lines = wrap(question, usize::from(columns));
                let size = (columns, rows_of(&lines));
                let (inner, footer) = draw_frame(" A pasted game ", size, area, &look, buf);
                draw_lines(&lines, inner, Role::Text, &look, buf);
                footer
            }
        };
        let many = match self {
            Self::Open(window) => window.has_games(),
            _ => true,
        };
        let items = self.keys().iter().filter_map(|binding| {
            let shown = match binding.action {
                Action::Append => matches!(self, Self::Save(window) if window.holds_many()),
                Action::Down => many,
                _ => true,
            };
            let mut item = key_hint(binding, &look).filter(|_| shown)?;
            if binding.action == Action::Down {
                let arrows = if look.is_ascii() { "Up/Down" } else { "↑↓" };
                arrows.clone_into(&mut item.key);
            }
            Some(item)
        });
        for (place, action) in keys::draw(items.collect(), footer, &look, buf) {
            env.hits.add(place, Target::Key(action));
        }
    }
}

/// The columns inside a window about files.
fn inside(area: Rect) -> u16 {
    widest_inside(area).min(WIDEST)
}

/// Returns how an action edits a text; `None` where it does not.
fn edit_of(action: Action) -> Option<InputRequest> {
    Some(match action {
        Action::Insert(letter) => InputRequest::InsertChar(letter),
        Action::Left => InputRequest::GoToPrevChar,
        Action::Right => InputRequest::GoToNextChar,
        Action::First => InputRequest::GoToStart,
        Action::Last => InputRequest::GoToEnd,
        Action::TakeBack => InputRequest::DeletePrevChar,
        Action::Delete => InputRequest::DeleteNextChar,
        Action::EraseWord => InputRequest::DeletePrevWord,
        Action::EraseLine => InputRequest::DeleteLine,
        _ => return None,
    })
}

fn rows_of(lines: &[String]) -> u16 {
    u16::try_from(lines.len()).unwrap_or(u16::MAX)
}

fn draw_lines(lines: &[String], area: Rect, role: Role, look: &ActiveTheme, buf: &mut Buffer) {
    for (line, y) in lines.iter().zip(area.y..area.bottom()) {
        buf.set_stringn(area.x, y, line, usize::from(area.width), look.style(role));
    }
}

/// What comes of a chosen line when it goes so far up or down.
fn moved(chosen: usize, count: usize, action: Action) -> usize {
    let last = count.saturating_sub(1);
    match action {
        Action::Up => chosen.saturating_sub(1),
        Action::Down => (chosen + 1).min(last),
        Action::PageUp => chosen.saturating_sub(PAGE),
        Action::PageDown => (chosen + PAGE).min(last),
        Action::First => 0,
        Action::Last => last,
        Action::Item(index) => index.min(last),
        _ => chosen,
    }
}

/// Draws as much of a list as there is room for, around the line that is chosen.
fn draw_list(
    lines: &[GameLine],
    chosen: Option<usize>,
    numbered: bool,
    area: Rect,
    env: &UiContext,
    buf: &mut Buffer,
) {
    let look = env.look();
    let rows = usize::from(area.height);
    let top = chosen
        .unwrap_or(0)
        .saturating_sub(rows / 2)
        .min(lines.len().saturating_sub(rows));
    let columns = usize::from(area.width);
    // Numbers, dates and results stand below each other.
    let seen = &lines[top..lines.len().min(top + rows)];
    let digits = seen.last().map_or(0, |line| line.number.to_string().len());
    for ((index, line), y) in (top..).zip(seen).zip(area.y..) {
        let number = if numbered {
            format!("{:>digits$}  ", line.number)
        } else {
            String::new()
        };
        let room = columns.saturating_sub(width(&number));
        let (text, role) = match &line.game {
            Ok(about) => (describe(about, room), Role::Text),
            Err(why) => (why.to_string(), Role::Warning),
        };
        let row = Rect::new(area.x, y, area.width, 1);
        let role = if chosen == Some(index) {
            Role::Chosen
        } else {
            role
        };
        buf.set_style(row, look.style(role));
        buf.set_stringn(row.x, y, number + &text, columns, look.style(role));
        env.hits.add(row, Target::Key(Action::Item(index)));
    }
}

/// A game in so many columns: the date where there is room, who played, and the result at the right.
fn describe(about: &About, columns: usize) -> String {
    let result = &about.result;
    let room = columns.saturating_sub(width(result) + 2);
    let names = format!("{} - {}", about.players.black, about.players.white);
    let day = about.date.get(..10).unwrap_or(&about.date);
    let left = [&about.date, day]
        .into_iter()
        .filter(|date| !date.is_empty())
        .map(|date| format!("{date}  {names}"))
        .find(|text| width(text) <= room)
        .unwrap_or(names);
    let left = clip(&left, room);
    let gap = " ".repeat(columns.saturating_sub(width(&left) + width(result)));
    format!("{left}{gap}{result}")
}
