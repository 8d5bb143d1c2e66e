//! The review of a game: browsing its moves, trying others in side lines, and playing on from any point.
//! The analysis runs in the background; nothing here waits for it.
//!
//! The board shows the position before the current move, with the move played and the best move marked.

mod card;
mod keys;
mod layout;
mod side;
mod view;

use std::cell::Cell;

use ratatui::layout::Rect;

use super::board_pane::{BoardPane, BoardReply};
use super::files::FileWindow;
use super::new_game::NewGameScreen;
use super::{Canvas, Command, Context, Pasted, Screen, openings_panel};
use crate::app::session::Event;
use crate::app::study::review::{MoveReview, Review, ReviewTask};
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::{BoardAction, Keymap};
use crate::app::tui::theme::Role;
use crate::app::wording::{NO_MOVES, NOT_OVER_NETWORK, recorded_player, sentence};
use crate::color::ByColor;
use crate::game::{Entry, Game, Status};
use crate::notation::{Format, Record, detect, transcript};
use crate::opening::Opening;
use crate::position::Position;
use crate::search::MoveScore;
use crate::square::Square;

use side::{SideLine, game_up_to};

/// What a key or a click means in the review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    /// An entry of the game.
    Entry(usize),
    /// A number of entries of the side line.
    SideEntry(usize),
    Back,
    Forward,
    First,
    Last,
    PreviousMistake,
    NextMistake,
    ShowCursor,
    /// Undoes the last move of a side line.
    TakeBack,
    PlayOn,
    /// Shows or hides what was played in other games.
    Openings,
    Copy,
    Save,
    Open,
    /// On a small screen, shows the cards or the board.
    Switch,
    /// Cancels the input, leaves the side line, or closes the review.
    Leave,
}

/// The review of a game.
#[derive(Debug)]
pub(crate) struct ReviewScreen {
    job: ReviewTask,
    /// The record of the game.
    record: Record,
    /// The players' names, ready to show; empty if unknown.
    names: ByColor<String>,
    /// The opening's name at each position that is still in it.
    openings: Vec<Option<&'static Opening>>,
    /// The number of entries before the current position.
    at: usize,
    side: Option<SideLine>,
    pane: BoardPane,
    /// A message about the last key.
    notice: Option<(String, Role)>,
    /// Whether a small screen shows the cards, not the board.
    shows_cards: bool,
    /// Whether the screen was too small for both when it was drawn.
    is_small: Cell<bool>,
}

impl ReviewScreen {
    /// Starts the review of a game; its record names the players.
    pub(crate) fn new(game: &Game, record: Record, ui: &UiContext) -> Self {
        Self {
            job: ReviewTask::start(game, ui.review.clone(), ui.waker.clone()),
            names: ByColor::from_fn(|color| recorded_player(&record.players, color).into_owned()),
            record,
            openings: openings(game),
            at: game.entries().len(),
            side: None,
            pane: BoardPane::default(),
            notice: None,
            shows_cards: false,
            is_small: Cell::default(),
        }
    }

    /// Starts the review of the game at the table, at an entry.
    pub(crate) fn of_table(context: &Context, at: usize) -> Option<Self> {
        let (table, record) = (context.table.as_ref()?, context.record()?);
        let mut game = table.session.game().clone();
        // An imported game that is only being browsed is reviewed as a whole.
        while table.is_as_imported() && game.redo().is_some() {}
        let mut review = Self::new(&game, record, &context.ui);
        review.go(at);
        Some(review)
    }

    fn review(&self) -> &Review {
        self.job.review()
    }

    /// Returns the background job.
    pub(crate) const fn job(&self) -> &ReviewTask {
        &self.job
    }

    /// Returns the record of the game, with the scores known so far.
    pub(crate) fn record(&self) -> Record {
        let mut record = self.record.clone();
        self.review().annotate(&mut record);
        record
    }

