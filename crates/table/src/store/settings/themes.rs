//! Themes of the user, by the names that the settings give them.
//!
//! ```toml
//! [themes.ocean]
//! base = "classic"              # the theme that has the other colours
//! light-squares = "#3585ab"
//! accent = "#ffd166"
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayString;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{ThemeChoice, ThemeName};
use crate::phrase::one_of;
use reversi_text::{Name, tr};

/// The longest name, in bytes.
const LONGEST_NAME: usize = 24;

/// The name of a theme of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OwnThemeName(ArrayString<LONGEST_NAME>);

impl OwnThemeName {
    /// Returns a text as a name, if it can stand on the command line and is not that of another theme.
    pub(super) fn new(text: &str) -> Option<Self> {
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let is_known = ThemeChoice::all().any(|known| known.to_string().eq_ignore_ascii_case(text));
        let name = ArrayString::from(text).ok()?;
        let is_name = !text.is_empty() && text.chars().all(allowed) && !is_known;
        is_name.then_some(Self(name))
    }
}

impl fmt::Display for OwnThemeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A colour in the form `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexColor(pub [u8; 3]);

impl fmt::Display for HexColor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The error for a text that is not a colour. Holds the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tr!("{text} is not a colour; use #rrggbb, such as #1e7943", text = Name(&format!("{_0:?}"))))]
pub struct ParseColorError(String);

impl FromStr for HexColor {
    type Err = ParseColorError;

    fn from_str(text: &str) -> Result<Self, ParseColorError> {
        let number = text
            .strip_prefix('#')
            .filter(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
            .and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let number = number.ok_or_else(|| ParseColorError(text.to_owned()))?;
        let [_, red, green, blue] = number.to_be_bytes();
        Ok(Self([red, green, blue]))
    }
}

/// The parts of the screen that a theme colours.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr, strum::VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum ThemeColor {
    /// The page.
    Background,
    /// The ground of what stands out from the page.
    Raised,
    /// Plain text.
    Text,
    /// Less important text.
    Muted,
    /// Keys and selections.
    Accent,
    /// Text on the accent.
    OnAccent,
    /// Right answers and gains.
    Gain,
    /// Errors and losses.
    Loss,
    /// The board's frame.
    Frame,
    /// The letters and digits on the frame.
    Coordinates,
    /// The lighter squares.
    LightSquares,
    /// The darker squares.
    DarkSquares,
    /// The lines between squares of one tone.
    SquareLines,
    /// The dots on legal moves.
    LegalMoves,
    /// The square under the cursor.
    Cursor,
    /// The mark on the last move.
    LastMove,
    /// The tint of the squares whose discs were just flipped.
    Flipped,
    /// The shadow of a disc.
    Shadow,
    /// Black's share of the bar of discs.
    BlackBar,
    /// White's share of the bar of discs.
    WhiteBar,
    /// Black's discs.
    BlackDiscs,
    /// White's discs.
    WhiteDiscs,
}

impl ThemeColor {
    /// All colours.
    pub const ALL: &[Self] = <Self as strum::VariantArray>::VARIANTS;

    /// Returns its name in the settings.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A theme of the user: a built-in one with some colours changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnTheme {
    /// The theme that has the other colours.
    pub base: ThemeName,
    colors: BTreeMap<ThemeColor, HexColor>,
}

impl OwnTheme {
    /// Creates a theme with the colours of another one.
    pub const fn new(base: ThemeName) -> Self {
        Self {
            base,
            colors: BTreeMap::new(),
        }
    }

    /// Returns the theme with a colour changed.
    #[must_use]
    pub fn with_color(mut self, of: ThemeColor, color: HexColor) -> Self {
        self.colors.insert(of, color);
        self
    }

    /// Returns a colour, if it is not that of the base.
    pub fn color(&self, of: ThemeColor) -> Option<HexColor> {
        self.colors.get(&of).copied()
    }
}

/// Returns the themes that have colours to change.
fn bases() -> impl Iterator<Item = ThemeName> {
    ThemeName::ALL.into_iter().filter(|name| name.has_colors())
}

/// The key of the base.
const BASE: &str = "base";

impl Serialize for OwnTheme {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let colors = self.colors.iter();
        let colors = colors.map(|(of, color)| (of.name(), color.to_string()));
        to.collect_map([(BASE, self.base.to_string())].into_iter().chain(colors))
    }
}

impl<'de> Deserialize<'de> for OwnTheme {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = OwnTheme;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table of colours")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OwnTheme, A::Error> {
                let mut theme = OwnTheme::new(ThemeName::Classic);
                while let Some(key) = map.next_key()? {
                    match key {
                        EntryKey::Base => theme.base = map.next_value::<Base>()?.0,
                        EntryKey::Color(of) => {
                            theme.colors.insert(of, map.next_value::<ColorText>()?.0);
                        }
                    }
                }
                Ok(theme)
            }
        }

        from.deserialize_map(Entries)
    }
}

/// The key of an entry of a theme.
enum EntryKey {
    Base,
    Color(ThemeColor),
}

impl<'de> Deserialize<'de> for EntryKey {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let key = String::deserialize(from)?;
        if key == BASE {
            return Ok(Self::Base);
        }
        let known = ThemeColor::ALL.iter().find(|color| color.name() == key);
        known.map(|&color| Self::Color(color)).ok_or_else(|| {
            let names = ThemeColor::ALL.iter().map(|color| color.name());
            let names: Vec<&str> = std::iter::once(BASE).chain(names).collect();
            let (key, names) = (format!("{key:?}"), &one_of(&names));
            let key = Name(&key);
            D::Error::custom(tr!(
                "{key} is not a colour of a theme; use {names}",
                key,
                names
            ))
        })
    }
}

/// The base of a theme.
struct Base(ThemeName);

impl<'de> Deserialize<'de> for Base {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let base = bases().find(|base| base.to_string() == text);
        base.map(Self).ok_or_else(|| {
            let names: Vec<String> = bases().map(|base| base.to_string()).collect();
            let (text, names) = (format!("{text:?}"), &one_of(&names));
            D::Error::custom(tr!(
                "{text} cannot be a base; use {names}",
                text = Name(&text),
                names
            ))
        })
    }
}

/// A colour as text.
struct ColorText(HexColor);

impl<'de> Deserialize<'de> for ColorText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map(Self).map_err(D::Error::custom)
    }
}

/// Themes by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnThemes(BTreeMap<OwnThemeName, OwnTheme>);

impl OwnThemes {
    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the names, in order.
    pub(crate) fn names(&self) -> impl Iterator<Item = OwnThemeName> {
        self.0.keys().copied()
    }

    /// Returns the theme with this name.
    pub fn get(&self, name: OwnThemeName) -> Option<&OwnTheme> {
        self.0.get(&name)
    }
}

impl Serialize for OwnThemes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(name, theme)| (name.0.as_str(), theme)))
    }
}

impl<'de> Deserialize<'de> for OwnThemes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let themes = BTreeMap::<NameKey, OwnTheme>::deserialize(from)?;
        let themes = themes.into_iter().map(|(name, theme)| (name.0, theme));
        Ok(Self(themes.collect()))
    }
}

/// The name of a theme as a key.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct NameKey(OwnThemeName);

impl<'de> Deserialize<'de> for NameKey {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        OwnThemeName::new(&text).map(Self).ok_or_else(|| {
            let text = format!("{text:?}");
            D::Error::custom(tr!(
                "{text} cannot name a theme; use up to {most} letters, digits, hyphens, dots and \
                 underscores, and not the name of another theme",
                text = Name(&text),
                most = LONGEST_NAME
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> String {
        let error = toml_edit::de::from_str::<OwnThemes>(text).unwrap_err();
        let line = error
            .span()
            .map_or(0, |span| text[..span.start].matches('\n').count());
        format!("{line}: {}", error.message())
    }

    #[test]
    fn themes_are_read_back_from_their_toml() {
        let text = "[night]\nbase = \"contrast\"\nloss = \"#ff0000\"\n\n\
                    [ocean]\nbase = \"classic\"\naccent = \"#ffd166\"\nlight-squares = \"#3585ab\"\n";
        let themes: OwnThemes = toml_edit::de::from_str(text).unwrap();
        assert_eq!(toml_edit::ser::to_string_pretty(&themes).unwrap(), text);
        let names: Vec<String> = themes.names().map(|name| name.to_string()).collect();
        assert_eq!(names, ["night", "ocean"]);
        let ocean = themes.get(OwnThemeName::new("ocean").unwrap()).unwrap();
        assert_eq!(
            ocean.color(ThemeColor::LightSquares),
            Some(HexColor([0x35, 0x85, 0xab]))
        );
        assert_eq!(ocean.color(ThemeColor::Text), None);
    }

    #[test]
    fn a_wrong_theme_is_an_error_at_its_place_that_says_what_is_right() {
        assert_eq!(
            wrong("[x]\nbase = \"classic\"\naccent = \"gold\""),
            "2: \"gold\" is not a colour; use #rrggbb, such as #1e7943"
        );
        for color in [
            "#12345", "#1234567", "123456", "#12345g", "#+12345", "#ä2345", "",
        ] {
            assert!(wrong(&format!("[x]\ntext = \"{color}\"")).contains("is not a colour; use"));
        }
        let unknown = wrong("[x]\ntext = \"#000000\"\ncolour = \"#000000\"");
        assert!(
            unknown.starts_with("2: \"colour\" is not a colour of a theme; use base, background, "),
            "{unknown}"
        );
        assert_eq!(
            wrong("[x]\nbase = \"monochrome\""),
            "1: \"monochrome\" cannot be a base; use classic, light, contrast or color-safe"
        );
        for name in [
            "classic",
            "Light",
            "auto",
            "\"a b\"",
            "\"\"",
            &"x".repeat(25),
        ] {
            let error = wrong(&format!("[{name}]\n"));
            assert!(
                error.contains("cannot name a theme; use up to 24"),
                "{error}"
            );
        }
    }
}
