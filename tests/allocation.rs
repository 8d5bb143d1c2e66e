//! The search allocates at its root, and nothing at its nodes.

#![allow(unsafe_code)] // a global allocator is an unsafe trait; this one only counts and hands on

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use reversi::Board;
use reversi::search::{Limits, Searcher};

struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the promises of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from `alloc` above, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// One test alone, since others would allocate at the same time.
#[test]
fn many_nodes_need_no_more_allocations_than_few() {
    let mut searcher = Searcher::new(4);
    searcher.search(Board::START, &Limits::depth(1), &mut ());
    // Number 16 of the FFO endgame test set: 16 empty squares.
    let endgame = Board::from_bits(0x7eb8_b99d_0f0f_0028, 0x0006_4662_7030_1c12).unwrap();
    for (board, limits) in [
        (Board::START, Limits::depth(14)),
        (endgame, Limits::solve()),
    ] {
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        let result = searcher.search(board, &limits, &mut ());
        let count = ALLOCATIONS.load(Ordering::Relaxed) - before;
        assert!(result.nodes > 20_000, "{}", result.nodes);
        // The lines of the root, the thread's own table, and a line an iteration.
        assert!(count < 150, "{count} allocations");
    }
}
