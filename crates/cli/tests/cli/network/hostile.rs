//! Strangers without the code, and a guest or a host that breaks the rules.

use std::io::{self, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use reversi::{Color, Square};
use reversi_net::network::channel::{Channel, ChannelError};
use reversi_net::network::code::Code;
use reversi_net::network::game::{HostOptions, NetworkGame, NotJoined};
use reversi_net::network::message::{GameState, GoodbyeReason, NetworkMessage, VERSION};
use reversi_table::game_opening::GameOpening;
use reversi_table::player::name::PersonName;
use reversi_table::session::Session;
use reversi_table::table::{GameConnection as _, Offer};
use reversi_wording as wording;

use super::programs::{guest, host};
use crate::program::PATIENCE;
use crate::random::Random;

fn hello(name: &str) -> NetworkMessage {
    NetworkMessage::Hello {
        version: VERSION,
        guest: 1,
        name: name.to_owned(),
    }
}

/// Enters as a guest that may do anything afterwards.
pub(crate) fn enter(address: &str, code: &Code, name: &str) -> (TcpStream, Channel) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let channel = Channel::join(&mut stream, code).unwrap();
    channel.send(&mut stream, &hello(name)).unwrap();
    (stream, channel)
}

pub(crate) fn first_game(stream: &mut TcpStream, channel: &Channel) -> GameState {
    match channel.receive(stream).unwrap() {
        NetworkMessage::Game(state) => *state,
        other => panic!("{other:?}"),
    }
}

/// Whether the other side has closed the stream, whatever it sent before.
pub(crate) fn is_closed(stream: &mut TcpStream) -> bool {
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut rest = [0; 4096];
    loop {
        match stream.read(&mut rest) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => {
                let is_reset = error.kind() == io::ErrorKind::ConnectionReset;
                return is_reset;
            }
        }
    }
}

/// Takes seconds: a stranger who sends nothing has five seconds (`HANDSHAKE`), and is held for one more (`WRONG_CODE`).
#[test]
fn strangers_who_send_rubbish_or_nothing_are_dropped_and_never_keep_the_guest_out() {
    let (mut ann, address, code) = host(&["--side", "black"]);
    let mut strangers: Vec<TcpStream> = (0..50)
        .map(|_| TcpStream::connect(&address).unwrap())
        .collect();
    for (index, stranger) in strangers.iter_mut().enumerate() {
        let rubbish = match index % 5 {
            0 => b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".to_vec(),
            1 => vec![0xff; 100_000],
            2 => vec![0, 48].into_iter().chain([7; 48]).collect(),
            3 => vec![0],
            _ => Vec::new(),
        };
        // It may have been dropped already.
        let _ = stranger.write_all(&rubbish);
    }
    let mut bob = guest(&address, &code);
    ann.expect("You are Black, Bob is White.");
    ann.send("f5");
    bob.expect("Black plays f5");
    bob.send("d6");
    ann.expect("White plays d6");
    for stranger in &mut strangers {
        assert!(is_closed(stranger));
    }
    ann.quit();
    bob.quit();
}

/// Records what a guest sends first, and answers nothing.
struct Tape(Vec<u8>);

impl io::Read for Tape {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Ok(0)
    }
}

