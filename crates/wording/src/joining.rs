//! The texts about hosts that wait and guests that join.

use super::connection::{IMPOSSIBLE_CLOCK, end, loss};
use reversi_net::network::game::NotJoined;
pub(crate) use reversi_net::network::link::JoinError;
use reversi_net::network::request::{CannotHost, Invitation};

/// Returns what a host tells its guest and its spectators: lines.
pub fn invitation(invitation: &Invitation) -> String {
    let Invitation {
        address,
        reached_at,
        code,
        spectators,
    } = invitation;
    let port = address.port();
    let place = if address.ip().is_unspecified() {
        format!("port {port} of every address of this computer")
    } else {
        address.to_string()
    };
    let shown = reached_at.map_or_else(|| format!("ADDRESS:{port}"), |at| at.to_string());
    let text = format!(
        "Waiting for a guest at {place}.\nYour guest types: reversi join {shown}\nCode: {code}"
    );
    match spectators {
        Some(code) => {
            format!("{text}\nSpectators type: reversi join {shown} --watch\nTheir code: {code}")
        }
        None => text,
    }
}

/// Returns the clause that says why a host cannot wait.
pub fn cannot_host(why: &CannotHost) -> String {
    let CannotHost { address, why } = why;
    format!("cannot wait for a guest at {address}: {why}")
}

/// Returns the clause that says why a guest cannot join.
pub fn not_joined(why: &NotJoined) -> String {
    let clause = match why {
        NotJoined::Lost(why) => return loss(why),
        NotJoined::Ended(why) => end(*why),
        NotJoined::NoGame => "the host sent no game that can be played",
        NotJoined::ImpossibleClock => IMPOSSIBLE_CLOCK,
        NotJoined::Link(JoinError::Connect { address, why }) => {
            return format!("cannot connect to {address}: {why}");
        }
        NotJoined::Link(JoinError::Channel(why)) => return format!("cannot join: {}", loss(why)),
        NotJoined::Link(JoinError::Code) => {
            "the host did not accept the code; check it, and that a host is waiting there"
        }
        NotJoined::Link(JoinError::WatchCode) => {
            "the host did not accept the code; check that it is the one for spectators, and that a host is waiting \
             there"
        }
    };
    clause.to_owned()
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
        assert_eq!(told(None), guest);
        let both = format!(
            "{guest}\nSpectators type: reversi join 127.0.0.1:8864 --watch\n\
             Their code: 0000-1111-2222-3333"
        );
        assert_eq!(told(Some(spectators)), both);
    }
}
