//! Arrays of cells: the board with its walls, and what a step of a lesson shows on it.

use super::expression::{Variable, grouped};
use super::{Trace, View};
use reversi::array_board::{self, ArrayBoard, BLACK, EMPTY, WALL, WHITE};
use reversi::{Square, SquareSet};
use reversi_text::tr;

/// A board in an array of ten rows. A disc of the side to move is 1, one of the other side -1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellGrid {
    /// The squares whose cell is 1.
    pub own: u64,
    /// The squares whose cell is -1.
    pub opponent: u64,
    /// The length of its rows.
    pub rows: RowLength,
    /// What a value is about.
    pub focus: GridFocus,
}

/// The number of cells in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RowLength {
    /// A wall on both sides of eight squares: a step is -11, -10, -9, -1, 1, 9, 10 or 11.
    #[default]
    Ten,
    /// More walls, so that an index in hexadecimal reads as row and column: a step is -17, -16, -15, -1, 1,
    /// 15, 16 or 17.
    Sixteen,
}

impl RowLength {
    /// Returns the number.
    pub const fn cells(self) -> usize {
        match self {
            Self::Ten => 10,
            Self::Sixteen => 16,
        }
    }

    /// Returns the other length.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Ten => Self::Sixteen,
            Self::Sixteen => Self::Ten,
        }
    }

    /// Returns what a step in a direction, 0 to 7, adds to an index.
    pub const fn step(self, direction: usize) -> isize {
        array_board::steps(self.cells())[direction]
    }

    /// Returns an index as the lesson writes it: `35`, or `0x35` with rows of sixteen.
    pub fn index(self, index: usize) -> String {
        match self {
            Self::Ten => index.to_string(),
            Self::Sixteen => format!("{index:#04x}"),
        }
    }

    /// Returns the same in two characters.
    pub fn short_index(self, index: usize) -> String {
        match self {
            Self::Ten => index.to_string(),
            Self::Sixteen => format!("{index:02x}"),
        }
    }

    /// Returns the index of a square's cell.
    pub fn index_of(self, square: Square) -> usize {
        match self {
            Self::Ten => <[i8; 100]>::place(square),
            Self::Sixteen => <[i8; 160]>::place(square),
        }
    }

    /// Returns the square of a cell; `None` for a wall.
    pub fn square(self, index: usize) -> Option<Square> {
        Square::all().find(|&square| self.index_of(square) == index)
    }
}

/// What a value of a lesson about an array is, and so which cells are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GridFocus {
    /// The whole array; its value is the number of cells.
    Whole,
    /// The index of the square that all walks begin at.
    From(Square),
    /// The index or the content of the cell that a walk has reached.
    Walk {
        /// Where it began.
        from: Square,
        /// The index of its direction, 0 to 7.
        direction: usize,
        /// The number of steps so far.
        steps: usize,
    },
    /// The directions in which discs turn, as flags.
    Flags {
        /// Where the walks began.
        from: Square,
        /// The flags.
        flags: u8,
    },
    /// The content of the cell where a disc is placed.
    Placed(Square),
    /// Cells: a set of squares.
    Squares(SquareSet),
}

/// A cell of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridCell {
    /// Its index.
    pub index: usize,
    /// Its square; `None` for a wall.
    pub square: Option<Square>,
    /// What it holds: 1, -1, 0 or a wall.
    pub content: i8,
    /// Its mark, if it has one.
    pub mark: Option<CellMark>,
    /// The step that leads to it, if it is marked as one.
    pub step: Option<isize>,
}

impl GridCell {
    /// Returns true for a wall.
    pub const fn is_wall(self) -> bool {
        self.content == WALL
    }

    /// Returns what the cell holds: `1`, `-1`, `0`, or the text for a wall.
    pub fn text(self, wall: &str) -> String {
        match self.content {
            WALL => wall.to_owned(),
            content => content.to_string(),
        }
    }
}

/// Why a cell is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellMark {
    /// Walks begin here.
    From,
    /// A walk came over it, or a step leads here.
    Path,
    /// A walk has reached it, or the value is about it.
    Here,
}

impl CellGrid {
    /// Returns what the array holds at an index.
    pub fn content(&self, index: usize) -> i8 {
        match self.rows.square(index).map(Square::bit) {
            None => WALL,
            Some(bit) if self.own & bit != 0 => BLACK,
            Some(bit) if self.opponent & bit != 0 => WHITE,
            Some(_) => EMPTY,
        }
    }

