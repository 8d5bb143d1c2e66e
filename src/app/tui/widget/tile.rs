//! Owns one square of the board as it is seen: what lies on it, what marks it, and its characters.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::app::settings::ThemeName;
use crate::app::tui::raster::{self, Glyph};
use crate::app::tui::theme::{ActiveTheme, BoardColors, Rgb, Role};
use crate::color::Color;
use crate::square::Square;

/// A disc as it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Disc {
    /// The face that is up.
    pub(crate) color: Color,
    /// How far it is turned: 0 is flat, [`raster::EDGE`] is edge-on.
    pub(crate) step: u8,
    /// Not there yet: what a move would place.
    pub(crate) ghost: bool,
}

/// A mark on a square or on its disc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Mark {
    /// No mark.
    #[default]
    None,
    /// The side to move may play here.
    Legal,
    /// The last move.
    Last,
    /// Turned by the last move.
    Turned,
    /// Would turn to this side.
    WouldTurn(Color),
    /// Its bit is set in the number that is shown.
    Bit,
}

/// A score that is written on a square: up to four ASCII characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Label {
    bytes: [u8; 4],
    length: u8,
    /// Whether it is the best on the board.
    pub(crate) best: bool,
}

impl Label {
    /// A label with as much of a text as there is room for.
    pub(crate) fn new(text: &str, best: bool) -> Self {
        let mut label = Self {
            best,
            ..Self::default()
        };
        for (to, from) in label.bytes.iter_mut().zip(text.bytes()) {
            *to = from;
            label.length += 1;
        }
        label
    }

    fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }
}

/// One square as it is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Tile {
    /// The darker of the two tones.
    pub(crate) dark: bool,
    /// Corners with one of the board's four dots: bit 0 top left, 1 top right, 2 bottom left, 3 bottom
    /// right.
    pub(crate) stars: u8,
    /// The disc on it.
    pub(crate) disc: Option<Disc>,
    /// Its mark.
    pub(crate) mark: Mark,
    /// Under the cursor, or of a file that was typed.
    pub(crate) lit: bool,
    /// Whether its name is written on it.
    pub(crate) named: bool,
    /// The score that is written on it.
    pub(crate) label: Option<Label>,
}

impl Tile {
    /// An empty square of the board.
    pub(crate) fn of(square: Square) -> Self {
        let (file, rank) = (square.file().index(), square.rank().index());
        // The dots lie where the third and fourth, or the sixth and seventh lines cross: at the outer
        // corners of the sixteen squares c3 to f6.
        let near = |at: u8, low: bool| {
            if low {
                at == 2 || at == 6
            } else {
                at == 1 || at == 5
            }
        };
        let mut stars = 0;
        for (bit, (left, top)) in [(true, true), (false, true), (true, false), (false, false)]
            .into_iter()
            .enumerate()
        {
            if near(file, left) && near(rank, top) {
                stars |= 1 << bit;
            }
        }
        Self {
            dark: (file + rank) % 2 == 1,
            stars,
            ..Self::default()
        }
    }

    /// The colour of the square itself.
    pub(crate) fn ground(self, colors: &BoardColors) -> Rgb {
        let ground = colors.squares[usize::from(self.dark)];
        if self.lit {
            colors.lit
        } else if self.mark == Mark::Turned {
            ground.mix(colors.turned, 0.45)
        } else if self.mark == Mark::Bit {
            ground.mix(colors.turned, 0.85)
        } else {
            ground
        }
    }
}

type Key = (Tile, u16, (ThemeName, bool, bool));

/// Squares that were drawn already. A picture is computed once.
#[derive(Debug, Default)]
pub(crate) struct TileCache(RefCell<HashMap<Key, Rc<[Glyph]>>>);

impl TileCache {
    /// More pictures than any board shows; then the oldest ones are those of other sizes and themes.
    const LIMIT: usize = 600;

    fn picture(
        &self,
        tile: Tile,
        height: u16,
        look: &ActiveTheme,
        colors: &BoardColors,
    ) -> Rc<[Glyph]> {
        let mut cache = self.0.borrow_mut();
        if cache.len() > Self::LIMIT {
            cache.clear();
        }
        let key = (
            Tile {
                named: false,
                label: None,
                ..tile
            },
            height,
            look.key(),
        );
        Rc::clone(
            cache
                .entry(key)
                .or_insert_with(|| raster::paint(tile, height, colors).into()),
        )
    }
}

