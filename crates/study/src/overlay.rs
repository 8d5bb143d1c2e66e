//! Overlays: what the kernel computes about a position, as signs on the squares of a board and a legend in words.
//!
//! ```
//! use reversi::Position;
//! use reversi_study::overlay::Overlay;
//! let groups = Overlay::Mobility.groups(Position::START);
//! assert_eq!(groups[0].squares.to_string(), "d3 c4 f5 e6");
//! assert_eq!(groups[0].meaning, "Black's moves: 4");
//! ```

use reversi::bitboard::mobility::frontier;
use reversi::bitboard::neighbours;
use reversi::bitboard::stability::stable_discs;
use reversi::{ByColor, Color, Position, Square, SquareSet};
use reversi_text::{Message, Said, label, tr};

/// A property of squares or discs that a board can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// The discs of both sides that are proven never to be turned again; there may be more.
    Stable,
    /// The discs of both sides next to an empty square.
    Frontier,
    /// The legal moves of the side to move, and those that the other side would have.
    Mobility,
    /// The regions of empty squares, and whether their numbers of squares are odd.
    Regions,
    /// The squares beside empty corners, and where a move gives the corner away at once.
    Corners,
}

/// The sign on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OverlaySign {
    /// One ASCII character.
    pub text: &'static str,
    /// Whether the square stands out.
    pub is_strong: bool,
}

/// Squares with the same sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlayGroup {
    /// The sign.
    pub sign: OverlaySign,
    /// The squares; may be empty.
    pub squares: SquareSet,
    /// What the sign means here, as a clause.
    pub meaning: Said,
}

impl OverlayGroup {
    fn new(text: &'static str, is_strong: bool, squares: SquareSet, meaning: Said) -> Self {
        Self {
            sign: OverlaySign { text, is_strong },
            squares,
            meaning,
        }
    }
}

/// The sign on each square.
pub type OverlaySigns = [Option<OverlaySign>; 64];

/// The signs of the squares of small regions: the number of their squares.
const COUNTS: [&str; 9] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

impl Overlay {
    /// Returns all overlays.
    pub const ALL: [Self; 5] = [
        Self::Stable,
        Self::Frontier,
        Self::Mobility,
        Self::Regions,
        Self::Corners,
    ];

    /// Returns its name.
    pub const fn name(self) -> &'static Message {
        match self {
            Self::Stable => label!("Stable discs"),
            Self::Frontier => label!("Frontier"),
            Self::Mobility => label!("Mobility"),
            Self::Regions => label!("Size of regions"),
            Self::Corners => label!("Corners"),
        }
    }

    /// Returns a sentence about what it shows.
    pub const fn about(self) -> &'static Message {
        match self {
            Self::Stable => label!("Discs that are proven never to turn again."),
            Self::Frontier => label!("The discs of both sides that touch an empty square."),
            Self::Mobility => label!("Where each side can play, or could if it were its turn."),
            Self::Regions => label!("The regions of empty squares: odd or even, and how large."),
            Self::Corners => label!("Moves beside a corner that give it away at once."),
        }
    }

    /// Returns the squares of a position that it marks, each sign with its meaning. No square has two signs.
    pub fn groups(self, position: Position) -> Vec<OverlayGroup> {
        match self {
            Self::Stable => stable(position),
            Self::Frontier => open(position),
            Self::Mobility => mobility(position),
            Self::Regions => regions(position),
            Self::Corners => corners(position),
        }
    }

    /// Returns the sign on each square of a position, by index.
    pub fn signs(self, position: Position) -> OverlaySigns {
        let mut signs = [None; 64];
        for group in self.groups(position) {
            for square in group.squares {
                signs[usize::from(square.index())] = Some(group.sign);
            }
        }
        signs
    }
}

/// Counts the discs of each side in a set: `Black 3, White none`.
fn count(sets: ByColor<SquareSet>) -> Said {
    let counts = sets.map(|set| match set.len() {
        0 => tr!("none"; "a number of discs"),
        count => Said::display(count),
    });
    let ByColor { black, white } = counts.as_ref();
    tr!("Black {black}, White {white}"; "discs", black, white)
}

