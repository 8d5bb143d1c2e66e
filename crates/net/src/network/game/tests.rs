//! A host, a guest and a spectator in one program, with made-up time.

mod finished;

use std::sync::Arc;
use std::time::Instant;

use super::player::{CLAIM_GRACE, GRACE};
use super::*;
use reversi::Entry;
use reversi_table::game_opening::GameOpening;
use reversi_table::session::MoveNote;
use reversi_table::sync::Mutex;
use reversi_table::table::Absence;

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

    fn offer(&mut self, what: Offer) -> Result<ConnectionEvent, Refusal> {
        self.network.offer(what, &mut self.session)
    }

    /// What a person sees of the time: the clocks, the present turn, and the moves.
    fn times(&self) -> (Option<TimesLeft>, Duration, Vec<MoveNote>) {
        let timing = &self.session.timing;
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
    assert_eq!(ann.offer(Offer::Rematch), Err(Refusal::GameNotOver));
    ann.session.resign().unwrap();
    until(&mut [&mut ann, &mut bob, &mut cid], |sides| {
        sides.iter().all(|side| entries(side) == 1)
    });
    assert_eq!(cid.offer(Offer::Rematch), Err(Refusal::Watching));
    let said = ann.offer(Offer::Rematch).unwrap();
    assert_eq!(
        said,
        ConnectionEvent::Offered(
            reversi_table::player::description::PlayerName::Own("Bob".to_owned()),
            Offer::Rematch
        )
    );
    assert!(ann.network.status().offered.is_some());
    until(&mut [&mut ann, &mut bob], |sides| {
        sides[1].network.status().asked == Some(Offer::Rematch)
    });
    let idle = [ann.network.status().asked, bob.network.status().offered];
    assert_eq!(idle, [None; 2]);
    assert_eq!(bob.offer(Offer::Rematch), Ok(ConnectionEvent::Agreed));
    until(&mut [&mut ann, &mut bob, &mut cid], |sides| {
        sides.iter().all(|side| entries(side) == 0)
    });
    for side in [&ann, &bob, &cid] {
        let status = side.network.status();
        assert_eq!([status.offered, status.asked], [None; 2]);
        let names = side.session.shown_players();
        assert_eq!(
            [names.black.to_string(), names.white.to_string()],
            ["Bob", "Ann"]
        );
        assert_eq!(status.watching, [PersonName::EMPTY]);
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
            let mut events = side.network.update(&mut side.session).into_iter();
            let lost = events.find(|event| matches!(event, ConnectionEvent::Disconnected { .. }));
            if let Some(lost) = lost {
                return lost;
            }
            assert!(Instant::now() < end);
            std::thread::yield_now();
        }
    };
    // Neither says goodbye.
    bob.network.state.link.cut();
    for (side, role) in [
        (&mut ann, ConnectionRole::Host),
        (&mut bob, ConnectionRole::Guest),
    ] {
        let told = ConnectionEvent::Disconnected {
            role,
            why: Disconnection::Lost(LossReason::Closed),
            clocks: ClocksWhileAway::GuestRunsAfter(GRACE),
            claim_after: Some(CLAIM_GRACE),
        };
        assert_eq!(lost(side), told);
    }
}

/// A host, its guest and a spectator named Cid, once all are there.
fn three(time: Option<&str>) -> [Side; 3] {
    let (network, address, code, theirs) = host(time);
    let joins = {
        let address = address.clone();
        std::thread::spawn(move || join(&address, &code))
    };
    let mut ann = Side::begin(network);
    ann.network.update(&mut ann.session);
    let bob = Side::begin(joins.join().unwrap());
    let watching = NetworkGame::watch(&address, theirs, "Cid".parse().unwrap()).unwrap();
    [ann, bob, Side::begin(watching)]
}

/// Plays moves in turn, and lets everybody see them.
fn play_on(sides: &mut [Side; 3], moves: &str) {
    for square in moves.split_whitespace() {
        let before = entries(&sides[0]);
        let side = &mut sides[before % 2];
        side.play(square);
        all(sides, |side| entries(side) > before);
    }
}

