//! The file of a book.
//!
//! A file begins with [`MAGIC`]; the rest is a zlib stream, whose checksum guards it: the depth of the
//! searches, then the positions, breadth first from the start, each once. They are not written down,
//! because the moves lead to them: a position is the number of its moves and, for each, the square with
//! [`IN_BOOK`] if it leads to a position of the book, and the score that the search found.

use std::collections::{HashSet, VecDeque};

use arrayvec::ArrayVec;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use super::{Book, BookMove, BookNode, MOVES};
use reversi::{Board, Square};
use reversi_text::tr;

/// The first bytes of a file: its format.
const MAGIC: &[u8] = b"reversi book 1\n";

/// The bit of a square whose move leads to a position of the book.
const IN_BOOK: u8 = 0x80;

/// The largest book in bytes.
const MAX_BYTES: usize = 256 << 20;

/// The error for data that is not a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// It is something else, or in the format of another version.
    #[error("{}", tr!("not a book for this version of the program"))]
    NotABook,
    /// It is damaged.
    #[error("{}", tr!("the book is damaged"))]
    Damaged,
}

impl Book {
    /// Reads the contents of a file.
    ///
    /// # Errors
    /// [`BookError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let data = bytes.strip_prefix(MAGIC).ok_or(BookError::NotABook)?;
        let data = decompress_to_vec_zlib_with_limit(data, MAX_BYTES);
        data.ok()
            .and_then(|data| read(&data))
            .ok_or(BookError::Damaged)
    }

    /// Returns the contents of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut data = vec![self.depth];
        let mut queue = BoardQueue::default();
        if !self.is_empty() {
            queue.add(Board::START.canonical());
        }
        while let Some(board) = queue.boards.pop_front() {
            let edges = &self.nodes[&board].edges;
            #[allow(clippy::cast_possible_truncation)] // a position has few moves
            data.push(edges.len() as u8);
            for edge in edges {
                let in_book = self.nodes.contains_key(&edge.child);
                let square = edge.square.index() | if in_book { IN_BOOK } else { 0 };
                data.extend([square, edge.searched.cast_unsigned()]);
                if in_book {
                    queue.add(edge.child);
                }
            }
        }
        [MAGIC, &compress_to_vec_zlib(&data, 9)].concat()
    }
}

/// The positions to read or write next.
#[derive(Default)]
struct BoardQueue {
    boards: VecDeque<Board>,
    seen: HashSet<Board>,
}

impl BoardQueue {
    fn add(&mut self, board: Board) {
        if self.seen.insert(board) {
            self.boards.push_back(board);
        }
    }
}

/// Reads the uncompressed contents; `None` if they are damaged.
fn read(data: &[u8]) -> Option<Book> {
    let mut bytes = data.iter().copied();
    let mut book = Book::new(bytes.next()?);
    let mut queue = BoardQueue::default();
    if data.len() > 1 {
        queue.add(Board::START.canonical());
    }
    while let Some(board) = queue.boards.pop_front() {
        let count = bytes.next().filter(|&count| count > 0)?;
        if usize::from(count) > MOVES {
            return None;
        }
        let mut edges = ArrayVec::new();
        for _ in 0..count {
            let (square, searched) = (bytes.next()?, bytes.next()?.cast_signed());
            let in_book = square & IN_BOOK != 0;
            let square = Square::new(square & !IN_BOOK)?;
            let child = board.play(square)?.canonical();
            if !(-64..=64).contains(&searched) {
                return None;
            }
            if in_book {
                queue.add(child);
            }
            edges.push(BookMove {
                square,
                child,
                searched,
            });
        }
        book.nodes.insert(board, BookNode { edges, score: 0 });
    }
    book.propagate();
    bytes.next().is_none().then_some(book)
}
