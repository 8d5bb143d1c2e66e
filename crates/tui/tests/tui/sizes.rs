//! Draws whatever a test shows at other sizes and as other terminals show it: nothing may be drawn outside the screen, with
//! colours or characters that the terminal lacks, or without a way out; and a change of the size forgets nothing.
//!
//! One frame is drawn of every ninth state, or with `REVERSI_TESTS=full` of every third one. `REVERSI_SIZES` sets how many
//! are drawn of each state: 1800 cover every size of it, and each height and width in every look; 10800 cover every size in
//! every look.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::thread;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::Color;
use reversi_table::store::settings::ThemeName;
use reversi_tui::{App, ColorDepth};
use unicode_width::UnicodeWidthStr as _;

use crate::dial;

/// The largest number of rows; each smaller one is drawn as well.
const ROWS: usize = 60;

const COLUMNS: [u16; 30] = [
    1, 2, 3, 5, 8, 13, 20, 23, 24, 25, 30, 35, 40, 45, 50, 60, 70, 79, 80, 81, 90, 100, 110, 118,
    120, 122, 140, 160, 200, 250,
];

/// Screens of fewer columns or rows show that they are too small.
const SMALLEST: (u16, u16) = (24, 12);

/// How a terminal shows a screen: its colours, whether it has ASCII alone, and a theme in place of the chosen one.
type Look = (ColorDepth, bool, Option<ThemeName>);

const LOOKS: [Look; 6] = [
    (ColorDepth::True, false, None),
    (ColorDepth::Indexed, false, None),
    (ColorDepth::Basic, false, None),
    (ColorDepth::None, false, None),
    (ColorDepth::True, true, None),
    (ColorDepth::Indexed, false, Some(ThemeName::Light)),
];

/// How many frames are drawn of each state.
static FRAMES: LazyLock<usize> =
    LazyLock::new(|| std::env::var("REVERSI_SIZES").map_or(1, |frames| frames.parse().unwrap()));

/// The states that were drawn at so many sizes that once is enough.
static SEEN: LazyLock<Mutex<HashSet<u64>>> = LazyLock::new(Mutex::default);

static DRAWN: AtomicUsize = AtomicUsize::new(0);

/// The frames of other sizes.
pub(crate) struct OtherSizes {
    terminal: Terminal<TestBackend>,
    /// Differs between tests and grows, so that few frames cover many sizes.
    next: usize,
    /// The number of states.
    states: usize,
}

impl OtherSizes {
    pub(crate) fn new() -> Self {
        let name = thread::current();
        let bytes = name.name().unwrap_or_default().bytes();
        Self {
            terminal: Terminal::new(TestBackend::new(1, 1)).unwrap(),
            next: bytes.map(usize::from).sum(),
            states: 0,
        }
    }

    /// Draws what is shown at other sizes. Returns what it was before at its own size, to be compared; with few frames, of
    /// some states only.
    pub(crate) fn look(&mut self, app: &mut App, size: (u16, u16)) -> Option<Buffer> {
        let has_few = *FRAMES < ROWS;
        self.states += 1;
        // All of them would double the time of the tests.
        let step = if dial::is_full() { 3 } else { 9 };
        if has_few && !self.states.is_multiple_of(step) {
            return None;
        }
        let is_compared = !has_few || self.next.is_multiple_of(8);
        let before = is_compared.then(|| self.draw(app, size, None).clone());
        if !has_few && !self.is_new(app, before.as_ref()) {
            return before;
        }
        for number in 0..*FRAMES {
            // Steps over all sizes, neighbours far apart.
            self.next = (self.next + 1109) % (ROWS * COLUMNS.len());
            let (column, row) = (self.next / ROWS, self.next % ROWS);
            let look = (column + row + number / (ROWS * COLUMNS.len())) % LOOKS.len();
            let size = (COLUMNS[column], u16::try_from(1 + row).unwrap());
            let about = OnPanic(size, LOOKS[look]);
            let buffer = self.draw(app, size, Some(LOOKS[look]));
            check(buffer, LOOKS[look]);
            drop(about);
        }
        before
    }

