//! The next puzzle for the player: what is due again, mistakes of the player's own games, and new ones near
//! the player's rating.

use std::collections::{HashSet, VecDeque};
use std::fmt;
use std::time::{Duration, Instant};

use jiff::civil::Date;

use super::attempt::{Attempt, Origin};
use super::generate::{
    FoundPuzzles, PuzzleFilter, PuzzleSource, Searched, daily, puzzles_of, random,
};
use super::level::PuzzleLevel;
use super::practice_store::PracticeStore;
use super::puzzle::{Finder, NotAPuzzle, Puzzle, PuzzleKind};
use crate::progress::{CARDS, KeptPuzzle, Progress, card};
use crate::rating;
use reversi::Position;
use reversi_table::background::Stop;
use reversi_table::clock::today;
use reversi_table::player::name::{PersonName, own_side};
use reversi_table::store::StorageError;
use reversi_table::store::history::{self, Logged};
use reversi_table::store::state::StateFolder;

/// A new puzzle is easier or harder than the player, or than the chosen level, by at most this.
const NEAR: f64 = 300.0;

/// The number of puzzles that are skipped because they are too easy or too hard, before one is taken anyway.
const MOST_SKIPPED: u32 = 8;

/// How long to look for a mistake of the player before each new puzzle; the search resumes before the next one.
const PATIENCE_FOR_MISTAKES: Duration = Duration::from_secs(20);

/// Where puzzles are looked for, one after the other.
pub type PuzzleSources = Box<dyn Iterator<Item = PuzzleSource> + Send>;

/// Supplies puzzles one by one.
pub struct Supply {
    store: PracticeStore,
    /// The history with games of the player that were not searched for mistakes yet; `None` once all were.
    games: Option<StateFolder>,
    /// The player's name, which tells their games between two people from others.
    name: PersonName,
    wanted: PuzzleFilter,
    sources: PuzzleSources,
    /// The source that was being searched when the search was stopped.
    interrupted: Option<PuzzleSource>,
    /// Also repeats what was missed, and chooses by the player's rating.
    is_mixed: bool,
    /// The level that was chosen; `None` for what fits the player.
    level: Option<PuzzleLevel>,
    /// The day whose puzzle comes first.
    daily: Option<Date>,
    finder: Finder,
    found: VecDeque<Puzzle>,
    searched: Searched,
    served: HashSet<Position>,
    /// The last puzzle was new, so the next one is a mistake of the player.
    wants_mistake: bool,
}

impl fmt::Debug for Supply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Supply")
            .field("wanted", &self.wanted)
            .finish_non_exhaustive()
    }
}

impl Supply {
    /// Creates a supply of everything: repetitions, mistakes in the games of the history, and new puzzles of a seed.
    pub fn mixed(state: Option<StateFolder>, wanted: PuzzleFilter, seed: u64) -> Self {
        Self {
            is_mixed: true,
            games: state.clone(),
            ..Self::of(state, wanted, Box::new(random(seed)))
        }
    }

    /// Takes the games of the player with this name as the player's.
    pub fn of_player(self, name: PersonName) -> Self {
        Self {
            store: self.store.of_player(name),
            name,
            ..self
        }
    }

    /// Supplies puzzles of a level in place of those that fit the player.
    pub fn of_level(self, level: Option<PuzzleLevel>) -> Self {
        Self { level, ..self }
    }

    /// Begins with the puzzle of a day.
    pub fn with_daily(self, date: Date) -> Self {
        Self {
            daily: Some(date),
            ..self
        }
    }

    /// Creates a supply of the puzzles of sources.
    pub fn of(state: Option<StateFolder>, wanted: PuzzleFilter, sources: PuzzleSources) -> Self {
        Self {
            store: PracticeStore::new(state),
            games: None,
            name: PersonName::EMPTY,
            wanted,
            sources,
            interrupted: None,
            is_mixed: false,
            level: None,
            daily: None,
            finder: Finder::default(),
            found: VecDeque::new(),
            searched: Searched::default(),
            served: HashSet::new(),
            wants_mistake: true,
        }
    }

