//! The thinking of a session's CPUs on a background task.

use std::time::Instant;

use super::{Factory, TimeSource};
use crate::app::background::{Background, Report, Reporter, Waker};
use crate::app::player::{Control, Player, PlayerError, PlayerKind, TimeLeft};
use crate::app::wording;
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::search::{MoveScore, SearchInfo};
use crate::square::Square;

/// The question to the task: which move does this player choose in this game?
pub(super) struct Question {
    pub(super) color: Color,
    pub(super) player: PlayerKind,
    pub(super) seed: u64,
    pub(super) game: Game,
    pub(super) time_left: Option<TimeLeft>,
    pub(super) threads: usize,
}

type Answer = Result<Square, PlayerError>;

/// The task on which CPUs think, and its last reports.
pub(super) struct Thinking {
    /// Answers carry the moment at which they arrived.
    task: Background<Question, SearchInfo, (Answer, Instant)>,
    /// The side whose CPU is thinking or has an answer that was not played yet.
    pub(super) color: Option<Color>,
    info: Option<SearchInfo>,
    pub(super) answer: Option<Answer>,
}

impl Thinking {
    pub(super) fn start(factory: Factory, waker: Waker, now: TimeSource) -> Self {
        // A player is kept while its kind and seed stay the same, so that it can reuse its memory.
        let mut players: ByColor<Option<CachedPlayer>> = ByColor::default();
        let think = move |question: Question, reporter: &Reporter<SearchInfo>| {
            let control = Control {
                reporter: reporter.clone(),
                time_left: question.time_left,
                threads: question.threads,
            };
            let cache = &mut players[question.color];
            (choose(cache, &question, factory, &control), now())
        };
        Self {
            task: Background::start("player", waker, think),
            color: None,
            info: None,
            answer: None,
        }
    }

    pub(super) fn ask(&mut self, question: Question) {
        self.stop();
        self.color = Some(question.color);
        self.task.ask(question);
    }

    pub(super) fn stop(&mut self) {
        self.task.stop();
        (self.color, self.info, self.answer) = (None, None, None);
    }

    /// Processes the next report without blocking. Returns an answer with the moment at which it
    /// arrived, `None` for now.
    pub(super) fn poll(&mut self) -> Option<(Answer, Option<Instant>)> {
        while let Some(report) = self.task.poll() {
            if let Some(answer) = self.take(report) {
                return Some(answer);
            }
        }
        None
    }

    /// Like [`Thinking::poll`], but waits for the answer; `None` when none will come.
    pub(super) fn wait(&mut self) -> Option<(Answer, Option<Instant>)> {
        while let Some(report) = self.task.wait() {
            if let Some(answer) = self.take(report) {
                return Some(answer);
            }
        }
        None
    }

    fn take(
        &mut self,
        report: Report<SearchInfo, (Answer, Instant)>,
    ) -> Option<(Answer, Option<Instant>)> {
        match report {
            Report::Progress(info) => {
                self.info = Some(info);
                None
            }
            Report::Answer(Ok((answer, at))) => Some((answer, Some(at))),
            Report::Answer(Err(error)) => Some((Err(PlayerError::Internal(error)), None)),
        }
    }

    /// Returns the best move that the CPU has found so far.
    pub(super) fn best(&self) -> Option<&MoveScore> {
        self.info.as_ref()?.moves.first()
    }
}

/// A player made for a side, and what it was made from.
struct CachedPlayer {
    kind: PlayerKind,
    seed: u64,
    player: Box<dyn Player>,
}

fn choose(
    cache: &mut Option<CachedPlayer>,
    question: &Question,
    factory: Factory,
    control: &Control,
) -> Answer {
    let (kind, seed) = (&question.player, question.seed);
    // Frees the memory of the old player before the new one allocates its own. A player that panics is
    // dropped.
    let cached = cache.take().filter(|c| (&c.kind, c.seed) == (kind, seed));
    let mut player = match cached {
        Some(cached) => cached.player,
        None => factory(kind, seed)
            .ok_or_else(|| PlayerError::Failed(wording::CANNOT_CHOOSE.to_owned()))?,
    };
    let answer = player.choose(&question.game, control);
    *cache = Some(CachedPlayer {
        kind: kind.clone(),
        seed,
        player,
    });
    answer
}
