//! The board screen: the game at the table, square input, hints and values.

mod coach;
mod help;
mod keys;
mod panel;
mod paste;
mod prompt;
mod thinking;
mod view;

use std::cell::Cell;
use std::time::Instant;

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::dialog;
use super::files::FileWindow;
use super::inspector::InspectorScreen;
use super::new_game::NewGameScreen;
use super::review::ReviewScreen;
use super::square_input::SquareInput;
use super::{Canvas, Command, Context, Pasted, Screen, ScreenKind, openings_panel};
use crate::app::session::{Refusal, Session};
use crate::app::store::settings::MAX_PACE_MS;
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::{Coordinate, Meaning};
use crate::app::tui::layout::BoardLayout;
use crate::app::tui::table::Table;
use crate::app::wording::{NO_MOVES, cpu_pause};
use crate::game::{Game, Status};
use crate::notation::transcript;
use crate::square::Square;

use thinking::{AnalysisMode, Thinking};
use view::View;

pub(crate) use help::HELP;

/// How much `+` and `-` change the pause before a CPU's move, in milliseconds.
const PACE_STEP: u32 = 100;

/// What a key or a click means on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Coordinate(Coordinate),
    /// The square that is clicked or under the mouse.
    Square(Square),
    MoveCursor(i8, i8),
    NextMove,
    PreviousMove,
    PlayAtCursor,
    /// Deletes a typed letter, hides the cursor, ends an analysis.
    GiveUp,
    /// Ends the pause after a pass.
    GoOn,
    /// Plays the move that the coach judges or warns about.
    PlayAnyway,
    /// Switches the coach on or off.
    Coach,
    /// Shows or hides the evaluation bar.
    Evaluation,
    /// Shows or hides what was played in other games.
    Openings,
    /// Asks whether to resign.
    Resign,
    Rematch,
    Undo,
    Redo,
    Swap,
    Pause,
    Slower,
    Faster,
    Dots,
    /// Turns the board around.
    Turn,
    Hint,
    Values,
    Copy,
    Save,
    Open,
    NewGame,
    Inspect,
    Review,
    /// Reviews the game at an entry.
    Entry(usize),
    /// Scrolls the list of moves.
    Scroll(bool),
}

/// The board screen.
#[derive(Debug, Default)]
pub(crate) struct BoardScreen {
    input: SquareInput,
    /// Why the last request was refused.
    complaint: Option<String>,
    thinking: Thinking,
    /// Set after a move was played by its digit: an Enter right after it is ignored.
    enter_is_spent: bool,
    /// How many rows the list of moves is scrolled up; at most as many as it has above its end.
    scrolled: Cell<usize>,
    /// The effects of the current key before its own meaning.
    touched: Touched,
}

#[derive(Clone, Copy, Debug, Default)]
struct Touched {
    /// It ended the pause after a pass.
    released: bool,
    /// It comes right after a typed move: an Enter is ignored.
    spent: bool,
}

impl BoardScreen {
    /// Creates the screen of an opened game. It ignores a second Enter after the one that opened the game.
    pub(crate) fn of_opened_game(complaint: Option<String>) -> Self {
        Self {
            complaint,
            enter_is_spent: true,
            ..Self::default()
        }
    }

    fn type_half(&mut self, half: Coordinate, table: &mut Table, ui: &UiContext) {
        if matches!(half, Coordinate::File(_)) {
            table.coach.forget();
        }
        let session = &table.session;
        let passes = matches!(session.game().status(), Status::MustPass(_));
        let has_letter = self.input.typed.is_some();
        let may_begin = session.awaits_human() || passes && matches!(half, Coordinate::File(_));
        if !has_letter && !may_begin {
            self.complaint = Some(table.turn_refusal().to_string());
            return;
        }
        match self.input.type_half(half) {
            Ok(Some(square)) => {
                self.play(square, table, ui);
                self.enter_is_spent = true;
            }
            Ok(None) => {}
            Err(error) => self.complaint = Some(error.to_string()),
        }
    }

