//! The texts of `NBoard` and GTP: what is printed is read back, what comes is survived, and what real
//! engines print is understood.

mod gtp;
mod nboard;
