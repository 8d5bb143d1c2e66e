//! Tasks whose progress and answers are values of one type.

use super::{Background, Report, TaskError};

/// A task whose progress and answers are values of one type. `E` is the error of its work.
pub type ValueTask<Q, T, E> = Background<Q, T, Result<T, E>>;

/// Why a task has no value. Displays as the error that it holds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TaskFailure<E> {
    /// The task failed.
    #[error(transparent)]
    Task(#[from] TaskError),
    /// The work of the task failed.
    #[error("{0}")]
    Work(E),
}

impl<T, E> Report<T, Result<T, E>> {
    /// Returns the value, of progress or of an answer.
    fn into_value(self) -> Result<T, TaskFailure<E>> {
        match self {
            Self::Progress(value) => Ok(value),
            Self::Answer(answer) => answer?.map_err(TaskFailure::Work),
        }
    }
}

impl<Q: Send + 'static, T: Send + 'static, E: Send + 'static> ValueTask<Q, T, E> {
    /// Takes the oldest value, without blocking.
    pub fn next_value(&self) -> Option<Result<T, TaskFailure<E>>> {
        self.poll().map(Report::into_value)
    }

    /// Takes the oldest value, waiting for it if necessary; `None` if none will come.
    pub fn wait_value(&self) -> Option<Result<T, TaskFailure<E>>> {
        self.wait().map(Report::into_value)
    }
}

/// A task, its newest value and whether an error came after it.
#[derive(Debug)]
pub struct Latest<Q, T, E> {
    task: ValueTask<Q, T, E>,
    value: Option<T>,
    /// The error after the value.
    error: Option<TaskFailure<E>>,
}

impl<Q: Send + 'static, T: Send + 'static, E: Send + 'static> Latest<Q, T, E> {
    /// Follows a task from its first question on.
    pub const fn of(task: ValueTask<Q, T, E>) -> Self {
        Self {
            task,
            value: None,
            error: None,
        }
    }

    /// Asks a question in place of all that were asked before. `first` is the value until there is an answer.
    pub fn ask(&mut self, question: Q, first: Option<T>) {
        (self.value, self.error) = (first, None);
        self.task.ask(question);
    }

    /// Drops all questions and forgets the value.
    pub fn stop(&mut self) {
        (self.value, self.error) = (None, None);
        self.task.stop();
    }

    /// Takes the values so far. Returns whether there was one or an error.
    pub fn poll(&mut self) -> bool {
        let mut is_new = false;
        while let Some(value) = self.task.next_value() {
            self.take(value);
            is_new = true;
        }
        is_new
    }

    /// Takes all values, waiting for them, and returns the last one.
    pub fn wait(&mut self) -> Option<Result<&T, &TaskFailure<E>>> {
        while let Some(value) = self.task.wait_value() {
            self.take(value);
        }
        self.latest()
    }

    fn take(&mut self, value: Result<T, TaskFailure<E>>) {
        match value {
            // An error ends its question, so that a value after it is of a newer one.
            Ok(value) => (self.value, self.error) = (Some(value), None),
            Err(error) => self.error = Some(error),
        }
    }

    /// Returns the newest value.
    pub const fn value(&self) -> Option<&T> {
        self.value.as_ref()
    }

    /// Returns the newest value, or why there is no newer one.
    pub fn latest(&self) -> Option<Result<&T, &TaskFailure<E>>> {
        let error = self.error.as_ref().map(Err);
        error.or_else(|| self.value().map(Ok))
    }

    /// Returns whether more values will come.
    pub fn is_busy(&self) -> bool {
        self.task.is_busy()
    }
}

#[cfg(test)]
mod tests;
