//! The game at a table, without a user interface. All front ends use it, for Othello and Go.
//!
//! A table owns the session and the connection of a game, checks what is permitted, decides when to save, and keeps the
//! record of an opened game. A front end sends [requests](TableRequest) and shows the events. It lends the table its
//! [`GameSaver`], which also lists the unfinished games before there is a table.
//!
//! It is the only door to its game: nobody else changes the session, or asks its engine about the position.
//!
//! ```compile_fail,E0616
//! fn resign(table: &mut reversi_table::table::Table) {
//!     table.session.resign();
//! }
//! ```
//!
//! ```compile_fail,E0596
//! fn resign(table: &mut reversi_table::table::Table) {
//!     table.session().resign();
//! }
//! ```

mod connection;
mod imported;
mod opened;
mod permission;
mod request;

use std::collections::VecDeque;

use super::session::{BadMove, Event, NewGame, Refusal, Session, Turn};
use super::store::autosave::StoredGame;
use super::store::saver::{GameProgress, GameSaver, NotClaimed};
use reversi::{Entry, Game, Square};
use reversi_notation::Participant;

pub use connection::{
    Absence, ClocksWhileAway, ConnectionEvent, ConnectionRole, ConnectionStatus, Disconnection,
    EndReason, GameConnection, GoodbyeReason, LossReason, Offer, Violation,
};
use imported::ImportedGame;
pub use request::{Help, TableAction, TableRequest};
use reversi_text::Said;

/// What happened to a game that another one replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetAside {
    /// There is nothing to keep, or another program keeps it.
    Nothing,
    /// The next start offers it.
    Kept,
    /// It could not be saved. The clause has the reason and the text of the game.
    Lost(Said),
}

/// A game at a table. See the [module](self).
#[derive(Debug)]
pub struct Table<G: StoredGame = Game> {
    /// The game and its players. What changes them is a [request](TableRequest), time that passes, or a message of the
    /// other program.
    session: Session<G>,
    /// Events that the front end has not taken yet.
    events: VecDeque<Event<G>>,
    progress: GameProgress,
    /// Whether a game has started from its first move since the last [`Table::take_start`].
    has_started: bool,
    /// The other program of a game over the network.
    connection: Option<Box<dyn GameConnection<G>>>,
    /// The origin of an opened game, as long as it is that game.
    imported: Option<Box<ImportedGame>>,
    /// The number of entries of a random opening; 0 without one.
    first_entries: usize,
}

impl<G: StoredGame> Table<G> {
    /// Creates a table for a new session. Moves that it has already are events, but no reason to save.
    pub fn new(session: Session<G>) -> Self {
        let mut table = Self {
            session,
            events: VecDeque::new(),
            progress: GameProgress::default(),
            has_started: false,
            connection: None,
            imported: None,
            first_entries: 0,
        };
        table.begin();
        table
    }

    /// Creates a table for a game over a connection. With a saver the host resumes its last one; also returns why that
    /// was not possible.
    pub fn online(
        session: Session<G>,
        connection: Box<dyn GameConnection<G>>,
        resumes: Option<&mut GameSaver<G>>,
    ) -> (Self, Option<NotClaimed>) {
        let mut table = Self::new(session);
        table.session.help.remote = match connection.role() {
            ConnectionRole::Host => Participant::Guest,
            ConnectionRole::Guest | ConnectionRole::Spectator => Participant::Host,
        };
        let refusal = resumes.and_then(|saver| {
            table.events.clear();
            saver.resume_remote(&mut table.session).err()
        });
        table.begin();
        table.connection = Some(connection);
        (table, refusal)
    }

    /// Returns the game and its players.
    pub const fn session(&self) -> &Session<G> {
        &self.session
    }

    /// Returns the game.
    pub fn game(&self) -> &G {
        self.session.game()
    }

    /// Takes the moves so far as given: they are events, but no changes.
    fn begin(&mut self) {
        self.collect();
        self.progress.changes = 0;
        self.imported = None;
        self.first_entries = 0;
    }

    /// Takes the events of the session.
    fn collect(&mut self) {
        while let Some(event) = self.session.next_event() {
            self.count(&event);
            self.events.push_back(event);
        }
        if !self.is_as_imported() {
            self.imported = None;
        }
    }

