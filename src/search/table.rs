//! The transposition table: search results by position, shared by all threads.
//!
//! An entry is three words: both sides' discs and the data. The discs are combined by XOR with the data
//! (Robert Hyatt and Timothy Mann, "A lock-less transposition table implementation for parallel
//! search", ICGA Journal 25, 2002): when two threads write one entry at the same time, a reader sees
//! discs that match no position and takes it as empty. Since all 128 bits are compared, a hit is
//! never another position, and an exact search stays exact.

use std::iter;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

#[cfg(not(target_family = "wasm"))]
use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::FromBytes;

use super::parameters::TABLE_WAYS;
use super::score::{Confidence, Window};
use crate::bitboard::kernel::Kernel;
use crate::board::Board;
use crate::memory;
use crate::square::Square;

/// The size of a bucket in bytes.
const BUCKET_BYTES: usize = 128;

/// The words of a bucket; the last one is not used.
const BUCKET_WORDS: usize = BUCKET_BYTES / 8;

const _: () = assert!(3 * TABLE_WAYS <= BUCKET_WORDS);

/// The largest table in megabytes: a terabyte, or a gigabyte where that is more than an address can tell.
const MOST_MEGABYTES: usize = if usize::BITS < 64 { 1 << 10 } else { 1 << 20 };

// Its bytes can be counted, and be one allocation.
const _: () = assert!(MOST_MEGABYTES <= isize::MAX as usize >> 20);

/// The memory in bytes that a table leaves to the rest of the program.
const MEMORY_RESERVE: usize = 32 << 20;

/// The largest table in bytes whose memory is used again when it is cleared.
const REUSED_BYTES: usize = 2 << 20;

/// The unpacked data word of an entry: bounds of the score, the search that proved them, and its best
/// moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableEntry {
    /// The lower bound of the score.
    pub(crate) lower: i8,
    /// The upper bound of the score.
    pub(crate) upper: i8,
    /// The depth of the search in plies.
    pub(crate) depth: u8,
    /// The confidence of the search.
    pub(crate) confidence: Confidence,
    /// The best and the second-best known move.
    pub(crate) moves: [Option<Square>; 2],
}

impl TableEntry {
    /// Creates an entry from a search result: an exact score inside the window, or a bound outside.
    pub(crate) fn new(
        window: Window,
        score: i32,
        depth: u32,
        confidence: Confidence,
        best: Option<Square>,
    ) -> Self {
        let score = score.clamp(-64, 64) as i8;
        let value = i32::from(score);
        Self {
            lower: if value > window.alpha { score } else { -64 },
            upper: if value < window.beta { score } else { 64 },
            depth: depth as u8,
            confidence,
            moves: [best, None],
        }
    }

    /// Returns true if the stored search had at least this depth and confidence.
    #[inline]
    pub(crate) fn proves(self, depth: u32, confidence: Confidence) -> bool {
        u32::from(self.depth) >= depth && self.confidence >= confidence
    }

    /// Returns the bound that answers a null window, if the stored search was deep and confident enough.
    #[inline]
    pub(crate) fn cutoff(self, alpha: i32, depth: u32, confidence: Confidence) -> Option<i32> {
        if !self.proves(depth, confidence) {
            None
        } else if i32::from(self.lower) > alpha {
            Some(self.lower.into())
        } else if i32::from(self.upper) <= alpha {
            Some(self.upper.into())
        } else {
            None
        }
    }

    fn pack(self, age: u8) -> u64 {
        let square = |square: Option<Square>| square.map_or(64, Square::index);
        u64::from_le_bytes([
            self.lower.cast_unsigned(),
            self.upper.cast_unsigned(),
            self.depth,
            self.confidence as u8,
            square(self.moves[0]),
            square(self.moves[1]),
            age,
            0,
        ])
    }

    fn unpack(data: u64) -> Self {
        let bytes = data.to_le_bytes();
        Self {
            lower: bytes[0].cast_signed(),
            upper: bytes[1].cast_signed(),
            depth: bytes[2],
            confidence: Confidence::ALL[usize::from(bytes[3]).min(6)],
            moves: [Square::new(bytes[4]), Square::new(bytes[5])],
        }
    }
}

/// The player's discs, the opponent's discs, and the data, as described above.
type SharedEntry = [AtomicU64; 3];

/// The words of the buckets.
type Words<'a> = &'a [AtomicU64];

/// Zeroed memory from the system.
#[cfg(not(target_family = "wasm"))]
type Pages = MmapMut;

/// Zeroed memory of the program: `WebAssembly` maps none.
#[cfg(target_family = "wasm")]
type Pages = Box<[u8]>;

self_cell! {
    /// The memory of a table.
    struct Memory {
        owner: MutBorrow<Pages>,
        #[covariant]
        dependent: Words,
    }
}

#[cfg(not(target_family = "wasm"))]
fn pages(bytes: usize) -> Option<Pages> {
    MmapMut::map_anon(bytes).ok()
}

