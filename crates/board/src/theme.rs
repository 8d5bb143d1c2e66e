//! [`ActiveTheme`]: a theme as this terminal can show it.

mod colors;
mod own;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color as Tint, Modifier, Style};
use ratatui::text::{Line, Span};

use reversi::Color;

use colors::{nearest_basic, nearest_index, palette, xterm};
use own::own_palette;

pub(crate) use colors::DiscColors;
pub use colors::{BuiltInTheme, ColorDepth, Palette, PaletteColor, Rgb, basic_number};
pub use own::CustomTheme;

/// The role of a text, which sets its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Plain text.
    Text,
    /// Less important text.
    Muted,
    /// Emphasized text.
    Strong,
    /// A key that can be pressed.
    Key,
    /// A selected value.
    Chosen,
    /// An error.
    Warning,
    /// Something right, or gained.
    Gain,
    /// Something lost.
    Loss,
    /// Passes and results.
    Banner,
    /// The player to move.
    Raised,
    /// The board's frame.
    Frame,
    /// A highlighted coordinate.
    FrameLit,
    /// A sign or a score on a square.
    Sign,
}

/// A theme as a terminal can show it.
#[derive(Clone, Copy, Debug)]
pub struct ActiveTheme {
    palette: Option<Palette>,
    pub(crate) depth: ColorDepth,
    /// Only ASCII may be shown, and perhaps half blocks.
    pub ascii: bool,
    /// Half blocks may be shown beside ASCII: a console has them.
    pub half_blocks: bool,
}

/// Two colours that are seen together and too close to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LowContrast {
    /// The colours.
    pub colors: [PaletteColor; 2],
    /// Their contrast, after WCAG 2.2.
    pub ratio: f64,
    /// The least one that they should have.
    pub least: f64,
}

/// The placeholder for a part of a picture. Its colours encode the picture, so they must not be changed.
pub(crate) const PLACEHOLDER: char = '\u{10eeee}';

/// The least contrast of the large digits with their felt.
const LARGE_TEXT: f64 = 2.5;

/// The least contrast of text that can be read, after WCAG 2.2.
const READABLE: f64 = 4.5;

impl ActiveTheme {
    /// Creates a built-in theme for a terminal, of ASCII characters alone or of Unicode. Without colours every theme is
    /// the monochrome one.
    pub fn new(name: BuiltInTheme, depth: ColorDepth, ascii: bool) -> Self {
        Self::with_palette(palette(name, depth), depth, ascii)
    }

    /// Creates a theme from your own colours for a terminal. Colours that you leave out follow from the others. A console
    /// with 16 colours shows the base theme instead.
    pub fn custom(own: &CustomTheme, depth: ColorDepth, ascii: bool) -> Self {
        Self::with_palette(own_palette(own, depth), depth, ascii)
    }

    fn with_palette(palette: Option<Palette>, depth: ColorDepth, ascii: bool) -> Self {
        let console = depth == ColorDepth::Basic;
        Self {
            palette: palette.filter(|_| depth != ColorDepth::None),
            depth,
            ascii: ascii || console,
            half_blocks: console && !ascii,
        }
    }

    /// Returns two colours that are too close to each other: the first of such pairs, those of text before marks.
    pub fn low_contrast(&self) -> Option<LowContrast> {
        let palette = self.palette.as_ref()?;
        let pairs = Palette::pairs().into_iter();
        let mut pairs = pairs.map(|(a, b, least)| {
            let [first, second] = [a, b].map(|of| self.shown(palette.color(of)));
            LowContrast {
                colors: [a, b],
                ratio: first.contrast(second),
                least,
            }
        });
        pairs.find(|pair| pair.ratio < pair.least)
    }

