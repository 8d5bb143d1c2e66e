//! The Go Text Protocol, version 2, as Othello programs use it.
//!
//! Source: the specification of GTP 2 (draft 2) by Gunnar Farnebäck, and the extension of `GoGui` for the
//! rules of other games. A request is a line `[id] command [arguments]`; its reply is `=[id] text` or
//! `?[id] error`, ended by an empty line. A vertex is a file and a rank with a1 at the top left.
//!
//! ```
//! use reversi_table::player::protocol::gtp::{GtpCommand, Reply, Request};
//!
//! let request = Request::parse("7 play b F5 # a comment").expect("not blank")?;
//! assert_eq!(request.to_string(), "7 play b f5");
//! assert_eq!(Reply::new(request.id, Ok(String::new())).to_string(), "=7\n\n");
//! assert_eq!(Request::parse("# nothing"), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::str::FromStr;

use super::{LINE_LIMIT, ProtocolError, split_word};
use reversi::{Color, MoveProblem, Square};
use reversi_notation::{clean, clean_output, clip};

/// The names of all commands.
pub const NAMES: [&str; 27] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "showboard",
    "time_settings",
    "time_left",
    "final_score",
    "set_game",
    "list_games",
    "loadsgf",
    "gogui-analyze_commands",
    "gogui-rules_game_id",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
];

/// A command with its identification number.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The number, which the reply repeats.
    pub id: Option<u32>,
    /// The command.
    pub command: GtpCommand,
}

/// A request that is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct RequestError {
    /// Its number.
    pub id: Option<u32>,
    /// What is wrong.
    pub error: ProtocolError,
}

/// A command. Displays as its line, without the number and the line feed.
#[derive(Clone, Debug, PartialEq)]
pub enum GtpCommand {
    /// `protocol_version`: replies `2`.
    ProtocolVersion,
    /// `name`: replies the name of the engine.
    Name,
    /// `version`: replies the version of the engine.
    Version,
    /// `known_command`: replies whether there is such a command, `true` or `false`.
    KnownCommand(String),
    /// `list_commands`: replies the commands, one a line.
    ListCommands,
    /// `quit`: ends the engine.
    Quit,
    /// `boardsize`: sets the size of the board.
    BoardSize(u32),
    /// `clear_board`: begins a game.
    ClearBoard,
    /// `komi`: sets the points that White gets, which Othello does not know.
    Komi(f64),
    /// `play`: plays a move, or a pass for `None`.
    Play(Color, Option<Square>),
    /// `genmove`: chooses a move and plays it.
    GenMove(Color),
    /// `reg_genmove`: chooses a move and does not play it.
    RegGenMove(Color),
    /// `undo`: takes the last move back.
    Undo,
    /// `showboard`: replies a diagram.
    ShowBoard,
    /// `time_settings`: sets the time control.
    TimeSettings(TimeSettings),
    /// `time_left`: sets the time left for a side.
    TimeLeft {
        /// The side.
        color: Color,
        /// The seconds left.
        seconds: u32,
        /// The moves to make in that time; 0 in the main time.
        moves: u32,
    },
    /// `final_score`: replies the score of a finished game.
    FinalScore,
    /// `set_game`: sets the game by its name.
    SetGame(String),
    /// `list_games`: replies the games, one a line.
    ListGames,
    /// `loadsgf`: reads a game from a file.
    LoadSgf {
        /// The file.
        path: String,
        /// The move before which to stop, counted from 1; `None` for the end of the game.
        before: Option<u32>,
    },
    /// `gogui-analyze_commands`: replies the commands for the analysis window.
    AnalyzeCommands,
    /// `gogui-rules_game_id`: replies the name of the game.
    RulesGameId,
    /// `gogui-rules_board`: replies the discs.
    RulesBoard,
    /// `gogui-rules_board_size`: replies the size of the board.
    RulesBoardSize,
    /// `gogui-rules_legal_moves`: replies the legal moves of the side to move.
    RulesLegalMoves,
    /// `gogui-rules_side_to_move`: replies `black` or `white`.
    RulesSideToMove,
    /// `gogui-rules_final_result`: replies the result of a finished game.
    RulesFinalResult,
}

