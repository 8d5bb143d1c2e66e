//! A running match: its games, shown one after another at a pace that the user sets, and the results so far.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ratatui::layout::Rect;

use super::thoughts::Thoughts;
use super::{Canvas, Command, Context, Pasted, Screen, card_edges, dialog, side};
use crate::keymap::{Common, ESC, Keymap, LEFT, RIGHT, SPACE, Shortcut, TAB, also, key};
use crate::layout::{BoardLayout, Frame, Slices};
use crate::text::{rows, wrap};
use crate::theme::{ActiveTheme, Role};
use crate::widget::moves::{self, Notes};
use crate::widget::players::{ClockFace, PlayersView};
use reversi::{ByColor, Game, SquareSet, Status};
use reversi_board::parts::{BoardPane, Tile};
use reversi_net::arena::{Scene, Watch, WatchedGame};
use reversi_text::{Name, Said, label, tr};
use reversi_wording::recorded_result;

/// How often the screen looks at the match. A game may be faster.
const INTERVAL: Duration = Duration::from_millis(100);

/// The times between two moves, in milliseconds, and the first one.
const PACES: [u64; 8] = [100, 200, 300, 500, 1000, 2000, 3000, 5000];
const FIRST_PACE: usize = 3;

/// How long the end of a game is shown.
const LINGER: Duration = Duration::from_secs(2);

/// The narrowest panel with more than the players.
const PANEL: u16 = 14;

/// The fewest rows of the moves below the results.
const MOVES: u16 = 4;

/// The fewest columns for the moves and the scores beside each other.
const CURVES: u16 = 44;

/// The rows for a sentence at the end of the panel.
const SPEECH: u16 = 3;

/// What a key or a click means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    /// Asks what is to happen to the match, unless it is over.
    Leave,
    Pause,
    /// Shows the next move, or takes the last one back.
    Step(bool),
    Slower,
    Faster,
    NextGame,
    /// Shows the text in place of the board, or the board again.
    Text,
}

/// The keys.
#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind!(&[(key(Shortcut::Next), Intent::NextGame)], "next game", 9, "next game; those played meanwhile wait to be watched"),
    bind!(&[(key(Shortcut::Pause), Intent::Pause)], "pause", 8, "pause or resume the game; the match keeps running"),
    bind!(&[(RIGHT, Intent::Step(true)), (LEFT, Intent::Step(false))], "step", 7, "step through the game, which then pauses"),
    also(&[(SPACE, Intent::Step(true))]),
    bind!(&[(key(Shortcut::More), Intent::Slower), (key(Shortcut::Less), Intent::Faster)], "pace", 6, "slower, faster"),
    bind!(&[(TAB, Intent::Text)], "text", 11, "the board, or the results and the moves"),
    bind!(&[(ESC, Intent::Leave)], "leave", 10, "leave; while the match runs, stop it or let it run"),
    // It is not quit without a question while the match runs.
    bind!(&[(key(Shortcut::Quit), Intent::Leave)], "", 0, "quit, after a question while the match runs"),
];

/// The screen of a running match.
#[derive(Debug)]
pub(crate) struct MatchScreen {
    watch: Arc<Watch>,
    scene: Option<Scene>,
    /// The watched game up to the move that is shown.
    shown: Game,
    clocks: Option<ByColor<ClockFace>>,
    /// The index of the pace.
    pace: usize,
    is_paused: bool,
    /// When to look at the match again.
    due: Instant,
    /// When to show the next move, or the next game after the end of this one.
    next_step: Instant,
    /// `None` before the first frame.
    layout: Option<BoardLayout>,
    /// Whether the text is shown in place of a small board.
    shows_text: bool,
    notice: Option<String>,
}

impl MatchScreen {
    pub(crate) fn new(watch: Arc<Watch>, now: Instant) -> Self {
        Self {
            watch,
            scene: None,
            shown: Game::new(),
            clocks: None,
            pace: FIRST_PACE,
            is_paused: false,
            due: now,
            next_step: now,
            layout: None,
            shows_text: false,
            notice: None,
        }
    }

    /// Returns whether there is no column beside the board.
    fn is_small(&self) -> bool {
        self.layout.is_some_and(|layout| layout.side().is_none())
    }

    fn is_over(&self) -> bool {
        self.scene.as_ref().is_some_and(|scene| scene.end.is_some())
    }

