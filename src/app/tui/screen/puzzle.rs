//! Puzzles: a position with a question, answered on the board.

mod keys;
mod view;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::board_pane::{BoardPane, BoardReply, BoardScene};
use super::help::HelpTopic;
use super::{Canvas, Command, Context, Pasted, Screen};
use crate::app::background::{Background, Report, Reporter};
use crate::app::store::StorageError;
use crate::app::study::practice::attempt::{AnswerCheck, Attempt};
use crate::app::study::practice::generate::Wanted;
use crate::app::study::practice::judge::{self, JudgeReport, JudgeRequest, JudgeTask};
use crate::app::study::practice::rating::Rating;
use crate::app::study::practice::store::{Noted, PracticeStore, PracticeStoreTask};
use crate::app::study::practice::supply::{Supply, keep_mistakes};
use crate::app::study::review::Reason;
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::{BoardAction, Keymap, Meaning, board_keys, look_up};
use crate::app::tui::table::timeline::Timeline;
use crate::app::tui::theme::Role;
use crate::app::wording::practice::{self as wording, PLAYING_ON};
use crate::app::wording::{screens, sentence};
use crate::game::Game;
use crate::square::Square;
use crate::squares::SquareSet;

pub(crate) use keys::Intent;
use keys::{DONE, HELP, KEYS, REFUTED};

/// The puzzles that are made ahead.
const AHEAD: usize = 3;

/// The time between two moves of a refutation.
const PACE: Duration = Duration::from_millis(700);

/// How long leaving waits for the last result to be saved.
const SAVING: Duration = Duration::from_secs(1);

/// The state of an attempt.
#[derive(Debug, PartialEq, Eq)]
enum PuzzleState {
    /// An answer is wanted.
    Asked,
    /// A wrong answer is on the board, and its refutation is being searched.
    Judging,
    /// The refutation is played: the moves to come, and when the next one is due.
    Refuted(VecDeque<Square>, Instant),
    /// It is solved.
    Solved,
    /// It is played to the end: the player is to move, or the defence is being searched.
    PlayingOn,
    Defending,
    /// It was played to the end.
    Over,
}

/// The puzzle on the board.
#[derive(Debug)]
struct Solving {
    attempt: Attempt,
    game: Game,
    state: PuzzleState,
    /// The last message about it, and the squares that the message names.
    said: Option<(String, Role)>,
    pointed: SquareSet,
    /// What the attempt did to the ratings.
    change: Option<String>,
}

/// The screen of the puzzles.
pub(crate) struct PuzzleScreen {
    supply: Background<(), (), Result<Option<Attempt>, StorageError>>,
    /// Looks for mistakes in the games of the history.
    search: Option<Background<(), (), Result<(), StorageError>>>,
    judge: JudgeTask,
    keeper: PracticeStoreTask,
    /// Puzzles made ahead.
    ready: VecDeque<Attempt>,
    solving: Option<Solving>,
    pane: BoardPane,
    timeline: Timeline,
    /// The player's rating, once it is read.
    rating: Option<String>,
    notice: Option<String>,
    animation: bool,
    now: Instant,
}

impl std::fmt::Debug for PuzzleScreen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PuzzleScreen")
            .field("solving", &self.solving)
            .finish_non_exhaustive()
    }
}

impl PuzzleScreen {
    /// Creates the screen and starts to look for puzzles.
    pub(crate) fn new(ui: &UiContext) -> Self {
        let mut supply = Supply::mixed(ui.state.clone(), Wanted::default(), ui.seed);
        let next = move |(), reporter: &Reporter<()>| supply.next(&|| reporter.is_stopped());
        let name = ui.settings.name;
        let search = ui.state.clone().map(|state| {
            let search = move |(), reporter: &Reporter<()>| {
                keep_mistakes(&state, name, &Wanted::default(), &|| reporter.is_stopped())
            };
            let task = Background::start("mistakes", ui.waker.clone(), search);
            task.ask(());
            task
        });
        let screen = Self {
            supply: Background::start("puzzles", ui.waker.clone(), next),
            search,
            judge: judge::start(ui.waker.clone()),
            keeper: PracticeStore::new(ui.state.clone()).start(ui.waker.clone()),
            ready: VecDeque::new(),
            solving: None,
            pane: BoardPane::default(),
            timeline: Timeline::new(ui.now),
            rating: None,
            notice: None,
            animation: ui.animation,
            now: ui.now,
        };
        screen.keeper.queue(None);
        for _ in 0..AHEAD {
            screen.supply.queue(());
        }
        screen
    }

    /// Puts the next puzzle on the board, if there is one.
    fn next(&mut self) {
        self.judge.stop();
        self.pane.clear();
        self.timeline.changed(self.now);
        self.solving = self.ready.pop_front().map(|attempt| {
            self.supply.queue(());
            Solving {
                game: Game::from_position(attempt.puzzle.position),
                attempt,
                state: PuzzleState::Asked,
                said: None,
                pointed: SquareSet::EMPTY,
                change: None,
            }
        });
    }

