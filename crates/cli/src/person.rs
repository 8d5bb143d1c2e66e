//! The folders of the person who runs the program. They are found in the environment here and nowhere else: what lies
//! below is given its folders, so that its tests cannot reach anybody's.

use std::path::PathBuf;

use etcetera::BaseStrategy as _;
use reversi_table::store::config::{SettingsNotice, Store};
use reversi_table::store::state::{StateFolder, not_saved_because};

/// The environment variable that names one folder for settings and games, such as one on a USB stick.
const HOME: &str = "REVERSI_HOME";

/// Where a person's files are.
struct Folders {
    settings: PathBuf,
    games: PathBuf,
}

/// Returns the folders of this person; `None` without a home folder.
fn folders() -> Option<Folders> {
    // Unit tests have the environment of whoever runs them.
    if cfg!(test) {
        return None;
    }
    if let Some(folder) = portable_folder() {
        return Some(Folders {
            settings: folder.clone(),
            games: folder,
        });
    }
    let base = etcetera::choose_base_strategy().ok()?;
    // Windows has no state folder. The cache folder is in the local `AppData`, which stays on one machine.
    let games = base.state_dir().unwrap_or_else(|| base.cache_dir());
    Some(Folders {
        settings: base.config_dir().join("reversi"),
        games: games.join("reversi"),
    })
}

/// Returns the folder that [`HOME`] names.
fn portable_folder() -> Option<PathBuf> {
    let folder = std::env::var_os(HOME).filter(|folder| !folder.is_empty())?;
    // If the path cannot be made absolute, the path as given still works.
    Some(std::path::absolute(&folder).unwrap_or_else(|_| folder.into()))
}

/// Returns why nothing is saved if [`HOME`] names no folder and none can be made there, as a clause.
pub(super) fn portable_fault() -> Option<String> {
    let folder = portable_folder()?;
    let existing = folder.ancestors().find(|path| path.exists())?;
    (!existing.is_dir()).then(|| format!("{HOME}: {}", not_saved_because(existing)))
}

/// Returns the folder of the games: `reversi` in the platform's state folder (`$XDG_STATE_HOME` or `~/.local/state`; on
/// Windows, the local `AppData`), or the one that `REVERSI_HOME` names. `None` without a home folder.
pub(super) fn state_folder() -> Option<StateFolder> {
    Some(StateFolder::at(folders()?.games))
}

/// Returns the path of the settings file: `reversi/config.toml` in the platform's configuration folder
/// (`$XDG_CONFIG_HOME` or `~/.config`; on Windows the roaming `AppData`), or `config.toml` in the folder that
/// `REVERSI_HOME` names. `None` without a home folder.
pub(super) fn settings_path() -> Option<PathBuf> {
    Some(folders()?.settings.join("config.toml"))
}

/// Opens the settings, as [`Store::open_at`] does; without a home folder, changes last until the program ends.
pub(super) fn open_settings() -> (Store, Option<SettingsNotice>) {
    match settings_path() {
        Some(path) => Store::open_at(path),
        None => (Store::in_memory(), None),
    }
}
