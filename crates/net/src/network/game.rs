//! A game over a connection: sends what happens in the session, and applies what it receives to the session.
//!
//! A [table](reversi_table::table) calls [`GameConnection::update`] after every change of its session and when its waker
//! was called, which returns what happened. While the connection is lost, the session is paused.
//!
//! A spectator gets the whole game after every change, so that one who was slow or away is never behind.

use std::io;
use std::net::TcpListener;
use std::time::Duration;

use super::code::{Code, Purpose};
use super::link::{JoinError, Link, LinkEvent};
use super::message::{GameState, GoodbyeReason, Message, TimesLeft, line_of, millis};
use reversi::{ByColor, Color, Entry, Game, Position, Square};
use reversi_table::background::Waker;
use reversi_table::clock::{Clock, FlagRule, Remaining, TimeControl};
use reversi_table::game_opening::GameOpening;
use reversi_table::player::PlayerKind;
use reversi_table::player::name::PersonName;
use reversi_table::session::{MoveNote, Refusal, Session, Setup};
use reversi_table::table::{
    ConnectionEvent, ConnectionRole, ConnectionStatus, Disconnection, EndReason, GameConnection,
    LossReason, Offer, Violation,
};

/// How long a guest waits for the game after it was let in.
const FIRST_GAME: Duration = Duration::from_secs(5);

/// How long a guest may be absent on its own turn before its clock runs, in all absences of a game. It is enough for a
/// lost connection, but not to think.
const GRACE: Duration = Duration::from_secs(10);

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

#[derive(Debug)]
enum NetworkRole {
    Host(HostOptions),
    /// A guest or a spectator, with the host's first game until it begins.
    Visitor(Purpose, Option<Box<FirstGame>>),
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
#[allow(clippy::struct_excessive_bools)] // independent of each other
pub struct NetworkGame {
    link: Link,
    role: NetworkRole,
    /// The number of the game, a new one after each takeback, and the one with which it began.
    number: u32,
    began: u32,
    /// How many entries of the game the other program knows.
    known: usize,
    is_connected: bool,
    /// The name of a host's guest.
    guest: PersonName,
    /// A host owes its guest the whole game.
    owes_game: bool,
    /// What this side offers, and what the other one does.
    offers: (Option<Offer>, Option<Offer>),
    /// This side's offer has to be sent again, because the connection was lost.
    owes_offer: bool,
    /// The names of the spectators.
    watching: Vec<PersonName>,
    /// What a host last showed to its spectators, without the times.
    shown: Option<GameState>,
    /// Whether the game that a spectator sees waits for a player.
    waits: bool,
    /// What is left of the guest's grace in this game.
    grace: Duration,
}

impl NetworkGame {
    /// Waits for a guest.
    ///
    /// # Errors
    /// The listener cannot be used.
    pub fn host(listener: TcpListener, code: Code, options: HostOptions) -> io::Result<Self> {
        let link = Link::host(listener, code, options.spectators.clone())?;
        let mut game = Self::new(link, NetworkRole::Host(options));
        game.show(None);
        Ok(game)
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
        loop {
            match link.wait(FIRST_GAME) {
                Some(LinkEvent::Message(Message::Game(state))) => {
                    let first = Some(Box::new(FirstGame::new(*state)?));
                    let mut game = Self::new(link, NetworkRole::Visitor(purpose, first));
                    game.is_connected = true;
                    return Ok(game);
                }
                Some(LinkEvent::Connected(_)) => {}
                Some(LinkEvent::Ended(why)) => return Err(NotJoined::Ended(why)),
                Some(LinkEvent::Lost(why)) => return Err(NotJoined::Lost(why)),
                Some(LinkEvent::Message(_)) | None => return Err(NotJoined::NoGame),
            }
        }
    }

    fn new(link: Link, role: NetworkRole) -> Self {
        Self {
            link,
            role,
            number: 1,
            began: 1,
            known: 0,
            is_connected: false,
            guest: PersonName::EMPTY,
            owes_game: false,
            offers: (None, None),
            owes_offer: false,
            watching: Vec::new(),
            shown: None,
            waits: false,
            grace: GRACE,
        }
    }

    /// Sets who is woken when there may be news.
    pub fn set_waker(&self, waker: &Waker) {
        self.link.set_waker(waker);
    }

