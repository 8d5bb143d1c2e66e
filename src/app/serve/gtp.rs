//! The engine over GTP. One request is answered after another: while it thinks, lines wait.

use std::io;
use std::path::Path;
use std::time::Instant;

use super::gtp_clock::GtpClock;
use super::shared_game::{SharedGame, Turn};
use super::thinker::{Answer, Thinker};
use super::{Engine, Flow, Output};
use crate::app::background::{Report, TaskError};
use crate::app::line::grid;
use crate::app::player::protocol::LineError;
use crate::app::player::protocol::gtp::{Command, NAMES, Reply, Request, vertex};
use crate::app::wording;
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::notation::input::check_regular;
use crate::notation::{MoveProblem, Record, detect};
use crate::square::{File, ParseSquareError, Rank, Square};

/// The name of the game, in GTP and in small letters for `GoGui`.
const GAME: &str = "Othello";

/// The size of the board.
const SIZE: u32 = 8;

/// The error of `final_score` before the end of the game.
pub(crate) const CANNOT_SCORE: &str = "cannot score: the game is not over";

/// The reply of `gogui-rules_final_result` before the end of the game.
pub(crate) const NOT_OVER: &str = "The game is not over.";

/// The commands that `GoGui` offers in its window for analysis.
const ANALYZE_COMMANDS: &str = "\
plist/Legal moves/gogui-rules_legal_moves
string/Side to move/gogui-rules_side_to_move
string/Result/gogui-rules_final_result";

pub(super) struct Gtp {
    shared: SharedGame,
    clock: GtpClock,
    thinker: Thinker,
    /// The request whose answer is being searched for.
    pending: Option<Pending>,
}

/// A request that a search will answer.
pub(crate) struct Pending {
    pub(crate) id: Option<u32>,
    pub(crate) color: Color,
    /// The chosen move is played.
    pub(crate) plays: bool,
    pub(crate) since: Instant,
}

/// The answer to a request, or that it comes later.
pub(crate) enum Response {
    Now(Result<String, String>),
    Later,
}

/// Returns a reply without text.
pub(crate) fn done() -> Response {
    text("")
}

pub(crate) fn text(text: impl Into<String>) -> Response {
    Response::Now(Ok(text.into()))
}

pub(crate) fn failure(error: impl Into<String>) -> Response {
    Response::Now(Err(error.into()))
}

/// Reads a request, lets `answer` answer it, and sends the reply unless it comes later. The board has this
/// many points a side.
pub(crate) fn take_request(
    line: &str,
    output: &mut Output,
    size: u32,
    answer: impl FnOnce(Option<u32>, Command) -> Response,
) -> io::Result<Flow> {
    let request = match Request::parse(line) {
        None => return Ok(Flow::Continue),
        Some(Ok(request)) => request,
        Some(Err(error)) => {
            let clause = match &error.error {
                LineError::Unknown(_) => "unknown command".to_owned(),
                LineError::Move(MoveProblem::Unreadable(ParseSquareError::OffBoard(text)))
                    if size != SIZE =>
                {
                    format!("syntax error: {}", wording::go::off_board(text, size))
                }
                error => format!("syntax error: {error}"),
            };
            output.send(&Reply::new(error.id, Err(clause)))?;
            return Ok(Flow::Continue);
        }
    };
    let Request { id, command } = request;
    let is_quit = command == Command::Quit;
    if let Response::Now(answer) = answer(id, command) {
        output.send(&Reply::new(id, answer))?;
    }
    Ok(if is_quit { Flow::Quit } else { Flow::Continue })
}

/// Refuses a line that is too long.
pub(crate) fn refuse(output: &mut Output) -> io::Result<()> {
    let clause = "syntax error: the line is too long".to_owned();
    output.send(&Reply::new(None, Err(clause)))
}

/// Answers a command that is the same in every game.
pub(crate) fn common_answer(command: &Command) -> Response {
    match command {
        Command::ProtocolVersion => text("2"),
        Command::Version => text(env!("CARGO_PKG_VERSION")),
        Command::KnownCommand(name) => text(NAMES.contains(&name.as_str()).to_string()),
        Command::ListCommands => text(NAMES.join("\n")),
        Command::AnalyzeCommands => text(ANALYZE_COMMANDS),
        Command::Quit => done(),
        _ => failure("unknown command"),
    }
}

impl Engine for Gtp {
    fn take_line(&mut self, line: &str, output: &mut Output) -> io::Result<Flow> {
        take_request(line, output, SIZE, |id, command| self.answer(id, command))
    }

    fn refuse_line(&mut self, output: &mut Output) -> io::Result<()> {
        refuse(output)
    }

    fn take_reports(&mut self, output: &mut Output) -> io::Result<()> {
        while let Some(report) = self.thinker.poll() {
            if let Report::Answer(answer) = report
                && let Some(pending) = self.pending.take()
            {
                let reply = self.chosen(&pending, answer);
                output.send(&Reply::new(pending.id, reply))?;
            }
        }
        Ok(())
    }

    fn takes_lines(&self) -> bool {
        self.pending.is_none()
    }
}

impl Gtp {
    pub(super) fn new(thinker: Thinker) -> Self {
        Self {
            shared: SharedGame::new(Game::new(), false),
            clock: GtpClock::default(),
            thinker,
            pending: None,
        }
    }

