//! How games begin: with the four discs in the middle, or after the moves of an opening.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::{fmt, io};

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};

use crate::phrase::faults::{problem, record_error, remarks};
use crate::phrase::{about, has_words, io_reason, one_of, path_text, plural};
use reversi::{Game, Opening, Position, balanced_openings, transcript};
use reversi_notation::{Problem, RecordError, Remark, clean, detect};
use reversi_text::{Name, Said, tr};

/// The most random moves that a game begins with.
pub const MOST_RANDOM: u32 = 40;

/// The number of names that an error suggests.
const PROPOSED: usize = 4;

/// How games begin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum GameOpening {
    /// With the four discs in the middle.
    #[default]
    Standard,
    /// After this many random moves.
    Random(u32),
    /// After one of the balanced openings.
    Balanced,
    /// After a named opening.
    Named(&'static Opening),
    /// After these moves, a transcript.
    Moves(String),
    /// After one of the lines of a file.
    Lines(Arc<OpeningFile>),
}

/// Starts the game of a number. Also returns the name of its opening, if it has one.
pub type GameStarts<G = Game> = dyn Fn(u32) -> (G, Option<String>) + Send + Sync;

/// The lines of a file, such as the XOT list.
#[derive(Debug, PartialEq, Eq)]
pub struct OpeningFile {
    /// The name of the file, as it was given.
    name: String,
    /// Transcripts from the standard start, each once.
    lines: Vec<String>,
    /// How the file was read, if that may be done in another way.
    reading: Vec<Remark>,
}

