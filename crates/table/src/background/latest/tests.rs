//! The laws of [`Latest`], in random orders of what its owner and its task do.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};

use proptest::prelude::*;

use super::*;
use crate::background::Reporter;

/// What the work does next.
#[derive(Clone, Copy, Debug)]
enum Step {
    Progress(u8),
    Answer(Result<u8, u8>),
    Panic,
}

/// What happens to a task.
#[derive(Clone, Copy, Debug)]
enum Action {
    Ask(Option<u8>),
    Queue,
    Stop,
    Work(Step),
    Poll,
}

/// A value, or the error of the work; `None` for a panic.
type Seen = Result<u8, Option<u8>>;

/// The value of late progress and of a late answer.
const LATE: u8 = u8::MAX;

fn actions() -> impl Strategy<Value = Vec<Action>> {
    let number = 0..LATE;
    let answer = prop_oneof![
        number.clone().prop_map(Ok::<u8, u8>),
        number.clone().prop_map(Err)
    ];
    let step = prop_oneof![
        3 => number.clone().prop_map(Step::Progress),
        3 => answer.prop_map(Step::Answer),
        1 => Just(Step::Panic),
    ];
    let action = prop_oneof![
        2 => prop::option::of(number).prop_map(Action::Ask),
        2 => Just(Action::Queue),
        1 => Just(Action::Stop),
        6 => step.prop_map(Action::Work),
        4 => Just(Action::Poll),
    ];
    prop::collection::vec(action, 0..40)
}

/// A task that works step by step, and what must be seen of it.
struct Model {
    latest: Latest<(), u8, u8>,
    begun: Receiver<()>,
    steps: Sender<Step>,
    progressed: Receiver<()>,
    /// The number of questions that are not answered.
    open: usize,
    first: Option<u8>,
    /// The reports since the task was last asked or stopped.
    reports: Vec<Seen>,
    /// The number of reports that were taken.
    taken: usize,
}

impl Model {
    fn start() -> Self {
        let (on_start, begun) = mpsc::channel();
        let (steps, next_step) = mpsc::channel();
        let (on_progress, progressed) = mpsc::channel();
        let work = move |(), reporter: &Reporter<u8>| {
            on_start.send(()).unwrap();
            loop {
                match next_step.recv().unwrap() {
                    Step::Progress(value) => {
                        reporter.progress(value);
                        on_progress.send(()).unwrap();
                    }
                    Step::Answer(answer) => return answer,
                    Step::Panic => panic!("asked to"),
                }
            }
        };
        Self {
            latest: Latest::of(Background::start("steps", Arc::new(|| ()), work)),
            begun,
            steps,
            progressed,
            open: 0,
            first: None,
            reports: Vec::new(),
            taken: 0,
        }
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Ask(first) => {
                self.latest.ask((), first);
                self.drop_questions(first);
                self.open = 1;
                self.begun.recv().unwrap();
            }
            Action::Queue => {
                self.latest.task.queue(());
                if self.open == 0 {
                    self.begun.recv().unwrap();
                }
                self.open += 1;
            }
            Action::Stop => {
                self.latest.stop();
                self.drop_questions(None);
            }
            Action::Work(_) if self.open == 0 => {}
            Action::Work(step) => self.work(step),
            Action::Poll => {
                let is_new = self.taken < self.reports.len();
                assert_eq!(self.latest.poll(), is_new);
                self.taken = self.reports.len();
            }
        }
    }

    /// Forgets all questions. The work on one of them ends late.
    fn drop_questions(&mut self, first: Option<u8>) {
        if self.open > 0 {
            self.steps.send(Step::Progress(LATE)).unwrap();
            self.progressed.recv().unwrap();
            self.steps.send(Step::Answer(Ok(LATE))).unwrap();
        }
        self.reports.clear();
        (self.open, self.first, self.taken) = (0, first, 0);
    }

    fn work(&mut self, step: Step) {
        self.steps.send(step).unwrap();
        self.reports.push(match step {
            Step::Progress(value) => Ok(value),
            Step::Answer(answer) => answer.map_err(Some),
            Step::Panic => Err(None),
        });
        if let Step::Progress(_) = step {
            self.progressed.recv().unwrap();
            return;
        }
        self.open -= 1;
        if self.open > 0 {
            self.begun.recv().unwrap();
        } else {
            self.latest.task.finish();
        }
    }

    /// The newest report counts, be it a value or an error; until there is one, the first value. An error leaves
    /// the newest value.
    fn check(&self) {
        let taken = &self.reports[..self.taken];
        let newest = taken.iter().rev().find_map(|report| report.ok());
        assert_eq!(self.latest.value().copied(), newest.or(self.first));
        let report = taken.last().copied().or(self.first.map(Ok));
        assert_eq!(self.latest.latest().map(seen), report);
        let is_busy = self.open > 0 || self.taken < self.reports.len();
        assert_eq!(self.latest.is_busy(), is_busy);
    }
}

fn seen(latest: Result<&u8, &TaskFailure<u8>>) -> Seen {
    latest.copied().map_err(|failure| match failure {
        TaskFailure::Work(error) => Some(*error),
        TaskFailure::Task(TaskError::Panicked(_)) => None,
        TaskFailure::Task(error) => panic!("{error}"),
    })
}

proptest! {
    #[test]
    fn the_newest_report_on_the_newest_questions_counts(actions in actions()) {
        let mut model = Model::start();
        model.check();
        for action in actions {
            model.act(action);
            model.check();
        }
        while model.open > 0 {
            model.work(Step::Answer(Err(1)));
        }
        model.taken = model.reports.len();
        let waited = model.latest.wait().map(seen);
        prop_assert_eq!(waited, model.latest.latest().map(seen));
        model.check();
    }
}
