//! The first screen: a famous game that plays itself, an unfinished game to continue, a list of what to do, and what is
//! known of the person who sits there.

use std::time::{Duration, Instant};

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::actions::Action;
use super::board_pane::typing_error;
use super::files::FileWindow;
use super::friend::FriendScreen;
use super::go::GoScreen;
use super::new_game::NewGameScreen;
use super::pick::{self, PickList, PickRow, pick_keys};
use super::review::ReviewScreen;
use super::settings::SettingsScreen;
use super::stats::StatsScreen;
use super::unfinished::{self, OffersGames};
use super::window::{self, WindowScreen, WindowSpec};
use super::{Canvas, Command, Context, Screen, ScreenContents, exercise, train};
use crate::context::UiContext;
use crate::keymap::{
    BACKTAB, BoardAction, DOWN, ENTER, ESC, Keymap, SPACE, Shortcut, TAB, UP, also, key,
};
use crate::layout::{BoardLayout, Frame, Slices, right_of};
use crate::table::timeline::Timeline;
use crate::text::{self, columns, cut_clauses, cut_with_dots, named, rows, wrap};
use crate::theme::Role;
use reversi::{Entry, Game, PERFECT_GAME, Square, SquareSet, transcript};
use reversi_board::BoardReply;
use reversi_board::parts::{BoardPane, BoardScene};
use reversi_notation::clean;
use reversi_study::rating;
use reversi_study::stats::{PlayerRecord, RecordTask};
use reversi_table::game_opening::GameOpening;
use reversi_table::go::player::GoPlayerKind;
use reversi_table::go::{GoGame, Grid, Komi};
use reversi_table::phrase::sentence;
use reversi_table::player::name::{name_players, shown_names};
use reversi_table::session::Setup;
use reversi_table::store::autosave::game_so_far;
use reversi_table::store::saver::GameSaver;
use reversi_table::system::HAS_NETWORK;
use reversi_table::table::{TableAction, TableRequest};
use reversi_text::{Message, Name, label, tr};
use reversi_wording as wording;

/// The games that play themselves, each with its caption. The first is a perfect one.
const DEMOS: [(&str, &Message); 2] = [
    (
        PERFECT_GAME,
        label!("A perfect game, a draw (Takizawa 2023)"),
    ),
    (FINAL, label!("World Championship 1978: Jacobs - Maruoka")),
];

/// The final of the World Championship of 1978.
const FINAL: &str = "f5f6e6f4e3c5c4d3f3e2d2e7c6c3f1c2f2d1b3b4a3a5b5e1c1d6g4g5e8f8g8d7c7b6g3d8c8f7h6a6a4g6h5\
                    a2b7a8a7b2a1b1g7h3h4b8h2h8h7g2g1h1";

/// The time between two moves of the demo.
const PACE: Duration = Duration::from_millis(1100);

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartRow {
    /// The game at the table.
    Back,
    /// The host of an unfinished game.
    Rejoin,
    /// The unfinished games.
    Continue,
    Play,
    Friend,
    Learn,
    Train,
    Review,
    Analyse,
    /// What is one of a kind, in a list.
    More,
    Settings,
    Watch,
    Go,
    /// The course in how the program computes.
    HowItWorks,
}

/// A row with its name and line.
type NamedRow = (StartRow, &'static Message, &'static Message);

/// The rows with their names and lines. The first three are shown only if there are such games; their lines and that of
/// Play say which games.
#[rustfmt::skip] // a table
const ROWS: &[NamedRow] = &[
    (StartRow::Back, label!("Continue"), label!("")),
    (StartRow::Rejoin, label!("Join again"), label!("")),
    (StartRow::Continue, label!("Continue"), label!("")),
    (StartRow::Play, label!("Play"), label!("")),
    (StartRow::Friend, label!("Friend"), label!("here or online")),
    (StartRow::Learn, label!("Learn"), label!("rules on a board")),
    (StartRow::Train, label!("Train"), label!("puzzles, openings")),
    (StartRow::Review, label!("Review"), label!("all your games")),
    (StartRow::Analyse, label!("Analyse"), label!("a board to try on")),
    (StartRow::More, label!("More"), label!("watch, Go, bits")),
    (StartRow::Settings, label!("Settings"), label!("themes, sounds")),
];

