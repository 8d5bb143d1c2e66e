//! Owns keeping the game of a dialogue at a terminal: what is saved when, and going on with a game that
//! was unfinished when its program ended.

use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::player::PlayerKind;
use crate::session::Session;
use crate::storage::autosave::{Found, Meta};
use crate::storage::keeper::Keeper;

/// The keeper of a dialogue, and what it needs to know.
#[derive(Debug)]
pub(super) struct Keeping {
    keeper: Keeper,
    /// Unfinished games, the newest first.
    found: Vec<Found>,
    notices: Vec<String>,
    meta: Meta,
    /// Whether the next game that begins is one that was found.
    resuming: bool,
}

impl Keeping {
    pub(super) fn new(
        (keeper, found, notices): (Keeper, Vec<Found>, Vec<String>),
        session: &Session,
    ) -> Self {
        Self {
            keeper,
            found,
            notices,
            meta: Meta::beginning_now(names(session)),
            resuming: false,
        }
    }

    /// What is to be said at the start, a sentence each.
    pub(super) fn greeting(&mut self) -> Vec<String> {
        let mut sentences = std::mem::take(&mut self.notices);
        if let Some(newest) = self.found.first() {
            let resume = "Type resume to go on with it.";
            sentences.push(format!("{} {resume}", newest.describe()));
        }
        sentences
    }

    /// A game begins.
    pub(super) fn begin(&mut self, session: &Session) {
        if !std::mem::take(&mut self.resuming) {
            self.meta = Meta::beginning_now(names(session));
        }
    }

    /// Saves the game, or logs it when it is over, and waits until that is done. Gives a sentence about
    /// what went wrong.
    pub(super) fn keep(&mut self, session: &Session) -> Option<String> {
        self.meta.players = names(session);
        self.keeper.keep(session.game(), &self.meta);
        self.keeper.flush();
        self.keeper.trouble()
    }

    /// Goes on with the newest unfinished game: the players and the game to go on with.
    ///
    /// # Errors
    /// A clause that says why not.
    pub(super) fn resume(&mut self) -> Result<(ByColor<PlayerKind>, Game), String> {
        let Some(newest) = self.found.first() else {
            return Err("no unfinished game was found".to_owned());
        };
        let mut players = ByColor::new(PlayerKind::Human, PlayerKind::Human);
        for color in Color::ALL {
            players[color] = newest.meta.players[color]
                .parse()
                .map_err(|error| format!("the game cannot be gone on with, {error}"))?;
        }
        let found = self.found.remove(0);
        let game = found.game.clone();
        self.meta = found.meta.clone();
        self.resuming = true;
        self.keeper.adopt(found);
        Ok((players, game))
    }
}

fn names(session: &Session) -> ByColor<String> {
    session.players().map(|kind| kind.to_string())
}
