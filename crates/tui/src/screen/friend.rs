//! The form to play with a friend, here or over the network: wait for one, join one, or watch.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};

use ratatui::layout::Rect;

use super::form::{
    FormCanvas, FormContent, FormIntent, FormRow, FormScreen, FormState, Started, change_keys,
    row_keys, start_keys,
};
use super::new_game::naming_keys;
use super::{Command, Context, Screen as _};
use crate::context::UiContext;
use crate::keymap::{ESC, Keymap};
use crate::layout::{Frame, Slices, centered};
use crate::text::{rows, wrap};
use reversi::{ByColor, Color};
use reversi_net::network::DEFAULT_PORT;
use reversi_net::network::code::{Code, Purpose};
use reversi_net::network::friend_file::FriendFile;
use reversi_net::network::request::{HostRequest, JoinRequest, JoinTask};
use reversi_table::background::TaskError;
use reversi_table::clock::TimeControl;
use reversi_table::game_opening::GameOpening;
use reversi_table::player::PlayerKind;
use reversi_table::player::name::PersonName;
use reversi_text::{Message, Name, Said, label, tr};
use reversi_wording::{cannot_host, not_joined};

/// The labels of the rows with text fields.
const NAME: &Message = label!("Name");
const PORT: &Message = label!("Port");
const ADDRESS: &Message = label!("Address");
const CODE: &Message = label!("Code");

/// How to play with a friend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FriendChoice {
    /// Both at this terminal.
    Here,
    Host,
    Join,
    Watch,
}

/// What there is to choose from. A game that is resumed has only the first two.
const CHOICES: [(FriendChoice, &Message); 4] = [
    (FriendChoice::Here, label!("here")),
    (FriendChoice::Host, label!("invite")),
    (FriendChoice::Join, label!("join")),
    (FriendChoice::Watch, label!("watch")),
];

/// The sides to choose from; the last one is random.
const SIDES: [(Option<Color>, &Message); 3] = [
    (Some(Color::Black), label!("Black")),
    (Some(Color::White), label!("White")),
    (None, label!("random")),
];

/// Where the friend is, and who can watch.
const PLACES: [(bool, &Message); 2] = [(false, label!("away")), (true, label!("here"))];
const WATCHERS: [(bool, &Message); 2] = [(false, label!("nobody")), (true, label!("with a code"))];

#[rustfmt::skip] // a table
static BACK: Keymap<FormIntent<Infallible>> = &[
    bind!(&[(ESC, FormIntent::Leave)], "back", 8, "back, or stop joining"),
];

/// The form to play with a friend.
pub(crate) type FriendScreen = FormScreen<FriendForm>;

/// What is chosen.
#[derive(Debug)]
pub(crate) struct FriendForm {
    choice: FriendChoice,
    /// The game is the first of the unfinished ones.
    resumes: bool,
    /// Whether only programs on this computer can connect.
    is_near: bool,
    side: Option<Color>,
    time: Option<TimeControl>,
    opening: GameOpening,
    has_watchers: bool,
    /// The host that is being joined.
    joining: Option<JoinTask>,
}

impl FriendScreen {
    /// Creates the form, with the clocks of new games.
    pub(crate) fn new(ui: &UiContext) -> Self {
        let FriendFile { name, host, .. } = &ui.friend;
        let name = Some(*name).filter(|name| *name != PersonName::EMPTY);
        let host = host.as_ref();
        let form = FriendForm {
            choice: FriendChoice::Here,
            resumes: false,
            is_near: false,
            side: None,
            time: ui.time,
            opening: ui.opening.clone(),
            has_watchers: false,
            joining: None,
        };
        Self::with(form)
            .field(NAME.text(), &name.unwrap_or(ui.settings.name).to_string())
            .field(PORT.text(), &DEFAULT_PORT.to_string())
            .field(ADDRESS.text(), host.map_or("", |host| &host.address))
            .field(
                CODE.text(),
                &host.map_or_else(String::new, |host| host.code.to_string()),
            )
    }

    /// Creates the form to resume the first of the unfinished games with a friend.
    pub(crate) fn resuming(ui: &UiContext) -> Self {
        let mut screen = Self::new(ui);
        screen.content.choice = FriendChoice::Host;
        screen.content.resumes = true;
        screen
    }

    /// Creates the form to join the last host again, and begins to.
    pub(crate) fn rejoining(ui: &UiContext) -> Self {
        let mut screen = Self::new(ui);
        screen.content.choice = FriendChoice::Join;
        let name = ui.friend.name;
        if let Err(why) = screen.content.join(Purpose::Play, name, &screen.form, ui) {
            screen.form.warn(why);
        }
        screen
    }
}

