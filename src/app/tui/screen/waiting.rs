//! The screen of a host that waits for a guest.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::window::{draw_frame, widest_inside};
use super::{Canvas, Command, Context, Screen, hints};
use crate::app::tui::keymap::{Common, ESC, Keymap, Meaning, bind, look_up, quit_key, theme_key};
use crate::app::tui::text::{columns, rows, wrap};
use crate::app::tui::theme::Role;

/// The screen, with its text.
#[derive(Debug)]
pub(crate) struct WaitingScreen {
    invitation: String,
    notice: Option<String>,
}

/// What a key or a click means on this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Cancel,
}

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind(&[(ESC, Intent::Cancel)], "cancel", 10, ""),
    theme_key(3),
    quit_key(9),
];

impl WaitingScreen {
    /// Creates the screen with what the host tells its guest.
    pub(crate) const fn new(invitation: String) -> Self {
        Self {
            invitation,
            notice: None,
        }
    }
}

impl Screen for WaitingScreen {
    type Intent = Intent;

    fn intent(&self, key: KeyEvent, _context: &Context) -> Option<Meaning<Intent>> {
        look_up(&[KEYS], key)
    }

    fn act(&mut self, Intent::Cancel: Intent, _context: &mut Context) -> Option<Command> {
        Some(Command::Common(Common::QuitNow))
    }

    fn say(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some(sentence);
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let limit = widest_inside(area);
        let text = self.invitation.lines().chain(self.notice.as_deref());
        let lines: Vec<String> = text
            .flat_map(|line| wrap(line, usize::from(limit)))
            .collect();
        let width = lines.iter().map(|line| columns(line)).max().unwrap_or(0);
        let title = " Game over the network ".to_owned();
        let (inner, footer) = draw_frame(title, (width.max(30), rows(&lines)), area, canvas);
        canvas.lines(inner, &lines, Role::Text);
        let items = hints(&[KEYS], &canvas.context.ui, |_| true);
        canvas.keys(footer, items);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tui::keymap::check_tables;

    #[test]
    fn the_table_keeps_the_laws_of_keys() {
        check_tables(&[KEYS], true);
    }
}
