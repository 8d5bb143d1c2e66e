//! The windows with a text: questions, help, and other texts to read.

use super::actions::{plain_rows, step_rows};
use super::window::{Intent, WindowContent, WindowRow, WindowScreen, WindowSpec, WindowState};
use super::{Command, Context, Pasted, ScreenKind};
use crate::context::UiContext;
use crate::keymap::{Binding, ENTER, ESC, Key, Keymap, SPACE, Shortcut, key};
use reversi_notation::Record;
use reversi_table::table::{Offer, TableRequest};
use reversi_wording as wording;

use Intent::{Answer, Close};
use reversi_text::{Message, Name, label, tr};

/// What an answer does.
type Action = Box<dyn FnOnce(&mut Context) -> Command>;

/// A text, and what each answer does once the window is closed.
pub(crate) struct Question {
    text: Text,
    answers: Vec<Action>,
}

enum Text {
    Rules,
    Plain(String),
}

impl WindowContent for Question {
    fn text(&self, state: &WindowState, _ascii: bool, limit: usize) -> Vec<WindowRow> {
        let mut rows = match &self.text {
            Text::Rules => step_rows(&wording::rules(), limit),
            Text::Plain(text) => plain_rows(text, limit),
        };
        if let Some(notice) = &state.notice {
            rows.extend(plain_rows(notice, limit));
        }
        rows
    }

    fn answer(
        &mut self,
        answer: usize,
        _state: &mut WindowState,
        context: &mut Context,
    ) -> Option<Command> {
        let is_known = answer < self.answers.len();
        let answer = is_known.then(|| self.answers.swap_remove(answer));
        Some(Command::Close.then(answer?(context)))
    }
}

impl WindowScreen<Question> {
    fn ask(spec: WindowSpec, text: &str) -> Self {
        let text = Text::Plain(text.to_owned());
        let answers = Vec::new();
        Self::new(spec, Question { text, answers })
    }

    /// Adds an answer: what it does.
    fn answer(mut self, answer: impl FnOnce(&mut Context) -> Command + 'static) -> Self {
        self.content.answers.push(Box::new(answer));
        self
    }
}

/// The keys that close a text.
const CLOSE: Binding<Intent> = bind!(
    &[(ESC, Close), (ENTER, Close), (SPACE, Close)],
    "back",
    9,
    ""
);

/// The keys that close a question without an answer.
const NO: &[(Key, Intent)] = &[(ESC, Close)];

static TEXT: Keymap<Intent> = &[CLOSE];

#[rustfmt::skip] // a table
static ASK_QUIT: Keymap<Intent> = &[
    bind!(&[(ENTER, Answer(0)), (key(Shortcut::Quit), Answer(0))], "quit", 9, ""),
    bind!(NO, "stay", 8, ""),
];

#[rustfmt::skip] // a table
static ASK_RESIGN: Keymap<Intent> = &[
    bind!(&[(ENTER, Answer(0)), (key(Shortcut::Resign), Answer(0))], "resign", 9, ""),
    bind!(NO, "play on", 8, ""),
];

#[rustfmt::skip] // a table
static ASK_END: Keymap<Intent> = &[
    bind!(&[(ENTER, Answer(0)), (key(Shortcut::Resign), Answer(0))], "resign", 9, ""),
    bind!(&[(SPACE, Answer(1))], "offer a draw", 8, ""),
    bind!(NO, "play on", 7, ""),
];

#[rustfmt::skip] // a table
static ASK_DRAW: Keymap<Intent> = &[
    bind!(&[(ENTER, Answer(0)), (key(Shortcut::Resign), Answer(0))], "agree", 9, ""),
    bind!(NO, "play on", 7, ""),
];

#[rustfmt::skip] // a table
static ASK_CLAIM: Keymap<Intent> = &[
    bind!(&[(ENTER, Answer(0)), (key(Shortcut::Resign), Answer(0))], "claim it", 9, ""),
    bind!(&[(key(Shortcut::Pause), Answer(1))], "put the game aside", 8, ""),
    bind!(NO, "wait", 7, ""),
];

#[rustfmt::skip] // a table
static ASK_DELETE: Keymap<Intent> = &[
    bind!(&[(ENTER, Answer(0))], "delete", 9, ""),
    bind!(NO, "keep", 10, ""),
];

#[rustfmt::skip] // a table
static ASK_RESET: Keymap<Intent> = &[
    bind!(&[(ENTER, Answer(0))], "reset", 9, ""),
    bind!(NO, "keep", 10, ""),
];

#[rustfmt::skip] // a table
static ASK_LEAVE: Keymap<Intent> = &[
    bind!(&[(ENTER, Answer(0))], "leave", 9, ""),
    bind!(NO, "stay", 10, ""),
];

