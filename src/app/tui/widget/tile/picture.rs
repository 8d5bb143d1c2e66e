//! A square painted in colours.

use super::{EDGE, Mark, Tile};
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
    /// Whether there is room for a rim and a shadow.
    detailed: bool,
}

impl<'a> Picture<'a> {
    fn new(tile: Tile, height: u16, colors: &'a Palette) -> Self {
        Self {
            tile,
            colors,
            base: tile.ground(colors),
            half: f64::from(height),
            detailed: height >= 3,
        }
    }

    fn point_at(&self, x: f64, y: f64) -> (Rgb, u32) {
        let (dx, dy) = (x - self.half, y - self.half);
        if let Some(mark) = self.mark_at(dx, dy) {
            // If a character cannot show everything, it shows the mark.
            return (mark, if self.detailed { 1 } else { 8 });
        }
        let color = self.disc_at(dx, dy);
        (color.unwrap_or_else(|| self.ground_at(x, y, dx, dy)), 1)
    }

    fn radius(&self) -> f64 {
        self.half * if self.detailed { 0.82 } else { 0.85 }
    }

    /// Returns the visible width of a turning disc, 0 to 1.
    fn width(&self) -> f64 {
        let step = self.tile.disc.map_or(0, |disc| disc.step);
        let angle = f64::from(step) / f64::from(EDGE) * std::f64::consts::FRAC_PI_2;
        angle.cos().max(0.12)
    }

    fn mark_at(&self, dx: f64, dy: f64) -> Option<Rgb> {
        let colors = self.colors;
        let hollow = self.tile.disc.is_some_and(|disc| colors.hollow[disc.color]);
        // A mark fills the hole of a disc.
        let small = self.is_dot(dx, dy, if hollow { HOLE * 0.82 } else { 0.22 });
        match self.tile.mark {
            Mark::None | Mark::Turned | Mark::Bit => None,
            Mark::Legal => small.then(|| self.base.mix(colors.legal, 0.9)),
            Mark::Last => small.then_some(colors.last),
            Mark::WouldTurn(color) => self.is_dot(dx, dy, 0.4).then_some(colors.discs[color].face),
        }
    }

    /// Returns whether a point belongs to a dot whose radius is a share of half the square. In few
    /// characters a dot is two half characters side by side.
    fn is_dot(&self, dx: f64, dy: f64, share: f64) -> bool {
        if self.detailed {
            dx.hypot(dy) <= (self.half * share).max(0.9)
        } else {
            dx.abs() <= 1.0 && dy.abs() <= 0.5
        }
    }

    fn disc_at(&self, dx: f64, dy: f64) -> Option<Rgb> {
        let disc = self.tile.disc?;
        let radius = self.radius();
        let dx = dx / self.width();
        let distance = dx.hypot(dy) / radius;
        if distance > 1.0 {
            return None;
        }
        let hole = if self.detailed {
            distance < HOLE
        } else {
            self.is_dot(dx, dy, 0.0)
        };
        if self.colors.hollow[disc.color] && hole {
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
        if !self.detailed {
            return paint.face;
        }
        let radius = self.radius();
        let towards_light = -(dx + dy) / (radius * std::f64::consts::SQRT_2);
        if distance > 0.9 {
            return paint.rim.mix(paint.light, (towards_light * 0.7).max(0.0));
        }
        let glint = (dx / radius + 0.35).hypot(dy / radius + 0.4);
        paint.face.mix(paint.light, (0.75 - glint).max(0.0) * 0.9)
    }

    fn ground_at(&self, x: f64, y: f64, dx: f64, dy: f64) -> Rgb {
        let side = 2.0 * self.half;
        let corners = [(0.0, 0.0), (side, 0.0), (0.0, side), (side, side)];
        let is_star = |(index, (left, top)): (usize, (f64, f64))| {
            self.tile.stars >> index & 1 == 1 && self.is_dot(x - left, y - top, 0.2)
        };
        if corners.into_iter().enumerate().any(is_star) {
            return self.colors.star;
        }
        if self.detailed && self.tile.disc.is_some_and(|disc| !disc.ghost) {
            let far = (dx / self.width()).hypot(dy - self.half * 0.1) / self.radius();
            if far <= 1.0 {
                return self.base.mix(self.colors.shadow, 0.75);
            }
        }
        self.base
    }
}
