//! The results of several games.

use serde::Serialize;

use crate::app::wording::signed;
use crate::app::wording::summary::{self, Verdict};
use crate::color::Color;
use crate::notation::Record;

/// The results of some games of a person.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct WinCounts {
    pub(crate) games: u32,
    pub(crate) won: u32,
    pub(crate) drawn: u32,
    pub(crate) lost: u32,
    /// The sum of the margins in discs, over the games that were played to the end.
    #[serde(skip)]
    margins: i64,
    /// The number of those games.
    #[serde(skip)]
    finished: u32,
    /// The mean margin; `null` without such games.
    pub(crate) mean_margin: Option<f64>,
}

impl WinCounts {
    /// Adds a game of the person who played this side.
    pub(crate) fn add(&mut self, record: &Record, person: Color) {
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
    /// Returns the cells of a table: games, won, drawn, lost and the mean margin.
    pub(crate) fn cells(&self) -> [String; 5] {
        let mean = self.mean_margin;
        let mean = mean.map_or("-".to_owned(), |mean| signed(mean, 1));
        let [games, won, drawn, lost] =
            [self.games, self.won, self.drawn, self.lost].map(|count| count.to_string());
        [games, won, drawn, lost, mean]
    }
}
