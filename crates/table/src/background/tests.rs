//! The laws of a background task. Each test waits for what must happen, never for a time to pass.

use std::sync::mpsc::{self, Receiver, Sender};

use super::*;

type Words = Background<&'static str, u32, &'static str>;

fn silent() -> Waker {
    Arc::new(|| ())
}

/// A task that says when it has begun a question and answers when it is let go; "panic" panics.
fn slow() -> (Words, Receiver<&'static str>, Sender<()>) {
    let (begun, has_begun) = mpsc::channel();
    let (go, may_go) = mpsc::channel();
    let task = Background::start("slow", silent(), move |word, _: &Reporter<u32>| {
        let _ = begun.send(word);
        let _ = may_go.recv();
        assert_ne!(word, "panic", "asked to");
        word
    });
    (task, has_begun, go)
}

#[test]
fn a_question_is_answered_once_and_then_nothing_is_to_come() {
    let task = Background::start("double", silent(), |n: u32, _: &Reporter<()>| 2 * n);
    assert!(!task.is_busy());
    assert_eq!(task.wait(), None);
    task.ask(21);
    assert_eq!(task.wait(), Some(Report::Answer(Ok(42))));
    assert!(!task.is_busy());
    assert_eq!((task.poll(), task.wait()), (None, None));
}

#[test]
fn a_late_answer_to_an_old_question_is_dropped() {
    let (task, has_begun, go) = slow();
    task.ask("old");
    assert_eq!(has_begun.recv(), Ok("old"));
    task.ask("new");
    go.send(()).unwrap();
    assert_eq!(has_begun.recv(), Ok("new"), "the old one has ended");
    assert_eq!(task.poll(), None);
    go.send(()).unwrap();
    assert_eq!(task.wait(), Some(Report::Answer(Ok("new"))));
    assert_eq!(task.wait(), None);
}

#[test]
fn an_answer_that_was_not_taken_is_dropped_with_its_question() {
    let task = Background::start("same", silent(), |n: u32, _: &Reporter<()>| n);
    task.ask(1);
    task.finish();
    assert!(task.is_busy(), "a report is waiting");
    task.stop();
    assert_eq!(task.poll(), None);
    assert!(!task.is_busy());
}

#[test]
fn a_question_that_is_taken_back_before_it_begins_is_never_begun() {
    let (task, has_begun, go) = slow();
    for word in ["first", "second", "third"] {
        task.ask(word);
        if word == "first" {
            assert_eq!(has_begun.recv(), Ok("first"));
        }
    }
    go.send(()).unwrap();
    assert_eq!(has_begun.recv(), Ok("third"));
    go.send(()).unwrap();
    assert_eq!(task.wait(), Some(Report::Answer(Ok("third"))));
}

#[test]
fn queued_questions_are_all_answered_in_order() {
    let (task, has_begun, go) = slow();
    task.queue("a");
    assert_eq!(has_begun.recv(), Ok("a"));
    assert!(
        !task.change_last(|_| true),
        "the one under way does not wait"
    );
    task.queue("b");
    task.queue("c");
    assert!(task.change_last(|word| {
        *word = "d";
        true
    }));
    for _ in 0..3 {
        go.send(()).unwrap();
    }
    task.finish();
    for word in ["a", "b", "d"] {
        assert_eq!(task.poll(), Some(Report::Answer(Ok(word))));
    }
    assert_eq!(task.poll(), None);
}

#[test]
fn a_task_told_to_stop_hears_of_it_and_nothing_waits_for_it() {
    let (ended, has_ended) = mpsc::channel();
    let (begun, has_begun) = mpsc::channel();
    let task = Background::start("endless", silent(), move |(), reporter: &Reporter<u32>| {
        let _ = begun.send(());
        while !reporter.is_stopped() {
            thread::yield_now();
        }
        reporter.progress(1);
        let _ = ended.send(());
    });
    task.ask(());
    has_begun.recv().unwrap();
    task.stop();
    assert_eq!(
        task.wait(),
        None,
        "nothing is to come about a stopped question"
    );
    has_ended.recv().unwrap();
    assert_eq!(task.poll(), None, "neither is its late progress");
    task.ask(());
    has_begun.recv().unwrap();
    drop(task);
    has_ended.recv().unwrap();
}

#[test]
fn dropping_a_task_waits_for_its_thread() {
    struct Bell(Sender<()>);
    impl Drop for Bell {
        fn drop(&mut self) {
            let _ = self.0.send(());
        }
    }
    let (sender, rung) = mpsc::channel();
    let bell = Bell(sender);
    let task = Background::start("bell", silent(), move |(), _: &Reporter<()>| {
        let _ = &bell;
    });
    drop(task);
    assert_eq!(rung.try_recv(), Ok(()));
}

