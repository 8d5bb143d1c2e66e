//! The drawing of the position editor: the board, and cards with what stands on it and what can be done.

use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use super::{Brush, EditorScreen, Intent, keys};
use crate::context::UiContext;
use crate::keymap::{KeyNames, Keymap, Meaning};
use crate::layout::{BoardLayout, Slices, right_of};
use crate::screen::board_pane::TAP_A_SQUARE;
use crate::screen::side::{self, TextCard, is_boxed};
use crate::screen::{Canvas, Screen as _, card_edges};
use crate::text::{columns, rows, wrap};
use crate::theme::Role;
use crate::widget::choice::ChoiceView;
use crate::widget::players::{NARROW, PlayersView};
use reversi::{ByColor, Color, Oddity, Position, SquareSet};
use reversi_board::parts::{Mark, Tile};
use reversi_notation::find::TextContent;
use reversi_table::phrase::faults::{oddity, oddity_briefly, remark, remarks};
use reversi_text::{label, tr};
use reversi_wording::turn_of;

/// The rows of the message at the end of a column.
const PROMPT: u16 = 2;

/// The smallest width of a panel with cards.
const PANEL: u16 = 20;

/// The rows of a column that has room for large digits above its cards.
const ROWS_WITH_DIGITS: u16 = 21;

impl EditorScreen {
    pub(super) fn draw_all(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let Some(layout) = BoardLayout::of(area) else {
            return;
        };
        self.draw_board(&layout, canvas);
        let side = layout.side();
        let panel = (layout.title, Slices(layout.panel));
        let (header, mut rest) = layout.column(2).unwrap_or(panel);
        let progress = if self.is_solving() {
            label!("solving").text()
        } else {
            ""
        };
        canvas.header(
            header,
            layout.has_bars,
            label!("Position editor").text(),
            progress,
        );
        let below = match side {
            Some(_) => rest.bottom(PROMPT),
            None => layout.notice.union(layout.prompt),
        };
        let is_boxed = side.is_some_and(|side| is_boxed(side, layout.has_bars));
        self.draw_players(&mut rest, is_boxed, canvas);
        let is_told = rest.0.width >= PANEL && self.draw_cards(rest, is_boxed, canvas);
        let (forms, role) = self.speech(is_told, &canvas.context.ui);
        let text = &forms[0];
        canvas.say(text);
        if side.is_some() {
            canvas.paragraph_above(below, text, role);
        } else {
            canvas.paragraph(below, shortened(&forms, below), role);
        }
        canvas.footer(layout.keys, layout.has_bars, self.hints(canvas.context));
    }

    fn draw_board(&self, layout: &BoardLayout, canvas: &mut Canvas<Intent>) {
        let legal = if canvas.context.ui.settings.legal_dots {
            self.shown().legal_moves()
        } else {
            SquareSet::EMPTY
        };
        let scene = self.scene();
        let tiles = Tile::board(|square| {
            let tile = self.pane.tile(square, &scene);
            let is_marked = legal.contains(square) && !tile.named;
            Tile {
                mark: if is_marked { Mark::Legal } else { tile.mark },
                ..tile
            }
        });
        canvas.draw_pane(self.pane, layout.board, &tiles, None);
    }

    /// Draws the numbers of discs, and takes their rows.
    fn draw_players(&self, rest: &mut Slices, is_boxed: bool, canvas: &mut Canvas<Intent>) {
        let (look, position) = (canvas.look, self.shown());
        let is_over = position.board().is_game_over();
        let players = PlayersView {
            names: ByColor::default(),
            counts: position.counts(),
            squares: Some(64),
            to_move: (!is_over).then(|| position.side_to_move()),
            winner: None,
            clocks: None,
            used: ByColor::default(),
            look: &look,
        };
        // What can be done matters more than large digits.
        let height = if rest.0.width < NARROW { 2 } else { 3 };
        if is_boxed && rest.0.height > ROWS_WITH_DIGITS {
            side::draw_players(&players, rest, canvas);
        } else {
            players.render(rest.top(height), canvas.buf);
        }
    }