fn stable(position: Position) -> Vec<OverlayGroup> {
    let sets = ByColor::from_fn(|color: Color| {
        let [own, other] = [color, color.opposite()].map(|color| position.discs(color).bits());
        SquareSet::from_bits(stable_discs(own, other))
    });
    let meaning = tr!("proven stable: {discs}", discs = &count(sets));
    let all = sets.black | sets.white;
    vec![OverlayGroup::new("S", true, all, meaning)]
}

fn open(position: Position) -> Vec<OverlayGroup> {
    let empties = position.board().empties().bits();
    let sets = ByColor::from_fn(|color| {
        SquareSet::from_bits(frontier(position.discs(color).bits(), empties))
    });
    let meaning = tr!("touches an empty square: {discs}", discs = &count(sets));
    let all = sets.black | sets.white;
    vec![OverlayGroup::new("F", true, all, meaning)]
}

fn mobility(position: Position) -> Vec<OverlayGroup> {
    let (own, board) = (position.side_to_move(), position.board());
    let other = own.opposite();
    let (moves, others) = (board.legal_moves(), board.swapped().legal_moves());
    let sign = |color| match color {
        Color::Black => "B",
        Color::White => "W",
    };
    vec![
        OverlayGroup::new(
            sign(own),
            true,
            moves - others,
            tr!("{own}'s moves: {number}", own, number = moves.len()),
        ),
        OverlayGroup::new(
            sign(other),
            false,
            others - moves,
            tr!(
                "{other}'s, if it were its turn: {number}",
                other,
                number = others.len()
            ),
        ),
        OverlayGroup::new(
            "+",
            true,
            moves & others,
            tr!("moves of both: {number}", number = (moves & others).len()),
        ),
    ]
}

fn regions(position: Position) -> Vec<OverlayGroup> {
    let mut all = position.board().empties().regions();
    all.sort_by_key(|region| region.len());
    let groups = all.chunk_by(|a, b| a.len() == b.len());
    let group = |same: &[SquareSet]| {
        let size = same[0].len();
        let is_odd = size % 2 == 1;
        let squares = same
            .iter()
            .fold(SquareSet::EMPTY, |set, &region| set | region);
        // Who gets the last move of a large region is far from clear.
        let small = COUNTS.get(size - 1).copied();
        // The sign of a small region is its size.
        let meaning = match (is_odd, small) {
            (true, Some(_)) => tr!(
                "odd: {count} region" | "odd: {count} regions",
                count = same.len()
            ),
            (false, Some(_)) => tr!(
                "even: {count} region" | "even: {count} regions",
                count = same.len()
            ),
            (true, None) => tr!(
                "odd: {count} region of {size} squares" | "odd: {count} regions of {size} squares",
                count = same.len(),
                size
            ),
            (false, None) => tr!(
                "even: {count} region of {size} squares"
                    | "even: {count} regions of {size} squares",
                count = same.len(),
                size
            ),
        };
        let is_strong = is_odd && small.is_some();
        OverlayGroup::new(small.unwrap_or("+"), is_strong, squares, meaning)
    };
    groups.map(group).collect()
}

fn corners(position: Position) -> Vec<OverlayGroup> {
    let (own, board) = (position.side_to_move(), position.board());
    let empties = board.empties();
    let (mut given, mut beside) = (SquareSet::EMPTY, SquareSet::EMPTY);
    let mut lost = Vec::new();
    for corner in empties & SquareSet::CORNERS {
        let near = SquareSet::from_bits(neighbours(corner.bit())) & empties;
        let is_lost = |square: &Square| {
            let after = board.play(*square);
            after.is_some_and(|after| after.legal_moves().contains(corner))
        };
        let losing: SquareSet = near.iter().filter(is_lost).collect();
        if !losing.is_empty() {
            lost.push(Said::display(corner));
        }
        given |= losing;
        beside |= near;
    }
    let other = own.opposite();
    let meaning = if lost.is_empty() {
        tr!("a move here gives {other} a corner at once: none", other)
    } else {
        let corners = &Said::one_of(lost);
        tr!(
            "a move here gives {other} {corners} at once",
            other,
            corners
        )
    };
    let careful = beside - given;
    vec![
        OverlayGroup::new("!", true, given, meaning),
        OverlayGroup::new(
            "?",
            false,
            careful,
            tr!(
                "beside an empty corner: {count} square"
                    | "beside an empty corner: {count} squares",
                count = careful.len()
            ),
        ),
    ]
}
