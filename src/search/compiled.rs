//! The recursive functions of the search, compiled for each kernel.

use super::node::{Line, Node, Rest, Subtree};
use super::parity::Parity;
use super::score::Window;
use super::worker::Worker;
use crate::bitboard::any_kernel::compiled;
use crate::board::Board;
use crate::square::Square;
use crate::squares::SquareSet;

compiled! {
    /// A kernel with the functions of a [`Worker`] that call each other.
    pub(super) trait Compiled for Worker {
        fn principal(subtree: Subtree, window: Window, line: &mut Line) -> i32;
        fn null_window(node: &Node, alpha: i32, depth: u32) -> i32;
        fn shallow(node: &Node, window: Window, depth: u32) -> i32;
        fn shared_table_search(board: Board, moves: SquareSet, alpha: i32, rest: Rest) -> i32;
        fn thread_table_search(board: Board, moves: SquareSet, alpha: i32, rest: Rest) -> i32;
        fn parity_search(board: Board, moves: SquareSet, alpha: i32, rest: Rest) -> i32;
        fn four(board: Board, alpha: i32, parity: Parity) -> i32;
        fn three(board: Board, alpha: i32, squares: [Square; 3]) -> i32;
        fn two(board: Board, alpha: i32, squares: [Square; 2]) -> i32;
    }
}
