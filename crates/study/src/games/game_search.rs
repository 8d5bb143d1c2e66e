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
    pub problem: Option<String>,
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
        let problem = recent.as_ref().err().map(ToString::to_string);
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

    fn matches(self, problem: Option<String>) -> NewestMatches {
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

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::{ByColor, transcript};
    use reversi_notation::{Format, Record};

    /// Writes a file with a game of each year, and returns its path.
    fn file(folder: &Path, name: &str, years: impl Iterator<Item = u32>) -> PathBuf {
        let mut text = String::new();
        for year in years {
            let mut record = Record::from_game(&transcript::parse("f5d6c3").unwrap());
            record.players = ByColor::new(format!("Ann{year}"), "Bo".to_owned());
            record.date = year.to_string();
            assert!(Format::Ggf.write(&record, &mut text));
        }
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    #[test]
    fn the_newest_games_of_libraries_and_recent_files_are_found_by_a_filter_and_counted() {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().join("state"));
        let library = file(folder.path(), "library.ggf", (1000..1600).rev());
        let recent = file(folder.path(), "recent.ggf", 1590..1592);
        RecentFiles::note(&state, &recent).unwrap();
        let libraries = vec![library, folder.path().join("missing")];
        let task = start(state, PersonName::EMPTY, libraries, Arc::new(|| ()));
        let found = |filter: &str| {
            task.ask(filter.parse().unwrap());
            loop {
                let found = task.wait_value().unwrap().unwrap();
                if found.reading.is_none() {
                    return found;
                }
            }
        };
        let all = found("");
        // A game that occurs twice counts once.
        assert_eq!((all.lines.len(), all.count), (LATEST, 600));
        assert_eq!(all.problem, None);
        let dates = |found: &NewestMatches| -> Vec<String> {
            let dates = found.lines.iter().map(|line| line.date().to_owned());
            dates.collect()
        };
        let expected = (1100..1600).rev().map(|year| year.to_string());
        assert_eq!(dates(&all), expected.collect::<Vec<_>>());
        let some = found("year:1000-1001 ann");
        assert_eq!(
            (some.count, dates(&some)),
            (2, vec!["1001".into(), "1000".into()])
        );
    }
}
