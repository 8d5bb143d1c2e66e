//! `reversi play`: resolves options, settings and environment, and starts a front end.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};
use std::sync::Arc;
use std::time::Duration;

use crate::app::arena::Watch;
use crate::app::clock::{FlagRule, TimeControl};
use crate::app::line::{LineMode, Reader};
use crate::app::player::level::LEVELS;
use crate::app::player::name::{PersonName, name_players};
use crate::app::player::{DEFAULT_LEVEL, PlayerKind};
use crate::app::session::Setup;
use crate::app::store::config::Store;
use crate::app::store::saver::GameSaver;
use crate::app::store::settings::{GraphicsChoice, MAX_PACE_MS, Settings, ThemeChoice, ThemeName};
use crate::app::store::state::StateFolder;
use crate::app::study::review;
use crate::app::tui::{self, ColorDepth, FirstScreen};
use crate::app::wording;
use crate::notation::transcript;
use crate::search::Limits;
use crate::{ByColor, Game};

use clap::ColorChoice;

use super::values::{THREADS, player, printed, whole};
use super::{
    BookChoice, EngineChoice, Failure, complain, machine_threads, position_or_start, print,
};

/// The notes at the end of the help.
pub(super) const NOTES: &str = "\
Without a command, reversi plays: `reversi OPTIONS` is `reversi play OPTIONS`.
In line mode, type `help` to list the commands. A game through a pipe is not saved, unless over the network
or by the command `save FILE`.
Settings are stored in reversi/config.toml in your configuration folder (~/.config on Unix).";

/// The longest analysis of a position on the screen.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(20);

/// Play a game (the default command)
#[derive(Debug, Default, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{}\n\n{EXAMPLES}\n\n{NOTES}", players()))]
#[allow(clippy::struct_excessive_bools)] // each is a switch of the command line
pub(crate) struct PlayArgs {
    /// Black's player [default: as last time; human in line mode]
    #[arg(long, value_name = "PLAYER", value_parser = player(), hide_possible_values = true,
          ignore_case = true)]
    black: Option<PlayerKind>,
    /// White's player [default: as last time; human in line mode]
    #[arg(long, value_name = "PLAYER", value_parser = player(), hide_possible_values = true,
          ignore_case = true)]
    white: Option<PlayerKind>,
    /// Your name in saved games; give it twice for two people [default: as in the settings]
    #[arg(long, value_name = "NAME")]
    name: Vec<PersonName>,
    /// Random seed, to repeat a game between CPUs exactly
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true,
          value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,
    /// Play these moves first, e.g. f5d6c3
    #[arg(long, value_name = "TRANSCRIPT", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Starting position: 64 characters X, O or - from a1 to h8, then the side to move
    #[arg(long, value_name = "BOARD", allow_hyphen_values = true)]
    position: Option<String>,
    /// Play in plain text lines (line mode); used automatically when there is no terminal
    #[arg(long)]
    plain: bool,
    /// Line mode for screen readers: says which discs turn, prints the board only on request
    #[arg(long)]
    spoken: bool,
    #[command(flatten)]
    look: LookArgs,
    /// Disable animation
    #[arg(long)]
    no_animation: bool,
    /// Pause before each CPU move in milliseconds, 0 to 10000 [default: as last time]
    #[arg(long, value_name = "MS", allow_negative_numbers = true,
          value_parser = whole(0..=MAX_PACE_MS))]
    pace: Option<u32>,
    /// Time control: base plus increment, e.g. 5m+3s, 90s or 300+3 [default: no clocks]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    time: Option<TimeControl>,
    /// What happens when a side runs out of time [default: lose]
    #[arg(long, value_name = "RULE", value_parser = printed(FlagRule::ALL), ignore_case = true)]
    flag: Option<FlagRule>,
    #[command(flatten)]
    engine: EngineChoice,
    #[command(flatten)]
    book: BookChoice,
    /// Number of search threads [default: number of cores; 1 with --seed, to repeat games exactly]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(THREADS))]
    threads: Option<usize>,
}

