//! Words for sentences, which every part of the program uses: grammar, numbers, lists, dates, paths and columns.

pub mod columns;
pub mod faults;

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::Duration;

use reversi::{ByColor, Color, MoveError, Opening, Outcome, Square, SquareSet};
use reversi_notation::{GamePart, clean};
use reversi_text::{Language, Message, Name, Said, label, tr};

/// A count and its noun: `1 disc`, `2 discs`, `3 entries`.
pub fn plural<N: Copy + Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    if count == N::from(1) {
        format!("{count} {noun}")
    } else if let Some(stem) = noun.strip_suffix('y') {
        format!("{count} {stem}ies")
    } else {
        format!("{count} {noun}s")
    }
}

/// A list of names in a sentence: `a, b or c`.
pub fn one_of(names: &[impl AsRef<str>]) -> Said {
    let names = names.iter().map(|name| name.as_ref().to_owned());
    Said::one_of(names.map(Said::verbatim))
}

/// Returns the name of an opening, with the Japanese one if it is wanted and known. The language says which comes first.
pub fn opening_name(opening: &Opening, japanese: bool) -> Said {
    let english = Name(opening.english);
    match opening.japanese.filter(|_| japanese) {
        Some(name) => {
            tr!("{english} ({japanese})"; "an opening", english, japanese = Name(name))
        }
        None => Said::verbatim(opening.english),
    }
}

/// Returns the name of an opening in the current language alone, if it has one there and Japanese names are wanted.
pub fn short_opening_name(opening: &Opening, japanese: bool) -> &'static str {
    let is_own = japanese && Language::current() == Language::Japanese;
    let own = opening.japanese.filter(|_| is_own);
    own.unwrap_or(opening.english)
}

/// Returns the tags that a format leaves out, each with the name of its own format: `SGF properties LB and TR`.
pub fn tags_text<'a>(tags: impl IntoIterator<Item = (&'a str, &'a str)>) -> Said {
    let mut formats: Vec<(&str, Vec<Said>)> = Vec::new();
    for (format, name) in tags {
        let name = Said::verbatim(name.to_owned());
        match formats.last_mut() {
            Some((last, names)) if *last == format => names.push(name),
            _ => formats.push((format, vec![name])),
        }
    }
    Said::clauses(formats.into_iter().map(|(format, names)| {
        let is_one = names.len() == 1;
        let (upper, names) = (format.to_uppercase(), &Said::all_of(names));
        let upper = Name(&upper);
        match format {
            // They have the names of squares.
            "obf" => tr!("OBF scores of moves"),
            "sgf" if is_one => tr!("SGF property {names}", names),
            "sgf" => tr!("SGF properties {names}", names),
            _ if is_one => tr!("{format} tag {names}", format = upper, names),
            _ => tr!("{format} tags {names}", format = upper, names),
        }
    }))
}

/// Returns the name of a part of several games, in a sentence about what a format cannot hold.
pub fn parts_of_games(part: GamePart) -> &'static Message {
    match part {
        GamePart::Moves => label!("moves"; "parts of games"),
        GamePart::Players => label!("players"; "parts of games"),
        GamePart::Ratings => label!("ratings"; "parts of games"),
        GamePart::Date => label!("dates"; "parts of games"),
        GamePart::Place => label!("places"; "parts of games"),
        GamePart::Event => label!("events"; "parts of games"),
        GamePart::Round => label!("rounds"; "parts of games"),
        GamePart::TimeControl => label!("time controls"; "parts of games"),
        GamePart::Result => label!("results"; "parts of games"),
        GamePart::Theoretical => label!("theoretical scores"; "parts of games"),
        GamePart::GameComment => label!("comments on the game"; "parts of games"),
        GamePart::MoveComments => label!("comments on moves"; "parts of games"),
        GamePart::NodeNames => label!("names of moves"; "parts of games"),
        GamePart::Marks => label!("marks"; "parts of games"),
        GamePart::Evaluations => label!("evaluations"; "parts of games"),
        GamePart::Times => label!("times of moves"; "parts of games"),
        GamePart::Origin => label!("origins of moves"; "parts of games"),
        GamePart::Tags => label!("tags of other formats"; "parts of games"),
        GamePart::Variations => label!("variations"; "parts of games"),
        GamePart::Characters => label!("characters"; "parts of games"),
        _ => label!("other parts"; "parts of games"),
    }
}

