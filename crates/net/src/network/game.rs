//! A game over a connection: sends what happens in the session, and applies what it receives to the session.
//!
//! A [table](reversi_table::table) calls [`GameConnection::update`] after every change of its session and when its waker
//! was called, which returns what happened. While the connection is lost, the session is paused.
//!
//! A spectator gets the whole game after every change, so that one who was slow or away is never behind.

mod guest;
mod host;
mod player;
mod spectator;
mod visitor;

use std::fmt::Debug;
use std::io;
use std::net::TcpListener;
use std::time::Duration;

use super::code::{Code, Purpose};
use super::link::{JoinError, Link, LinkEvent};
use super::message::{GameState, GoodbyeReason, NetworkMessage, TimesLeft};
use reversi::{ByColor, Color, Game};
use reversi_table::background::Waker;
use reversi_table::clock::{Clock, Remaining, TimeControl};
use reversi_table::player::PlayerKind;
use reversi_table::player::name::PersonName;
use reversi_table::session::{Refusal, Session, Setup};
use reversi_table::table::{
    ClocksWhileAway, ConnectionEvent, ConnectionRole, ConnectionStatus, Disconnection, EndReason,
    GameConnection, LossReason, Offer, Violation,
};

use guest::GuestGame;
use host::HostGame;
pub use host::HostOptions;
use player::NetworkPlayer;
use spectator::SpectatedGame;

/// How long a guest waits for the game after it was let in.
const FIRST_GAME: Duration = Duration::from_secs(5);

/// Why a guest cannot join.
#[derive(Debug)]
pub enum NotJoined {
    /// There is no connection.
    Link(JoinError),
    /// The connection was lost before the game came.
    Lost(LossReason),
    /// The host has closed the connection.
    Ended(EndReason),
    /// The host sends no game, or one that cannot be played.
    NoGame,
    /// A clock of the host's game shows a time that it cannot have.
    ImpossibleClock,
}

/// What a host, a guest and a spectator know of the game.
#[derive(Debug)]
struct NetworkState {
    link: Link,
    /// The number of the game, a new one after each takeback, and the one with which it began.
    number: u32,
    began: u32,
    /// How many entries of the game the other program knows.
    known: usize,
    is_connected: bool,
    /// The names of the spectators.
    watching: Vec<PersonName>,
}

impl NetworkState {
    const fn new(link: Link) -> Self {
        Self {
            link,
            number: 1,
            began: 1,
            known: 0,
            is_connected: false,
            watching: Vec::new(),
        }
    }

    fn spectators(&self) -> Vec<String> {
        self.watching.iter().map(ToString::to_string).collect()
    }
}

/// The state of a game and its session while they are updated.
struct Exchange<'a> {
    state: &'a mut NetworkState,
    session: &'a mut Session,
    events: Vec<ConnectionEvent>,
}

impl<'a> Exchange<'a> {
    const fn new(state: &'a mut NetworkState, session: &'a mut Session) -> Self {
        let events = Vec::new();
        Self {
            state,
            session,
            events,
        }
    }

    /// Pauses the game because the connection is lost. Returns whether there was one.
    fn pause(&mut self) -> bool {
        self.session.set_paused(true);
        std::mem::take(&mut self.state.is_connected)
    }

    /// Takes who watches. Returns whether that has changed.
    fn show_spectators(&mut self, names: Vec<PersonName>) -> bool {
        let has_changed = names != self.state.watching;
        if has_changed {
            self.events.push(ConnectionEvent::Spectators(names.clone()));
            self.state.watching = names;
        }
        has_changed
    }

    /// Pauses the game; after a loss a guest tries to join again.
    fn disconnect(&mut self, role: &mut dyn NetworkRole, why: Disconnection) {
        let (clocks, claim_after) = role.pause(&why, self);
        self.events.push(ConnectionEvent::Disconnected {
            role: role.role(),
            why,
            clocks,
            claim_after,
        });
    }
}

/// What differs between a host, a guest and a spectator.
trait NetworkRole: Debug + Send {
    fn role(&self) -> ConnectionRole;

    /// Returns the setup of the game once there is one: the host's first one, or that of a guest who has come.
    fn begin(&mut self, first: Option<&GameState>, state: &mut NetworkState) -> Option<Setup>;

