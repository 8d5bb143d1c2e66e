//! What the player has practised: `practice.json` in the [state folder](reversi_table::store::state), or in memory.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::rating::{self, Rating};
use crate::schedule::{Recall, Schedule};
use reversi::Position;
use reversi_table::player::name::PersonName;
use reversi_table::store::StorageError;
use reversi_table::store::document::Document;
use reversi_table::store::state::StateFolder;
use reversi_text::{Message, label, tr};

/// The version of the file.
const VERSION: u32 = 1;

/// The practice file.
const PRACTICE: Document<Progress> = Document::json::<VERSION>(
    |at| tr!("cannot read your practice file {at}", at),
    |at| tr!("cannot save your practice file {at}", at),
);

/// The attempts of a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Day {
    /// The puzzles tried.
    pub puzzles: u32,
    /// Those solved on the first try.
    pub solved: u32,
    /// The rating for puzzles at the end of the day.
    pub rating: Option<f64>,
    /// The opening lines tried.
    pub lines: u32,
    /// Those played without a mistake.
    pub known: u32,
    /// Whether the puzzle of this day was solved without a wrong answer; `None` if it was not tried.
    pub daily: Option<bool>,
}

/// What a puzzle asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleKind {
    /// Get the last move in a region, on every line of best play. After any other move the opponent gets it on
    /// every line of best play.
    LastMove,
    /// Keep the opponent out of a corner, on every line of best play. After any other move the opponent can take it
    /// at once.
    Corner,
    /// The move that leaves the opponent without a move.
    Pass,
    /// The only move that keeps the draw.
    Draw,
    /// The only move that wins.
    Win,
    /// The best move, or one of two.
    Best,
}

impl PuzzleKind {
    /// All kinds, those that fewest positions have first.
    pub const ALL: [Self; 6] = [
        Self::LastMove,
        Self::Corner,
        Self::Pass,
        Self::Draw,
        Self::Win,
        Self::Best,
    ];

    /// Returns the name of the kind, for options and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LastMove => "last-move",
            Self::Corner => "corner",
            Self::Pass => "pass",
            Self::Draw => "draw",
            Self::Win => "win",
            Self::Best => "best",
        }
    }

    /// Returns the kind in a word or two, for screens.
    pub const fn words(self) -> &'static Message {
        match self {
            Self::LastMove => label!("last move"; "a kind of puzzles"),
            Self::Corner => label!("corner"; "a kind of puzzles"),
            Self::Pass => label!("pass"; "a kind of puzzles"),
            Self::Draw => label!("draw"; "a kind of puzzles"),
            Self::Win => label!("win"; "a kind of puzzles"),
            Self::Best => label!("best"; "a kind of puzzles"),
        }
    }

    /// Returns what the puzzles of the kind ask for, as a sentence.
    pub const fn about(self) -> &'static Message {
        match self {
            Self::LastMove => label!("Get the last move in a region of empty squares."),
            Self::Corner => label!("Keep the opponent out of a corner."),
            Self::Pass => label!("Make the opponent pass."),
            Self::Draw => label!("Find the only move that keeps the draw."),
            Self::Win => label!("Find the only winning move."),
            Self::Best => label!("Find the best move, or one of the two best."),
        }
    }
}

/// A puzzle that is kept. The rest is found again from its position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptPuzzle {
    /// What it asks for.
    pub kind: PuzzleKind,
    /// Its rating.
    #[serde(deserialize_with = "rating::in_range")]
    pub rating: Rating,
    /// It is from one of the player's own games, or the player added it.
    pub own: bool,
    /// The player added it from the position editor.
    #[serde(default)]
    pub added: bool,
    /// It has been tried.
    pub tried: bool,
}

