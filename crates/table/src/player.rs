//! Players: the kinds of player by name, and the trait of computer players.

mod analyst;
pub mod book;
pub mod description;
mod engine;
pub(crate) mod external;
mod greedy;
pub mod level;
pub mod name;
pub mod people;
pub mod protocol;
pub mod random;
pub mod recorded;
pub mod traffic;

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;

use crate::background::{Reporter, TaskError};
use crate::clock::ParseMoveTimeError;
use crate::player::book::Book;
use crate::player::description::{COMPUTERS, DOUBLE, PlayerName};
use crate::player::level::{LEVELS, Level};
use crate::player::people::Strength;
use reversi::search::SearchInfo;
use reversi::{Game, Square};
use reversi_notation::clean;
use reversi_text::{Name, Said, tr};

pub use analyst::Analyst;
pub(crate) use engine::Engine;
pub use engine::{hurry, last_square};
pub use external::{External, ExternalEngine, ParseCommandError};
pub(crate) use greedy::Greedy;
pub(crate) use random::Random;

/// The level of `engine` when no number is given.
pub const DEFAULT_LEVEL: Level = LEVELS[4];

/// The weakest double: about as weak as level 1.
const WEAKEST_DOUBLE: Strength = Strength(845);

/// A kind of player. Displays as on the command line.
pub trait TablePlayer: Clone + fmt::Debug + fmt::Display + PartialEq + Eq + Send {
    /// A person at this terminal.
    const HUMAN: Self;

    /// Returns whether a person plays at the other end of a connection.
    fn is_remote(&self) -> bool {
        false
    }

    /// Returns whether a person plays at this terminal.
    fn is_human(&self) -> bool {
        *self == Self::HUMAN
    }

    /// Returns whether this program chooses the moves.
    fn is_cpu(&self) -> bool {
        !self.is_human() && !self.is_remote()
    }

    /// Returns whether another program chooses the moves.
    fn is_external(&self) -> bool {
        false
    }

    /// Returns the player of another strength; `None` if this one has no level.
    fn at_level(&self, _level: Level) -> Option<Self> {
        None
    }

    /// Returns its name for people.
    fn name(&self) -> PlayerName {
        PlayerName::Own(self.to_string())
    }
}

/// A kind of player of Othello. Displays as in the settings and in saved games: with its name for people where
/// `FromStr` reads it back as the same, otherwise as `kind:argument`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// A person at this terminal.
    Human,
    /// Any legal move, all equally likely.
    Random,
    /// A move that turns the most discs, at random among equals.
    Greedy,
    /// The search of this program at a level.
    Engine(Level),
    /// The player's double: it moves like people who lose as much a move as the player did in reviewed games. Made by
    /// [`PlayerKind::double`].
    Double(Strength),
    /// A person at the other end of a connection. Only a game over the network has one, so that it is
    /// neither offered nor parsed.
    Remote,
    /// Another program.
    External(Box<ExternalEngine>),
}

impl PlayerKind {
    /// All kinds that are part of this program, in the order of the menus.
    pub const ALL: [Self; 3 + LEVELS.len()] = [
        Self::Human,
        Self::Random,
        Self::Greedy,
        Self::Engine(LEVELS[0]),
        Self::Engine(LEVELS[1]),
        Self::Engine(LEVELS[2]),
        Self::Engine(LEVELS[3]),
        Self::Engine(LEVELS[4]),
        Self::Engine(LEVELS[5]),
        Self::Engine(LEVELS[6]),
        Self::Engine(LEVELS[7]),
        Self::Engine(LEVELS[8]),
        Self::Engine(LEVELS[9]),
    ];

    /// Returns the double of a player whose moves lose this many discs on average. It is no weaker than level 1: the
    /// double of a weaker player is stronger than the player.
    pub fn double(mean_loss: f64) -> Self {
        let most = f64::from(WEAKEST_DOUBLE.0);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 to 845
        let hundredths = (100.0 * mean_loss).round().clamp(0.0, most) as u16;
        Self::Double(Strength(hundredths))
    }

