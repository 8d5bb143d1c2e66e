//! The list of the player's games: besides those of the history it has games of libraries and of files opened lately,
//! what the moves of each lost, an order, and marks.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use super::{BRING_BACK, FilePurpose, FileWindow, OPEN_FILE};
use crate::files::{FileRequest, HERE};
use crate::keymap::Keymap;
use crate::screen::pick::{self, PickRow, pick_keys};
use crate::screen::window::{Intent as WindowIntent, WindowSpec};
use crate::screen::{Command, Context, dialog};
use crate::widget::field::Field;
use reversi_notation::Format;
use reversi_study::games::game_search::{self, GameSearch, NewestMatches};
use reversi_study::stats::RecordTask;
use reversi_study::stats::text::ask_remove;
use reversi_table::phrase::sentence;
use reversi_table::store::filter::GameFilter;
use reversi_table::store::game_list::{About, GameLine, Source};
use reversi_table::store::state::StateFolder;
use reversi_table::store::summary::Verdict;
use reversi_text::{Message, Name, Said, label, tr};

/// The order of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum GameOrder {
    /// The newest first.
    #[default]
    Date,
    /// Those won first, then draws, then those lost.
    Result,
    /// Those first whose moves lost most.
    Loss,
}

impl GameOrder {
    /// All orders, each with the word of its column.
    pub(super) const ALL: [(Self, &'static Message); 3] = [
        (Self::Date, label!("Date")),
        (Self::Result, label!("Result")),
        (Self::Loss, label!("Loss")),
    ];
}

/// A game of the list: its file, `None` for the history, and its number there.
type GamePlace = (Option<Arc<Path>>, u64);

fn place_of(line: &GameLine) -> GamePlace {
    (line.file.clone(), line.number)
}

/// What the list has besides the games of the history.
#[derive(Debug, Default)]
pub(super) struct OwnGames {
    /// The player's record, which reviews the games of the history one after the other.
    record: Option<RecordTask>,
    /// The discs that a move of the player lost in games of the history, by their numbers.
    losses: HashMap<u64, f64>,
    /// Searches the libraries and the files opened lately.
    search: Option<GameSearch>,
    /// What it found.
    found: NewestMatches,
    /// The most games of files that were found, whatever was typed.
    pub(super) most: usize,
    pub(super) order: GameOrder,
    pub(super) marked: BTreeSet<GamePlace>,
    /// Whether games were removed that can be brought back.
    pub(super) has_removed: bool,
    /// Whether the mistakes in the marked games are shown when these are analysed.
    pub(super) awaits_mistakes: bool,
}

impl OwnGames {
    /// Starts to review the games and to search those of files.
    pub(super) fn start(context: &Context) -> Self {
        let ui = &context.ui;
        let record = ui.record_sources();
        let record =
            record.map(|sources| sources.start(Some(ui.record_reviewer()), ui.waker.clone()));
        let search = context.saver.state().cloned().map(|state| {
            let (name, libraries) = (ui.settings.name, ui.settings.library_paths());
            let search = game_search::start(state, name, libraries, ui.waker.clone());
            search.ask(GameFilter::default());
            search
        });
        Self {
            record,
            search,
            ..Self::default()
        }
    }

    /// Returns the rows before the games.
    pub(super) fn rows(&self) -> Vec<String> {
        let bring_back = self.has_removed.then_some(BRING_BACK);
        let rows = [Some(OPEN_FILE), bring_back].into_iter().flatten();
        rows.map(ToString::to_string).collect()
    }

    /// Searches the games of files by another filter.
    pub(super) fn search(&self, filter: GameFilter) {
        if let Some(search) = &self.search {
            search.ask(filter);
        }
    }

    /// Takes what was reviewed and found. Returns whether games of files were found.
    pub(super) fn poll(&mut self) -> bool {
        if let Some(task) = &mut self.record
            && task.poll()
            && let Some(record) = task.value()
        {
            let reviewed = record.reviewed.iter();
            let losses = reviewed.filter_map(|game| Some((game.number, game.mean_loss.all?)));
            self.losses = losses.collect();
        }
        let mut is_new = false;
        while let Some(found) = self.search.as_ref().and_then(GameSearch::next_value) {
            is_new = true;
            match found {
                // The games of the last filter stay until there are others.
                Ok(found) if found.reading.is_some() => self.found.reading = found.reading,
                Ok(found) => {
                    self.most = self.most.max(found.lines.len());
                    self.found = found;
                }
                Err(error) => {
                    self.found = NewestMatches {
                        problem: Some(Said::display(error)),
                        ..NewestMatches::default()
                    };
                }
            }
        }
        is_new
    }

    /// Returns whether what was found may be about an earlier filter.
    pub(super) fn is_searching(&self) -> bool {
        self.most > 0 && self.search.as_ref().is_some_and(GameSearch::is_busy)
    }

    /// Returns what to say if no game is listed.
    pub(super) fn no_game(&self) -> &'static str {
        if self.is_searching() {
            label!("Searching your libraries.").text()
        } else {
            label!("No game fits these words.").text()
        }
    }

