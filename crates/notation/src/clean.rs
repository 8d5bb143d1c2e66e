//! Cleaning of foreign text for display: removes terminal control sequences, direction marks and
//! invisible characters.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Returns true if a character must be escaped: control characters, including escape and the C1
/// controls; line and paragraph separators; marks that change the text direction; and invisible
/// characters.
fn is_harmful(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Escapes the harmful characters of a text, except those to keep.
fn escape(text: &str, keep: impl Fn(char) -> bool) -> Cow<'_, str> {
    replace(text, keep, |c, shown| shown.extend(c.escape_default()))
}

fn replace(
    text: &str,
    keep: impl Fn(char) -> bool,
    with: impl Fn(char, &mut String),
) -> Cow<'_, str> {
    if !text.chars().any(|c| is_harmful(c) && !keep(c)) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_harmful(c) && !keep(c) {
            with(c, &mut shown);
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// Makes foreign text safe to show on one line of a terminal: control characters, line breaks and
/// direction marks are escaped like `\n` or `\u{1b}`. Every name, comment, date and place of
/// a [`Record`](super::Record) goes through here before it is shown.
///
/// ```
/// # use reversi_notation::clean;
/// assert_eq!(clean("Åsa"), "Åsa");
/// assert_eq!(clean("\u{1b}[2Jx\n"), "\\u{1b}[2Jx\\n");
/// ```
pub fn clean(text: &str) -> Cow<'_, str> {
    escape(text, |_| false)
}

/// Makes foreign text safe to write into a file: control characters are escaped, line ends become `\n`, and a tab
/// becomes a space. Invisible characters stay, since they join emoji and letters.
pub(super) fn clean_for_file(text: &str) -> Cow<'_, str> {
    if text.contains(['\r', '\t']) {
        return Cow::Owned(clean_controls(&plain_lines(text), &['\n']).into_owned());
    }
    clean_controls(text, &['\n'])
}

fn plain_lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\t', " ")
}

/// Does the same as [`clean`], but keeps line breaks, for comments and other multi-line text: line ends become
/// `\n`, and a tab becomes a space.
pub fn clean_lines(text: &str) -> Cow<'_, str> {
    if text.contains(['\r', '\t']) {
        return Cow::Owned(escape(&plain_lines(text), |c| c == '\n').into_owned());
    }
    escape(text, |c| c == '\n')
}

/// Does the same as [`clean`], but keeps line breaks and tabs, for whole outputs.
pub fn clean_output(text: &str) -> Cow<'_, str> {
    escape(text, |c| matches!(c, '\n' | '\t'))
}

/// Escapes the control characters of a text, except those to keep. Invisible characters stay, since they join emoji and
/// letters: it is for what programs read, and not for a screen.
pub fn clean_controls<'a>(text: &'a str, keep: &[char]) -> Cow<'a, str> {
    escape(text, |c| !c.is_control() || keep.contains(&c))
}

/// Escapes the harmful characters of JSON as `\uXXXX`, so that it says the same. They occur only within
/// its strings.
pub fn clean_json(json: &str) -> Cow<'_, str> {
    let unit = |c: char, shown: &mut String| {
        for unit in c.encode_utf16(&mut [0; 2]) {
            // Writing to a String cannot fail.
            let _ = write!(shown, "\\u{unit:04x}");
        }
    };
    replace(json, |c| c == '\n', unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn escape_sequences_are_shown_and_not_obeyed() {
        assert_eq!(clean("a\u{1b}]0;x\u{7}b"), "a\\u{1b}]0;x\\u{7}b");
        assert_eq!(clean("\u{9b}31m"), "\\u{9b}31m");
        assert_eq!(clean("one\r\ntwo"), "one\\r\\ntwo");
    }

    #[test]
    fn line_breaks_stay_where_there_are_several_lines() {
        assert_eq!(clean_lines("one\r\ntwo"), "one\ntwo");
        assert_eq!(clean_lines("one\rtwo\t3"), "one\\rtwo 3");
    }

    #[test]
    fn a_file_keeps_what_joins_emoji_and_letters() {
        for text in [
            "👩\u{200d}🚀",
            "می\u{200c}خواهم",
            "Donau\u{ad}dampfer",
            "\u{202b}x\u{202c}",
        ] {
            assert!(matches!(clean_for_file(text), Cow::Borrowed(same) if same == text));
            assert_ne!(clean(text), text, "a screen shows them");
        }
        assert_eq!(
            clean_for_file("\u{1b}[2J\u{9b}\r\n\tx"),
            "\\u{1b}[2J\\u{9b}\n x"
        );
    }

    #[test]
    fn json_says_the_same_without_harmful_characters() {
        let name = "a\u{7f}\u{9b}31m\u{202e}\u{e0080}\n";
        let json = serde_json::to_string(name).unwrap();
        let cleaned = clean_json(&json);
        assert_eq!(cleaned, r#""a\u007f\u009b31m\u202e\udb40\udc80\n""#);
        assert_eq!(serde_json::from_str::<String>(&cleaned).unwrap(), name);
        assert_eq!(clean_output("a\tb\n\u{9b}"), "a\tb\n\\u{9b}");
    }

    #[test]
    fn direction_marks_cannot_reorder_a_line() {
        assert_eq!(clean("ab\u{202e}cd"), "ab\\u{202e}cd");
        assert_eq!(clean("a\u{2028}b"), "a\\u{2028}b");
    }

    #[test]
    fn characters_that_cannot_be_seen_are_shown() {
        for c in [
            '\u{180e}',
            '\u{fff0}',
            '\u{fffb}',
            '\u{e0000}',
            '\u{e0fff}',
            '\u{200b}',
        ] {
            assert_eq!(clean(&c.to_string()), c.escape_unicode().to_string());
        }
    }

    #[test]
    fn names_of_every_script_stay_as_they_are() {
        for name in ["Préqualif", "村上健", "Ελένη", "🐯", ""] {
            assert!(matches!(clean(name), Cow::Borrowed(same) if same == name));
        }
    }

    proptest! {
        #[test]
        fn nothing_harmful_is_left_and_cleaning_twice_changes_nothing(text in any::<String>()) {
            let once = clean(&text).into_owned();
            prop_assert!(!once.chars().any(is_harmful));
            prop_assert_eq!(clean(&once), once.as_str());
        }
    }
}
