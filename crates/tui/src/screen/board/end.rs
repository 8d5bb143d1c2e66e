//! The end of a game: a card over the board with the result, and how well both sides have played.

use std::time::{Duration, Instant};

use super::Intent;
use crate::context::UiContext;
use crate::screen::exercise::{self, ExerciseScreen};
use crate::table::TableView;
use reversi::{Color, Game};
use reversi_study::practice::mistakes::{MistakeExercise, WORST};
use reversi_study::review::{Review, ReviewTask, Whose};
use reversi_study::stats::RecordTask;
use reversi_table::player::PlayerKind;
use reversi_table::session::Session;
use reversi_table::store::rated::RatedState;
use reversi_table::store::saver::GameSaver;
use reversi_text::{label, tr};
use reversi_wording as wording;

/// The result is read before the processor gets busy.
const BEFORE_REVIEW: Duration = Duration::from_millis(1200);

/// A button: its label, and what it does.
pub(super) type EndButton = ([String; 2], Intent);

/// The way to another button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ButtonStep {
    Next,
    Previous,
    /// To the row above.
    Up,
    /// To the row below.
    Down,
}

/// Returns the opponent that follows the one the person has just beaten, in the order of the menus; `None` without a win, or
/// after the strongest.
fn next_opponent(session: &Session) -> Option<PlayerKind> {
    let you = session.lone_human()?;
    let has_won = session.game().outcome()?.winner == Some(you);
    let beaten = &session.players()[you.opposite()];
    let mut after = PlayerKind::ALL
        .into_iter()
        .skip_while(|kind| kind != beaten);
    after.nth(1).filter(|_| has_won)
}

/// The end of the game at the table.
#[derive(Debug)]
pub(super) struct EndCard {
    /// The game that is over.
    game: Game,
    /// When its review begins.
    due: Instant,
    /// The review, once it has begun.
    pub(super) review: Option<ReviewTask>,
    /// The player's record, for the double; `None` if games are not saved.
    record: Option<RecordTask>,
    /// The same with this game in it, once it is in the history, for the rating.
    new_record: Option<RecordTask>,
    /// Whether the card is closed, so that the board can be seen.
    pub(super) is_closed: bool,
    /// The only person at this terminal, whose mistakes are looked for; `None` for those of both sides.
    person: Option<Color>,
    /// Whose the moves are.
    pub(super) whose: Whose,
    /// Whether the game counts for the rating.
    pub(super) rated: RatedState,
    /// Whether the user only watches, who has no rematch to offer.
    is_watched: bool,
    /// The opponent after the one that was beaten.
    pub(super) next: Option<PlayerKind>,
    /// What the marked button does, once one was chosen.
    marked: Option<Intent>,
}

impl EndCard {
    /// Returns the end of the game at the table, if it is over and was played to its end here. What is known of
    /// the same end is kept.
    pub(super) fn follow(end: Option<Self>, table: &TableView, ui: &UiContext) -> Option<Self> {
        let game = table.session().game();
        let is_over = game.outcome().is_some() && !game.entries().is_empty();
        if !is_over || table.is_counting() || table.is_as_imported() {
            return None;
        }
        let known = end.filter(|end| end.game.entries() == game.entries());
        Some(known.unwrap_or_else(|| {
            let record = table.session().record();
            Self {
                game: game.clone(),
                due: ui.now + BEFORE_REVIEW,
                review: None,
                record: ui
                    .record_sources()
                    .map(|sources| sources.start(None, ui.waker.clone())),
                new_record: None,
                is_closed: false,
                person: table.session().lone_human(),
                whose: Whose::of(&record, table.session().lone_human()),
                rated: RatedState::of(&record),
                is_watched: table.session().is_watched(),
                next: next_opponent(table.session()),
                marked: None,
            }
        }))
    }

    /// Begins the review when it is due, and reads the new rating: the game is in the history by then.
    pub(super) fn tick(&mut self, ui: &UiContext, saver: &GameSaver) {
        if self.review.is_none() && self.due <= ui.now {
            if self.rated.is_rated() {
                saver.flush();
                let sources = ui.record_sources();
                self.new_record = sources.map(|sources| sources.start(None, ui.waker.clone()));
            }
            let reviewer = ui.review.clone();
            let review = ui.reviews.start(&self.game, reviewer, ui.waker.clone());
            self.review = Some(review);
        }
    }

