//! The sentences about what the table, the studies and the network tell, for all front ends. A sentence that is used once
//! stands where it is used.

pub mod coach;
mod connection;
pub mod go;
pub mod hint;
mod joining;
mod lasting;
pub mod practice;
mod reason;
pub mod review;
mod session;

use std::fmt::Display;
use std::path::Path;

use reversi::{ByColor, Color, Ending, Entry, Game, Outcome, Position, Square, SquareSet, Status};
pub use reversi_notation::diagram::framed;
use reversi_notation::{Casual, Record, clean};
use reversi_table::phrase::{
    AGREED, YOU, all_of, path_text, plural, result, sentence, square_list, verb, whose,
};
use reversi_table::store::summary;

pub use connection::{after_disconnection, connection_event, wait};
pub use joining::{cannot_host, invitation, not_joined};
pub use lasting::{ENGINE_LOADS, LastingState, marks};
pub use reversi_table::phrase::side;
pub use session::{GameSentences, bad_move, event, refusal};

/// Returns why a game does not count for the rating, as a sentence.
pub const fn casual(why: Casual) -> &'static str {
    match why {
        Casual::Unrated => "Not rated: you chose a casual game.",
        Casual::Hint => "Not rated: a hint was shown.",
        Casual::Values => "Not rated: values were shown.",
        Casual::Undo => "Not rated: a move was undone.",
        Casual::Coach => "Not rated: the coach helped.",
        Casual::Players => "Not rated: players changed.",
        Casual::Bar => "Not rated: the evaluation was shown.",
        Casual::Openings => "Not rated: openings were shown.",
        Casual::Review => "Not rated: the game was reviewed.",
        Casual::Analysis => "Not rated: the game was analysed.",
        Casual::Position => "Not rated: it began from a position.",
        _ => "Not rated.",
    }
}

/// Returns the new rating after a rated game with its change: `1512 (+9)`; `None` for the rating before the first one.
pub fn new_rating(rating: f64, before: Option<f64>) -> String {
    let rating = rating.round();
    match before.map(f64::round) {
        Some(before) => format!("{rating} ({:+})", rating - before),
        None => format!("{rating}"),
    }
}

/// The game has ended.
pub const GAME_OVER: &str = "The game is over.";

/// The rules of the game, each with a word in front.
pub const RULES: [(&str, &str); 6] = [
    ("goal", "have more discs of your colour at the end"),
    (
        "start",
        "two discs of each side in the middle; Black moves first",
    ),
    (
        "move",
        "place a disc so that it traps a row of the other side's discs between it and one of your own, \
         along a rank, a file or a diagonal",
    ),
    (
        "flips",
        "all trapped discs turn to your colour; every move must turn at least one",
    ),
    ("pass", "a side without a legal move passes, and only then"),
    (
        "end",
        "when neither side can move; empty squares go to the winner",
    ),
];

// What happened.

/// A side placed a disc and turned others: their number, or their names.
pub fn played(color: Color, square: Square, turned: impl Display, you: Option<Color>) -> String {
    let plays = verb(color, you, ["play", "plays"]);
    sentence(format_args!(
        "{} {plays} {square}, turning {turned}",
        side(color, you)
    ))
}

/// A side has no legal move: a clause.
pub fn no_move(color: Color, you: Option<Color>) -> String {
    let have = verb(color, you, ["have", "has"]);
    format!("{} {have} no legal move", side(color, you))
}

/// A forced pass, without what follows. The only person, if there is one, is addressed as "you", as in all sentences that
/// take `you`.
pub fn passes(color: Color, you: Option<Color>) -> String {
    let pass = verb(color, you, ["pass", "passes"]);
    sentence(format_args!("{} and {pass}", no_move(color, you)))
}

/// A side resigned.
pub fn resigned(color: Color, you: Option<Color>) -> String {
    let resigns = verb(color, you, ["resign", "resigns"]);
    sentence(format_args!("{} {resigns}", side(color, you)))
}

/// A side left, and the other one claimed the win.
pub fn left(color: Color, you: Option<Color>) -> String {
    let other = side(color.opposite(), you);
    match you {
        Some(you) if you == color => format!("You were away, and {other} claimed the win."),
        _ => format!("{color} left, and {other} claimed the win."),
    }
}

/// The question before the program quits during a game.
pub const fn ask_quit(is_saved: bool) -> &'static str {
    if is_saved {
        "Quit? Your game is saved."
    } else {
        "Quit? This game is not saved."
    }
}

/// The question before another game replaces one that could not be saved.
pub const ASK_LEAVE_UNSAVED: &str = "Leave this game? It could not be saved.";

/// A paste does not replace a game that could not be saved, as this key does.
pub fn not_saved_yet(save: char) -> String {
    format!(
        "The game on the board could not be saved. Leave it with Esc first, or save it with {save}."
    )
}

