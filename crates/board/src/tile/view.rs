//! The drawing of a square: as a picture if there are colours and rows for one, otherwise in characters.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::rc::Rc;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;
use ratatui::widgets::Widget;

use super::{Disc, EDGE, GONE, Label, Mark, Tile, picture};
use crate::draw::{PutText as _, clear, draw_glyphs, put};
use crate::graphics::{Images, placeholder};
use crate::raster::{Glyph, Shape};
use crate::theme::{ActiveTheme, Palette, Role};
use reversi::{Color, Square};

/// The key of a painted square: its contents, its height, and the colours.
type Key = (Tile, u16, Palette);

/// The cache of painted squares.
#[derive(Debug, Default)]
pub struct TileCache {
    glyphs: RefCell<HashMap<Key, Rc<[Glyph]>>>,
    /// Pictures in terminals that draw them.
    pub images: RefCell<Images<Key>>,
}

/// A square as the terminal can show it.
enum Painted {
    Glyphs(Rc<[Glyph]>),
    /// The number of a picture.
    Image(u32),
}

impl TileCache {
    /// More pictures than any board shows, so that the oldest ones are of other sizes and themes.
    const LIMIT: usize = 600;

    fn picture(&self, tile: Tile, height: u16, colors: &Palette) -> Painted {
        let tile = Tile {
            named: false,
            label: None,
            ..tile
        };
        let key = (tile, height, *colors);
        let paint = |size| picture::pixels(tile, height, colors, size);
        let image = self
            .images
            .borrow_mut()
            .number(key, (2 * height, height), paint);
        if let Some(number) = image {
            return Painted::Image(number);
        }
        let mut cache = self.glyphs.borrow_mut();
        if cache.len() > Self::LIMIT {
            cache.clear();
        }
        let glyphs = cache
            .entry(key)
            .or_insert_with(|| picture::paint(tile, height, colors).into());
        Painted::Glyphs(Rc::clone(glyphs))
    }
}

/// A square to draw into a rectangle of `2n` by `n` characters.
#[derive(Debug)]
pub struct TileView<'a> {
    pub tile: Tile,
    pub square: Square,
    pub(crate) look: &'a ActiveTheme,
    pub(crate) cache: &'a TileCache,
}

impl Widget for &TileView<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        match self.look.paints() {
            Some(colors) if self.has_room_to_paint(area.height) => {
                let picture = self.cache.picture(self.tile, area.height, colors);
                match picture {
                    Painted::Glyphs(glyphs) => {
                        draw_glyphs(&glyphs, area, self.look, buf);
                        self.draw_lines(&glyphs, area, colors, buf);
                    }
                    Painted::Image(number) => {
                        let ground = self.tile.ground(area.height, colors);
                        for at in area.positions() {
                            let (text, color) = placeholder(number, at.x - area.x, at.y - area.y);
                            put(buf, at, &text, self.look.on(color, ground));
                        }
                    }
                }
            }
            _ => self.draw_parts(area, buf),
        }
        if let Some(colors) = self.look.paints() {
            self.draw_square_lines(area, colors, buf);
            let has_room = area.height > if self.tile.mark == Mark::Bit { 2 } else { 1 };
            if let Some(sign) = self.tile.sign().filter(|_| has_room) {
                self.draw_sign(sign.text, area, colors, buf);
            }
        }
        let is_framed = self.tile.lit && !self.tile.named;
        if let Some(colors) = self.look.palette().filter(|_| is_framed) {
            self.draw_corners(area, colors, buf);
        }
        if self.tile.named {
            // Over the painted middle.
            let at = (area.x + (area.width - 2) / 2, middle_row(area));
            let name = self.square.to_string();
            buf.put_string(at.0, at.1, name, ink(self.tile, area.height, self.look));
        } else if let Some(label) = self.tile.label {
            self.draw_label(label, area, buf);
        }
    }
}

const fn middle_row(area: Rect) -> u16 {
    area.y + (area.height - 1) / 2
}