fn all(sides: &mut [Side; 3], is_so: impl Fn(&Side) -> bool) {
    let mut sides: Vec<&mut Side> = sides.iter_mut().collect();
    until(&mut sides, |sides| sides.iter().all(|side| is_so(side)));
}

/// Lets a side know what the other one asks for.
fn hears(sides: &mut [Side; 3], at: usize, what: Offer) {
    let mut both: Vec<&mut Side> = sides.iter_mut().collect();
    until(&mut both, |sides| {
        sides[at].network.status().asked == Some(what)
    });
}

fn offers(side: &Side) -> [Option<Offer>; 2] {
    let status = side.network.status();
    [status.offered, status.asked]
}

/// Takes seconds: a spectator follows 22 moves and 4 takebacks, and is sent a state at most every 120 ms (`PAUSE`).
#[test]
fn a_takeback_that_both_want_undoes_the_last_move_of_whoever_asked_and_its_time_for_everybody() {
    // Either asks, on its own turn and on that of the other.
    for (asker, moves, left) in [(0, 3, 2), (0, 4, 2), (1, 3, 1), (1, 4, 3)] {
        let mut sides = three(Some("5m"));
        let line = ["f5", "d6", "c3", "d3"];
        for square in &line[..moves] {
            for side in &sides {
                side.wait(7);
            }
            play_on(&mut sides, square);
        }
        let agreeing = 1 - asker;
        let said = sides[asker].offer(Offer::Takeback).unwrap();
        assert!(matches!(said, ConnectionEvent::Offered(_, Offer::Takeback)));
        hears(&mut sides, agreeing, Offer::Takeback);
        assert_eq!(entries(&sides[0]), moves, "it needs the other");
        let agreed = sides[agreeing].offer(Offer::Takeback);
        assert_eq!(agreed, Ok(ConnectionEvent::Agreed));
        all(&mut sides, |side| entries(side) == left);
        all(&mut sides, |side| {
            times_left(&side.session).is_some_and(|times| {
                times == {
                    let used = |first: usize| {
                        7_000 * i64::try_from((first..left).step_by(2).count()).unwrap()
                    };
                    [300_000 - used(0), 300_000 - used(1)]
                }
            })
        });
        assert_eq!([offers(&sides[0]), offers(&sides[1])], [[None; 2]; 2]);
        play_on(&mut sides, &line[left..].join(" "));
        let games: Vec<&Game> = sides.iter().map(|side| side.session.game()).collect();
        assert!(games[0] == games[1] && games[0] == games[2]);
    }
}

#[test]
fn a_move_refuses_what_was_asked_and_an_offer_of_a_draw_stays_after_ones_own() {
    let mut sides = three(None);
    play_on(&mut sides, "f5");
    sides[0].offer(Offer::Takeback).unwrap();
    hears(&mut sides, 1, Offer::Takeback);
    play_on(&mut sides, "d6");
    assert_eq!([offers(&sides[0]), offers(&sides[1])], [[None; 2]; 2]);
    sides[0].offer(Offer::Draw).unwrap();
    hears(&mut sides, 1, Offer::Draw);
    play_on(&mut sides, "c3");
    let draw = Some(Offer::Draw);
    assert_eq!(
        [offers(&sides[0]), offers(&sides[1])],
        [[draw, None], [None, draw]]
    );
    sides[1].offer(Offer::Draw).unwrap();
    all(&mut sides, |side| side.session.game().outcome().is_some());
    for side in &sides {
        let outcome = side.session.game().outcome().unwrap();
        assert_eq!(
            (outcome.ending, outcome.winner),
            (reversi::Ending::Agreed, None)
        );
        assert_eq!(offers(side), [None; 2]);
    }
}

