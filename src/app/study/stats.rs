//! The player's record: results, losses, mistakes and openings in the games of the history.
//!
//! [`PlayerRecord`] is computed from the history, from what reviews found in its games, and from the practice file. The
//! reviews take time, so that they are kept.

mod losses;
mod reviews;
mod tally;
pub(crate) mod text;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::time::{Duration, Instant};

use serde::Serialize;

pub(crate) use losses::{Losses, MistakeKind};
pub(crate) use tally::WinCounts;

use crate::app::player::PlayerError;
use crate::app::player::name::{PersonName, own_side};
use crate::app::store::state::StateFolder;
use crate::app::store::{StorageError, history, is_missing};
use crate::app::study::practice::progress::Progress;
use crate::app::study::practice::rating::Rating;
use crate::app::study::review::{Review, Reviewer};
use crate::app::wording::{sentence, summary, to_the_minute};
use crate::color::Color;
use crate::notation::{Record, clean};
use crate::opening::Opening;
use crate::search::{Confidence, Limits};
use losses::ReviewedMove;
use reviews::Reviews;

/// The limits for each position of a review: cheap, so that many games take minutes.
pub(crate) const LIMITS: Limits = Limits {
    exact_from: 16,
    confidence: Confidence::C73,
    ..Limits::depth(10)
};

/// The number of the last reviewed games that are compared with all.
const RECENT: usize = 10;

/// The time between two saves of the reviews.
const SAVE_INTERVAL: Duration = Duration::from_secs(10);

/// What the record is made from.
#[derive(Clone, Debug)]
pub(crate) struct Sources {
    /// The folder of the history.
    pub(crate) state: StateFolder,
    /// The name of the player, for games between two people.
    pub(crate) name: PersonName,
}

/// A game of the player.
#[derive(Debug)]
struct OwnGame {
    number: u64,
    side: Color,
    record: Record,
}

/// The player's record.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct PlayerRecord {
    /// The number of games of the player.
    pub(crate) games: u32,
    /// The number of other games in the history.
    pub(crate) not_counted: u32,
    /// The number of lines of the history that cannot be read.
    pub(crate) unreadable: u32,
    /// The results by opponent.
    pub(crate) opponents: BTreeMap<String, WinCounts>,
    /// The results by the name of the opening.
    pub(crate) openings: BTreeMap<String, WinCounts>,
    /// The mean losses over all reviewed games.
    pub(crate) mean_loss: Losses,
    /// The mean losses over the last reviewed games.
    pub(crate) recent_mean_loss: Losses,
    /// The reviewed games, the oldest first.
    pub(crate) reviewed: Vec<ReviewedGame>,
    /// The mistakes by their reasons, the most frequent first; those without one last.
    pub(crate) mistakes: Vec<MistakeCount>,
    /// The rating for puzzles; `None` if none were tried.
    pub(crate) puzzle_rating: Option<Rating>,
    /// What is wrong with the reviews or the practice file, as sentences.
    #[serde(skip)]
    pub(crate) problems: Vec<String>,
}

/// How often the player made a kind of mistake.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct MistakeCount {
    /// The reason.
    pub(crate) reason: MistakeKind,
    /// The number of mistakes.
    pub(crate) count: u32,
}

/// The losses in a game.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReviewedGame {
    /// The number of the game in the history.
    pub(crate) number: u64,
    /// The date, as far as known.
    pub(crate) date: String,
    /// The opponent.
    pub(crate) opponent: String,
    /// The mean losses of the player.
    #[serde(flatten)]
    pub(crate) mean_loss: Losses,
}

