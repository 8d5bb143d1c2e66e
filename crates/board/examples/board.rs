//! A board for two people: cargo run -p reversi-board --example board

use std::io::{self, stdout};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::layout::{Constraint, Layout};
use reversi::Game;
use reversi_board::event::{InputEvent, KeyCode};
use reversi_board::{ActiveTheme, BoardReply, BoardState, BoardWidget};
use reversi_board::{BuiltInTheme, ColorDepth};

fn main() -> io::Result<()> {
    execute!(stdout(), EnableMouseCapture)?;
    let result = ratatui::run(play);
    execute!(stdout(), DisableMouseCapture)?;
    result
}

fn play(terminal: &mut DefaultTerminal) -> io::Result<()> {
    let theme = ActiveTheme::new(BuiltInTheme::Classic, ColorDepth::True, false);
    let (mut game, mut state) = (Game::new(), BoardState::default());
    let mut message =
        String::from("Type f5, click, or use the arrow keys and Enter. u undoes, q quits.");
    loop {
        terminal.draw(|frame| {
            let rows = Layout::vertical([Constraint::Min(9), Constraint::Length(1)]);
            let [area, line] = rows.areas(frame.area());
            frame.render_stateful_widget(&BoardWidget::of_game(&game, &theme), area, &mut state);
            frame.render_widget(&*message, line);
        })?;
        let Some(event) = InputEvent::from_crossterm(event::read()?) else {
            continue;
        };
        match (state.handle(&event), event) {
            (BoardReply::Chosen(square), _) => match (game.play(square), game.outcome()) {
                (Err(error), _) => message = error.to_string(),
                (Ok(()), None) => message = format!("{} moves.", game.position().side_to_move()),
                (Ok(()), Some(end)) => message = format!("{}-{}", end.score.black, end.score.white),
            },
            (BoardReply::Refused(error), _) => message = error.to_string(),
            (BoardReply::Unused, InputEvent::Key(key)) => match key.code {
                KeyCode::Char('u') => drop(game.undo()),
                KeyCode::Char('q') => return Ok(()),
                _ => {}
            },
            _ => {}
        }
    }
}
