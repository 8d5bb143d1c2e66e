//! What is pasted: moves that go on, whole games in every format, and what is neither.

use insta::assert_snapshot;
use reversi::{ByColor, Game, Position, transcript};
use reversi_notation::{Format, Record};
use reversi_table::player::PlayerKind::{Greedy, Human};
use reversi_table::store::autosave::Autosave;
use reversi_table::store::state::StateFolder;
use reversi_tui::{AnalysisSubject, FirstScreen};

use crate::person::{MIDDLE, PASSES, Table, WIPEOUT};

fn record(moves: &str) -> Record {
    let mut record = Record::from_game(&transcript::parse(moves).unwrap());
    record.players = ByColor::new("Tamenori", "Murakami").map(str::to_owned);
    record
}

fn written(moves: &str, format: Format) -> String {
    let mut text = String::new();
    assert!(format.write(&record(moves), &mut text));
    text
}

#[test]
fn a_whole_game_in_any_format_is_opened() {
    for format in [Format::Ggf, Format::Sgf, Format::Pgn] {
        let mut person = Table::new().sit();
        person.paste(&written(PASSES, format));
        person.wait_for_game(PASSES);
        let text = person.text();
        assert!(text.contains("Game over."), "{text}");
        assert!(
            text.contains("Tamenori") && text.contains("Murakami"),
            "{text}"
        );
    }
    let mut person = Table::new().sit();
    person.paste(r#"{"moves":[{"m":"f5"},{"m":"d6"}],"players":[{"name":"a"},{"name":"b"}]}"#);
    person.wait_for_game("f5d6");
}

#[test]
fn line_ends_may_be_those_that_a_terminal_sends() {
    for ends in ["\r", "\r\n"] {
        let mut person = Table::new().sit();
        person.paste(&written(PASSES, Format::Pgn).replace('\n', ends));
        person.wait_for_game(PASSES);
    }
}

#[test]
fn a_position_is_put_on_the_board() {
    let position = transcript::parse(MIDDLE).unwrap().position();
    let mut person = Table::new().sit();
    person.paste(&position.to_string());
    person.wait_for_text("Opened");
    assert_eq!(person.game().position(), position);
    person.keys("tab enter");
    assert_eq!(person.game().entries().len(), 1, "it is played on");
    // A new game begins at the start again.
    person.keys("n enter");
    assert_eq!(person.game().start(), reversi::Position::START);
}

#[test]
fn a_transcript_that_is_not_legal_here_but_a_game_of_its_own_is_opened_after_a_question() {
    let mut person = Table::new().moves("f5f4").sit();
    person.paste(MIDDLE);
    person.wait_for_text("A game is in progress.");
    assert_snapshot!(person.text());
    person.keys("esc");
    assert_eq!(person.transcript(), "f5f4");
    person.paste(MIDDLE);
    person.wait_for_text("A game is in progress.");
    person.keys("enter");
    assert_eq!(person.transcript(), MIDDLE);
}

#[test]
fn nobody_is_asked_about_a_game_from_elsewhere_in_which_nothing_was_played() {
    let mut person = Table::new().sit();
    person.paste(&written(MIDDLE, Format::Ggf));
    person.wait_for_game(MIDDLE);
    person.keys("u u r");
    person.paste(&written("f5f4", Format::Ggf));
    person.wait_for_game("f5f4");
    person.keys("e3");
    person.paste(&written(MIDDLE, Format::Ggf));
    person.wait_for_text("A game is in progress.");
}

#[test]
fn the_game_that_was_under_way_is_offered_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().to_owned());
    let mut person = Table::new()
        .with(|options| options.state = Some(state.clone()))
        .sit();
    person.keys("f5 f4");
    person.paste(MIDDLE);
    person.wait_for_text("It is kept");
    person.keys("enter");
    assert_eq!(person.transcript(), MIDDLE);
    // The game from elsewhere is kept, too, once something was played in it.
    person.keys("tab enter");
    person.app.close();
    let (_, found, _) = Autosave::<reversi::Game>::open(&state);
    let mut kept: Vec<String> = found
        .iter()
        .map(|found| transcript::print(&found.game))
        .collect();
    kept.sort_by_key(String::len);
    assert_eq!(kept.len(), 2);
    assert_eq!(kept[0], "f5f4");
    assert!(kept[1].starts_with(MIDDLE));
}