/// An error that ends the review of the games.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StatsError {
    /// A file cannot be read or written.
    #[error("{0}")]
    Storage(#[from] StorageError),
    /// The search failed.
    #[error("{0}")]
    Search(#[from] PlayerError),
}

impl Sources {
    /// Returns the record as far as it is known without reviewing games.
    pub(crate) fn record(&self) -> Result<PlayerRecord, StorageError> {
        let (games, record) = self.games()?;
        Ok(match Reviews::load(&self.state) {
            Ok(reviews) => record.with_reviews(&games, &reviews),
            Err(problem) => record.with_problem(&problem),
        })
    }

    /// Reviews the games that have not been reviewed, the latest first, and keeps the results. Reports the
    /// record at the start and after each game. Returns the record, also when it was stopped.
    pub(crate) fn review(
        &self,
        reviewer: &Reviewer,
        progress: &mut dyn FnMut(&PlayerRecord),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<PlayerRecord, StatsError> {
        let (games, base) = self.games()?;
        let mut reviews = match Reviews::load(&self.state) {
            Ok(reviews) => reviews,
            // Without a place for them, the reviews would be made again every time.
            Err(problem) => return Ok(base.with_problem(&problem)),
        };
        let mut saved = Instant::now();
        let mut record = base.clone().with_reviews(&games, &reviews);
        progress(&record);
        for own in games.iter().rev() {
            if reviews.of(own).is_some() {
                continue;
            }
            let Some(moves) = reviewed(own, reviewer, stop)?.filter(|_| !stop()) else {
                break;
            };
            reviews.add(own, moves);
            record = base.clone().with_reviews(&games, &reviews);
            progress(&record);
            if saved.elapsed() > SAVE_INTERVAL {
                // An error that stays is reported at the end.
                let _ = reviews.save(&self.state);
                saved = Instant::now();
            }
        }
        Ok(match reviews.save(&self.state) {
            Ok(()) => record,
            Err(problem) => record.with_problem(&problem),
        })
    }

    /// Reads the games of the player, and returns the part of the record that needs no reviews.
    fn games(&self) -> Result<(Vec<OwnGame>, PlayerRecord), StorageError> {
        let (mut games, mut sums) = (Vec::new(), PlayerRecord::default());
        for logged in history::read(&self.state)? {
            let logged = logged?;
            if logged.superseded {
                continue;
            }
            let Ok(record) = logged.record else {
                sums.unreadable += 1;
                continue;
            };
            let Some(side) = own_side(&record.players, self.name) else {
                sums.not_counted += 1;
                continue;
            };
            sums.games += 1;
            let opponent = summary::player(&record, side.opposite());
            let tally = sums.opponents.entry(opponent).or_default();
            tally.add(&record, side);
            if let Some(opening) = Opening::of(record.positions()) {
                let tally = sums.openings.entry(opening.english.to_owned()).or_default();
                tally.add(&record, side);
            }
            games.push(OwnGame {
                number: logged.number,
                side,
                record,
            });
        }
        match Progress::load(&self.state) {
            Ok(progress) => {
                let rating = progress.rating;
                sums.puzzle_rating = (rating != Rating::START).then_some(rating);
            }
            Err(problem) => sums = sums.with_problem(&problem),
        }
        Ok((games, sums))
    }

    /// Deletes the history, the reviews and the practice file.
    pub(crate) fn delete(&self) -> Result<(), StorageError> {
        let state = &self.state;
        let files = [state.log(), state.reviews(), state.practice()];
        let locks = files.clone().map(|path| path.with_extension("lock"));
        for path in files.into_iter().chain(locks) {
            match fs::remove_file(&path) {
                Err(error) if !is_missing(&error) => {
                    return Err(StorageError::when("cannot delete", &path)(error));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl PlayerRecord {
    /// Returns the number of games of the history, those of others among them.
    pub(crate) const fn in_history(&self) -> u32 {
        self.games + self.not_counted + self.unreadable
    }

    fn with_problem(mut self, problem: &StorageError) -> Self {
        self.problems.push(sentence(problem));
        self
    }

    /// Adds what the reviews found in the games.
    fn with_reviews(mut self, games: &[OwnGame], reviews: &Reviews) -> Self {
        let mut mistakes = BTreeMap::new();
        let mut reviewed = Vec::new();
        for own in games {
            let Some(moves) = reviews.of(own) else {
                continue;
            };
            for kind in moves.iter().copied().filter_map(ReviewedMove::mistake) {
                *mistakes.entry(kind).or_insert(0) += 1;
            }
            self.reviewed.push(ReviewedGame {
                number: own.number,
                date: clean(to_the_minute(&own.record.readable_date())).into_owned(),
                opponent: summary::player(&own.record, own.side.opposite()),
                mean_loss: Losses::of(moves),
            });
            reviewed.push(moves);
        }
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

/// Reviews the moves of the player in a game; `None` if it was stopped.
fn reviewed(
    own: &OwnGame,
    reviewer: &Reviewer,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Vec<ReviewedMove>>, PlayerError> {
    let Ok(game) = own.record.replay() else {
        // A game that was read has been replayed.
        return Ok(Some(Vec::new()));
    };
    let mut review = Review::new(&game);
    reviewer.run_until(&mut review, &mut |_| (), stop)?;
    if !review.is_complete() {
        return Ok(None);
    }
    let moves = (0..review.positions().len()).filter_map(|at| {
        let judged = review.move_review(at)?;
        let empties = review.positions()[at].board().empty_count();
        (judged.color == own.side).then(|| ReviewedMove::new(empties, judged))
    });
    Ok(Some(moves.collect()))
}

/// Returns the record as JSON for people and programs.
pub(crate) fn to_json(record: &PlayerRecord) -> io::Result<String> {
    Ok(serde_json::to_string_pretty(record)? + "\n")
}

#[cfg(test)]
mod tests;