/// A side used up its time.
pub fn time_up(color: Color, game_continues: bool, you: Option<Color>) -> String {
    let rest = if game_continues {
        "; the game continues"
    } else {
        ""
    };
    sentence(format_args!("{} time is up{rest}", whose(color, you)))
}

/// The players of both sides by name: `You are Black, level 5 is White.`
pub fn players(names: &ByColor<impl Display>, you: Option<Color>) -> String {
    let plays = |color: Color| {
        let name = if you == Some(color) {
            YOU.to_owned()
        } else {
            names[color].to_string()
        };
        let verb = if name == YOU { "are" } else { "is" };
        format!("{name} {verb} {color}")
    };
    sentence(format_args!(
        "{}, {}",
        plays(Color::Black),
        plays(Color::White)
    ))
}

/// An entry as part of a sentence: `Black's f5`, `your pass`, `Black's resignation`.
pub fn entry(entry: &Entry, you: Option<Color>) -> String {
    let of = |color: &Color, what: &str| format!("{} {what}", whose(*color, you));
    match entry {
        Entry::Move { color, square, .. } => of(color, &square.to_string()),
        Entry::Pass { color } => of(color, "pass"),
        Entry::Resignation { color } => of(color, "resignation"),
        Entry::Timeout { color } => of(color, "loss on time"),
        Entry::Agreement { .. } => "the agreed draw".to_owned(),
    }
}

// What is refused: clauses without a full stop.

/// A CPU plays the side to move.
pub(crate) fn not_your_turn(color: Color, player: impl Display) -> String {
    format!("it is {color}'s turn, and {player} plays {color}")
}

/// The connection to the other player is lost.
pub const NOT_CONNECTED: &str = "your opponent is not connected; the game waits";

/// A spectator cannot do what the players do.
pub(crate) const WATCHING: &str = "you are watching; only the two players can do this";

/// A player of a game that is watched is not connected.
pub const PLAYER_NOT_CONNECTED: &str = "a player is not connected; the game waits";

/// Spectators have come or gone: `2 watching`.
pub fn watching(count: usize) -> String {
    match count {
        0 => "nobody watching".to_owned(),
        count => format!("{count} watching"),
    }
}

/// Who watches: `Cid watching`, `Cid and 2 more watching`.
pub fn spectators(names: &[impl Display]) -> String {
    let known = names.iter().map(ToString::to_string);
    let mut known: Vec<String> = known.filter(|name| !name.is_empty()).collect();
    match names.len() - known.len() {
        _ if known.is_empty() => return watching(names.len()),
        0 => {}
        unknown => known.push(format!("{unknown} more")),
    }
    format!("{} watching", all_of(&known))
}

/// Undo and other changes need the other player.
pub const NOT_OVER_NETWORK: &str = "this is not possible in a game over the network";

/// There is nobody else to ask or to talk to.
pub(crate) const ONLY_OVER_NETWORK: &str = "this is possible only in a game over the network";

/// A game between two people is played without an engine.
pub(crate) const NO_ENGINE_HELP: &str = "the computer does not help in a game over the network";

/// There are no moves to copy or to show.
pub const NO_MOVES: &str = "no moves played yet";

// The position.

/// The value of the positions of the perfect game.
pub const DRAW_WITH_BEST_PLAY: &str = "a draw with best play (proven)";

/// The source of the proof that the positions of the perfect game are draws.
pub const PROOF_OF_DRAW: &str = "Takizawa 2023, arXiv 2310.19387";

/// The squares with discs of each side: `Black: d5 e4. White: d4 e5.`
pub fn discs(position: Position) -> String {
    let of = |color| format!("{color}: {}.", square_list(position.discs(color)));
    format!("{} {}", of(Color::Black), of(Color::White))
}

/// The discs of each side: `Black (X) 2, White (O) 2.`
pub fn counts(position: Position) -> String {
    let counts = position.counts();
    format!("Black (X) {}, White (O) {}.", counts.black, counts.white)
}

/// The time left on both clocks: `Time: Black 4:58, White 5:00.`
pub(crate) fn clocks(remaining: &ByColor<impl Display>, you: Option<Color>) -> String {
    let [black, white] =
        Color::ALL.map(|color| format!("{} {}", side(color, you), remaining[color]));
    format!("Time: {black}, {white}.")
}

/// Whose turn it is, beside a board: `Your move`, `Black to move`.
pub fn your_move(color: Color, you: Option<Color>) -> String {
    if you == Some(color) {
        "Your move".to_owned()
    } else {
        turn_of(color, None)
    }
}

