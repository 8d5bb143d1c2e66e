//! Owns `Expression`: a small piece of Rust arithmetic on `u64` that prints itself and evaluates
//! itself. The text of a step and its value come from the same tree, so that they cannot disagree.

use std::fmt;
use std::ops;

use super::View;
use crate::bitboard::{self, stability};
use crate::square::Square;

/// A name and the value that it stands for at the moment a step reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variable {
    /// The name, a Rust identifier.
    pub name: &'static str,
    /// The value.
    pub value: u64,
    /// How the bits of the value are to be read.
    pub view: View,
}

impl Variable {
    /// A constant of the source: a set of squares, or a mask that reads like one.
    pub(super) const fn constant(name: &'static str, value: u64) -> Self {
        Self {
            name,
            value,
            view: View::Squares,
        }
    }
}

/// An operator between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `a & b`
    And,
    /// `a | b`
    Or,
    /// `a ^ b`
    Xor,
    /// `a + b`, where the sum fits.
    Add,
    /// `a - b`, where `a` is not the smaller one.
    Subtract,
    /// `a.wrapping_add(b)`
    WrappingAdd,
    /// `a.wrapping_mul(b)`
    WrappingMul,
}

/// A function of the crate that an expression calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// [`bitboard::legal_moves`] of own and opponent discs.
    LegalMoves,
    /// [`bitboard::flips`] of own and opponent discs; the square prints as `square`.
    Flips(Square),
    /// [`stability::stable_edge_discs`] of own and opponent discs.
    StableEdgeDiscs,
}

/// Rust arithmetic on `u64`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number, printed in hexadecimal.
    Literal(u64),
    /// A variable.
    Variable(Variable),
    /// `!a`
    Not(Box<Expression>),
    /// Two expressions and what joins them.
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// `a << n`, with n in 0..64.
    ShiftLeft(Box<Expression>, u32),
    /// `a >> n`, with n in 0..64.
    ShiftRight(Box<Expression>, u32),
    /// `a.rotate_left(n)`, with n in 0..64.
    RotateLeft(Box<Expression>, u32),
    /// `a.count_ones()`
    CountOnes(Box<Expression>),
    /// `if a != 0 { b } else { 0 }`
    When(Box<Expression>, Box<Expression>),
    /// `f(a, b)`
    Call(Function, Box<[Expression; 2]>),
}

impl Expression {
    /// The value, computed from the values of the variables.
    #[must_use]
    pub fn value(&self) -> u64 {
        match self {
            Self::Literal(value) => *value,
            Self::Variable(variable) => variable.value,
            Self::Not(a) => !a.value(),
            Self::Binary(operator, a, b) => {
                let (a, b) = (a.value(), b.value());
                match operator {
                    Operator::And => a & b,
                    Operator::Or => a | b,
                    Operator::Xor => a ^ b,
                    Operator::Add | Operator::WrappingAdd => a.wrapping_add(b),
                    Operator::Subtract => a.wrapping_sub(b),
                    Operator::WrappingMul => a.wrapping_mul(b),
                }
            }
            Self::ShiftLeft(a, by) => a.value() << by,
            Self::ShiftRight(a, by) => a.value() >> by,
            Self::RotateLeft(a, by) => a.value().rotate_left(*by),
            Self::CountOnes(a) => u64::from(a.value().count_ones()),
            Self::When(condition, a) => {
                if condition.value() == 0 {
                    0
                } else {
                    a.value()
                }
            }
            Self::Call(function, arguments) => {
                let [own, opponent] = arguments.each_ref().map(Self::value);
                match function {
                    Function::LegalMoves => bitboard::legal_moves(own, opponent),
                    Function::Flips(square) => bitboard::flips(own, opponent, *square),
                    Function::StableEdgeDiscs => stability::stable_edge_discs(own, opponent),
                }
            }
        }
    }

    /// The variables that are read, each once, in the order in which the text names them.
    #[must_use]
    pub fn variables(&self) -> Vec<Variable> {
        let mut found = Vec::new();
        self.collect(&mut found);
        found
    }