#[rustfmt::skip] // a table
static ASK_LEAVE_MATCH: Keymap<Intent> = &[
    bind!(&[(ENTER, Answer(0)), (key(Shortcut::Quit), Answer(0))], "let it run", 9, ""),
    bind!(&[(key(Shortcut::Resign), Answer(1))], "stop it", 8, ""),
    bind!(NO, "stay", 7, ""),
];

#[rustfmt::skip] // a table
static ASK_FAILED: Keymap<Intent> = &[
    bind!(&[(ENTER, Answer(0))], "try again", 10, ""),
    bind!(&[(key(Shortcut::PlayOn), Answer(1))], "play for it", 9, ""),
    bind!(&[(key(Shortcut::Resign), Answer(2))], "resign for it", 8, ""),
    bind!(NO, "wait", 7, ""),
];

#[rustfmt::skip] // a table
static ASK_PASTED: Keymap<Intent> = &[
    bind!(&[(ENTER, Answer(0))], "open it", 10, ""),
    bind!(NO, "stay", 9, ""),
];

#[rustfmt::skip] // a table
static ASK_MERGE: Keymap<Intent> = &[
    bind!(&[(ENTER, Answer(0))], "add it", 10, ""),
    bind!(&[(key(Shortcut::Open), Answer(1))], "open it", 8, ""),
    bind!(NO, "back", 9, ""),
];

#[rustfmt::skip] // a table
static ASK_LESSON: Keymap<Intent> = &[
    bind!(&[(ENTER, Answer(0))], "this step", 10, ""),
    bind!(&[(SPACE, Answer(1))], "the whole lesson", 9, ""),
    bind!(NO, "back", 8, ""),
];

#[rustfmt::skip] // a table
static WAITING: Keymap<Intent> = &[
    bind!(&[(ESC, Answer(0))], "cancel", 10, ""),
];

/// What leaving the position editor loses.
pub(crate) const LOSES_POSITION: &str = "Leave this position? It was not analysed, played, copied or added to the puzzles, and will be lost.";

/// Asks whether to quit; `quit` is the command that does so.
pub(crate) fn ask_quit(question: &str, quit: Command) -> WindowScreen<Question> {
    let spec = WindowSpec::new(label!("Quit"), ASK_QUIT);
    WindowScreen::ask(spec, question).answer(|_| quit)
}

/// Asks whether to resign; `resign` is the command that does so.
pub(crate) fn ask_resign(resign: Command) -> WindowScreen<Question> {
    let spec = WindowSpec::new(label!("Resign"), ASK_RESIGN);
    WindowScreen::ask(
        spec,
        label!("Resign? The game ends and counts as lost.").text(),
    )
    .answer(|_| resign)
}

/// Asks whether to resign a game over the network, or to offer a draw.
pub(crate) fn ask_end(resign: Command) -> WindowScreen<Question> {
    let question = label!("Resign, and lose the game, or offer a draw?").text();
    WindowScreen::ask(
        WindowSpec::new(label!("End of the game"), ASK_END),
        question,
    )
    .answer(|_| resign)
    .answer(|_| Command::Offer(Offer::Draw))
}

/// Asks whether to agree to the draw that the other player offers.
pub(crate) fn ask_draw(name: &str) -> WindowScreen<Question> {
    let question = tr!(
        "{name} offers a draw. Agree, and end the game?",
        name = Name(name)
    );
    WindowScreen::ask(WindowSpec::new(label!("Draw"), ASK_DRAW), &question)
        .answer(|_| Command::Offer(Offer::Draw))
}

/// Asks whether to claim the win of a game that the other player has left.
pub(crate) fn ask_claim(name: &str) -> WindowScreen<Question> {
    let question = tr!(
        "Claim the win? The game ends, and {name} has lost it by leaving.",
        name = Name(name),
    );
    WindowScreen::ask(
        WindowSpec::new(label!("Claim the win"), ASK_CLAIM),
        &question,
    )
    .answer(|_| Command::Claim)
    .answer(|_| Command::PutAside)
}

/// Asks what is to happen to a running match: the commands let it run without a screen, and stop it.
pub(crate) fn ask_leave_match(run_on: Command, stop: Command) -> WindowScreen<Question> {
    let question = label!(
        "Stop the match, or let it run without this screen? Either way its results are printed."
    )
    .text();
    let spec = WindowSpec {
        paste: |_| Pasted::Taken,
        ..WindowSpec::new(label!("Leave the match"), ASK_LEAVE_MATCH)
    };
    WindowScreen::ask(spec, question)
        .answer(|_| run_on)
        .answer(|_| stop)
}

/// Asks whether to delete what cannot be had back; `delete` is the command that does so.
pub(crate) fn ask_delete(question: &str, delete: Command) -> WindowScreen<Question> {
    let spec = WindowSpec::new(label!("Delete"), ASK_DELETE);
    WindowScreen::ask(spec, question).answer(|_| delete)
}

