//! `reversi play`: resolves options, settings and environment, and starts a front end.

use clap::ColorChoice;

use super::Failure;
use super::help::{NOTES, exit_status, players};
use super::options::{BookChoice, EngineChoice, find_players, threads_of};
use super::output::{about, print};
use super::screen::{
    LookArgs, has_screen, line_mode, reader, run_line_mode, settings_of_line_mode, tui_options,
    two_people,
};
use super::source::{A_GAME, Located, PositionOrGame, find, locate, open_games, position_or_start};
use super::values::{PlayerChoice, THREADS, game_opening, player, printed, whole};
use crate::line::Reader;
use crate::terminal;
use reversi::transcript;
use reversi::{ByColor, Color, Entry, Game};
use reversi_study::review;
use reversi_table::clock::{FlagRule, TimeControl};
use reversi_table::game_opening::GameOpening;
use reversi_table::phrase::columns::align_left;
use reversi_table::player::PlayerKind;
use reversi_table::player::name::{PersonName, name_players};
use reversi_table::player::recorded::recorded_player;
use reversi_table::session::Setup;
use reversi_table::store::settings::{MAX_PACE_MS, Settings};
use reversi_text::{Name, tr};
use reversi_tui::{AnalysisSubject, FirstScreen};
use reversi_wording as wording;

/// Play a game, or open one (the default command)
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = notes())]
pub(crate) struct PlayCommand {
    #[arg(value_name = "GAME", help = A_GAME, conflicts_with_all = ["moves", "position"])]
    game: Option<String>,
    #[command(flatten)]
    options: PlayArgs,
}

// No doc comment: it would be the description of the commands that have these options.
#[derive(Debug, Default, clap::Args)]
#[allow(clippy::struct_excessive_bools)] // each is a switch of the command line
pub(crate) struct PlayArgs {
    /// Black's player [default: you, or as last time; you in line mode]
    #[arg(long, value_name = "PLAYER", value_parser = player(), hide_possible_values = true,
          ignore_case = true)]
    black: Option<PlayerChoice>,
    /// White's player [default: you, or as last time; you in line mode]
    #[arg(long, value_name = "PLAYER", value_parser = player(), hide_possible_values = true,
          ignore_case = true)]
    white: Option<PlayerChoice>,
    /// Your name in saved games; give it twice for two people [default: as in the settings]
    #[arg(long, value_name = "NAME")]
    name: Vec<PersonName>,
    /// Random seed, to repeat a game of the computer against itself exactly
    #[arg(long, value_name = "NUMBER", value_parser = whole(0u64..))]
    seed: Option<u64>,
    /// Play these moves first, e.g. f5d6c3
    #[arg(long, value_name = "TRANSCRIPT")]
    moves: Option<String>,
    /// Starting position: 64 characters X, O or - from a1 to h8, then the side to move
    #[arg(long, value_name = "BOARD")]
    position: Option<String>,
    /// How games begin: `balanced`, a name such as Tiger, moves, a number of random moves, or a file
    #[arg(long, value_name = "OPENING", value_parser = game_opening(),
          hide_possible_values = true, conflicts_with_all = ["moves", "position"])]
    opening: Option<GameOpening>,
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
    /// Pause before each move of the computer in milliseconds, 0 to 10000 [default: as last time]
    #[arg(long, value_name = "MS", value_parser = whole(0..=MAX_PACE_MS))]
    pace: Option<u32>,
    /// Time control: base plus increment, e.g. 5m+3s or 90s; 5m/20s is byo-yomi, 5m+d3s a delay, 10m:5m one for each
    /// colour [default: no clocks]
    #[arg(long, value_name = "TIME")]
    time: Option<TimeControl>,
    /// What happens when a side runs out of time [default: lose]
    #[arg(long, value_name = "RULE", value_parser = printed(FlagRule::ALL), ignore_case = true)]
    flag: Option<FlagRule>,
    #[command(flatten)]
    engine: EngineChoice,
    #[command(flatten)]
    book: BookChoice,
    /// Play without a rating [default: as in the settings]
    #[arg(long)]
    casual: bool,
    /// Number of search threads [default: as in the settings, otherwise the number of cores; 1 with --seed, to repeat
    /// games exactly]
    #[arg(long, value_name = "N", value_parser = whole(THREADS))]
    threads: Option<usize>,
}

