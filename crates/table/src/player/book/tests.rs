use std::sync::atomic::AtomicBool;

use super::file::BookError;
use super::*;
use reversi::Symmetry;

/// Makes a book of at least this many positions.
fn book(depth: u8, positions: usize, threads: usize) -> Book {
    let mut book = Book::new(depth);
    extend(&mut book, positions, threads);
    book
}

fn extend(book: &mut Book, positions: usize, threads: usize) {
    let stop = AtomicBool::new(false);
    let extension = Extension {
        threads,
        stop: &stop,
    };
    while book.len() < positions {
        assert!(extension.add_batch(book));
    }
}

#[test]
fn the_same_depth_and_number_make_the_same_book_with_any_threads_and_interruptions() {
    let whole = book(3, 120, 1);
    assert_eq!(book(3, 120, 3), whole);
    let mut half = Book::from_bytes(&book(3, 60, 1).to_bytes()).unwrap();
    extend(&mut half, 120, 2);
    assert_eq!(half.to_bytes(), whole.to_bytes());
}

#[test]
fn a_stopped_extension_adds_nothing() {
    let mut stopped = book(3, 40, 1);
    let stop = AtomicBool::new(true);
    let extension = Extension {
        threads: 2,
        stop: &stop,
    };
    assert!(!extension.add_batch(&mut stopped));
    assert_eq!(stopped, book(3, 40, 1));
}

#[test]
fn a_book_is_read_as_written_and_a_damaged_one_is_refused() {
    let book = book(2, 50, 1);
    let bytes = book.to_bytes();
    assert_eq!(Book::from_bytes(&bytes), Ok(book));
    let empty = Book::new(4);
    assert_eq!(Book::from_bytes(&empty.to_bytes()), Ok(empty));
    let refused = |bytes: &[u8]| Book::from_bytes(bytes).unwrap_err();
    assert_eq!(refused(b"GIF89a"), BookError::NotABook);
    assert_eq!(refused(&bytes[..bytes.len() - 1]), BookError::Damaged);
    for at in 15..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        if let Ok(read) = Book::from_bytes(&damaged) {
            // A bit that the compression does not use.
            assert_eq!(read.to_bytes(), bytes, "byte {at}");
        }
    }
}

fn play(board: Board, found: &MoveScore) -> Option<Board> {
    board.play(found.square?)
}

#[test]
fn the_score_of_a_position_is_that_of_its_best_move() {
    let book = book(4, 100, 2);
    for board in book.boards() {
        let moves = book.moves(board);
        assert_eq!(Score::of(book.nodes[&board].score.into()), moves[0].score);
        for found in moves {
            let next = play(board, &found).unwrap();
            if let Some(best) = book.moves(next).first() {
                assert_eq!(found.score, -best.score);
            }
        }
    }
}

#[test]
fn the_moves_are_legal_and_symmetric_positions_have_symmetric_moves_with_equal_scores() {
    let book = Book::standard();
    assert!(!book.is_empty());
    let sorted = |mut scores: Vec<(Square, Score)>| {
        scores.sort();
        scores
    };
    for board in book.boards() {
        let scores = book.scores(board);
        assert!(!scores.is_empty());
        assert!(
            scores
                .iter()
                .all(|(square, _)| board.play(*square).is_some())
        );
        for symmetry in Symmetry::ALL {
            let moved = scores.iter();
            let moved = moved.map(|(square, score)| (symmetry.square(*square), *score));
            let found = book.scores(board.transformed(symmetry));
            assert_eq!(sorted(found), sorted(moved.collect()));
        }
    }
}

/// Checks that the best moves of the book lose at most this many discs by searches of this depth.
fn loses_at_most(limit: i32, depth: u8, positions: usize) {
    let check = BookCheck {
        depth,
        positions,
        threads: 2,
    };
    for (board, loss) in check.losses(Book::standard(), &|| false, || ()) {
        assert!(loss <= limit, "{loss} in {board:?}");
    }
}

#[test]
fn the_best_moves_lose_little_in_the_program_s_own_search() {
    loses_at_most(6, 8, 10);
}

#[test]
#[ignore = "takes minutes"]
fn the_best_moves_lose_little_in_a_deep_search() {
    loses_at_most(6, 18, 200);
}
