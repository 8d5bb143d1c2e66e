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
    fn a_set_has_all_its_digits_and_a_number_is_decimal() {
        assert_eq!(Expression::Number(62).to_string(), "62");
        assert_eq!(Expression::Number(253).to_string(), "253");
        let set = |value| Expression::Set(value).to_string();
        assert_eq!(set(62), "0x0000_0000_0000_003e");
        assert_eq!(set(0xfd), "0x0000_0000_0000_00fd");
        assert_eq!(set(0x0008_1000_0000), "0x0000_0008_1000_0000");
    }

    #[test]
    fn a_cell_and_its_sign_read_as_in_the_source() {
        let cell = Expression::Index("board", Box::new(variable("place")));
        assert_eq!(cell.variables().len(), 1);
        let negated = Expression::Negative(Box::new(cell));
        assert_eq!(negated.to_string(), "-board[place]");
        assert_eq!(negated.variables().len(), 1);
    }
}
