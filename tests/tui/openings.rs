//! The name of the opening beside the board.

use insta::assert_snapshot;

use crate::person::Table;

/// The Rose-Bill, and what leads there.
const ROSE_BILL: &str = "f5d6c3d3c4f4c5b3c2";

#[test]
fn an_opening_is_named_beside_the_board_in_both_languages() {
    let table = Table::new().with(|options| options.settings.japanese = Some(true));
    assert_snapshot!(table.moves(ROSE_BILL).sit().text());
}

#[test]
fn an_opening_has_its_japanese_name_only_where_that_is_wanted() {
    for setting in [None, Some(false)] {
        let table = Table::new().with(|options| options.settings.japanese = setting);
        let text = table.moves(ROSE_BILL).sit().text();
        assert!(
            text.contains("Rose-Bill") && !text.contains("Rose-Bill ("),
            "{text}"
        );
    }
}

#[test]
fn a_name_follows_the_moves_and_goes_with_the_first_that_is_in_no_book() {
    let mut person = Table::new().sit();
    assert!(!person.says("Perpendicular"));
    person.keys("f5 d6");
    assert!(person.says("Perpendicular"));
    person.paste(&ROSE_BILL[4..]);
    assert!(person.says("Rose-Bill"));
    // No line of the table continues with d1.
    person.keys("d1");
    assert_eq!(person.transcript(), format!("{ROSE_BILL}d1"));
    assert!(!person.says("Rose-Bill"), "{}", person.text());
    person.keys("u");
    assert!(person.says("Rose-Bill"));
    person.keys("u u u u");
    assert!(person.says("Tiger"));
    person.keys("r r r r");
    assert!(person.says("Rose-Bill"));
}

#[test]
fn letters_alone_have_no_japanese() {
    let table = Table::new().with(|options| {
        options.ascii = true;
        options.settings.japanese = Some(true);
    });
    let text = table.moves(ROSE_BILL).sit().text();
    assert!(text.contains("Rose-Bill") && text.is_ascii(), "{text}");
}

#[test]
fn a_name_moves_nothing_else_at_any_size() {
    for (columns, rows) in [
        (24, 12),
        (40, 15),
        (40, 16),
        (40, 40),
        (60, 20),
        (80, 24),
        (120, 40),
        (200, 60),
    ] {
        let with = Table::new()
            .moves(ROSE_BILL)
            .size(columns, rows)
            .sit()
            .text();
        for line in with.lines() {
            assert!(line.chars().count() <= usize::from(columns));
        }
        assert!(with.contains("? more"), "{with}");
        // The list of moves is cut from its top; the last move is always there.
        if columns > 24 {
            assert!(with.contains("c2"), "{with}");
        }
        let named = with.contains("Rose-Bill");
        assert_eq!(named, columns > 24, "{with}");
    }
}