    fn count(&mut self, event: &Event<G>) {
        if matches!(event, Event::Started) {
            self.has_started = self.game().entries().is_empty();
        }
        let GameProgress { games, changes } = &mut self.progress;
        match event {
            Event::Started => (*games, *changes) = (*games + 1, 0),
            Event::Over(_) | Event::PlayerFailed { .. } | Event::Paused(_) => {}
            // Other players in a game without moves are no reason to save it.
            Event::PlayersChanged(_) if *changes == 0 => {}
            Event::Played { .. }
            | Event::Passed { .. }
            | Event::Resigned { .. }
            | Event::Left { .. }
            | Event::Reopened
            | Event::TimeUp { .. }
            | Event::DrawAgreed
            | Event::Undone(_)
            | Event::Redone(_)
            | Event::PlayersChanged(_) => *changes += 1,
        }
    }

    /// Removes and returns the oldest event that was not taken yet.
    pub fn next_event(&mut self) -> Option<Event<G>> {
        self.collect();
        self.events.pop_front()
    }

    /// Returns whether a game has started from its first move since the last call.
    pub fn take_start(&mut self) -> bool {
        std::mem::take(&mut self.has_started)
    }

    /// Returns the number of games that were started.
    pub const fn games(&self) -> u32 {
        self.progress.games
    }

    /// Counts the moves so far as its opening: a game without a further move is not in progress.
    pub fn begin_here(&mut self) {
        self.first_entries = self.game().entries().len();
    }

    /// Returns whether a game is in progress: it has moves after its opening and is not over.
    pub fn is_under_way(&self) -> bool {
        let game = self.game();
        game.entries().len() > self.first_entries && game.outcome().is_none()
    }

    /// Starts another game.
    ///
    /// # Errors
    /// The reason why the game on the table cannot be left.
    pub fn start(&mut self, new: NewGame<G>) -> Result<(), Refusal<G>> {
        self.permits(TableAction::Replace)?;
        self.session.start(new);
        self.begin();
        Ok(())
    }
}

/// The passing of time.
impl<G: StoredGame> Table<G> {
    /// Takes what background tasks have found. Returns whether the move of a computer is ready.
    pub fn poll(&mut self) -> bool {
        self.session.poll()
    }

    /// Plays the move of a computer if it is ready. Returns whether it was.
    pub fn advance(&mut self) -> bool {
        self.session.advance()
    }

    /// Waits for the move of the computer and plays it. Returns `false` if no computer is to move.
    pub fn play_computer(&mut self) -> bool {
        self.session.wait() && self.session.advance()
    }

    /// Waits until the computer has chosen its move. Returns `false` if no computer is to move.
    pub fn wait(&mut self) -> bool {
        self.session.wait()
    }

    /// Checks the clocks. Returns whether a flag has fallen.
    pub fn tick(&mut self) -> bool {
        self.session.tick()
    }

    /// Ends the analysis of the position.
    pub fn stop_analysis(&mut self) {
        self.session.analysis.stop();
    }
}

impl<G: StoredGame> Table<G> {
    /// Returns whether the game is an unchanged opened one.
    pub fn is_as_imported(&self) -> bool {
        let game = self.game();
        let entries = game.entries().iter().chain(game.undone());
        self.imported
            .as_deref()
            .is_some_and(|opened| entries.eq(&opened.entries))
    }
}

/// Saving.
impl<G: StoredGame> Table<G> {
    /// Returns whether this program saves the game while it is in progress. The host saves it for its guest and its
    /// spectators, until it is over.
    pub fn is_saved_here(&self) -> bool {
        match self.connection().map(GameConnection::role) {
            None | Some(ConnectionRole::Host) => true,
            Some(ConnectionRole::Guest) => self.game().outcome().is_some(),
            Some(ConnectionRole::Spectator) => false,
        }
    }

    /// Saves the game if it has changed. An opened game is saved only after it has changed. Call it before the events are
    /// shown or sent.
    pub fn save(&mut self, saver: &mut GameSaver<G>) {
        self.collect();
        let progress = self.saved_progress(saver.keeps_watched);
        saver.look_at(&self.session, progress);
    }

