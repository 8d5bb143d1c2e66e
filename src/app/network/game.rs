//! A game over a connection: sends what happens in the session, and applies what it receives to the session.
//!
//! A front end calls [`NetworkGame::update`] after every change of its session and when its waker was
//! called, and shows the sentences that it returns. While the connection is lost, the session is paused.

use std::io;
use std::net::TcpListener;
use std::time::Duration;

use super::code::Code;
use super::link::{JoinError, Link, LinkEvent};
use super::message::{GameState, GoodbyeReason, Message, TimesLeft};
use crate::app::background::Waker;
use crate::app::clock::{Clock, FlagRule, Remaining, TimeControl};
use crate::app::player::PlayerKind;
use crate::app::player::name::PersonName;
use crate::app::session::{Refusal, Session, Setup};
use crate::app::wording::{NOT_CONNECTED, sentence};
use crate::color::{ByColor, Color};
use crate::game::{Entry, Game};
use crate::square::Square;

/// How long a guest waits for the game after it was let in.
const FIRST_GAME: Duration = Duration::from_secs(5);

/// What a host chooses.
#[derive(Clone, Copy, Debug)]
pub struct HostOptions {
    /// The host's side in the first game.
    pub color: Color,
    /// The host's name.
    pub name: PersonName,
    /// The time control; `None` for no clocks.
    pub time: Option<TimeControl>,
}

/// A clock of the host shows a time that it cannot have.
const IMPOSSIBLE_CLOCK: &str = "the host sent an impossible time for a clock";

/// Why a guest cannot join. Displays as a clause.
#[derive(Debug, thiserror::Error)]
pub enum NotJoined {
    /// There is no connection.
    #[error("{0}")]
    Link(#[from] JoinError),
    /// The host has closed the connection: a clause.
    #[error("{0}")]
    Ended(String),
    /// The host sends no game, or one that cannot be played.
    #[error("the host sent no game that can be played")]
    NoGame,
    /// A clock of the host's game shows a time that it cannot have.
    #[error("{IMPOSSIBLE_CLOCK}")]
    ImpossibleClock,
}

#[derive(Debug)]
enum NetworkRole {
    Host(HostOptions),
    /// The host's first game, until it begins.
    Guest(Option<Box<FirstGame>>),
}

/// A host's first game, which can be played.
#[derive(Debug)]
struct FirstGame {
    state: GameState,
    game: Game,
    left: Option<ByColor<i64>>,
}

impl FirstGame {
    fn new(state: GameState) -> Result<Self, NotJoined> {
        let game = state.replay().ok_or(NotJoined::NoGame)?;
        let left = state.left_ms.map(|left| checked(left, state.time));
        let left = left.transpose().map_err(|_| NotJoined::ImpossibleClock)?;
        Ok(Self { state, game, left })
    }
}

/// A game between this program and another. See the [module](self).
#[derive(Debug)]
pub struct NetworkGame {
    link: Link,
    role: NetworkRole,
    /// The number of the game.
    number: u32,
    /// How many entries of the game the other program knows.
    known: usize,
    is_connected: bool,
    /// The name of a host's guest.
    guest: PersonName,
    /// A host owes its guest the whole game.
    owes_game: bool,
    /// Who wants a rematch: this side and the other.
    offers: (bool, bool),
}

impl NetworkGame {
    /// Waits for a guest.
    ///
    /// # Errors
    /// The listener cannot be used.
    pub fn host(listener: TcpListener, code: Code, options: HostOptions) -> io::Result<Self> {
        let link = Link::host(listener, code)?;
        Ok(Self::new(link, NetworkRole::Host(options)))
    }

    /// Joins a host, and waits for its game.
    ///
    /// # Errors
    /// [`NotJoined`].
    pub fn join(address: &str, code: Code, name: PersonName) -> Result<Self, NotJoined> {
        let link = Link::join(address, code, name)?;
        loop {
            match link.wait(FIRST_GAME) {
                Some(LinkEvent::Message(Message::Game(state))) => {
                    let first = FirstGame::new(*state)?;
                    let mut game = Self::new(link, NetworkRole::Guest(Some(Box::new(first))));
                    game.is_connected = true;
                    return Ok(game);
                }
                Some(LinkEvent::Connected(_)) => {}
                Some(LinkEvent::Ended(why) | LinkEvent::Lost(why)) => {
                    return Err(NotJoined::Ended(why));
                }
                Some(LinkEvent::Message(_)) | None => return Err(NotJoined::NoGame),
            }
        }
    }

