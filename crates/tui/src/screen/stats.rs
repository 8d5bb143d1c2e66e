//! The player's record. Its games are reviewed in the background while the screen is open.

mod cards;
mod pages;

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Tabs, Widget as _};

use super::files::FileWindow;
use super::mistake_choice::MistakesWindow;
use super::new_game::NewGameScreen;
use super::{Canvas, Command, Context, Screen, dialog, game_filter};
use crate::context::UiContext;
use crate::keymap::{
    BACKSPACE, BACKTAB, DELETE, DOWN, END, ENTER, ESC, HOME, Keymap, LEFT, PAGE_DOWN, PAGE_UP,
    RIGHT, SPACE, Shortcut, TAB, UP, also, key,
};
use crate::layout::{Frame, Slices, centered, right_of};
use crate::text::{columns, rows, wrap};
use crate::theme::Role;
use crate::widget::list::ListStep;
use reversi_notation::clean;
pub(crate) use reversi_study::stats::text::{
    NO_GAMES, ask_remove, brought_back, not_counted, removed_games,
};
pub(crate) use reversi_study::stats::{PlayerRecord, StatsError, to_json};
use reversi_table::background::{Background, Report, Reporter};
use reversi_table::phrase::sentence;
use reversi_table::store::filter::{FilterError, GameFilter};
use reversi_wording::GAMES_NOT_SAVED;

use cards::{RecordView, last_first};
use pages::Pages;

use Intent::{AskRemove, BringBack, Choose, Close, Export, FindMistakes, Page, Play, Scroll, Turn};
use reversi_text::{Message, Name, Said, label, tr};

/// The proposed name of an exported record.
const FILE: &str = "reversi-record.json";

/// What the screen is.
const TITLE: &Message = label!("Your record");

/// The narrowest header with the state beside the names of the pages.
const WITH_STATUS: u16 = 68;

/// The widest card of a record without games.
const EMPTY: u16 = 56;

/// A job of the task.
#[derive(Clone, Debug)]
enum RecordJob {
    /// Counts and reviews the games of a filter.
    Review(GameFilter),
    /// Removes the games of the last filter from the history.
    Remove,
    /// Brings back the games removed last.
    BringBack,
}

/// The record after a job, and a sentence about what was done.
type Answer = Result<(PlayerRecord, Option<Said>), StatsError>;

/// The player's record.
#[derive(Debug)]
pub(crate) struct StatsScreen {
    /// `None` if games are not saved.
    task: Option<Background<RecordJob, PlayerRecord, Answer>>,
    /// The filter of the games, and its text; empty for all.
    chosen: GameFilter,
    filter: String,
    /// `None` until the history is read.
    record: Option<PlayerRecord>,
    /// `None` before the first frame, and without games.
    pages: Option<Pages>,
    /// The page on the screen.
    page: usize,
    /// The first line of the lists, and the last one that can be the first.
    first: usize,
    last: usize,
    notice: Option<String>,
}

/// What a key or a click means on this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    /// Goes to the next page, or to the previous one.
    Turn(bool),
    /// Goes to a page.
    Page(usize),
    Scroll(ListStep),
    /// Asks for a filter of the games.
    Choose,
    /// Asks the player to find the mistakes.
    FindMistakes,
    /// Starts a game.
    Play,
    Export,
    /// Asks whether to remove the games of the record.
    AskRemove,
    /// Brings back the games removed last.
    BringBack,
    Close,
}

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind!(&[(TAB, Turn(true)), (RIGHT, Turn(true))], "page", 11, "next page|; Shift-Tab for the previous one"),
    also(&[(BACKTAB, Turn(false)), (LEFT, Turn(false))]),
    bind!(&[(UP, Scroll(ListStep::Up)), (DOWN, Scroll(ListStep::Down))], "scroll", 8, "scroll the lists"),
    also(&[(PAGE_UP, Scroll(ListStep::PageUp)), (PAGE_DOWN, Scroll(ListStep::PageDown))]),
    also(&[(HOME, Scroll(ListStep::First)), (END, Scroll(ListStep::Last))]),
    bind!(&[(ENTER, Choose), (SPACE, Choose)], "choose", 9, "count only some games: by opponent, year, opening, result or tag"),
    bind!(&[(key(Shortcut::FindMistakes), FindMistakes)], "find", 5, "find better moves than your mistakes in these games"),
    bind!(&[(key(Shortcut::Next), Play)], "new game", 7, "new game"),
    bind!(&[(key(Shortcut::Save), Export)], "save", 6, "save the record to a file of JSON"),
    bind!(&[(DELETE, AskRemove), (BACKSPACE, AskRemove)], "remove", 4, "remove these games from the history"),
    bind!(&[(key(Shortcut::Undo), BringBack)], "undo", 3, "bring back the games removed last"),
    bind!(&[(ESC, Close)], "back", 10, "close the record"),
];