/// Asks whether to set the settings as they were at first; `reset` is the command that does so.
pub(crate) fn ask_reset(reset: Command) -> WindowScreen<Question> {
    let question = label!("Reset everything on this screen? Names, players, keys, themes and engines stay as they are.").text();
    WindowScreen::ask(WindowSpec::new(label!("Reset"), ASK_RESET), question).answer(|_| reset)
}

/// Asks whether to leave something that would be lost; `leave` is what does so.
pub(crate) fn ask_leave(
    title: &'static Message,
    question: &str,
    leave: impl FnOnce(&mut Context) -> Command + 'static,
) -> WindowScreen<Question> {
    WindowScreen::ask(WindowSpec::new(title, ASK_LEAVE), question).answer(leave)
}

/// Asks whether to leave the position editor with a position that would be lost.
pub(crate) fn ask_leave_editor() -> WindowScreen<Question> {
    ask_leave(label!("Leave the editor"), LOSES_POSITION, |_| {
        Command::Close
    })
}

/// Asks what to do about a CPU that failed to move, with the reason.
pub(crate) fn ask_failed(question: &str) -> WindowScreen<Question> {
    let spec = WindowSpec {
        paste: |_| Pasted::Taken,
        ..WindowSpec::new(label!("No move"), ASK_FAILED)
    };
    WindowScreen::ask(spec, question)
        .answer(|_| Command::Ask(TableRequest::Pause(false)))
        .answer(|_| Command::Ask(TableRequest::TakeOver))
        .answer(|_| Command::Ask(TableRequest::Forfeit))
}

/// Asks whether a pasted game or position is to replace the game in progress.
pub(crate) fn ask_pasted(
    title: &'static Message,
    record: Box<Record>,
    question: &str,
) -> WindowScreen<Question> {
    let spec = WindowSpec {
        widths: (76, 76),
        paste: |_| Pasted::Taken,
        ..WindowSpec::new(title, ASK_PASTED)
    };
    WindowScreen::ask(spec, question).answer(|_| Command::Show(record))
}

/// Asks whether to open a game in place of an analysis; `add`, if it can be done, adds the game to it.
pub(crate) fn ask_merge(
    question: &str,
    add: Option<Command>,
    open: Command,
) -> WindowScreen<Question> {
    let keys = if add.is_some() { ASK_MERGE } else { ASK_PASTED };
    let mut window = WindowScreen::ask(WindowSpec::new(label!("Analysis"), keys), question);
    for command in add.into_iter().chain([open]) {
        window = window.answer(|_| command);
    }
    window
}

/// Asks whether to save a picture of a step or of its lesson; the commands do so.
pub(crate) fn ask_lesson(step: Command, lesson: Command) -> WindowScreen<Question> {
    let question = label!(
        "Save this step as a picture, or the whole lesson as a picture that plays by itself?"
    )
    .text();
    WindowScreen::ask(WindowSpec::new(label!("Picture"), ASK_LESSON), question)
        .answer(|_| step)
        .answer(|_| lesson)
}

/// The title of the window with the copied moves of a game.
pub(crate) const TRANSCRIPT: &Message = label!("Transcript");

/// Shows a text that was copied: the moves of a game, or a position.
pub(crate) fn copied(
    title: &'static Message,
    text: &str,
    ui: &UiContext,
) -> WindowScreen<Question> {
    let whether = if ui.page.is_some() {
        tr!("Copied to the clipboard, if the browser allows it.")
    } else {
        tr!("Copied to the clipboard, if the terminal allows it.")
    };
    let text = format!("{text}\n\n{whether}");
    WindowScreen::ask(WindowSpec::new(title, TEXT), &text)
}

/// The first screen of a host that waits for a guest, with what the host tells its guest.
pub(crate) fn waiting(invitation: &str) -> WindowScreen<Question> {
    let spec = WindowSpec {
        kind: ScreenKind::Screen,
        widths: (30, u16::MAX),
        ..WindowSpec::new(label!("Game over the network"), WAITING)
    };
    WindowScreen::ask(spec, invitation).answer(|_| Command::Home)
}

/// Shows what a host tells its guest, during the game.
pub(crate) fn invitation(invitation: &str) -> WindowScreen<Question> {
    let spec = WindowSpec {
        widths: (30, u16::MAX),
        ..WindowSpec::new(label!("Address and code"), TEXT)
    };
    WindowScreen::ask(spec, invitation)
}

/// Shows the rules.
pub(crate) fn rules() -> WindowScreen<Question> {
    let content = Question {
        text: Text::Rules,
        answers: Vec::new(),
    };
    WindowScreen::new(WindowSpec::new(label!("Rules"), TEXT), content)
}
