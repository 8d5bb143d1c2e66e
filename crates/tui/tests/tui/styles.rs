//! How the screens are coloured, and that they can be read without colours.

use ratatui::style::Color as Tint;
use reversi::{Color, Square};
use reversi_table::store::settings::ThemeName;
use reversi_tui::event::Answer;
use reversi_tui::{ColorDepth, Input, Options};

use crate::dial;
use crate::person::{MIDDLE, PASSES, Person, Table, WIPEOUT};

/// Screens that show everything there is.
fn screens(table: impl Fn() -> Table) -> Vec<Person> {
    let mut people = Vec::new();
    let sizes = [(24, 12), (40, 15), (60, 20), (80, 24), (120, 40)];
    for (turn, size) in sizes.into_iter().enumerate() {
        let all = [
            ("", ""),
            (MIDDLE, "e"),
            (MIDDLE, "tab"),
            (MIDDLE, "a1"),
            (MIDDLE, "?"),
            (MIDDLE, "q"),
            (MIDDLE, "y"),
            (MIDDLE, "n down"),
            (MIDDLE, "i tab down right right right"),
            (MIDDLE, "i tab m end"),
            (MIDDLE, "i tab tab tab tab right right right right right"),
            (MIDDLE, "i enter left"),
            (MIDDLE, "i ?"),
            (&PASSES[..44], "g8"),
            (WIPEOUT, ""),
        ];
        for (moves, keys) in dial::sizes(turn, all) {
            let mut person = table().moves(moves).size(size.0, size.1).sit();
            person.keys(keys);
            people.push(person);
        }
    }
    people
}

#[test]
fn without_colours_no_cell_has_one() {
    let tables: [fn() -> Table; 3] = [
        || Table::new().theme(ThemeName::Monochrome),
        || Table::new().with(|options| options.colors = ColorDepth::None),
        || {
            Table::new().with(|options| {
                options.colors = ColorDepth::None;
                options.ascii = true;
            })
        },
    ];
    for person in tables.into_iter().flat_map(screens) {
        for cell in &person.buffer().content {
            assert_eq!((cell.fg, cell.bg), (Tint::Reset, Tint::Reset));
        }
    }
}

#[test]
fn the_automatic_theme_is_light_on_a_terminal_that_says_so() {
    let (white, black) = (
        Input::Answer(Answer::Background([253, 246, 227])),
        Input::Answer(Answer::Background([0, 43, 54])),
    );
    let asked = |change: fn(&mut Options)| {
        let table = Table::new().with(|options| options.asks_background = true);
        table.with(change).sit()
    };
    let theme = |person: &Person| {
        let ground = person.buffer()[(79, 12)].bg;
        match ground {
            Tint::Rgb(200.., 200.., 200..) => "light",
            Tint::Rgb(0, 0, 0) => "contrast",
            _ => "classic",
        }
    };
    let mut person = asked(|_| {});
    person.wait(1000);
    assert_eq!(theme(&person), "classic");
    person.send(white.clone());
    assert_eq!(theme(&person), "light");
    let ground = person.buffer()[(79, 12)].bg;
    assert!(
        matches!(ground, Tint::Rgb(240.., 240.., 240..)),
        "{ground:?}"
    );
    // One answer is enough, and the next theme is the one after the light one.
    person.send(black.clone());
    assert_eq!(theme(&person), "light");
    person.keys("t");
    assert_eq!(theme(&person), "contrast");

    let mut dark = asked(|_| {});
    dark.send(black);
    dark.send(white.clone());
    let mut late = asked(|_| {});
    late.wait(60_000);
    assert_eq!(theme(&late), "classic");
    late.send(white.clone());
    assert_eq!(theme(&late), "light", "what comes late is taken");
    let mut unasked = Table::new().sit();
    unasked.send(white.clone());
    let mut chosen = asked(|options| options.settings.theme = ThemeName::Classic.into());
    chosen.send(white);
    for person in [&dark, &unasked, &chosen] {
        assert_eq!(theme(person), "classic");
    }
}