    fn try_again(&mut self) {
        self.judge.stop();
        self.timeline.changed(self.now);
        if let Some(solving) = &mut self.solving {
            solving.game = Game::from_position(solving.attempt.puzzle.position);
            solving.state = PuzzleState::Asked;
            solving.said = None;
            solving.pointed = SquareSet::EMPTY;
        }
    }

    /// Plays a move on the board, with its flips.
    fn show(&mut self, square: Square) {
        let Some(solving) = &mut self.solving else {
            return;
        };
        let game = &mut solving.game;
        if self.timeline.play(game, square, self.animation, self.now) {
            game.pass_if_forced();
        }
    }

    /// Takes an answer, or a move of a solved puzzle that is played on.
    fn answer(&mut self, square: Square) {
        self.pane.clear();
        if matches!(
            self.state(),
            Some(PuzzleState::Judging | PuzzleState::Refuted(..))
        ) {
            self.try_again();
        }
        let Some(solving) = &mut self.solving else {
            return;
        };
        let position = solving.game.position();
        if let Err(why) = solving.game.clone().play(square) {
            if matches!(solving.state, PuzzleState::Asked | PuzzleState::PlayingOn) {
                self.pane.point_at(square);
                self.notice = Some(sentence(why));
            }
            return;
        }
        match solving.state {
            PuzzleState::Asked => {
                let (verdict, result) = solving.attempt.answer(square);
                if result.is_some() {
                    self.keeper.queue(result);
                }
                if verdict == AnswerCheck::Right {
                    let praise = solving.attempt.puzzle.praise(square);
                    solving.said = Some((praise, Role::Strong));
                    solving.state = PuzzleState::Solved;
                } else {
                    solving.state = PuzzleState::Judging;
                    self.judge.ask(JudgeRequest::Refute(position, square));
                }
                self.show(square);
            }
            PuzzleState::PlayingOn => {
                self.show(square);
                self.play_on();
            }
            _ => {}
        }
    }

    fn state(&self) -> Option<&PuzzleState> {
        self.solving.as_ref().map(|solving| &solving.state)
    }

    /// Lets the defence move, or asks the player, or ends the game.
    fn play_on(&mut self) {
        let Some(solving) = &mut self.solving else {
            return;
        };
        let own = solving.attempt.puzzle.position.side_to_move();
        let position = solving.game.position();
        if let Some(outcome) = solving.game.outcome() {
            let text = solving.attempt.puzzle.played_out(&outcome);
            solving.said = Some((text, Role::Strong));
            solving.state = PuzzleState::Over;
        } else if position.side_to_move() == own {
            solving.said = Some((PLAYING_ON.to_owned(), Role::Text));
            solving.state = PuzzleState::PlayingOn;
        } else {
            solving.said = None;
            solving.state = PuzzleState::Defending;
            self.judge.ask(JudgeRequest::Reply(position));
        }
    }

    /// Takes what the judge has found out.
    fn take_answer(&mut self, answer: JudgeReport) {
        match answer {
            JudgeReport::Refutation(review) => {
                let Some(solving) = &mut self.solving else {
                    return;
                };
                solving.said = Some((judge::sentence(&review), Role::Warning));
                let squares = review.reason.map(Reason::squares);
                solving.pointed = squares.unwrap_or(SquareSet::EMPTY);
                let line = review.played.pv.into_iter().take(judge::REFUTATION);
                let line = line.skip(1).collect();
                solving.state = PuzzleState::Refuted(line, self.now + PACE);
                if !self.animation {
                    while self.refute() {}
                }
            }
            JudgeReport::Reply(square) => {
                self.show(square);
                self.play_on();
            }
        }
    }

    /// Plays the next move of the refutation. Returns whether there was one.
    fn refute(&mut self) -> bool {
        let Some(PuzzleState::Refuted(line, due)) = self.solving.as_mut().map(|s| &mut s.state)
        else {
            return false;
        };
        let next = line.pop_front();
        *due = self.now + PACE;
        if let Some(square) = next {
            self.show(square);
        }
        next.is_some()
    }

    fn take_noted(&mut self, noted: Noted) {
        let Rating {
            rating, deviation, ..
        } = noted.rating;
        self.rating = Some(wording::rating(rating, deviation));
        if let Some(solving) = &mut self.solving
            && solving.state != PuzzleState::Asked
        {
            solving.change = Some(noted.sentence());
        }
    }

    fn scene(&self) -> BoardScene {
        let Some(solving) = &self.solving else {
            return self.pane.scene(&Game::new(), SquareSet::EMPTY);
        };
        let legal = match solving.state {
            PuzzleState::Asked | PuzzleState::PlayingOn => solving.game.legal_moves(),
            _ => SquareSet::EMPTY,
        };
        BoardScene {
            pointed: solving.pointed,
            ..self.pane.scene(&solving.game, legal)
        }
    }