#[test]
fn nobody_takes_back_what_was_not_played_nor_after_the_end() {
    let mut sides = three(None);
    play_on(&mut sides, "f5");
    let nothing = Err(Refusal::NothingToUndo);
    assert_eq!(sides[1].offer(Offer::Takeback), nothing);
    assert!(sides[2].offer(Offer::Takeback).is_err(), "it only watches");
    sides[0].session.resign().unwrap();
    all(&mut sides, |side| side.session.game().outcome().is_some());
    for what in [Offer::Takeback, Offer::Draw] {
        assert_eq!(sides[0].offer(what), Err(Refusal::GameOver));
    }
}

#[test]
fn a_guest_whose_move_crosses_a_takeback_has_the_hosts_game() {
    let mut sides = three(None);
    play_on(&mut sides, "f5 d6");
    sides[1].offer(Offer::Takeback).unwrap();
    hears(&mut sides, 0, Offer::Takeback);
    sides[0].offer(Offer::Takeback).unwrap();
    let (host, others) = sides.split_at_mut(1);
    host[0].network.update(&mut host[0].session);
    assert_eq!(entries(&host[0]), 1);
    // This needs no agreement by then, and the resignation was of the game before.
    others[0].session.resign().unwrap();
    all(&mut sides, |side| entries(side) == 1);
    assert!(
        sides
            .iter()
            .all(|side| side.session.game().outcome().is_none())
    );
}

#[test]
fn an_offer_is_remembered_while_the_connection_is_lost() {
    let mut sides = three(None);
    sides[0].session.resign().unwrap();
    all(&mut sides, |side| side.session.game().outcome().is_some());
    sides[1].offer(Offer::Rematch).unwrap();
    hears(&mut sides, 0, Offer::Rematch);
    sides[1].network.state.link.cut();
    let (mut said, end) = (Vec::new(), Instant::now() + PATIENCE);
    let asked = ConnectionEvent::Asked("Bob".parse().unwrap(), Offer::Rematch);
    while !said.contains(&asked) {
        for side in &mut sides[..2] {
            said.extend(side.network.update(&mut side.session));
        }
        assert!(Instant::now() < end, "{said:?}");
        std::thread::yield_now();
    }
    assert!(said.contains(&ConnectionEvent::ConnectedAgain), "{said:?}");
    sides[0].offer(Offer::Rematch).unwrap();
    all(&mut sides, |side| entries(side) == 0);
}

#[test]
fn the_clocks_of_a_handicap_go_with_their_owners_in_a_rematch() {
    let mut sides = three(Some("10m+3s:5m/20s"));
    sides[0].session.resign().unwrap();
    all(&mut sides, |side| side.session.game().outcome().is_some());
    sides[0].offer(Offer::Rematch).unwrap();
    hears(&mut sides, 1, Offer::Rematch);
    sides[1].offer(Offer::Rematch).unwrap();
    all(&mut sides, |side| entries(side) == 0);
    for side in &sides {
        let time = control(&side.session).unwrap().to_string();
        assert_eq!(time, "5m/20s:10m+3s");
        assert_eq!(times_left(&side.session), Some([320_000, 600_000]));
    }
}

#[test]
fn players_talk_and_spectators_have_names_and_hear_nothing() {
    let mut sides = three(None);
    all(&mut sides, |side| {
        side.network.status().watching == ["Cid".parse().unwrap()]
    });
    let said = sides[1]
        .network
        .say(" good\u{1b}[2J luck ", &sides[1].session);
    let (bob, line) = ("Bob".parse().unwrap(), r"good\u{1b}[2J luck");
    assert_eq!(said, Ok(ConnectionEvent::Said(bob, line.to_owned())));
    let (mut heard, end) = (Vec::new(), Instant::now() + PATIENCE);
    while heard.is_empty() {
        let ann = &mut sides[0];
        heard = ann.network.update(&mut ann.session);
        assert!(Instant::now() < end);
    }
    assert_eq!(heard, [ConnectionEvent::Heard(bob, line.to_owned())]);
    let cid = &mut sides[2];
    assert!(cid.network.say("hello", &cid.session).is_err());
    assert!(cid.network.update(&mut cid.session).is_empty());
}