    fn move_cursor(&mut self, files: i8, ranks: i8, table: &Table) {
        let by = if table.turned {
            (-files, -ranks)
        } else {
            (files, ranks)
        };
        let first = || first_square(table.session.game());
        self.input.move_cursor(by, first);
    }

    fn play_at_cursor(&mut self, table: &mut Table, ui: &UiContext) {
        if self.input.typed.is_some() {
            return;
        }
        match (table.session.game().status(), self.input.square()) {
            (Status::MustPass(_), _) => self.go(Session::redo, table, ui),
            (_, Some(square)) => self.play(square, table, ui),
            (_, None) => {}
        }
    }

    fn switch_evaluation(&mut self, table: &mut Table, ui: &mut UiContext) {
        let on = !ui.settings.evaluation_bar;
        ui.keep(move |settings| settings.evaluation_bar = on);
        if self.thinking.mode(&table.session).is_none() {
            table.session.stop_analysis();
        }
    }

    /// Returns the command that asks whether to resign, or refuses it.
    fn resign(&mut self, table: &Table) -> Option<Command> {
        let refusal: Refusal = if table.session.game().outcome().is_some() {
            Refusal::GameOver
        } else if table.session.has_human() {
            return Some(Command::open(dialog::ask_resign()));
        } else {
            Refusal::NobodyToResign
        };
        self.complaint = Some(refusal.to_string());
        None
    }

    fn go(
        &mut self,
        step: impl FnOnce(&mut Session) -> Result<(), Refusal>,
        table: &mut Table,
        ui: &UiContext,
    ) {
        self.input.forget_typed();
        if let Err(refusal) = table.change(ui, step) {
            self.complaint = Some(refusal.to_string());
        }
    }

    fn begin_again(&mut self, table: &mut Table, ui: &UiContext) {
        self.input.clear();
        table.begin(table.session.game().start(), ui);
    }

    /// Swaps the sides; after the end of a game, for a rematch.
    fn swap(&mut self, table: &mut Table, ui: &UiContext) {
        self.input.forget_typed();
        let over = table.session.game().outcome().is_some();
        let swapped = table.change(ui, Session::swap);
        self.complaint = swapped.err().filter(|_| !over).map(|why| why.to_string());
        if over {
            self.begin_again(table, ui);
        }
    }

    fn toggle(&mut self, mode: AnalysisMode, table: &mut Table, ui: &UiContext) {
        self.input.forget_typed();
        match self.thinking.toggle(mode, table, ui.analysis) {
            Ok(true) => self.input.clear(),
            Ok(false) => {}
            Err(refusal) => self.complaint = Some(refusal.to_string()),
        }
    }

    fn change_pace(&mut self, slower: bool, table: &mut Table, ui: &mut UiContext) {
        let now = ui.settings.pace;
        let pace = if slower {
            (now / PACE_STEP * PACE_STEP + PACE_STEP).min(MAX_PACE_MS)
        } else {
            now.div_ceil(PACE_STEP).saturating_sub(1) * PACE_STEP
        };
        self.complaint = None;
        if pace == now {
            return;
        }
        ui.keep(move |settings| settings.pace = pace);
        let pause = (pace > 0).then(|| seconds(pace));
        table.say(&cpu_pause(pause.as_deref()));
    }

    /// Returns whether moves were played, or shows that there are none.
    fn has_moves(&mut self, table: &Table) -> bool {
        let none = table.session.game().entries().is_empty();
        self.complaint = none.then(|| NO_MOVES.to_owned());
        !none
    }

    /// Returns the command that opens another screen over the game.
    fn open(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        let table = context.table.as_mut()?;
        if matches!(intent, Intent::Copy | Intent::Save | Intent::Review) && !self.has_moves(table)
        {
            return None;
        }
        if !matches!(intent, Intent::Copy | Intent::Save) {
            table.session.stop_analysis();
        }
        let game = table.session.game();
        Some(match intent {
            Intent::Copy => Command::Copy(transcript::print(game)),
            Intent::Save => Command::open(FileWindow::save(&context.record()?)),
            Intent::Review => {
                let at = game.entries().len();
                Command::open(ReviewScreen::of_table(context, at)?)
            }
            Intent::Entry(at) => Command::open(ReviewScreen::of_table(context, at)?),
            Intent::Open => Command::open(FileWindow::open(context)),
            Intent::NewGame => Command::open(NewGameScreen::new(table.session.players().clone())),
            _ => {
                let square = self.input.square();
                let square = square.unwrap_or_else(|| first_square(game));
                Command::open(InspectorScreen::new(game.position(), square))
            }
        })
    }
}

