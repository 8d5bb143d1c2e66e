//! The board screen: the game at the table, square input, hints and values.

mod away;
mod cards;
mod chat;
mod column;
mod end;
mod end_view;
mod keys;
mod prompt;
mod thinking;
mod view;

use std::time::Instant;

use crate::event::KeyEvent;
use ratatui::layout::Rect;

use super::board_pane::typing_error;
use super::editor::EditorScreen;
use super::exercise::{self, is_course_done};
use super::files::FileWindow;
use super::inspector::InspectorScreen;
use super::new_game::NewGameScreen;
use super::review::ReviewScreen;
use super::side::scrolled;
use super::{
    Canvas, Command, Context, Hint, Pasted, Screen, ScreenKind, dialog, openings_panel, overlays,
};
use crate::context::UiContext;
use crate::keymap::{BoardAction, Coordinate, Keymap, Meaning};
use crate::layout::BoardLayout;
use crate::table::TableView;
use reversi::transcript::{self, Token};
use reversi::{ByColor, Color, Game, Square, Status};
use reversi_board::BoardReply;
use reversi_board::parts::{BoardPane, BoardScene};
use reversi_notation::find::moves_of;
use reversi_notation::{Format, detect};
use reversi_table::player::PlayerKind;
use reversi_table::session::{Refusal, Session};
use reversi_table::store::settings::MAX_PACE_MS;
use reversi_table::table::{Help, Offer, TableAction, TableRequest};
use reversi_wording::NO_MOVES;

use end::{ButtonStep, EndCard};
use reversi_table::session::AnalysisMode;
use reversi_text::{Name, label, tr};
use thinking::ShownThinking;
use view::GameView;

/// How much `+` and `-` change the pause before a CPU's move, in milliseconds.
const PACE_STEP: u32 = 100;

/// What a key or a click means on this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    /// Ends the pause after a pass.
    GoOn,
    /// Switches the coach on or off.
    Coach,
    /// Shows or hides the evaluation bar.
    Evaluation,
    /// Shows or hides what was played in other games.
    Openings,
    /// Chooses the games that the panel of openings counts.
    OpeningsGames,
    /// Opens the list of overlays.
    Overlays,
    /// Asks whether to resign.
    Resign,
    Rematch,
    /// Plays on for the side to move of two computers.
    TakeOver,
    /// Starts a game against the next opponent of the menus.
    NextOpponent,
    /// Starts a game against the player's double.
    PlayYourself,
    /// Shows what a host tells its guest.
    Invitation,
    /// Offers something to the other player over the network, or agrees to it.
    Offer(Offer),
    /// Opens the window for a line to the other player.
    Say,
    /// Mutes what the other player says, or shows it again.
    Mute(bool),
    /// Asks whether to claim the win, because the other player has left.
    Claim,
    /// Leaves the game while the other player is away.
    PutAside,
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
    EditPosition,
    Review,
    /// Asks for better moves at the mistakes.
    FindMistakes,
    /// Reviews the game at an entry.
    Entry(usize),
    /// Scrolls the list of moves, down or up, which has some rows above its end.
    Scroll(bool, usize),
    /// Shows the position after the next move, or before the last one, until anything else is done.
    Step(bool),
    /// Marks another button at the end of the game.
    Button(ButtonStep),
    /// Does what the marked button says.
    Press,
    /// Closes the card at the end of the game.
    CloseEnd,
    /// Saves the game as a moving picture.
    Share,
    /// Returns to the first screen.
    Home,
}

/// The choices that the next key or click cannot make.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Ignored {
    #[default]
    None,
    /// An Enter right after a move whose digit played it: many people type it from habit.
    NextEnter,
    /// An Enter as the current key.
    Enter,
    /// Any choice by the current key or click, because it ended the pause after a pass, the counting of the discs or a
    /// look back.
    All,
}

/// The board screen.
#[derive(Debug, Default)]
pub(crate) struct BoardScreen {
    pane: BoardPane,
    thinking: ShownThinking,
    ignored: Ignored,
    /// How many rows the list of moves is scrolled up.
    scroll: usize,
    /// Whether the last key or click asked for a hint or for values.
    has_asked: bool,
    /// The game up to the position that is shown, if that lies back.
    past: Option<Game>,
    /// The end of the game, once it is over.
    end: Option<EndCard>,
}

