//! The command line as parsed by clap: the commands and their common options.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{
    ArgMatches, ColorChoice, Command, CommandFactory as _, FromArgMatches as _, Id, Parser,
    Subcommand, ValueEnum as _,
};

use super::bench::BenchArgs;
use super::book::BookArgs;
use super::completions::CompletionsArgs;
use super::convert::ConvertArgs;
use super::doctor::DoctorArgs;
use super::engine::EngineArgs;
use super::explain::ExplainArgs;
use super::games::GamesArgs;
use super::go::GoArgs;
use super::hint::HintArgs;
use super::match_::MatchArgs;
use super::network::{HostArgs, JoinArgs};
use super::openings::OpeningsArgs;
use super::output::print_message;
use super::perft::PerftArgs;
use super::play::{AnalyseCommand, LearnArgs, PlayArgs, PlayCommand};
use super::puzzle::PuzzleArgs;
use super::review::ReviewArgs;
use super::show::ShowArgs;
use super::solve::SolveArgs;
use super::source::looks_like_a_game;
use super::stats::StatsArgs;
use super::themes::ThemesArgs;
use super::translated::{self, clap_text, translated};
use super::{help, language, layout};
use reversi_notation::clean_output;
use reversi_notation::find::looks_like_a_board;
use reversi_text::{Name, Said, label, tr};

#[derive(Debug, Parser)]
#[command(
    name = "reversi",
    version,
    about = "Reversi (Othello) for the terminal",
    help_template = help::TEMPLATE,
    override_usage = label!("reversi [play] [OPTIONS] [GAME], or reversi COMMAND [OPTIONS]").text(),
    subcommand_value_name = "COMMAND"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<ReversiCommand>,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    /// When to use colours; `auto` respects `NO_COLOR` and whether the output is a terminal
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        global = true,
        ignore_case = true
    )]
    pub(crate) color: ColorChoice,
    /// Language of the texts [default: as in the settings, otherwise by the locale]
    #[arg(
        long,
        value_name = "LANGUAGE",
        value_parser = language::values(),
        global = true,
        ignore_case = true
    )]
    pub(crate) lang: Option<String>,
    /// Whether programs read what is printed.
    #[arg(skip)]
    pub(crate) is_for_programs: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ReversiCommand {
    Play(PlayCommand),
    Learn(LearnArgs),
    Analyse(AnalyseCommand),
    Host(HostArgs),
    Join(JoinArgs),
    Perft(PerftArgs),
    Show(ShowArgs),
    Explain(ExplainArgs),
    Solve(SolveArgs),
    Hint(HintArgs),
    Openings(OpeningsArgs),
    Match(MatchArgs),
    Engine(EngineArgs),
    /// Measure the speed of the search on a fixed set of positions, or of the boards
    ///
    /// Prints the number of nodes searched on one thread, and the speed. The number changes only when
    /// the search changes. With --boards: the same count of leaves by three boards of arrays and by the kernels.
    #[command(after_help = "\
Examples:
  reversi bench                                    Count the nodes and measure the speed
  reversi bench --boards                           Compare arrays with bitboards")]
    Bench(BenchArgs),
    Review(ReviewArgs),
    Puzzle(PuzzleArgs),
    Go(GoArgs),
    Convert(ConvertArgs),
    #[command(alias = "history")]
    Games(GamesArgs),
    Stats(StatsArgs),
    /// Show, check or extend the opening book, or make one of games
    #[command(
        subcommand,
        after_help = "\
Examples:
  reversi book show f5d6c3                         The moves of the book after three moves
  reversi book extend mine.book --time-limit 3600  Make or extend a book for an hour
  reversi book add mine.book games.ggf             Make or extend a book by the openings of games
  reversi book check --book mine.book              Search some of its positions again"
    )]
    Book(BookArgs),
    Themes(ThemesArgs),
    Completions(CompletionsArgs),
    /// Print the manual page
    #[command(after_help = "\