/// A time control. With byo-yomi moves but no byo-yomi time, the thinking time is unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeSettings {
    /// The seconds of the main time.
    pub main: u32,
    /// The seconds of each byo-yomi period after it.
    pub byo_yomi: u32,
    /// The moves to make in each byo-yomi period.
    pub moves: u32,
}

impl Request {
    /// Reads a line as GNU Go does: a comment and all control characters are removed, and a tab is a
    /// space. `None` for a line with nothing else in it.
    ///
    /// # Errors
    /// [`RequestError`] with what is wrong, for the reply.
    pub fn parse(line: &str) -> Option<Result<Self, RequestError>> {
        let text: String = line
            .chars()
            .take_while(|&c| c != '#')
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .collect();
        let (id, command) = split_id(text.trim());
        if command.is_empty() {
            return None;
        }
        Some(match command.parse() {
            Ok(command) => Ok(Self { id, command }),
            Err(error) => Err(RequestError { id, error }),
        })
    }
}

/// Splits off the identification number, up to 2^31 - 1.
fn split_id(text: &str) -> (Option<u32>, &str) {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    match text[..text.len() - rest.len()].parse() {
        Ok(id) if i32::try_from(id).is_ok() => (Some(id), rest.trim_start()),
        _ => (None, text),
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id} ")?;
        }
        self.command.fmt(f)
    }
}

impl GtpCommand {
    /// Returns the name, one of [`NAMES`].
    pub const fn name(&self) -> &'static str {
        match self {
            Self::ProtocolVersion => "protocol_version",
            Self::Name => "name",
            Self::Version => "version",
            Self::KnownCommand(_) => "known_command",
            Self::ListCommands => "list_commands",
            Self::Quit => "quit",
            Self::BoardSize(_) => "boardsize",
            Self::ClearBoard => "clear_board",
            Self::Komi(_) => "komi",
            Self::Play(..) => "play",
            Self::GenMove(_) => "genmove",
            Self::RegGenMove(_) => "reg_genmove",
            Self::Undo => "undo",
            Self::ShowBoard => "showboard",
            Self::TimeSettings(_) => "time_settings",
            Self::TimeLeft { .. } => "time_left",
            Self::FinalScore => "final_score",
            Self::SetGame(_) => "set_game",
            Self::ListGames => "list_games",
            Self::LoadSgf { .. } => "loadsgf",
            Self::AnalyzeCommands => "gogui-analyze_commands",
            Self::RulesGameId => "gogui-rules_game_id",
            Self::RulesBoard => "gogui-rules_board",
            Self::RulesBoardSize => "gogui-rules_board_size",
            Self::RulesLegalMoves => "gogui-rules_legal_moves",
            Self::RulesSideToMove => "gogui-rules_side_to_move",
            Self::RulesFinalResult => "gogui-rules_final_result",
        }
    }
}

impl fmt::Display for GtpCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::KnownCommand(word) | Self::SetGame(word) => write!(f, " {}", clean(word)),
            Self::BoardSize(size) => write!(f, " {size}"),
            Self::Komi(komi) => write!(f, " {komi}"),
            Self::Play(color, square) => write!(f, " {} {}", letter(*color), vertex(*square)),
            Self::GenMove(color) | Self::RegGenMove(color) => write!(f, " {}", letter(*color)),
            Self::TimeSettings(TimeSettings {
                main,
                byo_yomi,
                moves,
            }) => write!(f, " {main} {byo_yomi} {moves}"),
            Self::TimeLeft {
                color,
                seconds,
                moves,
            } => write!(f, " {} {seconds} {moves}", letter(*color)),
            Self::LoadSgf { path, before } => {
                if path.contains(' ') {
                    write!(f, " \"{}\"", clean(path))?;
                } else {
                    write!(f, " {}", clean(path))?;
                }
                before.map_or(Ok(()), |before| write!(f, " {before}"))
            }
            _ => Ok(()),
        }
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

/// Returns a square, or `pass` for `None`.
pub fn vertex(square: Option<Square>) -> String {
    square.map_or_else(|| "pass".to_owned(), |square| square.to_string())
}

/// Reads a command without a number. Further arguments are ignored.
impl FromStr for GtpCommand {
    type Err = ProtocolError;