impl BoardScreen {
    /// Creates the screen of an opened game. It ignores a second Enter after the one that opened the game.
    pub(crate) fn of_opened_game() -> Self {
        Self {
            ignored: Ignored::NextEnter,
            ..Self::default()
        }
    }

    /// Returns what there is to draw, with a game at the table.
    fn view<'a>(&'a self, context: &'a Context) -> Option<GameView<'a>> {
        let table = context.table.as_ref()?;
        Some(GameView {
            screen: self,
            table,
            ui: &context.ui,
            look: context.ui.look(),
            session: table.session(),
            game: self.past.as_ref().unwrap_or(table.session().game()),
        })
    }

    /// Returns whether the key or click that has this meaning is ignored.
    fn ignores(&self, action: BoardAction) -> bool {
        match action {
            BoardAction::Enter => matches!(self.ignored, Ignored::Enter | Ignored::All),
            BoardAction::Click(_) | BoardAction::GiveUp => self.ignored == Ignored::All,
            BoardAction::Type(_) | BoardAction::MoveCursor(..) | BoardAction::NextMove(_) => false,
        }
    }

    /// Returns why a letter or a digit cannot be typed now.
    fn typing_refusal(
        &self,
        half: Coordinate,
        table: &TableView,
        ui: &UiContext,
    ) -> Option<Refusal> {
        let passes = matches!(table.session().game().status(), Status::MustPass(_));
        let begins = passes && matches!(half, Coordinate::File(_));
        let has_turn = table.session().awaits_human() || table.takes_premove(ui);
        let may_type = self.pane.typed().is_some() || has_turn || begins;
        (!may_type).then(|| table.session().turn_refusal())
    }

    /// Plays a move, or shows it to the coach first.
    fn play(&mut self, square: Square, table: &mut TableView, ui: &UiContext) {
        if stopped_by_coach(square, table, ui) {
            self.pane.clear();
        } else {
            self.ask(TableRequest::Play(Some(square)), table, ui);
        }
    }

    fn scene(&self, table: &TableView) -> BoardScene {
        let game = table.session().game();
        BoardScene {
            turned: table.turned,
            ..self.pane.scene(game, game.legal_moves())
        }
    }

    /// Shows the position after the next move, or before the last one. The last position is that of the game.
    fn look_back(&mut self, forward: bool, game: &Game) {
        let past = self.past.get_or_insert_with(|| game.clone());
        if forward {
            past.redo();
        } else {
            past.undo();
        }
        self.past.take_if(|past| past.entries() == game.entries());
    }

    fn switch_evaluation(&mut self, table: &mut TableView, ui: &mut UiContext) {
        let on = !shows(table, Help::Bar, ui);
        table.helped.bar = on;
        ui.keep(move |settings| settings.evaluation_bar = on);
        if self.thinking.mode(table.session()).is_none() {
            table.table().stop_analysis();
        }
    }

    /// Carries out a request, or shows why it is refused.
    fn ask(&mut self, request: TableRequest, table: &mut TableView, ui: &UiContext) {
        self.pane.forget_typed();
        if let Err(refusal) = table.ask(ui, request) {
            table.refuse(&refusal);
        }
    }

    fn begin_again(&mut self, table: &mut TableView, ui: &UiContext) {
        self.pane.clear();
        if let Err(refusal) = table.begin_again(ui) {
            table.refuse(&refusal);
        }
    }

    /// Swaps the sides; after the end of a game, for a rematch.
    fn swap(&mut self, table: &mut TableView, ui: &UiContext) {
        self.pane.forget_typed();
        let over = table.session().game().outcome().is_some();
        match table.ask(ui, TableRequest::Swap) {
            _ if over => self.begin_again(table, ui),
            Err(refusal) => table.refuse(&refusal),
            Ok(()) => {}
        }
    }

