//! Putting games on the table: new, resumed, opened, reviewed or continued ones.

use super::{App, Command, Context};
use crate::options::AnalysisSubject;
use crate::screen::board::BoardScreen;
use crate::screen::files::FileWindow;
use crate::screen::friend::FriendScreen;
use crate::screen::review::ReviewScreen;
use crate::screen::{Screen, dialog};
use crate::table::TableView;
use reversi::{ByColor, Game, Position};
use reversi_notation::{Problem, Record};
use reversi_table::game_opening::GameOpening;
use reversi_table::phrase::sentence;
use reversi_table::player::PlayerKind;
use reversi_table::player::name::name_players;
use reversi_table::session::{NewGame, Refusal, Session, Setup};
use reversi_table::store::autosave::UnfinishedGame;
use reversi_table::store::settings::keys::Shortcut;
use reversi_table::table::{ConnectionEvent, SetAside, Table, TableAction, TableRequest};
use reversi_text::{Name, label, tr};
use reversi_wording::{self as wording, ASK_LEAVE_UNSAVED, KEPT};

impl App {
    /// Puts a new session at the table.
    pub(super) fn start_session(&mut self, setup: Setup) {
        self.put_on_table(Table::new(Session::new(setup, self.waker.clone())));
        if let Some(table) = &mut self.context.table {
            table.name_opening();
        }
    }

    pub(super) fn put_on_table(&mut self, table: Table) {
        self.context.table = Some(TableView::new(table, &self.context.ui));
        self.stack.restart(BoardScreen::default());
    }

    /// Starts a game, perhaps after an opening.
    pub(super) fn start(&mut self, players: ByColor<PlayerKind>, opening: &GameOpening) {
        let kept = self.set_aside();
        let ui = &self.context.ui;
        let (names, time) = (name_players(&players, ui.settings.people()), ui.time);
        if let Some(table) = &mut self.context.table {
            let started = table.start(
                NewGame {
                    players,
                    names,
                    game: Game::from_position(self.setup.game.start()),
                    starts: opening.starts(ui.seed),
                    time,
                    rated: ui.settings.rated,
                },
                ui,
            );
            if let Err(why) = started {
                self.refuse(&why);
                return;
            }
            self.stack.restart(BoardScreen::default());
        } else {
            let setup = self.setup.clone();
            let setup = Setup {
                players,
                names,
                time,
                ..setup
            };
            self.start_session(setup.with_opening(opening));
        }
        self.context.saver.leave();
        if kept {
            self.report(KEPT);
        }
    }

    /// Counts a game against the computer, which the coach helps with at first, and says when it no longer does.
    pub(super) fn count_game(&mut self) {
        let Some(table) = &mut self.context.table else {
            return;
        };
        if table.table().take_start() && table.permits(TableAction::Coach).is_ok() {
            let ends = self.context.ui.settings.clone().count_game();
            self.context.ui.keep(|settings| {
                settings.count_game();
            });
            if ends {
                let key = self.context.ui.settings.keys.shown(Shortcut::Coach);
                let key = Name(&key.to_string());
                self.report(tr!(
                    "You play without the coach now. {key} turns it on again.",
                    key
                ));
            }
        }
    }

    /// Returns to the first screen. A game in progress waits there: its clocks stand still, unless it is
    /// played over the network.
    pub(super) fn go_home(&mut self) {
        self.stack.go_home();
        self.dirty = true;
        self.context.saver.look_again();
        let table = self.context.table.as_ref();
        if table.is_none_or(|table| table.is_spectator()) {
            self.leave_online();
        }
        let Some(table) = &mut self.context.table else {
            return;
        };
        table.table().stop_analysis();
        let pause = TableRequest::Pause(true);
        if table.is_under_way() && !table.session().is_paused() {
            table.left = table.ask(&self.context.ui, pause).is_ok();
        }
    }

    /// Returns to the game at the table.
    pub(super) fn back_to_game(&mut self) {
        self.stack.restart(BoardScreen::default());
        if let Some(table) = &mut self.context.table
            && std::mem::take(&mut table.left)
        {
            // It was paused by leaving it.
            let _ = table.ask(&self.context.ui, TableRequest::Pause(false));
        }
    }

    /// Opens the analysis of a game; `None` is the last analysis.
    pub(super) fn analyse(&mut self, subject: Option<&AnalysisSubject>) {
        let ui = &self.context.ui;
        let of = |game: &Game| ReviewScreen::analysis(game, Record::from_game(game), ui);
        let screen = match subject {
            None => ReviewScreen::last_analysis(ui),
            Some(AnalysisSubject::Game(game)) => of(game),
            Some(AnalysisSubject::File(_)) => of(&Game::new()),
        };
        self.stack.push(screen);
        match subject {
            Some(AnalysisSubject::File(name)) => self.open_file(name),
            Some(AnalysisSubject::Game(game)) => self.report_no_game(game.start()),
            None => {}
        }
    }

