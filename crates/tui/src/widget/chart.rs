//! Curves over time, with a scale at the left.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::symbols::Marker;
use ratatui::widgets::{Axis, Chart, Dataset, GraphType, Widget as _};

use crate::theme::{ActiveTheme, Role};

/// A curve, or points alone.
pub(crate) struct Curve<'a> {
    pub(crate) points: &'a [(f64, f64)],
    pub(crate) kind: GraphType,
    /// What it is drawn with: Unicode, and the ASCII character.
    pub(crate) marker: (Marker, char),
    pub(crate) role: Role,
}

/// Draws curves between the bounds of both axes, with labels at the bottom, in the middle and at the top of the scale.
pub(crate) fn draw(
    curves: &[Curve],
    [across, up]: [[f64; 2]; 2],
    labels: [String; 3],
    look: &ActiveTheme,
    area: Rect,
    buf: &mut Buffer,
) {
    let datasets = curves.iter().map(|curve| {
        let (marker, ascii) = curve.marker;
        Dataset::default()
            .data(curve.points)
            .graph_type(curve.kind)
            .marker(if look.ascii {
                Marker::Custom(ascii)
            } else {
                marker
            })
            .style(look.style(curve.role))
    });
    let axis = |bounds| {
        Axis::default()
            .bounds(bounds)
            .style(look.style(Role::Muted))
    };
    Chart::new(datasets.collect())
        .style(look.style(Role::Text))
        .legend_position(None)
        .x_axis(axis(across))
        .y_axis(axis(up).labels(labels))
        .render(area, buf);
    for at in area.positions().filter(|_| look.ascii) {
        if let Some(cell) = buf.cell_mut(at).filter(|cell| cell.symbol() == "│") {
            cell.set_symbol("|");
        }
    }
}
