//! A square painted in colours.

use super::{Disc, Mark, Tile};
use crate::raster::{self, Glyph, RADIUS};
use crate::theme::{DiscColors, Palette, Rgb};
use reversi::Color;

/// The size of a disc's hole, as a share of the disc.
const HOLE: f64 = 0.45;

/// How far the shade at the lower right reaches into a disc, as a share of its radius.
const SHADE: f64 = 0.2;

/// How far the glint is left of and above the middle of a disc, and its radius, as shares of the disc's radius.
const GLINT: f64 = 0.36;
const GLINT_RADIUS: f64 = 0.26;

/// Draws a square of `2 * height` by `height` characters, row by row.
pub(crate) fn paint(tile: Tile, height: u16, colors: &Palette) -> Vec<Glyph> {
    let picture = SquarePicture::new(tile, height, colors);
    // Lines of characters cross in the middle of a column, left of the middle.
    let middle = picture.half - tile.shift();
    raster::paint(height, |x, y| {
        picture.point_at(x - middle, y - picture.half)
    })
}

/// Half the side of the largest square whose marks are characters.
pub(crate) const SMALL: f64 = 4.0;

/// The points along each side of a pixel at an edge.
const FINE: u32 = 4;

/// Draws a square of `2 * rows` by `rows` characters in pixels of RGB, with smooth edges. The disc is round
/// whatever the shape of a character.
pub(crate) fn pixels(
    tile: Tile,
    rows: u16,
    colors: &Palette,
    (width, height): (usize, usize),
) -> Vec<u8> {
    let mut picture = SquarePicture::new(tile, rows, colors);
    #[allow(clippy::cast_precision_loss)] // some hundreds of pixels
    let (columns, lines) = (width as f64, height as f64);
    let unit = 2.0 * picture.half / columns.min(lines);
    picture.pixels = Some([columns, lines].map(|side| side / 2.0 * unit));
    let point = |x: f64, y: f64| {
        let (x, y) = ((x - columns / 2.0) * unit, (y - lines / 2.0) * unit);
        picture.point_at(x, y).0
    };
    #[allow(clippy::cast_precision_loss)]
    let place = |at: usize| at as f64;
    let middles: Vec<Rgb> = (0..width * height)
        .map(|at| point(place(at % width) + 0.5, place(at / width) + 0.5))
        .collect();
    let mut bytes = Vec::with_capacity(3 * width * height);
    for (at, &middle) in middles.iter().enumerate() {
        let (x, y) = (at % width, at / width);
        let around = [
            (x > 0).then(|| at - 1),
            (x + 1 < width).then_some(at + 1),
            at.checked_sub(width),
            Some(at + width),
        ];
        let mut near = around
            .into_iter()
            .flatten()
            .filter_map(|at| middles.get(at));
        let color = if near.all(|other| middle.distance(*other, [1; 3]) < EDGE) {
            [middle.0, middle.1, middle.2]
        } else {
            // Many points make an edge smooth.
            let mut sums = [0; 3];
            for fine in 0..FINE * FINE {
                let part = |index: u32| (f64::from(index) + 0.5) / f64::from(FINE);
                let Rgb(red, green, blue) =
                    point(place(x) + part(fine % FINE), place(y) + part(fine / FINE));
                for (sum, byte) in sums.iter_mut().zip([red, green, blue]) {
                    *sum += u32::from(byte);
                }
            }
            #[allow(clippy::cast_possible_truncation)] // the mean of bytes
            sums.map(|sum| (sum / (FINE * FINE)) as u8)
        };
        bytes.extend(color);
    }
    bytes
}

/// The distance of neighbouring pixels from which on there is an edge between them.
const EDGE: u32 = 64;

/// A square as a picture.
struct SquarePicture<'a> {
    tile: Tile,
    colors: &'a Palette,
    base: Rgb,
    /// Half the side of the square.
    half: f64,
    /// The disc's radius: small ones leave the corners of the square free.
    radius: f64,
    /// The disc's visible width, 0 to 1.
    width: f64,
    /// Half the width and height, if it is drawn in pixels, where the smallest dots are round.
    pixels: Option<[f64; 2]>,
}

impl<'a> SquarePicture<'a> {
    fn new(tile: Tile, height: u16, colors: &'a Palette) -> Self {
        let half = f64::from(height);
        Self {
            tile,
            colors,
            base: tile.ground(height, colors),
            half,
            radius: half * RADIUS * tile.disc.map_or(1.0, Disc::size),
            width: tile.disc.map_or(1.0, Disc::width),
            pixels: None,
        }
    }