    /// Returns the cells, row by row.
    pub fn cells(&self) -> Vec<Vec<GridCell>> {
        let columns = self.rows.cells();
        let row = |row: usize| (row * columns..(row + 1) * columns).map(|index| self.cell(index));
        (0..10).map(|number| row(number).collect()).collect()
    }

    fn cell(&self, index: usize) -> GridCell {
        let (mark, step) = self.mark(index).unzip();
        GridCell {
            index,
            square: self.rows.square(index),
            content: self.content(index),
            mark,
            step: step.flatten(),
        }
    }

    /// Returns the mark of a cell and the step that leads there.
    fn mark(&self, index: usize) -> Option<(CellMark, Option<isize>)> {
        let is_at = |square: Square| self.rows.index_of(square) == index;
        let here = |square| is_at(square).then_some((CellMark::Here, None));
        match self.focus {
            GridFocus::Whole => None,
            GridFocus::Placed(square) => here(square),
            GridFocus::Squares(set) => set.iter().find_map(here),
            GridFocus::From(from)
            | GridFocus::Walk { from, .. }
            | GridFocus::Flags { from, .. }
                if is_at(from) =>
            {
                Some((CellMark::From, None))
            }
            GridFocus::From(_) | GridFocus::Walk { .. } | GridFocus::Flags { .. } => {
                self.paths().into_iter().find_map(|(direction, path)| {
                    let place = path.iter().position(|&other| other == index)?;
                    let is_walk = matches!(self.focus, GridFocus::Walk { .. });
                    let mark = if is_walk && place + 1 == path.len() {
                        CellMark::Here
                    } else {
                        CellMark::Path
                    };
                    Some((mark, Some(self.rows.step(direction))))
                })
            }
        }
    }

    /// Returns the marked walks: the indexes of their directions, and the cells after the first one.
    pub fn paths(&self) -> Vec<(usize, Vec<usize>)> {
        let path = |from: Square, direction: usize, steps: usize| {
            let start = self.rows.index_of(from);
            let step = self.rows.step(direction);
            let next = move |&place: &usize| place.checked_add_signed(step);
            let cells = std::iter::successors(Some(start), next).skip(1);
            (direction, cells.take(steps).collect())
        };
        match self.focus {
            GridFocus::From(from) => (0..8).map(|direction| path(from, direction, 1)).collect(),
            GridFocus::Walk {
                from,
                direction,
                steps,
            } => vec![path(from, direction, steps)],
            GridFocus::Flags { from, flags } => {
                let set = (0..8).filter(|direction| flags >> direction & 1 == 1);
                // To the disc that closes the run.
                let whole = |direction| {
                    let (_, cells) = path(from, direction, 8);
                    let run = cells.iter().position(|&cell| self.content(cell) != WHITE);
                    path(from, direction, run.map_or(0, |run| run + 1))
                };
                set.map(whole).collect()
            }
            GridFocus::Whole | GridFocus::Placed(_) | GridFocus::Squares(_) => Vec::new(),
        }
    }

    /// Returns the number of a value on this array in words: an index, the content of a cell, flags, or cells.
    fn amount(&self, value: u64, name: &str) -> String {
        let index = |square| self.rows.index(self.rows.index_of(square));
        match self.focus {
            GridFocus::Whole => tr!("{count} cell" | "{count} cells", count = value).into(),
            GridFocus::Flags { .. } => format!("{value:#04x}"),
            GridFocus::Squares(set) => {
                let cells: Vec<String> = set.iter().map(index).collect();
                format!("[{}]", cells.join(", "))
            }
            _ if matches!(name, "from" | "place") => {
                usize::try_from(value).map_or_else(|_| value.to_string(), |at| self.rows.index(at))
            }
            _ if value == u64::from(WALL.unsigned_abs()) => tr!("a wall").into(),
            _ => value.cast_signed().to_string(),
        }
    }
}

impl Variable {
    /// Returns the value as every form of a lesson writes it: a set in hexadecimal with all its digits, a number
    /// in decimal.
    pub fn amount(&self) -> String {
        match self.view {
            View::Squares | View::Fields(_) => grouped(self.value),
            View::Number => self.value.to_string(),
            View::Grid(grid) => grid.amount(self.value, self.name),
        }
    }
}

impl<T> Trace<T> {
    /// Returns the array, if the lesson is about one, as it is at first.
    pub(crate) fn grid(&self) -> Option<CellGrid> {
        match self.steps[0].result.view {
            View::Grid(grid) => Some(grid),
            _ => None,
        }
    }
}
