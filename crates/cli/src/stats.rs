//! `reversi stats`: the player's record.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::ColorChoice;

use super::Failure;
use super::choice::{FilterArgs, no_libraries};
use super::line::until_ctrl_c;
use super::options::{ThreadArgs, settings};
use super::output::{FormArgs, games_bar, print, print_message, print_to, warning};
use super::screen::{LookArgs, has_screen, tui_options, two_people};
use super::source::state_folder;
use super::stream::ShardArgs;
use super::values::output_file;
use crate::terminal;
use reversi_study::review::{Reviewer, TABLE};
use reversi_study::stats::text::{DELETED, ask_delete, ask_remove, brought_back, removed_games};
use reversi_study::stats::{LIMITS, PlayerRecord, Sources, StatsError, text, to_json};
use reversi_table::player::name::PersonName;
use reversi_table::system::cleanup::flag_on_signal;
use reversi_text::{Message, label, tr};
use reversi_tui::FirstScreen;

/// The columns of the text.
const COLUMNS: usize = 78;

/// Show your record: results, losses, mistakes and openings
///
/// At a terminal, opens the screen of the record; with --plain, --no-review or a choice of games, or through a pipe,
/// prints it.
///
/// Everything comes from the history of your finished games (`reversi history`). Games that have not been
/// reviewed are reviewed first, by a lighter search than that of `reversi review`: 10 plies deep with more
/// selective pruning, and exact from 16 empty squares on. It takes a second or less for a game; Ctrl-C keeps what
/// was found so far. In a game between two people you are the one with the name in the settings.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("form").arg("json"))]
#[command(mut_arg("shard", |arg| arg.requires("review")))]
#[command(after_help = "\
Examples:
  reversi stats                                    Review new games and show your record
  reversi stats --no-review                        Show what is known, at once
  reversi stats --review --shard 2/8               Review the second of eight parts of your games
  reversi stats --opponent \"level 5\" --year 2026  Of some games only
  reversi stats --libraries --name ann             With your games in the libraries, by folder
  reversi stats -o record.json                     Write it to a file
  reversi stats --result loss --delete-games       Remove the games that you lost from the history
  reversi stats --bring-back                       Bring back the games removed last
  reversi stats --delete-all                       Delete the history, all reviews and your practice

The opening is the first 20 moves, the endgame the last 20.")]
#[allow(clippy::struct_excessive_bools)] // each is a switch of the command line
pub(crate) struct StatsArgs {
    /// Print the record in plain text lines; used automatically when there is no terminal
    #[arg(long)]
    plain: bool,
    /// Review no games, and print what is known
    #[arg(long)]
    no_review: bool,
    /// Review the games that have not been reviewed, and print nothing
    #[arg(long, group = "form", conflicts_with_all = ["no_review", "plain"])]
    review: bool,
    #[command(flatten)]
    shard: ShardArgs,
    /// Your name in games between two people [default: as in the settings]
    #[arg(long, value_name = "NAME")]
    name: Option<PersonName>,
    #[command(flatten)]
    filter: FilterArgs,
    /// Count your games in the libraries of the settings, too, and show the results by folder
    #[arg(long)]
    libraries: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    form: FormArgs,
    /// Write JSON to this file; - is standard output
    #[arg(short, long, value_name = "FILE", group = "form", value_parser = output_file(&["json"]))]
    output: Option<PathBuf>,
    /// Remove your games from the history, or those that a filter chooses; you can bring them back for 30 days
    #[arg(long, groups = ["form", "deletes"], conflicts_with = "libraries")]
    delete_games: bool,
    /// Bring back the games removed last
    #[arg(long, group = "form", conflicts_with_all = ["libraries", "filter"])]
    bring_back: bool,
    /// Delete the history, all reviews and your practice for good
    #[arg(long, groups = ["form", "deletes"], conflicts_with_all = ["libraries", "filter"])]
    delete_all: bool,
    /// Delete without a question
    #[arg(long, requires = "deletes")]
    yes: bool,
}

impl StatsArgs {
    /// Returns whether they change the history.
    const fn deletes(&self) -> bool {
        self.delete_games || self.bring_back || self.delete_all
    }
}

