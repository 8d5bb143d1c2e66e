//! Owns the parts that screens are built from. They know no session: they are handed what they show.

pub(crate) mod bits;
pub(crate) mod board;
pub(crate) mod choice;
pub(crate) mod field;
pub(crate) mod graph;
pub(crate) mod keys;
pub(crate) mod moves;
pub(crate) mod players;
pub(crate) mod tile;
