//! The game at the table as the screens show it: its events, animations, clocks and sounds.

pub(crate) mod premove;
pub(crate) mod timeline;

use std::fmt::Display;
use std::ops::Deref;
use std::time::Instant;

use super::context::UiContext;
use super::log::{MessageKind, TableLog};
use super::widget::players::ClockFace;
use reversi::{ByColor, Color, Ending, Game, Outcome, Square, SquareSet};
use reversi_notation::{Record, clean_lines};
use reversi_study::coach::Coach;
use reversi_table::clock::Clock;
use reversi_table::go::GoGame;
use reversi_table::phrase;
use reversi_table::phrase::faults::warning;
use reversi_table::phrase::sentence;
use reversi_table::player::name::name_players;
use reversi_table::player::{PlayerKind, TablePlayer as _};
use reversi_table::session::{Event, NewGame, Refusal};
use reversi_table::store::autosave::StoredGame;
use reversi_table::store::rated::RatedState;
use reversi_table::store::settings::{Bell, BellEvent};
use reversi_table::table::{Help, Table, TableRequest};
use reversi_wording::{self as wording, GameSentences};

use reversi_text::{Name, Said, tr};
use timeline::Timeline;

/// A game that a [`TableView`] shows.
pub(crate) trait ShownGame: GameSentences + StoredGame {
    /// Shows a move that has just been played.
    fn show_move(timeline: &mut Timeline, color: Color, at: (Square, SquareSet), ui: &UiContext);

    /// Returns the sentences about the end, which a side may have brought about by leaving, for the only person who plays
    /// if there is one, and the short form of the last one.
    fn end_texts(
        outcome: &Self::Outcome,
        _departed: Option<Color>,
        you: Option<Color>,
    ) -> (String, String) {
        let text = Self::over(outcome, None, you);
        (text.clone().into(), text.into())
    }

    /// Returns whether the game at a table counts for a rating so far.
    fn is_rated(_table: &Table<Self>) -> bool {
        false
    }

    /// Returns the discs to count at the end of a game.
    fn discs_to_count(_outcome: &Self::Outcome) -> Option<ByColor<u32>> {
        None
    }
}

impl ShownGame for Game {
    fn show_move(
        timeline: &mut Timeline,
        color: Color,
        (square, flips): (Square, SquareSet),
        ui: &UiContext,
    ) {
        timeline.moved(square, flips, color, ui.animates(), ui.now);
    }

    fn end_texts(
        outcome: &Outcome,
        departed: Option<Color>,
        you: Option<Color>,
    ) -> (String, String) {
        let (before, last) = wording::ending(outcome, departed, you);
        if departed.is_none() && you.is_none() {
            return (Self::over(outcome, None, None).into(), last.into());
        }
        let all = Said::lines(before.into_iter().chain([last.clone()]));
        (all.into(), last.into())
    }

    fn is_rated(table: &Table) -> bool {
        RatedState::of(&table.session().record()).is_rated()
    }

    fn discs_to_count(outcome: &Outcome) -> Option<ByColor<u32>> {
        (outcome.ending == Ending::Finished).then_some(outcome.discs)
    }
}

impl ShownGame for GoGame {
    fn show_move(
        timeline: &mut Timeline,
        color: Color,
        (_, captured): (Square, SquareSet),
        ui: &UiContext,
    ) {
        timeline.changed(ui.now);
        if !captured.is_empty() {
            let animated = ui.animates() && ui.settings.chains;
            timeline.captured(captured, color.opposite(), animated, ui.now);
        }
    }
}

/// The game at the table, and how the screens show it.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools)] // independent switches
pub(crate) struct TableView<G: ShownGame = Game> {
    /// The game and its players. What changes them goes through [`TableView::change`].
    table: Table<G>,
    /// The messages for the person.
    pub(crate) log: TableLog,
    /// Animations, and when the next CPU move may appear.
    pub(crate) timeline: Timeline,
    /// The error of an external player, until the user has been asked what to do.
    failure: Option<String>,
    /// The result and its short form, until the discs are counted.
    result: Option<(String, String)>,
    /// Whether White's side is at the bottom.
    pub(crate) turned: bool,
    /// Set while a human's pass waits for a key before the CPU moves.
    pub(crate) held: bool,
    /// The square that the person has chosen for the next turn.
    pub(crate) premove: Option<Square>,
    /// Set when a CPU has moved against a person, until the bell has rung.
    pub(crate) rings: Bell,
    /// The clocks as shown.
    pub(crate) clocks: Option<ByColor<ClockFace>>,
    /// Judges moves against a CPU before they are final, if that is wanted.
    pub(crate) coach: Coach,
    /// Set while the game waits because its screen was left.
    pub(crate) left: bool,
    /// What a host tells its guest and its spectators; empty in other games.
    pub(crate) invitation: String,
    /// Which help that stays from game to game is on.
    pub(crate) helped: LastingHelp,
}