#[test]
fn several_games_are_listed_to_choose_from() {
    let mut person = Table::new().sit();
    let games = format!(
        "{}{}(;GM[Othello]PB[x]PW[y]B[a1];)\n{}",
        written(WIPEOUT, Format::Ggf),
        written(MIDDLE, Format::Ggf),
        written(PASSES, Format::Ggf)
    );
    person.paste(&games.replace('\n', "\r"));
    person.wait_for_text("Game 1 of 4");
    assert_snapshot!(person.text());
    person.keys("down down enter");
    assert!(person.says("Game 3: "), "{}", person.text());
    person.keys("end enter");
    person.wait_for_game(PASSES);
}

#[test]
fn a_list_of_transcripts_with_a_bad_line_is_opened_as_a_list() {
    let mut person = Table::new().sit();
    person.paste(&format!("{MIDDLE}\nf5a1\n{PASSES}\n"));
    person.wait_for_text("Game 1 of 3");
    assert_eq!(person.transcript(), "");
}

#[test]
fn the_rows_of_a_list_without_players_differ() {
    let mut person = Table::new().sit();
    person.paste("f5d6c3d3c4f4\nf5d6c3d3c4f4f6\nf5f6e6f4e3\n");
    person.wait_for_text("Game 1 of 3");
    assert_snapshot!(person.text());
}

#[test]
fn transcripts_one_a_line_are_games_unless_they_go_on_with_the_one_on_the_board() {
    let mut person = Table::new().moves("f5f4").sit();
    person.paste(&format!(
        "{MIDDLE}\tresult\n{PASSES}\t64-0\n{WIPEOUT}\t64-0\n"
    ));
    person.wait_for_text("Game 1 of 3.");
    person.keys("down enter");
    person.wait_for_game(PASSES);
    let mut person = Table::new().sit();
    person.paste("f5 d6\rc3 d3\rc4 f4\r");
    assert_eq!(person.transcript(), "f5d6c3d3c4f4");
    assert!(!person.says("Opened"));
}

#[test]
fn a_paste_on_the_choice_of_players_begins_with_the_players_chosen() {
    let mut person = Table::new().players(Human, Greedy).choose();
    person.paste("f5d6c3d3c4");
    person.wait_for_game("f5d6c3d3c4");
    assert!(person.session().is_paused(), "a CPU is to move");
    person.wait(2_000);
    assert_eq!(person.transcript(), "f5d6c3d3c4");
    person.keys("p");
    person.wait_for_turn();
    assert_eq!(person.game().entries().len(), 6);
}

#[test]
fn a_result_that_is_not_that_of_the_moves_is_told_and_not_believed() {
    let mut person = Table::new().sit();
    person.paste(&written(WIPEOUT, Format::Ggf).replace("+64", "-6"));
    person.wait_for_game(WIPEOUT);
    let text = person.text();
    assert!(
        person.says("The stated result is White +6, but the moves give 64-0."),
        "{text}"
    );
    assert!(person.says("Black wins 64-0."), "{text}");
}

#[test]
fn what_is_nothing_is_quoted_harmlessly() {
    for first in [FirstScreen::Board, FirstScreen::Start] {
        let mut person = Table::new().first(first).sit();
        person.paste("Dear \u{1b}[2Jreader,\rhow are you?");
        let text = person.text();
        let shown: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let said = "\"Dear \\u{1b}[2Jreader,...\" is not a square like f5, a game or a board.";
        assert!(shown.contains(said) || person.says(said), "{text}");
    }
}

#[test]
fn a_paste_that_is_too_long_is_refused() {
    let mut person = Table::new().size(100, 30).sit();
    person.paste(&"f5".repeat(600_000));
    assert!(person.says("A paste of 1200000 bytes is too long"));
    assert_eq!(person.transcript(), "");
}

#[test]
fn a_game_that_cannot_be_played_says_where() {
    let mut person = Table::new().sit();
    person.paste("(;GM[Othello]PB[a]PW[b]B[f5]W[a1];)");
    person.wait_for_text("Move 2: a1 would turn no discs");
    assert!(!person.says("Pasted games"));
    assert_eq!(person.transcript(), "");
}

#[test]
fn a_game_is_opened_wherever_it_is_pasted() {
    for keys in ["w", "w n", "?", "w ?", "y", "q"] {
        let mut person = Table::new().moves("f5f4").sit();
        person.keys(keys);
        person.paste(&written(MIDDLE, Format::Sgf));
        person.wait_for_text("A game is in progress.");
        person.keys("enter");
        person.wait_for_game(MIDDLE);
    }
}

