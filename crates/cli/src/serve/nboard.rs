//! The engine over the protocol of `NBoard`.

use std::io;
use std::time::{Duration, Instant};

use super::shared_game::SharedGame;
use super::thinker::{SearchAnswer, Thinker};
use super::{EngineOutput, Flow, ProtocolEngine, report_no_game};
use reversi::search::{MoveScore, SearchInfo};
use reversi::{ByColor, Game, NodeNotes};
use reversi_notation::{Record, RecordedMove, ggf};
use reversi_table::background::Report;
use reversi_table::player::TimeLeft;
use reversi_table::player::protocol::ProtocolError;
use reversi_table::player::protocol::nboard::{Hint, NBoardCommand, Response};
use reversi_table::session::Turn;
use reversi_wording as wording;

const THINKING: &str = "Thinking";

const ANALYZING: &str = "Analyzing";

pub(super) struct NBoard {
    shared: SharedGame,
    clocks: ByColor<Option<NBoardClock>>,
    thinker: Thinker,
    work: Work,
    /// The scores that the host has seen in this search.
    shown: Vec<MoveScore>,
}

/// What is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    Nothing,
    /// A move, since a moment.
    Move(Instant),
    /// The best moves of the position; of the position after the pass, if the side to move must pass.
    Hint {
        count: usize,
        after_pass: bool,
    },
    /// The scores of this many more positions.
    Game(usize),
}

/// The clock of a side, as a game file has it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct NBoardClock {
    left: f64,
    increment: f64,
}

impl NBoardClock {
    /// Reads a time control: `15:00`, `5:00/0:10`. There is none without a time.
    fn parse(text: &str) -> Option<Self> {
        let mut fields = text.split('/');
        let left = fields.next().and_then(ggf::seconds)?;
        let increment = fields.next().and_then(ggf::seconds).unwrap_or(0.0);
        (left > 0.0).then_some(Self { left, increment })
    }

    /// Takes the time of a move or a pass. A pass brings nothing.
    fn moved(&mut self, played: &RecordedMove) {
        self.left -= played.notes.seconds.unwrap_or(0.0);
        if played.square.is_some() {
            self.left += self.increment;
        }
    }

    fn time_left(self, now: Instant) -> TimeLeft {
        // The sum of absurd times need not be a number.
        let time = |seconds: f64| {
            Duration::try_from_secs_f64(seconds.clamp(0.0, 1e9)).unwrap_or(Duration::ZERO)
        };
        TimeLeft {
            left: time(self.left),
            since: now,
            increment: time(self.increment),
            reserve: Duration::ZERO,
        }
    }
}

impl ProtocolEngine for NBoard {
    fn take_line(&mut self, line: &str, output: &mut EngineOutput) -> io::Result<Flow> {
        match line.parse() {
            Ok(NBoardCommand::Quit) => return Ok(Flow::Quit),
            Ok(command) => self.take(command, output)?,
            // The protocol may grow: other lines are ignored.
            Err(ProtocolError::Unknown(_)) => {}
            Err(error) => say(output, error.to_string())?,
        }
        Ok(Flow::Continue)
    }

    fn refuse_line(&mut self, output: &mut EngineOutput) -> io::Result<()> {
        say(output, "The line is too long.")
    }

    fn take_reports(&mut self, output: &mut EngineOutput) -> io::Result<()> {
        while let Some(report) = self.thinker.poll() {
            self.take_report(report, output)?;
        }
        Ok(())
    }

    fn takes_lines(&self) -> bool {
        true
    }
}

/// Sets the status line of the host.
fn say(output: &mut EngineOutput, text: impl Into<String>) -> io::Result<()> {
    output.send(&Response::Status(text.into()))
}

/// Returns seconds with three decimals.
fn rounded(time: Duration) -> f64 {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)).as_secs_f64()
}

