//! Playing the games of a match, several at the same time.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Instant;

use super::tally::GameResult;
use super::{Fixture, Match, MatchError, Results};
use reversi::{ByColor, Color};
use reversi_notation::{Record, StatedEnding, StatedResult, StatedScore};
use reversi_table::background::TaskError;
use reversi_table::clock::StartTime;
use reversi_table::player::{PlayerError, PlayerKind};
use reversi_table::session::{Event, GameMeta, Session};

/// The forfeits in a row that end a match, of a player that has not yet completed a game.
const FAILURES_AT_START: u32 = 3;

/// The forfeits in a row that end a match later.
const FAILURES: u32 = 10;

/// What happens in a match, in the order in which it happens.
#[derive(Debug)]
pub enum Update<'a> {
    /// A game started, or a move was made.
    Moved(&'a Fixture, &'a Session),
    /// A game ended. Its record, and the results with it.
    Ended(&'a Fixture, &'a Record, &'a Results),
}

/// A message to a runner.
#[derive(Debug)]
enum RunnerMessage {
    /// The session of this game has something to poll.
    Wake(u32),
    /// End the match now.
    Stop,
}

/// Ends a match from another thread. Running games are abandoned.
#[derive(Clone, Debug)]
pub struct Stopper(Sender<RunnerMessage>);

impl Stopper {
    /// Ends the match.
    pub fn stop(&self) {
        // A match that is over needs no stop.
        let _ = self.0.send(RunnerMessage::Stop);
    }
}

/// A game that is being played.
#[derive(Debug)]
struct Running {
    fixture: Fixture,
    session: Session,
    started_at: StartTime,
}

/// How often a player failed.
#[derive(Clone, Copy, Debug, Default)]
struct Failures {
    in_a_row: u32,
    /// It has completed a game.
    can_play: bool,
}

/// A game that a player lost because it failed to move.
#[derive(Debug)]
struct Forfeit {
    player: usize,
    fixture: Fixture,
    record: Record,
    error: PlayerError,
}

/// Plays the games of a match that have no result yet.
#[derive(Debug)]
pub struct Runner {
    results: Results,
    sender: Sender<RunnerMessage>,
    messages: Receiver<RunnerMessage>,
    running: BTreeMap<u32, Running>,
    /// The number of games at the same time.
    jobs: usize,
    /// The first game that was not started yet.
    next: u32,
    /// Games to start again.
    again: Vec<u32>,
    failures: Vec<Failures>,
    /// Forfeits of players that have not completed a game yet. They are reported once the player completes one,
    /// or when the match is stopped, so that a mistyped command line adds no games to the file.
    forfeits: Vec<Forfeit>,
}

impl Runner {
    /// Creates a runner of a match from its start.
    pub fn new(contest: &Match) -> Self {
        Self::resume(Results::new(contest))
    }

    /// Creates a runner of the games of a match that have no result yet.
    pub fn resume(results: Results) -> Self {
        let (sender, messages) = mpsc::channel();
        Self {
            failures: vec![Failures::default(); results.contest().players.len()],
            forfeits: Vec::new(),
            results,
            sender,
            messages,
            running: BTreeMap::new(),
            jobs: 1,
            next: 0,
            again: Vec::new(),
        }
    }

    /// Returns the results so far.
    pub const fn results(&self) -> &Results {
        &self.results
    }