    /// Returns the active tables.
    fn tables(&self) -> Vec<Keymap<Intent>> {
        let first = match self.state() {
            Some(PuzzleState::Judging | PuzzleState::Refuted(..)) => Some(REFUTED),
            Some(PuzzleState::Solved | PuzzleState::Over) => Some(DONE),
            _ => None,
        };
        first.into_iter().chain([KEYS, board_keys()]).collect()
    }
}

impl Drop for PuzzleScreen {
    fn drop(&mut self) {
        self.keeper.finish_within(SAVING);
    }
}

impl Screen for PuzzleScreen {
    type Intent = Intent;

    const HELP: Option<&'static HelpTopic> = Some(&HELP);

    fn intent(&self, key: KeyEvent, _context: &Context) -> Option<Meaning<Intent>> {
        look_up(&self.tables(), key)
    }

    fn touch(&mut self, context: &mut Context) {
        self.now = context.ui.now;
        self.timeline.end_wave(self.now);
        self.notice = None;
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        self.now = context.ui.now;
        match intent {
            Intent::Hint => {
                if let Some(solving) = &mut self.solving
                    && solving.state == PuzzleState::Asked
                {
                    solving.said = Some((solving.attempt.hint(), Role::Key));
                    let named = solving.attempt.named_answer();
                    solving.pointed = named.map_or(SquareSet::EMPTY, SquareSet::from);
                }
            }
            Intent::Again => self.try_again(),
            Intent::Next if self.solving.is_some() => self.next(),
            Intent::PlayOn if self.state() == Some(&PuzzleState::Solved) => self.play_on(),
            Intent::Next | Intent::PlayOn => {}
            Intent::Close => return Some(Command::Close),
        }
        None
    }

    fn act_on_board(&mut self, action: BoardAction, context: &mut Context) -> Option<Command> {
        self.now = context.ui.now;
        match self.pane.apply(action, &self.scene()) {
            BoardReply::Chosen(square) => self.answer(square),
            BoardReply::Refused(error) => self.notice = Some(format!("{error}.")),
            BoardReply::Unused if action == BoardAction::GiveUp => return Some(Command::Close),
            BoardReply::Unused | BoardReply::Input => {}
        }
        None
    }

    fn hovered_board(&mut self) -> Option<&mut BoardPane> {
        Some(&mut self.pane)
    }

    /// Refuses the paste: a puzzle never changes the game at the table.
    fn paste(&mut self, _text: &str, _context: &mut Context) -> Pasted {
        self.notice = Some(screens::before_paste("Leave the puzzles"));
        Pasted::Taken
    }

    fn poll(&mut self) -> bool {
        let mut is_new = false;
        while let Some(report) = self.supply.poll() {
            is_new = true;
            match report {
                Report::Answer(Ok(Ok(Some(attempt)))) => self.ready.push_back(attempt),
                Report::Answer(Ok(Ok(None))) => self.notice = Some(wording::NO_MORE.to_owned()),
                Report::Answer(Ok(Err(error))) => {
                    self.notice = Some(sentence(error));
                    self.supply.queue(());
                }
                Report::Answer(Err(error)) => self.notice = Some(sentence(error)),
                Report::Progress(()) => {}
            }
        }
        if self.solving.is_none() && !self.ready.is_empty() {
            self.next();
        }
        while let Some(report) = self.judge.poll() {
            is_new = true;
            match report {
                Report::Answer(Ok(Some(answer))) => self.take_answer(answer),
                Report::Answer(Err(error)) => self.notice = Some(sentence(error)),
                Report::Answer(Ok(None)) | Report::Progress(()) => {}
            }
        }
        while let Some(report) = self.keeper.poll() {
            is_new = true;
            match report {
                Report::Answer(Ok(Ok(noted))) => self.take_noted(noted),
                Report::Answer(Ok(Err(error))) => self.notice = Some(sentence(error)),
                Report::Answer(Err(error)) => self.notice = Some(sentence(error)),
                Report::Progress(()) => {}
            }
        }
        if let Some(Report::Answer(done)) = self.search.as_ref().and_then(Background::poll) {
            self.search = None;
            // The supply reports a practice file that cannot be used.
            if let Err(error) = done {
                self.notice = Some(sentence(error));
                is_new = true;
            }
        }
        is_new
    }

    fn tick(&mut self, context: &mut Context) -> bool {
        self.now = context.ui.now;
        let mut moving = self.timeline.tick(self.now);
        if let Some(PuzzleState::Refuted(_, due)) = self.state()
            && *due <= self.now
        {
            moving |= self.refute();
        }
        moving
    }

    fn deadline(&mut self, context: &mut Context) -> Option<Instant> {
        let frame = self.timeline.next_frame(context.ui.now);
        let due = match self.state() {
            Some(PuzzleState::Refuted(line, due)) if !line.is_empty() => Some(*due),
            _ => None,
        };
        due.into_iter().chain(frame).min()
    }

    fn say(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some(sentence);
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        self.draw_all(area, canvas);
    }
}
