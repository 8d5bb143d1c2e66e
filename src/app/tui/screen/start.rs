//! The first screen: a famous game that plays itself, an unfinished game to continue, and a list of what to do.

use std::time::{Duration, Instant};

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::board_pane::{BoardPane, BoardReply, BoardScene};
use super::exercise;
use super::files::FileWindow;
use super::go::GoScreen;
use super::new_game::NewGameScreen;
use super::unfinished::{self, OffersGames};
use super::{Canvas, Command, Context, Screen, hints, train};
use crate::app::go::player::GoPlayerKind;
use crate::app::go::{GoGame, Grid, Komi};
use crate::app::player::{DEFAULT_LEVEL, PlayerKind};
use crate::app::session::Setup;
use crate::app::store::saver::GameSaver;
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::{
    BACKTAB, BoardAction, DOWN, ENTER, ESC, Keymap, Meaning, SPACE, TAB, UP, also, bind, ch,
    help_key, look_up, on_board, quit_key, theme_key,
};
use crate::app::tui::layout::{BoardLayout, Slices, right_of};
use crate::app::tui::raster;
use crate::app::tui::table::timeline::Timeline;
use crate::app::tui::text::{columns, rows, wrap};
use crate::app::tui::theme::Role;
use crate::color::ByColor;
use crate::game::{Entry, Game};
use crate::notation::transcript;
use crate::square::Square;
use crate::squares::SquareSet;

/// The final of the World Championship of 1978.
const DEMO: &str = "f5f6e6f4e3c5c4d3f3e2d2e7c6c3f1c2f2d1b3b4a3a5b5e1c1d6g4g5e8f8g8d7c7b6g3d8c8f7h6a6a4g6h5\
                    a2b7a8a7b2a1b1g7h3h4b8h2h8h7g2g1h1";

/// The smallest height of a list with a description below each row.
const TALL: u16 = 24;

/// The smallest list with more space between the rows.
const SPACIOUS: u16 = 30;

/// The time between two moves of the demo.
const PACE: Duration = Duration::from_millis(1100);

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartRow {
    Continue,
    Play,
    Watch,
    Learn,
    Train,
    Review,
    Go,
}

/// The rows with their names and descriptions. The first one is shown only if there is an unfinished game.
#[rustfmt::skip] // a table
const ROWS: [(StartRow, &str, &str); 7] = [
    (StartRow::Continue, "Continue your game?", ""),
    (StartRow::Play, "Play", "against the computer or a friend"),
    (StartRow::Watch, "Watch", "two computer players, at any pace"),
    (StartRow::Learn, "Learn", "the rules, step by step on a board"),
    (StartRow::Train, "Train", "puzzles at your strength"),
    (StartRow::Review, "Review", "your games or any file, move by move"),
    (StartRow::Go, "Go", "surround territory on 5x5 or 7x7"),
];

/// What a key or a click means on this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Open,
    Next,
    Previous,
    Row(StartRow),
}

/// The keys.
#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind(&[(ENTER, Intent::Open), (SPACE, Intent::Open)], "open", 10, "open the marked row"),
    bind(&[(UP, Intent::Previous), (DOWN, Intent::Next), (TAB, Intent::Next)], "choose", 8, "next or previous row"),
    also(&[(BACKTAB, Intent::Previous)]),
    bind(&[(ch('p'), Intent::Row(StartRow::Play))], "", 0, "choose the players of a new game"),
    bind(&[(ch('w'), Intent::Row(StartRow::Watch))], "", 0, "watch two computer players"),
    bind(&[(ch('l'), Intent::Row(StartRow::Learn))], "", 0, "learn the game"),
    bind(&[(ch('i'), Intent::Row(StartRow::Train))], "", 0, "improve: train what you know"),
    bind(&[(ch('r'), Intent::Row(StartRow::Review)), (ch('o'), Intent::Row(StartRow::Review))], "", 0, "open a game from a file or from the history"),
    bind(&[(ch('s'), Intent::Row(StartRow::Go))], "", 0, "surround: play Go on a small board"),
    on_board(&[(ESC, BoardAction::GiveUp)], "", 0, ""),
    theme_key(3),
    help_key(5, "show this help"),
    quit_key(9),
];

/// The game that plays itself.
#[derive(Debug)]
struct Demo {
    game: Game,
    /// The moves to come, the last one first.
    rest: Vec<Square>,
    timeline: Timeline,
    /// When the next move is due; `None` at the end.
    due: Option<Instant>,
}

impl Demo {
    fn new(ui: &UiContext) -> Self {
        let all = transcript::parse(DEMO).expect("a test plays this game");
        let moves = all.entries().iter().filter_map(Entry::square);
        let mut rest: Vec<Square> = moves.collect();
        rest.reverse();
        Self {
            game: Game::new(),
            rest,
            timeline: Timeline::new(ui.now),
            due: ui.animation.then(|| ui.now + PACE),
        }
    }