    fn watched(&self) -> Option<&WatchedGame> {
        self.scene.as_ref()?.watched.as_ref()
    }

    /// Returns the result of the watched game, once its last move is shown.
    fn result(&self) -> Option<String> {
        let watched = self.watched().filter(|_| self.behind() == 0)?;
        let record = watched.result.as_deref()?;
        Some(recorded_result(&watched.names, record).into())
    }

    /// Returns how many moves of the watched game are not shown yet.
    fn behind(&self) -> usize {
        let known = self.watched().map_or(0, |game| game.game.entries().len());
        known.saturating_sub(self.shown.entries().len())
    }

    /// Returns the number of games that can be watched next.
    fn waiting(&self) -> usize {
        self.scene.as_ref().map_or(0, |scene| scene.waiting)
    }

    const fn pace(&self) -> Duration {
        Duration::from_millis(PACES[self.pace])
    }

    /// Shows the watched game up to a number of moves and passes.
    fn show(&mut self, entries: usize) {
        let Some(watched) = self.watched() else {
            return;
        };
        let mut shown = watched.game.clone();
        while shown.entries().len() > entries && shown.undo().is_some() {}
        self.shown = shown;
    }

    /// Looks at the match. Returns whether something has changed.
    fn look(&mut self) {
        let version = self.scene.as_ref().map_or(0, |scene| scene.version);
        let Some(scene) = self.watch.since(version) else {
            return;
        };
        let number = self.watched().map(|game| game.number);
        self.scene = Some(scene);
        if let Some(watched) = self.watched()
            && number != Some(watched.number)
        {
            self.show(watched.start);
            self.clocks = None;
        }
    }

    /// Watches the next game.
    fn next_game(&mut self, now: Instant) {
        self.watch.watch_next();
        self.look();
        self.next_step = now + self.pace();
    }

    /// Shows the next move or the next game, if it is time.
    fn step(&mut self, now: Instant) {
        if self.is_paused || now < self.next_step {
            return;
        }
        if self.behind() > 0 {
            self.show(self.shown.entries().len() + 1);
            let is_end = self.result().is_some();
            self.next_step = now
                + if is_end {
                    LINGER.max(self.pace())
                } else {
                    self.pace()
                };
        } else if self.result().is_some() && self.waiting() > 0 {
            self.next_game(now);
        }
    }

    /// Updates the clocks, while the last move of the game is shown.
    fn tick_clocks(&mut self, now: Instant) {
        if self.behind() > 0 {
            return;
        }
        let clock = self.watched().and_then(|game| game.clock.as_ref());
        self.clocks = clock.map(|clock| {
            ByColor::from_fn(|color| ClockFace::new(clock.shown(color, now), String::new()))
        });
    }

    /// Returns the sentence below the moves.
    fn speech(&self) -> (String, Role) {
        if let Some(notice) = &self.notice {
            return (notice.clone(), Role::Warning);
        }
        let Some(scene) = &self.scene else {
            return (label!("The match starts.").text().to_owned(), Role::Muted);
        };
        let end = scene.end.clone().unwrap_or_default();
        match self.result() {
            Some(result) => (format!("{result} {end}"), Role::Strong),
            None if self.is_paused => (
                Said::sentences([tr!("Paused."), Said::verbatim(end)]).into(),
                Role::Text,
            ),
            None => (end, Role::Text),
        }
    }
}

impl MatchScreen {
    fn players<'a>(&'a self, watched: &WatchedGame, look: &'a ActiveTheme) -> PlayersView<'a> {
        let is_over = self.result().is_some();
        PlayersView {
            names: watched.names.as_ref().map(ToString::to_string),
            counts: self.shown.position().counts(),
            squares: Some(64),
            to_move: match self.shown.status() {
                Status::ToMove(color) if !is_over => Some(color),
                _ => None,
            },
            winner: self.shown.outcome().and_then(|outcome| outcome.winner),
            clocks: self.clocks.as_ref(),
            used: ByColor::default(),
            look,
        }
    }

