//! The screens, without a terminal: timed inputs go in, effects come out, and frames are drawn on demand.
//!
//! It is for the program itself and may change in any version.
//!
//! Each event goes to the screen on top of the stack, whose keymap turns it into an intent; handling the
//! intent may send a command to the application. [`App`] knows no terminal, so that tests, benches and a page can
//! drive it like a person.

pub mod ansi;
#[macro_use] // the rows of keymaps; before those who use them
mod keymap;
mod app;
mod context;
mod decoder;
pub mod event;
mod files;
pub mod graphics;
mod hits;
mod layout;
mod log;
mod options;
mod pictures;
mod screen;
mod swatches;
mod table;
mod text;
mod theme;
mod widget;

pub use app::{App, Effect};
pub use decoder::Decoder;
pub use event::Input;
pub use hits::BUTTONS_ROW;
pub use options::{AnalysisSubject, FirstScreen, Options, Page};
pub use pictures::{Picture, RECORDING};
pub use swatches::{Swatch, swatches};
pub use theme::ColorDepth;
pub use widget::keys::{ButtonKind, PageButton};