/// Returns the style of text on a square of a height.
pub fn ink(tile: Tile, height: u16, look: &ActiveTheme) -> Style {
    let style = look.palette().map_or_else(Style::new, |colors| {
        look.ink_on(tile.ground(height, colors))
    });
    style.add_modifier(Modifier::BOLD)
}

impl TileView<'_> {
    /// Returns whether a square of this height is painted: blocks need three rows for a disc that is round enough.
    fn has_room_to_paint(&self, height: u16) -> bool {
        height
            > if self.cache.images.borrow().is_on() {
                1
            } else {
                2
            }
    }

    /// Draws the corners of a frame around a lit square, if its disc and its lines leave room for all of them: no ground
    /// that both discs stand out from is far from the felt.
    fn draw_corners(&self, area: Rect, colors: &Palette, buf: &mut Buffer) {
        let (right, bottom, middle) = (area.right() - 1, area.bottom() - 1, middle_row(area));
        let brackets = [((area.x, middle), "["), ((right, middle), "]")];
        let corners = [
            ((area.x, area.y), "┏"),
            ((right, area.y), "┓"),
            ((area.x, bottom), "┗"),
            ((right, bottom), "┛"),
        ];
        let is_flat = area.height == 1 || self.look.ascii;
        let ends = if is_flat { &brackets[..] } else { &corners };
        let style = ink(self.tile, area.height, self.look);
        let ground = self.look.tint(self.tile.ground(area.height, colors));
        let is_free = |cell: &Cell| cell.symbol() == " " && cell.bg == ground;
        if ends
            .iter()
            .all(|&(at, _)| buf.cell(at).is_some_and(is_free))
        {
            for &(at, symbol) in ends {
                put(buf, at, symbol, style);
            }
        }
    }

    /// Writes a score into the middle of the square, on a background of its own colour. A square of one row only has
    /// room for a mark on the best one.
    fn draw_label(&self, label: Label, area: Rect, buf: &mut Buffer) {
        let chosen = self.look.style(Role::Chosen);
        if area.height == 1 {
            if label.best {
                let mark = self.look.symbol(" ★", " !");
                buf.put_stringn(area.x, area.y, mark, usize::from(area.width), chosen);
            }
            return;
        }
        let text = label.text();
        let length = u16::try_from(Span::raw(text).width()).unwrap_or(u16::MAX);
        let length = length.min(area.width);
        let start = (area.width - length).div_ceil(2);
        let y = middle_row(area);
        let style = if label.best {
            chosen
        } else {
            self.look.style(Role::Sign)
        };
        let from = start.saturating_sub(1);
        let chip = Rect::new(area.x + from, y, (length + 2).min(area.width - from), 1);
        clear(chip, style, buf);
        buf.put_stringn(area.x + start, y, text, usize::from(length), style);
    }

    /// Writes a sign into the middle, where it leaves the outline of a disc alone. One with a legend has the same
    /// colours on every square, so that none reads as a side.
    fn draw_sign(&self, sign: &str, area: Rect, colors: &Palette, buf: &mut Buffer) {
        let at = (area.x + (area.width - 1) / 2, middle_row(area));
        let disc = self.tile.disc.filter(|disc| !colors.hollow[disc.color]);
        let style = match (self.tile.mark, disc) {
            (Mark::Sign(_), _) => self.look.style(Role::Sign),
            (_, None) => ink(self.tile, area.height, self.look),
            (mark, Some(disc)) => {
                let has_dot = mark == Mark::Last && area.height > 2;
                let face = colors.discs[disc.color].face;
                let below = if has_dot { colors.last } else { face };
                self.look.ink_on(below).add_modifier(Modifier::BOLD)
            }
        };
        put(buf, at, sign, style);
    }

    /// Draws the lines where a painted square shows its ground, and those that join its disc to the next one.
    fn draw_lines(&self, glyphs: &[Glyph], area: Rect, colors: &Palette, buf: &mut Buffer) {
        let ground = self.tile.ground(area.height, colors);
        let symbols = line_symbols(self.tile, area.height, self.look);
        for ((at, glyph), symbol) in area.positions().zip(glyphs).zip(symbols) {
            if let (Some((part, symbol)), " ") = (symbol, glyph.symbol)
                && glyph.bg == ground
            {
                put(buf, at, symbol, self.colored(part, area.height, colors));
            }
        }
        if let Mark::Counts(color) = self.tile.mark
            && f64::from(area.height) <= picture::SMALL
        {
            let at = (area.x + middle(area.height, self.look), middle_row(area));
            let style = self.colored(TilePart::Counts(color), area.height, colors);
            put(buf, at, counts_symbol(color, self.look), style);
        }
    }

    /// Draws the lines between squares of one tone, at the left and at the bottom, where nothing else is drawn.
    fn draw_square_lines(&self, area: Rect, colors: &Palette, buf: &mut Buffer) {
        let ground = self.tile.ground(area.height, colors);
        if !colors.has_square_lines() || ground != colors.squares[0] || self.tile.lines.any() {
            return;
        }
        let style = self.look.on(colors.line, ground);
        for at in area.positions() {
            let symbol = match (at.x == area.x, at.y + 1 == area.bottom()) {
                (true, _) => "▏",
                (false, true) => "▁",
                (false, false) => continue,
            };
            let is_free = |cell: &Cell| cell.symbol() == " " && Some(cell.bg) == style.bg;
            if buf.cell(at).is_some_and(is_free) {
                put(buf, at, symbol, style);
            }
        }
    }

    fn draw_parts(&self, area: Rect, buf: &mut Buffer) {
        let height = area.height;
        let parts = parts(self.tile, height, self.look);
        for (index, at) in area.positions().enumerate() {
            let (part, symbol) = parts[index];
            let style = match self.look.palette() {
                Some(colors) if self.is_soft(&parts, index) => {
                    self.colored(TilePart::Rim, height, colors)
                }
                Some(colors) => self.colored(part, height, colors),
                None => self.uncolored(part, height),
            };
            put(buf, at, symbol, style);
        }
    }

    /// Returns whether a part is at a corner of a disc of half blocks, which a tone between the disc and the square
    /// rounds.
    fn is_soft(&self, parts: &[(TilePart, &str)], index: usize) -> bool {
        let is_disc = |at: usize| {
            parts
                .get(at)
                .is_some_and(|part| matches!(part.0, TilePart::Disc))
        };
        let ends = index == 0 || !is_disc(index - 1) || !is_disc(index + 1);
        self.look.half_blocks && is_disc(index) && ["▄", "▀"].contains(&parts[index].1) && ends
    }

    fn colored(&self, part: TilePart, height: u16, colors: &Palette) -> Style {
        let ground = self.tile.ground(height, colors);
        let color = match (part, self.tile.disc) {
            (TilePart::Disc | TilePart::Inverse, Some(disc)) => {
                ground.mix(colors.discs[disc.color].face, disc.opacity())
            }
            (TilePart::Rim, Some(disc)) => ground.mix(colors.discs[disc.color].rim, disc.opacity()),
            (TilePart::Mark, _) if matches!(self.tile.mark, Mark::Sign(_)) => {
                return self.look.style(Role::Sign);
            }
            (TilePart::Mark, _) => return ink(self.tile, height, self.look),
            (TilePart::Line, _) => return self.look.on(colors.line_on(ground), ground),
            (TilePart::Counts(color), _) => colors.discs[color].face,
            _ => colors.legal,
        };
        if matches!(part, TilePart::Inverse) {
            return self.look.on(ground, color);
        }
        self.look.on(color, ground).add_modifier(Modifier::BOLD)
    }

    fn uncolored(&self, part: TilePart, height: u16) -> Style {
        let stands_out = self.tile.sign().is_some_and(|sign| sign.is_strong);
        let reversed = stands_out || self.tile.lit && !has_corners(self.tile, height);
        let base = if reversed {
            Style::new().add_modifier(Modifier::REVERSED)
        } else {
            Style::new()
        };
        match part {
            TilePart::Disc if self.tile.disc.is_some_and(|disc| disc.ghost) => {
                base.add_modifier(Modifier::DIM)
            }
            TilePart::Disc | TilePart::Rim => base,
            TilePart::Line => base.add_modifier(Modifier::DIM),
            TilePart::Ground if self.tile.mark != Mark::Legal => base.add_modifier(Modifier::DIM),
            // Reversing twice restores the original.
            TilePart::Inverse if reversed => Style::new(),
            TilePart::Inverse => base.add_modifier(Modifier::REVERSED),
            TilePart::Mark | TilePart::Ground | TilePart::Counts(_) => {
                base.add_modifier(Modifier::BOLD)
            }
        }
    }
}