/// What the player has practised.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    version: u32,
    /// The player's rating for puzzles.
    #[serde(default, deserialize_with = "rating::in_range")]
    pub rating: Rating,
    /// How many puzzles in a row were solved on the first try. Hints neither add to it nor end it.
    #[serde(default)]
    pub streak: u32,
    /// The most puzzles that were solved in a storm.
    #[serde(default)]
    pub storm: u32,
    /// When to repeat what was missed.
    #[serde(default)]
    pub cards: Schedule,
    /// The attempts by day.
    #[serde(default)]
    pub days: BTreeMap<Date, Day>,
    /// The puzzles that are kept, by their position: the player's own mistakes, and what was missed.
    #[serde(default)]
    pub puzzles: BTreeMap<String, KeptPuzzle>,
    /// The number of the last game of the history that was searched for mistakes.
    #[serde(default)]
    pub searched: u64,
    /// The name of the player in that search: under another name, other games are the player's.
    #[serde(default)]
    searched_name: String,
    /// How many chapters of the course are done.
    #[serde(default)]
    pub(crate) chapters: usize,
}

/// The prefix of the cards of puzzles.
pub(crate) const CARDS: &str = "puzzle:";

/// Returns the name of the card of a puzzle.
pub(crate) fn card(position: Position) -> String {
    format!("{CARDS}{position}")
}

/// The result of an attempt, to be noted.
#[derive(Clone, Debug)]
pub struct AttemptResult {
    pub(crate) position: Position,
    pub(crate) kept: KeptPuzzle,
    pub(crate) recall: Recall,
    /// The day whose puzzle it is.
    pub(crate) daily: Option<Date>,
}

/// The ratings before and after an attempt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingChange {
    /// The player's.
    pub player: [Rating; 2],
    /// The puzzle's.
    pub puzzle: [Rating; 2],
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            version: VERSION,
            rating: Rating::new(),
            streak: 0,
            storm: 0,
            cards: Schedule::default(),
            days: BTreeMap::new(),
            puzzles: BTreeMap::new(),
            searched: 0,
            searched_name: String::new(),
            chapters: 0,
        }
    }
}

impl Progress {
    /// Reads the file. A missing file means that nothing has been practised.
    ///
    /// # Errors
    /// [`StorageError`] if the file exists and cannot be used.
    pub fn load(state: &StateFolder) -> Result<Self, StorageError> {
        PRACTICE.load(&state.practice())
    }

    /// Changes the file, after reading what other programs have written to it.
    ///
    /// # Errors
    /// [`StorageError`]; the file is unchanged.
    pub(crate) fn update<T>(
        state: &StateFolder,
        change: impl FnOnce(&mut Self) -> T,
    ) -> Result<T, StorageError> {
        PRACTICE.update(&state.practice(), change)
    }

    /// Returns the number of the last game that was searched for mistakes of the player with this name.
    pub(crate) fn searched_for(&self, name: PersonName) -> u64 {
        if self.searched_name == name.to_string() {
            self.searched
        } else {
            0
        }
    }

    /// Notes that the games up to this number were searched for mistakes of the player with this name.
    pub(crate) fn note_searched(&mut self, number: u64, name: PersonName) {
        self.searched = self.searched_for(name).max(number);
        self.searched_name = name.to_string();
    }

    /// Returns the attempts of a day, to change them.
    pub(crate) fn day(&mut self, date: Date) -> &mut Day {
        self.days.entry(date).or_default()
    }

    /// Begins with a rating, unless there is one.
    pub(crate) fn begin(&mut self, first: Rating) {
        if self.rating == Rating::new() {
            self.rating = first;
        }
    }

    /// Returns the puzzles that were missed and will be asked again, with the days of that, the first day first.
    pub fn missed(&self) -> Vec<(Date, Position, &KeptPuzzle)> {
        let missed = self.puzzles.iter().filter_map(|(name, kept)| {
            let position: Position = name.parse().ok()?;
            let card = self.cards.card(&card(position))?;
            Some((card.due, position, kept))
        });
        let mut missed: Vec<_> = missed.collect();
        missed.sort_by_key(|(due, ..)| *due);
        missed
    }

