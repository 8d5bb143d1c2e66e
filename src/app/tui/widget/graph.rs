//! Owns the graph of an evaluation over a game: Black's lead above the middle, White's below it, on the
//! ground of the board. What is proven stands out from what is estimated, and is named below.
//!
//! The heights are drawn in block elements, eight to a character: finer than the markers of a canvas
//! that every font has.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::app::tui::theme::{ActiveTheme, Role};
use crate::color::Color;

/// Characters that are filled by so many eighths from below.
const BLOCKS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// Columns of the scale at the left, and from how many columns on there is one.
const SCALE: (u16, u16) = (4, 18);

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Point {
    /// In discs, for Black.
    pub(crate) black: i32,
    /// Whether it is proven.
    pub(crate) exact: bool,
}

/// A bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mistake {
    /// Whose it was.
    pub(crate) color: Color,
    /// Whether it was more than a mistake.
    pub(crate) blunder: bool,
}

/// A graph to draw.
#[derive(Debug)]
pub(crate) struct GraphView<'a> {
    /// What each position is worth, as far as it is known.
    pub(crate) points: &'a [Option<Point>],
    /// The bad moves, each at the position before it.
    pub(crate) flaws: &'a [Option<Mistake>],
    /// The position that is looked at.
    pub(crate) at: usize,
    pub(crate) look: &'a ActiveTheme,
}