    fn answer(&mut self, id: Option<u32>, command: Command) -> Response {
        match command {
            Command::Name => text("Reversi"),
            // Othello has no komi.
            Command::Komi(_) | Command::BoardSize(SIZE) => done(),
            Command::BoardSize(_) => failure("unacceptable size"),
            Command::ClearBoard => self.begin(SharedGame::new(Game::new(), false)),
            Command::Play(color, square) => match self.shared.play(Some(color), square) {
                Ok(()) => done(),
                Err(error) => failure(format!("illegal move: {error}")),
            },
            Command::GenMove(color) => self.choose(id, color, true),
            Command::RegGenMove(color) => self.choose(id, color, false),
            Command::Undo if self.shared.undo() => done(),
            Command::Undo => failure("cannot undo"),
            Command::ShowBoard => text(self.diagram()),
            Command::TimeSettings(settings) => {
                self.clock = GtpClock::new(settings);
                done()
            }
            Command::TimeLeft {
                color,
                seconds,
                moves,
            } => {
                self.clock.set(color, seconds, moves);
                done()
            }
            Command::FinalScore => self.final_score(),
            Command::SetGame(name) if name.eq_ignore_ascii_case(GAME) => done(),
            Command::SetGame(_) => failure("unsupported game"),
            Command::ListGames => text(GAME),
            Command::LoadSgf { path, before } => match load(Path::new(&path), before) {
                Ok(shared) => self.begin(shared),
                Err(reason) => failure(format!("cannot load file: {reason}")),
            },
            Command::RulesGameId => text(GAME.to_ascii_lowercase()),
            Command::RulesBoard => text(self.rows_from_below()),
            Command::RulesBoardSize => text(SIZE.to_string()),
            Command::RulesLegalMoves => text(match self.shared.turn() {
                Turn::Move(_) => self.shared.game().legal_moves().to_string(),
                Turn::Pass(_) => vertex(None),
                Turn::Over => String::new(),
            }),
            Command::RulesSideToMove => text(match self.shared.turn() {
                Turn::Move(color) | Turn::Pass(color) => color_name(color),
                Turn::Over => color_name(self.shared.game().position().side_to_move()),
            }),
            Command::RulesFinalResult => text(match self.shared.game().outcome() {
                Some(outcome) => wording::outcome(&outcome).1,
                None => NOT_OVER.to_owned(),
            }),
            command => common_answer(&command),
        }
    }

    fn begin(&mut self, shared: SharedGame) -> Response {
        self.shared = shared;
        self.clock = self.clock.restarted();
        self.thinker.begin_game();
        done()
    }

    /// Chooses a move. Passes where there is no other choice: when the side must, and after the end of
    /// the game.
    fn choose(&mut self, id: Option<u32>, color: Color, plays: bool) -> Response {
        let must_pass = match self.shared.turn() {
            Turn::Over => true,
            Turn::Pass(passer) => passer == color,
            Turn::Move(_) => false,
        };
        if must_pass {
            if plays && let Err(error) = self.shared.play(Some(color), None) {
                return failure(format!("illegal move: {error}"));
            }
            return text(vertex(None));
        }
        let side_to_move = self.shared.game().position().side_to_move();
        if color != side_to_move {
            return failure(format!("wrong color: {side_to_move} is to move"));
        }
        let now = Instant::now();
        let time_left = self.clock.time_left(color, now);
        self.thinker.choose(self.shared.game(), time_left);
        self.pending = Some(Pending {
            id,
            color,
            plays,
            since: now,
        });
        Response::Later
    }

    /// Returns the reply with the chosen move, and plays it.
    fn chosen(
        &mut self,
        pending: &Pending,
        answer: Result<Answer, TaskError>,
    ) -> Result<String, String> {
        let square = match answer.map_err(|error| error.to_string())? {
            Answer::Moves(info) => info.moves.first().and_then(|found| found.square),
            Answer::Evaluation { .. } => None,
        };
        let square = square.ok_or("no move was found")?;
        if pending.plays {
            let played = self.shared.play(Some(pending.color), Some(square));
            played.map_err(|error| error.to_string())?;
            self.clock.spend(pending.color, pending.since.elapsed());
        }
        Ok(vertex(Some(square)))
    }

    fn final_score(&self) -> Response {
        let Some(outcome) = self.shared.game().outcome() else {
            return failure(CANNOT_SCORE);
        };
        text(match outcome.winner {
            Some(winner) => format!("{}+{}", winner.initial(), outcome.margin()),
            None => "0".to_owned(),
        })
    }

    /// Returns the board with its coordinates and whose turn it is.
    fn diagram(&self) -> String {
        let game = self.shared.game();
        let board = grid(game.position(), game.legal_moves());
        let turn = wording::turn(game, None::<ByColor<u8>>);
        format!("\n{board}{turn}")
    }

    /// Returns the squares for `GoGui`, which draws rank 8 at the top.
    fn rows_from_below(&self) -> String {
        let position = self.shared.game().position();
        let disc = |square| position.disc(square).map_or('.', Color::letter);
        let row = |rank| {
            let squares = File::all().map(|file| disc(Square::at(file, rank)).to_string());
            squares.collect::<Vec<_>>().join(" ")
        };
        let rows: Vec<String> = Rank::all().rev().map(row).collect();
        format!("\n{}", rows.join("\n"))
    }
}

pub(crate) fn color_name(color: Color) -> String {
    color.to_string().to_ascii_lowercase()
}

/// Reads the first game of a file, up to the move or pass with this number.
fn load(path: &Path, before: Option<u32>) -> Result<SharedGame, String> {
    check_regular(path).map_err(|error| error.to_string())?;
    let mut records = detect::open(path, None).map_err(|error| error.to_string())?;
    let mut record: Record = match records.next() {
        Some(record) => record.map_err(|error| error.problem.to_string())?,
        None => return Err("it is empty".to_owned()),
    };
    if let Some(before) = before {
        record.moves.truncate(before.saturating_sub(1) as usize);
    }
    // A game that was resigned can be continued.
    record.result = None;
    let game = record.replay().map_err(|problem| problem.to_string())?;
    Ok(SharedGame::new(game, false))
}
