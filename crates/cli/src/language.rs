//! The language of the texts: that of `--lang`, of the settings, or of the person's locale.

use std::ffi::OsString;

use clap::builder::PossibleValuesParser;

use reversi_table::store::settings::Settings;
use reversi_table::system::locale;
use reversi_text::{Language, Name, Said, tr};

use super::options::variable;
use super::person;
use super::screen::is_unicode;

/// The variable that names a made-up language, for tests.
const MADE_UP: &str = "REVERSI_LANG";

/// The option of the language.
const OPTION: &str = "--lang";

/// The values of the option.
pub(super) fn values() -> PossibleValuesParser {
    PossibleValuesParser::new(Language::CHOICES.map(Language::code))
}

/// Switches to the language of the person. This comes before the arguments are parsed, because the errors of clap are texts,
/// too. Returns a clause if the language cannot be shown, so that the texts are in English.
pub(super) fn choose(args: &[OsString]) -> Option<Said> {
    let made_up = || Language::of_code(&variable(MADE_UP)?);
    let wanted = asked_for(args).or_else(made_up);
    let wanted = wanted.unwrap_or_else(|| usual(person::open_settings().0.kept()));
    if wanted == Language::English {
        return None;
    }
    let language = Name(wanted.code());
    if options(args).any(|arg| arg == "--ascii") {
        return Some(tr!(
            "the texts are in English: --ascii has no letters for {language}",
            language
        ));
    }
    if !is_unicode() {
        return Some(tr!(
            "the texts are in English: {language} needs a locale with UTF-8",
            language
        ));
    }
    wanted.make_current();
    None
}

/// Returns the language without an option: that of the settings, or of the locale.
pub(super) fn usual(settings: &Settings) -> Language {
    let chosen = settings.language;
    chosen.unwrap_or_else(|| locale::language(&variable))
}

/// The arguments before `--`.
fn options(args: &[OsString]) -> impl Iterator<Item = &OsString> {
    args.iter().take_while(|arg| *arg != "--")
}

/// Returns the language that the option asks for. clap refuses an unknown one later.
fn asked_for(args: &[OsString]) -> Option<Language> {
    let mut options = options(args);
    let value = options.find_map(|arg| {
        let rest = arg.to_str()?.strip_prefix(OPTION)?;
        (rest.is_empty() || rest.starts_with('=')).then_some(rest)
    })?;
    let code = match value.strip_prefix('=') {
        Some(code) => code,
        None => options.next()?.to_str()?,
    };
    Language::of_locale(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_is_found_wherever_it_stands() {
        let asked = |line: &str| {
            let args: Vec<OsString> = line.split(' ').map(Into::into).collect();
            asked_for(&args)
        };
        assert_eq!(asked("reversi --lang ja"), Some(Language::Japanese));
        assert_eq!(asked("reversi show f5 --lang=en"), Some(Language::English));
        assert_eq!(asked("reversi hint --lang"), None);
        assert_eq!(asked("reversi show -- --lang ja"), None);
        assert_eq!(asked("reversi --language ja"), None);
    }
}