    fn new(link: Link, role: NetworkRole) -> Self {
        Self {
            link,
            role,
            number: 1,
            known: 0,
            is_connected: false,
            guest: PersonName::EMPTY,
            owes_game: false,
            offers: (false, false),
        }
    }

    /// Sets who is woken when there may be news.
    pub(crate) fn set_waker(&self, waker: &Waker) {
        self.link.set_waker(waker);
    }

    /// Returns whether this program hosts the game.
    pub(crate) const fn is_host(&self) -> bool {
        matches!(self.role, NetworkRole::Host(_))
    }

    /// Returns whether the other program is there.
    pub const fn is_connected(&self) -> bool {
        self.is_connected
    }

    /// Returns the setup of the game once there are two players; for a host, `None` until then.
    pub fn begin(&mut self) -> Option<Setup> {
        let options = match &mut self.role {
            NetworkRole::Host(options) => *options,
            NetworkRole::Guest(first) => {
                let FirstGame { state, game, .. } = first.as_deref()?;
                self.number = state.game;
                self.known = game.entries().len();
                let mut setup = Setup::new(players(state.guest().opposite()), 0);
                setup.names = names(state);
                (setup.time, setup.flag) = (state.time, FlagRule::HostDecides);
                setup.game = game.clone();
                return Some(setup);
            }
        };
        let name = loop {
            // Anything else is about a guest that came and went.
            if let LinkEvent::Connected(name) = self.link.poll()? {
                break name;
            }
        };
        (self.is_connected, self.owes_game, self.guest) = (true, true, name);
        let mut setup = Setup::new(players(options.color.opposite()), 0);
        setup.names[options.color] = options.name;
        setup.names[options.color.opposite()] = name;
        setup.time = options.time;
        Some(setup)
    }

    /// Applies what was received, and sends what has happened in the session. Returns sentences for the
    /// person.
    pub fn update(&mut self, session: &mut Session) -> Vec<String> {
        let mut sentences = Vec::new();
        if let NetworkRole::Guest(first) = &mut self.role
            && let Some(left) = first.take().and_then(|first| first.left)
        {
            session.set_left(left);
        }
        while let Some(event) = self.link.poll() {
            match event {
                LinkEvent::Connected(name) => self.connected(name, session, &mut sentences),
                LinkEvent::Message(message) => {
                    if self.is_connected || matches!(message, Message::Game(_)) {
                        self.receive(message, session, &mut sentences);
                    }
                }
                LinkEvent::Lost(why) => {
                    self.disconnected(session);
                    let next = if self.is_host() {
                        "Waiting for your guest."
                    } else {
                        "Trying again."
                    };
                    sentences.push(format!("Connection lost: {why}. {next}"));
                }
                LinkEvent::Ended(why) => {
                    self.disconnected(session);
                    let kept = if self.is_host() {
                        " The game is kept."
                    } else {
                        ""
                    };
                    sentences.push(sentence(why) + kept);
                }
            }
        }
        self.begin_rematch(session);
        if self.is_connected {
            self.send_game(session);
            self.send_entries(session);
            // How the game ended is up to the host; its copy wins over anything the guest has sent meanwhile.
            self.send_game(session);
        }
        sentences
    }

    /// Offers another game with the sides swapped, or agrees to it. Returns a sentence.
    ///
    /// # Errors
    /// A clause: the game is not over, or the other player is not there.
    pub(crate) fn offer_rematch(
        &mut self,
        session: &Session,
    ) -> Result<&'static str, &'static str> {
        if session.game().outcome().is_none() {
            return Err("the game is not over");
        }
        if !self.is_connected {
            return Err(NOT_CONNECTED);
        }
        if !self.offers.0 {
            self.offers.0 = true;
            self.link.send(Message::Rematch { game: self.number });
        }
        Ok("You want a rematch. Waiting for your opponent to agree.")
    }

    fn connected(&mut self, name: PersonName, session: &mut Session, sentences: &mut Vec<String>) {
        self.offers = (false, false);
        if !self.is_host() {
            // The host sends the game.
            sentences.push("Connected again.".to_owned());
            return;
        }
        sentences.push(format!("{} is connected.", known(name, "Your guest")));
        (self.is_connected, self.owes_game, self.guest) = (true, true, name);
        session.set_paused(false);
    }

    fn disconnected(&mut self, session: &mut Session) {
        self.is_connected = false;
        self.offers = (false, false);
        session.set_paused(true);
    }

