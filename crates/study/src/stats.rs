//! The player's record: results, losses, mistakes and openings in the games of the history.
//!
//! [`PlayerRecord`] is computed from the history, from what reviews found in its games, and from the practice file. The
//! reviews take time, so that they are kept.

pub(crate) mod choice;
mod level_estimate;
pub mod text;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use serde::{Deserialize, Serialize};

use crate::JSON_VERSION;
use crate::openings::index::{GamesIndex, IndexError};
use crate::openings::row::PackedGame;
use crate::practice::progress::Progress;
use crate::practice::rating::Rating;
use crate::review::{AnalysisStore, Grade, MoveReview, Reason, Review, Reviewer};
use reversi::notation::{Record, clean};
use reversi::search::{Confidence, Limits};
use reversi::{Color, Entry, Game, Opening, Square};
use reversi_table::background::{Background, Latest, Reporter, Waker};
use reversi_table::clock::today;
use reversi_table::phrase::{path_text, signed, to_the_minute};
use reversi_table::player::level::Level;
use reversi_table::player::name::{PersonName, own_side};
use reversi_table::player::{PlayerError, PlayerKind};
use reversi_table::store::filter::GameFilter;
use reversi_table::store::game_facts::GameFacts;
use reversi_table::store::history::{self, Logged, removed};
use reversi_table::store::rated::RatedState;
use reversi_table::store::state::StateFolder;
pub use reversi_table::store::summary::{self, Verdict};
use reversi_table::store::{StorageError, is_missing};

pub use choice::{ChoiceResults, ChoiceTask, GameChoice};
use level_estimate::{GameEvidence, LevelEstimate};

/// The limits for each position of a review: cheap, so that many games take minutes.
pub const LIMITS: Limits = Limits::depth(10)
    .with_exact_from(16)
    .with_confidence(Confidence::C73);

/// The number of the last reviewed games that are compared with all.
pub const RECENT: usize = 10;

/// A mistake that lost at most this many discs is not asked again: the light review may be wrong by as much.
pub(crate) const NOT_ASKED: u32 = 4;

/// The fewest reviewed games for a double of the player.
pub const FEWEST_FOR_DOUBLE: usize = 20;

/// The name of the history among the folders.
const HISTORY: &str = "history";

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
}

/// What is known of the player's moves in a game; `None` if it was not reviewed.
type KnownMoves = Option<Vec<ReviewedMove>>;

/// What is done with a game of the player: its file, `None` for the history, its number, and the side of the player.
type OnOwnGame<'a> = dyn FnMut(&mut PlayerRecord, Option<&Path>, u64, Color, Record) + 'a;

/// A game of the player.
#[derive(Debug)]
struct PlayedGame {
    /// The file; `None` for the history.
    file: Option<Arc<Path>>,
    number: u64,
    side: Color,
    /// The level that was played and the points of the player, if it counts for the rating.
    result: Option<(u8, f64)>,
    game: PackedGame,
}

