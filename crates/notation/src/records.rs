//! The reader for all formats: recognises the format of a file and reads its games one by one in bounded memory.

use std::io::{self, BufRead, BufReader, Read};

use super::decoded::{Decoded, decode_all};
use super::error::{GAME_LIMIT, Place, Problem, RecordError};
use super::formats::{Format, detect};
use super::head::HEAD;
use super::input::CountedInput;
use super::record::Record;
use super::splitter::{GameSplitter, has_games};
use super::text_games::{self, Item};
use super::unpacked::{Unpacked, packing};
use super::wthor::{NameProblem, Names};

/// The iterator over the games of a file, returned by [`detect::read`](super::detect::read) and
/// [`detect::open`](super::detect::open).
///
/// An error concerns one game, and the following games are still read. After an input error nothing
/// follows.
#[derive(Debug)]
pub struct Records<R> {
    input: CountedInput<Whole<R>>,
    games: GameSplitter,
    format: Option<Format>,
    count: u64,
    place: Place,
    ended: bool,
}

/// The input, restarted after its first bytes were examined. An input that has ended is not read again:
/// a terminal would wait for more.
type Whole<R> = BufReader<Decoded<io::Chain<io::Cursor<Vec<u8>>, io::Take<Unpacked<R>>>>>;

/// Finds the games in a text that no format claims. The second argument is the format that it begins like.
/// `None` leaves the text to the reader of its format.
pub(super) type FindGames = fn(&[u8], Option<Format>) -> Option<Vec<Item>>;

/// Reads the games of a file in a known format.
pub(super) fn read_strictly<R: BufRead>(input: R, format: Format) -> Records<R> {
    records(input, Some(format), Names::default(), |_, _| None)
}

/// Reads the first game of a text in a known format.
///
/// # Errors
/// [`Problem`] if the game cannot be read.
pub fn parse(text: &str, format: Format) -> Result<Record, Problem> {
    let first = read_strictly(text.as_bytes(), format).next();
    let no_game = Problem::NoGame(format.name());
    first.ok_or(no_game)?.map_err(|error| error.problem)
}

/// Reads the games of a file in a known format (`hint`) or in a recognised one. `names` are those for the numbers in a
/// WTHOR file; `find` finds the games in a text that no format claims.
pub(super) fn records<R: BufRead>(
    input: R,
    hint: Option<Format>,
    names: Names,
    find: FindGames,
) -> Records<R> {
    let mut input = Unpacked::new(input);
    let mut head = Vec::with_capacity(HEAD);
    let mut failed = (&mut input).take(HEAD as u64).read_to_end(&mut head).err();
    let format = hint.or_else(|| detect(&head));
    let mut has_ended = head.len() < HEAD;
    let is_lines = format.is_none_or(Format::is_plain);
    let may_be_other = is_lines || format == Some(Format::Quest);
    let mut found = None;
    // A text that no format claims is read whole, up to a bound.
    if failed.is_none() && hint.is_none() && may_be_other && !is_claimed(&head, format) {
        if !has_ended {
            let more = (GAME_LIMIT + 1).saturating_sub(head.len()) as u64;
            failed = (&mut input).take(more).read_to_end(&mut head).err();
            has_ended = head.len() <= GAME_LIMIT;
        }
        if failed.is_none() && has_ended {
            found = find(&head, format);
        }
    }
    let rest = if has_ended { 0 } else { u64::MAX };
    let blank = head.iter().all(u8::is_ascii_whitespace);
    let games = match (found, failed, format) {
        (Some(found), ..) => GameSplitter::Found(found.into_iter()),
        (None, Some(error), _) => GameSplitter::nothing(Problem::from(&error)),
        (None, None, Some(format)) => format.reader(names),
        (None, None, None) if blank => GameSplitter::nothing(Problem::NoGame("Othello")),
        (None, None, None) => GameSplitter::nothing(match packing(&head) {
            Some(name) => Problem::Packed(name),
            None if has_ended || head.contains(&0) => Problem::Unrecognised,
            None => Problem::LongText,
        }),
    };
    let whole = io::Cursor::new(head).chain(input.take(rest));
    let whole = match format {
        Some(Format::Wthor) => Decoded::binary(whole),
        _ => Decoded::new(whole),
    };
    Records {
        input: CountedInput::new(BufReader::with_capacity(1 << 16, whole)),
        games,
        format,
        count: 0,
        place: Place::Line(1),
        ended: false,
    }
}

/// Returns whether a text with these first bytes is a file of lines or of games in JSON, or empty.
fn is_claimed(head: &[u8], format: Option<Format>) -> bool {
    let text = decode_all(head);
    if format == Some(Format::Quest) {
        return has_games(&text);
    }
    // A line that is longer than these bytes is left to the reader of lines.
    let is_cut = head.len() >= HEAD && !text.trim_start().contains('\n');
    // The last line may be cut, too.
    let lines = match text.rfind('\n') {
        Some(end) if head.len() >= HEAD => &text[..end],
        _ => &text,
    };
    is_cut || text.trim().is_empty() || text_games::is_plain(&text) && text_games::are_plain(lines)
}

impl<R: BufRead> Records<R> {
    /// Returns the number of bytes read of the file, for progress.
    pub fn bytes_read(&self) -> u64 {
        let (_, rest) = self.input.get_ref().get_ref().get_ref().get_ref();
        rest.get_ref().packed_bytes().unwrap_or(self.input.offset)
    }

    /// Returns where the last game that was read begins.
    pub const fn place(&self) -> Place {
        self.place
    }

    /// Returns why games of a WTHOR file have no names, as far as they were read.
    pub fn name_problems(&self) -> Vec<NameProblem> {
        match &self.games {
            GameSplitter::Wthor(games) => games.name_problems(),
            _ => Vec::new(),
        }
    }

    /// Returns the error to report instead of a game: an input error, or that there is no game.
    fn last(&mut self, error: Option<io::Error>) -> Option<Item> {
        self.ended = true;
        let is_text = !matches!(self.games, GameSplitter::Wthor(_));
        if let Some(error) = error {
            let place = if is_text {
                Place::Line(self.input.line)
            } else {
                Place::Byte(self.input.offset)
            };
            return Some((place, Err(Problem::from(&error))));
        }
        let format = self.format.map_or("Othello", Format::name);
        (is_text && self.count == 0).then_some((Place::Line(1), Err(Problem::NoGame(format))))
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let (place, result) = match self.games.next(&mut self.input) {
            Ok(Some(item)) => item,
            end => self.last(end.err())?,
        };
        self.count += 1;
        self.place = place;
        let game = self.count;
        Some(result.map_err(|problem| RecordError {
            game,
            place,
            problem,
        }))
    }
}