impl io::Write for Tape {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_recorded_handshake_does_not_let_anybody_in() {
    let code = Code::random();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let options = HostOptions {
        color: Color::Black,
        name: PersonName::EMPTY,
        time: None,
        spectators: None,
        opening: GameOpening::Standard,
    };
    let mut game = NetworkGame::host(listener, code.clone(), options).unwrap();
    let mut tape = Tape(Vec::new());
    assert!(Channel::join(&mut tape, &code).is_err());
    assert_eq!(tape.0.len(), 2 + 48);
    let mut stream = TcpStream::connect(&address).unwrap();
    stream.write_all(&tape.0).unwrap();
    stream.write_all(&[0, 20]).unwrap();
    stream.write_all(&[1; 20]).unwrap();
    assert!(is_closed(&mut stream));
    assert!(game.begin().is_none());
}

#[test]
fn an_illegal_move_ends_the_connection_and_the_game_stays() {
    let (mut ann, address, code) = host(&["--side", "black"]);
    let code: Code = code.parse().unwrap();
    let (mut stream, channel) = enter(&address, &code, "Eve\u{1b}[2J");
    assert!(!first_game(&mut stream, &channel).guest_is_black);
    ann.expect("Eve\\u{1b}[2J is White.");
    ann.send("f5");
    let first = NetworkMessage::Move {
        game: 1,
        entry: 0,
        square: "f5".parse().unwrap(),
        left_ms: None,
    };
    assert_eq!(channel.receive(&mut stream).unwrap(), first);
    let illegal = NetworkMessage::Move {
        game: 1,
        entry: 1,
        square: Square::A1,
        left_ms: None,
    };
    channel.send(&mut stream, &illegal).unwrap();
    ann.expect("The other program played a1, but a1");
    assert_eq!(
        channel.receive(&mut stream).unwrap(),
        NetworkMessage::Goodbye {
            why: GoodbyeReason::Rules
        }
    );
    assert!(is_closed(&mut stream));
    ann.send("history");
    ann.expect("1. f5");
    // An honest guest takes the seat.
    let mut bob = guest(&address, &code.to_string());
    bob.expect("You (White) to move: d6 f4 f6.");
    bob.send("d6");
    ann.expect("White plays d6");
    ann.quit();
    bob.quit();
}

#[test]
fn a_flood_of_messages_ends_the_connection() {
    let (mut ann, address, code) = host(&["--side", "black"]);
    let code: Code = code.parse().unwrap();
    let (mut stream, channel) = enter(&address, &code, "Eve");
    first_game(&mut stream, &channel);
    while channel.send(&mut stream, &NetworkMessage::Ping).is_ok() {}
    ann.expect_line(
        "Connection lost: the other side sends too many messages. Waiting for your guest.",
    );
    let bob = guest(&address, &code.to_string());
    ann.expect("Bob is connected.");
    ann.quit();
    bob.quit();
}

/// Messages and damaged messages for any game.
pub(crate) fn noise(random: &mut Random, entries: usize) -> Vec<u8> {
    let square = Square::new(u8::try_from(random.below(64)).unwrap()).unwrap();
    let game = u32::try_from(random.below(3)).unwrap();
    let entry = if random.below(2) == 0 {
        entries
    } else {
        random.below(70)
    };
    let left_ms = Some([5, random.next().cast_signed()]);
    let message = match random.below(10) {
        0..=3 => NetworkMessage::Move {
            game,
            entry,
            square,
            left_ms,
        },
        4 if random.below(2) == 0 => NetworkMessage::Claim { game, entry },
        4 => NetworkMessage::Resign { game },
        5 => NetworkMessage::Offer {
            game,
            entry,
            what: [Offer::Takeback, Offer::Draw, Offer::Rematch][random.below(3)],
        },
        6 => NetworkMessage::Clocks {
            game,
            left_ms: [0, i64::MAX],
        },
        7 if random.below(2) == 0 => NetworkMessage::Say {
            text: "\u{1b}[2J".repeat(random.below(99)),
        },
        7 => NetworkMessage::Watching {
            names: vec!["\u{1b}]0;x\u{7}".to_owned(); random.below(99)],
        },
        8 => NetworkMessage::Game(Box::new(GameState {
            game,
            began: game,
            guest_is_black: random.below(2) == 0,
            black_name: "\u{1b}]0;x\u{7}".repeat(random.below(9)),
            white_name: "greedy".to_owned(),
            started_ms: [0, i64::MIN, i64::MAX][random.below(3)],
            start: reversi::Position::START,
            undone: ["", "d6", "--", "a1"][random.below(4)].to_owned(),
            origin: ["", "you guest", "you guest given*999", "\u{1b}[2J"][random.below(4)]
                .to_owned(),
            entries: ["f5", "f5 d6", "f5 a1", "--", "Black-resigns"][random.below(5)].to_owned(),
            departed: random.below(2) == 0,
            time: None,
            left_ms: None,
            times_ms: vec![Some(u32::MAX); random.below(200)],
            turn_ms: u32::MAX,
            is_paused: random.below(2) == 0,
            watching: vec!["greedy".to_owned(); random.below(99)],
        })),
        _ => hello("x"),
    };
    let mut bytes = message.print().into_bytes();
    for _ in 0..random.below(4).saturating_sub(1) {
        let at = random.below(bytes.len());
        match random.below(3) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes.truncate(at + 1),
            _ => bytes.insert(at, b'"'),
        }
    }
    bytes
}

/// Looks at a session after whatever it received: only legal entries.
fn check(session: &Session) {
    let game = session.game();
    let mut again = reversi::Game::from_position(game.start());
    for square in game.entries().iter().filter_map(reversi::Entry::square) {
        again.play(square).unwrap();
    }
    for name in [session.shown_players().black, session.shown_players().white] {
        assert!(!name.to_string().chars().any(char::is_control), "{name:?}");
    }
}

pub(crate) fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

pub(crate) fn seeded() -> Random {
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap();
    let seed = setting("REVERSI_FUZZ_SEED", now.as_secs());
    println!("REVERSI_FUZZ_SEED={seed}");
    Random(seed)
}