impl PlayArgs {
    /// Returns the players that the command line names.
    fn players(&self) -> Result<ByColor<Option<PlayerKind>>, Failure> {
        let [black, white] = [&self.black, &self.white].map(find_players);
        Ok(ByColor::new(black?.pop(), white?.pop()))
    }

    /// Returns whether the command line sets up a game to play.
    const fn sets_up_game(&self) -> bool {
        self.black.is_some()
            || self.white.is_some()
            || self.moves.is_some()
            || self.position.is_some()
            || self.opening.is_some()
            || self.seed.is_some()
    }

    fn is_in_lines(&self) -> bool {
        self.plain || self.spoken || !has_screen()
    }
}

/// Returns the end of the help.
fn notes() -> String {
    let codes = [&*tr!("Exit codes:"), &exit_status()].join("\n");
    [&*players(), EXAMPLES, NOTES, &codes].join("\n\n")
}

const EXAMPLES: &str = "\
Examples:
  reversi play                                     Choose the players and play
  reversi play --white greedy --pace 0             A player that answers at once
  reversi play --white 7 --time 5m+3s              Against level 7, with clocks
  reversi play games.ggf                           Open a game of a file
  reversi play f5d6c3 --white 7                    Play on from a position
  reversi play --black random --white random --seed 7 --plain < /dev/null
                                                   A game that repeats exactly";

/// Opens a game, or plays one.
pub(super) fn open(args: &PlayCommand, color: ColorChoice) -> Result<(), Failure> {
    let PlayCommand { game, options } = args;
    let Some(text) = game else {
        return run(options, color);
    };
    // The players of the command line play on; there is no list of games in line mode.
    if options.sets_up_game() || options.is_in_lines() {
        let game = find(Some(text), None)?.subject.into_game();
        return start(options, color, game, FirstScreen::Board);
    }
    let first = if is_stored(text)? {
        FirstScreen::File(text.clone())
    } else {
        FirstScreen::Text(text.clone())
    };
    start(options, color, Game::new(), first)
}

/// Returns whether an argument names a file, which can be read, or the history.
fn is_stored(text: &str) -> Result<bool, Failure> {
    Ok(match locate(text)? {
        Located::Text(_) => false,
        Located::File(path, _) => open_games(&path, None).map(|_| true)?,
        Located::Logged(_) => true,
    })
}

pub(super) fn run(args: &PlayArgs, color: ColorChoice) -> Result<(), Failure> {
    let mut game = Game::from_position(position_or_start(args.position.as_deref())?);
    if let Some(moves) = &args.moves {
        transcript::play(&mut game, moves)
            .map_err(|error| Failure::Usage(about("--moves", error)))?;
    }
    let first = if args.sets_up_game() {
        FirstScreen::Board
    } else {
        FirstScreen::Start
    };
    start(args, color, game, first)
}

/// Starts a front end with a game, a screen with this first screen.
fn start(
    args: &PlayArgs,
    color: ColorChoice,
    game: Game,
    first: FirstScreen,
) -> Result<(), Failure> {
    let engine = args.engine.open()?;
    if args.name.len() > 2 {
        return Err(Failure::Usage(tr!("--name can be given at most twice")));
    }
    if args.flag.is_some() && args.time.is_none() {
        return Err(Failure::Usage(tr!("--flag needs --time")));
    }
    let mut setup = two_people();
    setup.seed = args.seed.unwrap_or(setup.seed);
    setup.game = game;
    setup.time = args.time;
    setup.flag = args.flag.unwrap_or_default();
    setup.engine = engine;
    if let Some(threads) = args.threads {
        setup.threads = threads;
    } else if args.seed.is_some() {
        // Several threads may choose other moves the next time.
        setup.threads = 1;
    }
    if args.is_in_lines() {
        run_lines(args, setup)
    } else {
        run_screen(args, color, setup, first)
    }
}