impl GraphView<'_> {
    /// Draws the graph. Tells where each position stands, by its index, so that it can be clicked.
    pub(crate) fn draw(&self, area: Rect, buf: &mut Buffer) -> Vec<(Rect, usize)> {
        if area.width < 4 || area.height < 2 || self.points.is_empty() {
            return Vec::new();
        }
        let scale = if area.width >= SCALE.1 { SCALE.0 } else { 0 };
        let ruled = u16::from(area.height >= 4);
        let plot = Rect::new(
            area.x + scale,
            area.y,
            area.width - scale,
            area.height - ruled,
        );
        let upper = plot.height / 2;
        let most = self.most();
        for column in 0..plot.width {
            self.draw_column(column, plot, Scale { upper, most }, buf);
        }
        if scale > 0 {
            self.draw_scale(area, plot, upper, most, buf);
        }
        self.draw_flaws(plot, buf);
        let column = plot.x + self.column(self.at, plot.width);
        if ruled > 0 {
            self.draw_rule(Rect::new(plot.x, plot.bottom(), plot.width, 1), buf);
            let caret = if self.look.is_ascii() { "^" } else { "▲" };
            buf.set_string(column, plot.bottom(), caret, self.look.style(Role::Key));
        }
        (0..plot.width)
            .map(|x| {
                let place = Rect::new(plot.x + x, plot.y, 1, plot.height + ruled);
                (place, self.clicked(x, plot.width))
            })
            .collect()
    }

    /// The lead that reaches the edge.
    fn most(&self) -> i32 {
        let known = self.points.iter().flatten();
        let most = known.map(|point| point.black.abs()).max().unwrap_or(0);
        [8, 16, 32].into_iter().find(|&s| most <= s).unwrap_or(64)
    }

    /// The column of a position: the middle of its share.
    fn column(&self, position: usize, width: u16) -> u16 {
        let column = (2 * position + 1) * usize::from(width) / (2 * self.points.len());
        u16::try_from(column).unwrap_or(width).min(width - 1)
    }

    /// The position in whose share something lies: that of `at` out of `of` parts of the width.
    fn position(&self, at: usize, of: usize) -> usize {
        ((2 * at + 1) * self.points.len() / (2 * of)).min(self.points.len() - 1)
    }

    /// The position that a click on a column means: a bad move, where there is one.
    fn clicked(&self, column: u16, width: u16) -> usize {
        let here = |position: usize| self.column(position, width) == column;
        let flaw = self
            .flaws
            .iter()
            .enumerate()
            .find(|&(entry, flaw)| flaw.is_some() && here(entry));
        flaw.map_or_else(
            || self.position(usize::from(column), usize::from(width)),
            |(entry, _)| entry,
        )
    }

    /// One column: the lead of each side up or down from the middle, in eighths of a character.
    fn draw_column(&self, column: u16, plot: Rect, scale: Scale, buf: &mut Buffer) {
        let position = self.position(column.into(), plot.width.into());
        let point = self.points[position];
        let is_cursor = column == self.column(self.at, plot.width);
        for row in 0..plot.height {
            let (side, distance) = if row < scale.upper {
                (Color::Black, scale.upper - 1 - row)
            } else {
                (Color::White, row - scale.upper)
            };
            let eighths = point.map_or(0, |point| scale.eighths(side, point.black, distance));
            let exact = point.is_some_and(|point| point.exact);
            let axis = side == Color::White && distance == 0;
            let Some(cell) = buf.cell_mut((plot.x + column, plot.y + row)) else {
                continue;
            };
            let symbol = if eighths > 0 {
                self.symbol(side, eighths, exact)
            } else if is_cursor {
                if self.look.is_ascii() { "|" } else { "│" }
            } else if axis && self.look.is_ascii() {
                "-"
            } else if axis && !self.look.has_colors() {
                "▔"
            } else {
                " "
            };
            cell.set_symbol(symbol)
                .set_style(self.column_style(side, eighths, exact, is_cursor));
        }
    }

    /// A character that is filled by so many eighths from the middle on.
    fn symbol(&self, side: Color, eighths: u16, exact: bool) -> &'static str {
        let colored = self.look.has_colors();
        match (self.look.is_ascii(), side) {
            (true, _) if eighths > 4 => {
                if exact {
                    "#"
                } else {
                    ":"
                }
            }
            (true, Color::Black) => ".",
            (true, Color::White) => "'",
            (false, _) if eighths == 8 && !colored && !exact => "▒",
            (false, Color::Black) => BLOCKS[usize::from(eighths)],
            // There are no blocks that hang: the rest of the character is drawn instead.
            (false, Color::White) if colored => BLOCKS[usize::from(8 - eighths)],
            (false, Color::White) => match eighths {
                0..=2 => "▔",
                3..=6 => "▀",
                _ => "█",
            },
        }
    }

    fn column_style(&self, side: Color, eighths: u16, exact: bool, is_cursor: bool) -> Style {
        let Some(colors) = self.look.board() else {
            return match (eighths, is_cursor) {
                (0, true) => Style::new().add_modifier(Modifier::BOLD),
                (0, false) => Style::new().add_modifier(Modifier::DIM),
                _ => Style::new(),
            };
        };
        let tone = colors.squares[usize::from(side == Color::White)];
        let disc = colors.discs[side].face;
        // What is not proven is fainter.
        let disc = if exact { disc } else { tone.mix(disc, 0.6) };
        let disc = if is_cursor {
            disc.mix(colors.turned, 0.5)
        } else {
            disc
        };
        let chosen = self.look.style(Role::Chosen);
        let ground = Style::new().bg(self.look.tint(tone));
        let ground = if is_cursor { chosen } else { ground };
        let disc = self.look.tint(disc);
        let bg = ground.bg.unwrap_or_default();
        match side {
            _ if eighths == 0 => ground.fg(ground.fg.unwrap_or(disc)),
            Color::White if !self.look.is_ascii() => Style::new().fg(bg).bg(disc),
            Color::Black | Color::White => Style::new().fg(disc).bg(bg),
        }
    }

    /// Where a lead of each side reaches the edge.
    fn draw_scale(&self, area: Rect, plot: Rect, upper: u16, most: i32, buf: &mut Buffer) {
        let muted = self.look.style(Role::Muted);
        let rows = [
            (Color::Black, plot.y),
            (Color::White, plot.bottom().saturating_sub(1)),
        ];
        for (color, y) in rows {
            buf.set_string(
                area.x,
                y,
                self.look.disc(color),
                self.look.disc_style(color),
            );
            buf.set_string(area.x + 1, y, format!("{most:>2}"), muted);
        }
        if plot.height > 3 {
            buf.set_string(area.x + 2, plot.y + upper, "0", muted);
        }
    }

    /// Bad moves stand at the edge of the side that made them.
    fn draw_flaws(&self, plot: Rect, buf: &mut Buffer) {
        for blunders in [false, true] {
            for (entry, flaw) in self.flaws.iter().enumerate() {
                let Some(flaw) = flaw.filter(|flaw| flaw.blunder == blunders) else {
                    continue;
                };
                let symbol = match (flaw.blunder, self.look.is_ascii()) {
                    (false, _) => "?",
                    (true, false) => "⁇",
                    (true, true) => "!",
                };
                let style = match self.look.board() {
                    Some(colors) => Style::new().fg(self.look.tint(colors.turned)),
                    None if flaw.blunder => Style::new().add_modifier(Modifier::REVERSED),
                    None => Style::new(),
                };
                let y = match flaw.color {
                    Color::Black => plot.y,
                    Color::White => plot.bottom() - 1,
                };
                let x = plot.x + self.column(entry, plot.width);
                if let Some(cell) = buf.cell_mut((x, y)) {
                    cell.set_symbol(symbol)
                        .set_style(style.add_modifier(Modifier::BOLD));
                }
            }
        }
    }

    /// The rule below: double where the positions above it are proven.
    fn draw_rule(&self, area: Rect, buf: &mut Buffer) {
        let [unknown, estimated, proven] = if self.look.is_ascii() {
            [" ", "-", "="]
        } else {
            [" ", "─", "═"]
        };
        let muted = self.look.style(Role::Muted);
        let kinds: Vec<Option<bool>> = (0..area.width)
            .map(|x| {
                let point = self.points[self.position(x.into(), area.width.into())];
                point.map(|point| point.exact)
            })
            .collect();
        for (x, kind) in (area.x..).zip(&kinds) {
            let symbol = match kind {
                None => unknown,
                Some(false) => estimated,
                Some(true) => proven,
            };
            buf.set_string(x, area.y, symbol, muted);
        }
        // The last run of what is proven is named, where there is room.
        let run = kinds
            .iter()
            .rev()
            .skip_while(|kind| **kind != Some(true))
            .take_while(|kind| **kind == Some(true))
            .count();
        let end = kinds.iter().rposition(|kind| *kind == Some(true));
        let name = " exact ";
        if let Some(end) = end.filter(|_| run >= name.len() + 2) {
            let start = end + 1 - run + (run - name.len()) / 2;
            let x = area.x + u16::try_from(start).unwrap_or(0);
            buf.set_string(x, area.y, name, muted);
        }
    }
}