/// Returns where a cursor starts: on the legal move nearest to the centre.
fn first_square(game: &Game) -> Square {
    let far = |square: &Square| {
        let off = |index: u8| (2 * i16::from(index) - 7).pow(2);
        off(square.file().index()) + off(square.rank().index())
    };
    let last = || game.last_move().map(|(square, _)| square);
    let legal = game.legal_moves().iter().min_by_key(far);
    legal.or_else(last).unwrap_or(Square::A1)
}

/// Formats milliseconds as seconds: `0.7 s`, `0.05 s`.
fn seconds(milliseconds: u32) -> String {
    let (seconds, rest) = (milliseconds / 1000, format!("{:03}", milliseconds % 1000));
    let digits = rest.trim_end_matches('0').len().max(1);
    format!("{seconds}.{} s", &rest[..digits])
}

impl Screen for BoardScreen {
    type Intent = Intent;

    fn kind(&self) -> ScreenKind {
        ScreenKind::Board
    }

    fn intent(&self, key: KeyEvent, context: &Context) -> Option<Meaning<Intent>> {
        keys::intent(key, context.table.as_ref()?)
    }

    fn touch(&mut self, context: &mut Context) {
        let Context { ui, table, .. } = context;
        let Some(table) = table else { return };
        table.timeline.end_wave(ui.now);
        table.tell_result(ui.now);
        self.scrolled.set(0);
        self.complaint = None;
        self.touched = Touched {
            released: table.release(ui.now),
            spent: std::mem::take(&mut self.enter_is_spent),
        };
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        let Context { ui, table, .. } = context;
        let table = table.as_mut()?;
        let Touched { released, spent } = std::mem::take(&mut self.touched);
        let coached = table.coach.square();
        if let Some(refusal) = keys::refusal_over_network(intent, &table.session) {
            self.complaint = Some(refusal.to_string());
            return None;
        }
        match intent {
            // Takes back the move that the coach has stopped.
            Intent::GiveUp | Intent::Undo if table.coach.forget() => {}
            Intent::PlayAnyway if spent => {}
            Intent::PlayAnyway => {
                if let Some(square) = coached {
                    self.go(|session| session.play(square), table, ui);
                }
            }
            Intent::Coach => self.switch_coach(table, ui),
            Intent::Evaluation => self.switch_evaluation(table, ui),
            Intent::Openings => ui.shows_openings = !ui.shows_openings,
            Intent::Resign => return self.resign(table),
            Intent::Coordinate(half) => self.type_half(half, table, ui),
            Intent::Square(square) => {
                self.input.hover(Some(square));
                if !released {
                    self.play(square, table, ui);
                }
            }
            Intent::MoveCursor(files, ranks) => self.move_cursor(files, ranks, table),
            Intent::NextMove | Intent::PreviousMove => {
                let game = table.session.game();
                let forward = intent == Intent::NextMove;
                let first = || Some(first_square(game));
                self.input.jump(game.legal_moves(), forward, first);
            }
            // An Enter after a typed move is a habit; the key that ends a pass does nothing else.
            Intent::PlayAtCursor if spent || released => {}
            Intent::GoOn => {}
            Intent::PlayAtCursor => self.play_at_cursor(table, ui),
            Intent::Rematch if table.session.remote().is_some() => {
                return Some(Command::OfferRematch);
            }
            Intent::Rematch => self.begin_again(table, ui),
            Intent::GiveUp => {
                if !self.input.give_up() {
                    table.session.stop_analysis();
                }
            }
            Intent::Undo => self.go(Session::undo, table, ui),
            Intent::Redo => self.go(Session::redo, table, ui),
            Intent::Swap => self.swap(table, ui),
            Intent::Pause => {
                let paused = !table.session.is_paused();
                table.change(ui, |session| session.set_paused(paused));
            }
            Intent::Slower => self.change_pace(true, table, ui),
            Intent::Faster => self.change_pace(false, table, ui),
            Intent::Dots => {
                self.complaint = None;
                ui.keep(|settings| settings.legal_dots = !settings.legal_dots);
            }
            Intent::Turn => table.turned = !table.turned,
            Intent::Hint => self.toggle(AnalysisMode::Hint, table, ui),
            Intent::Values => self.toggle(AnalysisMode::Values, table, ui),
            Intent::Scroll(down) => {
                let rows = self.scrolled.get();
                self.scrolled.set(if down {
                    rows.saturating_sub(1)
                } else {
                    rows + 1
                });
            }
            Intent::Copy
            | Intent::Save
            | Intent::Review
            | Intent::Entry(_)
            | Intent::Open
            | Intent::NewGame
            | Intent::Inspect => return self.open(intent, context),
        }
        None
    }

