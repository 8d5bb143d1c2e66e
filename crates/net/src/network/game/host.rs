//! A game that this program hosts.

use std::time::Duration;

use super::player::{CLAIM_GRACE, GRACE, NetworkPlayer, PlayerOffers, person_there};
use super::{Exchange, NetworkRole, NetworkState, control, players, times_left};
use crate::network::code::Code;
use crate::network::link::LinkEvent;
use crate::network::message::{GameState, NetworkMessage, millis};
use reversi::{ByColor, Color, Entry};
use reversi_table::clock::{Clock, FlagRule, TimeControl};
use reversi_table::entries;
use reversi_table::game_opening::GameOpening;
use reversi_table::player::name::PersonName;
use reversi_table::session::{GameMeta, Refusal, Session, Setup};
use reversi_table::table::{ConnectionEvent, ConnectionRole, Offer, Violation};

/// What a host chooses.
#[derive(Clone, Debug)]
pub struct HostOptions {
    /// The host's side in the first game.
    pub color: Color,
    /// The host's name.
    pub name: PersonName,
    /// The time control, that of the host first; `None` for no clocks.
    pub time: Option<TimeControl>,
    /// The code for spectators; `None` if nobody may watch.
    pub spectators: Option<Code>,
    /// How the games begin.
    pub opening: GameOpening,
}

/// The game of a host.
#[derive(Debug)]
pub(super) struct HostGame {
    options: HostOptions,
    player: NetworkPlayer,
    /// The name of the guest.
    guest: PersonName,
    /// The guest has yet to receive the whole game.
    owes_game: bool,
    /// How the guest came back last, until it has claimed the win.
    back: Option<GuestReturn>,
    /// What the spectators were last shown, without the times.
    shown: Option<GameState>,
}

/// How a guest came back.
#[derive(Debug)]
struct GuestReturn {
    /// How long this host has waited for it.
    waited: Duration,
    /// The number of entries of the game.
    entries: usize,
}

impl HostGame {
    pub(super) fn new(options: HostOptions, state: &NetworkState) -> Self {
        let mut game = Self {
            options,
            player: NetworkPlayer::new(true),
            guest: PersonName::EMPTY,
            owes_game: false,
            back: None,
            shown: None,
        };
        game.show(state, None);
        game
    }

    /// Takes the guest, who is to get the whole game.
    fn take_guest(&mut self, name: PersonName, state: &mut NetworkState) {
        (state.is_connected, self.owes_game, self.guest) = (true, true, name);
    }

    /// Carries out what both sides offer. Only the host does; the guest receives the game.
    fn carry_out(&mut self, asker: Option<Color>, at: &mut Exchange) {
        let PlayerOffers { own, other, .. } = &mut self.player.offers;
        let Some(what) = own.filter(|_| own == other) else {
            return;
        };
        (*own, *other) = (None, None);
        self.owes_game = true;
        match what {
            Offer::Takeback => {
                let Ok(entries) = at.session.before_decision(asker) else {
                    return;
                };
                at.session.undo_to(entries);
                // Moves sent meanwhile are about the game before it.
                at.state.number += 1;
            }
            // It was checked that the game is not over.
            Offer::Draw => drop(at.session.agree_to_draw()),
            Offer::Rematch => self.begin_rematch(at),
        }
    }

    /// Starts the next game with the sides and their clocks swapped.
    fn begin_rematch(&mut self, at: &mut Exchange) {
        let (state, session) = (&mut *at.state, &mut *at.session);
        let Some(remote) = session.remote() else {
            return;
        };
        state.number += 1;
        state.began = state.number;
        self.player.grace = GRACE;
        session.names = session.names.swapped();
        session.set_players(players(remote.opposite()));
        session.set_time(control(session).map(TimeControl::swapped), FlagRule::Lose);
        session.new_game();
    }

    /// Takes the win that the guest has claimed, if this program was away: it did not notice for long that the guest was
    /// missing, although nothing came from it for so long. Otherwise the game continues.
    fn receive_claim(&mut self, game: u32, entry: usize, at: &mut Exchange) {
        let own = at.session.lone_human();
        let (Some(own), Some(back)) = (own, self.back.take_if(|_| game == at.state.number)) else {
            return;
        };
        self.owes_game = true;
        let entries = at.session.game().entries();
        let has_played = entries
            .get(back.entries..)
            .is_some_and(|new| new.iter().any(|entry| is_move_of(own, entry)));
        let was_away = back.waited < CLAIM_GRACE / 2 && at.state.link.silence() >= CLAIM_GRACE;
        if was_away && !has_played && entry == entries.len() {
            // A game that is over stays as it is.
            let _ = at.session.depart(own);
        } else if at.session.game().outcome().is_none() {
            at.state.number += 1;
            let name = person_there(at.session);
            at.events.push(ConnectionEvent::ClaimIgnored(name));
        }
    }

    fn send_game(&mut self, at: &mut Exchange) {
        if !std::mem::take(&mut self.owes_game) {
            return;
        }
        if let Some(color) = at.session.remote() {
            at.session.names[color] = self.guest;
        }
        at.state.known = at.session.game().entries().len();
        let game = state_of(at.state, at.session);
        at.state.link.send(NetworkMessage::Game(Box::new(game)));
    }

    /// Tells both players when spectators come or go.
    fn name_spectators(&self, at: &mut Exchange) {
        let has_changed = at.show_spectators(at.state.link.watching());
        // The whole game includes them.
        if has_changed && at.state.is_connected && !self.owes_game {
            let names = at.state.spectators();
            at.state.link.send(NetworkMessage::Watching { names });
        }
    }

