//! What the record is made from: reads the games of the player, and reviews those that have not been reviewed.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::played::{KnownMoves, PlayedGame};
use super::{LastGame, PlayerRecord};
use crate::games::GameChoice;
use crate::games::index::{GamesIndex, IndexError};
use crate::progress::Progress;
use crate::review::{AnalysisStore, Reviewer};
use reversi::{Color, Opening};
use reversi_notation::Record;
use reversi_table::background::{Background, Latest, Reporter, Shard, Waker};
use reversi_table::player::PlayerError;
use reversi_table::player::name::{PersonName, own_side};
use reversi_table::store::filter::GameFilter;
use reversi_table::store::game_facts::GameFacts;
use reversi_table::store::history::{self, removed};
use reversi_table::store::state::StateFolder;
use reversi_table::store::{StorageError, cannot, is_missing};
use reversi_table::sync::Mutex;
use reversi_text::Said;

/// What the record is made from.
#[derive(Clone, Debug)]
pub struct Sources {
    /// The folder of the history.
    pub(crate) state: StateFolder,
    /// The name of the player, for games between two people.
    pub(crate) name: PersonName,
    /// Which of the games count.
    pub filter: GameFilter,
    /// The libraries whose games of the player count, too.
    pub libraries: Vec<PathBuf>,
    /// The part of the games that is reviewed here.
    pub part: Shard,
    /// The games of the history that were read last.
    pub(super) cache: HistoryCache,
}

/// The games of the player in the history as they were read last, for all that read the record: whoever comes while
/// they are read waits for them. They are read again once the file has changed.
#[derive(Clone, Debug, Default)]
pub struct HistoryCache(Arc<Mutex<Option<(HistoryStamp, HistoryGames)>>>);

/// Whose games were read, and of which state of the file: its length, and when it was changed.
type HistoryStamp = (PersonName, u64, SystemTime);

/// A file that was changed this short a time ago may change again without another time.
const TICK: Duration = Duration::from_secs(2);

/// The games of the player in the history.
#[derive(Clone, Debug, Default)]
struct HistoryGames {
    games: Vec<Arc<PlayedGame>>,
    /// The key of the analysis of each, and that of its label.
    keys: Vec<(u64, u64)>,
    /// The part of the record that needs no reviews.
    sums: PlayerRecord,
}

/// Games of the player, what is known of their moves, and the part of the record that needs no reviews.
type ReadGames = (Vec<Arc<PlayedGame>>, Vec<KnownMoves>, PlayerRecord);

/// What is done with a game of the player: its file, `None` for the history, its number, and the side of the player.
type OnOwnGame<'a> = dyn FnMut(&mut PlayerRecord, Option<&Path>, u64, Color, Record) + 'a;

