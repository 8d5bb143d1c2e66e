//! The drawing of an exercise: the board, and cards with the task and with what was said about it. Where both do
//! not fit, the board and the text are two pages.

use std::cmp::Ordering;

use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use super::input::AnswerInput;
use super::{ExerciseScreen, ExerciseText, ExerciseView, Intent};
use crate::context::UiContext;
use crate::layout::{BoardLayout, Frame, Slices, centered, right_of};
use crate::screen::side::{POSITION, TextCard, is_boxed};
use crate::screen::{Canvas, Screen as _, card_edges};
use crate::text::{columns, rows, wrap};
use crate::theme::{ActiveTheme, Role};
use crate::widget::bits::draw_row;
use crate::widget::players::PlayersView;
use reversi::ByColor;
use reversi_lessons::exercise::{ExercisePhase, Tone};
use reversi_lessons::{TracedBoard, Variable};
use reversi_text::{Message, label, tr};

/// The smallest width of a panel with cards.
const PANEL: u16 = 20;

/// The largest width of the page with the text.
const PAGE: u16 = 72;

/// The title of the card with the task.
pub(super) const TASK: &Message = label!("Your task");

/// How cards stand one below the other.
#[derive(Clone, Copy, Debug)]
struct CardStack {
    is_boxed: bool,
    /// The blank rows above the first one, below a header in the same column.
    lead: u16,
    /// The blank rows between them.
    gap: u16,
}

impl CardStack {
    /// Rules below each other.
    const DENSE: Self = Self {
        is_boxed: false,
        lead: 0,
        gap: 0,
    };

    /// Returns the height of a card.
    fn rows(self, card: &TextCard, columns: u16) -> u16 {
        card.rows(columns, 0..=u16::MAX, self.is_boxed)
    }

    /// Returns whether cards fit an area.
    fn fits(self, cards: &[TextCard], area: Rect) -> bool {
        let heights = cards.iter().map(|card| self.rows(card, area.width));
        let gaps = self.gap * rows(cards).saturating_sub(1);
        self.lead + heights.sum::<u16>() + gaps <= area.height
    }

    /// Draws cards with the answer where there is room for it, and takes their rows.
    fn draw(
        self,
        cards: &[TextCard],
        input: &AnswerInput,
        rest: &mut Slices,
        canvas: &mut Canvas<Intent>,
    ) {
        rest.top(self.lead);
        for card in cards {
            let area = rest.top(self.rows(card, rest.0.width));
            let below = card.draw(area, self.is_boxed, canvas);
            if card.answer_rows > 0 {
                input.draw(Slices(below).top(card.answer_rows), canvas);
            }
            rest.top(self.gap);
        }
    }
}

/// What an exercise says: cards that are always there, and a last one.
struct ExerciseCards {
    cards: Vec<TextCard>,
    /// Where the cursor is, or how to answer.
    prompt: Option<String>,
    /// The answer to what was done, with details that go next.
    speech: Option<(TextCard, Vec<String>)>,
    /// Whether the prompt goes first; otherwise it is the answer.
    is_newer: bool,
    /// What always follows the details.
    note: Option<String>,
}

impl ExerciseCards {
    /// Returns the cards with the first `details` details, and with both the prompt and the answer or the newer one alone.
    fn with(&self, details: usize, has_both: bool) -> Vec<TextCard> {
        let mut cards = self.cards.clone();
        let has_prompt = has_both || !self.is_newer;
        if let (Some(prompt), Some(card), true) = (&self.prompt, cards.last_mut(), has_prompt) {
            card.paragraphs.push((prompt.clone(), Role::Muted));
        }
        if let (Some((card, sentences)), true) = (&self.speech, has_both || self.is_newer) {
            let mut card = card.clone();
            let sentences = sentences.iter().take(details);
            let note = self.note.iter().map(|note| (note.clone(), Role::Muted));
            let sentences = sentences.map(|text| (text.clone(), Role::Text));
            card.paragraphs.extend(sentences.chain(note));
            cards.push(card);
        }
        cards
    }

    fn details(&self) -> usize {
        let speech = self.speech.as_ref();
        speech.map_or(0, |(_, details)| details.len())
    }

