//! The saved settings: their names, defaults and text forms.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

use crate::app::as_text;
use crate::app::player::PlayerKind;
use crate::color::ByColor;

/// The default pause before a CPU's move, in milliseconds.
pub(crate) const DEFAULT_PACE_MS: u32 = 500;

/// The longest pause, in milliseconds.
pub(crate) const MAX_PACE_MS: u32 = 10_000;

/// The settings that last from one run to the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[allow(clippy::struct_excessive_bools)] // independent switches
pub struct Settings {
    /// The theme of the board.
    pub theme: ThemeName,
    /// The pause before a CPU's move, in milliseconds, 0 to `MAX_PACE_MS`.
    #[serde(deserialize_with = "pace_in_range")]
    pub pace: u32,
    /// Marks legal moves with dots.
    pub legal_dots: bool,
    /// Shows who is ahead, by the engine, in a bar beside the board.
    pub evaluation_bar: bool,
    /// Warns before a move against a CPU that loses much.
    pub coach: bool,
    /// Rings the terminal's bell when a CPU has moved against a person.
    pub bell: bool,
    /// The last player of Black.
    #[serde(with = "as_text")]
    pub black: PlayerKind,
    /// The last player of White.
    #[serde(with = "as_text")]
    pub white: PlayerKind,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: ThemeName::Classic,
            pace: DEFAULT_PACE_MS,
            legal_dots: true,
            evaluation_bar: false,
            coach: false,
            bell: false,
            black: PlayerKind::Human,
            white: PlayerKind::Greedy,
        }
    }
}

impl Settings {
    /// Returns the player of each side.
    #[must_use]
    pub const fn players(&self) -> ByColor<PlayerKind> {
        ByColor::new(self.black, self.white)
    }
}

/// A theme of the board, by name. `tui::theme` has its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeName {
    /// A green board.
    Classic,
    /// High contrast.
    Contrast,
    /// Colours that differ for every kind of colour vision.
    ColorSafe,
    /// No colours.
    Monochrome,
}

impl ThemeName {
    /// All themes, in the order in which a key cycles through them.
    pub const ALL: [Self; 4] = [
        Self::Classic,
        Self::Contrast,
        Self::ColorSafe,
        Self::Monochrome,
    ];
}

impl fmt::Display for ThemeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Classic => "classic",
            Self::Contrast => "contrast",
            Self::ColorSafe => "color-safe",
            Self::Monochrome => "monochrome",
        })
    }
}

fn pace_in_range<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    let pace = u32::deserialize(from)?;
    if pace > MAX_PACE_MS {
        return Err(D::Error::custom(format!(
            "pace {pace} is too long; use 0 to {MAX_PACE_MS} milliseconds"
        )));
    }
    Ok(pace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_back_from_their_toml() {
        let settings = Settings {
            theme: ThemeName::ColorSafe,
            pace: 0,
            legal_dots: false,
            evaluation_bar: true,
            coach: true,
            bell: true,
            black: PlayerKind::Random,
            white: PlayerKind::Engine(crate::app::player::DEFAULT_LEVEL),
        };
        let text = toml::to_string(&settings).unwrap();
        assert_eq!(toml::from_str(&text), Ok(settings));
        assert_eq!(toml::from_str(""), Ok(Settings::default()));
        assert!(toml::from_str::<Settings>("white = \"nobody\"").is_err());
        assert!(toml::from_str::<Settings>("pace = 10000").is_ok());
        assert!(toml::from_str::<Settings>("pace = 10001").is_err());
    }
}
