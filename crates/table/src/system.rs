//! What differs between operating systems: the memory of the search and the kernels aside, it is only here that code is
//! for one of them.

/// Whether two programs can reach each other here. A page in a browser opens no connections of this kind.
pub const HAS_NETWORK: bool = !cfg!(target_family = "wasm");

#[cfg(any(unix, windows))]
pub mod cleanup;
pub mod files;
pub mod guard;
#[cfg(any(unix, windows))]
pub mod input;
pub mod locale;
pub mod motion;
#[cfg(any(unix, windows))]
pub mod pager;
#[cfg(any(unix, windows))]
pub mod signals;
#[cfg(windows)]
mod windows;
pub(crate) mod words;
