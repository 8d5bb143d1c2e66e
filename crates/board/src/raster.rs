//! Rasterizing pictures into characters: each character covers 8x8 points and becomes the block element and
//! two colours that match best.
//!
//! A character is assumed to be twice as high as wide. Points are measured in character widths.

use crate::theme::Rgb;
use reversi::Square;

/// Points along each side of a character.
const POINTS: usize = 8;

/// A character with its two colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Glyph {
    pub(crate) symbol: &'static str,
    pub(crate) fg: Rgb,
    pub(crate) bg: Rgb,
}

/// The radius of a disc, as a share of half the side of its square.
pub(crate) const RADIUS: f64 = 0.85;

/// The colour and weight of a point: the heaviest ones are shown where two colours are too few.
type Point = (Rgb, u32);

/// The block elements and the points they fill, row by row from the top left, the highest bit first. Of equals
/// the first is taken, so those that have their mirror image come first.
const ELEMENTS: [(&str, u64); 19] = [
    ("▘", 0xf0f0_f0f0_0000_0000),
    ("▝", 0x0f0f_0f0f_0000_0000),
    ("▖", 0x0000_0000_f0f0_f0f0),
    ("▗", 0x0000_0000_0f0f_0f0f),
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
    ("▚", 0xf0f0_f0f0_0f0f_0f0f),
];

/// The block elements that no other element gives with its colours swapped.
const MORE_ELEMENTS: [(&str, u64); 9] = [
    (" ", 0),
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
    characters(height)
        .map(|(column, row)| {
            fit(|x, y| {
                let (x, y) = place(column, row, x, y);
                point_at(x, y)
            })
        })
        .collect()
}

/// The four sides of a square on the screen, or some of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools)] // one for each side
pub struct Sides {
    pub(crate) left: bool,
    pub(crate) right: bool,
    pub(crate) up: bool,
    pub(crate) down: bool,
}

impl Sides {
    /// Returns the sides at which a square has a neighbour of some kind, on a board with rank 1 at the bottom.
    pub fn around(square: Square, is_there: impl Fn(Square) -> bool) -> Self {
        let at = |files, ranks| square.offset(files, ranks).is_some_and(&is_there);
        Self {
            left: at(-1, 0),
            right: at(1, 0),
            up: at(0, 1),
            down: at(0, -1),
        }
    }

    /// Returns whether there are any.
    pub(crate) fn any(self) -> bool {
        self != Self::default()
    }

    /// Returns whether a point belongs to a neck from a disc of a radius to one of these sides. The neck begins
    /// inside the disc, and is so thin that the disc stays round: a column wide upwards and downwards. To the sides
    /// block elements have no such line in the middle of a row; there it is a character.
    pub(crate) fn has_neck(self, (dx, dy): (f64, f64), radius: f64) -> bool {
        let is_in = |along: f64, across: f64, width: f64| {
            along > radius * 0.7 && across.abs() <= width / 2.0
        };
        self.left && is_in(-dx, dy, 0.6)
            || self.right && is_in(dx, dy, 0.6)
            || self.up && is_in(-dy, dx, 1.0)
            || self.down && is_in(dy, dx, 1.0)
    }
}

/// A disc of one colour, turned until it shows this share of its width.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) hollow: bool,
    pub(crate) width: f64,
    /// Its size, as a share of the usual one.
    pub(crate) size: f64,
    /// How far it is left of the middle, in columns.
    pub(crate) shift: f64,
    /// The sides with a neck to another disc.
    pub(crate) joined: Sides,
}

impl Shape {
    /// Returns which points of each character it covers.
    fn points(self, height: u16) -> impl Iterator<Item = u64> {
        let middle = f64::from(height);
        let outer = middle * RADIUS * self.size;
        let inner = if self.hollow {
            outer - middle.max(2.4) * 0.3
        } else {
            -1.0
        };
        characters(height).map(move |(column, row)| {
            let mut points = 0;
            for y in 0..POINTS {
                for x in 0..POINTS {
                    let (x, y) = place(column, row, x, y);
                    let (dx, dy) = (x + self.shift - middle, y - middle);
                    let distance = (dx / self.width).hypot(dy);
                    let is_in = distance <= outer && distance > inner
                        || self.joined.has_neck((dx, dy), outer);
                    points = points << 1 | u64::from(is_in);
                }
            }
            points
        })
    }

