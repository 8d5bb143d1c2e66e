//! What a host and a guest refuse of each other, and how they agree on a game again.

use std::net::{TcpListener, TcpStream};

use reversi::Position;
use reversi_net::network::channel::Channel;
use reversi_net::network::code::Code;
use reversi_net::network::game::{NetworkGame, NotJoined};
use reversi_net::network::message::{GameState, GoodbyeReason, NetworkMessage, VERSION};
use reversi_table::player::name::PersonName;
use reversi_table::table::Offer;

use super::hostile::{enter, first_game, is_closed};
use super::programs::host;
use crate::program::{PATIENCE, Running};

/// A guest or a host that may say anything.
struct Peer {
    stream: TcpStream,
    channel: Channel,
}

impl Peer {
    /// Enters as a guest, who gets the game.
    fn enter(address: &str, code: &str) -> Self {
        let (mut stream, channel) = enter(address, &code.parse().unwrap(), "Eve");
        first_game(&mut stream, &channel);
        Self { stream, channel }
    }

    /// Lets a guest in as a host.
    fn let_in(listener: &TcpListener, code: &Code) -> Self {
        let (mut stream, _) = listener.accept().unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let channel = Channel::host(&mut stream, code).unwrap();
        let mut peer = Self { stream, channel };
        assert!(matches!(peer.hear(), NetworkMessage::Hello { .. }));
        peer
    }

    fn say(&mut self, message: &NetworkMessage) {
        self.channel.send(&mut self.stream, message).unwrap();
    }

    /// Returns the next message that is not only a sign of life.
    fn hear(&mut self) -> NetworkMessage {
        loop {
            match self.channel.receive(&mut self.stream).unwrap() {
                NetworkMessage::Ping => {}
                message => return message,
            }
        }
    }

    /// Returns the whole game, which is the next message.
    fn hear_game(&mut self) -> GameState {
        match self.hear() {
            NetworkMessage::Game(state) => *state,
            other => panic!("{other:?}"),
        }
    }

    /// The other side says that this one broke the rules, and hangs up.
    fn assert_sent_away(mut self) {
        let why = GoodbyeReason::Rules;
        assert_eq!(self.hear(), NetworkMessage::Goodbye { why });
        assert!(is_closed(&mut self.stream));
    }
}

/// Lets the program of a guest in that may be told anything.
fn bob() -> (Running, Peer) {
    let (listener, address, code) = listening();
    let text = code.to_string();
    let bob = Running::start(&["join", &address, "--code", &text, "--name", "Bob"]);
    (bob, Peer::let_in(&listener, &code))
}

fn listening() -> (TcpListener, String, Code) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    (listener, address, Code::random())
}

fn played(game: u32, entry: usize, square: &str) -> NetworkMessage {
    NetworkMessage::Move {
        game,
        entry,
        square: square.parse().unwrap(),
        left_ms: None,
    }
}

/// A game of Ann against Bob, who has White.
fn game_of(entries: &str) -> GameState {
    GameState {
        game: 1,
        began: 1,
        guest_is_black: false,
        black_name: "Ann".to_owned(),
        white_name: "Bob".to_owned(),
        started_ms: 0,
        start: Position::START,
        entries: entries.to_owned(),
        undone: String::new(),
        origin: String::new(),
        departed: false,
        time: None,
        left_ms: None,
        times_ms: Vec::new(),
        turn_ms: 0,
        is_paused: false,
        watching: Vec::new(),
    }
}

fn offer(game: u32, entry: usize, what: Offer) -> NetworkMessage {
    NetworkMessage::Offer { game, entry, what }
}

fn rematch(game: u32, entry: usize) -> NetworkMessage {
    offer(game, entry, Offer::Rematch)
}

fn sent(state: GameState) -> NetworkMessage {
    NetworkMessage::Game(Box::new(state))
}