#[test]
fn nothing_that_is_pasted_is_ignored_without_a_word() {
    for keys in ["i tab", "w", "w n", "?", "w ?", "y", "q"] {
        let mut person = Table::new().moves("f5f4").sit();
        person.keys(keys);
        person.paste("hello");
        let text = person.text();
        assert!(text.contains("\"hello\" is not"), "after {keys}: {text}");
    }
    let mut person = Table::new().sit();
    person.keys("i");
    person.paste("hello");
    assert!(person.words().contains("Leave the lesson first"));
}

#[test]
fn moves_pasted_over_a_review_are_tried_there() {
    let mut person = Table::new().moves("f5f4").sit();
    person.keys("w left");
    person.paste("d6 c3");
    assert!(person.says("Variation from 2"));
    assert!(person.says(" 3 Black c3 "), "{}", person.text());
    person.keys("esc");
    person.paste("f4");
    assert!(!person.says("Variation"), "the move that was played");
    person.keys("esc");
    assert_eq!(person.transcript(), "f5f4");
}

#[test]
fn a_square_pasted_over_the_inspector_is_looked_at_and_a_game_is_not_opened() {
    let mut person = Table::new().moves("f5").sit();
    person.keys("i tab");
    person.paste(&written(MIDDLE, Format::Ggf));
    let text = person.text();
    assert!(text.contains("Leave the lesson first"), "{text}");
    person.paste("d6");
    assert!(person.says("flips of d6"), "{}", person.text());
}

#[test]
fn a_game_between_other_words_is_opened_or_played_wherever_it_is_pasted() {
    let mut person = Table::new().sit();
    person.paste("Moves: f5d6c3");
    assert_eq!(person.transcript(), "f5d6c3");
    person.paste("> d3\r> c4\r");
    assert_eq!(person.transcript(), "f5d6c3d3c4", "it goes on");
    let mut person = Table::new().first(FirstScreen::Start).size(120, 40).sit();
    person.paste("I lost: f5d6c3d3 why?");
    person.wait_for_game("f5d6c3d3");
    assert!(
        person.says("skipped \"I lost\" at line 1, column 1"),
        "{}",
        person.text()
    );
    let mut person = Table::new().sit();
    person.paste("Game: f5 d6\rc3 a1");
    assert!(
        person.says("Line 2, column 4: move 4: a1 would turn no discs."),
        "{}",
        person.text()
    );
    person.paste("Tiger | f5d6c3\rRose | f5d6c5f4");
    person.wait_for_text("Game 1 of 2");
    person.keys("down enter");
    person.wait_for_game("f5d6c5f4");
    let mut person = Table::new().moves("f5f4").sit();
    person.keys("w left");
    person.paste("best: d6 c3");
    assert!(person.says(" 3 Black c3 "), "{}", person.text());
}

#[test]
fn a_square_typed_on_a_keyboard_of_another_script_is_played() {
    let mut person = Table::new().sit();
    person.keys("а5 В6 ｃ３ δ3");
    assert_eq!(person.transcript(), "f5d6c3d3");
}

#[test]
fn what_an_input_method_that_was_left_on_composes_is_played_and_done() {
    // Composed text comes as keys or as a paste; a and e become letters of Japanese.
    let mut person = Table::new().sit();
    person.keys("ｆ５ Ｄ６ ｃ３ ｄ３");
    person.paste("ｃ４");
    assert_eq!(person.transcript(), "f5d6c3d3c4");
    person.keys("ｕ");
    assert_eq!(person.transcript(), "f5d6c3d3");
    person.keys("ｒ");
    person.paste("ｆ４\u{3000}え６ ");
    assert_eq!(person.transcript(), "f5d6c3d3c4f4e6");
    person.keys("u え６");
    assert_eq!(person.transcript(), "f5d6c3d3c4f4e6");
    person.keys("？");
    assert!(person.says("Actions"), "{}", person.text());
}

/// The game after f5, as this program, Edax and a pair of bitboards show it.
const BOARDS: [(&str, &str); 4] = [
    (
        "    a b c d e f g h\r  1 . . . . . . . .\r  2 . . . . . . . .\r  3 . . . . . . . .\r  4 . . . O X . . .\r  5 . . . X X X . .\r  6 . . . . . . . .\r  7 . . . . . . . .\r  8 . . . . . . . .\rWhite to move\r",
        "a board of 8 lines; White to move",
    ),
    (
        "---------------------------OX------XXX--------------------------",
        "64 squares; White to move (not stated)",
    ),
    (
        "0x000000081c000000 0x0000001000000000",
        "two hexadecimal numbers, taken as Black and White with a1 as the highest bit; White to move",
    ),
    (
        "...........................10......000..........................",
        "64 squares, 0 for Black and 1 for White; White to move (not stated)",
    ),
];

