//! The end of a game: a card over the board with the result, and how well both sides have played.

use std::rc::Rc;
use std::time::{Duration, Instant};

use ratatui::layout::{Constraint, Flex, Layout, Rect};
use ratatui::widgets::{Clear, Widget as _};

use super::Intent;
use super::view::GameView;
use crate::app::player::PlayerKind;
use crate::app::study::practice::mistakes::MistakeExercise;
use crate::app::study::review::{Review, ReviewTask, Totals};
use crate::app::study::stats::RecordTask;
use crate::app::tui::context::UiContext;
use crate::app::tui::layout::{Slices, Spare, centered};
use crate::app::tui::screen::Canvas;
use crate::app::tui::screen::exercise::{self, ExerciseScreen};
use crate::app::tui::table::Table;
use crate::app::tui::text::{align_right, columns, cut_name, rows, width, wrap};
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

/// The buttons that are always there, and what they do.
const BUTTONS: [(&str, Intent); 4] = [
    ("rematch", Intent::Rematch),
    ("review", Intent::Review),
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
    /// The only person at this terminal, whose mistakes are looked for; `None` for those of both sides.
    person: Option<Color>,
    /// Whether the user only watches, who has no rematch to offer.
    is_watched: bool,
    /// What the marked button does, once one was chosen.
    marked: Option<Intent>,
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
                person: table.session.lone_human(),
                is_watched: table.session.is_watched(),
                marked: None,
            }
        }))
    }

    /// Begins the review when it is due. Returns whether it did.
    pub(super) fn tick(&mut self, ui: &UiContext) -> bool {
        let begins = self.review.is_none() && self.due <= ui.now;
        if begins {
            let reviewer = ui.review.clone();
            let review = ui.reviews.start(&self.game, reviewer, ui.waker.clone());
            self.review = Some(review);
        }
        begins
    }

    /// Returns when the review begins.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.review.is_none().then_some(self.due)
    }

    /// Marks the next button, or the previous one.
    pub(super) fn step(&mut self, forward: bool) {
        let buttons = self.buttons();
        let step = if forward { 1 } else { buttons.len() - 1 };
        let next = (self.marked_index(&buttons) + step) % buttons.len();
        self.marked = Some(buttons[next].1);
    }

    /// Returns the buttons, and what they do: first the mistakes, if there are any.
    fn buttons(&self) -> Vec<(String, Intent)> {
        let find = self.mistakes().map(|label| (label, Intent::FindMistakes));
        let yourself = self.double().map(|_| YOURSELF);
        let others = BUTTONS.into_iter().chain(yourself);
        let others = others.filter(|(_, intent)| *intent != Intent::Rematch || !self.is_watched);
        let others = others.map(|(label, intent)| (label.to_owned(), intent));
        find.into_iter().chain(others).collect()
    }

    /// Returns the index of the marked button. Before one is chosen, it is one that loses nothing.
    fn marked_index(&self, buttons: &[(String, Intent)]) -> usize {
        let place = |wanted| buttons.iter().position(|(_, intent)| *intent == wanted);
        let usual = || place(Intent::FindMistakes).or_else(|| place(Intent::Review));
        self.marked.and_then(place).or_else(usual).unwrap_or(0)
    }

    /// Returns what the marked button does.
    pub(super) fn pressed(&self) -> Intent {
        let buttons = self.buttons();
        buttons[self.marked_index(&buttons)].1
    }

    /// Returns the button for the mistakes of the person, or of both, once it is known that there are any.
    fn mistakes(&self) -> Option<String> {
        let review = self.finished()?;
        let of_person = |entry: &usize| {
            let color = self.game.entries()[*entry].color();
            self.person.is_none_or(|person| person == color)
        };
        let whose = if self.person.is_some() { "your" } else { "the" };
        match review.mistakes().filter(of_person).count() {
            0 => None,
            1 => Some(format!("find {whose} mistake")),
            count => Some(format!("find {whose} {count} mistakes")),
        }
    }

    /// Hands the review over to another screen, if it has begun.
    pub(super) fn hand_over(&mut self) -> Option<ReviewTask> {
        self.review.take()
    }

    /// Returns the screen that asks for better moves at the mistakes.
    pub(super) fn find_mistakes(
        &mut self,
        ui: &UiContext,
    ) -> Option<ExerciseScreen<MistakeExercise>> {
        let side = self.person;
        let review = self.review.as_mut()?;
        Some(exercise::mistakes(review.follow(), side, ui))
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

/// The fewest columns of the table with the names of the players, and of that with the colours.
const NAMED: usize = 41;
const COLORED: usize = 29;

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
        let buttons = rows(&button_rows(&end.buttons(), inside));
        let needed = edges + score + rows(&result) + buttons;
        // What there is no room for is in the review.
        let mut spare = Spare(area.height.saturating_sub(needed));
        // The table ends with a gap of its own.
        let fits = spare.0 >= rows(&table);
        let table = if fits { table } else { Vec::new() };
        spare.take(rows(&table));
        let gaps = spare.take(1);
        let notes_fit = rows(&notes) < spare.0;
        let notes = if notes_fit { notes } else { Vec::new() };
        let below = spare.take(rows(&notes) + 1).min(1);
        let height = needed + gaps + rows(&table) + rows(&notes) + below;
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
        canvas.lines(rest.top(rows(&table)), &table, Role::Text);
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
        // Names that might be cut are those of the colours.
        let is_wide = inside >= NAMED;
        let names = if is_wide {
            self.table.names().map(|name| cut_name(&name, 12))
        } else {
            ByColor::from_fn(|color: Color| color.to_string())
        };
        let cell = if is_wide { 12 } else { 6 };
        let row = |title: &str, both: ByColor<String>| {
            let [black, white] = [both.black, both.white].map(|text| align_right(&text, cell));
            format!("{title:<16}{black} {white}")
        };
        let of = |text: &dyn Fn(&Totals) -> Option<String>| {
            totals.map(|side| text(&side).unwrap_or_else(|| "-".to_owned()))
        };
        let best = of(&|side| side.best_percent().map(|share| format!("{share} %")));
        let loss = of(&|side| side.mean_loss().map(|mean| format!("{mean:.1}")));
        let table = if inside < COLORED {
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

/// Arranges the buttons in rows: those that are always there side by side if they fit, the others above and below.
fn button_rows(buttons: &[(String, Intent)], columns: usize) -> Vec<Vec<usize>> {
    let is_common = |index: &usize| {
        BUTTONS
            .iter()
            .any(|(_, intent)| *intent == buttons[*index].1)
    };
    let (common, others): (Vec<usize>, Vec<usize>) = (0..buttons.len()).partition(is_common);
    let together: usize = common.iter().map(|&at| width(&buttons[at].0) + 2).sum();
    if together > columns {
        return (0..buttons.len()).map(|index| vec![index]).collect();
    }
    let (above, below): (Vec<usize>, Vec<usize>) = others.iter().partition(|at| **at < common[0]);
    let single = |index: usize| vec![index];
    let above = above.into_iter().map(single);
    above
        .chain([common])
        .chain(below.into_iter().map(single))
        .collect()
}

/// Draws the buttons: one below the other, or several side by side.
fn draw_buttons(end: &GameEnd, area: Rect, canvas: &mut Canvas<Intent>) {
    let buttons = end.buttons();
    let marked = end.marked_index(&buttons);
    let arranged = button_rows(&buttons, usize::from(area.width));
    let is_list = arranged.iter().all(|row| row.len() == 1);
    for (row, place) in arranged.into_iter().zip(area.rows()) {
        let widths = row
            .iter()
            .map(|&at| Constraint::Length(columns(&buttons[at].0) + 2));
        let places = match row[..] {
            [_] if is_list => Rc::from([place]),
            [at] => Rc::from([centered(place, columns(&buttons[at].0) + 2)]),
            _ => Layout::horizontal(widths)
                .flex(Flex::SpaceBetween)
                .split(place),
        };
        for (index, place) in row.into_iter().zip(places.iter().copied()) {
            let role = if index == marked {
                Role::Chosen
            } else {
                Role::Key
            };
            let (label, intent) = &buttons[index];
            // A verb is understood where the label has no room: `your 2 mistakes`.
            let short = label.split_once(' ').map_or(&**label, |(_, rest)| rest);
            let fits = columns(label) + 2 <= place.width;
            let label = if fits { label } else { short };
            canvas.text(place, format!(" {label} "), role);
            canvas.hits.add(place, *intent);
        }
    }
}
