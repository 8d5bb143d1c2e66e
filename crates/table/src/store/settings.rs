//! The saved settings: their names, defaults and text forms.

pub mod engines;
pub mod keys;
pub mod themes;

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use strum::VariantArray as _;

use super::game_file::expand_home;
use crate::as_text;
use crate::phrase::one_of;
use crate::player::level::{LEVELS, Level};
use crate::player::name::PersonName;
use crate::player::{DEFAULT_LEVEL, PlayerKind};
use crate::variants;
use engines::Engines;
use keys::OwnKeys;
use reversi::ByColor;
use reversi_text::{Language, Name, Said, tr};
use themes::{OwnThemeName, OwnThemes};

/// The default pause before a CPU's move, in milliseconds.
pub(crate) const DEFAULT_PACE_MS: u32 = 500;

/// The longest pause, in milliseconds.
pub const MAX_PACE_MS: u32 = 10_000;

/// The most threads of a search.
pub const MAX_THREADS: u32 = 256;

/// The opponent of the first game.
const FIRST_LEVEL: Level = LEVELS[2];

/// The number of games that a beginner plays with the coach.
const COACHED_GAMES: u8 = 5;

/// The settings that last from one run to the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[allow(clippy::struct_excessive_bools)] // independent switches
pub struct Settings {
    /// The language of the texts; without it, as the system says.
    #[serde(skip_serializing_if = "Option::is_none", with = "language_code")]
    pub language: Option<Language>,
    /// The theme of the board.
    #[serde(with = "as_text")]
    pub theme: ThemeChoice,
    /// The pause before a CPU's move, in milliseconds, 0 to `MAX_PACE_MS`.
    #[serde(deserialize_with = "pace_in_range")]
    pub pace: u32,
    /// Whether discs are drawn in pixels.
    pub graphics: GraphicsChoice,
    /// Marks legal moves with dots.
    pub legal_dots: bool,
    /// Draws the stones of a chain joined, marks a chain with one liberty left, and lets a captured one dissolve.
    pub chains: bool,
    /// Turns discs one after the other; without it, as the system says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub animation: Option<bool>,
    /// Shows who is ahead, by the engine, in a bar beside the board.
    pub evaluation_bar: bool,
    /// Warns before a move against a CPU that loses much; without it, in the first games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coach: Option<bool>,
    /// Keeps a square that is chosen while the other side has the move, and plays it when the turn comes.
    pub premove: bool,
    /// The number of games against a CPU that were started, up to the first without the coach of beginners.
    #[serde(skip_serializing_if = "is_zero")]
    pub games_started: u8,
    /// Whether games against levels count for a rating, as long as nothing helps.
    pub rated: bool,
    /// Lets the strong levels of the engine play by the opening book.
    pub book: bool,
    /// The threads of a search in games and on screens, 1 to [`MAX_THREADS`]; without it, one for each core.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "threads_in_range"
    )]
    pub threads: Option<u32>,
    /// Adds games of others that were watched to their end to the history.
    pub keep_watched: bool,
    /// The events at which the terminal's bell rings.
    pub bell: Bell,
    /// The name of the person who plays.
    #[serde(with = "as_text")]
    pub name: PersonName,
    /// The name of the second of two people, who plays White.
    #[serde(with = "as_text")]
    pub second_name: PersonName,
    /// The last player of Black in a game of a person.
    #[serde(with = "as_text")]
    pub black: PlayerKind,
    /// The last player of White in a game of a person.
    #[serde(with = "as_text")]
    pub white: PlayerKind,
    /// The last player of Black in a game that was watched.
    #[serde(with = "as_text")]
    pub watch_black: PlayerKind,
    /// The last player of White in a game that was watched.
    #[serde(with = "as_text")]
    pub watch_white: PlayerKind,
    /// Shows Japanese names of openings too; without it, where the texts are in Japanese.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub japanese: Option<bool>,
    /// The folder of the games that openings are looked up in; `~` is the home folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games_folder: Option<String>,
    /// More files and folders of games; `~` is the home folder.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub libraries: Vec<String>,
    /// Keys in place of the usual ones.
    #[serde(skip_serializing_if = "OwnKeys::is_empty")]
    pub keys: OwnKeys,
    /// Other programs that play, by name.
    #[serde(skip_serializing_if = "Engines::is_empty")]
    pub engines: Engines,
    /// The user's own themes, by name.
    #[serde(skip_serializing_if = "OwnThemes::is_empty")]
    pub themes: OwnThemes,
}

