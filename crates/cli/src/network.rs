//! `reversi host` and `reversi join`: a game between two programs over the network.

use std::io::{self, BufReader, IsTerminal as _, Write as _};
use std::net::IpAddr;

use clap::ColorChoice;

use super::Failure;
use super::output::print_message;
use super::person;
use super::screen::{
    LookArgs, game_saver, has_screen, reader, settings_of_line_mode, tui_options, two_people,
};
use super::values::{game_opening, ip_address, whole};
use crate::line::network::NetworkMode;
use crate::terminal;
use reversi::{Color, Game};
use reversi_net::network::code::{Code, ParseCodeError, Purpose};
use reversi_net::network::game::NotJoined;
use reversi_net::network::link::JoinError;
use reversi_net::network::request::{HostRequest, JoinRequest};
use reversi_net::network::{DEFAULT_PORT, OnlineGame};
use reversi_notation::input::{LineEnd, read_line};
use reversi_table::clock::TimeControl;
use reversi_table::game_opening::GameOpening;
use reversi_table::player::name::PersonName;
use reversi_table::store::autosave::{Autosave, UnfinishedGame};
use reversi_table::store::settings::Settings;
use reversi_text::{Said, tr};
use reversi_tui::FirstScreen;
use reversi_wording::{cannot_host, not_joined};

/// The longest line that is read for a code.
const MAX_CODE: usize = 200;

/// Wait for a friend to play over the network
///
/// Shows a code and waits for one guest, who plays with `reversi join`. Without the code nobody gets in, and
/// everything is encrypted.
#[derive(Debug, clap::Args)]
#[command(after_help = HOST_EXAMPLES, after_long_help = [NOTES, HOST_EXAMPLES].join("\n\n"))]
pub(crate) struct HostArgs {
    /// Port to wait at; 0 for any free one
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PORT, value_parser = whole(0..=u16::MAX))]
    port: u16,
    /// Address to wait at; 0.0.0.0 or :: for all of this computer's addresses
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = ip_address)]
    bind: IpAddr,
    /// Your side in the first game; each rematch swaps the sides
    #[arg(
        long,
        value_name = "SIDE",
        default_value = "random",
        ignore_case = true,
        conflicts_with = "resume"
    )]
    side: Side,
    /// Time control: base plus increment, e.g. 5m+3s or 90s; 5m/20s is byo-yomi, 5m+d3s a delay, 10m:5m yours and your
    /// guest's [default: no clocks]
    #[arg(long, value_name = "TIME", conflicts_with = "resume")]
    time: Option<TimeControl>,
    /// How the games begin: `balanced`, a name such as Tiger, moves, a number of random moves, or a file
    #[arg(long, value_name = "OPENING", default_value = "standard", value_parser = game_opening(),
          hide_possible_values = true, conflicts_with = "resume")]
    opening: GameOpening,
    /// Resume your last unfinished game over the network
    #[arg(long)]
    resume: bool,
    /// Let others watch: shows a second code, for spectators
    #[arg(long)]
    spectators: bool,
    #[command(flatten)]
    both: BothArgs,
}

const HOST_EXAMPLES: &str = "\
Examples:
  reversi host                                     Wait for a guest on this computer
  reversi host --bind 0.0.0.0 --time 5m+3s         Wait for a guest on the local network
  reversi host --spectators                        Let others watch, with a code of their own
  reversi host --resume                            Resume the last unfinished game";

/// The notes about security and clocks.
const NOTES: &str = "\
The guest needs the code, which is valid until this program ends. By default only programs on
this computer can connect. To play with a friend elsewhere, wait on your local network with
--bind, or let the friend open a tunnel: ssh -L 8864:localhost:8864 YOUR-COMPUTER.

With --spectators, up to 16 others can watch. Their code does not let anybody play, and nothing that
they send reaches the game. The computer does not help them before the end.

The host's clock counts: a move stops your clock when it reaches the host, so network delay counts
against the guest. While the connection is lost, both clocks stand still; but a guest that is away on
its own turn has ten seconds in all in a game, then its clock runs.";

/// Join a friend's game over the network, to play or to watch
///
/// Plays on the board of a friend who runs `reversi host`. If the connection is lost, joins again by
/// itself; if this program ends, join again with the same code. Spectators have a code of their own and see
/// the game from its first move.
#[derive(Debug, clap::Args)]
#[command(after_help = JOIN_EXAMPLES)]
pub(crate) struct JoinArgs {
    /// Address of the host, e.g. 192.168.0.7 or example.org:8864
    address: String,
    /// Code that the host shows [default: asked for, so that other programs do not see it]
    #[arg(long, value_name = "CODE")]
    code: Option<Code>,
    /// Watch the game, with the host's code for spectators
    #[arg(long)]
    watch: bool,
    #[command(flatten)]
    both: BothArgs,
}

const JOIN_EXAMPLES: &str = "\
Examples:
  reversi join localhost                           Play with a host on this computer
  reversi join 192.168.0.7 --name Ann              Play with a host on the local network
  reversi join localhost --watch                   Watch a game of `reversi host --spectators`";

