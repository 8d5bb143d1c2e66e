//! How a command starts a front end: the terminal UI or line mode, by options, settings and environment.

use std::io::{self, BufReader, IsTerminal as _};
use std::sync::Arc;

use clap::ColorChoice;
use etcetera::BaseStrategy as _;

use super::Failure;
use super::options::{JapaneseArg, settings, threads_of, variable};
use super::person;
use super::values::{printed, theme};
use crate::line::{LineError, LineGame, LineMode, Reader};
use reversi::ByColor;
use reversi_table::player::PlayerKind;
use reversi_table::session::Setup;
use reversi_table::store::autosave::StoredGame;
use reversi_table::store::config::Store;
use reversi_table::store::saver::GameSaver;
use reversi_table::store::settings::{GraphicsChoice, Settings, ThemeChoice, ThemeName};
use reversi_table::system::locale::{self, codeset};
use reversi_table::system::{input, motion};
use reversi_text::Said;
use reversi_tui::{self as tui, ColorDepth, FirstScreen};

/// The heading of the options for the screen.
const HEADING: &str = "Look of the screen";

/// How a screen looks.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct LookArgs {
    /// Theme of the board, also one of your own; auto follows the terminal's background [default: as last time]
    #[arg(long, help_heading = HEADING, value_name = "THEME", value_parser = theme(), ignore_case = true)]
    theme: Option<ThemeChoice>,
    /// Draw the board with X, O and . only
    #[arg(long, help_heading = HEADING)]
    ascii: bool,
    /// Draw the discs in pixels where the terminal can (kitty, Ghostty) [default: as in the settings]
    #[arg(long, help_heading = HEADING, value_name = "WHEN", value_parser = printed(GraphicsChoice::ALL), ignore_case = true)]
    graphics: Option<GraphicsChoice>,
    /// Disable mouse support
    #[arg(long, help_heading = HEADING)]
    no_mouse: bool,
    #[command(flatten)]
    pub(super) japanese: JapaneseArg,
}

/// Returns whether there is a terminal that shows a screen.
pub(super) fn has_screen() -> bool {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    is_terminal && variable("TERM").as_deref() != Some("dumb")
}

/// Returns the settings for line mode. Pipes and scripts have no settings, so that they do the same everywhere.
pub(super) fn settings_of_line_mode(at_terminal: bool) -> Store {
    if at_terminal {
        settings()
    } else {
        Store::in_memory()
    }
}

/// Returns the reader of standard input in line mode.
pub(super) fn reader() -> Reader {
    if io::stdin().is_terminal() {
        Reader::Terminal
    } else {
        Reader::Pipe
    }
}

/// Returns line mode at standard input and output, which saves nothing.
pub(super) fn line_mode<G: LineGame>(
    setup: Setup<G>,
    reader: Reader,
    spoken: bool,
) -> Result<LineMode<impl io::BufRead, impl io::Write, G>, Failure> {
    let mode = LineMode::new(setup, reader, io::empty(), io::stdout().lock());
    let lines = BufReader::new(io::stdin());
    let mode = mode.on_thread(lines).map_err(LineError::Thread)?;
    let mode = if spoken { mode.spoken() } else { mode };
    Ok(mode.with_history(person::state_folder()))
}

/// Runs line mode, which saves the game at a terminal, and keeps its players if it has settings.
pub(super) fn run_line_mode<G: LineGame>(
    setup: Setup<G>,
    reader: Reader,
    spoken: bool,
    settings: Option<Store>,
) -> Result<(), Failure> {
    let mut mode = line_mode(setup, reader, spoken)?;
    if let Some(settings) = settings {
        mode = mode.with_settings(settings);
    }
    if reader == Reader::Terminal {
        mode = mode.with_saver(game_saver());
    }
    Ok(mode.run()?)
}

/// Starts the saver of the games that people play at this terminal, and returns it with its notices.
pub(super) fn game_saver<G: StoredGame>() -> (GameSaver<G>, Vec<Said>) {
    GameSaver::start(person::state_folder(), Arc::new(|| ()))
}

