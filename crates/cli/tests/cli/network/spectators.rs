//! Spectators: what they see, what they cannot do, and that they disturb nobody.

use std::io::Write as _;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use reversi::Color;
use reversi_net::network::channel::Channel;
use reversi_net::network::code::Code;
use reversi_net::network::message::{GameState, GoodbyeReason, NetworkMessage, VERSION};

use super::hostile::{is_closed, noise, seeded, setting};
use super::line::{PASSES, WIPEOUT, end_alike, game, play, told};
use super::programs::{Wire, guest, host, spectator, watched_host};
use crate::program::{PATIENCE, Running};
use crate::random::Random;

/// A spectator that may send anything.
struct Watcher {
    stream: TcpStream,
    channel: Channel,
}

impl Watcher {
    /// Enters with this number, without reading anything.
    fn enter(address: &str, code: &str, number: u64) -> Self {
        let code: Code = code.parse().unwrap();
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let channel = Channel::watch(&mut stream, &code).unwrap();
        let hello = NetworkMessage::Hello {
            version: VERSION,
            guest: number,
            name: String::new(),
        };
        channel.send(&mut stream, &hello).unwrap();
        Self { stream, channel }
    }

    fn hear(&mut self) -> NetworkMessage {
        loop {
            match self.channel.receive(&mut self.stream).unwrap() {
                NetworkMessage::Ping => {}
                message => return message,
            }
        }
    }

