//! `reversi man`: the manual page, generated from the commands.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};

use clap::Arg;

use super::Failure;
use super::help::{self, EXAMPLES, NOTES};
use super::layout::{Block, USUAL_WIDTH, blocks, rows_within};
use super::output::print;

/// Prints the manual page of a command.
pub(super) fn run(command: clap::Command) -> Result<(), Failure> {
    let page = manual_page(command).map_err(Failure::Output)?;
    print(&String::from_utf8_lossy(&page))
}

/// The columns of rows in the manual page: `man` has 80 and indents by 7.
const ROW_WIDTH: usize = USUAL_WIDTH - 8;

/// The files of the program; docs/settings.md and docs/formats.md say more.
const FILES: &str = "  ~/.config/reversi/config.toml  Your settings
  ~/.local/state/reversi         Your unfinished game, the history, reviews, practice and analyses

On Windows they are in %APPDATA% and %LOCALAPPDATA%.";

/// The environment variables that people set.
const ENVIRONMENT: &str = "  REVERSI_HOME     A folder for the settings and the games
  XDG_CONFIG_HOME  The folder of the settings, instead of ~/.config
  XDG_STATE_HOME   The folder of the games, instead of ~/.local/state
  NO_COLOR         No colours, if it is set and not empty
  COLORTERM        24-bit colours, if it is truecolor or 24bit
  LC_ALL, LC_MESSAGES, LANG
                   Japanese names of openings, if the first that is set says ja";

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
    let mut shared = BTreeMap::new();
    page.extend_from_slice(own_options(&command, &mut shared, |_| true)?.as_bytes());
    let own: Vec<_> = own_commands(&command).collect();
    writeln!(page, ".SH COMMANDS")?;
    for subcommand in &own {
        let about = subcommand.get_about().map(ToString::to_string);
        let about = about.expect("every command has a help text");
        writeln!(page, ".TP\n\\fB{}\\fR", subcommand.get_name())?;
        writeln!(page, "{}", escaped(&about))?;
    }
    for subcommand in own.iter().filter(|command| command.get_name() != "play") {
        command_sections(&mut page, "REVERSI", subcommand, &mut shared)?;
    }
    for options in shared.values() {
        page.extend_from_slice(options.as_bytes());
    }
    section(&mut page, "PLAYERS", &help::players())?;
    section(&mut page, "EXIT STATUS", &help::exit_status())?;
    section(&mut page, "FILES", FILES)?;
    section(&mut page, "ENVIRONMENT", ENVIRONMENT)?;
    section(&mut page, "NOTES", NOTES)?;
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// Returns the commands of a command, but for `help`, which clap adds.
fn own_commands(command: &clap::Command) -> impl Iterator<Item = &clap::Command> {
    command
        .get_subcommands()
        .filter(|command| command.get_name() != "help")
}

/// The options that several commands have, by their headings.
type SharedOptions = BTreeMap<String, String>;

/// Writes a command's section, followed by those of its subcommands. Options with a heading of their own are only
/// referred to, and kept.
fn command_sections(
    page: &mut Vec<u8>,
    parent: &str,
    command: &clap::Command,
    shared: &mut SharedOptions,
) -> io::Result<()> {
    let name = format!("{parent} {}", command.get_name().to_uppercase());
    let about = command.get_long_about().or(command.get_about());
    let about = about.map(ToString::to_string);
    section(page, &name, &about.expect("every command has a help text"))?;
    let notes = command
        .get_after_long_help()
        .or_else(|| command.get_after_help());
    if let Some(notes) = notes {
        text(page, &notes.to_string())?;
    }
    // The global options are listed above.
    let own = own_options(command, shared, |arg| {
        !matches!(arg.get_id().as_str(), "color" | "help")
    })?;
    page.extend_from_slice(own.replacen(".SH OPTIONS", ".SS Options", 1).as_bytes());
    own_commands(command).try_for_each(|command| command_sections(page, &name, command, shared))
}

/// Returns the wanted options of a command as a section. To those that have a heading of their own it only refers.
fn own_options(
    command: &clap::Command,
    shared: &mut SharedOptions,
    is_wanted: impl Fn(&Arg) -> bool,
) -> io::Result<String> {
    let own = options(command, |arg| {
        is_wanted(arg) && arg.get_help_heading().is_none()
    })?;
    let mut page = own.into_bytes();
    let headings = command.get_arguments().filter_map(Arg::get_help_heading);
    for heading in headings.collect::<BTreeSet<_>>() {
        let name = heading.to_uppercase();
        text(&mut page, &format!("It also has the options below {name}."))?;
        if !shared.contains_key(heading) {
            let rendered = options(command, |arg| arg.get_help_heading() == Some(heading))?;
            shared.insert(heading.to_owned(), rendered);
        }
    }
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// Returns the wanted options of a command as a section; nothing without any.
fn options(command: &clap::Command, is_wanted: impl Fn(&Arg) -> bool) -> io::Result<String> {
    let special = command.clone().mut_args(|arg| {
        let is_hidden = arg.is_hide_set() || !is_wanted(&arg);
        arg.hide(is_hidden)
    });
    let mut options = Vec::new();
    if !special.get_arguments().all(Arg::is_hide_set) {
        clap_mangen::Man::new(special).render_options_section(&mut options)?;
    }
    Ok(String::from_utf8_lossy(&options).into_owned())
}

fn section(page: &mut Vec<u8>, name: &str, content: &str) -> io::Result<()> {
    writeln!(page, ".SH {name}")?;
    text(page, content)
}

/// Formats paragraphs, which `man` wraps, and rows, which keep their indent.
fn text(page: &mut Vec<u8>, text: &str) -> io::Result<()> {
    for block in blocks(text) {
        match block {
            Block::Empty => {}
            Block::Paragraph(text) => writeln!(page, ".PP\n{}", escaped(&text))?,
            Block::Rows(rows) => {
                writeln!(page, ".PP\n.nf")?;
                for row in rows_within(&rows, ROW_WIDTH) {
                    writeln!(page, "{}", escaped(&row))?;
                }
                writeln!(page, ".fi")?;
            }
        }
    }
    Ok(())
}

/// Returns a line of text whose signs have no meaning in roff: a backslash, a hyphen, and a full stop or an apostrophe
/// at the start.
fn escaped(line: &str) -> String {
    format!("\\&{}", line.replace('\\', "\\e").replace('-', "\\-"))
}