    /// Returns whether the other program is there.
    pub const fn is_connected(&self) -> bool {
        self.is_connected
    }

    /// Returns the code for spectators, if this host admits them.
    pub const fn spectators_code(&self) -> Option<&Code> {
        match &self.role {
            NetworkRole::Host(options) => options.spectators.as_ref(),
            NetworkRole::Visitor(..) => None,
        }
    }

    /// Returns the setup of the game once there is one; for a host, `None` until it has a guest.
    pub fn begin(&mut self) -> Option<Setup> {
        match &mut self.role {
            NetworkRole::Host(_) => self.begin_as_host(),
            NetworkRole::Visitor(purpose, first) => {
                let FirstGame { state, game, .. } = first.as_deref()?;
                (self.number, self.began) = (state.game, state.began);
                self.known = game.entries().len();
                let mut setup = Setup::new(players_of(*purpose, state), 0);
                setup.names = names(*purpose, state);
                (setup.time, setup.flag) = (state.time, FlagRule::HostDecides);
                setup.game = game.clone();
                Some(setup)
            }
        }
    }

    fn begin_as_host(&mut self) -> Option<Setup> {
        let name = loop {
            match self.link.poll() {
                Some(LinkEvent::Connected(name)) => break name,
                // About a guest that came and went.
                Some(_) => {}
                None => {
                    self.watching = self.link.watching();
                    self.show(None);
                    return None;
                }
            }
        };
        (self.is_connected, self.owes_game, self.guest) = (true, true, name);
        let NetworkRole::Host(options) = &self.role else {
            return None;
        };
        let mut setup = Setup::new(players(options.color.opposite()), rand::random());
        setup.names[options.color] = options.name;
        setup.names[options.color.opposite()] = name;
        setup.time = options.time.map(|time| time.with_first(options.color));
        Some(setup.with_opening(&options.opening))
    }
}

impl GameConnection<Game> for NetworkGame {
    fn is_host(&self) -> bool {
        matches!(self.role, NetworkRole::Host(_))
    }

    fn is_spectator(&self) -> bool {
        matches!(self.role, NetworkRole::Visitor(Purpose::Watch, _))
    }

    fn status(&self) -> ConnectionStatus {
        ConnectionStatus {
            is_connected: self.is_connected,
            watching: self.watching.clone(),
            offered: self.offers.0,
            asked: self.offers.1,
        }
    }

    fn update(&mut self, session: &mut Session) -> Vec<ConnectionEvent> {
        let mut events = Vec::new();
        if let NetworkRole::Visitor(_, first) = &mut self.role
            && let Some(first) = first.take()
        {
            take_times(&first.state, first.left, self.known, session);
            self.wait_for_players(&first.state, session, &mut events);
        }
        while let Some(event) = self.link.poll() {
            match event {
                LinkEvent::Connected(name) => self.connected(name, session, &mut events),
                LinkEvent::Message(message) => {
                    if self.is_connected || matches!(message, Message::Game(_)) {
                        self.receive(message, session, &mut events);
                    }
                }
                LinkEvent::Lost(why) => {
                    events.push(self.disconnected(Disconnection::Lost(why), session));
                }
                LinkEvent::Ended(why) => {
                    events.push(self.disconnected(Disconnection::Ended(why), session));
                }
            }
        }
        self.drop_offers(session);
        if self.is_host() {
            self.name_spectators(&mut events);
        }
        if self.is_connected && !self.is_spectator() {
            self.send_game(session);
            self.send_entries(session);
            // How the game ended is up to the host; its copy wins over anything the guest has sent meanwhile.
            self.send_game(session);
            let owed = self.offers.0.filter(|_| self.owes_offer);
            self.owes_offer = false;
            if let Some(what) = owed {
                self.send_offer(what, session);
            }
        }
        self.show(Some(session));
        events
    }

    fn offer(&mut self, what: Offer, session: &mut Session) -> Result<ConnectionEvent, Refusal> {
        session.refuse_spectator()?;
        if !self.is_connected {
            return Err(Refusal::NotConnected);
        }
        let is_over = session.game().outcome().is_some();
        if !fits(what, is_over) {
            return Err(if is_over {
                Refusal::GameOver
            } else {
                Refusal::GameNotOver
            });
        }
        let agrees = self.offers.1 == Some(what);
        if what == Offer::Takeback && !agrees {
            let own = session.lone_human();
            session.before_decision(own)?;
        }
        let name = remote_name(session);
        if self.offers.0.replace(what) != Some(what) {
            self.send_offer(what, session);
        }
        if agrees && self.is_host() {
            self.carry_out(what, session.remote(), session);
        }
        Ok(if agrees {
            ConnectionEvent::Agreed
        } else {
            ConnectionEvent::Offered(name, what)
        })
    }