/// An event at which the terminal's bell can ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::VariantArray, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BellEvent {
    /// The other side has moved against a person.
    Move,
    /// A game is over.
    End,
    /// A person's clock has little time left.
    Time,
}

/// A set of events at which the terminal's bell rings; in a file a list, or `true` for moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BellText", into = "Vec<BellEvent>")]
pub struct Bell([bool; BellEvent::VARIANTS.len()]);

impl Bell {
    /// Returns whether an event is in the set.
    pub const fn has(self, event: BellEvent) -> bool {
        self.0[event as usize]
    }

    /// Adds or removes an event.
    pub const fn set(&mut self, event: BellEvent, is_on: bool) {
        self.0[event as usize] = is_on;
    }

    /// Returns whether two sets have an event in common.
    pub fn meets(self, other: Self) -> bool {
        let mut both = self.0.into_iter().zip(other.0);
        both.any(|(own, other)| own && other)
    }
}

impl From<Bell> for Vec<BellEvent> {
    fn from(bell: Bell) -> Self {
        let all = BellEvent::VARIANTS.iter().copied();
        all.filter(|&event| bell.has(event)).collect()
    }
}

/// The bell as a file has it.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "bell must be true, false, or a list of \"move\", \"end\" and \"time\""
)]
enum BellText {
    All(bool),
    Events(Vec<BellEvent>),
}

impl From<BellText> for Bell {
    fn from(text: BellText) -> Self {
        let mut bell = Self::default();
        match text {
            BellText::All(is_on) => bell.set(BellEvent::Move, is_on),
            BellText::Events(events) => {
                for event in events {
                    bell.set(event, true);
                }
            }
        }
        bell
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: None,
            theme: ThemeChoice::Auto,
            pace: DEFAULT_PACE_MS,
            graphics: GraphicsChoice::Auto,
            legal_dots: true,
            chains: true,
            animation: None,
            evaluation_bar: false,
            coach: None,
            premove: true,
            games_started: 0,
            rated: true,
            book: true,
            threads: None,
            keep_watched: true,
            bell: Bell::default(),
            name: PersonName::EMPTY,
            second_name: PersonName::EMPTY,
            black: PlayerKind::Human,
            white: PlayerKind::Engine(FIRST_LEVEL),
            watch_black: PlayerKind::Engine(DEFAULT_LEVEL),
            watch_white: PlayerKind::Engine(DEFAULT_LEVEL),
            japanese: None,
            games_folder: None,
            libraries: Vec::new(),
            keys: OwnKeys::default(),
            engines: Engines::default(),
            themes: OwnThemes::default(),
        }
    }
}

impl Settings {
    /// Returns the names of the people who play.
    pub const fn people(&self) -> [PersonName; 2] {
        [self.name, self.second_name]
    }

    /// Returns the files and folders of the games that are counted and listed.
    pub fn library_paths(&self) -> Vec<PathBuf> {
        self.library_names().map(|path| expand_home(path)).collect()
    }

    /// Returns the paths of the libraries as they are written.
    pub fn library_names(&self) -> impl Iterator<Item = &String> {
        self.games_folder.iter().chain(&self.libraries)
    }

    /// Returns all themes, in the order in which a key cycles through them.
    pub fn all_themes(&self) -> impl Iterator<Item = ThemeChoice> {
        let built_in = ThemeName::ALL.into_iter().map(ThemeChoice::Named);
        built_in.chain(self.themes.names().map(ThemeChoice::Own))
    }

    /// Returns the setting that does not fit the others, as its path in the file, and a clause about it.
    pub(super) fn misfit(&self) -> Option<(Vec<&'static str>, String)> {
        let theme = self.theme_error();
        let theme = theme.map(|error| (vec!["theme"], error.to_string()));
        let key = || {
            self.keys
                .conflict()
                .map(|(name, why)| (vec!["keys", name], why))
        };
        theme.or_else(key)
    }

