//! Practice: the player's rating, when to repeat what was missed, and the file that keeps both.

pub mod progress;
pub mod rating;
pub mod schedule;
