//! The thinking of a session's CPUs on a background task, and their moves.

use std::time::Instant;

use super::{Event, Factory, Refusal, Session, TableGame, TimeSource, Turn};
use crate::background::{Background, Report, Reporter, Waker};
use crate::player::description::FOUND_NO_MOVE;
use crate::player::{Control, PlayerError, TablePlayer as _, TimeLeft};
use reversi::{ByColor, Color, Square};
use reversi_notation::MoveOrigin;
use reversi_text::label;

/// A request to choose a move of a game.
pub(super) struct MoveRequest<G: TableGame> {
    pub(super) color: Color,
    pub(super) player: G::Kind,
    pub(super) seed: u64,
    pub(super) game: G,
    pub(super) time_left: Option<TimeLeft>,
    pub(super) threads: usize,
}

/// A move or, for `None`, a pass.
type ChosenMove = Result<Option<Square>, PlayerError>;

/// The task on which CPUs think, and its last reports.
pub(super) struct CpuThinking<G: TableGame> {
    /// Answers carry the moment at which they arrived.
    task: Background<MoveRequest<G>, G::Thought, (ChosenMove, Instant)>,
    /// The side whose CPU is thinking or has an answer that was not played yet.
    pub(super) color: Option<Color>,
    info: Option<G::Thought>,
    pub(super) answer: Option<ChosenMove>,
}

impl<G: TableGame> CpuThinking<G> {
    pub(super) fn start(factory: Factory<G>, waker: Waker, now: TimeSource) -> Self {
        // A player is kept while its kind and seed stay the same, so that it can reuse its memory.
        let mut players: ByColor<Option<CachedPlayer<G>>> = ByColor::default();
        let think = move |request: MoveRequest<G>, reporter: &Reporter<G::Thought>| {
            let control = Control {
                reporter: reporter.clone(),
                time_left: request.time_left,
                threads: request.threads,
            };
            let cache = &mut players[request.color];
            (choose(cache, &request, factory, &control), now())
        };
        Self {
            task: Background::start("player", waker, think),
            color: None,
            info: None,
            answer: None,
        }
    }

    pub(super) fn ask(&mut self, request: MoveRequest<G>) {
        self.stop();
        self.color = Some(request.color);
        self.task.ask(request);
    }

    pub(super) fn stop(&mut self) {
        self.task.stop();
        (self.color, self.info, self.answer) = (None, None, None);
    }

    /// Processes the next report without blocking. Returns an answer with the moment at which it
    /// arrived, `None` for now.
    pub(super) fn poll(&mut self) -> Option<(ChosenMove, Option<Instant>)> {
        while let Some(report) = self.task.poll() {
            if let Some(answer) = self.take(report) {
                return Some(answer);
            }
        }
        None
    }

    /// Like [`CpuThinking::poll`], but waits for the answer; `None` when none will come.
    pub(super) fn wait(&mut self) -> Option<(ChosenMove, Option<Instant>)> {
        while let Some(report) = self.task.wait() {
            if let Some(answer) = self.take(report) {
                return Some(answer);
            }
        }
        None
    }

    fn take(
        &mut self,
        report: Report<G::Thought, (ChosenMove, Instant)>,
    ) -> Option<(ChosenMove, Option<Instant>)> {
        match report {
            Report::Progress(info) => {
                self.info = Some(info);
                None
            }
            Report::Answer(Ok((answer, at))) => Some((answer, Some(at))),
            Report::Answer(Err(error)) => Some((Err(PlayerError::Internal(error)), None)),
        }
    }

    /// Takes what the CPU has found.
    pub(super) const fn take_thought(&mut self) -> Option<G::Thought> {
        self.info.take()
    }

    /// Returns what the CPU has found so far.
    pub(super) const fn thought(&self) -> Option<&G::Thought> {
        self.info.as_ref()
    }
}

/// A player made for a side, and what it was made from.
struct CachedPlayer<G: TableGame> {
    kind: G::Kind,
    seed: u64,
    player: G::Cpu,
}

fn choose<G: TableGame>(
    cache: &mut Option<CachedPlayer<G>>,
    request: &MoveRequest<G>,
    factory: Factory<G>,
    control: &Control<G::Thought>,
) -> ChosenMove {
    let (kind, seed) = (&request.player, request.seed);
    // Frees the memory of the old player before the new one allocates its own. A player that panics is
    // dropped.
    let cached = cache.take().filter(|c| (&c.kind, c.seed) == (kind, seed));
    let mut player = match cached {
        Some(cached) => cached.player,
        None => factory(kind, seed)
            .ok_or_else(|| PlayerError::failed(label!("it cannot choose moves")))?,
    };
    let answer = request.game.choose(&mut player, control);
    *cache = Some(CachedPlayer {
        kind: kind.clone(),
        seed,
        player,
    });
    answer
}

