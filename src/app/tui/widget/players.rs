//! The players: both sides with their discs, and the bar between them.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{HorizontalAlignment, Rect, Size};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Widget;
use tui_big_text::{BigText, PixelSize};

use super::{Slices, draw_glyphs, put, right_of};
use crate::app::clock::Remaining;
use crate::app::tui::raster;
use crate::app::tui::text::{clip, columns, cut, width};
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::color::{ByColor, Color};

/// A clock as shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClockFace {
    /// `4:58`
    pub(crate) text: String,
    /// Set if there is little time left.
    pub(crate) low: bool,
    /// The time spent on the current move; empty for the other side.
    pub(crate) turn: String,
}

/// A clock with less time left is highlighted.
const LITTLE: Duration = Duration::from_secs(10);

impl ClockFace {
    /// Creates the face of a clock, with the time spent on the current move, which may be empty.
    pub(crate) fn new(left: Remaining, turn: String) -> Self {
        Self {
            text: left.to_string(),
            low: left.left() < LITTLE,
            turn,
        }
    }

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
    /// The time that the moves of each side took, in a game without clocks; may be empty.
    pub(crate) used: ByColor<String>,
    pub(crate) look: &'a ActiveTheme,
}

/// Narrower panels show only discs and counts.
pub(crate) const NARROW: u16 = 14;

/// The smallest panel with large digits: columns, and rows of which enough are left.
const LARGE: Size = Size::new(26, 15);

/// The rows of a player with large digits.
const LARGE_ROWS: u16 = 4;

/// The rows of a player's card.
pub(crate) const CARD_ROWS: u16 = LARGE_ROWS + 3;

/// The smallest panel with cards in boxes.
pub(crate) const HUGE: Size = Size::new(40, 26);

impl PlayersView<'_> {
    /// Returns the height in a panel.
    pub(crate) fn rows(&self, panel: Rect) -> u16 {
        let has_blocks = !self.look.ascii || self.look.half_blocks;
        let fits = |size: Size| panel.width >= size.width && panel.height >= size.height;
        match (panel.width < NARROW, self.clocks.is_some()) {
            _ if fits(LARGE) && has_blocks => 2 * LARGE_ROWS + 1,
            (true, false) => 2,
            (true, true) => 4,
            (false, _) => 3,
        }
    }
}

