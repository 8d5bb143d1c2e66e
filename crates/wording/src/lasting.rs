//! What lasts: facts that are shown as long as they are true, with a mark that is the same for all front ends.
//!
//! | state | on a screen | in line mode |
//! | --- | --- | --- |
//! | not saved, engine failed, disconnected | the key line of every screen, at every size | the prompt |
//! | loading | the key line | none: only a page loads its weights |
//! | clock runs | the key line of every screen without the clocks | none: nothing hides the game there |
//! | reading games | the key line | none: no command of it reads a library |
//! | casual | the header of the game, in the place of `rated`; without one, the status | the prompt |
//!
//! Why it holds stands first in the list of `?`. A sentence tells that it begins and that it ends, but for the clock and for
//! games that are read, which would be told all the time; a screen reader reads it, and the mark in the prompt.

use reversi_table::player::TablePlayer as _;
use reversi_table::store::autosave::StoredGame;
use reversi_table::store::saver::GameSaver;
use reversi_table::table::Table;
use reversi_text::{Message, Name, Said, label, tr};

use crate::{GameSentences, casual};

/// Shown instead of the computer's thoughts while its weights are loading.
pub const ENGINE_LOADS: &Message = label!("The engine is loading.");

/// A fact that is shown as long as it is true, in their order: where there is room for one, it is the first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LastingState {
    /// The newest moves are lost if the program ends now: why they could not be saved, as a clause.
    NotSaved(String),
    /// A player failed to move and was not asked again: its name.
    EngineFailed(Said),
    /// The connection of a game over the network is lost.
    Disconnected,
    /// The weights of the engine are still being loaded, so that nothing can be searched.
    Loading,
    /// The clock of a person runs, on a screen that does not show it.
    ClockRuns,
    /// The games of a library are being read: how far.
    ReadingGames(Said),
    /// The game does not count for the rating: why, as a sentence.
    Casual(Said),
}

impl LastingState {
    /// Returns the states of a table, in their order. After the end of its game, only that it is not saved is one.
    pub fn of_table<G: GameSentences + StoredGame>(
        table: &Table<G>,
        saver: &GameSaver<G>,
    ) -> Vec<Self> {
        let not_saved = saver.failure().map(Self::NotSaved);
        let session = table.session();
        if G::outcome(session.game()).is_some() {
            return not_saved.into_iter().collect();
        }
        let failed = (session.failed()).map(|color| session.players()[color].name().said());
        let connection = table.connection_status();
        let was_connected = connection.absence.is_some() || table.is_spectator();
        let is_away = table.connection().is_some() && was_connected && !connection.is_connected;
        let casual = G::casual(session).map(|why| Self::Casual(casual(why)));
        let states = not_saved.into_iter().chain(failed.map(Self::EngineFailed));
        states
            .chain(is_away.then_some(Self::Disconnected))
            .chain(casual)
            .collect()
    }

    /// Returns the mark.
    pub const fn mark(&self) -> &'static Message {
        match self {
            Self::NotSaved(_) => label!("not saved"),
            Self::EngineFailed(_) => label!("engine failed"),
            Self::Disconnected => label!("disconnected"),
            Self::Loading => label!("loading"),
            Self::ClockRuns => label!("clock runs"),
            Self::ReadingGames(_) => label!("reading games"),
            Self::Casual(_) => label!("casual"),
        }
    }

    /// Returns the sentence that says why it holds.
    pub fn why(&self) -> Said {
        match self {
            Self::NotSaved(why) => Said::verbatim(why.clone()).sentence(),
            Self::EngineFailed(name) => tr!(
                "{name} failed to move and was not asked again.",
                name = Name(name)
            ),
            Self::Disconnected => tr!("The connection to the other player is lost."),
            Self::Loading => tr!("The engine is loading. The computer cannot move yet."),
            Self::ClockRuns => tr!("The clock of the game runs while you are here."),
            Self::ReadingGames(progress) => tr!(
                "Your library is still being read: {progress}.",
                progress = Name(progress)
            ),
            Self::Casual(why) => why.clone(),
        }
    }

    /// Returns whether an event of the game or a notice tells that it begins and ends.
    pub const fn is_told(&self) -> bool {
        matches!(
            self,
            Self::NotSaved(_) | Self::EngineFailed(_) | Self::Disconnected | Self::Casual(_)
        )
    }

    /// Returns the sentence that tells that it has ended, if nothing else does.
    pub const fn ended(&self) -> Option<&'static Message> {
        match self {
            Self::Loading => Some(label!("The engine is loaded.")),
            Self::NotSaved(_)
            | Self::EngineFailed(_)
            | Self::Disconnected
            | Self::ClockRuns
            | Self::ReadingGames(_)
            | Self::Casual(_) => None,
        }
    }
}

/// Returns the marks of states in their order, separated.
pub fn marks(states: &[LastingState], separator: &str) -> Said {
    let marks: Vec<_> = states.iter().map(|state| state.mark().text()).collect();
    Said::verbatim(marks.join(separator))
}
