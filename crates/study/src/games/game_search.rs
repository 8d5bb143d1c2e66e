//! The newest games of the libraries, and of the files that were opened lately, that match a filter.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::choice::GameChoice;
use super::index::{GamesIndex, IndexError, ReadProgress};
use super::row::PackedGame;
use reversi_table::background::{Background, Reporter, ValueTask, Waker};
use reversi_table::player::name::PersonName;
use reversi_table::store::filter::GameFilter;
use reversi_table::store::game_list::{GameLine, LATEST};
use reversi_table::store::recent::RecentFiles;
use reversi_table::store::state::StateFolder;
use reversi_text::Said;

/// The games that match a filter, as far as they are known.
#[derive(Clone, Debug, Default)]
pub struct NewestMatches {
    /// The newest ones, at most [`LATEST`], the newest first.
    pub lines: Vec<GameLine>,
    /// How many there are.
    pub count: u64,
    /// The progress while the files are being read.
    pub reading: Option<ReadProgress>,
    /// Why some games are missing, as a clause.
    pub problem: Option<Said>,
}

/// Searches the games in the background.
pub type GameSearch = ValueTask<GameFilter, NewestMatches, IndexError>;

/// Starts a task that searches the games of libraries and of the files that were opened lately.
pub fn start(
    state: StateFolder,
    name: PersonName,
    libraries: Vec<PathBuf>,
    waker: Waker,
) -> GameSearch {
    let work = move |filter: GameFilter, reporter: &Reporter<NewestMatches>| {
        // What cannot be read of labels and analyses is reported by the list.
        let (choice, _) = GameChoice::new(filter, name, Some(&state));
        let recent = RecentFiles::load(&state);
        let problem = recent.as_ref().err();
        let problem = problem.map(Said::display);
        let recent = recent.unwrap_or_default();
        let files = libraries.iter().filter(|path| path.exists()).cloned();
        let files: Vec<PathBuf> = files.chain(recent.existing()).collect();
        let mut newest = NewestGames::default();
        if files.is_empty() {
            return Ok(newest.matches(problem));
        }
        let mut index = GamesIndex::new(state.openings(), files);
        let mut on_progress = |progress| {
            reporter.progress(NewestMatches {
                reading: Some(progress),
                ..NewestMatches::default()
            });
        };
        index.each_game(
            &mut on_progress,
            &|| reporter.is_stopped(),
            &mut |file, row| {
                if choice.has(&row.facts(), || row.line()) {
                    newest.add(file, row.number, &row.readable_date(), || row.packed());
                }
                ControlFlow::Continue(())
            },
        )?;
        Ok(newest.matches(problem.or_else(|| index.problems().into_iter().next())))
    };
    Background::start("games", waker, work)
}

/// The newest of many games, in bounded memory.
#[derive(Default)]
struct NewestGames {
    /// By the date and the order in which they came: the file, the number in it, and the game.
    games: BTreeMap<(String, u64), (Arc<Path>, u64, PackedGame)>,
    /// How many came.
    count: u64,
    /// The file of the last one.
    file: Option<Arc<Path>>,
}

impl NewestGames {
    fn add(&mut self, file: &Path, number: u64, date: &str, game: impl FnOnce() -> PackedGame) {
        self.count += 1;
        let is_full = self.games.len() == LATEST;
        if let Some(((oldest, _), _)) = self.games.first_key_value().filter(|_| is_full) {
            if date < oldest.as_str() {
                return;
            }
            self.games.pop_first();
        }
        let file = match &self.file {
            Some(last) if **last == *file => Arc::clone(last),
            _ => Arc::clone(self.file.insert(file.into())),
        };
        let place = (date.to_owned(), self.count);
        self.games.insert(place, (file, number, game()));
    }

    fn matches(self, problem: Option<Said>) -> NewestMatches {
        let games = self.games.into_values().rev();
        let lines =
            games.map(|(file, number, game)| GameLine::of_file(file, number, &game.record()));
        NewestMatches {
            lines: lines.collect(),
            count: self.count,
            reading: None,
            problem,
        }
    }
}