    fn collect(&self, found: &mut Vec<Variable>) {
        match self {
            Self::Literal(_) => {}
            Self::Variable(variable) => {
                if !found.contains(variable) {
                    found.push(*variable);
                }
            }
            Self::Not(a)
            | Self::ShiftLeft(a, _)
            | Self::ShiftRight(a, _)
            | Self::RotateLeft(a, _)
            | Self::CountOnes(a) => a.collect(found),
            Self::Binary(_, a, b) | Self::When(a, b) => {
                a.collect(found);
                b.collect(found);
            }
            Self::Call(_, arguments) => {
                for argument in arguments.iter() {
                    argument.collect(found);
                }
            }
        }
    }

    /// `self.wrapping_add(other)`
    #[must_use]
    pub(super) fn wrapping_add(self, other: impl Into<Self>) -> Self {
        self.binary(Operator::WrappingAdd, other)
    }

    /// `self.wrapping_mul(factor)`
    #[must_use]
    pub(super) fn wrapping_mul(self, factor: impl Into<Self>) -> Self {
        self.binary(Operator::WrappingMul, factor)
    }

    /// `self.rotate_left(by)`
    #[must_use]
    pub(super) fn rotate_left(self, by: u32) -> Self {
        Self::RotateLeft(Box::new(self), by)
    }

    /// `self.count_ones()`
    #[must_use]
    pub(super) fn count_ones(self) -> Self {
        Self::CountOnes(Box::new(self))
    }

    /// `if condition != 0 { value } else { 0 }`
    #[must_use]
    pub(super) fn when(condition: impl Into<Self>, value: impl Into<Self>) -> Self {
        Self::When(Box::new(condition.into()), Box::new(value.into()))
    }

    /// `function(own, opponent)`
    #[must_use]
    pub(super) fn call(
        function: Function,
        own: impl Into<Self>,
        opponent: impl Into<Self>,
    ) -> Self {
        Self::Call(function, Box::new([own.into(), opponent.into()]))
    }

    fn binary(self, operator: Operator, other: impl Into<Self>) -> Self {
        Self::Binary(operator, Box::new(self), Box::new(other.into()))
    }

    /// Prints a part: in parentheses when it would not hold together by itself. Rust would need fewer
    /// of them; a reader who does not know the precedences by heart needs them all. A chain of one
    /// associative operator goes without.
    fn fmt_within(&self, outer: Option<Operator>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let alone = match self {
            Self::Binary(Operator::WrappingAdd | Operator::WrappingMul, ..) => true,
            Self::Binary(operator, ..) => {
                outer == Some(*operator)
                    && matches!(operator, Operator::And | Operator::Or | Operator::Xor)
            }
            Self::ShiftLeft(..) | Self::ShiftRight(..) | Self::When(..) => false,
            _ => true,
        };
        if alone {
            write!(f, "{self}")
        } else {
            write!(f, "({self})")
        }
    }
}

/// Prints Rust, like `run | ((run << 9) & passable)`.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(value) => f.write_str(&literal(*value)),
            Self::Variable(variable) => f.write_str(variable.name),
            Self::Not(a) => {
                f.write_str("!")?;
                a.fmt_within(None, f)
            }
            Self::Binary(operator, a, b) => {
                let (infix, end) = match operator {
                    Operator::And => (" & ", ""),
                    Operator::Or => (" | ", ""),
                    Operator::Xor => (" ^ ", ""),
                    Operator::Add => (" + ", ""),
                    Operator::Subtract => (" - ", ""),
                    Operator::WrappingAdd => (".wrapping_add(", ")"),
                    Operator::WrappingMul => (".wrapping_mul(", ")"),
                };
                a.fmt_within(Some(*operator), f)?;
                f.write_str(infix)?;
                if end.is_empty() {
                    b.fmt_within(Some(*operator), f)
                } else {
                    write!(f, "{b}{end}")
                }
            }
            Self::ShiftLeft(a, by) => {
                a.fmt_within(None, f)?;
                write!(f, " << {by}")
            }
            Self::ShiftRight(a, by) => {
                a.fmt_within(None, f)?;
                write!(f, " >> {by}")
            }
            Self::RotateLeft(a, by) => {
                a.fmt_within(None, f)?;
                write!(f, ".rotate_left({by})")
            }
            Self::CountOnes(a) => {
                a.fmt_within(None, f)?;
                f.write_str(".count_ones()")
            }
            Self::When(condition, a) => write!(f, "if {condition} != 0 {{ {a} }} else {{ 0 }}"),
            Self::Call(function, arguments) => {
                let [own, opponent] = &**arguments;
                match function {
                    Function::LegalMoves => write!(f, "legal_moves({own}, {opponent})"),
                    Function::Flips(_) => write!(f, "flips({own}, {opponent}, square)"),
                    Function::StableEdgeDiscs => write!(f, "stable_edge_discs({own}, {opponent})"),
                }
            }
        }
    }
}