#[cfg(target_family = "wasm")]
fn pages(bytes: usize) -> Option<Pages> {
    // The words of the table must be aligned, which an allocation of this size is.
    memory::is_free(bytes).then(|| vec![0; bytes].into())
}

/// The buckets of a table.
struct Buckets {
    memory: Memory,
    count: usize,
}

impl Buckets {
    /// Allocates empty buckets, or returns `None` if that would leave too little memory for the rest of the
    /// program. The system provides zeroed pages when they are first used, so a large table costs no time.
    fn allocate(count: usize) -> Option<Self> {
        let pages = pages(count * BUCKET_BYTES)?;
        // Only a request: the table works with small pages too. But the kernel maps those to a page of zeros at the
        // first read and replaces it at the first write, which interrupts every thread. On some machines, two threads
        // then solve no faster than one.
        #[cfg(target_os = "linux")]
        pages.advise(memmap2::Advice::HugePage).ok();
        let memory = Memory::try_new(MutBorrow::new(pages), |pages| {
            let words = <[AtomicU64]>::mut_from_bytes(pages.borrow_mut());
            words.map(|words| &*words).map_err(drop)
        });
        let reserve = if count > 1 { MEMORY_RESERVE } else { 0 };
        let memory = memory.ok().filter(|_| memory::is_free(reserve))?;
        Some(Self { memory, count })
    }

    #[inline]
    fn slots(&self, bucket: usize) -> &[SharedEntry] {
        let words = &self.memory.borrow_dependent()[BUCKET_WORDS * bucket..][..3 * TABLE_WAYS];
        words.as_chunks().0
    }
}

/// A table of a fixed size, allocated at its first use.
pub(crate) struct TranspositionTable {
    buckets: OnceLock<Buckets>,
    bucket_count: usize,
    age: AtomicU8,
}

impl TranspositionTable {
    /// Creates a table of about this size in megabytes (2^20 bytes), with at least one bucket. It becomes
    /// smaller where memory is short.
    pub(crate) fn new(megabytes: usize) -> Self {
        Self {
            buckets: OnceLock::new(),
            bucket_count: (megabytes.min(MOST_MEGABYTES) * ((1 << 20) / BUCKET_BYTES)).max(1),
            age: AtomicU8::new(1),
        }
    }

    /// Starts a new generation: older entries are replaced first.
    pub(crate) fn new_generation(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        match self.buckets.get() {
            // New pages of the system cost more than to write zeros into those that are there.
            Some(buckets) if buckets.count * BUCKET_BYTES <= REUSED_BYTES => {
                for word in *buckets.memory.borrow_dependent() {
                    word.store(0, Ordering::Relaxed);
                }
            }
            _ => self.buckets = OnceLock::new(),
        }
        self.age = AtomicU8::new(1);
    }

    /// Allocates the table if necessary.
    pub(crate) fn allocate(&self) {
        self.buckets();
    }

    fn buckets(&self) -> &Buckets {
        self.buckets.get_or_init(|| {
            iter::successors(Some(self.bucket_count), |count| Some(count / 2))
                .take_while(|&count| count > 0)
                .find_map(Buckets::allocate)
                .expect("a single bucket fits into memory")
        })
    }

    #[inline(always)]
    fn slots(&self, board: Board) -> &[SharedEntry] {
        let buckets = self.buckets();
        // The high half of a product with the size is a number below it.
        let place = (u128::from(board.hash64()) * buckets.count as u128) >> 64;
        buckets.slots(place as usize)
    }

    /// Loads the bucket of a position into the cache.
    #[inline(always)]
    pub(crate) fn prefetch(&self, kernel: impl Kernel, board: Board) {
        let slots = self.slots(board);
        kernel.prefetch(&slots[0]);
        kernel.prefetch(&slots[TABLE_WAYS - 1]);
    }

    /// Returns the entry of a position.
    #[inline(always)]
    pub(crate) fn get(&self, board: Board) -> Option<TableEntry> {
        for slot in self.slots(board) {
            let [player, opponent, data] = read(slot);
            if player ^ data == board.player().bits()
                && opponent ^ data == board.opponent().bits()
                && data != 0
            {
                return Some(TableEntry::unpack(data));
            }
        }
        None
    }

    /// Stores a result. Bounds from the same search of the same position are combined; another search of
    /// it is replaced. Otherwise the result replaces the oldest, then the shallowest entry of the bucket.
    pub(crate) fn put(&self, board: Board, entry: TableEntry) {
        let age = self.age.load(Ordering::Relaxed);
        let slots = self.slots(board);
        let mut worst = (&slots[0], u32::MAX);
        for slot in slots {
            let [player, opponent, data] = read(slot);
            if player ^ data == board.player().bits()
                && opponent ^ data == board.opponent().bits()
                && data != 0
            {
                let merged = merged(TableEntry::unpack(data), entry);
                write(slot, board, merged.pack(age));
                return;
            }
            let bytes = data.to_le_bytes();
            let years = age.wrapping_sub(bytes[6]);
            let value = if data == 0 {
                0
            } else {
                1 + (u32::from(255 - years) << 16)
                    + (u32::from(bytes[2]) << 8)
                    + u32::from(bytes[3])
            };
            if value < worst.1 {
                worst = (slot, value);
            }
        }
        write(worst.0, board, entry.pack(age));
    }
}