/// The part of a square that a character belongs to.
#[derive(Clone, Copy)]
enum TilePart {
    /// The square itself, or a dot on it.
    Ground,
    Disc,
    Rim,
    /// A part of a disc or a dot that only a reversed character shows.
    Inverse,
    Mark,
    Line,
    /// The mark of a square that counts for a side.
    Counts(Color),
}

/// Returns the characters of a square without a picture, row by row.
fn parts(tile: Tile, height: u16, look: &ActiveTheme) -> Vec<(TilePart, &'static str)> {
    let size = usize::from(height);
    let width = 2 * size;
    // Two rows leave no room beside a disc; a coloured square shows the mark itself.
    let painted = height == 2 && look.paints().is_some();
    let symbols = line_symbols(tile, height, look);
    let ground = symbols.into_iter();
    let mut parts: Vec<_> = ground
        .map(|symbol| symbol.unwrap_or((TilePart::Ground, " ")))
        .collect();
    let middle = if tile.lines.any() {
        usize::from((height - 1) / 2 * 2 * height + middle(height, look))
    } else {
        match size {
            1 | 2 => size,
            _ => (size - 1) / 2 * width + width / 2 - 1,
        }
    };
    if let Some(disc) = tile.disc {
        let symbols = disc_symbols(disc, tile, height, look);
        for (part, symbol) in parts.iter_mut().zip(symbols) {
            match symbol {
                (" ", false) => {}
                (symbol, true) => *part = (TilePart::Inverse, symbol),
                (symbol, false) => *part = (TilePart::Disc, symbol),
            }
        }
    } else if let Mark::Counts(color) = tile.mark {
        parts[middle] = (TilePart::Counts(color), counts_symbol(color, look));
    } else if tile.lines.any() {
        if tile.mark == Mark::Legal {
            parts[middle] = (TilePart::Ground, look.symbol("•", "*"));
        }
    } else if painted && tile.mark == Mark::Legal {
        // In the middle, where the four middle characters meet.
        parts[1..3].fill((TilePart::Ground, "▂"));
        parts[5..7].fill((TilePart::Inverse, "▆"));
    } else {
        // At small sizes a disc leaves the left column free for marks, which also separates neighbours.
        parts[middle].1 = match tile.mark {
            Mark::Legal => look.symbol("•", "*"),
            _ if look.paints().is_some() => " ",
            _ => look.symbol("·", "."),
        };
    }
    if painted {
        return parts;
    }
    if !look.has_colors() && has_corners(tile, height) {
        let last = width - 1;
        let below = (size - 1) * width;
        for (at, symbol, ascii) in [
            (0, "┌", "["),
            (last, "┐", "]"),
            (below, "└", "["),
            (below + last, "┘", "]"),
        ] {
            if parts[at].1 == " " {
                parts[at] = (TilePart::Mark, look.symbol(symbol, ascii));
            }
        }
    }
    if let Some(symbol) = mark_symbol(tile.mark, look) {
        parts[mark_cell(tile, height)] = (TilePart::Mark, symbol);
    }
    let Some(sign) = tile.sign() else {
        return parts;
    };
    // In the middle, where it leaves the outline of a disc alone, or beside the disc, below another mark.
    let at = match size {
        3.. => (size - 1) / 2 * width + (width - 1) / 2,
        2 if tile.atari => width,
        _ => 0,
    };
    // A coloured sign is not inverted.
    let has_own_colors = matches!(tile.mark, Mark::Sign(_)) && look.has_colors();
    let is_block = parts[at].1 == "█" && !has_own_colors;
    parts[at] = (
        if is_block {
            TilePart::Inverse
        } else {
            TilePart::Mark
        },
        sign.text,
    );
    parts
}

