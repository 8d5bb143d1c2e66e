//! What is odd about a position that was set up by hand.

use std::fmt;

use super::Position;
use crate::bitboard::plain::{DIRECTIONS, Direction, flips};
use crate::color::Color;
use crate::square::Square;
use crate::squares::SquareSet;

/// The four centre squares, which are taken before the first move.
const CENTRE: SquareSet = SquareSet::from_bits(0x0000_0018_1800_0000);

/// Something odd about a position. Displays as a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Oddity {
    /// The board is empty. Nothing else is reported then.
    NoDiscs,
    /// Only this side has discs.
    OneSided(Color),
    /// Neither side has a legal move.
    GameOver,
    /// This side is to move and has no legal move, but the other side has one.
    MustPass(Color),
    /// These centre squares are empty, which no game leads to.
    EmptyCentre(SquareSet),
    /// No game has discs on all these squares and none on the squares that are empty. Reported only if the centre is
    /// taken.
    Unreachable(SquareSet),
    /// No disc can have been placed last, whatever was before it. Reported only if the position is not odd in the other
    /// ways.
    NoLastMove,
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDiscs => f.write_str("there are no discs on the board"),
            Self::OneSided(color) => write!(f, "only {color} has discs"),
            Self::GameOver => f.write_str("neither side has a legal move: the game is over"),
            Self::MustPass(color) => write!(f, "{color} has no legal move and must pass"),
            Self::EmptyCentre(set) => {
                write!(
                    f,
                    "no game leads to this position: {set} in the centre cannot be empty"
                )
            }
            Self::Unreachable(set) => {
                let discs = if set.len() == 1 {
                    "the disc"
                } else {
                    "the discs"
                };
                write!(
                    f,
                    "no game leads to this position: {discs} on {set} cannot have been played"
                )
            }
            Self::NoLastMove => {
                f.write_str("no game leads to this position: no disc can have been placed last")
            }
        }
    }
}

impl Oddity {
    /// Returns whether it proves that no game leads to the position.
    pub const fn is_of_no_game(&self) -> bool {
        matches!(
            self,
            Self::NoDiscs | Self::EmptyCentre(_) | Self::Unreachable(_) | Self::NoLastMove
        )
    }
}

impl Position {
    /// Returns what is odd about the position: whether a side cannot move, and what no game from the usual start leads
    /// to. The list may be empty for other positions that no game leads to.
    pub fn oddities(self) -> Vec<Oddity> {
        let board = self.board();
        let occupied = board.occupied();
        if occupied.is_empty() {
            return vec![Oddity::NoDiscs];
        }
        let mut found = Vec::new();
        let has_none = |&color: &Color| self.discs(color).is_empty();
        found.extend(
            Color::ALL
                .into_iter()
                .find(has_none)
                .map(|color| Oddity::OneSided(color.opposite())),
        );
        if board.is_game_over() {
            found.push(Oddity::GameOver);
        } else if self.legal_moves().is_empty() {
            found.push(Oddity::MustPass(self.side_to_move()));
        }
        let empty_centre = CENTRE - occupied;
        let unreachable = occupied - playable(occupied);
        if !empty_centre.is_empty() {
            found.push(Oddity::EmptyCentre(empty_centre));
        } else if !unreachable.is_empty() {
            found.push(Oddity::Unreachable(unreachable));
        } else if self != Self::START && !self.has_last_move() {
            found.push(Oddity::NoLastMove);
        }
        found
    }

    /// Returns why no game from the usual start leads to the position, if that is proven.
    ///
    /// ```
    /// use reversi::Position;
    ///
    /// assert_eq!(Position::START.no_game_because(), None);
    /// let hole = Position::START.with_disc("d4".parse()?, None);
    /// let why = hole.no_game_because().map(|why| why.to_string());
    /// assert_eq!(
    ///     why.as_deref(),
    ///     Some("no game leads to this position: d4 in the centre cannot be empty")
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn no_game_because(self) -> Option<Oddity> {
        self.oddities().into_iter().find(Oddity::is_of_no_game)
    }

    /// Returns why no game leads to the discs of the position, whichever side is to move. In a record that was read from a
    /// text, the side may be inferred.
    pub fn no_game_for_either_side(self) -> Option<Oddity> {
        let other = self.with_side_to_move(self.side_to_move().opposite());
        self.no_game_because()
            .filter(|_| other.no_game_because().is_some())
    }

    /// Returns whether no square of the centre is empty.
    pub fn has_centre(self) -> bool {
        (CENTRE - self.board().occupied()).is_empty()
    }

    /// Returns whether the last entry before this position can have been a move of a game, whatever was before it. No
    /// game leads to the position otherwise, unless it is the start.
    pub fn has_last_move(self) -> bool {
        let passed = self.with_side_to_move(self.side_to_move().opposite());
        let can_have_played = |color: Color| {
            let own = self.discs(color);
            (own - CENTRE)
                .iter()
                .any(|square| can_be_last(square, own, self.discs(color.opposite())))
        };
        can_have_played(passed.side_to_move())
            || passed.legal_moves().is_empty() && can_have_played(self.side_to_move())
    }
}

/// Returns whether a disc of `own` can have been placed last: there is a line on which it can have turned discs, and none
/// on which it would have turned discs that the other side still has.
fn can_be_last(square: Square, own: SquareSet, others: SquareSet) -> bool {
    let placed = square.bit();
    let own = own.bits() & !placed;
    let can_turn = |direction: &Direction| {
        let turned = direction.step(placed) & own & direction.mask;
        direction.step(turned) & own != 0
    };
    flips(own, others.bits(), placed) == 0 && DIRECTIONS.iter().any(can_turn)
}