    /// Returns the error of a theme that is not defined.
    fn theme_error(&self) -> Option<ParseThemeError> {
        let is_known = match self.theme {
            ThemeChoice::Own(name) => self.themes.get(name).is_some(),
            ThemeChoice::Auto | ThemeChoice::Named(_) => true,
        };
        (!is_known).then(|| ParseThemeError {
            text: self.theme.to_string(),
            known: std::iter::once(ThemeChoice::Auto)
                .chain(self.all_themes())
                .map(|theme| theme.to_string())
                .collect(),
        })
    }

    /// Returns the players of the next game: those of the last one. If the settings have two computers, the person
    /// plays Black.
    pub fn players(&self) -> ByColor<PlayerKind> {
        let players = ByColor::new(&self.black, &self.white);
        let mut players = players.map(|kind| self.engines.known(kind.clone()));
        if !players.black.is_human() && !players.white.is_human() {
            players.black = PlayerKind::Human;
        }
        players
    }

    /// Returns the players of the next game to watch: those of the last one. There is never a person among them.
    pub fn watched_players(&self) -> ByColor<PlayerKind> {
        ByColor::new(&self.watch_black, &self.watch_white).map(|kind| {
            if kind.is_human() {
                PlayerKind::Engine(DEFAULT_LEVEL)
            } else {
                self.engines.known(kind.clone())
            }
        })
    }

    /// Keeps the players of a game for the next one: to watch, or with a person against a CPU. The game of two people
    /// changes neither.
    pub fn keep_players(&mut self, players: ByColor<PlayerKind>) {
        match (players.black.is_human(), players.white.is_human()) {
            (true, true) => {}
            (false, false) => (self.watch_black, self.watch_white) = (players.black, players.white),
            _ => (self.black, self.white) = (players.black, players.white),
        }
    }

    /// Resets what the settings screen changes. Names, players, keys and everything that only the file has stay.
    pub fn reset(&mut self) {
        let usual = Self::default();
        self.language = usual.language;
        self.theme = usual.theme;
        self.legal_dots = usual.legal_dots;
        self.animation = usual.animation;
        self.pace = usual.pace;
        self.coach = usual.coach;
        self.premove = usual.premove;
        self.evaluation_bar = usual.evaluation_bar;
        self.book = usual.book;
        self.keep_watched = usual.keep_watched;
        self.japanese = usual.japanese;
        self.bell = usual.bell;
    }

    /// Returns whether openings have their Japanese names, too: as it was chosen, otherwise in Japanese.
    pub fn has_japanese(&self) -> bool {
        let is_japanese = || Language::current() == Language::Japanese;
        self.japanese.unwrap_or_else(is_japanese)
    }

    /// Returns whether the coach is on: as it was chosen, otherwise in the first games.
    pub const fn coaches(&self) -> bool {
        match self.coach {
            Some(is_on) => is_on,
            None => 0 < self.games_started && self.games_started <= COACHED_GAMES,
        }
    }

    /// Returns whether the first game against a CPU is the latest that was started.
    pub const fn is_first_game(&self) -> bool {
        self.games_started == 1
    }

    /// Lets the coach help in the next games, as in those of a beginner.
    pub const fn coach_beginner(&mut self) {
        if !matches!(self.coach, Some(true)) {
            (self.coach, self.games_started) = (None, 0);
        }
    }

    /// Counts a game against a CPU. Returns whether it is the first one without the coach of beginners.
    pub const fn count_game(&mut self) -> bool {
        let is_beginner = self.games_started <= COACHED_GAMES;
        if is_beginner {
            self.games_started += 1;
        }
        is_beginner && self.games_started > COACHED_GAMES && self.coach.is_none()
    }
}

/// Whether the board is drawn in pixels.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::VariantArray, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum GraphicsChoice {
    /// In terminals that can.
    Auto,
    /// Never.
    Off,
}

impl GraphicsChoice {
    /// All choices.
    pub const ALL: [Self; 2] = variants::all();
}