/// A number as Rust writes it: short ones as they are, others with all 16 digits in groups of four.
#[must_use]
pub(super) fn literal(value: u64) -> String {
    match value {
        0 => "0".to_owned(),
        1..=0xffff => format!("{value:#x}"),
        _ => grouped(value),
    }
}

/// All 16 hexadecimal digits, a group of four for each two ranks: `0x0000_0008_1000_0000`.
#[must_use]
pub(super) fn grouped(value: u64) -> String {
    format!(
        "0x{:04x}_{:04x}_{:04x}_{:04x}",
        value >> 48,
        value >> 32 & 0xffff,
        value >> 16 & 0xffff,
        value & 0xffff
    )
}

impl From<Variable> for Expression {
    fn from(variable: Variable) -> Self {
        Self::Variable(variable)
    }
}

impl From<u64> for Expression {
    fn from(value: u64) -> Self {
        Self::Literal(value)
    }
}

// With these a trace is written down in the notation that it prints: `(run << 9) & passable`.
macro_rules! operators {
    ($($name:ident $method:ident $operator:ident;)*) => { $(
        impl<T: Into<Expression>> ops::$name<T> for Expression {
            type Output = Expression;
            fn $method(self, other: T) -> Expression {
                self.binary(Operator::$operator, other)
            }
        }
        impl<T: Into<Expression>> ops::$name<T> for Variable {
            type Output = Expression;
            fn $method(self, other: T) -> Expression {
                Expression::from(self).binary(Operator::$operator, other)
            }
        }
    )* };
}

operators! {
    BitAnd bitand And;
    BitOr bitor Or;
    BitXor bitxor Xor;
    Add add Add;
    Sub sub Subtract;
}

macro_rules! unary {
    ($($type:ident)*) => { $(
        impl ops::Not for $type {
            type Output = Expression;
            fn not(self) -> Expression {
                Expression::Not(Box::new(self.into()))
            }
        }
        impl ops::Shl<u32> for $type {
            type Output = Expression;
            fn shl(self, by: u32) -> Expression {
                Expression::ShiftLeft(Box::new(self.into()), by)
            }
        }
        impl ops::Shr<u32> for $type {
            type Output = Expression;
            fn shr(self, by: u32) -> Expression {
                Expression::ShiftRight(Box::new(self.into()), by)
            }
        }
    )* };
}

unary! { Expression Variable }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_prints_as_it_is_written() {
        let (run, passable) = (
            Variable::constant("run", 1),
            Variable::constant("passable", 0x200),
        );
        let fill = run | ((run << 9) & passable);
        assert_eq!(fill.to_string(), "run | ((run << 9) & passable)");
        assert_eq!(fill.value(), 0x201);
        assert_eq!(fill.variables(), [run, passable]);
        assert_eq!((!(run | passable)).to_string(), "!(run | passable)");
        assert_eq!((run - (passable >> 1)).to_string(), "run - (passable >> 1)");
        let sum = Expression::from(passable).wrapping_add(run << 1);
        assert_eq!(sum.to_string(), "passable.wrapping_add(run << 1)");
        assert_eq!(
            Expression::when(run & 1, passable).to_string(),
            "if run & 0x1 != 0 { passable } else { 0 }"
        );
    }

    #[test]
    fn a_chain_of_one_operator_needs_no_parentheses() {
        let (a, b, c) = (
            Variable::constant("a", 1),
            Variable::constant("b", 2),
            Variable::constant("c", 4),
        );
        assert_eq!((a | b | c).to_string(), "a | b | c");
        assert_eq!(((a | b) & c).to_string(), "(a | b) & c");
        assert_eq!((a - (b - c)).to_string(), "a - (b - c)");
    }

    #[test]
    fn numbers_read_like_the_printed_board() {
        assert_eq!(literal(0), "0");
        assert_eq!(literal(0xff), "0xff");
        assert_eq!(literal(0x0008_1000_0000), "0x0000_0008_1000_0000");
    }
}
