//! Owns the command line: its options, its help, and what clap makes of them.

mod games;
mod manual;
mod notes;
mod values;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::Square;
use crate::app::clock::{FlagRule, TimeControl};
use crate::app::player::PlayerKind;
use crate::app::settings::{ColorChoice, MAX_PACE_MS, ThemeName};
use crate::bitboard::plain::Direction;

pub(crate) use manual::{completion_script, manual_page};
use values::{
    color_choice, direction, flag_rule, number, number_from, player, seconds, theme, threads,
};

use games::{CONVERT_EXAMPLES, GAMES_EXAMPLES, HISTORY_EXAMPLES, REVIEW_EXAMPLES, REVIEW_NOTES};
use notes::{
    BENCH_EXAMPLES, HINT_EXAMPLES, HINT_NOTES, MATCH_EXAMPLES, MATCH_NOTES, SOLVE_EXAMPLES,
    SOLVE_NOTES,
};

const EXAMPLES: &str = "\
Examples:
  reversi                                  Choose the players and play
  reversi --black human --white greedy     Play Black against the greedy CPU
  reversi --white engine:5 --time 5m+3s    Play against the search, with clocks
  reversi --black greedy --white random    Watch two CPUs play
  reversi --moves f5d6c3 --white random    Go on after three moves
  echo f5 d6 c3 | reversi --plain          Play in plain lines, for pipes and screen readers
  reversi show f5d6c3                      Print a position and its bitboards
  reversi explain f5d6c3 --flips c4        See step by step which discs a move turns
  reversi convert games.ggf -o games.pgn   Convert games from any format into another
  reversi history                          List the games that were played here
  reversi review history:last              What the moves of your last game were worth
  reversi hint f5d6c3 -n 3                 The three best moves and their scores
  reversi solve positions.obf              Play endgames perfectly
  reversi match engine:3 greedy --games 100
                                           Measure one player against another
  reversi perft 10                         Count the paths of ten plies";

const PLAY_EXAMPLES: &str = "\
Examples:
  reversi play                                     Choose the players and play
  reversi play --white greedy --pace 0             A CPU that answers at once
  reversi play --white engine:7 --time 5m+3s       Against the search at level 7, with clocks
  reversi play --black random --white random --seed 7 --plain < /dev/null
                                                   A game that repeats exactly";

const PERFT_EXAMPLES: &str = "\
Examples:
  reversi perft 10                                 24571284
  reversi perft 5 --position \"$(cat board.txt)\"    From another position";

const SHOW_EXAMPLES: &str = "\
Examples:
  reversi show                                     The start
  reversi show f5d6c3                              The position after three moves
  reversi show --hex f5d6c3                        Its bitboards as hexadecimal literals
  reversi show \"---------------------------OX------XO--------------------------- X\"
  reversi show - < game.txt                        What stands in a file
  reversi show games.ggf#3 --at 20                 A game of a file after 20 entries
  reversi show history:last                        The game that was played last";

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  reversi explain                                  How the legal moves of the start are found
  reversi explain f5d6 --direction right           One direction of them
  reversi explain f5d6 --unmasked                  What goes wrong without the mask
  reversi explain f5d6c3 --flips c4                Which discs a move turns
  reversi explain --stable - < board.txt           Which discs can never be turned
  reversi explain --count | less                   How the discs are counted";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  reversi completions bash > ~/.local/share/bash-completion/completions/reversi
  reversi completions zsh > ~/.zfunc/_reversi
  reversi completions fish > ~/.config/fish/completions/reversi.fish";

const MAN_EXAMPLES: &str = "\
Examples:
  reversi man > ~/.local/share/man/man1/reversi.1
  reversi man | man -l -";

const AFTER_HELP: &str = "\
Without a command, reversi plays: `reversi OPTIONS` is `reversi play OPTIONS`.
In line mode, the word `help` lists what can be typed.
Settings are kept in reversi/config.toml in your folder for settings (~/.config on Unix).";

