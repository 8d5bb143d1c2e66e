//! The screens in a made-up language: text that bypasses the messages stays English. The language is global, so these
//! tests are a separate program.

#![allow(clippy::unwrap_used)] // in tests a panic is the report
#![allow(dead_code)] // the person is made for all tests

#[path = "../../../tests/support/code.rs"]
mod code;
#[path = "../../../tests/support/dial.rs"]
mod dial;
#[path = "tui/person.rs"]
mod person;
#[path = "tui/sizes.rs"]
mod sizes;

use std::collections::{BTreeMap, BTreeSet};
use std::net::TcpListener;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use code::{plain_words, words_of_code};
use person::{MIDDLE, PASSES, Person, Table, WIPEOUT};
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::Modifier;
use ratatui::{Terminal, backend::TestBackend};
use reversi::{ByColor, Color, Opening, transcript};
use reversi_net::arena::{Match, Watch};
use reversi_net::network::OnlineGame;
use reversi_net::network::code::{Code, Purpose};
use reversi_net::network::game::{HostOptions, NetworkGame};
use reversi_net::network::request::{Invitation, JoinRequest};
use reversi_notation::Record;
use reversi_table::game_opening::GameOpening;
use reversi_table::go::player::GoPlayerKind;
use reversi_table::go::{GoGame, Grid, Komi};
use reversi_table::player::PlayerKind::{self, Greedy, Human};
use reversi_table::session::Setup;
use reversi_table::store::history;
use reversi_table::store::settings::ThemeName;
use reversi_table::store::state::StateFolder;
use reversi_text::Language;
use reversi_tui::event::MouseEventKind;
use reversi_tui::{ColorDepth, FirstScreen, Input, Page};
use unicode_width::UnicodeWidthStr as _;

/// Words that no language changes: names of keys, themes, players and formats, and a part of an address.
const NAMES: [&str; 40] = [
    "Backspace",
    "Ctrl",
    "Del",
    "Delete",
    "Down",
    "End",
    "Enter",
    "Esc",
    "Home",
    "JSON",
    "Markdown",
    "OBF",
    "Page",
    "SGF",
    "Scorpion",
    "Shift",
    "Space",
    "Tab",
    "abcde",
    "abcdefgh",
    "arXiv",
    "cast",
    "classic",
    "color",
    "contrast",
    "friend",
    "ggf",
    "greedy",
    "join",
    "json",
    "light",
    "monochrome",
    "obf",
    "pgn",
    "random",
    "reversi",
    "safe",
    "sgf",
    "svg",
    "txt",
];

/// Words that people type, in English in every language: of filters, and a pass in a line of moves. Japanese texts have
/// them as they are.
const TYPED: [&str; 13] = [
    "ann", "blitz", "history", "last", "loss", "opening", "opponent", "pass", "player", "result",
    "tag", "tiger", "year",
];

/// Keys for what has none unless the settings give it one.
const KEYS: &str = r#"
    edit = "0"
    comment = "9"
    overlays = "*"
    draw = "$"
    say = "("
    name = "~"
    clear = "%"
    mirror = "^"
    opening-games = ")"
    your-lines = "["
    add-line = "]"
    main-line = "{"
    collapse = "}"
    check-engine = ";"
"#;

/// The sizes at which each screen is looked at.
const SIZES: [(u16, u16); 7] = [
    (80, 24),
    (120, 40),
    (60, 50),
    (40, 15),
    (100, 30),
    (24, 12),
    (200, 60),
];

/// What no language changes but [`NAMES`].
struct Known {
    /// The words of the names of openings, which have no others but Japanese ones.
    openings: BTreeSet<&'static str>,
    /// The words of the source that lessons show, without its comments and texts.
    code: BTreeSet<String>,
}

static KNOWN: LazyLock<Known> = LazyLock::new(|| {
    let openings = Opening::ALL.iter();
    let openings = openings.flat_map(|opening| plain_words(opening.english));
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    Known {
        openings: openings.map(|(_, word)| word).collect(),
        code: words_of_code(root),
    }
});

/// The screens that show source.
const WITH_SOURCE: [&str; 3] = ["go in play", "how it works", "inspector"];

/// What is left there of numbers, and of words that a narrow window splits.
const SPLIT: [&str; 4] = ["cbc", "direc", "int", "tion"];

