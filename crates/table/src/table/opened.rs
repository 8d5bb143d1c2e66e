//! Recorded games of Othello at a table.

use super::imported::ImportedGame;
use super::{Help, Table, TableAction, TableRequest};
use crate::player::description::PlayerName;
use crate::session::{GameMeta, Refusal};
use crate::store::summary;
use reversi::search::{Limits, SearchInfo};
use reversi::{ByColor, Color, Game, Status};
use reversi_notation::Record;

impl Table {
    /// Puts a recorded game on the table with all moves played. The players stay. If a CPU is to move, it is
    /// paused, so that the person can look at the position first.
    ///
    /// # Errors
    /// The reason why the game on the table cannot be left.
    pub fn open(&mut self, record: Record, game: Game) -> Result<(), Refusal> {
        self.permits(TableAction::Replace)?;
        let entries = game.entries().to_vec();
        let waits = match game.status() {
            Status::ToMove(color) | Status::MustPass(color) => {
                !self.session.players()[color].is_human()
            }
            Status::Over(_) => false,
        };
        self.session.set_paused(waits);
        self.session.starts = None;
        self.session.restart(game);
        self.begin();
        self.imported = Some(Box::new(ImportedGame { record, entries }));
        Ok(())
    }

    /// Asks the engine for the best `count` moves of the position, to show them as help. The session's `analysis` has them.
    ///
    /// # Errors
    /// The reason why it is refused.
    pub fn analyse(&mut self, help: Help, count: usize, limits: Limits) -> Result<(), Refusal> {
        if self.game().outcome().is_some() {
            return Err(Refusal::GameOver);
        }
        self.request(TableRequest::Help(help))?;
        self.session.analyse(count, limits);
        Ok(())
    }

    /// Waits for the answer of [`Table::analyse`].
    pub fn wait_for_analysis(&mut self) -> Option<Result<&SearchInfo, String>> {
        let found = self.session.analysis.wait();
        found.map(|found| found.map_err(ToString::to_string))
    }

    /// Returns the record of the game: the metadata of an opened game, otherwise that of the saved game.
    pub fn record(&self, meta: &GameMeta) -> Record {
        let game = self.game();
        let Some(opened) = self.imported.as_deref().filter(|_| self.is_as_imported()) else {
            return meta.record(game);
        };
        let mut record = opened.record.clone();
        if !game.undone().is_empty() {
            // Up to this point the game has no result.
            let now = Record::from_game(game);
            let comments = record.moves.into_iter().take(now.moves.len());
            record.moves = comments.collect();
            record.result = None;
            record.theoretical = None;
        }
        record
    }

    /// Returns the players as shown: for a finished opened game, those of its record.
    pub fn names(&self) -> ByColor<PlayerName> {
        let over = self.game().outcome().is_some();
        match &self.imported {
            Some(opened) if over => {
                let sides = ByColor::new(Color::Black, Color::White);
                sides.map(|color| summary::player_name(&opened.record, color))
            }
            _ => self.session.shown_players(),
        }
    }
}
