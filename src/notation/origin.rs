//! Who played a recorded game and how each move came about, as the program that recorded it knew.
//!
//! GGF and SGF hold it in the property `OR`, PGN in the tag `Origin`, which other programs skip:
//! `you computer casual:hint given*12 played*9 hint played*38`. The sides come first, Black before White, then what made
//! the game casual, if it is, and then how its moves and passes came about, in runs. The sides are those of the end; where
//! others sat there before, they stand in front of their moves:
//! `you computer casual:players by:computer,you played*8 by:you,computer played*52`.

use std::fmt;
use std::str::FromStr;

use crate::color::{ByColor, Color};

/// Who played a side of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Participant {
    /// The person whose program recorded the game.
    You,
    /// Another person at the same screen.
    SecondPerson,
    /// A computer player of the program.
    Computer,
    /// Another engine.
    Engine,
    /// A person who joined over a network.
    Guest,
    /// A person whose game was joined over a network.
    Host,
}

/// How a recorded move came about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveOrigin {
    /// Its side chose it.
    #[default]
    Played,
    /// It was there before play began: by an opening, a list of moves or a handicap.
    Given,
    /// It is the move of a hint that was shown.
    Hint,
    /// It was played after an undo.
    Retaken,
}

impl MoveOrigin {
    /// Returns whether its side found the move itself, on the first try or a later one.
    pub const fn is_own(self) -> bool {
        match self {
            Self::Played | Self::Retaken => true,
            Self::Given | Self::Hint => false,
        }
    }
}

/// What made a game casual, so that it does not count for a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Casual {
    /// It was not rated from the start.
    Unrated,
    /// A hint was shown.
    Hint,
    /// The values of the moves were shown.
    Values,
    /// A move was undone.
    Undo,
    /// The coach stopped a move.
    Coach,
    /// A player changed during the game.
    Players,
    /// The evaluation bar was shown.
    Bar,
    /// What was played in other games was shown, with its evaluation.
    Openings,
    /// The game so far was reviewed.
    Review,
    /// The game so far was analysed.
    Analysis,
    /// It began from a set-up position, with a handicap, or with many given moves.
    Position,
}

impl Casual {
    /// Returns the word for the reason in data: `unrated`, `hint`, `players`.
    pub fn reason(self) -> &'static str {
        let word = word_of(&CASUAL, self);
        word.split_once(':').map_or("unrated", |(_, reason)| reason)
    }
}

/// Who played a recorded game, who made each of its moves, and how the move came about.
///
/// ```
/// use reversi::Color;
/// use reversi::notation::{GameOrigin, MoveOrigin, Participant};
/// let origin: GameOrigin = "you computer given*2 played*3".parse()?;
/// assert_eq!(origin.side(Participant::You), Some(Color::Black));
/// assert_eq!(origin.of_move(1), MoveOrigin::Given);
/// assert_eq!(origin.of_move(60), MoveOrigin::Played);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOrigin {
    /// Who played each side in the end.
    pub sides: ByColor<Participant>,
    /// Who sat there before, if the players changed.
    pub seats: Seats,
    /// What made the game casual first; `None` if it counts for a rating.
    pub casual: Option<Casual>,
    /// How its moves and passes came about, in their order. Those that are missing were played.
    pub moves: Vec<MoveOrigin>,
}

/// Who sat at both sides when the moves and passes of a game were made: the number of the first entry of each run, in
/// order. Before the first run it is who sat there in the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seats(Vec<(usize, ByColor<Participant>)>);

impl Seats {
    /// Those of a game whose players did not change.
    pub const EMPTY: Self = Self(Vec::new());

    /// Notes who sits there when an entry is made, in place of what was known of it and those after it.
    pub fn note(&mut self, entry: usize, sides: ByColor<Participant>) {
        self.0.retain(|&(first, _)| first < entry);
        if self.0.last().is_none_or(|&(_, last)| last != sides) {
            self.0.push((entry, sides));
        }
    }

    /// Returns who sat there when an entry was made, if it is known.
    fn at(&self, entry: usize) -> Option<ByColor<Participant>> {
        let before = self.0.iter().take_while(|&&(first, _)| first <= entry);
        before.last().map(|&(_, sides)| sides)
    }

    /// Returns the same without what the players in the end say already.
    #[must_use]
    pub fn until(mut self, sides: ByColor<Participant>) -> Self {
        if self.0.iter().all(|&(_, run)| run == sides) {
            self.0.clear();
        }
        self
    }
}

/// The error for a text that is not the origin of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseOriginError;

impl fmt::Display for ParseOriginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not who played a game, such as \"you computer played*60\"")
    }
}

impl std::error::Error for ParseOriginError {}

