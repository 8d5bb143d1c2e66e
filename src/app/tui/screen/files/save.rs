//! The window for saving the game.

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tui_input::InputRequest;

use super::{complete, draw_frame, draw_lines, edit, inside, is_roomy, rows_of};
use crate::app::store::game_file::{ENDINGS, IfPresent};
use crate::app::tui::keymap::{BACKSPACE, ENTER, ESC, Keymap, Meaning, TAB, bind, ch, look_up};
use crate::app::tui::screen::{
    Command, Context, FileCommand, Hits, Pasted, Screen, draw_keys, hints,
};
use crate::app::tui::text::wrap;
use crate::app::tui::theme::Role;
use crate::app::tui::widget::field::Field;

/// What a key or a click means in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Save,
    Replace,
    Append,
    Complete,
    Edit(InputRequest),
    AnotherName,
    Close,
}

use Intent::{AnotherName, Append, Close, Complete, Replace, Save};

#[rustfmt::skip] // a table
static NAME: Keymap<Intent> = &[
    bind(&[(ENTER, Save)], "save", 10, ""),
    bind(&[(ESC, Close)], "back", 9, ""),
    bind(&[(TAB, Complete)], "complete", 5, ""),
];

#[rustfmt::skip] // a table
static PRESENT: Keymap<Intent> = &[
    bind(&[(ch('r'), Replace)], "replace", 10, ""),
    bind(&[(ch('+'), Append), (ch('='), Append)], "append", 9, ""),
    bind(&[(ESC, AnotherName), (ch('n'), AnotherName), (BACKSPACE, AnotherName)], "another name", 8, ""),
];

static BUSY: Keymap<Intent> = &[bind(&[(ESC, Close)], "stop", 10, "")];

/// What the window is waiting for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stage {
    /// A name.
    Name,
    /// The disk.
    Busy,
    /// Whether to replace the existing file, or to append to it if its format holds several games.
    Present { holds_many: bool },
}

/// The window for saving the game.
#[derive(Debug)]
pub(crate) struct SaveWindow {
    field: Field,
    stage: Stage,
    sentence: Option<String>,
}

impl SaveWindow {
    /// Creates the window with a suggested name.
    pub(crate) fn new(proposed: &str) -> Self {
        Self {
            field: Field::new(proposed),
            stage: Stage::Name,
            sentence: None,
        }
    }

    /// Asks what to do with an existing file.
    pub(crate) fn ask(&mut self, sentence: String, holds_many: bool) {
        self.stage = Stage::Present { holds_many };
        self.sentence = Some(sentence);
    }

    /// Applies a completion and lists the possible names.
    pub(crate) fn complete(&mut self, typed: &str, text: &str, hint: Option<String>) {
        if self.stage == Stage::Name && complete(&mut self.field, typed, text) && hint.is_some() {
            self.sentence = hint;
        }
    }

    const fn keys(&self) -> Keymap<Intent> {
        match self.stage {
            Stage::Name => NAME,
            Stage::Busy => BUSY,
            Stage::Present { .. } => PRESENT,
        }
    }

    fn save(&mut self, if_present: IfPresent) -> Option<Command> {
        let name = self.field.text().trim().to_owned();
        if name.is_empty() {
            self.sentence = Some(format!("Type a name ending in {ENDINGS}."));
            return None;
        }
        self.stage = Stage::Busy;
        self.sentence = None;
        Some(Command::File(FileCommand::Save(name, if_present)))
    }

    fn can_append(&self) -> bool {
        self.stage == Stage::Present { holds_many: true }
    }
}

impl Screen for SaveWindow {
    type Intent = Intent;

    const WINDOW: bool = true;

    fn intent(&self, key: KeyEvent, _context: &Context) -> Option<Meaning<Intent>> {
        let edit = || {
            edit(key)
                .filter(|_| self.stage == Stage::Name)
                .map(Intent::Edit)
        };
        look_up(&[self.keys()], key).or_else(|| edit().map(Meaning::Own))
    }

    fn act(&mut self, intent: Intent, _context: &mut Context) -> Option<Command> {
        match intent {
            Save => return self.save(IfPresent::Ask),
            Replace => return self.save(IfPresent::Replace),
            Append if self.can_append() => return self.save(IfPresent::Append),
            Append => {}
            Complete => {
                return Some(Command::File(FileCommand::Complete(
                    self.field.text().to_owned(),
                )));
            }
            Intent::Edit(request) => {
                self.field.edit(request);
                self.sentence = None;
            }
            AnotherName => {
                self.stage = Stage::Name;
                self.sentence = None;
            }
            // Closing the window does not stop the write.
            Close => return Some(Command::Close),
        }
        None
    }

    fn paste(&mut self, text: &str, _context: &mut Context) -> Pasted {
        if self.stage == Stage::Name {
            self.field.paste(text);
            self.sentence = None;
        }
        Pasted::Taken
    }

    fn say(&mut self, sentence: String, _context: &mut Context) {
        self.stage = Stage::Name;
        self.sentence = Some(sentence);
    }

    fn draw(&self, area: Rect, context: &Context, hits: &Hits<Intent>, buf: &mut Buffer) {
        let look = context.ui.look();
        let columns = inside(area);
        let (text, role) = match (&self.sentence, &self.stage) {
            (Some(sentence), Stage::Present { .. }) => (sentence.clone(), Role::Strong),
            (Some(sentence), _) => (sentence.clone(), Role::Warning),
            (None, Stage::Busy) => ("Saving.".to_owned(), Role::Muted),
            (None, _) => (
                format!("The extension sets the format: {ENDINGS}."),
                Role::Muted,
            ),
        };
        let lines = wrap(&text, usize::from(columns));
        let gap = u16::from(is_roomy(area));
        let size = (columns, 1 + gap + rows_of(&lines).max(2));
        let (inner, footer) = draw_frame(" Save game ", size, area, &look, buf);
        let field = Rect { height: 1, ..inner };
        self.field
            .draw(field, self.stage == Stage::Name, &look, buf);
        let below = Rect {
            y: inner.y + 1 + gap,
            height: inner.height.saturating_sub(1 + gap),
            ..inner
        };
        draw_lines(&lines, below, role, &look, buf);
        let items = hints(&[self.keys()], &context.ui, |intent| {
            intent != Append || self.can_append()
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
        check_tables(&[PRESENT, BUSY], true);
        check_tables(&[NAME], false);
    }
}
