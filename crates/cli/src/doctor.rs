//! `reversi doctor`: what a bug report needs to know about the program, the machine and the files.

use std::fmt::Display;
use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::{MAIN_SEPARATOR, Path};

use clap::ColorChoice;
use serde::Serialize;

use super::Failure;
use super::help::build_facts;
use super::language::usual;
use super::options::{machine_threads, variable};
use super::output::FormArgs;
use super::person;
use super::screen::{colors_reason, copying, has_screen, no_pictures, stdout_look};
use crate::terminal::screen_size;
use reversi::Game;
use reversi::bitboard::AnyKernel;
use reversi_net::network::friend_file::FriendFile;
use reversi_notation::clean;
use reversi_study::games::index::{GamesIndex, list};
use reversi_study::progress::Progress;
use reversi_study::review::AnalysisStore;
use reversi_table::go::GoGame;
use reversi_table::phrase::{capitalized, io_reason, path_text, plural};
use reversi_table::store::autosave::{self, StoredGame};
use reversi_table::store::config::SettingsNotice;
use reversi_table::store::labels::Labels;
use reversi_table::store::settings::Settings;
use reversi_table::store::state::{StateFolder, not_saved_because};
use reversi_table::store::{FileCheck, analysis_file, history, is_missing};
use reversi_table::system::files::can_write;
use reversi_text::tr;
use reversi_tui::ColorDepth;

/// The most faults of one file that are listed.
const MOST_FAULTS: usize = 5;

/// The environment variables that decide how the program looks, or that name the terminal.
const VARIABLES: [&str; 8] = [
    "TERM",
    "TERM_PROGRAM",
    "COLORTERM",
    "NO_COLOR",
    "LC_ALL",
    "LC_CTYPE",
    "LC_MESSAGES",
    "LANG",
];

/// Those that few people have, listed where they are set.
const RARE_VARIABLES: [&str; 3] = ["WT_SESSION", "ConEmuANSI", "REVERSI_HOME"];

/// Options of `reversi doctor`.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct DoctorArgs {
    #[command(flatten)]
    form: FormArgs,
}

/// Facts about one subject.
#[derive(Serialize)]
struct FactGroup {
    name: &'static str,
    facts: Vec<Fact>,
}

#[derive(Serialize)]
struct Fact {
    /// Empty where the line continues the fact before it.
    name: String,
    value: String,
    is_problem: bool,
}

/// Facts in groups, one a line. Problems are marked and counted.
#[derive(Default, Serialize)]
struct Diagnosis {
    groups: Vec<FactGroup>,
    problems: u32,
    /// The user's home folder, which is shown as `~`.
    #[serde(skip)]
    home: Option<String>,
}

pub(super) fn run(args: DoctorArgs, color: ColorChoice) -> Result<(), Failure> {
    let home = etcetera::home_dir().ok();
    let home = home.map(|path| path.to_string_lossy().into_owned());
    let mut diagnosis = Diagnosis {
        home: home.map(|home| home.trim_end_matches(MAIN_SEPARATOR).to_owned()),
        ..Diagnosis::default()
    };
    let (store, notice) = person::open_settings();
    diagnosis.program();
    diagnosis.terminal(color, store.kept());
    diagnosis.settings(store.kept(), notice.as_ref());
    if let Some(state) = person::state_folder() {
        diagnosis.games(&state);
    } else {
        diagnosis.group("Games");
        diagnosis.problem("folder", "no home folder: no games are saved");
    }
    args.form.print(|| &diagnosis, || diagnosis.text())?;
    match diagnosis.problems {
        0 => Ok(()),
        count => Err(Failure::Faults(tr!(
            "{count} problem found, marked with ! in the report"
                | "{count} problems found, marked with ! in the report",
            count
        ))),
    }
}

/// Returns the code of the language without an option, and what says so.
fn language(settings: &Settings) -> String {
    let by = match settings.language {
        Some(_) => "settings",
        None => "locale",
    };
    format!("{}: {by}", usual(settings).code())
}

impl Diagnosis {
    fn group(&mut self, name: &'static str) {
        let facts = Vec::new();
        self.groups.push(FactGroup { name, facts });
    }

    fn fact(&mut self, name: &str, value: impl Display) {
        self.line(false, name, &value.to_string());
    }

    fn problem(&mut self, name: &str, value: impl Display) {
        self.problems += 1;
        self.line(true, name, &value.to_string());
    }

    fn line(&mut self, is_problem: bool, name: &str, value: &str) {
        let value = without_home(value, self.home.as_deref());
        let fact = Fact {
            name: name.to_owned(),
            value: clean(&value).into_owned(),
            is_problem,
        };
        let group = self.groups.last_mut().expect("a fact belongs to a group");
        group.facts.push(fact);
    }

