//! Whether the system asks for less motion.

#[cfg(not(windows))]
use std::fs::File;
#[cfg(not(windows))]
use std::io::Read as _;
use std::path::Path;

/// Returns whether the user has turned the animations of the system off, as far as a program in a terminal can know.
#[cfg(windows)]
pub fn is_reduced(_: &Path) -> bool {
    !super::windows::animates()
}

/// The longest file of settings that is read.
#[cfg(not(windows))]
const LONGEST: u64 = 64 * 1024;

/// The files in which desktops keep whether there are animations: the name of the setting in each.
#[cfg(not(windows))]
const SETTINGS: [(&str, &str); 3] = [
    ("kdeglobals", "AnimationDurationFactor"),
    ("gtk-4.0/settings.ini", "gtk-enable-animations"),
    ("gtk-3.0/settings.ini", "gtk-enable-animations"),
];

/// Returns whether the user has turned the animations of the desktop off, as far as files in the configuration folder
/// say. Other desktops and macOS answer only programs that ask their services.
#[cfg(not(windows))]
pub fn is_reduced(folder: &Path) -> bool {
    SETTINGS.iter().any(|&(file, setting)| {
        let mut text = Vec::new();
        let read = File::open(folder.join(file))
            .and_then(|file| file.take(LONGEST).read_to_end(&mut text));
        read.is_ok() && is_off(&String::from_utf8_lossy(&text), setting)
    })
}

/// Returns whether a text of `NAME=VALUE` lines turns a setting off.
#[cfg(not(windows))]
fn is_off(text: &str, setting: &str) -> bool {
    let values = text.lines().filter_map(|line| line.split_once('='));
    let mut values = values.filter(|(name, _)| name.trim() == setting);
    values.next_back().is_some_and(|(_, value)| {
        let value = value.trim();
        value.eq_ignore_ascii_case("false") || value.parse() == Ok(0.0)
    })
}

#[cfg(all(test, not(windows)))]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_animations_are_off_where_a_desktop_has_them_off() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!is_reduced(folder.path()));
        for (file, text, off) in [
            ("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n", true),
            ("kdeglobals", "[KDE]\nAnimationDurationFactor=0.5\n", false),
            (
                "gtk-4.0/settings.ini",
                "[Settings]\ngtk-enable-animations = false\n",
                true,
            ),
            (
                "gtk-4.0/settings.ini",
                "[Settings]\ngtk-enable-animations=1\n",
                false,
            ),
            ("gtk-3.0/settings.ini", "gtk-enable-animations=0", true),
            (
                "gtk-3.0/settings.ini",
                "gtk-enable-animations=0\ngtk-enable-animations=1",
                false,
            ),
            ("gtk-3.0/settings.ini", "\u{0}gtk-enable-animations", false),
        ] {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            assert_eq!(is_reduced(folder.path()), off, "{text:?}");
            fs::remove_file(&path).unwrap();
        }
    }
}