impl FriendForm {
    /// Returns what is chosen, and how two people at this screen get names.
    fn about(&self, ui: &UiContext) -> String {
        let has_all = !ui.settings.people().contains(&PersonName::EMPTY);
        let is_new = self.choice == FriendChoice::Here && !self.resumes;
        let names = naming_keys(ui).filter(|_| is_new && !has_all);
        let names = names.map(|keys| {
            tr!(
                "For names, open a new game, press {keys}.",
                keys = Name(&keys)
            )
        });
        let about = Said::verbatim(self.choice_about());
        Said::sentences([about].into_iter().chain(names)).into()
    }

    fn choice_about(&self) -> &'static str {
        match self.choice {
            FriendChoice::Here => label!("Two people at this screen, in turn.").text(),
            FriendChoice::Host if self.resumes => {
                label!("Go on with the saved game: get a new code to tell.").text()
            }
            FriendChoice::Host => {
                label!("Invite a friend: you get an address and a code to pass on.").text()
            }
            FriendChoice::Join => {
                label!("Join a friend who has invited you, with an address and a code.").text()
            }
            FriendChoice::Watch => {
                label!("Watch two others play, with an address and a code.").text()
            }
        }
    }

    /// Waits for a friend.
    fn host(&self, name: PersonName, form: &FormState) -> Result<Command, String> {
        let port = form.text(PORT.text()).trim();
        let port = port.parse().map_err(|_| {
            tr!(
                "{port} is not a port; use a number from 1 to 65535, or 0 for any free one",
                port = Name(&format!("{port:?}")),
            )
        })?;
        let random = || {
            if rand::random() {
                Color::Black
            } else {
                Color::White
            }
        };
        let request = HostRequest {
            bind: IpAddr::V4(if self.is_near {
                Ipv4Addr::LOCALHOST
            } else {
                Ipv4Addr::UNSPECIFIED
            }),
            port,
            color: self.side.unwrap_or_else(random),
            name,
            time: self.time,
            opening: self.opening.clone(),
            admits_spectators: self.has_watchers,
            resumes: self.resumes,
        };
        let online = request.start().map_err(|error| cannot_host(&error))?;
        Ok(Command::GoOnline(Box::new(online)))
    }

    /// Begins to join a friend.
    fn join(
        &mut self,
        purpose: Purpose,
        name: PersonName,
        form: &FormState,
        ui: &UiContext,
    ) -> Result<(), String> {
        let address = form.text(ADDRESS.text()).trim().to_owned();
        if address.is_empty() {
            return Err(label!(
                "type the address that your friend's program shows, such as 192.168.0.7"
            )
            .text()
            .to_owned());
        }
        let code: Code = (form.text(CODE.text()).parse()).map_err(|error| format!("{error}"))?;
        let request = JoinRequest {
            address,
            code,
            name,
            purpose,
        };
        let task = request.start(ui.waker.clone());
        self.joining = Some(task.map_err(|error| TaskError::not_started(&error).to_string())?);
        Ok(())
    }
}

/// A row of the form.
type Row = FormRow<FriendForm>;

impl FormContent for FriendForm {
    type Own = Infallible;

    const START: &'static ::reversi_text::Message =
        ::reversi_text::label!("play here, invite a friend, or join one");

    fn keys(&self) -> Vec<Keymap<FormIntent<Infallible>>> {
        vec![start_keys::<Self>(), row_keys(), BACK, change_keys()]
    }