    fn say(&mut self, text: &str, session: &Session) -> Result<ConnectionEvent, Refusal> {
        session.refuse_spectator()?;
        let text = line_of(text);
        if text.is_empty() {
            return Err(Refusal::NothingToSay);
        }
        if !self.is_connected {
            return Err(Refusal::NotConnected);
        }
        let own = session.lone_human().map(|color| session.names[color]);
        self.link.send(Message::Say { text: text.clone() });
        Ok(ConnectionEvent::Said(own.unwrap_or_default(), text))
    }
}

/// What the players offer to each other.
impl NetworkGame {
    fn send_offer(&self, what: Offer, session: &Session) {
        self.link.send(Message::Offer {
            game: self.number,
            entry: session.game().entries().len(),
            what,
        });
    }

    /// Takes what the other side offers or agrees to. An offer that has crossed a move or the end of the game is void.
    fn receive_offer(
        &mut self,
        entry: usize,
        what: Offer,
        session: &mut Session,
        events: &mut Vec<ConnectionEvent>,
    ) {
        let game = session.game();
        let agrees = self.offers.0 == Some(what);
        let is_current = agrees || entry == game.entries().len();
        if !is_current || !fits(what, game.outcome().is_some()) {
            return;
        }
        let is_new = self.offers.1.replace(what) != Some(what);
        if agrees && self.is_host() {
            let asker = session.lone_human();
            self.carry_out(what, asker, session);
        } else if is_new && !agrees {
            events.push(ConnectionEvent::Asked(person_there(session), what));
        }
    }

    /// Forgets the offers that a move of a side has refused: those to this side, and its own to take a move back.
    fn refuse_offers(&mut self, by_this_side: bool) {
        let (own, other) = &mut self.offers;
        let (mover, refused) = if by_this_side {
            (own, other)
        } else {
            (other, own)
        };
        mover.take_if(|what| *what == Offer::Takeback);
        *refused = None;
    }

    /// Forgets the offers that mean nothing once the game is over, or has begun.
    fn drop_offers(&mut self, session: &Session) {
        let is_over = session.game().outcome().is_some();
        let (own, other) = &mut self.offers;
        for offer in [own, other] {
            offer.take_if(|what| !fits(*what, is_over));
        }
    }

    /// Carries out what both sides have agreed on. Only the host does; the guest receives the game.
    fn carry_out(&mut self, what: Offer, asker: Option<Color>, session: &mut Session) {
        self.offers = (None, None);
        self.owes_game = true;
        match what {
            Offer::Takeback => {
                let Ok(entries) = session.before_decision(asker) else {
                    return;
                };
                session.undo_to(entries);
                // Moves that cross it are about the game before it.
                self.number += 1;
            }
            // It was checked that the game is not over.
            Offer::Draw => drop(session.agree_to_draw()),
            Offer::Rematch => self.begin_rematch(session),
        }
    }
}

/// Returns whether something can be offered in a game that is over or not.
const fn fits(what: Offer, is_over: bool) -> bool {
    matches!(what, Offer::Rematch) == is_over
}

impl NetworkGame {
    fn connected(
        &mut self,
        name: PersonName,
        session: &mut Session,
        events: &mut Vec<ConnectionEvent>,
    ) {
        (self.offers.1, self.owes_offer) = (None, true);
        self.grace = session.unused_grace().unwrap_or(self.grace);
        if !self.is_host() {
            // The host sends the game.
            events.push(ConnectionEvent::ConnectedAgain);
            return;
        }
        events.push(ConnectionEvent::GuestConnected(name));
        (self.is_connected, self.owes_game, self.guest) = (true, true, name);
        session.set_paused(false);
    }

