//! The window that offers the unfinished games.

use super::help::{HelpRow, plain_rows};
use super::window::{Intent, WindowContent, WindowScreen, WindowSpec, WindowState};
use super::{Command, Context, Pasted};
use crate::app::store::autosave::UnfinishedGame;
use crate::app::tui::keymap::{
    BACKSPACE, DELETE, DOWN, ENTER, ESC, Keymap, SPACE, UP, bind, ch, quit_key,
};
use crate::app::tui::text::width;
use crate::app::tui::widget::list::ListStep;
use crate::app::wording::screens::unfinished::{ASK_DISCARD, ASK_RESUME};
use crate::app::wording::unfinished_game;
use crate::notation::detect;

use Intent::{Answer, Close, Move};

/// The answer that discards the marked game, if it is given twice.
const DISCARD: usize = 1;

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind(&[(ENTER, Answer(0)), (ch('r'), Answer(0)), (ch('y'), Answer(0)), (SPACE, Answer(0))], "resume", 10, ""),
    bind(&[(ESC, Close), (ch('n'), Close), (BACKSPACE, Close)], "no", 9, ""),
    bind(&[(ch('x'), Answer(DISCARD)), (DELETE, Answer(DISCARD))], "discard", 6, ""),
    quit_key(7),
    bind(&[(UP, Move(ListStep::Up)), (DOWN, Move(ListStep::Down))], "another", 8, ""),
];

/// The offer to resume one of the unfinished games: their descriptions, the newest first.
pub(crate) struct UnfinishedGames(Vec<String>);

/// Returns the window that offers unfinished games, with one of them marked; `None` if there are none.
pub(crate) fn window(
    games: &[UnfinishedGame],
    chosen: usize,
) -> Option<WindowScreen<UnfinishedGames>> {
    let last = games.len().checked_sub(1)?;
    let title = if last == 0 {
        " Unfinished game "
    } else {
        " Unfinished games "
    };
    let spec = WindowSpec {
        // It stays until a game replaces it.
        paste: |text| match detect::detect(text.as_bytes()) {
            Some(_) => Pasted::Passed,
            None => Pasted::Taken,
        },
        ..WindowSpec::new(title, KEYS)
    };
    let games = games.iter().map(UnfinishedGame::describe);
    let mut window = WindowScreen::new(spec, UnfinishedGames(games.collect()));
    window.state.chosen = chosen.min(last);
    Some(window)
}

impl WindowContent for UnfinishedGames {
    /// Returns what the list does not tell, and the question.
    fn text(&self, state: &WindowState, _ascii: bool, limit: usize) -> Vec<HelpRow> {
        let (game, count) = (&self.0[state.chosen], self.0.len());
        let question = match state.last_answer {
            Some(DISCARD) => ASK_DISCARD,
            _ => ASK_RESUME,
        };
        let question = match count {
            1 => question.to_owned(),
            _ => format!("{question} ({} of {count})", state.chosen + 1),
        };
        let is_listed = count > 1 && width(game) <= limit;
        let game = (!is_listed).then(|| unfinished_game(game));
        let texts = game.into_iter().chain([question]);
        texts.flat_map(|text| plain_rows(&text, limit)).collect()
    }

    fn list(&self, _columns: usize) -> Vec<String> {
        if self.0.len() == 1 {
            Vec::new()
        } else {
            self.0.clone()
        }
    }

    fn answer(
        &mut self,
        answer: usize,
        state: &mut WindowState,
        _: &mut Context,
    ) -> Option<Command> {
        match answer {
            DISCARD => state.is_repeated.then_some(Command::Discard(state.chosen)),
            _ => Some(Command::Resume(state.chosen)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tui::keymap::check_tables;

    #[test]
    fn the_table_keeps_the_laws_of_keys() {
        check_tables(&[KEYS], true);
    }
}
