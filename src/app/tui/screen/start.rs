//! The first screen: a famous game that plays itself, an unfinished game to continue, and a list of what to do.

use std::time::{Duration, Instant};

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget as _;
use tui_big_text::{BigText, PixelSize};

use super::board_pane::{BoardPane, BoardReply, BoardScene};
use super::exercise;
use super::files::FileWindow;
use super::friend::FriendScreen;
use super::go::GoScreen;
use super::new_game::NewGameScreen;
use super::review::ReviewScreen;
use super::settings::SettingsScreen;
use super::unfinished::{self, OffersGames};
use super::{Canvas, Command, Context, Screen, train};
use crate::app::go::player::GoPlayerKind;
use crate::app::go::{GoGame, Grid, Komi};
use crate::app::player::{DEFAULT_LEVEL, PlayerKind};
use crate::app::session::Setup;
use crate::app::store::saver::GameSaver;
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::{
    BACKTAB, BoardAction, DOWN, ENTER, ESC, Keymap, SPACE, TAB, UP, also, bind, ch, on_board,
};
use crate::app::tui::layout::{BoardLayout, Frame, Slices, right_of};
use crate::app::tui::table::timeline::Timeline;
use crate::app::tui::text::{cut_clauses, rows, width, wrap};
use crate::app::tui::theme::Role;
use crate::app::wording::{NO_ENGINE_HELP, game_so_far, sentence};
use crate::color::{ByColor, Color};
use crate::game::{Entry, Game};
use crate::notation::transcript;
use crate::opening::proven::PERFECT_GAME;
use crate::square::Square;
use crate::squares::SquareSet;

/// The games that play themselves, each with its caption. The first is a perfect one.
const DEMOS: [(&str, &str); 2] = [
    (
        PERFECT_GAME,
        "A perfect game: with best play Othello is a draw (Takizawa 2023)",
    ),
    (
        FINAL,
        "World Championship 1978: Carol Jacobs - Hidenori Maruoka",
    ),
];

/// The final of the World Championship of 1978.
const FINAL: &str = "f5f6e6f4e3c5c4d3f3e2d2e7c6c3f1c2f2d1b3b4a3a5b5e1c1d6g4g5e8f8g8d7c7b6g3d8c8f7h6a6a4g6h5\
                    a2b7a8a7b2a1b1g7h3h4b8h2h8h7g2g1h1";

/// The rows of a list with a description and a gap below each row, for each of them.
const SPACIOUS: u16 = 3;

/// The time between two moves of the demo.
const PACE: Duration = Duration::from_millis(1100);

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartRow {
    /// The game at the table.
    Back,
    /// The unfinished games.
    Continue,
    Play,
    Friend,
    Watch,
    Learn,
    /// The course in how the program computes.
    HowItWorks,
    Train,
    Review,
    Analyse,
    Go,
    Settings,
}

/// The rows with their names and descriptions. The first two are shown only if there are such games.
#[rustfmt::skip] // a table
const ROWS: [(StartRow, &str, &str); 12] = [
    (StartRow::Back, "Continue", ""),
    (StartRow::Continue, "Continue a saved game", ""),
    (StartRow::Play, "Play", "against the computer"),
    (StartRow::Friend, "Friend", "here or over the net"),
    (StartRow::Watch, "Watch", "two computers play"),
    (StartRow::Learn, "Learn", "the rules on a board"),
    (StartRow::Train, "Train", "puzzles and openings"),
    (StartRow::Review, "Review", "a game, move by move"),
    (StartRow::Analyse, "Analyse", "a board to think on"),
    (StartRow::Go, "Go", "on 5x5 or 7x7"),
    (StartRow::HowItWorks, "How it works", "a course in bits"),
    (StartRow::Settings, "Settings", "themes, pace, sounds"),
];

/// The name of [`StartRow::Continue`] where the usual one does not fit; the others always do.
const SAVED_GAME: &str = "Saved game";

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
    bind(&[(ch('n'), Intent::Row(StartRow::Play))], "", 0, "new game: choose the players"),
    bind(&[(ch('i'), Intent::Row(StartRow::HowItWorks))], "", 0, "how it works: a course in bits, hex and bitboards"),
    bind(&[(ch('o'), Intent::Row(StartRow::Review))], "", 0, "open a game from a file or from the history"),
    on_board(&[(ESC, BoardAction::GiveUp)], "", 0, ""),
];

