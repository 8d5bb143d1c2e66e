//! The texts about hosts that wait and guests that join.

use super::connection::{IMPOSSIBLE_CLOCK, end, loss};
use reversi_net::network::game::NotJoined;
pub(crate) use reversi_net::network::link::JoinError;
use reversi_net::network::request::{CannotHost, Invitation};
use reversi_table::phrase::io_reason;
use reversi_text::{Message, Name, Said, label, tr};

/// Returns what a host tells its guest and its spectators: lines.
pub fn invitation(invitation: &Invitation) -> Said {
    let Invitation {
        address,
        reached_at,
        code,
        spectators,
    } = invitation;
    let port = address.port();
    let waiting = if address.ip().is_unspecified() {
        tr!(
            "Waiting for a guest at port {port} of every address of this computer.",
            port
        )
    } else {
        let address = address.to_string();
        tr!(
            "Waiting for a guest at {address}.",
            address = Name(&address)
        )
    };
    let shown = reached_at.map_or_else(
        || tr!("ADDRESS:{port}", port),
        |at| Said::verbatim(at.to_string()),
    );
    let join = format!("reversi join {shown}");
    let guest = [
        waiting,
        tr!("Your guest types: {command}", command = Name(&join)),
        tr!("Code: {code}", code = Name(&code.to_string())),
    ];
    let watch = spectators.as_ref().map(|code| {
        let command = format!("{join} --watch");
        [
            tr!("Spectators type: {command}", command = Name(&command)),
            tr!("Their code: {code}", code = Name(&code.to_string())),
        ]
    });
    Said::lines(guest.into_iter().chain(watch.into_iter().flatten()))
}

/// Returns the clause that says why a host cannot wait.
pub fn cannot_host(why: &CannotHost) -> Said {
    let CannotHost { address, why } = why;
    let address = address.to_string();
    tr!(
        "cannot wait for a guest at {address}: {why}",
        address = Name(&address),
        why = &io_reason(why)
    )
}

/// Returns the clause that says why a guest cannot join.
pub fn not_joined(why: &NotJoined) -> Said {
    let clause: &'static Message = match why {
        NotJoined::Lost(why) => return loss(why),
        NotJoined::Ended(why) => end(*why),
        NotJoined::NoGame => label!("the host sent no game that can be played"),
        NotJoined::ImpossibleClock => IMPOSSIBLE_CLOCK,
        NotJoined::Link(JoinError::Connect { address, why }) => {
            return tr!(
                "cannot connect to {address}: {why}",
                address = Name(address),
                why = &io_reason(why)
            );
        }
        NotJoined::Link(JoinError::Channel(why)) => {
            return tr!("cannot join: {why}", why = &loss(why));
        }
        NotJoined::Link(JoinError::Code) => {
            label!("the host did not accept the code; check it, and that a host is waiting there")
        }
        NotJoined::Link(JoinError::WatchCode) => label!(
            "the host did not accept the code; check that it is the one for spectators, and that a host is waiting \
             there"
        ),
    };
    clause.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_net::network::code::Code;

    #[test]
    fn an_invitation_has_a_code_for_spectators_only_if_they_are_admitted() {
        let code: Code = "7K3M-Q2XA-9TRW-C4HD".parse().unwrap();
        let spectators = "0000-1111-2222-3333".parse().unwrap();
        let told = |spectators| {
            let address = "127.0.0.1:8864".parse().unwrap();
            invitation(&Invitation::new(address, Code::clone(&code), spectators))
        };
        let guest = "Waiting for a guest at 127.0.0.1:8864.\n\
                     Your guest types: reversi join 127.0.0.1:8864\n\
                     Code: 7K3M-Q2XA-9TRW-C4HD";
        assert_eq!(*told(None), *guest);
        let both = format!(
            "{guest}\nSpectators type: reversi join 127.0.0.1:8864 --watch\n\
             Their code: 0000-1111-2222-3333"
        );
        assert_eq!(*told(Some(spectators)), *both);
    }
}