    /// Returns as much as fits an area, and how; and whether this is everything but the prompt.
    fn fit(
        &self,
        area: Rect,
        is_boxed: bool,
        lead: u16,
    ) -> Option<(Vec<TextCard>, CardStack, bool)> {
        if area.width < PANEL {
            return None;
        }
        let all = self.details();
        let counts = (0..=all).rev().flat_map(|count| {
            let ways = [
                (true, lead, 1),
                (true, 0, 1),
                (true, 0, 0),
                (false, 0, 1),
                (false, 0, 0),
            ];
            ways.map(|(has_prompt, lead, gap)| (count, has_prompt, lead, gap))
        });
        let mut choices = counts.map(|(count, has_both, lead, gap)| {
            let stack = CardStack {
                is_boxed,
                lead,
                gap,
            };
            (self.with(count, has_both), stack, count == all)
        });
        choices.find(|(cards, stack, _)| stack.fits(cards, area))
    }
}

/// An exercise on a screen.
pub(super) struct ExerciseLayout {
    screen: BoardLayout,
    header: Rect,
    /// The area of the players; empty where the cards have no room left for them.
    players: Rect,
    /// The area of the cards, beside the board or in its panel.
    column: Rect,
    text: ExerciseText,
    said: ExerciseCards,
    /// The cards that fit the column; `None` if not even the shortest do.
    cards: Option<(Vec<TextCard>, CardStack)>,
    /// Whether they hold everything but the prompt.
    pub(super) is_whole: bool,
}

impl<E: ExerciseView> ExerciseScreen<E> {
    /// Lays out the screen; `None` if it is too small.
    pub(super) fn layout_in(&self, area: Rect, ui: &UiContext) -> Option<ExerciseLayout> {
        let look = &ui.look();
        let screen = BoardLayout::of(area)?;
        let text = self.exercise.text(ui);
        let said = self.said(&text, ui);
        let side = screen.side();
        let panel = (screen.title, Slices(screen.panel));
        let (header, Slices(column)) = screen.column(1).unwrap_or(panel);
        let is_boxed = side.is_some_and(|side| is_boxed(side, screen.has_bars));
        let apart = side.or_else(|| screen.below());
        let beside = apart.and_then(|_| self.players(look));
        let beside = beside.and_then(|players| {
            let mut rest = Slices(column);
            let area = rest.top(players.rows(column));
            let found = said
                .fit(rest.0, is_boxed, 1)
                .filter(|(.., is_all)| *is_all)?;
            Some((area, rest.0, found))
        });
        let (players, column, found) = if let Some((area, column, found)) = beside {
            (area, column, Some(found))
        } else {
            let lead = u16::from(side.is_some() && !screen.has_bars);
            (Rect::ZERO, column, said.fit(column, is_boxed, lead))
        };
        Some(ExerciseLayout {
            is_whole: found.as_ref().is_some_and(|(.., is_all)| *is_all),
            cards: found.map(|(cards, stack, _)| (cards, stack)),
            screen,
            header,
            players,
            column,
            text,
            said,
        })
    }

    pub(super) fn draw_all(
        &self,
        layout: &ExerciseLayout,
        area: Rect,
        canvas: &mut Canvas<Intent>,
    ) {
        let (screen, text) = (&layout.screen, &layout.text);
        for (text, _) in layout.said.cards.iter().flat_map(|card| &card.paragraphs) {
            canvas.say(text);
        }
        if let Some(feedback) = self.feedback(&canvas.context.ui) {
            canvas.say(String::from(feedback.sentence));
        }
        if self.reads && !layout.is_whole {
            self.draw_page(area, text, &layout.said, canvas);
            return;
        }
        canvas.say_input(self.pane, &self.scene(), None);
        let flips = Some((&self.timeline, canvas.context.ui.now));
        canvas.draw_scene(self.pane, screen.board, &self.scene(), flips);
        draw_header::<E>(layout.header, screen.has_bars, text, canvas);
        let look = canvas.look;
        if let Some(players) = self.players(&look) {
            players.render(layout.players, canvas.buf);
        }
        if let Some((cards, stack)) = &layout.cards {
            let (mut rest, is_boxed) = (Slices(layout.column), stack.is_boxed);
            stack.draw(cards, &self.input, &mut rest, canvas);
            let bits = self.exercise.bits();
            if let Some(bits) = bits {
                draw_bits(&mut rest, is_boxed, bits, canvas);
            }
            draw_steps(&mut rest, is_boxed, &text.steps, canvas);
            // A lesson has no figures of experts.
            let game = self.exercise.game().filter(|_| text.steps.0.is_empty());
            if let Some(game) = game.filter(|_| is_boxed && rest.0.height >= POSITION) {
                canvas.draw_position(game.position(), rest.0);
            }
        } else {
            draw_apart(layout, &self.input, canvas);
        }
        canvas.footer(screen.keys, screen.has_bars, self.hints(canvas.context));
    }

