//! The record as text.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{PlayerRecord, RECENT};
use crate::games::WinCounts;
use reversi::{File, Rank, Square};
use reversi_table::phrase::columns::{align_left, align_right, clip, width};
use reversi_table::phrase::plural;
use reversi_table::store::history::removed::DAYS;

/// The heading of the losses of each phase.
pub const LOSSES: &str = "Discs lost per move";
/// The heading of the losses on each square.
pub const SQUARES: &str = "Discs lost by square";
/// The heading of the kinds of mistakes.
pub const MISTAKES: &str = "Your mistakes";
/// The heading of the openings.
pub const OPENINGS: &str = "Openings";

/// A record has no openings.
pub const NO_OPENINGS: &str = "None of your games has a named opening.";
/// A record has no reviews.
pub const NO_REVIEWS: &str = "No game has been reviewed yet.";
/// A record has no mistakes.
pub const NO_MISTAKES: &str = "No mistakes in the reviewed games.";

/// The phases of a game, and all of it.
pub const PHASES: [&str; 4] = ["opening", "midgame", "endgame", "all moves"];

/// The sentence if the player has no games.
pub const NO_GAMES: &str = "No finished games of yours yet: play against a level, or set your name to count \
                                   games with friends.";

/// Returns the question before games are removed: all games of the player, or some that were chosen.
pub fn ask_remove(games: u32, are_chosen: bool) -> String {
    let chosen = if are_chosen { "chosen " } else { "" };
    let counted = plural(games, &format!("{chosen}game"));
    format!(
        "Remove {counted} from your history? {}",
        for_some_days(games == 1)
    )
}

/// Returns the sentence after games were removed.
pub fn removed_games(games: usize) -> String {
    format!(
        "Removed {}. {}",
        plural(games, "game"),
        for_some_days(games == 1)
    )
}

/// Returns the sentence about how long removed games are kept.
fn for_some_days(is_one: bool) -> String {
    let them = if is_one { "it" } else { "them" };
    format!("You can bring {them} back for {DAYS} days.")
}

/// Returns the sentence after removed games were brought back.
pub fn brought_back(games: usize) -> String {
    match games {
        0 => "There are no removed games to bring back.".to_owned(),
        games => format!("Brought back {}.", plural(games, "game")),
    }
}

/// Returns the question before everything is deleted.
pub fn ask_delete(games: Option<u64>) -> String {
    let games = games.map_or_else(String::new, |games| format!(" ({})", plural(games, "game")));
    format!("Delete your history{games}, the reviews and your practice? This cannot be undone.")
}

/// The sentence after everything was deleted.
pub const DELETED: &str = "Deleted the history, the reviews and your practice.";

/// The most openings that are listed.
const MOST_OPENINGS: usize = 8;

/// The widest graph, in columns.
const WIDEST_GRAPH: usize = 40;

/// The least width of the names in a narrow table.
const LEAST_NAME: usize = 6;

/// Characters filled from below, by eighths.
const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A part of the record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The heading.
    pub title: &'static str,
    /// Lines of a table.
    pub table: Vec<String>,
    /// Sentences below it.
    pub notes: Vec<String>,
}

impl Section {
    pub(crate) fn note(title: &'static str, note: &str) -> Self {
        Self {
            title,
            notes: vec![note.to_owned()],
            ..Self::default()
        }
    }
}

/// Returns the record in sections whose tables fit into this many columns if possible.
pub fn sections(record: &PlayerRecord, columns: usize) -> Vec<Section> {
    let level = record.level.map(|level| level.sentence());
    let results = Section {
        title: "Results",
        table: tally_table("opponent", &record.opponents, str::to_owned, columns),
        notes: level.into_iter().chain(not_counted(record)).collect(),
    };
    let mut openings = Section {
        title: OPENINGS,
        table: tally_table("opening", &record.openings, str::to_owned, columns),
        ..Section::default()
    };
    // The head is a line, too.
    openings.table.truncate(1 + MOST_OPENINGS);
    if record.openings.is_empty() {
        openings = Section::note(OPENINGS, NO_OPENINGS);
    }
    let mut sections = vec![results];
    if !record.folders.is_empty() {
        sections.push(Section {
            title: "Folders",
            table: tally_table("folder", &record.folders, str::to_owned, columns),
            ..Section::default()
        });
    }
    if record.reviewed.is_empty() {
        sections.extend([LOSSES, MISTAKES].map(|title| Section::note(title, NO_REVIEWS)));
    } else {
        sections.extend([losses(record, columns), squares(record), mistakes(record)]);
    }
    let puzzles = match record.puzzles {
        (0, _) => "No puzzles tried yet.".to_owned(),
        (tried, solved) => {
            let tried = plural(tried, "puzzle");
            format!("{tried} tried, {solved} solved on the first try.")
        }
    };
    sections.extend([openings, Section::note("Puzzles", &puzzles)]);
    sections
}

/// Returns sentences about the games of the history that are not in the record.
pub fn not_counted(record: &PlayerRecord) -> Vec<String> {
    let counted = [
        (record.not_counted > 0).then(|| {
            let games = plural(record.not_counted, "game");
            format!("Not counted: {games} of other people, or of the computer against itself.")
        }),
        (record.unreadable > 0).then(|| {
            let games = plural(record.unreadable, "game");
            format!("Cannot read {games} of the history.")
        }),
    ];
    counted.into_iter().flatten().collect()
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
    Section {
        title: SQUARES,
        table: std::iter::once(format!(" {}", head.collect::<String>()))
            .chain(rows)
            .collect(),
        ..Section::default()
    }
}

/// Returns results, those with the most games first.
pub fn by_games(tallies: &BTreeMap<String, WinCounts>) -> Vec<(&String, &WinCounts)> {
    let mut sorted: Vec<_> = tallies.iter().collect();
    sorted.sort_by_key(|(_, tally)| Reverse(tally.games));
    sorted
}

/// Returns a table of results, those with the most games first.
fn tally_table(
    head: &str,
    tallies: &BTreeMap<String, WinCounts>,
    name: impl Fn(&str) -> String,
    columns: usize,
) -> Vec<String> {
    let head = [head, "games", "won", "drawn", "lost", "mean", "a move"].map(str::to_owned);
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
        "all".to_owned(),
        recent_cell(format!("last {RECENT}")),
    ];
    let rows = PHASES.into_iter().enumerate().map(|(phase, name)| {
        let recent = recent_cell(mean(recent[phase]));
        [name.to_owned(), mean(all[phase]), recent]
    });
    let mut section = Section {
        title: LOSSES,
        table: table(std::iter::once(head).chain(rows).collect(), columns),
        ..Section::default()
    };
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
        section.notes.push(format!(
            "Oldest game on the left; a full bar is {most:.1} discs a move."
        ));
    }
    if count < record.games as usize {
        let games = plural(record.games, "game");
        section.notes.push(format!("{count} of {games} reviewed."));
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
        return Section::note(MISTAKES, NO_MISTAKES);
    }
    let lines = record.mistakes.iter();
    Section {
        title: MISTAKES,
        table: lines
            .map(|mistake| format!("{:>4}  {}", mistake.count, mistake.reason.words()))
            .collect(),
        ..Section::default()
    }
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
