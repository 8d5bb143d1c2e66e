//! Owns the screen of a game: what is typed and pointed at, and what a session reports.

mod advice;
mod clocks;
mod footer;
mod panel;
mod pasted;
mod shown;
pub(crate) mod timeline;
mod view;

use std::time::Instant;

use super::Request;
use crate::app::session::{Event, Refusal, Session};
use crate::app::settings::{MAX_PACE_MS, Settings};
use crate::app::store::saver::Progress;
use crate::app::tui::context::{Target, UiContext};
use crate::app::tui::keymap::Action;
use crate::app::tui::widget::players::ClockFace;
use crate::color::ByColor;
use crate::game::{Game, Status};
use crate::notation::transcript;
use crate::notation::{clean, clean_lines};
use crate::position::Position;
use crate::square::{File, Rank, Square};

use advice::{AnalysisMode, Thinking};
use shown::ImportedGame;

pub(crate) use shown::{describe, sentence};
use timeline::Timeline;

/// How many messages are remembered: more than any screen shows.
const MESSAGES: usize = 40;

/// How much `+` and `-` change the pause before a CPU's move, in milliseconds.
const PACE_STEP: u32 = 100;

/// A square that is pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pointer {
    square: Square,
    /// The mouse leaves by itself; the cursor of the arrow keys stays.
    by_mouse: bool,
}

/// The screen of a game.
#[derive(Debug)]
pub(crate) struct BoardScreen {
    session: Session,
    timeline: Timeline,
    /// The file letter that was typed.
    typed: Option<File>,
    pointer: Option<Pointer>,
    /// What a session said, the newest last.
    messages: Vec<String>,
    /// Why the last thing asked for was not done.
    complaint: Option<String>,
    /// A pass or the result, which stays until something else happens.
    banner: Option<String>,
    /// A person's pass waits for a key before the CPU goes on.
    held: bool,
    thinking: Thinking,
    /// The clocks as they are shown.
    faces: Option<ByColor<ClockFace>>,
    /// A move was played by its digit: an Enter right after it means nothing.
    enter_is_spent: bool,
    progress: Progress,
    /// Where the game came from, if from elsewhere, as long as it is that game.
    shown: Option<Box<ImportedGame>>,
}

impl BoardScreen {
    /// A screen for a session that has just begun.
    pub(crate) fn new(session: Session, env: &UiContext) -> Self {
        let mut screen = Self {
            session,
            timeline: Timeline::new(env.now),
            typed: None,
            pointer: None,
            messages: Vec::new(),
            complaint: None,
            banner: None,
            held: false,
            thinking: Thinking::default(),
            faces: None,
            enter_is_spent: false,
            progress: Progress::default(),
            shown: None,
        };
        screen.take_events(env);
        // What was played before the game was put on the board is no change.
        screen.progress.changes = 0;
        screen.read_clocks();
        // A game that is begun in the middle shows its last move, but no wave for it.
        screen.timeline.changed(env.now);
        screen
    }

    /// The session.
    pub(crate) const fn session(&self) -> &Session {
        &self.session
    }

    /// How far the games have come.
    pub(crate) const fn progress(&self) -> Progress {
        self.progress
    }

    /// Whether quitting would lose something.
    pub(crate) fn is_under_way(&self) -> bool {
        !self.session.game().entries().is_empty() && self.session.game().outcome().is_none()
    }

    /// Whether a person's pass waits for a key.
    pub(crate) const fn is_held(&self) -> bool {
        self.held
    }

    /// The square that is looked at: the one pointed at, otherwise a legal move.
    pub(crate) fn square_of_interest(&self) -> Square {
        self.pointer
            .map_or_else(|| self.first_square(), |pointer| pointer.square)
    }

    /// The board is seen again after something else was: a CPU's pause begins anew.
    pub(crate) fn resume(&mut self, env: &UiContext) {
        self.timeline.changed(env.now);
    }

    /// Shows a sentence among the messages.
    pub(crate) fn say(&mut self, text: &str) {
        self.messages
            .extend(text.lines().map(|line| clean(line).into_owned()));
        let surplus = self.messages.len().saturating_sub(MESSAGES);
        self.messages.drain(..surplus);
    }

    /// Says why something was not done.
    pub(crate) fn complain(&mut self, sentence: String) {
        self.complaint = Some(sentence);
    }