    /// Returns whether a person plays.
    pub const fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }

    /// Returns whether a person plays at the other end of a connection.
    pub const fn is_remote(&self) -> bool {
        matches!(self, Self::Remote)
    }

    /// Returns whether this program chooses the moves.
    pub const fn is_cpu(&self) -> bool {
        !self.is_human() && !self.is_remote()
    }

    /// Returns the level of an engine.
    pub const fn level(&self) -> Option<Level> {
        match self {
            Self::Engine(level) => Some(*level),
            Self::Human
            | Self::Random
            | Self::Greedy
            | Self::Double(_)
            | Self::External(_)
            | Self::Remote => None,
        }
    }

    /// Returns its name for people.
    pub fn name(&self) -> PlayerName {
        PlayerName::Own(match self {
            Self::Human => return PlayerName::You,
            Self::Random => "random".to_owned(),
            Self::Greedy => description::GREEDY.to_owned(),
            Self::Engine(level) if level.time.is_some() => level.to_string(),
            Self::Engine(level) => return PlayerName::Level(level.number),
            Self::Double(_) => return PlayerName::Double,
            Self::External(engine) => engine.name().to_owned(),
            Self::Remote => return PlayerName::Friend,
        })
    }

    /// Returns a sentence about its play, for help and menus.
    pub fn describe(&self) -> Said {
        match self {
            Self::Human => description::A_PERSON.into(),
            Self::Random => description::RANDOM.into(),
            Self::Greedy => description::TURNS_MOST.into(),
            Self::Engine(level) => match level.time {
                None => level.describe(),
                Some(time) => {
                    let like = level.person.map(|_| level.number);
                    description::timed_level(&self.name().said(), time, like)
                }
            },
            Self::Double(strength) => {
                let is_weakest = *strength == WEAKEST_DOUBLE;
                description::double(strength.discs(), is_weakest)
            }
            Self::External(engine) => {
                let (command, protocol) = (clean(engine.command()), engine.protocol().to_string());
                let (command, protocol) = (Name(&command), Name(&protocol));
                tr!("another program: {command} ({protocol})", command, protocol)
            }
            Self::Remote => tr!("a person at the other end of the connection"),
        }
    }

    /// Returns a shorter description; `None` if there is none.
    pub fn describe_briefly(&self) -> Option<Said> {
        match self {
            Self::Engine(level) if level.time.is_none() => level.describe_briefly(),
            Self::Human
            | Self::Random
            | Self::Greedy
            | Self::Engine(_)
            | Self::Double(_)
            | Self::External(_)
            | Self::Remote => None,
        }
    }

    /// Creates the computer player of this kind; `None` for a person. The same seed and game lead to the
    /// same move on every platform.
    pub fn create(&self, seed: u64) -> Option<Box<dyn Player>> {
        match self {
            Self::Human | Self::Remote => None,
            Self::Random => Some(Box::new(Random::new(seed))),
            Self::Greedy => Some(Box::new(Greedy::new(seed))),
            Self::Engine(level) => Some(Box::new(Engine::new(*level, seed))),
            Self::Double(strength) => {
                // A level that plays like people needs no more than the person.
                let level = Level {
                    person: Some(level::person_who_loses(*strength)),
                    ..DEFAULT_LEVEL
                };
                Some(Box::new(Engine::new(level, seed)))
            }
            Self::External(engine) => Some(Box::new(External::new((**engine).clone()))),
        }
    }

    /// Like [`PlayerKind::create`], but an engine plays by the opening book.
    pub fn create_with_book(&self, seed: u64) -> Option<Box<dyn Player>> {
        match self {
            Self::Engine(level) => {
                let engine = Engine::new(*level, seed).with_book(Book::standard());
                Some(Box::new(engine))
            }
            other => other.create(seed),
        }
    }
}

impl TablePlayer for PlayerKind {
    const HUMAN: Self = Self::Human;

    fn is_remote(&self) -> bool {
        self.is_remote()
    }

    fn is_external(&self) -> bool {
        matches!(self, Self::External(_))
    }

    fn at_level(&self, level: Level) -> Option<Self> {
        self.level().map(|_| Self::Engine(level))
    }

    fn name(&self) -> PlayerName {
        self.name()
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human | Self::Random | Self::Engine(_) => self.name().fmt(f),
            Self::Greedy => f.pad(description::GREEDY),
            Self::Double(strength) => f.pad(&format!("{DOUBLE}:{:.2}", strength.discs())),
            Self::External(engine) => f.pad(&engine.to_string()),
            Self::Remote => f.pad("remote"),
        }
    }
}

