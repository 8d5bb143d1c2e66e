//! The drawing of a square: as a picture if there are colours and rows for one, otherwise in characters.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use super::{Disc, EDGE, Label, Mark, Tile, picture};
use crate::app::settings::ThemeName;
use crate::app::tui::raster::{self, Glyph};
use crate::app::tui::text::columns;
use crate::app::tui::theme::{ActiveTheme, ColorDepth, Palette, Role};
use crate::app::tui::widget::{draw_glyphs, put};
use crate::color::Color;
use crate::square::Square;

/// The key of a painted square: its contents, its height, and the colours.
type Key = (Tile, u16, (ThemeName, ColorDepth));

/// The cache of painted squares.
#[derive(Debug, Default)]
pub(crate) struct TileCache(RefCell<HashMap<Key, Rc<[Glyph]>>>);

impl TileCache {
    /// More pictures than any board shows, so that the oldest ones are of other sizes and themes.
    const LIMIT: usize = 600;

    fn picture(
        &self,
        tile: Tile,
        height: u16,
        look: &ActiveTheme,
        colors: &Palette,
    ) -> Rc<[Glyph]> {
        let mut cache = self.0.borrow_mut();
        if cache.len() > Self::LIMIT {
            cache.clear();
        }
        let tile = Tile {
            named: false,
            label: None,
            ..tile
        };
        let picture = cache
            .entry((tile, height, (look.name, look.depth)))
            .or_insert_with(|| picture::paint(tile, height, colors).into());
        Rc::clone(picture)
    }
}

/// A square to draw into a rectangle of `2n` by `n` characters.
#[derive(Debug)]
pub(crate) struct TileView<'a> {
    pub(crate) tile: Tile,
    pub(crate) square: Square,
    pub(crate) look: &'a ActiveTheme,
    pub(crate) cache: &'a TileCache,
}

impl Widget for &TileView<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        match self.look.paints() {
            Some(colors) if area.height > 1 => {
                let picture = self
                    .cache
                    .picture(self.tile, area.height, self.look, colors);
                draw_glyphs(&picture, area, self.look, buf);
                if self.tile.mark == Mark::Bit {
                    // In the top left corner, outside the disc.
                    put(buf, (area.x, area.y), "1", ink(self.tile, self.look));
                }
            }
            _ => self.draw_parts(area, buf),
        }
        if self.tile.named {
            // Over the painted middle.
            let at = (area.x + (area.width - 2) / 2, middle_row(area));
            let name = self.square.to_string();
            buf.set_string(at.0, at.1, name, ink(self.tile, self.look));
        } else if let Some(label) = self.tile.label {
            self.draw_label(label, area, buf);
        }
    }
}

const fn middle_row(area: Rect) -> u16 {
    area.y + (area.height - 1) / 2
}

/// Returns the style of text on a square.
pub(crate) fn ink(tile: Tile, look: &ActiveTheme) -> Style {
    let style = look.palette().map_or_else(Style::new, |colors| {
        look.on(colors.discs.black.face, tile.ground(colors))
    });
    style.add_modifier(Modifier::BOLD)
}

