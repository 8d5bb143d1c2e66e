//! The player's record: results, losses, mistakes and openings in the games of the history.
//!
//! [`PlayerRecord`] is computed from the history, from what reviews found in its games, and from the practice file. The
//! reviews take time, so that they are kept.

mod level_estimate;
mod played;
mod sources;
pub mod text;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use crate::JSON_VERSION;
use crate::games::{ChoiceResults, WinCounts};
use crate::progress::Progress;
use crate::rating::Rating;
use reversi::search::{Confidence, Limits};
use reversi::{Color, Opening, Square};
use reversi_notation::Record;
use reversi_table::clock::today;
use reversi_table::phrase::path_text;
use reversi_table::player::PlayerKind;
use reversi_table::store::StorageError;
use reversi_table::store::summary;

pub use level_estimate::LevelEstimate;
pub(crate) use played::NOT_ASKED;
pub use played::{FoundMistake, Losses, MistakeKind};
pub use sources::{HistoryCache, RecordTask, Sources, StatsError, remove_games};

use played::{KnownMoves, PlayedGame, ReviewedMove, date_of, losses, rated_level};
use reversi_text::{Said, tr};

/// The limits for each position of a review: cheap, so that many games take minutes.
pub const LIMITS: Limits = Limits::depth(10)
    .with_exact_from(16)
    .with_confidence(Confidence::C73);

/// The number of the last reviewed games that are compared with all.
pub const RECENT: usize = 10;

/// The fewest reviewed games for a double of the player.
pub const FEWEST_FOR_DOUBLE: usize = 20;

/// The name of the history among the folders.
const HISTORY: &str = "history";

/// The player's record.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PlayerRecord {
    /// The number of games of the player.
    pub games: u32,
    /// The number of other games in the history.
    pub(crate) not_counted: u32,
    /// The number of lines of the history that cannot be read.
    pub(crate) unreadable: u32,
    /// The results by opponent, with the name as in files.
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
    pub problems: Vec<Said>,
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
    /// Returns how it ended, with the opponent and without: `you lost 20-44 to level 5`, `you lost 20-44`.
    pub fn result(&self) -> [Said; 2] {
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
    pub fn without_games(&self) -> Said {
        match self.all_games {
            0 => text::NO_GAMES.into(),
            count => tr!(
                "Your only game does not match." | "None of your {count} games match.",
                count
            ),
        }
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
        let opponent = summary::player_name(record, side.opposite()).to_string();
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
        self.problems.push(Said::display(problem));
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
    fn with_reviews(mut self, games: &[Arc<PlayedGame>], known: &[KnownMoves]) -> Self {
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
                tally.add_losses(moves.iter().map(|made| made.lost()));
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
                opponent: summary::player_name(&record, own.side.opposite()).to_string(),
                mean_loss: Losses::of(moves),
            });
            // The rating and the level are from the same games.
            let rated = if rated_level(&record).is_some() {
                moves
            } else {
                &[]
            };
            evidence.push(own.evidence(rated));
            reviewed.push((Arc::new(record), moves));
        }
        let latest = reviewed.iter().rev().enumerate();
        self.found = latest
            .flat_map(|(game, (record, moves))| PlayedGame::found(record, moves, game))
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

/// Returns the record as JSON for people and programs.
///
/// # Errors
/// [`io::Error`] if a value cannot be written as JSON.
pub fn to_json(record: &PlayerRecord) -> io::Result<String> {
    let mut value = serde_json::to_value(record)?;
    value["version"] = JSON_VERSION.into();
    Ok(serde_json::to_string_pretty(&value)? + "\n")
}

#[cfg(test)]
mod tests;
