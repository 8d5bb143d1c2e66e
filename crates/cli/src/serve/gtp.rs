//! The Go Text Protocol for any game. One request is answered after another: while the engine thinks, lines
//! wait.

pub(super) mod go;
pub(super) mod othello;

use std::io;
use std::path::Path;
use std::time::Instant;

use super::gtp_clock::GtpClock;
use super::{EngineOutput, Flow, ProtocolEngine};
use reversi::MoveProblem;
use reversi::{Color, File, ParseSquareError, Rank, Square};
use reversi_table::player::TimeLeft;
use reversi_table::player::protocol::ProtocolError;
use reversi_table::player::protocol::gtp::{GtpCommand, NAMES, Reply, Request, vertex};

/// The commands that `GoGui` offers in its window for analysis.
const ANALYZE_COMMANDS: &str = "\
plist/Legal moves/gogui-rules_legal_moves
string/Side to move/gogui-rules_side_to_move
string/Result/gogui-rules_final_result";

/// A game and the engine that plays it. Errors are clauses.
pub(super) trait GtpGame {
    /// The name of the engine.
    const ENGINE: &str;
    /// The name of the game in GTP.
    const GAME: &str;

    /// Returns the number of squares on each side of the board.
    fn size(&self) -> u8;

    /// Starts a game on a board of this size; `false` if there is no such board.
    fn start(&mut self, size: u32) -> bool;

    /// Starts the first game of a file, up to the move or pass with this number.
    fn load(&mut self, path: &Path, before: Option<u32>) -> Result<(), String>;

    /// Sets the komi, as a number.
    fn set_komi(&mut self, komi: &str) -> Result<(), String>;

    /// Plays a move or, for `None`, a pass.
    fn play(&mut self, color: Color, square: Option<Square>) -> Result<(), String>;

    /// Undoes the last move that the host or the engine made. Returns `false` at the start.
    fn undo(&mut self) -> bool;

    /// Chooses a move at once, or starts a search for it. If `plays` is true, a move that is chosen at once is
    /// also played; the caller plays the move of a search.
    fn choose(&mut self, color: Color, plays: bool, time_left: Option<TimeLeft>) -> GtpAnswer;

    /// Takes the move that the search has chosen.
    fn poll(&mut self) -> Option<Result<Option<Square>, String>>;

    /// Returns the side whose disc or stone is on a square.
    fn disc(&self, square: Square) -> Option<Color>;

    /// Returns the side to move.
    fn side_to_move(&self) -> Color;

    /// Returns the legal moves, separated by spaces.
    fn legal_moves(&self) -> String;

    /// Returns the board with its coordinates, and whose turn it is.
    fn diagram(&self) -> String;

    /// Returns the score of a game that is over: `B+12`, or `0` for a draw.
    fn score(&self) -> Option<String>;

    /// Returns the sentence about the result of a game that is over.
    fn result(&self) -> Option<String>;
}

/// The engine over GTP.
pub(super) struct Gtp<G> {
    game: G,
    clock: GtpClock,
    /// The request whose answer is being searched for.
    pending: Option<Pending>,
}

/// A request that a search will answer.
struct Pending {
    id: Option<u32>,
    color: Color,
    /// The chosen move is played.
    plays: bool,
    since: Instant,
}

/// The answer to a request, or that it comes later.
pub(super) enum GtpAnswer {
    Now(Result<String, String>),
    Later,
}

/// Returns a reply without text.
fn done() -> GtpAnswer {
    text("")
}

fn text(text: impl Into<String>) -> GtpAnswer {
    GtpAnswer::Now(Ok(text.into()))
}

fn failure(error: impl Into<String>) -> GtpAnswer {
    GtpAnswer::Now(Err(error.into()))
}

impl<G: GtpGame> ProtocolEngine for Gtp<G> {
    fn take_line(&mut self, line: &str, output: &mut EngineOutput) -> io::Result<Flow> {
        let Request { id, command } = match Request::parse(line) {
            None => return Ok(Flow::Continue),
            Some(Ok(request)) => request,
            Some(Err(error)) => {
                let clause = self.refusal(&error.error);
                output.send(&Reply::new(error.id, Err(clause)))?;
                return Ok(Flow::Continue);
            }
        };
        let is_quit = command == GtpCommand::Quit;
        if let GtpAnswer::Now(answer) = self.answer(id, command) {
            output.send(&Reply::new(id, answer))?;
        }
        Ok(if is_quit { Flow::Quit } else { Flow::Continue })
    }

    fn refuse_line(&mut self, output: &mut EngineOutput) -> io::Result<()> {
        let clause = "syntax error: the line is too long".to_owned();
        output.send(&Reply::new(None, Err(clause)))
    }

    fn take_reports(&mut self, output: &mut EngineOutput) -> io::Result<()> {
        while let Some(chosen) = self.game.poll() {
            if let Some(pending) = self.pending.take() {
                let reply = chosen.and_then(|square| self.chosen(&pending, square));
                output.send(&Reply::new(pending.id, reply))?;
            }
        }
        Ok(())
    }

    fn takes_lines(&self) -> bool {
        self.pending.is_none()
    }
}

