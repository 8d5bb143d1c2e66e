//! A running match: one game after another, and the results so far.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use super::board_pane::BoardPane;
use super::{Canvas, Command, Context, Pasted, Screen};
use crate::app::arena::{Scene, Watch};
use crate::app::tui::keymap::{BACKSPACE, Common, ENTER, ESC, Keymap, bind, ch};
use crate::app::tui::layout::{BoardLayout, Slices};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::moves::{self, MovesView, Notes};
use crate::app::tui::widget::players::{ClockFace, PlayersView};
use crate::app::tui::widget::tile::Tile;
use crate::app::wording::before_paste;
use crate::color::ByColor;
use crate::game::Status;
use crate::squares::SquareSet;

/// How often the screen is updated. A game may be faster.
const INTERVAL: Duration = Duration::from_millis(100);

/// How long the end of a game is shown.
const LINGER: Duration = Duration::from_millis(1500);

/// The narrowest panel with more than the players.
const PANEL: u16 = 14;

/// What a key or a click means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    /// Asks what is to happen to the match, unless it is over.
    Leave,
    /// Leaves and stops the match.
    Stop,
    /// Leaves and lets the match run.
    RunOn,
    /// Goes on watching.
    Stay,
}

/// The keys.
#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind(&[(ch('q'), Intent::Leave), (ESC, Intent::Leave)], "leave", 9, "leave this screen"),
];

/// The keys after the end of the match. A late answer to the question leaves, too.
#[rustfmt::skip] // a table
static OVER: Keymap<Intent> = &[
    bind(&[(ch('q'), Intent::Leave), (ESC, Intent::Leave), (ENTER, Intent::Leave), (ch('r'), Intent::Leave), (ch('s'), Intent::Leave)], "leave", 9, ""),
];

/// The answers to the question before leaving.
#[rustfmt::skip] // a table
static LEAVING: Keymap<Intent> = &[
    bind(&[(ch('s'), Intent::Stop)], "stop the match", 8, "stop the match and print its results so far"),
    bind(&[(ENTER, Intent::RunOn), (ch('r'), Intent::RunOn), (ch('q'), Intent::RunOn)], "let it run", 9, "let it run and print its results at the end"),
    bind(&[(ESC, Intent::Stay), (ch('n'), Intent::Stay), (BACKSPACE, Intent::Stay)], "stay", 7, "keep watching"),
];

/// The screen of a running match.
#[derive(Debug)]
pub(crate) struct MatchScreen {
    watch: Arc<Watch>,
    scene: Option<Scene>,
    clocks: Option<ByColor<ClockFace>>,
    /// When to look at the match again.
    due: Instant,
    /// When to go on to another game, after the end of this one.
    next_game: Option<Instant>,
    asks: bool,
    notice: Option<String>,
}

impl MatchScreen {
    pub(crate) fn new(watch: Arc<Watch>, now: Instant) -> Self {
        Self {
            watch,
            scene: None,
            clocks: None,
            due: now,
            next_game: None,
            asks: false,
            notice: None,
        }
    }

    fn is_over(&self) -> bool {
        self.scene.as_ref().is_some_and(|scene| scene.end.is_some())
    }

    /// Looks at the match. Returns whether something has changed.
    fn look(&mut self, now: Instant) -> bool {
        if self.next_game.is_some_and(|at| at <= now) {
            self.next_game = None;
            self.watch.follow_next();
        }
        let version = self.scene.as_ref().map_or(0, |scene| scene.version);
        let news = self.watch.since(version);
        let changed = news.is_some();
        if let Some(scene) = news {
            let was_over = (self.scene.as_ref()).is_some_and(|scene| scene.result.is_some());
            if scene.result.is_some() && !was_over {
                self.next_game = Some(now + LINGER);
            }
            self.scene = Some(scene);
        }
        let clock = self.scene.as_ref().and_then(|scene| scene.clock.as_ref());
        let faces = clock.map(|clock| {
            ByColor::from_fn(|color| ClockFace::new(clock.remaining(color, now), String::new()))
        });
        let ticked = faces != self.clocks;
        self.clocks = faces;
        changed || ticked
    }

