//! The keys that work on the board screen now.

use super::Intent;
use super::end::GameEnd;
use super::keys::{self, tables};
use super::thinking::ShownThinking;
use super::view::GameView;
use crate::keymap::Meaning;
use crate::screen::{Hint, hints};
use reversi::Status;
use reversi_table::session::AnalysisMode;
use reversi_table::table::{Offer, TableAction};

impl GameView<'_> {
    /// Returns the keys that work now, with their labels.
    pub(super) fn hints(&self) -> Vec<Hint<Intent>> {
        let mode = self.screen.thinking.mode(self.session);
        let ends = self.screen.end.as_ref().is_some_and(|end| !end.is_closed);
        let mut items = hints(&tables(self.table, ends), self.ui, |intent| {
            self.works(intent)
        });
        // While a move is judged, which is short, the keys stay as they are.
        items.retain(|item| !matches!(item.target, Meaning::Board(_)) || self.table.coach.warns());
        for item in &mut items {
            let (text, weight) = match item.target {
                Meaning::Own(Intent::Hint) if mode == Some(AnalysisMode::Hint) => {
                    let has_more = self.screen.thinking.has_more(self.session);
                    (if has_more { "more" } else { "no hint" }, None)
                }
                Meaning::Own(Intent::Values) if ShownThinking::has_secrets(self.session) => {
                    let is_open = self.screen.thinking.is_open(self.session);
                    (if is_open { "no thoughts" } else { "thoughts" }, None)
                }
                Meaning::Own(Intent::Values) if mode == Some(AnalysisMode::Values) => {
                    let deeper = self.screen.thinking.can_go_deeper(self.session);
                    (if deeper { "longer" } else { "no values" }, None)
                }
                Meaning::Own(Intent::Pause) if self.session.is_paused() => ("go on", Some(9)),
                Meaning::Own(Intent::Redo) if matches!(self.game.status(), Status::MustPass(_)) => {
                    ("pass", Some(9))
                }
                _ => continue,
            };
            item.label = text;
            item.weight = weight.unwrap_or(item.weight);
        }
        if self.table.held {
            let any_key = Hint {
                key: "any key".to_owned(),
                label: "go on",
                target: Meaning::Own(Intent::GoOn),
                pair: None,
                weight: 11,
            };
            items.insert(0, any_key);
        }
        items
    }

    /// Returns whether an action is available now.
    pub(super) fn works(&self, intent: Intent) -> bool {
        let game = self.game;
        let players = self.session.players();
        let has_cpu = self.session.has_cpu();
        let over = game.outcome().is_some();
        if keys::action(intent).is_some_and(|action| self.table.permits(action).is_err()) {
            return false;
        }
        match intent {
            Intent::Redo => !game.undone().is_empty(),
            Intent::Undo | Intent::Copy | Intent::Review | Intent::Save | Intent::Share => {
                !game.entries().is_empty()
            }
            Intent::Pause => (has_cpu || self.session.timing.clock().is_some()) && !over,
            Intent::TakeOver => self.session.watched_turn().is_some(),
            Intent::Slower => has_cpu && !over,
            Intent::Faster => has_cpu && !over && self.ui.settings.pace > 0,
            Intent::Values if ShownThinking::has_secrets(self.session) => true,
            Intent::Hint | Intent::Values => ShownThinking::is_possible(self.session),
            Intent::Dots | Intent::Evaluation | Intent::Openings => !over,
            Intent::PlayYourself => {
                let end = self.screen.end.as_ref();
                end.and_then(GameEnd::double).is_some()
            }
            Intent::Rematch => self.table.connection_status().offered.is_none(),
            Intent::Offer(what) => {
                let status = self.table.connection_status();
                let agrees = status.asked == Some(what);
                let own = self.session.lone_human();
                let can_ask = what != Offer::Takeback || self.session.before_decision(own).is_ok();
                !over && status.is_connected && status.offered != Some(what) && (agrees || can_ask)
            }
            Intent::Say => self.table.connection_status().is_connected,
            Intent::Invitation => !self.table.invitation.is_empty(),
            Intent::Coach => !over && self.table.permits(TableAction::Coach).is_ok(),
            Intent::Resign => !over && !game.entries().is_empty() && self.session.has_human(),
            Intent::Swap => {
                let names = self.session.names;
                over || players.black != players.white || names.black != names.white
            }
            _ => true,
        }
    }
}
