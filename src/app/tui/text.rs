//! Owns text that is shown: measured, and broken into lines.

use ratatui::text::Span;

/// How many columns a text takes.
pub(crate) fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// How many columns a text takes, as lengths on the screen are counted.
pub(crate) fn columns(text: &str) -> u16 {
    u16::try_from(width(text)).unwrap_or(u16::MAX)
}

/// As many words of a line as fit into so many columns.
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

/// The beginning of a text in so many columns.
pub(crate) fn clip(text: &str, columns: usize) -> String {
    let mut clipped = String::new();
    for letter in text.chars() {
        clipped.push(letter);
        if width(&clipped) > columns {
            clipped.pop();
            break;
        }
    }
    clipped
}

/// Breaks a text between words into lines of at most `limit` columns; a longer word is broken inside.
pub(crate) fn wrap(text: &str, limit: usize) -> Vec<String> {
    let limit = limit.max(1);
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            let mut word = word.to_owned();
            if !line.is_empty() && width(&line) + 1 + width(&word) > limit {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            while width(&word) > limit {
                let cut = fitting(&word, limit).max(1);
                let at = word
                    .char_indices()
                    .nth(cut)
                    .map_or(word.len(), |(at, _)| at);
                let rest = word.split_off(at);
                lines.push(std::mem::replace(&mut word, rest));
            }
            line += &word;
        }
        lines.push(line);
    }
    lines
}

/// How many characters of a text fit into so many columns.
fn fitting(text: &str, limit: usize) -> usize {
    let mut used = 0;
    text.chars()
        .take_while(|&c| {
            used += width(c.encode_utf8(&mut [0; 4]));
            used <= limit
        })
        .count()
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
