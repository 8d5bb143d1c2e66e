//! Owns the choice of one value out of several, on one line.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::tui::text::width;
use crate::tui::theme::{Look, Role};

/// A choice to draw.
#[derive(Debug)]
pub(crate) struct ChoiceView<'a> {
    pub(crate) options: &'a [String],
    pub(crate) chosen: usize,
    /// Whether the arrow keys change this one.
    pub(crate) active: bool,
    pub(crate) look: &'a Look,
}

impl ChoiceView<'_> {
    /// Draws all options where there is room, otherwise the chosen one between arrows. Tells where each
    /// option stands, by its index, so that it can be clicked.
    pub(crate) fn draw(&self, area: Rect, buf: &mut Buffer) -> Vec<(Rect, usize)> {
        let all: usize = self.options.iter().map(|option| width(option) + 2).sum();
        if all <= usize::from(area.width) {
            return self.draw_all(area, buf);
        }
        let count = self.options.len();
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

    fn draw_all(&self, area: Rect, buf: &mut Buffer) -> Vec<(Rect, usize)> {
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
            let start = x;
            (x, _) = buf.set_stringn(x, area.y, text, usize::MAX, style);
            places.push((Rect::new(start, area.y, x - start, 1), index));
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
