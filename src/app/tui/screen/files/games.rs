//! The window that lists the games of a file or a paste.

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Step, draw_frame, draw_lines, draw_list, inside, rows_of};
use crate::app::store::game_list::{GameList, Source};
use crate::app::tui::keymap::{
    BACKSPACE, DOWN, END, ENTER, ESC, HOME, Keymap, Meaning, PAGE_DOWN, PAGE_UP, SPACE, UP, also,
    bind, ch, look_up,
};
use crate::app::tui::screen::{
    Command, Context, FileCommand, Hits, Pasted, Screen, draw_keys, hints,
};
use crate::app::tui::text::wrap;
use crate::app::tui::theme::Role;
use crate::notation::clean;

/// What a key or a click means in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Open,
    Move(Step),
    Game(usize),
    Stop,
    Close,
}

use Intent::{Close, Move, Open, Stop};

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind(&[(ENTER, Open), (SPACE, Open)], "open", 10, ""),
    bind(&[(ESC, Close), (ch('q'), Close), (BACKSPACE, Close)], "back", 9, ""),
    bind(&[(DOWN, Move(Step::Down)), (UP, Move(Step::Up))], "choose", 8, ""),
    also(&[(PAGE_DOWN, Move(Step::PageDown)), (PAGE_UP, Move(Step::PageUp))]),
    also(&[(HOME, Move(Step::First)), (END, Move(Step::Last))]),
];

static BUSY: Keymap<Intent> = &[bind(&[(ESC, Stop)], "stop", 10, "")];

/// The list of games.
#[derive(Debug)]
pub(crate) struct GamesWindow {
    source: Source,
    /// `None` until read.
    games: Option<GameList>,
    chosen: usize,
    /// Whether something is being read.
    busy: bool,
    sentence: Option<String>,
}

impl GamesWindow {
    /// Creates the window before its games are read.
    pub(crate) const fn new(source: Source) -> Self {
        Self {
            source,
            games: None,
            chosen: 0,
            busy: true,
            sentence: None,
        }
    }

    /// Creates the window with its games.
    pub(crate) fn with_games(source: Source, games: GameList) -> Self {
        Self {
            games: Some(games),
            busy: false,
            ..Self::new(source)
        }
    }

    const fn keys(&self) -> Keymap<Intent> {
        if self.busy { BUSY } else { KEYS }
    }

    fn open(&mut self) -> Option<Command> {
        let line = self.games.as_ref()?.lines.get(self.chosen)?;
        if let Err(why) = &line.game {
            self.sentence = Some(format!("Game {}: {why}.", line.number));
            return None;
        }
        self.busy = true;
        self.sentence = None;
        Some(Command::File(FileCommand::Pick(
            self.source.clone(),
            line.number,
        )))
    }

    fn choose(&mut self, index: usize) {
        self.chosen = index;
        self.sentence = None;
    }

    fn position(&self, count: usize) -> String {
        let at = format!("Game {} of {count}", self.chosen + 1);
        match &self.games {
            Some(games) if games.more => {
                format!("{at} and more. FILE#{} opens the next one.", count + 1)
            }
            _ => format!("{at}."),
        }
    }
}

impl Screen for GamesWindow {
    type Intent = Intent;

    const WINDOW: bool = true;

    fn intent(&self, key: KeyEvent, _context: &Context) -> Option<Meaning<Intent>> {
        look_up(&[self.keys()], key)
    }

    fn act(&mut self, intent: Intent, _context: &mut Context) -> Option<Command> {
        match intent {
            // Without its games the window has nothing to show.
            Stop if self.games.is_none() => return Some(Command::Close),
            Stop => {
                self.busy = false;
                return Some(Command::File(FileCommand::StopReading));
            }
            _ if self.busy => {}
            Close => return Some(Command::Close),
            Open => return self.open(),
            Intent::Game(index) if index == self.chosen => return self.open(),
            Intent::Game(index) => self.choose(index),
            Move(step) => {
                let count = self.games.as_ref().map_or(0, |games| games.lines.len());
                self.choose(step.from(self.chosen, count));
            }
        }
        None
    }

    fn scroll(down: bool) -> Option<Intent> {
        Some(Move(if down { Step::Down } else { Step::Up }))
    }

    fn paste(&mut self, _text: &str, _context: &mut Context) -> Pasted {
        Pasted::Taken
    }

    fn say(&mut self, sentence: String, _context: &mut Context) {
        self.busy = false;
        self.sentence = Some(sentence);
    }

    fn draw(&self, area: Rect, context: &Context, hits: &Hits<Intent>, buf: &mut Buffer) {
        let look = context.ui.look();
        let columns = inside(area);
        let title = match &self.source {
            Source::File(path) => {
                let name = path.file_name().unwrap_or(path.as_os_str());
                format!(" {} ", clean(&name.to_string_lossy()))
            }
            Source::Text(_) => " Pasted games ".to_owned(),
            Source::Log(_) => " Finished games ".to_owned(),
        };
        let lines = self.games.as_ref().map_or(&[][..], |games| &games.lines);
        let (text, role) = match (&self.sentence, self.busy) {
            (_, true) => ("Reading.".to_owned(), Role::Muted),
            (Some(sentence), false) => (sentence.clone(), Role::Warning),
            (None, false) => (self.position(lines.len()), Role::Muted),
        };
        let said = wrap(&text, usize::from(columns));
        let count = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        // The message area keeps its height, so that nothing jumps.
        let below = rows_of(&said).max(if area.height >= 16 { 2 } else { 1 });
        let size = (columns, count.saturating_add(below).max(4));
        let (inner, footer) = draw_frame(&title, size, area, &look, buf);
        let rows = inner.height.saturating_sub(below);
        let list = Rect {
            height: rows,
            ..inner
        };
        for (row, index) in draw_list(lines, Some(self.chosen), true, list, &look, buf) {
            hits.add(row, Meaning::Own(Intent::Game(index)));
        }
        let room = Rect {
            y: inner.bottom().saturating_sub(rows_of(&said)),
            height: rows_of(&said),
            ..inner
        };
        draw_lines(&said, room, role, &look, buf);
        let items = hints(&[self.keys()], &context.ui, |_| true);
        draw_keys(items, footer, &look, hits, buf);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tui::keymap::check_tables;

    #[test]
    fn the_tables_keep_the_laws_of_keys() {
        check_tables(&[KEYS, BUSY], true);
    }
}
