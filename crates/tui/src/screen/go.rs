//! A game of Go: the board and the players.

mod keys;
mod new_game;
mod view;

use std::time::Instant;

use ratatui::layout::Rect;

use super::files::FileWindow;
use super::inspector::{InspectorScreen, LessonTopic, Lessons};
use super::side::scrolled;
use super::unfinished::{self, OffersGames};
use super::{Canvas, Command, Context, Hint, Pasted, Screen, UnsavedWork, dialog, hints};
use crate::context::UiContext;
use crate::keymap::{BoardAction, Keymap, Meaning, Shortcut};
use crate::table::TableView;
use reversi::{ByColor, Color, Square, SquareSet};
use reversi_board::parts::{BoardPane, BoardScene, BoardShape};
use reversi_board::{BoardReply, TypingError};
use reversi_lessons::go::GoTopic;
use reversi_lessons::{LessonOptions, Trace};
use reversi_table::go::player::GoPlayerKind;
use reversi_table::go::{GoGame, GoMove, Stones, sgf};
use reversi_table::session::{NewGame, Refusal, Session, Setup};
use reversi_table::store::autosave::StoredGame as _;
use reversi_table::store::go_file::kinds;
use reversi_table::store::saver::GameSaver;
use reversi_table::table::{SetAside, Table, TableRequest};
use reversi_wording as wording;

use keys::{GAME, Intent, OVER, WATCHING};
use new_game::NewGoGame;
use reversi_text::{Name, label, tr};

/// The screen of a game of Go.
#[derive(Debug)]
pub(crate) struct GoScreen {
    table: TableView<GoGame>,
    saver: GameSaver<GoGame>,
    pane: BoardPane,
    shows_liberties: bool,
    /// How many rows the list of moves is scrolled up.
    scroll: usize,
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
        let session = Session::new(setup.clone(), ui.waker.clone());
        let mut table = TableView::new(Table::new(session), ui);
        for notice in notices {
            table.log.remark(&notice);
        }
        Self {
            table,
            saver,
            pane: BoardPane::default(),
            shows_liberties: false,
            scroll: 0,
        }
    }

    fn game(&self) -> &GoGame {
        self.table.game()
    }

    /// Shows why a request was refused.
    fn refuse(&mut self, why: impl std::fmt::Display) {
        self.table.log.refuse(&why);
    }

    /// Asks the table for something.
    fn ask(&mut self, request: TableRequest, ui: &UiContext) {
        self.change(ui, |table| table.request(request));
    }

    /// Plays a person's move, which resumes a paused CPU.
    fn play(&mut self, played: GoMove, ui: &UiContext) {
        self.change(ui, |table| {
            table.request(TableRequest::Play(played.into()))?;
            table.request(TableRequest::GoOn)
        });
    }

    /// Changes the game, or shows why that is refused.
    fn change(
        &mut self,
        ui: &UiContext,
        step: impl FnOnce(&mut Table<GoGame>) -> Result<(), Refusal<GoGame>>,
    ) {
        self.pane.forget_typed();
        match self.table.change(ui, step) {
            Ok(()) => self.scroll = 0,
            Err(refusal) => self.table.refuse(&refusal),
        }
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
        let preview = self
            .pane
            .square()
            .filter(|_| self.table.session().awaits_human());
        BoardScene {
            discs: ByColor::from_fn(|color| stones(color).collect()),
            side: game.side_to_move(),
            legal: game.grid().points(game.legal_moves()).collect(),
            dots: false,
            last: game.last_move(),
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
        self.table.session().is_paused() && !is_over && !self.table.session().awaits_human()
    }

    /// Returns the stone whose chain is shown: at the cursor, otherwise of the last move.
    fn chain_point(&self) -> Option<Square> {
        let game = self.game();
        let has_stone = |point: &Square| game.stone(*point).is_some();
        let cursor = self.pane.square().filter(has_stone);
        let last = game.last_move().map(|(point, _)| point);
        cursor.or(last.filter(has_stone))
    }

    /// Hides the liberties; otherwise returns to the screen below.
    fn go_back(&mut self) -> Option<Command> {
        let hid = std::mem::take(&mut self.shows_liberties);
        (!hid).then(|| self.leave())
    }

    /// Returns whether the game is lost when it is left: there is no folder to save it in, or that failed.
    fn loses_game(&self) -> bool {
        self.table.is_under_way() && self.saver.state().is_none() || self.saver.loses().is_some()
    }

    /// Leaves the screen, after a question if a game in progress would be lost.
    fn leave(&self) -> Command {
        if self.loses_game() {
            let question = label!("Leave the game? It is not saved.").text();
            Command::open(dialog::ask_quit(question, Command::Close))
        } else {
            Command::Close
        }
    }

    /// Asks whether to resign, or refuses it.
    fn resign(&mut self, ui: &UiContext) -> Option<Command> {
        if self.table.is_under_way() && self.table.session().has_human() {
            let resign = Command::act_on(|screen: &mut Self, context| {
                screen.ask(TableRequest::Resign, &context.ui);
                None
            });
            return Some(Command::open(dialog::ask_resign(resign)));
        }
        // The session says why.
        self.ask(TableRequest::Resign, ui);
        None
    }

    /// Continues a game that was opened.
    pub(super) fn opened(game: GoGame, players: ByColor<GoPlayerKind>) -> Command {
        Command::act_on(move |screen: &mut Self, context| {
            screen.replace(game, players, &context.ui)
        })
    }

    /// Starts another game, or continues one that was opened; after a question if the one on the board could not be
    /// saved.
    fn replace(
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
                label!("Leave the game"),
                wording::ASK_LEAVE_UNSAVED.text(),
                |_| restart,
            )));
        }
        self.restart(game, players, ui);
        None
    }

    fn restart(&mut self, game: GoGame, players: ByColor<GoPlayerKind>, ui: &UiContext) {
        self.pane.clear();
        if self.table.table().set_aside(&mut self.saver) == SetAside::Kept {
            self.table.log.remark(wording::KEPT.text());
        }
        self.change(ui, |table| {
            let new = NewGame::in_place_of(table.session(), game);
            table.start(NewGame { players, ..new })
        });
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
            let Self { table, saver, .. } = screen;
            match table.change(&context.ui, |table| table.resume(saver, index)) {
                Ok(()) => screen.scroll = 0,
                Err(why) => screen.refuse(why),
            }
            None
        }))
    }
}