impl TileView<'_> {
    /// Writes a score into the middle of the square, with a background if it is the best. A square of one
    /// row has room only for a mark on the best one.
    fn draw_label(&self, label: Label, area: Rect, buf: &mut Buffer) {
        let chosen = self.look.style(Role::Chosen);
        if area.height == 1 {
            if label.best {
                let mark = self.look.symbol(" ★", " !");
                buf.set_stringn(area.x, area.y, mark, usize::from(area.width), chosen);
            }
            return;
        }
        let text = label.text();
        let length = columns(text).min(area.width);
        let start = (area.width - length).div_ceil(2);
        let y = middle_row(area);
        let style = if label.best {
            let from = start.saturating_sub(1);
            let to = (start + length + 1).min(area.width);
            buf.set_style(Rect::new(area.x + from, y, to - from, 1), chosen);
            chosen
        } else {
            ink(self.tile, self.look)
        };
        buf.set_stringn(area.x + start, y, text, usize::from(length), style);
    }

    fn draw_parts(&self, area: Rect, buf: &mut Buffer) {
        for (at, (part, symbol)) in area
            .positions()
            .zip(parts(self.tile, area.height, self.look))
        {
            let style = match self.look.palette() {
                Some(colors) => self.colored(part, colors),
                None => self.uncolored(part),
            };
            put(buf, at, symbol, style);
        }
    }

    fn colored(&self, part: Part, colors: &Palette) -> Style {
        let ground = self.tile.ground(colors);
        let color = match (part, self.tile.mark, self.tile.disc) {
            (Part::Ground, ..) => return self.look.on(colors.legal, ground),
            (Part::Disc | Part::Inverse, _, Some(disc)) => colors.discs[disc.color].face,
            (_, Mark::Last, _) => colors.last,
            (_, Mark::Turned, _) => colors.turned,
            (_, Mark::WouldTurn(color), _) => colors.discs[color].face,
            (_, Mark::Bit, _) => colors.discs.black.face,
            (_, Mark::None | Mark::Legal, _) => colors.legal,
        };
        self.look.on(color, ground).add_modifier(Modifier::BOLD)
    }

    fn uncolored(&self, part: Part) -> Style {
        let reversed = self.tile.lit || self.tile.mark == Mark::Bit;
        let base = if reversed {
            Style::new().add_modifier(Modifier::REVERSED)
        } else {
            Style::new()
        };
        match part {
            Part::Disc => base,
            Part::Ground if self.tile.mark == Mark::Legal => base,
            Part::Ground => base.add_modifier(Modifier::DIM),
            // Reversing twice restores the original.
            Part::Inverse if reversed => Style::new(),
            Part::Inverse => base.add_modifier(Modifier::REVERSED),
            Part::Mark => base.add_modifier(Modifier::BOLD),
        }
    }
}

/// The part of a square that a character belongs to.
#[derive(Clone, Copy)]
enum Part {
    /// The square itself, or a dot on it.
    Ground,
    Disc,
    /// A part of a disc that only a reversed character shows.
    Inverse,
    Mark,
}

/// Returns the characters of a square without a picture, row by row.
fn parts(tile: Tile, height: u16, look: &ActiveTheme) -> Vec<(Part, &'static str)> {
    let size = usize::from(height);
    let width = 2 * size;
    let mut parts = vec![(Part::Ground, " "); width * size];
    // At small sizes a disc leaves the left column free for marks, which also separates neighbours.
    let middle = match size {
        1 | 2 => size,
        _ => (size - 1) / 2 * width + width / 2 - 1,
    };
    if let Some(disc) = tile.disc {
        for (part, symbol) in parts.iter_mut().zip(disc_symbols(disc, height, look)) {
            match symbol {
                " " => {}
                UPPER_SIX_EIGHTHS => *part = (Part::Inverse, "▂"),
                symbol => *part = (Part::Disc, symbol),
            }
        }
    } else {
        parts[middle].1 = match tile.mark {
            Mark::Legal => look.symbol("•", "*"),
            _ if look.paints().is_some() => " ",
            _ => look.symbol("·", "."),
        };
    }
    let mark = match tile.mark {
        Mark::None | Mark::Legal => None,
        Mark::Last => Some(look.symbol("▸", ">")),
        // In colours the square itself is tinted.
        Mark::Turned => look.paints().is_none().then_some("~"),
        Mark::WouldTurn(_) => Some("+"),
        Mark::Bit => Some("1"),
    };
    if let Some(symbol) = mark {
        parts[0] = (Part::Mark, symbol);
    }
    parts
}

/// A block element that does not exist; its reverse does.
const UPPER_SIX_EIGHTHS: &str = "upper six eighths";

fn disc_symbols(disc: Disc, height: u16, look: &ActiveTheme) -> Vec<&'static str> {
    let black = disc.color == Color::Black;
    let edge = disc.step >= EDGE - 1;
    match (look.ascii, height) {
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