impl NBoard {
    pub(super) fn new(thinker: Thinker) -> Self {
        Self {
            shared: SharedGame::new(Game::new(), false),
            clocks: ByColor::default(),
            thinker,
            work: Work::Nothing,
            shown: Vec::new(),
        }
    }

    fn take_report(
        &mut self,
        report: Report<SearchInfo, SearchAnswer>,
        output: &mut EngineOutput,
    ) -> io::Result<()> {
        match report {
            Report::Progress(info) => self.show(&info, output),
            Report::Answer(Ok(SearchAnswer::Moves(info))) => {
                self.show(&info, output)?;
                if let Work::Move(since) = self.work {
                    let best = info.moves.first();
                    output.send(&Response::Move(RecordedMove {
                        square: best.and_then(|best| best.square),
                        notes: {
                            let mut notes = NodeNotes::default();
                            notes.evaluation = best.map(|best| f64::from(best.score.discs()));
                            notes.seconds = Some(rounded(since.elapsed()));
                            notes
                        },
                    }))?;
                }
                self.finish(output)
            }
            Report::Answer(Ok(SearchAnswer::Evaluation { plies, score })) => {
                output.send(&Response::Analysis {
                    plies: u32::try_from(plies).unwrap_or(u32::MAX),
                    evaluation: f64::from(score),
                })?;
                match &mut self.work {
                    Work::Game(more) if *more > 1 => {
                        *more -= 1;
                        Ok(())
                    }
                    _ => self.finish(output),
                }
            }
            Report::Answer(Err(error)) => {
                self.work = Work::Nothing;
                self.thinker.stop();
                say(output, error.to_string())
            }
        }
    }

    fn take(&mut self, command: NBoardCommand, output: &mut EngineOutput) -> io::Result<()> {
        match command {
            // Contempt is about drawn lines of a book, and no book is used here.
            NBoardCommand::Version(_) | NBoardCommand::SetContempt(_) | NBoardCommand::Quit => {
                Ok(())
            }
            NBoardCommand::SetDepth(depth) => {
                self.thinker.set_depth(depth);
                output.send(&Response::MyName(self.thinker.name()))
            }
            NBoardCommand::SetGame(record) => self.set_game(*record, output),
            NBoardCommand::Move(played) => self.play(&played, output),
            NBoardCommand::Hint(count) => self.hint(count, output),
            NBoardCommand::Go => self.go(output),
            NBoardCommand::Analyze => self.analyze(output),
            NBoardCommand::Ping(number) => {
                self.stop(output)?;
                output.send(&Response::Pong(number))
            }
            // Without a book there is nothing to remember.
            NBoardCommand::Learn => output.send(&Response::Learned),
        }
    }

    /// Stops the search. No line of it follows.
    fn stop(&mut self, output: &mut EngineOutput) -> io::Result<()> {
        self.thinker.stop();
        if self.work == Work::Nothing {
            return Ok(());
        }
        self.finish(output)
    }

    fn finish(&mut self, output: &mut EngineOutput) -> io::Result<()> {
        self.work = Work::Nothing;
        say(output, "")
    }

    fn begin(&mut self, work: Work, status: &str, output: &mut EngineOutput) -> io::Result<()> {
        self.work = work;
        self.shown.clear();
        say(output, status)
    }

    fn set_game(&mut self, mut record: Record, output: &mut EngineOutput) -> io::Result<()> {
        // A game that was resigned can be continued.
        record.result = None;
        let game = match record.replay() {
            Ok(game) => game,
            Err(problem) => return say(output, problem.to_string()),
        };
        self.stop(output)?;
        self.clocks = record
            .time_control
            .as_ref()
            .map(|text| NBoardClock::parse(text));
        for (color, recorded) in record.sides() {
            if let Some(clock) = &mut self.clocks[color] {
                clock.moved(recorded);
            }
        }
        let passed = record
            .moves
            .last()
            .is_some_and(|last| last.square.is_none());
        // Hosts set the whole game again after each move, too.
        let before = self.shared.game();
        if game.start() != before.start() || !game.entries().starts_with(before.entries()) {
            self.thinker.begin_game();
        }
        if game.start() != before.start() {
            report_no_game(game.start());
        }
        self.shared = SharedGame::new(game, passed);
        Ok(())
    }

