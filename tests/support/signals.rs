//! What the programs that a test starts do on a signal, however the tests were started.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGHUP, SIGINT};
use signal_hook::flag;

/// Gives the programs that this test starts the usual actions of signals. `nohup` and scripts that run something in
/// the background let signals be ignored, which programs inherit; a handler, they do not.
pub(crate) fn have_usual_actions() {
    let is_usual = Arc::new(AtomicBool::new(true));
    flag::register_conditional_default(SIGINT, is_usual).unwrap();
    // The tests themselves go on without their terminal.
    flag::register(SIGHUP, Arc::default()).unwrap();
}