    /// Gives the sides to other players and begins a game from a position.
    pub(crate) fn restart(&mut self, start: Position, env: &UiContext) {
        let players = env.settings.players();
        self.session.set_paused(false);
        if self.session.players() != players {
            self.session.set_players(players);
        }
        self.begin(start, env);
    }

    /// Gives the sides to other players and puts a game on the board that they play on.
    pub(crate) fn play_on(&mut self, game: Game, env: &UiContext) {
        self.session.set_paused(false);
        self.shown = None;
        self.session.restart(game);
        let players = env.settings.players();
        if self.session.players() != players {
            self.session.set_players(players);
        }
        self.typed = None;
        self.pointer = None;
        self.held = false;
        self.take_events(env);
        // What was played before is no change, and no move of it is animated.
        self.progress.changes = 0;
        self.read_clocks();
        self.timeline.changed(env.now);
    }

    fn rematch(&mut self, env: &UiContext) {
        self.begin(self.session.game().start(), env);
    }

    fn begin(&mut self, start: Position, env: &UiContext) {
        self.typed = None;
        self.pointer = None;
        self.session.restart(Game::from_position(start));
        self.take_events(env);
        self.timeline.changed(env.now);
    }

    /// Something may have happened by itself: a CPU's answer came, or time passed. Says whether
    /// anything is to be drawn.
    pub(crate) fn tick(&mut self, env: &UiContext) -> bool {
        let moving = self.timeline.next_frame(env.now).is_some();
        self.timeline.pass_to(env.now);
        let ticked = self.tick_clocks(env);
        let answered = self.session.poll();
        if answered && !self.held && self.timeline.due(env.pace()) <= env.now {
            self.session.advance();
            self.enter_is_spent = false;
            self.take_events(env);
            self.read_clocks();
            self.look_at_thinking(env);
            return true;
        }
        moving | ticked | self.look_at_thinking(env)
    }

    /// When something happens by itself.
    pub(crate) fn deadline(&mut self, env: &UiContext) -> Option<Instant> {
        let frame = self.timeline.next_frame(env.now);
        let due = (self.session.poll() && !self.held).then(|| self.timeline.due(env.pace()));
        let times = [
            frame,
            due,
            self.thinking_due(),
            self.session.timing().clock_changes(),
        ];
        times.into_iter().flatten().min()
    }

    /// A key was pressed, whatever it does.
    pub(crate) fn touch(&mut self, env: &UiContext) {
        self.timeline.end_wave(env.now);
        self.complaint = None;
    }

    /// Takes an action.
    pub(crate) fn act(&mut self, action: Action, env: &mut UiContext) -> Option<Request> {
        let was_held = std::mem::take(&mut self.held);
        if was_held {
            // The banner was read; the CPU goes on at its pace from now.
            self.timeline.changed(env.now);
            self.banner = None;
        }
        let spent = std::mem::take(&mut self.enter_is_spent);
        let over = self.session.game().outcome().is_some();
        match action {
            Action::File(file) => self.type_file(file),
            Action::Rank(rank) => self.type_rank(rank, env),
            Action::TakeBack | Action::Leave => self.take_back(),
            Action::Accept | Action::Choose | Action::Rematch if spent || was_held => {
                // An Enter that ends the typed move, or the key that a pass waited for.
            }
            Action::Rematch => self.rematch(env),
            Action::Accept | Action::Choose => self.accept(env),
            Action::Up => self.move_pointer(0, -1),
            Action::Down => self.move_pointer(0, 1),
            Action::Left => self.move_pointer(-1, 0),
            Action::Right => self.move_pointer(1, 0),
            Action::Next => self.jump(true),
            Action::Previous => self.jump(false),
            Action::Undo => self.go(Session::undo, env),
            Action::Redo => self.go(Session::redo, env),
            Action::Swap => {
                self.session.set_players(self.session.players().swapped());
                self.take_events(env);
                if over {
                    self.rematch(env);
                }
            }
            Action::Pause => {
                self.session.set_paused(!self.session.is_paused());
                self.take_events(env);
            }
            Action::Slower | Action::Faster => self.change_pace(action == Action::Slower, env),
            Action::Dots => self.keep(env, |settings| settings.legal_dots = !settings.legal_dots),
            Action::Hint => self.toggle_advice(AnalysisMode::Hint, env),
            Action::Values => self.toggle_advice(AnalysisMode::Values, env),
            Action::Copy => return self.copy(),
            Action::Save => {
                if self.session.game().entries().is_empty() {
                    self.complaint = Some("no move was played yet".to_owned());
                } else {
                    return Some(Request::Save);
                }
            }
            Action::Open => {
                self.session.stop_analysis();
                return Some(Request::Open);
            }
            Action::Help => return Some(Request::Help),
            Action::NewGame => {
                self.session.stop_analysis();
                return Some(Request::NewGame);
            }
            Action::Inspect => {
                self.session.stop_analysis();
                return Some(Request::Inspect);
            }
            Action::Review if self.session.game().entries().is_empty() => {
                self.complaint = Some("no move was played yet".to_owned());
            }
            Action::Review => {
                self.session.stop_analysis();
                return Some(Request::Review);
            }
            Action::Quit if self.is_under_way() => return Some(Request::AskQuit),
            Action::Quit | Action::QuitNow => return Some(Request::Quit),
            _ => {}
        }
        None
    }

