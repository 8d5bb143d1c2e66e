//! The graph of an evaluation over a game: Black's lead above the middle, White's below it, in the tones of the bar of
//! all squares, which are seen on any background. Exact scores stand out from estimates.
//!
//! Heights are drawn with block elements, eight to a character: finer than the canvas markers that every
//! font has.

use crate::widget::PutText as _;
use std::iter;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{Slices, put, right_of};
use crate::text::columns;
use crate::theme::{ActiveTheme, Role};
use reversi::Color;
use reversi_study::review::graph::{Graph, Mistake, Point};
use reversi_text::{Name, tr};

/// Characters filled from below, by eighths.
const BLOCKS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// The width of the scale at the left, and the minimum width of a graph with a scale.
const SCALE: (u16, u16) = (5, 19);

/// The fewest rows of a graph with half of the lead on its scale.
const HALVES: u16 = 9;

/// The fewest columns between two numbers on the axis.
const LEAST_STEP: usize = 6;

/// A graph to draw.
#[derive(Debug)]
pub(crate) struct GraphView<'a> {
    pub(crate) graph: &'a Graph,
    /// The current position.
    pub(crate) at: usize,
    /// The number of the move after each position, for an axis below; a pass has none.
    pub(crate) numbers: Option<&'a [Option<usize>]>,
    pub(crate) look: &'a ActiveTheme,
}