/// What was asked for.
#[derive(Debug, Parser)]
#[command(
    name = "reversi",
    version,
    about = "Reversi (Othello) for the terminal",
    before_help = EXAMPLES,
    after_help = AFTER_HELP,
    override_usage = "reversi [play] [OPTIONS]\n       reversi COMMAND [OPTIONS]",
    subcommand_value_name = "COMMAND"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    /// When to use colours; `auto` heeds `NO_COLOR` and whether there is a terminal.
    #[arg(long, value_name = "WHEN", value_parser = color_choice(), default_value = "auto",
          global = true)]
    pub(crate) color: ColorChoice,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a game (the default)
    #[command(before_help = PLAY_EXAMPLES, after_help = AFTER_HELP)]
    Play(PlayArgs),
    /// Count the leaves of the game tree: the count on stdout, time and rate on stderr
    ///
    /// A pass is one ply, and a game that ends before DEPTH is one leaf. Ctrl-C ends a count that takes
    /// too long.
    #[command(before_help = PERFT_EXAMPLES)]
    Perft(PerftArgs),
    /// Print a position: board, side to move, legal moves and both bitboards
    ///
    /// GAME is a transcript such as f5d6c3; or 64 characters X, O or - from a1 to h8 and the side to
    /// move; or a file of games in any format, whose game N is FILE#N; or history:N, a game that
    /// `reversi history` lists, or history:last; or -, which is standard input.
    #[command(before_help = SHOW_EXAMPLES)]
    Show(ShowArgs),
    /// Explain step by step how the kernel computes something: each expression with its bits
    #[command(before_help = EXPLAIN_EXAMPLES)]
    Explain(ExplainArgs),
    /// Solve endgame positions: the proven score and the best line of each
    #[command(before_help = SOLVE_EXAMPLES, after_help = SOLVE_NOTES)]
    Solve(SolveArgs),
    /// Show the best moves of a position and their scores
    #[command(before_help = HINT_EXAMPLES, after_help = HINT_NOTES)]
    Hint(HintArgs),
    /// Let two players play many games and compare their strength
    #[command(before_help = MATCH_EXAMPLES, after_help = MATCH_NOTES)]
    Match(MatchArgs),
    /// Search a fixed set of positions on one thread: the node total, and the rate
    ///
    /// The total changes when a change of the program makes the search visit other positions.
    #[command(before_help = BENCH_EXAMPLES)]
    Bench,
    /// Go through a game: what each move lost, why, and the graph of the evaluation
    ///
    /// GAME is what `show` takes, but it must have moves.
    #[command(before_help = REVIEW_EXAMPLES, after_help = REVIEW_NOTES)]
    Review(ReviewArgs),
    /// Convert games from any format into another
    ///
    /// Read are transcripts, board text (obf), ggf, wthor, sgf, pgn and Othello Quest JSON (quest).
    /// Written are all but quest, and svg, the picture of one game. A transcript is one game a line: the
    /// moves, a tab, and BLACK-WHITE with the empty squares given to the winner; what is stated where
    /// the game is unfinished, and ? where nothing is. A game that cannot be read is told on stderr and
    /// left out, and the exit code is then 1.
    #[command(before_help = CONVERT_EXAMPLES)]
    Convert(ConvertArgs),
    /// List the games of a file, or those that are looked for
    ///
    /// On a terminal the columns are aligned; elsewhere there is a tab between them and no heading:
    /// number, date, Black, White, result, opening, event.
    #[command(before_help = GAMES_EXAMPLES)]
    Games(GamesArgs),
    /// List the finished games that were played here
    ///
    /// They are kept in reversi/games.ggf in your folder for state (~/.local/state on Unix).
    #[command(before_help = HISTORY_EXAMPLES)]
    History(HistoryArgs),
    /// Print a completion script for a shell
    #[command(before_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell.
        #[arg(value_name = "SHELL")]
        shell: Shell,
    },
    /// Print the manual page
    #[command(before_help = MAN_EXAMPLES)]
    Man,
    /// Measure how far shallow searches are from deeper ones, and fit the error model of `ProbCut`
    #[command(hide = true)]
    FitProbcut(FitArgs),
    /// Fit the weights of the evaluation to the scores of searches
    #[command(hide = true)]
    FitEval(FitArgs),
}

pub(crate) use games::{ConvertArgs, GamesArgs, HistoryArgs, ReviewArgs};

/// A shell with completion scripts.
pub(crate) type Shell = clap_complete::Shell;

