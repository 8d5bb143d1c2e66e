//! Lessons on the kernel's own source, and courses for beginners.
//!
//! - `lesson`: how the kernel computes with bits, step by step. Its items stand in the crate itself.
//! - [`course`]: the tutorial, the game in nine steps; and what comes before the lessons, in eight chapters.
//! - [`exercise`]: positions that ask a question.

#[cfg(test)]
#[path = "../../../tests/support/cases.rs"]
mod cases;
pub mod course;
#[cfg(test)]
#[path = "../../../tests/support/dial.rs"]
mod dial;
pub mod exercise;
mod lesson;

pub use lesson::{
    CellGrid, CellMark, Chapter, Expression, GridCell, GridFocus, HalvesOrder, LessonOptions,
    RowLength, SourceLine, Step, Topic, Trace, TracedBoard, Variable, View, Walk, arrays, go, svg,
    text,
};
