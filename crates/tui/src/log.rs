//! The messages about the game at a table for the person, the newest last. Each is one or more sentences.

use std::collections::VecDeque;
use std::fmt::Display;

use reversi_notation::clean_lines;
use reversi_table::phrase::sentence;

/// The number of messages kept: more than any screen shows.
const MOST: usize = 40;

/// The number of lines of a chat that are kept: more than any screen shows.
const MOST_CHAT: usize = 6;

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

/// Returns whether the board shows what a message is about.
fn is_on_board(kind: MessageKind) -> bool {
    matches!(kind, MessageKind::Move | MessageKind::Change)
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TableMessage {
    pub(crate) kind: MessageKind,
    /// One or more lines without control characters.
    pub(crate) text: String,
    /// A shorter last line, or one for those who know that the game is over; `None` if there is none.
    pub(crate) short: Option<String>,
}

impl TableMessage {
    /// Returns the lines for a place that says that the game is over.
    pub(crate) fn lines_at_end(&self) -> Vec<&str> {
        let mut lines: Vec<&str> = self.text.lines().collect();
        let short = (self.short.as_ref()).filter(|_| self.kind == MessageKind::Result);
        if let (Some(last), Some(short)) = (lines.last_mut(), short) {
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
    /// What the players said to each other, the newest last; kept apart, so that it pushes no message out.
    chat: VecDeque<String>,
    /// How many lines of the chat have not been spoken.
    unspoken_chat: usize,
    /// The answer to the last key or click.
    reply: Option<String>,
    /// Whether the newest message was read.
    is_read: bool,
    /// Whether a player said something after the newest message that is not about a change of the game.
    is_chat_newer: bool,
}

impl TableLog {
    /// Adds a message.
    pub(crate) fn add(&mut self, kind: MessageKind, text: &str) {
        self.add_with(kind, text, None);
    }

    /// Adds a message with the form that it has in less room.
    pub(crate) fn add_with(&mut self, kind: MessageKind, text: &str, short: Option<&str>) {
        let clean = |text| clean_lines(text).into_owned();
        self.push(TableMessage {
            kind,
            text: clean(text),
            short: short.map(clean),
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
        if message.kind != MessageKind::Refusal {
            self.is_read = false;
            self.is_chat_newer &= is_on_board(message.kind);
        }
        self.messages.push(message);
        self.unspoken = (self.unspoken + 1).min(MOST);
        let surplus = self.messages.len().saturating_sub(MOST);
        self.messages.drain(..surplus);
    }

    /// Adds a line that a player said.
    pub(crate) fn say(&mut self, line: &str) {
        self.chat.push_back(clean_lines(line).into_owned());
        let surplus = self.chat.len().saturating_sub(MOST_CHAT);
        self.chat.drain(..surplus);
        self.unspoken_chat = (self.unspoken_chat + 1).min(MOST_CHAT);
        self.is_chat_newer = true;
    }

    /// Returns what the players said, the newest last.
    pub(crate) const fn chat(&self) -> &VecDeque<String> {
        &self.chat
    }

    /// Forgets what the players said.
    pub(crate) fn clear_chat(&mut self) {
        self.chat.clear();
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

    /// Adds a remark that answers a key or a click. No other message takes its place before the next one.
    pub(crate) fn answer(&mut self, text: &str) {
        self.remark(text);
        self.reply = Some(clean_lines(text).into_owned());
    }

    /// Returns the answer to the last key or click.
    pub(crate) fn reply(&self) -> Option<&str> {
        self.reply.as_deref()
    }

    /// Returns the newest message that is no refusal.
    pub(crate) fn latest(&self) -> Option<&TableMessage> {
        let mut newest = self.messages.iter().rev();
        newest.find(|message| message.kind != MessageKind::Refusal)
    }

    /// Returns the last line of that message, for a screen without a place for the chat. Once it was read, it gives way to
    /// what a player said since; a change of the game, which the board shows, does so at once.
    pub(crate) fn last_line(&self) -> Option<&str> {
        let latest = self.latest();
        let gives_way = latest.is_none_or(|message| is_on_board(message.kind)) || self.is_read;
        if let Some(line) = self.chat.back().filter(|_| gives_way && self.is_chat_newer) {
            return Some(line);
        }
        latest?.text.lines().last()
    }

    /// Notes that the person has read the messages so far.
    pub(crate) fn read(&mut self) {
        self.is_read = true;
        self.reply = None;
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
        self.reply = None;
    }

    /// Returns the text of the messages since the last call, for a reader of the screen; `None` if there are none.
    pub(crate) fn take_unspoken(&mut self) -> Option<String> {
        let unspoken = std::mem::take(&mut self.unspoken).min(self.messages.len());
        let new = &self.messages[self.messages.len() - unspoken..];
        let unspoken_chat = std::mem::take(&mut self.unspoken_chat).min(self.chat.len());
        let said = self.chat.iter().skip(self.chat.len() - unspoken_chat);
        let texts = new.iter().map(|message| message.text.as_str());
        let texts: Vec<&str> = texts.chain(said.map(String::as_str)).collect();
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

    #[test]
    fn what_players_say_pushes_no_message_out() {
        let mut log = TableLog::default();
        log.add(MessageKind::Announcement, "White passes.");
        log.remark("Bob asks for a draw.");
        log.take_unspoken();
        for number in 0..1000 {
            log.say(&format!("Bob: {number}"));
        }
        assert_eq!(log.news(), Some("Bob asks for a draw."));
        assert_eq!(log.last_line(), Some("Bob asks for a draw."));
        assert!(log.announcement().is_some());
        log.read();
        assert_eq!(log.last_line(), Some("Bob: 999"));
        log.remark("Saved.");
        assert_eq!(log.last_line(), Some("Saved."));
        log.read();
        assert_eq!(log.last_line(), Some("Saved."), "it is newer");
        log.say("Bob: 999");
        assert_eq!((log.chat().len(), log.chat()[5].as_str()), (6, "Bob: 999"));
        log.add(MessageKind::Move, "White plays f5.");
        let spoken = log.take_unspoken().unwrap();
        assert!(
            spoken.starts_with("Saved. White plays f5. Bob: "),
            "{spoken}"
        );
        assert_eq!(
            log.last_line(),
            Some("Bob: 999"),
            "the board shows the move"
        );
        assert_eq!(log.take_unspoken(), None);
    }
}