    /// Called when the other program has connected, perhaps again. A host then sends the game.
    fn connected(&mut self, _name: PersonName, at: &mut Exchange) {
        at.events.push(ConnectionEvent::ConnectedAgain);
    }

    /// Pauses the game. Returns what the clocks do, and after which time the win can be claimed.
    fn pause(
        &mut self,
        why: &Disconnection,
        at: &mut Exchange,
    ) -> (ClocksWhileAway, Option<Duration>) {
        if let Some(player) = self.player_mut() {
            return player.pause(why, at);
        }
        at.pause();
        (ClocksWhileAway::None, None)
    }

    /// Applies a message. Breaking the rules ends the connection; the game is unchanged.
    fn receive(&mut self, message: NetworkMessage, at: &mut Exchange) -> Result<(), Violation>;

    /// Sends what the other programs do not have.
    fn send(&mut self, _at: &mut Exchange) {}

    /// Returns the code for spectators, if this host admits them.
    fn spectators_code(&self) -> Option<&Code> {
        None
    }

    /// Returns this player, unless this program only watches.
    fn player(&self) -> Option<&NetworkPlayer> {
        None
    }

    /// Returns this player to change it, unless this program only watches.
    fn player_mut(&mut self) -> Option<&mut NetworkPlayer> {
        None
    }

    fn offer(&mut self, _what: Offer, _at: &mut Exchange) -> Result<ConnectionEvent, Refusal> {
        Err(Refusal::Watching)
    }
}

/// A game between this program and another. See the [module](self).
#[derive(Debug)]
pub struct NetworkGame {
    state: NetworkState,
    role: Box<dyn NetworkRole>,
    /// The first game of a host, until it begins.
    first: Option<Box<GameState>>,
}

impl NetworkGame {
    /// Waits for a guest.
    ///
    /// # Errors
    /// The listener cannot be used.
    pub fn host(listener: TcpListener, code: Code, options: HostOptions) -> io::Result<Self> {
        let link = Link::host(listener, code, options.spectators.clone())?;
        let state = NetworkState::new(link);
        let role = Box::new(HostGame::new(options, &state));
        let first = None;
        Ok(Self { state, role, first })
    }

    /// Joins a host as a guest, and waits for its game.
    ///
    /// # Errors
    /// [`NotJoined`].
    pub fn join(address: &str, code: Code, name: PersonName) -> Result<Self, NotJoined> {
        Self::join_as(address, code, name, Purpose::Play)
    }

    /// Joins a host as a spectator, and waits for its game.
    ///
    /// # Errors
    /// [`NotJoined`].
    pub fn watch(address: &str, code: Code, name: PersonName) -> Result<Self, NotJoined> {
        Self::join_as(address, code, name, Purpose::Watch)
    }

    pub(super) fn join_as(
        address: &str,
        code: Code,
        name: PersonName,
        purpose: Purpose,
    ) -> Result<Self, NotJoined> {
        let link = Link::join(address, code, name, purpose).map_err(NotJoined::Link)?;
        let first = loop {
            match link.wait(FIRST_GAME) {
                Some(LinkEvent::NetworkMessage(NetworkMessage::Game(first))) => break first,
                Some(LinkEvent::Connected(_)) => {}
                Some(LinkEvent::Ended(why)) => return Err(NotJoined::Ended(why)),
                Some(LinkEvent::Lost(why)) => return Err(NotJoined::Lost(why)),
                Some(LinkEvent::NetworkMessage(_)) | None => return Err(NotJoined::NoGame),
            }
        };
        first.replay().ok_or(NotJoined::NoGame)?;
        if let Some(left) = first.left_ms {
            checked(left, first.time).map_err(|_| NotJoined::ImpossibleClock)?;
        }
        let mut state = NetworkState::new(link);
        state.is_connected = true;
        let role: Box<dyn NetworkRole> = match purpose {
            Purpose::Play => Box::new(GuestGame::new()),
            Purpose::Watch => Box::new(SpectatedGame::default()),
        };
        let first = Some(first);
        Ok(Self { state, role, first })
    }

    /// Sets who is woken when there may be news.
    pub fn set_waker(&self, waker: &Waker) {
        self.state.link.set_waker(waker);
    }