    /// Returns it in block elements, and which of them to show with their colours swapped.
    pub(crate) fn blocks(self, height: u16) -> Vec<(&'static str, bool)> {
        let elements = || MORE_ELEMENTS.into_iter().chain(ELEMENTS);
        let swapped = || ELEMENTS.map(|(symbol, mask)| ((symbol, true), !mask));
        let all = || {
            elements()
                .map(|(symbol, mask)| ((symbol, false), mask))
                .chain(swapped())
        };
        let points = self.points(height);
        points.map(|points| nearest(points, all())).collect()
    }

    /// Returns it in half blocks.
    pub(crate) fn half_blocks(self, height: u16) -> Vec<&'static str> {
        let halves = |&(symbol, _): &(&str, u64)| " █▀▄▌▐".contains(symbol);
        let elements = || MORE_ELEMENTS.into_iter().chain(ELEMENTS).filter(halves);
        let points = self.points(height);
        points.map(|points| nearest(points, elements())).collect()
    }

    /// Returns it in a letter, with softened ends.
    pub(crate) fn letters(self, height: u16, letter: &'static str) -> Vec<&'static str> {
        // A neck of letters would look like a disc, and a larger one has no softened ends.
        let (joined, size) = (Sides::default(), 0.98 * self.size);
        let points = Self {
            size,
            joined,
            ..self
        }
        .points(height);
        let letters = characters(height).zip(points).map(|((column, _), points)| {
            // Neighbours stay apart.
            let soft = self.shift > 0.0 || (1..2 * height - 1).contains(&column);
            let upper = (points >> 32).count_ones();
            let lower = points.count_ones() - upper;
            match upper + lower {
                32.. => letter,
                12.. if soft && lower > 3 * upper => ".",
                12.. if soft && upper > 3 * lower => "'",
                _ => " ",
            }
        });
        letters.collect()
    }
}

fn characters(height: u16) -> impl Iterator<Item = (u16, u16)> {
    (0..height).flat_map(move |row| (0..2 * height).map(move |column| (column, row)))
}

/// Returns what covers nearly the same points; of equals the first.
fn nearest<T>(points: u64, choices: impl IntoIterator<Item = (T, u64)>) -> T {
    let nearest = choices
        .into_iter()
        .min_by_key(|(_, mask)| (mask ^ points).count_ones());
    nearest.expect("there are characters to choose from").0
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

/// The points of a character that have one colour and weight.
struct Patch {
    color: Rgb,
    weight: u32,
    points: u64,
}

/// Finds the block element and the two colours of the picture that match 8x8 points best: every edge is hard.
fn fit(point_at: impl Fn(usize, usize) -> Point) -> Glyph {
    let mut patches: Vec<Patch> = Vec::new();
    for index in 0..POINTS * POINTS {
        let (color, weight) = point_at(index % POINTS, index / POINTS);
        let bit = 1 << (63 - index);
        let mut known = patches.iter_mut();
        match known.find(|patch| (patch.color, patch.weight) == (color, weight)) {
            Some(patch) => patch.points |= bit,
            None => patches.push(Patch {
                color,
                weight,
                points: bit,
            }),
        }
    }
    let (solid, error) = flat(&patches, u64::MAX);
    let mut best = Glyph {
        symbol: " ",
        fg: solid,
        bg: solid,
    };
    // Tones that the eye cannot tell apart count as one.
    if error < 64 * 12 {
        return best;
    }
    let mut least = error - 64 * 4;
    for (symbol, mask) in ELEMENTS {
        let ((fg, inside), (bg, outside)) = (flat(&patches, mask), flat(&patches, !mask));
        if inside + outside < least {
            least = inside + outside;
            best = Glyph { symbol, fg, bg };
        }
    }
    best
}

/// Returns the colour with the most weight among some points, and the distance of the others from it.
fn flat(patches: &[Patch], mask: u64) -> (Rgb, u32) {
    let weight = |patch: &Patch| patch.weight * (patch.points & mask).count_ones();
    let most = patches.iter().max_by_key(|patch| weight(patch));
    let color = most.expect("each character has points").color;
    let errors = patches.iter().map(|patch| match weight(patch) {
        0 => 0,
        weight => weight * patch.color.distance(color, [1; 3]),
    });
    (color, errors.sum())
}