#[test]
fn a_move_may_be_repeated_and_not_replaced() {
    let (mut ann, address, code) = host(&["--side", "black"]);
    let mut eve = Peer::enter(&address, &code);
    ann.send("f5");
    assert_eq!(eve.hear(), played(1, 0, "f5"));
    eve.say(&played(1, 1, "d6"));
    ann.expect("White plays d6");
    // Both are known, as after a lost connection.
    eve.say(&played(1, 0, "f5"));
    eve.say(&played(1, 1, "d6"));
    ann.send("c3");
    assert_eq!(eve.hear(), played(1, 2, "c3"));
    eve.say(&played(1, 1, "f4"));
    ann.expect("The other program played f4, but it has moved already. The connection is closed");
    eve.assert_sent_away();
    ann.send("history");
    ann.expect("1. f5 2. d6 3. c3");
    ann.quit();
}

#[test]
fn a_move_of_the_other_side_cannot_be_replaced_either() {
    let (mut ann, address, code) = host(&["--side", "black"]);
    let mut eve = Peer::enter(&address, &code);
    ann.send("f5");
    assert_eq!(eve.hear(), played(1, 0, "f5"));
    eve.say(&played(1, 0, "d3"));
    ann.expect("The other program played d3, but it has moved already. The connection is closed");
    eve.assert_sent_away();
    ann.quit();
}

#[test]
fn a_move_with_one_missing_before_it_is_refused() {
    let (mut ann, address, code) = host(&["--side", "black"]);
    let mut eve = Peer::enter(&address, &code);
    ann.send("f5");
    assert_eq!(eve.hear(), played(1, 0, "f5"));
    // It would be legal now, but it is for later.
    eve.say(&played(1, 2, "d6"));
    ann.expect(
        "The other program played d6, but earlier moves are missing. The connection is closed",
    );
    eve.assert_sent_away();
    assert!(!ann.has_printed("White plays d6"));
    ann.quit();
}

#[test]
fn a_guest_takes_the_game_of_its_host_when_theirs_differ() {
    let (mut bob, mut ann) = bob();
    ann.say(&sent(game_of("f5")));
    bob.expect("You (White) to move");
    bob.send("d6");
    assert_eq!(ann.hear(), played(1, 1, "d6"));
    // The move was lost: it is sent again.
    ann.say(&sent(game_of("f5")));
    assert_eq!(ann.hear(), played(1, 1, "d6"));
    // Moves of the host that were lost are played.
    ann.say(&sent(game_of("f5 d6 c3")));
    bob.expect("Black plays c3");
    assert!(!bob.has_printed("Your host's game was different"));
    // Another game replaces this one.
    ann.say(&sent(game_of("f5 f6")));
    bob.expect("Your host's game was different; it is on the board now.");
    bob.send("history");
    bob.expect("1. f5 2. f6");
    ann.say(&played(1, 2, "e6"));
    bob.expect("Black plays e6");
    bob.send("f4");
    assert_eq!(ann.hear(), played(1, 3, "f4"));
    // So does one that has another move for Black.
    ann.say(&sent(game_of("f5 f6 d3")));
    bob.expect("Your host's game was different; it is on the board now.");
    bob.quit();
}

#[test]
fn a_guest_does_not_know_more_of_its_host_than_the_host_does() {
    const AS_HOST: &str = "Your host's game was different; it is on the board now.";
    let (mut bob, mut ann) = bob();
    ann.say(&sent(game_of("f5 d6 c3")));
    bob.expect("You (White) to move");
    // The host starts again without its last move.
    ann.say(&sent(game_of("f5 d6")));
    bob.expect(AS_HOST);
    bob.expect("Black to move");
    ann.say(&played(1, 2, "c4"));
    bob.expect("Black plays c4");
    bob.quit();
}

