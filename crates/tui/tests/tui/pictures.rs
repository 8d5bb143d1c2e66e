//! The pictures of the README and the guide: screens, drawn as SVG, and a game that plays itself.
//!
//! They are kept in `docs/pictures`. After a change that is meant, redraw them:
//! `cargo test --test tui -- --ignored redraw_the_pictures`

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color as Tint, Modifier};
use reversi::transcript;
use reversi_notation::{Record, svg as game_svg};
use reversi_table::go::player::GoPlayerKind;
use reversi_table::store::settings::ThemeName;
use reversi_tui::FirstScreen;

use crate::person::{MIDDLE, Person, Table};

/// The size of a character, in SVG units. It is a multiple of eight, so that block elements have whole edges.
const CELL: (u16, u16) = (8, 16);

/// The font size at which most monospace fonts are as wide as a character.
const FONT_SIZE: f64 = 13.333;

/// The space around the screen.
const MARGIN: u16 = 12;

/// The largest file.
const LARGEST: usize = 200_000;

/// A rectangle of one colour: left, top, width and height.
type Area = [u16; 4];

/// Returns a colour as SVG has it, and whether there is one.
fn color(tint: Tint, otherwise: &str) -> String {
    match tint {
        Tint::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        Tint::Indexed(index @ 232..) => format!("#{0:02x}{0:02x}{0:02x}", 8 + 10 * (index - 232)),
        Tint::Indexed(index @ 16..) => {
            let steps = [0, 95, 135, 175, 215, 255];
            let [red, green, blue] = [36, 6, 1].map(|of| steps[usize::from((index - 16) / of % 6)]);
            format!("#{red:02x}{green:02x}{blue:02x}")
        }
        Tint::Black => "#000000".to_owned(),
        Tint::Red => "#aa0000".to_owned(),
        Tint::Green => "#00aa00".to_owned(),
        Tint::Yellow => "#aa5500".to_owned(),
        Tint::Blue => "#0000aa".to_owned(),
        Tint::Magenta => "#aa00aa".to_owned(),
        Tint::Cyan => "#00aaaa".to_owned(),
        Tint::Gray => "#aaaaaa".to_owned(),
        Tint::DarkGray => "#555555".to_owned(),
        Tint::LightRed => "#ff5555".to_owned(),
        Tint::LightGreen => "#55ff55".to_owned(),
        Tint::LightYellow => "#ffff55".to_owned(),
        Tint::LightBlue => "#5555ff".to_owned(),
        Tint::LightMagenta => "#ff55ff".to_owned(),
        Tint::LightCyan => "#55ffff".to_owned(),
        Tint::White => "#ffffff".to_owned(),
        _ => otherwise.to_owned(),
    }
}

/// Returns the colours of a character and of its ground.
fn colors(cell: &Cell) -> [String; 2] {
    let mut colors = [color(cell.fg, "#d8d8d8"), color(cell.bg, "#181818")];
    if cell.modifier.contains(Modifier::REVERSED) {
        colors.reverse();
    }
    colors
}

/// Returns the parts of a character that a block element fills, in eighths of its width and height.
fn block(symbol: &str) -> Option<Vec<Area>> {
    let quadrants = |which: &[usize]| {
        const QUADRANTS: [Area; 4] = [[0, 0, 4, 4], [4, 0, 4, 4], [0, 4, 4, 4], [4, 4, 4, 4]];
        which.iter().map(|&index| QUADRANTS[index]).collect()
    };
    let code = u32::from(symbol.chars().next()?);
    let eighths = |from: u32| u16::try_from(code - from + 1).unwrap();
    Some(match symbol {
        "▀" => vec![[0, 0, 8, 4]],
        "▐" => vec![[4, 0, 4, 8]],
        "▔" => vec![[0, 0, 8, 1]],
        "▕" => vec![[7, 0, 1, 8]],
        "▁" | "▂" | "▃" | "▄" | "▅" | "▆" | "▇" | "█" => {
            let height = eighths(0x2581);
            vec![[0, 8 - height, 8, height]]
        }
        "▉" | "▊" | "▋" | "▌" | "▍" | "▎" | "▏" => {
            vec![[0, 0, 9 - eighths(0x2588), 8]]
        }
        "▖" => quadrants(&[2]),
        "▗" => quadrants(&[3]),
        "▘" => quadrants(&[0]),
        "▝" => quadrants(&[1]),
        "▙" => quadrants(&[0, 2, 3]),
        "▚" => quadrants(&[0, 3]),
        "▛" => quadrants(&[0, 1, 2]),
        "▜" => quadrants(&[0, 1, 3]),
        "▞" => quadrants(&[1, 2]),
        "▟" => quadrants(&[1, 2, 3]),
        _ => return None,
    })
}

