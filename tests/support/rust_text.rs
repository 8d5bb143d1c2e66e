//! A reader of the Rust that a trace prints, as the oracle for its steps: it shares no code with the
//! expressions of the crate, and its precedences are those of the Rust reference.

use std::collections::HashMap;

use reversi::Square;
use reversi::bitboard::{self, stability};

/// The value of a Rust expression on `u64`, or what cannot be read of it.
///
/// # Errors
/// When the text is no such expression, names an unknown variable, or overflows where Rust would.
pub(crate) fn evaluate(
    text: &str,
    variables: &HashMap<&str, u64>,
    cells: &Cells,
) -> Result<u64, String> {
    let mut reader = Reader {
        rest: text,
        variables,
        cells,
    };
    let value = reader.expression(0)?;
    if reader.rest.trim().is_empty() {
        Ok(value)
    } else {
        Err(format!("{:?} is left over of {text:?}", reader.rest))
    }
}

/// The array of a lesson: ten rows of so many cells, with the discs of both sides on its squares.
pub(crate) struct Cells {
    pub(crate) row: u64,
    pub(crate) own: u64,
    pub(crate) opponent: u64,
}

impl Cells {
    /// The square of a cell, as a set; none for a wall.
    fn square_at(&self, index: u64) -> u64 {
        match (index / self.row, index % self.row) {
            (row @ 1..=8, column @ 1..=8) => 1 << (63 - (8 * (row - 1) + column - 1)),
            _ => 0,
        }
    }

    /// What a cell holds before the move.
    fn content(&self, index: u64) -> i64 {
        match self.square_at(index) {
            0 => 2,
            square if self.own & square != 0 => 1,
            square if self.opponent & square != 0 => -1,
            _ => 0,
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
    variables: &'a HashMap<&'a str, u64>,
    cells: &'a Cells,
}

/// The binary operators, loosest first: each line binds tighter than the one before it.
const LEVELS: [&[&str]; 6] = [&["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*"]];

impl Reader<'_> {
    fn take(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start();
        let found = rest.strip_prefix(token);
        if let Some(rest) = found {
            self.rest = rest;
        }
        found.is_some()
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.take(token) {
            Ok(())
        } else {
            Err(format!("{token:?} is missing before {:?}", self.rest))
        }
    }

    fn expression(&mut self, level: usize) -> Result<u64, String> {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut value = self.expression(level + 1)?;
        while let Some(&operator) = operators.iter().find(|operator| self.take(operator)) {
            let other = self.expression(level + 1)?;
            let result = match operator {
                "|" => Some(value | other),
                "^" => Some(value ^ other),
                "&" => Some(value & other),
                // A shift loses bits in Rust, but not by 64 and more.
                "<<" => u32::try_from(other)
                    .ok()
                    .filter(|&by| by < 64)
                    .map(|by| value << by),
                ">>" => u32::try_from(other)
                    .ok()
                    .and_then(|by| value.checked_shr(by)),
                "+" => value.checked_add(other),
                "*" => value.checked_mul(other),
                _ => value.checked_sub(other),
            };
            value = result.ok_or_else(|| format!("{value:#x} {operator} {other:#x} overflows"))?;
        }
        Ok(value)
    }

    fn unary(&mut self) -> Result<u64, String> {
        if self.take("!") {
            return Ok(!self.unary()?);
        }
        if self.take("-") {
            return Ok(self.unary()?.wrapping_neg());
        }
        let mut value = self.primary()?;
        while self.take(".") {
            let method = self.word();
            self.expect("(")?;
            value = match method.as_str() {
                "count_ones" => u64::from(value.count_ones()),
                "wrapping_add" => value.wrapping_add(self.expression(0)?),
                "wrapping_sub" => value.wrapping_sub(self.expression(0)?),
                "wrapping_neg" => value.wrapping_neg(),
                "sign_mask" => {
                    if value >> 63 == 1 {
                        u64::MAX
                    } else {
                        0
                    }
                }
                "wrapping_mul" => value.wrapping_mul(self.expression(0)?),
                "rotate_left" => {
                    let by = self.expression(0)?;
                    value.rotate_left(u32::try_from(by).map_err(|error| error.to_string())?)
                }
                _ => return Err(format!("no method {method:?}")),
            };
            self.expect(")")?;
        }
        Ok(value)
    }

    fn primary(&mut self) -> Result<u64, String> {
        if self.take("(") {
            let value = self.expression(0)?;
            self.expect(")")?;
            return Ok(value);
        }
        if self.take("[") {
            // A list of cells is a set of squares.
            let mut set = 0;
            while !self.take("]") {
                set |= self.cells.square_at(self.expression(0)?);
                self.take(",");
            }
            return Ok(set);
        }
        let word = self.word();
        if word == "board" && self.take("[") {
            let index = self.expression(0)?;
            self.expect("]")?;
            return Ok(self.cells.content(index).cast_unsigned());
        }
        if word == "set_up" {
            self.expect("([WALL; ")?;
            let cells = self.expression(0)?;
            self.expect("], own, opponent)")?;
            return Ok(cells);
        }
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let digits = word.replace('_', "");
            return match digits.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16),
                None => digits.parse(),
            }
            .map_err(|error| format!("{word:?}: {error}"));
        }
        if self.take("(") {
            let own = self.expression(0)?;
            self.expect(",")?;
            let opponent = self.expression(0)?;
            let value = match word.as_str() {
                "legal_moves" => bitboard::legal_moves(own, opponent),
                "stable_edge_discs" => stability::stable_edge_discs(own, opponent),
                "flips" => {
                    self.expect(",")?;
                    let placed = self.expression(0)?;
                    let square = Square::all().find(|square| square.bit() == placed);
                    bitboard::flips(own, opponent, square.ok_or("not one disc is placed")?)
                }
                _ => return Err(format!("no function {word:?}")),
            };
            self.expect(")")?;
            return Ok(value);
        }
        let value = self.variables.get(word.as_str());
        value
            .copied()
            .ok_or_else(|| format!("no variable {word:?} before {:?}", self.rest))
    }

    /// A name or a number; empty when there is none.
    fn word(&mut self) -> String {
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (word, rest) = rest.split_at(end.unwrap_or(rest.len()));
        self.rest = rest;
        word.to_owned()
    }
}

