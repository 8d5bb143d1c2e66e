//! The frame: the open screen and the window over it.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::App;
use crate::app::tui::layout::SMALLEST;
use crate::app::tui::text::wrap;
use crate::app::tui::theme::Role;

impl App {
    /// Draws a frame of the current state.
    pub fn draw(&self, frame: &mut Frame) {
        let area = frame.area();
        let buf = frame.buffer_mut();
        let look = self.context.ui.look();
        buf.set_style(area, look.style(Role::Text));
        let (columns, rows) = SMALLEST;
        if area.width < columns || area.height < rows {
            self.stack.top().forget_picture();
            let text = format!(
                "Terminal too small: {}x{} (needs {columns}x{rows})",
                area.width, area.height
            );
            let lines = wrap(&text, usize::from(area.width));
            let count = u16::try_from(lines.len()).unwrap_or(area.height);
            let top = area.height.saturating_sub(count) / 2;
            for (line, y) in lines.into_iter().zip(top..area.height) {
                let line = Line::styled(line, look.style(Role::Strong)).centered();
                Widget::render(line, Rect::new(0, y, area.width, 1), buf);
            }
            return;
        }
        self.stack.screen().draw(area, &self.context, buf);
        if self.stack.top().kind().is_window() {
            self.stack.top().draw(area, &self.context, buf);
        }
    }
}