    /// Returns a symbol, or its ASCII replacement.
    pub const fn symbol(&self, symbol: &'static str, ascii: &'static str) -> &'static str {
        if self.ascii { ascii } else { symbol }
    }

    /// Returns whether there are any colours.
    pub const fn has_colors(&self) -> bool {
        self.palette.is_some()
    }

    /// Returns the colours; `None` for a theme without any.
    pub const fn palette(&self) -> Option<&Palette> {
        self.palette.as_ref()
    }

    /// Returns the colours if squares and bars can be painted with block elements.
    pub fn paints(&self) -> Option<&Palette> {
        self.palette.as_ref().filter(|_| !self.ascii)
    }

    /// Returns whether the discs of a side have a hole.
    pub(crate) fn is_hollow(&self, color: Color) -> bool {
        self.palette
            .map_or(color == Color::White, |colors| colors.hollow[color])
    }

    /// Returns a disc for a line of text.
    pub fn disc(&self, color: Color) -> &'static str {
        match (self.ascii, color) {
            (true, Color::Black) => "X",
            (true, Color::White) => "O",
            (false, color) if self.is_hollow(color) => "○",
            (false, _) => "●",
        }
    }

    /// Returns the style of a disc in a line of text.
    pub fn disc_style(&self, color: Color) -> Style {
        // Black is drawn on a board square to be visible.
        self.palette.map_or_else(Style::new, |colors| {
            self.on(colors.discs[color].face, colors.squares[0])
                .add_modifier(Modifier::BOLD)
        })
    }

    /// Returns the felt below the number of a side's discs: lighter for the side to move. The other is as dark as
    /// the digits of Black allow.
    pub fn felt(&self, is_to_move: bool) -> Option<Rgb> {
        let colors = self.palette.as_ref()?;
        let [light, dark] = colors.squares;
        if is_to_move {
            return Some(light);
        }
        let digits = self.shown(colors.discs.black.face);
        // Of 256 colours, the nearest one to a mixed tone may have another hue.
        let line = (self.depth == ColorDepth::Indexed).then_some(colors.line);
        let darker = (0..=6)
            .rev()
            .map(|step| dark.mix(Rgb(0, 0, 0), f64::from(step) / 12.0));
        let mut tones = line.into_iter().chain(darker);
        // Digits of characters have thin strokes.
        let is_thin = self.ascii && !self.half_blocks;
        let least = if is_thin { READABLE } else { LARGE_TEXT };
        let darkest = tones.find(|tone| self.shown(*tone).contrast(digits) >= least);
        Some(darkest.unwrap_or(dark))
    }

    /// Returns a colour as the terminal shows it.
    pub fn tint(&self, color: Rgb) -> Tint {
        match self.depth {
            ColorDepth::True => Tint::Rgb(color.0, color.1, color.2),
            ColorDepth::Indexed => Tint::Indexed(nearest_index(color)),
            ColorDepth::Basic => nearest_basic(color).0,
            ColorDepth::None => Tint::Reset,
        }
    }

    /// Returns the style of one colour on another.
    pub fn on(&self, fg: Rgb, bg: Rgb) -> Style {
        Style::new().fg(self.tint(fg)).bg(self.tint(bg))
    }

    /// Returns the style of text on a ground: black or white, whichever is easier to read.
    pub fn ink_on(&self, ground: Rgb) -> Style {
        self.on(self.ink_against(ground), ground)
    }

    /// Returns black or white, whichever differs more from a colour.
    fn ink_against(&self, color: Rgb) -> Rgb {
        self.shown(color).ink()
    }

    /// Dims what is drawn, for a window over it: halfway to the background where the terminal has the colours.
    pub fn dim(&self, buf: &mut Buffer) {
        let Some(ground) = self.palette.as_ref().map(|palette| palette.background) else {
            buf.set_style(buf.area, Modifier::DIM);
            return;
        };
        let dimmed = |tint: Tint| match tint {
            Tint::Rgb(red, green, blue) => Some(Rgb(red, green, blue)),
            Tint::Indexed(index) => Some(xterm(index)),
            _ => None,
        };
        // The colour of a part of a picture is its number.
        let is_picture = |cell: &Cell| cell.symbol().starts_with(PLACEHOLDER);
        for cell in buf.content.iter_mut().filter(|cell| !is_picture(cell)) {
            match (dimmed(cell.fg), dimmed(cell.bg)) {
                (Some(fg), Some(bg)) => {
                    let [fg, bg] = [fg, bg].map(|color| color.mix(ground, 0.55));
                    (cell.fg, cell.bg) = (self.tint(fg), self.tint(bg));
                }
                _ => cell.modifier.insert(Modifier::DIM),
            }
        }
    }

    /// Returns the colour that the terminal shows for a colour.
    fn shown(&self, color: Rgb) -> Rgb {
        match self.depth {
            ColorDepth::True | ColorDepth::None => color,
            ColorDepth::Indexed => xterm(nearest_index(color)),
            ColorDepth::Basic => nearest_basic(color).1,
        }
    }

    /// Returns a line of texts in their roles.
    pub fn line<const N: usize>(&self, texts: [(&str, Role); N]) -> Line<'static> {
        let span = |(text, role): (&str, _)| Span::styled(text.to_owned(), self.style(role));
        Line::from_iter(texts.map(span))
    }

    /// Returns the style of a role.
    pub fn style(&self, role: Role) -> Style {
        let Some(colors) = &self.palette else {
            return plain_style(role);
        };
        let ground = colors.background;
        match role {
            Role::Text => self.on(colors.text, ground),
            Role::Muted => self.on(colors.muted, ground),
            Role::Strong => self.on(colors.text, ground).add_modifier(Modifier::BOLD),
            Role::Key => self.on(colors.accent, ground),
            Role::Warning => self.on(colors.loss, ground).add_modifier(Modifier::BOLD),
            Role::Gain => self.on(colors.gain, ground),
            Role::Loss => self.on(colors.loss, ground),
            Role::Raised => self.on(colors.text, colors.raised),
            Role::Frame => self.on(colors.frame_text, colors.frame),
            Role::Sign => self
                .on(colors.sign_text(), colors.frame)
                .add_modifier(Modifier::BOLD),
            Role::Chosen | Role::Banner | Role::FrameLit => self
                .on(colors.on_accent, colors.accent)
                .add_modifier(Modifier::BOLD),
        }
    }
}

