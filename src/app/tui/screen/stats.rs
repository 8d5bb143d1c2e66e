//! The player's record. Its games are reviewed in the background while the screen is open.

use std::cell::Cell;

use ratatui::layout::Rect;

use super::files::FileWindow;
use super::{Canvas, Command, Context, Screen, hints};
use crate::app::background::{Background, Report, Reporter};
use crate::app::study::stats::text::{DELETED, NO_GAMES, Section, ask_delete, sections};
use crate::app::study::stats::{LIMITS, PlayerRecord, Sources, StatsError, to_json};
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::{
    BACKSPACE, DELETE, DOWN, END, ENTER, ESC, HOME, Keymap, PAGE_DOWN, PAGE_UP, UP, also, bind, ch,
};
use crate::app::tui::layout::{Slices, right_of};
use crate::app::tui::text::{rows, wrap};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::list::ListStep;
use crate::app::wording::{GAMES_NOT_SAVED, sentence};

use Intent::{AskDelete, Close, Export, Keep, ReallyDelete, Scroll};

/// The least width of a screen with two columns of sections, and the space between them.
const WIDE: u16 = 100;
const GAP: u16 = 4;

/// The least width of a screen with margins, and their width.
const ROOMY: u16 = 60;
const MARGIN: u16 = 2;

/// The widest column of sections.
const WIDEST: u16 = 72;

/// More lines than any record has.
const MAX_LINES: usize = 10_000;

/// The proposed name of an exported record.
const FILE: &str = "reversi-record.json";

/// A job of the task.
#[derive(Clone, Copy, Debug)]
enum RecordJob {
    Review,
    Delete,
}

/// The record after a job; `true` if it was deleted.
type Answer = Result<(PlayerRecord, bool), StatsError>;

/// The player's record.
#[derive(Debug)]
pub(crate) struct StatsScreen {
    /// `None` if games are not saved.
    task: Option<Background<RecordJob, PlayerRecord, Answer>>,
    /// `None` until the history is read.
    record: Option<PlayerRecord>,
    /// The first line on the screen.
    first: Cell<usize>,
    /// The question before everything is deleted is on the screen.
    asks: bool,
    notice: Option<String>,
}

/// What a key or a click means on this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Scroll(ListStep),
    Export,
    AskDelete,
    ReallyDelete,
    Keep,
    Close,
}

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind(&[(UP, Scroll(ListStep::Up)), (DOWN, Scroll(ListStep::Down))], "more", 8, "scroll"),
    also(&[(PAGE_UP, Scroll(ListStep::PageUp)), (PAGE_DOWN, Scroll(ListStep::PageDown))]),
    also(&[(HOME, Scroll(ListStep::First)), (END, Scroll(ListStep::Last))]),
    bind(&[(ch('s'), Export)], "export", 6, "write the record to a file of JSON"),
    bind(&[(DELETE, AskDelete), (BACKSPACE, AskDelete)], "delete", 4, "delete the history, the reviews and your practice"),
    bind(&[(ESC, Close)], "back", 9, "close the record"),
];

#[rustfmt::skip] // a table
static ASKING: Keymap<Intent> = &[
    bind(&[(ENTER, ReallyDelete), (ch('y'), ReallyDelete)], "delete", 9, ""),
    bind(&[(ESC, Keep), (ch('n'), Keep), (BACKSPACE, Keep)], "keep", 10, ""),
];

impl StatsScreen {
    /// Opens the record and starts to review its games.
    pub(crate) fn new(ui: &UiContext) -> Self {
        let reviewer = ui.review.clone().with_limits(LIMITS).with_engine(None);
        let name = ui.settings.name;
        let task = ui.state.clone().map(|state| {
            let sources = Sources { state, name };
            let work = move |job, reporter: &Reporter<PlayerRecord>| -> Answer {
                if matches!(job, RecordJob::Delete) {
                    sources.delete()?;
                    return Ok((sources.record()?, true));
                }
                let mut progress = |record: &PlayerRecord| reporter.progress(record.clone());
                let record = sources.review(&reviewer, &mut progress, &|| reporter.is_stopped())?;
                Ok((record, false))
            };
            let task = Background::start("record", ui.waker.clone(), work);
            task.ask(RecordJob::Review);
            task
        });
        Self {
            notice: task.is_none().then(|| GAMES_NOT_SAVED.to_owned()),
            task,
            record: None,
            first: Cell::new(0),
            asks: false,
        }
    }

    fn take(&mut self, answer: Answer) {
        match answer {
            Ok((record, is_deleted)) => {
                let problems = record.problems.join(" ");
                self.notice = if is_deleted {
                    Some(DELETED.to_owned())
                } else {
                    (!problems.is_empty()).then_some(problems)
                };
                self.record = Some(record);
            }
            Err(error) => self.notice = Some(sentence(error)),
        }
    }

