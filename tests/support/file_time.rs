//! The times of files.

use std::path::Path;
use std::time::SystemTime;

/// Waits until a file that is written is newer than those in a folder: file times may be as coarse as the tick of the
/// system's clock.
pub(crate) fn wait_for_newer_file_time(folder: &Path) {
    let time_of_new_file = || -> SystemTime {
        let file = tempfile::NamedTempFile::new_in(folder).unwrap();
        file.as_file().metadata().unwrap().modified().unwrap()
    };
    let before = time_of_new_file();
    while time_of_new_file() <= before {}
}
