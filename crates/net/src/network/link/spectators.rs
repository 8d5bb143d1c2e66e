//! The spectators of a host, and what they see.

use std::net::{Shutdown, TcpStream};
use std::sync::Arc;

use super::limits::{AddressBlock, Arrivals};
use crate::network::message::NetworkMessage;
use reversi_table::player::name::PersonName;

/// The most spectators at once.
const MOST: usize = 16;

/// The spectators, and what they see.
pub(super) struct Spectators {
    pub(super) list: Vec<Spectator>,
    /// The newest state of the game, as a message.
    pub(super) view: Arc<str>,
    /// Counts the states.
    pub(super) version: u64,
    pub(super) arrivals: Arrivals,
    /// Somebody came since the owner last asked, and needs the times of now.
    pub(super) has_new: bool,
}

impl Default for Spectators {
    fn default() -> Self {
        Self {
            list: Vec::new(),
            view: NetworkMessage::Ping.print().into(),
            version: 0,
            arrivals: Arrivals::default(),
            has_new: false,
        }
    }
}

impl Spectators {
    pub(super) fn count(&self) -> usize {
        self.list.len()
    }

    /// Returns their names.
    pub(super) fn names(&self) -> Vec<PersonName> {
        self.list.iter().map(|spectator| spectator.name).collect()
    }

    /// Returns whether somebody came since the last call.
    pub(super) fn take_new(&mut self) -> bool {
        std::mem::take(&mut self.has_new)
    }

    pub(super) fn has(&self, id: u64) -> bool {
        self.list.iter().any(|spectator| spectator.id == id)
    }

    pub(super) fn remove(&mut self, id: u64) {
        self.list.retain(|spectator| spectator.id != id);
    }

    /// Makes room for a spectator from there. If all places are taken, the newest spectator of the place that has
    /// most leaves, as long as that place still has as many as the new one's. Returns whether there is room.
    pub(super) fn make_room(&mut self, place: AddressBlock) -> bool {
        if self.count() < MOST {
            return true;
        }
        let places = self.list.iter().map(|spectator| spectator.place);
        let own = places.clone().filter(|&other| other == place).count();
        let most = AddressBlock::most_common(&places).filter(|&(_, count)| count > own + 1);
        let newest = most.and_then(|(most, _)| {
            let mut places = self.list.iter().map(|spectator| spectator.place);
            places.rposition(|place| place == most)
        });
        let Some(newest) = newest else {
            return false;
        };
        let _ = self.list.remove(newest).stream.shutdown(Shutdown::Both);
        true
    }

    /// Ends all connections after a last message.
    pub(super) fn dismiss(&mut self) {
        for spectator in self.list.drain(..) {
            let _ = spectator.stream.shutdown(Shutdown::Read);
        }
    }
}

/// A connection to a spectator.
pub(super) struct Spectator {
    pub(super) id: u64,
    /// The number of the guest, the same when it comes back.
    pub(super) guest: u64,
    pub(super) name: PersonName,
    pub(super) place: AddressBlock,
    pub(super) stream: TcpStream,
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, TcpListener};

    use super::*;

    #[test]
    fn one_address_cannot_take_every_place_of_the_spectators() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let [eve, cid, dan] =
            [1, 2, 3].map(|index: u32| AddressBlock::at(IpAddr::V4(index.into())));
        let mut spectators = Spectators::default();
        let mut come = |place: AddressBlock| {
            let has_room = spectators.make_room(place);
            if has_room {
                let id = spectators.list.len() as u64;
                let stream = TcpStream::connect(address).unwrap();
                spectators.list.push(Spectator {
                    id,
                    guest: id,
                    name: PersonName::EMPTY,
                    place,
                    stream,
                });
            }
            let count = |place| {
                spectators
                    .list
                    .iter()
                    .filter(|one| one.place == place)
                    .count()
            };
            (has_room, [eve, cid, dan].map(count))
        };
        for _ in 0..MOST {
            assert!(come(eve).0);
        }
        assert_eq!(come(eve), (false, [16, 0, 0]), "no room for its own");
        assert_eq!(come(cid), (true, [15, 1, 0]));
        assert_eq!(come(eve), (false, [15, 1, 0]), "it does not take it back");
        for _ in 0..100 {
            come(cid);
        }
        assert_eq!(come(dan), (true, [7, 8, 1]));
        assert_eq!(come(dan), (true, [7, 7, 2]));
    }
}
