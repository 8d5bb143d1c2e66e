//! The traced word: the kernel runs on it as on a `u64`, and every operation is recorded.
//!
//! An operation becomes a [`Recorded`] step if its value gets a name in the source; a part of a larger
//! expression appears in the text of that expression.

use std::cell::RefCell;
use std::ops;
use std::panic::Location;

use super::View;
use super::expression::{Expression, Variable};
use super::source::SourceLine;
use reversi::bitboard::by_word::Half;
use reversi::bitboard::plain::Direction;
use reversi::bitboard::stability::{FILE_H, INNER};
use reversi::bitboard::word::Word;
use reversi::bitboard::{INNER_FILES, INNER_RANKS, NOT_A, NOT_H};

/// The mask that replaces the one of a direction when masks are left out.
pub(super) const EVERY_SQUARE: u64 = u64::MAX;

pub(super) const ODD_BITS: u64 = 0x5555_5555_5555_5555;
pub(super) const ODD_PAIRS: u64 = 0x3333_3333_3333_3333;
pub(super) const ODD_NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
pub(super) const ONES: u64 = 0x0101_0101_0101_0101;

/// Ranks 1 to 4, and ranks 5 to 8.
pub(super) const UPPER_HALF: u64 = !LOWER_HALF;
pub(super) const LOWER_HALF: u64 = u64::MAX >> 32;

// The masks for words of 32 bits.
pub(super) const ODD_BITS_32: u64 = ODD_BITS >> 32;
pub(super) const ODD_PAIRS_32: u64 = ODD_PAIRS >> 32;
pub(super) const ODD_NIBBLES_32: u64 = ODD_NIBBLES >> 32;
pub(super) const ONES_32: u64 = ONES >> 32;

/// The constants that have a name in the source.
const CONSTANTS: [(&str, u64); 17] = [
    ("INNER_FILES", INNER_FILES),
    ("INNER_RANKS", INNER_RANKS),
    ("EVERY_SQUARE", EVERY_SQUARE),
    ("INNER", INNER),
    ("FILE_H", FILE_H),
    ("NOT_A", NOT_A),
    ("NOT_H", NOT_H),
    ("ODD_BITS", ODD_BITS),
    ("ODD_PAIRS", ODD_PAIRS),
    ("ODD_NIBBLES", ODD_NIBBLES),
    ("ONES", ONES),
    ("UPPER_HALF", UPPER_HALF),
    ("LOWER_HALF", LOWER_HALF),
    ("ODD_BITS_32", ODD_BITS_32),
    ("ODD_PAIRS_32", ODD_PAIRS_32),
    ("ODD_NIBBLES_32", ODD_NIBBLES_32),
    ("ONES_32", ONES_32),
];

thread_local! {
    /// The log of this thread. A word is `Copy` and can be made from a plain number, as in `W::from(0)`,
    /// so it cannot hold a reference to its log.
    static LOG: RefCell<Log> = RefCell::default();
}

/// Numbers and how the source writes them, such as `grid.board()`.
pub(crate) type Constants = Vec<(&'static str, u64)>;

type Aliases = &'static [(&'static str, &'static str)];

/// All operations of a run.
#[derive(Debug, Default)]
struct Log {
    operations: Vec<Operation>,
    steps: Vec<Recorded>,
    /// Names in the source and their current names in the trace.
    aliases: Aliases,
    constants: Constants,
}

#[derive(Debug)]
struct Operation {
    expression: Expression,
    /// The index of the step that named the value.
    step: Option<usize>,
}

/// A recorded step: an expression and the name of its value.
#[derive(Clone, Debug)]
pub(super) struct Recorded {
    pub(super) expression: Expression,
    pub(super) result: Variable,
    /// The source location; `None` for an input.
    pub(super) source: Option<SourceLine>,
    /// True if the step updates a variable, as `|=` does.
    pub(super) updates: bool,
}

/// Runs a computation. Returns its steps and the index of the one with the result.
pub(super) fn record(constants: Constants, run: impl FnOnce() -> Traced) -> (Vec<Recorded>, usize) {
    LOG.set(Log {
        constants,
        ..Log::default()
    });
    let result = run();
    let log = LOG.take();
    let result = log.operations[result.operation].step;
    (log.steps, result.expect("the result of a trace has a name"))
}

/// A `u64` that records every operation on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traced {
    pub(super) value: u64,
    /// The index of its operation in the log.
    operation: usize,
}