/// The choice of a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThemeChoice {
    /// The light theme on a terminal with a light background, otherwise the classic one.
    Auto,
    /// This theme.
    Named(ThemeName),
    /// A theme of the user.
    Own(OwnThemeName),
}

impl ThemeChoice {
    /// Returns all choices that there always are.
    pub fn all() -> impl Iterator<Item = Self> {
        let named = ThemeName::ALL.into_iter().map(Self::Named);
        std::iter::once(Self::Auto).chain(named)
    }
}

impl fmt::Display for ThemeChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.pad("auto"),
            Self::Named(name) => name.fmt(f),
            Self::Own(name) => name.fmt(f),
        }
    }
}

/// The error for a text that is not a theme.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", no_theme(text, known))]
pub struct ParseThemeError {
    text: String,
    known: Vec<String>,
}

fn no_theme(text: &str, known: &[String]) -> Said {
    let (text, known) = (format!("{text:?}"), &one_of(known));
    tr!(
        "{text} is not a theme; use {known}",
        text = Name(&text),
        known
    )
}

/// Reads a choice. The name of a theme of the user is not looked up.
impl FromStr for ThemeChoice {
    type Err = ParseThemeError;

    fn from_str(text: &str) -> Result<Self, ParseThemeError> {
        let known = Self::all().find(|choice| choice.to_string() == text);
        let own = || OwnThemeName::new(text).map(Self::Own);
        known.or_else(own).ok_or_else(|| ParseThemeError {
            text: text.to_owned(),
            known: Self::all().map(|choice| choice.to_string()).collect(),
        })
    }
}

impl From<ThemeName> for ThemeChoice {
    fn from(name: ThemeName) -> Self {
        Self::Named(name)
    }
}

/// A theme of the board, by name. The crate of the screens has its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum ThemeName {
    /// A green board on a dark page.
    Classic,
    /// A green board on a light page.
    Light,
    /// High contrast.
    Contrast,
    /// Colours that differ for every kind of colour vision.
    ColorSafe,
    /// No colours.
    Monochrome,
}

impl ThemeName {
    /// All themes, in the order in which a key cycles through them.
    pub const ALL: [Self; 5] = variants::all();

