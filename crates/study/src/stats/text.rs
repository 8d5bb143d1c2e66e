//! The record as text.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{HISTORY, PlayerRecord, RECENT};
use crate::games::WinCounts;
use reversi::{File, Rank, Square};
use reversi_table::phrase::columns::{align_left, align_right, clip, width};
use reversi_table::player::recorded::recorded_name;
use reversi_table::store::history::removed::DAYS;
use reversi_text::{Message, Name, Said, label, tr};

/// The heading of the losses of each phase.
pub const LOSSES: &Message = label!("Discs lost per move");
/// The heading of the losses on each square.
pub const SQUARES: &Message = label!("Discs lost by square");
/// The heading of the kinds of mistakes.
pub const MISTAKES: &Message = label!("Your mistakes");
/// The heading of the openings.
pub const OPENINGS: &Message = label!("Openings");

/// A record has no openings.
pub const NO_OPENINGS: &Message = label!("None of your games has a named opening.");
/// A record has no reviews.
pub const NO_REVIEWS: &Message = label!("No game has been reviewed yet.");
/// A record has no mistakes.
pub const NO_MISTAKES: &Message = label!("No mistakes in the reviewed games.");

/// The phases of a game, and all of it.
pub const PHASES: [&Message; 4] = [
    label!("opening"; "a phase of the game"),
    label!("midgame"; "a phase of the game"),
    label!("endgame"; "a phase of the game"),
    label!("all moves"),
];

/// The sentence if the player has no games.
pub const NO_GAMES: &Message = label!(
    "No finished games of yours yet: play against a level, or set your name to count games with friends."
);

/// Returns the question before games are removed: all games of the player, or some that were chosen.
pub fn ask_remove(games: u32, are_chosen: bool) -> Said {
    let (count, days) = (games, DAYS);
    if are_chosen {
        tr!(
            "Remove {count} chosen game from your history? You can bring it back for {days} days."
                | "Remove {count} chosen games from your history? You can bring them back for {days} days.",
            count,
            days
        )
    } else {
        tr!(
            "Remove {count} game from your history? You can bring it back for {days} days."
                | "Remove {count} games from your history? You can bring them back for {days} days.",
            count,
            days
        )
    }
}

/// Returns the sentence after games were removed.
pub fn removed_games(games: usize) -> Said {
    tr!(
        "Removed {count} game. You can bring it back for {days} days."
            | "Removed {count} games. You can bring them back for {days} days.",
        count = games,
        days = DAYS
    )
}

/// Returns the sentence after removed games were brought back.
pub fn brought_back(games: usize) -> Said {
    if games == 0 {
        return tr!("There are no removed games to bring back.");
    }
    tr!(
        "Brought back {count} game." | "Brought back {count} games.",
        count = games
    )
}

/// Returns the question before everything is deleted.
pub fn ask_delete(games: Option<u64>) -> Said {
    match games {
        Some(count) => tr!(
            "Delete your history ({count} game), the reviews and your practice? This cannot be undone."
                | "Delete your history ({count} games), the reviews and your practice? This cannot be undone.",
            count
        ),
        None => {
            tr!("Delete your history, the reviews and your practice? This cannot be undone.")
        }
    }
}

/// The sentence after everything was deleted.
pub const DELETED: &Message = label!("Deleted the history, the reviews and your practice.");

/// The most openings that are listed.
const MOST_OPENINGS: usize = 8;

/// The widest graph, in columns.
const WIDEST_GRAPH: usize = 40;

/// The least width of the names in a narrow table.
const LEAST_NAME: usize = 6;

/// Characters filled from below, by eighths.
const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A part of the record.
#[derive(Clone, Debug)]
pub struct Section {
    /// The heading.
    pub title: &'static Message,
    /// Lines of a table.
    pub table: Vec<String>,
    /// Sentences below it.
    pub notes: Vec<Said>,
}

impl Section {
    const fn of_table(title: &'static Message, table: Vec<String>) -> Self {
        Self {
            title,
            table,
            notes: Vec::new(),
        }
    }

    fn of_note(title: &'static Message, note: impl Into<Said>) -> Self {
        Self {
            title,
            table: Vec::new(),
            notes: vec![note.into()],
        }
    }
}

