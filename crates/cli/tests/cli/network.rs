//! Games over the network: real programs over the loopback, and strangers who disturb them.

mod hostile;
mod line;
mod programs;
mod rules;
#[cfg(unix)]
mod screen;
mod spectators;