    fn remark(&mut self, sentence: impl Into<String>) {
        self.notice = Some((sentence.into(), Role::Text));
    }

    fn refuse(&mut self, sentence: impl Into<String>) {
        self.notice = Some((sentence.into(), Role::Warning));
    }

    /// Returns the current position.
    fn position(&self) -> Position {
        match &self.side {
            Some(side) => side.game().position(),
            None => self.review().positions()[self.at],
        }
    }

    /// Returns the move that led to the current position.
    fn last_square(&self) -> Option<Square> {
        match &self.side {
            Some(side) => side.game().last_move().map(|(square, _)| square),
            None => self.review().game().entries()[..self.at]
                .iter()
                .rev()
                .find_map(Entry::square),
        }
    }

    /// Returns the next move, in the game or in the side line.
    fn next_square(&self) -> Option<Square> {
        match &self.side {
            Some(side) => side.game().undone().first()?.square(),
            None => self.review().game().entries().get(self.at)?.square(),
        }
    }

    /// Returns the note on a move of the side line or of the game.
    fn move_review_of(&self, position: Position, square: Square) -> Option<&MoveReview> {
        self.job.move_review(position, square).or_else(|| {
            let review = self.review();
            let entry = review.positions().iter().position(|&p| p == position)?;
            review.move_review(entry).filter(|j| j.square == square)
        })
    }

    /// Returns the best move in the current position and its score for the side to move, if known.
    fn best(&self) -> Option<MoveScore> {
        let position = self.position();
        let next = self.next_square();
        let known = next.and_then(|next| self.move_review_of(position, next));
        let last = self.side.as_ref().and_then(SideLine::last);
        let found = match (known, last) {
            (Some(move_review), _) => move_review.best.clone(),
            (None, None) => self.review().score(self.at)?.clone(),
            (None, Some((before, square))) => {
                answer(position, self.move_review_of(before, square)?)?
            }
        };
        let legal = found
            .square
            .is_some_and(|square| position.play(square).is_some());
        legal.then_some(found)
    }

    /// Returns what the review knows of the moves of the current position: the best one and the next one.
    fn scores(&self) -> Vec<MoveScore> {
        let position = self.position();
        let next = self.next_square();
        let next = next.and_then(|next| self.move_review_of(position, next));
        let played = next.map(|next| next.played.clone());
        self.best().into_iter().chain(played).collect()
    }

    fn last_entry(&self) -> usize {
        self.review().game().entries().len()
    }

    /// Shows an entry of the game.
    pub(crate) fn go(&mut self, entry: usize) {
        self.side = None;
        self.at = entry.min(self.last_entry());
    }

    /// Shows an entry of the side line, if there is one, otherwise of the game.
    fn go_in_line(&mut self, entry: usize) {
        match &mut self.side {
            Some(side) => side.go(entry),
            None => self.go(entry),
        }
    }

    fn step_back(&mut self) {
        match &mut self.side {
            Some(side) => {
                if !side.back() {
                    self.remark("Start of the side line. Esc leaves it.");
                }
            }
            None => self.at = self.at.saturating_sub(1),
        }
    }

    fn step_on(&mut self) {
        match &mut self.side {
            Some(side) => {
                if !side.forward() {
                    self.remark("End of the side line. Type a square to extend it.");
                }
            }
            None => self.at = (self.at + 1).min(self.last_entry()),
        }
    }

    fn go_to_mistake(&mut self, forward: bool) {
        let review = self.review();
        let found = if forward {
            review.next_mistake(self.at)
        } else {
            review.previous_mistake(self.at)
        };
        if let Some(entry) = found {
            self.go(entry);
        } else {
            let way = if forward { "after" } else { "before" };
            let so_far = if self.job.is_busy() { " so far" } else { "" };
            self.remark(format!("No mistakes {way} this one{so_far}."));
        }
    }

