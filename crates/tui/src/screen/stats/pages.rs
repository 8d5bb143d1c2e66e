//! The layout of the record: which cards are on which page, and where.

use ratatui::layout::{Constraint, Layout, Rect};

use super::cards::{LEGEND, StatsCard};
use reversi_board::parts::BoardPlace;
use reversi_study::stats::PlayerRecord;

use StatsCard::{Form, Mistakes, Openings, Opponents, Phases, Puzzles, Rating, Squares};
use reversi_text::label;

/// The smallest area for everything on one page, and that for several cards on a page: columns and rows.
const ONE_PAGE: (u16, u16) = (100, 34);
const SEVERAL: (u16, u16) = (60, 16);

/// The rows of a box, and of a card's title and the heads of its columns.
const BOX: u16 = 2;

/// The fewest rows of a chart with its box.
const CHART: u16 = 9;

/// The fewest rows of the losses by phase with their box.
const PHASES: u16 = 10;

/// The pages of a record on a screen.
#[derive(Debug)]
pub(super) struct Pages {
    list: Vec<(&'static str, Vec<StatsCard>)>,
    body: Rect,
    /// Whether each card is in a box.
    pub(super) are_boxed: bool,
    size: PageSize,
}

/// How much is on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PageSize {
    Everything,
    Several,
    Single,
}

impl Pages {
    /// Lays out a record.
    pub(super) fn of(area: Rect, record: &PlayerRecord) -> Self {
        let fits = |(columns, rows): (u16, u16)| area.width >= columns && area.height >= rows;
        let size = if fits(ONE_PAGE) {
            PageSize::Everything
        } else if fits(SEVERAL) {
            PageSize::Several
        } else {
            PageSize::Single
        };
        let rated = [(Rating, &record.ratings), (Puzzles, &record.puzzle_ratings)];
        let rated = rated.into_iter().filter(|(_, ratings)| ratings.len() > 1);
        let rated: Vec<StatsCard> = rated.map(|(card, _)| card).collect();
        // A single game makes no line.
        let form = (record.games > 1).then_some(Form);
        let results = [Opponents, Openings];
        let losses: Vec<StatsCard> = form.into_iter().chain([Phases, Mistakes]).collect();
        let rest = losses.iter().chain([&Squares]).chain(&rated).copied();
        let all: Vec<StatsCard> = results.into_iter().chain(rest).collect();
        let pages = match size {
            PageSize::Everything => vec![(label!("Record").text(), all)],
            PageSize::Several => {
                let (charts, losses) = match form {
                    _ if !rated.is_empty() => (rated, losses),
                    Some(form) => (vec![form], vec![Phases, Mistakes]),
                    None => (losses, Vec::new()),
                };
                let pages = [
                    (
                        label!("Results").text(),
                        results.into_iter().chain(charts).collect(),
                    ),
                    (label!("Losses").text(), losses),
                    (label!("Squares").text(), vec![Squares]),
                ];
                let has_cards = |(_, cards): &(_, Vec<StatsCard>)| !cards.is_empty();
                pages.into_iter().filter(has_cards).collect()
            }
            PageSize::Single => all
                .into_iter()
                .map(|card| (card.title(), vec![card]))
                .collect(),
        };
        Self {
            list: pages,
            body: area,
            are_boxed: size == PageSize::Everything,
            size,
        }
    }

    /// Returns whether there is room for the names of all pages.
    pub(super) fn have_names(&self) -> bool {
        self.size == PageSize::Several
    }

    pub(super) fn count(&self) -> usize {
        self.list.len()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.list.iter().map(|page| page.0)
    }

    /// Returns the cards of a page with their areas.
    pub(super) fn cards(&self, page: usize, record: &PlayerRecord) -> Vec<(StatsCard, Rect)> {
        let cards = &self.list[page].1;
        let places = match (self.size, &cards[..]) {
            (PageSize::Everything, _) => everything(self.body, cards, record),
            (_, [Opponents, Openings, charts @ ..]) => results(self.body, charts.len(), record),
            (_, [Form, Phases, Mistakes]) => losses(self.body).to_vec(),
            (_, [Phases, Mistakes]) => beside(self.body).to_vec(),
            _ => vec![self.body],
        };
        // Without boxes, a column stays free between cards.
        cards.iter().copied().zip(places).collect()
    }
}

