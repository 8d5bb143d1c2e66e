//! The graph of a review as an SVG picture.

use std::fmt::{self, Write as _};

use super::Review;
use super::graph::Graph;
use reversi_notation::svg::{self, Xml};
use reversi_text::tr;

/// The width of one entry, in SVG units.
const STEP: u32 = 12;
/// The height of the graph.
const HEIGHT: u32 = 300;
/// The left margin, for the scale.
const LEFT: u32 = 48;
/// The right margin.
const RIGHT: u32 = 16;
/// The top margin, for the title.
const TOP: u32 = 40;
/// The bottom margin, for the scale and the legend.
const BOTTOM: u32 = 64;

/// Returns the evaluation for Black after each entry as an SVG picture, without a line end: a line,
/// dashed where unproven, with mistakes as open and blunders as filled circles, each with its line of
/// the review as a tooltip, which `line_of` returns for an entry.
pub fn graph(review: &Review, title: &str, line_of: &dyn Fn(usize) -> String) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = picture(&mut out, review, title, line_of);
    out
}

/// Maps entries and leads to coordinates.
struct SvgScale {
    /// The lead at the upper edge, in discs.
    most: u32,
}

impl SvgScale {
    fn x(entries: usize) -> u32 {
        LEFT + STEP * u32::try_from(entries).expect("a game has few entries")
    }

    fn y(&self, discs: i32) -> i32 {
        let middle = (TOP + HEIGHT / 2).cast_signed();
        middle - discs * (HEIGHT / 2).cast_signed() / self.most.cast_signed()
    }
}

fn picture(
    out: &mut String,
    review: &Review,
    title: &str,
    line_of: &dyn Fn(usize) -> String,
) -> fmt::Result {
    let graph = Graph::of(review);
    let last = graph.points.len() - 1;
    let most = graph.highest().max(8).next_multiple_of(8);
    let scale = SvgScale { most };
    let width = SvgScale::x(last) + RIGHT;
    let height = TOP + HEIGHT + BOTTOM;
    svg::open(out, title, (width, height), "font-size=\"12\"")?;
    writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"24\" font-size=\"15\">{}</text>",
        Xml(title)
    )?;
    grid(out, &scale, &graph)?;
    for (from, pair) in graph.points.windows(2).enumerate() {
        let [Some(a), Some(b)] = pair else { continue };
        let (x, y) = (SvgScale::x(from), scale.y(a.black));
        let (to_x, to_y) = (SvgScale::x(from + 1), scale.y(b.black));
        let estimated = " stroke-dasharray=\"3 2\"";
        let dashes = if a.exact && b.exact { "" } else { estimated };
        writeln!(
            out,
            "<path d=\"M{x} {y}L{to_x} {to_y}\" stroke=\"#156\" stroke-width=\"2\" \
             stroke-linecap=\"round\"{dashes}/>"
        )?;
    }
    for mistake in &graph.mistakes {
        let at = mistake.entry + 1;
        let Some(point) = graph.points[at] else {
            continue;
        };
        let (x, y) = (SvgScale::x(at), scale.y(point.black));
        let fill = if mistake.is_blunder { "#c22" } else { "#fff" };
        let line = line_of(mistake.entry);
        writeln!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{fill}\" stroke=\"#c22\" \
             stroke-width=\"2\"><title>{}</title></circle>",
            Xml(line.trim())
        )?;
    }
    let legend = TOP + HEIGHT + 48;
    writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"{legend}\" fill=\"#555\">{}</text>",
        Xml(&tr!(
            "Black's lead in discs after each move. Dashed: estimated. Circles: mistakes; filled: blunders."
        ))
    )?;
    out.push_str("</svg>");
    Ok(())
}

/// Returns a number for the scale.
fn signed(discs: i32) -> String {
    if discs == 0 {
        "0".to_owned()
    } else {
        format!("{discs:+}")
    }
}

/// Draws the grid lines and their numbers.
fn grid(out: &mut String, scale: &SvgScale, graph: &Graph) -> fmt::Result {
    let last = graph.points.len() - 1;
    let (right, bottom) = (SvgScale::x(last), TOP + HEIGHT);
    let most = scale.most.cast_signed();
    for quarter in -4..=4 {
        let discs = most * quarter / 4;
        let y = scale.y(discs);
        let color = if quarter == 0 { "#444" } else { "#ddd" };
        writeln!(
            out,
            "<path d=\"M{LEFT} {y}H{right}\" stroke=\"{color}\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            LEFT - 6,
            y + 4,
            signed(discs),
        )?;
    }
    for at in graph.ticks() {
        let x = SvgScale::x(at);
        writeln!(
            out,
            "<path d=\"M{x} {TOP}V{bottom}\" stroke=\"#eee\"/>\
             <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{at}</text>",
            bottom + 18
        )?;
    }
    Ok(())
}
