//! Owns the worker thread on which a session's CPUs think, and the jobs, thoughts and
//! answers between them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use std::time::Instant;

use super::{Factory, TimeSource, Waker};
use crate::app::player::{Control, Player, PlayerError, PlayerKind, Thought, TimeLeft};
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::square::Square;

/// A question: what does this player play in this game?
pub(super) struct Job {
    pub(super) generation: u64,
    pub(super) color: Color,
    pub(super) player: PlayerKind,
    pub(super) seed: u64,
    pub(super) game: Game,
    pub(super) time_left: Option<TimeLeft>,
    pub(super) threads: usize,
}

/// What the worker says about the job of the same generation.
pub(super) struct Message {
    pub(super) generation: u64,
    pub(super) news: News,
}

pub(super) enum News {
    Thought(Thought),
    /// The answer, and when it was there.
    Answer(Result<Square, PlayerError>, Instant),
}

/// A thread that answers one job after another. It ends, and is waited for, when this is dropped.
pub(super) struct Worker {
    /// `None` only while the worker is dropped.
    jobs: Option<Sender<(Job, Control)>>,
    messages: Receiver<Message>,
    message_queue: Sender<Message>,
    waker: Waker,
    control: Control,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    pub(super) fn start(factory: Factory, waker: Waker, now: TimeSource) -> Self {
        let (jobs, job_queue) = mpsc::channel();
        let (message_queue, messages) = mpsc::channel();
        let (queue, wake) = (message_queue.clone(), Arc::clone(&waker));
        let thread = std::thread::Builder::new()
            .name("player".to_owned())
            .spawn(move || work(&job_queue, &queue, factory, &*wake, &*now))
            .ok();
        Self {
            jobs: Some(jobs),
            messages,
            message_queue,
            waker,
            control: Control::default(),
            thread,
        }
    }

    /// Asks a question; the one before it is stopped.
    pub(super) fn ask(&mut self, job: Job) {
        self.control.stop();
        let (queue, waker, generation) = (
            self.message_queue.clone(),
            Arc::clone(&self.waker),
            job.generation,
        );
        self.control = Control::default()
            .with_time_left(job.time_left)
            .with_threads(job.threads)
            .on_progress(move |thought| {
                let news = News::Thought(thought);
                // Once nobody listens, nothing is lost.
                let _ = queue.send(Message { generation, news });
                waker();
            });
        let asked = (job, self.control.clone());
        let refused = match &self.jobs {
            Some(jobs) if self.thread.is_some() => jobs.send(asked).is_err(),
            _ => true,
        };
        if refused {
            let reason = "the thread on which it thinks is gone".to_owned();
            let answer = News::Answer(Err(PlayerError::Failed(reason)), Instant::now());
            let _ = self.message_queue.send(Message {
                generation,
                news: answer,
            });
        }
    }

    pub(super) fn stop(&self) {
        self.control.stop();
    }

    pub(super) fn try_message(&self) -> Option<Message> {
        self.messages.try_recv().ok()
    }

    /// Waits for the next message. `None` never comes while this is alive.
    pub(super) fn wait_for_message(&self) -> Option<Message> {
        self.messages.recv().ok()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.control.stop();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A panic of a player was caught and reported; there is nothing more to say.
            let _ = thread.join();
        }
    }
}

/// A player made for a side, and what it was made from.
struct CachedPlayer {
    kind: PlayerKind,
    seed: u64,
    player: Box<dyn Player>,
}

fn work(
    jobs: &Receiver<(Job, Control)>,
    messages: &Sender<Message>,
    factory: Factory,
    wake: &(dyn Fn() + Send + Sync),
    now: &(dyn Fn() -> Instant + Send + Sync),
) {
    // A player lives as long as its kind and seed stay, so that it can keep what it learned.
    let mut players: ByColor<Option<CachedPlayer>> = ByColor::default();
    for (job, control) in jobs {
        if control.is_stopped() {
            continue;
        }
        let slot = &mut players[job.color];
        // Whatever a player does, its session gets an answer.
        let result = catch_unwind(AssertUnwindSafe(|| answer(slot, &job, factory, &control)))
            .unwrap_or_else(|_| Err(PlayerError::Failed("it crashed".to_owned())));
        let answer = Message {
            generation: job.generation,
            news: News::Answer(result, now()),
        };
        if messages.send(answer).is_err() {
            return;
        }
        wake();
    }
}

fn answer(
    slot: &mut Option<CachedPlayer>,
    job: &Job,
    factory: Factory,
    control: &Control,
) -> Result<Square, PlayerError> {
    if slot
        .as_ref()
        .is_none_or(|seat| (seat.kind, seat.seed) != (job.player, job.seed))
    {
        // The memory of one player is given back before the next one takes its own.
        *slot = None;
        *slot = factory(job.player, job.seed).map(|player| CachedPlayer {
            kind: job.player,
            seed: job.seed,
            player,
        });
    }
    match slot {
        Some(seat) => seat.player.choose(&job.game, control),
        None => Err(PlayerError::Failed("it cannot think by itself".to_owned())),
    }
}