    /// The mouse was moved or clicked at what was drawn there. Says whether anything is to be drawn.
    pub(crate) fn point(&mut self, target: Option<Target>, clicked: bool, env: &UiContext) -> bool {
        let before = self.pointer;
        match target {
            Some(Target::Square(square)) => {
                self.pointer = Some(Pointer {
                    square,
                    by_mouse: true,
                });
                if clicked {
                    let was_held = std::mem::take(&mut self.held);
                    if was_held {
                        self.timeline.changed(env.now);
                        self.banner = None;
                    } else {
                        self.play(square, env);
                    }
                }
            }
            _ if self.pointer.is_some_and(|pointer| pointer.by_mouse) => self.pointer = None,
            _ => {}
        }
        clicked || before != self.pointer
    }

    fn take_back(&mut self) {
        if self.typed.take().is_none() && self.pointer.take().is_none() {
            self.session.stop_analysis();
        }
    }

    fn type_file(&mut self, file: File) {
        self.pointer = None;
        if self.session.awaits_human()
            || matches!(self.session.game().status(), Status::MustPass(_))
        {
            self.typed = Some(file);
        } else {
            self.complain_of_turn();
        }
    }

    fn type_rank(&mut self, rank: Rank, env: &UiContext) {
        let Some(file) = self.typed.take() else {
            if self.session.awaits_human() {
                self.complaint = Some(format!("{rank}: first a letter a-h, as in f{rank}"));
            } else {
                self.complain_of_turn();
            }
            return;
        };
        self.play(Square::at(file, rank), env);
        self.enter_is_spent = true;
    }

    fn complain_of_turn(&mut self) {
        let refusal = match self.session.game().status() {
            Status::Over(_) => Refusal::GameOver,
            Status::ToMove(color) | Status::MustPass(color) => Refusal::NotYourTurn {
                color,
                player: self.session.players()[color],
            },
        };
        self.complaint = Some(refusal.to_string());
    }

    fn accept(&mut self, env: &UiContext) {
        if self.typed.is_some() {
            return;
        }
        match (self.session.game().status(), self.pointer) {
            (Status::MustPass(_), _) => self.go(Session::redo, env),
            (_, Some(pointer)) => self.play(pointer.square, env),
            (_, None) => {}
        }
    }

    fn play(&mut self, square: Square, env: &UiContext) {
        self.typed = None;
        match self.session.play(square) {
            Ok(()) => self.take_events(env),
            Err(refusal) => self.complaint = Some(refusal.to_string()),
        }
    }

    fn go(&mut self, step: fn(&mut Session) -> Result<(), Refusal>, env: &UiContext) {
        self.typed = None;
        match step(&mut self.session) {
            Ok(()) => self.take_events(env),
            Err(refusal) => self.complaint = Some(refusal.to_string()),
        }
    }

    /// Moves the cursor, or shows it: the first key only shows where it is.
    fn move_pointer(&mut self, files: i8, ranks: i8) {
        self.typed = None;
        let square = match self.pointer {
            Some(Pointer { square, .. }) => square.offset(files, ranks).unwrap_or(square),
            None => self.first_square(),
        };
        self.pointer = Some(Pointer {
            square,
            by_mouse: false,
        });
    }

