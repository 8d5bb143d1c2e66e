//! The column beside a board, for games of either kind: the players, and cards below them.

use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::Widget as _;

use super::Canvas;
use crate::app::tui::layout::Slices;
use crate::app::tui::text::{rows, wrap};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::players::{CARD_ROWS, HUGE, PlayersView};
use crate::color::Color;

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

/// Draws the players at the top of a column, and takes their rows: side by side, each in a box, or in `height`
/// rows.
pub(super) fn draw_players<I: Copy + 'static>(
    players: &PlayersView,
    is_boxed: bool,
    height: u16,
    rest: &mut Slices,
    canvas: &mut Canvas<I>,
) {
    if !is_boxed {
        players.render(rest.top(height), canvas.buf);
        return;
    }
    let [left, right] = Layout::horizontal([Constraint::Fill(1); 2])
        .spacing(1)
        .areas(rest.top(CARD_ROWS));
    for (color, area) in Color::ALL.into_iter().zip([left, right]) {
        let inner = canvas.card(area, true, &color.to_string(), "");
        players.draw_card(color, inner, canvas.buf);
    }
    players.draw_bar(rest.top(1), canvas.buf);
}

/// The card of what matters now.
pub(super) struct News {
    title: &'static str,
    /// Its paragraphs; none for the last messages.
    text: Vec<(String, Role)>,
}

impl News {
    /// What was said last.
    pub(super) const LOG: Self = Self {
        title: "Log",
        text: Vec::new(),
    };

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

    /// Returns the height of its text; 0 for messages.
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
        messages: &[String],
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
        if self.text.is_empty() {
            canvas.messages(inner.0, messages);
        }
    }
}
