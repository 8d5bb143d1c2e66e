//! The conversation with an engine that speaks the `NBoard` protocol.
//!
//! Each question begins with the whole game, so an undo needs no care. A question that is no longer
//! wanted is ended by a ping; what the engine says before its pong is dropped when the next question is
//! asked.

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::time::{Duration, Instant};

use super::engine::{ExternalEngine, WaitFor, WaitLimits};
use super::process::{Process, Wait};
use super::{Conversation, Effort, PASSED_WITH_A_MOVE};
use crate::player::protocol::nboard::{Hint, NBoardCommand, Response};
use crate::player::{Control, PlayerError, TimeLeft};
use reversi::search::{Handler, MoveScore, SearchInfo};
use reversi::{Game, Square};
use reversi_notation::Record;

/// A move that is this much shallower than the deepest is not compared with it, in plies.
const TOLERANCE: u32 = 2;

/// The depth in plies for an engine that does not answer without one.
const DEPTH: u32 = 12;

/// An engine that is running.
pub(super) struct NBoardHost {
    process: Process,
    /// The number of the last ping.
    pings: u64,
    /// Its pong has not been read.
    awaits_pong: bool,
    limits: WaitLimits,
    /// The depth in the settings.
    usual_depth: Option<u32>,
    /// The depth that was set last.
    depth: Option<u32>,
    /// How it calls itself.
    name: Option<String>,
}

impl NBoardHost {
    /// Starts the engine and waits until it is ready.
    pub(super) fn start(
        engine: &ExternalEngine,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Self, PlayerError> {
        let mut host = Self {
            process: Process::start(engine)?,
            pings: 0,
            awaits_pong: false,
            limits: engine.limits,
            usual_depth: engine.depth,
            depth: None,
            name: None,
        };
        host.send(&NBoardCommand::Version(2));
        host.set_depth(None);
        host.ping();
        host.settle(stopped)?;
        Ok(host)
    }

    fn send(&self, command: &NBoardCommand) {
        self.process.send(&command.to_string());
    }

    /// Sets the depth of the next question; without one, that of the settings. An engine keeps its depth, so only
    /// changes are sent. The protocol cannot unset one, but no engine is asked first with a depth and then without.
    fn set_depth(&mut self, depth: Option<u32>) {
        let depth = depth.or(self.usual_depth);
        if let Some(plies) = depth.filter(|_| depth != self.depth) {
            self.send(&NBoardCommand::SetDepth(plies));
            self.depth = depth;
        }
    }

    /// Stops what the engine does.
    fn ping(&mut self) {
        self.pings += 1;
        self.awaits_pong = true;
        self.send(&NBoardCommand::Ping(self.pings));
    }

    /// Drops what the engine said before its last pong.
    fn settle(&mut self, stopped: &dyn Fn() -> bool) -> Result<(), PlayerError> {
        let mut wait = Wait::new(WaitFor::Start, self.limits, stopped);
        while self.awaits_pong {
            match self.process.line(&mut wait)?.parse() {
                Ok(Response::Pong(number)) => self.awaits_pong = number != self.pings,
                Ok(Response::MyName(name)) => self.name = Some(name),
                _ => {}
            }
        }
        Ok(())
    }

    /// Asks a question about a game and takes the responses until `done` returns an answer. An engine that
    /// warns before it was given a depth is given one and asked again.
    fn ask<T>(
        &mut self,
        record: Record,
        question: &NBoardCommand,
        stopped: &dyn Fn() -> bool,
        mut done: impl FnMut(&Response) -> Option<T>,
    ) -> Result<T, PlayerError> {
        self.settle(stopped)?;
        let game = NBoardCommand::SetGame(Box::new(record));
        self.send(&game);
        self.send(question);
        let mut wait = Wait::new(WaitFor::Move, self.limits, stopped);
        loop {
            match self.process.line(&mut wait).map(|line| line.parse()) {
                Ok(Ok(Response::Warning(_))) if self.depth.is_none() => {
                    // Its answer may still come: then it is dropped.
                    self.ping();
                    self.settle(stopped)?;
                    self.set_depth(Some(DEPTH));
                    self.send(&game);
                    self.send(question);
                    wait = Wait::new(WaitFor::Move, self.limits, stopped);
                }
                Ok(Ok(Response::Warning(text))) => wait.warn(text, self.limits),
                Ok(Ok(response)) => {
                    if let Some(answer) = done(&response) {
                        return Ok(answer);
                    }
                }
                // Engines print other lines too.
                Ok(Err(_)) => {}
                Err(PlayerError::Stopped) => {
                    self.ping();
                    return Err(PlayerError::Stopped);
                }
                Err(error) => return Err(error),
            }
        }
    }
}

impl Conversation for NBoardHost {
    fn choose(&mut self, game: &Game, control: &Control) -> Result<Square, PlayerError> {
        let mut found = Findings::new(game, 1);
        let stopped = || control.reporter.is_stopped();
        self.set_depth(None);
        let mut record = Record::from_game(game);
        if let Some(time) = &control.time_left {
            record.time_control[game.position().side_to_move()] = clock(time);
        }
        let chosen = self.ask(record, &NBoardCommand::Go, &stopped, |response| {
            if let Response::Move(chosen) = response {
                return Some(chosen.square);
            }
            if found.take(response) {
                control.reporter.progress(found.info.clone());
            }
            None
        })?;
        chosen.ok_or_else(|| PlayerError::failed(PASSED_WITH_A_MOVE))
    }

