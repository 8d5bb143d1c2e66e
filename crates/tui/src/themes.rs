//! The themes of the settings, as the terminal can show them.

use crate::theme::{ActiveTheme, ColorDepth};
use reversi_table::store::settings::themes::ThemeColor;
use reversi_table::store::settings::{Settings, ThemeChoice, ThemeName};

/// Creates a theme of the settings for a terminal.
pub(crate) fn active_theme(
    settings: &Settings,
    theme: ThemeChoice,
    depth: ColorDepth,
    ascii: bool,
) -> ActiveTheme {
    let name = match theme {
        ThemeChoice::Auto => ThemeName::Classic,
        ThemeChoice::Named(name) => name,
        ThemeChoice::Own(name) => match settings.themes.get(name) {
            Some(own) => return ActiveTheme::own(own, depth, ascii),
            None => ThemeName::Monochrome,
        },
    };
    ActiveTheme::new(name, depth, ascii)
}

/// Returns a sentence about two colours of the user's theme that are too close to each other.
pub(crate) fn contrast_report(theme: ThemeChoice, look: &ActiveTheme) -> Option<String> {
    let ThemeChoice::Own(name) = theme else {
        return None;
    };
    let close = look.low_contrast()?;
    // Rounded down, so that it is never the least one.
    let ratio = (close.ratio * 10.0).floor() / 10.0;
    let [a, b] = close.colors.map(ThemeColor::name);
    let least = close.least;
    Some(format!(
        "Theme {name}: {a} and {b} are too close (contrast {ratio:.1}, needs {least})."
    ))
}