/// The rows of the list of what else there is.
#[rustfmt::skip] // a table
const MORE: &[NamedRow] = &[
    (StartRow::Watch, label!("Watch"), label!("two computers play")),
    (StartRow::Go, label!("Go"), label!("a board of 5x5 or 7x7")),
    (StartRow::HowItWorks, label!("How it works"), label!("bits and bitboards")),
];

static MORE_KEYS: Keymap<window::Intent> = &pick_keys(label!("open"));

/// Returns the window with what else there is.
fn more() -> WindowScreen<PickList> {
    let spec = WindowSpec {
        widths: (36, 36),
        text_rows: 1,
        picks_at_once: true,
        ..WindowSpec::new(label!("More"), MORE_KEYS)
    };
    let rows = MORE.iter().map(|&(row, name, about)| {
        PickRow::new(name.text(), about.text(), move |_| {
            Command::act_on(move |_: &mut StartScreen, context| StartScreen::open(row, context))
        })
    });
    pick::window(spec, rows, 0)
}

/// The name of the unfinished games while there is a game at the table, too.
const SAVED_GAME: &Message = label!("Saved game");

/// The columns of a mark before a row, and the widest of the lines that stay the same.
const MARK: u16 = 2;
const LINE: u16 = 17;

/// A wider list has two rows for each row, its name and its line, if it is high enough.
const BESIDE: u16 = 34;

/// The most rows of a row of the list: its name, its line, and a gap.
const ROW: u16 = 3;

/// The rows of a card: its edges, and what is known.
const CARD: u16 = 3;

/// The free rows that are better left to the larger name of the program, a caption and gaps than taken by cards, and those
/// that are better left to the smaller name than taken by lines.
const ABOVE_CARDS: u16 = 6;
const ABOVE_LINES: u16 = 2;

/// The name of the program in large letters, for each number of rows.
static LOGOS: [&[&str]; 2] = [
    &[
        "██▀█▄ ██▀▀▀ ██ ██ ██▀▀▀ ██▀█▄ ▄█▀▀▀ ██",
        "██▄█▀ ██▀▀  ██ ██ ██▀▀  ██▄█▀ ▀▀▀█▄ ██",
        "██ ▀█ ██▄▄▄  ▀█▀  ██▄▄▄ ██ ▀█ ▄▄▄█▀ ██",
    ],
    &[
        "█▀█ █▀▀ █ █ █▀▀ █▀█ █▀▀ ▀█▀",
        "█▀▄ █▀  █ █ █▀  █▀▄ ▀▀█  █ ",
        "▀ ▀ ▀▀▀  ▀  ▀▀▀ ▀ ▀ ▀▀▀ ▀▀▀",
    ],
];

/// Returns what opens the places of the program, for the lists of all screens: the rows of this screen, without games that
/// wait and what the lists have anyway, and what can be practised.
pub(crate) fn places() -> impl Iterator<Item = Action> {
    use StartRow::{
        Analyse, Back, Continue, Friend, Go, HowItWorks, Learn, More, Play, Rejoin, Review,
        Settings, Train, Watch,
    };
    let rows = ROWS.iter().chain(MORE).filter(|(row, ..)| match row {
        Back | Rejoin | Continue | Learn | Train | More => false,
        Friend => HAS_NETWORK,
        Play | Review | Analyse | Settings | Watch | Go | HowItWorks => true,
    });
    let rows = rows.map(|&(row, name, about)| match row {
        Play => Action::place(
            name.text(),
            label!("choose the opponent, your colour and the clock").text(),
            |context| {
                let players = context.ui.settings.players();
                Some(Command::open(NewGameScreen::new(players)))
            },
        ),
        _ => Action::place(name.text(), about.text(), move |context| {
            StartScreen::open(row, context)
        }),
    });
    let practices = train::PRACTICES.into_iter();
    rows.chain(practices.map(|(name, about, open)| {
        let open = move |context: &mut Context| Some(open(&context.ui));
        Action::place(name.text(), about.text(), open)
    }))
}

