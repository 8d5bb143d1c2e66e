//! The coach on the board screen: it judges a move against a CPU before the move is final.

use super::BoardScreen;
use crate::app::tui::context::UiContext;
use crate::app::tui::table::Table;
use crate::square::Square;

/// Shows a move to the coach, if it is on. Returns whether the move waits for its judgement.
pub(super) fn stops(square: Square, table: &mut Table, ui: &UiContext) -> bool {
    let position = table.session.game().position();
    ui.settings.coach
        && table.can_be_coached()
        && table.session.awaits_human()
        && position.legal_moves().contains(square)
        && table.coach.square() != Some(square)
        && table.coach.consider(position, square, ui.now)
}

impl BoardScreen {
    /// Switches the coach on or off, or refuses it.
    pub(super) fn switch_coach(&mut self, table: &mut Table, ui: &mut UiContext) {
        if !table.can_be_coached() {
            self.complaint =
                Some("the coach works only in games against a CPU without clocks".to_owned());
            return;
        }
        let on = !ui.settings.coach;
        table.coach.forget();
        ui.keep(move |settings| settings.coach = on);
        table.say(if on {
            "The coach is on: it warns before a move that loses much."
        } else {
            "The coach is off."
        });
    }

    /// Takes the judgement of the coach. Returns whether the display changed.
    pub(super) fn take_judgement(&mut self, table: &mut Table, ui: &UiContext) -> bool {
        let waited = table.coach.due().is_some();
        if let Some(square) = table.coach.poll(ui.now) {
            self.change(|session| session.play(square), table, ui);
        }
        // The result comes before the details.
        if !table.is_counting()
            && let Some(sentences) = table.coach.verdict(table.session.lone_human())
        {
            for sentence in &sentences {
                table.say(sentence);
            }
            return !sentences.is_empty();
        }
        waited && table.coach.due().is_none()
    }
}
