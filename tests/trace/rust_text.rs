//! A reader of the Rust that a trace prints, as the oracle for its steps: it shares no code with the
//! expressions of the crate, and its precedences are those of the Rust reference.

use std::collections::HashMap;

use reversi::Square;
use reversi::bitboard::{self, stability};

/// The value of a Rust expression on `u64`, or what cannot be read of it.
///
/// # Errors
/// When the text is no such expression, names an unknown variable, or overflows where Rust would.
pub(crate) fn evaluate(text: &str, variables: &HashMap<&str, u64>) -> Result<u64, String> {
    let mut reader = Reader {
        rest: text,
        variables,
    };
    let value = reader.expression(0)?;
    if reader.rest.trim().is_empty() {
        Ok(value)
    } else {
        Err(format!("{:?} is left over of {text:?}", reader.rest))
    }
}

struct Reader<'a> {
    rest: &'a str,
    variables: &'a HashMap<&'a str, u64>,
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
        let mut value = self.primary()?;
        while self.take(".") {
            let method = self.word();
            self.expect("(")?;
            value = match method.as_str() {
                "count_ones" => u64::from(value.count_ones()),
                "wrapping_add" => value.wrapping_add(self.expression(0)?),
                "wrapping_sub" => value.wrapping_sub(self.expression(0)?),
                "wrapping_neg" => value.wrapping_neg(),
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
        let word = self.word();
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
            if word == "square_at" {
                self.expect(")")?;
                return Ok(square_at(own));
            }
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

/// The square of a cell of the board of ten cells a row, as a set; none for a wall.
fn square_at(place: u64) -> u64 {
    match (place / 10, place % 10) {
        (row @ 1..=8, column @ 1..=8) => 1 << (63 - (8 * (row - 1) + column - 1)),
        _ => 0,
    }
}

#[test]
fn the_reader_knows_the_precedences_of_rust() {
    let (a, b, c, d) = (0b1100, 0b1010, 0b0110, 3u64);
    let variables = HashMap::from([("a", a), ("b", b), ("c", c), ("d", d)]);
    let value = |text| evaluate(text, &variables);
    assert_eq!(value("a | b & c << 2 + 1"), Ok(a | b & c << (2 + 1)));
    assert_eq!(value("a ^ b | c & d"), Ok(a ^ b | c & d));
    assert_eq!(value("1 + 2 * d << 4"), Ok((1 + 2 * 3) << 4));
    assert_eq!(value("square_at(11) | square_at(20 + 68)"), Ok(1 << 63 | 1));
    assert_eq!(
        value("square_at(10) | square_at(19) | square_at(91)"),
        Ok(0)
    );
    assert_eq!(value("!a & 0x0f"), Ok(!a & 0x0f));
    assert_eq!(value("(a | b).count_ones() - d"), Ok(0));
    assert_eq!(value("flips(2, 1, 4)"), Ok(0));
    for text in ["a &", "e", "a - b b", "d - a", "a << 64", "a.sqrt()", ""] {
        assert!(value(text).is_err(), "{text}");
    }
}