#[test]
fn a_terminal_that_draws_pictures_gets_the_same_board_in_pixels() {
    const PLACEHOLDER: char = '\u{10eeee}';
    let answers = [Answer::Graphics, Answer::Placeholders(true)].map(Input::Answer);
    let sit = |asks| {
        let table = Table::new().moves(MIDDLE).size(120, 40);
        table.with(|options| options.asks_graphics = asks).sit()
    };
    let count = |person: &Person| person.text().matches(PLACEHOLDER).count();
    let sent = |person: &Person| String::from_utf8(person.app.take_pictures()).unwrap();

    let mut person = sit(true);
    // Frames of another size have other pictures.
    person.is_of_one_size = true;
    let (plain, plain_buffer) = (person.text(), person.buffer().clone());
    person.send(answers[0].clone());
    assert_eq!((count(&person), sent(&person)), (0, String::new()));
    person.send(answers[1].clone());
    assert_eq!(count(&person), 64 * 32);
    let first = sent(&person);
    let kinds = first.matches("a=T,").count();
    assert!((4..30).contains(&kinds), "{kinds}");
    // The rest of the screen is the same.
    let cells = person.buffer().content.iter().zip(&plain_buffer.content);
    let mut rest = cells.filter(|(cell, _)| !cell.symbol().starts_with(PLACEHOLDER));
    assert!(rest.all(|(cell, plain)| cell == plain));
    // Nothing is sent twice, and clicks find the same squares. The dots of the board turn with it.
    person.keys("z");
    sent(&person);
    person.keys("z z");
    assert_eq!(sent(&person), "");
    let place = (0..40).flat_map(|y| (0..120).map(move |x| (x, y)));
    let mut legal =
        place.filter(|&(x, y)| person.buffer()[(x, y)].symbol().starts_with(PLACEHOLDER));
    let corner = legal.next().unwrap();
    person.keys("g");
    assert!(count(&person) < 64 * 32, "names lie over the pictures");
    person.keys("esc ?");
    assert!(count(&person) < 64 * 16, "a window covers them");
    person.keys("esc");
    person.click(corner.0 + 8, corner.1);
    assert!(person.says("g8 would turn no discs"), "{}", person.text());

    // Answers that come late are taken as well.
    let mut late = sit(true);
    late.wait(60_000);
    assert_eq!(count(&late), 0);
    for answer in answers.clone() {
        late.send(answer);
    }
    assert_eq!(count(&late), 64 * 32);

    // Nobody has asked, or the terminal is another one.
    let mut unasked = sit(false);
    for answer in answers.clone() {
        unasked.send(answer);
    }
    let mut other = sit(true);
    other.send(Input::Answer(Answer::Placeholders(false)));
    other.send(answers[0].clone());
    for person in [&unasked, &other] {
        assert_eq!(
            (person.text(), sent(person)),
            (plain.clone(), String::new())
        );
    }
}

#[test]
fn ascii_is_ascii() {
    for person in screens(|| Table::new().with(|options| options.ascii = true)) {
        let text = person.text();
        assert!(text.is_ascii(), "{text}");
    }
}

#[test]
fn indexed_colours_are_never_those_that_the_person_sets() {
    for person in screens(|| Table::new().with(|options| options.colors = ColorDepth::Indexed)) {
        for cell in &person.buffer().content {
            for tint in [cell.fg, cell.bg] {
                assert!(
                    matches!(tint, Tint::Indexed(16..)) || tint == Tint::Reset,
                    "{tint:?}"
                );
            }
        }
    }
}

/// The characters of a square without its colours, of a board of this many columns and rows.
fn symbols(person: &Person, columns: u16, rows: u16, left: u16, top: u16) -> String {
    let buffer = person.buffer();
    (top..top + rows)
        .flat_map(|y| (left..left + columns).map(move |x| (x, y)))
        .map(|at| buffer[at].symbol())
        .collect()
}

/// Where a square begins on the screen, found by the coordinates around the board.
fn corner_of(person: &Person, square: Square, height: u16) -> (u16, u16) {
    let buffer = person.buffer();
    // The ranks stand left of everything else.
    let find = |label: &str| {
        let places = buffer.area.positions();
        let labels = places.filter(|&at| buffer[at].symbol() == label);
        labels.min_by_key(|at| at.x).unwrap()
    };
    let (rank_1, rank_2) = (find("1"), find("2"));
    assert_eq!(rank_2.y - rank_1.y, height);
    let top = rank_1.y - (height - 1) / 2 + u16::from(square.rank().index()) * height;
    let left = rank_1.x + 2 + u16::from(square.file().index()) * 2 * height;
    (left, top)
}

#[test]
fn discs_differ_by_shape_in_color_safe_monochrome_and_ascii() {
    let tables: [fn() -> Table; 3] = [
        || Table::new().theme(ThemeName::ColorSafe),
        || Table::new().theme(ThemeName::Monochrome),
        || Table::new().with(|options| options.ascii = true),
    ];
    for table in tables {
        for (size, height) in [((24, 12), 1), ((60, 20), 2), ((100, 32), 3), ((120, 40), 4)] {
            // After the first move no mark is on d4 (White) and d5 (Black).
            let person = table().size(size.0, size.1).sit();
            let shape = |name: &str| {
                let square: Square = name.parse().unwrap();
                let (left, top) = corner_of(&person, square, height);
                (
                    person.game().position().disc(square).unwrap(),
                    symbols(&person, 2 * height, height, left, top),
                )
            };
            let (white, black) = (shape("d4"), shape("d5"));
            assert_eq!((white.0, black.0), (Color::White, Color::Black));
            assert_ne!(white.1, black.1, "{size:?}");
            assert_eq!(shape("e5"), white, "{size:?}");
            assert_eq!(shape("e4"), black, "{size:?}");
        }
    }
}

