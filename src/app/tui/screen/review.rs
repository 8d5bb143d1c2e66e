//! Owns the review of a game: which entry is looked at, moves that are tried there, and playing on from
//! there. The judging goes on in the background; nothing here waits for it.
//!
//! What is looked at is a decision: the board stands as it was before an entry, with the move that was
//! played and the best one on it.

mod choice;
mod details;
mod layout;
mod moves;
mod side;
mod view;

use super::Request;
use crate::app::background::Waker;
use crate::app::review::{MoveReview, Review, ReviewTask};
use crate::app::session::Event;
use crate::app::tui::context::{Target, UiContext};
use crate::app::tui::keymap::{Action, Binding, NEW_GAME, REVIEW};
use crate::color::ByColor;
use crate::game::{Entry, Game};
use crate::notation::{Record, clean, transcript};
use crate::opening::Opening;
use crate::position::Position;
use crate::search::MoveScore;
use crate::square::{File, Rank, Square};

use choice::Choice;
use side::SideLine;

/// What [`Target::Option`] counts here: entries of the graph, of the list, of the side line.
const GRAPH: usize = 100;
const LIST: usize = 101;
const SIDE: usize = 102;

/// The review of a game.
#[derive(Debug)]
pub(crate) struct ReviewScreen {
    job: ReviewTask,
    /// What is known about the game besides.
    record: Record,
    /// Who played, fit to be shown; empty where nobody is known.
    names: ByColor<String>,
    /// The opening's name at each position that is still in it.
    openings: Vec<Option<&'static Opening>>,
    /// How many entries were made before the position that is looked at.
    at: usize,
    side: Option<SideLine>,
    /// The file letter that was typed.
    typed: Option<File>,
    /// The cursor, while a move is chosen with the arrow keys.
    cursor: Option<Square>,
    /// A sentence about the last key, and whether it is a complaint.
    notice: Option<(String, bool)>,
    choice: Option<Box<Choice>>,
}

impl ReviewScreen {
    /// Begins to review a game; a record of it tells who played.
    pub(crate) fn new(game: &Game, record: Option<&Record>, env: &UiContext, waker: Waker) -> Self {
        let (limits, threads) = env.review;
        let names = record.map_or_else(ByColor::default, |record| {
            ByColor::from_fn(|color| clean(&record.players[color]).into_owned())
        });
        let hint = if game.position().legal_moves().is_empty() {
            "Step back, and type a square to try another move there."
        } else {
            "Type a square to try another move there."
        };
        Self {
            job: ReviewTask::start(game, limits, threads, waker),
            record: record.cloned().unwrap_or_else(|| Record::from_game(game)),
            names,
            openings: openings(game),
            at: game.entries().len(),
            side: None,
            typed: None,
            cursor: None,
            notice: Some((hint.to_owned(), false)),
            choice: None,
        }
    }

    fn review(&self) -> &Review {
        self.job.review()
    }

    /// What goes on in the background.
    pub(crate) const fn job(&self) -> &ReviewTask {
        &self.job
    }

    /// The record of the game, with what the moves are worth as far as that is known.
    pub(crate) fn record(&self) -> Record {
        let mut record = self.record.clone();
        self.review().annotate(&mut record);
        record
    }

    /// Takes in what was found since. Says whether anything is to be drawn.
    pub(crate) fn tick(&mut self) -> bool {
        let had_failed = self.job.error().is_some();
        let is_new = self.job.poll();
        if let (false, Some(error)) = (had_failed, self.job.error()) {
            self.complain(format!("{error}."));
        }
        is_new
    }

    /// Shows a sentence until the next key.
    pub(crate) fn say(&mut self, sentence: String) {
        match &mut self.choice {
            Some(choice) => choice.screen.say(Some(sentence)),
            None => self.notice = Some((sentence, false)),
        }
    }

    fn complain(&mut self, sentence: String) {
        self.notice = Some((sentence, true));
    }

    /// What its keys do, and whether letters are squares.
    pub(crate) const fn keys(&self) -> (&'static [Binding], bool) {
        match self.choice {
            Some(_) => (NEW_GAME, false),
            None => (REVIEW, true),
        }
    }

    /// A key was pressed or something was clicked, whatever it does.
    pub(crate) fn touch(&mut self) {
        self.notice = None;
    }

    /// The position that is shown.
    fn position(&self) -> Position {
        match &self.side {
            Some(side) => side.game().position(),
            None => self.review().positions()[self.at],
        }
    }

    /// The move that led to the position that is shown.
    fn last_square(&self) -> Option<Square> {
        match &self.side {
            Some(side) => side.game().last_move().map(|(square, _)| square),
            None => self.review().game().entries()[..self.at]
                .iter()
                .rev()
                .find_map(Entry::square),
        }
    }

