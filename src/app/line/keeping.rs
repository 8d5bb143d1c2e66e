//! Owns keeping the game of a dialogue at a terminal: what is saved when, and going on with a game that
//! was unfinished when its program ended.

use crate::app::session::Session;
use crate::app::store::autosave::{Found, GameMeta};
use crate::app::store::resume;
use crate::app::store::saver::GameSaver;
use crate::app::store::state::local_time;

/// The keeper of a dialogue, and what it needs to know.
#[derive(Debug)]
pub(super) struct Keeping {
    keeper: GameSaver,
    /// Unfinished games, the newest first.
    found: Vec<Found>,
    notices: Vec<String>,
    meta: GameMeta,
    /// Whether the next game that begins is one that was found.
    resuming: bool,
}

impl Keeping {
    pub(super) fn new(
        (keeper, found, notices): (GameSaver, Vec<Found>, Vec<String>),
        session: &Session,
    ) -> Self {
        Self {
            keeper,
            found,
            notices,
            meta: beginning(session),
            resuming: false,
        }
    }

    /// What is to be said at the start, a sentence each.
    pub(super) fn greeting(&mut self) -> Vec<String> {
        let mut sentences = std::mem::take(&mut self.notices);
        if let Some(newest) = self.found.first() {
            let resume = "Type resume to continue it.";
            sentences.push(format!("{} {resume}", newest.describe()));
        }
        sentences
    }

    /// A game begins.
    pub(super) fn begin(&mut self, session: &Session) {
        if !std::mem::take(&mut self.resuming) {
            self.meta = beginning(session);
        }
    }

    /// Saves the game, or logs it when it is over, and waits until that is done. Gives a sentence about
    /// what went wrong.
    pub(super) fn keep(&mut self, session: &Session) -> Option<String> {
        self.meta = resume::meta(session, &self.meta.begun);
        self.keeper.keep(session.game(), &self.meta);
        self.keeper.flush();
        self.keeper.trouble()
    }

    /// Goes on with the newest unfinished game.
    ///
    /// # Errors
    /// A clause that says why not.
    pub(super) fn resume(&mut self, session: &mut Session) -> Result<(), String> {
        let Some(newest) = self.found.first() else {
            return Err("there is no unfinished game".to_owned());
        };
        resume::resume(session, newest).map_err(|error| error.to_string())?;
        let found = self.found.remove(0);
        self.meta = found.meta.clone();
        self.resuming = true;
        self.keeper.adopt(found);
        Ok(())
    }
}

/// What belongs to a game that begins now.
fn beginning(session: &Session) -> GameMeta {
    resume::meta(session, &local_time())
}