Examples:
  reversi man > ~/.local/share/man/man1/reversi.1
  reversi man | man -l -")]
    Man,
    /// Report what a bug report needs: version, processor, terminal and files
    ///
    /// Prints one fact a line. Problems, such as damaged files, are marked with an exclamation mark; the exit code is
    /// then 1. Nothing is changed. Your home folder is shown as ~.
    #[command(after_help = "\
Examples:
  reversi doctor                                   Show everything
  reversi doctor > report.txt                      Save it for a bug report")]
    Doctor(DoctorArgs),
}

impl ReversiCommand {
    /// Returns whether programs read what the command prints, whatever its options.
    const fn is_for_programs(&self) -> bool {
        match self {
            Self::Engine(_)
            | Self::Convert(_)
            | Self::Completions(_)
            | Self::Man
            | Self::Doctor(_) => true,
            Self::Go(args) => args.is_engine(),
            Self::Play(_)
            | Self::Learn(_)
            | Self::Analyse(_)
            | Self::Host(_)
            | Self::Join(_)
            | Self::Perft(_)
            | Self::Show(_)
            | Self::Explain(_)
            | Self::Solve(_)
            | Self::Hint(_)
            | Self::Openings(_)
            | Self::Match(_)
            | Self::Bench(_)
            | Self::Review(_)
            | Self::Puzzle(_)
            | Self::Games(_)
            | Self::Stats(_)
            | Self::Book(_)
            | Self::Themes(_) => false,
        }
    }
}

/// Returns whether programs read what a command prints because of its options: JSON, or a file.
fn prints_for_programs(mut matches: &ArgMatches) -> bool {
    while let Some((_, of_command)) = matches.subcommand() {
        matches = of_command;
    }
    let is_given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let mut ids = matches.ids().map(Id::as_str);
    ids.any(|id| ["json", "output"].contains(&id) && is_given(id))
}

/// Returns the texts of the help that are looked up by their English, for the files of languages. Those that differ between
/// two languages are made of messages.
#[doc(hidden)]
pub fn help_texts() -> BTreeSet<String> {
    translated::texts(Cli::command())
}

/// Parses the command line.
///
/// # Errors
/// Wrong usage, or a request for help or the version: [`report`] prints either.
pub(crate) fn parse(args: &[OsString]) -> Result<Cli, clap::Error> {
    // Only help and errors are read by people.
    let width = layout::help_width();
    parse_with(layout::fitted(Cli::command(), width), args).or_else(|english| {
        // clap wraps between spaces alone, so that its lines are wrapped later.
        match translated(Cli::command().term_width(0)) {
            Some(command) => parse_with(layout::with_fitted_texts(command, width), args),
            None => Err(english),
        }
    })
}

fn parse_with(command: Command, args: &[OsString]) -> Result<Cli, clap::Error> {
    let mut command = help::with_commands(command).color(help_colors(args));
    let args = if asks_for_build(args) {
        command = command.version(help::version_with_build());
        ["reversi", "--version"].map(Into::into).into()
    } else {
        arranged(&command, args)
    };
    let mut matches = command
        .try_get_matches_from_mut(&args)
        .map_err(|error| with_nearest_command(&mut command, &args, error))?;
    if let Some((name, _)) = matches.subcommand()
        && let Some(option) = stray_play_option(&matches)
    {
        let has_it = command.find_subcommand(name).is_some_and(|command| {
            command
                .get_arguments()
                .any(|arg| arg.get_long() == Some(&*option))
        });
        let (name, option) = (Name(name), Name(&option));
        let message = if has_it {
            tr!("--{option} must come after `{name}`", option, name)
        } else {
            tr!(
                "--{option} is an option of `play`, not of `{name}`",
                option,
                name
            )
        };
        return Err(command.error(ErrorKind::ArgumentConflict, message));
    }
    let by_options = prints_for_programs(&matches);
    let cli = Cli::from_arg_matches_mut(&mut matches);
    let mut cli = cli.map_err(|error| error.format(&mut command))?;
    let command = cli.command.as_ref();
    cli.is_for_programs = by_options || command.is_some_and(ReversiCommand::is_for_programs);
    Ok(cli)
}

