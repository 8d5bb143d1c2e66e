//! What a front end may ask of a table.

use crate::player::level::Level;
use reversi::Square;
use reversi_notation::Casual;

/// What a person wants of the game at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableRequest {
    /// Plays a move or, for `None`, a pass.
    Play(Option<Square>),
    /// Undoes the last decision.
    Undo,
    /// Redoes the next decision.
    Redo,
    /// Resigns.
    Resign,
    /// Lets the person play for a computer player that has failed.
    TakeOver,
    /// Resigns for a computer player that has failed.
    Forfeit,
    /// Swaps the players.
    Swap,
    /// Gives the levels that play another strength.
    Level(Level),
    /// Pauses the computer and the clocks (`true`), or resumes them.
    Pause(bool),
    /// Resumes the computer and the clocks without an event.
    GoOn,
    /// Starts another game with the same players: with an opening, or from the same start.
    Again {
        /// Whether it is rated.
        rated: bool,
    },
    /// Shows help. Before the end of a game it is noted at once, so that it is saved before it is seen.
    Help(Help),
}

/// Help that a person asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Help {
    /// A good move; `None` until it is known.
    Hint(Option<Square>),
    /// What the moves are worth, or what the computer thinks.
    Values,
    /// The evaluation bar.
    Bar,
    /// What was played in other games, with its evaluation.
    Openings,
    /// The coach, which has stopped a move.
    Coach,
    /// A review of the game so far.
    Review,
    /// An analysis of the game so far.
    Analysis,
}

impl Help {
    /// Returns what the help makes of a game.
    pub(super) const fn casual(self) -> Casual {
        match self {
            Self::Hint(_) => Casual::Hint,
            Self::Values => Casual::Values,
            Self::Bar => Casual::Bar,
            Self::Openings => Casual::Openings,
            Self::Coach => Casual::Coach,
            Self::Review => Casual::Review,
            Self::Analysis => Casual::Analysis,
        }
    }
}

impl TableRequest {
    /// Returns the kind of action that the request is.
    pub(super) const fn action(self) -> TableAction {
        match self {
            Self::Play(_) | Self::TakeOver | Self::Forfeit => TableAction::Play,
            Self::Resign => TableAction::Decide,
            Self::Undo
            | Self::Redo
            | Self::Swap
            | Self::Level(_)
            | Self::Pause(_)
            | Self::GoOn
            | Self::Again { .. } => TableAction::Rearrange,
            Self::Help(Help::Coach) => TableAction::Coach,
            Self::Help(Help::Review | Help::Analysis) => TableAction::Analyse,
            Self::Help(Help::Hint(_) | Help::Values | Help::Bar | Help::Openings) => {
                TableAction::Help
            }
        }
    }
}

/// What a front end does with the game at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(strum::VariantArray))]
pub enum TableAction {
    /// Plays a move. The session knows whose turn it is.
    Play,
    /// The computer says something about the position: its evaluation, a hint, values, the coach, what was played in
    /// other games, an overlay.
    Help,
    /// Looks at the game in a review or an analysis.
    Analyse,
    /// Edits the position.
    Edit,
    /// Changes what both players agreed on: undoes moves, swaps sides, pauses, or puts another game on the board.
    Rearrange,
    /// Leaves the game for another one.
    Replace,
    /// Resigns or asks for a rematch.
    Decide,
    /// Lets the coach judge moves before they are final.
    Coach,
    /// Looks at the game without changing it: how it is shown, what was played, its text.
    Look,
}
