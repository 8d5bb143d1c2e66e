//! Owns the window in which the game is saved under a name.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{FileRequest, draw_frame, draw_lines, edit_of, inside, is_roomy, rows_of};
use crate::app::store::game_file::{ENDINGS, IfPresent};
use crate::app::tui::keymap::Action;
use crate::app::tui::text::wrap;
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::app::tui::widget::field::Field;

/// What the window waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stage {
    /// A name.
    Name,
    /// The disk.
    Busy,
    /// Whether the file that is there is replaced. Whether a game can be added to it.
    Present { holds_many: bool },
}

/// The window in which the game is saved.
#[derive(Debug)]
pub(crate) struct SaveWindow {
    field: Field,
    stage: Stage,
    sentence: Option<String>,
}

impl SaveWindow {
    /// The window with a name in it.
    pub(crate) fn new(proposed: &str) -> Self {
        Self {
            field: Field::new(proposed),
            stage: Stage::Name,
            sentence: None,
        }
    }

    pub(super) const fn is_busy(&self) -> bool {
        matches!(self.stage, Stage::Busy)
    }

    pub(super) const fn is_asking(&self) -> bool {
        matches!(self.stage, Stage::Present { .. })
    }

    pub(super) const fn holds_many(&self) -> bool {
        matches!(self.stage, Stage::Present { holds_many: true })
    }

    pub(super) fn field(&self) -> Option<&Field> {
        (self.stage == Stage::Name).then_some(&self.field)
    }

    pub(super) fn field_mut(&mut self) -> Option<&mut Field> {
        (self.stage == Stage::Name).then_some(&mut self.field)
    }

    /// There is a file of that name.
    pub(crate) fn ask(&mut self, sentence: String, holds_many: bool) {
        self.stage = Stage::Present { holds_many };
        self.sentence = Some(sentence);
    }

    pub(super) fn complain(&mut self, sentence: String) {
        self.stage = Stage::Name;
        self.sentence = Some(sentence);
    }

    pub(super) fn paste(&mut self, text: &str) {
        if let Some(field) = self.field_mut() {
            field.paste(text);
            self.sentence = None;
        }
    }

    pub(super) fn act(&mut self, action: Action) -> (Option<FileRequest>, bool) {
        let if_present = match (&self.stage, action) {
            // What is being written is written; only the window goes.
            (Stage::Busy | Stage::Name, Action::Leave) => return (None, false),
            (Stage::Present { .. }, Action::Leave) => {
                self.stage = Stage::Name;
                self.sentence = None;
                return (None, true);
            }
            (Stage::Name, Action::Accept) => IfPresent::Ask,
            (Stage::Present { .. }, Action::Replace) => IfPresent::Replace,
            (Stage::Present { holds_many: true }, Action::Append) => IfPresent::Append,
            (Stage::Name, Action::Next) => {
                return (
                    Some(FileRequest::Complete(self.field.text().to_owned())),
                    true,
                );
            }
            (Stage::Name, action) => {
                if let Some(request) = edit_of(action) {
                    self.field.edit(request);
                    self.sentence = None;
                }
                return (None, true);
            }
            _ => return (None, true),
        };
        let name = self.field.text().trim().to_owned();
        if name.is_empty() {
            self.sentence = Some(format!("Type a name that ends in {ENDINGS}."));
            return (None, true);
        }
        self.stage = Stage::Busy;
        self.sentence = None;
        (Some(FileRequest::Save(name, if_present)), true)
    }

    /// Draws the window; gives the line for its keys.
    pub(super) fn draw(&self, area: Rect, look: &ActiveTheme, buf: &mut Buffer) -> Rect {
        let columns = inside(area);
        let (text, role) = match (&self.sentence, &self.stage) {
            (Some(sentence), Stage::Present { .. }) => (sentence.clone(), Role::Strong),
            (Some(sentence), _) => (sentence.clone(), Role::Warning),
            (None, Stage::Busy) => ("It is being written.".to_owned(), Role::Muted),
            (None, _) => (
                format!("The ending says the format: {ENDINGS}."),
                Role::Muted,
            ),
        };
        let lines = wrap(&text, usize::from(columns));
        let gap = u16::from(is_roomy(area));
        let size = (columns, 1 + gap + rows_of(&lines).max(2));
        let (inner, footer) = draw_frame(" Save the game ", size, area, look, buf);
        let field = Rect { height: 1, ..inner };
        self.field.draw(field, self.stage == Stage::Name, look, buf);
        let below = Rect {
            y: inner.y + 1 + gap,
            height: inner.height.saturating_sub(1 + gap),
            ..inner
        };
        draw_lines(&lines, below, role, look, buf);
        footer
    }
}
