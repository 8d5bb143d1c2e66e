//! The form to play with a friend, here or over the network: wait for one, join one, or watch.

use std::net::{IpAddr, Ipv4Addr};

use crate::app::game_opening::GameOpening;
use crate::app::tui::event::KeyEvent;
use ratatui::layout::Rect;
use tui_input::InputRequest;

use super::form::{CLOCK_HELP, ClockChoice, FormRow, FormStep, LABEL, begins_clock};
use super::{Canvas, Command, Context, Pasted, Screen};
use crate::app::clock::TimeControl;
use crate::app::network::DEFAULT_PORT;
use crate::app::network::code::{Code, Purpose};
use crate::app::network::friend_file::FriendFile;
use crate::app::network::request::{HostRequest, JoinRequest, JoinTask};
use crate::app::player::PlayerKind;
use crate::app::player::name::PersonName;
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::{
    BACKTAB, DOWN, ENTER, ESC, Keymap, LEFT, Meaning, RIGHT, SPACE, TAB, UP, also, bind,
    field_request, look_up,
};
use crate::app::tui::layout::{Frame, Slices, centered};
use crate::app::tui::text::{rows, wrap};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::field::Field;
use crate::app::wording::sentence;
use crate::color::{ByColor, Color};

/// What a row asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FriendRow {
    Game,
    Name,
    Who,
    Port,
    Side,
    Clock,
    Spectators,
    Address,
    Code,
}

/// How to play with a friend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FriendChoice {
    /// Both at this terminal.
    Here,
    Host,
    Join,
    Watch,
}

impl FriendChoice {
    const ALL: [Self; 4] = [Self::Here, Self::Host, Self::Join, Self::Watch];

    const fn name(self) -> &'static str {
        match self {
            Self::Here => "here",
            Self::Host => "invite",
            Self::Join => "join",
            Self::Watch => "watch",
        }
    }

    /// Returns the rows; a game that is resumed has its sides and its clocks.
    const fn rows(self, resumes: bool) -> &'static [FriendRow] {
        match self {
            Self::Here if resumes => &[FriendRow::Game],
            Self::Host if resumes => &[
                FriendRow::Game,
                FriendRow::Name,
                FriendRow::Who,
                FriendRow::Spectators,
                FriendRow::Port,
            ],
            Self::Here => &[FriendRow::Game, FriendRow::Clock],
            Self::Host => &[
                FriendRow::Game,
                FriendRow::Name,
                FriendRow::Who,
                FriendRow::Side,
                FriendRow::Clock,
                FriendRow::Spectators,
                FriendRow::Port,
            ],
            Self::Join => &[
                FriendRow::Game,
                FriendRow::Address,
                FriendRow::Code,
                FriendRow::Name,
            ],
            Self::Watch => &[FriendRow::Game, FriendRow::Address, FriendRow::Code],
        }
    }
}

/// The sides to choose from; the last one is random.
const SIDES: [Option<Color>; 3] = [Some(Color::Black), Some(Color::White), None];

/// What a key or a click means on this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Start,
    Form(FormStep),
    Edit(InputRequest),
    Leave,
}

/// The keys.
#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind(&[(ENTER, Intent::Start)], "start", 10, "play here, invite a friend, or join one"),
    bind(&[(UP, Intent::Form(FormStep::Row(false))), (DOWN, Intent::Form(FormStep::Row(true))), (TAB, Intent::Form(FormStep::Row(true)))], "row", 7, "next or previous row"),
    also(&[(BACKTAB, Intent::Form(FormStep::Row(false)))]),
    bind(&[(ESC, Intent::Leave)], "back", 9, "back, or stop joining"),
];

/// The keys that change a row without a text field.
#[rustfmt::skip] // a table
static CHOICES: Keymap<Intent> = &[
    bind(&[(LEFT, Intent::Form(FormStep::Option(false))), (RIGHT, Intent::Form(FormStep::Option(true))), (SPACE, Intent::Form(FormStep::Option(true)))], "change", 8, "change the value"),
];

/// The form.
#[derive(Debug)]
pub(crate) struct FriendScreen {
    choice: FriendChoice,
    /// The game is the first of the unfinished ones.
    resumes: bool,
    row: usize,
    /// Whether only programs on this computer can connect.
    only_here: bool,
    side: Option<Color>,
    time: Option<TimeControl>,
    /// The clock that is being typed.
    clock: Option<Field>,
    admits_spectators: bool,
    /// The name that the friend sees.
    name: Field,
    port: Field,
    address: Field,
    code: Field,
    /// The host that is being joined.
    joining: Option<JoinTask>,
    /// What went wrong, or what is being done.
    notice: Option<(String, Role)>,
}