impl Traced {
    /// Creates an input of the kernel.
    pub(super) fn input(name: &'static str, value: u64) -> Self {
        Self::stated(name, value, Expression::Set(value), None)
    }

    /// Records a value that is not computed on words, with its expression and source location.
    pub(super) fn stated(
        name: &'static str,
        value: u64,
        expression: Expression,
        source: Option<SourceLine>,
    ) -> Self {
        LOG.with_borrow_mut(|log| log.add(value, expression, Some(name), source, false))
    }

    /// Returns the last value of a name.
    pub(super) fn named(name: &str) -> Self {
        LOG.with_borrow(|log| {
            let step = log.steps.iter().rposition(|step| step.result.name == name);
            let operation = log.operations.iter().rposition(|other| other.step == step);
            Self {
                value: log.steps[step.expect("a step of this name")].result.value,
                operation: operation.expect("every step has its operation"),
            }
        })
    }

    /// Returns the value under another name.
    pub(crate) fn returned_as(self, name: &'static str) -> Self {
        LOG.with_borrow_mut(|log| {
            let step = log.operations[self.operation].step;
            let step = &log.steps[step.expect("a variable is returned")];
            let (variable, source) = (Expression::Variable(step.result), step.source);
            log.add(self.value, variable, Some(name), source, false)
        })
    }

    /// Returns the result of a function that is not traced.
    #[track_caller]
    pub(super) fn called<const N: usize>(
        function: &'static str,
        value: u64,
        operands: [Self; N],
    ) -> Self {
        operation(value, operands, |operands| {
            Expression::Call(function, operands.into())
        })
    }

    /// Returns the cell of an array with this index, as an expression that does not begin a step.
    #[track_caller]
    pub(super) fn index_of(self, array: &'static str) -> Expression {
        let source = SourceLine::of(Location::caller());
        let index = LOG.with_borrow_mut(|log| log.read(self.into(), source));
        Expression::Index(array, Box::new(index))
    }

    /// Records that the cell of an array with this index was read.
    #[track_caller]
    pub(super) fn indexes(self, array: &'static str, cell: u64) {
        operation(cell, [self], |[index]| {
            Expression::Index(array, Box::new(index))
        });
    }

    #[track_caller]
    pub(super) fn count_ones(self) -> Self {
        let ones = u64::from(self.value.count_ones());
        method("count_ones", ones, [self.into()])
    }

    #[track_caller]
    pub(super) fn wrapping_add(self, other: Self) -> Self {
        let sum = self.value.wrapping_add(other.value);
        method("wrapping_add", sum, [self.into(), other.into()])
    }
}

/// Records a run with other names for some of its values: pairs of the name in the source and the new one.
pub(super) fn renamed(aliases: Aliases, run: impl FnOnce() -> Traced) -> Traced {
    LOG.with_borrow_mut(|log| log.aliases = aliases);
    let result = run();
    LOG.with_borrow_mut(|log| log.aliases = &[]);
    result
}

impl Log {
    fn add(
        &mut self,
        value: u64,
        expression: Expression,
        name: Option<&'static str>,
        source: Option<SourceLine>,
        updates: bool,
    ) -> Traced {
        let step = name.map(|name| {
            let alias = self.aliases.iter().find(|(original, _)| *original == name);
            let name = alias.map_or(name, |(_, alias)| alias);
            self.steps.push(Recorded {
                expression: expression.clone(),
                result: Variable {
                    name,
                    value,
                    view: view(source.map_or("", |line| line.symbol), name),
                },
                source,
                updates,
            });
            self.steps.len() - 1
        });
        self.operations.push(Operation { expression, step });
        Traced {
            value,
            operation: self.operations.len() - 1,
        }
    }

