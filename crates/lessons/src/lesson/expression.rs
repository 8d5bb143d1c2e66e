//! Expressions: the Rust text of a step, with the values that it read.

use std::fmt;

use super::View;

/// A name and its value when a step reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variable {
    /// The name, a Rust identifier.
    pub name: &'static str,
    /// The value.
    pub value: u64,
    /// How to read the bits of the value.
    pub view: View,
}

/// Rust arithmetic on `u64`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number: an index, an amount or a distance. Prints in decimal.
    Number(u64),
    /// A set of squares. Prints in hexadecimal, with all digits.
    Set(u64),
    /// Source text that reads no value of the trace.
    Verbatim(String),
    /// A variable or a constant.
    Variable(Variable),
    /// `!a`
    Not(Box<Expression>),
    /// `-a`
    Negative(Box<Expression>),
    /// `board[a]`: a cell of an array.
    Index(&'static str, Box<Expression>),
    /// `a & b`: two operands and the operator between them.
    Infix(&'static str, Box<[Expression; 2]>),
    /// `a.rotate_left(b)`: a method, its receiver and its arguments.
    Method(&'static str, Vec<Expression>),
    /// `f(a, b)`: a function and its arguments.
    Call(&'static str, Vec<Expression>),
}

impl Expression {
    /// Returns the variables read, each once, in the order of the text.
    pub fn variables(&self) -> Vec<Variable> {
        let operands = match self {
            Self::Number(_) | Self::Set(_) | Self::Verbatim(_) => return Vec::new(),
            Self::Variable(variable) => return vec![*variable],
            Self::Not(operand) | Self::Negative(operand) | Self::Index(_, operand) => {
                std::slice::from_ref(&**operand)
            }
            Self::Infix(_, operands) => &operands[..],
            Self::Method(_, operands) | Self::Call(_, operands) => operands,
        };
        let mut found = Vec::new();
        for variable in operands.iter().flat_map(Self::variables) {
            if !found.contains(&variable) {
                found.push(variable);
            }
        }
        found
    }

    /// Replaces variables.
    pub(super) fn replaced(self, by: &impl Fn(Variable) -> Self) -> Self {
        let boxed = |operand: Self| Box::new(operand.replaced(by));
        let all = |operands: Vec<Self>| operands.into_iter().map(|part| part.replaced(by));
        match self {
            Self::Variable(variable) => by(variable),
            Self::Number(_) | Self::Set(_) | Self::Verbatim(_) => self,
            Self::Not(operand) => Self::Not(boxed(*operand)),
            Self::Negative(operand) => Self::Negative(boxed(*operand)),
            Self::Index(name, operand) => Self::Index(name, boxed(*operand)),
            Self::Infix(sign, operands) => {
                Self::Infix(sign, Box::new(operands.map(|part| part.replaced(by))))
            }
            Self::Method(name, operands) => Self::Method(name, all(operands).collect()),
            Self::Call(name, operands) => Self::Call(name, all(operands).collect()),
        }
    }

    /// Prints an operand, in parentheses if it is an infix operation. Rust needs fewer parentheses; readers
    /// who do not know every precedence need them all. A chain of one associative operator
    /// has none.
    fn fmt_operand(&self, outer: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Infix(sign, _) if *sign != outer || !["&", "|", "^"].contains(sign) => {
                write!(f, "({self})")
            }
            _ => write!(f, "{self}"),
        }
    }
}

/// Prints Rust, like `run | ((run << 9) & passable)`.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separated = |operands: &[Self]| {
            let operands: Vec<String> = operands.iter().map(ToString::to_string).collect();
            operands.join(", ")
        };
        match self {
            Self::Number(value) => write!(f, "{value}"),
            Self::Set(value) => f.write_str(&grouped(*value)),
            Self::Verbatim(text) => f.write_str(text),
            Self::Variable(variable) => f.write_str(variable.name),
            Self::Not(operand) => {
                f.write_str("!")?;
                operand.fmt_operand("!", f)
            }
            Self::Negative(operand) => {
                f.write_str("-")?;
                operand.fmt_operand("-", f)
            }
            Self::Index(name, index) => write!(f, "{name}[{index}]"),
            Self::Infix(sign, operands) => {
                operands[0].fmt_operand(sign, f)?;
                write!(f, " {sign} ")?;
                operands[1].fmt_operand(sign, f)
            }
            Self::Method(name, operands) => {
                operands[0].fmt_operand(".", f)?;
                write!(f, ".{name}({})", separated(&operands[1..]))
            }
            Self::Call(name, operands) => write!(f, "{name}({})", separated(operands)),
        }
    }
}

/// Prints all 16 hexadecimal digits in groups of four, two ranks each: `0x0000_0008_1000_0000`.
pub(crate) fn grouped(value: u64) -> String {
    format!(
        "0x{:04x}_{:04x}_{:04x}_{:04x}",
        value >> 48,
        value >> 32 & 0xffff,
        value >> 16 & 0xffff,
        value & 0xffff
    )
}