    /// Notes how a better move than a mistake of a game was found. It is asked again in any case, since it was missed
    /// in the game.
    pub(crate) fn note_mistake(&mut self, position: Position, recall: Recall, today: Date) {
        self.cards.repeat(&card(position), recall, today);
        if let Some(kept) = self.puzzles.get_mut(&position.to_string()) {
            kept.tried = true;
        }
    }

    /// Notes the result of an attempt. Returns the change of the ratings; `None` after help, which leaves them.
    pub(crate) fn note(&mut self, result: &AttemptResult, today: Date) -> Option<RatingChange> {
        let AttemptResult {
            position, recall, ..
        } = *result;
        let name = position.to_string();
        // Another attempt may have changed its rating.
        let before = self.puzzles.get(&name).unwrap_or(&result.kept).clone();
        let mut kept = KeptPuzzle {
            tried: true,
            ..before.clone()
        };
        let after = rating::after(self.rating, before.rating, recall);
        let change = after.map(|(player, puzzle)| RatingChange {
            player: [self.rating, player],
            puzzle: [before.rating, puzzle],
        });
        if let Some(change) = change {
            [_, self.rating] = change.player;
            [_, kept.rating] = change.puzzle;
        }
        self.cards.answer(&card(position), recall, today);
        if self.cards.card(&card(position)).is_some() || kept.own {
            self.puzzles.insert(name, kept);
        }
        if recall == Recall::Missed {
            self.streak = 0;
        } else if recall.is_found() {
            self.streak = self.streak.saturating_add(1);
        }
        if let Some(date) = result.daily {
            self.day(date).daily = Some(!recall.comes_back());
        }
        let rating = self.rating.rating;
        let day = self.day(today);
        day.puzzles += 1;
        day.solved += u32::from(recall == Recall::Found);
        day.rating = Some(rating);
        change
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practice::practice_store::PracticeStore;
    use jiff::civil::date;
    use reversi::{ByColor, transcript};
    use reversi_notation::Record;
    use reversi_table::store::history;
    use std::fs;

    fn folder() -> (tempfile::TempDir, StateFolder) {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().join("reversi"));
        (folder, state)
    }

    #[test]
    fn what_was_practised_is_found_again() {
        let (_folder, state) = folder();
        assert_eq!(Progress::load(&state).unwrap(), Progress::default());
        let today = date(2026, 1, 1);
        Progress::update(&state, |progress| {
            progress.rating = rating::estimated(1612.5);
            progress.cards.answer("puzzle:a", Recall::Missed, today);
            progress.day(today).puzzles += 1;
        })
        .unwrap();
        Progress::update(&state, |progress| progress.day(today).puzzles += 1).unwrap();
        let progress = Progress::load(&state).unwrap();
        assert_eq!(progress.rating, rating::estimated(1612.5));
        assert!(progress.cards.card("puzzle:a").is_some());
        assert_eq!(progress.days[&today].puzzles, 2);
    }

    #[test]
    fn a_file_that_cannot_be_used_is_reported_and_left_alone() {
        let (_folder, state) = folder();
        fs::create_dir_all(state.path()).unwrap();
        for (text, reason) in [
            ("{", "it is damaged"),
            ("{\"version\": 1, \"rating\": 7}", "it is damaged"),
            (
                "{\"version\": 1, \"rating\": {\"rating\": 1e300, \"deviation\": 1, \"volatility\": 1}}",
                "the rating is out of range",
            ),
            ("{\"version\": 2}", "a later version"),
        ] {
            fs::write(state.practice(), text).unwrap();
            for error in [
                Progress::load(&state).unwrap_err(),
                Progress::update(&state, |_| ()).unwrap_err(),
            ] {
                let sentence = error.to_string();
                assert!(sentence.contains(reason), "{sentence}");
                assert!(
                    sentence.starts_with("cannot read your practice file "),
                    "{sentence}"
                );
            }
            assert_eq!(fs::read_to_string(state.practice()).unwrap(), text);
            let below = StateFolder::at(state.practice());
            let error = Progress::update(&below, |_| ()).unwrap_err().to_string();
            assert!(
                error.starts_with("cannot save your practice file "),
                "{error}"
            );
        }
    }

