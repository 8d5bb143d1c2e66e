//! Texts that several modules share: grammar, lists, numbers, dates, and sentences that are used in several places. A
//! sentence that is used once stands where it is used.

pub(crate) mod columns;

use std::fmt::Display;
use std::path::Path;
use std::time::Duration;

use crate::color::{ByColor, Color};
use crate::game::{Ending, Entry, Game, Outcome, Status};
use crate::notation::clean;
pub(crate) use crate::notation::diagram::framed;
use crate::position::Position;
use crate::square::Square;
use crate::squares::SquareSet;

/// The game has ended.
pub(crate) const GAME_OVER: &str = "The game is over.";

/// The version of the form of all JSON for other programs. docs/cli.md says what may change without a new one.
pub(crate) const JSON_VERSION: u32 = 1;

/// A count and its noun: `1 disc`, `2 discs`, `3 entries`.
pub(crate) fn plural<N: Copy + Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    if count == N::from(1) {
        format!("{count} {noun}")
    } else if let Some(stem) = noun.strip_suffix('y') {
        format!("{count} {stem}ies")
    } else {
        format!("{count} {noun}s")
    }
}

/// A list in a sentence: `a, b or c`.
pub(crate) fn one_of(names: &[impl AsRef<str>]) -> String {
    listed(names, "or")
}

/// A list in a sentence: `a, b and c`.
pub(crate) fn all_of(names: &[impl AsRef<str>]) -> String {
    listed(names, "and")
}

fn listed(names: &[impl AsRef<str>], conjunction: &str) -> String {
    match names {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {conjunction} {}", first.join(", "), last.as_ref())
        }
    }
}

/// Capitalizes a clause, unless it starts with the name of a square.
pub(crate) fn capitalized(clause: &str) -> String {
    let mut chars = clause.chars();
    match (chars.next(), chars.next()) {
        (Some(first), Some(second)) if !second.is_ascii_digit() => {
            first.to_uppercase().collect::<String>() + &clause[first.len_utf8()..]
        }
        _ => clause.to_owned(),
    }
}

/// A clause as a sentence.
pub(crate) fn sentence(clause: impl Display) -> String {
    capitalized(&clause.to_string()) + "."
}

/// Why the system refused something, without the number of its error.
pub(crate) fn io_reason(error: &std::io::Error) -> String {
    // A text of our own says more.
    if error.kind() == std::io::ErrorKind::NotFound && error.get_ref().is_none() {
        return "there is no such file or folder".to_owned();
    }
    let text = error.to_string();
    let text = text.split(" (os error ").next().unwrap_or_default();
    // Windows says it in a sentence.
    clean(text.trim_end_matches('.')).into_owned()
}

/// Formats a number with its sign and this many decimals. What is shown as zero has the sign `+`.
pub(crate) fn signed(number: f64, decimals: usize) -> String {
    let text = format!("{number:+.decimals$}");
    if text.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) {
        text
    } else {
        text.replace('-', "+")
    }
}

/// A local date and time without its seconds: `2024-05-17 20:15`. A date alone stays as it is.
pub(crate) fn to_the_minute(date: &str) -> &str {
    match date.as_bytes().get(13) {
        Some(b':') => date.get(..16).unwrap_or(date),
        _ => date,
    }
}

/// The rules of the game, each with a word in front.
pub(crate) const RULES: [(&str, &str); 6] = [
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

/// A side placed a disc.
pub(crate) fn played(color: Color, square: Square, flips: usize) -> String {
    format!("{color} plays {square}, turning {}.", plural(flips, "disc"))
}

/// A forced pass, without what follows.
pub(crate) fn passes(color: Color) -> String {
    format!("{color} has no legal move and passes.")
}

/// A side resigned.
pub(crate) fn resigned(color: Color) -> String {
    format!("{color} resigns.")
}

/// The question before the program quits during a game.
pub(crate) const fn ask_quit(is_saved: bool) -> &'static str {
    if is_saved {
        "Quit? Your game is saved."
    } else {
        "Quit? This game is not saved."
    }
}