    /// Pauses the game; after a loss a guest tries to join again.
    fn disconnected(&mut self, why: Disconnection, session: &mut Session) -> ConnectionEvent {
        let tries_again = matches!(why, Disconnection::Lost(_));
        ConnectionEvent::Disconnected {
            role: match self.role {
                NetworkRole::Host(_) => ConnectionRole::Host,
                NetworkRole::Visitor(Purpose::Play, _) => ConnectionRole::Guest,
                NetworkRole::Visitor(Purpose::Watch, _) => ConnectionRole::Spectator,
            },
            why,
            guest_clock: self.pause(tries_again, session),
        }
    }

    /// Pauses the game. Returns after which time the clock of the guest runs on, if it does.
    fn pause(&mut self, tries_again: bool, session: &mut Session) -> Option<Duration> {
        self.offers = (self.offers.0.filter(|_| tries_again), None);
        session.set_paused(true);
        let was_connected = std::mem::take(&mut self.is_connected);
        let guest = match session.remote() {
            Some(color) if self.is_host() => color,
            Some(color) => color.opposite(),
            None => return None,
        };
        // Being away is no way to gain time.
        let counts = self.is_host() || tries_again && !self.is_spectator();
        let runs = was_connected && counts && session.run_clock_of_absent(guest, self.grace);
        runs.then_some(self.grace)
    }

