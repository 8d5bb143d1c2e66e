//! The lines of source that lessons show.

use reversi_lessons::{SourceLine, source};

fn name(code: &'static str, part: &str) -> Option<&'static str> {
    let column = code.find(part).expect("a part of the line") + 1;
    source::name_of_value(code, column, "moves")
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
    let kernel = SourceLine::all().filter(|line| !line.symbol.is_empty());
    let mut replaced = Vec::new();
    for line in kernel.filter(|line| line.path.ends_with("plain.rs")) {
        let lines = line.function_lines();
        assert_eq!(lines[0].line, line.definition().line);
        assert!(lines.iter().all(|other| other.symbol == line.symbol));
        replaced.extend(line.code_without_mask());
    }
    assert_eq!(replaced, ["let passable = opponent & EVERY_SQUARE;"; 2]);
}

#[test]
fn a_path_names_the_file_that_was_read() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (path, text) in source::files() {
        assert_eq!(&std::fs::read_to_string(root.join(path)).unwrap(), text);
    }
}

#[test]
fn no_other_file_ends_like_the_path_in_a_package() {
    for (path, _) in source::files() {
        let end = source::in_package(path);
        let same = source::files()
            .iter()
            .filter(|(other, _)| other.ends_with(end));
        assert!(end.starts_with("src/") && same.count() == 1, "{path}");
    }
}