pub(super) fn run(args: &StatsArgs, color: ColorChoice) -> Result<(), Failure> {
    let is_all = args.filter.filter().is_empty() && !args.libraries;
    let prints = args.plain || args.no_review || args.review || args.form.json || args.deletes();
    let prints = prints || args.output.is_some();
    let prints = prints || !is_all;
    if !prints && has_screen() {
        return open(args, color);
    }
    let store = settings();
    let name = args.name.unwrap_or(store.kept().name);
    let mut sources = Sources::of_history(state_folder()?, name);
    sources.filter = args.filter.filter();
    sources.part = args.shard.part();
    if args.libraries {
        sources.libraries = store.kept().library_paths();
        if sources.libraries.is_empty() {
            return Err(no_libraries("--libraries"));
        }
    }
    if args.bring_back {
        return print(&format!("{}\n", brought_back(sources.bring_back()?)));
    }
    if args.delete_games {
        let record = sources.record(&until_ctrl_c)?;
        if record.games == 0 {
            return print(&format!("{}\n", record.without_games()));
        }
        let question = ask_remove(record.games, !args.filter.filter().is_empty());
        if !is_sure(args.yes, &question)? {
            return print(&format!("{NOTHING_DELETED}\n"));
        }
        return print(&format!("{}\n", removed_games(sources.remove()?)));
    }
    if args.delete_all {
        // A damaged history can be deleted, too.
        let games = sources.count(&until_ctrl_c);
        if !is_sure(args.yes, &ask_delete(games))? {
            return print(&format!("{NOTHING_DELETED}\n"));
        }
        sources.delete()?;
        return print(&format!("{DELETED}\n"));
    }
    let record = if args.no_review {
        sources.record(&until_ctrl_c)?
    } else {
        review(&sources, args.threads.count())?
    };
    for problem in &record.problems {
        print_message(&warning(problem));
    }
    if args.review {
        return Ok(());
    }
    if let Some(path) = &args.output {
        let json = to_json(&record).map_err(Failure::Output)?;
        return print_to(path, &json);
    }
    args.form.print(|| &record, || as_text(&record))
}

/// Opens the screen of the record.
fn open(args: &StatsArgs, color: ColorChoice) -> Result<(), Failure> {
    let mut setup = two_people();
    setup.threads = args.threads.count();
    let look = LookArgs::default();
    Ok(terminal::run(tui_options(
        &look,
        color,
        FirstScreen::Stats,
        setup,
        |settings| {
            settings.name = args.name.unwrap_or(settings.name);
        },
    ))?)
}

fn review(sources: &Sources, threads: usize) -> Result<PlayerRecord, Failure> {
    let (stop, signal) = flag_on_signal();
    let reviewer = Reviewer::new(TABLE, LIMITS).with_threads(threads);
    let bar = games_bar();
    let mut progress = |record: &PlayerRecord| {
        bar.set_length(record.games.into());
        bar.set_position(record.reviewed.len() as u64);
    };
    let found = sources.review(&reviewer, &mut progress, &|| stop.load(Ordering::Relaxed));
    bar.finish_and_clear();
    signal.end_by_it();
    found.map_err(|error| match error {
        StatsError::Storage(error) => error.into(),
        StatsError::Search(error) => Failure::faults(error),
    })
}

fn as_text(record: &PlayerRecord) -> String {
    if record.games == 0 {
        return format!("{}\n", record.without_games());
    }
    let sections = text::sections(record, COLUMNS).into_iter();
    let sections = sections.map(|section| {
        let table = section.table.iter().map(|line| line.trim_end());
        let notes = section.notes.iter().map(AsRef::as_ref);
        let lines = table.chain(notes).map(|line| format!("  {line}\n"));
        format!("{}\n{}", section.title, lines.collect::<String>())
    });
    sections.collect::<Vec<_>>().join("\n")
}

/// What is printed when the answer was no.
pub(super) const NOTHING_DELETED: &Message = label!("Nothing was deleted.");

/// Asks a question, unless `--yes` answers it. Returns whether the answer is yes.
pub(super) fn is_sure(yes: bool, question: &str) -> Result<bool, Failure> {
    if yes {
        return Ok(true);
    }
    if !io::stdin().is_terminal() {
        return Err(Failure::Usage(tr!(
            "deleting needs --yes when there is no terminal to ask at"
        )));
    }
    print(&format!("{question} [y/N] "))?;
    io::stdout().flush().map_err(Failure::Output)?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).map_err(Failure::Input)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}
