//! How far the course is done, which the practice file keeps.

use std::rc::Rc;
use std::sync::Arc;

use reversi::{Board, Color, Position};
use reversi_lessons::course::{Course, CourseProgress};
use reversi_lessons::exercise::{Exercise as _, ExerciseRequest};
use reversi_study::practice::practice_store::PracticeStore;
use reversi_table::store::state::StateFolder;

fn open(state: Option<StateFolder>) -> CourseProgress {
    PracticeStore::new(state).course(Arc::new(|| ()))
}

#[test]
fn a_course_that_was_left_goes_on_in_the_next_run() {
    let folder = tempfile::tempdir().unwrap();
    let state = || Some(StateFolder::at(folder.path().join("reversi")));
    let start = Position::new(Board::START, Color::Black);
    let subject = (start, "e3".parse().unwrap());
    let mut course = Course::new(Rc::new(open(state())), subject);
    assert_eq!(course.step, 0);
    course.carry_out(ExerciseRequest::Next);
    course.carry_out(ExerciseRequest::Next);
    drop(course);
    let mut course = Course::new(Rc::new(open(state())), subject);
    assert_eq!(course.step, 2, "skipped chapters count");
    course.answer_in_words("INNER_FILES").unwrap();
    drop(course);
    assert_eq!(
        open(state()).reached(),
        3,
        "a chapter that is done is not asked again"
    );
    // Where nothing is kept, it begins again.
    assert_eq!(open(None).reached(), 0);
}