#[test]
fn the_reader_knows_the_precedences_of_rust() {
    let (a, b, c, d) = (0b1100, 0b1010, 0b0110, 3u64);
    let variables = HashMap::from([("a", a), ("b", b), ("c", c), ("d", d)]);
    let cells = Cells {
        row: 10,
        own: 1 << 63,
        opponent: 1,
    };
    let value = |text| evaluate(text, &variables, &cells);
    assert_eq!(value("a | b & c << 2 + 1"), Ok(a | b & c << (2 + 1)));
    assert_eq!(value("a ^ b | c & d"), Ok(a ^ b | c & d));
    assert_eq!(value("1 + 2 * d << 4"), Ok((1 + 2 * 3) << 4));
    assert_eq!(value("[11, 20 + 68]"), Ok(1 << 63 | 1));
    assert_eq!(value("[10, 19, 91]"), Ok(0));
    assert_eq!(value("-board[88]"), Ok(1));
    assert_eq!(value("board[11] + board[0] + board[12]"), Ok(3));
    assert_eq!(value("set_up([WALL; 100], own, opponent)"), Ok(100));
    assert_eq!(value("(1 << 63).sign_mask()"), Ok(u64::MAX));
    assert_eq!(value("!a & 0x0f"), Ok(!a & 0x0f));
    assert_eq!(value("(a | b).count_ones() - d"), Ok(0));
    assert_eq!(value("flips(2, 1, 4)"), Ok(0));
    for text in ["a &", "e", "a - b b", "d - a", "a << 64", "a.sqrt()", ""] {
        assert!(value(text).is_err(), "{text}");
    }
}