impl StatsScreen {
    /// Opens the record and starts to review its games.
    pub(crate) fn new(ui: &UiContext) -> Self {
        let reviewer = ui.record_reviewer();
        let task = ui.record_sources().map(|sources| {
            let mut sources = sources;
            let work = move |job, reporter: &Reporter<PlayerRecord>| -> Answer {
                let stop = || reporter.is_stopped();
                let done = match job {
                    RecordJob::Remove => Some(removed_games(sources.remove()?)),
                    RecordJob::BringBack => Some(brought_back(sources.bring_back()?)),
                    RecordJob::Review(filter) => {
                        sources.filter = filter;
                        None
                    }
                };
                let mut progress = |record: &PlayerRecord| reporter.progress(record.clone());
                let record = sources.review(&reviewer, &mut progress, &stop)?;
                Ok((record, done))
            };
            let task = Background::start("record", ui.waker.clone(), work);
            task.ask(RecordJob::Review(GameFilter::default()));
            task
        });
        Self {
            notice: task.is_none().then(|| GAMES_NOT_SAVED.into()),
            task,
            chosen: GameFilter::default(),
            filter: String::new(),
            record: None,
            pages: None,
            page: 0,
            first: 0,
            last: 0,
        }
    }

    fn take(&mut self, answer: Answer) {
        match answer {
            Ok((record, done)) => {
                let problems = record.problems.iter().map(Said::sentence);
                let notice = Said::sentences(done.into_iter().chain(problems));
                self.notice = (!notice.is_empty()).then(|| notice.into());
                self.record = Some(record);
            }
            Err(error) => self.notice = Some(sentence(error)),
        }
    }

    /// Counts only the games of a filter, given as text.
    ///
    /// # Errors
    /// The text is no filter.
    fn choose(text: &str) -> Result<Option<Command>, FilterError> {
        let filter: GameFilter = text.parse()?;
        let text = text.trim().to_owned();
        Ok(Some(Command::act_on(move |screen: &mut Self, _| {
            screen.filter = text;
            screen.chosen = filter.clone();
            screen.record = None;
            if let Some(task) = &screen.task {
                task.ask(RecordJob::Review(filter));
            }
            None
        })))
    }

    /// Gives the task a job.
    fn ask(&self, job: RecordJob) {
        if let Some(task) = &self.task {
            task.ask(job);
        }
    }

    /// Returns the results of the games that the filter chooses, as a sentence; `None` without a filter.
    fn chosen(&self) -> Option<String> {
        if self.filter.is_empty() {
            return None;
        }
        let (filter, record) = (clean(&self.filter), self.record.as_ref()?);
        let results = &record.results.said()?;
        Some(tr!("{filter}: {results}.", filter = Name(&filter), results).into())
    }

    /// Returns the record if there are games in it.
    fn with_games(&self) -> Option<&PlayerRecord> {
        self.record.as_ref().filter(|record| record.games > 0)
    }

    fn has_games(&self) -> bool {
        self.with_games().is_some()
    }

    /// Returns the number of pages.
    fn count(&self) -> usize {
        self.pages.as_ref().map_or(1, Pages::count)
    }

    /// Returns the sentence at the end of the screen, wrapped: a notice, or the results of the chosen games.
    fn last_lines(&self, columns: u16) -> Option<(Vec<String>, Role)> {
        let chosen = || self.chosen().map(|chosen| (chosen, Role::Text));
        let notice = self.notice.clone().map(|notice| (notice, Role::Warning));
        let (text, role) = notice.or_else(chosen)?;
        Some((wrap(&text, usize::from(columns)), role))
    }

