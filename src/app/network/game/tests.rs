//! A host, a guest and a spectator in one program, with made-up time.

use std::sync::Arc;
use std::time::Instant;

use crate::app::sync::Mutex;

use super::*;

const PATIENCE: Duration = Duration::from_secs(60);

/// A side of a game with a clock that the test sets.
struct Side {
    network: NetworkGame,
    session: Session,
    now: Arc<Mutex<Instant>>,
}

impl Side {
    fn begin(mut network: NetworkGame) -> Self {
        let end = Instant::now() + PATIENCE;
        let mut setup = loop {
            if let Some(setup) = network.begin() {
                break setup;
            }
            assert!(Instant::now() < end, "nobody comes");
            std::thread::yield_now();
        };
        let now = Arc::new(Mutex::new(Instant::now()));
        let read = Arc::clone(&now);
        setup.now = Arc::new(move || *read.lock());
        Self {
            session: Session::new(setup, Arc::new(|| ())),
            network,
            now,
        }
    }

    fn wait(&self, seconds: u64) {
        *self.now.lock() += Duration::from_secs(seconds);
    }

    fn play(&mut self, square: &str) {
        self.session.play(square.parse().unwrap()).unwrap();
    }

    /// What a person sees of the time: the clocks, the present turn, and the moves.
    fn times(&self) -> (Option<TimesLeft>, Duration, Vec<MoveNote>) {
        let timing = self.session.timing();
        (
            times_left(&self.session),
            timing.turn(),
            timing.notes().to_vec(),
        )
    }
}

/// Lets two sides talk until something is so.
fn until(sides: &mut [&mut Side], is_so: impl Fn(&[&mut Side]) -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is_so(sides) {
        for side in &mut *sides {
            side.network.update(&mut side.session);
        }
        assert!(Instant::now() < end);
        std::thread::yield_now();
    }
}

fn host(time: Option<&str>) -> (NetworkGame, String, Code, Code) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (code, theirs) = (Code::random(), Code::random());
    let options = HostOptions {
        color: Color::Black,
        name: "Ann".parse().unwrap(),
        time: time.map(|time| time.parse().unwrap()),
        spectators: Some(theirs.clone()),
        opening: GameOpening::Standard,
    };
    let host = NetworkGame::host(listener, code.clone(), options).unwrap();
    (host, address, code, theirs)
}

fn join(address: &str, code: &Code) -> NetworkGame {
    NetworkGame::join(address, code.clone(), "Bob".parse().unwrap()).unwrap()
}

fn entries(side: &Side) -> usize {
    side.session.game().entries().len()
}

#[test]
fn whoever_joins_again_has_the_times_of_the_host() {
    for time in [None, Some("5m")] {
        let (network, address, code, theirs) = host(time);
        let key = code.clone();
        let to = address.clone();
        let joins = std::thread::spawn(move || join(&to, &key));
        let mut ann = Side::begin(network);
        ann.network.update(&mut ann.session);
        let mut bob = Side::begin(joins.join().unwrap());
        ann.wait(7);
        ann.play("f5");
        until(&mut [&mut ann, &mut bob], |sides| entries(sides[1]) == 1);
        ann.wait(3);
        bob.play("d6");
        until(&mut [&mut ann, &mut bob], |sides| entries(sides[0]) == 2);
        ann.wait(12);
        // The guest's program ends, and its host does not count the time without it.
        drop(bob);
        until(&mut [&mut ann], |sides| sides[0].session.is_paused());
        ann.wait(100);
        let mut seats = Vec::new();
        for joins in [NetworkGame::join, NetworkGame::watch] {
            let is_guest = seats.is_empty();
            let (to, key) = (
                address.clone(),
                if is_guest { &code } else { &theirs }.clone(),
            );
            let joins = std::thread::spawn(move || joins(&to, key, PersonName::EMPTY).unwrap());
            while !joins.is_finished() {
                ann.network.update(&mut ann.session);
                std::thread::yield_now();
            }
            let mut side = Side::begin(joins.join().unwrap());
            until(&mut [&mut ann, &mut side], |sides| {
                sides[0].times() == sides[1].times()
            });
            seats.push(side);
        }
        ann.wait(7);
        for side in &mut seats {
            side.wait(7);
            assert_eq!(side.times(), ann.times(), "{time:?}");
        }
        assert_eq!(ann.times().1, Duration::from_secs(19));
        let notes = ann.times().2;
        assert_eq!(notes[0].time, Some(Duration::from_secs(7)));
    }
}

