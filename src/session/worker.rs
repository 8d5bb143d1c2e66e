//! Owns the worker thread on which a session's CPUs think, and the jobs and answers between them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;

use super::{Factory, Waker};
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::player::{Control, Player, PlayerError, PlayerKind};
use crate::square::Square;

/// A question: what does this player play in this game?
pub(super) struct Job {
    pub(super) generation: u64,
    pub(super) color: Color,
    pub(super) player: PlayerKind,
    pub(super) seed: u64,
    pub(super) game: Game,
}

/// The answer to the job of the same generation.
pub(super) struct Answer {
    pub(super) generation: u64,
    pub(super) result: Result<Square, PlayerError>,
}

/// A thread that answers one job after another. It ends, and is waited for, when this is dropped.
pub(super) struct Worker {
    /// `None` only while the worker is dropped.
    jobs: Option<Sender<(Job, Control)>>,
    answers: Receiver<Answer>,
    control: Control,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    pub(super) fn start(factory: Factory, waker: Waker) -> Self {
        let (jobs, job_queue) = mpsc::channel();
        let (answer_queue, answers) = mpsc::channel();
        let thread = std::thread::Builder::new()
            .name("player".to_owned())
            .spawn(move || work(&job_queue, &answer_queue, factory, &*waker))
            .ok();
        Self {
            jobs: Some(jobs),
            answers,
            control: Control::default(),
            thread,
        }
    }

    /// Asks a question; the one before it is stopped.
    pub(super) fn ask(&mut self, job: Job) {
        self.control.stop();
        self.control = Control::default();
        if let Some(jobs) = &self.jobs {
            // Without a thread nothing is sent and nothing will be answered: the receiver says so.
            let _ = jobs.send((job, self.control.clone()));
        }
    }

    pub(super) fn stop(&self) {
        self.control.stop();
    }

    pub(super) fn try_answer(&self) -> Option<Answer> {
        self.answers.try_recv().ok()
    }

    /// The next answer; `None` when the thread is gone.
    pub(super) fn wait_for_answer(&self) -> Option<Answer> {
        self.answers.recv().ok()
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
struct Seat {
    kind: PlayerKind,
    seed: u64,
    player: Box<dyn Player>,
}

fn work(
    jobs: &Receiver<(Job, Control)>,
    answers: &Sender<Answer>,
    factory: Factory,
    wake: &(dyn Fn() + Send + Sync),
) {
    // A player lives as long as its kind and seed stay, so that it can keep what it learned.
    let mut players: ByColor<Option<Seat>> = ByColor::default();
    for (job, control) in jobs {
        if control.is_stopped() {
            continue;
        }
        let slot = &mut players[job.color];
        if slot
            .as_ref()
            .is_none_or(|seat| (seat.kind, seat.seed) != (job.player, job.seed))
        {
            *slot = factory(job.player, job.seed).map(|player| Seat {
                kind: job.player,
                seed: job.seed,
                player,
            });
        }
        let result = match slot {
            Some(seat) => {
                catch_unwind(AssertUnwindSafe(|| seat.player.choose(&job.game, &control)))
                    .unwrap_or_else(|_| Err(PlayerError::Failed("it crashed".to_owned())))
            }
            None => Err(PlayerError::Failed("it cannot think by itself".to_owned())),
        };
        let answer = Answer {
            generation: job.generation,
            result,
        };
        if answers.send(answer).is_err() {
            return;
        }
        wake();
    }
}
