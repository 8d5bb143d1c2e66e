//! The game at the table: its session and everything the session reports, whatever screen is open.

pub(crate) mod timeline;

use std::time::Instant;

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;

use super::context::UiContext;
use super::widget::players::ClockFace;
use crate::app::clock::Clock;
use crate::app::network::game::NetworkStatus;
use crate::app::player::PlayerKind;
use crate::app::player::name::name_players;
use crate::app::session::{Event, GameMeta, Refusal, Session};
use crate::app::store::saver::GameProgress;
use crate::app::store::settings::{Bell, BellEvent};
use crate::app::study::coach::Coach;
use crate::app::wording::{self, plural, sentence, summary};
use crate::color::{ByColor, Color};
use crate::game::{Ending, Entry, Game, Outcome, Status};
use crate::notation::{Record, clean, clean_lines, transcript};
use crate::opening::{Opening, balanced_openings};
use crate::position::Position;

use timeline::Timeline;

/// The number of messages kept: more than any screen shows.
const MESSAGES: usize = 40;

/// What a screen does with the game at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableAction {
    /// The computer says something about the position: its evaluation, a hint, values, the coach, what was played in
    /// other games, an overlay.
    Help,
    /// Looks at a game in a review or an analysis.
    Analyse,
    /// Edits the position.
    Edit,
    /// Changes what both players agreed on: takes back, swaps sides, pauses, or puts another game on the board.
    Rearrange,
    /// Resigns or asks for a rematch.
    Decide,
}

/// The game at the table.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools)] // independent switches
pub(crate) struct Table {
    /// The game and its players. What changes the game goes through [`Table::change`].
    pub(crate) session: Session,
    /// Animations, and when the next CPU move may appear.
    pub(crate) timeline: Timeline,
    /// The session's messages, newest last.
    pub(crate) messages: Vec<String>,
    /// What was said since the last move, of which the list of moves tells.
    pub(crate) note: Option<String>,
    /// A pass or the result, shown until something else happens.
    pub(crate) banner: Option<String>,
    /// The error of an external player, until the user has been asked what to do.
    failure: Option<String>,
    /// The result, until the discs are counted: the message, and the banner.
    result: Option<(String, String)>,
    /// Whether White's side is at the bottom.
    pub(crate) turned: bool,
    /// Set while a human's pass waits for a key before the CPU moves.
    pub(crate) held: bool,
    /// Set when a CPU has moved against a person, until the bell has rung.
    pub(crate) rings: Bell,
    /// The clocks as shown.
    pub(crate) clocks: Option<ByColor<ClockFace>>,
    pub(crate) progress: GameProgress,
    /// Whether a game has started that is not counted yet.
    pub(crate) has_started: bool,
    /// Judges moves against a CPU before they are final, if that is wanted.
    pub(crate) coach: Coach,
    /// Set while the game waits because its screen was left.
    pub(crate) left: bool,
    /// The state of a game over the network; nothing in other games.
    pub(crate) network: NetworkStatus,
    /// What a host tells its guest and its spectators; empty in other games.
    pub(crate) invitation: String,
    /// The number of entries of the random opening; `None` if games start without one.
    opening: Option<usize>,
    /// The origin of an imported game, as long as it is that game.
    imported: Option<Box<ImportedGame>>,
}

impl Table {
    /// Creates a table for a new session.
    pub(crate) fn new(session: Session, ui: &UiContext) -> Self {
        let mut table = Self {
            session,
            timeline: Timeline::new(ui.now),
            messages: Vec::new(),
            note: None,
            banner: None,
            failure: None,
            result: None,
            turned: false,
            held: false,
            rings: Bell::default(),
            clocks: None,
            progress: GameProgress::default(),
            has_started: false,
            coach: Coach::new(ui.waker.clone()),
            left: false,
            network: NetworkStatus::default(),
            invitation: String::new(),
            opening: None,
            imported: None,
        };
        table.after_start(ui);
        table
    }