/// How a screen looks.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct LookArgs {
    /// Theme of the board; auto follows the terminal's background [default: as last time]
    #[arg(long, value_name = "THEME", value_parser = printed(ThemeChoice::all()), ignore_case = true)]
    theme: Option<ThemeChoice>,
    /// Draw the board with X, O and . only
    #[arg(long)]
    ascii: bool,
    /// Draw the discs in pixels where the terminal can (kitty, Ghostty) [default: as in the settings]
    #[arg(long, value_name = "WHEN", value_parser = printed(GraphicsChoice::ALL), ignore_case = true)]
    graphics: Option<GraphicsChoice>,
    /// Disable mouse support
    #[arg(long)]
    no_mouse: bool,
}

const EXAMPLES: &str = "\
Examples:
  reversi play                                     Choose the players and play
  reversi play --white greedy --pace 0             A CPU that answers at once
  reversi play --white engine:7 --time 5m+3s       Against the engine at level 7, with clocks
  reversi play --black random --white random --seed 7 --plain < /dev/null
                                                   A game that repeats exactly";

/// Returns the help about players and the levels of the engine.
pub(super) fn players() -> String {
    let mut text = format!(
        "Players:\n  human     {}\n  random    {}\n  greedy    {}\n  engine:N  searches: engine:1 to \
         engine:10; `engine` is engine:{}\n  nboard:COMMAND, gtp:COMMAND, or a name from the settings: \
         another program\n\nLevels:{:37}depth  solves from  errs\n",
        wording::HUMAN,
        wording::RANDOM,
        wording::GREEDY,
        DEFAULT_LEVEL.number,
        "",
    );
    for level in LEVELS {
        let errs = match level.error_percent {
            0 => "never".to_owned(),
            percent => format!("{percent:>2} % of moves, by up to {} discs", level.margin),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {:<42}{:>5}  {:>3} empties  {errs}",
            wording::level(level.number),
            level.depth,
            level.exact_from,
        );
    }
    text + "These errors are deliberate, and occur even in the endgame."
}

pub(super) fn run(args: &PlayArgs, color: ColorChoice) -> Result<(), Failure> {
    args.engine.log.open()?;
    let mut game = Game::from_position(position_or_start(args.position.as_deref())?);
    if let Some(moves) = &args.moves {
        transcript::play(&mut game, moves)
            .map_err(|error| Failure::Usage(format!("--moves: {error}")))?;
    }
    if args.name.len() > 2 {
        return Err(Failure::Usage(wording::cli::NAMES.to_owned()));
    }
    if args.flag.is_some() && args.time.is_none() {
        return Err(Failure::Usage(wording::cli::FLAG_NEEDS.to_owned()));
    }
    let seed = args.seed.unwrap_or_else(rand::random);
    let mut setup = Setup::new(ByColor::new(PlayerKind::Human, PlayerKind::Human), seed);
    setup.game = game;
    setup.time = args.time;
    setup.flag = args.flag.unwrap_or_default();
    setup.engine.clone_from(&args.engine.engine);
    setup.threads = match (args.threads, args.seed) {
        (Some(threads), _) => threads,
        // Several threads may choose other moves the next time.
        (None, Some(_)) => 1,
        (None, None) => machine_threads(),
    };
    if args.plain || args.spoken || !has_screen() {
        setup.players = ByColor::new(&args.black, &args.white)
            .map(|kind| kind.clone().unwrap_or(PlayerKind::Human));
        let at_terminal = io::stdin().is_terminal();
        let settings = settings_of_line_mode(at_terminal);
        setup.names = name_players(&setup.players, people(args, &settings));
        setup.factory = args.book.factory(settings.book);
        let reader = if at_terminal {
            Reader::Terminal
        } else {
            Reader::Pipe
        };
        let mut dialogue = LineMode::new(setup, reader, io::stdin().lock(), io::stdout().lock());
        if args.spoken {
            dialogue = dialogue.spoken();
        }
        if at_terminal {
            dialogue = dialogue.with_saver(GameSaver::start(
                StateFolder::of_this_person(),
                Arc::new(|| ()),
            ));
        }
        Ok(dialogue.run()?)
    } else {
        Ok(tui::run(resolve(args, color, setup))?)
    }
}

