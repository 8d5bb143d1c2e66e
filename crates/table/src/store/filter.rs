//! Filters: a text such as `player:ann result:win year:2020.. rose` that holds for some games. Lists on the screen
//! read it as it is typed; commands also have an option for each field.

use std::ops::RangeInclusive;
use std::str::FromStr;

use super::game_facts::{GameFacts, holds};
use super::labels::Labels;
use crate::phrase::one_of;
use crate::player::name::PersonName;
use crate::store::rated::RatedState;
use crate::store::summary::Verdict;
use crate::variants;
use reversi::Color;
use reversi_notation::clean;
use reversi_text::{Name, Said, tr};

/// A part of a filter that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum FilterField {
    /// Either player.
    Player,
    /// The player of Black.
    Black,
    /// The player of White.
    White,
    /// The other player in a game of yours, or of the player that is named.
    Opponent,
    /// The year, or a range of years.
    Year,
    /// The result, for you or for the player that is named.
    Result,
    /// The name of the opening.
    Opening,
    /// A tag.
    Tag,
    /// The fewest discs that one of your moves lost.
    MinLoss,
}

impl FilterField {
    /// All fields.
    const ALL: [Self; 9] = variants::all();

    /// Returns what a value must be, as a clause.
    fn expected(self) -> Said {
        match self {
            Self::Player | Self::Black | Self::White | Self::Opponent => tr!("a name"),
            Self::Year => tr!("a year such as 1999, or a range such as 1990-1999 or 2020.."),
            Self::Result => one_of(&["win", "loss", "draw", "black", "white"]),
            Self::Opening => tr!("the name of an opening"),
            Self::Tag => tr!("a tag"),
            Self::MinLoss => tr!("a number of discs from 1 to 64"),
        }
    }
}

/// What a game must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilterTerm {
    /// The player of this side, or either, has a name that contains the text.
    Player(Option<Color>, String),
    /// The other player has.
    Opponent(String),
    /// It is of these years.
    Years(RangeInclusive<u16>),
    /// This side won, or it is a draw.
    Ended(Verdict),
    /// The player won or lost.
    Won(bool),
    /// The English or Japanese name of its opening contains the text.
    Opening(String),
    /// It has this tag.
    Tag(String),
    /// A move of the player lost that many discs.
    MinLoss(u32),
    /// It is a game of a person against a level that counts for the rating, or one against the computer that does not.
    Rated(bool),
    /// Its line in a list contains the text.
    Word(String),
}

impl FilterTerm {
    /// Returns what a word without a field means: `rated`, `casual`, or a part of the line.
    fn of_word(word: &str) -> Self {
        match word.to_lowercase() {
            word if word == "rated" => Self::Rated(true),
            word if word == "casual" => Self::Rated(false),
            word => Self::Word(word),
        }
    }

    /// Reads the value of a field.
    ///
    /// # Errors
    /// A clause about what it must be.
    pub fn read(field: FilterField, value: &str) -> Result<Self, Said> {
        let text = value.trim().to_lowercase();
        let term = match field {
            _ if text.is_empty() => None,
            FilterField::Player => Some(Self::Player(None, text)),
            FilterField::Black => Some(Self::Player(Some(Color::Black), text)),
            FilterField::White => Some(Self::Player(Some(Color::White), text)),
            FilterField::Opponent => Some(Self::Opponent(text)),
            FilterField::Year => years(&text).map(Self::Years),
            FilterField::Result => match text.as_str() {
                "win" => Some(Self::Won(true)),
                "loss" => Some(Self::Won(false)),
                "draw" => Some(Self::Ended(Verdict::Draw)),
                "black" => Some(Self::Ended(Verdict::Won(Color::Black))),
                "white" => Some(Self::Ended(Verdict::Won(Color::White))),
                _ => None,
            },
            FilterField::Opening => Some(Self::Opening(text)),
            FilterField::Tag => Some(Self::Tag(text.trim_start_matches('#').to_owned())),
            FilterField::MinLoss => {
                let discs = text.parse().ok().filter(|discs| (1..=64).contains(discs));
                discs.map(Self::MinLoss)
            }
        };
        term.ok_or_else(|| field.expected())
    }
}

