//! Text layout: measuring, shortening and wrapping.

use std::borrow::Cow;

use ratatui::text::Span;
use textwrap::{Options, WordSplitter};

/// Returns the width of a text in columns.
pub(crate) fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// Returns the width of a text as a screen length.
pub(crate) fn columns(text: &str) -> u16 {
    u16::try_from(width(text)).unwrap_or(u16::MAX)
}

/// Returns as many words of a line as fit the columns.
pub(crate) fn cut(text: &str, limit: usize) -> String {
    if width(text) <= limit {
        return text.to_owned();
    }
    let mut line = String::new();
    for word in text.split(' ') {
        let space = usize::from(!line.is_empty());
        if width(&line) + space + width(word.trim_end_matches(',')) > limit {
            break;
        }
        line.extend((space > 0).then_some(' '));
        line += word;
    }
    line.truncate(line.trim_end_matches([',', ' ']).len());
    line
}

/// Returns as many clauses of a line as fit the columns.
pub(crate) fn cut_clauses(text: &str, limit: usize) -> &str {
    let ends = text.match_indices(", ").map(|(at, _)| at);
    let clauses = ends.chain([text.len()]).map(|end| &text[..end]);
    clauses
        .take_while(|part| width(part) <= limit)
        .last()
        .unwrap_or_default()
}

/// Returns as many words of a list as fit the columns; dots mark what was left out.
pub(crate) fn cut_with_dots(text: &str, limit: usize) -> String {
    if width(text) <= limit {
        return text.to_owned();
    }
    cut(text, limit.saturating_sub(4)) + " ..."
}

/// Returns the part of a text that fits the columns.
pub(crate) fn clip(text: &str, columns: usize) -> &str {
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    let fits = |end: &usize| width(&text[..*end]) <= columns;
    &text[..ends.take_while(fits).last().unwrap_or(0)]
}

/// Wraps a text between words into lines of at most `limit` columns; longer words are split.
pub(crate) fn wrap(text: &str, limit: usize) -> Vec<String> {
    let options = Options::new(limit.max(1)).word_splitter(WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(text, options);
    lines.into_iter().map(Cow::into_owned).collect()
}

/// Returns the number of lines as a screen length.
pub(crate) fn rows<T>(lines: &[T]) -> u16 {
    u16::try_from(lines.len()).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_between_words_and_ends_with_one() {
        let text = "depth 14, +3, f5 d6 c3";
        assert_eq!(cut(text, 80), text);
        assert_eq!(cut(text, 21), "depth 14, +3, f5 d6");
        assert_eq!(cut(text, 14), "depth 14, +3");
        assert_eq!(cut(text, 8), "depth 14");
        assert_eq!(cut(text, 3), "");
        for limit in 0..30 {
            assert!(width(&cut(text, limit)) <= limit);
        }
    }

    #[test]
    fn a_line_of_clauses_is_cut_between_them() {
        let text = "Ann vs level 5, move 23, today";
        assert_eq!(cut_clauses(text, 80), text);
        assert_eq!(cut_clauses(text, 29), "Ann vs level 5, move 23");
        assert_eq!(cut_clauses(text, 22), "Ann vs level 5");
        assert_eq!(cut_clauses(text, 13), "");
    }

    #[test]
    fn lines_break_between_words_and_no_line_is_too_long() {
        let text = "White has no legal move and passes. Black moves again.";
        assert_eq!(
            wrap(text, 24),
            [
                "White has no legal move",
                "and passes. Black moves",
                "again."
            ]
        );
        assert_eq!(wrap("f5d6c3d3c4", 4), ["f5d6", "c3d3", "c4"]);
        assert_eq!(wrap("a\nb", 10), ["a", "b"]);
        for limit in 1..60 {
            for line in wrap(text, limit) {
                assert!(width(&line) <= limit, "{line}");
            }
        }
    }
}