/// Draws a square into a rectangle of `2n` by `n` characters.
pub(crate) fn draw(
    tile: Tile,
    square: Square,
    area: Rect,
    look: &ActiveTheme,
    cache: &TileCache,
    buf: &mut Buffer,
) {
    match look.board() {
        Some(colors) if !look.is_ascii() && area.height > 1 => {
            let picture = cache.picture(tile, area.height, look, &colors);
            for (at, glyph) in area.positions().zip(picture.iter()) {
                if let Some(cell) = buf.cell_mut(at) {
                    cell.set_symbol(glyph.symbol)
                        .set_style(Style::new().fg(look.tint(glyph.fg)).bg(look.tint(glyph.bg)));
                }
            }
            if tile.mark == Mark::Bit {
                write_bit(tile, area, look, &colors, buf);
            }
        }
        colors => draw_as_text(tile, area, look, colors.as_ref(), buf),
    }
    if tile.named {
        write_name(tile, square, area, look, buf);
    } else if let Some(label) = tile.label {
        write_label(tile, label, area, look, buf);
    }
}

/// The digit stands in the top left corner of the square, which a disc leaves free.
fn write_bit(tile: Tile, area: Rect, look: &ActiveTheme, colors: &BoardColors, buf: &mut Buffer) {
    let style = Style::new()
        .fg(look.tint(colors.discs.black.face))
        .bg(look.tint(tile.ground(colors)))
        .add_modifier(Modifier::BOLD);
    if let Some(cell) = buf.cell_mut((area.x, area.y)) {
        cell.set_symbol("1").set_style(style);
    }
}

/// A score stands in the middle of the square; the best one has a ground of its own. A square of one row
/// has room for a mark on the best one only.
fn write_label(tile: Tile, label: Label, area: Rect, look: &ActiveTheme, buf: &mut Buffer) {
    let chosen = look.style(Role::Chosen);
    if area.height == 1 {
        if label.best {
            let mark = if look.is_ascii() { " !" } else { " ★" };
            buf.set_stringn(area.x, area.y, mark, usize::from(area.width), chosen);
        }
        return;
    }
    let style = match look.board() {
        _ if label.best => chosen,
        Some(colors) => Style::new()
            .fg(look.tint(colors.discs.black.face))
            .bg(look.tint(tile.ground(&colors)))
            .add_modifier(Modifier::BOLD),
        None => Style::new().add_modifier(Modifier::BOLD),
    };
    let length = u16::from(label.length).min(area.width);
    let start = (area.width - length).div_ceil(2);
    let y = area.y + (area.height - 1) / 2;
    if label.best {
        let from = start.saturating_sub(1);
        let to = (start + length + 1).min(area.width);
        buf.set_style(Rect::new(area.x + from, y, to - from, 1), chosen);
    }
    let room = usize::from(length);
    buf.set_stringn(area.x + start, y, label.text(), room, style);
}

/// The name stands in the middle of the square, on what is painted there.
fn write_name(tile: Tile, square: Square, area: Rect, look: &ActiveTheme, buf: &mut Buffer) {
    let y = area.y + (area.height - 1) / 2;
    let x = area.x + (area.width - 2) / 2;
    let mut style = Style::new().add_modifier(Modifier::BOLD);
    if let Some(colors) = look.board() {
        style = style
            .fg(look.tint(colors.discs.black.face))
            .bg(look.tint(tile.ground(&colors)));
    }
    for (x, symbol) in (x..).zip(square.to_string().chars()) {
        if let Some(cell) = buf.cell_mut((x, y)) {
            cell.set_char(symbol).set_style(style);
        }
    }
}

fn draw_as_text(
    tile: Tile,
    area: Rect,
    look: &ActiveTheme,
    colors: Option<&BoardColors>,
    buf: &mut Buffer,
) {
    let mut base = Style::new();
    if let Some(colors) = colors {
        base = base
            .bg(look.tint(tile.ground(colors)))
            .fg(look.tint(colors.legal));
    } else if tile.lit || tile.mark == Mark::Bit {
        base = base.add_modifier(Modifier::REVERSED);
    }
    for (at, part) in area.positions().zip(parts(tile, area.height, look)) {
        let style = match colors {
            Some(colors) => colored(part, tile, base, look, colors),
            None => uncolored(part, tile, base),
        };
        let symbol = match part {
            Part::Blank => " ",
            Part::Dot(symbol) | Part::Disc(symbol) | Part::Inverse(symbol) | Part::Mark(symbol) => {
                symbol
            }
        };
        if let Some(cell) = buf.cell_mut(at) {
            cell.set_symbol(symbol).set_style(style);
        }
    }
}

fn colored(part: Part, tile: Tile, base: Style, look: &ActiveTheme, colors: &BoardColors) -> Style {
    let color = match part {
        Part::Blank | Part::Dot(_) => return base,
        Part::Disc(_) | Part::Inverse(_) => {
            colors.discs[tile.disc.map_or(Color::Black, |disc| disc.color)].face
        }
        Part::Mark(_) => match tile.mark {
            Mark::Last => colors.last,
            Mark::Turned => colors.turned,
            Mark::WouldTurn(color) => colors.discs[color].face,
            Mark::Bit => colors.discs.black.face,
            Mark::None | Mark::Legal => colors.legal,
        },
    };
    base.fg(look.tint(color)).add_modifier(Modifier::BOLD)
}

