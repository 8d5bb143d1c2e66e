//! The Go engine, which speaks the Go Text Protocol to graphical boards and referees.
//!
//! A vertex is a column and a row from the bottom, as in all of Go. Hosts may let a side move twice, to set
//! up a game: the other side then passes.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use super::player::{GoPlayer, GoPlayerKind, GoSearchInfo};
use super::{GoEntry, GoGame, GoMove, Grid, Komi, line, sgf};
use crate::app::background::{Background, Report, Waker};
use crate::app::player::TimeLeft;
use crate::app::player::protocol::gtp::{Command, Reply};
use crate::app::serve::gtp::{
    CANNOT_SCORE, NOT_OVER, Pending, Response, color_name, common_answer, done, failure, refuse,
    take_request, text,
};
use crate::app::serve::gtp_clock::GtpClock;
use crate::app::serve::{Engine, Flow, Output};
use crate::app::wording;
use crate::color::Color;
use crate::square::Square;

/// The name of the game, in GTP and in small letters for `GoGui`.
const GAME: &str = "Go";

/// How the engine plays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    /// The board at the start.
    pub(crate) grid: Grid,
    /// The komi, until the host sets one; `None` is the usual one of the board.
    pub(crate) komi: Option<Komi>,
    /// The player.
    pub(crate) player: GoPlayerKind,
    /// The seed of its random choices.
    pub(crate) seed: u64,
}

/// A question about a game, and the time for its answer.
type Question = (GoGame, Option<Duration>);

pub(crate) struct Gtp {
    game: GoGame,
    komi: Option<Komi>,
    /// The passes that were made for a side because the other moved twice, as numbers of moves before.
    skipped: Vec<usize>,
    clock: GtpClock,
    task: Background<Question, GoSearchInfo, GoMove>,
    /// The request whose answer is being searched for.
    pending: Option<Pending>,
}

impl Engine for Gtp {
    fn take_line(&mut self, line: &str, output: &mut Output) -> io::Result<Flow> {
        let size = self.game.grid().size().into();
        take_request(line, output, size, |id, command| self.answer(id, command))
    }

    fn refuse_line(&mut self, output: &mut Output) -> io::Result<()> {
        refuse(output)
    }