    /// Where a cursor begins: on a legal move, the one nearest to the middle of the board.
    fn first_square(&self) -> Square {
        let far = |square: &Square| {
            let off = |index: u8| (2 * i16::from(index) - 7).pow(2);
            off(square.file().index()) + off(square.rank().index())
        };
        let legal = self.session.game().legal_moves().iter().min_by_key(far);
        let last = self.session.game().last_move().map(|(square, _)| square);
        legal.or(last).unwrap_or(Square::A1)
    }

    /// Moves the cursor to the next legal move in reading order, or to the one before.
    fn jump(&mut self, forward: bool) {
        self.typed = None;
        let legal: Vec<Square> = self.session.game().legal_moves().iter().collect();
        let at = self.pointer.map(|pointer| pointer.square);
        let next = match (at, forward) {
            (None, _) => Some(self.first_square()),
            (Some(at), true) => legal.iter().find(|&&s| s > at).or(legal.first()).copied(),
            (Some(at), false) => legal.iter().rfind(|&&s| s < at).or(legal.last()).copied(),
        };
        if let Some(square) = next {
            self.pointer = Some(Pointer {
                square,
                by_mouse: false,
            });
        }
    }

    fn change_pace(&mut self, slower: bool, env: &mut UiContext) {
        let now = env.settings.pace;
        let pace = if slower {
            (now / PACE_STEP * PACE_STEP + PACE_STEP).min(MAX_PACE_MS)
        } else {
            now.div_ceil(PACE_STEP).saturating_sub(1) * PACE_STEP
        };
        self.keep(env, |settings| settings.pace = pace);
        self.say(&if pace == 0 {
            "The CPU's moves appear at once.".to_owned()
        } else {
            format!(
                "The CPU's moves appear after {}.{} s.",
                pace / 1000,
                pace % 1000 / 100
            )
        });
    }

    fn keep(&mut self, env: &mut UiContext, change: impl Fn(&mut Settings)) {
        self.complaint = env.keep(change);
    }

    fn copy(&mut self) -> Option<Request> {
        let moves = transcript::print(self.session.game());
        if moves.is_empty() {
            self.complaint = Some("no move was played yet".to_owned());
            return None;
        }
        Some(Request::Copy(moves))
    }

    fn count(&mut self, event: &Event) {
        let Progress { games, changes } = &mut self.progress;
        match event {
            Event::Started => (*games, *changes) = (*games + 1, 0),
            Event::Over(_) | Event::PlayerFailed { .. } | Event::Paused(_) => {}
            // Other players in a game that nobody has touched yet are no reason to keep it.
            Event::PlayersChanged(_) if *changes == 0 => {}
            _ => *changes += 1,
        }
    }

    fn take_events(&mut self, env: &UiContext) {
        while let Some(event) = self.session.next_event() {
            self.say(&self.sentence(&event));
            self.count(&event);
            match event {
                Event::Played {
                    color,
                    square,
                    flips,
                } => {
                    self.banner = None;
                    self.timeline
                        .moved(square, flips, color, env.animation, env.now);
                }
                Event::Passed { color, .. } => {
                    let players = self.session.players();
                    self.banner = Some(event.to_string());
                    self.held = players[color].is_human() && !players[color.opposite()].is_human();
                    self.timeline.read_first();
                }
                Event::Over(_) | Event::PlayerFailed { .. } => {
                    self.banner = Some(clean_lines(&event.to_string()).into_owned());
                }
                Event::Started | Event::Undone(_) | Event::Redone(_) => {
                    self.banner = None;
                    self.held = false;
                    self.typed = None;
                    self.timeline.changed(env.now);
                }
                Event::PlayersChanged(_) => {
                    self.session.stop_analysis();
                    self.held = false;
                    self.typed = None;
                    self.timeline.changed(env.now);
                }
                Event::Paused(paused) => {
                    if !paused {
                        self.session.stop_analysis();
                    }
                    self.timeline.changed(env.now);
                }
                Event::TimeUp { goes_on: true, .. } => self.banner = Some(event.to_string()),
                Event::Resigned { .. } | Event::TimeUp { goes_on: false, .. } => {}
            }
        }
        self.look_at_shown();
    }
}
