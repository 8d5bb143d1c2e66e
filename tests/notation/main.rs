//! Reading and writing games: real files, laws over random games, hostile input.

#![allow(clippy::unwrap_used)]

mod details;
mod games;
mod hostile;
mod laws;
mod real;
