//! A game of Go: the board and the players.

mod keys;
mod new_game;
mod view;

use std::time::Instant;

use ratatui::layout::Rect;

use super::board_pane::{BoardPane, BoardReply, BoardScene, TypingError};
use super::files::FileWindow;
use super::inspector::{InspectorScreen, LessonTopic, Lessons};
use super::unfinished::{self, OffersGames};
use super::{Canvas, Command, Context, Hint, Pasted, Screen, dialog, hints};
use crate::app::go::lesson::GoTopic;
use crate::app::go::player::GoPlayerKind;
use crate::app::go::{GoGame, GoMove, Stones, sgf};
use crate::app::lesson::{LessonOptions, Trace};
use crate::app::session::{Event, Refusal, Session, Setup};
use crate::app::store::autosave::StoredGame as _;
use crate::app::store::go_file::kinds;
use crate::app::store::saver::GameSaver;
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::{BoardAction, Keymap, Meaning};
use crate::app::tui::table::add_message;
use crate::app::tui::table::timeline::Timeline;
use crate::app::tui::widget::board::BoardShape;
use crate::app::tui::widget::moves::Scroll;
use crate::app::wording::{self, sentence};
use crate::color::{ByColor, Color};
use crate::square::Square;
use crate::squares::SquareSet;

use keys::{GAME, Intent, OVER, WATCHING};
use new_game::NewGoGame;

/// The screen of a game of Go.
#[derive(Debug)]
pub(crate) struct GoScreen {
    session: Session<GoGame>,
    saver: GameSaver<GoGame>,
    pane: BoardPane,
    /// Why the last request was refused.
    complaint: Option<String>,
    /// What happened, the newest last.
    messages: Vec<String>,
    /// A pass or the result, shown until something else happens.
    banner: Option<String>,
    /// Marks the points of stones that were just captured.
    timeline: Timeline,
    shows_liberties: bool,
    scroll: Scroll,
}

impl GoScreen {
    /// Opens the screen and starts the game; before a new one, offers to resume an unfinished one. With `is_first`,
    /// the program ends when the screen is left.
    pub(crate) fn open(setup: &Setup<GoGame>, ui: &UiContext) -> Command {
        let screen = Self::new(setup, ui);
        let is_new = setup.game.entries().is_empty() && setup.game.start().0 == Stones::default();
        let offer = unfinished::window::<Self>(screen.saver.unfinished(), 0).filter(|_| is_new);
        let open = Command::open(screen);
        match offer {
            Some(window) => open.then(Command::open(window)),
            None => open,
        }
    }

    fn new(setup: &Setup<GoGame>, ui: &UiContext) -> Self {
        let (saver, notices) = GameSaver::start(ui.state.clone(), ui.waker.clone());
        let mut screen = Self {
            session: Session::new(setup.clone(), ui.waker.clone()),
            saver,
            pane: BoardPane::default(),
            complaint: None,
            messages: vec![wording::go::ROWS.to_owned()],
            banner: None,
            timeline: Timeline::new(ui.now),
            shows_liberties: false,
            scroll: Scroll::default(),
        };
        screen.take_events(ui);
        screen.messages.extend(notices);
        screen
    }

    fn game(&self) -> &GoGame {
        self.session.game()
    }

    /// Returns whether a game is in progress.
    fn is_under_way(&self) -> bool {
        !self.game().entries().is_empty() && self.game().outcome().is_none()
    }

    /// Runs an action on the session and tells what happened.
    fn change<E: std::fmt::Display>(
        &mut self,
        ui: &UiContext,
        step: impl FnOnce(&mut Session<GoGame>) -> Result<(), E>,
    ) {
        self.pane.forget_typed();
        if let Err(refusal) = step(&mut self.session) {
            self.complaint = Some(sentence(refusal));
        }
        self.take_events(ui);
    }

    /// Plays a person's move, which resumes a paused CPU.
    fn play(&mut self, played: GoMove, ui: &UiContext) {
        self.change(ui, |session| {
            session.play_or_pass(played.into())?;
            session.resume_quietly();
            Ok::<_, Refusal<GoGame>>(())
        });
    }

