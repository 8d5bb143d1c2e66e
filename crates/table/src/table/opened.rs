//! Recorded games of Othello at a table.

use super::Table;
use super::imported::ImportedGame;
use crate::session::GameMeta;
use crate::store::summary;
use reversi::{ByColor, Color, Game, Status};
use reversi_notation::Record;

impl Table {
    /// Puts a recorded game on the table with all moves played. The players stay. If a CPU is to move, it is
    /// paused, so that the person can look at the position first.
    pub fn open(&mut self, record: Record, game: Game) {
        let entries = game.entries().to_vec();
        let waits = match game.status() {
            Status::ToMove(color) | Status::MustPass(color) => {
                !self.session.players()[color].is_human()
            }
            Status::Over(_) => false,
        };
        self.session.set_paused(waits);
        self.restart(game);
        self.imported = Some(Box::new(ImportedGame { record, entries }));
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
    pub fn names(&self) -> ByColor<String> {
        let over = self.game().outcome().is_some();
        match &self.imported {
            Some(opened) if over => {
                let sides = ByColor::new(Color::Black, Color::White);
                sides.map(|color| summary::player(&opened.record, color))
            }
            _ => self.session.shown_players(),
        }
    }
}