/// The error for a text that is not a kind of player. Holds the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParsePlayerError {
    /// Not the name of a kind.
    #[error("{}", tr!("{text} is not a player; use you, {computers}", text = Name(&format!("{_0:?}")), computers = COMPUTERS))]
    NotAPlayer(String),
    /// A level outside 1 to 10.
    #[error("{}", tr!("{text} is not a level; use level 1 to level {levels}", text = Name(&format!("{_0:?}")), levels = LEVELS.len()))]
    NoSuchLevel(String),
    /// The time of a level for each move is wrong.
    #[error("{0}")]
    NoSuchTime(ParseMoveTimeError),
    /// The command line of another program is wrong.
    #[error("{0}")]
    Command(ParseCommandError),
}

/// Parses what `Display` prints, ignoring case, the names that screens show, a level as `5` or `level5`, `engine` as the
/// [`DEFAULT_LEVEL`], and `human` and `engine:5` as older versions saved them; a level also with a time for each move:
/// `10@0.5s`.
impl FromStr for PlayerKind {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        if external::split(text).is_some() {
            let engine = text.parse().map_err(ParsePlayerError::Command)?;
            return Ok(Self::External(Box::new(engine)));
        }
        Ok(match text.trim().to_ascii_lowercase().as_str() {
            "random" => Self::Random,
            description::GREEDY => Self::Greedy,
            name if is_person(name) => Self::Human,
            name => match recorded::double_loss(name) {
                Some(mean_loss) => Self::double(mean_loss),
                None => Self::Engine(parse_level(name, text)?),
            },
        })
    }
}

/// Parses a level with its name in lower case. An error quotes the text.
fn parse_level(name: &str, text: &str) -> Result<Level, ParsePlayerError> {
    let (name, time) = match name.split_once('@') {
        Some((name, time)) => (name.trim_end(), Some(time)),
        None => (name, None),
    };
    let level = if name == "engine" {
        DEFAULT_LEVEL
    } else {
        let number = level_number(name, "engine")
            .ok_or_else(|| ParsePlayerError::NotAPlayer(text.to_owned()))?;
        LEVELS
            .into_iter()
            .find(|level| level.number.to_string() == number)
            .ok_or_else(|| ParsePlayerError::NoSuchLevel(text.to_owned()))?
    };
    let time = time.map(str::parse).transpose();
    Ok(Level {
        time: time.map_err(ParsePlayerError::NoSuchTime)?,
        ..level
    })
}

/// Returns whether a name in lower case is one of those for a person without a name.
pub(crate) fn is_person(name: &str) -> bool {
    ["human", "friend", description::YOU, description::FRIEND].contains(&name)
}

/// Returns the number of a level in a name in lower case: `5` in `level 5`, `level5` and `5`, and in `engine:5` if
/// the engine has this name; `None` for any other text. It may be no number.
pub(crate) fn level_number<'a>(name: &'a str, engine: &str) -> Option<&'a str> {
    let of_engine = name
        .strip_prefix(engine)
        .and_then(|rest| rest.strip_prefix(':'));
    of_engine
        .or_else(|| {
            name.strip_prefix("level")
                .map(|rest| rest.trim_start_matches([' ', '-', ':']))
        })
        .or_else(|| {
            name.bytes()
                .all(|byte| byte.is_ascii_digit())
                .then_some(name)
        })
        .filter(|_| !name.is_empty())
}

/// An error of a player that did not move. Displays as a clause about the player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// It was stopped.
    #[error("{}", tr!("it stopped unexpectedly"))]
    Stopped,
    /// It resigned.
    #[error("{}", tr!("it resigned"))]
    Resigned,
    /// It chose a move that is not legal. The reason is a clause.
    #[error("{}", tr!("it chose an illegal move: {why}", why = Name(_0)))]
    Illegal(String),
    /// It failed. The reason is a clause, possibly with text of another program.
    #[error("{}", clean(.0))]
    Failed(String),
    /// Its background task failed.
    #[error("{0}")]
    Internal(#[from] TaskError),
}

impl PlayerError {
    /// Returns the error of a player that failed for a reason of this program's.
    pub(crate) fn failed(why: impl Into<Said>) -> Self {
        Self::Failed(why.into().into())
    }
}

/// A computer player. It lives on a worker thread.
pub trait Player: Send {
    /// Chooses a move for the side to move, which has at least one.
    ///
    /// # Errors
    /// [`PlayerError::Stopped`] when the reporter says so; [`PlayerError::Failed`] when it finds no
    /// move.
    fn choose(&mut self, game: &Game, control: &Control) -> Result<Square, PlayerError>;
}

