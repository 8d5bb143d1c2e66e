//! Draws the puzzles.

use ratatui::layout::Rect;

use super::{Intent, PuzzleScreen, Stage};
use crate::app::tui::layout::{BoardLayout, Slices};
use crate::app::tui::screen::task_board::TaskBoard;
use crate::app::tui::screen::{Canvas, Context, Hint, hints};
use crate::app::tui::text::{rows, wrap};
use crate::app::tui::theme::Role;
use crate::app::wording::practice as wording;
use crate::app::wording::{plural, screens};
use crate::game::Game;
use crate::square::Square;
use crate::squares::SquareSet;

/// The smallest panel that holds the texts.
const PANEL: (u16, u16) = (20, 8);

impl PuzzleScreen {
    /// Returns the keys that do something now, as shown.
    fn hints(&self, context: &Context) -> Vec<Hint<Intent>> {
        let stage = self.stage();
        let mut items = hints(&self.tables(), &context.ui, |intent| match intent {
            Intent::Hint => stage == Some(&Stage::Asked),
            Intent::PlayOn => stage == Some(&Stage::Solved),
            Intent::Again if matches!(stage, Some(Stage::Judging | Stage::Refuted(..))) => true,
            Intent::Again => stage.is_some_and(|stage| *stage != Stage::Asked),
            Intent::Next => stage.is_some(),
            _ => true,
        });
        let mut seen = Vec::new();
        // Enter stands for the key that does the same.
        items.retain(|item| {
            let is_new = !seen.contains(&item.target);
            seen.push(item.target);
            is_new
        });
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
        let preview = |square: Square| {
            let flips = solving.game.position().board().flips(square).len();
            if self.choice().contains(square) {
                screens::learn::preview(square, flips)
            } else {
                square.to_string()
            }
        };
        let typed = self.input.typed.map(|file| format!("{file}_"));
        let typed = typed.or_else(|| self.input.square().map(preview));
        let typed = typed.map(|text| (text, Role::Key));
        let asks = solving.stage == Stage::Asked;
        let prompt = asks.then(|| (wording::TYPE_SQUARE.to_owned(), Role::Muted));
        typed.or_else(|| solving.said.clone()).or(prompt)
    }

    fn draw_text(&self, layout: &BoardLayout, canvas: &mut Canvas<Intent>) {
        let speech = self.speech();
        let question = self.solving.as_ref().map(|s| s.attempt.puzzle.question());
        let panel = layout.panel;
        if panel.width < PANEL.0 || panel.height < PANEL.1 {
            let question = question.map(|question| (question, Role::Text));
            let area = layout.notice.union(layout.prompt);
            let speech = speech.filter(|(text, _)| text != wording::TYPE_SQUARE);
            if let Some((text, role)) = speech.or(question) {
                canvas.lines(area, wrap(&text, usize::from(area.width)), role);
            }
            return;
        }
        let mut rest = Slices(panel);
        let mut say = |text: &str, role| {
            let lines = wrap(text, usize::from(panel.width));
            canvas.lines(rest.top(rows(&lines)), lines, role);
        };
        if let (Some(solving), Some(question)) = (&self.solving, &question) {
            say(question, Role::Strong);
            let board = solving.attempt.puzzle.position.board();
            let origin = solving.attempt.origin.sentence();
            let empties = plural(board.empty_count(), "empty square");
            say(&format!("{empties}. {origin}"), Role::Muted);
            say("", Role::Text);
        }
        if let Some((text, role)) = &speech {
            say(text, *role);
            say("", Role::Text);
        }
        let change = self.solving.as_ref().and_then(|s| s.change.as_ref());
        if let Some(change) = change {
            say(change, Role::Muted);
        }
    }

    pub(super) fn draw_all(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let Some(layout) = BoardLayout::of(area) else {
            return;
        };
        let start = Game::new();
        let board = TaskBoard {
            game: self.solving.as_ref().map_or(&start, |s| &s.game),
            legal: self.choice(),
            input: self.input,
            timeline: &self.timeline,
            pointed: self
                .solving
                .as_ref()
                .map_or(SquareSet::EMPTY, |s| s.pointed),
            now: canvas.context.ui.now,
        };
        canvas.board(
            layout.board,
            &board.tiles(),
            self.input.typed,
            self.input.square(),
        );
        canvas.hits.add_all(layout.board.rects(), Intent::Square);
        canvas.line(layout.title, canvas.title("Puzzles"));
        if let Some(rating) = &self.rating {
            canvas.right(layout.title, rating, Role::Muted);
        }
        self.draw_text(&layout, canvas);
        canvas.keys(layout.keys, self.hints(canvas.context));
    }
}
