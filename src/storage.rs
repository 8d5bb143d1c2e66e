//! Owns what is kept between two starts, and where.

pub mod config;
