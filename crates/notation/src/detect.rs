//! The reader for all formats and for texts in none: recognises the format of a file and reads its games one by one in
//! bounded memory.

use std::io::{self, BufRead, BufReader};
use std::path::Path;

use super::decoded::decode_all;
use super::error::{Place, Problem};
use super::find::{FindError, find};
use super::input;
use super::records::records;
use super::text_games::Item;
use super::wthor::Names;

pub use super::formats::{Format, detect};
pub use super::records::{Records, parse};

/// Reads the games of a file in a known format (`hint`) or in a recognised one. A text in no format is searched for
/// games and positions, up to 1 MiB.
pub fn read<R: BufRead>(input: R, hint: Option<Format>) -> Records<R> {
    read_with_names(input, hint, Names::default())
}

/// Does the same as [`read`], with the names for the numbers in a WTHOR file.
pub fn read_with_names<R: BufRead>(input: R, hint: Option<Format>, names: Names) -> Records<R> {
    records(input, hint, names, found_in)
}

/// Returns the games and positions in a text of no format, or the error in its game; `None` if it has neither, or if
/// the reader of lines has the better error.
fn found_in(bytes: &[u8], format: Option<Format>) -> Option<Vec<Item>> {
    /// A text that begins like a game but fails within so few moves may be anything.
    const FEWEST_MOVES: usize = 2;
    match find(&decode_all(bytes)) {
        // The reader of lines has no bound.
        Ok(content) if format == Some(Format::Transcript) && content.is_cut() => None,
        Ok(content) => Some(content.into_records()),
        Err(FindError::Move {
            place,
            problem: problem @ Problem::Move { number, .. },
            ..
        }) if format.is_none() && number > FEWEST_MOVES => Some(vec![(place, Err(problem))]),
        // JSON that comes here has no game, as far as its names say.
        Err(error)
            if error.is_of_board()
                || format == Some(Format::Quest) && error == FindError::Nothing
                || format.is_none() && error.is_specific() =>
        {
            let problem = Problem::Text(Box::new(error));
            Some(vec![(Place::Line(1), Err(problem))])
        }
        Err(_) => None,
    }
}

/// Opens a file. The names of a WTHOR file are read from the `.jou` and `.trn` files in the same folder that begin
/// like its name; [`Records::name_problems`] are those with them.
///
/// # Errors
/// Any error of opening the file.
pub fn open(path: &Path, hint: Option<Format>) -> io::Result<Records<BufReader<std::fs::File>>> {
    open_through(path, hint, |file| file)
}

/// Opens a file like [`open`] and reads it through a wrapper, such as a reader that can be stopped.
///
/// # Errors
/// As for [`open`].
pub fn open_through<R: io::Read>(
    path: &Path,
    hint: Option<Format>,
    through: impl FnOnce(std::fs::File) -> R,
) -> io::Result<Records<BufReader<R>>> {
    let input = BufReader::new(through(input::open(path)?));
    Ok(read_with_names(input, hint, Names::beside(path)))
}
