//! Hostile input is ordinary input: nothing panics, nothing hangs, and the good games are kept.

use std::io::{BufReader, Read};

use proptest::prelude::*;

use reversi_notation::{Format, Problem, detect, wthor};

use crate::cases::cases;
use crate::notation::games::read_all;

const GOOD: [&[u8]; 12] = [
    include_bytes!("../../fixtures/wthor-1978.wtb"),
    include_bytes!("../../fixtures/ggs.ggf"),
    include_bytes!("../../fixtures/edax-a11.sgf"),
    include_bytes!("../../fixtures/edax-c.sgf"),
    include_bytes!("../../fixtures/edax-c.pgn"),
    include_bytes!("../../fixtures/edax-c.txt"),
    b"f5d6c3d3c4\t40-24\n1. f5 f6 2. e6\n3. d6\nf5 pass\n",
    b"id,moves,winner\n1,\"f5d6\",black\n2,f5f5,\"\n",
    br#"{"games":[{"black":"a","moves":"f5d6"},{"board":"","turn":1}]}"#,
    b"(;FF[1]GaMe[2]CA[Shift_JIS]PlayerBlack[\x91\xba];Black[f5];White[d6])",
    br#"[{"players":[{"name":"a"},{"name":"b"}],"moves":[{"m":"f5"},{"m":"d6"}]}]"#,
    b"(;GM[2];B[f5](;W[d6]C[a\\]b])(;W[f6]))(;GM[2]AB[a1:h4]AW[a5]PL[W])",
];

/// Whatever comes out is in order: games that replay, errors that can be shown, and not without end.
fn check(bytes: &[u8]) {
    for hint in Format::ALL.map(Some).into_iter().chain([None]) {
        let mut count = 0;
        for game in detect::read(bytes, hint) {
            count += 1;
            assert!(count <= bytes.len() + 1, "more games than bytes");
            match game {
                Ok(record) => {
                    record.replay().unwrap();
                    let _ = record.check().map(|warning| warning.to_string());
                    let _ = reversi::Opening::of(record.positions());
                }
                Err(error) => {
                    let text = error.to_string();
                    assert!(!text.chars().any(char::is_control), "{text:?}");
                    assert!(text.len() < 500, "{text}");
                }
            }
        }
    }
}

/// One change to a file.
#[derive(Clone, Debug)]
enum Change {
    Set(u8),
    Insert(Vec<u8>),
    Cut(usize),
    End,
}

fn changes() -> impl Strategy<Value = Vec<(prop::sample::Index, Change)>> {
    let pieces = prop_oneof![
        prop::collection::vec(any::<u8>(), 1..8),
        prop::sample::select(vec![
            "(;GM[Othello]",
            ";)",
            "[",
            "]",
            "(",
            ")",
            "\\",
            "{",
            "}",
            "\"",
            "\n",
            "\u{1b}[2J",
            "B[f5]",
            "AB[z9]",
            "BO[8 ",
            "1-0",
            "34-30",
            "FEN",
            "[Event \"x\"]",
            "pass",
            "%",
            ";",
            "99.",
            "\u{feff}",
            "RE[1e999:r]",
            "B[f5/nan/-1]",
            "V[inf]",
            "--------",
            "\0",
        ])
        .prop_map(|piece| piece.as_bytes().to_vec()),
    ];
    let change = prop_oneof![
        any::<u8>().prop_map(Change::Set),
        pieces.prop_map(Change::Insert),
        (1usize..50).prop_map(Change::Cut),
        Just(Change::End),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), change), 1..6)
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn any_bytes_at_all_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        check(&bytes);
    }

    #[test]
    fn any_text_at_all_is_read_without_a_panic(text in "[\\[\\](){};.\\-a-h1-8 XO*\"\n\\\\BWGM/+:]{0,300}") {
        check(text.as_bytes());
    }

    #[test]
    fn damaged_files_are_read_without_a_panic(which in 0..GOOD.len(), changes in changes()) {
        let mut bytes = GOOD[which].to_vec();
        for (at, change) in changes {
            if bytes.is_empty() {
                break;
            }
            let at = at.index(bytes.len());
            match change {
                Change::Set(byte) => bytes[at] = byte,
                Change::Insert(piece) => { bytes.splice(at..at, piece); }
                Change::Cut(length) => { bytes.drain(at..(at + length).min(bytes.len())); }
                Change::End => bytes.truncate(at),
            }
        }
        check(&bytes);
    }
}