/// What a key or a click means on this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Open,
    Next,
    Previous,
    Row(StartRow),
    /// Opens the game of the player with this number in the history.
    LastGame(u64),
    PuzzleOfTheDay,
    Record,
    /// Chooses the opponent of a new game.
    NewGame,
    /// Opens a game of a file.
    OpenFile,
}

/// The keys.
#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind!(&[(ENTER, Intent::Open), (SPACE, Intent::Open)], "open", 10, "open the marked row"),
    bind!(&[(UP, Intent::Previous), (DOWN, Intent::Next), (TAB, Intent::Next)], "choose", 8, "next or previous row"),
    also(&[(BACKTAB, Intent::Previous)]),
    bind!(&[(key(Shortcut::Next), Intent::NewGame)], "new game", 9, "new game: choose the opponent, your colour and the clock"),
    bind!(&[(key(Shortcut::Open), Intent::OpenFile)], "", 0, "open a game from a file or from the history"),
    bind!(&[(key(Shortcut::Inspect), Intent::Row(StartRow::HowItWorks))], "", 0, "how it works: bits, hex and the bitboard, step by step"),
    on_board!(&[ESC], "", 0, ""),
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
            caption: caption.text(),
            game: Game::new(),
            rest,
            timeline: Timeline::new(ui.now),
            due: ui.animates().then(|| ui.now + PACE),
        }
    }

    /// Plays the next move if it is due. Returns whether the picture changed.
    fn tick(&mut self, now: Instant) {
        self.timeline.pass_to(now);
        if self.due.is_none_or(|due| due > now) {
            return;
        }
        let next = self.rest.pop();
        self.due = next.map(|_| now + PACE);
        if let Some(square) = next
            && self.timeline.play(&mut self.game, square, true, now)
        {
            self.game.pass_if_forced();
        }
    }
}

/// Something that is known of the person.
#[derive(Debug)]
struct PersonFact {
    title: &'static str,
    text: String,
    /// More about it, for a card.
    details: String,
    /// The fact with its title as a sentence, and a shorter one.
    sentences: [String; 2],
    /// What a click on it opens.
    opens: Intent,
}

impl PersonFact {
    /// Returns what a record says of the person.
    fn all_of(record: &PlayerRecord) -> Vec<Self> {
        let last = record.last.as_ref().map(|game| {
            let [text, result] = game.result();
            Self {
                title: label!("Last game").text(),
                sentences: [&text, &result].map(sentence),
                text: text.into(),
                details: game.details(),
                opens: Intent::LastGame(game.number),
            }
        });
        let (text, sentences) = match record.daily {
            None => (
                label!("not solved yet"),
                [
                    tr!("Puzzle of the day: not solved yet"),
                    tr!("Today's puzzle: not solved"),
                ],
            ),
            Some(true) => (
                label!("solved"),
                [
                    tr!("Puzzle of the day: solved"),
                    tr!("Today's puzzle: solved"),
                ],
            ),
            Some(false) => (
                label!("not solved at the first try"),
                [
                    tr!("Puzzle of the day: not solved at the first try"),
                    tr!("Today's puzzle: missed"),
                ],
            ),
        };
        let puzzle = Self {
            title: label!("Puzzle of the day").text(),
            text: text.text().to_owned(),
            details: label!("the same for everybody").text().to_owned(),
            sentences: sentences.map(String::from),
            opens: Intent::PuzzleOfTheDay,
        };
        let level = record.level.map(|level| Self {
            title: label!("Your level").text(),
            text: level.range().into(),
            details: record.rating.map_or_else(String::new, |rated| {
                tr!(
                    "rating {rating}",
                    rating = Name(&rating::rounded(rated).to_string())
                )
                .into()
            }),
            sentences: [level.sentence(), level.short_sentence()].map(String::from),
            opens: Intent::Record,
        });
        last.into_iter().chain([puzzle]).chain(level).collect()
    }