impl GraphView<'_> {
    /// Draws the graph. Returns the position for a click on each column.
    pub(crate) fn draw(&self, area: Rect, buf: &mut Buffer) -> Vec<(Rect, usize)> {
        if area.width < 4 || area.height < 2 || self.graph.points.is_empty() {
            return Vec::new();
        }
        let scale = if area.width >= SCALE.1 { SCALE.0 } else { 0 };
        let numbers = self.numbers.filter(|_| area.height >= 4);
        let whole = right_of(area, scale);
        let mut rest = Slices(whole);
        let axis = rest.bottom(u16::from(numbers.is_some()));
        let plot = rest.0;
        let upper = plot.height / 2;
        let most = self.most();
        let heights = GraphScale { upper, most };
        for column in 0..plot.width {
            self.draw_column(column, plot, heights, buf);
        }
        if scale > 0 {
            self.draw_scale(area, plot, upper, most, buf);
        }
        self.draw_mistakes(plot, heights, buf);
        if let Some(numbers) = numbers {
            self.draw_axis(axis, numbers, buf);
        }
        let clicked = |column| self.graph.clicked(column, plot.width.into());
        let columns = whole.columns().zip(0..);
        columns.map(|(place, at)| (place, clicked(at))).collect()
    }

    /// Returns the lead at the edge of the scale.
    fn most(&self) -> i32 {
        let most = self.graph.highest().cast_signed();
        [8, 16, 32].into_iter().find(|&s| most <= s).unwrap_or(64)
    }

    /// Returns the column of a position on the screen.
    fn column(&self, position: usize, plot: Rect) -> u16 {
        let column = self.graph.column(position, plot.width.into());
        plot.x + u16::try_from(column).expect("a column lies within the plot")
    }

    /// Returns the score of the position in a column.
    fn point(&self, column: u16, plot: Rect) -> Option<Point> {
        self.graph.points[self.graph.position(column.into(), plot.width.into())]
    }

    /// Draws one column: the lead of each side up or down from the middle, in eighths of a character.
    fn draw_column(&self, column: u16, plot: Rect, scale: GraphScale, buf: &mut Buffer) {
        let point = self.point(column, plot);
        let is_cursor = plot.x + column == self.column(self.at, plot);
        for row in 0..plot.height {
            let (side, distance) = if row < scale.upper {
                (Color::Black, scale.upper - 1 - row)
            } else {
                (Color::White, row - scale.upper)
            };
            let eighths = point.map_or(0, |point| scale.eighths(side, point.black, distance));
            // The line of the cursor has no gap.
            let eighths = if is_cursor { eighths / 5 * 8 } else { eighths };
            let exact = point.is_some_and(|point| point.exact);
            let axis = side == Color::White && distance == 0;
            let symbol = if eighths > 0 {
                self.symbol(side, eighths, exact)
            } else if is_cursor {
                self.look.symbol("│", "|")
            } else if axis && self.look.ascii {
                "-"
            } else if axis {
                "▔"
            } else {
                " "
            };
            let style = self.column_style(side, eighths, exact, is_cursor);
            put(buf, (plot.x + column, plot.y + row), symbol, style);
        }
    }

    /// Returns a character filled from the middle by eighths.
    fn symbol(&self, side: Color, eighths: usize, exact: bool) -> &'static str {
        let colored = self.look.has_colors();
        match (self.look.ascii, side) {
            (true, _) if eighths > 4 && exact => "#",
            (true, _) if eighths > 4 => ":",
            (true, Color::Black) => ".",
            (true, Color::White) => "'",
            (false, _) if eighths == 8 && !colored && !exact => "▒",
            (false, Color::Black) => BLOCKS[eighths],
            // No block hangs from the top, so the rest of the character is drawn instead.
            (false, Color::White) if colored => BLOCKS[8 - eighths],
            (false, Color::White) => match eighths {
                0..=2 => "▔",
                3..=6 => "▀",
                _ => "█",
            },
        }
    }

    fn column_style(&self, side: Color, eighths: usize, exact: bool, is_cursor: bool) -> Style {
        let Some(colors) = self.look.palette() else {
            return match (eighths, is_cursor) {
                (0, true) => Style::new().add_modifier(Modifier::BOLD),
                (0, false) => Style::new().add_modifier(Modifier::DIM),
                _ => Style::new(),
            };
        };
        let tone = colors.background;
        // Estimates are fainter.
        let bar = if exact {
            colors.bar[side]
        } else {
            tone.mix(colors.bar[side], 0.6)
        };
        // The cursor is a thin line that runs through the bar.
        let key = self.look.style(Role::Key);
        let bar = if is_cursor {
            key.fg
        } else {
            Some(self.look.tint(bar))
        };
        let bg = key.bg;
        let (fg, bg) = match side {
            _ if eighths == 0 && is_cursor => return key,
            _ if eighths == 0 => return self.look.style(Role::Muted),
            Color::White if !self.look.ascii => (bg, bar),
            Color::Black | Color::White => (bar, bg),
        };
        Style {
            fg,
            bg,
            ..Style::new()
        }
    }

    /// Draws the scale: the lead at the edge, and half of it if there is room.
    fn draw_scale(&self, area: Rect, plot: Rect, upper: u16, most: i32, buf: &mut Buffer) {
        let muted = self.look.style(Role::Muted);
        for (color, y) in [(Color::Black, plot.y), (Color::White, plot.bottom() - 1)] {
            // On felt of two columns, so that the disc is whole.
            let disc = format!("{} ", self.look.disc(color));
            buf.put_string(area.x, y, disc, self.look.disc_style(color));
            buf.put_string(area.x + 2, y, format!("{most:>2}"), muted);
        }
        if plot.height > 3 {
            buf.put_string(area.x + 3, plot.y + upper, "0", muted);
        }
        if plot.height >= HALVES {
            let half = format!("{:>2}", most / 2);
            for y in [plot.y + upper / 2, plot.bottom() - 1 - upper / 2] {
                buf.put_string(area.x + 2, y, &half, muted);
            }
        }
    }

    /// Returns the row of the plot beyond the end of a column: above Black's lead, below White's.
    fn tip(&self, column: u16, plot: Rect, scale: GraphScale) -> u16 {
        let black = self
            .point(column - plot.x, plot)
            .map_or(0, |point| point.black);
        let side = if black < 0 {
            Color::White
        } else {
            Color::Black
        };
        let rows = match side {
            Color::Black => scale.upper,
            Color::White => plot.height - scale.upper,
        };
        let is_free = |&distance: &u16| scale.eighths(side, black, distance) == 0;
        let distance = (0..rows).find(is_free).unwrap_or(rows - 1);
        match side {
            Color::Black => plot.y + scale.upper - 1 - distance,
            Color::White => plot.y + scale.upper + distance,
        }
    }

    /// Draws the mistakes at the ends of their columns, blunders over mistakes. They point the way that the lead goes
    /// with them: down if Black makes them, up if White does.
    fn draw_mistakes(&self, plot: Rect, scale: GraphScale, buf: &mut Buffer) {
        let (blunders, mistakes): (Vec<&Mistake>, _) =
            self.graph.mistakes.iter().partition(|m| m.is_blunder);
        for mistake in mistakes.into_iter().chain(blunders) {
            let symbol = mistake_symbol(mistake.color, mistake.is_blunder, self.look);
            let column = self.column(mistake.entry, plot);
            let at = (column, self.tip(column, plot, scale));
            let style = match self.look.palette() {
                Some(_) if mistake.entry != self.at => self.look.style(Role::Loss),
                None if mistake.is_blunder => Style::new().add_modifier(Modifier::BOLD),
                _ => Style::new(),
            };
            put(buf, at, symbol, style);
        }
    }

    /// Draws the axis below: the numbers of the first and of each tenth move, or of each twentieth in few columns, and that
    /// of the current one.
    fn draw_axis(&self, area: Rect, numbers: &[Option<usize>], buf: &mut Buffer) {
        let is_narrow = 10 * usize::from(area.width) < LEAST_STEP * numbers.len();
        let step = if is_narrow { 20 } else { 10 };
        let here = numbers.get(self.at).copied().flatten();
        let caret = self.look.symbol("╹", "'").to_owned();
        let here = here.map_or(caret, |number| number.to_string());
        let tick = |(entry, number): (usize, &Option<usize>)| {
            let number = number.filter(|&number| number == 1 || number % step == 0)?;
            Some((entry, number.to_string(), Role::Muted))
        };
        let ticks = numbers.iter().enumerate().filter_map(tick);
        let mut taken: Vec<Rect> = Vec::new();
        for (entry, text, role) in iter::once((self.at, here, Role::Key)).chain(ticks) {
            let width = columns(&text);
            let x = self
                .column(entry, area)
                .min(area.right().saturating_sub(width));
            let place = Rect { x, width, ..area };
            // A blank stays between two numbers.
            let with_blanks = Rect {
                x: x.saturating_sub(1),
                width: width + 2,
                ..area
            };
            if taken.iter().all(|other| !with_blanks.intersects(*other)) {
                buf.put_string(x, area.y, &text, self.look.style(role));
                taken.push(place);
            }
        }
    }
}