/// Capitalizes a clause, unless it starts with the name of a square.
pub fn capitalized(clause: &str) -> String {
    let mut chars = clause.chars();
    match (chars.next(), chars.next()) {
        (Some(first), Some(second)) if !second.is_ascii_digit() => {
            first.to_uppercase().collect::<String>() + &clause[first.len_utf8()..]
        }
        _ => clause.to_owned(),
    }
}

/// A clause as a sentence.
pub fn sentence(clause: impl Display) -> String {
    Said::display(clause).sentence().into()
}

/// Returns a clause about a file, a line or an option with this name.
pub fn about(name: &str, clause: impl Display) -> Said {
    let name = Name(name);
    tr!("{name}: {clause}", name, clause = &Said::display(clause))
}

/// Why a move cannot be played: a clause. The error displays in English, for protocols.
pub fn illegal_move(error: MoveError) -> Said {
    match error {
        MoveError::Occupied { square, by } => {
            tr!("{square} is taken by {color}", square, color = by)
        }
        MoveError::NothingToTurn { square } => tr!("{square} would turn no discs", square),
        MoveError::GameOver => tr!("the game is over"),
    }
}

/// Why the system refuses something, by the kind of its error. Each clause follows what was tried: `cannot read a: ...`.
const REASONS: [(ErrorKind, &Message); 35] = [
    (
        ErrorKind::NotFound,
        label!("there is no such file or folder"),
    ),
    (ErrorKind::PermissionDenied, label!("permission denied")),
    (ErrorKind::AlreadyExists, label!("it already exists")),
    (ErrorKind::IsADirectory, label!("it is a folder")),
    (
        ErrorKind::NotADirectory,
        label!("a part of the path is not a folder"),
    ),
    (
        ErrorKind::DirectoryNotEmpty,
        label!("the folder is not empty"),
    ),
    (
        ErrorKind::InvalidFilename,
        label!("the name is not valid there"),
    ),
    (ErrorKind::StorageFull, label!("the disk is full")),
    (
        ErrorKind::QuotaExceeded,
        label!("the disk quota is used up"),
    ),
    (
        ErrorKind::ReadOnlyFilesystem,
        label!("the disk is read-only"),
    ),
    (ErrorKind::FileTooLarge, label!("the file is too large")),
    (
        ErrorKind::NotSeekable,
        label!("it can only be read or written from start to end"),
    ),
    (
        ErrorKind::CrossesDevices,
        label!("the two places are on different disks"),
    ),
    (ErrorKind::TooManyLinks, label!("it has too many names")),
    (
        ErrorKind::StaleNetworkFileHandle,
        label!("it is no longer on the network"),
    ),
    (ErrorKind::ResourceBusy, label!("it is in use")),
    (
        ErrorKind::ExecutableFileBusy,
        label!("the program is in use"),
    ),
    (
        ErrorKind::Deadlock,
        label!("two programs wait for each other"),
    ),
    (ErrorKind::UnexpectedEof, label!("it ends too early")),
    (ErrorKind::BrokenPipe, label!("nobody is reading it")),
    (
        ErrorKind::AddrInUse,
        label!("another program is using this port"),
    ),
    (
        ErrorKind::AddrNotAvailable,
        label!("this computer does not have this address"),
    ),
    (
        ErrorKind::ConnectionRefused,
        label!("the connection was refused"),
    ),
    (ErrorKind::ConnectionReset, label!("the connection was cut")),
    (
        ErrorKind::ConnectionAborted,
        label!("the connection was aborted"),
    ),
    (ErrorKind::NotConnected, label!("there is no connection")),
    (
        ErrorKind::HostUnreachable,
        label!("the other computer cannot be reached"),
    ),
    (
        ErrorKind::NetworkUnreachable,
        label!("the network cannot be reached"),
    ),
    (ErrorKind::NetworkDown, label!("the network is down")),
    (ErrorKind::TimedOut, label!("it took too long")),
    (
        ErrorKind::WouldBlock,
        label!("it is not possible right now"),
    ),
    (ErrorKind::Interrupted, label!("it was interrupted")),
    (
        ErrorKind::Unsupported,
        label!("the system does not support it"),
    ),
    (
        ErrorKind::ArgumentListTooLong,
        label!("the command line is too long"),
    ),
    (ErrorKind::OutOfMemory, label!("there is too little memory")),
];

