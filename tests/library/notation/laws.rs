//! Parse, print, parse is the identity, for every format and as far as it can hold the game.

use proptest::prelude::*;
use reversi::notation::{
    Format, GamePart, Record, StatedResult, StatedScore, TheoreticalScore, detect, wthor,
};
use reversi::{ByColor, Position, Status};

use crate::notation::games::{TEXT, games, plain_records, print, read_all, read_one, wild_records};

/// What is left of a record in a format: everything but the parts that it says it leaves out.
fn held(format: Format, record: &Record) -> Record {
    let mut held = record.clone();
    held.result = None;
    let parts: Vec<GamePart> = format.left_out(record).parts().collect();
    let allowed: &[GamePart] = match format {
        Format::Ggf | Format::Sgf | Format::Pgn => {
            &[GamePart::Result, GamePart::Times, GamePart::Characters]
        }
        _ => &GamePart::ALL,
    };
    assert!(parts.iter().all(|part| allowed.contains(part)), "{parts:?}");
    for part in parts {
        let notes = held.moves.iter_mut().map(|recorded| &mut recorded.notes);
        match part {
            GamePart::Players => held.players = ByColor::default(),
            GamePart::Ratings => held.ratings = ByColor::default(),
            GamePart::Date => held.date.clear(),
            GamePart::Place => held.place.clear(),
            GamePart::Event => held.event.clear(),
            GamePart::Round => held.round.clear(),
            GamePart::TimeControl => held.time_control = ByColor::default(),
            GamePart::Theoretical => held.theoretical = None,
            GamePart::GameComment => held.comment.clear(),
            GamePart::MoveComments => notes.for_each(|notes| notes.comment.clear()),
            GamePart::Marks => notes.for_each(|notes| notes.mark = None),
            GamePart::Evaluations => notes.for_each(|notes| notes.evaluation = None),
            GamePart::Times => notes.for_each(|notes| notes.seconds = None),
            GamePart::Moves | GamePart::Result | GamePart::Characters => {}
        }
    }
    if format == Format::Pgn {
        // "?" is unknown.
        for text in [
            &mut held.date,
            &mut held.place,
            &mut held.event,
            &mut held.round,
            &mut held.players.black,
            &mut held.players.white,
        ] {
            if matches!(text.as_str(), "?" | "-") {
                text.clear();
            }
        }
    }
    held
}