    /// Returns the longest sentence that fits some columns.
    fn sentence(&self, columns: u16) -> String {
        let mut sentences = self.sentences.iter();
        let fitting = sentences.find(|sentence| text::columns(sentence) <= columns);
        let cut = || cut_with_dots(&self.sentences[1], columns.into());
        fitting.map_or_else(cut, Clone::clone)
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
    /// Reads the record; `None` before the first time, or if games are not saved.
    record: Option<RecordTask>,
    facts: Vec<PersonFact>,
    /// The polls since the last tick: more than one if something lay over the screen.
    polls: u32,
}

impl StartScreen {
    /// Creates the screen.
    pub(crate) fn new(ui: &UiContext) -> Self {
        Self {
            row: 0,
            demo: Some(Demo::new(ui)),
            pane: BoardPane::default(),
            notice: None,
            record: None,
            facts: Vec::new(),
            polls: 0,
        }
    }

    /// Reads the record in the background at first, and whenever something lay over the screen: a game may have ended, or a
    /// puzzle may be solved.
    fn read_record(&mut self, ui: &UiContext) {
        let was_covered = std::mem::take(&mut self.polls) > 1;
        match &mut self.record {
            None => {
                let sources = ui.record_sources();
                self.record = sources.map(|sources| sources.start(None, ui.waker.clone()));
            }
            Some(task) if was_covered => task.ask((), None),
            Some(_) => {}
        }
    }

