//! `reversi completions`: prints a completion script for a shell.

use clap_complete::Shell;

use super::Failure;
use super::output::print;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reversi completions bash > ~/.local/share/bash-completion/completions/reversi
  reversi completions zsh > ~/.zfunc/_reversi
  reversi completions fish > ~/.config/fish/completions/reversi.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(super) fn run(args: &CompletionsArgs, command: &mut clap::Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "reversi", &mut script);
    print(&String::from_utf8_lossy(&script))
}
