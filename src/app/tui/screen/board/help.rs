//! The help of the game screen, and what is shown of it at the beginning of a game.

use std::convert::Infallible;

use super::Intent;
use super::keys::{GAME, GAME_OVER};
use crate::app::tui::keymap::{FIELD, Meaning, board_keys};
use crate::app::tui::screen::help::{
    self, HelpLinks, HelpRow, HelpTopic, everywhere, keys_of, texts,
};
use crate::app::tui::screen::new_game;

/// The help.
pub(crate) static HELP: HelpTopic = HelpTopic {
    title: " Help ",
    sections: |ascii| {
        let mut moves = texts(HOW_TO_MOVE);
        moves.extend(keys_of(board_keys::<Infallible>(), ascii));
        vec![
            ("Moves", moves),
            ("Game", keys_of(GAME, ascii)),
            ("After the game", keys_of(GAME_OVER, ascii)),
            ("Choosing players", keys_of(new_game::KEYS, ascii)),
            ("File names", keys_of(FIELD, ascii)),
            everywhere(ascii),
        ]
    },
    links: HelpLinks::Rules,
};

/// How to move: by typing and clicking, which no key table lists.
const HOW_TO_MOVE: [(&str, &str); 3] = [
    (
        "a-h 1-8",
        "a square: the letter selects the file, the digit plays",
    ),
    ("mouse", "point to preview the flips, click to play"),
    (
        "paste",
        "moves like f5d6c3, or a game in any supported format",
    ),
];

/// Returns the help for the beginning of a game: as many entries as fit into the given rows.
pub(super) fn first_steps(ascii: bool, limit: usize, room: usize) -> Vec<HelpRow> {
    let keys = GAME.iter().filter(|binding| {
        let shown = [Intent::Hint, Intent::Values, Intent::Inspect].map(Meaning::Own);
        shown.contains(&binding.first())
    });
    let keys = keys.map(|binding| (binding.labels(ascii), binding.long.to_owned()));
    let entries = texts(HOW_TO_MOVE).into_iter().chain(keys);
    help::first_steps(entries.collect(), limit, room)
}