    /// Returns what is to be said of the games of files, or of those that are marked.
    pub(super) fn state(&self) -> Option<String> {
        let NewestMatches {
            lines,
            count,
            reading,
            problem,
        } = &self.found;
        if !self.marked.is_empty() {
            return Some(
                tr!(
                    "{count} game marked." | "{count} games marked.",
                    count = self.marked.len()
                )
                .into(),
            );
        }
        if let Some(progress) = reading {
            return Some(
                tr!(
                    "Reading your libraries: {progress}.",
                    progress = Name(&progress.words())
                )
                .into(),
            );
        }
        if let Some(problem) = problem {
            return Some(sentence(problem));
        }
        let shown = lines.len();
        (*count > shown as u64).then(|| {
            tr!(
                "Of {count} games in files, the newest {shown} are shown: a search finds others.",
                count = *count,
                shown,
            )
            .into()
        })
    }

    /// Returns the discs that a move of the player lost in a game, if it was reviewed.
    pub(super) fn loss(&self, line: &GameLine) -> Option<f64> {
        let number = line.file.is_none().then_some(line.number)?;
        self.losses.get(&number).copied()
    }

    /// Returns the games of files.
    pub(super) fn lines(&self) -> &[GameLine] {
        &self.found.lines
    }

    pub(super) fn is_marked(&self, line: &GameLine) -> bool {
        self.marked.contains(&place_of(line))
    }

    /// Sorts games by the order.
    pub(super) fn sort(&self, games: &mut [&GameLine]) {
        games.sort_by_key(|line| Reverse(line.date()));
        match self.order {
            GameOrder::Date => {}
            GameOrder::Result => games.sort_by_key(|line| rank(line.game.as_ref().ok())),
            GameOrder::Loss => games.sort_by(|one, other| {
                let [one, other] = [one, other].map(|line| self.loss(line).unwrap_or(-1.0));
                other.total_cmp(&one)
            }),
        }
    }
}

/// Returns the place of a game in the order of results.
fn rank(about: Option<&About>) -> u8 {
    let facts = about.map(|about| &about.facts);
    match facts.map(|facts| (facts.lone, facts.verdict)) {
        Some((Some(own), Some(Verdict::Won(winner)))) if winner == own => 0,
        Some((_, Some(Verdict::Draw))) => 1,
        Some((Some(_), Some(Verdict::Won(_)))) => 2,
        Some((None, Some(Verdict::Won(_)))) => 3,
        _ => 4,
    }
}

static MARKED_KEYS: Keymap<WindowIntent> = &pick_keys(label!("choose"));

impl FileWindow {
    /// Returns whether a file is named, and no words that games have.
    pub(super) fn is_path(&self) -> bool {
        let text = self.field.text().trim();
        let (name, _) = text.split_once('#').unwrap_or((text, ""));
        let is_game_file = || Format::of_path(Path::new(name)).is_some_and(Format::can_be_read);
        text.contains(std::path::is_separator)
            || text.starts_with('~')
            || text.starts_with("history:")
            || is_game_file()
    }

    /// Returns the source of a listed game.
    pub(super) fn source_of(&self, line: &GameLine) -> Option<Source> {
        let file = line
            .file
            .as_ref()
            .map(|file| Source::File(file.to_path_buf()));
        file.or_else(|| self.source.clone())
    }

    /// Removes the games of files that the history has, too.
    pub(super) fn drop_repeated(&mut self) {
        let key = |line: &GameLine| {
            let about = line.game.as_ref().ok()?;
            Some(about.facts.label_key())
        };
        let known: HashSet<u64> = self.lines().iter().filter_map(key).collect();
        let found = &mut self.list.found.lines;
        found.retain(|line| key(line).is_none_or(|key| !known.contains(&key)));
    }

    /// Makes a change of the list after which the same game is selected, or the first one if none was chosen.
    pub(super) fn keep_chosen(&mut self, change: impl FnOnce(&mut Self)) {
        if self.purpose != FilePurpose::Games || !self.filters() {
            return change(self);
        }
        let place = self.chosen_line().map(place_of);
        change(self);
        let index = place.and_then(|place| {
            let games = self.listed_games();
            games.iter().position(|line| place_of(line) == place)
        });
        match index {
            Some(index) if self.is_picking => self.chosen = Some(self.names.len() + index),
            None if self.is_picking && self.chosen < Some(self.names.len()) => {}
            _ => self.choose_first(),
        }
    }

    /// Sorts the games in an order, or in the next one.
    pub(super) fn sort(&mut self, order: Option<GameOrder>) {
        let orders = GameOrder::ALL.map(|(order, _)| order);
        let next = || {
            let now = orders.iter().position(|&order| order == self.list.order);
            now.map_or(GameOrder::default(), |now| orders[(now + 1) % orders.len()])
        };
        let order = order.unwrap_or_else(next);
        self.keep_chosen(|window| window.list.order = order);
    }