/// Returns whether corners around its disc mark a square as lit if there are no colours: a disc that is reversed
/// would look like one of the other side.
fn has_corners(tile: Tile, height: u16) -> bool {
    tile.lit && tile.disc.is_some() && height > 1
}

/// Returns the character of a square that its mark is in: a corner that no disc reaches. The upper one of larger
/// squares is for the letter of a file.
fn mark_cell(tile: Tile, height: u16) -> usize {
    let size = usize::from(height);
    if size > 2 && !tile.lines.any() {
        (size - 1) * 2 * size
    } else {
        0
    }
}

/// Returns the character that shows a mark; `None` for a mark that is drawn in another way.
pub fn mark_symbol(mark: Mark, look: &ActiveTheme) -> Option<&'static str> {
    match mark {
        Mark::None | Mark::Legal | Mark::Counts(_) | Mark::Heat(_) | Mark::Bit | Mark::Sign(_) => {
            None
        }
        Mark::Last => Some(look.symbol("▸", ">")),
        // In colours the square itself is tinted.
        Mark::Turned => look.paints().is_none().then_some("~"),
        Mark::WouldTurn(_) => Some("+"),
    }
}

/// Returns the characters of a tile's disc, and which of them to show with their colours swapped.
fn disc_symbols(
    disc: Disc,
    tile: Tile,
    height: u16,
    look: &ActiveTheme,
) -> Vec<(&'static str, bool)> {
    let joined = tile.joined;
    let edge = disc.step >= EDGE - 1;
    let letter = look.disc(disc.color);
    let hollow = match (look.ascii, height) {
        (true, 3..) if look.half_blocks => false,
        // Three rows have no room for a ring of letters.
        (true, _) => disc.color == Color::White && height != 3,
        (false, _) => look.is_hollow(disc.color),
    };
    let shape = Shape {
        hollow,
        width: disc.width(),
        size: disc.size(),
        shift: tile.shift(),
        joined,
    };
    let above = if joined.up { "┴" } else { "─" };
    let below = if joined.down { "┬" } else { "─" };
    let plain = match (height, look.ascii, hollow) {
        // It has gone rather than shrink.
        (1 | 2, ..) if look.paints().is_none() && 2 * disc.gone >= GONE => vec![],
        (1, ..) => vec![" ", if edge { "|" } else { letter }],
        (2, true, _) if edge => vec![" ", " ", "|", " ", " ", " ", "|", " "],
        (2, true, false) => vec![" ", "/", "X", "\\", " ", "\\", "X", "/"],
        (2, true, true) => vec![" ", "/", "-", "\\", " ", "\\", "_", "/"],
        (2, false, true) if edge => vec![" ", " ", "╷", " ", " ", " ", "╵", " "],
        (2, false, true) if look.has_colors() && tile.lines.any() => {
            vec!["╭", above, "╮", " ", "╰", below, "╯", " "]
        }
        (2, false, true) if look.has_colors() => vec!["╭", "─", "─", "╮", "╰", "─", "─", "╯"],
        (2, false, true) => vec![" ", "╭", above, "╮", " ", "╰", below, "╯"],
        (2, false, false) if !look.has_colors() => {
            let row = |outer, inner| [(" ", false), outer, inner, outer];
            let upper = row(("▅", false), (if joined.up { "█" } else { "▆" }, false));
            let lower = if joined.down {
                ("█", false)
            } else {
                ("▂", true)
            };
            return [upper, row(("▃", true), lower)].concat();
        }
        (_, true, _) if look.half_blocks => shape.half_blocks(height),
        (_, true, _) => shape.letters(height, letter),
        _ => return shape.blocks(height),
    };
    plain.into_iter().map(|symbol| (symbol, false)).collect()
}