    /// Plays the next move if it is due. Returns whether the picture changed.
    fn tick(&mut self, now: Instant) -> bool {
        let moving = self.timeline.tick(now);
        if self.due.is_none_or(|due| due > now) {
            return moving;
        }
        let next = self.rest.pop();
        self.due = next.map(|_| now + PACE);
        if let Some(square) = next
            && self.timeline.play(&mut self.game, square, true, now)
        {
            self.timeline.end_glow();
            self.game.pass_if_forced();
        }
        true
    }
}

/// The first screen.
#[derive(Debug)]
pub(crate) struct StartScreen {
    row: usize,
    /// `None` once a key was pressed.
    demo: Option<Demo>,
    pane: BoardPane,
    notice: Option<(String, Role)>,
}

impl StartScreen {
    /// Creates the screen.
    pub(crate) fn new(ui: &UiContext) -> Self {
        Self {
            row: 0,
            demo: Some(Demo::new(ui)),
            pane: BoardPane::default(),
            notice: None,
        }
    }

    /// Returns the rows that are shown, and the index of the marked one.
    fn rows(
        &self,
        context: &Context,
    ) -> (&'static [(StartRow, &'static str, &'static str)], usize) {
        let has_unfinished = !context.saver.unfinished().is_empty();
        let rows = &ROWS[usize::from(!has_unfinished)..];
        // An unfinished game may have been discarded.
        (rows, self.row.min(rows.len() - 1))
    }

    fn open(row: StartRow, context: &mut Context) -> Option<Command> {
        let ui = &context.ui;
        Some(match row {
            StartRow::Continue => match context.saver.unfinished() {
                [_] => Command::Resume(0),
                games => Command::open(unfinished::window::<Self>(games, 0)?),
            },
            StartRow::Play => Command::open(NewGameScreen::new(ui.settings.players())),
            StartRow::Watch => {
                Command::open(NewGameScreen::new(ui.settings.players().map(|kind| {
                    let cpu = PlayerKind::Engine(DEFAULT_LEVEL);
                    if kind.is_human() { cpu } else { kind }
                })))
            }
            StartRow::Learn => Command::open(exercise::tutorial(ui)),
            StartRow::Train => Command::open(train::window()),
            StartRow::Review => Command::open(FileWindow::open(context)),
            StartRow::Go => {
                let grid = Grid::new(5).expect("5 is a size");
                let game = GoGame::new(grid, Komi::usual(grid));
                GoScreen::open(
                    &Setup::of_game(game, GoPlayerKind::USUAL, ui.seed),
                    ui,
                    false,
                )
            }
        })
    }

    /// Starts a game with a move of a human Black, against the players of the last game.
    fn begin(&mut self, square: Square, ui: &UiContext) -> Option<Command> {
        if !Game::new().legal_moves().contains(square) {
            let notice = format!("{square} is not a legal first move; type d3, c4, f5 or e6.");
            self.notice = Some((notice, Role::Warning));
            return None;
        }
        let last = ui.settings.players();
        let players = match (last.black.is_human(), last.white.is_human()) {
            (true, _) => last,
            (false, true) => last.swapped(),
            (false, false) => ByColor::new(PlayerKind::Human, last.white),
        };
        let play = Command::change(move |session| session.play(square));
        Some(Command::Start(players).then(play))
    }

    fn scene(&self) -> BoardScene {
        let start = Game::new();
        match &self.demo {
            Some(demo) => self.pane.scene(&demo.game, SquareSet::EMPTY),
            None => self.pane.scene(&start, start.legal_moves()),
        }
    }

    fn draw_rows(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let mut rest = Slices(area);
        let title = raster::large_text("REVERSI");
        if area.height >= 14 && area.width >= columns(&title[0]) && !canvas.look.ascii {
            canvas.lines(rest.top(4), title, Role::Key);
        } else {
            canvas.line(rest.top(1), canvas.title("Reversi"));
            rest.top(u16::from(area.height > 8));
        }
        let (entries, marked) = self.rows(canvas.context);
        let unfinished = canvas.context.saver.unfinished();
        let lines_of = |(row, name, about): (StartRow, &str, &str)| {
            let mut lines = vec![name.to_owned()];
            if area.height >= TALL && row != StartRow::Continue {
                lines.push(about.to_owned());
            }
            if row == StartRow::Continue {
                let which = match unfinished {
                    [only] => only.headline(),
                    [newest, rest @ ..] => {
                        format!("{}, and {} more", newest.headline(), rest.len())
                    }
                    [] => String::new(),
                };
                let room = usize::from(area.width.saturating_sub(2));
                lines.extend(wrap(&which, room).into_iter().take(2));
            }
            lines
        };
        let needed: u16 = entries.iter().map(|&entry| rows(&lines_of(entry))).sum();
        let airy = match area.height {
            ..14 => 0,
            // A gap below each row, and room for the description of the chosen one.
            14..TALL => u16::from(rest.0.height > needed + rows(entries) + 1),
            TALL..SPACIOUS => u16::from(rest.0.height > needed + rows(entries)),
            _ => 2,
        };
        for (index, &entry) in entries.iter().enumerate() {
            let (row, lines) = (entry.0, lines_of(entry));
            let place = rest.top(rows(&lines));
            let apart = row == StartRow::Continue && area.height >= 14;
            rest.top(airy.max(u16::from(apart)));
            canvas.hits.add(place, Intent::Row(row));
            let (name, chosen) = (Slices(place).top(1), index == marked);
            if chosen {
                canvas.text(name, canvas.look.symbol("▸", ">"), Role::Key);
            }
            let role = if chosen { Role::Strong } else { Role::Text };
            canvas.text(right_of(name, 2), &lines[0], role);
            let mut below = Slices(right_of(place, 2));
            below.top(1);
            canvas.lines(below.0, &lines[1..], Role::Muted);
        }
        if area.height < TALL {
            rest.top(u16::from(airy == 0 && rest.0.height > 2));
            canvas.paragraph(rest.0, entries[marked].2, Role::Muted);
        }
    }

