//! What finds the best moves of a position for a hint or a review: the search of this program, or another
//! engine.

use std::cell::RefCell;
use std::time::Duration;

use super::PlayerError;
use super::external::{Effort, External, ExternalEngine};
use crate::background::{Reporter, TaskError};
use reversi::search::{Handler, Limits, MoveScore, SearchInfo, Searcher};
use reversi::{Board, Color, Game, Position};

/// The time for a position when neither the depth nor the time is limited. Some engines search until they
/// are stopped.
const USUAL_TIME: Duration = Duration::from_secs(5);

/// A search reports to the owner of its task.
impl Handler for Reporter<SearchInfo> {
    fn progress(&mut self, info: &SearchInfo) {
        Self::progress(self, info.clone());
    }

    fn should_stop(&mut self) -> bool {
        self.is_stopped()
    }
}

/// Finds the best moves of positions.
pub enum Analyst {
    /// The search of this program.
    Search(Box<Searcher>),
    /// Another program.
    Engine(Box<External>),
}

impl Analyst {
    /// Creates an analyst that asks an engine, or this program without one.
    pub fn new(engine: Option<&ExternalEngine>, searcher: impl FnOnce() -> Searcher) -> Self {
        match engine {
            Some(engine) => Self::Engine(Box::new(External::new(engine.clone()))),
            None => Self::Search(Box::new(searcher())),
        }
    }

    /// Finds the best moves of a board, this many, within limits. Another engine takes the depth and the
    /// time of the limits only.
    ///
    /// # Errors
    /// What is wrong with the engine; [`PlayerError::Stopped`] if the handler stopped it before it had
    /// said anything. The search of this program fails only for lack of memory.
    pub fn analyse(
        &mut self,
        board: Board,
        count: usize,
        limits: &Limits,
        handler: &mut dyn Handler,
    ) -> Result<SearchInfo, PlayerError> {
        match self {
            Self::Search(_) if !Searcher::has_memory() => Err(TaskError::NoMemory.into()),
            Self::Search(searcher) => Ok(searcher.analyse(board, count, limits, handler)),
            // Engines need a move to think about.
            Self::Engine(_) if board.legal_moves().is_empty() => {
                let Some(passed) = board.pass() else {
                    // The game is over: this counts the discs.
                    return Ok(Searcher::new(1).analyse(board, 1, limits, handler));
                };
                let mut info = self.analyse(passed, count, limits, handler)?;
                info.moves = info.moves.into_iter().map(MoveScore::before_pass).collect();
                Ok(info)
            }
            Self::Engine(engine) => {
                let game = Game::from_position(Position::new(board, Color::Black));
                let usual = limits.depth.is_none().then_some(USUAL_TIME);
                let effort = Effort {
                    depth: limits.depth,
                    time: limits.time.or(usual),
                };
                engine.analyse(&game, count, effort, &RefCell::new(handler))
            }
        }
    }
}
