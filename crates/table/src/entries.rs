//! The entries of a game as words: moves, passes and early ends, and those that were undone.

use reversi::Color;
use reversi::Position;
use reversi::{Entry, Game};

use reversi::transcript::{Token, tokens};
use reversi_text::{Name, tr};

/// A pass.
const PASS: &str = "--";

/// The suffix to the name of a side that resigned.
const RESIGNS: &str = "-resigns";

/// The suffix to the name of a side that ran out of time.
const TIME_OUT: &str = "-out-of-time";

/// A draw to which both sides agreed.
const AGREEMENT: &str = "draw-agreed";

/// Why entries cannot be replayed. Displays as a clause.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EntriesError {
    /// An entry is illegal: its number and its text.
    #[error("{}", tr!("entry {number}, {text}, cannot be played", number = *_0, text = Name(&format!("{_1:?}"))))]
    Illegal(usize, String),
    /// A forced pass has no entry.
    #[error("{}", tr!("a pass is missing"))]
    PassMissing,
}

/// Formats entries, to be read by [`replay`].
pub fn print(entries: &[Entry]) -> String {
    let words: Vec<String> = entries.iter().map(word).collect();
    words.join(" ")
}

fn word(entry: &Entry) -> String {
    match entry {
        Entry::Move { square, .. } => square.to_string(),
        Entry::Pass { .. } => PASS.to_owned(),
        Entry::Resignation { color } => format!("{color}{RESIGNS}"),
        Entry::Timeout { color } => format!("{color}{TIME_OUT}"),
        Entry::Agreement { .. } => AGREEMENT.to_owned(),
    }
}

/// Plays all entries, and undoes those that were undone.
///
/// # Errors
/// [`EntriesError`].
pub fn replay(start: Position, moves: &str, undone: &str) -> Result<Game, EntriesError> {
    let mut game = Game::from_position(start);
    let mut after_pass = false;
    let mut count = 0;
    for word in moves.split_whitespace().chain(undone.split_whitespace()) {
        count += 1;
        if !enter(&mut game, word, after_pass) {
            return Err(EntriesError::Illegal(count, word.to_owned()));
        }
        after_pass = word == PASS;
    }
    let back = undone.split_whitespace().count();
    for _ in 0..back {
        game.undo();
    }
    if game.entries().len() + back != count {
        return Err(EntriesError::PassMissing);
    }
    Ok(game)
}

/// Plays an entry in the form of [`word`]. Returns whether it was legal.
fn enter(game: &mut Game, word: &str, after_pass: bool) -> bool {
    let resigns = word.strip_suffix(RESIGNS);
    let loser = resigns.or(word.strip_suffix(TIME_OUT));
    if loser.is_some() || word == AGREEMENT {
        // The game can end like this after its forced pass was undone.
        let undo_pass = |game: &mut Game| {
            if !after_pass && matches!(game.entries().last(), Some(Entry::Pass { .. })) {
                game.undo();
            }
        };
        let Some(name) = loser else {
            undo_pass(game);
            return game.agree_to_draw();
        };
        let Some(color) = Color::ALL.into_iter().find(|c| c.to_string() == name) else {
            return false;
        };
        undo_pass(game);
        return if resigns.is_some() {
            game.resign(color)
        } else {
            game.time_out(color)
        };
    }
    let mut items = tokens(word);
    match (items.next(), items.next()) {
        // The game has passed already.
        (Some(Ok(Token::Pass)), None) => {
            matches!(game.entries().last(), Some(Entry::Pass { .. }))
        }
        (Some(Ok(Token::Move(square))), None) => game.play(square).is_ok(),
        _ => false,
    }
}