    /// Shows why no game leads to a position, if that is proven.
    pub(super) fn report_no_game(&mut self, position: Position) {
        if let Some(why) = position.no_game_for_either_side() {
            self.report(sentence(why));
        }
    }

    /// Opens the review of a game; `None` is the list of all games of the player.
    pub(super) fn open_review(&mut self, record: Option<&Record>) {
        let Some(record) = record else {
            let window = FileWindow::games(&self.context);
            self.stack.push(window);
            return;
        };
        match record.replay() {
            Ok(game) => {
                let review = ReviewScreen::new(&game, record.clone(), &self.context.ui);
                self.stack.push(review);
                self.report_no_game(record.start);
            }
            Err(problem) => self.warn(cannot_play(&problem)),
        }
    }

    /// Keeps the players of the game at the table for the next one, however it was started. Those of an opened game and of
    /// one over the network are others.
    pub(super) fn keep_players(&mut self) {
        let table = self.context.table.as_ref();
        let table = table.filter(|table| table.connection().is_none() && !table.is_as_imported());
        let players = table.map(|table| table.session().players());
        let Some(players) = players.filter(|&players| self.players.as_ref() != Some(players))
        else {
            return;
        };
        let players = players.clone();
        self.players = Some(players.clone());
        (self.context.ui).keep(move |settings| settings.keep_players(players.clone()));
    }

    /// Resumes an unfinished game; one over the network after a question whether to invite the friend again.
    pub(super) fn ask_to_resume(&mut self, index: usize) {
        if self
            .context
            .saver
            .unfinished()
            .get(index)
            .is_some_and(UnfinishedGame::is_remote)
        {
            self.context.saver.put_first(index);
            self.stack.close_windows();
            self.stack.push(FriendScreen::resuming(&self.context.ui));
            return;
        }
        self.resume(index);
    }

    /// Resumes an unfinished game at this table.
    pub(super) fn resume(&mut self, index: usize) {
        self.stack.close_windows();
        let setup = Setup {
            // The position is about to change: no CPU should think about it.
            players: ByColor::new(PlayerKind::Human, PlayerKind::Human),
            ..self.setup.clone()
        };
        let mut table = Table::new(Session::new(setup, self.waker.clone()));
        let resumed = table.resume(&mut self.context.saver, index);
        self.context.saver.leave();
        if let Err(why) = resumed {
            self.report(sentence(why));
            return;
        }
        // The file has the command of an engine; the settings have its name and limits.
        let engines = &self.context.ui.settings.engines;
        table.know_players(|kind| engines.known(kind));
        self.put_on_table(table);
    }

    /// Puts a record on the board: a finished game opens in review, any other continues. A game in progress
    /// stays saved and is offered at the next start.
    pub fn show_record(&mut self, record: Record) {
        let why = record.start.no_game_for_either_side();
        self.open_record(record, why.map(sentence));
    }

    /// Puts a record on the board, and then shows a sentence about it.
    pub(super) fn open_record(&mut self, record: Record, about: Option<String>) {
        self.stack.close_windows();
        self.dirty = true;
        let game = match record.replay() {
            Ok(game) => game,
            Err(problem) => {
                self.warn(cannot_play(&problem));
                return;
            }
        };
        if self.stack.screen().contents().takes_games {
            let screen = self.stack.screen_mut();
            if let Some(command) = screen.take_game(&record, &game, &mut self.context) {
                self.run(command);
            }
            if let Some(about) = about {
                self.report(about);
            }
            return;
        }
        if self.context.saver.loses().is_some() {
            self.ask_leave_unsaved(Command::Show(Box::new(record)));
            return;
        }
        let is_reviewed = game.outcome().is_some() && !game.entries().is_empty();
        let kept = self.set_aside();
        let mut table = self.context.table.take().unwrap_or_else(|| {
            let chosen = self.stack.contents().find_map(|contents| contents.players);
            let players = chosen.unwrap_or(&self.setup.players).clone();
            // The starting position is about to change: no CPU should think about it.
            let setup = self.setup.clone();
            let mut session = Session::new(Setup { players, ..setup }, self.waker.clone());
            session.set_paused(true);
            TableView::new(Table::new(session), &self.context.ui)
        });
        let shown = table.show(record.clone(), game.clone(), &self.context.ui);
        self.context.table = Some(table);
        let warning = match shown {
            Ok(warning) => warning,
            Err(why) => return self.refuse(&why),
        };
        self.stack.restart(BoardScreen::of_opened_game());
        if kept {
            self.report(KEPT);
        }
        let mut said: Vec<String> = warning.into_iter().chain(about).collect();
        if let Some(table) = &mut self.context.table {
            for warning in &said {
                table.log.warn(warning);
            }
        }
        self.context.saver.leave();
        if is_reviewed {
            let review = ReviewScreen::new(&game, record, &self.context.ui);
            self.stack.push(review);
            said.extend(kept.then(|| KEPT.into()));
            if !said.is_empty() {
                self.report(said.join(" "));
            }
        }
    }