    /// Checks whether something is permitted in this game, whatever the settings are. Between two people on a network
    /// the computer helps nobody.
    ///
    /// # Errors
    /// Why it is not.
    pub(crate) fn permits(&self, action: TableAction) -> Result<(), Refusal> {
        let over_network = self.session.remote().is_some();
        let is_over = self.session.game().outcome().is_some();
        match action {
            TableAction::Help if over_network => Err(Refusal::NoEngineHelp),
            TableAction::Analyse if over_network && !is_over => Err(Refusal::NoEngineHelp),
            TableAction::Edit if over_network && !is_over => Err(Refusal::NotOverNetwork),
            TableAction::Rearrange if over_network => Err(Refusal::NotOverNetwork),
            TableAction::Decide => self.session.refuse_spectator(),
            _ => Ok(()),
        }
    }

    /// Returns whether quitting would lose something.
    pub(crate) fn is_under_way(&self) -> bool {
        let game = self.session.game();
        game.entries().len() > self.opening.unwrap_or(0) && game.outcome().is_none()
    }

    /// Returns why the user cannot choose a move now.
    pub(crate) fn turn_refusal(&self) -> Refusal {
        match self.session.game().status() {
            Status::Over(_) => Refusal::GameOver,
            _ if self.session.is_watched() => Refusal::Watching,
            Status::ToMove(color) | Status::MustPass(color) => Refusal::NotYourTurn {
                color,
                player: self.session.players()[color].clone(),
            },
        }
    }

    /// Returns whether the coach can help: one person plays against a CPU, without clocks.
    pub(crate) fn can_be_coached(&self) -> bool {
        let against_cpu = self.session.lone_human().is_some() && self.session.has_cpu();
        against_cpu && self.session.timing().clock().is_none()
    }

    /// Adds a message.
    pub(crate) fn say(&mut self, text: &str) {
        add_message(&mut self.messages, text);
        self.note = Some(clean_lines(text).into_owned());
    }

    /// Runs an action on the session and handles its events.
    pub(crate) fn change<R>(&mut self, ui: &UiContext, step: impl FnOnce(&mut Session) -> R) -> R {
        self.coach.forget();
        let result = step(&mut self.session);
        self.take_events(ui);
        result
    }

    /// Takes the message about another program that failed to move.
    pub(crate) fn take_failure(&mut self) -> Option<String> {
        self.failure.take()
    }

    /// Continues after a pass that was read. Returns whether one was waiting.
    pub(crate) fn release(&mut self, now: Instant) -> bool {
        let held = std::mem::take(&mut self.held);
        if held {
            self.timeline.changed(now);
            self.banner = None;
        }
        held
    }

    /// Returns whether the discs of a finished game are still to be counted.
    pub(crate) fn is_counting(&self) -> bool {
        self.result.is_some()
    }

    /// Announces the result, once the discs are counted. Returns whether it did.
    pub(crate) fn announce_result(&mut self, now: Instant) -> bool {
        let due = self.result.take_if(|_| !self.timeline.is_counting(now));
        let Some((said, banner)) = due else {
            return false;
        };
        self.say(&said);
        (self.note, self.banner) = (None, Some(banner));
        true
    }

    /// Plays the CPU's move, if it is ready and due.
    pub(crate) fn advance(&mut self, ui: &UiContext) -> bool {
        let due = self.session.poll() && !self.held && self.timeline.due(ui.pace()) <= ui.now;
        if due {
            self.change(ui, Session::advance);
            self.read_clocks();
        }
        due
    }

    /// Returns when the CPU's move may be played, if it is ready.
    pub(crate) fn answer_due(&mut self, ui: &UiContext) -> Option<Instant> {
        (self.session.poll() && !self.held).then(|| self.timeline.due(ui.pace()))
    }

