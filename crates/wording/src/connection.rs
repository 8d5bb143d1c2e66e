//! The sentences about a connection with another program.

use super::{PLAYER_NOT_CONNECTED, players, refusal, spectators};
use std::time::Duration;

use reversi_table::phrase::sentence;
use reversi_table::player::name::PersonName;
use reversi_table::session::TableGame;
use reversi_table::table::{
    ClocksWhileAway, ConnectionEvent, ConnectionRole, Disconnection, EndReason, GoodbyeReason,
    LossReason, Offer, Violation,
};

/// Returns the sentences about what happened on a connection, or the line of a chat.
pub fn connection_event<G: TableGame>(event: &ConnectionEvent<G>) -> String {
    match event {
        ConnectionEvent::GuestConnected(name) => {
            format!("{} is connected.", named(*name, YOUR_FRIEND))
        }
        ConnectionEvent::ConnectedAgain => "Connected again.".to_owned(),
        ConnectionEvent::Disconnected {
            role, why, clocks, ..
        } => {
            let runs = clock_of_guest(*role, *clocks);
            disconnected(*role, why) + &runs.map_or_else(String::new, |runs| format!(" {runs}"))
        }
        ConnectionEvent::GameReplaced => {
            "Your host's game was different; it is on the board now.".to_owned()
        }
        // Only spectators are told.
        ConnectionEvent::Players(names) => players(names, None),
        ConnectionEvent::Waits(true) => sentence(PLAYER_NOT_CONNECTED),
        ConnectionEvent::Waits(false) => "Both players are connected.".to_owned(),
        ConnectionEvent::Spectators(names) => sentence(spectators(names)),
        ConnectionEvent::Asked(name, what) => {
            let name = named(*name, YOUR_FRIEND);
            match what {
                Offer::Takeback => format!("{name} asks for a takeback."),
                Offer::Draw => format!("{name} asks for a draw."),
                Offer::Rematch => format!("{name} wants a rematch."),
            }
        }
        ConnectionEvent::Declined(name, what) => {
            let name = named(*name, YOUR_FRIEND);
            match what {
                Offer::Takeback => format!("{name} plays on: no takeback."),
                Offer::Draw => format!("{name} plays on: no draw."),
                Offer::Rematch => format!("{name} does not want a rematch."),
            }
        }
        ConnectionEvent::Offered(name, what) => match what {
            Offer::Takeback => {
                format!("You ask for a takeback. {name} can agree, or play on.")
            }
            Offer::Draw => format!("You ask for a draw. {name} can agree, or play on."),
            Offer::Rematch => format!("You want a rematch. Waiting for {name} to agree."),
        },
        ConnectionEvent::Agreed => "You agree.".to_owned(),
        ConnectionEvent::Said(name, line) => format!("{}: {line}", named(*name, "You")),
        ConnectionEvent::Heard(name, line) => format!("{}: {line}", named(*name, YOUR_FRIEND)),
        ConnectionEvent::Muted(true) => {
            "The chat is muted: what the other player says is not shown.".to_owned()
        }
        ConnectionEvent::Muted(false) => "The chat is on again.".to_owned(),
        ConnectionEvent::ClaimRefused(name) => {
            let name = named(*name, YOUR_FRIEND);
            format!(
                "{name} was there all the time, so your claim does not count. The game continues."
            )
        }
        ConnectionEvent::ClaimIgnored(name) => {
            let name = named(*name, YOUR_FRIEND);
            format!(
                "{name} claimed the win, which does not count: you were there. The game continues."
            )
        }
    }
}