/// Lets a session take messages for a moment.
fn settle(network: &mut NetworkGame, session: &mut Session) {
    for _ in 0..3 {
        for event in network.update(session) {
            let sentence = wording::connection_event(&event);
            assert!(!sentence.chars().any(char::is_control), "{sentence:?}");
        }
        check(session);
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Takes seconds: 60 guests come one after another (`REVERSI_FUZZ`), and the host looks for one ten times a second.
#[test]
fn a_host_survives_any_message_of_its_guest() {
    let mut random = seeded();
    let code = Code::random();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let options = HostOptions {
        color: Color::White,
        name: PersonName::EMPTY,
        time: Some("5m".parse().unwrap()),
        spectators: None,
        opening: GameOpening::Standard,
    };
    let mut network = NetworkGame::host(listener, code.clone(), options).unwrap();
    let mut session = None;
    for _ in 0..setting("REVERSI_FUZZ", 60) {
        let (mut stream, channel) = enter(&address, &code, "Eve");
        let end = Instant::now() + PATIENCE;
        while session.is_none() {
            session = network
                .begin()
                .map(|setup| Session::new(setup, std::sync::Arc::new(|| ())));
            assert_eq!(network.is_connected(), session.is_some());
            assert!(Instant::now() < end);
        }
        let session = session.as_mut().unwrap();
        for _ in 0..random.below(20) {
            let entries = session.game().entries().len();
            let bytes = noise(&mut random, entries);
            let sent = match random.below(20) {
                0 => stream.write_all(&bytes).is_ok(),
                _ => channel.send_bytes(&mut stream, &bytes).is_ok(),
            };
            settle(&mut network, session);
            if !sent {
                break;
            }
        }
        drop(stream);
        let end = Instant::now() + PATIENCE;
        while network.is_connected() {
            settle(&mut network, session);
            assert!(Instant::now() < end);
        }
    }
}

/// How a guest or a spectator joins.
type Join = fn(&str, Code, PersonName) -> Result<NetworkGame, NotJoined>;

#[test]
fn a_guest_survives_any_message_of_its_host() {
    survives_any_message(NetworkGame::join, Channel::host);
}

#[test]
fn a_spectator_survives_any_message_of_its_host() {
    survives_any_message(NetworkGame::watch, Channel::host_of_spectators);
}

fn survives_any_message(
    join: Join,
    host: fn(&mut TcpStream, &Code) -> Result<Channel, ChannelError>,
) {
    let mut random = seeded();
    for _ in 0..setting("REVERSI_FUZZ", 60) {
        let code = Code::random();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let key = code.clone();
        let joining = std::thread::spawn(move || join(&address, key, PersonName::EMPTY));
        let (mut stream, _) = listener.accept().unwrap();
        let channel = host(&mut stream, &code).unwrap();
        assert!(matches!(
            channel.receive(&mut stream),
            Ok(NetworkMessage::Hello { .. })
        ));
        let first = loop {
            let bytes = noise(&mut random, 0);
            if let Some(message @ NetworkMessage::Game(_)) = NetworkMessage::parse(&bytes) {
                break message;
            }
        };
        channel.send(&mut stream, &first).unwrap();
        let Ok(mut network) = joining.join().unwrap() else {
            continue;
        };
        let Some(setup) = network.begin() else {
            continue;
        };
        let mut session = Session::new(setup, std::sync::Arc::new(|| ()));
        for _ in 0..random.below(20) {
            let bytes = noise(&mut random, session.game().entries().len());
            let sent = match random.below(20) {
                0 => stream.write_all(&bytes).is_ok(),
                _ => channel.send_bytes(&mut stream, &bytes).is_ok(),
            };
            settle(&mut network, &mut session);
            if !sent {
                break;
            }
        }
    }
}

/// Takes seconds: 6000 times (`REVERSI_FUZZ`) a guest makes new keys for its handshake.
#[test]
fn any_bytes_in_a_channel_are_an_error_and_use_little_memory() {
    let mut random = seeded();
    let code = Code::random();
    for _ in 0..setting("REVERSI_FUZZ", 60) * 100 {
        let length = random.below(300);
        let mut bytes: Vec<u8> = (0..length)
            .map(|_| random.next().to_le_bytes()[0])
            .collect();
        if random.below(2) == 0 && length > 2 {
            (bytes[0], bytes[1]) = (0, 48);
        }
        let mut stream = io::Cursor::new(bytes);
        assert!(Channel::host(&mut stream, &code).is_err());
        // Nothing longer than a handshake was read.
        assert!(stream.position() <= 2 + 48);
        stream.set_position(0);
        assert!(Channel::join(&mut stream, &code).is_err());
    }
}
