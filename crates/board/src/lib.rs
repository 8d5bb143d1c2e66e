#![doc = include_str!("../README.md")]

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
    pub use crate::tile::view::{TileCache, ink, mark_symbol};
    pub use crate::tile::{Disc, EDGE, GONE, Label, Mark, SquareSign, Tile};
    pub use crate::view::{BoardPlace, BoardShape, BoardView};
}