    /// Returns the text below the list: a notice, the typed letter, or a caption.
    fn said(&self) -> (String, Role) {
        if let Some(notice) = &self.notice {
            return notice.clone();
        }
        match (self.pane.typed(), &self.demo) {
            (Some(file), _) => (format!("{file}_"), Role::Key),
            (None, Some(demo)) if demo.due.is_some() => (
                "World Championship 1978: Carol Jacobs - Hidenori Maruoka".to_owned(),
                Role::Muted,
            ),
            _ => (
                "Type f5 or click a square to start a game.".to_owned(),
                Role::Muted,
            ),
        }
    }
}

impl OffersGames for StartScreen {
    type Game = Game;

    fn saver<'a>(&'a mut self, context: &'a mut Context) -> &'a mut GameSaver {
        &mut context.saver
    }

    fn resume(index: usize) -> Command {
        Command::Resume(index)
    }
}

impl Screen for StartScreen {
    type Intent = Intent;

    fn intent(&self, key: KeyEvent, _context: &Context) -> Option<Meaning<Intent>> {
        look_up(&[KEYS], key)
    }

    fn touch(&mut self, _context: &mut Context) {
        self.demo = None;
        self.notice = None;
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        self.pane.clear();
        let (rows, marked) = self.rows(context);
        match intent {
            Intent::Open => return Self::open(rows[marked].0, context),
            Intent::Row(row) => return Self::open(row, context),
            Intent::Next => self.row = (marked + 1) % rows.len(),
            Intent::Previous => self.row = (marked + rows.len() - 1) % rows.len(),
        }
        None
    }

    fn act_on_board(&mut self, action: BoardAction, context: &mut Context) -> Option<Command> {
        match self.pane.apply(action, &self.scene()) {
            BoardReply::Chosen(square) => return self.begin(square, &context.ui),
            BoardReply::Refused(error) => {
                self.notice = Some((error.to_string(), Role::Warning));
            }
            BoardReply::Unused | BoardReply::Input => {}
        }
        None
    }

    fn hovered_board(&mut self) -> Option<&mut BoardPane> {
        Some(&mut self.pane)
    }

    fn tick(&mut self, context: &mut Context) -> bool {
        let now = context.ui.now;
        self.demo.as_mut().is_some_and(|demo| demo.tick(now))
    }

    fn deadline(&mut self, context: &mut Context) -> Option<Instant> {
        let demo = self.demo.as_ref()?;
        let frame = demo.timeline.next_frame(context.ui.now);
        demo.due.into_iter().chain(frame).min()
    }

    fn say(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some((sentence, Role::Text));
    }

    fn complain(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some((sentence, Role::Warning));
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let Some(layout) = BoardLayout::of(area) else {
            return;
        };
        let (said, role) = self.said();
        let panel = layout.panel;
        if panel.width < 24 || panel.height < 8 {
            let mut rest = Slices(area);
            let keys = rest.bottom(1);
            if role != Role::Muted {
                let lines = wrap(&said, usize::from(area.width));
                canvas.lines(rest.bottom(rows(&lines).min(2)), lines, role);
            }
            self.draw_rows(rest.0, canvas);
            canvas.keys(keys, hints(&[KEYS], &canvas.context.ui, |_| true));
            return;
        }
        let now = canvas.context.ui.now;
        let flips = self.demo.as_ref().map(|demo| (&demo.timeline, now));
        (self.pane).draw_scene(layout.board, &self.scene(), flips, canvas);
        self.draw_rows(panel, canvas);
        let below = layout.notice.union(layout.prompt);
        canvas.paragraph_above(below, &said, role);
        canvas.keys(layout.keys, hints(&[KEYS], &canvas.context.ui, |_| true));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_demo_is_a_whole_legal_game() {
        let game = transcript::parse(DEMO).unwrap();
        assert_eq!(game.outcome().unwrap().discs, crate::ByColor::new(14, 50));
    }
}
