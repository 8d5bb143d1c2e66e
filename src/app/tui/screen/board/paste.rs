//! Pasted moves on the board screen.

use super::BoardScreen;
use crate::app::session::{Refusal, Session};
use crate::app::tui::context::UiContext;
use crate::app::tui::screen::Pasted;
use crate::app::tui::table::Table;
use crate::game::{Entry, Status};
use crate::notation::transcript::{self, Token};
use crate::notation::{Format, clean, detect};

/// The most moves and passes read from a paste: no game has more.
const LONGEST_PASTE: usize = 120;

impl BoardScreen {
    /// Plays pasted moves that continue the game on the board.
    pub(super) fn take_paste(&mut self, text: &str, table: &mut Table, ui: &UiContext) -> Pasted {
        let is_transcript = detect::detect(text.as_bytes()) == Some(Format::Transcript);
        if !is_transcript || !continues(&table.session, text) {
            return Pasted::Passed;
        }
        let fresh = table.session.game().entries().is_empty();
        self.play_pasted(text, table, ui);
        if fresh && table.session.game().outcome().is_some() {
            Pasted::Game
        } else {
            Pasted::Taken
        }
    }

    /// Plays pasted moves one after another. An error also lists the moves played.
    fn play_pasted(&mut self, text: &str, table: &mut Table, ui: &UiContext) {
        self.pane.forget_typed();
        let mut played = Vec::new();
        let problem = table.change(ui, |session| {
            transcript::tokens(text)
                .take(LONGEST_PASTE)
                .find_map(|token| match token {
                    Err(error) => Some(error.to_string()),
                    Ok(Token::Pass) => paste_pass(session),
                    Ok(Token::Move(square)) => match session.play(square) {
                        Ok(()) => {
                            played.push(square.to_string());
                            None
                        }
                        Err(refusal @ Refusal::Move(_)) => Some(refusal.to_string()),
                        Err(refusal) => Some(format!("{square}: {refusal}")),
                    },
                })
        });
        self.complaint = problem.map(|problem| match &played[..] {
            [] => clean(&problem).into_owned(),
            played => clean(&format!("{problem}; played: {}", played.join(" "))).into_owned(),
        });
    }
}

/// Repeats a pass that was made, or redoes one that was undone.
fn paste_pass(session: &mut Session) -> Option<String> {
    let game = session.game();
    if matches!(game.entries().last(), Some(Entry::Pass { .. })) {
        return None;
    }
    if matches!(game.status(), Status::MustPass(_)) && session.redo().is_ok() {
        return None;
    }
    Some(session.refuse_pass().to_string())
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