/// A side must pass: a clause that has the colour, as [`turn_of`].
fn must_pass(color: Color, you: Option<Color>) -> String {
    if you == Some(color) {
        format!("You have no legal move and you ({color}) must pass")
    } else {
        format!("{color} has no legal move and must pass")
    }
}

/// Whose turn it is: a clause that has the colour, for text without a board beside it: `You (Black) to move`.
pub fn turn_of(color: Color, you: Option<Color>) -> String {
    if you == Some(color) {
        format!("You ({color}) to move")
    } else {
        format!("{color} to move")
    }
}

/// The side to move and its legal moves: `Black to move: c4 d3 e6 f5.`
pub fn to_move(game: &Game, you: Option<Color>) -> String {
    match game.status() {
        Status::MustPass(color) => format!(
            "{}: the pass was undone, redo plays it again.",
            must_pass(color, you)
        ),
        Status::ToMove(_) => to_move_in(game.position(), you),
        Status::Over(_) => GAME_OVER.to_owned(),
    }
}

/// The side to move and its legal moves, in a position without a game.
pub fn to_move_in(position: Position, you: Option<Color>) -> String {
    let color = position.side_to_move();
    if !position.legal_moves().is_empty() {
        let moves = square_list(position.legal_moves());
        format!("{}: {moves}.", turn_of(color, you))
    } else if position.pass().is_some() {
        must_pass(color, you) + "."
    } else {
        GAME_OVER.to_owned()
    }
}

/// The line under a printed board: counts, clocks if there are any, and the legal moves:
/// `Black (X) 2, White (O) 2. Black to move: c4 d3 e6 f5.`
pub fn turn(game: &Game, remaining: Option<ByColor<impl Display>>, you: Option<Color>) -> String {
    let clocks = remaining.map_or_else(String::new, |both| clocks(&both, you) + " ");
    format!("{} {clocks}{}", counts(game.position()), to_move(game, you))
}

/// The end of a game: a sentence about the empty squares, if any, and the result. The result counts
/// empty squares for the winner.
pub fn outcome(outcome: &Outcome) -> (Option<String>, String) {
    let discs = outcome.discs;
    let on_board = format!("{}-{} on the board", discs.black, discs.white);
    let on_the_board = match (outcome.ending, outcome.empties(), outcome.winner) {
        (Ending::Finished, 0, _) => None,
        (Ending::Finished, 1, Some(winner)) => {
            Some(format!("{on_board}; the empty square goes to {winner}."))
        }
        (Ending::Finished, empties, Some(winner)) => Some(format!(
            "{on_board}; the {empties} empty squares go to {winner}."
        )),
        (Ending::Finished, empties, None) => Some(format!(
            "{on_board}; the {empties} empty squares are shared."
        )),
        _ => Some(format!("{on_board}.")),
    };
    (on_the_board, format!("Game over. {}", verdict(outcome)))
}

/// How a game ended, where it is known that it is over: `Black wins 53-11.`, `Black resigns: White wins.`
pub fn verdict(outcome: &Outcome) -> String {
    match outcome.ending {
        Ending::Finished => result(outcome, None),
        Ending::Resigned(loser) => format!("{loser} resigns: {} wins.", loser.opposite()),
        Ending::TimedOut(loser) => format!("{loser}'s time is up: {} wins.", loser.opposite()),
        Ending::Agreed => sentence(AGREED),
    }
}

/// The end of a game, told to the player of a side: a sentence about the empty squares, if any, and the result: `You win
/// 53-11.`, `You lose: your time is up.`
pub fn outcome_for(outcome: &Outcome, you: Color) -> (Option<String>, String) {
    let other = you.opposite();
    let (verdict, why) = match outcome.ending {
        Ending::Finished => {
            let given = match (outcome.empties(), outcome.winner) {
                (0, _) => None,
                (1, Some(winner)) if winner == you => {
                    Some("The empty square counts for you.".to_owned())
                }
                (1, Some(_)) => Some(format!("The empty square counts for {other}.")),
                (empties, Some(winner)) if winner == you => {
                    Some(format!("The {empties} empty squares count for you."))
                }
                (empties, Some(_)) => {
                    Some(format!("The {empties} empty squares count for {other}."))
                }
                (empties, None) => Some(format!("The {empties} empty squares are shared.")),
            };
            return (given, result(outcome, Some(you)));
        }
        Ending::Resigned(loser) if loser == you => ("You lose", "you resigned".to_owned()),
        Ending::Resigned(_) => ("You win", format!("{other} resigned")),
        Ending::TimedOut(loser) if loser == you => ("You lose", "your time is up".to_owned()),
        Ending::TimedOut(_) => ("You win", format!("{other}'s time is up")),
        Ending::Agreed => ("Draw", AGREED.to_owned()),
    };
    (None, format!("{verdict}: {why}."))
}

