//! Texts of the help that stand in several places: the help of the program and of `play`, and the manual page.

use std::fmt::Write as _;

use clap::Command;

use super::failure::exit_codes;
use reversi_study::rating;
use reversi_table::phrase::columns::align_left;
use reversi_table::player::description;
use reversi_table::player::description::DOUBLE;
use reversi_table::player::level::LEVELS;
use reversi_text::{Message, Said, label, tr};

/// The form of the help of the program: the rest is in [`with_commands`], all options in the help of `play`.
pub(super) const TEMPLATE: &str = "{about-with-newline}{usage-heading} {usage}{after-help}";

/// The commands and what they are for, those that people use most first.
const GROUPS: [(&str, &Message); 8] = [
    (
        "play, learn, puzzle",
        label!("Play or open a game, learn, solve puzzles"),
    ),
    (
        "review, analyse, stats",
        label!("See mistakes, variations and your record"),
    ),
    ("host, join, go", label!("Play over the network, or Go")),
    ("games, convert", label!("List and convert games")),
    ("hint, solve, openings, book", label!("Find the best moves")),
    (
        "show, explain, perft, bench",
        label!("See how bitboards work"),
    ),
    ("match, engine", label!("Run and test engines")),
    (
        "themes, doctor, completions, man",
        label!("Set up and get support"),
    ),
];

/// The options of `play` that people look for.
const OPTIONS: [(&str, &Message); 5] = [
    (
        "--black, --white PLAYER",
        label!("you, a level from 1 to 10, me, an engine"),
    ),
    ("--time TIME", label!("Clocks, such as 5m+3s")),
    ("--name NAME", label!("Your name in saved games")),
    (
        "--theme THEME",
        label!("Colours, such as light or contrast"),
    ),
    (
        "--plain",
        label!("Lines of text, for pipes and screen readers"),
    ),
];

/// The first examples.
const FIRST_EXAMPLES: [(&str, &Message); 3] = [
    (
        "reversi --white 5 --time 5m+3s",
        label!("Play against level 5, with clocks"),
    ),
    ("reversi games.ggf", label!("Open a game of a file")),
    (
        "reversi review history:last",
        label!("See what each move of your last game lost"),
    ),
];

/// What is known of how the program was built: the commit, from `REVERSI_COMMIT` in the environment of the build or, for
/// a release build, from the repository or the package, and the compiler.
pub(super) fn build_facts() -> impl Iterator<Item = (&'static str, &'static str)> {
    let facts = [
        ("commit", option_env!("REVERSI_COMMIT")),
        ("compiler", option_env!("REVERSI_COMPILER")),
    ];
    let known = facts
        .into_iter()
        .filter_map(|(name, fact)| Some((name, fact?)));
    known.filter(|(_, fact)| !fact.is_empty())
}

/// Returns the version, and a line for each fact about the build.
pub(super) fn version_with_build() -> String {
    let mut text = env!("CARGO_PKG_VERSION").to_owned();
    for (name, fact) in build_facts() {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{name} {fact}");
    }
    text
}

/// Adds the commands, the usual options and some examples to the help of the program. It fits on one screen.
pub(super) fn with_commands(command: Command) -> Command {
    let parts: [(&Message, &[(&str, &Message)]); 3] = [
        (
            label!("Commands (`reversi help COMMAND` explains one):"),
            &GROUPS,
        ),
        (label!("Options (`reversi help play` has all):"), &OPTIONS),
        (label!("Examples:"), &FIRST_EXAMPLES),
    ];
    let mut text = String::new();
    for (heading, rows) in parts {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{heading}");
        for (names, purpose) in rows {
            let _ = writeln!(text, "  {}{purpose}", align_left(names, 34));
        }
    }
    text +=
        &tr!("Guide: docs/ in the source. To report a fault, add what `reversi doctor` prints.");
    command.after_help(text)
}

