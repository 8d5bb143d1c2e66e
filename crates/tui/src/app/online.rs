//! Games over the network: waiting for a guest, and playing with the other program.

use super::{App, Context, ScreenKind};
use crate::context::UiContext;
use crate::screen::dialog;
use reversi_net::network::OnlineGame;
use reversi_net::network::code::Purpose;
use reversi_net::network::friend_file::{FriendFile, JoinedHost};
use reversi_table::phrase::sentence;
use reversi_table::session::{Refusal, Session, Setup};
use reversi_table::store::StorageError;
use reversi_table::table::{ConnectionEvent, ConnectionRole, GameConnection, Table};
use reversi_text::{Name, label, tr};
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
            .map_or_else(String::new, |asked| invitation(asked).into());
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
        saver.keeps_watched = ui.settings.keep_watched;
        let games = table.games();
        let happened = table.change(ui, |table| table.exchange(saver));
        if table.games() != games {
            table.name_opening();
        }
        let mut elsewhere = Vec::new();
        for event in &happened {
            let text = connection_event(event);
            match event {
                ConnectionEvent::Heard(..) => table.log.say(&text),
                _ => table.log.remark(&text),
            }
            if comes_or_goes(event) {
                elsewhere.push(String::from(text));
            }
        }
        let is_guest = table.connection().map(GameConnection::role) == Some(ConnectionRole::Guest);
        let is_unfinished = table.game().outcome().is_none();
        if is_guest && let Err(error) = ui.remember_game(is_unfinished) {
            self.warn(sentence(error));
        }
        if !elsewhere.is_empty() && self.stack.screen().kind() != ScreenKind::Board {
            self.report(elsewhere.join(" "));
        }
    }

    /// Mutes what the other player says, also what was said before, or shows it again.
    pub(super) fn mute(&mut self, muted: bool) {
        if let Some(table) = self.context.table.as_mut().filter(|_| muted) {
            table.log.clear_chat();
        }
        self.ask_other(true, |table| table.mute(muted));
    }

    /// Claims the win, because the other player has left.
    pub(super) fn claim_win(&mut self) {
        let Context { ui, table, .. } = &mut self.context;
        let Some(table) = table else { return };
        if let Err(why) = table.change(ui, Table::claim) {
            table.refuse(&why);
        }
    }

    /// Leaves the game while the other player is away. The host keeps it, to be continued from the first screen.
    pub(super) fn put_aside(&mut self) {
        let Some(table) = &mut self.context.table else {
            return;
        };
        if table.connection_status().is_connected {
            // The other player came back before the question was answered.
            table.refuse(&Refusal::NobodyLeft);
            return;
        }
        let role = table.connection().map(GameConnection::role);
        let is_kept = self.set_aside();
        self.context.table = None;
        self.go_home();
        let said = match role {
            Some(ConnectionRole::Host) if is_kept => {
                label!("The game is kept. Continue it from here: your friend gets a new code.")
                    .text()
            }
            Some(ConnectionRole::Guest) => label!(
                "Your host has the game. Join again from here, with the same code or a new one."
            )
            .text(),
            _ => return,
        };
        self.report(said.to_owned());
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
                .map_or_else(String::new, |asked| invitation(asked).into());
            if !online.resumes {
                table.name_opening();
            }
        }
        if let Some(why) = why {
            self.report(sentence(why));
        }
        if let Some(code) = code {
            self.report(tr!("Code for spectators: {code}.", code = Name(&code)));
        }
        self.dirty = true;
    }
}

/// Returns whether the other player came or left, which every screen shows.
const fn comes_or_goes(event: &ConnectionEvent) -> bool {
    matches!(
        event,
        ConnectionEvent::Disconnected { .. }
            | ConnectionEvent::GuestConnected(_)
            | ConnectionEvent::ConnectedAgain
    )
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