/// Returns the names of the people: those of the command line before those of the settings.
fn people(args: &PlayArgs, settings: &Settings) -> [PersonName; 2] {
    let [name, second_name] = settings.people();
    let given = |index: usize| args.name.get(index).copied();
    [given(0).unwrap_or(name), given(1).unwrap_or(second_name)]
}

/// Returns whether there is a terminal that shows a screen.
pub(super) fn has_screen() -> bool {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    is_terminal && variable("TERM").as_deref() != Some("dumb")
}

/// Returns the settings for line mode. Pipes and scripts have no settings, so that they do the same everywhere.
pub(super) fn settings_of_line_mode(at_terminal: bool) -> Settings {
    if !at_terminal {
        return Settings::default();
    }
    let (store, notice) = Store::open();
    if let Some(notice) = notice {
        complain(&notice);
    }
    store.kept().clone()
}

/// Runs the tutorial, or prints the rules if there is no screen for it.
pub(super) fn learn(color: ColorChoice) -> Result<(), Failure> {
    if !has_screen() {
        let rules = wording::RULES.map(|(word, rule)| format!("{word:<6}{rule}\n"));
        return print(&rules.concat());
    }
    let options = tui_options(color, None);
    let first = FirstScreen::Learn;
    Ok(tui::run(tui::Options { first, ..options })?)
}

/// Returns the options of the terminal UI for a first screen, with the given look.
pub(super) fn tui_options_of(
    look: &LookArgs,
    color: ColorChoice,
    first: FirstScreen,
) -> tui::Options {
    let args = PlayArgs {
        look: look.clone(),
        ..PlayArgs::default()
    };
    let players = ByColor::new(PlayerKind::Human, PlayerKind::Human);
    let options = resolve(&args, color, Setup::new(players, 0));
    tui::Options { first, ..options }
}

/// Returns the options of the terminal UI without options of `play`, for a person with this name.
pub(super) fn tui_options(color: ColorChoice, name: Option<PersonName>) -> tui::Options {
    let players = ByColor::new(PlayerKind::Human, PlayerKind::Human);
    let mut setup = Setup::new(players, rand::random());
    setup.threads = machine_threads();
    let args = PlayArgs {
        name: name.into_iter().collect(),
        ..PlayArgs::default()
    };
    resolve(&args, color, setup)
}

/// Shows a running match until the user leaves it. Afterwards its signals are given to `on_signal`, which
/// returns `false` for the default action.
pub(super) fn watch(
    watch: Arc<Watch>,
    color: ColorChoice,
    on_signal: impl FnMut(i32) -> bool + Send + 'static,
) -> Result<(), Failure> {
    let players = ByColor::new(PlayerKind::Random, PlayerKind::Random);
    let options = resolve(&PlayArgs::default(), color, Setup::new(players, 0));
    let options = tui::Options {
        first: FirstScreen::Match(watch),
        // The games have their own file, if any.
        state: None,
        ..options
    };
    Ok(tui::run_within_command(options, on_signal)?)
}