/// Returns a game between two people, on as many threads as the settings say, for a screen that sets up no other.
pub(super) fn two_people() -> Setup {
    let players = ByColor::new(PlayerKind::Human, PlayerKind::Human);
    let mut setup = Setup::new(players, rand::random());
    setup.threads = threads_of(person::open_settings().0.kept());
    setup
}

/// Resolves the options of the terminal UI: the command line before the settings, then the environment for
/// colours. `change` makes the other changes of the command line to the settings.
pub(super) fn tui_options(
    look: &LookArgs,
    color: ColorChoice,
    first: FirstScreen,
    setup: Setup,
    change: impl FnOnce(&mut Settings),
) -> tui::Options {
    let (store, notice) = person::open_settings();
    let mut settings = store.kept().clone();
    change(&mut settings);
    settings.theme = look.theme.unwrap_or(settings.theme);
    settings.japanese = look.japanese.over(&settings);
    let (colors, _) = color_depth(color, &variable);
    if colors == ColorDepth::None {
        settings.theme = ThemeName::Monochrome.into();
    }
    let ascii = look.ascii || !is_unicode();
    let graphics = look.graphics.unwrap_or(settings.graphics);
    tui::Options {
        asks_background: settings.theme == ThemeChoice::Auto && answers(&variable),
        asks_graphics: no_pictures(graphics, colors, ascii).is_none(),
        ascii,
        animation: !is_motion_reduced(),
        language: Some(locale::language(&variable)),
        mouse: !look.no_mouse,
        colors,
        state: person::state_folder(),
        notice: person::portable_fault().or(notice.map(|notice| notice.to_string())),
        ..tui::Options::new(setup, first, settings, store).with_players_of_settings()
    }
}

/// Returns whether the system asks for less motion.
fn is_motion_reduced() -> bool {
    let folders = etcetera::choose_base_strategy().ok();
    folders.is_some_and(|folders| motion::is_reduced(&folders.config_dir()))
}

/// Returns why no pictures are drawn, as a clause; `None` if the terminal is asked whether it draws them.
pub(super) fn no_pictures(
    graphics: GraphicsChoice,
    colors: ColorDepth,
    ascii: bool,
) -> Option<&'static str> {
    if graphics == GraphicsChoice::Off {
        Some("graphics is off")
    } else if ascii {
        Some("the board is in ASCII")
    } else if colors != ColorDepth::True {
        // The numbers of pictures are colours of 24 bits.
        Some("they need 24-bit colours")
    } else {
        (!answers(&variable)).then_some("this terminal answers no questions")
    }
}

/// Returns the number of colours by the option, then by the environment: `NO_COLOR`
/// (<https://no-color.org>, any non-empty text), `TERM` and `COLORTERM`. Also returns the reason, as a clause.
fn color_depth(
    choice: ColorChoice,
    variable: &dyn Fn(&str) -> Option<String>,
) -> (ColorDepth, &'static str) {
    let is_dumb = || variable("TERM").as_deref() == Some("dumb");
    if choice == ColorChoice::Never {
        return (ColorDepth::None, "--color is never");
    }
    if choice == ColorChoice::Auto && variable("NO_COLOR").is_some_and(|text| !text.is_empty()) {
        return (ColorDepth::None, "NO_COLOR is set");
    }
    if choice == ColorChoice::Auto && is_dumb() {
        return (ColorDepth::None, "TERM is dumb");
    }
    if let Some("truecolor" | "24bit") = variable("COLORTERM").as_deref() {
        return (ColorDepth::True, "by COLORTERM");
    }
    if let Some(reason) = true_color_terminal(variable) {
        return (ColorDepth::True, reason);
    }
    if variable("TERM").is_some_and(|term| term == "linux" || term.ends_with("-16color")) {
        return (ColorDepth::Basic, "by TERM");
    }
    (
        ColorDepth::Indexed,
        "COLORTERM is neither truecolor nor 24bit",
    )
}

/// Returns the number of colours of stdout, and whether it shows only ASCII.
pub(super) fn stdout_look(color: ColorChoice, ascii: bool) -> (ColorDepth, bool) {
    (color_depth(color, &variable).0, ascii || !is_unicode())
}