    /// Returns a handle that ends the match.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.sender.clone())
    }

    /// Plays the games, this many at the same time, or fewer if the system starts fewer threads. An error of
    /// `update` ends the match. If the match is stopped, returns the results so far.
    ///
    /// # Errors
    /// [`MatchError`]: the first one ends the match.
    pub fn run(
        mut self,
        jobs: usize,
        mut update: impl FnMut(Update<'_>) -> Result<(), MatchError>,
    ) -> Result<Results, MatchError> {
        if self
            .results
            .contest()
            .players
            .iter()
            .any(PlayerKind::is_human)
        {
            return Err(MatchError::Human);
        }
        self.jobs = jobs.max(1);
        while !self.results.is_complete() {
            while self.running.len() < self.jobs
                && let Some(number) = self.next_number()
            {
                let game = self.begin(number);
                update(Update::Moved(&game.fixture, &game.session))?;
                self.running.insert(number, game);
            }
            match self.receive() {
                Some(RunnerMessage::Stop) => break,
                Some(RunnerMessage::Wake(number)) => self.step(number, &mut update)?,
                None => {
                    // A flag has fallen.
                    for number in self.running.keys().copied().collect::<Vec<_>>() {
                        self.step(number, &mut update)?;
                    }
                }
            }
        }
        if self.results.is_complete()
            && let Some(Forfeit { player, error, .. }) = self.forfeits.pop()
        {
            return Err(self.keeps_failing(player, error));
        }
        self.report_forfeits(|_| true, &mut update)?;
        Ok(self.results)
    }

    /// Returns the next game to start.
    fn next_number(&mut self) -> Option<u32> {
        if let Some(number) = self.again.pop() {
            return Some(number);
        }
        let contest = self.results.contest();
        let is_left = |&number: &u32| contest.has(number) && !self.results.contains(number);
        let number = (self.next..contest.games()).find(is_left)?;
        self.next = number + 1;
        Some(number)
    }

    fn begin(&self, number: u32) -> Running {
        let contest = self.results.contest();
        let fixture = contest.fixture(number);
        let wakes = self.sender.clone();
        // After the end of the match, nobody receives this.
        let wake = move || _ = wakes.send(RunnerMessage::Wake(number));
        Running {
            session: Session::new(contest.setup(&fixture), Arc::new(wake)),
            fixture,
            started_at: StartTime::now(),
        }
    }

    /// Waits for a message; `None` if a flag falls first.
    fn receive(&self) -> Option<RunnerMessage> {
        let flags = self
            .running
            .values()
            .map(|game| game.session.timing.flag_falls());
        let Some(deadline) = flags.flatten().min() else {
            return self.messages.recv().ok();
        };
        let patience = deadline.saturating_duration_since(Instant::now());
        // The runner holds a sender itself, so the only error is a timeout.
        self.messages.recv_timeout(patience).ok()
    }

    /// Makes the move of a game that waits for it, and ends the game if that was the last one.
    fn step(
        &mut self,
        number: u32,
        update: &mut impl FnMut(Update<'_>) -> Result<(), MatchError>,
    ) -> Result<(), MatchError> {
        let others = self.running.len().saturating_sub(1);
        // The last wake of a game may come after its end.
        let Some(game) = self.running.get_mut(&number) else {
            return Ok(());
        };
        game.session.tick();
        if game.session.poll() && game.session.advance() {
            update(Update::Moved(&game.fixture, &game.session))?;
        }
        let failure = match end(&mut game.session) {
            None => return Ok(()),
            Some(SessionEnd::Over) => None,
            Some(SessionEnd::Failed(_, PlayerError::Internal(TaskError::NotStarted(_))))
                if others > 0 =>
            {
                self.running.remove(&number);
                self.jobs = others;
                self.again.push(number);
                return Ok(());
            }
            Some(SessionEnd::Failed(color, error @ PlayerError::Internal(_))) => {
                let player = game.session.players()[color].clone();
                return Err(MatchError::PlayerFailed(player, error));
            }
            Some(SessionEnd::Failed(color, error)) => Some((color, error)),
        };
        let game = self.running.remove(&number).expect("it was found above");
        let fixture = game.fixture;
        let record = self.record(game, failure.as_ref());
        let result = GameResult::of(&record, fixture.first()).expect("the game is over");
        self.results.add(number, result);
        let failure = failure.map(|(color, error)| (fixture.players[color], error));
        self.count_failure(fixture.players, failure.as_ref())?;
        match failure.filter(|(player, _)| !self.failures[*player].can_play) {
            Some((player, error)) => self.forfeits.push(Forfeit {
                player,
                fixture,
                record,
                error,
            }),
            None => update(Update::Ended(&fixture, &record, &self.results))?,
        }
        self.report_forfeits(|failures| failures.can_play, update)
    }

    /// Reports the games that were forfeited by such players.
    fn report_forfeits(
        &mut self,
        by: impl Fn(&Failures) -> bool,
        update: &mut impl FnMut(Update<'_>) -> Result<(), MatchError>,
    ) -> Result<(), MatchError> {
        let failures = &self.failures;
        let forfeits = (self.forfeits).extract_if(.., |forfeit| by(&failures[forfeit.player]));
        for forfeit in forfeits.collect::<Vec<_>>() {
            update(Update::Ended(
                &forfeit.fixture,
                &forfeit.record,
                &self.results,
            ))?;
        }
        Ok(())
    }

    /// Returns the record of a game that is over, or lost by the side that failed to move.
    fn record(&self, game: Running, failure: Option<&(Color, PlayerError)>) -> Record {
        let Running {
            fixture,
            session,
            started_at,
        } = game;
        let mut record = GameMeta::of(&session, started_at).record(session.game());
        let described = self.results.contest().described(&fixture);
        record.players = described.players;
        record.event = described.event;
        record.round = described.round;
        if let Some((color, error)) = failure {
            let player = &record.players[*color];
            record.comment = format!("{player} failed to move: {error}");
            record.result = Some(StatedResult {
                score: Some(StatedScore::Winner(Some(color.opposite()))),
                ending: Some(StatedEnding::Left),
            });
        }
        record
    }

    /// Counts the forfeits in a row of the players of a game that ended.
    fn count_failure(
        &mut self,
        players: ByColor<usize>,
        failure: Option<&(usize, PlayerError)>,
    ) -> Result<(), MatchError> {
        let Some((player, error)) = failure else {
            for color in Color::ALL {
                let in_a_row = 0;
                self.failures[players[color]] = Failures {
                    in_a_row,
                    can_play: true,
                };
            }
            return Ok(());
        };
        let failures = &mut self.failures[*player];
        failures.in_a_row += 1;
        let most = if failures.can_play {
            FAILURES
        } else {
            FAILURES_AT_START
        };
        if failures.in_a_row < most {
            return Ok(());
        }
        Err(self.keeps_failing(*player, error.clone()))
    }

    /// Returns the error of a player that failed in its last games.
    fn keeps_failing(&self, player: usize, error: PlayerError) -> MatchError {
        let kind = self.results.contest().players[player].clone();
        MatchError::KeepsFailing(kind, self.failures[player].in_a_row, error)
    }
}

/// The end of a session's game.
enum SessionEnd {
    Over,
    /// The player of this side failed to move.
    Failed(Color, PlayerError),
}

/// Returns how a session's game ended; `None` while it continues.
fn end(session: &mut Session) -> Option<SessionEnd> {
    std::iter::from_fn(|| session.next_event()).find_map(|event| match event {
        Event::Over(_) => Some(SessionEnd::Over),
        Event::PlayerFailed { color, error, .. } => Some(SessionEnd::Failed(color, error)),
        _ => None,
    })
}