    /// Returns whether it has colours, which an own theme can change.
    pub(crate) const fn has_colors(self) -> bool {
        match self {
            Self::Classic | Self::Light | Self::Contrast | Self::ColorSafe => true,
            Self::Monochrome => false,
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
const fn is_zero(count: &u8) -> bool {
    *count == 0
}

fn threads_in_range<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
    let threads = u32::deserialize(from)?;
    if !(1..=MAX_THREADS).contains(&threads) {
        let most = MAX_THREADS;
        let clause = tr!(
            "threads {threads} cannot be; use 1 to {most}",
            threads,
            most
        );
        return Err(D::Error::custom(clause));
    }
    Ok(Some(threads))
}

/// The serde adapter for a language, which has its code in a file.
mod language_code {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    use reversi_text::{Language, Name, tr};

    use crate::phrase::one_of;

    #[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref)] // as serde calls it
    pub(super) fn serialize<S: Serializer>(
        language: &Option<Language>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        language.map(Language::code).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Language>, D::Error> {
        let code = String::deserialize(from)?;
        let mut choices = Language::CHOICES.into_iter();
        let found = choices.find(|language| language.code() == code);
        found.map(Some).ok_or_else(|| {
            let known = &one_of(&Language::CHOICES.map(Language::code));
            let text = format!("{code:?}");
            D::Error::custom(tr!(
                "{text} is no language; use {known}",
                text = Name(&text),
                known
            ))
        })
    }
}

fn pace_in_range<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    let pace = u32::deserialize(from)?;
    if pace > MAX_PACE_MS {
        let most = MAX_PACE_MS;
        return Err(D::Error::custom(tr!(
            "pace {pace} is too long; use 0 to {most} milliseconds",
            pace,
            most
        )));
    }
    Ok(pace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_game_of_a_person_has_one_whatever_was_kept() {
        let kinds = PlayerKind::ALL;
        for black in &kinds {
            for white in &kinds {
                let text = format!("black = \"{black}\"\nwhite = \"{white}\"\n");
                let settings: Settings = toml_edit::de::from_str(&text).unwrap();
                let next = settings.players();
                assert!(next.black.is_human() || next.white.is_human(), "{text}");
                assert_eq!(&next.white, white, "{text}");
                let mut after = Settings::default();
                after.keep_players(ByColor::new(black.clone(), white.clone()));
                let (next, watched) = (after.players(), after.watched_players());
                assert!(next.black.is_human() != next.white.is_human(), "{text}");
                assert!(
                    !watched.black.is_human() && !watched.white.is_human(),
                    "{text}"
                );
            }
        }
        assert_eq!(Settings::default().players().white.to_string(), "level 3");
    }

    #[test]
    fn the_coach_of_beginners_stays_for_five_games_and_a_choice_is_never_overruled() {
        let mut settings = Settings::default();
        let games: Vec<_> = (0..8)
            .map(|_| (settings.count_game(), settings.coaches()))
            .collect();
        let expected = [false, false, false, false, false, true, false, false];
        assert_eq!(
            games,
            expected
                .into_iter()
                .zip([true; 5].into_iter().chain([false; 3]))
                .collect::<Vec<_>>()
        );
        for chosen in [true, false] {
            let mut settings = Settings {
                coach: Some(chosen),
                ..Settings::default()
            };
            assert!((0..8).all(|_| !settings.count_game() && settings.coaches() == chosen));
        }
    }

    #[test]
    fn settings_are_read_back_from_their_toml() {
        let settings = Settings {
            language: Some(Language::Japanese),
            theme: ThemeName::ColorSafe.into(),
            pace: 0,
            graphics: GraphicsChoice::Off,
            legal_dots: false,
            chains: false,
            animation: Some(false),
            evaluation_bar: true,
            coach: Some(true),
            premove: false,
            games_started: 2,
            rated: false,
            book: false,
            threads: Some(2),
            keep_watched: false,
            bell: Bell::from(BellText::All(true)),
            name: "\u{c5}sa".parse().unwrap(),
            second_name: PersonName::EMPTY,
            black: PlayerKind::Random,
            white: PlayerKind::Engine(DEFAULT_LEVEL),
            watch_black: PlayerKind::Greedy,
            watch_white: PlayerKind::Engine(FIRST_LEVEL),
            japanese: Some(true),
            games_folder: Some("~/games".to_owned()),
            libraries: vec!["~/more/a.wtb".to_owned()],
            keys: toml_edit::de::from_str("undo = \"^\"").unwrap(),
            engines: toml_edit::de::from_str(
                "[edax]\ncommand = \"edax -nboard\"\nprotocol = \"nboard\"",
            )
            .unwrap(),
            themes: toml_edit::de::from_str("[ocean]\naccent = \"#ffd166\"").unwrap(),
        };
        let text = toml_edit::ser::to_string_pretty(&settings).unwrap();
        assert_eq!(toml_edit::de::from_str(&text), Ok(settings));
        assert_eq!(toml_edit::de::from_str(""), Ok(Settings::default()));
        assert!(toml_edit::de::from_str::<Settings>("white = \"nobody\"").is_err());
        let wrong = toml_edit::de::from_str::<Settings>("language = \"zz\"").unwrap_err();
        assert!(
            wrong
                .message()
                .starts_with("\"zz\" is no language; use en or ja")
        );
        let wrong = toml_edit::de::from_str::<Settings>("theme = \"gr\u{e9}en\"").unwrap_err();
        assert!(
            wrong
                .message()
                .starts_with("\"gr\u{e9}en\" is not a theme; use auto, classic")
        );
        for choice in ThemeChoice::all() {
            assert_eq!(choice.to_string().parse(), Ok(choice));
        }
        assert!(toml_edit::de::from_str::<Settings>("pace = 10000").is_ok());
        assert!(toml_edit::de::from_str::<Settings>("pace = 10001").is_err());
        assert!(toml_edit::de::from_str::<Settings>("threads = 256").is_ok());
        for threads in [0, 257] {
            let text = format!("threads = {threads}");
            assert!(toml_edit::de::from_str::<Settings>(&text).is_err());
        }
    }
}