    fn toggle(&mut self, mode: AnalysisMode, table: &mut TableView, ui: &UiContext) {
        self.pane.forget_typed();
        if mode == AnalysisMode::Hint && ShownThinking::can_wish(table.session()) {
            let sentence = self.thinking.wish(table.session());
            table.log.answer(sentence);
            return;
        }
        match self
            .thinking
            .toggle(mode, table, [ui.analysis, ui.deeper_analysis])
        {
            Ok(true) => {
                self.pane.clear();
                self.has_asked = true;
            }
            Ok(false) => {}
            Err(refusal) => table.refuse(&refusal),
        }
    }

    /// Returns the command that asks how the person ends the game, or refuses it.
    fn resign(&mut self, table: &mut TableView, ui: &UiContext) -> Option<Command> {
        if table.game().outcome().is_none() && table.session().has_human() {
            let resign = Command::Ask(TableRequest::Resign);
            let status = table.connection_status();
            let is_shared = table.session().remote().is_some() && status.is_connected;
            return Some(Command::open(match status.asked {
                _ if !is_shared => dialog::ask_resign(resign),
                Some(Offer::Draw) => dialog::ask_draw(&away::name(table.session())),
                _ => dialog::ask_end(resign),
            }));
        }
        // The session says why.
        self.ask(TableRequest::Resign, table, ui);
        None
    }

    /// Returns the command for an intent of a game over the network.
    fn act_over_network(intent: Intent, table: &TableView, ui: &UiContext) -> Option<Command> {
        Some(match intent {
            Intent::Rematch => Command::Offer(Offer::Rematch),
            Intent::Offer(what) => Command::Offer(what),
            Intent::Say => Command::open(chat::window(table.connection_status().is_muted)),
            Intent::Mute(muted) => Command::Mute(muted),
            Intent::Claim => Self::ask_claim(table, ui),
            Intent::PutAside => Command::PutAside,
            Intent::Invitation => Command::open(dialog::invitation(&table.invitation)),
            _ => return None,
        })
    }

    /// Returns the command that asks whether to claim the win, or has it refused because it is too early.
    fn ask_claim(table: &TableView, ui: &UiContext) -> Command {
        if away::claim_after(table, ui.now).is_some_and(|after| after.is_zero()) {
            Command::open(dialog::ask_claim(&away::name(table.session())))
        } else {
            Command::Claim
        }
    }

    /// Returns whether moves were played, or shows that there are none.
    fn has_moves(table: &mut TableView) -> bool {
        let none = table.game().entries().is_empty();
        if none {
            table.log.refuse(&NO_MOVES);
        }
        !none
    }

    /// Returns the command that opens the review at an entry. At the end of a game it has begun already.
    fn review(&mut self, at: usize, context: &mut Context) -> Option<Command> {
        let begun = self.end.as_mut().and_then(EndCard::hand_over);
        Some(Command::open(ReviewScreen::of_table(context, at, begun)?))
    }

    /// Returns the command that opens another screen over the game.
    fn open(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        let table = context.table.as_mut()?;
        let writes = matches!(intent, Intent::Copy | Intent::Save | Intent::Share);
        if (writes || intent == Intent::Review) && !Self::has_moves(table) {
            return None;
        }
        if !writes {
            table.table().stop_analysis();
        }
        let game = table.session().game();
        Some(match intent {
            Intent::Copy => Command::Copy(dialog::TRANSCRIPT, transcript::print(game)),
            Intent::Save => Command::open(FileWindow::save(&context.record()?, &context.ui)),
            Intent::Share => Command::open(FileWindow::share(&context.record()?, &context.ui)),
            Intent::Review => {
                let turning = self.end.as_ref().and_then(EndCard::turning_point);
                let at = turning.unwrap_or(game.entries().len());
                self.review(at, context)?
            }
            Intent::Entry(at) => self.review(at, context)?,
            Intent::FindMistakes => Command::open(self.end.as_mut()?.find_mistakes(&context.ui)?),
            Intent::EditPosition => Command::open(EditorScreen::new(game)),
            Intent::Open => Command::open(FileWindow::games(context)),
            Intent::NextOpponent | Intent::PlayYourself => {
                let end = self.end.as_ref()?;
                let other = if intent == Intent::NextOpponent {
                    end.next.clone()
                } else {
                    end.double()
                };
                let players = table.session().players();
                let mut sides = Color::ALL.into_iter();
                let you = sides.find(|&color| players[color].is_human());
                let mut players = ByColor::new(PlayerKind::Human, PlayerKind::Human);
                players[you.unwrap_or(Color::Black).opposite()] = other?;
                Command::new_game(players, &context.ui)
            }
            Intent::NewGame => Command::open(NewGameScreen::new(table.session().players().clone())),
            _ => {
                let square = self.pane.square();
                let square = square.unwrap_or_else(|| self.scene(table).first());
                let topic = context.ui.overlay.and_then(overlays::lesson);
                let inspector = || InspectorScreen::new(game.position(), square);
                match topic {
                    Some(topic) => Command::open(inspector().about(topic)),
                    None if is_course_done(&context.ui) => Command::open(inspector()),
                    None => Command::open(exercise::course((game.position(), square), &context.ui)),
                }
            }
        })
    }
}

