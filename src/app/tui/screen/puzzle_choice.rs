//! The choice of puzzles: what they ask for, and how hard they are.

use ratatui::layout::Rect;

use super::exercise;
use super::form::{FormRow, FormStep};
use super::window::draw_frame;
use super::{Canvas, Command, Context, Screen, ScreenKind};
use crate::app::study::practice::generate::Wanted;
use crate::app::study::practice::level::PuzzleLevel;
use crate::app::study::practice::puzzle::PuzzleKind;
use crate::app::tui::keymap::{
    BACKSPACE, BACKTAB, DOWN, ENTER, ESC, Keymap, LEFT, RIGHT, SPACE, TAB, UP, also, bind,
};
use crate::app::tui::layout::Slices;
use crate::app::tui::text::{rows, wrap};
use crate::app::tui::theme::Role;

use Intent::{Close, Form, Start};

/// The width of the labels.
const LABELS: u16 = 13;

/// The width of the form.
const WIDTH: u16 = 64;

/// The rows of the text below the form.
const ABOUT: u16 = 2;

/// The first option of each row.
const ANY: &str = "all";
const FITTING: &str = "for you";

/// What a key or a click means in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Start,
    Close,
    Form(FormStep),
}

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind(&[(ENTER, Start)], "start", 10, "start with the first puzzle"),
    bind(&[(UP, Form(FormStep::Row(false))), (DOWN, Form(FormStep::Row(true))), (TAB, Form(FormStep::Row(true)))], "row", 6, "next or previous row"),
    also(&[(BACKTAB, Form(FormStep::Row(false)))]),
    bind(&[(LEFT, Form(FormStep::Option(false))), (RIGHT, Form(FormStep::Option(true))), (SPACE, Form(FormStep::Option(true)))], "change", 7, "change the value"),
    bind(&[(ESC, Close), (BACKSPACE, Close)], "back", 8, "back"),
];

/// The window with the choice of puzzles. It stays below them.
#[derive(Debug)]
pub(crate) struct PuzzleChoice {
    row: usize,
    rows: [FormRow; 2],
    notice: Option<String>,
}

impl PuzzleChoice {
    /// Creates the choice, with all kinds of puzzles that fit the player chosen.
    pub(crate) fn new() -> Self {
        let kinds = PuzzleKind::ALL.map(PuzzleKind::words);
        let levels = PuzzleLevel::ALL.map(PuzzleLevel::name);
        Self {
            row: 0,
            rows: [
                FormRow::new("Kind", [ANY].into_iter().chain(kinds), 0),
                FormRow::new("Difficulty", [FITTING].into_iter().chain(levels), 0),
            ],
            notice: None,
        }
    }

    /// Returns the chosen kind; `None` for all.
    fn kind(&self) -> Option<PuzzleKind> {
        let index = self.rows[0].chosen?.checked_sub(1)?;
        PuzzleKind::ALL.get(index).copied()
    }

    /// Returns the chosen level; `None` for what fits the player.
    fn level(&self) -> Option<PuzzleLevel> {
        let index = self.rows[1].chosen?.checked_sub(1)?;
        PuzzleLevel::ALL.get(index).copied()
    }

    /// Returns what is chosen in the marked row.
    fn about(&self) -> String {
        match (self.row, self.kind(), self.level()) {
            (0, None, _) => "Your own mistakes come first.".to_owned(),
            (0, Some(kind), _) => kind.about().to_owned(),
            (_, _, None) => "As hard as your rating says; easy at first.".to_owned(),
            (_, _, Some(level)) => {
                let range = level.empties();
                format!("{} to {} empty squares.", range.start(), range.end())
            }
        }
    }
}

impl Screen for PuzzleChoice {
    type Intent = Intent;

    fn kind(&self) -> ScreenKind {
        ScreenKind::Window
    }

    fn tables(&self, _context: &Context) -> Vec<Keymap<Intent>> {
        vec![KEYS]
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        match intent {
            Start => {
                let kinds = self.kind().map(|kind| vec![kind]);
                let wanted = kinds.map_or_else(Wanted::default, |kinds| Wanted {
                    kinds,
                    ..Wanted::default()
                });
                let puzzles = exercise::puzzles(wanted, self.level(), &context.ui);
                return Some(Command::open(puzzles));
            }
            Close => return Some(Command::Close),
            Form(step) => {
                let (row, option) = step.from(self.row, &self.rows);
                self.row = row;
                if option.is_some() {
                    self.rows[row].chosen = option;
                }
            }
        }
        None
    }

    fn scroll(down: bool) -> Option<Intent> {
        Some(Form(FormStep::Row(down)))
    }

    fn touch(&mut self, _context: &mut Context) {
        self.notice = None;
    }

    fn report(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some(sentence);
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let size = (WIDTH, rows(&self.rows) + 1 + ABOUT);
        let (inner, footer) = draw_frame(" Puzzles ", size, area, canvas);
        let mut rest = Slices(inner);
        for (index, row) in self.rows.iter().enumerate() {
            let intent = |option| Form(FormStep::Choose(index, option));
            row.draw_wide(rest.top(1), LABELS, index == self.row, intent, canvas);
        }
        let (about, role) = match &self.notice {
            Some(notice) => (notice.clone(), Role::Warning),
            None => (self.about(), Role::Muted),
        };
        rest.top(rest.0.height.saturating_sub(ABOUT));
        canvas.lines(rest.0, wrap(&about, usize::from(inner.width)), role);
        canvas.keys(footer, self.hints(canvas.context));
    }
}
