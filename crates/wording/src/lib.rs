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
pub mod report;
pub mod review;
pub mod score;
mod session;

use std::fmt::Display;
use std::path::Path;

use reversi::{ByColor, Color, Ending, Entry, Game, Outcome, Position, Square, SquareSet, Status};
pub use reversi_notation::diagram::framed;
use reversi_notation::{Casual, Record, clean};
use reversi_table::phrase::path_text;
use reversi_table::player::description::PlayerName;
use reversi_table::player::name::PersonName;
use reversi_table::store::summary;
use reversi_text::{Message, Name, Said, label, tr};

pub use connection::{
    CLOCKS_STOPPED, YOUR_CLOCK_MAY_RUN, after_disconnection, connection_event, wait,
};
pub use joining::{cannot_host, invitation, not_joined};
pub use lasting::{ENGINE_LOADS, LastingState, marks};
pub use reversi_table::phrase::{result, side};
pub use session::{GameSentences, bad_move, event, event_briefly, refusal};

/// Returns why a game does not count for the rating, as a sentence.
pub fn casual(why: Casual) -> Said {
    match why {
        Casual::Unrated => tr!("Not rated: you chose a casual game."),
        Casual::Hint => tr!("Not rated: a hint was shown."),
        Casual::Values => tr!("Not rated: values were shown."),
        Casual::Undo => tr!("Not rated: a move was undone."),
        Casual::Coach => tr!("Not rated: the coach helped."),
        Casual::Players => tr!("Not rated: players changed."),
        Casual::Bar => tr!("Not rated: the evaluation was shown."),
        Casual::Openings => tr!("Not rated: openings were shown."),
        Casual::Review => tr!("Not rated: the game was reviewed."),
        Casual::Analysis => tr!("Not rated: the game was analysed."),
        Casual::Position => tr!("Not rated: it began from a position."),
        _ => tr!("Not rated."),
    }
}

/// Returns the new rating after a rated game with its change: `1512 (+9)`; `None` for the rating before the first one.
pub fn new_rating(rating: f64, before: Option<f64>) -> Said {
    let rating = rating.round();
    Said::verbatim(match before.map(f64::round) {
        Some(before) => format!("{rating} ({:+})", rating - before),
        None => format!("{rating}"),
    })
}

/// The game has ended.
pub const GAME_OVER: &Message = label!("The game is over.");

/// Returns the rules of the game, each with a word in front.
pub fn rules() -> [(&'static str, &'static str); 6] {
    RULES.map(|(word, rule)| (word.text(), rule.text()))
}

const RULES: [(&Message, &Message); 6] = [
    (
        label!("goal"; "before a rule"),
        label!("have more discs of your colour at the end"),
    ),
    (
        label!("start"; "before a rule"),
        label!("two discs of each side in the middle; Black moves first"),
    ),
    (
        label!("move"; "before a rule"),
        label!(
            "place a disc so that it traps a row of the other side's discs between it and one of your own, \
             along a rank, a file or a diagonal"
        ),
    ),
    (
        label!("flips"; "before a rule"),
        label!("all trapped discs turn to your colour; every move must turn at least one"),
    ),
    (
        label!("pass"; "before a rule"),
        label!("a side without a legal move passes, and only then"),
    ),
    (
        label!("end"; "before a rule"),
        label!("when neither side can move; empty squares go to the winner"),
    ),
];

// What happened. In all sentences `you` is the side of the only person at the board, who is addressed by it, whatever the
// name in the settings; `None` without a person or with two.

/// A side placed a disc and turned this many others.
pub fn played(color: Color, square: Square, discs: usize, you: Option<Color>) -> Said {
    if you == Some(color) {
        tr!(
            "You play {square}, turning {count} disc."
                | "You play {square}, turning {count} discs.",
            square,
            count = discs
        )
    } else {
        tr!(
            "{color} plays {square}, turning {count} disc."
                | "{color} plays {square}, turning {count} discs.",
            color,
            square,
            count = discs
        )
    }
}

/// A side placed a disc and turned these.
pub fn played_turning(color: Color, square: Square, discs: SquareSet, you: Option<Color>) -> Said {
    if you == Some(color) {
        tr!("You play {square}, turning {discs}.", square, discs)
    } else {
        tr!(
            "{color} plays {square}, turning {discs}.",
            color,
            square,
            discs
        )
    }
}