/// Returns the record in sections whose tables fit into this many columns if possible.
pub fn sections(record: &PlayerRecord, columns: usize) -> Vec<Section> {
    let level = record.level.map(|level| level.sentence());
    let opponents = tally_table(
        label!("opponent"),
        &record.opponents,
        opponent_name,
        columns,
    );
    let results = Section {
        notes: level.into_iter().chain(not_counted(record)).collect(),
        ..Section::of_table(label!("Results"), opponents)
    };
    let openings = if record.openings.is_empty() {
        Section::of_note(OPENINGS, NO_OPENINGS)
    } else {
        let mut table = tally_table(label!("opening"), &record.openings, str::to_owned, columns);
        // The head is a line, too.
        table.truncate(1 + MOST_OPENINGS);
        Section::of_table(OPENINGS, table)
    };
    let mut sections = vec![results];
    if !record.folders.is_empty() {
        let folders = tally_table(label!("folder"), &record.folders, folder_name, columns);
        sections.push(Section::of_table(label!("Folders"), folders));
    }
    if record.reviewed.is_empty() {
        sections.extend([LOSSES, MISTAKES].map(|title| Section::of_note(title, NO_REVIEWS)));
    } else {
        sections.extend([losses(record, columns), squares(record), mistakes(record)]);
    }
    let puzzles = match record.puzzles {
        (0, _) => tr!("No puzzles tried yet."),
        (tried, solved) => tr!(
            "{count} puzzle tried, {solved} solved on the first try."
                | "{count} puzzles tried, {solved} solved on the first try.",
            count = tried,
            solved
        ),
    };
    sections.extend([openings, Section::of_note(label!("Puzzles"), puzzles)]);
    sections
}

/// Returns sentences about the games of the history that are not in the record.
pub fn not_counted(record: &PlayerRecord) -> impl Iterator<Item = Said> {
    let others = tr!(
        "Not counted: {count} game of other people, or of the computer against itself."
            | "Not counted: {count} games of other people, or of the computer against itself.",
        count = record.not_counted
    );
    let unreadable = tr!(
        "Cannot read {count} game of the history." | "Cannot read {count} games of the history.",
        count = record.unreadable
    );
    let others = (record.not_counted > 0).then_some(others);
    let unreadable = (record.unreadable > 0).then_some(unreadable);
    others.into_iter().chain(unreadable)
}

/// Returns the discs lost by the moves on each square, as a board.
fn squares(record: &PlayerRecord) -> Section {
    let head = File::all().map(|file| format!("{:>5}", file.letter()));
    let rows = Rank::all().map(|rank| {
        let cells = File::all().map(|file| match record.loss_on(Square::at(file, rank)).lost {
            0 => format!("{:>5}", "."),
            lost => format!("{lost:>5}"),
        });
        format!("{}{}", rank.digit(), cells.collect::<String>())
    });
    let head = format!(" {}", head.collect::<String>());
    Section::of_table(SQUARES, std::iter::once(head).chain(rows).collect())
}

/// Returns results, those with the most games first.
pub fn by_games(tallies: &BTreeMap<String, WinCounts>) -> Vec<(&String, &WinCounts)> {
    let mut sorted: Vec<_> = tallies.iter().collect();
    sorted.sort_by_key(|(_, tally)| Reverse(tally.games));
    sorted
}

/// Returns the name of an opponent of a record for people.
pub fn opponent_name(name: &str) -> String {
    recorded_name(name).said().into()
}

fn folder_name(name: &str) -> String {
    if name == HISTORY {
        tr!("history"; "among folders").into()
    } else {
        name.to_owned()
    }
}

/// Returns a table of results, those with the most games first.
fn tally_table(
    head: &'static Message,
    tallies: &BTreeMap<String, WinCounts>,
    name: impl Fn(&str) -> String,
    columns: usize,
) -> Vec<String> {
    let head = [
        head,
        label!("games"),
        label!("won"),
        label!("drawn"),
        label!("lost"),
        label!("mean"),
        label!("a move"; "discs lost per move"),
    ];
    let head = head.map(String::from);
    let rows = by_games(tallies).into_iter().map(|(of, tally)| {
        let [games, won, drawn, lost, margin] = tally.cells();
        [
            name(of),
            games,
            won,
            drawn,
            lost,
            margin,
            mean(tally.mean_loss),
        ]
    });
    table(std::iter::once(head).chain(rows).collect(), columns)
}

