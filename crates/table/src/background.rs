//! A background task: a thread that answers questions without blocking its owner.
//!
//! The owner [asks](Background::ask) a question, which replaces all earlier ones, or
//! [queues](Background::queue) it behind them. The task reports progress and then its answer; the owner
//! takes these reports with [`Background::poll`] when its [`Waker`] was called, or with
//! [`Background::wait`]. Each question has its own stop flag, which is also its generation number: once
//! it is set, the task should stop, and its later reports on that question are dropped.
//!
//! A panic in the task is an answer: [`TaskError::Panicked`].
//!
//! ```
//! use std::sync::Arc;
//! use reversi_table::background::{Background, Report};
//!
//! let sum = Background::start("sum", Arc::new(|| ()), |numbers: Vec<u32>, reporter| {
//!     let mut sum = 0;
//!     for number in numbers {
//!         if reporter.is_stopped() {
//!             break;
//!         }
//!         sum += number;
//!         reporter.progress(sum);
//!     }
//!     sum
//! });
//! sum.ask(vec![1, 2]);
//! sum.ask(vec![3, 4]);
//! let answer = std::iter::from_fn(|| sum.wait()).last();
//! assert_eq!(answer, Some(Report::Answer(Ok(7))));
//! ```

mod latest;
mod panics;
mod pool;

use std::cell::{Cell, OnceCell};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{fmt, io};

use crate::sync::{Condvar, Mutex};

use crate::phrase::io_reason;
use reversi::memory;
use reversi_text::{Message, Name, label, tr};

pub use latest::{Latest, TaskFailure, ValueTask};
pub use panics::{catch, install_hook, is_catching};
pub use pool::{Shard, Stop, in_order, on_threads};

/// Wakes a sleeping owner when there is something to poll. Called on the thread of the task.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// The minimum time between two wakes for progress.
const INTERVAL: Duration = Duration::from_millis(50);

/// How long whoever leaves waits for the last result to be saved.
pub const SAVING: Duration = Duration::from_secs(1);

/// How long dropping a task waits for its thread: less than a person notices.
const LEAVING: Duration = Duration::from_millis(50);

/// Something cannot be done for lack of memory, as a clause.
pub const NO_MEMORY: &Message = label!("not enough memory");

/// The memory in bytes that must be free when a task takes a question; less than searches leave free.
const NEEDED_MEMORY: usize = 16 << 20;

/// What the threads of all tasks call with their names before they work on a question.
static BEFORE_WORK: OnceLock<fn(&str)> = OnceLock::new();

/// Sets what the threads of all tasks call with their names before they work on a question: in tests, some hang.
#[doc(hidden)]
pub fn before_work(call: fn(&str)) {
    BEFORE_WORK.get_or_init(|| call);
}

/// A report of a task about a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report<P, A> {
    /// Progress. Only the newest is kept.
    Progress(P),
    /// The answer, and the last report about this question.
    Answer(Result<A, TaskError>),
}

/// An error in place of an answer. Displays as a clause without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskError {
    /// The task panicked, which is a bug. The panic message and its location.
    Panicked(String),
    /// The system could not start a thread. The reason.
    NotStarted(String),
    /// The task would run out of memory.
    NoMemory,
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::Panicked(message) => tr!(
                "internal error: {message}. Please report it with the position and what you did",
                message = Name(message)
            ),
            Self::NotStarted(reason) => {
                tr!("cannot start a thread: {reason}", reason = Name(reason))
            }
            Self::NoMemory => NO_MEMORY.into(),
        })
    }
}

impl std::error::Error for TaskError {}

impl TaskError {
    /// Returns the error of a thread that the system could not start.
    pub fn not_started(error: &io::Error) -> Self {
        Self::NotStarted(io_reason(error).into())
    }
}