    /// Returns the area above that sentence.
    fn body(&self, area: Rect) -> Rect {
        let mut rest = Slices(Frame::of(area).body);
        let lines = self.last_lines(rest.0.width);
        rest.bottom(lines.map_or(0, |(lines, _)| rows(&lines)));
        rest.0
    }

    /// Returns what the record is made from or how far its reviews are, or on a small screen the number of the
    /// page.
    fn status(&self, area: Rect) -> String {
        let unnamed = |pages: &&Pages| pages.count() > 1 && !pages.have_names();
        if let Some(pages) = self.pages.as_ref().filter(unnamed) {
            return format!("{}/{}", self.page + 1, pages.count());
        }
        let is_busy = self.task.as_ref().is_some_and(Background::is_busy);
        match &self.record {
            _ if area.width < WITH_STATUS => String::new(),
            None if is_busy => label!("reading the history").text().to_owned(),
            Some(record) if is_busy && record.games > 0 => {
                let (known, all) = (record.reviewed.len(), record.games);
                tr!("reviewing {known} of {all}", known, all).into()
            }
            Some(record) if record.games > 0 => {
                tr!("{count} game" | "{count} games", count = record.games).into()
            }
            _ => String::new(),
        }
    }

    /// Draws what fills the record.
    fn draw_empty(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        if self.task.is_some() && self.record.is_none() {
            return;
        }
        if let Some(record) = self.record.as_ref().filter(|_| !self.filter.is_empty()) {
            let without = record.without_games();
            let text = Said::sentences([without, tr!("Enter changes the choice.")]);
            canvas.paragraph(area, &text, Role::Text);
            return;
        }
        let others = Said::sentences(self.record.iter().flat_map(not_counted));
        let texts = [
            (NO_GAMES.text(), Role::Text),
            (
                label!("Each game that you finish shows here how you play: the discs that you lose and where, your mistakes and \
              your openings. Puzzles add a rating.").text(),
                Role::Muted,
            ),
            (&others, Role::Muted),
        ];
        let is_boxed = area.width >= EMPTY;
        let width = EMPTY.min(area.width);
        let inside = usize::from(if is_boxed { width - 4 } else { width });
        let texts = texts.map(|(text, role)| (wrap(text, inside), role));
        let texts = texts
            .into_iter()
            .filter(|(lines, _)| !lines.concat().is_empty());
        let texts: Vec<_> = texts.collect();
        let height: u16 = texts.iter().map(|(lines, _)| rows(lines) + 1).sum();
        let height = (height + 1).min(area.height);
        let mut rest = Slices(centered(area, width));
        rest.top((area.height - height) / 3);
        let inner = canvas.card(
            rest.top(height),
            is_boxed,
            label!("How to fill it").text(),
            "",
        );
        let mut rest = Slices(inner);
        for (lines, role) in texts {
            if rows(&lines) <= rest.0.height {
                canvas.lines(rest.top(rows(&lines)), lines, role);
                rest.top(1);
            }
        }
    }

    /// Draws the names of the pages, which can be clicked.
    fn draw_tabs(&self, area: Rect, pages: &Pages, canvas: &mut Canvas<Intent>) {
        let names: Vec<&str> = pages.names().collect();
        let look = canvas.look;
        let raised = Style {
            bg: look.style(Role::Raised).bg,
            ..look.style(Role::Muted)
        };
        let tabs = Tabs::new(names.iter().map(|name| Line::from(*name)))
            .select(self.page)
            .style(raised)
            .highlight_style(look.style(Role::Chosen))
            .divider(" ");
        let width: u16 = names.iter().map(|name| columns(name) + 3).sum();
        let mut rest = Slices(Slices(area).left(width));
        (&tabs).render(rest.0, canvas.buf);
        for (index, name) in names.iter().enumerate() {
            canvas.hits.add(rest.left(columns(name) + 2), Page(index));
            rest.left(1);
        }
    }

    fn draw_record(
        &self,
        record: &PlayerRecord,
        pages: &Pages,
        header: Rect,
        canvas: &mut Canvas<Intent>,
    ) {
        if pages.have_names() {
            self.draw_tabs(right_of(header, columns(TITLE.text()) + 6), pages, canvas);
        }
        let view = RecordView {
            record,
            first: self.first,
        };
        for (card, place) in pages.cards(self.page, record) {
            view.draw(card, place, pages.are_boxed, canvas);
        }
    }
}