fn uncolored(part: Part, tile: Tile, base: Style) -> Style {
    match part {
        Part::Disc(_) => base,
        Part::Blank | Part::Dot(_) if tile.mark == Mark::Legal => base,
        Part::Blank | Part::Dot(_) => base.add_modifier(Modifier::DIM),
        // The reverse of what is reversed is what it was.
        Part::Inverse(_) if base.add_modifier.contains(Modifier::REVERSED) => Style::new(),
        Part::Inverse(_) => base.add_modifier(Modifier::REVERSED),
        Part::Mark(_) => base.add_modifier(Modifier::BOLD),
    }
}

/// What a character of a square belongs to.
#[derive(Clone, Copy)]
enum Part {
    Blank,
    Dot(&'static str),
    Disc(&'static str),
    /// A part of a disc that only the reverse of a character shows.
    Inverse(&'static str),
    Mark(&'static str),
}

/// A square as characters without pictures, row by row.
fn parts(tile: Tile, height: u16, look: &ActiveTheme) -> Vec<Part> {
    let size = usize::from(height);
    let width = 2 * size;
    let mut parts = vec![Part::Blank; width * size];
    // A disc leaves the left column free at the small sizes: marks stand there, and neighbours are told
    // apart.
    let middle = match size {
        1 => 1,
        2 => 2,
        _ => (size - 1) / 2 * width + width / 2 - 1,
    };
    if let Some(disc) = tile.disc {
        for (part, symbol) in parts.iter_mut().zip(disc_symbols(disc, height, look)) {
            match symbol {
                " " => {}
                UPPER_SIX_EIGHTHS => *part = Part::Inverse("▂"),
                symbol => *part = Part::Disc(symbol),
            }
        }
    } else if tile.mark == Mark::Legal {
        parts[middle] = Part::Dot(if look.is_ascii() { "*" } else { "•" });
    } else {
        parts[middle] = Part::Dot(match (look.has_colors(), look.is_ascii()) {
            (true, false) => " ",
            (_, true) => ".",
            (false, false) => "·",
        });
    }
    let mark = match (tile.mark, look.is_ascii()) {
        (Mark::None | Mark::Legal, _) => None,
        (Mark::Last, true) => Some(">"),
        (Mark::Last, false) => Some("▸"),
        // In colours the square itself is tinted.
        (Mark::Turned, _) if look.has_colors() && !look.is_ascii() => None,
        (Mark::Turned, _) => Some("~"),
        (Mark::WouldTurn(_), _) => Some("+"),
        (Mark::Bit, _) => Some("1"),
    };
    if let Some(symbol) = mark {
        parts[0] = Part::Mark(symbol);
    }
    parts
}

/// Stands for a block element that does not exist; its reverse does.
const UPPER_SIX_EIGHTHS: &str = "upper six eighths";

fn disc_symbols(disc: Disc, height: u16, look: &ActiveTheme) -> Vec<&'static str> {
    let black = disc.color == Color::Black;
    let edge = disc.step >= raster::EDGE - 1;
    match (look.is_ascii(), height) {
        (_, 1) => vec![" ", if edge { "|" } else { look.disc(disc.color) }],
        (true, 2) => {
            let x = if edge { "|" } else { look.disc(disc.color) };
            let side = if edge || disc.ghost { " " } else { x };
            vec![" ", side, x, side, " ", side, x, side]
        }
        (true, _) => {
            let x = look.disc(disc.color);
            raster::silhouette(height, !black || disc.ghost)
                .into_iter()
                .map(|covered| if covered { x } else { " " })
                .collect()
        }
        (false, 2) if edge => vec![" ", " ", "╷", " ", " ", " ", "╵", " "],
        (false, 2) if black => vec![" ", "▄", "▆", "▄", " ", "▀", UPPER_SIX_EIGHTHS, "▀"],
        (false, 2) => vec![" ", "╭", "─", "╮", " ", "╰", "─", "╯"],
        (false, _) => raster::outline(height, look.is_hollow(disc.color)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_dots_lie_at_the_outer_corners_of_the_sixteen_squares_in_the_middle() {
        let with_dots: Vec<String> = Square::all()
            .filter(|&square| Tile::of(square).stars != 0)
            .map(|square| format!("{square}:{}", Tile::of(square).stars))
            .collect();
        assert_eq!(
            with_dots.join(" "),
            "b2:8 c2:4 f2:8 g2:4 b3:2 c3:1 f3:2 g3:1 b6:8 c6:4 f6:8 g6:4 b7:2 c7:1 f7:2 g7:1"
        );
    }
}
