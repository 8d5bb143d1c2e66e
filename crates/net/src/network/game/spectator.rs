//! A game that this program watches.

use super::visitor::{begin, names, take_game, take_spectators};
use super::{Exchange, NetworkRole, NetworkState};
use crate::network::message::{GameState, NetworkMessage};
use reversi::ByColor;
use reversi_table::player::PlayerKind;
use reversi_table::player::name::PersonName;
use reversi_table::session::Setup;
use reversi_table::table::{ConnectionEvent, ConnectionRole, Violation};
use reversi_text::label;

/// The game that a spectator sees.
#[derive(Debug, Default)]
pub(super) struct SpectatedGame {
    /// Whether the game waits for a player.
    waits: bool,
}

impl NetworkRole for SpectatedGame {
    fn role(&self) -> ConnectionRole {
        ConnectionRole::Spectator
    }

    fn begin(&mut self, first: Option<&GameState>, state: &mut NetworkState) -> Option<Setup> {
        let first = first?;
        begin(first, players_of(first), state)
    }

    fn receive(&mut self, message: NetworkMessage, at: &mut Exchange) -> Result<(), Violation> {
        let host = match message {
            NetworkMessage::Game(host) => host,
            NetworkMessage::Ping | NetworkMessage::Goodbye { .. } => return Ok(()),
            // Spectators receive nothing else.
            _ => return Err(Violation::OutOfPlace),
        };
        let (is_new, names) = (at.state.began != host.began, at.session.names);
        take_game(&host, players_of(&host), at)?;
        at.session.help.first = host.guest().opposite();
        if is_new || at.session.names != names {
            let names = at.session.shown_players();
            at.events.push(ConnectionEvent::Players(names));
        }
        take_spectators(&host.watching, at);
        at.session.set_paused(host.is_paused);
        if std::mem::replace(&mut self.waits, host.is_paused) != host.is_paused {
            at.events.push(ConnectionEvent::Waits(host.is_paused));
        }
        Ok(())
    }
}

/// Returns the players of a host's game, both at the other end, and their names, one for each.
fn players_of(host: &GameState) -> (ByColor<PlayerKind>, ByColor<PersonName>) {
    let players = ByColor::new(PlayerKind::Remote, PlayerKind::Remote);
    let mut names = names(host);
    for (color, other) in [
        (host.guest(), label!("the guest")),
        (host.guest().opposite(), label!("the host")),
    ] {
        if names[color] == PersonName::EMPTY {
            names[color] = other.text().parse().unwrap_or_default();
        }
    }
    (players, names)
}