    /// The move that comes next, in the game or in the side line.
    fn next_square(&self) -> Option<Square> {
        match &self.side {
            Some(side) => side.game().undone().first()?.square(),
            None => self.review().game().entries().get(self.at)?.square(),
        }
    }

    /// What is said about a move of the side line, or of the game.
    fn judgement_of(&self, position: Position, square: Square) -> Option<&MoveReview> {
        self.job.judgement(position, square).or_else(|| {
            let review = self.review();
            let entry = review.positions().iter().position(|&p| p == position)?;
            review.judgement(entry).filter(|j| j.square == square)
        })
    }

    /// The best move of the position that is shown with what it is worth to the side to move, as far as
    /// that is known.
    fn best(&self) -> Option<MoveScore> {
        let position = self.position();
        let next = self.next_square();
        let known = next.and_then(|next| self.judgement_of(position, next));
        let found = match (known, &self.side) {
            (Some(judgement), _) => judgement.best.clone(),
            (None, None) => self.review().score(self.at)?.clone(),
            (None, Some(side)) if side.entries().is_empty() => {
                self.review().score(self.at)?.clone()
            }
            (None, Some(side)) => {
                let (before, square) = side.last()?;
                let judgement = self.judgement_of(before, square)?;
                answer(position, judgement)?
            }
        };
        let legal = found
            .square
            .is_some_and(|square| position.play(square).is_some());
        legal.then_some(found)
    }

    /// Takes an action.
    pub(crate) fn act(&mut self, action: Action, env: &mut UiContext) -> Option<Request> {
        if self.choice.is_some() {
            return self.act_in_choice(action, env);
        }
        if let Some(cursor) = self.cursor
            && self.move_cursor(cursor, action)
        {
            return None;
        }
        let typed = self.typed.take();
        match action {
            Action::File(file) => self.typed = Some(file),
            Action::Rank(rank) => self.type_rank(typed, rank),
            Action::Left => self.step_back(),
            Action::Right => self.step_on(),
            Action::Up | Action::Previous => self.go_to_mistake(false),
            Action::Down | Action::Next => self.go_to_mistake(true),
            Action::First => match &mut self.side {
                Some(side) => while side.back() {},
                None => self.at = 0,
            },
            Action::Last => match &mut self.side {
                Some(side) => while side.forward() {},
                None => self.at = self.last_entry(),
            },
            Action::Accept => self.cursor = Some(self.first_square()),
            // What is typed is given up already.
            Action::TakeBack | Action::Leave if typed.is_some() => {}
            Action::Undo | Action::TakeBack => self.take_back(),
            Action::NewGame => self.choose_players(env),
            Action::Copy => return self.copy(),
            Action::Help => return Some(Request::Help),
            Action::Save => return Some(Request::Save),
            Action::Open => return Some(Request::Open),
            Action::Leave if self.side.is_some() => self.side = None,
            Action::Leave | Action::Quit => return Some(Request::Back),
            Action::QuitNow => return Some(Request::Quit),
            _ => {}
        }
        None
    }

    /// Something was clicked at.
    pub(crate) fn click(&mut self, target: Option<Target>, env: &mut UiContext) {
        if let Some(choice) = &mut self.choice {
            if let Some(Target::Option(row, option)) = target {
                choice.screen.choose(row, option, env);
            }
            return;
        }
        self.typed = None;
        self.cursor = None;
        match target {
            Some(Target::Square(square)) => self.try_move(square),
            Some(Target::Option(GRAPH | LIST, entry)) => self.go(entry),
            Some(Target::Option(SIDE, count)) => {
                if let Some(side) = &mut self.side {
                    while side.entries().len() > count && side.back() {}
                    while side.entries().len() < count && side.forward() {}
                }
            }
            _ => {}
        }
    }

    fn last_entry(&self) -> usize {
        self.review().game().entries().len()
    }

    /// Looks at an entry of the game.
    pub(crate) fn go(&mut self, entry: usize) {
        self.side = None;
        self.at = entry.min(self.last_entry());
    }

    fn step_back(&mut self) {
        match &mut self.side {
            Some(side) => {
                if !side.back() {
                    self.say("The side line begins here. Esc leaves it.".to_owned());
                }
            }
            None => self.at = self.at.saturating_sub(1),
        }
    }

    fn step_on(&mut self) {
        match &mut self.side {
            Some(side) => {
                if !side.forward() {
                    self.say("The side line ends here. A square typed goes on with it.".to_owned());
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
            self.say(format!("No mistake {way} this one{so_far}."));
        }
    }

    fn type_rank(&mut self, typed: Option<File>, rank: Rank) {
        match typed {
            Some(file) => self.try_move(Square::at(file, rank)),
            None => self.complain(format!("{rank}: first a letter a-h, as in f{rank}")),
        }
    }

    /// Plays a move where the board stands: the game's or the side line's own next one follows it, any
    /// other one is tried.
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
            Err(error) => self.complain(error.to_string()),
        }
    }

