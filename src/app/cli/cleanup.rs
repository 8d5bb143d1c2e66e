//! Removing temporary files when a signal ends the program.

use std::io;

use crate::app::store::atomic::AtomicFile;

/// Removes the temporary file of an output if a signal ends the program first. Ignored signals stay
/// ignored.
#[cfg(unix)]
pub(super) fn remove_when_ended(file: &AtomicFile) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let Some(path) = file.temporary().map(ToOwned::to_owned) else {
        return Ok(());
    };
    let ignored = ignored_signals();
    let caught = [SIGHUP, SIGINT, SIGTERM]
        .into_iter()
        .filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let mut signals = Signals::new(caught)?;
    std::thread::Builder::new().spawn(move || {
        for signal in signals.forever() {
            // It may have got its name already.
            let _ = std::fs::remove_file(&path);
            let _ = emulate_default_handler(signal);
        }
    })?;
    Ok(())
}

/// Does nothing: there are no such signals.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps)]
pub(super) fn remove_when_ended(_: &AtomicFile) -> io::Result<()> {
    Ok(())
}

/// Returns the signals that the caller of the program, such as `nohup`, lets it ignore: bit 0 is signal 1.
/// Without `/proc` they are unknown.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}