#[test]
fn the_games_around_a_bad_one_are_kept() {
    for (text, error) in [
        (
            "f5d6c3\nf5d6c3a1\nf5f6\n".to_owned(),
            "game 2, line 2: move 4: a1 would turn no discs",
        ),
        (
            "(;GM[Othello]B[f5];)\n(;GM[Othello]B[f5]W[f5];)\n(;GM[Othello]B[d3];)".to_owned(),
            "game 2, line 2: move 2: f5 is taken by Black",
        ),
        (
            "(;GM[Othello]B[f5];)\n(;GM[Othello]BO[4 -- *];)\n(;GM[Othello]B[d3];)".to_owned(),
            "game 2, line 2: the board size is \"4\", but it must be 8",
        ),
        (
            "(;GM[2];B[f5])\n(;GM[2];B[f5\n(;GM[2];B[d3])".to_owned(),
            "game 2, line 2: the game is incomplete: the closing parenthesis is missing",
        ),
        (
            "[Event \"1\"]\n\nf5 d6\n\n[Event \"2\"]\n\nf5 i9\n\n[Event \"3\"]\n\nd3\n".to_owned(),
            "game 2, line 5: move 2: i9 is off the board: files are a-h and ranks are 1-8",
        ),
        (
            "{\"moves\":[{\"m\":\"f5\"}]}\n{\"moves\":[{\"m\":\"f5\"},{\"m\":\"-\"}]}\n{\"moves\":[]}"
                .to_owned(),
            "game 2, line 2: move 2: a pass is recorded, but White has a legal move",
        ),
    ] {
        let games = read_all(&text, None);
        let good: Vec<bool> = games.iter().map(Result::is_ok).collect();
        assert_eq!(good, [true, false, true], "{text}");
        assert_eq!(games[1].as_ref().unwrap_err().to_string(), error);
    }
}

#[test]
fn a_bad_move_byte_costs_one_game_of_a_wthor_file() {
    let mut bytes = GOOD[0].to_vec();
    bytes[16 + 68 + 8 + 2] = 99;
    let games = read_all(&bytes, None);
    assert_eq!(games.len(), 8);
    assert_eq!(games.iter().filter(|game| game.is_ok()).count(), 7);
    assert_eq!(
        games[1].as_ref().unwrap_err().to_string(),
        "game 2, byte 84: move 3: \"byte 99\" is not a square like f5"
    );
}

#[test]
fn a_wthor_file_whose_length_contradicts_its_header_gives_the_games_it_has() {
    let mut more = GOOD[0].to_vec();
    more[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
    let games = read_all(&more, None);
    assert_eq!(games.len(), 9);
    assert!(matches!(
        games[8].as_ref().unwrap_err().problem,
        Problem::Truncated(_)
    ));
    let mut fewer = GOOD[0].to_vec();
    fewer[4] = 3;
    let games = read_all(&fewer, None);
    assert_eq!(games.iter().filter(|game| game.is_ok()).count(), 3);
    assert_eq!(
        games[3].as_ref().unwrap_err().to_string(),
        "game 4, byte 220: the file is \"3 games and more bytes after them\", but it must be \
         as long as the number of games in its header says"
    );
    let mut large = GOOD[0].to_vec();
    large[12] = 10;
    assert_eq!(
        read_all(&large, None)[0].as_ref().unwrap_err().to_string(),
        "game 1, byte 0: the board size is \"10\", but it must be 8"
    );
}

#[test]
fn what_is_no_game_says_so_once() {
    for (text, expected) in [
        ("", "no Othello game found"),
        ("\n \n", "no Othello game found"),
        ("Dear reader", "unrecognised format"),
        ("# only a comment\n", "unrecognised format"),
        ("\u{7f}ELF\0\0", "unrecognised format"),
    ] {
        let games = read_all(text, None);
        assert_eq!(games.len(), 1, "{text:?}");
        let error = games[0].as_ref().unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    let games = read_all("nothing here", Some(Format::Ggf));
    assert_eq!(games.len(), 1);
    assert_eq!(
        games[0].as_ref().unwrap_err().to_string(),
        "no ggf game found"
    );
}

#[test]
fn control_characters_stay_in_the_record_and_out_of_every_message() {
    let text = "(;GM[Othello]PB[\u{1b}]0;x\u{7}]B[\u{1b}[2J];)";
    let game = &read_all(text, None)[0];
    let error = game.as_ref().unwrap_err().to_string();
    assert!(!error.chars().any(char::is_control), "{error:?}");
    let record = read_all("(;GM[Othello]PB[a\u{1b}b]B[f5];)", None)
        .remove(0)
        .unwrap();
    assert_eq!(record.players.black, "a\u{1b}b");
    let latin = read_all(b"(;GM[Othello]PB[Pr\xe9]B[f5];)", None)
        .remove(0)
        .unwrap();
    assert_eq!(latin.players.black, "Pré");
}

/// A piece of a file, again and again without end.
pub(crate) struct Endless(pub(crate) &'static [u8], pub(crate) usize);

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        for place in buffer.iter_mut() {
            *place = self.0[self.1];
            self.1 = (self.1 + 1) % self.0.len();
        }
        Ok(buffer.len())
    }
}

#[test]
fn a_file_without_end_is_read_game_by_game() {
    for piece in [
        &b"f5d6c3d3c4\t40-24\n"[..],
        b"(;GM[Othello]B[f5]W[d6];)\n",
        b"(;GM[2];B[f5];W[d6](;B[c3])(;B[c4]))\n",
        b"[Event \"x\"]\n\n1. f5 d6 1-0\n\n",
        b"{\"moves\":[{\"m\":\"f5\"}]}\n",
    ] {
        let games = detect::read(BufReader::new(Endless(piece, 0)), None);
        assert_eq!(games.take(10_000).map(Result::unwrap).count(), 10_000);
    }
}

#[test]
fn a_game_without_end_is_given_up_and_not_kept() {
    const MIB: u64 = 1 << 20;
    for (piece, hint) in [
        (&b"f5"[..], Format::Transcript),
        (b"(;GM[Othello]CO[x", Format::Sgf),
        (b"(;C[x", Format::Ggf),
        (b"{[Event", Format::Pgn),
        (b"{\"a\":", Format::Quest),
        (b"\"moves,", Format::Csv),
    ] {
        let input = BufReader::new(Endless(piece, 0).take(8 * MIB));
        let errors: Vec<_> = detect::read(input, Some(hint))
            .filter_map(Result::err)
            .collect();
        assert!(!errors.is_empty(), "{hint}");
    }
}

/// An input that cannot be read.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(std::io::Error::other("the disk is on fire"))
    }
}

