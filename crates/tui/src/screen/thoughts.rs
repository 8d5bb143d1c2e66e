//! What the two computers of a watched game think, beside each other, and their scores over the game.

use ratatui::layout::Rect;
use ratatui::symbols::Marker;
use ratatui::widgets::GraphType;

use super::{Canvas, card_edges};
use crate::layout::Slices;
use crate::text::columns;
use crate::text::cut;
use crate::theme::Role;
use crate::widget::chart::{self, Curve};
use reversi::search::{MoveScore, Score};
use reversi::{ByColor, Color};
use reversi_table::phrase::line_of_play;
use reversi_text::{Name, label, tr};
use reversi_wording::score::score_line;

/// The columns from which on the two stand beside each other.
const BESIDE: u16 = 40;

/// The colours of the two curves.
const CURVES: ByColor<Role> = ByColor::new(Role::Key, Role::Text);

/// What the two computers think.
#[derive(Debug, Default)]
pub(super) struct Thoughts {
    /// The best move that each had found when it last moved, and the nodes that it visited.
    latest: ByColor<Option<(MoveScore, u64)>>,
    /// Black's lead as each sees it, by the number of entries.
    scores: ByColor<Vec<(f64, f64)>>,
}

impl Thoughts {
    /// Adds what a side has found before an entry.
    pub(super) fn add(&mut self, color: Color, entry: usize, score: Score) {
        let lead = match color {
            Color::Black => score.discs(),
            Color::White => -score.discs(),
        };
        #[allow(clippy::cast_precision_loss)] // at most 120
        self.scores[color].push((entry as f64, f64::from(lead)));
    }

    /// Sets what a side had found when it last moved. A level that plays like people chooses a move without a line, which
    /// is no thought.
    pub(super) fn set(&mut self, color: Color, best: &MoveScore, nodes: u64) {
        let is_thought = nodes > 0 || best.pv.len() > 1;
        self.latest[color] = is_thought.then(|| (best.clone(), nodes));
    }

    /// Returns whether there is a curve.
    pub(super) fn has_curve(&self) -> bool {
        self.scores.black.len() + self.scores.white.len() > 1
    }

    /// Draws for each side its score, depth, nodes and line, if there are any, at the top of a column, and takes their rows.
    pub(super) fn draw<I: Copy + 'static>(
        &self,
        column: &mut Slices,
        is_boxed: bool,
        canvas: &mut Canvas<I>,
    ) {
        if Color::ALL.iter().all(|&color| self.latest[color].is_none()) {
            return;
        }
        let (sides, edges) = card_edges(is_boxed);
        let is_beside = column.0.width.saturating_sub(sides) >= BESIDE;
        let area = column.top(edges + if is_beside { 3 } else { 4 });
        let inner = canvas.card(area, is_boxed, label!("Thoughts").text(), "");
        let mut rest = Slices(inner);
        for color in Color::ALL {
            let mut half = Slices(if is_beside && color == Color::Black {
                let half = rest.left(inner.width / 2 - 1);
                rest.left(2);
                half
            } else if is_beside {
                rest.0
            } else {
                rest.top(2)
            });
            let width = usize::from(half.0.width);
            let name = format!("{color} ");
            let (found, nodes, line) = match &self.latest[color] {
                Some((best, nodes)) => (
                    score_line(best.certainty, best.score, best.depth, &[]).into(),
                    count(*nodes),
                    line_of_play(&best.pv),
                ),
                None => (
                    label!("no search").text().to_owned(),
                    String::new(),
                    String::new(),
                ),
            };
            let rows = if is_beside {
                vec![found, line, nodes]
            } else {
                let parts = [found, nodes].into_iter().filter(|part| !part.is_empty());
                vec![parts.collect::<Vec<_>>().join(", "), line]
            };
            for (head, (row, role)) in [&*name, "  ", "  "].into_iter().zip(rows.into_iter().zip([
                Role::Text,
                Role::Muted,
                Role::Muted,
            ])) {
                canvas.text(half.top(1), cut(&format!("{head}{row}"), width), role);
            }
        }
    }

    /// Draws the scores of both over the game in a card, with a legend below.
    pub(super) fn draw_curves<I: Copy + 'static>(&self, area: Rect, canvas: &mut Canvas<I>) {
        let inner = canvas.card(
            area,
            true,
            label!("Scores").text(),
            label!("Black's lead").text(),
        );
        let mut rest = Slices(inner);
        let mut legend = Slices(rest.bottom(1));
        for color in Color::ALL {
            let name = tr!("by {color}  ", color);
            let width = columns(&name);
            canvas.text(legend.left(width), name, CURVES[color]);
        }
        let points = || Color::ALL.into_iter().flat_map(|color| &self.scores[color]);
        let most = points().map(|at| at.1.abs()).fold(8.0, f64::max);
        let last = points().map(|at| at.0).fold(60.0, f64::max);
        let zero = [(0.0, 0.0), (last, 0.0)];
        let curve = |points, marker, role| Curve {
            points,
            kind: GraphType::Line,
            marker,
            role,
        };
        let curves = [
            curve(&zero, (Marker::Custom('─'), '-'), Role::Muted),
            curve(&self.scores.black, (Marker::Braille, '*'), CURVES.black),
            curve(&self.scores.white, (Marker::Dot, 'o'), CURVES.white),
        ];
        let bounds = [[0.0, last], [-most, most]];
        let labels = [format!("-{most:.0}"), "0".to_owned(), format!("{most:+.0}")];
        chart::draw(&curves, bounds, labels, &canvas.look, rest.0, canvas.buf);
    }
}

/// Returns a number of nodes in a few columns: `940 nodes`, `3.4M nodes`. Who does not search visits none.
fn count(nodes: u64) -> String {
    let number = match nodes {
        0 => return String::new(),
        1..10_000 => nodes.to_string(),
        10_000..1_000_000 => format!("{}k", nodes / 1000),
        _ => format!("{}.{}M", nodes / 1_000_000, nodes / 100_000 % 10),
    };
    tr!("{number} nodes", number = Name(&number)).into()
}