/// Returns why there are as many colours as there are, as a clause.
pub(super) fn colors_reason(color: ColorChoice) -> &'static str {
    color_depth(color, &variable).1
}

/// Returns a clause about the variable that identifies a terminal with 24-bit colours without `COLORTERM`. Inside a
/// multiplexer only the multiplexer's colours count.
fn true_color_terminal(variable: &dyn Fn(&str) -> Option<String>) -> Option<&'static str> {
    let is = |name: &str, known: &[&str]| {
        variable(name).is_some_and(|value| known.contains(&value.as_str()))
    };
    let inside = variable("TERM").is_some_and(|term| {
        let multiplexers = ["screen", "tmux"];
        multiplexers.iter().any(|name| term.starts_with(name))
    });
    if inside {
        None
    } else if variable("WT_SESSION").is_some_and(|session| !session.is_empty()) {
        Some("by WT_SESSION")
    } else if is("ConEmuANSI", &["ON"]) {
        Some("by ConEmuANSI")
    } else {
        let programs = ["ghostty", "iTerm.app", "mintty", "vscode", "WezTerm"];
        is("TERM_PROGRAM", &programs).then_some("by TERM_PROGRAM")
    }
}

/// Returns what copying takes, as far as the terminal's name tells.
pub(super) fn copying(variable: &dyn Fn(&str) -> Option<String>) -> &'static str {
    match variable("TERM_PROGRAM").as_deref() {
        Some("Apple_Terminal") => {
            "not in Terminal.app, which does not accept OSC 52; save to a file"
        }
        Some("iTerm.app") => {
            "by OSC 52, once \"Applications in terminal may access clipboard\" is on in iTerm2"
        }
        _ => "by OSC 52, if the terminal accepts it",
    }
}

/// Returns whether the terminal can be asked for something: on Windows the answer would be read as keys, and
/// the Linux console answers nothing.
fn answers(variable: &dyn Fn(&str) -> Option<String>) -> bool {
    input::ARE_READ && variable("TERM").is_some_and(|term| term != "linux" && term != "dumb")
}

/// Returns whether the terminal shows more than ASCII, by the environment.
pub(super) fn is_unicode() -> bool {
    is_unicode_in(&variable, codeset)
}