/// Returns how long one has to wait, in whole seconds: `0:42`.
pub fn wait(time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Returns the sentence about the clock of a guest that runs on while its program is not connected.
fn clock_of_guest(role: ConnectionRole, clocks: ClocksWhileAway) -> Option<String> {
    let ClocksWhileAway::GuestRunsAfter(grace) = clocks else {
        return None;
    };
    let runs = if role == ConnectionRole::Host {
        "Your guest's clock runs"
    } else {
        "Your clock may run"
    };
    Some(match grace.as_millis().div_ceil(1000) {
        0 => format!("{runs}."),
        seconds => format!("{runs} in {seconds} s."),
    })
}

/// Returns what else follows from a lost connection: stopped clocks, and when the win can be claimed.
pub fn after_disconnection<G: TableGame>(event: &ConnectionEvent<G>) -> Option<String> {
    let ConnectionEvent::Disconnected {
        clocks,
        claim_after,
        ..
    } = event
    else {
        return None;
    };
    let are_stopped = *clocks == ClocksWhileAway::Stopped;
    let stopped = are_stopped.then(|| "Both clocks are stopped.".to_owned());
    let claim = claim_after.map(|after| format!("You can claim the win in {}.", wait(after)));
    let sentences: Vec<String> = stopped.into_iter().chain(claim).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// The other person, who has given no name.
const YOUR_FRIEND: &str = "Your friend";

/// Returns a name, or `otherwise` if it is empty.
fn named(name: PersonName, otherwise: &str) -> String {
    if name == PersonName::EMPTY {
        otherwise.to_owned()
    } else {
        name.to_string()
    }
}

/// Returns the sentences about a connection that does not stand any more.
fn disconnected<G: TableGame>(role: ConnectionRole, why: &Disconnection<G>) -> String {
    match (why, role) {
        (Disconnection::Lost(why), ConnectionRole::Host) => {
            format!("Connection lost: {}. Waiting for your guest.", loss(why))
        }
        (Disconnection::Lost(why), _) => format!("Connection lost: {}. Trying again.", loss(why)),
        (Disconnection::Ended(why), ConnectionRole::Host) => {
            format!("{} The game is kept.", sentence(end(*why)))
        }
        (Disconnection::Ended(why), _) => sentence(end(*why)),
        (Disconnection::Closed(why), ConnectionRole::Spectator) => {
            format!("{} The connection is closed.", sentence(violation(why)))
        }
        (Disconnection::Closed(why), _) => {
            let why = sentence(violation(why));
            format!("{why} The connection is closed; the game is kept.")
        }
    }
}

/// Returns the clause that says why a connection is lost.
pub(super) fn loss(why: &LossReason) -> String {
    let clause = match why {
        LossReason::Closed => "the other side disconnected",
        LossReason::Silent => "the other side stopped responding",
        LossReason::TooManyMessages => "the other side sends too many messages",
        LossReason::TooManyWaiting => "too many messages are waiting",
        LossReason::WrongCode => "the other side does not have the same code",
        LossReason::TooLong(bytes) => {
            return format!("the other side sent a message of {bytes} bytes, which is too long");
        }
        LossReason::NotAMessage => "the other side sent something that is not a message",
        LossReason::System(reason) => reason,
    };
    clause.to_owned()
}

/// Returns the clause that says why a connection has ended for good.
pub(super) const fn end(why: EndReason) -> &'static str {
    match why {
        EndReason::CodeRefused => "the host no longer accepts the code; join again with a new one",
        EndReason::Goodbye(GoodbyeReason::Quit) => "the other player has quit",
        EndReason::Goodbye(GoodbyeReason::Busy) => "the host is playing with another guest",
        EndReason::Goodbye(GoodbyeReason::Version) => {
            "the other player has a different version of the program; use the same one"
        }
        EndReason::Goodbye(GoodbyeReason::Rules) => "the other program refused what this one sent",
        EndReason::Goodbye(GoodbyeReason::HostQuit) => "the host has quit",
        EndReason::Goodbye(GoodbyeReason::Full) => "the host has no room for more spectators",
    }
}

/// A clock of the host shows a time that it cannot have: a clause.
pub(super) const IMPOSSIBLE_CLOCK: &str = "the host sent an impossible time for a clock";

/// Returns the clause that says how the other program broke the rules.
fn violation<G: TableGame>(how: &Violation<G>) -> String {
    match how {
        Violation::OutOfPlace => "the other program sent something unexpected".to_owned(),
        Violation::ImpossibleClock => IMPOSSIBLE_CLOCK.to_owned(),
        Violation::MovedAlready(square) => {
            format!("the other program played {square}, but it has moved already")
        }
        Violation::MovesMissing(square) => {
            format!("the other program played {square}, but earlier moves are missing")
        }
        Violation::Illegal(square, why) => {
            format!("the other program played {square}, but {}", refusal(why))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_connection_has_a_reason_and_what_comes_next() {
        let told = |role, reason, clocks| {
            connection_event::<reversi::Game>(&ConnectionEvent::Disconnected {
                role,
                why: Disconnection::Lost(reason),
                clocks,
                claim_after: None,
            })
        };
        let grace = ClocksWhileAway::GuestRunsAfter(Duration::from_secs(10));
        assert_eq!(
            told(ConnectionRole::Host, LossReason::Closed, grace),
            "Connection lost: the other side disconnected. Waiting for your guest. Your guest's clock runs in 10 s."
        );
        assert_eq!(
            told(ConnectionRole::Guest, LossReason::Silent, grace),
            "Connection lost: the other side stopped responding. Trying again. Your clock may run in 10 s."
        );
        assert_eq!(
            told(
                ConnectionRole::Host,
                LossReason::Closed,
                ClocksWhileAway::GuestRunsAfter(Duration::ZERO)
            ),
            "Connection lost: the other side disconnected. Waiting for your guest. Your guest's clock runs."
        );
        assert_eq!(
            told(
                ConnectionRole::Spectator,
                LossReason::TooLong(9000),
                ClocksWhileAway::None
            ),
            "Connection lost: the other side sent a message of 9000 bytes, which is too long. Trying again."
        );
    }

    #[test]
    fn what_follows_from_a_lost_connection_is_said_if_there_is_anything() {
        let said = |clocks, claim_after| {
            after_disconnection::<reversi::Game>(&ConnectionEvent::Disconnected {
                role: ConnectionRole::Host,
                why: Disconnection::Lost(LossReason::Closed),
                clocks,
                claim_after,
            })
        };
        let part = Some(Duration::from_millis(41_100));
        let stopped = said(ClocksWhileAway::Stopped, part).unwrap();
        assert_eq!(
            stopped,
            "Both clocks are stopped. You can claim the win in 0:42."
        );
        let minute = Some(Duration::from_secs(60));
        let claim = said(ClocksWhileAway::None, minute).unwrap();
        assert_eq!(claim, "You can claim the win in 1:00.");
        assert_eq!(said(ClocksWhileAway::None, None), None);
    }

    #[test]
    fn a_connection_that_ends_says_whether_the_game_is_kept() {
        let told = |role, why| {
            connection_event::<reversi::Game>(&ConnectionEvent::Disconnected {
                role,
                why,
                clocks: ClocksWhileAway::None,
                claim_after: None,
            })
        };
        let quit = || Disconnection::Ended(EndReason::Goodbye(GoodbyeReason::Quit));
        let closed = || Disconnection::Closed(Violation::OutOfPlace);
        for (role, why, sentences) in [
            (
                ConnectionRole::Host,
                quit(),
                "The other player has quit. The game is kept.",
            ),
            (ConnectionRole::Guest, quit(), "The other player has quit."),
            (
                ConnectionRole::Guest,
                closed(),
                "The other program sent something unexpected. The connection is closed; the game is kept.",
            ),
            (
                ConnectionRole::Spectator,
                closed(),
                "The other program sent something unexpected. The connection is closed.",
            ),
        ] {
            assert_eq!(told(role, why), sentences);
        }
    }

    #[test]
    fn players_and_what_they_offer_are_named() {
        let told = |event: ConnectionEvent| connection_event(&event);
        let bob = || "Bob".parse().unwrap();
        let (nobody, line) = (PersonName::EMPTY, || "hello".to_owned());
        for (event, sentence) in [
            (ConnectionEvent::GuestConnected(bob()), "Bob is connected."),
            (
                ConnectionEvent::GuestConnected(nobody),
                "Your friend is connected.",
            ),
            (
                ConnectionEvent::Asked(bob(), Offer::Draw),
                "Bob asks for a draw.",
            ),
            (
                ConnectionEvent::Declined(bob(), Offer::Draw),
                "Bob plays on: no draw.",
            ),
            (
                ConnectionEvent::Declined(nobody, Offer::Takeback),
                "Your friend plays on: no takeback.",
            ),
            (
                ConnectionEvent::Asked(nobody, Offer::Rematch),
                "Your friend wants a rematch.",
            ),
            (
                ConnectionEvent::Offered("Bob".to_owned(), Offer::Takeback),
                "You ask for a takeback. Bob can agree, or play on.",
            ),
            (
                ConnectionEvent::Offered("Bob".to_owned(), Offer::Rematch),
                "You want a rematch. Waiting for Bob to agree.",
            ),
            (
                ConnectionEvent::ClaimRefused(bob()),
                "Bob was there all the time, so your claim does not count. The game continues.",
            ),
            (
                ConnectionEvent::ClaimIgnored(nobody),
                "Your friend claimed the win, which does not count: you were there. The game continues.",
            ),
            (
                ConnectionEvent::Muted(true),
                "The chat is muted: what the other player says is not shown.",
            ),
            (ConnectionEvent::Muted(false), "The chat is on again."),
            (ConnectionEvent::Said(nobody, line()), "You: hello"),
            (ConnectionEvent::Heard(bob(), line()), "Bob: hello"),
            (ConnectionEvent::Heard(nobody, line()), "Your friend: hello"),
        ] {
            assert_eq!(told(event), sentence);
        }
    }
}
