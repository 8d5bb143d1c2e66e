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
        let unless = |refused: bool, why| if refused { Err(why) } else { Ok(()) };
        match action {
            TableAction::Help => unless(over_network, Refusal::NoEngineHelp),
            TableAction::Analyse => unless(over_network && !is_over, Refusal::NoEngineHelp),
            TableAction::Edit => unless(over_network && !is_over, Refusal::NotOverNetwork),
            TableAction::Rearrange => unless(over_network, Refusal::NotOverNetwork),
            TableAction::Replace => unless(self.is_playing_online(), Refusal::NotOverNetwork),
            TableAction::Decide => session.refuse_spectator(),
            TableAction::Coach => {
                let against_cpu = session.lone_human().is_some() && session.has_cpu();
                let can_coach = against_cpu && session.timing.clock().is_none();
                unless(!can_coach, Refusal::NoCoach)
            }
            TableAction::Play | TableAction::Look => Ok(()),
        }
    }
}