impl<G: TableGame> Session<G> {
    /// Processes the reports of the background tasks without blocking. Returns whether a CPU's answer
    /// is ready for [`Session::advance`]. [`Session::thought`] and [`Session::analysis`] may have
    /// changed either way.
    pub fn poll(&mut self) -> bool {
        while let Some((answer, at)) = self.thinking.poll() {
            self.take(answer, at);
        }
        self.analysis.poll();
        self.thinking.answer.is_some()
    }

    /// Returns whether a CPU's answer is ready for [`Session::advance`].
    pub const fn has_answer(&self) -> bool {
        self.thinking.answer.is_some()
    }

    /// Waits for the answer of the CPU that is thinking. Returns `false` when no CPU is thinking.
    pub fn wait(&mut self) -> bool {
        while self.thinking.answer.is_none()
            && let Some((answer, at)) = self.thinking.wait()
        {
            self.take(answer, at);
        }
        self.thinking.answer.is_some()
    }

    /// Plays the CPU's answer announced by [`Session::poll`] or [`Session::wait`]. Returns `false` if
    /// there is none.
    pub fn advance(&mut self) -> bool {
        let (Some(answer), Some(color)) = (self.thinking.answer.take(), self.thinking.color.take())
        else {
            return false;
        };
        let before = self.game.entries().len();
        let play = |played| {
            let done = self.game.play(played);
            done.map_err(|why| match why {
                Refusal::Move(error) => PlayerError::Illegal(error.to_string()),
                // It passed although passes are made for it.
                _ => PlayerError::failed(FOUND_NO_MOVE),
            })
        };
        match answer.and_then(play) {
            Err(PlayerError::Resigned) => {
                self.game.resign(color);
                self.update_after(before, MoveOrigin::Played);
            }
            Ok(()) => {
                self.update_after(before, MoveOrigin::Played);
                self.thoughts[color] = self.thinking.take_thought();
                self.thinking.stop();
                self.think_if_due();
            }
            Err(error) => {
                self.thinking.stop();
                self.paused = true;
                self.run_clock();
                self.failed = Some(color);
                self.events.push_back(Event::PlayerFailed {
                    color,
                    player: self.players[color].clone(),
                    error,
                });
            }
        }
        true
    }

    /// Stores the answer of a CPU.
    fn take(&mut self, answer: Result<Option<Square>, PlayerError>, at: Option<Instant>) {
        let at = at.unwrap_or_else(|| (self.timing.now)());
        // The time between the answer and the move on the board is not the CPU's.
        if !self.flag_at(at) {
            self.timing.hold(at);
            self.thinking.answer = Some(answer);
        }
    }

    /// Starts the CPU to move, unless it is thinking already, paused or the game is over. Redoes an
    /// undone pass first.
    pub(super) fn think_if_due(&mut self) {
        if self.paused || self.thinking.color.is_some() {
            return;
        }
        self.make_due_pass();
        self.run_clock();
        let Turn::Move(color) = self.game.turn() else {
            return;
        };
        if !self.players[color].is_cpu() {
            return;
        }
        self.failed = None;
        self.thinking.ask(MoveRequest {
            color,
            player: self.players[color].clone(),
            // Each game of a session and each side has its own seed.
            seed: self
                .seed
                .wrapping_add(u64::from(self.games).wrapping_mul(0x9e37_79b9_7f4a_7c15))
                .wrapping_add(u64::from(color == Color::White) << 63),
            game: self.game.clone(),
            time_left: self.timing.time_left(color),
            threads: self.threads,
        });
    }

    /// Redoes a CPU's forced pass that was undone.
    fn make_due_pass(&mut self) {
        if let Turn::Pass(color) = self.game.turn()
            && self.players[color].is_cpu()
        {
            let before = self.game.entries().len();
            self.game.pass_if_forced();
            if self.game.undone().is_empty() {
                self.update_after(before, MoveOrigin::Played);
            } else {
                self.went_to();
                self.announce_from(before);
            }
        }
    }

    /// Returns the side whose CPU has failed to move and was not asked again.
    pub fn failed(&self) -> Option<Color> {
        let to_move =
            |&color: &Color| self.game.turn() == Turn::Move(color) && self.players[color].is_cpu();
        self.failed.filter(to_move)
    }

    /// Lets the human play for the CPU that failed, or in a game that is only watched for the one to move.
    ///
    /// # Errors
    /// [`Refusal::NobodyFailed`].
    pub(crate) fn take_over(&mut self) -> Result<(), Refusal<G>> {
        let color = self.failed().or(self.watched_turn());
        let color = color.ok_or(Refusal::NobodyFailed)?;
        let mut players = self.players.clone();
        players[color] = G::Kind::HUMAN;
        self.paused = false;
        self.timing.resume();
        self.set_players(players);
        Ok(())
    }

    /// Resigns for the CPU that failed.
    ///
    /// # Errors
    /// [`Refusal::NobodyFailed`].
    pub(crate) fn forfeit(&mut self) -> Result<(), Refusal<G>> {
        let color = self.failed().ok_or(Refusal::NobodyFailed)?;
        self.end_with(|game| game.resign(color))
    }
}
