//! SGF: what is written is read back, what programs write is read, and anything else is one clean sentence.

use proptest::prelude::*;
use reversi::{ByColor, Color};
use reversi_table::go::sgf::{self, GameRecord};
use reversi_table::go::{GoDiagram, GoGame, GoMove, Komi};

use crate::cases::cases;
use crate::go::board::{Board, grid, random_position};
use crate::random::Random;

/// Returns a random game: from an empty board or set-up stones, with passes, with or without an end.
fn random_game(seed: u64) -> GoGame {
    let mut random = Random(seed);
    let grid = grid(u8::try_from(2 + random.below(6)).unwrap());
    let komi: Komi = ["0", "9", "7.5", "-3"][random.below(4)].parse().unwrap();
    let mut game = if random.below(3) == 0 {
        let stones = random_position(grid, &mut random);
        GoGame::from_position(grid, komi, stones, Color::ALL[random.below(2)]).unwrap()
    } else {
        GoGame::new(grid, komi)
    };
    for _ in 0..random.below(60) {
        if game.outcome().is_some() {
            return game;
        }
        let board = Board::new(grid, game.stones());
        let place = random.below(board.points.len());
        let _ = match random.below(12) {
            0 => game.play(GoMove::Pass),
            _ => game.play(GoMove::Stone(board.square(place))),
        };
    }
    if random.below(3) == 0 && game.outcome().is_none() {
        let color = Color::ALL[random.below(2)];
        game.resign(color).unwrap();
    }
    game
}