    /// Changes the players and starts a game from a position or a random opening.
    pub(crate) fn restart(
        &mut self,
        start: Position,
        players: ByColor<PlayerKind>,
        surprises: bool,
        ui: &UiContext,
    ) {
        self.opening = surprises.then_some(0);
        self.session.set_paused(false);
        self.set_players(players, ui);
        let clock = self.session.timing().clock();
        let (time, rule) = clock.map(|clock| (clock.control(), clock.rule())).unzip();
        if time != ui.time {
            self.session.set_time(ui.time, rule.unwrap_or_default());
        }
        self.begin(start, ui);
    }

    fn set_players(&mut self, players: ByColor<PlayerKind>, ui: &UiContext) {
        let names = name_players(&players, ui.settings.people());
        let changes = (self.session.players(), self.session.names()) != (&players, names);
        self.session.set_names(names);
        if changes {
            self.session.set_players(players);
        }
    }

    /// Starts a game from a position or another random opening.
    pub(crate) fn begin(&mut self, start: Position, ui: &UiContext) {
        let surprises = self.opening.is_some();
        let game = if surprises {
            surprise(ui.seed, self.progress.games)
        } else {
            Game::from_position(start)
        };
        self.change(ui, |session| session.restart(game));
        self.timeline.changed(ui.now);
        self.follow_surprises(surprises);
    }

    /// Remembers whether this game, which has just begun, and later ones start from a random opening, and names it.
    pub(crate) fn follow_surprises(&mut self, surprises: bool) {
        let game = self.session.game();
        self.opening = surprises.then_some(game.entries().len());
        let named = Opening::of(game.positions()).filter(|_| surprises);
        if let Some(opening) = named {
            self.say(&format!("Opening: {}.", opening.english));
        }
    }

    /// Puts a game on the board for these players to continue.
    pub(crate) fn play_on(&mut self, game: Game, players: ByColor<PlayerKind>, ui: &UiContext) {
        self.session.set_paused(false);
        self.imported = None;
        self.session.restart(game);
        self.follow_surprises(false);
        self.set_players(players, ui);
        self.held = false;
        self.after_start(ui);
    }

    /// Prepares for a game that starts in the middle: earlier moves are not animated and do not count as
    /// changes.
    fn after_start(&mut self, ui: &UiContext) {
        self.take_events(ui);
        self.progress.changes = 0;
        self.read_clocks();
        self.timeline.changed(ui.now);
    }

    /// Updates the clocks. Returns whether they look different, and the messages when a flag falls.
    pub(crate) fn tick_clocks(&mut self, ui: &UiContext) -> (bool, Option<String>) {
        if self.session.timing().clock().is_none() {
            return (false, None);
        }
        let fell = if self.session.tick() {
            self.take_events(ui)
        } else {
            None
        };
        (self.read_clocks(), fell)
    }

    /// Reads the clocks. Returns whether they look different.
    fn read_clocks(&mut self) -> bool {
        let timing = self.session.timing();
        let running = timing.clock().and_then(Clock::running);
        let turn = || wording::time_spent(timing.turn());
        let faces = timing.remaining().map(|both| {
            ByColor::from_fn(|color| {
                let turn = (running == Some(color)).then(turn).unwrap_or_default();
                ClockFace::new(both[color], turn)
            })
        });
        let is_low = |faces: &Option<ByColor<ClockFace>>, color: Color| {
            let face = faces.as_ref().map(|faces| &faces[color]);
            face.is_some_and(|face| face.low)
        };
        let players = self.session.players();
        let mut people = Color::ALL
            .into_iter()
            .filter(|&color| players[color].is_human());
        if people.any(|color| is_low(&faces, color) && !is_low(&self.clocks, color)) {
            self.rings.set(BellEvent::Time, true);
        }
        let changed = faces != self.clocks;
        self.clocks = faces;
        changed
    }

