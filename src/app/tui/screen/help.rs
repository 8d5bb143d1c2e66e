//! Help as data: each screen has a topic, generated from its keymaps.

use std::iter::{once, repeat};

use crate::app::tui::keymap::{ALWAYS, Keymap};
use crate::app::tui::text::{width, wrap};
use crate::app::tui::theme::Role;

/// What the help of a screen shows.
pub(crate) struct HelpTopic {
    /// The title of its window.
    pub(super) title: &'static str,
    /// Returns its sections.
    pub(super) sections: fn(ascii: bool) -> Vec<HelpSection>,
    /// Where its keys lead.
    pub(super) links: HelpLinks,
}

/// Where the keys of a help lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HelpLinks {
    /// To the rules and to the tutorial.
    Rules,
    /// To the tutorial.
    Tutorial,
    /// Nowhere.
    None,
}

/// A line of a window: an optional key, and a text.
pub(crate) struct HelpRow {
    pub(super) key: String,
    pub(super) text: String,
    pub(super) role: Role,
}

impl HelpRow {
    /// Creates a line without a key.
    pub(super) fn new(text: impl Into<String>, role: Role) -> Self {
        Self {
            key: String::new(),
            text: text.into(),
            role,
        }
    }

    /// Returns whether it stands left of the keys.
    pub(super) fn is_heading(&self) -> bool {
        self.role == Role::Strong
    }
}

/// A heading, and keys with descriptions.
pub(super) type HelpSection = (&'static str, Vec<(String, String)>);

impl HelpTopic {
    /// Returns the help, wrapped to a width.
    pub(super) fn rows(&self, ascii: bool, limit: usize) -> Vec<HelpRow> {
        help_rows(&(self.sections)(ascii), limit)
    }
}

/// Returns the sections of a screen with one table of keys.
pub(super) fn one_table<I: Copy + PartialEq>(
    heading: &'static str,
    keys: Keymap<I>,
    ascii: bool,
) -> Vec<HelpSection> {
    vec![(heading, keys_of(keys, ascii)), everywhere(ascii)]
}

/// Returns the section of the keys that work everywhere.
pub(super) fn everywhere(ascii: bool) -> HelpSection {
    ("Everywhere", keys_of(ALWAYS, ascii))
}

/// Returns the sections of a screen with a legend, and with more than its table of keys.
pub(super) fn with_legend(
    mut keys: Vec<(String, String)>,
    more: [(&str, &str); 2],
    legend: Vec<(String, String)>,
    ascii: bool,
) -> Vec<HelpSection> {
    keys.extend(texts(more));
    vec![("Keys", keys), ("Legend", legend), everywhere(ascii)]
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
            ..HelpRow::new(text, Role::Text)
        })
        .collect()
}

/// Returns keys or signs with their descriptions.
pub(super) fn texts<const N: usize>(rows: [(&str, &str); N]) -> Vec<(String, String)> {
    rows.map(|(key, text)| (key.to_owned(), text.to_owned()))
        .into()
}

/// Returns the keys of a table with their descriptions.
pub(super) fn keys_of<I: Copy + PartialEq>(table: Keymap<I>, ascii: bool) -> Vec<(String, String)> {
    let shown = table.iter().filter(|binding| !binding.long.is_empty());
    shown
        .map(|binding| (binding.labels(ascii), binding.long.to_owned()))
        .collect()
}

/// Returns as many entries as fit into the given rows.
pub(super) fn first_steps(
    mut entries: Vec<(String, String)>,
    limit: usize,
    room: usize,
) -> Vec<HelpRow> {
    loop {
        let rows = help_rows(&[("How to play", entries.clone())], limit);
        if rows.len() <= room || entries.pop().is_none() {
            return rows;
        }
    }
}

fn help_rows(sections: &[HelpSection], limit: usize) -> Vec<HelpRow> {
    let column = sections.iter().flat_map(|(_, rows)| rows);
    let column = column.map(|(key, _)| width(key)).max().unwrap_or(0);
    // On a narrow screen the description is below the key.
    let narrow = limit < column + 30;
    let mut rows = Vec::new();
    for (title, entries) in sections {
        if !rows.is_empty() {
            rows.extend(plain_rows("", limit));
        }
        rows.push(HelpRow::new(*title, Role::Strong));
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
