//! Imported games at the table: their record is kept while the user only browses them.

use super::Table;
use crate::app::session::GameMeta;
use crate::app::tui::context::UiContext;
use crate::app::wording::{plural, sentence, summary};
use crate::color::{ByColor, Color};
use crate::game::{Entry, Game, Status};
use crate::notation::Record;

/// How much of a name is quoted, in characters.
const NAME: usize = 40;

/// A record that was put on the board.
#[derive(Debug)]
pub(super) struct ImportedGame {
    record: Record,
    entries: Vec<Entry>,
}

impl Table {
    /// Puts a recorded game on the board with all moves played. The players stay; if a CPU would be to
    /// move, it is paused. Returns the warnings about the record.
    pub(crate) fn show(&mut self, record: Record, game: Game, ui: &UiContext) -> Option<String> {
        let described = format!("Opened: {}.", describe(&record));
        let warning = record.check();
        let entries = game.entries().to_vec();
        // The CPU does not start before the user has seen the position.
        self.session.set_paused(true);
        self.imported = None;
        self.session.restart(game);
        let cpu_to_move = match self.session.game().status() {
            Status::ToMove(color) | Status::MustPass(color) => {
                !self.session.players()[color].is_human()
            }
            Status::Over(_) => false,
        };
        self.session.set_paused(cpu_to_move);
        self.after_start(ui);
        self.held = false;
        self.messages.clear();
        self.say(&described);
        self.imported = Some(Box::new(ImportedGame { record, entries }));
        warning.map(sentence)
    }

    /// Returns whether the game is an unchanged imported one.
    pub(crate) fn is_as_imported(&self) -> bool {
        let game = self.session.game();
        let entries = || game.entries().iter().chain(game.undone());
        let same = |shown: &ImportedGame| {
            entries().eq(&shown.entries) && shown.record.start == game.start()
        };
        self.imported.as_deref().is_some_and(same)
    }

    /// Forgets the origin of the game once it differs.
    pub(super) fn forget_import_if_changed(&mut self) {
        if self.imported.is_some() && !self.is_as_imported() {
            self.imported = None;
        }
    }

    /// Returns the record of the game on the board: the metadata of an imported game, otherwise that of the
    /// saved game.
    pub(crate) fn record(&self, meta: &GameMeta) -> Record {
        let game = self.session.game();
        let Some(shown) = self.imported.as_deref().filter(|_| self.is_as_imported()) else {
            return meta.record(game);
        };
        let mut record = shown.record.clone();
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

    /// Returns the players as shown: for a finished imported game, those of its record.
    pub(crate) fn names(&self) -> ByColor<String> {
        let over = self.session.game().outcome().is_some();
        match &self.imported {
            Some(shown) if over => {
                let sides = ByColor::new(Color::Black, Color::White);
                sides.map(|color| summary::player(&shown.record, color))
            }
            _ => self.session.shown_players(),
        }
    }
}

/// Returns a short description of an imported game.
pub(crate) fn describe(record: &Record) -> String {
    let [black, white] = Color::ALL.map(|color| {
        let name = summary::player(record, color);
        name.chars().take(NAME).collect::<String>()
    });
    let moves = record.moves.iter().filter(|m| m.square.is_some()).count();
    let moves = plural(moves, "move");
    let result = summary::result(record);
    if black == "?" && white == "?" {
        format!("{moves}, {result}")
    } else {
        format!("Black {black}, White {white}, {moves}, {result}")
    }
}
