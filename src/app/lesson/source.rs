//! Owns where in the source a step stands: a file, a function in it, and a line of that function,
//! found by its text. The line number is looked up, so that it is right after any edit; a test sees
//! to it that every text is still there.

/// A source file of the kernel, as it was when the program was built.
#[derive(Debug)]
struct SourceFile {
    path: &'static str,
    text: &'static str,
}

/// A place in the source.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    file: &'static SourceFile,
    /// How the definition of the function (or table) begins; in column 1 of its line.
    definition: &'static str,
    /// A text on the line; empty for the line of the definition.
    line: &'static str,
}

impl Source {
    /// The file, seen from the root of the project: `src/bitboard/plain.rs`.
    #[must_use]
    pub const fn path(self) -> &'static str {
        self.file.path
    }

    /// The function or table that the line belongs to: `legal_moves`.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        self.definition
            .split(['(', ':', '<', ' '])
            .rfind(|word| !word.is_empty())
            .unwrap_or(self.definition)
    }

    /// The line number, from 1; `None` when the text is not there, which a test rules out.
    #[must_use]
    pub fn line(self) -> Option<usize> {
        let at = self.offset()?;
        Some(1 + self.file.text[..at].matches('\n').count())
    }

    /// The line itself, without the space around it; empty when it is not there.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.offset()
            .and_then(|at| {
                let from = self.file.text[..at].rfind('\n').map_or(0, |end| end + 1);
                self.file.text[from..].lines().next()
            })
            .map_or("", str::trim)
    }

    /// Where the line's text begins: its first place within the definition.
    fn offset(self) -> Option<usize> {
        let text = self.file.text;
        let start = match text.strip_prefix(self.definition) {
            Some(_) => 0,
            None => 1 + text.find(&format!("\n{}", self.definition))?,
        };
        if self.line.is_empty() {
            return Some(start);
        }
        let body = &text[start..];
        // A definition ends at the first closing brace or bracket in column 1.
        let end = [body.find("\n}"), body.find("\n]")]
            .into_iter()
            .flatten()
            .min()?;
        body[..end].find(self.line).map(|at| start + at)
    }
}

static PLAIN: SourceFile = SourceFile {
    path: "src/bitboard/plain.rs",
    text: include_str!("../../bitboard/plain.rs"),
};
static BITBOARD: SourceFile = SourceFile {
    path: "src/bitboard.rs",
    text: include_str!("../../bitboard.rs"),
};
static STABILITY: SourceFile = SourceFile {
    path: "src/bitboard/stability.rs",
    text: include_str!("../../bitboard/stability.rs"),
};
static PORTABLE: SourceFile = SourceFile {
    path: "src/bitboard/portable.rs",
    text: include_str!("../../bitboard/portable.rs"),
};

static CARRY: SourceFile = SourceFile {
    path: "src/app/lesson/carry.rs",
    text: include_str!("carry.rs"),
};
static COUNT: SourceFile = SourceFile {
    path: "src/app/lesson/count.rs",
    text: include_str!("count.rs"),
};
static MOBILITY: SourceFile = SourceFile {
    path: "src/bitboard/mobility.rs",
    text: include_str!("../../bitboard/mobility.rs"),
};

macro_rules! sources {
    ($($name:ident: $file:ident, $definition:literal, $line:literal;)*) => {
        $(pub(super) const $name: Source =
            Source { file: &$file, definition: $definition, line: $line };)*
        #[cfg(test)]
        const ALL: &[Source] = &[$($name),*];
    };
}