    /// Applies a message. Breaking the rules ends the connection; the game is unchanged.
    fn receive(
        &mut self,
        message: Message,
        session: &mut Session,
        events: &mut Vec<ConnectionEvent>,
    ) {
        let applied = match message {
            Message::Game(state) if !self.is_host() => self.take_game(&state, session, events),
            // A spectator gets nothing else.
            Message::Ping | Message::Goodbye { .. } => Ok(()),
            _ if self.is_spectator() => Err(Violation::OutOfPlace),
            Message::Move {
                game,
                entry,
                square,
                left_ms,
            } if game == self.number => self.receive_move(entry, square, left_ms, session),
            Message::Resign { game } if game == self.number => {
                // The game may have ended meanwhile; the host decides how.
                let _ = session
                    .remote()
                    .map(|color| session.resign_for_remote(color));
                self.known = session.game().entries().len();
                self.owes_game = self.is_host();
                Ok(())
            }
            Message::Offer { game, entry, what } if game == self.number => {
                self.receive_offer(entry, what, session, events);
                Ok(())
            }
            Message::Say { text } => {
                let name = person_there(session);
                events.push(ConnectionEvent::Heard(name, line_of(&text)));
                Ok(())
            }
            Message::Watching { names } if !self.is_host() => {
                self.take_spectators(&names, events);
                Ok(())
            }
            Message::Clocks { game, left_ms } if !self.is_host() => {
                if game == self.number {
                    checked(left_ms, control(session)).map(|left| session.set_left(left))
                } else {
                    Ok(())
                }
            }
            // About an earlier game.
            Message::Move { .. } | Message::Resign { .. } | Message::Offer { .. } => Ok(()),
            Message::Hello { .. }
            | Message::Game(_)
            | Message::Clocks { .. }
            | Message::Watching { .. } => Err(Violation::OutOfPlace),
        };
        if let Err(why) = applied {
            self.link.close(GoodbyeReason::Rules);
            events.push(self.disconnected(Disconnection::Closed(why), session));
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
        self.refuse_offers(false);
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
        events: &mut Vec<ConnectionEvent>,
    ) -> Result<(), Violation> {
        let game = state.replay().ok_or(Violation::OutOfPlace)?;
        let left = state.left_ms.map(|left| checked(left, state.time));
        let left = left.transpose()?;
        let purpose = self.purpose();
        let (players, names) = (players_of(purpose, state), names(purpose, state));
        let is_alike = *session.players() == players && session.game().start() == game.start();
        let is_renewed = self.number != state.game;
        let is_new = self.began != state.began;
        let is_taken_back = is_renewed
            && !is_new
            && is_alike
            && session.game().entries().starts_with(game.entries());
        if is_taken_back {
            session.undo_to(game.entries().len());
        }
        let is_same = is_taken_back || !is_renewed && is_alike && catch_up(session, game.entries());
        let are_new = session.names != names;
        (self.number, self.began) = (state.game, state.began);
        if is_new {
            self.grace = GRACE;
        }
        self.known = game.entries().len();
        if is_renewed || !is_same {
            self.offers = (None, None);
        }
        session.names = names;
        if !is_same {
            if !is_new && !self.is_spectator() {
                events.push(ConnectionEvent::GameReplaced);
            }
            if *session.players() != players {
                session.set_players(players);
            }
            session.restart(game);
            session.set_time(state.time, FlagRule::HostDecides);
        }
        if self.is_spectator() && (is_new || are_new) {
            events.push(ConnectionEvent::Players(session.shown_players()));
        }
        self.is_connected = true;
        session.set_paused(false);
        take_times(state, left, self.known, session);
        self.wait_for_players(state, session, events);
        Ok(())
    }

    /// Takes from the host's game whether it waits for a player, and the number of spectators.
    fn wait_for_players(
        &mut self,
        state: &GameState,
        session: &mut Session,
        events: &mut Vec<ConnectionEvent>,
    ) {
        self.take_spectators(&state.watching, events);
        if !self.is_spectator() {
            return;
        }
        session.set_paused(state.is_paused);
        if std::mem::replace(&mut self.waits, state.is_paused) != state.is_paused {
            events.push(ConnectionEvent::Waits(state.is_paused));
        }
    }

    /// Takes from the host who watches.
    fn take_spectators(&mut self, names: &[String], events: &mut Vec<ConnectionEvent>) {
        let names = names.iter().map(|name| name.parse().unwrap_or_default());
        self.show_spectators(names.collect(), events);
    }

    /// Starts the next game with the sides and their clocks swapped.
    fn begin_rematch(&mut self, session: &mut Session) {
        let Some(remote) = session.remote() else {
            return;
        };
        self.number += 1;
        self.began = self.number;
        self.grace = GRACE;
        session.names = session.names.swapped();
        session.set_players(players(remote.opposite()));
        session.set_time(control(session).map(TimeControl::swapped), FlagRule::Lose);
        session.new_game();
    }

    fn send_game(&mut self, session: &mut Session) {
        if !std::mem::take(&mut self.owes_game) {
            return;
        }
        if let Some(color) = session.remote() {
            session.names[color] = self.guest;
        }
        self.known = session.game().entries().len();
        let state = self.state_of(session);
        self.link.send(Message::Game(Box::new(state)));
    }

    /// Returns the whole game of a host.
    fn state_of(&self, session: &Session) -> GameState {
        let (game, timing, names) = (session.game(), &session.timing, session.names);
        GameState {
            game: self.number,
            began: self.began,
            guest_is_black: session.remote() == Some(Color::Black),
            black_name: names.black.to_string(),
            white_name: names.white.to_string(),
            start: game.start(),
            entries: GameState::entries_of(game),
            time: timing.clock().map(Clock::control),
            left_ms: times_left(session),
            times_ms: GameState::times_of(timing),
            turn_ms: millis(timing.turn()),
            is_paused: session.is_paused(),
            watching: self.watching.iter().map(ToString::to_string).collect(),
        }
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
        if is_new {
            self.refuse_offers(true);
        }
        self.known = entries.len();
        self.owes_game = self.is_host() && is_new && session.game().outcome().is_some();
    }
}

/// The spectators of a host.
impl NetworkGame {
    /// Returns why this program is connected; a host plays.
    const fn purpose(&self) -> Purpose {
        match self.role {
            NetworkRole::Host(_) => Purpose::Play,
            NetworkRole::Visitor(purpose, _) => purpose,
        }
    }

    /// Takes who watches. Returns whether that has changed.
    fn show_spectators(
        &mut self,
        names: Vec<PersonName>,
        events: &mut Vec<ConnectionEvent>,
    ) -> bool {
        let has_changed = names != self.watching;
        if has_changed {
            events.push(ConnectionEvent::Spectators(names.clone()));
            self.watching = names;
        }
        has_changed
    }

    /// Tells both players when spectators come or go.
    fn name_spectators(&mut self, events: &mut Vec<ConnectionEvent>) {
        let has_changed = self.show_spectators(self.link.watching(), events);
        // The whole game says so too.
        if has_changed && self.is_connected && !self.owes_game {
            let names = self.watching.iter().map(ToString::to_string).collect();
            self.link.send(Message::Watching { names });
        }
    }

