//! The conversation with an engine that speaks GTP.
//!
//! The engine keeps its own copy of the game. Before each question it is sent the new moves, or the whole
//! game after an undo. A search cannot be interrupted; an engine whose answer is no longer wanted is
//! ended.

use std::cell::RefCell;
use std::time::Duration;

use super::engine::{ExternalEngine, WaitFor, WaitLimits};
use super::process::{Process, Wait};
use super::{Conversation, Effort, PASSED_WITH_A_MOVE};
use crate::player::protocol::gtp::{Chosen, GtpCommand, Replies, Request, TimeSettings};
use crate::player::{Control, PlayerError};
use reversi::search::{Handler, SearchInfo};
use reversi::{Color, Entry, Game, Position, Square, Status};
use reversi_notation::{clean, clip};
use reversi_text::{Name, tr};

/// A move, or a pass for `None`.
type Played = (Color, Option<Square>);

/// An engine that is running.
pub(super) struct GtpHost {
    process: Process,
    /// The number of the last request.
    id: u32,
    /// The moves of the engine's game; `None` before its first game.
    moves: Option<Vec<Played>>,
    limits: WaitLimits,
    knows_time: bool,
    /// How it calls itself.
    name: Option<String>,
}

impl GtpHost {
    /// Starts the engine and waits until it is ready.
    pub(super) fn start(
        engine: &ExternalEngine,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Self, PlayerError> {
        let mut host = Self {
            process: Process::start(engine)?,
            id: 0,
            moves: None,
            limits: engine.limits,
            knows_time: false,
            name: None,
        };
        host.name = host
            .ask(GtpCommand::Name, stopped)?
            .ok()
            .filter(|name| !name.is_empty());
        let commands = host
            .ask(GtpCommand::ListCommands, stopped)?
            .unwrap_or_default();
        let knows = |name: &str| commands.lines().any(|line| line.trim() == name);
        host.knows_time = knows("time_left") && knows("time_settings");
        // Only programs of several games know it.
        if knows("set_game") {
            let _ = host.ask(GtpCommand::SetGame("Othello".to_owned()), stopped)?;
        }
        // Programs of one size may not know it.
        let _ = host.ask(GtpCommand::BoardSize(8), stopped)?;
        Ok(host)
    }

    /// Sends a command that is answered at once. Returns the reply.
    fn ask(
        &mut self,
        command: GtpCommand,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Result<String, String>, PlayerError> {
        let mut wait = Wait::new(WaitFor::Start, self.limits, stopped);
        self.request(command, &mut wait)
    }

    fn request(
        &mut self,
        command: GtpCommand,
        wait: &mut Wait<'_>,
    ) -> Result<Result<String, String>, PlayerError> {
        self.id += 1;
        let id = Some(self.id);
        self.process.send(&Request { id, command }.to_string());
        let mut replies = Replies::default();
        loop {
            let line = self.process.line(wait)?;
            let reply = replies.push(&line, id).map_err(unreadable)?;
            // A reply without a number must be the answer; one with another number is a late reply.
            if let Some(reply) = reply.filter(|reply| reply.id.is_none() || reply.id == id) {
                return Ok(reply.answer);
            }
        }
    }

    /// Sends a command that must succeed.
    fn must(&mut self, command: GtpCommand, stopped: &dyn Fn() -> bool) -> Result<(), PlayerError> {
        let text = command.to_string();
        match self.ask(command, stopped)? {
            Ok(_) => Ok(()),
            Err(reason) => Err(refused_command(&text, &reason)),
        }
    }

    /// Sends the moves that the engine does not know.
    fn follow(&mut self, game: &Game, stopped: &dyn Fn() -> bool) -> Result<(), PlayerError> {
        if game.start() != Position::START {
            return Err(PlayerError::failed(tr!(
                "GTP has no command to set up a position; use an NBoard engine for such games"
            )));
        }
        let played: Vec<Played> = game.entries().iter().filter_map(played).collect();
        let known = match self.moves.take() {
            Some(moves) if played.starts_with(&moves) => moves.len(),
            _ => {
                self.must(GtpCommand::ClearBoard, stopped)?;
                0
            }
        };
        for &(color, square) in &played[known..] {
            self.must(GtpCommand::Play(color, square), stopped)?;
        }
        self.moves = Some(played);
        Ok(())
    }

    /// Sends the time that the engine has left.
    fn send_time(&mut self, control: &Control, color: Color) -> Result<(), PlayerError> {
        let Some(time) = control.time_left.filter(|_| self.knows_time) else {
            return Ok(());
        };
        let stopped = || control.reporter.is_stopped();
        let seconds = |time: Duration| u32::try_from(time.as_secs()).unwrap_or(u32::MAX);
        let increment = seconds(time.increment);
        let main = time.now().saturating_sub(time.reserve);
        let settings = TimeSettings {
            main: seconds(main),
            byo_yomi: increment,
            // An increment is close to a period for one move; a delay and byo-yomi are one.
            moves: u32::from(increment > 0),
        };
        // It plays on without knowing the time.
        let _ = self.ask(GtpCommand::TimeSettings(settings), &stopped)?;
        let in_period = main.is_zero() && !time.reserve.is_zero();
        let left = GtpCommand::TimeLeft {
            color,
            seconds: seconds(if in_period { time.now() } else { main }),
            moves: in_period.into(),
        };
        let _ = self.ask(left, &stopped)?;
        Ok(())
    }
}

impl Drop for GtpHost {
    fn drop(&mut self) {
        let quit = Request {
            id: None,
            command: GtpCommand::Quit,
        };
        self.process.send(&quit.to_string());
    }
}

/// Returns a move or a pass of a game.
fn played(entry: &Entry) -> Option<Played> {
    match entry {
        Entry::Move { color, square, .. } => Some((*color, Some(*square))),
        Entry::Pass { color } => Some((*color, None)),
        _ => None,
    }
}

impl Conversation for GtpHost {
    fn choose(&mut self, game: &Game, control: &Control) -> Result<Square, PlayerError> {
        let Status::ToMove(color) = game.status() else {
            return Err(PlayerError::failed(PASSED_WITH_A_MOVE));
        };
        let stopped = || control.reporter.is_stopped();
        self.follow(game, &stopped)?;
        self.send_time(control, color)?;
        let mut wait = Wait::new(WaitFor::Move, self.limits, &stopped);
        let answer = self.request(GtpCommand::GenMove(color), &mut wait)?;
        let text = answer.map_err(|reason| refused_command("genmove", &reason))?;
        let chosen = Chosen::parse(&text).map_err(unreadable)?;
        match chosen {
            Chosen::Move(Some(square)) => {
                if let Some(moves) = &mut self.moves {
                    moves.push((color, Some(square)));
                }
                Ok(square)
            }
            Chosen::Move(None) => Err(PlayerError::failed(PASSED_WITH_A_MOVE)),
            Chosen::Resignation => Err(PlayerError::Resigned),
        }
    }

    fn analyse(
        &mut self,
        _: &Game,
        _: usize,
        _: Effort,
        _: &RefCell<&mut dyn Handler>,
    ) -> Result<SearchInfo, PlayerError> {
        Err(PlayerError::failed(tr!(
            "GTP has no command for scores; use an NBoard engine to analyse"
        )))
    }

    fn own_name(&self) -> Option<String> {
        self.name.clone()
    }

    fn survives_stop(&self) -> bool {
        false
    }
}

/// Returns the error of an engine whose answer cannot be read, from a clause.
fn unreadable(error: impl std::fmt::Display) -> PlayerError {
    let why = error.to_string();
    PlayerError::failed(tr!("its answer cannot be read: {why}", why = Name(&why)))
}

/// Returns the error of an engine that answered a command with an error.
fn refused_command(command: &str, reason: &str) -> PlayerError {
    let reason = clip(reason);
    let (command, reason) = (Name(command), Name(&clean(&reason)));
    PlayerError::failed(tr!("it refused \"{command}\": {reason}", command, reason))
}
