//! How a match ends before its time.

/// What the errors of a match say.
pub(crate) mod match_ {
    use std::fmt::Display;

    /// A player failed to move.
    pub(crate) fn failed(player: impl Display, error: impl Display) -> String {
        format!("{player} failed to move: {error}")
    }

    /// A player failed to move again and again.
    pub(crate) fn keeps_failing(player: impl Display, times: u32, error: impl Display) -> String {
        let games = match times {
            1 => "its last game".to_owned(),
            _ => format!("{times} games in a row"),
        };
        format!("the match has stopped, because {player} failed to move in {games}: {error}")
    }
}