    /// Returns the rows that are shown with their names and lines, and the index of the marked one.
    fn rows(&self, context: &Context) -> (Vec<(StartRow, &'static str, String)>, usize) {
        let at_table = game_at_table(context);
        let shown = ROWS.iter().filter_map(|&(row, name, about)| {
            let (name, about) = match row {
                StartRow::Back => (name, at_table.clone()?),
                StartRow::Continue => {
                    let name = if at_table.is_some() { SAVED_GAME } else { name };
                    let about = match context.saver.unfinished() {
                        [] => return None,
                        [only] => only.headline().into(),
                        [newest, rest @ ..] => tr!(
                            "{game}, and {count} more" | "{game}, and {count} more",
                            game = &newest.headline(),
                            count = rest.len(),
                        )
                        .into(),
                    };
                    (name, about)
                }
                StartRow::Rejoin | StartRow::Friend if !HAS_NETWORK => return None,
                StartRow::Rejoin => (name, host_to_join(context)?),
                StartRow::Play => (name, game_to_play(&context.ui)),
                StartRow::Friend
                | StartRow::Learn
                | StartRow::Train
                | StartRow::Review
                | StartRow::Analyse
                | StartRow::More
                | StartRow::Settings
                | StartRow::Watch
                | StartRow::Go
                | StartRow::HowItWorks => (name, about.text().to_owned()),
            };
            Some((row, name.text(), about))
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
            StartRow::Rejoin => Command::open(FriendScreen::rejoining(ui)),
            StartRow::Play => Command::new_game(ui.settings.players(), ui),
            StartRow::Friend => Command::open(FriendScreen::new(ui)),
            StartRow::Watch => Command::open(NewGameScreen::new(ui.settings.watched_players())),
            StartRow::Learn => Command::open(exercise::tutorial(ui)),
            StartRow::HowItWorks => {
                let start = Game::new();
                let square = start.legal_moves().first().expect("the start has moves");
                Command::open(exercise::course((start.position(), square), ui))
            }
            StartRow::Train => Command::open(train::window()),
            StartRow::Review => Command::open(FileWindow::games(context)),
            StartRow::More => Command::open(more()),
            StartRow::Analyse => Command::open(ReviewScreen::last_analysis(ui)),
            StartRow::Settings => Command::open(SettingsScreen::new()),
            StartRow::Go => {
                let grid = Grid::new(5).expect("5 is a size");
                let game = GoGame::new(grid, Komi::usual(grid));
                GoScreen::open(&Setup::of_game(game, GoPlayerKind::USUAL, ui.seed), ui)
            }
        })
    }

    /// Continues the game on the board with a move, or starts one as Black against the opponent of the last game.
    fn begin(&mut self, square: Square, context: &Context) -> Option<Command> {
        let play = Command::Ask(TableRequest::Play(Some(square)));
        if let Some((resume, _)) = waiting_game(context) {
            return Some(resume.then(play));
        }
        if !Game::new().legal_moves().contains(square) {
            let notice = tr!(
                "{square} is not a legal first move; d3, c4, f5 and e6 are.",
                square
            );
            self.notice = Some((notice.into(), Role::Warning));
            return None;
        }
        let last = context.ui.settings.players();
        let players = if last.black.is_human() {
            last
        } else {
            last.swapped()
        };
        Some(Command::Start(players, GameOpening::Standard).then(play))
    }

    fn scene(&self, context: &Context) -> BoardScene {
        let start = Game::new();
        match (waiting_game(context), &self.demo) {
            (Some((_, game)), _) => self.pane.scene(game, game.legal_moves()),
            (None, Some(demo)) => self.pane.scene(&demo.game, SquareSet::EMPTY),
            (None, None) => self.pane.scene(&start, start.legal_moves()),
        }
    }

    /// Draws the list: each row has its name and its line, in one row or in two. It scrolls with the marked one.
    fn draw_list(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let (entries, marked) = self.rows(canvas.context);
        let list = ListRows::of(area, &entries);
        let height = list.height;
        let shown = usize::from((area.height / height).max(1));
        let mut rest = Slices(area);
        let count = entries.len();
        let has_groups = height == 1 && list.all <= area.height;
        let entries = entries.iter().enumerate();
        for (index, (row, name, about)) in entries.skip((marked + 1).saturating_sub(shown)) {
            // They stand in pairs.
            let is_first = index > 0 && (count - index).is_multiple_of(2);
            rest.top(u16::from(has_groups && is_first));
            let is_below = has_groups && columns(about) > list.lines;
            let is_beside = height == 1 && !is_below;
            let height = height + u16::from(is_below);
            let place = rest.top(height);
            if place.height < height.min(2) {
                break;
            }
            canvas.hits.add(place, Intent::Row(*row));
            let is_marked = index == marked;
            if is_marked {
                canvas.say(named(name, about));
            }
            let mut lines = Slices(place);
            let head = lines.top(1);
            let line = if is_beside {
                right_of(head, MARK + list.names)
            } else {
                right_of(lines.top(1), MARK)
            };
            if is_marked {
                canvas.text(head, canvas.look.symbol("▸", ">"), Role::Key);
            }
            let role = if is_marked { Role::Key } else { Role::Strong };
            canvas.text(right_of(head, MARK), name, role);
            canvas.text(line, fitting(about, line.width.into()), Role::Muted);
            if is_marked {
                let raised = Slices(place).top(height.min(2));
                let bg = canvas.look.style(Role::Raised).bg;
                canvas.buf.set_style(raised, Style { bg, ..Style::new() });
            }
        }
    }

    /// Returns the rows of each fact, and those of all that are shown, where some rows are free. One fact is shown in any
    /// case.
    fn fact_rows(&self, spare: u16) -> (u16, u16) {
        let count = rows(&self.facts);
        if CARD * count + ABOVE_CARDS <= spare {
            return (CARD, CARD * count);
        }
        let room = spare.saturating_sub(ABOVE_LINES).max(1);
        (1, count.min(room).min(spare))
    }

    /// Draws facts, each in a card or in a line.
    fn draw_facts(&self, height: u16, area: Rect, canvas: &mut Canvas<Intent>) {
        let mut rest = Slices(area);
        for fact in &self.facts {
            let place = rest.top(height);
            if place.is_empty() {
                break;
            }
            canvas.hits.add(place, fact.opens);
            if height == CARD {
                let inner = canvas.card(place, true, fact.title, &fact.details);
                canvas.text(inner, &fact.text, Role::Text);
            } else {
                canvas.text(place, fact.sentence(place.width), Role::Text);
            }
        }
    }

    /// Draws the name of the program in as large letters as there is room for, with a gap below. Returns what is left
    /// of the area.
    fn draw_logo(area: Rect, spare: u16, canvas: &mut Canvas<Intent>) -> Rect {
        let mut rest = Slices(area);
        let has_blocks = !canvas.look.ascii || canvas.look.half_blocks;
        let fits = |logo: &&&[&str]| {
            let gap = u16::from(logo.len() > 2);
            columns(logo[0]) <= area.width && rows(logo) + gap <= spare && has_blocks
        };
        let logo = LOGOS.iter().find(fits);
        let height = match logo {
            Some(logo) => {
                let above = u16::from(spare > rows(logo) + 2);
                rest.top(above);
                let place = rest.top(rows(logo));
                canvas.lines(place, *logo, Role::Key);
                above + place.height
            }
            None if spare > 0 => {
                canvas.line(rest.top(1), canvas.title(label!("Reversi").text()));
                1
            }
            None => 0,
        };
        rest.top(u16::from(spare > height));
        rest.0
    }

    /// Draws the list without a board.
    fn draw_alone(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let frame = Frame::of(area);
        canvas.header(frame.header, true, label!("Reversi").text(), "");
        let mut rest = Slices(frame.body);
        let (said, role) = self.said(canvas.context);
        if role != Role::Muted {
            let lines = wrap(&said, usize::from(area.width));
            canvas.lines(rest.bottom(rows(&lines).min(3)), lines, role);
        }
        let entries = self.rows(canvas.context).0;
        let list = rows(&entries) * ListRows::of(rest.0, &entries).height.min(2);
        let (height, facts) = self.fact_rows(rest.0.height.saturating_sub(list));
        self.draw_facts(height, rest.bottom(facts), canvas);
        self.draw_list(rest.0, canvas);
        canvas.footer(frame.footer, true, self.hints(canvas.context));
    }

    /// Returns the text below the list: a notice, the typed letter, or a caption.
    fn said(&self, context: &Context) -> (String, Role) {
        if let Some(notice) = &self.notice {
            return notice.clone();
        }
        let caption = match (self.pane.typed(), &self.demo) {
            (Some(file), _) => return (format!("{file}_"), Role::Key),
            _ if waiting_game(context).is_some() => context.ui.words(
                label!("Click the board to continue this game.").text(),
                label!("Tap the board to continue this game.").text(),
            ),
            (None, Some(demo)) if demo.due.is_some() => demo.caption,
            _ => context.ui.words(
                label!("Type f5 or click a square to start a game.").text(),
                label!("Tap a square to start a game.").text(),
            ),
        };
        (caption.to_owned(), Role::Muted)
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

    fn answer(&self, _context: &Context) -> Vec<String> {
        self.notice.iter().map(|(text, _)| text.clone()).collect()
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
            Intent::Next
            | Intent::Previous
            | Intent::LastGame(_)
            | Intent::PuzzleOfTheDay
            | Intent::Record
            | Intent::NewGame
            | Intent::OpenFile => None,
        };
        if opened == Some(StartRow::Analyse)
            && let Err(why) = context.permits(TableAction::Analyse)
        {
            self.notice = Some((sentence(wording::refusal(&why)), Role::Warning));
            return None;
        }
        match intent {
            Intent::Open => return Self::open(rows[marked].0, context),
            Intent::Row(row) => return Self::open(row, context),
            Intent::NewGame => {
                let players = context.ui.settings.players();
                return Some(Command::open(NewGameScreen::new(players)));
            }
            Intent::OpenFile => return Some(Command::open(FileWindow::games(context))),
            Intent::LastGame(number) => {
                let name = format!("history:{number}");
                return Some(Command::open(FileWindow::named(&name, context)));
            }
            Intent::PuzzleOfTheDay => {
                return Some(Command::open(exercise::puzzle_of_the_day(&context.ui)));
            }
            Intent::Record => return Some(Command::open(StatsScreen::new(&context.ui))),
            Intent::Next => self.row = (marked + 1) % rows.len(),
            Intent::Previous => self.row = (marked + rows.len() - 1) % rows.len(),
        }
        None
    }

    fn act_on_board(&mut self, action: BoardAction, context: &mut Context) -> Option<Command> {
        match self.pane.apply(action, &self.scene(context)) {
            BoardReply::Chosen(square) => return self.begin(square, context),
            BoardReply::Refused(error) => {
                self.notice = Some((typing_error(error).into(), Role::Warning));
            }
            BoardReply::Unused | BoardReply::Input => {}
        }
        None
    }

    fn hovered_board(&mut self) -> Option<&mut BoardPane> {
        Some(&mut self.pane)
    }

    fn poll(&mut self) {
        self.polls += 1;
        if let Some(task) = &mut self.record
            && task.poll()
            && let Some(record) = task.value()
        {
            self.facts = PersonFact::all_of(record);
        }
    }

    fn tick(&mut self, context: &mut Context) -> Option<Command> {
        self.read_record(&context.ui);
        if waiting_game(context).is_some() {
            self.demo = None;
        }
        if let Some(demo) = &mut self.demo {
            demo.tick(context.ui.now);
        }
        None
    }

    fn contents(&self) -> ScreenContents<'_> {
        ScreenContents {
            is_reading: self.record.as_ref().is_some_and(RecordTask::is_busy),
            ..ScreenContents::default()
        }
    }

