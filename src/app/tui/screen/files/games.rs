//! Owns the list of the games of a file or of a paste, to choose one from.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{FileRequest, OpenWindow, draw_frame, draw_lines, draw_list, inside, moved, rows_of};
use crate::app::store::game_list::{GameList, Source};
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::Action;
use crate::app::tui::text::wrap;
use crate::app::tui::theme::Role;
use crate::notation::clean;

/// The list of games.
#[derive(Debug)]
pub(crate) struct GamesWindow {
    source: Source,
    /// `None` until it was read.
    games: Option<GameList>,
    chosen: usize,
    /// Whether something is being read.
    busy: bool,
    sentence: Option<String>,
    /// The window that comes again when this one is left.
    back: Option<OpenWindow>,
}

impl GamesWindow {
    /// The window before its games were read.
    pub(crate) const fn new(source: Source) -> Self {
        Self {
            source,
            games: None,
            chosen: 0,
            busy: true,
            sentence: None,
            back: None,
        }
    }

    /// The window with its games, in the place of another one.
    pub(crate) fn with_games(source: Source, games: GameList, back: Option<OpenWindow>) -> Self {
        Self {
            games: Some(games),
            busy: false,
            back,
            ..Self::new(source)
        }
    }

    pub(super) const fn is_busy(&self) -> bool {
        self.busy
    }

    /// The window that comes again when this one is left.
    pub(super) fn take_back(&mut self) -> Option<OpenWindow> {
        self.back.take()
    }

    pub(super) fn complain(&mut self, sentence: String) {
        self.busy = false;
        self.sentence = Some(sentence);
    }

    pub(super) fn act(&mut self, action: Action) -> (Option<FileRequest>, bool) {
        if self.busy {
            let stop = action == Action::Leave;
            if stop {
                self.busy = false;
            }
            // Without its games there is nothing to come back to.
            return (
                stop.then_some(FileRequest::Stop),
                !stop || self.games.is_some(),
            );
        }
        let lines = self.games.as_ref().map_or(&[][..], |games| &games.lines);
        let again = action == Action::Item(self.chosen);
        match action {
            Action::Leave => return (None, false),
            action if action == Action::Accept || again => {
                let Some(line) = lines.get(self.chosen) else {
                    return (None, true);
                };
                if let Err(why) = &line.game {
                    self.sentence = Some(format!("Game {}: {why}.", line.number));
                    return (None, true);
                }
                let number = line.number;
                self.busy = true;
                self.sentence = None;
                return (Some(FileRequest::Pick(self.source.clone(), number)), true);
            }
            action => {
                self.chosen = moved(self.chosen, lines.len(), action);
                self.sentence = None;
            }
        }
        (None, true)
    }

    /// Draws the window; gives the line for its keys.
    pub(super) fn draw(&self, area: Rect, env: &UiContext, buf: &mut Buffer) -> Rect {
        let look = env.look();
        let columns = inside(area);
        let title = match &self.source {
            Source::File(path) => {
                let name = path.file_name().unwrap_or(path.as_os_str());
                format!(" {} ", clean(&name.to_string_lossy()))
            }
            Source::Text(_) => " Pasted games ".to_owned(),
            Source::Log(_) => " Finished games ".to_owned(),
        };
        let lines = self.games.as_ref().map_or(&[][..], |games| &games.lines);
        let (text, role) = match (&self.sentence, self.busy) {
            (_, true) => ("Reading.".to_owned(), Role::Muted),
            (Some(sentence), false) => (sentence.clone(), Role::Warning),
            (None, false) => (self.position(lines.len()), Role::Muted),
        };
        let said = wrap(&text, usize::from(columns));
        let count = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        // What is said below a list has the same room all the time, so that nothing jumps.
        let below = rows_of(&said).max(if area.height >= 16 { 2 } else { 1 });
        let size = (columns, count.saturating_add(below).max(4));
        let (inner, footer) = draw_frame(&title, size, area, &look, buf);
        let rows = inner.height.saturating_sub(below);
        let list = Rect {
            height: rows,
            ..inner
        };
        draw_list(lines, Some(self.chosen), true, list, env, buf);
        let room = Rect {
            y: inner.bottom().saturating_sub(rows_of(&said)),
            height: rows_of(&said),
            ..inner
        };
        draw_lines(&said, room, role, &look, buf);
        footer
    }

    fn position(&self, count: usize) -> String {
        let at = format!("Game {} of {count}", self.chosen + 1);
        match &self.games {
            Some(games) if games.more => {
                format!("{at} and more. FILE#{} opens the next one.", count + 1)
            }
            _ => format!("{at}."),
        }
    }
}