/// Reads a year, or a range of years that may be open at one end.
fn years(text: &str) -> Option<RangeInclusive<u16>> {
    let (first, last) = text
        .split_once("..")
        .or_else(|| text.split_once('-'))
        .unwrap_or((text, text));
    let year = |text: &str, open: u16| match text.trim() {
        "" => Some(open),
        text => text.parse().ok(),
    };
    let range = year(first, u16::MIN)?..=year(last, u16::MAX)?;
    (!range.is_empty()).then_some(range)
}

/// A word of a filter that is wrong. Displays as a clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FilterError {
    /// There is no such field.
    #[error("{}", no_field(_0))]
    NoField(String),
    /// The value is not one of its field.
    #[error("{}", wrong_value(word, *field, expected))]
    Value {
        /// The word.
        word: String,
        /// The field.
        field: FilterField,
        /// What its value must be.
        expected: Said,
    },
}

fn no_field(name: &str) -> Said {
    let (name, known) = (
        format!("{name:?}"),
        FilterField::ALL.map(|field| field.to_string()),
    );
    let name = Name(&name);
    tr!(
        "{name} is not a filter; use {known}",
        name,
        known = &one_of(&known)
    )
}

fn wrong_value(word: &str, field: FilterField, expected: &Said) -> Said {
    let (word, field) = (format!("{word:?}"), field.to_string());
    let (word, field) = (Name(&word), Name(&field));
    tr!(
        "{word} is not a filter; {field}: needs {expected}",
        word,
        field,
        expected
    )
}

/// A choice of games: those for which every term holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFilter {
    terms: Vec<FilterTerm>,
}

/// Reads a filter: words, and values with the name of their field, such as `player:ann` or `black:"ann lee"`. The words
/// `rated` and `casual` are about the game, not about its line.
impl FromStr for GameFilter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Self, FilterError> {
        let terms = words(text).into_iter().map(|word| {
            let named = word.split_once(':').filter(|(name, _)| {
                let is_letter = |c: char| c.is_ascii_alphabetic() || c == '-';
                !name.is_empty() && name.chars().all(is_letter)
            });
            let Some((name, value)) = named else {
                return Ok(FilterTerm::of_word(&word));
            };
            let is_meant = |field: &FilterField| field.to_string().eq_ignore_ascii_case(name);
            let field = FilterField::ALL.into_iter().find(is_meant);
            let field = field.ok_or_else(|| FilterError::NoField(clean(name).into_owned()))?;
            FilterTerm::read(field, value).map_err(|expected| FilterError::Value {
                word: clean(&word).into_owned(),
                field,
                expected,
            })
        });
        Ok(Self {
            terms: terms.collect::<Result<_, _>>()?,
        })
    }
}

/// Splits a text at the spaces outside quotes.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), String::new(), false);
    for letter in text.chars() {
        match letter {
            '"' | '\u{201c}'..='\u{201e}' => is_quoted = !is_quoted,
            letter if letter.is_whitespace() && !is_quoted => words.push(std::mem::take(&mut word)),
            letter => word.push(letter),
        }
    }
    words.push(word);
    words.retain(|word| !word.trim().is_empty());
    words
}

/// What is known besides the game: who the player is, the labels, and what reviews found.
#[derive(Clone, Copy)]
pub struct FilterContext<'a> {
    /// The name of the player.
    pub name: PersonName,
    /// The labels of games.
    pub labels: &'a Labels,
    /// Returns the most discs that a move of a side lost in the game with a key; `None` if it is not reviewed.
    pub worst_loss: &'a dyn Fn(Color, &GameFacts<'_>) -> Option<u32>,
}

impl GameFilter {
    /// Creates a filter.
    pub fn new(terms: impl IntoIterator<Item = FilterTerm>) -> Self {
        Self {
            terms: terms.into_iter().collect(),
        }
    }

    /// Returns whether it holds for every game.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Adds the terms of another filter.
    pub fn and(mut self, other: &Self) -> Self {
        self.terms.extend(other.terms.iter().cloned());
        self
    }

