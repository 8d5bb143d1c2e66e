//! Two players and a game, for both front ends: turns, a CPU that thinks, undo and redo.

use std::collections::VecDeque;

use super::player::{GoPlayer, GoPlayerKind, GoSearchInfo};
use super::{GoEntry, GoGame, GoMove, GoMoveError};
use crate::app::background::{Background, Report, Reporter, TaskError, Waker};
use crate::app::wording;
use crate::color::{ByColor, Color};
use crate::square::Square;

/// What a session starts with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game, which may have begun.
    pub game: GoGame,
    /// Who plays each side.
    pub players: ByColor<GoPlayerKind>,
    /// Random seed.
    pub seed: u64,
}

/// What happened in a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Started,
    /// The points of the captured stones.
    Played {
        color: Color,
        point: Square,
        captured: Vec<Square>,
    },
    /// `ends` is set on the second pass.
    Passed {
        color: Color,
        ends: bool,
    },
    Resigned(Color),
    Over,
    /// The last entry first.
    Undone(Vec<GoEntry>),
    Redone(Vec<GoEntry>),
    Paused(bool),
    /// A CPU did not move, and is paused.
    Failed(Color, GoPlayerKind, TaskError),
}

impl Event {
    /// Returns whether the game is another after it.
    pub(crate) const fn changes_game(&self) -> bool {
        !matches!(
            self,
            Self::Started | Self::Over | Self::Paused(_) | Self::Failed(..)
        )
    }
}

/// Why a request is refused. Displays as a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("{0}")]
    GoMove(#[from] GoMoveError),
    #[error("{}", wording::not_your_turn(*.0, .1))]
    NotYourTurn(Color, GoPlayerKind),
    #[error("{}", wording::NOTHING_TO_UNDO)]
    NothingToUndo,
    #[error("{}", wording::NOTHING_TO_REDO)]
    NothingToRedo,
    #[error("{}", wording::NOBODY_TO_RESIGN)]
    NobodyToResign,
}

/// A question to the task.
struct Question {
    color: Color,
    kind: GoPlayerKind,
    seed: u64,
    game: GoGame,
}

/// Two players and a game. See the [module](self).
#[derive(Debug)]
pub(crate) struct Session {
    game: GoGame,
    players: ByColor<GoPlayerKind>,
    seed: u64,
    /// The number of games so far, so that the next one with the same seed is another.
    games: u64,
    paused: bool,
    task: Background<Question, GoSearchInfo, (GoMove, GoSearchInfo)>,
    /// The side whose CPU is thinking, or has an answer that was not played yet.
    thinking: Option<Color>,
    thought: Option<GoSearchInfo>,
    answer: Option<Result<GoMove, TaskError>>,
    events: VecDeque<Event>,
}

impl Session {
    /// Starts a session; a CPU to move starts thinking.
    pub(crate) fn new(setup: Setup, waker: Waker) -> Self {
        // A player is kept as long as its game, so that it can use what it has searched.
        let mut cache: ByColor<Option<(GoPlayerKind, u64, GoPlayer)>> = ByColor::default();
        let think = move |question: Question, reporter: &Reporter<GoSearchInfo>| {
            let (kind, seed) = (question.kind, question.seed);
            // A player that panics is dropped.
            let kept = cache[question.color].take();
            let (.., mut player) = kept
                .filter(|kept| (kept.0, kept.1) == (kind, seed))
                .unwrap_or_else(|| (kind, seed, GoPlayer::new(kind, seed)));
            let answer = player.choose(&question.game, reporter);
            cache[question.color] = Some((kind, seed, player));
            answer
        };
        let mut session = Self {
            game: setup.game,
            players: setup.players,
            seed: setup.seed,
            games: 0,
            paused: false,
            task: Background::start("go", waker, think),
            thinking: None,
            thought: None,
            answer: None,
            events: VecDeque::from([Event::Started]),
        };
        session.announce_end();
        session.think_if_due();
        session
    }

    pub(crate) const fn game(&self) -> &GoGame {
        &self.game
    }

    pub(crate) const fn players(&self) -> ByColor<GoPlayerKind> {
        self.players
    }

