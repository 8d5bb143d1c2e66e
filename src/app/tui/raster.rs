//! Rasterizing pictures into characters: each character covers 8x8 points and becomes the block element and
//! two colours that match best.
//!
//! A character is assumed to be twice as high as wide. Points are measured in character widths.

use super::theme::Rgb;

/// Points along each side of a character.
const POINTS: usize = 8;

/// A character with its two colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Glyph {
    pub(crate) symbol: &'static str,
    pub(crate) fg: Rgb,
    pub(crate) bg: Rgb,
}

/// The colour and weight of a point.
type Point = (Rgb, u32);

/// The block elements and the points they fill, row by row from the top left, the highest bit first.
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

/// The block elements that no other element gives with its colours swapped.
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

/// Draws a square of `2 * height` by `height` characters, row by row, from the points of its picture.
pub(crate) fn paint(height: u16, point_at: impl Fn(f64, f64) -> Point) -> Vec<Glyph> {
    // In few characters mixed colours look like a halo; a sharp border looks round.
    let mixed = height > 2;
    characters(height)
        .map(|(column, row)| {
            fit(mixed, |x, y| {
                let (x, y) = place(column, row, x, y);
                point_at(x, y)
            })
        })
        .collect()
}

/// Returns which points of each character the disc shape covers.
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

/// Returns the disc shape in block elements.
pub(crate) fn outline(height: u16, hollow: bool) -> Vec<&'static str> {
    shape(height, hollow).map(nearest_element).collect()
}

/// Returns which characters the disc shape covers.
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

/// Returns the position of a point in the square.
fn place(column: u16, row: u16, x: usize, y: usize) -> (f64, f64) {
    #[allow(clippy::cast_precision_loss)] // below 8
    let part = |index: usize| (index as f64 + 0.5) / POINTS as f64;
    (
        f64::from(column) + part(x),
        2.0 * (f64::from(row) + part(y)),
    )
}

/// Finds the block element and the two colours that match 8x8 points best. Colours are means of points if
/// mixing is allowed, otherwise colours of the picture.
fn fit(mixed: bool, point_at: impl Fn(usize, usize) -> Point) -> Glyph {
    let points: [Point; POINTS * POINTS] =
        std::array::from_fn(|index| point_at(index % POINTS, index / POINTS));
    let color_of: fn(&[Point]) -> Rgb = if mixed { mean } else { most_frequent };
    let solid = color_of(&points);
    let mut best = Glyph {
        symbol: " ",
        fg: solid,
        bg: solid,
    };
    // Tones that the eye cannot tell apart count as one.
    let mut least = error_of(&points, solid);
    if least < 64 * 12 {
        return best;
    }
    least -= 64 * 4;
    for (symbol, mask) in ELEMENTS {
        let (mut inside, mut outside) = (Vec::with_capacity(64), Vec::with_capacity(64));
        for (index, &point) in points.iter().enumerate() {
            let is_inside = mask >> (63 - index) & 1 == 1;
            let part = if is_inside { &mut inside } else { &mut outside };
            part.push(point);
        }
        let (fg, bg) = (color_of(&inside), color_of(&outside));
        let error = error_of(&inside, fg) + error_of(&outside, bg);
        if error < least {
            least = error;
            best = Glyph { symbol, fg, bg };
        }
    }
    best
}

/// Returns the distance of points from a colour.
fn error_of(points: &[Point], color: Rgb) -> u32 {
    let errors = points
        .iter()
        .map(|&(point, weight)| weight * point.distance(color, [1; 3]));
    errors.sum()
}

/// Returns the mean of some colours.
fn mean(points: &[Point]) -> Rgb {
    #[allow(clippy::cast_possible_truncation)] // 64 bytes, and a mean of bytes
    let part = |of: fn(Rgb) -> u8| {
        let count = points.len() as u32;
        let sum: u32 = points.iter().map(|&(color, _)| u32::from(of(color))).sum();
        ((2 * sum + count) / (2 * count)) as u8
    };
    Rgb(part(|c| c.0), part(|c| c.1), part(|c| c.2))
}

/// Returns the colour with the most weight.
fn most_frequent(points: &[Point]) -> Rgb {
    let weight_of = |&&(color, _): &&Point| -> u32 {
        let same = points.iter().filter(|point| point.0 == color);
        same.map(|point| point.1).sum()
    };
    let most = points.iter().max_by_key(weight_of);
    most.expect("each part of a character has points").0
}

/// Draws a bar, filled by the shares of black, empty and white; the borders fall on eighths of a character.
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