    /// Shows the game to the spectators if anything about it has changed; without a session, that the host waits
    /// for its guest.
    fn show(&mut self, state: &NetworkState, session: Option<&Session>) {
        if self.options.spectators.is_none() {
            return;
        }
        let game = match session {
            Some(session) => state_of(state, session),
            None => state_of_waiting(state, &self.options),
        };
        // Read the times again when something else has changed, and for each new spectator.
        let timeless = GameState {
            left_ms: None,
            turn_ms: 0,
            ..game.clone()
        };
        if state.link.take_new_spectators() || self.shown.as_ref() != Some(&timeless) {
            self.shown = Some(timeless);
            state.link.show(&NetworkMessage::Game(Box::new(game)));
        }
    }
}

impl NetworkRole for HostGame {
    fn role(&self) -> ConnectionRole {
        ConnectionRole::Host
    }

    fn begin(&mut self, _: Option<&GameState>, state: &mut NetworkState) -> Option<Setup> {
        let name = loop {
            match state.link.poll() {
                Some(LinkEvent::Connected(name)) => break name,
                // It is about a guest who has left.
                Some(_) => {}
                None => {
                    state.watching = state.link.watching();
                    self.show(state, None);
                    return None;
                }
            }
        };
        self.take_guest(name, state);
        let options = &self.options;
        let mut setup = Setup::new(players(options.color.opposite()), rand::random());
        setup.names[options.color] = options.name;
        setup.names[options.color.opposite()] = name;
        setup.time = options.time.map(|time| time.with_first(options.color));
        Some(setup.with_opening(&options.opening))
    }

    fn connected(&mut self, name: PersonName, at: &mut Exchange) {
        let now = at.session.timing.now();
        let since = self.player.away_since.take();
        self.back = since.map(|since| GuestReturn {
            waited: now.saturating_duration_since(since),
            entries: at.session.game().entries().len(),
        });
        self.player.connected(at.session);
        at.events.push(ConnectionEvent::GuestConnected(name));
        self.take_guest(name, at.state);
        at.session.set_paused(false);
    }

    fn receive(&mut self, message: NetworkMessage, at: &mut Exchange) -> Result<(), Violation> {
        if let NetworkMessage::Claim { game, entry } = message {
            self.receive_claim(game, entry, at);
            return Ok(());
        }
        let (game, known) = (at.state.number, at.state.known);
        let resigns = message == NetworkMessage::Resign { game };
        self.player.receive(message, at)?;
        self.owes_game |= resigns;
        if at.state.known > known
            && !resigns
            && let Some(left_ms) = times_left(at.session)
        {
            at.state.link.send(NetworkMessage::Clocks { game, left_ms });
        }
        self.carry_out(at.session.lone_human(), at);
        Ok(())
    }

    fn send(&mut self, at: &mut Exchange) {
        self.player.drop_offers(at.session);
        self.name_spectators(at);
        if at.state.is_connected {
            self.send_game(at);
            let is_new = self.player.send_entries(at);
            // How the game ended is up to the host; its copy wins over anything the guest has sent meanwhile.
            self.owes_game = is_new && at.session.game().outcome().is_some();
            self.send_game(at);
            self.player.send_owed_offer(at);
        }
        self.show(at.state, Some(at.session));
    }

    fn spectators_code(&self) -> Option<&Code> {
        self.options.spectators.as_ref()
    }

    fn player(&self) -> Option<&NetworkPlayer> {
        Some(&self.player)
    }

    fn player_mut(&mut self) -> Option<&mut NetworkPlayer> {
        Some(&mut self.player)
    }

    fn offer(&mut self, what: Offer, at: &mut Exchange) -> Result<ConnectionEvent, Refusal> {
        let event = self.player.offer(what, at)?;
        self.carry_out(at.session.remote(), at);
        Ok(event)
    }
}

fn is_move_of(color: Color, entry: &Entry) -> bool {
    matches!(entry, Entry::Move { color: by, .. } if *by == color)
}

/// Returns the whole game.
fn state_of(state: &NetworkState, session: &Session) -> GameState {
    let (game, timing, names) = (session.game(), &session.timing, session.names);
    GameState {
        game: state.number,
        began: state.began,
        guest_is_black: session.remote() == Some(Color::Black),
        black_name: names.black.to_string(),
        white_name: names.white.to_string(),
        started_ms: session.started_at.millis(),
        start: game.start(),
        entries: entries::print(game.entries()),
        undone: entries::print(game.undone()),
        origin: GameMeta::of(session, session.started_at)
            .origin()
            .to_string(),
        departed: session.departed().is_some(),
        time: timing.clock().map(Clock::control),
        left_ms: times_left(session),
        times_ms: GameState::times_of(timing),
        turn_ms: millis(timing.turn()),
        is_paused: session.is_paused(),
        watching: state.spectators(),
    }
}

/// Returns what spectators see before there is a guest.
fn state_of_waiting(state: &NetworkState, options: &HostOptions) -> GameState {
    let mut names = ByColor::<String>::default();
    names[options.color] = options.name.to_string();
    GameState {
        guest_is_black: options.color == Color::White,
        black_name: names.black,
        white_name: names.white,
        is_paused: true,
        watching: state.spectators(),
        ..GameState::default()
    }
}
