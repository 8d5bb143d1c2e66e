//! The window for opening a game: by file name, or from the latest games of the history.

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tui_input::InputRequest;

use super::{Step, complete, draw_frame, draw_lines, draw_list, edit, inside, is_roomy, rows_of};
use crate::app::store::game_list::{GameList, LATEST, Source};
use crate::app::tui::keymap::{
    DOWN, ENTER, ESC, Keymap, Meaning, PAGE_DOWN, PAGE_UP, TAB, UP, also, bind, look_up,
};
use crate::app::tui::screen::{
    Command, Context, FileCommand, Hits, Pasted, Screen, draw_keys, hints,
};
use crate::app::tui::text::wrap;
use crate::app::tui::theme::Role;
use crate::app::tui::widget::field::Field;

/// The maximum height of the list.
const ROWS: u16 = 12;

/// What a key or a click means in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Open,
    Move(Step),
    Game(usize),
    Complete,
    Edit(InputRequest),
    Stop,
    Close,
}

use Intent::{Close, Complete, Move, Open, Stop};

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind(&[(ENTER, Open)], "open", 10, ""),
    bind(&[(ESC, Close)], "back", 9, ""),
    bind(&[(DOWN, Move(Step::Down)), (UP, Move(Step::Up))], "choose", 8, ""),
    also(&[(PAGE_DOWN, Move(Step::PageDown)), (PAGE_UP, Move(Step::PageUp))]),
    bind(&[(TAB, Complete)], "complete", 5, ""),
];

static BUSY: Keymap<Intent> = &[bind(&[(ESC, Stop)], "stop", 10, "")];

/// The window for opening a game.
#[derive(Debug)]
pub(crate) struct OpenWindow {
    field: Field,
    /// The history file, if there is one.
    log: Option<Source>,
    /// `None` until read.
    games: Option<GameList>,
    /// The selected game; `None` while a name is typed.
    chosen: Option<usize>,
    /// What is being read.
    busy: Option<String>,
    sentence: Option<String>,
}

impl OpenWindow {
    /// Creates the window before the history is read.
    pub(crate) fn new(log: Option<Source>) -> Self {
        Self {
            field: Field::default(),
            log,
            games: None,
            chosen: None,
            busy: None,
            sentence: None,
        }
    }

    fn count(&self) -> usize {
        self.games.as_ref().map_or(0, |games| games.lines.len())
    }

    /// Shows the history once it is read.
    pub(crate) fn set_games(&mut self, games: GameList) {
        self.games = Some(games);
    }

    /// Ends the reading state.
    pub(crate) fn rest(&mut self) {
        self.busy = None;
    }

    /// Applies a completion and lists the possible names.
    pub(crate) fn complete(&mut self, typed: &str, text: &str, hint: Option<String>) {
        if self.busy.is_none() && complete(&mut self.field, typed, text) && hint.is_some() {
            self.sentence = hint;
        }
    }

    const fn keys(&self) -> Keymap<Intent> {
        if self.busy.is_some() { BUSY } else { KEYS }
    }

    fn list(&mut self) -> Option<Command> {
        let name = self.field.text().trim().to_owned();
        if name.is_empty() {
            let also = if self.count() > 0 {
                ", or pick a game below with the arrow keys"
            } else {
                ""
            };
            self.sentence = Some(format!("Type a file name{also}."));
            return None;
        }
        self.sentence = None;
        self.busy = Some(name.clone());
        Some(Command::File(FileCommand::List(name)))
    }

    fn pick(&mut self, index: usize) -> Option<Command> {
        let line = self.games.as_ref()?.lines.get(index)?;
        if let Err(why) = &line.game {
            self.sentence = Some(format!("history:{}: {why}.", line.number));
            return None;
        }
        self.sentence = None;
        self.busy = Some(format!("history:{}", line.number));
        Some(Command::File(FileCommand::Pick(
            self.log.clone()?,
            line.number,
        )))
    }

    fn step(&mut self, step: Step) {
        let count = self.count();
        self.chosen = match (step, self.chosen) {
            (Step::Down | Step::PageDown, None) if count > 0 => Some(0),
            (_, None) | (Step::Up | Step::PageUp, Some(0)) => None,
            (step, Some(chosen)) => Some(step.from(chosen, count)),
        };
    }