/// Why the system refused something, without the number of its error. A kind that is not listed is said in the system's words.
pub fn io_reason(error: &io::Error) -> Said {
    let own = REASONS.iter().find(|(kind, _)| *kind == error.kind());
    // An error that was made with a text says more.
    if let Some((_, clause)) = own.filter(|_| error.get_ref().is_none()) {
        return Said::from(*clause);
    }
    let text = error.to_string();
    let text = text.split(" (os error ").next().unwrap_or_default();
    // Windows says it in a sentence.
    Said::verbatim(clean(text.trim_end_matches('.')).into_owned())
}

/// Formats a number with its sign and this many decimals. What is shown as zero has the sign `+`.
pub fn signed(number: f64, decimals: usize) -> String {
    let text = format!("{number:+.decimals$}");
    if text.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) {
        text
    } else {
        text.replace('-', "+")
    }
}

/// A local date and time without its seconds: `2024-05-17 20:15`. A date alone stays as it is.
pub fn to_the_minute(date: &str) -> &str {
    match date.as_bytes().get(13) {
        Some(b':') => date.get(..16).unwrap_or(date),
        _ => date,
    }
}

/// Returns whether a text has each of the words that are typed, in any case: how long lists filter.
pub fn has_words(text: &str, typed: &str) -> bool {
    let (text, typed) = (text.to_lowercase(), typed.to_lowercase());
    typed.split_whitespace().all(|word| text.contains(word))
}

/// The squares of a set by name, in alphabetical order: `c4 d3 e6 f5`.
pub fn square_list(set: SquareSet) -> String {
    let mut names: Vec<String> = set.iter().map(|square| square.to_string()).collect();
    names.sort();
    names.join(" ")
}

/// A line of play: `f5 d6 c3`.
pub fn line_of_play(moves: &[Square]) -> String {
    let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
    names.join(" ")
}

/// A side in the middle of a sentence: `you` if it is the only person's, otherwise its colour.
///
/// In all sentences `you` is the side of the only person at the board, who is addressed by it, whatever the name in the
/// settings; `None` without a person or with two.
pub fn side(color: Color, you: Option<Color>) -> String {
    if you == Some(color) {
        "you".to_owned()
    } else {
        color.to_string()
    }
}

/// The result of a finished game: `Black wins 53-11.`, `Draw 32-32.`; to the player of a side `You win 53-11.` or `You
/// lose 11-53.`
pub fn result(outcome: &Outcome, you: Option<Color>) -> Said {
    let Some(winner) = outcome.winner else {
        let ByColor { black, white } = outcome.score;
        return tr!("Draw {black}-{white}.", black, white);
    };
    let side = you.unwrap_or(winner);
    let (own, other) = (outcome.score[side], outcome.score[side.opposite()]);
    match you {
        None => tr!("{winner} wins {own}-{other}.", winner, own, other),
        Some(you) if you == winner => tr!("You win {own}-{other}.", own, other),
        Some(_) => tr!("You lose {own}-{other}.", own, other),
    }
}

