//! Owns the window in which a game is opened: the name of a file, and the latest games of the log.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{
    FileRequest, draw_frame, draw_lines, draw_list, edit_of, inside, is_roomy, moved, rows_of,
};
use crate::app::store::game_list::{GameList, LATEST, Source};
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::Action;
use crate::app::tui::text::wrap;
use crate::app::tui::theme::Role;
use crate::app::tui::widget::field::Field;

/// Rows that the list has at most.
const ROWS: u16 = 12;

/// The window in which a game is opened.
#[derive(Debug)]
pub(crate) struct OpenWindow {
    field: Field,
    /// Where the log is, if there is one.
    log: Option<Source>,
    /// `None` until it was read.
    games: Option<GameList>,
    /// The game that is chosen; `None` while a name is typed.
    chosen: Option<usize>,
    /// What is being read.
    busy: Option<String>,
    sentence: Option<String>,
}

impl OpenWindow {
    /// The window before the log was read.
    pub(crate) fn new(log: Option<Source>) -> Self {
        Self {
            field: Field::default(),
            log,
            games: None,
            chosen: None,
            busy: None,
            sentence: None,
        }
    }

    pub(super) const fn is_busy(&self) -> bool {
        self.busy.is_some()
    }

    /// Whether there are games to choose from.
    pub(super) fn has_games(&self) -> bool {
        self.count() > 0
    }

    fn count(&self) -> usize {
        self.games.as_ref().map_or(0, |games| games.lines.len())
    }

    /// The log was read.
    pub(crate) fn set_games(&mut self, games: GameList) {
        self.games = Some(games);
    }

    /// Nothing is being read any more.
    pub(crate) fn rest(&mut self) {
        self.busy = None;
    }

    pub(super) fn field(&self) -> Option<&Field> {
        self.busy.is_none().then_some(&self.field)
    }

    pub(super) fn field_mut(&mut self) -> Option<&mut Field> {
        self.busy.is_none().then_some(&mut self.field)
    }

    pub(super) fn complain(&mut self, sentence: String) {
        self.busy = None;
        self.sentence = Some(sentence);
    }

    pub(super) fn paste(&mut self, text: &str) {
        if let Some(field) = self.field_mut() {
            field.paste(text);
            self.chosen = None;
            self.sentence = None;
        }
    }

    pub(super) fn act(&mut self, action: Action) -> (Option<FileRequest>, bool) {
        if self.busy.is_some() {
            if action == Action::Leave {
                self.busy = None;
                return (Some(FileRequest::Stop), true);
            }
            return (None, true);
        }
        let count = self.count();
        match (action, self.chosen) {
            (Action::Leave, _) => return (Some(FileRequest::Stop), false),
            (Action::Accept, Some(chosen)) => return (self.pick(chosen), true),
            (Action::Accept, None) => return (self.list(), true),
            (Action::Item(index), chosen) if chosen == Some(index) => {
                return (self.pick(index), true);
            }
            (Action::Next, _) => {
                let typed = self.field.text().to_owned();
                return (Some(FileRequest::Complete(typed)), true);
            }
            (Action::Down | Action::PageDown, None) if count > 0 => self.chosen = Some(0),
            (Action::Up | Action::PageUp, Some(0)) => self.chosen = None,
            (
                Action::Up | Action::Down | Action::PageUp | Action::PageDown | Action::Item(_),
                chosen,
            ) if count > 0 => {
                let goes = chosen.is_some() || matches!(action, Action::Item(_));
                self.chosen = goes.then(|| moved(chosen.unwrap_or(0), count, action));
            }
            (action, _) => {
                if let Some(request) = edit_of(action) {
                    self.field.edit(request);
                    self.chosen = None;
                    self.sentence = None;
                }
            }
        }
        (None, true)
    }

    fn list(&mut self) -> Option<FileRequest> {
        let name = self.field.text().trim().to_owned();
        if name.is_empty() {
            let also = if self.has_games() {
                ", or choose a game below with the arrow keys"
            } else {
                ""
            };
            self.sentence = Some(format!("Type the name of a file{also}."));
            return None;
        }
        self.sentence = None;
        self.busy = Some(name.clone());
        Some(FileRequest::List(name))
    }

    fn pick(&mut self, index: usize) -> Option<FileRequest> {
        let line = self.games.as_ref()?.lines.get(index)?;
        if let Err(why) = &line.game {
            self.sentence = Some(format!("history:{}: {why}.", line.number));
            return None;
        }
        self.sentence = None;
        self.busy = Some(format!("history:{}", line.number));
        Some(FileRequest::Pick(self.log.clone()?, line.number))
    }

    /// Draws the window; gives the line for its keys.
    pub(super) fn draw(&self, area: Rect, env: &UiContext, buf: &mut Buffer) -> Rect {
        let look = env.look();
        let columns = inside(area);
        let (text, role) = match (&self.sentence, &self.busy) {
            (_, Some(name)) => (format!("Reading {name}."), Role::Muted),
            (Some(sentence), None) => (sentence.clone(), Role::Warning),
            (None, None) if area.height < 16 => (String::new(), Role::Muted),
            (None, None) => (
                "The name of a file; FILE#3 is its third game.".to_owned(),
                Role::Muted,
            ),
        };
        let lines = wrap(&text, usize::from(columns));
        let said = if text.is_empty() { 0 } else { rows_of(&lines) };
        let gap = u16::from(is_roomy(area));
        let count = u16::try_from(self.count()).unwrap_or(u16::MAX).min(ROWS);
        let size = (columns, 1 + said + 2 * gap + 1 + count.max(1));
        let (inner, footer) = draw_frame(" Open a game ", size, area, &look, buf);
        let mut y = inner.y;
        let mut take = |rows: u16| {
            let rows = rows.min(inner.bottom().saturating_sub(y));
            let slice = Rect {
                y,
                height: rows,
                ..inner
            };
            y += rows;
            slice
        };
        let active = self.chosen.is_none() && self.busy.is_none();
        self.field.draw(take(1), active, &look, buf);
        take(gap);
        draw_lines(&lines, take(said), role, &look, buf);
        take(gap);
        let heading = match &self.games {
            None if self.log.is_none() => "Games are not kept here.".to_owned(),
            None => "Looking for finished games.".to_owned(),
            Some(games) if games.lines.is_empty() => "No game was finished yet.".to_owned(),
            Some(games) if games.more => format!("The latest {LATEST} finished games"),
            Some(_) => "Finished games".to_owned(),
        };
        draw_lines(&[heading], take(1), Role::Muted, &look, buf);
        if let Some(games) = &self.games {
            let rest = take(u16::MAX);
            draw_list(&games.lines, self.chosen, false, rest, env, buf);
        }
        footer
    }
}
