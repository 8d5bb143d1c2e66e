//! A choice among games: a filter, with what it needs to know besides each game.

use std::collections::HashSet;

use super::line_exit::left_book;
use super::win_counts::WinCounts;
use crate::review::AnalysisStore;
use reversi::{Color, Opening};
use reversi_notation::Record;
use reversi_table::background::{Background, Reporter, SAVING, ValueTask, Waker};
use reversi_table::phrase::signed;
use reversi_table::player::name::PersonName;
use reversi_table::store::filter::{FilterContext, GameFilter};
use reversi_table::store::game_facts::GameFacts;
use reversi_table::store::labels::{GameLabel, Labels};
use reversi_table::store::state::StateFolder;
use reversi_table::store::{StorageError, summary};
use reversi_text::{Name, Said, tr};

/// A choice among games.
#[derive(Debug, Default)]
pub struct GameChoice {
    filter: GameFilter,
    /// The name of the player.
    name: PersonName,
    labels: Labels,
    /// The analysed games.
    analysed: Option<(AnalysisStore, HashSet<u64>)>,
}

impl GameChoice {
    /// Creates the choice by a filter. Returns also what cannot be read: without it, no game has a tag or a loss.
    pub fn new(
        filter: GameFilter,
        name: PersonName,
        state: Option<&StateFolder>,
    ) -> (Self, Vec<StorageError>) {
        let needed = state.filter(|_| !filter.is_empty());
        let (mut choice, problems) = needed.map(Self::of_all).unwrap_or_default();
        (choice.filter, choice.name) = (filter, name);
        (choice, problems)
    }

    /// Creates the choice of all games, for later filters.
    fn of_all(state: &StateFolder) -> (Self, Vec<StorageError>) {
        let (mut choice, mut problems) = (Self::default(), Vec::new());
        match Labels::load(state) {
            Ok(labels) => choice.labels = labels,
            Err(problem) => problems.push(problem),
        }
        let store = AnalysisStore::of(state);
        match store.keys() {
            Ok(keys) => choice.analysed = Some((store, keys)),
            Err(problem) => problems.push(problem),
        }
        (choice, problems)
    }

    /// Returns whether every game is chosen.
    pub fn is_all(&self) -> bool {
        self.filter.is_empty()
    }

    /// Returns whether a game is chosen. `line` is its line in a list; words are looked for in its tags and its note, too.
    pub fn has(&self, facts: &GameFacts<'_>, line: impl Fn() -> String) -> bool {
        let context = FilterContext {
            name: self.name,
            labels: &self.labels,
            worst_loss: &|side, facts| {
                let (store, keys) = self.analysed.as_ref()?;
                let is_known = keys.contains(&facts.key);
                is_known.then(|| store.worst_loss(side, facts))?
            },
        };
        let with_label = || match self.label(facts) {
            Some(label) => format!("{} {label}", line()),
            None => line(),
        };
        self.is_all() || self.filter.holds(facts, &context, with_label)
    }

    /// Returns whether a game is chosen.
    pub fn has_record(&self, record: &Record, opening: Option<&'static Opening>) -> bool {
        self.is_all() || self.has(&GameFacts::of(record, opening), || line_of(record, opening))
    }

    /// Returns the label of a game; `None` if it has none.
    pub fn label(&self, facts: &GameFacts<'_>) -> Option<&GameLabel> {
        self.labels.of(facts)
    }

    /// Returns the side of the player that the choice is about.
    pub fn side_of(&self, facts: &GameFacts<'_>) -> Option<Color> {
        self.filter.side_of(facts, self.name)
    }
}

/// The results of the player that a choice of games is about.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChoiceResults {
    wins: WinCounts,
    /// The numbers of the player's first moves that the opening book does not have.
    left_book: Vec<u32>,
}

impl ChoiceResults {
    /// Adds a game in which the player had this side.
    pub fn add(&mut self, record: &Record, side: Color) {
        self.wins.add(record, side);
        self.left_book.extend(left_book(record, side));
    }

    /// Returns the results.
    pub const fn wins(&self) -> &WinCounts {
        &self.wins
    }

    /// Returns the median of the moves at which the player left the book; `None` if the games stay in it.
    pub fn median_left(&self) -> Option<u32> {
        let mut moves = self.left_book.clone();
        moves.sort_unstable();
        moves.get(moves.len() / 2).copied()
    }

    /// Returns the results as a clause; `None` without games.
    pub fn said(&self) -> Option<Said> {
        let WinCounts {
            games,
            won,
            drawn,
            lost,
            mean_margin,
            ..
        } = self.wins;
        let counts = tr!("{won} won, {drawn} drawn, {lost} lost", won, drawn, lost);
        let margin =
            mean_margin.map(|discs| tr!("{number} discs", number = Name(&signed(discs, 1))));
        let left = self.median_left();
        let left = left.map(|number| tr!("off the opening book at move {number}", number));
        (games > 0).then(|| Said::list([Some(counts), margin, left].into_iter().flatten()))
    }
}

/// The choice among the games of a list on the screen, and their labels. What is kept beside games is read and saved in
/// the background.
#[derive(Debug)]
pub struct ChoiceTask {
    /// Keeps a label, if there is one, and reads everything.
    task: ValueTask<Option<(u64, GameLabel)>, GameChoice, StorageError>,
    choice: GameChoice,
}

impl ChoiceTask {
    /// Starts to read what filters need; without a state folder, there is nothing.
    pub fn start(name: PersonName, state: Option<StateFolder>, waker: Waker) -> Self {
        let work = move |kept: Option<(u64, GameLabel)>, _: &Reporter<_>| {
            let Some(state) = &state else {
                return Ok(GameChoice::default());
            };
            if let Some((key, label)) = kept {
                Labels::keep(state, key, label)?;
            }
            let (choice, problems) = GameChoice::of_all(state);
            problems.into_iter().next().map_or(Ok(choice), Err)
        };
        let task = Background::start("labels", waker, work);
        task.queue(None);
        let choice = GameChoice {
            name,
            ..GameChoice::default()
        };
        Self { task, choice }
    }

    /// Returns the choice, as far as it is known.
    pub const fn choice(&self) -> &GameChoice {
        &self.choice
    }

    /// Chooses by another filter.
    pub fn set_filter(&mut self, filter: GameFilter) {
        self.choice.filter = filter;
    }

    /// Keeps the label of a game.
    pub fn keep(&self, facts: &GameFacts<'_>, label: GameLabel) {
        self.task.queue(Some((facts.label_key(), label)));
    }

    /// Takes what was read. Returns whether it is new.
    ///
    /// # Errors
    /// A sentence about what failed.
    pub fn poll(&mut self) -> Result<bool, Said> {
        let mut is_new = false;
        while let Some(read) = self.task.next_value() {
            let read = read.map_err(|error| Said::display(error).sentence())?;
            self.choice.labels = read.labels;
            self.choice.analysed = read.analysed;
            is_new = true;
        }
        Ok(is_new)
    }
}

impl Drop for ChoiceTask {
    fn drop(&mut self) {
        self.task.finish_within(SAVING);
    }
}

/// Returns the text in which the words of a filter are looked for.
fn line_of(record: &Record, opening: Option<&'static Opening>) -> String {
    let [black, white] = Color::ALL.map(|color| summary::player(record, color));
    let (date, result) = (record.readable_date(), summary::result(record));
    let opening = opening
        .map(|opening| opening.name(true))
        .unwrap_or_default();
    format!("{date} {black} {white} {result} {} {opening}", record.event)
}