    fn take_reports(&mut self, output: &mut Output) -> io::Result<()> {
        while let Some(report) = self.task.poll() {
            if let Report::Answer(answer) = report
                && let Some(pending) = self.pending.take()
            {
                let answer = answer.map_err(|error| error.to_string());
                let reply = answer.and_then(|chosen| self.chosen(&pending, chosen));
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
    pub(crate) fn new(options: Options, waker: Waker) -> Self {
        let mut player = GoPlayer::new(options.player, options.seed);
        let task = Background::start("engine", waker, move |(game, time), reporter| {
            player.limit_time(time);
            player.choose(&game, reporter).0
        });
        let komi = options.komi.unwrap_or(Komi::usual(options.grid));
        Self {
            game: GoGame::new(options.grid, komi),
            komi: options.komi,
            skipped: Vec::new(),
            clock: GtpClock::default(),
            task,
            pending: None,
        }
    }

    fn answer(&mut self, id: Option<u32>, command: Command) -> Response {
        match command {
            Command::Name => text("Reversi Go"),
            Command::BoardSize(size) => match u8::try_from(size).ok().and_then(Grid::new) {
                Some(grid) => self.begin(grid),
                None => failure("unacceptable size"),
            },
            Command::ClearBoard => self.begin(self.game.grid()),
            Command::Komi(komi) => match komi.to_string().parse() {
                Ok(komi) => {
                    self.komi = Some(komi);
                    self.game = self.game.clone().with_komi(komi);
                    done()
                }
                Err(error) => failure(error.to_string()),
            },
            Command::Play(color, point) => match self.play(color, as_move(point)) {
                Ok(()) => done(),
                Err(error) => failure(format!("illegal move: {error}")),
            },
            Command::GenMove(color) => self.choose(id, color, true),
            Command::RegGenMove(color) => self.choose(id, color, false),
            Command::Undo => self.undo(),
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
            Command::FinalScore => match self.game.outcome() {
                Some(outcome) => text(outcome.to_string()),
                None => failure(CANNOT_SCORE),
            },
            Command::SetGame(name) if name.eq_ignore_ascii_case(GAME) => done(),
            Command::SetGame(_) => failure("unsupported game"),
            Command::ListGames => text(GAME),
            Command::RulesGameId => text(GAME.to_ascii_lowercase()),
            Command::RulesBoard => text(format!("\n{}", self.rows().join("\n"))),
            Command::LoadSgf { path, before } => match load(Path::new(&path), before) {
                Ok(game) => {
                    self.komi = Some(game.komi());
                    self.replace(game)
                }
                Err(reason) => failure(format!("cannot load file: {reason}")),
            },
            Command::RulesBoardSize => text(self.game.grid().size().to_string()),
            Command::RulesLegalMoves => text(self.legal_moves()),
            Command::RulesSideToMove => text(color_name(self.game.side_to_move())),
            Command::RulesFinalResult => {
                text(super::text::result(&self.game).unwrap_or_else(|| NOT_OVER.to_owned()))
            }
            command => common_answer(&command),
        }
    }

    fn begin(&mut self, grid: Grid) -> Response {
        self.replace(GoGame::new(grid, self.komi.unwrap_or(Komi::usual(grid))))
    }

    fn replace(&mut self, game: GoGame) -> Response {
        self.game = game;
        self.skipped.clear();
        self.clock = self.clock.restarted();
        done()
    }

    /// Returns the game with this side to move: the other side may have to pass first.
    fn with_turn(&self, color: Color) -> Result<GoGame, String> {
        let mut game = self.game.clone();
        if game.side_to_move() != color && game.outcome().is_none() {
            if game.has_passed() {
                return Err(format!("{} is to move", game.side_to_move()));
            }
            game.play(GoMove::Pass).map_err(|error| error.to_string())?;
        }
        Ok(game)
    }

    fn play(&mut self, color: Color, played: GoMove) -> Result<(), String> {
        let mut game = self.with_turn(color)?;
        game.play(played).map_err(|error| error.to_string())?;
        let before = self.game.entries().len();
        if game.entries().len() > before + 1 {
            self.skipped.push(before);
        }
        self.game = game;
        Ok(())
    }

    fn undo(&mut self) -> Response {
        if self.game.undo().is_none() {
            return failure("cannot undo");
        }
        let pass_was_skipped = |&mut before: &mut usize| before + 1 == self.game.entries().len();
        if self.skipped.pop_if(pass_was_skipped).is_some() {
            self.game.undo();
        }
        done()
    }

    /// Chooses a move. After the end of the game there are only passes.
    fn choose(&mut self, id: Option<u32>, color: Color, plays: bool) -> Response {
        if self.game.outcome().is_some() {
            return text(GoMove::Pass.to_string());
        }
        let game = match self.with_turn(color) {
            Ok(game) => game,
            Err(error) => return failure(format!("wrong color: {error}")),
        };
        let since = Instant::now();
        let time = self.clock.time_left(color, since);
        let time = time.map(share_of);
        self.task.ask((game, time));
        self.pending = Some(Pending {
            id,
            color,
            plays,
            since,
        });
        Response::Later
    }

    /// Returns the reply with the chosen move, and plays it.
    fn chosen(&mut self, pending: &Pending, chosen: GoMove) -> Result<String, String> {
        if pending.plays {
            self.play(pending.color, chosen)?;
            self.clock.spend(pending.color, pending.since.elapsed());
        }
        Ok(chosen.to_string())
    }

    /// Returns the board with its coordinates, and whose turn it is.
    fn diagram(&self) -> String {
        let turn = match self.game.outcome() {
            None => format!("{} to move.", self.game.side_to_move()),
            Some(_) => wording::GAME_OVER.to_owned(),
        };
        format!("\n{}{turn}", line::grid(&self.game))
    }

    /// Returns the rows of the board for `GoGui`, from the top.
    fn rows(&self) -> Vec<String> {
        let grid = self.game.grid();
        let letter = |point| {
            self.game
                .stone(point)
                .map_or('.', Color::letter)
                .to_string()
        };
        let letters: Vec<String> = grid.points(grid.board()).map(letter).collect();
        let rows = letters.chunks(usize::from(grid.size()));
        rows.map(|row| row.join(" ")).collect()
    }

    fn legal_moves(&self) -> String {
        let points = self.game.grid().points(self.game.legal_moves());
        let names: Vec<String> = points.map(|point| point.to_string()).collect();
        match self.game.outcome() {
            Some(_) => String::new(),
            None => [names, vec![GoMove::Pass.to_string()]].concat().join(" "),
        }
    }
}

fn as_move(point: Option<Square>) -> GoMove {
    point.map_or(GoMove::Pass, GoMove::Stone)
}

/// Returns the time for one move: a share of the time left and most of what the move brings, but never more
/// than half of the time left.
fn share_of(time: TimeLeft) -> Duration {
    (time.left / 15 + time.increment * 3 / 4).min(time.left / 2)
}

/// Reads the first game of a file, up to the move or pass with this number.
fn load(path: &Path, before: Option<u32>) -> Result<GoGame, String> {
    let record = sgf::open(path).map_err(|error| error.to_string())?;
    let mut game = record.map_err(|error| error.to_string())?.game;
    // A game that was resigned can be continued.
    while let Some(GoEntry::Resignation(_)) = game.entries().last() {
        game.undo();
    }
    let kept = before.map_or(usize::MAX, |before| before.saturating_sub(1) as usize);
    while game.entries().len() > kept {
        game.undo();
    }
    Ok(game)
}