/// Returns the squares of a set that can have been played one after another, whatever the colours.
///
/// A move turns discs between the new disc and another one, so the two squares that follow it in some direction were
/// taken before, and discs are never removed. By induction, the squares that a game has taken are all found when one
/// begins with the centre.
fn playable(occupied: SquareSet) -> SquareSet {
    let mut taken = (CENTRE & occupied).bits();
    loop {
        let next = DIRECTIONS.iter().fold(taken, |next, direction| {
            next | direction.step(direction.step(taken) & taken & direction.mask) & occupied.bits()
        });
        if next == taken {
            return SquareSet::from_bits(taken);
        }
        taken = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    const NO_LAST_MOVE: &str = "no game leads to this position: no disc can have been placed last";

    /// Rows of the board from the top, as far as they are not empty.
    fn odd(rows: &str) -> Vec<String> {
        let (board, side) = rows.split_at(rows.len() - 1);
        let position: Position = format!("{board:-<64}{side}").parse().unwrap();
        position
            .oddities()
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn a_position_of_a_game_is_not_odd() {
        assert_eq!(Position::START.oddities(), []);
        let next = Position::START.play("f5".parse().unwrap()).unwrap();
        assert_eq!(next.oddities(), []);
    }

    #[test]
    fn an_empty_board_is_only_empty() {
        assert_eq!(odd("X"), ["there are no discs on the board"]);
    }

    #[test]
    fn a_side_without_discs_or_moves_is_named() {
        let board = Board::from_bits(0x0000_0018_1800_0000, 0).unwrap();
        let white = Position::new(board, Color::White);
        assert_eq!(
            white.oddities(),
            [
                Oddity::OneSided(Color::White),
                Oddity::GameOver,
                Oddity::NoLastMove
            ]
        );
        let shown: Vec<_> = white.oddities().iter().map(ToString::to_string).collect();
        assert_eq!(
            shown,
            [
                "only White has discs",
                "neither side has a legal move: the game is over",
                NO_LAST_MOVE
            ]
        );
    }

    #[test]
    fn a_forced_pass_is_named_from_its_side_alone() {
        // Behind a4 is the edge. White may have placed a disc last, and then Black could have moved.
        let pass = "-".repeat(24) + "OXXXX------XX";
        assert_eq!(odd(&format!("{pass}O")), Vec::<String>::new());
        assert_eq!(
            odd(&format!("{pass}X")),
            ["Black has no legal move and must pass", NO_LAST_MOVE]
        );
    }

    #[test]
    fn an_empty_centre_square_is_named() {
        let holes = "-".repeat(26) + "OX------OX";
        assert_eq!(
            odd(&format!("{holes}O")),
            ["no game leads to this position: e4 e5 in the centre cannot be empty"]
        );
    }

    #[test]
    fn discs_that_no_move_can_place_are_named() {
        let start = "-".repeat(27) + "OX------XO";
        // b2 is beside nothing; c3 has d4 and e5 behind it.
        let corner = format!("{:-<9}O", "") + &start[10..];
        assert_eq!(
            odd(&format!("{corner}X")),
            ["no game leads to this position: the disc on b2 cannot have been played"]
        );
        let near = format!("{:-<18}X", "") + &start[19..];
        assert_eq!(odd(&format!("{near}O")), [NO_LAST_MOVE]);
        // c3 connects b2 to the centre, which is on the same line.
        let line = format!("{:-<9}O{:-<8}X", "", "") + &start[19..];
        assert_eq!(odd(&format!("{line}X")), [NO_LAST_MOVE]);
        // A connected disc needs two others in a line behind it: f3 has only e4 and d5, but g3 only f3.
        let beside = format!("{:-<21}OX", "") + &start[23..];
        assert_eq!(
            odd(&format!("{beside}X")),
            ["no game leads to this position: the disc on g3 cannot have been played"]
        );
    }
    #[test]
    fn every_position_of_a_game_after_its_start_has_a_last_move() {
        let mut seed = 1_u32;
        for _ in 0..200 {
            let mut position = Position::START;
            loop {
                let moves = position.legal_moves();
                let Some(count) = std::num::NonZero::new(moves.len()) else {
                    let Some(passed) = position.pass() else { break };
                    position = passed;
                    assert!(position.has_last_move(), "{position}");
                    continue;
                };
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let index = seed as usize / 256 % count;
                position = position.play(moves.iter().nth(index).unwrap()).unwrap();
                assert!(position.has_last_move(), "{position}");
            }
        }
    }

    #[test]
    fn a_disc_that_would_have_turned_others_was_not_placed_last() {
        let white = |rows: &str| format!("{rows:-<64}O").parse::<Position>().unwrap();
        let row = format!("{:-<26}XXX-----OOO", "");
        assert!(white(&row).has_last_move());
        // c4 would have turned c5, c6 as well.
        assert!(!white(&format!("{row}-----X")).has_last_move());
        let black = white(&row).with_side_to_move(Color::Black);
        assert!(black.has_last_move());
        // White has only discs of the centre.
        let row = row.replacen("OOO", "-OO", 1);
        let black = white(&row).with_side_to_move(Color::Black);
        assert!(!black.has_last_move());
        assert!(!Position::START.has_last_move());
    }
}
