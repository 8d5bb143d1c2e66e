//! The rules about what is permitted in a game. They do not depend on the settings, and stand here alone.

use super::{Table, TableAction};
use crate::session::Refusal;
use crate::store::autosave::StoredGame;

impl<G: StoredGame> Table<G> {
    /// Checks whether an action is permitted in this game. In a game between two people on a network the computer helps
    /// nobody.
    ///
    /// # Errors
    /// The reason why it is not.
    pub fn permits(&self, action: TableAction) -> Result<(), Refusal<G>> {
        let session = &self.session;
        let over_network = session.remote().is_some();
        let is_over = self.game().outcome().is_some();
        match action {
            TableAction::Help if over_network => Err(Refusal::NoEngineHelp),
            TableAction::Analyse if over_network && !is_over => Err(Refusal::NoEngineHelp),
            TableAction::Edit if over_network && !is_over => Err(Refusal::NotOverNetwork),
            TableAction::Rearrange if over_network => Err(Refusal::NotOverNetwork),
            TableAction::Replace if self.is_playing_online() => Err(Refusal::NotOverNetwork),
            TableAction::Decide => session.refuse_spectator(),
            TableAction::Coach => {
                let against_cpu = session.lone_human().is_some() && session.has_cpu();
                let can_coach = against_cpu && session.timing.clock().is_none();
                can_coach.then_some(()).ok_or(Refusal::NoCoach)
            }
            _ => Ok(()),
        }
    }
}
