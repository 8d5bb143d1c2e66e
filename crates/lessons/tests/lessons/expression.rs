//! Expressions as text.

use reversi_lessons::{Expression, Variable, View};

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