fn run_lines(args: &PlayArgs, mut setup: Setup) -> Result<(), Failure> {
    if let Some(opening) = &args.opening {
        setup = setup.with_opening(opening);
    }
    let players = args.players()?;
    setup.players = players.map(|kind| kind.unwrap_or(PlayerKind::Human));
    let reader = reader();
    let store = settings_of_line_mode(reader == Reader::Terminal);
    let settings = store.kept();
    setup.names = name_players(&setup.players, people(args, settings));
    setup.rated = settings.rated && !args.casual;
    if args.threads.is_none() && args.seed.is_none() {
        setup.threads = threads_of(settings);
    }
    setup.factory = args.book.factory(settings.book);
    run_line_mode(setup, reader, args.spoken, Some(store))
}

fn run_screen(
    args: &PlayArgs,
    color: ColorChoice,
    setup: Setup,
    first: FirstScreen,
) -> Result<(), Failure> {
    let players = args.players()?;
    let mut options = tui_options(&args.look, color, first, setup, |settings| {
        settings.pace = args.pace.unwrap_or(settings.pace);
        if args.no_animation {
            settings.animation = Some(false);
        }
        [settings.name, settings.second_name] = people(args, settings);
        settings.rated &= !args.casual;
    });
    let last = options.setup.players;
    options.setup.players = with_named(players, last);
    options.setup.names = name_players(&options.setup.players, options.settings.people());
    options.setup.factory = args.book.factory(options.settings.book);
    options.setup.rated = options.settings.rated;
    options.opening = args.opening.clone().unwrap_or_default();
    if args.engine.is_given() {
        options.review = review::ENGINE_LIMITS;
    }
    Ok(terminal::run(options)?)
}

/// Returns the players of a game, of which the command line names some: the other side of a computer is you, that of a
/// person the last opponent.
fn with_named(
    named: ByColor<Option<PlayerKind>>,
    last: ByColor<PlayerKind>,
) -> ByColor<PlayerKind> {
    let opponent = |last: ByColor<PlayerKind>| {
        if last.black.is_human() {
            last.white
        } else {
            last.black
        }
    };
    let other = |kind: &PlayerKind| {
        if kind.is_human() {
            opponent(last.clone())
        } else {
            PlayerKind::Human
        }
    };
    match (named.black, named.white) {
        (None, None) => last,
        (Some(black), None) => ByColor::new(black.clone(), other(&black)),
        (None, Some(white)) => ByColor::new(other(&white), white),
        (Some(black), Some(white)) => ByColor::new(black, white),
    }
}

/// Returns the names of the people: those of the command line before those of the settings.
fn people(args: &PlayArgs, settings: &Settings) -> [PersonName; 2] {
    let [name, second_name] = settings.people();
    let given = |index: usize| args.name.get(index).copied();
    [given(0).unwrap_or(name), given(1).unwrap_or(second_name)]
}

/// Analyse a game or position: variations, comments, live evaluation
///
/// Without a game, resumes your last analysis. Every change is saved. In line mode, steps through the game with next, back,
/// first and last, and saves only what you save.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reversi analyse                                  Your last analysis, or a new one
  reversi analyse games.ggf                        A game of a file
  reversi analyse f5d6c3                           The position after three moves
  reversi analyse history:last --spoken            Your last game, move by move in sentences")]
pub(crate) struct AnalyseCommand {
    #[arg(value_name = "GAME", help = A_GAME)]
    game: Option<String>,
    /// Analyse in plain text lines (line mode); used automatically when there is no terminal
    #[arg(long)]
    plain: bool,
    /// Line mode for screen readers: says which discs turn, prints the board only on request
    #[arg(long)]
    spoken: bool,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    engine: EngineChoice,
}

