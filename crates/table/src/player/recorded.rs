//! The names of players in saved games, also of older versions, as people read them.

use std::borrow::Cow;

use crate::player::description::{DOUBLE, FRIEND, YOU, YOUR_DOUBLE, level_name};
use crate::player::level::Level;
use reversi::{ByColor, Color};
use reversi_notation::clean;

/// The name of a person who has given none in games that older versions saved.
const UNNAMED: &str = "human";

/// The name for people of one in saved games. Older versions saved `engine:3` for `level 3`, `engine:3@1s` for `3@1s`
/// and `human` for `you`.
fn current_name(name: &str) -> Cow<'_, str> {
    let name = name.trim();
    let level = name.strip_prefix("engine:");
    match level.and_then(|number| number.parse().ok()) {
        Some(number) if Level::new(number).is_some() => level_name(number).into(),
        None if name.contains('@') => level.unwrap_or(name).into(),
        None if double_loss(name).is_some() => YOUR_DOUBLE.into(),
        _ if name == UNNAMED => YOU.into(),
        _ => name.into(),
    }
}

/// Returns whether a name in saved games is that of a person who has given none.
pub fn is_unnamed(name: &str) -> bool {
    let name = current_name(name);
    name.is_empty() || name == YOU
}

/// The name that screens show for one in saved games.
pub(crate) fn recorded_name(name: &str) -> Cow<'_, str> {
    cleaned(current_name(name))
}

/// The name for people of a player of a saved game, which may have control characters. Of two people without names the
/// second is a friend.
pub fn player_of(players: &ByColor<String>, color: Color) -> Cow<'_, str> {
    let is_unnamed = |color: Color| players[color].trim() == UNNAMED;
    match color {
        Color::White if Color::ALL.into_iter().all(is_unnamed) => FRIEND.into(),
        _ => current_name(&players[color]),
    }
}

/// The name that screens show for a player of a saved game.
pub fn recorded_player(players: &ByColor<String>, color: Color) -> Cow<'_, str> {
    cleaned(player_of(players, color))
}

fn cleaned(name: Cow<'_, str>) -> Cow<'_, str> {
    match name {
        Cow::Borrowed(name) => clean(name),
        Cow::Owned(name) => clean(&name).into_owned().into(),
    }
}

/// Returns the discs that a move of a double loses, by its name in saved games: `me:1.85`; `None` for other players.
pub(crate) fn double_loss(name: &str) -> Option<f64> {
    let loss = name.strip_prefix(DOUBLE)?.strip_prefix(':')?;
    let loss: f64 = loss.parse().ok()?;
    (loss.is_finite() && loss >= 0.0).then_some(loss)
}