/// Returns the rows of a list with a head, without its title.
fn list(items: usize) -> u16 {
    u16::try_from(items).unwrap_or(u16::MAX).max(1)
}

/// Returns the rows of the higher one of the lists of results by opponent, below the level of the player, and by opening.
fn result_rows(record: &PlayerRecord) -> u16 {
    let opponents = list(record.opponents.len()) + u16::from(record.level.is_some());
    opponents.max(list(record.openings.len()))
}

/// Lays out all cards, in their order: the board and the phases at the left, the others at the right. Without charts over
/// time, the phases are at the right, the lists one below the other, and the board is larger.
fn everything(area: Rect, cards: &[StatsCard], record: &PlayerRecord) -> Vec<Rect> {
    let is_chart = |card: &&StatsCard| matches!(card, Form | Rating | Puzzles);
    let charts = cards.iter().filter(is_chart).count();
    let below = BOX + LEGEND + if charts > 0 { PHASES } else { 0 };
    let most = area.width * if charts > 0 { 4 } else { 6 } / 10;
    let fits = |&height: &u16| {
        let (columns, rows) = BoardPlace::size(height);
        rows + below <= area.height && columns + 4 <= most
    };
    let height = (2..=4).rev().find(fits).unwrap_or(2);
    let (columns, rows) = BoardPlace::size(height);
    let [left, right] = Layout::horizontal([Constraint::Length(columns + 4), Constraint::Fill(1)])
        .spacing(1)
        .areas(area);
    let [squares, below] =
        Layout::vertical([Constraint::Length(rows + BOX + LEGEND), Constraint::Fill(1)])
            .areas(left);
    let lists = (result_rows(record) + BOX) * if charts > 0 { 1 } else { 2 };
    let lines = list(record.mistakes.len()) + BOX;
    let most = (right.height - CHART) / 2;
    let [upper, lists, mistakes] = Layout::vertical([
        Constraint::Fill(1),
        Constraint::Length(lists.min(most)),
        Constraint::Length(lines.min(most)),
    ])
    .areas(right);
    let halves = [Constraint::Fill(1); 2];
    let (halves, squares, phases) = if charts > 0 {
        (Layout::horizontal(halves).spacing(1), squares, below)
    } else {
        (Layout::vertical(halves), left, upper)
    };
    let [opponents, openings] = halves.areas(lists);
    let mut charts = side_by_side(upper, charts, 1).into_iter();
    let place = |card: &StatsCard| match card {
        Opponents => opponents,
        Openings => openings,
        Phases => phases,
        Mistakes => mistakes,
        Squares => squares,
        Form | Rating | Puzzles => charts.next().expect("each chart has its place"),
    };
    cards.iter().map(place).collect()
}

/// Returns the equal parts of an area, side by side.
fn side_by_side(area: Rect, parts: usize, gap: u16) -> Vec<Rect> {
    let parts = Layout::horizontal(vec![Constraint::Fill(1); parts]).spacing(gap);
    parts.split(area).to_vec()
}

/// Lays out the results by opponent and by opening side by side, above one chart or two.
fn results(area: Rect, charts: usize, record: &PlayerRecord) -> Vec<Rect> {
    let rows = result_rows(record) + 1;
    let [lists, chart] = Layout::vertical([
        Constraint::Length(rows.min(area.height - CHART)),
        Constraint::Fill(1),
    ])
    .spacing(1)
    .areas(area);
    let mut places = side_by_side(lists, 2, 3);
    places.extend(side_by_side(chart, charts, 3));
    places
}

/// Lays out the losses by phase beside the mistakes.
fn beside(area: Rect) -> [Rect; 2] {
    Layout::horizontal([Constraint::Fill(2), Constraint::Fill(3)])
        .spacing(3)
        .areas(area)
}

/// Lays out the losses over time beside those by phase, above the mistakes.
fn losses(area: Rect) -> [Rect; 3] {
    let [upper, mistakes] = Layout::vertical([Constraint::Fill(1); 2])
        .spacing(1)
        .areas(area);
    let [phases, form] = beside(upper);
    [form, phases, mistakes]
}
