//! The record of an opened game, kept until the game changes.

use crate::app::phrase::plural;
use crate::app::store::summary;
use crate::color::Color;
use crate::game::Entry;
use crate::notation::Record;

/// A record that was put on a table.
#[derive(Debug)]
pub(super) struct ImportedGame {
    pub(super) record: Record,
    pub(super) entries: Vec<Entry>,
}

/// How much of a name is quoted, in characters.
const NAME: usize = 40;

/// Returns a short description of a recorded game.
pub(crate) fn describe(record: &Record) -> String {
    let [black, white] = Color::ALL.map(|color| {
        let name = summary::player(record, color);
        name.chars().take(NAME).collect::<String>()
    });
    let moves = record.squares().count();
    let moves = plural(moves, "move");
    let result = summary::result(record);
    if black == "?" && white == "?" {
        format!("{moves}, {result}")
    } else {
        format!("{black} against {white}, {moves}, {result}")
    }
}
