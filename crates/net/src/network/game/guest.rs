//! A game that this program plays with a host.

use super::player::{GRACE, NetworkPlayer, person_there};
use super::visitor::{begin, names, take_game, take_spectators};
use super::{Exchange, NetworkRole, NetworkState, checked, control, players};
use crate::network::message::{GameState, NetworkMessage};
use reversi::ByColor;
use reversi_table::player::PlayerKind;
use reversi_table::player::name::PersonName;
use reversi_table::session::{Refusal, Setup};
use reversi_table::table::{ConnectionEvent, ConnectionRole, Offer, Violation};

/// The game of a guest.
#[derive(Debug)]
pub(super) struct GuestGame {
    player: NetworkPlayer,
}

impl GuestGame {
    pub(super) fn new() -> Self {
        Self {
            player: NetworkPlayer::new(false),
        }
    }

    fn take_game(&mut self, host: &GameState, at: &mut Exchange) -> Result<(), Violation> {
        let is_new = at.state.began != host.began;
        let is_renewed = at.state.number != host.game;
        let claimed = at.session.departed() == at.session.remote();
        let is_same = take_game(host, players_of(host), at)?;
        self.player.away_since = None;
        if is_new {
            self.player.grace = GRACE;
        }
        if claimed && at.session.game().outcome().is_none() {
            let name = person_there(at.session);
            at.events.push(ConnectionEvent::ClaimRefused(name));
        }
        if is_renewed || !is_same {
            (self.player.offers.own, self.player.offers.other) = (None, None);
        }
        if !is_same && !is_new {
            at.events.push(ConnectionEvent::GameReplaced);
        }
        take_spectators(&host.watching, at);
        Ok(())
    }
}

/// Returns the players of a host's game and their names.
fn players_of(host: &GameState) -> (ByColor<PlayerKind>, ByColor<PersonName>) {
    (players(host.guest().opposite()), names(host))
}

impl NetworkRole for GuestGame {
    fn role(&self) -> ConnectionRole {
        ConnectionRole::Guest
    }

    fn begin(&mut self, first: Option<&GameState>, state: &mut NetworkState) -> Option<Setup> {
        let first = first?;
        begin(first, players_of(first), state)
    }

    fn connected(&mut self, _: PersonName, at: &mut Exchange) {
        self.player.connected(at.session);
        at.events.push(ConnectionEvent::ConnectedAgain);
    }

    fn receive(&mut self, message: NetworkMessage, at: &mut Exchange) -> Result<(), Violation> {
        match message {
            NetworkMessage::Game(host) => self.take_game(&host, at)?,
            NetworkMessage::Watching { names } => take_spectators(&names, at),
            NetworkMessage::Clocks { game, left_ms } => {
                if game == at.state.number {
                    let left = checked(left_ms, control(at.session))?;
                    at.session.set_left(left);
                }
            }
            message => drop(self.player.receive(message, at)?),
        }
        Ok(())
    }

    fn send(&mut self, at: &mut Exchange) {
        self.player.drop_offers(at.session);
        if at.state.is_connected {
            self.player.send_entries(at);
            self.player.send_owed_offer(at);
        }
    }

    fn player(&self) -> Option<&NetworkPlayer> {
        Some(&self.player)
    }

    fn player_mut(&mut self) -> Option<&mut NetworkPlayer> {
        Some(&mut self.player)
    }

    fn offer(&mut self, what: Offer, at: &mut Exchange) -> Result<ConnectionEvent, Refusal> {
        self.player.offer(what, at)
    }
}
