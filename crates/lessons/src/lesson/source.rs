//! Source locations of operations, with their text and the names of their values.

use std::panic::Location;
use std::sync::LazyLock;

use reversi::{array_board, bitboard};
use reversi_table::go;

macro_rules! files {
    ($($name:literal)*) => {
        [$((concat!("crates/lessons/src/lesson/", $name), include_str!($name))),*]
    };
}

/// The source files of this crate whose operations are recorded, as they were at build time.
const LESSONS: [(&str, &str); 7] = files! {
    "runs.rs" "moves.rs" "flips.rs" "carry.rs" "count.rs" "halves.rs" "mobility.rs"
};

/// The source files whose operations are recorded. Each crate has its own: a package holds no files of another one.
static FILES: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    [
        &[array_board::SOURCE][..],
        &bitboard::SOURCES,
        &LESSONS,
        &[go::KERNEL_SOURCE],
    ]
    .concat()
});

/// Returns the path of a file from the root of its package, which is all of it that a build from a registry has.
fn in_package(path: &str) -> &str {
    let in_crate = path.strip_prefix("crates/");
    let rest = in_crate.and_then(|path| path.split_once('/'));
    rest.map_or(path, |(_, rest)| rest)
}

/// The lines of each file.
static LINES: LazyLock<Vec<Vec<SourceLine>>> = LazyLock::new(|| {
    let lines = |(path, text): (&'static str, &'static str)| {
        let mut definition = (1, "");
        let mut symbol = "";
        let lines = (1..).zip(text.lines()).map(|(line, code)| {
            if let Some(name) = function(code) {
                (definition, symbol) = ((line, code), name);
            }
            SourceLine {
                path,
                line,
                code,
                symbol,
                definition,
            }
        });
        lines.collect()
    };
    FILES.iter().copied().map(lines).collect()
});

/// A line of the source and the function that contains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// The file relative to the root of the project: `src/bitboard/plain.rs`.
    pub path: &'static str,
    /// The line number, from 1.
    pub line: usize,
    code: &'static str,
    /// The function that contains the line: `legal_moves_along`.
    pub symbol: &'static str,
    /// The line with the function's name.
    definition: (usize, &'static str),
}

impl SourceLine {
    /// Returns the line of a location.
    ///
    /// # Panics
    /// If the file is not listed in `FILES`, because a traced function was moved.
    pub(super) fn of(location: &Location) -> Self {
        let file = location.file().replace('\\', "/");
        let mut files = FILES.iter().zip(LINES.iter());
        let (_, lines) = files
            .find(|((path, _), _)| file.ends_with(in_package(path)))
            .expect("a file with traced functions is among FILES");
        lines[location.line() as usize - 1]
    }

    /// Returns the first line with this text, for a value that is not recorded.
    ///
    /// # Panics
    /// If no file of `FILES` has this line, because it was changed. Every trace of it fails.
    pub(super) fn reading(code: &str) -> Self {
        let mut lines = LINES.iter().flatten();
        let line = lines.find(|line| line.code() == code);
        *line.expect("a line of a file with traced functions")
    }

    /// Returns the first line of the function.
    pub(super) const fn definition(self) -> Self {
        let (line, code) = self.definition;
        Self { line, code, ..self }
    }