impl Screen for GoScreen {
    type Intent = Intent;

    fn tables(&self, _context: &Context) -> Vec<Keymap<Intent>> {
        if self.game().outcome().is_some() {
            vec![OVER, GAME]
        } else if self.table.session().has_human() {
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
            Intent::Pass => self.table.session().awaits_human(),
            Intent::Liberties => self.chain_point().is_some(),
            Intent::Resign => self.table.is_under_way() && self.table.session().has_human(),
            Intent::Pause => game.outcome().is_none() && self.table.session().has_cpu(),
            Intent::Chains
            | Intent::Lessons
            | Intent::NewGame
            | Intent::Rematch
            | Intent::Open
            | Intent::Scroll(..) => true,
        }
    }

    fn legend(&self) -> Vec<(&'static str, &'static str)> {
        keys::legend()
    }

    fn hints(&self, context: &Context) -> Vec<Hint<Intent>> {
        let mut items = hints(&self.tables(context), &context.ui, |intent| {
            self.works(intent, context)
        });
        // Who only watches will never undo, and nobody passes after the end.
        let plays = self.table.session().has_human() && self.game().outcome().is_none();
        items.retain(|item| !item.is_off || plays);
        for item in &mut items {
            match item.target {
                Meaning::Own(Intent::Pause) if self.table.session().is_paused() => {
                    item.label = label!("go on");
                }
                Meaning::Own(Intent::Liberties) if self.shows_liberties => {
                    item.label = label!("no liberties");
                }
                _ => {}
            }
        }
        items
    }

    fn answer(&self, _context: &Context) -> Vec<String> {
        let log = &self.table.log;
        let answer = log.refusal().or(log.reply());
        answer.into_iter().map(str::to_owned).collect()
    }

    fn question(&self, context: &Context) -> Option<String> {
        let ui = &context.ui;
        let prompt = || self.prompt(u16::MAX, ui, &ui.look()).to_string();
        self.waits_to_go_on().then(prompt)
    }