/// The question before another game replaces one that could not be saved.
pub(crate) const ASK_LEAVE_UNSAVED: &str = "Leave this game? It could not be saved.";

/// A paste does not replace a game that could not be saved, as this key does.
pub(crate) fn not_saved_yet(save: char) -> String {
    format!(
        "The game on the board could not be saved. Leave it with Esc first, or save it with {save}."
    )
}

/// A game could not be saved: why, and its text, so that it can be kept elsewhere.
pub(crate) fn not_saved(why: &str, text: &str) -> String {
    format!("{why}; this game is not saved:\n{text}")
}

/// A side used up its time.
pub(crate) fn time_up(color: Color, game_continues: bool) -> String {
    let rest = if game_continues {
        "; the game continues"
    } else {
        ""
    };
    format!("{color}'s time is up{rest}.")
}

/// The players of both sides by name: `You are Black, level 5 is White.`
pub(crate) fn players(names: &ByColor<impl Display>) -> String {
    let plays = |color: Color| {
        let name = names[color].to_string();
        let verb = if name == YOU { "are" } else { "is" };
        format!("{name} {verb} {color}")
    };
    sentence(format_args!(
        "{}, {}",
        plays(Color::Black),
        plays(Color::White)
    ))
}

/// A game in progress in a few words, with the number of the next move: `vs level 5, move 23` if you play, otherwise
/// `Ann vs level 5, move 23`.
pub(crate) fn game_so_far(names: &ByColor<String>, moves: usize) -> String {
    let ByColor { black, white } = names;
    let next = moves + 1;
    match (black.as_str(), white.as_str()) {
        (YOU, other) | (other, YOU) => format!("vs {other}, move {next}"),
        _ => format!("{black} vs {white}, move {next}"),
    }
}

/// An entry as part of a sentence: `Black's f5`, `White's pass`, `Black's resignation`.
pub(crate) fn entry(entry: &Entry) -> String {
    match entry {
        Entry::Move { color, square, .. } => format!("{color}'s {square}"),
        Entry::Pass { color } => format!("{color}'s pass"),
        Entry::Resignation { color } => format!("{color}'s resignation"),
        Entry::Timeout { color } => format!("{color}'s loss on time"),
        Entry::Agreement { .. } => "the agreed draw".to_owned(),
    }
}

/// A draw before the end on the board: a clause.
pub(crate) const AGREED: &str = "both players agreed to a draw";

// What is refused: clauses without a full stop.

/// A CPU plays the side to move.
pub(crate) fn not_your_turn(color: Color, player: impl Display) -> String {
    format!("it is {color}'s turn, and {player} plays {color}")
}

/// The connection to the other player is lost.
pub(crate) const NOT_CONNECTED: &str = "your opponent is not connected; the game waits";

/// A spectator cannot do what the players do.
pub(crate) const WATCHING: &str = "you are watching; only the two players can do this";

/// A player of a game that is watched is not connected.
pub(crate) const PLAYER_NOT_CONNECTED: &str = "a player is not connected; the game waits";

/// Spectators have come or gone: `2 watching`.
pub(crate) fn watching(count: usize) -> String {
    match count {
        0 => "nobody watching".to_owned(),
        count => format!("{count} watching"),
    }
}