    /// Returns when the review begins.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.review.is_none().then_some(self.due)
    }

    /// Marks another button.
    pub(super) fn step(&mut self, step: ButtonStep) {
        let rows = self.buttons();
        let (row, column) = self.marked_place(&rows);
        let all: Vec<Intent> = rows.iter().flatten().map(|button| button.1).collect();
        let at = all.iter().position(|intent| *intent == rows[row][column].1);
        let around = |at: usize, count: usize, forward: bool| {
            let step = if forward { 1 } else { count - 1 };
            (at + step) % count
        };
        self.marked = match step {
            ButtonStep::Next | ButtonStep::Previous => {
                at.map(|at| all[around(at, all.len(), step == ButtonStep::Next)])
            }
            ButtonStep::Up | ButtonStep::Down => {
                let row = &rows[around(row, rows.len(), step == ButtonStep::Down)];
                Some(row[column.min(row.len() - 1)].1)
            }
        };
    }

    /// Returns the buttons in rows, and what they do: first the mistakes, if there are any. Two that stand side by side fit
    /// the smallest screen.
    pub(super) fn buttons(&self) -> Vec<Vec<EndButton>> {
        let same = |label: String| [label.clone(), label];
        let button = |label: &str, intent| Some((same(label.to_owned()), intent));
        let find = self.mistakes().map(|label| (label, Intent::FindMistakes));
        let rematch =
            button(label!("rematch").text(), Intent::Rematch).filter(|_| !self.is_watched);
        let next = self.next.as_ref();
        let next = next.map(|next| (same(next.name().said().into()), Intent::NextOpponent));
        let yourself = self
            .double()
            .and_then(|_| button(label!("play yourself").text(), Intent::PlayYourself));
        let rows = [
            [find, None],
            [rematch, next],
            [
                button(label!("review").text(), Intent::Review),
                button(label!("share").text(), Intent::Share),
            ],
            [button(label!("first screen").text(), Intent::Home), None],
            [yourself, None],
        ];
        let rows = rows.map(|row| row.into_iter().flatten().collect::<Vec<_>>());
        rows.into_iter().filter(|row| !row.is_empty()).collect()
    }

    /// Returns the row and the column of the marked button. Before one is chosen, it is one that loses nothing.
    fn marked_place(&self, rows: &[Vec<EndButton>]) -> (usize, usize) {
        let place = |wanted| {
            let at = |row: &Vec<EndButton>| row.iter().position(|(_, intent)| *intent == wanted);
            rows.iter()
                .enumerate()
                .find_map(|(row, buttons)| Some((row, at(buttons)?)))
        };
        let usual = || place(Intent::FindMistakes).or_else(|| place(Intent::Review));
        self.marked.and_then(place).or_else(usual).unwrap_or((0, 0))
    }

    /// Returns what the marked button does.
    pub(super) fn pressed(&self) -> Intent {
        let rows = self.buttons();
        let (row, column) = self.marked_place(&rows);
        rows[row][column].1
    }

    /// Returns the button for the mistakes of the person, or of both, once it is known that there are any: for the worst, if
    /// there are many.
    fn mistakes(&self) -> Option<[String; 2]> {
        let review = self.finished()?;
        let of_person = |entry: &usize| {
            let finder = review
                .move_review(*entry)
                .map(|judged| self.whose.finder(judged));
            finder
                .flatten()
                .is_some_and(|side| self.person.is_none_or(|person| person == side))
        };
        let count = review.mistakes().filter(of_person).count();
        let worst = WORST;
        let said = match (count, self.person.is_some()) {
            (0, _) => return None,
            (count, true) if count > WORST => [
                tr!("find your {worst} worst moves", worst),
                tr!("your {worst} worst moves", worst),
            ],
            (count, false) if count > WORST => [
                tr!("find the {worst} worst moves", worst),
                tr!("the {worst} worst moves", worst),
            ],
            (_, true) => [
                tr!("find your mistake" | "find your {count} mistakes", count),
                tr!("your mistake" | "your {count} mistakes", count),
            ],
            (_, false) => [
                tr!("find the mistake" | "find the {count} mistakes", count),
                tr!("the mistake" | "the {count} mistakes", count),
            ],
        };
        Some(said.map(String::from))
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
        let whose = (self.person, self.whose);
        let review = self.review.as_mut()?;
        Some(exercise::mistakes(review.follow(), whose, Some(WORST), ui))
    }

    /// Returns the player's double, if it is known that there is one.
    pub(super) fn double(&self) -> Option<PlayerKind> {
        self.record.as_ref()?.value()?.double()
    }

    /// Returns the new rating with its change, in figures; `None` until it is known.
    pub(super) fn new_rating(&self) -> Option<String> {
        let record = self.new_record.as_ref().and_then(RecordTask::value)?;
        match &record.ratings[..] {
            [.., before, last] => {
                Some(wording::new_rating(last.rating, Some(before.rating)).into())
            }
            [first] => Some(wording::new_rating(first.rating, None).into()),
            [] => None,
        }
    }

    /// Returns whether the only person has won.
    pub(super) fn is_win(&self) -> bool {
        let winner = self.game.outcome().and_then(|outcome| outcome.winner);
        winner.is_some() && winner == self.person
    }

    /// Takes what is found in the background. Returns whether it is new.
    pub(super) fn poll(&mut self) {
        if let Some(review) = &mut self.review {
            review.poll();
        }
        for record in [&mut self.record, &mut self.new_record]
            .into_iter()
            .flatten()
        {
            record.poll();
        }
    }

    /// Returns the complete review.
    pub(super) fn finished(&self) -> Option<&Review> {
        let review = self.review.as_ref()?.review();
        review.is_complete().then_some(review)
    }

    /// Returns the turning point, if it is known.
    pub(super) fn turning_point(&self) -> Option<usize> {
        self.finished()?.turning_point(&self.whose)
    }
}
