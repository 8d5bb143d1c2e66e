//! The help texts, generated from the keymaps.

use std::convert::Infallible;
use std::iter::{once, repeat};

use super::board::Intent;
use super::{
    Topic, board, files, go, inspector, learn, match_, new_game, opening_trainer, puzzle, review,
    stats,
};
use crate::app::tui::keymap::{ALWAYS, Keymap, Meaning, board_keys};
use crate::app::tui::text::{width, wrap};
use crate::app::wording::RULES;
use crate::app::wording::go::RULES as RULES_OF_GO;

/// A line of a window: an optional key, and a text.
pub(super) struct HelpRow {
    pub(super) key: String,
    pub(super) text: String,
    pub(super) heading: bool,
}

/// A heading, and keys with descriptions.
type Section = (&'static str, Vec<(String, String)>);

/// Returns the help on a topic, wrapped to a width.
pub(super) fn rows(topic: Topic, ascii: bool, limit: usize) -> Vec<HelpRow> {
    let sections = match topic {
        Topic::Game => game_sections(ascii),
        Topic::Rules => vec![
            ("Rules", said(RULES)),
            ("Learning to play", keys_of(learn::KEYS, ascii)),
        ],
        Topic::Match => vec![
            ("Watching a match", keys_of(match_::KEYS, ascii)),
            ("When you leave", keys_of(match_::LEAVING, ascii)),
            ("Everywhere", keys_of(ALWAYS, ascii)),
        ],
        Topic::Record => vec![
            ("Your record", keys_of(stats::KEYS, ascii)),
            ("Everywhere", keys_of(ALWAYS, ascii)),
        ],
        Topic::Puzzles => vec![
            ("Puzzles", keys_of(puzzle::KEYS, ascii)),
            ("Everywhere", keys_of(ALWAYS, ascii)),
        ],
        Topic::Openings => vec![
            ("Training openings", keys_of(opening_trainer::KEYS, ascii)),
            ("Everywhere", keys_of(ALWAYS, ascii)),
        ],
        Topic::Go => vec![
            ("Moves", said(go::HOW_TO_MOVE)),
            ("Game", keys_of(go::GAME, ascii)),
            ("After the game", keys_of(go::OVER_KEYS, ascii)),
            ("New game", keys_of(go::FORM_KEYS, ascii)),
            ("Rules", said(RULES_OF_GO)),
            ("Everywhere", keys_of(ALWAYS, ascii)),
        ],
        Topic::Inspector => with_legend(
            keys_of(inspector::KEYS, ascii),
            [
                ("a-h 1-8", "a square: the flips of a move there (Reversi)"),
                ("mouse", "click a square, a topic, a part or the step bar"),
            ],
            said([
                ("1", "a set bit; its square is marked"),
                ("own", "the side to move; opponent: the other side"),
                (
                    "hex",
                    "two digits per row, top row first; file a is the highest bit",
                ),
            ]),
            ascii,
        ),
        Topic::Review => with_legend(
            keys_of(review::KEYS, ascii),
            [
                ("a-h 1-8", "a square: try that move in a side line"),
                ("mouse", "click the graph, the list, or a square to try it"),
            ],
            said([
                (
                    "board",
                    "before the move: the move played, and the best score",
                ),
                ("?", "a mistake: lost more than 2 discs"),
                (
                    if ascii { "?? !" } else { "?? ⁇" },
                    "a blunder: lost more than 6",
                ),
                ("+4=", "a score for the side to move; = is exact"),
                ("graph", "Black's lead up, White's down; solid where exact"),
            ]),
            ascii,
        ),
    };
    help_rows(&sections, limit)
}

/// Returns the sections of a screen with a legend, and with more than its table of keys.
fn with_legend(
    mut keys: Vec<(String, String)>,
    more: [(&str, &str); 2],
    legend: Vec<(String, String)>,
    ascii: bool,
) -> Vec<Section> {
    keys.extend(said(more));
    vec![
        ("Keys", keys),
        ("Legend", legend),
        ("Everywhere", keys_of(ALWAYS, ascii)),
    ]
}

/// Wraps a text into rows.
pub(super) fn plain_rows(text: &str, limit: usize) -> Vec<HelpRow> {
    key_rows("", text, limit)
}

/// Wraps a text into rows, the first one with a key.
fn key_rows(key: &str, text: &str, limit: usize) -> Vec<HelpRow> {
    let keys = once(key).chain(repeat(""));
    let lines = keys.zip(wrap(text, limit));
    lines
        .map(|(key, text)| HelpRow {
            key: key.to_owned(),
            text,
            heading: false,
        })
        .collect()
}

fn said<const N: usize>(rows: [(&str, &str); N]) -> Vec<(String, String)> {
    rows.map(|(key, text)| (key.to_owned(), text.to_owned()))
        .into()
}

/// Returns the keys of a table with their descriptions.
fn keys_of<I: Copy + PartialEq>(table: Keymap<I>, ascii: bool) -> Vec<(String, String)> {
    let shown = table.iter().filter(|binding| !binding.long.is_empty());
    shown
        .map(|binding| (binding.labels(ascii), binding.long.to_owned()))
        .collect()
}

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
    let keys = board::GAME.iter().filter(|binding| {
        let shown = [Intent::Hint, Intent::Values, Intent::Inspect].map(Meaning::Own);
        shown.contains(&binding.first())
    });
    let keys = keys.map(|binding| (binding.labels(ascii), binding.long.to_owned()));
    steps(
        said(HOW_TO_MOVE).into_iter().chain(keys).collect(),
        limit,
        room,
    )
}

/// Returns the rules of Go for the beginning of a game: as many as fit into the given rows.
pub(super) fn first_steps_of_go(limit: usize, room: usize) -> Vec<HelpRow> {
    let entries = said(go::HOW_TO_MOVE).into_iter().chain(said(RULES_OF_GO));
    steps(entries.collect(), limit, room)
}

/// Returns as many entries as fit into the given rows.
fn steps(mut entries: Vec<(String, String)>, limit: usize, room: usize) -> Vec<HelpRow> {
    loop {
        let rows = help_rows(&[("How to play", entries.clone())], limit);
        if rows.len() <= room || entries.pop().is_none() {
            return rows;
        }
    }
}

fn game_sections(ascii: bool) -> Vec<Section> {
    let mut moves = said(HOW_TO_MOVE);
    moves.extend(keys_of(board_keys::<Infallible>(), ascii));
    vec![
        ("Moves", moves),
        ("Game", keys_of(board::GAME, ascii)),
        ("After the game", keys_of(board::GAME_OVER, ascii)),
        ("Choosing players", keys_of(new_game::KEYS, ascii)),
        ("File names", keys_of(files::FIELD, ascii)),
        ("Everywhere", keys_of(ALWAYS, ascii)),
    ]
}

fn help_rows(sections: &[Section], limit: usize) -> Vec<HelpRow> {
    let column = sections.iter().flat_map(|(_, rows)| rows);
    let column = column.map(|(key, _)| width(key)).max().unwrap_or(0);
    // On a narrow screen the description is below the key.
    let narrow = limit < column + 30;
    let mut rows = Vec::new();
    for (title, entries) in sections {
        if !rows.is_empty() {
            rows.extend(plain_rows("", limit));
        }
        rows.push(HelpRow {
            key: String::new(),
            text: (*title).to_owned(),
            heading: true,
        });
        for (key, text) in entries {
            rows.extend(if narrow {
                plain_rows(&format!("{key}: {text}"), limit)
            } else {
                key_rows(key, text, limit.saturating_sub(column + 2))
            });
        }
    }
    rows
}