/// Returns the English words of a row of a screen that are no names. Short words of capitals are of codes, and words after
/// a hyphen of names of files.
fn english<'a>(screen: &str, row: &'a str) -> impl Iterator<Item = &'a str> {
    let has_source = WITH_SOURCE.contains(&screen);
    let is_of_code = |word: &str| word.len() <= 4 && word.chars().all(|c| c.is_ascii_uppercase());
    let is_cut = |word: &str, at: usize| row[at + word.len()..].starts_with('…');
    let is_source = move |word: &str, at: usize| {
        let is_begun = || KNOWN.code.iter().any(|other| other.starts_with(word));
        let is_known = || KNOWN.code.contains(word) || SPLIT.contains(&word);
        has_source && (is_known() || is_cut(word, at) && is_begun())
    };
    let is_known = move |at: usize, word: &str| {
        NAMES.contains(&word)
            || is_cut(word, at) && NAMES.iter().any(|name| name.starts_with(word))
            || KNOWN.openings.contains(word)
            || is_of_code(word)
            || row[..at].ends_with('-')
            || is_source(word, at)
    };
    let words = plain_words(row).filter(move |&(at, word)| !is_known(at, word));
    words.map(|(_, word)| word)
}

/// Returns the words of a text in small letters.
fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphabetic());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// The words of all texts that were said.
fn said(texts: Vec<&str>) -> BTreeSet<String> {
    let texts = texts.into_iter();
    // The name of a part is no word.
    let pieces = texts.flat_map(|text| {
        text.split('{')
            .map(|piece| piece.split_once('}').map_or(piece, |(_, after)| after))
    });
    pieces.flat_map(words).collect()
}

/// Draws a screen at a size, in other colours or in the usual ones.
fn drawn_in(person: &mut Person, (columns, rows): (u16, u16), colors: ColorDepth) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    let mut frame = terminal.get_frame();
    person.app.draw_as(&mut frame, colors, false, None);
    terminal.current_buffer_mut().clone()
}

fn drawn(person: &mut Person, size: (u16, u16)) -> Buffer {
    drawn_in(person, size, ColorDepth::True)
}

/// Draws a screen at a size without what lies below a window: in few colours, that alone is dim.
fn seen(person: &mut Person, size: (u16, u16)) -> Buffer {
    let (mut seen, in_few_colors) = (
        drawn(person, size),
        drawn_in(person, size, ColorDepth::Basic),
    );
    for (cell, other) in seen.content.iter_mut().zip(&in_few_colors.content) {
        if other.modifier.contains(Modifier::DIM) {
            cell.set_symbol(" ");
        }
    }
    seen
}

/// Returns the rows of a screen.
fn rows(buffer: &Buffer) -> impl Iterator<Item = String> {
    let rows = buffer.content.chunks(usize::from(buffer.area.width));
    rows.map(|row| {
        let (mut line, mut rest) = (String::new(), row.iter().map(Cell::symbol));
        while let Some(symbol) = rest.next() {
            line.push_str(symbol);
            // What lies below the second half of a wide letter is not seen.
            rest.by_ref()
                .take(symbol.width().saturating_sub(1))
                .for_each(drop);
        }
        line
    })
}

/// Returns the words of a row that are no whole words of what was said, unless the mark for that stands behind them.
fn cut(row: &str, said: &BTreeSet<String>) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = row;
    while let Some(start) = rest.find(char::is_alphabetic) {
        rest = &rest[start..];
        let end = rest
            .find(|c: char| !c.is_alphabetic())
            .unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        if !word.is_ascii() && !after.starts_with('…') && !said.contains(&word.to_lowercase()) {
            found.push(word.to_owned());
        }
        rest = after;
    }
    found
}

/// Returns where the right edge of a box has a gap.
fn broken_edges(buffer: &Buffer) -> impl Iterator<Item = (u16, u16)> + '_ {
    let symbol = |x, y| buffer[(x, y)].symbol();
    let area = buffer.area;
    let corners = area.positions().filter(move |at| symbol(at.x, at.y) == "╮");
    corners.filter_map(move |at| {
        let below = at.y + 1..area.height;
        let mut edge = below.take_while(|&y| symbol(at.x, y) != "╯");
        edge.find(|&y| symbol(at.x, y) != "│").map(|y| (at.x, y))
    })
}

