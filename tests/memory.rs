//! Files of any size are read in memory that does not grow with them.

#![allow(unsafe_code)] // a global allocator is an unsafe trait; this one only counts and hands on
#![allow(clippy::unwrap_used)] // in tests a panic is the report

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{BufReader, Read};
use std::sync::atomic::{AtomicUsize, Ordering};

use reversi_notation::detect;

struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(held, Ordering::Relaxed);
        // SAFETY: the caller keeps the promises of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the pointer came from `alloc` above, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A beginning, and then a piece again and again without end.
struct Endless {
    head: &'static [u8],
    piece: &'static [u8],
    at: usize,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        // All of the buffer, as a file does: after a short piece alone, a reader asks again with a new one.
        let mut filled = 0;
        while filled < buffer.len() {
            let rest = match self.at.checked_sub(self.head.len()) {
                None => &self.head[self.at..],
                Some(at) => &self.piece[at % self.piece.len()..],
            };
            let count = rest.len().min(buffer.len() - filled);
            buffer[filled..filled + count].copy_from_slice(&rest[..count]);
            filled += count;
            self.at += count;
        }
        Ok(filled)
    }
}

/// The header of a WTHOR file of 2001 that claims four thousand million games.
const WTHOR: &[u8] = &[20, 1, 12, 31, 255, 255, 255, 255, 0, 0, 209, 7, 8, 0, 22, 0];

/// One of its games: no players, no tournament, one move and the end.
const WTHOR_GAME: &[u8] = &{
    let mut game = [0; 68];
    game[8] = 56;
    game
};

/// Reads so many bytes; the most memory that was held meanwhile beyond what was held before, and the
/// games and errors that there were.
fn read(head: &'static [u8], piece: &'static [u8], bytes: u64) -> (usize, usize) {
    let before = HELD.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let endless = Endless { head, piece, at: 0 };
    let games = detect::read(BufReader::new(endless.take(bytes)), None).count();
    (MOST.load(Ordering::Relaxed) - before, games)
}

/// One test alone, since others would allocate at the same time.
#[test]
fn a_file_thirty_times_as_long_needs_no_more_memory() {
    const SHORT: u64 = 100_000;
    const LONG: u64 = 30 * SHORT;
    const ENDLESS: u64 = 6_000_000;
    for (head, piece) in [
        (&b""[..], &b"f5d6c3d3c4\t40-24\n"[..]),
        (
            b"",
            b"---------------------------OX------XO--------------------------- X\n",
        ),
        (b"", b"(;GM[Othello]PB[a]PW[b]RE[?]B[f5//1.5]W[d6]CO[x];)\n"),
        (b"", b"(;GM[2]PB[a];B[f5];W[d6](;B[c3])(;B[c4]))\n"),
        (
            b"",
            b"[Event \"x\"]\n[Black \"a\"]\n\n1. f5 d6 2. c3 1-0\n\n",
        ),
        (
            b"",
            b"{\"moves\":[{\"m\":\"f5\"}],\"players\":[{\"name\":\"a\"},{\"name\":\"b\"}]}\n",
        ),
        (WTHOR, WTHOR_GAME),
        // What is wrong in each game is not gathered either.
        (b"", b"(;GM[Othello]B[f5]W[a1];)\n"),
        (b"f5d6\n", b"f5a1\n"),
    ] {
        let (short, few) = read(head, piece, SHORT);
        let (long, many) = read(head, piece, LONG);
        let name = String::from_utf8_lossy(&piece[..piece.len().min(30)]);
        assert!(
            few > 1000 && many > 20 * few,
            "{name}: {few} and {many} games"
        );
        assert!(
            long <= short + short / 4 + 4096,
            "{name}: {short} bytes held for {SHORT}, {long} for {LONG}"
        );
    }
    // A game that never ends is given up at some length.
    for (head, piece) in [
        (&b"(;GM[Othello]CO["[..], &b"x"[..]),
        (b"", b"f5 "),
        (b"[Event \"", b"x"),
        (b"{\"moves\":", b"["),
    ] {
        let name = String::from_utf8_lossy(head);
        let (held, games) = read(head, piece, ENDLESS);
        assert!(games >= 1 && held < 4 << 20, "{name}: {held} bytes held");
    }
}