/// A forced pass, without what follows. The only person, if there is one, is addressed as "you", as in all sentences that
/// take `you`.
pub fn passes(color: Color, you: Option<Color>) -> Said {
    if you == Some(color) {
        tr!("You have no legal move and pass.")
    } else {
        tr!("{color} has no legal move and passes.", color)
    }
}

/// A side resigned.
pub fn resigned(color: Color, you: Option<Color>) -> Said {
    if you == Some(color) {
        tr!("You resign.")
    } else {
        tr!("{color} resigns.", color)
    }
}

/// A side left, and the other one claimed the win.
pub fn left(color: Color, you: Option<Color>) -> Said {
    let other = color.opposite();
    match you {
        Some(you) if you == color => tr!("You were away, and {other} claimed the win.", other),
        Some(_) => tr!("{color} left, and you claimed the win.", color),
        None => tr!("{color} left, and {other} claimed the win.", color, other),
    }
}

/// The question before the program quits during a game.
pub const fn ask_quit(is_saved: bool) -> &'static Message {
    if is_saved {
        label!("Quit? Your game is saved.")
    } else {
        label!("Quit? This game is not saved.")
    }
}

/// The question before another game replaces one that could not be saved.
pub const ASK_LEAVE_UNSAVED: &Message = label!("Leave this game? It could not be saved.");

/// A paste does not replace a game that could not be saved, as this key does.
pub fn not_saved_yet(save: char) -> Said {
    tr!(
        "The game on the board could not be saved. Leave it with Esc first, or save it with {key}.",
        key = Name(save.encode_utf8(&mut [0; 4]))
    )
}

/// A side used up its time.
pub fn time_up(color: Color, game_continues: bool, you: Option<Color>) -> Said {
    match (you == Some(color), game_continues) {
        (true, true) => tr!("Your time is up; the game continues."),
        (true, false) => tr!("Your time is up."),
        (false, true) => tr!("{color}'s time is up; the game continues.", color),
        (false, false) => tr!("{color}'s time is up.", color),
    }
}

/// The game begins with this opening.
pub fn opening(name: &str) -> Said {
    tr!("Opening: {name}.", name = Name(name))
}

/// A game or a position was put on the board.
pub fn opened(about: &str) -> Said {
    tr!("Opened: {game}.", game = Name(about))
}

/// Which side the person plays.
pub fn you_play(color: Color) -> Said {
    tr!("You play {color}.", color)
}

/// The players of both sides by name: `You are Black, level 5 is White.`
pub fn players(names: &ByColor<PlayerName>, you: Option<Color>) -> Said {
    let is_you = ByColor::from_fn(|color| you == Some(color) || names[color] == PlayerName::You);
    let ByColor { black, white } = &names.as_ref().map(PlayerName::said);
    match (is_you.black, is_you.white) {
        (true, true) => tr!("You play both sides."),
        (true, false) => tr!("You are Black, {white} is White.", white),
        (false, true) => tr!("{black} is Black, you are White", black).sentence(),
        (false, false) => tr!("{black} is Black, {white} is White", black, white).sentence(),
    }
}

/// An entry as part of a sentence: `Black's f5`, `your pass`, `Black's resignation`.
pub fn entry(entry: &Entry, you: Option<Color>) -> Said {
    let is_you = |color: Color| you == Some(color);
    match *entry {
        Entry::Move { color, square, .. } if is_you(color) => tr!("your {square}", square),
        Entry::Move { color, square, .. } => tr!("{color}'s {square}", color, square),
        Entry::Pass { color } if is_you(color) => tr!("your pass"),
        Entry::Pass { color } => tr!("{color}'s pass", color),
        Entry::Resignation { color } if is_you(color) => tr!("your resignation"),
        Entry::Resignation { color } => tr!("{color}'s resignation", color),
        Entry::Timeout { color } if is_you(color) => tr!("your loss on time"),
        Entry::Timeout { color } => tr!("{color}'s loss on time", color),
        Entry::Agreement { .. } => tr!("the agreed draw"),
    }
}

// What is refused: clauses without a full stop.

/// The connection to the other player is lost.
pub const NOT_CONNECTED: &Message = label!("your opponent is not connected; the game waits");