    fn analyse(
        &mut self,
        game: &Game,
        count: usize,
        effort: Effort,
        handler: &RefCell<&mut dyn Handler>,
    ) -> Result<SearchInfo, PlayerError> {
        let mut found = Findings::new(game, count);
        let number = u32::try_from(count).unwrap_or(u32::MAX);
        self.set_depth(effort.depth);
        let started = Instant::now();
        let time = effort.time.unwrap_or(self.limits.answer);
        // However short the time, the engine may send at least one result.
        let has_spoken = Cell::new(false);
        let stopped = || {
            (has_spoken.get() && started.elapsed() >= time) || handler.borrow_mut().should_stop()
        };
        let record = Record::from_game(game);
        let asked = self.ask(record, &NBoardCommand::Hint(number), &stopped, |response| {
            if found.take(response) {
                has_spoken.set(true);
                handler.borrow_mut().progress(&found.info);
            }
            found.is_complete(response, effort.depth).then_some(())
        });
        match asked {
            Ok(()) => {
                // An engine may search on. What it says from now on is about the wrong position.
                self.ping();
                Ok(found.info)
            }
            Err(PlayerError::Stopped) if !found.info.moves.is_empty() => {
                found.info.stopped = true;
                Ok(found.info)
            }
            Err(error) => Err(error),
        }
    }

    fn own_name(&self) -> Option<String> {
        self.name.clone()
    }

    fn survives_stop(&self) -> bool {
        true
    }
}

/// Returns the time left and the increment as game files have them: `4:59/0:03`.
fn clock(time: &TimeLeft) -> String {
    let text = |time: Duration| format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60);
    format!("{}/{}", text(time.now()), text(time.increment))
}

impl Drop for NBoardHost {
    fn drop(&mut self) {
        self.send(&NBoardCommand::Quit);
    }
}

/// What an engine has said about a position.
struct Findings {
    info: SearchInfo,
    /// The last score of each move, the best first.
    all: Vec<MoveScore>,
    empties: u32,
    wanted: usize,
    started: Instant,
    game: Game,
}

impl Findings {
    fn new(game: &Game, wanted: usize) -> Self {
        let legal = game.legal_moves().len();
        Self {
            info: SearchInfo::default(),
            all: Vec::new(),
            empties: game.position().board().empties().bits().count_ones(),
            wanted: wanted.min(legal),
            started: Instant::now(),
            game: game.clone(),
        }
    }

    /// Takes a response. Returns whether it was news.
    fn take(&mut self, response: &Response) -> bool {
        match response {
            Response::Hint(hint) => self.take_hint(hint),
            Response::NodeStats { nodes, .. } => {
                self.info.nodes = *nodes;
                false
            }
            _ => false,
        }
    }

    fn take_hint(&mut self, hint: &Hint) -> bool {
        let score = hint.score(self.empties);
        let is_legal = |square| self.game.legal_moves().contains(square);
        if !score.square.is_some_and(is_legal) {
            return false;
        }
        self.info.elapsed = self.started.elapsed();
        self.all.retain(|known| known.square != score.square);
        self.all.push(score);
        // A move that the engine no longer mentions was overtaken at some depth.
        let deepest = self.all.iter().map(|found| found.depth).max().unwrap_or(0);
        let is_old = |found: &MoveScore| found.depth + TOLERANCE < deepest;
        self.all
            .sort_by_key(|found| (is_old(found), Reverse(found.score)));
        let moves = self.all.iter().take(self.wanted.max(1));
        self.info.moves = moves.cloned().collect();
        true
    }

    /// Returns whether the engine has said all that it will, or all that is wanted.
    fn is_complete(&self, response: &Response, depth: Option<u32>) -> bool {
        let is_enough =
            |found: &MoveScore| found.is_exact() || depth.is_some_and(|depth| found.depth >= depth);
        match response {
            // Engines announce that they wait.
            Response::Status(text) => {
                !self.info.moves.is_empty() && (text.is_empty() || text.contains("waiting"))
            }
            _ => self.info.moves.len() >= self.wanted && self.info.moves.iter().all(is_enough),
        }
    }
}