    /// Draws the column beside the board.
    fn draw_side(&self, scene: &Scene, area: Rect, is_large: bool, canvas: &mut Canvas<Intent>) {
        let is_boxed = side::is_boxed(area, is_large);
        let mut rest = Slices(area);
        let (said, role) = self.speech();
        canvas.paragraph_above(rest.bottom(SPEECH), &said, role);
        if let Some(watched) = &scene.watched {
            let look = canvas.look;
            let players = self.players(watched, &look);
            side::draw_players(&players, &mut rest, canvas);
        }
        rest.top(u16::from(is_boxed));
        let thoughts = self.thoughts();
        thoughts.draw(&mut rest, is_boxed, canvas);
        // A long table leaves room for some moves.
        let most = rest.0.height.div_ceil(2);
        draw_standings(scene, &mut rest, most, is_boxed, canvas);
        if is_boxed && thoughts.has_curve() && rest.0.width >= CURVES {
            let moves = rest.left(rest.0.width / 2);
            self.draw_moves(scene, moves, is_boxed, canvas);
            rest.left(1);
            thoughts.draw_curves(rest.0, canvas);
            return;
        }
        self.draw_moves(scene, rest.0, is_boxed, canvas);
    }

    /// Returns what the players had found at the move that is shown.
    fn thoughts(&self) -> Thoughts {
        let mut thoughts = Thoughts::default();
        let Some(watched) = self.watched() else {
            return thoughts;
        };
        for (entry, played) in self.shown.entries().iter().enumerate() {
            if let Some((best, nodes)) = watched.thoughts.get(&entry) {
                thoughts.add(played.color(), entry, best.score);
                thoughts.set(played.color(), best, *nodes);
            }
        }
        thoughts
    }

    /// Draws the moves of the watched game.
    fn draw_moves(&self, scene: &Scene, area: Rect, is_boxed: bool, canvas: &mut Canvas<Intent>) {
        let Some(watched) = &scene.watched else {
            return;
        };
        #[allow(clippy::cast_precision_loss)] // a few thousand
        let seconds = PACES[self.pace] as f64 / 1000.0;
        let pace = if self.is_paused {
            tr!("paused")
        } else {
            tr!("{seconds} s a move", seconds = Name(&seconds.to_string()))
        };
        let title = tr!("Game {number}", number = watched.number);
        let inner = canvas.card(area, is_boxed, &title, &pace);
        let mut items = moves::items_of(&self.shown, |_| None, &canvas.look);
        // Do not reveal moves that are not on the board yet.
        items.truncate(self.shown.entries().len());
        side::draw_moves(&items, items.len(), None, Notes::None, inner, canvas);
    }

    /// Draws the panel of a small screen.
    fn draw_panel(&self, scene: &Scene, area: Rect, names: Rect, canvas: &mut Canvas<Intent>) {
        let mut rest = Slices(area);
        if let Some(watched) = &scene.watched {
            let look = canvas.look;
            let players = self.players(watched, &look);
            players.draw_names(names, canvas.buf);
            side::draw_players(&players, &mut rest, canvas);
        }
        if area.width >= PANEL {
            draw_standings(scene, &mut rest, u16::MAX, false, canvas);
        }
    }

    /// Draws everything but the board.
    fn draw_text(&self, scene: &Scene, area: Rect, canvas: &mut Canvas<Intent>) {
        let frame = Frame::of(area);
        canvas.header(frame.header, true, label!("Match").text(), "");
        let mut rest = Slices(frame.body);
        let (said, role) = self.speech();
        let lines = wrap(&said, usize::from(rest.0.width));
        canvas.lines(rest.bottom(rows(&lines)), lines, role);
        let most = rest.0.height.saturating_sub(MOVES);
        draw_standings(scene, &mut rest, most, false, canvas);
        self.draw_moves(scene, rest.0, false, canvas);
        canvas.footer(frame.footer, true, self.hints(canvas.context));
    }
}

/// Draws the results so far from the top of an area, in at most this many rows.
fn draw_standings(
    scene: &Scene,
    rest: &mut Slices,
    most: u16,
    is_boxed: bool,
    canvas: &mut Canvas<Intent>,
) {
    let (sides, edges) = card_edges(is_boxed);
    let width = usize::from(rest.0.width.saturating_sub(sides));
    let finished = String::from(tr!(
        "Finished: {count} of {all}",
        count = scene.finished,
        all = scene.games,
    ));
    let texts = [&finished].into_iter().chain(&scene.table);
    let lines: Vec<String> = texts.flat_map(|text| wrap(text, width)).collect();
    let area = rest.top((rows(&lines) + edges).min(most));
    let inner = canvas.card(area, is_boxed, label!("Standings").text(), "");
    canvas.lines(inner, lines, Role::Text);
}

impl Screen for MatchScreen {
    type Intent = Intent;

