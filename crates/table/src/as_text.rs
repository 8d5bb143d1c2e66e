//! Serde adapters (`with = "as_text"`) for values stored as the text that they display as and are parsed from.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize as _, Deserializer, Serializer};

/// Writes a value as the text that it displays as.
///
/// # Errors
/// Those of the format.
pub fn serialize<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// Reads a value from its text.
///
/// # Errors
/// The text is not that of a value, or the format has an error.
pub fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    String::deserialize(from)?.parse().map_err(D::Error::custom)
}
