//! A conversation with an engine that runs, over any protocol.

use std::cell::RefCell;
use std::time::Duration;

use crate::app::player::{Control, PlayerError};
use crate::game::Game;
use crate::search::{Handler, SearchInfo};
use crate::square::Square;

/// How much an engine thinks about a position.
#[derive(Clone, Copy, Debug)]
pub(in crate::app::player) struct Effort {
    /// The depth in plies.
    pub(in crate::app::player) depth: Option<u32>,
    /// The longest time.
    pub(in crate::app::player) time: Option<Duration>,
}

/// A conversation with a running engine.
pub(super) trait Conversation: Send {
    /// Asks for the move of the side to move, which has one.
    fn choose(&mut self, game: &Game, control: &Control) -> Result<Square, PlayerError>;

    /// Asks for the best moves, this many.
    fn analyse(
        &mut self,
        game: &Game,
        count: usize,
        effort: Effort,
        handler: &RefCell<&mut dyn Handler>,
    ) -> Result<SearchInfo, PlayerError>;

    /// Returns how the engine calls itself, if it has said so.
    fn own_name(&self) -> Option<String>;

    /// Returns whether the engine can be asked again after a question was stopped.
    fn survives_stop(&self) -> bool;
}
