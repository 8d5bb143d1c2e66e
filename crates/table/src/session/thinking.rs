//! The thinking of a session's CPUs on a background task.

use std::time::Instant;

use super::{Factory, TableGame, TimeSource};
use crate::background::{Background, Report, Reporter, Waker};
use crate::player::{Control, PlayerError, TimeLeft};
use reversi::{ByColor, Color, Square};

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
            .ok_or_else(|| PlayerError::Failed("it cannot choose moves".to_owned()))?,
    };
    let answer = request.game.choose(&mut player, control);
    *cache = Some(CachedPlayer {
        kind: kind.clone(),
        seed,
        player,
    });
    answer
}
