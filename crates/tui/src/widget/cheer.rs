//! Small discs that fall over the board after a win.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color as CellColor;
use ratatui::widgets::Widget;

use crate::theme::{ActiveTheme, Role};
use reversi::Color;

/// The number of discs.
const DISCS: u16 = 36;

/// Discs of both sides and of the accent that fall over an area.
pub(crate) struct Cheer<'a> {
    /// How much of their time has passed, 0 to 1.
    pub(crate) passed: f32,
    pub(crate) look: &'a ActiveTheme,
}

impl Widget for Cheer<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let disc = self.look.disc_style(Color::White).fg;
        let colors = [
            disc,
            self.look.style(Role::Key).fg,
            self.look.disc_style(Color::Black).fg,
        ];
        for index in 0..DISCS {
            // Neighbours start apart and at different times.
            let column = area.x + index * 13 % DISCS * area.width / DISCS;
            let late = f32::from(index * 7 % DISCS) / f32::from(DISCS) * 0.5;
            let fallen = (self.passed - late) * 2.2 * f32::from(area.height);
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked in place
            let row = if (0.0..f32::from(area.height)).contains(&fallen) {
                area.y + fallen as u16
            } else {
                continue;
            };
            if let Some(cell) = buf.cell_mut((column, row)) {
                if cell.symbol() == "█" {
                    cell.bg = cell.fg;
                }
                cell.set_symbol("●");
                cell.fg = colors[usize::from(index) % colors.len()].unwrap_or(CellColor::Reset);
            }
        }
    }
}