/// Help that stays from game to game. A rated game begins without it, any other with what is on in the settings.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LastingHelp {
    /// The evaluation bar.
    pub(crate) bar: bool,
    /// The panel of openings.
    pub(crate) openings: bool,
}

impl<G: ShownGame> Deref for TableView<G> {
    type Target = Table<G>;

    fn deref(&self) -> &Table<G> {
        &self.table
    }
}

impl<G: ShownGame> TableView<G> {
    /// Shows a table with a new game.
    pub(crate) fn new(table: Table<G>, ui: &UiContext) -> Self {
        let mut view = Self {
            table,
            log: TableLog::default(),
            timeline: Timeline::new(ui.now),
            failure: None,
            result: None,
            turned: false,
            held: false,
            premove: None,
            rings: Bell::default(),
            clocks: None,
            coach: Coach::new(ui.waker.clone()),
            left: false,
            invitation: String::new(),
            helped: LastingHelp::default(),
        };
        view.after_start(ui);
        view
    }

    /// Returns the table, to save it and to let time pass. What changes the game goes through [`TableView::change`].
    pub(crate) const fn table(&mut self) -> &mut Table<G> {
        &mut self.table
    }

    /// Notes help that is about to be shown.
    ///
    /// # Errors
    /// Why it is refused.
    pub(crate) fn help(&mut self, help: Help) -> Result<(), Refusal<G>> {
        self.table.request(TableRequest::Help(help))
    }

    /// Changes the game and handles its events.
    pub(crate) fn change<R>(&mut self, ui: &UiContext, step: impl FnOnce(&mut Table<G>) -> R) -> R {
        self.coach.forget();
        let result = step(&mut self.table);
        self.take_events(ui);
        result
    }

    /// Carries out a request and handles its events.
    ///
    /// # Errors
    /// Why it is refused.
    pub(crate) fn ask(&mut self, ui: &UiContext, request: TableRequest) -> Result<(), Refusal<G>> {
        self.change(ui, |table| table.request(request))
    }

    /// Shows why a request was refused.
    pub(crate) fn refuse(&mut self, refusal: &Refusal<G>) {
        self.log.refuse(&wording::refusal(refusal));
    }

    /// Plays pasted moves one after another, or shows which of them cannot be played; then none is. `are_many` is
    /// whether the paste has several.
    pub(crate) fn paste(
        &mut self,
        moves: Result<Vec<Option<Square>>, impl Display>,
        are_many: bool,
        ui: &UiContext,
    ) -> bool {
        let moves = moves.map_err(|error| error.to_string());
        let played = moves.and_then(|moves| {
            let played = self.change(ui, |table| table.play_moves(&moves));
            played.map_err(|bad| String::from(wording::bad_move(&bad)))
        });
        match &played {
            Ok(()) => {}
            Err(why) if are_many => {
                self.log
                    .refuse(&tr!("{why}; nothing was played", why = Name(why)));
            }
            Err(why) => self.log.refuse(why),
        }
        played.is_ok()
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
            self.log.end_announcement();
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
        let is_due = due.is_some();
        if let Some((result, short)) = due {
            self.log.end(result, short);
        }
        is_due
    }

    /// Plays the CPU's move, if it is ready and due.
    pub(crate) fn advance(&mut self, ui: &UiContext) -> bool {
        let due = self.table.poll() && !self.held && self.timeline.due(ui.pace()) <= ui.now;
        if due {
            self.change(ui, Table::advance);
            self.read_clocks();
        }
        due
    }

    /// Returns when the CPU's move may be played, if it is ready.
    pub(crate) fn answer_due(&self, ui: &UiContext) -> Option<Instant> {
        (self.session().has_answer() && !self.held).then(|| self.timeline.due(ui.pace()))
    }