#[test]
fn a_rematch_that_was_offered_is_not_offered_again() {
    let (network, address, code, theirs) = host(None);
    let joins = {
        let address = address.clone();
        std::thread::spawn(move || join(&address, &code))
    };
    let mut ann = Side::begin(network);
    ann.network.update(&mut ann.session);
    let mut bob = Side::begin(joins.join().unwrap());
    let watching = NetworkGame::watch(&address, theirs, PersonName::EMPTY).unwrap();
    let mut cid = Side::begin(watching);
    assert_eq!(
        ann.network.offer_rematch(&ann.session),
        Err("the game is not over")
    );
    ann.session.resign().unwrap();
    until(&mut [&mut ann, &mut bob, &mut cid], |sides| {
        sides.iter().all(|side| entries(side) == 1)
    });
    assert_eq!(cid.network.offer_rematch(&cid.session), Err(WATCHING));
    let said = ann.network.offer_rematch(&ann.session).unwrap();
    assert_eq!(said, "You want a rematch. Waiting for Bob to agree.");
    assert!(ann.network.status().offers_rematch);
    until(&mut [&mut ann, &mut bob], |sides| {
        sides[1].network.status().is_asked
    });
    assert!(!ann.network.status().is_asked && !bob.network.status().offers_rematch);
    bob.network.offer_rematch(&bob.session).unwrap();
    until(&mut [&mut ann, &mut bob, &mut cid], |sides| {
        sides.iter().all(|side| entries(side) == 0)
    });
    for side in [&ann, &bob, &cid] {
        let status = side.network.status();
        assert!(!status.offers_rematch && !status.is_asked);
        let names = side.session.shown_players();
        assert_eq!([&*names.black, &names.white], ["Bob", "Ann"]);
        assert_eq!(status.watching, 1);
    }
}

#[test]
fn a_guest_gains_no_time_by_being_away_on_its_own_turn() {
    let (network, address, code, _) = host(Some("5m"));
    let join_again = |ann: &mut Side| {
        let (to, key) = (address.clone(), code.clone());
        let joins = std::thread::spawn(move || join(&to, &key));
        while !joins.is_finished() {
            ann.network.update(&mut ann.session);
            std::thread::yield_now();
        }
        let mut bob = Side::begin(joins.join().unwrap());
        until(&mut [ann, &mut bob], |sides| {
            sides[0].times().0 == sides[1].times().0
        });
        bob
    };
    let joins = {
        let (to, key) = (address.clone(), code.clone());
        std::thread::spawn(move || join(&to, &key))
    };
    let mut ann = Side::begin(network);
    ann.network.update(&mut ann.session);
    let mut bob = Side::begin(joins.join().unwrap());
    ann.play("f5");
    until(&mut [&mut ann, &mut bob], |sides| entries(sides[1]) == 1);
    // The grace is ten seconds in all.
    for (away, left) in [(4, 300), (14, 292), (7, 285)] {
        drop(bob);
        until(&mut [&mut ann], |sides| sides[0].session.is_paused());
        ann.wait(away);
        bob = join_again(&mut ann);
        assert_eq!(ann.times().0, Some([300_000, left * 1000]));
        assert!(!ann.session.is_paused());
    }
    // On the host's turn nobody's clock runs.
    bob.play("d6");
    until(&mut [&mut ann, &mut bob], |sides| entries(sides[0]) == 2);
    drop(bob);
    until(&mut [&mut ann], |sides| sides[0].session.is_paused());
    ann.wait(1000);
    bob = join_again(&mut ann);
    assert_eq!(ann.times().0, Some([300_000, 285_000]));
    // Who stays away loses on time.
    ann.play("c3");
    until(&mut [&mut ann, &mut bob], |sides| entries(sides[1]) == 3);
    drop(bob);
    until(&mut [&mut ann], |sides| sides[0].session.is_paused());
    ann.wait(284);
    assert!(!ann.session.tick());
    ann.wait(1);
    assert!(ann.session.tick());
    assert_eq!(
        ann.session.game().entries().last(),
        Some(&Entry::Timeout {
            color: Color::White
        })
    );
    let (to, key) = (address.clone(), code.clone());
    let joins = std::thread::spawn(move || join(&to, &key));
    while !joins.is_finished() {
        ann.network.update(&mut ann.session);
        std::thread::yield_now();
    }
    let bob = Side::begin(joins.join().unwrap());
    assert_eq!(entries(&bob), 4, "the guest sees it when it comes back");
}

#[test]
fn both_sides_are_told_that_the_clock_of_an_absent_guest_runs_on() {
    let (network, address, code, _) = host(Some("5m"));
    let joins = std::thread::spawn(move || join(&address, &code));
    let mut ann = Side::begin(network);
    ann.network.update(&mut ann.session);
    let mut bob = Side::begin(joins.join().unwrap());
    ann.play("f5");
    until(&mut [&mut ann, &mut bob], |sides| entries(sides[1]) == 1);
    let lost = |side: &mut Side| {
        let end = Instant::now() + PATIENCE;
        loop {
            let said = side.network.update(&mut side.session).join(" ");
            if said.contains("GameConnection lost") {
                return said;
            }
            assert!(Instant::now() < end);
            std::thread::yield_now();
        }
    };
    // Neither says goodbye.
    bob.network.link.cut();
    let said = lost(&mut ann);
    assert!(
        said.contains("Waiting for your guest. Your guest's clock runs in 10 s."),
        "{said}"
    );
    let said = lost(&mut bob);
    assert!(
        said.contains("Trying again. Your clock may run in 10 s."),
        "{said}"
    );
}
