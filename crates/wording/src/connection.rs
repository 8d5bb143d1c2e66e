//! The sentences about a connection with another program.

use super::{PLAYER_NOT_CONNECTED, players, refusal, spectators};
use std::time::Duration;

use reversi_table::player::name::PersonName;
use reversi_table::session::TableGame;
use reversi_table::table::{
    ClocksWhileAway, ConnectionEvent, ConnectionRole, Disconnection, EndReason, GoodbyeReason,
    LossReason, Offer, Violation,
};
use reversi_text::{Message, Name, Said, label, tr};

/// Returns the sentences about what happened on a connection, or the line of a chat.
pub fn connection_event<G: TableGame>(event: &ConnectionEvent<G>) -> Said {
    match event {
        ConnectionEvent::GuestConnected(name) => {
            tr!("{name} is connected.", name = &friend(*name))
        }
        ConnectionEvent::ConnectedAgain => tr!("Connected again."),
        ConnectionEvent::Disconnected {
            role, why, clocks, ..
        } => {
            let runs = clock_of_guest(*role, *clocks).unwrap_or_default();
            Said::sentences([disconnected(*role, why), runs])
        }
        ConnectionEvent::GameReplaced => {
            tr!("Your host's game was different; it is on the board now.")
        }
        // Only spectators are told.
        ConnectionEvent::Players(names) => players(names, None),
        ConnectionEvent::Waits(true) => Said::from(PLAYER_NOT_CONNECTED).sentence(),
        ConnectionEvent::Waits(false) => tr!("Both players are connected."),
        ConnectionEvent::Spectators(names) => spectators(names).sentence(),
        ConnectionEvent::Asked(name, what) => {
            let name = &friend(*name);
            match what {
                Offer::Takeback => tr!("{name} asks for a takeback.", name),
                Offer::Draw => tr!("{name} asks for a draw.", name),
                Offer::Rematch => tr!("{name} wants a rematch.", name),
            }
        }
        ConnectionEvent::Declined(name, what) => {
            let name = &friend(*name);
            match what {
                Offer::Takeback => tr!("{name} plays on: no takeback.", name),
                Offer::Draw => tr!("{name} plays on: no draw.", name),
                Offer::Rematch => tr!("{name} does not want a rematch.", name),
            }
        }
        ConnectionEvent::Offered(name, what) => {
            let name = &name.said();
            match what {
                Offer::Takeback => {
                    tr!(
                        "You ask for a takeback. {name} can agree, or play on.",
                        name
                    )
                }
                Offer::Draw => tr!("You ask for a draw. {name} can agree, or play on.", name),
                Offer::Rematch => tr!("You want a rematch. Waiting for {name} to agree.", name),
            }
        }
        ConnectionEvent::Agreed => tr!("You agree."),
        ConnectionEvent::Said(name, line) => {
            let you = || tr!("You"; "before a line of a chat");
            chat_line(&named(*name).unwrap_or_else(you), line)
        }
        ConnectionEvent::Heard(name, line) => chat_line(&friend(*name), line),
        ConnectionEvent::Muted(true) => {
            tr!("The chat is muted: what the other player says is not shown.")
        }
        ConnectionEvent::Muted(false) => tr!("The chat is on again."),
        ConnectionEvent::ClaimRefused(name) => tr!(
            "{name} was there all the time, so your claim does not count. The game continues.",
            name = &friend(*name)
        ),
        ConnectionEvent::ClaimIgnored(name) => tr!(
            "{name} claimed the win, which does not count: you were there. The game continues.",
            name = &friend(*name)
        ),
    }
}

/// The clocks while a player is away.
pub const CLOCKS_STOPPED: &Message = label!("Both clocks are stopped.");

/// Tells a guest who is not connected about their clock.
pub const YOUR_CLOCK_MAY_RUN: &Message = label!("Your clock may run.");

