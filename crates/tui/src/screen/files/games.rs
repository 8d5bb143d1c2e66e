//! The games in the list of the file window: those that match what is typed, their labels, and their lines.

use super::{FilePurpose, FileWindow};
use crate::screen::Context;
use crate::text::{align_left, align_right, clip, cut_with_dots, width};
use crate::theme::ActiveTheme;
use crate::widget::field::Field;
use crate::widget::fit;
use reversi_study::games::ChoiceTask;
use reversi_table::phrase::{has_words, opening_name, sentence};
use reversi_table::store::filter::GameFilter;
use reversi_table::store::game_list::{About, GameLine};
use reversi_table::store::labels::GameLabel;
use reversi_text::label;

impl FileWindow {
    pub(super) fn lines(&self) -> &[GameLine] {
        self.games.as_ref().map_or(&[], |games| &games.lines)
    }

    /// Returns the games below the names that match what is typed.
    pub(super) fn listed_games(&self) -> Vec<&GameLine> {
        let is_list = self.purpose == FilePurpose::Games;
        if is_list && !self.filters() {
            return Vec::new();
        }
        let choice = self.choice.as_ref().map(ChoiceTask::choice);
        let typed = self.field.text();
        let is_listed = |line: &&GameLine| match (&line.game, choice) {
            (Ok(about), Some(choice)) => choice.has(&about.facts, || line.text()),
            _ => has_words(&line.text(), typed),
        };
        let found = self.list.lines().iter();
        // The words may be in what a line does not have, such as the event.
        let is_found = |line: &&GameLine| !self.list.is_searching() || is_listed(line);
        let mut games: Vec<&GameLine> = self.lines().iter().filter(is_listed).collect();
        games.extend(found.filter(is_found));
        if is_list {
            self.list.sort(&mut games);
        }
        games
    }

    /// Chooses the listed games by what is typed, or says what is wrong with it.
    pub(super) fn filter(&mut self, context: &Context) {
        if !self.filters() {
            return;
        }
        let choice = self.choice.get_or_insert_with(|| start_choice(context));
        match self.field.text().parse::<GameFilter>() {
            Ok(filter) => {
                choice.set_filter(filter.clone());
                self.list.search(filter);
            }
            Err(error) => self.sentence = Some(sentence(error)),
        }
        self.choose_first();
    }

    /// Returns the line of the selected game; `None` if it is a name.
    pub(super) fn chosen_line(&self) -> Option<&GameLine> {
        let index = self.chosen?.checked_sub(self.names.len())?;
        self.listed_games().get(index).copied()
    }

    /// Returns the selected game; `None` if it is a name, or cannot be read.
    pub(super) fn chosen_game(&self) -> Option<&About> {
        self.chosen_line()?.game.as_ref().ok()
    }

    /// Returns the tags and the note of the selected game.
    pub(super) fn chosen_label(&self) -> Option<&GameLabel> {
        let choice = self.choice.as_ref()?.choice();
        choice.label(&self.chosen_game()?.facts)
    }

    /// Marks the first game of a list that filters.
    pub(super) fn choose_first(&mut self) {
        if self.filters() {
            let first = self.names.len();
            self.chosen = Some(first.min(self.count().saturating_sub(1)));
        }
    }

    /// Starts to edit the tags and the note of the selected game.
    pub(super) fn edit_label(&mut self, context: &Context) {
        self.choice.get_or_insert_with(|| start_choice(context));
        if self.chosen_game().is_some() {
            let label = self.chosen_label().map(ToString::to_string);
            self.label = Some(Field::new(&label.unwrap_or_default()));
            self.sentence = None;
        }
    }

    /// Keeps the tags and the note that were typed.
    pub(super) fn keep_label(&mut self) {
        let typed = self.label.take();
        let label = typed.and_then(|typed| typed.text().parse().ok());
        let game = self.chosen_game().zip(self.choice.as_ref());
        if let (Some(label), Some((game, choice))) = (label, game) {
            choice.keep(&game.facts, label);
        }
    }
}

/// Starts to read what a filter of games needs.
pub(super) fn start_choice(context: &Context) -> ChoiceTask {
    let state = context.saver.state().cloned();
    ChoiceTask::start(context.ui.settings.name, state, context.ui.waker.clone())
}

/// The fewest columns of a line with what a move lost, and the columns of that and the result.
const OWN: usize = 50;
const LOSS: usize = 21;

/// Returns a game in a line of the given width: the date if there is room, the players or the first moves, and the
/// result at the right.
pub(super) fn describe(
    about: &About,
    columns: usize,
    japanese: bool,
    look: &ActiveTheme,
) -> String {
    let result = &about.result;
    let room = columns.saturating_sub(width(result) + 2);
    let title = about.title(japanese);
    let left = [&*about.date, clip(&about.date, DAY)]
        .into_iter()
        .filter(|date| !date.is_empty())
        .map(|date| format!("{date}  {title}"))
        .find(|text| width(text) <= room)
        .unwrap_or(title);
    at_both_ends(&left, result, columns, look)
}

/// Returns a line with a text at each end, the left one cut to the room between.
pub(super) fn at_both_ends(left: &str, right: &str, columns: usize, look: &ActiveTheme) -> String {
    let left = fit(left, columns.saturating_sub(width(right) + 2), look);
    let gap = columns.saturating_sub(width(&left) + width(right));
    format!("{left}{:gap$}{right}", "")
}

/// The columns of a date with its time, and of a date alone.
const DATE: usize = 16;
const DAY: usize = 10;

/// The columns of an opening's name, and the fewest of a line with it.
const OPENING: usize = 20;
const WITH_OPENING: usize = 78;

/// Returns the heading of the player's games, in the columns of their lines.
pub(super) fn own_heading(columns: usize, look: &ActiveTheme) -> String {
    own_line(
        (columns, look),
        label!("Date").text(),
        [
            label!("Opponent").text(),
            label!("Opening").text(),
            label!("Result").text(),
            label!("Loss").text(),
        ],
    )
}

/// Returns a line of the given width: the date, the opponent, the opening, the result, and what a move lost, as far as
/// there is room.
fn own_line(
    (columns, look): (usize, &ActiveTheme),
    date: &str,
    [who, opening, result, loss]: [&str; 4],
) -> String {
    let day = clip(date, DAY);
    let (left, right) = match columns {
        OWN.. => {
            let blank = LOSS.saturating_sub(width(result));
            let right = result.to_owned() + &align_right(loss, blank);
            let left = align_left(date, DATE) + "  " + who;
            if columns < WITH_OPENING {
                (left, right)
            } else {
                let left = at_both_ends(&left, "", columns - LOSS - OPENING, look);
                let opening = cut_with_dots(opening, OPENING - 2);
                (left + &opening, right)
            }
        }
        30.. => (align_left(day, DAY) + "  " + who, result.to_owned()),
        _ => (who.to_owned(), result.to_owned()),
    };
    at_both_ends(&left, &right, columns, look)
}

/// Returns a game in a line of the given width.
pub(super) fn describe_own(
    about: &About,
    loss: Option<f64>,
    columns: usize,
    japanese: bool,
    look: &ActiveTheme,
) -> String {
    let (who, result) = match &about.own {
        Some(own) => (own.opponent.clone(), &own.result),
        None => (about.title(japanese), &about.result),
    };
    let opening = about.facts.opening;
    let opening = opening.map(|opening| String::from(opening_name(opening, japanese)));
    let loss = loss.map_or_else(String::new, |loss| format!("{loss:.1}"));
    let texts = [&who, &*opening.unwrap_or_default(), result, &loss];
    own_line((columns, look), &about.date, texts)
}
