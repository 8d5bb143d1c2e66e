//! The window that offers the unfinished games.

use super::actions::plain_rows;
use super::window::{Intent, WindowContent, WindowRow, WindowScreen, WindowSpec, WindowState};
use super::{Command, Context, Pasted, Screen};
use crate::keymap::{BACKSPACE, DELETE, DOWN, ENTER, ESC, Keymap, SPACE, UP};
use crate::text::width;
use crate::theme::Role;
use crate::widget::list::ListStep;
use reversi_notation::detect;
use reversi_notation::find::find;
use reversi_table::phrase::sentence;
use reversi_table::store::autosave::{StoredGame, UnfinishedGame};
use reversi_table::store::saver::GameSaver;
use reversi_wording::unfinished_game;

use Intent::{Answer, Close, Move};
use reversi_text::{Name, Said, label, tr};

/// The answer that discards the marked game, if it is given twice.
const DISCARD: usize = 1;

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind!(&[(ENTER, Answer(0)), (SPACE, Answer(0))], "resume", 10, ""),
    bind!(&[(ESC, Close)], "back", 9, ""),
    bind!(&[(DELETE, Answer(DISCARD)), (BACKSPACE, Answer(DISCARD))], "discard", 6, ""),
    bind!(&[(UP, Move(ListStep::Up)), (DOWN, Move(ListStep::Down))], "another", 8, ""),
];

/// A screen that offers unfinished games.
pub(crate) trait OffersGames: Screen {
    /// The kind of game.
    type Game: StoredGame;

    /// Returns the saver that lists the unfinished games.
    fn saver<'a>(&'a mut self, context: &'a mut Context) -> &'a mut GameSaver<Self::Game>;

    /// Resumes the game with this index.
    fn resume(index: usize) -> Command;
}

/// The offer to resume one of the unfinished games.
pub(crate) struct UnfinishedGames {
    /// Their descriptions, the newest first.
    games: Vec<Said>,
    resume: fn(usize) -> Command,
    discard: fn(usize) -> Command,
}

/// Returns the window that offers the unfinished games of a screen, with one of them marked; `None` if
/// there are none.
pub(crate) fn window<S: OffersGames>(
    games: &[UnfinishedGame<S::Game>],
    chosen: usize,
) -> Option<WindowScreen<UnfinishedGames>> {
    let last = games.len().checked_sub(1)?;
    let title = if last == 0 {
        label!("Unfinished game")
    } else {
        label!("Unfinished games")
    };
    let spec = WindowSpec {
        // It stays until a game replaces it.
        paste: |text| match find(text) {
            Err(_) if detect::detect(text.as_bytes()).is_none() => Pasted::Taken,
            _ => Pasted::Passed,
        },
        nothing: label!("No game has these words."),
        ..WindowSpec::new(title, KEYS)
    };
    let content = UnfinishedGames {
        games: games.iter().map(UnfinishedGame::describe).collect(),
        resume: S::resume,
        discard: discard::<S>,
    };
    let mut window = WindowScreen::new(spec, content);
    window.state.chosen = chosen.min(last);
    Some(window)
}

/// Discards the game with this index, and offers the others.
fn discard<S: OffersGames>(index: usize) -> Command {
    Command::Close.then(Command::act_on(move |screen: &mut S, context| {
        if let Err(why) = screen.saver(context).discard(index) {
            screen.report(sentence(why), context);
        }
        let games = screen.saver(context).unfinished();
        Some(Command::open(window::<S>(games, index)?))
    }))
}

impl WindowContent for UnfinishedGames {
    /// Returns what the list leaves out, and the question.
    fn text(&self, state: &WindowState, _ascii: bool, limit: usize) -> Vec<WindowRow> {
        let (game, (place, count)) = (&self.games[state.chosen], state.place);
        let question = match state.last_answer {
            Some(DISCARD) => label!("Discard it for good? Press Del again.").text(),
            _ => label!("Resume it?").text(),
        };
        let question = match count {
            0 | 1 => question.to_owned(),
            _ => tr!(
                "{question} ({place} of {count})",
                question = Name(question),
                place = place + 1,
                count,
            )
            .into(),
        };
        let is_listed = count > 1 && width(game) <= limit;
        let game = (!is_listed).then(|| unfinished_game(game).into());
        let texts = game.into_iter().chain([question]);
        texts.flat_map(|text| plain_rows(&text, limit)).collect()
    }

    fn list(&self, _columns: usize) -> Vec<WindowRow> {
        let games = self.games.iter().filter(|_| self.games.len() > 1);
        games
            .map(|game| WindowRow::new(&**game, Role::Text))
            .collect()
    }

    fn answer(
        &mut self,
        answer: usize,
        state: &mut WindowState,
        _: &mut Context,
    ) -> Option<Command> {
        let game = state.chosen;
        match answer {
            DISCARD => state.is_repeated.then(|| (self.discard)(game)),
            _ => Some((self.resume)(game)),
        }
    }
}
