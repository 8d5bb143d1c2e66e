//! Stored analyses, one for each game: every screen and command that judges its moves reads the same one.
//!
//! An analysis is a small file in a folder, named after the start and the moves of the game. A deeper one replaces it,
//! and so does one that a person requested from another engine.

use std::collections::HashSet;
use std::path::PathBuf;
use std::{fs, io};

use serde::{Deserialize, Serialize};

use super::{MoveReview, Review};
use reversi::search::{Limits, MoveScore};
use reversi::{Color, Entry, Game};
use reversi_table::store::document::Document;
use reversi_table::store::game_facts::{GameFacts, game_key};
use reversi_table::store::state::StateFolder;
use reversi_table::store::{FileCheck, StorageError, cannot, is_missing};
use reversi_text::tr;

/// The version of the files. It changes with what the search or the reasons find, too.
const VERSION: u32 = 1;

/// The ending of the names of the files.
const ENDING: &str = ".json";

/// Who analysed a game, and how deep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalysisSource {
    /// The name of another engine; `None` for the search of this program.
    pub engine: Option<String>,
    /// The depth in plies; 0 if only time limited it.
    pub depth: u32,
    /// Positions with at most this many empty squares were solved.
    pub exact_from: u32,
}

impl AnalysisSource {
    /// Returns the source of searches within limits.
    pub fn new(engine: Option<String>, limits: &Limits) -> Self {
        Self {
            engine,
            depth: limits.depth.unwrap_or(0),
            exact_from: limits.exact_from,
        }
    }

    /// Returns whether an analysis by this source is at least as deep as one by the other source, and by the same engine.
    pub fn is_as_deep_as(&self, other: &Self) -> bool {
        self.engine == other.engine
            && (self.depth, self.exact_from) >= (other.depth, other.exact_from)
    }
}

/// The folder of the stored analyses.
#[derive(Clone, Debug)]
pub struct AnalysisStore(PathBuf);

/// An analysis as it is stored.
#[derive(Debug, Serialize, Deserialize)]
struct StoredAnalysis {
    version: u32,
    source: AnalysisSource,
    /// The best move of the position before each entry, and of the last position.
    scores: Vec<MoveScore>,
    /// The review of each entry that is a move.
    moves: Vec<Option<MoveReview>>,
}

const FILE: Document<StoredAnalysis> = Document {
    has_lock: false,
    ..Document::json::<VERSION>(
        |at| tr!("cannot read the analysis of a game {at}", at),
        |at| tr!("cannot save the analysis of a game {at}", at),
    )
};

impl AnalysisStore {
    /// Returns the store of this person's games.
    pub fn of(state: &StateFolder) -> Self {
        Self(state.reviews())
    }

    /// Returns the analysis of a game, whatever its source; `None` if there is none, or none that can be used.
    pub fn load(&self, game: &Game) -> Option<(AnalysisSource, Review)> {
        let file = FILE.read(&self.path(game)).ok().flatten()?;
        let review = file.review(game)?;
        Some((file.source, review))
    }

    /// Returns the most discs that a move of a side lost in a game, of those that the side found itself; `None` if it is
    /// not analysed.
    pub(crate) fn worst_loss(&self, side: Color, facts: &GameFacts<'_>) -> Option<u32> {
        let file = FILE.read(&self.path_of(facts.key)).ok().flatten()?;
        let moves = file.moves.iter().flatten();
        let own =
            moves.filter(|judged| judged.color == side && !facts.given.contains(judged.square));
        own.map(|judged| judged.loss).max()
    }

    /// Reads every analysis. One that cannot be read is made again when it is needed.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn check(&self) -> io::Result<FileCheck> {
        FileCheck::of_folder(&self.0, |path| {
            let is_analysis = path.to_str()?.ends_with(ENDING);
            is_analysis.then(|| FILE.read(path))
        })
    }

    /// Returns the keys of the analysed games.
    ///
    /// # Errors
    /// [`StorageError`]
    pub fn keys(&self) -> Result<HashSet<u64>, StorageError> {
        let names = match fs::read_dir(&self.0) {
            Err(error) if is_missing(&error) => return Ok(HashSet::new()),
            names => names.map_err(StorageError::when(FILE.cannot_read, &self.0))?,
        };
        let key = |name: &str| u64::from_str_radix(name.strip_suffix(ENDING)?, 16).ok();
        let keys = names
            .flatten()
            .filter_map(|name| key(name.file_name().to_str()?));
        Ok(keys.collect())
    }

    /// Returns the analysis of a game if it is at least as deep as one of this source would be.
    pub fn load_for(&self, game: &Game, wanted: &AnalysisSource) -> Option<Review> {
        let (source, review) = self.load(game)?;
        source.is_as_deep_as(wanted).then_some(review)
    }

    /// Stores a complete analysis, unless there is a deeper one.
    ///
    /// # Errors
    /// [`StorageError`]
    pub fn save(&self, review: &Review, source: AnalysisSource) -> Result<(), StorageError> {
        let known = self.load(review.game());
        let is_known = known.is_some_and(|(known, _)| known.is_as_deep_as(&source));
        let Some(file) = StoredAnalysis::of(review, source).filter(|_| !is_known) else {
            return Ok(());
        };
        let path = self.path(review.game());
        let cannot = StorageError::when(FILE.cannot_save, &path);
        FILE.write(&path, &file).map_err(cannot)
    }

    /// Removes the analysis of a game, if there is one.
    ///
    /// # Errors
    /// [`StorageError`]
    pub fn remove(&self, game: &Game) -> Result<(), StorageError> {
        let path = self.path(game);
        match fs::remove_file(&path) {
            Err(error) if !is_missing(&error) => {
                Err(StorageError::when(cannot::DELETE, &path)(error))
            }
            _ => Ok(()),
        }
    }

    fn path(&self, game: &Game) -> PathBuf {
        let squares = game.entries().iter().filter_map(Entry::square);
        self.path_of(game_key(game.start(), squares))
    }

    fn path_of(&self, key: u64) -> PathBuf {
        self.0.join(format!("{key:016x}{ENDING}"))
    }
}