/// The player's record.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PlayerRecord {
    /// The number of games of the player.
    pub games: u32,
    /// The number of other games in the history.
    pub(crate) not_counted: u32,
    /// The number of lines of the history that cannot be read.
    pub(crate) unreadable: u32,
    /// The results by opponent.
    pub opponents: BTreeMap<String, WinCounts>,
    /// The results by the name of the opening.
    pub openings: BTreeMap<String, WinCounts>,
    /// The results by the folder of the file, with those of the history under its name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) folders: BTreeMap<String, WinCounts>,
    /// The mean losses over all reviewed games.
    pub mean_loss: Losses,
    /// The mean losses over the last reviewed games.
    pub recent_mean_loss: Losses,
    /// The reviewed games, the oldest first.
    pub reviewed: Vec<ReviewedGame>,
    /// The mistakes by their reasons, the most frequent first; those without one last.
    pub mistakes: Vec<MistakeCount>,
    /// The mistakes that are worth asking again, those of the latest game first.
    #[serde(skip)]
    pub found: Vec<FoundMistake>,
    /// The player's moves in the reviewed games, and the discs that they lost, by the name of the square.
    pub squares: BTreeMap<String, SquareLoss>,
    /// About which level the player has; `None` if too few games say so.
    pub level: Option<LevelEstimate>,
    /// The rating against levels; `None` without games against them.
    pub rating: Option<Rating>,
    /// The rating after each of these games, the oldest first.
    pub ratings: Vec<DatedRating>,
    /// The numbers of puzzles tried, and of those solved on the first try.
    #[serde(skip)]
    pub puzzles: (u32, u32),
    /// Whether the puzzle of today was solved without a wrong answer; `None` if it was not tried.
    #[serde(skip)]
    pub daily: Option<bool>,
    /// The latest game of the player in the history.
    #[serde(skip)]
    pub last: Option<LastGame>,
    /// The rating for puzzles; `None` if none were tried.
    pub puzzle_rating: Option<Rating>,
    /// The rating for puzzles at the end of each day on which some were tried, the oldest first.
    pub puzzle_ratings: Vec<DatedRating>,
    /// The results of all of them.
    #[serde(skip)]
    pub results: ChoiceResults,
    /// Whether games of libraries are among them.
    #[serde(skip)]
    has_libraries: bool,
    /// Whether a filter chooses the games.
    #[serde(skip)]
    is_filtered: bool,
    /// The number of games of the player, whatever the filter chooses.
    #[serde(skip)]
    all_games: u32,
    /// Whether games that were removed can be brought back.
    #[serde(skip)]
    pub has_removed: bool,
    /// What could not be read or saved: a clause about each.
    #[serde(skip)]
    pub problems: Vec<String>,
}

/// The latest game of the player in the history.
#[derive(Clone, Debug)]
pub struct LastGame {
    /// Its number in the history.
    pub number: u64,
    side: Color,
    record: Arc<Record>,
}

impl LastGame {
    /// Returns how it ended, and against whom, as two parts of a clause: `you lost 20-44`, ` to level 5`.
    pub fn result(&self) -> (String, String) {
        summary::told_result(&self.record, self.side)
    }

    /// Returns its date and opening, as far as they are known.
    pub fn details(&self) -> String {
        let opening = Opening::of(self.record.positions());
        let opening = opening.map(|opening| opening.name(false).into_owned());
        let parts = [date_of(&self.record), opening.unwrap_or_default()];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(", ")
    }
}

/// The player's moves on a square, and the discs that they lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SquareLoss {
    /// How many moves.
    pub moves: u32,
    /// Discs.
    pub lost: u32,
}

/// A rating, and when it was reached.
#[derive(Clone, Debug, Serialize)]
pub struct DatedRating {
    /// The local date.
    pub date: String,
    /// The rating.
    pub rating: f64,
}

/// How often the player made a kind of mistake.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MistakeCount {
    /// The reason.
    pub reason: MistakeKind,
    /// The number of mistakes.
    pub count: u32,
}

/// A mistake of the player in a game that was reviewed.
#[derive(Clone, Debug)]
pub struct FoundMistake {
    /// The place of its game among those that were reviewed, the latest being 0.
    pub(crate) game: usize,
    /// The reason.
    pub reason: MistakeKind,
    /// The English name of the game's opening.
    pub opening: Option<&'static str>,
    /// The player's side.
    pub(crate) side: Color,
    /// The discs that it lost, as far as the light review knows.
    pub(crate) loss: u32,
    /// The number of discs that were placed before it.
    placed: usize,
    record: Arc<Record>,
}

impl FoundMistake {
    /// Returns the game, and the entry of the mistake.
    pub(crate) fn game(&self) -> Option<(Game, usize)> {
        let game = self.record.replay().ok()?;
        let is_move = |&entry: &usize| matches!(game.entries()[entry], Entry::Move { .. });
        let entry = (0..game.entries().len()).filter(is_move).nth(self.placed)?;
        Some((game, entry))
    }

    /// Returns where it was made, as a sentence: `Against level 3, 2026-11-26 14:05, Tiger.`
    pub(crate) fn place(&self) -> String {
        let opponent = summary::player(&self.record, self.side.opposite());
        let parts = [
            format!("Against {opponent}"),
            date_of(&self.record),
            self.opening.unwrap_or_default().to_owned(),
        ];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(", ") + "."
    }
}

