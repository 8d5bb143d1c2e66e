//! Draws the opening trainer.

use ratatui::layout::Rect;

use super::{Intent, OpeningTrainerScreen};
use crate::app::study::openings::trainer::{LineState, Trainer, loss};
use crate::app::tui::context::UiContext;
use crate::app::tui::layout::{BoardLayout, Slices};
use crate::app::tui::screen::{Canvas, Context, Hint, hints, without_repeats};
use crate::app::tui::theme::Role;
use crate::app::wording::openings::trainer as wording;
use crate::app::wording::square_list;
use crate::opening::Opening;
use crate::square::Square;

/// The smallest panel that holds the texts.
const PANEL: (u16, u16) = (20, 8);

impl OpeningTrainerScreen {
    /// Returns the keys that do something now, as shown.
    fn hints(&self, context: &Context) -> Vec<Hint<Intent>> {
        let stage = self.stage();
        let mut items = hints(self.tables(), &context.ui, |intent| match intent {
            Intent::Show => {
                let asks = matches!(stage, Some(LineState::Asked | LineState::Wrong(_)));
                let trainer = self.trainer.as_ref();
                asks && trainer.is_some_and(|trainer| !trainer.right_moves().is_empty())
            }
            Intent::Next => stage.is_some(),
            _ => true,
        });
        without_repeats(&mut items);
        items
    }

    /// Returns the last sentence, or the square that is typed or under the cursor.
    fn speech(&self, ui: &UiContext) -> (String, Role) {
        if let Some(notice) = &self.notice {
            return (notice.clone(), Role::Warning);
        }
        let Some(trainer) = &self.trainer else {
            return (wording::READING.to_owned(), Role::Muted);
        };
        let typed = self.pane.text_with_flips(&self.scene());
        if let (Some(typed), LineState::Asked) = (typed, trainer.stage()) {
            return (typed, Role::Key);
        }
        match trainer.stage() {
            LineState::Asked if !self.shown.is_empty() => {
                (wording::play(&square_list(self.shown)), Role::Key)
            }
            LineState::Asked if trainer.right_moves().is_empty() => {
                (wording::BEHIND.to_owned(), Role::Muted)
            }
            LineState::Asked => (wording::TYPE_SQUARE.to_owned(), Role::Muted),
            LineState::Judging(square) => (wording::judging(square), Role::Muted),
            LineState::Wrong(square) => (mistake(trainer, square, ui), Role::Warning),
            LineState::Replying => (wording::REPLYING.to_owned(), Role::Muted),
            LineState::Complete => (
                wording::complete(trainer.is_known()).to_owned(),
                Role::Strong,
            ),
        }
    }

    fn draw_text(&self, layout: &BoardLayout, canvas: &mut Canvas<Intent>) {
        let (text, role) = self.speech(&canvas.context.ui);
        let panel = layout.panel;
        if panel.width < PANEL.0 || panel.height < PANEL.1 {
            let area = layout.notice.union(layout.prompt);
            canvas.paragraph(area, &text, role);
            return;
        }
        let mut rest = Slices(panel);
        let mut say = |text: &str, role| canvas.next_paragraph(&mut rest, text, role);
        say(&self.source.name(), Role::Strong);
        say(&wording::side(self.side), Role::Muted);
        if let Some(trainer) = &self.trainer {
            if trainer.is_repeated() {
                say(wording::REPEATED, Role::Muted);
            }
            if let Some(opening) = Opening::of(trainer.game().positions()) {
                say("", Role::Text);
                say(&wording::now(opening.english), Role::Text);
            }
        }
        say("", Role::Text);
        say(&text, role);
    }

    pub(super) fn draw_all(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let Some(layout) = BoardLayout::of(area) else {
            return;
        };
        let flips = Some((&self.timeline, canvas.context.ui.now));
        (self.pane).draw_scene(layout.board, &self.scene(), flips, canvas);
        canvas.line(layout.title, canvas.title("Openings"));
        self.draw_text(&layout, canvas);
        canvas.keys(layout.keys, self.hints(canvas.context));
    }
}

/// Returns why a move was stopped, and what is right.
fn mistake(trainer: &Trainer, square: Square, ui: &UiContext) -> String {
    let found = ui.openings.found(trainer.game().position());
    let lost = found.and_then(|found| loss(&found.table, square));
    let right = trainer.right_moves();
    if !right.is_empty() {
        return wording::leaves(square, lost, &square_list(right));
    }
    // After the lines, the best move is right.
    let best = found.and_then(|found| {
        let evaluated = found
            .table
            .moves
            .iter()
            .filter_map(|known| Some((known.squares[0], known.evaluation.as_ref()?.score)));
        evaluated.max_by_key(|&(_, score)| score)
    });
    wording::loses(
        square,
        lost.unwrap_or_default(),
        best.map(|(square, _)| square),
    )
}
