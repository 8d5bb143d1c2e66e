//! The themes of the settings, as the terminal can show them.

pub(crate) use reversi_board::ActiveTheme;
pub use reversi_board::ColorDepth;
pub(crate) use reversi_board::parts::{Rgb, Role, basic_number};
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the theme that the settings call "own", and what is reported about it.
    fn own(colors: &str, depth: ColorDepth) -> (ActiveTheme, Option<String>) {
        let settings: Settings =
            toml_edit::de::from_str(&format!("[themes.own]\n{colors}")).unwrap();
        let theme = settings.all_themes().last().unwrap();
        let look = active_theme(&settings, theme, depth, false);
        (look, contrast_report(theme, &look))
    }

    #[test]
    fn a_few_colours_of_the_user_make_a_whole_theme_that_can_be_read() {
        for base in ["classic", "light", "contrast", "color-safe"] {
            for colors in [
                "",
                "background = \"#fdf6e3\"",
                "background = \"#002b36\"",
                "background = \"#282a36\"\ntext = \"#f8f8f2\"",
                "light-squares = \"#3585ab\"",
                "dark-squares = \"#8b5a2b\"",
                "light-squares = \"#808000\"\ndark-squares = \"#808000\"",
                "accent = \"#ff79c6\"\nbackground = \"#101010\"",
                "frame = \"#402030\"",
            ] {
                let colors = format!("base = \"{base}\"\n{colors}");
                for depth in [ColorDepth::True, ColorDepth::Indexed, ColorDepth::Basic] {
                    assert_eq!(own(&colors, depth).1, None, "{depth:?} {colors}");
                }
                let (look, _) = own(&colors, ColorDepth::True);
                // What is named is what is shown.
                let p = look.palette().unwrap();
                for line in colors.lines().skip(1).filter(|line| !line.is_empty()) {
                    let (name, color) = line.split_once(" = ").unwrap();
                    let of = ThemeColor::ALL.iter().find(|of| of.name() == name).unwrap();
                    let Rgb(red, green, blue) = p.color(*of);
                    assert_eq!(format!("\"#{red:02x}{green:02x}{blue:02x}\""), color);
                }
            }
        }
    }

    #[test]
    fn colours_of_the_user_that_are_too_close_are_reported_in_a_sentence() {
        let (_, report) = own(
            "text = \"#777777\"\nbackground = \"#888888\"",
            ColorDepth::True,
        );
        assert_eq!(
            report.unwrap(),
            "Theme own: text and background are too close (contrast 1.2, needs 4.5)."
        );
        assert_eq!(own("", ColorDepth::None).1, None);
    }
}