    fn edit(&mut self, edit: impl FnOnce(&mut Field)) {
        edit(&mut self.field);
        self.chosen = None;
        self.sentence = None;
    }
}

impl Screen for OpenWindow {
    type Intent = Intent;

    const WINDOW: bool = true;

    fn intent(&self, key: KeyEvent, _context: &Context) -> Option<Meaning<Intent>> {
        let edit = || edit(key).filter(|_| self.busy.is_none()).map(Intent::Edit);
        look_up(&[self.keys()], key).or_else(|| edit().map(Meaning::Own))
    }

    fn act(&mut self, intent: Intent, _context: &mut Context) -> Option<Command> {
        match intent {
            Stop => {
                self.busy = None;
                return Some(Command::File(FileCommand::StopReading));
            }
            _ if self.busy.is_some() => {}
            Close => return Some(Command::Close),
            Open => {
                return match self.chosen {
                    Some(chosen) => self.pick(chosen),
                    None => self.list(),
                };
            }
            Intent::Game(index) if self.chosen == Some(index) => return self.pick(index),
            Intent::Game(index) => self.chosen = Some(index),
            Move(step) => self.step(step),
            Complete => {
                return Some(Command::File(FileCommand::Complete(
                    self.field.text().to_owned(),
                )));
            }
            Intent::Edit(request) => self.edit(|field| field.edit(request)),
        }
        None
    }

    fn scroll(down: bool) -> Option<Intent> {
        Some(Move(if down { Step::Down } else { Step::Up }))
    }

    fn paste(&mut self, text: &str, _context: &mut Context) -> Pasted {
        if self.busy.is_none() {
            self.edit(|field| field.paste(text));
        }
        Pasted::Taken
    }

    fn say(&mut self, sentence: String, _context: &mut Context) {
        self.busy = None;
        self.sentence = Some(sentence);
    }

    fn draw(&self, area: Rect, context: &Context, hits: &Hits<Intent>, buf: &mut Buffer) {
        let look = context.ui.look();
        let columns = inside(area);
        let (text, role) = match (&self.sentence, &self.busy) {
            (_, Some(name)) => (format!("Reading {name}."), Role::Muted),
            (Some(sentence), None) => (sentence.clone(), Role::Warning),
            (None, None) if area.height < 16 => (String::new(), Role::Muted),
            (None, None) => (
                "File name; FILE#3 is its third game.".to_owned(),
                Role::Muted,
            ),
        };
        let lines = wrap(&text, usize::from(columns));
        let said = if text.is_empty() { 0 } else { rows_of(&lines) };
        let gap = u16::from(is_roomy(area));
        let count = u16::try_from(self.count()).unwrap_or(u16::MAX).min(ROWS);
        let size = (columns, 1 + said + 2 * gap + 1 + count.max(1));
        let (inner, footer) = draw_frame(" Open game ", size, area, &look, buf);
        let mut y = inner.y;
        let mut take = |rows: u16| {
            let rows = rows.min(inner.bottom().saturating_sub(y));
            let slice = Rect {
                y,
                height: rows,
                ..inner
            };
            y += rows;
            slice
        };
        let active = self.chosen.is_none() && self.busy.is_none();
        self.field.draw(take(1), active, &look, buf);
        take(gap);
        draw_lines(&lines, take(said), role, &look, buf);
        take(gap);
        let heading = match &self.games {
            None if self.log.is_none() => "Games are not being saved.".to_owned(),
            None => "Loading finished games.".to_owned(),
            Some(games) if games.lines.is_empty() => "No finished games yet.".to_owned(),
            Some(games) if games.more => format!("Latest {LATEST} finished games"),
            Some(_) => "Finished games".to_owned(),
        };
        draw_lines(&[heading], take(1), Role::Muted, &look, buf);
        if let Some(games) = &self.games {
            let rest = take(u16::MAX);
            for (row, index) in draw_list(&games.lines, self.chosen, false, rest, &look, buf) {
                hits.add(row, Meaning::Own(Intent::Game(index)));
            }
        }
        let items = hints(&[self.keys()], &context.ui, |intent| {
            intent != Move(Step::Down) || self.count() > 0
        });
        draw_keys(items, footer, &look, hits, buf);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tui::keymap::check_tables;

    #[test]
    fn the_tables_keep_the_laws_of_keys() {
        check_tables(&[BUSY], true);
        check_tables(&[KEYS], false);
    }
}