    /// Returns the side of the player that the filter is about: the one that a field names, otherwise yours, otherwise
    /// the only one whose name has one of its words. `None` if the game has none of them.
    pub fn side_of(&self, facts: &GameFacts<'_>, name: PersonName) -> Option<Color> {
        let own = facts.own_side(name);
        let players = || {
            self.terms.iter().filter_map(|term| match term {
                FilterTerm::Player(side, text) => Some((*side, text)),
                _ => None,
            })
        };
        let either: Vec<&String> = players()
            .filter_map(|(side, text)| side.is_none().then_some(text))
            .collect();
        let is_meant = |&color: &Color| match either[..] {
            [] => players().any(|(side, _)| side == Some(color)),
            _ => either.iter().all(|text| facts.is_played_by(color, text)),
        };
        if players().next().is_none() {
            return own.or_else(|| self.side_by_word(facts));
        }
        let own = own.filter(is_meant);
        own.or_else(|| Color::ALL.into_iter().find(is_meant))
    }

    /// Returns the only side whose player's name contains one of the words.
    fn side_by_word(&self, facts: &GameFacts<'_>) -> Option<Color> {
        let words = || {
            self.terms.iter().filter_map(|term| match term {
                FilterTerm::Word(word) => Some(word),
                _ => None,
            })
        };
        let has_word = |&color: &Color| words().any(|word| facts.is_played_by(color, word));
        let mut named = Color::ALL.into_iter().filter(has_word);
        match (named.next(), named.next()) {
            (side, None) => side,
            _ => None,
        }
    }