/// A spectator cannot do what the players do.
pub(crate) const WATCHING: &Message = label!("you are watching; only the two players can do this");

/// A player of a game that is watched is not connected.
pub const PLAYER_NOT_CONNECTED: &Message = label!("a player is not connected; the game waits");

/// Spectators have come or gone: `2 watching`.
pub fn watching(count: usize) -> Said {
    match count {
        0 => tr!("nobody watching"),
        count => tr!("{count} watching" | "{count} watching", count),
    }
}

/// Who watches: `Cid watching`, `Cid and 2 more watching`.
pub fn spectators(names: &[PersonName]) -> Said {
    let known = names.iter().filter(|name| **name != PersonName::EMPTY);
    let mut known: Vec<Said> = known.map(|name| Said::verbatim(name.to_string())).collect();
    match names.len() - known.len() {
        _ if known.is_empty() => return watching(names.len()),
        0 => {}
        count => known.push(tr!("{count} more" | "{count} more"; "spectators", count)),
    }
    tr!("{names} watching", names = &Said::all_of(known))
}

/// Undo and other changes need the other player.
pub const NOT_OVER_NETWORK: &Message = label!("this is not possible in a game over the network");

/// There is nobody else to ask or to talk to.
pub(crate) const ONLY_OVER_NETWORK: &Message =
    label!("this is possible only in a game over the network");

/// A game between two people is played without an engine.
pub(crate) const NO_ENGINE_HELP: &Message =
    label!("the computer does not help in a game over the network");

/// There are no moves to copy or to show.
pub const NO_MOVES: &Message = label!("no moves played yet");

// The position.

/// The value of the positions of the perfect game.
pub const DRAW_WITH_BEST_PLAY: &Message = label!("a draw with best play (proven)");

/// The source of the proof that the positions of the perfect game are draws.
pub const PROOF_OF_DRAW: &Message = label!("Takizawa 2023, arXiv 2310.19387");

/// The squares with discs of each side: `Black: d5 e4. White: d4 e5.`
pub fn discs(position: Position) -> Said {
    let [black, white] = Color::ALL.map(|color| position.discs(color));
    tr!("Black: {black}. White: {white}.", black, white)
}

/// The discs of each side: `Black (X) 2, White (O) 2.`
pub fn counts(position: Position) -> Said {
    let ByColor { black, white } = position.counts();
    tr!("Black (X) {black}, White (O) {white}.", black, white)
}

/// The time left on both clocks: `Time: Black 4:58, White 5:00.`
pub(crate) fn clocks(remaining: &ByColor<impl Display>, you: Option<Color>) -> Said {
    let times = remaining.as_ref().map(ToString::to_string);
    let ByColor { black, white } = times.as_ref().map(|time| Name(time));
    match you {
        None => tr!("Time: Black {black}, White {white}.", black, white),
        Some(Color::Black) => tr!("Time: you {black}, White {white}.", black, white),
        Some(Color::White) => tr!("Time: Black {black}, you {white}.", black, white),
    }
}

/// Whose turn it is, beside a board: `Your move`, `Black to move`.
pub fn your_move(color: Color, you: Option<Color>) -> Said {
    if you == Some(color) {
        tr!("Your move")
    } else {
        turn_of(color, None)
    }
}

/// Whose turn it is: a clause that has the colour, for text without a board beside it: `You (Black) to move`.
pub fn turn_of(color: Color, you: Option<Color>) -> Said {
    if you == Some(color) {
        tr!("You ({color}) to move", color)
    } else {
        tr!("{color} to move", color)
    }
}

/// The side to move and its legal moves: `Black to move: c4 d3 e6 f5.`
pub fn to_move(game: &Game, you: Option<Color>) -> Said {
    match game.status() {
        Status::MustPass(color) if you == Some(color) => tr!(
            "You have no legal move and you ({color}) must pass: the pass was undone, redo plays it again.",
            color
        ),
        Status::MustPass(color) => tr!(
            "{color} has no legal move and must pass: the pass was undone, redo plays it again.",
            color
        ),
        Status::ToMove(_) => to_move_in(game.position(), you),
        Status::Over(_) => GAME_OVER.into(),
    }
}

