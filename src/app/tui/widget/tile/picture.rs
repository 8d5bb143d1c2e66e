//! A square painted in colours.

use super::{Disc, Mark, Tile};
use crate::app::tui::raster::{self, Glyph};
use crate::app::tui::theme::{DiscColors, Palette, Rgb};

/// The size of a disc's hole, as a share of the disc.
const HOLE: f64 = 0.45;

/// Draws a square of `2 * height` by `height` characters, row by row.
pub(super) fn paint(tile: Tile, height: u16, colors: &Palette) -> Vec<Glyph> {
    let picture = Picture::new(tile, height, colors);
    raster::paint(height, |x, y| picture.point_at(x, y))
}

/// A square as a picture.
struct Picture<'a> {
    tile: Tile,
    colors: &'a Palette,
    base: Rgb,
    /// Half the side of the square.
    half: f64,
    /// The disc's radius: small ones leave the corners of the square free.
    radius: f64,
    /// The disc's visible width, 0 to 1.
    width: f64,
    /// Whether there is room for a shadow.
    shaded: bool,
}

impl<'a> Picture<'a> {
    fn new(tile: Tile, height: u16, colors: &'a Palette) -> Self {
        let half = f64::from(height);
        let shaded = height > 3;
        Self {
            tile,
            colors,
            base: tile.ground(height, colors),
            half,
            radius: half * if shaded { 0.82 } else { 0.78 },
            width: tile.disc.map_or(1.0, Disc::width),
            shaded,
        }
    }

    fn point_at(&self, x: f64, y: f64) -> (Rgb, u32) {
        let (dx, dy) = (x - self.half, y - self.half);
        if let Some(mark) = self.mark_at(dx, dy) {
            return (mark, 2);
        }
        if let Some(disc) = self.disc_at(dx, dy) {
            return (disc, 1);
        }
        if self.is_star(dx, dy) {
            return (self.colors.star, 2);
        }
        (self.ground_at(dx, dy), 1)
    }

    fn mark_at(&self, dx: f64, dy: f64) -> Option<Rgb> {
        let colors = self.colors;
        let hollow = self.tile.disc.is_some_and(|disc| colors.hollow[disc.color]);
        // A mark fills the hole of a disc.
        let small = self.is_dot(dx, dy, if hollow { HOLE * 0.82 } else { 0.22 });
        match self.tile.mark {
            Mark::None | Mark::Turned | Mark::Bit => None,
            Mark::Legal => small.then_some(colors.legal),
            Mark::Last => small.then_some(colors.last),
            Mark::WouldTurn(color) => self.is_dot(dx, dy, 0.4).then_some(colors.discs[color].face),
        }
    }

    /// Returns whether a point belongs to a dot whose radius is a share of half the square. The smallest one
    /// fills two characters, or half of four.
    fn is_dot(&self, dx: f64, dy: f64, share: f64) -> bool {
        // In three rows a larger dot would reach the outline of a disc.
        let share = if self.half > 3.0 {
            share
        } else {
            share.min(0.33)
        };
        let radius = self.half * share;
        dx.hypot(dy) <= radius || dx.abs() <= 1.0 && dy.abs() <= 1.0
    }

    fn disc_at(&self, dx: f64, dy: f64) -> Option<Rgb> {
        let disc = self.tile.disc?;
        let dx = dx / self.width;
        let distance = dx.hypot(dy) / self.radius;
        let hole = self.colors.hollow[disc.color] && distance < HOLE;
        if distance > 1.0 || hole {
            return None;
        }
        let shown = self.face(&self.colors.discs[disc.color], dx, dy, distance);
        Some(if disc.ghost {
            self.base.mix(shown, 0.55)
        } else {
            shown
        })
    }

    /// Returns the colour of the disc at a point. The light comes from the top left.
    fn face(&self, paint: &DiscColors, dx: f64, dy: f64, distance: f64) -> Rgb {
        let radius = self.radius;
        let towards_light = -(dx + dy) / (radius * std::f64::consts::SQRT_2);
        if distance > 0.9 {
            return paint.rim.mix(paint.light, (towards_light * 0.7).max(0.0));
        }
        let glint = (dx / radius + 0.35).hypot(dy / radius + 0.4);
        paint.face.mix(paint.light, (0.75 - glint).max(0.0) * 0.9)
    }

    /// Returns whether a point belongs to a quarter of one of the board's four dots.
    fn is_star(&self, dx: f64, dy: f64) -> bool {
        let near = |from: f64| self.half - from.abs() <= 0.8;
        let corner = usize::from(dx > 0.0) | usize::from(dy > 0.0) << 1;
        self.tile.stars >> corner & 1 == 1 && near(dx) && near(dy)
    }

    fn ground_at(&self, dx: f64, dy: f64) -> Rgb {
        let casts = self.tile.disc.is_some_and(|disc| !disc.ghost);
        let far = (dx / self.width).hypot(dy - self.half * 0.1) / self.radius;
        if self.shaded && casts && far <= 1.0 {
            self.base.mix(self.colors.shadow, 0.75)
        } else {
            self.base
        }
    }
}