/// Who watches: `Cid watching`, `Cid and 2 more watching`.
pub(crate) fn spectators(names: &[impl Display]) -> String {
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
pub(crate) const NOT_OVER_NETWORK: &str = "this is not possible in a game over the network";

/// There is nobody else to ask or to talk to.
pub(crate) const ONLY_OVER_NETWORK: &str = "this is possible only in a game over the network";

/// A game between two people is played without an engine.
pub(crate) const NO_ENGINE_HELP: &str = "the computer does not help in a game over the network";

/// There are no moves to copy or to show.
pub(crate) const NO_MOVES: &str = "no moves played yet";

// The position.

/// Where a last move is: `of the game`, `in h1 g2`, `of the 7 squares at a8`.
pub(crate) fn last_move(region: SquareSet, is_whole: bool) -> String {
    let corner = (region & SquareSet::CORNERS).first();
    match corner.or(region.first()) {
        Some(at) if !is_whole && region.len() > 4 => {
            format!("of the {} squares at {at}", region.len())
        }
        _ if is_whole => "of the game".to_owned(),
        _ => format!("in {region}"),
    }
}

/// The source of the proof that the positions of the perfect game are draws.
pub(crate) const PROOF_OF_DRAW: &str = "Takizawa 2023, arXiv 2310.19387";

/// Returns whether a text has each of the words that are typed, in any case: how long lists filter.
pub(crate) fn has_words(text: &str, typed: &str) -> bool {
    let (text, typed) = (text.to_lowercase(), typed.to_lowercase());
    typed.split_whitespace().all(|word| text.contains(word))
}

/// What a move loses: `loses about 6 discs`, `loses 6 discs (proven)`.
pub(crate) fn loses<N>(discs: N, is_proven: bool) -> String
where
    N: Copy + Display + PartialEq + From<u8>,
{
    let discs = plural(discs, "disc");
    if is_proven {
        format!("loses {discs} (proven)")
    } else {
        format!("loses about {discs}")
    }
}

/// The squares of a set by name, in alphabetical order: `c4 d3 e6 f5`.
pub(crate) fn square_list(set: SquareSet) -> String {
    let mut names: Vec<String> = set.iter().map(|square| square.to_string()).collect();
    names.sort();
    names.join(" ")
}

/// A line of play: `f5 d6 c3`.
pub(crate) fn line_of_play(moves: &[Square]) -> String {
    let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
    names.join(" ")
}

/// The squares with discs of each side: `Black: d5 e4. White: d4 e5.`
pub(crate) fn discs(position: Position) -> String {
    let of = |color| format!("{color}: {}.", square_list(position.discs(color)));
    format!("{} {}", of(Color::Black), of(Color::White))
}

/// The discs of each side: `Black (X) 2, White (O) 2.`
pub(crate) fn counts(position: Position) -> String {
    let counts = position.counts();
    format!("Black (X) {}, White (O) {}.", counts.black, counts.white)
}

/// The time left on both clocks: `Time: Black 4:58, White 5:00.`
pub(crate) fn clocks(remaining: &ByColor<impl Display>) -> String {
    format!(
        "Time: Black {}, White {}.",
        remaining.black, remaining.white
    )
}

/// The side to move and its legal moves: `Black to move: c4 d3 e6 f5.`
pub(crate) fn to_move(game: &Game) -> String {
    match game.status() {
        Status::MustPass(color) => format!(
            "{color} has no legal move and must pass: the pass was undone, redo plays it again."
        ),
        Status::ToMove(_) => to_move_in(game.position()),
        Status::Over(_) => GAME_OVER.to_owned(),
    }
}

/// The side to move and its legal moves, in a position without a game.
pub(crate) fn to_move_in(position: Position) -> String {
    let color = position.side_to_move();
    if !position.legal_moves().is_empty() {
        format!("{color} to move: {}.", square_list(position.legal_moves()))
    } else if position.pass().is_some() {
        format!("{color} has no legal move and must pass.")
    } else {
        GAME_OVER.to_owned()
    }
}

/// The line under a printed board: counts, clocks if there are any, and the legal moves:
/// `Black (X) 2, White (O) 2. Black to move: c4 d3 e6 f5.`
pub(crate) fn turn(game: &Game, remaining: Option<ByColor<impl Display>>) -> String {
    let clocks = remaining.map_or_else(String::new, |both| clocks(&both) + " ");
    format!("{} {clocks}{}", counts(game.position()), to_move(game))
}

/// The end of a game: a sentence about the empty squares, if any, and the result. The result counts
/// empty squares for the winner.
pub(crate) fn outcome(outcome: &Outcome) -> (Option<String>, String) {
    let discs = outcome.discs;
    let on_board = format!("{}-{} on the board", discs.black, discs.white);
    let loss = match outcome.ending {
        Ending::Finished => None,
        Ending::Resigned(loser) => Some((loser, resigned(loser))),
        Ending::TimedOut(loser) => Some((loser, time_up(loser, false))),
        Ending::Agreed => {
            let last = format!("Game over. {}", sentence(AGREED));
            return (Some(on_board + "."), last);
        }
    };
    if let Some((loser, how)) = loss {
        let how = how.trim_end_matches('.');
        let last = format!("Game over. {how}: {} wins.", loser.opposite());
        return (Some(on_board + "."), last);
    }
    let given = match (outcome.empties(), outcome.winner) {
        (0, _) => None,
        (1, Some(winner)) => Some(format!("the empty square goes to {winner}")),
        (empties, Some(winner)) => Some(format!("the {empties} empty squares go to {winner}")),
        (empties, None) => Some(format!("the {empties} empty squares are shared")),
    };
    (
        given.map(|given| format!("{on_board}; {given}.")),
        format!("Game over. {}", result(outcome, None)),
    )
}

/// The end of a game, told to the player of a side: a sentence about the empty squares, if any, and the result: `You win
/// 53-11.`, `You lose: your time is up.`
pub(crate) fn outcome_for(outcome: &Outcome, you: Color) -> (Option<String>, String) {
    let other = you.opposite();
    let (verdict, why) = match outcome.ending {
        Ending::Finished => {
            let whose = match outcome.winner {
                Some(winner) if winner == you => "count for you".to_owned(),
                Some(_) => format!("count for {other}"),
                None => "are shared".to_owned(),
            };
            let given = match outcome.empties() {
                0 => None,
                1 => Some(format!(
                    "The empty square {}.",
                    whose.replacen("count", "counts", 1)
                )),
                empties => Some(format!("The {empties} empty squares {whose}.")),
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

/// The result of a finished game: `Black wins 53-11.`, `Draw 32-32.`; to the player of a side `You win 53-11.` or `You
/// lose 11-53.`
pub(crate) fn result(outcome: &Outcome, you: Option<Color>) -> String {
    let of = |side: Color| format!("{}-{}", outcome.score[side], outcome.score[side.opposite()]);
    match (outcome.winner, you) {
        (None, _) => format!("Draw {}.", of(Color::Black)),
        (Some(winner), None) => format!("{winner} wins {}.", of(winner)),
        (Some(winner), Some(you)) if winner == you => format!("You win {}.", of(you)),
        (Some(_), Some(you)) => format!("You lose {}.", of(you)),
    }
}

/// Returns the board in nine lines: the files, then the ranks. `X` is Black, `O` White, `.` an empty
/// square and `*` a square of `marked`, usually the legal moves. Each line ends with a line feed.
///
/// ```
/// use reversi::{Position, app::wording};
/// let text = wording::grid(Position::START, Position::START.legal_moves());
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
pub(crate) fn bit_grid(set: SquareSet) -> String {
    framed(1, |square| if set.contains(square) { '1' } else { '.' })
}

// Durations.

/// The time that a move took, in at most four characters: `3.4s`, `42s`, `3:05`, `59m`, `2h05`.
pub(crate) fn time_cell(time: Duration) -> String {
    let millis = time.as_millis();
    let (tenths, seconds) = ((millis + 50) / 100, (millis + 500) / 1000);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match (tenths, seconds) {
        (..100, _) => format!("{}.{}s", tenths / 10, tenths % 10),
        (_, ..60) => format!("{seconds}s"),
        (_, ..600) => format!("{minutes}:{:02}", seconds % 60),
        (_, ..3600) => format!("{minutes}m"),
        (_, ..36_000) => format!("{hours}h{minutes:02}"),
        _ => ">10h".to_owned(),
    }
}

/// A time in whole seconds: `0:42`.
pub(crate) fn time_spent(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

// Players.

/// The strength of an engine with a time for each move; `like` is the level that it plays like, if it plays like people.
pub(crate) fn timed_level(name: &str, time: impl Display, like: Option<u8>) -> String {
    match like {
        Some(number) => format!("{name}: moves like {}, at once", level_name(number)),
        None => format!("{name}: searches {time} a move"),
    }
}

/// The name of a level of the engine.
pub(crate) fn level_name(number: u8) -> String {
    format!("level {number}")
}

/// What a level is, in a word or two: from `beginner` to `strongest`.
pub(crate) const LEVEL_WORDS: [&str; 10] = [
    "beginner",
    "novice",
    "casual",
    "regular",
    "club",
    "tournament",
    "champion",
    "computer",
    "stronger",
    "strongest",
];

/// The name of the person at this terminal who has given none.
pub(crate) const YOU: &str = "you";

/// The name of another person who has given none.
pub(crate) const FRIEND: &str = "a friend";

/// The description of a person who plays.
pub(crate) const A_PERSON: &str = "plays at this keyboard";

/// The player's double, as the command line names it, and for people.
pub(crate) const DOUBLE: &str = "me";
pub(crate) const YOUR_DOUBLE: &str = "your double";

/// The description of the player's double, before its strength is known.
pub(crate) const PLAYS_LIKE_YOU: &str = "plays like you, by the reviews of your games";

/// Returns the description of a double whose moves lose this many discs on average.
pub(crate) fn double(discs: f32, is_weakest: bool) -> String {
    let strength = if is_weakest {
        "the weakest double"
    } else {
        "plays like you"
    };
    format!("{strength}: loses about {discs:.1} discs a move")
}

/// The description of the random player.
pub(crate) const RANDOM: &str = "plays any legal move at random";

/// The greedy player, as the command line and saved games name it, and for people.
pub(crate) const GREEDY: &str = "greedy";
pub(crate) const GRABBER: &str = "grabber";

/// The description of the greedy player.
pub(crate) const TURNS_MOST: &str = "turns as many discs as it can";

/// The players that need no person, as a list in a sentence.
pub(crate) const COMPUTERS: &str =
    "random, greedy, level 1 to level 10, nboard:COMMAND or gtp:COMMAND";

/// A program cannot be started.
pub(crate) fn cannot_start(program: &str, reason: impl Display) -> String {
    // Not as Rust shows a text: it would double the backslashes of a path.
    format!("cannot start \"{}\": {reason}", clean(program))
}

/// The search of a player has no result.
pub(crate) const FOUND_NO_MOVE: &str = "it found no move";

// Files and saved games.

/// A path of a file, safe to show, without the `\\?\` that Windows puts in front of a complete one.
pub(crate) fn path_text(path: &Path) -> String {
    clean(&dunce::simplified(path).display().to_string()).into_owned()
}

/// The file operations that can fail, before the path of the file.
pub(crate) mod cannot {
    /// Look for unfinished games.
    pub(crate) const FIND_GAMES: &str = "cannot look for unfinished games in";
    /// Save the game being played.
    pub(crate) const SAVE_GAME: &str = "cannot save the game to";
    /// Add a finished game to the history.
    pub(crate) const LOG_GAME: &str = "cannot add the game to the history";
    /// Read the history.
    pub(crate) const READ_LOG: &str = "cannot read the history";
}

/// Another game replaces the one in progress.
pub(crate) const KEPT: &str = "The game in progress is kept and offered at the next start.";

/// An unfinished game found at the start, from what is known about it.
pub(crate) fn unfinished_game(about: &str) -> String {
    format!("Unfinished game of {about}.")
}

/// A text file of games was saved in line mode.
pub(crate) fn saved_to(path: &Path) -> String {
    format!("Saved to {}.", path_text(path))
}

/// The name of a file to open is missing.
pub(crate) const NO_FILE_NAME: &str = "Type a file name.";

/// A pasted game cannot be shown before something else was done: `Leave the match`.
pub(crate) fn before_paste(first: &str) -> String {
    format!("{first} first to paste a game.")
}

/// A file is being read.
pub(crate) fn reading(name: Option<&str>) -> String {
    name.map_or_else(|| "Reading.".to_owned(), |name| format!("Reading {name}."))
}

/// Games are not saved, so there is no list of them.
pub(crate) const GAMES_NOT_SAVED: &str = "Games are not being saved.";

/// The history is empty.
pub(crate) const NO_FINISHED_GAMES: &str = "No finished games.";

/// The sentences of line mode. What is refused is a clause without a full stop.
pub(crate) mod line {
    use std::fmt::Display;

    /// A line is too long to be read.
    pub(crate) fn too_long(longest: usize) -> String {
        format!("a line longer than {longest} bytes was ignored")
    }

    /// A line is not text.
    pub(crate) fn not_text(byte: u8, at: usize) -> String {
        format!("a line with invalid UTF-8 (byte {at} is 0x{byte:02x}) was ignored")
    }

    /// A file cannot be opened.
    pub(crate) fn cannot_open(why: impl Display) -> String {
        format!("cannot open the game: {why}")
    }
}

/// The sentences about a game of Go.
pub(crate) mod go {
    /// Where the rows are counted from.
    pub(crate) const ROWS: &str = "Rows are counted from the bottom: a1 is the bottom left corner.";

    /// The rules, each with a word in front.
    pub(crate) const RULES: [(&str, &str); 7] = [
        ("goal", "surround more points than the other side"),
        (
            "move",
            "place a stone on a point where lines cross; Black moves first",
        ),
        (
            "capture",
            "stones that touch along the lines are a chain, the empty points next to it its liberties; a chain \
             without liberties is captured",
        ),
        (
            "suicide",
            "a new stone must have a liberty after it has captured what it can",
        ),
        ("ko", "no move may repeat an earlier position of the game"),
        (
            "end",
            "when both sides pass in turn; all stones on the board count, so capture dead ones first",
        ),
        (
            "score",
            "your stones, and the empty points that only your stones reach; White gets the komi too",
        ),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_of_the_system_ends_without_a_full_stop_and_without_a_number() {
        let reason = |text| io_reason(&std::io::Error::other(text));
        assert_eq!(reason("Access is denied. (os error 5)"), "Access is denied");
        assert_eq!(reason("No space left (os error 28)"), "No space left");
        let missing = std::fs::read("no/such/file").unwrap_err();
        assert_eq!(io_reason(&missing), "there is no such file or folder");
        let kind = std::io::ErrorKind::NotFound;
        let own = std::io::Error::new(kind, "\"a\": it is not there");
        assert_eq!(io_reason(&own), "\"a\": it is not there");
    }

    #[test]
    fn a_program_that_cannot_be_started_is_named_as_it_was_typed() {
        let named = cannot_start(r"C:\engines\edax.exe", "it is not there");
        assert_eq!(
            named,
            r#"cannot start "C:\engines\edax.exe": it is not there"#
        );
    }

    #[test]
    fn the_time_of_a_move_takes_four_characters_at_most() {
        let cell = |millis| time_cell(Duration::from_millis(millis));
        let cases = [
            (0, "0.0s"),
            (3_449, "3.4s"),
            (9_949, "9.9s"),
            (9_951, "10s"),
            (59_499, "59s"),
            (59_500, "1:00"),
            (185_000, "3:05"),
            (3_540_000, "59m"),
            (7_500_000, "2h05"),
            (100_000_000, ">10h"),
        ];
        for (millis, text) in cases {
            assert_eq!(cell(millis), text);
        }
        for seconds in 0..100_000 {
            assert!(cell(1000 * seconds).len() <= 4);
        }
        assert_eq!(time_spent(Duration::from_secs(42)), "0:42");
        assert_eq!(time_spent(Duration::from_secs(3725)), "1:02:05");
    }
}