    /// Returns a message for an event. Between two humans a pause affects only the clocks.
    fn sentence(&self, event: &Event) -> String {
        let players = self.session.players();
        match event {
            Event::Paused(paused) if players.black.is_human() && players.white.is_human() => {
                let state = if *paused { "paused" } else { "running" };
                format!("The clocks are {state}.")
            }
            Event::PlayersChanged(_) => wording::players(&self.session.shown_players()),
            Event::Over(outcome) => match self.session.lone_human() {
                Some(you) => {
                    let (before, result) = wording::outcome_for(outcome, you);
                    before.map_or_else(String::new, |before| before + "\n") + &result
                }
                None => event.to_string(),
            },
            event => event.to_string(),
        }
    }

    fn count(&mut self, event: &Event) {
        if *event == Event::Started {
            self.has_started = self.session.game().entries().is_empty();
        }
        let GameProgress { games, changes } = &mut self.progress;
        match event {
            Event::Started => (*games, *changes) = (*games + 1, 0),
            Event::Over(_) | Event::PlayerFailed { .. } | Event::Paused(_) => {}
            // Other players in a game without moves are no reason to save it.
            Event::PlayersChanged(_) if *changes == 0 => {}
            _ => *changes += 1,
        }
    }

    /// Shows the end of a game.
    fn end(&mut self, outcome: &Outcome, said: &str, ui: &UiContext) {
        if ui.animation && outcome.ending == Ending::Finished {
            self.timeline.count_discs(outcome.discs, ui.now);
        }
        self.banner = None;
        self.result = Some((said.to_owned(), clean_lines(said).into_owned()));
        self.announce_result(ui.now);
    }

    /// Handles the session's events. Returns the first message.
    fn take_events(&mut self, ui: &UiContext) -> Option<String> {
        let mut first = None;
        while let Some(event) = self.session.next_event() {
            let said = self.sentence(&event);
            self.count(&event);
            if let Event::Over(outcome) = &event {
                self.rings.set(BellEvent::End, true);
                self.end(outcome, &said, ui);
                first.get_or_insert(said);
                continue;
            }
            self.say(&said);
            first.get_or_insert(said);
            match event {
                Event::Played {
                    color,
                    square,
                    flips,
                } => {
                    (self.banner, self.note) = (None, None);
                    let is_other = self.session.lone_human() == Some(color.opposite());
                    self.rings.set(BellEvent::Move, is_other);
                    self.timeline
                        .moved(square, flips, color, ui.animation, ui.now);
                }
                Event::Passed { color, .. } => {
                    let players = self.session.players();
                    self.banner = Some(event.to_string());
                    self.held = players[color].is_human() && players[color.opposite()].is_cpu();
                    self.timeline.read_first();
                }
                Event::PlayerFailed { ref player, .. } => {
                    let sentence = clean_lines(&event.to_string()).into_owned();
                    if matches!(player, PlayerKind::External(_)) {
                        self.failure = Some(sentence);
                    } else {
                        self.banner = Some(sentence);
                    }
                }
                Event::Started | Event::Undone(_) | Event::Redone(_) => {
                    self.coach.new_game();
                    self.result = None;
                    self.banner = None;
                    self.held = false;
                    self.timeline.changed(ui.now);
                }
                Event::PlayersChanged(_) => {
                    self.session.stop_analysis();
                    self.held = false;
                    self.timeline.changed(ui.now);
                }
                Event::Paused(paused) => {
                    if !paused {
                        self.session.stop_analysis();
                    }
                    self.timeline.changed(ui.now);
                }
                Event::TimeUp { goes_on: true, .. } => self.banner = Some(event.to_string()),
                Event::Over(_) | Event::Resigned { .. } | Event::TimeUp { goes_on: false, .. } => {}
            }
        }
        self.forget_import_if_changed();
        first
    }
}