/// An error for a text that does not say how games begin. Displays as a clause.
#[derive(Debug, thiserror::Error)]
pub enum GameOpeningError {
    /// There is no opening of this name; the names that come close.
    #[error("{}", tr!("{text} is no opening: {proposal}", text = Name(&format!("{:?}", clean(_0))), proposal = &proposed(_1)))]
    Unknown(String, Vec<&'static str>),
    /// A move cannot be played.
    #[error("{}", problem(_0))]
    Moves(Problem),
    /// The game is over after the moves.
    #[error("{}", tr!("the game is over after these moves; an opening leaves moves to play"))]
    Over,
    /// There are more random moves than [`MOST_RANDOM`].
    #[error("{}", tr!("expected a whole number from 0 to {most}, balanced, a name such as Tiger, moves, or a file", most = MOST_RANDOM))]
    TooMany,
    /// The file cannot be opened.
    #[error("{}", tr!("cannot read {path}: {why}", path = Name(&path_text(_0)), why = &io_reason(_1)))]
    Unreadable(PathBuf, io::Error),
    /// A game of the file cannot be read.
    #[error("{}", about(&path_text(_0), record_error(_1)))]
    Record(PathBuf, RecordError),
    /// The game of this number in the file is no opening.
    #[error("{}", tr!("{path}: game {number} has no moves, is over, or begins from another position", path = Name(&path_text(_0)), number = *_1))]
    NotAnOpening(PathBuf, usize),
    /// The file has no games.
    #[error("{}", tr!("{path}: there are no openings in it", path = Name(&path_text(_0))))]
    Empty(PathBuf),
}

fn proposed(near: &[&'static str]) -> Said {
    match near {
        [] => tr!("use a name like Tiger, moves like f5d6c3, balanced, random, or a file"),
        near => tr!("did you mean {names}?", names = &one_of(near)),
    }
}

impl GameOpeningError {
    /// Returns whether it is about a file, not about the text that names it.
    pub const fn is_of_the_file(&self) -> bool {
        match self {
            Self::Unreadable(..) | Self::Record(..) | Self::NotAnOpening(..) | Self::Empty(_) => {
                true
            }
            Self::Unknown(..) | Self::Moves(_) | Self::Over | Self::TooMany => false,
        }
    }
}

impl OpeningFile {
    /// Reads the openings of a file: games from the standard start that are not over, in any format.
    ///
    /// # Errors
    /// [`GameOpeningError`]: the file cannot be read, or a game in it is no opening.
    pub fn read(name: &str, path: &Path) -> Result<Self, GameOpeningError> {
        let path = path.to_owned();
        let records = match detect::open(&path, None) {
            Ok(records) => records,
            Err(error) => return Err(GameOpeningError::Unreadable(path, error)),
        };
        let (mut lines, mut seen, mut reading) = (Vec::new(), HashSet::new(), Vec::new());
        for (index, record) in records.enumerate() {
            let record = match record {
                Ok(record) => record,
                Err(error) => return Err(GameOpeningError::Record(path, error)),
            };
            if reading.is_empty() {
                reading.clone_from(&record.reading);
            }
            let opening = record.replay().ok().filter(|game| {
                let is_standard = game.start() == Position::START;
                is_standard && game.outcome().is_none() && !game.entries().is_empty()
            });
            let Some(game) = opening else {
                return Err(GameOpeningError::NotAnOpening(path, index + 1));
            };
            let line = transcript::print(&game);
            if seen.insert(line.clone()) {
                lines.push(line);
            }
        }
        if lines.is_empty() {
            return Err(GameOpeningError::Empty(path));
        }
        Ok(Self {
            name: name.to_owned(),
            lines,
            reading,
        })
    }
}

impl GameOpening {
    /// Parses a text as [`FromStr`] does, or reads the file that it names. `path_of` returns the path for a file name.
    ///
    /// # Errors
    /// [`GameOpeningError`].
    pub fn find(text: &str, path_of: impl Fn(&str) -> PathBuf) -> Result<Self, GameOpeningError> {
        let parsed = text.parse();
        if parsed.is_ok() {
            return parsed;
        }
        let path = path_of(text);
        // The error for a missing file is about the file.
        let names_file = path.extension().is_some() || path.components().count() > 1;
        if path.is_file() || names_file {
            return OpeningFile::read(text, &path).map(|file| Self::Lines(Arc::new(file)));
        }
        parsed
    }

    /// Returns how the file of its lines was read, as a clause, if that may be done in another way.
    pub fn reading(&self) -> Option<Said> {
        let Self::Lines(file) = self else {
            return None;
        };
        (!file.reading.is_empty()).then(|| remarks(&file.reading))
    }

    /// Returns a game after its opening. Where there are several openings, the random seed and the number of the game
    /// choose one; none comes back before all have been used.
    ///
    /// # Panics
    /// Never: every line was played when it was read.
    pub fn game(&self, seed: u64, number: u32) -> Game {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let line = match self {
            Self::Standard => "",
            Self::Random(moves) => {
                chance.set_stream(number.into());
                return random_game(*moves, &mut chance);
            }
            Self::Balanced => pick(balanced_openings(), number, &mut chance),
            Self::Named(opening) => opening.moves,
            Self::Moves(line) => line,
            Self::Lines(file) => {
                let lines: Vec<&str> = file.lines.iter().map(String::as_str).collect();
                pick(&lines, number, &mut chance)
            }
        };
        transcript::parse(line).expect("every line was played when it was read")
    }

    /// Returns a [game](Self::game) with the name of its opening for its record: `None` for a game without moves.
    pub fn start(&self, seed: u64, number: u32) -> (Game, Option<String>) {
        let game = self.game(seed, number);
        let name = self.name_in(&game);
        (game, name)
    }

    /// Returns what [starts](Self::start) the games of this seed by their numbers; `None` for the standard start.
    pub fn starts(&self, seed: u64) -> Option<Arc<GameStarts>> {
        let opening = self.clone();
        let varies = opening != Self::Standard;
        varies.then(|| Arc::new(move |number| opening.start(seed, number)) as _)
    }

    fn name_in(&self, game: &Game) -> Option<String> {
        if game.entries().is_empty() {
            return None;
        }
        let opening = match self {
            Self::Named(opening) => Some(*opening),
            _ => Opening::of(game.positions()),
        };
        Some(opening.map_or_else(
            || transcript::print(game),
            |opening| opening.english.to_owned(),
        ))
    }
}

/// Shuffles the lines and returns the one with this number, starting over after the last.
fn pick<'a>(lines: &[&'a str], number: u32, chance: &mut ChaCha8Rng) -> &'a str {
    let mut lines = lines.to_vec();
    lines.shuffle(chance);
    lines[number as usize % lines.len()]
}

