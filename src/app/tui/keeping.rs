//! Owns keeping the games of the terminal front end: what is saved when, and the unfinished games that
//! are offered at the start.

use super::table::Progress;
use crate::app::session::Session;
use crate::app::store::autosave::{Found, GameMeta};
use crate::app::store::resume::{self, CannotResume};
use crate::app::store::saver::GameSaver;
use crate::app::store::state::{StateFolder, local_time};

/// The keeper of a front end, and what it needs to know.
#[derive(Debug)]
pub(super) struct Keeping {
    keeper: GameSaver,
    /// `None` where games are not kept.
    state: Option<StateFolder>,
    /// Unfinished games that are offered, the newest first.
    found: Vec<Found>,
    /// When the game on the board began.
    begun: String,
    /// How far the game was when it was looked at last.
    seen: Progress,
    /// Whether the next game that begins is one that was found.
    resuming: bool,
    /// Whether the game on the board is one that was found, and kept before anything was played.
    found_again: bool,
}

impl Keeping {
    /// Begins to keep games in a folder, if there is one. Gives a sentence for each thing that is wrong, too. The waker
    /// is called when there is [trouble](Keeping::trouble).
    pub(super) fn start(
        state: Option<StateFolder>,
        waker: impl Fn() + Send + 'static,
    ) -> (Self, Vec<String>) {
        let (keeper, found, notices) = GameSaver::start(state.clone(), waker);
        let keeping = Self {
            keeper,
            state,
            found,
            begun: local_time(),
            seen: Progress::default(),
            resuming: false,
            found_again: false,
        };
        (keeping, notices)
    }

    /// Where games are kept, if they are.
    pub(super) const fn state(&self) -> Option<&StateFolder> {
        self.state.as_ref()
    }

    /// The unfinished games, a sentence each, the newest first.
    pub(super) fn offer(&self) -> Vec<String> {
        self.found.iter().map(Found::describe).collect()
    }

    /// Leaves the games that were found where they are: the next program that starts finds them.
    pub(super) fn leave(&mut self) {
        self.found.clear();
    }

    /// Looks at the game, and has it kept if it has changed. A game from elsewhere that is only looked
    /// at is not. Never waits.
    pub(super) fn look_at(&mut self, session: &Session, progress: Progress, as_shown: bool) {
        let changes = if as_shown { 0 } else { progress.changes };
        let progress = Progress {
            changes,
            ..progress
        };
        if progress.games != self.seen.games {
            self.found_again = std::mem::take(&mut self.resuming);
            if !self.found_again {
                self.begun = local_time();
            }
        }
        if progress != self.seen && progress.changes > 0 {
            self.keep(session);
        }
        self.seen = progress;
    }

    /// Has the game kept once more before the program ends, if it is one that is kept: the clocks have
    /// gone on since its last entry.
    pub(super) fn keep_clocks(&self, session: &Session) {
        let kept = self.seen.changes > 0 && session.game().outcome().is_none();
        if kept && session.timing().clock().is_some() {
            self.keep(session);
        }
    }

    /// Whether the game on the board is kept, to be found at the next start.
    pub(super) fn keeps(&self, session: &Session) -> bool {
        let kept = self.seen.changes > 0 || self.found_again;
        self.state.is_some() && kept && session.game().outcome().is_none()
    }

    /// Leaves the game on the board as it is kept, because another one takes its place: the next start
    /// offers it.
    pub(super) fn set_aside(&self, session: &Session) {
        self.keep_clocks(session);
        self.keeper.set_aside();
    }

    /// What belongs to the game on the board.
    pub(super) fn meta(&self, session: &Session) -> GameMeta {
        resume::meta(session, &self.begun)
    }

    fn keep(&self, session: &Session) {
        self.keeper.keep(session.game(), &self.meta(session));
    }

    /// A sentence about what went wrong, once.
    pub(super) fn trouble(&self) -> Option<String> {
        self.keeper.trouble()
    }

    /// Puts one of the games that were offered into a session; the others are left where they are.
    ///
    /// # Errors
    /// [`CannotResume`]; that game is left as well.
    pub(super) fn resume(
        &mut self,
        index: usize,
        session: &mut Session,
    ) -> Result<(), CannotResume> {
        let mut found = std::mem::take(&mut self.found);
        if index < found.len() {
            let chosen = found.swap_remove(index);
            resume::resume(session, &chosen)?;
            self.begun.clone_from(&chosen.meta.begun);
            self.resuming = true;
            self.keeper.adopt(chosen);
        }
        Ok(())
    }
}