    pub(crate) const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Returns the side whose CPU is thinking or has an answer that was not played yet.
    pub(crate) const fn thinking(&self) -> Option<Color> {
        self.thinking
    }

    /// Returns what this CPU has found so far.
    pub(crate) fn thought(&self) -> Option<&GoSearchInfo> {
        self.thought.as_ref().filter(|_| self.thinking.is_some())
    }

    pub(crate) fn has_human(&self) -> bool {
        Color::ALL.iter().any(|&color| self.is_human(color))
    }

    fn is_human(&self, color: Color) -> bool {
        self.players[color] == GoPlayerKind::Human
    }

    /// Returns whether a person is to move.
    pub(crate) fn awaits_human(&self) -> bool {
        self.game.outcome().is_none() && self.is_human(self.game.side_to_move())
    }

    /// Returns the person's side against a CPU.
    pub(crate) fn lone_human(&self) -> Option<Color> {
        let [black, white] = Color::ALL.map(|color| self.is_human(color));
        match (black, white) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        }
    }

    /// Returns the point of the last stone that was placed.
    pub(crate) fn last_stone(&self) -> Option<Square> {
        let stone = |entry: &GoEntry| match *entry {
            GoEntry::Move {
                played: GoMove::Stone(point),
                ..
            } => Some(point),
            _ => None,
        };
        self.game.entries().iter().rev().find_map(stone)
    }

    /// Takes the next event.
    pub(crate) fn next_event(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// Plays a person's move.
    ///
    /// # Errors
    /// [`Refusal::Move`] or [`Refusal::NotYourTurn`].
    pub(crate) fn play(&mut self, played: GoMove) -> Result<(), Refusal> {
        let color = self.game.side_to_move();
        if self.game.outcome().is_none() && !self.is_human(color) {
            return Err(Refusal::NotYourTurn(color, self.players[color]));
        }
        self.game.play(played)?;
        self.paused = false;
        self.after_entry();
        Ok(())
    }

    /// Resigns for the person to move, or for the one who waits for a CPU.
    ///
    /// # Errors
    /// [`Refusal::Move`] if the game is over, or [`Refusal::NobodyToResign`].
    pub(crate) fn resign(&mut self) -> Result<(), Refusal> {
        if self.game.outcome().is_some() {
            return Err(GoMoveError::Over.into());
        }
        let to_move = self.game.side_to_move();
        let color = [to_move, to_move.opposite()]
            .into_iter()
            .find(|&color| self.is_human(color))
            .ok_or(Refusal::NobodyToResign)?;
        self.stop_thinking();
        self.game.resign(color)?;
        self.after_entry();
        Ok(())
    }

    /// Undoes the last move; against a CPU, back to the person's last one. Stops a CPU that is thinking, and
    /// pauses two of them.
    ///
    /// # Errors
    /// [`Refusal::NothingToUndo`].
    pub(crate) fn undo(&mut self) -> Result<(), Refusal> {
        let human = self.lone_human();
        let is_own = |entry: &GoEntry| human.is_none_or(|color| entry.color() == color);
        let last = self.game.entries().iter().rev().position(is_own);
        let count = last.ok_or(Refusal::NothingToUndo)? + 1;
        let undone = self.step(count, GoGame::undo);
        self.events.push_back(Event::Undone(undone));
        if !self.has_human() {
            self.set_paused(true);
        }
        self.think_if_due();
        Ok(())
    }

    /// Redoes what was undone at once.
    ///
    /// # Errors
    /// [`Refusal::NothingToRedo`].
    pub(crate) fn redo(&mut self) -> Result<(), Refusal> {
        let human = self.lone_human();
        let is_own = |entry: &GoEntry| human.is_none_or(|color| entry.color() == color);
        let undone = self.game.undone();
        if undone.is_empty() {
            return Err(Refusal::NothingToRedo);
        }
        let next = undone.iter().skip(1).position(is_own);
        let count = next.map_or(undone.len(), |index| index + 1);
        let redone = self.step(count, GoGame::redo);
        self.events.push_back(Event::Redone(redone));
        self.announce_end();
        self.think_if_due();
        Ok(())
    }

    fn step(&mut self, count: usize, step: fn(&mut GoGame) -> Option<GoEntry>) -> Vec<GoEntry> {
        self.stop_thinking();
        (0..count).filter_map(|_| step(&mut self.game)).collect()
    }

    /// Pauses or resumes the CPUs.
    pub(crate) fn set_paused(&mut self, paused: bool) {
        if paused == self.paused {
            return;
        }
        self.paused = paused;
        self.events.push_back(Event::Paused(paused));
        if paused {
            self.stop_thinking();
        }
        self.think_if_due();
    }

    /// Starts another game.
    pub(crate) fn restart(&mut self, game: GoGame, players: ByColor<GoPlayerKind>) {
        self.stop_thinking();
        (self.game, self.players, self.paused) = (game, players, false);
        self.games += 1;
        self.events.push_back(Event::Started);
        self.announce_end();
        self.think_if_due();
    }

    /// Takes the reports of a CPU. Returns whether there were any.
    pub(crate) fn poll(&mut self) -> bool {
        let mut is_new = false;
        while let Some(report) = self.task.poll() {
            self.take(report);
            is_new = true;
        }
        is_new
    }

    /// Returns whether a CPU's answer waits for [`Session::advance`].
    pub(crate) const fn has_answer(&self) -> bool {
        self.answer.is_some()
    }

    /// Waits for the answer of the CPU that is thinking. Returns `false` if none is.
    pub(crate) fn wait(&mut self) -> bool {
        while self.thinking.is_some()
            && self.answer.is_none()
            && let Some(report) = self.task.wait()
        {
            self.take(report);
        }
        self.answer.is_some()
    }

    fn take(&mut self, report: Report<GoSearchInfo, (GoMove, GoSearchInfo)>) {
        match report {
            Report::Progress(thought) => self.thought = Some(thought),
            Report::Answer(Ok((answer, thought))) => {
                self.thought = Some(thought);
                self.answer = Some(Ok(answer));
            }
            Report::Answer(Err(error)) => self.answer = Some(Err(error)),
        }
    }

    /// Plays the answer of a CPU. Returns whether there was one.
    pub(crate) fn advance(&mut self) -> bool {
        let (Some(answer), Some(color)) = (self.answer.take(), self.thinking.take()) else {
            return false;
        };
        match answer {
            Ok(played) => {
                let done = self.game.play(played);
                debug_assert_eq!(done.map(drop), Ok(()), "players choose legal moves");
                self.after_entry();
            }
            Err(error) => {
                self.paused = true;
                self.events
                    .push_back(Event::Failed(color, self.players[color], error));
            }
        }
        true
    }

    fn stop_thinking(&mut self) {
        self.task.stop();
        (self.thinking, self.thought, self.answer) = (None, None, None);
    }

    fn think_if_due(&mut self) {
        let color = self.game.side_to_move();
        if self.game.outcome().is_some() || self.is_human(color) || self.paused {
            return;
        }
        self.thinking = Some(color);
        self.thought = None;
        let seed = self.seed.wrapping_add(2 * self.games);
        self.task.ask(Question {
            color,
            kind: self.players[color],
            seed: seed.wrapping_add(u64::from(color == Color::White)),
            game: self.game.clone(),
        });
    }

    fn after_entry(&mut self) {
        let event = match self.game.entries() {
            [.., GoEntry::Resignation(color)] => Event::Resigned(*color),
            [
                ..,
                GoEntry::Move {
                    color,
                    played: GoMove::Stone(point),
                    captured,
                },
            ] => Event::Played {
                color: *color,
                point: *point,
                captured: self.game.grid().points(*captured).collect(),
            },
            [.., last] => Event::Passed {
                color: last.color(),
                ends: self.game.outcome().is_some(),
            },
            [] => return,
        };
        self.events.push_back(event);
        self.announce_end();
        self.think_if_due();
    }

    fn announce_end(&mut self) {
        if self.game.outcome().is_some() {
            self.events.push_back(Event::Over);
        }
    }
}