    /// Returns whether the state has not been drawn at all sizes: as it is, or on a large screen.
    fn is_new(&mut self, app: &mut App, drawn: Option<&Buffer>) -> bool {
        let mut hasher = DefaultHasher::new();
        drawn.hash(&mut hasher);
        self.draw(app, (250, 60), None).hash(&mut hasher);
        let mut seen = SEEN.lock().unwrap();
        let is_new = seen.insert(hasher.finish());
        if is_new && seen.len().is_multiple_of(100) {
            let frames = DRAWN.load(Ordering::Relaxed);
            println!("{} states in {frames} frames", seen.len());
        }
        is_new
    }

    fn draw(&mut self, app: &mut App, (columns, rows): (u16, u16), look: Option<Look>) -> &Buffer {
        DRAWN.fetch_add(1, Ordering::Relaxed);
        self.terminal
            .resize(Rect::new(0, 0, columns, rows))
            .unwrap();
        self.terminal.current_buffer_mut().reset();
        let mut frame = self.terminal.get_frame();
        match look {
            Some((colors, ascii, theme)) => app.draw_as(&mut frame, colors, ascii, theme),
            None => app.draw(&mut frame),
        }
        self.terminal.current_buffer_mut()
    }
}

/// Checks that frames of other sizes in between changed nothing.
pub(crate) fn assert_same(before: &Buffer, after: &Buffer) {
    let (old, new) = (text(before), text(after));
    assert!(before == after, "other sizes changed\n{old}to\n{new}");
}

/// Says in a panic what was drawn.
struct OnPanic((u16, u16), Look);

impl Drop for OnPanic {
    fn drop(&mut self) {
        if thread::panicking() {
            println!("at {:?} in {:?}", self.0, self.1);
        }
    }
}

/// Checks what holds on every screen.
fn check(buffer: &Buffer, (colors, ascii, _): Look) {
    let area = buffer.area;
    for cell in &buffer.content {
        let has_colors = [cell.fg, cell.bg]
            .iter()
            .all(|&color| has_color(colors, color));
        assert!(has_colors, "{cell:?} in\n{}", text(buffer));
        let has_symbol = has_symbol(colors, ascii, cell);
        assert!(has_symbol, "{cell:?} in\n{}", text(buffer));
    }
    for row in buffer.content.chunks(usize::from(area.width)) {
        let is_inside = row.last().unwrap().symbol().width() <= 1;
        assert!(is_inside, "over the edge in\n{}", text(buffer));
    }
    assert_eq!(halves(buffer), [""; 0], "{}", text(buffer));
    if area.width >= SMALLEST.0 && area.height >= SMALLEST.1 {
        let text = text(buffer);
        let has_way_out = ["more", "Esc"].iter().any(|keys| text.contains(keys));
        assert!(has_way_out, "no way out of\n{text}");
    }
}

/// Returns the wide letters of a screen of which a half is not seen.
pub(crate) fn halves(buffer: &Buffer) -> Vec<String> {
    let rows = buffer.content.chunks(usize::from(buffer.area.width));
    let pairs = rows.flat_map(|row| row.iter().zip(row.iter().skip(1).map(Some).chain([None])));
    let broken = pairs.filter(|(cell, next)| {
        cell.symbol().width() == 2 && next.is_none_or(|next| !next.symbol().trim().is_empty())
    });
    broken.map(|(cell, _)| cell.symbol().to_owned()).collect()
}

fn has_color(depth: ColorDepth, color: Color) -> bool {
    match color {
        Color::Reset => true,
        Color::Rgb(..) => depth == ColorDepth::True,
        Color::Indexed(_) => depth == ColorDepth::Indexed,
        _ => depth == ColorDepth::Basic,
    }
}

/// A console has half blocks. Names of people may have any letters; the list of actions names keys as they were called when
/// it was opened.
fn has_symbol(depth: ColorDepth, ascii: bool, cell: &Cell) -> bool {
    let is_console = depth == ColorDepth::Basic;
    let is_sign =
        |letter: char| matches!(letter, '\u{a0}'..='\u{bf}' | '×' | '÷' | '\u{2000}'..='\u{2bff}');
    let has = |letter: char| {
        !is_sign(letter)
            || "←↑→↓".contains(letter)
            || is_console && !ascii && "▀▄█▌▐".contains(letter)
    };
    !(ascii || is_console) || cell.symbol().chars().all(has)
}

fn text(buffer: &Buffer) -> String {
    let rows = buffer.content.chunks(usize::from(buffer.area.width));
    let line = |row: &[Cell]| row.iter().map(Cell::symbol).collect::<String>();
    rows.map(|row| line(row) + "\n").collect()
}
