use std::fmt::Write as _;

use proptest::prelude::*;

use crate::dial;
use reversi::{Color, File, Game, Position, Rank, Square, SquareSet, transcript};
use reversi_notation::find::{FindError, TextContent, TextItem, find};
use reversi_notation::input::GAME_LIMIT;
use reversi_notation::{Format, Record, detect};

fn read(text: &str) -> Result<TextItem, FindError> {
    find(text).map(TextContent::into_first)
}

fn position_of(text: &str) -> Position {
    read(text)
        .unwrap_or_else(|error| panic!("{error}: {text}"))
        .position
}

fn described(text: &str) -> String {
    find(text)
        .unwrap_or_else(|error| panic!("{error}: {text}"))
        .to_string()
}

fn refused(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

fn after(moves: &str) -> Position {
    transcript::parse(moves).unwrap().position()
}

/// Any position that a game reaches, with the moves that lead to it.
fn reachable() -> impl Strategy<Value = Game> {
    prop::collection::vec(any::<u8>(), 0..=60).prop_map(|choices| {
        let mut game = Game::new();
        for choice in choices {
            let moves = game.legal_moves();
            let Some(index) = usize::from(choice).checked_rem(moves.len()) else {
                break;
            };
            game.play(moves.iter().nth(index).unwrap()).unwrap();
        }
        game
    })
}

/// The signs and the ornaments of a printed board.
struct Print {
    black: char,
    white: char,
    empty: char,
    legal: char,
    before: &'static str,
    between: &'static str,
    after: &'static str,
    /// Lines above and below.
    frame: &'static str,
    coordinates: bool,
}

const PLAIN: Print = Print {
    black: 'X',
    white: 'O',
    empty: '-',
    legal: '-',
    before: "",
    between: "",
    after: "",
    frame: "",
    coordinates: false,
};

const EDAX: Print = Print {
    black: '*',
    legal: '.',
    between: " ",
    coordinates: true,
    ..PLAIN
};

/// The boards of this program, Edax, and others, without the side to move.
const PRINTS: [Print; 9] = [
    PLAIN,
    EDAX,
    Print {
        empty: '.',
        legal: '*',
        between: " ",
        coordinates: true,
        ..PLAIN
    },
    Print {
        before: "|",
        ..EDAX
    },
    Print {
        before: "|",
        between: "|",
        after: "|",
        frame: "+-+-+-+-+-+-+-+-+",
        ..PLAIN
    },
    Print {
        before: "│ ",
        between: " ",
        after: " │",
        frame: "┌─────────────────┐",
        ..PLAIN
    },
    Print {
        before: "|",
        after: "|",
        frame: "  --------",
        coordinates: true,
        ..PLAIN
    },
    Print {
        black: 'b',
        white: 'w',
        empty: '.',
        legal: '.',
        frame: "---------------",
        ..EDAX
    },
    Print {
        after: "/",
        ..PLAIN
    },
];

impl Print {
    fn board(&self, position: Position) -> String {
        let mut lines = Vec::new();
        if self.coordinates {
            lines.push("  A B C D E F G H".to_owned());
        }
        lines.push(self.frame.to_owned());
        for rank in Rank::all() {
            let squares: Vec<_> = File::all()
                .map(|file| self.square(position, Square::at(file, rank)))
                .collect();
            let digit = if self.coordinates {
                format!("{} ", rank.digit())
            } else {
                String::new()
            };
            lines.push(format!(
                "{digit}{}{}{}",
                self.before,
                squares.join(self.between),
                self.after
            ));
        }
        lines.push(self.frame.to_owned());
        lines.join("\n") + "\n"
    }

    fn square(&self, position: Position, square: Square) -> String {
        let sign = match position.disc(square) {
            Some(Color::Black) => self.black,
            Some(Color::White) => self.white,
            None if position.legal_moves().contains(square) => self.legal,
            None => self.empty,
        };
        sign.to_string()
    }
}

proptest! {
    #[test]
    fn every_printed_board_is_read_as_its_position(game in reachable()) {
        let position = game.position();
        let color = position.side_to_move();
        for print in PRINTS {
            let text = print.board(position);
            for side in [format!("{color} to move"), format!("{color}'s turn"), color.letter().to_string()] {
                let read = read(&format!("{text}{side}\n")).unwrap_or_else(|error| panic!("{error}: {text}{side}"));
                prop_assert!(read.side_is_stated, "{text}{side}");
                prop_assert!(read.form.to_string().starts_with("a board of 8 lines"), "{}", read.form);
                prop_assert_eq!(read.position, position, "{}{}", text, side);
            }
            let read = read(&text).unwrap();
            prop_assert!(!read.side_is_stated);
            prop_assert_eq!(read.position.with_side_to_move(color), position, "{}", text);
        }
    }

    #[test]
    fn squares_and_bitboards_are_read_with_and_without_a_side(game in reachable()) {
        let position = game.position();
        let obf = position.to_string();
        let (squares, side) = obf.split_at(64);
        let [black, white] = Color::ALL.map(|color| position.discs(color).bits());
        let digits = squares.replace('X', "0").replace('O', "1");
        let has_all = squares.contains('-') && squares.contains('X') && squares.contains('O');
        let numbers = [
            format!("{black:#018x}, {white:#018x}"),
            format!("Black {black:016X}\nWhite {white:016X}"),
            format!("({black:#x}ULL, {white:#x}ULL)"),
        ];
        let lines = [(&squares[..16]), &squares[16..40], &squares[40..]].join("\n");
        let squares = [squares.to_owned(), squares.to_lowercase(), squares.replace('X', "*"), lines];
        for text in squares.into_iter().chain(has_all.then_some(digits)).chain(numbers) {
            let with_side = read(&format!("{text} {}", side.trim())).unwrap();
            prop_assert!(with_side.side_is_stated, "{}", text);
            prop_assert_eq!(with_side.position, position, "{}", text);
            let without = read(&text).unwrap();
            prop_assert!(!without.side_is_stated, "{}", text);
            prop_assert_eq!(without.position.with_side_to_move(position.side_to_move()), position);
        }
        prop_assert_eq!(position_of(&obf), position);
    }

    #[test]
    fn games_are_read_to_their_ends(game in reachable()) {
        prop_assume!(!game.entries().is_empty());
        let record = Record::from_game(&game);
        for format in [Format::Transcript, Format::Sgf, Format::Ggf, Format::Pgn] {
            let mut text = String::new();
            format.write(&record, &mut text);
            let read = read(&text).unwrap();
            prop_assert_eq!(read.position, game.position(), "{}", text);
            let led = read.game.unwrap().replay().unwrap();
            prop_assert_eq!(led.position(), game.position());
        }
    }

    #[test]
    fn no_text_does_harm(text in "[-XO*.b0-9w /|\\n(;BO\\[\\]a-h]{0,200}|\\PC{0,80}") {
        match read(&text) {
            Ok(read) => prop_assert!(!read.to_string().contains(char::is_control)),
            Err(error) => {
                let shown = error.to_string();
                prop_assert!(!shown.contains(char::is_control), "{}", shown);
                prop_assert!(shown.len() < 500, "{}", shown);
            }
        }
    }
}

#[test]
fn what_edax_printed_is_what_its_moves_say() {
    let solved = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let solved: Position = solved.parse().unwrap();
    let next = solved.play("g8".parse().unwrap()).unwrap();
    // From the output of Edax 4.6: its console, GTP and Cassio, and the files that it exported.
    for (text, expected) in [
        (
            include_str!("../../fixtures/edax-console-b7.txt"),
            after("f5d6c3d3c4f4f6"),
        ),
        (include_str!("../../fixtures/edax-console-c.txt"), next),
        (include_str!("../../fixtures/edax-gtp.txt"), after("f5f6")),
        (
            include_str!("../../fixtures/edax-a11.ggf"),
            after("f5f4c3e6f7g6g4e8g8g5h5"),
        ),
        (
            include_str!("../../fixtures/edax-b7.pgn"),
            after("f5d6c3d3c4f4f6"),
        ),
        (
            include_str!("../../fixtures/edax-b7.txt"),
            after("f5d6c3d3c4f4f6"),
        ),
        (include_str!("../../fixtures/edax-c.ggf"), next),
        (include_str!("../../fixtures/edax-c.sgf"), next),
        (include_str!("../../fixtures/edax-c.pgn"), next),
        (include_str!("../../fixtures/edax-c.txt"), next),
        (
            "ready.\n---------------------------OX------XO---------------------------X, move D3, depth 6, @73%",
            Position::START,
        ),
    ] {
        assert_eq!(position_of(text), expected, "{text}");
    }
}

#[test]
fn ggf_is_read_from_the_protocols_and_from_its_board_alone() {
    let game = "(;GM[Othello]PB[a]PW[b]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5];)";
    for text in [
        game,
        &format!("set game {game}"),
        &format!("/os: end .1\n1 {game}"),
    ] {
        assert_eq!(position_of(text), after("f5"), "{text}");
    }
    let board = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";
    assert_eq!(position_of(board), Position::START);
}

#[test]
fn what_was_understood_is_described() {
    let start = Position::START.to_string();
    let squares = &start[..64];
    for (text, description) in [
        ("f5", "a transcript of 1 move; White to move"),
        ("1. f5 d6 2. c3", "a transcript of 3 moves; White to move"),
        (&start, "64 squares; Black to move"),
        (squares, "64 squares; Black to move (not stated)"),
        (
            &squares.replace('X', "*"),
            "64 squares, * for Black; Black to move (not stated)",
        ),
        (
            &squares.replace('O', "0"),
            "64 squares, 0 for White; Black to move (not stated)",
        ),
        (
            &squares.replace('X', "0").replace('O', "1"),
            "64 squares, 0 for Black and 1 for White; Black to move (not stated)",
        ),
        (
            "0000000810000000 0000001008000000",
            "two hexadecimal numbers, taken as Black and White with a1 as the highest bit; Black to move (not stated)",
        ),
        (
            "(;GM[2];B[f5];W[d6])",
            "a game in SGF of 2 moves; Black to move",
        ),
        (
            "e6f4e3f6g5d6e7f5c5",
            "a transcript of 9 moves; the game is over",
        ),
        (
            &EDAX.board(Position::START),
            "a board of 8 lines, * for Black; Black to move (not stated)",
        ),
        (
            &format!(
                "{}\n{}White to move",
                EDAX.board(after("f5")),
                EDAX.board(after("f5d6"))
            ),
            "the first of several: a board of 8 lines, * for Black; White to move (not stated)",
        ),
        (
            &format!("{start}\n{start}\n"),
            "the first of several: 64 squares; Black to move",
        ),
        (
            "f5d6\nf5f6\n",
            "the first of several: a transcript of 2 moves; Black to move",
        ),
    ] {
        assert_eq!(described(text), description, "{text}");
    }
}

#[test]
fn two_numbers_without_a_word_are_those_of_the_side_to_move_and_its_opponent() {
    let text = "0x0000f07078f83800 0x3e3c0e8e86070000";
    let first = SquareSet::from_bits(0x0000_f070_78f8_3800);
    let read = read(text).unwrap();
    assert_eq!(read.position.side_to_move(), Color::Black);
    assert_eq!(read.position.discs(Color::Black), first);
    assert_eq!(
        read.to_string(),
        "two hexadecimal numbers, taken as player and opponent with a1 as the highest bit; Black to move (not stated); \
         as Black and White, White would be to move: add O"
    );
    // What follows or precedes the numbers decides.
    let (black, white) = text.split_once(' ').unwrap();
    for (text, side, own) in [
        (format!("{text} O"), Color::White, false),
        (format!("{text} X"), Color::Black, true),
        (format!("White to move: {text}"), Color::White, false),
        (format!("Black moves, {text}"), Color::Black, true),
        (
            format!("Black: {black} White: {white}"),
            Color::White,
            false,
        ),
        (format!("white={white}, black={black}"), Color::White, false),
        (
            format!("player {black}, opponent {white}"),
            Color::Black,
            true,
        ),
        (
            format!("opponent {white}, player {black}"),
            Color::Black,
            true,
        ),
        (
            format!("player {black}, opponent {white} O"),
            Color::White,
            true,
        ),
    ] {
        let position = position_of(&text);
        assert_eq!(position.side_to_move(), side, "{text}");
        let owner = if own { side } else { side.opposite() };
        assert_eq!(position.discs(owner), first, "{text}");
    }
}

#[test]
fn of_two_readings_of_numbers_only_one_may_be_of_a_game() {
    let next = after("f5");
    let [black, white] = Color::ALL.map(|color| format!("{:#x}", next.discs(color).bits()));
    assert_eq!(position_of(&format!("{black} {white}")), next);
    assert_eq!(
        described(&format!("{black} {white}")),
        "two hexadecimal numbers, taken as Black and White with a1 as the highest bit; White to move (not stated); \
         as player and opponent, no game leads to it"
    );
    assert_eq!(
        described(&format!("{white} {black}")),
        "two hexadecimal numbers, taken as player and opponent with a1 as the highest bit; Black to move (not stated); \
         as Black and White, no game leads to it"
    );
}

#[test]
fn the_side_that_must_pass_is_not_changed() {
    let pass = "------------------------OXXXX------XX--------------------------- X";
    let read = read(pass).unwrap();
    assert_eq!(read.position, pass.parse().unwrap());
    assert_eq!(read.to_string(), "64 squares; Black must pass");
    // Not stated, it is the side that can move, or else that of the number of discs.
    assert_eq!(position_of(&pass[..64]).side_to_move(), Color::White);
    assert_eq!(
        position_of(&after("f5").to_string()[..64]).side_to_move(),
        Color::White
    );
}

#[test]
fn a_board_that_is_turned_is_refused() {
    let upright = EDAX.board(after("f5d6c3"));
    let ranks = upright
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let ranks: Vec<_> = ranks.collect();
    let reversed: Vec<_> = ranks.iter().rev().copied().collect();
    assert!(read(&ranks.join("\n")).is_ok());
    assert_eq!(read(&reversed.join("\n")), Err(FindError::Coordinates));
    let turned = upright.replace("A B C D E F G H", "H G F E D C B A");
    assert_eq!(read(&turned), Err(FindError::Coordinates));
    // Of a board that is cut off at the top, the next one is read.
    let cut = [&ranks[3..], &ranks].concat().join("\n");
    assert_eq!(position_of(&cut), after("f5d6c3"));
}

#[test]
fn scores_moves_and_comments_may_follow_the_squares() {
    let start = Position::START.to_string();
    for rest in [
        "; f5:+0; d3:+0",
        " % White to move",
        "\nBlack to move: d3",
        "; % nothing",
        ", move d3",
    ] {
        assert_eq!(
            read(&format!("{start}{rest}")).map(|read| (read.position, read.game)),
            Ok((Position::START, None))
        );
    }
    let played = read(&format!("{start}; f5d6")).unwrap();
    assert_eq!(played.position, after("f5d6"));
    assert_eq!(
        played.to_string(),
        "a game in OBF of 2 moves; Black to move"
    );
    assert_eq!(
        refused(&format!("{start};a1")),
        "in the game, move 1: a1 would turn no discs"
    );
}

#[test]
fn an_error_says_what_is_wrong_and_where() {
    let start = Position::START.to_string();
    let board = EDAX.board(Position::START);
    for (text, sentence) in [
        (
            " \n",
            "the text is empty; expected a board, a transcript, a game or two hexadecimal numbers",
        ),
        (
            &start[..60],
            "the position has 60 squares, but it needs 64, followed by the side to move, X or O",
        ),
        (
            &start.replacen('O', "Z", 1),
            "character 28 of the position is 'Z', but a square must be X, O or -",
        ),
        (
            &board.replace("\n5", "\nrow "),
            "the board has 7 lines of eight squares, but it needs 8",
        ),
        (
            &board.replace("\n5", "\n4"),
            "the coordinates of the board must run from a to h and from 1 to 8",
        ),
        (
            &start.replace('X', "1").replace(['O', '-'], "0"),
            "the meaning of 0 and 1 is unclear here: use X for Black, O for White and - for empty squares",
        ),
        (
            "0x0000000810000000",
            "only one hexadecimal number found, but a position needs two: the discs of Black and those of White",
        ),
        (
            "0000000810000000 0000000810000000",
            "the two hexadecimal numbers overlap: both sides have a disc on e4 d5",
        ),
        ("f5f5", "in the transcript, move 2: f5 is taken by Black"),
        (
            "hello",
            "there is no game and no board in this text: expected moves like f5d6c3, or eight lines of eight squares",
        ),
        (
            "(;GM[2];B[f5];W[a1])",
            "in the game, move 2: a1 would turn no discs",
        ),
    ] {
        assert_eq!(refused(text), sentence, "{text}");
    }
    assert_eq!(read(&"-".repeat(GAME_LIMIT + 1)), Err(FindError::TooLong));
}

#[test]
fn texts_as_long_as_allowed_are_read_or_refused() {
    let row = "1 - - - - - - - - 1\n";
    let pieces = [
        "(",
        "(;",
        "(;GM[2]",
        "(;B[f5]",
        "BO[",
        "{",
        "[",
        "%",
        "-",
        "--------\n",
        row,
        "X",
        "0",
        "f5",
        "f5\n",
        "f5d6\n",
        "; ",
        "0x1 ",
        "Black to move ",
        "turn ",
        "|",
        "\n",
        "\u{2500}",
    ];
    for piece in dial::sizes(0, pieces) {
        match read(&piece.repeat(GAME_LIMIT / piece.len())) {
            Ok(read) => assert!(read.to_string().len() < 500, "{piece}"),
            Err(error) => assert!(error.to_string().len() < 500, "{piece}"),
        }
    }
}

/// The table of texts, each with what is read in it.
const TEXTS: &str = include_str!("../../data/texts.txt");

/// Describes what is read in the form of the table: `= f5d6` for a game, `= SQUARES X f5` for a board and moves, each
/// followed by `? ` and its other reading, if any; or `! ` and the error.
fn outcome(text: &str) -> String {
    let content = match find(text) {
        Ok(content) => content,
        Err(error) => return format!("! {error}\n"),
    };
    let mut lines = String::new();
    for item in content.items {
        let record = item.clone().into_record();
        let moves: String = record
            .moves
            .iter()
            .filter_map(|played| played.square)
            .map(|square| square.to_string())
            .collect();
        let read = match record.start {
            Position::START if !moves.is_empty() => moves,
            start => format!("{start} {moves}"),
        };
        writeln!(lines, "= {}", read.trim_end()).unwrap();
        lines.extend(item.other_reading.map(|other| format!("? {other}\n")));
    }
    lines
}

#[test]
fn every_text_of_the_table_is_read_or_refused_as_a_whole() {
    let mut count = 0;
    let mut wrong = String::new();
    for entry in TEXTS
        .split("\n====\n")
        .filter(|entry| !entry.trim().is_empty())
    {
        let (text, expected) = entry.split_once("\n----\n").unwrap();
        let read = outcome(text);
        if read.trim_end() != expected.trim_end() {
            writeln!(
                wrong,
                "{text}\n  is read as\n{read}  instead of\n{expected}\n"
            )
            .unwrap();
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count >= 120, "{count} texts");
}

#[test]
fn what_was_skipped_is_listed_with_its_place() {
    for (text, description) in [
        (
            "I lost: f5d6c3 why?",
            "a transcript of 3 moves; White to move; skipped \"I lost\" at line 1, column 1 and 1 more",
        ),
        (
            "f5d6 33 31",
            "a transcript of 2 moves; Black to move; skipped \"33 31\" at line 1, column 6",
        ),
        (
            "Ann:\r\n\u{ff46}\u{ff15}\u{ff24}\u{ff16}\tbad",
            "a transcript of 2 moves; Black to move; skipped \"Ann\" at line 1, column 1 and 1 more",
        ),
        (
            "f5d6 then\nwas c3 good?",
            "a transcript of 2 moves; Black to move; with the squares in sentences as moves, f5d6c3; \
             skipped \"was c3 good\" at line 2, column 1",
        ),
        (
            "8/8/8/3ox3/3xo3/8/8/8 w",
            "FEN, w for Black; Black to move; with w for White, White would be to move",
        ),
    ] {
        match find(text) {
            Ok(content) => assert_eq!(content.to_string(), description, "{text}"),
            Err(error) => panic!("{text}: {error}"),
        }
    }
}

#[test]
fn a_board_that_cannot_be_read_is_named_beside_others() {
    let start = Position::START
        .to_string()
        .replace('X', "0")
        .replace('O', "1");
    let (board, _) = start.split_at(64);
    let full = board.replace('-', "0");
    let sentence = format!(
        "the board is \"{}...\", but it must be written with X, O and -",
        &full[..60]
    );
    let content = find(&format!("{board} 0\n{full} 1\n{board} 0\n")).unwrap();
    let skipped: Vec<_> = content.skipped.iter().map(ToString::to_string).collect();
    assert_eq!(content.items.len(), 2);
    assert_eq!(skipped, [format!("\"{sentence}\" at line 2, column 1")]);
    // A file has its other boards, and the error in its place.
    let text = format!("{board} 0 4\n{full} 1 4\n{board} 0 4\n");
    let read = detect::read(text.as_bytes(), None);
    let read: Vec<_> = read
        .map(|game| game.map_err(|error| error.to_string()))
        .collect();
    assert!(read[0].is_ok() && read[2].is_ok() && read.len() == 3);
    assert!(
        read[1]
            .as_ref()
            .is_err_and(|error| error.starts_with("game 2, line 2, column 1: the board is"))
    );
}

#[test]
fn an_inferred_side_does_not_prove_that_no_game_leads_to_a_position() {
    // Six discs, but White cannot have moved last.
    let board = "---------------------------OX------XX-------XO------------------";
    let item = read(board).unwrap();
    assert_eq!(item.position.side_to_move(), Color::Black);
    assert_eq!(item.no_game_because(), None);
    assert!(
        read(&format!("{board} X"))
            .unwrap()
            .no_game_because()
            .is_some()
    );
    let start = item.into_record().start;
    assert!(start.no_game_because().is_some());
    assert_eq!(start.no_game_for_either_side(), None);
}

#[test]
fn a_line_across_the_page_is_no_rank_of_a_board() {
    let board = PLAIN.board(after("f5d6"));
    let rule = "--------\n";
    for text in [
        format!("{rule}\n{board}"),
        format!("{board}\n\n{rule}"),
        format!("{rule}{}{rule}", board.trim_start()),
    ] {
        assert_eq!(position_of(&text), after("f5d6"), "{text}");
    }
    let unclear = format!("{rule}{}", board.trim_start());
    assert_eq!(
        refused(&unclear),
        "the board has 9 lines of eight squares, but it needs 8"
    );
}

/// What people and programs put between moves.
const BETWEEN: [&str; 40] = [
    " ",
    "",
    "\n",
    "\t",
    ", ",
    " - ",
    "-",
    ".",
    "; ",
    " | ",
    "\n> ",
    "\r\n",
    " \"",
    "' ",
    "`",
    "!",
    "?? ",
    " (+2) ",
    " 0:12 ",
    " -1.5 ",
    " 12. ",
    "\n3. ",
    " 33-31 ",
    " hello ",
    " then ",
    " he played ",
    "\nwhy? ",
    " (best) ",
    " good move\n",
    "\nAnn: ",
    " [12:03] Bob: ",
    "<br>",
    "</td><td>",
    "&nbsp;",
    " * ",
    "** ",
    " = ",
    " black ",
    "黒",
    " → ",
];

proptest! {
    /// Whatever stands between the moves of a game, the text is read as that game, or has it as another reading, or is
    /// refused.
    #[test]
    fn no_text_around_moves_makes_another_game_of_them(
        game in reachable(),
        between in prop::collection::vec(0..BETWEEN.len(), 62),
        is_upper in any::<bool>(),
    ) {
        let moves = transcript::print(&game);
        prop_assume!(!moves.is_empty());
        let mut text = BETWEEN[between[61]].to_owned();
        for (at, between) in (0..moves.len()).step_by(2).zip(between) {
            let square = &moves[at..at + 2];
            text += &if is_upper { square.to_uppercase() } else { square.to_owned() };
            text += BETWEEN[between];
        }
        is_that_game(&text, &moves)?;
    }

    #[test]
    fn few_words_between_moves_make_no_other_game_of_them(
        game in reachable(),
        places in prop::collection::vec((0_usize..61, 0..BETWEEN.len()), 1..4),
        joint in prop::sample::select(vec!["", " ", "\n", ", "]),
    ) {
        let moves = transcript::print(&game);
        prop_assume!(!moves.is_empty());
        let mut text = String::new();
        for (number, at) in (0..moves.len()).step_by(2).enumerate() {
            let here = places.iter().find(|(place, _)| *place == number);
            text += here.map_or(joint, |&(_, between)| BETWEEN[between]);
            text += &moves[at..at + 2];
        }
        is_that_game(&text, &moves)?;
    }

    #[test]
    fn lines_around_and_marks_beside_a_board_make_no_other_board_of_it(
        game in reachable(),
        print in 0..PRINTS.len(),
        quote in prop::sample::select(vec!["", "> ", "    ", "\"", "| "]),
        before in prop::sample::select(vec!["", "Look:\n", "Moves are hard\n\n", "```\n", "--------\n", "12:03 Ann:\n"]),
        after in prop::sample::select(vec!["", "\nthanks", "\n```", "\n--------\n", "\nWhat now?"]),
    ) {
        let position = game.position();
        let board = PRINTS[print].board(position);
        let mut lines = String::new();
        for line in board.lines() {
            writeln!(lines, "{quote}{line}").unwrap();
        }
        let text = format!("{before}{lines}{}{after}", if quote.is_empty() { "" } else { "\n" });
        if let Ok(content) = find(&text) {
            let discs = |position: Position| position.with_side_to_move(Color::Black);
            prop_assert_eq!(discs(content.items[0].position), discs(position), "{}", text);
            prop_assert_eq!(content.items.len(), 1, "{}", text);
        }
    }
}

/// Checks that a text is read as a game with these moves, or has them as another reading, or is refused.
fn is_that_game(text: &str, moves: &str) -> Result<(), TestCaseError> {
    let Ok(content) = find(text) else {
        return Ok(());
    };
    let item = content.first();
    let record = item.clone().into_record();
    let read: String = record
        .moves
        .iter()
        .filter_map(|played| played.square)
        .map(|square| square.to_string())
        .collect();
    let is_other = item
        .other_reading
        .as_ref()
        .is_some_and(|other| other.to_string().contains(moves));
    prop_assert!(
        read == moves || is_other,
        "{text:?} is read as {content}: {read}, not {moves}"
    );
    Ok(())
}

#[test]
fn function_keys_in_a_sentence_are_not_moves() {
    assert_eq!(
        refused("Press F5, F6"),
        "line 1, column 7: F5 in a sentence is a key, not a move"
    );
    assert_eq!(refused("use keys F5 F6 F4 to debug").split(": ").count(), 2);
    // With a label, a verb of the game or another file they are moves.
    for text in [
        "Moves: F5, F6",
        "I played F5, F6",
        "They go F5, D6",
        "F5 F6",
    ] {
        assert_eq!(read(text).unwrap().game.unwrap().moves.len(), 2, "{text}");
    }
}

#[test]
fn the_name_of_a_line_of_an_opening_book_is_the_comment_on_its_game() {
    let found = find("Tiger | f5d6c3d3c4\n\n No-cat, deep |f5 d6 c3 d3 c4 b3\nf5f6\n").unwrap();
    let names = found.items.iter().map(|item| {
        let game = item.game.as_ref().unwrap();
        (game.comment.as_str(), game.moves.len())
    });
    let expected = [("Tiger", 5), ("No-cat, deep", 6), ("", 2)];
    assert_eq!(names.collect::<Vec<_>>(), expected);
    assert_eq!(found.skipped, []);
    // A row of a table has no name.
    let table = find("1 | f5 | d6\nrow 2 | c3 | d3").unwrap();
    assert_eq!(table.first().game.as_ref().unwrap().comment, "");
}
