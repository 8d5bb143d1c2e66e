//! An engine in its own process, as a host starts it.

use crate::program::Running;

/// Starts `reversi engine` with these arguments.
pub(crate) fn engine(args: &[&str]) -> Running {
    Running::start(&[&["engine"], args].concat())
}

/// Plays a session with `reversi engine`.
pub(crate) fn session(args: &[&str], script: &str) {
    session_with(engine(args), script);
}

/// Plays a session. A line `> text` is sent; a line `< text` must come back. Before a line `~ text`, any number of other
/// lines may come, because it depends on the speed of the search. In the replies `#` stands for a number. The lines
/// `! text` are all that is printed to stderr.
pub(crate) fn session_with(mut engine: Running, script: &str) {
    let mut complaints = String::new();
    for (number, step) in (1..).zip(script.lines()) {
        let (sign, text) = step.split_at_checked(2).unwrap_or((step, ""));
        match sign.trim_end() {
            ">" => engine.send(text),
            "<" => {
                let line = engine.line();
                assert!(
                    matches(&line, text),
                    "line {number}: {text:?}, not {line:?}"
                );
            }
            "!" => complaints.extend([text, "\n"]),
            "~" => while !matches(&engine.line(), text) {},
            _ => panic!("line {number} of the script: {step:?}"),
        }
    }
    let (rest, status, error) = engine.finish();
    assert!(status.success(), "{status}: {error}");
    assert_eq!((rest, error), (Vec::new(), complaints));
}

fn matches(line: &str, pattern: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('#') else {
        return line == pattern;
    };
    let Some(after) = line.strip_prefix(start) else {
        return false;
    };
    let tail = after.trim_start_matches(|c: char| c.is_ascii_digit() || ".e-".contains(c));
    tail.len() < after.len() && matches(tail, rest)
}