#[inline(always)]
fn read(slot: &SharedEntry) -> [u64; 3] {
    slot.each_ref().map(|word| word.load(Ordering::Relaxed))
}

fn write(slot: &SharedEntry, board: Board, data: u64) {
    let words = [
        board.player().bits() ^ data,
        board.opponent().bits() ^ data,
        data,
    ];
    for (to, word) in slot.iter().zip(words) {
        to.store(word, Ordering::Relaxed);
    }
}

/// Combines the bounds of two searches of one position.
fn merged(old: TableEntry, new: TableEntry) -> TableEntry {
    let moves = match (new.moves[0], old.moves[0]) {
        (None, _) => old.moves,
        (best, was) if best == was => [best, old.moves[1]],
        (best, was) => [best, was],
    };
    if (old.depth, old.confidence) == (new.depth, new.confidence) {
        let (lower, upper) = (old.lower.max(new.lower), old.upper.min(new.upper));
        if lower > upper {
            // Two selective searches may contradict each other: the later one wins.
            return TableEntry { moves, ..new };
        }
        TableEntry {
            lower,
            upper,
            moves,
            ..new
        }
    } else {
        TableEntry { moves, ..new }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u32, score: i32) -> TableEntry {
        TableEntry::new(
            Window::FULL,
            score,
            depth,
            Confidence::Full,
            Square::new(20),
        )
    }

    fn board(number: u64) -> Board {
        Board::from_bits(number << 32, 1).unwrap()
    }

    #[test]
    fn the_largest_table_is_one_allocation_whatever_the_size_of_an_address() {
        let table = TranspositionTable::new(usize::MAX);
        let bytes = table.bucket_count.checked_mul(BUCKET_BYTES).unwrap();
        assert!(isize::try_from(bytes).is_ok(), "{bytes}");
    }

    #[test]
    fn what_is_stored_is_found_again_and_nothing_else() {
        let table = TranspositionTable::new(1);
        table.put(board(1), entry(7, -12));
        assert_eq!(table.get(board(1)), Some(entry(7, -12)));
        assert_eq!(table.get(board(2)), None);
        assert_eq!(table.get(board(1).swapped()), None);
    }

    #[test]
    fn bounds_of_equal_searches_are_joined() {
        let table = TranspositionTable::new(0);
        let bound =
            |alpha, score| TableEntry::new(Window::null(alpha), score, 9, Confidence::C95, None);
        table.put(board(1), bound(3, 4));
        table.put(board(1), bound(9, 8));
        let found = table.get(board(1)).unwrap();
        assert_eq!((found.lower, found.upper), (4, 8));
        assert_eq!(found.cutoff(3, 9, Confidence::C95), Some(4));
        assert_eq!(found.cutoff(8, 8, Confidence::C73), Some(8));
        assert_eq!(found.cutoff(5, 9, Confidence::C95), None);
        assert_eq!(found.cutoff(3, 10, Confidence::C95), None);
        assert_eq!(found.cutoff(3, 9, Confidence::Full), None);
    }

    #[test]
    fn the_oldest_and_then_the_shallowest_gives_way() {
        let table = TranspositionTable::new(0); // one bucket
        for number in 1..=TABLE_WAYS as u64 {
            table.put(board(number), entry(10 + number as u32, 0));
        }
        table.put(board(100), entry(3, 0));
        assert_eq!(table.get(board(1)), None, "the shallowest");
        assert!(table.get(board(100)).is_some());
        table.new_generation();
        table.put(board(5), entry(15, 0)); // is of the new age now
        for number in 200..203 {
            table.put(board(number), entry(1, 0));
        }
        assert!(table.get(board(5)).is_some());
        assert_eq!(table.get(board(100)), None, "older");
        assert!(table.get(board(202)).is_some());
    }

    #[test]
    fn entries_of_several_threads_are_whole_or_absent() {
        let table = TranspositionTable::new(0);
        std::thread::scope(|scope| {
            for thread in 0..3 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..20_000u64 {
                        let number = 1 + (round * 7 + thread) % 30;
                        // The depth says which board it is.
                        table.put(board(number), entry(number as u32, number as i32));
                        let asked = 1 + (round * 11 + thread) % 30;
                        if let Some(found) = table.get(board(asked)) {
                            assert_eq!(u64::from(found.depth), asked);
                            assert_eq!(i64::from(found.lower), asked.cast_signed());
                        }
                    }
                });
            }
        });
    }
}