sources! {
    DIRECTION_TABLE: PLAIN, "pub const DIRECTIONS: ", "";
    MOVES: PLAIN, "pub fn legal_moves(", "";
    MOVES_EMPTY: PLAIN, "pub fn legal_moves(", "let empty = !(own | opponent);";
    MOVES_PASSABLE: PLAIN, "pub fn legal_moves(", "let passable = opponent & direction.mask;";
    MOVES_RUN: PLAIN, "pub fn legal_moves(", "let mut run = direction.step(own) & passable;";
    MOVES_FILL: PLAIN, "pub fn legal_moves(", "run |= direction.step(run) & passable;";
    MOVES_TARGET: PLAIN, "pub fn legal_moves(", "moves |= direction.step(run) & empty;";
    FLIPS: PLAIN, "pub fn flips(", "";
    FLIPS_PLACED: PLAIN, "pub fn flips(", "let placed = square.bit();";
    FLIPS_TAKEN: PLAIN, "pub fn flips(", "if (own | opponent) & placed != 0";
    FLIPS_NOTHING: PLAIN, "pub fn flips(", "return 0;";
    FLIPS_PASSABLE: PLAIN, "pub fn flips(", "let passable = opponent & direction.mask;";
    FLIPS_FIRST: PLAIN, "pub fn flips(", "let mut next = direction.step(placed);";
    FLIPS_START: PLAIN, "pub fn flips(", "let mut run = 0;";
    FLIPS_RUN: PLAIN, "pub fn flips(", "run |= next;";
    FLIPS_NEXT: PLAIN, "pub fn flips(", "next = direction.step(next);";
    FLIPS_CLOSED: PLAIN, "pub fn flips(", "if next & own != 0";
    FLIPS_UNION: PLAIN, "pub fn flips(", "flipped |= run;";

    CARRY_RUNS: CARRY, "pub const fn moves_left(", "";
    CARRY_PASSABLE: CARRY, "pub const fn moves_left(", "let passable = opponent & INNER_FILES;";
    CARRY_SHIFTED: CARRY, "pub const fn moves_left(", "let shifted = own << 1;";
    CARRY_START: CARRY, "pub const fn moves_left(", "let start = shifted & passable;";
    CARRY_SUM: PORTABLE, "const fn along_ranks(", "let left = passable.wrapping_add(";
    CARRY_EMPTY: CARRY, "pub const fn moves_left(", "let empty = !(own | opponent);";
    CARRY_TARGET: CARRY, "pub const fn moves_left(", "sum & empty";
    CARRY_FIRST: CARRY, "pub const fn add_by_logic(", "let (mut sum, mut carry) = (a ^ b, (a & b) << 1);";
    CARRY_MEET: CARRY, "pub const fn add_by_logic(", "let meet = sum & carry;";
    CARRY_REST: CARRY, "pub const fn add_by_logic(", "sum ^= carry;";
    CARRY_RIPPLE: CARRY, "pub const fn add_by_logic(", "carry = meet << 1;";

    COUNT_SET: COUNT, "pub const fn count_ones(", "";
    COUNT_HALF: COUNT, "pub const fn count_ones(", "let second = (set >> 1) & ODD_BITS;";
    COUNT_PAIRS: COUNT, "pub const fn count_ones(", "let pairs = set - second;";
    COUNT_LOW: COUNT, "pub const fn count_ones(", "let right = pairs & ODD_PAIRS;";
    COUNT_HIGH: COUNT, "pub const fn count_ones(", "let left = (pairs >> 2) & ODD_PAIRS;";
    COUNT_NIBBLES: COUNT, "pub const fn count_ones(", "let nibbles = left + right;";
    COUNT_SUMS: COUNT, "pub const fn count_ones(", "let sums = nibbles + (nibbles >> 4);";
    COUNT_BYTES: COUNT, "pub const fn count_ones(", "let bytes = sums & ODD_NIBBLES;";
    COUNT_PRODUCT: COUNT, "pub const fn count_ones(", "let product = bytes.wrapping_mul(ONES);";
    COUNT_TOP: COUNT, "pub const fn count_ones(", "product >> 56";
    COUNT_BOTH: COUNT, "pub const fn count_discs(", "count_ones(own) + count_ones(opponent)";

    STABLE: STABILITY, "pub fn stable_discs(", "";
    STABLE_LINES: STABILITY, "pub fn stable_discs(", "full_lines(own | opponent)";
    STABLE_INNER: STABILITY, "pub fn stable_discs(", "let inner = own & INNER;";
    STABLE_FIRST: STABILITY, "pub fn stable_discs(", "let mut stable = ";
    STABLE_MORE: STABILITY, "pub fn stable_discs(", "let more = inner";
    STABLE_RANKS: STABILITY, "pub fn stable_discs(", "(rank | stable << 1";
    STABLE_FILES: STABILITY, "pub fn stable_discs(", "(file | stable << 8";
    STABLE_FALLING: STABILITY, "pub fn stable_discs(", "(falling | stable << 9";
    STABLE_RISING: STABILITY, "pub fn stable_discs(", "(rising | stable << 7";
    STABLE_ROUND: STABILITY, "pub fn stable_discs(", "stable |= more;";
    STABLE_EDGE: STABILITY, "pub fn stable_edge_discs(", "";
    LINES_RANK_1: STABILITY, "fn full_lines(", "let mut rank = ";
    LINES_RANK_2: STABILITY, "fn full_lines(", "rank &= rank >> 2;";
    LINES_RANK_4: STABILITY, "fn full_lines(", "rank &= rank >> 4;";
    LINES_RANK_SPREAD: STABILITY, "fn full_lines(", "rank = (rank & 0x0101";
    LINES_FILE_1: STABILITY, "fn full_lines(", "let mut file = ";
    LINES_FILE_2: STABILITY, "fn full_lines(", "file &= file.rotate_left(16);";
    LINES_FILE_4: STABILITY, "fn full_lines(", "file &= file.rotate_left(32);";
    LINES_UP_LEFT_1: STABILITY, "fn full_lines(", "let mut up_left = ";
    LINES_UP_LEFT_2: STABILITY, "fn full_lines(", "up_left &= up_left << 18";
    LINES_UP_LEFT_4: STABILITY, "fn full_lines(", "up_left &= up_left << 36";
    LINES_DOWN_RIGHT_1: STABILITY, "fn full_lines(", "let mut down_right = ";
    LINES_DOWN_RIGHT_2: STABILITY, "fn full_lines(", "down_right &= down_right >> 18";
    LINES_DOWN_RIGHT_4: STABILITY, "fn full_lines(", "down_right &= down_right >> 36";
    LINES_UP_RIGHT_1: STABILITY, "fn full_lines(", "let mut up_right = ";
    LINES_UP_RIGHT_2: STABILITY, "fn full_lines(", "up_right &= up_right << 14";
    LINES_UP_RIGHT_4: STABILITY, "fn full_lines(", "up_right &= up_right << 28";
    LINES_DOWN_LEFT_1: STABILITY, "fn full_lines(", "let mut down_left = ";
    LINES_DOWN_LEFT_2: STABILITY, "fn full_lines(", "down_left &= down_left >> 14";
    LINES_DOWN_LEFT_4: STABILITY, "fn full_lines(", "down_left &= down_left >> 28";
    LINES_ALL: STABILITY, "fn full_lines(", "[rank, file, up_left & down_right";

    NEAR: BITBOARD, "pub const fn neighbours(", "";
    NEAR_BESIDE: BITBOARD, "pub const fn neighbours(", "let beside = ";
    NEAR_ROW: BITBOARD, "pub const fn neighbours(", "let row = set | beside;";
    NEAR_ALL: BITBOARD, "pub const fn neighbours(", "beside | row << 8 | row >> 8";
    FREEDOM: MOBILITY, "pub fn mobility(", "";
    MOBILITY_COUNT: MOBILITY, "pub fn mobility(", "legal_moves(own, opponent).count_ones()";
    POTENTIAL_SET: MOBILITY, "pub const fn potential_mobility(", "neighbours(opponent) & !(own | opponent)";
    FRONTIER_SET: MOBILITY, "pub const fn frontier(", "discs & neighbours(empty)";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_still_in_the_source() {
        for source in ALL {
            let line = source.line().unwrap_or_else(|| {
                panic!(
                    "{} has no {:?} in {:?}: say in trace/source.rs what it became",
                    source.path(),
                    source.line,
                    source.definition
                )
            });
            let shown = source.file.text.lines().nth(line - 1).unwrap();
            let expected = if source.line.is_empty() {
                source.definition
            } else {
                source.line
            };
            assert!(shown.contains(expected), "{}:{line}", source.path());
            assert_eq!(shown.trim(), source.code());
        }
    }

    #[test]
    fn a_place_is_named_by_its_function() {
        assert_eq!(MOVES_FILL.symbol(), "legal_moves");
        assert_eq!(DIRECTION_TABLE.symbol(), "DIRECTIONS");
        assert_eq!(NEAR.symbol(), "neighbours");
    }

    #[test]
    fn a_path_names_the_file_that_was_read() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        for source in ALL {
            let text = std::fs::read_to_string(root.join(source.path())).unwrap();
            assert_eq!(text, source.file.text, "{}", source.path());
        }
    }
}