/// Returns a game after this many random moves, in which the side to move has a choice.
pub fn random_game(moves: u32, chance: &mut ChaCha8Rng) -> Game {
    loop {
        let mut game = Game::new();
        let mut left = moves;
        while left > 0 && game.outcome().is_none() {
            let count = game.legal_moves().bits().count_ones();
            // A u32 range: the random number must not depend on the width of usize.
            let index = chance.random_range(0..count) as usize;
            let Some(square) = game.legal_moves().iter().nth(index) else {
                break;
            };
            if game.play(square).is_err() {
                break;
            }
            left -= 1;
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// Parses `standard` or `usual`, `balanced`, `random`, a number of random moves, a transcript, or the name of an
/// opening. A name may be shortened as long as it matches one opening.
impl FromStr for GameOpening {
    type Err = GameOpeningError;

    fn from_str(text: &str) -> Result<Self, GameOpeningError> {
        let text = text.trim();
        match text.to_lowercase().as_str() {
            "standard" | "usual" => return Ok(Self::Standard),
            "balanced" => return Ok(Self::Balanced),
            "random" => return Ok(Self::Random(8)),
            _ => {}
        }
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            let moves = text.parse().ok().filter(|&moves| moves <= MOST_RANDOM);
            let moves = moves.ok_or(GameOpeningError::TooMany)?;
            return Ok(Self::Random(moves));
        }
        if is_transcript(text) {
            let game = transcript::parse(text);
            let game = game.map_err(|error| GameOpeningError::Moves(error.into()))?;
            if game.outcome().is_some() {
                return Err(GameOpeningError::Over);
            }
            return Ok(Self::Moves(transcript::print(&game)));
        }
        named(text).map(Self::Named)
    }
}

/// Returns whether a text begins with a square, as a transcript does.
fn is_transcript(text: &str) -> bool {
    let mut letters = text.chars();
    let file = letters
        .next()
        .is_some_and(|letter| matches!(letter, 'a'..='h' | 'A'..='H'));
    file && letters
        .next()
        .is_some_and(|digit| matches!(digit, '1'..='8'))
}

/// Finds an opening by its English or Japanese name, by how a name begins, or by words in it.
fn named(text: &str) -> Result<&'static Opening, GameOpeningError> {
    let typed = text.to_lowercase();
    let matches = |is_match: &dyn Fn(&str) -> bool| -> Vec<&'static Opening> {
        let all = Opening::ALL.iter();
        all.filter(|opening| {
            let mut names = [opening.english].into_iter().chain(opening.japanese);
            names.any(|name| is_match(&name.to_lowercase()))
        })
        .collect()
    };
    let exact = matches(&|name| name == typed);
    if let Some(opening) = exact.first() {
        return Ok(opening);
    }
    let found = [
        matches(&|name| name.starts_with(&typed)),
        matches(&|name| has_words(name, &typed)),
    ];
    let mut found = found.into_iter();
    let found = found.find(|found| !found.is_empty() && !typed.is_empty());
    match &found.unwrap_or_default()[..] {
        [opening] => Ok(opening),
        several => {
            let near = several.iter().map(|opening| opening.english);
            let near = near.take(PROPOSED).collect();
            Err(GameOpeningError::Unknown(text.to_owned(), near))
        }
    }
}

/// Prints what [`GameOpening::find`] reads.
impl fmt::Display for GameOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Standard => f.write_str("standard"),
            Self::Random(moves) => write!(f, "{moves}"),
            Self::Balanced => f.write_str("balanced"),
            Self::Named(opening) => f.write_str(opening.english),
            Self::Moves(line) => f.write_str(line),
            Self::Lines(file) => f.write_str(&file.name),
        }
    }
}

impl GameOpening {
    /// Returns how the games of a match begin, as its file has it.
    pub fn in_files(&self) -> String {
        match self {
            Self::Standard => "the standard start".to_owned(),
            Self::Random(moves) => format!("openings of {moves} moves"),
            Self::Balanced => "balanced openings".to_owned(),
            Self::Named(opening) => format!("the opening {}", opening.english),
            Self::Moves(line) => format!("the opening {line}"),
            Self::Lines(file) => {
                let lines = plural(file.lines.len(), "opening");
                format!("{lines} of {}", path_text(Path::new(&file.name)))
            }
        }
    }