    /// Returns the sentence below the record.
    fn said(&self) -> (String, Role) {
        let is_busy = self.task.as_ref().is_some_and(Background::is_busy);
        match (&self.record, &self.notice) {
            (Some(record), _) if self.asks => (ask_delete(record.in_history()), Role::Warning),
            (_, Some(notice)) => (notice.clone(), Role::Warning),
            (None, None) => ("Reading the history.".to_owned(), Role::Muted),
            (Some(record), None) if is_busy => {
                let text = format!(
                    "Reviewing your games: {} of {}.",
                    record.reviewed.len(),
                    record.games
                );
                (text, Role::Muted)
            }
            _ => (String::new(), Role::Muted),
        }
    }
}

/// Returns the lines of some sections, wrapped to a width.
fn lines(sections: &[Section], width: u16) -> Vec<(String, Role)> {
    let mut lines = Vec::new();
    for section in sections {
        if !lines.is_empty() {
            lines.push((String::new(), Role::Text));
        }
        lines.push((section.title.to_owned(), Role::Strong));
        lines.extend(section.table.iter().map(|line| (line.clone(), Role::Text)));
        let notes = section.notes.iter();
        let wrapped = notes.flat_map(|note| wrap(note, usize::from(width)));
        lines.extend(wrapped.map(|line| (line, Role::Muted)));
    }
    lines
}

impl Screen for StatsScreen {
    type Intent = Intent;

    fn tables(&self, _context: &Context) -> Vec<Keymap<Intent>> {
        vec![if self.asks { ASKING } else { KEYS }]
    }

    fn touch(&mut self, _context: &mut Context) {
        if self.task.is_some() {
            self.notice = None;
        }
    }

    fn act(&mut self, intent: Intent, _context: &mut Context) -> Option<Command> {
        match intent {
            Scroll(step) => self.first.set(step.from(self.first.get(), MAX_LINES)),
            Close => return Some(Command::Close),
            Export => match self.record.as_ref().map(to_json)? {
                Ok(json) => return Some(Command::open(FileWindow::export(json.into(), FILE))),
                Err(error) => self.notice = Some(sentence(error)),
            },
            AskDelete => self.asks = self.record.is_some(),
            Keep => self.asks = false,
            ReallyDelete => {
                self.asks = false;
                if let Some(task) = &self.task {
                    task.ask(RecordJob::Delete);
                }
            }
        }
        None
    }

    fn scroll(down: bool) -> Option<Intent> {
        Some(Scroll(ListStep::by_wheel(down)))
    }

    fn poll(&mut self) -> bool {
        let mut is_new = false;
        while let Some(report) = self.task.as_ref().and_then(Background::poll) {
            is_new = true;
            match report {
                Report::Progress(record) => self.record = Some(record),
                Report::Answer(Ok(answer)) => self.take(answer),
                Report::Answer(Err(error)) => self.notice = Some(sentence(error)),
            }
        }
        is_new
    }

    fn say(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some(sentence);
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let is_wide = area.width >= WIDE;
        let margin = if area.width >= ROOMY { MARGIN } else { 0 };
        let room = area.width - 2 * margin;
        let (width, content) = if is_wide {
            let width = ((room - GAP) / 2).min(WIDEST);
            (width, 2 * width + GAP)
        } else {
            (room.min(WIDEST), room.min(WIDEST))
        };
        let mut rest = Slices(right_of(area, (area.width - content) / 2));
        let keys = rest.bottom(1);
        let mut rest = Slices(rest.left(content));
        canvas.line(rest.top(1), canvas.title("Your record"));
        let (said, role) = self.said();
        let said = wrap(&said, usize::from(content));
        canvas.lines(rest.bottom(rows(&said).max(1)), &said, role);
        rest.top(u16::from(area.height >= 20));
        let inner = rest.0;
        let all = match &self.record {
            Some(record) if record.games == 0 => {
                vec![Section::note("", NO_GAMES)]
            }
            Some(record) => sections(record, width.into(), canvas.look.ascii),
            None => Vec::new(),
        };
        let (left, right) = all.split_at(if is_wide { all.len().min(2) } else { all.len() });
        let columns = [left, right].map(|sections| lines(sections, width));
        let longest = columns.iter().map(Vec::len).max().unwrap_or(0);
        let last = longest.saturating_sub(usize::from(inner.height));
        self.first.set(self.first.get().min(last));
        for (column, x) in columns.iter().zip([inner.x, inner.x + width + GAP]) {
            for (row, (text, role)) in inner.rows().zip(column.iter().skip(self.first.get())) {
                canvas.text(Rect { x, width, ..row }, text, *role);
            }
        }
        let items = hints(
            &self.tables(canvas.context),
            &canvas.context.ui,
            |intent| match intent {
                Scroll(_) => last > 0,
                Export => self.record.as_ref().is_some_and(|record| record.games > 0),
                AskDelete => self.record.is_some(),
                _ => true,
            },
        );
        canvas.keys(keys, items);
    }
}
