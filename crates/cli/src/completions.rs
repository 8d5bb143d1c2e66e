//! `reversi completions`: the scripts of shells, generated from the commands.

use std::fmt::Write as _;

use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;

use super::Failure;
use super::output::print;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reversi completions bash >> ~/.bash_completion
  reversi completions zsh > ~/.zfunc/_reversi
  reversi completions fish > ~/.config/fish/completions/reversi.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// The game that is offered beside files.
const LAST_GAME: &str = "history:last";

/// What marks an argument for a game: no argument is an address of mail.
const GAME: ValueHint = ValueHint::EmailAddress;

pub(super) fn run(args: &CompletionsArgs, command: Command) -> Result<(), Failure> {
    print(&script(args.shell, command))
}

/// Returns the script of a shell.
fn script(shell: Shell, command: Command) -> String {
    let mut script = Vec::new();
    let mut command = with_hints(command);
    clap_complete::generate(shell, &mut command, "reversi", &mut script);
    let script = String::from_utf8_lossy(&script);
    match shell {
        Shell::Bash => for_bash(&script, &command),
        Shell::Fish => for_fish(&script, &command),
        Shell::Zsh => for_zsh(&script),
        _ => script.into_owned(),
    }
}

/// Returns the two parts of a script around a text that clap writes.
///
/// # Panics
/// If clap no longer writes it; a test generates all scripts.
fn around<'a>(script: &'a str, text: &str) -> (&'a str, &'a str) {
    let parts = script.split_once(text);
    parts.unwrap_or_else(|| panic!("clap_complete does not write {text:?}"))
}

/// Returns a script with other text in place of one that clap writes.
///
/// # Panics
/// As [`around`].
fn replaced(script: &str, text: &str, by: &str) -> String {
    around(script, text);
    script.replace(text, by)
}

/// Tells clap what completes each argument and option that has no list of values: games, files, or nothing.
fn with_hints(command: Command) -> Command {
    command
        .mut_args(|arg| match arg.get_value_hint() {
            _ if arg.is_positional() => {
                let hint = hint_of_argument(&arg);
                arg.value_hint(hint)
            }
            ValueHint::Unknown if arg.get_action().takes_values() => {
                arg.value_hint(ValueHint::Other)
            }
            _ => arg,
        })
        .mut_subcommands(with_hints)
}

/// Returns what completes an argument, by the name of its value.
fn hint_of_argument(arg: &Arg) -> ValueHint {
    let names = arg.get_value_names().unwrap_or_default();
    let is_one_of = |parts: &[&str]| {
        let mut names = names.iter();
        names.any(|name| {
            parts
                .iter()
                .any(|part| name.split('|').any(|of| of == *part))
        })
    };
    if is_one_of(&["GAME", "FILE", "IN"]) {
        GAME
    } else if is_one_of(&["BOOK"]) {
        ValueHint::AnyPath
    } else {
        ValueHint::Other
    }
}

/// Calls a function with the path to each command that has no subcommands.
fn each_command(command: &Command, path: &[&Command], visit: &mut dyn FnMut(&[&Command])) {
    for command in command.get_subcommands() {
        let path = [path, &[command]].concat();
        if command.has_subcommands() {
            each_command(command, &path, visit);
        } else if path.iter().all(|command| command.get_name() != "help") {
            visit(&path);
        }
    }
}

/// Returns what completes the arguments of a command that are no options; `None` if there is nothing.
fn hint_of(command: &Command) -> Option<ValueHint> {
    let mut hints = command.get_positionals().map(Arg::get_value_hint);
    hints.find(|hint| *hint != ValueHint::Other)
}