/// An error that ends the review of the games.
#[derive(Debug, thiserror::Error)]
pub enum StatsError {
    /// A file cannot be read or written.
    #[error("{0}")]
    Storage(#[from] StorageError),
    /// The search failed.
    #[error("{0}")]
    Search(#[from] PlayerError),
}

/// Reads the player's record in the background.
pub type RecordTask = Latest<(), PlayerRecord, StatsError>;

impl Sources {
    /// Returns the sources of all games of the history.
    pub fn of_history(state: StateFolder, name: PersonName) -> Self {
        Self {
            state,
            name,
            filter: GameFilter::default(),
            libraries: Vec::new(),
            part: Shard::WHOLE,
            cache: HistoryCache::default(),
        }
    }

    /// Shares the games that others have read.
    #[must_use]
    pub fn with_cache(self, cache: HistoryCache) -> Self {
        Self { cache, ..self }
    }

    /// Starts to read the record, and with a reviewer to review the games that have not been reviewed.
    pub fn start(self, reviewer: Option<Reviewer>, waker: Waker) -> RecordTask {
        let read = move |(), reporter: &Reporter<PlayerRecord>| {
            let stop = || reporter.is_stopped();
            let Some(reviewer) = &reviewer else {
                return Ok(self.record(&stop)?);
            };
            let mut progress = |record: &PlayerRecord| reporter.progress(record.clone());
            let games = self.games(true, &stop)?;
            self.review_games(games, reviewer, &mut progress, &stop)
        };
        let task = Background::start("record", waker, read);
        task.ask(());
        Latest::of(task)
    }

    /// Returns the record as far as it is known without reviewing games.
    ///
    /// # Errors
    /// The history cannot be read.
    pub fn record(&self, stop: &dyn Fn() -> bool) -> Result<PlayerRecord, StorageError> {
        let (games, known, record) = self.games(false, stop)?;
        Ok(record.with_reviews(&games, &known))
    }

    /// Returns the number of games of the history; `None` if it was stopped before it knew, or cannot be read.
    pub fn count(&self, stop: &dyn Fn() -> bool) -> Option<u64> {
        let count = history::count(&self.state, stop).ok()?;
        count.map(|count| count as u64)
    }

    /// Reviews the games of the part that have not been reviewed, the latest first, and keeps the results. Reports the
    /// record at the start and after each game. Returns the record, also when it was stopped.
    ///
    /// # Errors
    /// The history cannot be read, or a review cannot be kept.
    pub fn review(
        &self,
        reviewer: &Reviewer,
        progress: &mut dyn FnMut(&PlayerRecord),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<PlayerRecord, StatsError> {
        self.review_games(self.games(true, stop)?, reviewer, progress, stop)
    }

    /// Reviews games that were read.
    fn review_games(
        &self,
        (games, mut known, base): ReadGames,
        reviewer: &Reviewer,
        progress: &mut dyn FnMut(&PlayerRecord),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<PlayerRecord, StatsError> {
        let store = AnalysisStore::of(&self.state);
        let mut record = base.clone().with_reviews(&games, &known);
        progress(&record);
        for (at, own) in games.iter().enumerate().rev() {
            if known[at].is_some() || !self.part.has(at as u64) {
                continue;
            }
            let game = own.game.record();
            let review = PlayedGame::reviewed(&game, reviewer, stop)?;
            let Some(review) = review.filter(|_| !stop()) else {
                break;
            };
            // Without a place for them, the reviews would be made again every time.
            if let Err(problem) = store.save(&review, reviewer.source()) {
                return Ok(record.with_problem(&problem));
            }
            known[at] = Some(own.moves(&game, &review));
            record = base.clone().with_reviews(&games, &known);
            progress(&record);
        }
        Ok(record)
    }

    /// Reads the games of the player. Returns those that the reviews are about. Those of libraries are kept only if they are
    /// to be reviewed, or were, or count for the rating.
    pub(super) fn games(
        &self,
        are_reviewed: bool,
        stop: &dyn Fn() -> bool,
    ) -> Result<ReadGames, StorageError> {
        let state = Some(&self.state);
        let (choice, problems) = GameChoice::new(self.filter.clone(), self.name, state);
        let HistoryGames {
            mut games,
            keys,
            sums,
        } = self.of_history_once(&choice, stop)?;
        let mut record = PlayerRecord {
            is_filtered: !self.filter.is_empty(),
            has_removed: removed::can_undo(&self.state),
            problems: problems.iter().map(Said::display).collect(),
            ..sums
        };
        let store = AnalysisStore::of(&self.state);
        let analysed = store.keys().unwrap_or_else(|problem| {
            record.problems.push(Said::display(problem));
            HashSet::new()
        });
        let known_of = |own: &PlayedGame, key: u64| {
            let is_analysed = analysed.contains(&key) && !stop();
            is_analysed.then(|| own.known(&own.game.record(), &store))?
        };
        let both = games.iter().zip(&keys);
        let mut known: Vec<_> = both.map(|(own, &(key, _))| known_of(own, key)).collect();
        if record.has_libraries {
            let labels: HashSet<u64> = keys.iter().map(|&(_, label)| label).collect();
            let mut on_game =
                |sums: &mut PlayerRecord, file: Option<&Path>, number, side, game: Record| {
                    let facts = GameFacts::of(&game, None);
                    if labels.contains(&facts.label_key()) {
                        // It is in the history, too.
                        return;
                    }
                    sums.count(file, side, &game);
                    let own = PlayedGame::new(file, number, side, &game);
                    let moves = known_of(&own, facts.key);
                    if are_reviewed || own.says_something(&moves) {
                        games.push(Arc::new(own));
                        known.push(moves);
                    }
                };
            self.each_of_libraries(&choice, stop, &mut record, &mut on_game);
        }
        match Progress::load(&self.state) {
            Ok(progress) => record.add_puzzles(&progress),
            Err(problem) => record = record.with_problem(&problem),
        }
        Ok((games, known, record))
    }

    /// Returns the chosen games of the player in the history: all of them as they were read last, if the file is as it was.
    fn of_history_once(
        &self,
        choice: &GameChoice,
        stop: &dyn Fn() -> bool,
    ) -> Result<HistoryGames, StorageError> {
        // With libraries, the results are counted by folder, too.
        if !(self.filter.is_empty() && self.libraries.is_empty()) {
            return self.of_history_now(choice, stop);
        }
        let mut cache = self.cache.0.lock();
        let stamp = self.stamp();
        if let Some((of, games)) = &*cache
            && stamp == Some(*of)
        {
            return Ok(games.clone());
        }
        *cache = None;
        let games = self.of_history_now(choice, stop)?;
        if !stop() {
            *cache = stamp.map(|stamp| (stamp, games.clone()));
        }
        Ok(games)
    }

    /// Returns the state of the file of the history; `None` if another one could not be told from it.
    fn stamp(&self) -> Option<HistoryStamp> {
        let file = fs::metadata(self.state.log()).ok()?;
        let changed = file.modified().ok()?;
        let is_old = changed.elapsed().is_ok_and(|since| since > TICK);
        is_old.then_some((self.name, file.len(), changed))
    }

    /// Reads the chosen games of the player in the history.
    fn of_history_now(
        &self,
        choice: &GameChoice,
        stop: &dyn Fn() -> bool,
    ) -> Result<HistoryGames, StorageError> {
        let mut read = HistoryGames::default();
        read.sums.has_libraries = !self.libraries.is_empty();
        let (games, keys) = (&mut read.games, &mut read.keys);
        let mut on_game =
            |sums: &mut PlayerRecord, _: Option<&Path>, number, side, game: Record| {
                let facts = GameFacts::of(&game, None);
                keys.push((facts.key, facts.label_key()));
                sums.count(None, side, &game);
                games.push(Arc::new(PlayedGame::new(None, number, side, &game)));
                let record = Arc::new(game);
                sums.last = Some(LastGame {
                    number,
                    side,
                    record,
                });
            };
        self.each_of_history(choice, stop, &mut read.sums, &mut on_game)?;
        Ok(read)
    }

    /// Calls a function with the chosen games of the player in the history, and counts the others.
    fn each_of_history(
        &self,
        choice: &GameChoice,
        stop: &dyn Fn() -> bool,
        sums: &mut PlayerRecord,
        on_game: &mut OnOwnGame<'_>,
    ) -> Result<(), StorageError> {
        for logged in history::read(&self.state, stop)? {
            if stop() {
                break;
            }
            let logged = logged?;
            if logged.superseded {
                continue;
            }
            let Ok(record) = logged.record else {
                sums.unreadable += 1;
                continue;
            };
            let Some(side) = own_side(&record, self.name) else {
                sums.not_counted += 1;
                continue;
            };
            sums.all_games += 1;
            if choice.has_record(&record, Opening::of(record.positions())) {
                on_game(sums, None, logged.number, side, record);
            }
        }
        Ok(())
    }

    /// Calls a function with the chosen games of the player in the libraries.
    fn each_of_libraries(
        &self,
        choice: &GameChoice,
        stop: &dyn Fn() -> bool,
        sums: &mut PlayerRecord,
        on_game: &mut OnOwnGame<'_>,
    ) {
        let mut index = GamesIndex::new(self.state.openings(), self.libraries.clone());
        let walked = index.each_game(&mut |_| (), stop, &mut |file, row| {
            let facts = row.facts();
            let side = facts.own_side(self.name);
            sums.all_games += u32::from(side.is_some());
            if let Some(side) = side
                && choice.has(&facts, || row.line())
                && let Some(record) = row.record()
            {
                on_game(sums, Some(file), row.number, side, record);
            }
            ControlFlow::Continue(())
        });
        if let Err(IndexError::Storage(problem)) = walked {
            sums.problems.push(Said::display(problem));
        }
        sums.problems.extend(index.problems());
    }

    /// Removes the games of the history that the record counts, with their analyses. Returns how many. What was confirmed
    /// is carried out, although its screen is left.
    ///
    /// # Errors
    /// [`StorageError`]; no game is lost.
    pub fn remove(&self) -> Result<usize, StorageError> {
        let (choice, _) = GameChoice::new(self.filter.clone(), self.name, Some(&self.state));
        let (mut sums, mut numbers) = (PlayerRecord::default(), BTreeSet::new());
        let note = &mut |_: &mut PlayerRecord, _: Option<&Path>, number, _, _| {
            numbers.insert(number);
        };
        self.each_of_history(&choice, &|| false, &mut sums, note)?;
        remove_games(&self.state, &numbers)
    }

    /// Brings back the games removed last. Returns how many there are.
    ///
    /// # Errors
    /// [`StorageError`]
    pub fn bring_back(&self) -> Result<usize, StorageError> {
        removed::undo(&self.state)
    }

    /// Deletes the history, the reviews and the practice file.
    ///
    /// # Errors
    /// A file cannot be deleted.
    pub fn delete(&self) -> Result<(), StorageError> {
        let state = &self.state;
        // Earlier programs kept all reviews in one file.
        let earlier = state.reviews().with_extension("json");
        let index = history::index_path(&state.log());
        let files = [state.log(), index, state.practice(), earlier];
        let locks = files.clone().map(|path| path.with_extension("lock"));
        for path in files.into_iter().chain(locks) {
            match fs::remove_file(&path) {
                Err(error) if !is_missing(&error) => {
                    return Err(StorageError::when(cannot::DELETE, &path)(error));
                }
                _ => {}
            }
        }
        for folder in [state.reviews(), state.removed()] {
            match fs::remove_dir_all(&folder) {
                Err(error) if !is_missing(&error) => {
                    return Err(StorageError::when(cannot::DELETE, &folder)(error));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Removes the games of the history with these numbers, with their analyses. Returns how many.
///
/// # Errors
/// [`StorageError`]; no game is lost.
pub fn remove_games(state: &StateFolder, numbers: &BTreeSet<u64>) -> Result<usize, StorageError> {
    let (count, records) = removed::remove(state, numbers)?;
    let store = AnalysisStore::of(state);
    for game in records.iter().filter_map(|record| record.replay().ok()) {
        store.remove(&game)?;
    }
    Ok(count)
}
