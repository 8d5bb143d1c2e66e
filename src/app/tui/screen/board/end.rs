//! The end of a game: a card over the board with the result, and how well both sides have played.

use std::time::{Duration, Instant};

use ratatui::layout::{Constraint, Flex, Layout, Rect};
use ratatui::widgets::{Clear, Widget as _};

use super::Intent;
use super::view::GameView;
use crate::app::player::PlayerKind;
use crate::app::study::review::{Review, ReviewTask, Totals};
use crate::app::study::stats::RecordTask;
use crate::app::tui::context::UiContext;
use crate::app::tui::layout::{Slices, Spare, centered};
use crate::app::tui::screen::Canvas;
use crate::app::tui::table::Table;
use crate::app::tui::text::{columns, cut_with_dots, rows, wrap};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::players::HUGE;
use crate::color::{ByColor, Color};
use crate::game::Game;

/// The result is read before the processor gets busy.
const BEFORE_REVIEW: Duration = Duration::from_millis(1200);

/// The fewest rows of a screen whose card has the score in large digits.
const LEAST: u16 = 18;

/// The width of the card.
const WIDTH: u16 = 46;

/// The buttons, and what they do.
const BUTTONS: [(&str, Intent); 4] = [
    ("review", Intent::Review),
    ("next game", Intent::Rematch),
    ("share", Intent::Share),
    ("first screen", Intent::Home),
];

/// The button below them, if the player has a double.
const YOURSELF: (&str, Intent) = ("play yourself", Intent::PlayYourself);

/// The end of the game at the table.
#[derive(Debug)]
pub(super) struct GameEnd {
    /// The game that is over.
    game: Game,
    /// When its review begins.
    due: Instant,
    /// The review, once it has begun.
    review: Option<ReviewTask>,
    /// The player's record, for the double; `None` if games are not saved.
    record: Option<RecordTask>,
    /// Whether the card is closed, so that the board can be seen.
    pub(super) is_closed: bool,
    /// The index of the marked button.
    pub(super) marked: usize,
}

impl GameEnd {
    /// Returns the end of the game at the table, if it is over and was played to its end here. What is known of
    /// the same end is kept.
    pub(super) fn follow(end: Option<Self>, table: &Table, ui: &UiContext) -> Option<Self> {
        let game = table.session.game();
        let is_over = game.outcome().is_some() && !game.entries().is_empty();
        if !is_over || table.is_counting() || table.is_as_imported() {
            return None;
        }
        let known = end.filter(|end| end.game.entries() == game.entries());
        Some(known.unwrap_or_else(|| {
            Self {
                game: game.clone(),
                due: ui.now + BEFORE_REVIEW,
                review: None,
                record: ui
                    .record_sources()
                    .map(|sources| RecordTask::start(sources, ui.waker.clone())),
                is_closed: false,
                marked: 0,
            }
        }))
    }

    /// Begins the review when it is due. Returns whether it did.
    pub(super) fn tick(&mut self, ui: &UiContext) -> bool {
        let begins = self.review.is_none() && self.due <= ui.now;
        if begins {
            let reviewer = ui.review.clone();
            self.review = Some(ReviewTask::start(&self.game, reviewer, ui.waker.clone()));
        }
        begins
    }

    /// Returns when the review begins.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.review.is_none().then_some(self.due)
    }

    /// Marks the next button, or the previous one.
    pub(super) fn step(&mut self, forward: bool) {
        let count = self.buttons().len();
        let step = if forward { 1 } else { count - 1 };
        self.marked = (self.marked + step) % count;
    }

    /// Returns the buttons, and what they do.
    fn buttons(&self) -> Vec<(&'static str, Intent)> {
        let yourself = self.double().map(|_| YOURSELF);
        BUTTONS.into_iter().chain(yourself).collect()
    }

    /// Returns what the marked button does.
    pub(super) fn pressed(&self) -> Intent {
        self.buttons()[self.marked].1
    }

    /// Returns the player's double, if it is known that there is one.
    pub(super) fn double(&self) -> Option<PlayerKind> {
        self.record.as_ref()?.record()?.double()
    }

    /// Takes what is found in the background. Returns whether it is new.
    pub(super) fn poll(&mut self) -> bool {
        let reviews = self.review.as_mut().is_some_and(ReviewTask::poll);
        let reads = self.record.as_mut().is_some_and(RecordTask::poll);
        reviews | reads
    }

    /// Returns the complete review.
    fn finished(&self) -> Option<&Review> {
        let review = self.review.as_ref()?.review();
        review.is_complete().then_some(review)
    }

    /// Returns the turning point, if it is known.
    pub(super) fn turning_point(&self) -> Option<usize> {
        self.finished()?.turning_point()
    }
}