impl FriendScreen {
    /// Creates the form, with the clocks of new games.
    pub(crate) fn new(ui: &UiContext) -> Self {
        let FriendFile { name, host, .. } = &ui.friend;
        let name = Some(*name).filter(|name| *name != PersonName::EMPTY);
        let host = host.as_ref();
        Self {
            choice: FriendChoice::Here,
            resumes: false,
            row: 0,
            only_here: false,
            side: None,
            time: ui.time,
            clock: None,
            admits_spectators: false,
            name: Field::new(&name.unwrap_or(ui.settings.name).to_string()),
            port: Field::new(&DEFAULT_PORT.to_string()),
            address: Field::new(host.map_or("", |host| &host.address)),
            code: Field::new(&host.map_or_else(String::new, |host| host.code.to_string())),
            joining: None,
            notice: None,
        }
    }

    /// Creates the form to resume the first of the unfinished games with a friend.
    pub(crate) fn resuming(ui: &UiContext) -> Self {
        Self {
            choice: FriendChoice::Host,
            resumes: true,
            ..Self::new(ui)
        }
    }

    /// Creates the form to join the last host again, and begins to.
    pub(crate) fn rejoining(ui: &UiContext) -> Self {
        let mut screen = Self {
            choice: FriendChoice::Join,
            ..Self::new(ui)
        };
        let name = ui.friend.name;
        if let Err(why) = screen.join(Purpose::Play, name, ui) {
            screen.notice = Some((sentence(why), Role::Warning));
        }
        screen
    }