/// The examples of the manual page.
pub(super) const EXAMPLES: &str = "\
Examples:
  reversi                                  Choose the players and play
  reversi learn                            Learn to play in two minutes
  reversi --black you --white 3            Play Black against level 3
  reversi --white 5 --time 5m+3s           Play against level 5, with clocks
  reversi --black 5 --white 3              Watch the computer play itself
  reversi games.ggf                        Open a game of a file
  reversi f5d6c3                           Open the position after three moves
  reversi host                             Play with a friend over the network
  reversi --moves f5d6c3 --white 3         Start after three moves
  echo f5 d6 c3 | reversi --plain          Play in plain text, for pipes and screen readers
  reversi review history:last              See what each move of your last game lost
  reversi analyse f5d6c3                   Think about a position: variations, comments
  reversi puzzle                           Solve puzzles, mistakes of your games first
  reversi go                               Play Go on a small board
  reversi games                            List the games you finished
  reversi stats                            Show your record and your mistakes
  reversi hint f5d6c3 -n 3                 Show the three best moves and their scores
  reversi solve positions.obf              Solve endgames
  reversi openings f5d6c3                  Show what was played in tournament games
  reversi show f5d6c3                      Print a position and its bitboards
  reversi explain f5d6c3 --flips c4        See step by step which discs a move turns
  reversi convert games.ggf -o games.pgn   Convert games between formats
  reversi themes                           Show the themes, with your own
  reversi match 5 3 --games 100            Compare the strength of two players
  reversi engine nboard                    Play as an engine for a graphical board
  reversi perft 10                         Count the leaves of the game tree
  reversi doctor                           Show what a bug report needs";

/// The notes at the end of the help.
pub(super) const NOTES: &str = "\
Without a command, reversi plays: `reversi OPTIONS` is `reversi play OPTIONS`, and `reversi GAME` opens a game as
`reversi play GAME` does.
In line mode, type `help` to list the commands. A game through a pipe is not saved, unless over the network
or by the command `save FILE`.
Settings are stored in reversi/config.toml in your configuration folder (~/.config on Unix).";

/// Returns what the exit codes of all commands mean, a cause in each row.
pub(super) fn exit_status() -> String {
    let rows = exit_codes().map(|(code, cause)| format!("  {code}  {cause}"));
    rows.collect::<Vec<_>>().join("\n")
}