    /// Draws as many cards as fit. Returns whether they say everything about the position.
    fn draw_cards(&self, rest: Slices, is_boxed: bool, canvas: &mut Canvas<Intent>) -> bool {
        let mut rest = rest;
        let (sides, edges) = card_edges(is_boxed);
        let columns = rest.0.width.saturating_sub(sides);
        let about: Vec<_> = about(self.shown())
            .into_iter()
            .map(|(forms, role)| (forms[0].clone(), role))
            .collect();
        if let Some(pasted) = &self.pasted {
            let [form, ..] = understood(pasted);
            let form = [(form, Role::Strong)];
            return draw_card(label!("Pasted").text(), &form, is_boxed, &mut rest, canvas)
                && draw_card(
                    label!("Position").text(),
                    &about,
                    is_boxed,
                    &mut rest,
                    canvas,
                );
        }
        let is_told = draw_card(
            label!("Position").text(),
            &about,
            is_boxed,
            &mut rest,
            canvas,
        );
        if rest.0.height > edges {
            let inner = canvas.card(rest.top(1 + edges), is_boxed, label!("Placing").text(), "");
            let names = Brush::ALL.map(Brush::name);
            let choice = ChoiceView {
                options: &names,
                chosen: Some(self.brush.index()),
                active: true,
                look: &canvas.look,
            };
            let places = choice.draw(inner, canvas.buf);
            canvas.hits.add_all(places, Intent::Brush);
        }
        let mut tables = [
            (label!("This position").text(), keys::USE),
            (label!("Whole board").text(), keys::CHANGE),
        ];
        if self.shown().board().is_game_over() {
            // There is more to set up first.
            tables.reverse();
        }
        let height = |table: Keymap<Intent>, is_tight| {
            let lines = rows(table);
            edges + if is_tight { lines.div_ceil(2) } else { lines }
        };
        let keys = |table, is_tight| KeyList::new(table, is_tight, canvas.context.ui.key_names());
        let all = tables.iter().map(|&(_, table)| height(table, false));
        let is_tight = all.sum::<u16>() > rest.0.height
            || (tables.iter()).any(|&(_, table)| keys(table, false).columns() > columns);
        for (title, table) in tables {
            let height = height(table, is_tight);
            let keys = KeyList::new(table, is_tight, canvas.context.ui.key_names());
            if height <= rest.0.height && keys.columns() <= columns {
                let inner = canvas.card(rest.top(height), is_boxed, title, "");
                keys.draw(inner, canvas);
            }
        }
        is_told
    }

    /// Returns the input, the error or the message; otherwise the most important sentence if no card shows it, or what
    /// to do next. The first form is the whole, the last one the shortest.
    fn speech(&self, is_told: bool, ui: &UiContext) -> (Vec<String>, Role) {
        if let Some((notice, role)) = &self.notice {
            // An error is shown from its beginning.
            return (vec![notice.clone()], *role);
        }
        if let Some(pasted) = &self.pasted {
            let question = label!("Put this position on the board?").text();
            let forms = if is_told {
                vec![question.to_owned()]
            } else {
                understood(pasted).into()
            };
            return (forms, Role::Key);
        }
        let name = |disc: Option<Color>| {
            disc.map_or_else(
                || tr!("empty"; "a square without a disc"),
                |color| tr!("{color}", color),
            )
        };
        let whole = self.pane.text(|square| {
            let disc = self.shown().disc(square);
            let next = self.brush.after(disc);
            tr!(
                "{square}: {disc}. Next: {next}.",
                square,
                disc = &name(disc),
                next = &name(next),
            )
            .into()
        });
        let short = self.pane.text(|square| {
            let disc = &name(self.shown().disc(square));
            tr!("{square}: {disc}.", square, disc).into()
        });
        let about = about(self.shown());
        let odd = about.iter().find(|(_, role)| *role == Role::Warning);
        let most = odd.or(about.first()).filter(|_| !is_told).cloned();
        let prompt = ui.words(
            label!("Type a square, click it, or paste a position.").text(),
            TAP_A_SQUARE.text(),
        );
        let type_one = ui.words(label!("Type a square.").text(), TAP_A_SQUARE.text());
        let prompt = || (vec![prompt.to_owned(), type_one.to_owned()], Role::Muted);
        let input = whole
            .zip(short)
            .map(|(whole, short)| (vec![whole, short], Role::Key));
        input.or(most).unwrap_or_else(prompt)
    }
}

/// Returns the first form of a text that fits an area, or else the whole text, which is the first one.
fn shortened(forms: &[String], area: Rect) -> &str {
    let fits = |text: &&String| rows(&wrap(text, usize::from(area.width))) <= area.height;
    forms.iter().find(fits).unwrap_or(&forms[0])
}

