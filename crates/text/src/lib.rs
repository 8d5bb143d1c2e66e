//! Messages: whole sentences and labels with named, typed parts. The English text stands where it is used and is the key
//! by which another language finds its own.
//!
//! ```
//! use reversi::Color;
//! use reversi_text::{Said, tr};
//!
//! let color = Color::White;
//! assert_eq!(tr!("{color} has no legal move and passes.", color), "White has no legal move and passes.");
//! let turned = |count: u32| -> Said { tr!("{count} disc turns." | "{count} discs turn.", count) };
//! assert_eq!([turned(1), turned(2)], ["1 disc turns.", "2 discs turn."]);
//! assert_eq!(tr!("More"; "a longer hint"), "More");
//! ```
//!
//! A part without its value, a value without its part and a misspelt name do not compile:
//!
//! ```compile_fail
//! let square = reversi::Square::from_index(0).unwrap();
//! reversi_text::tr!("{player} plays {square}.", square);
//! ```

mod catalogue;
mod language;
mod list;
mod message;
#[cfg(debug_assertions)]
mod met;
mod part;
mod said;

pub use language::Language;
pub use message::Message;
pub use part::{MessagePart, Moves, Name};
pub use said::Said;

/// Returns the key of a message, as builds for tests write it.
#[doc(hidden)]
pub fn key(context: &str, english: &str) -> u64 {
    catalogue::key(context, english)
}