#[test]
fn the_end_of_a_game_that_was_lost_on_the_way_is_made_up_for() {
    for (end, sentence) in [
        ("f5 d6 Black-resigns", "Black resigns"),
        ("f5 d6 Black-out-of-time", "Black's time is up"),
        ("f5 d6 White-out-of-time", "Your time is up"),
    ] {
        let (mut bob, mut ann) = bob();
        ann.say(&sent(game_of("f5")));
        bob.expect("You (White) to move");
        bob.send("d6");
        assert_eq!(ann.hear(), played(1, 1, "d6"));
        ann.say(&sent(game_of(end)));
        bob.expect("Game over.");
        bob.send("history");
        bob.expect("1. f5 2. d6");
        assert!(bob.has_printed(sentence), "{sentence}");
        assert!(!bob.has_printed("Your host's game was different"));
        bob.quit();
    }
}

#[test]
fn a_resignation_that_a_guest_has_not_made_is_that_of_another_game() {
    let (mut bob, mut ann) = bob();
    ann.say(&sent(game_of("f5 d6")));
    bob.expect("Black to move");
    ann.say(&sent(game_of("f5 d6 White-resigns")));
    bob.expect("Your host's game was different; it is on the board now.");
    assert!(!bob.has_printed("Black resigns"));
    bob.quit();
}

#[test]
fn a_guest_takes_the_start_the_side_the_names_and_the_clocks_of_its_host() {
    const AS_HOST: &str = "Your host's game was different; it is on the board now.";
    let (mut bob, mut ann) = bob();
    ann.say(&sent(game_of("")));
    bob.expect("Black to move");
    let start = "---------------------------OX------XO--------------------------- O";
    ann.say(&sent(GameState {
        start: start.parse().unwrap(),
        ..game_of("")
    }));
    bob.expect(AS_HOST);
    bob.expect("You (White) to move");
    ann.say(&sent(GameState {
        start: start.parse().unwrap(),
        guest_is_black: true,
        ..game_of("")
    }));
    bob.expect(AS_HOST);
    ann.say(&sent(GameState {
        guest_is_black: true,
        ..game_of("f5 d6")
    }));
    bob.expect(AS_HOST);
    bob.expect("You (Black) to move");
    bob.send("c3");
    assert_eq!(ann.hear(), played(1, 2, "c3"));
    ann.say(&sent(GameState {
        game: 2,
        began: 2,
        black_name: "Cid".to_owned(),
        time: Some("5m".parse().unwrap()),
        left_ms: Some([1, 200_000]),
        ..game_of("")
    }));
    bob.expect("Cid is Black, you are White.");
    bob.expect("Time: Black 0:00");
    // Only the host knows when a time is up. An earlier game has no clocks any more.
    ann.say(&NetworkMessage::Clocks {
        game: 1,
        left_ms: [100_000, 100_000],
    });
    ann.say(&played(2, 0, "f5"));
    bob.expect("Black plays f5");
    assert!(bob.expect("you 3:").starts_with(['1', '2']));
    bob.send("d6");
    // A guest has no clocks to tell.
    assert_eq!(ann.hear(), played(2, 1, "d6"));
    bob.quit();
}

#[test]
fn a_rematch_has_a_number_of_its_own() {
    let (mut ann, address, code) = host(&["--side", "black"]);
    let mut eve = Peer::enter(&address, &code);
    // There is no rematch of a game that is not over.
    eve.say(&rematch(1, 0));
    ann.send("f5");
    assert_eq!(eve.hear(), played(1, 0, "f5"));
    eve.say(&NetworkMessage::Resign { game: 1 });
    ann.expect("Game over. You win: White resigned.");
    ann.send("history");
    ann.expect("1. f5 White resigns");
    assert!(!ann.has_printed("Eve wants a rematch."));
    let over = eve.hear_game();
    assert_eq!((over.game, &*over.entries), (1, "f5 White-resigns"));
    eve.say(&rematch(1, 2));
    ann.expect("Eve wants a rematch.");
    ann.send("new");
    assert_eq!(eve.hear(), rematch(1, 2));
    let next = eve.hear_game();
    assert_eq!(
        (next.game, next.guest_is_black, &*next.entries),
        (2, true, "")
    );
    assert_eq!([&*next.black_name, &next.white_name], ["Eve", "Ann"]);
    // What is late is about the game before.
    eve.say(&played(1, 0, "d3"));
    eve.say(&NetworkMessage::Resign { game: 1 });
    eve.say(&played(2, 0, "f5"));
    ann.expect("Black plays f5");
    assert!(!ann.has_printed("Black plays d3") && !ann.has_printed("Black resigns"));
    ann.send("resign");
    assert_eq!(eve.hear(), NetworkMessage::Resign { game: 2 });
    assert_eq!(&*eve.hear_game().entries, "f5 White-resigns");
    eve.say(&rematch(1, 2));
    ann.send("new");
    assert_eq!(eve.hear(), rematch(2, 2));
    ann.send("history");
    ann.expect("1. f5");
    eve.say(&rematch(2, 2));
    assert_eq!(eve.hear_game().game, 3);
    ann.quit();
}