    fn text(&self) -> String {
        let line = |fact: &Fact| {
            let mark = if fact.is_problem { '!' } else { ' ' };
            format!("{mark} {:<17}{}\n", fact.name, fact.value)
        };
        let groups = self.groups.iter().map(|group| {
            let facts: String = group.facts.iter().map(line).collect();
            format!("{}\n{facts}", group.name)
        });
        let mut text = groups.collect::<Vec<_>>().join("\n");
        if self.problems == 0 {
            text += "\nNo problems found.\n";
        }
        text
    }

    fn program(&mut self) {
        self.group("Program");
        self.fact("version", env!("CARGO_PKG_VERSION"));
        for (name, fact) in build_facts() {
            self.fact(name, fact);
        }
        let (machine, system) = (std::env::consts::ARCH, std::env::consts::OS);
        self.fact("built for", format!("{machine}, {system}"));
        self.fact("debug assertions", on_or_off(cfg!(debug_assertions)));
        let instructions = [
            ("popcnt", cfg!(target_feature = "popcnt")),
            ("bmi2", cfg!(target_feature = "bmi2")),
            ("avx2", cfg!(target_feature = "avx2")),
            ("avx512f", cfg!(target_feature = "avx512f")),
            ("neon", cfg!(target_feature = "neon")),
        ];
        let needed = instructions.iter().filter(|(_, is_needed)| *is_needed);
        let needed: Vec<&str> = needed.map(|(name, _)| *name).collect();
        let needed = Some(needed.join(", ")).filter(|names| !names.is_empty());
        self.fact(
            "instructions",
            needed.as_deref().unwrap_or("the usual ones"),
        );
        self.group("Processor");
        let kernels: Vec<&str> = AnyKernel::all().map(AnyKernel::name).collect();
        self.fact("kernel in use", AnyKernel::fastest().name());
        self.fact("kernels", kernels.join(", "));
        self.fact("threads", machine_threads());
    }

    fn terminal(&mut self, color: ColorChoice, settings: &Settings) {
        self.group("Terminal");
        for (name, is_terminal) in [
            ("standard input", io::stdin().is_terminal()),
            ("standard output", io::stdout().is_terminal()),
            ("standard error", io::stderr().is_terminal()),
        ] {
            let kind = if is_terminal {
                "a terminal"
            } else {
                "no terminal"
            };
            self.fact(name, kind);
        }
        let size = screen_size().map(|(columns, rows)| format!("{columns}x{rows}"));
        self.fact("size", size.as_deref().unwrap_or("unknown"));
        for name in VARIABLES {
            let value = variable(name);
            self.fact(name, value.as_deref().unwrap_or("(not set)"));
        }
        for name in RARE_VARIABLES {
            if let Some(value) = variable(name) {
                self.fact(name, value);
            }
        }
        let (depth, ascii) = stdout_look(color, false);
        let colors = match depth {
            ColorDepth::None => "none",
            ColorDepth::Basic => "16",
            ColorDepth::Indexed => "256",
            ColorDepth::True => "24-bit",
        };
        self.fact("colours", format!("{colors}: {}", colors_reason(color)));
        let locale = if ascii { "ASCII only" } else { "Unicode" };
        self.fact("locale", locale);
        self.fact("language", language(settings));
        let pictures = no_pictures(settings.graphics, depth, ascii);
        let asked = "if the terminal says at the start that it draws them (kitty, Ghostty)";
        let pictures = pictures.map_or_else(|| asked.to_owned(), |why| format!("none: {why}"));
        self.fact("pictures", pictures);
        self.fact("copying", copying(&variable));
        if std::env::consts::OS == "macos" {
            let alt = "Option, once the terminal's settings make it the Meta key";
            self.fact("Alt", alt);
        }
        let screen = if has_screen() { "screen" } else { "line mode" };
        self.fact("interface", screen);
    }

    fn settings(&mut self, settings: &Settings, notice: Option<&SettingsNotice>) {
        self.group("Settings");
        let Some(path) = person::settings_path() else {
            return self.problem("file", "no home folder: changes are not saved");
        };
        self.parent(&path);
        let check = || {
            let summary = format!("theme {}, graphics {}", settings.theme, settings.graphics);
            let faults = notice.into_iter().flat_map(SettingsNotice::clauses);
            let faults = faults.map(|clause| capitalized(&clause)).collect();
            Ok::<_, String>(FileCheck { summary, faults })
        };
        self.file("file", &path, "correct it, or move it away", check);
        let libraries = settings.library_paths();
        if libraries.is_empty() {
            self.fact("libraries", "(not set)");
        }
        for library in libraries {
            let shown = path_text(&library);
            match list(&library) {
                Ok(files) => {
                    let files = plural(files.len() as u64, "file");
                    self.fact("library", format!("{shown}: {files}"));
                }
                Err(why) => self.problem("library", format!("{shown}: {}", io_reason(&why))),
            }
        }
    }