/// Returns a game after a balanced opening, which depends on the random seed and the number of the game.
pub(crate) fn surprise(seed: u64, number: u32) -> Game {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    chance.set_stream(number.into());
    let line = balanced_openings().choose(&mut chance);
    let line = line.expect("there are balanced openings");
    transcript::parse(line).expect("a test plays every line")
}

/// Adds a message to those of a game, of which the newest are kept.
pub(crate) fn add_message(messages: &mut Vec<String>, text: &str) {
    messages.extend(text.lines().map(|line| clean(line).into_owned()));
    let surplus = messages.len().saturating_sub(MESSAGES);
    messages.drain(..surplus);
}

/// A record that was put on the board.
#[derive(Debug)]
struct ImportedGame {
    record: Record,
    entries: Vec<Entry>,
}

impl Table {
    /// Puts a recorded game on the board with all moves played. The players stay; if a CPU would be to
    /// move, it is paused. Returns the warnings about the record.
    pub(crate) fn show(&mut self, record: Record, game: Game, ui: &UiContext) -> Option<String> {
        let described = format!("Opened: {}.", describe(&record));
        let warning = record.check();
        let entries = game.entries().to_vec();
        // The CPU does not start before the user has seen the position.
        self.session.set_paused(true);
        self.imported = None;
        self.session.restart(game);
        self.follow_surprises(false);
        let cpu_to_move = match self.session.game().status() {
            Status::ToMove(color) | Status::MustPass(color) => {
                !self.session.players()[color].is_human()
            }
            Status::Over(_) => false,
        };
        self.session.set_paused(cpu_to_move);
        self.after_start(ui);
        self.held = false;
        self.messages.clear();
        self.say(&described);
        self.imported = Some(Box::new(ImportedGame { record, entries }));
        warning.map(sentence)
    }

    /// Returns whether the game is an unchanged imported one.
    pub(crate) fn is_as_imported(&self) -> bool {
        let game = self.session.game();
        let entries = || game.entries().iter().chain(game.undone());
        let same = |shown: &ImportedGame| {
            entries().eq(&shown.entries) && shown.record.start == game.start()
        };
        self.imported.as_deref().is_some_and(same)
    }

    /// Forgets the origin of the game once it differs.
    fn forget_import_if_changed(&mut self) {
        if self.imported.is_some() && !self.is_as_imported() {
            self.imported = None;
        }
    }

    /// Returns the record of the game on the board: the metadata of an imported game, otherwise that of the
    /// saved game.
    pub(crate) fn record(&self, meta: &GameMeta) -> Record {
        let game = self.session.game();
        let Some(shown) = self.imported.as_deref().filter(|_| self.is_as_imported()) else {
            return meta.record(game);
        };
        let mut record = shown.record.clone();
        if !game.undone().is_empty() {
            // Up to this point the game has no result.
            let now = Record::from_game(game);
            let comments = record.moves.into_iter().take(now.moves.len());
            record.moves = comments.collect();
            record.result = None;
            record.theoretical = None;
        }
        record
    }

    /// Returns the players as shown: for a finished imported game, those of its record.
    pub(crate) fn names(&self) -> ByColor<String> {
        let over = self.session.game().outcome().is_some();
        match &self.imported {
            Some(shown) if over => {
                let sides = ByColor::new(Color::Black, Color::White);
                sides.map(|color| summary::player(&shown.record, color))
            }
            _ => self.session.shown_players(),
        }
    }
}

/// How much of a name is quoted, in characters.
const NAME: usize = 40;

/// Returns a short description of an imported game.
pub(crate) fn describe(record: &Record) -> String {
    let [black, white] = Color::ALL.map(|color| {
        let name = summary::player(record, color);
        name.chars().take(NAME).collect::<String>()
    });
    let moves = record.moves.iter().filter(|m| m.square.is_some()).count();
    let moves = plural(moves, "move");
    let result = summary::result(record);
    if black == "?" && white == "?" {
        format!("{moves}, {result}")
    } else {
        format!("{black} against {white}, {moves}, {result}")
    }
}
