//! The game over the network while the other player is away: what the clocks do, and what can be done.

use std::time::{Duration, Instant};

use ratatui::text::Line;

use super::view::GameView;
use crate::keymap::Shortcut;
use crate::screen::side::TextCard;
use crate::table::TableView;
use crate::theme::{Role, in_role, line_of};
use reversi_table::clock::Clock;
use reversi_table::phrase::sentence;
use reversi_table::session::Session;
use reversi_table::table::{Absence, ConnectionStatus};
use reversi_text::{Name, Said, label, tr};
use reversi_wording::{CLOCKS_STOPPED, NOT_CONNECTED, YOUR_CLOCK_MAY_RUN, wait};

/// The columns from which on the prompt is a whole sentence: there it may take two rows.
const SHORT: u16 = 28;

/// Returns the name of the other player.
pub(super) fn name(session: &Session) -> String {
    let name = |color| session.shown_players()[color].said().into();
    session.remote().map(name).unwrap_or_default()
}

/// Returns after which time the win can be claimed; `None` if there is none to claim.
pub(super) fn claim_after(table: &TableView, now: Instant) -> Option<Duration> {
    let from = table.connection_status().claim_from?;
    let game = table.game();
    let is_under_way = game.outcome().is_none() && !game.entries().is_empty();
    is_under_way.then(|| from.saturating_duration_since(now))
}

/// Returns when the shown time until the win can be claimed changes.
pub(super) fn next_second(table: &TableView, now: Instant) -> Option<Instant> {
    let left = claim_after(table, now).filter(|left| !left.is_zero())?;
    let seconds = Duration::from_secs(left.as_secs());
    let part = left.saturating_sub(seconds);
    now.checked_add(if part.is_zero() {
        Duration::from_secs(1)
    } else {
        part
    })
}

impl GameView<'_> {
    /// Returns after which time the win can be claimed; `None` if there is none to claim.
    pub(super) fn claim_after(&self) -> Option<Duration> {
        claim_after(self.table, self.ui.now)
    }

    /// Returns the state of the connection, if the other player of a game in progress is away.
    fn away(&self) -> Option<ConnectionStatus> {
        let plays = self.session.remote().is_some() && !self.session.is_watched();
        let is_away = plays && self.game.outcome().is_none() && self.session.is_paused();
        let status = is_away.then(|| self.table.connection_status());
        status.filter(|status| !status.is_connected)
    }

    /// Returns the card about the player who is away.
    pub(super) fn away_card(&self) -> Option<TextCard> {
        let status = self.away()?;
        let name = name(self.session);
        let who = Name(&name);
        let is_host = self.table.is_saved_here();
        let why = match status.absence? {
            Absence::Quit => tr!("{name} has quit.", name = who),
            Absence::Lost if is_host => tr!("The connection is lost."),
            Absence::Lost => tr!("The connection is lost. Trying again."),
            Absence::Ended => tr!("The connection has ended."),
        };
        let key = self.key(Shortcut::Pause);
        let choices = tr!("Wait, or put the game aside ({key}).", key = Name(&key));
        let parts = [Some(why), self.clocks_while_away(who), Some(choices)];
        let text = Said::sentences(parts.into_iter().flatten());
        Some(TextCard::of(label!("Away").text(), text, Role::Strong))
    }

    /// Returns what the clocks do while the other player is away, if there are any.
    fn clocks_while_away(&self, name: Name<'_>) -> Option<Said> {
        let clock = self.session.timing.clock()?;
        let Some(color) = Clock::running(clock) else {
            return Some(CLOCKS_STOPPED.into());
        };
        let grace = self.session.unused_grace().unwrap_or_default();
        let after = wait(grace);
        let time = Name(&after);
        let is_yours = self.session.lone_human() == Some(color);
        Some(match (is_yours, grace.is_zero()) {
            (true, true) => YOUR_CLOCK_MAY_RUN.into(),
            (true, false) => tr!("Your clock may run in {time}.", time),
            (false, true) => tr!("The clock of {name} runs.", name),
            (false, false) => tr!("The clock of {name} runs in {time}.", name, time),
        })
    }

    /// Returns the prompt while the other player is away, for this many columns.
    pub(super) fn away_line(&self, columns: u16) -> Line<'static> {
        let name = name(self.session);
        let is_short = columns < SHORT;
        match self.claim_after() {
            None => (self.look).line([(&sentence(NOT_CONNECTED), Role::Strong)]),
            Some(Duration::ZERO) => {
                let key = &in_role(Role::Key, self.key(Shortcut::Resign));
                let text = if is_short {
                    tr!("{key} claims the win.", key)
                } else {
                    let name = Name(&name);
                    tr!("{key} claims the win: {name} is not connected.", key, name)
                };
                line_of(&text, Role::Strong, &self.look)
            }
            Some(after) => {
                let after = wait(after);
                let text = if is_short {
                    tr!("Away: claim in {time}.", time = Name(&after))
                } else {
                    tr!(
                        "{name} is not connected: claim the win in {time}.",
                        name = Name(&name),
                        time = Name(&after),
                    )
                };
                self.look.line([(&text, Role::Strong)])
            }
        }
    }
}