impl GameView<'_> {
    /// Returns the end of the game while its card is open.
    pub(super) fn open_end(&self) -> Option<&GameEnd> {
        self.screen.end.as_ref().filter(|end| !end.is_closed)
    }

    /// Draws the card below the score beside the board, so that the whole board is seen; over the whole area if
    /// there is no room beside the board. Returns what is left below the card.
    pub(super) fn draw_end(
        &self,
        end: &GameEnd,
        area: Rect,
        is_beside: bool,
        canvas: &mut Canvas<Intent>,
    ) -> Rect {
        let is_boxed = !is_beside || area.width >= HUGE.width;
        let edges = if is_boxed { 2 } else { 1 };
        let sides = if is_boxed { 4 } else { 0 };
        let width = if is_beside {
            area.width
        } else {
            WIDTH.min(area.width)
        };
        let inside = usize::from(width.saturating_sub(sides));
        // The title says that it is over.
        let result = self.table.banner.clone().unwrap_or_default();
        let result = result.replace("Game over. ", "");
        let result: Vec<String> = result.lines().flat_map(|line| wrap(line, inside)).collect();
        let (table, notes) = self.end_texts(end, inside);
        // Beside the board, the score is above the card.
        let players = self.players();
        let score = if is_beside || area.height < LEAST {
            0
        } else {
            players.rows(Rect {
                width: width.saturating_sub(sides),
                ..area
            })
        };
        let one_row = BUTTONS
            .iter()
            .map(|(label, _)| columns(label) + 2)
            .sum::<u16>();
        let all = end.buttons();
        let buttons = if usize::from(one_row) <= inside {
            1 + rows(&all[BUTTONS.len()..])
        } else {
            rows(&all)
        };
        let needed = edges + score + rows(&result) + buttons;
        // What there is no room for is in the review.
        let mut spare = Spare(area.height.saturating_sub(needed));
        let gaps = spare.take(1);
        let table = &table[..usize::from(spare.take(rows(&table))).min(table.len())];
        let notes_fit = rows(&notes) < spare.0;
        let notes = if notes_fit { notes } else { Vec::new() };
        let below = spare.take(rows(&notes) + 1).min(1);
        let height = needed + gaps + rows(table) + rows(&notes) + below;
        let mut place = Slices(centered(area, width));
        if !is_beside {
            place.top(area.height.saturating_sub(height) / 2);
        }
        let outer = place.top(height);
        Clear.render(outer, canvas.buf);
        canvas.buf.set_style(outer, canvas.look.style(Role::Text));
        let mut rest = Slices(canvas.card(outer, is_boxed, "Game over", ""));
        if score > 0 {
            players.render(rest.top(score), canvas.buf);
        }
        canvas.lines(rest.top(rows(&result)), &result, Role::Strong);
        rest.top(gaps);
        canvas.lines(rest.top(rows(table)), table, Role::Text);
        canvas.lines(rest.top(rows(&notes)), &notes, Role::Muted);
        draw_buttons(end, rest.bottom(buttons), canvas);
        place.top(1);
        place.0
    }

    /// Returns the table of both sides, and sentences about the game.
    fn end_texts(&self, end: &GameEnd, inside: usize) -> (Vec<String>, Vec<String>) {
        let Some(review) = end.finished() else {
            let known = end.review.as_ref().map_or(0, |task| task.review().known());
            let all = self.game.entries().len() + 1;
            let text = format!("Reviewing the game: {} %", known * 100 / all);
            return (Vec::new(), vec![text]);
        };
        let totals = review.totals();
        let names = self.table.names().map(|name| cut_with_dots(&name, 12));
        let row = |title: &str, both: ByColor<String>| {
            format!("{title:<16}{:>12} {:>12}", both.black, both.white)
        };
        let of = |text: &dyn Fn(&Totals) -> Option<String>| {
            totals.map(|side| text(&side).unwrap_or_else(|| "-".to_owned()))
        };
        let best = of(&|side| side.best_percent().map(|share| format!("{share} %")));
        let loss = of(&|side| side.mean_loss().map(|mean| format!("{mean:.1}")));
        let table = if inside < 42 {
            Vec::new()
        } else {
            vec![
                row("", names),
                row("best moves", best),
                row("discs lost/move", loss),
                String::new(),
            ]
        };
        let players = self.session.players();
        let you = Color::ALL
            .into_iter()
            .find(|&color| players[color].is_human() && !players[color.opposite()].is_human());
        let best_move = you.and_then(|color| review.best_move_sentence(color));
        let turning = review.turning_sentence();
        let notes = turning.into_iter().chain(best_move);
        let notes = notes.flat_map(|note| wrap(&note, inside)).collect();
        (table, notes)
    }
}

/// Draws the buttons one below the other if each has a row, otherwise side by side, with the last one below them.
fn draw_buttons(end: &GameEnd, area: Rect, canvas: &mut Canvas<Intent>) {
    let buttons = end.buttons();
    let places: Vec<Rect> = if area.height >= rows(&buttons) {
        area.rows().collect()
    } else {
        let [upper, lower] =
            Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(area);
        let widths = BUTTONS.map(|(label, _)| Constraint::Length(columns(label) + 2));
        let row = Layout::horizontal(widths).flex(Flex::SpaceBetween);
        let below = centered(lower, columns(YOURSELF.0) + 2);
        row.split(upper).iter().copied().chain([below]).collect()
    };
    for (index, ((label, intent), place)) in buttons.into_iter().zip(places).enumerate() {
        let role = if index == end.marked {
            Role::Chosen
        } else {
            Role::Key
        };
        canvas.text(place, format!(" {label} "), role);
        canvas.hits.add(place, intent);
    }
}
