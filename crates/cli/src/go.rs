//! `reversi go`: Go on small boards.

use std::io;
use std::path::PathBuf;

use clap::ColorChoice;
use clap::builder::TypedValueParser;

use super::Failure;
use super::options::open_log;
use super::screen::{LookArgs, has_screen, reader, run_line_mode, tui_options, two_people};
use super::values::{suggesting, whole};
use crate::serve::{GoStrength, serve_go};
use crate::terminal;
use reversi::ByColor;
use reversi_table::go::player::{GoPlayerKind, LEVELS};
use reversi_table::go::{GoGame, Grid, Komi};
use reversi_table::phrase::columns::align_left;
use reversi_table::session::Setup;
use reversi_table::store::go_file::open;
use reversi_text::tr;
use reversi_tui::FirstScreen;

/// Play Go on a small board
///
/// Area scoring, positional superko, no suicide. Rows are counted from the bottom.
#[derive(Debug, clap::Args)]
#[command(after_help = after_help())]
pub(crate) struct GoArgs {
    /// Points on each side of the board
    #[arg(long, value_name = "N", default_value = "5", value_parser = ["5", "7"])]
    size: String,
    /// Points that White gets for moving second [default: 0 on 5x5, 9 on 7x7]
    ///
    /// On 7x7, perfect play is believed to be a draw with 9. On 5x5 Black can take the whole board, so a
    /// komi decides nothing, and the game is played for the margin.
    #[arg(long)]
    komi: Option<Komi>,
    /// Black's player: you, random, greedy or level 1 to level 5 [default: you]
    #[arg(long, value_name = "PLAYER", value_parser = go_player(), hide_possible_values = true)]
    black: Option<GoPlayerKind>,
    /// White's player [default: level 3]
    #[arg(long, value_name = "PLAYER", value_parser = go_player(), hide_possible_values = true)]
    white: Option<GoPlayerKind>,
    /// Continue a game from an SGF file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "komi"])]
    open: Option<PathBuf>,
    /// Random seed
    #[arg(long, value_name = "NUMBER", value_parser = whole(0u64..))]
    seed: Option<u64>,
    /// Play in plain text lines (line mode); used automatically when there is no terminal
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    look: LookArgs,
    /// Play as an engine for another program, such as GoGui, over the Go Text Protocol
    ///
    /// The host sets the size of the board, from 2 to 7, and the komi.
    #[arg(long, conflicts_with_all = ["black", "white", "open", "plain"])]
    gtp: bool,
    /// Level of the engine for --gtp, 1 to 5 [default: 5]
    #[arg(long, value_name = "LEVEL", requires = "gtp", value_parser = whole(1..=LEVELS))]
    level: Option<u8>,
    /// Append the commands and responses of --gtp to a file
    #[arg(long, value_name = "FILE", requires = "gtp")]
    log: Option<PathBuf>,
}

impl GoArgs {
    /// Returns whether it is played as an engine.
    pub(super) const fn is_engine(&self) -> bool {
        self.gtp
    }
}

/// Returns the players and some examples.
fn go_player() -> impl TypedValueParser<Value = GoPlayerKind> {
    suggesting(str::parse::<GoPlayerKind>, GoPlayerKind::all())
}

fn after_help() -> String {
    let line = |kind: GoPlayerKind| {
        format!(
            "  {}{}\n",
            align_left(&kind.name().to_string(), 9),
            kind.describe()
        )
    };
    let players: String = GoPlayerKind::all().map(line).collect();
    [&*tr!("Players:"), "\n", &players, "\n", EXAMPLES].concat()
}

const EXAMPLES: &str = "\
Examples:
  reversi go                                       Play Black against the computer on 5x5
  reversi go --size 7 --white friend               Play with a friend on 7x7
  reversi go --black 5 --white 3                   Watch the computer play itself
  reversi go --gtp --level 4                       The command to enter in GoGui
  echo c3 pass pass | reversi go --white friend    Play in plain text, for pipes and screen readers";

pub(super) fn run(args: &GoArgs, color: ColorChoice) -> Result<(), Failure> {
    let size = if args.size == "7" { 7 } else { 5 };
    let grid = Grid::new(size).expect("5 and 7 are sizes");
    if args.gtp {
        return serve_gtp(args, grid);
    }
    let (game, players) = if let Some(path) = &args.open {
        open(path).map_err(Failure::Faults)?
    } else {
        let komi = args.komi.unwrap_or(Komi::usual(grid));
        (GoGame::new(grid, komi), GoPlayerKind::USUAL)
    };
    let players = ByColor::new(
        args.black.unwrap_or(players.black),
        args.white.unwrap_or(players.white),
    );
    let setup = Setup::of_game(game, players, args.seed.unwrap_or_else(rand::random));
    if args.plain || !has_screen() {
        return run_line_mode(setup, reader(), false, None);
    }
    let first = FirstScreen::Go(Box::new(setup));
    Ok(terminal::run(tui_options(
        &args.look,
        color,
        first,
        two_people(),
        |_| (),
    ))?)
}

/// Plays as an engine until the host quits.
fn serve_gtp(args: &GoArgs, grid: Grid) -> Result<(), Failure> {
    let strength = GoStrength {
        grid,
        komi: args.komi,
        player: GoPlayerKind::Mcts(args.level.unwrap_or(LEVELS)),
        seed: args.seed.unwrap_or_else(rand::random),
    };
    let log = args.log.as_deref().map(open_log).transpose()?;
    Ok(serve_go(strength, io::stdin(), &mut io::stdout(), log)?)
}