/// A thread that answers one question after another. Dropping it tells the thread to stop and waits up to 50 ms for its
/// end, so that what it owns is free again. A screen must not wait longer: a thread that is still busy ends on its own,
/// and [`wait_for_all`] waits for it when the program ends.
pub struct Background<Q, P, A> {
    channel: Arc<TaskChannel<Q, P, A>>,
    /// The thread, from the first question on.
    thread: OnceCell<Result<JoinHandle<()>, TaskError>>,
    /// The function that starts it, until then.
    spawn: Cell<Option<Spawn>>,
}

type Spawn = Box<dyn FnOnce() -> io::Result<JoinHandle<()>> + Send>;

impl<Q, P, A> fmt::Debug for Background<Q, P, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_busy = self.channel.state.lock().is_busy();
        f.debug_struct("Background")
            .field("is_busy", &is_busy)
            .finish_non_exhaustive()
    }
}

impl<Q: Send + 'static, P: Send + 'static, A: Send + 'static> Background<Q, P, A> {
    /// Creates a task whose thread starts with the first question and calls `work` for each. What `work`
    /// owns lives as long as the task. If no thread can be started, every question is answered with the
    /// reason.
    pub fn start(
        name: &str,
        waker: Waker,
        mut work: impl FnMut(Q, &Reporter<P>) -> A + Send + 'static,
    ) -> Self {
        let channel = Arc::new(TaskChannel {
            state: Mutex::new(TaskState::default()),
            changed: Condvar::new(),
            waker,
        });
        let task = Arc::clone(&channel);
        let thread = thread::Builder::new().name(name.to_owned());
        let spawn = move || {
            thread.spawn(move || {
                while let Some((question, stopped)) = task.next_question() {
                    let reporter = Reporter {
                        stopped,
                        sink: Some(Arc::clone(&task) as Arc<dyn Sink<P>>),
                    };
                    if let Some(call) = BEFORE_WORK.get() {
                        call(thread::current().name().unwrap_or_default());
                    }
                    let answer = if memory::is_free(NEEDED_MEMORY) {
                        catch(|| work(question, &reporter))
                    } else {
                        Err(TaskError::NoMemory)
                    };
                    task.answer(answer, &reporter.stopped);
                }
                // What the work owns is free before the task has ended.
                drop(work);
                task.state.lock().has_ended = true;
                task.changed.notify_all();
            })
        };
        Self {
            channel,
            thread: OnceCell::new(),
            spawn: Cell::new(Some(Box::new(spawn))),
        }
    }

    /// Asks a question in place of all that were asked before.
    ///
    /// # Panics
    /// Never, as [`Background::queue`].
    pub fn ask(&self, question: Q) {
        self.stop();
        self.queue(question);
    }

    /// Asks a question after those that were asked before.
    ///
    /// # Panics
    /// Never: the thread is started once.
    pub fn queue(&self, question: Q) {
        let thread = self.thread.get_or_init(|| {
            let spawn = self.spawn.take().expect("the thread is started once");
            spawn().map_err(|error| TaskError::not_started(&error))
        });
        let mut state = self.channel.state.lock();
        match thread {
            Ok(_) => {
                state.questions.push_back(question);
                self.channel.changed.notify_all();
            }
            Err(error) => {
                state.reports.push_back(Report::Answer(Err(error.clone())));
                drop(state);
                (self.channel.waker)();
            }
        }
    }

    /// Calls `change` on the last waiting question and returns its result; `false` if no question is
    /// waiting.
    pub fn change_last(&self, change: impl FnOnce(&mut Q) -> bool) -> bool {
        self.channel
            .state
            .lock()
            .questions
            .back_mut()
            .is_some_and(change)
    }

    /// Drops all questions, and tells the task to stop work on the current one.
    pub fn stop(&self) {
        self.channel.state.lock().stop();
    }

    /// Returns whether a report is waiting or still to come.
    pub fn is_busy(&self) -> bool {
        let state = self.channel.state.lock();
        state.is_busy() || !state.reports.is_empty()
    }

    /// Takes the oldest report, without blocking.
    pub fn poll(&self) -> Option<Report<P, A>> {
        self.channel.state.lock().take_report()
    }

    /// Takes the oldest answer and drops the progress before it, without blocking.
    pub fn next_answer(&self) -> Option<Result<A, TaskError>> {
        loop {
            if let Report::Answer(answer) = self.poll()? {
                return Some(answer);
            }
        }
    }

    /// Takes the oldest report, waiting for it if necessary; `None` if none will come.
    pub fn wait(&self) -> Option<Report<P, A>> {
        let mut state = self.channel.state.lock();
        while state.reports.is_empty() && state.is_busy() {
            self.channel.changed.wait(&mut state);
        }
        state.take_report()
    }

    /// Waits until every question is answered, without taking the reports; while a panic unwinds, a
    /// second at most.
    pub fn finish(&self) {
        let patience = if thread::panicking() {
            Duration::from_secs(1)
        } else {
            Duration::MAX
        };
        self.finish_within(patience);
    }

    /// Waits until every question is answered or the time is over, without taking the reports.
    pub fn finish_within(&self, patience: Duration) {
        let mut state = self.channel.state.lock();
        let changed = &self.channel.changed;
        changed.wait_while_for(&mut state, |state| state.is_busy(), patience);
    }

    /// Stops without waiting for the thread, for work that may hang. The thread ends when its work
    /// does.
    pub fn abandon(mut self) {
        self.thread.take();
    }
}

