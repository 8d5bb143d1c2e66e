//! What differs between operating systems: the memory of the search and the kernels aside, it is only here that code is
//! for one of them.

#[cfg(feature = "app")]
pub(crate) mod cleanup;
pub(crate) mod files;
pub(crate) mod guard;
#[cfg(feature = "app")]
pub(crate) mod input;
#[cfg(feature = "app")]
pub(crate) mod motion;
#[cfg(feature = "app")]
pub(crate) mod signals;
#[cfg(windows)]
mod windows;