#[test]
fn a_guest_that_wanted_a_rematch_once_is_asked_for_the_next() {
    let (mut bob, mut ann) = bob();
    ann.say(&sent(game_of("f5 White-resigns")));
    bob.expect("Game over.");
    bob.send("new");
    assert_eq!(ann.hear(), rematch(1, 2));
    ann.say(&sent(GameState {
        game: 2,
        began: 2,
        ..game_of("f5 Black-resigns")
    }));
    bob.expect("Game over. You win: Black resigned.");
    ann.say(&rematch(2, 2));
    bob.expect("Ann wants a rematch.");
    bob.send("new");
    assert_eq!(ann.hear(), rematch(2, 2));
    bob.quit();
}

#[test]
fn what_a_guest_wanted_is_forgotten_when_it_comes_again() {
    let (mut ann, address, code) = host(&["--side", "black"]);
    let mut eve = Peer::enter(&address, &code);
    eve.say(&NetworkMessage::Resign { game: 1 });
    eve.say(&rematch(1, 1));
    ann.expect("Eve wants a rematch.");
    // The new connection replaces the old one.
    let mut again = Peer::enter(&address, &code);
    ann.expect("Eve is connected.");
    ann.send("new");
    assert_eq!(again.hear(), rematch(1, 1));
    ann.send("history");
    ann.expect("White resigns");
    again.say(&rematch(1, 1));
    assert_eq!(again.hear_game().game, 2);
    ann.quit();
}

#[test]
fn without_a_guest_nobody_agrees_to_a_rematch_and_the_next_one_has_a_name() {
    let (mut ann, address, code) = host(&["--side", "black"]);
    let mut eve = Peer::enter(&address, &code);
    eve.say(&NetworkMessage::Resign { game: 1 });
    ann.expect("Game over.");
    drop(eve);
    ann.expect_line("Connection lost: the other side disconnected. Waiting for your guest.");
    ann.send("new");
    ann.expect("Your opponent is not connected");
    let (mut stream, channel) = enter(&address, &code.parse().unwrap(), "Cid");
    assert_eq!(first_game(&mut stream, &channel).white_name, "Cid");
    ann.quit();
}

#[test]
fn what_only_a_host_may_say_ends_the_connection_of_a_guest() {
    let left_ms = [1, 1];
    for message in [
        NetworkMessage::Clocks { game: 1, left_ms },
        sent(game_of("f5")),
        NetworkMessage::Hello {
            version: VERSION,
            guest: 1,
            name: String::new(),
        },
    ] {
        let (mut ann, address, code) = host(&["--side", "white", "--time", "5m"]);
        let mut eve = Peer::enter(&address, &code);
        eve.say(&message);
        // It is too late to say something else.
        eve.say(&played(1, 0, "f5"));
        ann.expect("The other program sent something unexpected. The connection is closed");
        eve.assert_sent_away();
        ann.send("history");
        ann.expect("No moves yet.");
        assert!(!ann.has_printed("You play f5"));
        ann.quit();
    }
}

