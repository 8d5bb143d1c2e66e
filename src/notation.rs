//! Owns the formats in which positions and games are written down, one file each.

pub mod board_text;
pub mod obf;
pub mod transcript;
