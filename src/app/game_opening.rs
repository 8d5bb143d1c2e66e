//! How games begin: with the four discs in the middle, or after the moves of an opening.

use std::collections::HashSet;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};

use crate::app::wording::{has_words, one_of, path_text, plural};
use crate::game::Game;
use crate::notation::{clean, detect, transcript};
use crate::opening::{Opening, balanced_openings};
use crate::position::Position;

/// The most random moves that a game begins with.
pub const MOST_RANDOM: u32 = 40;

/// The number of names that an error proposes.
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

/// The lines of a file, such as the XOT list.
#[derive(Debug, PartialEq, Eq)]
pub struct OpeningFile {
    /// The name of the file, as it was given.
    name: String,
    /// Transcripts from the standard start, each once.
    lines: Vec<String>,
}

/// Why a text is no beginning of a game. Displays as a clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameOpeningError {
    /// It names no opening; has names that are near.
    #[error("{} is no opening: {}", quoted(.0), proposed(.1))]
    Unknown(String, Vec<&'static str>),
    /// These moves cannot be played, or end the game.
    #[error("{}", .0)]
    Moves(String),
    /// More random moves than are possible.
    #[error(
        "expected a whole number from 0 to {MOST_RANDOM}, balanced, a name such as Tiger, moves, or a file"
    )]
    TooMany,
    /// The file has no lines to begin with. A clause.
    #[error("{}", .0)]
    File(String),
}

fn quoted(text: &str) -> String {
    format!("{:?}", clean(text))
}

fn proposed(near: &[&'static str]) -> String {
    match near {
        [] => "use a name like Tiger, moves like f5d6c3, balanced, random, or a file".to_owned(),
        near => format!("there is {}", one_of(near)),
    }
}

impl OpeningFile {
    /// Reads the games of a file from the standard start as openings: their moves, as many as there are.
    ///
    /// # Errors
    /// [`GameOpeningError::File`]: it cannot be read, or a game in it cannot be played.
    pub fn read(name: &str, path: &Path) -> Result<Self, GameOpeningError> {
        let fails = |why: String| GameOpeningError::File(format!("{}: {why}", path_text(path)));
        let records = detect::open(path, None).map_err(|error| fails(error.to_string()))?;
        let (mut lines, mut seen) = (Vec::new(), HashSet::new());
        for (index, record) in records.enumerate() {
            let record = record.map_err(|error| fails(error.to_string()))?;
            let game = record.replay();
            let game = game.map_err(|why| fails(format!("game {}: {why}", index + 1)))?;
            let is_standard = game.start() == Position::START;
            if !is_standard || game.outcome().is_some() || game.entries().is_empty() {
                let why = "it does not lead from the standard start into a game";
                return Err(fails(format!("game {}: {why}", index + 1)));
            }
            let line = transcript::print(&game);
            if seen.insert(line.clone()) {
                lines.push(line);
            }
        }
        if lines.is_empty() {
            return Err(fails("it has no openings".to_owned()));
        }
        Ok(Self {
            name: name.to_owned(),
            lines,
        })
    }
}

impl GameOpening {
    /// Reads a text as [`FromStr`] does, or as the name of a file of openings.
    ///
    /// # Errors
    /// [`GameOpeningError`].
    pub fn find(
        text: &str,
        path_of: impl Fn(&str) -> std::path::PathBuf,
    ) -> Result<Self, GameOpeningError> {
        let parsed = text.parse();
        if parsed.is_ok() {
            return parsed;
        }
        let path = path_of(text);
        // What looks like a file is one, so that a wrong name is not taken for an opening.
        let names_file = path.extension().is_some() || path.components().count() > 1;
        if path.is_file() || names_file {
            return OpeningFile::read(text, &path).map(|file| Self::Lines(Arc::new(file)));
        }
        parsed
    }

    /// Returns the game of this number after its beginning, which depends on the random seed. Of several lines none occurs
    /// a second time before all have.
    ///
    /// # Panics
    /// Never: the moves were played when they were read.
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
        transcript::parse(line).expect("each line has been played")
    }

    /// Returns the [game](Self::game) of this number, and the name of its opening for its record; `None` for the usual start.
    pub fn start(&self, seed: u64, number: u32) -> (Game, Option<String>) {
        let game = self.game(seed, number);
        let name = self.name_in(&game);
        (game, name)
    }

    fn name_in(&self, game: &Game) -> Option<String> {
        let named = || Opening::of(game.positions()).map(|opening| opening.english.to_owned());
        match self {
            Self::Standard => None,
            Self::Named(opening) => Some(opening.english.to_owned()),
            _ => Some(named().unwrap_or_else(|| transcript::print(game))),
        }
    }
}

/// Returns the line of a number from a list in an order that chance decides.
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

/// Reads `standard`, `balanced`, `random`, a number of random moves, moves, or the name of an opening, which may be
/// shortened as long as one opening alone is meant.
impl FromStr for GameOpening {
    type Err = GameOpeningError;

    fn from_str(text: &str) -> Result<Self, GameOpeningError> {
        let text = text.trim();
        match text.to_lowercase().as_str() {
            "standard" => return Ok(Self::Standard),
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
            let game = game.map_err(|why| GameOpeningError::Moves(why.to_string()))?;
            if game.outcome().is_some() {
                let why = "the game is over after these moves";
                return Err(GameOpeningError::Moves(why.to_owned()));
            }
            return Ok(Self::Moves(transcript::print(&game)));
        }
        named(text).map(Self::Named)
    }
}

/// Returns whether a text is meant as moves: it begins with a square.
fn is_transcript(text: &str) -> bool {
    let mut letters = text.chars();
    let file = letters
        .next()
        .is_some_and(|letter| matches!(letter, 'a'..='h' | 'A'..='H'));
    file && letters
        .next()
        .is_some_and(|digit| matches!(digit, '1'..='8'))
}

/// The names of the openings that do not occur twice, as people may type them.
static NAMES: LazyLock<Vec<(&'static str, &'static Opening)>> = LazyLock::new(|| {
    let all = Opening::ALL.iter();
    all.flat_map(|opening| {
        let japanese = opening.japanese.map(|name| (name, opening));
        [(opening.english, opening)].into_iter().chain(japanese)
    })
    .collect()
});

/// Finds an opening by its name, its beginning, or words in it.
fn named(text: &str) -> Result<&'static Opening, GameOpeningError> {
    let typed = text.to_lowercase();
    let matches = |is_meant: &dyn Fn(&str) -> bool| -> Vec<&'static Opening> {
        let names = NAMES
            .iter()
            .filter(|(name, _)| is_meant(&name.to_lowercase()));
        let mut found: Vec<&Opening> = names.map(|&(_, opening)| opening).collect();
        found.dedup();
        found
    };
    let exact = matches(&|name| name == typed);
    if let Some(opening) = exact.first() {
        return Ok(opening);
    }
    let found = [
        matches(&|name| name.starts_with(&typed)),
        matches(&|name| has_words(name, &typed)),
    ];
    let found = found
        .into_iter()
        .find(|found| !found.is_empty() && !typed.is_empty());
    match found.as_deref() {
        Some([opening]) => Ok(opening),
        found => {
            let near = found
                .unwrap_or_default()
                .iter()
                .map(|opening| opening.english);
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
    /// Returns a part of a sentence about several games: `openings of 8 moves`.
    pub fn describe(&self) -> String {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

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
            why.starts_with("\"bill\" is no opening: there is Rose-Bill"),
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
        assert!(why.starts_with("none/such.txt: "), "{why}");
    }
}