    #[test]
    fn changes_made_at_the_same_time_are_all_kept() {
        let (_folder, state) = folder();
        let today = date(2026, 1, 1);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..5 {
                        // A program that waits for others gives up, and may try again.
                        let update =
                            || Progress::update(&state, |progress| progress.day(today).lines += 1);
                        while let Err(error) = update() {
                            let error = error.to_string();
                            assert!(error.contains("another program is using it"), "{error}");
                        }
                    }
                });
            }
        });
        assert_eq!(Progress::load(&state).unwrap().days[&today].lines, 20);
    }

    #[test]
    fn a_file_of_an_older_version_is_read_and_keeps_what_it_had() {
        let (_folder, state) = folder();
        fs::create_dir_all(state.path()).unwrap();
        let old = r#"{"version": 1, "rating": {"rating": 1586.0, "deviation": 282.0, "volatility": 0.06},
            "days": {"2026-01-01": {"puzzles": 3, "solved": 2, "rating": 1586.0, "lines": 1, "known": 0}}}"#;
        fs::write(state.practice(), old).unwrap();
        let progress = Progress::load(&state).unwrap();
        assert_eq!(progress.streak, 0);
        assert_eq!(progress.days[&date(2026, 1, 1)].daily, None);
        let mut store = PracticeStore::new(Some(state));
        assert_eq!(store.read_rated(&|| false).unwrap().rating, progress.rating);
        assert_eq!(store.note(None, &|| false).unwrap().rating, progress.rating);
    }

    #[test]
    fn a_streak_grows_by_what_is_solved_at_once_and_ends_with_a_wrong_answer_only() {
        use Recall::{Found, Helped, Missed, Shown};
        let mut progress = Progress::default();
        let mut streak = |recall| {
            let kept = KeptPuzzle {
                kind: PuzzleKind::Best,
                rating: rating::estimated(1000.0),
                own: false,
                added: false,
                tried: false,
            };
            let result = AttemptResult {
                position: Position::START,
                kept,
                recall,
                daily: None,
            };
            progress.note(&result, date(2026, 1, 1));
            progress.streak
        };
        let recalls = [Found, Found, Helped, Shown, Found, Missed, Found];
        assert_eq!(recalls.map(&mut streak), [1, 2, 2, 2, 3, 0, 1]);
    }

    #[test]
    fn a_player_begins_with_the_rating_of_the_games_and_without_games_with_an_easy_one() {
        let (_folder, state) = folder();
        let mut store = PracticeStore::new(Some(state.clone()));
        assert_eq!(
            store.read_rated(&|| false).unwrap().rating,
            rating::first(None)
        );
        // Black wins with every disc.
        let won = transcript::parse("e6f4e3f6g5d6e7f5c5").unwrap();
        let mut record = Record::from_game(&won);
        record.players = ByColor::new("you".to_owned(), "level 8".to_owned());
        for _ in 0..6 {
            history::append(&state, &record).unwrap();
        }
        let mut store = PracticeStore::new(Some(state.clone()));
        let begun = store.note(None, &|| false).unwrap().rating;
        assert!(begun.rating > 1700.0, "{begun:?}");
        assert_eq!(store.read_rated(&|| false).unwrap().rating, begun);
        assert_eq!(Progress::load(&state).unwrap(), Progress::default());
    }

    #[cfg(unix)]
    #[test]
    fn the_file_is_private() {
        use std::os::unix::fs::PermissionsExt as _;
        let (_folder, state) = folder();
        Progress::update(&state, |_| ()).unwrap();
        for entry in fs::read_dir(state.path()).unwrap() {
            let mode = entry.unwrap().metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }
}