    fn scroll(down: bool) -> Option<Intent> {
        Some(Intent::Scroll(down))
    }

    fn hover(&mut self, target: Option<Intent>) -> bool {
        self.input.hover(match target {
            Some(Intent::Square(square)) => Some(square),
            _ => None,
        })
    }

    fn miss(&mut self) {
        self.input.hover(None);
    }

    fn paste(&mut self, text: &str, context: &mut Context) -> Pasted {
        let Context { ui, table, .. } = context;
        let Some(table) = table else {
            return Pasted::Passed;
        };
        self.take_paste(text, table, ui)
    }

    fn tick(&mut self, context: &mut Context) -> bool {
        let Context { ui, table, .. } = context;
        let Some(table) = table else { return false };
        let moving = table.timeline.next_frame(ui.now).is_some();
        table.timeline.pass_to(ui.now);
        let told = table.tell_result(ui.now);
        let advanced = table.advance(ui);
        self.enter_is_spent &= !advanced;
        if advanced {
            self.scrolled.set(0);
        }
        if table.session.remote().is_none() {
            let position = table.session.game().position();
            let evaluates = table.session.thinking().is_none();
            openings_panel::ask(ui, position, evaluates.then_some(ui.opening_depth));
        }
        let judged = self.take_judgement(table, ui);
        if ui.settings.evaluation_bar {
            self.thinking
                .keep_evaluating(&mut table.session, ui.analysis);
        }
        let position = table.session.game().position();
        let elsewhere = [
            openings_panel::scores(ui, position),
            table.coach.scores(position),
        ];
        let thought = (self.thinking).update(&mut table.session, &elsewhere, ui.now);
        advanced | moving | told | judged | thought
    }

    fn deadline(&mut self, context: &mut Context) -> Option<Instant> {
        let Context { ui, table, .. } = context;
        let table = table.as_mut()?;
        let times = [
            table.timeline.next_frame(ui.now),
            table.answer_due(ui),
            self.thinking.due(&table.session),
            table.coach.due(),
            (ui.settings.evaluation_bar && Thinking::lacks_evaluation(&table.session))
                .then_some(ui.now),
        ];
        times.into_iter().flatten().min()
    }

    fn say(&mut self, sentence: String, context: &mut Context) {
        if let Some(table) = &mut context.table {
            table.say(&sentence);
        }
    }

    fn complain(&mut self, sentence: String, _context: &mut Context) {
        self.complaint = Some(sentence);
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let Context { ui, table, .. } = canvas.context;
        if let (Some(mut layout), Some(table)) = (BoardLayout::of(area), table) {
            layout.board.turned = table.turned;
            let view = View {
                screen: self,
                table,
                ui,
                look: canvas.look,
                session: &table.session,
                game: table.session.game(),
            };
            view.draw(&layout, canvas);
        }
    }
}

#[cfg(test)]
mod tests;