/// Returns the column of a disc's middle within a square, or the one to the left of it.
pub(crate) fn middle(height: u16, look: &ActiveTheme) -> u16 {
    match height {
        1 => 1,
        2 if look.paints().is_none() => 2,
        height => height - 1,
    }
}

/// Returns the lines of a square, row by row, where it shows its ground. Beside a joined disc they are its necks,
/// unless it has room for wider ones.
fn line_symbols(
    tile: Tile,
    height: u16,
    look: &ActiveTheme,
) -> Vec<Option<(TilePart, &'static str)>> {
    let (lines, joined) = (tile.lines, tile.joined);
    let across = |is_joined| {
        if is_joined {
            (TilePart::Disc, look.symbol("━", "="))
        } else {
            (TilePart::Line, look.symbol("─", "-"))
        }
    };
    let along = (TilePart::Line, look.symbol("│", "|"));
    let (column, row) = (middle(height, look), (height - 1) / 2);
    let places = (0..height).flat_map(|y| (0..2 * height).map(move |x| (x, y)));
    let symbol = |(x, y): (u16, u16)| match (x.cmp(&column), y.cmp(&row)) {
        // A hole in a disc shows no line.
        _ if tile.disc.is_some() && (1..2 * height - 1).contains(&x) => None,
        (Ordering::Equal, Ordering::Equal) if matches!(tile.mark, Mark::Counts(_)) => None,
        (Ordering::Less, Ordering::Equal) => lines.left.then(|| across(joined.left)),
        (Ordering::Greater, Ordering::Equal) => lines.right.then(|| across(joined.right)),
        (Ordering::Equal, Ordering::Less) => lines.up.then_some(along),
        (Ordering::Equal, Ordering::Greater) => lines.down.then_some(along),
        (Ordering::Equal, Ordering::Equal) => {
            lines.any().then(|| (TilePart::Line, crossing(tile, look)))
        }
        _ => None,
    };
    places.map(symbol).collect()
}

