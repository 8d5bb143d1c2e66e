//! Owns how a square becomes characters: the square is computed as a picture of 8x8 points for each
//! character, and each character becomes the block element with the two colours that come nearest.
//!
//! A character is taken to be twice as high as wide. Points are measured in widths of a character.

use super::theme::{BoardColors, DiscColors, Rgb};
use super::widget::tile::{Mark, Tile};

/// Points along each side of a character.
const POINTS: usize = 8;

/// The step of a quarter turn, at which a disc is seen edge-on.
pub(crate) const EDGE: u8 = 4;

/// How wide the hole of a disc is that has one, as a share of the disc.
const HOLE: f64 = 0.45;

/// A character with its two colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Glyph {
    pub(crate) symbol: &'static str,
    pub(crate) fg: Rgb,
    pub(crate) bg: Rgb,
}

/// The block elements: which points of a character they fill, row by row from the top left, the
/// highest bit first.
const ELEMENTS: [(&str, u64); 19] = [
    ("▁", 0x0000_0000_0000_00ff),
    ("▂", 0x0000_0000_0000_ffff),
    ("▃", 0x0000_0000_00ff_ffff),
    ("▄", 0x0000_0000_ffff_ffff),
    ("▅", 0x0000_00ff_ffff_ffff),
    ("▆", 0x0000_ffff_ffff_ffff),
    ("▇", 0x00ff_ffff_ffff_ffff),
    ("▏", 0x8080_8080_8080_8080),
    ("▎", 0xc0c0_c0c0_c0c0_c0c0),
    ("▍", 0xe0e0_e0e0_e0e0_e0e0),
    ("▌", 0xf0f0_f0f0_f0f0_f0f0),
    ("▋", 0xf8f8_f8f8_f8f8_f8f8),
    ("▊", 0xfcfc_fcfc_fcfc_fcfc),
    ("▉", 0xfefe_fefe_fefe_fefe),
    ("▘", 0xf0f0_f0f0_0000_0000),
    ("▝", 0x0f0f_0f0f_0000_0000),
    ("▖", 0x0000_0000_f0f0_f0f0),
    ("▗", 0x0000_0000_0f0f_0f0f),
    ("▚", 0xf0f0_f0f0_0f0f_0f0f),
];

/// The block elements that have no twin above with the colours exchanged.
const MORE_ELEMENTS: [(&str, u64); 8] = [
    ("█", u64::MAX),
    ("▀", 0xffff_ffff_0000_0000),
    ("▐", 0x0f0f_0f0f_0f0f_0f0f),
    ("▞", 0x0f0f_0f0f_f0f0_f0f0),
    ("▙", 0xf0f0_f0f0_ffff_ffff),
    ("▛", 0xffff_ffff_f0f0_f0f0),
    ("▜", 0xffff_ffff_0f0f_0f0f),
    ("▟", 0x0f0f_0f0f_ffff_ffff),
];

/// A picture's points, summed up.
#[derive(Clone, Copy, Default)]
struct Sum {
    count: f64,
    color: [f64; 3],
}

impl Sum {
    fn add(&mut self, Rgb(red, green, blue): Rgb) {
        self.count += 1.0;
        for (sum, part) in self.color.iter_mut().zip([red, green, blue]) {
            *sum += f64::from(part);
        }
    }

    fn without(self, other: Self) -> Self {
        let mut rest = self;
        rest.count -= other.count;
        for (sum, part) in rest.color.iter_mut().zip(other.color) {
            *sum -= part;
        }
        rest
    }

    fn mean(self) -> Rgb {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a mean of bytes
        let [red, green, blue] = self.color.map(|sum| (sum / self.count).round() as u8);
        Rgb(red, green, blue)
    }
}

/// Draws a square of `2 * height` by `height` characters, row by row.
pub(crate) fn paint(tile: Tile, height: u16, colors: &BoardColors) -> Vec<Glyph> {
    let picture = Picture::new(tile, height, colors);
    // In few characters mixed colours look like a halo; a sharp border looks round.
    let mixed = height > 2;
    characters(height)
        .map(|(column, row)| fit(mixed, |x, y| picture.point_at(column, row, x, y)))
        .collect()
}