/// Returns whether the terminal shows more than ASCII: unless the encoding of the locale is another than UTF-8. Most names
/// of locales have their encoding; the others are looked up, except that of POSIX, which is ASCII.
fn is_unicode_in(
    variable: &dyn Fn(&str) -> Option<String>,
    codeset: impl FnOnce() -> Option<String>,
) -> bool {
    let Some(locale) = locale::named("LC_CTYPE", variable) else {
        return true;
    };
    let encoding = match locale.split_once('.') {
        Some((_, encoding)) => Some(encoding.to_owned()),
        None if locale == "C" || locale == "POSIX" => return false,
        None => codeset(),
    };
    // Systems that tell no encoding have only this one.
    encoding.is_none_or(|encoding| encoding.to_ascii_lowercase().starts_with("utf"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_of_macos_that_do_not_copy_at_once_say_so() {
        let told = |program: &'static str| {
            copying(&|name| (name == "TERM_PROGRAM").then(|| program.to_owned()))
        };
        assert!(told("Apple_Terminal").starts_with("not in Terminal.app"));
        assert!(told("iTerm.app").contains("once"));
        assert_eq!(told("ghostty"), "by OSC 52, if the terminal accepts it");
        assert_eq!(copying(&|_| None), told("WezTerm"));
    }

    fn depth(choice: ColorChoice, variables: &[(&str, &str)]) -> ColorDepth {
        color_reason(choice, variables).0
    }

    fn color_reason(choice: ColorChoice, variables: &[(&str, &str)]) -> (ColorDepth, &'static str) {
        color_depth(choice, &|name| {
            variables
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn colours_follow_the_terminal_and_no_color() {
        let auto = ColorChoice::Auto;
        assert_eq!(depth(auto, &[]), ColorDepth::Indexed);
        assert_eq!(depth(auto, &[("COLORTERM", "truecolor")]), ColorDepth::True);
        assert_eq!(depth(auto, &[("COLORTERM", "24bit")]), ColorDepth::True);
        assert_eq!(depth(auto, &[("NO_COLOR", "")]), ColorDepth::Indexed);
        assert_eq!(depth(auto, &[("NO_COLOR", "0")]), ColorDepth::None);
        assert_eq!(depth(auto, &[("TERM", "dumb")]), ColorDepth::None);
        assert_eq!(depth(auto, &[("TERM", "linux")]), ColorDepth::Basic);
        assert_eq!(depth(auto, &[("TERM", "xterm-16color")]), ColorDepth::Basic);
    }

    #[test]
    fn terminals_with_all_colours_are_known_by_their_own_names() {
        let auto = ColorChoice::Auto;
        for known in [
            ("WT_SESSION", "e0a1"),
            ("ConEmuANSI", "ON"),
            ("TERM_PROGRAM", "mintty"),
            ("TERM_PROGRAM", "WezTerm"),
        ] {
            assert_eq!(depth(auto, &[known]), ColorDepth::True, "{known:?}");
            let inside = [known, ("TERM", "screen-256color")];
            assert_eq!(depth(auto, &inside), ColorDepth::Indexed, "{known:?}");
            let none = [known, ("NO_COLOR", "1")];
            assert_eq!(depth(auto, &none), ColorDepth::None, "{known:?}");
        }
        for other in [
            ("WT_SESSION", ""),
            ("ConEmuANSI", "OFF"),
            ("TERM_PROGRAM", "Apple_Terminal"),
        ] {
            assert_eq!(depth(auto, &[other]), ColorDepth::Indexed, "{other:?}");
        }
    }

    #[test]
    fn the_reason_for_the_colours_is_what_decides() {
        let reason = |choice, variables| color_reason(choice, variables).1;
        let auto = ColorChoice::Auto;
        let both = [("NO_COLOR", "1"), ("TERM", "dumb")];
        assert_eq!(reason(ColorChoice::Never, &both), "--color is never");
        assert_eq!(reason(auto, &both), "NO_COLOR is set");
        assert_eq!(reason(auto, &both[1..]), "TERM is dumb");
        assert_eq!(reason(auto, &[("COLORTERM", "24bit")]), "by COLORTERM");
        assert_eq!(reason(auto, &[("TERM", "linux")]), "by TERM");
    }

    #[test]
    fn the_board_is_ascii_where_the_locale_is() {
        let in_locale = |variables: &[(&str, &str)], codeset: Option<&str>| {
            let variable = |name: &str| {
                let known = variables.iter().find(|(known, _)| *known == name);
                known.map(|(_, value)| (*value).to_owned())
            };
            is_unicode_in(&variable, || codeset.map(str::to_owned))
        };
        let shows = |variables: &[(&str, &str)]| in_locale(variables, Some("ISO-8859-1"));
        assert!(shows(&[]));
        assert!(shows(&[("LANG", "C.UTF-8"), ("LC_ALL", "")]));
        assert!(shows(&[("LANG", "C"), ("LC_CTYPE", "ja_JP.utf8")]));
        assert!(!shows(&[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")]));
        assert!(!shows(&[("LANG", "POSIX")]));
        assert!(!shows(&[("LC_CTYPE", "de_DE.ISO-8859-1")]));
        // A name without an encoding means what the system says.
        for name in ["de_DE", "de_DE@euro", "ja"] {
            for (codeset, is_shown) in [
                (Some("ISO-8859-15"), false),
                (Some("ANSI_X3.4-1968"), false),
                (Some("UTF-8"), true),
                (None, true),
            ] {
                assert_eq!(
                    in_locale(&[("LANG", name)], codeset),
                    is_shown,
                    "{name} {codeset:?}"
                );
            }
        }
    }

    #[test]
    fn the_flag_wins_over_no_color() {
        let no_color = [("NO_COLOR", "1"), ("COLORTERM", "truecolor")];
        assert_eq!(depth(ColorChoice::Always, &no_color), ColorDepth::True);
        assert_eq!(
            depth(ColorChoice::Never, &[("COLORTERM", "24bit")]),
            ColorDepth::None
        );
    }
}