fn plain_style(role: Role) -> Style {
    match role {
        Role::Text | Role::Raised | Role::Frame => Style::new(),
        Role::Sign => Style::new().add_modifier(Modifier::BOLD),
        Role::Muted => Style::new().add_modifier(Modifier::DIM),
        Role::Strong | Role::Key | Role::Gain | Role::Loss => {
            Style::new().add_modifier(Modifier::BOLD)
        }
        Role::Warning => Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
        Role::Chosen | Role::Banner | Role::FrameLit => {
            Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::colors::{BASIC, EYE};
    use super::*;
    use crate::tile::view::{TileCache, TileView};
    use crate::tile::{Disc, Mark, Tile};
    use crate::view::letter_style;
    use ratatui::layout::Rect;
    use ratatui::widgets::Widget as _;

    /// Every theme with colours at every depth.
    fn themes() -> impl Iterator<Item = (BuiltInTheme, ColorDepth)> {
        let depths = [ColorDepth::True, ColorDepth::Indexed, ColorDepth::Basic];
        let colored = BuiltInTheme::ALL
            .into_iter()
            .filter(|name| *name != BuiltInTheme::Monochrome);
        colored.flat_map(move |name| depths.map(|depth| (name, depth)))
    }

    #[test]
    fn every_named_theme_exists_and_differs_from_the_others() {
        let palettes = BuiltInTheme::ALL.map(|name| palette(name, ColorDepth::True));
        for (index, name) in BuiltInTheme::ALL.into_iter().enumerate() {
            let look = ActiveTheme::new(name, ColorDepth::True, false);
            assert_eq!(look.palette, palettes[index]);
            assert_eq!(look.has_colors(), name != BuiltInTheme::Monochrome);
            assert!(!palettes[..index].contains(&palettes[index]), "{name:?}");
        }
        let without = ActiveTheme::new(BuiltInTheme::Classic, ColorDepth::None, false);
        assert!(!without.has_colors());
    }

    #[test]
    fn an_indexed_colour_is_nearest_to_itself() {
        for index in 16..=255 {
            assert_eq!(xterm(nearest_index(xterm(index))), xterm(index));
        }
    }

    #[test]
    fn an_indexed_colour_is_the_first_of_the_nearest_among_all() {
        let parts = || (0..=255).step_by(15);
        let colors = parts().flat_map(|red| {
            parts().flat_map(move |green| parts().map(move |blue| Rgb(red, green, blue)))
        });
        for color in colors {
            let nearest = (16..=255).min_by_key(|&index| color.distance(xterm(index), EYE));
            assert_eq!(Some(nearest_index(color)), nearest, "{color:?}");
        }
    }

    #[test]
    fn squares_are_told_apart_by_two_calm_tones_or_in_256_colours_by_lines_on_one() {
        for (name, depth) in themes() {
            let look = ActiveTheme::new(name, depth, false);
            let colors = look.palette().unwrap();
            let [light, dark, line] =
                [colors.squares[0], colors.squares[1], colors.line].map(|tone| look.shown(tone));
            let what = format!("{name:?} {depth:?}: {light:?} {dark:?} {line:?}");
            assert_eq!(light != dark, depth == ColorDepth::True, "{what}");
            match depth {
                ColorDepth::True => {
                    assert!(light.contrast(dark) < 1.3, "{what}");
                    assert!((hue(light) - hue(dark)).abs() < 45.0, "{what}");
                }
                ColorDepth::Indexed => assert!(light.contrast(line) >= 1.4, "{what}"),
                // The console has characters.
                _ => assert!(look.paints().is_none(), "{what}"),
            }
        }
    }

    #[test]
    fn the_board_is_saturated_and_calm_in_256_colours() {
        for (name, depth) in themes().filter(|(_, depth)| *depth == ColorDepth::Indexed) {
            let look = ActiveTheme::new(name, depth, false);
            let Rgb(red, green, blue) = look.shown(look.palette().unwrap().squares[0]);
            let most = f64::from(red.max(green).max(blue));
            let least = f64::from(red.min(green).min(blue));
            // No grey, and no light that glares.
            assert!((most - least) / most > 0.5 && most < 180.0, "{name:?}");
        }
    }

    #[test]
    fn the_felt_and_the_marks_on_it_have_one_hue_in_256_colours() {
        for (name, depth) in themes().filter(|(_, depth)| *depth == ColorDepth::Indexed) {
            let look = ActiveTheme::new(name, depth, false);
            let p = look.palette().unwrap();
            let felts = [true, false].map(|is_to_move| look.felt(is_to_move).unwrap());
            let green = hue(look.shown(p.squares[0]));
            for color in felts.into_iter().chain([p.line, p.legal]) {
                let shown = look.shown(color);
                let is_black = shown == Rgb(0, 0, 0);
                let same = (hue(shown) - green).abs() < 20.0;
                assert!(same || is_black, "{name:?}: {shown:?}");
            }
        }
    }

    #[test]
    fn digits_and_names_can_be_read_on_the_felt_of_either_side() {
        for (name, depth) in themes() {
            let look = ActiveTheme::new(name, depth, false);
            let discs = look.palette().unwrap().discs;
            for is_to_move in [true, false] {
                let felt = look.shown(look.felt(is_to_move).unwrap());
                for face in [discs.black.face, discs.white.face] {
                    let ratio = look.shown(face).contrast(felt);
                    assert!(ratio >= LARGE_TEXT, "{name:?} {depth:?} {ratio:.2}");
                }
                assert!(look.shown(look.ink_against(felt)).contrast(felt) >= READABLE);
            }
        }
    }

    #[test]
    fn signs_on_a_board_can_be_read_and_look_like_no_side() {
        for (name, depth) in themes() {
            let look = ActiveTheme::new(name, depth, false);
            let p = look.palette().unwrap();
            let [sign, ground] = [p.sign_text(), p.frame].map(|color| look.shown(color));
            assert!(sign.contrast(ground) >= READABLE, "{name:?} {depth:?}");
            for side in [p.discs.black.face, p.discs.white.face] {
                assert_ne!(look.shown(side), sign, "{name:?} {depth:?}");
            }
        }
    }

    /// Returns the hue in degrees.
    fn hue(Rgb(red, green, blue): Rgb) -> f64 {
        let [red, green, blue] = [red, green, blue].map(f64::from);
        (f64::sqrt(3.0) * (green - blue))
            .atan2(2.0 * red - green - blue)
            .to_degrees()
    }

    /// Every pair of colours that is seen together can be told apart.
    #[test]
    fn text_and_marks_have_the_contrast_of_wcag_at_every_colour_depth() {
        let mut wrong = Vec::new();
        for (name, depth) in themes() {
            let look = ActiveTheme::new(name, depth, false);
            let p = *look.palette().unwrap();
            let [black, white] = [p.discs.black.face, p.discs.white.face];
            let named = Palette::pairs().into_iter();
            let mut pairs: Vec<_> = named
                .map(|(a, b, least)| (format!("{a:?}"), p.color(a), p.color(b), least))
                .collect();
            let marks = [
                Mark::None,
                Mark::Last,
                Mark::Turned,
                Mark::WouldTurn(Color::Black),
            ];
            let grounds = [false, true].into_iter().flat_map(|dark| {
                let lit = Tile {
                    lit: true,
                    ..Tile::default()
                };
                let marked = marks.map(|mark| Tile {
                    dark,
                    mark,
                    ..Tile::default()
                });
                marked.into_iter().chain([lit])
            });
            for tile in grounds {
                for height in [2, 3] {
                    let ground = tile.ground(height, &p);
                    pairs.push(("black disc".to_owned(), black, ground, 3.0));
                    pairs.push(("white disc".to_owned(), white, ground, 3.0));
                }
            }
            for (what, a, b, least) in pairs {
                let ratio = look.shown(a).contrast(look.shown(b));
                if ratio < least {
                    wrong.push(format!("{name:?} {depth:?}: {what} {a:?} {b:?} {ratio:.2}"));
                }
            }
        }
        assert_eq!(wrong, [""; 0]);
    }

    /// Returns the colours in which each cell of a square is drawn, as the terminal shows them: of the character, if there is
    /// one, and of the ground.
    fn colors_of(tile: Tile, height: u16, look: &ActiveTheme) -> Vec<Vec<Rgb>> {
        let area = Rect::new(0, 0, 2 * height, height);
        let mut buf = Buffer::empty(area);
        let cache = TileCache::default();
        let square = "e4".parse().unwrap();
        let view = TileView {
            tile,
            square,
            look,
            cache: &cache,
        };
        (&view).render(area, &mut buf);
        let cell = |cell: &Cell| {
            let ink = (cell.symbol() != " ").then(|| shown_tint(cell.fg));
            ink.into_iter().chain([shown_tint(cell.bg)]).collect()
        };
        buf.content.iter().map(cell).collect()
    }

    fn shown_tint(tint: Tint) -> Rgb {
        match tint {
            Tint::Rgb(r, g, b) => Rgb(r, g, b),
            Tint::Indexed(index) => xterm(index),
            tint => BASIC.iter().find(|known| known.0 == tint).unwrap().1,
        }
    }

    /// The dots on legal moves and the cursor on an empty square, of every height.
    #[test]
    fn marks_on_a_board_stand_out_from_the_squares_at_every_size() {
        let legal = Tile {
            mark: Mark::Legal,
            ..Tile::default()
        };
        let lit = Tile {
            lit: true,
            ..Tile::default()
        };
        let mut wrong = Vec::new();
        for ((name, depth), bits) in
            themes().flat_map(|theme| (0..12).map(move |bits| (theme, bits)))
        {
            let (dark, height) = (bits % 2 == 1, 1 + bits / 2);
            for ascii in [false, true] {
                let look = ActiveTheme::new(name, depth, ascii);
                let plain = Tile {
                    dark,
                    ..Tile::default()
                };
                let felt = look.shown(plain.ground(height, look.palette().unwrap()));
                for (what, marked) in [("legal", legal), ("lit", lit)] {
                    let cells = colors_of(Tile { dark, ..marked }, height, &look);
                    let mut colors = cells.iter().flatten();
                    if !colors.any(|color| color.contrast(felt) >= 3.0) {
                        wrong.push(format!("{name:?} {depth:?} {ascii} {height} {what}"));
                    }
                }
            }
        }
        assert_eq!(wrong, [""; 0]);
    }

    /// Every letter in the corner of a square can be read, and differs from the disc beside it where the colours
    /// of the terminal allow that.
    #[test]
    fn a_letter_on_a_square_can_be_read_beside_any_disc() {
        let discs = [None, Some(Color::Black), Some(Color::White)];
        let marks = [
            Mark::None,
            Mark::Legal,
            Mark::Last,
            Mark::Turned,
            Mark::WouldTurn(Color::White),
            Mark::Bit,
        ];
        for (name, depth) in themes() {
            let look = ActiveTheme::new(name, depth, false);
            let p = *look.palette().unwrap();
            for (color, mark, bits) in discs.iter().flat_map(|&disc| {
                let both = move |mark| (0..4).map(move |bits| (disc, mark, bits));
                marks.into_iter().flat_map(both)
            }) {
                let tile = Tile {
                    dark: bits & 1 == 1,
                    lit: bits & 2 == 2,
                    disc: color.map(Disc::flat),
                    mark,
                    ..Tile::default()
                };
                let style = letter_style(tile, 3, &look, &p);
                let [ink, ground] = [style.fg, style.bg].map(|tint| shown_tint(tint.unwrap()));
                let what = format!("{name:?} {depth:?} {tile:?}");
                assert!(ink.contrast(ground) >= READABLE, "{what}");
            }
        }
    }

    #[test]
    fn text_on_any_ground_can_be_read() {
        for (name, depth) in themes() {
            let look = ActiveTheme::new(name, depth, false);
            for grey in 0..=255 {
                let ground = Rgb(grey, 255 - grey, grey / 2);
                let style = look.ink_on(ground);
                let black = style.fg == Some(look.tint(Rgb(0, 0, 0)));
                let ink = if black {
                    Rgb(0, 0, 0)
                } else {
                    Rgb(255, 255, 255)
                };
                assert!(look.shown(ground).contrast(ink) >= 4.5, "{ground:?}");
            }
        }
    }

    #[test]
    fn discs_differ_by_shape_in_the_color_safe_and_the_monochrome_theme() {
        for name in [BuiltInTheme::ColorSafe, BuiltInTheme::Monochrome] {
            let look = ActiveTheme::new(name, ColorDepth::True, false);
            assert_ne!(look.disc(Color::Black), look.disc(Color::White));
        }
    }
}
