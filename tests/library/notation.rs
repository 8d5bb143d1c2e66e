//! Reading and writing games: real files, laws over random games, hostile input.

mod account;
mod cuts;
mod details;
mod find;
mod games;
mod hostile;
mod keep;
mod laws;
mod lines;
mod packed;
mod real;
mod variations;