/// Names the command that is like a word that is none.
fn with_nearest_command(
    command: &mut Command,
    args: &[OsString],
    error: clap::Error,
) -> clap::Error {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    let parent = args.get(1).and_then(|name| command.find_subcommand(name));
    let (before, is_root) = match parent {
        Some(parent) => (format!("{} ", parent.get_name()), false),
        None => (String::new(), true),
    };
    let parent = parent.unwrap_or(command);
    let names = parent
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .flat_map(|command| {
            [command.get_name()]
                .into_iter()
                .chain(command.get_all_aliases())
        });
    let nearest = nearest(names, word);
    let like = nearest.map(|name| before.clone() + name);
    let word = before + word;
    let word = Name(&word);
    let message = match (is_root, &like) {
        (true, None) => tr!("`{word}` is no command, game or file", word),
        (true, Some(like)) => tr!(
            "`{word}` is no command, game or file; did you mean `{like}`?",
            word,
            like = Name(like)
        ),
        (false, None) => tr!("`{word}` is no command", word),
        (false, Some(like)) => tr!(
            "`{word}` is no command; did you mean `{like}`?",
            word,
            like = Name(like)
        ),
    };
    command.error(ErrorKind::InvalidSubcommand, message)
}

/// Returns the name that is most like a mistyped word: one that begins with it, one that it contains, or one that differs
/// by at most two letters and by less than half of the name.
fn nearest<'a>(names: impl Iterator<Item = &'a str>, word: &str) -> Option<&'a str> {
    const MOST: usize = 2;
    let distance = |name: &str| {
        let begins = word.len() > 1 && name.starts_with(word);
        let is_word = word.chars().all(char::is_alphabetic);
        let has = is_word && name.len() > 3 && word.contains(name);
        let is_like = begins || has;
        if is_like {
            0
        } else {
            strsim::osa_distance(word, name)
        }
    };
    let names = names.map(|name| (distance(name), name));
    let near = names.filter(|(distance, name)| *distance <= MOST && 2 * distance < name.len());
    near.min().map(|(_, name)| name)
}

/// Returns whether the command line is `--version --verbose`, in any order.
fn asks_for_build(args: &[OsString]) -> bool {
    let has = |word: &str| args.iter().skip(1).any(|arg| arg == word);
    args.len() == 3 && has("--verbose") && (has("--version") || has("-V"))
}

/// Returns whether a word is meant as an option rather than as a board or a file.
fn is_like_an_option(word: &str) -> bool {
    const LONGEST: usize = 30;
    let name = word.strip_prefix("--").or(word.strip_prefix('-'));
    let has_name = name.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()));
    let is_short = word.len() <= LONGEST && word.contains(|c: char| c.is_ascii_lowercase());
    has_name && (is_short || !looks_like_a_board(word)) && !Path::new(word).exists()
}

/// Returns the arguments in the form that clap reads. A game in place of a command becomes that of `play`. `help WORD`
/// becomes `WORD` if that is no command, because then the error suggests one. A board may begin with empty squares, which
/// look like an option, and so does a negative number: the value of an option follows it after `=`, and other words
/// stand at the end, after `--`.
fn arranged(command: &Command, args: &[OsString]) -> Vec<OsString> {
    let mut root = command.clone();
    // Adds the command `help`, and the global options to all commands.
    root.build();
    let (mut command, mut knows_options, mut words_last) = (&root, true, false);
    // The arguments, and whether each is a word: no option, value of one, or command.
    let mut read: Vec<(bool, OsString)> = Vec::new();
    let mut rest = args.iter().skip(1).cloned().peekable();
    while let Some(mut arg) = rest.next() {
        let text = arg.to_string_lossy();
        let has_words = read.iter().any(|(is_word, _)| *is_word);
        if let Some(subcommand) = command.find_subcommand(&arg).filter(|_| !has_words) {
            command = subcommand;
            read.push((false, arg));
        } else if text == "--" {
            words_last = true;
            read.extend(rest.by_ref().map(|word| (true, word)));
        } else if let Some(values) = values_after(command, &text) {
            if let Some(value) = rest.next_if(|next| values == 1 && is_dashed(next)) {
                arg.push("=");
                arg.push(value);
                read.push((false, arg));
            } else {
                read.push((false, arg));
                read.extend(rest.by_ref().take(values).map(|value| (false, value)));
            }
        } else {
            let is_word = !is_like_an_option(&text);
            knows_options &= is_word;
            read.push((is_word, arg));
        }
    }
    let mut words = read.iter().filter(|(is_word, _)| *is_word);
    let first = words.clone().next().and_then(|(_, word)| word.to_str());
    let is_root = command.get_name() == root.get_name();
    let opens = is_root && knows_options && first.is_some_and(looks_like_a_game);
    let is_no_command = command.has_subcommands() && first.is_some();
    let takes_words = command.get_positionals().next().is_some();
    words_last |= opens || takes_words && words.any(|(_, word)| is_dashed(word));
    if is_no_command && args[1] == "help" {
        read.remove(0);
    }
    if words_last {
        read.sort_by_key(|(is_word, _)| *is_word);
        let options = read.partition_point(|(is_word, _)| !is_word);
        read.insert(options, (true, "--".into()));
    }
    let play = opens.then(|| "play".into());
    let program = args.iter().take(1).cloned();
    let read = read.into_iter().map(|(_, arg)| arg);
    program.chain(play).chain(read).collect()
}

