//! The players: both sides with their names, discs and clocks, and a bar of all squares.

use crate::widget::PutText as _;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use super::{Slices, clear, digits, fit, put, right_of};
use crate::text::{columns, cut, side_name, width};
use crate::theme::{ActiveTheme, Role};
use reversi::{ByColor, Color};
use reversi_table::clock::Remaining;
use reversi_text::{Name, tr};

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
    /// Their names; without them, the sides have theirs.
    pub(crate) names: ByColor<String>,
    pub(crate) counts: ByColor<u32>,
    /// The number of squares on the bar; `None` without a bar.
    pub(crate) squares: Option<u32>,
    pub(crate) to_move: Option<Color>,
    pub(crate) winner: Option<Color>,
    /// The time left, in a game with clocks.
    pub(crate) clocks: Option<&'a ByColor<ClockFace>>,
    /// The time that the moves of each side took, in a game without clocks; may be empty.
    pub(crate) used: ByColor<String>,
    pub(crate) look: &'a ActiveTheme,
}

/// Narrower panels show only discs and counts; the names are elsewhere.
pub(crate) const NARROW: u16 = 14;

/// The smallest panel with large digits: columns, and rows of which enough are left.
const LARGE: Size = Size::new(26, 15);

/// The rows of a panel with a tile for each side below the other.
const HIGH: u16 = 20;

/// The columns of a tile with the clock beside the digits.
const WIDE: u16 = 22;

/// The smallest panel with cards in boxes.
pub(crate) const HUGE: Size = Size::new(40, 26);

/// The columns of the sign and the disc before a name.
const BEFORE: u16 = 3;

/// The columns of a count of two digits.
const COUNT: u16 = 2;

/// How the players are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Two tiles of felt with large digits, beside each other, perhaps with a row of clocks below them.
    Tiles { has_clocks: bool },
    /// The same below each other, for long names.
    Stack,
    /// A row for each.
    Lines,
    /// Two rows for each: the name, and the clock and the count.
    Pairs,
    /// Discs and counts, with a row for each clock.
    Counts { has_clocks: bool },
}

impl Form {
    fn rows(self, look: &ActiveTheme) -> u16 {
        let tile = 1 + digits::rows(look);
        match self {
            Self::Tiles { has_clocks } => tile + 2 + u16::from(has_clocks),
            Self::Stack => 2 * tile + 2,
            Self::Lines => 3,
            Self::Pairs => 5,
            Self::Counts { has_clocks } => 2 * (1 + u16::from(has_clocks)),
        }
    }
}

impl PlayersView<'_> {
    /// Returns the height in a panel.
    pub(crate) fn rows(&self, panel: Rect) -> u16 {
        self.form(panel).rows(self.look)
    }

    /// Returns the form whose names are whole in a panel; for longer names, the one with most room for them.
    fn form(&self, panel: Rect) -> Form {
        if panel.width < NARROW {
            let has_clocks = self.clocks.is_some();
            return Form::Counts { has_clocks };
        }
        let fits = |size: Size| panel.width >= size.width && panel.height >= size.height;
        let name = self.longest_name();
        let tile = (panel.width - 1) / 2;
        if fits(LARGE) && BEFORE + name <= tile {
            let has_clocks = tile < WIDE;
            Form::Tiles { has_clocks }
        } else if fits(LARGE) && panel.height >= HIGH {
            Form::Stack
        } else if BEFORE + name + 1 + self.clock_columns() + COUNT <= panel.width {
            Form::Lines
        } else {
            Form::Pairs
        }
    }

    /// Returns the form that fills an area.
    fn form_of(&self, area: Rect) -> Form {
        let (tiles, stack) = (Form::Tiles { has_clocks: false }, Form::Stack);
        match area.height {
            _ if area.width < NARROW => Form::Counts {
                has_clocks: self.clocks.is_some(),
            },
            rows if rows >= stack.rows(self.look) => stack,
            rows if rows >= tiles.rows(self.look) => Form::Tiles {
                has_clocks: rows > tiles.rows(self.look),
            },
            rows if rows >= Form::Pairs.rows(self.look) => Form::Pairs,
            _ => Form::Lines,
        }
    }

    fn name(&self, color: Color) -> String {
        let name = &self.names[color];
        if name.is_empty() {
            side_name(color)
        } else {
            name.clone()
        }
    }

    fn longest_name(&self) -> u16 {
        let both = Color::ALL.map(|color| columns(&self.name(color)));
        both[0].max(both[1])
    }

    /// Returns the columns of a clock with a blank, with room for any time, so that nothing jumps.
    fn clock_columns(&self) -> u16 {
        let longest = |clocks: &ByColor<ClockFace>| {
            let both = clocks.as_ref().map(|face| columns(&face.text));
            both.black.max(both.white).max(6) + 1
        };
        self.clocks.map_or(0, longest)
    }
}