/// Goes through screens and looks at each one.
struct Walk {
    language: Language,
    /// Whether each screen is printed, at all sizes.
    prints: bool,
    /// What is wrong, by the name of the screen.
    found: BTreeMap<String, BTreeSet<String>>,
    looked: usize,
    /// How many texts were said, and their words.
    said: (usize, BTreeSet<String>),
}

impl Walk {
    /// Sits down, presses the keys, and looks at the screen after each comma. A word in brackets waits for something.
    fn go(&mut self, name: &str, table: Table, keys: &str) {
        let table =
            table.with(|options| options.settings.keys = toml_edit::de::from_str(KEYS).unwrap());
        let mut person = table.sit();
        person.is_of_one_size = true;
        for part in keys.split(',') {
            for word in part.split_whitespace() {
                match word {
                    "(review)" => person.wait_for_review(),
                    "(analysis)" => person.wait_for_analysis(),
                    "(answer)" => person.wait_for_answer(),
                    "(record)" => person.wait_until("record", |person| !person.app.is_reading()),
                    "(openings)" => {
                        person.wait_until("openings", |person| !person.app.is_looking_up());
                    }
                    "(wake)" => person.wait_for_wake(),
                    "(second)" => person.wait(1000),
                    "(wheel)" => person.mouse(MouseEventKind::ScrollUp, 20, 10),
                    _ => person.keys(word),
                }
            }
            self.look(name, &mut person);
        }
    }

    /// Looks at a screen at some sizes, each time at others; with `REVERSI_TESTS=full` at all of them.
    fn look(&mut self, name: &str, person: &mut Person) {
        let step = match self.language {
            _ if self.prints || dial::is_full() => 1,
            Language::Wide => 2 * SIZES.len(),
            _ => SIZES.len(),
        };
        for size in SIZES.into_iter().skip(self.looked % step).step_by(step) {
            if self.prints {
                println!("{name}, {}x{}:", size.0, size.1);
                rows(&drawn(person, size)).for_each(|row| println!("{}", row.trim_end()));
                continue;
            }
            // What lies below a window is left out only if something is wrong: that takes another frame.
            let mut wrong = self.wrong(name, &drawn(person, size));
            if !wrong.is_empty() {
                wrong = self.wrong(name, &seen(person, size));
            }
            let at = wrong
                .into_iter()
                .map(|what| format!("{what}, {}x{}", size.0, size.1));
            self.note(name, at);
        }
        if let Some(said) = person.app.take_spoken() {
            let words: Vec<_> = english(name, &said)
                .map(|word| format!("{word}, spoken"))
                .collect();
            self.note(name, words);
        }
        self.looked += 1;
    }

    fn note(&mut self, name: &str, wrong: impl IntoIterator<Item = String>) {
        for what in wrong {
            self.found.entry(name.to_owned()).or_default().insert(what);
        }
    }

    /// Returns what is wrong with a screen: English words, words that are cut, and letters over an edge.
    fn wrong(&mut self, name: &str, screen: &Buffer) -> Vec<String> {
        let texts = self.language.all_made_up();
        if texts.len() > self.said.0 {
            self.said = (texts.len(), said(texts));
        }
        let mut wrong = Vec::new();
        for row in rows(screen) {
            let is_typed =
                |word: &&str| self.language == Language::Japanese && TYPED.contains(word);
            let words = english(name, &row).filter(|word| !is_typed(word));
            wrong.extend(words.map(str::to_owned));
            if self.language == Language::Long {
                let cut = cut(&row, &self.said.1).into_iter();
                wrong.extend(cut.map(|word| format!("{word} is cut in {:?}", row.trim())));
            }
        }
        wrong.extend(
            sizes::halves(screen)
                .iter()
                .map(|letter| format!("half of {letter}")),
        );
        wrong.extend(broken_edges(screen).map(|(x, y)| format!("text over the edge at {x} {y}")));
        wrong
    }
}

/// Games of the player.
const GAMES: [(&str, &str, &str); 5] = [
    ("human", "engine:3", PASSES),
    ("greedy", "human", WIPEOUT),
    ("human", "engine:3", MIDDLE),
    ("engine:3", "human", PASSES),
    ("human", "engine:4", WIPEOUT),
];

fn state() -> (tempfile::TempDir, StateFolder) {
    let folder = tempfile::tempdir().unwrap();
    let state = StateFolder::at(folder.path().join("reversi"));
    for (black, white, moves) in GAMES {
        let mut record = Record::from_game(&transcript::parse(moves).unwrap());
        record.players = ByColor::new(black.to_owned(), white.to_owned());
        history::append(&state, &record).unwrap();
    }
    (folder, state)
}

