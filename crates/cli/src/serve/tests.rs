//! The engine between a reader and a writer that misbehave. The protocols themselves are tested in the
//! real program.

use std::io::ErrorKind;
use std::sync::mpsc::{self, Receiver};

use super::*;
use reversi_table::player::level::LEVELS;

/// A level that thinks until it is stopped.
const ENDLESS: Level = Level {
    depth: 60,
    exact_from: 60,
    person: None,
    ..LEVELS[0]
};

fn strength(level: Option<Level>) -> OthelloStrength {
    OthelloStrength {
        level,
        seed: 1,
        book: None,
        searcher: Searcher::new(1),
    }
}

fn run(protocol: Protocol, level: Option<Level>, input: &str) -> String {
    let mut output = Vec::new();
    let input = io::Cursor::new(input.to_owned());
    serve(protocol, strength(level), input, &mut output, None).unwrap();
    String::from_utf8(output).unwrap()
}

/// What a test sends, bit by bit; the input ends when the sender is dropped.
struct Sent(Receiver<Vec<u8>>);

impl Read for Sent {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Ok(bytes) = self.0.recv() else {
            return Ok(0);
        };
        buffer[..bytes.len()].copy_from_slice(&bytes);
        Ok(bytes.len())
    }
}

/// Keeps what is written until it is flushed.
#[derive(Default)]
struct Flushed {
    written: Vec<u8>,
    flushed: Vec<String>,
}

impl Write for Flushed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8(std::mem::take(&mut self.written)).unwrap();
        self.flushed.push(text);
        Ok(())
    }
}

#[test]
fn every_response_is_flushed_on_its_own() {
    for (protocol, input, expected) in [
        (
            Protocol::NBoard,
            "ping 1\nping 2\n",
            ["pong 1\n", "pong 2\n"],
        ),
        (
            Protocol::Gtp,
            "1 komi 0\nprotocol_version",
            ["=1\n\n", "= 2\n\n"],
        ),
    ] {
        let mut output = Flushed::default();
        serve(
            protocol,
            strength(None),
            input.as_bytes(),
            &mut output,
            None,
        )
        .unwrap();
        assert_eq!(output.flushed, expected);
        assert!(output.written.is_empty());
    }
}

#[test]
fn the_end_of_the_input_ends_a_search_that_would_never_end() {
    let said = run(Protocol::NBoard, None, "hint 1\n");
    assert!(said.starts_with("status Analyzing\n"), "{said}");
    let said = run(Protocol::NBoard, Some(ENDLESS), "go\n");
    assert!(
        said.starts_with("status Thinking\n") && !said.contains("==="),
        "{said}"
    );
    assert_eq!(
        run(Protocol::Gtp, Some(ENDLESS), "name\n1 genmove b\nname\n"),
        "= Reversi\n\n"
    );
}

#[test]
fn requests_before_quit_are_answered_even_if_the_input_has_ended() {
    let said = run(
        Protocol::Gtp,
        Some(LEVELS[0]),
        "1 genmove b\n2 undo\n3 undo\n4 quit\n5 name\n",
    );
    let (first, rest) = said.split_once("\n\n").unwrap();
    assert!(first.starts_with("=1 "), "{said}");
    assert_eq!(rest, "=2\n\n?3 cannot undo\n\n=4\n\n");
}

#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_one_is_taken() {
    let long = "x".repeat(LINE_LIMIT + 1);
    let said = run(Protocol::NBoard, None, &format!("{long}\nping 1\n"));
    assert_eq!(said, "status The line is too long.\npong 1\n");
    let said = run(Protocol::Gtp, None, &format!("{long}\n1 komi 0\n"));
    assert_eq!(said, "? syntax error: the line is too long\n\n=1\n\n");
}

#[test]
fn a_host_that_writes_without_reading_waits_and_loses_nothing() {
    let (sender, receiver) = mpsc::channel();
    let host = thread::spawn(move || {
        for number in 0..5000 {
            sender
                .send(format!("hint 1\nping {number}\n").into_bytes())
                .unwrap();
        }
    });
    let mut output = Vec::new();
    serve(
        Protocol::NBoard,
        strength(None),
        Sent(receiver),
        &mut output,
        None,
    )
    .unwrap();
    host.join().unwrap();
    let text = String::from_utf8(output).unwrap();
    let pongs = text.lines().filter_map(|line| line.strip_prefix("pong "));
    assert!(pongs.eq((0..5000).map(|number| number.to_string())));
}

#[test]
fn input_that_cannot_be_read_and_output_that_is_closed_are_errors() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("gone"))
        }
    }
    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let result = serve(Protocol::Gtp, strength(None), Broken, &mut Vec::new(), None);
    assert!(matches!(result, Err(LineError::Input(error)) if error.to_string() == "gone"));
    for input in ["ping 1\n", "hint 1\n"] {
        let result = serve(
            Protocol::NBoard,
            strength(None),
            input.as_bytes(),
            &mut Broken,
            None,
        );
        let Err(LineError::Output(error)) = result else {
            panic!("{result:?}");
        };
        assert_eq!(error.kind(), ErrorKind::BrokenPipe);
    }
}

#[test]
fn noise_between_the_words_of_a_protocol_is_survived() {
    const WORDS: [&str; 24] = [
        "set game (;GM[Othello]B[F5];)",
        "set depth ",
        "move ",
        "hint ",
        "go",
        "ping ",
        "analyze",
        "learn",
        "set contempt ",
        "nboard 2",
        "play b ",
        "genmove ",
        "undo",
        "reg_genmove w",
        "time_left b ",
        "loadsgf ",
        "showboard",
        "f5",
        "pass",
        "d6",
        "b",
        "12 ",
        "\n",
        "\n",
    ];
    let mut state = 1u64;
    let mut next = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(state >> 33).unwrap() % below
    };
    let mut input = Vec::new();
    for _ in 0..4000 {
        input.extend_from_slice(WORDS[next(WORDS.len())].as_bytes());
        if next(8) == 0 {
            input.push(u8::try_from(next(256)).unwrap());
        }
    }
    input.extend_from_slice(b"\nquit\n");
    for protocol in [Protocol::NBoard, Protocol::Gtp] {
        let mut output = Vec::new();
        let input = io::Cursor::new(input.clone());
        serve(
            protocol,
            strength(Some(LEVELS[0])),
            input,
            &mut output,
            None,
        )
        .unwrap();
        let text = String::from_utf8(output).unwrap();
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'));
        assert!(text.lines().count() > 100, "{text}");
    }
}