    /// Returns the next puzzle; `None` at the end of the sources, or if it was stopped. The next call resumes a stopped
    /// search.
    ///
    /// # Errors
    /// [`StorageError`] if the practice file or the history cannot be used, once; it is not used from then on.
    pub fn next(&mut self, stop: Stop<'_>) -> Result<Option<Attempt>, StorageError> {
        let progress = self.store.read_rated(stop)?;
        if let Some(date) = self.daily.take() {
            return Ok(self.of_day(date, &progress, stop));
        }
        let own = progress.rating.rating;
        let aim = self.level.map_or(own, PuzzleLevel::rating);
        let chosen = self.wanted.empties.clone();
        let chosen = chosen.or_else(|| self.level.map(PuzzleLevel::empties));
        let mut wanted = PuzzleFilter {
            empties: chosen,
            ..self.wanted.clone()
        };
        if self.is_mixed {
            if let Some(attempt) = self.kept_or_found(progress.clone(), &wanted, aim, stop)? {
                return Ok(Some(attempt));
            }
            let fitting = || PuzzleLevel::of(own).empties();
            wanted.empties = Some(wanted.empties.unwrap_or_else(fitting));
        }
        let mut skipped = 0;
        while !stop() {
            let Some(puzzle) = self.found.pop_front() else {
                let Some(source) = self.interrupted.take().or_else(|| self.sources.next()) else {
                    break;
                };
                let found = puzzles_of(&source, &wanted, &mut self.finder, stop);
                if stop() {
                    self.interrupted = Some(source);
                    break;
                }
                self.found.extend(found.puzzles);
                self.searched += found.searched;
                continue;
            };
            let is_near = (puzzle.rating() - aim).abs() <= NEAR;
            if self.is_mixed && !is_near && skipped < MOST_SKIPPED {
                skipped += 1;
                continue;
            }
            if self.served.insert(puzzle.position) {
                self.wants_mistake = true;
                let rating = rating::estimated(puzzle.rating());
                let origin = match progress.cards.card(&card(puzzle.position)) {
                    Some(_) => Origin::Again,
                    None => Origin::New,
                };
                return Ok(Some(Attempt::new(puzzle, origin, rating)));
            }
        }
        Ok(None)
    }

    /// Returns what was searched for mistakes, and the puzzles that are wanted.
    pub const fn searched(&self) -> (&Searched, &PuzzleFilter) {
        (&self.searched, &self.wanted)
    }

    /// Returns the puzzle of a day; `None` if it was stopped.
    fn of_day(&mut self, date: Date, progress: &Progress, stop: Stop<'_>) -> Option<Attempt> {
        let (wanted, sources) = daily(date);
        let mut found = sources
            .take_while(|_| !stop())
            .flat_map(|source| puzzles_of(&source, &wanted, &mut self.finder, stop).puzzles);
        let puzzle = found.next()?;
        self.served.insert(puzzle.position);
        let day = progress.days.get(&date);
        let is_tried = day.is_some_and(|day| day.daily.is_some());
        let rating = rating::estimated(puzzle.rating());
        Some(Attempt::new(puzzle, Origin::Daily(date, is_tried), rating))
    }

    /// Returns a kept puzzle. If one of the player's mistakes is wanted and none is kept, searches games for one.
    fn kept_or_found(
        &mut self,
        mut progress: Progress,
        wanted: &PuzzleFilter,
        aim: f64,
        stop: Stop<'_>,
    ) -> Result<Option<Attempt>, StorageError> {
        let wants_mistake = self.wants_mistake;
        let started = Instant::now();
        let stop = || stop() || started.elapsed() >= PATIENCE_FOR_MISTAKES;
        loop {
            let kept = self.kept(&progress, wanted, aim, &stop);
            let games = self.games.clone().filter(|_| wants_mistake);
            let (None, Some(games), false) = (&kept, games, stop()) else {
                return Ok(kept);
            };
            self.wants_mistake = true;
            let all = PuzzleFilter::default();
            match keep_mistakes(&games, self.name, &all, &stop) {
                Ok(true) => progress = self.store.read_rated(&stop)?,
                Ok(false) if stop() => return Ok(None),
                done => {
                    self.games = None;
                    done?;
                }
            }
        }
    }

