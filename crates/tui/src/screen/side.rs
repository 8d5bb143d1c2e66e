//! The column beside a board, for games of either kind: the players, and cards below them.

use std::ops::RangeInclusive;

use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget as _;

use super::{Canvas, card_edges};
use crate::layout::Slices;
use crate::text::{align_right, rows, width, wrap};
use crate::theme::Role;
use crate::widget::moves::{MoveItem, MovesView, Notes};
use crate::widget::players::{HUGE, PlayersView};
use reversi::{ByColor, Color, Position, SquareSet};
use reversi_study::overlay::Overlay;
use reversi_text::{Message, label, tr};

/// The rows of the position card, with its edges.
pub(super) const POSITION: u16 = 6;

/// Explains the rows of the position card.
const ABOUT_POSITION: [&Message; 3] = [
    label!("Whoever has few moves soon has only bad ones."),
    label!("Discs at the frontier touch an empty square and give the other side moves."),
    label!("Stable discs are never turned again."),
];

/// Returns whether a column has room for cards in boxes. Beside a board as high as the screen it has none.
pub(super) fn is_boxed(area: Rect, has_bars: bool) -> bool {
    has_bars && area.width >= HUGE.width && area.height >= HUGE.height
}

/// The most rows of a prompt.
pub(super) const PROMPT_ROWS: u16 = 2;

/// Draws what is to be done at the bottom of a column, and takes its rows and a blank one above them.
pub(super) fn draw_prompt<I: Copy + 'static>(
    prompt: Line<'static>,
    rest: &mut Slices,
    canvas: &mut Canvas<I>,
) {
    let lines = wrap(&prompt.to_string(), usize::from(rest.0.width));
    canvas.wrapped(rest.bottom(rows(&lines).clamp(1, PROMPT_ROWS)), prompt);
    rest.bottom(1);
}

/// Returns what a turn of the wheel means, down or up, over a list with this many rows above its end.
type WheelMeaning<I> = fn(bool, usize) -> I;

/// Draws the moves of a game, of which some are played, at the end of the list or some rows scrolled up, with what the
/// wheel means. Returns the area of each.
pub(super) fn draw_moves<I: Copy + 'static>(
    items: &[MoveItem],
    played: usize,
    scroll: Option<(usize, WheelMeaning<I>)>,
    notes: Notes,
    area: Rect,
    canvas: &mut Canvas<I>,
) -> Vec<(Rect, usize)> {
    let moves = MovesView {
        items,
        branches: &[],
        focus: played.saturating_sub(1),
        scroll: scroll.map_or(0, |(rows, _)| rows),
        notes,
        look: &canvas.look,
    };
    if let Some((_, meaning)) = scroll {
        let above = moves.rows_above(area.height);
        canvas
            .hits
            .set_wheel([false, true].map(|down| meaning(down, above)));
    }
    moves.draw(area, canvas.buf)
}

/// Returns how many rows a list is scrolled up, of those above its end, after a turn of the wheel.
pub(super) fn scrolled(rows: usize, down: bool, above: usize) -> usize {
    let rows = rows.min(above);
    if down {
        rows.saturating_sub(1)
    } else {
        above.min(rows + 1)
    }
}

/// Draws the players at the top of a column, and takes their rows.
pub(super) fn draw_players<I: Copy + 'static>(
    players: &PlayersView,
    rest: &mut Slices,
    canvas: &mut Canvas<I>,
) {
    let height = players.rows(rest.0);
    players.render(rest.top(height), canvas.buf);
}

/// A card of text.
#[derive(Clone, Debug)]
pub(crate) struct TextCard {
    pub(super) title: String,
    /// What stands at the right end of the title.
    pub(super) figure: String,
    pub(super) paragraphs: Vec<(String, Role)>,
    /// A shorter form of the last line of a banner, if there is one.
    pub(super) short: Option<String>,
    /// The rows for an answer below the text.
    pub(super) answer_rows: u16,
}

impl TextCard {
    /// Creates a card without a figure.
    pub(super) fn new(
        title: impl Into<String>,
        paragraphs: impl IntoIterator<Item = (String, Role)>,
    ) -> Self {
        Self {
            title: title.into(),
            figure: String::new(),
            paragraphs: paragraphs.into_iter().collect(),
            short: None,
            answer_rows: 0,
        }
    }