/// Returns the random numbers of one decision. They depend only on the seed and on the number of
/// entries, so that a decision is the same after an undo or a cancelled search.
fn chance(seed: u64, game: &Game) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(game.entries().len() as u64);
    rng
}

/// The time that a player has left for its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// The time left at the moment `since`.
    pub left: Duration,
    /// The moment from which it runs down.
    pub since: Instant,
    /// The increment after each move, or the time that each move has for itself.
    pub increment: Duration,
    /// The part of `left` that only the present move can use.
    pub reserve: Duration,
}

impl TimeLeft {
    /// Returns the time left now, at least zero.
    pub(crate) fn now(&self) -> Duration {
        self.left.saturating_sub(self.since.elapsed())
    }
}

/// The control of a thinking player.
#[derive(Clone)]
pub struct Control<T = SearchInfo> {
    /// Takes progress and tells the player when to stop, which must take at most about 10 ms.
    pub reporter: Reporter<T>,
    /// The player's clock, if the game has clocks.
    pub time_left: Option<TimeLeft>,
    /// The number of threads, at least 1.
    pub threads: usize,
}

/// A reporter without an owner, no clock, one thread.
impl Default for Control {
    fn default() -> Self {
        Self {
            reporter: Reporter::default(),
            time_left: None,
            threads: 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_read_back_from_its_print() {
        for kind in PlayerKind::ALL {
            assert_eq!(kind.create(1).is_none(), kind.is_human());
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        let error = "edax\u{7}".parse::<PlayerKind>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "\"edax\\u{7}\" is not a player; use you, random, greedy, level 1 to level 10, nboard:COMMAND or gtp:COMMAND"
        );
    }

    #[test]
    fn an_engine_has_a_level_of_1_to_10_and_5_when_none_is_said() {
        assert_eq!("Engine".parse(), Ok(PlayerKind::Engine(DEFAULT_LEVEL)));
        assert_eq!("engine".parse(), "engine:5".parse::<PlayerKind>());
        for text in [
            "engine:0",
            "engine:11",
            "engine:",
            "engine:01",
            "engine:five",
            "engine:-1",
            "level",
            "level 11",
            "0",
            "05",
        ] {
            let error = text.parse::<PlayerKind>().unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("{text:?} is not a level; use level 1 to level 10")
            );
        }
        assert!("engine 5".parse::<PlayerKind>().is_err());
        assert!("".parse::<PlayerKind>().is_err());
        assert!("remote".parse::<PlayerKind>().is_err());
    }

    #[test]
    fn every_kind_is_read_from_the_name_that_screens_show() {
        for kind in PlayerKind::ALL {
            assert_eq!(kind.name().to_string().parse(), Ok(kind.clone()));
            assert_eq!(kind.name().to_string().to_uppercase().parse(), Ok(kind));
        }
        assert_eq!(
            PlayerKind::Remote.name().to_string().parse(),
            Ok(PlayerKind::Human)
        );
        for text in ["level 5", "level5", "Level-5", " 5 "] {
            assert_eq!(
                text.parse(),
                Ok(PlayerKind::Engine(DEFAULT_LEVEL)),
                "{text}"
            );
        }
    }

    #[test]
    fn a_saved_player_has_the_name_that_screens_show_and_older_names_are_read() {
        for kind in PlayerKind::ALL {
            let formerly = match &kind {
                PlayerKind::Human => "human".to_owned(),
                PlayerKind::Engine(level) => format!("engine:{level}"),
                other => other.to_string(),
            };
            let saved = kind.to_string();
            assert_eq!(recorded::recorded_name(&saved), kind.name());
            assert_eq!(saved.parse(), Ok(kind.clone()));
            assert_eq!(recorded::recorded_name(&formerly), kind.name());
            assert_eq!(formerly.parse(), Ok(kind));
        }
    }

    #[test]
    fn a_player_has_one_name_on_screens_and_in_saved_games() {
        let kind = PlayerKind::Greedy;
        assert_eq!("greedy".parse(), Ok(kind.clone()));
        assert_eq!(kind.to_string(), "greedy", "saved games stay as they are");
        assert_eq!(recorded::recorded_name("greedy"), kind.name());
        assert!(name::is_cpu("greedy") && name::is_cpu(&kind.name().to_string()));
    }

    #[test]
    fn a_double_is_read_back_with_its_strength_and_is_no_weaker_than_the_model_reaches() {
        for hundredths in 0..=845 {
            let double = PlayerKind::double(f64::from(hundredths) / 100.0);
            assert_eq!(double, PlayerKind::Double(Strength(hundredths)));
            assert_eq!(double.to_string().parse(), Ok(double.clone()));
            assert_eq!(double.to_string().to_uppercase().parse(), Ok(double));
        }
        let double = PlayerKind::double(1.854);
        assert_eq!(double.to_string(), "me:1.85");
        assert_eq!(
            double.describe(),
            "plays like you: loses about 1.9 discs a move"
        );
        assert_eq!(double.name(), recorded::recorded_name(&double.to_string()));
        assert!(double.is_cpu() && name::is_cpu("me:1.85"));
        let weakest = PlayerKind::double(64.0);
        assert_eq!(weakest.to_string(), "me:8.45");
        assert!(weakest.describe().starts_with("the weakest double: "));
        for text in ["me", "me:", "me:-1", "me:nan", "me:inf", "me: 2", "you:2"] {
            assert!(text.parse::<PlayerKind>().is_err(), "{text}");
            assert!(!name::is_cpu(text), "{text}");
        }
    }

    #[test]
    fn the_double_of_a_weak_player_loses_more_than_that_of_a_strong_one() {
        use reversi::search::{Limits, Searcher};
        let mean_loss = |strength| {
            let (mut lost, mut moves) = (0, 0u32);
            for seed in 0..2 {
                let mut player = PlayerKind::double(strength).create(seed).unwrap();
                let mut game = Game::new();
                while game.outcome().is_none() {
                    let square = player.choose(&game, &Control::default()).unwrap();
                    let board = game.position().board();
                    let found = Searcher::new(1).analyse(board, 64, &Limits::depth(3), &mut ());
                    let of = |square| {
                        let mut lines = found.moves.iter();
                        lines
                            .find(|line| line.square == Some(square))
                            .unwrap()
                            .score
                            .discs()
                    };
                    lost += found.moves[0].score.discs() - of(square);
                    moves += 1;
                    game.play(square).unwrap();
                }
            }
            f64::from(lost) / f64::from(moves)
        };
        let [strong, weak, weakest] = [1.0, 3.5, 8.0].map(mean_loss);
        assert!(
            strong < weak && weak < weakest,
            "{strong}, {weak} and {weakest}"
        );
    }

    #[test]
    fn a_level_may_have_a_time_for_each_move() {
        for (text, name, formerly) in [
            ("engine:10@0.5s", "10@0.5s", "engine:10@0.5s"),
            ("LEVEL 3 @ 500ms", "3@0.5s", "engine:3@0.5s"),
            ("7@2", "7@2s", "engine:7@2s"),
            ("engine@1m", "5@1m", "engine:5@1m"),
        ] {
            let kind: PlayerKind = text.parse().unwrap();
            assert_eq!([kind.name().to_string(), kind.to_string()], [name, name]);
            assert_eq!(
                (name.parse(), formerly.parse()),
                (Ok(kind.clone()), Ok(kind))
            );
            assert_eq!(recorded::recorded_name(formerly).to_string(), name);
        }
        let error = |text: &str| text.parse::<PlayerKind>().unwrap_err().to_string();
        assert_eq!(
            error("engine:10@abc"),
            "\"abc\" is not a time for a move; use 0.001s to 24h, such as 0.5s or 2m"
        );
        assert!(error("10@").starts_with("\"\" is not a time"));
        assert!(error("11@1s").starts_with("\"11@1s\" is not a level"));
        for text in ["greedy@1s", "you@1s", "ann@example.org", "@1s"] {
            assert!(error(text).contains("is not a player"), "{text}");
        }
    }

    #[test]
    fn the_description_of_a_level_says_that_it_plays_like_people_where_it_does() {
        let timed = LEVELS.map(|level| Level {
            time: "1s".parse().ok(),
            ..level
        });
        for level in timed {
            let text = PlayerKind::Engine(level).describe();
            assert!(text.starts_with(&format!("{}@1s: ", level.number)));
            let like = format!("moves like level {}", level.number);
            assert_eq!(text.contains(&like), level.person.is_some(), "{text}");
        }
        for level in LEVELS {
            let text = PlayerKind::Engine(level).describe();
            assert!(
                text.starts_with(&format!("level {}: ", level.number)),
                "{text}"
            );
            assert_eq!(
                text.contains("plays like"),
                level.person.is_some(),
                "{text}"
            );
        }
    }
}
