//! Owns playing on from a point of a review: the choice of players.

use super::ReviewScreen;
use super::side::game_up_to;
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::Action;
use crate::app::tui::screen::new_game::NewGameScreen;
use crate::app::tui::screen::{PlayOn, Request};
use crate::game::{Entry, Game, Status};

/// The choice of players for a game that is played on.
#[derive(Debug)]
pub(super) struct Choice {
    pub(super) screen: NewGameScreen,
    game: Game,
    /// Whether it was said that another game is under way.
    warned: bool,
}

impl ReviewScreen {
    /// The game up to the position that is shown.
    pub(super) fn game_here(&self) -> Game {
        match &self.side {
            Some(side) => game_up_to(side.game(), side.game().entries().len()),
            None => game_up_to(self.review().game(), self.at),
        }
    }

    pub(super) fn choose_players(&mut self, env: &UiContext) {
        let game = self.game_here();
        let color = match game.status() {
            Status::ToMove(color) | Status::MustPass(color) => color,
            Status::Over(_) => {
                self.complain("The game is over here; play on from an earlier move.".to_owned());
                return;
            }
        };
        let moves = game.entries().iter().filter_map(Entry::square).count();
        let heading = format!("Play on from move {}, {color} to move", moves + 1);
        self.choice = Some(Box::new(Choice {
            screen: NewGameScreen::playing_on(env.settings.players(), heading, &game),
            game,
            warned: false,
        }));
    }

    pub(super) fn act_in_choice(&mut self, action: Action, env: &mut UiContext) -> Option<Request> {
        let choice = self.choice.as_mut()?;
        if action == Action::Quit {
            self.choice = None;
            return None;
        }
        let request = choice.screen.act(action, env)?;
        match request {
            Request::Start => Some(Request::PlayOn(Box::new(PlayOn {
                game: choice.game.clone(),
                players: choice.screen.players(),
            }))),
            Request::Back => {
                self.choice = None;
                None
            }
            request => Some(request),
        }
    }

    /// Says once that the game on the board is under way and would be left for another one. `false` the
    /// first time.
    pub(crate) fn was_warned(&mut self) -> bool {
        let Some(choice) = &mut self.choice else {
            return true;
        };
        if !choice.warned {
            let text = "The game on the board is not over. Enter again leaves it for this one.";
            choice.screen.say(Some(text.to_owned()));
        }
        std::mem::replace(&mut choice.warned, true)
    }
}