    /// Returns whether every term holds for a game. `line` is its line in a list, in which words are looked for.
    pub fn holds(
        &self,
        facts: &GameFacts<'_>,
        context: &FilterContext<'_>,
        line: impl Fn() -> String,
    ) -> bool {
        let side = || self.side_of(facts, context.name);
        let label = || context.labels.of(facts);
        let mut text = None;
        self.terms.iter().all(|term| match term {
            FilterTerm::Player(Some(color), name) => facts.is_played_by(*color, name),
            FilterTerm::Player(None, name) => {
                let mut sides = Color::ALL.into_iter();
                sides.any(|color| facts.is_played_by(color, name))
            }
            FilterTerm::Opponent(name) => {
                side().is_some_and(|side| facts.is_played_by(side.opposite(), name))
            }
            FilterTerm::Years(years) => facts.year.is_some_and(|year| years.contains(&year)),
            FilterTerm::Ended(verdict) => facts.verdict == Some(*verdict),
            FilterTerm::Won(wins) => {
                let winner = side().map(|side| if *wins { side } else { side.opposite() });
                winner.is_some_and(|winner| facts.verdict == Some(Verdict::Won(winner)))
            }
            FilterTerm::Opening(name) => {
                (facts.opening).is_some_and(|opening| holds(&opening.name(true), name))
            }
            FilterTerm::Tag(tag) => label().is_some_and(|label| label.has_tag(tag)),
            FilterTerm::MinLoss(discs) => side()
                .and_then(|side| (context.worst_loss)(side, facts))
                .is_some_and(|lost| lost >= *discs),
            FilterTerm::Rated(true) => matches!(facts.rated, RatedState::Rated(_)),
            FilterTerm::Rated(false) => matches!(facts.rated, RatedState::Casual(_)),
            FilterTerm::Word(word) => {
                let text = text.get_or_insert_with(|| {
                    let label = label().map_or(String::new(), ToString::to_string);
                    format!("{} {label}", line())
                });
                holds(text, word)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::{ByColor, Opening, transcript};
    use reversi_notation::{Record, StatedResult, StatedScore};

    fn record(black: &str, white: &str, winner: Option<Color>) -> Record {
        let mut record = Record::from_game(&transcript::parse("f5d6c3d3c4").unwrap());
        record.players = ByColor::new(black.to_owned(), white.to_owned());
        record.date = "2020-05-01".to_owned();
        record.result = Some(StatedResult::of(StatedScore::Winner(winner)));
        record
    }

    fn is_held(filter: &str, record: &Record) -> bool {
        let filter: GameFilter = filter.parse().unwrap();
        let facts = GameFacts::of(record, Opening::of(record.positions()));
        let context = FilterContext {
            name: "Ann".parse().unwrap(),
            labels: &Labels::default(),
            worst_loss: &|side, _| (side == Color::Black).then_some(6),
        };
        let line = || format!("{} - {}", record.players.black, record.players.white);
        filter.holds(&facts, &context, line)
    }

    #[test]
    fn every_field_of_a_filter_chooses_games() {
        let game = record("Ann", "Bob", Some(Color::Black));
        for (right, wrong) in [
            ("player:ann", "player:eve"),
            ("player:BOB black:an", "black:bob"),
            ("white:bob", "white:ann"),
            ("opponent:bob", "opponent:ann"),
            ("player:bob opponent:ann", "player:ann opponent:ann"),
            ("white:bob opponent:ann", "white:bob opponent:bob"),
            ("year:2020", "year:2019"),
            ("year:2020..", "year:2021.."),
            ("year:..2020", "year:..2019"),
            ("year:2019..2021", "year:2010-2019"),
            ("result:win", "result:loss"),
            ("player:bob result:loss", "player:bob result:win"),
            ("result:black", "result:draw"),
            ("opening:tiger", "opening:rose"),
            ("opening:虎", "tag:blitz"),
            ("min-loss:6", "min-loss:7"),
            ("black:ann min-loss:6", "white:bob min-loss:1"),
            ("bob ann", "bob eve"),
            ("Year:2020 Bob", "year:2020 eve"),
            ("player:\"ann\" \"ann - bob\"", "\"bob - ann\""),
            ("\u{201c}ann - bob\u{201d}", "\u{201e}bob - ann\u{201c}"),
            ("", "10:30"),
        ] {
            assert!(is_held(right, &game), "{right}");
            assert!(!is_held(wrong, &game), "{wrong}");
        }
    }

    #[test]
    fn a_game_of_strangers_is_neither_won_nor_lost() {
        let game = record("Cleo", "Dan", Some(Color::White));
        for filter in ["result:win", "result:loss", "opponent:dan", "min-loss:1"] {
            assert!(!is_held(filter, &game), "{filter}");
        }
        assert!(is_held("player:dan result:win", &game));
        // A word that names one of them says who is meant.
        assert!(is_held("dan result:win", &game) && !is_held("dan result:loss", &game));
        assert!(!is_held("cleo dan result:win", &game));
        let draw = record("Cleo", "Dan", None);
        assert!(is_held("result:draw", &draw));
    }

    #[test]
    fn a_computer_is_found_by_the_name_that_screens_show() {
        let game = record("human", "engine:3", None);
        assert!(is_held("opponent:\"level 3\"", &game));
        assert!(is_held("player:you", &game));
    }

    #[test]
    fn the_words_rated_and_casual_are_about_the_game_and_not_about_its_line() {
        let friends = record("Ann the casual", "Bob, unrated", None);
        let mut rated = record("human", "engine:3", None);
        rated.origin = "you computer played*5".parse().ok();
        let mut helped = rated.clone();
        helped.origin = "you computer casual:hint played*4 hint".parse().ok();
        for (filter, chosen) in [
            ("rated", [false, true, false]),
            ("CASUAL", [false, false, true]),
            ("rated casual", [false; 3]),
            ("unrated", [true, false, false]),
            ("\"the casual\"", [true, false, false]),
        ] {
            let held = [&friends, &rated, &helped].map(|game| is_held(filter, game));
            assert_eq!(held, chosen, "{filter}");
        }
    }

    #[test]
    fn a_wrong_word_of_a_filter_is_named() {
        let error = |text: &str| text.parse::<GameFilter>().unwrap_err().to_string();
        assert_eq!(
            error("ann who:bob"),
            "\"who\" is not a filter; use player, black, white, opponent, year, result, opening, tag or min-loss"
        );
        assert_eq!(
            error("year:20x"),
            "\"year:20x\" is not a filter; year: needs a year such as 1999, or a range such as 1990-1999 or 2020.."
        );
        for wrong in [
            "year:2021..2020",
            "year:",
            "player:",
            "result:won",
            "min-loss:0",
            "min-loss:x",
            "tag:\"\"",
        ] {
            assert!(
                error(wrong).contains(wrong.trim_matches('"').split('"').next().unwrap()),
                "{wrong}"
            );
        }
        assert!(!error("\u{1b}a:b year:x").contains('\u{1b}'));
    }
}