/// The options of both commands.
#[derive(Debug, clap::Args)]
struct BothArgs {
    /// Your name, which your opponent sees [default: as in the settings]
    #[arg(long, value_name = "NAME")]
    name: Option<PersonName>,
    /// Play in plain text lines (line mode); used automatically when there is no terminal
    #[arg(long)]
    plain: bool,
    /// Line mode for screen readers: says which discs turn, prints the board only on request
    #[arg(long)]
    spoken: bool,
}

/// The choice of a side.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Side {
    Black,
    White,
    Random,
}

impl Side {
    fn choose(self) -> Color {
        match self {
            Self::Black => Color::Black,
            Self::White => Color::White,
            Self::Random => Color::ALL[usize::from(rand::random::<bool>())],
        }
    }
}

/// The person who plays here.
struct LocalPerson {
    settings: Settings,
    /// Whether there is a person at a terminal.
    at_terminal: bool,
}

impl BothArgs {
    fn person(&self) -> LocalPerson {
        let at_terminal = io::stdin().is_terminal();
        let mut settings = settings_of_line_mode(at_terminal).kept().clone();
        settings.name = self.name.unwrap_or(settings.name);
        LocalPerson {
            settings,
            at_terminal,
        }
    }
}

pub(super) fn host(args: &HostArgs, color: ColorChoice) -> Result<(), Failure> {
    let person = args.both.person();
    if args.resume && !has_unfinished() {
        return Err(Failure::Faults(tr!(
            "there is no unfinished game over the network"
        )));
    }
    let request = HostRequest {
        bind: args.bind,
        port: args.port,
        color: args.side.choose(),
        name: person.settings.name,
        time: args.time,
        admits_spectators: args.spectators,
        resumes: args.resume,
        opening: args.opening.clone(),
    };
    let online = request
        .start()
        .map_err(|error| Failure::Partner(cannot_host(&error)))?;
    play(&args.both, color, online, &person.settings)
}

pub(super) fn join(args: &JoinArgs, color: ColorChoice) -> Result<(), Failure> {
    let person = args.both.person();
    let asks_again = args.code.is_none() && person.at_terminal;
    let purpose = if args.watch {
        Purpose::Watch
    } else {
        Purpose::Play
    };
    let online = loop {
        let code = match &args.code {
            Some(code) => code.clone(),
            None => ask_code()?,
        };
        let request = JoinRequest {
            address: args.address.clone(),
            code,
            name: person.settings.name,
            purpose,
        };
        match request.run() {
            // It may be mistyped.
            Err(error @ NotJoined::Link(JoinError::Code | JoinError::WatchCode)) if asks_again => {
                print_message(&not_joined(&error).sentence());
            }
            joined => break joined.map_err(|error| Failure::Partner(not_joined(&error)))?,
        }
    };
    play(&args.both, color, online, &person.settings)
}

/// Plays in line mode or in the terminal UI.
fn play(
    args: &BothArgs,
    color: ColorChoice,
    online: OnlineGame,
    settings: &Settings,
) -> Result<(), Failure> {
    if !args.plain && !args.spoken && has_screen() {
        let look = LookArgs::default();
        // The name is that of this game, not of the person in other games.
        let first = FirstScreen::Online(Box::new(online));
        let options = tui_options(&look, color, first, two_people(), |_| {});
        return Ok(terminal::run(options)?);
    }
    let mut saver = game_saver();
    saver.0.keeps_watched = settings.keep_watched;
    let mode = NetworkMode {
        online,
        spoken: args.spoken,
        reader: reader(),
        input: BufReader::new(io::stdin()),
        output: io::stdout().lock(),
        saver,
    };
    Ok(mode.run()?)
}

fn has_unfinished() -> bool {
    person::state_folder().is_some_and(|state| {
        Autosave::<Game>::open(&state)
            .1
            .iter()
            .any(UnfinishedGame::is_remote)
    })
}

/// Reads the code from a line of standard input. At a terminal, asks for it until it is one.
fn ask_code() -> Result<Code, Failure> {
    let at_terminal = io::stdin().is_terminal();
    loop {
        if at_terminal {
            let mut err = io::stderr();
            // Nothing can be done if stderr is closed.
            let _ = write!(err, "{} ", tr!("Code:")).and_then(|()| err.flush());
        }
        let mut bytes = Vec::new();
        let end = read_line(&mut io::stdin().lock(), &mut bytes, MAX_CODE);
        if matches!(end.map_err(Failure::Input)?, LineEnd::EndOfInput) {
            return Err(Failure::Faults(tr!("--code is missing")));
        }
        let code: Result<Code, ParseCodeError> = String::from_utf8_lossy(&bytes).parse();
        match code {
            Err(error) if at_terminal => print_message(&Said::display(error).sentence()),
            code => return code.map_err(Failure::faults),
        }
    }
}