    fn deadline(&mut self, context: &mut Context) -> Option<Instant> {
        let demo = self.demo.as_ref()?;
        let frame = demo.timeline.next_frame(context.ui.now);
        demo.due.into_iter().chain(frame).min()
    }

    fn report(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some((sentence, Role::Text));
    }

    fn warn(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some((sentence, Role::Warning));
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let Some(layout) = BoardLayout::of(area) else {
            return;
        };
        let (said, role) = self.said(canvas.context);
        let is_notice = role != Role::Muted;
        if is_notice {
            canvas.say(&said);
        }
        let pane = self.pane;
        canvas.say_input(pane, &self.scene(canvas.context), None);
        let is_below = layout.side().is_none();
        let side = layout
            .side()
            .or_else(|| layout.below())
            .filter(|side| side.height >= 16 && side.width >= MARK + LINE);
        let Some(side) = side else {
            self.draw_alone(area, canvas);
            return;
        };
        let now = canvas.context.ui.now;
        let demo = self
            .demo
            .as_ref()
            .filter(|_| waiting_game(canvas.context).is_none());
        let flips = demo.map(|demo| (&demo.timeline, now));
        canvas.draw_scene(pane, layout.board, &self.scene(canvas.context), flips);
        let list = ListRows::of(side, &self.rows(canvas.context).0).all;
        let lines = wrap(&said, usize::from(side.width));
        let needed = rows(&lines);
        let mut rest = Slices(side);
        // A notice takes a row of the keys, or of the list; a caption only what is free.
        let mut keys = Slices(layout.keys);
        if is_notice && layout.keys.x == side.x && layout.keys.y == side.bottom() {
            rest = Slices(side.union(keys.top(1)));
        }
        if is_notice {
            canvas.lines(rest.bottom(needed), &lines, role);
        }
        let spare = rest.0.height.saturating_sub(list);
        let (height, facts) = self.fact_rows(spare);
        let smallest = rows(LOGOS[1]);
        let with_caption = facts + needed + smallest;
        if !is_notice && spare >= with_caption {
            canvas.lines(rest.bottom(needed), &lines, role);
        }
        self.draw_facts(height, rest.bottom(facts), canvas);
        rest.bottom(u16::from(spare > with_caption));
        let spare = rest.0.height.saturating_sub(list);
        let rest = if is_below {
            canvas.line(layout.title, canvas.title(label!("Reversi").text()));
            rest.0
        } else {
            Self::draw_logo(rest.0, spare, canvas)
        };
        self.draw_list(rest, canvas);
        canvas.footer(keys.0, layout.has_bars, self.hints(canvas.context));
    }
}

/// How the rows of the list stand in an area.
struct ListRows {
    /// The rows of each: one has its line beside its name.
    height: u16,
    /// The columns of the names, and of the lines beside them.
    names: u16,
    lines: u16,
    /// The fewest rows of all, in pairs with a blank row between them if each has one row.
    all: u16,
}

impl ListRows {
    fn of(area: Rect, entries: &[(StartRow, &'static str, String)]) -> Self {
        let count = rows(entries);
        let longest = entries.iter().map(|(_, name, _)| columns(name)).max();
        let names = longest.unwrap_or_default() + 1;
        let lines = area.width.saturating_sub(MARK + names);
        if lines >= LINE && (area.height < 2 * count || area.width < BESIDE) {
            // A line that is too long stands below its name.
            let long = entries.iter().filter(|(.., line)| columns(line) > lines);
            let long = u16::try_from(long.count()).unwrap_or(u16::MAX);
            let all = count + long + count.saturating_sub(1) / 2;
            return Self {
                height: 1,
                names,
                lines,
                all,
            };
        }
        Self {
            height: (area.height / count.max(1)).clamp(2, ROW),
            names,
            lines,
            all: 2 * count,
        }
    }
}

/// Returns who plays in the game at the table, if it is in progress.
fn game_at_table(context: &Context) -> Option<String> {
    let table = context
        .table
        .as_ref()
        .filter(|table| table.is_under_way())?;
    let entries = table.session().game().entries().iter();
    let moves = entries.filter_map(Entry::square).count();
    Some(game_so_far(&table.names(), moves).into())
}

/// Returns whom a guest whose program ended can join again, unless a game over the network is at the table.
fn host_to_join(context: &Context) -> Option<String> {
    context.permits(TableAction::Rearrange).ok()?;
    let host = context.ui.friend.host.as_ref()?;
    let address = clean(&host.address);
    host.is_unfinished
        .then(|| tr!("at {address}", address = Name(&address)).into())
}

/// Returns the game that waits to be continued, and the command that does so: that at the table, otherwise the newest
/// unfinished one.
fn waiting_game(context: &Context) -> Option<(Command, &Game)> {
    let table = context.table.as_ref().filter(|table| table.is_under_way());
    let at_table = table.map(|table| (Command::BackToGame, table.session().game()));
    at_table.or_else(|| {
        let newest = context.saver.unfinished().first()?;
        Some((Command::Resume(0), &newest.game))
    })
}

/// Returns who plays in the game that `Play` starts, in at most [`LINE`] columns.
fn game_to_play(ui: &UiContext) -> String {
    let players = ui.settings.players();
    let names = shown_names(&players, &name_players(&players, ui.settings.people()));
    let text = match (players.black.is_human(), players.white.is_human()) {
        (true, true) => tr!("you and a friend"),
        (true, false) => tr!("{name} waits", name = &names.white.said()),
        (false, _) => tr!("{name} waits", name = &names.black.said()),
    };
    if columns(&text) <= LINE {
        text.into()
    } else {
        label!("you, as last time").text().to_owned()
    }
}

/// Returns as many clauses of a line as fit the columns, of the first one that does; never nothing.
fn fitting(line: &str, columns: usize) -> String {
    let from = |at: usize| cut_clauses(&line[at..], columns);
    let starts = std::iter::once(0).chain(line.match_indices(", ").map(|(at, _)| at + 2));
    let whole = starts.map(from).find(|part| !part.is_empty());
    whole.map_or_else(|| cut_with_dots(line, columns), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::ByColor;

    #[test]
    fn every_line_fits_its_card_and_every_logo_is_a_rectangle() {
        for (_, name, about) in ROWS {
            assert!(
                columns(name.text()) <= 10 && columns(about.text()) <= LINE,
                "{about}"
            );
        }
        for logo in LOGOS {
            assert!(
                logo.iter().all(|row| columns(row) == columns(logo[0])),
                "{logo:?}"
            );
        }
    }

    #[test]
    fn a_line_is_shortened_and_never_left_out() {
        let line = "Annabelle vs level 10, move 23, today 13:58";
        assert_eq!(fitting(line, 30), "Annabelle vs level 10, move 23");
        assert_eq!(fitting(line, 20), "move 23, today 13:58");
        assert_eq!(fitting(line, 19), "move 23");
        assert_eq!(fitting("an engine without commas", 20), "an engine ...");
    }

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
