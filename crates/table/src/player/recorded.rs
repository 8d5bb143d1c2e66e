//! The names of players in saved games, also of older versions, as people read them.

use crate::player::description::{DOUBLE, FRIEND, PlayerName, YOU, YOUR_DOUBLE};
use crate::player::level::Level;
use reversi::{ByColor, Color};
use reversi_notation::clean;

/// The name of a person who has given none in games that older versions saved.
const UNNAMED: &str = "human";

/// The name of a player of a saved game. Older versions saved `engine:3` for `level 3`, `engine:3@1s` for `3@1s`
/// and `human` for `you`.
fn current_name(name: &str) -> PlayerName {
    let name = name.trim();
    let former = name.strip_prefix("engine:");
    let level = former.or_else(|| name.strip_prefix("level "));
    match level.and_then(|number| number.parse().ok()) {
        Some(number) if Level::new(number).is_some() => PlayerName::Level(number),
        None if name.contains('@') => PlayerName::Own(former.unwrap_or(name).to_owned()),
        None if double_loss(name).is_some() => PlayerName::Double,
        _ if [UNNAMED, YOU].contains(&name) => PlayerName::You,
        _ if name == FRIEND => PlayerName::Friend,
        _ if name == YOUR_DOUBLE => PlayerName::Double,
        _ => PlayerName::Own(name.to_owned()),
    }
}

/// Returns whether a name in saved games is that of a person who has given none.
pub fn is_unnamed(name: &str) -> bool {
    name.trim().is_empty() || current_name(name) == PlayerName::You
}

/// The name that screens show for one in saved games.
pub fn recorded_name(name: &str) -> PlayerName {
    cleaned(current_name(name))
}

/// The name of a player of a saved game, which may have control characters. Of two people without names the
/// second is a friend.
pub fn player_of(players: &ByColor<String>, color: Color) -> PlayerName {
    let is_unnamed = |color: Color| players[color].trim() == UNNAMED;
    match color {
        Color::White if Color::ALL.into_iter().all(is_unnamed) => PlayerName::Friend,
        _ => current_name(&players[color]),
    }
}

/// The name that screens show for a player of a saved game.
pub fn recorded_player(players: &ByColor<String>, color: Color) -> PlayerName {
    cleaned(player_of(players, color))
}

fn cleaned(name: PlayerName) -> PlayerName {
    match name {
        PlayerName::Own(name) => PlayerName::Own(clean(&name).into_owned()),
        name => name,
    }
}

/// Returns the discs that a move of a double loses, by its name in saved games: `me:1.85`; `None` for other players.
pub(crate) fn double_loss(name: &str) -> Option<f64> {
    let loss = name.strip_prefix(DOUBLE)?.strip_prefix(':')?;
    let loss: f64 = loss.parse().ok()?;
    (loss.is_finite() && loss >= 0.0).then_some(loss)
}