/// Offers files and the last game after the commands that take them, also where options are offered.
fn for_bash(script: &str, command: &Command) -> String {
    const LAST: &str = "\n            COMPREPLY=( $(compgen -W \"${opts}\" -- \"${cur}\") )\n";
    let mut script = script.to_owned();
    each_command(command, &[], &mut |path| {
        let Some(hint) = path.last().and_then(|command| hint_of(command)) else {
            return;
        };
        let names = path
            .iter()
            .map(|command| format!("__subcmd__{}", command.get_name()));
        let label = format!("\n        reversi{})\n", names.collect::<String>());
        let (before, rest) = around(&script, &label);
        let (block, after) = around(rest, LAST);
        // The options are not all that may follow a command.
        let at = format!(" || ${{COMP_CWORD}} -eq {} ]]", path.len() + 1);
        let block = replaced(block, &at, " ]]");
        let game = if hint == GAME { LAST_GAME } else { "" };
        script = format!(
            "{before}{label}{block}
            COMPREPLY=( $(compgen -W \"${{opts}} {game}\" -- \"${{cur}}\") )
            if [[ ${{cur}} != -* ]]; then
                if [[ \"${{BASH_VERSINFO[0]}}\" -ge 4 ]]; then
                    compopt -o filenames
                fi
                while IFS= read -r file; do
                    COMPREPLY+=(\"${{file}}\")
                done < <(compgen -f -- \"${{cur}}\")
            fi\n{after}"
        );
    });
    script
}

/// Offers files and the last game with one function, and options after them too.
fn for_zsh(script: &str) -> String {
    const START: &str = "autoload -U is-at-least\n";
    let games = format!(
        "{START}
_reversi_games() {{
    _alternative 'files:file:_files' 'games:your last game:compadd -- {LAST_GAME}'
}}\n"
    );
    // With two colons, zsh forgets the options once there is a file.
    let script = replaced(script, "'*::", "'*:");
    let script = replaced(&script, ":_email_addresses'", ":_reversi_games'");
    replaced(&script, START, &games)
}

/// Offers the arguments of commands, and files only where there may be some.
fn for_fish(script: &str, command: &Command) -> String {
    // Before any command the words so far are parsed, which fails for an option that has no value yet.
    let parse = "    argparse -s (__fish_reversi_global_optspecs) -- $cmd 2>/dev/null\n";
    let again = format!("{parse}    or begin\n        set -e cmd[-1]\n    {parse}    end\n");
    let mut script = replaced(script, parse, &again);
    each_command(command, &[], &mut |path| {
        let (Some(first), Some(last)) = (path.first(), path.last()) else {
            return;
        };
        let names = [first.get_name()]
            .into_iter()
            .chain(first.get_all_aliases());
        let names: Vec<&str> = names.collect();
        let mut conditions = vec![format!(
            "__fish_reversi_using_subcommand {}",
            names.join(" ")
        )];
        if path.len() > 1 {
            conditions.push(format!("__fish_seen_subcommand_from {}", last.get_name()));
        }
        let condition = conditions.join("; and ");
        let values = last.get_positionals().flat_map(Arg::get_possible_values);
        let values = values.map(|value| value.get_name().to_owned());
        let is_word = |name: &String| {
            let is_letter = |c: char| c.is_ascii_alphanumeric() || "-_.@".contains(c);
            name.chars().all(is_letter)
        };
        let values: Vec<String> = values.filter(is_word).collect();
        let offered = match hint_of(last) {
            Some(GAME) => format!("-a {LAST_GAME} -d 'Your last game'"),
            Some(_) => return,
            None if values.is_empty() => "-f".to_owned(),
            None => format!("-f -a '{}'", values.join(" ")),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(script, "complete -c reversi -n \"{condition}\" {offered}");
    });
    script
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory as _, ValueEnum as _};

    use super::*;
    use crate::args::Cli;

    #[test]
    fn the_texts_that_are_replaced_are_those_that_clap_writes() {
        for shell in Shell::value_variants() {
            let script = script(*shell, Cli::command());
            // A mark that is left would offer addresses of mail.
            assert!(!script.contains("mail"), "{shell}: {script}");
        }
        let command = with_hints(Cli::command());
        let mut takers = 0;
        each_command(&command, &[], &mut |path| {
            let arguments = path.last().unwrap().get_positionals();
            takers += arguments.filter(|arg| arg.get_value_hint() == GAME).count();
        });
        let games = script(Shell::Zsh, Cli::command());
        assert!(
            games.matches(":_reversi_games'").count() >= takers,
            "{games}"
        );
        assert!(takers > 12, "{takers}");
    }
}
