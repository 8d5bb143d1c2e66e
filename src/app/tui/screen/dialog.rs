//! Owns the windows over a screen: the help, the question whether to quit, the transcript,
//! the offer to go on with an unfinished game; and the frame around every window.

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Padding, Widget};

use super::files::FileWindow;
use super::{Request, key_hint};
use crate::app::tui::context::{Target, UiContext};
use crate::app::tui::keymap::{
    self, ANYWHERE, ASK_QUIT, Action, Binding, FIELD, GAME, GAME_OVER, INSPECTOR, MOVES, NEW_GAME,
    READING, REVIEW, UNFINISHED,
};
use crate::app::tui::text::{width, wrap};
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::app::tui::widget::keys::{self, KeyHint};

/// A window over a screen.
#[derive(Debug)]
pub(crate) enum Dialog {
    /// All keys, from a line on.
    Help(u16),
    /// The keys of the inspector, from a line on.
    InspectorHelp(u16),
    /// The keys of the review, from a line on.
    ReviewHelp(u16),
    /// Whether to quit.
    AskQuit,
    /// The moves of a game, which were copied.
    Transcript(String),
    /// Unfinished games, a sentence each, the newest first, and the one that is chosen.
    Unfinished(Vec<String>, usize),
    /// Saving and opening games.
    Files(Box<FileWindow>),
}

/// A line of a window: a key, or nothing, and a text.
struct Row {
    key: String,
    text: String,
    heading: bool,
}

impl Dialog {
    /// What a key asks of it.
    pub(crate) fn look_up(&self, key: KeyEvent) -> Option<Action> {
        match self {
            Self::Files(window) => window.look_up(key),
            _ => keymap::look_up(&[ANYWHERE, self.keys()], key),
        }
    }

    /// What its keys do.
    const fn keys(&self) -> &'static [Binding] {
        match self {
            Self::Files(window) => window.keys(),
            Self::AskQuit => ASK_QUIT,
            Self::Unfinished(..) => UNFINISHED,
            Self::Help(_) | Self::InspectorHelp(_) | Self::ReviewHelp(_) | Self::Transcript(_) => {
                READING
            }
        }
    }

    /// Takes an action. Says what to do, and whether the window stays.
    pub(crate) fn act(&mut self, action: Action) -> (Option<Request>, bool) {
        match (self, action) {
            (Self::Files(window), action) => window.act(action),
            (_, Action::QuitNow) | (Self::Unfinished(..), Action::Quit) => {
                (Some(Request::Quit), false)
            }
            (Self::Unfinished(..), Action::Leave) => (Some(Request::LeaveUnfinished), false),
            (Self::Unfinished(_, chosen), Action::Accept) => {
                (Some(Request::Resume(*chosen)), false)
            }
            (Self::Unfinished(games, chosen), Action::Down) => {
                *chosen = (*chosen + 1) % games.len().max(1);
                (None, true)
            }
            (Self::Unfinished(games, chosen), Action::Up) => {
                *chosen = chosen
                    .checked_sub(1)
                    .unwrap_or(games.len().saturating_sub(1));
                (None, true)
            }
            (_, Action::Leave) => (None, false),
            (Self::Help(line) | Self::InspectorHelp(line) | Self::ReviewHelp(line), Action::Up) => {
                *line = line.saturating_sub(1);
                (None, true)
            }
            (
                Self::Help(line) | Self::InspectorHelp(line) | Self::ReviewHelp(line),
                Action::Down,
            ) => {
                *line = line.saturating_add(1).min(100);
                (None, true)
            }
            _ => (None, true),
        }
    }

    /// Draws the window in the middle of the screen.
    pub(crate) fn draw(&self, area: Rect, env: &UiContext, buf: &mut Buffer) {
        let look = env.look();
        // What lies below cannot be clicked.
        env.hits.clear();
        let title = match self {
            Self::Files(window) => return window.draw(area, env, buf),
            Self::Help(_) => " Help ",
            Self::InspectorHelp(_) => " The inspector ",
            Self::ReviewHelp(_) => " The review ",
            Self::AskQuit => " Quit ",
            Self::Transcript(_) => " Transcript ",
            Self::Unfinished(..) => " Unfinished game ",
        };
        let inner_limit = widest_inside(area);
        let rows = self.rows(&look, usize::from(inner_limit.min(72)));
        let key_column = rows.iter().map(|row| width(&row.key)).max().unwrap_or(0);
        let widest = rows
            .iter()
            .map(|row| {
                if row.heading || row.key.is_empty() && key_column == 0 {
                    width(&row.text)
                } else {
                    key_column + 2 + width(&row.text)
                }
            })
            .max()
            .unwrap_or(0);
        let inner_width = u16::try_from(widest)
            .unwrap_or(inner_limit)
            .clamp(20, inner_limit);
        let count = u16::try_from(rows.len()).unwrap_or(u16::MAX);
        let (inner, footer) = draw_frame(title, (inner_width, count), area, &look, buf);
        let room = inner.height;
        let first = match self {
            Self::Help(line) | Self::InspectorHelp(line) | Self::ReviewHelp(line) => {
                (*line).min(u16::try_from(rows.len()).unwrap_or(0).saturating_sub(room))
            }
            _ => 0,
        };
        for (y, row) in (inner.y..inner.y + room).zip(rows.iter().skip(usize::from(first))) {
            draw_row(
                row,
                key_column,
                Rect::new(inner.x, y, inner.width, 1),
                &look,
                buf,
            );
        }
        let scrolls = usize::from(room) < rows.len();
        self.draw_keys(scrolls, footer, env, &look, buf);
    }

    fn draw_keys(
        &self,
        scrolls: bool,
        area: Rect,
        env: &UiContext,
        look: &ActiveTheme,
        buf: &mut Buffer,
    ) {
        let mut items: Vec<KeyHint<Action>> = self
            .keys()
            .iter()
            .filter_map(|binding| key_hint(binding, look))
            .collect();
        let chooses = matches!(self, Self::Unfinished(games, _) if games.len() > 1);
        if scrolls || chooses {
            items.push(KeyHint {
                key: if look.is_ascii() { "Up/Down" } else { "↑↓" }.to_owned(),
                label: if chooses { "another" } else { "more" }.to_owned(),
                target: Action::Down,
                weight: 8,
            });
        }
        for (place, action) in keys::draw(items, area, look, buf) {
            env.hits.add(place, Target::Key(action));
        }
    }

    fn rows(&self, look: &ActiveTheme, limit: usize) -> Vec<Row> {
        match self {
            Self::Files(_) => Vec::new(),
            Self::Help(_) => help_rows(&help_sections(look), limit),
            Self::InspectorHelp(_) => help_rows(&inspector_sections(look), limit),
            Self::ReviewHelp(_) => help_rows(&review_sections(look), limit),
            Self::AskQuit => plain_rows("The game is not over. Quit it?", limit),
            Self::Unfinished(games, chosen) => {
                let game = games.get(*chosen).map_or("", String::as_str);
                let text = match games.len() {
                    0 | 1 => game.to_owned(),
                    count => format!("{game} It is {} of {count}.", chosen + 1),
                };
                let mut rows = plain_rows(&text, limit);
                rows.extend(plain_rows("Go on with it?", limit));
                rows
            }
            Self::Transcript(moves) => {
                let mut rows = plain_rows(moves, limit);
                rows.extend(plain_rows("", limit));
                rows.extend(plain_rows(
                    "Sent to the clipboard, where the terminal has one for programs.",
                    limit,
                ));
                rows
            }
        }
    }
}