/// A host and its guest after these moves, with the address and the code.
fn two(time: Option<&str>, moves: &str) -> ([Side; 2], String, Code) {
    let (network, address, code, _) = host(time);
    let (to, key) = (address.clone(), code.clone());
    let joins = std::thread::spawn(move || join(&to, &key));
    let mut ann = Side::begin(network);
    ann.network.update(&mut ann.session);
    let mut sides = [ann, Side::begin(joins.join().unwrap())];
    for (number, square) in moves.split_whitespace().enumerate() {
        sides[number % 2].play(square);
        let mut both: Vec<&mut Side> = sides.iter_mut().collect();
        until(&mut both, |sides| {
            sides.iter().all(|side| entries(side) == number + 1)
        });
    }
    (sides, address, code)
}

/// Lets the guest of a host come back in another program.
fn come_back(ann: &mut Side, address: &str, code: &Code) -> Side {
    let (to, key) = (address.to_owned(), code.clone());
    let joins = std::thread::spawn(move || join(&to, &key));
    while !joins.is_finished() {
        ann.network.update(&mut ann.session);
        std::thread::yield_now();
    }
    let mut bob = Side::begin(joins.join().unwrap());
    bob.network.update(&mut bob.session);
    bob
}

impl Side {
    fn claim(&mut self) -> Result<(), Refusal> {
        self.network.claim(&mut self.session)
    }
}

#[test]
fn whoever_stays_claims_the_win_after_a_minute_whoever_is_to_move() {
    for time in [None, Some("5m")] {
        for stays in [0, 1] {
            for moves in ["f5", "f5 d6"] {
                let (sides, ..) = two(time, moves);
                let mut sides = sides.map(Some);
                let other = sides[1 - stays].take();
                let mut stayed = sides[stays].take().unwrap();
                assert_eq!(stayed.claim(), Err(Refusal::NobodyLeft));
                drop(other);
                until(&mut [&mut stayed], |sides| sides[0].session.is_paused());
                assert_eq!(stayed.network.status().absence, Some(Absence::Quit));
                assert_eq!(stayed.claim(), Err(Refusal::ClaimLater(CLAIM_GRACE)));
                stayed.wait(59);
                let second = Duration::from_secs(1);
                assert_eq!(stayed.claim(), Err(Refusal::ClaimLater(second)));
                stayed.wait(1);
                assert_eq!(stayed.session.game().outcome(), None, "not by itself");
                assert_eq!(stayed.claim(), Ok(()));
                let remote = stayed.session.remote();
                assert_eq!(stayed.session.departed(), remote);
                let outcome = stayed.session.game().outcome().unwrap();
                assert_eq!(outcome.winner, remote.map(Color::opposite));
                assert_eq!(stayed.claim(), Err(Refusal::GameOver));
            }
        }
    }
}

#[test]
fn there_is_no_win_to_claim_before_the_first_move_nor_for_a_spectator() {
    let ([mut ann, bob], ..) = two(None, "");
    drop(bob);
    until(&mut [&mut ann], |sides| sides[0].session.is_paused());
    ann.wait(1000);
    assert_eq!(ann.claim(), Err(Refusal::NothingToClaim));
    let mut sides = three(None);
    assert_eq!(sides[2].claim(), Err(Refusal::Watching));
}

#[test]
fn a_guest_who_comes_back_in_time_plays_on_and_has_a_minute_again() {
    let ([mut ann, mut bob], address, code) = two(Some("5m"), "f5 d6");
    for _ in 0..2 {
        drop(bob);
        until(&mut [&mut ann], |sides| sides[0].session.is_paused());
        ann.wait(59);
        bob = come_back(&mut ann, &address, &code);
        assert_eq!(ann.claim(), Err(Refusal::NobodyLeft));
        assert_eq!(ann.times().0, Some([300_000, 300_000]));
    }
    ann.play("c3");
    until(&mut [&mut ann, &mut bob], |sides| entries(sides[1]) == 3);
}

