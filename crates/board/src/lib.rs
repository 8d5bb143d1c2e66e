//! The board as a widget for any program with [ratatui]: a position, its marks and a theme go in, a drawing comes out,
//! and keys and the mouse become squares. The screens of this program draw their boards in the same way.
//!
//! ```
//! use ratatui::{buffer::Buffer, layout::Rect, widgets::StatefulWidget};
//! use reversi::Game;
//! use reversi_board::{ActiveTheme, BoardReply, BoardState, BoardWidget, ColorDepth, BuiltInTheme};
//! use reversi_board::event::{InputEvent, KeyCode};
//!
//! let theme = ActiveTheme::new(BuiltInTheme::Classic, ColorDepth::True, false);
//! let mut game = Game::new();
//! let mut state = BoardState::default();
//!
//! // In a program: terminal.draw(|frame| frame.render_stateful_widget(&board, frame.area(), &mut state))
//! let area = Rect::new(0, 0, 80, 24);
//! let board = BoardWidget::of_game(&game, &theme);
//! (&board).render(area, &mut Buffer::empty(area), &mut state);
//!
//! for key in ['f', '5'] {
//!     if let BoardReply::Chosen(square) = state.handle(&InputEvent::Key(KeyCode::Char(key).into())) {
//!         game.play(square)?;
//!     }
//! }
//! assert_eq!(game.entries().len(), 1);
//! # Ok::<(), reversi::MoveError>(())
//! ```
//!
//! The feature `crossterm`, which is on by default, converts its events: [`InputEvent::from_crossterm`](event::InputEvent::from_crossterm). The example
//! `board` is a whole program.
//!
//! [ratatui]: https://docs.rs/ratatui

mod action;
mod draw;
pub mod event;
mod graphics;
mod pane;
mod raster;
mod theme;
mod tile;
mod view;
mod widget;

pub use pane::{BoardReply, TypingError};
pub use theme::{
    ActiveTheme, BuiltInTheme, ColorDepth, CustomTheme, LowContrast, PaletteColor, Rgb, Role,
};
pub use widget::{BoardState, BoardWidget};

/// What the screens of the program draw their boards with. It may change in any version.
#[doc(hidden)]
pub mod parts {
    pub use crate::action::{BoardAction, Coordinate};
    pub use crate::draw::{PutText, clear, put};
    pub use crate::graphics::delete_all;
    pub use crate::pane::{BoardPane, BoardScene};
    pub use crate::raster::Sides;
    pub use crate::theme::{Palette, basic_number};
    pub use crate::tile::view::{TileCache, ink};
    pub use crate::tile::{Disc, EDGE, GONE, Label, Mark, SquareSign, Tile};
    pub use crate::view::{BoardPlace, BoardShape, BoardView};
}