    fn draw_panel(&self, scene: &Scene, area: Rect, canvas: &mut Canvas<Intent>) {
        let (game, look) = (&scene.game, &canvas.look);
        let players = PlayersView {
            names: scene.names.clone(),
            counts: game.position().counts(),
            to_move: match game.status() {
                Status::ToMove(color) if scene.result.is_none() => Some(color),
                _ => None,
            },
            winner: game.outcome().and_then(|outcome| outcome.winner),
            clocks: self.clocks.as_ref(),
            used: ByColor::default(),
            look,
        };
        let mut rest = Slices(area);
        players.render(rest.top(players.rows(area)), canvas.buf);
        if area.width < PANEL {
            return;
        }
        rest.top(1);
        for line in &scene.table {
            canvas.next_paragraph(&mut rest, line, Role::Text);
        }
        rest.top(1);
        let items = moves::items_of(game, |_| None, &canvas.look);
        let list = MovesView {
            items: &items,
            focus: items.len().saturating_sub(1),
            scroll: None,
            notes: Notes::None,
            look: &canvas.look,
        };
        list.draw(rest.0, canvas.buf);
    }

    /// Returns the sentence below the board.
    fn speech(&self) -> (String, Role) {
        if self.asks && !self.is_over() {
            return (
                "Stop the match, or let it run without this screen?".to_owned(),
                Role::Strong,
            );
        }
        if let Some(notice) = &self.notice {
            return (notice.clone(), Role::Warning);
        }
        let Some(scene) = &self.scene else {
            return ("The match starts.".to_owned(), Role::Muted);
        };
        match (&scene.end, &scene.result) {
            (Some(end), _) => (end.clone(), Role::Strong),
            (None, Some(result)) => (format!("Game over: {result}"), Role::Strong),
            (None, None) => (String::new(), Role::Text),
        }
    }
}

impl Screen for MatchScreen {
    type Intent = Intent;

    fn tables(&self, _context: &Context) -> Vec<Keymap<Intent>> {
        vec![match (self.is_over(), self.asks) {
            (true, _) => OVER,
            (false, true) => LEAVING,
            (false, false) => KEYS,
        }]
    }

    fn touch(&mut self, _context: &mut Context) {
        self.notice = None;
    }

    fn act(&mut self, intent: Intent, _context: &mut Context) -> Option<Command> {
        match intent {
            Intent::Leave if !self.is_over() => {
                self.asks = true;
                return None;
            }
            Intent::Stay => {
                self.asks = false;
                return None;
            }
            Intent::RunOn => self.watch.run_on(),
            Intent::Leave | Intent::Stop => {}
        }
        Some(Command::Common(Common::QuitNow))
    }

    fn paste(&mut self, _text: &str, context: &mut Context) -> Pasted {
        self.say(before_paste("Leave the match"), context);
        Pasted::Taken
    }

    fn tick(&mut self, context: &mut Context) -> bool {
        let now = context.ui.now;
        if now < self.due {
            return false;
        }
        self.due = now + INTERVAL;
        self.look(now)
    }

    fn deadline(&mut self, _context: &mut Context) -> Option<Instant> {
        (!self.is_over()).then_some(self.due)
    }

    fn say(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some(sentence);
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let Some(layout) = BoardLayout::of(area) else {
            return;
        };
        canvas.line(layout.title, canvas.title("Match"));
        if let Some(scene) = &self.scene {
            let pane = BoardPane::default();
            let shown = pane.scene(&scene.game, SquareSet::EMPTY);
            let tiles = Tile::board(|square| pane.tile(square, &shown, None));
            canvas.board(layout.board, &tiles, None, None);
            let place = format!("game {} of {}", scene.number, scene.games);
            canvas.right(layout.title, &place, Role::Muted);
            self.draw_panel(scene, layout.panel, canvas);
        }
        let (said, role) = self.speech();
        let below = layout.notice.union(layout.prompt);
        canvas.paragraph_above(below, &said, role);
        canvas.footer(layout.keys, layout.has_bars, self.hints(canvas.context));
    }
}
