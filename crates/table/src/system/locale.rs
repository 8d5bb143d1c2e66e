//! The person's locale: its language and its encoding.

use reversi_text::Language;

/// Returns the language of the person's locale: of the first variable of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set,
/// otherwise as the system says. English where it is none of this program's.
pub fn language(variable: &dyn Fn(&str) -> Option<String>) -> Language {
    let locale = named("LC_MESSAGES", variable).or_else(of_system);
    let language = locale.and_then(|locale| Language::of_locale(&locale));
    language.unwrap_or(Language::English)
}

/// Returns the locale that the environment names for a category, such as `LC_CTYPE`, as POSIX orders the variables.
pub fn named(category: &str, variable: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let variables = ["LC_ALL", category, "LANG"].into_iter();
    let mut locales = variables.filter_map(variable);
    locales.find(|text| !text.is_empty())
}

/// Returns the locale of a system that does not tell it in variables alone.
#[cfg(any(windows, target_os = "macos"))]
fn of_system() -> Option<String> {
    sys_locale::get_locale()
}

/// Returns nothing: the variables tell it.
#[cfg(not(any(windows, target_os = "macos")))]
const fn of_system() -> Option<String> {
    None
}

/// Returns the encoding of the locale that the environment names, as `nl_langinfo(CODESET)` tells it: the system's tool
/// `locale` is asked. `None` where there is none, as on Windows and in small systems with musl, which knows UTF-8 alone.
#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "a tool of POSIX")]
pub fn codeset() -> Option<String> {
    use std::process::{Command, Stdio};

    let mut tool = Command::new("locale");
    // If the locale is not installed, it warns and uses C, as every program does.
    tool.arg("charmap")
        .stdin(Stdio::null())
        .stderr(Stdio::null());
    let output = tool
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    let name = text.trim().trim_matches('"');
    (!name.is_empty()).then(|| name.to_owned())
}

/// Returns nothing: no tool tells it.
#[cfg(not(unix))]
pub fn codeset() -> Option<String> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_that_of_the_first_locale_that_is_set() {
        let language = |variables: &[(&str, &str)]| {
            language(&|name| {
                let known = variables.iter().find(|(known, _)| *known == name);
                known.map(|(_, value)| (*value).to_owned())
            })
        };
        let japanese = Language::Japanese;
        assert_eq!(language(&[("LANG", "ja_JP.UTF-8")]), japanese);
        assert_eq!(language(&[("LANG", "ja"), ("LC_ALL", "")]), japanese);
        let both = [("LANG", "de_DE"), ("LC_MESSAGES", "ja_JP")];
        assert_eq!(language(&both), japanese);
        for other in [
            [("LANG", "jam_JM"), ("LC_CTYPE", "ja")],
            [("LC_ALL", "C"), ("LANG", "ja_JP.UTF-8")],
            [("LC_CTYPE", "ja_JP.UTF-8"), ("LANG", "en_US")],
        ] {
            assert_eq!(language(&other), Language::English, "{other:?}");
        }
    }
}