#[test]
fn who_leaves_work_that_goes_on_is_free_and_the_end_of_the_program_waits_for_it() {
    let (task, has_begun, go) = slow();
    task.ask("reads a large file");
    assert_eq!(has_begun.recv(), Ok("reads a large file"));
    drop(task);
    assert!(!wait_for_all(Duration::ZERO));
    go.send(()).unwrap();
    assert!(wait_for_all(Duration::from_secs(120)));
    assert!(has_begun.recv().is_err(), "its thread has ended");
}

#[test]
fn an_abandoned_task_is_not_waited_for() {
    let (task, has_begun, go) = slow();
    task.ask("hangs");
    assert_eq!(has_begun.recv(), Ok("hangs"));
    task.abandon();
    go.send(()).unwrap();
    assert!(has_begun.recv().is_err(), "the thread ends when it can");
}

#[test]
fn of_progress_only_the_newest_is_kept_and_it_comes_before_the_answer() {
    let task = Background::start("count", silent(), |to, reporter| {
        (0..=to).for_each(|n| reporter.progress(n));
        "done"
    });
    task.ask(1000);
    task.finish();
    assert_eq!(task.poll(), Some(Report::Progress(1000)));
    assert_eq!(task.poll(), Some(Report::Answer(Ok("done"))));
    task.ask(1000);
    task.finish();
    assert_eq!(task.next_answer(), Some(Ok("done")), "without progress");
    assert_eq!(task.next_answer(), None);
}

#[test]
fn a_panic_is_delivered_as_an_internal_error_and_the_next_question_is_answered() {
    let (task, _begun, go) = slow();
    task.ask("panic");
    go.send(()).unwrap();
    let Some(Report::Answer(Err(error))) = task.wait() else {
        panic!("an answer comes whatever happens");
    };
    let sentence = error.to_string();
    assert!(sentence.starts_with("internal error: assertion `left != right` failed: asked to"));
    assert!(sentence.contains("background/tests.rs:"), "{sentence}");
    assert!(
        sentence.ends_with("Please report it with the position and what you did"),
        "{sentence}"
    );
    task.ask("fine");
    go.send(()).unwrap();
    assert_eq!(task.wait(), Some(Report::Answer(Ok("fine"))));
}

#[test]
fn the_owner_is_woken_for_the_first_progress_and_for_every_answer() {
    let (sender, woken) = mpsc::channel();
    let waker: Waker = Arc::new(move || {
        let _ = sender.send(());
    });
    let (go, may_go) = mpsc::channel::<()>();
    let task = Background::start("wakes", waker, move |(), reporter: &Reporter<u32>| {
        reporter.progress(1);
        let _ = may_go.recv();
    });
    task.ask(());
    woken.recv().unwrap();
    assert_eq!(task.poll(), Some(Report::Progress(1)));
    go.send(()).unwrap();
    woken.recv().unwrap();
    assert_eq!(task.poll(), Some(Report::Answer(Ok(()))));
}

#[test]
fn without_a_thread_every_question_is_answered_with_the_reason() {
    let error = TaskError::NotStarted("out of memory".to_owned());
    let mut task = Background::start("same", silent(), |n: u32, _: &Reporter<()>| n);
    task.thread = OnceCell::from(Err(error.clone()));
    task.ask(1);
    assert_eq!(task.wait(), Some(Report::Answer(Err(error.clone()))));
    assert_eq!(
        error.to_string(),
        "cannot start a thread: out of memory",
        "this is no bug of the program"
    );
}

#[test]
fn progress_is_announced_at_once_and_then_at_intervals() {
    let zero = Instant::now();
    let at = |millis| move || zero + Duration::from_millis(millis);
    let mut throttle = Throttle::default();
    assert!(!throttle.is_due(at(0)), "there is nothing to announce");
    throttle.pending = true;
    assert!(throttle.is_due(at(0)), "the first one at once");
    throttle.pending = true;
    assert!(!throttle.is_due(at(49)));
    assert!(throttle.is_due(at(50)));
    assert!(!throttle.is_due(at(500)));
}

/// An owner that waits for all answers at its end.
struct Patient(Words);

impl Drop for Patient {
    fn drop(&mut self) {
        self.0.finish();
    }
}

#[test]
fn a_panic_does_not_wait_for_work_that_hangs() {
    let (task, has_begun, _go) = slow();
    let panic = catch(move || {
        let owner = Patient(task);
        owner.0.ask("hangs");
        assert_eq!(has_begun.recv(), Ok("hangs"));
        panic!("the owner has a bug");
    });
    assert!(matches!(panic, Err(TaskError::Panicked(_))));
}
