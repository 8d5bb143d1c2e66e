//! Owns who plays: both sides with their discs, and the bar between them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use crate::app::tui::raster;
use crate::app::tui::text::width;
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::color::{ByColor, Color};

/// A clock as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClockFace {
    /// `4:58`
    pub(crate) text: String,
    /// There is little time left.
    pub(crate) low: bool,
}

impl ClockFace {
    /// Its text in so many columns: without minutes that are none, then without seconds.
    fn text_in(&self, columns: usize) -> String {
        if width(&self.text) <= columns {
            return self.text.clone();
        }
        let short = self.text.replacen("0:", "", 1);
        if self.low && width(&short) <= columns {
            return short;
        }
        let minutes = self
            .text
            .rsplit_once(':')
            .map_or("", |(minutes, _)| minutes);
        minutes.replacen(':', "h", 1)
    }
}

/// Both players and their discs to draw.
#[derive(Debug)]
pub(crate) struct PlayersView<'a> {
    pub(crate) names: ByColor<String>,
    pub(crate) counts: ByColor<u32>,
    pub(crate) to_move: Option<Color>,
    pub(crate) winner: Option<Color>,
    /// What time they have left, in a game with clocks.
    pub(crate) clocks: Option<&'a ByColor<ClockFace>>,
    pub(crate) look: &'a ActiveTheme,
}

/// Below so many columns only discs and counts are shown.
const NARROW: u16 = 14;

impl PlayersView<'_> {
    /// The rows it takes at a width, without clocks or with them.
    pub(crate) const fn rows(width: u16, clocks: bool) -> u16 {
        match (width < NARROW, clocks) {
            (true, false) => 2,
            (true, true) => 4,
            (false, _) => 3,
        }
    }
}

impl Widget for &PlayersView<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let stacked = area.width < NARROW && self.clocks.is_some();
        let rows = if stacked { 2 } else { 1 };
        for (index, color) in (0..).zip(Color::ALL) {
            let row = index * rows;
            if row < area.height {
                let line = Rect::new(area.x, area.y + row, area.width, 1);
                self.draw_player(color, line, buf);
            }
            if let (Some(clocks), true) = (self.clocks, stacked && row + 1 < area.height) {
                let face = &clocks[color];
                let text = face.text_in(usize::from(area.width));
                let style = self.clock_style(face, self.look.style(Role::Text));
                let text = format!("{text:>columns$}", columns = usize::from(area.width));
                buf.set_stringn(
                    area.x,
                    area.y + row + 1,
                    text,
                    usize::from(area.width),
                    style,
                );
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
        let mut label = color.to_string();
        let mut name_at = x + if wide { 7 } else { 6 };
        let mut end = line.right() - 3;
        let longest = self.names.as_ref().map(|name| width(name));
        let longest = longest.black.max(longest.white);
        // The end of a name such as engine:2 is worth more than the rest of the word before it.
        if self.clocks.is_none() && longest > usize::from(end - name_at) {
            label.truncate(1);
            name_at = x + if wide { 3 } else { 2 };
        }
        buf.set_stringn(x, line.y, label, room, strong);
        if let Some(clocks) = self.clocks {
            let face = &clocks[color];
            let columns = u16::try_from(width(&face.text)).unwrap_or(line.width);
            // The longest name decides for both, and room for any time, so that nothing jumps.
            let names = u16::try_from(longest).unwrap_or(line.width);
            let shown = name_at + names + 2 + columns.max(6) + u16::from(wide) < end;
            let start = (end - 2 * u16::from(wide)).saturating_sub(columns);
            let style = self.clock_style(face, strong);
            buf.set_stringn(start, line.y, &face.text, usize::from(columns), style);
            end = if shown { start - 1 } else { name_at };
        }
        let room = usize::from(end.saturating_sub(name_at));
        let muted = Style {
            fg: look.style(Role::Muted).fg.or(base.fg),
            ..base
        };
        buf.set_stringn(name_at, line.y, &self.names[color], room, muted);
        let room = u16::try_from(width(&count)).unwrap_or(2);
        buf.set_string(line.right() - room - u16::from(wide), line.y, count, strong);
    }

    fn clock_style(&self, face: &ClockFace, base: Style) -> Style {
        if !face.low {
            return base;
        }
        let warning = self.look.style(Role::Warning);
        Style {
            bg: base.bg,
            ..warning
        }
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