    fn take_events(&mut self, ui: &UiContext) {
        let mut changed = false;
        while let Some(event) = self.session.next_event() {
            if matches!(event, Event::PlayersChanged(_)) {
                continue;
            }
            self.timeline.changed(ui.now);
            self.banner = None;
            self.scroll.reset();
            let said = event.to_string();
            changed |= event.changes_game();
            match event {
                Event::Started => self.saver.game_started(),
                Event::Played { color, flips, .. } if !flips.is_empty() => {
                    let animated = ui.animation && ui.settings.chains;
                    (self.timeline).captured(flips, color.opposite(), animated, ui.now);
                }
                Event::Passed { .. } | Event::Over(_) | Event::PlayerFailed { .. } => {
                    self.banner = Some(said.clone());
                }
                _ => {}
            }
            add_message(&mut self.messages, &said);
        }
        if changed {
            self.saver.save(&self.session);
        }
    }

    /// Returns why no point can be typed now.
    fn turn_refusal(&self) -> Option<String> {
        let game = self.game();
        if game.outcome().is_some() {
            return Some(wording::GAME_OVER.to_owned());
        }
        let (color, players) = (game.side_to_move(), self.session.players());
        let refusal = || sentence(wording::not_your_turn(color, players[color].name()));
        (!self.session.awaits_human()).then(refusal)
    }

    fn shape(&self) -> BoardShape {
        BoardShape {
            side: self.game().grid().size(),
            upward: true,
        }
    }

    /// Returns what the board shows, without the marks that only Go has.
    fn scene(&self) -> BoardScene {
        let game = self.game();
        let stones = |color| {
            let points = Square::all();
            points.filter(move |&at| game.stone(at) == Some(color))
        };
        let preview = self.pane.square().filter(|_| self.session.awaits_human());
        BoardScene {
            discs: ByColor::from_fn(|color| stones(color).collect()),
            side: game.side_to_move(),
            legal: game.grid().points(game.legal_moves()).collect(),
            dots: false,
            last: game.last_stone(),
            preview: preview.and_then(|point| {
                let captured = game.check(GoMove::Stone(point)).ok()?;
                Some((point, game.grid().points(captured).collect()))
            }),
            pointed: SquareSet::EMPTY,
            signs: [None; 64],
            shape: self.shape(),
            turned: false,
        }
    }

    /// Returns whether a CPU to move was stopped.
    fn waits_to_go_on(&self) -> bool {
        let is_over = self.game().outcome().is_some();
        self.session.is_paused() && !is_over && !self.session.awaits_human()
    }

    /// Returns the stone whose chain is shown: at the cursor, otherwise of the last move.
    fn chain_point(&self) -> Option<Square> {
        let game = self.game();
        let has_stone = |point: &Square| game.stone(*point).is_some();
        let cursor = self.pane.square().filter(has_stone);
        cursor.or(game.last_stone().filter(has_stone))
    }

    /// Hides the liberties; otherwise returns to the screen below.
    fn go_back(&mut self) -> Option<Command> {
        let hid = std::mem::take(&mut self.shows_liberties);
        (!hid).then(|| self.leave())
    }

    /// Returns whether the game is lost when it is left: there is no folder to save it in, or that failed.
    pub(crate) fn loses_game(&self) -> bool {
        self.is_under_way() && self.saver.state().is_none() || self.saver.loses().is_some()
    }

    /// Returns why the game is lost if the program ends now, and its text, as a clause.
    pub(crate) fn lost_game(&self) -> Option<String> {
        self.saver.lost_game(&self.session)
    }

    /// Leaves the screen, after a question if a game in progress would be lost.
    fn leave(&self) -> Command {
        if self.loses_game() {
            let question = "Leave the game? It is not saved.";
            Command::open(dialog::ask_quit(question, Command::Close))
        } else {
            Command::Close
        }
    }

    /// Asks whether to resign, or refuses it.
    fn resign(&mut self, ui: &UiContext) -> Option<Command> {
        if self.is_under_way() && self.session.has_human() {
            let resign = Command::act_on(|screen: &mut Self, context| {
                screen.change(&context.ui, Session::resign);
                None
            });
            return Some(Command::open(dialog::ask_resign(resign)));
        }
        // The session says why.
        self.change(ui, Session::resign);
        None
    }

    /// Starts another game, or continues one that was opened; after a question if the one on the board could not be
    /// saved.
    pub(crate) fn replace(
        &mut self,
        game: GoGame,
        players: ByColor<GoPlayerKind>,
        ui: &UiContext,
    ) -> Option<Command> {
        if self.saver.loses().is_some() {
            let restart = Command::act_on(move |screen: &mut Self, context| {
                screen.restart(game, players, &context.ui);
                None
            });
            return Some(Command::open(dialog::ask_leave(
                " Leave the game ",
                wording::ASK_LEAVE_UNSAVED,
                |_| restart,
            )));
        }
        self.restart(game, players, ui);
        None
    }