/// Rectangles by colour, one path for each, so that the file is small. Neighbours in a row are joined.
#[derive(Default)]
struct Paint(BTreeMap<String, Vec<Area>>);

impl Paint {
    fn fill(&mut self, color: &str, [x, y, width, height]: Area) {
        let areas = self.0.entry(color.to_owned()).or_default();
        match areas.last_mut() {
            Some([left, top, across, down])
                if *top == y && *down == height && *left + *across == x =>
            {
                *across += width;
            }
            _ => areas.push([x, y, width, height]),
        }
    }

    fn draw(&self, out: &mut String) {
        for (color, areas) in &self.0 {
            write!(out, "<path fill=\"{color}\" d=\"").unwrap();
            for [x, y, width, height] in areas {
                write!(out, "M{x} {y}h{width}v{height}h-{width}z").unwrap();
            }
            out.push_str("\"/>\n");
        }
    }
}

/// Escapes text for XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Draws a word, or a disc, from a column and a row on.
fn draw_word(word: &str, style: &Cell, (column, row): (u16, u16), out: &mut String) {
    let [fg, _] = colors(style);
    let (x, y) = (column * CELL.0, row * CELL.1);
    let middle = (x + CELL.0 / 2, y + CELL.1 / 2);
    match word {
        "●" => {
            let (x, y) = middle;
            writeln!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"3.5\" fill=\"{fg}\"/>"
            )
            .unwrap();
            return;
        }
        "○" => {
            let (x, y) = middle;
            writeln!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"none\" stroke=\"{fg}\"/>"
            )
            .unwrap();
            return;
        }
        _ => {}
    }
    let mut attributes = String::new();
    for (modifier, attribute) in [
        (Modifier::BOLD, " font-weight=\"bold\""),
        (Modifier::DIM, " opacity=\".6\""),
        (Modifier::UNDERLINED, " text-decoration=\"underline\""),
    ] {
        if style.modifier.contains(modifier) {
            attributes += attribute;
        }
    }
    // Whatever the font, a word is as wide as its characters.
    let width = CELL.0 * u16::try_from(word.chars().count()).unwrap();
    writeln!(
        out,
        "<text x=\"{x}\" y=\"{}\" textLength=\"{width}\" fill=\"{fg}\"{attributes}>{}</text>",
        y + 12,
        escaped(word)
    )
    .unwrap();
}

/// Draws a screen. Block elements are exact rectangles, so that no font leaves gaps between them.
pub(crate) fn svg(buffer: &Buffer, title: &str) -> String {
    let cells = draw_cells(buffer, &|_, _| true, Some(&paper_of(buffer)));
    picture(buffer, title, &cells)
}

/// Returns the colour of the ground of most of a screen.
fn paper_of(buffer: &Buffer) -> String {
    let area = buffer.area;
    let [_, paper] = colors(&buffer[(area.width - 1, area.height - 1)]);
    paper
}

/// Draws the cells of a screen that are wanted, without those that are as blank as the paper.
pub(crate) fn draw_cells(
    buffer: &Buffer,
    is_wanted: &dyn Fn(u16, u16) -> bool,
    paper: Option<&str>,
) -> String {
    let area = buffer.area;
    let (mut ground, mut blocks, mut text) = (Paint::default(), Paint::default(), String::new());
    for row in 0..area.height {
        let mut word: Option<(u16, String)> = None;
        for column in 0..=area.width {
            let is_there = column < area.width && is_wanted(column, row);
            let cell = is_there.then(|| &buffer[(column, row)]);
            let symbol = cell.map_or(" ", Cell::symbol);
            let filled = block(symbol);
            let continues = word.as_ref().is_some_and(|(start, _)| {
                let first = &buffer[(*start, row)];
                let alone = |symbol| ["●", "○"].contains(&symbol);
                cell.is_some_and(|cell| {
                    colors(cell) == colors(first)
                        && cell.modifier == first.modifier
                        && symbol != " "
                        && filled.is_none()
                        && !alone(symbol)
                        && !alone(first.symbol())
                })
            });
            if continues {
                word.as_mut().unwrap().1.push_str(symbol);
            } else if let Some((start, letters)) = word.take() {
                draw_word(&letters, &buffer[(start, row)], (start, row), &mut text);
            }
            let Some(cell) = cell else { continue };
            let (x, y) = (column * CELL.0, row * CELL.1);
            let [fg, bg] = colors(cell);
            if Some(bg.as_str()) != paper {
                ground.fill(&bg, [x, y, CELL.0, CELL.1]);
            }
            match filled {
                Some(parts) => {
                    for [left, top, width, height] in parts {
                        blocks.fill(&fg, [x + left, y + 2 * top, width, 2 * height]);
                    }
                }
                None if !continues && symbol != " " => word = Some((column, symbol.to_owned())),
                None => {}
            }
        }
    }
    let mut out = "<g shape-rendering=\"crispEdges\">\n".to_owned();
    ground.draw(&mut out);
    blocks.draw(&mut out);
    out + "</g>\n" + &text
}

