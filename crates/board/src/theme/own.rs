//! The colours of a theme of the user: those that it names, and the others, which follow from them or from its
//! base.

use std::collections::BTreeMap;

use super::colors::{
    BuiltInTheme, ColorDepth, Palette, PaletteColor as Of, Rgb, nearest_index, palette, xterm,
};

const BLACK: Rgb = Rgb(0, 0, 0);
const WHITE: Rgb = Rgb(255, 255, 255);

/// A built-in theme with colours of your own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomTheme {
    base: BuiltInTheme,
    colors: BTreeMap<Of, Rgb>,
}

impl CustomTheme {
    /// Creates a theme with the colours of a built-in one.
    pub const fn new(base: BuiltInTheme) -> Self {
        Self {
            base,
            colors: BTreeMap::new(),
        }
    }

    /// Sets a colour.
    pub fn with_color(mut self, of: Of, color: Rgb) -> Self {
        self.colors.insert(of, color);
        self
    }
}

/// Returns the colours of a theme of the user. The 16 colours of a console are too few for one; it has its base.
pub(crate) fn own_palette(own: &CustomTheme, depth: ColorDepth) -> Option<Palette> {
    let colors = palette(own.base, depth)?;
    if depth == ColorDepth::Basic {
        return Some(colors);
    }
    let mut adapted = Adapted { colors, own, depth };
    for (&of, &color) in &own.colors {
        *adapted.colors.color_mut(of) = adapted.shown(color);
    }
    adapted.adapt_page();
    adapted.adapt_board();
    adapted.adapt_discs();
    adapted.make_readable();
    Some(adapted.colors)
}

/// Colours that are adapted to those that a theme names.
struct Adapted<'a> {
    colors: Palette,
    own: &'a CustomTheme,
    depth: ColorDepth,
}

impl Adapted<'_> {
    fn names(&self, of: Of) -> bool {
        self.own.colors.contains_key(&of)
    }

    /// Sets a colour that the theme does not name.
    fn set(&mut self, of: Of, color: Rgb) {
        if !self.names(of) {
            *self.colors.color_mut(of) = self.shown(color);
        }
    }

    /// Returns the colour that the terminal shows for a colour.
    fn shown(&self, color: Rgb) -> Rgb {
        match self.depth {
            ColorDepth::Indexed => xterm(nearest_index(color)),
            _ => color,
        }
    }

    /// Returns the nearest tone that has a contrast on all grounds; black or white if there is none.
    fn readable(&self, color: Rgb, grounds: [Rgb; 2], least: f64) -> Rgb {
        let end = if grounds[0].is_light() { BLACK } else { WHITE };
        self.nearest_tone(color, end, grounds, least)
    }

    /// Returns the first tone on the way to `end` that has a contrast on all grounds, or `end`.
    fn nearest_tone(&self, color: Rgb, end: Rgb, grounds: [Rgb; 2], least: f64) -> Rgb {
        let mut tones = (0..=40).map(|step| self.shown(color.mix(end, f64::from(step) / 40.0)));
        tones
            .find(|tone| has_contrast(*tone, grounds, least))
            .unwrap_or(end)
    }

    fn adapt_page(&mut self) {
        if self.names(Of::Background) || self.names(Of::Text) {
            let ground = self.colors.background;
            self.set(Of::Text, self.readable(self.colors.text, [ground; 2], 7.0));
            self.set(Of::Raised, ground.mix(self.colors.text, 0.07));
            self.set(Of::Muted, self.colors.text.mix(ground, 0.4));
        }
        if self.names(Of::Background) {
            let usual = if self.colors.background.is_light() {
                BuiltInTheme::Light
            } else {
                BuiltInTheme::Classic
            };
            if let Some(usual) = palette(usual, ColorDepth::True) {
                self.set(Of::BlackBar, usual.bar.black);
                self.set(Of::WhiteBar, usual.bar.white);
            }
        }
    }

    fn adapt_board(&mut self) {
        if !self.names(Of::LightSquares) && !self.names(Of::DarkSquares) {
            return;
        }
        // With few colours a near tone may have another hue.
        let (lighter, darker) = match self.depth {
            ColorDepth::Indexed => (0.0, 0.0),
            _ => (0.06, 0.08),
        };
        let [light, dark] = self.colors.squares;
        self.set(Of::LightSquares, dark.mix(WHITE, lighter));
        self.set(Of::DarkSquares, light.mix(BLACK, darker));
        let square = self.colors.squares[1];
        for (of, color, share) in [
            (Of::SquareLines, BLACK, 0.25),
            (Of::Shadow, BLACK, 0.35),
            (Of::LegalMoves, BLACK, 0.75),
            (Of::Frame, BLACK, 0.6),
            (Of::Coordinates, WHITE, 0.6),
        ] {
            self.set(of, square.mix(color, share));
        }
    }

    fn adapt_discs(&mut self) {
        let named = [Of::BlackDiscs, Of::WhiteDiscs].map(|of| self.names(of));
        let discs = &mut self.colors.discs;
        for (disc, is_named) in [&mut discs.black, &mut discs.white].into_iter().zip(named) {
            if is_named {
                disc.light = disc.face.mix(WHITE, 0.3);
                disc.rim = disc.face.mix(BLACK, 0.25);
            }
        }
    }

    /// Changes what the theme does not name so that it can be read on what it names.
    fn make_readable(&mut self) {
        for (of, ground, least) in Palette::pairs() {
            let grounds = match ground {
                Of::Background if matches!(of, Of::BlackBar | Of::WhiteBar) => {
                    [self.colors.background; 2]
                }
                Of::Background | Of::Raised => [self.colors.background, self.colors.raised],
                Of::LightSquares | Of::DarkSquares => self.colors.squares,
                ground => [self.colors.color(ground); 2],
            };
            let is_fixed = match of {
                Of::BlackDiscs | Of::WhiteDiscs => true,
                Of::BlackBar => ground == Of::WhiteBar,
                _ => false,
            };
            let color = self.colors.color(of);
            if !is_fixed && !has_contrast(color, grounds, least) {
                self.set(of, self.readable(color, grounds, least));
            }
        }
        let bar = self.colors.bar;
        if !has_contrast(bar.white, [bar.black; 2], 3.0) {
            let is_lighter = bar.white.contrast(BLACK) > bar.black.contrast(BLACK);
            let end = if is_lighter { WHITE } else { BLACK };
            let white = self.nearest_tone(bar.white, end, [bar.black; 2], 3.0);
            self.set(Of::WhiteBar, white);
        }
    }
}

fn has_contrast(color: Rgb, grounds: [Rgb; 2], least: f64) -> bool {
    grounds
        .iter()
        .all(|ground| color.contrast(*ground) >= least)
}
