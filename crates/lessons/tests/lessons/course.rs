//! The chapters of the course: their answers are what the kernel computes.

use reversi::bitboard;
use reversi::bitboard::plain::{DIRECTIONS, Direction, legal_moves_along};
use reversi::{Square, SquareSet};
use reversi_lessons::course::{CHAPTERS, CourseStep};
use reversi_lessons::exercise::{AnswerForm, Feedback};
use reversi_table::phrase::columns::wrap;

fn sides(chapter: &CourseStep) -> (u64, u64) {
    let board = chapter.game().start().board();
    (board.player().bits(), board.opponent().bits())
}

fn options(chapter: &CourseStep) -> Vec<String> {
    match chapter.form() {
        AnswerForm::Choice(options) => options,
        form => panic!("{form:?}"),
    }
}

fn is_right(chapter: &CourseStep, text: &str) -> bool {
    chapter.check_text(text).is_ok()
}

fn right_squares(chapter: &CourseStep) -> SquareSet {
    let game = chapter.game();
    Square::all()
        .filter(|&square| chapter.check(&game, square).is_ok())
        .collect()
}

fn set(names: &str) -> SquareSet {
    names.split(' ').map(|name| name.parse().unwrap()).collect()
}

#[test]
fn the_number_is_the_board_however_it_is_written() {
    let chapter = &CHAPTERS[0];
    let (own, _) = sides(chapter);
    assert_eq!(own >> 8, 0, "only rank 8 has discs");
    for text in [
        format!("{own:x}"),
        format!("{own:X}"),
        format!("0x{own:x}"),
        format!("0X{own:016X}"),
        "0x0000_0000_0000_003e".to_owned(),
    ] {
        assert!(is_right(chapter, &text), "{text}");
    }
    for (text, said) in [
        (
            "",
            "A number in hex has up to 16 digits, 0 to 9 and a to f.",
        ),
        (
            "3g",
            "A number in hex has up to 16 digits, 0 to 9 and a to f.",
        ),
        (
            "10000000000000000",
            "A number in hex has up to 16 digits, 0 to 9 and a to f.",
        ),
        ("7c", "That would be b8, c8, d8, e8 and f8."),
        ("0", "That would be no square."),
    ] {
        let wrong = chapter.check_text(text).unwrap_err();
        assert_eq!(wrong.sentence, said);
    }
}

#[test]
fn the_right_shift_moves_up_and_the_others_elsewhere() {
    let chapter = &CHAPTERS[1];
    let (own, _) = sides(chapter);
    let up: SquareSet = SquareSet::from_bits(own)
        .iter()
        .map(|square| square.offset(0, -1).unwrap())
        .collect();
    let wrong = chapter.check_text("own + 1").unwrap_err();
    assert_eq!(wrong.sentence, "Choose one of the options.");
    for (option, moved, where_to) in [
        ("own << 1", own << 1, (-1, 0)),
        ("own << 8", own << 8, (0, -1)),
        ("own >> 8", own >> 8, (0, 1)),
    ] {
        assert!(options(chapter).contains(&option.to_owned()));
        assert_eq!(is_right(chapter, option), moved == up.bits(), "{option}");
        let (files, ranks) = where_to;
        let there = SquareSet::from_bits(own).iter();
        let there: SquareSet = there
            .map(|square| square.offset(files, ranks).unwrap())
            .collect();
        assert_eq!(there.bits(), moved, "as its sentence says");
    }
    assert_eq!(chapter.trace().unwrap().value("shifted"), Some(up.bits()));
}

#[test]
fn the_right_mask_stops_the_row_and_without_it_there_is_a_wrong_move() {
    let chapter = &CHAPTERS[2];
    let (own, opponent) = sides(chapter);
    for (option, mask) in [
        ("INNER_FILES", bitboard::INNER_FILES),
        ("INNER_RANKS", bitboard::INNER_RANKS),
        ("no mask", u64::MAX),
    ] {
        assert!(options(chapter).contains(&option.to_owned()));
        let right = Direction {
            shift: DIRECTIONS[2].shift,
            mask,
        };
        let found = SquareSet::from_bits(legal_moves_along(&[right], own, opponent));
        assert_eq!(is_right(chapter, option), found.is_empty(), "{option}");
        if !found.is_empty() {
            assert_eq!(found, set("a5"));
            assert_eq!(SquareSet::from_bits(opponent & mask), set("g4 h4"));
        }
    }
}

#[test]
fn the_squares_are_those_of_the_kernel() {
    let (own, opponent) = sides(&CHAPTERS[3]);
    assert_eq!(
        CHAPTERS[3].trace().unwrap().value("run"),
        Some(set("c3 c4 c5").bits())
    );
    assert_eq!(right_squares(&CHAPTERS[3]), set("c3"));
    assert_eq!(
        legal_moves_along(&DIRECTIONS[..1], own, opponent),
        set("c2").bits()
    );
    let (own, opponent) = sides(&CHAPTERS[4]);
    let up = legal_moves_along(&DIRECTIONS[..1], own, opponent);
    assert_eq!(right_squares(&CHAPTERS[4]).bits(), up);
    assert!(up != 0 && up != bitboard::legal_moves(own, opponent));
    let (own, opponent) = sides(&CHAPTERS[5]);
    let flips = bitboard::flips(own, opponent, "e3".parse().unwrap());
    assert!(flips != 0);
    assert_eq!(right_squares(&CHAPTERS[5]).bits(), flips);
}

#[test]
fn two_bits_become_the_number_of_their_discs() {
    let chapter = &CHAPTERS[6];
    let pairs = chapter.shown(1).unwrap().result.value;
    for option in options(chapter) {
        let value = u64::from_str_radix(&option, 2).unwrap();
        let becomes = pairs >> 6 & 3;
        assert_eq!(is_right(chapter, &option), value == becomes, "{option}");
    }
    let (_, opponent) = sides(chapter);
    assert_eq!(opponent >> 6 & 3, 3, "both squares have a disc");
}

#[test]
fn every_chapter_shows_its_values_and_every_answer_gets_a_short_sentence() {
    let short = |sentence: &str| {
        assert!(wrap(sentence, 24).len() <= 2, "{sentence}");
        assert!(sentence.ends_with(['.', '?']), "{sentence}");
    };
    for chapter in &CHAPTERS {
        let game = chapter.game();
        for value in [0, 1] {
            assert!(
                chapter.shown(value).unwrap().result.value != 0,
                "{}",
                chapter.title
            );
        }
        assert!(wrap(chapter.text.text(), 24).len() <= 9, "{}", chapter.text);
        short(chapter.task.text());
        short(chapter.done.unwrap().text());
        match chapter.form() {
            AnswerForm::Square => {
                for square in Square::all() {
                    if let Err(wrong) = chapter.check(&game, square) {
                        assert!(wrong.sentence.contains(&square.to_string()));
                        short(&wrong.sentence);
                    }
                }
            }
            AnswerForm::Choice(options) => {
                let wrong = options
                    .iter()
                    .filter_map(|text| chapter.check_text(text).err());
                let wrong: Vec<Feedback> = wrong.collect();
                assert_eq!(wrong.len() + 1, options.len(), "one is right");
                for wrong in &wrong {
                    short(&wrong.sentence);
                }
                for option in options {
                    assert!(option.len() <= 20, "{option}");
                }
                short(&chapter.hint(&game).unwrap().sentence);
            }
            AnswerForm::Text | AnswerForm::Move => {
                short(&chapter.hint(&game).unwrap().sentence);
            }
        }
    }
}