    /// Applies a message. Breaking the rules ends the connection; the game is unchanged.
    fn receive(&mut self, message: Message, session: &mut Session, sentences: &mut Vec<String>) {
        let applied = match message {
            Message::Move {
                game,
                entry,
                square,
                left_ms,
            } if game == self.number => self.receive_move(entry, square, left_ms, session),
            Message::Resign { game } if game == self.number => {
                // The game may have ended meanwhile; the host decides how.
                let _ = session.resign_for_remote();
                self.known = session.game().entries().len();
                self.owes_game = self.is_host();
                Ok(())
            }
            Message::Rematch { game } if game == self.number => {
                if session.game().outcome().is_some() && !self.offers.1 {
                    self.offers.1 = true;
                    if !self.offers.0 {
                        let name = session.remote().map(|color| session.names()[color]);
                        let name = known(name.unwrap_or_default(), "Your opponent");
                        sentences.push(format!("{name} wants a rematch."));
                    }
                }
                Ok(())
            }
            Message::Game(state) if !self.is_host() => self.take_game(&state, session, sentences),
            Message::Clocks { game, left_ms } if !self.is_host() => {
                if game == self.number {
                    checked(left_ms, control(session)).map(|left| session.set_left(left))
                } else {
                    Ok(())
                }
            }
            // About an earlier game, or about the connection.
            Message::Move { .. }
            | Message::Resign { .. }
            | Message::Rematch { .. }
            | Message::Ping
            | Message::Goodbye { .. } => Ok(()),
            Message::Hello { .. } | Message::Game(_) | Message::Clocks { .. } => {
                Err(Violation::OutOfPlace)
            }
        };
        if let Err(why) = applied {
            self.link.close(GoodbyeReason::Rules);
            self.disconnected(session);
            sentences.push(sentence(why) + " The connection is closed; the game is kept.");
        }
    }

    fn receive_move(
        &mut self,
        entry: usize,
        square: Square,
        left_ms: Option<TimesLeft>,
        session: &mut Session,
    ) -> Result<(), Violation> {
        // A flag that falls now ends the game before the move.
        session.tick();
        let game = session.game();
        if let Some(old) = game.entries().get(entry) {
            // Repeated after a lost connection, or too late.
            return match old.square() {
                Some(old) if old != square => Err(Violation::MovedAlready(square)),
                _ => Ok(()),
            };
        }
        if entry != game.entries().len() {
            return Err(Violation::MovesMissing(square));
        }
        // A guest's clocks mean nothing.
        let left = left_ms.filter(|_| !self.is_host());
        let left = left
            .map(|left| checked(left, control(session)))
            .transpose()?;
        session
            .play_for_remote(square)
            .map_err(|why| Violation::Illegal(square, why))?;
        self.known = session.game().entries().len();
        if self.is_host() {
            if let Some(left_ms) = times_left(session) {
                let game = self.number;
                self.link.send(Message::Clocks { game, left_ms });
            }
        } else if let Some(left) = left {
            session.set_left(left);
        }
        Ok(())
    }

    /// Replaces the game by the host's copy. Entries of this side that the host has not received are sent
    /// again.
    fn take_game(
        &mut self,
        state: &GameState,
        session: &mut Session,
        sentences: &mut Vec<String>,
    ) -> Result<(), Violation> {
        let game = state.replay().ok_or(Violation::OutOfPlace)?;
        let left = state.left_ms.map(|left| checked(left, state.time));
        let left = left.transpose()?;
        let is_same = state.game == self.number
            && session.remote() == Some(state.guest().opposite())
            && session.game().start() == game.start()
            && catch_up(session, game.entries());
        let is_new = self.number != state.game;
        self.number = state.game;
        self.known = game.entries().len();
        self.offers = (false, false);
        session.set_names(names(state));
        if !is_same {
            if !is_new {
                sentences
                    .push("Your host's game was different; it is on the board now.".to_owned());
            }
            let players = players(state.guest().opposite());
            if *session.players() != players {
                session.set_players(players);
            }
            session.restart(game);
            session.set_time(state.time, FlagRule::HostDecides);
        }
        self.is_connected = true;
        session.set_paused(false);
        if let Some(left) = left {
            session.set_left(left);
        }
        Ok(())
    }

    /// Starts the next game once both sides have agreed to it. Only the host starts it; the guest receives it.
    fn begin_rematch(&mut self, session: &mut Session) {
        let Some(remote) = session.remote().filter(|_| self.offers == (true, true)) else {
            return;
        };
        if self.is_host() && self.is_connected {
            self.offers = (false, false);
            self.number += 1;
            session.set_names(session.names().swapped());
            session.set_players(players(remote.opposite()));
            session.new_game();
            self.owes_game = true;
        }
    }