#[test]
fn a_board_in_any_form_is_opened_wherever_it_is_pasted() {
    let after = transcript::parse("f5").unwrap().position();
    for (text, form) in BOARDS {
        for first in [FirstScreen::Board, FirstScreen::Start] {
            let mut person = Table::new().first(first).size(120, 40).sit();
            person.paste(text);
            assert_eq!(person.game().position(), after, "{text}");
            assert!(
                person.says(&format!("Opened: {form}")),
                "{form}\n{}",
                person.text()
            );
        }
    }
}

#[test]
fn what_was_understood_is_asked_before_a_board_replaces_a_game() {
    let after = transcript::parse("f5").unwrap().position();
    for (text, form) in BOARDS {
        for keys in ["", "w", "w n", "?", "w ?"] {
            let mut person = Table::new().moves("f5f4").size(120, 40).sit();
            person.keys(keys);
            person.paste(text);
            assert!(person.says("A game is in progress."), "{}", person.text());
            assert!(person.says(form), "{form}\n{}", person.text());
            person.keys("esc");
            assert_eq!(person.transcript(), "f5f4");
            person.paste(text);
            person.keys("enter");
            assert_eq!(person.game().position(), after, "{text}");
        }
    }
}

#[test]
fn a_board_that_is_wrong_says_what_is_wrong() {
    for (text, said) in [
        (
            "--------\n".repeat(7),
            "The board has 7 lines of eight squares, but it needs 8.",
        ),
        (
            "0x0000000810000000".to_owned(),
            "Only one hexadecimal number found",
        ),
        (
            "0xff 0xff".to_owned(),
            "The two hexadecimal numbers overlap",
        ),
        ("-".repeat(64), "There are no discs on the board."),
    ] {
        let mut person = Table::new().size(100, 30).sit();
        person.paste(&text);
        assert!(person.says(said), "{text}\n{}", person.text());
        assert_eq!(person.game().position(), reversi::Position::START);
    }
}

#[test]
fn an_odd_position_is_opened_and_told() {
    let mut person = Table::new().size(120, 40).sit();
    let corner = "X".to_owned() + &reversi::Position::START.to_string()[1..];
    person.paste(&corner);
    assert_eq!(person.game().start().to_string(), corner);
    assert!(
        person.says("the disc on a1 cannot have been played."),
        "{}",
        person.text()
    );
}

#[test]
fn however_a_position_is_opened_the_screen_says_that_no_game_leads_to_it() {
    let hole = "-".repeat(27) + "-X" + &"-".repeat(6) + "XO" + &"-".repeat(27) + " X";
    let hole: Position = hole.parse().unwrap();
    let game = Game::from_position(hole);
    let folder = tempfile::tempdir().unwrap();
    let mut ggf = String::new();
    assert!(Format::Ggf.write(&Record::from_game(&game), &mut ggf));
    let path = folder.path().join("hole.ggf");
    std::fs::write(&path, &ggf).unwrap();
    let name = path.to_str().unwrap().to_owned();
    let first = |first| Table::new().size(120, 40).first(first);
    let analysis = AnalysisSubject::Game(Box::new(game.clone()));
    let record = Box::new(Record::from_game(&game));
    let on_board = Table::new()
        .size(120, 40)
        .with(|options| options.setup.game = game.clone());
    for table in [
        on_board,
        first(FirstScreen::Text(hole.to_string())),
        first(FirstScreen::Text(ggf)),
        first(FirstScreen::File(name.clone())),
        first(FirstScreen::Analyse(Some(analysis))),
        first(FirstScreen::Analyse(Some(AnalysisSubject::File(name)))),
        first(FirstScreen::Review(Some(record))),
    ] {
        let mut person = table.sit();
        person.wait_until("the sentence", |person| {
            person.says("No game leads to this position: d4 in the centre cannot be empty.")
        });
    }
}

#[test]
fn several_positions_are_listed_to_choose_from() {
    let mut person = Table::new().sit();
    let [first, second] = ["f5", "f5d6"].map(|moves| transcript::parse(moves).unwrap().position());
    person.paste(&format!("{first}\n{second}\n"));
    person.wait_for_text("Game 1 of 2");
    person.keys("down enter");
    person.wait_until("position", |person| person.game().position() == second);
}