    fn restart(&mut self, game: GoGame, players: ByColor<GoPlayerKind>, ui: &UiContext) {
        self.pane.clear();
        let is_kept = self.saver.state().is_some() && self.saver.loses().is_none();
        self.saver.set_aside(&self.session);
        if is_kept && self.is_under_way() {
            add_message(&mut self.messages, wording::KEPT);
        }
        self.session.restart_with(game, players);
        self.take_events(ui);
    }
}

impl OffersGames for GoScreen {
    type Game = GoGame;

    fn saver<'a>(&'a mut self, _context: &'a mut Context) -> &'a mut GameSaver<GoGame> {
        &mut self.saver
    }

    fn resume(index: usize) -> Command {
        Command::Close.then(Command::act_on(move |screen: &mut Self, context| {
            screen.pane.clear();
            let resumed = screen.saver.resume(index, &mut screen.session);
            screen.complaint = resumed.err().map(sentence);
            screen.take_events(&context.ui);
            None
        }))
    }
}

impl Screen for GoScreen {
    type Intent = Intent;

    fn tables(&self, _context: &Context) -> Vec<Keymap<Intent>> {
        if self.game().outcome().is_some() {
            vec![OVER, GAME]
        } else if self.session.has_human() {
            vec![GAME]
        } else {
            vec![WATCHING, GAME]
        }
    }

    fn works(&self, intent: Intent, _context: &Context) -> bool {
        let game = self.game();
        match intent {
            Intent::Undo | Intent::Save => !game.entries().is_empty(),
            Intent::Redo => !game.undone().is_empty(),
            Intent::Pass => self.session.awaits_human(),
            Intent::Liberties => self.chain_point().is_some(),
            Intent::Resign => self.is_under_way() && self.session.has_human(),
            Intent::Pause => game.outcome().is_none() && self.session.has_cpu(),
            _ => true,
        }
    }

