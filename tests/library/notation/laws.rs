//! Parse, print, parse is the identity, for every format and as far as it can hold the game.

use proptest::prelude::*;

use reversi::{ByColor, Color, ForeignTag, NodeNotes, Position, Status};
use reversi_notation::diagram::Diagram;
use reversi_notation::find::find;
use reversi_notation::{
    Format, GamePart, LeftOut, Record, StatedEnding, StatedResult, StatedScore, TheoreticalScore,
    Variations, detect, svg, wthor,
};

use crate::cases::cases;
use crate::notation::games::{
    games, plain_records, print, read_all, read_one, texts, wild_records,
};

/// Returns whether a format leaves out a part of a record.
fn leaves_out(format: Format, record: &Record, part: GamePart) -> bool {
    format.left_out(record).parts.contains(&part)
}

/// What is left of a record in a format: everything but the parts that it says it leaves out.
fn held(format: Format, record: &Record) -> Record {
    let mut held = record.clone();
    held.result = None;
    let left_out = format.left_out(record);
    let is_held = |tag: &ForeignTag| {
        let mut lost = left_out.tags.iter();
        !lost.any(|(format, name)| tag.format == *format && tag.name == name)
    };
    held.tags.retain(is_held);
    for recorded in &mut held.moves {
        recorded.notes.tags.retain(is_held);
    }
    for part in left_out.parts {
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
            // They stay in the comments.
            GamePart::NodeNames => notes.for_each(|notes| notes.tags.retain(|tag| tag.name != "N")),
            GamePart::Marks => notes.for_each(|notes| notes.mark = None),
            GamePart::Evaluations => notes.for_each(|notes| notes.evaluation = None),
            GamePart::Times => notes.for_each(|notes| notes.seconds = None),
            GamePart::Origin => held.origin = None,
            GamePart::Variations => held.variations = Variations::default(),
            GamePart::Moves | GamePart::Result | GamePart::Tags | GamePart::Characters => {}
            other => panic!("what is left of {other:?}?"),
        }
    }
    if leaves_out(format, record, GamePart::Moves) {
        held.start = record.final_position();
        (held.moves).retain(|recorded| recorded.notes != NodeNotes::default());
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

/// Writes WTHOR files and reads them again.
fn wthor_files(records: &[Record], year: u16) -> Vec<Record> {
    let out = std::io::Cursor::new(Vec::new());
    let mut writer = wthor::Writer::new(out, (2024, 2, 29), year).unwrap();
    for record in records {
        writer.write(record).unwrap().unwrap();
    }
    let (out, files) = writer.finish().unwrap();
    let bytes = out.into_inner();
    assert_eq!(bytes.len(), 16 + 68 * records.len());
    let names = wthor::Names::read(files.players.as_slice(), files.tournaments.as_slice()).unwrap();
    let read = detect::read_with_names(bytes.as_slice(), None, names);
    read.map(Result::unwrap).collect()
}

/// A game with every part, and what an app writes of it.
const FULL: &str = "(;GM[2]PB[Ann]PW[Bob]BR[1800]WR[1700]DT[1999]PC[Oslo]EV[Open]RO[3]TM[300]AN[Al]C[first];\
    B[f5]N[name]C[usual]TE[1]V[2.5]LB[c3:A][d3:B]TR[f5](;W[d6])(;W[f6]))";
const QUEST: &str = r#"{"players":[{"name":"Ann"},{"name":"Bob"}],"created":"1999",
    "site":"Oslo","event":"Open","round":3,"comment":"first","result":"40-24",
    "moves":[{"m":"f5"},{"m":"d6"}]}"#;
const CSV: &str = "Black,White,Date,Site,Event,Round,Comment,Result,Moves\n\
    Ann,Bob,1999,Oslo,Open,3,first,40-24,f5d6\n";