/// The shape of a disc without colours, in the same order: which points of each character it covers.
fn shape(height: u16, hollow: bool) -> impl Iterator<Item = u64> {
    let radius = f64::from(height);
    let outer = radius * 0.84;
    let inner = if hollow {
        outer - radius.max(2.4) * 0.3
    } else {
        -1.0
    };
    characters(height).map(move |(column, row)| {
        let mut points = 0;
        for y in 0..POINTS {
            for x in 0..POINTS {
                let (dx, dy) = place(column, row, x, y);
                let distance = (dx - radius).hypot(dy - radius);
                points = points << 1 | u64::from(distance <= outer && distance > inner);
            }
        }
        points
    })
}

/// The shape of a disc in block elements; a blank is a space.
pub(crate) fn outline(height: u16, hollow: bool) -> Vec<&'static str> {
    shape(height, hollow).map(nearest_element).collect()
}

/// The shape of a disc in whole characters.
pub(crate) fn silhouette(height: u16, hollow: bool) -> Vec<bool> {
    shape(height, hollow)
        .map(|points| points.count_ones() > 32)
        .collect()
}

fn characters(height: u16) -> impl Iterator<Item = (u16, u16)> {
    (0..height).flat_map(move |row| (0..2 * height).map(move |column| (column, row)))
}

fn nearest_element(points: u64) -> &'static str {
    std::iter::once((" ", 0))
        .chain(ELEMENTS)
        .chain(MORE_ELEMENTS)
        .min_by_key(|(_, mask)| (mask ^ points).count_ones())
        .map_or(" ", |(symbol, _)| symbol)
}

/// Where a point lies in the square.
fn place(column: u16, row: u16, x: usize, y: usize) -> (f64, f64) {
    #[allow(clippy::cast_precision_loss)] // below 8
    let part = |index: usize| (index as f64 + 0.5) / POINTS as f64;
    (
        f64::from(column) + part(x),
        2.0 * (f64::from(row) + part(y)),
    )
}

/// Finds the block element and the two colours that come nearest to a picture of 8x8 points. Colours are
/// means of points where they may be mixed, otherwise colours of the picture. Points count as much as
/// their weight.
fn fit(mixed: bool, point_at: impl Fn(usize, usize) -> (Rgb, u32)) -> Glyph {
    let mut points = [(Rgb(0, 0, 0), 1); POINTS * POINTS];
    let mut all = Sum::default();
    for (index, point) in points.iter_mut().enumerate() {
        *point = point_at(index % POINTS, index / POINTS);
        all.add(point.0);
    }
    let color_of = |points: &[(Rgb, u32)], sum: Sum| {
        if mixed {
            sum.mean()
        } else {
            most_frequent(points)
        }
    };
    let solid = color_of(&points, all);
    let mut best = Glyph {
        symbol: " ",
        fg: solid,
        bg: solid,
    };
    // Two tones that the eye does not tell apart are one.
    let mut least = error_of(&points, solid);
    if least < 64 * 12 {
        return best;
    }
    least -= 64 * 4;
    for (symbol, mask) in ELEMENTS {
        let (mut inside, mut outside) = (Vec::with_capacity(64), Vec::with_capacity(64));
        let mut sum = Sum::default();
        for (index, &point) in points.iter().enumerate() {
            if mask >> (63 - index) & 1 == 1 {
                sum.add(point.0);
                inside.push(point);
            } else {
                outside.push(point);
            }
        }
        let fg = color_of(&inside, sum);
        let bg = color_of(&outside, all.without(sum));
        let error = error_of(&inside, fg) + error_of(&outside, bg);
        if error < least {
            least = error;
            best = Glyph { symbol, fg, bg };
        }
    }
    best
}

/// How far points are from a colour.
fn error_of(points: &[(Rgb, u32)], color: Rgb) -> u32 {
    let errors = points
        .iter()
        .map(|&(point, weight)| weight * point.distance(color));
    errors.sum()
}