    /// Returns a kept puzzle that is due, or the mistake not tried yet whose rating is nearest to an aim.
    fn kept(
        &mut self,
        progress: &Progress,
        wanted: &PuzzleFilter,
        aim: f64,
        stop: Stop<'_>,
    ) -> Option<Attempt> {
        let due = progress.cards.due(CARDS, today());
        let due = due.iter().filter_map(|name| name.strip_prefix(CARDS));
        let due = due.map(|name| (name, Origin::Again));
        let is_new = |kept: &KeptPuzzle| kept.own && !kept.tried;
        let wants_mistake = std::mem::take(&mut self.wants_mistake);
        let mistakes = progress.puzzles.iter().filter(|(_, kept)| is_new(kept));
        let mut mistakes: Vec<_> = mistakes.collect();
        let far = |kept: &KeptPuzzle| (kept.rating.rating - aim).abs();
        mistakes.sort_by(|(_, one), (_, other)| far(one).total_cmp(&far(other)));
        let mistakes = mistakes.into_iter().map(|(name, kept)| {
            let origin = if kept.added {
                Origin::Added
            } else {
                Origin::Mistake
            };
            (name.as_str(), origin)
        });
        for (name, origin) in due.chain(mistakes.filter(|_| wants_mistake)) {
            let (Some(kept), Ok(position)) = (progress.puzzles.get(name), name.parse::<Position>())
            else {
                continue;
            };
            let is_wanted =
                wanted.kinds.contains(&kept.kind) && wanted.takes(position.board().empty_count());
            if !is_wanted || !self.served.insert(position) {
                continue;
            }
            if let Some(puzzle) = self.finder.puzzle(position, &[kept.kind], stop) {
                return Some(Attempt::new(puzzle, origin, kept.rating));
            }
            if stop() {
                self.served.remove(&position);
                self.wants_mistake = wants_mistake;
                break;
            }
        }
        None
    }
}

