//! A selection of one of several values, on one line.

use crate::widget::{PutText as _, fit};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::text::{columns, width};
use crate::theme::{ActiveTheme, Role};

/// A selection to draw.
#[derive(Debug)]
pub(crate) struct ChoiceView<'a> {
    pub(crate) options: &'a [String],
    /// `None` if none of them is chosen.
    pub(crate) chosen: Option<usize>,
    /// Whether the arrow keys change it.
    pub(crate) active: bool,
    pub(crate) look: &'a ActiveTheme,
}

impl ChoiceView<'_> {
    /// Returns the columns that all options take at least.
    pub(crate) fn least_columns(options: &[String]) -> usize {
        let texts: usize = options.iter().map(|option| width(option)).sum();
        texts + options.len() + 1
    }

    /// Draws all options if they fit, otherwise the selected one between arrows. Returns the area of each
    /// option, by its index.
    pub(crate) fn draw(&self, area: Rect, buf: &mut Buffer) -> Vec<(Rect, usize)> {
        let texts: usize = self.options.iter().map(|option| width(option)).sum();
        let count = self.options.len();
        // Tightly packed options share the space between them.
        for (gap, all) in [
            (2, texts + 2 * count),
            (1, Self::least_columns(self.options)),
        ] {
            if all <= usize::from(area.width) {
                return self.draw_all(area, gap, buf);
            }
        }
        let option = self.chosen.and_then(|chosen| self.options.get(chosen));
        let option = option.map_or("-", String::as_str);
        let key = self.look.style(Role::Key);
        buf.put_string(area.x, area.y, self.look.symbol("◂", "<"), key);
        let style = self.chosen_style();
        // Without the space around it there is room for a longer name.
        let (gap, text) = if width(option) + 6 <= usize::from(area.width) {
            (2, format!(" {option} "))
        } else {
            (1, option.to_owned())
        };
        let room = usize::from(area.width.saturating_sub(2 * gap));
        let text = fit(&text, room, self.look);
        let (end, _) = buf.put_stringn(area.x + gap, area.y, text, room, style);
        buf.put_stringn(end + gap - 1, area.y, self.look.symbol("▸", ">"), 1, key);
        let place = |x: u16, columns: u16| Rect::new(x, area.y, columns, 1);
        let (previous, next) = match self.chosen {
            Some(chosen) => ((chosen + count - 1) % count, (chosen + 1) % count),
            None => (count - 1, 0),
        };
        vec![
            (place(area.x, gap), previous),
            (place(area.x + gap, end - area.x), next),
        ]
    }

    fn draw_all(&self, area: Rect, gap: u16, buf: &mut Buffer) -> Vec<(Rect, usize)> {
        let mut x = area.x;
        let mut places = Vec::new();
        for (index, option) in self.options.iter().enumerate() {
            let place = Rect::new(x, area.y, columns(option) + 2, 1);
            if Some(index) != self.chosen {
                buf.put_string(x + 1, area.y, option, self.look.style(Role::Muted));
            } else if self.look.has_colors() {
                buf.put_string(x, area.y, format!(" {option} "), self.chosen_style());
            } else {
                // Brackets mark the selection if there are no colours.
                buf.put_string(x, area.y, format!("[{option}]"), self.chosen_style());
            }
            places.push((place, index));
            x = place.right() + gap - 2;
        }
        places
    }

    /// Draws all options as chips for fingers, in as many lines as they need, with a blank line after each. Returns the area
    /// of each option, by its index, with the blank line.
    pub(crate) fn draw_chips(&self, area: Rect, buf: &mut Buffer) -> Vec<(Rect, usize)> {
        let places = chip_places(self.options, area.width).into_iter();
        let mut drawn = Vec::new();
        for (index, (place, option)) in places.zip(self.options).enumerate() {
            let place = Rect::new(
                area.x + place.x,
                area.y + place.y,
                place.width,
                place.height,
            );
            let style = if Some(index) == self.chosen {
                self.chosen_style()
            } else {
                self.look.style(Role::Raised)
            };
            let is_marked = Some(index) == self.chosen && !self.look.has_colors();
            let text = if is_marked {
                format!("[{option}]")
            } else {
                option.clone()
            };
            let text = format!("{text:^0$}", usize::from(place.width));
            buf.put_string(place.x, place.y, text, style);
            drawn.push((place, index));
        }
        drawn
    }

    fn chosen_style(&self) -> Style {
        if self.active {
            return self.look.style(Role::Chosen);
        }
        let style = Style {
            fg: self.look.style(Role::Key).fg,
            ..self.look.style(Role::Raised)
        };
        style.add_modifier(Modifier::BOLD)
    }
}

/// The fewest columns of a chip.
const CHIP: u16 = 5;

/// Returns the places of options as chips in an area of this width, from its top left corner.
pub(crate) fn chip_places(options: &[String], width: u16) -> Vec<Rect> {
    let (mut x, mut y) = (0, 0);
    let mut places = Vec::new();
    for option in options {
        let columns = (columns(option) + 2).max(CHIP);
        if x > 0 && x + columns > width {
            (x, y) = (0, y + 2);
        }
        places.push(Rect::new(x, y, columns.min(width), 2));
        x += columns + 1;
    }
    places
}