impl Screen for StatsScreen {
    type Intent = Intent;

    fn tables(&self, _context: &Context) -> Vec<Keymap<Intent>> {
        vec![KEYS]
    }

    fn works(&self, intent: Intent, _context: &Context) -> bool {
        match intent {
            Turn(_) | Page(_) => self.has_games() && self.count() > 1,
            Scroll(_) => self.has_games() && self.last > 0,
            Choose => self.has_games() || !self.filter.is_empty(),
            FindMistakes => self.record.as_ref().is_some_and(|r| !r.found.is_empty()),
            Export | AskRemove => self.has_games(),
            BringBack => self.record.as_ref().is_some_and(|r| r.has_removed),
            Play => self.record.is_some() && !self.has_games() && self.filter.is_empty(),
            Close => true,
        }
    }

    fn touch(&mut self, _context: &mut Context) {
        if self.task.is_some() {
            self.notice = None;
        }
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        if !self.works(intent, context) {
            return None;
        }
        match intent {
            Close => return Some(Command::Close),
            Choose => {
                let set = |text: &str, _: &mut Context| Self::choose(text);
                return Some(Command::open(game_filter::window(&self.filter, set)));
            }
            Turn(forward) => {
                let step = if forward { 1 } else { self.count() - 1 };
                self.page = (self.page + step) % self.count();
                self.first = 0;
            }
            Page(page) => (self.page, self.first) = (page, 0),
            Scroll(step) => self.first = step.from(self.first, self.last + 1),
            FindMistakes => {
                return Some(Command::open(MistakesWindow::new(self.chosen.clone())));
            }
            Play => {
                let players = context.ui.settings.players();
                return Some(Command::open(NewGameScreen::new(players)));
            }
            Export => match self.record.as_ref().map(to_json)? {
                Ok(json) => {
                    return Some(Command::open(FileWindow::export(
                        json.into(),
                        FILE,
                        &context.ui,
                    )));
                }
                Err(error) => self.notice = Some(sentence(error)),
            },
            AskRemove => {
                let games = self.record.as_ref()?.games;
                let question = ask_remove(games, !self.filter.is_empty());
                let remove = Command::act_on::<Self>(|screen, _| {
                    screen.ask(RecordJob::Remove);
                    None
                });
                return Some(Command::open(dialog::ask_delete(&question, remove)));
            }
            BringBack => self.ask(RecordJob::BringBack),
        }
        None
    }

    fn scroll(down: bool, _on_board: bool) -> Option<Intent> {
        Some(Scroll(ListStep::by_wheel(down)))
    }

    fn poll(&mut self) {
        while let Some(report) = self.task.as_ref().and_then(Background::poll) {
            match report {
                Report::Progress(record) => self.record = Some(record),
                Report::Answer(Ok(answer)) => self.take(answer),
                Report::Answer(Err(error)) => self.notice = Some(sentence(error)),
            }
        }
    }

    fn report(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some(sentence);
    }

    fn lay_out(&mut self, area: Rect, _context: &Context) {
        let found = self.with_games().map(|record| {
            let pages = Pages::of(self.body(area), record);
            let page = self.page.min(pages.count() - 1);
            let cards = pages.cards(page, record).into_iter();
            let last = cards.map(|(card, area)| last_first(record, card, area, pages.are_boxed));
            (page, last.max().unwrap_or(0), pages)
        });
        self.pages = None;
        if let Some((page, last, pages)) = found {
            (self.page, self.last, self.pages) = (page, last, Some(pages));
            self.first = self.first.min(last);
        }
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let (frame, body) = (Frame::of(area), self.body(area));
        if let Some((lines, role)) = self.last_lines(body.width) {
            let mut below = Slices(frame.body);
            canvas.lines(below.bottom(rows(&lines)), lines, role);
        }
        canvas.header(frame.header, true, TITLE.text(), &self.status(area));
        match (self.with_games(), &self.pages) {
            (Some(record), Some(pages)) => self.draw_record(record, pages, frame.header, canvas),
            _ => self.draw_empty(body, canvas),
        }
        canvas.footer(frame.footer, true, self.hints(canvas.context));
    }
}
