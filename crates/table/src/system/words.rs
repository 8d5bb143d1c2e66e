//! The words of a command line.

use std::path::MAIN_SEPARATOR;

/// Whether paths on this system contain backslashes.
const HAS_BACKSLASHES: bool = MAIN_SEPARATOR == '\\';

/// Splits a command line into words as a shell does; `None` if a quote is not closed. A backslash escapes the next
/// character, except on systems whose paths contain backslashes.
pub(crate) fn split_words(command: &str) -> Option<Vec<String>> {
    split(command, HAS_BACKSLASHES)
}

fn split(command: &str, has_backslashes: bool) -> Option<Vec<String>> {
    if !has_backslashes {
        return shlex::split(command);
    }
    let mut quoted = String::new();
    let mut quote = None;
    for letter in command.chars() {
        match (letter, quote) {
            ('"' | '\'', None) => quote = Some(letter),
            (_, Some(open)) if letter == open => quote = None,
            ('\\', None | Some('"')) => quoted.push('\\'),
            _ => {}
        }
        quoted.push(letter);
    }
    shlex::split(&quoted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_keeps_the_backslashes_of_paths_where_paths_have_them() {
        let words = |command| split(command, true);
        for command in [
            r"C:\engines\edax.exe -gtp",
            r#""C:\engines\edax.exe" -gtp"#,
            r"'C:\engines\edax.exe' -gtp",
        ] {
            let split = words(command).unwrap();
            assert_eq!(split, [r"C:\engines\edax.exe", "-gtp"], "{command}");
        }
        let folder = words("\"C:\\My games\\\" 'it is' a\"b c\"d").unwrap();
        assert_eq!(folder, ["C:\\My games\\", "it is", "ab cd"]);
        assert_eq!(words("\"C:\\open"), None);
        assert_eq!(words("it's"), None);
        assert_eq!(split(r"a\ b", false).unwrap(), ["a b"]);
    }
}