/// Makes the CPUs pause longer or shorter before they move.
fn change_pace(slower: bool, table: &mut TableView, ui: &mut UiContext) {
    let now = ui.settings.pace;
    let pace = if slower {
        (now / PACE_STEP * PACE_STEP + PACE_STEP).min(MAX_PACE_MS)
    } else {
        now.div_ceil(PACE_STEP).saturating_sub(1) * PACE_STEP
    };
    if pace == now {
        return;
    }
    ui.keep(move |settings| settings.pace = pace);
    table.log.answer(&if pace == 0 {
        tr!("The computer plays without a pause.")
    } else {
        let seconds = seconds(pace);
        tr!(
            "The computer pauses {seconds} before a move.",
            seconds = Name(&seconds)
        )
    });
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

    fn tables(&self, context: &Context) -> Vec<Keymap<Intent>> {
        let table = context.table.as_ref();
        let ends = self.end.as_ref().is_some_and(|end| !end.is_closed);
        table.map_or_else(Vec::new, |table| keys::tables(table, ends))
    }

    fn works(&self, intent: Intent, context: &Context) -> bool {
        self.view(context).is_some_and(|view| view.works(intent))
    }

    fn intent(&self, key: KeyEvent, context: &Context) -> Option<Meaning<Intent>> {
        let table = context.table.as_ref()?;
        keys::intent(key, &self.tables(context), table, &context.ui.settings.keys)
    }

    fn legend(&self) -> Vec<(&'static str, &'static str)> {
        keys::legend()
    }

    fn touch(&mut self, context: &mut Context) {
        let Context { ui, table, .. } = context;
        let Some(table) = table else { return };
        table.timeline.end_wave();
        let announced = table.announce_result(ui.now);
        (self.scroll, self.has_asked) = (0, false);
        table.log.forget_refusal();
        table.log.read();
        let looked_back = self.past.take().is_some();
        self.ignored = match self.ignored {
            _ if table.release(ui.now) || announced || looked_back => Ignored::All,
            Ignored::NextEnter => Ignored::Enter,
            _ => Ignored::None,
        };
    }

    fn act_on_board(&mut self, action: BoardAction, context: &mut Context) -> Option<Command> {
        let Context { ui, table, .. } = context;
        let table = table.as_mut().filter(|_| !self.ignores(action))?;
        let passes = matches!(table.session().game().status(), Status::MustPass(_));
        let hint = self.thinking.hint(table.session());
        match (action, table.coach.square()) {
            (BoardAction::Enter, None) if self.pane.is_empty() && hint.is_some() => {
                self.play(hint?, table, ui);
                return None;
            }
            (BoardAction::Enter, Some(stopped)) => {
                self.ask(TableRequest::Play(Some(stopped)), table, ui);
                return None;
            }
            (BoardAction::GiveUp, Some(_)) => {
                table.coach.forget();
                return None;
            }
            (BoardAction::GiveUp, None) if table.premove.is_some() => {
                let square = table.premove.take()?;
                table
                    .log
                    .answer(&tr!("You take back your premove {square}.", square));
                return None;
            }
            (BoardAction::Enter, None) if passes && self.pane.typed().is_none() => {
                self.ask(TableRequest::Redo, table, ui);
                return None;
            }
            (BoardAction::Type(half), _) => {
                if matches!(half, Coordinate::File(_)) {
                    table.coach.forget();
                    // The letter begins another one.
                    table.premove = None;
                }
                if let Some(refusal) = self.typing_refusal(half, table, ui) {
                    table.refuse(&refusal);
                    return None;
                }
            }
            _ => {}
        }
        match self.pane.apply(action, &self.scene(table)) {
            BoardReply::Chosen(square) => {
                if table.takes_premove(ui) {
                    table.set_premove(square);
                } else {
                    self.play(square, table, ui);
                }
                if matches!(action, BoardAction::Type(_)) {
                    self.ignored = Ignored::NextEnter;
                }
            }
            BoardReply::Refused(error) => table.log.refuse(&typing_error(error)),
            BoardReply::Unused if action == BoardAction::GiveUp => {
                if self.thinking.mode(table.session()).is_none() {
                    return Some(Command::Home);
                }
                table.table().stop_analysis();
            }
            BoardReply::Unused | BoardReply::Input => {}
        }
        None
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        let Context { ui, table, .. } = context;
        let table = table.as_mut()?;
        if let Err(refusal) = table.permits(keys::action(intent)) {
            table.refuse(&refusal);
            return None;
        }
        match intent {
            Intent::GoOn => {}
            // Takes back the move that the coach has stopped.
            Intent::Undo if table.coach.forget() => {}
            Intent::Undo => self.ask(TableRequest::Undo, table, ui),
            Intent::Redo => self.ask(TableRequest::Redo, table, ui),
            Intent::TakeOver => self.ask(TableRequest::TakeOver, table, ui),
            Intent::Swap => self.swap(table, ui),
            Intent::Pause => {
                let paused = !table.session().is_paused();
                self.ask(TableRequest::Pause(paused), table, ui);
            }
            Intent::Rematch if table.session().remote().is_none() => self.begin_again(table, ui),
            Intent::Hint => self.toggle(AnalysisMode::Hint, table, ui),
            Intent::Values => self.toggle(AnalysisMode::Values, table, ui),
            Intent::Scroll(down, above) => self.scroll = scrolled(self.scroll, down, above),
            Intent::Step(forward) => self.look_back(forward, table.game()),
            Intent::Turn => table.turned = !table.turned,
            Intent::Coach => Self::switch_coach(table, ui),
            Intent::Evaluation => self.switch_evaluation(table, ui),
            Intent::Openings => {
                ui.shows_openings = !shows(table, Help::Openings, ui);
                table.helped.openings = ui.shows_openings;
            }
            Intent::OpeningsGames => {
                table.helped.openings = true;
                return Some(openings_panel::choose_games(ui));
            }
            Intent::Overlays => return Some(Command::open(overlays::window(ui.overlay))),
            Intent::Slower => change_pace(true, table, ui),
            Intent::Faster => change_pace(false, table, ui),
            Intent::Dots => ui.keep(|settings| settings.legal_dots = !settings.legal_dots),
            Intent::Resign => return self.resign(table, ui),
            Intent::Rematch
            | Intent::Offer(_)
            | Intent::Say
            | Intent::Mute(_)
            | Intent::Claim
            | Intent::PutAside
            | Intent::Invitation => return Self::act_over_network(intent, table, ui),
            Intent::Button(step) => {
                if let Some(end) = &mut self.end {
                    end.step(step);
                }
            }
            Intent::Press => {
                let marked = self
                    .end
                    .as_ref()
                    .filter(|_| self.ignored != Ignored::Enter)?
                    .pressed();
                return self.act(marked, context);
            }
            Intent::CloseEnd => self.end.as_mut()?.is_closed = true,
            Intent::Home => return Some(Command::Home),
            Intent::Copy
            | Intent::Save
            | Intent::Share
            | Intent::Review
            | Intent::FindMistakes
            | Intent::Entry(_)
            | Intent::Open
            | Intent::NewGame
            | Intent::NextOpponent
            | Intent::PlayYourself
            | Intent::EditPosition
            | Intent::Inspect => return self.open(intent, context),
        }
        None
    }

    fn scroll(down: bool, on_board: bool) -> Option<Intent> {
        on_board.then_some(Intent::Step(down))
    }

    fn hints(&self, context: &Context) -> Vec<Hint<Intent>> {
        self.view(context)
            .map_or_else(Vec::new, |view| view.hints())
    }

    fn answer(&self, context: &Context) -> Vec<String> {
        let answer = self.view(context).and_then(|view| view.answer());
        answer.map_or_else(Vec::new, |(_, forms, _)| forms)
    }

    fn question(&self, context: &Context) -> Option<String> {
        self.view(context)?.question()
    }

    fn hovered_board(&mut self) -> Option<&mut BoardPane> {
        Some(&mut self.pane)
    }

    fn paste(&mut self, text: &str, context: &mut Context) -> Pasted {
        let Context { ui, table, .. } = context;
        let Some(table) = table else {
            return Pasted::Passed;
        };
        self.take_paste(text, table, ui)
    }

    fn tick(&mut self, context: &mut Context) -> Option<Command> {
        let Context {
            ui, table, saver, ..
        } = context;
        let table = table.as_mut()?;
        table.timeline.pass_to(ui.now);
        table.announce_result(ui.now);
        self.end = EndCard::follow(self.end.take(), table, ui);
        if let Some(end) = &mut self.end {
            end.tick(ui, saver);
        }
        let advanced = table.advance(ui);
        if advanced {
            self.scroll = 0;
            self.past = None;
        }
        if let Some(square) = table.take_premove(ui) {
            (self.scroll, self.past) = (0, None);
            self.play(square, table, ui);
        }
        if !table.held && self.thinking.take_wish(table.session()) {
            self.toggle(AnalysisMode::Hint, table, ui);
        }
        if table.permits(TableAction::Help).is_ok() {
            let position = table.session().game().position();
            let evaluates = table.session().thinking().is_none();
            if shows(table, Help::Openings, ui) {
                if evaluates && table.session().awaits_human() {
                    // It was permitted above.
                    let _ = table.help(Help::Openings);
                }
                openings_panel::ask(ui, position, evaluates.then_some(ui.opening_depth));
            }
        }
        let judged = self.take_judgement(table, ui);
        if (advanced || judged) && self.ignored == Ignored::NextEnter {
            // From now on, Enter answers what has appeared.
            self.ignored = Ignored::None;
        }
        if evaluates(table, ui) {
            self.thinking.keep_evaluating(table, ui.analysis);
        }
        let position = table.session().game().position();
        let elsewhere = [openings_panel::scores(ui, position)];
        self.thinking.update(table, &elsewhere, ui.now);
        None
    }

    fn deadline(&mut self, context: &mut Context) -> Option<Instant> {
        let Context { ui, table, .. } = context;
        let table = table.as_mut()?;
        let times = [
            table.timeline.next_frame(ui.now),
            table.answer_due(ui),
            table.premove_due(ui),
            self.thinking.due(table.session()),
            table.coach.due(),
            self.end.as_ref().and_then(EndCard::deadline),
            away::next_second(table, ui.now),
            (evaluates(table, ui) && ShownThinking::lacks_evaluation(table.session()))
                .then_some(ui.now),
        ];
        times.into_iter().flatten().min()
    }

    fn poll(&mut self) {
        if let Some(end) = &mut self.end {
            end.poll();
        }
    }

    fn report(&mut self, sentence: String, context: &mut Context) {
        if let Some(table) = &mut context.table {
            table.log.answer(&sentence);
        }
    }

    fn warn(&mut self, sentence: String, context: &mut Context) {
        if let Some(table) = &mut context.table {
            table.log.warn(&sentence);
        }
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let context = canvas.context;
        if let (Some(mut layout), Some(view)) = (BoardLayout::of(area), self.view(context)) {
            layout.board.turned = view.table.turned;
            view.draw(area, &layout, canvas);
        }
    }
}