/// Returns the sign of a mistake.
fn mistake_symbol(color: Color, is_blunder: bool, look: &ActiveTheme) -> &'static str {
    match (color, is_blunder) {
        (Color::Black, false) => look.symbol("▾", "v"),
        (Color::Black, true) => look.symbol("▼", "V"),
        (Color::White, false) => look.symbol("▴", "^"),
        (Color::White, true) => look.symbol("▲", "A"),
    }
}

/// Returns what the signs of mistakes mean, in the graph and beside a move.
pub(crate) fn legend(look: &ActiveTheme) -> String {
    let [mistakes, blunders] = [false, true].map(|is_blunder| {
        Color::ALL
            .map(|color| mistake_symbol(color, is_blunder, look))
            .concat()
    });
    tr!(
        "{mistakes} ? mistake  {blunders} ?? blunder",
        mistakes = Name(&mistakes),
        blunders = Name(&blunders),
    )
    .into()
}

/// The scale from leads to heights.
#[derive(Clone, Copy, Debug)]
struct GraphScale {
    /// Rows above the middle.
    upper: u16,
    /// The lead at the edge.
    most: i32,
}

impl GraphScale {
    /// Returns the filled eighths of a side's character, at a distance from the middle.
    fn eighths(self, side: Color, black: i32, distance: u16) -> usize {
        let lead = match side {
            Color::Black => black,
            Color::White => -black,
        };
        if lead < 0 {
            return 0;
        }
        // Both halves have the same scale, even if one has an extra row. A draw is a line in the middle.
        let full = 8 * i32::from(self.upper.max(1));
        let height = ((2 * lead * full + self.most) / (2 * self.most)).max(1);
        let eighths = (height - 8 * i32::from(distance)).clamp(0, 8);
        usize::try_from(eighths).expect("0 to 8")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::ColorDepth;
    use reversi_board::BuiltInTheme;

    const fn point(black: i32, exact: bool) -> Point {
        Point { black, exact }
    }

    fn text(view: &GraphView, width: u16, height: u16) -> Vec<String> {
        let mut buf = Buffer::empty(Rect::new(0, 0, width, height));
        view.draw(buf.area, &mut buf);
        let row = |y| (0..width).map(|x| buf[(x, y)].symbol()).collect();
        (0..height).map(row).collect()
    }

    #[test]
    fn each_side_leads_on_its_own_half_and_what_is_proven_is_filled() {
        let look = ActiveTheme::new(BuiltInTheme::Monochrome, ColorDepth::None, true);
        let graph = Graph {
            points: vec![
                None,
                Some(point(4, false)),
                Some(point(-4, false)),
                Some(point(-8, true)),
                Some(point(8, true)),
            ],
            mistakes: Vec::new(),
        };
        let view = GraphView {
            graph: &graph,
            at: 0,
            numbers: Some(&[Some(1), Some(2), None, Some(3)]),
            look: &look,
        };
        assert_eq!(
            text(&view, 10, 5),
            [
                " |      ##",
                " |::    ##",
                "-|--::##--",
                " |    ##  ",
                " 1        "
            ]
        );
    }

    #[test]
    fn a_mistake_stands_at_the_end_of_its_column_and_points_the_way_that_the_lead_goes() {
        let look = ActiveTheme::new(BuiltInTheme::Monochrome, ColorDepth::None, true);
        let mistake = |entry, color, is_blunder| Mistake {
            entry,
            color,
            is_blunder,
        };
        let graph = Graph {
            points: [4, -4, 8, -8, 0]
                .map(|black| Some(point(black, true)))
                .to_vec(),
            mistakes: vec![
                mistake(0, Color::Black, false),
                mistake(1, Color::White, false),
                mistake(2, Color::Black, true),
                mistake(3, Color::White, true),
            ],
        };
        let view = GraphView {
            graph: &graph,
            at: 4,
            numbers: None,
            look: &look,
        };
        assert_eq!(
            text(&view, 5, 4),
            ["v V |", "# # |", "-#-#|", " ^ A|"],
            "at the end of the scale in the column"
        );
    }

    #[test]
    fn the_leads_of_both_sides_are_seen_on_the_background_of_every_theme() {
        let depths = [ColorDepth::True, ColorDepth::Indexed, ColorDepth::Basic];
        let themes = BuiltInTheme::ALL
            .into_iter()
            .flat_map(|name| depths.map(|depth| (name, depth)));
        for (name, depth) in themes {
            let look = ActiveTheme::new(name, depth, false);
            let scores = [-8, 8]
                .into_iter()
                .flat_map(|black| [true, false].map(|e| (black, e)));
            for (black, exact) in scores {
                let graph = Graph {
                    points: vec![Some(point(black, exact)); 4],
                    mistakes: Vec::new(),
                };
                let view = GraphView {
                    graph: &graph,
                    at: 3,
                    numbers: None,
                    look: &look,
                };
                let mut buf = Buffer::empty(Rect::new(0, 0, 4, 4));
                view.draw(buf.area, &mut buf);
                let y = if black > 0 { 1 } else { 2 };
                let cell = &buf[(0, y)];
                let shown = if cell.symbol() == " " {
                    cell.bg
                } else {
                    cell.fg
                };
                let ground = look.style(Role::Text).bg.unwrap_or_default();
                let has_colors = look.has_colors();
                assert!(
                    !has_colors || shown != ground,
                    "{name:?} {depth:?} {black} {exact}"
                );
            }
        }
    }

    #[test]
    fn the_axis_has_the_number_of_the_current_move_and_every_tenth_that_does_not_touch_another() {
        let look = ActiveTheme::new(BuiltInTheme::Monochrome, ColorDepth::None, true);
        let graph = Graph {
            points: vec![None; 43],
            mistakes: Vec::new(),
        };
        // Of 42 entries the thirtieth is a pass.
        let number = |entry| (entry != 29).then_some(if entry < 29 { entry + 1 } else { entry });
        let numbers: Vec<Option<usize>> = (0..42).map(number).collect();
        let axis = |at, width| {
            let view = GraphView {
                graph: &graph,
                at,
                numbers: Some(&numbers),
                look: &look,
            };
            text(&view, width, 5).pop().unwrap()
        };
        let wide = axis(4, SCALE.0 + 43);
        assert_eq!(
            wide.trim_end(),
            "     1   5    10        20         30        40"
        );
        assert_eq!(axis(10, SCALE.0 + 43).find("11"), Some(15), "not beside 10");
        assert!(!axis(10, SCALE.0 + 43).contains("10"));
        assert_eq!(axis(29, SCALE.0 + 43).find('\''), Some(34), "a pass");
        assert_eq!(axis(42, SCALE.0 + 43).find('\''), Some(47), "the end");
        for at in 0..43 {
            for width in 18..60 {
                let axis = axis(at, width);
                let words: Vec<&str> = axis.split_whitespace().collect();
                assert!(words.iter().all(|word| word.len() <= 2), "{axis}");
            }
        }
    }
}