/// The margin where the result says it, else the winner: what all formats have in common.
fn gist(result: Option<StatedResult>) -> Option<StatedScore> {
    let score = result?.score?;
    Some(
        score
            .counts()
            .map_or(StatedScore::Winner(score.winner()), StatedScore::Counts),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_game_comes_back_from_every_format_as_it_was(game in games()) {
        let record = Record::from_game(&game);
        for format in TEXT {
            let text = print(format, &record);
            prop_assert_eq!(read_one(&text, Some(format)).replay().unwrap(), game.clone(), "{}", text);
            prop_assert_eq!(read_one(&text, None).replay().unwrap(), game.clone(), "{}", text);
        }
    }

    #[test]
    fn all_that_a_format_can_hold_comes_back(record in plain_records()) {
        for format in TEXT {
            let text = print(format, &record);
            let mut again = read_one(&text, Some(format));
            let result = again.result.take();
            prop_assert_eq!(&again, &held(format, &record), "{}", text);
            if format.left_out(&record).parts().all(|part| part != GamePart::Result) {
                let ending = record.true_result().and_then(|stated| stated.ending);
                prop_assert_eq!(result.and_then(|result| result.ending), ending, "{}", text);
            }
            if format != Format::Transcript {
                let stated = gist(record.true_result());
                let same = gist(result) == stated
                    || stated.map(StatedScore::winner) == result.and_then(|r| r.score).map(StatedScore::winner);
                prop_assert!(same, "{}", text);
            }
        }
    }

    #[test]
    fn what_was_read_once_is_read_again_as_the_same(record in wild_records()) {
        for format in TEXT {
            let once = read_one(&print(format, &record), Some(format));
            prop_assert_eq!(&once.moves.len(), &record.moves.len());
            let text = print(format, &once);
            prop_assert_eq!(&read_one(&text, Some(format)), &once, "{}", text);
            prop_assert_eq!(print(format, &read_one(&text, Some(format))), text);
        }
    }

    #[test]
    fn nothing_that_is_written_holds_a_control_character(record in wild_records()) {
        for format in TEXT.into_iter().chain([Format::Obf, Format::Svg]) {
            let text = print(format, &record);
            let tame = |c: char| !c.is_control() || matches!(c, '\n' | '\t');
            prop_assert!(text.chars().all(tame), "{:?}", text);
        }
    }

    #[test]
    fn the_replay_of_a_record_and_its_shortcuts_agree(record in plain_records()) {
        let game = record.replay().unwrap();
        prop_assert_eq!(record.final_position(), game.position());
        let positions: Vec<Position> = record.positions().collect();
        let played = positions.len();
        prop_assert_eq!(positions, game.positions().take(played).collect::<Vec<_>>());
        for ((color, recorded), entry) in record.sides().zip(game.entries()) {
            prop_assert_eq!((color, recorded.square), (entry.color(), entry.square()));
        }
        let finished = !matches!(game.status(), Status::ToMove(_)) && game.legal_moves().is_empty();
        prop_assert_eq!(record.outcome().is_some(), finished && record.final_position().board().is_game_over());
    }

    #[test]
    fn a_position_comes_back_from_board_text(game in games()) {
        let mut record = Record { start: game.position(), ..Record::default() };
        let text = print(Format::Obf, &record);
        record.moves = read_one(&text, None).moves;
        prop_assert_eq!(read_one(&text, None), record);
    }

    #[test]
    fn wthor_files_come_back(records in prop::collection::vec(plain_records(), 0..6)) {
        let out = std::io::Cursor::new(Vec::new());
        let mut writer = wthor::Writer::new(out, (2024, 2, 29), 1999).unwrap();
        let mut kept = Vec::new();
        for record in records {
            let possible = record.start == Position::START
                && record.true_result().and_then(|r| r.score).and_then(StatedScore::counts).is_some();
            let written = writer.write(&record).unwrap();
            prop_assert_eq!(written.is_ok(), possible);
            if possible {
                kept.push(record);
            }
        }
        let (out, files) = writer.finish().unwrap();
let names = wthor::Names::read(files.players.as_slice(), files.tournaments.as_slice()).unwrap();
        let bytes = out.into_inner();
        prop_assert_eq!(bytes.len(), 16 + 68 * kept.len());
        let read: Vec<_> = detect::read_with_names(bytes.as_slice(), None, names)
            .map(Result::unwrap)
            .collect();
        prop_assert_eq!(read.len(), kept.len());
        for (again, record) in read.iter().zip(&kept) {
            let squares = |r: &Record| r.moves.iter().map(|m| m.square).collect::<Vec<_>>();
            prop_assert_eq!(squares(again), squares(record));
            prop_assert_eq!(gist(again.result), gist(record.true_result()));
            prop_assert_eq!(again.year(), Some(1999));
            if record.players.black.is_ascii() && !record.players.black.is_empty() {
                let cut: String = record.players.black.chars().take(19).collect();
                prop_assert_eq!(&again.players.black, cut.trim_end());
            }
            let left_out: Vec<GamePart> = Format::Wthor.left_out(record).parts().collect();
            if !left_out.contains(&GamePart::Characters) {
                for (one, other) in [
                    (&again.players.black, &record.players.black),
                    (&again.players.white, &record.players.white),
                    (&again.event, &record.event),
                ] {
                    prop_assert_eq!(one, if other.is_empty() { "???" } else { other.trim_end() });
                }
            }
            if let Some(score) = record.theoretical {
                let depth = kept.iter().find_map(|record| record.theoretical).unwrap().empties;
                let expected = TheoreticalScore { empties: depth, ..score };
                prop_assert_eq!(again.theoretical, Some(expected));
            }
        }
    }

    #[test]
    fn several_games_of_one_file_stay_apart(records in prop::collection::vec(plain_records(), 1..5)) {
        // Lines of transcripts without a result may go on with the game before them.
        for format in [Format::Ggf, Format::Sgf, Format::Pgn] {
            let text: String = records.iter().map(|record| print(format, record)).collect();
            let read = read_all(&text, Some(format));
            prop_assert_eq!(read.len(), records.len(), "{}", text);
            for (again, record) in read.iter().zip(&records) {
                prop_assert_eq!(&again.as_ref().unwrap().moves.len(), &record.moves.len());
            }
        }
    }
}