    /// Returns how far the game is as this program saves it: without changes, it does not. This alone decides who has a
    /// game on its disk. Whoever learns that a game has ended has it, also if it ended while that program was away.
    fn saved_progress(&self, keeps_watched: bool) -> GameProgress {
        let GameProgress { games, changes } = self.progress;
        let is_over = self.game().outcome().is_some();
        let changes = match self.connection().map(GameConnection::role) {
            _ if self.is_as_imported() => 0,
            None | Some(ConnectionRole::Host) => changes,
            Some(ConnectionRole::Guest) if is_over => changes.max(1),
            Some(ConnectionRole::Spectator) if is_over && keeps_watched => changes.max(1),
            Some(ConnectionRole::Guest | ConnectionRole::Spectator) => 0,
        };
        GameProgress { games, changes }
    }

    /// Saves the clocks, which have run since the last save.
    pub fn save_clocks(&self, saver: &mut GameSaver<G>) {
        if self.is_saved_here() {
            saver.save_clocks(&self.session);
        }
    }

    /// Returns whether a game is in progress that the next start will offer.
    pub fn is_kept(&self, saver: &GameSaver<G>) -> bool {
        self.is_under_way() && !self.is_as_imported() && saver.keeps(&self.session)
    }

    /// Leaves the game for the next start, because another one replaces it.
    pub fn set_aside(&mut self, saver: &mut GameSaver<G>) -> SetAside {
        self.save(saver);
        let lost = saver.lost_game(&self.session);
        let is_kept = self.is_kept(saver);
        if lost.is_some() || self.is_saved_here() && self.is_under_way() {
            saver.set_aside(&self.session);
        }
        match lost {
            Some(lost) => SetAside::Lost(lost),
            None if is_kept => SetAside::Kept,
            None => SetAside::Nothing,
        }
    }

    /// Puts an unfinished game on the table.
    ///
    /// # Errors
    /// [`NotClaimed`]; the game on the table is unchanged.
    pub fn resume(&mut self, saver: &mut GameSaver<G>, index: usize) -> Result<(), NotClaimed> {
        self.collect();
        saver.resume(index, &mut self.session)?;
        self.events.clear();
        self.begin();
        Ok(())
    }
}

/// A resumed game.
impl<G: StoredGame> Table<G> {
    /// Replaces each player by itself as this program knows it: a file has only the command of an engine, the settings
    /// have its name and limits.
    pub fn know_players(&mut self, known: impl Fn(G::Kind) -> G::Kind) {
        let players = self.session.players().clone().map(known);
        if self.session.players() != &players {
            self.session.seat(players);
        }
    }
}

/// Games over a connection.
impl<G: StoredGame> Table<G> {
    /// Returns the connection of a game over the network.
    pub fn connection(&self) -> Option<&dyn GameConnection<G>> {
        self.connection.as_deref()
    }

    /// Closes the connection. The other program learns that this one has left.
    pub fn disconnect(&mut self) {
        self.connection = None;
    }

    /// Returns the state of the connection; the default one in other games.
    pub fn connection_status(&self) -> ConnectionStatus {
        self.connection()
            .map_or_else(ConnectionStatus::default, GameConnection::status)
    }

    /// Returns whether this program only watches.
    pub fn is_spectator(&self) -> bool {
        self.connection().map(GameConnection::role) == Some(ConnectionRole::Spectator)
    }

    /// Returns whether a game with another person is in progress.
    pub fn is_playing_online(&self) -> bool {
        self.connection.is_some() && self.is_under_way() && !self.is_spectator()
    }

    /// Applies the messages of the other program, and sends it the changes of the game. A move is saved before it is
    /// sent. Returns what happened on the connection.
    pub fn exchange(&mut self, saver: &mut GameSaver<G>) -> Vec<ConnectionEvent<G>> {
        match self.connection().map(GameConnection::role) {
            None | Some(ConnectionRole::Host) => self.save(saver),
            // They learn from the first update when the game began.
            Some(ConnectionRole::Guest | ConnectionRole::Spectator) => {}
        }
        let Some(connection) = &mut self.connection else {
            return Vec::new();
        };
        let events = connection.update(&mut self.session);
        self.save(saver);
        events
    }