    /// Returns this operand as an operation at `source` reads it.
    fn read(&mut self, operand: Operand, source: SourceLine) -> Expression {
        let traced = match operand {
            Operand::Word(traced) => traced,
            Operand::Set(value) => return self.constant(value, source),
            Operand::Number(value) => return Expression::Number(value),
        };
        let operation = &mut self.operations[traced.operation];
        let Some(place) = operation.step else {
            return operation.expression.clone();
        };
        let step = &self.steps[place];
        if place + 1 == self.steps.len() && step.source == Some(source) && !step.updates {
            // The same line continues, so the name belongs to a larger expression: `a & b & c`.
            operation.step = None;
            self.steps.pop();
            return operation.expression.clone();
        }
        Expression::Variable(step.result)
    }

    /// Returns a number of the source, by name if it has one.
    fn constant(&self, value: u64, source: SourceLine) -> Expression {
        let same_value = CONSTANTS.iter().chain(&self.constants);
        let same_value = same_value.filter(|(_, other)| *other == value);
        // If two names have the same value, the line decides.
        match same_value.max_by_key(|(name, _)| source.code().contains(name)) {
            None => Expression::Set(value),
            Some(&(name, value)) => Expression::Variable(Variable {
                name,
                value,
                view: View::Squares,
            }),
        }
    }
}

/// Returns how to read a variable of a function of the kernel.
fn view(symbol: &str, name: &str) -> View {
    match (symbol, name) {
        ("count_ones", "pairs") => View::Fields(2),
        ("count_ones", "right" | "left" | "nibbles" | "sums") => View::Fields(4),
        ("count_ones" | "count_in_halves", "bytes" | "product") => View::Fields(8),
        ("nibbles", "upper_second" | "lower_second" | "upper_pairs" | "lower_pairs") => {
            View::Fields(2)
        }
        ("nibbles" | "count_in_halves", _) if name != "count_in_halves" => View::Fields(4),
        (
            _,
            "own_count" | "opponent_count" | "discs" | "mobility" | "opponent_mobility"
            | "count_in_halves" | "sign" | "from" | "place",
        ) => View::Number,
        _ => View::Squares,
    }
}

/// An operand of an operation.
#[derive(Clone, Copy)]
enum Operand {
    Word(Traced),
    /// A set of squares, or numbers side by side.
    Set(u64),
    /// A distance.
    Number(u64),
}

impl Operand {
    const fn value(self) -> u64 {
        match self {
            Self::Word(traced) => traced.value,
            Self::Set(value) | Self::Number(value) => value,
        }
    }
}

impl From<Traced> for Operand {
    fn from(traced: Traced) -> Self {
        Self::Word(traced)
    }
}

impl From<u64> for Operand {
    fn from(value: u64) -> Self {
        Self::Set(value)
    }
}

impl From<u32> for Operand {
    fn from(value: u32) -> Self {
        Self::Number(value.into())
    }
}

/// Records an operation at the location of the caller.
#[track_caller]
fn operation<const N: usize>(
    value: u64,
    operands: [impl Into<Operand>; N],
    join: impl FnOnce([Expression; N]) -> Expression,
) -> Traced {
    let location = Location::caller();
    let source = SourceLine::of(location);
    let name = source.name_at(location.column() as usize);
    LOG.with_borrow_mut(|log| {
        let expression = join(operands.map(|operand| log.read(operand.into(), source)));
        log.add(value, expression, name, Some(source), false)
    })
}

/// The same for a method of `u64`.
#[track_caller]
fn method<const N: usize>(name: &'static str, value: u64, operands: [Operand; N]) -> Traced {
    operation(value, operands, |operands| {
        Expression::Method(name, operands.into())
    })
}

/// The same for `variable |= other`, where the variable keeps the name.
#[track_caller]
fn update(variable: &mut Traced, value: u64, sign: &'static str, other: Traced) {
    let source = SourceLine::of(Location::caller());
    LOG.with_borrow_mut(|log| {
        let operands = [*variable, other].map(|operand| log.read(operand.into(), source));
        let expression = Expression::Infix(sign, Box::new(operands));
        let name = Some(source.assigned_name());
        *variable = log.add(value, expression, name, Some(source), true);
    });
}

