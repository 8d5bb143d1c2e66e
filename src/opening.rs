//! Opening names: a table of lines, looked up by position up to symmetry, so that any first move and any
//! move order is recognised.
//!
//! The table is a selection, not a complete list. Sources:
//!
//! - English names: the list collected by Robert Gatliff, as `WZebra`, Edax and `NTest` use it; Brian
//!   Rose, *Othello: A Minute to Learn... A Lifetime to Master* (2005), chapters on openings.
//! - Japanese names: the joseki pages of bassy84.net, those of othello.mezasou.com as programs quote
//!   them, and geocities.jp/tawasi64waka. Where those name another line, or use the English name, none
//!   is given.
//!
//! Lines begin with f5, as in those sources.

pub(crate) mod proven;
mod table;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::board::Board;
use crate::color::Color;
use crate::game::Game;
use crate::position::Position;
use crate::symmetry::Symmetry;

pub use proven::{PERFECT_GAME, is_proven_draw};

/// A named opening.
///
/// ```
/// use reversi::{Opening, transcript};
/// let game = transcript::parse("c4e3f6e6f5")?;
/// let opening = Opening::of(game.positions()).expect("a famous one");
/// assert_eq!((opening.english, opening.japanese), ("Tiger", Some("虎定石")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Opening {
    /// The moves of the opening, as a transcript from the standard start.
    pub moves: &'static str,
    /// The English name.
    pub english: &'static str,
    /// The Japanese name.
    pub japanese: Option<&'static str>,
}

/// The lookup table, keyed by canonical board.
struct Index {
    /// The openings by the last board of their lines.
    named: HashMap<Board, &'static Opening>,
    /// All boards of all lines.
    on_the_way: HashSet<Board>,
    /// The number of discs after the longest line: no position with more has a name.
    most_discs: usize,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut index = Index {
        named: HashMap::new(),
        on_the_way: HashSet::new(),
        most_discs: 0,
    };
    for opening in Opening::ALL {
        let game = opening.game();
        let board = game.position().board();
        index.named.insert(board.canonical(), opening);
        index.most_discs = index.most_discs.max(board.occupied().len());
        let boards = game.positions().map(|at| at.board().canonical());
        index.on_the_way.extend(boards);
    }
    index
});

/// Returns the balanced openings, as transcripts of eight moves from the standard start: after each, a search gives
/// neither side more than a disc. No two lead to the same position or to symmetric ones. `tools/balanced.rs` makes
/// the list, whose first lines name the depth.
pub fn balanced_openings() -> &'static [&'static str] {
    static LINES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
        let lines = include_str!("opening/balanced.txt").lines();
        lines.filter(|line| !line.starts_with('#')).collect()
    });
    &LINES
}

impl Opening {
    /// All named openings. Each line comes after those that it continues.
    pub const ALL: &'static [Self] = table::OPENINGS;

    /// Returns the English name, with the Japanese one in brackets if it is wanted and known: `Tiger (虎定石)`.
    pub fn name(&self, japanese: bool) -> Cow<'static, str> {
        match self.japanese.filter(|_| japanese) {
            Some(japanese) => format!("{} ({japanese})", self.english).into(),
            None => self.english.into(),
        }
    }

    /// Returns the opening with this English name, or `None`.
    pub fn named(english: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|opening| opening.english == english)
    }

    /// Returns the opening whose line ends in a position, or `None`.
    pub fn at(position: Position) -> Option<&'static Self> {
        let board = position.board();
        if board.occupied().len() > INDEX.most_discs {
            return None;
        }
        Self::at_canonical(board.canonical())
    }

    /// Returns the opening whose line ends in a position that is its own canonical one, or `None`.
    pub(crate) fn at_canonical(board: Board) -> Option<&'static Self> {
        INDEX.named.get(&board).copied()
    }

    /// Returns the last named opening among the positions of a game, given from the start. `None` before
    /// the second move and in games from another start. Both orientations of the standard start are
    /// accepted.
    pub fn of(positions: impl IntoIterator<Item = Position>) -> Option<&'static Self> {
        let mut positions = positions.into_iter();
        if !Self::can_begin_at(positions.next()?) {
            return None;
        }
        positions
            .take_while(|position| position.board().occupied().len() <= INDEX.most_discs)
            .filter_map(Self::at)
            .last()
    }

    /// Returns whether a game from this position has an opening: from either orientation of the standard start.
    pub(crate) fn can_begin_at(start: Position) -> bool {
        let other_way = Position::START.board().transformed(Symmetry::MirrorFiles);
        start.side_to_move() == Color::Black
            && (start.board() == Position::START.board() || start.board() == other_way)
    }

    /// Returns the opening that a game is still in: its name while the position occurs in a line of the
    /// table, up to symmetry and move order. `None` from the first move that leaves
    /// all lines.
    pub fn current(game: &Game) -> Option<&'static Self> {
        let board = game.position().board();
        if board.occupied().len() > INDEX.most_discs
            || !INDEX.on_the_way.contains(&board.canonical())
        {
            return None;
        }
        Self::of(game.positions())
    }

    /// Returns the line as a game.
    pub fn game(&self) -> Game {
        game_of(self.moves)
    }
}