    /// Offers something to the other player, or agrees to what that one offers.
    ///
    /// # Errors
    /// The reason why that is not possible.
    pub fn offer(&mut self, what: Offer) -> Result<ConnectionEvent<G>, Refusal<G>> {
        let connection = self.connection.as_mut();
        let connection = connection.ok_or(Refusal::OnlyOverNetwork)?;
        connection.offer(what, &mut self.session)
    }

    /// Says something to the other player.
    ///
    /// # Errors
    /// The reason why that is not possible.
    pub fn say(&mut self, text: &str) -> Result<ConnectionEvent<G>, Refusal<G>> {
        let connection = self.connection.as_mut();
        let connection = connection.ok_or(Refusal::OnlyOverNetwork)?;
        connection.say(text, &self.session)
    }

    /// Mutes what the other player says, or shows it again.
    ///
    /// # Errors
    /// The reason why that is not possible.
    pub fn mute(&mut self, muted: bool) -> Result<ConnectionEvent<G>, Refusal<G>> {
        let connection = self.connection.as_mut();
        connection.ok_or(Refusal::OnlyOverNetwork)?.mute(muted)
    }

    /// Claims the win, because the other player has left.
    ///
    /// # Errors
    /// The reason why that is not possible.
    pub fn claim(&mut self) -> Result<(), Refusal<G>> {
        let connection = self.connection.as_mut();
        let connection = connection.ok_or(Refusal::OnlyOverNetwork)?;
        connection.claim(&mut self.session)
    }
}

/// The player's requests.
impl<G: StoredGame> Table<G> {
    /// Carries out a request, if it is permitted.
    ///
    /// # Errors
    /// The reason why it is refused; nothing has changed.
    pub fn request(&mut self, request: TableRequest) -> Result<(), Refusal<G>> {
        self.permits(request.action())?;
        let session = &mut self.session;
        match request {
            TableRequest::Play(chosen) => session.play_or_pass(chosen)?,
            TableRequest::Undo => session.undo()?,
            TableRequest::Redo => session.redo()?,
            TableRequest::Resign => session.resign()?,
            TableRequest::TakeOver => session.take_over()?,
            TableRequest::Forfeit => session.forfeit()?,
            TableRequest::Swap => session.swap()?,
            TableRequest::Level(level) => session.set_level(level)?,
            TableRequest::Pause(paused) => session.set_paused(paused),
            TableRequest::GoOn => session.resume_quietly(),
            TableRequest::Again { rated } => {
                session.help.is_rated = rated;
                session.new_game();
                self.begin();
            }
            TableRequest::Help(help) => self.note(help),
        }
        Ok(())
    }

    /// Notes help. What it changes is saved as a move is, unless nobody has moved: there is no game to save yet.
    fn note(&mut self, help: Help) {
        let session = &mut self.session;
        let is_new = match help {
            Help::Hint(Some(square)) => session.note_hint(square),
            help => session.note_help(help.casual()),
        };
        self.progress.changes += u32::from(is_new && self.session.timing.has_chosen());
    }

    /// Plays a person's moves one after another, or none if one of them cannot be played. `None` is a pass; a written
    /// forced pass repeats one that was made, or redoes one that was undone.
    ///
    /// # Errors
    /// [`BadMove`], for the first that cannot be played.
    pub fn play_moves(&mut self, moves: &[Option<Square>]) -> Result<(), BadMove<G>> {
        self.session.check_moves(moves.iter().copied())?;
        for (index, &played) in moves.iter().enumerate() {
            let is_forced = played.is_none() && G::PASSES_ARE_FORCED;
            let has_passed = matches!(self.game().entries().last(), Some(Entry::Pass { .. }));
            let request = match self.game().turn() {
                _ if is_forced && has_passed => continue,
                Turn::Pass(_) if is_forced => TableRequest::Redo,
                _ => TableRequest::Play(played),
            };
            let done = self.request(request);
            done.map_err(|why| BadMove { index, played, why })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
