//! Owns `reversi play`: flags, settings and environment resolved, and the front end chosen.

use std::io::{self, IsTerminal as _};
use std::sync::Arc;
use std::time::Duration;

use crate::app::line::{LineError, LineMode, Reader};
use crate::app::player::PlayerKind;
use crate::app::review;
use crate::app::session::Setup;
use crate::app::settings::{ColorChoice, ThemeName};
use crate::app::store::config::Store;
use crate::app::store::saver::GameSaver;
use crate::app::store::state::StateFolder;
use crate::app::tui::{self, ColorDepth, FirstScreen};
use crate::notation::transcript;
use crate::search::Limits;
use crate::{ByColor, Game};

use super::{Failure, machine_threads, position_or_start};
use crate::app::cli::args::PlayArgs;

/// A hint deepens while a person looks at it, but does not keep the machine busy for the night.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(120);

pub(super) fn run(args: &PlayArgs, color: ColorChoice) -> Result<(), Failure> {
    let mut game = Game::from_position(position_or_start(args.position.as_deref())?);
    if let Some(moves) = &args.moves {
        transcript::play(&mut game, moves)
            .map_err(|error| Failure::Usage(format!("--moves: {error}")))?;
    }
    if args.flag.is_some() && args.time.is_none() {
        return Err(Failure::Usage(
            "--flag says what happens when time is used up, so it needs --time".to_owned(),
        ));
    }
    let seed = args.seed.unwrap_or_else(rand::random);
    let mut setup = Setup::new(ByColor::new(PlayerKind::Human, PlayerKind::Human), seed);
    setup.game = game;
    setup.time = args.time;
    setup.flag = args.flag.unwrap_or_default();
    setup.threads = match (args.threads, args.seed) {
        (Some(threads), _) => threads,
        // Several threads may find other moves the next time.
        (None, Some(_)) => 1,
        (None, None) => machine_threads(),
    };
    let no_terminal = !io::stdin().is_terminal() || !io::stdout().is_terminal();
    if args.plain || no_terminal || variable("TERM").as_deref() == Some("dumb") {
        setup.players =
            ByColor::new(args.black, args.white).map(|kind| kind.unwrap_or(PlayerKind::Human));
        let at_terminal = io::stdin().is_terminal();
        let reader = if at_terminal {
            Reader::Terminal
        } else {
            Reader::Pipe
        };
        let mut dialogue = LineMode::new(setup, reader, io::stdin().lock(), io::stdout().lock());
        if at_terminal {
            dialogue = dialogue.keeping(GameSaver::start(
                StateFolder::of_this_person(),
                Arc::new(|| ()),
            ));
        }
        dialogue.run().map_err(|error| match error {
            LineError::Input(error) => Failure::Input(error),
            LineError::Output(error) => Failure::Output(error),
        })
    } else {
        tui::run(resolve(args, color, setup)).map_err(Failure::Output)
    }
}

/// What the terminal front end is started with: flags before settings, and the environment for colours.
fn resolve(args: &PlayArgs, color: ColorChoice, mut setup: Setup) -> tui::Options {
    let (store, notice) = Store::open();
    let mut settings = store.kept().clone();
    settings.black = args.black.unwrap_or(settings.black);
    settings.white = args.white.unwrap_or(settings.white);
    settings.theme = args.theme.unwrap_or(settings.theme);
    settings.pace = args.pace.unwrap_or(settings.pace);
    let colors = color_depth(color, &variable);
    if colors == ColorDepth::None {
        settings.theme = ThemeName::Monochrome;
    }
    let chosen = args.black.is_some()
        || args.white.is_some()
        || args.moves.is_some()
        || args.position.is_some()
        || args.seed.is_some();
    setup.players = settings.players();
    tui::Options {
        setup,
        first: if chosen {
            FirstScreen::Board
        } else {
            FirstScreen::NewGame
        },
        settings,
        store,
        colors,
        ascii: args.ascii,
        mouse: !args.no_mouse,
        animation: !args.no_animation,
        analysis: Limits::time(LONGEST_ANALYSIS),
        review: review::limits_of_depth(review::DEFAULT_DEPTH),
        state: StateFolder::of_this_person(),
        notice,
    }
}

/// How many colours there are, by the flag and then by the environment: `NO_COLOR`
/// (<https://no-color.org>, any text but none), `TERM` and `COLORTERM`.
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
    } else {
        ColorDepth::Indexed
    }
}

/// An environment variable; what is not text in it is replaced.
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