    fn tables(&self, _context: &Context) -> Vec<Keymap<Intent>> {
        vec![KEYS]
    }

    fn works(&self, intent: Intent, _context: &Context) -> bool {
        let entries = self.shown.entries().len();
        match intent {
            Intent::Leave | Intent::Pause => true,
            Intent::Step(true) => self.behind() > 0,
            Intent::Step(false) => self.watched().is_some_and(|game| entries > game.start),
            Intent::Slower => self.pace + 1 < PACES.len(),
            Intent::Faster => self.pace > 0,
            Intent::NextGame => self.waiting() > 0,
            Intent::Text => self.is_small(),
        }
    }

    fn answer(&self, _context: &Context) -> Vec<String> {
        self.notice.iter().cloned().collect()
    }

    fn touch(&mut self, _context: &mut Context) {
        self.notice = None;
    }

    fn scroll(down: bool, _on_board: bool) -> Option<Intent> {
        Some(Intent::Step(down))
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        let now = context.ui.now;
        if !self.works(intent, context) {
            if intent == Intent::NextGame {
                self.notice = Some(label!("No other game to watch yet.").text().to_owned());
            }
            return None;
        }
        let entries = self.shown.entries().len();
        match intent {
            Intent::Leave if self.is_over() => return Some(Command::Common(Common::QuitNow)),
            Intent::Leave => {
                let run_on = Command::act_on::<Self>(|screen, _| {
                    screen.watch.run_on();
                    Some(Command::Common(Common::QuitNow))
                });
                let stop = Command::Common(Common::QuitNow);
                return Some(Command::open(dialog::ask_leave_match(run_on, stop)));
            }
            Intent::Pause => {
                self.is_paused = !self.is_paused;
                self.next_step = now;
            }
            Intent::Step(forward) => {
                self.is_paused = true;
                self.show(if forward { entries + 1 } else { entries - 1 });
            }
            Intent::Slower | Intent::Faster => {
                let is_slower = intent == Intent::Slower;
                self.pace = if is_slower {
                    self.pace + 1
                } else {
                    self.pace - 1
                };
                self.next_step = self.next_step.min(now + self.pace());
            }
            Intent::NextGame => self.next_game(now),
            Intent::Text => self.shows_text = !self.shows_text,
        }
        None
    }

    fn paste(&mut self, _text: &str, context: &mut Context) -> Pasted {
        self.report(
            label!("Leave the match first to paste a game.").into(),
            context,
        );
        Pasted::Taken
    }

    fn tick(&mut self, context: &mut Context) -> Option<Command> {
        let now = context.ui.now;
        if now >= self.due {
            self.due = now + INTERVAL;
            self.look();
            self.step(now);
            self.tick_clocks(now);
        }
        None
    }

    fn deadline(&mut self, _context: &mut Context) -> Option<Instant> {
        let is_shown = self.behind() == 0 && self.waiting() == 0;
        let rests = self.is_over() && (self.is_paused || is_shown);
        (!rests).then_some(self.due)
    }

    fn report(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some(sentence);
    }

    fn lay_out(&mut self, area: Rect, _context: &Context) {
        self.layout = BoardLayout::of(area);
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let Some(mut layout) = self.layout else {
            return;
        };
        let shows_text = self.shows_text && self.is_small();
        if let Some(scene) = self.scene.as_ref().filter(|_| shows_text) {
            self.draw_text(scene, area, canvas);
            return;
        }
        let pane = BoardPane::default();
        let scene = pane.scene(&self.shown, SquareSet::EMPTY);
        let tiles = Tile::board(|square| pane.tile(square, &scene));
        canvas.board(layout.board, &tiles, None, None);
        if layout.has_bars {
            canvas.header(layout.title, true, label!("Match").text(), "");
        }
        match (&self.scene, layout.side()) {
            (Some(scene), Some(side)) => self.draw_side(scene, side, layout.has_bars, canvas),
            (scene, _) => {
                canvas.line(layout.title, canvas.title(label!("Match").text()));
                let names = layout.take_names();
                if let Some(scene) = scene {
                    self.draw_panel(scene, layout.panel, names, canvas);
                }
                let (said, role) = self.speech();
                canvas.paragraph_above(layout.notice.union(layout.prompt), &said, role);
            }
        }
        canvas.footer(layout.keys, layout.has_bars, self.hints(canvas.context));
    }
}