/// Returns the games of the history in which the player with this name had a side, the latest first: the number of
/// each, and its moves as a source of the player's mistakes. Some of them if it is stopped.
///
/// # Errors
/// [`StorageError`] if the history cannot be read.
pub fn own_games(
    state: &StateFolder,
    name: PersonName,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<(u64, PuzzleSource)>, StorageError> {
    let mut games = Vec::new();
    for logged in history::read(state, stop)? {
        if stop() {
            break;
        }
        let Logged {
            number,
            record: Ok(record),
            superseded: false,
        } = logged?
        else {
            continue;
        };
        let person = own_side(&record, name);
        if let (Some(person), Ok(game)) = (person, record.replay()) {
            let own = record.own_squares(person);
            games.push((number, PuzzleSource::Mistakes(Box::new(game), Some(own))));
        }
    }
    games.reverse();
    Ok(games)
}

/// Searches the games that the history has got since the last time for mistakes of the player with this name, until one
/// of them has some that are puzzles, and keeps those. Returns whether one has. Searches all games again under another name.
///
/// # Errors
/// [`StorageError`] if a file cannot be read or written.
pub fn keep_mistakes(
    state: &StateFolder,
    name: PersonName,
    wanted: &PuzzleFilter,
    stop: Stop<'_>,
) -> Result<bool, StorageError> {
    let searched = Progress::load(state)?.searched_for(name);
    let mut finder = Finder::default();
    let mut games = own_games(state, name, stop)?;
    games.retain(|(number, _)| *number > searched);
    // The oldest first, so that one number tells which games were searched.
    for (number, source) in games.into_iter().rev() {
        let FoundPuzzles { puzzles, .. } = puzzles_of(&source, wanted, &mut finder, stop);
        if stop() {
            break;
        }
        let has_some = !puzzles.is_empty();
        Progress::update(state, |progress| {
            for puzzle in puzzles {
                let kept = KeptPuzzle {
                    kind: puzzle.kind,
                    rating: rating::estimated(puzzle.rating()),
                    own: true,
                    added: false,
                    tried: false,
                };
                progress
                    .puzzles
                    .entry(puzzle.position.to_string())
                    .or_insert(kept);
            }
            progress.note_searched(number, name);
        })?;
        if has_some {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What became of a position that the player wants to keep as a puzzle.
#[derive(Clone, Debug)]
pub enum Addition {
    /// It is kept, and asked soon.
    Added(Box<Puzzle>),
    /// It was kept before.
    Known,
    /// It is not a puzzle.
    Refused(NotAPuzzle),
}

/// Keeps a position as a puzzle if it is one. `None` if it was stopped.
///
/// # Errors
/// [`StorageError`] if the practice file cannot be read or written.
pub fn add_position(
    state: &StateFolder,
    position: Position,
    stop: Stop<'_>,
) -> Result<Option<Addition>, StorageError> {
    let name = position.to_string();
    if Progress::load(state)?.puzzles.contains_key(&name) {
        return Ok(Some(Addition::Known));
    }
    let puzzle = match Finder::default().judge(position, &PuzzleKind::ALL, stop) {
        None => return Ok(None),
        Some(Err(why)) => return Ok(Some(Addition::Refused(why))),
        Some(Ok(puzzle)) => puzzle,
    };
    let kept = KeptPuzzle {
        kind: puzzle.kind,
        rating: rating::estimated(puzzle.rating()),
        own: true,
        added: true,
        tried: false,
    };
    Progress::update(state, |progress| {
        progress.puzzles.entry(name).or_insert(kept);
    })?;
    Ok(Some(Addition::Added(Box::new(puzzle))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practice::generate::find_all;

    fn wanted() -> PuzzleFilter {
        PuzzleFilter {
            kinds: vec![PuzzleKind::Best],
            empties: Some(7..=8),
        }
    }

    fn folder() -> (tempfile::TempDir, StateFolder) {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().join("reversi"));
        (folder, state)
    }

    fn first_puzzles(count: usize) -> Vec<Puzzle> {
        let mut puzzles = Vec::new();
        find_all(random(3), &wanted(), 1, &|| false, |puzzle| {
            puzzles.push(puzzle);
            puzzles.len() < count
        });
        puzzles
    }

    #[test]
    fn a_search_that_is_stopped_again_and_again_finds_the_same_puzzles() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        let mut supply = Supply::of(None, wanted(), Box::new(random(3)));
        let mut stops = 0;
        for puzzle in first_puzzles(4) {
            let found = (1..).find_map(|patience| {
                let asked = AtomicUsize::new(0);
                let stop = || asked.fetch_add(1, Ordering::Relaxed) >= patience;
                let found = supply.next(&stop).unwrap();
                stops += usize::from(found.is_none());
                found
            });
            assert_eq!(found.unwrap().puzzle, puzzle);
        }
        assert!(stops > 10, "{stops}");
    }

    #[test]
    fn a_player_whose_rating_no_puzzle_has_gets_the_ninth() {
        let (_folder, state) = folder();
        Progress::update(&state, |progress| progress.rating.rating = 9000.0).unwrap();
        let puzzles = first_puzzles(9);
        let mut supply = Supply::mixed(Some(state), wanted(), 3);
        let attempt = supply.next(&|| false).unwrap().unwrap();
        assert_eq!(attempt.puzzle.position, puzzles[8].position);
    }

    #[test]
    fn puzzles_begin_easy_for_a_new_player_and_at_the_level_of_a_player_with_a_rating() {
        let empties = |rating: Option<f64>, level| {
            let (_folder, state) = folder();
            if let Some(rating) = rating {
                Progress::update(&state, |progress| progress.rating.rating = rating).unwrap();
            }
            let supply = Supply::mixed(Some(state), PuzzleFilter::default(), 3);
            let mut supply = supply.of_level(level);
            let attempts = (0..4).map(|_| supply.next(&|| false).unwrap().unwrap());
            let empties = attempts.map(|attempt| attempt.puzzle.position.board().empty_count());
            empties.collect::<Vec<_>>()
        };
        let all_in = |found: &[u32], level: PuzzleLevel| {
            let range = level.empties();
            assert!(found.iter().all(|count| range.contains(count)), "{found:?}");
        };
        assert_eq!(PuzzleLevel::Easy.empties(), 4..=8);
        all_in(&empties(None, None), PuzzleLevel::Easy);
        all_in(&empties(Some(1450.0), None), PuzzleLevel::Medium);
        all_in(&empties(Some(1900.0), None), PuzzleLevel::Hard);
        all_in(
            &empties(Some(1900.0), Some(PuzzleLevel::Easy)),
            PuzzleLevel::Easy,
        );
    }

    #[test]
    fn the_puzzle_of_a_day_comes_first_is_the_same_for_everybody_and_counts_once() {
        let date = jiff::civil::date(2026, 11, 26);
        let first = |rating: f64, seed, kinds: &[PuzzleKind]| {
            let (folder, state) = folder();
            Progress::update(&state, |progress| progress.rating.rating = rating).unwrap();
            let wanted = PuzzleFilter {
                kinds: kinds.to_vec(),
                ..PuzzleFilter::default()
            };
            let mut supply = Supply::mixed(Some(state.clone()), wanted, seed).with_daily(date);
            let attempt = supply.next(&|| false).unwrap().unwrap();
            (folder, state, attempt)
        };
        let (_folder, state, mut attempt) = first(900.0, 1, &PuzzleKind::ALL);
        let position = attempt.puzzle.position;
        assert_eq!(attempt.origin, Origin::Daily(date, false));
        let (_, _, other) = first(2200.0, 2, &[PuzzleKind::Best]);
        assert_eq!(other.puzzle.position, position);
        // It is rated the first time, and not on the same day again.
        let right = attempt.puzzle.answers()[0].square.unwrap();
        let result = attempt.answer(right).unwrap().unwrap();
        let mut store = PracticeStore::new(Some(state.clone()));
        assert!(
            store
                .note(Some(&result), &|| false)
                .unwrap()
                .change
                .is_some()
        );
        let supply = Supply::mixed(Some(state), PuzzleFilter::default(), 1);
        let mut supply = supply.with_daily(date);
        let mut again = supply.next(&|| false).unwrap().unwrap();
        assert_eq!(again.origin, Origin::Daily(date, true));
        assert!(again.answer(right).unwrap().is_none());
        let next = supply.next(&|| false).unwrap().unwrap();
        assert_ne!(next.puzzle.position, position);
        let (wanted, sources) = daily(date.tomorrow().unwrap());
        let mut finder = Finder::default();
        let mut all = sources.flat_map(|s| puzzles_of(&s, &wanted, &mut finder, &|| false).puzzles);
        assert_ne!(all.next().unwrap().position, position);
    }

    #[test]
    fn of_the_own_mistakes_the_nearest_to_the_rating_comes_first() {
        let (_folder, state) = folder();
        let puzzles = first_puzzles(3);
        let rating = 1300.0;
        Progress::update(&state, |progress| {
            progress.rating.rating = rating;
            for (puzzle, far) in puzzles.iter().zip([700.0, 20.0, 300.0]) {
                let kept = KeptPuzzle {
                    kind: PuzzleKind::Best,
                    rating: rating::estimated(rating + far),
                    own: true,
                    added: false,
                    tried: false,
                };
                progress.puzzles.insert(puzzle.position.to_string(), kept);
            }
        })
        .unwrap();
        let mut supply = Supply::mixed(Some(state), PuzzleFilter::default(), 4);
        let attempt = supply.next(&|| false).unwrap().unwrap();
        assert_eq!(attempt.puzzle.position, puzzles[1].position);
        assert_eq!(attempt.origin, Origin::Mistake);
    }

    #[test]
    fn an_own_mistake_is_asked_once_and_only_if_its_kind_is_wanted() {
        let puzzle = first_puzzles(1).remove(0);
        let name = puzzle.position.to_string();
        let origin = |tried, own, wanted: PuzzleFilter| {
            let (_folder, state) = folder();
            let kept = KeptPuzzle {
                kind: PuzzleKind::Best,
                rating: rating::estimated(puzzle.rating()),
                own,
                added: false,
                tried,
            };
            Progress::update(&state, |progress| {
                progress.puzzles.insert(name.clone(), kept)
            })
            .unwrap();
            let mut supply = Supply::mixed(Some(state), wanted, 4);
            supply.next(&|| false).unwrap().unwrap().origin
        };
        assert_eq!(origin(false, true, wanted()), Origin::Mistake);
        assert_eq!(origin(true, true, wanted()), Origin::New);
        assert_eq!(origin(false, false, wanted()), Origin::New);
        let kinds = vec![PuzzleKind::Win];
        assert_eq!(
            origin(false, true, PuzzleFilter { kinds, ..wanted() }),
            Origin::New
        );
        let empties = Some(9..=10);
        assert_eq!(
            origin(
                false,
                true,
                PuzzleFilter {
                    empties,
                    ..wanted()
                }
            ),
            Origin::New
        );
    }

    #[test]
    fn an_added_position_is_asked_as_one_that_the_player_added() {
        let (_folder, state) = folder();
        let position = first_puzzles(1).remove(0).position;
        let add = |position| add_position(&state, position, &|| false).unwrap().unwrap();
        assert!(matches!(add(position), Addition::Added(puzzle) if puzzle.position == position));
        assert!(matches!(add(position), Addition::Known));
        let mut supply = Supply::mixed(Some(state.clone()), PuzzleFilter::default(), 4);
        let attempt = supply.next(&|| false).unwrap().unwrap();
        assert_eq!(
            (attempt.puzzle.position, attempt.origin),
            (position, Origin::Added)
        );
        let kept = Progress::load(&state).unwrap().puzzles;
        assert!(add_position(&state, Position::START, &|| false).is_ok());
        assert_eq!(Progress::load(&state).unwrap().puzzles, kept);
    }

    #[test]
    fn what_is_not_a_puzzle_is_told_why() {
        let (_folder, state) = folder();
        let why = |position| match add_position(&state, position, &|| false).unwrap() {
            Some(Addition::Refused(why)) => why.to_string(),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            why(Position::START),
            "not a puzzle: it has 60 empty squares, and a puzzle has 4 to 20"
        );
        let row = "XXXXXXXX".repeat(6);
        let one = format!("{row}OX------XXXXXXXX X").parse().unwrap();
        assert_eq!(
            why(one),
            "not a puzzle: there are 0 legal moves, and a puzzle has 4 or more"
        );
    }
}