impl Widget for &PlayersView<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        match self.form_of(area) {
            Form::Tiles { has_clocks } => self.draw_tiles(area, has_clocks, buf),
            Form::Stack => self.draw_stack(area, buf),
            form @ (Form::Lines | Form::Pairs) => {
                let mut rest = Slices(area);
                for color in Color::ALL {
                    let rows = if form == Form::Pairs { 2 } else { 1 };
                    self.draw_lines(color, rest.top(rows), buf);
                }
                self.draw_bar(rest.top(1), false, buf);
            }
            Form::Counts { has_clocks } => {
                let mut rows = area.rows();
                for color in Color::ALL {
                    let Some(line) = rows.next() else { return };
                    self.draw_count(color, line, buf);
                    let clock = if has_clocks { rows.next() } else { None };
                    if let Some(line) = clock {
                        self.draw_clock(color, line, self.look.style(Role::Text), buf);
                    }
                }
            }
        }
    }
}

impl PlayersView<'_> {
    /// Returns the style of a text on the felt of a side.
    fn felt(&self, is_to_move: bool) -> Style {
        let felt = self.look.felt(is_to_move);
        felt.map_or_else(Style::new, |felt| self.look.ink_on(felt))
    }

    /// Returns the sign of a player: to move, or the winner.
    fn sign(&self, color: Color) -> Option<&'static str> {
        match (self.to_move, self.winner) {
            (Some(side), _) if side == color => Some(self.look.symbol("▸", ">")),
            (_, Some(winner)) if winner == color => Some(self.look.symbol("★", "*")),
            _ => None,
        }
    }

    /// Draws the sign and the disc of a player. Returns the style of the name.
    fn draw_disc(&self, color: Color, line: Rect, base: Style, buf: &mut Buffer) -> Style {
        let look = self.look;
        let sign = self.sign(color);
        let strong = match sign {
            Some(_) => base.add_modifier(Modifier::BOLD),
            None => base,
        };
        if let Some(sign) = sign {
            // The accent is too close to the felt.
            put(buf, line.as_position(), sign, strong);
        }
        let at = (line.x + 1, line.y);
        put(buf, at, look.disc(color), self.disc_style(color, base));
        strong
    }

    /// Draws the sign, the disc and the name of a player. A name that is too long ends with dots.
    fn draw_name(&self, color: Color, line: Rect, base: Style, buf: &mut Buffer) {
        let strong = self.draw_disc(color, line, base, buf);
        let place = right_of(line, BEFORE);
        let name = self.name(color);
        let name = fit(&name, place.width.into(), self.look);
        buf.put_string(place.x, place.y, name, strong);
    }

    /// Returns the style of a disc on a ground: on felt, which alone shows a black one, if the ground is none.
    fn disc_style(&self, color: Color, base: Style) -> Style {
        let Some(colors) = self.look.palette() else {
            return base;
        };
        let is_felt = [true, false].map(|is_to_move| self.felt(is_to_move).bg);
        if is_felt.contains(&base.bg) {
            let fg = Some(self.look.tint(colors.discs[color].face));
            return Style { fg, ..base };
        }
        self.look.disc_style(color)
    }

    /// Draws both tiles beside each other with the bar across them.
    fn draw_tiles(&self, area: Rect, has_clocks: bool, buf: &mut Buffer) {
        let mut rest = Slices(area);
        let clocks = rest.bottom(u16::from(has_clocks));
        let width = (area.width - 1) / 2;
        let mut both = Slices(rest.0);
        let tiles = [both.left(width), both.right(width)];
        for (color, tile) in Color::ALL.into_iter().zip(tiles) {
            self.draw_tile(color, tile, !has_clocks, buf);
        }
        let mut clocks = Slices(clocks);
        let places = [clocks.left(area.width / 2), clocks.right(area.width / 2)];
        for (color, place) in Color::ALL.into_iter().zip(places) {
            self.draw_time(color, place, buf);
        }
        let bar = right_of(Slices(rest.0).bottom(2), 1);
        self.draw_bar(Slices(bar).left(bar.width - 1), true, buf);
    }

    /// Draws both tiles below each other.
    fn draw_stack(&self, area: Rect, buf: &mut Buffer) {
        let mut rest = Slices(area);
        let rows = 1 + digits::rows(self.look);
        self.draw_tile(Color::Black, rest.top(rows), true, buf);
        self.draw_tile(Color::White, rest.0, true, buf);
        let bar = right_of(Slices(rest.0).bottom(2), 1);
        self.draw_bar(Slices(bar).left(bar.width - 1), true, buf);
    }

    /// Draws a tile of felt: the name, the count in large digits, and the felt below them. The last row is half a
    /// row high.
    fn draw_tile(&self, color: Color, area: Rect, has_time: bool, buf: &mut Buffer) {
        let look = self.look;
        let base = self.felt(self.to_move == Some(color));
        let mut rest = Slices(area);
        let halves = !look.ascii || look.half_blocks;
        if area.height > 1 + digits::rows(look) {
            let edge = rest.bottom(1);
            if let (Some(felt), true) = (base.bg, halves) {
                let style = look.style(Role::Text).fg(felt);
                let half = "▀".repeat(usize::from(edge.width));
                buf.put_string(edge.x, edge.y, half, style);
            }
        }
        clear(rest.0, base, buf);
        self.draw_name(color, rest.top(1), base, buf);
        let mut below = Slices(rest.top(digits::rows(look)));
        below.right(1);
        let count = below.right(digits::TWO);
        digits::draw(
            self.counts[color],
            count,
            self.disc_style(color, base),
            look,
            buf,
        );
        if has_time {
            let mut time = Slices(right_of(below.0, BEFORE));
            if let (Some(clocks), line) = (self.clocks, Slices(time.0).top(2)) {
                let turn = &clocks[color].turn;
                let turn = cut(turn, line.width.into());
                let line = Slices(line).bottom(1);
                buf.put_string(line.x, line.y, turn, base);
            }
            let line = time.bottom(1);
            if let Some(clocks) = self.clocks {
                let face = &clocks[color];
                let clock = face.text_in(line.width.into());
                buf.put_string(line.x, line.y, clock, self.clock_style(face, base));
            } else {
                let used = cut(&self.used[color], line.width.into());
                buf.put_string(line.x, line.y, used, base);
            }
        }
    }

    /// Draws the clock of a side, or the time that it used, below its tile.
    fn draw_time(&self, color: Color, line: Rect, buf: &mut Buffer) {
        if line.is_empty() {
            return;
        }
        let muted = self.look.style(Role::Muted);
        let Some(clocks) = self.clocks else {
            let used = cut(&self.used[color], line.width.into());
            let place = Slices(line).right(columns(&used).max(1));
            let x = if color == Color::White {
                place.x
            } else {
                line.x
            };
            buf.put_string(x, line.y, used, muted);
            return;
        };
        let face = &clocks[color];
        let clock = face.text_in(line.width.into());
        let style = self.clock_style(face, self.look.style(Role::Strong));
        let place = Slices(line).right(columns(&clock));
        let room = usize::from(line.width).saturating_sub(width(&clock) + 1);
        let turn = match face.turn.as_str() {
            "" => String::new(),
            turn if width(turn) + 5 <= room => tr!("move {number}", number = Name(turn)).into(),
            turn => cut(turn, room),
        };
        if color == Color::Black {
            let (end, _) = buf.put_stringn(line.x, line.y, &clock, line.width.into(), style);
            buf.put_string(end + 1, line.y, turn, muted);
        } else {
            buf.put_string(place.x, line.y, &clock, style);
            let at = place.x.saturating_sub(columns(&turn) + 1);
            buf.put_string(at, line.y, turn, muted);
        }
    }

    /// Draws a player in a row, or in two if the name is long: the name, the clock, and the count.
    fn draw_lines(&self, color: Color, area: Rect, buf: &mut Buffer) {
        let look = self.look;
        let base = if self.sign(color).is_some() {
            look.style(Role::Raised)
        } else {
            look.style(Role::Text)
        };
        buf.set_style(area, base);
        let strong = base.add_modifier(Modifier::BOLD);
        let mut rest = Slices(area);
        let mut line = Slices(rest.top(1));
        if area.height > 1 {
            self.draw_name(color, line.0, base, buf);
            line = Slices(rest.top(1));
        }
        let count = line.right(COUNT);
        let number = format!("{:>2}", self.counts[color]);
        buf.put_stringn(count.x, count.y, number, COUNT.into(), strong);
        if self.clocks.is_some() {
            let place = line.right(self.clock_columns());
            let place = Slices(place).left(place.width.saturating_sub(1));
            self.draw_clock(color, place, strong, buf);
        }
        line.right(1);
        if area.height == 1 {
            self.draw_name(color, line.0, base, buf);
        }
    }

    /// Draws a player without the name.
    fn draw_count(&self, color: Color, line: Rect, buf: &mut Buffer) {
        let look = self.look;
        let base = if self.sign(color).is_some() {
            look.style(Role::Raised)
        } else {
            look.style(Role::Text)
        };
        buf.set_style(line, base);
        self.draw_disc(color, line, base, buf);
        let count = self.counts[color].to_string();
        let place = Slices(right_of(line, BEFORE)).right(columns(&count));
        let strong = base.add_modifier(Modifier::BOLD);
        buf.put_stringn(place.x, place.y, count, place.width.into(), strong);
    }

    /// Draws the time left at the right end of a line.
    fn draw_clock(&self, color: Color, line: Rect, base: Style, buf: &mut Buffer) {
        let Some(clocks) = self.clocks else { return };
        let face = &clocks[color];
        let text = face.text_in(line.width.into());
        let place = Slices(line).right(columns(&text));
        buf.put_string(place.x, place.y, text, self.clock_style(face, base));
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

    /// Draws both names in one line, for screens whose panel has no room for them.
    pub(crate) fn draw_names(&self, line: Rect, buf: &mut Buffer) {
        if line.is_empty() {
            return;
        }
        let names = Color::ALL.map(|color| self.name(color));
        let text = self.look.style(Role::Text);
        let [black, white] = self.name_columns(line);
        let mut rest = Slices(line);
        let places = [rest.left(black + 1), rest.right(white + 1)];
        for ((color, name), place) in Color::ALL.into_iter().zip(&names).zip(places) {
            let style = self.disc_style(color, text);
            put(buf, place.as_position(), self.look.disc(color), style);
            let place = right_of(place, 1);
            let name = fit(name, place.width.into(), self.look);
            buf.put_string(place.x, place.y, name, text);
        }
    }

    /// Returns the columns of both names in one line. The longer name is the one that is cut, if both are too long.
    fn name_columns(&self, line: Rect) -> [u16; 2] {
        let [black, white] = Color::ALL.map(|color| columns(&self.name(color)));
        let room = line.width.saturating_sub(2);
        let half = room / 2;
        match black + white <= room {
            true => [black, white],
            false if white <= half => [room - white, white],
            false if black <= half => [black, room - black],
            false => [room - half, half],
        }
    }

    /// Returns what is free between both names in one line, with a blank at each side of it.
    pub(crate) fn between_names(&self, line: Rect) -> Rect {
        let [black, white] = self.name_columns(line);
        let mut rest = Slices(line);
        rest.left(black + 2);
        rest.right(white + 2);
        rest.0
    }

    /// Draws one bar of all squares: Black from the left, White from the right, the empty ones between. It is half a
    /// row high. Off the felt, where a black disc would not be seen, Black's part is lighter.
    fn draw_bar(&self, line: Rect, is_on_felt: bool, buf: &mut Buffer) {
        let Some(squares) = self.squares else { return };
        let width = u32::from(line.width);
        let share = self.counts.map(|count| {
            let rounded = (2 * count * width + squares) / (2 * squares.max(1));
            rounded.max(u32::from(count > 0)).min(width)
        });
        let white = share.white.min(width - share.black);
        let look = self.look;
        let cells = (0..width).zip(Rect { height: 1, ..line }.positions());
        for (column, at) in cells {
            let side = if column < share.black {
                Some(Color::Black)
            } else {
                (column >= width - white).then_some(Color::White)
            };
            let letter = match side {
                Some(Color::Black) => look.symbol("█", "X"),
                Some(Color::White) => look.symbol("░", "O"),
                None => look.symbol("·", "."),
            };
            let Some(colors) = look.palette() else {
                put(buf, at, letter, Style::new());
                continue;
            };
            let halves = !look.ascii || look.half_blocks;
            let fg = match side {
                None => colors.shadow,
                Some(side) if is_on_felt => colors.discs[side].face,
                Some(side) => colors.bar[side],
            };
            // With few colours, a shadow on the felt looks like Black's discs.
            let black = look.tint(colors.discs.black.face);
            let is_alike = side.is_none() && is_on_felt && look.tint(fg) == black;
            let style = Style::new().fg(look.tint(fg));
            put(
                buf,
                at,
                if halves && !is_alike { "▄" } else { letter },
                style,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::ColorDepth;
    use reversi_board::BuiltInTheme;

    fn text(view: &PlayersView, width: u16, height: u16) -> Vec<String> {
        let panel = Rect::new(0, 0, width, height);
        let area = Rect {
            height: view.rows(panel),
            ..panel
        };
        let mut buf = Buffer::empty(area);
        view.render(area, &mut buf);
        let row = |y| (0..width).map(|x| buf[(x, y)].symbol()).collect();
        (0..area.height).map(row).collect()
    }

    fn view<'a>(names: [&str; 2], look: &'a ActiveTheme) -> PlayersView<'a> {
        let [black, white] = names.map(str::to_owned);
        PlayersView {
            names: ByColor { black, white },
            counts: ByColor::new(10, 12),
            squares: Some(64),
            to_move: Some(Color::Black),
            winner: None,
            clocks: None,
            used: ByColor::default(),
            look,
        }
    }

    #[test]
    fn the_bar_holds_all_squares_with_the_empty_ones_between_both_sides() {
        let look = ActiveTheme::new(BuiltInTheme::Monochrome, ColorDepth::None, true);
        let players = view(["Ann", "Bob"], &look);
        let rows = text(&players, 32, 3);
        assert_eq!(rows[2], "XXXXX.....................OOOOOO");
    }

    #[test]
    fn the_parts_of_the_bar_differ_in_every_depth_of_colour() {
        for depth in [ColorDepth::True, ColorDepth::Indexed, ColorDepth::Basic] {
            let look = ActiveTheme::new(BuiltInTheme::Classic, depth, false);
            let area = Rect::new(0, 0, 32, 1);
            let mut buf = Buffer::empty(area);
            let players = view(["Ann", "Bob"], &look);
            players.draw_bar(area, true, &mut buf);
            let [black, empty, white] = [0, 16, 31].map(|x| {
                let cell = &buf[(x, 0)];
                (cell.symbol().to_owned(), cell.fg)
            });
            assert!(
                black != empty && empty != white && white != black,
                "{depth:?}"
            );
        }
    }

    #[test]
    fn a_long_name_is_whole_where_any_form_has_room_for_it() {
        let look = ActiveTheme::new(BuiltInTheme::Classic, ColorDepth::True, false);
        for length in 1..40 {
            let name = "n".repeat(length);
            let players = view([&name, "level 10"], &look);
            for width in NARROW..80 {
                for height in [5, 9, 16, 30] {
                    let rows = text(&players, width, height);
                    let most = usize::from(width - BEFORE);
                    let is_whole = rows.iter().any(|row| row.contains(&name));
                    // Two tiles are narrower than a whole row.
                    assert_eq!(is_whole, length <= most, "{width}x{height} {rows:#?}");
                    assert!(rows.iter().any(|row| row.contains("level 10")), "{rows:#?}");
                }
            }
        }
    }
}
