//! Catching panics: an error to show instead of a message on the terminal.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use super::TaskError;
use reversi_notation::clean;

thread_local! {
    /// A panic of this thread is being caught, and is not printed.
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    /// The message and location of the last caught panic.
    static CAUGHT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs a function and returns its panic as an error without printing it.
///
/// # Errors
/// [`TaskError::Panicked`].
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, TaskError> {
    install_hook();
    let outer = CATCHING.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    CATCHING.set(outer);
    result.map_err(|payload| {
        let caught = CAUGHT.take();
        TaskError::Panicked(caught.unwrap_or_else(|| message(&*payload)))
    })
}

/// Installs, once, the panic hook that records caught panics instead of printing them. A hook installed
/// later must call it for a thread that [is catching](is_catching).
pub fn install_hook() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !is_catching() {
                return previous(info);
            }
            let place = info.location().map(|place| format!(" ({place})"));
            let message = message(info.payload()) + &place.unwrap_or_default();
            CAUGHT.set(Some(message));
        }));
    });
}

/// Returns whether [`catch`] is running on this thread.
pub fn is_catching() -> bool {
    CATCHING.get()
}

/// Returns the message of a panic on one line.
fn message(payload: &dyn Any) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    clean(text.unwrap_or("a panic without a message")).into_owned()
}