    /// Creates a card with one paragraph.
    pub(super) fn of(title: &str, text: impl Into<String>, role: Role) -> Self {
        Self::new(title, [(text.into(), role)])
    }

    /// Returns the height of the card in a column of this width, with some rows of text at least and at most.
    pub(super) fn rows(&self, columns: u16, text: RangeInclusive<u16>, is_boxed: bool) -> u16 {
        let (sides, edges) = card_edges(is_boxed);
        let columns = usize::from(columns.saturating_sub(sides));
        let texts = self.paragraphs.iter();
        let texts = texts.map(|(text, _)| rows(&wrap(text, columns)));
        texts.sum::<u16>().clamp(*text.start(), *text.end()) + self.answer_rows + edges
    }

    /// Draws the card at the end of a column, with some rows of text at least and at most, and takes its rows.
    pub(super) fn draw_at_end<I: Copy + 'static>(
        &self,
        text: RangeInclusive<u16>,
        rest: &mut Slices,
        is_boxed: bool,
        canvas: &mut Canvas<I>,
    ) {
        let height = self.rows(rest.0.width, text, is_boxed);
        self.draw(rest.bottom(height), is_boxed, canvas);
    }

    /// Draws the card. Returns the area below its text.
    pub(super) fn draw<I: Copy + 'static>(
        &self,
        area: Rect,
        is_boxed: bool,
        canvas: &mut Canvas<I>,
    ) -> Rect {
        let mut inner = Slices(canvas.card(area, is_boxed, &self.title, &self.figure));
        for (text, role) in &self.paragraphs {
            if *role == Role::Banner {
                canvas.banner(inner.0, text, self.short.as_deref());
            } else {
                canvas.next_paragraph(&mut inner, text, *role);
            }
        }
        inner.0
    }
}

impl<I: Copy + 'static> Canvas<'_, I> {
    /// Draws the numbers of moves, frontier discs and stable discs of both sides.
    pub(super) fn draw_position(&mut self, position: Position, area: Rect) {
        let columns = usize::from(area.width.saturating_sub(4));
        let mut about = ABOUT_POSITION.map(|text| wrap(text.text(), columns));
        let has_gaps = area.height > POSITION + rows(&about.concat()) + rows(&about);
        for text in about.iter_mut().filter(|_| has_gaps) {
            text.push(String::new());
        }
        let about = about.concat();
        let has_room = area.height > POSITION + rows(&about);
        let inner = self.card(area, true, label!("Position").text(), "");
        let moves = |color| position.with_side_to_move(color).legal_moves().len();
        let discs = |overlay: Overlay| {
            let groups = overlay.groups(position);
            let all = groups.iter().map(|group| group.squares);
            let all = all.fold(SquareSet::EMPTY, |all, squares| all | squares);
            ByColor::from_fn(|color| (all & position.discs(color)).len())
        };
        let counts = [
            (tr!("moves"), ByColor::from_fn(moves)),
            (tr!("frontier"), discs(Overlay::Frontier)),
            (tr!("stable"), discs(Overlay::Stable)),
        ];
        let mut rest = Slices(inner);
        let longest = counts.iter().map(|(name, _)| width(name)).max();
        let names = longest.unwrap_or(0).max(8);
        let [black, white] = Color::ALL.map(|color| tr!("{color}", color));
        let (left, right) = ((names + 4).max(width(&black)), 6.max(width(&white) + 1));
        let row = |[first, black, white]: [&str; 3]| {
            let black = align_right(black, left - width(first).min(left));
            first.to_owned() + &black + &align_right(white, right)
        };
        self.text(rest.top(1), row(["", &black, &white]), Role::Muted);
        for (name, counts) in counts {
            let counts = counts.map(|count| count.to_string());
            let text = row([&name, &counts.black, &counts.white]);
            self.text(rest.top(1), text, Role::Text);
        }
        if has_room {
            rest.top(1);
            self.lines(rest.0, about, Role::Muted);
        }
    }
}