    const fn rows(&self) -> &'static [FriendRow] {
        self.choice.rows(self.resumes)
    }

    /// Returns what there is to choose from: a game that is resumed is here, or the friend is invited.
    fn choices(&self) -> &'static [FriendChoice] {
        let all = &FriendChoice::ALL;
        if self.resumes { &all[..2] } else { all }
    }

    fn active(&self) -> FriendRow {
        self.rows()[self.row]
    }

    /// Returns the text field of a row, if it has one.
    const fn field(&self, row: FriendRow) -> Option<&Field> {
        match row {
            FriendRow::Name => Some(&self.name),
            FriendRow::Port => Some(&self.port),
            FriendRow::Address => Some(&self.address),
            FriendRow::Code => Some(&self.code),
            FriendRow::Clock => self.clock.as_ref(),
            _ => None,
        }
    }

    const fn active_field(&mut self) -> Option<&mut Field> {
        match self.rows()[self.row] {
            FriendRow::Name => Some(&mut self.name),
            FriendRow::Port => Some(&mut self.port),
            FriendRow::Address => Some(&mut self.address),
            FriendRow::Code => Some(&mut self.code),
            FriendRow::Clock => self.clock.as_mut(),
            _ => None,
        }
    }

    fn content(&self, row: FriendRow) -> FormRow {
        let chosen = |at: Option<usize>| at.unwrap_or_default();
        match row {
            FriendRow::Game => {
                let choices = self.choices().iter();
                let at = choices.clone().position(|&c| c == self.choice);
                let names = choices.map(|choice| choice.name());
                FormRow::new("Game", names, chosen(at))
            }
            FriendRow::Who => FormRow::new("Friend", ["away", "here"], usize::from(self.only_here)),
            FriendRow::Side => {
                let at = SIDES.iter().position(|&side| side == self.side);
                let name = |side: Option<Color>| {
                    side.map_or_else(|| "random".to_owned(), |color| color.to_string())
                };
                FormRow::new("You play", SIDES.map(name), chosen(at))
            }
            FriendRow::Clock => FormRow::of_clocks(self.time),
            FriendRow::Spectators => FormRow::new(
                "Watchers",
                ["nobody", "with a code"],
                usize::from(self.admits_spectators),
            ),
            FriendRow::Name => FormRow::new("Name", [""], 0),
            FriendRow::Port => FormRow::new("Port", [""], 0),
            FriendRow::Address => FormRow::new("Address", [""], 0),
            FriendRow::Code => FormRow::new("Code", [""], 0),
        }
    }

    fn choose(&mut self, row: FriendRow, option: usize) {
        match row {
            FriendRow::Game => self.choice = self.choices()[option],
            FriendRow::Who => self.only_here = option == 1,
            FriendRow::Side => self.side = SIDES[option],
            FriendRow::Clock => match ClockChoice::of(option, self.time) {
                ClockChoice::Time(time) => self.time = time,
                ClockChoice::Other => self.clock = Some(Field::default()),
            },
            FriendRow::Spectators => self.admits_spectators = option == 1,
            FriendRow::Name | FriendRow::Port | FriendRow::Address | FriendRow::Code => {}
        }
    }

    fn is_clock_empty(&self) -> bool {
        let clock = self.clock.as_ref();
        clock.is_none_or(|clock| clock.text().is_empty())
    }

    /// Takes the clock that was typed, if one was.
    ///
    /// # Errors
    /// A clause.
    fn keep_clock(&mut self) -> Result<(), String> {
        if let Some(clock) = &self.clock {
            let text = clock.text().trim();
            if !text.is_empty() {
                self.time = Some(text.parse().map_err(|error| format!("{error}"))?);
            }
            self.clock = None;
        }
        Ok(())
    }

    /// Waits for a friend, or begins to join one.
    ///
    /// # Errors
    /// A clause.
    fn start(&mut self, ui: &mut UiContext) -> Result<Option<Command>, String> {
        self.keep_clock()?;
        let name: PersonName = (self.name.text().parse()).map_err(|error| format!("{error}"))?;
        match self.choice {
            FriendChoice::Here if self.resumes => Ok(Some(Command::ResumeHere(0))),
            FriendChoice::Here => {
                ui.time = self.time;
                let people = ByColor::new(PlayerKind::Human, PlayerKind::Human);
                Ok(Some(Command::Start(people, GameOpening::Standard)))
            }
            FriendChoice::Host => {
                let command = self.host(name)?;
                // It is not the person's name in other games.
                let kept = ui.keep_friend(|friend| friend.name = name);
                kept.map_err(|error| error.to_string())?;
                Ok(Some(command))
            }
            FriendChoice::Join => self.join(Purpose::Play, name, ui),
            FriendChoice::Watch => self.join(Purpose::Watch, name, ui),
        }
    }

    fn host(&self, name: PersonName) -> Result<Command, String> {
        let port = self.port.text().trim();
        let port = port.parse().map_err(|_| {
            format!("{port:?} is not a port; use a number from 1 to 65535, or 0 for any free one")
        })?;
        let random = || {
            if rand::random() {
                Color::Black
            } else {
                Color::White
            }
        };
        let request = HostRequest {
            bind: IpAddr::V4(if self.only_here {
                Ipv4Addr::LOCALHOST
            } else {
                Ipv4Addr::UNSPECIFIED
            }),
            port,
            color: self.side.unwrap_or_else(random),
            name,
            time: self.time,
            opening: GameOpening::Standard,
            admits_spectators: self.admits_spectators,
            resumes: self.resumes,
        };
        let online = request.start().map_err(|error| error.to_string())?;
        Ok(Command::GoOnline(Box::new(online)))
    }

    fn join(
        &mut self,
        purpose: Purpose,
        name: PersonName,
        ui: &UiContext,
    ) -> Result<Option<Command>, String> {
        let address = self.address.text().trim().to_owned();
        if address.is_empty() {
            return Err(
                "type the address that your friend's program shows, such as 192.168.0.7".to_owned(),
            );
        }
        let code: Code = (self.code.text().parse()).map_err(|error| format!("{error}"))?;
        let request = JoinRequest {
            address,
            code,
            name,
            purpose,
        };
        let task = request.start(ui.waker.clone());
        self.joining = Some(task.map_err(|error| format!("cannot start a thread: {error}"))?);
        self.notice = Some(("Joining. Esc cancels.".to_owned(), Role::Text));
        Ok(None)
    }

    /// Returns what the active row means, or what was said last.
    fn advice(&self) -> (&str, Role) {
        if let Some((notice, role)) = &self.notice {
            return (notice, *role);
        }
        let advice = match self.active() {
            FriendRow::Game => match self.choice {
                FriendChoice::Here => "Two people at this screen, in turn.",
                FriendChoice::Host if self.resumes => {
                    "Go on with the saved game: get a new code to tell."
                }
                FriendChoice::Host => "Invite a friend: you get an address and a code to pass on.",
                FriendChoice::Join => {
                    "Join a friend who has invited you, with an address and a code."
                }
                FriendChoice::Watch => "Watch two others play, with an address and a code.",
            },
            FriendRow::Name => "Your name, which your friend sees.",
            FriendRow::Who => "Away: at another computer. Here: at this one.",
            FriendRow::Side => "Your colour in the first game. A rematch swaps it.",
            FriendRow::Clock => CLOCK_HELP,
            FriendRow::Spectators => "Whether others can watch the game, with a code of their own.",
            FriendRow::Port => "The port to wait at.",
            FriendRow::Address => "Your friend tells you, e.g. 192.168.0.7.",
            FriendRow::Code if self.choice == FriendChoice::Watch => {
                "The code for spectators: 16 letters and digits."
            }
            FriendRow::Code => "16 letters and digits, such as 7K3M-Q2XA-9TRW-C4HD.",
        };
        (advice, Role::Muted)
    }
}