/// Returns the sentence about how a paste was understood, what it is alone, and that without more about it.
fn understood(pasted: &TextContent) -> [String; 3] {
    let form = &pasted.first().form;
    let forms = [
        remarks(&pasted.remarks()),
        remark(form),
        remark(form.subject()),
    ];
    forms.map(|what| tr!("Understood as {what}.", what = &what).into())
}

/// Draws a card with as many sentences as fit, and takes its rows. Returns whether all fit.
fn draw_card(
    title: &str,
    sentences: &[(String, Role)],
    is_boxed: bool,
    rest: &mut Slices,
    canvas: &mut Canvas<Intent>,
) -> bool {
    let mut card = TextCard::new(title, sentences.iter().cloned());
    let height = |card: &TextCard, rest: &Slices| card.rows(rest.0.width, 0..=u16::MAX, is_boxed);
    while !card.paragraphs.is_empty() && height(&card, rest) > rest.0.height {
        card.paragraphs.pop();
    }
    if !card.paragraphs.is_empty() {
        card.draw(rest.top(height(&card, rest)), is_boxed, canvas);
    }
    card.paragraphs.len() == sentences.len()
}

/// Returns sentences about a position: who is to move, and what is odd. Each has the whole first, and then a shorter form if
/// there is one.
fn about(position: Position) -> Vec<(Vec<String>, Role)> {
    let odd = position.oddities();
    let stuck = |odd: &Oddity| {
        matches!(
            odd,
            Oddity::NoDiscs | Oddity::GameOver | Oddity::MustPass(_)
        )
    };
    let turn = (!odd.iter().any(stuck)).then(|| {
        let text = tr!(
            "{color} to move, {count} move." | "{color} to move, {count} moves.",
            color = position.side_to_move(),
            count = position.legal_moves().len(),
        );
        let short = turn_of(position.side_to_move(), None).sentence();
        (vec![text.into(), short.into()], Role::Text)
    });
    let odd = odd.iter().map(|odd| {
        let forms = [Some(oddity(odd)), oddity_briefly(odd)]
            .into_iter()
            .flatten();
        let forms = forms.map(|clause| clause.sentence().into());
        (forms.collect(), Role::Warning)
    });
    turn.into_iter().chain(odd).collect()
}

/// The keys of a table with what they do: one below the other, or in two columns with short labels.
struct KeyList {
    /// The columns: each row has a key, a text and the meaning of a click.
    columns: Vec<Vec<(String, &'static str, Meaning<Intent>)>>,
}

/// The space behind a key in a list, and between two columns of keys.
const SPACE: u16 = 2;

impl KeyList {
    fn new(table: Keymap<Intent>, is_tight: bool, names: KeyNames) -> Self {
        let rows = table.iter().map(|row| {
            let (key, meaning, _) = row.hint(names);
            (
                key,
                if is_tight {
                    row.short.text()
                } else {
                    row.long.text()
                },
                meaning,
            )
        });
        let rows: Vec<_> = rows.collect();
        let height = if is_tight {
            rows.len().div_ceil(2)
        } else {
            rows.len()
        };
        Self {
            columns: rows.chunks(height).map(<[_]>::to_vec).collect(),
        }
    }

    /// Returns the width of the keys and of the texts of a column.
    fn widths(column: &[(String, &'static str, Meaning<Intent>)]) -> (u16, u16) {
        let keys = column.iter().map(|(key, ..)| columns(key)).max();
        let texts = column.iter().map(|(_, text, _)| columns(text)).max();
        (keys.unwrap_or(0), texts.unwrap_or(0))
    }

    /// Returns the width of the list.
    fn columns(&self) -> u16 {
        let widths = self.columns.iter().map(|column| Self::widths(column));
        let widths = widths.map(|(keys, texts)| keys + 1 + texts);
        widths.sum::<u16>() + SPACE * rows(&self.columns).saturating_sub(1)
    }

    /// Draws the list, which can be clicked.
    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let mut rest = Slices(area);
        for column in &self.columns {
            let (keys, texts) = Self::widths(column);
            let place = rest.left(keys + 1 + texts);
            for ((key, text, meaning), line) in column.iter().zip(place.rows()) {
                canvas.text(line, key, Role::Key);
                canvas.text(right_of(line, keys + 1), text, Role::Muted);
                canvas.hits.add_meaning(line, *meaning);
            }
            rest.left(SPACE);
        }
    }
}
