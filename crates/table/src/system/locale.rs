//! The encoding of the person's locale.

/// Returns the encoding of the locale that the environment names, as `nl_langinfo(CODESET)` tells it: the system's tool
/// `locale` is asked. `None` where there is none, as on Windows and in small systems with musl, which knows UTF-8 alone.
#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "a tool of POSIX")]
pub fn codeset() -> Option<String> {
    use std::process::{Command, Stdio};

    let mut tool = Command::new("locale");
    // If the locale is not installed, it warns and uses C, as every program does.
    tool.arg("charmap")
        .stdin(Stdio::null())
        .stderr(Stdio::null());
    let output = tool
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    let name = text.trim().trim_matches('"');
    (!name.is_empty()).then(|| name.to_owned())
}

/// Returns nothing: no tool tells it.
#[cfg(not(unix))]
pub fn codeset() -> Option<String> {
    None
}