/// Opens the analysis of a game.
pub(super) fn analyse(args: &AnalyseCommand, color: ColorChoice) -> Result<(), Failure> {
    if args.plain || args.spoken || !has_screen() {
        return analyse_in_lines(args);
    }
    let subject = match args.game.as_deref() {
        None => None,
        Some(text) if text != "-" && is_stored(text)? => {
            Some(AnalysisSubject::File(text.to_owned()))
        }
        text => Some(AnalysisSubject::Game(Box::new(
            find(text, None)?.subject.into_game(),
        ))),
    };
    let mut setup = two_people();
    setup.engine = args.engine.open()?;
    let mut options = tui_options(
        &args.look,
        color,
        FirstScreen::Analyse(subject),
        setup,
        |_| (),
    );
    if args.engine.is_given() {
        options.review = review::ENGINE_LIMITS;
    }
    Ok(terminal::run(options)?)
}

/// Analyses a game in line mode. A game of a file or of the history begins before its first move.
fn analyse_in_lines(args: &AnalyseCommand) -> Result<(), Failure> {
    let mut setup = two_people();
    setup.engine = args.engine.open()?;
    let mut sentences = Vec::new();
    let found = find(args.game.as_deref(), None)?;
    let names = match &found.subject {
        PositionOrGame::Game(_, Some(record)) => {
            let names = ByColor::from_fn(|color| recorded_player(&record.players, color));
            let are_known = Color::ALL.map(|color| !record.players[color].is_empty());
            Some((names, are_known == [true; 2]))
        }
        _ => None,
    };
    let mut game = found.subject.into_game();
    let moves = game.entries().iter().filter_map(Entry::square).count();
    if let Some((names, are_known)) = names.filter(|_| moves > 0) {
        while game.undo().is_some() {}
        sentences.extend(are_known.then(|| wording::players(&names, None)));
        sentences.push(tr!(
            "The game has {count} move. Type next for the first one."
                | "The game has {count} moves. Type next for the first one.",
            count = moves
        ));
    }
    setup.game = game;
    let mode = line_mode(setup, reader(), args.spoken)?;
    Ok(mode.of_given_game(sentences).run()?)
}

/// Learn to play: a two-minute tutorial on the board
///
/// Without a terminal, prints the rules.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reversi learn                                    The tutorial")]
pub(crate) struct LearnArgs {
    /// Print the rules instead
    #[arg(long)]
    plain: bool,
}

/// Runs the tutorial, or prints the rules if there is no screen for it.
pub(super) fn learn(args: &LearnArgs, color: ColorChoice) -> Result<(), Failure> {
    if args.plain || !has_screen() {
        let rules = wording::rules().map(|(word, rule)| align_left(word, 6) + rule + "\n");
        let command = Name("reversi explain --example row");
        let more = tr!("How the program finds moves: {command}", command);
        return print(&format!("{}\n{more}\n", rules.concat()));
    }
    let look = LookArgs::default();
    let options = tui_options(&look, color, FirstScreen::Learn, two_people(), |_| ());
    Ok(terminal::run(options)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_of_the_command_line_meets_a_person_unless_both_are_named() {
        let named = |black: Option<&str>, white: Option<&str>, last: [&str; 2]| {
            let kind = |text: &str| text.parse::<PlayerKind>().unwrap();
            let last = ByColor::new(kind(last[0]), kind(last[1]));
            let players = with_named(ByColor::new(black.map(kind), white.map(kind)), last);
            format!("{} {}", players.black.name(), players.white.name())
        };
        for last in [["you", "level 3"], ["level 3", "you"]] {
            assert_eq!(named(Some("5"), None, last), "level 5 you");
            assert_eq!(named(None, Some("5"), last), "you level 5");
            assert_eq!(named(Some("you"), None, last), "you level 3");
            assert_eq!(named(None, Some("you"), last), "level 3 you");
            assert_eq!(named(Some("5"), Some("6"), last), "level 5 level 6");
        }
    }
}
