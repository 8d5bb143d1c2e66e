//! Owns the random games and records that the laws are tried on.

use proptest::prelude::*;
use proptest::string::string_regex;
use reversi::{ByColor, Color, ForeignTags, Game, MoveMark, Position, SquareSet};
use reversi_notation::{
    Format, Record, RecordError, StatedEnding, StatedResult, StatedScore, TheoreticalScore, detect,
};

/// Reads everything that a text holds.
pub(crate) fn read_all(
    text: impl AsRef<[u8]>,
    hint: Option<Format>,
) -> Vec<Result<Record, RecordError>> {
    detect::read(text.as_ref(), hint).collect()
}

/// Reads the one game that a text holds.
pub(crate) fn read_one(text: &str, hint: Option<Format>) -> Record {
    let mut games = read_all(text, hint);
    assert_eq!(games.len(), 1, "{text}");
    games
        .remove(0)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

pub(crate) fn print(format: Format, record: &Record) -> String {
    let mut text = String::new();
    assert!(format.write(record, &mut text));
    text
}

/// The formats whose texts can be written and read.
pub(crate) fn texts() -> impl Iterator<Item = Format> {
    let is_read = |format: &Format| format.can_be_read() && format.between_games().is_some();
    Format::ALL.into_iter().filter(is_read)
}

/// Plays on from a position: each number chooses among the legal moves.
fn play(start: Position, choices: &[u8]) -> Game {
    let mut game = Game::from_position(start);
    for &choice in choices {
        let moves: Vec<_> = game.legal_moves().iter().collect();
        if moves.is_empty() {
            break;
        }
        game.play(moves[usize::from(choice) % moves.len()]).unwrap();
    }
    game
}

/// The usual start, a position from a game, or discs thrown onto the board.
pub(crate) fn starts() -> impl Strategy<Value = Position> {
    let color = prop_oneof![Just(Color::Black), Just(Color::White)];
    let thrown = (any::<u64>(), any::<u64>(), any::<u64>(), color).prop_map(|(a, b, c, side)| {
        // Every second square or fewer is taken, so that passes and early ends are common.
        let discs = ByColor::new(a & b, c & !(a & b) & (a | b));
        Position::from_discs(discs.map(SquareSet::from_bits), side).unwrap()
    });
    prop_oneof![
        3 => Just(Position::START),
        1 => prop::collection::vec(any::<u8>(), 0..40)
            .prop_map(|choices| play(Position::START, &choices).position()),
        2 => thrown,
    ]
}

/// Games of any length from any start.
pub(crate) fn games() -> impl Strategy<Value = Game> {
    (starts(), prop::collection::vec(any::<u8>(), 0..64))
        .prop_map(|(start, choices)| play(start, &choices))
}

/// What people write: words of several scripts, and now and then something else.
fn plain_texts() -> BoxedStrategy<String> {
    of_form("([A-Za-z0-9é村?!,.+'&<>-]{1,6}( [A-Za-z0-9é村()-]{1,6}){0,2})?")
}

/// Texts that match a regular expression, which is parsed once and not for each of them.
fn of_form(form: &str) -> BoxedStrategy<String> {
    string_regex(form).unwrap().boxed()
}

/// Numbers that are written with few digits, and others.
fn numbers() -> impl Strategy<Value = f64> {
    prop_oneof![
        (-6400i32..6400).prop_map(|n| f64::from(n) / 100.0),
        any::<f64>().prop_filter("finite", |x| x.is_finite()),
    ]
}

fn results() -> impl Strategy<Value = StatedResult> {
    let winner = prop_oneof![
        Just(None),
        Just(Some(Color::Black)),
        Just(Some(Color::White))
    ];
    let score = prop_oneof![
        (0u32..=64).prop_map(|black| StatedScore::Counts(ByColor::new(black, 64 - black))),
        (-64i32..=64).prop_map(|margin| StatedScore::Margin(f64::from(margin))),
        winner.prop_map(StatedScore::Winner),
    ];
    let ending = prop_oneof![
        Just(StatedEnding::Resignation),
        Just(StatedEnding::Time),
        Just(StatedEnding::Agreement),
        Just(StatedEnding::Left),
    ];
    (prop::option::of(score), prop::option::of(ending))
        .prop_map(|(score, ending)| StatedResult { score, ending })
}

/// Tags without a meaning for this library, as files of a format have them.
fn tags_of<S: Strategy<Value = String>>(
    text: S,
    formats: &[Format],
) -> impl Strategy<Value = ForeignTags> + use<S> {
    let format = prop::sample::select(formats.to_vec());
    let name = prop::sample::select(vec!["LB", "TR", "AN", "KM", "Xy1"]);
    let tags = (format, prop::collection::vec((name, text), 1..4)).prop_map(|(format, tags)| {
        let tag = |(name, text): (&str, String)| match format {
            Format::Sgf => format!("{name}[{}]", text.replace('\\', "\\\\").replace(']', "\\]")),
            Format::Ggf => format!("{name}[{}]", text.replace(']', "")),
            Format::Pgn => format!("[{name} \"{}\"]\n", text.replace(['\\', '"', '\n'], "")),
            _ => format!("; {name}:+2"),
        };
        let tags: String = tags.into_iter().map(tag).collect();
        let text = match format {
            Format::Sgf => format!("(;GM[2]{tags})"),
            Format::Ggf => format!("(;GM[Othello]{tags};)"),
            Format::Pgn => format!("[Event \"?\"]\n{tags}\n*\n"),
            _ => format!("{}{tags}", Position::START),
        };
        let read = read_all(text, Some(format)).into_iter().next();
        read.and_then(Result::ok).unwrap_or_default().tags
    });
    prop_oneof![2 => Just(ForeignTags::default()), 1 => tags]
}

/// Labels and other properties of a node of SGF.
pub(crate) fn node_tags() -> impl Strategy<Value = ForeignTags> {
    tags_of(
        of_form("[a-h][1-8](:[A-Z\\[\\]\\\\;)é\n]{0,3})?"),
        &[Format::Sgf],
    )
}

/// Records in which everything may be filled in, with texts made by `text`.
fn records_with<S: Strategy<Value = String> + Clone + 'static>(
    text: S,
) -> impl Strategy<Value = Record> {
    let head = prop::collection::vec(text.clone(), 8);
    let ratings = (prop::option::of(numbers()), prop::option::of(numbers()));
    let notes = (
        prop::option::of(numbers()),
        prop::option::of(numbers().prop_map(f64::abs)),
        prop_oneof![3 => Just(String::new()).boxed(), 1 => text.clone().boxed()],
        prop::option::of(prop::sample::select(MoveMark::ALL.to_vec())),
        tags_of(text.clone(), &[Format::Sgf, Format::Ggf]),
    );
    let notes = prop::collection::vec(notes, 70);
    let theoretical =
        (0..=64u8, 1..=60u8).prop_map(|(black, empties)| TheoreticalScore { black, empties });
    let origins = ["you computer", "host you casual:undo given*2 played hint*9"];
    let other = (
        prop::option::of(results()),
        prop::option::of(theoretical),
        prop::option::of(prop::sample::select(origins.to_vec())),
        any::<bool>(),
        tags_of(text, &[Format::Sgf, Format::Ggf, Format::Pgn, Format::Obf]),
    );
    (games(), head, ratings, notes, other).prop_map(
        |(game, head, ratings, notes, (result, theoretical, origin, same_time, tags))| {
            let mut record = Record::from_game(&game);
            record.tags = tags;
            record.theoretical = theoretical;
            record.origin = origin.map(|origin| origin.parse().unwrap());
            record.players = ByColor::new(head[0].clone(), head[1].clone());
            record.ratings = ByColor::new(ratings.0, ratings.1);
            record.date.clone_from(&head[2]);
            record.place.clone_from(&head[3]);
            record.event.clone_from(&head[4]);
            record.round.clone_from(&head[5]);
            let white_time = if same_time { 6 } else { 7 };
            record.time_control = ByColor::new(head[6].clone(), head[white_time].clone());
            record.comment.clone_from(&head[7]);
            if record.result.is_none() {
                record.result = result;
            }
            for (recorded, (evaluation, seconds, comment, mark, tags)) in
                record.moves.iter_mut().zip(notes)
            {
                recorded.notes.tags = tags;
                recorded.notes.mark = mark;
                recorded.notes.evaluation = evaluation;
                recorded.notes.seconds = seconds;
                recorded.notes.comment = comment;
            }
            record
        },
    )
}

/// Records as people fill them in.
pub(crate) fn plain_records() -> impl Strategy<Value = Record> {
    records_with(plain_texts().boxed())
}

/// Records whose texts may hold anything: brackets, braces, escape sequences, line ends.
pub(crate) fn wild_records() -> impl Strategy<Value = Record> {
    records_with(any::<String>().boxed())
}
