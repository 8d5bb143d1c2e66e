//! Texts in columns of a terminal: measuring, shortening, padding and wrapping. Letters of Chinese, Japanese and Korean
//! take two columns each, and a line may break between most of them.

use std::borrow::Cow;

use reversi::Square;
use textwrap::core::Word;
use textwrap::{Options, WordSeparator, WordSplitter};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// Returns the width of a text in columns.
pub fn width(text: &str) -> usize {
    text.width()
}

/// Signs with which no line starts, and those with which none ends, where lines break between letters.
const NEVER_FIRST: &str = "、。，．・：；？！‥…ー々ゝゞヽヾ）］｝」』】〉》〕〗〙〟’”»,.:;?!)]}\
    ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ";
const NEVER_LAST: &str = "（［｛「『【〈《〔〖〘〝‘“«([{";

/// Splits a line into words: after spaces, and beside wide letters except where the signs do not allow it. A score stays
/// with the move before it: `g6 -4`.
fn words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let is_wide = |c: char| c.width() == Some(2);
    let may_break = move |before: char, after: char| match (before, after) {
        (_, ' ') => false,
        (' ', _) => true,
        _ if NEVER_LAST.contains(before) || NEVER_FIRST.contains(after) => false,
        _ => is_wide(before) || is_wide(after),
    };
    let is_score = move |at: usize| {
        let digits = line[at..].strip_prefix(['+', '-']);
        digits.is_some_and(|digits| digits.starts_with(|c: char| c.is_ascii_digit()))
            && line[..at]
                .split_whitespace()
                .next_back()
                .is_some_and(|word| word.parse::<Square>().is_ok())
    };
    let next = line.char_indices().skip(1);
    let breaks = line
        .chars()
        .zip(next)
        .filter(move |&(before, (at, after))| may_break(before, after) && !is_score(at))
        .map(|(_, (at, _))| at);
    let mut start = 0;
    let words = breaks.chain([line.len()]).map(move |end| {
        let word = &line[start..end];
        start = end;
        Word::from(word)
    });
    Box::new(words)
}

/// Returns whether each word of a text fits the columns, so that none is split where the text is wrapped.
pub fn has_room(text: &str, limit: usize) -> bool {
    words(text).all(|word| width(word.word) <= limit)
}

/// Returns as many words of a line as fit the columns.
pub fn cut(text: &str, limit: usize) -> String {
    if width(text) <= limit {
        return text.to_owned();
    }
    let (mut at, mut end) = (0, 0);
    for word in words(text) {
        let word_end = at + word.word.len();
        if width(text[..word_end].trim_end_matches(',')) > limit {
            break;
        }
        end = word_end;
        at = word_end + word.whitespace.len();
    }
    text[..end]
        .trim_end_matches([',', ' ', '\u{3001}'])
        .to_owned()
}

/// Returns as many clauses of a line as fit the columns.
pub fn cut_clauses(text: &str, limit: usize) -> &str {
    let ends = text.match_indices(", ").map(|(at, _)| at);
    let clauses = ends.chain([text.len()]).map(|end| &text[..end]);
    clauses
        .take_while(|part| width(part) <= limit)
        .last()
        .unwrap_or_default()
}

/// Returns as many words of a list as fit the columns; dots mark what was left out.
pub fn cut_with_dots(text: &str, limit: usize) -> String {
    if width(text) <= limit {
        return text.to_owned();
    }
    cut(text, limit.saturating_sub(4)) + " ..."
}

/// Returns a name within a width: as many of its words as fit, otherwise as many letters.
pub fn cut_name(name: &str, columns: usize) -> String {
    let words = cut_with_dots(name, columns);
    if words.starts_with(' ') || 2 * width(&words) < columns {
        clip(name, columns).trim_end().to_owned()
    } else {
        words
    }
}

/// Returns the part of a text that fits the columns.
pub fn clip(text: &str, columns: usize) -> &str {
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    let fits = |end: &usize| width(&text[..*end]) <= columns;
    &text[..ends.take_while(fits).last().unwrap_or(0)]
}

/// Returns a text with spaces before it, so that it is at least this many columns wide.
pub fn align_right(text: &str, columns: usize) -> String {
    " ".repeat(columns.saturating_sub(width(text))) + text
}