#[test]
fn a_guest_who_comes_back_too_late_sees_that_the_host_claimed_the_win() {
    // In another program, and in the same one.
    for is_new in [true, false] {
        let ([mut ann, bob], address, code) = two(None, "f5 d6");
        let bob = if is_new {
            drop(bob);
            until(&mut [&mut ann], |sides| sides[0].session.is_paused());
            None
        } else {
            bob.network.state.link.cut();
            // The guest is back soon, but the host takes only the loss.
            let lost = ann.network.state.link.wait(PATIENCE);
            let Some(LinkEvent::Lost(why)) = lost else {
                panic!("{lost:?}");
            };
            let mut at = Exchange::new(&mut ann.network.state, &mut ann.session);
            at.disconnect(ann.network.role.as_mut(), Disconnection::Lost(why));
            Some(bob)
        };
        ann.wait(60);
        assert_eq!(ann.claim(), Ok(()));
        let mut bob = bob.unwrap_or_else(|| come_back(&mut ann, &address, &code));
        until(&mut [&mut ann, &mut bob], |sides| entries(sides[1]) == 3);
        assert_eq!(bob.session.departed(), Some(Color::White));
        assert_eq!(ann.session.departed(), Some(Color::White));
        // A rematch is another game.
        ann.offer(Offer::Rematch).unwrap();
        until(&mut [&mut ann, &mut bob], |sides| {
            sides[1].network.status().asked == Some(Offer::Rematch)
        });
        bob.offer(Offer::Rematch).unwrap();
        until(&mut [&mut ann, &mut bob], |sides| {
            sides.iter().all(|side| entries(side) == 0)
        });
        assert_eq!(bob.session.departed(), None);
    }
}

/// Lets a guest claim the win while its host does nothing. `silent_for` is how long the host has heard nothing. Returns
/// what both see once the host is back.
fn guest_claims(silent_for: u64) -> ([Side; 2], Vec<ConnectionEvent>) {
    let ([mut ann, mut bob], ..) = two(Some("5m"), "f5 d6");
    ann.network.state.link.age(Duration::from_secs(silent_for));
    bob.network.state.link.cut();
    until(&mut [&mut bob], |sides| sides[0].session.is_paused());
    bob.wait(60);
    assert_eq!(bob.claim(), Ok(()));
    assert_eq!(bob.session.departed(), Some(Color::Black));
    let (mut said, end) = (Vec::new(), Instant::now() + PATIENCE);
    let is_done = |ann: &Side, bob: &Side, said: &[ConnectionEvent]| {
        let refused = |event: &ConnectionEvent| matches!(event, ConnectionEvent::ClaimRefused(_));
        said.iter().any(refused) || entries(ann) == 3 && entries(bob) == 3
    };
    while !is_done(&ann, &bob, &said) {
        for side in [&mut ann, &mut bob] {
            said.extend(side.network.update(&mut side.session));
        }
        assert!(Instant::now() < end, "{said:?}");
    }
    ([ann, bob], said)
}

#[test]
fn a_host_that_was_away_is_shown_that_its_guest_claimed_the_win() {
    let (sides, said) = guest_claims(60);
    for side in &sides {
        assert_eq!(side.session.departed(), Some(Color::Black), "{said:?}");
    }
}

#[test]
fn a_claim_against_a_host_that_was_there_does_not_count_and_the_game_continues() {
    let (mut sides, said) = guest_claims(0);
    let named = |name: &str| name.parse().unwrap();
    for event in [
        ConnectionEvent::ClaimIgnored(named("Bob")),
        ConnectionEvent::ClaimRefused(named("Ann")),
    ] {
        assert!(said.contains(&event), "{said:?}");
    }
    let mut both: Vec<&mut Side> = sides.iter_mut().collect();
    until(&mut both, |sides| {
        sides.iter().all(|side| {
            let session = &side.session;
            entries(side) == 2 && session.departed().is_none() && !session.is_paused()
        })
    });
    sides[0].play("c3");
    let mut both: Vec<&mut Side> = sides.iter_mut().collect();
    until(&mut both, |sides| entries(sides[1]) == 3);
    assert_eq!(sides[0].session.game(), sides[1].session.game());
    assert_eq!(sides[1].session.help.casual, None);
}