    fn touch(&mut self, _context: &mut Context) {
        self.table.log.forget_refusal();
        self.table.log.read();
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        let ui = &mut context.ui;
        match intent {
            Intent::Pass if self.waits_to_go_on() => {
                self.ask(TableRequest::Pause(false), ui);
            }
            Intent::Pass => self.play(GoMove::Pass, ui),
            Intent::Undo => self.ask(TableRequest::Undo, ui),
            Intent::Redo => self.ask(TableRequest::Redo, ui),
            Intent::Pause if !self.table.session().has_cpu() => {}
            Intent::Pause => {
                let paused = !self.table.session().is_paused();
                self.ask(TableRequest::Pause(paused), ui);
            }
            Intent::Liberties => {
                self.shows_liberties = !self.shows_liberties;
                if self.shows_liberties && self.chain_point().is_none() {
                    self.shows_liberties = false;
                    self.refuse(label!("there is no stone on the board").text());
                }
            }
            Intent::Chains => ui.keep(|settings| settings.chains ^= true),
            Intent::Lessons => {
                let lessons = Box::new(GoLessons(self.game().clone()));
                return Some(Command::open(InspectorScreen::of(lessons)));
            }
            Intent::NewGame => {
                let form = NewGoGame::new(self.game(), *self.table.session().players());
                return Some(Command::open(form));
            }
            Intent::Rematch => {
                let game = GoGame::new(self.game().grid(), self.game().komi());
                return self.replace(game, *self.table.session().players(), ui);
            }
            Intent::Resign => return self.resign(ui),
            Intent::Open => {
                return Some(Command::open(FileWindow::open_go(
                    Self::opened,
                    &context.ui,
                )));
            }
            Intent::Scroll(down, above) => self.scroll = scrolled(self.scroll, down, above),
            Intent::Save if self.game().entries().is_empty() => {
                self.refuse(wording::NO_MOVES);
            }
            Intent::Save => {
                let text = self.game().write(&self.saver.meta(self.table.session()));
                return Some(Command::open(FileWindow::export(
                    text.into(),
                    "game.sgf",
                    &context.ui,
                )));
            }
        }
        None
    }

    fn act_on_board(&mut self, action: BoardAction, context: &mut Context) -> Option<Command> {
        let ui = &context.ui;
        if action == BoardAction::Enter && self.waits_to_go_on() {
            self.ask(TableRequest::Pause(false), ui);
            return None;
        }
        if matches!(action, BoardAction::Type(_)) && !self.table.session().awaits_human() {
            let refusal = self.table.session().turn_refusal();
            self.table.refuse(&refusal);
            return None;
        }
        match self.pane.apply(action, &self.scene()) {
            BoardReply::Chosen(point) => {
                self.play(GoMove::Stone(point), ui);
            }
            BoardReply::Refused(TypingError::RankFirst(rank)) => {
                let rank = rank.to_string();
                self.refuse(tr!(
                    "{rank}: type a letter first, as in c{rank}",
                    rank = Name(&rank)
                ));
            }
            BoardReply::Refused(TypingError::OffBoard(file, digit)) => {
                let size = self.game().grid().size();
                let point = format!("{file}{digit}");
                self.refuse(tr!(
                    "{point} is off the board of {size}x{size}",
                    point = Name(&point),
                    size,
                ));
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
                    let save = ui.settings.keys.shown(Shortcut::Save);
                    self.table.log.warn(&wording::not_saved_yet(save));
                }
                Ok(found) => self.restart(found.game, kinds(&found.players), ui),
                Err(why) => self.refuse(why),
            }
            return Pasted::Taken;
        }
        let words = pasted.split_whitespace();
        let moves = words
            .clone()
            .map(|word| word.parse().map(|played: GoMove| played.into()));
        self.pane.forget_typed();
        let moves = moves.collect::<Result<_, _>>();
        if self.table.paste(moves, words.count() > 1, ui) {
            self.ask(TableRequest::GoOn, ui);
            self.scroll = 0;
        }
        Pasted::Taken
    }

    fn poll(&mut self) {
        if let Some(notice) = self.saver.take_notice() {
            self.table.log.remark(&notice);
        }
        self.table.table().poll();
    }

    fn tick(&mut self, context: &mut Context) -> Option<Command> {
        let ui = &context.ui;
        self.table.timeline.pass_to(ui.now);
        if self.table.advance(ui) {
            self.table.log.forget_refusal();
            self.scroll = 0;
        }
        self.table.table().save(&mut self.saver);
        None
    }

    fn unsaved(&self) -> Option<UnsavedWork> {
        self.loses_game().then(|| UnsavedWork {
            question: wording::ask_quit(false).text(),
            clause: (self.saver.lost_game(self.table.session())).map(String::from),
        })
    }

    fn deadline(&mut self, context: &mut Context) -> Option<Instant> {
        let answer = self.table.answer_due(&context.ui);
        let frame = self.table.timeline.next_frame(context.ui.now);
        answer.into_iter().chain(frame).min()
    }

    fn report(&mut self, sentence: String, _context: &mut Context) {
        self.table.log.answer(&sentence);
    }

    fn warn(&mut self, sentence: String, _context: &mut Context) {
        self.table.log.warn(&sentence);
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
            label: topic.name().into(),
            in_file_names: topic.in_file_names().to_owned(),
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