    /// Ends the game over the network, if there is one. A host's game is kept.
    pub(super) fn leave_online(&mut self) {
        {
            self.waiting = None;
        }
        let table = self.context.table.as_ref();
        if table.is_some_and(|table| table.connection().is_some()) {
            self.set_aside();
            self.context.table = None;
        }
    }

    /// Asks the table for something.
    pub(super) fn ask(&mut self, request: TableRequest) {
        let Context { ui, table, .. } = &mut self.context;
        let asked = table.as_mut().map(|table| table.ask(ui, request));
        if let Some(Err(why)) = asked {
            self.refuse(&why);
        }
    }

    /// Shows why a request was refused.
    fn refuse(&mut self, why: &Refusal) {
        self.warn(sentence(wording::refusal(why)));
    }

    /// Asks or tells the other player something. Shows what was asked if it is not shown elsewhere.
    pub(super) fn ask_other(
        &mut self,
        is_shown: bool,
        ask: impl FnOnce(&mut Table) -> Result<ConnectionEvent, Refusal>,
    ) {
        let Context { ui, table, .. } = &mut self.context;
        let asked = (table.as_mut()).map(|table| table.change(ui, |table| ask(table)));
        match asked {
            Some(Ok(event @ ConnectionEvent::Said(..))) => {
                if let Some(table) = &mut self.context.table {
                    table.log.say(&wording::connection_event(&event));
                }
            }
            Some(Ok(event)) if is_shown => self.report(wording::connection_event(&event)),
            Some(Err(why)) => self.warn(sentence(wording::refusal(&why))),
            Some(Ok(_)) | None => {}
        }
    }

    /// Leaves the saved game at the table for the next start, if it is in progress. Returns whether it will be
    /// offered then.
    pub(super) fn set_aside(&mut self) -> bool {
        let table = self.context.table.as_mut();
        let kept = table.map(|table| table.table().set_aside(&mut self.context.saver));
        kept == Some(SetAside::Kept)
    }

    /// Returns whether a command replaces a game that could not be saved.
    pub(super) fn leaves_unsaved_game(&self, command: &Command) -> bool {
        let starts = match command {
            Command::Both(commands) => &commands[0],
            command => command,
        };
        // These two ask on their own: they may open an analysis, or continue the game on the board.
        let asks_itself = matches!(starts, Command::Show(_) | Command::PlayOn(..));
        starts.replaces_game() && !asks_itself && self.context.saver.loses().is_some()
    }

    /// Asks before a command replaces a game that could not be saved.
    pub(super) fn ask_leave_unsaved(&mut self, command: Command) {
        let leave = |context: &mut Context| {
            context.saver.forget_failure();
            command
        };
        let ask = dialog::ask_leave(label!("Leave the game"), ASK_LEAVE_UNSAVED.text(), leave);
        self.stack.push(ask);
        self.dirty = true;
    }

    /// Returns whether a game is in progress at the table that will be offered at the next start.
    pub(super) fn keeps_game(&self) -> bool {
        let table = self.context.table.as_ref();
        table.is_some_and(|table| table.is_kept(&self.context.saver))
    }

    /// Returns the record of the reviewed game, or of the one at the table.
    pub(super) fn record(&self) -> Option<Record> {
        let shown = self.stack.all().find_map(Screen::record);
        shown.or_else(|| self.context.record())
    }

    /// Asks what to do when another program has failed to move.
    pub(super) fn ask_about_failure(&mut self) {
        let failed = self
            .context
            .table
            .as_mut()
            .and_then(TableView::take_failure);
        if let Some(sentence) = failed {
            self.stack.push(dialog::ask_failed(&sentence));
            self.dirty = true;
        }
    }

    /// Continues a game on the board. A game in progress is replaced only after a warning.
    pub(super) fn play_on(&mut self, game: Game, players: ByColor<PlayerKind>, warned: bool) {
        let kept = self.keeps_game();
        let leaves = self.context.table.as_ref().is_some_and(|table| {
            let before = table.session().game();
            let goes_on =
                game.start() == before.start() && game.entries().starts_with(before.entries());
            table.is_under_way() && !goes_on
        });
        if leaves && !kept && !warned {
            self.report(
                label!("The game on the board is not over. Press Enter again to leave it.")
                    .text()
                    .to_owned(),
            );
            return;
        }
        if leaves {
            self.set_aside();
        }
        if let Some(table) = &mut self.context.table {
            if let Err(why) = table.play_on(game, players, &self.context.ui) {
                self.refuse(&why);
                return;
            }
            self.stack.restart(BoardScreen::default());
        } else {
            let names = name_players(&players, self.context.ui.settings.people());
            self.start_session(Setup {
                game,
                players,
                names,
                time: self.context.ui.time,
                ..self.setup.clone()
            });
        }
        if leaves && kept {
            self.report(KEPT);
        }
        self.context.saver.leave();
    }
}

/// Returns the message about a record that is no game.
fn cannot_play(problem: &Problem) -> String {
    sentence(tr!(
        "cannot play the game: {problem}",
        problem = Name(&problem.to_string())
    ))
}