    /// Shows the game to the spectators if anything about it has changed; without a session, that the host waits
    /// for its guest.
    fn show(&mut self, session: Option<&Session>) {
        let NetworkRole::Host(options) = &self.role else {
            return;
        };
        if options.spectators.is_none() {
            return;
        }
        let state = match session {
            Some(session) => self.state_of(session),
            None => self.state_of_waiting(options),
        };
        // The times are read anew whenever something else has changed, and for everybody who comes.
        let timeless = GameState {
            left_ms: None,
            turn_ms: 0,
            ..state.clone()
        };
        if self.link.take_new_spectators() || self.shown.as_ref() != Some(&timeless) {
            self.shown = Some(timeless);
            self.link.show(&Message::Game(Box::new(state)));
        }
    }

    /// Returns what spectators see before there is a guest.
    fn state_of_waiting(&self, options: &HostOptions) -> GameState {
        let name = options.name.to_string();
        let (black_name, white_name) = match options.color {
            Color::Black => (name, String::new()),
            Color::White => (String::new(), name),
        };
        GameState {
            game: 0,
            began: 0,
            guest_is_black: options.color == Color::White,
            black_name,
            white_name,
            start: Position::START,
            entries: String::new(),
            time: None,
            left_ms: None,
            times_ms: Vec::new(),
            turn_ms: 0,
            is_paused: true,
            watching: self.watching.iter().map(ToString::to_string).collect(),
        }
    }
}

/// Plays the entries of the host's game that are missing here. Returns `false` if the games differ, except for
/// entries of this side at the end that the host has not received yet.
fn catch_up(session: &mut Session, entries: &[Entry]) -> bool {
    let here = session.game().entries().len();
    for &entry in entries.iter().skip(here) {
        let done = match entry {
            Entry::Move { square, .. } => session.play_for_remote(square),
            Entry::Resignation { color } if session.players()[color].is_remote() => {
                session.resign_for_remote(color)
            }
            Entry::Timeout { color } => session.time_out(color),
            Entry::Agreement { .. } => session.agree_to_draw(),
            // The session has made the pass after the move before it.
            Entry::Pass { .. } | Entry::Resignation { .. } => Ok(()),
        };
        if done.is_err() {
            return false;
        }
    }
    let is_own = |entry: &Entry| {
        matches!(entry, Entry::Pass { .. }) || !session.players()[entry.color()].is_remote()
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

/// Returns the players of a host's game for a guest or a spectator.
fn players_of(purpose: Purpose, state: &GameState) -> ByColor<PlayerKind> {
    match purpose {
        Purpose::Play => players(state.guest().opposite()),
        Purpose::Watch => ByColor::new(PlayerKind::Remote, PlayerKind::Remote),
    }
}

/// Returns the names in a host's game; the name of a computer player is no name. For a spectator, every player has
/// one.
fn names(purpose: Purpose, state: &GameState) -> ByColor<PersonName> {
    let sent = ByColor::new(&state.black_name, &state.white_name);
    ByColor::from_fn(|color| {
        let name: PersonName = sent[color].parse().unwrap_or_default();
        let other = if state.guest() == color {
            "the guest"
        } else {
            "the host"
        };
        match purpose {
            Purpose::Watch if name == PersonName::EMPTY => other.parse().unwrap_or_default(),
            _ => name,
        }
    })
}

/// Returns the name of the person at the other program, possibly empty.
fn person_there(session: &Session) -> PersonName {
    let name = session.remote().map(|color| session.names[color]);
    name.unwrap_or_default()
}

/// Returns the other player as people know it.
fn remote_name(session: &Session) -> String {
    let shown = session.shown_players();
    session
        .remote()
        .map_or_else(String::new, |color| shown[color].clone())
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

/// Takes the times of the host's game: the clocks, the time of each move, and that of the present turn. Moves
/// that the host has not received keep their times.
fn take_times(state: &GameState, left: Option<ByColor<i64>>, known: usize, session: &mut Session) {
    if let Some(left) = left {
        session.set_left(left);
    }
    let mut notes = state.notes();
    notes.resize(known, MoveNote::default());
    let own = session.timing.notes().iter().skip(known);
    notes.extend(own.copied());
    session.set_notes(notes);
    if session.game().entries().len() == known {
        session
            .timing
            .set_turn(Duration::from_millis(state.turn_ms.into()));
    }
}

fn times_left(session: &Session) -> Option<TimesLeft> {
    let left = session.timing.remaining()?.map(Remaining::millis);
    Some([left.black, left.white])
}

#[cfg(test)]
mod tests;
