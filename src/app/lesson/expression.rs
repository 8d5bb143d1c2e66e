//! Expressions: the Rust text of a step, with the values that it read.

use std::collections::HashMap;
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
    /// A number.
    Number(u64),
    /// A variable or a constant.
    Variable(Variable),
    /// `!a`
    Not(Box<Expression>),
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
            Self::Number(_) => return Vec::new(),
            Self::Variable(variable) => return vec![*variable],
            Self::Not(operand) => std::slice::from_ref(&**operand),
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

    /// Replaces variables by the expressions of their names.
    pub(super) fn unfolded(self, of_name: &HashMap<&'static str, Self>) -> Self {
        let all = |operands: Vec<Self>| operands.into_iter().map(|part| part.unfolded(of_name));
        match self {
            Self::Variable(Variable { name, .. }) if of_name.contains_key(name) => {
                of_name[name].clone()
            }
            Self::Number(_) | Self::Variable(_) => self,
            Self::Not(operand) => Self::Not(Box::new(operand.unfolded(of_name))),
            Self::Infix(sign, operands) => {
                Self::Infix(sign, Box::new(operands.map(|part| part.unfolded(of_name))))
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
            // Small numbers are amounts; others are sets of squares, printed with all digits.
            Self::Number(value @ ..64) => write!(f, "{value}"),
            Self::Number(value @ ..0x1_0000) => write!(f, "{value:#x}"),
            Self::Number(value) => f.write_str(&grouped(*value)),
            Self::Variable(variable) => f.write_str(variable.name),
            Self::Not(operand) => {
                f.write_str("!")?;
                operand.fmt_operand("!", f)
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(name: &'static str) -> Expression {
        Expression::Variable(Variable {
            name,
            value: 1,
            view: View::Squares,
        })
    }

    fn infix(a: Expression, sign: &'static str, b: Expression) -> Expression {
        Expression::Infix(sign, Box::new([a, b]))
    }

    #[test]
    fn an_operation_within_another_stands_in_parentheses() {
        let [run, passable] = ["run", "passable"].map(variable);
        let shifted = infix(run.clone(), "<<", Expression::Number(9));
        let fill = infix(
            run.clone(),
            "|",
            infix(shifted.clone(), "&", passable.clone()),
        );
        assert_eq!(fill.to_string(), "run | ((run << 9) & passable)");
        assert_eq!(fill.variables().len(), 2);
        assert_eq!(
            Expression::Not(Box::new(fill.clone())).to_string(),
            "!(run | ((run << 9) & passable))"
        );
        let sum = Expression::Method("wrapping_add", vec![shifted, passable.clone()]);
        assert_eq!(sum.to_string(), "(run << 9).wrapping_add(passable)");
        let call = Expression::Call("flips", vec![run, passable]);
        assert_eq!(call.to_string(), "flips(run, passable)");
    }

    #[test]
    fn a_chain_of_one_operator_needs_no_parentheses() {
        let [a, b, c] = ["a", "b", "c"].map(variable);
        let text = |first, second| {
            infix(
                infix(a.clone(), first, b.clone()),
                second,
                infix(c.clone(), "-", a.clone()),
            )
            .to_string()
        };
        assert_eq!(text("|", "|"), "a | b | (c - a)");
        assert_eq!(text("|", "&"), "(a | b) & (c - a)");
        assert_eq!(text("-", "-"), "(a - b) - (c - a)");
    }

    #[test]
    fn numbers_read_like_the_printed_board() {
        let shown = |value| Expression::Number(value).to_string();
        assert_eq!(shown(9), "9");
        assert_eq!(shown(0xff), "0xff");
        assert_eq!(shown(0x0008_1000_0000), "0x0000_0008_1000_0000");
    }
}