/// Whether a window has a free line and columns inside its border.
pub(super) const fn is_roomy(area: Rect) -> bool {
    area.width >= 60 && area.height >= 20
}

/// The columns that a window has inside at most.
pub(super) const fn widest_inside(area: Rect) -> u16 {
    area.width
        .saturating_sub(if is_roomy(area) { 8 } else { 4 })
}

/// Draws an empty window in the middle of the screen, for so many columns and rows. Gives where its text
/// stands, and the line of keys below it.
pub(super) fn draw_frame(
    title: &str,
    (columns, rows): (u16, u16),
    area: Rect,
    look: &ActiveTheme,
    buf: &mut Buffer,
) -> (Rect, Rect) {
    let padding = u16::from(is_roomy(area));
    // The keys stand below the text, after a line that is free where there is room.
    let frame = 2 + padding;
    let height = rows.saturating_add(frame + 1 + padding).min(area.height);
    let width = (columns + 2 + 2 * (1 + padding)).min(area.width);
    let outer = Rect::new(
        area.x + (area.width - width) / 2,
        area.y + (area.height - height) / 2,
        width,
        height,
    );
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(look.style(Role::Muted))
        .title(Span::styled(title.to_owned(), look.style(Role::Strong)))
        .style(look.style(Role::Text))
        .padding(Padding {
            top: padding,
            bottom: 0,
            ..Padding::horizontal(1 + padding)
        });
    let block = if look.is_ascii() {
        block.border_set(ASCII_BORDER)
    } else {
        block
    };
    Clear.render(outer, buf);
    let inner = block.inner(outer);
    block.render(outer, buf);
    let footer = Rect::new(inner.x, inner.bottom().saturating_sub(1), inner.width, 1);
    let text = Rect {
        height: inner.height.saturating_sub(1 + padding),
        ..inner
    };
    (text, footer)
}

const ASCII_BORDER: ratatui::symbols::border::Set = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