    /// Returns the colour and the weight of a point by its distance from the middle.
    fn point_at(&self, dx: f64, dy: f64) -> (Rgb, u32) {
        if self.is_corner(dx, dy) {
            return (self.base.ink(), 2);
        }
        if let Some(mark) = self.mark_at(dx, dy) {
            return (mark, 2);
        }
        if let Some(disc) = self.disc_at(dx, dy) {
            return (disc, 1);
        }
        if self.is_square_line(dx, dy) {
            return (self.colors.line, 2);
        }
        if self.is_line(dx, dy) {
            return (self.colors.line_on(self.base), 2);
        }
        (self.base, 1)
    }

    fn mark_at(&self, dx: f64, dy: f64) -> Option<Rgb> {
        let colors = self.colors;
        let hollow = self.tile.disc.is_some_and(|disc| colors.hollow[disc.color]);
        // A mark fills the hole of a disc.
        let small = self.is_dot(dx, dy, if hollow { HOLE * 0.82 } else { 0.22 });
        match self.tile.mark {
            Mark::None | Mark::Turned | Mark::Bit | Mark::Heat(_) | Mark::Sign(_) => None,
            Mark::Counts(color) => self.counts_at(color, dx, dy),
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
        if self.pixels.is_some() {
            return dx.hypot(dy) <= radius.max(0.7);
        }
        dx.hypot(dy) <= radius || dx.abs() <= 1.0 && dy.abs() <= 1.0
    }

    fn disc_at(&self, dx: f64, dy: f64) -> Option<Rgb> {
        let disc = self.tile.disc?;
        let paint = &self.colors.discs[disc.color];
        let dx = dx / self.width;
        let distance = dx.hypot(dy) / self.radius;
        let hole = self.colors.hollow[disc.color] && distance < HOLE;
        let shown = if self.tile.joined.has_neck((dx, dy), self.radius) {
            paint.face
        } else if distance > 1.0 || hole {
            return None;
        } else {
            self.face(paint, dx, dy, distance)
        };
        Some(self.base.mix(shown, disc.opacity()))
    }

    /// Returns the colour of the disc at a point, one of three tones. The light comes from the top left.
    fn face(&self, paint: &DiscColors, dx: f64, dy: f64, distance: f64) -> Rgb {
        let (x, y) = (dx / self.radius, dy / self.radius);
        if (x + SHADE).hypot(y + SHADE) > 1.0 && distance > 1.0 - SHADE {
            paint.rim
        } else if (x + GLINT).hypot(y + GLINT) < GLINT_RADIUS {
            paint.light
        } else {
            paint.face
        }
    }

    /// Returns whether a point belongs to a line between squares of one tone, if it is drawn in pixels.
    fn is_square_line(&self, dx: f64, dy: f64) -> bool {
        let is_ground = self.base == self.colors.squares[0];
        let plain = self.colors.has_square_lines() && is_ground && !self.tile.lines.any();
        let thin = 0.12;
        self.pixels
            .is_some_and(|[x, y]| plain && (dx + x <= thin || y - dy <= thin))
    }

    /// Returns whether a point belongs to the corners of a frame around a lit square, if it is drawn in pixels.
    fn is_corner(&self, dx: f64, dy: f64) -> bool {
        self.pixels.is_some_and(|[x, y]| {
            let [x, y] = [dx.abs() / x, dy.abs() / y];
            self.tile.lit && x.min(y) >= 0.7 && x.max(y) >= 0.9
        })
    }

    /// Returns whether a point belongs to a line, if it is drawn in pixels.
    fn is_line(&self, dx: f64, dy: f64) -> bool {
        let lines = self.tile.lines;
        let is_thin = |across: f64| across.abs() <= 0.12;
        let across = is_thin(dy) && (dx <= 0.12 || lines.right) && (dx >= -0.12 || lines.left);
        let along = is_thin(dx) && (dy <= 0.12 || lines.down) && (dy >= -0.12 || lines.up);
        let dot = self.tile.dot && dx.hypot(dy) <= 0.5;
        self.pixels.is_some() && lines.any() && (across || along || dot)
    }

    /// Returns the colour of a small square, with a hole for White.
    fn counts_at(&self, color: Color, dx: f64, dy: f64) -> Option<Rgb> {
        let far = dx.abs().max(dy.abs()) / self.half;
        let has_room = self.pixels.is_some() || self.half > SMALL;
        let inside = far <= 0.3 && (color == Color::Black || far > 0.14);
        (has_room && inside).then_some(self.colors.discs[color].face)
    }
}

#[cfg(test)]
mod tests {
    use super::super::GONE;
    use super::*;
    use crate::raster::Sides;
    use crate::theme::BuiltInTheme;
    use crate::theme::{ActiveTheme, ColorDepth};