    /// Returns what is said.
    fn said(&self, text: &ExerciseText, ui: &UiContext) -> ExerciseCards {
        let speech = self.speech(ui);
        let mut said = ExerciseCards {
            cards: text.cards.clone(),
            prompt: speech.prompt,
            speech: None,
            is_newer: speech.is_newer,
            note: text.note.clone(),
        };
        if let Some(task) = said.cards.last_mut()
            && self.exercise.phase() == ExercisePhase::Asking
        {
            task.answer_rows = self.input.rows();
        }
        if said.cards.is_empty() && said.prompt.is_some() {
            said.cards.push(TextCard::new(TASK.text(), []));
        }
        said.speech = speech.said.map(|speech| {
            let (title, role) = match speech.tone {
                // The board is not that of the task any more.
                Tone::Wrong if self.refuted > 0 => (label!("What follows").text(), Role::Warning),
                Tone::Wrong => (label!("Answer").text(), Role::Warning),
                Tone::Right => (label!("Right").text(), Role::Gain),
                Tone::Prompt | Tone::Hint => (label!("Hint").text(), Role::Strong),
            };
            let mut card = TextCard::new(title, [(speech.sentence.into(), role)]);
            if self.refuted > 0 {
                card.figure = tr!("move {number}", number = self.refuted).into();
            }
            let details = speech.details.into_iter().map(String::from);
            (card, details.collect())
        });
        said
    }

    /// Returns the players; `None` without a game, and where bits are shown.
    fn players<'a>(&self, look: &'a ActiveTheme) -> Option<PlayersView<'a>> {
        let game = self
            .exercise
            .game()
            .filter(|_| self.exercise.bits().is_none())?;
        let outcome = game.outcome();
        Some(PlayersView {
            names: ByColor::default(),
            counts: game.position().counts(),
            squares: Some(64),
            to_move: outcome.is_none().then(|| game.position().side_to_move()),
            winner: outcome.and_then(|outcome| outcome.winner),
            clocks: None,
            used: ByColor::default(),
            look,
        })
    }

    /// Draws the text in place of the board.
    fn draw_page(
        &self,
        area: Rect,
        text: &ExerciseText,
        said: &ExerciseCards,
        canvas: &mut Canvas<Intent>,
    ) {
        let Frame {
            header,
            body,
            footer,
        } = Frame::of(area);
        draw_header::<E>(header, true, text, canvas);
        let body = centered(body, PAGE);
        let (cards, stack) = match said.fit(body, false, 0) {
            Some((cards, stack, _)) => (cards, stack),
            // The board's page shows the end of it.
            None => (said.with(0, false), CardStack::DENSE),
        };
        let mut count = cards.len();
        while count > 1 && !stack.fits(&cards[..count], body) {
            count -= 1;
        }
        let mut rest = Slices(body);
        stack.draw(&cards[..count], &self.input, &mut rest, canvas);
        draw_steps(&mut rest, false, &text.steps, canvas);
        canvas.footer(footer, true, self.hints(canvas.context));
    }
}

/// Draws what the screen is, and the progress.
fn draw_header<E: ExerciseView>(
    area: Rect,
    is_bar: bool,
    text: &ExerciseText,
    canvas: &mut Canvas<Intent>,
) {
    let progress = text.progress.as_ref().map_or("", |[whole, short]| {
        let is_narrow = columns(E::TITLE.text()) + columns(whole) + 5 > area.width;
        if is_narrow { short } else { whole }
    });
    canvas.header(area, is_bar, E::TITLE.text(), progress);
}

