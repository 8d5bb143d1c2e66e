//! The texts of `NBoard` and GTP: what is printed is read back, what comes is survived, and what real
//! engines print is understood.

#![allow(clippy::unwrap_used)]

mod gtp;
mod nboard;