/// Returns a text with spaces after it, so that it is at least this many columns wide.
pub fn align_left(text: &str, columns: usize) -> String {
    text.to_owned() + &" ".repeat(columns.saturating_sub(width(text)))
}

/// Returns how texts are wrapped into lines of at most `limit` columns: after spaces, and between wide letters.
pub fn wrapping<'a>(limit: usize) -> Options<'a> {
    Options::new(limit.max(1))
        .word_separator(WordSeparator::Custom(words))
        .word_splitter(WordSplitter::NoHyphenation)
}

/// Wraps a text between words into lines of at most `limit` columns; longer words are split.
pub fn wrap(text: &str, limit: usize) -> Vec<String> {
    let lines = textwrap::wrap(text, wrapping(limit));
    lines.into_iter().map(Cow::into_owned).collect()
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
        assert_eq!(wrap("f5 +3, g6 -4", 9), ["f5 +3,", "g6 -4"]);
        for limit in 1..60 {
            for line in wrap(text, limit) {
                assert!(width(&line) <= limit, "{line}");
            }
        }
    }

    #[test]
    fn a_column_has_room_for_a_text_if_its_longest_word_fits() {
        assert!(has_room("to be whole", 5) && !has_room("to be whole", 4));
        for text in JAPANESE {
            assert!(has_room(text, 4));
        }
    }

    /// A title, a name and a sentence of Othello Quest and of the Japanese federation.
    const JAPANESE: [&str; 3] = [
        "\u{7b2c}48\u{56de}\u{4e16}\u{754c}\u{30aa}\u{30bb}\u{30ed}\u{9078}\u{624b}\u{6a29}",
        "\u{9ad8}\u{68a8}\u{60a0}\u{4ecb}",
        "\u{9ed2}\u{306e}\u{52dd}\u{3061}\u{3067}\u{3059}\u{3002}\u{767d}\u{306f}\u{3001}\u{89d2}\u{3092}\
         \u{53d6}\u{308c}\u{307e}\u{305b}\u{3093}\u{3002}",
    ];

    #[test]
    fn a_text_without_spaces_is_cut_and_not_left_out() {
        assert_eq!(cut(JAPANESE[1], 6), "\u{9ad8}\u{68a8}\u{60a0}");
        assert_eq!(cut(JAPANESE[1], 5), "\u{9ad8}\u{68a8}");
        assert_eq!(cut_with_dots(JAPANESE[1], 7), "\u{9ad8} ...");
        assert_eq!(cut_name(JAPANESE[1], 7), "\u{9ad8} ...");
        assert_eq!(cut_name(JAPANESE[1], 5), JAPANESE[1][..6]);
        assert_eq!(cut_name("Kashiwabara_1234", 10), "Kashiwabar");
        for text in JAPANESE {
            for limit in 0..40 {
                for shown in [cut(text, limit), clip(text, limit).to_owned()] {
                    assert!(width(&shown) <= limit, "{shown}");
                }
                assert!(limit < 4 || !cut(text, limit).is_empty());
                assert!(width(&cut_with_dots(text, limit.max(4))) <= limit.max(4));
                assert!(width(&cut_name(text, limit)) <= limit.max(4));
            }
        }
    }

    #[test]
    fn no_line_starts_with_a_full_stop_or_a_comma() {
        for text in JAPANESE {
            for limit in 4..40 {
                let lines = wrap(text, limit);
                assert_eq!(lines.concat(), text);
                for line in lines {
                    assert!(width(&line) <= limit, "{line}");
                    assert!(!line.starts_with(['\u{3002}', '\u{3001}']), "{line}");
                }
            }
        }
    }

    #[test]
    fn a_padded_text_is_as_wide_as_its_column() {
        for text in JAPANESE.into_iter().chain(["", "Ann", "\u{e5}sa"]) {
            for columns in width(text)..40 {
                assert_eq!(width(&align_left(text, columns)), columns);
                assert_eq!(width(&align_right(text, columns)), columns);
            }
        }
        assert_eq!(align_right(JAPANESE[1], 9), format!(" {}", JAPANESE[1]));
    }
}