#[test]
fn an_input_that_fails_gives_its_games_then_says_so_once_and_ends() {
    let piece = b"f5d6\t40-24\n";
    for count in [0, 3000] {
        let length = count * piece.len() as u64;
        let input = BufReader::new(Endless(piece, 0).take(length).chain(Broken));
        let hint = Some(Format::Transcript);
        let mut games: Vec<_> = detect::read(input, hint).take(10_000).collect();
        let last = games.pop().unwrap().unwrap_err();
        assert!(
            last.to_string()
                .ends_with("reading failed: the disk is on fire")
        );
        assert!(games.iter().all(Result::is_ok));
        assert_eq!(games.len() as u64, count);
    }
}

#[test]
fn a_wthor_file_that_fails_names_the_byte_at_which_it_did() {
    let mut bytes = GOOD[0][..16].to_vec();
    bytes[4..8].copy_from_slice(&1000u32.to_le_bytes());
    bytes.extend(GOOD[0][16..84].repeat(100));
    let input = BufReader::new(bytes.as_slice().chain(Broken));
    let mut games: Vec<_> = detect::read(input, None).take(1000).collect();
    let last = games.pop().unwrap().unwrap_err();
    assert_eq!(
        last.to_string(),
        "game 101, byte 6816: reading failed: the disk is on fire"
    );
    assert_eq!(games.into_iter().map(Result::unwrap).count(), 100);
}

#[test]
fn names_that_cannot_be_read_are_not_taken_for_a_short_file() {
    let names = include_bytes!("../../fixtures/wthor.jou");
    let places = include_bytes!("../../fixtures/wthor.trn");
    let short = wthor::Names::read(&names[..40], &places[..]).unwrap();
    assert_ne!(short, wthor::Names::default());
    assert!(wthor::Names::read(names[..40].chain(Broken), &places[..]).is_err());
}

/// An input that comes in pieces with interruptions, and that must not be read after its end.
struct Once<'a> {
    rest: &'a [u8],
    halted: bool,
    ended: bool,
}

impl Read for Once<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        assert!(!self.ended, "read after its end");
        self.halted = !self.halted;
        if self.halted {
            return Err(std::io::ErrorKind::Interrupted.into());
        }
        let length = buffer.len().min(1000);
        let count = self.rest.read(&mut buffer[..length])?;
        self.ended = count == 0;
        Ok(count)
    }
}

#[test]
fn an_input_is_not_read_after_its_end_as_a_terminal_would_go_on() {
    for bytes in GOOD {
        let many = if bytes.starts_with(b"[{") || bytes.starts_with(b"{") {
            1
        } else {
            9000 / bytes.len()
        };
        // The games of a file of WTHOR are counted in its header.
        let is_wtb = bytes == GOOD[0];
        for text in [bytes.to_vec(), bytes.repeat(if is_wtb { 1 } else { many })] {
            let once = Once {
                rest: &text,
                halted: false,
                ended: false,
            };
            let games: Vec<_> = detect::read(BufReader::new(once), None).collect();
            assert_eq!(games, detect::read(&text[..], None).collect::<Vec<_>>());
        }
    }
}