/// Draws the task in the panel of a small screen, if it has room for it, and what was said below the board.
fn draw_apart(layout: &ExerciseLayout, input: &AnswerInput, canvas: &mut Canvas<Intent>) {
    let (screen, said) = (&layout.screen, &layout.said);
    let last = said.cards.len().saturating_sub(1);
    let some = [&said.cards[..], &said.cards[last..]];
    let panel = screen.panel;
    let mut some = some.into_iter();
    let some = some.find(|cards| panel.width >= PANEL && CardStack::DENSE.fits(cards, panel));
    let shown = some.unwrap_or_default();
    CardStack::DENSE.draw(shown, input, &mut Slices(panel), canvas);
    let mut area = screen.notice.union(screen.prompt);
    let mut task = layout.text.task.clone().filter(|_| some.is_none());
    let asks = said.cards.last().is_some_and(|card| card.answer_rows > 0);
    if asks && input.is_started && some.is_none() && said.speech.is_none() {
        let mut rest = Slices(area);
        input.draw_line(rest.top(input.rows().min(1)), canvas);
        area = rest.0;
        task = task.filter(|task| rows(&wrap(task, usize::from(area.width))) <= area.height);
    }
    let speech = said.speech.as_ref().filter(|_| said.is_newer);
    let below = match (speech, &said.prompt) {
        (Some((card, _)), _) => card.paragraphs.first().cloned(),
        (None, Some(prompt)) if !said.is_newer => Some((prompt.clone(), Role::Strong)),
        (None, prompt) => {
            let both = [task.clone(), prompt.clone()].into_iter().flatten();
            let both = both.collect::<Vec<_>>().join(" ");
            let has_room = rows(&wrap(&both, usize::from(area.width))) <= area.height;
            let shown = if has_room { Some(both) } else { task };
            shown.map(|text| (text, Role::Text))
        }
    };
    if let Some((text, role)) = below {
        canvas.paragraph(area, &text, role);
    }
}

/// Draws the bits of a value at the bottom, if there is room, with or without their digits in hex: ranks 1 to 4, and
/// ranks 5 to 8 beside them.
fn draw_bits(
    rest: &mut Slices,
    is_boxed: bool,
    (shown, has_hex): (Variable, bool),
    canvas: &mut Canvas<Intent>,
) {
    const ROWS: u16 = 4;
    /// The columns of a rank: its number, its bits, and their digits in hex.
    const COLUMNS: u16 = 2 + 8 + 3;
    let needed = ROWS + card_edges(is_boxed).1;
    if rest.0.height < needed {
        return;
    }
    let inner = canvas.card(rest.bottom(needed), is_boxed, shown.name, "bits");
    for (index, (rank, bits)) in (0..).zip(TracedBoard::reversi().rows(shown.value)) {
        let mut row = Slices(inner);
        row.left(index / ROWS * inner.width.div_ceil(2));
        row.top(index % ROWS);
        let mut row = Slices(row.top(1));
        canvas.text(row.left(2), rank.to_string(), Role::Muted);
        draw_row(bits, 8, row.left(8), &canvas.look, canvas.buf);
        if has_hex && inner.width > 2 * COLUMNS {
            canvas.text(right_of(row.0, 1), format!("{bits:02x}"), Role::Text);
        }
    }
}

/// Draws the titles of all steps at the bottom, if there is room.
fn draw_steps(
    rest: &mut Slices,
    is_boxed: bool,
    (titles, current): &(Vec<&'static str>, usize),
    canvas: &mut Canvas<Intent>,
) {
    let needed = rows(titles) + card_edges(is_boxed).1;
    if titles.is_empty() || rest.0.height < needed {
        return;
    }
    let inner = canvas.card(rest.bottom(needed), is_boxed, label!("Steps").text(), "");
    for ((index, title), row) in titles.iter().enumerate().zip(inner.rows()) {
        let (sign, role) = match index.cmp(current) {
            Ordering::Less => (canvas.look.symbol("✓", "x"), Role::Muted),
            Ordering::Equal => (canvas.look.symbol("▸", ">"), Role::Strong),
            Ordering::Greater => (" ", Role::Muted),
        };
        canvas.text(row, sign, Role::Key);
        canvas.text(right_of(row, 2), title, role);
    }
}
