//! The column beside a board, for games of either kind: the players, and cards below them.

use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget as _;

use super::Canvas;
use crate::app::tui::layout::Slices;
use crate::app::tui::text::{rows, wrap};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::players::{HUGE, PlayersView};

/// Returns whether a column has room for cards in boxes. Beside a board as high as the screen it has none.
pub(super) fn is_boxed(area: Rect, has_bars: bool) -> bool {
    has_bars && area.width >= HUGE.width && area.height >= HUGE.height
}

/// Draws what is to be done at the bottom of a column, and takes its rows and a blank one above them.
pub(super) fn draw_prompt<I: Copy + 'static>(
    prompt: Line<'static>,
    rest: &mut Slices,
    canvas: &mut Canvas<I>,
) {
    let lines = wrap(&prompt.to_string(), usize::from(rest.0.width));
    canvas.wrapped(rest.bottom(rows(&lines).clamp(1, 2)), prompt);
    rest.bottom(1);
}

/// Draws the players at the top of a column, and takes their rows.
pub(super) fn draw_players<I: Copy + 'static>(
    players: &PlayersView,
    rest: &mut Slices,
    canvas: &mut Canvas<I>,
) {
    let height = players.rows(rest.0);
    players.render(rest.top(height), canvas.buf);
}

/// The card of what matters now.
pub(super) struct News {
    title: &'static str,
    /// Its paragraphs.
    text: Vec<(String, Role)>,
}

impl News {
    /// Creates a card with a text.
    pub(super) fn new(title: &'static str, text: impl Into<String>, role: Role) -> Self {
        Self {
            title,
            text: vec![(text.into(), role)],
        }
    }

    /// Adds a paragraph.
    pub(super) fn and(mut self, text: impl Into<String>, role: Role) -> Self {
        self.text.push((text.into(), role));
        self
    }

    /// Returns the height of its text.
    pub(super) fn rows(&self, columns: u16) -> u16 {
        let texts = self.text.iter();
        let texts = texts.map(|(text, _)| rows(&wrap(text, usize::from(columns))));
        texts.sum()
    }

    /// Draws the card.
    pub(super) fn draw<I: Copy + 'static>(
        &self,
        area: Rect,
        is_boxed: bool,
        canvas: &mut Canvas<I>,
    ) {
        let mut inner = Slices(canvas.card(area, is_boxed, self.title, ""));
        for (text, role) in &self.text {
            if *role == Role::Banner {
                canvas.banner(inner.0, text);
            } else {
                canvas.next_paragraph(&mut inner, text, *role);
            }
        }
    }
}