/// The values of an enum with their words.
type Words<T, const N: usize> = [(T, &'static str); N];

const PARTICIPANTS: Words<Participant, 6> = [
    (Participant::You, "you"),
    (Participant::SecondPerson, "person"),
    (Participant::Computer, "computer"),
    (Participant::Engine, "engine"),
    (Participant::Guest, "guest"),
    (Participant::Host, "host"),
];

const CASUAL: Words<Casual, 11> = [
    (Casual::Unrated, "casual"),
    (Casual::Hint, "casual:hint"),
    (Casual::Values, "casual:values"),
    (Casual::Undo, "casual:undo"),
    (Casual::Coach, "casual:coach"),
    (Casual::Players, "casual:players"),
    (Casual::Bar, "casual:bar"),
    (Casual::Openings, "casual:openings"),
    (Casual::Review, "casual:review"),
    (Casual::Analysis, "casual:analysis"),
    (Casual::Position, "casual:position"),
];

const MOVES: Words<MoveOrigin, 4> = [
    (MoveOrigin::Played, "played"),
    (MoveOrigin::Given, "given"),
    (MoveOrigin::Hint, "hint"),
    (MoveOrigin::Retaken, "retaken"),
];

/// What stands in front of those who sat at both sides for some moves.
const BY: &str = "by:";

/// The most moves and passes of a game.
const MOST: usize = 128;

fn word_of<T: PartialEq + Copy>(words: &[(T, &'static str)], value: T) -> &'static str {
    let known = words.iter().find(|known| known.0 == value);
    known.map_or("", |known| known.1)
}

fn value_of<T: Copy>(words: &[(T, &'static str)], word: &str) -> Option<T> {
    let known = words.iter().find(|known| known.1 == word);
    known.map(|known| known.0)
}

impl GameOrigin {
    /// Returns the only side that this participant played.
    pub fn side(&self, who: Participant) -> Option<Color> {
        let ByColor { black, white } = self.sides.map(|side| side == who);
        match (black, white) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        }
    }

    /// Returns who sat at both sides when a move or pass was made, counted from 0.
    pub fn sides_at(&self, index: usize) -> ByColor<Participant> {
        self.seats.at(index).unwrap_or(self.sides)
    }

    /// Returns whether a move or pass of a color, counted from 0, was made by whoever played a side in the end.
    pub fn is_by(&self, index: usize, color: Color, side: Color) -> bool {
        let (then, who) = (self.sides_at(index), self.sides[side]);
        then[color] == who && (color == side || then[color.opposite()] != who)
    }

    /// Returns how a move or pass came about, counted from 0.
    pub fn of_move(&self, index: usize) -> MoveOrigin {
        self.moves.get(index).copied().unwrap_or_default()
    }

    fn read(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace().peekable();
        let mut side = || value_of(&PARTICIPANTS, words.next()?);
        let sides = ByColor::new(side()?, side()?);
        let casual = words.peek().and_then(|word| value_of(&CASUAL, word));
        let mut moves = Vec::new();
        let mut seats = Seats::default();
        for run in words.skip(usize::from(casual.is_some())) {
            if let Some(both) = run.strip_prefix(BY) {
                let (black, white) = both.split_once(',')?;
                let side = |word| value_of(&PARTICIPANTS, word);
                seats.note(moves.len(), ByColor::new(side(black)?, side(white)?));
                continue;
            }
            let (word, count) = match run.split_once('*') {
                Some((word, count)) => (word, count.parse().ok()?),
                None => (run, 1),
            };
            let count = usize::min(count, MOST - moves.len());
            moves.extend(std::iter::repeat_n(value_of(&MOVES, word)?, count));
        }
        Some(Self {
            sides,
            seats: seats.until(sides),
            casual,
            moves,
        })
    }
}

impl FromStr for GameOrigin {
    type Err = ParseOriginError;

    fn from_str(text: &str) -> Result<Self, ParseOriginError> {
        Self::read(text).ok_or(ParseOriginError)
    }
}

impl fmt::Display for GameOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ByColor { black, white } = self.sides.map(|side| word_of(&PARTICIPANTS, side));
        write!(f, "{black} {white}")?;
        if let Some(casual) = self.casual {
            write!(f, " {}", word_of(&CASUAL, casual))?;
        }
        let mut at = 0;
        for &(first, sides) in &self.seats.0 {
            let first = first.min(self.moves.len());
            write_runs(f, &self.moves[at..first])?;
            let ByColor { black, white } = sides.map(|side| word_of(&PARTICIPANTS, side));
            write!(f, " {BY}{black},{white}")?;
            at = first;
        }
        write_runs(f, &self.moves[at..])
    }
}

/// Writes how moves and passes came about.
fn write_runs(f: &mut fmt::Formatter<'_>, moves: &[MoveOrigin]) -> fmt::Result {
    for run in moves.chunk_by(PartialEq::eq) {
        write!(f, " {}", word_of(&MOVES, run[0]))?;
        if run.len() > 1 {
            write!(f, "*{}", run.len())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Format, detect};

    #[test]
    fn every_origin_is_read_as_it_was_printed() {
        for (black, _) in PARTICIPANTS {
            for (white, _) in PARTICIPANTS {
                let reasons = CASUAL.map(|(casual, _)| Some(casual));
                for casual in reasons.into_iter().chain([None]) {
                    for moves in [vec![], MOVES.map(|(origin, _)| origin).to_vec()] {
                        let origin = GameOrigin {
                            sides: ByColor::new(black, white),
                            seats: Seats::default(),
                            casual,
                            moves: [moves.clone(), moves].concat(),
                        };
                        assert_eq!(origin.to_string().parse(), Ok(origin));
                    }
                }
            }
        }
    }

    #[test]
    fn runs_are_written_with_their_length() {
        let text = "you computer casual:hint given*12 played*9 hint played*38";
        let origin: GameOrigin = text.parse().unwrap();
        assert_eq!(origin.to_string(), text);
        assert_eq!(origin.casual, Some(Casual::Hint));
        assert_eq!(origin.side(Participant::You), Some(Color::Black));
        assert_eq!(origin.of_move(11), MoveOrigin::Given);
        assert_eq!(origin.of_move(21), MoveOrigin::Hint);
        assert_eq!(origin.of_move(22), MoveOrigin::Played);
    }

    #[test]
    fn whoever_sat_there_before_is_named_in_front_of_their_moves() {
        let text = "you computer casual:players by:computer,you played*8 by:you,computer played*3";
        let origin: GameOrigin = text.parse().unwrap();
        assert_eq!(origin.to_string(), text);
        let (black, white) = (Color::Black, Color::White);
        let yours = |index, color| origin.is_by(index, color, black);
        assert_eq!([yours(7, black), yours(7, white)], [false, true]);
        assert_eq!([yours(8, black), yours(8, white)], [true, false]);
        assert_eq!(origin.of_move(7), MoveOrigin::Played);
        // Of two computers, each has the moves of its color.
        let watched: GameOrigin = "you computer by:computer,computer played*4 by:you,computer"
            .parse()
            .unwrap();
        assert!(!watched.is_by(0, black, white) && !watched.is_by(0, black, black));
        assert!(watched.is_by(1, white, white) && watched.is_by(4, black, black));
        let same: GameOrigin = "you computer by:you,computer played".parse().unwrap();
        assert_eq!(same.to_string(), "you computer played");
        for text in ["you computer by:you", "you computer by:you,me played"] {
            assert_eq!(text.parse::<GameOrigin>(), Err(ParseOriginError), "{text}");
        }
    }

    #[test]
    fn what_is_made_anew_has_the_author_of_the_last_time() {
        let sides = |is_you: bool| {
            let [you, computer] = [Participant::You, Participant::Computer];
            if is_you {
                ByColor::new(you, computer)
            } else {
                ByColor::new(computer, you)
            }
        };
        let you = sides;
        let mut seats = Seats::default();
        for (entry, black) in [(0, true), (1, true), (2, false), (3, false), (1, true)] {
            seats.note(entry, you(black));
        }
        assert_eq!(seats, Seats(vec![(0, you(true))]));
        assert_eq!(seats.clone().until(you(true)), Seats::default());
        assert_eq!(seats.clone().until(you(false)), seats);
    }

    #[test]
    fn formats_with_properties_hold_it_until_the_moves_are_changed() {
        let mut record = detect::parse("f5d6c3d3c4", Format::Transcript).unwrap();
        record.origin = "computer you casual:undo given*2 retaken".parse().ok();
        for format in [Format::Ggf, Format::Sgf, Format::Pgn] {
            let mut text = String::new();
            assert!(format.write(&record, &mut text));
            let mut again = detect::parse(&text, format).unwrap();
            assert_eq!(again.origin, record.origin, "{text}");
            let tree = again.tree().unwrap();
            again.set_tree(&tree);
            assert_eq!(again.origin, record.origin, "{text}");
            again.moves.truncate(2);
            again.set_tree(&tree);
            assert_eq!(again.origin, None);
        }
    }

    #[test]
    fn anything_else_is_no_origin_and_no_run_is_too_long() {
        for text in ["", "you", "you me", "you you 12", "you computer given*x"] {
            assert_eq!(text.parse::<GameOrigin>(), Err(ParseOriginError), "{text}");
        }
        let long = "you computer given*99999999999 hint*5";
        assert_eq!(long.parse::<GameOrigin>().unwrap().moves.len(), MOST);
        let two: GameOrigin = "you you".parse().unwrap();
        assert_eq!(two.side(Participant::You), None);
    }
}
