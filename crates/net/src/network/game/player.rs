//! What a host and a guest have in common: both play, and offer something to each other.

use std::time::{Duration, Instant};

use super::{Exchange, NetworkState, checked, control, times_left};
use crate::network::message::{NetworkMessage, TimesLeft, line_of};
use reversi::{Entry, Square};
use reversi_table::player::description::PlayerName;
use reversi_table::player::name::PersonName;
use reversi_table::session::{Refusal, Session};
use reversi_table::table::{
    Absence, ClocksWhileAway, ConnectionEvent, Disconnection, EndReason, GoodbyeReason, Offer,
    Violation,
};

/// How long a guest may be absent on its own turn before its clock runs, in all absences of a game. It is enough for a
/// lost connection, but not to think.
pub(super) const GRACE: Duration = Duration::from_secs(10);

/// How long a player is away before the other one can claim the win.
pub(super) const CLAIM_GRACE: Duration = Duration::from_secs(60);

/// What the players offer to each other.
#[derive(Debug, Default)]
pub(super) struct PlayerOffers {
    /// What this side offers.
    pub(super) own: Option<Offer>,
    /// What the other side offers.
    pub(super) other: Option<Offer>,
    /// This side's offer has to be sent again, because the connection was lost.
    is_owed: bool,
}

/// One of the two players.
#[derive(Debug)]
pub(super) struct NetworkPlayer {
    is_host: bool,
    pub(super) offers: PlayerOffers,
    /// What is left of the guest's grace in this game.
    pub(super) grace: Duration,
    /// Since when the other player is away.
    pub(super) away_since: Option<Instant>,
    /// How the connection was lost last.
    pub(super) absence: Absence,
    /// Whether what the other player says is not shown.
    pub(super) is_muted: bool,
}

impl NetworkPlayer {
    pub(super) fn new(is_host: bool) -> Self {
        Self {
            is_host,
            offers: PlayerOffers::default(),
            grace: GRACE,
            away_since: None,
            absence: Absence::Lost,
            is_muted: false,
        }
    }

    /// Called when the players are connected again.
    pub(super) fn connected(&mut self, session: &Session) {
        (self.offers.other, self.offers.is_owed) = (None, true);
        self.grace = session.unused_grace().unwrap_or(self.grace);
    }

    /// Pauses the game. Returns what the clocks do, and after which time the win can be claimed.
    pub(super) fn pause(
        &mut self,
        why: &Disconnection,
        at: &mut Exchange,
    ) -> (ClocksWhileAway, Option<Duration>) {
        let tries_again = matches!(why, Disconnection::Lost(_));
        (self.offers.own).take_if(|_| !tries_again);
        self.offers.other = None;
        let was_connected = at.pause();
        let now = at.session.timing.now();
        self.absence = match why {
            Disconnection::Lost(_) => Absence::Lost,
            Disconnection::Ended(EndReason::Goodbye(why)) if is_quit(*why) => Absence::Quit,
            Disconnection::Ended(_) | Disconnection::Closed(_) => Absence::Ended,
        };
        if was_connected && has_left(why) {
            self.away_since = Some(now);
        }
        let clocks = self.clocks_while_away(was_connected, tries_again, at.session);
        let is_over = at.session.game().outcome().is_some();
        let claim_from = self.claim_from().filter(|_| !is_over);
        let claim_after = claim_from.map(|from| from.saturating_duration_since(now));
        (clocks, claim_after)
    }

    /// Lets the clock of an absent guest run if it is to move. Returns what the clocks do.
    fn clocks_while_away(
        &self,
        was_connected: bool,
        tries_again: bool,
        session: &mut Session,
    ) -> ClocksWhileAway {
        let is_under_way = session.game().outcome().is_none();
        let Some(remote) = session.remote().filter(|_| is_under_way) else {
            return ClocksWhileAway::None;
        };
        let guest = if self.is_host {
            remote
        } else {
            remote.opposite()
        };
        // Being away is no way to gain time.
        let counts = was_connected && (self.is_host || tries_again);
        if counts && session.run_clock_of_absent(guest, self.grace) {
            ClocksWhileAway::GuestRunsAfter(self.grace)
        } else if session
            .timing
            .clock()
            .is_some_and(|clock| clock.running().is_none())
        {
            ClocksWhileAway::Stopped
        } else {
            ClocksWhileAway::None
        }
    }