/// How leads become heights.
#[derive(Clone, Copy, Debug)]
struct Scale {
    /// Rows above the middle.
    upper: u16,
    /// The lead that reaches the edge.
    most: i32,
}

impl Scale {
    /// How many eighths of a character are filled on a side, so many characters away from the middle.
    fn eighths(self, side: Color, black: i32, distance: u16) -> u16 {
        let lead = match side {
            Color::Black => black,
            Color::White => -black,
        };
        if lead < 0 {
            return 0;
        }
        // Both halves have one scale, even where one has a row more. A draw is a line in the middle.
        let full = 8 * i32::from(self.upper.max(1));
        let height = ((2 * lead * full + self.most) / (2 * self.most)).max(1);
        let eighths = (height - 8 * i32::from(distance)).clamp(0, 8);
        u16::try_from(eighths).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::settings::ThemeName;
    use crate::app::tui::ColorDepth;

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
        let look = ActiveTheme::new(ThemeName::Monochrome, ColorDepth::None, true);
        let view = GraphView {
            points: &[
                None,
                Some(point(4, false)),
                Some(point(-4, false)),
                Some(point(-8, true)),
                Some(point(8, true)),
            ],
            flaws: &[None, None, None, None],
            at: 0,
            look: &look,
        };
        assert_eq!(
            text(&view, 10, 5),
            [
                " |      ##",
                " |::    ##",
                "-|--::##--",
                " |    ##  ",
                " ^----===="
            ]
        );
    }

    #[test]
    fn a_click_on_the_column_of_a_position_means_it() {
        let look = ActiveTheme::new(ThemeName::Classic, ColorDepth::True, false);
        for count in 1..=61 {
            let points = vec![Some(point(2, true)); count];
            let mut flaws = vec![None; count];
            for width in [5, 17, 36, 80] {
                for at in 0..count {
                    let view = GraphView {
                        points: &points,
                        flaws: &flaws,
                        at,
                        look: &look,
                    };
                    let column = view.column(at, width);
                    let clicked = view.clicked(column, width);
                    assert_eq!(view.column(clicked, width), column, "{count} {width} {at}");
                    if usize::from(width) >= count {
                        assert_eq!(clicked, at, "{count} {width}");
                    }
                }
            }
            // Where several share a column, the bad move among them is meant.
            flaws[count / 2] = Some(Mistake {
                color: Color::Black,
                blunder: true,
            });
            let view = GraphView {
                points: &points,
                flaws: &flaws,
                at: 0,
                look: &look,
            };
            assert_eq!(view.clicked(view.column(count / 2, 10), 10), count / 2);
        }
    }
}
