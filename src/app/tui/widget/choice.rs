//! Owns the choice of one value out of several, on one line.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::app::tui::text::width;
use crate::app::tui::theme::{ActiveTheme, Role};

/// A choice to draw.
#[derive(Debug)]
pub(crate) struct ChoiceView<'a> {
    pub(crate) options: &'a [String],
    pub(crate) chosen: usize,
    /// Whether the arrow keys change this one.
    pub(crate) active: bool,
    pub(crate) look: &'a ActiveTheme,
}

impl ChoiceView<'_> {
    /// Draws all options where there is room, otherwise the chosen one between arrows. Tells where each
    /// option stands, by its index, so that it can be clicked.
    pub(crate) fn draw(&self, area: Rect, buf: &mut Buffer) -> Vec<(Rect, usize)> {
        let texts: usize = self.options.iter().map(|option| width(option)).sum();
        let count = self.options.len();
        // Options that stand close share the space between them.
        for (gap, all) in [(2, texts + 2 * count), (1, texts + count + 1)] {
            if all <= usize::from(area.width) {
                return self.draw_all(area, gap, buf);
            }
        }
        let Some(option) = self.options.get(self.chosen) else {
            return Vec::new();
        };
        let (left, right) = if self.look.is_ascii() {
            ("<", ">")
        } else {
            ("◂", "▸")
        };
        let key = self.look.style(Role::Key);
        buf.set_string(area.x, area.y, left, key);
        let room = usize::from(area.width).saturating_sub(4);
        let (x, _) = buf.set_stringn(
            area.x + 2,
            area.y,
            format!(" {option} "),
            room,
            self.chosen_style(),
        );
        buf.set_stringn(x + 1, area.y, right, 1, key);
        vec![
            (
                Rect::new(area.x, area.y, 2, 1),
                (self.chosen + count - 1) % count,
            ),
            (
                Rect::new(area.x + 2, area.y, (x + 2).saturating_sub(area.x + 2), 1),
                (self.chosen + 1) % count,
            ),
        ]
    }

    fn draw_all(&self, area: Rect, gap: u16, buf: &mut Buffer) -> Vec<(Rect, usize)> {
        let mut x = area.x;
        let mut places = Vec::new();
        for (index, option) in self.options.iter().enumerate() {
            let chosen = index == self.chosen;
            // Brackets where no colour tells what is chosen.
            let text = if chosen && !self.look.has_colors() {
                format!("[{option}]")
            } else {
                format!(" {option} ")
            };
            let style = if chosen {
                self.chosen_style()
            } else {
                self.look.style(Role::Muted)
            };
            let end = x + u16::try_from(width(&text)).unwrap_or(area.width);
            if chosen {
                buf.set_string(x, area.y, text, style);
            } else {
                buf.set_string(x + 1, area.y, option, style);
            }
            places.push((Rect::new(x, area.y, end - x, 1), index));
            x = end + gap - 2;
        }
        places
    }

    fn chosen_style(&self) -> Style {
        if self.active {
            self.look.style(Role::Chosen)
        } else {
            let fg = self.look.style(Role::Key).fg;
            Style {
                fg,
                ..self.look.style(Role::Raised)
            }
            .add_modifier(Modifier::BOLD)
        }
    }
}