/// Lets people take what the others have sent until something holds.
fn wait_together(people: &mut [&mut Person], what: &str, holds: impl Fn(&[&mut Person]) -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !holds(people) {
        let shown: String = people.iter().map(|person| person.text()).collect();
        assert!(Instant::now() < end, "no {what} in\n{shown}");
        for person in &mut *people {
            person.send(Input::Wake);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Someone with a game over the network. The names are of two letters, which are no words.
fn connected(network: OnlineGame) -> Person {
    let mut person = Table::new()
        .first(FirstScreen::Online(Box::new(network)))
        .with(|options| options.settings.keys = toml_edit::de::from_str(KEYS).unwrap())
        .sit();
    person.is_of_one_size = true;
    person
}

/// Two people who play over the network, and a third one who watches.
fn connect(walk: &mut Walk) -> (Person, Person, Person) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap();
    let [code, spectators] = [Code::random(), Code::random()];
    let options = HostOptions {
        color: Color::Black,
        name: "Al".parse().unwrap(),
        time: "5m+3s".parse().ok(),
        spectators: Some(spectators.clone()),
        opening: GameOpening::Standard,
    };
    let mut ann = connected(OnlineGame {
        network: NetworkGame::host(listener, code.clone(), options).unwrap(),
        invitation: Some(Invitation::new(at, code.clone(), Some(spectators.clone()))),
        resumes: false,
        joined: None,
    });
    walk.look("waiting for a friend", &mut ann);
    let mut join = |name: &str, code: Code, purpose| {
        let request = JoinRequest {
            address: at.to_string(),
            code,
            name: name.parse().unwrap(),
            purpose,
        };
        let task = request.start(Arc::new(|| ())).unwrap();
        let mut joined = None;
        while joined.is_none() {
            ann.send(Input::Wake);
            std::thread::sleep(Duration::from_millis(1));
            joined = task.poll();
        }
        connected(joined.unwrap().unwrap())
    };
    let mut bob = join("Bo", code.clone(), Purpose::Play);
    let mut eve = join("Cy", spectators, Purpose::Watch);
    let has_game = |people: &[&mut Person]| people.iter().all(|one| one.app.session().is_some());
    wait_together(&mut [&mut ann, &mut bob, &mut eve], "game", has_game);
    (ann, bob, eve)
}

/// Two people play over the network, and a third one watches. One of the two leaves.
fn play_over_the_network(walk: &mut Walk) {
    let (mut ann, mut bob, mut eve) = connect(walk);
    let entries = |count| {
        move |people: &[&mut Person]| {
            let counts = people
                .iter()
                .map(|person| person.app.session().map(|one| one.game().entries().len()));
            counts.into_iter().all(|entries| entries == Some(count))
        }
    };
    for (turn, (count, square)) in (1..).zip(["f5", "d6", "c3"]).enumerate() {
        [&mut ann, &mut bob][turn % 2].keys(square);
        wait_together(&mut [&mut ann, &mut bob, &mut eve], "move", entries(count));
        for person in [&mut ann, &mut bob, &mut eve] {
            walk.look("friends", person);
        }
    }
    // Asks for a takeback, gets it, talks, offers a draw, which is refused by a move, and leaves.
    let hears = |one: &mut Person, other: &mut Person, keys: &str| {
        let before = other.text();
        one.keys(keys);
        let what = format!("answer to {keys}");
        wait_together(&mut [one, other], &what, |people| {
            people[1].text() != before
        });
    };
    for (keys, is_of_ann) in [
        ("u", true),
        ("u", false),
        ("c3", true),
        ("( o k enter", false),
        ("j space", true),
        ("d3", false),
    ] {
        let (one, other) = if is_of_ann {
            (&mut ann, &mut bob)
        } else {
            (&mut bob, &mut ann)
        };
        hears(one, other, keys);
        eve.send(Input::Wake);
        for person in [&mut ann, &mut bob, &mut eve] {
            walk.look("friends who agree", person);
        }
    }
    for keys in [
        "(", "esc ?", "pagedown", "pagedown", "pagedown", "esc j", "esc esc",
    ] {
        ann.keys(keys);
        walk.look("host", &mut ann);
    }
    for keys in ["c4", "j", "esc ?", "pagedown", "pagedown", "esc esc"] {
        eve.keys(keys);
        walk.look("spectator", &mut eve);
    }
    let before = ann.text();
    drop(bob);
    wait_together(&mut [&mut ann], "loss", |people| people[0].text() != before);
    walk.look("left alone", &mut ann);
    ann.wait(60_000);
    walk.look("left alone", &mut ann);
    for keys in ["j", "enter", "esc", "?"] {
        ann.keys(keys);
        walk.look("left alone", &mut ann);
    }
    // The host leaves.
    let (ann, mut bob, mut eve) = connect(walk);
    let before = [&bob, &eve].map(Person::text);
    drop(ann);
    let hear =
        |people: &[&mut Person]| people[0].text() != before[0] && people[1].text() != before[1];
    wait_together(&mut [&mut bob, &mut eve], "loss", hear);
    for keys in ["j", "esc q", "esc ?"] {
        for person in [&mut bob, &mut eve] {
            walk.look("left by the host", person);
            person.keys(keys);
            walk.look("left by the host", person);
        }
    }
}

/// Games that are kept.
fn go_on_with_kept_games(walk: &mut Walk) {
    for games in 1..3 {
        let folder = tempfile::tempdir().unwrap();
        let table = || {
            Table::new()
                .with(|options| options.state = Some(StateFolder::at(folder.path().to_owned())))
        };
        for _ in 0..games {
            let mut person = table().sit();
            person.keys("f5 d6");
            person.app.close();
        }
        let start = table().first(FirstScreen::Start);
        walk.go(
            "unfinished games",
            start,
            ",enter,down,delete,esc esc,enter enter,",
        );
    }
}

/// Goes through all screens.
#[allow(clippy::too_many_lines)] // a table
fn walk(language: Language, prints: bool) -> Walk {
    language.make_current();
    let mut walk = Walk {
        language,
        found: BTreeMap::new(),
        prints,
        looked: 0,
        said: (0, BTreeSet::new()),
    };
    let first = |screen| Table::new().first(screen);
    let start = || first(FirstScreen::Start);
    let new = Table::new;
    let middle = || new().moves(MIDDLE);
    let against = |kind: &str| new().players(Human, kind.parse().unwrap());
    let (_folder, state) = state();
    let kept = || start().with(|options| options.state = Some(state.clone()));
    let empty = tempfile::tempdir().unwrap();
    let fresh = || {
        start().with(|options| options.state = Some(StateFolder::at(empty.path().join("reversi"))))
    };
    let page = |buttons| {
        move |table: Table| {
            table.with(|options| {
                options.page = Some(Page {
                    address: "https://example.org/".to_owned(),
                    has_buttons: buttons,
                    is_loading: Arc::default(),
                });
            })
        }
    };
    let train = "down down down enter";
    let go = |black| {
        let grid = Grid::new(5).unwrap();
        let players = ByColor::new(black, GoPlayerKind::Human);
        let setup = Setup::of_game(GoGame::new(grid, Komi::usual(grid)), players, 7);
        first(FirstScreen::Go(Box::new(setup)))
    };
    walk.go("start", start(), ",?,pagedown,pagedown,pagedown,esc q");
    walk.go("new game", start(), "n,down,down,left,right right,down,right,left left,down,right,right,right,right,down,right,right space,esc down,right");
    walk.go(
        "watch",
        start(),
        "n down down right,up up,down,down down left left enter,(second)",
    );
    walk.go(
        "friend",
        start(),
        "down enter,right,down,down,down,down,down,down,down,down,down right,down,down,enter",
    );
    walk.go("more", start(), "up up enter,down,down,down");
    walk.go(
        "settings",
        start(),
        "up enter,down,down,down,down,down,down,down,down,down,down,down,down,delete,esc %,esc ?",
    );
    walk.go(
        "learn",
        first(FirstScreen::Learn),
        ",a1,k,k,n,k,n,n,n,n,n,n,n,n,?",
    );
    walk.go(
        "train",
        start(),
        &format!("{train},down,down,down,down,down"),
    );
    walk.go("puzzles", fresh(), &format!("{train} enter,right,down,right,right,down,right,right,enter,esc left enter,(second),esc"));
    walk.go(
        "puzzle",
        fresh(),
        &format!("{train} enter enter (second),k,k,k,a1,?"),
    );
    walk.go(
        "openings to train",
        fresh(),
        &format!("{train} down down enter,Tiger,enter,(second),k,k,k,a1,?"),
    );
    walk.go(
        "record without games",
        fresh(),
        &format!("{train} down down down enter (record),tab"),
    );
    walk.go("record", kept(), &format!("{train} down down down enter (record) (second) (wake),tab,tab,tab,tab,tab,tab,enter,down,esc s,esc delete,esc ?"));
    walk.go("mistakes of the player", kept(), &format!("{train} down down down down enter (record),right,down,right,down,right,enter,k,k,k,enter"));
    walk.go(
        "games to review",
        kept(),
        "down down down down enter (record),down,tab,esc space,enter,esc ?",
    );
    walk.go("games to open", kept(), "o (record),down,x");
    walk.go("first screen with games", kept(), ",");
    walk.go(
        "board",
        new(),
        ",?,pagedown,pagedown,pagedown,esc f5,tab,l,z,|,u,r",
    );
    walk.go("squares", middle(), "e,a1,tab,right,esc x,u u");
    walk.go("save", middle(), "s,esc o,x,esc y,enter");
    walk.go(
        "values",
        middle(),
        "k (analysis),k (analysis),v (analysis),v,| (analysis),/ (openings),*,down,enter,),esc",
    );
    walk.go(
        "overlays",
        middle(),
        "* enter,* down enter,* down down enter,* down down down enter,* end enter,* home enter",
    );
    walk.go("quit", middle(), "q,esc j,enter,esc,?");
    walk.go("pass", new().moves(&PASSES[..44]), ",g8,a1");
    walk.go("end", new().moves(WIPEOUT), ",tab,tab,esc,?");
    walk.go(
        "end of a whole game",
        against("engine:1").moves(PASSES),
        ",esc",
    );
    walk.go(
        "computer",
        against("engine:1"),
        ",f5,(answer) (second),p,p,j,enter",
    );
    walk.go(
        "coach",
        against("engine:3").with(|options| options.settings.coach = Some(true)),
        "m,m,?",
    );
    walk.go("greedy", new().players(Greedy, PlayerKind::Random), "p,>,?");
    walk.go(
        "premove",
        new()
            .players(Greedy, Human)
            .with(|options| options.settings.premove = true),
        "e3,",
    );
    walk.go(
        "clocks",
        new().with(|options| options.setup.time = "5m+3s".parse().ok()),
        ",f5,(second),p,d6,?",
    );
    walk.go(
        "flag",
        new().with(|options| options.setup.time = "1s".parse().ok()),
        "f5,(second) (second) (second),esc",
    );
    walk.go(
        "review",
        middle(),
        "w (review),down,tab,home,right,right,k,k,v,|,/,9,esc e6,enter,c4,u,?,pagedown,pagedown",
    );
    walk.go(
        "review of a pass",
        new().moves(PASSES),
        "w (review),down,down,#,k,k,a1,n,n",
    );
    walk.go(
        "branches",
        middle(),
        "w (review) left left f6 e6,up,},},{,esc,s,esc y,esc >,esc,esc,esc",
    );
    walk.go(
        "analysis",
        first(FirstScreen::Analyse(None)),
        ",f5,d6,k,+,v,u,9,esc ],?",
    );
    walk.go(
        "editor",
        middle(),
        "0,a1,tab,tab,b1,.,x,^,%,y,esc s,esc w,esc esc >,esc ?",
    );
    walk.go(
        "how it works",
        middle(),
        "i,k,k,down enter,n,n,n,n,n,n,n,n,n,n,?",
    );
    walk.go("inspector", middle(), "i tab,right,right,space,x,s,esc down,down,tab,right,x,tab,right,x,tab,right,x,tab,right,tab,right,tab,right,?");
    walk.go(
        "notice",
        new().with(|options| options.notice = Some("12345".to_owned())),
        ",",
    );
    walk.go(
        "go",
        go(GoPlayerKind::Human),
        ",c3,tab,.,.,?,esc n,enter,n,right,down,right,down,right",
    );
    walk.go(
        "go in play",
        go(GoPlayerKind::Human),
        "a2 b2 b1 c1 b3 c3 e5 d2 c2,b2,l,j,enter,esc,s,esc o,esc i,right,down,?",
    );
    walk.go(
        "go against a computer",
        go(GoPlayerKind::Random),
        ",(wake) (second),c3",
    );
    walk.go(
        "page",
        page(false)(start()),
        ",n,esc up enter,esc n enter,q,?",
    );
    walk.go(
        "page for fingers",
        page(true)(start()),
        ",n,down,esc up enter,esc n enter,f5,?",
    );
    walk.go(
        "match",
        {
            let players = ["engine:1", "greedy"].map(|name| name.parse().unwrap());
            let watch = Arc::new(Watch::new(&Match::new(players.into(), 20)));
            first(FirstScreen::Match(watch))
        },
        ",(second),tab,?,esc q",
    );
    let small = || middle().size(40, 15);
    walk.go(
        "review on a small screen",
        small(),
        "w (review),?,pagedown,pagedown,esc tab,?,esc,esc",
    );
    walk.go("keys of new game", start(), "n,?,pagedown");
    walk.go(
        "keys of the record",
        kept(),
        &format!("{train} down down down enter (record),?,pagedown"),
    );
    walk.go(
        "keys of mistakes",
        kept(),
        &format!("{train} down down down down enter (record) enter,?,pagedown"),
    );
    walk.go(
        "keys of lessons",
        middle(),
        "i,?,pagedown,pagedown,esc k,?,pagedown,pagedown",
    );
    walk.go("keys of the editor", middle(), "0,?,pagedown,pagedown");
    walk.go(
        "themes without colours",
        middle().with(|options| {
            options.settings.theme = ThemeName::Monochrome.into();
        }),
        ":,:",
    );
    walk.go(
        "pass again",
        new().moves(&PASSES[..44]).with(person::undo_pass),
        ",?",
    );
    walk.go(
        "page in play",
        page(true)(middle()),
        "(wheel) (wheel),w (review),e6,enter",
    );
    walk.go(
        "go of two computers",
        {
            let grid = Grid::new(5).unwrap();
            let players = ByColor::new(GoPlayerKind::Random, GoPlayerKind::Random);
            let setup = Setup::of_game(GoGame::new(grid, Komi::usual(grid)), players, 7);
            first(FirstScreen::Go(Box::new(setup)))
        },
        "p,?,pagedown",
    );
    walk.go(
        "go for fingers",
        page(true)(go(GoPlayerKind::Human)),
        ",a2,b1,?",
    );
    play_over_the_network(&mut walk);
    go_on_with_kept_games(&mut walk);
    walk
}

/// Waits until no other test of this program speaks a language: it is that of the whole process.
fn alone() -> impl Drop {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn every_screen_speaks_the_language_in_whole_words() {
    let _alone = alone();
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for language in [Language::Long, Language::Wide, Language::Japanese] {
        for (name, wrong) in walk(language, false).found {
            found.entry(name).or_default().extend(wrong);
        }
    }
    assert_eq!(found, BTreeMap::new());
}

#[test]
fn the_language_of_the_settings_holds_at_once_and_a_reset_brings_back_the_usual_one() {
    let _alone = alone();
    Language::English.make_current();
    let table = || {
        Table::new()
            .first(FirstScreen::Start)
            .with(|options| options.language = Some(Language::English))
    };
    let mut person = table().sit();
    person.keys("up enter down");
    assert!(person.says("▸ Language"), "{}", person.text());
    assert!(person.says("English  日本語"), "{}", person.text());
    person.keys("right");
    assert_eq!(Language::current(), Language::Japanese);
    assert!(person.says("設定"), "{}", person.text());
    let changed = person.text();
    let mut other = table()
        .with(|options| options.settings.language = Some(Language::Japanese))
        .sit();
    other.keys("up enter down");
    assert_eq!(changed, other.text());
    person.keys("delete enter");
    assert_eq!(Language::current(), Language::English);
    assert!(person.says("Settings"), "{}", person.text());
    // Letters alone show no Japanese.
    let mut ascii = table().with(|options| options.ascii = true).sit();
    ascii.keys("up enter down right");
    assert_eq!(Language::current(), Language::English);
    let about = "Other languages need UTF-8 and do not work with --ascii.";
    assert!(ascii.says(about), "{}", ascii.text());
}

/// `REVERSI_LANG=ja cargo test -p reversi-tui --test languages -- --ignored --nocapture` prints every screen in a language.
#[test]
#[ignore = "screens to look at"]
fn every_screen_is_printed() {
    let code = std::env::var("REVERSI_LANG").unwrap_or_default();
    walk(Language::of_code(&code).unwrap_or(Language::Japanese), true);
}
