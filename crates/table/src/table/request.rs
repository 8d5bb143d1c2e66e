//! What a front end may ask of a table.

use reversi::Square;

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
    /// Pauses the computer and the clocks (`true`), or resumes them.
    Pause(bool),
}

impl TableRequest {
    /// Returns the kind of action that the request is.
    pub(super) const fn action(self) -> TableAction {
        match self {
            Self::Play(_) | Self::TakeOver | Self::Forfeit => TableAction::Play,
            Self::Resign => TableAction::Decide,
            Self::Undo | Self::Redo | Self::Swap | Self::Pause(_) => TableAction::Rearrange,
        }
    }
}

/// What a front end does with the game at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
}