#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools)] // each is a switch of the command line
pub(crate) struct PlayArgs {
    /// Who plays Black [default: as last time; human in line mode]
    #[arg(long, value_name = "PLAYER", value_parser = player())]
    pub(crate) black: Option<PlayerKind>,
    /// Who plays White [default: as last time; human in line mode]
    #[arg(long, value_name = "PLAYER", value_parser = player())]
    pub(crate) white: Option<PlayerKind>,
    /// Let the CPUs choose the same moves every time
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true,
          value_parser = |text: &str| number(text, &u64::MAX))]
    pub(crate) seed: Option<u64>,
    /// Play these moves first, such as f5d6c3
    #[arg(long, value_name = "TRANSCRIPT", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
    /// Begin here: 64 characters X, O or - from a1 to h8, and the side to move
    #[arg(long, value_name = "BOARD", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Line mode: a dialogue in plain text, taken by itself where there is no terminal
    #[arg(long)]
    pub(crate) plain: bool,
    /// How the board looks [default: as last time]
    #[arg(long, value_name = "THEME", value_parser = theme())]
    pub(crate) theme: Option<ThemeName>,
    /// Draw with X, O and . alone
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Leave the mouse to the terminal
    #[arg(long)]
    pub(crate) no_mouse: bool,
    /// Turn discs at once
    #[arg(long)]
    pub(crate) no_animation: bool,
    /// The pause before a move of a CPU, in milliseconds, 0 to 10000 [default: as last time]
    #[arg(long, value_name = "MS", allow_negative_numbers = true,
          value_parser = |text: &str| number(text, &MAX_PACE_MS))]
    pub(crate) pace: Option<u32>,
    /// Play with clocks: so much time for the game, and so much more after each move, such as 5m+3s,
    /// 90s or 300+3
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) time: Option<TimeControl>,
    /// What happens when a side has used up its time [default: lose]
    #[arg(long, value_name = "RULE", value_parser = flag_rule())]
    pub(crate) flag: Option<FlagRule>,
    /// With how many threads an engine searches [default: the machine's; 1 with --seed, so that a game
    /// repeats exactly]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads)]
    pub(crate) threads: Option<usize>,
}

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// How many plies to look ahead, 0 to 60; one more takes about ten times as long
    #[arg(allow_negative_numbers = true, value_parser = |text: &str| number(text, &60u32))]
    pub(crate) depth: u32,
    /// Begin here: 64 characters X, O or - from a1 to h8, and the side to move
    #[arg(long, value_name = "BOARD", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct FitArgs {
    /// Files of games, in any format that can be read
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// How many positions are drawn from the games
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) positions: u32,
    /// The depth of the deepest midgame search
    #[arg(long, value_name = "PLIES", default_value_t = 8)]
    pub(crate) depth: u32,
    /// Positions with at most so many empty squares are solved
    #[arg(long, value_name = "EMPTIES", default_value_t = 18)]
    pub(crate) solve_from: u32,
    /// Random seed
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// A transcript, a board, a file of games, history:N, or - for standard input [default: the start]
    #[arg(value_name = "GAME", allow_hyphen_values = true)]
    pub(crate) text: Option<String>,
    /// The position after so many moves and passes [default: all]
    #[arg(long, value_name = "N", value_parser = |text: &str| number(text, &usize::MAX))]
    pub(crate) at: Option<usize>,
    /// Which game of a file or of standard input, counted from 1 [default: 1]
    #[arg(long, value_name = "N", value_parser = |text: &str| number(text, &u64::MAX))]
    pub(crate) game: Option<u64>,
    /// Print the bitboards as hexadecimal literals
    #[arg(long)]
    pub(crate) hex: bool,
}

