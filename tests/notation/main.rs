//! Reading and writing games: real files, laws over random games, hostile input.

#![allow(clippy::unwrap_used)]

mod cuts;
mod details;
mod games;
mod hostile;
mod laws;
mod lines;
mod real;
mod variations;