    fn games(&mut self, state: &StateFolder) {
        const CORRECT: &str = "the other games are not affected; correct the line, or leave it";
        const SET_ASIDE: &str = "move it away; the others are not affected";
        self.group("Games");
        let log = state.log();
        self.parent(&log);
        self.file("history", &log, CORRECT, || {
            history::check(&log, history::parse)
        });
        self.file("history index", &history::index_path(&log), "", || {
            history::check_index(&log)
        });
        self.file("unfinished games", &Game::folder(state), SET_ASIDE, || {
            autosave::check::<Game>(state)
        });
        self.file("analyses", &state.analyses(), SET_ASIDE, || {
            analysis_file::check(&state.analyses())
        });
        let again = "it is made again when it is next needed";
        self.file("reviews", &state.reviews(), again, || {
            AnalysisStore::of(state).check()
        });
        self.file("practice", &state.practice(), "", || {
            Progress::load(state).map(|progress| counted(progress.puzzles.len(), "puzzle"))
        });
        self.file("tags and notes", &state.labels(), "", || {
            Labels::load(state).map(|labels| counted(labels.count(), "game"))
        });
        self.file("network", &state.friend(), "", || {
            FriendFile::read(state).map(|file| counted(file.host.iter().count(), "host"))
        });
        let index = GamesIndex::new(state.openings(), Vec::new());
        let repaired = "it is repaired or made again when it is next needed";
        if fs::metadata(state.openings()).is_ok_and(|folder| !folder.is_dir()) {
            let why = not_saved_because(&state.openings());
            let shown = path_text(&index.path());
            self.problem("openings index", format!("{shown}: {why}"));
        } else {
            self.file("openings index", &index.path(), repaired, || index.check());
        }
        let log = GoGame::history(state);
        self.file("Go history", &log, CORRECT, || {
            history::check(&log, <GoGame as StoredGame>::read)
        });
        self.file("unfinished Go", &GoGame::folder(state), SET_ASIDE, || {
            autosave::check::<GoGame>(state)
        });
    }

    /// Adds a line about the folder of a file: whether files can be created there.
    fn parent(&mut self, file: &Path) {
        let Some(folder) = file.parent() else {
            return;
        };
        let shown = path_text(folder);
        let existing = folder.ancestors().find(|path| path.exists());
        match existing {
            Some(path) if !path.is_dir() => {
                self.problem("folder", format!("{shown}: {}", not_saved_because(path)));
            }
            Some(path) if !can_write(path) => {
                self.problem("folder", format!("{shown}: it cannot be written"));
            }
            Some(path) if path == folder => self.fact("folder", shown),
            _ => self.fact("folder", format!("{shown}: absent")),
        }
    }

    /// Adds a line about a file or folder, and one for each fault, with what to do.
    fn file<E: Display>(
        &mut self,
        name: &str,
        path: &Path,
        remedy: &str,
        check: impl FnOnce() -> Result<FileCheck, E>,
    ) {
        let shown = path_text(path);
        let size = match fs::metadata(path) {
            Err(error) if is_missing(&error) => {
                return self.fact(name, format!("{shown}: absent"));
            }
            Err(error) => return self.problem(name, format!("{shown}: {}", io_reason(&error))),
            Ok(data) if data.is_file() => format!("{}, ", plural(data.len(), "byte")),
            Ok(_) => String::new(),
        };
        let FileCheck { summary, faults } = check().unwrap_or_else(|why| FileCheck {
            summary: "not readable".to_owned(),
            faults: vec![why.to_string()],
        });
        self.fact(name, format!("{shown}: {size}{summary}"));
        if !can_write(path) {
            self.problem("", "it cannot be written");
        }
        for fault in faults.iter().take(MOST_FAULTS) {
            self.problem("", fault);
        }
        if let Some(more @ 1..) = faults.len().checked_sub(MOST_FAULTS) {
            self.problem("", format!("and {more} more"));
        }
        if !faults.is_empty() && !remedy.is_empty() {
            self.fact("", format!("What to do: {remedy}."));
        }
    }
}

const fn on_or_off(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

fn counted(count: usize, noun: &str) -> FileCheck {
    FileCheck {
        summary: plural(count as u64, noun),
        faults: Vec::new(),
    }
}

/// Returns a text with `~` for the home folder.
fn without_home(text: &str, home: Option<&str>) -> String {
    let Some(home) = home.filter(|home| !home.is_empty()) else {
        return text.to_owned();
    };
    let mut parts = text.split(home);
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // The name of another folder may start with that of the home folder.
        let goes_on = part.starts_with(|c: char| c.is_alphanumeric() || "-_".contains(c));
        shown += if goes_on { home } else { "~" };
        shown += part;
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_home_folder_is_hidden_and_folders_beside_it_are_not() {
        let hidden = |text| without_home(text, Some("/home/ann"));
        assert_eq!(hidden("/home/ann/x, /home/ann: y"), "~/x, ~: y");
        assert_eq!(hidden("/home/anna/x"), "/home/anna/x");
        assert_eq!(without_home("/x", Some("")), "/x");
    }
}