/// Returns the mean losses by phase: over all reviewed games, over the last ones, and as a graph over time.
fn losses(record: &PlayerRecord, columns: usize) -> Section {
    let count = record.reviewed.len();
    let has_recent = count > RECENT;
    let recent_cell = |text: String| if has_recent { text } else { String::new() };
    let [all, recent] = [record.mean_loss, record.recent_mean_loss].map(|means| means.phases());
    let head = [
        String::new(),
        tr!("all"; "games").into(),
        recent_cell(tr!("last {number}"; "games", number = RECENT).into()),
    ];
    let rows = PHASES.into_iter().enumerate().map(|(phase, name)| {
        let recent = recent_cell(mean(recent[phase]));
        [name.into(), mean(all[phase]), recent]
    });
    let table = table(std::iter::once(head).chain(rows).collect(), columns);
    let mut section = Section::of_table(LOSSES, table);
    if count > 1 {
        let room = columns.saturating_sub(width(section.table[0].trim_end()) + 2);
        let of_phase = |phase: usize| {
            let games = record.reviewed.iter();
            let losses: Vec<_> = games.map(|game| game.mean_loss.phases()[phase]).collect();
            binned(&losses, room.min(WIDEST_GRAPH))
        };
        let graphs: Vec<_> = (0..PHASES.len()).map(of_phase).collect();
        let known = graphs.iter().flatten().flatten();
        let most = known.copied().fold(0.1, f64::max);
        for (line, values) in section.table[1..].iter_mut().zip(&graphs) {
            line.truncate(line.trim_end().len());
            *line += "  ";
            line.extend(values.iter().map(|value| bar(*value, most)));
        }
        section.notes.push(tr!(
            "Oldest game on the left; a full bar is {discs} discs a move.",
            discs = Name(&format!("{most:.1}"))
        ));
    }
    if count < record.games as usize {
        section.notes.push(tr!(
            "{reviewed} of {count} game reviewed." | "{reviewed} of {count} games reviewed.",
            reviewed = count,
            count = record.games
        ));
    }
    section
}

/// Returns a mean loss as a text.
pub fn mean(loss: Option<f64>) -> String {
    loss.map_or("-".to_owned(), |loss| format!("{loss:.1}"))
}

/// Returns the means of the known values in at most this many equal parts.
fn binned(values: &[Option<f64>], parts: usize) -> Vec<Option<f64>> {
    let parts = parts.min(values.len());
    let part = |index: usize| {
        let part = &values[index * values.len() / parts..(index + 1) * values.len() / parts];
        let known = || part.iter().flatten();
        #[allow(clippy::cast_precision_loss)] // far fewer than 2^52 games
        let count = known().count() as f64;
        (count > 0.0).then(|| known().sum::<f64>() / count)
    };
    (0..parts).map(part).collect()
}

/// Returns a bar for a value from 0 to `most`; a space if it is not known.
fn bar(value: Option<f64>, most: f64) -> char {
    let Some(value) = value else {
        return BARS[0];
    };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 1 to 8
    let eighths = (value / most * 8.0).ceil().clamp(1.0, 8.0) as usize;
    BARS[eighths]
}

fn mistakes(record: &PlayerRecord) -> Section {
    if record.mistakes.is_empty() {
        return Section::of_note(MISTAKES, NO_MISTAKES);
    }
    let lines = record.mistakes.iter();
    let lines = lines.map(|mistake| format!("{:>4}  {}", mistake.count, mistake.reason.words()));
    Section::of_table(MISTAKES, lines.collect())
}

/// Returns the rows of a table: the first column to the left, the others to the right. Cuts the first column
/// if the table is wider than this many columns.
fn table<const N: usize>(rows: Vec<[String; N]>, columns: usize) -> Vec<String> {
    let mut widths: [usize; N] = std::array::from_fn(|column| {
        let cells = rows.iter().map(|row| width(&row[column]));
        cells.max().unwrap_or(0)
    });
    let total = |gap: usize| widths.iter().sum::<usize>() + gap * (N - 1);
    let gap = if total(2) > columns { 1 } else { 2 };
    widths[0] -= total(gap)
        .saturating_sub(columns)
        .min(widths[0].saturating_sub(LEAST_NAME));
    let line = |row: [String; N]| {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let cell = clip(cell, widths[column]);
            line += &match column {
                0 => align_left(cell, widths[column]),
                _ => align_right(cell, gap + widths[column]),
            };
        }
        line
    };
    rows.into_iter().map(line).collect()
}
