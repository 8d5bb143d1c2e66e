//! Draws the puzzles.

use ratatui::layout::Rect;

use super::{Intent, PuzzleScreen, PuzzleState};
use crate::app::tui::layout::{BoardLayout, Slices};
use crate::app::tui::screen::{Canvas, Context, Hint, hints, without_repeats};
use crate::app::tui::text::{rows, wrap};
use crate::app::tui::theme::Role;
use crate::app::wording::practice as wording;
use crate::app::wording::screens::board::TYPE_SQUARE;
use crate::app::wording::{plural, sentence};

/// The smallest panel that holds the texts.
const PANEL: (u16, u16) = (20, 8);

impl PuzzleScreen {
    /// Returns the keys that do something now, as shown.
    fn hints(&self, context: &Context) -> Vec<Hint<Intent>> {
        let state = self.state();
        let mut items = hints(&self.tables(), &context.ui, |intent| match intent {
            Intent::Hint => state == Some(&PuzzleState::Asked),
            Intent::PlayOn => state == Some(&PuzzleState::Solved),
            Intent::Again
                if matches!(state, Some(PuzzleState::Judging | PuzzleState::Refuted(..))) =>
            {
                true
            }
            Intent::Again => state.is_some_and(|state| *state != PuzzleState::Asked),
            Intent::Next => state.is_some(),
            Intent::Close => true,
        });
        without_repeats(&mut items);
        items
    }

    /// Returns the last sentence, or the square that is typed or under the cursor.
    fn speech(&self) -> Option<(String, Role)> {
        if let Some(notice) = &self.notice {
            return Some((notice.clone(), Role::Warning));
        }
        let Some(solving) = &self.solving else {
            return Some((wording::LOOKING.to_owned(), Role::Muted));
        };
        let typed = self.pane.text_with_flips(&self.scene());
        let typed = typed.map(|text| (text, Role::Key));
        let asks = solving.state == PuzzleState::Asked;
        let prompt = asks.then(|| (sentence(TYPE_SQUARE), Role::Muted));
        typed.or_else(|| solving.said.clone()).or(prompt)
    }

    fn draw_text(&self, layout: &BoardLayout, canvas: &mut Canvas<Intent>) {
        let panel = layout.panel;
        let speech = self.speech();
        let has_panel = panel.width >= PANEL.0 && panel.height >= PANEL.1;
        let parts = self.parts(speech.as_ref());
        let columns = usize::from(panel.width);
        let height = parts.iter().map(|(text, _)| rows(&wrap(text, columns)));
        let fits = has_panel && height.sum::<u16>() <= panel.height;
        if !fits {
            // What was said last is below the board, instead of the question if that has no place either.
            let question = self.solving.as_ref().map(|s| s.attempt.puzzle.question());
            let question = question
                .filter(|_| !has_panel)
                .map(|text| (text, Role::Text));
            let speech = speech.filter(|(_, role)| question.is_none() || *role != Role::Muted);
            let area = layout.notice.union(layout.prompt);
            if let Some((text, role)) = speech.or(question) {
                canvas.paragraph(area, &text, role);
            }
        }
        let mut rest = Slices(if has_panel { panel } else { Rect::ZERO });
        for (text, role) in if fits { parts } else { self.parts(None) } {
            canvas.next_paragraph(&mut rest, &text, role);
        }
    }

    /// Returns the texts of the panel: the question, what was said last, and the ratings.
    fn parts(&self, speech: Option<&(String, Role)>) -> Vec<(String, Role)> {
        let gap = || (String::new(), Role::Text);
        let mut parts = Vec::new();
        if let Some(solving) = &self.solving {
            let puzzle = &solving.attempt.puzzle;
            let empties = plural(puzzle.position.board().empty_count(), "empty square");
            let origin = solving.attempt.origin.sentence();
            parts.push((puzzle.question(), Role::Strong));
            parts.push((format!("{empties}. {origin}"), Role::Muted));
            parts.push(gap());
        }
        if let Some(speech) = speech {
            parts.extend([speech.clone(), gap()]);
        }
        let change = self.solving.as_ref().and_then(|s| s.change.clone());
        parts.extend(change.map(|change| (change, Role::Muted)));
        parts
    }

    pub(super) fn draw_all(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let Some(layout) = BoardLayout::of(area) else {
            return;
        };
        let flips = Some((&self.timeline, canvas.context.ui.now));
        (self.pane).draw_scene(layout.board, &self.scene(), flips, canvas);
        canvas.line(layout.title, canvas.title("Puzzles"));
        if let Some(rating) = &self.rating {
            canvas.right(layout.title, rating, Role::Muted);
        }
        self.draw_text(&layout, canvas);
        canvas.keys(layout.keys, self.hints(canvas.context));
    }
}
