//! The opening trainer: the lines of an opening, played on the board.

pub(super) mod choose;
mod view;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::board_pane::{BoardPane, BoardReply, BoardScene};
use super::help::{HelpLinks, HelpTopic, one_table};
use super::{Canvas, Command, Context, Pasted, Screen};
use crate::app::background::{Background, Report, Reporter};
use crate::app::study::openings::practice::{self, LineSource, Practised};
use crate::app::study::openings::task::TableRequest;
use crate::app::study::openings::trainer::{LineState, Note, Trainer};
use crate::app::study::practice::store::PracticeStore;
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::{
    BACKSPACE, BoardAction, ENTER, ESC, Keymap, Meaning, SPACE, bind, board_keys, ch, help_key,
    look_up, on_board, theme_key,
};
use crate::app::tui::table::timeline::Timeline;
use crate::app::wording::{screens, sentence};
use crate::color::Color;
use crate::game::Game;
use crate::position::Position;
use crate::square::Square;
use crate::squares::SquareSet;

/// How long leaving waits for the last result to be saved.
const SAVING: Duration = Duration::from_secs(1);

/// What a key or a click means on this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    /// Marks the moves of the lines.
    Show,
    Next,
    /// Plays the other side.
    Swap,
    Close,
}

/// The keys.
#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    on_board(&[(ENTER, BoardAction::Enter), (SPACE, BoardAction::Enter)], "", 0, "play at the cursor; after a line, the next one"),
    bind(&[(ch('k'), Intent::Show)], "show me", 7, "mark the right moves; the line counts as missed"),
    bind(&[(ch('n'), Intent::Next)], "next", 8, "next line"),
    bind(&[(ch('x'), Intent::Swap)], "swap sides", 5, "play the other side of the lines"),
    theme_key(1),
    help_key(4, "these keys"),
    bind(&[(ch('q'), Intent::Close)], "leave", 9, "leave the opening trainer"),
    on_board(&[(ESC, BoardAction::GiveUp), (BACKSPACE, BoardAction::GiveUp)], "", 0, "delete the typed letter, hide the cursor, leave"),
];

/// The help.
static HELP: HelpTopic = HelpTopic {
    title: " Opening help ",
    sections: |ascii| one_table("Training openings", KEYS, ascii),
    links: HelpLinks::Rules,
};

/// The keys after a line; they take precedence.
#[rustfmt::skip] // a table
static DONE: Keymap<Intent> = &[
    bind(&[(ENTER, Intent::Next), (SPACE, Intent::Next)], "next", 10, ""),
];

/// The screen of the opening trainer.
pub(crate) struct OpeningTrainerScreen {
    source: LineSource,
    side: Color,
    /// Reads the lines and what is due, and keeps the results.
    keeper: Background<Vec<Note>, (), Result<Option<Practised>, practice::PracticeError>>,
    trainer: Option<Trainer>,
    seed: u64,
    pane: BoardPane,
    timeline: Timeline,
    /// The right moves, once the player has asked for them.
    shown: SquareSet,
    notice: Option<String>,
    /// Whether the player has seen that no games are counted.
    warned: bool,
}

impl std::fmt::Debug for OpeningTrainerScreen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpeningTrainerScreen")
            .field("trainer", &self.trainer)
            .finish_non_exhaustive()
    }
}

impl OpeningTrainerScreen {
    /// Creates the screen and starts to read the lines.
    pub(crate) fn new(source: LineSource, side: Color, ui: &UiContext) -> Self {
        let (mut store, lines) = (PracticeStore::new(ui.state.clone()), source.clone());
        let work = move |notes: Vec<Note>, _: &Reporter<()>| {
            if notes.is_empty() {
                return practice::load(&lines, side, &mut store).map(Some);
            }
            practice::keep(&notes, &lines, side, &mut store).map(|()| None)
        };
        let keeper = Background::start("opening trainer", ui.waker.clone(), work);
        keeper.ask(Vec::new());
        Self {
            source,
            side,
            keeper,
            trainer: None,
            seed: ui.seed,
            pane: BoardPane::default(),
            timeline: Timeline::new(ui.now),
            shown: SquareSet::EMPTY,
            notice: None,
            warned: false,
        }
    }

    fn stage(&self) -> Option<LineState> {
        self.trainer.as_ref().map(Trainer::stage)
    }

    fn scene(&self) -> BoardScene {
        let Some(trainer) = &self.trainer else {
            return self.pane.scene(&Game::new(), SquareSet::EMPTY);
        };
        let legal = match trainer.stage() {
            LineState::Asked | LineState::Wrong(_) => trainer.game().legal_moves(),
            _ => SquareSet::EMPTY,
        };
        BoardScene {
            pointed: self.shown,
            ..self.pane.scene(trainer.game(), legal)
        }
    }

    fn answer(&mut self, square: Square, ui: &UiContext) {
        self.pane.clear();
        let Some(trainer) = &mut self.trainer else {
            return;
        };
        let before = trainer.game().position();
        if let Err(why) = trainer.answer(square) {
            self.pane.point_at(square);
            self.notice = Some(sentence(why));
        }
        self.after_move(before, Some(square), ui);
    }