/// Resolves the options of the terminal UI: the command line before the settings, then the environment
/// for colours.
fn resolve(args: &PlayArgs, color: ColorChoice, mut setup: Setup) -> tui::Options {
    let (store, notice) = Store::open();
    let mut settings = store.kept().clone();
    settings.black = args.black.clone().unwrap_or(settings.black);
    settings.white = args.white.clone().unwrap_or(settings.white);
    settings.theme = args.look.theme.unwrap_or(settings.theme);
    settings.pace = args.pace.unwrap_or(settings.pace);
    [settings.name, settings.second_name] = people(args, &settings);
    let colors = color_depth(color, &variable);
    if colors == ColorDepth::None {
        settings.theme = ThemeName::Monochrome.into();
    }
    let chosen = args.black.is_some()
        || args.white.is_some()
        || args.moves.is_some()
        || args.position.is_some()
        || args.seed.is_some();
    let ascii = args.look.ascii || !is_unicode(&variable);
    let graphics = args.look.graphics.unwrap_or(settings.graphics);
    // The numbers of pictures are colours of 24 bits.
    let draws = colors == ColorDepth::True && !ascii && graphics == GraphicsChoice::Auto;
    setup.players = settings.players();
    setup.factory = args.book.factory(settings.book);
    setup.names = name_players(&setup.players, settings.people());
    tui::Options {
        setup,
        first: if chosen {
            FirstScreen::Board
        } else {
            FirstScreen::Start
        },
        asks_background: settings.theme == ThemeChoice::Auto && answers(&variable),
        settings,
        store,
        colors,
        asks_graphics: draws && answers(&variable),
        ascii,
        mouse: !args.look.no_mouse,
        animation: !args.no_animation,
        analysis: Limits::time(LONGEST_ANALYSIS),
        review: if args.engine.engine.is_some() {
            review::ENGINE_LIMITS
        } else {
            review::limits_of_depth(review::DEFAULT_DEPTH)
        },
        state: StateFolder::of_this_person(),
        notice,
        online: None,
    }
}

/// Returns the number of colours by the option, then by the environment: `NO_COLOR`
/// (<https://no-color.org>, any non-empty text), `TERM` and `COLORTERM`.
fn color_depth(choice: ColorChoice, variable: &dyn Fn(&str) -> Option<String>) -> ColorDepth {
    let wanted = match choice {
        ColorChoice::Never => false,
        ColorChoice::Always => true,
        ColorChoice::Auto => {
            variable("NO_COLOR").is_none_or(|text| text.is_empty())
                && variable("TERM").as_deref() != Some("dumb")
        }
    };
    if !wanted {
        ColorDepth::None
    } else if matches!(
        variable("COLORTERM").as_deref(),
        Some("truecolor" | "24bit")
    ) {
        ColorDepth::True
    } else if variable("TERM").is_some_and(|term| term == "linux" || term.ends_with("-16color")) {
        ColorDepth::Basic
    } else {
        ColorDepth::Indexed
    }
}

/// Returns whether the terminal can be asked for something: on Windows the answer would be read as keys, and
/// the Linux console answers nothing.
fn answers(variable: &dyn Fn(&str) -> Option<String>) -> bool {
    cfg!(unix) && variable("TERM").is_some_and(|term| term != "linux" && term != "dumb")
}

/// Returns whether the terminal shows more than ASCII: unless the locale is C or POSIX, or names another
/// encoding than UTF-8.
fn is_unicode(variable: &dyn Fn(&str) -> Option<String>) -> bool {
    let mut locales = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(variable);
    let Some(locale) = locales.find(|text| !text.is_empty()) else {
        return true;
    };
    match locale.split_once('.') {
        Some((_, encoding)) => encoding.to_ascii_lowercase().starts_with("utf"),
        None => locale != "C" && locale != "POSIX",
    }
}

/// Returns an environment variable, with invalid text replaced.
fn variable(name: &str) -> Option<String> {
    std::env::var_os(name).map(|value| value.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(choice: ColorChoice, variables: &[(&str, &str)]) -> ColorDepth {
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
    fn the_board_is_ascii_where_the_locale_is() {
        let shows = |variables: &[(&str, &str)]| {
            is_unicode(&|name| {
                let known = variables.iter().find(|(known, _)| *known == name);
                known.map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(shows(&[]) && shows(&[("LANG", "de_DE")]));
        assert!(shows(&[("LANG", "C.UTF-8"), ("LC_ALL", "")]));
        assert!(shows(&[("LANG", "C"), ("LC_CTYPE", "ja_JP.utf8")]));
        assert!(!shows(&[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")]));
        assert!(!shows(&[("LANG", "POSIX")]));
        assert!(!shows(&[("LC_CTYPE", "de_DE.ISO-8859-1")]));
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