/// The time that a move took, in at most four characters: `3.4s`, `42s`, `3:05`, `59m`, `2h05`.
pub fn time_cell(time: Duration) -> String {
    let millis = time.as_millis();
    let (tenths, seconds) = ((millis + 50) / 100, (millis + 500) / 1000);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match (tenths, seconds) {
        (..100, _) => format!("{}.{}s", tenths / 10, tenths % 10),
        (_, ..60) => format!("{seconds}s"),
        (_, ..600) => format!("{minutes}:{:02}", seconds % 60),
        (_, ..3600) => format!("{minutes}m"),
        (_, ..36_000) => format!("{hours}h{minutes:02}"),
        _ => ">10h".to_owned(),
    }
}

/// A time in whole seconds: `0:42`.
pub fn time_spent(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// A program cannot be started.
pub(crate) fn cannot_start(program: &str, reason: &Said) -> Said {
    // Not as Rust shows a text: it would double the backslashes of a path.
    let program = Name(&clean(program));
    tr!("cannot start \"{program}\": {reason}", program, reason)
}

/// A path of a file, safe to show, without the `\\?\` that Windows puts in front of a complete one.
pub fn path_text(path: &Path) -> String {
    clean(&dunce::simplified(path).display().to_string()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_of_the_system_ends_without_a_full_stop_and_without_a_number() {
        let reason = |text| io_reason(&io::Error::other(text));
        assert_eq!(reason("Access is denied. (os error 5)"), "Access is denied");
        assert_eq!(reason("No space left (os error 28)"), "No space left");
        let missing = std::fs::read("no/such/file").unwrap_err();
        assert_eq!(io_reason(&missing), "there is no such file or folder");
        let own = io::Error::new(ErrorKind::NotFound, "\"a\": it is not there");
        assert_eq!(io_reason(&own), "\"a\": it is not there");
    }

    #[test]
    fn every_kind_of_error_that_the_system_knows_has_its_own_words() {
        let said = REASONS.map(|(kind, clause)| (format!("{kind:?}"), clause.text()));
        for (index, (kind, clause)) in said.iter().enumerate() {
            let others = &said[index + 1..];
            assert!(
                others.iter().all(|(k, c)| k != kind && c != clause),
                "{kind}: {clause}"
            );
        }
        // Two have no stable name in Rust, and InvalidInput comes with a text of its own.
        let without = [
            "Uncategorized",
            "FilesystemLoop",
            "InProgress",
            "InvalidInput",
        ];
        for code in 1..12_000 {
            let error = io::Error::from_raw_os_error(code);
            let kind = format!("{:?}", error.kind());
            let own = said.iter().find(|(of, _)| *of == kind);
            match own {
                Some((_, clause)) => assert_eq!(io_reason(&error), *clause),
                None => assert!(without.contains(&&*kind), "{code}: {kind}"),
            }
        }
    }

    #[test]
    fn a_program_that_cannot_be_started_is_named_as_it_was_typed() {
        let named = cannot_start(r"C:\engines\edax.exe", &Said::verbatim("it is not there"));
        assert_eq!(
            named,
            r#"cannot start "C:\engines\edax.exe": it is not there"#
        );
    }

    #[test]
    fn the_time_of_a_move_takes_four_characters_at_most() {
        let cell = |millis| time_cell(Duration::from_millis(millis));
        let cases = [
            (0, "0.0s"),
            (3_449, "3.4s"),
            (9_949, "9.9s"),
            (9_951, "10s"),
            (59_499, "59s"),
            (59_500, "1:00"),
            (185_000, "3:05"),
            (3_540_000, "59m"),
            (7_500_000, "2h05"),
            (100_000_000, ">10h"),
        ];
        for (millis, text) in cases {
            assert_eq!(cell(millis), text);
        }
        for seconds in 0..100_000 {
            assert!(cell(1000 * seconds).len() <= 4);
        }
        assert_eq!(time_spent(Duration::from_secs(42)), "0:42");
        assert_eq!(time_spent(Duration::from_secs(3725)), "1:02:05");
    }
}
