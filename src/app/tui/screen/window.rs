//! The frame of every window.

use ratatui::layout::Rect;
use ratatui::text::Span;
use ratatui::widgets::{Block, BorderType, Clear, Padding, Widget};

use super::Canvas;
use crate::app::tui::theme::Role;

/// Returns whether a window has padding inside its border.
pub(super) const fn is_roomy(area: Rect) -> bool {
    area.width >= 60 && area.height >= 20
}

/// Returns the largest inner width of a window.
pub(super) const fn widest_inside(area: Rect) -> u16 {
    area.width
        .saturating_sub(if is_roomy(area) { 8 } else { 4 })
}

/// Draws an empty window of the given size in the middle of the screen. Returns the areas of its text and
/// its key line.
pub(super) fn draw_frame<I>(
    title: String,
    (columns, rows): (u16, u16),
    area: Rect,
    canvas: &mut Canvas<I>,
) -> (Rect, Rect) {
    let look = &canvas.look;
    let padding = u16::from(is_roomy(area));
    // The keys are below the text, after a blank line if there is room.
    let frame = 2 + padding;
    let height = rows.saturating_add(frame + 1 + padding).min(area.height);
    let width = (columns + 2 + 2 * (1 + padding)).min(area.width);
    let outer = Rect::new(
        area.x + (area.width - width) / 2,
        area.y + (area.height - height) / 2,
        width,
        height,
    );
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(look.style(Role::Muted))
        .title(Span::styled(title, look.style(Role::Strong)))
        .style(look.style(Role::Text))
        .padding(Padding {
            top: padding,
            bottom: 0,
            ..Padding::horizontal(1 + padding)
        });
    let block = if look.ascii {
        block.border_set(ASCII_BORDER)
    } else {
        block
    };
    Clear.render(outer, canvas.buf);
    let inner = block.inner(outer);
    block.render(outer, canvas.buf);
    let footer = Rect::new(inner.x, inner.bottom().saturating_sub(1), inner.width, 1);
    let text = Rect {
        height: inner.height.saturating_sub(1 + padding),
        ..inner
    };
    (text, footer)
}

const ASCII_BORDER: ratatui::symbols::border::Set = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};