/// The threads of dropped tasks that were still busy.
static LEFT: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());

/// Waits until the threads of all dropped tasks have ended, or until this time is over. Returns whether they have.
pub fn wait_for_all(patience: Duration) -> bool {
    /// The time between two looks.
    const LOOK: Duration = Duration::from_millis(5);
    let mut waited = Duration::ZERO;
    loop {
        let mut left = LEFT.lock();
        left.retain(|thread| !thread.is_finished());
        if left.is_empty() || waited >= patience {
            return left.is_empty();
        }
        drop(left);
        thread::sleep(LOOK);
        waited += LOOK;
    }
}

impl<Q, P, A> Drop for Background<Q, P, A> {
    fn drop(&mut self) {
        let mut state = self.channel.state.lock();
        state.stop();
        state.closed = true;
        self.channel.changed.notify_all();
        // While the owner panics, work that hangs must not hold up the end of the program.
        let Some(Ok(thread)) = self.thread.take().filter(|_| !thread::panicking()) else {
            return;
        };
        let changed = &self.channel.changed;
        changed.wait_while_for(&mut state, |state| !state.has_ended, LEAVING);
        let has_ended = state.has_ended;
        drop(state);
        if has_ended {
            // Panics of the work were caught, and nothing else on the thread panics.
            let _ = thread.join();
        } else {
            LEFT.lock().push(thread);
        }
    }
}

/// Reports progress of a task and tells it when to stop. The default reports to nobody.
pub struct Reporter<P> {
    stopped: Arc<AtomicBool>,
    sink: Option<Arc<dyn Sink<P>>>,
}

impl<P> Reporter<P> {
    /// Reports progress, replacing progress that was not taken yet.
    pub fn progress(&self, progress: P) {
        if let Some(sink) = &self.sink {
            sink.put(progress, &self.stopped);
        }
    }

    /// Returns whether the task should stop, because its answer is no longer wanted. Cheap; call it
    /// often, because it also announces progress that came too soon after the last wake.
    pub fn is_stopped(&self) -> bool {
        if let Some(sink) = &self.sink {
            sink.wake_if_due();
        }
        self.stopped.load(Ordering::Relaxed)
    }