#[test]
fn a_host_tells_its_clocks_after_a_move_of_its_guest() {
    let (ann, address, code) = host(&["--side", "white", "--time", "5m"]);
    let mut eve = Peer::enter(&address, &code);
    eve.say(&played(1, 0, "f5"));
    let NetworkMessage::Clocks { game: 1, left_ms } = eve.hear() else {
        panic!("the clocks");
    };
    assert!(
        left_ms.iter().all(|left| (1..=300_000).contains(left)),
        "{left_ms:?}"
    );
    ann.quit();
}

#[test]
fn a_guest_of_another_version_is_sent_away() {
    let (ann, address, code) = host(&[]);
    for version in [0, VERSION - 1, VERSION + 1, u32::MAX] {
        let mut stream = TcpStream::connect(&address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let channel = Channel::join(&mut stream, &code.parse().unwrap()).unwrap();
        let mut eve = Peer { stream, channel };
        eve.say(&NetworkMessage::Hello {
            version,
            guest: 1,
            name: String::new(),
        });
        let why = GoodbyeReason::Version;
        assert_eq!(eve.hear(), NetworkMessage::Goodbye { why });
    }
    ann.quit();
}

#[test]
fn a_guest_does_not_wait_for_a_first_game_that_cannot_be_played() {
    for entries in [
        "f5 a1",
        &"f5 ".repeat(600),
        "-- -- -- --",
        "Black-resigns White-resigns",
        "x",
    ] {
        let (listener, address, code) = listening();
        let key = code.clone();
        let join = std::thread::spawn(move || NetworkGame::join(&address, key, PersonName::EMPTY));
        let mut host = Peer::let_in(&listener, &code);
        host.say(&sent(game_of(entries)));
        let joined = join.join().unwrap();
        assert!(
            matches!(joined, Err(NotJoined::NoGame)),
            "{entries}: {joined:?}"
        );
    }
    let (bob, mut ann) = bob();
    ann.say(&sent(game_of("f5 a1")));
    let (status, complaint) = bob.wait();
    assert_eq!(status.code(), Some(1));
    assert_eq!(
        complaint,
        "error: the host sent no game that can be played\n"
    );
}

#[test]
fn a_guest_refuses_clocks_that_no_game_can_show() {
    const REFUSED: &str = "The host sent an impossible time for a clock. The connection is closed; the \
                           game is kept.";
    let timed = |entries: &str, left_ms| GameState {
        time: Some("5m+3s".parse().unwrap()),
        left_ms: Some(left_ms),
        ..game_of(entries)
    };
    for left_ms in [[i64::MAX, 0], [0, i64::MIN], [480_001, 0]] {
        let (bob, mut ann) = bob();
        ann.say(&sent(timed("f5", left_ms)));
        let (status, complaint) = bob.wait();
        assert_eq!(status.code(), Some(1));
        assert_eq!(
            complaint,
            "error: the host sent an impossible time for a clock\n"
        );
        // The same during a game.
        let start = || {
            let (mut bob, mut ann) = self::bob();
            ann.say(&sent(timed("f5 d6", [303_000, -5])));
            bob.expect("Time: Black 5:0");
            (bob, ann)
        };
        let (mut bob, mut ann) = start();
        ann.say(&NetworkMessage::Clocks { game: 1, left_ms });
        bob.expect(REFUSED);
        ann.assert_sent_away();
        bob.quit();
        let (mut bob, mut ann) = start();
        ann.say(&NetworkMessage::Move {
            game: 1,
            entry: 2,
            square: "c3".parse().unwrap(),
            left_ms: Some(left_ms),
        });
        bob.expect(REFUSED);
        assert!(!bob.has_printed("Black plays c3"), "the game is unchanged");
        ann.assert_sent_away();
        bob.quit();
        let (mut bob, mut ann) = start();
        ann.say(&sent(timed("f5 d6 c3", left_ms)));
        bob.expect(REFUSED);
        assert!(!bob.has_printed("Black plays c3"), "the game is unchanged");
        ann.assert_sent_away();
        bob.quit();
    }
}
