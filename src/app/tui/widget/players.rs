//! The players: both sides with their discs, and the bar between them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use super::{draw_glyphs, put};
use crate::app::tui::raster;
use crate::app::tui::text::{columns, width};
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::color::{ByColor, Color};

/// A clock as shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClockFace {
    /// `4:58`
    pub(crate) text: String,
    /// Set if there is little time left.
    pub(crate) low: bool,
}

impl ClockFace {
    /// Returns its text within a width: leading zero minutes go first, then the seconds.
    fn text_in(&self, columns: usize) -> String {
        if width(&self.text) <= columns {
            return self.text.clone();
        }
        let short = self.text.replacen("0:", "", 1);
        if self.low && width(&short) <= columns {
            return short;
        }
        let minutes = self.text.rsplit_once(':');
        minutes.map_or_else(String::new, |(minutes, _)| minutes.replacen(':', "h", 1))
    }
}

/// The players and discs to draw.
#[derive(Debug)]
pub(crate) struct PlayersView<'a> {
    pub(crate) names: ByColor<String>,
    pub(crate) counts: ByColor<u32>,
    pub(crate) to_move: Option<Color>,
    pub(crate) winner: Option<Color>,
    /// The time left, in a game with clocks.
    pub(crate) clocks: Option<&'a ByColor<ClockFace>>,
    pub(crate) look: &'a ActiveTheme,
}

/// Narrower panels show only discs and counts.
const NARROW: u16 = 14;

impl PlayersView<'_> {
    /// Returns the height at a width, with or without clocks.
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
        let narrow = area.width < NARROW;
        let mut rows = area.rows();
        for color in Color::ALL {
            let Some(line) = rows.next() else { return };
            self.draw_player(color, line, buf);
            if let (Some(clocks), true) = (self.clocks, narrow) {
                let Some(line) = rows.next() else { return };
                let face = &clocks[color];
                let columns = usize::from(line.width);
                let text = format!("{:>columns$}", face.text_in(columns));
                let style = self.clock_style(face, self.look.style(Role::Text));
                buf.set_stringn(line.x, line.y, text, columns, style);
            }
        }
        if let (Some(line), false) = (rows.next(), narrow) {
            self.draw_bar(line, buf);
        }
    }
}

impl PlayersView<'_> {
    fn draw_player(&self, color: Color, line: Rect, buf: &mut Buffer) {
        let look = self.look;
        let sign = match (self.to_move, self.winner) {
            (Some(side), _) if side == color => Some(look.symbol("▸", ">")),
            (_, Some(winner)) if winner == color => Some(look.symbol("★", "*")),
            _ => None,
        };
        let (base, strong) = if sign.is_some() {
            let base = look.style(Role::Raised);
            (base, base.add_modifier(Modifier::BOLD))
        } else {
            (look.style(Role::Text), look.style(Role::Text))
        };
        buf.set_style(line, base);
        if let Some(sign) = sign {
            let fg = look.style(Role::Key).fg.or(strong.fg);
            buf.set_string(line.x, line.y, sign, Style { fg, ..strong });
        }
        let count = format!("{:>2}", self.counts[color]);
        let (disc, disc_style) = (look.disc(color), look.disc_style(color));
        if line.width < NARROW {
            buf.set_string(line.x + 1, line.y, disc, disc_style);
            buf.set_string(line.x + 3, line.y, count, strong);
            return;
        }
        // In colours the disc is on a small square of the board.
        let wide = line.width >= 24;
        let (disc, disc_style) = match (look.has_colors(), wide) {
            (true, true) => (format!(" {disc} "), disc_style),
            (true, false) => (disc.to_owned(), disc_style),
            (false, _) => (disc.to_owned(), strong),
        };
        let (end, _) = buf.set_stringn(line.x + 2, line.y, disc, 3, disc_style);
        let x = end + 1;
        let mut label = color.to_string();
        let mut name_at = x + if wide { 7 } else { 6 };
        let mut end = line.right() - 3;
        let longest = self.names.as_ref().map(|name| columns(name));
        let longest = longest.black.max(longest.white);
        // The end of a name such as engine:2 says more than the rest of the word before it.
        if self.clocks.is_none() && longest > end - name_at {
            label.truncate(1);
            name_at = x + if wide { 3 } else { 2 };
        }
        buf.set_stringn(x, line.y, label, usize::from(end.saturating_sub(x)), strong);
        if let Some(clocks) = self.clocks {
            let face = &clocks[color];
            let columns = columns(&face.text);
            // The longest name sets the width for both, with room for any time, so that nothing jumps.
            let needed = longest.saturating_add(2 + columns.max(6) + u16::from(wide));
            let start = (end - 2 * u16::from(wide)).saturating_sub(columns);
            let style = self.clock_style(face, strong);
            buf.set_stringn(start, line.y, &face.text, usize::from(columns), style);
            end = if needed < end.saturating_sub(name_at) {
                start - 1
            } else {
                name_at
            };
        }
        let room = usize::from(end.saturating_sub(name_at));
        let fg = look.style(Role::Muted).fg.or(base.fg);
        buf.set_stringn(
            name_at,
            line.y,
            &self.names[color],
            room,
            Style { fg, ..base },
        );
        let at = line.right() - columns(&count) - u16::from(wide);
        buf.set_string(at, line.y, count, strong);
    }

    fn clock_style(&self, face: &ClockFace, base: Style) -> Style {
        if !face.low {
            return base;
        }
        Style {
            bg: base.bg,
            ..self.look.style(Role::Warning)
        }
    }

    fn draw_bar(&self, line: Rect, buf: &mut Buffer) {
        let ByColor { black, white } = self.counts;
        let empty = 64 - black - white;
        if let Some(colors) = self.look.paints() {
            let parts = [
                (black, colors.bar_black),
                (empty, colors.squares[1]),
                (white, colors.discs.white.face),
            ];
            draw_glyphs(&raster::bar(line.width, parts), line, self.look, buf);
            return;
        }
        let columns = |discs: u32| (discs * u32::from(line.width) / 64) as usize;
        let ends = [columns(black), columns(black + empty)];
        for (column, at) in line.positions().enumerate() {
            let symbol = match ends.map(|end| column >= end) {
                [false, _] => self.look.symbol("█", "X"),
                [true, false] => self.look.symbol("·", "."),
                [true, true] => self.look.symbol("░", "O"),
            };
            put(buf, at, symbol, Style::new());
        }
    }
}
