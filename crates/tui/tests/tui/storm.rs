//! Whatever is pressed, clicked, pasted or resized: nothing panics, and what is on the board is a game.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use reversi::search::Limits;
use reversi::transcript;
use reversi::{Entry, Game};
use reversi_table::clock::FlagRule;
use reversi_table::player::PlayerKind;
use reversi_table::player::PlayerKind::{Greedy, Human, Random};
use reversi_table::player::level::LEVELS;
use reversi_table::store::settings::ThemeName;
use reversi_tui::event::{
    InputEvent, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use reversi_tui::{AnalysisSubject, FirstScreen, Input};

use crate::dial;
use crate::go;
use crate::person::{Person, Table};

/// Keys that quit are harmless here: the front end only asks to be ended.
const KEYS: &str = "abcdefghABCDEFGH1234567812345678urnxltpkvKV+-y?qimow;<,#* =_09zZ\u{e9}\u{1b}";

const CODES: [KeyCode; 18] = [
    KeyCode::Enter,
    KeyCode::Esc,
    KeyCode::Tab,
    KeyCode::BackTab,
    KeyCode::Backspace,
    KeyCode::Delete,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::Insert,
    KeyCode::Null,
    KeyCode::F(1),
    KeyCode::F(12),
];

const PASTES: [&str; 13] = [
    "(;GM[Othello]PB[a\u{1b}[2J]PW[b]B[f5]W[d6];)\r(;GM[Othello]B[f5]W[f5];)\r(;GM[Othello]B[f5];)",
    "[Black \"x\"]\r\r1. f5 d6 2. c3 *\r",
    "---------------------------OX------XO--------------------------- X",
    "f5d6c3d3c4",
    "0x0000000810000000 0x0000001008000000",
    "........\r........\r........\r...ob...\r...*w...\r........\r........\r........\r",
    "f5f4e3d6f3g3g4g5h3d3h6h5h4h2h1e2g6f2g2h7g7f7g8h8e1f1g1f6f8d1d2e6d7",
    "\u{1b}[2J\u{1b}]52;c;aaaa\u{7}",
    "pass",
    "--",
    "1. f5 2. d6 x",
    "\u{202e}\u{1f600}\u{0301}\u{feff}",
    "",
];

fn random_event(rng: &mut ChaCha8Rng) -> InputEvent {
    match rng.random_range(0..100) {
        0..60 => {
            let letters: Vec<char> = KEYS.chars().collect();
            let letter = letters[rng.random_range(0..letters.len())];
            InputEvent::Key(KeyEvent::from(KeyCode::Char(letter)))
        }
        60..80 => InputEvent::Key(KeyEvent::from(CODES[rng.random_range(0..CODES.len())])),
        80..83 => {
            let letter = ['c', 'z', 'l', 'u', 'a'][rng.random_range(0..5)];
            let modifiers = [KeyModifiers::CONTROL, KeyModifiers::ALT][rng.random_range(0..2)];
            InputEvent::Key(KeyEvent::new(KeyCode::Char(letter), modifiers))
        }
        83..93 => {
            let kinds = [
                MouseEventKind::Moved,
                MouseEventKind::Down(MouseButton::Left),
                MouseEventKind::Down(MouseButton::Right),
                MouseEventKind::Up(MouseButton::Left),
                MouseEventKind::ScrollUp,
            ];
            InputEvent::Mouse(MouseEvent {
                kind: kinds[rng.random_range(0..kinds.len())],
                column: rng.random_range(0..130),
                row: rng.random_range(0..45),
                modifiers: KeyModifiers::NONE,
            })
        }
        93..96 => InputEvent::Paste(PASTES[rng.random_range(0..PASTES.len())].to_owned()),
        _ => InputEvent::Resize(rng.random_range(1..160), rng.random_range(1..60)),
    }
}

/// Plays what is on the board again, by the rules alone.
fn assert_is_a_legal_game(game: &Game) {
    let mut again = Game::from_position(game.start());
    for entry in game.entries() {
        match *entry {
            Entry::Move { square, .. } => again.play(square).unwrap(),
            Entry::Resignation { color } => assert!(again.resign(color)),
            Entry::Timeout { color } => assert!(again.time_out(color)),
            Entry::Agreement { .. } => assert!(again.agree_to_draw()),
            // A pass is made by itself, unless it was taken back.
            Entry::Pass { .. } => {}
        }
    }
    if again.entries().len() > game.entries().len() {
        again.undo();
    }
    assert_eq!(again.entries(), game.entries());
    assert_eq!(again.position(), game.position());
}

fn assert_is_clean(person: &Person) {
    for cell in &person.buffer().content {
        assert!(!cell.symbol().contains(char::is_control), "{cell:?}");
    }
}

/// Sends a random event, and lets time pass now and then.
fn suffer(person: &mut Person, rng: &mut ChaCha8Rng) {
    let event = random_event(rng);
    if let InputEvent::Resize(columns, rows) = event {
        person.resize(columns, rows);
    } else {
        person.send(Input::Terminal(event));
    }
    if rng.random_range(0..4) == 0 {
        person.wait(rng.random_range(0..900));
    }
    if rng.random_range(0..50) == 0 {
        person.send(Input::Wake);
    }
}

#[test]
fn random_events_never_panic_in_a_game_of_go() {
    let tables = [
        go::people(7),
        go::table(5, go::Human, go::Mcts(1)).with(|options| options.ascii = true),
        go::table(5, go::Random, go::Random).theme(ThemeName::Monochrome),
    ];
    for (seed, table) in (1..).zip(tables) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut person = table.sit();
        for _ in 0..dial::events(800) {
            suffer(&mut person, &mut rng);
            assert_is_clean(&person);
        }
    }
}

#[test]
fn random_events_never_panic_in_an_analysis() {
    let game = transcript::parse(PASTES[6]).unwrap();
    for (seed, subject) in (1..).zip([None, Some(AnalysisSubject::Game(Box::new(game)))]) {
        let table = || Table::new().first(FirstScreen::Analyse(subject.clone()));
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut person = table().sit();
        for _ in 0..dial::events(1500) {
            suffer(&mut person, &mut rng);
            assert_is_clean(&person);
            if person.app.review().is_none() {
                person = table()
                    .size(rng.random_range(24..160), rng.random_range(12..60))
                    .sit();
            }
        }
    }
}

/// Takes seconds: it sends 250 events by default to each of five games, and draws what they lead to.
#[test]
fn random_events_never_panic_and_leave_a_legal_game() {
    let tables: [fn() -> Table; 5] = [
        || {
            let engine = PlayerKind::Engine(LEVELS[1]);
            Table::new().players(Human, engine).with(|options| {
                options.setup.time = "20s+1s".parse().ok();
                options.setup.flag = FlagRule::Warn;
                options.analysis = Limits::depth(3);
            })
        },
        || Table::new(),
        || {
            Table::new()
                .players(Human, Greedy)
                .with(|options| options.animation = true)
        },
        || {
            Table::new()
                .players(Greedy, Random)
                .theme(ThemeName::Monochrome)
        },
        || {
            Table::new()
                .players(Random, Human)
                .first(FirstScreen::Start)
                .with(|options| options.ascii = true)
        },
    ];
    for (seed, table) in (1..).zip(tables) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut person = table().sit();
        for step in 0..dial::events(2500) {
            suffer(&mut person, &mut rng);
            if step % 25 == 0 {
                assert_is_clean(&person);
                if person.app.session().is_some() {
                    assert_is_a_legal_game(person.game());
                }
            }
        }
        assert_is_clean(&person);
        assert_is_a_legal_game(person.game());
    }
}