/// Returns the help about players and the levels of the engine.
pub(super) fn players() -> String {
    let row = |name: &str, what: Said| format!("  {}{what}\n", align_left(name, 10));
    let others = tr!("nboard:COMMAND, gtp:COMMAND, or a name from the settings");
    let levels = align_left(&tr!("Levels:"), 55);
    let mut text = [
        tr!("Players:").to_string() + "\n",
        row("you", Said::display(description::A_PERSON)),
        row("random", Said::display(description::RANDOM)),
        row("greedy", Said::display(description::TURNS_MOST)),
        row(
            "level N",
            tr!("one of the levels below: \"level 1\" to \"level 10\", also as a number: 5"),
        ),
        row(
            "N@TIME",
            tr!("searches as long for each move: 10@0.5s; below level 8 it moves like level N"),
        ),
        row(DOUBLE, Said::display(description::PLAYS_LIKE_YOU)),
        format!("  {others}  {}\n", tr!("another program")),
        format!("\n{levels}{}\n", tr!("rating in Elo")),
    ]
    .concat();
    for level in LEVELS {
        let about = align_left(&level.describe(), 54);
        let rating = rating::of_level(level.number).rating;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {about}{rating:>12.0}");
    }
    text + &tr!(
        "Levels 1 to 7 choose among the moves that people of their strength are likely to make, and err as they do."
    )
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use clap::CommandFactory as _;
    use unicode_width::UnicodeWidthStr as _;

    use super::*;
    use crate::args::{self, Cli};
    use crate::layout::fitted;

    /// A width at which nothing is wrapped.
    const WIDE: usize = 10_000;

    /// Calls a function with each visible command and its words, such as `book show`.
    fn each_command(command: &Command, words: &str, visit: &mut dyn FnMut(&str, &Command)) {
        let shown = |command: &&Command| !command.is_hide_set() && command.get_name() != "help";
        for command in command.get_subcommands().filter(shown) {
            let words = format!("{words} {}", command.get_name());
            visit(&words, command);
            each_command(command, &words, visit);
        }
    }

    #[test]
    fn every_text_about_levels_ends_with_the_last_one() {
        let mut texts = vec![players(), description::COMPUTERS.text().to_owned()];
        let mut command = with_commands(Cli::command());
        texts.push(command.render_help().to_string());
        each_command(&command, "", &mut |words, command| {
            // Go has levels of its own.
            if words != " go" {
                texts.push(fitted(command.clone(), WIDE).render_long_help().to_string());
            }
        });
        let mut count = 0;
        for words in [
            "level from 1 to ",
            "Level, 1 to ",
            "level 1 to level ",
            "\"level 1\" to \"level ",
        ] {
            for text in texts.iter().flat_map(|text| text.split(words).skip(1)) {
                let digits = text.split(|c: char| !c.is_ascii_digit()).next().unwrap();
                assert_eq!(digits.parse(), Ok(LEVELS.len()), "{words}{text}");
                count += 1;
            }
        }
        assert!(count >= 4, "{count}");
    }

    #[test]
    fn the_help_fits_one_screen_and_names_every_command_once() {
        let mut command = with_commands(Cli::command());
        let help = command.render_help().to_string();
        assert_eq!(command.render_long_help().to_string(), help);
        // The prompt needs a row, too.
        assert!(help.lines().count() < 24, "{help}");
        assert!(help.lines().all(|line| line.width() <= 80), "{help}");
        let (_, lists) = help.split_once("\nCommands (").unwrap();
        let (commands, rest) = lists.split_once("\nOptions (").unwrap();
        let rows = commands.lines().skip(1);
        let mut listed: Vec<&str> = rows
            .flat_map(|line| line.trim_start().split("  ").next().unwrap().split(", "))
            .collect();
        assert_eq!(listed[..3], ["play", "learn", "puzzle"]);
        let (options, rest) = rest.split_once("\nExamples:\n").unwrap();
        let play = command.find_subcommand("play").unwrap();
        for line in options.lines().skip(1) {
            let names = line.trim_start().split("  ").next().unwrap();
            let (names, value) = names.split_once(' ').map_or((names, None), |_| {
                let (names, value) = names.rsplit_once(' ').unwrap();
                (names, Some(value))
            });
            for name in names.split(", ") {
                let of_play = |arg: &&clap::Arg| arg.get_long() == name.strip_prefix("--");
                let option = play.get_arguments().find(of_play).unwrap();
                let known = option.get_value_names().filter(|_| value.is_some());
                assert_eq!(known.map(|names| &*names[0]), value, "{line}");
            }
        }
        assert_eq!((options.lines().count(), rest.lines().count()), (6, 4));
        listed.sort_unstable();
        let mut known: Vec<&str> = command
            .get_subcommands()
            .filter(|command| !command.is_hide_set())
            .map(Command::get_name)
            .filter(|name| *name != "help")
            .collect();
        known.sort_unstable();
        assert_eq!(listed, known);
    }

    #[test]
    fn a_mistyped_option_is_named_rather_than_the_argument_after_it() {
        let mut checked = 0;
        each_command(&Cli::command(), "", &mut |words, command| {
            let options = command.get_arguments().filter_map(clap::Arg::get_long);
            let options: Vec<_> = options.map(|name| format!("--{name}")).collect();
            for option in &options {
                let (start, end) = option.split_at(option.len() - 1);
                let wrong = format!("{start}z{end}");
                let args = format!("reversi{words} {wrong} f5d6c3");
                let args: Vec<_> = args.split(' ').map(Into::into).collect();
                let error = args::parse(&args).unwrap_err().to_string();
                let first = format!("error: unexpected argument '{wrong}' found");
                assert!(error.starts_with(&first), "{args:?}: {error}");
                // Of a word of three letters, clap finds none that is similar.
                if option.len() > 5 {
                    assert!(error.contains(&format!("'{option}'")), "{args:?}: {error}");
                }
                checked += 1;
            }
        });
        assert!(checked > 100, "{checked}");
    }

    #[test]
    fn a_board_or_a_pass_is_not_taken_for_an_option() {
        let board = "---------------------------ox------xo--------------------------- x";
        for game in [board, "-", "--", "-5", "--XO"] {
            let show = format!("reversi,show,{game},--hex");
            let openings = format!("reversi,openings,{game},games.ggf,-n,3");
            for words in [show, openings, format!("reversi,play,{game}")] {
                let args: Vec<_> = words.split(',').map(Into::into).collect();
                let error = args::parse(&args).err();
                assert!(error.is_none() || game == "--", "{words}: {error:?}");
            }
        }
        let error = args::parse(&["reversi", "show", board, "--hexx"].map(Into::into)).unwrap_err();
        assert!(error.to_string().contains("'--hexx' found"), "{error}");
    }

    /// Returns the short and the long help of each command, with its words, for a terminal of some width.
    fn helps(width: usize) -> Vec<(String, String)> {
        let mut helps = Vec::new();
        let mut command = fitted(Cli::command(), width);
        command.build();
        each_command(&command, "", &mut |words, command| {
            let mut command = command.clone();
            let texts = [command.render_help(), command.render_long_help()];
            helps.extend(texts.map(|text| (words.to_owned(), text.to_string())));
        });
        helps
    }

    #[test]
    fn every_help_fits_80_columns_with_whole_words_and_examples() {
        let wide = helps(WIDE);
        assert!(wide.len() > 50, "{}", wide.len());
        for columns in [80, 100] {
            for ((words, narrow), (_, wide)) in helps(columns).iter().zip(&wide) {
                let long: Vec<_> = narrow
                    .lines()
                    .filter(|line| line.width() > columns)
                    .collect();
                assert!(long.is_empty(), "{words}, {columns} columns: {long:#?}");
                assert!(
                    narrow.split_whitespace().eq(wide.split_whitespace()),
                    "{words}, {columns} columns: {narrow}"
                );
                assert_eq!(examples(narrow), examples(wide), "{words}: {narrow}");
            }
        }
    }

    /// Returns the arguments of the examples in a help.
    fn examples(help: &str) -> Vec<Vec<String>> {
        let (_, examples) = help.split_once("Examples:\n").unwrap_or_default();
        let examples = examples.lines().take_while(|line| !line.is_empty());
        let commands = examples.filter_map(|line| {
            let line = line.strip_prefix("  ")?;
            // The second row of a long example has only its explanation.
            let line = (!line.starts_with(' ')).then_some(line)?;
            let line = line.split("  ").next()?;
            let own = |part: &&str| part.trim_start().starts_with("reversi");
            let part = line.split('|').find(own).expect("the program is named");
            let words = shlex::split(part).expect("quotes are closed");
            let redirects = |word: &String| word.starts_with(['<', '>']);
            let words = words.into_iter().take_while(|word| !redirects(word));
            Some(words.collect())
        });
        commands.collect()
    }

    /// Takes seconds: it parses hundreds of command lines, and the description of all commands is built anew for each.
    #[test]
    fn every_command_has_examples_and_each_can_be_parsed() {
        let mut wrong = Vec::new();
        // The short help of a command has the examples of the long one.
        let mut checked = HashSet::new();
        let mut check = |words: &str, help: &str| {
            let examples = examples(help);
            let own = format!("reversi{words}");
            if !examples.iter().any(|args| args.join(" ").starts_with(&own)) {
                wrong.push(format!("{own} has no example"));
            }
            for example in examples {
                if !checked.insert(example.clone()) {
                    continue;
                }
                let args: Vec<_> = example.iter().map(Into::into).collect();
                if let Err(error) = args::parse(&args) {
                    wrong.push(format!("{}: {error}", example.join(" ")));
                }
            }
        };
        check("", EXAMPLES);
        let help = with_commands(Cli::command()).render_help().to_string();
        check("", &help);
        for (words, help) in helps(WIDE) {
            check(&words, &help);
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
