//! Owns who plays: both sides with their discs, and the bar between them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use crate::color::{ByColor, Color};
use crate::tui::raster;
use crate::tui::text::width;
use crate::tui::theme::{Look, Role};

/// Both players and their discs to draw.
#[derive(Debug)]
pub(crate) struct PlayersView<'a> {
    pub(crate) names: ByColor<String>,
    pub(crate) counts: ByColor<u32>,
    pub(crate) to_move: Option<Color>,
    pub(crate) winner: Option<Color>,
    pub(crate) look: &'a Look,
}

/// Below so many columns only discs and counts are shown.
const NARROW: u16 = 14;

impl PlayersView<'_> {
    /// The rows it takes at a width.
    pub(crate) const fn rows(width: u16) -> u16 {
        if width < NARROW { 2 } else { 3 }
    }
}

impl Widget for &PlayersView<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        for (row, color) in (0..).zip(Color::ALL) {
            if row < area.height {
                let line = Rect::new(area.x, area.y + row, area.width, 1);
                self.draw_player(color, line, buf);
            }
        }
        if area.width >= NARROW && area.height > 2 {
            self.draw_bar(Rect::new(area.x, area.y + 2, area.width, 1), buf);
        }
    }
}

impl PlayersView<'_> {
    fn draw_player(&self, color: Color, line: Rect, buf: &mut Buffer) {
        let look = self.look;
        let sign = match (self.to_move, self.winner) {
            (Some(side), _) if side == color => Some(["▸", ">"]),
            (_, Some(winner)) if winner == color => Some(["★", "*"]),
            _ => None,
        };
        let stands_out = sign.is_some();
        let base = look.style(if stands_out { Role::Raised } else { Role::Text });
        buf.set_style(line, base);
        let strong = if stands_out {
            base.add_modifier(Modifier::BOLD)
        } else {
            base
        };
        if let Some(sign) = sign {
            let style = strong.patch(Style {
                fg: look.style(Role::Key).fg,
                ..Style::new()
            });
            buf.set_string(line.x, line.y, sign[usize::from(look.is_ascii())], style);
        }
        let count = format!("{:>2}", self.counts[color]);
        if line.width < NARROW {
            buf.set_string(line.x + 1, line.y, look.disc(color), look.disc_style(color));
            buf.set_string(line.x + 3, line.y, count, strong);
            return;
        }
        // In colours the disc lies on a little square of the board.
        let wide = line.width >= 24;
        let mut x = line.x + 2;
        if look.has_colors() && wide {
            let disc = format!(" {} ", look.disc(color));
            buf.set_string(x, line.y, disc, look.disc_style(color));
            x += 4;
        } else {
            let style = if look.has_colors() {
                look.disc_style(color)
            } else {
                strong
            };
            buf.set_string(x, line.y, look.disc(color), style);
            x += 2;
        }
        let room = usize::from(line.right().saturating_sub(x + 3));
        buf.set_stringn(x, line.y, color.to_string(), room, strong);
        let name_at = x + if wide { 7 } else { 6 };
        let room = usize::from(line.right().saturating_sub(name_at + 3));
        let muted = Style {
            fg: look.style(Role::Muted).fg.or(base.fg),
            ..base
        };
        buf.set_stringn(name_at, line.y, &self.names[color], room, muted);
        let room = u16::try_from(width(&count)).unwrap_or(2);
        buf.set_string(line.right() - room - u16::from(wide), line.y, count, strong);
    }

    fn draw_bar(&self, line: Rect, buf: &mut Buffer) {
        let ByColor { black, white } = self.counts;
        let empty = 64 - black - white;
        let look = self.look;
        let colors = [Some(Color::Black), None, Some(Color::White)].map(|side| look.bar(side));
        if let ([Some(first), Some(middle), Some(last)], false) = (colors, look.is_ascii()) {
            let glyphs = raster::bar(line.width, [(black, first), (empty, middle), (white, last)]);
            for (at, glyph) in line.positions().zip(glyphs) {
                if let Some(cell) = buf.cell_mut(at) {
                    cell.set_symbol(glyph.symbol);
                    cell.fg = look.tint(glyph.fg);
                    cell.bg = look.tint(glyph.bg);
                }
            }
            return;
        }
        let symbols = if look.is_ascii() {
            ["X", ".", "O"]
        } else {
            ["█", "·", "░"]
        };
        let columns = |discs: u32| discs * u32::from(line.width) / 64;
        let ends = [columns(black), columns(black + empty)];
        for (column, at) in (0..).zip(line.positions()) {
            let part = ends.iter().filter(|&&end| column >= end).count();
            if let Some(cell) = buf.cell_mut(at) {
                cell.set_symbol(symbols[part]);
            }
        }
    }
}