#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("topic").multiple(false))]
#[allow(clippy::struct_excessive_bools)] // each is a switch of the command line
pub(crate) struct ExplainArgs {
    /// A transcript such as f5d6c3, or 64 characters X, O or - from a1 to h8 and the side to move;
    /// - reads standard input [default: the start]
    #[arg(value_name = "TRANSCRIPT|BOARD", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// The legal moves of the side to move (the default)
    #[arg(long, group = "topic")]
    pub(crate) moves: bool,
    /// The discs that a move on this square turns
    #[arg(long, value_name = "SQUARE", group = "topic", value_parser = Square::from_str)]
    pub(crate) flips: Option<Square>,
    /// The discs that can never be turned again
    #[arg(long, group = "topic")]
    pub(crate) stable: bool,
    /// The moves to the left, by an addition whose carry runs through the discs
    #[arg(long, group = "topic")]
    pub(crate) carry: bool,
    /// How the discs are counted
    #[arg(long, group = "topic")]
    pub(crate) count: bool,
    /// Mobility, potential mobility and frontier
    #[arg(long, group = "topic")]
    pub(crate) mobility: bool,
    /// Only this direction of moves or flips
    #[arg(long, value_name = "DIRECTION", value_parser = direction())]
    pub(crate) direction: Option<Direction>,
    /// Leave out the mask that keeps runs from going around the edge, to see what it is for
    #[arg(long)]
    pub(crate) unmasked: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// The file with a position a line; - or nothing reads standard input
    #[arg(value_name = "FILE.obf")]
    pub(crate) file: Option<PathBuf>,
    /// With how many threads to search [default: the machine's]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads)]
    pub(crate) threads: Option<usize>,
    /// Only tell wins, draws and losses apart
    #[arg(long)]
    pub(crate) wld: bool,
    /// Find the score of every legal move, and compare it where one is listed
    #[arg(long)]
    pub(crate) all_moves: bool,
    /// Print JSON, an object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct HintArgs {
    /// A transcript such as f5d6c3, or 64 characters X, O or - from a1 to h8 and the side to move;
    /// - reads standard input
    #[arg(value_name = "TRANSCRIPT|BOARD", allow_hyphen_values = true)]
    pub(crate) text: String,
    /// Look so many plies ahead, 1 to 60
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = |text: &str| number_from(text, &1, &60u32), conflicts_with = "time")]
    pub(crate) depth: Option<u32>,
    /// Look as deep as so many seconds allow, such as 5 or 0.5
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// Show the best N moves, 1 to 64
    #[arg(short = 'n', long = "moves", value_name = "N", default_value = "1",
          allow_negative_numbers = true, value_parser = |text: &str| number_from(text, &1, &64usize))]
    pub(crate) count: usize,
    /// With how many threads to search [default: the machine's]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads)]
    pub(crate) threads: Option<usize>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// The player that the result is about
    #[arg(value_name = "A", value_parser = player())]
    pub(crate) a: PlayerKind,
    /// The player that it plays against
    #[arg(value_name = "B", value_parser = player())]
    pub(crate) b: PlayerKind,
    /// How many games, an even number: each opening is played twice
    #[arg(long, value_name = "N", default_value = "100", allow_negative_numbers = true,
          value_parser = |text: &str| number_from(text, &2, &1_000_000u32))]
    pub(crate) games: u32,
    /// What chance follows from
    #[arg(long, value_name = "NUMBER", default_value = "1", allow_negative_numbers = true,
          value_parser = |text: &str| number(text, &u64::MAX))]
    pub(crate) seed: u64,
    /// How many random moves each opening has, 0 to 40
    #[arg(long, value_name = "PLIES", default_value = "8", allow_negative_numbers = true,
          value_parser = |text: &str| number(text, &40u32))]
    pub(crate) openings: u32,
    /// How many games run at the same time [default: as many as the machine has threads]
    #[arg(long, value_name = "J", allow_negative_numbers = true, value_parser = threads)]
    pub(crate) jobs: Option<usize>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads the command line.
///
/// # Errors
/// A mistake, or the help or version that was asked for: [`report`] prints either.
pub(crate) fn parse(args: Vec<OsString>) -> Result<Cli, clap::Error> {
    let mut command = Cli::command().color(help_colors(&args));
    let mut matches = command.try_get_matches_from_mut(args)?;
    if let Some((name, _)) = matches.subcommand()
        && let Some(option) = stray_play_option(&matches)
    {
        let has_it = command.find_subcommand(name).is_some_and(|command| {
            command
                .get_arguments()
                .any(|arg| arg.get_long() == Some(&*option))
        });
        let message = if has_it {
            format!("--{option} must come after `{name}`")
        } else {
            format!("--{option} is an option of `play`, not of `{name}`")
        };
        return Err(command.error(ErrorKind::ArgumentConflict, message));
    }
    Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
}

/// An option of `play` that stands before a command, where it would do nothing.
fn stray_play_option(matches: &ArgMatches) -> Option<String> {
    matches
        .ids()
        .filter(|id| *id != "color" && *id != "PlayArgs")
        .find(|id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine))
        .map(|id| id.as_str().replace('_', "-"))
}

/// The colours of the help and of mistakes are wanted before the options are read.
fn help_colors(args: &[OsString]) -> clap::ColorChoice {
    let value = args.iter().enumerate().find_map(|(index, arg)| {
        let arg = arg.to_str()?;
        match arg.strip_prefix("--color")? {
            "" => args.get(index + 1)?.to_str(),
            value => value.strip_prefix('='),
        }
    });
    match value {
        Some("always") => clap::ColorChoice::Always,
        Some("never") => clap::ColorChoice::Never,
        _ => clap::ColorChoice::Auto,
    }
}

/// Prints what [`parse`] gave instead of arguments. Says whether that was help, as asked for.
///
/// # Errors
/// When the help cannot be written.
pub(crate) fn report(error: &clap::Error) -> io::Result<bool> {
    if !error.use_stderr() {
        return error.print().map(|()| true);
    }
    let control = |arg: OsString| arg.to_string_lossy().chars().any(char::is_control);
    if std::env::args_os().any(control) {
        // Control characters of an argument are not for the terminal. The render has lost most already.
        let plain = error.render().to_string();
        let shown: String = plain
            .chars()
            .filter(|&c| c == '\n' || !c.is_control())
            .collect();
        // When nobody reads it there is nobody to tell.
        let _ = write!(io::stderr(), "{shown}");
    } else {
        let _ = error.print();
    }
    Ok(false)
}