    /// Returns from when on the win can be claimed, while the other player is away.
    pub(super) fn claim_from(&self) -> Option<Instant> {
        self.away_since?.checked_add(CLAIM_GRACE)
    }

    /// Claims the win, because the other player has left.
    pub(super) fn claim(&self, session: &mut Session) -> Result<(), Refusal> {
        let game = session.game();
        if game.outcome().is_some() {
            return Err(Refusal::GameOver);
        }
        let (Some(from), Some(remote)) = (self.claim_from(), session.remote()) else {
            return Err(Refusal::NobodyLeft);
        };
        if game.entries().is_empty() {
            return Err(Refusal::NothingToClaim);
        }
        let wait = from.saturating_duration_since(session.timing.now());
        if !wait.is_zero() {
            return Err(Refusal::ClaimLater(wait));
        }
        session.depart(remote)
    }

    /// Applies a message of the other player.
    pub(super) fn receive(
        &mut self,
        message: NetworkMessage,
        at: &mut Exchange,
    ) -> Result<(), Violation> {
        match message {
            NetworkMessage::Move {
                game,
                entry,
                square,
                left_ms,
            } if game == at.state.number => self.receive_move(entry, square, left_ms, at)?,
            NetworkMessage::Resign { game } if game == at.state.number => {
                // The game may have ended meanwhile; the host decides how.
                let _ = at
                    .session
                    .remote()
                    .map(|color| at.session.resign_for_remote(color));
                at.state.known = at.session.game().entries().len();
            }
            NetworkMessage::Offer { game, entry, what } if game == at.state.number => {
                self.receive_offer(entry, what, at);
            }
            NetworkMessage::Say { .. } if self.is_muted => {}
            NetworkMessage::Say { text } => {
                let name = person_there(at.session);
                at.events.push(ConnectionEvent::Heard(name, line_of(&text)));
            }
            // The first three are about an earlier game.
            NetworkMessage::Move { .. }
            | NetworkMessage::Resign { .. }
            | NetworkMessage::Offer { .. }
            | NetworkMessage::Ping
            | NetworkMessage::Goodbye { .. } => {}
            NetworkMessage::Hello { .. }
            | NetworkMessage::Game(_)
            | NetworkMessage::Claim { .. }
            | NetworkMessage::Clocks { .. }
            | NetworkMessage::Watching { .. } => return Err(Violation::OutOfPlace),
        }
        Ok(())
    }

    fn receive_move(
        &mut self,
        entry: usize,
        square: Square,
        left_ms: Option<TimesLeft>,
        at: &mut Exchange,
    ) -> Result<(), Violation> {
        let session = &mut *at.session;
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
        let left = left_ms.filter(|_| !self.is_host);
        let left = left
            .map(|left| checked(left, control(session)))
            .transpose()?;
        session
            .play_for_remote(square)
            .map_err(|why| Violation::Illegal(square, why))?;
        at.state.known = session.game().entries().len();
        let PlayerOffers { own, other, .. } = &mut self.offers;
        let asked = *own;
        refuse_offers(other, own);
        if let Some(what) = asked.filter(|_| own.is_none()) {
            let name = person_there(session);
            at.events.push(ConnectionEvent::Declined(name, what));
        }
        if let Some(left) = left {
            session.set_left(left);
        }
        Ok(())
    }

    /// Sends the entries that the other program does not have: the moves and the resignation of this side. When
    /// a flag falls by the host's clock, the host sends the whole game. Returns whether there were any.
    pub(super) fn send_entries(&mut self, at: &mut Exchange) -> bool {
        let entries = at.session.game().entries();
        let game = at.state.number;
        for (entry, what) in entries.iter().enumerate().skip(at.state.known) {
            match *what {
                Entry::Move { square, .. } => {
                    let left_ms = times_left(at.session).filter(|_| self.is_host);
                    at.state.link.send(NetworkMessage::Move {
                        game,
                        entry,
                        square,
                        left_ms,
                    });
                }
                Entry::Resignation { .. } => {
                    let is_claim = at.session.departed().is_some();
                    // A host that claims the win sends the whole game.
                    let message = match (is_claim, self.is_host) {
                        (true, true) => continue,
                        (true, false) => NetworkMessage::Claim { game, entry },
                        (false, _) => NetworkMessage::Resign { game },
                    };
                    at.state.link.send(message);
                }
                _ => {}
            }
        }
        let is_new = at.state.known < entries.len();
        if is_new {
            let PlayerOffers { own, other, .. } = &mut self.offers;
            refuse_offers(own, other);
        }
        at.state.known = entries.len();
        is_new
    }
}