/// Returns the picture of a screen with what is drawn on it.
pub(crate) fn picture(buffer: &Buffer, title: &str, drawn: &str) -> String {
    let (width, height) = (buffer.area.width * CELL.0, buffer.area.height * CELL.1);
    let (across, down) = (width + 2 * MARGIN, height + 2 * MARGIN);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{MARGIN} -{MARGIN} {across} {down}\" \
         width=\"{across}\" height=\"{down}\" role=\"img\" font-size=\"{FONT_SIZE}\" \
         font-family=\"ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace\">\n\
         <title>{}</title>\n\
         <rect x=\"-{MARGIN}\" y=\"-{MARGIN}\" width=\"{across}\" height=\"{down}\" rx=\"8\" \
         fill=\"{}\"/>\n{drawn}</svg>\n",
        escaped(title),
        paper_of(buffer)
    )
}

/// The titles of the pictures of screens, which the guide has in place of them, and what the screens show of it.
const TITLES: [(&str, &str, &str); 14] = [
    (
        "start",
        "The first screen: a famous game plays itself beside the ways in",
        "rules on a board",
    ),
    (
        "playing",
        "A game at 80x24: the board with a score on every legal move, the players and the moves",
        "Black can move to 14 squares",
    ),
    (
        "actions",
        "The list of all actions of a screen, which the question mark opens",
        "Actions",
    ),
    (
        "learning",
        "The tutorial: a task in plain words, and the board to do it on",
        "Learn",
    ),
    (
        "review",
        "A review: the graph of the evaluation, the moves with their losses, and the best line",
        "Review · ",
    ),
    (
        "training",
        "A puzzle: the question, the board, and what the keys do",
        "Puzzle",
    ),
    (
        "engines",
        "The choice of players: levels, other engines, clocks and the start",
        "New game",
    ),
    (
        "network",
        "The host waits: the address, what the guest types, and the code",
        "Waiting for a guest",
    ),
    (
        "browser",
        "A game on a phone, with a hint: the board is as wide as the page",
        "Hint: ",
    ),
    (
        "inspector",
        "How it works: a step of the search for legal moves, with its operand, bits and source",
        "legal moves",
    ),
    (
        "go",
        "Go on 7x7: the board, the captures, the moves and the keys",
        "Go 7x7",
    ),
    (
        "evaluation",
        "The evaluation in a game: the bar beside the board, the lead in discs, and its graph",
        "Black is ahead by about 5",
    ),
    (
        "settings",
        "The settings screen: the theme, the board, the pause, the coach, the bell",
        "Settings",
    ),
    (
        "terminals",
        "A game in plain letters without colours",
        "Black can move to 14 squares",
    ),
];