/// Returns whether help that stays from game to game is on in this one. A rated game begins without it.
fn shows(table: &TableView, help: Help, ui: &UiContext) -> bool {
    match help {
        Help::Bar => ui.settings.evaluation_bar && table.helped.bar,
        Help::Openings => ui.shows_openings && table.helped.openings,
        Help::Hint(_) | Help::Values | Help::Coach | Help::Review | Help::Analysis => false,
    }
}

/// Returns whether the evaluation bar is on in this game.
fn evaluates(table: &TableView, ui: &UiContext) -> bool {
    shows(table, Help::Bar, ui) && table.permits(TableAction::Help).is_ok()
}

/// Shows a move to the coach, if it is on. Returns whether the move waits for its judgement.
fn stopped_by_coach(square: Square, table: &mut TableView, ui: &UiContext) -> bool {
    ui.settings.coaches()
        && table.permits(TableAction::Coach).is_ok()
        && table.session().awaits_human()
        && table.game().legal_moves().contains(square)
        && table.coach.square() != Some(square)
        && table.consider(square, ui.now)
}

impl BoardScreen {
    /// Switches the coach on or off, or refuses it.
    fn switch_coach(table: &mut TableView, ui: &mut UiContext) {
        if let Err(refusal) = table.permits(TableAction::Coach) {
            table.refuse(&refusal);
            return;
        }
        let on = !ui.settings.coaches();
        table.coach.forget();
        ui.keep(move |settings| settings.coach = Some(on));
        table.log.answer(if on {
            label!("The coach is on: it warns before a move that loses much.").text()
        } else {
            label!("The coach is off.").text()
        });
    }

