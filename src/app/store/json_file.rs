//! Files of JSON in the state folder, with a version.

use std::io;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::atomic::{create_folder, write_file};
use super::config::printable;
use super::is_missing;
use crate::app::wording::practice as wording;
use crate::notation::input::{open_regular, read_bounded};

/// The largest file, in bytes.
const MAX_SIZE: usize = 64 << 20;

/// Reads a file; `None` if it does not exist. The error is a clause.
///
/// # Errors
/// It cannot be read, it is damaged, or it is from a later version.
pub(crate) fn read<T: DeserializeOwned>(path: &Path, version: u32) -> io::Result<Option<T>> {
    #[derive(Deserialize)]
    struct Version {
        version: u32,
    }
    let file = match open_regular(path) {
        Ok(file) => file,
        Err(error) if is_missing(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    let bytes = read_bounded(file, MAX_SIZE)?;
    let wrong = |clause: String| io::Error::new(io::ErrorKind::InvalidData, clause);
    if bytes.len() > MAX_SIZE {
        return Err(wrong(wording::too_large(MAX_SIZE)));
    }
    let damaged =
        |error: serde_json::Error| wrong(wording::damaged(&printable(&error.to_string())));
    let found: Version = serde_json::from_slice(&bytes).map_err(damaged)?;
    if found.version > version {
        return Err(wrong(wording::OF_LATER_VERSION.to_owned()));
    }
    serde_json::from_slice(&bytes).map(Some).map_err(damaged)
}

/// Replaces or creates a private file.
///
/// # Errors
/// Any error of the system; the old file is unchanged.
pub(crate) fn write(path: &Path, value: &impl Serialize) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        create_folder(folder)?;
    }
    write_file(path, &serde_json::to_vec_pretty(value)?)
}