impl<G: GtpGame> Gtp<G> {
    pub(super) fn new(game: G) -> Self {
        Self {
            game,
            clock: GtpClock::default(),
            pending: None,
        }
    }

    /// Returns the clause about a line that cannot be read.
    fn refusal(&self, error: &ProtocolError) -> String {
        let size = u32::from(self.game.size());
        match error {
            ProtocolError::Unknown(_) => "unknown command".to_owned(),
            ProtocolError::Move(MoveProblem::Unreadable(ParseSquareError::OffBoard(text)))
                if size != 8 =>
            {
                let last = char::from(b'a' + self.game.size() - 1);
                format!(
                    "syntax error: {text} is off the board: columns are a-{last} and rows are 1-{size}"
                )
            }
            error => format!("syntax error: {error}"),
        }
    }

    fn answer(&mut self, id: Option<u32>, command: GtpCommand) -> GtpAnswer {
        match command {
            GtpCommand::ProtocolVersion => text("2"),
            GtpCommand::Name => text(G::ENGINE),
            GtpCommand::Version => text(env!("CARGO_PKG_VERSION")),
            GtpCommand::KnownCommand(name) => text(NAMES.contains(&name.as_str()).to_string()),
            GtpCommand::ListCommands => text(NAMES.join("\n")),
            GtpCommand::AnalyzeCommands => text(ANALYZE_COMMANDS),
            GtpCommand::Quit => done(),
            GtpCommand::BoardSize(size) => self.start(size),
            GtpCommand::ClearBoard => self.start(self.game.size().into()),
            GtpCommand::LoadSgf { path, before } => {
                match self.game.load(Path::new(&path), before) {
                    Ok(()) => self.restart_clock(),
                    Err(reason) => failure(format!("cannot load file: {reason}")),
                }
            }
            GtpCommand::Komi(komi) => match self.game.set_komi(&komi.to_string()) {
                Ok(()) => done(),
                Err(error) => failure(error),
            },
            GtpCommand::Play(color, square) => match self.game.play(color, square) {
                Ok(()) => done(),
                Err(error) => failure(format!("illegal move: {error}")),
            },
            GtpCommand::GenMove(color) => self.choose(id, color, true),
            GtpCommand::RegGenMove(color) => self.choose(id, color, false),
            GtpCommand::Undo if self.game.undo() => done(),
            GtpCommand::Undo => failure("cannot undo"),
            GtpCommand::ShowBoard => text(format!("\n{}", self.game.diagram())),
            GtpCommand::TimeSettings(settings) => {
                self.clock = GtpClock::new(settings);
                done()
            }
            GtpCommand::TimeLeft {
                color,
                seconds,
                moves,
            } => {
                self.clock.set(color, seconds, moves);
                done()
            }
            GtpCommand::FinalScore => match self.game.score() {
                Some(score) => text(score),
                None => failure("cannot score: the game is not over"),
            },
            GtpCommand::SetGame(name) if name.eq_ignore_ascii_case(G::GAME) => done(),
            GtpCommand::SetGame(_) => failure("unsupported game"),
            GtpCommand::ListGames => text(G::GAME),
            GtpCommand::RulesGameId => text(G::GAME.to_ascii_lowercase()),
            GtpCommand::RulesBoard => text(self.rows()),
            GtpCommand::RulesBoardSize => text(self.game.size().to_string()),
            GtpCommand::RulesLegalMoves => text(self.game.legal_moves()),
            GtpCommand::RulesSideToMove => {
                text(self.game.side_to_move().to_string().to_ascii_lowercase())
            }
            GtpCommand::RulesFinalResult => {
                let result = self.game.result();
                text(result.unwrap_or_else(|| "The game is not over.".to_owned()))
            }
        }
    }

    fn start(&mut self, size: u32) -> GtpAnswer {
        if self.game.start(size) {
            self.restart_clock()
        } else {
            failure("unacceptable size")
        }
    }

    fn restart_clock(&mut self) -> GtpAnswer {
        self.clock = self.clock.restarted();
        done()
    }

    fn choose(&mut self, id: Option<u32>, color: Color, plays: bool) -> GtpAnswer {
        let since = Instant::now();
        let time_left = self.clock.time_left(color, since);
        let answer = self.game.choose(color, plays, time_left);
        if matches!(answer, GtpAnswer::Later) {
            self.pending = Some(Pending {
                id,
                color,
                plays,
                since,
            });
        }
        answer
    }

    /// Returns the reply with the chosen move, and plays it.
    fn chosen(&mut self, pending: &Pending, square: Option<Square>) -> Result<String, String> {
        if pending.plays {
            self.game.play(pending.color, square)?;
            self.clock.spend(pending.color, pending.since.elapsed());
        }
        Ok(vertex(square))
    }

    /// Returns the discs for `GoGui`, which draws the highest rank at the top.
    fn rows(&self) -> String {
        let size = self.game.size().into();
        let row = |rank| {
            let letter = |file| {
                let disc = self.game.disc(Square::at(file, rank));
                disc.map_or('.', Color::letter).to_string()
            };
            let letters: Vec<String> = File::all().take(size).map(letter).collect();
            format!("\n{}", letters.join(" "))
        };
        let ranks: Vec<Rank> = Rank::all().take(size).collect();
        ranks.into_iter().rev().map(row).collect()
    }
}