/// The side to move and its legal moves, in a position without a game.
pub fn to_move_in(position: Position, you: Option<Color>) -> Said {
    let color = position.side_to_move();
    let is_you = you == Some(color);
    let moves = position.legal_moves();
    match (moves.is_empty(), position.pass()) {
        (false, _) if is_you => tr!("You ({color}) to move: {moves}.", color, moves),
        (false, _) => tr!("{color} to move: {moves}.", color, moves),
        (true, Some(_)) if is_you => {
            tr!("You have no legal move and you ({color}) must pass.", color)
        }
        (true, Some(_)) => tr!("{color} has no legal move and must pass.", color),
        (true, None) => GAME_OVER.into(),
    }
}

/// The line under a printed board: counts, clocks if there are any, and the legal moves:
/// `Black (X) 2, White (O) 2. Black to move: c4 d3 e6 f5.`
pub fn turn(game: &Game, remaining: Option<ByColor<impl Display>>, you: Option<Color>) -> Said {
    let clocks = remaining.map(|both| clocks(&both, you));
    let counts = counts(game.position());
    Said::sentences([counts, clocks.unwrap_or_default(), to_move(game, you)])
}

/// The end of a game: a sentence about the discs on the board, if there are empty squares, and the result. The result
/// counts empty squares for the winner.
pub fn outcome(outcome: &Outcome) -> (Option<Said>, Said) {
    (on_the_board(outcome), game_over(&verdict(outcome)))
}

/// The game is over, and how it ended.
pub fn game_over(verdict: &Said) -> Said {
    Said::sentences([tr!("Game over."), verdict.clone()])
}

/// The discs on the board at the end, and who gets the empty squares, if there are any.
fn on_the_board(outcome: &Outcome) -> Option<Said> {
    let ByColor { black, white } = outcome.discs;
    Some(match (outcome.ending, outcome.empties(), outcome.winner) {
        (Ending::Finished, 0, _) => return None,
        (Ending::Finished, count, Some(winner)) => tr!(
            "{black}-{white} on the board; the empty square goes to {winner}."
                | "{black}-{white} on the board; the {count} empty squares go to {winner}.",
            black,
            white,
            count,
            winner
        ),
        (Ending::Finished, count, None) => tr!(
            "{black}-{white} on the board; the empty square is shared."
                | "{black}-{white} on the board; the {count} empty squares are shared.",
            black,
            white,
            count
        ),
        _ => tr!("{black}-{white} on the board.", black, white),
    })
}

/// Both players agreed to a draw.
pub const AGREED: &Message = label!("Both players agreed to a draw.");

/// How a game ended, where it is known that it is over: `Black wins 53-11.`, `Black resigns: White wins.`
pub fn verdict(outcome: &Outcome) -> Said {
    match outcome.ending {
        Ending::Finished => result(outcome, None),
        Ending::Resigned(loser) => {
            tr!(
                "{loser} resigns: {winner} wins.",
                loser,
                winner = loser.opposite()
            )
        }
        Ending::TimedOut(loser) => {
            tr!(
                "{loser}'s time is up: {winner} wins.",
                loser,
                winner = loser.opposite()
            )
        }
        Ending::Agreed => AGREED.into(),
    }
}

/// The end of a game, told to the player of a side: a sentence about the empty squares, if any, and the result: `You win
/// 53-11.`, `You lose: your time is up.`
pub fn outcome_for(outcome: &Outcome, you: Color) -> (Option<Said>, Said) {
    let other = you.opposite();
    let said = match outcome.ending {
        Ending::Finished => {
            let given = match (outcome.empties(), outcome.winner) {
                (0, _) => None,
                (count, Some(winner)) if winner == you => Some(tr!(
                    "The empty square counts for you." | "The {count} empty squares count for you.",
                    count
                )),
                (count, Some(_)) => Some(tr!(
                    "The empty square counts for {other}."
                        | "The {count} empty squares count for {other}.",
                    count,
                    other
                )),
                (count, None) => Some(tr!(
                    "The empty square is shared." | "The {count} empty squares are shared.",
                    count
                )),
            };
            return (given, result(outcome, Some(you)));
        }
        Ending::Resigned(loser) if loser == you => tr!("You lose: you resigned."),
        Ending::Resigned(_) => tr!("You win: {other} resigned.", other),
        Ending::TimedOut(loser) if loser == you => tr!("You lose: your time is up."),
        Ending::TimedOut(_) => tr!("You win: {other}'s time is up.", other),
        Ending::Agreed => tr!("Draw: both players agreed to a draw."),
    };
    (None, said)
}