#[test]
fn every_format_holds_what_its_row_says_and_nothing_else() {
    let counts = StatedScore::Counts(ByColor::new(40, 24));
    let resigned = StatedResult {
        score: Some(StatedScore::Winner(Some(Color::White))),
        ending: Some(StatedEnding::Resignation),
    };
    for result in [StatedResult::of(counts), resigned] {
        let mut full = read_one(FULL, Some(Format::Sgf));
        full.result = Some(result);
        full.theoretical = Some(TheoreticalScore {
            black: 33,
            empties: 22,
        });
        full.moves[0].notes.seconds = Some(3.0);
        full.origin = "you computer given hint".parse().ok();
        // A picture holds nothing, so that all parts are there.
        let parts = Format::Svg.left_out(&full).parts;
        assert_eq!(parts.len() + 1, GamePart::ALL.len());
        assert_eq!(Format::Svg.left_out(&full).variations, 1);
        for format in Format::ALL {
            let mut again = match format {
                Format::Svg => continue,
                Format::Quest => read_one(QUEST, None),
                Format::Csv => read_one(CSV, None),
                Format::Wthor if result == resigned => continue,
                Format::Wthor => wthor_files(&[full.clone()], 1999).remove(0),
                _ => read_one(&print(format, &full), None),
            };
            let lost = format.left_out(&again);
            assert_eq!(lost, LeftOut::default(), "{format}");
            let stated = again.result.take();
            assert_eq!(again, held(format, &full), "{format}");
            // A winner may come back with the margin that stands for one.
            let is_same = |stated: StatedResult| {
                let known = result.score.and_then(StatedScore::margin);
                stated.ending == result.ending
                    && stated.score.map(StatedScore::winner)
                        == result.score.map(StatedScore::winner)
                    && (known.is_none() || known == stated.score.and_then(StatedScore::margin))
            };
            let is_lost = leaves_out(format, &full, GamePart::Result);
            assert_ne!(stated.is_some_and(is_same), is_lost, "{format}");
        }
    }
}

#[test]
fn characters_that_a_format_cannot_hold_are_named() {
    let mut record = read_one(FULL, None);
    record.theoretical = Some(TheoreticalScore {
        black: 40,
        empties: 22,
    });
    record.result = Some(StatedResult::of(StatedScore::Counts(ByColor::new(40, 24))));
    for name in [
        "Ann",
        "a]b",
        "a[b",
        "\"a\\{",
        "Zoë",
        "村",
        "A name of more than 20 bytes",
    ] {
        record.players.white = name.to_owned();
        record.comment = name.to_owned();
        for format in Format::ALL
            .into_iter()
            .filter(|format| format.can_be_read())
        {
            let mut again = match format {
                Format::Quest | Format::Csv => continue,
                Format::Wthor => wthor_files(&[record.clone()], 1999).remove(0),
                _ => read_one(&print(format, &record), None),
            };
            again.result = None;
            let is_named = leaves_out(format, &record, GamePart::Characters);
            assert_ne!(again == held(format, &record), is_named, "{format}: {name}");
        }
    }
}