    /// Plays a move at the current position: the next move of the game or the side line is followed, any
    /// other starts or extends a side line.
    fn try_move(&mut self, square: Square) {
        if self.side.is_none() && self.next_square() == Some(square) {
            self.at += 1;
            return;
        }
        let before = self.side.as_ref().map_or(0, |side| side.entries().len());
        let played = match &mut self.side {
            Some(side) => side.play(square),
            None => SideLine::begin(self.review().game(), self.at, square).map(|side| {
                self.side = Some(side);
            }),
        };
        match played {
            Ok(()) => self.tried(before),
            Err(error) => self.refuse(error.to_string()),
        }
    }

    /// Requests scores for the new moves of the side line, and announces a pass.
    fn tried(&mut self, before: usize) {
        let Some(side) = &self.side else { return };
        let (all, _) = side.all();
        let passed: Option<Event> =
            all[before.min(all.len())..]
                .iter()
                .rev()
                .find_map(|(_, entry)| match *entry {
                    Entry::Pass { color } => Some(Event::Passed { color, again: true }),
                    _ => None,
                });
        for (position, square) in all
            .iter()
            .filter_map(|(position, entry)| Some((*position, entry.square()?)))
        {
            self.job.ask(position, square);
        }
        if let Some(passed) = passed {
            self.remark(passed.to_string());
        }
    }

    fn take_back(&mut self) {
        match &mut self.side {
            Some(side) => {
                if !side.take_back() {
                    self.side = None;
                }
            }
            None => self.refuse("No side line to undo; type a square to start one."),
        }
    }

    /// Returns where a cursor starts: on the best move, the one played, or any legal one.
    fn first_square(&self) -> Square {
        self.best()
            .and_then(|found| found.square)
            .or_else(|| self.next_square())
            .or_else(|| self.position().legal_moves().iter().next())
            .or_else(|| self.last_square())
            .unwrap_or(Square::A1)
    }

    /// Returns the game up to the current position.
    fn game_here(&self) -> Game {
        match &self.side {
            Some(side) => game_up_to(side.game(), side.game().entries().len()),
            None => game_up_to(self.review().game(), self.at),
        }
    }

    fn play_on(&mut self, ui: &UiContext) -> Option<Command> {
        let game = self.game_here();
        let (Status::ToMove(color) | Status::MustPass(color)) = game.status() else {
            self.refuse("The game is over here; go back a few moves first.");
            return None;
        };
        let moves = game.entries().iter().filter_map(Entry::square).count();
        let heading = format!("Play on from move {}, {color} to move", moves + 1);
        let players = ui.settings.players();
        Some(Command::open(NewGameScreen::playing_on(
            players, game, heading,
        )))
    }

    fn copy(&mut self) -> Option<Command> {
        let side = self.side.as_ref().map(SideLine::game);
        let moves = transcript::print(side.unwrap_or(self.review().game()));
        if moves.is_empty() {
            self.refuse(NO_MOVES);
            return None;
        }
        Some(Command::Copy(moves))
    }
}

impl Screen for ReviewScreen {
    type Intent = Intent;

    fn tables(&self, _context: &Context) -> Vec<Keymap<Intent>> {
        self.active_tables()
    }

    fn works(&self, intent: Intent, _context: &Context) -> bool {
        self.can(intent)
    }