    /// The share of white of each pixel of a white disc, 0 to 1.
    fn shares(size: (usize, usize)) -> Vec<f64> {
        let look = ActiveTheme::new(BuiltInTheme::Contrast, ColorDepth::True, false);
        let colors = look.palette().unwrap();
        let tile = Tile {
            disc: Some(Disc::flat(Color::White)),
            ..Tile::default()
        };
        let ground = colors.squares[0];
        let share = |rgb: &[u8]| f64::from(rgb[0] - ground.0) / f64::from(255 - ground.0);
        pixels(tile, 3, colors, size).chunks(3).map(share).collect()
    }

    #[test]
    fn lines_in_pixels_cross_in_the_middle_and_reach_the_sides_that_they_should() {
        let look = ActiveTheme::new(BuiltInTheme::Classic, ColorDepth::True, false);
        let colors = look.palette().unwrap();
        let tile = Tile {
            lines: Sides {
                left: true,
                down: true,
                ..Sides::default()
            },
            ..Tile::default()
        };
        let ground = colors.squares[0];
        let bytes = pixels(tile, 3, colors, (60, 60));
        let is_line = |x: usize, y: usize| bytes[3 * (60 * y + x)] != ground.0;
        assert!(is_line(0, 30) && is_line(30, 59) && is_line(30, 30));
        assert!(!is_line(59, 30) && !is_line(30, 0) && !is_line(10, 10));
    }

    #[test]
    fn a_neck_in_pixels_reaches_the_side_at_which_the_disc_is_joined_and_dissolves_with_it() {
        let look = ActiveTheme::new(BuiltInTheme::Classic, ColorDepth::True, false);
        let colors = look.palette().unwrap();
        let left = |gone| {
            let tile = Tile {
                disc: Some(Disc {
                    gone,
                    ..Disc::flat(Color::White)
                }),
                joined: Sides {
                    right: true,
                    ..Sides::default()
                },
                ..Tile::default()
            };
            let bytes = pixels(tile, 3, colors, (60, 60));
            let red = |x: usize, y: usize| bytes[3 * (60 * y + x)];
            let ground = colors.squares[0].0;
            assert_eq!([red(0, 30), red(30, 0), red(59, 10)], [ground; 3]);
            red(59, 30) - ground
        };
        let shades: Vec<u8> = (0..=GONE).map(left).collect();
        assert_eq!(shades[0], colors.discs.white.face.0 - colors.squares[0].0);
        assert!(
            shades.is_sorted_by(|earlier, later| later < earlier),
            "{shades:?}"
        );
        assert_eq!(shades.last(), Some(&0));
    }

    #[test]
    fn a_disc_in_pixels_is_round_smooth_and_as_large_as_it_should_be() {
        for (width, height) in [(60, 60), (54, 60), (120, 126)] {
            let shares = shares((width, height));
            let at = |x: usize, y: usize| shares[y * width + x];
            // Its area is that of a circle.
            let radius = RADIUS * f64::from(u16::try_from(width.min(height)).unwrap()) / 2.0;
            let area: f64 = shares.iter().sum();
            let circle = std::f64::consts::PI * radius * radius;
            assert!((area / circle - 1.0).abs() < 0.01, "{area} {circle}");
            // It is the same in all eight directions.
            let by = |from: f64| {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
                let by = from.round() as usize;
                by
            };
            let (x, y) = (width / 2, height / 2);
            let straight = by(radius - 1.5);
            let diagonal = by((radius - 1.5) / std::f64::consts::SQRT_2);
            for far in [0, 3] {
                let (straight, diagonal) = (straight + far, diagonal + far);
                let ends = [
                    at(x + straight, y),
                    at(x - straight - 1, y),
                    at(x, y + straight),
                    at(x, y - straight - 1),
                    at(x + diagonal, y + diagonal),
                    at(x - diagonal - 1, y + diagonal),
                    at(x + diagonal, y - diagonal - 1),
                    at(x - diagonal - 1, y - diagonal - 1),
                ];
                let inside = if far == 0 { 1.0 } else { 0.0 };
                assert!(
                    ends.iter().all(|&share| (share - inside).abs() < 0.05),
                    "{ends:?}"
                );
            }
            // Its edge has many shades.
            let between = shares
                .iter()
                .filter(|share| (0.1..0.9).contains(*share))
                .count();
            assert!(between > width, "{between}");
            // Nothing reaches the border of the square.
            assert!((0..width).all(|x| at(x, 0) == 0.0 && at(x, height - 1) == 0.0));
        }
    }
}
