//! The pager: another program, which shows a long text page by page.

use std::io::{self, ErrorKind, Write as _};
use std::process::{Command, Stdio};
use std::{env, thread};

use super::signals::{Call, Caught, end_by};
use super::words::split_words;

/// The pager of the system, for those who have not chosen one.
const USUAL: &str = if cfg!(windows) { "more" } else { "less" };

/// How `less` works for those who have not said otherwise: it ends at once if the text fits on the screen, shows
/// colours, and leaves the text on the screen.
const LESS: (&str, &str) = ("LESS", "FRX");

/// Shows a text in the person's pager, which is in `$PAGER`, or in that of the system, and waits until it is closed.
/// Returns whether there is one: an empty `$PAGER` is none.
///
/// # Errors
/// The person's pager cannot be started.
#[expect(
    clippy::disallowed_methods,
    reason = "a program that the person has chosen"
)]
pub fn show(text: &[u8]) -> io::Result<bool> {
    let chosen = env::var_os("PAGER");
    let command = chosen
        .as_ref()
        .map_or(USUAL.into(), |it| it.to_string_lossy());
    let words = split_words(&command).ok_or(ErrorKind::InvalidInput)?;
    let Some((program, arguments)) = words.split_first() else {
        return Ok(false);
    };
    let mut pager = Command::new(program);
    pager.args(arguments).stdin(Stdio::piped());
    if env::var_os(LESS.0).is_none() {
        pager.env(LESS.0, LESS.1);
    }
    // Ctrl-C is a key of the pager, which the system sends to this program, too.
    let signals = Caught::new()?;
    thread::Builder::new().spawn(|| {
        signals.each(|signal| {
            if Call::End(signal) != Call::INTERRUPTED {
                end_by(signal);
            }
        });
    })?;
    let mut pager = match pager.spawn() {
        Ok(pager) => pager,
        Err(error) if chosen.is_none() && error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    if let Some(mut input) = pager.stdin.take() {
        // A pager may be closed before it has read all.
        let _ = input.write_all(text);
    }
    pager.wait()?;
    Ok(true)
}