impl Widget for &PlayersView<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let narrow = area.width < NARROW;
        if area.height > 4 {
            let mut rest = Slices(area);
            let bar = rest.bottom(1);
            for color in Color::ALL {
                self.draw_large(color, rest.top(LARGE_ROWS), buf);
            }
            self.draw_bar(bar, buf);
            return;
        }
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
    /// Draws the sign of a player: to move, or the winner. Returns the styles of its line: normal and strong.
    fn draw_sign(&self, color: Color, area: Rect, buf: &mut Buffer) -> (Style, Style) {
        let look = self.look;
        let sign = match (self.to_move, self.winner) {
            (Some(side), _) if side == color => look.symbol("▸", ">"),
            (_, Some(winner)) if winner == color => look.symbol("★", "*"),
            _ => {
                let style = look.style(Role::Text);
                buf.set_style(area, style);
                return (style, style);
            }
        };
        let base = look.style(Role::Raised);
        let strong = base.add_modifier(Modifier::BOLD);
        buf.set_style(area, base);
        let fg = look.style(Role::Key).fg.or(strong.fg);
        buf.set_string(area.x, area.y, sign, Style { fg, ..strong });
        (base, strong)
    }

    /// Draws the count of a side in large digits at the right end of an area.
    fn draw_count(&self, color: Color, area: Rect, style: Style, buf: &mut Buffer) {
        if self.look.ascii && !self.look.half_blocks {
            let line = Line::styled(self.counts[color].to_string(), style);
            line.right_aligned().render(area, buf);
            return;
        }
        let pixels = if self.look.half_blocks {
            PixelSize::HalfHeight
        } else {
            PixelSize::Quadrant
        };
        let count = Line::styled(self.counts[color].to_string(), style);
        let text = BigText::builder()
            .pixel_size(pixels)
            .alignment(HorizontalAlignment::Right)
            .lines([count])
            .build();
        text.render(area, buf);
    }

    /// Draws a player in four rows: the name, the clock, and the count in large digits.
    fn draw_large(&self, color: Color, area: Rect, buf: &mut Buffer) {
        let look = self.look;
        let (base, strong) = self.draw_sign(color, area, buf);
        // The name stays clear of two digits, so that nothing jumps.
        let digits = if look.half_blocks { 16 } else { 8 };
        let mut rest = Slices(area);
        let count = rest.right(digits + 1);
        self.draw_count(color, Slices(count).left(digits), strong, buf);
        let disc = format!(" {} ", look.disc(color));
        let style = if look.has_colors() {
            look.disc_style(color)
        } else {
            strong
        };
        rest.left(2);
        let mut name = Slices(rest.top(1));
        let sign = name.left(4);
        buf.set_stringn(sign.x, sign.y, disc, 3, style);
        let room = usize::from(name.0.width);
        let shown = cut(&self.names[color], room);
        let shown = if shown.is_empty() {
            clip(&self.names[color], room)
        } else {
            &shown
        };
        buf.set_string(name.0.x, name.0.y, shown, strong);
        let fg = look.style(Role::Muted).fg.or(base.fg);
        let muted = Style { fg, ..base };
        let below = right_of(rest.top(1), 4);
        let room = usize::from(below.width);
        let Some(clocks) = self.clocks else {
            buf.set_stringn(below.x, below.y, cut(&self.used[color], room), room, muted);
            return;
        };
        let face = &clocks[color];
        let style = self.clock_style(face, strong);
        buf.set_stringn(below.x, below.y, face.text_in(room), room, style);
        let turn = right_of(rest.top(1), 4);
        let named = format!("move {}", face.turn);
        if !face.turn.is_empty() && width(&named) <= usize::from(turn.width) {
            buf.set_string(turn.x, turn.y, named, muted);
        }
    }

    fn draw_player(&self, color: Color, line: Rect, buf: &mut Buffer) {
        let look = self.look;
        let (base, strong) = self.draw_sign(color, line, buf);
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
        // The end of a name such as level 2 says more than the rest of the word before it.
        if self.clocks.is_none() && longest > end - name_at {
            label.truncate(clip(&label, 1).len());
            name_at = x + if wide { 3 } else { 2 };
            // The disc says the rest.
            if longest > end - name_at {
                label.clear();
                name_at = x;
            }
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

    /// Draws a player inside a card: the name, the count in large digits, and the clock.
    pub(crate) fn draw_card(&self, color: Color, area: Rect, buf: &mut Buffer) {
        let mut rest = Slices(area);
        let (_, strong) = self.draw_sign(color, Slices(area).top(1), buf);
        let name = right_of(rest.top(1), 2);
        let style = if self.look.has_colors() {
            self.look.disc_style(color)
        } else {
            strong
        };
        buf.set_string(
            name.x,
            name.y,
            format!(" {} ", self.look.disc(color)),
            style,
        );
        let name = right_of(name, 4);
        let room = usize::from(name.width);
        buf.set_stringn(name.x, name.y, clip(&self.names[color], room), room, strong);
        let style = self.look.style(Role::Text).add_modifier(Modifier::BOLD);
        let digits = if self.look.half_blocks { 16 } else { 8 };
        self.draw_count(
            color,
            right_of(rest.0, rest.0.width.saturating_sub(digits)),
            style,
            buf,
        );
        let room = usize::from(area.width.saturating_sub(digits));
        let mut below = Slices(rest.0);
        let muted = self.look.style(Role::Muted);
        if let Some(clocks) = self.clocks {
            let face = &clocks[color];
            let style = self.clock_style(face, style);
            let line = below.top(1);
            buf.set_stringn(line.x, line.y, face.text_in(room), room, style);
            let line = below.top(1);
            buf.set_stringn(line.x, line.y, cut(&face.turn, room), room, muted);
        } else {
            buf.set_stringn(
                rest.0.x,
                rest.0.y,
                cut(&self.used[color], room),
                room,
                muted,
            );
        }
    }

    /// Draws the shares of both sides among the discs.
    pub(crate) fn draw_bar(&self, line: Rect, buf: &mut Buffer) {
        let ByColor { black, white } = self.counts;
        if black + white == 0 {
            return;
        }
        if let Some(colors) = self.look.paints() {
            let parts = [(black, colors.bar.black), (white, colors.bar.white)];
            draw_glyphs(&raster::bar(line.width, parts), line, self.look, buf);
            return;
        }
        let end = (black * u32::from(line.width)).checked_div(black + white);
        for (column, at) in line.positions().enumerate() {
            let symbol = if end.is_some_and(|end| column < end as usize) {
                self.look.symbol("█", "X")
            } else {
                self.look.symbol("░", "O")
            };
            put(buf, at, symbol, Style::new());
        }
    }
}