#[test]
fn the_theme_of_the_choice_is_seen_at_once() {
    let mut person = Table::new().choose();
    let before = person.buffer().clone();
    person.keys("t");
    assert_ne!(before, *person.buffer());
    assert!(person.says("light"));
}

/// The colours of the first sixteen, as most consoles show them, then those of xterm.
fn rgb(tint: Tint) -> Option<[u8; 3]> {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    Some(match tint {
        Tint::Rgb(red, green, blue) => [red, green, blue],
        Tint::Indexed(index @ 232..) => [8 + 10 * (index - 232); 3],
        Tint::Indexed(index @ 16..) => {
            let cube = usize::from(index - 16);
            [cube / 36, cube / 6 % 6, cube % 6].map(|step| STEPS[step])
        }
        Tint::Black => [0; 3],
        Tint::Red => [170, 0, 0],
        Tint::Green => [0, 170, 0],
        Tint::Yellow => [170, 85, 0],
        Tint::Blue => [0, 0, 170],
        Tint::Magenta => [170, 0, 170],
        Tint::Cyan => [0, 170, 170],
        Tint::Gray => [170; 3],
        Tint::DarkGray => [85; 3],
        Tint::LightRed => [255, 85, 85],
        Tint::LightGreen => [85, 255, 85],
        Tint::LightYellow => [255, 255, 85],
        Tint::LightBlue => [85, 85, 255],
        Tint::LightMagenta => [255, 85, 255],
        Tint::LightCyan => [85, 255, 255],
        Tint::White => [255; 3],
        _ => return None,
    })
}

/// The contrast ratio of WCAG 2.2.
fn contrast(colors: [[u8; 3]; 2]) -> f64 {
    let [a, b] = colors.map(|color| {
        let [red, green, blue] = color.map(|byte| {
            let part = f64::from(byte) / 255.0;
            if part <= 0.040_45 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    });
    (a / b).max(b / a)
}

#[test]
fn every_word_on_a_screen_can_be_read_in_every_theme_at_every_colour_depth() {
    let depths = [ColorDepth::True, ColorDepth::Indexed, ColorDepth::Basic];
    let mut wrong = std::collections::BTreeSet::new();
    let looks = ThemeName::ALL.into_iter();
    let looks = looks.flat_map(|theme| depths.map(|depth| (theme, depth)));
    // Each theme has three depths: each of them begins with another screen.
    for (turn, (theme, depth)) in looks.enumerate() {
        let all = [
            (MIDDLE, "tab"),
            (MIDDLE, "v"),
            (MIDDLE, "g"),
            (MIDDLE, "a1"),
            (MIDDLE, "?"),
            (MIDDLE, "n"),
            (MIDDLE, "i tab down right right"),
            (WIPEOUT, "w"),
        ];
        for (moves, keys) in dial::sizes(turn + turn / 3, all) {
            let table = Table::new().moves(moves).theme(theme);
            let mut person = table.with(|options| options.colors = depth).sit();
            person.keys(keys);
            let buffer = person.buffer();
            // What is below a window is dimmed, and not to be read.
            let corner = |symbols: [&str; 2]| {
                let at = buffer.area.positions();
                let mut at = at.filter(|&at| symbols.contains(&buffer[at].symbol()));
                at.next().filter(|_| keys == "?")
            };
            let window = corner(["╭", "+"]).zip(corner(["╯", "+"]));
            let seen = buffer.area.positions().filter(|at| {
                window.is_none_or(|(first, last)| {
                    (first.x..=last.x).contains(&at.x) && (first.y..=last.y).contains(&at.y)
                })
            });
            for cell in seen.map(|at| &buffer[at]) {
                // The console has letters in place of discs.
                let least = if "XO".contains(cell.symbol()) {
                    3.0
                } else {
                    4.5
                };
                let is_text = cell.symbol().chars().all(char::is_alphanumeric);
                if let ([Some(fg), Some(bg)], true) = ([rgb(cell.fg), rgb(cell.bg)], is_text)
                    && contrast([fg, bg]) < least
                {
                    wrong.insert(format!(
                        "{theme} {depth:?} {keys}: {} {fg:?} on {bg:?}",
                        cell.symbol()
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_key_for_the_next_theme_finds_those_of_the_settings() {
    let themes = "[night]\nbackground = \"#000020\"\n[faint]\ntext = \"#404040\"\n";
    let table = Table::new().theme(ThemeName::Monochrome);
    let mut person = table
        .with(|options| options.settings.themes = toml_edit::de::from_str(themes).unwrap())
        .sit();
    person.keys("t");
    assert!(
        person
            .words()
            .contains("Theme faint: text and background are too close"),
        "{}",
        person.text()
    );
    person.keys("t");
    assert_eq!(person.buffer()[(79, 12)].bg, Tint::Rgb(0, 0, 0x20));
    person.keys("t");
    // After the last one comes the classic theme again.
    let classic = Table::new().theme(ThemeName::Classic).sit();
    let ground = classic.buffer()[(79, 12)].bg;
    assert_eq!(person.buffer()[(79, 12)].bg, ground);
}