    /// Returns whether the other program is there.
    pub const fn is_connected(&self) -> bool {
        self.state.is_connected
    }

    /// Returns the code for spectators, if this host admits them.
    pub fn spectators_code(&self) -> Option<&Code> {
        self.role.spectators_code()
    }

    /// Returns the setup of the game once there is one; for a host, `None` until it has a guest.
    pub fn begin(&mut self) -> Option<Setup> {
        self.role.begin(self.first.as_deref(), &mut self.state)
    }
}

impl GameConnection<Game> for NetworkGame {
    fn role(&self) -> ConnectionRole {
        self.role.role()
    }

    fn status(&self) -> ConnectionStatus {
        let player = self.role.player();
        ConnectionStatus {
            is_connected: self.state.is_connected,
            watching: self.state.watching.clone(),
            offered: player.and_then(|player| player.offers.own),
            asked: player.and_then(|player| player.offers.other),
            claim_from: player.and_then(NetworkPlayer::claim_from),
            absence: player.map(|player| player.absence),
            is_muted: player.is_some_and(|player| player.is_muted),
        }
    }

    fn update(&mut self, session: &mut Session) -> Vec<ConnectionEvent> {
        // The session has the first game, but not yet its times.
        let first = self.first.take();
        let mut first = first.map(|game| LinkEvent::NetworkMessage(NetworkMessage::Game(game)));
        let (role, mut at) = (self.role.as_mut(), Exchange::new(&mut self.state, session));
        while let Some(event) = first.take().or_else(|| at.state.link.poll()) {
            match event {
                LinkEvent::Connected(name) => role.connected(name, &mut at),
                LinkEvent::NetworkMessage(message) => {
                    let counts =
                        at.state.is_connected || matches!(message, NetworkMessage::Game(_));
                    if counts && let Err(why) = role.receive(message, &mut at) {
                        at.state.link.close(GoodbyeReason::Rules);
                        at.disconnect(role, Disconnection::Closed(why));
                    }
                }
                LinkEvent::Lost(why) => at.disconnect(role, Disconnection::Lost(why)),
                LinkEvent::Ended(why) => at.disconnect(role, Disconnection::Ended(why)),
            }
        }
        role.send(&mut at);
        at.events
    }

    fn offer(&mut self, what: Offer, session: &mut Session) -> Result<ConnectionEvent, Refusal> {
        (self.role).offer(what, &mut Exchange::new(&mut self.state, session))
    }

    fn say(&mut self, text: &str, session: &Session) -> Result<ConnectionEvent, Refusal> {
        match self.role.player() {
            Some(_) => player::say(text, &self.state, session),
            None => Err(Refusal::Watching),
        }
    }

    fn mute(&mut self, muted: bool) -> Result<ConnectionEvent, Refusal> {
        self.role.player_mut().ok_or(Refusal::Watching)?.is_muted = muted;
        Ok(ConnectionEvent::Muted(muted))
    }

    fn claim(&mut self, session: &mut Session) -> Result<(), Refusal> {
        let player = self.role.player().ok_or(Refusal::Watching)?;
        player.claim(session)
    }
}

/// Returns the players of a game in which the other program has this side.
fn players(remote: Color) -> ByColor<PlayerKind> {
    let mut players = ByColor::new(PlayerKind::Human, PlayerKind::Human);
    players[remote] = PlayerKind::Remote;
    players
}

fn control(session: &Session) -> Option<TimeControl> {
    session.timing.clock().map(Clock::control)
}

/// Returns the times left of both sides if the clocks of a game can show them. Without clocks they mean
/// nothing.
fn checked(
    [black, white]: TimesLeft,
    control: Option<TimeControl>,
) -> Result<ByColor<i64>, Violation> {
    let left = ByColor::new(black, white);
    let shows = |color| {
        control.is_none_or(|control| {
            let side = control.side(color);
            side.allows(Remaining::from_millis(left[color]))
        })
    };
    if Color::ALL.into_iter().all(shows) {
        Ok(left)
    } else {
        Err(Violation::ImpossibleClock)
    }
}

fn times_left(session: &Session) -> Option<TimesLeft> {
    let left = session.timing.remaining()?.map(Remaining::millis);
    Some([left.black, left.white])
}

#[cfg(test)]
mod tests;
