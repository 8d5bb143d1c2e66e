//! Which messages are said: builds for tests write the key of each one to the file that `REVERSI_MET` names. `languages --met`
//! of the tools reads it and names those that no test has met.

use std::collections::BTreeSet;
use std::env;
use std::fs::File;
use std::io::Write as _;
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::catalogue;

/// The file, and the keys that this process wrote.
type Met = Mutex<(File, BTreeSet<u64>)>;

/// Writes the key of a message that is said.
pub(crate) fn note(context: &str, english: &str) {
    static MET: OnceLock<Option<Met>> = OnceLock::new();
    let open = || {
        let path = env::var_os("REVERSI_MET")?;
        let file = File::options().create(true).append(true).open(path);
        Some(Mutex::new((file.ok()?, BTreeSet::new())))
    };
    let Some(met) = MET.get_or_init(open) else {
        return;
    };
    let key = catalogue::key(context, english);
    let (file, known) = &mut *met.lock().unwrap_or_else(PoisonError::into_inner);
    if known.insert(key) {
        // Many processes write to the end of the same file: one call is one key.
        file.write_all(&key.to_le_bytes()).ok();
    }
}