#[test]
fn a_claim_counts_only_if_the_host_has_neither_waited_nor_heard_anything() {
    for (waited, silent_for, counts) in [
        (29, 60, true),
        (30, 60, false),
        (100, 100, false),
        (29, 50, false),
        (0, 0, false),
    ] {
        let ([mut ann, bob], address, code) = two(None, "f5 d6");
        drop(bob);
        until(&mut [&mut ann], |sides| sides[0].session.is_paused());
        ann.wait(waited);
        ann.network.state.link.age(Duration::from_secs(silent_for));
        let mut bob = come_back(&mut ann, &address, &code);
        until(&mut [&mut ann, &mut bob], |sides| {
            sides[1].network.is_connected() && !sides[0].session.is_paused()
        });
        let number = ann.network.state.number;
        let claim = NetworkMessage::Claim {
            game: number,
            entry: 2,
        };
        // Only the first one counts.
        for _ in 0..2 {
            bob.network.state.link.send(claim.clone());
        }
        until(&mut [&mut ann, &mut bob], |sides| {
            entries(sides[0]) == 3 || sides[0].network.state.number > number
        });
        let departed = counts.then_some(Color::Black);
        assert_eq!(ann.session.departed(), departed, "{waited} {silent_for}");
    }
}

#[test]
fn a_claim_does_not_count_once_the_host_has_played_on() {
    let ([mut ann, bob], address, code) = two(None, "f5 d6");
    drop(bob);
    until(&mut [&mut ann], |sides| sides[0].session.is_paused());
    ann.network.state.link.age(CLAIM_GRACE);
    let mut bob = come_back(&mut ann, &address, &code);
    until(&mut [&mut ann, &mut bob], |sides| {
        sides[1].network.is_connected() && !sides[0].session.is_paused()
    });
    ann.play("c3");
    until(&mut [&mut ann, &mut bob], |sides| entries(sides[1]) == 3);
    let game = ann.network.state.number;
    let claim = NetworkMessage::Claim { game, entry: 3 };
    bob.network.state.link.send(claim);
    until(&mut [&mut ann, &mut bob], |sides| {
        sides[1].network.state.number > game
    });
    assert_eq!(ann.session.game().outcome(), None);
}

#[test]
fn muted_lines_are_not_shown_and_later_ones_are() {
    let mut sides = three(None);
    let muted = sides[0].network.mute(true);
    assert_eq!(muted, Ok(ConnectionEvent::Muted(true)));
    assert!(sides[0].network.status().is_muted);
    sides[1].network.say("one", &sides[1].session).unwrap();
    sides[1].offer(Offer::Draw).unwrap();
    let (mut heard, end) = (Vec::new(), Instant::now() + PATIENCE);
    // What comes behind the line shows that it has arrived.
    while sides[0].network.status().asked.is_none() {
        let ann = &mut sides[0];
        heard.extend(ann.network.update(&mut ann.session));
        assert!(Instant::now() < end);
    }
    sides[0].network.mute(false).unwrap();
    sides[1].network.say("two", &sides[1].session).unwrap();
    let is_line = |event: &ConnectionEvent| matches!(event, ConnectionEvent::Heard(..));
    while !heard.iter().any(is_line) {
        let ann = &mut sides[0];
        heard.extend(ann.network.update(&mut ann.session));
        assert!(Instant::now() < end);
    }
    let lines = heard.iter().filter_map(|event| match event {
        ConnectionEvent::Heard(_, line) => Some(line.as_str()),
        _ => None,
    });
    assert_eq!(lines.collect::<Vec<_>>(), ["two"]);
    assert_eq!(sides[2].network.mute(true), Err(Refusal::Watching));
}