/// Returns the formats of texts that hold the moves of a game.
fn texts_of_moves(record: &Record) -> impl Iterator<Item = Format> {
    texts().filter(|&format| !leaves_out(format, record, GamePart::Moves))
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn a_game_comes_back_from_every_format_as_it_was(game in games()) {
        let record = Record::from_game(&game);
        for format in texts_of_moves(&record) {
            let text = print(format, &record);
            prop_assert_eq!(read_one(&text, Some(format)).replay().unwrap(), game.clone(), "{}", text);
            prop_assert_eq!(read_one(&text, None).replay().unwrap(), game.clone(), "{}", text);
        }
    }

    #[test]
    fn what_is_written_is_found_again(game in games()) {
        let record = Record::from_game(&game);
        let moves = |record: &Record| record.squares().collect::<Vec<_>>();
        let position = Diagram::of(game.position());
        // The text of a finished game names no side.
        let is_over = game.position().board().is_game_over();
        let ended = |position: Position| match position.side_to_move() {
            Color::White if is_over => position.with_side_to_move(Color::Black),
            _ => position,
        };
        for text in [position.svg(), position.text(), position.markdown()] {
            let item = find(&text).unwrap().into_first();
            prop_assert_eq!(ended(item.position), ended(game.position()), "{}", text);
            prop_assert!(item.into_record().moves.is_empty());
        }
        let kifu = Diagram::kifu(&record);
        let mut texts = vec![svg::still(&record, None), svg::animation(&record), kifu.svg()];
        if !moves(&record).is_empty() {
            texts.extend([kifu.text(), kifu.markdown()]);
        }
        let formats = texts_of_moves(&record).map(|format| print(format, &record));
        for text in texts.into_iter().chain(formats) {
            let found = find(&text).unwrap();
            prop_assert_eq!(found.items.len(), 1, "{}", text);
            let again = found.into_first().into_record();
            prop_assert_eq!(again.start, record.start, "{}", text);
            prop_assert_eq!(moves(&again), moves(&record), "{}", text);
            let read = read_one(&text, None);
            prop_assert_eq!((read.start, moves(&read)), (record.start, moves(&record)), "{}", text);
        }
    }

    #[test]
    fn all_that_a_format_can_hold_comes_back(record in plain_records()) {
        for format in texts() {
            let text = print(format, &record);
            let mut again = read_one(&text, Some(format));
            let result = again.result.take();
            // A name that is not known is kept as it is written.
            let heads = ["Event", "Site", "Date", "Round", "Black", "White"];
            again.tags.retain(|tag| !(heads.contains(&tag.name) && matches!(tag.text, "-" | "?")));
            prop_assert_eq!(&again, &held(format, &record), "{}", text);
            if !leaves_out(format, &record, GamePart::Result) {
                let stated = record.true_result().unwrap_or_default();
                let result = result.unwrap_or_default();
                prop_assert_eq!(result.ending, stated.ending, "{}", text);
                // The result of a finished game is on the board.
                if format.is_plain() && record.outcome().is_some() {
                    continue;
                }
                let winner = |result: StatedResult| result.score.map(StatedScore::winner);
                prop_assert_eq!(winner(result), winner(stated), "{}", text);
                let margin = |result: StatedResult| result.score.and_then(StatedScore::margin);
                // A server gives the whole board to the other side.
                let is_whole = format == Format::Ggf && stated.ending.is_some() && margin(stated).is_none();
                if !is_whole {
                    prop_assert_eq!(margin(result), margin(stated), "{}", text);
                }
            }
        }
    }

    #[test]
    fn what_was_read_once_is_read_again_as_the_same(record in wild_records()) {
        for format in texts() {
            let once = read_one(&print(format, &record), Some(format));
            prop_assert_eq!(once.final_position(), record.final_position());
            let left_out = format.left_out(&once);
            prop_assert_eq!(left_out, LeftOut::default());
            let text = print(format, &once);
            prop_assert_eq!(&read_one(&text, Some(format)), &once, "{}", text);
            prop_assert_eq!(print(format, &read_one(&text, Some(format))), text);
        }
    }

    #[test]
    fn nothing_that_is_written_holds_a_control_character(record in wild_records()) {
        for format in texts().chain([Format::Svg]) {
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
        let mut record = { let mut record = Record::default(); record.start = game.position(); record };
        let text = print(Format::Obf, &record);
        record.moves = read_one(&text, None).moves;
        prop_assert_eq!(read_one(&text, None), record);
    }

    /// Takes seconds: each of 40 cases, by default, makes up to five random records with notes on every move.
    #[test]
    fn wthor_files_come_back(mut records in prop::collection::vec(plain_records(), 0..6)) {
        let is_possible = |record: &Record| {
            let score = record.true_result().and_then(|result| result.score);
            record.start == Position::START && score.and_then(StatedScore::counts).is_some()
        };
        for record in &records {
            let mut writer = wthor::Writer::new(std::io::Cursor::new(Vec::new()), (2024, 2, 29), 1999).unwrap();
            prop_assert_eq!(writer.write(record).unwrap().is_ok(), is_possible(record));
        }
        records.retain(is_possible);
        let read = wthor_files(&records, 1999);
        prop_assert_eq!(read.len(), records.len());
        let depth = records.iter().find_map(|record| record.theoretical).map(|score| score.empties);
        for (mut again, record) in read.into_iter().zip(&records) {
            prop_assert_eq!(gist(again.result.take()), gist(record.true_result()));
            let mut expected = held(Format::Wthor, record);
            // A file has one year and one depth, and a theoretical score for every game.
            "1999".clone_into(&mut expected.date);
            match (&mut expected.theoretical, depth) {
                (Some(score), Some(empties)) => score.empties = empties,
                (theoretical, _) => *theoretical = again.theoretical,
            }
            let names = |record: &Record| [record.players.black.clone(), record.players.white.clone(), record.event.clone()];
            let are_held = names(&again) == names(&expected).map(|name| if name.is_empty() { "???".to_owned() } else { name });
            prop_assert_eq!(are_held, !leaves_out(Format::Wthor, record, GamePart::Characters));
            expected.players.clone_from(&again.players);
            expected.event.clone_from(&again.event);
            prop_assert_eq!(again, expected);
        }
    }

    /// Takes seconds: each of 40 cases, by default, makes up to four random records with notes on every move.
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