    fn rows(&self, ui: &UiContext) -> Vec<FormRow<Self>> {
        let choices = CHOICES.into_iter().take(if self.resumes { 2 } else { 4 });
        let game = Row::of(label!("Game").text(), choices, &self.choice, |form| {
            &mut form.choice
        })
        .about(self.about(ui));
        let name = Row::text(NAME.text()).about(label!("Your name, which the others see.").text());
        let friend = Row::of(label!("Friend").text(), PLACES, &self.is_near, |form| {
            &mut form.is_near
        })
        .about(label!("Away: at another computer. Here: at this one.").text());
        let side = Row::of(label!("You play").text(), SIDES, &self.side, |form| {
            &mut form.side
        })
        .about(label!("Your colour in the first game. A rematch swaps it.").text());
        let clock = Row::clocks(self.time, |form, time, _| form.time = time);
        let start = Row::openings(&self.opening, ui.has_japanese(), |form, opening, _| {
            form.opening = opening;
        });
        let has_watchers = &self.has_watchers;
        let watchers = Row::of(label!("Watchers").text(), WATCHERS, has_watchers, |form| {
            &mut form.has_watchers
        })
        .about(label!("Whether others can watch the game, with a code of their own.").text());
        let port = Row::text(PORT.text()).about(label!("The port to wait at.").text());
        let address = Row::text(ADDRESS.text())
            .about(label!("Your friend tells you, e.g. 192.168.0.7.").text());
        let code = Row::text(CODE.text()).about(if self.choice == FriendChoice::Watch {
            label!("The code for spectators: 16 letters and digits.").text()
        } else {
            label!("16 letters and digits, such as 7K3M-Q2XA-9TRW-C4HD.").text()
        });
        // A game that is resumed has its sides and its clocks.
        match self.choice {
            FriendChoice::Here if self.resumes => vec![game],
            FriendChoice::Here => vec![game, clock, start],
            FriendChoice::Host if self.resumes => vec![game, name, friend, watchers, port],
            FriendChoice::Host => vec![game, name, friend, side, clock, start, watchers, port],
            FriendChoice::Join | FriendChoice::Watch => vec![game, address, code, name],
        }
    }

    /// Plays here, waits for a friend, or begins to join one.
    fn start(&mut self, form: &FormState, context: &mut Context) -> Started {
        let ui = &mut context.ui;
        let name: PersonName =
            (form.text(NAME.text()).parse()).map_err(|error| format!("{error}"))?;
        match self.choice {
            FriendChoice::Here if self.resumes => return Ok(Some(Command::ResumeHere(0))),
            FriendChoice::Here => {
                ui.time = self.time;
                let people = ByColor::new(PlayerKind::Human, PlayerKind::Human);
                return Ok(Some(Command::Start(people, self.opening.clone())));
            }
            FriendChoice::Host => {
                let command = self.host(name, form)?;
                // It is not the person's name in other games.
                let kept = ui.keep_friend(|friend| friend.name = name);
                kept.map_err(|error| error.to_string())?;
                return Ok(Some(command));
            }
            FriendChoice::Join => self.join(Purpose::Play, name, form, ui)?,
            FriendChoice::Watch => self.join(Purpose::Watch, name, form, ui)?,
        }
        Ok(None)
    }

    fn stop(&mut self) -> bool {
        self.joining.take().is_some()
    }

    fn progress(&self) -> Option<&'static str> {
        self.joining
            .as_ref()
            .map(|_| label!("Joining. Esc cancels.").text())
    }

    fn tick(&mut self, form: &mut FormState, context: &mut Context) -> Option<Command> {
        let answer = self.joining.as_ref().and_then(JoinTask::poll)?;
        self.joining = None;
        match answer {
            Ok(online) => return Some(Command::GoOnline(Box::new(online))),
            Err(why) => form.warn(not_joined(&why)),
        }
        if self.choice == FriendChoice::Join
            && let Err(error) = context.ui.remember_game(false)
        {
            form.warn(error);
        }
        None
    }

    fn draw(form: &FormScreen<Self>, area: Rect, canvas: &mut FormCanvas<Self>) {
        let fields = form.rows(canvas);
        let frame = Frame::of(area);
        canvas.header(frame.header, true, label!("Play with a friend").text(), "");
        let width = frame.body.width.min(64);
        let (advice, role) = form.advice(&fields, &canvas.context.ui);
        let lines = wrap(&advice, usize::from(width.saturating_sub(4)));
        let count = rows(&fields);
        let gap = u16::from(area.height > count + 6);
        // Room for a sentence of three lines, so that the card stays as it is.
        let room = frame.body.height.saturating_sub(count + gap + 2);
        let text = rows(&lines).max(if area.height > 14 {
            room.clamp(1, 3)
        } else {
            1
        });
        let mut rest = Slices(centered(frame.body, width));
        let height = count + gap + text + 2;
        rest.top(frame.body.height.saturating_sub(height) / 2);
        // Values are whole in a narrow window without a box.
        let is_boxed = height <= frame.body.height && width >= 40;
        let inner = if is_boxed {
            canvas.card(rest.top(height), true, label!("Game").text(), "")
        } else {
            rest.0
        };
        let mut rest = Slices(inner);
        form.draw_rows(&fields, rest.top(count), canvas);
        rest.top(gap);
        canvas.lines(rest.0, lines, role);
        canvas.footer(frame.footer, true, form.hints(canvas.context));
    }
}
