//! Benchmarks of a frame: from a key press to the finished screen buffer, without the terminal.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use criterion::{Criterion, criterion_group, criterion_main};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use reversi::ByColor;
use reversi::search::Limits;
use reversi::transcript;
use reversi_table::player::PlayerKind;
use reversi_table::session::Setup;
use reversi_table::store::config::Store;
use reversi_table::store::settings::Settings;
use reversi_tui::event::{Answer, InputEvent, KeyCode};
use reversi_tui::{App, FirstScreen, Input, Options};

/// The middle of a game.
const MOVES: &str = "f5d6c3d3c4f4f6f3e6e7d7c6";

/// The interface in a terminal that draws blocks or pictures.
fn app(in_pictures: bool) -> App {
    let players = ByColor::new(PlayerKind::Human, PlayerKind::Human);
    let mut setup = Setup::new(players, 7);
    transcript::play(&mut setup.game, MOVES).expect("the moves are legal");
    let options = Options {
        asks_graphics: in_pictures,
        animation: false,
        analysis: Limits::depth(4),
        deeper_analysis: Limits::depth(4),
        review: Limits::depth(4),
        folder: std::path::PathBuf::from("/nowhere"),
        ..Options::new(
            setup,
            FirstScreen::Board,
            Settings::default(),
            Store::in_memory(),
        )
    };
    let now = Instant::now();
    let mut app = App::new(options, Arc::new(|| ()), now);
    if in_pictures {
        for answer in [Answer::Graphics, Answer::Placeholders(true)] {
            app.update(Input::Answer(answer), now);
        }
    }
    app
}

fn frames(criterion: &mut Criterion) {
    for (columns, rows) in [(80, 24), (200, 60)] {
        let mut group = criterion.benchmark_group(format!("frame {columns}x{rows}"));
        let mut app = app(false);
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("in memory");
        let keys =
            ['f', 'g'].map(|key| Input::Terminal(InputEvent::Key(KeyCode::Char(key).into())));
        let now = Instant::now();
        group.bench_function("a key to its frame", |bencher| {
            let mut turn = 0;
            bencher.iter(|| {
                turn = 1 - turn;
                app.update(keys[turn].clone(), now);
                terminal.draw(|frame| app.draw(frame)).expect("in memory");
                black_box(terminal.backend());
            });
        });
        for (name, in_pictures) in [
            ("the first frame", false),
            ("the first frame in pictures", true),
        ] {
            group.bench_function(name, |bencher| {
                bencher.iter_with_setup(
                    || self::app(in_pictures),
                    |mut app| {
                        let mut terminal =
                            Terminal::new(TestBackend::new(columns, rows)).expect("in memory");
                        terminal.draw(|frame| app.draw(frame)).expect("in memory");
                        black_box((terminal.backend(), app.take_pictures()));
                    },
                );
            });
        }
        group.finish();
    }
}

criterion_group!(benches, frames);
criterion_main!(benches);