    fn from_str(text: &str) -> Result<Self, ProtocolError> {
        let (name, rest) = split_word(text);
        let mut args = Arguments {
            command: NAMES.into_iter().find(|&known| known == name),
            rest,
        };
        Ok(match name {
            "protocol_version" => Self::ProtocolVersion,
            "name" => Self::Name,
            "version" => Self::Version,
            "known_command" => Self::KnownCommand(args.word("the name of a command")?.to_owned()),
            "list_commands" => Self::ListCommands,
            "quit" => Self::Quit,
            "boardsize" => Self::BoardSize(args.number("a whole number")?),
            "clear_board" => Self::ClearBoard,
            "komi" => Self::Komi(args.decimal()?),
            "play" => Self::Play(args.color()?, args.vertex()?),
            "genmove" => Self::GenMove(args.color()?),
            "reg_genmove" => Self::RegGenMove(args.color()?),
            "undo" => Self::Undo,
            "showboard" => Self::ShowBoard,
            "time_settings" => Self::TimeSettings(TimeSettings {
                main: args.seconds()?,
                byo_yomi: args.seconds()?,
                moves: args.number("a number of moves")?,
            }),
            "time_left" => Self::TimeLeft {
                color: args.color()?,
                seconds: args.seconds()?,
                moves: args.number("a number of moves")?,
            },
            "final_score" => Self::FinalScore,
            "set_game" => Self::SetGame(args.word("the name of a game")?.to_owned()),
            "list_games" => Self::ListGames,
            "loadsgf" => Self::LoadSgf {
                path: args.path()?.to_owned(),
                before: match args.rest {
                    "" => None,
                    _ => Some(args.number("a move number")?),
                },
            },
            "gogui-analyze_commands" => Self::AnalyzeCommands,
            "gogui-rules_game_id" => Self::RulesGameId,
            "gogui-rules_board" => Self::RulesBoard,
            "gogui-rules_board_size" => Self::RulesBoardSize,
            "gogui-rules_legal_moves" => Self::RulesLegalMoves,
            "gogui-rules_side_to_move" => Self::RulesSideToMove,
            "gogui-rules_final_result" => Self::RulesFinalResult,
            _ => return Err(ProtocolError::Unknown(clip(name))),
        })
    }
}

/// The arguments of a command, read one by one.
struct Arguments<'a> {
    command: Option<&'static str>,
    rest: &'a str,
}

impl<'a> Arguments<'a> {
    fn wrong(&self, expected: &'static str, found: &str) -> ProtocolError {
        ProtocolError::Argument {
            command: self.command.unwrap_or_default(),
            expected,
            found: clip(found),
        }
    }

    fn word(&mut self, expected: &'static str) -> Result<&'a str, ProtocolError> {
        let (word, rest) = split_word(self.rest);
        self.rest = rest;
        if word.is_empty() {
            return Err(self.wrong(expected, ""));
        }
        Ok(word)
    }

    fn number(&mut self, expected: &'static str) -> Result<u32, ProtocolError> {
        let word = self.word(expected)?;
        word.parse().map_err(|_| self.wrong(expected, word))
    }

    fn decimal(&mut self) -> Result<f64, ProtocolError> {
        let word = self.word("a number")?;
        let number = word.parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| self.wrong("a number", word))
    }

    /// Reads a number of seconds and drops its fraction.
    fn seconds(&mut self) -> Result<u32, ProtocolError> {
        let expected = "a number of seconds";
        let word = self.word(expected)?;
        let number: Option<f64> = word.parse().ok();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // within the range
        number
            .filter(|number| (0.0..=f64::from(u32::MAX)).contains(number))
            .map(|number| number as u32)
            .ok_or_else(|| self.wrong(expected, word))
    }

    fn color(&mut self) -> Result<Color, ProtocolError> {
        let expected = "a colour, b or w";
        let word = self.word(expected)?;
        match word.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Color::Black),
            "w" | "white" => Ok(Color::White),
            _ => Err(self.wrong(expected, word)),
        }
    }

    fn vertex(&mut self) -> Result<Option<Square>, ProtocolError> {
        read_vertex(self.word("a move")?)
    }

    /// Reads a file name, in quotes if it contains spaces.
    fn path(&mut self) -> Result<&'a str, ProtocolError> {
        if let Some(quoted) = self.rest.strip_prefix('"')
            && let Some((path, rest)) = quoted.split_once('"')
        {
            self.rest = rest.trim_start();
            return Ok(path);
        }
        self.word("the name of a file")
    }
}