    /// Takes the judgement of the coach. Returns whether the display changed.
    fn take_judgement(&mut self, table: &mut TableView, ui: &UiContext) -> bool {
        let waited = table.coach.due().is_some();
        if let Some(square) = table.coach.poll(ui.now) {
            self.ask(TableRequest::Play(Some(square)), table, ui);
        }
        if table.coach.warns() {
            // It stops a move only where it is permitted.
            let _ = table.help(Help::Coach);
        }
        waited && table.coach.due().is_none()
    }
}

/// The most moves and passes read from a paste: no game has more.
const LONGEST_PASTE: usize = 120;

impl BoardScreen {
    /// Plays pasted moves that continue the game on the board.
    fn take_paste(&mut self, text: &str, table: &mut TableView, ui: &UiContext) -> Pasted {
        // An input method that was left on sends what it has composed as a paste.
        let typed = transcript::typed(text.trim());
        let text = typed.as_deref().unwrap_or(text);
        let is_transcript = detect::detect(text.as_bytes()) == Some(Format::Transcript);
        // Moves between other words are taken only where they can be played.
        let moves = moves_of(text)
            .filter(|moves| transcript::play(&mut table.session().game().clone(), moves).is_ok());
        let text = moves.as_deref().unwrap_or(text);
        if !is_transcript && moves.is_none() || !continues(table.session(), text) {
            return Pasted::Passed;
        }
        let fresh = table.session().game().entries().is_empty();
        self.play_pasted(text, table, ui);
        if fresh && table.session().game().outcome().is_some() {
            Pasted::Game
        } else {
            Pasted::Taken
        }
    }

    /// Plays pasted moves one after another, or none if one of them cannot be played.
    fn play_pasted(&mut self, text: &str, table: &mut TableView, ui: &UiContext) {
        self.pane.forget_typed();
        let tokens = transcript::tokens(text).take(LONGEST_PASTE);
        let moves = tokens.map(|token| {
            token.map(|token| match token {
                Token::Move(square) => Some(square),
                Token::Pass => None,
            })
        });
        let are_many = transcript::tokens(text).nth(1).is_some();
        table.paste(moves.collect::<Result<_, _>>(), are_many, ui);
    }
}

/// Returns whether pasted moves are meant for the game on the board: they are legal there, or they contain
/// no game from the start, so that the board reports the error. Against a CPU, a whole game is one to open.
fn continues(session: &Session, text: &str) -> bool {
    let mut there = session.game().clone();
    let fits = transcript::play(&mut there, text).is_ok();
    let is_whole = session.has_cpu() && there.outcome().is_some();
    fits && !is_whole
        || !detect::read(text.as_bytes(), Some(Format::Transcript)).any(|game| game.is_ok())
}

#[cfg(test)]
mod tests;