/// The losses in a game.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewedGame {
    /// The file; `None` for the history.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    /// The number of the game in its file, or in the history.
    pub number: u64,
    /// The date, as far as known.
    pub date: String,
    /// The opponent.
    pub(crate) opponent: String,
    /// The mean losses of the player.
    #[serde(flatten)]
    pub mean_loss: Losses,
}

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
        }
    }

    /// Starts to read the record, and with a reviewer to review the games that have not been reviewed.
    pub fn start(self, reviewer: Option<Reviewer>, waker: Waker) -> RecordTask {
        let read = move |(), reporter: &Reporter<PlayerRecord>| {
            let stop = || reporter.is_stopped();
            let Some(reviewer) = &reviewer else {
                return Ok(self.record_until(&stop)?);
            };
            let mut progress = |record: &PlayerRecord| reporter.progress(record.clone());
            self.review(reviewer, &mut progress, &stop)
        };
        let task = Background::start("record", waker, read);
        task.ask(());
        Latest::of(task)
    }

    /// Returns the record as far as it is known without reviewing games.
    ///
    /// # Errors
    /// The history cannot be read.
    pub fn record(&self) -> Result<PlayerRecord, StorageError> {
        self.record_until(&|| false)
    }

    /// Like [`Sources::record`], but reads no more games once it is stopped.
    fn record_until(&self, stop: &dyn Fn() -> bool) -> Result<PlayerRecord, StorageError> {
        let (games, known, record) = self.games(false, stop)?;
        Ok(record.with_reviews(&games, &known))
    }

    /// Reviews the games that have not been reviewed, the latest first, and keeps the results. Reports the
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
        let (games, mut known, base) = self.games(true, &|| false)?;
        let store = AnalysisStore::of(&self.state);
        let mut record = base.clone().with_reviews(&games, &known);
        progress(&record);
        for (at, own) in games.iter().enumerate().rev() {
            if known[at].is_some() {
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

    /// Reads the games of the player. Returns those that the reviews are about, with what is known of their moves, and the
    /// part of the record that needs no reviews. Those of libraries are kept only if they are to be reviewed, or were, or
    /// count for the rating.
    fn games(
        &self,
        are_reviewed: bool,
        stop: &dyn Fn() -> bool,
    ) -> Result<(Vec<PlayedGame>, Vec<KnownMoves>, PlayerRecord), StorageError> {
        let state = Some(&self.state);
        let (choice, problems) = GameChoice::new(self.filter.clone(), self.name, state);
        let mut record = PlayerRecord {
            has_libraries: !self.libraries.is_empty(),
            is_filtered: !self.filter.is_empty(),
            has_removed: removed::can_undo(&self.state),
            problems: problems.iter().map(ToString::to_string).collect(),
            ..PlayerRecord::default()
        };
        let store = AnalysisStore::of(&self.state);
        let analysed = store.keys().unwrap_or_else(|problem| {
            record.problems.push(problem.to_string());
            HashSet::new()
        });
        let (mut games, mut known, mut keys) = (Vec::new(), Vec::new(), HashSet::new());
        let mut on_game =
            |sums: &mut PlayerRecord, file: Option<&Path>, number, side, game: Record| {
                let facts = GameFacts::of(&game, None);
                if file.is_some() && keys.contains(&facts.label_key()) {
                    // It is in the history, too.
                    return;
                }
                if file.is_none() {
                    keys.insert(facts.label_key());
                }
                let is_analysed = analysed.contains(&facts.key);
                sums.count(file, side, &game);
                let own = PlayedGame::new(file, number, side, &game);
                let moves = is_analysed.then(|| own.known(&game, &store)).flatten();
                if file.is_none() {
                    let record = Arc::new(game);
                    sums.last = Some(LastGame {
                        number,
                        side,
                        record,
                    });
                }
                if are_reviewed || own.says_something(&moves) {
                    games.push(own);
                    known.push(moves);
                }
            };
        self.each_of_history(&choice, stop, &mut record, &mut on_game)?;
        if record.has_libraries {
            self.each_of_libraries(&choice, stop, &mut record, &mut on_game);
        }
        match Progress::load(&self.state) {
            Ok(progress) => record.add_puzzles(&progress),
            Err(problem) => record = record.with_problem(&problem),
        }
        Ok((games, known, record))
    }

    /// Calls a function with the chosen games of the player in the history, and counts the others.
    fn each_of_history(
        &self,
        choice: &GameChoice,
        stop: &dyn Fn() -> bool,
        sums: &mut PlayerRecord,
        on_game: &mut OnOwnGame<'_>,
    ) -> Result<(), StorageError> {
        for logged in history::read(&self.state)? {
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
            sums.problems.push(problem.to_string());
        }
        sums.problems.extend(index.problems());
    }

    /// Removes the games of the history that the record counts, with their analyses. Returns how many.
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
        let files = [state.log(), state.practice(), earlier];
        let locks = files.clone().map(|path| path.with_extension("lock"));
        for path in files.into_iter().chain(locks) {
            match fs::remove_file(&path) {
                Err(error) if !is_missing(&error) => {
                    return Err(StorageError::when("cannot delete", &path)(error));
                }
                _ => {}
            }
        }
        for folder in [state.reviews(), state.removed()] {
            match fs::remove_dir_all(&folder) {
                Err(error) if !is_missing(&error) => {
                    return Err(StorageError::when("cannot delete", &folder)(error));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Returns the level against which a rated game was played; `None` for any other game.
fn rated_level(record: &Record) -> Option<Level> {
    match RatedState::of(record) {
        RatedState::Rated(level) => Some(level),
        RatedState::Casual(_) | RatedState::NotAgainstLevel => None,
    }
}

impl PlayedGame {
    fn new(file: Option<&Path>, number: u64, side: Color, record: &Record) -> Self {
        let result = rated_level(record).and_then(|level| {
            let points = match summary::verdict(record)? {
                Verdict::Draw => 0.5,
                Verdict::Won(winner) if winner == side => 1.0,
                Verdict::Won(_) => 0.0,
            };
            Some((level.number, points))
        });
        Self {
            file: file.map(Arc::from),
            number,
            side,
            result,
            game: PackedGame::of(record),
        }
    }

    /// Returns whether it is needed for more than the results: one of the history is.
    const fn says_something(&self, moves: &KnownMoves) -> bool {
        self.file.is_none() || moves.is_some() || self.result.is_some()
    }

    /// Returns what the game and these moves in it say about the player's level.
    fn evidence(&self, moves: &[ReviewedMove]) -> GameEvidence {
        let losses = moves.iter().map(|&ReviewedMove(_, lost, _)| lost);
        GameEvidence {
            result: self.result,
            losses: losses.collect(),
        }
    }

    /// Returns what the stored analysis of the game says of the player's moves; `None` if there is none.
    fn known(&self, record: &Record, store: &AnalysisStore) -> KnownMoves {
        let (_, review) = store.load(&record.replay().ok()?)?;
        Some(self.moves(record, &review))
    }

    /// Reviews the game; `None` if it was stopped.
    fn reviewed(
        record: &Record,
        reviewer: &Reviewer,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Review>, PlayerError> {
        // A game that was read has been replayed.
        let game = record.replay().unwrap_or_default();
        let mut review = Review::new(&game);
        reviewer.run_until(&mut review, &mut |_| (), stop)?;
        Ok(Some(review).filter(Review::is_complete))
    }

    /// Returns the moves of a review that the player found.
    fn moves(&self, record: &Record, review: &Review) -> Vec<ReviewedMove> {
        let own = record.own_squares(self.side);
        let moves = (0..review.positions().len()).filter_map(|at| {
            let judged = review.move_review(at)?;
            let empties = review.positions()[at].board().empty_count();
            own.contains(judged.square)
                .then(|| ReviewedMove::new(empties, judged))
        });
        moves.collect()
    }

    /// Returns the mistakes that are worth asking again. `game` is the place of the game among the reviewed ones.
    fn found<'a>(
        &'a self,
        record: &'a Arc<Record>,
        moves: &'a [ReviewedMove],
        game: usize,
    ) -> impl Iterator<Item = FoundMistake> + 'a {
        let opening = Opening::of(record.positions()).map(|opening| opening.english);
        let worst = moves.iter().filter(|made| u32::from(made.1) > NOT_ASKED);
        worst.filter_map(move |&made| {
            Some(FoundMistake {
                game,
                reason: made.mistake()?,
                opening,
                // The side that the player had then.
                side: record
                    .positions()
                    .nth(made.placed_before(record)?)?
                    .side_to_move(),
                loss: made.1.into(),
                placed: made.placed_before(record)?,
                record: Arc::clone(record),
            })
        })
    }
}

/// Removes the games of the history with these numbers, with their analyses. Returns how many.
///
/// # Errors
/// [`StorageError`]; no game is lost.
pub fn remove_games(state: &StateFolder, numbers: &BTreeSet<u64>) -> Result<usize, StorageError> {
    let mut games = Vec::new();
    for logged in history::read(state)? {
        let Logged { number, record, .. } = logged?;
        if numbers.contains(&number) {
            games.extend(record.ok().and_then(|record| record.replay().ok()));
        }
    }
    let count = removed::remove(state, numbers)?;
    let store = AnalysisStore::of(state);
    for game in games {
        store.remove(&game)?;
    }
    Ok(count)
}

impl PlayerRecord {
    /// Returns what the player's moves on a square lost.
    pub fn loss_on(&self, square: Square) -> SquareLoss {
        let loss = self.squares.get(&square.to_string());
        loss.copied().unwrap_or_default()
    }

    /// Returns the known mistakes in games of the history, by the numbers of the games.
    pub fn mistakes_in(&self, numbers: &BTreeSet<u64>) -> Vec<FoundMistake> {
        let is_chosen = |mistake: &&FoundMistake| {
            let game = self.reviewed.iter().rev().nth(mistake.game);
            game.is_some_and(|game| game.file.is_none() && numbers.contains(&game.number))
        };
        self.found.iter().filter(is_chosen).cloned().collect()
    }

    /// Returns the player's double; `None` if too few games are reviewed.
    pub fn double(&self) -> Option<PlayerKind> {
        let mean_loss = self.mean_loss.all?;
        (self.reviewed.len() >= FEWEST_FOR_DOUBLE).then(|| PlayerKind::double(mean_loss))
    }

    /// Returns a sentence for a record without games: the player has none, or the filter chooses none.
    pub fn without_games(&self) -> String {
        match self.all_games {
            0 => text::NO_GAMES.to_owned(),
            1 => "Your only game does not match.".to_owned(),
            all => format!("None of your {all} games match."),
        }
    }

    /// Returns the number of games of the history, those of others among them.
    pub const fn in_history(&self) -> u32 {
        self.games + self.not_counted + self.unreadable
    }

    /// Counts a game of the player.
    fn count(&mut self, file: Option<&Path>, side: Color, record: &Record) {
        self.games += 1;
        self.results.add(record, side);
        for tally in self.tallies_of(file, side, record) {
            tally.add(record, side);
        }
    }

    /// Returns the results that a game belongs to.
    fn tallies_of(
        &mut self,
        file: Option<&Path>,
        side: Color,
        record: &Record,
    ) -> impl Iterator<Item = &mut WinCounts> {
        let opponent = summary::player(record, side.opposite());
        let opening = Opening::of(record.positions()).map(|opening| opening.english.to_owned());
        let folder = match file {
            Some(file) => path_text(file.parent().unwrap_or(file)),
            None => HISTORY.to_owned(),
        };
        let folders = self.has_libraries.then_some((&mut self.folders, folder));
        let openings = opening.map(|opening| (&mut self.openings, opening));
        let all = [Some((&mut self.opponents, opponent)), openings, folders];
        let all = all.into_iter().flatten();
        all.map(|(tallies, name)| tallies.entry(name).or_default())
    }

    fn with_problem(mut self, problem: &StorageError) -> Self {
        self.problems.push(problem.to_string());
        self
    }

    /// Adds the ratings for puzzles.
    fn add_puzzles(&mut self, progress: &Progress) {
        let days = progress.days.values();
        self.puzzles = days.fold((0, 0), |(tried, solved), day| {
            (tried + day.puzzles, solved + day.solved)
        });
        let rating = progress.rating;
        self.daily = progress.days.get(&today()).and_then(|day| day.daily);
        self.puzzle_rating = (rating != Rating::new()).then_some(rating);
        let rated = progress.days.iter().filter_map(|(date, day)| {
            let date = date.to_string();
            day.rating.map(|rating| DatedRating { date, rating })
        });
        self.puzzle_ratings = rated.collect();
    }

    /// Adds what the reviews found in the games.
    fn with_reviews(mut self, games: &[PlayedGame], known: &[KnownMoves]) -> Self {
        let mut mistakes = BTreeMap::new();
        let (mut says, mut evidence, mut reviewed) = (Vec::new(), Vec::new(), Vec::new());
        // A game of a library that says nothing is not one of the last ones.
        let known = games.iter().zip(known);
        for (own, moves) in known.filter(|(own, moves)| own.says_something(moves)) {
            says.push(own);
            let Some(moves) = moves.as_deref() else {
                evidence.push(own.evidence(&[]));
                continue;
            };
            let record = own.game.record();
            for tally in self.tallies_of(own.file.as_deref(), own.side, &record) {
                tally.add_losses(moves);
            }
            for kind in moves.iter().copied().filter_map(ReviewedMove::mistake) {
                *mistakes.entry(kind).or_insert(0) += 1;
            }
            for (square, lost) in losses(&record, moves) {
                let sum = self.squares.entry(square.to_string()).or_default();
                sum.moves += 1;
                sum.lost += lost;
            }
            self.reviewed.push(ReviewedGame {
                file: own.file.as_deref().map(path_text),
                number: own.number,
                date: date_of(&record),
                opponent: summary::player(&record, own.side.opposite()),
                mean_loss: Losses::of(moves),
            });
            // The rating and the level are from the same games.
            let rated = if rated_level(&record).is_some() {
                moves
            } else {
                &[]
            };
            evidence.push(own.evidence(rated));
            reviewed.push((own, Arc::new(record), moves));
        }
        let latest = reviewed.iter().rev().enumerate();
        self.found = latest
            .flat_map(|(game, (own, record, moves))| own.found(record, moves, game))
            .collect();
        let reviewed: Vec<_> = reviewed.into_iter().map(|(.., moves)| moves).collect();
        // A choice of games says nothing about the strength.
        let rated = if self.is_filtered {
            Vec::new()
        } else {
            self.level = LevelEstimate::of(&evidence);
            level_estimate::ratings(&evidence)
        };
        self.rating = rated.last().map(|&(_, rating)| rating);
        let dated = rated.into_iter().map(|(at, rating)| DatedRating {
            date: date_of(&says[at].game.record()),
            rating: rating.rating,
        });
        self.ratings = dated.collect();
        let recent = &reviewed[reviewed.len().saturating_sub(RECENT)..];
        self.recent_mean_loss = Losses::of(recent.iter().copied().flatten());
        self.mean_loss = Losses::of(reviewed.into_iter().flatten());
        let counts = mistakes.into_iter();
        self.mistakes = counts
            .map(|(reason, count)| MistakeCount { reason, count })
            .collect();
        self.mistakes
            .sort_by_key(|mistake| (mistake.reason == MistakeKind::Other, Reverse(mistake.count)));
        self
    }
}

/// Returns the squares of the reviewed moves of a game, with the discs that each lost.
fn losses(record: &Record, moves: &[ReviewedMove]) -> Vec<(Square, u32)> {
    let placed: Vec<Square> = record.squares().collect();
    let lost = moves.iter().filter_map(|made| {
        let before = made.placed_before(record)?;
        Some((*placed.get(before)?, made.1.into()))
    });
    lost.collect()
}

/// Returns the date of a game to the minute, as far as it is known.
fn date_of(record: &Record) -> String {
    clean(to_the_minute(&record.readable_date())).into_owned()
}

/// Returns the record as JSON for people and programs.
///
/// # Errors
/// [`io::Error`] if a value cannot be written as JSON.
pub fn to_json(record: &PlayerRecord) -> io::Result<String> {
    let mut value = serde_json::to_value(record)?;
    value["version"] = JSON_VERSION.into();
    Ok(serde_json::to_string_pretty(&value)? + "\n")
}

/// The results of some games of a person.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct WinCounts {
    /// How many games.
    pub games: u32,
    /// Games that the person won.
    pub won: u32,
    /// Games without a winner.
    pub drawn: u32,
    /// Games that the person lost.
    pub lost: u32,
    /// The sum of the margins in discs, over the games that were played to the end.
    #[serde(skip)]
    margins: i64,
    /// The number of those games.
    #[serde(skip)]
    finished: u32,
    /// The mean margin; `null` without such games.
    pub mean_margin: Option<f64>,
    /// The sum of the discs that the reviewed moves of the person lost.
    #[serde(skip)]
    lost_discs: u32,
    /// The number of those moves.
    #[serde(skip)]
    reviewed: u32,
    /// The mean loss of a move; `null` without reviewed games.
    pub(crate) mean_loss: Option<f64>,
}

impl WinCounts {
    /// Adds a game of the person who played this side.
    pub fn add(&mut self, record: &Record, person: Color) {
        self.games += 1;
        match summary::verdict(record) {
            Some(Verdict::Won(winner)) if winner == person => self.won += 1,
            Some(Verdict::Won(_)) => self.lost += 1,
            Some(Verdict::Draw) => self.drawn += 1,
            None => {}
        }
        if let Some(outcome) = record.outcome() {
            let score = outcome.score;
            self.finished += 1;
            self.margins += i64::from(score[person]) - i64::from(score[person.opposite()]);
            #[allow(clippy::cast_precision_loss)] // far fewer than 2^52 games
            let mean = self.margins as f64 / f64::from(self.finished);
            self.mean_margin = Some(mean);
        }
    }

    /// Adds the reviewed moves of the person in a game.
    fn add_losses(&mut self, moves: &[ReviewedMove]) {
        for &ReviewedMove(_, lost, _) in moves {
            self.reviewed += 1;
            self.lost_discs += u32::from(lost);
        }
        let mean = f64::from(self.lost_discs) / f64::from(self.reviewed);
        self.mean_loss = (self.reviewed > 0).then_some(mean);
    }

    /// Returns the cells of a table: games, won, drawn, lost and the mean margin.
    pub fn cells(&self) -> [String; 5] {
        let mean = self.mean_margin;
        let mean = mean.map_or("-".to_owned(), |mean| signed(mean, 1));
        let [games, won, drawn, lost] =
            [self.games, self.won, self.drawn, self.lost].map(|count| count.to_string());
        [games, won, drawn, lost, mean]
    }
}

/// The fewest empty squares before a move of the opening, and of the midgame.
const OPENING: u8 = 41;
const MIDGAME: u8 = 21;

/// Why a move was a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MistakeKind {
    /// [`Reason::MissedWipeout`].
    MissedWipeout,
    /// [`Reason::AllowedWipeout`] or [`Reason::AllowedWipeoutAtOnce`].
    AllowedWipeout,
    /// [`Reason::LeftCorner`].
    MissedCorner,
    /// [`Reason::GaveCorner`] or [`Reason::LaterCorner`].
    GaveCorner,
    /// [`Reason::LetPass`].
    LetPass,
    /// [`Reason::LostLastMove`].
    LostLastMove,
    /// [`Reason::CutOwnMobility`].
    LostMobility,
    /// [`Reason::GaveMobility`].
    GaveMobility,
    /// [`Reason::LostResult`].
    LostResult,
    /// [`Reason::BesideCorner`].
    BesideCorner,
    /// [`Reason::Mobility`].
    Mobility,
    /// [`Reason::Frontier`].
    Frontier,
    /// [`Reason::LowerScore`], or no reason is known.
    Other,
}

impl MistakeKind {
    fn of(reason: Option<Reason>) -> Self {
        match reason {
            Some(Reason::MissedWipeout) => Self::MissedWipeout,
            Some(Reason::AllowedWipeout | Reason::AllowedWipeoutAtOnce { .. }) => {
                Self::AllowedWipeout
            }
            Some(Reason::LeftCorner { .. }) => Self::MissedCorner,
            Some(Reason::GaveCorner { .. } | Reason::LaterCorner { .. }) => Self::GaveCorner,
            Some(Reason::LetPass) => Self::LetPass,
            Some(Reason::LostLastMove { .. }) => Self::LostLastMove,
            Some(Reason::CutOwnMobility { .. }) => Self::LostMobility,
            Some(Reason::GaveMobility { .. }) => Self::GaveMobility,
            Some(Reason::LostResult { .. }) => Self::LostResult,
            Some(Reason::BesideCorner { .. }) => Self::BesideCorner,
            Some(Reason::Mobility { .. }) => Self::Mobility,
            Some(Reason::Frontier { .. }) => Self::Frontier,
            Some(Reason::LowerScore) | None => Self::Other,
        }
    }

    /// Returns the words for it, after a number.
    pub const fn words(self) -> &'static str {
        match self {
            Self::MissedWipeout => "missed a wipeout",
            Self::AllowedWipeout => "allowed a wipeout",
            Self::MissedCorner => "missed a corner",
            Self::GaveCorner => "gave away a corner",
            Self::LetPass => "had to move twice in a row",
            Self::LostLastMove => "left the other side the last move",
            Self::LostMobility => "left too few moves",
            Self::GaveMobility => "gave the other side more moves",
            Self::LostResult => "gave away the win or the draw",
            Self::BesideCorner => "played next to an empty corner",
            Self::Mobility => "left a worse balance of moves",
            Self::Frontier => "left more discs beside empties",
            Self::Other => "a lower score, no clear reason",
        }
    }
}

/// What a review found about a move: the empty squares before it, the discs it lost, and why if it was a
/// mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ReviewedMove(u8, u8, Option<MistakeKind>);

impl ReviewedMove {
    fn new(empties: u32, review: &MoveReview) -> Self {
        let small = |number: u32| u8::try_from(number).expect("at most 128");
        let mistake = review.grade().is_bad();
        let kind = mistake.then(|| MistakeKind::of(review.reason));
        Self(small(empties), small(review.loss), kind)
    }

    /// Returns the number of discs that were placed before it. Each fills a square, so that the empty squares tell it.
    fn placed_before(self, record: &Record) -> Option<usize> {
        let empties = record.start.board().empty_count();
        Some(empties.checked_sub(self.0.into())? as usize)
    }

    /// Returns why it was a mistake; `None` if it was none.
    fn mistake(self) -> Option<MistakeKind> {
        self.2.filter(|_| Grade::of(self.1.into()).is_bad())
    }
}

/// The mean losses per move in discs; `None` without moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Losses {
    pub(crate) opening: Option<f64>,
    pub(crate) midgame: Option<f64>,
    pub(crate) endgame: Option<f64>,
    /// Over the whole game.
    pub all: Option<f64>,
}

impl Losses {
    /// Returns the means over some moves.
    fn of<'a>(moves: impl IntoIterator<Item = &'a ReviewedMove>) -> Self {
        // The moves and their losses in each phase, and in all.
        let mut sums = [(0u32, 0u32); 4];
        for ReviewedMove(empties, loss, _) in moves {
            let phase = match *empties {
                OPENING.. => 0,
                MIDGAME.. => 1,
                _ => 2,
            };
            for phase in [phase, 3] {
                sums[phase].0 += 1;
                sums[phase].1 += u32::from(*loss);
            }
        }
        let [opening, midgame, endgame, all] =
            sums.map(|(moves, loss)| (moves > 0).then(|| f64::from(loss) / f64::from(moves)));
        Self {
            opening,
            midgame,
            endgame,
            all,
        }
    }

    /// Returns the phases in the order of the game, and all moves.
    pub const fn phases(&self) -> [Option<f64>; 4] {
        [self.opening, self.midgame, self.endgame, self.all]
    }
}

#[cfg(test)]
mod tests;