    /// Shows a move that was played, and keeps the results.
    fn after_move(&mut self, before: Position, played: Option<Square>, ui: &UiContext) {
        let Some(trainer) = &mut self.trainer else {
            return;
        };
        if let Some(square) = played
            && trainer.game().position() != before
        {
            let flips = before.board().flips(square);
            let color = before.side_to_move();
            self.shown = SquareSet::EMPTY;
            self.timeline
                .moved(square, flips, color, ui.animation, ui.now);
        }
        let notes = trainer.take_notes();
        if !notes.is_empty() {
            self.keeper.queue(notes);
        }
    }

    fn next_line(&mut self, ui: &UiContext) {
        self.pane.clear();
        self.shown = SquareSet::EMPTY;
        self.timeline.changed(ui.now);
        if let Some(trainer) = &mut self.trainer {
            trainer.next_line();
        }
    }

    /// Returns the active tables.
    fn tables(&self) -> &'static [Keymap<Intent>] {
        static TABLES: [Keymap<Intent>; 3] = [DONE, KEYS, board_keys()];
        &TABLES[usize::from(self.stage() != Some(LineState::Complete))..]
    }

    /// Takes what is known of the position. Returns whether anything changed.
    fn go_on(&mut self, ui: &mut UiContext) -> bool {
        let Some(trainer) = &mut self.trainer else {
            return false;
        };
        let (position, stage) = (trainer.game().position(), trainer.stage());
        if stage == LineState::Complete {
            return false;
        }
        let depth = (stage != LineState::Replying).then_some(ui.opening_depth);
        ui.openings.ask(TableRequest { position, depth });
        let is_final = !ui.openings.is_busy();
        let Some(found) = ui.openings.found(position) else {
            return false;
        };
        if let Some(error) = &found.error
            && !std::mem::replace(&mut self.warned, true)
        {
            self.notice = Some(sentence(error));
        }
        let played = trainer.take_table(&found.table, is_final);
        let changed = trainer.stage() != stage || played.is_some();
        self.after_move(position, played, ui);
        changed
    }
}

impl Drop for OpeningTrainerScreen {
    fn drop(&mut self) {
        self.keeper.finish_within(SAVING);
    }
}

impl Screen for OpeningTrainerScreen {
    type Intent = Intent;

    const HELP: Option<&'static HelpTopic> = Some(&HELP);

    fn intent(&self, key: KeyEvent, _context: &Context) -> Option<Meaning<Intent>> {
        look_up(self.tables(), key)
    }

    fn touch(&mut self, context: &mut Context) {
        self.timeline.end_wave(context.ui.now);
        self.notice = None;
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        let ui = &context.ui;
        match intent {
            Intent::Show => {
                if let Some(trainer) = &mut self.trainer {
                    let before = trainer.game().position();
                    self.shown = trainer.show();
                    self.after_move(before, None, ui);
                }
            }
            Intent::Next => self.next_line(ui),
            Intent::Swap => *self = Self::new(self.source.clone(), self.side.opposite(), ui),
            Intent::Close => return Some(Command::Close),
        }
        None
    }

    fn act_on_board(&mut self, action: BoardAction, context: &mut Context) -> Option<Command> {
        match self.pane.apply(action, &self.scene()) {
            BoardReply::Chosen(square) => self.answer(square, &context.ui),
            BoardReply::Refused(error) => self.notice = Some(format!("{error}.")),
            BoardReply::Unused if action == BoardAction::GiveUp => return Some(Command::Close),
            BoardReply::Unused | BoardReply::Input => {}
        }
        None
    }

    fn hovered_board(&mut self) -> Option<&mut BoardPane> {
        Some(&mut self.pane)
    }

    /// Refuses the paste: a line never changes the game at the table.
    fn paste(&mut self, _text: &str, _context: &mut Context) -> Pasted {
        self.notice = Some(screens::before_paste("Leave the trainer"));
        Pasted::Taken
    }

    fn poll(&mut self) -> bool {
        let mut is_new = false;
        while let Some(report) = self.keeper.poll() {
            is_new = true;
            match report {
                Report::Answer(Ok(Ok(Some(practised)))) => {
                    self.notice = practised.error.map(sentence);
                    let (lines, due) = (practised.lines, practised.due);
                    self.trainer = Some(Trainer::new(lines, self.side, due, self.seed));
                }
                Report::Answer(Ok(Err(error))) => self.notice = Some(sentence(error)),
                Report::Answer(Err(error)) => self.notice = Some(sentence(error)),
                Report::Answer(Ok(Ok(None))) | Report::Progress(()) => {}
            }
        }
        is_new
    }

    fn tick(&mut self, context: &mut Context) -> bool {
        let ui = &mut context.ui;
        self.timeline.tick(ui.now) | self.go_on(ui)
    }

    fn deadline(&mut self, context: &mut Context) -> Option<Instant> {
        self.timeline.next_frame(context.ui.now)
    }

    fn say(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some(sentence);
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        self.draw_all(area, canvas);
    }
}

/// Returns the source of lines that a text names: a file, if it looks like one.
fn file_of(text: &str) -> Option<PathBuf> {
    let text = text.trim();
    let is_path = text.contains(['/', '.', '\\', '~']);
    is_path.then(|| crate::app::store::game_file::expand_home(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tui::keymap::check_tables;

    #[test]
    fn the_tables_keep_the_laws_of_keys() {
        check_tables(&[DONE, KEYS, board_keys()], true);
    }
}
