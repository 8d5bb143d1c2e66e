//! The results of some games of a person.

use serde::Serialize;

use reversi::Color;
use reversi_notation::Record;
use reversi_table::phrase::signed;
use reversi_table::store::summary::{self, Verdict};

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

    /// Adds the discs that each reviewed move of the person in a game lost.
    pub(crate) fn add_losses(&mut self, losses: impl Iterator<Item = u8>) {
        for lost in losses {
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