    fn play(&mut self, played: &RecordedMove, output: &mut EngineOutput) -> io::Result<()> {
        let color = match self.shared.turn() {
            Turn::Pass(color) if played.square.is_none() => color,
            _ => self.shared.game().position().side_to_move(),
        };
        if let Err(error) = self.shared.play(None, played.square) {
            return say(output, format!("illegal move: {error}"));
        }
        if let Some(clock) = &mut self.clocks[color] {
            clock.moved(played);
        }
        self.stop(output)
    }

    /// Chooses a move, without a search if there is no choice. Passes when the side must, and after the
    /// end of the game.
    fn go(&mut self, output: &mut EngineOutput) -> io::Result<()> {
        self.stop(output)?;
        let Turn::Move(color) = self.shared.turn() else {
            return output.send(&Response::Move(RecordedMove::new(None)));
        };
        let moves = self.shared.game().legal_moves();
        if moves.len() == 1 {
            return output.send(&Response::Move(RecordedMove::new(moves.first())));
        }
        let now = Instant::now();
        let time_left = self.clocks[color].map(|clock| clock.time_left(now));
        self.begin(Work::Move(now), THINKING, output)?;
        self.thinker.choose(self.shared.game(), time_left);
        Ok(())
    }

    fn hint(&mut self, count: u32, output: &mut EngineOutput) -> io::Result<()> {
        self.stop(output)?;
        let after_pass = match self.shared.turn() {
            Turn::Move(_) => false,
            Turn::Pass(_) => true,
            Turn::Over => return say(output, wording::GAME_OVER),
        };
        // Only the pass can be made, so only the best line after it counts.
        let count = if after_pass {
            1
        } else {
            count.clamp(1, 64) as usize
        };
        self.begin(Work::Hint { count, after_pass }, ANALYZING, output)?;
        let board = self.shared.game().position().board();
        self.thinker.analyse(board, count);
        Ok(())
    }

    /// Evaluates every position of the game, the last first, because the table then knows what follows.
    fn analyze(&mut self, output: &mut EngineOutput) -> io::Result<()> {
        self.stop(output)?;
        let mut positions: Vec<_> = self.shared.game().positions().collect();
        if matches!(self.shared.turn(), Turn::Pass(_)) {
            // The host has not made the pass.
            positions.pop();
        }
        self.begin(Work::Game(positions.len()), ANALYZING, output)?;
        for (plies, position) in positions.iter().enumerate().rev() {
            self.thinker.evaluate(position.board(), plies);
        }
        Ok(())
    }

    /// Shows the scores that are new.
    fn show(&mut self, info: &SearchInfo, output: &mut EngineOutput) -> io::Result<()> {
        let (count, after_pass) = match self.work {
            Work::Move(_) => (1, false),
            Work::Hint { count, after_pass } => (count, after_pass),
            Work::Nothing | Work::Game(_) => return Ok(()),
        };
        let mut is_new = false;
        let searched = info.moves.iter().filter(|found| found.is_searched());
        for found in searched.take(count) {
            let found = if after_pass {
                found.clone().before_pass()
            } else {
                found.clone()
            };
            let shown = self.shown.iter().position(|s| s.square == found.square);
            if shown.is_some_and(|index| self.shown[index] == found) {
                continue;
            }
            is_new = true;
            output.send(&Response::Hint(Hint::of(&found)))?;
            match shown {
                Some(index) => self.shown[index] = found,
                None => self.shown.push(found),
            }
        }
        if is_new {
            output.send(&Response::NodeStats {
                nodes: info.nodes,
                seconds: rounded(info.elapsed),
            })?;
        }
        Ok(())
    }
}