    /// Reads games until one is as wanted.
    fn hear_game(&mut self, is_wanted: impl Fn(&GameState) -> bool) -> GameState {
        loop {
            match self.hear() {
                NetworkMessage::Game(state) if is_wanted(&state) => return *state,
                NetworkMessage::Game(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn a_spectator_sees_the_game_its_passes_its_end_and_the_rematch_and_cannot_move() {
    let (mut ann, address, code, theirs) = watched_host(&["--side", "black"]);
    let mut cid = spectator(&address, &theirs);
    cid.expect("Ann is Black, the guest is White.");
    cid.expect("A player is not connected; the game waits.");
    ann.expect("1 watching.");
    let mut bob = guest(&address, &code);
    cid.expect("Ann is Black, Bob is White.");
    cid.expect("Both players are connected.");
    let first = game(PASSES);
    let half = first.entries().len() / 2;
    for (range, word) in [(0..half, "f5"), (half..first.entries().len(), "resign")] {
        play(&first, range.clone(), &mut ann, &mut bob);
        for entry in &first.entries()[range] {
            let color = entry.color();
            cid.expect(&match entry.square() {
                Some(square) => format!("{color} plays {square}, turning"),
                None => format!("{color} has no legal move and passes."),
            });
        }
        if half < first.entries().len() && word == "f5" {
            cid.send(word);
            cid.expect("You are watching; only the two players can do this.");
            for word in ["hint", "eval", "review"] {
                cid.send(word);
                cid.expect("The computer does not help in a game over the network.");
            }
            cid.send("resign");
            cid.expect("You are watching; only the two players can do this.");
        }
    }
    let result = told(Color::Black, &ann.expect("Game over."));
    assert_eq!(cid.expect("Game over."), result);
    cid.send("new");
    cid.expect("You are watching; only the two players can do this.");
    cid.send("history");
    cid.expect("1. f5 2. f4");
    bob.expect("Game over.");
    ann.send("new");
    bob.expect("Ann wants a rematch.");
    bob.send("new");
    cid.expect("New game.");
    cid.expect("Bob is Black, Ann is White.");
    bob.expect("You are Black, Ann is White.");
    bob.send("f5");
    cid.expect("Black plays f5");
    ann.expect("Black plays f5");
    ann.send("resign");
    cid.expect("Game over. White resigns: Black wins.");
    ann.quit();
    cid.expect("The host has quit.");
    bob.quit();
    // A spectator has not played, and keeps both games as watched.
    let (history, ..) = Running::start_in(cid.kill(), &["history"]).finish();
    let watched = history
        .iter()
        .filter(|line| line.contains("Ann") && line.contains("Bob"));
    assert_eq!(watched.count(), 2, "{history:?}");
    assert!(
        !history.iter().any(|line| line.contains("you")),
        "{history:?}"
    );
}

#[test]
fn both_players_and_the_spectators_are_told_how_many_watch() {
    let (mut ann, address, code, theirs) = watched_host(&["--side", "black"]);
    let mut bob = guest(&address, &code);
    bob.expect("Black to move");
    let mut cid = spectator(&address, &theirs);
    for program in [&mut ann, &mut bob, &mut cid] {
        program.expect("1 watching.");
    }
    let mut dan = spectator(&address, &theirs);
    for program in [&mut ann, &mut bob, &mut cid, &mut dan] {
        program.expect("2 watching.");
    }
    dan.child.kill().unwrap();
    for program in [&mut ann, &mut bob, &mut cid] {
        program.expect("1 watching.");
    }
    cid.quit();
    for program in [&mut ann, &mut bob] {
        program.expect("Nobody watching.");
    }
    ann.quit();
    bob.quit();
}

#[test]
fn a_spectator_that_is_lost_disturbs_nobody_and_catches_up() {
    let (mut ann, address, code, theirs) = watched_host(&["--side", "black"]);
    let mut bob = guest(&address, &code);
    bob.expect("Black to move");
    let wire = Wire::to(&address);
    let mut cid = spectator(&wire.address, &theirs);
    let game = game(WIPEOUT);
    play(&game, 0..2, &mut ann, &mut bob);
    cid.expect("White plays f4");
    wire.cut();
    cid.expect_line("Connection lost: the other side disconnected. Trying again.");
    play(&game, 2..6, &mut ann, &mut bob);
    wire.mend();
    for entry in &game.entries()[2..6] {
        cid.expect(&format!("plays {},", entry.square().unwrap()));
    }
    // Another program sees the game from its first move.
    cid.child.kill().unwrap();
    let mut cid = spectator(&address, &theirs);
    for entry in &game.entries()[..6] {
        cid.expect(&format!("plays {},", entry.square().unwrap()));
    }
    play(&game, 6..game.entries().len(), &mut ann, &mut bob);
    let result = told(Color::Black, &ann.expect("Game over."));
    assert_eq!(cid.expect("Game over."), result);
    for program in [&mut ann, &mut bob] {
        assert!(!program.has_printed("Connection lost"));
    }
    cid.send("review");
    cid.expect("Black");
    cid.quit();
    ann.quit();
    bob.quit();
}

#[test]
fn spectators_see_that_a_player_is_gone() {
    let (mut ann, address, code, theirs) = watched_host(&["--side", "black", "--time", "5m"]);
    let mut bob = guest(&address, &code);
    bob.expect("Black to move");
    let mut cid = spectator(&address, &theirs);
    cid.expect("Time: Black ");
    bob.child.kill().unwrap();
    ann.expect_line("Connection lost: the other side disconnected. Waiting for your guest.");
    cid.expect("A player is not connected; the game waits.");
    let bob = guest(&address, &code);
    cid.expect("Both players are connected.");
    ann.send("f5");
    cid.expect("Black plays f5");
    cid.expect("Time: Black ");
    for program in [ann, bob, cid] {
        program.quit();
    }
}

/// Takes seconds: three times a host answers a wrong code only after a second (`WRONG_CODE`).
#[test]
fn a_code_fits_only_its_purpose_and_without_consent_nobody_watches() {
    let (mut ann, address, code, theirs) = watched_host(&["--side", "black"]);
    let (status, complaint) = spectator(&address, &code).wait();
    assert_eq!(status.code(), Some(1));
    assert_eq!(
        complaint,
        "error: the host did not accept the code; check that it is the one for spectators, and that a host \
         is waiting there\n"
    );
    let (status, complaint) = guest(&address, &theirs).wait();
    assert_eq!(status.code(), Some(1));
    assert_eq!(
        complaint,
        "error: the host did not accept the code; check it, and that a host is waiting there\n"
    );
    let bob = guest(&address, &code);
    ann.expect("You are Black, Bob is White.");
    ann.quit();
    bob.quit();
    let (bea, address, code) = host(&[]);
    let (status, _) = spectator(&address, &code).wait();
    assert_eq!(status.code(), Some(1));
    bea.quit();
}

#[test]
fn there_is_room_for_sixteen_spectators_and_one_that_comes_back_keeps_its_place() {
    let (mut ann, address, _, theirs) = watched_host(&[]);
    let mut watchers: Vec<Watcher> = (0..16)
        .map(|number| Watcher::enter(&address, &theirs, number))
        .collect();
    ann.expect("16 watching.");
    let mut late = Watcher::enter(&address, &theirs, 16);
    let why = GoodbyeReason::Full;
    assert_eq!(late.hear(), NetworkMessage::Goodbye { why });
    assert!(is_closed(&mut late.stream));
    let mut again = Watcher::enter(&address, &theirs, 3);
    assert_eq!(again.hear_game(|_| true).game, 0);
    assert!(is_closed(&mut watchers[3].stream));
    let bob = Watcher::enter(&address, &theirs, 99);
    drop(bob);
    watchers.remove(5);
    ann.expect("15 watching.");
    ann.quit();
}

#[test]
fn whatever_a_spectator_sends_ends_its_connection_and_not_the_game() {
    let mut random = seeded();
    let (mut ann, address, code, theirs) = watched_host(&["--side", "black"]);
    let mut bob = guest(&address, &code);
    bob.expect("Black to move");
    let game = game(WIPEOUT);
    for index in 0..9 {
        // The host takes at most twenty spectators at once.
        let mut eve = Watcher::enter(&address, &theirs, index);
        eve.hear_game(|state| !state.watching.is_empty());
        let bytes = loop {
            let bytes = noise(&mut random, usize::try_from(index).unwrap());
            if NetworkMessage::parse(&bytes) != Some(NetworkMessage::Ping) {
                break bytes;
            }
        };
        // It may be too late for more.
        if index % 3 == 0 {
            let _ = eve.stream.write_all(&bytes);
            // A part of a frame is no message; the end of the stream ends it.
            let _ = eve.stream.shutdown(std::net::Shutdown::Write);
        } else {
            let _ = eve.channel.send_bytes(&mut eve.stream, &bytes);
        }
        assert!(is_closed(&mut eve.stream));
        let at = usize::try_from(index).unwrap();
        play(&game, at..at + 1, &mut ann, &mut bob);
    }
    end_alike(&mut ann, &mut bob);
    for program in [&mut ann, &mut bob] {
        assert!(!program.has_printed("Connection lost"));
        assert!(!program.has_printed("resigns"));
    }
    ann.quit();
    bob.quit();
}

#[test]
fn spectators_that_read_nothing_or_ping_without_end_do_not_delay_the_players() {
    let (mut ann, address, code, theirs) = watched_host(&["--side", "black"]);
    let mut bob = guest(&address, &code);
    bob.expect("Black to move");
    let mut deaf: Vec<Watcher> = (0..8)
        .map(|number| Watcher::enter(&address, &theirs, number))
        .collect();
    let mut loud = Watcher::enter(&address, &theirs, 8);
    while loud
        .channel
        .send(&mut loud.stream, &NetworkMessage::Ping)
        .is_ok()
    {}
    let game = game(PASSES);
    play(&game, 0..game.entries().len(), &mut ann, &mut bob);
    end_alike(&mut ann, &mut bob);
    // Who reads late finds the newest state.
    let state = deaf[0].hear_game(|state| state.entries.split(' ').count() == game.entries().len());
    assert!(state.entries.starts_with("f5 f4"));
    ann.quit();
    bob.quit();
}

/// Takes seconds: 60 spectators come one after another, and the host looks for one ten times a second (`LOOK`).
#[test]
fn spectators_that_come_and_go_are_let_in_only_now_and_then() {
    let (mut ann, address, code, theirs) = watched_host(&["--side", "black"]);
    let mut bob = guest(&address, &code);
    bob.expect("Black to move");
    let start = Instant::now();
    let is_let_in = |number| {
        let mut eve = Watcher::enter(&address, &theirs, number);
        eve.channel.receive(&mut eve.stream).is_ok()
    };
    let count = (0..60).filter(|&number| is_let_in(number)).count();
    let seconds = usize::try_from(start.elapsed().as_secs()).unwrap();
    assert!(count <= 21 + seconds / 5, "{count}");
    ann.send("f5");
    bob.expect("Black plays f5");
    ann.quit();
    bob.quit();
}

/// Checks a spectator against a game of random length that is played while it comes and goes.
#[test]
fn a_spectator_always_sees_a_prefix_of_the_game() {
    let mut random: Random = seeded();
    let (mut ann, address, code, theirs) = watched_host(&["--side", "black"]);
    let mut bob = guest(&address, &code);
    bob.expect("Black to move");
    let game = game(PASSES);
    let names: Vec<String> = (game.entries().iter())
        .map(|entry| entry.square().map_or("--".to_owned(), |s| s.to_string()))
        .collect();
    let rounds = usize::try_from(setting("REVERSI_FUZZ", 6)).unwrap().min(15);
    let mut played = 0;
    for round in 0..rounds {
        let more = 1 + random.below(game.entries().len() / rounds - 1);
        play(&game, played..played + more, &mut ann, &mut bob);
        played += more;
        let mut eve = Watcher::enter(&address, &theirs, u64::try_from(round).unwrap());
        let state = eve.hear_game(|state| !state.watching.is_empty());
        let seen: Vec<&str> = state.entries.split_whitespace().collect();
        // A pass follows its move at once.
        assert!(seen.len() <= played + 1 && names.iter().zip(&seen).all(|(a, b)| a == b));
        if seen.len() < played {
            eve.hear_game(|state| state.entries.split_whitespace().count() >= played);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    ann.quit();
    bob.quit();
}