fn draw_row(row: &Row, key_column: usize, area: Rect, look: &ActiveTheme, buf: &mut Buffer) {
    if row.heading {
        let line = Line::styled(row.text.clone(), look.style(Role::Strong));
        Widget::render(line, area, buf);
        return;
    }
    let mut x = area.x;
    if key_column > 0 {
        buf.set_stringn(
            x,
            area.y,
            &row.key,
            usize::from(area.width),
            look.style(Role::Key),
        );
        x += u16::try_from(key_column + 2).unwrap_or(area.width);
    }
    let room = usize::from(area.right().saturating_sub(x));
    buf.set_stringn(x, area.y, &row.text, room, look.style(Role::Text));
}

fn plain_rows(text: &str, limit: usize) -> Vec<Row> {
    wrap(text, limit)
        .into_iter()
        .map(|text| Row {
            key: String::new(),
            text,
            heading: false,
        })
        .collect()
}

/// A heading, and keys with what they do.
type Section = (&'static str, Vec<(String, String)>);

fn said(key: &str, text: &str) -> (String, String) {
    (key.to_owned(), text.to_owned())
}

/// What the keys of a table do.
fn keys_of(table: &'static [Binding], look: &ActiveTheme) -> Vec<(String, String)> {
    let shown = table.iter().filter(|binding| !binding.long.is_empty());
    shown
        .map(|binding| {
            let labels = binding.keys.iter().map(|key| key.label(look.is_ascii()));
            // Keys that are there for keyboards with another layout are not named.
            let count = match binding.action {
                Action::Slower | Action::Faster => 1,
                _ => binding.keys.len(),
            };
            let labels: Vec<String> = labels.take(count).collect();
            (labels.join(" "), binding.long.to_owned())
        })
        .collect()
}

fn help_sections(look: &ActiveTheme) -> Vec<Section> {
    let mut moves = vec![
        said(
            "a-h 1-8",
            "a square: the letter lights its file, the digit plays",
        ),
        said(
            "paste",
            "moves, as in f5d6c3, or a whole game in any format that is read",
        ),
        said("mouse", "point to see what would turn, click to play"),
    ];
    moves.extend(keys_of(MOVES, look));
    vec![
        ("Moves", moves),
        ("Game", keys_of(GAME, look)),
        ("When it is over", keys_of(GAME_OVER, look)),
        ("Choice of players", keys_of(NEW_GAME, look)),
        ("Names of files", keys_of(FIELD, look)),
        ("Always", keys_of(ANYWHERE, look)),
    ]
}

fn inspector_sections(look: &ActiveTheme) -> Vec<Section> {
    let mut keys = keys_of(INSPECTOR, look);
    keys.push(said("a-h 1-8", "a square: what a disc there turns"));
    keys.push(said(
        "mouse",
        "click on a square, a topic, a part, or the line of steps",
    ));
    let reading = vec![
        said("1", "a bit that is set; its square is marked"),
        said("own", "the discs of the side to move; opponent: the others"),
        said(
            "hex",
            "two digits for each rank, rank 1 first; file a is the highest bit",
        ),
    ];
    vec![
        ("Keys", keys),
        ("How to read it", reading),
        ("Always", keys_of(ANYWHERE, look)),
    ]
}

fn review_sections(look: &ActiveTheme) -> Vec<Section> {
    let mut keys = keys_of(REVIEW, look);
    keys.push(said(
        "a-h 1-8",
        "a square: the move is tried, in a side line",
    ));
    keys.push(said(
        "mouse",
        "click on the graph, the list, or a square to try it",
    ));
    let blunder = if look.is_ascii() { "!" } else { "⁇" };
    let reading = vec![
        said(
            "board",
            "before the move: what was played, and the best score on its square",
        ),
        said("?", "a mistake: it lost more than 2 discs"),
        said(&format!("?? {blunder}"), "a blunder: it lost more than 6"),
        said("+4=", "a score for the side to move, = behind a proven one"),
        said(
            "graph",
            "Black's lead upwards, White's downwards; filled where it is proven",
        ),
    ];
    vec![
        ("Keys", keys),
        ("How to read it", reading),
        ("Always", keys_of(ANYWHERE, look)),
    ]
}

fn help_rows(sections: &[Section], limit: usize) -> Vec<Row> {
    let heading = |text: &str| Row {
        key: String::new(),
        text: text.to_owned(),
        heading: true,
    };
    let column = sections.iter().flat_map(|(_, rows)| rows);
    let column = column.map(|(key, _)| width(key)).max().unwrap_or(0);
    // On a narrow screen what a key does stands below it.
    let narrow = limit < column + 30;
    let mut rows = Vec::new();
    for (title, entries) in sections {
        if !rows.is_empty() {
            rows.extend(plain_rows("", limit));
        }
        rows.push(heading(title));
        for (key, text) in entries {
            if narrow {
                rows.extend(plain_rows(&format!("{key}: {text}"), limit));
                continue;
            }
            let lines = wrap(text, limit.saturating_sub(column + 2));
            for (index, text) in lines.into_iter().enumerate() {
                rows.push(Row {
                    key: if index == 0 {
                        key.clone()
                    } else {
                        String::new()
                    },
                    text,
                    heading: false,
                });
            }
        }
    }
    rows
}
