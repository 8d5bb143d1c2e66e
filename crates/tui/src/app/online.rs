//! Games over the network: waiting for a guest, and playing with the other program.

use super::{App, Context};
use crate::context::UiContext;
use crate::screen::dialog;
use reversi_net::network::OnlineGame;
use reversi_net::network::code::Purpose;
use reversi_net::network::friend_file::{FriendFile, JoinedHost};
use reversi_table::phrase::sentence;
use reversi_table::session::{Session, Setup};
use reversi_table::store::StorageError;
use reversi_table::table::{ConnectionRole, GameConnection, Table};
use reversi_wording::{connection_event, invitation, spectators};

impl App {
    /// Waits for a guest, or starts the game of a host that was joined.
    pub(super) fn go_online(&mut self, online: OnlineGame) {
        self.set_aside();
        if let Some(request) = &online.joined {
            let host = JoinedHost {
                address: request.address.clone(),
                code: request.code.clone(),
                is_unfinished: true,
            };
            let (name, plays) = (request.name, request.purpose == Purpose::Play);
            self.remember(move |friend| {
                friend.name = name;
                if plays {
                    friend.host = Some(host);
                }
            });
        }
        online.network.set_waker(&self.waker);
        self.context.table = None;
        self.waiting = Some(online);
        self.show_waiting();
        self.exchange();
    }

    /// Shows the invitation for the guest, and the number of spectators.
    fn show_waiting(&mut self) {
        let Some(online) = &self.waiting else { return };
        let mut text = online
            .invitation
            .as_ref()
            .map_or_else(String::new, invitation);
        let watching_now = online.network.status().watching;
        if !watching_now.is_empty() {
            text = text + "\n" + &sentence(spectators(&watching_now));
        }
        self.stack.restart(dialog::waiting(&text));
        self.dirty = true;
    }

    /// Begins the game once there is a guest.
    pub(super) fn wait_for_guest(&mut self) {
        let Some(online) = &mut self.waiting else {
            return;
        };
        let watching = online.network.status().watching;
        let Some(setup) = online.network.begin() else {
            if online.network.status().watching != watching {
                self.show_waiting();
            }
            return;
        };
        if let Some(online) = self.waiting.take() {
            self.start_online_game(setup, online);
        }
    }

    /// Exchanges messages with the other program.
    pub(super) fn exchange(&mut self) {
        self.wait_for_guest();
        let Context {
            ui, table, saver, ..
        } = &mut self.context;
        let Some(table) = table else { return };
        if table.connection().is_none() {
            return;
        }
        let games = table.games();
        let happened = table.change(ui, |table| table.exchange(saver));
        if table.games() != games {
            table.name_opening();
        }
        for event in &happened {
            table.log.remark(&connection_event(event));
        }
        let is_guest = table.connection().map(GameConnection::role) == Some(ConnectionRole::Guest);
        if is_guest {
            let is_unfinished = table.game().outcome().is_none();
            if let Err(error) = ui.remember_game(is_unfinished) {
                self.warn(sentence(error));
            }
        }
    }

    /// Changes the file about games over the network.
    fn remember(&mut self, change: impl FnOnce(&mut FriendFile)) {
        if let Err(error) = self.context.ui.keep_friend(change) {
            self.warn(sentence(error));
        }
    }

    /// Puts the game at the table.
    fn start_online_game(&mut self, setup: Setup, online: OnlineGame) {
        let now = self.setup.now.clone();
        let session = Session::new(Setup { now, ..setup }, self.waker.clone());
        let code = online.network.spectators_code().map(ToString::to_string);
        let saver = &mut self.context.saver;
        let resumes = online.resumes.then_some(&mut *saver);
        let (table, why) = Table::online(session, Box::new(online.network), resumes);
        saver.leave();
        self.put_on_table(table);
        if let Some(table) = &mut self.context.table {
            table.invitation = online
                .invitation
                .as_ref()
                .map_or_else(String::new, invitation);
            if !online.resumes {
                table.name_opening();
            }
        }
        if let Some(why) = why {
            self.report(sentence(why));
        }
        if let Some(code) = code {
            self.report(format!("Code for spectators: {code}."));
        }
        self.dirty = true;
    }
}

impl UiContext {
    /// Reads the file about games over the network. Returns a sentence if that fails.
    pub(super) fn read_friend(&mut self) -> Option<String> {
        match FriendFile::read(self.state.as_ref()?) {
            Ok(friend) => {
                self.friend = friend;
                None
            }
            Err(error) => Some(sentence(error)),
        }
    }

    /// Remembers whether the guest's game with the host that was joined last is unfinished.
    ///
    /// # Errors
    /// It cannot be saved.
    pub(crate) fn remember_game(&mut self, is_unfinished: bool) -> Result<(), StorageError> {
        self.keep_friend(|friend| {
            if let Some(host) = &mut friend.host {
                host.is_unfinished = is_unfinished;
            }
        })
    }

    /// Changes the file about games over the network.
    ///
    /// # Errors
    /// It cannot be saved. The change is kept until the program ends.
    pub(crate) fn keep_friend(
        &mut self,
        change: impl FnOnce(&mut FriendFile),
    ) -> Result<(), StorageError> {
        let before = self.friend.clone();
        change(&mut self.friend);
        match &self.state {
            Some(state) if self.friend != before => self.friend.save(state),
            _ => Ok(()),
        }
    }
}
