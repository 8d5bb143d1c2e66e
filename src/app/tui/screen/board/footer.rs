//! Owns which keys work over the board right now.

use super::BoardScreen;
use super::advice::AnalysisMode;
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::{Action, Binding, GAME, GAME_OVER};
use crate::app::tui::screen::key_hint;
use crate::app::tui::widget::keys::KeyHint;
use crate::game::Status;

impl BoardScreen {
    /// The keys that work now, as they are shown.
    pub(super) fn keys(&self, env: &UiContext) -> Vec<KeyHint<Action>> {
        let look = env.look();
        let over = self.session.game().outcome().is_some();
        let special: &[Binding] = if over { GAME_OVER } else { &[] };
        let ordinary = GAME
            .iter()
            .filter(|binding| special.iter().all(|other| other.keys[0] != binding.keys[0]));
        let any_key = self.held.then(|| KeyHint {
            key: "any key".to_owned(),
            label: "go on".to_owned(),
            target: Action::Choose,
            weight: 11,
        });
        let others = special
            .iter()
            .chain(ordinary)
            .filter(|binding| self.works(binding.action, env))
            .filter_map(|binding| key_hint(binding, &look))
            .map(|mut item| {
                match item.target {
                    Action::Hint if self.advice() == Some(AnalysisMode::Hint) => {
                        "no hint".clone_into(&mut item.label);
                    }
                    Action::Values if self.advice() == Some(AnalysisMode::Values) => {
                        "no values".clone_into(&mut item.label);
                    }
                    Action::Pause if self.session.is_paused() => {
                        "go on".clone_into(&mut item.label);
                        item.weight = 9;
                    }
                    Action::Redo if matches!(self.session.game().status(), Status::MustPass(_)) => {
                        "pass".clone_into(&mut item.label);
                        item.weight = 9;
                    }
                    _ => {}
                }
                item
            });
        any_key.into_iter().chain(others).collect()
    }

    /// Whether an action would do something.
    fn works(&self, action: Action, env: &UiContext) -> bool {
        let game = self.session.game();
        let players = self.session.players();
        let has_cpu = !players.black.is_human() || !players.white.is_human();
        let over = game.outcome().is_some();
        match action {
            Action::Redo => !game.undone().is_empty(),
            Action::Undo | Action::Copy | Action::Review | Action::Save => {
                !game.entries().is_empty()
            }
            Action::Pause => (has_cpu || self.session.timing().clock().is_some()) && !over,
            Action::Slower => has_cpu && !over,
            Action::Hint | Action::Values => self.can_advise(),
            Action::Faster => has_cpu && !over && env.settings.pace > 0,
            Action::Dots => !over,
            Action::Theme => env.has_themes(),
            Action::Swap => over || players.black != players.white,
            _ => true,
        }
    }
}
