//! What differs between operating systems: the memory of the search and the kernels aside, it is only here that code is
//! for one of them.

pub mod cleanup;
pub mod files;
pub mod guard;
pub mod input;
pub mod motion;
pub mod signals;
#[cfg(windows)]
mod windows;