    /// Prepares for a game that starts in the middle: earlier moves are not animated.
    fn after_start(&mut self, ui: &UiContext) {
        self.premove = None;
        self.take_events(ui);
        self.read_clocks();
        self.timeline.changed(ui.now);
    }

    /// Updates the clocks. Returns the messages when a flag falls.
    pub(crate) fn tick_clocks(&mut self, ui: &UiContext) -> Option<String> {
        self.session().timing.clock()?;
        let fell = self.table.tick();
        let said = fell.then(|| self.take_events(ui)).flatten();
        self.read_clocks();
        said
    }

    /// Reads the clocks.
    fn read_clocks(&mut self) {
        let timing = &self.session().timing;
        let running = timing.clock().and_then(Clock::running);
        let turn = || phrase::time_spent(timing.turn());
        let faces = timing.shown().map(|both| {
            ByColor::from_fn(|color| {
                let turn = (running == Some(color)).then(turn).unwrap_or_default();
                ClockFace::new(both[color], turn)
            })
        });
        let is_low = |faces: &Option<ByColor<ClockFace>>, color: Color| {
            let face = faces.as_ref().map(|faces| &faces[color]);
            face.is_some_and(|face| face.low)
        };
        let players = self.session().players();
        let mut people = Color::ALL
            .into_iter()
            .filter(|&color| players[color].is_human());
        if people.any(|color| is_low(&faces, color) && !is_low(&self.clocks, color)) {
            self.rings.set(BellEvent::Time, true);
        }
        self.clocks = faces;
    }

    /// Returns a message for an event. Between two humans a pause affects only the clocks.
    fn sentence(&self, event: &Event<G>) -> String {
        let players = self.session().players();
        match event {
            Event::Paused(paused) if players.black.is_human() && players.white.is_human() => {
                let said = if *paused {
                    tr!("The clocks are paused.")
                } else {
                    tr!("The clocks are running.")
                };
                said.into()
            }
            Event::PlayersChanged(_) => {
                let you = self.session().lone_human();
                wording::players(&self.session().shown_players(), you).into()
            }
            event => wording::event(event, self.session().lone_human()).into(),
        }
    }

    /// Shows the end of a game. Returns the sentences about it.
    fn end(&mut self, outcome: &G::Outcome, ui: &UiContext) -> String {
        self.rings.set(BellEvent::End, true);
        self.premove = None;
        if let Some(discs) = G::discs_to_count(outcome).filter(|_| ui.animates()) {
            let you = self.session().lone_human();
            self.timeline.count_discs(discs, you, ui.now);
        }
        self.log.end_announcement();
        let session = self.session();
        let texts = G::end_texts(outcome, session.departed(), session.lone_human());
        let sentences = texts.0.clone();
        self.result = Some(texts);
        self.announce_result(ui.now);
        sentences
    }

    /// Handles the session's events. Returns the first message.
    fn take_events(&mut self, ui: &UiContext) -> Option<String> {
        let mut first = None;
        while let Some(event) = self.table.next_event() {
            if let Event::Over(outcome) = &event {
                let said = self.end(outcome, ui);
                first.get_or_insert(said);
                continue;
            }
            let said = self.sentence(&event);
            let short = wording::event_briefly(&event, self.session().lone_human());
            self.log.add_with(kind_of(&event), &said, short.as_deref());
            first.get_or_insert(said);
            match event {
                Event::Played {
                    color,
                    square,
                    flips,
                } => {
                    let is_other = self.session().lone_human() == Some(color.opposite());
                    self.premove.take_if(|_| !is_other);
                    self.rings.set(BellEvent::Move, is_other);
                    G::show_move(&mut self.timeline, color, (square, flips), ui);
                }
                Event::Passed { color, .. } if G::PASSES_ARE_FORCED => {
                    let players = self.session().players();
                    self.held = players[color].is_human() && players[color.opposite()].is_cpu();
                    self.timeline.read_first();
                    if self.session().lone_human() == Some(color) {
                        self.pass_over_premove();
                    }
                }
                Event::PlayerFailed { ref player, .. } if player.is_external() => {
                    self.failure = Some(clean_lines(&wording::event(&event, None)).into_owned());
                }
                Event::Started | Event::Undone(_) | Event::Redone(_) | Event::Reopened => {
                    if matches!(event, Event::Started) {
                        let is_on = !G::is_rated(&self.table);
                        self.helped = LastingHelp {
                            bar: is_on,
                            openings: is_on,
                        };
                    }
                    self.coach.new_game();
                    self.result = None;
                    self.held = false;
                    self.premove = None;
                    self.timeline.changed(ui.now);
                }
                Event::PlayersChanged(_) => {
                    self.table.stop_analysis();
                    self.held = false;
                    self.premove = None;
                    self.timeline.changed(ui.now);
                }
                Event::Passed { .. } => self.timeline.changed(ui.now),
                Event::Paused(paused) => {
                    if !paused {
                        self.table.stop_analysis();
                    }
                    self.timeline.changed(ui.now);
                }
                _ => {}
            }
        }
        first
    }
}