/// The game that plays itself.
#[derive(Debug)]
struct Demo {
    caption: &'static str,
    game: Game,
    /// The moves to come, the last one first.
    rest: Vec<Square>,
    timeline: Timeline,
    /// When the next move is due; `None` at the end.
    due: Option<Instant>,
}

impl Demo {
    fn new(ui: &UiContext) -> Self {
        let (moves, caption) = DEMOS[usize::from(ui.seed % 2 == 1)];
        let all = transcript::parse(moves).expect("a test plays these games");
        let moves = all.entries().iter().filter_map(Entry::square);
        let mut rest: Vec<Square> = moves.collect();
        rest.reverse();
        Self {
            caption,
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

    /// Returns the rows that are shown with their texts, and the index of the marked one.
    fn rows(&self, context: &Context) -> (Vec<(StartRow, &'static str, String)>, usize) {
        let shown = ROWS.iter().filter_map(|&(row, name, about)| {
            let about = match row {
                StartRow::Back => game_at_table(context)?,
                StartRow::Continue => match context.saver.unfinished() {
                    [] => return None,
                    [only] => only.headline(),
                    [newest, rest @ ..] => {
                        format!("{}, and {} more", newest.headline(), rest.len())
                    }
                },
                _ => about.to_owned(),
            };
            Some((row, name, about))
        });
        let rows: Vec<_> = shown.collect();
        // An unfinished game may have been discarded.
        let marked = self.row.min(rows.len() - 1);
        (rows, marked)
    }

    fn open(row: StartRow, context: &mut Context) -> Option<Command> {
        let ui = &context.ui;
        Some(match row {
            StartRow::Continue => match context.saver.unfinished() {
                [_] => Command::Resume(0),
                games => Command::open(unfinished::window::<Self>(games, 0)?),
            },
            StartRow::Back => Command::BackToGame,
            StartRow::Play => Command::open(NewGameScreen::new(ui.settings.players())),
            StartRow::Friend => Command::open(FriendScreen::new(ui)),
            StartRow::Watch => {
                Command::open(NewGameScreen::new(ui.settings.players().map(|kind| {
                    let cpu = PlayerKind::Engine(DEFAULT_LEVEL);
                    if kind.is_human() { cpu } else { kind }
                })))
            }
            StartRow::Learn => Command::open(exercise::tutorial(ui)),
            StartRow::HowItWorks => {
                let start = Game::new();
                let square = start.legal_moves().first().expect("the start has moves");
                Command::open(exercise::course((start.position(), square), ui))
            }
            StartRow::Train => Command::open(train::window()),
            StartRow::Review => Command::open(FileWindow::open(context)),
            StartRow::Analyse => Command::open(ReviewScreen::last_analysis(ui)),
            StartRow::Settings => Command::open(SettingsScreen::default()),
            StartRow::Go => {
                let grid = Grid::new(5).expect("5 is a size");
                let game = GoGame::new(grid, Komi::usual(grid));
                GoScreen::open(&Setup::of_game(game, GoPlayerKind::USUAL, ui.seed), ui)
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
        let (entries, marked) = self.rows(canvas.context);
        let is_minor = |row: StartRow| matches!(row, StartRow::Go | StartRow::Settings);
        let minor = entries.iter().filter(|entry| is_minor(entry.0)).count();
        let minor = u16::try_from(minor).expect("a few rows");
        // Each row has a name, a description and a gap, as far as there is room.
        let major = (rows(&entries) - minor).max(1);
        let room = area.height.saturating_sub(minor) / major;
        let height = room.clamp(1, SPACIOUS);
        // Without room for all descriptions, the first rows have them.
        let described = area.height.saturating_sub(minor).checked_sub(major);
        let described = usize::from(described.filter(|_| room == 1).unwrap_or(0));
        // A list that is too long scrolls with its marked row.
        let shown = usize::from(area.height);
        let first = if room == 0 {
            (marked + 1).saturating_sub(shown.max(1))
        } else {
            0
        };
        let mut rest = Slices(area);
        for (index, (row, name, about)) in entries.iter().enumerate().skip(first) {
            let columns = usize::from(area.width.saturating_sub(6));
            let about = cut_clauses(about, columns);
            let name = if width(name) > columns {
                SAVED_GAME
            } else {
                name
            };
            let place = rest.top(match height {
                _ if is_minor(*row) => 1,
                1 if index < described && !about.is_empty() => 2,
                height => height,
            });
            let mut lines = Slices(place);
            let (head, below) = (lines.top(1), lines.top(1));
            if head.is_empty() {
                break;
            }
            canvas.hits.add(place, Intent::Row(*row));
            let is_marked = index == marked;
            if is_marked {
                canvas.text(head, canvas.look.symbol("▸", ">"), Role::Key);
            }
            if is_minor(*row) {
                let role = if is_marked { Role::Key } else { Role::Muted };
                canvas.text(right_of(head, 6), name, role);
                continue;
            }
            let color = Color::ALL[index % 2];
            let (disc, style) = (canvas.look.disc(color), canvas.look.disc_style(color));
            canvas.line(right_of(head, 2), Span::styled(format!(" {disc} "), style));
            let role = if is_marked { Role::Key } else { Role::Strong };
            canvas.text(right_of(head, 6), name, role);
            canvas.text(right_of(below, 6), about, Role::Muted);
        }
    }

    /// Draws the name of the program. Returns what is left of the area.
    fn draw_logo(area: Rect, canvas: &mut Canvas<Intent>) -> Rect {
        let mut rest = Slices(area);
        let is_large = area.width >= LOGO.0 && area.height >= LOGO.1 && !canvas.look.ascii;
        if is_large {
            let name = Line::styled("REVERSI", canvas.look.style(Role::Key));
            let text = BigText::builder()
                .pixel_size(PixelSize::Quadrant)
                .lines([name])
                .build();
            text.render(rest.top(4), canvas.buf);
        } else {
            canvas.line(rest.top(1), canvas.title("Reversi"));
        }
        rest.top(u16::from(area.height > 12));
        rest.0
    }

    /// Returns the text below the list: a notice, the typed letter, or a caption.
    fn said(&self) -> (String, Role) {
        if let Some(notice) = &self.notice {
            return notice.clone();
        }
        match (self.pane.typed(), &self.demo) {
            (Some(file), _) => (format!("{file}_"), Role::Key),
            (None, Some(demo)) if demo.due.is_some() => (demo.caption.to_owned(), Role::Muted),
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

    fn tables(&self, _context: &Context) -> Vec<Keymap<Intent>> {
        vec![KEYS]
    }

    fn touch(&mut self, _context: &mut Context) {
        self.demo = None;
        self.notice = None;
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        self.pane.clear();
        let (rows, marked) = self.rows(context);
        let opened = match intent {
            Intent::Open => Some(rows[marked].0),
            Intent::Row(row) => Some(row),
            _ => None,
        };
        if opened == Some(StartRow::Analyse) && context.is_without_help() {
            self.notice = Some((sentence(NO_ENGINE_HELP), Role::Warning));
            return None;
        }
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
        let now = canvas.context.ui.now;
        let flips = self.demo.as_ref().map(|demo| (&demo.timeline, now));
        let side = layout.side().filter(|side| side.height >= 16);
        let (mut rest, keys) = if let Some(side) = side {
            (self.pane).draw_scene(layout.board, &self.scene(), flips, canvas);
            let mut rest = Slices(Self::draw_logo(side, canvas));
            let lines = wrap(&said, usize::from(side.width));
            canvas.lines(rest.bottom(rows(&lines)), lines, role);
            rest.bottom(1);
            (rest, layout.keys)
        } else {
            let frame = Frame::of(area);
            canvas.header(frame.header, true, "Reversi", "");
            let mut rest = Slices(frame.body);
            if role != Role::Muted {
                let lines = wrap(&said, usize::from(area.width));
                canvas.lines(rest.bottom(rows(&lines).min(2)), lines, role);
            }
            (rest, frame.footer)
        };
        self.draw_rows(rest.top(u16::MAX), canvas);
        canvas.footer(
            keys,
            layout.has_bars || side.is_none(),
            self.hints(canvas.context),
        );
    }
}

/// Returns who plays in the game at the table, if it is in progress.
fn game_at_table(context: &Context) -> Option<String> {
    let table = context
        .table
        .as_ref()
        .filter(|table| table.is_under_way())?;
    let entries = table.session.game().entries().iter();
    let moves = entries.filter_map(Entry::square).count();
    Some(game_so_far(&table.names(), moves))
}

/// The smallest area with the name of the program in large letters.
const LOGO: (u16, u16) = (28, 30);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_demo_is_a_whole_legal_game() {
        let results = DEMOS.map(|(moves, _)| {
            let game = transcript::parse(moves).unwrap();
            game.outcome().unwrap().discs
        });
        assert_eq!(
            results,
            [(32, 32), (14, 50)].map(|(black, white)| ByColor::new(black, white))
        );
    }
}