    /// Returns a part of a sentence about several games: `openings of 8 moves`.
    pub fn describe(&self) -> Said {
        let one = |name| tr!("the opening {name}", name = Name(name));
        match self {
            Self::Standard => tr!("the standard start"),
            Self::Random(count) => tr!(
                "openings of {count} move" | "openings of {count} moves",
                count = *count
            ),
            Self::Balanced => tr!("balanced openings"),
            Self::Named(opening) => one(opening.english),
            Self::Moves(line) => one(line),
            Self::Lines(file) => {
                let path = path_text(Path::new(&file.name));
                let (path, count) = (Name(&path), file.lines.len());
                tr!(
                    "{count} opening of {path}" | "{count} openings of {path}",
                    count,
                    path
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(text: &str) -> Result<GameOpening, String> {
        GameOpening::find(text, |text| PathBuf::from(text)).map_err(|why| why.to_string())
    }

    #[test]
    fn every_named_opening_is_found_by_its_names_and_begins_its_games() {
        for opening in Opening::ALL {
            for name in [opening.english].into_iter().chain(opening.japanese) {
                let found = find(&name.to_uppercase()).unwrap();
                // A name may stand for two lines.
                assert_eq!(found.to_string(), opening.english);
                let (game, named) = found.start(7, 3);
                assert_eq!(named.as_deref(), Some(opening.english));
                assert_eq!(
                    Opening::at(game.position()).unwrap().english,
                    opening.english
                );
            }
        }
    }

    #[test]
    fn a_game_without_random_moves_has_no_opening() {
        assert_eq!(find("0").unwrap().start(7, 0), (Game::new(), None));
        let (game, name) = find("1").unwrap().start(7, 0);
        assert_eq!(name, Some(transcript::print(&game)));
    }

    #[test]
    fn what_is_printed_is_read_as_the_same() {
        for text in ["standard", "balanced", "0", "40", "Tiger", "f5d6c3"] {
            let found = find(text).unwrap();
            assert_eq!(found.to_string(), text);
            assert_eq!(find(&found.to_string()).unwrap(), found);
        }
        assert_eq!(find("F5 d6 C3").ok(), find("f5d6c3").ok());
        assert_eq!(find("random"), Ok(GameOpening::Random(8)));
    }

    #[test]
    fn a_shortened_name_is_enough_unless_it_means_several() {
        assert_eq!(find("steph").unwrap().to_string(), "Stephenson");
        let why = find("bill").unwrap_err();
        assert!(
            why.starts_with("\"bill\" is no opening: did you mean Rose-Bill"),
            "{why}"
        );
        let why = find("xyz").unwrap_err();
        assert!(why.contains("use a name like Tiger"), "{why}");
        assert!(find("").is_err());
    }

    #[test]
    fn moves_that_cannot_begin_a_game_are_refused_with_their_place() {
        let why = find("f5f5").unwrap_err();
        assert!(why.contains("f5"), "{why}");
        let over = "e6f4e3f6g5d6e7f5c5";
        assert!(find(over).unwrap_err().contains("over"), "{:?}", find(over));
        assert!(find("41").unwrap_err().contains("from 0 to 40"));
    }

    #[test]
    fn the_lines_of_a_file_are_all_drawn_before_one_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("xot.txt");
        let lines = [
            "f5d6c3d3c4f4e3",
            "f5d6c3d3c4f4e6",
            "f5d6c3d3c4f4c6",
            "f5d6c3d3c4f4c6",
        ];
        std::fs::write(&path, lines.join("\n")).unwrap();
        let found = find(path.to_str().unwrap()).unwrap();
        assert!(
            found.describe().starts_with("3 openings of "),
            "{}",
            found.describe()
        );
        for seed in 0..5 {
            let mut drawn: Vec<_> = (0..3)
                .map(|number| transcript::print(&found.game(seed, number)))
                .collect();
            assert_eq!(found.game(seed, 0), found.game(seed, 3));
            drawn.sort();
            let mut expected = lines[..3].to_vec();
            expected.sort_unstable();
            assert_eq!(drawn, expected);
        }
        std::fs::write(&path, "f5d6\nf5f5").unwrap();
        let why = find(path.to_str().unwrap()).unwrap_err();
        assert!(why.contains("xot.txt") && why.contains('2'), "{why}");
        let why = find("none/such.txt").unwrap_err();
        assert!(why.starts_with("cannot read none/such.txt: "), "{why}");
        std::fs::write(&path, "f5d6c3d3c4\nf5d6c3d3c4f4c5b3c2\ne6f4e3f6g5d6e7f5c5").unwrap();
        let why = find(path.to_str().unwrap()).unwrap_err();
        assert!(why.contains("game 3 has no moves, is over"), "{why}");
    }
}