/// Returns the screens of the pictures, by name.
fn screens() -> Vec<(&'static str, Person)> {
    let start = Table::new().first(FirstScreen::Start);
    let mut start = start.with(|options| options.animation = true).sit();
    start.wait(29_000);
    let mut playing = Table::new().moves(MIDDLE).sit();
    playing.keys("v");
    playing.wait_for_analysis();
    let mut phone = Table::new().moves(MIDDLE).size(43, 38).sit();
    phone.keys("k");
    phone.wait_for_analysis();
    let mut review = Table::new().moves(GAME).size(120, 40).sit();
    review.keys("w");
    review.wait_for_review();
    review.keys("up");
    let mut engines = Table::new().choose();
    engines.keys("right right right");
    let mut inspector = Table::new().moves(MIDDLE).size(120, 40).sit();
    inspector.keys("i tab right right right right right");
    let mut go = crate::go::table(7, GoPlayerKind::Human, GoPlayerKind::Human).sit();
    go.keys("d4 c5 c4 d5 e5 e6 f5 f6 b5 b6 e4 c6");
    let mut evaluation = Table::new().moves(MIDDLE).size(120, 40).sit();
    evaluation.keys("|");
    evaluation.wait_for_analysis();
    let mut settings = Table::new().first(FirstScreen::Start).sit();
    settings.keys("up enter");
    let terminals = Table::new().theme(ThemeName::Monochrome).moves(MIDDLE);
    let mut terminals = terminals.with(|options| options.ascii = true).sit();
    terminals.keys("tab");
    let mut actions = Table::new().moves(MIDDLE).sit();
    actions.keys("?");
    vec![
        ("start", start),
        ("playing", playing),
        ("actions", actions),
        ("learning", crate::learn::after_steps(4)),
        ("review", review),
        ("training", crate::puzzles::puzzles_at(80, 24)),
        ("engines", engines),
        ("network", crate::online::waiting(80, 24)),
        ("browser", phone),
        ("inspector", inspector),
        ("go", go),
        ("evaluation", evaluation),
        ("settings", settings),
        ("terminals", terminals),
    ]
}

/// Returns the pictures with their names.
fn pictures() -> Vec<(&'static str, String)> {
    let record = |moves| Record::from_game(&transcript::parse(moves).unwrap());
    let screens = screens().into_iter();
    let drawn = screens.map(|(name, person)| {
        let of_it = TITLES.into_iter().find(|(of, ..)| *of == name);
        let (_, title, shown) = of_it.unwrap();
        assert!(person.says(shown), "{name}: {}", person.text());
        (name, svg(person.buffer(), title))
    });
    drawn
        .chain([
            ("game", game_svg::animation(&record(PERFECT_GAME))),
            ("library", game_svg::still(&record(MIDDLE), None)),
        ])
        .collect()
}

/// The game that Takizawa gives as one without a mistake (2023, arXiv 2310.19387).
const PERFECT_GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2\
                            h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6";

/// The final of the World Championship of 1978.
const GAME: &str = "f5f6e6f4e3c5c4d3f3e2d2e7c6c3f1c2f2d1b3b4a3a5b5e1c1d6g4g5e8f8g8d7c7b6g3d8c8f7h6a6a4g6h5\
                    a2b7a8a7b2a1b1g7h3h4b8h2h8h7g2g1h1";

fn path(name: &str) -> PathBuf {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("docs/pictures");
    folder.join(name).with_extension("svg")
}

#[test]
fn the_pictures_of_the_guide_are_what_is_drawn() {
    let drawn = pictures();
    for (name, drawn) in &drawn {
        assert!(drawn.len() < LARGEST, "{name}: {} bytes", drawn.len());
        let kept = std::fs::read_to_string(path(name)).unwrap();
        assert!(
            kept == *drawn,
            "{name}.svg is out of date: see the top of this file"
        );
    }
}

#[test]
#[ignore = "writes the pictures"]
fn redraw_the_pictures() {
    for (name, drawn) in pictures() {
        std::fs::write(path(name), drawn).unwrap();
    }
}

#[test]
fn a_picture_has_exact_blocks_and_escaped_words() {
    use ratatui::layout::Rect;
    use ratatui::style::Style;
    use ratatui::text::Span;
    use ratatui::widgets::Widget as _;
    let mut buffer = Buffer::empty(Rect::new(0, 0, 6, 1));
    let style = Style::new().fg(Tint::Rgb(1, 2, 3)).bg(Tint::Rgb(9, 8, 7));
    Span::styled("▂▂▗<b", style).render(buffer.area, &mut buffer);
    let picture = svg(&buffer, "a & b");
    assert!(picture.contains("<title>a &amp; b</title>"));
    assert!(picture.contains("<path fill=\"#090807\" d=\"M0 0h40v16h-40z\"/>"));
    assert!(picture.contains("<path fill=\"#010203\" d=\"M0 12h16v4h-16zM20 8h4v8h-4z\"/>"));
    assert!(picture.contains("x=\"24\" y=\"12\" textLength=\"16\" fill=\"#010203\">&lt;b</text>"));
}