/// The colour with the most weight.
fn most_frequent(points: &[(Rgb, u32)]) -> Rgb {
    let weight_of = |color: Rgb| -> u32 {
        let same = points.iter().filter(|point| point.0 == color);
        same.map(|point| point.1).sum()
    };
    let most = points.iter().max_by_key(|point| weight_of(point.0));
    most.map_or(Rgb(0, 0, 0), |point| point.0)
}

/// A square as a picture.
struct Picture<'a> {
    tile: Tile,
    colors: &'a BoardColors,
    base: Rgb,
    /// Half the side of the square.
    half: f64,
    /// Whether there is room for a rim and a shadow.
    detailed: bool,
}

impl<'a> Picture<'a> {
    fn new(tile: Tile, height: u16, colors: &'a BoardColors) -> Self {
        Self {
            tile,
            colors,
            base: tile.ground(colors),
            half: f64::from(height),
            detailed: height >= 3,
        }
    }

    fn point_at(&self, column: u16, row: u16, x: usize, y: usize) -> (Rgb, u32) {
        let (x, y) = place(column, row, x, y);
        let (dx, dy) = (x - self.half, y - self.half);
        if let Some(mark) = self.mark_at(dx, dy) {
            // Where a character cannot show everything, it shows the mark.
            return (mark, if self.detailed { 1 } else { 8 });
        }
        let color = self.disc_at(dx, dy);
        (color.unwrap_or_else(|| self.ground_at(x, y, dx, dy)), 1)
    }

    fn radius(&self) -> f64 {
        self.half * if self.detailed { 0.82 } else { 0.85 }
    }

    /// How wide the disc is seen while it turns, 0 to 1.
    fn width(&self) -> f64 {
        let step = self.tile.disc.map_or(0, |disc| disc.step);
        let angle = f64::from(step) / f64::from(EDGE) * std::f64::consts::FRAC_PI_2;
        angle.cos().max(0.12)
    }

    fn mark_at(&self, dx: f64, dy: f64) -> Option<Rgb> {
        let colors = self.colors;
        let hollow = self
            .tile
            .disc
            .is_some_and(|disc| colors.discs[disc.color].hollow);
        // The hole of a disc is filled by a mark.
        let small = self.is_dot(dx, dy, if hollow { HOLE * 0.82 } else { 0.22 });
        match self.tile.mark {
            Mark::None | Mark::Turned | Mark::Bit => None,
            Mark::Legal => small.then(|| self.base.mix(colors.legal, 0.9)),
            Mark::Last => small.then_some(colors.last),
            Mark::WouldTurn(color) => self.is_dot(dx, dy, 0.4).then_some(colors.discs[color].face),
        }
    }

    /// Whether a point belongs to a dot, with a radius as a share of half the square. In few characters
    /// a dot is what block elements can show: two half characters beside each other.
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
        let paint = &self.colors.discs[disc.color];
        let hole = if self.detailed {
            distance < HOLE
        } else {
            self.is_dot(dx, dy, 0.0)
        };
        if paint.hollow && hole {
            return None;
        }
        let shown = self.face(paint, dx, dy, distance);
        Some(if disc.ghost {
            self.base.mix(shown, 0.55)
        } else {
            shown
        })
    }

    /// The light comes from the top left.
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
        for (index, (corner_x, corner_y)) in [(0.0, 0.0), (side, 0.0), (0.0, side), (side, side)]
            .into_iter()
            .enumerate()
        {
            if self.tile.stars >> index & 1 == 1 && self.is_dot(x - corner_x, y - corner_y, 0.2) {
                return self.colors.star;
            }
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

/// Draws a bar of so many characters, filled by parts of black, empty and white discs; the border
/// between two parts falls on an eighth of a character.
pub(crate) fn bar(width: u16, parts: [(u32, Rgb); 3]) -> Vec<Glyph> {
    let total = parts.iter().map(|part| part.0).sum::<u32>().max(1);
    let points = u32::from(width) * 8;
    (0..u32::from(width))
        .map(|column| {
            fit(true, |x, _| {
                #[allow(clippy::cast_possible_truncation)] // below 8
                let point = column * 8 + x as u32;
                let mut end = 0;
                for (count, color) in parts {
                    end += count;
                    if point * total < end * points {
                        return (color, 1);
                    }
                }
                (parts[2].1, 1)
            })
        })
        .collect()
}