macro_rules! operators {
    ($($name:ident $method:ident $sign:literal $operator:tt $other:ty $(, $any:ident)?;)*) => { $(
        impl$(<$any: Into<Operand>>)? ops::$name<$other> for Traced {
            type Output = Self;
            #[track_caller]
            fn $method(self, other: $other) -> Self {
                let operands: [Operand; 2] = [self.into(), other.into()];
                let value = self.value $operator operands[1].value();
                operation(value, operands, |operands| Expression::Infix($sign, Box::new(operands)))
            }
        }
    )* };
}

operators! {
    BitAnd bitand "&" & T, T;
    BitOr bitor "|" | T, T;
    BitXor bitxor "^" ^ T, T;
    Add add "+" + T, T;
    Sub sub "-" - T, T;
    Shl shl "<<" << u32;
    Shr shr ">>" >> u32;
}

macro_rules! updates {
    ($($name:ident $method:ident $sign:literal $operator:tt;)*) => { $(
        impl ops::$name for Traced {
            #[track_caller]
            fn $method(&mut self, other: Self) {
                let value = self.value $operator other.value;
                update(self, value, $sign, other);
            }
        }
    )* };
}

updates! {
    BitAndAssign bitand_assign "&" &;
    BitOrAssign bitor_assign "|" |;
    BitXorAssign bitxor_assign "^" ^;
}

impl ops::Not for Traced {
    type Output = Self;

    #[track_caller]
    fn not(self) -> Self {
        operation(!self.value, [self], |[operand]| {
            Expression::Not(Box::new(operand))
        })
    }
}

impl PartialEq<u64> for Traced {
    fn eq(&self, other: &u64) -> bool {
        self.value == *other
    }
}

impl From<u64> for Traced {
    #[track_caller]
    fn from(value: u64) -> Self {
        operation(value, [value], |[number]| number)
    }
}

/// A word of 32 bits at its place in the whole board, where a step moves bits from one word into the other.
impl Half for Traced {
    #[track_caller]
    fn part(set: u64, is_upper: bool) -> Self {
        let part = if is_upper { UPPER_HALF } else { LOWER_HALF };
        Self::from(set & part)
    }

    #[track_caller]
    fn cross(self, direction: &Direction) -> Self {
        let into = if direction.shift > 0 {
            UPPER_HALF
        } else {
            LOWER_HALF
        };
        direction.step(self) & into
    }

    #[track_caller]
    fn kept(self, is_upper: bool) -> Self {
        let word = if is_upper { UPPER_HALF } else { LOWER_HALF };
        self & word
    }

    #[track_caller]
    fn wrapping_add(self, other: Self) -> Self {
        Word::wrapping_add(self, other)
    }

    #[track_caller]
    fn wrapping_sub(self, other: Self) -> Self {
        Word::wrapping_sub(self, other)
    }

    #[track_caller]
    fn wrapping_neg(self) -> Self {
        Word::wrapping_neg(self)
    }

    #[track_caller]
    fn sign_mask(self) -> Self {
        let mask = self.value.cast_signed() >> 63;
        method("sign_mask", mask.cast_unsigned(), [self.into()])
    }
}

impl Word for Traced {
    #[track_caller]
    fn rotate_left(self, by: u32) -> Self {
        let value = self.value.rotate_left(by);
        method("rotate_left", value, [self.into(), by.into()])
    }

    #[track_caller]
    fn wrapping_add(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[track_caller]
    fn wrapping_sub(self, other: Self) -> Self {
        let difference = self.value.wrapping_sub(other.value);
        method("wrapping_sub", difference, [self.into(), other.into()])
    }

    #[track_caller]
    fn wrapping_neg(self) -> Self {
        method("wrapping_neg", self.value.wrapping_neg(), [self.into()])
    }

    #[track_caller]
    fn wrapping_mul(self, factor: u64) -> Self {
        let value = self.value.wrapping_mul(factor);
        method("wrapping_mul", value, [self.into(), factor.into()])
    }

    #[track_caller]
    fn call<F: Fn(u64, u64) -> u64>(function: F, a: Self, b: Self) -> Self {
        let path = std::any::type_name::<F>();
        let name = path.rsplit("::").next().unwrap_or(path);
        Self::called(name, function(a.value, b.value), [a, b])
    }
}