impl TableView {
    /// Shows a move to the coach. Returns `false` if it has warned about it already.
    pub(crate) fn consider(&mut self, square: Square, now: Instant) -> bool {
        self.coach.consider(self.table.game(), square, now)
    }

    /// Starts a game.
    ///
    /// # Errors
    /// Why it is refused.
    pub(crate) fn start(&mut self, new: NewGame, ui: &UiContext) -> Result<(), Refusal> {
        self.change(ui, |table| table.start(new))?;
        self.timeline.changed(ui.now);
        self.name_opening();
        Ok(())
    }

    /// Starts another game with the same players.
    ///
    /// # Errors
    /// Why it is refused.
    pub(crate) fn begin_again(&mut self, ui: &UiContext) -> Result<(), Refusal> {
        let rated = ui.settings.rated;
        self.ask(ui, TableRequest::Again { rated })?;
        self.timeline.changed(ui.now);
        self.name_opening();
        Ok(())
    }

    /// Names the opening of a game that has just started, if it has one.
    pub(crate) fn name_opening(&mut self) {
        if let Some(name) = self.session().opening.clone() {
            self.table.begin_here();
            self.log.remark(&wording::opening(&name));
        }
    }

    /// Puts a game on the board for these players to continue.
    ///
    /// # Errors
    /// Why it is refused.
    pub(crate) fn play_on(
        &mut self,
        game: Game,
        players: ByColor<PlayerKind>,
        ui: &UiContext,
    ) -> Result<(), Refusal> {
        let names = name_players(&players, ui.settings.people());
        self.table.start(NewGame {
            players,
            names,
            rated: ui.settings.rated,
            ..NewGame::in_place_of(self.session(), game)
        })?;
        self.after_start(ui);
        self.held = false;
        Ok(())
    }

    /// Puts a recorded game on the board with all moves played. Returns the warnings about the record.
    ///
    /// # Errors
    /// Why it is refused.
    pub(crate) fn show(
        &mut self,
        record: Record,
        game: Game,
        ui: &UiContext,
    ) -> Result<Option<String>, Refusal> {
        let described = wording::opened(&wording::recorded_game(&record));
        let warnings: Vec<String> = record
            .warnings()
            .map(|why| sentence(warning(&why)))
            .collect();
        self.table.open(record, game)?;
        self.after_start(ui);
        self.held = false;
        self.log.clear();
        self.log.remark(&described);
        Ok((!warnings.is_empty()).then(|| warnings.join(" ")))
    }
}

/// Returns how the log shows what happened.
fn kind_of<G: ShownGame>(event: &Event<G>) -> MessageKind {
    match event {
        Event::Played { .. } => MessageKind::Move,
        Event::Passed { .. } | Event::TimeUp { goes_on: true, .. } => MessageKind::Announcement,
        Event::PlayerFailed { player, .. } if !player.is_external() => MessageKind::Announcement,
        Event::Started | Event::Undone(_) | Event::Redone(_) | Event::Reopened => {
            MessageKind::Change
        }
        // A pass that a side chose is not announced any longer.
        Event::Paused(_) if !G::PASSES_ARE_FORCED => MessageKind::Change,
        Event::Resigned { .. }
        | Event::Left { .. }
        | Event::TimeUp { .. }
        | Event::DrawAgreed
        | Event::Over(_)
        | Event::PlayersChanged(_)
        | Event::Paused(_)
        | Event::PlayerFailed { .. } => MessageKind::Remark,
    }
}
