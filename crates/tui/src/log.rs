//! The messages about the game at a table for the person, the newest last. Each is one or more sentences.

use std::fmt::Display;

use reversi::notation::clean_lines;
use reversi_table::phrase::sentence;

/// The number of messages kept: more than any screen shows.
const MOST: usize = 40;

/// What a message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessageKind {
    /// A move, which the list of moves tells as well.
    Move,
    /// A pass, or another event that stays on the screen until the next one.
    Announcement,
    /// The end of the game.
    Result,
    /// Another change, such as an undo.
    Change,
    /// Anything else, for example that the game was saved.
    Remark,
    /// Why the last request was refused.
    Refusal,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TableMessage {
    pub(crate) kind: MessageKind,
    /// One or more lines without control characters.
    pub(crate) text: String,
    /// What the last line says to those who know that the game is over; `None` for the same.
    pub(crate) short: Option<String>,
}

impl TableMessage {
    /// Returns the lines for a place that says that the game is over.
    pub(crate) fn lines_at_end(&self) -> Vec<&str> {
        let mut lines: Vec<&str> = self.text.lines().collect();
        if let (Some(last), Some(short)) = (lines.last_mut(), &self.short) {
            *last = short;
        }
        lines
    }
}

/// The messages of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableLog {
    messages: Vec<TableMessage>,
    /// How many of them have not been spoken.
    unspoken: usize,
}

impl TableLog {
    /// Adds a message.
    pub(crate) fn add(&mut self, kind: MessageKind, text: &str) {
        let text = clean_lines(text).into_owned();
        self.push(TableMessage {
            kind,
            text,
            short: None,
        });
    }

    /// Adds how the game has ended, and the last line without the words that it has.
    pub(crate) fn end(&mut self, text: String, short: String) {
        self.push(TableMessage {
            kind: MessageKind::Result,
            text,
            short: Some(short),
        });
    }

    fn push(&mut self, message: TableMessage) {
        self.messages.push(message);
        self.unspoken = (self.unspoken + 1).min(MOST);
        let surplus = self.messages.len().saturating_sub(MOST);
        self.messages.drain(..surplus);
    }

    /// Adds a remark.
    pub(crate) fn remark(&mut self, text: &str) {
        self.add(MessageKind::Remark, text);
    }

    /// Adds why a request was refused, as a clause. It is shown until the next key.
    pub(crate) fn refuse(&mut self, why: &impl Display) {
        self.warn(&sentence(why));
    }

    /// Adds a warning, which is shown like a refusal.
    pub(crate) fn warn(&mut self, sentence: &str) {
        self.add(MessageKind::Refusal, sentence);
    }

    /// Forgets the last refusal.
    pub(crate) fn forget_refusal(&mut self) {
        self.messages
            .retain(|message| message.kind != MessageKind::Refusal);
    }

    /// Returns why the last request was refused, unless something has happened since.
    pub(crate) fn refusal(&self) -> Option<&str> {
        let last = self.messages.last();
        let refusal = last.filter(|message| message.kind == MessageKind::Refusal);
        refusal.map(|message| message.text.as_str())
    }

    /// Returns the newest message that is no refusal.
    pub(crate) fn latest(&self) -> Option<&TableMessage> {
        let mut newest = self.messages.iter().rev();
        newest.find(|message| message.kind != MessageKind::Refusal)
    }

    /// Returns the last line of that message.
    pub(crate) fn last_line(&self) -> Option<&str> {
        self.latest()?.text.lines().last()
    }

    /// Returns the newest message, unless it is about a move or the end of the game.
    pub(crate) fn news(&self) -> Option<&str> {
        let told = [MessageKind::Move, MessageKind::Result];
        let latest = self.latest();
        let news = latest.filter(|message| !told.contains(&message.kind));
        news.map(|message| message.text.as_str())
    }

    /// Returns the pass or the result that stays on the screen until the next event.
    pub(crate) fn announcement(&self) -> Option<&TableMessage> {
        let mut newest = self.messages.iter().rev();
        let passing = [MessageKind::Remark, MessageKind::Refusal];
        let found = newest.find(|message| !passing.contains(&message.kind));
        let lasting = [MessageKind::Announcement, MessageKind::Result];
        found.filter(|message| lasting.contains(&message.kind))
    }

    /// Removes the announcement from the screen, once it was read.
    pub(crate) fn end_announcement(&mut self) {
        let mut newest = self.messages.iter_mut().rev();
        let passing = [MessageKind::Remark, MessageKind::Refusal];
        let found = newest.find(|message| !passing.contains(&message.kind));
        if let Some(message) = found.filter(|message| message.kind == MessageKind::Announcement) {
            message.kind = MessageKind::Move;
        }
    }

    /// Forgets all messages.
    pub(crate) fn clear(&mut self) {
        self.messages.clear();
    }

    /// Returns the text of the messages since the last call, for a reader of the screen; `None` if there are none.
    pub(crate) fn take_unspoken(&mut self) -> Option<String> {
        let unspoken = std::mem::take(&mut self.unspoken).min(self.messages.len());
        let new = &self.messages[self.messages.len() - unspoken..];
        let texts: Vec<&str> = new.iter().map(|message| message.text.as_str()).collect();
        (!texts.is_empty()).then(|| texts.join(" "))
    }

    /// Returns all messages, the newest last.
    #[cfg(test)]
    pub(crate) fn messages(&self) -> &[TableMessage] {
        &self.messages
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_tells_what_matters_now() {
        let mut log = TableLog::default();
        log.add(MessageKind::Move, "Black plays f5.");
        assert_eq!((log.news(), log.announcement()), (None, None));
        log.add(MessageKind::Announcement, "White passes.\u{1b}[2J");
        log.remark("Saved.");
        log.refuse(&"a1 would turn no discs");
        assert_eq!(log.refusal(), Some("a1 would turn no discs."));
        assert_eq!(log.news(), Some("Saved."));
        let pass = log.announcement().unwrap();
        assert!(pass.text.starts_with("White passes.") && !pass.text.contains('\u{1b}'));
        log.forget_refusal();
        assert_eq!((log.refusal(), log.last_line()), (None, Some("Saved.")));
        log.end_announcement();
        assert_eq!(log.announcement(), None);
        log.refuse(&"no");
        log.add(MessageKind::Result, "Game over.\nBlack wins.");
        assert_eq!(log.refusal(), None, "something has happened since");
        assert_eq!((log.news(), log.last_line()), (None, Some("Black wins.")));
        for number in 0..1000 {
            log.remark(&number.to_string());
        }
        assert_eq!(log.messages().len(), 40);
    }
}