/// Returns the character where the lines of a square cross.
fn crossing(tile: Tile, look: &ActiveTheme) -> &'static str {
    let lines = tile.lines;
    let symbol = match (lines.left, lines.right, lines.up, lines.down) {
        (false, true, false, true) => "┌",
        (true, false, false, true) => "┐",
        (false, true, true, false) => "└",
        (true, false, true, false) => "┘",
        (false, ..) => "├",
        (_, false, ..) => "┤",
        (_, _, false, _) => "┬",
        (.., false) => "┴",
        _ if tile.dot => "╋",
        _ => "┼",
    };
    look.symbol(symbol, "+")
}

/// Returns the mark of a square that counts for a side.
const fn counts_symbol(color: Color, look: &ActiveTheme) -> &'static str {
    match color {
        Color::Black => look.symbol("■", "x"),
        Color::White => look.symbol("□", "o"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::Sides;
    use crate::theme::BuiltInTheme;
    use crate::theme::ColorDepth;

    fn looks() -> impl Iterator<Item = ActiveTheme> {
        let mono = |ascii| ActiveTheme::new(BuiltInTheme::Monochrome, ColorDepth::None, ascii);
        let console = ActiveTheme::new(BuiltInTheme::Classic, ColorDepth::Basic, false);
        let letters = ActiveTheme::new(BuiltInTheme::Classic, ColorDepth::True, true);
        [mono(false), mono(true), console, letters].into_iter()
    }

    fn symbols(tile: Tile, height: u16, look: &ActiveTheme) -> Vec<&'static str> {
        parts(tile, height, look)
            .iter()
            .map(|part| part.1)
            .collect()
    }

    /// Draws a square of three rows, as rows of characters.
    fn rows_of(tile: Tile, square: &str, look: &ActiveTheme) -> Vec<String> {
        let area = Rect::new(0, 0, 6, 3);
        let mut buf = Buffer::empty(area);
        let cache = TileCache::default();
        let square = square.parse().unwrap();
        let view = TileView {
            tile,
            square,
            look,
            cache: &cache,
        };
        view.render(area, &mut buf);
        let rows = area.rows().map(|row| {
            let cells = row.positions().map(|at| buf[at].symbol());
            cells.collect::<String>()
        });
        rows.collect()
    }

    #[test]
    fn a_sign_or_a_score_has_the_same_colours_on_every_square_and_disc() {
        for depth in [ColorDepth::True, ColorDepth::Indexed, ColorDepth::Basic] {
            let look = ActiveTheme::new(BuiltInTheme::Classic, depth, false);
            let cache = TileCache::default();
            let area = Rect::new(0, 0, 6, 3);
            let sign = Mark::Sign(super::super::SquareSign {
                text: "S",
                is_strong: false,
            });
            let ghost = Some(Disc::ghost(Color::White));
            let discs = Color::ALL.map(|color| Some(Disc::flat(color)));
            let mut styles = Vec::new();
            for disc in discs.into_iter().chain([None, ghost]) {
                let tile = Tile {
                    disc,
                    ..Tile::default()
                };
                let label = Some(Label::new("-12", false));
                for (tile, text) in [
                    (Tile { mark: sign, ..tile }, "S"),
                    (tile.labelled(label, 3), "-12"),
                ] {
                    let mut buf = Buffer::empty(area);
                    let view = TileView {
                        tile,
                        square: Square::A1,
                        look: &look,
                        cache: &cache,
                    };
                    view.render(area, &mut buf);
                    let cells = area.positions().map(|at| &buf[at]);
                    let cells: Vec<_> = cells
                        .filter(|cell| text.contains(cell.symbol()) && cell.symbol() != ".")
                        .collect();
                    assert_eq!(cells.len(), text.len(), "{tile:?}");
                    styles.extend(cells.iter().map(|cell| (cell.fg, cell.bg)));
                }
            }
            styles.dedup();
            assert_eq!(styles.len(), 1, "{depth:?} {styles:?}");
        }
    }

    #[test]
    fn no_disc_reaches_the_corner_with_the_letter_of_its_file() {
        let looks = looks().chain(
            [ColorDepth::True, ColorDepth::Indexed]
                .map(|depth| ActiveTheme::new(BuiltInTheme::Classic, depth, false)),
        );
        for look in looks {
            for color in Color::ALL {
                let tile = Tile {
                    disc: Some(Disc::flat(color)),
                    ..Tile::default()
                };
                let rows = rows_of(tile, "a1", &look);
                // The letter replaces the line between squares.
                assert!(rows[0].starts_with([' ', '▏']), "{rows:?}");
            }
        }
    }

    #[test]
    fn a_previewed_disc_without_colours_has_the_shape_and_the_tones_of_its_side() {
        for look in looks().filter(|look| !look.has_colors()) {
            for (color, height) in Color::ALL
                .into_iter()
                .flat_map(|c| (2..9).map(move |h| (c, h)))
            {
                let drawn = |disc, lit| {
                    let tile = Tile {
                        disc: Some(disc),
                        lit,
                        ..Tile::default()
                    };
                    let area = Rect::new(0, 0, 2 * height, height);
                    let mut buf = Buffer::empty(area);
                    let view = TileView {
                        tile,
                        square: Square::A1,
                        look: &look,
                        cache: &TileCache::default(),
                    };
                    view.render(area, &mut buf);
                    let cells = parts(Tile { lit: false, ..tile }, height, &look);
                    let cells = area.positions().zip(cells);
                    let disc = cells.filter(|(_, part)| {
                        matches!(part.0, TilePart::Disc | TilePart::Inverse) && part.1 != " "
                    });
                    disc.map(|(at, _)| {
                        let is_reversed = buf[at].modifier.contains(Modifier::REVERSED);
                        (at, buf[at].symbol().to_owned(), is_reversed)
                    })
                    .collect::<Vec<_>>()
                };
                let placed = drawn(Disc::flat(color), false);
                assert!(!placed.is_empty());
                assert_eq!(drawn(Disc::ghost(color), true), placed, "{color} {height}");
            }
        }
    }

    #[test]
    fn a_disc_in_characters_has_the_same_shape_whatever_is_marked_on_it() {
        for look in looks() {
            for (color, height) in Color::ALL
                .into_iter()
                .flat_map(|c| (1..9).map(move |h| (c, h)))
            {
                let tile = |mark| Tile {
                    disc: Some(Disc::flat(color)),
                    mark,
                    ..Tile::default()
                };
                let plain = symbols(tile(Mark::None), height, &look);
                let corner = mark_cell(tile(Mark::None), height);
                assert_eq!(plain[corner], " ", "room for a mark: {height}");
                let without = |mut symbols: Vec<_>| {
                    symbols.remove(corner);
                    symbols
                };
                let plain = without(plain);
                for mark in [
                    Mark::Legal,
                    Mark::Last,
                    Mark::Turned,
                    Mark::WouldTurn(color),
                ] {
                    let marked = symbols(tile(mark), height, &look);
                    assert_eq!(without(marked), plain, "{mark:?} {height}");
                }
            }
        }
    }

    #[test]
    fn a_painted_disc_has_the_same_outline_whatever_is_marked_on_it() {
        for name in [
            BuiltInTheme::Classic,
            BuiltInTheme::Contrast,
            BuiltInTheme::ColorSafe,
        ] {
            let look = ActiveTheme::new(name, ColorDepth::True, false);
            let colors = look.palette().unwrap();
            for (color, height) in Color::ALL
                .into_iter()
                .flat_map(|c| (3..9).map(move |h| (c, h)))
            {
                let paint = |mark| {
                    let tile = Tile {
                        disc: Some(Disc::flat(color)),
                        mark,
                        ..Tile::default()
                    };
                    picture::paint(tile, height, colors)
                };
                let plain = paint(Mark::None);
                for mark in [Mark::Last, Mark::WouldTurn(color.opposite())] {
                    for (index, (glyph, bare)) in (0..).zip(paint(mark).iter().zip(&plain)) {
                        let (x, y) = (index % (2 * height), index / (2 * height));
                        let is_outer = y == 0 || y + 1 == height || x < 2 || x + 2 >= 2 * height;
                        assert!(
                            !is_outer || glyph == bare,
                            "{name:?} {mark:?} {height}: {x} {y}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_joined_disc_reaches_only_the_sides_at_which_it_is_joined() {
        let joined = Sides {
            right: true,
            down: true,
            ..Sides::default()
        };
        for (look, height) in looks().flat_map(|look| [3, 5].map(|height| (look, height))) {
            let tile = |joined| Tile {
                disc: Some(Disc::flat(Color::Black)),
                joined,
                ..Tile::point("c3".parse().unwrap(), 5)
            };
            let [alone, chain] =
                [Sides::default(), joined].map(|sides| symbols(tile(sides), height, &look));
            let width = 2 * usize::from(height);
            let differs = |x: usize, y: u16| {
                alone[usize::from(y) * width + x] != chain[usize::from(y) * width + x]
            };
            let middle = (height - 1) / 2;
            assert!(
                differs(width - 1, middle) && !differs(0, middle),
                "{height}"
            );
            assert!(!differs(width - 1, 0) && !differs(width / 2, 0), "{height}");
            // Letters touch those below without a neck, and so do half blocks in three rows.
            let touches = look.ascii && (!look.half_blocks || height == 3);
            assert_eq!(
                differs(width / 2 - 1, height - 1),
                !touches,
                "{height} {chain:?}"
            );
            // It is a column wide, so that the disc stays round.
            assert!(!differs(width / 2 - 2, height - 1), "{height} {chain:?}");
        }
    }

    #[test]
    fn discs_of_two_rows_are_round_without_colours() {
        let look = looks().next().unwrap();
        let text = |color| {
            let tile = Tile {
                disc: Some(Disc::flat(color)),
                ..Tile::default()
            };
            symbols(tile, 2, &look).concat()
        };
        assert_eq!(text(Color::Black), " ▅▆▅ ▃▂▃");
        assert_eq!(text(Color::White), " ╭─╮ ╰─╯");
    }
}