fn record(game: GoGame) -> GameRecord {
    GameRecord {
        game,
        players: ByColor::default(),
        date: String::new(),
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn a_game_comes_back_as_it_was(seed: u64, black in "[ -~é村]{0,12}", white in "[ -~]{0,12}", date in "[0-9-]{0,10}") {
        let written = GameRecord {
            game: random_game(seed),
            players: ByColor::new(black, white),
            date,
        };
        let text = sgf::to_string(&written);
        let read = sgf::parse(&text).unwrap();
        prop_assert_eq!(read.game.grid(), written.game.grid());
        prop_assert_eq!(read.game.komi(), written.game.komi());
        prop_assert_eq!(read.game.start(), written.game.start());
        prop_assert_eq!(read.game.entries(), written.game.entries());
        prop_assert_eq!(read.game.stones(), written.game.stones());
        prop_assert_eq!(read.game.outcome(), written.game.outcome());
        prop_assert_eq!(&read.players, &written.players);
        prop_assert_eq!(&read.date, &written.date);
        prop_assert_eq!(sgf::to_string(&read), text);
    }

    #[test]
    fn any_bytes_are_a_game_or_one_clean_sentence(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check(&bytes);
    }

    #[test]
    fn any_text_of_the_format_is_a_game_or_one_clean_sentence(
        text in r"(\(;GM\[1\]SZ\[[0-9:]{1,3}\])?[\[\]();BWACEHKLMPRSTZa-h0-9\\\x1b\n .+-]{0,200}\)?"
    ) {
        check(text.as_bytes());
    }

    #[test]
    fn a_damaged_game_is_a_game_or_one_clean_sentence(
        seed: u64,
        at: prop::sample::Index,
        cut in 0usize..4,
        piece in prop::sample::select(vec!["", "[", "]", "(", ")", ";", "\\", "B[", "AB[aa:", "\u{1b}[2J", "SZ[3]", "tt", "é"]),
    ) {
        let mut bytes = sgf::to_string(&record(random_game(seed))).into_bytes();
        let at = at.index(bytes.len());
        let end = (at + cut).min(bytes.len());
        bytes.splice(at..end, piece.bytes());
        check(&bytes);
    }
}

/// Checks that a text is read without a panic, without harm, and stays the same from then on.
fn check(bytes: &[u8]) {
    match sgf::parse(bytes) {
        Ok(read) => {
            let text = sgf::to_string(&read);
            assert!(
                !text
                    .trim_end()
                    .contains(|c: char| c.is_control() && c != '\n'),
                "{text:?}"
            );
            for name in [&read.players.black, &read.players.white, &read.date] {
                assert!(!name.contains(char::is_control), "{name:?}");
            }
            let again = sgf::parse(&text).unwrap();
            assert_eq!(again.game.entries(), read.game.entries());
            assert_eq!(sgf::to_string(&again), text);
        }
        Err(error) => {
            let sentence = error.to_string();
            assert!(!sentence.contains(char::is_control), "{sentence:?}");
            assert!(sentence.len() < 300, "{sentence}");
        }
    }
}

fn error(text: &str) -> String {
    sgf::parse(text).unwrap_err().to_string()
}

#[test]
fn what_gogui_and_gnugo_write_is_read() {
    // In the manner of GoGui: names, rules, a set-up, comments and variations.
    let text = "(;FF[4]CA[UTF-8]AP[GoGui:1.5.1]SZ[5]\nKM[7.5]RU[Chinese]PB[Anna]PW[GNU Go:3.8]DT[2026-11-22]\n\
                ;B[cc]C[the centre \\[1\\]](;W[cb];B[]\n;W[tt])(;W[dd];B[dc]))\n";
    let read = sgf::parse(text).unwrap();
    assert_eq!(
        read.players,
        ByColor::new("Anna".to_owned(), "GNU Go:3.8".to_owned())
    );
    assert_eq!(
        (read.date.as_str(), read.game.komi().to_string()),
        ("2026-11-22", "7.5".to_owned())
    );
    let expected: GoDiagram = "..... ..O.. ..X.. ..... .....".parse().unwrap();
    assert_eq!(read.game.stones(), expected.stones);
    assert_eq!(read.game.outcome().unwrap().to_string(), "W+7.5");
    assert_eq!(
        sgf::to_string(&read),
        "(;FF[4]GM[1]CA[UTF-8]AP[reversi]SZ[5]KM[7.5]PB[Anna]PW[GNU Go:3.8]DT[2026-11-22]RE[W+7.5]\
         ;B[cc];W[cb];B[];W[])\n"
    );
}

#[test]
fn handicap_stones_rectangles_and_sides_set_a_position_up() {
    let start = |text: &str| sgf::parse(text).unwrap().game.start();
    let board = |rows: &str| rows.parse::<GoDiagram>().unwrap().stones;
    // With handicap stones White moves first, as the first move or else the number says.
    let corners = board("X...X ..... ..... ..... X....");
    let first = (corners, Color::White);
    assert_eq!(start("(;GM[1]SZ[5]HA[3]AB[aa][ea][ae])"), first);
    assert_eq!(start("(;GM[1]SZ[5]AB[aa][ea][ae];W[cc])"), first);
    assert_eq!(start("(;GM[1]SZ[5:5]AB[aa][ea][ae]PL[W];W[cc])"), first);
    assert_eq!(
        start("(;GM[1]SZ[5]AB[aa:cc]AW[bb]AE[bc])"),
        (board("XXX.. XOX.. X.X.. ..... ....."), Color::Black)
    );
    assert_eq!(
        start("(;SZ[3]HA[0]KM[0])"),
        (board("... ... ..."), Color::Black)
    );
}

#[test]
fn a_resignation_is_read_from_the_result() {
    let outcome = |text: &str| sgf::parse(text).unwrap().game.outcome();
    let resigned = outcome("(;GM[1]SZ[5]RE[W+Resign];B[cc])").unwrap();
    assert_eq!(resigned.to_string(), "W+R");
    assert_eq!(outcome("(;GM[1]SZ[5]RE[B+3.5];B[cc])"), None);
    // Two passes count more.
    let counted = outcome("(;GM[1]SZ[5]RE[W+R];B[cc];W[];B[])").unwrap();
    assert_eq!(counted.to_string(), "B+25");
}

#[test]
fn what_cannot_be_read_is_named_in_one_sentence() {
    for (text, expected) in [
        ("", "no SGF game found"),
        (
            "(;GM[1]SZ[5];B[cc]",
            "the game is incomplete: the closing parenthesis is missing",
        ),
        (
            "(;GM[2]SZ[8];B[f5])",
            "the game is \"2\", but it must be Go, GM[1]",
        ),
        (
            "(;GM[1];B[cc])",
            "the board size is \"19\", but it must be from 2 to 7",
        ),
        (
            "(;GM[1]SZ[9];B[cc])",
            "the board size is \"9\", but it must be from 2 to 7",
        ),
        (
            "(;GM[1]SZ[5:7];B[cc])",
            "the board size is \"5:7\", but it must be from 2 to 7",
        ),
        (
            "(;GM[1]SZ[1])",
            "the board size is \"1\", but it must be from 2 to 7",
        ),
        (
            "(;SZ[5]KM[3.75])",
            "the komi is \"3.75\", but it must be a number of half points from -50 to 50",
        ),
        (
            "(;SZ[5]PL[x])",
            "the side to move is \"x\", but it must be B or W",
        ),
        (
            "(;SZ[5]AB[ff])",
            "the set-up point is \"ff\", but it must be a point of the board, such as cc",
        ),
        (
            "(;SZ[5]AB[aa:ee])",
            "the stones that are set up are not a legal position: some have no liberty",
        ),
        (
            "(;SZ[5];B[cc];AW[bb];W[aa])",
            "after move 1, stones are set up; that is read only before the first move",
        ),
        (
            "(;SZ[5];B[cc];W[ff])",
            "move 2: \"ff\" is not a point of the board",
        ),
        (
            "(;SZ[5];B[cc];W[\u{1b}[2J])",
            "move 2: \"\\u{1b}[2J\" is not a point of the board",
        ),
        (
            "(;SZ[5];B[cc];B[dd])",
            "move 2 is recorded for Black, but White is to move",
        ),
        ("(;SZ[5];B[cc];W[cc])", "move 2: c3 is occupied"),
        ("(;SZ[5];B[];W[];B[cc])", "move 3: the game is over"),
        (
            "(;SZ[5]AW[ab][ba];B[aa])",
            "move 1: a5 is suicide: the stone would have no liberty and capture nothing",
        ),
        (
            "(;SZ[5]AB[bb][ac][bd][cc]AW[cb][dc][cd];W[bc];B[cc])",
            "move 2: c3 repeats the position of the start",
        ),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
}

#[test]
fn a_game_may_have_a_mebibyte_and_no_more() {
    let of_length = |length: usize| {
        let text = format!("(;GM[1]SZ[5]C[{}];B[cc])", "x".repeat(length));
        sgf::parse(text).map(|read| read.game.entries().len())
    };
    assert_eq!(of_length(1_000_000), Ok(1));
    assert_eq!(
        of_length(1_050_000).unwrap_err().to_string(),
        "too long: a game or a line may have at most 1 MiB"
    );
    let deep = format!("(;SZ[5];B[cc]{}", "(;W[aa]".repeat(100_000));
    assert_eq!(
        error(&deep),
        "the game is incomplete: the closing parenthesis is missing"
    );
}