/// Returns how long one has to wait, in whole seconds: `0:42`.
pub fn wait(time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Returns the sentence about the clock of a guest that runs on while its program is not connected.
fn clock_of_guest(role: ConnectionRole, clocks: ClocksWhileAway) -> Option<Said> {
    let ClocksWhileAway::GuestRunsAfter(grace) = clocks else {
        return None;
    };
    let seconds = grace.as_millis().div_ceil(1000).to_string();
    let is_host = role == ConnectionRole::Host;
    let seconds = Name(&seconds);
    Some(match (is_host, grace.is_zero()) {
        (true, true) => tr!("Your guest's clock runs."),
        (true, false) => tr!("Your guest's clock runs in {seconds} s.", seconds),
        (false, true) => YOUR_CLOCK_MAY_RUN.into(),
        (false, false) => tr!("Your clock may run in {seconds} s.", seconds),
    })
}

/// Returns what else follows from a lost connection: stopped clocks, and when the win can be claimed.
pub fn after_disconnection<G: TableGame>(event: &ConnectionEvent<G>) -> Option<Said> {
    let ConnectionEvent::Disconnected {
        clocks,
        claim_after,
        ..
    } = event
    else {
        return None;
    };
    let are_stopped = *clocks == ClocksWhileAway::Stopped;
    let stopped = are_stopped.then(|| Said::from(CLOCKS_STOPPED));
    let claim = claim_after.map(|after| {
        tr!(
            "You can claim the win in {time}.",
            time = Name(&wait(after))
        )
    });
    let sentences = Said::sentences(stopped.into_iter().chain(claim));
    (!sentences.is_empty()).then_some(sentences)
}

/// Returns the name of a person who has one.
fn named(name: PersonName) -> Option<Said> {
    (name != PersonName::EMPTY).then(|| Said::verbatim(name.to_string()))
}

/// Returns the other person's name, at the start of a sentence.
fn friend(name: PersonName) -> Said {
    named(name)
        .unwrap_or_else(|| tr!("Your friend"; "the other player, at the start of a sentence"))
}

fn chat_line(name: &Said, line: &str) -> Said {
    tr!("{name}: {line}"; "a line of a chat", name, line = Name(line))
}

/// Returns the sentences about a connection that does not stand any more.
fn disconnected<G: TableGame>(role: ConnectionRole, why: &Disconnection<G>) -> Said {
    match (why, role) {
        (Disconnection::Lost(why), ConnectionRole::Host) => {
            let why = &loss(why);
            tr!("Connection lost: {why}. Waiting for your guest.", why)
        }
        (Disconnection::Lost(why), _) => {
            let why = &loss(why);
            tr!("Connection lost: {why}. Trying again.", why)
        }
        (Disconnection::Ended(why), ConnectionRole::Host) => {
            Said::sentences([Said::from(end(*why)).sentence(), tr!("The game is kept.")])
        }
        (Disconnection::Ended(why), _) => Said::from(end(*why)).sentence(),
        (Disconnection::Closed(why), ConnectionRole::Spectator) => {
            Said::sentences([violation(why).sentence(), tr!("The connection is closed.")])
        }
        (Disconnection::Closed(why), _) => Said::sentences([
            violation(why).sentence(),
            tr!("The connection is closed; the game is kept."),
        ]),
    }
}

/// Returns the clause that says why a connection is lost.
pub(super) fn loss(why: &LossReason) -> Said {
    match why {
        LossReason::Closed => tr!("the other side disconnected"),
        LossReason::Silent => tr!("the other side stopped responding"),
        LossReason::TooManyMessages => tr!("the other side sends too many messages"),
        LossReason::TooManyWaiting => tr!("too many messages are waiting"),
        LossReason::WrongCode => tr!("the other side does not have the same code"),
        LossReason::TooLong(bytes) => tr!(
            "the other side sent a message of {count} bytes, which is too long",
            count = *bytes
        ),
        LossReason::NotAMessage => tr!("the other side sent something that is not a message"),
        LossReason::System(reason) => reason.clone(),
    }
}

/// Returns the clause that says why a connection has ended for good.
pub(super) const fn end(why: EndReason) -> &'static Message {
    match why {
        EndReason::CodeRefused => {
            label!("the host no longer accepts the code; join again with a new one")
        }
        EndReason::Goodbye(GoodbyeReason::Quit) => label!("the other player has quit"),
        EndReason::Goodbye(GoodbyeReason::Busy) => label!("the host is playing with another guest"),
        EndReason::Goodbye(GoodbyeReason::Version) => {
            label!("the other player has a different version of the program; use the same one")
        }
        EndReason::Goodbye(GoodbyeReason::Rules) => {
            label!("the other program refused what this one sent")
        }
        EndReason::Goodbye(GoodbyeReason::HostQuit) => label!("the host has quit"),
        EndReason::Goodbye(GoodbyeReason::Full) => {
            label!("the host has no room for more spectators")
        }
    }
}

/// A clock of the host shows a time that it cannot have: a clause.
pub(super) const IMPOSSIBLE_CLOCK: &Message =
    label!("the host sent an impossible time for a clock");

/// Returns the clause that says how the other program broke the rules.
fn violation<G: TableGame>(how: &Violation<G>) -> Said {
    match how {
        Violation::OutOfPlace => tr!("the other program sent something unexpected"),
        Violation::ImpossibleClock => IMPOSSIBLE_CLOCK.into(),
        Violation::MovedAlready(square) => tr!(
            "the other program played {square}, but it has moved already",
            square = *square
        ),
        Violation::MovesMissing(square) => tr!(
            "the other program played {square}, but earlier moves are missing",
            square = *square
        ),
        Violation::Illegal(square, why) => tr!(
            "the other program played {square}, but {why}",
            square = *square,
            why = &refusal(why)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_table::player::description::PlayerName;

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
                ConnectionEvent::Offered(PlayerName::Own("Bob".to_owned()), Offer::Takeback),
                "You ask for a takeback. Bob can agree, or play on.",
            ),
            (
                ConnectionEvent::Offered(PlayerName::Own("Bob".to_owned()), Offer::Rematch),
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