    /// Tells the task to stop.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

impl<P> Default for Reporter<P> {
    fn default() -> Self {
        Self {
            stopped: Arc::default(),
            sink: None,
        }
    }
}

impl<P> Clone for Reporter<P> {
    fn clone(&self) -> Self {
        Self {
            stopped: Arc::clone(&self.stopped),
            sink: self.sink.clone(),
        }
    }
}

/// The channel of a task, as seen by its reporter.
trait Sink<P>: Send + Sync {
    fn put(&self, progress: P, stopped: &AtomicBool);
    fn wake_if_due(&self);
}

struct TaskChannel<Q, P, A> {
    state: Mutex<TaskState<Q, P, A>>,
    changed: Condvar,
    waker: Waker,
}

struct TaskState<Q, P, A> {
    questions: VecDeque<Q>,
    /// The stop flag of the current question.
    running: Option<Arc<AtomicBool>>,
    reports: VecDeque<Report<P, A>>,
    throttle: Throttle,
    closed: bool,
    /// The thread does nothing more.
    has_ended: bool,
}

impl<Q, P, A> Default for TaskState<Q, P, A> {
    fn default() -> Self {
        Self {
            questions: VecDeque::new(),
            running: None,
            reports: VecDeque::new(),
            throttle: Throttle::default(),
            closed: false,
            has_ended: false,
        }
    }
}

impl<Q, P, A> TaskState<Q, P, A> {
    fn is_busy(&self) -> bool {
        let running = |stopped: &Arc<AtomicBool>| !stopped.load(Ordering::Relaxed);
        !self.questions.is_empty() || self.running.as_ref().is_some_and(running)
    }

    fn stop(&mut self) {
        self.questions.clear();
        self.reports.clear();
        if let Some(stopped) = &self.running {
            stopped.store(true, Ordering::Relaxed);
        }
    }

    fn take_report(&mut self) -> Option<Report<P, A>> {
        self.throttle.pending = false;
        self.reports.pop_front()
    }
}

impl<Q, P, A> TaskChannel<Q, P, A> {
    /// Waits for the next question; `None` at the end.
    fn next_question(&self) -> Option<(Q, Arc<AtomicBool>)> {
        let mut state = self.state.lock();
        while !state.closed {
            if let Some(question) = state.questions.pop_front() {
                let stopped = Arc::new(AtomicBool::new(false));
                state.running = Some(Arc::clone(&stopped));
                return Some((question, stopped));
            }
            self.changed.wait(&mut state);
        }
        None
    }

    fn answer(&self, answer: Result<A, TaskError>, stopped: &AtomicBool) {
        let mut state = self.state.lock();
        state.running = None;
        let wanted = !stopped.load(Ordering::Relaxed);
        if wanted {
            state.reports.push_back(Report::Answer(answer));
            state.throttle = Throttle::default();
        }
        drop(state);
        self.changed.notify_all();
        if wanted {
            (self.waker)();
        }
    }
}

impl<Q: Send, P: Send, A: Send> Sink<P> for TaskChannel<Q, P, A> {
    fn put(&self, progress: P, stopped: &AtomicBool) {
        let mut state = self.state.lock();
        if stopped.load(Ordering::Relaxed) {
            return;
        }
        if let Some(Report::Progress(last)) = state.reports.back_mut() {
            *last = progress;
        } else {
            state.reports.push_back(Report::Progress(progress));
        }
        state.throttle.pending = true;
        drop(state);
        self.changed.notify_all();
        self.wake_if_due();
    }

    fn wake_if_due(&self) {
        if self.state.lock().throttle.is_due(Instant::now) {
            (self.waker)();
        }
    }
}

/// The rate of wakes for progress: at once, then at most one per [`INTERVAL`].
#[derive(Debug, Default)]
struct Throttle {
    /// There is unannounced progress.
    pending: bool,
    announced: Option<Instant>,
}

impl Throttle {
    /// Returns whether to announce progress now.
    fn is_due(&mut self, now: impl FnOnce() -> Instant) -> bool {
        if !self.pending {
            return false;
        }
        let now = now();
        let is_due = self
            .announced
            .is_none_or(|last| now.saturating_duration_since(last) >= INTERVAL);
        if is_due {
            *self = Self {
                pending: false,
                announced: Some(now),
            };
        }
        is_due
    }
}

#[cfg(test)]
mod tests;