    fn legend(&self) -> &'static [(&'static str, &'static str)] {
        &keys::LEGEND
    }

    fn hints(&self, context: &Context) -> Vec<Hint<Intent>> {
        let mut items = hints(&self.tables(context), &context.ui, |intent| {
            self.works(intent, context)
        });
        for item in &mut items {
            match item.target {
                Meaning::Own(Intent::Pause) if self.session.is_paused() => item.label = "go on",
                Meaning::Own(Intent::Liberties) if self.shows_liberties => {
                    item.label = "no liberties";
                }
                _ => {}
            }
        }
        items
    }

    fn touch(&mut self, _context: &mut Context) {
        self.complaint = None;
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        let ui = &mut context.ui;
        match intent {
            Intent::Pass if self.waits_to_go_on() => {
                self.session.set_paused(false);
                self.take_events(ui);
            }
            Intent::Pass => self.play(GoMove::Pass, ui),
            Intent::Undo => self.change(ui, Session::undo),
            Intent::Redo => self.change(ui, Session::redo),
            Intent::Pause if !self.session.has_cpu() => {}
            Intent::Pause => {
                self.session.set_paused(!self.session.is_paused());
                self.take_events(ui);
            }
            Intent::Liberties => {
                self.shows_liberties = !self.shows_liberties;
                if self.shows_liberties && self.chain_point().is_none() {
                    self.shows_liberties = false;
                    self.complaint = Some(sentence("there is no stone on the board"));
                }
            }
            Intent::Chains => ui.keep(|settings| settings.chains ^= true),
            Intent::Lessons => {
                let lessons = Box::new(GoLessons(self.game().clone()));
                return Some(Command::open(InspectorScreen::of(lessons)));
            }
            Intent::NewGame => {
                let form = NewGoGame::new(self.game(), *self.session.players());
                return Some(Command::open(form));
            }
            Intent::Rematch => {
                let game = GoGame::new(self.game().grid(), self.game().komi());
                return self.replace(game, *self.session.players(), ui);
            }
            Intent::Resign => return self.resign(ui),
            Intent::Open => return Some(Command::open(FileWindow::open_go(context))),
            Intent::Scroll(down) => self.scroll.turn(down),
            Intent::Save if self.game().entries().is_empty() => {
                self.complaint = Some(sentence(wording::NO_MOVES));
            }
            Intent::Save => {
                let text = self.game().write(&self.saver.meta(&self.session));
                return Some(Command::open(FileWindow::export(text.into(), "game.sgf")));
            }
        }
        None
    }

    fn scroll(down: bool) -> Option<Intent> {
        Some(Intent::Scroll(down))
    }

    fn act_on_board(&mut self, action: BoardAction, context: &mut Context) -> Option<Command> {
        let ui = &context.ui;
        if action == BoardAction::Enter && self.waits_to_go_on() {
            self.session.set_paused(false);
            self.take_events(ui);
            return None;
        }
        if matches!(action, BoardAction::Type(_))
            && let Some(why) = self.turn_refusal()
        {
            self.complaint = Some(why);
            return None;
        }
        match self.pane.apply(action, &self.scene()) {
            BoardReply::Chosen(point) => {
                self.play(GoMove::Stone(point), ui);
            }
            BoardReply::Refused(TypingError::RankFirst(rank)) => {
                self.complaint = Some(format!("{rank}: type a letter first, as in c{rank}."));
            }
            BoardReply::Refused(TypingError::OffBoard(file, digit)) => {
                let size = self.game().grid().size();
                self.complaint = Some(format!("{file}{digit} is off the board of {size}x{size}."));
            }
            BoardReply::Unused if action == BoardAction::GiveUp => return self.go_back(),
            BoardReply::Unused | BoardReply::Input => {}
        }
        None
    }

    fn hovered_board(&mut self) -> Option<&mut BoardPane> {
        Some(&mut self.pane)
    }

    /// Opens a pasted game, or plays pasted moves, or none if one of them cannot be played.
    fn paste(&mut self, pasted: &str, context: &mut Context) -> Pasted {
        let ui = &context.ui;
        if pasted.trim_start().starts_with('(') {
            match sgf::parse(pasted) {
                Ok(_) if self.saver.loses().is_some() => {
                    self.complaint = Some(wording::NOT_SAVED_YET.to_owned());
                }
                Ok(found) => self.restart(found.game, kinds(&found.players), ui),
                Err(why) => self.complaint = Some(sentence(why)),
            }
            return Pasted::Taken;
        }
        let words = pasted.split_whitespace();
        let moves: Result<Vec<GoMove>, _> = words.clone().map(str::parse).collect();
        let checked = moves.map_err(|error| error.to_string()).and_then(|moves| {
            let squares = moves.iter().map(|&played| played.into());
            let checked = self.session.check_moves(squares);
            checked.map(|()| moves).map_err(|bad| bad.to_string())
        });
        match checked {
            Ok(moves) => moves.into_iter().for_each(|played| self.play(played, ui)),
            Err(why) if words.count() > 1 => {
                self.complaint = Some(sentence(why + "; nothing was played"));
            }
            Err(why) => self.complaint = Some(sentence(why)),
        }
        Pasted::Taken
    }

    fn poll(&mut self) -> bool {
        let trouble = self.saver.trouble();
        let is_new = trouble.is_some();
        if let Some(trouble) = trouble {
            add_message(&mut self.messages, &trouble);
        }
        self.session.poll();
        self.session.thinking().is_some() || is_new
    }

    fn tick(&mut self, context: &mut Context) -> bool {
        let UiContext { now, .. } = context.ui;
        let moving = self.timeline.tick(now);
        let due = self.session.has_answer() && self.timeline.due(context.ui.pace()) <= now;
        if due {
            self.session.advance();
            self.complaint = None;
            self.take_events(&context.ui);
        }
        moving || due
    }

    fn deadline(&mut self, context: &mut Context) -> Option<Instant> {
        let answer = self.session.has_answer();
        let answer = answer.then(|| self.timeline.due(context.ui.pace()));
        let frame = self.timeline.next_frame(context.ui.now);
        answer.into_iter().chain(frame).min()
    }

    fn say(&mut self, sentence: String, _context: &mut Context) {
        add_message(&mut self.messages, &sentence);
    }

    fn complain(&mut self, sentence: String, _context: &mut Context) {
        self.complaint = Some(sentence);
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        self.draw_all(area, canvas);
    }
}

/// The lessons about the position of a game.
#[derive(Debug)]
struct GoLessons(GoGame);

impl Lessons for GoLessons {
    fn topics(&self, _square: Square) -> Vec<LessonTopic> {
        let topic = |topic: GoTopic| LessonTopic {
            label: topic.to_string(),
            switch: None,
            has_directions: false,
            square: None,
        };
        GoTopic::ALL.map(topic).into()
    }

    fn trace(&self, topic: usize, _square: Square, _options: LessonOptions) -> Trace<usize> {
        let subject = GoTopic::ALL[topic];
        subject.trace(subject.position(&self.0)).with_topic(topic)
    }

    fn side_to_move(&self) -> Color {
        self.0.side_to_move()
    }
}
