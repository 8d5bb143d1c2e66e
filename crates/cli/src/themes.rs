//! `reversi themes`: the themes as swatches.

use std::io::{self, IsTerminal as _};

use clap::ColorChoice;
use serde_json::{Value, json};

use super::Failure;
use super::options::settings;
use super::output::{FormArgs, print_message, print_styled, warning};
use super::screen::stdout_look;
use reversi_text::Said;
use reversi_tui::{ColorDepth, swatches};

/// Show the themes, with your own
///
/// Each is shown as a small board and texts, in the colours that this terminal has. Without a terminal, prints
/// their names, one a line.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reversi themes                                   Show all themes
  reversi --theme contrast                         Play in one of them

Your own themes are tables in reversi/config.toml. Everything but the name may be left out; the other colours
are those of the base, or follow from those that are given:

  theme = \"ocean\"

  [themes.ocean]
  base = \"classic\"            # or light, contrast, color-safe
  light-squares = \"#3585ab\"
  accent = \"#ffd166\"

The colours are background, raised, text, muted, accent, on-accent, gain, loss, frame, coordinates,
light-squares, dark-squares, square-lines, legal-moves, cursor, last-move, flipped, shadow, black-bar, white-bar,
black-discs and white-discs. Squares of one colour have lines between them where discs are drawn in pixels.
Colours that cannot be told apart well are reported.")]
pub(crate) struct ThemesArgs {
    /// Draw the boards with X, O and . only
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    form: FormArgs,
}

pub(super) fn run(args: &ThemesArgs, color: ColorChoice) -> Result<(), Failure> {
    let store = settings();
    let settings = store.kept();
    if args.form.json || !io::stdout().is_terminal() && color != ColorChoice::Always {
        let facts = || {
            let swatches = swatches(settings, ColorDepth::None, true);
            let themes = settings.all_themes().zip(&swatches);
            let themes = themes.map(
                |(theme, swatch)| json!({"name": theme.to_string(), "warning": swatch.report}),
            );
            json!({"themes": themes.collect::<Vec<Value>>()})
        };
        let names = || settings.all_themes().map(|theme| format!("{theme}\n"));
        return args.form.print(facts, || names().collect());
    }
    let (depth, ascii) = stdout_look(color, args.ascii);
    for swatch in swatches(settings, depth, ascii) {
        print_styled(&format!("{}\n", swatch.text))?;
        if let Some(report) = swatch.report {
            print_message(&Said::display(format!("{}\n", warning(report))));
        }
    }
    Ok(())
}