/// Offers.
impl NetworkPlayer {
    /// Offers something, or agrees to what the other player offers.
    pub(super) fn offer(
        &mut self,
        what: Offer,
        at: &mut Exchange,
    ) -> Result<ConnectionEvent, Refusal> {
        if !at.state.is_connected {
            return Err(Refusal::NotConnected);
        }
        let is_over = at.session.game().outcome().is_some();
        if !fits(what, is_over) {
            return Err(if is_over {
                Refusal::GameOver
            } else {
                Refusal::GameNotOver
            });
        }
        let agrees = self.offers.other == Some(what);
        if what == Offer::Takeback && !agrees {
            let own = at.session.lone_human();
            at.session.before_decision(own)?;
        }
        if self.offers.own.replace(what) != Some(what) {
            send_offer(what, at);
        }
        Ok(if agrees {
            ConnectionEvent::Agreed
        } else {
            let names = at.session.shown_players();
            let name = at
                .session
                .remote()
                .map_or(PlayerName::Friend, |color| names[color].clone());
            ConnectionEvent::Offered(name, what)
        })
    }

    /// Takes what the other side offers or agrees to. An offer that has crossed a move or the end of the game is void.
    fn receive_offer(&mut self, entry: usize, what: Offer, at: &mut Exchange) {
        let game = at.session.game();
        let agrees = self.offers.own == Some(what);
        let is_current = agrees || entry == game.entries().len();
        if !is_current || !fits(what, game.outcome().is_some()) {
            return;
        }
        let is_new = self.offers.other.replace(what) != Some(what);
        if is_new && !agrees {
            let name = person_there(at.session);
            at.events.push(ConnectionEvent::Asked(name, what));
        }
    }

    /// Forgets the offers that mean nothing once the game is over, or has begun.
    pub(super) fn drop_offers(&mut self, session: &Session) {
        let is_over = session.game().outcome().is_some();
        for offer in [&mut self.offers.own, &mut self.offers.other] {
            offer.take_if(|what| !fits(*what, is_over));
        }
    }

    /// Sends this side's offer again after the connection was lost.
    pub(super) fn send_owed_offer(&mut self, at: &Exchange) {
        if std::mem::take(&mut self.offers.is_owed)
            && let Some(what) = self.offers.own
        {
            send_offer(what, at);
        }
    }
}

fn send_offer(what: Offer, at: &Exchange) {
    at.state.link.send(NetworkMessage::Offer {
        game: at.state.number,
        entry: at.session.game().entries().len(),
        what,
    });
}

/// Forgets the offers that a move has refused: those to the side that moved, and its own to take a move back.
fn refuse_offers(by_mover: &mut Option<Offer>, to_mover: &mut Option<Offer>) {
    by_mover.take_if(|what| *what == Offer::Takeback);
    *to_mover = None;
}

/// Returns whether something can be offered in a game that is over or not.
const fn fits(what: Offer, is_over: bool) -> bool {
    matches!(what, Offer::Rematch) == is_over
}

/// Returns whether the other player has left, or may have: it did not break the rules, and says nothing against this side.
const fn has_left(why: &Disconnection) -> bool {
    match why {
        Disconnection::Lost(_) | Disconnection::Ended(EndReason::CodeRefused) => true,
        Disconnection::Ended(EndReason::Goodbye(why)) => is_quit(*why),
        Disconnection::Closed(_) => false,
    }
}

const fn is_quit(why: GoodbyeReason) -> bool {
    matches!(why, GoodbyeReason::Quit | GoodbyeReason::HostQuit)
}

/// Says something to the other player.
pub(super) fn say(
    text: &str,
    state: &NetworkState,
    session: &Session,
) -> Result<ConnectionEvent, Refusal> {
    let text = line_of(text);
    if text.is_empty() {
        return Err(Refusal::NothingToSay);
    }
    if !state.is_connected {
        return Err(Refusal::NotConnected);
    }
    let own = session.lone_human().map(|color| session.names[color]);
    state.link.send(NetworkMessage::Say { text: text.clone() });
    Ok(ConnectionEvent::Said(own.unwrap_or_default(), text))
}

/// Returns the name of the person at the other program, possibly empty.
pub(super) fn person_there(session: &Session) -> PersonName {
    let name = session.remote().map(|color| session.names[color]);
    name.unwrap_or_default()
}