/// Returns the game of a line of this program.
///
/// # Panics
/// If a move is not legal.
pub(crate) fn game_of(moves: &str) -> Game {
    let mut game = Game::new();
    for at in (0..moves.len()).step_by(2) {
        let square = moves[at..at + 2].parse().expect("a square");
        game.play(square).expect("a legal line");
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Entry;
    use crate::search::{Limits, Searcher};
    use crate::transcript;

    const OPENINGS: &[Opening] = Opening::ALL;

    fn name(game: &Game) -> Option<&'static Opening> {
        Opening::of(game.positions())
    }

    fn english(moves: &str) -> Option<&'static str> {
        name(&transcript::parse(moves).unwrap()).map(|opening| opening.english)
    }

    #[test]
    fn every_line_of_the_table_is_legal_and_found_under_its_own_name() {
        for opening in OPENINGS {
            let game = transcript::parse(opening.moves).unwrap();
            assert_eq!(transcript::print(&game), opening.moves);
            assert_eq!(name(&game), Some(opening), "{}", opening.english);
        }
        assert_eq!(
            INDEX.named.len(),
            OPENINGS.len(),
            "two lines lead to one position"
        );
    }

    #[test]
    fn every_line_is_found_in_all_eight_symmetries() {
        for opening in OPENINGS {
            let game = transcript::parse(opening.moves).unwrap();
            for symmetry in Symmetry::ALL {
                let start = Position::START.board().transformed(symmetry);
                let mut mirrored = Game::from_position(Position::new(start, Color::Black));
                for square in game.entries().iter().filter_map(Entry::square) {
                    mirrored.play(symmetry.square(square)).unwrap();
                }
                assert_eq!(name(&mirrored), Some(opening), "{}", opening.english);
            }
        }
    }

    #[test]
    fn another_order_of_moves_leads_to_the_same_name() {
        // Black's second and third moves exchanged.
        assert_eq!(english("f5d6c3d3c4"), Some("Tiger"));
        assert_eq!(english("f5d6c4d3c3"), Some("Tiger"));
        // 3 e6 f4 mirrors 3 e6 d6.
        assert_eq!(english("f5f6e6f4c3"), Some("Buffalo"));
        assert_eq!(english("f5f6e6d6c3"), Some("Buffalo"));
    }

    #[test]
    fn a_name_stays_until_the_next_one() {
        assert_eq!(english(""), None);
        assert_eq!(english("f5"), None);
        assert_eq!(english("f5d6"), Some("Perpendicular"));
        assert_eq!(english("f5d6c3d3c4f4c5b3c2"), Some("Rose-Bill"));
        assert_eq!(english("f5d6c3d3c4f4c5b3c2e3d2"), Some("Nicolet"));
    }

    #[test]
    fn a_game_is_in_its_opening_until_a_move_that_no_line_has() {
        for opening in OPENINGS {
            let mut game = transcript::parse(opening.moves).unwrap();
            assert_eq!(
                Opening::current(&game),
                Some(opening),
                "{}",
                opening.english
            );
            while game.undo().is_some() {
                assert_eq!(Opening::current(&game), name(&game), "{}", opening.english);
            }
        }
        let mut game = transcript::parse("f5d6c3d3c4b5").unwrap();
        assert_eq!(Opening::current(&game), None);
        assert_eq!(name(&game).map(|opening| opening.english), Some("Tiger"));
        game.undo();
        assert_eq!(
            Opening::current(&game).map(|opening| opening.english),
            Some("Tiger")
        );
    }

    #[test]
    fn a_game_from_another_start_has_no_opening() {
        let start = transcript::parse("f5d6").unwrap().position();
        let mut game = Game::from_position(start);
        game.play("c3".parse().unwrap()).unwrap();
        assert_eq!(name(&game), None);
    }

    #[test]
    fn the_balanced_openings_are_legal_and_all_different() {
        let lines = balanced_openings();
        assert!(lines.len() >= 2_000, "{}", lines.len());
        assert!(lines.is_sorted());
        let mut seen = HashSet::new();
        for line in lines {
            let game = transcript::parse(line).unwrap();
            assert_eq!(transcript::print(&game), *line);
            assert_eq!(game.entries().len(), 8, "{line}");
            assert!(
                seen.insert(game.position().board().canonical()),
                "{line} occurs twice"
            );
        }
    }

    #[test]
    fn the_balanced_openings_are_near_equal_to_a_shallow_search_too() {
        let lines = balanced_openings();
        let sample: Vec<_> = lines.iter().step_by(lines.len() / 20).collect();
        assert!(sample.len() >= 20);
        for line in sample {
            let board = transcript::parse(line).unwrap().position().board();
            let score = Searcher::new(4)
                .search(board, &Limits::depth(8), &mut ())
                .score();
            assert!(score.discs().abs() <= 8, "{line}: {score}");
        }
    }
}
