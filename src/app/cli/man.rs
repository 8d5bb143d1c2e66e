//! `reversi man` and `reversi completions`: the manual page and the scripts of shells, generated from the commands.

use std::io::{self, Write as _};

use clap::{Arg, ValueHint};
use clap_complete::Shell;

use super::Failure;
use super::help::{self, EXAMPLES, NOTES};
use super::output::print;

/// Prints the manual page of a command.
pub(super) fn run(command: clap::Command) -> Result<(), Failure> {
    let page = manual_page(command).map_err(Failure::Output)?;
    print(&String::from_utf8_lossy(&page))
}

/// Returns the manual page: the examples, the options of `play`, then a section for each other command.
fn manual_page(mut command: clap::Command) -> io::Result<Vec<u8>> {
    // Passes the global options on to the commands.
    command.build();
    let man = clap_mangen::Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    section(
        &mut page,
        "EXAMPLES",
        EXAMPLES.trim_start_matches("Examples:\n"),
    )?;
    man.render_options_section(&mut page)?;
    let own_section = |command: &&clap::Command| {
        !command.is_hide_set() && !matches!(command.get_name(), "play" | "help")
    };
    for subcommand in command.get_subcommands().filter(own_section) {
        let name = format!("REVERSI {}", subcommand.get_name().to_uppercase());
        let about = subcommand
            .get_long_about()
            .or(subcommand.get_about())
            .map(ToString::to_string);
        section(
            &mut page,
            &name,
            &about.expect("every command has a help text"),
        )?;
        if let Some(notes) = subcommand.get_after_help() {
            writeln!(page, ".PP\n.nf")?;
            lines(&mut page, &notes.to_string())?;
        }
        // The global options are listed above.
        let special = subcommand
            .clone()
            .mut_args(|arg| match arg.get_id().as_str() {
                "color" | "help" => arg.hide(true),
                _ => arg,
            });
        if special.get_arguments().all(Arg::is_hide_set) {
            continue;
        }
        let mut options = Vec::new();
        clap_mangen::Man::new(special).render_options_section(&mut options)?;
        let options = String::from_utf8_lossy(&options);
        page.extend_from_slice(options.replacen(".SH OPTIONS", ".SS Options", 1).as_bytes());
    }
    section(&mut page, "PLAYERS", &help::players())?;
    section(&mut page, "NOTES", NOTES)?;
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// Formats a section of unwrapped lines.
fn section(page: &mut Vec<u8>, name: &str, text: &str) -> io::Result<()> {
    writeln!(page, ".SH {name}\n.nf")?;
    lines(page, text)
}

/// Marks the start and the end of unwrapped lines.
fn lines(page: &mut Vec<u8>, text: &str) -> io::Result<()> {
    for line in text.lines() {
        // A backslash, and a full stop or an apostrophe at the start of a line, are special in roff.
        let line = line.trim_start().replace('\\', "\\e").replace('-', "\\-");
        writeln!(page, "\\&{line}")?;
    }
    writeln!(page, ".fi")
}

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

pub(super) fn run_completions(
    args: &CompletionsArgs,
    command: clap::Command,
) -> Result<(), Failure> {
    let mut script = Vec::new();
    let mut command = with_hints(command);
    clap_complete::generate(args.shell, &mut command, "reversi", &mut script);
    let script = String::from_utf8_lossy(&script);
    print(&match args.shell {
        Shell::Fish => with_unfinished_option(&script),
        _ => script.into_owned(),
    })
}

/// Says of each option that takes neither a file nor one of some values that files are no help.
fn with_hints(command: clap::Command) -> clap::Command {
    command
        .mut_args(|arg| {
            let is_open = arg.get_value_hint() == ValueHint::Unknown;
            let may_be_a_file = arg.is_positional() || arg.get_id().as_str().starts_with("opening");
            if !arg.get_action().takes_values() || may_be_a_file || !is_open {
                return arg;
            }
            arg.value_hint(ValueHint::Other)
        })
        .mut_subcommands(with_hints)
}

/// Lets a script for fish complete the value of an option before any command: there it parses the words so far, which
/// fails for the option that has no value yet, and offers files.
fn with_unfinished_option(script: &str) -> String {
    let parse = "    argparse -s (__fish_reversi_global_optspecs) -- $cmd 2>/dev/null\n";
    let again = format!("{parse}    or begin\n        set -e cmd[-1]\n    {parse}    end\n");
    script.replace(parse, &again)
}
