//! The oracle: a board as a plain array of points, with a flood fill from point to point. It shares no code
//! with the kernel.

use reversi::{ByColor, Color, File, Rank, Square};
use reversi_table::go::{Grid, Stones};

use crate::random::Random;

/// What a flood fill meets from a point: the points of one kind that are connected, and the stones and
/// empty points around them.
pub(crate) struct Region {
    pub(crate) points: Vec<usize>,
    pub(crate) border: Vec<usize>,
}

/// Points in reading order, the top row first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    pub(crate) size: usize,
    pub(crate) points: Vec<Option<Color>>,
}

impl Board {
    pub(crate) fn new(grid: Grid, stones: Stones) -> Self {
        let size = usize::from(grid.size());
        let has = |set: u64, place: usize| set >> (size * size - 1 - place) & 1 == 1;
        let stone = |place| match (has(stones.black, place), has(stones.white, place)) {
            (true, true) => panic!("two stones on one point"),
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            (false, false) => None,
        };
        Self {
            size,
            points: (0..size * size).map(stone).collect(),
        }
    }

    /// Returns places as a set of points.
    pub(crate) fn set(&self, places: impl IntoIterator<Item = usize>) -> u64 {
        let last = self.size * self.size - 1;
        places
            .into_iter()
            .fold(0, |set, place| set | 1 << (last - place))
    }

    pub(crate) fn places(&self) -> std::ops::Range<usize> {
        0..self.points.len()
    }

    pub(crate) fn of(&self, what: Option<Color>) -> Vec<usize> {
        self.places()
            .filter(|&place| self.points[place] == what)
            .collect()
    }

    pub(crate) fn neighbours(&self, place: usize) -> Vec<usize> {
        let (row, column) = (place / self.size, place % self.size);
        let mut found = Vec::new();
        if row > 0 {
            found.push(place - self.size);
        }
        if row + 1 < self.size {
            found.push(place + self.size);
        }
        if column > 0 {
            found.push(place - 1);
        }
        if column + 1 < self.size {
            found.push(place + 1);
        }
        found
    }

    /// Returns the chain or the empty region of a point.
    pub(crate) fn region(&self, place: usize) -> Region {
        let mut region = Region {
            points: vec![place],
            border: Vec::new(),
        };
        let mut next = 0;
        while let Some(&place) = region.points.get(next) {
            next += 1;
            for other in self.neighbours(place) {
                let same = self.points[other] == self.points[place];
                let list = if same {
                    &mut region.points
                } else {
                    &mut region.border
                };
                if !list.contains(&other) {
                    list.push(other);
                }
            }
        }
        region
    }

    pub(crate) fn liberties(&self, place: usize) -> Vec<usize> {
        let mut liberties = self.region(place).border;
        liberties.retain(|&place| self.points[place].is_none());
        liberties
    }

    /// Returns the stones of a side without a liberty.
    pub(crate) fn dead(&self, color: Color) -> Vec<usize> {
        let mut stones = self.of(Some(color));
        stones.retain(|&place| self.liberties(place).is_empty());
        stones
    }

    /// Returns the stones that a new stone captures and the board after it; `None` if it is suicide. The
    /// point must be empty.
    pub(crate) fn play(&self, place: usize, color: Color) -> Option<(Vec<usize>, Self)> {
        let mut after = self.clone();
        after.points[place] = Some(color);
        let captured = after.dead(color.opposite());
        for &stone in &captured {
            after.points[stone] = None;
        }
        let lives = !after.liberties(place).is_empty();
        lives.then_some((captured, after))
    }

    /// Returns the stones of a side and the empty points that touch only its stones, region by region.
    pub(crate) fn area(&self, color: Color) -> Vec<usize> {
        let is_own = |place: usize| {
            let around = match self.points[place] {
                Some(_) => vec![place],
                None => self.region(place).border,
            };
            let mut stones = around.iter().map(|&place| self.points[place]);
            !around.is_empty() && stones.all(|stone| stone == Some(color))
        };
        self.places().filter(|&place| is_own(place)).collect()
    }

    /// Returns whether every stone has a liberty.
    pub(crate) fn is_legal(&self) -> bool {
        Color::ALL.iter().all(|&color| self.dead(color).is_empty())
    }

    /// Returns the name of a place.
    pub(crate) fn square(&self, place: usize) -> Square {
        let (row, column) = (place / self.size, place % self.size);
        let at = |index: usize| u8::try_from(index).unwrap();
        Square::at(
            File::new(at(column)).unwrap(),
            Rank::new(at(self.size - 1 - row)).unwrap(),
        )
    }
}

pub(crate) fn grid(size: u8) -> Grid {
    Grid::new(size).unwrap()
}

/// Reads rows of `X`, `O` and `.`, the top row first, with any white space between them.
pub(crate) fn position(text: &str) -> (Grid, Stones) {
    let rows: Vec<&str> = text.split_whitespace().collect();
    let mut stones = Stones::default();
    for c in rows.concat().chars() {
        stones = stones.map(|set| set << 1);
        match c {
            'X' => stones.black |= 1,
            'O' => stones.white |= 1,
            _ => assert_eq!(c, '.'),
        }
    }
    (grid(u8::try_from(rows.len()).unwrap()), stones)
}

/// Returns random stones, from few to a full board.
pub(crate) fn random_stones(grid: Grid, random: &mut Random) -> Stones {
    let of_four = |random: &mut Random, kind| match kind {
        0 => random.next() & random.next(),
        1 => random.next(),
        2 => random.next() | random.next(),
        _ => random.next() | random.next() | random.next() | random.next(),
    };
    let kind = random.below(4);
    let (taken, sides) = (of_four(random, kind) & grid.board(), random.next());
    ByColor::new(taken & sides, taken & !sides)
}

/// Returns random stones that each have a liberty: captured ones are taken off.
pub(crate) fn random_position(grid: Grid, random: &mut Random) -> Stones {
    let mut stones = random_stones(grid, random);
    for color in Color::ALL {
        let board = Board::new(grid, stones);
        stones[color] &= !board.set(board.dead(color));
    }
    stones
}