    /// Plays moves that were pasted where the board stands, as if they were typed. Says whether they are
    /// legal there; nothing changes where they are not.
    pub(crate) fn paste(&mut self, text: &str) -> bool {
        if self.choice.is_some() {
            return false;
        }
        let start = Game::from_position(self.position());
        let mut there = start.clone();
        if transcript::play(&mut there, text).is_err() || there.entries().is_empty() {
            return false;
        }
        (self.typed, self.cursor) = (None, None);
        for square in there.entries().iter().filter_map(Entry::square) {
            self.try_move(square);
        }
        true
    }

    /// Asks what the new moves of the side line are worth, and announces a pass.
    fn tried(&mut self, before: usize) {
        let Some(side) = &self.side else { return };
        let (all, _) = side.all();
        let passed =
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
            self.say(passed.to_string());
        }
    }

    fn take_back(&mut self) {
        match &mut self.side {
            Some(side) => {
                if !side.take_back() {
                    self.side = None;
                }
            }
            None => self.complain(
                "There is no side line to take back; a square typed begins one.".to_owned(),
            ),
        }
    }

    /// Where a cursor begins: on the best move, the one that was played, or any legal one.
    fn first_square(&self) -> Square {
        self.best()
            .and_then(|found| found.square)
            .or_else(|| self.next_square())
            .or_else(|| self.position().legal_moves().iter().next())
            .or_else(|| self.last_square())
            .unwrap_or(Square::A1)
    }

    /// Handles a key while a move is chosen with the arrow keys. Says whether that was all.
    fn move_cursor(&mut self, cursor: Square, action: Action) -> bool {
        let (files, ranks) = match action {
            Action::Left => (-1, 0),
            Action::Right => (1, 0),
            Action::Up => (0, -1),
            Action::Down => (0, 1),
            Action::Accept => {
                self.cursor = None;
                self.try_move(cursor);
                return true;
            }
            Action::Leave | Action::TakeBack if self.typed.is_none() => {
                self.cursor = None;
                return true;
            }
            _ => {
                self.cursor = None;
                return false;
            }
        };
        self.typed = None;
        self.cursor = Some(cursor.offset(files, ranks).unwrap_or(cursor));
        true
    }

    fn copy(&mut self) -> Option<Request> {
        let moves = match &self.side {
            Some(side) => transcript::print(side.game()),
            None => transcript::print(self.review().game()),
        };
        if moves.is_empty() {
            self.complain("no move was played".to_owned());
            return None;
        }
        Some(Request::Copy(moves))
    }
}

/// The opening at each position of a game, as long as the game is in one.
fn openings(game: &Game) -> Vec<Option<&'static Opening>> {
    let mut so_far = Game::from_position(game.start());
    let mut names = vec![Opening::current(&so_far)];
    for square in game.entries().iter().map_while(Entry::square) {
        // It was legal before.
        let _ = so_far.play(square);
        names.push(Opening::current(&so_far));
    }
    names
}

/// The best answer to a move that was judged, in the position after it.
fn answer(position: Position, judgement: &MoveReview) -> Option<MoveScore> {
    let line = &judgement.played;
    let best_move = *line.pv.get(1)?;
    let score = if position.side_to_move() == judgement.color {
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
mod tests {
    use std::sync::Arc;
    use std::time::Instant;

    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;

    use super::*;
    use crate::app::settings::Settings;
    use crate::app::store::config::Store;
    use crate::search::Limits;

    fn draw(screen: &ReviewScreen, env: &UiContext, columns: u16, rows: u16) -> String {
        let mut buf = Buffer::empty(Rect::new(0, 0, columns, rows));
        screen.draw(buf.area, env, &mut buf);
        buf.content()
            .iter()
            .map(ratatui::buffer::Cell::symbol)
            .collect()
    }

    #[test]
    fn a_game_without_moves_and_names_that_would_be_obeyed_are_no_trouble() {
        let mut env = UiContext::new(Settings::default(), Store::in_memory(), Instant::now());
        env.review = (Limits::depth(1), 1);
        let game = Game::new();
        let mut record = Record::from_game(&game);
        record.players = ByColor::new("\u{1b}[2J\u{202e}".repeat(30), "b\n".to_owned());
        let mut screen = ReviewScreen::new(&game, Some(&record), &env, Arc::new(|| ()));
        screen.job.wait();
        for action in [Action::Left, Action::Right, Action::Up, Action::Undo] {
            assert!(screen.act(action, &mut env).is_none());
        }
        for (columns, rows) in [(24, 12), (40, 16), (80, 24), (120, 40), (200, 60)] {
            let text = draw(&screen, &env, columns, rows);
            assert!(!text.contains(['\u{1b}', '\u{202e}', '\n']), "{text}");
        }
        screen.try_move("f5".parse().unwrap());
        assert!(draw(&screen, &env, 80, 24).contains("Side line from 1: f5"));
    }
}