impl StoredAnalysis {
    /// Returns what is stored of a review; `None` if it is not complete.
    fn of(review: &Review, source: AnalysisSource) -> Option<Self> {
        let scores: Option<Vec<MoveScore>> = review.scores.iter().cloned().collect();
        Some(Self {
            version: VERSION,
            source,
            scores: scores.filter(|_| review.is_complete())?,
            moves: review.moves.clone(),
        })
    }

    /// Returns the review of a game with these moves; `None` if the file is of another game. A resignation or a loss on
    /// time changes no score.
    fn review(&self, game: &Game) -> Option<Review> {
        // An analysis of an earlier version is made again.
        let last = self.scores.last().filter(|_| self.version == VERSION)?;
        let mut review = Review::new(game);
        for (at, score) in review.scores.iter_mut().enumerate() {
            *score = Some(self.scores.get(at).unwrap_or(last).clone());
        }
        for (at, entry) in game.entries().iter().enumerate() {
            let Some(square) = entry.square() else {
                continue;
            };
            let judged = self.moves.get(at)?.as_ref()?;
            let is_same = judged.square == square && judged.color == entry.color();
            review.moves[at] = Some(is_same.then(|| judged.clone())?);
        }
        Some(review)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dial;
    use crate::review::Whose;
    use crate::review::{Reviewer, limits_of_depth};
    use reversi::transcript;

    fn reviewed(game: &Game, depth: u32) -> (Review, AnalysisSource) {
        let limits = limits_of_depth(depth);
        let mut review = Review::new(game);
        Reviewer::new(1, limits).run(&mut review).unwrap();
        (review, AnalysisSource::new(None, &limits))
    }

    fn all(review: &Review) -> String {
        format!("{:?} {:?}", review.scores, review.moves)
    }

    #[test]
    fn an_analysis_comes_back_as_it_was_and_only_a_deeper_one_replaces_it() {
        let folder = tempfile::tempdir().unwrap();
        let store = AnalysisStore::of(&StateFolder::at(folder.path().to_owned()));
        let game = transcript::parse("f5d6c3d3c4f4f6b4").unwrap();
        assert!(store.load(&game).is_none());
        let [(shallow, two), (deep, four)] = [2, 4].map(|depth| reviewed(&game, depth));
        store.save(&shallow, two.clone()).unwrap();
        assert!(store.load_for(&game, &four).is_none());
        store.save(&deep, four.clone()).unwrap();
        store.save(&shallow, two.clone()).unwrap();
        for wanted in [&two, &four] {
            assert_eq!(all(&store.load_for(&game, wanted).unwrap()), all(&deep));
        }
        let (source, review) = store.load(&game).unwrap();
        assert_eq!((source, all(&review)), (four, all(&deep)));
        store.remove(&game).unwrap();
        assert!(store.load(&game).is_none());
    }

    #[test]
    fn a_resignation_changes_nothing_and_another_game_has_another_analysis() {
        let folder = tempfile::tempdir().unwrap();
        let store = AnalysisStore::of(&StateFolder::at(folder.path().to_owned()));
        let game = transcript::parse("f5d6c3").unwrap();
        let (review, source) = reviewed(&game, 2);
        store.save(&review, source).unwrap();
        let mut resigned = game.clone();
        resigned.resign(Color::White);
        let (_, found) = store.load(&resigned).unwrap();
        assert!(found.is_complete());
        assert_eq!(
            found.totals(&Whose::default()),
            review.totals(&Whose::default())
        );
        let other = transcript::parse("f5d6c4").unwrap();
        assert!(store.load(&other).is_none());
    }

    #[test]
    fn a_damaged_file_is_no_analysis_and_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let store = AnalysisStore::of(&StateFolder::at(folder.path().to_owned()));
        let game = transcript::parse("f5d6").unwrap();
        let (review, source) = reviewed(&game, 2);
        store.save(&review, source.clone()).unwrap();
        let path = store.path(&game);
        // Cut shorter and shorter: a disk takes longer to write each part anew.
        let file = fs::File::options().write(true).open(&path).unwrap();
        let length = file.metadata().unwrap().len();
        for end in dial::sizes(0, (0..length - 2).rev()) {
            file.set_len(end).unwrap();
            assert!(store.load(&game).is_none(), "{end} bytes");
        }
        store.save(&review, source).unwrap();
        assert!(store.load(&game).is_some());
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        let error = store.remove(&game).unwrap_err().to_string();
        assert!(error.starts_with("cannot delete "), "{error}");
        // No system has such a name.
        let nowhere = AnalysisStore::of(&StateFolder::at("\0".into()));
        let error = nowhere.keys().unwrap_err().to_string();
        assert!(
            error.starts_with("cannot read the analysis of a game "),
            "{error}"
        );
    }
}