/// Returns whether clap would mistake a word for an option.
fn is_dashed(word: &OsString) -> bool {
    let text = word.to_string_lossy();
    text.starts_with('-') && !["-", "--"].contains(&&*text) && !is_like_an_option(&text)
}

/// Returns how many of the next words are values of an option; `None` if the command has no such option.
fn values_after(command: &Command, word: &str) -> Option<usize> {
    command.get_arguments().find_map(|arg| {
        let after_long = |name| word.strip_prefix("--")?.strip_prefix(name);
        let long = arg.get_long().and_then(after_long);
        let long = long.filter(|rest| rest.is_empty() || rest.starts_with('='));
        let short = arg
            .get_short()
            .and_then(|name| word.strip_prefix('-')?.strip_prefix(name));
        let own_value = long.or(short)?;
        let has_own = !own_value.is_empty() || arg.is_require_equals_set();
        let most = arg.get_num_args().map_or(0, |number| number.max_values());
        Some(if has_own { 0 } else { most })
    })
}

/// Returns an option of `play` that precedes another command, where it would have no effect.
fn stray_play_option(matches: &ArgMatches) -> Option<String> {
    matches
        .ids()
        // Groups are named after their types.
        .filter(|id| {
            !["color", "lang"].contains(&id.as_str())
                && !id.as_str().starts_with(char::is_uppercase)
        })
        .find(|id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine))
        .map(|id| id.as_str().replace('_', "-"))
}

/// Returns whether clap may use colours, which it needs to know before it parses `--color`.
fn help_colors(args: &[OsString]) -> ColorChoice {
    let words = args.iter().filter_map(|arg| arg.to_str());
    // The value is in the same word or in the next.
    let mut words = words.flat_map(|word| word.split('='));
    let value = words
        .find(|word| *word == "--color")
        .and_then(|_| words.next());
    let color = value.and_then(|value| ColorChoice::from_str(value, true).ok());
    color.unwrap_or_default()
}

/// Prints the error of [`parse`]. Returns whether it was a request for help or the version.
///
/// # Errors
/// Cannot write the help.
pub(crate) fn report(error: &clap::Error) -> io::Result<bool> {
    let said = clap_text(error);
    if !error.use_stderr() {
        let printed = match said {
            Some(said) => writeln!(io::stdout(), "{said}"),
            None => error.print(),
        };
        return printed.map(|()| true);
    }
    if let Some(said) = said {
        print_message(&said);
        return Ok(false);
    }
    let plain = error.render().to_string();
    if matches!(clean_output(&plain), Cow::Owned(_)) {
        // Harmful characters of an argument must not reach the terminal.
        print_message(&Said::display(plain.trim_end_matches('\n')));
    } else {
        let _ = error.print();
    }
    Ok(false)
}

#[cfg(test)]
mod tests;
