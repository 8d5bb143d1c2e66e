//! A single-line text field, edited by `tui-input`, which handles grapheme clusters.

use crate::widget::PutText as _;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use tui_input::{Input, InputRequest};
use unicode_width::UnicodeWidthChar as _;

use crate::theme::{ActiveTheme, Role};
use reversi_notation::clean;

/// The longest text, in characters. No path is longer on the supported systems.
const LONGEST: usize = 4096;

/// A single-line text with a cursor.
#[derive(Clone, Debug, Default)]
pub(crate) struct Field(Input);

impl Field {
    /// Creates a field with a text and the cursor at its end.
    pub(crate) fn new(text: &str) -> Self {
        let mut field = Self::default();
        field.paste(text);
        field
    }

    /// Returns the text.
    pub(crate) fn text(&self) -> &str {
        self.0.value()
    }

    /// Edits the text. Unprintable and excess characters are dropped.
    pub(crate) fn edit(&mut self, request: InputRequest) {
        if let InputRequest::InsertChar(letter) = request {
            let shown = clean(letter.encode_utf8(&mut [0; 4])).len() == letter.len_utf8();
            if !shown || self.text().len() >= LONGEST {
                return;
            }
        }
        self.0.handle(request);
    }

    /// Inserts a pasted text.
    pub(crate) fn paste(&mut self, text: &str) {
        let text = text.trim_matches(['\r', '\n']);
        for letter in text.chars().take(LONGEST) {
            self.edit(InputRequest::InsertChar(letter));
        }
    }

    /// Draws the part of the text around the cursor, and the cursor if the field has the focus.
    pub(crate) fn draw(&self, area: Rect, active: bool, look: &ActiveTheme, buf: &mut Buffer) {
        let columns = usize::from(area.width);
        if columns < 2 || area.height == 0 {
            return;
        }
        let style = look.style(Role::Raised);
        buf.set_style(area, style);
        if !look.has_colors() {
            // Without colours, a line marks the field.
            buf.set_style(area, style.add_modifier(Modifier::UNDERLINED));
        }
        // The cursor may be after the text.
        let scroll = self.0.visual_scroll(columns - 1);
        let (mut x, mut start) = (0, 0);
        for letter in self.text().chars() {
            if x >= scroll && letter.width() != Some(0) {
                break;
            }
            x += letter.width().unwrap_or(0);
            start += letter.len_utf8();
        }
        // Half of a wide character is not drawn.
        let cut = x.saturating_sub(scroll).min(columns);
        let at = |column: usize| area.x + u16::try_from(column).expect("a column of the area");
        buf.put_stringn(at(cut), area.y, &self.text()[start..], columns - cut, style);
        if active {
            let cursor = self.0.visual_cursor().saturating_sub(scroll);
            let cursor = Rect::new(at(cursor.min(columns - 1)), area.y, 1, 1);
            buf.set_style(cursor, Style::new().add_modifier(Modifier::REVERSED));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::ColorDepth;
    use reversi_board::BuiltInTheme;

    fn shown(field: &Field, columns: u16) -> String {
        let area = Rect::new(0, 0, columns, 1);
        let mut buf = Buffer::empty(area);
        let look = ActiveTheme::new(BuiltInTheme::Classic, ColorDepth::True, false);
        field.draw(area, true, &look, &mut buf);
        (0..columns).map(|x| buf[(x, 0)].symbol()).collect()
    }

    #[test]
    fn a_text_is_edited_in_the_middle_and_word_by_word() {
        let mut field = Field::new("~/games/old.ggf");
        for request in [
            InputRequest::GoToStart,
            InputRequest::DeleteNextChar,
            InputRequest::InsertChar('a'),
            InputRequest::InsertChar('8'),
            InputRequest::GoToNextChar,
            InputRequest::DeletePrevChar,
            InputRequest::GoToEnd,
            InputRequest::InsertChar('x'),
        ] {
            field.edit(request);
        }
        assert_eq!(field.text(), "a8games/old.ggfx");
        field.edit(InputRequest::DeletePrevWord);
        field.edit(InputRequest::DeletePrevWord);
        assert_eq!(field.text(), "");
        field.paste("again");
        field.edit(InputRequest::DeleteLine);
        assert_eq!(field.text(), "");
    }

    #[test]
    fn nothing_that_a_terminal_would_obey_gets_into_a_text() {
        let field = Field::new("/a\u{1b}[2J\u{202e}b\r\n");
        assert_eq!(field.text(), "/a[2Jb");
    }

    #[test]
    fn what_is_around_the_cursor_is_seen() {
        let mut field = Field::new("0123456789");
        assert_eq!(shown(&field, 12), "0123456789  ");
        assert_eq!(shown(&field, 5), "6789 ");
        field.edit(InputRequest::GoToStart);
        assert_eq!(shown(&field, 5), "01234");
        let wide = Field::new("為則");
        assert_eq!(shown(&wide, 8).trim_end(), "為 則");
        for columns in 0..12 {
            shown(&wide, columns);
        }
        assert_eq!(Field::new(&"a".repeat(10_000)).text().len(), LONGEST);
    }
}