/// The end of a game that a side has lost because it left: the discs on the board, and the result, as [`outcome`] and
/// [`outcome_for`] return them.
pub fn departed(outcome: &Outcome, loser: Color, you: Option<Color>) -> (Option<Said>, Said) {
    let winner = loser.opposite();
    match you {
        None => (
            on_the_board(outcome),
            tr!("{loser} left: {winner} wins.", loser, winner),
        ),
        Some(you) if you == loser => (
            None,
            tr!(
                "You lose: {winner} claimed the win while you were away.",
                winner
            ),
        ),
        Some(_) => (None, tr!("You win: {loser} left.", loser)),
    }
}

/// The end of a game, which a side may have lost because it left: a sentence to say before the result, if any, and the
/// result.
pub fn ending(outcome: &Outcome, left: Option<Color>, you: Option<Color>) -> (Option<Said>, Said) {
    match (left, you) {
        (Some(loser), _) => departed(outcome, loser, you),
        (None, Some(you)) => outcome_for(outcome, you),
        (None, None) => (on_the_board(outcome), verdict(outcome)),
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
pub const KEPT: &Message = label!("The game in progress is kept and offered at the next start.");

/// An unfinished game found at the start, from what is known about it.
pub fn unfinished_game(about: &Said) -> Said {
    tr!("Unfinished game of {about}.", about)
}

/// How much of a name is quoted, in characters.
const QUOTED_NAME: usize = 40;

/// Returns a short description of a recorded game.
pub fn recorded_game(record: &Record) -> Said {
    let [black, white] = Color::ALL.map(|color| {
        let name = summary::player(record, color);
        Said::verbatim(name.chars().take(QUOTED_NAME).collect::<String>())
    });
    let moves = &tr!(
        "{count} move" | "{count} moves",
        count = record.squares().count()
    );
    let result = &summary::result(record);
    if black == "?" && white == "?" {
        tr!("{moves}, {result}", moves, result)
    } else {
        let [black, white] = [&black, &white];
        tr!(
            "{black} against {white}, {moves}, {result}",
            black,
            white,
            moves,
            result
        )
    }
}

/// How a recorded game of these players ended, with the reason that its record has.
pub fn recorded_result(names: &ByColor<Said>, record: &Record) -> Said {
    match record.outcome() {
        _ if !record.comment.is_empty() => {
            Said::verbatim(clean(&record.comment).into_owned()).sentence()
        }
        Some(outcome) => match outcome.winner {
            Some(color) => {
                let score = outcome.score;
                let (winner, more, less) = (&names[color], score[color], score[color.opposite()]);
                tr!("{winner} wins {more}-{less}.", winner, more, less)
            }
            None => result(&outcome, None),
        },
        None => summary::result(record).sentence(),
    }
}

/// A text file of games was saved in line mode.
pub fn saved_to(path: &Path) -> Said {
    tr!("Saved to {path}.", path = Name(&path_text(path)))
}

/// The name of a file to open is missing.
pub const NO_FILE_NAME: &Message = label!("The file needs a name.");

/// A file is being read.
pub fn reading(name: Option<&str>) -> Said {
    if let Some(name) = name {
        tr!("Reading {name}.", name = Name(name))
    } else {
        tr!("Reading.")
    }
}

/// Games are not saved, so there is no list of them.
pub const GAMES_NOT_SAVED: &Message = label!("Games are not being saved.");

/// The history is empty.
pub const NO_FINISHED_GAMES: &Message = label!("No finished games.");

/// The sentences of line mode. What is refused is a clause without a full stop.
pub mod line {
    use reversi_text::{Name, Said, tr};

    /// A line is too long to be read.
    pub fn too_long(longest: usize) -> Said {
        tr!(
            "a line longer than {count} bytes was ignored",
            count = longest
        )
    }

    /// A line is not text.
    pub fn not_text(byte: u8, at: usize) -> Said {
        let value = format!("0x{byte:02x}");
        let value = Name(&value);
        tr!(
            "a line with invalid UTF-8 (byte {at} is {value}) was ignored",
            at,
            value
        )
    }
}