    /// Marks or unmarks the selected game, and selects the next one.
    pub(super) fn mark(&mut self) {
        let Some(place) = self
            .chosen_line()
            .filter(|line| line.game.is_ok())
            .map(place_of)
        else {
            return;
        };
        if !self.list.marked.remove(&place) {
            self.list.marked.insert(place);
        }
        self.is_picking = true;
        self.step(crate::widget::list::ListStep::Down);
    }

    /// Returns the numbers of the marked games of the history, or that of the selected one, with the folder of the history.
    pub(super) fn removable(&self) -> Option<(StateFolder, BTreeSet<u64>)> {
        let state = self.source.as_ref().and_then(Source::state)?;
        let numbers: BTreeSet<u64> = if self.list.marked.is_empty() {
            let line = self.chosen_line().filter(|line| line.file.is_none());
            line.map(|line| line.number).into_iter().collect()
        } else {
            self.marked_numbers()
        };
        let is_list = self.purpose == FilePurpose::Games && !numbers.is_empty();
        is_list.then(|| (state.clone(), numbers))
    }

    /// Returns the numbers of the marked games of the history.
    fn marked_numbers(&self) -> BTreeSet<u64> {
        let marked = self.list.marked.iter();
        let numbers = marked.filter(|(file, _)| file.is_none());
        numbers.map(|(_, number)| *number).collect()
    }

    /// Asks whether to remove games of the history.
    pub(super) fn ask_remove(&self) -> Option<Command> {
        let (state, numbers) = self.removable()?;
        let count = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        let remove = Command::act_on::<Self>(move |window, _| {
            window.reader.read(FileRequest::Remove(state, numbers));
            None
        });
        let question = ask_remove(count, false);
        Some(Command::open(dialog::ask_delete(&question, remove)))
    }

    /// Carries out a row before the games: leads to the files, or brings back what was removed.
    pub(super) fn open_files(&mut self, row: &str, context: &Context) {
        if row == OPEN_FILE.text() {
            self.edit_and_list(|field| *field = Field::new(HERE), context);
        } else if let Some(state) = context.saver.state() {
            self.reader.read(FileRequest::BringBack(state.clone()));
        }
    }

    /// Asks what to do with the marked games.
    pub(super) fn ask_about_marked(&self) -> Command {
        let row = |name: &str, about: &str, act: fn(&mut Self, &mut Context) -> Option<Command>| {
            PickRow::new(name, about, move |_| {
                Command::Close.then(Command::act_on::<Self>(act))
            })
        };
        let find = row(
            label!("Find your mistakes").text(),
            label!("Find better moves than those that cost you discs.").text(),
            |window, _| window.find_marked(),
        );
        let save = row(
            label!("Save to a file").text(),
            label!("Write them to one file.").text(),
            |window, _| {
                window.save_marked();
                None
            },
        );
        let remove = row(
            label!("Remove").text(),
            label!("Remove them from your history.").text(),
            |window, _| window.ask_remove(),
        );
        let unmark = row(
            label!("Unmark").text(),
            label!("Clear all marks.").text(),
            |window, _| {
                window.list.marked.clear();
                None
            },
        );
        let remove = self.removable().is_some().then_some(remove);
        let spec = WindowSpec {
            widths: (48, 48),
            text_rows: 1,
            picks_at_once: true,
            ..WindowSpec::new(label!("Marked games"), MARKED_KEYS)
        };
        let rows = [Some(find), Some(save), remove, Some(unmark)];
        Command::open(pick::window(spec, rows.into_iter().flatten(), 0))
    }

    /// Opens the player's mistakes in the marked games, once these are analysed.
    pub(super) fn find_marked(&mut self) -> Option<Command> {
        let numbers = self.marked_numbers();
        let record = self.list.record.as_ref();
        let known = record.and_then(RecordTask::value);
        let reviewed = known.iter().flat_map(|record| &record.reviewed);
        let reviewed: BTreeSet<u64> = reviewed.map(|game| game.number).collect();
        let is_busy = record.is_some_and(RecordTask::is_busy);
        self.list.awaits_mistakes = is_busy && !numbers.is_subset(&reviewed);
        let mistakes = known.map(|record| record.mistakes_in(&numbers));
        let sentence = match mistakes {
            _ if self.list.awaits_mistakes => {
                label!("These games are being analysed. Your mistakes are shown after that.")
            }
            Some(mistakes) if !mistakes.is_empty() => {
                self.sentence = None;
                return Some(Command::FindMistakes(mistakes));
            }
            _ => label!("You made no mistakes in these games."),
        };
        self.sentence = Some(sentence.text().to_owned());
        None
    }

    /// Reads the marked games, to save them.
    fn save_marked(&mut self) {
        let marked = self.list.marked.iter().filter_map(|(file, number)| {
            let file = file.as_ref().map(|file| Source::File(file.to_path_buf()));
            Some((file.or_else(|| self.source.clone())?, *number))
        });
        let marked = marked.collect();
        self.wait(label!("Reading the marked games.").text().to_owned());
        self.reader.read(FileRequest::Text(marked));
    }
}