/// Reads a square, or `None` for a pass in any of its spellings.
fn read_vertex(word: &str) -> Result<Option<Square>, ProtocolError> {
    if ["pass", "pa", "ps", "--"].contains(&word.to_ascii_lowercase().as_str()) {
        return Ok(None);
    }
    let square = clip(word).parse().map(Some);
    square.map_err(|error| ProtocolError::Move(MoveProblem::Unreadable(error)))
}

/// The reply to a request.
///
/// Displays with the empty line that ends it. Empty lines within the text are left out, because they
/// would end the reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The number of the request.
    pub id: Option<u32>,
    /// The answer, or the error. It may have several lines, and begin with a line feed.
    pub answer: Result<String, String>,
}

impl Reply {
    /// Creates the reply to the request with this number.
    pub const fn new(id: Option<u32>, answer: Result<String, String>) -> Self {
        Self { id, answer }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.answer {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        write!(f, "{sign}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        let text = clean_output(text);
        let mut lines = text.split('\n').map(str::trim_end);
        match lines.next() {
            Some("") | None => {}
            Some(first) => write!(f, " {first}")?,
        }
        for line in lines.filter(|line| !line.is_empty()) {
            write!(f, "\n{line}")?;
        }
        f.write_str("\n\n")
    }
}

/// The move of a reply to `genmove` or `reg_genmove`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// A move, or a pass for `None`.
    Move(Option<Square>),
    /// The engine resigns.
    Resignation,
}

impl Chosen {
    /// Reads the text of a reply.
    ///
    /// # Errors
    /// [`ProtocolError::Move`] if it is not a move.
    pub fn parse(text: &str) -> Result<Self, ProtocolError> {
        let (word, _) = split_word(text);
        if word.eq_ignore_ascii_case("resign") {
            return Ok(Self::Resignation);
        }
        read_vertex(word).map(Self::Move)
    }
}

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(square) => f.write_str(&vertex(*square)),
            Self::Resignation => f.write_str("resign"),
        }
    }
}

/// Collects replies from the lines of an engine, for a host.
///
/// Lines that belong to no reply are skipped. The number may stand apart, as Edax prints it
/// (`= 12 text`), if it is the expected one.
#[derive(Debug, Default)]
pub struct Replies {
    /// The reply whose end is not read yet.
    begun: Option<Reply>,
}

impl Replies {
    /// Takes a line without its line feed; `expected` is the number of the request that waits for its
    /// reply. Returns a reply if the line ends one.
    ///
    /// # Errors
    /// [`ProtocolError::Argument`] if a reply is longer than [`LINE_LIMIT`]. It is dropped.
    pub fn push(
        &mut self,
        line: &str,
        expected: Option<u32>,
    ) -> Result<Option<Reply>, ProtocolError> {
        let line = line.trim_end();
        if line.is_empty() {
            return Ok(self.begun.take());
        }
        let Some(reply) = &mut self.begun else {
            self.begun = first_line(line, expected);
            return Ok(None);
        };
        let (Ok(text) | Err(text)) = &mut reply.answer;
        if text.len() + line.len() >= LINE_LIMIT {
            let found = clip(text);
            self.begun = None;
            return Err(ProtocolError::Argument {
                command: "a reply",
                expected: "an empty line at its end",
                found,
            });
        }
        text.push('\n');
        text.push_str(line);
        Ok(None)
    }
}

/// Reads the first line of a reply; `None` if it does not begin one.
fn first_line(line: &str, expected: Option<u32>) -> Option<Reply> {
    let (sign, rest) = line.split_at_checked(1)?;
    if !matches!(sign, "=" | "?") {
        return None;
    }
    let (mut id, mut text) = split_id(rest);
    if id.is_none() {
        text = rest.trim_start();
        let (word, after) = split_word(text);
        if expected.is_some() && word.parse().ok() == expected {
            id = expected;
            text = after;
        }
    }
    let text = text.to_owned();
    let answer = if sign == "=" { Ok(text) } else { Err(text) };
    Some(Reply { id, answer })
}
