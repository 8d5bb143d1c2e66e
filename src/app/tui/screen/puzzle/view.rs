//! Draws the puzzles.

use ratatui::layout::Rect;

use super::{Intent, PuzzleScreen, Stage};
use crate::app::tui::layout::{BoardLayout, Slices};
use crate::app::tui::screen::square_input::SquareAction;
use crate::app::tui::screen::task_board::TaskBoard;
use crate::app::tui::screen::{Canvas, Context, Hint, hints, without_repeats};
use crate::app::tui::text::{rows, wrap};
use crate::app::tui::theme::Role;
use crate::app::wording::practice as wording;
use crate::app::wording::screens::board::TYPE_SQUARE;
use crate::app::wording::{plural, screens, sentence};
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
        let prompt = asks.then(|| (sentence(TYPE_SQUARE), Role::Muted));
        typed.or_else(|| solving.said.clone()).or(prompt)
    }

    fn draw_text(&self, layout: &BoardLayout, canvas: &mut Canvas<Intent>) {
        let panel = layout.panel;
        let speech = self.speech();
        let has_panel = panel.width >= PANEL.0 && panel.height >= PANEL.1;
        let parts = self.parts(speech.as_ref());
        let wrapped = |text: &str, area: Rect| wrap(text, usize::from(area.width));
        let height = parts.iter().map(|(text, _)| rows(&wrapped(text, panel)));
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
                canvas.lines(area, wrapped(&text, area), role);
            }
        }
        let mut rest = Slices(if has_panel { panel } else { Rect::ZERO });
        for (text, role) in if fits { parts } else { self.parts(None) } {
            let lines = wrapped(&text, panel);
            canvas.lines(rest.top(rows(&lines)), lines, role);
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
        let take = |square| Intent::Board(SquareAction::Take(square));
        canvas.hits.add_all(layout.board.rects(), take);
        canvas.line(layout.title, canvas.title("Puzzles"));
        if let Some(rating) = &self.rating {
            canvas.right(layout.title, rating, Role::Muted);
        }
        self.draw_text(&layout, canvas);
        canvas.keys(layout.keys, self.hints(canvas.context));
    }
}
