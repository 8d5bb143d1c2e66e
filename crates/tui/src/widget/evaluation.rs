//! The evaluation bar beside the board: Black's share from the top, White's from the bottom, each below its
//! disc.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::{Slices, put};
use crate::theme::{ActiveTheme, Role};
use reversi::Color;

/// The lead in discs that fills the bar.
const FULL: i32 = 32;

/// Characters filled from below, by eighths.
const BLOCKS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// A bar of one column.
#[derive(Debug)]
pub(crate) struct EvaluationView<'a> {
    /// Black's lead in discs; `None` while it is unknown.
    pub(crate) black: Option<i32>,
    /// Whether its ends are discs; beside a square they would look like those on the board.
    pub(crate) has_discs: bool,
    pub(crate) look: &'a ActiveTheme,
}

/// Returns how many eighths of a bar belong to White.
fn white_eighths(black: i32, rows: u16) -> u16 {
    let all = 8 * i32::from(rows);
    let lead = black.clamp(-FULL, FULL);
    let white = (all * (FULL - lead) + FULL) / (2 * FULL);
    u16::try_from(white).expect("a part of the bar")
}

impl Widget for &EvaluationView<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        if area.width == 0 || area.height <= 2 {
            return;
        }
        let look = self.look;
        let mut rest = Slices(area);
        if self.has_discs {
            let ends = [rest.top(1), rest.bottom(1)];
            for (color, end) in Color::ALL.into_iter().zip(ends) {
                put(
                    buf,
                    end.as_position(),
                    look.disc(color),
                    look.disc_style(color),
                );
            }
        }
        let rows = rest.0.height;
        let white = self.black.map(|black| white_eighths(black, rows));
        for (above, y) in (rest.0.y..rest.0.bottom()).enumerate() {
            // The eighths of this character that belong to White, which are the lower ones.
            let below = 8 * (rows - 1).saturating_sub(u16::try_from(above).unwrap_or(rows));
            let part = white.map(|white| usize::from(white.saturating_sub(below).min(8)));
            let (symbol, style) = match (part, look.palette()) {
                (None, _) => (look.symbol("┊", ":"), look.style(Role::Muted)),
                (Some(part), Some(colors)) if look.paints().is_some() => {
                    let style = look.on(colors.bar.white, colors.bar.black);
                    (BLOCKS[part], style)
                }
                (Some(part), _) => {
                    let symbol = if part > 4 {
                        look.symbol("░", "O")
                    } else {
                        look.symbol("█", "X")
                    };
                    (symbol, look.style(Role::Text))
                }
            };
            put(buf, (area.x, y), symbol, style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::ColorDepth;
    use reversi_board::BuiltInTheme;

    fn bar(black: Option<i32>, ascii: bool) -> String {
        let look = ActiveTheme::new(BuiltInTheme::Monochrome, ColorDepth::None, ascii);
        let mut buf = Buffer::empty(Rect::new(0, 0, 1, 10));
        let view = EvaluationView {
            black,
            has_discs: true,
            look: &look,
        };
        view.render(buf.area, &mut buf);
        (0..10).map(|y| buf[(0, y)].symbol()).collect()
    }

    #[test]
    fn the_side_that_is_ahead_has_more_of_the_bar() {
        assert_eq!(bar(Some(0), true), "XXXXXOOOOO");
        assert_eq!(bar(Some(8), true), "XXXXXXOOOO");
        assert_eq!(bar(Some(-64), true), "XOOOOOOOOO");
        assert_eq!(bar(Some(64), true), "XXXXXXXXXO");
        assert_eq!(bar(None, true), "X::::::::O");
        assert_eq!(bar(Some(-16), false), "●██░░░░░░○");
    }

    #[test]
    fn equal_leads_have_equal_shares() {
        for rows in 1..100 {
            for lead in 0..=64 {
                let (black, white) = (white_eighths(-lead, rows), white_eighths(lead, rows));
                assert!(black >= white, "{lead} {rows}");
                assert!((black + white).abs_diff(8 * rows) <= 1, "{lead} {rows}");
            }
        }
    }

    #[test]
    fn beside_a_square_the_bar_has_no_ends_that_look_like_discs() {
        let look = ActiveTheme::new(BuiltInTheme::Classic, ColorDepth::True, false);
        let mut buf = Buffer::empty(Rect::new(0, 0, 1, 8));
        let view = EvaluationView {
            black: Some(0),
            has_discs: false,
            look: &look,
        };
        view.render(buf.area, &mut buf);
        let text: String = (0..8).map(|y| buf[(0, y)].symbol()).collect();
        assert_eq!(text, "    ████");
    }
}
