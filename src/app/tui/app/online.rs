//! A game over the network at the table.

use super::App;
use super::stack::Stack;
use crate::app::network::OnlineGame;
use crate::app::session::{Session, Setup};
use crate::app::tui::screen::board::BoardScreen;
use crate::app::tui::screen::dialog;
use crate::app::tui::table::Table;
use crate::app::wording::sentence;

impl App {
    /// Waits for a guest, or starts the game of a host that was joined.
    pub(super) fn go_online(&mut self, online: OnlineGame) {
        let ui = &mut self.context.ui;
        // The engine helps nobody.
        (ui.settings.evaluation_bar, ui.settings.coach) = (false, false);
        online.network.set_waker(&self.waker);
        self.stack = Stack::new(dialog::waiting(&online.invitation));
        self.context.table = None;
        self.resumes = online.resumes;
        self.network = Some(online.network);
        self.exchange();
    }

    /// Takes what the other program has sent, and sends what has happened. Returns whether there is a game
    /// over the network.
    pub(super) fn exchange(&mut self) -> bool {
        let Some(network) = &mut self.network else {
            return false;
        };
        if self.context.table.is_none() {
            let Some(setup) = network.begin() else {
                return false;
            };
            self.seat_online(setup);
        }
        let (Some(network), Some(table)) = (&mut self.network, &mut self.context.table) else {
            return false;
        };
        let said = table.change(&self.context.ui, |session| network.update(session));
        for sentence in &said {
            table.say(sentence);
        }
        true
    }

    /// Puts the game at the table.
    fn seat_online(&mut self, setup: Setup) {
        let now = self.setup.now.clone();
        let mut session = Session::new(Setup { now, ..setup }, self.waker.clone());
        let mut notice = None;
        if self.resumes {
            while session.next_event().is_some() {}
            notice = self.context.saver.resume_remote(&mut session).err();
        }
        self.context.saver.leave();
        self.context.table = Some(Table::new(session, &self.context.ui));
        self.stack = Stack::new(BoardScreen::default());
        if let Some(why) = notice {
            self.say(sentence(why));
        }
        self.dirty = true;
    }

    /// Offers a rematch or agrees to it.
    pub(super) fn offer_rematch(&mut self) {
        let (Some(network), Some(table)) = (&mut self.network, &mut self.context.table) else {
            return;
        };
        match network.offer_rematch(&table.session) {
            Ok(said) => table.say(said),
            Err(why) => self.complain(why.to_owned()),
        }
    }

    /// Returns whether the game at the table is a guest's that is not over: its host keeps it.
    pub(super) fn is_kept_by_host(&self) -> bool {
        let is_guest = self
            .network
            .as_ref()
            .is_some_and(|network| !network.is_host());
        is_guest && (self.context.table.as_ref()).is_some_and(Table::is_under_way)
    }
}