    fn legend(&self) -> &'static [(&'static str, &'static str)] {
        keys::LEGEND
    }

    fn touch(&mut self, _context: &mut Context) {
        self.notice = None;
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        let gave_up = !self.pane.is_empty();
        self.pane.clear();
        match intent {
            Intent::Entry(entry) => self.go(entry),
            Intent::SideEntry(entry) => self.go_in_line(entry),
            Intent::Back => self.step_back(),
            Intent::Forward => self.step_on(),
            Intent::First => self.go_in_line(0),
            Intent::Last => self.go_in_line(usize::MAX),
            Intent::PreviousMistake => self.go_to_mistake(false),
            Intent::NextMistake => self.go_to_mistake(true),
            Intent::ShowCursor => self.pane.point_at(self.first_square()),
            Intent::TakeBack => self.take_back(),
            Intent::PlayOn | Intent::Open if context.is_over_network() => {
                self.refuse(sentence(NOT_OVER_NETWORK));
            }
            Intent::PlayOn => return self.play_on(&context.ui),
            Intent::Openings => context.ui.shows_openings = !context.ui.shows_openings,
            Intent::Switch => self.shows_cards = !self.shows_cards,
            Intent::Copy => return self.copy(),
            Intent::Save => return Some(Command::open(FileWindow::save(&self.record()))),
            Intent::Open => return Some(Command::open(FileWindow::open(context))),
            Intent::Leave if gave_up => {}
            Intent::Leave if self.side.is_some() => self.side = None,
            Intent::Leave => return Some(Command::Close),
        }
        None
    }

    fn act_on_board(&mut self, action: BoardAction, _context: &mut Context) -> Option<Command> {
        let here = Game::from_position(self.position());
        let scene = self.pane.scene(&here, here.legal_moves());
        match self.pane.apply(action, &scene) {
            BoardReply::Chosen(square) => {
                self.pane.clear();
                self.try_move(square);
            }
            BoardReply::Refused(error) => self.refuse(error.to_string()),
            BoardReply::Unused if action == BoardAction::GiveUp => self.take_back(),
            BoardReply::Unused | BoardReply::Input => {}
        }
        None
    }

    /// Plays moves from the current position as if typed.
    fn paste(&mut self, text: &str, _context: &mut Context) -> Pasted {
        let mut there = Game::from_position(self.position());
        let is_transcript = detect::detect(text.as_bytes()) == Some(Format::Transcript);
        let plays = is_transcript && transcript::play(&mut there, text).is_ok();
        if !plays || there.entries().is_empty() {
            return Pasted::Passed;
        }
        self.pane.clear();
        for square in there.entries().iter().filter_map(Entry::square) {
            self.try_move(square);
        }
        Pasted::Taken
    }

    fn poll(&mut self) -> bool {
        let had_failed = self.job.error().is_some();
        let is_new = self.job.poll();
        if let (false, Some(error)) = (had_failed, self.job.error()) {
            self.refuse(sentence(error));
        }
        is_new
    }

    fn tick(&mut self, context: &mut Context) -> bool {
        let ui = &mut context.ui;
        // The review has the deepest scores of the screen.
        let depth = ui.review.depth().unwrap_or(u32::MAX);
        let depth = ui.opening_depth.min(depth);
        openings_panel::ask(ui, self.position(), Some(depth));
        false
    }

    fn say(&mut self, sentence: String, _context: &mut Context) {
        self.remark(sentence);
    }

    fn scroll(down: bool) -> Option<Intent> {
        Some(if down { Intent::Forward } else { Intent::Back })
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        self.draw_on(area, canvas);
    }
}

/// Returns the opening at each position, as long as the game is in one.
fn openings(game: &Game) -> Vec<Option<&'static Opening>> {
    let mut so_far = Game::from_position(game.start());
    let mut names = vec![Opening::current(&so_far)];
    for square in game.entries().iter().map_while(Entry::square) {
        // The move was legal before.
        let _ = so_far.play(square);
        names.push(Opening::current(&so_far));
    }
    names
}

/// Returns the best answer to a reviewed move, in the position after it.
fn answer(position: Position, move_review: &MoveReview) -> Option<MoveScore> {
    let line = &move_review.played;
    let best_move = *line.pv.get(1)?;
    let score = if position.side_to_move() == move_review.color {
        line.score
    } else {
        -line.score
    };
    Some(MoveScore {
        square: Some(best_move),
        score,
        certainty: line.certainty,
        depth: line.depth.saturating_sub(1),
        pv: line.pv[1..].to_vec(),
    })
}

#[cfg(test)]
mod tests;