/// The end of a game that a side has lost because it left: the discs on the board, and the result, as [`outcome`] and
/// [`outcome_for`] return them.
pub fn departed(outcome: &Outcome, loser: Color, you: Option<Color>) -> (Option<String>, String) {
    let text = match you {
        None => {
            let (on_the_board, _) = self::outcome(outcome);
            let text = format!("{loser} left: {} wins.", loser.opposite());
            return (on_the_board, text);
        }
        Some(you) if you == loser => {
            format!(
                "You lose: {} claimed the win while you were away.",
                you.opposite()
            )
        }
        Some(_) => format!("You win: {loser} left."),
    };
    (None, text)
}

/// The end of a game, which a side may have lost because it left: a sentence to say before the result, if any, and the
/// result.
pub fn ending(
    outcome: &Outcome,
    left: Option<Color>,
    you: Option<Color>,
) -> (Option<String>, String) {
    match (left, you) {
        (Some(loser), _) => departed(outcome, loser, you),
        (None, Some(you)) => outcome_for(outcome, you),
        (None, None) => (self::outcome(outcome).0, verdict(outcome)),
    }
}

/// Returns the board in nine lines: the files, then the ranks. `X` is Black, `O` White, `.` an empty
/// square and `*` a square of `marked`, usually the legal moves. Each line ends with a line feed.
///
/// ```
/// use reversi::Position;
/// let text = reversi_wording::grid(Position::START, Position::START.legal_moves());
/// assert!(text.starts_with("  a b c d e f g h\n1 . . . . . . . .\n"));
/// assert!(text.contains("\n4 . . * O X . . .\n5 . . . X O * . .\n"));
/// ```
pub fn grid(position: Position, marked: SquareSet) -> String {
    framed(1, |square| match position.disc(square) {
        Some(color) => color.letter(),
        None if marked.contains(square) => '*',
        None => '.',
    })
}

/// Returns a set of squares in the same layout: `1` for its squares, `.` for the others.
pub fn bit_grid(set: SquareSet) -> String {
    framed(1, |square| if set.contains(square) { '1' } else { '.' })
}

// Files and saved games.

/// Another game replaces the one in progress.
pub const KEPT: &str = "The game in progress is kept and offered at the next start.";

/// An unfinished game found at the start, from what is known about it.
pub fn unfinished_game(about: &str) -> String {
    format!("Unfinished game of {about}.")
}

/// How much of a name is quoted, in characters.
const QUOTED_NAME: usize = 40;

/// Returns a short description of a recorded game.
pub fn recorded_game(record: &Record) -> String {
    let [black, white] = Color::ALL.map(|color| {
        let name = summary::player(record, color);
        name.chars().take(QUOTED_NAME).collect::<String>()
    });
    let moves = plural(record.squares().count(), "move");
    let result = summary::result(record);
    if black == "?" && white == "?" {
        format!("{moves}, {result}")
    } else {
        format!("{black} against {white}, {moves}, {result}")
    }
}

/// How a recorded game of these players ended, with the reason that its record has.
pub fn recorded_result(names: &ByColor<String>, record: &Record) -> String {
    match record.outcome() {
        _ if !record.comment.is_empty() => sentence(clean(&record.comment)),
        Some(outcome) => {
            let ByColor { black, white } = outcome.score;
            let (more, less) = (black.max(white), black.min(white));
            match outcome.winner {
                Some(color) => format!("{} wins {more}-{less}.", names[color]),
                None => format!("Draw {black}-{white}."),
            }
        }
        None => sentence(summary::result(record)),
    }
}

/// A text file of games was saved in line mode.
pub fn saved_to(path: &Path) -> String {
    format!("Saved to {}.", path_text(path))
}

/// The name of a file to open is missing.
pub const NO_FILE_NAME: &str = "The file needs a name.";

/// A pasted game cannot be shown before something else was done: `Leave the match`.
pub fn before_paste(first: &str) -> String {
    format!("{first} first to paste a game.")
}

/// A file is being read.
pub fn reading(name: Option<&str>) -> String {
    name.map_or_else(|| "Reading.".to_owned(), |name| format!("Reading {name}."))
}

/// Games are not saved, so there is no list of them.
pub const GAMES_NOT_SAVED: &str = "Games are not being saved.";

/// The history is empty.
pub const NO_FINISHED_GAMES: &str = "No finished games.";

/// The sentences of line mode. What is refused is a clause without a full stop.
pub mod line {
    /// A line is too long to be read.
    pub fn too_long(longest: usize) -> String {
        format!("a line longer than {longest} bytes was ignored")
    }

    /// A line is not text.
    pub fn not_text(byte: u8, at: usize) -> String {
        format!("a line with invalid UTF-8 (byte {at} is 0x{byte:02x}) was ignored")
    }
}