    fn send_game(&mut self, session: &mut Session) {
        if !std::mem::take(&mut self.owes_game) {
            return;
        }
        let mut names = session.names();
        if let Some(color) = session.remote() {
            names[color] = self.guest;
            session.set_names(names);
        }
        let game = session.game();
        self.known = game.entries().len();
        let clock = session.timing().clock();
        self.link.send(Message::Game(Box::new(GameState {
            game: self.number,
            guest_is_black: session.remote() == Some(Color::Black),
            black_name: names.black.to_string(),
            white_name: names.white.to_string(),
            start: game.start(),
            entries: GameState::entries_of(game),
            time: clock.map(Clock::control),
            left_ms: times_left(session),
        })));
    }

    /// Sends the entries that the other program does not have: the moves and the resignation of this side. When
    /// a flag falls by the host's clock, the host sends the whole game.
    fn send_entries(&mut self, session: &Session) {
        let entries = session.game().entries();
        let game = self.number;
        for (entry, what) in entries.iter().enumerate().skip(self.known) {
            match *what {
                Entry::Move { square, .. } => {
                    let left_ms = times_left(session).filter(|_| self.is_host());
                    self.link.send(Message::Move {
                        game,
                        entry,
                        square,
                        left_ms,
                    });
                }
                Entry::Resignation { .. } => self.link.send(Message::Resign { game }),
                _ => {}
            }
        }
        let is_new = self.known < entries.len();
        self.known = entries.len();
        self.owes_game = self.is_host() && is_new && session.game().outcome().is_some();
    }
}

/// How the other program broke the rules. Displays as a clause.
#[derive(Debug, thiserror::Error)]
enum Violation {
    #[error("the other program sent something unexpected")]
    OutOfPlace,
    #[error("{IMPOSSIBLE_CLOCK}")]
    ImpossibleClock,
    #[error("the other program played {0}, but it has moved already")]
    MovedAlready(Square),
    #[error("the other program played {0}, but earlier moves are missing")]
    MovesMissing(Square),
    #[error("the other program played {0}, but {1}")]
    Illegal(Square, Refusal),
}

/// Plays the entries of the host's game that are missing here. Returns `false` if the games differ, except for
/// entries of this side at the end that the host has not received yet.
fn catch_up(session: &mut Session, entries: &[Entry]) -> bool {
    let here = session.game().entries().len();
    for &entry in entries.iter().skip(here) {
        let done = match entry {
            Entry::Move { square, .. } => session.play_for_remote(square),
            Entry::Resignation { color } if session.remote() == Some(color) => {
                session.resign_for_remote()
            }
            Entry::Timeout { color } => session.time_out(color),
            // The session has made the pass after the move before it.
            Entry::Pass { .. } | Entry::Resignation { .. } => Ok(()),
        };
        if done.is_err() {
            return false;
        }
    }
    let is_own = |entry: &Entry| {
        matches!(entry, Entry::Pass { .. }) || Some(entry.color()) != session.remote()
    };
    let ahead = session.game().entries().strip_prefix(entries);
    ahead.is_some_and(|ahead| ahead.iter().all(is_own))
}

/// Returns the players of a game in which the other program has this side.
fn players(remote: Color) -> ByColor<PlayerKind> {
    let mut players = ByColor::new(PlayerKind::Human, PlayerKind::Human);
    players[remote] = PlayerKind::Remote;
    players
}

/// Returns the names in a host's game; the name of a computer player is no name.
fn names(state: &GameState) -> ByColor<PersonName> {
    let name = |text: &str| text.parse().unwrap_or_default();
    ByColor::new(name(&state.black_name), name(&state.white_name))
}

fn control(session: &Session) -> Option<TimeControl> {
    session.timing().clock().map(Clock::control)
}

/// Returns the times left of both sides if the clocks of a game can show them. Without clocks they mean
/// nothing.
fn checked(
    [black, white]: TimesLeft,
    control: Option<TimeControl>,
) -> Result<ByColor<i64>, Violation> {
    let left = ByColor::new(black, white);
    let shows =
        |color| control.is_none_or(|control| control.allows(Remaining::from_millis(left[color])));
    if Color::ALL.into_iter().all(shows) {
        Ok(left)
    } else {
        Err(Violation::ImpossibleClock)
    }
}

fn times_left(session: &Session) -> Option<TimesLeft> {
    let left = session.timing().remaining()?.map(Remaining::millis);
    Some([left.black, left.white])
}

/// Returns the name of a player, or `otherwise` if it has none.
fn known(name: PersonName, otherwise: &str) -> String {
    let name = name.to_string();
    if name.is_empty() {
        otherwise.to_owned()
    } else {
        name
    }
}
