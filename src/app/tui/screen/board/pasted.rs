//! Owns moves that are pasted over the board and go on with the game there.

use super::BoardScreen;
use crate::app::session::Refusal;
use crate::app::tui::context::UiContext;
use crate::game::{Entry, Status};
use crate::notation::clean;
use crate::notation::transcript::{self, Token};

/// How many moves and passes of a paste are looked at: no game has more.
const LONGEST_PASTE: usize = 120;

impl BoardScreen {
    /// Plays what was pasted, one move after another.
    pub(crate) fn paste(&mut self, text: &str, env: &UiContext) {
        self.held = false;
        self.typed = None;
        let mut played: Vec<String> = Vec::new();
        for token in transcript::tokens(text).take(LONGEST_PASTE) {
            let problem = match token {
                Err(error) => Some(error.to_string()),
                Ok(Token::Pass) => self.paste_pass(),
                Ok(Token::Move(square)) => match self.session.play(square) {
                    Ok(()) => {
                        played.push(square.to_string());
                        None
                    }
                    Err(refusal @ Refusal::Move(_)) => Some(refusal.to_string()),
                    Err(refusal) => Some(format!("{square}: {refusal}")),
                },
            };
            if let Some(problem) = problem {
                let before = if played.is_empty() {
                    String::new()
                } else {
                    format!("; played: {}", played.join(" "))
                };
                self.take_events(env);
                self.complaint = Some(clean(&format!("{problem}{before}")).into_owned());
                return;
            }
        }
        self.take_events(env);
    }

    /// A pasted pass repeats one that was made, or makes one that was taken back.
    fn paste_pass(&mut self) -> Option<String> {
        let game = self.session.game();
        if matches!(game.entries().last(), Some(Entry::Pass { .. })) {
            return None;
        }
        if matches!(game.status(), Status::MustPass(_)) && self.session.redo().is_ok() {
            return None;
        }
        Some(self.session.refuse_pass().to_string())
    }
}