impl Screen for FriendScreen {
    type Intent = Intent;

    fn tables(&self, _context: &Context) -> Vec<Keymap<Intent>> {
        // The arrow keys leave a clock of which nothing is typed.
        let is_empty_clock = self.active() == FriendRow::Clock && self.is_clock_empty();
        let types = self.field(self.active()).is_some() && !is_empty_clock;
        let choices = (!types).then_some(CHOICES);
        [KEYS].into_iter().chain(choices).collect()
    }

    fn intent(&self, key: KeyEvent, context: &Context) -> Option<Meaning<Intent>> {
        let typed = || {
            let request = match self.field(self.active()) {
                Some(_) => field_request(key),
                None if self.active() == FriendRow::Clock => begins_clock(key),
                None => None,
            };
            Some(Meaning::Own(Intent::Edit(request?)))
        };
        look_up(&self.tables(context), key).or_else(typed)
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        let was_joining = self.joining.take().is_some();
        self.notice = None;
        match intent {
            // The first Esc only stops joining, or typing a clock.
            Intent::Leave if was_joining || self.clock.take().is_some() => {}
            Intent::Leave => return Some(Command::Close),
            Intent::Start => match self.start(&mut context.ui) {
                Ok(command) => return command,
                Err(why) => self.notice = Some((sentence(why), Role::Warning)),
            },
            Intent::Form(step) => {
                if let Err(why) = self.keep_clock() {
                    self.notice = Some((sentence(why), Role::Warning));
                    return None;
                }
                let rows = self.rows();
                let contents: Vec<_> = rows.iter().map(|row| self.content(*row)).collect();
                let (row, option) = step.from(self.row, &contents);
                self.row = row;
                if let Some(option) = option {
                    self.choose(rows[row], option);
                }
            }
            Intent::Edit(request) => {
                if self.active() == FriendRow::Clock {
                    self.clock.get_or_insert_default();
                }
                if let Some(field) = self.active_field() {
                    field.edit(request);
                }
            }
        }
        None
    }

    fn paste(&mut self, text: &str, _context: &mut Context) -> Pasted {
        match self.active_field() {
            Some(field) => {
                field.paste(text);
                Pasted::Taken
            }
            None => Pasted::Passed,
        }
    }

    fn tick(&mut self, context: &mut Context) -> Option<Command> {
        let answer = self.joining.as_ref().and_then(JoinTask::poll)?;
        self.joining = None;
        match answer {
            Ok(online) => return Some(Command::GoOnline(Box::new(online))),
            Err(why) => self.notice = Some((sentence(why), Role::Warning)),
        }
        if self.choice == FriendChoice::Join
            && let Err(error) = context.ui.remember_game(false)
        {
            self.notice = Some((sentence(error), Role::Warning));
        }
        None
    }

    fn report(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some((sentence, Role::Warning));
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let frame = Frame::of(area);
        canvas.header(frame.header, true, "Play with a friend", "");
        let width = frame.body.width.min(64);
        let rows_of_form = self.rows();
        let (advice, role) = self.advice();
        let lines = wrap(advice, usize::from(width.saturating_sub(4)));
        let count = rows(rows_of_form);
        let gap = u16::from(area.height > count + 6);
        // Room for a sentence of three lines, so that the card stays as it is.
        let text = rows(&lines).max(if area.height > 14 { 3 } else { 1 });
        let mut rest = Slices(centered(frame.body, width));
        let height = count + gap + text + 2;
        rest.top(frame.body.height.saturating_sub(height) / 2);
        // Values are whole in a narrow window without a box.
        let is_boxed = height <= frame.body.height && width >= 40;
        let inner = if is_boxed {
            canvas.card(rest.top(height), true, "Game", "")
        } else {
            rest.0
        };
        let mut rest = Slices(inner);
        for (index, &row) in rows_of_form.iter().enumerate() {
            let place = rest.top(1);
            let content = self.content(row);
            let intent = move |option| Intent::Form(FormStep::Choose(index, option));
            let field = self.field(row);
            content.draw(place, LABEL, index == self.row, field, intent, canvas);
            canvas
                .hits
                .add(place, intent(content.chosen.unwrap_or_default()));
        }
        rest.top(gap);
        canvas.lines(rest.0, lines, role);
        canvas.footer(frame.footer, true, self.hints(canvas.context));
    }
}