    /// Returns the path if it fits in this many columns, otherwise its last two parts: `go/kernel.rs`.
    pub fn path_within(self, columns: usize) -> &'static str {
        let mut slashes = self.path.rmatch_indices('/').map(|(at, _)| at + 1);
        let short = slashes.nth(1).map_or(self.path, |at| &self.path[at..]);
        if self.path.len() <= columns {
            self.path
        } else {
            short
        }
    }

    /// Returns the text of the line, trimmed.
    pub fn code(self) -> &'static str {
        self.code.trim()
    }

    /// Returns the text of the line as it runs when the mask is left out; `None` if it has no mask.
    pub fn code_without_mask(self) -> Option<String> {
        let mut masks = ["& direction.mask", "& mask"].into_iter();
        let (before, after) = masks.find_map(|mask| self.code.split_once(mask))?;
        Some(format!("{}& EVERY_SQUARE{after}", before.trim_start()))
    }

    /// Returns the lines of the function that contains the line.
    pub fn function_lines(self) -> &'static [Self] {
        let mut files = FILES.iter().zip(LINES.iter());
        let Some((_, lines)) = files.find(|((path, _), _)| *path == self.path) else {
            return &[];
        };
        let from = &lines[self.definition.0 - 1..];
        let end = from.iter().position(|line| line.code.trim_end() == "}");
        &from[..end.map_or(from.len(), |end| end + 1)]
    }

    /// Returns the columns before the text of the line.
    pub const fn indent(self) -> usize {
        self.code.len() - self.code.trim_ascii_start().len()
    }

    /// Returns the name of the value of an operation at this column (from 1): the variable that the line
    /// binds or assigns or, if the value is returned, the function. `None` for a part of a larger
    /// expression and for a condition.
    pub(super) fn name_at(self, column: usize) -> Option<&'static str> {
        let before = self.code.get(..column - 1)?.trim_start();
        let (name, value) = match before.split_once(" = ") {
            Some((target, value)) => (target.split(' ').next_back()?, value),
            None => (self.symbol, before),
        };
        // A method follows its receiver; any other space means that something came before.
        let mut depth = 0;
        let is_whole = value.chars().all(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            c != ' ' || depth > 0
        });
        (is_whole && depth == 0).then_some(name)
    }

    /// Returns the variable at the beginning of the line, which `name |= value` assigns.
    pub(super) fn assigned_name(self) -> &'static str {
        let code = self.code();
        code.split(' ').next().unwrap_or(code)
    }
}

/// Returns the name of the function whose definition begins on the line.
fn function(line: &'static str) -> Option<&'static str> {
    let (keywords, rest) = line.split_once("fn ")?;
    let begins = keywords.is_empty() || keywords.starts_with("pub");
    begins.then(|| rest.split(['(', '<']).next())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(code: &'static str, part: &str) -> Option<&'static str> {
        let source = SourceLine {
            path: "",
            line: 2,
            code,
            symbol: "moves",
            definition: (1, ""),
        };
        source.name_at(code.find(part).expect("a part of the line") + 1)
    }

    #[test]
    fn a_value_has_the_name_of_its_variable_or_of_its_function() {
        assert_eq!(name("    let a = b & c;", "b &"), Some("a"));
        assert_eq!(name("    let mut a = step(b) & c;", "step"), Some("a"));
        assert_eq!(name("    a = b.step(c);", "step"), Some("a"));
        assert_eq!(name("    a = (b & c).step();", "(b"), Some("a"));
        assert_eq!(name("    a = (b & c).step();", "step"), Some("a"));
        assert_eq!(name("    b & c", "b"), Some("moves"));
    }

    #[test]
    fn a_part_of_an_expression_and_a_condition_have_no_name() {
        assert_eq!(name("    let a = b & c << 1;", "c"), None);
        assert_eq!(name("    let a = b & (c << 1);", "(c"), None);
        assert_eq!(name("    let a = b & c.step();", "step"), None);
        assert_eq!(name("    let a = step(b & c);", "b"), None);
        assert_eq!(name("    a |= b & c;", "b"), None);
        assert_eq!(name("    while b & c != 0 {", "b"), None);
        assert_eq!(name("        & (b | c)", "(b"), None);
    }

    #[test]
    fn every_line_of_the_kernel_is_in_its_function_and_only_a_mask_is_left_out() {
        let kernel = LINES
            .iter()
            .flatten()
            .filter(|line| !line.symbol.is_empty());
        let mut replaced = Vec::new();
        for line in kernel.filter(|line| line.path.ends_with("plain.rs")) {
            let lines = line.function_lines();
            assert_eq!(lines[0].line, line.definition.0);
            assert!(lines.iter().all(|other| other.symbol == line.symbol));
            replaced.extend(line.code_without_mask());
        }
        assert_eq!(replaced, ["let passable = opponent & EVERY_SQUARE;"; 2]);
    }

    #[test]
    fn a_path_names_the_file_that_was_read() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for (path, text) in FILES.iter() {
            assert_eq!(&std::fs::read_to_string(root.join(path)).unwrap(), text);
        }
    }

    #[test]
    fn no_other_file_ends_like_the_path_in_a_package() {
        for (path, _) in FILES.iter() {
            let end = in_package(path);
            let same = FILES.iter().filter(|(other, _)| other.ends_with(end));
            assert!(end.starts_with("src/") && same.count() == 1, "{path}");
        }
    }
}
